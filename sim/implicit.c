// An implicit step: backward Euler as a minimisation, by Newton's method, with contacts and
// friction in it, and the exact query as the judge.
//
//     x1 = argmin  sum m (1 + h c) / (2 h^2) |x - y|^2 + elastic(x) + pushes(x) + ties(x),
//     y = x0 + h / (1 + h c) (v + h f / m),
// with the external forces f and the drag c of still air. (Backward Euler in this form: S. Martin,
// B. Thomaszewski, E. Grinspun and M. Gross, Example-Based Elastic Materials, SIGGRAPH 2011.)
//
// It begins where a particle would be if it went on falling as it did in the step before: exact for
// what falls freely, and for what rests. Internal forces add up to nothing, so the mean of x1 - y
// is 0 for every cloth that nothing outside touches; that is set exactly, whatever the iterations
// left: rigid translation and linear momentum do not depend on how well the system was solved.

#include "state.h"

#include <string.h>

// Rounds of solving and CCD before steps of particles in contact are shortened, rounds of that
// before the fail-safe.
enum { SOLVE_ROUNDS = 7, SHORTEN_ROUNDS = 8 };
// Newton iterations of the first of them.
enum { EARLY = 3 };
// A step that is cut stops at this share of the way to the contact: a share of the distance is
// kept.
static const double KEPT_WAY = 0.8;
// But it does not begin to approach where less than this share of the largest coordinate would be
// left: gaps near those that rounding makes could be torn by rounding.
static const double LEAST_GAP = 0x1p-18;
// A step that would gain energy goes on for so many times the iterations that it may have.
enum { PASSIVE_FACTOR = 2 };
// Where pairs begin that the start of a step has closer than they rest, as a share of that gap.
static const double START_DEPTH = 1e-3;
// The energy may rise, but not above the last so many: pairs that a step brings into contact make
// it rise, and fall the more in the next step, when their stiffness is known. (L. Grippo, F.
// Lampariello and S. Lucidi, A Nonmonotone Line Search Technique for Newton's Method, 1986.) Later
// it may not, or pairs could come and go forever.
enum { MEMORY = 4, MONOTONE_FROM = 8 };
// A line search gives up after so many evaluations; each takes between a tenth and half of the step
// before.
enum { SEARCH_MAX = 10 };
static const double SEARCH_LEAST = 0.1, SEARCH_MOST = 0.5;
// The part of energies that is rounding.
static const double ENERGY_ROUNDING = 1e-10;

static void SetTargets(svSim* sim, double h) {
    const double kept = 1 / (1 + h * sim->def.airDamping);
    const svVec3 gravity = svVec3_From(sim->def.gravity);
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        const size_t at = 3 * (size_t)i;
        const svVec3 x0 = svVec3_From(sim->x0 + at), v = svVec3_From(sim->v + at);
        sim->solver.inertia[i] = sim->mass[i] * (1 + h * sim->def.airDamping) / (h * h);
        if (sim->anchors[i] != ANCHOR_NONE) {
            const svVec3 to = svSim_Carry(sim, sim->anchors[i], i);
            svVec3_Store(to, sim->target + at);
            svVec3_Store(to, sim->x1 + at);
            continue;
        }
        const svVec3 f = svVec3_Scale(sim->inverseMass[i], svVec3_From(sim->force + at));
        const svVec3 y = svVec3_AddScaled(x0, h * kept, svVec3_AddScaled(v, h, f));
        svVec3_Store(y, sim->target + at);
        svVec3_Store(svVec3_AddScaled(y, (sim->fall[i] - 1) * h * h * kept, gravity), sim->x1 + at);
    }
}

typedef struct Evaluation {
    svSim* sim;
    double* lagged;  // of ranges of pushes
    double* current; // of ranges of pushes, of particles
} Evaluation;

static void EvaluatePushes(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Evaluation* evaluation = work;
    double lagged = 0, current = 0;
    for (size_t i = first; i < end; ++i) {
        const svPushEnergy energy =
            svPush_Evaluate(&evaluation->sim->solver.pushes[i], evaluation->sim->x1);
        lagged += energy.lagged;
        current += energy.current;
    }
    evaluation->lagged[first / RANGE] = lagged;
    evaluation->current[first / RANGE] = current;
}

