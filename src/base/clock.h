// Wall-clock seconds from an arbitrary start, monotonic.
#ifndef SELVAGE_BASE_CLOCK_H
#define SELVAGE_BASE_CLOCK_H

double svClock_Seconds(void);

#endif
