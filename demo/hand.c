// What is moved by hand: the ball, a vertex that is pulled, pins.

#include "state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Metres per second: a quick hand. Slow enough that cloth can get out of the way.
static const double BALL_SPEED = 2.4, PULL_SPEED = 3;
// Metres that are left for cloth between ball and floor.
static const double BALL_ROOM = 0.05;
// Where the ball can go: so far from the middle, and so high.
static const double BALL_REACH = 1.6, BALL_HEIGHT = 2.4;
// Strain at the pulled vertex: from the first on cloth resists, at the second it stops the hand.
static const double PULL_SOFT = 0.06, PULL_HARD = 0.2;
static const double FARTHEST = 100; // a target, in metres

static bool IsPlace(const double x[3]) {
    return fabs(x[0]) <= FARTHEST && fabs(x[1]) <= FARTHEST && fabs(x[2]) <= FARTHEST;
}

static double Clamp(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

svStatus Demo_MoveBall(Demo* demo, double x, double y, double z) {
    const double place[3] = {x, y, z};
    if (!IsPlace(place)) {
        return Demo_Fail(demo, SV_ERROR_ARGUMENT, "the ball cannot go there");
    }
    demo->ballTarget[0] = Clamp(x, -BALL_REACH, BALL_REACH);
    demo->ballTarget[1] = Clamp(y, -BALL_REACH, BALL_REACH);
    demo->ballTarget[2] = Clamp(z, demo->world.radius + BALL_ROOM, BALL_HEIGHT);
    return Demo_Fail(demo, SV_OK, "");
}

svStatus Demo_Pull(Demo* demo, uint32_t vertex, double x, double y, double z) {
    const double place[3] = {x, y, z};
    if (demo->sim == NULL || vertex >= Demo_VertexCount(demo, 0) || !IsPlace(place)) {
        return Demo_Fail(demo, SV_ERROR_ARGUMENT, "no such vertex to pull, or no such place");
    }
    if (demo->pulled != vertex && demo->pulled != SV_NONE) {
        const svStatus status = Demo_LetGo(demo);
        if (status != SV_OK) {
            return status;
        }
    }
    demo->pulled = vertex;
    memcpy(demo->pullTarget, place, sizeof(place));
    return Demo_Fail(demo, SV_OK, "");
}

svStatus Demo_LetGo(Demo* demo) {
    const uint32_t vertex = demo->pulled;
    demo->pulled = SV_NONE;
    if (demo->sim == NULL || vertex == SV_NONE) {
        return Demo_Fail(demo, SV_OK, "");
    }
    return Demo_Fail(demo,
                     demo->held[vertex] != 0 ? svSim_Pin(demo->sim, 0, vertex)
                                             : svSim_Release(demo->sim, 0, vertex),
                     NULL);
}

static void ListPinned(Demo* demo) {
    demo->pinnedCount = 0;
    for (uint32_t v = 0; v < Demo_VertexCount(demo, 0); ++v) {
        if (demo->held[v] != 0) {
            demo->pinned[demo->pinnedCount++] = v;
        }
    }
}

svStatus Demo_Pin(Demo* demo, uint32_t vertex, int pinned) {
    if (demo->sim == NULL || vertex >= Demo_VertexCount(demo, 0)) {
        return Demo_Fail(demo, SV_ERROR_ARGUMENT, "no such vertex to pin");
    }
    const svStatus status =
        pinned != 0 ? svSim_Pin(demo->sim, 0, vertex) : svSim_Release(demo->sim, 0, vertex);
    if (status == SV_OK) {
        demo->held[vertex] = pinned != 0 ? 1 : 0;
        demo->pulled = demo->pulled == vertex ? SV_NONE : demo->pulled;
        ListPinned(demo);
    }
    return Demo_Fail(demo, status, NULL);
}

// The worst strain of the edges at a vertex, and the middle of its neighbours.
static double StrainAt(const Demo* demo, uint32_t vertex, svVec3* middle) {
    const svTopology* t = svMesh_GetTopology(demo->meshes[0]);
    double worst = 0, count = 0;
    svVec3 sum = {0, 0, 0};
    for (uint32_t i = t->vertexTriangleStart[vertex]; i < t->vertexTriangleStart[vertex + 1]; ++i) {
        const uint32_t* corners = t->triangles + 3 * (size_t)t->vertexTriangles[i];
        for (int k = 0; k < 3; ++k) {
            if (corners[k] == vertex) {
                continue;
            }
            const double* rest = demo->world.cloth.positions;
            const double before =
                svVec3_Length(svVec3_Sub(svVec3_From(rest + 3 * (size_t)corners[k]),
                                         svVec3_From(rest + 3 * (size_t)vertex)));
            const double now = svVec3_Length(
                svVec3_Sub(Demo_Vertex(demo, 0, corners[k]), Demo_Vertex(demo, 0, vertex)));
            worst = fmax(worst, now / before - 1);
            sum = svVec3_Add(sum, Demo_Vertex(demo, 0, corners[k]));
            count += 1;
        }
    }
    *middle = svVec3_Scale(1 / count, sum);
    return worst;
}

// No farther than `most`.
static svVec3 Towards(svVec3 from, svVec3 to, double most) {
    const svVec3 way = svVec3_Sub(to, from);
    const double length = svVec3_Length(way);
    return length <= most ? to : svVec3_AddScaled(from, most / length, way);
}

// A vertex that is pulled cannot give way: it is kept so many thicknesses from ball and floor.
static const double PULL_ROOM = 2;

static svVec3 OutOfObstacles(const Demo* demo, svVec3 place) {
    const double room = PULL_ROOM * demo->settings[DEMO_THICKNESS];
    const svVec3 ball = svVec3_Add(svVec3_From(demo->ball), svVec3_From(demo->ballStep));
    const svVec3 way = svVec3_Sub(place, ball);
    const double distance = svVec3_Length(way), least = demo->world.radius + room;
    if (distance > 0 && distance < least) {
        place = svVec3_AddScaled(ball, least / distance, way);
    }
    place.z = fmax(place.z, room);
    return place;
}

static svStatus PullVertex(Demo* demo) {
    const svVec3 x = Demo_Vertex(demo, 0, demo->pulled);
    svVec3 middle;
    const double strain = StrainAt(demo, demo->pulled, &middle);
    const double give = Clamp((PULL_HARD - strain) / (PULL_HARD - PULL_SOFT), -1, 1);
    const double most = fabs(give) * PULL_SPEED * DEMO_STEP;
    const svVec3 target = svVec3_From(demo->pullTarget);
    const svVec3 to = OutOfObstacles(demo, Towards(x, give < 0 ? middle : target, most));
    const double place[3] = {to.x, to.y, to.z};
    return svSim_Drag(demo->sim, 0, demo->pulled, place);
}

static svStatus MoveBallTo(Demo* demo, const double at[3]) {
    const double turn[3] = {0, 0, 0};
    return svSim_MoveObstacle(demo->sim, demo->world.ball, at, turn);
}

svStatus Demo_MoveByHand(Demo* demo) {
    const svVec3 from = svVec3_From(demo->ball);
    const svVec3 to = Towards(from, svVec3_From(demo->ballTarget), BALL_SPEED * DEMO_STEP);
    demo->ballStep[0] = to.x - from.x;
    demo->ballStep[1] = to.y - from.y;
    demo->ballStep[2] = to.z - from.z;
    const bool moves = demo->ballStep[0] != 0 || demo->ballStep[1] != 0 || demo->ballStep[2] != 0;
    svStatus status = demo->pulled == SV_NONE ? SV_OK : PullVertex(demo);
    if (status == SV_OK && moves) {
        const double at[3] = {to.x, to.y, to.z};
        status = MoveBallTo(demo, at);
    }
    return status;
}

void Demo_BallArrived(Demo* demo) {
    for (int d = 0; d < 3; ++d) {
        demo->ball[d] += demo->ballStep[d];
    }
}

void Demo_DropAll(Demo* demo) {
    Demo_LetGo(demo);
    memset(demo->ballStep, 0, sizeof(demo->ballStep));
    memcpy(demo->ballTarget, demo->ball, sizeof(demo->ball));
    MoveBallTo(demo, demo->ball);
}
