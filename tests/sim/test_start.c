// What is looked at when a simulation starts, and which simulations a state fits.

#include "selvage/shapes.h"
#include "selvage/sim.h"
#include "support/files.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 5, VERTICES = SIDE * SIDE };

// A sheet of a metre whose middle is at (x, 0, 0); `turned`: its first face begins at another
// corner, which changes nothing but the list of triangles.
static svSim* MakeSheet(svContext* context, double x, double stiffness, bool turned) {
    const double size[2] = {1, 1};
    svMeshData mesh = {0};
    assert_int_equal(svShape_Grid(context, size, SIDE, SIDE, &mesh), SV_OK);
    for (size_t i = 0; i < VERTICES; ++i) {
        mesh.positions[3 * i] += x;
    }
    if (turned) {
        const uint32_t swapped = mesh.triangles[0];
        memmove(mesh.triangles, mesh.triangles + 1, 2 * sizeof(swapped));
        mesh.triangles[2] = swapped;
    }
    const svSimDef simDef = svDefaultSimDef();
    svSim* sim = NULL;
    assert_int_equal(svSim_Create(context, &simDef, &sim), SV_OK);
    svClothDef def = svDefaultClothDef();
    def.triangles = mesh.triangles;
    def.triangleCount = mesh.triangleCount;
    def.positions = svPositions_Double(mesh.positions, VERTICES);
    def.columns = def.rows = SIDE;
    def.stretchStiffness = stiffness;
    assert_int_equal(svSim_AddCloth(sim, &def, NULL), SV_OK);
    svMeshData_Destroy(context, &mesh);
    return sim;
}

// Edges are 0.25 long: floats are a hundredth of that apart from 20,972 on.
static void WarnsFarFromTheOrigin(void** state) {
    (void)state;
    static const double places[] = {0, 20000, 22000, 1e6};
    for (int i = 0; i < 4; ++i) {
        TestMessages messages;
        svContext* context = TestMessages_NewContext(&messages);
        svSim* sim = MakeSheet(context, places[i], 2000, false);
        const int before = messages.warnings;
        assert_int_equal(svSim_Start(sim), SV_OK);
        assert_int_equal(messages.warnings - before, i > 1);
        assert_true(i < 2 || strstr(messages.warning, "too far from the origin") != NULL);
        svSim_Destroy(sim);
        svContext_Destroy(context);
    }
}

// A state fits a simulation with the same springs and triangles, before and after it has started.
static void StatesKnowSpringsAndTriangles(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svSim* first = MakeSheet(context, 0, 2000, false);
    const size_t size = svSim_StateSize(first); // before any step: the start does not change it
    char *early = malloc(size), *late = malloc(size);
    assert_true(early != NULL && late != NULL);
    svSim_SaveState(first, early);
    assert_int_equal(svSim_Start(first), SV_OK);
    assert_int_equal(svSim_StateSize(first), size);
    svSim_SaveState(first, late);
    assert_memory_equal(early, late, size);
    svSim* others[] = {MakeSheet(context, 0, 2000, false), MakeSheet(context, 0, 2001, false),
                       MakeSheet(context, 0, 2000, true)};
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(svSim_LoadState(others[i], late, size), i == 0 ? SV_OK : SV_ERROR_FORMAT);
        svSim_Destroy(others[i]);
    }
    free(early);
    free(late);
    svSim_Destroy(first);
    svContext_Destroy(context);
}

// A sheet in the xy plane, and one in the plane x = 0.03 that crosses it, as another cloth or as an
// obstacle; both have this name.
static svSim* MakeCrossing(svContext* context, const char* name, bool obstacle) {
    const double size[2] = {1, 1};
    svMeshData mesh = {0};
    assert_int_equal(svShape_Grid(context, size, 21, 21, &mesh), SV_OK);
    const svSimDef simDef = svDefaultSimDef();
    svSim* sim = NULL;
    assert_int_equal(svSim_Create(context, &simDef, &sim), SV_OK);
    svClothDef def = svDefaultClothDef();
    def.name = name;
    def.triangles = mesh.triangles;
    def.triangleCount = mesh.triangleCount;
    def.positions = svPositions_Double(mesh.positions, mesh.vertexCount);
    assert_int_equal(svSim_AddCloth(sim, &def, NULL), SV_OK);
    for (size_t i = 0; i < mesh.vertexCount; ++i) {
        mesh.positions[3 * i + 2] = mesh.positions[3 * i] + 0.01;
        mesh.positions[3 * i] = 0.03;
    }
    svObstacleDef wall = svDefaultObstacleDef();
    wall.name = name;
    wall.triangles = def.triangles;
    wall.triangleCount = def.triangleCount;
    wall.positions = def.positions;
    assert_int_equal(
        obstacle ? svSim_AddObstacle(sim, &wall, NULL) : svSim_AddCloth(sim, &def, NULL), SV_OK);
    svMeshData_Destroy(context, &mesh);
    return sim;
}

