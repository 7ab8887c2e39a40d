// Soft pins: springs inside the solve, against what is known of springs.
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

// What hangs from soft pins is as heavy as they pull: sum of k times extension is m g; with equal
// ones the mean extension is m g / (n k).
static void SoftPinsCarryTheWeight(void** state) {
    (void)state;
    World world;
    svSimDef simDef = svDefaultSimDef();
    simDef.airDamping = 3;
    World_Open(&world, "soft pins", &simDef, 1);
    svPin pins[SIDE];
    double start[SIDE][3];
    Shape sheet = Upright(SIDE, SIDE, 0.5);
    Shape_Round(&sheet);
    for (uint32_t i = 0; i < SIDE; ++i) {
        pins[i] = (svPin){(SIDE - 1) * SIDE + i, SV_NONE, 20.0 + 5 * (i % 3)};
        memcpy(start[i], sheet.x[pins[i].vertex], sizeof(start[i]));
    }
    svClothDef def = svDefaultClothDef();
    def.pins = pins;
    def.pinCount = SIDE;
    World_AddCloth(&world, sheet, &def);
    World_Step(&world, 400);
    double pull[3] = {0};
    for (uint32_t i = 0; i < SIDE; ++i) {
        double p[3];
        World_GetVertex(&world, 0, pins[i].vertex, p);
        for (int k = 0; k < 3; ++k) {
            pull[k] += pins[i].stiffness * (start[i][k] - p[k]);
        }
        assert_true(start[i][2] - p[2] > 1e-4); // every one gives way
    }
    const double weight = TotalMass(world.sim, 0) * GRAVITY;
    World_ExpectNear("sideways", pull[0], 0, 1e-3 * weight);
    World_ExpectNear("weight", pull[2], weight, 1e-3 * weight);
    // What the springs hold counts as elastic energy.
    assert_true(svSim_TieEnergy(world.sim) > 0);
    assert_true(world.stats.elasticEnergy >= svSim_TieEnergy(world.sim));
    World_Close(&world);
}

// Pins all vertices softly, each by `rate` times its mass: then all of them move alike, and the
// cloth between them has nothing to say.
static void OpenCarried(World* world, const svObstacleDef* carrier, double rate) {
    svSimDef simDef = World_VacuumDef();
    memset(simDef.gravity, 0, sizeof(simDef.gravity));
    simDef.solverTolerance = 1e-9;
    World_Open(world, "carried", &simDef, 1);
    World_Expect(world, svSim_AddObstacle(world->sim, carrier, NULL));
    Shape sheet = Shape_Grid(4, 4, 0.3);
    Shape_Move(&sheet, 0.4, 0, 1);
    Shape_Round(&sheet);
    svClothDef def = svDefaultClothDef();
    def.stretchStiffness = def.shearStiffness = def.bendStiffness = 1e-9;
    def.strainLimit = 0;
    double* masses = Measure_Masses(&sheet, def.density);
    svPin pins[16];
    for (uint32_t i = 0; i < 16; ++i) {
        pins[i] = (svPin){i, 0, rate * masses[i]};
    }
    free(masses);
    def.pins = pins;
    def.pinCount = 16;
    World_AddCloth(world, sheet, &def);
}

static svObstacleDef BoxDef(const Shape* box) {
    svObstacleDef def = svDefaultObstacleDef();
    def.triangles = box->list.triangles;
    def.triangleCount = box->list.triangleCount;
    def.positions = svPositions_Double(box->x[0], box->list.vertexCount);
    return def;
}

enum { CARRIED_STEPS = 240 };

