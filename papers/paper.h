// A paper whose experiments are reproduced: what its folder provides, and the driver that runs it.
// A paper measures and defines its tables; options, checks, progress, files and exit codes are the
// driver's.
#ifndef SELVAGE_PAPERS_PAPER_H
#define SELVAGE_PAPERS_PAPER_H

#include "report/json.h"
#include "report/page.h"
#include "report/picture.h"
#include "report/table.h"

#include "selvage/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// Options of a run. Null: not requested.
typedef struct PaperSettings {
    const char* command;           // as called, for the files: "papers han2021"
    const char *json, *csv, *html; // a file, a folder, a file; "-" is stdout
    uint64_t runs, frames;
    bool quick; // small scenes, few steps, no real scenes
    bool quiet; // of all papers: nothing on stdout but JSON
    const char*
        home; // address of the page that the page, or that of all papers, belongs to; null: none
} PaperSettings;

// A table of the terminal and of the page.
typedef struct PaperTable {
    const char* caption;
    // Replaces `caption` by one that depends on the result; null: none.
    void (*tellCaption)(const void* result, char* text, size_t room);
    const char* heads[TABLE_COLUMNS]; // ends at the first null
    uint32_t paperColumns;            // bit c: column c has figures of the paper
    void (*fill)(const void* result, Table* table);
} PaperTable;

// An option that takes a number from 1 up.
typedef struct PaperCount {
    const char* help; // null: the paper has no such option
    uint64_t preset, most;
    uint64_t quick; // the preset of a quick run
} PaperCount;

// Whether what a paper claims came out.
typedef enum PaperVerdict {
    PAPER_HOLDS,
    PAPER_PARTLY,
    PAPER_FAILS,
    PAPER_OPEN // this run did not measure it: quick, or without the real scenes
} PaperVerdict;

// A row of the table of verdicts, on the paper's page and on the index of all papers.
typedef struct PaperClaim {
    const char* claim; // a short sentence
    char paper[64];    // the paper's figure or words, short
    char ours[96];     // what this run measured, short
    PaperVerdict verdict;
} PaperClaim;

enum { PAPER_CLAIMS = 12 }; // the most of one paper

// The result is the paper's own struct, zeroed before `measure`.
typedef struct Paper {
    const char* name;     // "han2021"
    const char* summary;  // one line
    const char* citation; // authors, title, year
    const char* about;    // paragraphs
    // Example arguments, one run per line.
    const char* examples;
    PaperCount runs, frames;
    const char* csvHelp;   // of an option that takes a folder; null: no CSV
    const char* quickHelp; // null: no such option
    bool real;             // also runs on the real scenes of SELVAGE_DATA, unless quick
    const char* unit;      // of the progress line: "frame"
    int seconds;           // that a full run takes, roughly: for the time left of all papers

    size_t resultSize;
    svStatus (*measure)(svContext* context, const PaperSettings* settings, void* result);
    void (*destroy)(void* result); // frees its contents, after a failure too; null: nothing

    void (*tellHead)(const void* result, char* text, size_t room); // the line above the tables
    const PaperTable* tables;
    int tableCount;
    void (*conclude)(const void* result, FILE* stream); // the text below the tables

    // Sets what the paper claims and what came out; returns how many. Null: none yet.
    int (*judge)(const void* result, PaperClaim claims[PAPER_CLAIMS]);

    void (*writeJson)(const void* result, Json* json);             // members, after the first ones
    bool (*writeCsv)(const void* result, const char* folder);      // false after a complaint
    const char* pageTitle;                                         // null: no page
    void (*tellLead)(const void* result, char* text, size_t room); // its first paragraph
    void (*writePage)(const void* result, Page* page);

    // A picture of what it is about, some 800 pixels wide, for the page of all papers.
    // The caller destroys it; no pixels (rgb null): none of this run. Null: none at all.
    Picture (*draw)(svContext* context, const void* result);
    const char* pictureAlt; // what the picture shows

    // Must be 0: contacts that a safe method missed, for example. Null: nothing to check.
    uint64_t (*violations)(const void* result);
} Paper;

// The papers by index, in listing order; null past the last.
const Paper* Paper_At(int index);

// Runs the paper and writes its outputs: tables on stdout unless a file goes there. Checks before
// the minutes of measuring that all outputs are writable and the real scenes readable. Returns an
// exit code (report/program.h), anything but EXIT_CLEAN after a complaint; EXIT_FOUND: violations.
int Paper_Run(const Paper* paper, const PaperSettings* settings);

// Runs the papers one after the other and writes pages, tables and JSON of all of them: `csv` and
// `html` are folders here, with a page for each paper, a folder of CSV files for each (in `html`
// unless `csv` is given) and index.html, the verdicts of all. One that fails does not keep the
// others from running; the index says which did not. Returns the exit code of the first that
// failed, else EXIT_FOUND if any has violations.
int Papers_RunAll(const Paper* const* papers, int count, const PaperSettings* settings);

// Puts a table on the paper's page.
void PaperTable_AddToPage(const PaperTable* table, const void* result, Page* page);

#endif
