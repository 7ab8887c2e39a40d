// The workers of a context: its own threads, or the caller's through svTaskHooks.
#ifndef SELVAGE_PARALLEL_WORKERS_H
#define SELVAGE_PARALLEL_WORKERS_H

#include "selvage/base.h"

typedef struct svWorkers svWorkers;

// The workers of the context, made at the first call and destroyed with it. SV_ERROR_MEMORY. Where
// the system refuses threads there are fewer workers, down to the calling thread alone, and a
// warning; results do not change.
svStatus svWorkers_Get(svContext* context, svWorkers** workers);

// From 1 to SV_MAX_WORKERS. With hooks it is the context's workerCount all the same: how many tasks
// to make.
uint32_t svWorkers_Count(const svWorkers* workers);

// Calls fn for consecutive ranges of at most `grain` items that cover [0, count), as workers become
// free. Returns when all are done, and what they wrote can be read. One worker: all on the calling
// thread, in order. Worker 0 is the calling thread unless hooks are set. `grain` > 0. Not from
// inside a range.
void svWorkers_For(svWorkers* workers, size_t count, size_t grain, svRangeFn fn, void* work);

// A critical section, from inside a range: for memory, for the caller's functions, for what ranges
// sum up or take from each other. Not recursive. (Without threads of its own, serial.c, it spins:
// only the caller's hooks can bring a second thread.)
void svWorkers_Lock(svWorkers* workers);
void svWorkers_Unlock(svWorkers* workers);

#endif
