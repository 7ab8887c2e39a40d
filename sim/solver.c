// Conjugate gradients preconditioned by a multigrid cycle. A cycle applied to the residual
// estimates the error of each particle in metres: that is what is compared with the goal.
//
// The first direction of a solve is made conjugate to the last one of the solve before, as in
// nonlinear conjugate gradients (M. R. Hestenes and E. Stiefel's quotient): matrices change little
// from one Newton iteration to the next, and a few iterations in each are then worth as many more.

#include "solver.h"

#include <string.h>

// Within a Newton iteration the first estimate is reduced to this share, and by one iteration more:
// its matrix is not that of the end of the step anyway.
static const double FORCING = 0.2;
// Or its energy to this share: where most of the residual is stiff, particles in soft directions
// seem to move farther at first, and in cloth that falls far from the origin all of it is rounding.
static const double ENERGY_FORCING = 0.01;
enum { ITERATION_MAX = 300 };
// A long solve begins anew after so many iterations: what goes on from a direction of another solve
// is conjugate to the last direction alone, not to all before.
enum { GO_ON_MAX = 10 };

svPush* svSolver_AddPush(svSolver* solver) {
    if (svContext_Grow(solver->context, (void**)&solver->pushes, &solver->pushCapacity,
                       solver->pushCount + 1, sizeof(svPush)) != SV_OK) {
        return NULL;
    }
    return &solver->pushes[solver->pushCount++];
}

// m - s a b^T
static inline void SubtractOuter(svBlock* m, float s, svFloat4 a, svFloat4 b) {
    for (int c = 0; c < 3; ++c) {
        m->columns[c] = Float4_AddScaled(m->columns[c], -s * Float4_At(b, c), a);
    }
}

// The weights of bending by stencils: the same as long as steps have the same length.
static void SetBends(svSolver* solver) {
    if (solver->bendStep == solver->elastic->step) {
        return;
    }
    solver->bendStep = solver->elastic->step;
    for (size_t e = 0; e < solver->edgeCount; ++e) {
        double sum = 0;
        for (uint32_t s = solver->stencilShareStart[e]; s < solver->stencilShareStart[e + 1]; ++s) {
            const svStencilShare* share = &solver->stencilShares[s];
            sum +=
                (double)share->share * svElastic_StencilStiffness(solver->elastic, share->stencil);
        }
        solver->bends[e] = (float)sum;
    }
    solver->bends[solver->edgeCount] = 0;
    if (solver->weakCount > 0) {
        svMultigrid_SetWeights(&solver->multigrid,
                               solver->bends + solver->edgeCount - solver->weakCount);
    }
}

// -H_ij of hinges at each edge, on top of what its membranes and its weight have.
static void AddHingeBlocks(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svSolver* solver = work;
    const svLevel* level = &solver->multigrid.levels[0];
    for (size_t e = first; e < end; ++e) {
        svBlock m = {{Float4_Zero(), Float4_Zero(), Float4_Zero()}};
        for (uint32_t s = solver->hingeShareStart[e]; s < solver->hingeShareStart[e + 1]; ++s) {
            const svHingeShare* share = &solver->hingeShares[s];
            const svHingeState* state = &solver->elastic->hingeStates[share->hinge];
            SubtractOuter(&m, 1, state->pull[share->i], state->pull[share->j]);
        }
        svEdgeBlock sum = EdgeBlock_From(&m);
        if (e < level->edgeCount) {
            const svEdgeBlock* membranes = &level->edgeBlocks[e];
            sum.diagonal = Float4_Add(sum.diagonal, membranes->diagonal);
            sum.sides = Float4_Add(sum.sides, membranes->sides);
            sum.twist = Float4_Add(sum.twist, membranes->twist);
        } else {
            sum.diagonal = Float4_Add(sum.diagonal, Float4_MakeFour(0, 0, 0, solver->bends[e]));
        }
        level->rowBlocks[e] = sum;
    }
}

static void SetInertia(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svSolver* solver = work;
    for (size_t i = first; i < end; ++i) {
        const float m = (float)solver->inertia[i];
        solver->multigrid.levels[0].own[i] = (svSymmetric){{m, 0, 0, m, 0, m}};
    }
}

