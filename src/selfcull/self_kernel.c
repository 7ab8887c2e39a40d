// The wide kernels of self-collision culling (self_test.h). In: faces of a leaf, or the sides of a
// contour. Out: true only if all projected areas are certainly positive, or certainly no two sides
// touch. Compiled once per instruction set (math/target.h).

#include "selfcull/self_kernel.h"
#include "dispatch/kernels.h"
#include "math/floats3.h"

#include <string.h>

// ---- faces -----------------------------------------------------------------------------------

// Rounding, u = 2^-24. S is the leaf's size: its coordinates are at most S, and off by u S (1 +
// 2^-28). |U| and |W| in the 1-norm are below 7/4. So a projected coordinate is at most 7/4 S, and
// off by 7/4 (1 + 3) u S = 7 u S with the roundings of its sum. The sides of triangles are at most
// `side` along each axis, so a projected side is at most M = 2 side + 2^-18 S, as computed and in
// truth, and off by 2 * 7 u S and its rounding u M: by 20 u S, since M is at most 4 S + 2^-18 S.
// A product of two sides is then off by 2 M 20 u S and its rounding u M M; an area is two of them
// and rounded once more: 80 u S M + 4 u M M <= 100 u S M. The middle coefficient is two areas, and
// rounded once more.
#define FACE_SLACK (128 * UNIT)

// The projected vertices of a leaf: u and w at t0, u and w at t1.
typedef struct Seen {
    _Alignas(64) float at[4][SV_WIDTH];
} Seen;

static inline void ProjectLeaf(const svLeafMotion* motion, const svSelfView* view, int times,
                               Seen* seen) {
    const svFloats3 u = svFloats3_Set(view->u), w = svFloats3_Set(view->w);
    for (int c = 0; c < SV_WIDTH; c += LANES) {
        for (int time = 0; time < times; ++time) {
            const float(*x)[SV_WIDTH] = motion->x + 3 * time;
            const svFloats3 p = {svFloats_Load(x[0] + c), svFloats_Load(x[1] + c),
                                 svFloats_Load(x[2] + c)};
            svFloats_Store(seen->at[2 * time] + c, svFloats3_Dot(u, p));
            svFloats_Store(seen->at[2 * time + 1] + c, svFloats3_Dot(w, p));
        }
    }
}

// e x g in the plane
static inline svFloats PlaneArea(svFloats eu, svFloats ew, svFloats gu, svFloats gw) {
    return svFloats_MulSub(ew, gu, eu * gw);
}

static inline bool AreFacesPositive(const svLeaf* leaf, const svLeafMotion* motion,
                                    const svSelfView* view, int times) {
    Seen seen;
    ProjectLeaf(motion, view, times, &seen);
    const float longest = 2 * motion->side + 0x1p-18f * motion->size;
    const svFloats slack = svFloats_Set(FACE_SLACK * motion->size * longest + TINY);
    uint32_t positive = 0;
    for (int c = 0; c < SV_WIDTH; c += LANES) {
        const svLanes corner0 = svLanes_Load(leaf->faceVertices[0] + c);
        const svLanes corner1 = svLanes_Load(leaf->faceVertices[1] + c);
        const svLanes corner2 = svLanes_Load(leaf->faceVertices[2] + c);
        svFloats e[4], g[4];
        for (int k = 0; k < 2 * times; ++k) {
            const svFloats start = svFloats_Lookup(seen.at[k], corner0);
            e[k] = svFloats_Lookup(seen.at[k], corner1) - start;
            g[k] = svFloats_Lookup(seen.at[k], corner2) - start;
        }
        svFloats least = PlaneArea(e[0], e[1], g[0], g[1]);
        if (times == 2) {
            const svFloats area1 = PlaneArea(e[2], e[3], g[2], g[3]);
            const svFloats middle =
                PlaneArea(e[0], e[1], g[2], g[3]) + PlaneArea(e[2], e[3], g[0], g[1]);
            least = svFloats_Min(svFloats_Min(least, area1), middle * svFloats_Set(0.5f));
        }
        positive |= svFloatsMask_Bits(svFloats_Less(slack, least)) << c;
    }
    return (FirstLanes(leaf->faceCount) & ~positive) == 0;
}

