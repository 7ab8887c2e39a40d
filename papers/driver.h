// A run of one paper in steps, for a run of all of them too (all.c).
#ifndef SELVAGE_PAPERS_DRIVER_H
#define SELVAGE_PAPERS_DRIVER_H

#include "paper.h"
#include "verdicts.h"

typedef struct PaperRun {
    const Paper* paper;
    PaperSettings settings; // of this paper
    void* result;           // null: not measured, or failed
    Verdicts verdicts;
    double seconds;  // measuring took
    Picture picture; // rgb null: none
} PaperRun;

// Whether the scenes are readable and the outputs writable; complains.
bool Paper_IsPossible(const Paper* paper, const PaperSettings* settings);

// Measures, judges and draws; complains of a failure. Returns an exit code. Call it between
// Progress_Begin and Progress_End, and PaperRun_Destroy in any case.
int PaperRun_Measure(PaperRun* run, svContext* context);
void PaperRun_Destroy(PaperRun* run);

// Writes the CSV files and the page that the settings ask for; false after a complaint.
bool PaperRun_WriteFiles(const PaperRun* run);

// Writes claims and result as members of an open object.
void PaperRun_WriteJson(const PaperRun* run, Json* json);

// EXIT_FOUND if what must be 0 is not, else EXIT_CLEAN.
int PaperRun_Check(const PaperRun* run);

// Machine, version, date and duration, at the top of a page. `seconds`: measured in.
void Paper_AddFactsToPage(double seconds, bool quick, Page* page);

#endif
