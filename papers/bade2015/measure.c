// The built-in scene `ball` in; times, counts and misses of the BVHs of bade2015 on its frames out.

#include "bade2015.h"

#include "papers/scenes/paper_cloth.h"
#include "report/program.h"
#include "report/progress.h"
#include "report/table.h"
#include "report/terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A particle collides within this many radii of the ball's centre. The paper's particles penetrate
// the ball; with contact handling they rest on it, a thickness (a twentieth of the radius) away.
static const double REACH = 1.1;
// Relative tolerance of the distances of a ball's vertices to its centre.
static const double ROUND = 1e-3;

// The recorded motion, the same for every BVH.
typedef struct Recording {
    size_t frameCount;    // initial frame included
    size_t particleCount; // of the cloth
    double (*cloth)[3];   // frame f at f * particleCount
    size_t ballCount;     // vertices
    double (*ball)[3];
    double (*centers)[3]; // of the ball
} Recording;

static const double (*FrameOf(const Recording* recording, size_t frame))[3] {
    return (const double(*)[3])recording->cloth + frame * recording->particleCount;
}

static void Recording_Free(Recording* recording) {
    free(recording->cloth);
    free(recording->ball);
    free(recording->centers);
    *recording = (Recording){0};
}

// Centroid and radius of the vertices; false if they are not on a sphere.
static bool MeasureBall(const svPositions* positions, double center[3], double* radius) {
    double point[3], least = (double)INFINITY;
    memset(center, 0, 3 * sizeof(double));
    *radius = 0;
    for (size_t i = 0; i < positions->count; ++i) {
        svPositions_Get(positions, i, point);
        for (int d = 0; d < 3; ++d) {
            center[d] += point[d] / (double)positions->count;
        }
    }
    for (size_t i = 0; i < positions->count; ++i) {
        svPositions_Get(positions, i, point);
        const double d[3] = {point[0] - center[0], point[1] - center[1], point[2] - center[2]};
        const double distance = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        *radius = distance > *radius ? distance : *radius;
        least = distance < least ? distance : least;
    }
    return positions->count > 0 && *radius - least <= ROUND * *radius;
}

// The first obstacle that is a ball.
static uint32_t FindBall(const svSim* sim) {
    for (uint32_t i = 0; i < svSim_ObstacleCount(sim); ++i) {
        double center[3], radius;
        const svSimMesh mesh = svSim_GetObstacle(sim, i);
        if (MeasureBall(&mesh.positions, center, &radius)) {
            return i;
        }
    }
    return SV_NONE;
}

static void RecordFrame(const PaperCloth* cloth, uint32_t ball, size_t frame, Recording* recording,
                        double* radius) {
    const svSimMesh mesh = svSim_GetObstacle(cloth->scene.sim, ball);
    memcpy(recording->cloth + frame * recording->particleCount, cloth->x[1],
           recording->particleCount * sizeof(double[3]));
    for (size_t i = 0; i < recording->ballCount; ++i) {
        svPositions_Get(&mesh.positions, i, recording->ball[frame * recording->ballCount + i]);
    }
    (void)MeasureBall(&mesh.positions, recording->centers[frame], radius);
}

// Simulates the scene with collision handling, and records cloth and ball.
static svStatus Record(PaperCloth* cloth, uint32_t ball, Recording* recording, BadeResult* result) {
    svStatus status = SV_OK;
    RecordFrame(cloth, ball, 0, recording, &result->ballRadius);
    for (size_t f = 1; f < recording->frameCount && status == SV_OK; ++f) {
        Terminal_Progress("ball: frame %zu of %zu", f, recording->frameCount - 1);
        const double begin = Program_ProcessorSeconds();
        for (uint32_t s = 0; s < cloth->scene.substeps && status == SV_OK; ++s) {
            status = PaperCloth_Step(cloth);
        }
        result->fullSeconds += Program_ProcessorSeconds() - begin;
        if (status == SV_OK) {
            svIntersections found;
            status = svSim_Intersect(cloth->scene.sim, &found);
            result->intersections += status == SV_OK ? found.total : 0;
            RecordFrame(cloth, ball, f, recording, &result->ballRadius);
        }
        status = Progress_IsBroken() ? SV_CANCELLED : status;
    }
    result->fullSeconds /= (double)(recording->frameCount - 1);
    return status;
}

// The simulation alone, as in the paper: one explicit step per frame.
static svStatus MeasureVerlet(svContext* context, BadeResult* result) {
    const SceneVariant verlet = {SV_INTEGRATOR_VERLET, false};
    PaperCloth cloth;
    svStatus status = PaperCloth_Open(context, "ball", &verlet, &cloth);
    const double begin = Program_ProcessorSeconds();
    for (size_t f = 0; f < result->frames && status == SV_OK; ++f) {
        status = svSim_Step(cloth.scene.sim, NULL);
    }
    result->verletSeconds = (Program_ProcessorSeconds() - begin) / (double)result->frames;
    PaperCloth_Close(&cloth);
    return status;
}

