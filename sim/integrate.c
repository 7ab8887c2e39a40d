// Time integration without collisions.

#include "state.h"

#include <string.h>

// Where held particles go; what is free keeps x1 as it is.
static void MoveHeld(svSim* sim) {
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        if (sim->anchors[i] != ANCHOR_NONE) {
            const svVec3 p = svSim_Carry(sim, sim->anchors[i], i);
            svVec3_Store(p, sim->x1 + 3 * (size_t)i);
        }
    }
}

// v += h a, x += h v: explicit Euler as Provot 1995 and ding2013 write it. bade2015's Verlet,
// x += (x - xOld)(1 - D) + h^2 a, is the same with v = (x - xOld) / h and damping before the force.
static void IntegrateExplicit(svSim* sim, double h) {
    const double kept = 1 / (1 + h * sim->def.airDamping);
    const bool verlet = sim->def.integrator == SV_INTEGRATOR_VERLET;
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        const size_t at = 3 * (size_t)i;
        const svVec3 change = svVec3_Scale(h * sim->inverseMass[i], svVec3_From(sim->force + at));
        const svVec3 v = svVec3_From(sim->v + at);
        const svVec3 next = verlet ? svVec3_Add(svVec3_Scale(kept, v), change)
                                   : svVec3_Scale(kept, svVec3_Add(v, change));
        svVec3_Store(svVec3_AddScaled(svVec3_From(sim->x0 + at), h, next), sim->x1 + at);
    }
}

static void IntegrateImplicit(svSim* sim, double h, svSimStats* stats) {
    const double kept = 1 / (1 + h * sim->def.airDamping);
    double* held = sim->rounded; // not needed before x1 is known
    double* dv = sim->x1;
    memset(held, 0, 3 * (size_t)sim->clothParticles * sizeof(*held));
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        if (sim->anchors[i] != ANCHOR_NONE) {
            const size_t at = 3 * (size_t)i;
            const svVec3 from = svVec3_From(sim->x0 + at),
                         to = svSim_Carry(sim, sim->anchors[i], i);
            svVec3_Store(
                svVec3_Sub(svVec3_Scale(1 / h, svVec3_Sub(to, from)), svVec3_From(sim->v + at)),
                held + at);
        }
    }
    stats->solverIterations += svSim_SolveImplicit(sim, h, held, dv);
    for (size_t i = 0; i < 3 * (size_t)sim->clothParticles; ++i) {
        sim->x1[i] = sim->x0[i] + h * kept * (sim->v[i] + dv[i]);
    }
}

void svSim_Integrate(svSim* sim, double time, double h, svSimStats* stats) {
    const double begin = svSim_Seconds();
    svSim_AddForces(sim, time, h);
    if (sim->def.integrator == SV_INTEGRATOR_IMPLICIT) {
        IntegrateImplicit(sim, h, stats);
    } else {
        IntegrateExplicit(sim, h);
    }
    MoveHeld(sim);
    svSim_KeepLengths(sim);
    stats->solveSeconds += svSim_Seconds() - begin;
}
