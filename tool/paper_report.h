// Where the benchmark of a paper writes its result, beside the tables on stdout.
#ifndef SELVAGE_TOOL_PAPER_REPORT_H
#define SELVAGE_TOOL_PAPER_REPORT_H

#include <stdbool.h>

// As given on the command line; null: not asked for.
typedef struct PaperReport {
    const char *json, *csv, *html; // a file, a folder, a file; "-" is stdout
    bool quick;                    // without the real scenes
} PaperReport;

// Whether all of it can be written and the real scenes can be read: asked before minutes of
// measuring. False after a complaint.
bool PaperReport_IsPossible(const PaperReport* report);

// Whether stdout is free for the tables.
bool PaperReport_HasTables(const PaperReport* report);

#endif