static bool IsFree(const svSolver* solver, uint32_t particle) {
    return particle < solver->count && !solver->held[particle];
}

// The active pushes, and who of the particles is in which.
static svStatus ListActive(svSolver* solver) {
    svStatus status = svContext_Grow(solver->context, (void**)&solver->active,
                                     &solver->activeCapacity, solver->pushCount, sizeof(uint32_t));
    if (status == SV_OK) {
        status = svContext_Grow(solver->context, (void**)&solver->pulls, &solver->pullCapacity,
                                solver->pushCount, sizeof(svFloat4));
    }
    if (status == SV_OK) {
        status = svContext_Grow(solver->context, (void**)&solver->pushCorners,
                                &solver->cornerCapacity, 4 * solver->pushCount, sizeof(uint32_t));
    }
    if (status != SV_OK) {
        return status;
    }
    uint32_t* start = solver->pushStart;
    memset(start, 0, ((size_t)solver->count + 2) * sizeof(uint32_t));
    solver->activeCount = 0;
    for (size_t i = 0; i < solver->pushCount; ++i) {
        const svPush* push = &solver->pushes[i];
        if (push->active) {
            solver->active[solver->activeCount++] = (uint32_t)i;
            for (int k = 0; k < 4; ++k) {
                if (IsFree(solver, push->particles[k])) {
                    ++start[push->particles[k] + 2];
                }
            }
        }
    }
    for (uint32_t i = 0; i < solver->count; ++i) {
        start[i + 2] += start[i + 1];
    }
    for (size_t i = 0; i < 4 * solver->activeCount; ++i) {
        const uint32_t particle = solver->pushes[solver->active[i / 4]].particles[i % 4];
        if (IsFree(solver, particle)) {
            solver->pushCorners[start[particle + 1]++] = (uint32_t)i;
        }
    }
    return SV_OK;
}

// What the preconditioner sees of pushes: against what is held or an obstacle, the block at each
// particle, by its weight; between two free sides an edge for each two particles, by the product of
// their weights. Both bound the true block from above (Jensen). Returns the number of edges.
static size_t AddPushes(svSolver* solver) {
    svSymmetric* own = solver->multigrid.levels[0].own;
    size_t count = 0;
    for (size_t i = 0; i < solver->activeCount; ++i) {
        const svPush* push = &solver->pushes[solver->active[i]];
        for (int a = 0; a < 4; ++a) {
            const double weight = push->weights[a];
            if (weight == 0 || !IsFree(solver, push->particles[a])) {
                continue;
            }
            double held = 0; // the part of the other side that does not give way
            for (int b = 0; b < 4; ++b) {
                const double other = push->weights[b];
                if (!(weight * other < 0)) {
                    continue;
                }
                const uint32_t p = push->particles[a], q = push->particles[b];
                if (!IsFree(solver, q)) {
                    held += fabs(other);
                } else if (p < q) {
                    svCoupling* coupling = &solver->couplings[count++];
                    *coupling = (svCoupling){p, q, {{0}}};
                    Symmetric_AddScaled(&coupling->block, (float)fabs(weight * other),
                                        &push->block);
                }
            }
            Symmetric_AddScaled(&own[push->particles[a]], (float)(fabs(weight) * held),
                                &push->block);
        }
    }
    return count;
}

svStatus svSolver_Assemble(svSolver* solver) {
    svContext* context = solver->context;
    svMultigrid* multigrid = &solver->multigrid;
    const svLevel* level = &multigrid->levels[0];
    SetBends(solver);
    ForRanges(context, solver->count, SetInertia, solver);
    svStatus status = ListActive(solver);
    if (status == SV_OK) {
        status = svContext_Grow(context, (void**)&solver->couplings, &solver->couplingCapacity,
                                4 * solver->activeCount, sizeof(svCoupling));
    }
    if (status != SV_OK) {
        return status;
    }
    // -H_ij, minus the Hessian of the elements at each edge.
    svMembraneSums membranes = {solver->membraneShareStart, solver->membraneShares,
                                solver->elastic->membraneStates, solver->bends, level->edgeBlocks};
    const bool hinged = level->rowBlocks != level->edgeBlocks;
    if (hinged) {
        ForRanges(context, level->edgeCount, multigrid->assembly->membranes, &membranes);
        ForRanges(context, solver->edgeCount - solver->weakCount, AddHingeBlocks, solver);
    }
    return svMultigrid_Update(multigrid, hinged ? NULL : &membranes, solver->held,
                              solver->couplings, AddPushes(solver));
}

