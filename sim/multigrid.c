// The V-cycle, and the coarse matrices of a step.
//
// Smoothing is a Gauss-Seidel sweep, forward before the coarse correction and backward after it, so
// that the cycle is symmetric. Ranges of SWEEP_RANGE rows are swept independently of each other and
// see the values before the sweep of what lies outside (hybrid Gauss-Seidel; A. Baker, R. Falgout,
// T. Kolev and U. Yang, Multigrid Smoothers for Ultraparallel Computing, SIAM J. Sci. Comput.
// 2011): any number of workers gives the same bytes. Their l1 rule keeps it convergent: half the
// norm of each block to the outside is added to the diagonal.

#include "multigrid.h"

#include <math.h>
#include <string.h>

static inline bool IsInside(uint32_t i, uint32_t j) {
    return i / SWEEP_RANGE == j / SWEEP_RANGE;
}

// Couplings of a level, sorted by both vertices, and those of the same two added up.
static size_t MergeCouplings(svCoupling* list, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        if (kept > 0 && list[kept - 1].a == list[i].a && list[kept - 1].b == list[i].b) {
            Symmetric_AddScaled(&list[kept - 1].block, 1, &list[i].block);
        } else {
            list[kept++] = list[i];
        }
    }
    return kept;
}

// A stable counting sort by one of the two vertices.
static void SortCouplings(const svCoupling* from, svCoupling* to, size_t count, uint32_t vertices,
                          bool byA, uint32_t* start) {
    memset(start, 0, ((size_t)vertices + 1) * sizeof(*start));
    for (size_t i = 0; i < count; ++i) {
        ++start[(byA ? from[i].a : from[i].b) + 1];
    }
    for (uint32_t i = 0; i < vertices; ++i) {
        start[i + 1] += start[i];
    }
    for (size_t i = 0; i < count; ++i) {
        to[start[byA ? from[i].a : from[i].b]++] = from[i];
    }
}

// The rows of the couplings of a level, which are sorted.
static svStatus SetContactRows(svContext* context, svLevel* level, const svCoupling* list,
                               size_t count) {
    if (2 * count > level->contactCapacity) {
        svContext_Release(context, level->contacts.neighbours);
        svContext_Release(context, level->contacts.blocks);
        level->contactCapacity = 0;
        const size_t capacity = 3 * count;
        level->contacts.neighbours = svContext_Allocate(context, capacity * sizeof(uint32_t));
        level->contacts.blocks = svContext_Allocate(context, capacity * sizeof(svBlock));
        if (level->contacts.neighbours == NULL || level->contacts.blocks == NULL) {
            return SV_ERROR_MEMORY;
        }
        level->contactCapacity = capacity;
    }
    uint32_t* start = level->contacts.start;
    memset(start, 0, ((size_t)level->count + 2) * sizeof(*start));
    for (size_t i = 0; i < count; ++i) {
        ++start[list[i].a + 2];
        ++start[list[i].b + 2];
    }
    for (uint32_t i = 0; i < level->count; ++i) {
        start[i + 2] += start[i + 1];
    }
    for (size_t i = 0; i < count; ++i) {
        const uint32_t a = start[list[i].a + 1]++, b = start[list[i].b + 1]++;
        level->contacts.neighbours[a] = list[i].b;
        level->contacts.neighbours[b] = list[i].a;
        level->contacts.blocks[a] = level->contacts.blocks[b] = Block_FromSymmetric(&list[i].block);
    }
    return SV_OK;
}

static uint32_t HeaviestParent(const svLevel* level, uint32_t vertex) {
    const svShares* parents = &level->parents;
    uint32_t best = SV_NONE;
    float most = 0;
    for (uint32_t k = parents->start[vertex]; k < parents->start[vertex + 1]; ++k) {
        if (parents->list[k].share > most) {
            most = parents->list[k].share;
            best = parents->list[k].source;
        }
    }
    return best;
}

// Couplings of the finer level as those of the coarser one: between the heaviest parents.
static size_t CoarsenCouplings(const svLevel* fine, svCoupling* list, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        const uint32_t a = HeaviestParent(fine, list[i].a), b = HeaviestParent(fine, list[i].b);
        if (a != SV_NONE && b != SV_NONE && a != b) {
            list[kept++] = (svCoupling){a < b ? a : b, a < b ? b : a, list[i].block};
        }
    }
    return kept;
}

