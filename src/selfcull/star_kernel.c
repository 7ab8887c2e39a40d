// Whether stars are spread (star.h). In: a group of sixteen stars and positions. Out: a bit per
// star that is certainly spread. A kernel: compiled once per instruction set (math/target.h).

#include "dispatch/kernels.h"
#include "math/floats3.h"
#include "selfcull/star.h"

// A star per lane: the one-ring relative to the centre, with the point in the gap of an open fan,
// and the first repeated.
typedef struct Star {
    svFloats3 q[SV_STAR_RING + 2];
    uint32_t count;
} Star;

// Two vertices of each one-ring at once, where a row has t0 and t1.
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

static inline svFloats LargestOffset(const Star* star) {
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
static inline svFloats3 AcrossNormal(svFloats3 n) {
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
    const svFloats most = LargestOffset(star);
    const svFloats error = svFloats_Set(32 * UNIT) * (most * most);
    const svFloats bound = svFloats_MulAdd(svFloats3_Norm1(n), error, svFloats_Set(TINY));
    const svFloats3 across = AcrossNormal(n);
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

uint32_t SV_KERNEL(spreadStars)(const svLeafReading* reading, const svStarGroup* group,
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
