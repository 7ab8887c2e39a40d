#include "support/compare.h"

#include <math.h>
#include <stdio.h>

static const char* const meetingNames[] = {"apart", "touching", "proper", "coplanar"};

// Distances are measured in units of the pair's greatest coordinate, which may be near DBL_MAX.
static double UnitOf(const svTrianglePair* pair) {
    double unit = 0.0;
    for (int i = 0; i < 9; ++i) {
        unit = fmax(unit, fmax(fabs(pair->a[i / 3][i % 3]), fabs(pair->b[i / 3][i % 3])));
    }
    return unit;
}

static double Distance(const double p[3], const double q[3], double unit) {
    double sum = 0.0;
    for (int k = 0; k < 3 && unit > 0.0; ++k) {
        double d = p[k] / unit - q[k] / unit;
        sum += d * d;
    }
    return sqrt(sum);
}

// Whether the segment's ends are vertices of the common set, up to rounding, and as far apart as
// any two of them. The ends are interpolated in floating point where that is safe enough: one pair
// in some 300,000 is off by up to 2^-45 of the greatest coordinate. Among denormal numbers an
// interpolated coordinate takes three roundings of half the smallest number each and the oracle's
// one more: two of it per coordinate, less than four in length.
static bool SegmentIsSound(const svTrianglePair* pair, const oracleCommonSet* common,
                           double segment[2][3]) {
    double unit = UnitOf(pair), slack = 0x1p-40 + (unit > 0.0 ? 0x1p-1072 / unit : 0.0);
    double farthest = 0.0;
    for (int end = 0; end < 2; ++end) {
        double nearest = HUGE_VAL;
        for (int i = 0; i < common->count; ++i) {
            nearest = fmin(nearest, Distance(segment[end], common->points[i], unit));
        }
        if (!(nearest <= slack)) {
            return false;
        }
    }
    for (int i = 0; i < common->count * common->count; ++i) {
        const double* p = common->points[i / common->count];
        farthest = fmax(farthest, Distance(p, common->points[i % common->count], unit));
    }
    return Distance(segment[0], segment[1], unit) >= farthest - 4.0 * slack;
}

static void Report(const TriangleFamily* family, const svTrianglePair* pair, const char* what,
                   const svTriangleMeeting meetings[2], Comparison* comparison) {
    if (comparison->mismatches++ > 0) {
        return;
    }
    printf("MISMATCH: %s, family %s, %d shared: library %s, truth %s\n", what, family->name,
           oracleSharedCount(pair), meetingNames[meetings[0]], meetingNames[meetings[1]]);
    oraclePrintTriangles(pair);
    fflush(stdout);
}

void compareTriangles(const TriangleFamily* family, Random* random, int count, int every,
                      Comparison* comparison) {
    for (int i = 0; i < count; ++i) {
        svTrianglePair pair;
        svTriangleResult result = {0};
        oracleCommonSet common;
        family->make(random, &pair);
        svTriangleMeeting truth = oracleTriangleTriangle(&pair, &common);
        svStatus status = svTriangleTriangle(&pair, &result);
        const svTriangleMeeting meetings[2] = {result.meeting, truth};
        ++comparison->queries;
        comparison->contacts += truth != SV_TRIANGLES_APART;
        if (status != SV_OK || result.meeting != truth) {
            Report(family, &pair, "meeting", meetings, comparison);
        } else if (every > 0 && truth != SV_TRIANGLES_APART && Random_Below(random, every) == 0) {
            ++comparison->brackets;
            if (!SegmentIsSound(&pair, &common, result.segment)) {
                Report(family, &pair, "segment", meetings, comparison);
            }
        }
    }
}
