// Two triangles at an instant, by exact clipping: the common set is one triangle cut by the
// half-spaces that make up the other, and the classes are read from its vertices.
#include "support/oracle.h"
#include "support/oracle_clip.h"

#include <math.h>

// Points 0 to 2 are triangle a, 3 to 5 triangle b.
typedef struct Pair {
    oracleVector points[6];
    int exponent; // of the integers' unit
} Pair;

static void InitPair(Pair* pair, const svTrianglePair* triangles) {
    double values[18];
    for (int i = 0; i < 9; ++i) {
        values[i] = triangles->a[i / 3][i % 3];
        values[9 + i] = triangles->b[i / 3][i % 3];
    }
    oracleVectors_Init(pair->points, 6);
    pair->exponent = oracleIntegers(values, 18, &pair->points[0].k[0]);
}

static void ClearPair(Pair* pair) {
    oracleVectors_Clear(pair->points, 6);
}

// The different ids that both triangles have.
static int SharedIds(const svTrianglePair* pair, uint32_t shared[3]) {
    int count = 0;
    for (int i = 0; i < 9; ++i) {
        bool known = false;
        for (int j = 0; j < count; ++j) {
            known |= shared[j] == pair->aIds[i / 3];
        }
        if (pair->aIds[i / 3] == pair->bIds[i % 3] && !known) {
            shared[count++] = pair->aIds[i / 3];
        }
    }
    return count;
}

int oracleSharedCount(const svTrianglePair* pair) {
    uint32_t shared[3];
    return SharedIds(pair, shared);
}

// Whether conv of `count` corners meets conv of three.
static bool FeaturesMeet(const Pair* pair, const int* a, int count, const int b[3]) {
    Hull hull;
    Hull_Init(&hull, pair->points, b);
    bool meet = oracleHullsMeet(pair->points, a, count, &hull);
    Hull_Clear(&hull);
    return meet;
}

// The corners (a bit each) of a triangle with these ids that are none of the given corners of the
// other triangle.
static unsigned CornersWithout(const uint32_t ids[3], const uint32_t others[3], unsigned corners) {
    unsigned left = 7;
    for (int i = 0; i < 9; ++i) {
        if ((corners >> (i % 3) & 1) != 0 && ids[i / 3] == others[i % 3]) {
            left &= ~(1u << (i / 3));
        }
    }
    return left;
}

// The indices of the corners, from `first` on; the last one again and again to fill up.
static int ListCorners(unsigned corners, int first, int list[3]) {
    int count = 0;
    for (int i = 0; i < 3; ++i) {
        if ((corners >> i & 1) != 0) {
            list[count++] = first + i;
        }
    }
    for (int i = count; i < 3 && count > 0; ++i) {
        list[i] = list[count - 1];
    }
    return count;
}

// Whether features of a and b without a common vertex have a common point: for each set of corners
// of a, the largest feature of b that shares none of them, unless the set could be larger itself.
static bool TrianglesMeet(const Pair* pair, const svTrianglePair* triangles,
                          const Polygon* common) {
    const uint32_t *aIds = triangles->aIds, *bIds = triangles->bIds;
    if (oracleSharedCount(triangles) == 0) {
        return common->count > 0;
    }
    if (CornersWithout(aIds, bIds, 7) == 0 && CornersWithout(bIds, aIds, 7) == 0) {
        return true; // the same vertices
    }
    for (unsigned corners = 1; corners < 8; ++corners) {
        unsigned others = CornersWithout(bIds, aIds, corners);
        int a[3], b[3];
        if (others != 0 && CornersWithout(aIds, bIds, others) == corners) {
            int count = ListCorners(corners, 0, a);
            ListCorners(others, 3, b);
            if (FeaturesMeet(pair, a, count, b)) {
                return true;
            }
        }
    }
    return false;
}

// Whether some plane contains all six points.
static bool AllCoplanar(const Pair* pair) {
    oracleVector d[5], normal;
    mpz_t value;
    int first = -1;
    bool havePlane = false, coplanar = true;
    oracleVectors_Init(d, 5);
    oracleVectors_Init(&normal, 1);
    mpz_init(value);
    for (int i = 0; i < 5; ++i) {
        oracleVector_Subtract(&d[i], &pair->points[i + 1], &pair->points[0]);
    }
    for (int i = 0; i < 5 && coplanar; ++i) {
        if (havePlane) {
            oracleVector_Dot(value, &normal, &d[i]);
            coplanar = mpz_sgn(value) == 0;
        } else if (first >= 0) {
            oracleVector_Cross(&normal, &d[first], &d[i]);
            havePlane = !oracleVector_IsZero(&normal);
        } else if (!oracleVector_IsZero(&d[i])) {
            first = i;
        }
    }
    oracleVectors_Clear(d, 5);
    oracleVectors_Clear(&normal, 1);
    mpz_clear(value);
    return coplanar;
}

