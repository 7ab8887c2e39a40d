// The blocks of edges, and from them the rows of a level with their diagonals (assembly.h),
// compiled once per instruction set: each number with the roundings of scalar code, in the same
// order.

#include "kernels.h"
#include "lanes.h"

// ---- blocks of edges

static void SumMembranes(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svMembraneSums* sums = work;
    for (size_t e = first; e < end; ++e) {
        svEdgeBlock sum = {Float4_Zero(), Float4_Zero(), Float4_Zero()};
        for (uint32_t s = sums->start[e]; s < sums->start[e + 1]; ++s) {
            const svMembraneShare* share = &sums->shares[s];
            MembraneShare_AddTo(&sum, share, &sums->states[share->membrane]);
        }
        sums->blocks[e] =
            (svEdgeBlock){Float4_MakeFour(Float4_At(sum.diagonal, 0), Float4_At(sum.diagonal, 1),
                                          Float4_At(sum.diagonal, 2), sums->bends[e]),
                          Float4_FirstThree(sum.sides), Float4_FirstThree(sum.twist)};
    }
}

// Diagonal and sides side by side.
static inline svFloat8 LoadSymmetric(const svEdgeBlock* block) {
    svFloat8 loaded;
    memcpy(&loaded, block, sizeof(loaded));
    return loaded;
}

static void CoarsenEdges(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svLevel *fine = work, *coarse = fine + 1;
    const svEdgeShares* shares = &fine->edgeShares;
    for (size_t e = first; e < end; ++e) {
        svFloat8 symmetric = Float8_Zero();
        svFloat4 twist = Float4_Zero();
        for (uint32_t k = shares->start[e]; k < shares->start[e + 1]; ++k) {
            const svEdgeShare* share = &shares->list[k];
            const svEdgeBlock* block = &fine->edgeBlocks[share->source];
            symmetric = Float8_AddScaled(symmetric, share->share, LoadSymmetric(block));
            twist = Float4_AddScaled(twist, share->twist, block->twist);
        }
        float at[SWEEP_LANES];
        Float8_Store(symmetric, at);
        coarse->edgeBlocks[e] = (svEdgeBlock){Float4_Make(at[0], at[1], at[2]),
                                              Float4_Make(at[4], at[5], at[6]), twist};
    }
}

// ---- rows and their diagonals

static inline void AddSymmetric(svDiagonal* sum, const svEdgeBlock* block) {
    svFloat8 before;
    memcpy(&before, sum, sizeof(before));
    const svFloat8 after = Float8_Add(before, LoadSymmetric(block));
    memcpy(sum, &after, sizeof(after));
}

// 1, or -1 where a source has to be transposed: as the bits of a float, for wide instructions.
static inline svFloat8 LoadSigns(const uint32_t sources[SWEEP_LANES]) {
    static const uint32_t one = 0x3F800000;
    uint32_t bits[SWEEP_LANES];
    for (int k = 0; k < SWEEP_LANES; ++k) {
        bits[k] = one | sources[k] << 31;
    }
    svFloat8 signs;
    memcpy(&signs, bits, sizeof(signs));
    return signs;
}

// The blocks of a slot, from those of the edges in its lanes; they are added to the diagonals of
// both ends: to those of its own rows in registers, as symmetric blocks.
static inline void FillSlot(const svLevel* level, const svRows* rows, uint32_t slot,
                            const svEdgeBlock* blocks, svFloat8 own[6]) {
    svFloat4 diagonals[SWEEP_LANES], sides[SWEEP_LANES], twists[SWEEP_LANES];
    const uint32_t *sources = rows->sources[slot], *neighbours = rows->neighbours[slot];
    svDiagonal* sums = level->sums;
    for (int k = 0; k < SWEEP_LANES; ++k) {
        const svEdgeBlock* block = &blocks[sources[k] / 2];
        diagonals[k] = block->diagonal;
        sides[k] = block->sides;
        twists[k] = block->twist;
        AddSymmetric(&sums[neighbours[k]], block);
    }
    svFloat8 d[4], s[4], t[4];
    Lanes_Transpose(diagonals, d);
    Lanes_Transpose(sides, s);
    Lanes_Transpose(twists, t);
    float(*m)[SWEEP_LANES] = rows->blocks[slot].at;
    const svLanes twist = Lanes_Scale(LoadSigns(sources), (svLanes){t[0], t[1], t[2]});
    const svFloat8 xx = Float8_Add(d[0], d[3]), yy = Float8_Add(d[1], d[3]);
    const svFloat8 zz = Float8_Add(d[2], d[3]);
    Float8_Store(xx, m[0]);
    Float8_Store(Float8_Sub(s[0], twist.z), m[1]);
    Float8_Store(Float8_Add(s[1], twist.y), m[2]);
    Float8_Store(Float8_Add(s[0], twist.z), m[3]);
    Float8_Store(yy, m[4]);
    Float8_Store(Float8_Sub(s[2], twist.x), m[5]);
    Float8_Store(Float8_Sub(s[1], twist.y), m[6]);
    Float8_Store(Float8_Add(s[2], twist.x), m[7]);
    Float8_Store(zz, m[8]);
    const svFloat8 parts[6] = {xx, s[0], s[1], yy, s[2], zz};
    for (int k = 0; k < 6; ++k) {
        own[k] = Float8_Add(own[k], parts[k]);
    }
}

