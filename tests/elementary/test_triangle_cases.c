// svTriangleTriangle on pairs whose answer is known by hand, in every order of the vertices and of
// the triangles, with the axes exchanged, and scaled to the ends of the range of doubles.

#include "selvage/elementary.h"

#include "support/oracle.h"
#include "support/random.h"
#include "support/test.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct Case {
    const char* name;
    svTrianglePair pair;
    svTriangleMeeting meeting;
    int ends; // 0: the segment is not checked, else 2
    double segment[2][3];
} Case;

#define APART                                                                                      \
    SV_TRIANGLES_APART, 0, {                                                                       \
        { 0 }                                                                                      \
    }
#define TOUCHING SV_TRIANGLES_TOUCHING, 2
#define PROPER SV_TRIANGLES_PROPER, 2
#define COPLANAR SV_TRIANGLES_COPLANAR, 2
#define COPLANAR_SOMEHOW                                                                           \
    SV_TRIANGLES_COPLANAR, 0, {                                                                    \
        { 0 }                                                                                      \
    }
#define POINT(x, y, z)                                                                             \
    {                                                                                              \
        {x, y, z}, {                                                                               \
            x, y, z                                                                                \
        }                                                                                          \
    }

// Most cases are a triangle b against the face (0,0,0) (8,0,0) (0,8,0).
#define FACE                                                                                       \
    {                                                                                              \
        {0, 0, 0}, {8, 0, 0}, {                                                                    \
            0, 8, 0                                                                                \
        }                                                                                          \
    }
#define B(...)                                                                                     \
    {                                                                                              \
        FACE, {__VA_ARGS__}, {0, 1, 2}, {                                                          \
            3, 4, 5                                                                                \
        }                                                                                          \
    }
#define B_SHARES_0(...)                                                                            \
    {                                                                                              \
        FACE, {__VA_ARGS__}, {0, 1, 2}, {                                                          \
            0, 4, 5                                                                                \
        }                                                                                          \
    }
#define B_SHARES_01(...)                                                                           \
    {                                                                                              \
        FACE, {__VA_ARGS__}, {0, 1, 2}, {                                                          \
            0, 1, 5                                                                                \
        }                                                                                          \
    }

// All coordinates are multiples of 1/2 below 16, so that everything is exact at any scale.
static const Case transversal[] = {
    {"b runs out of the face", B({1, 1, -1}, {1, 1, 1}, {9, 9, 0}), PROPER, {{1, 1, 0}, {4, 4, 0}}},
    {"two edges of b through the face",
     B({1, 1, -1}, {2, 1, 1}, {3, 1, -1}),
     PROPER,
     {{1.5, 1, 0}, {2.5, 1, 0}}},
    {"vertex in the face, the others on both sides",
     B({1, 1, 0}, {3, 2, 1}, {3, 2, -1}),
     PROPER,
     {{1, 1, 0}, {3, 2, 0}}},
    {"an edge of each crosses an edge, then on inside",
     B({4, 0, -1}, {4, 0, 1}, {4, 3, 0}),
     PROPER,
     {{4, 0, 0}, {4, 3, 0}}},
    {"all above", B({1, 1, 1}, {2, 1, 1}, {1, 2, 3}), APART},
    {"intervals apart", B({9, 1, -1}, {10, 1, 1}, {11, 1, -1}), APART},
    {"b spans the plane beside the face", B({5, 5, -1}, {5, 5, 1}, {9, 9, 0}), APART},
    {"vertex in the plane beside the face", B({9, 9, 0}, {9, 9, 1}, {10, 9, 1}), APART},
    {"vertex on the face", B({1, 1, 0}, {1, 1, 2}, {2, 1, 2}), TOUCHING, POINT(1, 1, 0)},
    {"vertex on an edge", B({4, 0, 0}, {4, -1, 2}, {4, -2, 2}), TOUCHING, POINT(4, 0, 0)},
    {"vertex on a vertex", B({0, 0, 0}, {-1, -1, 2}, {-2, -1, 2}), TOUCHING, POINT(0, 0, 0)},
    {"edge across an edge", B({4, -1, -1}, {4, 1, 1}, {4, -3, 3}), TOUCHING, POINT(4, 0, 0)},
    {"edge through a vertex", B({0, 0, -1}, {0, 0, 1}, {-3, -3, 0}), TOUCHING, POINT(0, 0, 0)},
    {"edge in the face", B({1, 1, 0}, {2, 1, 0}, {1, 1, 3}), TOUCHING, {{1, 1, 0}, {2, 1, 0}}},
    {"edge partly in it", B({1, 1, 0}, {-3, 1, 0}, {1, 1, 3}), TOUCHING, {{0, 1, 0}, {1, 1, 0}}},
    {"edges along each other",
     B({2, 0, 0}, {10, 0, 0}, {4, -1, 3}),
     TOUCHING,
     {{2, 0, 0}, {8, 0, 0}}},
    {"edges end to end", B({8, 0, 0}, {10, 0, 0}, {9, -1, 3}), TOUCHING, POINT(8, 0, 0)},
    {"edges in line, apart", B({9, 0, 0}, {10, 0, 0}, {9, -1, 3}), APART},
    {"unwelded seam", B({0, 0, 0}, {8, 0, 0}, {0, 0, 8}), TOUCHING, {{0, 0, 0}, {8, 0, 0}}},
};

