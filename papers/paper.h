// Where the benchmark of a paper writes its result, beside the tables on stdout.
#ifndef SELVAGE_PAPERS_PAPER_H
#define SELVAGE_PAPERS_PAPER_H

#include "tool/command.h"

// The options of such a command, in this order.
enum { PAPER_JSON, PAPER_CSV, PAPER_HTML, PAPER_QUICK, PAPER_OPTION_COUNT };

// As given on the command line; null: not asked for.
typedef struct PaperReport {
    const char *json, *csv, *html; // a file, a folder, a file; "-" is stdout
    bool quick;                    // without the real scenes
} PaperReport;

// Reads the command line and asks, before minutes of measuring, whether all of it can be written
// and the real scenes can be read. False: there is nothing to do but to leave with that code.
bool PaperReport_Parse(PaperReport* report, const Command* command, int argc, char** argv,
                       int* code);

// Whether stdout is free for the tables.
bool PaperReport_HasTables(const PaperReport* report);

#endif
