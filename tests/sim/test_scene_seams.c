// Seams and soft pins of scene files: what they become, at any resolution, and what is wrong.
#include "state.h"

#include <stdio.h>
#include <string.h>

#include "support/allocator.h"
#include "support/test.h"

// Two sheets, one above the other, and a tube with a second one above it; `seams` and the pins of
// the second sheet come from the caller.
static void ComposeSewn(const char* seams, const char* pins, char text[4096]) {
    snprintf(text, 4096,
             "{\"name\": \"test\", \"frames\": 10, \"thickness\": 0.005, \"cloths\": [\n"
             "{\"name\": \"low\", \"shape\": \"grid\", \"size\": [1, 0.8], \"cells\": [10, 8],"
             " \"pins\": [{\"corners\": [\"-x-y\"]}]},\n"
             "{\"name\": \"high\", \"shape\": \"grid\", \"size\": [1, 1], \"cells\": [10, 10],"
             " \"move\": [0, 0, 0.1], \"pins\": [%s]},\n"
             "{\"name\": \"tube\", \"shape\": \"revolution\", \"segments\": 16, \"cells\": 4,"
             " \"profile\": [[0.2, 0], [0.2, 0.2]], \"move\": [2, 0, 0]},\n"
             "{\"name\": \"more\", \"shape\": \"revolution\", \"segments\": 16, \"cells\": 4,"
             " \"profile\": [[0.2, 0], [0.2, 0.2]], \"move\": [2, 0, 0.3],"
             " \"turnDegrees\": [0, 0, 45]}],\n"
             "\"obstacles\": [{\"name\": \"ball\", \"shape\": \"ball\", \"radius\": 0.1,"
             " \"move\": [0, 0, -1]}],\n"
             "\"seams\": [%s]}",
             pins, seams);
}

static svStatus ReadSewn(svContext* context, const char* seams, const char* pins, double resolution,
                         svSimScene* scene) {
    char text[4096];
    ComposeSewn(seams, pins, text);
    svSimSceneDef def = svDefaultSimSceneDef();
    def.resolution = resolution;
    return svSimScene_ReadMemory(context, "s.json", text, strlen(text), &def, scene);
}

static svContext* NewContext(void) {
    svContext* context = NULL;
    const svContextDef def = svDefaultContextDef();
    assert_int_equal(svContext_Create(&def, &context), SV_OK);
    return context;
}

static svSim* MustRead(svContext* context, const char* seams, const char* pins, double resolution) {
    svSimScene scene = {0};
    if (ReadSewn(context, seams, pins, resolution, &scene) != SV_OK) {
        fail_msg("%s", svContext_LastError(context));
    }
    return scene.sim;
}

static void EdgesAreMatched(void** state) {
    (void)state;
    svContext* context = NewContext();
    svSim* sim = MustRead(context,
                          "{\"between\": [\"low\", \"high\"], \"edges\": [\"+y\", \"-y\"],"
                          " \"range\": [0.2, 0.5], \"stiffness\": 1000, \"closeSeconds\": 2},"
                          "{\"between\": [\"high\", \"low\"], \"edges\": [\"+y\", \"+y\"],"
                          " \"reversed\": true},"
                          "{\"between\": [\"low\", \"low\"], \"edges\": [\"-x\", \"+x\"]}",
                          "", 1);
    assert_int_equal(sim->stitchCount, 4 + 11 + 9);
    for (uint32_t k = 0; k < 4; ++k) {
        const svStitch* stitch = &sim->stitches[k];
        assert_int_equal(stitch->particles[0], 8 * 11 + 2 + k);
        assert_int_equal(stitch->particles[1], 9 * 11 + 2 + k);
        assert_true(stitch->seconds == 2);
        const double length = k % 3 == 0 ? 0.05 : 0.1;
        assert_true(fabs(stitch->stiffness - 1000 * length) < 1e-6);
    }
    for (uint32_t k = 0; k < 11; ++k) {
        assert_int_equal(sim->stitches[4 + k].particles[0], 9 * 11 + 10 * 11 + k);
        assert_int_equal(sim->stitches[4 + k].particles[1], 8 * 11 + 10 - k);
        assert_true(sim->stitches[4 + k].seconds == 1);
    }
    for (uint32_t k = 0; k < 9; ++k) {
        assert_int_equal(sim->stitches[15 + k].particles[0], 11 * k);
        assert_int_equal(sim->stitches[15 + k].particles[1], 11 * k + 10);
    }
    svSim_Destroy(sim);
    // The same part of the edge on a finer mesh.
    sim = MustRead(context,
                   "{\"between\": [\"low\", \"high\"], \"edges\": [\"+y\", \"-y\"],"
                   " \"range\": [0.2, 0.5]}",
                   "", 2);
    assert_int_equal(sim->stitchCount, 7);
    assert_int_equal(sim->stitches[0].particles[0], 16 * 21 + 4);
    svSim_Destroy(sim);
    svContext_Destroy(context);
}