bool SV_KERNEL(facesArePositive)(const svLeaf* leaf, const svLeafMotion* motion,
                                 const svSelfView* view, bool moving) {
    return moving ? AreFacesPositive(leaf, motion, view, 2)
                  : AreFacesPositive(leaf, motion, view, 1);
}

// ---- contour ---------------------------------------------------------------------------------

// Rounding, u = 2^-24. Differences to the first point are at most R along each axis; rounded to
// double and to float they are off by u R (1 + 2^-28). With |U| below 7/4 in the 1-norm, a
// projected coordinate is at most 7/4 R, and off by 7/4 (1 + 3) u R with the roundings of its sum:
// 8 u reach. Boxes are widened by 12 u reach, which covers that and their own rounding.
#define BOX_SLACK (12 * UNIT)

// Along an axis (a, b) a point is at a u + b w: off by (|a| + |b|) 8 u reach, and by the rounding
// of products of at most (|a| + |b|) 2 reach, twice: 4 u reach (|a| + |b|). Two points are
// compared, and `gap` is added: 30 would do.
#define AXIS_SLACK (40 * UNIT)

// Up to here a second level of boxes does not pay.
#define FEW_SIDES 48

static inline svRow ScaledPoint(const svLeafReading* reading, uint32_t point) {
    const double* at = reading->points + 8 * (size_t)point;
    const int instant = reading->instant;
    return svRow_Mul(svRow_Load(at + (instant == 1 ? 4 : 0), at + (instant == 0 ? 0 : 4)),
                     svRow_Set(reading->scale));
}

void SV_KERNEL(projectContour)(const svLeafReading* reading, const uint32_t* points,
                               const svSelfView* view, svContour* contour) {
    const svRow origin = ScaledPoint(reading, points[0]);
    const svFloats3 u = svFloats3_Set(view->u), w = svFloats3_Set(view->w);
    const size_t stride = contour->stride;
    float* from = contour->rows + SV_SIDE_FROM * stride;
    svFloats most = svFloats_Set(0);
    for (size_t i = 0; i < stride; i += LANES) {
        _Alignas(64) float rows[LANES][8];
        svFloats x[6];
        for (size_t lane = 0; lane < LANES; ++lane) {
            svRow_Round(svRow_Sub(ScaledPoint(reading, points[i + lane]), origin), rows[lane]);
        }
        svRows_Load(rows[0], x);
        for (size_t time = 0; time < 2; ++time) {
            const svFloats3 p = {x[3 * time], x[3 * time + 1], x[3 * time + 2]};
            svFloats_Store(from + 2 * time * stride + i, svFloats3_Dot(u, p));
            svFloats_Store(from + (2 * time + 1) * stride + i, svFloats3_Dot(w, p));
            most =
                svFloats_Max(most, svFloats_Max(svFloats_Max(svFloats_Abs(p.x), svFloats_Abs(p.y)),
                                                svFloats_Abs(p.z)));
        }
    }
    contour->reach = svFloats_MaxLane(most) * (1 + 0x1p-20f) + TINY;
}

static void SetBoxes(const svContour* contour) {
    const size_t stride = contour->stride;
    const svFloats slack = svFloats_Set(BOX_SLACK * contour->reach + TINY);
    for (uint32_t i = 0; i < stride; i += LANES) {
        for (size_t k = 0; k < 4; ++k) {
            const svFloats from = svFloats_Load(contour->rows + (SV_SIDE_FROM + k) * stride + i);
            const svFloats to = svFloats_Load(contour->rows + (SV_SIDE_TO + k) * stride + i);
            svFloats_Store(contour->rows + (SV_SIDE_LOWER + k) * stride + i,
                           svFloats_Min(from, to) - slack);
            svFloats_Store(contour->rows + (SV_SIDE_UPPER + k) * stride + i,
                           svFloats_Max(from, to) + slack);
        }
    }
}

