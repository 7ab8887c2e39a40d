// One scene of han2021 in; cone angles, pairs, misses and times by each method out.

#include "han2021.h"

#include "papers/scenes/step_source.h"
#include "report/program.h"
#include "report/progress.h"
#include "report/terminal.h"

#include <math.h>
#include <stdlib.h>

static const double DEGREES = 180 / 3.14159265358979323846;
// Longer searches are not repeated: far above the noise.
static const double LONG_SECONDS = 0.5;
// Of a garment's hundred frames, STEPS are measured.
enum { STEPS = 20, STRIDE = 5, QUICK_STEPS = 4, ANGLES_EVERY = 5, REAL_RUNS = 5 };

// A BVH with its detector and cones.
typedef struct Arm {
    SelfTree tree;
    SelfDetect* detect;
    ConeHierarchy cones;
    uint32_t node; // whose angles are recorded step by step
    bool picked;
} Arm;

typedef struct HanRunner {
    svContext* context;
    HanScene* scene;
    ScenePictures* pictures;
    int repeats;
    StepSource source;
    svMesh* mesh;
    svScene* own;
    svContacts contacts; // of the step, exact
    Arm arms[HAN_TREE_COUNT];
} HanRunner;

static svStatus OpenHanSource(svContext* context, int index, bool quick, StepSource* source) {
    if (index >= HAN_GARMENT_COUNT) {
        return StepSource_OpenData(context, index - HAN_GARMENT_COUNT, 1, source);
    }
    const PaperSceneOptions options = {
        .quick = quick, .steps = quick ? QUICK_STEPS : STEPS, .stride = STRIDE};
    return StepSource_OpenPaper(context, hanPaper[index].scene, &options, source);
}

static svStatus CreateRunnerMesh(HanRunner* runner) {
    svMeshDef def = svDefaultMeshDef();
    def.triangles = runner->source.triangles;
    def.triangleCount = runner->source.triangleCount;
    def.vertexCount = runner->source.vertexCount;
    def.name = runner->scene->name;
    svStatus status = svMesh_Create(runner->context, &def, &runner->mesh);
    const svSceneDef sceneDef = svDefaultSceneDef();
    if (status == SV_OK) {
        status = svScene_Create(runner->context, &sceneDef, &runner->own);
    }
    return status == SV_OK ? svScene_Add(runner->own, runner->mesh, NULL, NULL) : status;
}

static svStatus CreateArm(HanRunner* runner, HanTree tree, Arm* arm) {
    static const SelfBuilder builders[HAN_TREE_COUNT] = {SELF_BUILD_PATCHES, SELF_BUILD_MEDIAN};
    const SelfTreeDef def = {.builder = builders[tree], .x = runner->source.x0};
    svStatus status = SelfTree_Create(runner->context, runner->mesh, &def, &arm->tree);
    if (status == SV_OK) {
        status = SelfDetect_Create(runner->context, &arm->tree, &arm->detect);
    }
    return status == SV_OK ? ConeHierarchy_Create(runner->context, &arm->tree, &arm->cones)
                           : status;
}

static svStatus CreateHanRunner(HanRunner* runner) {
    HanScene* scene = runner->scene;
    svStatus status = CreateRunnerMesh(runner);
    for (int t = 0; t < HAN_TREE_COUNT && status == SV_OK; ++t) {
        status = CreateArm(runner, (HanTree)t, &runner->arms[t]);
        scene->arms[t].steps = Terminal_Allocate(runner->source.stepCount, sizeof(HanStep));
    }
    scene->triangles = runner->source.triangleCount;
    scene->pieces = runner->source.real ? 0 : runner->source.pieceCount;
    return status;
}

static void DestroyHanRunner(HanRunner* runner) {
    for (int t = 0; t < HAN_TREE_COUNT; ++t) {
        ConeHierarchy_Destroy(&runner->arms[t].cones);
        SelfDetect_Destroy(runner->arms[t].detect);
        SelfTree_Destroy(runner->context, &runner->arms[t].tree);
    }
    svScene_Destroy(runner->own);
    svMesh_Destroy(runner->mesh);
    StepSource_Close(runner->context, &runner->source);
}

