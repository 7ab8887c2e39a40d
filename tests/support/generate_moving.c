#include "support/generate.h"
#include "support/generate_numbers.h"

enum { FLOAT_BITS = 20 };

// Fills all 24 coordinates from one source of numbers.
static void fill(Random* random, double (*number)(Random*), svMovingPair* pair) {
    for (int i = 0; i < 12; ++i) {
        pair->x0[i / 3][i % 3] = number(random);
        pair->x1[i / 3][i % 3] = number(random);
    }
}

static double* coordinate(svMovingPair* pair, int i) {
    return i < 12 ? &pair->x0[i / 3][i % 3] : &pair->x1[(i - 12) / 3][i % 3];
}

static void nudge(Random* random, svMovingPair* pair) {
    double* x = coordinate(pair, Random_Below(random, 24));
    *x = nudged(random, *x);
}

static void swapTimes(svMovingPair* pair) {
    svMovingPair reversed;
    memcpy(reversed.x0, pair->x1, sizeof pair->x1);
    memcpy(reversed.x1, pair->x0, sizeof pair->x0);
    *pair = reversed;
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

static void makeUniform(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    fill(random, Random_Signed, pair);
}

static void makeFloats(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    fill(random, floatNumber, pair);
}

static void makeGrid(Random* random, oracleKind kind, svMovingPair* pair) {
    int radius = Random_Between(random, 1, 4);
    (void)kind;
    for (int i = 0; i < 24; ++i) {
        *coordinate(pair, i) = gridNumber(random, radius);
    }
}

static void makeGridNudged(Random* random, oracleKind kind, svMovingPair* pair) {
    makeGrid(random, kind, pair);
    nudge(random, pair);
}

static void makeDecimal(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    fill(random, decimalNumber, pair);
}

static void makeDenormal(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    fill(random, denormalNumber, pair);
}

static void makeTiny(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    fill(random, tinyNumber, pair);
}

static void makeHuge(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    fill(random, hugeNumber, pair);
}

static void makeBinades60(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    fill(random, binades60, pair);
}

static void makeBinades1900(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    fill(random, binades1900, pair);
}

static void makeAnyBits(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    fill(random, anyNumber, pair);
}

// Each axis has its own scale; products of different axes are far apart.
static void makeAxisScales(Random* random, oracleKind kind, svMovingPair* pair) {
    makeGrid(random, kind, pair);
    for (int k = 0; k < 3; ++k) {
        int exponent = Random_Between(random, -300, 300);
        for (int i = k; i < 24; i += 3) {
            *coordinate(pair, i) = ldexp(*coordinate(pair, i), exponent);
        }
    }
}

// Weights in quarters that sum to 1, often on the boundary.
static void quarterWeights(Random* random, double* weights, int count) {
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
static void bringTogether(Random* random, oracleKind kind, double x[4][3]) {
    double first[2], second[3];
    bool vf = kind == ORACLE_VERTEX_FACE;
    quarterWeights(random, second, vf ? 3 : 2);
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

static void makeTouchEnd(Random* random, oracleKind kind, svMovingPair* pair) {
    fill(random, shortOf20, pair);
    bringTogether(random, kind, pair->x1);
    if (coin(random)) {
        swapTimes(pair);
    }
}

static void makeTouchEndNudged(Random* random, oracleKind kind, svMovingPair* pair) {
    makeTouchEnd(random, kind, pair);
    nudge(random, pair);
}

// In contact at t = 1/2, 1/4 or 3/4: x1 = x0 + (m - x0) / t for positions m in contact.
static void makeTouchBetween(Random* random, oracleKind kind, svMovingPair* pair) {
    int quarters = Random_Between(random, 1, 3);
    double middle[4][3];
    for (int i = 0; i < 12; ++i) {
        middle[i / 3][i % 3] = shortNumber(random, FLOAT_BITS);
    }
    bringTogether(random, kind, middle);
    for (int i = 0; i < 12; ++i) {
        double d = shortNumber(random, FLOAT_BITS);
        pair->x0[i / 3][i % 3] = middle[i / 3][i % 3] - quarters * d;
        pair->x1[i / 3][i % 3] = middle[i / 3][i % 3] + (4 - quarters) * d;
    }
}

static void makeTouchBetweenNudged(Random* random, oracleKind kind, svMovingPair* pair) {
    makeTouchBetween(random, kind, pair);
    nudge(random, pair);
}

// All in one plane all the time: the cubic vanishes identically.
static void makePlanarAxis(Random* random, oracleKind kind, svMovingPair* pair) {
    int axis = Random_Below(random, 3);
    makeFloats(random, kind, pair);
    for (int i = axis; i < 24; i += 3) {
        *coordinate(pair, i) = 0.125;
    }
}

static void makePlanarTilted(Random* random, oracleKind kind, svMovingPair* pair) {
    bool coarse = coin(random);
    int radius = Random_Between(random, 1, 4);
    (void)kind;
    for (int i = 0; i < 24; i += 3) {
        double x = coarse ? gridNumber(random, radius) : shortNumber(random, FLOAT_BITS);
        double y = coarse ? gridNumber(random, radius) : shortNumber(random, FLOAT_BITS);
        *coordinate(pair, i) = x;
        *coordinate(pair, i + 1) = y;
        *coordinate(pair, i + 2) = x + 2.0 * y;
    }
}

static void makePlanarNudged(Random* random, oracleKind kind, svMovingPair* pair) {
    if (coin(random)) {
        makePlanarAxis(random, kind, pair);
    } else {
        makePlanarTilted(random, kind, pair);
    }
    nudge(random, pair);
}

static void makeStill(Random* random, oracleKind kind, svMovingPair* pair) {
    fill(random, shortOf20, pair);
    if (!coin(random)) {
        bringTogether(random, kind, pair->x0);
    }
    if (Random_Below(random, 3) == 0) {
        nudge(random, pair);
    }
    memcpy(pair->x1, pair->x0, sizeof pair->x0);
}

// The second edge is parallel to the first (in a face: f2 - v to f0 - f1), at one end or at both,
// and in half of the cases on its line at the end.
static void makeParallel(Random* random, oracleKind kind, svMovingPair* pair) {
    fill(random, shortOf20, pair);
    bool both = coin(random), meet = coin(random);
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
    if (coin(random)) {
        swapTimes(pair);
    }
}

// All points on one line all the time. Either it keeps its direction and the points move along it,
// or the points keep their places and its direction shrinks to nothing and grows again the other
// way: then (e0-p).(e1-p) is a square that may touch zero just once.
static void makeCollinear(Random* random, oracleKind kind, svMovingPair* pair) {
    double direction[2][3], base[2][3], place[2][4];
    bool turning = coin(random);
    int factor = -Random_Between(random, 1, 3);
    (void)kind;
    for (int k = 0; k < 3; ++k) {
        direction[0][k] = gridNumber(random, 2);
        direction[1][k] = turning ? factor * direction[0][k] : direction[0][k];
        base[0][k] = gridNumber(random, 2);
        base[1][k] = gridNumber(random, 2);
    }
    for (int i = 0; i < 4; ++i) {
        place[0][i] = gridNumber(random, 4);
        place[1][i] = turning ? place[0][i] : gridNumber(random, 4);
    }
    for (int i = 0; i < 12; ++i) {
        pair->x0[i / 3][i % 3] = base[0][i % 3] + place[0][i / 3] * direction[0][i % 3];
        pair->x1[i / 3][i % 3] = base[1][i % 3] + place[1][i / 3] * direction[1][i % 3];
    }
}

static void copyPoint(svMovingPair* pair, int to, int from) {
    memcpy(pair->x0[to], pair->x0[from], sizeof pair->x0[to]);
    memcpy(pair->x1[to], pair->x1[from], sizeof pair->x1[to]);
}

// Faces that are segments or points, edges of no length; half of them pass through each other.
static void makeDegenerate(Random* random, oracleKind kind, svMovingPair* pair) {
    bool toPoint = coin(random);
    makeTouchBetween(random, kind, pair);
    for (int i = 0; i < 12 && kind == ORACLE_VERTEX_FACE; ++i) {
        pair->x0[3][i % 3] = 0.5 * (pair->x0[1][i % 3] + pair->x0[2][i % 3]);
        pair->x1[3][i % 3] = 0.5 * (pair->x1[1][i % 3] + pair->x1[2][i % 3]);
    }
    if (toPoint) {
        copyPoint(pair, 2, kind == ORACLE_VERTEX_FACE ? 1 : 3);
    } else if (kind == ORACLE_EDGE_EDGE) {
        copyPoint(pair, 1, 0);
    }
    if (coin(random)) { // point 0 through point 1, or through the middle of points 2 and 3
        bool middle = coin(random);
        for (int k = 0; k < 3; ++k) {
            double near0 = middle ? 0.5 * (pair->x0[2][k] + pair->x0[3][k]) : pair->x0[1][k];
            double near1 = middle ? 0.5 * (pair->x1[2][k] + pair->x1[3][k]) : pair->x1[1][k];
            pair->x1[0][k] = near0 + near1 - pair->x0[0][k];
        }
        if (kind == ORACLE_EDGE_EDGE && !toPoint) {
            copyPoint(pair, 1, 0);
        }
    }
}

static void makeDegenerateNudged(Random* random, oracleKind kind, svMovingPair* pair) {
    makeDegenerate(random, kind, pair);
    nudge(random, pair);
}

// Some points coincide, at one end or all the time.
static void makeCoincident(Random* random, oracleKind kind, svMovingPair* pair) {
    if (coin(random)) {
        makeGrid(random, kind, pair);
    } else {
        makeUniform(random, kind, pair);
    }
    for (int n = Random_Between(random, 1, 2); n > 0; --n) {
        int to = Random_Below(random, 4), from = Random_Below(random, 4);
        if (coin(random)) {
            copyPoint(pair, to, from);
        } else {
            memcpy(pair->x1[to], pair->x1[from], sizeof pair->x1[to]);
        }
    }
    if (coin(random)) {
        swapTimes(pair);
    }
}

// m t - k as its values at 0 and 1, with a root at 0, 1/4, 1/3, 1/2, 2/3, 3/4, 1 or outside.
typedef struct Linear {
    double at0, at1;
} Linear;

static Linear randomLinear(Random* random) {
    static const int slopes[10][2] = {{1, 0}, {4, 1}, {3, 1}, {2, 1},  {3, 2},
                                      {4, 3}, {1, 1}, {5, 2}, {2, -1}, {2, 3}};
    const int* s = slopes[Random_Below(random, 10)];
    double sign = coin(random) ? 1.0 : -1.0;
    return (Linear){-s[1] * sign, (s[0] - s[1]) * sign};
}

static Linear randomConstant(Random* random) {
    double value = Random_Below(random, 2) ? Random_Between(random, -2, 2) : 0;
    return (Linear){value, value};
}

// Adds integer multiples of axes to each other and moves the origin along: the cubic stays.
static void shear(Random* random, double rows[3][3], double origin[3], const int shears[6]) {
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

static void placeVectors(oracleKind kind, double rows[3][3], const double o[3], double x[4][3]) {
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
static void placeRoots(Random* random, oracleKind kind, const Linear diagonal[3],
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
            m[i][j] = randomConstant(random);
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
    shear(random, rows[0], origin, shears);
    placeVectors(kind, rows[0], origin, pair->x0);
    shear(random, rows[1], origin, shears);
    placeVectors(kind, rows[1], origin, pair->x1);
}

static void makeChosenRoots(Random* random, oracleKind kind, svMovingPair* pair) {
    const Linear diagonal[3] = {randomLinear(random), randomLinear(random), randomLinear(random)};
    placeRoots(random, kind, diagonal, pair);
}

static void makeDoubleRoot(Random* random, oracleKind kind, svMovingPair* pair) {
    Linear root = randomLinear(random), other = randomLinear(random);
    int place = Random_Below(random, 3);
    Linear diagonal[3] = {root, root, root};
    diagonal[place] = coin(random) ? other : (Linear){1, 1};
    placeRoots(random, kind, diagonal, pair);
}

static void makeTripleRoot(Random* random, oracleKind kind, svMovingPair* pair) {
    Linear root = randomLinear(random);
    const Linear diagonal[3] = {root, root, root};
    placeRoots(random, kind, diagonal, pair);
}

static void makeRootsNudged(Random* random, oracleKind kind, svMovingPair* pair) {
    if (coin(random)) {
        makeDoubleRoot(random, kind, pair);
    } else {
        makeTripleRoot(random, kind, pair);
    }
    nudge(random, pair);
}

// In contact on the boundary, or near it, at a random time, up to rounding.
static void makeBoundaryNoise(Random* random, oracleKind kind, svMovingPair* pair) {
    fill(random, Random_Signed, pair);
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
static void makeTranslation(Random* random, oracleKind kind, svMovingPair* pair) {
    makeTouchBetween(random, kind, pair);
    for (int i = 0; i < 12; ++i) {
        double by = pair->x1[0][i % 3] - pair->x0[0][i % 3];
        pair->x1[i / 3][i % 3] = pair->x0[i / 3][i % 3];
        if (i < (kind == ORACLE_VERTEX_FACE ? 3 : 6)) {
            pair->x1[i / 3][i % 3] += by;
        }
    }
}

// Cloth at rest: in contact or nearly, and everything moves by a millionth of its size.
static void makeSlow(Random* random, oracleKind kind, svMovingPair* pair) {
    fill(random, shortOf20, pair);
    bringTogether(random, kind, pair->x0);
    for (int i = 0; i < 12; ++i) {
        pair->x0[i / 3][i % 3] += 0x1p-22 * Random_Signed(random);
        pair->x1[i / 3][i % 3] = pair->x0[i / 3][i % 3] + 0x1p-20 * Random_Signed(random);
    }
}

// A small pair far from the origin: few bits are left for what matters.
static void makeFarAway(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    for (int i = 0; i < 24; ++i) {
        *coordinate(pair, i) = 1000.0 + 0x1p-20 * Random_Signed(random);
    }
}

const MovingFamily movingFamilies[] = {
    {"uniform", makeUniform, 40},
    {"floats", makeFloats, 40},
    {"grid", makeGrid, 40},
    {"grid-nudged", makeGridNudged, 40},
    {"decimal", makeDecimal, 40},
    {"denormal", makeDenormal, 20},
    {"tiny", makeTiny, 20},
    {"huge", makeHuge, 20},
    {"binades-60", makeBinades60, 20},
    {"binades-1900", makeBinades1900, 1},
    {"any-bits", makeAnyBits, 1},
    {"axis-scales", makeAxisScales, 10},
    {"touch-end", makeTouchEnd, 40},
    {"touch-end-nudged", makeTouchEndNudged, 40},
    {"touch-between", makeTouchBetween, 40},
    {"touch-between-nudged", makeTouchBetweenNudged, 40},
    {"planar-axis", makePlanarAxis, 20},
    {"planar-tilted", makePlanarTilted, 20},
    {"planar-nudged", makePlanarNudged, 20},
    {"still", makeStill, 40},
    {"parallel", makeParallel, 40},
    {"collinear", makeCollinear, 20},
    {"degenerate", makeDegenerate, 20},
    {"degenerate-nudged", makeDegenerateNudged, 20},
    {"coincident", makeCoincident, 40},
    {"chosen-roots", makeChosenRoots, 40},
    {"double-root", makeDoubleRoot, 40},
    {"triple-root", makeTripleRoot, 20},
    {"roots-nudged", makeRootsNudged, 40},
    {"boundary-noise", makeBoundaryNoise, 40},
    {"translation", makeTranslation, 40},
    {"slow", makeSlow, 40},
    {"far-away", makeFarAway, 40},
};
const int movingFamilyCount = sizeof movingFamilies / sizeof movingFamilies[0];