static void SetBlocks(const svContour* contour) {
    const size_t stride = contour->stride;
    memset(contour->blocks, 0, 8 * (size_t)contour->blockStride * sizeof(float));
    for (uint32_t i = 0; i < stride; i += SV_WIDTH) {
        for (size_t k = 0; k < 4; ++k) {
            const float* lower = contour->rows + (SV_SIDE_LOWER + k) * stride + i;
            const float* upper = contour->rows + (SV_SIDE_UPPER + k) * stride + i;
            svFloats least = svFloats_Load(lower), most = svFloats_Load(upper);
            for (int c = LANES; c < SV_WIDTH; c += LANES) {
                least = svFloats_Min(least, svFloats_Load(lower + c));
                most = svFloats_Max(most, svFloats_Load(upper + c));
            }
            contour->blocks[k * contour->blockStride + i / SV_WIDTH] = svFloats_MinLane(least);
            contour->blocks[(4 + k) * contour->blockStride + i / SV_WIDTH] = svFloats_MaxLane(most);
        }
    }
}

// A box in all lanes: lower and upper ends of u and w at t0, of u and w at t1.
typedef struct Box {
    svFloats lower[4], upper[4];
} Box;

// `lower` and `upper` begin with the rows of the boxes.
static inline Box BoxInAllLanes(const float* lower, const float* upper, size_t stride, uint32_t i) {
    Box box;
    for (size_t k = 0; k < 4; ++k) {
        box.lower[k] = svFloats_Set(lower[k * stride + i]);
        box.upper[k] = svFloats_Set(upper[k * stride + i]);
    }
    return box;
}

// The lanes whose boxes are not separated from a box: along one axis, on the same side at both
// times.
static inline uint32_t NearBoxes(const Box* box, const float* lower, const float* upper,
                                 size_t stride, uint32_t lane) {
    svFloatsMask separated[2];
    for (size_t axis = 0; axis < 2; ++axis) {
        const size_t t0 = axis * stride + lane, t1 = (axis + 2) * stride + lane;
        const svFloatsMask below =
            svFloatsMask_And(svFloats_Less(svFloats_Load(upper + t0), box->lower[axis]),
                             svFloats_Less(svFloats_Load(upper + t1), box->lower[axis + 2]));
        const svFloatsMask above =
            svFloatsMask_And(svFloats_Less(box->upper[axis], svFloats_Load(lower + t0)),
                             svFloats_Less(box->upper[axis + 2], svFloats_Load(lower + t1)));
        separated[axis] = svFloatsMask_Or(below, above);
    }
    return ~svFloatsMask_Bits(svFloatsMask_Or(separated[0], separated[1])) & FirstLanes(LANES);
}

// A side, or several in lanes: u and w of its ends at t0 and at t1.
typedef struct Sides {
    svFloats from[4], to[4];
} Sides;

static inline Sides SidesAt(const svContour* contour, uint32_t lane) {
    Sides sides;
    for (size_t k = 0; k < 4; ++k) {
        sides.from[k] = svFloats_Load(contour->rows + (SV_SIDE_FROM + k) * contour->stride + lane);
        sides.to[k] = svFloats_Load(contour->rows + (SV_SIDE_TO + k) * contour->stride + lane);
    }
    return sides;
}

static inline Sides SideInAllLanes(const svContour* contour, uint32_t i) {
    Sides sides;
    for (size_t k = 0; k < 4; ++k) {
        sides.from[k] = svFloats_Set(contour->rows[(SV_SIDE_FROM + k) * contour->stride + i]);
        sides.to[k] = svFloats_Set(contour->rows[(SV_SIDE_TO + k) * contour->stride + i]);
    }
    return sides;
}

