// Hundreds of small random scenes: cloth goes through nothing, and a step is refused only where
// something that moves may press cloth against something that does not.
#include "state.h"

#include "support/sim_world.h"
#include "support/test.h"

#ifdef TEST_SANITIZED
enum { SCENES = 25, STEPS = 10 };
#else
enum { SCENES = 300, STEPS = 25 };
#endif

static Shape RandomCloth(Random* random) {
    switch (Random_Below(random, 8)) {
    case 0:
        return Shape_Soup(random, (uint32_t)Random_Between(random, 1, 6), 0.4);
    case 1:
        return Shape_Book((uint32_t)Random_Between(random, 1, 5), 0.3);
    case 2:
        return Shape_Degenerate(0.3);
    case 3: { // a grid taken as any mesh
        Shape shape = Shape_Grid(5, 4, 0.6);
        shape.columns = shape.rows = 0;
        return shape;
    }
    default:
        return Shape_Grid((uint32_t)Random_Between(random, 2, 7),
                          (uint32_t)Random_Between(random, 2, 7), 0.4 + 0.4 * Random_Unit(random));
    }
}

static Shape RandomObstacle(Random* random) {
    switch (Random_Below(random, 4)) {
    case 0:
        return Shape_Ball(0.1 + 0.1 * Random_Unit(random), 4);
    case 1:
        return Shape_Spike(0.05 * Random_Unit(random), 0.5);
    case 2:
        return Shape_Floor(2);
    default:
        return Shape_Box(0.1 + 0.3 * Random_Unit(random), 0.3, 0.05 + 0.3 * Random_Unit(random));
    }
}

static void TurnAtRandom(Random* random, Shape* shape, double most) {
    const double turn[3] = {most * Random_Signed(random), most * Random_Signed(random),
                            most * Random_Signed(random)};
    Shape_Turn(shape, turn);
}

static void RandomPins(Random* random, const Shape* shape, svClothDef* def, svPin pins[3],
                       uint32_t obstacles) {
    def->pinCount = (size_t)Random_Below(random, 4);
    def->pins = pins;
    for (size_t i = 0; i < def->pinCount; ++i) {
        pins[i].vertex = (uint32_t)Random_Below(random, (int)shape->list.vertexCount);
        pins[i].obstacle =
            Random_Below(random, 2) > 0 ? SV_NONE : (uint32_t)Random_Below(random, (int)obstacles);
        pins[i].stiffness = 0;
    }
}

// Some pins become soft ones.
static void SoftenPins(Random* random, const svClothDef* def, svPin pins[3]) {
    for (size_t i = 0; i < def->pinCount; ++i) {
        pins[i].stiffness = Random_Below(random, 3) > 0 ? 0 : exp(10 * Random_Signed(random));
    }
}

// Seams between any vertices of any cloths, soft or hard; those that make no sense are refused.
static void SewAtRandom(Random* random, World* world) {
    const int cloths = (int)svSim_ClothCount(world->sim);
    for (int i = Random_Below(random, 3); i > 0; --i) {
        svSeamDef def = svDefaultSeamDef();
        def.clothA = (uint32_t)Random_Below(random, cloths);
        def.clothB = (uint32_t)Random_Below(random, cloths);
        svSeamPair pairs[8];
        def.pairs = pairs;
        def.pairCount = (size_t)Random_Between(random, 1, 8);
        for (size_t k = 0; k < def.pairCount; ++k) {
            const svSimMesh a = svSim_GetCloth(world->sim, def.clothA);
            const svSimMesh b = svSim_GetCloth(world->sim, def.clothB);
            pairs[k].a = (uint32_t)Random_Below(random, (int)a.positions.count);
            pairs[k].b = (uint32_t)Random_Below(random, (int)b.positions.count);
        }
        def.stiffness *= exp(4 * Random_Signed(random));
        def.closeSeconds = Random_Unit(random);
        const svStatus status = svSim_AddSeam(world->sim, &def, NULL);
        assert_true(status == SV_OK || status == SV_ERROR_ARGUMENT);
    }
}

