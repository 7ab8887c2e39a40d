// The passes over the rows of a level (sweep.h), compiled once per instruction set: eight rows at a
// time, each lane with the roundings of scalar code.

#include "kernels.h"
#include "lanes.h"

// The groups of a range, as they are numbered in the level.
static uint32_t FirstGroup(size_t first) {
    return (uint32_t)(first / SWEEP_RANGE * RANGE_GROUPS);
}

// ---- passes over groups of rows

// B d, lane by lane.
static inline svLanes BlockProduct(const svRows* rows, uint32_t slot, svLanes d) {
    float(*m)[SWEEP_LANES] = rows->blocks[slot].at;
    return (svLanes){Lanes_Dot(m, 0, 1, 2, d), Lanes_Dot(m, 3, 4, 5, d), Lanes_Dot(m, 6, 7, 8, d)};
}

// B^T d
static inline svLanes TransposedProduct(const svRows* rows, uint32_t slot, svLanes d) {
    float(*m)[SWEEP_LANES] = rows->blocks[slot].at;
    return (svLanes){Lanes_Dot(m, 0, 3, 6, d), Lanes_Dot(m, 1, 4, 7, d), Lanes_Dot(m, 2, 5, 8, d)};
}

// The symmetric blocks of a group times d.
static inline svLanes SymmetricProduct(svLaneSymmetric* symmetric, svLanes d) {
    float(*m)[SWEEP_LANES] = symmetric->at;
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
    const svRowList list = Level_ListRows(level);
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
        const svLanes x = SymmetricProduct(&level->inverses[index], sum);
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

static void AddOuterProducts(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svOuterWork* outer = work;
    const svRows* rows = outer->rows;
    for (size_t k = first; k < end; ++k) {
        const uint32_t i = rows->outerRows[k];
        svFloat4 sum = outer->to[i];
        for (uint32_t e = rows->outerStart[i]; e < rows->outerStart[i + 1]; ++e) {
            const svFloat4 y = outer->from[rows->outerNeighbours[e]];
            sum = Block_AddProduct(sum, &rows->outerBlocks[e], y);
        }
        outer->to[i] = sum;
    }
}

static void AddOuterDifferences(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svOuterWork* outer = work;
    const svRows* rows = outer->rows;
    for (size_t k = first; k < end; ++k) {
        const uint32_t i = rows->outerRows[k];
        svFloat4 sum = outer->to[i];
        for (uint32_t e = rows->outerStart[i]; e < rows->outerStart[i + 1]; ++e) {
            const svFloat4 d = Float4_Sub(outer->from[rows->outerNeighbours[e]], outer->from[i]);
            sum = Block_AddProduct(sum, &rows->outerBlocks[e], d);
        }
        outer->to[i] = sum;
    }
}

// r = b - A x, of which the part of the vertices outside is in r already; then (D + U) d = r and
// x += d. Both at once: a row has its whole residual, with what has moved already, when the sweep
// comes to it, if every row before it has added its own part.
static void SweepBackward(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svLevel* level = work;
    const svRowList list = Level_ListRows(level);
    for (uint32_t t = GroupsOfRange(end - first); t-- > 0;) {
        const svGroup group = Group_Of(first, end, t);
        const uint32_t index = FirstGroup(first) + t;
        const svLanes before = Lanes_Gather(level->x, group.rows);
        const svLanes own = SymmetricProduct(&level->owns[index], before);
        svLanes r = Lanes_Sub(Lanes_Gather(level->b, group.rows), own);
        r = Lanes_Add(r, Lanes_Gather(level->r, group.rows));
        for (int n = 0; n < list.count; ++n) {
            const svRows* rows = list.rows[n];
            for (uint32_t s = rows->start[index]; s < rows->start[index + 1]; ++s) {
                const svLanes x = Lanes_Gather(level->x, rows->neighbours[s]);
                r = Lanes_Add(r, BlockProduct(rows, s, Lanes_Sub(x, before)));
            }
        }
        const svLanes x = Lanes_Add(before, SymmetricProduct(&level->inverses[index], r));
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

// q = B (p_j - p_i), both halves, within the range.
static void MultiplyRange(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svProductWork* product = work;
    const svRows* rows = product->rows;
    const svLanes zero = {Float8_Zero(), Float8_Zero(), Float8_Zero()};
    memset(product->q + first, 0, (end - first) * sizeof(*product->q));
    for (uint32_t t = 0; t < GroupsOfRange(end - first); ++t) {
        const svGroup group = Group_Of(first, end, t);
        const uint32_t index = FirstGroup(first) + t;
        const svLanes mine = Lanes_Gather(product->p, group.rows);
        svLanes sum = Lanes_Gather(product->q, group.rows);
        for (uint32_t s = rows->start[index]; s < rows->start[index + 1]; ++s) {
            const svLanes d = Lanes_Sub(Lanes_Gather(product->p, rows->neighbours[s]), mine);
            sum = Lanes_Add(sum, BlockProduct(rows, s, d));
            Lanes_AddTo(TransposedProduct(rows, s, Lanes_Sub(zero, d)), product->q,
                        rows->neighbours[s]);
        }
        StoreLanes(&group, sum, product->q);
    }
}

const svSweeps SV_SIM_KERNEL(svSweeps) = {.forward = SweepForward,
                                          .backward = SweepBackward,
                                          .multiply = MultiplyRange,
                                          .outer = AddOuterProducts,
                                          .outerDifferences = AddOuterDifferences};