// An anchor on x = a t^2 / 2 draws what it holds a / rate behind it: the difference quotients of
// backward Euler are exact for parabolas. `frames`: an obstacle that deforms, which every step has
// a frame of; else a rigid one, moved by keys.
static void FollowAcceleration(bool frames) {
    const double rate = 400, a = 0.5, h = svDefaultSimDef().timeStep;
    Shape box = Shape_Box(0.2, 0.2, 0.2);
    const uint32_t count = box.list.vertexCount;
    svMotionKey* keys = calloc(CARRIED_STEPS + 1, sizeof(*keys));
    svPositions* shapes = calloc(CARRIED_STEPS + 1, sizeof(*shapes));
    double* times = calloc(CARRIED_STEPS + 1, sizeof(*times));
    double(*points)[3] = calloc((size_t)(CARRIED_STEPS + 1) * count, sizeof(*points));
    for (int i = 0; i <= CARRIED_STEPS; ++i) {
        times[i] = keys[i].time = i * h;
        keys[i].move[0] = a * times[i] * times[i] / 2;
        for (uint32_t v = 0; v < count; ++v) {
            memcpy(points[(size_t)i * count + v], box.x[v], sizeof(*points));
            points[(size_t)i * count + v][0] += keys[i].move[0];
        }
        shapes[i] = svPositions_Double(points[(size_t)i * count], count);
    }
    svObstacleDef def = BoxDef(&box);
    def.keys = frames ? NULL : keys;
    def.keyCount = frames ? 0 : CARRIED_STEPS + 1;
    def.frames = frames ? shapes : NULL;
    def.frameTimes = frames ? times : NULL;
    def.frameCount = frames ? CARRIED_STEPS + 1 : 0;
    World world;
    OpenCarried(&world, &def, rate);
    double start[3], end[3];
    World_GetVertex(&world, 0, 5, start);
    World_Step(&world, CARRIED_STEPS);
    World_GetVertex(&world, 0, 5, end);
    // Floats of the way, and of the frames.
    const double way = keys[CARRIED_STEPS].move[0];
    World_ExpectNear("lag", start[0] + way - end[0], a / rate, 5e-6);
    World_ExpectNear("side", end[1], start[1], 1e-6);
    World_ExpectNear("height", end[2], start[2], 1e-6);
    World_Close(&world);
    Shape_Free(&box);
    free(keys);
    free(shapes);
    free(times);
    free(points);
}

static void SoftPinLagsBehindAcceleration(void** state) {
    (void)state;
    FollowAcceleration(false);
    FollowAcceleration(true);
}

// Around an axis, in complex numbers: the anchor is r e^(i w n), w the angle of a step. A particle
// on c times that has the second difference c (1 - e^(-i w))^2 r e^(i w n), which h^2 rate (1 - c)
// times the same must be.
static void SoftPinFollowsASpin(void** state) {
    (void)state;
    const double rate = 400, h = svDefaultSimDef().timeStep, w = 5 * h;
    Shape box = Shape_Box(0.2, 0.2, 0.2);
    const svMotionKey keys[2] = {{.time = 0}, {.time = 100, .turn = {0, 0, 500}}};
    svObstacleDef def = BoxDef(&box);
    def.keys = keys;
    def.keyCount = 2;
    World world;
    OpenCarried(&world, &def, rate);
    double start[3], end[3];
    World_GetVertex(&world, 0, 6, start);
    World_Step(&world, CARRIED_STEPS);
    World_GetVertex(&world, 0, 6, end);
    // (1 - e^(-i w))^2 = re + i im; c = k / (k + that)
    const double x = 1 - cos(w), y = sin(w), re = x * x - y * y, im = 2 * x * y;
    const double k = h * h * rate, square = (k + re) * (k + re) + im * im;
    const double c[2] = {k * (k + re) / square, -k * im / square};
    const double angle = w * CARRIED_STEPS, turned[2] = {cos(angle), sin(angle)};
    const double way[2] = {c[0] * turned[0] - c[1] * turned[1],
                           c[0] * turned[1] + c[1] * turned[0]};
    assert_true(c[0] * c[0] + c[1] * c[1] > 1.05); // it flies outwards
    World_ExpectNear("x", end[0], way[0] * start[0] - way[1] * start[1], 1e-4);
    World_ExpectNear("y", end[1], way[1] * start[0] + way[0] * start[1], 1e-4);
    World_Close(&world);
    Shape_Free(&box);
}

