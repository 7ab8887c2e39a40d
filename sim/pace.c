// How far obstacles may move in a part of a step: half an edge of the cloth that they meet.
//
// A ball that goes farther is through the cloth before its contacts are known, which cuts and
// fail-safe then have to undo: cloth sticks to it and is torn along. So steps are halved beforehand
// where an obstacle outpaces cloth. (A ball of 16 cm through a sheet of denim with edges of 2.5 cm,
// at 3 to 10 m/s: with whole edges up to 150 % of strain and 16 zones, with halves up to 26 % and
// one.) One that turns in place is as fast as its rim. Without a thickness nothing pushes, and
// shorter parts do not help.

#include "state.h"

static const double EDGE_SHARE = 0.5;

typedef struct Box {
    svVec3 low, high;
} Box;

static Box Box_Empty(void) {
    const double most = (double)INFINITY;
    return (Box){{most, most, most}, {-most, -most, -most}};
}

static void Box_Add(Box* box, svVec3 p) {
    box->low = (svVec3){fmin(box->low.x, p.x), fmin(box->low.y, p.y), fmin(box->low.z, p.z)};
    box->high = (svVec3){fmax(box->high.x, p.x), fmax(box->high.y, p.y), fmax(box->high.z, p.z)};
}

static bool Box_Overlap(const Box* a, const Box* b, double distance) {
    return a->low.x <= b->high.x + distance && b->low.x <= a->high.x + distance &&
           a->low.y <= b->high.y + distance && b->low.y <= a->high.y + distance &&
           a->low.z <= b->high.z + distance && b->low.z <= a->high.z + distance;
}

// Where an obstacle is in this part of a step.
static Box SweptBox(const svSim* sim, const svSimPart* obstacle) {
    Box box = Box_Empty();
    for (uint32_t i = obstacle->first; i < obstacle->first + obstacle->count; ++i) {
        Box_Add(&box, svVec3_From(sim->x0 + 3 * (size_t)i));
        Box_Add(&box, svVec3_From(sim->x1 + 3 * (size_t)i));
    }
    return box;
}

// Where a cloth is if it keeps its velocity, and the mean of the ways of its particles.
static Box ExpectedBox(const svSim* sim, const svSimPart* cloth, double h, svVec3* mean) {
    Box box = Box_Empty();
    svVec3 sum = {0, 0, 0};
    for (uint32_t i = cloth->first; i < cloth->first + cloth->count; ++i) {
        const svVec3 x = svVec3_From(sim->x0 + 3 * (size_t)i);
        const svVec3 way = svVec3_Scale(h, svVec3_From(sim->v + 3 * (size_t)i));
        Box_Add(&box, x);
        Box_Add(&box, svVec3_Add(x, way));
        sum = svVec3_Add(sum, way);
    }
    *mean = svVec3_Scale(1.0 / cloth->count, sum);
    return box;
}

// The largest way of an obstacle, as it is or, if that is less, relative to a way.
static double LargestWay(const svSim* sim, const svSimPart* obstacle, svVec3 relative) {
    double way = 0, less = 0; // squares
    for (uint32_t i = obstacle->first; i < obstacle->first + obstacle->count; ++i) {
        const svVec3 d =
            svVec3_Sub(svVec3_From(sim->x1 + 3 * (size_t)i), svVec3_From(sim->x0 + 3 * (size_t)i));
        const svVec3 r = svVec3_Sub(d, relative);
        way = fmax(way, svVec3_Dot(d, d));
        less = fmax(less, svVec3_Dot(r, r));
    }
    return sqrt(fmin(way, less));
}

bool svSim_IsOutpaced(const svSim* sim, double h) {
    const svSimDef* def = &sim->def;
    if (def->integrator != SV_INTEGRATOR_IMPLICIT || !def->collisions || !(def->thickness > 0)) {
        return false;
    }
    for (size_t o = 0; o < sim->obstacleCount; ++o) {
        const svSimPart* obstacle = &sim->obstacles[o];
        if (obstacle->resting) {
            continue;
        }
        const Box swept = SweptBox(sim, obstacle);
        const double way = LargestWay(sim, obstacle, (svVec3){0, 0, 0});
        for (size_t c = 0; c < sim->clothCount; ++c) {
            const double most = EDGE_SHARE * sim->cloths[c].meanEdge;
            svVec3 mean;
            if (!(way > most)) {
                continue;
            }
            const Box expected = ExpectedBox(sim, &sim->cloths[c], h, &mean);
            if (Box_Overlap(&swept, &expected, def->thickness) &&
                LargestWay(sim, obstacle, mean) > most) {
                return true;
            }
        }
    }
    return false;
}
