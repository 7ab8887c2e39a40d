// Triangles with one common vertex: culled if that is their only common point (triangle_filter.h).
#ifndef SELVAGE_FILTER_TRIANGLE_FILTER_CORNER_H
#define SELVAGE_FILTER_TRIANGLE_FILTER_CORNER_H

#include "filter/triangle_filter_pair.h"

// The middle one of 0, x and y.
static inline svFloats Middle0(svFloats x, svFloats y) {
    return svFloats_Max(svFloats_Min(x, y), svFloats_Min(svFloats_Max(x, y), svFloats_Set(0)));
}

// Lanes in which two vertices of a lie above all of b and two of b below all of a, along the
// direction between the centres. None of the four is the common vertex, which is in both; so the
// direction has it in between, and it is the only common point. Projections are off like those of
// SeparatedAlong.
static inline svFloatsMask CornerSeparated(const Triangles* t, svFloats error) {
    const svFloats3 sides = svFloats3_Sub(svFloats3_Add(t->u1, t->u2), svFloats3_Add(t->w1, t->w2));
    const svFloats3 q2 = svFloats3_Add(t->q, t->q);
    const svFloats3 m = svFloats3_Sub(sides, svFloats3_Add(q2, t->q));
    const svFloats u1 = svFloats3_Dot(m, t->u1), u2 = svFloats3_Dot(m, t->u2);
    const svFloats w1 = svFloats3_Dot(m, t->w1), w2 = svFloats3_Dot(m, t->w2);
    const svFloats q = svFloats3_Dot(m, t->q);
    const svFloats gapA = Middle0(u1, u2) - (q + Max0(w1, w2));
    const svFloats gapB = Min0(u1, u2) - (q + Middle0(w1, w2));
    const svFloats bound = svFloats_MulAdd(svFloats3_Norm1(m), error, svFloats_Set(TINY));
    return svFloats_Less(bound, svFloats_Min(gapA, gapB));
}

// Lanes in which two vertices of one are strictly on one side of the plane of the other. Neither is
// the common vertex, which is then the only common point. Heights are sums of two determinants.
static inline svFloatsMask CornerAside(const Triangles* t, svFloats error) {
    Determinants d;
    SetDeterminants(t, &d);
    const svFloats ofB = svFloats_Abs(d.a0 + Middle0(d.a1, d.a2));
    const svFloats ofA = svFloats_Abs(Middle0(d.b1, d.b2) - d.b0);
    return svFloats_Less(error + error, svFloats_Max(ofA, ofB));
}

// Two triangles by the vertices after the common one, in the order of corners and relative to it.
typedef struct Corner {
    svFloats3 a1, a2, b1, b2;
} Corner;

// Lanes in which both cross the plane of the other and leave the common vertex in opposite
// directions: the intervals that they cut out of the common line of the planes start there and run
// the same way only if the sides of a1 and b1 differ (elementary/triangle/triangle.c,
// MeetAtVertex).
static inline svFloatsMask CornerOpposite(const Corner* t, svFloats error) {
    const svFloats zero = svFloats_Set(0);
    const svFloats3 normalA = svFloats3_Cross(t->a1, t->a2);
    const svFloats3 normalB = svFloats3_Cross(t->b1, t->b2);
    const svFloats a1 = svFloats3_Dot(normalB, t->a1), a2 = svFloats3_Dot(normalB, t->a2);
    const svFloats b1 = svFloats3_Dot(normalA, t->b1), b2 = svFloats3_Dot(normalA, t->b2);
    const svFloats up = svFloats_Min(svFloats_Min(a1, b1), zero - svFloats_Max(a2, b2));
    const svFloats down = svFloats_Min(svFloats_Min(a2, b2), zero - svFloats_Max(a1, b1));
    return svFloats_Less(error, svFloats_Max(up, down));
}

