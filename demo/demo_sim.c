// The simulation: built from the world and the settings, and read.

#include "state.h"

#include <string.h>

static svStatus AddObstacles(Demo* demo, svSim* sim) {
    const DemoWorld* world = &demo->world;
    svStatus status = SV_OK;
    for (uint32_t i = 0; i < world->obstacleCount && status == SV_OK; ++i) {
        const svMeshData* mesh = &world->obstacles[i];
        const svMotionKey key = {.move = {world->ballAt[0], world->ballAt[1], world->ballAt[2]}};
        svObstacleDef def = svDefaultObstacleDef();
        def.name = world->names[i];
        def.triangles = mesh->triangles;
        def.triangleCount = mesh->triangleCount;
        def.positions = svPositions_Double(mesh->positions, mesh->vertexCount);
        if (i == world->ball) {
            def.keys = &key;
            def.keyCount = 1;
        }
        status = svSim_AddObstacle(sim, &def, NULL);
    }
    return status;
}

static svStatus AddTheCloth(Demo* demo, svSim* sim) {
    const DemoWorld* world = &demo->world;
    svClothDef def = svDefaultClothDef();
    def.triangles = world->cloth.triangles;
    def.triangleCount = world->cloth.triangleCount;
    def.positions = svPositions_Double(world->cloth.positions, world->cloth.vertexCount);
    def.columns = world->columns;
    def.rows = world->rows;
    def.density = world->density;
    def.bendStiffness = world->bend;
    svPin* pins = svContext_Allocate(demo->context, (world->pinCount + 1) * sizeof(svPin));
    if (pins == NULL) {
        return SV_ERROR_MEMORY;
    }
    for (size_t i = 0; i < world->pinCount; ++i) {
        pins[i] = (svPin){.vertex = world->pins[i], .obstacle = SV_NONE};
    }
    def.pins = pins;
    def.pinCount = world->pinCount;
    const svStatus status = svSim_AddCloth(sim, &def, NULL);
    svContext_Release(demo->context, pins);
    return status;
}

svStatus Demo_MakeSim(Demo* demo, svSim** sim) {
    const double* settings = demo->settings;
    svSimDef def = svDefaultSimDef();
    def.timeStep = DEMO_STEP;
    def.gravity[2] = -settings[DEMO_GRAVITY];
    def.friction = settings[DEMO_FRICTION];
    def.thickness = settings[DEMO_THICKNESS];
    def.stepSeconds = settings[DEMO_BUDGET];
    def.seed = 1;
    def.path = Demo_KeepState;
    def.pathUser = demo;
    for (int d = 0; d < 3; ++d) {
        def.wind[d] = settings[DEMO_WIND] * demo->world.wind[d];
    }
    def.gusts = demo->world.gusts;
    svSim* made = NULL;
    svStatus status = svSim_Create(demo->context, &def, &made);
    if (status == SV_OK) {
        status = AddObstacles(demo, made);
    }
    if (status == SV_OK) {
        status = AddTheCloth(demo, made);
    }
    if (status == SV_OK) {
        status = svSim_Start(made);
    }
    if (status != SV_OK) {
        svSim_Destroy(made);
        return status;
    }
    *sim = made;
    return SV_OK;
}

svStatus Demo_RemakeSim(Demo* demo) {
    const size_t size = svSim_StateSize(demo->sim);
    void* bytes = svContext_Allocate(demo->context, size);
    if (bytes == NULL) {
        return SV_ERROR_MEMORY;
    }
    svSim_SaveState(demo->sim, bytes);
    svSim* sim = NULL;
    svStatus status = Demo_MakeSim(demo, &sim);
    if (status == SV_OK) {
        status = svSim_LoadState(sim, bytes, size);
        svSim_Destroy(status == SV_OK ? demo->sim : sim);
        demo->sim = status == SV_OK ? sim : demo->sim;
    }
    svContext_Release(demo->context, bytes);
    return status;
}

// Cloth 0 is mesh 0, obstacle i mesh i + 1.
static svPositions PositionsOf(const Demo* demo, uint32_t mesh) {
    return mesh == 0 ? svSim_GetCloth(demo->sim, 0).positions
                     : svSim_GetObstacle(demo->sim, mesh - 1).positions;
}

// They are floats, held in doubles.
static void ReadFloats(const Demo* demo, float* x) {
    for (uint32_t mesh = 0; mesh < demo->meshCount; ++mesh) {
        const svPositions from = PositionsOf(demo, mesh);
        for (size_t v = 0; v < from.count; ++v) {
            double point[3];
            svPositions_Get(&from, v, point);
            float* to = x + 3 * (demo->firstVertex[mesh] + v);
            to[0] = (float)point[0];
            to[1] = (float)point[1];
            to[2] = (float)point[2];
        }
    }
}

void Demo_ReadState(Demo* demo) {
    ReadFloats(demo, demo->x[0]);
}

void Demo_KeepState(double time, void* user) {
    (void)time;
    Demo* demo = user;
    DemoPath* path = &demo->path;
    if (demo->settings[DEMO_PROOF] == 0 || path->status != SV_OK) {
        return;
    }
    const size_t size = 3 * demo->firstVertex[demo->meshCount];
    path->status = svContext_Grow(demo->context, (void**)&path->x, &path->capacity,
                                  (path->states + 1) * size, sizeof(float));
    if (path->status == SV_OK) {
        ReadFloats(demo, path->x + path->states++ * size);
    }
}