// One execution: the BVH is built and searched at each frame.
static void Execute(QuadTree* tree, const Recording* recording, double reach, BadeTree* result,
                    double* seconds) {
    const uint64_t tests[2] = {tree->nodeTests, tree->particleTests};
    double build = 0, search = 0;
    result->hits = 0;
    for (size_t f = 1; f < recording->frameCount; ++f) {
        const double begin = Program_Seconds();
        QuadTree_Build(tree, FrameOf(recording, f));
        const double built = Program_Seconds();
        QuadTree_Search(tree, FrameOf(recording, f), recording->centers[f], reach);
        search += Program_Seconds() - built;
        build += built - begin;
        result->hits += tree->hitCount;
    }
    *seconds = build + search;
    if (*seconds < result->buildSeconds + result->searchSeconds) {
        result->buildSeconds = build;
        result->searchSeconds = search;
    }
    result->nodeCount = tree->nodeCount;
    result->nodeTests = tree->nodeTests - tests[0];
    result->particleTests = tree->particleTests - tests[1];
}

// Brute force: all particles within reach.
static void GoThroughAll(const Recording* recording, BadeResult* result) {
    const double begin = Program_Seconds();
    result->inside = 0;
    for (size_t f = 1; f < recording->frameCount; ++f) {
        const double(*x)[3] = FrameOf(recording, f);
        for (size_t i = 0; i < recording->particleCount; ++i) {
            result->inside += Quad_IsInside(x[i], recording->centers[f], result->reach);
        }
    }
    result->bruteSeconds = fmin(result->bruteSeconds, Program_Seconds() - begin);
}

static void CountOutside(QuadTree* tree, const Recording* recording, BadeTree* result) {
    for (size_t f = 1; f < recording->frameCount; ++f) {
        QuadTree_Build(tree, FrameOf(recording, f));
        result->outside += QuadTree_CountOutside(tree, FrameOf(recording, f));
    }
}

// All executions, BVHs interleaved, so that disturbances affect all alike.
static svStatus ExecuteAll(svContext* context, const Recording* recording, BadeResult* result) {
    QuadTree trees[BADE_TREE_COUNT] = {0};
    svStatus status = SV_OK;
    for (int i = 0; i < BADE_TREE_COUNT && status == SV_OK; ++i) {
        status = QuadTree_Create(context, &result->trees[i].def, &trees[i]);
    }
    for (uint64_t r = 0; r < result->runs && status == SV_OK; ++r) {
        Terminal_Progress("execution %llu of %llu", (unsigned long long)r + 1,
                          (unsigned long long)result->runs);
        for (int i = 0; i < BADE_TREE_COUNT; ++i) {
            BadeTree* tree = &result->trees[i];
            Execute(&trees[i], recording, result->reach, tree, &tree->seconds[r]);
        }
        GoThroughAll(recording, result);
        status = Progress_IsBroken() ? SV_CANCELLED : SV_OK;
    }
    for (int i = 0; i < BADE_TREE_COUNT && status == SV_OK; ++i) {
        result->trees[i].missed = result->inside - result->trees[i].hits;
        CountOutside(&trees[i], recording, &result->trees[i]);
    }
    for (int i = 0; i < BADE_TREE_COUNT; ++i) {
        QuadTree_Destroy(context, &trees[i]);
    }
    return status;
}

// svScene_Detect of cloth and ball, frame by frame.
static svStatus DetectBall(PaperCloth* cloth, const svMesh* ball, const Recording* recording,
                           BadeResult* result) {
    svStatus status = SV_OK;
    const size_t n = recording->particleCount, m = recording->ballCount;
    svMesh* meshes[2] = {cloth->mesh, (svMesh*)ball};
    for (size_t f = 1; f < recording->frameCount && status == SV_OK; ++f) {
        const svPositions x[2][2] = {
            {svPositions_Double(recording->cloth[(f - 1) * n], n),
             svPositions_Double(recording->cloth[f * n], n)},
            {svPositions_Double(recording->ball[(f - 1) * m], m),
             svPositions_Double(recording->ball[f * m], m)},
        };
        svContacts contacts;
        const double begin = Program_ProcessorSeconds();
        for (int k = 0; k < 2 && status == SV_OK; ++k) {
            status = svMesh_SetMotion(meshes[k], &x[k][0], &x[k][1]);
        }
        if (status == SV_OK) {
            status = svScene_Detect(cloth->own, NULL, &contacts);
        }
        result->sceneSeconds += Program_ProcessorSeconds() - begin;
        result->sceneContacts += status == SV_OK ? contacts.vf.total + contacts.ee.total : 0;
    }
    result->sceneSeconds /= (double)(recording->frameCount - 1);
    return status;
}

