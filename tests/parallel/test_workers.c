// Parallel loops: every item once, on a worker of its own, with own threads and with hooks of
// several kinds. Run under ThreadSanitizer by make sanitize.

#include "base/context.h"
#include "parallel/workers.h"

#include "support/allocator.h"
#include "support/random.h"
#include "support/test.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

enum { MOST = 5000, MOST_WORKERS = 16 };

// Plain members on purpose: ThreadSanitizer is to see that the loops order all accesses.
typedef struct Work {
    uint32_t visits[MOST];
    uint32_t worker[MOST];
    size_t grain, count;
    uint32_t workers;
    struct {
        uint32_t inside, calls;
        size_t bad, last;
    } scratch[MOST_WORKERS]; // per worker
    uint64_t locked;         // under svWorkers_Lock
    svWorkers* pool;
} Work;

// cmocka's assertions jump, which only its own thread may do: ranges count what is wrong.
static void Visit(uint32_t worker, size_t first, size_t end, void* user) {
    Work* const work = user;
    if (worker >= work->workers) {
        return; // the visits are missed
    }
    const size_t last = work->scratch[worker].last;
    work->scratch[worker].bad += work->scratch[worker].inside++ != 0;
    work->scratch[worker].bad += first >= end || end > work->count || end - first > work->grain;
    work->scratch[worker].bad += first % work->grain != 0 || (last != 0 && first < last);
    work->scratch[worker].last = end;
    ++work->scratch[worker].calls;
    for (size_t i = first; i < end; ++i) {
        ++work->visits[i];
        work->worker[i] = worker;
    }
    svWorkers_Lock(work->pool);
    work->locked += end - first;
    svWorkers_Unlock(work->pool);
    --work->scratch[worker].inside;
}

// Returns how many workers took part.
static uint32_t CheckLoop(svWorkers* workers, size_t count, size_t grain) {
    static Work work;
    memset(&work, 0, sizeof(work));
    work.grain = grain;
    work.count = count;
    work.workers = svWorkers_Count(workers);
    work.pool = workers;
    assert_true(work.workers <= MOST_WORKERS);
    svWorkers_For(workers, count, grain, Visit, &work);
    size_t calls = 0;
    uint32_t some = 0;
    for (uint32_t i = 0; i < work.workers; ++i) {
        assert_int_equal(work.scratch[i].bad, 0);
        calls += work.scratch[i].calls;
        some += work.scratch[i].calls > 0;
    }
    assert_int_equal(calls, count / grain + (count % grain != 0));
    assert_int_equal(work.locked, count);
    for (size_t i = 0; i < MOST; ++i) {
        assert_int_equal(work.visits[i], i < count);
    }
    return some;
}

static void CheckLoops(svWorkers* workers, int rounds) {
    Random random = {51};
    static const size_t counts[] = {0, 1, 2, 3, 7, 64, 1000, MOST};
    static const size_t grains[] = {1, 2, 3, 16, 999, MOST, SIZE_MAX};
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); ++i) {
        for (size_t k = 0; k < sizeof(grains) / sizeof(grains[0]); ++k) {
            CheckLoop(workers, counts[i], grains[k]);
        }
    }
    for (int round = 0; round < rounds; ++round) {
        CheckLoop(workers, (size_t)Random_Below(&random, 300),
                  1 + (size_t)Random_Below(&random, 9));
    }
}

static svContext* NewContext(TestAllocator* allocator, uint32_t count, const svTaskHooks* hooks) {
    svContextDef def = svDefaultContextDef();
    def.allocator = TestAllocator_Hooks(allocator);
    def.workerCount = count;
    if (hooks != NULL) {
        def.tasks = *hooks;
    }
    svContext* context = NULL;
    assert_int_equal(svContext_Create(&def, &context), SV_OK);
    return context;
}

static void CheckWorkers(uint32_t count, const svTaskHooks* hooks, int rounds) {
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = NewContext(&allocator, count, hooks);
    svWorkers *workers = NULL, *again = NULL;
    assert_int_equal(svWorkers_Get(context, &workers), SV_OK);
    assert_int_equal(svWorkers_Count(workers), count);
    const size_t before = allocator.attempts;
    assert_int_equal(svWorkers_Get(context, &again), SV_OK);
    assert_ptr_equal(workers, again);
    CheckLoops(workers, rounds);
    assert_int_equal(allocator.attempts, before); // loops do not allocate
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
    assert_int_equal(allocator.live, 0);
    assert_int_equal(allocator.liveBytes, 0);
}