static svStatus SetCouplings(svMultigrid* multigrid, svCoupling* list, size_t count) {
    svContext* context = multigrid->context;
    svStatus status = svContext_Grow(context, (void**)&multigrid->sorted,
                                     &multigrid->sortedCapacity, count, sizeof(svCoupling));
    svCoupling* sorted = multigrid->sorted;
    uint32_t* start = multigrid->sortStart;
    for (uint32_t l = 0; l < multigrid->levelCount && status == SV_OK; ++l) {
        svLevel* level = &multigrid->levels[l];
        if (l > 0) {
            count = CoarsenCouplings(&multigrid->levels[l - 1], list, count);
        }
        SortCouplings(list, sorted, count, level->count, false, start);
        SortCouplings(sorted, list, count, level->count, true, start);
        count = MergeCouplings(list, count);
        status = SetContactRows(context, level, list, count);
    }
    return status;
}

static void SetCarried(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svLevel* level = work;
    memcpy(level->carried + first, level->own + first, (end - first) * sizeof(*level->own));
}

// Edges to what is held pull at the other end alone.
static void CarryHeld(svLevel* level, const bool* held) {
    for (size_t e = 0; e < level->edgeCount; ++e) {
        const uint32_t a = level->edges[e][0], b = level->edges[e][1];
        if (held[a] != held[b]) {
            const svSymmetric block = EdgeBlock_Symmetric(&level->edgeBlocks[e]);
            Symmetric_AddScaled(&level->carried[held[a] ? b : a], 1, &block);
        }
    }
}

static void SumEdges(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svLevel *fine = work, *coarse = fine + 1;
    const svEdgeShares* shares = &fine->edgeShares;
    for (size_t e = first; e < end; ++e) {
        svEdgeBlock sum = {Float4_Zero(), Float4_Zero(), Float4_Zero()};
        for (uint32_t k = shares->start[e]; k < shares->start[e + 1]; ++k) {
            const svEdgeShare* share = &shares->list[k];
            const svEdgeBlock* block = &fine->edgeBlocks[share->source];
            sum.diagonal = Float4_AddScaled(sum.diagonal, share->share, block->diagonal);
            sum.sides = Float4_AddScaled(sum.sides, share->share, block->sides);
            sum.twist = Float4_AddScaled(sum.twist, share->twist, block->twist);
        }
        coarse->edgeBlocks[e] = sum;
        coarse->rows.blocks[coarse->slots[e][0]] = EdgeBlock_ToBlock(&sum, 1);
        coarse->rows.blocks[coarse->slots[e][1]] = EdgeBlock_ToBlock(&sum, -1);
    }
}

static void SumOwn(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svLevel *fine = work, *coarse = fine + 1;
    const svShares* children = &fine->children;
    for (size_t i = first; i < end; ++i) {
        svSymmetric sum = {{0}};
        for (uint32_t k = children->start[i]; k < children->start[i + 1]; ++k) {
            Symmetric_AddScaled(&sum, children->list[k].share,
                                &fine->carried[children->list[k].source]);
        }
        coarse->own[i] = coarse->carried[i] = sum;
    }
}

static void AddIdentity(svBlock* block, float s) {
    block->columns[0] = Float4_Add(block->columns[0], Float4_Make(s, 0, 0));
    block->columns[1] = Float4_Add(block->columns[1], Float4_Make(0, s, 0));
    block->columns[2] = Float4_Add(block->columns[2], Float4_Make(0, 0, s));
}

static void InvertDiagonal(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svLevel* level = work;
    for (size_t i = first; i < end; ++i) {
        svBlock sum = Block_FromSymmetric(&level->own[i]);
        for (int side = 0; side < 2; ++side) {
            const svRows* rows = side == 0 ? &level->rows : &level->contacts;
            for (uint32_t e = rows->start[i]; e < rows->start[i + 1]; ++e) {
                Block_Add(&sum, &rows->blocks[e]);
                if (!IsInside((uint32_t)i, rows->neighbours[e])) {
                    AddIdentity(&sum, Block_Norm(&rows->blocks[e]) / 2);
                }
            }
        }
        level->inverses[i] = Block_Inverse(&sum);
    }
}

