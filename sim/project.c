// Projects the end of a step onto the strain limits of springs and the gaps of barriers.
//
// Provot 1995 (deformation constraints): the ends of a spring that is too long are moved together
// to its limit, spring after spring (Gauss-Seidel). Barriers are projected in the same way and in
// the same sweeps, with Coulomb friction against the sliding of the step. Corrections are weighted
// by inverse masses, so that momentum is conserved; pinned particles do not move.
//
// A barrier stops single particles in the middle of a step, while those behind them keep moving.
// The integrator never saw that, and its stiff springs would end the step crushed, with up to
// twenty times the energy of the scene. So no sweep may compress a stiff spring further than the
// integrator left it.

#include "state.h"

// Convergence: no spring exceeds its limit by more than this fraction of the allowed stretch, and
// no barrier misses more than that fraction of its gap (what the last sweep moves for a barrier
// stretches springs that are not visited again). For barriers alone, few sweeps are enough: CCD
// finds a barrier that is badly violated as a contact.
static const double STRAIN_SLACK = 0.6, GAP_SLACK = 0.1;
enum { SWEEP_MIN = 2, SWEEP_BARRIERS = 12, SWEEP_KEEPING = 40, SWEEP_MAX = 200 };
// Over-relaxation of strain corrections, which halves the sweeps that a jerk needs to spread (1.6
// to 1.8 were best, 1 needs twice as many).
static const double OVER = 1.6;
// The fraction that a stiff spring keeps of the length that the integrator gave it, or of its rest
// length if that is less.
static const double KEPT = 0.98;
// Most barriers are inactive: only every so many sweeps visit all of them, the others only those
// that were violated, or nearly, the last time.
enum { FULL_SWEEP = 8 };
static const double NEARLY = 0.5; // of the gap
// If nearly all of a pair is pinned, its free particles would have to move by the missing gap over
// their weight, out of the scene if that is 1e-11. This limits it; a contact that remains goes to
// the fail-safe.
static const double LEVER_MAX = 10;

void svSim_KeepLengths(svSim* sim) {
    for (size_t i = 0; i < sim->stiffCount; ++i) {
        const svSpring* spring = &sim->springs[i];
        const svVec3 a = svVec3_From(sim->x1 + 3 * (size_t)spring->a);
        const svVec3 b = svVec3_From(sim->x1 + 3 * (size_t)spring->b);
        sim->leastLengths[i] = KEPT * fmin(svVec3_Length(svVec3_Sub(b, a)), spring->rest);
    }
}

// Keeps springs between their least and their greatest length. Returns whether none was longer than
// the slack allows.
static bool LimitStrain(svSim* sim, bool keep) {
    double* x = sim->x1;
    bool good = true;
    const size_t count = keep ? sim->stiffCount : sim->structuralCount;
    sim->work += count;
    for (size_t i = 0; i < count; ++i) {
        const svSpring* spring = &sim->springs[i];
        const size_t a = 3 * (size_t)spring->a, b = 3 * (size_t)spring->b;
        const svVec3 pa = svVec3_From(x + a), pb = svVec3_From(x + b), d = svVec3_Sub(pb, pa);
        const double square = svVec3_Dot(d, d), least = sim->leastLengths[i],
                     most = spring->maxLength;
        const bool shorter = keep && square < least * least && square > 0;
        const double weight = sim->inverseMass[spring->a] + sim->inverseMass[spring->b];
        if ((!shorter && !(square > most * most)) || !(weight > 0)) {
            continue;
        }
        const double length = sqrt(square);
        good &= shorter || length <= most + STRAIN_SLACK * (most - spring->rest);
        const double share = (shorter ? 1 - least / length : OVER * (1 - most / length)) / weight;
        svVec3_Store(svVec3_AddScaled(pa, sim->inverseMass[spring->a] * share, d), x + a);
        svVec3_Store(svVec3_AddScaled(pb, -sim->inverseMass[spring->b] * share, d), x + b);
    }
    return good;
}

// The sum of weighted positions, or of displacements.
static svVec3 WeightedSum(const double* x, const svBarrier* barrier) {
    svVec3 sum = {0, 0, 0};
    for (int k = 0; k < 4; ++k) {
        sum = svVec3_AddScaled(sum, barrier->weights[k],
                               svVec3_From(x + 3 * (size_t)barrier->particles[k]));
    }
    return sum;
}

// Returns by how much the barrier missed its gap before; negative if it had more.
static double KeepApart(svSim* sim, const svBarrier* barrier) {
    const svVec3 normal = svVec3_From(barrier->normal), reach = WeightedSum(sim->x1, barrier);
    const double missing = barrier->gap - svVec3_Dot(normal, reach);
    if (!(missing > 0)) {
        return missing;
    }
    double share[4], sum = 0, most = 0;
    for (int k = 0; k < 4; ++k) {
        share[k] = barrier->weights[k] * sim->inverseMass[barrier->particles[k]];
        sum += barrier->weights[k] * share[k];
        most = fmax(most, fabs(share[k]));
    }
    sum = fmax(sum, most / LEVER_MAX);
    if (!(sum > 0)) {
        return 0; // nothing in it can move
    }
    // The sliding of the step, and what it pressed: being pushed out to the gap is no pressure.
    svVec3 slide = svVec3_Sub(reach, WeightedSum(sim->x0, barrier));
    const double pressed = fmin(missing, fmax(-svVec3_Dot(normal, slide), 0));
    slide = svVec3_AddScaled(slide, -svVec3_Dot(normal, slide), normal);
    const double length = svVec3_Length(slide), grip = barrier->friction * pressed;
    const double held = length > grip ? grip / length : 1;
    const svVec3 correction = svVec3_AddScaled(svVec3_Scale(missing, normal), -held, slide);
    for (int k = 0; k < 4; ++k) {
        double* x = sim->x1 + 3 * (size_t)barrier->particles[k];
        svVec3_Store(svVec3_AddScaled(svVec3_From(x), share[k] / sum, correction), x);
    }
    return missing;
}

// Returns whether all barriers were within the slack before, and lists those to visit again.
static bool SweepAll(svSim* sim) {
    bool good = true;
    sim->activeCount = 0;
    sim->work += sim->barrierCount;
    for (size_t i = 0; i < sim->barrierCount; ++i) {
        const double missing = KeepApart(sim, &sim->barriers[i]);
        good &= missing <= GAP_SLACK * sim->barriers[i].gap;
        sim->active[sim->activeCount] = (uint32_t)i;
        sim->activeCount += missing > -NEARLY * sim->barriers[i].gap;
    }
    return good;
}

static void SweepActive(svSim* sim) {
    sim->work += sim->activeCount;
    for (size_t i = 0; i < sim->activeCount; ++i) {
        KeepApart(sim, &sim->barriers[sim->active[i]]);
    }
}

void svSim_Project(svSim* sim) {
    for (int sweep = 0; sweep < SWEEP_MAX; ++sweep) {
        // Without barriers nothing presses. Where both limits cannot hold, the upper one shall.
        const bool keep = sim->barrierCount > 0 && sweep < SWEEP_KEEPING;
        const bool strained = !LimitStrain(sim, keep);
        bool broken = true;
        if (sweep % FULL_SWEEP < SWEEP_MIN) {
            broken = !SweepAll(sim);
        } else {
            SweepActive(sim);
        }
        if (sweep + 1 >= SWEEP_MIN && !strained && (!broken || sweep >= SWEEP_BARRIERS)) {
            return;
        }
    }
}
