// The control normals of a moving triangle (Tang et al. 2009, see selvage/cone.h), with certified
// bounds on their rounding.
//
// u = 2^-53. A component e_j g_k - e_k g_j of a cross product of rounded differences has three
// roundings in each product and one in the difference: it is off by 4 u (|e_j g_k| + |e_k g_j|) at
// most (and terms in u^2), a vector of length at most sqrt(2) |E| |G|, so the product is off by
// less than 5.7 u |E| |G|. The middle control normal adds one more rounding: 7.1 u (|E0| |G1| +
// |E1| |G0|) and a little. The sums of absolute components, which are at least as great as the
// lengths, times NORMAL_ERROR = 8 u bound both, their own roundings included. NORMAL_UNDERFLOW
// covers products that underflow, 2^-1075 each.

#include <float.h>
#include <math.h>

#include "selvage/cone.h"
#include "selvage/vec3.h"

#define NORMAL_ERROR 0x1p-50
#define NORMAL_UNDERFLOW 0x1p-1060

typedef struct TriangleSides {
    svVec3 e[2], g[2]; // b - a and c - a at t0 and t1
} TriangleSides;

static double Norm1(svVec3 v) {
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

// All multiplied with one power of two if products would overflow or underflow. A component that
// underflows on the way down is 2^-900 of the greatest.
static TriangleSides ScaledSides(const svMovingTriangle* triangle, int times) {
    TriangleSides sides;
    double size = 0;
    for (int t = 0; t < times; ++t) {
        const double(*const x)[3] = t == 0 ? triangle->x0 : triangle->x1;
        const svVec3 a = svVec3_From(x[0]);
        sides.e[t] = svVec3_Sub(svVec3_From(x[1]), a);
        sides.g[t] = svVec3_Sub(svVec3_From(x[2]), a);
        size += Norm1(sides.e[t]) + Norm1(sides.g[t]);
    }
    const double scale = size > 0x1p400 ? 0x1p-600 : size < 0x1p-400 ? 0x1p600 : 1;
    for (int t = 0; t < times && scale != 1; ++t) {
        sides.e[t] = svVec3_Scale(scale, sides.e[t]);
        sides.g[t] = svVec3_Scale(scale, sides.g[t]);
    }
    return sides;
}

static void SetControlNormal(svControlNormals* normals, int i, svVec3 normal, double size) {
    if (!(size <= DBL_MAX)) { // infinite or NaN; else all products are finite
        normal = (svVec3){0, 0, 0};
        size = HUGE_VAL;
    }
    normals->normal[i][0] = normal.x;
    normals->normal[i][1] = normal.y;
    normals->normal[i][2] = normal.z;
    normals->error[i] = NORMAL_ERROR * size + NORMAL_UNDERFLOW;
}

svControlNormals svControlNormals_Of(const svMovingTriangle* triangle, bool moving) {
    const int times = moving ? 2 : 1;
    const TriangleSides sides = ScaledSides(triangle, times);
    svControlNormals normals = {.count = moving ? 3 : 1};
    double e[2], g[2];
    for (int t = 0; t < times; ++t) {
        e[t] = Norm1(sides.e[t]);
        g[t] = Norm1(sides.g[t]);
        SetControlNormal(&normals, t, svVec3_Cross(sides.e[t], sides.g[t]), e[t] * g[t]);
    }
    if (moving) {
        const svVec3 middle =
            svVec3_Add(svVec3_Cross(sides.e[0], sides.g[1]), svVec3_Cross(sides.e[1], sides.g[0]));
        SetControlNormal(&normals, 2, middle, e[0] * g[1] + e[1] * g[0]);
    }
    return normals;
}

// The product is rounded by less than 4 u times the sum of |n_i v_i|. Twice as much covers the
// roundings of the bound, too: where it is exceeded the error is less than |n|.
bool svControlNormals_InFront(const svControlNormals* normals, const double v[3]) {
    const svVec3 direction = svVec3_From(v);
    const double size = Norm1(direction);
    for (int i = 0; i < normals->count; ++i) {
        const svVec3 n = svVec3_From(normals->normal[i]);
        const double bound = size * (normals->error[i] + 0x1p-50 * Norm1(n)) + 0x1p-1060;
        if (!(svVec3_Dot(n, direction) > bound)) {
            return false;
        }
    }
    return true;
}