static void PullPushes(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svSolver* solver = work;
    for (size_t i = first; i < end; ++i) {
        const svPush* push = &solver->pushes[solver->active[i]];
        svFloat4 s = Float4_Zero();
        for (int k = 0; k < 4; ++k) {
            if (push->particles[k] < solver->count) { // p is 0 where it is held
                s = Float4_AddScaled(s, (float)push->weights[k], solver->p[push->particles[k]]);
            }
        }
        const svBlock block = Block_FromSymmetric(&push->block);
        solver->pulls[i] = Block_AddProduct(Float4_Zero(), &block, s);
    }
}

// Sums of products, coordinate by coordinate: the products in single precision, the sums in double.
typedef struct DotSum {
    double at[4];
} DotSum;

static inline void DotSum_Add(DotSum* sum, svFloat4 a, svFloat4 b) {
    const svFloat4 products = Float4_Multiply(a, b);
    for (int k = 0; k < 4; ++k) {
        sum->at[k] += (double)Float4_At(products, k);
    }
}

static inline double DotSum_Total(const DotSum* sum) {
    return sum->at[0] + sum->at[1] + sum->at[2];
}

// q = A p, when the couplings of elements are there with the other sign; sums of p . q.
static void FinishProduct(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svSolver* solver = work;
    DotSum sum = {{0}};
    for (size_t i = first; i < end; ++i) {
        const svFloat4 mine = solver->p[i];
        svFloat4 q = Float4_Sub(Float4_Scale((float)solver->inertia[i], mine), solver->q[i]);
        for (uint32_t c = solver->pushStart[i]; c < solver->pushStart[i + 1]; ++c) {
            const uint32_t corner = solver->pushCorners[c];
            const double weight = solver->pushes[solver->active[corner / 4]].weights[corner % 4];
            q = Float4_AddScaled(q, (float)weight, solver->pulls[corner / 4]);
        }
        solver->q[i] = solver->held[i] ? Float4_Zero() : q;
        DotSum_Add(&sum, mine, solver->q[i]);
    }
    solver->sums[first / RANGE] = DotSum_Total(&sum);
}

// Sums of r . z and of z . q, and the largest z.
static void MeasureRange(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svSolver* solver = work;
    const svLevel* level = &solver->multigrid.levels[0];
    DotSum energy = {{0}}, along = {{0}};
    float most = 0;
    for (size_t i = first; i < end; ++i) {
        const svFloat4 z = level->x[i], squares = Float4_Multiply(z, z);
        DotSum_Add(&energy, level->b[i], z);
        DotSum_Add(&along, solver->q[i], z);
        const float square = Float4_At(squares, 0) + Float4_At(squares, 1) + Float4_At(squares, 2);
        most = square > most ? square : most;
    }
    solver->sums[first / RANGE] = DotSum_Total(&energy);
    solver->sums[RangeCount(solver->count) + first / RANGE] = DotSum_Total(&along);
    solver->maxima[first / RANGE] = (double)most;
}

typedef struct Update {
    svSolver* solver;
    float factor;
} Update;

// p = z + factor p; sums of p . r.
static void TurnRange(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Update* update = work;
    const svSolver* solver = update->solver;
    const svLevel* level = &solver->multigrid.levels[0];
    DotSum sum = {{0}};
    for (size_t i = first; i < end; ++i) {
        solver->p[i] = Float4_AddScaled(level->x[i], update->factor, solver->p[i]);
        DotSum_Add(&sum, solver->p[i], level->b[i]);
    }
    solver->sums[first / RANGE] = DotSum_Total(&sum);
}

