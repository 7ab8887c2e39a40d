// The levels of a multigrid hierarchy, made once from the rest shape.
//
// Coarse vertices are a greedy independent set: none has another within about an edge and a half.
// A vertex in between takes its correction from up to four of the nearest coarse ones, with weights
// 1/d^2 corrected to reproduce linear functions (on a grid: bilinear interpolation). What
// coarse matrices take from finer ones is in galerkin_build.c.

#include "multigrid_build.h"
#include "kernels.h"

#include <math.h>
#include <string.h>

// The distance within which a coarse vertex excludes others, in mean edges: the diagonals of cells
// are within, the second next vertex of a row is not.
static const double EXCLUSION = 1.5;
enum { CANDIDATE_MAX = 32 };
// Parents with less weight than this are dropped.
static const double LEAST_WEIGHT = 0.1;
// Levels are made until one has at most so many vertices, or is no smaller than this share of the
// one before.
enum { COARSEST_MAX = 10 };
static const double SHRINK_LEAST = 0.8;
// The last level is solved exactly if it has at most so many: pieces of cloth that nothing joins
// leave a vertex each.
enum { DENSE_MAX = 32 };

// One level while it is coarsened.
typedef struct Coarsening {
    svContext* context;
    svLevel *fine, *coarse;
    const double* positions; // of the fine vertices
    const bool* held;        // null: none is
    uint32_t* numbers;       // of each fine vertex as a coarse one; SV_NONE
    double* spacing;         // mean edge at each fine vertex
    uint32_t* start;         // the neighbours of each fine vertex, in its graph
    uint32_t* neighbours;
    double* coarsePositions;
} Coarsening;

