// Pressure inside cloth: a plate, and a balloon against the thin shell.
//
// A sphere of radius r0 and skin of stiffness k, in newtons per metre for a strain of 1 along warp
// and weft alike, holds a pressure p with a tension p r / 2. By virtual work, with r = r0 (1 + e),
// the energy 4 pi r0^2 k e^2 - p 4/3 pi r^3 is least where 2 k e = p r0 (1 + e)^2: the tension per
// width of stretched skin is k e / (1 + e).
#include "state.h"

#include "selvage/shapes.h"
#include "support/files.h"
#include "support/sim_measure.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double RADIUS = 0.2, DENSITY = 0.2, STIFFNESS = 500;

static svSimDef SpaceDef(double airDamping) {
    svSimDef def = svDefaultSimDef();
    def.airDamping = airDamping;
    def.windPressure = 0;
    memset(def.gravity, 0, sizeof(def.gravity));
    return def;
}

static svSim* MakeBalloon(svContext* context, const svSimDef* simDef, double pressure,
                          const double velocity[3]) {
    svMeshData mesh = {0};
    svSim* sim = NULL;
    assert_int_equal(svShape_Ball(context, RADIUS, 6, &mesh), SV_OK);
    assert_int_equal(svSim_Create(context, simDef, &sim), SV_OK);
    svClothDef def = svDefaultClothDef();
    def.triangles = mesh.triangles;
    def.triangleCount = mesh.triangleCount;
    def.positions = svPositions_Double(mesh.positions, mesh.vertexCount);
    def.density = DENSITY;
    def.stretchStiffness = STIFFNESS;
    def.shearStiffness = 100;
    def.strainLimit = 0;
    def.pressure = pressure;
    memcpy(def.velocity, velocity, sizeof(def.velocity));
    assert_int_equal(svSim_AddCloth(sim, &def, NULL), SV_OK);
    svMeshData_Destroy(context, &mesh);
    return sim;
}

static double MeanRadius(const svSim* sim) {
    const svSimMesh mesh = svSim_GetCloth(sim, 0);
    double centre[3], sum = 0;
    Measure_Mean(sim, 0, centre);
    for (size_t i = 0; i < mesh.positions.count; ++i) {
        double p[3];
        svPositions_Get(&mesh.positions, i, p);
        sum += Measure_Distance(p, centre);
    }
    return sum / (double)mesh.positions.count;
}

static double Volume(const svSim* sim) {
    const svSimMesh mesh = svSim_GetCloth(sim, 0);
    double sum = 0;
    for (size_t t = 0; t < mesh.triangleCount; ++t) {
        double a[3], b[3], c[3];
        svPositions_Get(&mesh.positions, mesh.triangles[3 * t], a);
        svPositions_Get(&mesh.positions, mesh.triangles[3 * t + 1], b);
        svPositions_Get(&mesh.positions, mesh.triangles[3 * t + 2], c);
        sum += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                a[2] * (b[0] * c[1] - b[1] * c[0])) /
               6;
    }
    return sum;
}

static double ExpectedStrain(double pressure) {
    double strain = 0;
    for (int i = 0; i < 100; ++i) { // a contraction by about p r0 / k
        strain = pressure * RADIUS * (1 + strain) * (1 + strain) / (2 * STIFFNESS);
    }
    return strain;
}

// From rest, unstretched, to rest under pressure.
static void BalloonGrowsAsAShell(void** state) {
    (void)state;
    static const double still[3] = {0, 0, 0}, pressures[] = {25, 100, 250};
    for (int i = 0; i < 3; ++i) {
        TestMessages messages;
        svContext* context = TestMessages_NewContext(&messages);
        const svSimDef def = SpaceDef(10);
        svSim* sim = MakeBalloon(context, &def, pressures[i], still);
        for (int step = 0; step < 120; ++step) {
            assert_int_equal(svSim_Step(sim, NULL), SV_OK);
        }
        const double grown = MeanRadius(sim) / RADIUS - 1, expected = ExpectedStrain(pressures[i]);
        if (!(fabs(grown - expected) < 0.03 * expected) || !(Measure_TopSpeed(sim) < 1e-4)) {
            fail_msg("%g Pa: grown by %g, expected %g; %g m/s", pressures[i], grown, expected,
                     Measure_TopSpeed(sim));
        }
        svSim_Destroy(sim);
        svContext_Destroy(context);
    }
}

