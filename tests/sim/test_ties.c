// Seams, with soft pins: springs inside the solve, against what is known of springs.
#include "state.h"

#include "support/sim_measure.h"
#include "support/sim_world.h"
#include "support/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 9 };

static const double GRAVITY = 9.81;

static double PairDistance(const World* world, uint32_t clothA, uint32_t a, uint32_t clothB,
                           uint32_t b) {
    double p[3], q[3];
    World_GetVertex(world, clothA, a, p);
    World_GetVertex(world, clothB, b, q);
    return Measure_Distance(p, q);
}

static double TotalMass(const svSim* sim, uint32_t cloth) {
    double sum = 0;
    for (uint32_t i = 0; i < sim->cloths[cloth].count; ++i) {
        sum += sim->mass[sim->cloths[cloth].first + i];
    }
    return sum;
}

// A vertical grid in the xz plane: its rows go up.
static Shape Upright(uint32_t columns, uint32_t rows, double size) {
    Shape shape = Shape_Grid(columns, rows, size);
    const double turn[3] = {atan(1.0) * 2, 0, 0};
    Shape_Turn(&shape, turn);
    return shape;
}

// Sews the last column of one grid of `columns` to the first of another.
static svStatus SewColumns(World* world, uint32_t a, uint32_t b, uint32_t columns, uint32_t rows,
                           const svSeamDef* options) {
    svSeamPair pairs[64];
    for (uint32_t k = 0; k < rows; ++k) {
        pairs[k] = (svSeamPair){k * columns + columns - 1, k * columns};
    }
    svSeamDef def = *options;
    def.clothA = a;
    def.clothB = b;
    def.pairs = pairs;
    def.pairCount = rows;
    return svSim_AddSeam(world->sim, &def, NULL);
}

// ---- seams

// Two free sheets, one twice as heavy, sewn at an edge: no particle may be farther from its other
// than the seam allows, the momentum stays 0 and the centre of mass where it was, and when the
// seam is closed no energy comes from nowhere.
static void SeamClosesBetweenFreeSheets(void** state) {
    (void)state;
    World world;
    svSimDef simDef = World_VacuumDef();
    memset(simDef.gravity, 0, sizeof(simDef.gravity));
    World_Open(&world, "free sheets", &simDef, 1);
    double* masses[2];
    for (uint32_t c = 0; c < 2; ++c) {
        Shape sheet = Shape_Grid(SIDE, SIDE, 0.4);
        Shape_Move(&sheet, c == 0 ? -0.3 : 0.3, 0, c == 0 ? 0 : 0.05);
        Shape_Round(&sheet);
        svClothDef def = svDefaultClothDef();
        def.density = c == 0 ? 0.1 : 0.2;
        masses[c] = Measure_Masses(&sheet, def.density);
        World_AddCloth(&world, sheet, &def);
    }
    svSeamDef seam = svDefaultSeamDef();
    seam.closeSeconds = 0.5;
    World_Expect(&world, SewColumns(&world, 0, 1, SIDE, SIDE, &seam));
    const double first = PairDistance(&world, 0, SIDE - 1, 1, 0);
    double energy = (double)INFINITY, size = 0;
    for (int step = 1; step <= 90; ++step) {
        World_Step(&world, 1);
        double momentum[3] = {0};
        for (uint32_t c = 0; c < 2; ++c) {
            size = fmax(size, Measure_Momentum(world.sim, c, masses[c], momentum));
        }
        const double t = fmin(step * simDef.timeStep / seam.closeSeconds, 1);
        const double rest = first * (1 - t * t * (3 - 2 * t));
        assert_true(svVec3_Length(svVec3_From(momentum)) <= 1e-9 * size + 1e-12);
        for (uint32_t k = 0; k < SIDE; ++k) {
            const double apart = PairDistance(&world, 0, k * SIDE + SIDE - 1, 1, k * SIDE);
            if (apart > rest + 2e-4) {
                fail_msg("step %d, pair %u: %g apart, and %g is allowed", step, k, apart, rest);
            }
        }
        const double sum =
            world.stats.kineticEnergy + world.stats.elasticEnergy + world.stats.contactEnergy;
        if (t >= 1 && !(sum <= energy * (1 + 1e-6))) {
            fail_msg("step %d: the energy rises from %.9g to %.9g", step, energy, sum);
        }
        energy = t >= 1 ? sum : energy;
    }
    assert_true(size > 1e-3); // they did move
    // x: the light one is 1/3 of the mass.
    double light[3], heavy[3];
    Measure_Mean(world.sim, 0, light);
    Measure_Mean(world.sim, 1, heavy);
    assert_true(heavy[0] - light[0] < 0.45);
    free(masses[0]);
    free(masses[1]);
    World_Close(&world);
}

