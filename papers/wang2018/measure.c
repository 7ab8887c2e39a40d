// One scene of wang2018 in; times, counters and contacts of the library's arms and of the paper's
// methods out.

#include "wang2018.h"

#include "report/program.h"
#include "report/progress.h"
#include "report/terminal.h"

#include <math.h>
#include <stdlib.h>

// Generated scenes are stepped as by `selvage gen`: every second or third step is timed, with
// several queries per arm; the others have one each, as in a simulation. Real scenes alternate
// forwards and backwards, every step timed. Small scenes are timed more often.
enum { TIMED = 10, QUICK_STEPS = 3, DATA_STEPS = 5, FEW_TRIANGLES = 60000 };

static const char* const madeScenes[WANG_MADE_COUNT] = {"pipe",     "karate", "t-shirt", "funnel",
                                                        "flamenco", "waves",  "folds"};
// Number of steps, spread over the run up to the last, on which the slow printed methods run.
static const uint32_t labSteps[WANG_SCENE_MAX] = {2, 2, 4, 2, 2, 1, 1, 1, 1, 1};

// An arm: one scene of the library, stepped through the frames.
typedef struct Lane {
    svScene* scene;
    WangContacts contacts; // of the last query
    uint64_t hash;
    svSceneStats stats;
    double least; // of this step; NaN: every query rebuilt the BVH
    double sum;
} Lane;

typedef struct WangRunner {
    svContext* context;
    WangScene* scene;
    ScenePictures* pictures;
    int repeats;
    uint32_t timedEvery, labSteps;
    StepSource source;
    svMesh** meshes; // one for each piece
    WangMethods* lab;
    Lane lanes[WANG_KIND_COUNT][WANG_ARM_COUNT];
} WangRunner;

static svStatus OpenWangSource(svContext* context, int index, bool quick, StepSource* source) {
    if (index >= WANG_MADE_COUNT) {
        return StepSource_OpenData(context, index - WANG_MADE_COUNT, DATA_STEPS, source);
    }
    // In tests a few steps of the first third: what is not measured is simulated all the same.
    const char* name = madeScenes[index];
    const uint32_t stride = (PaperScene_FrameCount(name) / 3 - 1) / (QUICK_STEPS - 1);
    const PaperSceneOptions options = {
        .quick = quick, .steps = quick ? QUICK_STEPS : 0, .stride = quick ? stride : 0};
    return StepSource_OpenPaper(context, name, &options, source);
}

