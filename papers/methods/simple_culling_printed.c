// Two moving triangles in, feature pairs not culled out: the sequence of zhang2012 as printed.
// UNSAFE.

#include "simple_culling_printed.h"

#include <math.h>

// d without its component along n.
static svVec3 ProjectOntoPlane(svVec3 d, svVec3 n) {
    const double n2 = svVec3_Dot(n, n);
    return n2 > 0 ? svVec3_AddScaled(d, -svVec3_Dot(d, n) / n2, n) : d;
}

static svVec3 Centroid(const TrianglePair* pair, int face) {
    const svVec3 x0 = TrianglePair_At0(pair, face), x1 = TrianglePair_At0(pair, face + 1);
    return svVec3_Scale(1.0 / 3, svVec3_Add(svVec3_Add(x0, x1), TrianglePair_At0(pair, face + 2)));
}

static svVec3 Middle(const TrianglePair* pair, int a, int b) {
    return svVec3_Scale(0.5, svVec3_Add(TrianglePair_At0(pair, a), TrianglePair_At0(pair, b)));
}

svVec3 SimpleCull_CircleToVertex(const TrianglePair* pair, int face, int vertex) {
    const svVec3 d = svVec3_Sub(TrianglePair_At0(pair, vertex), Centroid(pair, face));
    return ProjectOntoPlane(d, SimpleCull_FaceNormal(pair, face));
}

svVec3 SimpleCull_CircleToCircle(const TrianglePair* pair, int a0, int a1, int b0, int b1) {
    const svVec3 n = svVec3_Cross(TrianglePair_Edge(pair, a0, a1), TrianglePair_Edge(pair, b0, b1));
    return ProjectOntoPlane(svVec3_Sub(Middle(pair, b0, b1), Middle(pair, a0, a1)), n);
}

static double SpeedAlong(const TrianglePair* pair, int corner, svVec3 n) {
    return svVec3_Dot(TrianglePair_Velocity(pair, corner), n);
}

// A signed distance and the bounds of the relative motion; n_P need not be unit, they scale alike.
typedef struct Reach {
    double d, most, least;
} Reach;

static int SideOfReach(Reach reach, bool strict) {
    if (strict) {
        return (reach.d > 0 && reach.most < reach.d) - (reach.d < 0 && reach.least > reach.d);
    }
    return (reach.d > 0 && reach.most <= reach.d) - (reach.d < 0 && reach.least >= reach.d);
}

// Eqs. 1, 9 and 10 for the corners from `own` on and the plane of the other face.
static void ReachesOfFace(const TrianglePair* pair, int own, Reach reaches[3]) {
    const int other = 3 - own;
    const svVec3 n = SimpleCull_FaceNormal(pair, other);
    const double v0 = SpeedAlong(pair, other, n), v1 = SpeedAlong(pair, other + 1, n),
                 v2 = SpeedAlong(pair, other + 2, n);
    const double most = Lab_Most(Lab_Most(v0, v1), v2), least = Lab_Least(Lab_Least(v0, v1), v2);
    for (int i = 0; i < 3; ++i) {
        const double speed = SpeedAlong(pair, own + i, n);
        reaches[i].d = svVec3_Dot(TrianglePair_Edge(pair, other, own + i), n);
        reaches[i].most = most - speed;
        reaches[i].least = least - speed;
    }
}

// Corollary 6.2. Letter by letter, its first statement has the motion of x2 in the line of x3.
static bool StayOnOneSide(const Reach reaches[3], CullForm form) {
    const bool strict = form != CULL_LITERAL;
    const Reach third = {reaches[2].d, reaches[strict ? 2 : 1].most, reaches[2].least};
    const int first = SideOfReach(reaches[0], strict);
    return first != 0 && first == SideOfReach(reaches[1], strict) &&
           first == SideOfReach(third, strict);
}

// The sides for Corollaries 6.1 and 4.3.
static void SidesOfReaches(const Reach reaches[3], CullForm form, int sides[3]) {
    for (int i = 0; i < 3; ++i) {
        sides[i] = SideOfReach(reaches[i], form != CULL_LITERAL);
    }
}

// Eqs. 12, 15 and 16 for two edges; `third` is the same for the rest of the second triangle.
static Reach ReachOfEdges(const TrianglePair* pair, CullForm form, const int at[4], svVec3 n) {
    const double v0 = SpeedAlong(pair, at[0], n), v1 = SpeedAlong(pair, at[1], n);
    const double v2 = SpeedAlong(pair, at[2], n), v3 = SpeedAlong(pair, at[3], n);
    Reach reach = {.d = svVec3_Dot(TrianglePair_Edge(pair, at[0], at[3]), n)};
    if (form == CULL_LITERAL) {
        reach.most = fabs(v0 - v1); // i and j in {1,2}: the first edge with itself
        reach.least = -reach.most;
    } else {
        reach.most = Lab_Most(v0, v1) - Lab_Least(v2, v3);
        reach.least = Lab_Least(v0, v1) - Lab_Most(v2, v3);
    }
    return reach;
}

