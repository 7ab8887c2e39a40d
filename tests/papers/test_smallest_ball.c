// The smallest ball of Welzl's algorithm against the smallest of all balls through up to four of
// the points, on random points and on those that rounding makes hard; and the trees made of them.

#include "papers/methods/smallest_ball.h"

#include "papers/methods/sphere_tree.h"
#include "support/cloth_grids.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

enum { MOST = 12 };

static double distance(const double a[3], const double b[3]) {
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

// The centre of the smallest ball with these points on its boundary, by Cramer's rule on the
// differences; false if they are dependent.
static bool throughPoints(double p[4][3], int count, double center[3]) {
    double g[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, b[3] = {0, 0, 0}, size = 1;
    for (int i = 1; i < count; ++i) {
        for (int j = 1; j < count; ++j) {
            g[i - 1][j - 1] = 0;
            for (int d = 0; d < 3; ++d) {
                g[i - 1][j - 1] += 2 * (p[i][d] - p[0][d]) * (p[j][d] - p[0][d]);
            }
        }
        b[i - 1] = g[i - 1][i - 1] / 2;
        size *= g[i - 1][i - 1];
    }
    const double det = g[0][0] * (g[1][1] * g[2][2] - g[1][2] * g[2][1]) -
                       g[0][1] * (g[1][0] * g[2][2] - g[1][2] * g[2][0]) +
                       g[0][2] * (g[1][0] * g[2][1] - g[1][1] * g[2][0]);
    if (!(fabs(det) > 1e-9 * size)) {
        return false;
    }
    memcpy(center, p[0], 3 * sizeof(double));
    for (int k = 0; k < count - 1; ++k) {
        double m[3][3];
        memcpy(m, g, sizeof(m));
        for (int i = 0; i < 3; ++i) {
            m[i][k] = b[i];
        }
        const double weight = (m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                               m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                               m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])) /
                              det;
        for (int d = 0; d < 3; ++d) {
            center[d] += weight * (p[k + 1][d] - p[0][d]);
        }
    }
    return true;
}

// Brute force: every choice of one to four points.
static double smallestRadius(double (*points)[3], uint32_t count) {
    double least = HUGE_VAL;
    for (uint32_t mask = 1; mask < 1u << count; ++mask) {
        double chosen[4][3], center[3];
        int k = 0;
        for (uint32_t i = 0; i < count && k <= 4; ++i) {
            if ((mask >> i & 1) != 0 && k++ < 4) {
                memcpy(chosen[k - 1], points[i], sizeof(chosen[0]));
            }
        }
        if (k > 4 || !throughPoints(chosen, k, center)) {
            continue;
        }
        double radius = 0;
        for (uint32_t i = 0; i < count; ++i) {
            radius = fmax(radius, distance(center, points[i]));
        }
        least = fmin(least, radius);
    }
    return least;
}

static void checkBall(double (*points)[3], uint32_t count) {
    double kept[MOST][3];
    memcpy(kept, points, count * sizeof(*kept));
    const double least = smallestRadius(points, count);
    const SmallestBall ball = SmallestBall_Of(points, count);
    for (uint32_t i = 0; i < count; ++i) {
        assert_true(distance(ball.center, kept[i]) <= ball.radius);
    }
    // Relative to the coordinates, where the points are nearly one.
    const double room = 1e-8 * least + 1e-14;
    if (!(ball.radius <= least + room && ball.radius >= least - room)) {
        fail_msg("radius %.17g, brute force %.17g, %u points", ball.radius, least, count);
    }
}

static void isTheSmallest(void** state) {
    (void)state;
    Random random = {1991};
    for (int i = 0; i < 3000; ++i) {
        double points[MOST][3];
        const uint32_t count = (uint32_t)Random_Between(&random, 1, i % 10 == 0 ? MOST : 7);
        const int kind = i % 6;
        for (uint32_t p = 0; p < count; ++p) {
            for (int d = 0; d < 3; ++d) {
                points[p][d] = kind == 0   ? Random_Signed(&random)
                               : kind == 1 ? Random_Between(&random, 0, 2) // cocircular, twice
                               : kind == 2 ? (d == 2 ? 1 : Random_Between(&random, -1, 1))
                               : kind == 3 ? (d == 2 ? 1e-9 : 1) * Random_Signed(&random)
                               : kind == 4 ? (d > 0 ? 0 : Random_Between(&random, 0, 5))
                                           : 100 + 1e-3 * Random_Signed(&random);
            }
        }
        checkBall(points, count);
    }
}

// On a sphere all points are on the boundary.
static void holdsASphere(void** state) {
    (void)state;
    Random random = {7};
    static double points[500][3];
    for (int i = 0; i < 500; ++i) {
        double length = 0;
        for (int d = 0; d < 3; ++d) {
            points[i][d] = Random_Signed(&random);
            length += points[i][d] * points[i][d];
        }
        for (int d = 0; d < 3; ++d) {
            points[i][d] = 5 + points[i][d] / sqrt(length);
        }
    }
    const SmallestBall ball = SmallestBall_Of(points, 500);
    assert_true(fabs(ball.radius - 1) < 1e-9);
}

// The trees: every particle is held, every sphere is at most as large as the other builds make it,
// and each level covers the cloth.
static void shrinksTrees(void** state) {
    (void)state;
    Random random = {3};
    double sums[3] = {0, 0, 0};
    for (int i = 0; i < 20; ++i) {
        TestGrid grid;
        SphereTree trees[3];
        TestGrid_Open(&grid, &random, (uint32_t)Random_Between(&random, 2, 20),
                      (uint32_t)Random_Between(&random, 2, 20));
        TestGrid_Deform(&grid, &random);
        for (int k = 0; k < 3; ++k) {
            SphereLevel levels[SPHERE_LEVELS];
            assert_int_equal(SphereTree_Create(grid.context, &grid.grid, 4, &trees[k]), SV_OK);
            SphereTree_Build(&trees[k], TEST_GRID_X(&grid, 0), TEST_GRID_X(&grid, 1));
            if (k == 1) {
                SphereTree_Refit(&trees[k], TEST_GRID_X(&grid, 0), TEST_GRID_X(&grid, 1));
            } else if (k == 2) {
                SphereTree_Shrink(&trees[k], TEST_GRID_X(&grid, 0), TEST_GRID_X(&grid, 1));
            }
            const int count = SphereTree_Levels(&trees[k], TEST_GRID_X(&grid, 1), levels);
            for (int d = 0; d < count; ++d) {
                assert_int_equal(levels[d].outside, 0);
                assert_true(levels[d].nodes >= (d > 0 ? levels[d - 1].nodes : 1));
                sums[k] += levels[d].volume;
            }
        }
        for (uint32_t n = 0; n < trees[0].nodeCount; ++n) {
            const double radius = trees[2].nodes[n].radius * (1 - 1e-8);
            assert_true(radius <= trees[0].nodes[n].radius && radius <= trees[1].nodes[n].radius);
        }
        for (int k = 0; k < 3; ++k) {
            SphereTree_Destroy(grid.context, &trees[k]);
        }
        TestGrid_Close(&grid);
    }
    print_message("volumes: printed %g, merged %g, smallest %g\n", sums[0], sums[1], sums[2]);
    assert_true(sums[2] < sums[0] && sums[2] < sums[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isTheSmallest),
        cmocka_unit_test(holdsASphere),
        cmocka_unit_test(shrinksTrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
