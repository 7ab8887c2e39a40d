// The page of all papers: verdicts at a glance, and the way to each paper's page.
#ifndef SELVAGE_PAPERS_OVERVIEW_H
#define SELVAGE_PAPERS_OVERVIEW_H

#include "paper.h"
#include "verdicts.h"

enum { PAPERS_MOST = 32 };

// What came of one paper in a run of all.
typedef struct PaperEntry {
    const Paper* paper;
    bool started, measured, written; // written: its files are there
    double seconds;                  // of measuring
    Verdicts verdicts;
    Picture picture; // rgb null: none
} PaperEntry;

typedef struct Overview {
    const PaperSettings* settings; // of the run of all
    const PaperEntry* entries;
    int count;
    double seconds;
    bool broken; // ended by Ctrl-C
} Overview;

// Writes index.html into settings->html; false after a complaint.
bool Overview_Write(const Overview* overview);

// "5 papers: 12 claims hold, 1 fails"
void Overview_Tell(const Overview* overview, char* text, size_t room);

#endif