// Lanes that a plane in the middle of the angular gap separates, if the two lie side by side like
// neighbours in a flat mesh: its normal is the difference of a unit side of each. (A side of length
// zero makes NaN, which separates nothing.)
static inline uint32_t CornerSeparatedInGap(const Corner* t, svFloats error) {
    const svFloats3 sides[4] = {t->a1, t->a2, t->b1, t->b2};
    svFloats3 unit[4];
    for (int i = 0; i < 4; ++i) {
        const svFloats s = svFloats_Set(1) / svFloats_Sqrt(svFloats3_Dot(sides[i], sides[i]));
        unit[i] = (svFloats3){s * sides[i].x, s * sides[i].y, s * sides[i].z};
    }
    uint32_t separated = 0;
    for (int i = 0; i < 4; ++i) {
        const svFloats3 m = svFloats3_Sub(unit[i % 2], unit[2 + i / 2]);
        const svFloats bound = svFloats_MulAdd(svFloats3_Norm1(m), error, svFloats_Set(TINY));
        const svFloats nearA = svFloats_Min(svFloats3_Dot(m, t->a1), svFloats3_Dot(m, t->a2));
        const svFloats nearB = svFloats_Max(svFloats3_Dot(m, t->b1), svFloats3_Dot(m, t->b2));
        const svFloats gap = svFloats_Min(nearA, svFloats_Set(0) - nearB);
        separated |= svFloatsMask_Bits(svFloats_Less(bound, gap));
    }
    return separated;
}

// Words of the common vertex and the two after it: of b, of a.
static inline void TurnCorners(const TriangleLeafPair* pair, const Candidates* list, Words* words) {
    for (uint32_t at = 0; at < list->count; ++at) {
        const uint32_t i = list->row[at], j = list->lane[at];
        const uint64_t ofA = pair->a->triangles->corners[i], ofB = pair->b->triangles->corners[j];
        const uint64_t shared = SharedCorners(pair, i);
        uint32_t turnA = 0, turnB = ByteOf(ofB, shared & 0xff);
        for (uint32_t corner = 1; corner < 3; ++corner) {
            const uint32_t turn = ByteOf(ofB, shared >> (8 * corner) & 0xff);
            turnA = turn < 24 ? 8 * corner : turnA;
            turnB = turn < 24 ? turn : turnB;
        }
        words->of[0][at] = (uint32_t)(ofB >> turnB);
        words->of[1][at] = (uint32_t)(ofA >> turnA);
    }
    PadWords(words, list->count);
}

static inline void FilterTurned(svTriangleFilter* filter, const TriangleLeafPair* pair,
                                const Moved* moved, const Candidates* list, const Errors* errors) {
    const svTable3 ofA = (svTable3)moved->x, ofB = pair->b->motion->x;
    Words words;
    TurnCorners(pair, list, &words);
    for (uint32_t p = 0; p < list->count; p += LANES) {
        const uint32_t *wordsB = words.of[0] + p, *wordsA = words.of[1] + p;
        const svFloats3 s = svFloats3_Lookup(ofB, svLanes_LoadByte(wordsB, 0));
        const svFloats3 b1 = svFloats3_Lookup(ofB, svLanes_LoadByte(wordsB, 1));
        const svFloats3 b2 = svFloats3_Lookup(ofB, svLanes_LoadByte(wordsB, 2));
        const svFloats3 a1 = svFloats3_Lookup(ofA, svLanes_LoadByte(wordsA, 1));
        const svFloats3 a2 = svFloats3_Lookup(ofA, svLanes_LoadByte(wordsA, 2));
        const Corner t = {svFloats3_Sub(a1, s), svFloats3_Sub(a2, s), svFloats3_Sub(b1, s),
                          svFloats3_Sub(b2, s)};
        uint32_t left = FirstLanes(LANES) & ~svFloatsMask_Bits(CornerOpposite(&t, errors->triple));
        if (left != 0) {
            left &= ~CornerSeparatedInGap(&t, errors->axis);
        }
        QueueRemaining(&filter->sharing, pair, list, p, left);
    }
}

static inline void FilterCorners(svTriangleFilter* filter, const TriangleLeafPair* pair,
                                 Moved* moved, Candidates* list, const Errors* errors) {
    Candidates rest;
    rest.count = 0;
    PadCandidates(list);
    for (uint32_t p = 0; p < list->count; p += LANES) {
        const Triangles t = LoadTriangles(pair, moved, list, p);
        uint32_t left = GroupLanes(list, p) & ~svFloatsMask_Bits(CornerSeparated(&t, errors->axis));
        if (left == 0) {
            continue;
        }
        left &= ~svFloatsMask_Bits(CornerAside(&t, errors->triple));
        KeepRemaining(list, p, left, &rest);
    }
    if (rest.count > 0) {
        MovePoints(pair->a, pair->a->motion->x, moved->x);
        FilterTurned(filter, pair, moved, &rest, errors);
    }
}

#endif