static svStatus CreatePieceMesh(const WangRunner* runner, const PaperPiece* piece, svMesh** mesh) {
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

static svStatus CreateLane(const WangRunner* runner, WangArm arm, Lane* lane) {
    static const svSelfCulling cullings[WANG_ARM_COUNT] = {
        SV_SELF_CULLING_OFF, SV_SELF_CULLING_AUTO, SV_SELF_CULLING_ON,
        SV_SELF_CULLING_OFF, SV_SELF_CULLING_AUTO, SV_SELF_CULLING_OFF};
    static const svBuilder builders[WANG_ARM_COUNT] = {SV_BUILDER_MEDIAN,  SV_BUILDER_PATCHES,
                                                       SV_BUILDER_PATCHES, SV_BUILDER_PATCHES,
                                                       SV_BUILDER_MEDIAN,  SV_BUILDER_MEDIAN};
    svSceneDef def = svDefaultSceneDef();
    def.selfCulling = cullings[arm];
    def.builder = builders[arm];
    svSceneMeshDef meshDef = svDefaultSceneMeshDef();
    meshDef.mask = 0; // each piece against itself only
    svStatus status = svScene_Create(runner->context, &def, &lane->scene);
    for (size_t p = 0; p < runner->source.pieceCount && status == SV_OK; ++p) {
        status = svScene_Add(lane->scene, runner->meshes[p], &meshDef, NULL);
    }
    return status;
}

static svStatus CreateWangRunner(WangRunner* runner) {
    const StepSource* source = &runner->source;
    svStatus status = SV_OK;
    runner->meshes = Terminal_Allocate(source->pieceCount, sizeof(svMesh*));
    for (size_t p = 0; p < source->pieceCount; ++p) {
        runner->meshes[p] = NULL;
    }
    for (size_t p = 0; p < source->pieceCount && status == SV_OK; ++p) {
        status = CreatePieceMesh(runner, &source->pieces[p], &runner->meshes[p]);
    }
    for (int i = 0; i < WANG_KIND_COUNT * WANG_ARM_COUNT && status == SV_OK; ++i) {
        status = CreateLane(runner, (WangArm)(i % WANG_ARM_COUNT),
                            &runner->lanes[i / WANG_ARM_COUNT][i % WANG_ARM_COUNT]);
    }
    if (status == SV_OK) {
        status = WangMethods_Create(runner->context, source, runner->meshes, &runner->lab);
    }
    runner->scene->triangles = source->triangleCount;
    runner->scene->pieces = source->pieceCount;
    runner->scene->steps = Terminal_Allocate(source->stepCount, sizeof(WangStep));
    return status;
}

static void DestroyWangRunner(WangRunner* runner) {
    WangMethods_Destroy(runner->lab);
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

static svStatus SetPieceMotion(const WangRunner* runner) {
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

static svStatus IntersectInLane(Lane* lane) {
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

static svStatus DetectInLane(Lane* lane) {
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
    const double begin = Program_ProcessorSeconds();
    const svStatus status = kind == WANG_DISCRETE ? IntersectInLane(lane) : DetectInLane(lane);
    const double seconds = Program_ProcessorSeconds() - begin;
    lane->sum += seconds;
    if (!lane->stats.built) {
        lane->least = fmin(lane->least, seconds); // ignores NaN
    }
    return status;
}

static bool IsBefore(const svFeaturePair* a, const svFeaturePair* b) {
    return a->meshA != b->meshA   ? a->meshA < b->meshA
           : a->a != b->a         ? a->a < b->a
           : a->meshB != b->meshB ? a->meshB < b->meshB
                                  : a->b < b->b;
}

// Pairs in only one of two sorted lists.
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

static void AddSceneCounts(const svSceneStats* stats, WangSums* sums) {
    sums->nodePairs += stats->nodePairs;
    sums->leafPairs += stats->leafPairs;
    sums->selfTested += stats->selfTested;
    sums->selfApart += stats->selfApart;
    sums->leaves += stats->leafCount;
    sums->leavesApart += stats->leavesApart;
}

// Adds the arms' results at a step: timed if wanted and each arm had a query without a rebuild,
// counted if each arm's last query had none.
static void AddStep(WangRunner* runner, WangKind kind, bool wanted, WangStep* step) {
    const Lane* lanes = runner->lanes[kind];
    WangScene* scene = runner->scene;
    bool timed = wanted, counted = true;
    for (int arm = 0; arm < WANG_ARM_COUNT; ++arm) {
        timed = timed && !isnan(lanes[arm].least);
        counted = counted && !lanes[arm].stats.built;
    }
    for (int arm = 0; arm < WANG_ARM_COUNT; ++arm) {
        const Lane* lane = &lanes[arm];
        WangSums* sums = &scene->sums[kind][arm];
        if (counted) {
            AddSceneCounts(&lane->stats, sums);
        }
        sums->seconds += timed ? lane->least : 0;
        sums->allSeconds += lane->sum / (wanted ? runner->repeats : 1);
        step->seconds[kind][arm] = timed ? lane->least : (double)NAN;
        step->apart[kind][arm] =
            lane->stats.leafCount > 0 ? (double)lane->stats.leavesApart / lane->stats.leafCount : 0;
        if (lane->hash != lanes[WANG_OFF].hash) {
            sums->different += CountDifferent(&lanes[WANG_OFF].contacts, &lane->contacts);
        }
    }
    scene->timedSteps[kind] += timed;
    scene->countedSteps[kind] += counted;
}

// Round robin over the arms, one query each, starting with another arm every round. Motion is set
// before each round, so that no scene has read it already.
static svStatus MeasureArms(WangRunner* runner, WangKind kind, WangStep* step) {
    Lane* lanes = runner->lanes[kind];
    WangSums* sums = runner->scene->sums[kind];
    const bool wanted = runner->source.step % runner->timedEvery == 0;
    const int repeats = wanted ? runner->repeats : 1;
    svStatus status = SV_OK;
    for (int arm = 0; arm < WANG_ARM_COUNT; ++arm) {
        lanes[arm].least = (double)NAN;
        lanes[arm].sum = 0;
    }
    for (int i = 0; i < repeats * WANG_ARM_COUNT && status == SV_OK; ++i) {
        const int turn = i / WANG_ARM_COUNT, arm = (i + turn) % WANG_ARM_COUNT;
        status = i % WANG_ARM_COUNT == 0 ? SetPieceMotion(runner) : SV_OK;
        if (status == SV_OK) {
            status = RunQuery(kind, &lanes[arm]);
            sums[arm].builds += lanes[arm].stats.built;
        }
    }
    if (status == SV_OK) {
        AddStep(runner, kind, wanted, step);
    }
    return status;
}

// ---- steps ------------------------------------------------------------------------------------

static bool IsLabStep(const WangRunner* runner) {
    const uint32_t s = runner->source.step, all = runner->source.stepCount;
    return s * runner->labSteps / all != (s - 1) * runner->labSteps / all;
}

static svStatus MeasureKind(WangRunner* runner, WangKind kind, WangStep* step) {
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
        status = WangMethods_Run(runner->lab, &runner->source, kind, exact, scene);
    }
    return status;
}

static void OfferWangStep(WangRunner* runner) {
    const SceneStep step = SceneStep_Of(&runner->source);
    uint64_t contacts = 0;
    for (int k = 0; k < WANG_KIND_COUNT; ++k) {
        const WangContacts* found = &runner->lanes[k][WANG_OFF].contacts;
        contacts += found->counts[0] + found->counts[1];
    }
    ScenePictures_Offer(runner->pictures, &step, contacts);
}

static svStatus RunWangSteps(WangRunner* runner) {
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
        if (status == SV_OK) {
            OfferWangStep(runner);
        }
        scene->labSteps += status == SV_OK && IsLabStep(runner);
        scene->stepCount += status == SV_OK;
        status = status == SV_OK && Progress_IsBroken() ? SV_CANCELLED : status;
    }
    Terminal_Progress(NULL);
    return status;
}

svStatus Wang_MeasureScene(svContext* context, int index, const WangResult* settings,
                           WangScene* scene, ScenePictures* pictures) {
    WangRunner runner = {.context = context,
                         .scene = scene,
                         .pictures = pictures,
                         .repeats = settings->repeats,
                         .timedEvery = 1,
                         .labSteps = settings->quick ? 1 : labSteps[index]};
    *scene = (WangScene){.paper = index < WANG_PAPER_COUNT ? &wangPaper[index] : NULL};
    svStatus status = OpenWangSource(context, index, settings->quick, &runner.source);
    snprintf(scene->name, sizeof(scene->name), "%s", runner.source.name);
    if (!settings->quick) {
        const uint32_t every = runner.source.stepCount / TIMED;
        runner.repeats *= runner.source.triangleCount < FEW_TRIANGLES ? 2 : 1;
        runner.timedEvery = every > 0 ? every : 1;
    }
    if (status == SV_OK) {
        status = CreateWangRunner(&runner);
    }
    if (status == SV_OK) {
        status = RunWangSteps(&runner);
    }
    if (status == SV_OK) {
        status = ScenePictures_Draw(pictures, context);
    }
    DestroyWangRunner(&runner);
    return status;
}

void WangScene_Destroy(WangScene* scene) {
    free(scene->steps);
    *scene = (WangScene){0};
}
