// The scenes: meshes, pins and numbers, made from a few measures.

#include "state.h"

#include <math.h>
#include <string.h>

typedef struct SceneText {
    const char *name, *about;
    double settings[DEMO_AHEAD]; // wind, gravity, friction, thickness
    double gusts;
} SceneText;

static const SceneText sceneTexts[DEMO_SCENE_COUNT] = {
    [DEMO_DRAPE] = {"drape", "A cloth falls over a ball. Drag the ball.", {0, 9.81, 0.3, 0.008}, 0},
    [DEMO_CURTAIN] = {"curtain",
                      "A curtain hangs from five pins. Push the ball through.",
                      {0, 9.81, 0.2, 0.008},
                      0.3},
    [DEMO_FLAG] = {"flag", "A flag in gusts of wind.", {9, 9.81, 0.2, 0.008}, 0.5},
    [DEMO_RIBBON] = {"ribbon", "A ribbon falls and folds onto itself.", {0, 9.81, 0.3, 0.006}, 0},
};

const char* DemoScene_Name(int scene) {
    return scene >= 0 && scene < DEMO_SCENE_COUNT ? sceneTexts[scene].name : "";
}

const char* DemoScene_About(int scene) {
    return scene >= 0 && scene < DEMO_SCENE_COUNT ? sceneTexts[scene].about : "";
}

double DemoScene_Setting(int scene, int setting) {
    return sceneTexts[scene].settings[setting];
}

// A sheet of `size` with square cells, as many as make about so many triangles.
static svStatus SheetOfCells(svContext* context, const double size[2], uint32_t triangles,
                             DemoWorld* world) {
    const double cell = sqrt(2 * size[0] * size[1] / triangles);
    world->columns = (uint32_t)fmax(2, floor(size[0] / cell + 0.5)) + 1;
    world->rows = (uint32_t)fmax(2, floor(size[1] / cell + 0.5)) + 1;
    return svShape_Grid(context, size, world->columns, world->rows, &world->cloth);
}

// The sheet lies in the xy plane; upright it stands in the xz plane, its rows upwards.
static void PlaceSheet(DemoWorld* world, bool upright, const double at[3]) {
    for (size_t v = 0; v < world->cloth.vertexCount; ++v) {
        double* x = world->cloth.positions + 3 * v;
        if (upright) {
            const double y = x[1];
            x[1] = -x[2];
            x[2] = y;
        }
        for (int d = 0; d < 3; ++d) {
            x[d] += at[d];
        }
    }
}

static svMeshData* NewObstacle(DemoWorld* world, const char* name) {
    world->names[world->obstacleCount] = name;
    return &world->obstacles[world->obstacleCount++];
}

static void MoveObstacleBy(svMeshData* mesh, const double by[3]) {
    for (size_t v = 0; v < mesh->vertexCount; ++v) {
        for (int d = 0; d < 3; ++d) {
            mesh->positions[3 * v + (size_t)d] += by[d];
        }
    }
}

static svStatus AddFloor(svContext* context, DemoWorld* world) {
    world->floor = world->obstacleCount;
    svMeshData* mesh = NewObstacle(world, "floor");
    const double size[3] = {5, 5, 0.06}, by[3] = {0, 0, -0.03};
    const svStatus status = svShape_Box(context, size, mesh);
    if (status == SV_OK) {
        MoveObstacleBy(mesh, by);
    }
    return status;
}

static svStatus AddBall(svContext* context, DemoWorld* world, double radius, const double at[3]) {
    world->ball = world->obstacleCount;
    world->radius = radius;
    memcpy(world->ballAt, at, sizeof(world->ballAt));
    return svShape_Ball(context, radius, 9, NewObstacle(world, "ball"));
}

static svStatus AddPole(svContext* context, DemoWorld* world) {
    static const double profile[4][2] = {{0, 0}, {0.02, 0}, {0.02, 2.1}, {0, 2.1}};
    svRevolutionDef def = svDefaultRevolutionDef();
    def.profile = profile;
    def.count = 4;
    def.segments = 16;
    const double by[3] = {-0.795, 0, 0.001};
    svMeshData* mesh = NewObstacle(world, "pole");
    const svStatus status = svShape_Revolution(context, &def, mesh);
    if (status == SV_OK) {
        MoveObstacleBy(mesh, by);
    }
    return status;
}