// The gradient of everything but pushes, and the energy of inertia.
static void SumGradient(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Evaluation* evaluation = work;
    svSim* sim = evaluation->sim;
    double energy = 0;
    for (size_t i = first; i < end; ++i) {
        double* g = sim->gradient + 3 * i;
        for (size_t k = 0; k < 3; ++k) {
            const double way = sim->x1[3 * i + k] - sim->target[3 * i + k];
            g[k] = sim->solver.inertia[i] * way;
            energy += g[k] * way / 2;
        }
    }
    svElastic_AddGradient(&sim->elastic, first, end, sim->gradient);
    evaluation->current[first / RANGE] = energy;
}

// The energy that a step minimises, with the friction of the iteration before and with the new one,
// and the part of it that is in elements.
typedef struct StepEnergy {
    double lagged, current, elastic;
} StepEnergy;

// At x1.
static svStatus EvaluateStep(svSim* sim, double h, StepEnergy* energy) {
    const size_t pushes = sim->solver.pushCount;
    const size_t ranges = RangeCount(pushes), all = 2 * ranges + RangeCount(sim->clothParticles);
    const svStatus status = svContext_Grow(sim->context, (void**)&sim->energySums,
                                           &sim->energySumCapacity, all, sizeof(double));
    if (status != SV_OK) {
        return status;
    }
    energy->elastic = svElastic_Evaluate(&sim->elastic, sim->x1, h);
    Evaluation evaluation = {sim, sim->energySums, sim->energySums + ranges};
    ForRanges(sim->context, pushes, EvaluatePushes, &evaluation);
    energy->lagged = SumRanges(evaluation.lagged, pushes);
    energy->current = SumRanges(evaluation.current, pushes);
    evaluation.current = sim->energySums + 2 * ranges;
    ForRanges(sim->context, sim->clothParticles, SumGradient, &evaluation);
    const double rest = energy->elastic + SumRanges(evaluation.current, sim->clothParticles);
    energy->lagged += rest;
    energy->current += rest;
    return SV_OK;
}

static void NegateGradient(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svSim* sim = work;
    svFloat4* right = sim->solver.multigrid.levels[0].b;
    for (size_t i = first; i < end; ++i) {
        const double* g = sim->gradient + 3 * i;
        right[i] = sim->solver.held[i] ? Float4_Zero()
                                       : Float4_Make((float)-g[0], (float)-g[1], (float)-g[2]);
    }
}

// The right hand side at positions that are accepted: minus the gradient, with pushes; 0 for what
// is held. Their friction is what the next iteration is measured with.
static void SetRightSide(svSim* sim) {
    svSolver* solver = &sim->solver;
    for (size_t i = 0; i < solver->pushCount; ++i) {
        svPush* push = &solver->pushes[i];
        push->load = push->nextLoad;
        push->slid = push->nextSlid;
        if (!push->active) {
            continue;
        }
        for (int k = 0; k < 4; ++k) {
            if (push->particles[k] < sim->clothParticles) {
                double* g = sim->gradient + 3 * (size_t)push->particles[k];
                svVec3_Store(svVec3_AddScaled(svVec3_From(g), push->weights[k], push->force), g);
            }
        }
    }
    ForRanges(sim->context, sim->clothParticles, NegateGradient, sim);
}

typedef struct Move {
    svSim* sim;
    double share;
} Move;

static void MoveRange(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Move* move = work;
    for (size_t i = first; i < end; ++i) {
        double* x = move->sim->x1 + 3 * i;
        const svVec3 dx = Float4_ToVec3(move->sim->solver.dx[i]);
        svVec3_Store(svVec3_AddScaled(svVec3_From(x), move->share, dx), x);
    }
}

// x1 += share dx
static void MoveAlong(svSim* sim, double share) {
    Move move = {sim, share};
    ForRanges(sim->context, sim->clothParticles, MoveRange, &move);
}

// A line search: the energy where it begins, the one that is allowed, and the slope: by how much
// the energy would fall along the whole step, if it were linear.
typedef struct Search {
    double before, bound, gain;
    bool failed;
} Search;