// ---- angles -----------------------------------------------------------------------------------

typedef struct Candidate {
    uint32_t node;
    double angle;
} Candidate;

static int CompareCandidates(const void* a, const void* b) {
    const Candidate *x = a, *y = b;
    return (x->angle > y->angle) - (x->angle < y->angle);
}

// "A node somewhere in the middle": among nodes with one to two times the square root of all
// triangles and cones that are not full at the first step, the one at the first quartile of the
// optimal angle: a flat one, which stays below 90 degrees for a while.
static svStatus PickNode(Arm* arm) {
    const SelfTree* tree = &arm->tree;
    const double root = sqrt(tree->nodeCount / 2.0);
    Candidate* candidates = Terminal_Allocate(tree->nodeCount, sizeof(*candidates));
    size_t count = 0;
    svStatus status = SV_OK;
    for (uint32_t n = 0; n < tree->nodeCount && status == SV_OK; ++n) {
        double angles[CONE_FORM_COUNT];
        if (tree->nodes[n].count < root || tree->nodes[n].count >= 2 * root) {
            continue;
        }
        status = ConeHierarchy_Angles(&arm->cones, n, angles);
        if (status == SV_OK && angles[CONE_PROVOT] < SV_CONE_FULL_ANGLE) {
            candidates[count++] = (Candidate){n, angles[CONE_OPTIMAL]};
        }
    }
    if (count > 0) {
        qsort(candidates, count, sizeof(*candidates), CompareCandidates);
        arm->node = candidates[count / 4].node;
        arm->picked = true;
    }
    free(candidates);
    return status;
}

// Times of the cones that were just fitted; optimal ones are fitted one by one, as angles are
// asked.
static void AddConeSeconds(const Arm* arm, double optimalSeconds, HanArm* result) {
    for (int form = 0; form < MERGE_COUNT; ++form) {
        result->coneSeconds[form] += SelfCull_GetStats(arm->cones.culls[form])->coneSeconds;
    }
    result->coneSeconds[CONE_OPTIMAL] += optimalSeconds;
    ++result->coneSteps;
}

// Cones of all nodes at the start of the step or over it. Merges are compared at every step;
// optimal cones are slow and computed every ANGLES_EVERY steps.
static svStatus MeasureCones(HanRunner* runner, Arm* arm, bool step, HanArm* result) {
    ConeStats* stats = step ? &result->step : &result->instant;
    const StepSource* source = &runner->source;
    svStatus status = ConeHierarchy_Fit(&arm->cones, source->x0, step ? source->x1 : NULL);
    if (status != SV_OK) {
        return status;
    }
    ConeHierarchy_Check(&arm->cones, stats);
    if (source->step % ANGLES_EVERY == 1) {
        const double begin = Program_ProcessorSeconds();
        status = ConeHierarchy_AddAngles(&arm->cones, stats);
        if (step) {
            AddConeSeconds(arm, Program_ProcessorSeconds() - begin, result);
        }
    }
    return status;
}

static svStatus MeasureAngles(HanRunner* runner, Arm* arm, HanArm* result, HanStep* step) {
    svStatus status = MeasureCones(runner, arm, false, result);
    if (status == SV_OK) {
        status = MeasureCones(runner, arm, true, result);
    }
    if (status == SV_OK && runner->source.step == 1) {
        status = PickNode(arm);
        result->nodeTriangles = arm->picked ? arm->tree.nodes[arm->node].count : 0;
        result->nodeDepth = arm->picked ? arm->tree.nodes[arm->node].depth : 0;
    }
    double angles[CONE_FORM_COUNT] = {0};
    if (status == SV_OK && arm->picked) {
        status = ConeHierarchy_Angles(&arm->cones, arm->node, angles);
    }
    for (int form = 0; form < CONE_FORM_COUNT; ++form) {
        step->angles[form] = arm->picked ? DEGREES * angles[form] : (double)NAN;
    }
    return status;
}

// ---- methods ----------------------------------------------------------------------------------

