// What a paper claims and whether it came out: the rows of Paper.judge, told in the terminal, in
// JSON and on a page.
#ifndef SELVAGE_PAPERS_VERDICTS_H
#define SELVAGE_PAPERS_VERDICTS_H

#include "paper.h"

enum { PAPER_VERDICTS = PAPER_OPEN + 1 };

typedef struct Verdicts {
    PaperClaim claims[PAPER_CLAIMS];
    int count;
    int of[PAPER_VERDICTS]; // how many claims have each verdict
} Verdicts;

// None of a paper without `judge`.
Verdicts Verdicts_Of(const Paper* paper, const void* result);

// "holds", "partly", "fails", "open".
const char* PaperVerdict_Name(PaperVerdict verdict);

PageMark PaperVerdict_Mark(PaperVerdict verdict);

// "3 hold, 1 partly, 1 fails"; verdicts that no claim has are left out.
void Verdicts_Tell(const Verdicts* verdicts, char* text, size_t room);

// A heading with the counts, then every claim; nothing if there are none.
void Verdicts_Print(const Verdicts* verdicts, const char* heading, FILE* stream);
void Verdicts_WriteJson(const Verdicts* verdicts, Json* json); // member "claims"
void Verdicts_GetPageClaims(const Verdicts* verdicts, PageClaim claims[PAPER_CLAIMS]);
void Verdicts_AddToPage(const Verdicts* verdicts, Page* page);

#endif