// The slots of a group; what they add to its own diagonals stands where the inverses will be.
static void FillGroup(const svRowWork* work, uint32_t index) {
    const svLevel* level = work->level;
    const svRows* const kinds[2] = {&level->rows, &level->contacts};
    const svEdgeBlock* const blocks[2] = {level->rowBlocks, work->contacts};
    svFloat8 own[6];
    for (int k = 0; k < 6; ++k) {
        own[k] = Float8_Zero();
    }
    for (int kind = 0; kind < 2 && blocks[kind] != NULL; ++kind) {
        const svRows* rows = kinds[kind];
        for (uint32_t s = rows->start[index]; s < rows->start[index + 1]; ++s) {
            FillSlot(level, rows, s, blocks[kind], own);
        }
    }
    for (int k = 0; k < 6; ++k) {
        Float8_Store(own[k], level->inverses[index].at[k]);
    }
}

static void FillSlots(uint32_t worker, size_t first, size_t end, void* work) {
    const svRowWork* filling = work;
    const svLevel* level = filling->level;
    if (filling->membranes != NULL) {
        const uint32_t* edges = &level->rangeEdges[first / SWEEP_RANGE];
        SumMembranes(worker, edges[0], edges[1], filling->membranes);
    }
    memset(level->sums + first, 0, (end - first) * sizeof(*level->sums));
    const uint32_t firstGroup = RowPlace(level->count, (uint32_t)first).group;
    for (uint32_t t = 0; t < GroupsOfRange(end - first); ++t) {
        FillGroup(filling, firstGroup + t);
    }
}

// Frobenius' norm. In double precision: squares of stiff contacts are beyond the range of floats.
static inline float EdgeBlock_Norm(const svEdgeBlock* block) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
        const double d = (double)Float4_At(block->diagonal, k),
                     s = (double)Float4_At(block->sides, k), t = (double)Float4_At(block->twist, k);
        sum += d * d + 2 * (s * s + t * t);
    }
    return (float)sqrt(sum);
}

// Blocks of a row to the outside: to its diagonal, and half of their norm by the l1 rule.
static inline void FillOuter(const svLevel* level, const svRows* rows, size_t i,
                             const svEdgeBlock* blocks) {
    svDiagonal* sum = &level->sums[i];
    for (uint32_t e = rows->outerStart[i]; e < rows->outerStart[i + 1]; ++e) {
        const uint32_t source = rows->outerSources[e];
        svEdgeBlock block = blocks[source / 2];
        AddSymmetric(sum, &block);
        const float more = Float4_At(block.diagonal, 3);
        block.diagonal = Float4_Add(block.diagonal, Float4_Make(more, more, more));
        rows->outerBlocks[e] = EdgeBlock_ToBlock(&block, source % 2 > 0 ? -1 : 1);
        sum->sides = Float4_Add(sum->sides, Float4_MakeFour(0, 0, 0, EdgeBlock_Norm(&block) / 2));
    }
}

// What is not in slots: own blocks, and what is outside.
static void AddToDiagonal(const svRowWork* work, size_t i) {
    const svLevel* level = work->level;
    const float* own = level->own[i].at;
    svDiagonal* sum = &level->sums[i];
    sum->diagonal = Float4_Add(sum->diagonal, Float4_Make(own[0], own[3], own[5]));
    sum->sides = Float4_Add(sum->sides, Float4_Make(own[1], own[2], own[4]));
    FillOuter(level, &level->rows, i, level->rowBlocks);
    if (work->contacts != NULL) {
        FillOuter(level, &level->contacts, i, work->contacts);
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

// The inverses of the diagonals of a group; 0 for what is held, and empty lanes. E of its rows.
static void InvertGroup(const svRowWork* work, const svGroup* group, uint32_t index) {
    const svLevel* level = work->level;
    svFloat4 diagonals[SWEEP_LANES], sides[SWEEP_LANES];
    float shares[SWEEP_LANES], m[6][SWEEP_LANES];
    for (int k = 0; k < SWEEP_LANES; ++k) {
        const uint32_t i = group->rows[k];
        diagonals[k] = level->sums[i].diagonal;
        sides[k] = level->sums[i].sides;
        for (int c = 0; c < 6; ++c) {
            level->owns[index].at[c][k] = level->own[i].at[c];
        }
        shares[k] = k >= group->lanes || (work->held != NULL && work->held[i]) ? 0 : 1;
    }
    svFloat8 d[4], s[4];
    Lanes_Transpose(diagonals, d);
    Lanes_Transpose(sides, s);
    const svFloat8 more = Float8_Add(d[3], s[3]);
    const svFloat8 parts[6] = {Float8_Add(d[0], more), s[0], s[1],
                               Float8_Add(d[1], more), s[2], Float8_Add(d[2], more)};
    Float8_Store(s[3], level->extra[index].at);
    for (int k = 0; k < 6; ++k) {
        const svFloat8 sum = Float8_Add(Float8_Load(level->inverses[index].at[k]), parts[k]);
        Float8_Store(Float8_Multiply(Float8_Load(shares), sum), m[k]);
    }
    InvertLanes(m, level->inverses[index].at);
}

static void InvertDiagonal(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const svRowWork* filling = work;
    for (size_t i = first; i < end; ++i) {
        AddToDiagonal(filling, i);
    }
    const uint32_t firstGroup = RowPlace(filling->level->count, (uint32_t)first).group;
    for (uint32_t t = 0; t < GroupsOfRange(end - first); ++t) {
        const svGroup group = Group_Of(first, end, t);
        InvertGroup(filling, &group, firstGroup + t);
    }
}

const svAssembly SV_SIM_KERNEL(svAssembly) = {.membranes = SumMembranes,
                                              .coarsen = CoarsenEdges,
                                              .slots = FillSlots,
                                              .diagonals = InvertDiagonal};
