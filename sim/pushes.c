// Which pairs of features push each other in a step: those that a proximity query finds near at its
// beginning, and those that CCD finds in contact on the way.
//
// Of the near pairs only those count whose direction is one in which the surfaces really face each
// other: inside a face, or within the normals around the edge or vertex where the closest point
// lies. On the inner edge of a flat floor, the face beside the one that a vertex is above has a
// closest point on its boundary and a direction that tilts: it would stop or kick what slides by.
// (The blocks of Offset Geometric Contact, contact.c, say the same.) Edges of smooth surfaces count
// as flat.c says.

#include "state.h"

#include <stdlib.h>
#include <string.h>

// Radius of the search, in thicknesses.
static const double REACH = 1.5;
// The stiffness of a push, in masses of a particle per square of the time step: cloth at rest lies
// g h^2 / 400 deep, 7 micrometres (contact.c: a quarter of this).
static const double PUSH_STIFFNESS = 1600;
// A pair that has a smaller thickness than the common one is stiffer in proportion, up to this: so
// it bears the same force before it is crushed. Pairs as thin as micrometres that are no stiffer
// than others end up in contact round after round. Beyond 8, contacts do not get fewer.
static const double THIN_STIFFNESS = 8;
// The knee of a push is half of the gap, but at least this share of where it rests: stiffness must
// stay within what single precision can solve.
static const double KNEE_LEAST = 0x1p-6;
// A contact on the way leaves at least this fraction of the pair's largest coordinate: rounding to
// float moves each by up to 2^-24 of itself, and rounding alone must not cause a contact.
static const double LEAST_GAP = 0x1p-18;
// By how much the pushes of contacts are stiffer from round to round.
static const double CONTACT_GROWTH = 3;
// A direction along which a pair has less than this share of its distance tells nothing: that of
// edges in contact that are parallel is any across them.
static const double SLANT = 1e-3;
// Edges count as parallel if the sine of the angle between them is below this.
static const double PARALLEL = 0.1;
// By how much the direction of two edges may lean into a face beside one of them: so that edges on
// flat surfaces push whatever the rounding, and at the same places in every step.
static const double LEAN = 0.05;
static const double LEAN_ROUNDING = 1e-6; // of vertices

static svVec3 StartPoint(const svSim* sim, uint32_t particle) {
    return svVec3_From(sim->x0 + 3 * (size_t)particle);
}

// Whether `way` from an edge of a part does not lean into the faces beside it.
static bool IsAboveEdge(const svSim* sim, const svSimPart* part, uint32_t edge, svVec3 way,
                        double lean) {
    const svTopology* topology = svMesh_GetTopology(part->mesh);
    const svVec3 a = StartPoint(sim, part->first + topology->edges[2 * (size_t)edge]);
    const svVec3 b = StartPoint(sim, part->first + topology->edges[2 * (size_t)edge + 1]);
    const svVec3 along = svVec3_Sub(b, a);
    const double square = svVec3_Dot(along, along);
    for (uint32_t s = topology->edgeSideStart[edge]; s < topology->edgeSideStart[edge + 1]; ++s) {
        const uint32_t opposite =
            topology->triangles[svNextSide(svNextSide(topology->edgeSides[s]))];
        svVec3 inward = svVec3_Sub(StartPoint(sim, part->first + opposite), a);
        inward = svVec3_AddScaled(inward, -svVec3_Dot(inward, along) / square, along);
        if (svVec3_Dot(way, inward) > lean * svVec3_Length(inward)) {
            return false;
        }
    }
    return true;
}

// The same from a vertex.
static bool IsAboveVertex(const svSim* sim, const svSimPart* part, uint32_t vertex, svVec3 way) {
    const svTopology* topology = svMesh_GetTopology(part->mesh);
    const svVec3 at = StartPoint(sim, part->first + vertex);
    for (uint32_t t = topology->vertexTriangleStart[vertex];
         t < topology->vertexTriangleStart[vertex + 1]; ++t) {
        const uint32_t* corners = topology->triangles + 3 * (size_t)topology->vertexTriangles[t];
        for (int k = 0; k < 3; ++k) {
            const svVec3 inward = svVec3_Sub(StartPoint(sim, part->first + corners[k]), at);
            if (svVec3_Dot(way, inward) > LEAN_ROUNDING * svVec3_Length(inward)) {
                return false;
            }
        }
    }
    return true;
}

