// Free motion: what no force of the cloth itself may change. Free fall and linear momentum, for
// every resolution and however few iterations the solver gets.
#include "support/sim_measure.h"
#include "support/sim_world.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
static const double GRAVITY = 9.81;

// Nothing outside acts on the cloth but gravity; collisions stay on.
static svSimDef VacuumDef(void) {
    svSimDef def = svDefaultSimDef();
    def.airDamping = def.windPressure = 0;
    return def;
}

// Free fall. Backward Euler without air: v_n = v_(n-1) - h g = -n h g and x_n = x_(n-1) + h v_n, so
// x_n = x_0 - g h^2 (1 + 2 + ... + n) = x_0 - g h^2 n (n + 1) / 2, for every vertex: gravity is
// uniform, the sheet is in its rest shape, no force of the cloth acts.
typedef struct Fall {
    uint32_t cells, steps, iterations;
    double tilt; // in degrees
} Fall;

// Largest deviations of the mean and of any vertex from the formula, and largest sideways motion.
typedef struct FallError {
    double mean, vertex, sideways;
} FallError;

static FallError CompareFall(const svSim* sim, const double (*start)[3], double drop) {
    const svSimMesh mesh = svSim_GetCloth(sim, 0);
    FallError error = {0};
    double sum = 0;
    for (size_t i = 0; i < mesh.positions.count; ++i) {
        double p[3];
        svPositions_Get(&mesh.positions, i, p);
        const double away = start[i][2] - drop - p[2];
        sum += away;
        error.vertex = fmax(error.vertex, fabs(away));
        error.sideways = fmax(error.sideways, hypot(p[0] - start[i][0], p[1] - start[i][1]));
    }
    error.mean = fabs(sum) / (double)mesh.positions.count;
    return error;
}

// Returns whether the sheet fell as the formula says.
static bool FallsByFormula(const Fall* fall) {
    World world;
    svSimDef simDef = VacuumDef();
    if (fall->iterations > 0) {
        simDef.solverIterations = fall->iterations;
    }
    World_Open(&world, "fall", &simDef, 1);
    Shape sheet = Shape_Grid(fall->cells + 1, fall->cells + 1, 1);
    const double angle = fall->tilt * PI / 180, turn[3] = {0.8 * angle, -0.6 * angle, 0};
    Shape_Turn(&sheet, turn);
    World_AddCloth(&world, sheet, NULL);
    double(*start)[3] = Measure_Positions(world.sim, 0);
    World_Step(&world, (int)fall->steps);
    const double h = simDef.timeStep, n = fall->steps;
    const double drop = GRAVITY * h * h * n * (n + 1) / 2;
    const FallError error = CompareFall(world.sim, (const double(*)[3])start, drop);
    const bool good =
        error.mean < 1e-3 * drop && error.vertex < 1e-3 * drop && error.sideways < 1e-5;
    if (!good) {
        print_message("%ux%u cells, tilt %g, %u steps, iterations %u: should fall %.6f m; mean off "
                      "by %.2e m (%.3f %%), worst vertex by %.2e m (%.3f %%), sideways %.2e m\n",
                      fall->cells, fall->cells, fall->tilt, fall->steps, simDef.solverIterations,
                      drop, error.mean, 100 * error.mean / drop, error.vertex,
                      100 * error.vertex / drop, error.sideways);
    }
    free(start);
    World_Close(&world);
    return good;
}

static void FallsAt(uint32_t cells, uint32_t steps) {
    const double tilts[] = {0, 30, 45, 80, 90};
    int failures = 0;
    for (int i = 0; i < 10; ++i) {
        const Fall fall = {cells, steps, i % 2 > 0 ? 1 : 0, tilts[i / 2]};
        failures += !FallsByFormula(&fall);
    }
    assert_int_equal(failures, 0);
}

static void Falls20(void** state) {
    (void)state;
    FallsAt(20, 40);
}

static void Falls40(void** state) {
    (void)state;
    FallsAt(40, 30);
}

#ifndef TEST_SANITIZED
static void Falls100(void** state) {
    (void)state;
    FallsAt(100, 10);
}

// Cells of 5 mm and a thickness of 4 mm: neighbours in the rest shape are no contacts.
static void Falls200(void** state) {
    (void)state;
    FallsAt(200, 5);
}
#endif

// Linear momentum. Membrane, bending, damping, contact and friction are internal: each acts on a
// few vertices with forces that sum to zero, so without gravity and air the sum of m v is constant
// in every step, whether the solver has converged or not. What is left is rounding: each of the
// n terms of the sum errs by 2^-53 of its size, and solving in doubles by a few orders more; 1e-9
// of the sum of m |v| leaves four orders for that.
static const double MOMENTUM_KEPT = 1e-9;

typedef struct Momentum {
    double first[3]; // before the first step
    double size;     // largest sum of m |v|
    double lost;     // largest distance from `first`
} Momentum;

static void FollowMomentum(Momentum* momentum, const svSim* sim, double* const* masses) {
    double sum[3] = {0}, size = 0;
    for (uint32_t c = 0; c < svSim_ClothCount(sim); ++c) {
        size += Measure_Momentum(sim, c, masses[c], sum);
    }
    momentum->size = fmax(momentum->size, size);
    momentum->lost = fmax(momentum->lost, Measure_Distance(sum, momentum->first));
}

// The solver's options: as they are, or one iteration and content with anything.
static svSimDef WeightlessDef(bool careless) {
    svSimDef def = VacuumDef();
    memset(def.gravity, 0, sizeof(def.gravity));
    if (careless) {
        def.solverIterations = 1;
        def.solverTolerance = 1;
    }
    return def;
}