// The centre of mass of two sewn sheets does not move, whatever they do.
static void SeamKeepsTheCentreOfMass(void** state) {
    (void)state;
    World world;
    svSimDef simDef = World_VacuumDef();
    memset(simDef.gravity, 0, sizeof(simDef.gravity));
    World_Open(&world, "centre", &simDef, 1);
    for (uint32_t c = 0; c < 2; ++c) {
        Shape sheet = Shape_Grid(5, 5, 0.2);
        Shape_Move(&sheet, c == 0 ? -0.15 : 0.15, 0, 0.03 * c);
        svClothDef def = svDefaultClothDef();
        def.density = c == 0 ? 0.1 : 0.3;
        World_AddCloth(&world, sheet, &def);
    }
    svSeamDef seam = svDefaultSeamDef();
    seam.closeSeconds = 0.3;
    World_Expect(&world, SewColumns(&world, 0, 1, 5, 5, &seam));
    const svSim* sim = world.sim;
    double centre[2][3] = {{0}};
    for (int end = 0; end < 2; ++end) {
        for (size_t i = 0; i < 3 * (size_t)sim->clothParticles; ++i) {
            centre[end][i % 3] += sim->mass[i / 3] * sim->x0[i];
        }
        if (end == 0) {
            World_Step(&world, 60);
        }
    }
    const double mass = TotalMass(sim, 0) + TotalMass(sim, 1);
    // Each step rounds every coordinate to a float below 1/4.
    assert_true(Measure_Distance(centre[0], centre[1]) / mass < 60 * 0x1p-27 * 4);
    assert_true(PairDistance(&world, 0, 4, 1, 0) < 1e-4);
    World_Close(&world);
}

// A sheet hangs by a seam of length L from one that is held: stiffness times length times opening
// is its weight, on coarse meshes and on fine ones.
static double HangBySeam(uint32_t side, double stiffness) {
    World world;
    svSimDef simDef = svDefaultSimDef();
    simDef.airDamping = 3;
    World_Open(&world, "hanging by a seam", &simDef, 1);
    svPin pins[64];
    svSeamPair pairs[64];
    for (uint32_t k = 0; k < side; ++k) {
        pins[k] = (svPin){(side - 1) * side + k, SV_NONE, 0};
        pairs[k] = (svSeamPair){k, (side - 1) * side + k}; // lowest row, uppermost row
    }
    for (uint32_t c = 0; c < 2; ++c) {
        Shape sheet = Upright(side, side, 0.4);
        Shape_Move(&sheet, 0, 0, c == 0 ? 0.4 : -0.01);
        svClothDef def = svDefaultClothDef();
        def.pins = pins;
        def.pinCount = c == 0 ? side : 0;
        World_AddCloth(&world, sheet, &def);
    }
    svSeamDef seam = svDefaultSeamDef();
    seam.clothB = 1;
    seam.pairs = pairs;
    seam.pairCount = side;
    seam.stiffness = stiffness;
    seam.closeSeconds = 0.2;
    World_Expect(&world, svSim_AddSeam(world.sim, &seam, NULL));
    World_Step(&world, 300);
    double pull = 0, opening = 0;
    for (uint32_t k = 0; k < side; ++k) {
        const double length = 0.4 / (side - 1) * (k == 0 || k == side - 1 ? 0.5 : 1);
        const double apart = PairDistance(&world, 0, pairs[k].a, 1, pairs[k].b);
        pull += stiffness * length * apart;
        opening += length / 0.4 * apart;
    }
    const double weight = TotalMass(world.sim, 1) * GRAVITY;
    World_ExpectNear("pull of the seam", pull, weight, 2e-3 * weight);
    World_Close(&world);
    return opening;
}

static void SeamOpensUnderLoad(void** state) {
    (void)state;
    const double stiffness = 1500, expected = 0.2 * 0.4 * GRAVITY / stiffness;
    World_ExpectNear("coarse", HangBySeam(5, stiffness), expected, 2e-3 * expected);
    World_ExpectNear("fine", HangBySeam(13, stiffness), expected, 2e-3 * expected);
}

