// Scene "balls": hundreds of soft balls crowd around a rigid one and are stirred by another.
// Simulated as a few hundred particles, each rendered as a ball that is flattened at its contacts.

#include "paper_source.h"
#include "report/terminal.h"

#include "selvage/shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BALL_RADIUS 0.1
#define CORE_RADIUS 0.3
#define STIRRER_RADIUS 0.22
#define GAP 0.001

enum { BALL_COUNT = 280, BALL_CELLS = 5, SOLID_CELLS = 12, SUBSTEPS = 4, SETTLE_FRAMES = 60 };

typedef struct Balls {
    uint32_t count;
    svMeshData ball, solid; // of radius 1
    double (*at)[3];
    double (*speed)[3];
    double stirrer[3];
    uint32_t frame; // simulated so far, settling included
} Balls;

static void PlaceBalls(Balls* balls) {
    GenRandom random = {11};
    for (uint32_t i = 0; i < balls->count; ++i) {
        GenRandom_Direction(&random, balls->at[i]);
        // Close enough to touch soon.
        const double far = 0.5 + 0.6 * cbrt(GenRandom_Next(&random));
        for (int a = 0; a < 3; ++a) {
            balls->at[i][a] *= far;
        }
    }
}

static svStatus OpenBalls(PaperScene* scene) {
    Balls* balls = Terminal_Allocate(1, sizeof(*balls));
    scene->state->own = balls;
    balls->count = PaperScene_Cells(scene, BALL_COUNT);
    balls->at = Terminal_Allocate(balls->count, sizeof(*balls->at));
    balls->speed = Terminal_Allocate(balls->count, sizeof(*balls->speed));
    PlaceBalls(balls);
    svStatus status = svShape_Ball(scene->context, 1, BALL_CELLS, &balls->ball);
    status = status == SV_OK ? svShape_Ball(scene->context, 1, SOLID_CELLS, &balls->solid) : status;
    if (status != SV_OK) {
        return status;
    }
    GenMesh* mesh = &scene->state->mesh;
    const svMeshView ball = svMeshData_View(&balls->ball), solid = svMeshData_View(&balls->solid);
    GenMesh_Begin(mesh, "solids");
    for (int i = 0; i < 2; ++i) {
        GenMesh_Append(mesh, solid.triangles, solid.triangleCount, &solid.positions);
    }
    GenMesh_Begin(mesh, "balls");
    for (uint32_t i = 0; i < balls->count; ++i) {
        GenMesh_Append(mesh, ball.triangles, ball.triangleCount, &ball.positions);
    }
    return SV_OK;
}

static double CentreDistance(const double a[3], const double b[3], double direction[3]) {
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
        direction[i] = b[i] - a[i];
        sum += direction[i] * direction[i];
    }
    const double distance = sqrt(sum);
    for (int i = 0; i < 3; ++i) {
        direction[i] = distance > 0 ? direction[i] / distance : 0;
    }
    return distance;
}

// Penalty force on a ball closer than `reach` to another centre.
static void PushBall(Balls* balls, uint32_t i, const double other[3], double reach,
                     double stiffness) {
    double direction[3];
    const double overlap = reach - CentreDistance(balls->at[i], other, direction);
    for (int a = 0; a < 3 && overlap > 0; ++a) {
        balls->speed[i][a] -= stiffness * overlap * direction[a];
    }
}

static void Substep(Balls* balls, double time) {
    const double core[3] = {0, 0, 0}, h = 1.0 / (60 * SUBSTEPS);
    balls->stirrer[0] = 0.75 * cos(1.3 * time);
    balls->stirrer[1] = 0.75 * sin(1.3 * time);
    balls->stirrer[2] = 0.35 * sin(0.9 * time);
    for (uint32_t i = 0; i < balls->count; ++i) {
        for (uint32_t j = 0; j < balls->count; ++j) {
            if (j != i) {
                PushBall(balls, i, balls->at[j], 2 * BALL_RADIUS, 250 * h);
            }
        }
        PushBall(balls, i, core, BALL_RADIUS + CORE_RADIUS, 900 * h);
        PushBall(balls, i, balls->stirrer, BALL_RADIUS + STIRRER_RADIUS, 900 * h);
    }
    for (uint32_t i = 0; i < balls->count; ++i) {
        for (int a = 0; a < 3; ++a) { // attraction to the centre, damping
            balls->speed[i][a] = balls->speed[i][a] * (1 - 2 * h) - 4 * h * balls->at[i][a];
            balls->at[i][a] += h * balls->speed[i][a];
        }
    }
}