// Lemma 5.1 and Corollary 6.3.
static uint32_t CullEdgesPrinted(const TrianglePair* pair, CullForm form, int i, int j,
                                 uint32_t steps) {
    const int at[4] = {i, (i + 1) % 3, 3 + j, 3 + (j + 1) % 3}, third = 3 + (j + 2) % 3;
    const svVec3 n =
        svVec3_Cross(TrianglePair_Edge(pair, at[0], at[1]), TrianglePair_Edge(pair, at[2], at[3]));
    const Reach edges = ReachOfEdges(pair, form, at, n);
    if ((steps & CULL_COR_6_3) != 0) {
        const double v0 = SpeedAlong(pair, at[0], n), v1 = SpeedAlong(pair, at[1], n);
        const double speed = SpeedAlong(pair, third, n);
        const Reach rest = {svVec3_Dot(TrianglePair_Edge(pair, at[0], third), n),
                            Lab_Most(v0, v1) - speed, Lab_Least(v0, v1) - speed};
        const bool strict = form != CULL_LITERAL;
        if (SideOfReach(edges, strict) != 0 &&
            SideOfReach(edges, strict) == SideOfReach(rest, strict)) {
            return SimpleCull_EdgeRow(i) | 1u << at[0] | 1u << at[1];
        }
    }
    return SideOfReach(edges, true) != 0 ? SimpleCull_EdgePair(i, j) : 0;
}

// f or g < d_C - r along n_C, normalised except in the literal form.
static bool CircleIsLeft(CullForm form, svVec3 nC, double radius, double approach) {
    const double dC = sqrt(svVec3_Dot(nC, nC));
    const double motion = form == CULL_LITERAL || dC == 0 ? approach : approach / dC;
    return motion < dC - radius;
}

// Lemma 4.4.
static bool CullFaceCirclePrinted(const TrianglePair* pair, CullForm form, int corner) {
    const int face = corner < 3 ? 3 : 0;
    const svVec3 c = Centroid(pair, face), nC = SimpleCull_CircleToVertex(pair, face, corner);
    double radius = 0, most = -HUGE_VAL;
    for (int i = face; i < face + 3; ++i) {
        radius = Lab_Most(radius, svVec3_Length(svVec3_Sub(TrianglePair_At0(pair, i), c)));
        most = Lab_Most(most, SpeedAlong(pair, i, nC));
    }
    return CircleIsLeft(form, nC, radius, most - SpeedAlong(pair, corner, nC));
}

// Lemma 5.2.
static bool CullEdgeCirclesPrinted(const TrianglePair* pair, CullForm form, int i, int j) {
    const int at[4] = {i, (i + 1) % 3, 3 + j, 3 + (j + 1) % 3};
    const svVec3 nC = SimpleCull_CircleToCircle(pair, at[0], at[1], at[2], at[3]);
    const double radii = 0.5 * (svVec3_Length(TrianglePair_Edge(pair, at[0], at[1])) +
                                svVec3_Length(TrianglePair_Edge(pair, at[2], at[3])));
    return CircleIsLeft(form, nC, radii, ReachOfEdges(pair, form, at, nC).most);
}

uint32_t SimpleCull_Printed(const TrianglePair* pair, CullForm form, uint32_t steps) {
    uint32_t left = pair->features;
    int sides[2][3];
    for (int side = 0; side < 2; ++side) {
        Reach reaches[3];
        ReachesOfFace(pair, 3 * side, reaches);
        if ((steps & CULL_COR_6_2) != 0 && StayOnOneSide(reaches, form)) {
            return 0;
        }
        SidesOfReaches(reaches, CULL_PRINTED, sides[side]); // Corollary 4.3 has < in all forms
        SimpleCull_VerticesBySides(sides[side], side, steps, &left);
        SidesOfReaches(reaches, form, sides[side]);
    }
    SimpleCull_EdgesBySides(sides, steps, &left);
    for (int f = PAIR_VF; f < PAIR_FEATURES && (steps & CULL_LEMMA_5_1) != 0; ++f) {
        if ((left >> f & 1) != 0) {
            left &= ~CullEdgesPrinted(pair, form, (f - PAIR_VF) / 3, (f - PAIR_VF) % 3, steps);
        }
    }
    for (int f = 0; f < PAIR_VF && (steps & CULL_LEMMA_4_4) != 0; ++f) {
        if ((left >> f & 1) != 0 && CullFaceCirclePrinted(pair, form, f)) {
            left &= ~(1u << f);
        }
    }
    for (int f = PAIR_VF; f < PAIR_FEATURES && (steps & CULL_LEMMA_5_2) != 0; ++f) {
        if ((left >> f & 1) != 0 &&
            CullEdgeCirclesPrinted(pair, form, (f - PAIR_VF) / 3, (f - PAIR_VF) % 3)) {
            left &= ~(1u << f);
        }
    }
    return left;
}
