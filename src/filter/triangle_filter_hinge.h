// Triangles with a common edge: culled if that is all they have in common (triangle_filter.h).
#ifndef SELVAGE_FILTER_TRIANGLE_FILTER_HINGE_H
#define SELVAGE_FILTER_TRIANGLE_FILTER_HINGE_H

#include "filter/triangle_filter_pair.h"

// With the edge u from p to q, and c and d from p to the third vertices. They lie on opposite sides
// of the edge if (u x c).(u x d) < 0: the parts of c and d across the edge then point away from
// each other. Else they intersect only if coplanar. u is scaled by 1 / l, up to a rounding: at most
// 1 and off by d/l + u; a component of u x c is at most 2 l, off by 4 d + 8 u l with its roundings;
// the sum of three products of two of those by 12 l (4 d + 8 u l) + 36 u l l. (No errors times
// errors: each is multiplied by the true one of two factors or by the computed one, whichever is
// known to be within l.) Where 1 / l is infinite, the components of `unit` are infinite or NaN, and
// one of u x c is NaN, for of three signs two are equal: the sum is NaN and culls nothing.
static inline uint32_t RemainHinge(svFloats3 u, svFloats3 c, svFloats3 d, const Errors* errors) {
    const svFloats s = errors->inverse, zero = svFloats_Set(0);
    const svFloats3 unit = {s * u.x, s * u.y, s * u.z};
    const svFloats dot = svFloats3_Dot(svFloats3_Cross(unit, c), svFloats3_Cross(unit, d));
    const uint32_t left =
        FirstLanes(LANES) & ~svFloatsMask_Bits(svFloats_Less(dot, zero - errors->hinge));
    if (left == 0) {
        return 0;
    }
    const svFloats height = svFloats_Abs(svFloats3_Dot(svFloats3_Cross(u, d), c));
    return left & ~svFloatsMask_Bits(svFloats_Less(errors->triple, height));
}

// Words of the ends of the edge, the third vertex of b and that of a.
static inline void TurnHinges(const TriangleLeafPair* pair, const Candidates* list, Words* words) {
    for (uint32_t at = 0; at < list->count; ++at) {
        const uint32_t i = list->row[at], j = list->lane[at];
        const uint64_t ofA = pair->a->triangles->corners[i], ofB = pair->b->triangles->corners[j];
        const uint64_t shared = SharedCorners(pair, i);
        // The corner of a that is not shared, and the two after it.
        const uint32_t isSecond = ByteOf(ofB, shared >> 8 & 0xff) == 24;
        const uint32_t isThird = ByteOf(ofB, shared >> 16 & 0xff) == 24;
        const uint32_t turn = 8 * isSecond + 16 * isThird;
        const uint32_t edge = (uint32_t)(shared >> (turn + 8)) & 0xffff;
        const uint32_t third = ((uint32_t)(ofB >> 40) ^ edge ^ edge >> 8) & 0xff;
        words->of[0][at] = edge | third << 16 | (uint32_t)(ofA >> turn) << 24;
    }
    PadWords(words, list->count);
}

static inline void FilterFlatHinges(svTriangleFilter* filter, const TriangleLeafPair* pair,
                                    const Moved* moved, const Candidates* list,
                                    const Errors* errors) {
    const svTable3 ofA = (svTable3)moved->x, ofB = pair->b->motion->x;
    Words words;
    TurnHinges(pair, list, &words);
    for (uint32_t p = 0; p < list->count; p += LANES) {
        const uint32_t* at = words.of[0] + p;
        const svFloats3 p0 = svFloats3_Lookup(ofB, svLanes_LoadByte(at, 0));
        const svFloats3 p1 = svFloats3_Lookup(ofB, svLanes_LoadByte(at, 1));
        const svFloats3 d = svFloats3_Lookup(ofB, svLanes_LoadByte(at, 2));
        const svFloats3 c = svFloats3_Lookup(ofA, svLanes_LoadByte(at, 3));
        const uint32_t left =
            RemainHinge(svFloats3_Sub(p1, p0), svFloats3_Sub(c, p0), svFloats3_Sub(d, p0), errors);
        QueueRemaining(&filter->sharing, pair, list, p, left);
    }
}

// The lanes, as bits, in which the two may be in one plane: a vertex of b off the plane of a is the
// third one, the others being common. Heights are sums of two determinants.
static inline uint32_t RemainFlat(const Triangles* t, svFloats error) {
    const svFloats3 normal = svFloats3_Cross(t->u1, t->u2);
    const svFloats a0 = svFloats3_Dot(normal, t->q);
    const svFloats a1 = svFloats3_Dot(normal, t->w1), a2 = svFloats3_Dot(normal, t->w2);
    const svFloats most = a0 + Max0(a1, a2), least = a0 + Min0(a1, a2);
    const svFloats height = svFloats_Max(most, svFloats_Set(0) - least);
    return FirstLanes(LANES) & ~svFloatsMask_Bits(svFloats_Less(error + error, height));
}

static inline void FilterHinges(svTriangleFilter* filter, const TriangleLeafPair* pair,
                                Moved* moved, Candidates* list, const Errors* errors) {
    Candidates rest;
    rest.count = 0;
    PadCandidates(list);
    for (uint32_t p = 0; p < list->count; p += LANES) {
        const Triangles t = LoadTriangles(pair, moved, list, p);
        KeepRemaining(list, p, RemainFlat(&t, errors->triple), &rest);
    }
    if (rest.count > 0) {
        MovePoints(pair->a, pair->a->motion->x, moved->x);
        FilterFlatHinges(filter, pair, moved, &rest, errors);
    }
}

#endif
