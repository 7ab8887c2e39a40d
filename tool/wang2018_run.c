// Measures one scene of `selvage bench wang2018`.

#include "bench_wang2018.h"

#include "command.h"
#include "progress.h"

#include <math.h>
#include <stdlib.h>

// Steps of a scene that is made, and of them those on which the slow methods of the laboratory run:
// spread over the run, the last among them.
enum { STEPS = 15, QUICK_STEPS = 3, DATA_STEPS = 5 };

static const char* const madeScenes[WANG_MADE_COUNT] = {"pipe",     "karate", "t-shirt", "funnel",
                                                        "flamenco", "waves",  "folds"};
static const uint32_t labSteps[WANG_SCENE_MAX] = {3, 2, 5, 3, 3, 1, 1, 1, 3, 1};

// One scene of the library, stepped through the frames.
typedef struct Lane {
    svScene* scene;
    WangContacts contacts; // of the last query
    uint64_t hash;
    svSceneStats stats;
    double least; // of this step; NaN: every query built a hierarchy
    double sum;
} Lane;

typedef struct Runner {
    svContext* context;
    WangScene* scene;
    int repeats;
    uint32_t labSteps;
    StepSource source;
    svMesh** meshes; // one for each piece
    WangLab* lab;
    Lane lanes[WANG_KIND_COUNT][WANG_ARM_COUNT];
} Runner;

static svStatus OpenSource(svContext* context, int index, bool quick, StepSource* source) {
    if (index >= WANG_MADE_COUNT) {
        return StepSource_OpenData(context, index - WANG_MADE_COUNT, DATA_STEPS, source);
    }
    // As long as the scene is by default, in fewer steps.
    const char* name = madeScenes[index];
    const uint32_t steps = quick ? QUICK_STEPS : STEPS;
    const uint32_t frames = PaperScene_FrameCount(name);
    const uint32_t stride = frames > steps ? (frames - 1) / (steps - 1) : 1;
    const PaperSceneOptions options = {.quick = quick, .steps = steps, .stride = stride};
    return StepSource_OpenPaper(context, name, &options, source);
}

static svStatus CreateMesh(const Runner* runner, const PaperPiece* piece, svMesh** mesh) {
    const uint32_t* all = runner->source.triangles + 3 * piece->firstTriangle;
    uint32_t* triangles = Terminal_Allocate(3 * piece->triangleCount, sizeof(*triangles));
    for (size_t i = 0; i < 3 * piece->triangleCount; ++i) {
        triangles[i] = all[i] - (uint32_t)piece->firstVertex;
    }
    svMeshDef def = svDefaultMeshDef();
    def.triangles = triangles;
    def.triangleCount = piece->triangleCount;
    def.vertexCount = piece->vertexCount;
    def.name = piece->name;
    const svStatus status = svMesh_Create(runner->context, &def, mesh);
    free(triangles);
    return status;
}

static svStatus CreateLane(const Runner* runner, WangArm arm, Lane* lane) {
    static const svSelfCulling cullings[3] = {SV_SELF_CULLING_OFF, SV_SELF_CULLING_AUTO,
                                              SV_SELF_CULLING_ON};
    svSceneDef def = svDefaultSceneDef();
    const bool patches = arm >= WANG_PATCHES_OFF && arm <= WANG_PATCHES_ON;
    def.selfCulling = cullings[arm % 3];
    def.builder = patches ? SV_BUILDER_PATCHES : def.builder;
    svSceneMeshDef meshDef = svDefaultSceneMeshDef();
    meshDef.mask = 0; // each piece with itself alone
    svStatus status = svScene_Create(runner->context, &def, &lane->scene);
    for (size_t p = 0; p < runner->source.pieceCount && status == SV_OK; ++p) {
        status = svScene_Add(lane->scene, runner->meshes[p], &meshDef, NULL);
    }
    return status;
}

static svStatus CreateRunner(Runner* runner) {
    const StepSource* source = &runner->source;
    svStatus status = SV_OK;
    runner->meshes = Terminal_Allocate(source->pieceCount, sizeof(svMesh*));
    for (size_t p = 0; p < source->pieceCount; ++p) {
        runner->meshes[p] = NULL;
    }
    for (size_t p = 0; p < source->pieceCount && status == SV_OK; ++p) {
        status = CreateMesh(runner, &source->pieces[p], &runner->meshes[p]);
    }
    for (int i = 0; i < WANG_KIND_COUNT * WANG_ARM_COUNT && status == SV_OK; ++i) {
        status = CreateLane(runner, (WangArm)(i % WANG_ARM_COUNT),
                            &runner->lanes[i / WANG_ARM_COUNT][i % WANG_ARM_COUNT]);
    }
    if (status == SV_OK) {
        status = WangLab_Create(runner->context, source, runner->meshes, &runner->lab);
    }
    runner->scene->triangles = source->triangleCount;
    runner->scene->pieces = source->pieceCount;
    runner->scene->steps = Terminal_Allocate(source->stepCount, sizeof(WangStep));
    return status;
}