static const Case coplanar[] = {
    {"overlap", B({2, 2, 0}, {10, 2, 0}, {2, 10, 0}), COPLANAR, {{6, 2, 0}, {2, 6, 0}}},
    {"contained", B({1, 1, 0}, {2, 1, 0}, {1, 2, 0}), COPLANAR, {{2, 1, 0}, {1, 2, 0}}},
    {"hexagon", B({6, 6, 0}, {6, -2, 0}, {-2, 6, 0}), COPLANAR, {{6, 0, 0}, {0, 6, 0}}},
    {"along an edge", B({0, 0, 0}, {8, 0, 0}, {0, -8, 0}), COPLANAR, {{0, 0, 0}, {8, 0, 0}}},
    {"along part of it", B({2, 0, 0}, {5, 0, 0}, {0, -8, 0}), COPLANAR, {{2, 0, 0}, {5, 0, 0}}},
    {"vertex to vertex", B({8, 0, 0}, {9, 0, 0}, {9, 1, 0}), COPLANAR, POINT(8, 0, 0)},
    {"vertex to edge", B({4, 4, 0}, {8, 8, 0}, {4, 8, 0}), COPLANAR, POINT(4, 4, 0)},
    {"beside, boxes overlap", B({7, 7, 0}, {8, 7, 0}, {7, 8, 0}), APART},
    {"identical, unwelded", B({0, 8, 0}, {0, 0, 0}, {8, 0, 0}), COPLANAR, {{8, 0, 0}, {0, 8, 0}}},
};