static svStatus MeasureScene(PaperCloth* cloth, uint32_t ball, const Recording* recording,
                             BadeResult* result) {
    const svSimMesh obstacle = svSim_GetObstacle(cloth->scene.sim, ball);
    svMeshDef def = svDefaultMeshDef();
    def.triangles = obstacle.triangles;
    def.triangleCount = obstacle.triangleCount;
    def.vertexCount = obstacle.positions.count;
    svMesh* mesh = NULL;
    svSceneMeshDef alone = svDefaultSceneMeshDef();
    alone.self = false;
    svStatus status = svMesh_Create(cloth->context, &def, &mesh);
    if (status == SV_OK) {
        status = svScene_SetMeshDef(cloth->own, 0, &alone);
    }
    if (status == SV_OK) {
        status = svScene_Add(cloth->own, mesh, &alone, NULL);
    }
    if (status == SV_OK) {
        status = DetectBall(cloth, mesh, recording, result);
    }
    svScene_Clear(cloth->own);
    svMesh_Destroy(mesh);
    return status;
}

// Longer side of the initial cloth: first row or first column.
static double LongestSide(const PaperCloth* cloth) {
    double longest = 0;
    for (int side = 0; side < 2; ++side) {
        const uint32_t step = side == 0 ? 1 : cloth->grid.columns;
        const uint32_t count = side == 0 ? cloth->grid.columns : cloth->grid.rows;
        double length = 0;
        for (uint32_t i = 1; i < count; ++i) {
            const double *a = cloth->x[1][(i - 1) * step], *b = cloth->x[1][i * step];
            const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
            length += sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        }
        longest = length > longest ? length : longest;
    }
    return longest;
}

static void SetTrees(const PaperCloth* cloth, BadeResult* result) {
    const double longest = LongestSide(cloth);
    for (int i = 0; i < BADE_TREE_COUNT; ++i) {
        result->trees[i].buildSeconds = result->trees[i].searchSeconds = (double)INFINITY;
        result->trees[i].def = (QuadTreeDef){
            .columns = cloth->grid.columns,
            .rows = cloth->grid.rows,
            .levels = i < QUAD_VOLUME_COUNT ? 4 : 0,
            .volume = (QuadVolume)(i % QUAD_VOLUME_COUNT),
            .longest = longest,
            .unit = result->ballRadius, // which is 1 in the paper
        };
    }
}

static svStatus MeasureCloth(svContext* context, PaperCloth* cloth, Recording* recording,
                             BadeResult* result) {
    const uint32_t ball = FindBall(cloth->scene.sim);
    if (ball == SV_NONE) {
        svContext_Message(context, SV_ERROR, "the scene has no ball");
        return SV_ERROR_MESH;
    }
    double center[3];
    const svSimMesh obstacle = svSim_GetObstacle(cloth->scene.sim, ball);
    (void)MeasureBall(&obstacle.positions, center, &result->ballRadius);
    result->columns = cloth->grid.columns;
    result->rows = cloth->grid.rows;
    result->reach = REACH * result->ballRadius;
    result->bruteSeconds = (double)INFINITY;
    SetTrees(cloth, result);
    recording->frameCount = result->frames + 1;
    recording->particleCount = (size_t)result->columns * result->rows;
    recording->ballCount = obstacle.positions.count;
    recording->cloth =
        Terminal_Allocate(recording->frameCount * recording->particleCount, sizeof(double[3]));
    recording->ball =
        Terminal_Allocate(recording->frameCount * recording->ballCount, sizeof(double[3]));
    recording->centers = Terminal_Allocate(recording->frameCount, sizeof(double[3]));
    svStatus status = Record(cloth, ball, recording, result);
    if (status == SV_OK) {
        status = ExecuteAll(context, recording, result);
    }
    if (status == SV_OK) {
        status = MeasureScene(cloth, ball, recording, result);
    }
    return status == SV_OK ? MeasureVerlet(context, result) : status;
}

svStatus Bade_Measure(svContext* context, const PaperSettings* settings, void* data) {
    BadeResult* result = data;
    result->runs = settings->runs;
    result->frames = (size_t)settings->frames;
    for (int i = 0; i < BADE_TREE_COUNT; ++i) {
        result->trees[i].seconds = Terminal_Allocate((size_t)result->runs, sizeof(double));
    }
    const SceneVariant asItIs = {SV_INTEGRATOR_ENUM_COUNT, true};
    PaperCloth cloth;
    Recording recording = {0};
    svStatus status = PaperCloth_Open(context, "ball", &asItIs, &cloth);
    if (status == SV_OK) {
        status = MeasureCloth(context, &cloth, &recording, result);
    }
    Recording_Free(&recording);
    PaperCloth_Close(&cloth);
    Terminal_Progress(NULL);
    return status;
}

void Bade_Destroy(void* data) {
    BadeResult* result = data;
    for (int i = 0; i < BADE_TREE_COUNT; ++i) {
        free(result->trees[i].seconds);
    }
}
