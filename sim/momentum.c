// Linear momentum. Internal forces add up to nothing, so that the centre of mass of cloth that
// nothing outside touches goes where outer forces alone take it. That is set exactly, however well
// a step was solved: rigid translation and momentum do not depend on iterations.

#include "state.h"

#include <string.h>

static uint32_t FindRoot(uint32_t* parents, uint32_t i) {
    while (parents[i] != i) {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

// Pieces of cloth that touch move as one; pieces that something outside touches are not free.
void svSim_FindFreePieces(svSim* sim) {
    for (uint32_t i = 0; i < sim->pieceCount; ++i) {
        sim->pieceRoots[i] = i;
        sim->pieceFree[i] = true;
    }
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        sim->pieceFree[sim->pieces[i]] &= sim->anchors[i] == ANCHOR_NONE;
    }
    for (size_t i = 0; i < sim->solver.pushCount; ++i) {
        const svPush* push = &sim->solver.pushes[i];
        uint32_t root = SV_NONE;
        bool outside = false;
        for (int k = 0; k < 4; ++k) {
            if (push->weights[k] == 0) {
                continue;
            }
            if (push->particles[k] >= sim->clothParticles) {
                outside = true;
                continue;
            }
            const uint32_t mine = FindRoot(sim->pieceRoots, sim->pieces[push->particles[k]]);
            if (root == SV_NONE) {
                root = mine;
            } else if (root != mine) {
                const uint32_t low = mine < root ? mine : root, high = mine < root ? root : mine;
                sim->pieceFree[low] = sim->pieceFree[low] && sim->pieceFree[high];
                sim->pieceRoots[high] = low;
                root = low;
            }
        }
        if (outside && root != SV_NONE) {
            sim->pieceFree[root] = false;
        }
    }
}

// How far every free piece is from where outer forces alone would have its centre of mass, into
// pieceSums; nothing for others.
static void MeasureMomentum(svSim* sim) {
    for (uint32_t i = 0; i < sim->pieceCount; ++i) {
        memset(sim->pieceSums[i], 0, sizeof(sim->pieceSums[i]));
    }
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        double* sum = sim->pieceSums[FindRoot(sim->pieceRoots, sim->pieces[i])];
        for (size_t k = 0; k < 3; ++k) {
            sum[k] += sim->mass[i] * (sim->target[3 * (size_t)i + k] - sim->x1[3 * (size_t)i + k]);
        }
        sum[3] += sim->mass[i];
    }
    for (uint32_t i = 0; i < sim->pieceCount; ++i) {
        double* sum = sim->pieceSums[i];
        for (int k = 0; k < 3; ++k) {
            sum[k] = sim->pieceFree[i] && sum[3] > 0 ? sum[k] / sum[3] : 0;
        }
    }
}

// a += s * what is missing of each particle's piece
static void AddMissing(svSim* sim, double s, double* a) {
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        const double* sum = sim->pieceSums[FindRoot(sim->pieceRoots, sim->pieces[i])];
        for (size_t k = 0; k < 3; ++k) {
            a[3 * (size_t)i + k] += s * sum[k];
        }
    }
}

// Moves every free piece as a whole, so that its momentum is what outer forces make it.
void svSim_SetMomentum(svSim* sim) {
    MeasureMomentum(sim);
    AddMissing(sim, 1, sim->x1);
}

void svSim_KeepMomentum(svSim* sim, double h) {
    svSim_FindFreePieces(sim);
    MeasureMomentum(sim);
    AddMissing(sim, 1 / h, sim->v);
}
