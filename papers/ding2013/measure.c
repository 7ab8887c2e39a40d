// The three scenes of ding2013 in; times and contacts of simulation, sphere trees and detection
// out.

#include "ding2013.h"

#include "papers/methods/sphere.h"

#include "report/program.h"
#include "report/progress.h"
#include "report/terminal.h"

#include <math.h>
#include <stdlib.h>

// A leaf has at most 4 x 4 particles: the paper leaves its threshold open. The tree that is shown
// goes down to single cells.
enum { LEAF_PARTICLES = 16, CELL_PARTICLES = 4 };
// Interval in frames at which a step is searched, by all methods; and by segment and quadrilateral.
// Only where there are contacts: not with collisions handled.
enum { SEARCH_EVERY = 4, QUERY_EVERY = 16 };

const char* DingWay_Name(DingWay way) {
    return way == DING_EULER ? "euler" : way == DING_IMPLICIT ? "implicit" : "full";
}

static svStatus TakeStep(DingBench* bench, size_t frame) {
    DingRun* run = bench->run;
    double begin = Program_ProcessorSeconds();
    const svStatus status = PaperCloth_Step(&bench->cloth);
    if (status != SV_OK) {
        return status;
    }
    const double step = Program_ProcessorSeconds() - begin;
    run->stepSeconds += step;
    run->frameStep[frame] += step;
    svSimStats_Add(&run->sums, &bench->cloth.stats);
    ++run->steps;
    const double(*x0)[3] = PaperCloth_X(&bench->cloth, 0);
    const double(*x1)[3] = PaperCloth_X(&bench->cloth, 1);
    DingTree* trees = run->trees;
    begin = Program_ProcessorSeconds();
    SphereTree_Refit(&bench->tree, x0, x1);
    trees[DING_MERGED].buildSeconds += Program_ProcessorSeconds() - begin;
    ++trees[DING_MERGED].builds;
    begin = Program_ProcessorSeconds();
    SphereTree_Build(&bench->tree, x0, x1);
    const double build = Program_ProcessorSeconds() - begin;
    trees[DING_PRINTED].buildSeconds += build;
    run->frameTree[frame] += build;
    ++trees[DING_PRINTED].builds;
    run->extended += bench->tree.extended;
    return SV_OK;
}

static svStatus CountIntersections(DingBench* bench) {
    svIntersections found;
    const svStatus status = svSim_Intersect(bench->cloth.scene.sim, &found);
    if (status == SV_OK) {
        bench->run->intersections += found.total;
        bench->run->intersecting += found.found;
        ++bench->run->frames;
    }
    return status;
}

static void OfferSceneStep(const DingBench* bench, const char* name, uint64_t contacts) {
    const svTopology* topology = bench->cloth.grid.topology;
    const SceneStep step = {.name = name,
                            .triangles = topology->triangles,
                            .triangleCount = topology->triangleCount,
                            .vertexCount = topology->vertexCount,
                            .x0 = PaperCloth_X(&bench->cloth, 0),
                            .x1 = PaperCloth_X(&bench->cloth, 1),
                            .number = (uint32_t)bench->run->steps,
                            .up = 'z'};
    if (bench->pictures != NULL) {
        ScenePictures_Offer(bench->pictures, &step, contacts);
    }
}

