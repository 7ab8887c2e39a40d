// A parallel loop: ranges of items, handed out to the workers by an atomic counter.
#ifndef SELVAGE_PARALLEL_LOOP_H
#define SELVAGE_PARALLEL_LOOP_H

#include "parallel/workers.h"

#include <stdalign.h>
#include <stdatomic.h>

#define SV_LOOP_ALIGNMENT 64 // a cache line

// Lives on the stack of svWorkers_For.
typedef struct svLoop {
    svRangeFn fn;
    void* work;
    size_t count, grain, rangeCount;
    alignas(SV_LOOP_ALIGNMENT) atomic_size_t next; // the next range to hand out
} svLoop;

static inline void svLoop_Init(svLoop* loop, size_t count, size_t grain, svRangeFn fn, void* work) {
    loop->fn = fn;
    loop->work = work;
    loop->count = count;
    loop->grain = grain;
    loop->rangeCount = count / grain + (count % grain != 0);
    atomic_init(&loop->next, 0);
}

// Runs ranges until there are none left.
static inline void svLoop_Run(svLoop* loop, uint32_t worker) {
    for (;;) {
        // Relaxed: the input was published under the mutex when the loop was opened, and the ranges
        // are independent of each other.
        const size_t range = atomic_fetch_add_explicit(&loop->next, 1, memory_order_relaxed);
        if (range >= loop->rangeCount) {
            return;
        }
        const size_t first = range * loop->grain, left = loop->count - first;
        loop->fn(worker, first, first + (left < loop->grain ? left : loop->grain), loop->work);
    }
}

// The same as a task of svTaskHooks.
static inline void svLoop_RunTask(uint32_t index, void* loop) {
    svLoop_Run(loop, index);
}

#endif
