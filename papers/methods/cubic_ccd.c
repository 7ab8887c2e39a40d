// Two moving triangles in, time of impact out: roots of the coplanarity cubic of each feature pair
// in floating point, as in the papers.

#include "cubic_ccd.h"

#include <math.h>

// Bracket width at which a root counts as found.
#define ROOT_WIDTH 1e-12

typedef struct Cubic {
    double c[4]; // c[0] + c[1] t + c[2] t^2 + c[3] t^3
} Cubic;

static double Value(const Cubic* f, double t) {
    return f->c[0] + t * (f->c[1] + t * (f->c[2] + t * f->c[3]));
}

static double Slope(const Cubic* f, double t) {
    return f->c[1] + t * (2 * f->c[2] + t * 3 * f->c[3]);
}

// (u x w) . q for points that move: x + t v each.
static Cubic CubicOfPair(const svVec3 u[2], const svVec3 w[2], const svVec3 q[2]) {
    const svVec3 n0 = svVec3_Cross(u[0], w[0]), n2 = svVec3_Cross(u[1], w[1]);
    const svVec3 n1 = svVec3_Add(svVec3_Cross(u[0], w[1]), svVec3_Cross(u[1], w[0]));
    return (Cubic){{svVec3_Dot(n0, q[0]), svVec3_Dot(n1, q[0]) + svVec3_Dot(n0, q[1]),
                    svVec3_Dot(n2, q[0]) + svVec3_Dot(n1, q[1]), svVec3_Dot(n2, q[1])}};
}

// The ends of the monotone pieces of the cubic in [0, limit]; returns their number, one more than
// pieces.
static int MonotonePieces(const Cubic* f, double limit, double ends[4]) {
    int count = 0;
    ends[count++] = 0;
    const double a = 3 * f->c[3], b = f->c[2], c = f->c[1], d = b * b - a * c;
    if (d > 0) {
        // Zeros of the slope a t^2 + 2 b t + c, without cancellation.
        const double r = -(b + copysign(sqrt(d), b));
        const double t0 = r != 0 ? c / r : 0, t1 = a != 0 ? r / a : 2;
        const double lo = Lab_Least(t0, t1), hi = Lab_Most(t0, t1);
        if (lo > 0 && lo < limit) {
            ends[count++] = lo;
        }
        if (hi > 0 && hi < limit) {
            ends[count++] = hi;
        }
    }
    ends[count++] = limit;
    return count;
}

// The root in a piece whose ends differ in sign: Newton steps inside a shrinking bracket.
static double FindCubicRoot(const Cubic* f, double lo, double hi, double atLo) {
    double t = 0.5 * (lo + hi);
    while (hi - lo > ROOT_WIDTH) {
        const double value = Value(f, t);
        if (value == 0) {
            return t;
        }
        if ((value > 0) == (atLo > 0)) {
            lo = t;
        } else {
            hi = t;
        }
        const double next = t - value / Slope(f, t);
        if (fabs(next - t) < ROOT_WIDTH) {
            return Lab_Least(Lab_Most(next, lo), hi);
        }
        t = next > lo && next < hi ? next : 0.5 * (lo + hi);
    }
    return t;
}

static bool InRange(double weight) {
    return weight >= -CUBIC_TOLERANCE && weight <= 1 + CUBIC_TOLERANCE;
}

// Whether the vertex at q is inside the face spanned by u and w.
static bool InsideFace(svVec3 u, svVec3 w, svVec3 q) {
    const svVec3 n = svVec3_Cross(u, w);
    const double n2 = svVec3_Dot(n, n);
    const double s = svVec3_Dot(svVec3_Cross(q, w), n) / n2;
    const double t = svVec3_Dot(svVec3_Cross(u, q), n) / n2;
    return InRange(s) && InRange(t) && InRange(1 - s - t);
}

// Edges u from 0 and w from q: whether their lines cross within both.
static bool InsideEdges(svVec3 u, svVec3 w, svVec3 q) {
    const svVec3 n = svVec3_Cross(u, w);
    const double n2 = svVec3_Dot(n, n);
    return InRange(svVec3_Dot(svVec3_Cross(q, w), n) / n2) &&
           InRange(svVec3_Dot(svVec3_Cross(q, u), n) / n2);
}

// The first root up to `limit` that passes the inside test, or a negative number.
static double FirstContact(const TrianglePair* pair, int feature, double limit) {
    const uint8_t* at = pairFeatures[feature];
    const bool vf = feature < PAIR_VF;
    const int from[3] = {vf ? at[1] : at[0], vf ? at[1] : at[2], vf ? at[1] : at[0]};
    const int to[3] = {vf ? at[2] : at[1], at[3], vf ? at[0] : at[2]};
    svVec3 d[3][2];
    for (int i = 0; i < 3; ++i) {
        d[i][0] = TrianglePair_Edge(pair, from[i], to[i]);
        d[i][1] =
            svVec3_Sub(TrianglePair_Velocity(pair, to[i]), TrianglePair_Velocity(pair, from[i]));
    }
    const Cubic f = CubicOfPair(d[0], d[1], d[2]);
    double ends[4];
    const int count = MonotonePieces(&f, limit, ends);
    double before = Value(&f, 0);
    for (int i = 1; i < count; ++i) {
        const double after = Value(&f, ends[i]);
        if ((before > 0) != (after > 0)) {
            const double t = FindCubicRoot(&f, ends[i - 1], ends[i], before);
            const svVec3 u = svVec3_AddScaled(d[0][0], t, d[0][1]);
            const svVec3 w = svVec3_AddScaled(d[1][0], t, d[1][1]);
            const svVec3 q = svVec3_AddScaled(d[2][0], t, d[2][1]);
            if (vf ? InsideFace(u, w, q) : InsideEdges(u, w, q)) {
                return t;
            }
        }
        before = after;
    }
    return -1;
}

int CubicCcd_Roots(const double c[4], double limit, double roots[3]) {
    const Cubic f = {{c[0], c[1], c[2], c[3]}};
    double ends[4];
    const int pieces = MonotonePieces(&f, limit, ends);
    double before = Value(&f, 0);
    int count = 0;
    for (int i = 1; i < pieces; ++i) {
        const double after = Value(&f, ends[i]);
        if ((before > 0) != (after > 0)) {
            roots[count++] = FindCubicRoot(&f, ends[i - 1], ends[i], before);
        }
        before = after;
    }
    return count;
}

PairContact CubicCcd_Features(const TrianglePair* pair, uint32_t features) {
    PairContact contact = {.time = 1};
    for (uint32_t rest = features & pair->features; rest != 0; rest &= rest - 1) {
        const double time = FirstContact(pair, __builtin_ctz(rest), contact.time);
        ++contact.tested;
        if (time >= 0) {
            contact.hit = true;
            contact.time = time;
        }
    }
    return contact;
}