// A vertex near a face: the closest point may lie on an edge or a vertex of it, which then counts
// once, for the first of the faces that share it.
static bool FacesVertex(const svSim* sim, const svFeaturePair* pair, const svContactShape* shape) {
    const svSimPart* part = svSim_GetPart(sim, pair->meshB);
    const svTopology* topology = svMesh_GetTopology(part->mesh);
    const svVec3 way = svVec3_From(shape->normal);
    uint32_t zeros = 0, zero = 0, corner = 0;
    for (uint32_t k = 0; k < 3; ++k) {
        const bool none = !(shape->weights[k + 1] > 0);
        zeros += none;
        zero = none ? k : zero;
        corner = none ? corner : k;
    }
    const uint32_t side = 3 * pair->b;
    if (zeros == 0) {
        return true;
    }
    if (zeros == 1) {
        const uint32_t edge = topology->sideEdges[side + (zero + 1) % 3];
        return edge != SV_NONE &&
               topology->edgeSides[topology->edgeSideStart[edge]] / 3 == pair->b &&
               IsAboveEdge(sim, part, edge, way, LEAN_ROUNDING);
    }
    const uint32_t vertex = topology->triangles[side + corner];
    return topology->vertexTriangles[topology->vertexTriangleStart[vertex]] == pair->b &&
           IsAboveVertex(sim, part, vertex, way);
}

static bool FacesEdge(const svSim* sim, const svFeaturePair* pair, const svContactShape* shape) {
    uint32_t at[4];
    svSim_GetPair(sim, true, pair, at);
    const svVec3 a = svVec3_Sub(StartPoint(sim, at[1]), StartPoint(sim, at[0]));
    const svVec3 b = svVec3_Sub(StartPoint(sim, at[3]), StartPoint(sim, at[2]));
    const svVec3 cross = svVec3_Cross(a, b), way = svVec3_From(shape->normal);
    const double sine = PARALLEL * PARALLEL * svVec3_Dot(a, a) * svVec3_Dot(b, b);
    const svSimPart *first = svSim_GetPart(sim, pair->meshA),
                    *second = svSim_GetPart(sim, pair->meshB);
    return svVec3_Dot(cross, cross) > sine && IsAboveEdge(sim, second, pair->b, way, LEAN) &&
           IsAboveEdge(sim, first, pair->a, svVec3_Scale(-1, way), LEAN);
}

static double PairStiffness(const svSim* sim, const svFeaturePair* pair) {
    double mass = (double)INFINITY;
    const uint32_t meshes[2] = {pair->meshA, pair->meshB};
    for (int k = 0; k < 2; ++k) {
        if (meshes[k] < sim->clothCount) {
            mass = fmin(mass, sim->cloths[meshes[k]].meanMass);
        }
    }
    return PUSH_STIFFNESS * mass / (sim->def.timeStep * sim->def.timeStep);
}

// How many times as stiff a pair is for being thinner than others; it may have no thickness at all.
static double Thinness(double own, double common) {
    return common < THIN_STIFFNESS * own ? fmax(common / own, 1) : THIN_STIFFNESS;
}

