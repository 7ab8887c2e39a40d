// A star that is found to be spread has no two triangles that meet beyond what they share: against
// svTriangleTriangle on all pairs, with every instruction set. Stars that wind twice, or fold back,
// are never spread; plain ones are. With TEST_EMULATED_AVX512 (tests/emulation) AVX-512 alone, on
// any machine.

#include "selfcull/star.h"

#include "base/context.h"
#include "mesh/mesh.h"
#include "support/kernels.h"
#include "support/random.h"
#include "support/test.h"
#include "support/triangles.h"

#include <math.h>
#include <string.h>

#define TURN 6.283185307179586

// ---- sixteen stars ---------------------------------------------------------------------------

enum { ROWS = SV_STAR_RING + 1 };

// Star `lane` has the points ROWS * lane and on: the middle, then those around.
typedef struct Stars {
    double points[SV_WIDTH * ROWS][8];
    uint32_t numbers[ROWS * SV_WIDTH];
    svStarGroup group;
    double scale;
    int instant;
} Stars;

static double* PointOf(Stars* stars, uint32_t lane, uint32_t row) {
    return stars->points[ROWS * lane + row] + 4 * stars->instant;
}

static void Stars_Clear(uint32_t count, bool open, int instant, Stars* stars) {
    memset(stars, 0, sizeof(*stars));
    stars->group = (svStarGroup){count, open, 0};
    stars->instant = instant;
    for (uint32_t row = 0; row < ROWS; ++row) {
        for (uint32_t lane = 0; lane < SV_WIDTH; ++lane) {
            stars->numbers[SV_WIDTH * row + lane] = ROWS * lane + row;
        }
    }
}

// The power of two of the scene: nothing is more than 1 apart.
static void SetScale(Stars* stars) {
    double largest = 0;
    for (uint32_t i = 0; i < SV_WIDTH * ROWS; ++i) {
        for (int k = 0; k < 8; ++k) {
            largest = fmax(largest, fabs(stars->points[i][k]));
        }
    }
    int exponent;
    frexp(largest, &exponent);
    stars->scale = ldexp(1, exponent < -1000 ? 1000 : -exponent - 1);
}

static bool Meet(Stars* stars, uint32_t lane, uint32_t i, uint32_t j) {
    const uint32_t count = stars->group.count;
    const uint32_t a[3] = {0, i + 1, (i + 1) % count + 1}, b[3] = {0, j + 1, (j + 1) % count + 1};
    return TrianglesMeet(PointOf(stars, lane, 0), a, b);
}

static bool AnyMeet(Stars* stars, uint32_t lane) {
    const uint32_t triangles = stars->group.count - stars->group.open;
    for (uint32_t i = 0; i < triangles; ++i) {
        for (uint32_t j = i + 1; j < triangles; ++j) {
            if (Meet(stars, lane, i, j)) {
                return true;
            }
        }
    }
    return false;
}

// Lanes that every instruction set finds to be spread. None of them, nor any that one of them
// finds, may have triangles that meet.
static uint32_t CheckStars(Stars* stars) {
    uint32_t all = 0xffff, any = 0;
    SetScale(stars);
    const svLeafReading reading = {stars->points[0], stars->scale, stars->instant};
    for (int isa = FIRST_ISA; isa <= LAST_ISA; ++isa) {
        if (KernelsOf(isa) != NULL) {
            const uint32_t spread =
                KernelsOf(isa)->spreadStars(&reading, &stars->group, stars->numbers);
            assert_true(spread <= 0xffff);
            all &= spread;
            any |= spread;
        }
    }
    for (uint32_t lane = 0; lane < SV_WIDTH; ++lane) {
        assert_false((any >> lane & 1u) != 0 && AnyMeet(stars, lane));
    }
    return all;
}

// ---- fans ------------------------------------------------------------------------------------

