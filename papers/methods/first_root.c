// Four moving points in, whether they collide by the tests of ding2013 out.

#include "first_root.h"

#include "cubic_ccd.h"
#include "vectors.h"

// A difference that moves: x + t v.
typedef struct Moving {
    double x[3], v[3];
} Moving;

static void PlaceAt(const Moving* moving, double t, double x[3]) {
    for (int d = 0; d < 3; ++d) {
        x[d] = moving->x[d] + t * moving->v[d];
    }
}

// From point a to point b. Printed, the velocity of a is added instead of subtracted.
static Moving Between(RootRule rule, const double x0[4][3], const double x1[4][3], int a, int b) {
    Moving moving;
    const double sign = rule == ROOT_PRINTED ? 1 : -1;
    for (int d = 0; d < 3; ++d) {
        moving.x[d] = x0[b][d] - x0[a][d];
        moving.v[d] = x1[b][d] - x0[b][d] + sign * (x1[a][d] - x0[a][d]);
    }
    return moving;
}

// Eqs. 1 and 2: u . (v x w) = 0 as a cubic in t, and its roots in [0, 1].
static int CoplanarTimes(const Moving* u, const Moving* v, const Moving* w, double times[3]) {
    double n0[3], n1[3], other[3], n2[3];
    Lab_Cross(v->x, w->x, n0);
    Lab_Cross(v->x, w->v, n1);
    Lab_Cross(v->v, w->x, other);
    Lab_Cross(v->v, w->v, n2);
    for (int d = 0; d < 3; ++d) {
        n1[d] += other[d];
    }
    const double c[4] = {Lab_Dot(u->x, n0), Lab_Dot(u->v, n0) + Lab_Dot(u->x, n1),
                         Lab_Dot(u->v, n1) + Lab_Dot(u->x, n2), Lab_Dot(u->v, n2)};
    return CubicCcd_Roots(c, 1, times);
}

static bool IsWeight(double s) {
    return s >= 0 && s <= 1;
}

bool FirstRoot_VertexFace(RootRule rule, const double x0[4][3], const double x1[4][3]) {
    Moving p = Between(rule, x0, x1, 1, 0), b = Between(rule, x0, x1, 1, 2),
           c = Between(rule, x0, x1, 1, 3);
    double times[3];
    const int count = CoplanarTimes(&p, &b, &c, times);
    if (rule == ROOT_PRINTED) { // the points themselves are extrapolated as they should be
        p = Between(ROOT_FIRST, x0, x1, 1, 0);
        b = Between(ROOT_FIRST, x0, x1, 1, 2);
        c = Between(ROOT_FIRST, x0, x1, 1, 3);
    }
    for (int i = 0; i < (rule == ROOT_ALL ? count : count < 1 ? count : 1); ++i) {
        double ap[3], ab[3], ac[3], n[3], side[3];
        PlaceAt(&p, times[i], ap);
        PlaceAt(&b, times[i], ab);
        PlaceAt(&c, times[i], ac);
        Lab_Cross(ab, ac, n);
        const double square = Lab_Dot(n, n);
        Lab_Cross(ap, ac, side);
        const double beta = Lab_Dot(side, n) / square;
        Lab_Cross(ab, ap, side);
        const double gamma = Lab_Dot(side, n) / square;
        if (IsWeight(beta) && IsWeight(gamma) && IsWeight(1 - beta - gamma)) {
            return true;
        }
    }
    return false;
}

// Section 2.2 asks whether the nearest points of the two lines are within half an edge of the
// middles of the edges: whether their weights are in [0, 1].
bool FirstRoot_EdgeEdge(RootRule rule, const double x0[4][3], const double x1[4][3]) {
    const Moving ac = Between(ROOT_FIRST, x0, x1, 0, 2), ab = Between(ROOT_FIRST, x0, x1, 0, 1),
                 cd = Between(ROOT_FIRST, x0, x1, 2, 3);
    double times[3];
    const int count = CoplanarTimes(&ac, &ab, &cd, times);
    for (int i = 0; i < (rule == ROOT_ALL ? count : count < 1 ? count : 1); ++i) {
        double q[3], u[3], w[3], n[3], side[3];
        PlaceAt(&ac, times[i], q);
        PlaceAt(&ab, times[i], u);
        PlaceAt(&cd, times[i], w);
        Lab_Cross(u, w, n);
        const double square = Lab_Dot(n, n);
        Lab_Cross(q, w, side);
        const double s = Lab_Dot(side, n) / square;
        Lab_Cross(q, u, side);
        if (IsWeight(s) && IsWeight(Lab_Dot(side, n) / square)) {
            return true;
        }
    }
    return false;
}
