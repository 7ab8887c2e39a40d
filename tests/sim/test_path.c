// The states that a step passes, as svSimDef::path is told them.
#include "state.h"

#include "support/sim_world.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A press that comes down on cloth until there is no room: steps are halved before the end.
static const double SPEED = 1, TOP = 0.3;

typedef struct Path {
    World world;
    bool intersect;     // ask svSim_Intersect of every state
    bool late;          // no time is left after the first part of a step that was halved
    size_t count;       // parts of the step in progress
    double times[2048]; // of these
} Path;

// The upper plate, a box of eight vertices at both sides of its middle.
static double HeightOfPress(const svSim* sim) {
    const svSimMesh press = svSim_GetObstacle(sim, 1);
    double sum = 0;
    for (size_t i = 0; i < press.positions.count; ++i) {
        double p[3];
        svPositions_Get(&press.positions, i, p);
        sum += p[2];
    }
    return sum / (double)press.positions.count;
}

static void TakePart(double time, void* user) {
    Path* path = user;
    svSim* sim = path->world.sim;
    assert_true(path->count < sizeof(path->times) / sizeof(path->times[0]));
    const double before = path->count > 0 ? path->times[path->count - 1] : svSim_Time(sim);
    assert_true(time > before);
    assert_true(time <= svSim_Time(sim) + sim->def.timeStep * (1 + 1e-12));
    path->times[path->count++] = time;
    // Obstacles are where they are at that time, up to the rounding to floats.
    assert_true(fabs(HeightOfPress(sim) - (TOP - SPEED * time)) < 1e-6);
    if (path->intersect) {
        svIntersections found;
        assert_int_equal(svSim_Intersect(sim, &found), SV_OK);
        assert_false(found.found);
    }
    if (path->late) {
        sim->deadline = svSim_Seconds() - 1;
    }
}

static void OpenPress(Path* path, const char* name, bool told) {
    memset(path, 0, sizeof(*path));
    svSimDef def = svDefaultSimDef();
    def.stepSeconds = 1e6;
    if (told) {
        def.path = TakePart;
        def.pathUser = path;
    }
    World_Open(&path->world, name, &def, 1);
    Shape lower = Shape_Box(1.5, 1.5, 0.1), upper = Shape_Box(1.5, 1.5, 0.1);
    const double down[3] = {0, 0, -SPEED};
    Shape_Move(&lower, 0, 0, -0.06);
    Shape_Move(&upper, 0, 0, TOP);
    World_AddObstacle(&path->world, lower, NULL, 0);
    World_AddMoving(&path->world, upper, down, NULL);
    Shape sheet = Shape_Grid(8, 8, 0.8);
    Shape_Move(&sheet, 0, 0, 0.1);
    World_AddCloth(&path->world, sheet, NULL);
}

static svStatus TakeStep(Path* path) {
    path->count = 0;
    return World_TryStep(&path->world);
}

// One part more than the step was halved, the last one at its end; and the parts of a step that
// fails are told, too, before it is taken back (World_TryStep compares the states).
static void EveryPartIsTold(void** state) {
    (void)state;
    Path path;
    OpenPress(&path, "told", true);
    svStatus status = SV_OK;
    int steps = 0;
    while ((status = TakeStep(&path)) == SV_OK) {
        assert_true(++steps < 60);
        assert_int_equal(path.count, path.world.stats.cuts + 1);
        assert_true(path.times[path.count - 1] == svSim_Time(path.world.sim));
    }
    assert_int_equal(status, SV_ERROR_STEP);
    assert_true(steps > 5);
    assert_true(path.count > 0);
    assert_true(fabs(HeightOfPress(path.world.sim) - (TOP - SPEED * svSim_Time(path.world.sim))) <
                1e-6);
    World_Close(&path.world);
}

// Watching changes nothing.
static void WatchedStatesAreTheSame(void** state) {
    (void)state;
    Path alone, told, asked;
    OpenPress(&alone, "alone", false);
    OpenPress(&told, "told", true);
    OpenPress(&asked, "asked", true);
    asked.intersect = true;
    for (svStatus status = SV_OK; status == SV_OK;) {
        status = TakeStep(&alone);
        assert_int_equal(alone.count, 0);
        assert_int_equal(TakeStep(&told), status);
        assert_int_equal(TakeStep(&asked), status);
        size_t size;
        void* bytes = World_Save(&alone.world, &size);
        World_ExpectState(&told.world, bytes, size);
        World_ExpectState(&asked.world, bytes, size);
        free(bytes);
    }
    World_Close(&alone.world);
    World_Close(&told.world);
    World_Close(&asked.world);
}

// A step that runs out of time between two of its parts names what was in its way.
static void LateStepsNameThePlace(void** state) {
    (void)state;
    Path path;
    OpenPress(&path, "late", true);
    path.late = true;
    svStatus status = SV_OK;
    for (int steps = 0; status == SV_OK; ++steps) {
        assert_true(steps < 60);
        status = TakeStep(&path);
    }
    const char* message = svContext_LastError(path.world.context);
    assert_int_equal(status, SV_ERROR_STEP);
    assert_int_equal(path.count, 1);
    assert_non_null(strstr(message, "is not done within 1e+06 s and is given up at "));
    assert_null(strstr(message, "at 0 %"));
    assert_non_null(strstr(message, "last in its way was vertex"));
    assert_non_null(strstr(message, "of cloth between"));
    World_Close(&path.world);
}

typedef struct Times {
    size_t count;
    double last;
} Times;

static void CountPart(double time, void* user) {
    Times* times = user;
    ++times->count;
    times->last = time;
}

static void ScenesPassItOn(void** state) {
    (void)state;
    static const char text[] =
        "{\"name\": \"sheet\", \"frames\": 2, \"substeps\": 4, \"cloths\": [{\"shape\": \"grid\", "
        "\"size\": [1, 1], \"cells\": [4, 4]}]}";
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    Times times = {0};
    svSimSceneDef def = svDefaultSimSceneDef();
    assert_true(def.path == NULL);
    def.path = CountPart;
    def.pathUser = &times;
    svSimScene scene = {0};
    assert_int_equal(svSimScene_ReadMemory(context, "sheet", text, strlen(text), &def, &scene),
                     SV_OK);
    for (size_t i = 1; i <= 8; ++i) {
        assert_int_equal(svSim_Step(scene.sim, NULL), SV_OK);
        assert_int_equal(times.count, i);
        assert_true(times.last == svSim_Time(scene.sim));
    }
    svSim_Destroy(scene.sim);
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(EveryPartIsTold), cmocka_unit_test(WatchedStatesAreTheSame),
        cmocka_unit_test(LateStepsNameThePlace), cmocka_unit_test(ScenesPassItOn)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