typedef struct Range {
    svFloats lower, upper;
} Range;

static inline Range RangeAlong(svFloats a, svFloats b, const Sides* sides, int time) {
    const svFloats from = svFloats_MulAdd(a, sides->from[2 * time], b * sides->from[2 * time + 1]);
    const svFloats to = svFloats_MulAdd(a, sides->to[2 * time], b * sides->to[2 * time + 1]);
    return (Range){svFloats_Min(from, to), svFloats_Max(from, to)};
}

// Whether the axis (a, b) separates the sides at both times, on the same side.
static inline svFloatsMask SidesSeparatedAlong(svFloats a, svFloats b, const Sides* p,
                                               const Sides* q, svFloats slack) {
    const svFloats gap =
        svFloats_MulAdd(slack, svFloats_Abs(a) + svFloats_Abs(b), svFloats_Set(TINY));
    const Range p0 = RangeAlong(a, b, p, 0), q0 = RangeAlong(a, b, q, 0);
    const Range p1 = RangeAlong(a, b, p, 1), q1 = RangeAlong(a, b, q, 1);
    const svFloatsMask below = svFloatsMask_And(svFloats_Less(q0.upper + gap, p0.lower),
                                                svFloats_Less(q1.upper + gap, p1.lower));
    const svFloatsMask above = svFloatsMask_And(svFloats_Less(p0.upper + gap, q0.lower),
                                                svFloats_Less(p1.upper + gap, q1.lower));
    return svFloatsMask_Or(below, above);
}

// Along the normal of the sides in the middle of the step.
static inline svFloatsMask SidesSeparatedAcross(const Sides* across, const Sides* p, const Sides* q,
                                                svFloats slack) {
    const svFloats u = across->to[0] - across->from[0] + (across->to[2] - across->from[2]);
    const svFloats w = across->to[1] - across->from[1] + (across->to[3] - across->from[3]);
    return SidesSeparatedAlong(svFloats_Set(0) - w, u, p, q, slack);
}

// Along the line between their midpoints.
static inline svFloatsMask SidesSeparatedBetween(const Sides* p, const Sides* q, svFloats slack) {
    const svFloats u = q->from[0] + q->to[0] - (p->from[0] + p->to[0]) +
                       (q->from[2] + q->to[2] - (p->from[2] + p->to[2]));
    const svFloats w = q->from[1] + q->to[1] - (p->from[1] + p->to[1]) +
                       (q->from[3] + q->to[3] - (p->from[3] + p->to[3]));
    return SidesSeparatedAlong(u, w, p, q, slack);
}

// The lanes that no axis separates from side i.
static inline uint32_t NearSides(const svContour* contour, uint32_t i, uint32_t lane) {
    const Sides p = SideInAllLanes(contour, i), q = SidesAt(contour, lane);
    const svFloats slack = svFloats_Set(AXIS_SLACK * contour->reach);
    const svFloatsMask separated =
        svFloatsMask_Or(svFloatsMask_Or(SidesSeparatedAcross(&p, &p, &q, slack),
                                        SidesSeparatedAcross(&q, &p, &q, slack)),
                        SidesSeparatedBetween(&p, &q, slack));
    return ~svFloatsMask_Bits(separated) & FirstLanes(LANES);
}

// The neighbours of a side i behind it: i + 1, and the last of the loop if i is its first; else i.
typedef struct Neighbours {
    uint32_t next, last;
} Neighbours;

