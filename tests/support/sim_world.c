#include "support/sim_world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/test.h"

void World_Open(World* world, const char* name, const svSimDef* def, uint32_t workerCount) {
    *world = (World){.allocator = TestAllocator_Make(), .name = name};
    svContextDef contextDef = svDefaultContextDef();
    contextDef.allocator = TestAllocator_Hooks(&world->allocator);
    contextDef.workerCount = workerCount;
    assert_int_equal(svContext_Create(&contextDef, &world->context), SV_OK);
    const svSimDef used = def != NULL ? *def : svDefaultSimDef();
    world->collisions = used.collisions;
    assert_int_equal(svSim_Create(world->context, &used, &world->sim), SV_OK);
}

void World_Close(World* world) {
    svSim_Destroy(world->sim);
    assert_int_equal(svContext_BytesInUse(world->context), 0);
    svContext_Destroy(world->context);
    assert_int_equal(world->allocator.live, 0);
    assert_false(world->allocator.misaligned);
}

static void Expect(const World* world, svStatus status) {
    if (status != SV_OK) {
        fail_msg("%s, seed %llu, step %llu: %s: %s", world->name, (unsigned long long)world->seed,
                 (unsigned long long)svSim_StepCount(world->sim) + 1, svStatus_Text(status),
                 svContext_LastError(world->context));
    }
}

uint32_t World_AddCloth(World* world, Shape shape, const svClothDef* def) {
    svClothDef cloth = def != NULL ? *def : svDefaultClothDef();
    uint32_t index = SV_NONE;
    cloth.triangles = shape.list.triangles;
    cloth.triangleCount = shape.list.triangleCount;
    cloth.positions = svPositions_Double(shape.x[0], shape.list.vertexCount);
    cloth.columns = shape.columns;
    cloth.rows = shape.rows;
    Expect(world, svSim_AddCloth(world->sim, &cloth, &index));
    Shape_Free(&shape);
    return index;
}

uint32_t World_AddObstacle(World* world, Shape shape, const svMotionKey* keys, size_t keyCount) {
    static const char* const names[] = {"first", "second", "third", "fourth", "fifth"};
    svObstacleDef obstacle = svDefaultObstacleDef();
    uint32_t index = SV_NONE;
    obstacle.name = names[svSim_ObstacleCount(world->sim) % 5];
    obstacle.triangles = shape.list.triangles;
    obstacle.triangleCount = shape.list.triangleCount;
    obstacle.positions = svPositions_Double(shape.x[0], shape.list.vertexCount);
    obstacle.keys = keys;
    obstacle.keyCount = keyCount;
    for (uint32_t i = 0; i < shape.list.vertexCount; ++i) { // it turns about its middle
        for (int k = 0; k < 3; ++k) {
            obstacle.pivot[k] += shape.x[i][k] / shape.list.vertexCount;
        }
    }
    Expect(world, svSim_AddObstacle(world->sim, &obstacle, &index));
    Shape_Free(&shape);
    return index;
}

uint32_t World_AddMoving(World* world, Shape shape, const double speed[3], const double spin[3]) {
    const double time = 1000;
    svMotionKey keys[2] = {{0}, {.time = time}};
    for (int k = 0; k < 3; ++k) {
        keys[1].move[k] = speed[k] * time;
        keys[1].turn[k] = spin != NULL ? spin[k] * time : 0;
    }
    return World_AddObstacle(world, shape, keys, 2);
}

void* World_Save(const World* world, size_t* size) {
    *size = svSim_StateSize(world->sim);
    void* bytes = malloc(*size);
    assert_non_null(bytes);
    svSim_SaveState(world->sim, bytes);
    return bytes;
}

void World_ExpectState(const World* world, const void* bytes, size_t size) {
    size_t now;
    void* seen = World_Save(world, &now);
    assert_int_equal(now, size);
    assert_memory_equal(seen, bytes, size);
    free(seen);
}