#if !defined(TEST_NO_THREADS)
static void TestOwnThreads(void** state) {
    (void)state;
    CheckWorkers(1, NULL, 500);
    CheckWorkers(2, NULL, 3000);
    CheckWorkers(5, NULL, 2000);
    CheckWorkers(MOST_WORKERS, NULL, 300);
}
#else
// SELVAGE_THREADS is off: one worker, whatever was asked for, and a warning.
static void CountMissing(svSeverity severity, const char* text, void* user) {
    assert_int_equal(severity, SV_WARNING);
    assert_non_null(strstr(text, "only 1 of 3 workers"));
    ++*(int*)user;
}

static void TestOwnThreads(void** state) {
    (void)state;
    CheckWorkers(1, NULL, 500);
    int warnings = 0;
    svContextDef def = svDefaultContextDef();
    def.workerCount = 3;
    def.message = CountMissing;
    def.messageUser = &warnings;
    svContext* context = NULL;
    svWorkers* workers = NULL;
    assert_int_equal(svContext_Create(&def, &context), SV_OK);
    assert_int_equal(svWorkers_Get(context, &workers), SV_OK);
    assert_int_equal(svWorkers_Count(workers), 1);
    assert_int_equal(warnings, 1);
    CheckLoops(workers, 100);
    svContext_Destroy(context);
}
#endif

static void Record(uint32_t worker, size_t first, size_t end, void* user) {
    size_t** at = user;
    *(*at)++ = worker == 0 ? first : SIZE_MAX;
    *(*at)++ = end;
}

static void TestOneWorkerInOrder(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = NewContext(&allocator, 1, NULL);
    svWorkers* workers = NULL;
    assert_int_equal(svWorkers_Get(context, &workers), SV_OK);
    size_t seen[8] = {0};
    size_t* at = seen;
    svWorkers_For(workers, 7, 3, Record, &at);
    const size_t expected[8] = {0, 3, 3, 6, 6, 7, 0, 0};
    assert_memory_equal(seen, expected, sizeof(seen));
    svContext_Destroy(context);
}

#if !defined(TEST_NO_THREADS)
// Each of two ranges waits until the other one has begun: two threads must be at work at a time.
typedef struct Meeting {
    atomic_int arrived;
    pthread_t caller;
    atomic_bool zeroElsewhere; // worker 0 was not the calling thread
} Meeting;

static void Meet(uint32_t worker, size_t first, size_t end, void* user) {
    Meeting* const meeting = user;
    const bool caller = pthread_equal(pthread_self(), meeting->caller) != 0;
    if (caller != (worker == 0)) {
        atomic_store(&meeting->zeroElsewhere, true);
    }
    atomic_fetch_add(&meeting->arrived, (int)(end - first));
    while (atomic_load(&meeting->arrived) < 2) {
        sched_yield();
    }
}

static void TestIsParallel(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = NewContext(&allocator, 3, NULL);
    svWorkers* workers = NULL;
    assert_int_equal(svWorkers_Get(context, &workers), SV_OK);
    for (int round = 0; round < 50; ++round) {
        Meeting meeting = {.arrived = 0, .caller = pthread_self()};
        svWorkers_For(workers, 2, 1, Meet, &meeting);
        assert_false(atomic_load(&meeting.zeroElsewhere));
        if (round % 10 == 0) { // and when the threads are fast asleep
            nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        }
    }
    svContext_Destroy(context);
}
#endif

typedef struct Hook {
    uint32_t runs, lastCount;
} Hook;

static void RunForwards(svTaskFn task, uint32_t count, void* work, void* user) {
    for (uint32_t i = 0; i < count; ++i) {
        task(i, work);
    }
    ((Hook*)user)->runs += 1;
    ((Hook*)user)->lastCount = count;
}

static void RunBackwards(svTaskFn task, uint32_t count, void* work, void* user) {
    (void)user;
    for (uint32_t i = count; i-- > 0;) {
        task(i, work);
    }
}

typedef struct HookThread {
    svTaskFn task;
    uint32_t index;
    void* work;
    pthread_t id;
} HookThread;

static void* RunHookThread(void* user) {
    const HookThread* const thread = user;
    thread->task(thread->index, thread->work);
    return NULL;
}

