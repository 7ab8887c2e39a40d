// Self-collision culling of one patch as a function (selvage/patch.h). In: connectivity
// (patch_shape.c) and positions. Out: a verdict; "apart" is certified free of self-contact.

#include "selfcull/patch.h"

#include "base/context.h"
#include "selvage/vec3.h"

const char* svPatchVerdict_Name(svPatchVerdict verdict) {
    static const char* const names[SV_PATCH_VERDICT_ENUM_COUNT] = {
        "apart", "edge", "pinch", "closed", "direction", "normal", "contour", "loops"};
    return (unsigned)verdict < SV_PATCH_VERDICT_ENUM_COUNT ? names[verdict] : "unknown";
}

const char* svPatchDirection_Name(svPatchDirection direction) {
    static const char* const names[SV_PATCH_DIRECTION_ENUM_COUNT] = {
        "area", "given", "provot", "tight", "optimal", "mask26", "mask64"};
    return (unsigned)direction < SV_PATCH_DIRECTION_ENUM_COUNT ? names[direction] : "unknown";
}

const char* svPatchContour_Name(svPatchContour contour) {
    static const char* const names[SV_PATCH_CONTOUR_ENUM_COUNT] = {"pairs", "star", "binormal"};
    return (unsigned)contour < SV_PATCH_CONTOUR_ENUM_COUNT ? names[contour] : "unknown";
}

svPatchDef svDefaultPatchDef(void) {
    svPatchDef def = {0};
    def.structSize = sizeof(def);
    def.direction = SV_PATCH_AREA;
    def.contour = SV_PATCH_PAIRS;
    return def;
}