static void AddMomentum(Momentum* momentum, const double* masses, size_t count,
                        const double velocity[3]) {
    for (size_t i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k) {
            momentum->first[k] += masses[i] * velocity[k];
        }
        momentum->size += masses[i] * Measure_Distance(velocity, (const double[3]){0});
    }
}

static bool KeptMomentum(const Momentum* momentum, const char* what, bool careless) {
    const double share = momentum->lost / momentum->size;
    if (!(share < MOMENTUM_KEPT)) {
        print_message("%s%s: momentum changes by %.3e of %.3e kg m/s: %.2e\n", what,
                      careless ? ", one iteration" : "", momentum->lost, momentum->size, share);
        return false;
    }
    return true;
}

// A rippled, noisy sheet whose rest shape is flat and `scale` times as large, thrown.
static bool VibratesKeepingMomentum(double scale, bool careless) {
    World world;
    const svSimDef simDef = WeightlessDef(careless);
    World_Open(&world, "vibrates", &simDef, 1);
    Shape sheet = Shape_Grid(21, 21, 1), rest = Shape_Grid(21, 21, scale);
    Random random = {11};
    for (uint32_t i = 0; i < sheet.list.vertexCount; ++i) {
        double* p = sheet.x[i];
        p[2] = 0.03 * sin(9 * p[0] + 2 * p[1]) + 1e-3 * Random_Signed(&random);
    }
    Shape_Round(&sheet);
    Shape_Round(&rest);
    svClothDef def = svDefaultClothDef();
    def.rest = svPositions_Double(rest.x[0], rest.list.vertexCount);
    const double velocity[3] = {0.5, -0.25, 0.125};
    memcpy(def.velocity, velocity, sizeof(velocity));
    double* masses = Measure_Masses(&rest, def.density);
    Momentum momentum = {0};
    AddMomentum(&momentum, masses, rest.list.vertexCount, velocity);
    World_AddCloth(&world, sheet, &def);
    Shape_Free(&rest);
    double most = 0;
    for (int step = 0; step < 60; ++step) {
        World_Step(&world, 1);
        FollowMomentum(&momentum, world.sim, &masses);
        most = fmax(most, Measure_TopSpeed(world.sim));
    }
    // Strained by 10 %, it springs back by 5 cm within a few steps: far faster than it was thrown.
    if (!careless && !(most > 1)) {
        fail_msg("scale %g: hardly vibrates, %g m/s at most", scale, most);
    }
    free(masses);
    World_Close(&world);
    return KeptMomentum(&momentum, scale < 1 ? "stretched sheet" : "compressed sheet", careless);
}

static void VibrationKeepsMomentum(void** state) {
    (void)state;
    int failures = 0;
    for (int i = 0; i < 4; ++i) {
        failures += !VibratesKeepingMomentum(i % 2 > 0 ? 1.1 : 0.9, i / 2 > 0);
    }
    assert_int_equal(failures, 0);
}

// One of two sheets that meet in the middle, askew.
static double* AddThrown(World* world, int which, Momentum* momentum) {
    const double velocities[2][3] = {{0.25, 0, -1}, {0, 0.125, 1.5}};
    const double turns[2][3] = {{0.05, 0.02, 0}, {0, 0.03, 0.4}};
    svClothDef def = svDefaultClothDef();
    Shape sheet = Shape_Grid(17, 17, 0.5);
    Shape_Turn(&sheet, turns[which]);
    Shape_Move(&sheet, which == 0 ? 0.05 : 0, 0.02 * which, which == 0 ? 0.06 : -0.06);
    Shape_Round(&sheet);
    def.density = which == 0 ? 0.2 : 0.3;
    memcpy(def.velocity, velocities[which], sizeof(def.velocity));
    double* masses = Measure_Masses(&sheet, def.density);
    AddMomentum(momentum, masses, sheet.list.vertexCount, velocities[which]);
    World_AddCloth(world, sheet, &def);
    return masses;
}

static bool CollideKeepingMomentum(bool careless) {
    World world;
    const svSimDef simDef = WeightlessDef(careless);
    World_Open(&world, "thrown", &simDef, 1);
    Momentum momentum = {0};
    double* masses[2];
    for (int i = 0; i < 2; ++i) {
        masses[i] = AddThrown(&world, i, &momentum);
    }
    double mass = 0;
    for (uint32_t i = 0; i < 17 * 17; ++i) {
        mass += masses[0][i];
    }
    bool met = false; // the upper one no longer goes down with its 1 m/s
    for (int step = 0; step < 45; ++step) {
        World_Step(&world, 1);
        FollowMomentum(&momentum, world.sim, masses);
        double upper[3] = {0};
        Measure_Momentum(world.sim, 0, masses[0], upper);
        met |= upper[2] / mass > -0.5;
    }
    if (!met) {
        print_message("thrown sheets: they did not meet\n");
    }
    free(masses[0]);
    free(masses[1]);
    World_Close(&world);
    return KeptMomentum(&momentum, "thrown sheets", careless) && met;
}

static void CollisionKeepsMomentum(void** state) {
    (void)state;
    int failures = 0;
    for (int careless = 0; careless < 2; ++careless) {
        failures += !CollideKeepingMomentum(careless > 0);
    }
    assert_int_equal(failures, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(Falls20),
        cmocka_unit_test(Falls40),
#ifndef TEST_SANITIZED
        cmocka_unit_test(Falls100),
        cmocka_unit_test(Falls200),
#endif
        cmocka_unit_test(VibrationKeepsMomentum),
        cmocka_unit_test(CollisionKeepsMomentum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
