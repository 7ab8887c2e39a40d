// The fail-safe: rigid impact zones.
//
// X. Provot, Collision and Self-Collision Handling in Cloth Model Dedicated to Design Garments,
// 1997: the particles of contacts that cannot be resolved form an impact zone that moves as a rigid
// body; zones in contact are merged. Here a zone moves in a way that cannot cause contacts within
// it:
//  - at first all of it by the mean displacement of its particles (momentum is conserved);
//  - if contacts remain in it (coordinates are rounded), not at all;
//  - with an obstacle, or with something pinned, as that moves. Linear motion between two
//  placements
//    of a rigid body is at each instant an affine map, injective for rotations below 180 degrees:
//    what was disjoint stays disjoint. (A deforming obstacle carries each point as a triangle near
//    it; the shorter the step, the less that tears.)
// Every round merges zones or slows one down, so it ends: at worst all cloth stands still or moves
// with one obstacle. Only a zone between obstacles that move differently, or at one that deforms,
// may have no such motion: the step is then halved.

#include "state.h"

#include <string.h>

typedef enum ZoneState {
    ZONE_FREE,  // a particle on its own
    ZONE_MEAN,  // is to move by its mean displacement
    ZONE_MOVED, // has been moved so
    ZONE_STILL, // stays, though nothing holds it
    ZONE_HELD   // moves with its anchor
} ZoneState;

static uint32_t Root(svSim* sim, uint32_t i) {
    while (sim->zones[i] != i) {
        sim->zones[i] = sim->zones[sim->zones[i]];
        i = sim->zones[i];
    }
    return i;
}

static void Reset(svSim* sim) {
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        sim->zones[i] = i;
        sim->zoneAnchors[i] = svSim_ZoneAnchor(sim, i);
        sim->zoneStates[i] = sim->anchors[i] == ANCHOR_NONE ? ZONE_FREE : ZONE_HELD;
    }
}

// What two anchors are together; false if they move differently.
static bool JoinAnchors(const svSim* sim, int32_t* anchor, int32_t other) {
    if (other == ANCHOR_NONE || *anchor == other) {
        return true;
    }
    if (*anchor != ANCHOR_NONE &&
        !(svSim_AnchorRests(sim, *anchor) && svSim_AnchorRests(sim, other))) {
        return false;
    }
    *anchor = *anchor == ANCHOR_NONE ? other : ANCHOR_SPACE;
    return true;
}

typedef enum Join { JOIN_NOTHING, JOIN_CHANGED, JOIN_CONFLICT } Join;

// Makes one zone of the particles of a contact.
static Join JoinContact(svSim* sim, const uint32_t particles[4]) {
    uint32_t root = SV_NONE;
    int32_t anchor = ANCHOR_NONE;
    bool changed = false;
    for (int k = 0; k < 4; ++k) {
        int32_t other;
        if (particles[k] >= sim->clothParticles) {
            other = (int32_t)(svSim_PartOf(sim, particles[k]) - sim->obstacles);
        } else {
            const uint32_t mine = Root(sim, particles[k]);
            other = sim->zoneAnchors[mine];
            if (root == SV_NONE) {
                root = mine;
            } else if (root != mine) { // the lower one is the root, whatever the order
                const uint32_t low = mine < root ? mine : root, high = mine < root ? root : mine;
                if (sim->zoneStates[high] > sim->zoneStates[low]) {
                    sim->zoneStates[low] = sim->zoneStates[high];
                }
                sim->zones[high] = low;
                root = low;
                changed = true;
            }
        }
        if (!JoinAnchors(sim, &anchor, other)) {
            sim->blockedAnchors[0] = anchor;
            sim->blockedAnchors[1] = other;
            return JOIN_CONFLICT;
        }
    }
    if (root == SV_NONE) {
        return JOIN_CONFLICT; // between obstacles: not ours to undo
    }
    const uint8_t before = sim->zoneStates[root];
    uint8_t next = before;
    if (anchor != ANCHOR_NONE) {
        next = ZONE_HELD;
    } else if (before != ZONE_STILL) { // a contact within a zone that moved as one already: stop
        next = before == ZONE_MOVED && !changed ? ZONE_STILL : ZONE_MEAN;
    }
    if (!changed && next == before && sim->zoneAnchors[root] == anchor) {
        return JOIN_NOTHING;
    }
    sim->zoneAnchors[root] = anchor;
    sim->zoneStates[root] = next;
    return JOIN_CHANGED;
}

