// The built-in scene `ball` in; its frames with the ball, and what simulating and svScene_Detect
// take of a frame, out.

#include "bade2015.h"

#include "report/program.h"
#include "report/progress.h"
#include "report/terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A particle collides within this many radii of the ball's centre. The paper's particles penetrate
// the ball; with contact handling they rest on it, a thickness (a twentieth of the radius) away.
static const double REACH = 1.1;
// Relative tolerance of the distances of a ball's vertices to its centre.
static const double ROUND = 1e-3;

void BadeRecording_Free(BadeRecording* recording) {
    free(recording->cloth);
    free(recording->ball);
    free(recording->centers);
    *recording = (BadeRecording){0};
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

static void RecordFrame(const PaperCloth* cloth, uint32_t ball, size_t frame,
                        BadeRecording* recording, double* radius) {
    const svSimMesh mesh = svSim_GetObstacle(cloth->scene.sim, ball);
    memcpy(recording->cloth + frame * recording->particleCount, cloth->x[1],
           recording->particleCount * sizeof(double[3]));
    for (size_t i = 0; i < recording->ballCount; ++i) {
        svPositions_Get(&mesh.positions, i, recording->ball[frame * recording->ballCount + i]);
    }
    (void)MeasureBall(&mesh.positions, recording->centers[frame], radius);
}

static svStatus RecordAll(PaperCloth* cloth, uint32_t ball, BadeRecording* recording,
                          BadeResult* result) {
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

svStatus Bade_Record(svContext* context, PaperCloth* cloth, uint32_t* ball,
                     BadeRecording* recording, BadeResult* result) {
    *ball = FindBall(cloth->scene.sim);
    if (*ball == SV_NONE) {
        svContext_Message(context, SV_ERROR, "the scene has no ball");
        return SV_ERROR_MESH;
    }
    double center[3];
    const svSimMesh obstacle = svSim_GetObstacle(cloth->scene.sim, *ball);
    (void)MeasureBall(&obstacle.positions, center, &result->ballRadius);
    result->columns = cloth->grid.columns;
    result->rows = cloth->grid.rows;
    result->reach = REACH * result->ballRadius;
    recording->frameCount = result->frames + 1;
    recording->particleCount = (size_t)result->columns * result->rows;
    recording->ballCount = obstacle.positions.count;
    recording->cloth =
        Terminal_Allocate(recording->frameCount * recording->particleCount, sizeof(double[3]));
    recording->ball =
        Terminal_Allocate(recording->frameCount * recording->ballCount, sizeof(double[3]));
    recording->centers = Terminal_Allocate(recording->frameCount, sizeof(double[3]));
    return RecordAll(cloth, *ball, recording, result);
}

svStatus Bade_MeasureVerlet(svContext* context, BadeResult* result) {
    const SceneVariant verlet = {.integrator = SV_INTEGRATOR_VERLET};
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

// svScene_Detect of cloth and ball, frame by frame.
static svStatus DetectBall(PaperCloth* cloth, const svMesh* ball, const BadeRecording* recording,
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

svStatus Bade_MeasureScene(PaperCloth* cloth, uint32_t ball, const BadeRecording* recording,
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
