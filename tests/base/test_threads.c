// Pure functions from several threads at once, and a context, its meshes and its files in each:
// every thread gets what one thread gets alone. Run under ThreadSanitizer by make sanitize.

#include "selvage/elementary.h"
#include "selvage/io.h"
#include "selvage/mesh.h"
#include "selvage/predicates.h"

#include "support/random.h"
#include "support/test.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, QUERIES = 1200, PASSES = 4, COLUMNS = 12, RESULT_NUMBERS = 11 };

// What all threads read.
typedef struct Shared {
    svMovingPair pairs[QUERIES];
    double x0[4 * QUERIES][3], x1[4 * QUERIES][3];
    svTrianglePair triangles[QUERIES];
} Shared;

// What one pass of one thread finds. Zeroed first and without padding that a struct of the library
// would bring along, so that answers can be compared as bytes.
typedef struct Answers {
    uint8_t hits[2][QUERIES];
    double results[2][QUERIES][RESULT_NUMBERS];
    uint8_t batchHits[2][QUERIES];
    svInterval times[2][QUERIES];
    svCcdStats stats[2];
    int32_t orientations[QUERIES], meetings[QUERIES];
    double segments[QUERIES][2][3];
    size_t warnings; // of the mesh
    size_t faults, edges, components;
    double read[3][3];
    size_t unexpected; // statuses
} Answers;

// Coordinates on a coarse grid: touching, coplanar and degenerate pairs, which need the exact path.
// Every 16th pair has one coordinate so small that the exact path allocates.
static void MakeShared(Shared* shared) {
    Random random = {91};
    for (int i = 0; i < QUERIES; ++i) {
        svMovingPair* pair = &shared->pairs[i];
        svTrianglePair* triangles = &shared->triangles[i];
        for (int p = 0; p < 4; ++p) {
            for (int k = 0; k < 3; ++k) {
                pair->x0[p][k] = 0.5 * Random_Between(&random, -2, 2);
                pair->x1[p][k] =
                    i % 2 == 0 ? 0.5 * Random_Between(&random, -2, 2) : Random_Signed(&random);
            }
        }
        if (i % 16 == 0) {
            pair->x1[i / 16 % 4][i / 64 % 3] = 0x1p-400;
        }
        memcpy(shared->x0[4 * i], pair->x0, sizeof(pair->x0));
        memcpy(shared->x1[4 * i], pair->x1, sizeof(pair->x1));
        memcpy(triangles->a, pair->x0, sizeof(triangles->a));
        memcpy(triangles->b, pair->x1, sizeof(triangles->b));
        for (uint32_t k = 0; k < 3; ++k) {
            triangles->aIds[k] = k;
            triangles->bIds[k] = 3 + k;
        }
    }
}

static void Expect(Answers* answers, svStatus status, svStatus expected) {
    answers->unexpected += status != expected;
}

static void KeepResult(const svCcdResult* result, double numbers[RESULT_NUMBERS]) {
    numbers[0] = result->hit;
    numbers[1] = result->exact;
    if (result->hit) {
        numbers[2] = result->tLo;
        numbers[3] = result->tHi;
        memcpy(numbers + 4, result->weights, sizeof(result->weights));
        memcpy(numbers + 8, result->normal, sizeof(result->normal));
    }
}

static void AskSingles(const Shared* shared, Answers* answers) {
    const svCcdDef def = svDefaultCcdDef();
    for (int i = 0; i < QUERIES; ++i) {
        const svMovingPair* pair = &shared->pairs[i];
        bool hits[2] = {0};
        svCcdResult results[2] = {0};
        Expect(answers, svVertexFace_Test(pair, &hits[0]), SV_OK);
        Expect(answers, svEdgeEdge_Test(pair, &hits[1]), SV_OK);
        Expect(answers, svVertexFace_Ccd(pair, &def, &results[0]), SV_OK);
        Expect(answers, svEdgeEdge_Ccd(pair, &def, &results[1]), SV_OK);
        for (int kind = 0; kind < 2; ++kind) {
            answers->hits[kind][i] = hits[kind];
            KeepResult(&results[kind], answers->results[kind][i]);
        }
        svTriangleResult meeting = {0};
        Expect(answers, svTriangleTriangle(&shared->triangles[i], &meeting), SV_OK);
        answers->meetings[i] = (int32_t)meeting.meeting;
        if (meeting.meeting != SV_TRIANGLES_APART) {
            memcpy(answers->segments[i], meeting.segment, sizeof(meeting.segment));
        }
        answers->orientations[i] = svOrient3d(pair->x0[0], pair->x0[1], pair->x0[2], pair->x0[3]);
    }
}

static void AskBatches(const Shared* shared, Answers* answers) {
    svCcdBatchDef def = svDefaultCcdBatchDef();
    def.x0 = svPositions_Double(shared->x0[0], 4 * QUERIES);
    def.x1 = svPositions_Double(shared->x1[0], 4 * QUERIES);
    def.count = QUERIES;
    Expect(
        answers,
        svVertexFace_CcdBatch(&def, answers->batchHits[0], answers->times[0], &answers->stats[0]),
        SV_OK);
    Expect(answers,
           svEdgeEdge_CcdBatch(&def, answers->batchHits[1], answers->times[1], &answers->stats[1]),
           SV_OK);
}

