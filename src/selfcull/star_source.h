// The source of the test of stars (see star.h). A file per instruction set chooses a floats header,
// defines KERNEL(name) and includes this one.
//
// With q_i the vertices around v minus v, and a direction n: seen along n, the triangle of q_i and
// q_i+1 has the area n.(q_i x q_i+1) / 2. For a direction m across n, let h_i = m.q_i. Where all
// areas are positive, the direction from v to q_i turns on by less than a half turn from each i to
// the next, so it passes neither the half plane h < 0 nor the half plane h >= 0 without being
// in it: the ring winds around v as often as h_i < 0 <= h_i+1.
//
// Rounding, u = 2^-24. L is the largest |component| of the rounded q_i. Rounding to float moves
// each component of q_i by u L (and a double's rounding, which is nothing beside the rest). h_i as
// computed is that of a q_i whose components are moved by 2 u L more, for m has two components that
// are not zero, and those are components of n as they stand: m is exactly across n. We want all
// areas to stay positive for any q_i moved by 3 u L: on the way from the true star to the one that
// the h_i belong to, the winding then cannot change, and the one that is counted is the true one.
//   A component of q_i x q_i+1 is two products of at most L L: moved by 2 * 6 u L L, and rounded
//   three times, products by u L L and their difference by 2 u L L: 16 u L L in all. The product
//   with n sums up three terms of at most 2 L L |n|, in the 1-norm, with at most two roundings of
//   products and sums to each beside: 6 u L L |n|.
// So 22 u L L |n| in all; 32 covers terms of higher order. Differences of scaled coordinates are at
// most 1, the point in the gap is at most 12 of them, and |n| is 1 but for rounding: underflow adds
// less than 2^-140, for h_i too, whose larger factor is at least 1/3 - 2^-20. An n that is zero or
// not finite makes the bound NaN or infinite, and the star is not spread.

#include "math/floats3.h"
#include "selfcull/star.h"

// As many stars as there are lanes: the vertices around minus the one in the middle, with the point
// in the gap of an open fan, and the first once more.
typedef struct Star {
    svFloats3 q[SV_STAR_RING + 2];
    uint32_t count;
} Star;

// Two vertices around each star, at the places of t0 and t1 in a row.
static inline void ReadTwo(const svLeafReading* reading, const svRow centers[LANES],
                           const uint32_t* points0, const uint32_t* points1, svFloats3 q[2]) {
    const size_t at = reading->instant == 1 ? 4 : 0;
    const svRow scale = svRow_Set(reading->scale);
    _Alignas(64) float rows[LANES][8];
    for (int lane = 0; lane < LANES; ++lane) {
        const svRow row = svRow_Load(reading->points + 8 * (size_t)points0[lane] + at,
                                     reading->points + 8 * (size_t)points1[lane] + at);
        svRow_Round(svRow_Sub(svRow_Mul(row, scale), centers[lane]), rows[lane]);
    }
    svFloats columns[6];
    svRows_Load(rows[0], columns);
    q[0] = (svFloats3){columns[0], columns[1], columns[2]};
    q[1] = (svFloats3){columns[3], columns[4], columns[5]};
}

static inline void ReadStar(const svLeafReading* reading, const svStarGroup* group,
                            const uint32_t* points, Star* star) {
    const size_t at = reading->instant == 1 ? 4 : 0;
    const svRow scale = svRow_Set(reading->scale);
    svRow centers[LANES];
    for (int lane = 0; lane < LANES; ++lane) {
        const double* point = reading->points + 8 * (size_t)points[lane] + at;
        centers[lane] = svRow_Mul(svRow_Load(point, point), scale);
    }
    const uint32_t* around = points + SV_WIDTH;
    for (uint32_t i = 0; i < group->count; i += 2) {
        const uint32_t next = i + 1 < group->count ? i + 1 : i;
        ReadTwo(reading, centers, around + (size_t)SV_WIDTH * i, around + (size_t)SV_WIDTH * next,
                star->q + i);
    }
    star->count = group->count;
}

