// The wide parts of the test of nodes, with every instruction set: what they call positive is, and
// what they call apart is, in exact integers at many times of the step; and plain cases are found.
// With TEST_EMULATED_AVX512 (tests/emulation) AVX-512 alone, on any machine.

#include "selfcull/self_kernel.h"

#include "support/kernels.h"
#include "support/random.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

// Times of the step that are looked at: k / TIMES.
enum { TIMES = 16, MOST_SIDES = 192 };

// ---- contours --------------------------------------------------------------------------------

// Loops of points with integer coordinates at t0 and t1.
typedef struct Loops {
    int at[2][MOST_SIDES][2];
    uint32_t ends[4];
    uint32_t loopCount, count;
} Loops;

typedef struct Point {
    int64_t u, w;
} Point;

// TIMES times the position at time k / TIMES.
static Point PointAt(const Loops* loops, uint32_t i, int k) {
    const int *a = loops->at[0][i], *b = loops->at[1][i];
    return (Point){(int64_t)a[0] * (TIMES - k) + (int64_t)b[0] * k,
                   (int64_t)a[1] * (TIMES - k) + (int64_t)b[1] * k};
}

static int Turn(Point p, Point q, Point r) {
    const int64_t area = (q.u - p.u) * (r.w - p.w) - (q.w - p.w) * (r.u - p.u);
    return (area > 0) - (area < 0);
}

static bool IsBetween(Point p, Point q, Point x) {
    return (x.u - p.u) * (x.u - q.u) <= 0 && (x.w - p.w) * (x.w - q.w) <= 0;
}

static bool SegmentsTouch(Point p, Point q, Point r, Point s) {
    const int a = Turn(p, q, r), b = Turn(p, q, s), c = Turn(r, s, p), d = Turn(r, s, q);
    return (a != b && c != d && a * b <= 0 && c * d <= 0) || (a == 0 && IsBetween(p, q, r)) ||
           (b == 0 && IsBetween(p, q, s)) || (c == 0 && IsBetween(r, s, p)) ||
           (d == 0 && IsBetween(r, s, q));
}

static uint32_t LoopOf(const Loops* loops, uint32_t i) {
    uint32_t loop = 0;
    while (loops->ends[loop] <= i) {
        ++loop;
    }
    return loop;
}

static uint32_t NextOf(const Loops* loops, uint32_t i) {
    const uint32_t loop = LoopOf(loops, i);
    return i + 1 < loops->ends[loop] ? i + 1 : loop == 0 ? 0 : loops->ends[loop - 1];
}

// Whether two sides that share no vertex touch at one of the times.
static bool Touches(const Loops* loops) {
    for (int k = 0; k <= TIMES; ++k) {
        for (uint32_t i = 0; i < loops->count; ++i) {
            const uint32_t iNext = NextOf(loops, i);
            for (uint32_t j = i + 1; j < loops->count; ++j) {
                const uint32_t jNext = NextOf(loops, j);
                if (j != iNext && jNext != i &&
                    SegmentsTouch(PointAt(loops, i, k), PointAt(loops, iNext, k),
                                  PointAt(loops, j, k), PointAt(loops, jNext, k))) {
                    return true;
                }
            }
        }
    }
    return false;
}

static bool IsApart(const svKernels* kernel, const Loops* loops) {
    static _Alignas(64) float memory[SV_SIDE_ROWS * MOST_SIDES + 8 * SV_WIDTH];
    svContour contour = {
        .rows = memory,
        .count = loops->count,
        .stride = svContour_Padded(loops->count),
        .loopEnds = loops->ends,
        .loopCount = loops->loopCount,
    };
    contour.blocks = memory + SV_SIDE_ROWS * (size_t)contour.stride;
    contour.blockStride = svContour_Padded(contour.stride / SV_WIDTH);
    for (uint32_t i = 0; i < contour.stride; ++i) {
        const uint32_t from = i < loops->count ? i : loops->count - 1;
        const uint32_t to = NextOf(loops, from);
        for (uint32_t k = 0; k < 4; ++k) {
            const uint32_t time = k / 2, axis = k % 2;
            const float u = (float)loops->at[time][from][axis];
            const float w = (float)loops->at[time][to][axis];
            contour.rows[(SV_SIDE_FROM + k) * contour.stride + i] = u;
            contour.rows[(SV_SIDE_TO + k) * contour.stride + i] = w;
            contour.reach = fmaxf(contour.reach, fmaxf(fabsf(u), fabsf(w)));
        }
    }
    return kernel->contourIsApart(&contour);
}

