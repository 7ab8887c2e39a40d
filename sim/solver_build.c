// The graph of a linear system, made once: which particles elements couple, and which elements are
// at each of its edges.

#include "solver.h"

#include <stdlib.h>
#include <string.h>

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

// Sorts what has the number of an edge or a patch (or SV_NONE) by it: `start` of each, and the
// order.
static void SortByNumber(const uint32_t* numbers, size_t count, size_t last, uint32_t* start,
                         uint32_t* order) {
    memset(start, 0, (last + 2) * sizeof(uint32_t));
    for (size_t s = 0; s < count; ++s) {
        if (numbers[s] != SV_NONE) {
            ++start[numbers[s] + 2];
        }
    }
    for (size_t e = 0; e < last; ++e) {
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
        SortByNumber(numbers, count, list->count, *start, order);
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
        const double uv = m->du[i] * m->dv[j], vu = m->dv[i] * m->du[j];
        solver->membraneShares[s] =
            (svMembraneShare){order[s] / 3, (float)(-m->du[i] * m->du[j]),
                              (float)(-m->dv[i] * m->dv[j]), (float)-(uv + vu), (float)-(uv - vu)};
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
    solver->bends = svContext_Allocate(solver->context, (list->count + 1) * sizeof(float));
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
    solver->patches.particles = svContext_Allocate(context, n * sizeof(uint32_t));
    solver->inertia = svContext_Allocate(context, n * sizeof(double));
    solver->p = svContext_Allocate(context, n * sizeof(svFloat4));
    solver->q = svContext_Allocate(context, n * sizeof(svFloat4));
    solver->dx = svContext_Allocate(context, n * sizeof(svFloat4));
    solver->sums = svContext_Allocate(context, 3 * RangeCount(n) * sizeof(double));
    solver->maxima = svContext_Allocate(context, RangeCount(n) * sizeof(double));
    solver->pushStart = svContext_Allocate(context, (n + 2) * sizeof(uint32_t));
    const bool good = solver->held != NULL && solver->inertia != NULL && solver->p != NULL &&
                      solver->q != NULL && solver->dx != NULL && solver->sums != NULL &&
                      solver->maxima != NULL && solver->pushStart != NULL &&
                      solver->patches.particles != NULL;
    return good ? SV_OK : SV_ERROR_MEMORY;
}

static svStatus ListPatches(svSolver* solver) {
    svContext* context = solver->context;
    svPatches* patches = &solver->patches;
    uint32_t* numbers = svContext_Allocate(context, solver->count * sizeof(uint32_t));
    if (numbers != NULL) {
        patches->count = svMultigrid_GetPatches(&solver->multigrid, numbers);
        const size_t count = patches->count;
        patches->start = svContext_Allocate(context, (count + 2) * sizeof(uint32_t));
        patches->motions = svContext_Allocate(context, count * sizeof(svPatchMotion));
    }
    const bool good = numbers != NULL && patches->start != NULL && patches->motions != NULL;
    if (good) {
        SortByNumber(numbers, solver->count, patches->count, patches->start, patches->particles);
    }
    svContext_Release(context, numbers);
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
                                    .more = elastic->hingeCount > 0,
                                    .positions = positions,
                                    .held = held};
        status = svMultigrid_Create(&solver->multigrid, &def);
    }
    if (status == SV_OK) {
        status = ListPatches(solver);
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
                            solver->patches.start,
                            solver->patches.particles,
                            solver->patches.motions,
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
