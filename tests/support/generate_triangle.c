#include "support/generate.h"
#include "support/generate_numbers.h"

enum { FLOAT_BITS = 20 };

static double* corner(svTrianglePair* pair, int i) {
    return i < 3 ? pair->a[i] : pair->b[i - 3];
}

static void fill(Random* random, double (*number)(Random*), svTrianglePair* pair) {
    for (int i = 0; i < 18; ++i) {
        corner(pair, i / 3)[i % 3] = number(random);
    }
}

static void nudge(Random* random, svTrianglePair* pair) {
    double* x = &corner(pair, Random_Below(random, 6))[Random_Below(random, 3)];
    *x = nudged(random, *x);
}

static double shortOf20(Random* random) {
    return shortNumber(random, FLOAT_BITS);
}

static double binades60(Random* random) {
    return spreadNumber(random, 60);
}

static double binades1900(Random* random) {
    return spreadNumber(random, 1900);
}

static double floatNumber(Random* random) {
    return (double)(float)Random_Signed(random);
}

// Six different vertices, in half of the cases; else one, two or three of b become vertices of a.
static void share(Random* random, svTrianglePair* pair) {
    static const int counts[8] = {0, 0, 0, 0, 1, 1, 2, 3};
    int count = counts[Random_Below(random, 8)];
    int turn = Random_Below(random, 3), mirror = coin(random) ? 1 : 2;
    for (uint32_t i = 0; i < 3; ++i) {
        pair->aIds[i] = 10 + i;
        pair->bIds[i] = 20 + i;
    }
    for (int i = 0; i < count; ++i) {
        int to = (turn + mirror * i) % 3;
        pair->bIds[to] = pair->aIds[i];
        memcpy(pair->b[to], pair->a[i], sizeof pair->b[to]);
    }
}

static void makeUniform(Random* random, svTrianglePair* pair) {
    fill(random, Random_Signed, pair);
    share(random, pair);
}

static void makeFloats(Random* random, svTrianglePair* pair) {
    fill(random, floatNumber, pair);
    share(random, pair);
}

static void makeGrid(Random* random, svTrianglePair* pair) {
    int radius = Random_Between(random, 1, 4);
    for (int i = 0; i < 18; ++i) {
        corner(pair, i / 3)[i % 3] = gridNumber(random, radius);
    }
    share(random, pair);
}

static void makeGridNudged(Random* random, svTrianglePair* pair) {
    makeGrid(random, pair);
    nudge(random, pair);
    for (int i = 0; i < 9; ++i) { // what is shared stays in one place
        if (pair->aIds[i / 3] == pair->bIds[i % 3]) {
            memcpy(pair->b[i % 3], pair->a[i / 3], sizeof pair->a[0]);
        }
    }
}

static void makeDecimal(Random* random, svTrianglePair* pair) {
    fill(random, decimalNumber, pair);
    share(random, pair);
}

static void makeDenormal(Random* random, svTrianglePair* pair) {
    fill(random, denormalNumber, pair);
    share(random, pair);
}

static void makeTiny(Random* random, svTrianglePair* pair) {
    fill(random, tinyNumber, pair);
    share(random, pair);
}

static void makeHuge(Random* random, svTrianglePair* pair) {
    fill(random, hugeNumber, pair);
    share(random, pair);
}

static void makeBinades60(Random* random, svTrianglePair* pair) {
    fill(random, binades60, pair);
    share(random, pair);
}

static void makeBinades1900(Random* random, svTrianglePair* pair) {
    fill(random, binades1900, pair);
    share(random, pair);
}

static void makeAnyBits(Random* random, svTrianglePair* pair) {
    fill(random, anyNumber, pair);
    share(random, pair);
}

// Coplanar: in an axis plane, or in the plane z = x + 2y.
static void placeCoplanar(Random* random, svTrianglePair* pair) {
    bool coarse = coin(random), tilted = coin(random);
    int radius = Random_Between(random, 1, 4), axis = Random_Below(random, 3);
    for (int i = 0; i < 6; ++i) {
        double* point = corner(pair, i);
        for (int k = 0; k < 3; ++k) {
            point[k] = coarse ? gridNumber(random, radius) : shortNumber(random, FLOAT_BITS);
        }
        point[axis] = tilted ? point[(axis + 1) % 3] + 2.0 * point[(axis + 2) % 3] : 0.125;
    }
}

static void makeCoplanar(Random* random, svTrianglePair* pair) {
    placeCoplanar(random, pair);
    share(random, pair);
}

static void makeCoplanarNudged(Random* random, svTrianglePair* pair) {
    placeCoplanar(random, pair);
    nudge(random, pair);
    share(random, pair);
}

