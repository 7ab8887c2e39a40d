// POSIX clocks.

#include "base/clock.h"

#include <time.h>

static double Seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double svClock_Seconds(void) {
    return Seconds(CLOCK_MONOTONIC);
}

double svClock_ThreadSeconds(void) {
    return Seconds(CLOCK_THREAD_CPUTIME_ID);
}
