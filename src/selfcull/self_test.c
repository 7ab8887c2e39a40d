// The geometric half of self-collision culling (self_test.h), at every query. In: contours of parts
// and moving leaves. Out: svSelfLevel::apart, the parts certified free of self-contact over the
// step.

#include "selfcull/self_test.h"

#include <math.h>
#include <string.h>

// A leaf whose normal deviates more than this (its cosine) from the common direction most likely
// has faces that look the other way: the part is not tested.
#define LEAST_COSINE 0.15f

// Back-off: the most queries that a part rests after repeated failures.
#define MOST_PATIENCE 31

// The level of the parts that are nodes of the tree.
#define NODES 1

typedef struct LeafRange {
    uint32_t first, end;
} LeafRange;

static LeafRange LeavesOf(const svSelfRun* run, uint32_t level, uint32_t part) {
    uint64_t first = part, end = (uint64_t)part + 1;
    for (uint32_t l = 0; l <= level; ++l) {
        first *= SV_PART_FAN;
        end *= SV_PART_FAN;
    }
    return (LeafRange){(uint32_t)first,
                       end < run->leaves->count ? (uint32_t)end : run->leaves->count};
}

// ---- directions ------------------------------------------------------------------------------

static void AddTo(float sum[3], const float v[3]) {
    for (int k = 0; k < 3; ++k) {
        sum[k] += v[k];
    }
}

static void SumLeaves(const svSelfRun* run, uint32_t part) {
    const LeafRange leaves = LeavesOf(run, 0, part);
    float* sum = run->tests->levels[0].normals[part];
    sum[0] = sum[1] = sum[2] = 0;
    for (uint32_t i = leaves.first; i < leaves.end; ++i) {
        AddTo(sum, run->leafNormals[i]);
    }
}

static uint32_t ChildrenEnd(const svSelfRun* run, uint32_t level, uint32_t part) {
    const uint32_t count = run->tests->levels[level - 1].partCount;
    return count - part * SV_PART_FAN < SV_PART_FAN ? count : (part + 1) * SV_PART_FAN;
}

static void SumChildren(const svSelfRun* run, uint32_t level, uint32_t part) {
    float* sum = run->tests->levels[level].normals[part];
    sum[0] = sum[1] = sum[2] = 0;
    for (uint32_t i = part * SV_PART_FAN; i < ChildrenEnd(run, level, part); ++i) {
        AddTo(sum, run->tests->levels[level - 1].normals[i]);
    }
}

void svSelfRun_SumParts(const svSelfRun* run) {
    for (uint32_t level = NODES + 1; level < run->tests->levelCount; ++level) {
        for (uint32_t part = 0; part < run->tests->levels[level].partCount; ++part) {
            SumChildren(run, level, part);
        }
    }
}

// Two directions across v, such that v looks along their cross product; of length 1 but for
// rounding. False if v has no direction.
static bool SetView(const float v[3], svSelfView* view) {
    const double x = (double)v[0], y = (double)v[1], z = (double)v[2];
    const double length = sqrt(x * x + y * y + z * z);
    if (!(length > 0)) {
        return false;
    }
    const double n[3] = {x / length, y / length, z / length};
    // Across n and the axis that it looks along least.
    const double a[3] = {fabs(n[0]), fabs(n[1]), fabs(n[2])};
    const int k = a[0] <= a[1] && a[0] <= a[2] ? 0 : a[1] <= a[2] ? 1 : 2;
    const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
    const double across = sqrt(n[k1] * n[k1] + n[k2] * n[k2]);
    double u[3], w[3];
    u[k] = 0;
    u[k1] = -n[k2] / across;
    u[k2] = n[k1] / across;
    w[0] = n[1] * u[2] - n[2] * u[1];
    w[1] = n[2] * u[0] - n[0] * u[2];
    w[2] = n[0] * u[1] - n[1] * u[0];
    for (int axis = 0; axis < 3; ++axis) {
        view->u[axis] = (float)u[axis];
        view->w[axis] = (float)w[axis];
    }
    return true;
}

