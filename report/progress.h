// How far a long run has come, and its end by Ctrl-C.
#ifndef SELVAGE_REPORT_PROGRESS_H
#define SELVAGE_REPORT_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Progress {
    double started, shown; // monotonic seconds
    size_t step, stepCount;
    const char* what; // of which there are stepCount: "frame"
    size_t found;     // bad ones so far
    size_t firstStep; // where this run began: what was there before took none of its time
    bool tellRate;    // steps a second in place of the bad ones
} Progress;

// From here on Ctrl-C ends the run at the next Progress_Tell; a second one, half a
// second later, ends the program.
Progress Progress_Begin(const char* what, size_t stepCount);
void Progress_End(void);

// Shows the share of the current step that is done, now and then and on terminals only. False after
// Ctrl-C. `user` is the Progress: a function for svQueryDef.
bool Progress_Tell(double done, void* user);

bool Progress_IsBroken(void);

#endif
