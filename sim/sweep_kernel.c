// The passes over the rows of a level (sweep.h), compiled once per instruction set: eight rows at a
// time, each lane with the roundings of scalar code.

#include "kernels.h"
#include "lanes.h"

// The groups of a range, as they are numbered in the level.
static uint32_t FirstGroup(size_t first) {
    return (uint32_t)(first / SWEEP_RANGE * RANGE_GROUPS);
}

static inline void AddDiagonal(svDiagonal* sum, svFloat4 diagonal, svFloat4 sides) {
    sum->diagonal = Float4_Add(sum->diagonal, diagonal);
    sum->sides = Float4_Add(sum->sides, sides);
}

// The symmetric parts of the blocks of a slot.
static inline void SplitSlot(const svRows* rows, uint32_t slot, svFloat4 diagonals[SWEEP_LANES],
                             svFloat4 sides[SWEEP_LANES]) {
    float(*m)[SWEEP_LANES] = rows->blocks[slot].at;
    Lanes_Split((svLanes){Float8_Load(m[0]), Float8_Load(m[4]), Float8_Load(m[8])}, diagonals);
    const svLanes twice = {Float8_Add(Float8_Load(m[1]), Float8_Load(m[3])),
                           Float8_Add(Float8_Load(m[2]), Float8_Load(m[6])),
                           Float8_Add(Float8_Load(m[5]), Float8_Load(m[7]))};
    Lanes_Split(twice, sides);
    for (int k = 0; k < SWEEP_LANES; ++k) {
        sides[k] = Float4_Scale(0.5F, sides[k]);
    }
}

// Adds the blocks of a group to the diagonals of both ends.
static void AddGroupToDiagonal(const svLevel* level, const svRows* rows, const svGroup* group,
                               uint32_t index) {
    for (uint32_t s = rows->start[index]; s < rows->start[index + 1]; ++s) {
        svFloat4 diagonals[SWEEP_LANES], sides[SWEEP_LANES];
        SplitSlot(rows, s, diagonals, sides);
        for (int k = 0; k < group->lanes; ++k) {
            AddDiagonal(&level->sums[group->rows[k]], diagonals[k], sides[k]);
            AddDiagonal(&level->sums[rows->neighbours[s][k]], diagonals[k], sides[k]);
        }
    }
}

// Blocks to the outside: to the diagonal, and half of their norm by the l1 rule.
static void AddOuterToDiagonal(const svLevel* level, const svRows* rows, size_t i) {
    for (uint32_t e = rows->outerStart[i]; e < rows->outerStart[i + 1]; ++e) {
        const svEdgeBlock block = EdgeBlock_From(&rows->outerBlocks[e]);
        AddDiagonal(&level->sums[i], block.diagonal, block.sides);
        level->norms[i] += Block_Norm(&rows->outerBlocks[e]) / 2;
    }
}

// The inverses of symmetric positive definite blocks, lane by lane; 0 where there is none.
static void InvertLanes(float m[6][SWEEP_LANES], float inverse[6][SWEEP_LANES]) {
    for (int k = 0; k < SWEEP_LANES; ++k) {
        const double xx = (double)m[0][k], xy = (double)m[1][k], xz = (double)m[2][k];
        const double yy = (double)m[3][k], yz = (double)m[4][k], zz = (double)m[5][k];
        const double cxx = yy * zz - yz * yz, cxy = xz * yz - xy * zz, cxz = xy * yz - xz * yy;
        const double determinant = xx * cxx + xy * cxy + xz * cxz;
        const double reciprocal = 1 / determinant, scale = determinant > 0 ? reciprocal : 0;
        inverse[0][k] = (float)(scale * cxx);
        inverse[1][k] = (float)(scale * cxy);
        inverse[2][k] = (float)(scale * cxz);
        inverse[3][k] = (float)(scale * (xx * zz - xz * xz));
        inverse[4][k] = (float)(scale * (xy * xz - xx * yz));
        inverse[5][k] = (float)(scale * (xx * yy - xy * xy));
    }
}

// The inverses of the diagonals of a group; 0 for what is held (null: nothing is), and empty lanes.
static void InvertGroup(const svLevel* level, const bool* held, const svGroup* group,
                        uint32_t index) {
    float m[6][SWEEP_LANES];
    for (int k = 0; k < SWEEP_LANES; ++k) {
        const uint32_t i = group->rows[k];
        const bool empty = k >= group->lanes || (held != NULL && held[i]);
        const svFloat4 d = level->sums[i].diagonal, s = level->sums[i].sides;
        const float extra = level->norms[i], share = empty ? 0 : 1;
        m[0][k] = share * (Float4_At(d, 0) + extra);
        m[1][k] = share * Float4_At(s, 0);
        m[2][k] = share * Float4_At(s, 1);
        m[3][k] = share * (Float4_At(d, 1) + extra);
        m[4][k] = share * Float4_At(s, 2);
        m[5][k] = share * (Float4_At(d, 2) + extra);
        level->extra[index].at[k] = extra;
        for (int c = 0; c < 6; ++c) {
            level->owns[index].at[c][k] = level->own[i].at[c];
        }
    }
    InvertLanes(m, level->inverses[index].at);
}

// The sum of its row for every vertex of a range, and its inverse.
static void InvertDiagonal(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svDiagonalWork* diagonals = work;
    const svLevel* level = diagonals->level;
    const svRowList list = Level_ListRows(level);
    for (size_t i = first; i < end; ++i) {
        const float* own = level->own[i].at;
        level->sums[i] =
            (svDiagonal){Float4_Make(own[0], own[3], own[5]), Float4_Make(own[1], own[2], own[4])};
        level->norms[i] = 0;
        for (int n = 0; n < list.count; ++n) {
            AddOuterToDiagonal(level, list.rows[n], i);
        }
    }
    const uint32_t groups = GroupsOfRange(end - first);
    for (uint32_t t = 0; t < groups; ++t) {
        const svGroup group = Group_Of(first, end, t);
        for (int n = 0; n < list.count; ++n) {
            AddGroupToDiagonal(level, list.rows[n], &group, FirstGroup(first) + t);
        }
    }
    for (uint32_t t = 0; t < groups; ++t) {
        const svGroup group = Group_Of(first, end, t);
        InvertGroup(level, diagonals->held, &group, FirstGroup(first) + t);
    }
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

const svSweeps SV_SIM_KERNEL(svSweeps) = {.diagonals = InvertDiagonal,
                                          .forward = SweepForward,
                                          .backward = SweepBackward,
                                          .multiply = MultiplyRange,
                                          .outer = AddOuterProducts,
                                          .outerDifferences = AddOuterDifferences};
