// Sections, paragraphs, charts and tables in, one HTML page with its style sheet out.

#include "page.h"

#include "markup.h"

#include "selvage/base.h"

#include <string.h>

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1c2024;--paper:#ffffff;--faint:#f0f3f6;--rule:#c9d1d9;"
    "--soft:#57606a;--series-1:#0b62a8;--series-2:#c2410c;--series-3:#1a7f37;--series-4:#8250df;"
    "--series-5:#9a6700;--series-6:#b8206c}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6e9ec;--paper:#14181c;--faint:#20262c;"
    "--rule:#454d55;--soft:#a6afb8;--series-1:#6cb6ff;--series-2:#ff9a5c;--series-3:#6fdd8b;"
    "--series-4:#c8a2ff;--series-5:#e3c14f;--series-6:#ff8fc2}}\n"
    "body{margin:0 auto;max-width:72rem;padding:1rem;background:var(--paper);color:var(--ink);"
    "font:1rem/1.5 system-ui,sans-serif}\n"
    "h1{font-size:1.6rem;line-height:1.2}h2{font-size:1.25rem;margin-top:2.2rem;"
    "border-bottom:1px solid var(--rule)}\n"
    "p{max-width:44rem}.lead{font-size:1.1rem}\n"
    "figure{margin:1.5rem 0}.wide{overflow-x:auto}svg{display:block;width:100%;min-width:32rem;"
    "max-width:48rem;height:auto}\n"
    "figcaption{color:var(--soft);font-size:.9rem;max-width:44rem;margin-bottom:.4rem}\n"
    "table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.25rem .55rem;text-align:right;border-bottom:1px solid var(--rule);"
    "white-space:nowrap}th{vertical-align:bottom}th:first-child{text-align:left;font-weight:400}\n"
    "thead th,thead th:first-child{font-weight:600}"
    ".paper{background:var(--faint);font-style:italic}\n"
    ".claims{width:100%}.claims th,.claims "
    "td{white-space:normal;text-align:left;vertical-align:top}"
    ".claims tbody th{font-weight:400;min-width:14rem}.mark{white-space:nowrap;font-weight:600}"
    ".good{color:var(--series-3)}.half{color:var(--series-5)}.bad{color:var(--series-2)}"
    ".open{color:var(--soft)}\n"
    "footer{margin-top:3rem;color:var(--soft);font-size:.85rem;overflow-wrap:anywhere}\n"
    "@media print{svg{max-width:100%;min-width:0}figure{break-inside:avoid}}\n";

static void WriteElement(FILE* stream, const char* open, const char* text, const char* close) {
    fputs(open, stream);
    Markup_Text(stream, text);
    fputs(close, stream);
}

bool Page_Open(Page* page, const char* path, const char* title, const char* lead) {
    *page = (Page){0};
    if (!Output_Open(&page->output, path)) {
        return false;
    }
    FILE* stream = page->output.stream;
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"/>\n",
          stream);
    WriteElement(stream, "<title>", title, "</title>\n");
    fprintf(stream, "<style>\n%s</style>\n</head>\n<body>\n<main>\n", style);
    WriteElement(stream, "<h1>", title, "</h1>\n");
    WriteElement(stream, "<p class=\"lead\">", lead, "</p>\n");
    return true;
}

static void EndSection(Page* page) {
    if (page->inSection) {
        fputs("</section>\n", page->output.stream);
    }
    page->inSection = false;
}

bool Page_Close(Page* page, const char* commandLine) {
    FILE* stream = page->output.stream;
    EndSection(page);
    fprintf(stream, "</main>\n<footer>Selvage %s", svVersion());
    WriteElement(stream, ": <code>", commandLine, "</code></footer>\n</body>\n</html>\n");
    return Output_Close(&page->output);
}

void Page_Section(Page* page, const char* title) {
    EndSection(page);
    WriteElement(page->output.stream, "<section>\n<h2>", title, "</h2>\n");
    page->inSection = true;
}

void Page_Paragraph(Page* page, const char* text) {
    WriteElement(page->output.stream, "<p>", text, "</p>\n");
}

void Page_Chart(Page* page, const Chart* chart, const char* caption) {
    FILE* stream = page->output.stream;
    fputs("<figure>\n<div class=\"wide\" tabindex=\"0\">\n", stream);
    Chart_Write(chart, stream);
    WriteElement(stream, "</div>\n<figcaption>", caption, "</figcaption>\n</figure>\n");
}

static const char* ClassOf(uint32_t paperColumns, int column) {
    return (paperColumns >> column & 1) != 0 ? " class=\"paper\"" : "";
}

void Page_Table(Page* page, const char* caption, const Table* table, uint32_t paperColumns) {
    FILE* stream = page->output.stream;
    WriteElement(stream, "<figure>\n<figcaption>", caption,
                 "</figcaption>\n<div class=\"wide\" tabindex=\"0\">\n<table>\n<thead><tr>");
    for (int c = 0; c < table->columnCount; ++c) {
        fprintf(stream, "<th scope=\"col\"%s>", ClassOf(paperColumns, c));
        WriteElement(stream, "", table->heads[c], "</th>");
    }
    fputs("</tr></thead>\n<tbody>\n", stream);
    for (size_t r = 0; r < table->rowCount; ++r) {
        WriteElement(stream, "<tr><th scope=\"row\">", table->rows[r].name, "</th>");
        for (int c = 1; c < table->columnCount; ++c) {
            fprintf(stream, "<td%s>", ClassOf(paperColumns, c));
            WriteElement(stream, "", table->rows[r].cells[c], "</td>");
        }
        fputs("</tr>\n", stream);
    }
    fputs("</tbody>\n</table>\n</div>\n</figure>\n", stream);
}