// Whether the relative interiors of two proper triangles have a common point. If they do, every
// point of the relative interior of the common set is one (Rockafellar, Convex Analysis, 6.5), the
// mean of its vertices for example; and that mean is strictly inside a half-space that holds all
// vertices exactly if one of them is.
static bool InteriorsMeet(const Polygon* common, const Hull hulls[2]) {
    for (int h = 0; h < 2; ++h) {
        if (hulls[h].dimension < 2) {
            return false;
        }
        for (int i = 1; i < hulls[h].count; ++i) {
            if (!Polygon_IsStrict(common, &hulls[h].constraints[i])) {
                return false;
            }
        }
    }
    return true;
}

static void RoundPoints(const Pair* pair, const Polygon* polygon, oracleCommonSet* common) {
    mpq_t quotient;
    mpq_init(quotient);
    common->count = polygon->count;
    for (int i = 0; i < 3 * polygon->count; ++i) {
        mpz_set(mpq_numref(quotient), polygon->points[i / 3].k[i % 3]);
        mpz_set(mpq_denref(quotient), polygon->weights[i / 3]);
        mpq_canonicalize(quotient);
        if (pair->exponent < 0) {
            mpq_div_2exp(quotient, quotient, (mp_bitcnt_t)-pair->exponent);
        } else {
            mpq_mul_2exp(quotient, quotient, (mp_bitcnt_t)pair->exponent);
        }
        common->points[i / 3][i % 3] = mpq_get_d(quotient);
    }
    mpq_clear(quotient);
}

static bool Separated(const svTrianglePair* pair) {
    for (int k = 0; k < 3; ++k) {
        bool below = true, above = true;
        for (int i = 0; i < 9; ++i) {
            below &= pair->a[i / 3][k] < pair->b[i % 3][k];
            above &= pair->a[i / 3][k] > pair->b[i % 3][k];
        }
        if (below || above) {
            return true;
        }
    }
    return false;
}

static svTriangleMeeting Classify(const Pair* pair, const Polygon* polygon, const Hull* hullB) {
    if (AllCoplanar(pair)) {
        return SV_TRIANGLES_COPLANAR;
    }
    Hull hulls[2];
    Hull_Init(&hulls[0], pair->points, (int[3]){0, 1, 2});
    hulls[1] = *hullB;
    bool proper = InteriorsMeet(polygon, hulls);
    Hull_Clear(&hulls[0]);
    return proper ? SV_TRIANGLES_PROPER : SV_TRIANGLES_TOUCHING;
}

svTriangleMeeting oracleTriangleTriangle(const svTrianglePair* triangles, oracleCommonSet* common) {
    if (Separated(triangles)) {
        return SV_TRIANGLES_APART;
    }
    Pair pair;
    Polygon polygon;
    Hull hull;
    svTriangleMeeting meeting = SV_TRIANGLES_APART;
    InitPair(&pair, triangles);
    Hull_Init(&hull, pair.points, (int[3]){3, 4, 5});
    Polygon_Init(&polygon);
    Polygon_Set(&polygon, pair.points, (int[3]){0, 1, 2}, 3);
    Polygon_Clip(&polygon, &hull);
    if (TrianglesMeet(&pair, triangles, &polygon)) {
        meeting = Classify(&pair, &polygon, &hull);
        if (common != NULL) {
            RoundPoints(&pair, &polygon, common);
        }
    }
    Polygon_Clear(&polygon);
    Hull_Clear(&hull);
    ClearPair(&pair);
    return meeting;
}

bool oracleContactAt(oracleKind kind, const svMovingPair* pair, long numerator, unsigned scale) {
    static const int first[ORACLE_KIND_COUNT][2] = {{0, 0}, {0, 1}};
    static const int second[ORACLE_KIND_COUNT][3] = {{1, 2, 3}, {2, 3, 3}};
    oracleVector points[8];
    Pair instant;
    double values[24];
    for (int i = 0; i < 12; ++i) {
        values[i] = pair->x0[i / 3][i % 3];
        values[12 + i] = pair->x1[i / 3][i % 3];
    }
    oracleVectors_Init(points, 8);
    oracleVectors_Init(instant.points, 6);
    oracleIntegers(values, 24, &points[0].k[0]);
    for (int i = 0; i < 12; ++i) {
        // 2^scale x = (2^scale - numerator) x0 + numerator x1
        mpz_ptr x = instant.points[i / 3].k[i % 3];
        mpz_mul_si(x, points[i / 3].k[i % 3], (1L << scale) - numerator);
        mpz_mul_si(points[4 + i / 3].k[i % 3], points[4 + i / 3].k[i % 3], numerator);
        mpz_add(x, x, points[4 + i / 3].k[i % 3]);
    }
    bool meet = FeaturesMeet(&instant, first[kind], 2, second[kind]);
    oracleVectors_Clear(points, 8);
    oracleVectors_Clear(instant.points, 6);
    return meet;
}
