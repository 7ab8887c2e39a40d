// Collision handling: makes a step free of contacts.
//
// After R. Bridson, R. Fedkiw and J. Anderson, Robust Treatment of Collisions, Contact and Friction
// for Cloth Animation, SIGGRAPH 2002: repulsions for what is close, then rounds of CCD and
// response, and a fail-safe for what is left (zone.c). Where they apply impulses one after the
// other, contacts here become constraints (barriers) that stay for the rest of the step and are
// solved together with the strain limit (project.c): a contact that was resolved does not come back
// when its neighbour is resolved. CCD is exact and its last round found nothing, so an accepted
// step has no contact at all.

#include "state.h"

// Radius of the proximity query, in thicknesses. Pairs farther apart than one thickness may come as
// close as that; closer pairs separate by a fraction of what is missing in each step: all at once
// would add energy.
static const double REACH = 1.25;
static const double PUSH_SHARE = 0.2;
// The gap that contact response leaves, in thicknesses. It grows from round to round, so that
// contacts that keep coming back are resolved more thoroughly.
static const double CONTACT_GAP = 0.1;
// But at least this fraction of the pair's largest coordinate: rounding to float moves each by up
// to 2^-24 of itself in every step, and rounding alone must not cause a contact.
static const double LEAST_GAP = 0x1p-20;
// Edges count as parallel if the sine of the angle between them is below this.
static const double PARALLEL = 0.1;

// Folded cloth has some ten close pairs per particle; a step with more than this is refused, unless
// there are few in all.
static const size_t NEAR_PER_PARTICLE = 500, NEAR_LEAST = 1000000;

// Once a step was halved, give up after so many rounds in a row without fewer contacts: if there is
// no room at all, find out in reasonable time.
enum { VAIN_MAX = 2 };

svSimPart* svSim_GetPart(const svSim* sim, uint32_t mesh) {
    return mesh < sim->clothCount ? &sim->cloths[mesh] : &sim->obstacles[mesh - sim->clothCount];
}

const svSimPart* svSim_PartOf(const svSim* sim, uint32_t particle) {
    const uint32_t count = (uint32_t)(sim->clothCount + sim->obstacleCount);
    for (uint32_t i = 0; i < count; ++i) {
        const svSimPart* part = svSim_GetPart(sim, i);
        if (particle >= part->first && particle < part->first + part->count) {
            return part;
        }
    }
    return NULL;
}

void svSim_GetPair(const svSim* sim, bool edges, const svFeaturePair* pair, uint32_t particles[4]) {
    const svSimPart *a = svSim_GetPart(sim, pair->meshA), *b = svSim_GetPart(sim, pair->meshB);
    const svTopology *ta = svMesh_GetTopology(a->mesh), *tb = svMesh_GetTopology(b->mesh);
    if (edges) {
        for (uint32_t k = 0; k < 2; ++k) {
            particles[k] = a->first + ta->edges[2 * (size_t)pair->a + k];
            particles[2 + k] = b->first + tb->edges[2 * (size_t)pair->b + k];
        }
        return;
    }
    particles[0] = a->first + pair->a;
    for (uint32_t k = 0; k < 3; ++k) {
        particles[1 + k] = b->first + tb->triangles[3 * (size_t)pair->b + k];
    }
}

static svStatus AddBarrier(svSim* sim, bool edges, const svFeaturePair* pair,
                           const svContactShape* shape, double gap) {
    svStatus status = svContext_Grow(sim->context, (void**)&sim->barriers, &sim->barrierCapacity,
                                     sim->barrierCount + 1, sizeof(svBarrier));
    if (status == SV_OK) {
        status = svContext_Grow(sim->context, (void**)&sim->active, &sim->activeCapacity,
                                sim->barrierCount + 1, sizeof(uint32_t));
    }
    if (status != SV_OK) {
        return status;
    }
    svBarrier* barrier = &sim->barriers[sim->barrierCount];
    svSim_GetPair(sim, edges, pair, barrier->particles);
    const int split = edges ? 2 : 1;
    double movable = 0;
    for (int k = 0; k < 4; ++k) {
        barrier->weights[k] = k < split ? shape->weights[k] : -shape->weights[k];
        movable += sim->inverseMass[barrier->particles[k]];
    }
    for (int k = 0; k < 3; ++k) {
        barrier->normal[k] = shape->normal[k];
    }
    barrier->gap = gap;
    barrier->friction = svSim_PairFriction(sim, pair);
    sim->barrierCount += movable > 0;
    return SV_OK;
}