// In space without air: the momentum stays, the energy that there is at the beginning, that of the
// pressure included, does not grow, and the balloon comes to rest.
static void BalloonDrivesNothing(void** state) {
    (void)state;
    static const double velocity[3] = {0.5, -0.25, 0.125};
    const double pressure = 100;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    const svSimDef def = SpaceDef(0);
    svSim* sim = MakeBalloon(context, &def, pressure, velocity);
    assert_int_equal(svSim_Start(sim), SV_OK);
    double mass = 0, first = -pressure * Volume(sim), most = -(double)INFINITY;
    const uint32_t count = sim->clothParticles;
    for (uint32_t i = 0; i < count; ++i) {
        mass += sim->mass[i];
    }
    first += mass * (0.25 + 0.0625 + 0.015625) / 2;
    svSimStats stats;
    for (int step = 0; step < 200; ++step) {
        assert_int_equal(svSim_Step(sim, &stats), SV_OK);
        const double energy = stats.kineticEnergy + stats.elasticEnergy + stats.contactEnergy -
                              pressure * Volume(sim);
        most = fmax(most, energy - first);
    }
    double momentum[3] = {0, 0, 0}, excess = 0;
    for (uint32_t i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k) {
            momentum[k] += sim->mass[i] * sim->v[3 * i + (size_t)k];
            excess = fmax(excess, fabs(sim->v[3 * i + (size_t)k] - velocity[k]));
        }
    }
    for (int k = 0; k < 3; ++k) {
        if (!(fabs(momentum[k] - mass * velocity[k]) < 1e-6 * mass)) {
            fail_msg("momentum along %c: %g, expected %g", "xyz"[k], momentum[k],
                     mass * velocity[k]);
        }
    }
    // What the pressure has to give is p times the volume gained, a tenth of a joule or so.
    if (!(most < 1e-6) || !(excess < 1e-3)) {
        fail_msg("energy rises by %g J; %g m/s are left", most, excess);
    }
    svSim_Destroy(sim);
    svContext_Destroy(context);
}

// Light silk, blown up from nearly flat: pressure alone would take it 1.7 m in the first step, its
// tension holds it within millimetres. It fills, and then it rests.
static void BlowsUpAndRests(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    const svSimDef simDef = SpaceDef(0.1);
    svMeshData mesh = {0};
    svSim* sim = NULL;
    assert_int_equal(svShape_Ball(context, RADIUS, 6, &mesh), SV_OK);
    double* flat = malloc(3 * mesh.vertexCount * sizeof(double));
    for (size_t i = 0; i < 3 * mesh.vertexCount; ++i) {
        flat[i] = mesh.positions[i] * (i % 3 == 2 ? 0.3 : 0.9);
    }
    assert_int_equal(svSim_Create(context, &simDef, &sim), SV_OK);
    svClothDef def = svDefaultClothDef();
    const svMaterial silk = svMaterial_Get(1);
    svClothDef_SetMaterial(&def, &silk);
    def.triangles = mesh.triangles;
    def.triangleCount = mesh.triangleCount;
    def.positions = svPositions_Double(flat, mesh.vertexCount);
    def.rest = svPositions_Double(mesh.positions, mesh.vertexCount);
    def.pressure = 500;
    assert_int_equal(svSim_AddCloth(sim, &def, NULL), SV_OK);
    svMeshData_Destroy(context, &mesh);
    free(flat);
    svSimStats stats;
    for (int step = 0; step < 60; ++step) {
        assert_int_equal(svSim_Step(sim, &stats), SV_OK);
    }
    const double sphere = 4.18879 * RADIUS * RADIUS * RADIUS;
    if (!(Measure_TopSpeed(sim) < 1e-3) || !(Volume(sim) > sphere) || stats.newtonIterations > 4) {
        fail_msg("%g m/s, %g m3, %u iterations", Measure_TopSpeed(sim), Volume(sim),
                 stats.newtonIterations);
    }
    svSim_Destroy(sim);
    svContext_Destroy(context);
}

