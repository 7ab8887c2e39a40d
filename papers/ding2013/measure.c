// The three scenes of ding2013 in; times and contacts of simulation, sphere tree and detection out.

#include "ding2013.h"

#include "report/program.h"
#include "report/progress.h"
#include "report/table.h"
#include "report/terminal.h"

// A leaf has at most 4 x 4 particles: the paper leaves its threshold open.
enum { LEAF_PARTICLES = 16 };
// Interval in frames at which a step is searched, by all four methods.
enum { SEARCH_EVERY = 4 };

const char* DingWay_Name(DingWay way) {
    return way == DING_EULER ? "euler" : way == DING_IMPLICIT ? "implicit" : "full";
}

// The simulation with its tree and detection.
typedef struct Bench {
    PaperCloth cloth;
    SphereTree tree;
    TreeDetect detect;
    DingRun* run;
} Bench;

static void AddTreeStats(TreeDetectStats* sum, const TreeDetectStats* stats) {
    sum->nodePairs += stats->nodePairs;
    sum->skipped += stats->skipped;
    sum->leafPairs += stats->leafPairs;
    sum->tested[0] += stats->tested[0];
    sum->tested[1] += stats->tested[1];
    sum->contourTests += stats->contourTests;
}

// Contacts of the step by svScene_Detect and by the tree with each rule.
static svStatus SearchStep(Bench* bench) {
    DingRun* run = bench->run;
    svContacts contacts;
    svDetectDef def = svDefaultDetectDef();
    def.detail = SV_DETAIL_PAIRS;
    double begin = Program_ProcessorSeconds();
    svStatus status = svScene_Detect(bench->cloth.own, &def, &contacts);
    run->sceneSeconds += Program_ProcessorSeconds() - begin;
    const uint64_t total = status == SV_OK ? contacts.vf.total + contacts.ee.total : 0;
    for (int rule = 0; rule < MASK_RULE_COUNT && status == SV_OK; ++rule) {
        begin = Program_ProcessorSeconds();
        status = TreeDetect_Run(&bench->detect, (MaskRule)rule, PaperCloth_X(&bench->cloth, 0),
                                PaperCloth_X(&bench->cloth, 1));
        run->detectSeconds[rule] += Program_ProcessorSeconds() - begin;
        const uint64_t found = bench->detect.counts[0] + bench->detect.counts[1];
        run->found[rule] += found;
        run->losing += rule == MASK_PRINTED && found < total;
        AddTreeStats(&run->work[rule], &bench->detect.stats);
    }
    run->contacts += total;
    run->colliding += total > 0;
    ++run->searched;
    return status;
}

static svStatus TakeStep(Bench* bench) {
    DingRun* run = bench->run;
    double begin = Program_ProcessorSeconds();
    const svStatus status = PaperCloth_Step(&bench->cloth);
    if (status != SV_OK) {
        return status;
    }
    run->stepSeconds += Program_ProcessorSeconds() - begin;
    svSimStats_Add(&run->sums, &bench->cloth.stats);
    ++run->steps;
    begin = Program_ProcessorSeconds();
    SphereTree_Refit(&bench->tree, PaperCloth_X(&bench->cloth, 0), PaperCloth_X(&bench->cloth, 1));
    run->refitSeconds += Program_ProcessorSeconds() - begin;
    begin = Program_ProcessorSeconds();
    SphereTree_Build(&bench->tree, PaperCloth_X(&bench->cloth, 0), PaperCloth_X(&bench->cloth, 1));
    run->buildSeconds += Program_ProcessorSeconds() - begin;
    run->extended += bench->tree.extended;
    return SV_OK;
}

static svStatus CountIntersections(Bench* bench) {
    svIntersections found;
    const svStatus status = svSim_Intersect(bench->cloth.scene.sim, &found);
    if (status == SV_OK) {
        bench->run->intersections += found.total;
        bench->run->intersecting += found.found;
        ++bench->run->frames;
    }
    return status;
}

// The tree is built and refitted at every step; every SEARCH_EVERY frames one is searched.
// Explicit: one step per frame, as in the paper, though stability makes it thousands of times
// shorter. With collision handling every frame is tested for intersections.
static svStatus RunFrames(Bench* bench, const char* name, DingWay way, uint64_t frames) {
    const uint32_t substeps = way == DING_EULER ? 1 : bench->cloth.scene.substeps;
    svStatus status = SV_OK;
    for (uint64_t f = 0; f < frames && status == SV_OK; ++f) {
        Terminal_Progress("%s: frame %llu of %llu", name, (unsigned long long)f + 1,
                          (unsigned long long)frames);
        for (uint32_t s = 0; s < substeps && status == SV_OK; ++s) {
            status = TakeStep(bench);
        }
        const bool searched = f % SEARCH_EVERY == 0;
        if (status == SV_OK && searched) {
            status = SearchStep(bench);
        }
        if (status == SV_OK && (searched || way == DING_FULL)) {
            status = CountIntersections(bench);
        }
        if (Progress_IsBroken()) {
            status = SV_CANCELLED;
        }
    }
    Terminal_Progress(NULL);
    return status;
}

static svStatus RunWay(svContext* context, int scene, DingWay way, uint64_t frames,
                       DingScene* result) {
    const SceneVariant variants[DING_WAY_COUNT] = {
        [DING_EULER] = {SV_INTEGRATOR_EULER, false},
        [DING_IMPLICIT] = {SV_INTEGRATOR_IMPLICIT, false},
        [DING_FULL] = {SV_INTEGRATOR_ENUM_COUNT, true},
    };
    Bench bench = {.run = &result->runs[way]};
    const char* name = dingPaper[scene].scene;
    svStatus status = PaperCloth_Open(context, name, &variants[way], &bench.cloth);
    if (status == SV_OK) {
        status = SphereTree_Create(context, &bench.cloth.grid, LEAF_PARTICLES, &bench.tree);
    }
    if (status == SV_OK) {
        SphereTree_Build(&bench.tree, PaperCloth_X(&bench.cloth, 0), PaperCloth_X(&bench.cloth, 1));
        status = TreeDetect_Create(context, &bench.tree, &bench.detect);
    }
    if (status == SV_OK) {
        result->columns = bench.cloth.grid.columns;
        result->rows = bench.cloth.grid.rows;
        bench.run->nodeCount = bench.tree.nodeCount;
        bench.run->substeps = bench.cloth.scene.substeps;
        bench.run->timeStep = 1 / (bench.cloth.scene.frameRate * bench.cloth.scene.substeps);
        status = RunFrames(&bench, name, way, frames);
    }
    // Without collision handling the cloth may become unstable; the figures until then are kept.
    if (status == SV_ERROR_STEP && way != DING_FULL && bench.run->frames > 0) {
        bench.run->blewUp = true;
        status = SV_OK;
    }
    TreeDetect_Destroy(&bench.detect);
    SphereTree_Destroy(context, &bench.tree);
    PaperCloth_Close(&bench.cloth);
    return status;
}

svStatus Ding_Measure(svContext* context, const PaperSettings* settings, void* data) {
    DingResult* result = data;
    result->frames = settings->frames;
    svStatus status = SV_OK;
    for (int i = 0; i < DING_SCENE_COUNT; ++i) {
        for (int w = 0; w < DING_WAY_COUNT && status == SV_OK; ++w) {
            status = RunWay(context, i, (DingWay)w, result->frames, &result->scenes[i]);
        }
    }
    return status;
}
