// The few transcendental functions that cones need, from additions, multiplications and divisions:
// with those of libm the angles, and with them what is culled, would depend on its version.
//
// u = 2^-53. Errors are absolute, in radians.
#ifndef SELVAGE_BOUND_CONE_ANGLE_H
#define SELVAGE_BOUND_CONE_ANGLE_H

// atan(i/8), rounded.
static const double svAtanEighths[9] = {
    0x0p+0,
    0x1.fd5ba9aac2f6ep-4,
    0x1.f5b75f92c80ddp-3,
    0x1.6f61941e4def1p-2,
    0x1.dac670561bb4fp-2,
    0x1.1e00babdefeb4p-1,
    0x1.4978fa3269ee1p-1,
    0x1.700a7c5784634p-1,
    0x1.921fb54442d18p-1,
};

// atan(s/c) for 0 <= s <= c, c from 1 to 4; off by less than 3 u. With i/8 the eighth nearest to
// s/c it is atan(i/8) + atan(t), t = (s - c i/8) / (c + s i/8), |t| <= 1/16 (and 2^-22 more, where
// the float s/c falls to the wrong side).
// - t: c i/8 is rounded, which moves t by at most u; the difference, the denominator and the
//   quotient have relative errors of 5 u, which of 1/16 is less than u/3.
// - atan(t): the terms of the series alternate and fall, so what is left out is less than its first
//   term, t^15 / 15 < 2^-63; rounding is less than 4 u of t, which is u/4.
// - The entry of the table and the sum are off by u/2 each.
static inline double svAtanLow(double s, double c) {
    const int i = (int)((float)s / (float)c * 8.0f + 0.5f);
    const double eighth = 0.125 * i;
    const double t = (s - c * eighth) / (c + s * eighth), x = t * t;
    const double tail = x * (1.0 / 9 - x * (1.0 / 11 - x * (1.0 / 13)));
    const double series = 1 - x * (1.0 / 3 - x * (1.0 / 5 - x * (1.0 / 7 - tail)));
    return svAtanEighths[i] + t * series;
}

// The angle of the point (c, s) in the first quarter of the plane, 1 to 4 away from the origin; off
// by less than 5 u: where s > c, pi/2 and the difference are rounded as well, by u at most each.
static inline double svAngleOf(double s, double c) {
    return s <= c ? svAtanLow(s, c) : 0x1.921fb54442d18p0 - svAtanLow(c, s);
}

// tan(x) = x * above / below for |x| <= pi/4, the ninth convergent of Lambert's continued fraction
// x/(1 - x^2/(3 - x^2/(5 - ...))). It is too small by less than 1.01 x^19 / (Q9 Q10), the Q being
// the denominators (2n-1)!! cos(x) and a little more: by less than 2^-59. Rounding: y and each
// of the four steps have relative errors of u, and the sums do not cancel (below is at least 0.7 of
// its first term): x * above / below has a relative error of less than 6 u.
typedef struct svTangent {
    double above, below;
} svTangent;

static inline svTangent svTangentOf(double x) {
    const double y = x * x;
    return (svTangent){
        x * (34459425 - y * (4729725 - y * (135135 - y * (990 - y)))),
        34459425 - y * (16216200 - y * (945945 - y * (13860 - y * 45))),
    };
}

#endif