static void DestroyRunner(Runner* runner) {
    WangLab_Destroy(runner->lab);
    for (int i = 0; i < WANG_KIND_COUNT * WANG_ARM_COUNT; ++i) {
        svScene_Destroy(runner->lanes[i / WANG_ARM_COUNT][i % WANG_ARM_COUNT].scene);
    }
    for (size_t p = 0; runner->meshes != NULL && p < runner->source.pieceCount; ++p) {
        svMesh_Destroy(runner->meshes[p]);
    }
    free(runner->meshes);
    StepSource_Close(runner->context, &runner->source);
}

// ---- the library ------------------------------------------------------------------------------

static svStatus SetMotion(const Runner* runner) {
    const StepSource* source = &runner->source;
    svStatus status = SV_OK;
    for (size_t p = 0; p < source->pieceCount && status == SV_OK; ++p) {
        const PaperPiece* piece = &source->pieces[p];
        const svPositions x0 =
            svPositions_Double(source->x0[piece->firstVertex], piece->vertexCount);
        const svPositions x1 =
            svPositions_Double(source->x1[piece->firstVertex], piece->vertexCount);
        status = svMesh_SetMotion(runner->meshes[p], &x0, &x1);
    }
    return status;
}

static svStatus Intersect(Lane* lane) {
    svIntersectDef def = svDefaultIntersectDef();
    def.time = 1;
    svIntersections found;
    const svStatus status = svScene_Intersect(lane->scene, &def, &found);
    if (status == SV_OK) {
        lane->contacts = (WangContacts){{found.pairs, NULL}, {found.count, 0}};
        lane->hash = found.hash;
        lane->stats = found.stats;
    }
    return status;
}

static svStatus Detect(Lane* lane) {
    svDetectDef def = svDefaultDetectDef();
    def.detail = SV_DETAIL_PAIRS;
    svContacts found;
    const svStatus status = svScene_Detect(lane->scene, &def, &found);
    if (status == SV_OK) {
        lane->contacts =
            (WangContacts){{found.vf.pairs, found.ee.pairs}, {found.vf.count, found.ee.count}};
        lane->hash = found.hash;
        lane->stats = found.stats;
    }
    return status;
}

static svStatus RunQuery(WangKind kind, Lane* lane) {
    const double begin = Command_ProcessorSeconds();
    const svStatus status = kind == WANG_DISCRETE ? Intersect(lane) : Detect(lane);
    const double seconds = Command_ProcessorSeconds() - begin;
    lane->sum += seconds;
    if (!lane->stats.built) {
        lane->least = fmin(lane->least, seconds); // the number, where one is NaN
    }
    return status;
}

static bool IsBefore(const svFeaturePair* a, const svFeaturePair* b) {
    return a->meshA != b->meshA   ? a->meshA < b->meshA
           : a->a != b->a         ? a->a < b->a
           : a->meshB != b->meshB ? a->meshB < b->meshB
                                  : a->b < b->b;
}

// Pairs that are in one of two sorted lists alone.
static uint64_t CountDifferent(const WangContacts* a, const WangContacts* b) {
    uint64_t different = 0;
    for (int list = 0; list < 2; ++list) {
        size_t i = 0, k = 0;
        while (i < a->counts[list] || k < b->counts[list]) {
            const bool both = i < a->counts[list] && k < b->counts[list];
            const bool fromA =
                both ? !IsBefore(&b->pairs[list][k], &a->pairs[list][i]) : i < a->counts[list];
            const bool fromB =
                both ? !IsBefore(&a->pairs[list][i], &b->pairs[list][k]) : k < b->counts[list];
            different += fromA != fromB;
            i += fromA;
            k += fromB;
        }
    }
    return different;
}

static void AddStep(const Lane* lane, int repeats, bool timed, WangSums* sums) {
    const svSceneStats* stats = &lane->stats;
    sums->nodePairs += stats->nodePairs;
    sums->leafPairs += stats->leafPairs;
    sums->selfTested += stats->selfTested;
    sums->selfApart += stats->selfApart;
    sums->leaves += stats->leafCount;
    sums->leavesApart += stats->leavesApart;
    sums->seconds += timed ? lane->least : 0;
    sums->allSeconds += lane->sum / repeats;
}

