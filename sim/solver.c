// Conjugate gradients preconditioned by a multigrid cycle. A cycle applied to the residual
// estimates the error of each particle in metres: that is what is compared with the goal.

#include "solver.h"

#include <stdlib.h>
#include <string.h>

// Within a Newton iteration the first estimate is reduced to this share: its matrix is not that of
// the end of the step anyway. (With 0.1 there are as many Newton iterations, of twice the work.)
static const double FORCING = 0.25;
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

// An edge of a graph in parts that are sorted, each by itself.
typedef struct EdgeList {
    uint32_t (*edges)[2];
    size_t membraneCount, hingeCount, count; // ends of the parts
} EdgeList;

// The number of an edge; SV_NONE if there is no such one.
static uint32_t FindEdge(const EdgeList* list, uint32_t a, uint32_t b) {
    const size_t ends[4] = {0, list->membraneCount, list->hingeCount, list->count};
    uint32_t edge[2];
    SetEdge(edge, a, b);
    for (int part = 0; part < 3; ++part) {
        const char* found = ends[part + 1] == ends[part]
                                ? NULL
                                : bsearch(edge, list->edges + ends[part],
                                          ends[part + 1] - ends[part], sizeof(edge), CompareEdges);
        if (found != NULL) {
            return (uint32_t)((size_t)(found - (const char*)list->edges) / sizeof(edge));
        }
    }
    return SV_NONE;
}

// Adds an edge to the last part, unless an earlier one has it.
static void AddEdge(EdgeList* list, uint32_t a, uint32_t b, size_t partStart, size_t* count) {
    const EdgeList earlier = {list->edges, list->membraneCount, list->hingeCount, partStart};
    if (FindEdge(&earlier, a, b) == SV_NONE) {
        SetEdge(list->edges[(*count)++], a, b);
    }
}

// The edges of the graph: those that have a membrane, then the others of hinges, then the others of
// stencils.
static void ListGraphEdges(const svElastic* elastic, EdgeList* list) {
    size_t count = 0;
    for (size_t i = 0; i < 3 * elastic->membraneCount; ++i) {
        const uint32_t* corners = elastic->membranes[i / 3].corners;
        SetEdge(list->edges[count++], corners[i % 3], corners[(i + 1) % 3]);
    }
    count = list->membraneCount = list->hingeCount = list->count = SortUnique(list->edges, count);
    for (size_t h = 0; h < elastic->hingeCount; ++h) {
        const uint32_t* corners = elastic->hinges[h].corners;
        AddEdge(list, corners[2], corners[3], list->membraneCount, &count);
    }
    list->hingeCount = list->count =
        list->membraneCount +
        SortUnique(list->edges + list->membraneCount, count - list->membraneCount);
    count = list->count;
    for (size_t i = 0; i < PAIRS * elastic->stencilCount; ++i) {
        const svStencil* stencil = &elastic->stencils[i / PAIRS];
        const uint16_t* pair = cornerPairs[i % PAIRS];
        if (StencilShare(stencil, pair) != 0) {
            AddEdge(list, stencil->corners[pair[0]], stencil->corners[pair[1]], list->hingeCount,
                    &count);
        }
    }
    list->count =
        list->hingeCount + SortUnique(list->edges + list->hingeCount, count - list->hingeCount);
}

// Sorts what has the number of an edge (or SV_NONE) by it: `start` of each edge, and the order.
static void SortByEdge(const uint32_t* numbers, size_t count, size_t edgeCount, uint32_t* start,
                       uint32_t* order) {
    memset(start, 0, (edgeCount + 2) * sizeof(uint32_t));
    for (size_t s = 0; s < count; ++s) {
        if (numbers[s] != SV_NONE) {
            ++start[numbers[s] + 2];
        }
    }
    for (size_t e = 0; e < edgeCount; ++e) {
        start[e + 2] += start[e + 1];
    }
    for (size_t s = 0; s < count; ++s) {
        if (numbers[s] != SV_NONE) {
            order[start[numbers[s] + 1]++] = (uint32_t)s;
        }
    }
}

// The corners of pair `index` of an element: of its three edges, or of all pairs of four.
typedef struct Ends {
    uint32_t vertices[2];
    uint16_t corners[2];
} Ends;

static Ends MembraneEnds(const svElastic* elastic, size_t index) {
    const uint16_t i = (uint16_t)(index % 3), j = (uint16_t)((index + 1) % 3);
    const uint32_t* corners = elastic->membranes[index / 3].corners;
    return (Ends){{corners[i], corners[j]}, {i, j}};
}

static Ends HingeEnds(const svElastic* elastic, size_t index) {
    const uint16_t* pair = cornerPairs[index % PAIRS];
    const uint32_t* corners = elastic->hinges[index / PAIRS].corners;
    return (Ends){{corners[pair[0]], corners[pair[1]]}, {pair[0], pair[1]}};
}