static svOutcome JoinList(svSim* sim, bool edges, const svContactList* list, bool* changed) {
    for (size_t i = 0; i < list->count; ++i) {
        uint32_t particles[4];
        svSim_GetPair(sim, edges, &list->pairs[i], particles);
        const Join join = JoinContact(sim, particles);
        if (join == JOIN_CONFLICT) {
            memcpy(sim->blocked, particles, sizeof(particles));
            return OUTCOME_BLOCKED;
        }
        *changed |= join == JOIN_CHANGED;
    }
    if (list->count > 0) {
        svSim_GetPair(sim, edges, &list->pairs[0], sim->blocked);
    }
    return OUTCOME_DONE;
}

// Sets x1 of all particles that are in zones.
static void MoveZones(svSim* sim) {
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        for (int k = 0; k < 4; ++k) {
            sim->zoneSums[i][k] = 0;
        }
    }
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        double* sum = sim->zoneSums[Root(sim, i)];
        const double* x0 = sim->x0 + 3 * (size_t)i;
        const double* x1 = sim->x1 + 3 * (size_t)i;
        for (int k = 0; k < 3; ++k) {
            sum[k] += sim->mass[i] * (x1[k] - x0[k]);
        }
        sum[3] += sim->mass[i];
    }
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        const uint32_t root = Root(sim, i);
        const svVec3 x0 = svVec3_From(sim->x0 + 3 * (size_t)i);
        double* x1 = sim->x1 + 3 * (size_t)i;
        if (sim->zoneStates[root] == ZONE_HELD) {
            const int32_t own = sim->anchors[i];
            svVec3_Store(svSim_Carry(sim, own != ANCHOR_NONE ? own : sim->zoneAnchors[root], i),
                         x1);
        } else if (sim->zoneStates[root] == ZONE_STILL) {
            svVec3_Store(x0, x1);
        } else if (sim->zoneStates[root] == ZONE_MEAN || sim->zoneStates[root] == ZONE_MOVED) {
            const double* sum = sim->zoneSums[root];
            svVec3_Store(svVec3_AddScaled(x0, 1 / sum[3], svVec3_From(sum)), x1);
        }
    }
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        if (sim->zones[i] == i && sim->zoneStates[i] == ZONE_MEAN) {
            sim->zoneStates[i] = ZONE_MOVED;
        }
    }
}

// Zones with something in them that could move; one may have a pinned particle for its root.
static void CountZones(svSim* sim, svSimStats* stats) {
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        sim->zoneSums[i][0] = 0;
    }
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        const uint32_t root = Root(sim, i);
        if (sim->zoneStates[root] != ZONE_FREE && sim->inverseMass[i] > 0) {
            ++stats->zoneParticles;
            stats->zones += sim->zoneSums[root][0] == 0;
            sim->zoneSums[root][0] = 1; // counted
        }
    }
}

svOutcome svSim_FailSafe(svSim* sim, const svContacts* first, svSimStats* stats, svStatus* status) {
    svContacts contacts = *first;
    const double begin = svSim_Seconds(), detecting = stats->detectSeconds;
    svOutcome outcome = OUTCOME_DONE;
    sim->blockedAnchors[0] = sim->blockedAnchors[1] = ANCHOR_NONE;
    Reset(sim);
    while (outcome == OUTCOME_DONE && contacts.found) {
        bool changed = false;
        outcome = JoinList(sim, false, &contacts.vf, &changed);
        if (outcome == OUTCOME_DONE) {
            outcome = JoinList(sim, true, &contacts.ee, &changed);
        }
        if (outcome == OUTCOME_DONE && !changed) {
            outcome = OUTCOME_BLOCKED;
        }
        if (outcome == OUTCOME_DONE) {
            MoveZones(sim);
            svSim_Round(sim);
            *status = svSim_Detect(sim, &contacts, stats);
            outcome = *status == SV_OK ? OUTCOME_DONE : OUTCOME_FAILED;
        }
    }
    CountZones(sim, stats);
    stats->failSafeSeconds += svSim_Seconds() - begin - (stats->detectSeconds - detecting);
    return outcome;
}
