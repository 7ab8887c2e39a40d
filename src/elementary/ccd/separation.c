// CCD with minimum separation for one pair, by conservative advancement (Mirtich 1996; for
// triangles Tang et al. 2010) with a separating direction that is kept as long as it separates.
//
// At time t the closest points give a direction g. For every pair of points i of the first and j of
// the second feature, g.(x_i - x_j) is linear in time, and its least value over the pairs, divided
// by |g|, bounds the distance of the features from below at every time. So the motion is free of
// contact until the first of these lines falls to minSeparation |g|, and the next direction is
// taken there.
//
// The gap between the closest points is rounded. Where it is short beside the features, that turns
// it far enough to bring their far ends near; so if it does not separate although it is long
// enough, it is made a right angle to what the closest points lie in, and the better of the two is
// taken.
//
// A hit is reported where the bound at t is within a slack of minSeparation. Each step advances by
// at least slack / speed; to bound the number of steps the slack doubles every STEPS_PER_SLACK of
// them, and the result tells the one that was reached. Points that pass each other just outside the
// slack take about 1 / sqrt(separationTolerance) steps, a thousand at the smallest: only features
// that circle around each other reach the doubling.
//
// Rounding: with all coordinates scaled below 1, e = 2^-53, interpolation and difference are off by
// 8e per coordinate, a dot product by 28e |g|, division by the rounded |g| by 21e more: 64e covers
// it.

#include "elementary/ccd/separation.h"

#include "elementary/ccd/ccd_contact.h"
#include "elementary/ccd/distance.h"

#include <math.h>

#define ROUNDING (64 * 0x1p-53)
#define STEPS_PER_SLACK 4096
// A gap of this length has a direction in spite of rounding.
#define GAP_CLEAR (16 * ROUNDING)
// The step length is rounded a few times, relative 2^-50: shorten it by more than that.
#define STEP_SHORTENED (1 - 0x1p-40)

typedef struct Motion {
    svVec3 start[4], end[4]; // scaled
    int split;               // points before it belong to the first feature
} Motion;

// The latest time up to which direction g separates every pair of points by more than d, going by
// the lines from time t (where the points are x) to time 1; more than 1 if it does to the end.
static double SeparatedUntil(const Motion* motion, const svVec3 x[4], double t, svVec3 g,
                             double d) {
    const double goal = (d + ROUNDING) * svVec3_Length(g);
    double least = 2;
    for (int i = 0; i < motion->split; ++i) {
        for (int j = motion->split; j < 4; ++j) {
            const double now = svVec3_Dot(g, svVec3_Sub(x[i], x[j])) - goal;
            const double then = svVec3_Dot(g, svVec3_Sub(motion->end[i], motion->end[j])) - goal;
            if (then <= 0) {
                const double until = t + (1 - t) * (now / (now - then)) * STEP_SHORTENED;
                least = until < least ? until : least;
            }
        }
    }
    return least;
}

// A lower bound of the distance at the points x.
static double DistanceBound(const svVec3 x[4], int split, svVec3 g) {
    double least = HUGE_VAL;
    for (int i = 0; i < split; ++i) {
        for (int j = split; j < 4; ++j) {
            least = fmin(least, svVec3_Dot(g, svVec3_Sub(x[i], x[j])));
        }
    }
    const double length = svVec3_Length(g);
    return length > 0 ? least / length - ROUNDING : 0;
}

// The gap made perpendicular to the edges, or the face, whose interior contains the closest points:
// those of the points with a weight. Rounded, as the gap is, but relative to itself.
static svVec3 Straighten(const svVec3 x[4], int split, const svClosest* closest) {
    svVec3 sides[2];
    int count = 0;
    for (int feature = 0; feature < 2; ++feature) {
        int first = -1;
        for (int i = feature == 0 ? 0 : split; i < (feature == 0 ? split : 4); ++i) {
            if (!(closest->weights[i] > 0)) {
                continue;
            }
            if (first < 0) {
                first = i;
            } else if (count < 2) {
                sides[count++] = svVec3_Sub(x[i], x[first]);
            }
        }
    }
    svVec3 g = closest->gap;
    if (count == 1) {
        // Twice: the residual of the first projection is rounded relative to the original gap.
        for (int i = 0; i < 2; ++i) {
            const double square = svVec3_Dot(sides[0], sides[0]);
            const double along = square > 0 ? svVec3_Dot(g, sides[0]) / square : 0;
            g = svVec3_Sub(g, svVec3_Scale(along, sides[0]));
        }
    } else if (count == 2) {
        const svVec3 normal = svVec3_Cross(sides[0], sides[1]);
        g = svVec3_Scale(svVec3_Dot(normal, g) < 0 ? -1 : 1, normal);
    }
    return g;
}

// The gap, or the straightened gap: whichever bounds the distance better.
static svVec3 SeparatingDirection(const svVec3 x[4], int split, const svClosest* closest,
                                  double enough) {
    const double bound = DistanceBound(x, split, closest->gap);
    if (bound > enough || !(svVec3_Length(closest->gap) > enough)) {
        return closest->gap;
    }
    const svVec3 straight = Straighten(x, split, closest);
    return DistanceBound(x, split, straight) > bound ? straight : closest->gap;
}

// A hit at time t; `closest` is scaled by 2^-exponent.
static void ReportHit(const svMovingPair* pair, svPairKind kind, double t, const svClosest* closest,
                      double slack, svCcdResult* result) {
    result->hit = true;
    result->tLo = result->tHi = t;
    result->separationSlack = slack;
    svCcdContact_Describe(pair, kind, 0, result);
    // Where the features do not touch, the gap is the direction from the second to the first.
    if (svVec3_Length(closest->gap) > GAP_CLEAR) {
        const svVec3 normal = svVec3_Normalize(closest->gap);
        result->normal[0] = normal.x;
        result->normal[1] = normal.y;
        result->normal[2] = normal.z;
    }
}

void svSeparation_Ccd(const svMovingPair* pair, svPairKind kind, const svCcdDef* def,
                      svCcdResult* result) {
    const int exponent = svMovingPair_Exponent(pair);
    const double d = ldexp(def->minSeparation, -exponent);
    Motion motion = {.split = kind == SV_EDGE_EDGE ? 2 : 1};
    svMovingPair_At(pair, 0, exponent, motion.start);
    svMovingPair_At(pair, 1, exponent, motion.end);
    double slack = fmax(def->separationTolerance * d, 8 * ROUNDING);
    double t = 0;
    result->hit = false;
    for (int step = 1;; ++step) {
        svVec3 x[4];
        for (int i = 0; i < 4; ++i) {
            x[i] = svVec3_Lerp(motion.start[i], motion.end[i], t);
        }
        const svClosest closest = svClosest_Points(x, kind);
        const svVec3 g = SeparatingDirection(x, motion.split, &closest, d + slack);
        if (!(DistanceBound(x, motion.split, g) > d + slack)) {
            // Rounded up, so that the statement holds for denormal numbers too.
            const double excess = fmax(0, svVec3_Length(closest.gap) + ROUNDING - d);
            const double reached = nextafter(ldexp(excess, exponent), HUGE_VAL);
            ReportHit(pair, kind, t, &closest, reached, result);
            return;
        }
        t = SeparatedUntil(&motion, x, t, g, d);
        if (t >= 1) {
            return;
        }
        if (step % STEPS_PER_SLACK == 0) {
            slack *= 2;
        }
    }
}