// Whether the closest points of a pair lie inside both features, and their direction is one that
// the surfaces have there. On the boundary of a feature, an edge inside a flat floor say, the
// direction may tilt and would stop what only slides by; a neighbouring feature has the right one,
// and if none has, CCD finds the contact.
static bool IsInteriorContact(const svSim* sim, bool edges, const svFeaturePair* pair,
                              const svContactShape* shape) {
    if (!edges) { // pairs of edges that are closest at an end are not found
        return shape->weights[1] > 0 && shape->weights[2] > 0 && shape->weights[3] > 0;
    }
    uint32_t at[4];
    svVec3 x[4];
    svSim_GetPair(sim, true, pair, at);
    for (int k = 0; k < 4; ++k) {
        x[k] = svVec3_From(sim->x0 + 3 * (size_t)at[k]);
    }
    const svVec3 a = svVec3_Sub(x[1], x[0]), b = svVec3_Sub(x[3], x[2]), cross = svVec3_Cross(a, b);
    return svVec3_Dot(cross, cross) > PARALLEL * PARALLEL * svVec3_Dot(a, a) * svVec3_Dot(b, b);
}

static svStatus AddNearBarriers(svSim* sim, bool edges, const svNearList* list) {
    const double thickness = sim->def.thickness;
    svStatus status = SV_OK;
    for (size_t i = 0; i < list->count && status == SV_OK; ++i) {
        const double distance = list->distances[i];
        const double gap =
            distance < thickness ? distance + PUSH_SHARE * (thickness - distance) : thickness;
        if (IsInteriorContact(sim, edges, &list->pairs[i], &list->shapes[i])) {
            status = AddBarrier(sim, edges, &list->pairs[i], &list->shapes[i], gap);
        }
    }
    return status;
}

// A thickness of many edges makes nearly everything a close pair; that must not exhaust memory.
static size_t MostNear(const svSim* sim) {
    const size_t most = NEAR_PER_PARTICLE * (size_t)sim->totalParticles;
    return most > NEAR_LEAST ? most : NEAR_LEAST;
}

typedef struct NearCount {
    uint64_t count, most;
} NearCount;

static void CountBlock(const svContactBlock* block, void* user) {
    ((NearCount*)user)->count += block->count;
}

static bool IsBearable(double done, void* user) {
    (void)done;
    const NearCount* counted = user;
    return counted->count <= counted->most;
}

// If cloth is thicker than its springs are long, count pairs before storing them, and stop when
// there are too many.
static svStatus CheckNear(svSim* sim, const svProximityDef* near) {
    if (!(sim->def.thickness > sim->shortest)) {
        return SV_OK;
    }
    NearCount counted = {0, near->query.maxPairs};
    svProximityDef def = *near;
    def.query.stream = CountBlock;
    def.query.progress = IsBearable;
    def.query.user = &counted;
    svProximity all;
    const svStatus status = svScene_Proximity(sim->scene, &def, &all);
    return status == SV_CANCELLED || (status == SV_OK && counted.count > counted.most) ? SV_LIMIT
                                                                                       : status;
}

static svStatus ComplainNear(const svSim* sim) {
    svContext_Message(sim->context, SV_ERROR,
                      "step %llu cannot be taken: more than %zu pairs are nearer to each other "
                      "than the thickness of %g; it is too much for meshes so fine",
                      (unsigned long long)sim->step + 1, MostNear(sim), sim->def.thickness);
    return SV_ERROR_STEP;
}