// The stiffness of each pair, by length.
static void StiffnessGoesByLength(void** state) {
    (void)state;
    World world;
    World_Open(&world, "lengths", NULL, 1);
    for (uint32_t c = 0; c < 3; ++c) {
        // Edges of 0.1, 0.1 and 0.05.
        Shape sheet = c < 2 ? Shape_Grid(5, 5, 0.4) : Shape_Grid(9, 9, 0.4);
        Shape_Move(&sheet, 0, 0, 0.1 * c);
        World_AddCloth(&world, sheet, NULL);
    }
    svSeamDef def = svDefaultSeamDef();
    def.stiffness = 1000;
    // Around a corner, in any order: the diagonal that cuts it does not count.
    const svSeamPair corner[5] = {{0, 0}, {10, 10}, {1, 1}, {5, 5}, {2, 2}};
    def.clothB = 1;
    def.pairs = corner;
    def.pairCount = 5;
    uint32_t index = SV_NONE;
    World_Expect(&world, svSim_AddSeam(world.sim, &def, &index));
    assert_int_equal(index, 0);
    const double corners[5] = {100, 50, 100, 100, 50};
    for (int i = 0; i < 5; ++i) {
        World_ExpectNear("corner", world.sim->stitches[i].stiffness, corners[i], 1e-6);
    }
    // To every second vertex of a finer cloth: the coarse one tells. A vertex in two pairs divides.
    const svSeamPair coarse[4] = {{20, 0}, {21, 2}, {22, 4}, {22, 36}};
    def.clothB = 2;
    def.pairs = coarse;
    def.pairCount = 4;
    World_Expect(&world, svSim_AddSeam(world.sim, &def, &index));
    assert_int_equal(index, 1);
    const double shared[4] = {50, 100, 25, 25};
    for (int i = 0; i < 4; ++i) {
        World_ExpectNear("coarse", world.sim->stitches[5 + i].stiffness, shared[i], 1e-6);
    }
    // A button: as long as the edges there.
    const svSeamPair button = {12, 12};
    def.clothB = 1;
    def.pairs = &button;
    def.pairCount = 1;
    World_Expect(&world, svSim_AddSeam(world.sim, &def, NULL));
    const double seen = world.sim->stitches[9].stiffness;
    assert_true(seen >= 100 && seen <= 100 * sqrt(2));
    World_Close(&world);
}

// A tube of two panels closes around a ball that is in it, tested exactly after every step.
static void OpenTube(World* world, uint32_t workerCount) {
    svSimDef simDef = svDefaultSimDef();
    World_Open(world, "tube", &simDef, workerCount);
    Shape ball = Shape_Ball(0.12, 8);
    const double spin[3] = {0, 0, 1}, still[3] = {0, 0, 0};
    World_AddMoving(world, ball, still, spin);
    svPin pins[12];
    for (uint32_t i = 0; i < 12; ++i) {
        pins[i] = (svPin){11 * 12 + i, i % 2 == 0 ? SV_NONE : 0, 3};
    }
    for (uint32_t c = 0; c < 2; ++c) {
        Shape panel = Upright(12, 12, 0.42);
        Shape_Move(&panel, 0, c == 0 ? -0.14 : 0.14, 0);
        svClothDef def = svDefaultClothDef();
        def.pins = pins;
        def.pinCount = 12;
        World_AddCloth(world, panel, &def);
    }
    svSeamDef seam = svDefaultSeamDef();
    seam.clothB = 1;
    seam.closeSeconds = 0.6;
    svSeamPair pairs[12];
    seam.pairs = pairs;
    seam.pairCount = 12;
    for (uint32_t side = 0; side < 2; ++side) {
        for (uint32_t k = 0; k < 12; ++k) {
            pairs[k].a = pairs[k].b = 12 * k + 11 * side;
        }
        World_Expect(world, svSim_AddSeam(world->sim, &seam, NULL));
    }
}

static void TubeIsSewnAroundABall(void** state) {
    (void)state;
    World world;
    OpenTube(&world, 1);
    World_Step(&world, 120); // each one checked
    assert_int_equal(world.zones, 0);
    for (uint32_t k = 0; k < 24; ++k) {
        const uint32_t vertex = k / 2 * 12 + 11 * (k % 2);
        const double apart = PairDistance(&world, 0, vertex, 1, vertex);
        if (apart > 5e-4) {
            fail_msg("vertex %u: still %g apart", vertex, apart);
        }
    }
    World_Close(&world);
}

