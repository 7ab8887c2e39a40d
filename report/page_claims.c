// Claims and what came out of them in, the table of verdicts and the cards of an overview out.

#include "markup.h"
#include "page_parts.h"

// Colour alone would not do: each mark has a sign too, and a word.
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
    Page_WriteElement(stream, "", word, "</span>");
}

static void WriteClaimCell(FILE* stream, const char* head, const char* kind, const char* text) {
    fprintf(stream, "<td data-head=\"%s\"%s>", head, kind);
    Page_WriteElement(stream, "", text, "</td>");
}

static void WriteClaim(FILE* stream, const PageClaim* claim) {
    fputs("<tr><td class=\"verdict\">", stream);
    Page_WriteMark(stream, claim->mark, claim->word);
    Page_WriteElement(stream, "</td><th scope=\"row\">", claim->claim, "</th>");
    WriteClaimCell(stream, "paper", " class=\"paper\"", claim->theirs);
    WriteClaimCell(stream, "here", "", claim->ours);
    fputs("</tr>\n", stream);
}

void Page_Claims(Page* page, const PageClaims* groups, int count) {
    FILE* stream = Page_Content(page);
    fputs("<table class=\"claims\">\n<thead><tr><th scope=\"col\">verdict</th>"
          "<th scope=\"col\">claim</th><th scope=\"col\">paper</th><th scope=\"col\">here</th>"
          "</tr></thead>\n",
          stream);
    for (int g = 0; g < count; ++g) {
        fputs("<tbody>\n", stream);
        if (groups[g].title != NULL) {
            fputs("<tr class=\"group\"><th colspan=\"4\" scope=\"rowgroup\">", stream);
            Page_WriteLink(stream, groups[g].title, groups[g].address);
            fputs("</th></tr>\n", stream);
        }
        for (int i = 0; i < groups[g].count; ++i) {
            WriteClaim(stream, &groups[g].claims[i]);
        }
        fputs("</tbody>\n", stream);
    }
    fputs("</table>\n", stream);
}

void Page_Card(Page* page, const PageCard* card) {
    FILE* stream = Page_Content(page);
    fputs("<article class=\"card\">\n", stream);
    if (card->picture != NULL) {
        Page_WriteImage(stream, card->picture, card->alt, card->address);
    }
    fputs("<h3>", stream);
    Page_WriteLink(stream, card->title, card->address);
    Page_WriteElement(stream, "</h3>\n<p>", card->text, "</p>\n<div class=\"marks\">");
    for (int m = 0; m < PAGE_MARKS; ++m) {
        char text[32];
        if (card->marks[m] > 0) {
            snprintf(text, sizeof(text), "%d %s", card->marks[m], card->words[m]);
            Page_WriteMark(stream, (PageMark)m, text);
        }
    }
    Page_WriteElement(stream, "</div>\n<p class=\"note\">", card->note, "</p>\n");
    if (card->linkCount > 0) {
        fputs("<p class=\"links\">", stream);
        for (int i = 0; i < card->linkCount; ++i) {
            fputs(i > 0 ? " \xC2\xB7 " : "", stream); // middle dot
            Page_WriteLink(stream, card->links[i].text, card->links[i].address);
        }
        fputs("</p>\n", stream);
    }
    fputs("</article>\n", stream);
}

void Page_BeginCards(Page* page) {
    fputs("<div class=\"cards\">\n", Page_Content(page));
}

void Page_EndCards(Page* page) {
    fputs("</div>\n", page->output.stream);
}