// The lanes of sides behind i that share no vertex with it.
static inline uint32_t OtherLanes(const svContour* contour, uint32_t i, Neighbours neighbours,
                                  uint32_t lane) {
    const uint32_t rest = contour->count > lane ? contour->count - lane : 0;
    uint32_t bits = FirstLanes(rest < LANES ? rest : LANES);
    bits &= i < lane ? bits : i - lane < LANES ? ~FirstLanes(i - lane + 1) : 0;
    bits &= ~(neighbours.next - lane < LANES ? 1u << (neighbours.next - lane) : 0);
    return bits & ~(neighbours.last - lane < LANES ? 1u << (neighbours.last - lane) : 0);
}

// Whether side i is separated from the sides behind it in the lanes from `first` to `end`.
static inline bool SideIsSeparated(const svContour* contour, uint32_t i, Neighbours neighbours,
                                   uint32_t first, uint32_t end) {
    const float* lower = contour->rows + SV_SIDE_LOWER * (size_t)contour->stride;
    const float* upper = contour->rows + SV_SIDE_UPPER * (size_t)contour->stride;
    const Box box = BoxInAllLanes(lower, upper, contour->stride, i);
    for (uint32_t lane = first; lane < end; lane += LANES) {
        uint32_t near = NearBoxes(&box, lower, upper, contour->stride, lane);
        near = near == 0 ? 0 : near & OtherLanes(contour, i, neighbours, lane);
        if (near != 0 && (near & NearSides(contour, i, lane)) != 0) {
            return false;
        }
    }
    return true;
}

// *loop is the loop of side i, and becomes that of the next.
static inline Neighbours NeighboursOf(const svContour* contour, uint32_t i, uint32_t* loop) {
    const uint32_t start = *loop == 0 ? 0 : contour->loopEnds[*loop - 1];
    const uint32_t end = contour->loopEnds[*loop];
    *loop += i + 1 == end;
    return (Neighbours){i + 1 < end ? i + 1 : i, i == start ? end - 1 : i};
}

// Tests every side against all behind it.
static bool FewSidesSeparated(const svContour* contour) {
    uint32_t loop = 0;
    for (uint32_t i = 0; i < contour->count; ++i) {
        const Neighbours neighbours = NeighboursOf(contour, i, &loop);
        if (!SideIsSeparated(contour, i, neighbours, (i + 1) / LANES * LANES, contour->count)) {
            return false;
        }
    }
    return true;
}

// Two levels: boxes of sixteen sides first.
static bool ManySidesSeparated(const svContour* contour) {
    const float* lower = contour->blocks;
    const float* upper = contour->blocks + 4 * (size_t)contour->blockStride;
    const uint32_t blockCount = contour->stride / SV_WIDTH;
    SetBlocks(contour);
    uint32_t loop = 0;
    for (uint32_t a = 0; a < blockCount; ++a) {
        const Box box = BoxInAllLanes(lower, upper, contour->blockStride, a);
        const uint32_t first = a * SV_WIDTH;
        const uint32_t rest = contour->count - first;
        const uint32_t sides = rest < SV_WIDTH ? rest : SV_WIDTH;
        Neighbours neighbours[SV_WIDTH];
        for (uint32_t i = 0; i < sides; ++i) {
            neighbours[i] = NeighboursOf(contour, first + i, &loop);
        }
        for (uint32_t lane = a / LANES * LANES; lane < blockCount; lane += LANES) {
            uint32_t near = NearBoxes(&box, lower, upper, contour->blockStride, lane);
            for (; near != 0; near &= near - 1) {
                const uint32_t b = lane + (uint32_t)__builtin_ctz(near);
                for (uint32_t i = 0; b >= a && b < blockCount && i < sides; ++i) {
                    if (!SideIsSeparated(contour, first + i, neighbours[i], b * SV_WIDTH,
                                         (b + 1) * SV_WIDTH)) {
                        return false;
                    }
                }
            }
        }
    }
    return true;
}

bool SV_KERNEL(contourIsApart)(const svContour* contour) {
    SetBoxes(contour);
    return contour->count <= FEW_SIDES ? FewSidesSeparated(contour) : ManySidesSeparated(contour);
}
