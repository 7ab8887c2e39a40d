// The floating-point filters of the orientation predicates, inline for the rooms that test many
// points against one plane. A filter answers the exact sign, or 0 where it is not certain; it is
// never wrong.
//
// Error bounds, with e = 2^-53 (the unit roundoff) and gradual underflow:
// a difference of two doubles has relative error e and no other; a product has relative error e
// and, where it underflows, an absolute error of at most h = 2^-1075.
//
// orient2d: p = (bx-ax)(cy-ay), q = (by-ay)(cx-ax), det = p - q. Three roundings lie in p and in q,
// one in the difference, so |error| <= ((1+e)^4 - 1) (|p|+|q|) + 2h(1+e), |p|, |q| exact. The sum
// |p|+|q| as computed has lost at most a factor (1-e)^4 and 2h. 4e plus all second-order terms is
// less than 5e; the absolute terms are less than DBL_MIN = 2^-1022.
//
// orient3d: three terms z_i (p_i - q_i), each with four roundings as above, then one for the
// difference z_i, one for the product, two for the sums: |error| <= ((1+e)^8 - 1) P + absolute
// terms, P = sum |z_i| (|p_i| + |q_i|). The computed P has lost at most (1-e)^9, so 9e suffices.
// The underflow of p_i and q_i enters the sum multiplied by |z_i|: at most 2h(1+e)^4 |z_i|. It is
// paid by adding DBL_MIN to |p_i| + |q_i|, for 9e * 2^-1022 > 2^-1072 > 2h(1+e)^4. The underflow of
// the three outer products, of P and of the bound is again less than DBL_MIN.
//
// Overflow: every difference and every product enters the bound, so that where one is infinite the
// bound is infinite or NaN, and the comparison that certifies a sign fails. The same goes for
// coordinates that are infinite or NaN themselves: a certified sign proves that all are finite.
#ifndef SELVAGE_PREDICATES_ORIENT_H
#define SELVAGE_PREDICATES_ORIENT_H

#include <float.h>
#include <math.h>

#define SV_ORIENT2D_ERROR (5.0 * 0x1p-53)
#define SV_ORIENT3D_ERROR (9.0 * 0x1p-53)

// The sign of a value whose error is less than `bound`, without a branch: signs are hard to
// predict.
static inline int svCertifiedSign(double value, double bound) {
    return (value > bound) - (value < -bound);
}

static inline int svOrient2d_Filter(const double a[2], const double b[2], const double c[2]) {
    const double p = (b[0] - a[0]) * (c[1] - a[1]);
    const double q = (b[1] - a[1]) * (c[0] - a[0]);
    return svCertifiedSign(p - q, SV_ORIENT2D_ERROR * (fabs(p) + fabs(q)) + DBL_MIN);
}

// The plane through three points, for the sides of many others.
typedef struct svPlaneFilter {
    double base[3];
    double normal[3]; // (b-a) x (c-a), rounded
    double weight[3]; // |p|+|q| of each component of the normal, and the underflow of both
} svPlaneFilter;

static inline svPlaneFilter svPlaneFilter_Make(const double a[3], const double b[3],
                                               const double c[3]) {
    const double ux = b[0] - a[0], uy = b[1] - a[1], uz = b[2] - a[2];
    const double wx = c[0] - a[0], wy = c[1] - a[1], wz = c[2] - a[2];
    const double yz = uy * wz, zy = uz * wy;
    const double zx = uz * wx, xz = ux * wz;
    const double xy = ux * wy, yx = uy * wx;
    return (svPlaneFilter){
        {a[0], a[1], a[2]},
        {yz - zy, zx - xz, xy - yx},
        {fabs(yz) + fabs(zy) + DBL_MIN, fabs(zx) + fabs(xz) + DBL_MIN,
         fabs(xy) + fabs(yx) + DBL_MIN},
    };
}

// The height of d over the plane, times twice the area of the triangle, and a bound of its error.
static inline double svPlaneFilter_Height(const svPlaneFilter* plane, const double d[3],
                                          double* bound) {
    const double x = d[0] - plane->base[0];
    const double y = d[1] - plane->base[1];
    const double z = d[2] - plane->base[2];
    const double det = x * plane->normal[0] + y * plane->normal[1] + z * plane->normal[2];
    const double weight =
        fabs(x) * plane->weight[0] + fabs(y) * plane->weight[1] + fabs(z) * plane->weight[2];
    *bound = SV_ORIENT3D_ERROR * weight + DBL_MIN;
    return det;
}

// The sign of svOrient3d(a, b, c, d), 0 where it is uncertain. Only finite coordinates give a sign.
static inline int svPlaneFilter_Side(const svPlaneFilter* plane, const double d[3]) {
    double bound;
    const double height = svPlaneFilter_Height(plane, d, &bound);
    return svCertifiedSign(height, bound);
}

// The exact signs, for what the filter left undecided: it is not run again.
int svOrient2d_Exact(const double a[2], const double b[2], const double c[2]);
int svOrient3d_Exact(const double a[3], const double b[3], const double c[3], const double d[3]);

// Where a segment crosses a plane: for ends strictly on different sides, two numbers in the ratio
// of their distances from the plane. The point that divides the segment in this ratio is off by at
// most SV_HEIGHTS_ERROR of the segment.
#define SV_HEIGHTS_ERROR 0x1p-40
void svOrient3d_Heights(const double* const plane[3], const double* const ends[2],
                        double height[2]);

#endif