static const Case degenerate[] = {
    {"segment through the face", B({1, 1, -1}, {1, 1, 1}, {1, 1, 3}), TOUCHING, POINT(1, 1, 0)},
    {"segment through an edge", B({4, 0, -1}, {4, 0, 1}, {4, 0, 0}), TOUCHING, POINT(4, 0, 0)},
    {"segment through a vertex", B({8, 1, 1}, {8, -1, -1}, {8, 0, 0}), TOUCHING, POINT(8, 0, 0)},
    {"segment beside the face", B({9, 9, -1}, {9, 9, 1}, {9, 9, 3}), APART},
    {"segment ends on the face", B({1, 1, 0}, {1, 1, 2}, {1, 1, 1}), TOUCHING, POINT(1, 1, 0)},
    {"segment ends above", B({1, 1, 1}, {1, 1, 2}, {1, 1, 3}), APART},
    {"segment in the face", B({1, 1, 0}, {2, 2, 0}, {3, 3, 0}), COPLANAR, {{1, 1, 0}, {3, 3, 0}}},
    {"segment across it", B({-1, 4, 0}, {7, 4, 0}, {3, 4, 0}), COPLANAR, {{0, 4, 0}, {4, 4, 0}}},
    {"segment in the plane beside", B({9, 0, 0}, {9, 9, 0}, {9, 3, 0}), APART},
    {"segment past the corner", B({9, -4, 0}, {-4, 9, 0}, {9, -4, 0}), COPLANAR_SOMEHOW},
    {"segment past the hypotenuse", B({9, 0, 0}, {0, 9, 0}, {9, 0, 0}), APART},
    {"point in the face", B({1, 1, 0}, {1, 1, 0}, {1, 1, 0}), COPLANAR, POINT(1, 1, 0)},
    {"point on a vertex", B({8, 0, 0}, {8, 0, 0}, {8, 0, 0}), COPLANAR, POINT(8, 0, 0)},
    {"point off the face", B({1, 1, 1}, {1, 1, 1}, {1, 1, 1}), APART},
    {"point beside", B({5, 5, 0}, {5, 5, 0}, {5, 5, 0}), APART},
    {"segments across",
     {{{0, 0, 0}, {4, 4, 0}, {2, 2, 0}}, {{0, 4, 0}, {4, 0, 0}, {4, 0, 0}}, {0, 1, 2}, {3, 4, 5}},
     COPLANAR,
     POINT(2, 2, 0)},
    {"segments askew",
     {{{0, 0, 0}, {4, 4, 0}, {2, 2, 0}}, {{0, 4, -1}, {4, 0, 2}, {4, 0, 2}}, {0, 1, 2}, {3, 4, 5}},
     APART},
    {"segments in a plane, apart",
     {{{0, 0, 0}, {4, 4, 0}, {2, 2, 0}}, {{8, 4, 0}, {8, 8, 0}, {8, 4, 0}}, {0, 1, 2}, {3, 4, 5}},
     APART},
    {"segments end on side",
     {{{0, 0, 0}, {4, 4, 0}, {2, 2, 0}}, {{1, 1, 0}, {1, 8, 0}, {1, 8, 0}}, {0, 1, 2}, {3, 4, 5}},
     COPLANAR,
     POINT(1, 1, 0)},
    {"segments parallel",
     {{{0, 0, 0}, {4, 4, 0}, {2, 2, 0}}, {{0, 1, 0}, {4, 5, 0}, {4, 5, 0}}, {0, 1, 2}, {3, 4, 5}},
     APART},
    {"segments in line",
     {{{0, 0, 0}, {4, 4, 4}, {2, 2, 2}}, {{3, 3, 3}, {6, 6, 6}, {5, 5, 5}}, {0, 1, 2}, {3, 4, 5}},
     COPLANAR,
     {{3, 3, 3}, {4, 4, 4}}},
    {"segments end to end",
     {{{0, 0, 0}, {4, 4, 4}, {2, 2, 2}}, {{4, 4, 4}, {6, 6, 6}, {5, 5, 5}}, {0, 1, 2}, {3, 4, 5}},
     COPLANAR,
     POINT(4, 4, 4)},
    {"segments in line, apart",
     {{{0, 0, 0}, {4, 4, 4}, {2, 2, 2}}, {{5, 5, 5}, {6, 6, 6}, {6, 6, 6}}, {0, 1, 2}, {3, 4, 5}},
     APART},
    {"point on a segment",
     {{{0, 0, 0}, {4, 4, 4}, {0, 0, 0}}, {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, {0, 1, 2}, {3, 4, 5}},
     COPLANAR,
     POINT(1, 1, 1)},
    {"point off a segment",
     {{{0, 0, 0}, {4, 4, 4}, {0, 0, 0}}, {{1, 1, 2}, {1, 1, 2}, {1, 1, 2}}, {0, 1, 2}, {3, 4, 5}},
     APART},
    {"points",
     {{{1, 1, 2}, {1, 1, 2}, {1, 1, 2}}, {{1, 1, 2}, {1, 1, 2}, {1, 1, 2}}, {0, 1, 2}, {3, 4, 5}},
     COPLANAR,
     POINT(1, 1, 2)},
    {"points apart",
     {{{1, 1, 2}, {1, 1, 2}, {1, 1, 2}}, {{1, 1, 3}, {1, 1, 3}, {1, 1, 3}}, {0, 1, 2}, {3, 4, 5}},
     APART},
};

static const Case sharedVertex[] = {
    {"crossing", B_SHARES_0({0, 0, 0}, {2, 2, 1}, {2, 2, -1}), PROPER, {{0, 0, 0}, {2, 2, 0}}},
    {"through the face",
     B_SHARES_0({0, 0, 0}, {9, 9, 1}, {9, 9, -1}),
     PROPER,
     {{0, 0, 0}, {4, 4, 0}}},
    {"crossing the plane away from the face", B_SHARES_0({0, 0, 0}, {-2, -2, 1}, {-2, -2, -1}),
     APART},
    {"crossing the plane beside the face", B_SHARES_0({0, 0, 0}, {2, -1, 1}, {2, -1, -1}), APART},
    {"above", B_SHARES_0({0, 0, 0}, {2, 2, 1}, {2, 1, 1}), APART},
    {"vertex on an edge",
     B_SHARES_0({0, 0, 0}, {4, 0, 0}, {4, 0, 3}),
     TOUCHING,
     {{0, 0, 0}, {4, 0, 0}}},
    {"edge beyond an edge",
     B_SHARES_0({0, 0, 0}, {9, 0, 0}, {4, 0, 3}),
     TOUCHING,
     {{0, 0, 0}, {8, 0, 0}}},
    {"opposite edge across an edge",
     B_SHARES_0({0, 0, 0}, {4, 0, 1}, {4, 0, -1}),
     TOUCHING,
     {{0, 0, 0}, {4, 0, 0}}},
    {"opposite edge touches a vertex only",
     B_SHARES_0({0, 0, 0}, {8, 0, 1}, {8, 0, -1}),
     TOUCHING,
     {{0, 0, 0}, {8, 0, 0}}},
    {"vertex in the face",
     B_SHARES_0({0, 0, 0}, {2, 2, 0}, {2, 2, 3}),
     TOUCHING,
     {{0, 0, 0}, {2, 2, 0}}},
    {"edge in the plane, away", B_SHARES_0({0, 0, 0}, {-2, -2, 0}, {2, 2, 3}), APART},
    {"coplanar, overlap", B_SHARES_0({0, 0, 0}, {4, 4, 0}, {-1, 5, 0}), COPLANAR_SOMEHOW},
    {"coplanar, around",
     B_SHARES_0({0, 0, 0}, {15, -1, 0}, {-1, 15, 0}),
     COPLANAR,
     {{8, 0, 0}, {0, 8, 0}}},
    {"coplanar, within",
     B_SHARES_0({0, 0, 0}, {3, 1, 0}, {1, 2, 0}),
     COPLANAR,
     {{0, 0, 0}, {3, 1, 0}}},
    {"coplanar, same two edges",
     B_SHARES_0({0, 0, 0}, {2, 0, 0}, {0, 2, 0}),
     COPLANAR,
     {{2, 0, 0}, {0, 2, 0}}},
    {"coplanar, edges along each other",
     B_SHARES_0({0, 0, 0}, {4, 0, 0}, {0, -3, 0}),
     COPLANAR,
     {{0, 0, 0}, {4, 0, 0}}},
    {"coplanar, vertical angle", B_SHARES_0({0, 0, 0}, {-4, 0, 0}, {0, -4, 0}), APART},
    {"coplanar, edges in line", B_SHARES_0({0, 0, 0}, {-4, 0, 0}, {-1, 4, 0}), APART},
    {"coplanar, wide below", B_SHARES_0({0, 0, 0}, {-9, -1, 0}, {9, -1, 0}), APART},
    {"segment inside",
     B_SHARES_0({0, 0, 0}, {1, 1, 0}, {2, 2, 0}),
     COPLANAR,
     {{0, 0, 0}, {2, 2, 0}}},
    {"segment away in the plane", B_SHARES_0({0, 0, 0}, {-1, -1, 0}, {-2, -2, 0}), APART},
    {"segment away", B_SHARES_0({0, 0, 0}, {1, 1, 1}, {2, 2, 2}), APART},
    {"opposite edge through the shared vertex", B_SHARES_0({0, 0, 0}, {-1, -1, -1}, {1, 1, 1}),
     TOUCHING, POINT(0, 0, 0)},
    {"other vertex at the shared one", B_SHARES_0({0, 0, 0}, {0, 0, 0}, {1, 1, 1}), TOUCHING,
     POINT(0, 0, 0)},
    {"id twice: segment away",
     {FACE, {{0, 0, 0}, {0, 0, 0}, {1, 1, 1}}, {0, 1, 2}, {0, 0, 5}},
     APART},
    {"id twice: segment inside",
     {FACE, {{0, 0, 0}, {0, 0, 0}, {1, 1, 0}}, {0, 1, 2}, {0, 0, 5}},
     COPLANAR,
     {{0, 0, 0}, {1, 1, 0}}},
    {"id twice: segment to a point above",
     {FACE, {{0, 0, 0}, {1, 1, 1}, {1, 1, 1}}, {0, 1, 2}, {0, 5, 5}},
     APART},
    {"id thrice: the vertex itself",
     {FACE, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {0, 1, 2}, {0, 0, 0}},
     APART},
    {"id twice, nothing shared",
     {FACE, {{1, 1, -1}, {1, 1, -1}, {1, 1, 1}}, {0, 1, 2}, {4, 4, 5}},
     TOUCHING,
     POINT(1, 1, 0)},
};

static const Case sharedMore[] = {
    {"upright", B_SHARES_01({0, 0, 0}, {8, 0, 0}, {0, 0, 5}), APART},
    {"flat", B_SHARES_01({0, 0, 0}, {8, 0, 0}, {0, -5, 0}), APART},
    {"folded", B_SHARES_01({0, 0, 0}, {8, 0, 0}, {3, 5, 0}), COPLANAR, {{0, 0, 0}, {8, 0, 0}}},
    {"folded, not quite", B_SHARES_01({0, 0, 0}, {8, 0, 0}, {3, 5, 0.5}), APART},
    {"opposite vertex on the edge",
     B_SHARES_01({0, 0, 0}, {8, 0, 0}, {3, 0, 0}),
     COPLANAR,
     {{0, 0, 0}, {8, 0, 0}}},
    {"opposite vertex beyond it",
     B_SHARES_01({0, 0, 0}, {8, 0, 0}, {9, 0, 0}),
     COPLANAR,
     {{0, 0, 0}, {8, 0, 0}}},
    {"both degenerate, same end",
     {{{0, 0, 0}, {8, 0, 0}, {9, 0, 0}}, {{0, 0, 0}, {8, 0, 0}, {10, 0, 0}}, {0, 1, 2}, {0, 1, 5}},
     COPLANAR,
     {{0, 0, 0}, {9, 0, 0}}},
    {"both degenerate, both ends",
     {{{0, 0, 0}, {8, 0, 0}, {9, 0, 0}}, {{0, 0, 0}, {8, 0, 0}, {-1, 0, 0}}, {0, 1, 2}, {0, 1, 5}},
     COPLANAR,
     {{0, 0, 0}, {8, 0, 0}}},
    {"both degenerate, one within",
     {{{0, 0, 0}, {8, 0, 0}, {9, 0, 0}}, {{0, 0, 0}, {8, 0, 0}, {3, 0, 0}}, {0, 1, 2}, {0, 1, 5}},
     COPLANAR,
     {{0, 0, 0}, {8, 0, 0}}},
    {"edge of length zero, same way",
     {{{0, 0, 0}, {0, 0, 0}, {1, 1, 0}}, {{0, 0, 0}, {0, 0, 0}, {2, 2, 0}}, {0, 1, 2}, {0, 1, 5}},
     COPLANAR,
     {{0, 0, 0}, {1, 1, 0}}},
    {"edge of length zero, opposite ways",
     {{{0, 0, 0}, {0, 0, 0}, {1, 1, 0}}, {{0, 0, 0}, {0, 0, 0}, {-2, -2, 0}}, {0, 1, 2}, {0, 1, 5}},
     COPLANAR,
     POINT(0, 0, 0)},
    {"edge of length zero, other way",
     {{{0, 0, 0}, {0, 0, 0}, {1, 1, 0}}, {{0, 0, 0}, {0, 0, 0}, {2, 0, 0}}, {0, 1, 2}, {0, 1, 5}},
     COPLANAR,
     POINT(0, 0, 0)},
    {"edge of length zero, no way",
     {{{0, 0, 0}, {0, 0, 0}, {1, 1, 0}}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {0, 1, 2}, {0, 1, 5}},
     COPLANAR,
     POINT(0, 0, 0)},
    {"edge and its triangle",
     {FACE, {{0, 0, 0}, {8, 0, 0}, {8, 0, 0}}, {0, 1, 2}, {0, 1, 1}},
     APART},
    {"same triangle",
     {FACE, {{8, 0, 0}, {0, 8, 0}, {0, 0, 0}}, {0, 1, 2}, {1, 2, 0}},
     COPLANAR,
     {{8, 0, 0}, {0, 8, 0}}},
    {"same segment",
     {{{0, 0, 0}, {0, 0, 0}, {8, 0, 0}}, {{0, 0, 0}, {8, 0, 0}, {8, 0, 0}}, {0, 0, 1}, {0, 1, 1}},
     COPLANAR,
     {{0, 0, 0}, {8, 0, 0}}},
};

static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};

