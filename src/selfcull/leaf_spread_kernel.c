// Whether a leaf is spread (leaf_spread.h). In: a leaf, its motion and rim. Out: true only if it is
// certainly free of self-intersection. A kernel: compiled once per instruction set (math/target.h).

#include "dispatch/kernels.h"
#include "math/floats3.h"
#include "selfcull/leaf_spread.h"

// The projection, in all lanes.
typedef struct View {
    svTable3 x;
    svFloats3 normal, across;
    svFloats bound;
} View;

// The mean of the vertices of the rim.
static inline void SetMiddle(svTable3 x, const svLeafRim* rim, float middle[3]) {
    float sum[3] = {0, 0, 0};
    for (int i = 0; i < rim->count; ++i) {
        sum[0] += x[0][rim->from[i]];
        sum[1] += x[1][rim->from[i]];
        sum[2] += x[2][rim->from[i]];
    }
    for (int k = 0; k < 3; ++k) {
        middle[k] = sum[k] / (float)rim->count;
    }
}

static inline View ViewOf(const svLeafMotion* motion) {
    const float* n = motion->normal;
    const float x = __builtin_fabsf(n[0]), y = __builtin_fabsf(n[1]), z = __builtin_fabsf(n[2]);
    // With the largest component of n in it.
    const bool upright = z > x && z > y;
    const float across[3] = {upright ? 0 : -n[1], upright ? -n[2] : n[0], upright ? n[1] : 0};
    const float size = motion->size;
    return (View){
        .x = motion->x,
        .normal = svFloats3_Set(n),
        .across = svFloats3_Set(across),
        .bound = svFloats_Set(512 * UNIT * (size * size) + TINY),
    };
}

static inline uint32_t PositiveLanes(const View* view, svFloats3 u, svFloats3 w) {
    const svFloats area = svFloats3_Dot(view->normal, svFloats3_Cross(u, w));
    return svFloatsMask_Bits(svFloats_Less(view->bound, area));
}

static inline uint32_t BelowLanes(const View* view, svFloats3 p) {
    return svFloatsMask_Bits(svFloats_Less(svFloats3_Dot(view->across, p), svFloats_Set(0)));
}

static inline bool AreLeafFacesPositive(const View* view, const svLeaf* leaf) {
    uint32_t positive = 0;
    for (int c = 0; c < SV_WIDTH; c += LANES) {
        const svFloats3 x0 = svFloats3_Lookup(view->x, svLanes_Load(leaf->faceVertices[0] + c));
        const svFloats3 x1 = svFloats3_Lookup(view->x, svLanes_Load(leaf->faceVertices[1] + c));
        const svFloats3 x2 = svFloats3_Lookup(view->x, svLanes_Load(leaf->faceVertices[2] + c));
        positive |= PositiveLanes(view, svFloats3_Sub(x1, x0), svFloats3_Sub(x2, x0)) << c;
    }
    return (FirstLanes(leaf->faceCount) & ~positive) == 0;
}

// The sides of the rim that do not certainly turn counter-clockwise around c, and those that cross
// a ray from c, upwards.
typedef struct RimLanes {
    uint32_t wrong, crosses;
} RimLanes;

static inline RimLanes TestRim(const View* view, const svLeafRim* rim, const float middle[3]) {
    const svFloats3 at = svFloats3_Set(middle);
    uint32_t positive = 0, crosses = 0;
    for (int c = 0; c < SV_WIDTH; c += LANES) {
        const svFloats3 from = svFloats3_Lookup(view->x, svLanes_Load(rim->from + c));
        const svFloats3 to = svFloats3_Lookup(view->x, svLanes_Load(rim->to + c));
        const svFloats3 p = svFloats3_Sub(from, at), q = svFloats3_Sub(to, at);
        positive |= PositiveLanes(view, p, q) << c;
        crosses |= (BelowLanes(view, p) & ~BelowLanes(view, q)) << c;
    }
    const uint32_t lanes = FirstLanes(rim->count);
    return (RimLanes){lanes & ~positive, lanes & crosses};
}

// Moves c to the inside of a side of the rim, across the side and n, to a fifth of its length. No
// coordinate may become larger than S.
static inline void MoveInside(const svLeafMotion* motion, const svLeafRim* rim, uint32_t side,
                              float middle[3]) {
    const float* n = motion->normal;
    float along[3], p[3];
    for (int k = 0; k < 3; ++k) {
        p[k] = middle[k] - motion->x[k][rim->from[side]];
        along[k] = motion->x[k][rim->to[side]] - motion->x[k][rim->from[side]];
    }
    const float inward[3] = {n[1] * along[2] - n[2] * along[1], n[2] * along[0] - n[0] * along[2],
                             n[0] * along[1] - n[1] * along[0]};
    const float square = inward[0] * inward[0] + inward[1] * inward[1] + inward[2] * inward[2];
    const float inside = inward[0] * p[0] + inward[1] * p[1] + inward[2] * p[2];
    const float step = square > 0 ? 0.2f - inside / square : 0;
    for (int k = 0; k < 3; ++k) {
        const float moved = middle[k] + step * inward[k];
        middle[k] = moved > motion->size    ? motion->size
                    : moved > -motion->size ? moved
                                            : -motion->size;
    }
}

bool SV_KERNEL(isLeafSpread)(const svLeaf* leaf, const svLeafMotion* motion, const svLeafRim* rim) {
    if (rim->count == 0) {
        return false;
    }
    const View view = ViewOf(motion);
    if (!AreLeafFacesPositive(&view, leaf)) {
        return false;
    }
    float middle[3];
    SetMiddle(motion->x, rim, middle);
    RimLanes lanes = TestRim(&view, rim, middle);
    // Mostly c is on the wrong side of a single side: move it once and test again.
    if (lanes.wrong != 0) {
        MoveInside(motion, rim, (uint32_t)__builtin_ctz(lanes.wrong), middle);
        lanes = TestRim(&view, rim, middle);
    }
    return lanes.wrong == 0 && __builtin_popcount(lanes.crosses) == 1;
}