static uint32_t AddLoop(Loops* loops, uint32_t count) {
    const uint32_t first = loops->count;
    loops->count += count;
    loops->ends[loops->loopCount++] = loops->count;
    return first;
}

// A circle with a rim that is rougher the more; at t1 it is another one.
static void AddCircle(Loops* loops, Random* random, uint32_t count, int radius, int rough) {
    const uint32_t first = AddLoop(loops, count);
    const int centre[2] = {Random_Between(random, -radius, radius), Random_Between(random, 0, 50)};
    for (int time = 0; time < 2; ++time) {
        for (uint32_t i = 0; i < count; ++i) {
            const double angle = 6.283185307179586 * i / count;
            const double r = radius + Random_Between(random, -rough, rough);
            loops->at[time][first + i][0] = centre[0] + (int)(r * cos(angle));
            loops->at[time][first + i][1] = centre[1] + (int)(r * sin(angle));
        }
    }
}

static void AddRandomLoop(Loops* loops, Random* random, uint32_t count, int size) {
    const uint32_t first = AddLoop(loops, count);
    for (int time = 0; time < 2; ++time) {
        for (uint32_t i = 0; i < 2 * count; ++i) {
            loops->at[time][first + i / 2][i % 2] = Random_Between(random, -size, size);
        }
    }
}

static Loops RandomLoops(Random* random) {
    Loops loops = {0};
    const uint32_t loopCount = 1 + (uint32_t)Random_Below(random, 3);
    for (uint32_t loop = 0; loop < loopCount; ++loop) {
        const uint32_t count = 4 + (uint32_t)Random_Below(random, loop == 0 ? 60 : 12);
        if (Random_Below(random, 6) == 0) {
            AddRandomLoop(&loops, random, count, 1 + Random_Below(random, 1000));
        } else {
            AddCircle(&loops, random, count, 300 >> loop, Random_Below(random, 80));
        }
    }
    return loops;
}

static void ApartContoursDoNotTouch(void** state) {
    (void)state;
    Random random = {11};
    uint32_t apart = 0, touching = 0, clear = 0;
    for (int round = 0; round < 2000; ++round) {
        const Loops loops = RandomLoops(&random);
        const bool touches = Touches(&loops);
        touching += touches;
        clear += !touches;
        for (int isa = FIRST_ISA; isa <= LAST_ISA; ++isa) {
            const svKernels* kernel = KernelsOf(isa);
            if (kernel != NULL && IsApart(kernel, &loops)) {
                assert_false(touches);
                apart += isa == FIRST_ISA;
            }
        }
    }
    print_message("%u touch, %u do not, %u found\n", touching, clear, apart);
    assert_true(touching > 300 && clear > 300 && apart > 200);
}

// Convex ones always are, whatever their number of sides; and a point that lies on another, or
// that crosses a side between t0 and t1, is always seen.
static void PlainContoursAreFound(void** state) {
    (void)state;
    Random random = {12};
    for (uint32_t count = 4; count <= MOST_SIDES; ++count) {
        Loops loops = {0};
        AddCircle(&loops, &random, count, 100000, 0);
        Loops pinched = loops;
        const uint32_t a = (uint32_t)Random_Below(&random, (int)count);
        const uint32_t b = (a + count / 2) % count;
        for (int k = 0; k < 2; ++k) {
            pinched.at[0][a][k] = pinched.at[1][a][k] = loops.at[0][b][k];
        }
        Loops crossed = loops;
        crossed.at[1][a][0] = 3 * loops.at[1][b][0] - 2 * loops.at[1][a][0];
        crossed.at[1][a][1] = 3 * loops.at[1][b][1] - 2 * loops.at[1][a][1];
        for (int isa = FIRST_ISA; isa <= LAST_ISA; ++isa) {
            const svKernels* kernel = KernelsOf(isa);
            if (kernel != NULL) {
                assert_true(IsApart(kernel, &loops));
                assert_false(IsApart(kernel, &pinched));
                assert_false(IsApart(kernel, &crossed));
            }
        }
    }
}

