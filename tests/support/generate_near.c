// Pairs at rest that are hard to find the closest points of.
#include "support/generate_near.h"

#include "support/generate_numbers.h"

#include <math.h>
#include <string.h>

static void RandomPoint(Random* random, double point[3]) {
    for (int k = 0; k < 3; ++k) {
        point[k] = Random_Signed(random);
    }
}

// r = sum of weights times points + small noise.
static void Combine(Random* random, const double a[3], const double b[3], double t, double noise,
                    double r[3]) {
    for (int k = 0; k < 3; ++k) {
        r[k] = (1 - t) * a[k] + t * b[k] + noise * Random_Signed(random);
    }
}

// Thin faces of every shape, and the vertex anywhere near them: in the plane, above it, at an edge.
static void ThinFace(Random* random, svMovingPair* pair) {
    double(*const x)[3] = pair->x0;
    const int from = 1 + Random_Below(random, 3), to = from % 3 + 1, third = to % 3 + 1;
    const double width = ldexp(1, -Random_Below(random, 60));
    RandomPoint(random, x[from]);
    RandomPoint(random, x[to]);
    const double place = Coin(random) ? Random_Unit(random) : ldexp(1, -Random_Below(random, 50));
    Combine(random, x[from], x[to], place, width, x[third]);
    double inner[3];
    Combine(random, x[from], x[to], Random_Unit(random), 0, inner);
    Combine(random, inner, x[third], Random_Unit(random),
            Coin(random) ? 0 : ldexp(1, -Random_Below(random, 60)), x[0]);
}

// Edges nearly parallel, crossing, touching or a bit apart.
static void NarrowEdges(Random* random, svMovingPair* pair) {
    double(*const x)[3] = pair->x0;
    RandomPoint(random, x[0]);
    RandomPoint(random, x[1]);
    const double angle = ldexp(1, -Random_Below(random, 60));
    const double shift = Coin(random) ? 0 : ldexp(1, -Random_Below(random, 60));
    double offset[3] = {0, 0, 0};
    Combine(random, offset, offset, 0, shift, offset);
    for (int end = 2; end < 4; ++end) {
        Combine(random, x[0], x[1], 2 * Random_Unit(random) - 0.5, angle, x[end]);
        for (int k = 0; k < 3; ++k) {
            x[end][k] += offset[k];
        }
    }
    if (Coin(random)) { // short against long
        Combine(random, x[2], x[3], ldexp(1, -Random_Below(random, 50)), 0, x[3]);
    }
}

// Far from the origin, and scaled: the extent counts, not the coordinates.
static void Place(Random* random, svMovingPair* pair) {
    const double scale = ldexp(1, Coin(random) ? 0 : Random_Between(random, -1000, 900));
    const double far = Coin(random) ? 0 : ldexp(Random_Signed(random), Random_Below(random, 40));
    for (int i = 0; i < 12; ++i) {
        pair->x0[i / 3][i % 3] = scale * (pair->x0[i / 3][i % 3] + (i % 3 == 0 ? far : 0));
    }
    memcpy(pair->x1, pair->x0, sizeof(pair->x1));
}

void ThinPair_Make(Random* random, oracleKind kind, svMovingPair* pair) {
    if (kind == ORACLE_EDGE_EDGE) {
        NarrowEdges(random, pair);
    } else {
        ThinFace(random, pair);
    }
    Place(random, pair);
}
