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

static void initPair(Pair* pair, const svTrianglePair* triangles) {
    double values[18];
    for (int i = 0; i < 9; ++i) {
        values[i] = triangles->a[i / 3][i % 3];
        values[9 + i] = triangles->b[i / 3][i % 3];
    }
    oracleVectors_Init(pair->points, 6);
    pair->exponent = oracleIntegers(values, 18, &pair->points[0].k[0]);
}

static void clearPair(Pair* pair) {
    oracleVectors_Clear(pair->points, 6);
}

// The different ids that both triangles have.
static int sharedIds(const svTrianglePair* pair, uint32_t shared[3]) {
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
    return sharedIds(pair, shared);
}

// Whether conv of `count` corners meets conv of three.
static bool hullsMeet(const Pair* pair, const int* a, int count, const int b[3]) {
    Hull hull;
    Hull_Init(&hull, pair->points, b);
    bool meet = oracleHullsMeet(pair->points, a, count, &hull);
    Hull_Clear(&hull);
    return meet;
}

// Whether the corners of triangle a in the mask `of` and those corners of b whose ids are none of
// theirs have convex hulls with a common point.
static bool featuresMeet(const Pair* pair, const svTrianglePair* triangles, int of) {
    int a[3], b[3], aCount = 0, bCount = 0;
    for (int i = 0; i < 3; ++i) {
        if (of >> i & 1) {
            a[aCount++] = i;
        }
    }
    for (int j = 0; j < 3; ++j) {
        bool shared = false;
        for (int i = 0; i < aCount; ++i) {
            shared |= triangles->aIds[a[i]] == triangles->bIds[j];
        }
        if (!shared) {
            b[bCount++] = 3 + j;
        }
    }
    for (int j = bCount; j < 3; ++j) {
        b[j] = b[0];
    }
    return bCount > 0 && hullsMeet(pair, a, aCount, b);
}

static bool sameIds(const svTrianglePair* triangles) {
    bool same = true;
    for (int i = 0; i < 3; ++i) {
        const uint32_t* a = triangles->aIds;
        const uint32_t* b = triangles->bIds;
        same &= b[i] == a[0] || b[i] == a[1] || b[i] == a[2];
        same &= a[i] == b[0] || a[i] == b[1] || a[i] == b[2];
    }
    return same;
}

// From the definition: a face of one and a face of the other that share no vertex have a common
// point. For each face of a the largest such face of b will do.
static bool trianglesMeet(const Pair* pair, const svTrianglePair* triangles) {
    bool meet = sameIds(triangles);
    for (int of = 1; of < 8 && !meet; ++of) {
        meet = featuresMeet(pair, triangles, of);
    }
    return meet;
}

// Whether some plane contains all six points.
static bool allCoplanar(const Pair* pair) {
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
static bool interiorsMeet(const Polygon* common, const Hull hulls[2]) {
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

static void roundPoints(const Pair* pair, const Polygon* polygon, oracleCommonSet* common) {
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

static bool separated(const svTrianglePair* pair) {
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

static svTriangleMeeting classify(const Pair* pair, const Polygon* polygon, const Hull* hullB) {
    if (allCoplanar(pair)) {
        return SV_TRIANGLES_COPLANAR;
    }
    Hull hulls[2];
    Hull_Init(&hulls[0], pair->points, (int[3]){0, 1, 2});
    hulls[1] = *hullB;
    bool proper = interiorsMeet(polygon, hulls);
    Hull_Clear(&hulls[0]);
    return proper ? SV_TRIANGLES_PROPER : SV_TRIANGLES_TOUCHING;
}

svTriangleMeeting oracleTriangleTriangle(const svTrianglePair* triangles, oracleCommonSet* common) {
    if (separated(triangles)) {
        return SV_TRIANGLES_APART;
    }
    Pair pair;
    Polygon polygon;
    Hull hull;
    svTriangleMeeting meeting = SV_TRIANGLES_APART;
    initPair(&pair, triangles);
    Hull_Init(&hull, pair.points, (int[3]){3, 4, 5});
    Polygon_Init(&polygon);
    Polygon_Set(&polygon, pair.points, (int[3]){0, 1, 2}, 3);
    Polygon_Clip(&polygon, &hull);
    if (trianglesMeet(&pair, triangles)) {
        meeting = classify(&pair, &polygon, &hull);
        if (common != NULL) {
            roundPoints(&pair, &polygon, common);
        }
    }
    Polygon_Clear(&polygon);
    Hull_Clear(&hull);
    clearPair(&pair);
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
    bool meet = hullsMeet(&instant, first[kind], 2, second[kind]);
    oracleVectors_Clear(points, 8);
    oracleVectors_Clear(instant.points, 6);
    return meet;
}