// The matrix of the coarsest level, dense, and its Cholesky factor. A pivot that rounding made
// negative is left out.
static void FactorCoarsest(svMultigrid* multigrid) {
    const svLevel* level = &multigrid->levels[multigrid->levelCount - 1];
    const size_t n = 3 * (size_t)level->count;
    double* m = multigrid->factor;
    memset(m, 0, n * n * sizeof(*m));
    for (size_t i = 0; i < level->count; ++i) {
        const svBlock own = Block_FromSymmetric(&level->own[i]);
        for (size_t c = 0; c < 9; ++c) {
            m[(3 * i + c % 3) * n + 3 * i + c / 3] +=
                (double)Block_At(&own, (int)(c % 3), (int)(c / 3));
        }
        for (int side = 0; side < 2; ++side) {
            const svRows* rows = side == 0 ? &level->rows : &level->contacts;
            for (uint32_t e = rows->start[i]; e < rows->start[i + 1]; ++e) {
                const size_t j = rows->neighbours[e];
                for (size_t c = 0; c < 9; ++c) {
                    const double value =
                        (double)Block_At(&rows->blocks[e], (int)(c % 3), (int)(c / 3));
                    m[(3 * i + c % 3) * n + 3 * i + c / 3] += value;
                    m[(3 * i + c % 3) * n + 3 * j + c / 3] -= value;
                }
            }
        }
    }
    for (size_t i = 0; i < n; ++i) {
        for (size_t j = 0; j <= i; ++j) {
            double sum = m[i * n + j];
            for (size_t k = 0; k < j; ++k) {
                sum -= m[i * n + k] * m[j * n + k];
            }
            if (i == j) {
                m[i * n + i] = sum > 0 ? 1 / sqrt(sum) : 0;
            } else {
                m[i * n + j] = sum * m[j * n + j];
            }
        }
    }
}

svStatus svMultigrid_Update(svMultigrid* multigrid, const bool* held, svCoupling* couplings,
                            size_t couplingCount) {
    svContext* context = multigrid->context;
    const svStatus status = SetCouplings(multigrid, couplings, couplingCount);
    if (status != SV_OK) {
        return status;
    }
    for (uint32_t l = 0; l < multigrid->levelCount; ++l) {
        svLevel* level = &multigrid->levels[l];
        if (l == 0) {
            ForRanges(context, level->count, SetCarried, level);
            CarryHeld(level, held);
        } else {
            ForRanges(context, level->edgeCount, SumEdges, level - 1);
            ForRanges(context, level->count, SumOwn, level - 1);
        }
        ForRanges(context, level->count, InvertDiagonal, level);
    }
    for (uint32_t i = 0; i < multigrid->levels[0].count; ++i) {
        if (held[i]) {
            memset(&multigrid->levels[0].inverses[i], 0, sizeof(svBlock));
        }
    }
    if (multigrid->factor != NULL && multigrid->levelCount > 1) {
        FactorCoarsest(multigrid);
    }
    return SV_OK;
}

// b_i - (A x)_i
static inline svFloat4 Residual(const svLevel* level, size_t i, const svFloat4* x) {
    const svFloat4 mine = x[i];
    const svBlock own = Block_FromSymmetric(&level->own[i]);
    svFloat4 sum = Block_AddProduct(Float4_Zero(), &own, mine);
    for (uint32_t e = level->rows.start[i]; e < level->rows.start[i + 1]; ++e) {
        sum = Block_AddProduct(sum, &level->rows.blocks[e],
                               Float4_Sub(mine, x[level->rows.neighbours[e]]));
    }
    for (uint32_t e = level->contacts.start[i]; e < level->contacts.start[i + 1]; ++e) {
        sum = Block_AddProduct(sum, &level->contacts.blocks[e],
                               Float4_Sub(mine, x[level->contacts.neighbours[e]]));
    }
    return Float4_Sub(level->b[i], sum);
}

// From x = 0: what comes later in the range, or is outside, is 0 still.
static inline void SweepRowForward(const svLevel* level, uint32_t i, bool contacts) {
    svFloat4 sum = level->b[i];
    for (uint32_t e = level->rows.start[i]; e < level->inside[2 * i]; ++e) {
        sum = Block_AddProduct(sum, &level->rows.blocks[e], level->x[level->rows.neighbours[e]]);
    }
    if (contacts) {
        const uint32_t place = SweepPlace(level, i);
        for (uint32_t e = level->contacts.start[i]; e < level->contacts.start[i + 1]; ++e) {
            const uint32_t j = level->contacts.neighbours[e];
            if (IsInside(i, j) && SweepPlace(level, j) < place) {
                sum = Block_AddProduct(sum, &level->contacts.blocks[e], level->x[j]);
            }
        }
    }
    level->x[i] = Block_AddProduct(Float4_Zero(), &level->inverses[i], sum);
}

static void SweepForward(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svLevel* level = work;
    const bool contacts = level->contacts.start[level->count] > 0;
    for (size_t t = 0; t < level->stride; ++t) {
        for (size_t i = first + t; i < end; i += level->stride) {
            SweepRowForward(level, (uint32_t)i, contacts);
        }
    }
}

static void ComputeResidual(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svLevel* level = work;
    for (size_t i = first; i < end; ++i) {
        level->r[i] = Residual(level, i, level->x);
    }
}

static void Restrict(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svLevel *fine = work, *coarse = fine + 1;
    const svShares* children = &fine->children;
    for (size_t i = first; i < end; ++i) {
        svFloat4 sum = Float4_Zero();
        for (uint32_t k = children->start[i]; k < children->start[i + 1]; ++k) {
            sum = Float4_AddScaled(sum, children->list[k].share, fine->r[children->list[k].source]);
        }
        coarse->b[i] = sum;
    }
}

