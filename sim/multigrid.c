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

// Vertices of a patch, about.
enum { PATCH_SIZE = 64 };

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

// The rows of the couplings of a level.
static svStatus SetContactRows(svMultigrid* multigrid, svLevel* level, const svCoupling* list,
                               size_t count) {
    const svPairs pairs = {list, sizeof(svCoupling), count}; // a and b come first
    svStatus status =
        svContext_Grow(multigrid->context, (void**)&multigrid->contactSlots,
                       &multigrid->contactSlotCapacity, count, sizeof(*multigrid->contactSlots));
    if (status == SV_OK) {
        status = svRows_Make(multigrid->context, &level->contacts, level->count, &pairs,
                             multigrid->contactSlots);
    }
    for (size_t i = 0; i < count && status == SV_OK; ++i) {
        const svBlock block = Block_FromSymmetric(&list[i].block);
        Rows_SetBlock(&level->contacts, Pairs_At(&pairs, i), &multigrid->contactSlots[i], &block);
    }
    return status;
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

uint32_t svMultigrid_GetPatches(const svMultigrid* multigrid, uint32_t* patches) {
    const uint32_t n = multigrid->levels[0].count, last = multigrid->levelCount - 1;
    uint32_t l = 0;
    while (l < last && multigrid->levels[l].count > n / PATCH_SIZE) {
        ++l;
    }
    for (uint32_t i = 0; i < n; ++i) {
        patches[i] = i;
        for (uint32_t k = 0; k < l && patches[i] != SV_NONE; ++k) {
            patches[i] = HeaviestParent(&multigrid->levels[k], patches[i]);
        }
    }
    return multigrid->levels[l].count;
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
        status = SetContactRows(multigrid, level, list, count);
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
        const svBlock block = EdgeBlock_ToBlock(&sum, 1);
        Level_SetBlock(coarse, e, &block);
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

static inline svSymmetric SymmetricOf(const svBlock* b) {
    return (svSymmetric){{Block_At(b, 0, 0), 0.5F * (Block_At(b, 0, 1) + Block_At(b, 1, 0)),
                          0.5F * (Block_At(b, 0, 2) + Block_At(b, 2, 0)), Block_At(b, 1, 1),
                          0.5F * (Block_At(b, 1, 2) + Block_At(b, 2, 1)), Block_At(b, 2, 2)}};
}

static const svSymmetric IDENTITY = {{1, 0, 0, 1, 0, 1}};

static void AddRowsToDiagonal(const svLevel* level, const svRows* rows, uint32_t i) {
    for (uint32_t e = rows->start[i]; e < rows->start[i + 1]; ++e) {
        const svSymmetric block = rows->weighted ? IDENTITY : SymmetricOf(&rows->blocks[e]);
        const float share = rows->weighted ? rows->weights[e] : 1;
        Symmetric_AddScaled(&level->sums[i], share, &block);
        Symmetric_AddScaled(&level->sums[rows->neighbours[e]], share, &block);
    }
    for (uint32_t e = rows->outerStart[i]; e < rows->outerStart[i + 1]; ++e) {
        const svSymmetric block = rows->weighted ? IDENTITY : SymmetricOf(&rows->outerBlocks[e]);
        const float share = rows->weighted ? rows->outerWeights[e] : 1;
        const float norm = rows->weighted ? fabsf(share) : Block_Norm(&rows->outerBlocks[e]);
        Symmetric_AddScaled(&level->sums[i], share, &block);
        level->extra[i] += norm / 2;
    }
}

// The kinds of rows that a level may have.
enum { ROW_KINDS = 3 };
static const svRows* RowsOf(const svLevel* level, int kind) {
    return kind == 0 ? &level->rows : kind == 1 ? &level->weak : &level->contacts;
}

// The sum of its row for every vertex of a range, and its inverse.
static void InvertDiagonal(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svLevel* level = work;
    memcpy(level->sums + first, level->own + first, (end - first) * sizeof(svSymmetric));
    memset(level->extra + first, 0, (end - first) * sizeof(float));
    for (int kind = 0; kind < ROW_KINDS; ++kind) {
        const svRows* rows = RowsOf(level, kind);
        for (size_t i = first; i < end && rows->start != NULL; ++i) {
            AddRowsToDiagonal(level, rows, (uint32_t)i);
        }
    }
    for (size_t i = first; i < end; ++i) {
        svSymmetric sum = level->sums[i];
        Symmetric_AddScaled(&sum, level->extra[i], &IDENTITY);
        level->inverses[i] = Symmetric_Inverse(&sum);
    }
}

// m(i, j) += share * block, of 3 x 3 blocks.
static void AddDense(double* m, size_t n, const size_t at[2], double share, const svBlock* block) {
    for (size_t c = 0; c < 9; ++c) {
        m[(3 * at[0] + c % 3) * n + 3 * at[1] + c / 3] +=
            share * (double)Block_At(block, (int)(c % 3), (int)(c / 3));
    }
}

static void AddDenseRow(double* m, size_t n, const svRows* rows, size_t i) {
    for (uint32_t e = rows->start[i]; e < rows->start[i + 1]; ++e) {
        const size_t j = rows->neighbours[e];
        const svBlock transposed = Block_Transpose(&rows->blocks[e]);
        AddDense(m, n, (const size_t[2]){i, i}, 1, &rows->blocks[e]);
        AddDense(m, n, (const size_t[2]){j, j}, 1, &transposed);
        AddDense(m, n, (const size_t[2]){i, j}, -1, &rows->blocks[e]);
        AddDense(m, n, (const size_t[2]){j, i}, -1, &transposed);
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
        AddDense(m, n, (const size_t[2]){i, i}, 1, &own);
        AddDenseRow(m, n, &level->rows, i);
        AddDenseRow(m, n, &level->contacts, i);
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
        svContext_For(context, level->count, SWEEP_RANGE, InvertDiagonal, level);
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

// sum + B x of the vertices before row i.
static inline svFloat4 GatherRow(const svRows* rows, uint32_t i, const svFloat4* x, svFloat4 sum) {
    for (uint32_t e = rows->start[i]; e < rows->start[i + 1]; ++e) {
        sum = Block_AddProduct(sum, &rows->blocks[e], x[rows->neighbours[e]]);
    }
    return sum;
}

static inline svFloat4 GatherWeak(const svRows* rows, uint32_t i, const svFloat4* x, svFloat4 sum) {
    for (uint32_t e = rows->start[i]; e < rows->start[i + 1]; ++e) {
        sum = Float4_AddScaled(sum, rows->weights[e], x[rows->neighbours[e]]);
    }
    return sum;
}

// r += B^T x_i at the vertices before row i.
static inline void ScatterRow(const svRows* rows, uint32_t i, svFloat4 x, svFloat4* r) {
    for (uint32_t e = rows->start[i]; e < rows->start[i + 1]; ++e) {
        svFloat4* to = &r[rows->neighbours[e]];
        *to = Block_AddTransposed(*to, &rows->blocks[e], x);
    }
}

static inline void ScatterWeak(const svRows* rows, uint32_t i, svFloat4 x, svFloat4* r) {
    for (uint32_t e = rows->start[i]; e < rows->start[i + 1]; ++e) {
        svFloat4* to = &r[rows->neighbours[e]];
        *to = Float4_AddScaled(*to, rows->weights[e], x);
    }
}

// Subtracts both halves of B (x_i - x_j) from r; returns r_i.
static inline svFloat4 SubtractRow(const svRows* rows, uint32_t i, const svFloat4* x, svFloat4* r,
                                   svFloat4 mine) {
    for (uint32_t e = rows->start[i]; e < rows->start[i + 1]; ++e) {
        const uint32_t j = rows->neighbours[e];
        const svFloat4 d = Float4_Sub(x[j], x[i]);
        mine = Block_AddProduct(mine, &rows->blocks[e], d);
        r[j] = Float4_Sub(r[j], Block_AddTransposed(Float4_Zero(), &rows->blocks[e], d));
    }
    return mine;
}

static inline svFloat4 SubtractWeak(const svRows* rows, uint32_t i, const svFloat4* x, svFloat4* r,
                                    svFloat4 mine) {
    for (uint32_t e = rows->start[i]; e < rows->start[i + 1]; ++e) {
        const uint32_t j = rows->neighbours[e];
        const svFloat4 way = Float4_Scale(rows->weights[e], Float4_Sub(x[j], x[i]));
        mine = Float4_Add(mine, way);
        r[j] = Float4_Sub(r[j], way);
    }
    return mine;
}

// Those between cloths are often all between ranges.
static inline bool HasContacts(const svLevel* level) {
    const svRows* contacts = &level->contacts;
    return contacts->start[level->count] > 0 || contacts->outerStart[level->count] > 0;
}

// (D + L) x = b from x = 0, and what is left of b: with L and U below and above the diagonal D, and
// the l1 rule's part e of the latter, r = e x - U x, outer rows not counted yet.
static void SweepForward(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svLevel* level = work;
    const bool contacts = HasContacts(level), weak = level->weak.start != NULL;
    for (size_t t = 0; t < level->rows.stride; ++t) {
        for (size_t at = first + t; at < end; at += level->rows.stride) {
            const uint32_t i = (uint32_t)at;
            svFloat4 sum = GatherRow(&level->rows, i, level->x, level->b[i]);
            sum = weak ? GatherWeak(&level->weak, i, level->x, sum) : sum;
            sum = contacts ? GatherRow(&level->contacts, i, level->x, sum) : sum;
            const svFloat4 x = Block_AddProduct(Float4_Zero(), &level->inverses[i], sum);
            level->x[i] = x;
            level->r[i] = Float4_Scale(level->extra[i], x);
            ScatterRow(&level->rows, i, x, level->r);
            if (weak) {
                ScatterWeak(&level->weak, i, x, level->r);
            }
            if (contacts) {
                ScatterRow(&level->contacts, i, x, level->r);
            }
        }
    }
}

// r += B x of the vertices in other ranges.
static void AddOuterRows(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svLevel* level = work;
    for (int kind = 0; kind < ROW_KINDS; ++kind) {
        const svRows* rows = RowsOf(level, kind);
        for (size_t i = first; i < end && rows->start != NULL; ++i) {
            for (uint32_t e = rows->outerStart[i]; e < rows->outerStart[i + 1]; ++e) {
                const svFloat4 x = level->x[rows->outerNeighbours[e]];
                level->r[i] = rows->weighted
                                  ? Float4_AddScaled(level->r[i], rows->outerWeights[e], x)
                                  : Block_AddProduct(level->r[i], &rows->outerBlocks[e], x);
            }
        }
    }
}

// r_i + B (x_j - x_i) of the vertices in other ranges.
static inline svFloat4 AddOuterDifferences(const svRows* rows, size_t i, const svFloat4* x,
                                           svFloat4 r) {
    for (uint32_t e = rows->outerStart[i]; e < rows->outerStart[i + 1]; ++e) {
        const svFloat4 d = Float4_Sub(x[rows->outerNeighbours[e]], x[i]);
        r = rows->weighted ? Float4_AddScaled(r, rows->outerWeights[e], d)
                           : Block_AddProduct(r, &rows->outerBlocks[e], d);
    }
    return r;
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

// x += P x_coarse
static void Prolong(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svLevel *fine = work, *coarse = fine + 1;
    const svShares* parents = &fine->parents;
    for (size_t i = first; i < end; ++i) {
        svFloat4 sum = fine->x[i];
        for (uint32_t k = parents->start[i]; k < parents->start[i + 1]; ++k) {
            sum = Float4_AddScaled(sum, parents->list[k].share, coarse->x[parents->list[k].source]);
        }
        fine->x[i] = sum;
    }
}

// r = b - A x; then (D + U) d = r and x += d.
static void SweepBackward(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svLevel* level = work;
    const bool contacts = HasContacts(level), weak = level->weak.start != NULL;
    const size_t stride = level->rows.stride;
    for (size_t t = stride; t-- > 0;) {
        if (first + t >= end) {
            continue;
        }
        for (size_t q = (end - 1 - first - t) / stride + 1; q-- > 0;) {
            const uint32_t i = (uint32_t)(first + t + q * stride);
            const svFloat4 d = Block_AddProduct(Float4_Zero(), &level->inverses[i], level->r[i]);
            level->x[i] = Float4_Add(level->x[i], d);
            ScatterRow(&level->rows, i, d, level->r);
            if (weak) {
                ScatterWeak(&level->weak, i, d, level->r);
            }
            if (contacts) {
                ScatterRow(&level->contacts, i, d, level->r);
            }
        }
    }
}

// The residual of a range, vertices of other ranges included.
static void SetResidual(const svLevel* level, size_t first, size_t end) {
    const bool contacts = HasContacts(level), weak = level->weak.start != NULL;
    for (size_t t = 0; t < level->rows.stride; ++t) {
        for (size_t at = first + t; at < end; at += level->rows.stride) {
            const uint32_t i = (uint32_t)at;
            const svBlock own = Block_FromSymmetric(&level->own[i]);
            svFloat4 r =
                Float4_Sub(level->b[i], Block_AddProduct(Float4_Zero(), &own, level->x[i]));
            r = SubtractRow(&level->rows, i, level->x, level->r, r);
            r = AddOuterDifferences(&level->rows, i, level->x, r);
            if (weak) {
                r = SubtractWeak(&level->weak, i, level->x, level->r, r);
                r = AddOuterDifferences(&level->weak, i, level->x, r);
            }
            if (contacts) {
                r = SubtractRow(&level->contacts, i, level->x, level->r, r);
                r = AddOuterDifferences(&level->contacts, i, level->x, r);
            }
            level->r[i] = r;
        }
    }
}

static void ComputeResidual(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    SetResidual(work, first, end);
}

typedef struct Product {
    const svLevel* level;
    const svFloat4* p;
    svFloat4* q;
} Product;

// q = -B (p_j - p_i), both halves.
static void MultiplyRange(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Product* product = work;
    const svLevel* level = product->level;
    const bool weak = level->weak.start != NULL;
    for (size_t t = 0; t < level->rows.stride; ++t) {
        for (size_t at = first + t; at < end; at += level->rows.stride) {
            const uint32_t i = (uint32_t)at;
            svFloat4 q = SubtractRow(&level->rows, i, product->p, product->q, Float4_Zero());
            q = AddOuterDifferences(&level->rows, i, product->p, q);
            if (weak) {
                q = SubtractWeak(&level->weak, i, product->p, product->q, q);
                q = AddOuterDifferences(&level->weak, i, product->p, q);
            }
            product->q[i] = q;
        }
    }
}

void svMultigrid_Multiply(svMultigrid* multigrid, const svFloat4* p, svFloat4* q) {
    Product product = {&multigrid->levels[0], p, q};
    svContext_For(multigrid->context, multigrid->levels[0].count, SWEEP_RANGE, MultiplyRange,
                  &product);
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

static void SmoothFirst(svMultigrid* multigrid, svLevel* level) {
    svContext_For(multigrid->context, level->count, SWEEP_RANGE, SweepForward, level);
    ForRanges(multigrid->context, level->count, AddOuterRows, level);
}

static void SmoothLast(svMultigrid* multigrid, svLevel* level) {
    svContext_For(multigrid->context, level->count, SWEEP_RANGE, SweepBackward, level);
}

void svMultigrid_Cycle(svMultigrid* multigrid) {
    svContext* context = multigrid->context;
    const uint32_t last = multigrid->levelCount - 1;
    for (uint32_t l = 0; l < last; ++l) {
        svLevel* level = &multigrid->levels[l];
        SmoothFirst(multigrid, level);
        ForRanges(context, level[1].count, Restrict, level);
    }
    if (multigrid->factor != NULL && last > 0) {
        SolveCoarsest(multigrid);
    } else {
        SmoothFirst(multigrid, &multigrid->levels[last]);
        SmoothLast(multigrid, &multigrid->levels[last]);
    }
    for (uint32_t l = last; l-- > 0;) {
        svLevel* level = &multigrid->levels[l];
        ForRanges(context, level->count, Prolong, level);
        svContext_For(context, level->count, SWEEP_RANGE, ComputeResidual, level);
        SmoothLast(multigrid, level);
    }
}