// Turns a star any way, moves it anywhere and makes it any size.
static void PlaceStar(Random* random, Stars* stars, uint32_t lane) {
    const double turn = TURN * Random_Unit(random), tilt = TURN * Random_Unit(random);
    const double size = ldexp(1, -Random_Below(random, 12));
    double center[3];
    for (int k = 0; k < 3; ++k) {
        center[k] = Random_Below(random, 2) * Random_Signed(random);
    }
    for (uint32_t row = 0; row <= stars->group.count; ++row) {
        double* x = PointOf(stars, lane, row);
        const double p = x[0] * cos(turn) - x[1] * sin(turn);
        const double q = x[0] * sin(turn) + x[1] * cos(turn), z = x[2];
        x[0] = center[0] + size * p;
        x[1] = center[1] + size * (q * cos(tilt) - z * sin(tilt));
        x[2] = center[2] + size * (q * sin(tilt) + z * cos(tilt));
    }
}

// A fan that turns by `angle` in all, in steps that differ by up to a factor, its points at
// different distances and heights.
typedef struct Fan {
    double angle, unevenness, height;
} Fan;

static void MakeFan(Random* random, Fan fan, Stars* stars, uint32_t lane) {
    const uint32_t steps = stars->group.count - stars->group.open;
    double at[SV_STAR_RING + 1] = {0};
    for (uint32_t i = 0; i < steps; ++i) {
        at[i + 1] = at[i] + 1 + fan.unevenness * Random_Unit(random);
    }
    for (uint32_t i = 0; i < stars->group.count; ++i) {
        const double angle = fan.angle * at[i] / at[steps];
        const double r = 0.5 + 0.5 * Random_Unit(random);
        double* x = PointOf(stars, lane, i + 1);
        x[0] = r * cos(angle);
        x[1] = r * sin(angle);
        x[2] = fan.height * Random_Signed(random);
    }
    PlaceStar(random, stars, lane);
}

static uint32_t CheckFans(Random* random, Fan fan, uint32_t count, bool open) {
    Stars stars;
    Stars_Clear(count, open, Random_Below(random, 2), &stars);
    for (uint32_t lane = 0; lane < SV_WIDTH; ++lane) {
        MakeFan(random, fan, &stars, lane);
    }
    return CheckStars(&stars);
}

static void FindsPlainStars(void** state) {
    (void)state;
    Random random = {1};
    const Fan fans[] = {{TURN, 0, 0}, {TURN, 1, 0}, {TURN, 0.5, 0.1}};
    for (int n = 0; n < 300; ++n) {
        const uint32_t count = (uint32_t)Random_Between(&random, 4, SV_STAR_RING);
        assert_int_equal(CheckFans(&random, fans[n % 3], count, false), 0xffff);
    }
}

// From a narrow wedge to a cut that is almost closed.
static void FindsOpenStars(void** state) {
    (void)state;
    Random random = {2};
    for (int n = 0; n < 300; ++n) {
        const double angle = 0.3 + 5.2 * Random_Unit(&random);
        const uint32_t count = (uint32_t)Random_Between(&random, angle > 4 ? 5 : 3, SV_STAR_RING);
        const uint32_t spread = CheckFans(&random, (Fan){angle, 0.2, 0.01 * angle}, count, true);
        if (angle < 3.6) {
            assert_int_equal(spread, 0xffff);
        }
    }
}

// All triangles look up, and yet the fan lies over itself.
static void RefusesSecondTurns(void** state) {
    (void)state;
    Random random = {3};
    for (int n = 0; n < 300; ++n) {
        const double height = n % 2 == 0 ? 0 : 0.1;
        const uint32_t count = (uint32_t)Random_Between(&random, 6, SV_STAR_RING);
        assert_int_equal(CheckFans(&random, (Fan){2 * TURN, 0.2, height}, count, false), 0);
        const double angle = TURN * (1.05 + 0.9 * Random_Unit(&random));
        assert_int_equal(CheckFans(&random, (Fan){angle, 0.2, height}, count, true), 0);
    }
}

// One point back past the one before it.
static void RefusesFlippedTriangles(void** state) {
    (void)state;
    Random random = {4};
    for (int n = 0; n < 300; ++n) {
        const uint32_t count = (uint32_t)Random_Between(&random, 5, SV_STAR_RING);
        Stars stars;
        Stars_Clear(count, false, 0, &stars);
        for (uint32_t lane = 0; lane < SV_WIDTH; ++lane) {
            MakeFan(&random, (Fan){TURN, 0, 0}, &stars, lane);
            double *p = PointOf(&stars, lane, 1), *q = PointOf(&stars, lane, 2), spare[3];
            memcpy(spare, p, sizeof(spare));
            memcpy(p, q, sizeof(spare));
            memcpy(q, spare, sizeof(spare));
        }
        assert_int_equal(CheckStars(&stars), 0);
    }
}

