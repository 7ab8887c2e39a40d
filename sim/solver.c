// Conjugate gradients preconditioned by a multigrid cycle. A cycle applied to the residual
// estimates the error of each particle in metres: that is what is compared with the goal.

#include "solver.h"

#include <stdlib.h>
#include <string.h>

// Within a Newton iteration the first estimate is reduced to this share: its matrix is not that of
// the end of the step anyway.
static const double FORCING = 0.1;
enum { ITERATION_MAX = 300 };

static int CompareEdges(const void* left, const void* right) {
    const uint32_t *a = left, *b = right;
    if (a[0] != b[0]) {
        return a[0] < b[0] ? -1 : 1;
    }
    return a[1] < b[1] ? -1 : a[1] > b[1];
}

static size_t SortUnique(uint32_t (*edges)[2], size_t count) {
    qsort(edges, count, sizeof(*edges), CompareEdges);
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        if (kept == 0 || CompareEdges(edges[kept - 1], edges[i]) != 0) {
            memmove(edges[kept++], edges[i], sizeof(*edges));
        }
    }
    return kept;
}

static void SetEdge(uint32_t edge[2], uint32_t a, uint32_t b) {
    edge[0] = a < b ? a : b;
    edge[1] = a < b ? b : a;
}

// The pairs of corners of elements with four.
enum { PAIRS = 6 };
static const uint16_t cornerPairs[PAIRS][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

static double StencilShare(const svStencil* stencil, const uint16_t pair[2]) {
    return -stencil->factors[pair[0]] * stencil->factors[pair[1]];
}

// The edges of the graph: first all that have a membrane, then the others that bending joins.
static size_t ListGraphEdges(const svElastic* elastic, uint32_t (*edges)[2],
                             size_t* membraneCount) {
    size_t count = 0;
    for (size_t i = 0; i < 3 * elastic->membraneCount; ++i) {
        const uint32_t* corners = elastic->membranes[i / 3].corners;
        SetEdge(edges[count++], corners[i % 3], corners[(i + 1) % 3]);
    }
    *membraneCount = count = SortUnique(edges, count);
    const size_t first = count;
    for (size_t h = 0; h < elastic->hingeCount; ++h) {
        const uint32_t* corners = elastic->hinges[h].corners;
        uint32_t edge[2];
        SetEdge(edge, corners[2], corners[3]);
        if (bsearch(edge, edges, *membraneCount, sizeof(*edges), CompareEdges) == NULL) {
            memcpy(edges[count++], edge, sizeof(edge));
        }
    }
    for (size_t i = 0; i < PAIRS * elastic->stencilCount; ++i) {
        const svStencil* stencil = &elastic->stencils[i / PAIRS];
        const uint16_t* pair = cornerPairs[i % PAIRS];
        uint32_t edge[2];
        SetEdge(edge, stencil->corners[pair[0]], stencil->corners[pair[1]]);
        if (StencilShare(stencil, pair) != 0 &&
            bsearch(edge, edges, *membraneCount, sizeof(*edges), CompareEdges) == NULL) {
            memcpy(edges[count++], edge, sizeof(edge));
        }
    }
    return first + SortUnique(edges + first, count - first);
}

typedef struct EdgeList {
    const uint32_t (*edges)[2];
    size_t count, membraneCount;
} EdgeList;

// The number of an edge; SV_NONE if there is no such one.
static uint32_t FindEdge(const EdgeList* list, uint32_t a, uint32_t b) {
    uint32_t edge[2];
    SetEdge(edge, a, b);
    const size_t size = sizeof(*list->edges);
    const char* found = bsearch(edge, list->edges, list->membraneCount, size, CompareEdges);
    if (found == NULL) {
        found = bsearch(edge, list->edges + list->membraneCount, list->count - list->membraneCount,
                        size, CompareEdges);
    }
    return found != NULL ? (uint32_t)((size_t)(found - (const char*)list->edges) / size) : SV_NONE;
}

static svStatus MakeMembraneShares(svSolver* solver, const EdgeList* list) {
    const svElastic* elastic = solver->elastic;
    const size_t count = 3 * elastic->membraneCount;
    uint32_t* start = solver->membraneShareStart =
        svContext_Allocate(solver->context, (list->count + 2) * sizeof(uint32_t));
    solver->membraneShares = svContext_Allocate(solver->context, count * sizeof(svMembraneShare));
    uint32_t* numbers = svContext_Allocate(solver->context, count * sizeof(uint32_t));
    if (start == NULL || solver->membraneShares == NULL || numbers == NULL) {
        svContext_Release(solver->context, numbers);
        return SV_ERROR_MEMORY;
    }
    memset(start, 0, (list->count + 2) * sizeof(uint32_t));
    for (size_t s = 0; s < count; ++s) {
        const uint32_t* corners = elastic->membranes[s / 3].corners;
        numbers[s] = FindEdge(list, corners[s % 3], corners[(s + 1) % 3]);
        ++start[numbers[s] + 2];
    }
    for (size_t e = 0; e < list->count; ++e) {
        start[e + 2] += start[e + 1];
    }
    for (size_t s = 0; s < count; ++s) {
        const svMembrane* m = &elastic->membranes[s / 3];
        size_t i = s % 3, j = (s + 1) % 3;
        if (m->corners[i] != list->edges[numbers[s]][0]) {
            i = (s + 1) % 3;
            j = s % 3;
        }
        solver->membraneShares[start[numbers[s] + 1]++] =
            (svMembraneShare){(uint32_t)(s / 3),
                              (uint16_t)i,
                              (uint16_t)j,
                              (float)-(m->du[i] * m->du[j]),
                              (float)-(m->dv[i] * m->dv[j]),
                              (float)-(m->du[i] * m->dv[j] + m->dv[i] * m->du[j])};
    }
    svContext_Release(solver->context, numbers);
    return SV_OK;
}

static svStatus MakeHingeShares(svSolver* solver, const EdgeList* list) {
    const svElastic* elastic = solver->elastic;
    const size_t count = PAIRS * elastic->hingeCount;
    uint32_t* start = solver->hingeShareStart =
        svContext_Allocate(solver->context, (list->count + 2) * sizeof(uint32_t));
    solver->hingeShares = svContext_Allocate(solver->context, count * sizeof(svHingeShare));
    uint32_t* numbers = svContext_Allocate(solver->context, count * sizeof(uint32_t));
    if (start == NULL || solver->hingeShares == NULL || numbers == NULL) {
        svContext_Release(solver->context, numbers);
        return SV_ERROR_MEMORY;
    }
    memset(start, 0, (list->count + 2) * sizeof(uint32_t));
    for (size_t s = 0; s < count; ++s) {
        const uint32_t* corners = elastic->hinges[s / PAIRS].corners;
        numbers[s] =
            FindEdge(list, corners[cornerPairs[s % PAIRS][0]], corners[cornerPairs[s % PAIRS][1]]);
        ++start[numbers[s] + 2];
    }
    for (size_t e = 0; e < list->count; ++e) {
        start[e + 2] += start[e + 1];
    }
    for (size_t s = 0; s < count; ++s) {
        uint16_t i = cornerPairs[s % PAIRS][0], j = cornerPairs[s % PAIRS][1];
        if (elastic->hinges[s / PAIRS].corners[i] != list->edges[numbers[s]][0]) {
            i = cornerPairs[s % PAIRS][1];
            j = cornerPairs[s % PAIRS][0];
        }
        solver->hingeShares[start[numbers[s] + 1]++] = (svHingeShare){(uint32_t)(s / PAIRS), i, j};
    }
    svContext_Release(solver->context, numbers);
    return SV_OK;
}

static svStatus MakeStencilShares(svSolver* solver, const EdgeList* list) {
    const svElastic* elastic = solver->elastic;
    const size_t count = PAIRS * elastic->stencilCount;
    uint32_t* start = solver->stencilShareStart =
        svContext_Allocate(solver->context, (list->count + 2) * sizeof(uint32_t));
    solver->stencilShares = svContext_Allocate(solver->context, count * sizeof(svStencilShare));
    uint32_t* numbers = svContext_Allocate(solver->context, count * sizeof(uint32_t));
    if (start == NULL || solver->stencilShares == NULL || numbers == NULL) {
        svContext_Release(solver->context, numbers);
        return SV_ERROR_MEMORY;
    }
    memset(start, 0, (list->count + 2) * sizeof(uint32_t));
    for (size_t s = 0; s < count; ++s) {
        const svStencil* stencil = &elastic->stencils[s / PAIRS];
        const uint16_t* pair = cornerPairs[s % PAIRS];
        numbers[s] = StencilShare(stencil, pair) == 0
                         ? SV_NONE
                         : FindEdge(list, stencil->corners[pair[0]], stencil->corners[pair[1]]);
        if (numbers[s] != SV_NONE) {
            ++start[numbers[s] + 2];
        }
    }
    for (size_t e = 0; e < list->count; ++e) {
        start[e + 2] += start[e + 1];
    }
    for (size_t s = 0; s < count; ++s) {
        if (numbers[s] != SV_NONE) {
            const double share =
                StencilShare(&elastic->stencils[s / PAIRS], cornerPairs[s % PAIRS]);
            solver->stencilShares[start[numbers[s] + 1]++] =
                (svStencilShare){(uint32_t)(s / PAIRS), (float)share};
        }
    }
    svContext_Release(solver->context, numbers);
    return SV_OK;
}

static svStatus AllocateVectors(svSolver* solver) {
    svContext* context = solver->context;
    const size_t n = solver->count;
    solver->held = svContext_Allocate(context, n * sizeof(bool));
    solver->inertia = svContext_Allocate(context, n * sizeof(double));
    solver->p = svContext_Allocate(context, n * sizeof(svFloat4));
    solver->q = svContext_Allocate(context, n * sizeof(svFloat4));
    solver->dx = svContext_Allocate(context, n * sizeof(svFloat4));
    solver->sums = svContext_Allocate(context, RangeCount(n) * sizeof(double));
    solver->maxima = svContext_Allocate(context, RangeCount(n) * sizeof(double));
    solver->pushStart = svContext_Allocate(context, (n + 2) * sizeof(uint32_t));
    const bool good = solver->held != NULL && solver->inertia != NULL && solver->p != NULL &&
                      solver->q != NULL && solver->dx != NULL && solver->sums != NULL &&
                      solver->maxima != NULL && solver->pushStart != NULL;
    return good ? SV_OK : SV_ERROR_MEMORY;
}

svStatus svSolver_Create(svSolver* solver, svElastic* elastic, uint32_t count,
                         const double* positions, const bool* held) {
    svContext* context = elastic->context;
    *solver = (svSolver){.context = context, .count = count, .elastic = elastic};
    solver->multigrid.context = context;
    svStatus status = AllocateVectors(solver);
    uint32_t(*edges)[2] =
        svContext_Allocate(context, (3 * elastic->membraneCount + elastic->hingeCount +
                                     PAIRS * elastic->stencilCount) *
                                        sizeof(*edges));
    if (status != SV_OK || edges == NULL) {
        svContext_Release(context, edges);
        return SV_ERROR_MEMORY;
    }
    memcpy(solver->held, held, count * sizeof(bool));
    EdgeList list = {.edges = (const uint32_t(*)[2])edges};
    list.count = solver->edgeCount = ListGraphEdges(elastic, edges, &list.membraneCount);
    status = MakeMembraneShares(solver, &list);
    if (status == SV_OK) {
        status = MakeHingeShares(solver, &list);
    }
    if (status == SV_OK) {
        status = MakeStencilShares(solver, &list);
    }
    if (status == SV_OK) {
        const svMultigridDef def = {.count = count,
                                    .edges = list.edges,
                                    .edgeCount = list.count,
                                    .membraneCount = list.membraneCount,
                                    .positions = positions,
                                    .held = held};
        status = svMultigrid_Create(&solver->multigrid, &def);
    }
    svContext_Release(context, edges);
    return status;
}

void svSolver_Destroy(svSolver* solver) {
    if (solver->context == NULL) {
        return;
    }
    svMultigrid_Destroy(&solver->multigrid);
    void* const memory[] = {solver->membraneShareStart,
                            solver->membraneShares,
                            solver->hingeShareStart,
                            solver->hingeShares,
                            solver->stencilShareStart,
                            solver->stencilShares,
                            solver->held,
                            solver->inertia,
                            solver->p,
                            solver->q,
                            solver->dx,
                            solver->sums,
                            solver->maxima,
                            solver->pushes,
                            solver->active,
                            solver->pulls,
                            solver->pushStart,
                            solver->pushCorners,
                            solver->couplings};
    for (size_t i = 0; i < sizeof(memory) / sizeof(memory[0]); ++i) {
        svContext_Release(solver->context, memory[i]);
    }
    *solver = (svSolver){0};
}

svPush* svSolver_AddPush(svSolver* solver) {
    if (svContext_Grow(solver->context, (void**)&solver->pushes, &solver->pushCapacity,
                       solver->pushCount + 1, sizeof(svPush)) != SV_OK) {
        return NULL;
    }
    return &solver->pushes[solver->pushCount++];
}

// m - a b^T
static inline void SubtractOuter(svBlock* m, svFloat4 a, svFloat4 b) {
    for (int c = 0; c < 3; ++c) {
        m->columns[c] = Float4_AddScaled(m->columns[c], -Float4_At(b, c), a);
    }
}

static inline void AddScaledBlock(svBlock* m, float s, const svBlock* t) {
    for (int c = 0; c < 3; ++c) {
        m->columns[c] = Float4_AddScaled(m->columns[c], s, t->columns[c]);
    }
}

static inline svBlock Transpose(const svBlock* m) {
    return (svBlock){{Float4_Make(Block_At(m, 0, 0), Block_At(m, 0, 1), Block_At(m, 0, 2)),
                      Float4_Make(Block_At(m, 1, 0), Block_At(m, 1, 1), Block_At(m, 1, 2)),
                      Float4_Make(Block_At(m, 2, 0), Block_At(m, 2, 1), Block_At(m, 2, 2))}};
}

// The blocks of the finest rows: -H_ij, minus the Hessian of the elements at each edge.
static void AssembleEdges(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svSolver* solver = work;
    const svElastic* elastic = solver->elastic;
    const svLevel* level = &solver->multigrid.levels[0];
    for (size_t e = first; e < end; ++e) {
        svBlock m = {{Float4_Zero(), Float4_Zero(), Float4_Zero()}};
        for (uint32_t s = solver->membraneShareStart[e]; s < solver->membraneShareStart[e + 1];
             ++s) {
            const svMembraneShare* share = &solver->membraneShares[s];
            const svMembraneState* state = &elastic->membraneStates[share->membrane];
            AddScaledBlock(&m, share->warp, &state->warp);
            AddScaledBlock(&m, share->weft, &state->weft);
            const float cross = share->cross * state->cross;
            m.columns[0] = Float4_Add(m.columns[0], Float4_Make(cross, 0, 0));
            m.columns[1] = Float4_Add(m.columns[1], Float4_Make(0, cross, 0));
            m.columns[2] = Float4_Add(m.columns[2], Float4_Make(0, 0, cross));
            SubtractOuter(&m, state->shear[share->i], state->shear[share->j]);
        }
        if (e < level->edgeCount) {
            level->edgeBlocks[e] = EdgeBlock_From(&m);
        }
        for (uint32_t s = solver->hingeShareStart[e]; s < solver->hingeShareStart[e + 1]; ++s) {
            const svHingeShare* share = &solver->hingeShares[s];
            const svHingeState* state = &elastic->hingeStates[share->hinge];
            SubtractOuter(&m, state->pull[share->i], state->pull[share->j]);
        }
        for (uint32_t s = solver->stencilShareStart[e]; s < solver->stencilShareStart[e + 1]; ++s) {
            AddScaledBlock(&m, solver->stencilShares[s].share,
                           &elastic->stencilStates[solver->stencilShares[s].stencil].block);
        }
        level->rows.blocks[level->slots[e][0]] = m;
        level->rows.blocks[level->slots[e][1]] = Transpose(&m);
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
    ForRanges(solver->context, solver->edgeCount, AssembleEdges, solver);
    ForRanges(solver->context, solver->count, SetInertia, solver);
    svStatus status = ListActive(solver);
    if (status == SV_OK) {
        status =
            svContext_Grow(solver->context, (void**)&solver->couplings, &solver->couplingCapacity,
                           4 * solver->activeCount, sizeof(svCoupling));
    }
    return status != SV_OK ? status
                           : svMultigrid_Update(&solver->multigrid, solver->held, solver->couplings,
                                                AddPushes(solver));
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

static inline double Dot(svFloat4 a, svFloat4 b) {
    return (double)Float4_At(a, 0) * (double)Float4_At(b, 0) +
           (double)Float4_At(a, 1) * (double)Float4_At(b, 1) +
           (double)Float4_At(a, 2) * (double)Float4_At(b, 2);
}

// q = A p; sums of p . q
static void Multiply(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svSolver* solver = work;
    const svRows* rows = &solver->multigrid.levels[0].rows;
    double sum = 0;
    for (size_t i = first; i < end; ++i) {
        const svFloat4 mine = solver->p[i];
        svFloat4 q = Float4_AddScaled(Float4_Zero(), (float)solver->inertia[i], mine);
        for (uint32_t e = rows->start[i]; e < rows->start[i + 1]; ++e) {
            q = Block_AddProduct(q, &rows->blocks[e],
                                 Float4_Sub(mine, solver->p[rows->neighbours[e]]));
        }
        for (uint32_t c = solver->pushStart[i]; c < solver->pushStart[i + 1]; ++c) {
            const uint32_t corner = solver->pushCorners[c];
            const double weight = solver->pushes[solver->active[corner / 4]].weights[corner % 4];
            q = Float4_AddScaled(q, (float)weight, solver->pulls[corner / 4]);
        }
        solver->q[i] = solver->held[i] ? Float4_Zero() : q;
        sum += Dot(mine, solver->q[i]);
    }
    solver->sums[first / RANGE] = sum;
}

// Sums of r . z, and the largest z.
static void Measure(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svSolver* solver = work;
    const svLevel* level = &solver->multigrid.levels[0];
    double sum = 0, most = 0;
    for (size_t i = first; i < end; ++i) {
        sum += Dot(level->b[i], level->x[i]);
        const double square = Dot(level->x[i], level->x[i]);
        most = square > most ? square : most;
    }
    solver->sums[first / RANGE] = sum;
    solver->maxima[first / RANGE] = most;
}

typedef struct Update {
    svSolver* solver;
    float factor;
} Update;

// p = z + factor p
static void Turn(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Update* update = work;
    const svSolver* solver = update->solver;
    for (size_t i = first; i < end; ++i) {
        solver->p[i] =
            Float4_AddScaled(solver->multigrid.levels[0].x[i], update->factor, solver->p[i]);
    }
}

// dx += factor p, r -= factor q
static void Advance(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Update* update = work;
    const svSolver* solver = update->solver;
    svFloat4* r = solver->multigrid.levels[0].b;
    for (size_t i = first; i < end; ++i) {
        solver->dx[i] = Float4_AddScaled(solver->dx[i], update->factor, solver->p[i]);
        r[i] = Float4_AddScaled(r[i], -update->factor, solver->q[i]);
    }
}

// One cycle on the residual: returns r . z, and the largest z in metres.
static double Precondition(svSolver* solver, double* most) {
    svMultigrid_Cycle(&solver->multigrid);
    ForRanges(solver->context, solver->count, Measure, solver);
    double square = 0;
    for (size_t i = 0; i * RANGE < solver->count; ++i) {
        square = solver->maxima[i] > square ? solver->maxima[i] : square;
    }
    *most = sqrt(square);
    return SumRanges(solver->sums, solver->count);
}

uint32_t svSolver_Solve(svSolver* solver, double goal) {
    svContext* context = solver->context;
    const size_t n = solver->count;
    memset(solver->dx, 0, n * sizeof(*solver->dx));
    memset(solver->p, 0, n * sizeof(*solver->p));
    double most, rho = Precondition(solver, &most), beta = 0;
    const double enough = fmax(goal, FORCING * most);
    uint32_t iteration = 0;
    while (iteration < ITERATION_MAX && rho > 0 && (iteration == 0 ? most > goal : most > enough)) {
        Update update = {solver, (float)beta};
        ForRanges(context, n, Turn, &update);
        ForRanges(context, solver->activeCount, PullPushes, solver);
        ForRanges(context, n, Multiply, solver);
        const double curvature = SumRanges(solver->sums, n);
        if (!(curvature > 0)) {
            break; // too small for floats
        }
        update.factor = (float)(rho / curvature);
        ForRanges(context, n, Advance, &update);
        ++iteration;
        const double next = Precondition(solver, &most);
        beta = next / rho;
        rho = next;
    }
    return iteration;
}