// What is tested must be what is written: floats.
static void CheckFloats(const World* world, const svSimMesh* mesh) {
    for (size_t i = 0; i < mesh->positions.count; ++i) {
        double p[3];
        svPositions_Get(&mesh->positions, i, p);
        for (int k = 0; k < 3; ++k) {
            volatile float rounded = (float)p[k]; // see sim/rounding.h
            if (p[k] != (double)rounded) {
                fail_msg("%s, step %llu: vertex %zu of %s: %a is no float", world->name,
                         (unsigned long long)svSim_StepCount(world->sim), i, mesh->name, p[k]);
            }
        }
    }
}

static void CheckAllFloats(const World* world) {
    for (uint32_t i = 0; i < svSim_ClothCount(world->sim); ++i) {
        const svSimMesh cloth = svSim_GetCloth(world->sim, i);
        CheckFloats(world, &cloth);
    }
    for (uint32_t i = 0; i < svSim_ObstacleCount(world->sim); ++i) {
        const svSimMesh obstacle = svSim_GetObstacle(world->sim, i);
        CheckFloats(world, &obstacle);
    }
}

void World_Check(World* world) {
    svIntersections found;
    Expect(world, svSim_Intersect(world->sim, &found));
    if (found.found && world->collisions) {
        fail_msg("%s, seed %llu, step %llu: %llu pairs intersect, face %u of %u and face %u of %u",
                 world->name, (unsigned long long)world->seed,
                 (unsigned long long)svSim_StepCount(world->sim), (unsigned long long)found.total,
                 found.pairs[0].a, found.pairs[0].meshA, found.pairs[0].b, found.pairs[0].meshB);
    }
    for (uint32_t c = 0; c < svSim_ClothCount(world->sim); ++c) {
        const svSimMesh cloth = svSim_GetCloth(world->sim, c);
        if (svPositions_FindNotFinite(&cloth.positions) != cloth.positions.count ||
            svPositions_FindNotFinite(&cloth.velocities) != cloth.velocities.count) {
            fail_msg("%s, seed %llu: something of cloth %u is not finite", world->name,
                     (unsigned long long)world->seed, c);
        }
    }
    CheckAllFloats(world);
}

svStatus World_TryStep(World* world) {
    Expect(world, svSim_Start(world->sim));
    CheckAllFloats(world);
    size_t size;
    void* before = World_Save(world, &size);
    const svStatus status = svSim_Step(world->sim, &world->stats);
    if (status == SV_ERROR_STEP) {
        World_ExpectState(world, before, size);
    } else {
        Expect(world, status);
        const svSimStats* stats = &world->stats;
        world->worstStretch = fmax(world->worstStretch, stats->worstStretch);
        world->contacts += stats->contacts;
        world->zones += stats->zones;
        world->cuts += stats->cuts;
        const double energy = stats->kineticEnergy + stats->gravityEnergy;
        assert_true(isfinite(energy + stats->elasticEnergy));
        world->firstEnergy = stats->step == 1 ? energy : world->firstEnergy;
        world->mostEnergy = fmax(world->mostEnergy, energy - world->firstEnergy);
    }
    free(before);
    World_Check(world);
    return status;
}

void World_Step(World* world, int count) {
    for (int i = 0; i < count; ++i) {
        Expect(world, World_TryStep(world));
    }
}

// Nothing but what is tested: no air.
svSimDef World_VacuumDef(void) {
    svSimDef def = svDefaultSimDef();
    def.airDamping = 0;
    def.windPressure = 0;
    return def;
}

void World_Expect(const World* world, svStatus status) {
    if (status != SV_OK) {
        fail_msg("%s: %s", svStatus_Text(status), svContext_LastError(world->context));
    }
}

void World_ExpectNear(const char* what, double seen, double expected, double tolerance) {
    if (!(fabs(seen - expected) <= tolerance)) {
        fail_msg("%s: %.9g is not within %.3g of %.9g", what, seen, tolerance, expected);
    }
}

void World_GetVertex(const World* world, uint32_t cloth, uint32_t vertex, double p[3]) {
    const svSimMesh mesh = svSim_GetCloth(world->sim, cloth);
    svPositions_Get(&mesh.positions, vertex, p);
}
