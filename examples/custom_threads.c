// The same query with one worker, with the library's threads and with threads of our own: the
// results are the same, and one hash tells so. Then results as a stream, with progress, and a query
// that is cancelled.

#include "selvage/selvage.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

// ---- our own threads ---------------------------------------------------------------------------

enum { THREADS = 3 };

// Work that the library handed over. An engine would put its tasks into the pool that it has.
typedef struct Job {
    svTaskFn task;
    void* work;
    uint32_t count;
    atomic_uint next;
} Job;

static void* TakeTasks(void* user) {
    Job* job = user;
    for (uint32_t i = atomic_fetch_add(&job->next, 1); i < job->count;
         i = atomic_fetch_add(&job->next, 1)) {
        job->task(i, job->work);
    }
    return NULL;
}

// svTaskHooks::run. Every task is called once, and all are done when it returns. Where a thread
// cannot be started the others do its share: tasks never wait for each other.
static void RunTasks(svTaskFn task, uint32_t count, void* work, void* user) {
    Job job = {.task = task, .work = work, .count = count};
    pthread_t threads[THREADS];
    int started = 0;
    while (started < THREADS && pthread_create(&threads[started], NULL, TakeTasks, &job) == 0) {
        ++started;
    }
    TakeTasks(&job);
    for (int i = 0; i < started; ++i) {
        pthread_join(threads[i], NULL);
    }
    ++*(unsigned*)user;
}

// ---- the scene ---------------------------------------------------------------------------------

enum { SIDE = 80, VERTICES = (SIDE + 1) * (SIDE + 1), FACES = 2 * SIDE * SIDE };

static double x0[VERTICES][3], x1[VERTICES][3];
static uint32_t triangles[FACES][3];

// A sheet in waves that become so steep that they fall over each other.
static void MakeWaves(double fold, double x[VERTICES][3]) {
    for (int i = 0; i <= SIDE; ++i) {
        for (int j = 0; j <= SIDE; ++j) {
            const double u = (double)i / SIDE, v = (double)j / SIDE;
            double* point = x[i * (SIDE + 1) + j];
            point[0] = u + fold * sin(40 * u + 3 * v);
            point[1] = v + 0.1 * fold * cos(9 * u);
            point[2] = 0.06 * cos(40 * u + 3 * v);
        }
    }
}

static void Triangulate(void) {
    for (uint32_t i = 0, f = 0; i < SIDE; ++i) {
        for (uint32_t j = 0; j < SIDE; ++j, f += 2) {
            const uint32_t v = i * (SIDE + 1) + j, right = v + SIDE + 1;
            triangles[f][0] = triangles[f + 1][0] = v;
            triangles[f][1] = right;
            triangles[f][2] = triangles[f + 1][1] = right + 1;
            triangles[f + 1][2] = v + 1;
        }
    }
}

static void Require(const svContext* context, svStatus status) {
    if (status != SV_OK) {
        fprintf(stderr, "%s: %s\n", svStatus_Text(status),
                context == NULL ? "" : svContext_LastError(context));
        exit(2);
    }
}

typedef struct World {
    svContext* context;
    svMesh* mesh;
    svScene* scene;
} World;

static World MakeWorld(uint32_t workerCount, svTaskHooks hooks) {
    World world = {NULL, NULL, NULL};
    svContextDef contextDef = svDefaultContextDef();
    contextDef.workerCount = workerCount;
    contextDef.tasks = hooks; // all null: the library's own threads
    Require(NULL, svContext_Create(&contextDef, &world.context));
    svMeshDef meshDef = svDefaultMeshDef();
    meshDef.triangles = triangles[0];
    meshDef.triangleCount = FACES;
    meshDef.vertexCount = VERTICES;
    Require(world.context, svMesh_Create(world.context, &meshDef, &world.mesh));
    const svPositions from = svPositions_Double(x0[0], VERTICES);
    const svPositions to = svPositions_Double(x1[0], VERTICES);
    Require(world.context, svMesh_SetMotion(world.mesh, &from, &to));
    const svSceneDef sceneDef = svDefaultSceneDef();
    Require(world.context, svScene_Create(world.context, &sceneDef, &world.scene));
    Require(world.context, svScene_Add(world.scene, world.mesh, NULL, NULL));
    return world;
}

static void DestroyWorld(World* world) {
    svScene_Destroy(world->scene);
    svMesh_Destroy(world->mesh);
    svContext_Destroy(world->context); // ends its threads
}

static uint64_t DetectWith(const char* title, uint32_t workerCount, svTaskHooks hooks) {
    World world = MakeWorld(workerCount, hooks);
    svContacts contacts;
    Require(world.context, svScene_Detect(world.scene, NULL, &contacts));
    const uint64_t hash = contacts.hash;
    printf("%-23s %zu + %zu contacts, hash %016llx\n", title, contacts.vf.count, contacts.ee.count,
           (unsigned long long)hash);
    DestroyWorld(&world);
    return hash;
}

// ---- callbacks ---------------------------------------------------------------------------------

typedef struct Watch {
    size_t blocks, pairs, reports;
    double cancelAt;
} Watch;

// Called by one thread at a time: no lock is needed here.
static void TakeBlock(const svContactBlock* block, void* user) {
    Watch* watch = user;
    ++watch->blocks;
    watch->pairs += block->count;
}

static bool Report(double done, void* user) {
    Watch* watch = user;
    ++watch->reports;
    return done < watch->cancelAt;
}

static svStatus Watched(const World* world, Watch* watch, svContacts* contacts) {
    svDetectDef def = svDefaultDetectDef();
    def.query.progress = Report;
    def.query.stream = TakeBlock; // nothing is stored: memory stays what it was
    def.query.user = watch;
    return svScene_Detect(world->scene, &def, contacts);
}

int main(void) {
    MakeWaves(0, x0);
    MakeWaves(0.05, x1);
    Triangulate();

    unsigned jobs = 0;
    const svTaskHooks none = {NULL, NULL}, ours = {RunTasks, &jobs};
    const uint64_t one = DetectWith("one worker:", 1, none);
    const uint64_t own = DetectWith("threads of the library:", 4, none);
    const uint64_t hooked = DetectWith("threads of ours:", THREADS + 1, ours);
    printf("%s, our threads were called %s\n", one == own && one == hooked ? "equal" : "DIFFERENT",
           jobs > 0 ? "upon" : "never");

    World world = MakeWorld(2, none);
    svContacts contacts;
    Watch watch = {.cancelAt = 2}; // never
    Require(world.context, Watched(&world, &watch, &contacts));
    printf("streamed: %zu pairs in %s, progress told %s, %s hash\n", watch.pairs,
           watch.blocks > 1 ? "blocks" : "a block", watch.reports > 1 ? "often" : "rarely",
           contacts.hash == one ? "the same" : "ANOTHER");

    watch = (Watch){.cancelAt = 0.25};
    const svStatus status = Watched(&world, &watch, &contacts);
    printf("cancelled: %s\n", svStatus_Text(status));
    DestroyWorld(&world);
    return one == own && one == hooked && status == SV_CANCELLED ? 0 : 1;
}
