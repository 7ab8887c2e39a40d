// The V-cycle, and the coarse matrices of a step.
//
// Smoothing is a Gauss-Seidel sweep, forward before the coarse correction and backward after it, so
// that the cycle is symmetric. Ranges of SWEEP_RANGE rows are swept independently of each other and
// see the values before the sweep of what lies outside (hybrid Gauss-Seidel; A. Baker, R. Falgout,
// T. Kolev and U. Yang, Multigrid Smoothers for Ultraparallel Computing, SIAM J. Sci. Comput.
// 2011): any number of workers gives the same bytes. The rows of a group, which are visited at
// once, are outside of each other's range, too. Their l1 rule keeps it convergent: half the norm of
// each block to the outside is added to the diagonal.

#include "assembly.h"
#include "sweep.h"

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

// The rows of the couplings of a level, and the blocks to fill them with.
static svStatus SetContactRows(svMultigrid* multigrid, svLevel* level, const svCoupling* list,
                               size_t count) {
    const svPairs pairs = {list, sizeof(svCoupling), count}; // a and b come first
    svStatus status =
        svContext_Grow(multigrid->context, (void**)&multigrid->contactBlocks,
                       &multigrid->contactCapacity, count + 1, sizeof(*multigrid->contactBlocks));
    if (status == SV_OK) {
        status = svRows_Make(multigrid->context, &level->contacts, level->count, &pairs);
    }
    if (status == SV_OK) {
        for (size_t i = 0; i < count; ++i) {
            multigrid->contactBlocks[i] = EdgeBlock_FromSymmetric(&list[i].block);
        }
        multigrid->contactBlocks[count] =
            (svEdgeBlock){Float4_Zero(), Float4_Zero(), Float4_Zero()};
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

// The couplings of a level, from those of the finer one; *count becomes how many it has.
static svStatus SetCouplings(svMultigrid* multigrid, uint32_t l, svCoupling* list, size_t* count) {
    svLevel* level = &multigrid->levels[l];
    if (*count > 0) {
        const size_t all = l > 0 ? CoarsenCouplings(level - 1, list, *count) : *count;
        SortCouplings(list, multigrid->sorted, all, level->count, false, multigrid->sortStart);
        SortCouplings(multigrid->sorted, list, all, level->count, true, multigrid->sortStart);
        *count = MergeCouplings(list, all);
    }
    return SetContactRows(multigrid, level, list, *count);
}

// Edges to what is held pull at the other end alone.
static void AddHeld(const svLevel* fine, size_t coarse, svSymmetric* sum) {
    const svShares* shares = &fine->heldShares;
    for (uint32_t k = shares->start[coarse]; k < shares->start[coarse + 1]; ++k) {
        const svSymmetric block = EdgeBlock_Symmetric(&fine->edgeBlocks[shares->list[k].source]);
        Symmetric_AddScaled(sum, shares->list[k].share, &block);
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
                                &fine->own[children->list[k].source]);
        }
        if (fine->heldShares.start != NULL) {
            AddHeld(fine, i, &sum);
        }
        coarse->own[i] = sum;
    }
}

// m(i, j) += share * block, of 3 x 3 blocks.
static void AddDense(double* m, size_t n, const size_t at[2], double share, const svBlock* block) {
    for (size_t c = 0; c < 9; ++c) {
        m[(3 * at[0] + c % 3) * n + 3 * at[1] + c / 3] +=
            share * (double)Block_At(block, (int)(c % 3), (int)(c / 3));
    }
}

static void AddDenseSlot(double* m, size_t n, const svRows* rows, const svGroup* group,
                         uint32_t slot) {
    for (int k = 0; k < group->lanes; ++k) {
        const size_t i = group->rows[k], j = rows->neighbours[slot][k];
        float(*at)[SWEEP_LANES] = rows->blocks[slot].at;
        svBlock block;
        for (int c = 0; c < 3; ++c) {
            block.columns[c] = Float4_Make(at[c][k], at[3 + c][k], at[6 + c][k]);
        }
        const svBlock transposed = Block_Transpose(&block);
        AddDense(m, n, (const size_t[2]){i, i}, 1, &block);
        AddDense(m, n, (const size_t[2]){j, j}, 1, &transposed);
        AddDense(m, n, (const size_t[2]){i, j}, -1, &block);
        AddDense(m, n, (const size_t[2]){j, i}, -1, &transposed);
    }
}