// Of two tubes, one above the other and turned by 45 degrees: each vertex with the one above it,
// at any resolution.
static void LoopsAreMatched(void** state) {
    (void)state;
    svContext* context = NewContext();
    for (int resolution = 1; resolution < 3; ++resolution) {
        svSim* sim = MustRead(context, "{\"between\": [\"tube\", \"more\"], \"loops\": [1, 0]}", "",
                              resolution);
        assert_int_equal(sim->stitchCount, 16 * resolution);
        for (size_t i = 0; i < sim->stitchCount; ++i) {
            assert_true(fabs(sim->stitches[i].length - 0.1) < 1e-6);
        }
        svSim_Destroy(sim);
    }
    svContext_Destroy(context);
}

static void PairsAndSoftPins(void** state) {
    (void)state;
    svContext* context = NewContext();
    svSim* sim =
        MustRead(context, "{\"between\": [\"high\", \"tube\"], \"pairs\": [[3, 0], [120, 7]]}",
                 "{\"edges\": [\"+x\"], \"stiffness\": 5, \"obstacle\": \"ball\"},"
                 "{\"corners\": [\"+x+y\"]}, {\"corners\": [\"-x-y\"], \"stiffness\": 7}",
                 1);
    assert_int_equal(sim->stitchCount, 2);
    assert_int_equal(sim->stitches[1].particles[0], 9 * 11 + 120);
    assert_int_equal(sim->stitches[1].particles[1], 9 * 11 + 11 * 11 + 7);
    assert_int_equal(sim->softPinCount, 11);
    assert_true(sim->softPins[0].stiffness == 7 && sim->softPins[0].anchor == ANCHOR_SPACE);
    assert_true(sim->softPins[1].stiffness == 5 && sim->softPins[1].anchor == 0);
    assert_int_equal(sim->anchors[9 * 11 + 120], ANCHOR_SPACE);
    for (int step = 0; step < 5; ++step) {
        assert_int_equal(svSim_Step(sim, NULL), SV_OK);
    }
    svSim_Destroy(sim);
    svContext_Destroy(context);
}

typedef struct BadSeam {
    const char *seam, *message;
} BadSeam;