// x += P x_coarse; r keeps it for the sweep.
static void Prolong(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svLevel *fine = work, *coarse = fine + 1;
    const svShares* parents = &fine->parents;
    for (size_t i = first; i < end; ++i) {
        svFloat4 sum = fine->x[i];
        for (uint32_t k = parents->start[i]; k < parents->start[i + 1]; ++k) {
            sum = Float4_AddScaled(sum, parents->list[k].share, coarse->x[parents->list[k].source]);
        }
        fine->x[i] = fine->r[i] = sum;
    }
}

static inline void SweepRowBackward(const svLevel* level, uint32_t i, bool contacts) {
    const svFloat4 mine = level->x[i];
    const svBlock own = Block_FromSymmetric(&level->own[i]);
    svFloat4 sum = Block_AddProduct(Float4_Zero(), &own, mine);
    const uint32_t inside = level->inside[2 * i + 1], end = level->rows.start[i + 1];
    for (uint32_t e = level->rows.start[i]; e < inside; ++e) {
        sum = Block_AddProduct(sum, &level->rows.blocks[e],
                               Float4_Sub(mine, level->x[level->rows.neighbours[e]]));
    }
    for (uint32_t e = inside; e < end; ++e) {
        sum = Block_AddProduct(sum, &level->rows.blocks[e],
                               Float4_Sub(mine, level->r[level->rows.neighbours[e]]));
    }
    if (contacts) {
        for (uint32_t e = level->contacts.start[i]; e < level->contacts.start[i + 1]; ++e) {
            const uint32_t j = level->contacts.neighbours[e];
            const svFloat4* x = IsInside(i, j) ? level->x : level->r;
            sum = Block_AddProduct(sum, &level->contacts.blocks[e], Float4_Sub(mine, x[j]));
        }
    }
    level->x[i] = Block_AddProduct(mine, &level->inverses[i], Float4_Sub(level->b[i], sum));
}

static void SweepBackward(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svLevel* level = work;
    const bool contacts = level->contacts.start[level->count] > 0;
    const size_t stride = level->stride;
    for (size_t t = stride; t-- > 0;) {
        if (first + t >= end) {
            continue;
        }
        for (size_t q = (end - 1 - first - t) / stride + 1; q-- > 0;) {
            SweepRowBackward(level, (uint32_t)(first + t + q * stride), contacts);
        }
    }
}

static void SolveCoarsest(svMultigrid* multigrid) {
    svLevel* level = &multigrid->levels[multigrid->levelCount - 1];
    const size_t n = 3 * (size_t)level->count;
    const double* m = multigrid->factor;
    double* y = multigrid->unknowns;
    for (size_t i = 0; i < n; ++i) {
        double sum = (double)Float4_At(level->b[i / 3], (int)(i % 3));
        for (size_t k = 0; k < i; ++k) {
            sum -= m[i * n + k] * y[k];
        }
        y[i] = sum * m[i * n + i];
    }
    for (size_t i = n; i-- > 0;) {
        double sum = y[i];
        for (size_t k = i + 1; k < n; ++k) {
            sum -= m[k * n + i] * y[k];
        }
        y[i] = sum * m[i * n + i];
    }
    for (size_t i = 0; i < level->count; ++i) {
        level->x[i] = Float4_Make((float)y[3 * i], (float)y[3 * i + 1], (float)y[3 * i + 2]);
    }
}

static void CopySolution(svLevel* level) {
    memcpy(level->r, level->x, level->count * sizeof(*level->x));
}

void svMultigrid_Cycle(svMultigrid* multigrid) {
    svContext* context = multigrid->context;
    const uint32_t last = multigrid->levelCount - 1;
    for (uint32_t l = 0; l < last; ++l) {
        svLevel* level = &multigrid->levels[l];
        svContext_For(context, level->count, SWEEP_RANGE, SweepForward, level);
        ForRanges(context, level->count, ComputeResidual, level);
        ForRanges(context, level[1].count, Restrict, level);
    }
    if (multigrid->factor != NULL && last > 0) {
        SolveCoarsest(multigrid);
    } else {
        svLevel* level = &multigrid->levels[last];
        svContext_For(context, level->count, SWEEP_RANGE, SweepForward, level);
        CopySolution(level);
        svContext_For(context, level->count, SWEEP_RANGE, SweepBackward, level);
    }
    for (uint32_t l = last; l-- > 0;) {
        svLevel* level = &multigrid->levels[l];
        ForRanges(context, level->count, Prolong, level);
        svContext_For(context, level->count, SWEEP_RANGE, SweepBackward, level);
    }
}
