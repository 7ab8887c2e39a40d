// Moves the end of a step until springs keep their strain limit and near surfaces their gap.
//
// Provot 1995 (deformation constraints): the ends of a spring that is too long are moved together
// until it is as long as it may be, spring after spring. Barriers are treated in the same way and
// in the same sweeps, with Coulomb friction against the sliding of the step. Each correction shares
// itself out by inverse masses, so that momentum is kept; what is held does not move.

#include "state.h"

static void LimitStrain(svSim* sim) {
    double* x = sim->x1;
    for (size_t i = 0; i < sim->structuralCount; ++i) {
        const svSpring* spring = &sim->springs[i];
        const size_t a = 3 * (size_t)spring->a, b = 3 * (size_t)spring->b;
        const Vec3 pa = Load(x + a), pb = Load(x + b), d = Sub(pb, pa);
        const double square = Dot(d, d);
        if (!(square > spring->maxLength * spring->maxLength)) {
            continue;
        }
        const double wa = sim->inverseMass[spring->a], wb = sim->inverseMass[spring->b];
        if (!(wa + wb > 0)) {
            continue;
        }
        const double share = (1 - spring->maxLength / sqrt(square)) / (wa + wb);
        Store(x + a, AddScaled(pa, wa * share, d));
        Store(x + b, AddScaled(pb, -wb * share, d));
    }
}

// The sum of weighted positions, or of displacements.
static Vec3 Weighted(const double* x, const svBarrier* barrier) {
    Vec3 sum = {0, 0, 0};
    for (int k = 0; k < 4; ++k) {
        sum = AddScaled(sum, barrier->weights[k], Load(x + 3 * (size_t)barrier->particles[k]));
    }
    return sum;
}

static void KeepApart(svSim* sim, const svBarrier* barrier) {
    const Vec3 normal = Load(barrier->normal), reach = Weighted(sim->x1, barrier);
    const double missing = barrier->gap - Dot(normal, reach);
    if (!(missing > 0)) {
        return;
    }
    double share[4], sum = 0;
    for (int k = 0; k < 4; ++k) {
        share[k] = barrier->weights[k] * sim->inverseMass[barrier->particles[k]];
        sum += barrier->weights[k] * share[k];
    }
    if (!(sum > 0)) {
        return;
    }
    // The sliding of the step, after the correction along the normal.
    Vec3 slide = Sub(reach, Weighted(sim->x0, barrier));
    slide = AddScaled(slide, -Dot(normal, slide), normal);
    const double length = Length(slide), most = sim->def.friction * missing;
    const double held = length > most ? most / length : 1;
    const Vec3 correction = AddScaled(Scale(missing, normal), -held, slide);
    for (int k = 0; k < 4; ++k) {
        double* x = sim->x1 + 3 * (size_t)barrier->particles[k];
        Store(x, AddScaled(Load(x), share[k] / sum, correction));
    }
}

void svSim_Project(svSim* sim, uint32_t sweeps) {
    for (uint32_t sweep = 0; sweep < sweeps; ++sweep) {
        LimitStrain(sim);
        for (size_t i = 0; i < sim->barrierCount; ++i) {
            KeepApart(sim, &sim->barriers[i]);
        }
    }
}
