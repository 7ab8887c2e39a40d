// A step of an explicit integrator, and collisions after it.

#include "state.h"

// v += h a, x += h v: explicit Euler as Provot 1995 and ding2013 write it. bade2015's Verlet,
// x += (x - xOld)(1 - D) + h^2 a, is the same with v = (x - xOld) / h and damping before the force.
static void Integrate(svSim* sim, double h) {
    const double kept = 1 / (1 + h * sim->def.airDamping);
    const bool verlet = sim->def.integrator == SV_INTEGRATOR_VERLET;
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        const size_t at = 3 * (size_t)i;
        if (sim->anchors[i] != ANCHOR_NONE) {
            svVec3_Store(svSim_Carry(sim, sim->anchors[i], i), sim->x1 + at);
            continue;
        }
        const svVec3 change = svVec3_Scale(h * sim->inverseMass[i], svVec3_From(sim->force + at));
        const svVec3 v = svVec3_From(sim->v + at);
        const svVec3 next = verlet ? svVec3_Add(svVec3_Scale(kept, v), change)
                                   : svVec3_Scale(kept, svVec3_Add(v, change));
        svVec3_Store(svVec3_AddScaled(svVec3_From(sim->x0 + at), h, next), sim->x1 + at);
    }
}

svOutcome svSim_StepExplicit(svSim* sim, double time, double h, svSimStats* stats,
                             svStatus* status) {
    double begin = svSim_Seconds();
    svSim_AddOuterForces(sim, time, h);
    svSim_AddSpringForces(sim);
    Integrate(sim, h);
    svSim_KeepLengths(sim);
    stats->solveSeconds += svSim_Seconds() - begin;
    if (svSim_FindRunaway(sim) != SV_NONE) {
        return OUTCOME_DONE; // told by the caller
    }
    if (sim->def.collisions) {
        return svSim_Collide(sim, stats, status);
    }
    begin = svSim_Seconds();
    sim->barrierCount = 0;
    svSim_Project(sim);
    svSim_Round(sim);
    stats->projectSeconds += svSim_Seconds() - begin;
    return OUTCOME_DONE;
}