// Layers of random cloths and obstacles, some of which move. False if they begin with contacts.
// `*clamps` tells whether something that moves may press cloth against something that does not.
static bool OpenRandom(World* world, uint64_t seed, int roundMax, bool* clamps) {
    Random random = {seed}, ties = {seed + 1000000};
    svSimDef simDef = svDefaultSimDef();
    simDef.friction = Random_Unit(&random);
    simDef.thickness = Random_Below(&random, 8) > 0 ? 0.01 * Random_Unit(&random) : 0;
    simDef.wind[0] = Random_Below(&random, 2) > 0 ? 3 * Random_Signed(&random) : 0;
    World_Open(world, roundMax == 0 ? "random, fail-safe alone" : "random", &simDef, 1);
    world->seed = seed;
    if (roundMax == 0) {
        world->sim->roundMax = 0;
    }
    bool moving = false, held = false;
    const uint32_t obstacles = (uint32_t)Random_Between(&random, 1, 3);
    for (uint32_t i = 0; i < obstacles; ++i) {
        Shape shape = RandomObstacle(&random);
        TurnAtRandom(&random, &shape, 0.5);
        Shape_Move(&shape, 0.2 * Random_Signed(&random), 0.2 * Random_Signed(&random), -0.4 * i);
        double speed[3], spin[3];
        for (int k = 0; k < 3; ++k) {
            speed[k] = 2 * Random_Signed(&random);
            spin[k] = 10 * Random_Signed(&random);
        }
        if (i == 0 && Random_Below(&random, 2) > 0) {
            World_AddMoving(world, shape, speed, spin);
            moving = true;
        } else {
            held = true;
            World_AddObstacle(world, shape, NULL, 0);
        }
    }
    const int cloths = Random_Between(&random, 1, 3);
    for (int i = 0; i < cloths; ++i) {
        Shape shape = RandomCloth(&random);
        svClothDef def = svDefaultClothDef();
        svPin pins[3];
        TurnAtRandom(&random, &shape, 0.4);
        Shape_Move(&shape, 0.1 * Random_Signed(&random), 0, 0.3 + 0.3 * i);
        if (Random_Below(&random, 3) == 0) {
            RandomPins(&random, &shape, &def, pins, obstacles);
            SoftenPins(&ties, &def, pins);
            held = true;
        }
        def.velocity[2] = -8 * Random_Unit(&random);
        def.strainLimit = Random_Below(&random, 4) > 0 ? 0.1 * Random_Unit(&random) : 0;
        World_AddCloth(world, shape, &def);
    }
    if (Random_Below(&ties, 3) == 0) {
        SewAtRandom(&ties, world);
    }
    *clamps = moving && held;
    if (svSim_Start(world->sim) == SV_OK) {
        return true;
    }
    World_Close(world);
    return false;
}

static void RunRandom(int roundMax) {
    int scenes = 0, stuck = 0;
    uint64_t contacts = 0;
    for (uint64_t seed = 1; scenes < SCENES; ++seed) {
        World world;
        bool clamps;
        if (!OpenRandom(&world, seed, roundMax, &clamps)) {
            continue;
        }
        ++scenes;
        svStatus status = SV_OK;
        for (int i = 0; i < STEPS && status == SV_OK; ++i) {
            status = World_TryStep(&world);
        }
        if (status != SV_OK && !clamps) {
            fail_msg("%s, seed %llu, step %llu: %s", world.name, (unsigned long long)seed,
                     (unsigned long long)svSim_StepCount(world.sim) + 1,
                     svContext_LastError(world.context));
        }
        stuck += status != SV_OK;
        contacts += world.contacts;
        World_Close(&world);
    }
    assert_true(contacts > (uint64_t)scenes);
    print_message("%d of %d scenes are clamped\n", (int)stuck, (int)scenes);
    assert_true(10 * stuck < scenes); // clamped
}

static void RandomScenes(void** state) {
    (void)state;
    RunRandom(1);
}

static void RandomScenesByFailSafeAlone(void** state) {
    (void)state;
    RunRandom(0);
}

// Zones that stood still for the rounding of coordinates met an obstacle that moved, and were taken
// for clamped.
static void NothingClampsThese(void** state) {
    (void)state;
    const uint64_t seeds[] = {100604, 104685};
    for (int i = 0; i < 2; ++i) {
        World world;
        bool clamps = true;
        assert_true(OpenRandom(&world, seeds[i], i > 0 ? 0 : 1, &clamps));
        assert_false(clamps);
        World_Step(&world, 60);
        World_Close(&world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(RandomScenes),
        cmocka_unit_test(RandomScenesByFailSafeAlone),
        cmocka_unit_test(NothingClampsThese),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
