#include "support/adversarial.h"

#include "support/random.h"

#include <math.h>
#include <string.h>

typedef void (*FillFn)(Random* random, AdversarialKind kind, svMovingPair* pair);

// Multiples of 2^-10 below 16: sums of a few of them, and their quarters, are exact.
static double Fine(Random* random) {
    return (double)Random_Integer(random, -4096, 4096) * 0x1p-8;
}

static void FinePoint(Random* random, double p[3]) {
    for (int d = 0; d < 3; ++d) {
        p[d] = Fine(random);
    }
}

// Four points that touch at this moment and, but for bad luck, nowhere near coplanar otherwise:
// the vertex at weights (1/4,1/4,1/2), or the edges at 1/4 of a and the middle of b.
static void TouchingPoints(Random* random, AdversarialKind kind, double x[4][3]) {
    for (int k = 0; k < 4; ++k) {
        FinePoint(random, x[k]);
    }
    for (int d = 0; d < 3; ++d) {
        if (kind == ADVERSARIAL_VF) {
            x[0][d] = 0.25 * x[1][d] + 0.25 * x[2][d] + 0.5 * x[3][d];
        } else {
            const double meeting = 0.75 * x[0][d] + 0.25 * x[1][d];
            x[3][d] = 2 * meeting - x[2][d];
        }
    }
}

// Contact exactly at t=1 (mostly not before).
static void TouchAtEnd(Random* random, AdversarialKind kind, svMovingPair* pair) {
    TouchingPoints(random, kind, pair->x1);
    double shift[3];
    FinePoint(random, shift);
    for (int k = 0; k < 4; ++k) {
        const bool first = kind == ADVERSARIAL_VF ? k == 0 : k < 2;
        for (int d = 0; d < 3; ++d) {
            pair->x0[k][d] = pair->x1[k][d] + (first ? shift[d] : 0) + Fine(random) * 0x1p-4;
        }
    }
}

// The same with one coordinate of the first point one ulp away.
static void OneUlpBeside(Random* random, AdversarialKind kind, svMovingPair* pair) {
    TouchAtEnd(random, kind, pair);
    double* x = &pair->x1[0][Random_Integer(random, 0, 2)];
    *x = nextafter(*x, Random_Integer(random, 0, 1) == 0 ? -HUGE_VAL : HUGE_VAL);
}

// Everything in a plane of one coordinate, always.
static void SlideAxis(Random* random, AdversarialKind kind, svMovingPair* pair) {
    (void)kind;
    const int axis = Random_Integer(random, 0, 2);
    const double height = Fine(random);
    for (int k = 0; k < 4; ++k) {
        for (int d = 0; d < 3; ++d) {
            pair->x0[k][d] = d == axis ? height : Fine(random);
            pair->x1[k][d] = d == axis ? height : Fine(random);
        }
    }
}

// Everything in one tilted plane o + i*u + j*v, always; all numbers are small integers.
static void SlideTilted(Random* random, AdversarialKind kind, svMovingPair* pair) {
    (void)kind;
    double o[3], u[3], v[3];
    for (int d = 0; d < 3; ++d) {
        o[d] = Random_Integer(random, -1000, 1000);
        u[d] = Random_Integer(random, -1000, 1000);
        v[d] = Random_Integer(random, -1000, 1000);
    }
    for (int k = 0; k < 8; ++k) {
        const double i = Random_Integer(random, -1000, 1000);
        const double j = Random_Integer(random, -1000, 1000);
        double* p = k < 4 ? pair->x0[k] : pair->x1[k - 4];
        for (int d = 0; d < 3; ++d) {
            p[d] = o[d] + i * u[d] + j * v[d];
        }
    }
}

// Edges that stay parallel and pass through each other; for vertex-face, a vertex that stays at a
// fixed small distance from the plane of a face, or in it.
static void Parallel(Random* random, AdversarialKind kind, svMovingPair* pair) {
    double direction[3], offset[3], motion[3];
    FinePoint(random, direction);
    FinePoint(random, offset);
    FinePoint(random, motion);
    const double along = Fine(random) * 0x1p-4;
    for (int k = 0; k < 4; ++k) {
        FinePoint(random, pair->x0[k]);
    }
    for (int d = 0; d < 3; ++d) {
        double(*x)[3] = pair->x0;
        if (kind == ADVERSARIAL_VF) {
            x[0][d] = 0.5 * x[1][d] + 0.5 * x[2][d] + (d == 2 ? 0x1p-40 * (along > 0) : 0);
        } else {
            x[1][d] = x[0][d] + direction[d];
            x[2][d] = x[0][d] + offset[d];
            x[3][d] = x[2][d] + 2 * direction[d];
        }
        for (int k = 0; k < 4; ++k) {
            const bool first = kind == ADVERSARIAL_VF ? k == 0 : k < 2;
            const double relative =
                kind == ADVERSARIAL_VF ? x[3][d] - x[1][d] : offset[d] + offset[d];
            pair->x1[k][d] = x[k][d] + motion[d] + (first ? relative : 0);
        }
    }
}

