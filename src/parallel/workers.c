// A pool of threads for parallel loops, one loop at a time.
//
// The ranges of a loop are handed out by an atomic counter. The calling thread begins at once;
// other threads join as they wake up, and those that wake too late find the loop closed. So a loop
// never waits for a thread that has not begun to work, and a short one costs little more than
// waking the threads. The loops of a query follow each other closely, and a sleeping thread may be
// woken on a busy processor: so an idle thread polls for work, yielding in between, for about a
// millisecond before it sleeps.

#include "parallel/loop.h"

#include "base/context.h"

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

// Polls before sleeping; one poll with its sched_yield takes some tenths of a microsecond. With
// more workers than processors polling takes time from those at work.
#define POLLS 4000
#define POLLS_CROWDED 10

typedef struct Thread {
    svWorkers* workers;
    uint32_t index; // as a worker, from 1
    pthread_t id;
} Thread;

struct svWorkers {
    svAllocator allocator;
    size_t bytes; // of this struct with its threads
    svTaskHooks tasks;
    uint32_t count; // threads and the calling one; with hooks: tasks of a loop
    int polls;      // before sleeping

    pthread_mutex_t userLock; // svWorkers_Lock

    pthread_mutex_t mutex; // of all that follows
    pthread_cond_t wake;   // a loop was opened, or `quit` was set
    pthread_cond_t done;   // `active` became 0
    svLoop* loop;          // null: none is open
    bool quit;
    // Written under the mutex; read without it to find out whether taking it is worthwhile.
    alignas(SV_LOOP_ALIGNMENT)
        atomic_uint round; // of loops, so that a thread enters each only once
    atomic_uint active;    // threads at work in the loop

    Thread threads[];
};

// Waits for the next loop and enters it; *loop is null if it is over already. False: quit.
static bool EnterRound(svWorkers* workers, unsigned* round, svLoop** loop) {
    for (int poll = 0; poll < workers->polls; ++poll) {
        if (atomic_load_explicit(&workers->round, memory_order_relaxed) != *round) {
            break;
        }
        sched_yield();
    }
    pthread_mutex_lock(&workers->mutex);
    while (atomic_load_explicit(&workers->round, memory_order_relaxed) == *round) {
        pthread_cond_wait(&workers->wake, &workers->mutex);
    }
    *round = atomic_load_explicit(&workers->round, memory_order_relaxed);
    *loop = workers->loop;
    if (*loop != NULL) {
        atomic_fetch_add_explicit(&workers->active, 1, memory_order_relaxed);
    }
    const bool quit = workers->quit;
    pthread_mutex_unlock(&workers->mutex);
    return !quit;
}

// Publishes what this thread wrote to the thread that reads the count. The loop may be gone after
// it.
static void LeaveRound(svWorkers* workers) {
    if (atomic_fetch_sub_explicit(&workers->active, 1, memory_order_acq_rel) == 1) {
        // Under the mutex, or the signal could fall between the check and the wait of CloseLoop.
        pthread_mutex_lock(&workers->mutex);
        pthread_cond_signal(&workers->done);
        pthread_mutex_unlock(&workers->mutex);
    }
}

static void* ThreadMain(void* user) {
    const Thread* const thread = user;
    svWorkers* const workers = thread->workers;
    unsigned round = 0;
    svLoop* loop = NULL;
    while (EnterRound(workers, &round, &loop)) {
        if (loop != NULL) {
            svLoop_Run(loop, thread->index);
            LeaveRound(workers);
        }
    }
    return NULL;
}

static void NextRound(svWorkers* workers) {
    atomic_fetch_add_explicit(&workers->round, 1, memory_order_relaxed);
}

static void OpenLoop(svWorkers* workers, svLoop* loop) {
    pthread_mutex_lock(&workers->mutex);
    assert(workers->loop == NULL);
    workers->loop = loop;
    NextRound(workers);
    pthread_mutex_unlock(&workers->mutex);
    // No more threads than there are ranges besides the first.
    if (loop->rangeCount >= workers->count) {
        pthread_cond_broadcast(&workers->wake);
        return;
    }
    for (size_t i = 1; i < loop->rangeCount; ++i) {
        pthread_cond_signal(&workers->wake);
    }
}

static void CloseLoop(svWorkers* workers) {
    pthread_mutex_lock(&workers->mutex);
    workers->loop = NULL;
    pthread_mutex_unlock(&workers->mutex);
    for (int poll = 0; poll < workers->polls; ++poll) {
        if (atomic_load_explicit(&workers->active, memory_order_acquire) == 0) {
            return;
        }
        sched_yield();
    }
    pthread_mutex_lock(&workers->mutex);
    while (atomic_load_explicit(&workers->active, memory_order_acquire) != 0) {
        pthread_cond_wait(&workers->done, &workers->mutex);
    }
    pthread_mutex_unlock(&workers->mutex);
}

