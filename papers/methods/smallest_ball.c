// Points in, their smallest ball out: Welzl's algorithm with the points that mattered in front.
//
// Where we deviate: a ball through points that are nearly in one line or plane with those already
// on it is not formed (in exact arithmetic it never comes to that, in floating point it does on
// flat cloth); and in the end the radius is that of the farthest point, rounded up.

#include "smallest_ball.h"

#include "sphere.h"
#include "vectors.h"

#include <string.h>

// A point counts as outside only if its squared distance is larger by more than this, relative to
// the squared radius: the centre of four points carries errors of some 2^-53 / FLAT, and a point
// that rounding alone puts outside would join the boundary for nothing.
static const double OUTSIDE = 0x1p-30;
// Points on the boundary are independent if each is farther than this from the line or plane of
// those before, relative to its distance from the first.
static const double FLAT = 0x1p-20;

// The smallest ball with up to four points on its boundary, made point by point. With u[i] an
// orthonormal basis of the differences to the first point, the centre is c + sum of at[i] u[i].
typedef struct Boundary {
    int count;
    double first[3];
    double basis[3][3];
    double at[3];
    double center[3];
    double square; // of the radius; negative: no ball yet
} Boundary;

// Adds a point. The centre c must have the same distance to it as to the first: c . d = d . d / 2
// for d = x - first, which the new coordinate alone has to mend. False: nearly dependent.
static bool AddBoundaryPoint(Boundary* ball, const double x[3]) {
    if (ball->count == 0) {
        memcpy(ball->first, x, sizeof(ball->first));
        memcpy(ball->center, x, sizeof(ball->center));
        ball->square = 0;
        ball->count = 1;
        return true;
    }
    const int k = ball->count - 1;
    double d[3], rest[3], known = 0;
    Lab_Subtract(x, ball->first, d);
    memcpy(rest, d, sizeof(rest));
    for (int i = 0; i < k; ++i) {
        const double along = Lab_Dot(d, ball->basis[i]);
        known += along * ball->at[i];
        for (int c = 0; c < 3; ++c) {
            rest[c] -= along * ball->basis[i][c];
        }
    }
    const double height = Lab_Length(rest), length = Lab_Length(d);
    if (!(height > FLAT * length) || k == 3) {
        return false;
    }
    ball->at[k] = (0.5 * length * length - known) / height;
    for (int c = 0; c < 3; ++c) {
        ball->basis[k][c] = rest[c] / height;
        ball->center[c] += ball->at[k] * ball->basis[k][c];
    }
    ball->square += ball->at[k] * ball->at[k];
    ++ball->count;
    return true;
}

static bool IsOutside(const Boundary* ball, const double x[3]) {
    double d[3];
    Lab_Subtract(x, ball->center, d);
    return !(Lab_Dot(d, d) <= ball->square * (1 + OUTSIDE));
}

// Moves point `i` to the front; the others keep their order.
static void MoveToFront(double (*points)[3], uint32_t i) {
    double x[3];
    memcpy(x, points[i], sizeof(x));
    memmove(points + 1, points, i * sizeof(*points));
    memcpy(points[0], x, sizeof(x));
}

// The smallest ball around `count` points with those of `boundary` on its boundary. Recursion ends
// after four points.
static Boundary BallAround(double (*points)[3], uint32_t count, Boundary boundary) {
    Boundary ball = boundary;
    for (uint32_t i = 0; i < count && boundary.count < 4; ++i) {
        if (ball.count == 0 || IsOutside(&ball, points[i])) {
            Boundary next = boundary;
            if (AddBoundaryPoint(&next, points[i])) {
                ball = BallAround(points, i, next);
                MoveToFront(points, i);
            }
        }
    }
    return ball;
}

// The same order on every machine: a linear congruential generator (Knuth's constants).
static void ShufflePoints(double (*points)[3], uint32_t count) {
    uint64_t state = 1;
    for (uint32_t i = count; i > 1; --i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const uint32_t j = (uint32_t)((state >> 33) % i);
        double x[3];
        memcpy(x, points[i - 1], sizeof(x));
        memcpy(points[i - 1], points[j], sizeof(x));
        memcpy(points[j], x, sizeof(x));
    }
}

SmallestBall SmallestBall_Of(double (*points)[3], uint32_t count) {
    ShufflePoints(points, count);
    const Boundary found = BallAround(points, count, (Boundary){.square = -1});
    SmallestBall ball = {.radius = 0};
    memcpy(ball.center, found.center, sizeof(ball.center));
    for (uint32_t i = 0; i < count; ++i) {
        ball.radius = Lab_Most(ball.radius, Sphere_Distance(ball.center, points[i]));
    }
    ball.radius = Sphere_RoundUp(ball.radius);
    return ball;
}