static SelfDetectDef DefOf(HanMethod method) {
    static const SelfMethod methods[HAN_METHOD_COUNT] = {SELF_CONE,        SELF_CONE,  SELF_CONE,
                                                         SELF_NORMAL_CONE, SELF_PATCH, SELF_AABB};
    SelfDetectDef def = SelfDetectDef_Default(methods[method]);
    def.cull.merge = method == HAN_PROVOT ? SV_CONE_PROVOT : SV_CONE_TIGHT;
    def.cull.printedNormals = method == HAN_PRINTED;
    return def;
}

typedef struct AdjacentCount {
    const uint32_t* triangles;
    uint64_t count;
} AdjacentCount;

static void CountAdjacent(const uint32_t (*pairs)[2], size_t count, void* user) {
    AdjacentCount* adjacent = user;
    for (size_t i = 0; i < count; ++i) {
        const uint32_t* a = &adjacent->triangles[3 * (size_t)pairs[i][0]];
        const uint32_t* b = &adjacent->triangles[3 * (size_t)pairs[i][1]];
        bool shared = false;
        for (int k = 0; k < 9; ++k) {
            shared = shared || a[k / 3] == b[k % 3];
        }
        adjacent->count += shared;
    }
}

static svStatus AddAdjacent(const StepSource* source, Arm* arm, HanMethod method, HanWork* work) {
    if (!HanMethod_CountsAdjacent(method)) {
        return SV_OK;
    }
    const SelfDetectDef def = DefOf(method);
    SelfCull* cull = arm->cones.culls[CONE_TIGHT];
    AdjacentCount adjacent = {source->triangles, 0};
    const svStatus status = SelfCull_Update(cull, &def.cull, source->x0, source->x1);
    if (status == SV_OK) {
        SelfCull_Traverse(cull, CountAdjacent, &adjacent);
        work->adjacent = adjacent.count;
    }
    return status;
}

static uint64_t CountMissed(const HanRunner* runner, const SelfDetect* detect) {
    const svContactList* lists[2] = {&runner->contacts.vf, &runner->contacts.ee};
    uint64_t missed = 0;
    for (int k = 0; k < 2; ++k) {
        size_t count = 0;
        const svFeaturePair* found = SelfDetect_Contacts(detect, k, &count);
        missed += SelfDetect_CountMissing(lists[k]->pairs, lists[k]->count, found, count);
    }
    return missed;
}

// Runs a method: counts from its first run at this step, least times over all runs.
static svStatus RunHanMethod(HanRunner* runner, Arm* arm, HanMethod method, bool first,
                             HanWork* work) {
    const StepSource* source = &runner->source;
    const SelfDetectDef def = DefOf(method);
    svStatus status = SelfDetect_Step(arm->detect, &def, source->x0, source->x1);
    if (status != SV_OK) {
        return status;
    }
    const SelfDetectStats* stats = SelfDetect_GetStats(arm->detect);
    const double fit = stats->cull.boxSeconds + stats->cull.coneSeconds;
    const double rest = stats->totalSeconds - fit;
    work->buildSeconds = first || fit < work->buildSeconds ? fit : work->buildSeconds;
    work->detectSeconds = first || rest < work->detectSeconds ? rest : work->detectSeconds;
    if (first) {
        work->pairs = stats->trianglePairs;
        work->tests = stats->featureTests[0] + stats->featureTests[1];
        work->missed = CountMissed(runner, arm->detect);
        status = AddAdjacent(source, arm, method, work);
    }
    return status;
}

static void AddHanWork(const HanWork* work, HanWork* sum) {
    sum->pairs += work->pairs;
    sum->adjacent += work->adjacent;
    sum->tests += work->tests;
    sum->missed += work->missed;
    sum->buildSeconds += work->buildSeconds;
    sum->detectSeconds += work->detectSeconds;
}