static Ends StencilEnds(const svElastic* elastic, size_t index) {
    const uint16_t* pair = cornerPairs[index % PAIRS];
    const svStencil* stencil = &elastic->stencils[index / PAIRS];
    const bool joined = StencilShare(stencil, pair) != 0;
    return (Ends){{joined ? stencil->corners[pair[0]] : SV_NONE, stencil->corners[pair[1]]},
                  {pair[0], pair[1]}};
}

typedef Ends (*EndsFn)(const svElastic* elastic, size_t index);

// The pairs of elements at each edge: allocates and sets *start, and returns their order, which the
// caller releases; null without memory.
static uint32_t* ListShares(svSolver* solver, const EdgeList* list, EndsFn endsOf, size_t count,
                            uint32_t** start) {
    svContext* context = solver->context;
    *start = svContext_Allocate(context, (list->count + 2) * sizeof(uint32_t));
    uint32_t* numbers = svContext_Allocate(context, count * sizeof(uint32_t));
    uint32_t* order = svContext_Allocate(context, count * sizeof(uint32_t));
    const bool good = *start != NULL && numbers != NULL && order != NULL;
    if (good) {
        for (size_t s = 0; s < count; ++s) {
            const Ends ends = endsOf(solver->elastic, s);
            numbers[s] = ends.vertices[0] == SV_NONE
                             ? SV_NONE
                             : FindEdge(list, ends.vertices[0], ends.vertices[1]);
        }
        SortByEdge(numbers, count, list->count, *start, order);
    }
    svContext_Release(context, numbers);
    if (!good) {
        svContext_Release(context, order);
    }
    return good ? order : NULL;
}

static svStatus MakeMembraneShares(svSolver* solver, const EdgeList* list) {
    const svElastic* elastic = solver->elastic;
    const size_t count = 3 * elastic->membraneCount;
    uint32_t* order = ListShares(solver, list, MembraneEnds, count, &solver->membraneShareStart);
    solver->membraneShares = svContext_Allocate(solver->context, count * sizeof(svMembraneShare));
    const bool good = order != NULL && solver->membraneShares != NULL;
    for (size_t s = 0; s < count && good; ++s) {
        const svMembrane* m = &elastic->membranes[order[s] / 3];
        const Ends ends = MembraneEnds(elastic, order[s]);
        const bool swapped = ends.vertices[0] > ends.vertices[1];
        const uint16_t i = ends.corners[swapped], j = ends.corners[!swapped];
        solver->membraneShares[s] = (svMembraneShare){
            order[s] / 3, {(float)m->du[i], (float)m->du[j]}, {(float)m->dv[i], (float)m->dv[j]}};
    }
    svContext_Release(solver->context, order);
    return good ? SV_OK : SV_ERROR_MEMORY;
}

static svStatus MakeHingeShares(svSolver* solver, const EdgeList* list) {
    const size_t count = PAIRS * solver->elastic->hingeCount;
    uint32_t* order = ListShares(solver, list, HingeEnds, count, &solver->hingeShareStart);
    solver->hingeShares = svContext_Allocate(solver->context, count * sizeof(svHingeShare));
    const bool good = order != NULL && solver->hingeShares != NULL;
    for (size_t s = 0; s < count && good; ++s) {
        const Ends ends = HingeEnds(solver->elastic, order[s]);
        const bool swapped = ends.vertices[0] > ends.vertices[1];
        solver->hingeShares[s] =
            (svHingeShare){order[s] / PAIRS, ends.corners[swapped], ends.corners[!swapped]};
    }
    svContext_Release(solver->context, order);
    return good ? SV_OK : SV_ERROR_MEMORY;
}