static void CountWarning(svSeverity severity, const char* text, void* user) {
    (void)text;
    *(size_t*)user += severity == SV_WARNING;
}

// A strip of triangles over the shared points, one of them twice.
static void AskMesh(svContext* context, const Shared* shared, Answers* answers) {
    uint32_t triangles[3 * COLUMNS];
    for (uint32_t i = 0; i < COLUMNS; ++i) {
        for (uint32_t k = 0; k < 3; ++k) {
            triangles[3 * i + k] = (i == COLUMNS - 1 ? 0 : i) + k;
        }
    }
    svMeshDef def = svDefaultMeshDef();
    def.triangles = triangles;
    def.triangleCount = COLUMNS;
    def.vertexCount = COLUMNS + 2;
    svMesh* mesh = NULL;
    Expect(answers, svMesh_Create(context, &def, &mesh), SV_OK);
    if (mesh == NULL) {
        return;
    }
    const svPositions x0 = svPositions_Double(shared->x0[0], COLUMNS + 2);
    const svPositions x1 = svPositions_Double(shared->x1[0], COLUMNS + 2);
    Expect(answers, svMesh_SetMotion(mesh, &x0, &x1), SV_OK);
    svMeshInfo info = {0};
    Expect(answers, svMesh_GetInfo(mesh, &info), SV_OK);
    answers->edges = info.edgeCount;
    answers->components = info.componentCount;
    svMeshReport report = {0};
    Expect(answers, svMesh_Validate(mesh, 10, &report), SV_OK);
    answers->faults = report.faultCount;
    svMeshReport_Destroy(context, &report);
    svMesh_Destroy(mesh);
}

static void AskReader(svContext* context, Answers* answers) {
    static const char text[] = "v 0.1 2e-5 3\nv 1 0 0\nv 0 -1.7976931348623157e308 0\nf 1 2 3\n";
    svMeshData data = {0};
    Expect(answers, svReadMeshMemory(context, "a.obj", text, sizeof(text) - 1, NULL, &data), SV_OK);
    if (data.vertexCount == 3) {
        memcpy(answers->read, data.positions, 9 * sizeof(double));
    }
    svMeshData_Destroy(context, &data);
    Expect(answers, svReadMeshMemory(context, "b.obj", "v 1 x", 5, NULL, &data), SV_ERROR_FORMAT);
}

// All threads begin each part at the same time, so that they are in the same functions at once. No
// barrier of the system: that would order what the threads do before and behind it, and
// ThreadSanitizer reports only what nothing orders.
static void Meet(atomic_int* arrivals) {
    if (arrivals == NULL) {
        return;
    }
    const int before = atomic_fetch_add_explicit(arrivals, 1, memory_order_relaxed);
    const int all = (before / THREADS + 1) * THREADS;
    while (atomic_load_explicit(arrivals, memory_order_relaxed) < all) {
        sched_yield();
    }
}

// Null arrivals: alone.
static void AskAll(const Shared* shared, atomic_int* arrivals, Answers* answers) {
    memset(answers, 0, sizeof(*answers));
    Meet(arrivals);
    AskSingles(shared, answers);
    Meet(arrivals);
    AskBatches(shared, answers);
    Meet(arrivals);
    svContextDef def = svDefaultContextDef();
    def.message = CountWarning;
    def.messageUser = &answers->warnings;
    svContext* context = NULL;
    Expect(answers, svContext_Create(&def, &context), SV_OK);
    if (context != NULL) {
        AskMesh(context, shared, answers);
        AskReader(context, answers);
        Expect(answers, svContext_BytesInUse(context) == 0 ? SV_OK : SV_ERROR_MEMORY, SV_OK);
        svContext_Destroy(context);
    }
}

typedef struct Worker {
    const Shared* shared;
    atomic_int* arrivals;
    const Answers* expected;
    Answers* answers;
    int differences;
} Worker;

// cmocka's assertions jump, which only its own thread may do: a worker counts.
static void* Work(void* user) {
    Worker* worker = user;
    for (int pass = 0; pass < PASSES; ++pass) {
        AskAll(worker->shared, worker->arrivals, worker->answers);
        worker->differences +=
            memcmp(worker->answers, worker->expected, sizeof(*worker->expected)) != 0;
    }
    return NULL;
}

static void TestThreadsAgree(void** state) {
    (void)state;
    static Shared shared;
    static Answers expected, answers[THREADS];
    MakeShared(&shared);
    AskAll(&shared, NULL, &expected);
    assert_int_equal(expected.unexpected, 0);
    assert_true(expected.warnings > 0 && expected.faults > 0);
    assert_true(expected.stats[0].exact > 100 && expected.stats[1].exact > 100);

    assert_true(expected.edges > COLUMNS && expected.read[0][0] == 0.1);
    atomic_int arrivals = 0;
    pthread_t threads[THREADS];
    Worker workers[THREADS];
    for (int i = 0; i < THREADS; ++i) {
        workers[i] = (Worker){&shared, &arrivals, &expected, &answers[i], 0};
        assert_int_equal(pthread_create(&threads[i], NULL, Work, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; ++i) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(answers[i].unexpected, 0);
        assert_int_equal(workers[i].differences, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(TestThreadsAgree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
