// The contour of a patch projected along the view direction: is it free of self-intersection, and
// which way does it wind? In: projected edges at t0 and t1. Out: the verdict on conditions (d) and
// (e).
//
// PAIRS. Two edges are separated over a step if one line separates them at t0 and at t1, on the
// same side: motion is linear. (Zhang and Kim 2012, in the plane, strictly.) Edges with a common
// vertex need no test: if they touched elsewhere one would end on the other, and so would touch the
// edge after that, which has no common vertex with it in a loop of four or more edges. A loop of
// three edges is a triangle: it is simple if its area is not zero.
//
// The BVH of this test are kinetic boxes around runs of edges: run [first, end) has the box `node`,
// its two halves the boxes node + 1 and node + twice the length of the first half. A contour that
// does not come near itself costs n log n or so; one that runs along itself, many edges within one
// box of each other, costs more.
//
// BINORMAL. Heo et al. (2010) and Wang et al. (2018) bound the binormals of the contour, the
// normals of its edges within the surface, by a cone around some W, and require two angles of 90
// degrees. Sound is: with W perpendicular to V, the angle of the normals with V and that of the
// binormals with W add up to less than 90 degrees. What makes it sound is that then every edge, the
// cross product of its normal and its binormal, goes forward along the direction V x W:
//     (n x b) . (V x W) = (n.V)(b.W) - (n.W)(b.V) >= cos cos - sin sin = cos(sum) > 0.
// We test that itself, so more runs pass. A run that goes forward in one direction all along does
// not touch itself; at both times is at all times, motion being linear. It says nothing about two
// runs, nor can it hold for a whole loop, which is where the published criteria lose collisions:
// runs that do not go forward are halved, and the halves tested as pairs.

#include "selfcull/patch.h"

// ---- two edges -------------------------------------------------------------------------------

static double Dot2(const double a[2], const double b[2]) {
    return a[0] * b[0] + a[1] * b[1];
}

// A dot product with n that exceeds this is certainly positive.
static double GapAlong(const double n[2]) {
    return SV_PATCH_GAP * (fabs(n[0]) + fabs(n[1])) + DBL_MIN;
}

static bool EdgesSeparatedAlong(const svContourEdge* a, const svContourEdge* b, bool moving,
                                const double n[2]) {
    const double gap = GapAlong(n);
    bool below = true, above = true;
    for (int t = 0; t <= moving; ++t) {
        const double a0 = Dot2(n, a->from[t]), a1 = Dot2(n, a->to[t]);
        const double b0 = Dot2(n, b->from[t]), b1 = Dot2(n, b->to[t]);
        below = below && svMin(b0, b1) - svMax(a0, a1) > gap;
        above = above && svMin(a0, a1) - svMax(b0, b1) > gap;
    }
    return below || above;
}

// A line across n separates the edges if all ways from one to the other go forward along n: those
// between their ends, at both times. If there is such an n, the middle between the outermost two of
// these ways is one: their sum as directions, or what is across their difference, whichever is
// longer and so better known.
static bool EdgesSeparated(const svContourEdge* a, const svContourEdge* b, bool moving) {
    double left[2] = {0, 0}, right[2] = {0, 0};
    for (int t = 0; t <= moving; ++t) {
        const double* const from[2] = {a->from[t], a->to[t]};
        const double* const to[2] = {b->from[t], b->to[t]};
        for (int i = 0; i < 4; ++i) {
            const double way[2] = {to[i / 2][0] - from[i % 2][0], to[i / 2][1] - from[i % 2][1]};
            const bool first = t == 0 && i == 0;
            if (first || left[0] * way[1] - left[1] * way[0] > 0) {
                memcpy(left, way, sizeof(way));
            }
            if (first || right[0] * way[1] - right[1] * way[0] < 0) {
                memcpy(right, way, sizeof(way));
            }
        }
    }
    const double leftLength = sqrt(Dot2(left, left)), rightLength = sqrt(Dot2(right, right));
    const double sign = Dot2(left, right) < 0 ? -1 : 1;
    const double middle[2] = {left[0] / leftLength + sign * right[0] / rightLength,
                              left[1] / leftLength + sign * right[1] / rightLength};
    const double across[2] = {-middle[1], middle[0]};
    return EdgesSeparatedAlong(a, b, moving, sign > 0 ? middle : across);
}

// ---- runs of edges ---------------------------------------------------------------------------

typedef struct Run {
    uint32_t first, end, node;
} Run;

static void HalveRun(Run run, Run halves[2]) {
    const uint32_t middle = run.first + (run.end - run.first) / 2;
    halves[0] = (Run){run.first, middle, run.node + 1};
    halves[1] = (Run){middle, run.end, run.node + 2 * (middle - run.first)};
}