// From x1 a whole step dx farther, shortened until the energy is what is allowed: each time to the
// minimum of the parabola through what is known. x1 is the beginning again if that fails.
static svStatus SearchLine(svSim* sim, double h, Search* search, StepEnergy* energy,
                           svSimStats* stats) {
    double share = 1;
    for (int k = 0;; ++k) {
        const svStatus status = EvaluateStep(sim, h, energy);
        const double slack = ENERGY_ROUNDING * (fabs(search->before) + fabs(energy->current));
        if (status != SV_OK || !(energy->lagged > search->bound + slack)) {
            return status;
        }
        if (k == SEARCH_MAX) {
            MoveAlong(sim, -share);
            search->failed = true;
            return SV_OK;
        }
        const double fall = share * search->gain;
        const double bend = energy->lagged - search->before + fall;
        const double least = bend > 0 ? fall / (2 * bend) : SEARCH_MOST;
        const double next = share * fmin(fmax(least, SEARCH_LEAST), SEARCH_MOST);
        MoveAlong(sim, next - share);
        share = next;
        ++stats->halvings;
    }
}

// How many iterations of Newton's method there may be: if the step gains no energy by ending, and
// at most.
typedef struct IterationLimits {
    uint32_t passive, most;
} IterationLimits;

// Newton's method from x1 on.
static svStatus Minimise(svSim* sim, double h, IterationLimits limits, svSimStats* stats,
                         bool* solved) {
    StepEnergy energy;
    double energies[MEMORY] = {0};
    svStatus status = EvaluateStep(sim, h, &energy);
    bool small = false; // the last correction
    *solved = false;
    svSolver_Restart(&sim->solver);
    for (uint32_t i = 0; status == SV_OK; ++i) {
        const double before = energy.current;
        energies[i % MEMORY] = before;
        double bound = before;
        for (uint32_t k = 0; k < MEMORY && k <= i && i < MONOTONE_FROM; ++k) {
            bound = fmax(bound, energies[k]);
        }
        SetRightSide(sim);
        if ((small || (i >= limits.passive && i < limits.most)) &&
            svSim_GainsNoEnergy(sim, h, energy.elastic)) {
            *solved = small;
            break;
        }
        if (i >= limits.most || svSim_OverBudget(sim)) {
            break;
        }
        status = svSolver_Assemble(&sim->solver);
        if (status != SV_OK) {
            break;
        }
        ++stats->newtonIterations;
        uint32_t iterations;
        const bool reached =
            svSolver_Solve(&sim->solver, sim->def.solverTolerance / 4, &iterations);
        stats->solverIterations += iterations;
        const svCorrection correction = svSim_MeasureCorrection(sim, h);
        if (iterations == 0 && isfinite(correction.way)) {
            *solved = reached; // nothing left to correct: another iteration would find the same
            break;
        }
        MoveAlong(sim, 1);
        *solved = !isfinite(correction.way); // out of all bounds: told by the caller
        if (*solved) {
            break;
        }
        small = correction.way <= 1;
        Search search = {.before = before, .bound = bound, .gain = correction.gain};
        const uint32_t halvings = stats->halvings;
        status = SearchLine(sim, h, &search, &energy, stats);
        if (stats->halvings != halvings) {
            svSolver_Restart(&sim->solver);
        }
        if (search.failed) {
            *solved = true; // no way down that is more than rounding
            break;
        }
    }
    return status;
}

// The share of its step that a pair in contact may take.
static double KeptShare(const svSim* sim, const uint32_t particles[4], int split,
                        const svContactShape* shape, double toi) {
    svVec3 apart = {0, 0, 0};
    double largest = 0;
    for (int k = 0; k < 4; ++k) {
        const svVec3 x0 = svVec3_From(sim->x0 + 3 * (size_t)particles[k]);
        apart = svVec3_AddScaled(apart, k < split ? shape->weights[k] : -shape->weights[k], x0);
        largest = fmax(largest, svVec3_NormInf(x0));
    }
    const double gap = fabs(svVec3_Dot(apart, svVec3_From(shape->normal)));
    return (1 - KEPT_WAY) * gap < LEAST_GAP * largest ? 0 : KEPT_WAY * toi;
}