// Coordinates 0, 1 and 2: coincidences of every sort.
static void SmallGrid(Random* random, AdversarialKind kind, svMovingPair* pair) {
    (void)kind;
    for (int k = 0; k < 4; ++k) {
        for (int d = 0; d < 3; ++d) {
            pair->x0[k][d] = Random_Integer(random, 0, 2);
            pair->x1[k][d] = Random_Integer(random, 0, 2);
        }
    }
}

// A face that is a segment or a point, an edge that is a point, at one of the times or at both, and
// touched by the other feature there.
static void Degenerate(Random* random, AdversarialKind kind, svMovingPair* pair) {
    TouchAtEnd(random, kind, pair);
    const int how = Random_Integer(random, 0, 3);
    for (int d = 0; d < 3; ++d) {
        if (kind == ADVERSARIAL_VF) {
            pair->x1[3][d] = how == 0 ? pair->x1[2][d] : 2 * pair->x1[2][d] - pair->x1[1][d];
            pair->x1[0][d] = 0.5 * pair->x1[1][d] + 0.5 * pair->x1[2][d];
            if (how >= 2) {
                pair->x0[3][d] = pair->x0[2][d];
            }
            if (how == 3) {
                pair->x0[2][d] = pair->x0[1][d];
            }
        } else {
            pair->x1[1][d] = pair->x1[0][d];
            pair->x1[3][d] = 2 * pair->x1[0][d] - pair->x1[2][d];
            if (how >= 2) {
                pair->x0[1][d] = pair->x0[0][d];
            }
        }
    }
}

// Nothing moves: in contact, or one ulp from it.
static void Static(Random* random, AdversarialKind kind, svMovingPair* pair) {
    TouchingPoints(random, kind, pair->x0);
    if (Random_Integer(random, 0, 1) == 0) {
        double* x = &pair->x0[0][Random_Integer(random, 0, 2)];
        *x = nextafter(*x, HUGE_VAL);
    }
    memcpy(pair->x1, pair->x0, sizeof(pair->x0));
}

static void FillBinades(Random* random, svMovingPair* pair, int least, int most) {
    for (int k = 0; k < 4; ++k) {
        for (int d = 0; d < 3; ++d) {
            pair->x0[k][d] = ldexp(Random_Signed(random), Random_Integer(random, least, most));
            pair->x1[k][d] = ldexp(Random_Signed(random), Random_Integer(random, least, most));
        }
    }
}

static void Binades60(Random* random, AdversarialKind kind, svMovingPair* pair) {
    (void)kind;
    FillBinades(random, pair, -30, 30);
}

static void Binades1900(Random* random, AdversarialKind kind, svMovingPair* pair) {
    (void)kind;
    FillBinades(random, pair, -1000, 900);
}

// A vertex that crosses the plane of a face within rounding of one of its edges; edges that cross
// within rounding of an end.
static void BoundaryNoise(Random* random, AdversarialKind kind, svMovingPair* pair) {
    double x[4][3];
    for (int k = 0; k < 4; ++k) {
        for (int d = 0; d < 3; ++d) {
            x[k][d] = Random_Signed(random);
        }
    }
    const double s = 0.5 + 0.5 * Random_Signed(random);
    for (int d = 0; d < 3; ++d) {
        if (kind == ADVERSARIAL_VF) {
            x[0][d] = x[1][d] + s * (x[2][d] - x[1][d]); // on the edge f0 f1, but for rounding
        } else {
            x[2][d] = x[0][d] + s * (x[1][d] - x[0][d]); // b0 on a, but for rounding
        }
    }
    const double t = 0.5 + 0.5 * Random_Signed(random);
    for (int k = 0; k < 4; ++k) {
        for (int d = 0; d < 3; ++d) {
            const double motion = Random_Signed(random);
            pair->x0[k][d] = x[k][d] - t * motion;
            pair->x1[k][d] = x[k][d] + (1 - t) * motion;
        }
    }
}

typedef struct AdversarialSet {
    const char* name;
    FillFn fill;
} AdversarialSet;

static const AdversarialSet sets[] = {
    {"touch at t=1", TouchAtEnd},
    {"one ulp beside", OneUlpBeside},
    {"slide, axis plane", SlideAxis},
    {"slide, tilted plane", SlideTilted},
    {"parallel", Parallel},
    {"small grid", SmallGrid},
    {"degenerate", Degenerate},
    {"static", Static},
    {"60 binades", Binades60},
    {"1900 binades", Binades1900},
    {"boundary noise", BoundaryNoise},
};
#define SET_COUNT ((int)(sizeof(sets) / sizeof(sets[0])))

const char* Adversarial_Name(int set) {
    return set >= 0 && set < SET_COUNT ? sets[set].name : NULL;
}

void Adversarial_Fill(int set, AdversarialKind kind, svMovingPair* pairs, size_t count) {
    Random random = {(uint64_t)(2 * set + (int)kind) * 0x5851F42D4C957F2Du + 1};
    for (size_t i = 0; i < count; ++i) {
        sets[set].fill(&random, kind, &pairs[i]);
    }
}