static void RunOnThreads(svTaskFn task, uint32_t count, void* work, void* user) {
    (void)user;
    HookThread threads[MOST_WORKERS];
    for (uint32_t i = 0; i < count; ++i) {
        threads[i] = (HookThread){.task = task, .index = i, .work = work};
        if (pthread_create(&threads[i].id, NULL, RunHookThread, &threads[i]) != 0) {
            fail_msg("no thread");
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        pthread_join(threads[i].id, NULL);
    }
}

static void TestHooks(void** state) {
    (void)state;
    for (uint32_t count = 1; count <= 5; count += count == 1 ? 1 : 3) {
        Hook hook = {0};
        CheckWorkers(count, &(svTaskHooks){RunForwards, &hook}, 100);
        CheckWorkers(count, &(svTaskHooks){RunBackwards, NULL}, 100);
        CheckWorkers(count, &(svTaskHooks){RunOnThreads, NULL}, 20);
        assert_true(count == 1 || (hook.runs > 100 && hook.lastCount == count));
    }
    // Once for every loop that has items.
    TestAllocator allocator = TestAllocator_Make();
    Hook hook = {0};
    svContext* context = NewContext(&allocator, 4, &(svTaskHooks){RunForwards, &hook});
    svWorkers* workers = NULL;
    assert_int_equal(svWorkers_Get(context, &workers), SV_OK);
    CheckLoop(workers, 100, 7);
    CheckLoop(workers, 1, 7);
    CheckLoop(workers, 0, 7);
    assert_int_equal(hook.runs, 2);
    svContext_Destroy(context);
}

static void TestContexts(void** state) {
    (void)state;
    svContextDef def = svDefaultContextDef();
    svContext* context = NULL;
    svWorkers* workers = NULL;
    assert_int_equal(def.workerCount, 1);
    def.workerCount = 257;
    assert_int_equal(svContext_Create(&def, &context), SV_ERROR_ARGUMENT);
    def.workerCount = 256;
    assert_int_equal(svContext_Create(&def, &context), SV_OK);
    svContext_Destroy(context); // never asked for its workers
    def.workerCount = 0;
    assert_int_equal(svContext_Create(&def, &context), SV_OK);
    assert_int_equal(svWorkers_Get(context, &workers), SV_OK);
    assert_true(svWorkers_Count(workers) >= 1 && svWorkers_Count(workers) <= 256);
    svContext_Destroy(context); // at once, while threads start

    TestAllocator allocator = TestAllocator_Make();
    context = NewContext(&allocator, 3, NULL);
    TestAllocator_FailNth(&allocator, 0, true);
    assert_int_equal(svWorkers_Get(context, &workers), SV_ERROR_MEMORY);
    assert_string_not_equal(svContext_LastError(context), "");
    assert_int_equal(svWorkers_Get(context, &workers), SV_OK);
    assert_true(CheckLoop(workers, 100, 1) >= 1);
    svContext_Destroy(context);
    assert_int_equal(allocator.live, 0);
}

#if defined(TEST_WRAPS_THREADS)
// In the place of the system's: refuses once this many were started.
static atomic_int threadsLeft = 1000000;
int __real_pthread_create(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
int __wrap_pthread_create(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);

int __wrap_pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                          void* (*start)(void*), void* argument) {
    if (atomic_fetch_sub(&threadsLeft, 1) <= 0) {
        return EAGAIN;
    }
    return __real_pthread_create(thread, attributes, start, argument);
}

static void CountWarning(svSeverity severity, const char* text, void* user) {
    assert_int_equal(severity, SV_WARNING);
    assert_non_null(strstr(text, " of 6 workers"));
    ++*(int*)user;
}

static void TestThreadsRefused(void** state) {
    (void)state;
    for (int left = 0; left <= 5; ++left) {
        int warnings = 0;
        svContextDef def = svDefaultContextDef();
        def.workerCount = 6;
        def.message = CountWarning;
        def.messageUser = &warnings;
        svContext* context = NULL;
        svWorkers* workers = NULL;
        assert_int_equal(svContext_Create(&def, &context), SV_OK);
        atomic_store(&threadsLeft, left);
        assert_int_equal(svWorkers_Get(context, &workers), SV_OK);
        atomic_store(&threadsLeft, 1000000);
        assert_int_equal(svWorkers_Count(workers), 1 + left);
        assert_int_equal(warnings, left < 5);
        CheckLoops(workers, 20);
        svContext_Destroy(context);
    }
}
#endif

// Two contexts at a time on one thread, their loops in turn.
static void TestTwoPools(void** state) {
    (void)state;
    TestAllocator allocators[2] = {TestAllocator_Make(), TestAllocator_Make()};
    svContext* contexts[2];
    svWorkers* workers[2];
    for (int i = 0; i < 2; ++i) {
        contexts[i] = NewContext(&allocators[i], 3, NULL);
        assert_int_equal(svWorkers_Get(contexts[i], &workers[i]), SV_OK);
    }
    for (int round = 0; round < 200; ++round) {
        CheckLoop(workers[round % 2], 50, 3);
    }
    svContext_Destroy(contexts[0]);
    CheckLoop(workers[1], 50, 3);
    svContext_Destroy(contexts[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestOwnThreads),
        cmocka_unit_test(TestOneWorkerInOrder),
#if !defined(TEST_NO_THREADS)
        cmocka_unit_test(TestIsParallel),
#endif
        cmocka_unit_test(TestHooks),
        cmocka_unit_test(TestContexts),
        cmocka_unit_test(TestTwoPools),
#if defined(TEST_WRAPS_THREADS)
        cmocka_unit_test(TestThreadsRefused),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
