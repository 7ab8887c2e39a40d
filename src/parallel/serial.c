// Workers without threads of their own, in place of workers.c where the library is built with
// SELVAGE_THREADS off (WebAssembly, or a system without POSIX threads): loops run on the calling
// thread, or on the caller's threads through svTaskHooks.

#include "parallel/loop.h"

#include "base/context.h"

#include <assert.h>
#include <string.h>

struct svWorkers {
    svAllocator allocator;
    svTaskHooks tasks;
    uint32_t count;   // tasks of a loop with hooks, else 1
    atomic_flag lock; // svWorkers_Lock; only hooks can bring a second thread
};

void svWorkers_For(svWorkers* workers, size_t count, size_t grain, svRangeFn fn, void* work) {
    assert(grain > 0);
    svLoop loop;
    svLoop_Init(&loop, count, grain, fn, work);
    if (count > 0 && workers->count > 1) {
        workers->tasks.run(svLoop_RunTask, workers->count, &loop, workers->tasks.user);
    } else {
        svLoop_Run(&loop, 0);
    }
}

uint32_t svWorkers_Count(const svWorkers* workers) {
    return workers->count;
}

void svWorkers_Lock(svWorkers* workers) {
    while (atomic_flag_test_and_set_explicit(&workers->lock, memory_order_acquire)) {
    }
}

void svWorkers_Unlock(svWorkers* workers) {
    atomic_flag_clear_explicit(&workers->lock, memory_order_release);
}

static void DestroySerialWorkers(svWorkers* workers) {
    const svAllocator allocator = workers->allocator;
    allocator.release(workers, sizeof(*workers), allocator.user);
}

svStatus svWorkers_Get(svContext* context, svWorkers** workers) {
    if (context->workers != NULL) {
        *workers = context->workers;
        return SV_OK;
    }
    const svAllocator allocator = context->allocator;
    svWorkers* const w = allocator.allocate(sizeof(*w), SV_LOOP_ALIGNMENT, allocator.user);
    if (w == NULL) {
        return svContext_Fail(context, SV_ERROR_MEMORY, "no memory for the workers");
    }
    memset(w, 0, sizeof(*w));
    w->allocator = allocator;
    w->tasks = context->tasks;
    w->count = w->tasks.run != NULL && context->workerCount > 1 ? context->workerCount : 1;
    atomic_flag_clear(&w->lock);
    if (w->count < context->workerCount) {
        svContext_Message(context, SV_WARNING, "only %u of %u workers could be started", w->count,
                          context->workerCount);
    }
    context->workers = w;
    context->destroyWorkers = DestroySerialWorkers;
    *workers = w;
    return SV_OK;
}
