// Start and end of a program: a context that prints warnings to stderr, exit codes, clocks.
#ifndef SELVAGE_REPORT_PROGRAM_H
#define SELVAGE_REPORT_PROGRAM_H

#include "selvage/base.h"

#include <stdbool.h>

// Exit codes of every program.
enum {
    EXIT_CLEAN = 0,   // nothing found
    EXIT_FOUND = 1,   // collisions, or answers that do not match
    EXIT_TROUBLE = 2, // wrong usage, or a file that cannot be read or written
    EXIT_LIMIT = 3,   // a limit was hit, or a simulation cannot continue: no complete result
    EXIT_BROKEN = 130 // ended by Ctrl-C: 128 + SIGINT
};

// A context whose warnings go to stderr; null after a complaint.
svContext* Program_CreateContext(void);

// The exit code for a status; complains unless it is SV_OK.
int Program_ExitCode(const svContext* context, svStatus status);

// Notices a full disk or a closed pipe; complains.
bool Program_FlushStdout(void);

// Monotonic seconds.
double Program_Seconds(void);

// CPU time of this thread in seconds: not affected by other processes. A call costs up to a
// microsecond.
double Program_ProcessorSeconds(void);

#endif
