// Triangles without a common vertex: separating axes (see triangle_filter.h).
#ifndef SELVAGE_FILTER_TRIANGLE_FILTER_APART_H
#define SELVAGE_FILTER_TRIANGLE_FILTER_APART_H

#include "filter/triangle_filter_pair.h"

// Lanes that the direction separates. The ends of the two projections are off by the differences'
// 4 u R three times over and by ten roundings, all times the direction's 1-norm: 32 u R covers it.
static inline svFloatsMask SeparatedAlong(const Triangles* t, svFloats3 direction, svFloats error) {
    const svFloats u1 = svFloats3_Dot(direction, t->u1), u2 = svFloats3_Dot(direction, t->u2);
    const svFloats w1 = svFloats3_Dot(direction, t->w1), w2 = svFloats3_Dot(direction, t->w2);
    const svFloats q = svFloats3_Dot(direction, t->q);
    const svFloats up = (q + Min0(w1, w2)) - Max0(u1, u2);
    const svFloats down = Min0(u1, u2) - (q + Max0(w1, w2));
    const svFloats bound = svFloats_MulAdd(svFloats3_Norm1(direction), error, svFloats_Set(TINY));
    return svFloats_Less(bound, svFloats_Max(up, down));
}

// Lanes that the plane of one of the two triangles separates.
static inline svFloatsMask SeparatedByPlanes(const Triangles* t, svFloats error, Determinants* d) {
    const svFloats zero = svFloats_Set(0);
    SetDeterminants(t, d);
    d->least = d->a0 + Min0(d->a1, d->a2);
    d->most = d->a0 + Max0(d->a1, d->a2);
    // The heights of a over the plane of b are 0 - b0, b1 - b0, b2 - b0. Each height is a sum of
    // two determinants.
    const svFloats above = svFloats_Max(d->least, Min0(d->b1, d->b2) - d->b0);
    const svFloats below = svFloats_Min(d->most, Max0(d->b1, d->b2) - d->b0);
    const svFloats bound = error + error;
    return svFloatsMask_Or(svFloats_Less(bound, above), svFloats_Less(below, zero - bound));
}

// The larger of the gaps on either side along the axis e x f: with t = (e x f).q, b reaches from t
// over t + b, a from 0 over a.
static inline svFloats AxisGap(svFloats t, svFloats leastA, svFloats mostA, svFloats leastB,
                               svFloats mostB) {
    return svFloats_Max((t + leastB) - mostA, leastA - (t + mostB));
}

// Lanes that a cross product of an edge of a and one of b separates.
//
// With e one of u1, u2, u3 = u2 - u1 and f of w1, w2, w3: along e x f the ends of e coincide, and
// the third vertex of a lies det(e, f, side) away, which is normalA.f but for its sign; the same
// for b. So all nine axes come from four determinants with q, two with normalA and two with
// normalB. Errors, in units of one determinant's: (e x f).q has 1, 2 or 4, the other two 1 or 2
// each, as none, one or both of e and f are differences themselves: 3, 5 or 8 in all. The sums'
// roundings are at most 30, 60 and 132 u l l r (terms are at most 6 l l r), less than the 28 u l l
// r that each error has to spare, times 3, 5, 8.
static inline svFloatsMask SeparatedByEdges(const Triangles* t, const Determinants* d,
                                            svFloats error) {
    const svFloats zero = svFloats_Set(0);
    const svFloats3 c1 = svFloats3_Cross(t->q, t->u1), c2 = svFloats3_Cross(t->q, t->u2);
    const svFloats t11 = svFloats3_Dot(c1, t->w1), t12 = svFloats3_Dot(c1, t->w2);
    const svFloats t21 = svFloats3_Dot(c2, t->w1), t22 = svFloats3_Dot(c2, t->w2);
    const svFloats t31 = t21 - t11, t32 = t22 - t12, t13 = t12 - t11, t23 = t22 - t21;
    const svFloats t33 = t23 - t13;
    const svFloats a3 = d->a2 - d->a1, b3 = d->b2 - d->b1;
    const svFloats lowA1 = svFloats_Min(d->a1, zero), highA1 = svFloats_Max(d->a1, zero);
    const svFloats lowA2 = svFloats_Min(d->a2, zero), highA2 = svFloats_Max(d->a2, zero);
    const svFloats lowA3 = svFloats_Min(a3, zero), highA3 = svFloats_Max(a3, zero);
    const svFloats lowB1 = svFloats_Min(d->b1, zero), highB1 = svFloats_Max(d->b1, zero);
    const svFloats lowB2 = svFloats_Min(d->b2, zero), highB2 = svFloats_Max(d->b2, zero);
    const svFloats lowB3 = svFloats_Min(b3, zero), highB3 = svFloats_Max(b3, zero);
    // e = u1 sees the third vertex of a at -normalA.f, u2 and u3 at normalA.f; f = w1 that of b at
    // normalB.e, w2 and w3 at -normalB.e.
    svFloats gap = AxisGap(t11, zero - highA1, zero - lowA1, lowB1, highB1);
    gap = svFloats_Max(gap, AxisGap(t12, zero - highA2, zero - lowA2, zero - highB1, zero - lowB1));
    gap = svFloats_Max(gap, AxisGap(t21, lowA1, highA1, lowB2, highB2));
    gap = svFloats_Max(gap, AxisGap(t22, lowA2, highA2, zero - highB2, zero - lowB2));
    svFloats further = AxisGap(t13, zero - highA3, zero - lowA3, zero - highB1, zero - lowB1);
    further = svFloats_Max(further, AxisGap(t23, lowA3, highA3, zero - highB2, zero - lowB2));
    further = svFloats_Max(further, AxisGap(t31, lowA1, highA1, lowB3, highB3));
    further = svFloats_Max(further, AxisGap(t32, lowA2, highA2, zero - highB3, zero - lowB3));
    const svFloats last = AxisGap(t33, lowA3, highA3, zero - highB3, zero - lowB3);
    return svFloatsMask_Or(svFloats_Less(svFloats_Set(3) * error, gap),
                           svFloatsMask_Or(svFloats_Less(svFloats_Set(5) * error, further),
                                           svFloats_Less(svFloats_Set(8) * error, last)));
}

