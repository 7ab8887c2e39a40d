// A simulation with its context, for tests: made from shapes, stepped under watch.
#ifndef SELVAGE_TESTS_SUPPORT_SIM_WORLD_H
#define SELVAGE_TESTS_SUPPORT_SIM_WORLD_H

#include "selvage/sim.h"
#include "support/allocator.h"
#include "support/shapes.h"

typedef struct World {
    TestAllocator allocator;
    svContext* context;
    svSim* sim;
    uint64_t seed;       // of a random world, for messages; else 0
    const char* name;    // of what is tried, for messages
    svSimStats stats;    // of the last step
    double worstStretch; // of all steps
    double firstEnergy;  // kinetic and of gravity, after the first step
    double mostEnergy;   // by how much it was more after any other
    uint64_t contacts, zones, cuts;
    bool collisions; // else states may intersect
} World;

void World_Open(World* world, const char* name, const svSimDef* def, uint32_t workerCount);
// Nothing may leak.
void World_Close(World* world);

// Adds a shape and frees it. The def's mesh is set here; null: the defaults.
uint32_t World_AddCloth(World* world, Shape shape, const svClothDef* def);
uint32_t World_AddObstacle(World* world, Shape shape, const svMotionKey* keys, size_t keyCount);
// Moves with a speed from the beginning on.
uint32_t World_AddMoving(World* world, Shape shape, const double speed[3], const double spin[3]);

// The state as bytes from malloc, so many of them: the size may change with every step.
void* World_Save(const World* world, size_t* size);
// Fails the test unless the state is these bytes.
void World_ExpectState(const World* world, const void* bytes, size_t size);

// Fails the test if anything intersects, is not finite or is no float.
void World_Check(World* world);

// A step; the state is then checked, whether the step was taken or not. SV_ERROR_STEP must leave it
// as it was, byte for byte; other failures fail the test.
svStatus World_TryStep(World* world);

// So many steps, all of which must be taken.
void World_Step(World* world, int count);

// Options without air: nothing but what is tested.
svSimDef World_VacuumDef(void);
// Fails with the words of the context unless the status is SV_OK.
void World_Expect(const World* world, svStatus status);
void World_ExpectNear(const char* what, double seen, double expected, double tolerance);
void World_GetVertex(const World* world, uint32_t cloth, uint32_t vertex, double p[3]);

#endif