// Flattens the ball: vertices that come nearer to `limit` along the direction than GAP are moved
// back by 95 %, so that balls that lean on each other are just clear of each other, and those that
// are pressed together pass into each other a little.
static void Flatten(const double centre[3], const double direction[3], double limit, double (*x)[3],
                    size_t count) {
    const double end = limit - GAP;
    for (size_t v = 0; v < count; ++v) {
        double along = 0;
        for (int a = 0; a < 3; ++a) {
            along += (x[v][a] - centre[a]) * direction[a];
        }
        for (int a = 0; a < 3 && along > end; ++a) {
            x[v][a] -= 0.95 * (along - end) * direction[a];
        }
    }
}

static void DressBall(const Balls* balls, uint32_t i, double (*x)[3]) {
    const size_t count = balls->ball.vertexCount;
    for (size_t v = 0; v < count; ++v) {
        for (int a = 0; a < 3; ++a) {
            x[v][a] = balls->at[i][a] + BALL_RADIUS * balls->ball.positions[3 * v + (size_t)a];
        }
    }
    const double core[3] = {0, 0, 0};
    double direction[3];
    for (uint32_t j = 0; j < balls->count; ++j) {
        const double distance = CentreDistance(balls->at[i], balls->at[j], direction);
        if (j != i && distance < 2 * BALL_RADIUS) {
            Flatten(balls->at[i], direction, distance / 2, x, count);
        }
    }
    double distance = CentreDistance(balls->at[i], core, direction) - CORE_RADIUS;
    Flatten(balls->at[i], direction, distance, x, count);
    distance = CentreDistance(balls->at[i], balls->stirrer, direction) - STIRRER_RADIUS;
    Flatten(balls->at[i], direction, distance, x, count);
}

static svStatus PoseBalls(PaperScene* scene, uint32_t frame, double (*x)[3]) {
    Balls* balls = scene->state->own;
    for (; balls->frame < frame + SETTLE_FRAMES; ++balls->frame) {
        for (int s = 0; s < SUBSTEPS; ++s) {
            Substep(balls, (balls->frame + (double)(s + 1) / SUBSTEPS) / 60);
        }
    }
    const size_t solid = balls->solid.vertexCount, ball = balls->ball.vertexCount;
    for (size_t i = 0; i < 3 * solid; ++i) {
        const double unit = balls->solid.positions[i];
        x[i / 3][i % 3] = CORE_RADIUS * unit;
        x[solid + i / 3][i % 3] = balls->stirrer[i % 3] + STIRRER_RADIUS * unit;
    }
    for (uint32_t i = 0; i < balls->count; ++i) {
        DressBall(balls, i, x + 2 * solid + i * ball);
    }
    return SV_OK;
}

static void CloseBalls(PaperScene* scene) {
    Balls* balls = scene->state->own;
    svMeshData_Destroy(scene->context, &balls->ball);
    svMeshData_Destroy(scene->context, &balls->solid);
    free(balls->at);
    free(balls->speed);
    free(balls);
}

const PaperSource paperBalls = {
    .info = {.name = "balls",
             .paper = "zhang2012",
             .figure = "N-body, Fig. 11",
             .about = "280 soft balls crowd round a solid one and are stirred by another",
             .paperTriangles = 146000,
             .steps = 30},
    .stride = 1,
    .open = OpenBalls,
    .pose = PoseBalls,
    .close = CloseBalls,
};
