// The few transcendental functions that cones need, from additions, multiplications and a table:
// with those of libm the angles, and with them what is culled, would depend on its version.
//
// u = 2^-53. Errors are absolute, in radians.
#ifndef SELVAGE_BOUND_CONE_ANGLE_H
#define SELVAGE_BOUND_CONE_ANGLE_H

// The angles whose sines are sixteenths, up to pi/4, and their cosines, rounded.
static const struct {
    double angle, cosine;
} svSixteenths[] = {
    {0x0p+0, 0x1.0000000000000p+0},
    {0x1.002abde953619p-4, 0x1.feffbfdfebf1fp-1},
    {0x1.00abe0c129e1ep-3, 0x1.fbfbf7ebc755fp-1},
    {0x1.82494ed0e78fcp-3, 0x1.f6eb62d27730dp-1},
    {0x1.02be9ce0b87cdp-2, 0x1.efbdeb14f4edap-1},
    {0x1.457393b90e2aap-2, 0x1.e65b9edeba38ep-1},
    {0x1.899f4edc962d3p-2, 0x1.daa2fefaae1d8p-1},
    {0x1.cfaf27460fe9fp-2, 0x1.cc665b0328622p-1},
    {0x1.0c152382d7366p-1, 0x1.bb67ae8584caap-1},
    {0x1.31df40fbd31cdp-1, 0x1.a751f9447b724p-1},
    {0x1.59aad71ced00fp-1, 0x1.8fae0c15ad38ap-1},
    {0x1.841deb5114bb4p-1, 0x1.73ce704fb7b23p-1},
};

// The angle h of s = 2 sin h, c = 2 cos h, 0 <= s <= c. With a the angle whose sine is the
// sixteenth nearest to s/2, it is a + asin(x), x = sin(h - a) = (s cos a - c sin a) / 2, |x| <
// 0.045. Off by less than 4 u:
// - x: the cosine and two products are rounded, by 3 u of numbers up to 1 in all, halved;
// - asin(x): the series is cut off by 0.023 x^11 < 0.3 u and rounded by less than 4 u of x;
// - a and the sum are off by u/2 each.
// Where s and c are both off by a factor, x is; they need not be on the circle.
static inline double svAngleLow(double s, double c) {
    const int i = (int)(8 * s + 0.5);
    const double x = 0.5 * (s * svSixteenths[i].cosine - c * (0.0625 * i)), y = x * x;
    const double tail = 15.0 / 336 + y * (105.0 / 3456);
    return svSixteenths[i].angle + (x + x * y * ((1.0 / 6 + y * (3.0 / 40)) + y * y * tail));
}

// The same for any s and c that are not negative; off by less than 6 u: where s > c, pi/2 and the
// difference are rounded as well, by u at most each.
static inline double svAngleOf(double s, double c) {
    return s <= c ? svAngleLow(s, c) : 0x1.921fb54442d18p0 - svAngleLow(c, s);
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