// Each row has its side of what is outside.
static void AddDenseOuter(double* m, size_t n, const svRows* rows, size_t i) {
    for (uint32_t e = rows->outerStart[i]; e < rows->outerStart[i + 1]; ++e) {
        AddDense(m, n, (const size_t[2]){i, i}, 1, &rows->outerBlocks[e]);
        AddDense(m, n, (const size_t[2]){i, rows->outerNeighbours[e]}, -1, &rows->outerBlocks[e]);
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
        AddDenseOuter(m, n, &level->rows, i);
        AddDenseOuter(m, n, &level->contacts, i);
    }
    const svRows* const kinds[2] = {&level->rows, &level->contacts};
    for (int kind = 0; kind < 2; ++kind) { // one range: the level is small
        for (uint32_t t = 0; t < GroupCount(level->count); ++t) {
            const svGroup group = Group_Of(0, level->count, t);
            for (uint32_t e = kinds[kind]->start[t]; e < kinds[kind]->start[t + 1]; ++e) {
                AddDenseSlot(m, n, kinds[kind], &group, e);
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

svStatus svMultigrid_Update(svMultigrid* multigrid, svMembraneSums* membranes, const bool* held,
                            svCoupling* couplings, size_t couplingCount) {
    svContext* context = multigrid->context;
    const svAssembly* assembly = multigrid->assembly;
    svStatus status = svContext_Grow(context, (void**)&multigrid->sorted,
                                     &multigrid->sortedCapacity, couplingCount, sizeof(svCoupling));
    for (uint32_t l = 0; l < multigrid->levelCount && status == SV_OK; ++l) {
        svLevel* level = &multigrid->levels[l];
        status = SetCouplings(multigrid, l, couplings, &couplingCount);
        if (status == SV_OK && l > 0) {
            ForRanges(context, level->edgeCount, assembly->coarsen, level - 1);
            ForRanges(context, level->count, SumOwn, level - 1);
        }
        if (status == SV_OK) {
            svRowWork work = {.level = level,
                              .membranes = l == 0 ? membranes : NULL,
                              .contacts = couplingCount > 0 ? multigrid->contactBlocks : NULL,
                              .held = l == 0 ? held : NULL};
            svContext_For(context, level->count, SWEEP_RANGE, assembly->slots, &work);
            svContext_For(context, level->count, SWEEP_RANGE, assembly->diagonals, &work);
        }
    }
    if (status == SV_OK && multigrid->factor != NULL && multigrid->levelCount > 1) {
        FactorCoarsest(multigrid);
    }
    return status;
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

// x += P x_coarse, and r = 0, where the second half of the cycle begins.
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
        fine->r[i] = Float4_Zero();
    }
}

void svMultigrid_SetWeights(svMultigrid* multigrid, const float* weights) {
    const svWeights* weak = &multigrid->levels[0].weak;
    const uint32_t count = weak->shares.start[multigrid->levels[0].count];
    for (uint32_t k = 0; k < count; ++k) {
        weak->shares.list[k].share = weights[weak->edges[k]];
    }
}

// q += w (p_j - p_i) of what is no more than a weight.
typedef struct WeakWork {
    const svShares* weak;
    const svFloat4* p;
    svFloat4* q;
} WeakWork;

static void AddWeak(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const WeakWork* product = work;
    const svShares* weak = product->weak;
    for (size_t i = first; i < end; ++i) {
        const svFloat4 mine = product->p[i];
        svFloat4 sum = product->q[i];
        for (uint32_t k = weak->start[i]; k < weak->start[i + 1]; ++k) {
            const svFloat4 d = Float4_Sub(product->p[weak->list[k].source], mine);
            sum = Float4_AddScaled(sum, weak->list[k].share, d);
        }
        product->q[i] = sum;
    }
}

void svMultigrid_Multiply(svMultigrid* multigrid, const svFloat4* p, svFloat4* q) {
    svContext* context = multigrid->context;
    svLevel* level = &multigrid->levels[0];
    svProductWork inner = {&level->rows, p, q};
    svContext_For(context, level->count, SWEEP_RANGE, multigrid->sweeps->multiply, &inner);
    svOuterWork outer = {&level->rows, p, q};
    ForRanges(context, level->rows.outerRowCount, multigrid->sweeps->outerDifferences, &outer);
    if (level->weak.edges != NULL) {
        WeakWork weak = {&level->weak.shares, p, q};
        ForRanges(context, level->count, AddWeak, &weak);
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

// r += B x, or B (x_j - x_i), of what is outside of ranges.
static void AddOuter(const svMultigrid* multigrid, svLevel* level, svRangeFn fn) {
    const svRowList list = Level_ListRows(level);
    for (int n = 0; n < list.count; ++n) {
        svOuterWork work = {list.rows[n], level->x, level->r};
        ForRanges(multigrid->context, list.rows[n]->outerRowCount, fn, &work);
    }
}

static void SmoothFirst(const svMultigrid* multigrid, svLevel* level) {
    svContext_For(multigrid->context, level->count, SWEEP_RANGE, multigrid->sweeps->forward, level);
    AddOuter(multigrid, level, multigrid->sweeps->outer);
}

// From r = 0.
static void SmoothLast(const svMultigrid* multigrid, svLevel* level) {
    AddOuter(multigrid, level, multigrid->sweeps->outerDifferences);
    svContext_For(multigrid->context, level->count, SWEEP_RANGE, multigrid->sweeps->backward,
                  level);
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
        svLevel* level = &multigrid->levels[last];
        SmoothFirst(multigrid, level);
        memset(level->r, 0, level->count * sizeof(*level->r));
        SmoothLast(multigrid, level);
    }
    for (uint32_t l = last; l-- > 0;) {
        svLevel* level = &multigrid->levels[l];
        ForRanges(context, level->count, Prolong, level);
        SmoothLast(multigrid, level);
    }
}
