// Seconds from an arbitrary start, monotonic.
#ifndef SELVAGE_BASE_CLOCK_H
#define SELVAGE_BASE_CLOCK_H

// Wall-clock time.
double svClock_Seconds(void);

// CPU time of the calling thread: what to benchmark with on a shared machine.
double svClock_ThreadSeconds(void);

#endif