void svWorkers_For(svWorkers* workers, size_t count, size_t grain, svRangeFn fn, void* work) {
    assert(grain > 0);
    if (count == 0) {
        return;
    }
    svLoop loop;
    svLoop_Init(&loop, count, grain, fn, work);
    if (workers->count > 1 && workers->tasks.run != NULL) {
        workers->tasks.run(svLoop_RunTask, workers->count, &loop, workers->tasks.user);
    } else if (workers->count > 1 && loop.rangeCount > 1) {
        OpenLoop(workers, &loop);
        svLoop_Run(&loop, 0);
        CloseLoop(workers);
    } else {
        svLoop_Run(&loop, 0);
    }
}

uint32_t svWorkers_Count(const svWorkers* workers) {
    return workers->count;
}

void svWorkers_Lock(svWorkers* workers) {
    pthread_mutex_lock(&workers->userLock);
}

void svWorkers_Unlock(svWorkers* workers) {
    pthread_mutex_unlock(&workers->userLock);
}

static uint32_t ProcessorCount(void) {
#if defined(_SC_NPROCESSORS_ONLN)
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    if (count > SV_MAX_WORKERS) {
        return SV_MAX_WORKERS;
    }
    return count < 1 ? 1 : (uint32_t)count;
#else
    return 1;
#endif
}

// Starts threads until `wanted` workers are there or the system refuses.
static void StartThreads(svWorkers* workers, uint32_t wanted) {
    // Signals go to the program's own threads, except those that a thread raises by itself.
    static const int own[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
    sigset_t blocked, before;
    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); ++i) {
        sigdelset(&blocked, own[i]);
    }
    const bool masked = pthread_sigmask(SIG_BLOCK, &blocked, &before) == 0;
    while (workers->count < wanted) {
        Thread* const thread = &workers->threads[workers->count - 1];
        thread->workers = workers;
        thread->index = workers->count;
        if (pthread_create(&thread->id, NULL, ThreadMain, thread) != 0) {
            break;
        }
        ++workers->count;
    }
    if (masked) {
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
}

static bool InitLocks(svWorkers* workers) {
    if (pthread_mutex_init(&workers->userLock, NULL) != 0) {
        return false;
    }
    if (pthread_mutex_init(&workers->mutex, NULL) == 0) {
        if (pthread_cond_init(&workers->wake, NULL) == 0) {
            if (pthread_cond_init(&workers->done, NULL) == 0) {
                return true;
            }
            pthread_cond_destroy(&workers->wake);
        }
        pthread_mutex_destroy(&workers->mutex);
    }
    pthread_mutex_destroy(&workers->userLock);
    return false;
}

static void ReleaseWorkers(svWorkers* workers) {
    const svAllocator allocator = workers->allocator;
    allocator.release(workers, workers->bytes, allocator.user);
}

static void DestroyThreadPool(svWorkers* workers) {
    if (workers->tasks.run == NULL) {
        pthread_mutex_lock(&workers->mutex);
        workers->quit = true;
        NextRound(workers);
        pthread_cond_broadcast(&workers->wake);
        pthread_mutex_unlock(&workers->mutex);
        for (uint32_t i = 1; i < workers->count; ++i) {
            pthread_join(workers->threads[i - 1].id, NULL);
        }
    }
    pthread_cond_destroy(&workers->done);
    pthread_cond_destroy(&workers->wake);
    pthread_mutex_destroy(&workers->mutex);
    pthread_mutex_destroy(&workers->userLock);
    ReleaseWorkers(workers);
}

svStatus svWorkers_Get(svContext* context, svWorkers** workers) {
    if (context->workers != NULL) {
        *workers = context->workers;
        return SV_OK;
    }
    const uint32_t processors = ProcessorCount();
    const uint32_t wanted = context->workerCount == 0 ? processors : context->workerCount;
    const svAllocator allocator = context->allocator;
    const size_t bytes = sizeof(svWorkers) + (wanted - 1) * sizeof(Thread);
    svWorkers* const w = allocator.allocate(bytes, SV_LOOP_ALIGNMENT, allocator.user);
    if (w == NULL) {
        return svContext_Fail(context, SV_ERROR_MEMORY, "no memory for the workers");
    }
    memset(w, 0, bytes);
    w->allocator = allocator;
    w->bytes = bytes;
    w->tasks = context->tasks;
    w->polls = wanted <= processors ? POLLS : POLLS_CROWDED;
    w->count = w->tasks.run != NULL ? wanted : 1;
    atomic_init(&w->round, 0);
    atomic_init(&w->active, 0);
    if (!InitLocks(w)) {
        ReleaseWorkers(w);
        return svContext_Fail(context, SV_ERROR_MEMORY, "no memory for the locks of the workers");
    }
    StartThreads(w, wanted);
    if (w->count < wanted) {
        svContext_Message(context, SV_WARNING, "only %u of %u workers could be started", w->count,
                          wanted);
    }
    context->workers = w;
    context->destroyWorkers = DestroyThreadPool;
    *workers = w;
    return SV_OK;
}