svStatus svPatchTester_Create(svContext* context, svPatchTester** tester) {
    if (context == NULL || tester == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    svPatchTester* made = svContext_Allocate(context, sizeof(*made));
    if (made == NULL) {
        return SV_ERROR_MEMORY;
    }
    *made = (svPatchTester){.context = context};
    *tester = made;
    return SV_OK;
}

void svPatchTester_Destroy(svPatchTester* tester) {
    if (tester == NULL) {
        return;
    }
    svContext* context = tester->context;
    svContext_Release(context, tester->table);
    svContext_Release(context, tester->sides);
    svContext_Release(context, tester->contour);
    svContext_Release(context, tester->loopStart);
    svContext_Release(context, tester->points);
    svContext_Release(context, tester->edges);
    svContext_Release(context, tester->boxes);
    svContext_Release(context, tester->normals);
    svContext_Release(context, tester);
}

// ---- the stages of a test --------------------------------------------------------------------

// The base of each time is the first vertex of the contour; the scale makes all differences to it
// less than 1. False if one of them is not finite.
static bool SetFrame(const svPatchShape* shape, svPatchMotion* motion) {
    double reach = 0;
    for (int t = 0; t <= motion->moving; ++t) {
        svPatchMotion_Read(motion, shape->contour[0], t, motion->base[t]);
        for (uint32_t i = 0; i < shape->contourCount; ++i) {
            double x[3];
            svPatchMotion_Read(motion, shape->contour[i], t, x);
            for (int k = 0; k < 3; ++k) {
                const double difference = fabs(x[k] - motion->base[t][k]);
                if (!(difference <= DBL_MAX)) {
                    return false;
                }
                reach = svMax(reach, difference);
            }
        }
    }
    int exponent;
    frexp(reach, &exponent);
    motion->scale = ldexp(1, -(exponent < -1000 ? -1000 : exponent));
    return true;
}

// Two unit vectors with P x Q along the direction, as far as doubles go: off by a few u only.
static svPatchPlane FindPlane(const double direction[3]) {
    int axis = 0;
    for (int k = 1; k < 3; ++k) {
        axis = fabs(direction[k]) < fabs(direction[axis]) ? k : axis;
    }
    const svVec3 v = svVec3_From(direction);
    const svVec3 p = svVec3_Normalize(svVec3_Cross(v, (svVec3){axis == 0, axis == 1, axis == 2}));
    const svVec3 q = svVec3_Cross(v, p);
    return (svPatchPlane){{p.x, p.y, p.z}, {q.x, q.y, q.z}};
}

// An edge of a triangle in the plane, and its largest component in space.
typedef struct PlaneEdge {
    double point[2], largest;
} PlaneEdge;

static PlaneEdge ProjectEdge(const svPatchPlane* plane, const double x[3]) {
    PlaneEdge edge;
    svPatchPlane_Project(plane, x, edge.point);
    edge.largest = svMax(fabs(x[0]), svMax(fabs(x[1]), fabs(x[2]))) + DBL_MIN;
    return edge;
}

// (A x B) . V and its bound. Where something is not a number, the value is not.
static svBoundedValue EdgeArea(const PlaneEdge* a, const PlaneEdge* b) {
    return (svBoundedValue){a->point[0] * b->point[1] - a->point[1] * b->point[0],
                            SV_PATCH_TRIANGLE_ERROR * a->largest * b->largest + DBL_MIN};
}

// Condition (b) for one triangle: the Bernstein coefficients of its area.
static bool TriangleInFront(const svPatchMotion* motion, const svPatchPlane* plane,
                            const uint32_t corners[3]) {
    svPatchEdges edges;
    PlaneEdge a[2], b[2];
    svPatchMotion_Edges(motion, corners, &edges);
    for (int t = 0; t <= motion->moving; ++t) {
        a[t] = ProjectEdge(plane, edges.a[t]);
        b[t] = ProjectEdge(plane, edges.b[t]);
        const svBoundedValue area = EdgeArea(&a[t], &b[t]);
        if (!(area.value > area.bound)) {
            return false;
        }
    }
    if (!motion->moving) {
        return true;
    }
    const svBoundedValue left = EdgeArea(&a[0], &b[1]), right = EdgeArea(&a[1], &b[0]);
    return left.value + right.value > left.bound + right.bound;
}

static bool NormalsInFront(const svPatchShape* shape, const svPatchMotion* motion,
                           const svPatchPlane* plane, svPatchResult* result) {
    for (size_t t = 0; t < shape->triangleCount; ++t) {
        ++result->normalTests;
        if (!TriangleInFront(motion, plane, shape->triangles + 3 * t)) {
            result->place[0] = (uint32_t)t;
            return false;
        }
    }
    return true;
}

static void ProjectContour(svPatchTester* tester, const svPatchShape* shape, bool moving,
                           const svPatchPlane* plane) {
    for (uint32_t k = 0; k < shape->loopCount; ++k) {
        const uint32_t first = shape->loopStart[k], end = shape->loopStart[k + 1];
        for (uint32_t i = first; i < end; ++i) {
            svContourEdge* edge = &tester->edges[i];
            svContourEdge* last = &tester->edges[i == first ? end - 1 : i - 1];
            edge->next = i + 1 == end ? first : i + 1;
            for (int t = 0; t <= moving; ++t) {
                svPatchPlane_Project(plane, tester->points[i][t], edge->from[t]);
                memcpy(last->to[t], edge->from[t], sizeof(last->to[t]));
            }
        }
    }
}

static svPatchVerdict ContourVerdict(svPatchTester* tester, const svPatchShape* shape,
                                     const svPatchDef* def, bool moving, svPatchResult* result) {
    svContourRim rim = {tester->edges,
                        tester->boxes,
                        shape->loopStart,
                        shape->contourCount,
                        shape->loopCount,
                        moving,
                        def->contour == SV_PATCH_BINORMAL,
                        result};
    return def->contour == SV_PATCH_STAR ? svContourRim_JudgeByStar(&rim)
                                         : svContourRim_JudgeByPairs(&rim);
}

static svStatus ReserveTest(svPatchTester* tester, const svPatchShape* shape,
                            const svPatchDef* def) {
    svContext* context = tester->context;
    const size_t count = shape->contourCount;
    svStatus status = svContext_Grow(context, (void**)&tester->points, &tester->pointCapacity,
                                     count, sizeof(*tester->points));
    if (status == SV_OK) {
        status = svContext_Grow(context, (void**)&tester->edges, &tester->edgeCapacity, count,
                                sizeof(*tester->edges));
    }
    if (status == SV_OK) {
        status = svContext_Grow(context, (void**)&tester->boxes, &tester->boxCapacity, 2 * count,
                                sizeof(*tester->boxes));
    }
    if (status == SV_OK && def->direction == SV_PATCH_CONE_OPTIMAL) {
        status = svContext_Grow(context, (void**)&tester->normals, &tester->normalCapacity,
                                3 * shape->triangleCount, sizeof(*tester->normals));
    }
    return status;
}

// The geometric conditions, for a shape that passed those of topology.
static void TestPositions(svPatchTester* tester, const svPatchShape* shape, const svPatchDef* def,
                          svPatchResult* result) {
    svPatchMotion motion = {.x = {&def->x0, &def->x1}, .moving = def->x1.data != NULL};
    result->verdict = SV_PATCH_DIRECTION;
    if (!SetFrame(shape, &motion)) {
        return;
    }
    for (uint32_t i = 0; i < shape->contourCount; ++i) {
        for (int t = 0; t <= motion.moving; ++t) {
            svPatchMotion_Get(&motion, shape->contour[i], t, tester->points[i][t]);
        }
    }
    if (!svPatch_FindDirection(tester, shape, def, &motion, result->direction)) {
        return;
    }
    const svPatchPlane plane = FindPlane(result->direction);
    if (!def->normalsKnown && !NormalsInFront(shape, &motion, &plane, result)) {
        result->verdict = SV_PATCH_NORMAL;
        return;
    }
    ProjectContour(tester, shape, motion.moving, &plane);
    result->verdict = ContourVerdict(tester, shape, def, motion.moving, result);
}

static bool ViewServes(const svPositions* view, const svPatchShape* shape) {
    return svPositions_IsValid(view) && view->count >= shape->vertexCount;
}

svStatus svPatchTester_Test(svPatchTester* tester, const svPatchShape* shape, const svPatchDef* def,
                            svPatchResult* result) {
    if (tester == NULL || shape == NULL || def == NULL || result == NULL ||
        def->structSize != sizeof(*def)) {
        return SV_ERROR_ARGUMENT;
    }
    if ((unsigned)def->direction >= SV_PATCH_DIRECTION_ENUM_COUNT ||
        (unsigned)def->contour >= SV_PATCH_CONTOUR_ENUM_COUNT ||
        (def->normalsKnown && def->direction != SV_PATCH_GIVEN) || !ViewServes(&def->x0, shape) ||
        (def->x1.data != NULL && !ViewServes(&def->x1, shape))) {
        return svContext_Fail(tester->context, SV_ERROR_ARGUMENT, "the def of a patch is wrong");
    }
    svPatchResult made = {.verdict = shape->fault,
                          .place = {SV_NONE, SV_NONE},
                          .contourCount = shape->contourCount,
                          .loopCount = shape->loopCount};
    if (shape->triangleCount > 0 && shape->fault == SV_PATCH_APART) {
        const svStatus status = ReserveTest(tester, shape, def);
        if (status != SV_OK) {
            return status;
        }
        TestPositions(tester, shape, def, &made);
    }
    made.apart = made.verdict == SV_PATCH_APART;
    *result = made;
    return SV_OK;
}

svStatus svPatch_Test(svContext* context, const uint32_t* triangles, size_t count,
                      const svPatchDef* def, svPatchResult* result) {
    svPatchTester* tester;
    svPatchShape shape;
    svStatus status = svPatchTester_Create(context, &tester);
    if (status != SV_OK) {
        return status;
    }
    status = svPatchTester_FindShape(tester, triangles, count, &shape);
    if (status == SV_OK) {
        status = svPatchTester_Test(tester, &shape, def, result);
    }
    svPatchTester_Destroy(tester);
    return status;
}
