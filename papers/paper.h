// A paper whose experiments are made again: what its folder gives, and the driver that runs any of
// them. A paper only measures and knows its tables; options, checks, progress, files and exit codes
// are the driver's, the same for all.
#ifndef SELVAGE_PAPERS_PAPER_H
#define SELVAGE_PAPERS_PAPER_H

#include "report/json.h"
#include "report/page.h"
#include "report/table.h"

#include "selvage/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// What a run was asked for. Null: not asked for.
typedef struct PaperSettings {
    const char* command;           // as it was called, for the files: "papers han2021"
    const char *json, *csv, *html; // a file, a folder, a file; "-" is stdout
    uint64_t runs, frames;
    bool quick; // small scenes, few steps, no real scenes
} PaperSettings;

// A table of the terminal and of the page.
typedef struct PaperTable {
    const char* caption;
    // A caption that depends on the result, in place of the other one; null: none.
    void (*tellCaption)(const void* result, char* text, size_t room);
    const char* heads[TABLE_COLUMNS]; // up to the first that is null
    uint32_t paperColumns;            // bit c: column c has figures of the paper
    void (*fill)(const void* result, Table* table);
} PaperTable;

// An option that takes a number from 1 up.
typedef struct PaperCount {
    const char* help; // null: the paper has no such option
    uint64_t preset, most;
} PaperCount;

// The result is the paper's own struct, of zeros when `measure` gets it.
typedef struct Paper {
    const char* name;    // "han2021"
    const char* summary; // one line
    const char* about;   // paragraphs
    // Arguments of runs to show, one run per line.
    const char* examples;
    PaperCount runs, frames;
    const char* csvHelp;   // of an option that takes a folder; null: no CSV
    const char* quickHelp; // null: no such option
    bool real;             // runs on the real scenes of SELVAGE_DATA too, unless it is quick
    const char* unit;      // what is counted on the way: "frame"

    size_t resultSize;
    svStatus (*measure)(svContext* context, const PaperSettings* settings, void* result);
    void (*destroy)(void* result); // what the result holds, after a failure too; null: nothing

    void (*tellHead)(const void* result, char* text, size_t room); // the line above the tables
    const PaperTable* tables;
    int tableCount;
    void (*conclude)(const void* result, FILE* stream); // what stands below the tables

    void (*writeJson)(const void* result, Json* json);             // members, after the first ones
    bool (*writeCsv)(const void* result, const char* folder);      // false after a complaint
    const char* pageTitle;                                         // null: no page
    void (*tellLead)(const void* result, char* text, size_t room); // its first paragraph
    void (*writePage)(const void* result, Page* page);

    // Contacts that a safe method missed, say: must be 0. Null: there is nothing to check.
    uint64_t (*violations)(const void* result);
} Paper;

// The papers by number, in the order in which they are told; null past the last.
const Paper* Paper_At(int index);

// Runs the paper and writes what was asked for: tables on stdout unless a file goes there. First
// asks, before minutes of measuring, whether all of it can be written and the real scenes can be
// read. An exit code (report/program.h), anything but EXIT_CLEAN after a complaint: EXIT_FOUND if
// there are violations.
int Paper_Run(const Paper* paper, const PaperSettings* settings);

// Puts a table on the paper's page.
void PaperTable_AddToPage(const PaperTable* table, const void* result, Page* page);

#endif
