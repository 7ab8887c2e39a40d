// The progress line, and Ctrl-C as a flag that a run polls.

#define _XOPEN_SOURCE 700 // sigaction, clock_gettime
#include "progress.h"

#include "output.h"
#include "program.h"
#include "terminal.h"

#include <signal.h>
#include <time.h>

// Written by the signal handler.
static volatile sig_atomic_t broken;
static volatile sig_atomic_t brokenAt; // milliseconds, for differences only

// What Progress_Expect was told.
static struct {
    const char* what;
    double end; // monotonic seconds
} expected;

static int Milliseconds(void) {
    struct timespec now; // clock_gettime is async-signal-safe
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int)(now.tv_sec % 1000000 * 1000 + now.tv_nsec / 1000000);
}

// A parent process (timeout, make, npm) may forward a Ctrl-C that the tool received as well: a
// second one that follows at once is the same.
static void Break(int number) {
    enum { SAME = 500 };
    const int now = Milliseconds();
    if (broken == 0) {
        broken = 1;
        brokenAt = now;
    } else if (now - brokenAt > SAME) {
        Output_Die(number);
    }
}

static void Handle(void (*handler)(int)) {
    struct sigaction action = {0};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    struct sigaction old;
    // Keep ignoring Ctrl-C where the process was started so (nohup, a background job).
    if (sigaction(SIGINT, NULL, &old) == 0 && old.sa_handler != SIG_IGN) {
        sigaction(SIGINT, &action, NULL);
    }
}

Progress Progress_Begin(const char* what, size_t stepCount) {
    broken = 0;
    Handle(Break);
    const double now = Program_Seconds();
    return (Progress){.started = now, .shown = now, .stepCount = stepCount, .what = what};
}

void Progress_End(void) {
    if (broken == 0) { // else the handler stays until the message is out
        Handle(Output_Die);
    }
    Terminal_HeadProgress(NULL);
    Terminal_Progress(NULL);
}

bool Progress_IsBroken(void) {
    return broken != 0;
}

// `rate`: steps per second.
static void TimeLeft(double steps, double rate, char text[32]) {
    const double left = steps / rate;
    const unsigned long seconds = left < 1e6 ? (unsigned long)(left + 0.5) : 1000000;
    if (seconds >= 3600) {
        snprintf(text, 32, "%lu h %02lu min", seconds / 3600, seconds / 60 % 60);
    } else {
        snprintf(text, 32, "%lu:%02lu", seconds / 60, seconds % 60);
    }
}

static void TellExpected(char* text, size_t room) {
    const double left = expected.end - Program_Seconds();
    char time[32];
    if (left > 0) {
        TimeLeft(left, 1, time);
        snprintf(text, room, "%s, about %s left; ", expected.what, time);
    } else {
        snprintf(text, room, "%s; ", expected.what);
    }
}

void Progress_Expect(const char* what, double seconds) {
    expected.what = what;
    expected.end = Program_Seconds() + seconds;
    Terminal_HeadProgress(TellExpected);
    Terminal_Progress("starting");
}

bool Progress_Tell(double done, void* user) {
    enum { BAR = 20 };
    Progress* progress = user;
    const double now = Program_Seconds();
    if (broken != 0 || now < progress->shown + 0.1) {
        return broken == 0;
    }
    progress->shown = now;
    const double count = progress->stepCount == 0 ? 1 : (double)progress->stepCount;
    const double position = (double)progress->step + done, share = position / count;
    const double rate = (position - (double)progress->firstStep) / (now - progress->started);
    char bar[BAR + 1] = "";
    for (int i = 0; i < BAR; ++i) {
        bar[i] = i < (int)(share * BAR) ? '#' : '.';
    }
    char left[32] = "?";
    if (rate > 0) {
        TimeLeft(count - position, rate, left);
    }
    if (progress->tellRate) {
        Terminal_Progress("%s %s %zu of %zu, %.*f a second, %s left", bar, progress->what,
                          progress->step, progress->stepCount, rate < 100 ? 1 : 0, rate, left);
    } else if (progress->stepCount > 1) {
        Terminal_Progress("%s %s %zu of %zu, %zu bad, %s left", bar, progress->what,
                          progress->step + 1, progress->stepCount, progress->found, left);
    } else {
        Terminal_Progress("%s %3.0f %%, %s left", bar, 100 * share, left);
    }
    return true;
}