static svTrianglePair Reordered(const svTrianglePair* pair, const int* orderA, const int* orderB,
                                bool swap) {
    svTrianglePair out;
    for (int i = 0; i < 3; ++i) {
        memcpy(swap ? out.b[i] : out.a[i], pair->a[orderA[i]], sizeof(out.a[i]));
        memcpy(swap ? out.a[i] : out.b[i], pair->b[orderB[i]], sizeof(out.b[i]));
        (swap ? out.bIds : out.aIds)[i] = pair->aIds[orderA[i]];
        (swap ? out.aIds : out.bIds)[i] = pair->bIds[orderB[i]];
    }
    return out;
}

static void Change(double p[3], int turn, double scale) {
    const double q[3] = {p[0] * scale, p[1] * scale, p[2] * scale};
    for (int k = 0; k < 3; ++k) {
        p[(k + turn) % 3] = q[k];
    }
}

static bool SameEnds(double s[2][3], double t[2][3]) {
    bool same[2] = {true, true};
    for (int i = 0; i < 2; ++i) {
        for (int k = 0; k < 3; ++k) {
            same[0] &= s[i][k] == t[i][k];
            same[1] &= s[i][k] == t[1 - i][k];
        }
    }
    return same[0] || same[1];
}

// Every order of the vertices and triangles: the same class and the same segment, byte for byte.
static svTriangleResult MeetInAllOrders(const char* name, const svTrianglePair* pair) {
    svTriangleResult first = {0};
    assert_int_equal(svTriangleTriangle(pair, &first), SV_OK);
    for (int i = 0; i < 72; ++i) {
        const svTrianglePair other = Reordered(pair, orders[i % 6], orders[i / 6 % 6], i >= 36);
        svTriangleResult result = {0};
        assert_int_equal(svTriangleTriangle(&other, &result), SV_OK);
        if (memcmp(&result, &first, sizeof(result)) != 0) {
            print_message("%s: order %d: class %d, not %d, or another segment\n", name, i,
                          (int)result.meeting, (int)first.meeting);
            fail();
        }
    }
    return first;
}

