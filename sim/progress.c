// When Newton's method is done with a step: when its corrections are small beside what the step
// changes, and the step gains no energy by ending.

#include "state.h"

// A correction is good enough that is a share of the change that the step brings: for patches
// solverAccuracy, for single vertices so many times that.
static const double DETAIL_FACTOR = 25;
// What is left of the forces may do work of this share of what backward Euler dissipates.
static const double WORK_SHARE = 0.5;

// A loop over the particles of a cloth, or all; what it adds up, range by range.
typedef struct Sums {
    const svSim* sim;
    uint32_t particle; // the first
    double h;
    double *a, *b, *c; // of ranges
} Sums;

static Sums BeginSums(const svSim* sim, uint32_t particle, double h) {
    const size_t ranges = RangeCount(sim->clothParticles);
    double* sums = sim->solver.sums;
    return (Sums){sim, particle, h, sums, sums + ranges, sums + 2 * ranges};
}

// x1 - x0
static inline svVec3 Way(const svSim* sim, uint32_t particle) {
    const size_t at = 3 * (size_t)particle;
    return svVec3_Sub(svVec3_From(sim->x1 + at), svVec3_From(sim->x0 + at));
}

// What the step changes: x1 - x0 - h v.
static inline svVec3 StepChange(const svSim* sim, uint32_t particle, double h) {
    return svVec3_AddScaled(Way(sim, particle), -h, svVec3_From(sim->v + 3 * (size_t)particle));
}

static inline svVec3 GradientOf(const svSim* sim, uint32_t particle) {
    return svVec3_From(sim->gradient + 3 * (size_t)particle);
}

// Of patches, by mass: the correction dx, and what the step changes.
static void SumPatches(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Sums* sums = work;
    const svSim* sim = sums->sim;
    const svPatches* patches = &sim->solver.patches;
    for (size_t p = first; p < end; ++p) {
        svPatchMotion motion = {0};
        for (uint32_t k = patches->start[p]; k < patches->start[p + 1]; ++k) {
            const uint32_t i = patches->particles[k];
            const double mass = sim->mass[i];
            motion.mass += mass;
            motion.correction =
                svVec3_AddScaled(motion.correction, mass, Float4_ToVec3(sim->solver.dx[i]));
            motion.change = svVec3_AddScaled(motion.change, mass, StepChange(sim, i, sums->h));
        }
        patches->motions[p] = motion;
    }
}

// Of the particles of a cloth: the gain that is expected of dx, the square of what the step changes
// by mass, and mass.
static void SumDetail(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Sums* sums = work;
    const svSim* sim = sums->sim;
    double gain = 0, change = 0, mass = 0;
    for (size_t k = first; k < end; ++k) {
        const uint32_t i = sums->particle + (uint32_t)k;
        const svVec3 moved = StepChange(sim, i, sums->h);
        gain -= svVec3_Dot(Float4_ToVec3(sim->solver.dx[i]), GradientOf(sim, i));
        change += sim->mass[i] * svVec3_Dot(moved, moved);
        mass += sim->mass[i];
    }
    sums->a[first / RANGE] = gain;
    sums->b[first / RANGE] = change;
    sums->c[first / RANGE] = mass;
}

// A correction beside what the step changes, as squares of lengths by mass, in what is allowed:
// the tolerance and a share of the change.
static double CompareMotion(const svSim* sim, double correction, double change, double mass,
                            double share) {
    return sqrt(correction / mass) / (sim->def.solverTolerance + share * sqrt(change / mass));
}

// Unlike fmax, NaN if either is.
static double LargerOf(double a, double b) {
    return isnan(a) || b <= a ? a : b;
}

// The patches of one cloth stand together: those from *next on. Afterwards *next is behind them.
static double ComparePatches(const svSim* sim, const svSimPart* cloth, uint32_t* next) {
    const svPatches* patches = &sim->solver.patches;
    double correction = 0, change = 0, mass = 0;
    for (; *next < patches->count; ++*next) {
        const svPatchMotion* patch = &patches->motions[*next];
        const uint32_t start = patches->start[*next];
        if (start == patches->start[*next + 1]) {
            continue; // a patch without particles
        }
        if (patches->particles[start] >= cloth->first + cloth->count) {
            break;
        }
        correction += svVec3_Dot(patch->correction, patch->correction) / patch->mass;
        change += svVec3_Dot(patch->change, patch->change) / patch->mass;
        mass += patch->mass;
    }
    return mass > 0 ? CompareMotion(sim, correction, change, mass, sim->def.solverAccuracy) : 0;
}

