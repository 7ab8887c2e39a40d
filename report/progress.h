// Progress of a long run, and its interruption by Ctrl-C.
#ifndef SELVAGE_REPORT_PROGRESS_H
#define SELVAGE_REPORT_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Progress {
    double started, shown; // monotonic seconds
    size_t step, stepCount;
    const char* what; // name of a step: "frame"
    size_t found;     // bad steps so far
    size_t firstStep; // where this run resumed: earlier steps do not count in the rate
    bool tellRate;    // show steps per second instead of bad steps
} Progress;

// From here on Ctrl-C ends the run at the next Progress_Tell; a second one, half a second later,
// kills the program.
Progress Progress_Begin(const char* what, size_t stepCount);
void Progress_End(void);

// Progress callback for svQueryDef; `user` is the Progress, `done` the share of the current step.
// Prints now and then, on terminals only. False after Ctrl-C.
bool Progress_Tell(double done, void* user);

bool Progress_IsBroken(void);

// For a run of some `seconds` with progress lines of several kinds: each line begins with `what`
// and the time left (no seconds: without it). `what` must last until Progress_End or the next call.
void Progress_Expect(const char* what, double seconds);

#endif