// Steep tents are still seen one to one from above.
static void FindsTents(void** state) {
    (void)state;
    Random random = {5};
    for (int n = 0; n < 300; ++n) {
        Stars stars;
        Stars_Clear((uint32_t)Random_Between(&random, 4, SV_STAR_RING), false, 0, &stars);
        for (uint32_t lane = 0; lane < SV_WIDTH; ++lane) {
            MakeFan(&random, (Fan){TURN, 0.2, 0}, &stars, lane);
            double *x = PointOf(&stars, lane, 0), *p = PointOf(&stars, lane, 1);
            double* q = PointOf(&stars, lane, 2);
            // Along the normal of the first triangle.
            double u[3], w[3];
            for (int k = 0; k < 3; ++k) {
                u[k] = p[k] - x[k];
                w[k] = q[k] - x[k];
            }
            const double size = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
            const double normal[3] = {u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2],
                                      u[0] * w[1] - u[1] * w[0]};
            const double length =
                sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
            for (int k = 0; k < 3; ++k) {
                x[k] += 2 * size * normal[k] / length;
            }
        }
        assert_int_equal(CheckStars(&stars), 0xffff);
    }
}

// ---- anything --------------------------------------------------------------------------------

// Fans of any angle and roughness, points on a coarse grid, and points almost on a line or in a
// plane, moved by a few units in the last place.
static void MakeHard(Random* random, int family, Stars* stars, uint32_t lane) {
    for (uint32_t row = 0; row <= stars->group.count; ++row) {
        double* x = PointOf(stars, lane, row);
        for (int k = 0; k < 3; ++k) {
            x[k] = family == 0 ? Random_Signed(random) : Random_Between(random, -2, 2);
        }
        if (family == 2) {
            x[2] = 0;
        }
        for (int k = 0; family >= 2 && k < 3; ++k) {
            x[k] += 1024 + ldexp(Random_Between(random, -3, 3), -Random_Between(random, 14, 42));
        }
    }
    if (family == 4) {
        const double angle = TURN * (0.5 + 1.6 * Random_Unit(random));
        MakeFan(random, (Fan){angle, 3, Random_Unit(random)}, stars, lane);
    }
}

static void NeverHidesMeetings(void** state) {
    (void)state;
    for (int family = 0; family < 5; ++family) {
        Random random = {(uint64_t)family + 100};
        uint32_t found = 0;
        for (int n = 0; n < 1000; ++n) {
            const bool open = Random_Below(&random, 2) == 1;
            const uint32_t count =
                (uint32_t)Random_Between(&random, 3, n % 2 == 0 ? 5 : SV_STAR_RING);
            Stars stars;
            Stars_Clear(count, open, Random_Below(&random, 2), &stars);
            for (uint32_t lane = 0; lane < SV_WIDTH; ++lane) {
                MakeHard(&random, family, &stars, lane);
            }
            found += (uint32_t)__builtin_popcount(CheckStars(&stars));
        }
        assert_true(found > 0);
    }
}

// ---- stars of meshes -------------------------------------------------------------------------

#if !defined(TEST_EMULATED_AVX512)
// What is spread of a mesh.
typedef struct Spread {
    uint64_t stars;  // of its vertices, as bits
    uint32_t leaves; // how many
} Spread;

static uint64_t CheckVertices(const svTopology* topology, const svStars* stars,
                              double (*points)[8]) {
    uint64_t spread = 0;
    for (uint32_t v = 0; v < topology->vertexCount; ++v) {
        const uint32_t first = topology->vertexTriangleStart[v];
        const uint32_t end = topology->vertexTriangleStart[v + 1];
        spread |= (uint64_t)stars->spread[v] << v;
        for (uint32_t i = first; stars->spread[v] != 0 && i < end; ++i) {
            for (uint32_t j = i + 1; j < end; ++j) {
                const uint32_t f = topology->vertexTriangles[i], g = topology->vertexTriangles[j];
                assert_false(TrianglesMeet(points[0], topology->triangles + 3 * (size_t)f,
                                           topology->triangles + 3 * (size_t)g));
            }
        }
    }
    return spread;
}

