// Claims and their verdicts in; a list for the terminal, JSON, and the table of a page out.

#include "verdicts.h"

#include "report/terminal.h"

#include <string.h>

Verdicts Verdicts_Of(const Paper* paper, const void* result) {
    Verdicts verdicts = {.count = 0};
    if (paper->judge != NULL) {
        verdicts.count = paper->judge(result, verdicts.claims);
    }
    for (int i = 0; i < verdicts.count; ++i) {
        ++verdicts.of[verdicts.claims[i].verdict];
    }
    return verdicts;
}

const char* PaperVerdict_Name(PaperVerdict verdict) {
    static const char* const names[PAPER_VERDICTS] = {"holds", "partly", "fails", "open"};
    return names[verdict];
}

PageMark PaperVerdict_Mark(PaperVerdict verdict) {
    static const PageMark marks[PAPER_VERDICTS] = {[PAPER_HOLDS] = PAGE_GOOD,
                                                   [PAPER_PARTLY] = PAGE_HALF,
                                                   [PAPER_FAILS] = PAGE_BAD,
                                                   [PAPER_OPEN] = PAGE_OPEN};
    return marks[verdict];
}

void Verdicts_Tell(const Verdicts* verdicts, char* text, size_t room) {
    static const char* const words[PAPER_VERDICTS][2] = {
        {"holds", "hold"}, {"holds in part", "hold in part"}, {"fails", "fail"}, {"open", "open"}};
    size_t used = 0;
    text[0] = '\0';
    for (int v = 0; v < PAPER_VERDICTS && used < room; ++v) {
        if (verdicts->of[v] > 0) {
            used += (size_t)snprintf(text + used, room - used, "%s%d %s", used > 0 ? ", " : "",
                                     verdicts->of[v], words[v][verdicts->of[v] > 1]);
        }
    }
}

void Verdicts_Print(const Verdicts* verdicts, const char* heading, FILE* stream) {
    enum { INDENT = 8 }; // below the verdict
    const int columns = Terminal_TextColumns(stream);
    char text[512], counts[128];
    if (verdicts->count == 0) {
        return;
    }
    Verdicts_Tell(verdicts, counts, sizeof(counts));
    snprintf(text, sizeof(text), "%s: %s.%s", heading, counts,
             verdicts->of[PAPER_OPEN] > 0 ? " Open: not measured in this run." : "");
    Terminal_Heading(stream, text);
    for (int i = 0; i < verdicts->count; ++i) {
        const PaperClaim* claim = &verdicts->claims[i];
        snprintf(text, sizeof(text), "%-*s%s", INDENT, PaperVerdict_Name(claim->verdict),
                 claim->claim);
        Terminal_WrapHanging(stream, text, 0, INDENT, columns);
        const bool both = claim->paper[0] != '\0' && claim->ours[0] != '\0';
        snprintf(text, sizeof(text), "%s%s%s%s%s", claim->paper[0] != '\0' ? "paper: " : "",
                 claim->paper, both ? "; " : "", claim->ours[0] != '\0' ? "here: " : "",
                 claim->ours);
        if (text[0] != '\0') {
            Terminal_Wrap(stream, text, INDENT, columns);
        }
    }
}

void Verdicts_WriteJson(const Verdicts* verdicts, Json* json) {
    Json_BeginArray(json, "claims");
    for (int i = 0; i < verdicts->count; ++i) {
        const PaperClaim* claim = &verdicts->claims[i];
        Json_BeginObject(json, NULL);
        Json_Text(json, "claim", claim->claim);
        Json_Text(json, "paper", claim->paper);
        Json_Text(json, "ours", claim->ours);
        Json_Text(json, "verdict", PaperVerdict_Name(claim->verdict));
        Json_EndObject(json);
    }
    Json_EndArray(json);
}

void Verdicts_GetPageClaims(const Verdicts* verdicts, PageClaim claims[PAPER_CLAIMS]) {
    for (int i = 0; i < verdicts->count; ++i) {
        const PaperClaim* claim = &verdicts->claims[i];
        claims[i] = (PageClaim){.claim = claim->claim,
                                .theirs = claim->paper,
                                .ours = claim->ours,
                                .mark = PaperVerdict_Mark(claim->verdict),
                                .word = PaperVerdict_Name(claim->verdict)};
    }
}

void Verdicts_AddToPage(const Verdicts* verdicts, Page* page) {
    PageClaim claims[PAPER_CLAIMS];
    Verdicts_GetPageClaims(verdicts, claims);
    if (verdicts->count > 0) {
        Page_Claims(page, &(const PageClaims){.claims = claims, .count = verdicts->count}, 1);
    }
}