// A start that is refused names eight places on the line where the two cross, from one end of it to
// the other.
static void NamesWhereItIntersects(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    for (int obstacle = 0; obstacle < 2; ++obstacle) {
        svSim* sim = MakeCrossing(context, "sheet", obstacle == 1);
        assert_int_equal(svSim_Start(sim), SV_ERROR_OVERLAP);
        assert_int_equal(
            strncmp(messages.error, "sheet and sheet intersect at the beginning: faces ", 50), 0);
        int count = 0;
        double low = 1, high = -1;
        for (const char* at = messages.error; (at = strstr(at, " at (")) != NULL; ++at, ++count) {
            double x, y, z;
            assert_int_equal(sscanf(at, " at (%lf, %lf, %lf)", &x, &y, &z), 3);
            assert_true(fabs(x - 0.03) < 1e-6 && fabs(z) < 1e-6);
            low = fmin(low, y);
            high = fmax(high, y);
        }
        assert_int_equal(count, 8);
        assert_true(low < -0.4 && high > 0.3);
        svIntersections found;
        char end[60];
        assert_int_equal(svSim_Intersect(sim, &found), SV_OK);
        snprintf(end, sizeof(end), ") (%zu pairs in all)", found.count);
        assert_string_equal(messages.error + strlen(messages.error) - strlen(end), end);
        svSim_Destroy(sim);
    }
    // Long names leave room for fewer, and none is cut in half.
    char name[100];
    memset(name, 'n', sizeof(name));
    name[99] = '\0';
    svSim* sim = MakeCrossing(context, name, true);
    assert_int_equal(svSim_Start(sim), SV_ERROR_OVERLAP);
    assert_non_null(strstr(messages.error, ") ("));
    assert_string_equal(messages.error + strlen(messages.error) - 14, " pairs in all)");
    svSim_Destroy(sim);
    svContext_Destroy(context);
}

// Sums of steps: counts and seconds add up, the worst is kept, the rest is the last one's.
static void StatsAddUp(void** state) {
    (void)state;
    svSimStats sum = {0};
    const svSimStats steps[2] = {{.step = 1,
                                  .time = 0.5,
                                  .nearPairs = 3,
                                  .contacts = 5,
                                  .rounds = 2,
                                  .zones = 1,
                                  .zoneParticles = 4,
                                  .cuts = 6,
                                  .solverIterations = 10,
                                  .kineticEnergy = 7,
                                  .worstStretch = 0.25,
                                  .solveSeconds = 1,
                                  .proximitySeconds = 2,
                                  .projectSeconds = 4,
                                  .detectSeconds = 8,
                                  .failSafeSeconds = 16,
                                  .totalSeconds = 32},
                                 {.step = 2,
                                  .time = 1,
                                  .nearPairs = 1,
                                  .kineticEnergy = 9,
                                  .worstStretch = 0.125,
                                  .totalSeconds = 1}};
    svSimStats_Add(&sum, &steps[0]);
    svSimStats_Add(&sum, &steps[1]);
    assert_true(sum.step == 2 && sum.time == 1 && sum.kineticEnergy == 9);
    assert_true(sum.nearPairs == 4 && sum.contacts == 5 && sum.rounds == 2 && sum.zones == 1);
    assert_true(sum.zoneParticles == 4 && sum.cuts == 6 && sum.solverIterations == 10);
    assert_true(sum.worstStretch == 0.25 && sum.totalSeconds == 33);
    assert_true(sum.solveSeconds == 1 && sum.proximitySeconds == 2 && sum.projectSeconds == 4);
    assert_true(sum.detectSeconds == 8 && sum.failSafeSeconds == 16);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(WarnsFarFromTheOrigin),
        cmocka_unit_test(StatesKnowSpringsAndTriangles),
        cmocka_unit_test(NamesWhereItIntersects),
        cmocka_unit_test(StatsAddUp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