static void CheckCase(const Case* c, int turn, double scale) {
    Case copy = *c;
    for (int i = 0; i < 3; ++i) {
        Change(copy.pair.a[i], turn, scale);
        Change(copy.pair.b[i], turn, scale);
    }
    svTriangleResult result = MeetInAllOrders(c->name, &copy.pair);
    if (result.meeting != c->meeting) {
        print_message("%s: class %d, not %d (turn %d, scale %g)\n", c->name, (int)result.meeting,
                      (int)c->meeting, turn, scale);
        fail();
    }
    if (c->ends != 0) {
        Change(copy.segment[0], turn, scale);
        Change(copy.segment[1], turn, scale);
        if (!SameEnds(result.segment, copy.segment)) {
            print_message("%s: segment (%g %g %g) (%g %g %g)\n", c->name, result.segment[0][0],
                          result.segment[0][1], result.segment[0][2], result.segment[1][0],
                          result.segment[1][1], result.segment[1][2]);
            fail();
        }
    }
}

static void CheckCases(const Case* cases, size_t count) {
    // Up to where 15 * scale is finite, down to where scale / 2 is the smallest double.
    static const double scales[] = {1, 0x1p1019, 0x1p600, 0x1p-600, 0x1p-1022, 0x1p-1073};
    for (size_t i = 0; i < count; ++i) {
        for (int turn = 0; turn < 3; ++turn) {
            for (size_t k = 0; k < sizeof(scales) / sizeof(scales[0]); ++k) {
                CheckCase(&cases[i], turn, scales[k]);
            }
        }
    }
}