// Particles in contact go only so far that a share of the distance to the contact is left.
static void ShortenSteps(svSim* sim, const svContacts* contacts) {
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        sim->shares[i] = 1;
    }
    for (int kind = 0; kind < 2; ++kind) {
        const svContactList* list = kind == SV_VERTEX_FACE ? &contacts->vf : &contacts->ee;
        for (size_t i = 0; i < list->count; ++i) {
            uint32_t particles[4];
            svSim_GetPair(sim, kind == SV_EDGE_EDGE, &list->pairs[i], particles);
            const double kept = KeptShare(sim, particles, kind == SV_EDGE_EDGE ? 2 : 1,
                                          &list->shapes[i], list->times[i].lo);
            for (int k = 0; k < 4; ++k) {
                if (particles[k] < sim->clothParticles && sim->inverseMass[particles[k]] > 0) {
                    double* share = &sim->shares[particles[k]];
                    *share = fmin(*share, kept);
                }
            }
        }
    }
    for (size_t i = 0; i < 3 * (size_t)sim->clothParticles; ++i) {
        sim->x1[i] = sim->x0[i] + sim->shares[i / 3] * (sim->x1[i] - sim->x0[i]);
    }
}

// Moves the particles of a pair out to its gap, in proportion to their inverse masses, but for a
// little, so that the first iteration knows of its stiffness.
static void MoveOut(svSim* sim, const svPush* push) {
    const double gap = svVec3_Dot(push->normal, Push_Vector(push, sim->x1));
    const double before = svVec3_Dot(push->normal, push->before);
    const double missing = fmin((1 - START_DEPTH) * push->rest, before) - gap;
    double shares[4], sum = 0, most = 0;
    for (int k = 0; k < 4; ++k) {
        shares[k] = push->weights[k] * sim->inverseMass[push->particles[k]];
        sum += push->weights[k] * shares[k];
        most = fmax(most, fabs(shares[k]));
    }
    sum = fmax(sum, most); // a particle with a small weight goes no farther than what is missing
    for (int k = 0; k < 4 && missing > 0; ++k) {
        const double share = shares[k] / sum;
        if (push->particles[k] < sim->clothParticles) {
            double* x = sim->x1 + 3 * (size_t)push->particles[k];
            svVec3_Store(svVec3_AddScaled(svVec3_From(x), share * missing, push->normal), x);
        }
    }
}

// Where Newton's method begins: nothing deep in anything else, or the loads of the first iteration
// would be hundreds of times those of the last.
static void MoveAllOut(svSim* sim) {
    for (size_t i = 0; i < sim->solver.pushCount; ++i) {
        MoveOut(sim, &sim->solver.pushes[i]);
    }
}

// A round of solving.
static svStatus SolveRound(svSim* sim, double h, IterationLimits limits, svSimStats* stats,
                           bool* solved) {
    const double begin = svSim_Seconds();
    svSim_FindFreePieces(sim);
    MoveAllOut(sim);
    svSim_SetMomentum(sim);
    const svStatus status = Minimise(sim, h, limits, stats, solved);
    svSim_SetMomentum(sim);
    svSim_Round(sim);
    stats->solveSeconds += svSim_Seconds() - begin;
    return status;
}

// What is in the way of a step that is halved: for messages.
static void Block(svSim* sim, const svContacts* contacts) {
    const bool edges = contacts->vf.count == 0;
    svSim_GetPair(sim, edges, edges ? &contacts->ee.pairs[0] : &contacts->vf.pairs[0],
                  sim->blocked);
    sim->blockedAnchors[0] = sim->blockedAnchors[1] = ANCHOR_NONE;
}

// What is left of a limit; a round may have at least so many.
static uint32_t RestOf(uint32_t limit, uint32_t spent, uint32_t least) {
    return spent + least < limit ? limit - spent : least;
}