// The arms in turns, one query each, as often as asked, each turn beginning with another one. A
// step is timed if every arm had a query that did not build a hierarchy. The mesh is set in motion
// before each turn, so that no scene finds it read already.
static svStatus MeasureArms(Runner* runner, WangKind kind, WangStep* step) {
    Lane* lanes = runner->lanes[kind];
    WangSums* sums = runner->scene->sums[kind];
    svStatus status = SV_OK;
    for (int arm = 0; arm < WANG_ARM_COUNT; ++arm) {
        lanes[arm].least = (double)NAN;
        lanes[arm].sum = 0;
    }
    for (int i = 0; i < runner->repeats * WANG_ARM_COUNT && status == SV_OK; ++i) {
        const int turn = i / WANG_ARM_COUNT, arm = (i + turn) % WANG_ARM_COUNT;
        status = i % WANG_ARM_COUNT == 0 ? SetMotion(runner) : SV_OK;
        if (status == SV_OK) {
            status = RunQuery(kind, &lanes[arm]);
            sums[arm].builds += lanes[arm].stats.built;
        }
    }
    bool timed = status == SV_OK;
    for (int arm = 0; arm < WANG_ARM_COUNT; ++arm) {
        timed = timed && !isnan(lanes[arm].least);
    }
    for (int arm = 0; arm < WANG_ARM_COUNT && status == SV_OK; ++arm) {
        AddStep(&lanes[arm], runner->repeats, timed, &sums[arm]);
        step->seconds[kind][arm] = timed ? lanes[arm].least : (double)NAN;
        step->apart[kind][arm] =
            lanes[arm].stats.leafCount > 0
                ? (double)lanes[arm].stats.leavesApart / lanes[arm].stats.leafCount
                : 0;
        if (lanes[arm].hash != lanes[WANG_OFF].hash) {
            sums[arm].different += CountDifferent(&lanes[WANG_OFF].contacts, &lanes[arm].contacts);
        }
    }
    runner->scene->timedSteps[kind] += timed;
    return status;
}

// ---- steps ------------------------------------------------------------------------------------

static bool IsLabStep(const Runner* runner) {
    const uint32_t s = runner->source.step, all = runner->source.stepCount;
    return s * runner->labSteps / all != (s - 1) * runner->labSteps / all;
}

static svStatus MeasureKind(Runner* runner, WangKind kind, WangStep* step) {
    WangScene* scene = runner->scene;
    svStatus status = MeasureArms(runner, kind, step);
    if (status != SV_OK) {
        return status;
    }
    const WangContacts* exact = &runner->lanes[kind][WANG_OFF].contacts;
    for (int c = WangKind_First(kind); c < WangKind_End(kind); ++c) {
        scene->contacts[c] += exact->counts[c - WangKind_First(kind)];
    }
    if (IsLabStep(runner)) {
        status = WangLab_Run(runner->lab, &runner->source, kind, exact, scene);
    }
    return status;
}

static svStatus RunSteps(Runner* runner) {
    WangScene* scene = runner->scene;
    svStatus status = SV_OK;
    while (status == SV_OK && StepSource_Next(&runner->source, &status)) {
        Terminal_Progress("%s: step %u of %u", scene->name, runner->source.step,
                          runner->source.stepCount);
        WangStep* step = &scene->steps[scene->stepCount];
        *step = (WangStep){0};
        for (int k = 0; k < WANG_KIND_COUNT && status == SV_OK; ++k) {
            status = MeasureKind(runner, (WangKind)k, step);
        }
        scene->labSteps += status == SV_OK && IsLabStep(runner);
        scene->stepCount += status == SV_OK;
        status = status == SV_OK && Progress_IsBroken() ? SV_CANCELLED : status;
    }
    Terminal_Progress(NULL);
    return status;
}

svStatus Wang_MeasureScene(svContext* context, int index, const WangResult* settings,
                           WangScene* scene) {
    Runner runner = {.context = context,
                     .scene = scene,
                     .repeats = settings->repeats,
                     .labSteps = settings->quick ? 1 : labSteps[index]};
    *scene = (WangScene){.paper = index < WANG_PAPER_COUNT ? &wangPaper[index] : NULL};
    svStatus status = OpenSource(context, index, settings->quick, &runner.source);
    snprintf(scene->name, sizeof(scene->name), "%s", runner.source.name);
    if (status == SV_OK) {
        status = CreateRunner(&runner);
    }
    if (status == SV_OK) {
        status = RunSteps(&runner);
    }
    DestroyRunner(&runner);
    return status;
}

void WangScene_Destroy(WangScene* scene) {
    free(scene->steps);
    *scene = (WangScene){0};
}