svStatus svSim_QueryNear(svSim* sim, double reach, const svNearRoles* roles, svProximity* near,
                         svSimStats* stats) {
    if (!(sim->def.thickness > 0)) {
        return SV_OK;
    }
    svProximityDef def = svDefaultProximityDef();
    def.distance = reach * sim->def.thickness;
    def.query.maxPairs = MostNear(sim);
    def.roles = roles;
    def.crossing = true; // at an end, the vertex there is near a face
    svStatus status = CheckNear(sim, &def);
    if (status == SV_OK) {
        status = svScene_Proximity(sim->scene, &def, near);
    }
    if (status == SV_OK) {
        stats->nearPairs += near->vf.count + near->ee.count;
    }
    return status == SV_LIMIT ? ComplainNear(sim) : status;
}

svStatus svSim_FindNear(svSim* sim, svSimStats* stats) {
    const double begin = svSim_Seconds();
    sim->barrierCount = 0;
    svProximity near = {0};
    svStatus status = svSim_QueryNear(sim, REACH, NULL, &near, stats);
    if (status == SV_OK) {
        status = AddNearBarriers(sim, false, &near.vf);
    }
    if (status == SV_OK) {
        status = AddNearBarriers(sim, true, &near.ee);
    }
    stats->proximitySeconds += svSim_Seconds() - begin;
    return status;
}

static double LargestOfBarrier(const svSim* sim, const svBarrier* barrier) {
    double largest = 0;
    for (int k = 0; k < 4; ++k) {
        const svVec3 p = svVec3_From(sim->x0 + 3 * (size_t)barrier->particles[k]);
        largest = fmax(largest, fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z))));
    }
    return largest;
}

static svStatus AddContactBarriers(svSim* sim, bool edges, const svContactList* list, double gap) {
    svStatus status = SV_OK;
    for (size_t i = 0; i < list->count && status == SV_OK; ++i) {
        const size_t count = sim->barrierCount;
        status = AddBarrier(sim, edges, &list->pairs[i], &list->shapes[i], gap);
        if (sim->barrierCount > count) {
            svBarrier* barrier = &sim->barriers[count];
            barrier->gap = fmax(gap, LEAST_GAP * LargestOfBarrier(sim, barrier));
        }
    }
    return status;
}

void svSim_Round(svSim* sim) {
    for (size_t i = 0; i < 3 * (size_t)sim->clothParticles; ++i) {
        sim->rounded[i] = RoundToFloat(sim->x1[i]);
    }
}

svStatus svSim_Detect(svSim* sim, svContacts* contacts, svSimStats* stats) {
    const double begin = svSim_Seconds();
    svDetectDef def = svDefaultDetectDef();
    def.detail = SV_DETAIL_SHAPE;
    const svStatus status = svScene_Detect(sim->scene, &def, contacts);
    if (status == SV_OK) {
        stats->contacts += contacts->vf.count + contacts->ee.count;
        ++stats->rounds;
    }
    stats->detectSeconds += svSim_Seconds() - begin;
    return status;
}

svOutcome svSim_Collide(svSim* sim, svSimStats* stats, svStatus* status) {
    svContacts contacts = {0};
    size_t fewest = SIZE_MAX;
    int vain = 0;
    *status = svSim_FindNear(sim, stats);
    for (int round = 0; *status == SV_OK; ++round) {
        const double begin = svSim_Seconds();
        svSim_Project(sim);
        svSim_Round(sim);
        stats->projectSeconds += svSim_Seconds() - begin;
        *status = svSim_Detect(sim, &contacts, stats);
        if (*status != SV_OK || !contacts.found) {
            break;
        }
        const size_t count = contacts.vf.count + contacts.ee.count;
        vain = count < fewest ? 0 : vain + 1;
        fewest = count < fewest ? count : fewest;
        if (round >= sim->roundMax || (stats->cuts > 0 && vain >= VAIN_MAX)) {
            return svSim_FailSafe(sim, &contacts, stats, status);
        }
        const double gap = CONTACT_GAP * (1 + round) * sim->def.thickness;
        *status = AddContactBarriers(sim, false, &contacts.vf, gap);
        if (*status == SV_OK) {
            *status = AddContactBarriers(sim, true, &contacts.ee, gap);
        }
    }
    return *status == SV_OK ? OUTCOME_DONE : OUTCOME_FAILED;
}
