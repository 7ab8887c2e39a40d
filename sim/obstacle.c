// Obstacles and pins: kinematic motion.

#include "portable.h"
#include "state.h"

#include <string.h>

// The rotation by |r| radians about r (Rodrigues).
static void Rotation(const double r[3], double turn[3][3]) {
    const double angle = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
    memset(turn, 0, sizeof(double[3][3]));
    turn[0][0] = turn[1][1] = turn[2][2] = 1;
    if (!(angle > 0)) {
        return;
    }
    const double u[3] = {r[0] / angle, r[1] / angle, r[2] / angle};
    const double s = svPortable_Sin(angle), c = 1 - svPortable_Cos(angle);
    const double k[3][3] = {{0, -u[2], u[1]}, {u[2], 0, -u[0]}, {-u[1], u[0], 0}};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            turn[i][j] = (i == j) + s * k[i][j] + c * (u[i] * u[j] - (i == j));
        }
    }
}

static svVec3 TurnPoint(const svPlacement* placement, svVec3 p) {
    const double(*turn)[3] = (const double(*)[3])placement->turn;
    return (svVec3){turn[0][0] * p.x + turn[0][1] * p.y + turn[0][2] * p.z,
                    turn[1][0] * p.x + turn[1][1] * p.y + turn[1][2] * p.z,
                    turn[2][0] * p.x + turn[2][1] * p.y + turn[2][2] * p.z};
}

static svVec3 TurnBack(const svPlacement* placement, svVec3 p) {
    const double(*turn)[3] = (const double(*)[3])placement->turn;
    return (svVec3){turn[0][0] * p.x + turn[1][0] * p.y + turn[2][0] * p.z,
                    turn[0][1] * p.x + turn[1][1] * p.y + turn[2][1] * p.z,
                    turn[0][2] * p.x + turn[1][2] * p.y + turn[2][2] * p.z};
}

svVec3 svSim_PlacePoint(const svPlacement* placement, svVec3 p) {
    return svVec3_Add(TurnPoint(placement, p), svVec3_From(placement->move));
}

svVec3 svSim_ModelPoint(const svPlacement* placement, svVec3 p) {
    return TurnBack(placement, svVec3_Sub(p, svVec3_From(placement->move)));
}

// A time among ascending times: after entry `before`, `share` of the way to entry `after`.
typedef struct Moment {
    size_t before, after;
    double share;
} Moment;

static Moment Locate(const double* times, size_t stride, size_t count, double time) {
    size_t next = 0;
    while (next < count && times[next * stride] <= time) {
        ++next;
    }
    Moment moment = {.before = next > 0 ? next - 1 : 0, .after = next < count ? next : count - 1};
    const double a = times[moment.before * stride], b = times[moment.after * stride];
    moment.share = b > a && time > a ? (time - a) / (b - a) : 0;
    return moment;
}

svMotionKey svSim_PoseAt(const svSimPart* obstacle, double time) {
    svMotionKey pose = {.time = time};
    const svMotionKey* keys = obstacle->driven ? obstacle->driveKeys : obstacle->keys;
    const size_t count = obstacle->driven ? 2 : obstacle->keyCount;
    if (count > 0) {
        const Moment at = Locate(&keys->time, sizeof(*keys) / sizeof(double), count, time);
        const svMotionKey *a = &keys[at.before], *b = &keys[at.after];
        for (int k = 0; k < 3; ++k) {
            pose.move[k] = a->move[k] + at.share * (b->move[k] - a->move[k]);
            pose.turn[k] = a->turn[k] + at.share * (b->turn[k] - a->turn[k]);
        }
    }
    return pose;
}

static svPlacement PlacementAt(const svSimPart* obstacle, double time) {
    const svMotionKey pose = svSim_PoseAt(obstacle, time);
    // turn (p - pivot) + pivot + move
    svPlacement placement;
    Rotation(pose.turn, placement.turn);
    const svVec3 pivot = svVec3_From(obstacle->pivot);
    svVec3_Store(
        svVec3_Add(svVec3_Sub(pivot, TurnPoint(&placement, pivot)), svVec3_From(pose.move)),
        placement.move);
    return placement;
}

// The shape of an obstacle at a time, placed, as floats.
static void SetShape(const svSimPart* obstacle, double time, const svPlacement* placement,
                     double* x) {
    Moment at = {0};
    if (obstacle->frameCount > 0) {
        at = Locate(obstacle->frameTimes, 1, obstacle->frameCount, time);
    }
    const float* before = obstacle->model + 3 * at.before * obstacle->count;
    const float* after = obstacle->model + 3 * at.after * obstacle->count;
    for (size_t i = 0; i < 3 * (size_t)obstacle->count; i += 3) {
        double p[3];
        for (size_t k = 0; k < 3; ++k) {
            p[k] =
                (double)before[i + k] + at.share * ((double)after[i + k] - (double)before[i + k]);
        }
        const svVec3 placed = svSim_PlacePoint(placement, svVec3_From(p));
        svVec3_Store(
            (svVec3){RoundToFloat(placed.x), RoundToFloat(placed.y), RoundToFloat(placed.z)},
            x + i);
    }
}