// A plate that nothing holds: p / density along its normal, each vertex alike, after one step.
static void PlateAcceleratesAlongItsNormal(void** state) {
    (void)state;
    static const double size[2] = {1, 0.5};
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    for (int trial = 0; trial < 3; ++trial) {
        svSimDef simDef = SpaceDef(0);
        if (trial == 2) {
            simDef.integrator = SV_INTEGRATOR_EULER;
            simDef.timeStep = 1e-5;
        }
        svMeshData mesh = {0};
        svSim* sim = NULL;
        assert_int_equal(svShape_Grid(context, size, 5, 4, &mesh), SV_OK);
        assert_int_equal(svSim_Create(context, &simDef, &sim), SV_OK);
        svClothDef def = svDefaultClothDef();
        def.triangles = mesh.triangles;
        def.triangleCount = mesh.triangleCount;
        for (size_t i = 0; i < mesh.vertexCount; ++i) { // tilted by acos(0.6) about x
            mesh.positions[3 * i + 2] = 0.8 * mesh.positions[3 * i + 1];
            mesh.positions[3 * i + 1] *= 0.6;
        }
        def.positions = svPositions_Double(mesh.positions, mesh.vertexCount);
        def.density = DENSITY;
        def.pressure = trial == 1 ? -3 : 5;
        assert_int_equal(svSim_AddCloth(sim, &def, NULL), SV_OK);
        svMeshData_Destroy(context, &mesh);
        assert_int_equal(svSim_Step(sim, NULL), SV_OK);
        const double speed = def.pressure / DENSITY * simDef.timeStep;
        const double expected[3] = {0, -0.8 * speed, 0.6 * speed};
        for (size_t i = 0; i < 3 * (size_t)sim->clothParticles; ++i) {
            if (!(fabs(sim->v[i] - expected[i % 3]) < 1e-3 * fabs(speed))) {
                fail_msg("trial %d, vertex %zu: %g m/s, expected %g", trial, i / 3, sim->v[i],
                         expected[i % 3]);
            }
        }
        svSim_Destroy(sim);
    }
    svContext_Destroy(context);
}

// Part of what a state belongs to; and numbers that are none.
static void StatesKnowThePressure(void** state) {
    (void)state;
    static const double still[3] = {0, 0, 0};
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    const svSimDef def = SpaceDef(0);
    svSim* sims[3] = {MakeBalloon(context, &def, 20, still), MakeBalloon(context, &def, 20, still),
                      MakeBalloon(context, &def, 21, still)};
    const size_t size = svSim_StateSize(sims[0]);
    void* bytes = malloc(size);
    svSim_SaveState(sims[0], bytes);
    assert_int_equal(svSim_LoadState(sims[1], bytes, size), SV_OK);
    assert_int_equal(svSim_LoadState(sims[2], bytes, size), SV_ERROR_FORMAT);
    free(bytes);
    svClothDef cloth = svDefaultClothDef();
    cloth.pressure = (double)NAN;
    svSim* empty = NULL;
    assert_int_equal(svSim_Create(context, &def, &empty), SV_OK);
    assert_int_equal(svSim_AddCloth(empty, &cloth, NULL), SV_ERROR_ARGUMENT);
    assert_non_null(strstr(messages.error, "cloth: pressure is"));
    svSim_Destroy(empty);
    for (int i = 0; i < 3; ++i) {
        svSim_Destroy(sims[i]);
    }
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(BalloonGrowsAsAShell),  cmocka_unit_test(BalloonDrivesNothing),
        cmocka_unit_test(BlowsUpAndRests),       cmocka_unit_test(PlateAcceleratesAlongItsNormal),
        cmocka_unit_test(StatesKnowThePressure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