// All methods once; then the two merges of the paper, interleaved, for the remaining repeats unless
// they are slow.
static svStatus MeasureMethods(HanRunner* runner, Arm* arm, HanArm* result, HanStep* step) {
    HanWork works[HAN_METHOD_COUNT] = {{0}};
    svStatus status = SV_OK;
    for (int m = 0; m < HAN_METHOD_COUNT && status == SV_OK; ++m) {
        status = RunHanMethod(runner, arm, (HanMethod)m, true, &works[m]);
    }
    const bool isLong = works[HAN_PROVOT].detectSeconds > LONG_SECONDS;
    for (int i = MERGE_COUNT; i < MERGE_COUNT * runner->repeats && !isLong && status == SV_OK;
         ++i) {
        const HanMethod method = i % MERGE_COUNT == MERGE_PROVOT ? HAN_PROVOT : HAN_TIGHT;
        status = RunHanMethod(runner, arm, method, false, &works[method]);
    }
    for (int m = 0; m < HAN_METHOD_COUNT && status == SV_OK; ++m) {
        AddHanWork(&works[m], &result->work[m]);
    }
    step->pairs[MERGE_PROVOT] = works[HAN_PROVOT].pairs;
    step->pairs[MERGE_TIGHT] = works[HAN_TIGHT].pairs;
    return status;
}

// ---- steps ------------------------------------------------------------------------------------

static svStatus DetectExactly(HanRunner* runner) {
    const StepSource* source = &runner->source;
    const svPositions x0 = svPositions_Double(source->x0[0], source->vertexCount);
    const svPositions x1 = svPositions_Double(source->x1[0], source->vertexCount);
    svDetectDef def = svDefaultDetectDef();
    def.detail = SV_DETAIL_PAIRS;
    svStatus status = svMesh_SetMotion(runner->mesh, &x0, &x1);
    double least = 0;
    for (int run = 0; run < runner->repeats && status == SV_OK; ++run) {
        const double begin = Program_ProcessorSeconds();
        status = svScene_Detect(runner->own, &def, &runner->contacts);
        const double seconds = Program_ProcessorSeconds() - begin;
        least = run == 0 || seconds < least ? seconds : least;
    }
    if (status == SV_OK) {
        runner->scene->sceneSeconds += least;
        runner->scene->contacts += runner->contacts.vf.total + runner->contacts.ee.total;
    }
    return status;
}

static svStatus RunHanSteps(HanRunner* runner) {
    HanScene* scene = runner->scene;
    svStatus status = SV_OK;
    while (status == SV_OK && StepSource_Next(&runner->source, &status)) {
        Terminal_Progress("%s: step %u of %u", scene->name, runner->source.step,
                          runner->source.stepCount);
        status = DetectExactly(runner);
        for (int t = 0; t < HAN_TREE_COUNT && status == SV_OK; ++t) {
            HanStep* step = &scene->arms[t].steps[scene->stepCount];
            *step = (HanStep){0};
            status = MeasureAngles(runner, &runner->arms[t], &scene->arms[t], step);
            if (status == SV_OK) {
                status = MeasureMethods(runner, &runner->arms[t], &scene->arms[t], step);
            }
        }
        if (status == SV_OK) {
            const SceneStep current = SceneStep_Of(&runner->source);
            ScenePictures_Offer(runner->pictures, &current,
                                runner->contacts.vf.total + runner->contacts.ee.total);
        }
        scene->stepCount += status == SV_OK;
        status = status == SV_OK && Progress_IsBroken() ? SV_CANCELLED : status;
    }
    Terminal_Progress(NULL);
    return status;
}

svStatus Han_MeasureScene(svContext* context, int index, const HanResult* settings, HanScene* scene,
                          ScenePictures* pictures) {
    HanRunner runner = {
        .context = context, .scene = scene, .pictures = pictures, .repeats = settings->repeats};
    *scene = (HanScene){.paper = index < HAN_GARMENT_COUNT ? &hanPaper[index] : NULL};
    svStatus status = OpenHanSource(context, index, settings->quick, &runner.source);
    snprintf(scene->name, sizeof(scene->name), "%s", runner.source.name);
    runner.repeats *= runner.source.real ? REAL_RUNS : 1; // there is only a single step
    if (status == SV_OK) {
        status = CreateHanRunner(&runner);
    }
    if (status == SV_OK) {
        status = RunHanSteps(&runner);
    }
    if (status == SV_OK) {
        status = ScenePictures_Draw(pictures, context);
    }
    DestroyHanRunner(&runner);
    return status;
}

void HanScene_Destroy(HanScene* scene) {
    for (int t = 0; t < HAN_TREE_COUNT; ++t) {
        free(scene->arms[t].steps);
    }
    *scene = (HanScene){0};
}
