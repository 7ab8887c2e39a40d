#include "support/generate.h"
#include "support/generate_numbers.h"

enum { FLOAT_BITS = 20 };

// Fills all 24 coordinates from one source of numbers.
static void Fill(Random* random, double (*number)(Random*), svMovingPair* pair) {
    for (int i = 0; i < 12; ++i) {
        pair->x0[i / 3][i % 3] = number(random);
        pair->x1[i / 3][i % 3] = number(random);
    }
}

static double* Coordinate(svMovingPair* pair, int i) {
    return i < 12 ? &pair->x0[i / 3][i % 3] : &pair->x1[(i - 12) / 3][i % 3];
}

static void Nudge(Random* random, svMovingPair* pair) {
    double* x = Coordinate(pair, Random_Below(random, 24));
    *x = Nudged(random, *x);
}

static void SwapTimes(svMovingPair* pair) {
    svMovingPair reversed;
    memcpy(reversed.x0, pair->x1, sizeof pair->x1);
    memcpy(reversed.x1, pair->x0, sizeof pair->x0);
    *pair = reversed;
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

static void MakeUniform(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    Fill(random, Random_Signed, pair);
}

static void MakeFloats(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    Fill(random, FloatNumber, pair);
}

static void MakeGrid(Random* random, oracleKind kind, svMovingPair* pair) {
    int radius = Random_Between(random, 1, 4);
    (void)kind;
    for (int i = 0; i < 24; ++i) {
        *Coordinate(pair, i) = GridNumber(random, radius);
    }
}

static void MakeGridNudged(Random* random, oracleKind kind, svMovingPair* pair) {
    MakeGrid(random, kind, pair);
    Nudge(random, pair);
}

static void MakeDecimal(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    Fill(random, DecimalNumber, pair);
}

static void MakeDenormal(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    Fill(random, DenormalNumber, pair);
}

static void MakeTiny(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    Fill(random, TinyNumber, pair);
}

static void MakeHuge(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    Fill(random, HugeNumber, pair);
}

static void MakeBinades60(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    Fill(random, Binades60, pair);
}

static void MakeBinades1900(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    Fill(random, Binades1900, pair);
}

static void MakeAnyBits(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    Fill(random, AnyNumber, pair);
}

// Each axis has its own scale; products of different axes are far apart.
static void MakeAxisScales(Random* random, oracleKind kind, svMovingPair* pair) {
    MakeGrid(random, kind, pair);
    for (int k = 0; k < 3; ++k) {
        int exponent = Random_Between(random, -300, 300);
        for (int i = k; i < 24; i += 3) {
            *Coordinate(pair, i) = ldexp(*Coordinate(pair, i), exponent);
        }
    }
}

// Weights in quarters that sum to 1, often on the boundary.
static void QuarterWeights(Random* random, double* weights, int count) {
    int left = 4;
    for (int i = 0; i + 1 < count; ++i) {
        int part = Random_Between(random, 0, left);
        weights[i] = part * 0.25;
        left -= part;
    }
    weights[count - 1] = left * 0.25;
}

// Moves point 0 so that the features share a point in the given positions. Exact for positions with
// few bits.
static void BringTogether(Random* random, oracleKind kind, double x[4][3]) {
    double first[2], second[3];
    bool vf = kind == ORACLE_VERTEX_FACE;
    QuarterWeights(random, second, vf ? 3 : 2);
    // Edge a: its point is a0 (and then a1 may be anywhere), or half way, or at three quarters.
    first[0] = ldexp(1.0, -Random_Below(random, 3));
    first[1] = 1.0 - first[0];
    for (int k = 0; k < 3; ++k) {
        double target = 0.0;
        for (int i = vf ? 1 : 2, w = 0; i < 4; ++i, ++w) {
            target += second[w] * x[i][k];
        }
        x[0][k] = vf ? target : (target - first[1] * x[1][k]) / first[0];
    }
}

static void MakeTouchEnd(Random* random, oracleKind kind, svMovingPair* pair) {
    Fill(random, ShortOf20, pair);
    BringTogether(random, kind, pair->x1);
    if (Coin(random)) {
        SwapTimes(pair);
    }
}

static void MakeTouchEndNudged(Random* random, oracleKind kind, svMovingPair* pair) {
    MakeTouchEnd(random, kind, pair);
    Nudge(random, pair);
}

// In contact at t = 1/2, 1/4 or 3/4: x1 = x0 + (m - x0) / t for positions m in contact.
static void MakeTouchBetween(Random* random, oracleKind kind, svMovingPair* pair) {
    int quarters = Random_Between(random, 1, 3);
    double middle[4][3];
    for (int i = 0; i < 12; ++i) {
        middle[i / 3][i % 3] = ShortNumber(random, FLOAT_BITS);
    }
    BringTogether(random, kind, middle);
    for (int i = 0; i < 12; ++i) {
        double d = ShortNumber(random, FLOAT_BITS);
        pair->x0[i / 3][i % 3] = middle[i / 3][i % 3] - quarters * d;
        pair->x1[i / 3][i % 3] = middle[i / 3][i % 3] + (4 - quarters) * d;
    }
}

static void MakeTouchBetweenNudged(Random* random, oracleKind kind, svMovingPair* pair) {
    MakeTouchBetween(random, kind, pair);
    Nudge(random, pair);
}

// All in one plane all the time: the cubic vanishes identically.
static void MakePlanarAxis(Random* random, oracleKind kind, svMovingPair* pair) {
    int axis = Random_Below(random, 3);
    MakeFloats(random, kind, pair);
    for (int i = axis; i < 24; i += 3) {
        *Coordinate(pair, i) = 0.125;
    }
}

static void MakePlanarTilted(Random* random, oracleKind kind, svMovingPair* pair) {
    bool coarse = Coin(random);
    int radius = Random_Between(random, 1, 4);
    (void)kind;
    for (int i = 0; i < 24; i += 3) {
        double x = coarse ? GridNumber(random, radius) : ShortNumber(random, FLOAT_BITS);
        double y = coarse ? GridNumber(random, radius) : ShortNumber(random, FLOAT_BITS);
        *Coordinate(pair, i) = x;
        *Coordinate(pair, i + 1) = y;
        *Coordinate(pair, i + 2) = x + 2.0 * y;
    }
}

static void MakePlanarNudged(Random* random, oracleKind kind, svMovingPair* pair) {
    if (Coin(random)) {
        MakePlanarAxis(random, kind, pair);
    } else {
        MakePlanarTilted(random, kind, pair);
    }
    Nudge(random, pair);
}

static void MakeStill(Random* random, oracleKind kind, svMovingPair* pair) {
    Fill(random, ShortOf20, pair);
    if (!Coin(random)) {
        BringTogether(random, kind, pair->x0);
    }
    if (Random_Below(random, 3) == 0) {
        Nudge(random, pair);
    }
    memcpy(pair->x1, pair->x0, sizeof pair->x0);
}

// The second edge is parallel to the first (in a face: f2 - v to f0 - f1), at one end or at both,
// and in half of the cases on its line at the end.
static void MakeParallel(Random* random, oracleKind kind, svMovingPair* pair) {
    Fill(random, ShortOf20, pair);
    bool both = Coin(random), meet = Coin(random);
    double factor = 0.25 * Random_Between(random, -4, 4),
           along = 0.25 * Random_Between(random, -2, 6);
    (void)kind;
    for (int k = 0; k < 3; ++k) {
        double edge = pair->x1[1][k] - pair->x1[0][k];
        if (meet) {
            pair->x1[2][k] = pair->x1[0][k] + along * edge;
        }
        pair->x1[3][k] = pair->x1[2][k] + factor * edge;
        if (both) {
            pair->x0[3][k] = pair->x0[2][k] + factor * (pair->x0[1][k] - pair->x0[0][k]);
        }
    }
    if (Coin(random)) {
        SwapTimes(pair);
    }
}

// All points on one line all the time. Either it keeps its direction and the points move along it,
// or the points keep their places and its direction shrinks to nothing and grows again the other
// way: then (e0-p).(e1-p) is a square that may touch zero just once.
static void MakeCollinear(Random* random, oracleKind kind, svMovingPair* pair) {
    double direction[2][3], base[2][3], place[2][4];
    bool turning = Coin(random);
    int factor = -Random_Between(random, 1, 3);
    (void)kind;
    for (int k = 0; k < 3; ++k) {
        direction[0][k] = GridNumber(random, 2);
        direction[1][k] = turning ? factor * direction[0][k] : direction[0][k];
        base[0][k] = GridNumber(random, 2);
        base[1][k] = GridNumber(random, 2);
    }
    for (int i = 0; i < 4; ++i) {
        place[0][i] = GridNumber(random, 4);
        place[1][i] = turning ? place[0][i] : GridNumber(random, 4);
    }
    for (int i = 0; i < 12; ++i) {
        pair->x0[i / 3][i % 3] = base[0][i % 3] + place[0][i / 3] * direction[0][i % 3];
        pair->x1[i / 3][i % 3] = base[1][i % 3] + place[1][i / 3] * direction[1][i % 3];
    }
}

static void CopyPoint(svMovingPair* pair, int to, int from) {
    memcpy(pair->x0[to], pair->x0[from], sizeof pair->x0[to]);
    memcpy(pair->x1[to], pair->x1[from], sizeof pair->x1[to]);
}

// Faces that are segments or points, edges of no length; half of them pass through each other.
static void MakeDegenerate(Random* random, oracleKind kind, svMovingPair* pair) {
    bool toPoint = Coin(random);
    MakeTouchBetween(random, kind, pair);
    for (int i = 0; i < 12 && kind == ORACLE_VERTEX_FACE; ++i) {
        pair->x0[3][i % 3] = 0.5 * (pair->x0[1][i % 3] + pair->x0[2][i % 3]);
        pair->x1[3][i % 3] = 0.5 * (pair->x1[1][i % 3] + pair->x1[2][i % 3]);
    }
    if (toPoint) {
        CopyPoint(pair, 2, kind == ORACLE_VERTEX_FACE ? 1 : 3);
    } else if (kind == ORACLE_EDGE_EDGE) {
        CopyPoint(pair, 1, 0);
    }
    if (Coin(random)) { // point 0 through point 1, or through the middle of points 2 and 3
        bool middle = Coin(random);
        for (int k = 0; k < 3; ++k) {
            double near0 = middle ? 0.5 * (pair->x0[2][k] + pair->x0[3][k]) : pair->x0[1][k];
            double near1 = middle ? 0.5 * (pair->x1[2][k] + pair->x1[3][k]) : pair->x1[1][k];
            pair->x1[0][k] = near0 + near1 - pair->x0[0][k];
        }
        if (kind == ORACLE_EDGE_EDGE && !toPoint) {
            CopyPoint(pair, 1, 0);
        }
    }
}

static void MakeDegenerateNudged(Random* random, oracleKind kind, svMovingPair* pair) {
    MakeDegenerate(random, kind, pair);
    Nudge(random, pair);
}

// Some points coincide, at one end or all the time.
static void MakeCoincident(Random* random, oracleKind kind, svMovingPair* pair) {
    if (Coin(random)) {
        MakeGrid(random, kind, pair);
    } else {
        MakeUniform(random, kind, pair);
    }
    for (int n = Random_Between(random, 1, 2); n > 0; --n) {
        int to = Random_Below(random, 4), from = Random_Below(random, 4);
        if (Coin(random)) {
            CopyPoint(pair, to, from);
        } else {
            memcpy(pair->x1[to], pair->x1[from], sizeof pair->x1[to]);
        }
    }
    if (Coin(random)) {
        SwapTimes(pair);
    }
}

// m t - k as its values at 0 and 1, with a root at 0, 1/4, 1/3, 1/2, 2/3, 3/4, 1 or outside.
typedef struct Linear {
    double at0, at1;
} Linear;

static Linear RandomLinear(Random* random) {
    static const int slopes[10][2] = {{1, 0}, {4, 1}, {3, 1}, {2, 1},  {3, 2},
                                      {4, 3}, {1, 1}, {5, 2}, {2, -1}, {2, 3}};
    const int* s = slopes[Random_Below(random, 10)];
    double sign = Coin(random) ? 1.0 : -1.0;
    return (Linear){-s[1] * sign, (s[0] - s[1]) * sign};
}

static Linear RandomConstant(Random* random) {
    double value = Random_Below(random, 2) ? Random_Between(random, -2, 2) : 0;
    return (Linear){value, value};
}

// Adds integer multiples of axes to each other and moves the origin along: the cubic stays.
static void Shear(Random* random, double rows[3][3], double origin[3], const int shears[6]) {
    for (int s = 0; s < 6; ++s) {
        int to = s % 3, from = (s + 1 + s / 3) % 3;
        for (int i = 0; i < 3; ++i) {
            rows[i][to] += shears[s] * rows[i][from];
        }
    }
    for (int k = 0; k < 3; ++k) {
        origin[k] = Random_Between(random, -2, 2);
    }
}

static void PlaceVectors(oracleKind kind, double rows[3][3], const double o[3], double x[4][3]) {
    const double *u = rows[0], *w = rows[1], *q = rows[2];
    for (int k = 0; k < 3; ++k) {
        bool vf = kind == ORACLE_VERTEX_FACE;
        x[vf ? 1 : 0][k] = o[k];
        x[vf ? 2 : 1][k] = o[k] + u[k];
        x[3][k] = o[k] + w[k] + (vf ? 0.0 : q[k]);
        x[vf ? 0 : 2][k] = o[k] + q[k];
    }
}

// u, w, q are the rows of a triangular matrix with the given diagonal, so the cubic is its product
// and n vanishes at some of its roots or at none. Multiples of u and w are then added to q, which
// moves the contact inside and the cubic not at all, and space is sheared.
static void PlaceRoots(Random* random, oracleKind kind, const Linear diagonal[3],
                       svMovingPair* pair) {
    Linear m[3][3] = {{{0}}};
    double alpha = 0.25 * Random_Between(random, -1, 5),
           beta = 0.25 * Random_Between(random, -1, 5);
    double rows[2][3][3], origin[3];
    int shears[6];
    for (int s = 0; s < 6; ++s) {
        shears[s] = Random_Between(random, -1, 1);
    }
    for (int i = 0; i < 3; ++i) {
        m[i][i] = diagonal[i];
        for (int j = i + 1; j < 3; ++j) {
            m[i][j] = RandomConstant(random);
        }
    }
    for (int k = 0; k < 3; ++k) {
        m[2][k].at0 += alpha * m[0][k].at0 + beta * m[1][k].at0;
        m[2][k].at1 += alpha * m[0][k].at1 + beta * m[1][k].at1;
    }
    for (int i = 0; i < 9; ++i) {
        rows[0][i / 3][i % 3] = m[i / 3][i % 3].at0;
        rows[1][i / 3][i % 3] = m[i / 3][i % 3].at1;
    }
    Shear(random, rows[0], origin, shears);
    PlaceVectors(kind, rows[0], origin, pair->x0);
    Shear(random, rows[1], origin, shears);
    PlaceVectors(kind, rows[1], origin, pair->x1);
}

static void MakeChosenRoots(Random* random, oracleKind kind, svMovingPair* pair) {
    const Linear diagonal[3] = {RandomLinear(random), RandomLinear(random), RandomLinear(random)};
    PlaceRoots(random, kind, diagonal, pair);
}

static void MakeDoubleRoot(Random* random, oracleKind kind, svMovingPair* pair) {
    Linear root = RandomLinear(random), other = RandomLinear(random);
    int place = Random_Below(random, 3);
    Linear diagonal[3] = {root, root, root};
    diagonal[place] = Coin(random) ? other : (Linear){1, 1};
    PlaceRoots(random, kind, diagonal, pair);
}

static void MakeTripleRoot(Random* random, oracleKind kind, svMovingPair* pair) {
    Linear root = RandomLinear(random);
    const Linear diagonal[3] = {root, root, root};
    PlaceRoots(random, kind, diagonal, pair);
}

static void MakeRootsNudged(Random* random, oracleKind kind, svMovingPair* pair) {
    if (Coin(random)) {
        MakeDoubleRoot(random, kind, pair);
    } else {
        MakeTripleRoot(random, kind, pair);
    }
    Nudge(random, pair);
}

// In contact on the boundary, or near it, at a random time, up to rounding.
static void MakeBoundaryNoise(Random* random, oracleKind kind, svMovingPair* pair) {
    Fill(random, Random_Signed, pair);
    double t = Random_Unit(random), s = Random_Unit(random);
    double r = Random_Below(random, 3) == 0 ? Random_Unit(random) : 0.0;
    for (int k = 0; k < 3; ++k) {
        double x[4], shift;
        for (int i = 0; i < 4; ++i) {
            x[i] = (1.0 - t) * pair->x0[i][k] + t * pair->x1[i][k];
        }
        if (kind == ORACLE_VERTEX_FACE) {
            shift = (1.0 - r) * ((1.0 - s) * x[1] + s * x[2]) + r * x[3] - x[0];
        } else {
            shift = (1.0 - s) * x[2] + s * x[3] - ((1.0 - r) * x[0] + r * x[1]);
        }
        for (int i = 0; i < (kind == ORACLE_VERTEX_FACE ? 1 : 2); ++i) {
            pair->x0[i][k] += shift;
            pair->x1[i][k] += shift;
        }
    }
}

// The first feature moves as a whole, the second stands still.
static void MakeTranslation(Random* random, oracleKind kind, svMovingPair* pair) {
    MakeTouchBetween(random, kind, pair);
    for (int i = 0; i < 12; ++i) {
        double by = pair->x1[0][i % 3] - pair->x0[0][i % 3];
        pair->x1[i / 3][i % 3] = pair->x0[i / 3][i % 3];
        if (i < (kind == ORACLE_VERTEX_FACE ? 3 : 6)) {
            pair->x1[i / 3][i % 3] += by;
        }
    }
}

// Cloth at rest: in contact or nearly, and everything moves by a millionth of its size.
static void MakeSlow(Random* random, oracleKind kind, svMovingPair* pair) {
    Fill(random, ShortOf20, pair);
    BringTogether(random, kind, pair->x0);
    for (int i = 0; i < 12; ++i) {
        pair->x0[i / 3][i % 3] += 0x1p-22 * Random_Signed(random);
        pair->x1[i / 3][i % 3] = pair->x0[i / 3][i % 3] + 0x1p-20 * Random_Signed(random);
    }
}

// A small pair far from the origin: few bits are left for what matters.
static void MakeFarAway(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    for (int i = 0; i < 24; ++i) {
        *Coordinate(pair, i) = 1000.0 + 0x1p-20 * Random_Signed(random);
    }
}

const MovingFamily movingFamilies[] = {
    {"uniform", MakeUniform, 40},
    {"floats", MakeFloats, 40},
    {"grid", MakeGrid, 40},
    {"grid-nudged", MakeGridNudged, 40},
    {"decimal", MakeDecimal, 40},
    {"denormal", MakeDenormal, 20},
    {"tiny", MakeTiny, 20},
    {"huge", MakeHuge, 20},
    {"binades-60", MakeBinades60, 20},
    {"binades-1900", MakeBinades1900, 1},
    {"any-bits", MakeAnyBits, 1},
    {"axis-scales", MakeAxisScales, 10},
    {"touch-end", MakeTouchEnd, 40},
    {"touch-end-nudged", MakeTouchEndNudged, 40},
    {"touch-between", MakeTouchBetween, 40},
    {"touch-between-nudged", MakeTouchBetweenNudged, 40},
    {"planar-axis", MakePlanarAxis, 20},
    {"planar-tilted", MakePlanarTilted, 20},
    {"planar-nudged", MakePlanarNudged, 20},
    {"still", MakeStill, 40},
    {"parallel", MakeParallel, 40},
    {"collinear", MakeCollinear, 20},
    {"degenerate", MakeDegenerate, 20},
    {"degenerate-nudged", MakeDegenerateNudged, 20},
    {"coincident", MakeCoincident, 40},
    {"chosen-roots", MakeChosenRoots, 40},
    {"double-root", MakeDoubleRoot, 40},
    {"triple-root", MakeTripleRoot, 20},
    {"roots-nudged", MakeRootsNudged, 40},
    {"boundary-noise", MakeBoundaryNoise, 40},
    {"translation", MakeTranslation, 40},
    {"slow", MakeSlow, 40},
    {"far-away", MakeFarAway, 40},
};
const int movingFamilyCount = sizeof movingFamilies / sizeof movingFamilies[0];