// The point in the gap is opposite to the others.
static inline void CloseStar(bool open, Star* star) {
    if (open) {
        const svFloats zero = svFloats_Set(0);
        svFloats3 gap = {zero, zero, zero};
        for (uint32_t i = 0; i < star->count; ++i) {
            gap = svFloats3_Sub(gap, star->q[i]);
        }
        star->q[star->count++] = gap;
    }
    star->q[star->count] = star->q[0];
}

static inline svFloats Largest(const Star* star) {
    svFloats most = svFloats_Set(0);
    for (uint32_t i = 0; i < star->count; ++i) {
        const svFloats3 q = star->q[i];
        most = svFloats_Max(
            svFloats_Max(svFloats_Max(svFloats_Abs(q.x), svFloats_Abs(q.y)), svFloats_Abs(q.z)),
            most);
    }
    return most;
}

// A direction across n, with the largest component of n in it.
static inline svFloats3 Across(svFloats3 n) {
    const svFloats zero = svFloats_Set(0);
    const svFloats most = svFloats_Max(svFloats_Abs(n.x), svFloats_Abs(n.y));
    const svFloatsMask upright = svFloats_Less(most, svFloats_Abs(n.z));
    return (svFloats3){svFloats_Select(upright, zero, zero - n.y),
                       svFloats_Select(upright, zero - n.z, n.x),
                       svFloats_Select(upright, n.y, zero)};
}

// The lanes, as bits, that are spread. n is the sum of the triangles' normals, scaled.
static inline uint32_t SpreadLanes(const Star* star, uint32_t triangleCount) {
    const svFloats zero = svFloats_Set(0);
    svFloats3 normals[SV_STAR_RING + 1], n = {zero, zero, zero};
    for (uint32_t i = 0; i < star->count; ++i) {
        normals[i] = svFloats3_Cross(star->q[i], star->q[i + 1]);
        n = i < triangleCount ? svFloats3_Add(n, normals[i]) : n;
    }
    const svFloats inverse = svFloats_Set(1) / svFloats3_Norm1(n);
    n = (svFloats3){inverse * n.x, inverse * n.y, inverse * n.z};
    const svFloats most = Largest(star);
    const svFloats error = svFloats_Set(32 * UNIT) * (most * most);
    const svFloats bound = svFloats_MulAdd(svFloats3_Norm1(n), error, svFloats_Set(TINY));
    const svFloats3 across = Across(n);
    svFloatsMask positive = svFloats_Less(bound, svFloats3_Dot(n, normals[0]));
    uint32_t once = 0, twice = 0;
    uint32_t below = svFloatsMask_Bits(svFloats_Less(svFloats3_Dot(across, star->q[0]), zero));
    for (uint32_t i = 0; i < star->count; ++i) {
        const svFloats height = svFloats3_Dot(across, star->q[i + 1]);
        const uint32_t nextBelow = svFloatsMask_Bits(svFloats_Less(height, zero));
        const uint32_t crosses = below & ~nextBelow;
        twice |= once & crosses;
        once |= crosses;
        below = nextBelow;
        positive = svFloatsMask_And(positive, svFloats_Less(bound, svFloats3_Dot(n, normals[i])));
    }
    return svFloatsMask_Bits(positive) & once & ~twice;
}

uint32_t KERNEL(svStar_Spread)(const svLeafReading* reading, const svStarGroup* group,
                               const uint32_t* points) {
    uint32_t spread = 0;
    for (int first = 0; first < SV_WIDTH; first += LANES) {
        Star star;
        ReadStar(reading, group, points + first, &star);
        CloseStar(group->open, &star);
        spread |= SpreadLanes(&star, group->open ? group->count - 1 : group->count) << first;
    }
    return spread;
}
