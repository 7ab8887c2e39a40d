// The file that a result goes into: it appears complete or not at all, and never over an input.
#ifndef SELVAGE_REPORT_OUTPUT_H
#define SELVAGE_REPORT_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

typedef struct Output {
    FILE* stream;     // write here
    const char* path; // as given
    char* target;     // the file that is replaced, links followed; null: no file is
    char* temporary;  // beside the target until Output_Close; null: written directly
} Output;

// Opens `path`; "-" is stdout. A device or a pipe is written directly. A process that exits before
// Output_Close leaves nothing of it. False after a complaint.
bool Output_Open(Output* output, const char* path);

// A handler of SIGINT, SIGTERM and SIGHUP: removes all unfinished files and lets the signal end the
// process. Output_Open sets it for those that nobody handles.
void Output_Die(int number);

// Renames the file into place; an older one survives any write error (a full disk). False after a
// complaint.
bool Output_Close(Output* output);

// Removes an unfinished file; an older one survives. A closed output is allowed.
void Output_Discard(Output* output);

// Whether `path` is "-". Null is no path.
bool Output_IsStdout(const char* path);

// Whether a and b are one existing file, under whatever names. Null is no file.
bool Output_IsSameFile(const char* a, const char* b);

#endif