static void FitRunBoxes(svContourRim* rim, Run run) {
    svContourBox* box = &rim->boxes[run.node];
    if (run.end - run.first == 1) {
        const svContourEdge* edge = &rim->edges[run.first];
        for (int t = 0; t <= rim->moving; ++t) {
            for (int k = 0; k < 2; ++k) {
                box->lower[t][k] = svMin(edge->from[t][k], edge->to[t][k]);
                box->upper[t][k] = svMax(edge->from[t][k], edge->to[t][k]);
            }
        }
        return;
    }
    Run halves[2];
    HalveRun(run, halves);
    FitRunBoxes(rim, halves[0]);
    FitRunBoxes(rim, halves[1]);
    const svContourBox *a = &rim->boxes[halves[0].node], *b = &rim->boxes[halves[1].node];
    for (int t = 0; t <= rim->moving; ++t) {
        for (int k = 0; k < 2; ++k) {
            box->lower[t][k] = svMin(a->lower[t][k], b->lower[t][k]);
            box->upper[t][k] = svMax(a->upper[t][k], b->upper[t][k]);
        }
    }
}

static bool BoxesSeparated(const svContourBox* a, const svContourBox* b, bool moving) {
    for (int k = 0; k < 2; ++k) {
        bool below = true, above = true;
        for (int t = 0; t <= moving; ++t) {
            below = below && b->lower[t][k] - a->upper[t][k] > SV_PATCH_GAP;
            above = above && a->lower[t][k] - b->upper[t][k] > SV_PATCH_GAP;
        }
        if (below || above) {
            return true;
        }
    }
    return false;
}

// Whether all edges go forward along the chord of the run (the sum of those at t0 and t1): then no
// two of them touch beyond common vertices. A run that passes from one loop to the next has no
// chord.
static bool GoesForward(const svContourRim* rim, uint32_t first, uint32_t end) {
    double chord[2] = {0, 0};
    for (int t = 0; t <= rim->moving; ++t) {
        for (int k = 0; k < 2; ++k) {
            chord[k] += rim->edges[end - 1].to[t][k] - rim->edges[first].from[t][k];
        }
    }
    const double gap = GapAlong(chord);
    for (uint32_t i = first; i < end; ++i) {
        const svContourEdge* edge = &rim->edges[i];
        if (i + 1 < end && edge->next != i + 1) {
            return false;
        }
        for (int t = 0; t <= rim->moving; ++t) {
            const double v[2] = {edge->to[t][0] - edge->from[t][0],
                                 edge->to[t][1] - edge->from[t][1]};
            if (!(Dot2(chord, v) > gap)) {
                return false;
            }
        }
    }
    return true;
}

static bool EdgePairSeparated(svContourRim* rim, uint32_t i, uint32_t j) {
    const svContourEdge *a = &rim->edges[i], *b = &rim->edges[j];
    if (a->next == j || b->next == i) {
        return true;
    }
    ++rim->result->edgePairs;
    if (EdgesSeparated(a, b, rim->moving)) {
        return true;
    }
    rim->result->place[0] = i;
    rim->result->place[1] = j;
    return false;
}

static bool RunPairSeparated(svContourRim* rim, Run a, Run b) {
    ++rim->result->runPairs;
    if (BoxesSeparated(&rim->boxes[a.node], &rim->boxes[b.node], rim->moving)) {
        return true;
    }
    const uint32_t aLength = a.end - a.first, bLength = b.end - b.first;
    if (aLength == 1 && bLength == 1) {
        return EdgePairSeparated(rim, a.first, b.first);
    }
    if (rim->binormal && a.end == b.first && GoesForward(rim, a.first, b.end)) {
        return true;
    }
    Run halves[2];
    if (aLength >= bLength) {
        HalveRun(a, halves);
        return RunPairSeparated(rim, halves[0], b) && RunPairSeparated(rim, halves[1], b);
    }
    HalveRun(b, halves);
    return RunPairSeparated(rim, a, halves[0]) && RunPairSeparated(rim, a, halves[1]);
}

static bool RunIsSimple(svContourRim* rim, Run run) {
    if (run.end - run.first < 2 || (rim->binormal && GoesForward(rim, run.first, run.end))) {
        return true;
    }
    Run halves[2];
    HalveRun(run, halves);
    return RunIsSimple(rim, halves[0]) && RunIsSimple(rim, halves[1]) &&
           RunPairSeparated(rim, halves[0], halves[1]);
}

// ---- loops -----------------------------------------------------------------------------------