// The first round ends early, and tells which contacts the step will have: the next one solves with
// them, or goes on. All rounds together have the iterations of a step, and a few more where there
// are new contacts.
static IterationLimits LimitRound(const svSim* sim, int round, bool met, uint32_t spent) {
    const uint32_t most = sim->def.solverIterations, twice = PASSIVE_FACTOR * most;
    if (!sim->def.collisions || most <= EARLY) {
        return (IterationLimits){most, twice};
    }
    if (round == 0) {
        return (IterationLimits){EARLY, EARLY};
    }
    const uint32_t least = met ? EARLY : 1;
    return (IterationLimits){RestOf(most, spent, least), RestOf(twice, spent, least)};
}

static svOutcome Resolve(svSim* sim, double h, svSimStats* stats, svStatus* status) {
    svContacts contacts = {0};
    const uint32_t begin = stats->newtonIterations;
    bool converged = true; // the last round
    for (int round = 0; *status == SV_OK; ++round) {
        bool solved = true;
        if (svSim_OverBudget(sim)) {
            return OUTCOME_BLOCKED; // the caller tells why
        }
        if (round < SOLVE_ROUNDS) {
            const IterationLimits limits =
                LimitRound(sim, round, contacts.found, stats->newtonIterations - begin);
            *status = SolveRound(sim, h, limits, stats, &solved);
            converged = solved;
            solved |= round > 0 || sim->def.solverIterations <= EARLY;
        } else {
            ShortenSteps(sim, &contacts);
            svSim_Round(sim);
            ++stats->shortened;
            converged = false;
        }
        if (*status != SV_OK || !sim->def.collisions) {
            break;
        }
        if (svSim_FindRunaway(sim) != SV_NONE) {
            return OUTCOME_DONE; // told by the caller
        }
        *status = svSim_Detect(sim, &contacts, stats);
        if (*status != SV_OK || (solved && !contacts.found)) {
            break;
        }
        if (!contacts.found) {
            continue;
        }
        if (round >= SOLVE_ROUNDS + SHORTEN_ROUNDS || sim->roundMax == 0) {
            const svOutcome outcome = svSim_FailSafe(sim, &contacts, stats, status);
            stats->unsolved += outcome == OUTCOME_DONE;
            return outcome;
        }
        if (round + 1 >= SOLVE_ROUNDS && h > sim->leastPart) {
            Block(sim, &contacts);
            return OUTCOME_BLOCKED;
        }
        *status =
            svSim_AddContactPushes(sim, &contacts, round); // when no more are solved: for momentum
    }
    stats->unsolved += !converged;
    return *status == SV_OK ? OUTCOME_DONE : OUTCOME_FAILED;
}

// How much of gravity each particle followed in this step: where the next one begins.
static void KeepFall(svSim* sim, double h) {
    const svVec3 gravity = svVec3_From(sim->def.gravity);
    const double square = svVec3_Dot(gravity, gravity), kept = 1 / (1 + h * sim->def.airDamping);
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        const size_t at = 3 * (size_t)i;
        const svVec3 way = svVec3_Sub(svVec3_From(sim->x1 + at), svVec3_From(sim->x0 + at));
        const svVec3 change = svVec3_AddScaled(way, -h * kept, svVec3_From(sim->v + at));
        const double share = square > 0 ? svVec3_Dot(change, gravity) / (h * h * kept * square) : 1;
        sim->fall[i] = share > 1 ? 1 : share > 0 ? share : 0;
    }
}

svOutcome svSim_StepImplicit(svSim* sim, double time, double h, svSimStats* stats,
                             svStatus* status) {
    svSim_AddOuterForces(sim, time, h);
    SetTargets(sim, h);
    svSim_BeginUnderPressure(sim, h);
    sim->elasticBefore = svElastic_Begin(&sim->elastic, sim->x0);
    sim->solver.pushCount = 0;
    *status = sim->def.collisions ? svSim_FindPushes(sim, stats) : SV_OK;
    if (*status == SV_OK) {
        *status = svSim_AddTies(sim, time + h);
    }
    const svOutcome outcome = *status == SV_OK ? Resolve(sim, h, stats, status) : OUTCOME_FAILED;
    if (outcome == OUTCOME_DONE && svSim_FindRunaway(sim) == SV_NONE) {
        KeepFall(sim, h);
        *status = svSim_KeepSlips(sim);
    }
    return *status == SV_OK ? outcome : OUTCOME_FAILED;
}