// The tree is built and refitted at every step; the last step of every SEARCH_EVERY frames is
// searched. With collision handling every frame is tested for intersections.
static svStatus RunFrames(DingBench* bench, const char* name, DingWay way) {
    svStatus status = SV_OK;
    for (size_t f = 0; f < bench->run->frameCount && status == SV_OK; ++f) {
        Terminal_Progress("%s: frame %zu of %zu", name, f + 1, bench->run->frameCount);
        for (uint32_t s = 0; s < bench->run->substeps && status == SV_OK; ++s) {
            status = TakeStep(bench, f);
        }
        const bool searched = f % SEARCH_EVERY == 0;
        if (status == SV_OK && searched) {
            const uint64_t before = bench->run->contacts;
            status = Ding_SearchStep(bench, f % QUERY_EVERY == 0 && way != DING_FULL);
            OfferSceneStep(bench, name, bench->run->contacts - before);
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

// How far the cloth hangs down, and the mean of |length / length at the beginning - 1| of its
// threads, along columns and rows.
static void MeasureDrape(const PaperCloth* cloth, const DingShot* beginning, DingRun* run) {
    double lowest = (double)INFINITY, highest = -(double)INFINITY, sum = 0;
    uint64_t count = 0;
    for (uint32_t row = 0; row < cloth->grid.rows; ++row) {
        for (uint32_t column = 0; column < cloth->grid.columns; ++column) {
            const uint32_t i = row * cloth->grid.columns + column;
            lowest = fmin(lowest, cloth->x[1][i][2]);
            highest = fmax(highest, beginning->x[i][2]);
            for (int side = 0; side < 2; ++side) {
                const uint32_t j = i + (side == 0 ? 1 : cloth->grid.columns);
                if (side == 0 ? column + 1 == cloth->grid.columns : row + 1 == cloth->grid.rows) {
                    continue;
                }
                const double rest = Sphere_Distance(beginning->x[i], beginning->x[j]);
                const double now = Sphere_Distance(cloth->x[1][i], cloth->x[1][j]);
                sum += fabs(now / rest - 1);
                ++count;
            }
        }
    }
    run->sag = highest - lowest;
    run->meanStrain = count > 0 ? sum / (double)count : 0;
}

static svStatus OpenBench(svContext* context, const char* name, const SceneVariant* variant,
                          DingBench* bench) {
    svStatus status = PaperCloth_Open(context, name, variant, &bench->cloth);
    if (status == SV_OK) {
        status = SphereTree_Create(context, &bench->cloth.grid, LEAF_PARTICLES, &bench->tree);
    }
    if (status == SV_OK) {
        status = SphereTree_Create(context, &bench->cloth.grid, CELL_PARTICLES, &bench->fine);
    }
    if (status == SV_OK) {
        SphereTree_Build(&bench->tree, PaperCloth_X(&bench->cloth, 0),
                         PaperCloth_X(&bench->cloth, 1));
        status = TreeDetect_Create(context, &bench->tree, &bench->detect);
    }
    return status;
}

static void CloseBench(svContext* context, DingBench* bench) {
    TreeDetect_Destroy(&bench->detect);
    SphereTree_Destroy(context, &bench->tree);
    SphereTree_Destroy(context, &bench->fine);
    PaperCloth_Close(&bench->cloth);
}

// An explicit run takes many more steps: half the frames, in which the cloth comes down and hangs.
static void SetRun(DingBench* bench, DingWay way, uint64_t frames) {
    DingRun* run = bench->run;
    run->frameCount = (size_t)(way == DING_EULER ? (frames + 1) / 2 : frames);
    run->frameStep = Terminal_Allocate(run->frameCount, sizeof(double));
    run->frameTree = Terminal_Allocate(run->frameCount, sizeof(double));
    run->nodeCount = bench->tree.nodeCount;
    run->substeps = bench->cloth.scene.substeps;
    run->timeStep = 1 / (bench->cloth.scene.frameRate * bench->cloth.scene.substeps);
}

static svStatus RunWay(svContext* context, int scene, DingWay way, DingResult* all) {
    DingScene* result = &all->scenes[scene];
    static const DingMoment ends[DING_WAY_COUNT] = {DING_DRAPED, DING_THROUGH, DING_HANDLED};
    const SceneVariant variants[DING_WAY_COUNT] = {
        [DING_EULER] = {.integrator = SV_INTEGRATOR_EULER, .soft = true},
        [DING_IMPLICIT] = {.integrator = SV_INTEGRATOR_IMPLICIT},
        [DING_FULL] = {.integrator = SV_INTEGRATOR_ENUM_COUNT, .collisions = true},
    };
    DingBench bench = {.run = &result->runs[way]};
    bench.pictures = way == DING_IMPLICIT ? &all->pictures : NULL;
    const char* name = dingPaper[scene].scene;
    svStatus status = OpenBench(context, name, &variants[way], &bench);
    if (status == SV_OK) {
        result->columns = bench.cloth.grid.columns;
        result->rows = bench.cloth.grid.rows;
        SetRun(&bench, way, all->frames);
        status = Ding_TakeShot(&bench, &result->shots[DING_FLAT]);
    }
    if (status == SV_OK) {
        status = RunFrames(&bench, name, way);
    }
    // Without collision handling the cloth may become unstable; the figures until then are kept.
    if (status == SV_ERROR_STEP && way != DING_FULL && bench.run->frames > 0) {
        bench.run->blewUp = true;
        status = SV_OK;
    }
    if (status == SV_OK) {
        MeasureDrape(&bench.cloth, &result->shots[DING_FLAT], bench.run);
        status = Ding_TakeShot(&bench, &result->shots[ends[way]]);
    }
    if (status == SV_OK && bench.pictures != NULL) {
        status = ScenePictures_Draw(bench.pictures, context);
    }
    CloseBench(context, &bench);
    return status;
}

// The step that springs as stiff as the cloth of the scene allow.
static svStatus FindStiffStep(svContext* context, int scene, DingScene* result) {
    const SceneVariant stiff = {.integrator = SV_INTEGRATOR_EULER};
    svSimScene opened;
    const svStatus status = SceneVariant_Open(context, dingPaper[scene].scene, &stiff, &opened);
    if (status == SV_OK) {
        result->stiffStep = 1 / (opened.frameRate * opened.substeps);
        svSim_Destroy(opened.sim);
    }
    return status;
}

svStatus Ding_Measure(svContext* context, const PaperSettings* settings, void* data) {
    DingResult* result = data;
    result->frames = settings->frames;
    result->quick = settings->quick;
    ScenePictures_Begin(&result->pictures, "ding2013", settings);
    svStatus status = SV_OK;
    for (int i = 0; i < DING_SCENE_COUNT && status == SV_OK; ++i) {
        status = FindStiffStep(context, i, &result->scenes[i]);
        for (int w = 0; w < DING_WAY_COUNT && status == SV_OK; ++w) {
            status = RunWay(context, i, (DingWay)w, result);
        }
    }
    return status;
}

void Ding_Destroy(void* data) {
    DingResult* result = data;
    ScenePictures_Destroy(&result->pictures);
    for (int i = 0; i < DING_SCENE_COUNT; ++i) {
        DingScene* scene = &result->scenes[i];
        for (int w = 0; w < DING_WAY_COUNT; ++w) {
            free(scene->runs[w].frameStep);
            free(scene->runs[w].frameTree);
        }
        for (int m = 0; m < DING_MOMENT_COUNT; ++m) {
            DingShot_Free(&scene->shots[m]);
        }
    }
}