// Lanes that a normal of an edge, in the plane of its triangle, separates. Normals are scaled by
// 1 / l so that no product underflows for want of size alone; any direction is good.
static inline uint32_t SeparatedInPlane(const Triangles* t, const Determinants* d,
                                        const Errors* errors) {
    const svFloats s = errors->inverse;
    const svFloats3 na = {s * d->normalA.x, s * d->normalA.y, s * d->normalA.z};
    const svFloats3 nb = {s * d->normalB.x, s * d->normalB.y, s * d->normalB.z};
    const svFloats3 edges[6] = {t->u1, t->u2, svFloats3_Sub(t->u2, t->u1),
                                t->w1, t->w2, svFloats3_Sub(t->w2, t->w1)};
    uint32_t separated = 0;
    for (int i = 0; i < 6; ++i) {
        const svFloats3 direction = svFloats3_Cross(i < 3 ? na : nb, edges[i]);
        separated |= svFloatsMask_Bits(SeparatedAlong(t, direction, errors->axis));
    }
    return separated;
}

// The lanes, as bits, that remain.
static inline uint32_t RemainApart(const Triangles* t, const Errors* errors) {
    Determinants d;
    uint32_t left =
        FirstLanes(LANES) & ~svFloatsMask_Bits(SeparatedByPlanes(t, errors->triple, &d));
    if (left == 0) {
        return 0;
    }
    const svFloats3 sides = svFloats3_Sub(svFloats3_Add(t->w1, t->w2), svFloats3_Add(t->u1, t->u2));
    const svFloats3 q2 = svFloats3_Add(t->q, t->q);
    const svFloats3 between = svFloats3_Add(sides, svFloats3_Add(q2, t->q));
    left &= ~svFloatsMask_Bits(SeparatedAlong(t, between, errors->axis));
    if (left == 0) {
        return 0;
    }
    left &= ~svFloatsMask_Bits(SeparatedByEdges(t, &d, errors->triple));
    const svFloats deviation = svFloats_Max(d.most, svFloats_Set(0) - d.least);
    const svFloats bound = errors->triple + errors->triple;
    if ((left & ~svFloatsMask_Bits(svFloats_Less(bound, deviation))) != 0) {
        left &= ~SeparatedInPlane(t, &d, errors);
    }
    return left;
}

static inline void FilterApart(svTriangleFilter* filter, const TriangleLeafPair* pair,
                               const Moved* moved, Candidates* list, const Errors* errors) {
    PadCandidates(list);
    for (uint32_t p = 0; p < list->count; p += LANES) {
        const Triangles t = LoadTriangles(pair, moved, list, p);
        QueueRemaining(&filter->apart, pair, list, p, RemainApart(&t, errors));
    }
}

#endif
