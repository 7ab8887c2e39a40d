// Friction of pairs of meshes: what replaces svSimDef::friction between two of them.

#include "defs.h"
#include "state.h"

#include <string.h>

// Orders pairs: the cloth (the first of two), whether the other is an obstacle, the other.
static uint64_t PairKeyOf(uint32_t cloth, bool obstacle, uint32_t other) {
    return (uint64_t)cloth << 33 | (uint64_t)obstacle << 32 | other;
}

// The first pair that is not before the key.
static size_t FindPairFriction(const svSim* sim, uint64_t key) {
    size_t low = 0, high = sim->frictionCount;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (sim->frictions[middle].key < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

double svSim_PairFriction(const svSim* sim, const svFeaturePair* pair) {
    if (sim->frictionCount == 0) {
        return sim->def.friction;
    }
    // The scene numbers cloths first, so that the first of the two is one.
    const uint32_t a = pair->meshA < pair->meshB ? pair->meshA : pair->meshB;
    const uint32_t b = pair->meshA < pair->meshB ? pair->meshB : pair->meshA;
    const uint32_t cloths = (uint32_t)sim->clothCount;
    const uint64_t key = PairKeyOf(a, b >= cloths, b >= cloths ? b - cloths : b);
    const size_t at = FindPairFriction(sim, key);
    return at < sim->frictionCount && sim->frictions[at].key == key ? sim->frictions[at].friction
                                                                    : sim->def.friction;
}

static svStatus CheckMesh(const svSim* sim, const char* what, const char* kind, uint32_t index,
                          size_t count) {
    if (index < count) {
        return SV_OK;
    }
    svContext_Message(sim->context, SV_ERROR, "%s: there is no %s %u (there are %zu)", what, kind,
                      index, count);
    return SV_ERROR_ARGUMENT;
}

static svStatus SetPairFriction(svSim* sim, const char* what, uint64_t key, double friction) {
    if (sim->started) {
        svContext_Message(sim->context, SV_ERROR, "%s: the simulation has been started already",
                          what);
        return SV_ERROR_ARGUMENT;
    }
    svStatus status = svCheckNumber(sim->context, what, "friction", friction, 0, 1e12);
    const size_t at = FindPairFriction(sim, key);
    const bool known = at < sim->frictionCount && sim->frictions[at].key == key;
    if (status == SV_OK && !known) {
        status = svContext_Grow(sim->context, (void**)&sim->frictions, &sim->frictionCapacity,
                                sim->frictionCount + 1, sizeof(*sim->frictions));
    }
    if (status != SV_OK) {
        return status;
    }
    if (!known) {
        memmove(sim->frictions + at + 1, sim->frictions + at,
                (sim->frictionCount - at) * sizeof(*sim->frictions));
        ++sim->frictionCount;
    }
    sim->frictions[at] = (svPairFriction){key, friction};
    return SV_OK;
}

svStatus svSim_SetClothFriction(svSim* sim, uint32_t clothA, uint32_t clothB, double friction) {
    static const char what[] = "svSim_SetClothFriction";
    if (sim == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    const uint32_t a = clothA < clothB ? clothA : clothB, b = clothA < clothB ? clothB : clothA;
    const svStatus status = CheckMesh(sim, what, "cloth", b, sim->clothCount);
    return status == SV_OK ? SetPairFriction(sim, what, PairKeyOf(a, false, b), friction) : status;
}

svStatus svSim_SetObstacleFriction(svSim* sim, uint32_t cloth, uint32_t obstacle, double friction) {
    static const char what[] = "svSim_SetObstacleFriction";
    if (sim == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    svStatus status = CheckMesh(sim, what, "cloth", cloth, sim->clothCount);
    if (status == SV_OK) {
        status = CheckMesh(sim, what, "obstacle", obstacle, sim->obstacleCount);
    }
    return status == SV_OK ? SetPairFriction(sim, what, PairKeyOf(cloth, true, obstacle), friction)
                           : status;
}