// The first entry of the memory that is not before the key.
static size_t FindMemory(const svSim* sim, const svPairKey* key) {
    size_t low = 0, high = sim->slipCount;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (svPairKey_Compare(&sim->slips[middle].key, key) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

// The thickness of a pair that was not in contact: that of another that the same vertex (or edge)
// had with the same mesh and that no longer pushes, because the feature slides away from it, but
// no deeper than that one was; else the distance that it has. Anything more, or where the other one
// still pushes, would be energy from nowhere.
static double NewThickness(const svSim* sim, const svPairKey* key, double gap, double thickness) {
    double own = fmin(gap, thickness);
    svPairKey any = *key;
    any.features.b = 0;
    for (size_t i = FindMemory(sim, &any); i < sim->slipCount && sim->slips != NULL; ++i) {
        const svPairKey* other = &sim->slips[i].key;
        if (other->kind != key->kind || other->features.meshA != key->features.meshA ||
            other->features.meshB != key->features.meshB || other->features.a != key->features.a) {
            break;
        }
        if (!sim->slips[i].pushes) {
            own = fmax(own,
                       fmin(fmin(sim->slips[i].thickness, gap + sim->slips[i].depth), thickness));
        }
    }
    return own;
}

// What is remembered of a pair; null if it was not in contact.
static svSlip* Remember(const svSim* sim, const svPairKey* key) {
    const size_t at = FindMemory(sim, key);
    const bool known = at < sim->slipCount && svPairKey_Compare(&sim->slips[at].key, key) == 0;
    return known ? &sim->slips[at] : NULL;
}

// Sets what depends on what the pair remembers. `thickness` is the common one: its own may be less.
static void SetPush(const svSim* sim, svPush* push, double thickness) {
    const double gap = svVec3_Dot(push->normal, push->before);
    const svSlip* memory = Remember(sim, &push->key);
    push->thickness = memory != NULL ? fmin(fmax(memory->thickness, gap), thickness)
                                     : NewThickness(sim, &push->key, gap, thickness);
    push->rest = svPush_Rest(push->thickness, gap);
    push->knee = fmax(fmin(push->rest, gap) / 2, KNEE_LEAST * push->rest);
    push->stiffness =
        Thinness(push->thickness, thickness) * PairStiffness(sim, &push->key.features);
    const svVec3 slip = memory != NULL ? memory->slip : (svVec3){0, 0, 0};
    push->slip = svVec3_AddScaled(slip, -svVec3_Dot(slip, push->normal), push->normal);
}

// Makes the normal of a pair point from its second feature to the first, at the beginning of the
// step. Returns the gap along it; 0 if there is none.
static double SetDirection(svPush* push) {
    const double gap = svVec3_Dot(push->normal, push->before);
    const double distance = svVec3_Length(push->before);
    if (fabs(gap) > SLANT * distance) {
        push->normal = svVec3_Scale(gap < 0 ? -1 : 1, push->normal); // seen from the other side
        return fabs(gap);
    }
    push->normal = svVec3_Scale(distance > 0 ? 1 / distance : 0, push->before);
    return distance;
}

// Adds a pair, unless nothing in it can move or it has no direction; SetPush does the rest.
static svStatus AddPush(svSim* sim, const svPairKey* key, const svContactShape* shape) {
    svPush* push = svSolver_AddPush(&sim->solver);
    if (push == NULL) {
        return SV_ERROR_MEMORY;
    }
    const bool edges = key->kind == SV_EDGE_EDGE;
    *push = (svPush){.key = *key,
                     .normal = svVec3_From(shape->normal),
                     .friction = svSim_PairFriction(sim, &key->features)};
    svSim_GetPair(sim, edges, &key->features, push->particles);
    const int split = edges ? 2 : 1;
    double movable = 0;
    for (int k = 0; k < 4; ++k) {
        push->weights[k] = k < split ? shape->weights[k] : -shape->weights[k];
        movable += fabs(push->weights[k]) * sim->inverseMass[push->particles[k]];
    }
    push->before = Push_Vector(push, sim->x0);
    if (!(SetDirection(push) > 0 && movable > 0)) {
        --sim->solver.pushCount;
    }
    return SV_OK;
}

static svStatus AddNearList(svSim* sim, svPairKind kind, const svNearList* list) {
    svStatus status = SV_OK;
    for (size_t i = 0; i < list->count && status == SV_OK; ++i) {
        const svPairKey key = {kind, list->pairs[i]};
        const bool faces = kind == SV_EDGE_EDGE
                               ? FacesEdge(sim, &list->pairs[i], &list->shapes[i])
                               : FacesVertex(sim, &list->pairs[i], &list->shapes[i]);
        if (faces) {
            status = AddPush(sim, &key, &list->shapes[i]);
        }
    }
    return status;
}

// Only when all are known is it known which of those before no longer push.
static void SetNearPushes(svSim* sim) {
    for (size_t i = 0; i < sim->slipCount; ++i) {
        sim->slips[i].pushes = false;
    }
    for (size_t i = 0; i < sim->solver.pushCount; ++i) {
        svSlip* memory = Remember(sim, &sim->solver.pushes[i].key);
        if (memory != NULL) {
            memory->pushes = true;
        }
    }
    for (size_t i = 0; i < sim->solver.pushCount; ++i) {
        SetPush(sim, &sim->solver.pushes[i], sim->def.thickness);
    }
}

svStatus svSim_FindPushes(svSim* sim, svSimStats* stats) {
    const double begin = svSim_Seconds();
    sim->solver.pushCount = 0;
    svSim_SetRoles(sim);
    svProximity near = {0};
    svStatus status = svSim_QueryNear(sim, REACH, sim->nearRoles, &near, stats);
    if (status == SV_OK) {
        status = AddNearList(sim, SV_VERTEX_FACE, &near.vf);
    }
    if (status == SV_OK) {
        status = AddNearList(sim, SV_EDGE_EDGE, &near.ee);
    }
    SetNearPushes(sim);
    stats->proximitySeconds += svSim_Seconds() - begin;
    return status;
}

static double LargestCoordinate(const svSim* sim, const svFeaturePair* pair, bool edges) {
    uint32_t particles[4];
    double largest = 0;
    svSim_GetPair(sim, edges, pair, particles);
    for (int k = 0; k < 4; ++k) {
        largest = fmax(largest, svVec3_NormInf(StartPoint(sim, particles[k])));
    }
    return largest;
}

svStatus svSim_AddContactPushes(svSim* sim, const svContacts* contacts, int round) {
    svStatus status = SV_OK;
    for (int kind = 0; kind < 2; ++kind) {
        const svContactList* list = kind == SV_VERTEX_FACE ? &contacts->vf : &contacts->ee;
        for (size_t i = 0; i < list->count && status == SV_OK; ++i) {
            const svPairKey key = {(uint32_t)kind, list->pairs[i]};
            const double least =
                LEAST_GAP * LargestCoordinate(sim, &list->pairs[i], kind == SV_EDGE_EDGE);
            const size_t count = sim->solver.pushCount;
            status = AddPush(sim, &key, &list->shapes[i]);
            if (sim->solver.pushCount > count) { // what comes back is resolved more thoroughly
                SetPush(sim, &sim->solver.pushes[count], fmax(sim->def.thickness, least));
                sim->solver.pushes[count].stiffness *= pow(CONTACT_GROWTH, round);
            }
        }
    }
    return status;
}

// By pair, then in the order of the pushes: which of several is first may not depend on qsort.
static int CompareSlips(const void* left, const void* right) {
    const svSlip *a = left, *b = right;
    const int order = svPairKey_Compare(&a->key, &b->key);
    return order != 0 ? order : a->push < b->push ? -1 : a->push > b->push;
}

svStatus svSim_KeepSlips(svSim* sim) {
    const svSolver* solver = &sim->solver;
    const svStatus status = svContext_Grow(sim->context, (void**)&sim->slips, &sim->slipCapacity,
                                           solver->pushCount, sizeof(svSlip));
    if (status != SV_OK) {
        return status;
    }
    size_t count = 0;
    for (size_t i = 0; i < solver->pushCount; ++i) {
        const svPush* push = &solver->pushes[i];
        const double gap = svVec3_Dot(push->normal, Push_Vector(push, sim->x1));
        if (push->key.kind != PAIR_TIE && gap < sim->def.thickness) {
            const double thickness = fmin(fmax(push->thickness, gap), sim->def.thickness);
            sim->slips[count++] = (svSlip){.key = push->key,
                                           .thickness = thickness,
                                           .depth = fmax(push->thickness - gap, 0),
                                           .slip = svPush_EndSlip(push, sim->x1),
                                           .push = (uint32_t)i};
        }
    }
    if (count > 0) {
        qsort(sim->slips, count, sizeof(svSlip), CompareSlips);
    }
    // A pair that CCD found, too, has two: the first counts.
    sim->slipCount = 0;
    for (size_t i = 0; i < count; ++i) {
        if (i == 0 ||
            svPairKey_Compare(&sim->slips[sim->slipCount - 1].key, &sim->slips[i].key) != 0) {
            sim->slips[sim->slipCount++] = sim->slips[i];
        }
    }
    return SV_OK;
}

double svSim_ContactEnergy(const svSim* sim) {
    double energy = 0;
    for (size_t i = 0; i < sim->solver.pushCount; ++i) {
        const svPush* push = &sim->solver.pushes[i];
        energy += push->key.kind == PAIR_TIE ? 0 : svPush_StoredEnergy(push, sim->x0);
    }
    return energy;
}