// A leaf has the stars of its vertices, and is spread itself as svLeafSpread has it.
static void CheckLeaf(const svTopology* topology, const svStars* stars, const svLeaf* leaf,
                      const svLeafMotion* motion, const svSpread* spread, double (*points)[8]) {
    for (uint32_t lane = 0; lane < SV_WIDTH; ++lane) {
        assert_int_equal(spread->stars >> lane & 1u, stars->spread[leaf->vertices[lane]]);
    }
    svLeafRim rim;
    svLeafRim_Find(leaf, &rim);
    assert_int_equal(spread->whole, svKernels_Of(SV_ISA_BEST)->isLeafSpread(leaf, motion, &rim));
    for (uint32_t i = 0; spread->whole && i < leaf->faceCount; ++i) {
        for (uint32_t j = i + 1; j < leaf->faceCount; ++j) {
            assert_false(TrianglesMeet(points[0], topology->triangles + 3 * (size_t)leaf->faces[i],
                                       topology->triangles + 3 * (size_t)leaf->faces[j]));
        }
    }
}

static Spread CheckMesh(svContext* context, const svMesh* mesh, double (*points)[8]) {
    const svSceneTopology scene = {svMesh_GetTopology(mesh), 0, 0, 0};
    svArena arena;
    svLeaves leaves = {0};
    svArena_Init(&arena, context);
    assert_int_equal(svLeaves_Build(&arena, &scene, 1, points[0], 1, &leaves), SV_OK);
    uint32_t numbers[64];
    for (uint32_t v = 0; v < scene.topology->vertexCount; ++v) {
        numbers[v] = v;
    }
    const svStarsDef def = {&scene, &leaves, numbers, numbers, 1, scene.topology->vertexCount};
    svStars stars = {0};
    assert_int_equal(svStars_Build(context, &def, &stars), SV_OK);
    const svLeafReading reading = {points[0], 0x1p-8, 0};
    svStars_Spread(&stars, &reading, svKernels_Of(SV_ISA_BEST)->spreadStars, 0, stars.groupCount);
    svLeafMotion motions[16];
    assert_true(leaves.count <= 16);
    for (uint32_t i = 0; i < leaves.count; ++i) {
        svLeafExtent extent;
        svKernels_Of(SV_ISA_BEST)->readLeaf(&reading, &leaves.leaves[i], &motions[i], &extent);
    }
    svStars_SpreadLeaves(&stars, &leaves, motions, svKernels_Of(SV_ISA_BEST)->isLeafSpread, 0,
                         leaves.count);
    Spread spread = {CheckVertices(scene.topology, &stars, points), 0};
    for (uint32_t i = 0; i < leaves.count; ++i) {
        CheckLeaf(scene.topology, &stars, &leaves.leaves[i], &motions[i], &stars.leaves[i], points);
        spread.leaves += stars.leaves[i].whole;
    }
    svStars_Destroy(context, &stars);
    svLeaves_Destroy(context, &leaves);
    svArena_Destroy(&arena);
    return spread;
}

static Spread SpreadOf(const uint32_t* triangles, uint32_t count, double (*points)[8],
                       uint32_t vertexCount) {
    const svContextDef contextDef = svDefaultContextDef();
    svContext* context;
    assert_int_equal(svContext_Create(&contextDef, &context), SV_OK);
    svMeshDef meshDef = svDefaultMeshDef();
    meshDef.triangles = triangles;
    meshDef.triangleCount = count;
    meshDef.vertexCount = vertexCount;
    svMesh* mesh;
    assert_int_equal(svMesh_Create(context, &meshDef, &mesh), SV_OK);
    const Spread spread = CheckMesh(context, mesh, points);
    svMesh_Destroy(mesh);
    svContext_Destroy(context);
    return spread;
}