// dx += factor p, r -= factor q
static void AdvanceRange(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Update* update = work;
    const svSolver* solver = update->solver;
    svFloat4* r = solver->multigrid.levels[0].b;
    for (size_t i = first; i < end; ++i) {
        solver->dx[i] = Float4_AddScaled(solver->dx[i], update->factor, solver->p[i]);
        r[i] = Float4_AddScaled(r[i], -update->factor, solver->q[i]);
    }
}

// What a cycle on the residual, z, estimates of the error.
typedef struct Estimate {
    double energy; // r . z: twice the energy to gain
    double along;  // z . q: how far z is from conjugate to the last direction
    double most;   // of all particles, in metres
} Estimate;

static Estimate MeasureEstimate(svSolver* solver) {
    const size_t n = solver->count;
    ForRanges(solver->context, n, MeasureRange, solver);
    double square = 0;
    for (size_t i = 0; i * RANGE < n; ++i) {
        square = solver->maxima[i] > square ? solver->maxima[i] : square;
    }
    return (Estimate){SumRanges(solver->sums, n), SumRanges(solver->sums + RangeCount(n), n),
                      sqrt(square)};
}

// z = r over the inertia.
static void ScaleRange(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svSolver* solver = work;
    const svLevel* level = &solver->multigrid.levels[0];
    for (size_t i = first; i < end; ++i) {
        level->x[i] = Float4_Scale((float)(1 / solver->inertia[i]), level->b[i]);
    }
}

// A cycle that rounding has made indefinite is no preconditioner; the inertia is one, if a poor
// one.
static Estimate EstimateError(svSolver* solver) {
    svMultigrid_Cycle(&solver->multigrid);
    Estimate estimate = MeasureEstimate(solver);
    if (!(estimate.energy > 0)) {
        ForRanges(solver->context, solver->count, ScaleRange, solver);
        estimate = MeasureEstimate(solver);
    }
    return estimate;
}

void svSolver_Restart(svSolver* solver) {
    memset(solver->p, 0, solver->count * sizeof(*solver->p));
    memset(solver->q, 0, solver->count * sizeof(*solver->q));
    solver->curvature = 1;
}

// One conjugate gradient iteration, along z and conjugate to the last direction. Returns whether
// there was a way to go.
static bool Iterate(svSolver* solver, const Estimate* estimate) {
    svContext* context = solver->context;
    const size_t n = solver->count;
    Update update = {solver, (float)fmax(-estimate->along / solver->curvature, 0)};
    ForRanges(context, n, TurnRange, &update);
    const double slope = SumRanges(solver->sums, n);
    ForRanges(context, solver->activeCount, PullPushes, solver);
    svMultigrid_Multiply(&solver->multigrid, solver->p, solver->q);
    ForRanges(context, n, FinishProduct, solver);
    const double curvature = SumRanges(solver->sums, n);
    if (!(curvature > 0)) {
        svSolver_Restart(solver); // too small for floats
        return false;
    }
    solver->curvature = curvature;
    update.factor = (float)(slope / curvature);
    ForRanges(context, n, AdvanceRange, &update);
    return true;
}

bool svSolver_Solve(svSolver* solver, double goal, uint32_t* iterations) {
    *iterations = 0;
    memset(solver->dx, 0, solver->count * sizeof(*solver->dx));
    Estimate estimate = EstimateError(solver);
    const double enough = fmax(goal, FORCING * estimate.most);
    const double little = ENERGY_FORCING * estimate.energy;
    bool last = false; // the estimate that ends the solve is a direction as well
    if (!(estimate.energy > 0 && estimate.most > goal)) {
        return estimate.energy >= 0;
    }
    while (*iterations < ITERATION_MAX && Iterate(solver, &estimate)) {
        ++*iterations;
        if (last) {
            return true;
        }
        if (*iterations == GO_ON_MAX) {
            svSolver_Restart(solver);
        }
        estimate = EstimateError(solver);
        last = !(estimate.most > enough && estimate.energy > little);
    }
    return *iterations > 0;
}
