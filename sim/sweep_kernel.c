// The passes over the rows of a level (sweep.h), compiled once per instruction set: eight rows at a
// time, each lane with the roundings of scalar code.

#include "kernels.h"
#include "lanes.h"

// The kinds of rows that a level may have; those that have entries, at most ROW_KINDS.
enum { ROW_KINDS = 3 };
typedef struct RowList {
    const svRows* rows[ROW_KINDS];
    int count;
} RowList;

static RowList ListRows(const svLevel* level) {
    const svRows* const kinds[ROW_KINDS] = {&level->rows, &level->weak, &level->contacts};
    RowList list = {{NULL}, 0};
    for (int k = 0; k < ROW_KINDS; ++k) {
        // Contacts between cloths are often all outside of ranges, and mostly there are none.
        if (kinds[k]->start != NULL && (kinds[k]->start[GroupCount(level->count)] > 0 ||
                                        kinds[k]->outerStart[level->count] > 0)) {
            list.rows[list.count++] = kinds[k];
        }
    }
    return list;
}

// The groups of a range, as they are numbered in the level.
static uint32_t FirstGroup(size_t first) {
    return (uint32_t)(first / SWEEP_RANGE * RANGE_GROUPS);
}

// ---- passes over groups of rows

// B d, lane by lane.
static inline svLanes BlockProduct(const svRows* rows, uint32_t slot, svLanes d) {
    if (rows->weighted) {
        return Lanes_Scale(Float8_Load(rows->weights[slot].at), d);
    }
    float(*m)[SWEEP_LANES] = rows->blocks[slot].at;
    return (svLanes){Lanes_Dot(m, 0, 1, 2, d), Lanes_Dot(m, 3, 4, 5, d), Lanes_Dot(m, 6, 7, 8, d)};
}

// B^T d
static inline svLanes TransposedProduct(const svRows* rows, uint32_t slot, svLanes d) {
    if (rows->weighted) {
        return Lanes_Scale(Float8_Load(rows->weights[slot].at), d);
    }
    float(*m)[SWEEP_LANES] = rows->blocks[slot].at;
    return (svLanes){Lanes_Dot(m, 0, 3, 6, d), Lanes_Dot(m, 1, 4, 7, d), Lanes_Dot(m, 2, 5, 8, d)};
}

// The inverse of the diagonal times d.
static inline svLanes InverseProduct(const svLevel* level, uint32_t group, svLanes d) {
    float(*m)[SWEEP_LANES] = level->inverses[group].at;
    return (svLanes){Lanes_Dot(m, 0, 1, 2, d), Lanes_Dot(m, 1, 3, 4, d), Lanes_Dot(m, 2, 4, 5, d)};
}

static inline void StoreLanes(const svGroup* group, svLanes a, svFloat4* vectors) {
    svFloat4 split[SWEEP_LANES];
    Lanes_Split(a, split);
    for (int k = 0; k < group->lanes; ++k) {
        vectors[group->rows[k]] = split[k];
    }
}

// (D + L) x = b from x = 0, and what is left of b: with L and U below and above the diagonal D, and
// the l1 rule's part e of the latter, r = e x - U x, outer rows not counted yet.
static void SweepForward(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svLevel* level = work;
    const RowList list = ListRows(level);
    memset(level->x + first, 0, (end - first) * sizeof(*level->x)); // also what 0 is multiplied by
    for (uint32_t t = 0; t < GroupsOfRange(end - first); ++t) {
        const svGroup group = Group_Of(first, end, t);
        const uint32_t index = FirstGroup(first) + t;
        svLanes sum = Lanes_Gather(level->b, group.rows);
        for (int n = 0; n < list.count; ++n) {
            const svRows* rows = list.rows[n];
            for (uint32_t s = rows->start[index]; s < rows->start[index + 1]; ++s) {
                const svLanes x = Lanes_Gather(level->x, rows->neighbours[s]);
                sum = Lanes_Add(sum, BlockProduct(rows, s, x));
            }
        }
        const svLanes x = InverseProduct(level, index, sum);
        StoreLanes(&group, x, level->x);
        StoreLanes(&group, Lanes_Scale(Float8_Load(level->extra[index].at), x), level->r);
        for (int n = 0; n < list.count; ++n) {
            const svRows* rows = list.rows[n];
            for (uint32_t s = rows->start[index]; s < rows->start[index + 1]; ++s) {
                Lanes_AddTo(TransposedProduct(rows, s, x), level->r, rows->neighbours[s]);
            }
        }
    }
}

// sum + B x of the vertices outside.
static inline svFloat4 AddOuterProducts(const svRows* rows, size_t i, const svFloat4* x,
                                        svFloat4 sum) {
    for (uint32_t e = rows->outerStart[i]; e < rows->outerStart[i + 1]; ++e) {
        const svFloat4 y = x[rows->outerNeighbours[e]];
        sum = rows->weighted ? Float4_AddScaled(sum, rows->outerWeights[e], y)
                             : Block_AddProduct(sum, &rows->outerBlocks[e], y);
    }
    return sum;
}