// Whether the leaves look the same way by and large: a cheap rejection.
static bool LookAlike(const svSelfRun* run, LeafRange leaves, const float sum[3]) {
    const float length = sqrtf(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    const float least = LEAST_COSINE * length;
    for (uint32_t i = leaves.first; i < leaves.end; ++i) {
        const float* n = run->leafNormals[i];
        if (n[0] * sum[0] + n[1] * sum[1] + n[2] * sum[2] < least) {
            return false;
        }
    }
    return true;
}

// ---- contour ---------------------------------------------------------------------------------

static svContour RoomForContour(const svSelfRun* run, const svSelfShape* shape, uint32_t worker) {
    svSelfTests* tests = run->tests;
    const uint32_t stride = svContour_Padded(shape->count);
    float* rows = tests->rows + worker * svSelfTests_RowsOfWorker(tests);
    return (svContour){
        .rows = rows,
        .blocks = rows + SV_SIDE_ROWS * (size_t)stride,
        .count = shape->count,
        .stride = stride,
        .blockStride = svContour_Padded(stride / SV_WIDTH),
        .loopEnds = tests->loopEnds + shape->firstLoop,
        .loopCount = shape->loopCount,
    };
}

// Sets where the sides end: at the start of the next one of the loop.
static void CloseLoops(const svContour* contour) {
    for (size_t k = 0; k < 4; ++k) {
        const float* from = contour->rows + (SV_SIDE_FROM + k) * contour->stride;
        float* to = contour->rows + (SV_SIDE_TO + k) * contour->stride;
        memcpy(to, from + 1, (contour->stride - 1) * sizeof(float));
        to[contour->stride - 1] = from[contour->stride - 1];
        uint32_t start = 0;
        for (uint32_t loop = 0; loop < contour->loopCount; ++loop) {
            to[contour->loopEnds[loop] - 1] = from[start];
            start = contour->loopEnds[loop];
        }
    }
}

// Condition (e): whether exactly one loop is counter-clockwise at t0. Of a loop with points that
// are off by e in each coordinate, twice the area is off by at most 2 e times its length in the
// 1-norm and 4 e e for each side; a side's length counts as reach / 2^16 at least for that. The sum
// is of doubles: its rounding is nothing beside that.
static bool OneLoopIsPositive(const svContour* contour) {
    if (contour->loopCount == 1) {
        return true;
    }
    const double error = 0x1p-21 * (double)contour->reach;
    const float* u = contour->rows;
    const float* w = contour->rows + contour->stride;
    uint32_t positive = 0, start = 0;
    for (uint32_t loop = 0; loop < contour->loopCount; ++loop) {
        const uint32_t end = contour->loopEnds[loop];
        double area = 0, length = 0;
        for (uint32_t i = start; i < end; ++i) {
            const uint32_t next = i + 1 < end ? i + 1 : start;
            const double du = (double)u[next] - (double)u[i], dw = (double)w[next] - (double)w[i];
            area += ((double)u[i] - (double)u[start]) * dw - ((double)w[i] - (double)w[start]) * du;
            length += fabs(du) + fabs(dw) + 0x1p-16 * (double)contour->reach;
        }
        if (fabs(area) <= 4 * error * length) {
            return false;
        }
        positive += area > 0;
        start = end;
    }
    return positive == 1;
}

// ---- parts -----------------------------------------------------------------------------------

static bool PartFacesArePositive(const svSelfRun* run, LeafRange leaves, const svSelfView* view) {
    const bool moving = run->reading->instant < 0;
    for (uint32_t i = leaves.first; i < leaves.end; ++i) {
        if (!run->kernels->facesArePositive(&run->leaves->leaves[i], &run->motions[i], view,
                                            moving)) {
            return false;
        }
    }
    return true;
}

static bool ContourIsSimple(const svSelfRun* run, const svSelfShape* shape, const svSelfView* view,
                            uint32_t worker) {
    svContour contour = RoomForContour(run, shape, worker);
    run->kernels->projectContour(run->reading, run->tests->contour + shape->first, view, &contour);
    CloseLoops(&contour);
    return OneLoopIsPositive(&contour) && run->kernels->contourIsApart(&contour);
}

// Whether a part is to be tested.
static bool IsDue(const svSelfRun* run, svSelfMemory* memory) {
    if (!run->patient || memory->rest == 0) {
        return true;
    }
    --memory->rest;
    return false;
}

static void RememberVerdict(svSelfMemory* memory, bool passed) {
    const uint32_t longer = 2 * (uint32_t)memory->patience + 1;
    memory->patience = passed ? 0 : (uint8_t)(longer < MOST_PATIENCE ? longer : MOST_PATIENCE);
    memory->rest = memory->patience;
}

// Whether the faces of a larger part were certified positive while its leaves were refitted, for
// its own view.
static bool FacesAreKnown(const svSelfRun* run, uint32_t level, uint32_t part) {
    const LeafRange leaves = LeavesOf(run, level, part);
    for (uint32_t node = leaves.first / SV_WIDTH; node <= (leaves.end - 1) / SV_WIDTH; ++node) {
        if (run->tests->nodeKnown[node] != level) {
            return false;
        }
    }
    return true;
}

// Conditions (b), (d), (e). The contour first: it has far fewer sides than the part has faces.
static bool HasNoSelfContact(const svSelfRun* run, uint32_t level, uint32_t part, uint32_t worker) {
    const svSelfLevel* at = &run->tests->levels[level];
    const svSelfShape* shape = &at->shapes[part];
    svSelfView* view = &at->views[part];
    if (level > NODES && FacesAreKnown(run, level, part) &&
        ContourIsSimple(run, shape, view, worker)) {
        return true;
    }
    return SetView(at->normals[part], view) && ContourIsSimple(run, shape, view, worker) &&
           PartFacesArePositive(run, LeavesOf(run, level, part), view);
}

static void TestPart(const svSelfRun* run, uint32_t level, uint32_t part, uint32_t worker,
                     svSelfCounts* counts) {
    const svSelfLevel* at = &run->tests->levels[level];
    at->apart[part] = 0;
    if ((level < run->smallest && at->partCount > 1) || !at->shapes[part].sound ||
        !LookAlike(run, LeavesOf(run, level, part), at->normals[part]) ||
        !IsDue(run, &at->memories[part])) {
        return;
    }
    const bool passed = HasNoSelfContact(run, level, part, worker);
    RememberVerdict(&at->memories[part], passed);
    at->apart[part] = passed;
    ++counts->tested;
    counts->apart += passed;
}

// Whether the next larger part is culled, as far as is known.
static bool IsParentCulled(const svSelfRun* run, uint32_t level, uint32_t part) {
    return level + 1 < run->tests->levelCount &&
           run->tests->levels[level + 1].apart[part / SV_PART_FAN] != 0;
}

void svSelfRun_TestParts(const svSelfRun* run, uint32_t level, uint32_t first, uint32_t end,
                         uint32_t worker, svSelfCounts* counts) {
    for (uint32_t part = first; part < end; ++part) {
        if (IsParentCulled(run, level, part)) {
            run->tests->levels[level].apart[part] = 1;
        } else {
            TestPart(run, level, part, worker, counts);
        }
    }
}

// ---- nodes -----------------------------------------------------------------------------------

static void TestNode(const svSelfRun* run, uint32_t node, uint32_t worker, svSelfCounts* counts) {
    TestPart(run, NODES, node, worker, counts);
    svSelfRun_TestParts(run, NODES - 1, node * SV_PART_FAN, ChildrenEnd(run, NODES, node), worker,
                        counts);
}

// The level of the largest part around a node that was culled at the last query; NODES if none was.
static uint32_t CulledLevel(const svSelfRun* run, uint32_t node) {
    uint32_t level = NODES, part = node;
    while (IsParentCulled(run, level, part)) {
        ++level;
        part /= SV_PART_FAN;
    }
    return level;
}

bool svSelfRun_WasCulled(const svSelfRun* run, uint32_t node) {
    return IsParentCulled(run, NODES, node);
}

static const svSelfView* ViewAt(const svSelfRun* run, uint32_t level, uint32_t node) {
    uint32_t part = node;
    for (uint32_t l = NODES; l < level; ++l) {
        part /= SV_PART_FAN;
    }
    return &run->tests->levels[level].views[part];
}

static void TestNodeEarly(const svSelfRun* run, uint32_t node, uint32_t worker,
                          svSelfCounts* counts) {
    const uint32_t level = CulledLevel(run, node);
    bool known = true;
    if (level == NODES) {
        TestNode(run, node, worker, counts);
    } else {
        known = PartFacesArePositive(run, LeavesOf(run, NODES, node), ViewAt(run, level, node));
    }
    run->tests->nodeKnown[node] = (uint8_t)(known ? level : 0);
}

void svSelfRun_BeginNodes(const svSelfRun* run, uint32_t first, uint32_t end, bool early,
                          uint32_t worker, svSelfCounts* counts) {
    for (uint32_t node = first; node < end; ++node) {
        for (uint32_t i = node * SV_PART_FAN; i < ChildrenEnd(run, NODES, node); ++i) {
            SumLeaves(run, i);
        }
        SumChildren(run, NODES, node);
        run->tests->nodeKnown[node] = 0;
        if (early) {
            TestNodeEarly(run, node, worker, counts);
        }
    }
}

void svSelfRun_EndNodes(const svSelfRun* run, uint32_t first, uint32_t end, uint32_t worker,
                        svSelfCounts* counts) {
    const svSelfTests* tests = run->tests;
    for (uint32_t node = first; node < end; ++node) {
        if (IsParentCulled(run, NODES, node)) {
            const uint32_t child = node * SV_PART_FAN;
            tests->levels[NODES].apart[node] = 1;
            memset(tests->levels[NODES - 1].apart + child, 1,
                   ChildrenEnd(run, NODES, node) - child);
        } else if (tests->nodeKnown[node] != NODES) {
            TestNode(run, node, worker, counts);
        }
    }
}
