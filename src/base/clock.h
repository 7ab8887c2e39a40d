// Seconds from an arbitrary start, monotonic.
#ifndef SELVAGE_BASE_CLOCK_H
#define SELVAGE_BASE_CLOCK_H

// Of the wall clock.
double svClock_Seconds(void);

// That the processor spent on this thread: what a benchmark on a shared machine wants.
double svClock_ThreadSeconds(void);

#endif