static void TestTransversal(void** state) {
    (void)state;
    CheckCases(transversal, sizeof(transversal) / sizeof(transversal[0]));
}

static void TestCoplanar(void** state) {
    (void)state;
    CheckCases(coplanar, sizeof(coplanar) / sizeof(coplanar[0]));
}

static void TestDegenerate(void** state) {
    (void)state;
    CheckCases(degenerate, sizeof(degenerate) / sizeof(degenerate[0]));
}

static void TestSharedVertex(void** state) {
    (void)state;
    CheckCases(sharedVertex, sizeof(sharedVertex) / sizeof(sharedVertex[0]));
}

static void TestSharedMore(void** state) {
    (void)state;
    CheckCases(sharedMore, sizeof(sharedMore) / sizeof(sharedMore[0]));
}

// A pair in which one coordinate of b[0] moves by the least amount to either side of a contact.
static void CheckAround(const char* name, svTrianglePair pair, int axis, const int meetings[3]) {
    const double at = pair.b[0][axis];
    for (int i = 0; i < 3; ++i) {
        pair.b[0][axis] = i == 1 ? at : nextafter(at, i == 0 ? -DBL_MAX : DBL_MAX);
        const svTriangleResult result = MeetInAllOrders(name, &pair);
        if ((int)result.meeting != meetings[i]) {
            print_message("%s: class %d, not %d, in place %d\n", name, (int)result.meeting,
                          meetings[i], i);
            fail();
        }
    }
}

