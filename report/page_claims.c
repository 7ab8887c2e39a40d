// Claims and what came out of them in, the table at the top of a page out.

#include "markup.h"
#include "page_parts.h"

// Colour alone would not do: each mark has a sign too, and the word of the claim.
static const struct {
    const char *name, *sign;
} marks[PAGE_MARKS] = {
    [PAGE_GOOD] = {"good", "\xE2\x9C\x93"}, // check mark
    [PAGE_HALF] = {"half", "\xE2\x89\x88"}, // almost equal
    [PAGE_BAD] = {"bad", "\xE2\x9C\x97"},   // ballot x
    [PAGE_OPEN] = {"open", "?"},
};

void Page_WriteMark(FILE* stream, PageMark mark, const char* word) {
    fprintf(stream, "<span class=\"mark %s\"><span aria-hidden=\"true\">%s</span> ",
            marks[mark].name, marks[mark].sign);
    Markup_Text(stream, word);
    fputs("</span>", stream);
}

static void WriteClaimCell(FILE* stream, const char* head, const char* kind, const char* text) {
    fprintf(stream, "<td data-head=\"%s\"%s>", head, kind);
    Markup_Text(stream, text);
    fputs("</td>", stream);
}

void Page_WriteClaimRow(FILE* stream, const PageClaim* claim) {
    fputs("<tr><td class=\"verdict\">", stream);
    Page_WriteMark(stream, claim->mark, claim->word);
    fputs("</td><th scope=\"row\">", stream);
    Markup_Text(stream, claim->claim);
    fputs("</th>", stream);
    WriteClaimCell(stream, "paper", " class=\"paper\"", claim->theirs);
    WriteClaimCell(stream, "here", "", claim->ours);
    fputs("</tr>\n", stream);
}

void Page_Claims(Page* page, const PageClaim* claims, int count) {
    FILE* stream = page->output.stream;
    fputs("<table class=\"claims\">\n<thead><tr><th scope=\"col\">verdict</th>"
          "<th scope=\"col\">claim</th><th scope=\"col\">paper</th><th scope=\"col\">here</th>"
          "</tr></thead>\n<tbody>\n",
          stream);
    for (int i = 0; i < count; ++i) {
        Page_WriteClaimRow(stream, &claims[i]);
    }
    fputs("</tbody>\n</table>\n", stream);
}