static void MistakesAreTold(void** state) {
    (void)state;
    static const BadSeam cases[] = {
        {"{\"edges\": [\"+x\", \"+x\"]}", "seams[0]: the key \"between\" is missing"},
        {"{\"between\": [\"low\"], \"edges\": [\"+x\", \"+x\"]}",
         "seams[0].between: must be a list of two names of cloths"},
        {"{\"between\": [\"low\", \"ball\"], \"edges\": [\"+x\", \"+x\"]}",
         "seams[0].between[1]: there is no cloth \"ball\""},
        {"{\"between\": [\"low\", 3], \"edges\": [\"+x\", \"+x\"]}",
         "seams[0].between[1]: there is no cloth"},
        {"{\"between\": [\"low\", \"high\"]}",
         "seams[0]: must have one of the keys edges, loops, pairs"},
        {"{\"between\": [\"low\", \"high\"], \"edges\": [\"+x\", \"+x\"], \"pairs\": [[0, 0]]}",
         "seams[0]: must have one of the keys edges, loops, pairs"},
        {"{\"between\": [\"low\", \"high\"], \"edges\": [\"+x\", \"+x\"]}",
         "seams[0].edges: +x of low has 9 vertices, +x of high has 11: they must have as many"},
        {"{\"between\": [\"low\", \"high\"], \"edges\": [\"+x\", \"+z\"]}",
         "seams[0].edges[1]: must be one of"},
        {"{\"between\": [\"low\", \"tube\"], \"edges\": [\"+x\", \"+x\"]}",
         "seams[0].edges[1]: only the shape \"grid\" has edges, and tube is none"},
        {"{\"between\": [\"low\", \"high\"], \"edges\": [\"+y\", \"+y\"], \"range\": [0.5, 0.2]}",
         "seams[0].range: must ascend"},
        {"{\"between\": [\"low\", \"high\"], \"edges\": [\"+y\", \"+y\"], \"range\": [0, 2]}",
         "seams[0].range[1]: must be at most 1, not 2"},
        {"{\"between\": [\"tube\", \"more\"], \"loops\": [1, 2]}",
         "seams[0].loops[1]: must be a boundary loop of the cloth, 0 to 1"},
        {"{\"between\": [\"tube\", \"low\"], \"loops\": [1, 0]}",
         "seams[0].loops: the loop of tube has 16 vertices, that of low has 36"},
        {"{\"between\": [\"tube\", \"more\"], \"loops\": [1, 0], \"reversed\": true}",
         "seams[0].reversed: must not be there without \"edges\""},
        {"{\"between\": [\"low\", \"high\"], \"pairs\": [[0, 0], [1]]}",
         "seams[0].pairs[1]: must be a list of two vertices"},
        {"{\"between\": [\"low\", \"high\"], \"pairs\": [[0, 121]]}",
         "seams[0].pairs[0][1]: must be a vertex of the cloth, 0 to 120"},
        {"{\"between\": [\"low\", \"high\"], \"pairs\": []}", "seams[0]: "},
        {"{\"between\": [\"low\", \"low\"], \"pairs\": [[1, 2], [5, 5]]}",
         "seams[0]: seam 0: pair 1: vertex 5 of low and vertex 5 of low are the same"},
        {"{\"between\": [\"low\", \"high\"], \"pairs\": [[0, 0]]}",
         "seams[0]: seam 0: pair 0: vertex 0 of low and vertex 0 of high are both held"},
        {"{\"between\": [\"low\", \"high\"], \"pairs\": [[1, 1]], \"stiffness\": 0}",
         "seams[0].stiffness: must be greater than 0, not 0"},
        {"{\"between\": [\"low\", \"high\"], \"pairs\": [[1, 1]], \"closeSecond\": 1}",
         "seams[0].closeSecond: unknown key; did you mean \"closeSeconds\"?"},
    };
    svContext* context = NewContext();
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        svSimScene scene = {0};
        assert_int_equal(ReadSewn(context, cases[i].seam, "{\"vertices\": [0]}", 1, &scene),
                         SV_ERROR_FORMAT);
        const char* text = svContext_LastError(context);
        const char* place = strstr(text, cases[i].message);
        if (strncmp(text, "s.json:7: ", 10) != 0 || place != text + 10) {
            fail_msg("\"%s\" is not \"%s\"", text, cases[i].message);
        }
        assert_int_equal(svContext_BytesInUse(context), 0);
    }
    svContext_Destroy(context);
}

// A trapezium: as wide as its size at -y, and the sides have as many vertices of equal distances.
static void GridsTaper(void** state) {
    (void)state;
    static const char text[] =
        "{\"name\": \"t\", \"frames\": 1, \"cloths\": [{\"shape\": \"grid\", \"size\": [1, 2],"
        "\"cells\": [4, 8], \"taper\": 0.5}]}";
    svContext* context = NewContext();
    svSimScene scene = {0};
    assert_int_equal(svSimScene_ReadMemory(context, "t", text, sizeof(text) - 1, NULL, &scene),
                     SV_OK);
    for (uint32_t row = 0; row < 9; ++row) {
        const double* left = scene.sim->x0 + 3 * (size_t)(5 * row);
        const double* right = left + 12;
        assert_true(fabs(right[0] - left[0] - (1 - row / 16.0)) < 1e-6);
        assert_true(fabs(left[1] - (row / 4.0 - 1)) < 1e-6);
    }
    svSim_Destroy(scene.sim);
    svContext_Destroy(context);
}

// Every allocation fails once.
static void MemoryRunsOut(void** state) {
    (void)state;
    svStatus status = SV_ERROR_MEMORY;
    size_t failAt = 0;
    for (; status != SV_OK; ++failAt) {
        TestAllocator allocator = TestAllocator_Make();
        svContext* context = TestAllocator_NewContext(&allocator);
        TestAllocator_FailNth(&allocator, failAt, true);
        svSimScene scene = {0};
        status =
            ReadSewn(context,
                     "{\"between\": [\"tube\", \"more\"], \"loops\": [1, 0]},"
                     "{\"between\": [\"low\", \"high\"], \"edges\": [\"+y\", \"+y\"]}",
                     "{\"edges\": [\"+x\"], \"stiffness\": 5, \"obstacle\": \"ball\"}", 1, &scene);
        assert_true(status == SV_OK || status == SV_ERROR_MEMORY);
        if (status == SV_OK) {
            svSim_Destroy(scene.sim);
        }
        assert_int_equal(svContext_BytesInUse(context), 0);
        svContext_Destroy(context);
    }
    assert_true(failAt > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(EdgesAreMatched),  cmocka_unit_test(LoopsAreMatched),
        cmocka_unit_test(PairsAndSoftPins), cmocka_unit_test(MistakesAreTold),
        cmocka_unit_test(GridsTaper),       cmocka_unit_test(MemoryRunsOut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