// Three sheets at one edge, the middle one sewn to both: all three meet there.
static void ChainsMeet(void** state) {
    (void)state;
    World world;
    svSimDef simDef = World_VacuumDef();
    simDef.airDamping = 3;
    memset(simDef.gravity, 0, sizeof(simDef.gravity));
    World_Open(&world, "chain", &simDef, 1);
    for (uint32_t c = 0; c < 3; ++c) {
        Shape sheet = Shape_Grid(6, 6, 0.2);
        Shape_Move(&sheet, 0, 0, 0.03 * c);
        World_AddCloth(&world, sheet, NULL);
    }
    svSeamPair pairs[6];
    for (uint32_t k = 0; k < 6; ++k) {
        pairs[k] = (svSeamPair){6 * k, 6 * k};
    }
    svSeamDef seam = svDefaultSeamDef();
    seam.pairs = pairs;
    seam.pairCount = 6;
    seam.closeSeconds = 0.5;
    for (uint32_t c = 0; c < 2; ++c) {
        seam.clothA = c;
        seam.clothB = c + 1;
        World_Expect(&world, svSim_AddSeam(world.sim, &seam, NULL));
    }
    World_Step(&world, 90);
    for (uint32_t k = 0; k < 6; ++k) {
        // Far less than the thickness, which keeps the sheets apart everywhere else.
        const double apart = PairDistance(&world, 0, 6 * k, 2, 6 * k);
        if (apart > 0.1 * simDef.thickness) {
            fail_msg("vertex %u: still %g apart", 6 * k, apart);
        }
        assert_true(PairDistance(&world, 0, 6 * k + 5, 2, 6 * k + 5) > simDef.thickness);
    }
    World_Close(&world);
}

// ---- states

static void SameBytesForAnyNumberOfWorkers(void** state) {
    (void)state;
    static const uint32_t workers[3] = {1, 2, 5};
    void* bytes[3];
    size_t sizes[3];
    for (int i = 0; i < 3; ++i) {
        World world;
        OpenTube(&world, workers[i]);
        World_Step(&world, 50);
        bytes[i] = World_Save(&world, &sizes[i]);
        World_Close(&world);
        assert_int_equal(sizes[i], sizes[0]);
        assert_memory_equal(bytes[i], bytes[0], sizes[0]);
    }
    for (int i = 0; i < 3; ++i) {
        free(bytes[i]);
    }
}

// Saved while a seam closes, after one soft pin was released and another one replaced.
static void StatesGoOn(void** state) {
    (void)state;
    World world, other;
    OpenTube(&world, 1);
    World_Step(&world, 10);
    World_Expect(&world, svSim_Release(world.sim, 0, 11 * 12 + 3));
    World_Expect(&world, svSim_Pin(world.sim, 1, 11 * 12 + 4));
    World_Step(&world, 5);
    size_t size;
    void* bytes = World_Save(&world, &size);
    OpenTube(&other, 1);
    World_Expect(&other, svSim_LoadState(other.sim, bytes, size));
    World_ExpectState(&other, bytes, size);
    assert_false(svSim_FindSoftPin(other.sim, 11 * 12 + 3)->on);
    assert_false(svSim_FindSoftPin(other.sim, 144 + 11 * 12 + 4)->on);
    assert_true(svSim_FindSoftPin(other.sim, 11 * 12 + 2)->on);
    World_Step(&world, 15);
    World_Step(&other, 15);
    size_t later;
    void* expected = World_Save(&world, &later);
    World_ExpectState(&other, expected, later);
    // What has other seams or soft pins is another simulation.
    for (int change = 0; change < 5; ++change) {
        World changed;
        OpenTube(&changed, 1);
        svStitch* stitch = &changed.sim->stitches[3];
        stitch->stiffness += change == 0;
        stitch->seconds += change == 1;
        changed.sim->softPins[2].stiffness += change == 2;
        changed.sim->stitchCount -= change == 3;
        const svStatus status = svSim_LoadState(changed.sim, bytes, size);
        assert_int_equal(status, change == 4 ? SV_OK : SV_ERROR_FORMAT);
        World_Close(&changed);
    }
    free(bytes);
    free(expected);
    World_Close(&world);
    World_Close(&other);
}

