// Obstacles and pins: what moves as it is told.

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
    const double s = sin(angle), c = 1 - cos(angle);
    const double k[3][3] = {{0, -u[2], u[1]}, {u[2], 0, -u[0]}, {-u[1], u[0], 0}};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            turn[i][j] = (i == j) + s * k[i][j] + c * (u[i] * u[j] - (i == j));
        }
    }
}

static Vec3 Turn(const svPlacement* placement, Vec3 p) {
    const double(*turn)[3] = (const double(*)[3])placement->turn;
    return (Vec3){turn[0][0] * p.x + turn[0][1] * p.y + turn[0][2] * p.z,
                  turn[1][0] * p.x + turn[1][1] * p.y + turn[1][2] * p.z,
                  turn[2][0] * p.x + turn[2][1] * p.y + turn[2][2] * p.z};
}

static Vec3 TurnBack(const svPlacement* placement, Vec3 p) {
    const double(*turn)[3] = (const double(*)[3])placement->turn;
    return (Vec3){turn[0][0] * p.x + turn[1][0] * p.y + turn[2][0] * p.z,
                  turn[0][1] * p.x + turn[1][1] * p.y + turn[2][1] * p.z,
                  turn[0][2] * p.x + turn[1][2] * p.y + turn[2][2] * p.z};
}

static Vec3 Place(const svPlacement* placement, Vec3 p) {
    return Add(Turn(placement, p), Load(placement->move));
}

svPlacement svObstacle_PlacementAt(const svSimPart* obstacle, double time) {
    double move[3] = {0}, turn[3] = {0};
    const svMotionKey* keys = obstacle->keys;
    const size_t count = obstacle->keyCount;
    size_t next = 0;
    while (next < count && keys[next].time <= time) {
        ++next;
    }
    if (count > 0) {
        const svMotionKey* a = &keys[next > 0 ? next - 1 : 0];
        const svMotionKey* b = &keys[next < count ? next : count - 1];
        const double share = b->time > a->time ? (time - a->time) / (b->time - a->time) : 0;
        for (int k = 0; k < 3; ++k) {
            move[k] = a->move[k] + share * (b->move[k] - a->move[k]);
            turn[k] = a->turn[k] + share * (b->turn[k] - a->turn[k]);
        }
    }
    // turn (p - pivot) + pivot + move
    svPlacement placement;
    Rotation(turn, placement.turn);
    const Vec3 pivot = Load(obstacle->pivot);
    Store(placement.move, Add(Sub(pivot, Turn(&placement, pivot)), Load(move)));
    return placement;
}

static void MoveObstacle(svSim* sim, svSimPart* obstacle) {
    for (uint32_t i = 0; i < obstacle->count; ++i) {
        const size_t at = 3 * ((size_t)obstacle->first + i);
        const Vec3 p = Load(obstacle->model + 3 * (size_t)i);
        Store(sim->x0 + at, Place(&obstacle->before, p));
        Store(sim->x1 + at, Place(&obstacle->after, p));
        for (size_t k = at; k < at + 3; ++k) {
            sim->x0[k] = (double)(float)sim->x0[k];
            sim->x1[k] = (double)(float)sim->x1[k];
            sim->rounded[k] = sim->x1[k];
        }
    }
}

void svSim_MoveObstacles(svSim* sim, double t0, double t1) {
    for (size_t i = 0; i < sim->obstacleCount; ++i) {
        svSimPart* obstacle = &sim->obstacles[i];
        obstacle->before = svObstacle_PlacementAt(obstacle, t0);
        obstacle->after = svObstacle_PlacementAt(obstacle, t1);
        obstacle->resting =
            memcmp(&obstacle->before, &obstacle->after, sizeof(obstacle->after)) == 0;
        MoveObstacle(sim, obstacle);
    }
}

bool svSim_AnchorRests(const svSim* sim, int32_t anchor) {
    return anchor < 0 || sim->obstacles[anchor].resting;
}

Vec3 svSim_Carry(const svSim* sim, int32_t anchor, Vec3 point) {
    if (svSim_AnchorRests(sim, anchor)) {
        return point;
    }
    const svSimPart* obstacle = &sim->obstacles[anchor];
    const Vec3 model = TurnBack(&obstacle->before, Sub(point, Load(obstacle->before.move)));
    return Place(&obstacle->after, model);
}