// ---- faces -----------------------------------------------------------------------------------

// A leaf whose vertices have integer coordinates: seen along z, areas are exact.
typedef struct Faces {
    svLeaf leaf;
    svLeafMotion motion;
} Faces;

static void MakeFaces(Random* random, int tilt, int shake, Faces* faces) {
    memset(faces, 0, sizeof(*faces));
    for (uint8_t v = 0; v < 16; ++v) {
        const int at[3] = {200 * (v % 4), 200 * (v / 4), 0};
        for (int time = 0; time < 2; ++time) {
            for (int k = 0; k < 3; ++k) {
                const int noise = k == 2 ? tilt : time == 0 ? shake / 2 : shake;
                faces->motion.x[3 * time + k][v] =
                    (float)(at[k] - 300 + Random_Between(random, -noise, noise));
            }
        }
    }
    for (uint8_t f = 0; f < 16; ++f) {
        const uint8_t cell = f / 2, corner = (uint8_t)(cell % 3 + cell / 3 * 4);
        const uint8_t two[2][3] = {{0, 1, 5}, {0, 5, 4}};
        for (int k = 0; k < 3; ++k) {
            faces->leaf.faceVertices[k][f] = (uint8_t)(corner + two[f % 2][k]);
        }
    }
    faces->leaf.faceCount = (uint8_t)Random_Between(random, 1, 16);
    faces->leaf.vertexCount = 16;
    for (int i = 0; i < 96; ++i) {
        const float x = fabsf(faces->motion.x[i / 16][i % 16]);
        faces->motion.size = fmaxf(faces->motion.size, x);
    }
    faces->motion.side = 2 * faces->motion.size; // an upper bound is enough
}

// The least of the three coefficients of all areas, as seen along z; at an instant of the first.
static int64_t LeastArea(const Faces* faces, bool moving) {
    int64_t least = INT64_MAX;
    for (uint32_t f = 0; f < faces->leaf.faceCount; ++f) {
        int64_t e[2][2], g[2][2];
        for (int time = 0; time < 2; ++time) {
            for (int k = 0; k < 2; ++k) {
                const float* x = faces->motion.x[3 * time + k];
                const int64_t start = (int64_t)x[faces->leaf.faceVertices[0][f]];
                e[time][k] = (int64_t)x[faces->leaf.faceVertices[1][f]] - start;
                g[time][k] = (int64_t)x[faces->leaf.faceVertices[2][f]] - start;
            }
        }
        const int64_t areas[3] = {2 * (e[0][0] * g[0][1] - e[0][1] * g[0][0]),
                                  e[0][0] * g[1][1] - e[0][1] * g[1][0] + e[1][0] * g[0][1] -
                                      e[1][1] * g[0][0],
                                  2 * (e[1][0] * g[1][1] - e[1][1] * g[1][0])};
        for (int i = 0; i < (moving ? 3 : 1); ++i) {
            least = areas[i] < least ? areas[i] : least;
        }
    }
    return least;
}

static void PositiveFacesAre(void** state) {
    (void)state;
    static const svSelfView above = {{1, 0, 0}, {0, 1, 0}};
    Random random = {13};
    uint32_t positive = 0, negative = 0;
    for (int round = 0; round < 3000; ++round) {
        Faces faces;
        MakeFaces(&random, Random_Below(&random, 1000), Random_Below(&random, 250), &faces);
        const bool moving = round % 3 != 0;
        const int64_t least = LeastArea(&faces, moving);
        positive += least > 0;
        negative += least <= 0;
        for (int isa = FIRST_ISA; isa <= LAST_ISA; ++isa) {
            const svKernels* kernel = KernelsOf(isa);
            if (kernel == NULL) {
                continue;
            }
            const bool found = kernel->facesArePositive(&faces.leaf, &faces.motion, &above, moving);
            assert_false(found && least <= 0);
            // Twice the areas of the middle of the step: far above the slack of these sizes.
            assert_true(found || least < 2000);
        }
    }
    print_message("%u positive, %u not\n", positive, negative);
    assert_true(positive > 300 && negative > 300);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ApartContoursDoNotTouch),
        cmocka_unit_test(PlainContoursAreFound),
        cmocka_unit_test(PositiveFacesAre),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
