// View directions for a patch: vector area, cones or masks of normals. In: a patch and its motion.
// Out: a proposal, which need not be exact: the normals are certified against it afterwards.

#include "selfcull/patch.h"

#include "selvage/cone.h"
#include "selvage/vec3.h"

#include <string.h>

// Adds a x b.
static void AddCross(const double a[3], const double b[3], double weight, svVec3* sum) {
    *sum = svVec3_Add(*sum, svVec3_Scale(weight, svVec3_Cross(svVec3_From(a), svVec3_From(b))));
}

// The mean over the step of the vector area, the sum of all normals. The normals of the inner edges
// cancel (Stokes), so that the contour is enough: with control normals N0, M and N1 the mean is
// (N0 + M/2 + N1) / 3, and each of the three is a sum over the edges of the contour.
static svVec3 VectorArea(const svPatchShape* shape, bool moving, const double (*points)[2][3]) {
    svVec3 area = {0, 0, 0};
    for (uint32_t k = 0; k < shape->loopCount; ++k) {
        const uint32_t first = shape->loopStart[k], end = shape->loopStart[k + 1];
        for (uint32_t i = first; i < end; ++i) {
            const double(*p)[3] = points[i];
            const double(*q)[3] = points[i + 1 == end ? first : i + 1];
            for (int t = 0; t <= moving; ++t) {
                AddCross(p[t], q[t], 1, &area);
            }
            if (moving) {
                AddCross(p[0], q[1], 0.5, &area);
                AddCross(p[1], q[0], 0.5, &area);
            }
        }
    }
    return area;
}

static svMovingTriangle MovingTriangleOf(const svPatchMotion* motion, const uint32_t corners[3]) {
    svMovingTriangle triangle = {0};
    for (int k = 0; k < 3; ++k) {
        svPositions_Get(motion->x[0], corners[k], triangle.x0[k]);
        if (motion->moving) {
            svPositions_Get(motion->x[1], corners[k], triangle.x1[k]);
        }
    }
    return triangle;
}

// The cone of the triangles from `first` to `end`: of each half, merged, as a tree would.
static svCone MergedCone(const svPatchShape* shape, const svPatchMotion* motion, svConeMerge merge,
                         size_t first, size_t end) {
    if (end - first == 1) {
        const svMovingTriangle triangle = MovingTriangleOf(motion, shape->triangles + 3 * first);
        return svCone_OfTriangle(&triangle, motion->moving, merge);
    }
    const size_t middle = first + (end - first) / 2;
    const svCone a = MergedCone(shape, motion, merge, first, middle);
    const svCone b = MergedCone(shape, motion, merge, middle, end);
    return svCone_Merge(&a, &b, merge);
}

static svCone OptimalCone(const svPatchShape* shape, const svPatchMotion* motion,
                          double (*normals)[3]) {
    size_t count = 0;
    for (size_t t = 0; t < shape->triangleCount; ++t) {
        const svMovingTriangle triangle = MovingTriangleOf(motion, shape->triangles + 3 * t);
        const svControlNormals control = svControlNormals_Of(&triangle, motion->moving);
        for (int i = 0; i < control.count; ++i) {
            memcpy(normals[count++], control.normal[i], sizeof(*normals));
        }
    }
    return svCone_Optimal((const double(*)[3])normals, count);
}

// The direction in front of all normals that is nearest to the vector area; zero if there is none.
static svVec3 MaskDirection(const svPatchShape* shape, const svPatchMotion* motion,
                            svDirectionSet set, const double (*points)[2][3]) {
    const svVec3 area = VectorArea(shape, motion->moving, points);
    uint64_t mask = UINT64_MAX;
    for (size_t t = 0; t < shape->triangleCount && mask != 0; ++t) {
        const svMovingTriangle triangle = MovingTriangleOf(motion, shape->triangles + 3 * t);
        mask &= svDirectionSet_MaskOfTriangle(set, &triangle, motion->moving);
    }
    svVec3 best = {0, 0, 0};
    double nearest = -HUGE_VAL;
    for (int k = 0; k < svDirectionSet_Count(set); ++k) {
        double d[3];
        svDirectionSet_Get(set, k, d);
        const svVec3 unit = svVec3_Normalize(svVec3_From(d));
        if ((mask >> k & 1) != 0 && svVec3_Dot(unit, area) > nearest) {
            nearest = svVec3_Dot(unit, area);
            best = unit;
        }
    }
    return best;
}

static svVec3 ConeDirection(const svCone* cone) {
    return svCone_HasHalfSpace(cone) ? svVec3_From(cone->axis) : (svVec3){0, 0, 0};
}

static svVec3 ProposeDirection(svPatchTester* tester, const svPatchShape* shape,
                               const svPatchDef* def, const svPatchMotion* motion) {
    const double(*points)[2][3] = (const double(*)[2][3])tester->points;
    svCone cone;
    switch (def->direction) {
    case SV_PATCH_GIVEN:
        return svVec3_From(def->given);
    case SV_PATCH_CONE_PROVOT:
    case SV_PATCH_CONE_TIGHT:
        cone = MergedCone(shape, motion,
                          def->direction == SV_PATCH_CONE_TIGHT ? SV_CONE_TIGHT : SV_CONE_PROVOT, 0,
                          shape->triangleCount);
        return ConeDirection(&cone);
    case SV_PATCH_CONE_OPTIMAL:
        cone = OptimalCone(shape, motion, tester->normals);
        return ConeDirection(&cone);
    case SV_PATCH_MASK26:
        return MaskDirection(shape, motion, SV_DIRECTION_SET_26, points);
    case SV_PATCH_MASK64:
        return MaskDirection(shape, motion, SV_DIRECTION_SET_64, points);
    case SV_PATCH_AREA:
    case SV_PATCH_DIRECTION_ENUM_COUNT:
        break;
    }
    return VectorArea(shape, motion->moving, points);
}

bool svPatch_FindDirection(svPatchTester* tester, const svPatchShape* shape, const svPatchDef* def,
                           const svPatchMotion* motion, double direction[3]) {
    const svVec3 found = ProposeDirection(tester, shape, def, motion);
    const double largest = fmax(fabs(found.x), fmax(fabs(found.y), fabs(found.z)));
    if (!(largest > 0 && largest <= DBL_MAX)) {
        return false;
    }
    const svVec3 unit = svVec3_Normalize(found);
    direction[0] = unit.x;
    direction[1] = unit.y;
    direction[2] = unit.z;
    return true;
}