enum { SIDE = 4 };

// A flat grid of 4 x 4 vertices.
static uint32_t MakeGrid(uint32_t* triangles, double points[64][8]) {
    uint32_t count = 0;
    memset(points, 0, 64 * sizeof(points[0]));
    for (uint32_t v = 0; v < SIDE * SIDE; ++v) {
        const uint32_t column = v % SIDE, row = v / SIDE;
        points[v][0] = points[v][4] = column;
        points[v][1] = points[v][5] = row;
        if (column == SIDE - 1 || row == SIDE - 1) {
            continue;
        }
        const uint32_t two[6] = {v, v + 1, v + SIDE + 1, v, v + SIDE + 1, v + SIDE};
        memcpy(triangles + 3 * count, two, sizeof(two));
        count += 2;
    }
    return count;
}

// On the grid all stars are spread but those of the two corners with one triangle, which has no
// pair. A fault takes them from the vertices at it.
static void TopologyDecides(void** state) {
    (void)state;
    const uint64_t all = 0xffff & ~(1u << 3 | 1u << 12);
    uint32_t triangles[100];
    double points[64][8];
    const uint32_t count = MakeGrid(triangles, points);
    assert_int_equal(SpreadOf(triangles, count, points, 16).stars, all);
    // Wound against its neighbours: the triangle 5 6 10.
    for (uint32_t f = 0; f < count; ++f) {
        uint32_t* t = triangles + 3 * f;
        if (t[0] == 5 && t[1] == 6) {
            t[1] = 10, t[2] = 6;
        }
    }
    assert_int_equal(SpreadOf(triangles, count, points, 16).stars,
                     all & ~(1u << 5 | 1u << 6 | 1u << 10));
    // A third triangle at the edge 5 6; a collapsed one at 0; a second fan at 15.
    const uint32_t more[3][9] = {{5, 6, 16}, {0, 0, 0}, {15, 16, 17, 15, 17, 18}};
    const uint64_t at[3] = {1u << 5 | 1u << 6, 1u << 0, 1u << 15};
    for (int k = 0; k < 3; ++k) {
        MakeGrid(triangles, points);
        points[16][0] = 5, points[17][0] = points[17][1] = 5, points[18][1] = 5;
        memcpy(triangles + 3 * count, more[k], sizeof(more[k]));
        const Spread spread = SpreadOf(triangles, count + (k == 2 ? 2 : 1), points, 19);
        assert_int_equal(spread.stars & 0xffff, all & ~at[k]);
    }
}

// Triangles of few vertices, in all the wrong ways.
static void SoupsHideNothing(void** state) {
    (void)state;
    Random random = {6};
    uint32_t stars = 0, leaves = 0;
    for (int n = 0; n < 2000; ++n) {
        uint32_t triangles[3 * 40];
        double points[64][8] = {{0}};
        const int vertexCount = Random_Between(&random, 4, 9);
        const uint32_t count = (uint32_t)Random_Between(&random, 2, 12);
        for (uint32_t i = 0; i < 3 * count; ++i) {
            triangles[i] = (uint32_t)Random_Below(&random, vertexCount);
        }
        for (int v = 0; v < vertexCount; ++v) {
            for (int k = 0; k < 3; ++k) {
                points[v][k] = points[v][4 + k] =
                    n % 2 == 0 ? Random_Signed(&random) : Random_Between(&random, -2, 2);
            }
        }
        const Spread spread = SpreadOf(triangles, count, points, (uint32_t)vertexCount);
        stars += (uint32_t)__builtin_popcountll(spread.stars);
        leaves += spread.leaves;
    }
    assert_true(stars > 0 && leaves > 0);
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(FindsPlainStars),
        cmocka_unit_test(FindsOpenStars),
        cmocka_unit_test(RefusesSecondTurns),
        cmocka_unit_test(RefusesFlippedTriangles),
        cmocka_unit_test(FindsTents),
        cmocka_unit_test(NeverHidesMeetings),
#if !defined(TEST_EMULATED_AVX512)
        cmocka_unit_test(TopologyDecides),
        cmocka_unit_test(SoupsHideNothing),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