void svSim_MoveObstacles(svSim* sim, double t0, double t1) {
    for (size_t i = 0; i < sim->obstacleCount; ++i) {
        svSimPart* obstacle = &sim->obstacles[i];
        obstacle->before = PlacementAt(obstacle, t0);
        obstacle->after = PlacementAt(obstacle, t1);
        const size_t at = 3 * (size_t)obstacle->first, size = 3 * obstacle->count * sizeof(double);
        SetShape(obstacle, t0, &obstacle->before, sim->x0 + at);
        obstacle->rolesKnown = obstacle->rolesKnown && obstacle->resting &&
                               memcmp(sim->x0 + at, sim->x1 + at, size) == 0;
        SetShape(obstacle, t1, &obstacle->after, sim->x1 + at);
        memcpy(sim->rounded + at, sim->x1 + at, size);
        obstacle->resting = memcmp(sim->x0 + at, sim->x1 + at, size) == 0;
    }
    svSim_MoveAnchors(sim);
}

bool svSim_ObstacleMoves(const svSim* sim, uint32_t index) {
    if (index >= sim->obstacleCount) {
        return false;
    }
    const svSimPart* obstacle = &sim->obstacles[index];
    bool moves = obstacle->driven;
    for (size_t i = 1; i < obstacle->keyCount && !moves; ++i) {
        const svMotionKey *a = &obstacle->keys[0], *b = &obstacle->keys[i];
        for (int k = 0; k < 3; ++k) {
            moves = moves || a->move[k] != b->move[k] || a->turn[k] != b->turn[k];
        }
    }
    const size_t values = 3 * (size_t)obstacle->count;
    for (size_t i = 1; i < obstacle->frameCount && !moves; ++i) {
        moves = memcmp(obstacle->model, obstacle->model + i * values, values * sizeof(float)) != 0;
    }
    return moves;
}

bool svSim_AnchorRests(const svSim* sim, int32_t anchor) {
    return anchor < 0 ? anchor > ANCHOR_DRAGGED : sim->obstacles[anchor].resting;
}

int32_t svSim_ZoneAnchor(const svSim* sim, uint32_t particle) {
    if (sim->anchors[particle] != ANCHOR_SPACE) {
        return sim->anchors[particle];
    }
    const svVec3 end = svSim_DragEnd(sim, particle);
    const svVec3 way = svVec3_Sub(end, svVec3_From(sim->before + 3 * (size_t)particle));
    return svVec3_Dot(way, way) > 0 ? ANCHOR_DRAGGED - (int32_t)particle : ANCHOR_SPACE;
}

void svSim_FindCarriers(svSim* sim) {
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        const int32_t anchor = sim->anchors[i];
        const bool deforms = anchor >= 0 && sim->obstacles[anchor].frameCount > 0;
        sim->carriers[i] = deforms ? svSim_FindCarrier(sim, &sim->obstacles[anchor],
                                                       svVec3_From(sim->x0 + 3 * (size_t)i))
                                   : SV_NONE;
    }
}

svVec3 svSim_Carry(const svSim* sim, int32_t anchor, uint32_t particle) {
    const svVec3 point = svVec3_From(sim->x0 + 3 * (size_t)particle);
    if (anchor == ANCHOR_SPACE && sim->anchors[particle] == ANCHOR_SPACE) {
        return svSim_DragPlace(sim, particle);
    }
    if (anchor <= ANCHOR_DRAGGED) { // a zone moves by as much as what is dragged in it
        const uint32_t dragged = (uint32_t)(ANCHOR_DRAGGED - anchor);
        return svVec3_Add(point, svVec3_Sub(svSim_DragPlace(sim, dragged),
                                            svVec3_From(sim->x0 + 3 * (size_t)dragged)));
    }
    if (svSim_AnchorRests(sim, anchor)) {
        return point;
    }
    const svSimPart* obstacle = &sim->obstacles[anchor];
    if (obstacle->frameCount > 0) {
        const bool pinned = sim->anchors[particle] == anchor;
        return svSim_CarryBy(
            sim, obstacle,
            pinned ? sim->carriers[particle] : svSim_FindCarrier(sim, obstacle, point), point);
    }
    return svSim_PlacePoint(&obstacle->after, svSim_ModelPoint(&obstacle->before, point));
}