static void TestOneUnitBeside(void** state) {
    (void)state;
    const int down[3] = {SV_TRIANGLES_PROPER, SV_TRIANGLES_TOUCHING, SV_TRIANGLES_APART};
    const int up[3] = {SV_TRIANGLES_APART, SV_TRIANGLES_TOUCHING, SV_TRIANGLES_PROPER};
    const int flat[3] = {SV_TRIANGLES_COPLANAR, SV_TRIANGLES_COPLANAR, SV_TRIANGLES_APART};
    const int fold[3] = {SV_TRIANGLES_APART, SV_TRIANGLES_COPLANAR, SV_TRIANGLES_APART};
    CheckAround("vertex at a face", (svTrianglePair)B({1, 1, 0}, {1, 1, 2}, {2, 1, 2}), 2, down);
    CheckAround("vertex at a slanted face",
                (svTrianglePair){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                 {{0.25, 0.25, 0.5}, {1, 1, 1}, {2, 1, 1}},
                                 {0, 1, 2},
                                 {3, 4, 5}},
                2, down);
    CheckAround("edges across", (svTrianglePair)B({3, 3, -1}, {5, 5, 1}, {9, 9, 0}), 0, down);
    CheckAround("vertex at an edge from inside the plane",
                (svTrianglePair)B({4, 4, 0}, {8, 8, 1}, {8, 8, -1}), 1, down);
    CheckAround("vertex at the edge y = 0", (svTrianglePair)B({4, 0, 0}, {4, -1, 1}, {4, -1, -1}),
                1, up);
    CheckAround("coplanar, vertex at an edge", (svTrianglePair)B({4, 4, 0}, {9, 9, 0}, {5, 9, 0}),
                0, flat);
    CheckAround("folded",
                (svTrianglePair){FACE, {{3, 5, 0}, {0, 0, 0}, {8, 0, 0}}, {0, 1, 2}, {5, 0, 1}}, 2,
                fold);
}

static void TestNearMiss(void** state) {
    (void)state;
    const svTrianglePair above = B({1, 1, 0x1p-40}, {1, 1, 2}, {2, 1, 2});
    const svTrianglePair below = B({1, 1, -0x1p-40}, {1, 1, 2}, {2, 1, 2});
    const svTrianglePair parallel = B({0, 0, 0x1p-40}, {8, 0, 0x1p-40}, {0, 8, 0x1p-40});
    assert_int_equal(MeetInAllOrders("above", &above).meeting, SV_TRIANGLES_APART);
    assert_int_equal(MeetInAllOrders("below", &below).meeting, SV_TRIANGLES_PROPER);
    assert_int_equal(MeetInAllOrders("parallel", &parallel).meeting, SV_TRIANGLES_APART);
}

// Differences that overflow, and tiny beside huge.
static void TestExtremes(void** state) {
    (void)state;
    const double m = DBL_MAX, e = DBL_TRUE_MIN;
    const svTrianglePair wide = {{{-m, -m, 0}, {m, -m, 0}, {0, m, 0}},
                                 {{0, 0, -m}, {0, 0, m}, {m, m, m}},
                                 {0, 1, 2},
                                 {3, 4, 5}};
    const svTriangleResult result = MeetInAllOrders("wide", &wide);
    assert_int_equal(result.meeting, SV_TRIANGLES_PROPER);
    for (int i = 0; i < 6; ++i) {
        assert_true(isfinite(result.segment[i / 3][i % 3]));
    }
    const svTrianglePair over = {{{-m, -m, 0}, {m, -m, 0}, {0, m, 0}},
                                 {{0, 0, e}, {0, 0, m}, {m, m, m}},
                                 {0, 1, 2},
                                 {3, 4, 5}};
    assert_int_equal(MeetInAllOrders("over", &over).meeting, SV_TRIANGLES_APART);
    const svTrianglePair under = {{{-m, -m, 0}, {m, -m, 0}, {0, m, 0}},
                                  {{0, 0, -e}, {0, 0, m}, {m, m, m}},
                                  {0, 1, 2},
                                  {3, 4, 5}};
    assert_int_equal(MeetInAllOrders("under", &under).meeting, SV_TRIANGLES_PROPER);
}