// ---- what is refused

static void ExpectRefused(World* world, const svSeamDef* def, const char* part) {
    assert_int_equal(svSim_AddSeam(world->sim, def, NULL), SV_ERROR_ARGUMENT);
    if (strstr(svContext_LastError(world->context), part) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", svContext_LastError(world->context), part);
    }
    assert_int_equal(world->sim->stitchCount, 0);
}

static void BadSeamsAreNamed(void** state) {
    (void)state;
    World world;
    World_Open(&world, "bad seams", NULL, 1);
    const svPin pin = {4, SV_NONE, 0};
    for (uint32_t c = 0; c < 2; ++c) {
        Shape sheet = Shape_Grid(3, 3, 0.2);
        Shape_Move(&sheet, 0, 0, 0.1 * c);
        svClothDef def = svDefaultClothDef();
        def.name = c == 0 ? "front" : "back";
        def.pins = &pin;
        def.pinCount = 1;
        World_AddCloth(&world, sheet, &def);
    }
    svSeamPair pairs[2] = {{0, 0}, {1, 9}};
    svSeamDef def = svDefaultSeamDef();
    def.clothB = 1;
    ExpectRefused(&world, &def, "no pairs");
    def.pairs = pairs;
    def.pairCount = 2;
    ExpectRefused(&world, &def, "seam 0: pair 1: back has no vertex 9 (it has 9)");
    pairs[1] = (svSeamPair){9, 1};
    ExpectRefused(&world, &def, "pair 1: front has no vertex 9");
    pairs[1] = (svSeamPair){4, 4};
    ExpectRefused(&world, &def, "vertex 4 of front and vertex 4 of back are both held");
    pairs[1] = (svSeamPair){3, 3};
    def.clothB = 0;
    ExpectRefused(&world, &def, "pair 0: vertex 0 of front and vertex 0 of front are the same");
    def.clothB = 2;
    ExpectRefused(&world, &def, "there is no cloth 2");
    def.clothB = 1;
    def.stiffness = 0;
    ExpectRefused(&world, &def, "stiffness");
    def.stiffness = (double)NAN;
    ExpectRefused(&world, &def, "stiffness");
    def.stiffness = 1;
    def.closeSeconds = -1;
    ExpectRefused(&world, &def, "closeSeconds");
    def.closeSeconds = 1;
    def.structSize = 0;
    ExpectRefused(&world, &def, "svDefaultSeamDef");
    def.structSize = sizeof(def);
    assert_int_equal(svSim_AddSeam(world.sim, NULL, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(svSim_AddSeam(NULL, &def, NULL), SV_ERROR_ARGUMENT);
    World_Expect(&world, svSim_Start(world.sim));
    ExpectRefused(&world, &def, "started");
    World_Close(&world);
}

// So many at one point would exclude half a million pairs.
static void TooManyAtOnePoint(void** state) {
    (void)state;
    World world;
    World_Open(&world, "bundle", NULL, 1);
    World_AddCloth(&world, Shape_Grid(40, 40, 1), NULL);
    svSeamPair* pairs = calloc(1001, sizeof(*pairs));
    for (uint32_t i = 0; i < 1001; ++i) {
        pairs[i] = (svSeamPair){0, i + 1};
    }
    svSeamDef seam = svDefaultSeamDef();
    seam.pairs = pairs;
    seam.pairCount = 1001;
    World_Expect(&world, svSim_AddSeam(world.sim, &seam, NULL));
    assert_int_equal(svSim_Start(world.sim), SV_ERROR_ARGUMENT);
    assert_non_null(strstr(svContext_LastError(world.context), "1002 vertices are sewn together"));
    free(pairs);
    World_Close(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(SeamClosesBetweenFreeSheets),
        cmocka_unit_test(SeamKeepsTheCentreOfMass),
        cmocka_unit_test(SeamOpensUnderLoad),
        cmocka_unit_test(StiffnessGoesByLength),
        cmocka_unit_test(TubeIsSewnAroundABall),
        cmocka_unit_test(ChainsMeet),
        cmocka_unit_test(SameBytesForAnyNumberOfWorkers),
        cmocka_unit_test(StatesGoOn),
        cmocka_unit_test(BadSeamsAreNamed),
        cmocka_unit_test(TooManyAtOnePoint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