// Twice the area of a loop at t0, by its triangles from the first point. Each sum of n terms adds a
// relative error of nu to their magnitudes.
static svBoundedValue LoopArea(const svContourRim* rim, uint32_t first, uint32_t end) {
    const double* o = rim->edges[first].from[0];
    svBoundedValue area = {0, 0};
    double size = 0;
    for (uint32_t i = first; i < end; ++i) {
        const double *p = rim->edges[i].from[0], *q = rim->edges[i].to[0];
        const double a[2] = {p[0] - o[0], p[1] - o[1]}, b[2] = {q[0] - o[0], q[1] - o[1]};
        const svBoundedValue part = svContour_Cross(a, b);
        area.value += part.value;
        area.bound += part.bound;
        size += fabs(part.value);
    }
    // Half the bounds again pay for the rounding of the two sums above.
    area.bound = 1.5 * (area.bound + (end - first) * 0x1p-53 * size);
    return area;
}

// A loop of three edges keeps its sign over the step: the Bernstein coefficients of its area.
static bool TriangleKeepsSign(const svContourRim* rim, uint32_t first, double sign) {
    double a[2][2], b[2][2];
    for (int t = 0; t <= rim->moving; ++t) {
        const svContourEdge* edge = &rim->edges[first];
        for (int k = 0; k < 2; ++k) {
            a[t][k] = edge[0].to[t][k] - edge[0].from[t][k];
            b[t][k] = edge[1].to[t][k] - edge[0].from[t][k];
        }
    }
    if (!rim->moving) {
        return true;
    }
    const svBoundedValue end = svContour_Cross(a[1], b[1]);
    const svBoundedValue left = svContour_Cross(a[0], b[1]), right = svContour_Cross(a[1], b[0]);
    return sign * end.value > end.bound &&
           sign * (left.value + right.value) > left.bound + right.bound;
}

// Condition (e), and that loops of three edges are simple. A single loop has the area of the
// triangles, which is positive.
static bool OneOuterLoop(const svContourRim* rim) {
    uint32_t outer = 0;
    for (uint32_t k = 0; k < rim->loopCount && rim->loopCount > 1; ++k) {
        const uint32_t first = rim->loopStart[k], end = rim->loopStart[k + 1];
        const svBoundedValue area = LoopArea(rim, first, end);
        const double sign = area.value > 0 ? 1 : -1;
        if (!(fabs(area.value) > area.bound) ||
            (end - first == 3 && !TriangleKeepsSign(rim, first, sign))) {
            return false;
        }
        outer += sign > 0;
    }
    return rim->loopCount == 1 || outer == 1;
}

svPatchVerdict svContourRim_JudgeByPairs(svContourRim* rim) {
    const Run all = {0, rim->count, 0};
    if (!OneOuterLoop(rim)) {
        return SV_PATCH_LOOPS;
    }
    FitRunBoxes(rim, all);
    return RunIsSimple(rim, all) ? SV_PATCH_APART : SV_PATCH_CONTOUR;
}

// ---- star ------------------------------------------------------------------------------------

// Whether the edge turns counter-clockwise around the centre, at all times: Bernstein coefficients.
static bool TurnsLeft(const svContourEdge* edge, double (*centre)[2], bool moving) {
    double a[2][2], b[2][2];
    for (int t = 0; t <= moving; ++t) {
        for (int k = 0; k < 2; ++k) {
            a[t][k] = edge->from[t][k] - centre[t][k];
            b[t][k] = edge->to[t][k] - centre[t][k];
        }
        const svBoundedValue turn = svContour_Cross(a[t], b[t]);
        if (!(turn.value > turn.bound)) {
            return false;
        }
    }
    if (!moving) {
        return true;
    }
    const svBoundedValue left = svContour_Cross(a[0], b[1]), right = svContour_Cross(a[1], b[0]);
    return left.value + right.value > left.bound + right.bound;
}

// The fan from the middle of the contour. All edges turn left around it by less than half a turn,
// as rounded and as they are and at all times in between: so how often they go around in all can be
// counted on the rounded points at t0. Each time they come from below the centre to its height or
// above, they pass the ray to its right, and only then. Two loops go around twice at least.
svPatchVerdict svContourRim_JudgeByStar(const svContourRim* rim) {
    double centre[2][2] = {{0, 0}, {0, 0}};
    for (uint32_t i = 0; i < rim->count; ++i) {
        for (int t = 0; t <= rim->moving; ++t) {
            centre[t][0] += rim->edges[i].from[t][0] / rim->count;
            centre[t][1] += rim->edges[i].from[t][1] / rim->count;
        }
    }
    uint32_t turns = 0;
    for (uint32_t i = 0; i < rim->count; ++i) {
        const svContourEdge* edge = &rim->edges[i];
        if (!TurnsLeft(edge, centre, rim->moving)) {
            rim->result->place[0] = i;
            return SV_PATCH_CONTOUR;
        }
        turns += edge->from[0][1] < centre[0][1] && edge->to[0][1] >= centre[0][1];
    }
    return turns == 1 ? SV_PATCH_APART : SV_PATCH_LOOPS;
}