static double Distance(const double p[3], const double q[3]) {
    const double x = p[0] - q[0], y = p[1] - q[1], z = p[2] - q[2];
    return sqrt(x * x + y * y + z * z);
}

// The distance of p from the nearest of the points.
static double Nearest(const oracleCommonSet* set, const double p[3]) {
    double nearest = DBL_MAX;
    for (int i = 0; i < set->count; ++i) {
        nearest = fmin(nearest, Distance(set->points[i], p));
    }
    return nearest;
}

// Vertices of b in the plane of a but for rounding: edges that cross it by next to nothing. Edges
// are shorter than 4, and the ends of the segment may be off by 2^-40 of an edge
// (triangle_segment.c).
static void TestSegmentOfNearlyFlat(void** state) {
    (void)state;
    const double allowed = 4 * 0x1p-40;
    Random random = {1};
    for (int round = 0; round < 20000; ++round) {
        svTrianglePair pair = {.aIds = {0, 1, 2}, .bIds = {3, 4, 5}};
        const int flatVertices = Random_Between(&random, 1, 3);
        for (int i = 0; i < 9; ++i) {
            pair.a[i / 3][i % 3] = Random_Signed(&random);
            pair.b[i / 3][i % 3] = Random_Signed(&random);
        }
        for (int i = 0; i < flatVertices; ++i) {
            const double s = Random_Unit(&random), t = Random_Signed(&random);
            for (int k = 0; k < 3; ++k) {
                pair.b[i][k] = pair.a[0][k] * (1 - s - t) + pair.a[1][k] * s + pair.a[2][k] * t;
            }
        }
        svTriangleResult result;
        oracleCommonSet common;
        assert_int_equal(svTriangleTriangle(&pair, &result), SV_OK);
        assert_int_equal(result.meeting, oracleTriangleTriangle(&pair, &common));
        if (result.meeting == SV_TRIANGLES_APART) {
            continue;
        }
        double width = 0;
        for (int i = 0; i < common.count; ++i) {
            for (int j = i + 1; j < common.count; ++j) {
                width = fmax(width, Distance(common.points[i], common.points[j]));
            }
        }
        assert_true(Nearest(&common, result.segment[0]) <= allowed);
        assert_true(Nearest(&common, result.segment[1]) <= allowed);
        assert_true(fabs(Distance(result.segment[0], result.segment[1]) - width) <= 2 * allowed);
    }
}

static void TestRefused(void** state) {
    (void)state;
    const svTrianglePair good = B({1, 1, -1}, {1, 1, 1}, {9, 9, 0});
    svTriangleResult result;
    assert_int_equal(svTriangleTriangle(NULL, &result), SV_ERROR_ARGUMENT);
    assert_int_equal(svTriangleTriangle(&good, NULL), SV_ERROR_ARGUMENT);
    static const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (int i = 0; i < 54; ++i) {
        svTrianglePair pair = good;
        (i % 18 < 9 ? pair.a : pair.b)[i % 9 / 3][i % 3] = bad[i / 18];
        assert_int_equal(svTriangleTriangle(&pair, &result), SV_ERROR_NOT_FINITE);
    }
    // One id with two positions.
    const svTrianglePair across = {FACE, {{1, 1, -1}, {1, 1, 1}, {9, 9, 0}}, {0, 1, 2}, {0, 4, 5}};
    assert_int_equal(svTriangleTriangle(&across, &result), SV_ERROR_ARGUMENT);
    const svTrianglePair within = {FACE, {{1, 1, -1}, {1, 1, 1}, {9, 9, 0}}, {0, 1, 2}, {4, 4, 5}};
    assert_int_equal(svTriangleTriangle(&within, &result), SV_ERROR_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestTransversal),
        cmocka_unit_test(TestCoplanar),
        cmocka_unit_test(TestDegenerate),
        cmocka_unit_test(TestSharedVertex),
        cmocka_unit_test(TestSharedMore),
        cmocka_unit_test(TestOneUnitBeside),
        cmocka_unit_test(TestNearMiss),
        cmocka_unit_test(TestExtremes),
        cmocka_unit_test(TestSegmentOfNearlyFlat),
        cmocka_unit_test(TestRefused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
