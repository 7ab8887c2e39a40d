// Bounding spheres, centred on the AABB of what they hold. The centre is rounded to floats first
// and the radius measured from there, so that rounding it loses nothing.

#include "bound/sphere.h"

#include <float.h>
#include <math.h>

#include "bound/rounding.h"
#include "math/min_max.h"

// Squared distances carry at most five roundings of relative size u = 2^-53: that of the difference
// twice, the square's and two sums'. The root is then off by less than 4 u, its own rounding
// included. Squares below the normal doubles may lose 2^-1074 each, roots then at most 2^-536: far
// below SV_SPHERE_MIN_RADIUS, which is the least that is written.
#define DISTANCE_SLACK 0x1p-50

// The radius `distance + more`, both at least 0 and `distance` off by less than 4 u, `more` by u:
// with the sum and the product less than 7 u, and 2^-50 = 8 u are added.
static inline float Radius(double distance, double more) {
    const double radius = (distance + more) * (1.0 + DISTANCE_SLACK);
    return svFloatAbove(svMax(radius, SV_SPHERE_MIN_RADIUS));
}

static inline double MaxLane(const double values[SV_WIDTH]) {
    double m[8];
    for (int i = 0; i < 8; ++i) {
        m[i] = svMax(values[i], values[i + 8]);
    }
    for (int i = 0; i < 4; ++i) {
        m[i] = svMax(m[i], m[i + 4]);
    }
    return svMax(svMax(m[0], m[1]), svMax(m[2], m[3]));
}

static inline double MinLane(const double values[SV_WIDTH]) {
    double m[8];
    for (int i = 0; i < 8; ++i) {
        m[i] = svMin(values[i], values[i + 8]);
    }
    for (int i = 0; i < 4; ++i) {
        m[i] = svMin(m[i], m[i + 4]);
    }
    return svMin(svMin(m[0], m[1]), svMin(m[2], m[3]));
}

// Each point is off by u of its coordinates: by less than u (|x| + |y| + |z|). The radius is
// inflated by twice that, which covers the rounding of these sums.
#define POINT_SLACK 0x1p-52

void svSphere_Fit(const svLeafPoints* points, double margin, float* column) {
    for (int time = 0; time < 2; ++time) {
        float* const out = column + time * SV_SPHERE_ROWS * SV_WIDTH;
        double squares[SV_WIDTH] = {0}, reach = 0;
        for (int k = 0; k < 3; ++k) {
            const double* const x = points->x[time][k];
            const double lower = MinLane(x), upper = MaxLane(x);
            const float centre = (float)(0.5 * (lower + upper));
            reach += svMax(fabs(lower), fabs(upper));
            for (int i = 0; i < SV_WIDTH; ++i) {
                const double d = x[i] - (double)centre;
                squares[i] += d * d;
            }
            out[k * SV_WIDTH] = centre;
        }
        out[3 * SV_WIDTH] = Radius(sqrt(MaxLane(squares)), margin + POINT_SLACK * reach);
    }
}

// One coordinate of the centre of the AABB around spheres. An infinite sphere may have any centre.
static float MergedCentre(const float* centres, const float* radii, uint32_t count) {
    double lower = (double)centres[0] - (double)radii[0];
    double upper = (double)centres[0] + (double)radii[0];
    for (uint32_t c = 1; c < count; ++c) {
        lower = svMin(lower, (double)centres[c] - (double)radii[c]);
        upper = svMax(upper, (double)centres[c] + (double)radii[c]);
    }
    const double centre = 0.5 * (lower + upper);
    return fabs(centre) <= (double)FLT_MAX ? (float)centre : centres[0];
}

void svSphere_Merge(const float* node, uint32_t count, float* column) {
    for (int time = 0; time < 2; ++time) {
        const float* const in = node + time * SV_SPHERE_ROWS * SV_WIDTH;
        float* const out = column + time * SV_SPHERE_ROWS * SV_WIDTH;
        const float* const radii = in + 3 * SV_WIDTH;
        double squares[SV_WIDTH] = {0};
        for (int k = 0; k < 3; ++k) {
            const float* const centres = in + k * SV_WIDTH;
            const float centre = MergedCentre(centres, radii, count);
            for (uint32_t c = 0; c < count; ++c) {
                const double d = (double)centres[c] - (double)centre;
                squares[c] += d * d;
            }
            out[k * SV_WIDTH] = centre;
        }
        float radius = 0;
        for (uint32_t c = 0; c < count; ++c) {
            const float r = Radius(sqrt(squares[c]), (double)radii[c]);
            radius = r > radius ? r : radius;
        }
        out[3 * SV_WIDTH] = radius;
    }
}

double svSphere_Area(const float* column) {
    const double radius = svMin((double)column[3 * SV_WIDTH], (double)FLT_MAX);
    return radius * radius;
}
