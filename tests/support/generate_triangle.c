#include "support/generate.h"
#include "support/generate_numbers.h"

enum { FLOAT_BITS = 20 };

static double* Corner(svTrianglePair* pair, int i) {
    return i < 3 ? pair->a[i] : pair->b[i - 3];
}

static void Fill(Random* random, double (*number)(Random*), svTrianglePair* pair) {
    for (int i = 0; i < 18; ++i) {
        Corner(pair, i / 3)[i % 3] = number(random);
    }
}

static void Nudge(Random* random, svTrianglePair* pair) {
    double* x = &Corner(pair, Random_Below(random, 6))[Random_Below(random, 3)];
    *x = Nudged(random, *x);
}

static double ShortOf20(Random* random) {
    return ShortNumber(random, FLOAT_BITS);
}

static double Binades60(Random* random) {
    return SpreadNumber(random, 60);
}

static double Binades1900(Random* random) {
    return SpreadNumber(random, 1900);
}

static double FloatNumber(Random* random) {
    return (double)(float)Random_Signed(random);
}

// Six different vertices, in half of the cases; else one, two or three of b become vertices of a.
static void Share(Random* random, svTrianglePair* pair) {
    static const int counts[8] = {0, 0, 0, 0, 1, 1, 2, 3};
    int count = counts[Random_Below(random, 8)];
    int turn = Random_Below(random, 3), mirror = Coin(random) ? 1 : 2;
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

static void MakeUniform(Random* random, svTrianglePair* pair) {
    Fill(random, Random_Signed, pair);
    Share(random, pair);
}

static void MakeFloats(Random* random, svTrianglePair* pair) {
    Fill(random, FloatNumber, pair);
    Share(random, pair);
}

static void MakeGrid(Random* random, svTrianglePair* pair) {
    int radius = Random_Between(random, 1, 4);
    for (int i = 0; i < 18; ++i) {
        Corner(pair, i / 3)[i % 3] = GridNumber(random, radius);
    }
    Share(random, pair);
}

static void MakeGridNudged(Random* random, svTrianglePair* pair) {
    MakeGrid(random, pair);
    Nudge(random, pair);
    for (int i = 0; i < 9; ++i) { // what is shared stays in one place
        if (pair->aIds[i / 3] == pair->bIds[i % 3]) {
            memcpy(pair->b[i % 3], pair->a[i / 3], sizeof pair->a[0]);
        }
    }
}

static void MakeDecimal(Random* random, svTrianglePair* pair) {
    Fill(random, DecimalNumber, pair);
    Share(random, pair);
}

static void MakeDenormal(Random* random, svTrianglePair* pair) {
    Fill(random, DenormalNumber, pair);
    Share(random, pair);
}

static void MakeTiny(Random* random, svTrianglePair* pair) {
    Fill(random, TinyNumber, pair);
    Share(random, pair);
}

static void MakeHuge(Random* random, svTrianglePair* pair) {
    Fill(random, HugeNumber, pair);
    Share(random, pair);
}

static void MakeBinades60(Random* random, svTrianglePair* pair) {
    Fill(random, Binades60, pair);
    Share(random, pair);
}

static void MakeBinades1900(Random* random, svTrianglePair* pair) {
    Fill(random, Binades1900, pair);
    Share(random, pair);
}

static void MakeAnyBits(Random* random, svTrianglePair* pair) {
    Fill(random, AnyNumber, pair);
    Share(random, pair);
}

// Coplanar: in an axis plane, or in the plane z = x + 2y.
static void PlaceCoplanar(Random* random, svTrianglePair* pair) {
    bool coarse = Coin(random), tilted = Coin(random);
    int radius = Random_Between(random, 1, 4), axis = Random_Below(random, 3);
    for (int i = 0; i < 6; ++i) {
        double* point = Corner(pair, i);
        for (int k = 0; k < 3; ++k) {
            point[k] = coarse ? GridNumber(random, radius) : ShortNumber(random, FLOAT_BITS);
        }
        point[axis] = tilted ? point[(axis + 1) % 3] + 2.0 * point[(axis + 2) % 3] : 0.125;
    }
}

static void MakeCoplanar(Random* random, svTrianglePair* pair) {
    PlaceCoplanar(random, pair);
    Share(random, pair);
}

static void MakeCoplanarNudged(Random* random, svTrianglePair* pair) {
    PlaceCoplanar(random, pair);
    Nudge(random, pair);
    Share(random, pair);
}

// A vertex of b lies in a (in its interior, on an edge or in a corner), or an edge of b crosses one
// of a; exact, for positions with few bits. The shared vertices, if any, are others.
static void PlaceTouching(Random* random, svTrianglePair* pair) {
    int quarters[2], moved = Random_Below(random, 3);
    Fill(random, ShortOf20, pair);
    Share(random, pair);
    while (oracleSharedCount(pair) == 3 || pair->bIds[moved] < 20) {
        if (oracleSharedCount(pair) == 3) {
            pair->bIds[moved] = 20 + (uint32_t)moved;
        } else {
            moved = (moved + 1) % 3;
        }
    }
    quarters[0] = Random_Between(random, 0, 4);
    quarters[1] = Random_Between(random, 0, 4 - quarters[0]);
    bool edges = Coin(random);
    for (int k = 0; k < 3; ++k) {
        double target = 0.25 * (quarters[0] * pair->a[0][k] + quarters[1] * pair->a[1][k] +
                                (4 - quarters[0] - quarters[1]) * pair->a[2][k]);
        // The middle of the edge from the next corner to the moved one, or that one itself.
        pair->b[moved][k] = edges ? 2.0 * target - pair->b[(moved + 1) % 3][k] : target;
    }
}

static void MakeTouching(Random* random, svTrianglePair* pair) {
    PlaceTouching(random, pair);
}

static void MakeTouchingNudged(Random* random, svTrianglePair* pair) {
    PlaceTouching(random, pair);
    int moved = 0;
    while (pair->bIds[moved] < 20) {
        ++moved;
    }
    double* x = &pair->b[moved][Random_Below(random, 3)];
    *x = Nudged(random, *x);
}

// One or both triangles are segments or points.
static void MakeDegenerate(Random* random, svTrianglePair* pair) {
    if (Coin(random)) {
        PlaceCoplanar(random, pair);
    } else {
        Fill(random, ShortOf20, pair);
    }
    Share(random, pair);
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
static void MakeThroughBoundary(Random* random, svTrianglePair* pair) {
    Fill(random, ShortOf20, pair);
    Share(random, pair);
    if (oracleSharedCount(pair) > 0) {
        return;
    }
    int i = Random_Below(random, 3), quarters = Random_Between(random, 0, 4);
    double t = 0.25 * quarters;
    for (int k = 0; k < 3; ++k) {
        double target = (1.0 - t) * pair->a[i][k] + t * pair->a[(i + 1) % 3][k];
        pair->b[1][k] = 2.0 * target - pair->b[0][k];
    }
    if (Coin(random)) {
        Nudge(random, pair);
    }
}

// An id twice in a triangle, in the same place; the other corners as they come.
static void MakeRepeatedIds(Random* random, svTrianglePair* pair) {
    if (Coin(random)) {
        MakeGrid(random, pair);
    } else {
        MakeTouching(random, pair);
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
    {"triangles-uniform", MakeUniform, 40},
    {"triangles-floats", MakeFloats, 40},
    {"triangles-grid", MakeGrid, 40},
    {"triangles-grid-nudged", MakeGridNudged, 40},
    {"triangles-decimal", MakeDecimal, 40},
    {"triangles-denormal", MakeDenormal, 20},
    {"triangles-tiny", MakeTiny, 20},
    {"triangles-huge", MakeHuge, 20},
    {"triangles-binades-60", MakeBinades60, 20},
    {"triangles-binades-1900", MakeBinades1900, 2},
    {"triangles-any-bits", MakeAnyBits, 2},
    {"triangles-coplanar", MakeCoplanar, 40},
    {"triangles-coplanar-nudged", MakeCoplanarNudged, 40},
    {"triangles-touching", MakeTouching, 40},
    {"triangles-touching-nudged", MakeTouchingNudged, 40},
    {"triangles-degenerate", MakeDegenerate, 40},
    {"triangles-through-boundary", MakeThroughBoundary, 40},
    {"triangles-repeated-ids", MakeRepeatedIds, 40},
};
const int triangleFamilyCount = sizeof triangleFamilies / sizeof triangleFamilies[0];
