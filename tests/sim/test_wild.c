// Scenes that nobody should ask for: steps of seconds, shots, mountains far from the origin,
// friction without bounds. A step may be refused, but what is taken intersects nowhere and is
// finite.
#include "state.h"

#include "support/sim_world.h"
#include "support/test.h"

#include <string.h>

#ifdef TEST_SANITIZED
enum { SCENES = 30, STEPS = 8 };
#else
enum { SCENES = 400, STEPS = 15 };
#endif

// A power of ten between two others, any as likely as the next.
static double Decade(Random* random, double low, double high) {
    return pow(10, low + (high - low) * Random_Unit(random));
}

static svSimDef WildDef(Random* random) {
    svSimDef def = svDefaultSimDef();
    def.timeStep = Decade(random, -4, 0);
    def.integrator = (svIntegrator)Random_Below(random, SV_INTEGRATOR_ENUM_COUNT);
    def.airDamping = Random_Below(random, 2) * Decade(random, -2, 3);
    def.thickness = Random_Below(random, 4) > 0 ? Decade(random, -7, 0) : 0;
    def.friction = Random_Below(random, 2) * Decade(random, -2, 6);
    def.solverIterations = (uint32_t)Random_Between(random, 1, 60);
    def.gravity[2] = -Decade(random, -2, 3);
    for (int k = 0; k < 3 && Random_Below(random, 2) > 0; ++k) {
        def.wind[k] = Random_Signed(random) * Decade(random, -1, 2);
    }
    def.gusts = Random_Unit(random);
    return def;
}

static svClothDef WildCloth(Random* random) {
    svClothDef def = svDefaultClothDef();
    def.density = Decade(random, -3, 2);
    def.stretchStiffness = Decade(random, -2, 7);
    def.shearStiffness = Decade(random, -2, 6);
    def.bendStiffness = Random_Below(random, 2) * Decade(random, -2, 4);
    def.damping = Random_Below(random, 2) * Decade(random, -5, 0);
    def.strainLimit = Random_Below(random, 3) > 0 ? Decade(random, -6, 0) : 0;
    def.self = Random_Below(random, 4) > 0;
    for (int k = 0; k < 3; ++k) {
        def.velocity[k] = Random_Signed(random) * Decade(random, -2, 3);
    }
    return def;
}

static Shape WildShape(Random* random) {
    switch (Random_Below(random, 5)) {
    case 0:
        return Shape_Ball(0.3, 4); // a closed bag, or a ball
    case 1:
        return Shape_Book((uint32_t)Random_Between(random, 2, 5), 0.3);
    case 2:
        return Shape_Soup(random, 4, 0.4);
    case 3:
        return Shape_Box(0.5, 0.4, 0.01 + 0.3 * Random_Unit(random));
    default:
        return Shape_Grid((uint32_t)Random_Between(random, 2, 6), 5, 0.6);
    }
}

static void PlaceAtRandom(Random* random, Shape* shape, int layer, double far, double size) {
    double turn[3], move[3];
    for (int k = 0; k < 3; ++k) {
        turn[k] = 2 * Random_Signed(random);
        move[k] = 0.1 * Random_Signed(random);
    }
    Shape_Turn(shape, turn);
    Shape_Move(shape, move[0], move[1], move[2] + 0.6 * layer);
    Shape_Scale(shape, size);
    Shape_Move(shape, far, -far, far);
}

// False if it cannot begin.
static bool OpenWild(World* world, uint64_t seed) {
    Random random = {seed};
    const svSimDef def = WildDef(&random);
    const double far = Random_Below(&random, 3) > 0 ? 0 : Decade(&random, 0, 5);
    const double size = Decade(&random, -2, 2);
    World_Open(world, "wild", &def, 1);
    world->seed = seed;
    if (Random_Below(&random, 3) == 0) {
        world->sim->roundMax = 0;
    }
    int layer = 0;
    for (int count = Random_Between(&random, 0, 3); count > 0; --count) {
        Shape shape = WildShape(&random);
        double speed[3], spin[3];
        for (int k = 0; k < 3; ++k) {
            speed[k] = size * Random_Signed(&random) * Decade(&random, -2, 2);
            spin[k] = Random_Signed(&random) * Decade(&random, -2, 2);
        }
        PlaceAtRandom(&random, &shape, layer++, far, size);
        if (Random_Below(&random, 2) > 0) {
            World_AddMoving(world, shape, speed, spin);
        } else {
            World_AddObstacle(world, shape, NULL, 0);
        }
    }
    for (int count = Random_Between(&random, 1, 2); count > 0; --count) {
        svClothDef cloth = WildCloth(&random);
        const svPin pin = {1, SV_NONE, 0};
        cloth.pins = &pin;
        cloth.pinCount = Random_Below(&random, 4) == 0 ? 1 : 0;
        Shape shape = WildShape(&random);
        PlaceAtRandom(&random, &shape, layer++, far, size);
        World_AddCloth(world, shape, &cloth);
    }
    const svStatus status = svSim_Start(world->sim);
    if (status != SV_OK) {
        assert_true(status == SV_ERROR_OVERLAP || status == SV_ERROR_STEP);
        World_Close(world);
    }
    return status == SV_OK;
}

static void WildScenes(void** state) {
    (void)state;
    int scenes = 0, taken = 0;
    uint64_t contacts = 0;
    for (uint64_t seed = 1; scenes < SCENES; ++seed) {
        World world;
        if (!OpenWild(&world, seed)) {
            continue;
        }
        ++scenes;
        svStatus status = SV_OK;
        for (int i = 0; i < STEPS && status == SV_OK; ++i) {
            status = World_TryStep(&world);
            taken += status == SV_OK;
        }
        contacts += world.contacts;
        World_Close(&world);
    }
    assert_true(taken > 5 * scenes);
    assert_true(contacts > (uint64_t)scenes);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(WildScenes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