// A vertex of b lies in a (in its interior, on an edge or in a corner), or an edge of b crosses one
// of a; exact, for positions with few bits. The shared vertices, if any, are others.
static void placeTouching(Random* random, svTrianglePair* pair) {
    int quarters[2], moved = Random_Below(random, 3);
    fill(random, shortOf20, pair);
    share(random, pair);
    while (oracleSharedCount(pair) == 3 || pair->bIds[moved] < 20) {
        if (oracleSharedCount(pair) == 3) {
            pair->bIds[moved] = 20 + (uint32_t)moved;
        } else {
            moved = (moved + 1) % 3;
        }
    }
    quarters[0] = Random_Between(random, 0, 4);
    quarters[1] = Random_Between(random, 0, 4 - quarters[0]);
    bool edges = coin(random);
    for (int k = 0; k < 3; ++k) {
        double target = 0.25 * (quarters[0] * pair->a[0][k] + quarters[1] * pair->a[1][k] +
                                (4 - quarters[0] - quarters[1]) * pair->a[2][k]);
        // The middle of the edge from the next corner to the moved one, or that one itself.
        pair->b[moved][k] = edges ? 2.0 * target - pair->b[(moved + 1) % 3][k] : target;
    }
}

static void makeTouching(Random* random, svTrianglePair* pair) {
    placeTouching(random, pair);
}

static void makeTouchingNudged(Random* random, svTrianglePair* pair) {
    placeTouching(random, pair);
    int moved = 0;
    while (pair->bIds[moved] < 20) {
        ++moved;
    }
    double* x = &pair->b[moved][Random_Below(random, 3)];
    *x = nudged(random, *x);
}

// One or both triangles are segments or points.
static void makeDegenerate(Random* random, svTrianglePair* pair) {
    if (coin(random)) {
        placeCoplanar(random, pair);
    } else {
        fill(random, shortOf20, pair);
    }
    share(random, pair);
    for (int which = 0; which < 2; ++which) {
        double(*x)[3] = which == 0 ? pair->a : pair->b;
        const uint32_t* ids = which == 0 ? pair->aIds : pair->bIds;
        const uint32_t* others = which == 0 ? pair->bIds : pair->aIds;
        for (int c = 0; c < 3; ++c) {
            bool isShared = ids[c] == others[0] || ids[c] == others[1] || ids[c] == others[2];
            int form = Random_Below(random, 4);
            for (int k = 0; k < 3 && !isShared && form < 2; ++k) {
                double p = x[(c + 1) % 3][k], q = x[(c + 2) % 3][k];
                x[c][k] = form == 0 ? p : 2.0 * q - p;
            }
        }
    }
}

// An edge of b passes exactly through a point of a while both triangles cross it: the places where
// proper turns into touching.
static void makeThroughBoundary(Random* random, svTrianglePair* pair) {
    fill(random, shortOf20, pair);
    share(random, pair);
    if (oracleSharedCount(pair) > 0) {
        return;
    }
    int i = Random_Below(random, 3), quarters = Random_Between(random, 0, 4);
    double t = 0.25 * quarters;
    for (int k = 0; k < 3; ++k) {
        double target = (1.0 - t) * pair->a[i][k] + t * pair->a[(i + 1) % 3][k];
        pair->b[1][k] = 2.0 * target - pair->b[0][k];
    }
    if (coin(random)) {
        nudge(random, pair);
    }
}

// An id twice in a triangle, in the same place; the other corners as they come.
static void makeRepeatedIds(Random* random, svTrianglePair* pair) {
    if (coin(random)) {
        makeGrid(random, pair);
    } else {
        makeTouching(random, pair);
    }
    for (int which = Random_Below(random, 3); which < 3; which += 2) {
        int from = Random_Below(random, 3), to = Random_Below(random, 3);
        uint32_t* ids = which == 0 ? pair->aIds : pair->bIds;
        double(*x)[3] = which == 0 ? pair->a : pair->b;
        ids[to] = ids[from];
        memmove(x[to], x[from], sizeof x[to]);
    }
}

const TriangleFamily triangleFamilies[] = {
    {"triangles-uniform", makeUniform, 40},
    {"triangles-floats", makeFloats, 40},
    {"triangles-grid", makeGrid, 40},
    {"triangles-grid-nudged", makeGridNudged, 40},
    {"triangles-decimal", makeDecimal, 40},
    {"triangles-denormal", makeDenormal, 20},
    {"triangles-tiny", makeTiny, 20},
    {"triangles-huge", makeHuge, 20},
    {"triangles-binades-60", makeBinades60, 20},
    {"triangles-binades-1900", makeBinades1900, 2},
    {"triangles-any-bits", makeAnyBits, 2},
    {"triangles-coplanar", makeCoplanar, 40},
    {"triangles-coplanar-nudged", makeCoplanarNudged, 40},
    {"triangles-touching", makeTouching, 40},
    {"triangles-touching-nudged", makeTouchingNudged, 40},
    {"triangles-degenerate", makeDegenerate, 40},
    {"triangles-through-boundary", makeThroughBoundary, 40},
    {"triangles-repeated-ids", makeRepeatedIds, 40},
};
const int triangleFamilyCount = sizeof triangleFamilies / sizeof triangleFamilies[0];