// Every `step`-th vertex of a line of `count`, and its ends.
static svStatus PinLine(svContext* context, DemoWorld* world, uint32_t first, uint32_t stride,
                        uint32_t count, uint32_t step) {
    world->pins = svContext_Allocate(context, (count + 1) * sizeof(uint32_t));
    if (world->pins == NULL) {
        return SV_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (i % step == 0 || i == count - 1) {
            world->pins[world->pinCount++] = first + i * stride;
        }
    }
    return SV_OK;
}

static svStatus MakeDrapeScene(svContext* context, uint32_t triangles, DemoWorld* world) {
    const double size[2] = {1.3, 1.3}, at[3] = {0, 0, 1}, ball[3] = {0.04, -0.03, 0.55};
    svStatus status = SheetOfCells(context, size, triangles, world);
    if (status == SV_OK) {
        PlaceSheet(world, false, at);
        status = AddFloor(context, world);
    }
    return status == SV_OK ? AddBall(context, world, 0.26, ball) : status;
}

static svStatus MakeCurtainScene(svContext* context, uint32_t triangles, DemoWorld* world) {
    const double size[2] = {1.4, 1.1}, at[3] = {0, 0, 0.85}, ball[3] = {0.1, -0.5, 0.7};
    svStatus status = SheetOfCells(context, size, triangles, world);
    if (status == SV_OK) {
        PlaceSheet(world, true, at);
        const uint32_t columns = world->columns;
        const uint32_t first = (world->rows - 1) * columns;
        status = PinLine(context, world, first, 1, columns, (columns - 1) / 4);
    }
    if (status == SV_OK) {
        status = AddFloor(context, world);
    }
    return status == SV_OK ? AddBall(context, world, 0.2, ball) : status;
}

static svStatus MakeFlagScene(svContext* context, uint32_t triangles, DemoWorld* world) {
    const double size[2] = {1.5, 0.95}, at[3] = {0, 0, 1.55}, ball[3] = {0.35, -0.55, 0.9};
    svStatus status = SheetOfCells(context, size, triangles, world);
    if (status == SV_OK) {
        PlaceSheet(world, true, at);
        status = PinLine(context, world, 0, world->columns, world->rows, 1);
    }
    if (status == SV_OK) {
        status = AddFloor(context, world);
    }
    if (status == SV_OK) {
        status = AddPole(context, world);
    }
    return status == SV_OK ? AddBall(context, world, 0.16, ball) : status;
}

// It leans a little, so that it knows where to fold.
static svStatus MakeRibbonScene(svContext* context, uint32_t triangles, DemoWorld* world) {
    const double size[2] = {0.3, 1.6}, at[3] = {0, 0, 0.85}, ball[3] = {0.02, 0.45, 0.25};
    svStatus status = SheetOfCells(context, size, triangles, world);
    if (status == SV_OK) {
        PlaceSheet(world, true, at);
        for (size_t v = 0; v < world->cloth.vertexCount; ++v) {
            double* x = world->cloth.positions + 3 * v;
            x[1] += 0.04 * x[2] + 0.01 * x[0];
        }
        status = AddFloor(context, world);
    }
    return status == SV_OK ? AddBall(context, world, 0.15, ball) : status;
}

svStatus DemoWorld_Create(svContext* context, int scene, uint32_t triangles, DemoWorld* world) {
    svStatus (*const makers[DEMO_SCENE_COUNT])(svContext*, uint32_t, DemoWorld*) = {
        [DEMO_DRAPE] = MakeDrapeScene,
        [DEMO_CURTAIN] = MakeCurtainScene,
        [DEMO_FLAG] = MakeFlagScene,
        [DEMO_RIBBON] = MakeRibbonScene,
    };
    static const double along[DEMO_SCENE_COUNT][3] = {
        [DEMO_DRAPE] = {1, 0, 0},
        [DEMO_CURTAIN] = {0.2, 1, 0},
        [DEMO_FLAG] = {1, 0.2, 0},
        [DEMO_RIBBON] = {0, 1, 0},
    };
    memset(world, 0, sizeof(*world));
    world->density = scene == DEMO_FLAG ? 0.1 : 0.2;
    world->bend = scene == DEMO_FLAG ? 4e-6 : 1.5e-5;
    world->gusts = sceneTexts[scene].gusts;
    memcpy(world->wind, along[scene], sizeof(world->wind));
    return makers[scene](context, triangles, world);
}

void DemoWorld_Destroy(svContext* context, DemoWorld* world) {
    svMeshData_Destroy(context, &world->cloth);
    for (uint32_t i = 0; i < world->obstacleCount; ++i) {
        svMeshData_Destroy(context, &world->obstacles[i]);
    }
    svContext_Release(context, world->pins);
    memset(world, 0, sizeof(*world));
}
