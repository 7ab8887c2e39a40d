// Two moving triangles in, time of impact out, by conservative advancement: per feature pair and as
// a whole.

#include "advance.h"

#include "feature_distance.h"

#include <math.h>

double Advance_Threshold(const TrianglePair* pair) {
    double longest2 = 0;
    for (int i = 0; i < 6; ++i) {
        const int next = i < 3 ? (i + 1) % 3 : 3 + (i - 2) % 3;
        const svVec3 edge = TrianglePair_Edge(pair, i, next);
        longest2 = Lab_Most(longest2, svVec3_Dot(edge, edge));
    }
    return ADVANCE_THRESHOLD * sqrt(longest2);
}

// Advances one feature pair up to `limit`: the time of impact, where it is closer than the
// threshold, or a negative number. With w the distance vector, d^2 = w.w, and the approach along
// w/d is (greatest v.w of the first - least v.w of the second) / d, so that the step is w.w over
// the bracket: no square root.
static double AdvanceFeature(const TrianglePair* pair, int feature, double threshold2, double limit,
                             PairContact* contact) {
    const uint8_t* at = pairFeatures[feature];
    const bool vf = feature < PAIR_VF;
    const svVec3 x0 = TrianglePair_At0(pair, at[0]), x1 = TrianglePair_At0(pair, at[1]);
    const svVec3 x2 = TrianglePair_At0(pair, at[2]), x3 = TrianglePair_At0(pair, at[3]);
    const svVec3 v0 = TrianglePair_Velocity(pair, at[0]), v1 = TrianglePair_Velocity(pair, at[1]);
    const svVec3 v2 = TrianglePair_Velocity(pair, at[2]), v3 = TrianglePair_Velocity(pair, at[3]);
    double t = 0;
    for (;;) {
        const svVec3 p0 = svVec3_AddScaled(x0, t, v0), p1 = svVec3_AddScaled(x1, t, v1);
        const svVec3 p2 = svVec3_AddScaled(x2, t, v2), p3 = svVec3_AddScaled(x3, t, v3);
        const svVec3 w =
            vf ? Distance_FaceToVertex(p1, p2, p3, p0) : Distance_EdgeToEdge(p0, p1, p2, p3);
        ++contact->distance;
        const double d2 = svVec3_Dot(w, w);
        if (d2 <= threshold2) {
            return t;
        }
        const double h0 = svVec3_Dot(v0, w), h1 = svVec3_Dot(v1, w);
        const double h2 = svVec3_Dot(v2, w), h3 = svVec3_Dot(v3, w);
        const double approach =
            vf ? Lab_Most(Lab_Most(h1, h2), h3) - h0 : Lab_Most(h0, h1) - Lab_Least(h2, h3);
        const double next = t + d2 / approach;
        if (!(approach > 0 && next <= limit)) {
            return -1;
        }
        if (next == t) {
            return t; // the step is below the resolution of t
        }
        t = next;
    }
}

PairContact Advance_Features(const TrianglePair* pair, uint32_t features) {
    PairContact contact = {.time = 1};
    if ((features & pair->features) == 0) {
        return contact;
    }
    const double threshold = Advance_Threshold(pair);
    for (uint32_t rest = features & pair->features; rest != 0; rest &= rest - 1) {
        const int feature = __builtin_ctz(rest);
        const double time =
            AdvanceFeature(pair, feature, threshold * threshold, contact.time, &contact);
        ++contact.tested;
        if (time >= 0) {
            contact.hit = true;
            contact.time = time;
        }
    }
    return contact;
}

PairContact Advance_Triangles(const TrianglePair* pair) {
    const double threshold = Advance_Threshold(pair);
    PairContact contact = {.tested = 1};
    svVec3 x0[6], v[6], x[6];
    for (int c = 0; c < 6; ++c) {
        x0[c] = TrianglePair_At0(pair, c);
        v[c] = TrianglePair_Velocity(pair, c);
    }
    double t = 0, before = -1; // a step that does not change t: the distance is zero
    while (t <= 1) {
        for (int c = 0; c < 6; ++c) {
            x[c] = svVec3_AddScaled(x0[c], t, v[c]);
        }
        const svVec3 w = Distance_TriangleToTriangle(x);
        ++contact.distance;
        const double d2 = svVec3_Dot(w, w);
        if (d2 <= threshold * threshold || t == before) {
            contact.hit = true;
            contact.time = t;
            return contact;
        }
        double h[6];
        for (int c = 0; c < 6; ++c) {
            h[c] = svVec3_Dot(v[c], w);
        }
        const double approach =
            Lab_Most(Lab_Most(h[0], h[1]), h[2]) - Lab_Least(Lab_Least(h[3], h[4]), h[5]);
        if (!(approach > 0)) {
            return contact;
        }
        before = t;
        t += d2 / approach;
    }
    return contact;
}