// Of two pins of a vertex the later one counts; svSim_Release frees from a soft pin, svSim_Pin and
// svSim_Drag replace it.
static void SoftPinsLetGo(void** state) {
    (void)state;
    World world;
    const svSimDef simDef = World_VacuumDef();
    World_Open(&world, "let go", &simDef, 1);
    const svPin pins[] = {{0, SV_NONE, 0},
                          {0, SV_NONE, 50},
                          {SIDE - 1, SV_NONE, 50},
                          {SIDE - 1, SV_NONE, 0},
                          {SIDE * SIDE - 1, SV_NONE, 50}};
    svClothDef def = svDefaultClothDef();
    def.pins = pins;
    def.pinCount = sizeof(pins) / sizeof(pins[0]);
    World_AddCloth(&world, Shape_Grid(SIDE, SIDE, 0.5), &def);
    World_Expect(&world, svSim_Start(world.sim));
    assert_int_equal(world.sim->softPinCount, 2);
    double hard[3], soft[3], p[3];
    World_GetVertex(&world, 0, SIDE - 1, hard);
    World_GetVertex(&world, 0, 0, soft);
    World_Step(&world, 20);
    World_GetVertex(&world, 0, SIDE - 1, p);
    assert_true(Measure_Distance(p, hard) == 0);
    World_GetVertex(&world, 0, 0, p);
    assert_true(Measure_Distance(p, soft) > 1e-4);
    // Held where it is.
    World_Expect(&world, svSim_Pin(world.sim, 0, 0));
    World_Step(&world, 5);
    double held[3];
    World_GetVertex(&world, 0, 0, held);
    assert_true(Measure_Distance(p, held) == 0);
    // Freed of everything: a soft pin does not come back. The cloth falls as a stone does.
    World_Expect(&world, svSim_Release(world.sim, 0, 0));
    World_Expect(&world, svSim_Release(world.sim, 0, SIDE - 1));
    World_Expect(&world, svSim_Release(world.sim, 0, SIDE * SIDE - 1));
    World_Step(&world, 1);
    double before = 0, after = 0;
    const svSim* sim = world.sim;
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        before += sim->mass[i] * sim->v[3 * (size_t)i + 2];
    }
    World_Step(&world, 60);
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        after += sim->mass[i] * sim->v[3 * (size_t)i + 2];
    }
    World_ExpectNear("fall", (after - before) / TotalMass(sim, 0), -GRAVITY, 1e-3);
    World_Close(&world);
}

static void BadSoftPinsAreNamed(void** state) {
    (void)state;
    for (int i = 0; i < 3; ++i) {
        World world;
        svSimDef simDef = svDefaultSimDef();
        simDef.integrator = i == 2 ? SV_INTEGRATOR_VERLET : SV_INTEGRATOR_IMPLICIT;
        World_Open(&world, "bad pins", &simDef, 1);
        Shape sheet = Shape_Grid(3, 3, 0.2);
        const svPin pin = {0, SV_NONE, i == 0 ? -1 : i == 1 ? (double)NAN : 1};
        svClothDef def = svDefaultClothDef();
        def.triangles = sheet.list.triangles;
        def.triangleCount = sheet.list.triangleCount;
        def.positions = svPositions_Double(sheet.x[0], sheet.list.vertexCount);
        def.pins = &pin;
        def.pinCount = 1;
        assert_int_equal(svSim_AddCloth(world.sim, &def, NULL), SV_ERROR_ARGUMENT);
        const char* text = svContext_LastError(world.context);
        assert_non_null(strstr(text, i == 2 ? "implicit integrator" : "stiffness of a pin"));
        def.pinCount = 0;
        assert_int_equal(svSim_AddCloth(world.sim, &def, NULL), SV_OK);
        const svSeamPair pair = {0, 8};
        svSeamDef seam = svDefaultSeamDef();
        seam.pairs = &pair;
        seam.pairCount = 1;
        assert_int_equal(svSim_AddSeam(world.sim, &seam, NULL), i == 2 ? SV_ERROR_ARGUMENT : SV_OK);
        Shape_Free(&sheet);
        World_Close(&world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(SoftPinsCarryTheWeight), cmocka_unit_test(SoftPinLagsBehindAcceleration),
        cmocka_unit_test(SoftPinFollowsASpin),    cmocka_unit_test(SoftPinsLetGo),
        cmocka_unit_test(BadSoftPinsAreNamed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