static double Distance(const double* x, uint32_t a, uint32_t b) {
    const double *p = x + 3 * (size_t)a, *q = x + 3 * (size_t)b;
    const double d[3] = {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

// Arrays that every level has, besides its rows.
static svStatus AllocateLevel(svContext* context, svLevel* level) {
    const size_t n = level->count;
    level->own = AllocateArray(context, n, sizeof(svSymmetric));
    level->sums = AllocateArray(context, n, sizeof(svDiagonal));
    level->inverses = AllocateArray(context, GroupCount(level->count), sizeof(svLaneSymmetric));
    level->owns = AllocateArray(context, GroupCount(level->count), sizeof(svLaneSymmetric));
    level->extra = AllocateArray(context, GroupCount(level->count), sizeof(svLaneNumbers));
    level->x = AllocateArray(context, n, sizeof(svFloat4));
    level->b = AllocateArray(context, n, sizeof(svFloat4));
    level->r = AllocateArray(context, n, sizeof(svFloat4));
    const bool good = level->own != NULL && level->sums != NULL && level->extra != NULL &&
                      level->inverses != NULL && level->owns != NULL && level->x != NULL &&
                      level->b != NULL && level->r != NULL;
    return good ? SV_OK : SV_ERROR_MEMORY;
}

// Who is next to whom in the finer graph.
static svStatus ListGraphNeighbours(Coarsening* c) {
    const svLevel* fine = c->fine;
    c->start = AllocateArray(c->context, (size_t)fine->count + 2, sizeof(uint32_t));
    c->neighbours = AllocateArray(c->context, 2 * fine->graphCount, sizeof(uint32_t));
    if (c->start == NULL || c->neighbours == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(c->start, 0, ((size_t)fine->count + 2) * sizeof(uint32_t));
    for (size_t e = 0; e < 2 * fine->graphCount; ++e) {
        ++c->start[fine->edges[e / 2][e % 2] + 2];
    }
    for (uint32_t i = 0; i < fine->count; ++i) {
        c->start[i + 2] += c->start[i + 1];
    }
    for (size_t e = 0; e < 2 * fine->graphCount; ++e) {
        const uint32_t* edge = fine->edges[e / 2];
        c->neighbours[c->start[edge[e % 2] + 1]++] = edge[1 - e % 2];
    }
    return SV_OK;
}

static void MeasureSpacing(Coarsening* c) {
    const svLevel* fine = c->fine;
    memset(c->spacing, 0, fine->count * sizeof(double));
    for (uint32_t i = 0; i < fine->count; ++i) {
        c->numbers[i] = 0; // counts edges for now
    }
    for (size_t e = 0; e < fine->edgeCount; ++e) {
        const double length = Distance(c->positions, fine->edges[e][0], fine->edges[e][1]);
        for (int k = 0; k < 2; ++k) {
            c->spacing[fine->edges[e][k]] += length;
            ++c->numbers[fine->edges[e][k]];
        }
    }
    for (uint32_t i = 0; i < fine->count; ++i) {
        c->spacing[i] /= c->numbers[i] > 0 ? c->numbers[i] : 1;
    }
}

// Sets the numbers of coarse vertices, and how many there are.
static void ChooseCoarse(Coarsening* c) {
    const svLevel* fine = c->fine;
    MeasureSpacing(c);
    for (uint32_t i = 0; i < fine->count; ++i) {
        c->numbers[i] = c->held != NULL && c->held[i] ? SV_NONE : SV_NONE - 1;
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < fine->count; ++i) {
        if (c->numbers[i] != SV_NONE - 1) {
            continue;
        }
        c->numbers[i] = count++;
        for (uint32_t e = c->start[i]; e < c->start[i + 1]; ++e) {
            const uint32_t j = c->neighbours[e];
            if (c->numbers[j] == SV_NONE - 1 &&
                Distance(c->positions, i, j) <= EXCLUSION * c->spacing[i]) {
                c->numbers[j] = SV_NONE;
            }
        }
    }
    c->coarse->count = count;
}

// The coarse vertices around a fine one, within two edges, nearest first.
typedef struct Candidates {
    uint32_t vertices[CANDIDATE_MAX]; // fine numbers
    double distances[CANDIDATE_MAX];
    uint32_t count;
} Candidates;

static void OfferParent(const Coarsening* c, uint32_t from, uint32_t vertex, Candidates* list) {
    if (c->numbers[vertex] == SV_NONE) {
        return;
    }
    for (uint32_t k = 0; k < list->count; ++k) {
        if (list->vertices[k] == vertex) {
            return;
        }
    }
    const double distance = Distance(c->positions, from, vertex);
    uint32_t at = list->count < CANDIDATE_MAX ? list->count++ : CANDIDATE_MAX;
    while (at > 0 && (at == CANDIDATE_MAX || list->distances[at - 1] > distance)) {
        if (at < CANDIDATE_MAX) {
            list->distances[at] = list->distances[at - 1];
            list->vertices[at] = list->vertices[at - 1];
        } else if (list->distances[at - 1] <= distance) {
            return; // farther than all
        }
        --at;
    }
    list->vertices[at] = vertex;
    list->distances[at] = distance;
}

static void FindCandidates(const Coarsening* c, uint32_t i, Candidates* list) {
    list->count = 0;
    for (uint32_t e = c->start[i]; e < c->start[i + 1]; ++e) {
        OfferParent(c, i, c->neighbours[e], list);
    }
    for (uint32_t e = c->start[i]; e < c->start[i + 1]; ++e) {
        const uint32_t j = c->neighbours[e];
        for (uint32_t f = c->start[j]; f < c->start[j + 1]; ++f) {
            OfferParent(c, i, c->neighbours[f], list);
        }
    }
    list->count = list->count < PARENT_MAX ? list->count : PARENT_MAX;
}

// Solves m y = y for a symmetric positive definite 4 x 4 matrix.
static void SolveFour(double m[4][4], double y[4]) {
    for (int k = 0; k < 4; ++k) {
        for (int i = k + 1; i < 4; ++i) {
            const double share = m[i][k] / m[k][k];
            for (int j = k; j < 4; ++j) {
                m[i][j] -= share * m[k][j];
            }
            y[i] -= share * y[k];
        }
    }
    for (int i = 3; i >= 0; --i) {
        for (int j = i + 1; j < 4; ++j) {
            y[i] -= m[i][j] * y[j];
        }
        y[i] /= m[i][i];
    }
}

// Weights near 1/d^2 that reproduce constants and, as far as the candidates allow, linear
// functions.
static void FitWeights(const Coarsening* c, uint32_t i, const Candidates* list, double* weights) {
    double rows[PARENT_MAX][4], m[4][4] = {{0}}, y[4] = {1, 0, 0, 0}, sum = 0;
    const double unit = list->distances[0] > 0 ? list->distances[0] : 1;
    for (uint32_t k = 0; k < list->count; ++k) {
        weights[k] = 1 / (list->distances[k] / unit * (list->distances[k] / unit) + 1e-6);
        sum += weights[k];
    }
    for (uint32_t k = 0; k < list->count; ++k) {
        weights[k] /= sum;
        rows[k][0] = 1;
        for (int d = 0; d < 3; ++d) {
            rows[k][d + 1] = (c->positions[3 * (size_t)list->vertices[k] + (size_t)d] -
                              c->positions[3 * (size_t)i + (size_t)d]) /
                             unit;
        }
        for (int a = 0; a < 4; ++a) {
            y[a] -= weights[k] * rows[k][a];
            for (int b = 0; b < 4; ++b) {
                m[a][b] += weights[k] * rows[k][a] * rows[k][b];
            }
        }
    }
    for (int a = 0; a < 4; ++a) {
        m[a][a] += 1e-4; // candidates in a line or plane leave directions open
    }
    SolveFour(m, y);
    for (uint32_t k = 0; k < list->count; ++k) {
        double change = 0;
        for (int a = 0; a < 4; ++a) {
            change += rows[k][a] * y[a];
        }
        weights[k] *= 1 + change;
    }
}

// The parents of a fine vertex: at most PARENT_MAX; returns how many.
static uint32_t FindParents(const Coarsening* c, uint32_t i, svShare parents[PARENT_MAX]) {
    if (c->held != NULL && c->held[i]) {
        return 0;
    }
    if (c->numbers[i] != SV_NONE) {
        parents[0] = (svShare){c->numbers[i], 1};
        return 1;
    }
    Candidates list = {.count = 0};
    double weights[PARENT_MAX] = {0};
    FindCandidates(c, i, &list);
    if (list.count == 0) {
        return 0; // corrected by smoothing alone
    }
    for (;;) {
        FitWeights(c, i, &list, weights);
        uint32_t kept = 0;
        for (uint32_t k = 0; k < list.count; ++k) {
            if (weights[k] >= LEAST_WEIGHT) {
                list.vertices[kept] = list.vertices[k];
                list.distances[kept] = list.distances[k];
                weights[kept++] = weights[k];
            }
        }
        const bool all = kept == list.count || kept == 0;
        list.count = kept > 0 ? kept : 1;
        if (all) {
            break;
        }
    }
    double sum = 0;
    for (uint32_t k = 0; k < list.count; ++k) {
        sum += weights[k];
    }
    for (uint32_t k = 0; k < list.count; ++k) {
        const double weight = list.count > 1 ? weights[k] / sum : 1;
        parents[k] = (svShare){c->numbers[list.vertices[k]], (float)weight};
    }
    return list.count;
}

static svStatus MakeParents(Coarsening* c) {
    const uint32_t n = c->fine->count;
    svShares *parents = &c->fine->parents, *children = &c->fine->children;
    parents->start = AllocateArray(c->context, (size_t)n + 1, sizeof(uint32_t));
    parents->list = AllocateArray(c->context, (size_t)PARENT_MAX * n, sizeof(svShare));
    children->start = AllocateArray(c->context, (size_t)c->coarse->count + 2, sizeof(uint32_t));
    children->list = AllocateArray(c->context, (size_t)PARENT_MAX * n, sizeof(svShare));
    if (parents->start == NULL || parents->list == NULL || children->start == NULL ||
        children->list == NULL) {
        return SV_ERROR_MEMORY;
    }
    uint32_t* start = children->start;
    memset(start, 0, ((size_t)c->coarse->count + 2) * sizeof(uint32_t));
    parents->start[0] = 0;
    for (uint32_t i = 0; i < n; ++i) {
        svShare* mine = parents->list + parents->start[i];
        const uint32_t count = FindParents(c, i, mine);
        parents->start[i + 1] = parents->start[i] + count;
        for (uint32_t k = 0; k < count; ++k) {
            ++start[mine[k].source + 2];
        }
    }
    for (uint32_t i = 0; i < c->coarse->count; ++i) {
        start[i + 2] += start[i + 1];
    }
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t k = parents->start[i]; k < parents->start[i + 1]; ++k) {
            const svShare parent = parents->list[k];
            children->list[start[parent.source + 1]++] = (svShare){i, parent.share};
        }
    }
    return SV_OK;
}

// Makes the level after `fine`; *positions are replaced by those of its vertices.
static svStatus Coarsen(svContext* context, svLevel* fine, svLevel* coarse, const bool* held,
                        double** positions) {
    Coarsening c = {
        .context = context, .fine = fine, .coarse = coarse, .held = held, .positions = *positions};
    c.numbers = AllocateArray(context, fine->count, sizeof(uint32_t));
    c.spacing = AllocateArray(context, fine->count, sizeof(double));
    svStatus status = c.numbers == NULL || c.spacing == NULL ? SV_ERROR_MEMORY : SV_OK;
    if (status == SV_OK) {
        status = ListGraphNeighbours(&c);
    }
    if (status == SV_OK) {
        ChooseCoarse(&c);
        c.coarsePositions = AllocateArray(context, 3 * (size_t)coarse->count, sizeof(double));
        status = c.coarsePositions == NULL ? SV_ERROR_MEMORY : MakeParents(&c);
    }
    if (status == SV_OK) {
        status = svLevel_MakeCoarseEdges(context, fine, coarse, held);
    }
    if (status == SV_OK) {
        coarse->graphCount = coarse->edgeCount;
        const svPairs pairs = {coarse->edges, sizeof(*coarse->edges), coarse->edgeCount};
        status = svRows_Make(context, &coarse->rows, coarse->count, &pairs);
    }
    if (status == SV_OK) {
        status = AllocateLevel(context, coarse);
    }
    if (status == SV_OK) {
        for (uint32_t i = 0; i < fine->count; ++i) {
            if (c.numbers[i] != SV_NONE) {
                memcpy(c.coarsePositions + 3 * (size_t)c.numbers[i], *positions + 3 * (size_t)i,
                       3 * sizeof(double));
            }
        }
        svContext_Release(context, *positions);
        *positions = c.coarsePositions;
    } else {
        svContext_Release(context, c.coarsePositions);
    }
    svContext_Release(context, c.numbers);
    svContext_Release(context, c.spacing);
    svContext_Release(context, c.start);
    svContext_Release(context, c.neighbours);
    return status;
}

// The edges of the finest level that have a membrane are sorted by their first ends.
static svStatus ListRangeEdges(svContext* context, svLevel* level) {
    const size_t ranges = ((size_t)level->count + SWEEP_RANGE - 1) / SWEEP_RANGE;
    level->rangeEdges = AllocateArray(context, ranges + 1, sizeof(uint32_t));
    if (level->rangeEdges == NULL) {
        return SV_ERROR_MEMORY;
    }
    uint32_t e = 0;
    for (size_t r = 0; r <= ranges; ++r) {
        while (e < level->edgeCount && level->edges[e][0] < r * SWEEP_RANGE) {
            ++e;
        }
        level->rangeEdges[r] = e;
    }
    return SV_OK;
}

// The couplings that are weights alone, of the edges from `first` on.
static svStatus ListWeak(svContext* context, svLevel* level, size_t first) {
    const size_t count = level->graphCount - first;
    const uint32_t(*edges)[2] = (const uint32_t(*)[2])(level->edges + first);
    svWeights* weak = &level->weak;
    uint32_t* start = AllocateArray(context, (size_t)level->count + 2, sizeof(uint32_t));
    weak->shares.start = start;
    weak->shares.list = AllocateArray(context, 2 * count, sizeof(svShare));
    weak->edges = AllocateArray(context, 2 * count, sizeof(uint32_t));
    if (start == NULL || weak->shares.list == NULL || weak->edges == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(start, 0, ((size_t)level->count + 2) * sizeof(uint32_t));
    for (size_t e = 0; e < 2 * count; ++e) {
        ++start[edges[e / 2][e % 2] + 2];
    }
    for (uint32_t i = 0; i < level->count; ++i) {
        start[i + 2] += start[i + 1];
    }
    for (size_t e = 0; e < 2 * count; ++e) {
        const uint32_t at = start[edges[e / 2][e % 2] + 1]++;
        weak->shares.list[at] = (svShare){edges[e / 2][1 - e % 2], 0};
        weak->edges[at] = (uint32_t)(e / 2);
    }
    return SV_OK;
}

static svStatus MakeFinest(svMultigrid* multigrid, const svMultigridDef* def) {
    svContext* context = multigrid->context;
    svLevel* level = &multigrid->levels[0];
    level->count = def->count;
    level->edgeCount = def->membraneCount;
    level->edges = AllocateArray(context, def->edgeCount, sizeof(*level->edges));
    const size_t blocks = def->edgeCount - def->weakCount;
    level->edgeBlocks = AllocateBlocks(context, def->membraneCount);
    level->rowBlocks = def->more ? AllocateBlocks(context, blocks) : level->edgeBlocks;
    if (level->edges == NULL || level->edgeBlocks == NULL || level->rowBlocks == NULL) {
        return SV_ERROR_MEMORY;
    }
    if (def->edgeCount > 0) {
        memcpy(level->edges, def->edges, def->edgeCount * sizeof(*level->edges));
    }
    level->graphCount = def->edgeCount;
    svStatus status = ListRangeEdges(context, level);
    const svPairs pairs = {level->edges, sizeof(*level->edges), blocks};
    if (status == SV_OK) {
        status = svRows_Make(context, &level->rows, def->count, &pairs);
    }
    if (status == SV_OK && def->weakCount > 0) {
        status = ListWeak(context, level, blocks);
    }
    return status == SV_OK ? AllocateLevel(context, level) : status;
}

svStatus svMultigrid_Create(svMultigrid* multigrid, const svMultigridDef* def) {
    svContext* context = multigrid->context;
    const svSimKernels* kernels = svSimKernels_Of(SV_ISA_BEST);
    multigrid->sweeps = kernels->sweeps;
    multigrid->assembly = kernels->assembly;
    svStatus status = MakeFinest(multigrid, def);
    multigrid->levelCount = 1;
    multigrid->sortStart = AllocateArray(context, (size_t)def->count + 1, sizeof(uint32_t));
    status = multigrid->sortStart == NULL ? SV_ERROR_MEMORY : status;
    double* positions = AllocateArray(context, 3 * (size_t)def->count, sizeof(double));
    if (positions == NULL) {
        status = SV_ERROR_MEMORY;
    } else if (def->count > 0) {
        memcpy(positions, def->positions, 3 * (size_t)def->count * sizeof(double));
    }
    while (status == SV_OK && multigrid->levelCount < LEVEL_MAX) {
        const uint32_t last = multigrid->levelCount - 1;
        svLevel *fine = &multigrid->levels[last], *coarse = fine + 1;
        if (fine->count <= COARSEST_MAX) {
            break;
        }
        status = Coarsen(context, fine, coarse, last == 0 ? def->held : NULL, &positions);
        ++multigrid->levelCount; // also where it failed: it is destroyed with the others
        if (coarse->count == 0 || coarse->count > SHRINK_LEAST * fine->count) {
            break;
        }
    }
    svContext_Release(context, positions);
    const uint32_t last = multigrid->levels[multigrid->levelCount - 1].count;
    if (status == SV_OK && last <= DENSE_MAX) {
        multigrid->factor = AllocateArray(context, 9 * (size_t)last * last, sizeof(double));
        multigrid->unknowns = AllocateArray(context, 3 * (size_t)last, sizeof(double));
        status = multigrid->factor == NULL || multigrid->unknowns == NULL ? SV_ERROR_MEMORY : SV_OK;
    }
    return status;
}

void svMultigrid_Destroy(svMultigrid* multigrid) {
    svContext* context = multigrid->context;
    for (uint32_t i = 0; i < multigrid->levelCount; ++i) {
        svLevel* level = &multigrid->levels[i];
        void* const memory[] = {level->edges,
                                level->rangeEdges,
                                level->edgeBlocks,
                                level->rowBlocks == level->edgeBlocks ? NULL : level->rowBlocks,
                                level->own,
                                level->sums,
                                level->extra,
                                level->inverses,
                                level->owns,
                                level->weak.shares.start,
                                level->weak.shares.list,
                                level->weak.edges,
                                level->parents.start,
                                level->parents.list,
                                level->children.start,
                                level->children.list,
                                level->edgeShares.start,
                                level->edgeShares.list,
                                level->heldShares.start,
                                level->heldShares.list,
                                level->x,
                                level->b,
                                level->r};
        for (size_t k = 0; k < sizeof(memory) / sizeof(memory[0]); ++k) {
            svContext_Release(context, memory[k]);
        }
        svRows_Destroy(context, &level->rows);
        svRows_Destroy(context, &level->contacts);
    }
    svContext_Release(context, multigrid->contactBlocks);
    svContext_Release(context, multigrid->factor);
    svContext_Release(context, multigrid->unknowns);
    svContext_Release(context, multigrid->sorted);
    svContext_Release(context, multigrid->sortStart);
    memset(multigrid, 0, sizeof(*multigrid));
    multigrid->context = context;
}
