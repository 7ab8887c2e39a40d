// Results and reports of `selvage verify queries`.
#ifndef SELVAGE_TOOL_VERIFY_H
#define SELVAGE_TOOL_VERIFY_H

#include "queries.h"

#include <stdio.h>

// A query whose answer is not the expected one.
typedef struct Mismatch {
    size_t query; // counted from 0
    bool expected;
    svMovingPair pair;
} Mismatch;

typedef struct FileResult {
    const char* path;
    QueryKind kind;
    bool failed; // could not be read or run; `error` says why
    char error[512];
    svCcdStats stats;
    uint64_t compared; // queries with a known answer
    uint64_t falseNegatives, falsePositives;
    double seconds; // of one pass
    Mismatch* shown;
    size_t shownCount;
} FileResult;

typedef struct VerifyResult {
    svIsa isa;
    FileResult* files;
    int fileCount;
    FileResult total; // of the files that did not fail
} VerifyResult;

void Verify_PrintTable(const VerifyResult* result, FILE* stream);
void Verify_PrintMismatches(const VerifyResult* result, FILE* stream);
void Verify_WriteJson(const VerifyResult* result, FILE* stream);

#endif