static svStatus MakeStencilShares(svSolver* solver, const EdgeList* list) {
    const svElastic* elastic = solver->elastic;
    const size_t most = PAIRS * elastic->stencilCount;
    uint32_t* order = ListShares(solver, list, StencilEnds, most, &solver->stencilShareStart);
    solver->stencilShares = svContext_Allocate(solver->context, most * sizeof(svStencilShare));
    solver->bends = svContext_Allocate(solver->context, list->count * sizeof(float));
    const bool good = order != NULL && solver->stencilShares != NULL && solver->bends != NULL;
    const size_t count = good ? solver->stencilShareStart[list->count] : 0;
    for (size_t s = 0; s < count; ++s) {
        const svStencil* stencil = &elastic->stencils[order[s] / PAIRS];
        solver->stencilShares[s] = (svStencilShare){
            order[s] / PAIRS, (float)StencilShare(stencil, cornerPairs[order[s] % PAIRS])};
    }
    svContext_Release(solver->context, order);
    return good ? SV_OK : SV_ERROR_MEMORY;
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
    EdgeList list = {.edges = edges};
    ListGraphEdges(elastic, &list);
    solver->edgeCount = list.count;
    solver->weakCount = list.count - list.hingeCount;
    status = MakeMembraneShares(solver, &list);
    if (status == SV_OK) {
        status = MakeHingeShares(solver, &list);
    }
    if (status == SV_OK) {
        status = MakeStencilShares(solver, &list);
    }
    if (status == SV_OK) {
        const svMultigridDef def = {.count = count,
                                    .edges = (const uint32_t(*)[2])list.edges,
                                    .edgeCount = list.count,
                                    .membraneCount = list.membraneCount,
                                    .weakCount = solver->weakCount,
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
                            solver->bends,
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

// m - s a b^T
static inline void SubtractOuter(svBlock* m, float s, svFloat4 a, svFloat4 b) {
    for (int c = 0; c < 3; ++c) {
        m->columns[c] = Float4_AddScaled(m->columns[c], -s * Float4_At(b, c), a);
    }
}

static inline void AddIdentity(svBlock* m, float s) {
    m->columns[0] = Float4_Add(m->columns[0], Float4_Make(s, 0, 0));
    m->columns[1] = Float4_Add(m->columns[1], Float4_Make(0, s, 0));
    m->columns[2] = Float4_Add(m->columns[2], Float4_Make(0, 0, s));
}

static inline void SubtractMembrane(svBlock* m, const svMembraneShare* share,
                                    const svMembraneState* state) {
    const float uu = share->du[0] * share->du[1], vv = share->dv[0] * share->dv[1];
    const float uv = share->du[0] * share->dv[1] + share->dv[0] * share->du[1];
    const svFloat4 t = state->tension, k = state->stiffness;
    const svFloat4 i =
        Float4_AddScaled(Float4_Scale(share->du[0], state->fv), share->dv[0], state->fu);
    const svFloat4 j =
        Float4_AddScaled(Float4_Scale(share->du[1], state->fv), share->dv[1], state->fu);
    SubtractOuter(m, uu * Float4_At(k, 0), state->nu, state->nu);
    SubtractOuter(m, vv * Float4_At(k, 2), state->nv, state->nv);
    SubtractOuter(m, Float4_At(k, 1), i, j);
    AddIdentity(m, -((uu * Float4_At(t, 0) + uv * Float4_At(t, 1)) + vv * Float4_At(t, 2)));
}

// The weights of bending by stencils: the same as long as steps have the same length.
static void SetBends(svSolver* solver) {
    if (solver->bendStep == solver->elastic->step) {
        return;
    }
    const svLevel* level = &solver->multigrid.levels[0];
    solver->bendStep = solver->elastic->step;
    for (size_t e = 0; e < solver->edgeCount; ++e) {
        double sum = 0;
        for (uint32_t s = solver->stencilShareStart[e]; s < solver->stencilShareStart[e + 1]; ++s) {
            const svStencilShare* share = &solver->stencilShares[s];
            sum +=
                (double)share->share * svElastic_StencilStiffness(solver->elastic, share->stencil);
        }
        solver->bends[e] = (float)sum;
        if (e >= solver->edgeCount - solver->weakCount) {
            svRows_SetWeight(&level->weak, &level->slots[e], solver->bends[e]);
        }
    }
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
            SubtractMembrane(&m, share, &elastic->membraneStates[share->membrane]);
        }
        if (e < level->edgeCount) {
            level->edgeBlocks[e] = EdgeBlock_From(&m);
        }
        for (uint32_t s = solver->hingeShareStart[e]; s < solver->hingeShareStart[e + 1]; ++s) {
            const svHingeShare* share = &solver->hingeShares[s];
            const svHingeState* state = &elastic->hingeStates[share->hinge];
            SubtractOuter(&m, 1, state->pull[share->i], state->pull[share->j]);
        }
        AddIdentity(&m, solver->bends[e]);
        Level_SetBlock(level, e, &m);
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
    SetBends(solver);
    ForRanges(solver->context, solver->edgeCount - solver->weakCount, AssembleEdges, solver);
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

// q = A p, when the couplings of elements are there with the other sign; sums of p . q.
static void FinishProduct(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svSolver* solver = work;
    double sum = 0;
    for (size_t i = first; i < end; ++i) {
        const svFloat4 mine = solver->p[i];
        svFloat4 q = Float4_Sub(Float4_Scale((float)solver->inertia[i], mine), solver->q[i]);
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
        svMultigrid_Multiply(&solver->multigrid, solver->p, solver->q);
        ForRanges(context, n, FinishProduct, solver);
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
