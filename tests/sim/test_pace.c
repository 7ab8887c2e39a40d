// Obstacles that are fast: a ball goes through a hanging sheet, pushes it aside and is let go.
#include "support/sim_world.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

enum { CELLS = 40, STEPS = 45 };

typedef struct Throw {
    double speed, friction;
    double from; // how far away the ball begins
} Throw;

// A sheet of 1 m hangs by its upper edge, a ball of 16 cm flies through its lower half.
static void OpenThrow(World* world, const Throw* thrown) {
    svSimDef simDef = svDefaultSimDef();
    simDef.thickness = 0.006;
    simDef.friction = thrown->friction;
    World_Open(world, "thrown ball", &simDef, 1);
    Shape sheet = Shape_Grid(CELLS + 1, CELLS + 1, 1);
    svPin pins[CELLS + 1];
    size_t pinCount = 0;
    for (uint32_t i = 0; i < sheet.list.vertexCount; ++i) {
        if (sheet.x[i][1] > 0.4999) {
            pins[pinCount++] = (svPin){i, SV_NONE, 0};
        }
    }
    assert_int_equal(pinCount, CELLS + 1);
    const double upright[3] = {acos(0.0), 0, 0};
    Shape_Turn(&sheet, upright);
    svClothDef def = svDefaultClothDef();
    for (size_t i = 0; i < svMaterial_Count(); ++i) {
        const svMaterial material = svMaterial_Get(i);
        if (strcmp(material.name, "denim") == 0) {
            svClothDef_SetMaterial(&def, &material);
        }
    }
    def.pins = pins;
    def.pinCount = pinCount;
    World_AddCloth(world, sheet, &def);
    Shape ball = Shape_Ball(0.08, 4);
    Shape_Move(&ball, 0.02, thrown->from, -0.2);
    const double speed[3] = {0, -thrown->speed, 0}, spin[3] = {0, 0, 0};
    World_AddMoving(world, ball, speed, spin);
}

// Cloth stays near its strain limit, nothing is moved by the fail-safe, and the ball has passed:
// its velocity is not that of the cloth any more.
static void BallsPass(void** state) {
    (void)state;
    const Throw throws[] = {{3, 0.3, 1.5}, {5, 0, 0.3}, {6, 0.3, 0.3}, {10, 0, 0.3}};
    for (size_t i = 0; i < sizeof(throws) / sizeof(throws[0]); ++i) {
        World world;
        OpenThrow(&world, &throws[i]);
        uint64_t parts = 0;
        for (int step = 0; step < STEPS; ++step) {
            World_Step(&world, 1);
            parts += world.stats.parts;
        }
        print_message("%g m/s, friction %g: %.1f %% of stretch, %llu zones, %llu parts\n",
                      throws[i].speed, throws[i].friction, 100 * world.worstStretch,
                      (unsigned long long)world.zones, (unsigned long long)parts);
        assert_true(world.worstStretch < 0.5 && world.stats.worstStretch < 0.06);
        assert_int_equal(world.zones, 0);
        assert_true(parts > STEPS);
        World_Close(&world);
    }
}

// Far from the cloth, or slow, an obstacle costs nothing; however fast, not more than so many
// parts.
static void PartsAreBounded(void** state) {
    (void)state;
    const Throw slow = {0.5, 0.3, 0.3}, far = {10, 0.3, 20}, fast = {20, 0, 0.3};
    World world;
    OpenThrow(&world, &slow);
    World_Step(&world, 1);
    assert_int_equal(world.stats.parts, 1);
    World_Close(&world);
    OpenThrow(&world, &far);
    World_Step(&world, 10);
    assert_int_equal(world.stats.parts, 1);
    World_Close(&world);
    OpenThrow(&world, &fast); // 33 cm a step
    World_Step(&world, 1);
    assert_true(world.stats.parts >= 8 && world.stats.parts <= 16 + world.stats.cuts);
    World_Close(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(BallsPass),
                                       cmocka_unit_test(PartsAreBounded)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
