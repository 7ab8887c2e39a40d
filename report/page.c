// Sections, paragraphs, charts and tables in, one HTML page out.

#include "page_parts.h"

#include "markup.h"

#include "selvage/base.h"

#include <string.h>

// The most columns of a table that stands beside a chart; others take the whole width.
enum { SLIM = 5 };

void Page_WriteElement(FILE* stream, const char* open, const char* text, const char* close) {
    fputs(open, stream);
    Markup_Text(stream, text);
    fputs(close, stream);
}

void Page_WriteLink(FILE* stream, const char* text, const char* address) {
    if (address != NULL) {
        Page_WriteElement(stream, "<a href=\"", address, "\">");
    }
    Markup_Text(stream, text);
    fputs(address != NULL ? "</a>" : "", stream);
}

bool Page_Open(Page* page, const char* path, const char* title, const char* home) {
    *page = (Page){0};
    if (!Output_Open(&page->output, path)) {
        return false;
    }
    FILE* stream = page->output.stream;
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"/>\n"
          "<link rel=\"icon\" href=\"data:,\"/>\n", // or a server is asked for one
          stream);
    Page_WriteElement(stream, "<title>", title, "</title>\n");
    Page_WriteStyle(stream);
    fputs("</head>\n<body>\n<main>\n", stream);
    if (home != NULL) {
        Page_WriteElement(stream, "<nav><a href=\"", home, "\">\xE2\x86\x90 overview</a></nav>\n");
    }
    Page_WriteElement(stream, "<h1>", title, "</h1>\n");
    return true;
}

static void EndSection(Page* page) {
    if (page->inSection) {
        fputs("</section>\n", page->output.stream);
    }
    page->inSection = false;
}

FILE* Page_Content(Page* page) {
    if (!page->inSection) {
        fputs("<section>\n", page->output.stream);
    }
    page->inSection = true;
    return page->output.stream;
}

bool Page_Close(Page* page, const char* commandLine) {
    FILE* stream = page->output.stream;
    EndSection(page);
    fprintf(stream, "</main>\n<footer>Selvage %s", svVersion());
    Page_WriteElement(stream, ": <code>", commandLine, "</code></footer>\n</body>\n</html>\n");
    return Output_Close(&page->output);
}

void Page_Section(Page* page, const char* title) {
    EndSection(page);
    Page_WriteElement(Page_Content(page), "<h2>", title, "</h2>\n");
}

void Page_Paragraph(Page* page, const char* text) {
    Page_WriteElement(Page_Content(page), "<p>", text, "</p>\n");
}

void Page_Alarm(Page* page, const char* text) {
    Page_WriteElement(Page_Content(page), "<p class=\"alarm\" role=\"alert\">", text, "</p>\n");
}

void Page_Facts(Page* page, const PageFact* facts, int count) {
    FILE* stream = Page_Content(page);
    fputs("<dl class=\"facts\">\n", stream);
    for (int i = 0; i < count; ++i) {
        Page_WriteElement(stream, "<div><dt>", facts[i].name, "</dt>");
        Page_WriteElement(stream, "<dd>", facts[i].value, "</dd></div>\n");
    }
    fputs("</dl>\n", stream);
}

void Page_Key(Page* page) {
    fputs(
        "<p class=\"key\"><span class=\"swatch\">shaded</span> columns, hollow bars and hollow "
        "markers: the figures of the paper. A mark or bar tells its value under the pointer.</p>\n",
        Page_Content(page));
}

// Each chart twice, laid out for half a page and for a phone; the style sheet shows one of them.
void Page_Chart(Page* page, const Chart* chart, const char* caption) {
    FILE* stream = Page_Content(page);
    fputs("<figure class=\"chart\">\n<div class=\"spacious\">\n", stream);
    Chart_Write(chart, CHART_WIDE, stream);
    fputs("</div>\n<div class=\"narrow\">\n", stream);
    Chart_Write(chart, CHART_NARROW, stream);
    Page_WriteElement(stream, "</div>\n<figcaption>", caption, "</figcaption>\n</figure>\n");
}

static const char* ClassOf(uint32_t paperColumns, int column) {
    return (paperColumns >> column & 1) != 0 ? " class=\"paper\"" : "";
}

void Page_Table(Page* page, const char* caption, const Table* table, uint32_t paperColumns) {
    FILE* stream = Page_Content(page);
    const char* kind = table->columnCount <= SLIM ? "slim" : "many";
    fprintf(stream, "<figure class=\"table %s\">\n", kind);
    Page_WriteElement(stream, "<figcaption>", caption,
                      "</figcaption>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
                      "aria-label=\"table\">\n<table>\n<thead><tr>");
    for (int c = 0; c < table->columnCount; ++c) {
        fprintf(stream, "<th scope=\"col\"%s>", ClassOf(paperColumns, c));
        Page_WriteElement(stream, "", table->heads[c], "</th>");
    }
    fputs("</tr></thead>\n<tbody>\n", stream);
    for (size_t r = 0; r < table->rowCount; ++r) {
        const bool more = r > 0 && table->rows[r].name[0] == '\0'; // belongs to the row above
        fprintf(stream, "<tr%s>", more ? " class=\"more\"" : "");
        Page_WriteElement(stream, "<th scope=\"row\">", table->rows[r].name, "</th>");
        for (int c = 1; c < table->columnCount; ++c) {
            fprintf(stream, "<td%s>", ClassOf(paperColumns, c));
            Page_WriteElement(stream, "", table->rows[r].cells[c], "</td>");
        }
        fputs("</tr>\n", stream);
    }
    fputs("</tbody>\n</table>\n</div>\n</figure>\n", stream);
}