// sum + B (x_j - x_i) of the vertices outside.
static inline svFloat4 AddOuterDifferences(const svRows* rows, size_t i, const svFloat4* x,
                                           svFloat4 sum) {
    for (uint32_t e = rows->outerStart[i]; e < rows->outerStart[i + 1]; ++e) {
        const svFloat4 d = Float4_Sub(x[rows->outerNeighbours[e]], x[i]);
        sum = rows->weighted ? Float4_AddScaled(sum, rows->outerWeights[e], d)
                             : Block_AddProduct(sum, &rows->outerBlocks[e], d);
    }
    return sum;
}

// r += B x of the vertices outside.
static void AddOuterRows(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svLevel* level = work;
    const RowList list = ListRows(level);
    for (size_t i = first; i < end; ++i) {
        for (int n = 0; n < list.count; ++n) {
            level->r[i] = AddOuterProducts(list.rows[n], i, level->x, level->r[i]);
        }
    }
}

// r = b - E x, and the part of A x of the vertices outside.
static void BeginResidual(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svLevel* level = work;
    const RowList list = ListRows(level);
    for (size_t i = first; i < end; ++i) {
        const svBlock own = Block_FromSymmetric(&level->own[i]);
        svFloat4 r = Float4_Sub(level->b[i], Block_AddProduct(Float4_Zero(), &own, level->x[i]));
        for (int n = 0; n < list.count; ++n) {
            r = AddOuterDifferences(list.rows[n], i, level->x, r);
        }
        level->r[i] = r;
    }
}

// r = b - A x; then (D + U) d = r and x += d. Both at once: a row has its whole residual, with what
// has moved already, when the sweep comes to it, if every row before it has added its own part.
static void SweepBackward(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svLevel* level = work;
    const RowList list = ListRows(level);
    for (uint32_t t = GroupsOfRange(end - first); t-- > 0;) {
        const svGroup group = Group_Of(first, end, t);
        const uint32_t index = FirstGroup(first) + t;
        const svLanes before = Lanes_Gather(level->x, group.rows);
        svLanes r = Lanes_Gather(level->r, group.rows);
        for (int n = 0; n < list.count; ++n) {
            const svRows* rows = list.rows[n];
            for (uint32_t s = rows->start[index]; s < rows->start[index + 1]; ++s) {
                const svLanes x = Lanes_Gather(level->x, rows->neighbours[s]);
                r = Lanes_Add(r, BlockProduct(rows, s, Lanes_Sub(x, before)));
            }
        }
        const svLanes x = Lanes_Add(before, InverseProduct(level, index, r));
        StoreLanes(&group, x, level->x);
        for (int n = 0; n < list.count; ++n) {
            const svRows* rows = list.rows[n];
            for (uint32_t s = rows->start[index]; s < rows->start[index + 1]; ++s) {
                const svLanes y = Lanes_Gather(level->x, rows->neighbours[s]);
                Lanes_AddTo(TransposedProduct(rows, s, Lanes_Sub(x, y)), level->r,
                            rows->neighbours[s]);
            }
        }
    }
}

// q = B (p_j - p_i), both halves; contacts left out.
static void MultiplyRange(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svProductWork* product = work;
    const svRows* const kinds[2] = {&product->level->rows, &product->level->weak};
    const int count = kinds[1]->start != NULL ? 2 : 1;
    const svLanes zero = {Float8_Zero(), Float8_Zero(), Float8_Zero()};
    for (size_t i = first; i < end; ++i) {
        product->q[i] = Float4_Zero();
        for (int n = 0; n < count; ++n) {
            product->q[i] = AddOuterDifferences(kinds[n], i, product->p, product->q[i]);
        }
    }
    for (uint32_t t = 0; t < GroupsOfRange(end - first); ++t) {
        const svGroup group = Group_Of(first, end, t);
        const uint32_t index = FirstGroup(first) + t;
        const svLanes mine = Lanes_Gather(product->p, group.rows);
        svLanes sum = Lanes_Gather(product->q, group.rows);
        for (int n = 0; n < count; ++n) {
            const svRows* rows = kinds[n];
            for (uint32_t s = rows->start[index]; s < rows->start[index + 1]; ++s) {
                const svLanes d = Lanes_Sub(Lanes_Gather(product->p, rows->neighbours[s]), mine);
                sum = Lanes_Add(sum, BlockProduct(rows, s, d));
                Lanes_AddTo(TransposedProduct(rows, s, Lanes_Sub(zero, d)), product->q,
                            rows->neighbours[s]);
            }
        }
        StoreLanes(&group, sum, product->q);
    }
}

const svSweeps SV_SIM_KERNEL(svSweeps) = {.forward = SweepForward,
                                          .outer = AddOuterRows,
                                          .residual = BeginResidual,
                                          .backward = SweepBackward,
                                          .multiply = MultiplyRange};