svCorrection svSim_MeasureCorrection(const svSim* sim, double h) {
    Sums patches = {.sim = sim, .h = h};
    svContext_For(sim->context, sim->solver.patches.count, PATCH_GRAIN, SumPatches, &patches);
    svCorrection correction = {0, 0};
    uint32_t next = 0;
    for (size_t c = 0; c < sim->clothCount; ++c) {
        const svSimPart* cloth = &sim->cloths[c];
        Sums sums = BeginSums(sim, cloth->first, h);
        ForRanges(sim->context, cloth->count, SumDetail, &sums);
        const double gain = SumRanges(sums.a, cloth->count);
        const double change = SumRanges(sums.b, cloth->count);
        const double mass = SumRanges(sums.c, cloth->count);
        const double detail = CompareMotion(sim, h * h * fabs(gain), change, mass,
                                            DETAIL_FACTOR * sim->def.solverAccuracy);
        correction.gain += gain;
        correction.way = LargerOf(correction.way, detail);
        correction.way = LargerOf(correction.way, ComparePatches(sim, cloth, &next));
    }
    return correction;
}

// Sums of what backward Euler dissipates in a step whatever else it loses, m |v1 - v0|^2 / 2, and
// of the work that the gradient, which a solved step has no more, does on the way.
static void SumDissipation(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Sums* sums = work;
    const svSim* sim = sums->sim;
    const double floor = sim->def.solverTolerance;
    double lost = 0, done = 0;
    for (uint32_t i = (uint32_t)first; i < end; ++i) {
        double square = floor * floor;
        if (!sim->solver.held[i]) {
            const svVec3 change = StepChange(sim, i, sums->h);
            done += svVec3_Dot(GradientOf(sim, i), Way(sim, i));
            square += svVec3_Dot(change, change);
        }
        lost += sim->mass[i] * square / (2 * sums->h * sums->h);
    }
    sums->a[first / RANGE] = lost;
    sums->b[first / RANGE] = done;
}

// The energy of pairs at x1, as that of a state (contact.c).
static void SumPairs(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svSim* sim = work;
    double energy = 0;
    for (size_t i = first; i < end; ++i) {
        svPush push = sim->solver.pushes[i];
        energy += push.key.kind == PAIR_TIE ? svTie_Evaluate(&push, sim->x1).current
                                            : svPush_StoredEnergy(&push, sim->x1);
    }
    sim->energySums[first / RANGE] = energy;
}

// The energy of motion that particles gain, less what outer forces put in, and what holds them.
static void SumMotion(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Sums* sums = work;
    const svSim* sim = sums->sim;
    double gain = 0;
    for (uint32_t i = (uint32_t)first; i < end; ++i) {
        const size_t at = 3 * (size_t)i;
        const svVec3 way = Way(sim, i), v = svVec3_From(sim->v + at);
        if (sim->solver.held[i]) {
            gain -= svVec3_Dot(GradientOf(sim, i), way);
            continue;
        }
        const double squares = svVec3_Dot(way, way) / (sums->h * sums->h) - svVec3_Dot(v, v);
        gain += sim->mass[i] * squares / 2 - svVec3_Dot(svVec3_From(sim->force + at), way);
    }
    sums->a[first / RANGE] = gain;
}

// By how much the energy of motion, elements and pairs at x1 is above that before the step and what
// outer forces, and what holds particles, have put in on the way. Pairs before the step count for
// nothing: they were others.
static double EnergyGain(svSim* sim, double h, double elastic) {
    const size_t n = sim->clothParticles, pushes = sim->solver.pushCount;
    ForRanges(sim->context, pushes, SumPairs, sim);
    Sums sums = BeginSums(sim, 0, h);
    ForRanges(sim->context, n, SumMotion, &sums);
    return elastic - sim->elasticBefore + SumRanges(sim->energySums, pushes) + SumRanges(sums.a, n);
}

bool svSim_GainsNoEnergy(svSim* sim, double h, double elastic) {
    const size_t n = sim->clothParticles;
    Sums sums = BeginSums(sim, 0, h);
    ForRanges(sim->context, n, SumDissipation, &sums);
    const double lost = SumRanges(sums.a, n), work = SumRanges(sums.b, n);
    return work <= WORK_SHARE * lost || EnergyGain(sim, h, elastic) <= -(1 - WORK_SHARE) * lost;
}
