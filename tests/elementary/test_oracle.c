// The judge judged: the oracles against data with exact answers and against each other.
#include "support/ground_truth.h"
#include "support/oracle.h"
#include "support/random.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

static const char* const querySets[] = {"erleben-cube-cliff-edges", "erleben-cube-internal-edges",
                                        "erleben-sliding-spike", "erleben-sliding-wedge",
                                        "unit-tests"};
static const char* const scenes[][3] = {
    {"cloth-ball", "cloth_ball92.ply", "cloth_ball93.ply"},
    {"cloth-funnel", "227.ply", "228.ply"},
    {"n-body-simulation", "balls16_18.ply", "balls16_19.ply"},
};
enum { SCENE_COUNT = sizeof scenes / sizeof scenes[0] };

static void SkipWithoutData(void) {
    if (getenv("SELVAGE_DATA") == NULL) {
        print_message("skipped: SELVAGE_DATA names no folder with ground truth\n");
        skip();
    }
}

static void KnowsPublicQueries(void** state) {
    (void)state;
    SkipWithoutData();
    int queries = 0, wrong = 0;
    for (int i = 0; i < 20; ++i) {
        oracleKind kind = (oracleKind)(i % 2);
        char name[256];
        svMovingPair pair;
        int answer;
        snprintf(name, sizeof name, "queries/%s/%s/data_0_%d.csv", querySets[i / 4],
                 oracleKind_Name(kind), i / 2 % 2);
        FILE* file = truthOpen(name, "r");
        assert_non_null(file);
        while (truthReadQuery(file, &pair, &answer)) {
            ++queries;
            wrong += oracleContact(kind, &pair) != (answer == 1);
        }
        fclose(file);
    }
    print_message("%d public queries\n", queries);
    assert_int_equal(wrong, 0);
    assert_true(queries > 2000);
}

static void TakePoint(const TruthMesh frames[2], size_t vertex, svMovingPair* pair, int point) {
    memcpy(pair->x0[point], frames[0].positions[vertex], sizeof pair->x0[point]);
    memcpy(pair->x1[point], frames[1].positions[vertex], sizeof pair->x1[point]);
}

// The rows of a list of contacts, or of pairs that are none, that the oracle does not confirm.
static int WrongContacts(const char* name, const TruthMesh frames[2], bool contact) {
    FILE* file = truthOpen(name, "r");
    oracleKind kind = strstr(name, "vf") != NULL ? ORACLE_VERTEX_FACE : ORACLE_EDGE_EDGE;
    size_t ids[4];
    char line[128];
    int wrong = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        svMovingPair pair;
        int count = sscanf(line, "%zu,%zu,%zu,%zu", &ids[0], &ids[1], &ids[2], &ids[3]);
        assert_int_equal(count, kind == ORACLE_VERTEX_FACE ? 2 : 4);
        for (int i = 0; i < 4; ++i) {
            size_t corner = i > 0 ? frames[0].triangles[ids[1]][i - 1] : ids[0];
            TakePoint(frames, kind == ORACLE_VERTEX_FACE ? corner : ids[i], &pair, i);
        }
        wrong += oracleContact(kind, &pair) != contact;
    }
    fclose(file);
    return wrong;
}

static void ReadFrames(int scene, TruthMesh frames[2]) {
    char name[256];
    for (int i = 0; i < 2; ++i) {
        snprintf(name, sizeof name, "scenes/%s/frames/%s", scenes[scene][0], scenes[scene][1 + i]);
        assert_true(truthReadMesh(name, &frames[i]));
    }
}

static void KnowsContactsOfScenes(void** state) {
    static const char* const lists[4] = {"vf", "ee", "vf_miss", "ee_miss"};
    (void)state;
    SkipWithoutData();
    for (int s = 0; s < SCENE_COUNT; ++s) {
        TruthMesh frames[2];
        ReadFrames(s, frames);
        for (int i = 0; i < 4; ++i) {
            char name[256];
            snprintf(name, sizeof name, "scenes/%s/contacts/%s.csv", scenes[s][0], lists[i]);
            assert_int_equal(WrongContacts(name, frames, i < 2), 0);
        }
        truthFreeMesh(&frames[0]);
        truthFreeMesh(&frames[1]);
    }
}

static svTrianglePair TrianglesOf(const TruthMesh* mesh, size_t i, size_t j) {
    svTrianglePair pair;
    for (int k = 0; k < 3; ++k) {
        pair.aIds[k] = mesh->triangles[i][k];
        pair.bIds[k] = mesh->triangles[j][k];
        memcpy(pair.a[k], mesh->positions[pair.aIds[k]], sizeof pair.a[k]);
        memcpy(pair.b[k], mesh->positions[pair.bIds[k]], sizeof pair.b[k]);
    }
    return pair;
}

static void KnowsTrianglesOfScenes(void** state) {
    (void)state;
    SkipWithoutData();
    for (int s = 0; s < SCENE_COUNT; ++s) {
        char name[256], line[128];
        TruthMesh frames[2];
        size_t i, j;
        int shared, wrong = 0;
        ReadFrames(s, frames);
        snprintf(name, sizeof name, "scenes/%s/contacts/triangles_t0.csv", scenes[s][0]);
        FILE* file = truthOpen(name, "r");
        assert_non_null(file);
        while (fgets(line, sizeof line, file) != NULL) {
            assert_int_equal(sscanf(line, "%zu,%zu,%d", &i, &j, &shared), 3);
            svTrianglePair pair = TrianglesOf(&frames[0], i, j);
            wrong += oracleSharedCount(&pair) != shared;
            wrong += oracleTriangleTriangle(&pair, NULL) == SV_TRIANGLES_APART;
        }
        fclose(file);
        truthFreeMesh(&frames[0]);
        truthFreeMesh(&frames[1]);
        assert_int_equal(wrong, 0);
    }
}

static void KnowsTwoTriangleCases(void** state) {
    (void)state;
    SkipWithoutData();
    TruthMesh mesh;
    FILE* file = truthOpen("cases/two_triangle_cases.txt", "r");
    char line[256];
    int index, answer, count = 0;
    assert_non_null(file);
    assert_true(truthReadMesh("cases/two_triangle_cases.ply", &mesh));
    for (; fgets(line, sizeof line, file) != NULL; ++count) {
        assert_int_equal(sscanf(line, "%d %d", &index, &answer), 2);
        size_t first = 2 * (size_t)index;
        svTrianglePair pair = TrianglesOf(&mesh, first, first + 1);
        bool meet = oracleTriangleTriangle(&pair, NULL) != SV_TRIANGLES_APART;
        if (meet != (answer == 1)) {
            fail_msg("wrong: %s", line);
        }
    }
    assert_int_equal(count, 26);
    fclose(file);
    truthFreeMesh(&mesh);
}

// Small integer coordinates, a quarter of them moving in the plane x = z: full of degeneracies.
static svMovingPair GridPair(Random* random, int radius) {
    svMovingPair pair;
    bool planar = Random_Below(random, 4) == 0;
    for (int i = 0; i < 12; ++i) {
        pair.x0[i / 3][i % 3] = Random_Between(random, -radius, radius);
        pair.x1[i / 3][i % 3] = Random_Between(random, -radius, radius);
    }
    for (int i = 0; i < 4 && planar; ++i) {
        pair.x0[i][2] = pair.x0[i][0];
        pair.x1[i][2] = pair.x1[i][0];
    }
    return pair;
}

// Clipping the features at many instants finds contacts, with none before the first that the
// algebra knows of, and finds it in contact where the algebra says that it is.
static void AlgebraAgreesWithClipping(void** state) {
    enum { SCALE = 4, INSTANTS = 1 << SCALE };
    Random random = {11};
    int contacts = 0, seen = 0;
    (void)state;
    for (int n = 0; n < 3000; ++n) {
        oracleKind kind = (oracleKind)(n % 2);
        svMovingPair pair = GridPair(&random, 1 + n % 3);
        int first = 0;
        while (first <= INSTANTS && !oracleContactAt(kind, &pair, first, SCALE)) {
            ++first;
        }
        bool contact = oracleContact(kind, &pair);
        contacts += contact;
        seen += first <= INSTANTS;
        double step = 1.0 / INSTANTS;
        if (first == 0) {
            assert_true(oracleFirstContactIn(kind, &pair, 0.0, 0.0));
        } else if (first <= INSTANTS) {
            assert_true(contact);
            assert_true(oracleFirstContactIn(kind, &pair, 0.0, first * step));
        }
        for (int i = 0; i <= INSTANTS; ++i) {
            if (oracleFirstContactIn(kind, &pair, i * step, i * step)) {
                assert_int_equal(i, first);
            }
        }
    }
    assert_true(seen > 700 && contacts > seen);
}

// Every contact has its first moment in exactly one of the cells that [0,1] is cut into.
static void FirstContactIsInOneCell(void** state) {
    Random random = {12};
    (void)state;
    for (int n = 0; n < 1000; ++n) {
        oracleKind kind = (oracleKind)(n % 2);
        svMovingPair pair = GridPair(&random, 1 + n % 3);
        double step = 1.0 / 8;
        int cells = 0;
        for (int i = 0; i < 8; ++i) {
            cells += oracleFirstContactIn(kind, &pair, i * step, (i + 1) * step);
            // In two cells only if it is on their border.
            cells -= i > 0 && oracleFirstContactIn(kind, &pair, i * step, i * step);
        }
        assert_int_equal(cells, oracleContact(kind, &pair));
    }
}

// Swapping the triangles swaps which one is cut.
static void ClippingIsSymmetric(void** state) {
    Random random = {13};
    int seen[4] = {0};
    (void)state;
    for (int n = 0; n < 5000; ++n) {
        svTrianglePair pair = {.aIds = {0, 1, 2}, .bIds = {3, 4, 5}}, swapped;
        for (int i = 0; i < 9; ++i) {
            pair.a[i / 3][i % 3] = Random_Between(&random, -2, 2);
            pair.b[i / 3][i % 3] = Random_Between(&random, -2, 2);
        }
        for (int shared = 0; shared < n % 4; ++shared) {
            pair.bIds[shared] = pair.aIds[shared];
            memcpy(pair.b[shared], pair.a[shared], sizeof pair.a[shared]);
        }
        memcpy(swapped.a, pair.b, sizeof pair.b);
        memcpy(swapped.b, pair.a, sizeof pair.a);
        memcpy(swapped.aIds, pair.bIds, sizeof pair.bIds);
        memcpy(swapped.bIds, pair.aIds, sizeof pair.aIds);
        svTriangleMeeting meeting = oracleTriangleTriangle(&pair, NULL);
        ++seen[meeting];
        assert_int_equal(meeting, oracleTriangleTriangle(&swapped, NULL));
    }
    for (int i = 0; i < 4; ++i) {
        assert_true(seen[i] > 100);
    }
}

// A vertex that falls on a face from a known height, edges that pass at a known distance.
static void KnowsSeparation(void** state) {
    (void)state;
    const svMovingPair fall = {.x0 = {{1, 1, 5}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}},
                               .x1 = {{1, 1, 2}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
    assert_int_equal(oracleSeparation(ORACLE_VERTEX_FACE, &fall, 2.0, 100), -1);
    assert_int_equal(oracleSeparation(ORACLE_VERTEX_FACE, &fall, 1.99, 1000), 1);
    const svMovingPair pass = {.x0 = {{-1, -4, 3}, {1, -4, 3}, {0, -1, 0}, {0, 1, 0}},
                               .x1 = {{-1, 5, 3}, {1, 5, 3}, {0, -1, 0}, {0, 1, 0}}};
    assert_int_equal(oracleSeparation(ORACLE_EDGE_EDGE, &pass, 3.0, 100), -1);
    assert_int_equal(oracleSeparation(ORACLE_EDGE_EDGE, &pass, 2.99, 1000), 1);
    const svMovingPair corner = {.x0 = {{-3, 5, 0}, {0, 0, 0}, {1, 0, 0}, {0, -1, 0}},
                                 .x1 = {{-3, 3, 0}, {0, 1, 0}, {1, 0, 0}, {0, -1, 0}}};
    assert_int_equal(oracleSeparation(ORACLE_VERTEX_FACE, &corner, 3.7, 1000), -1);
    assert_int_equal(oracleSeparation(ORACLE_VERTEX_FACE, &corner, 3.6, 1000), 1);
}

// Contact is distance 0.
static void SeparationAgreesWithContact(void** state) {
    Random random = {14};
    int decided = 0;
    (void)state;
    for (int n = 0; n < 400; ++n) {
        oracleKind kind = (oracleKind)(n % 2);
        svMovingPair pair = GridPair(&random, 3);
        bool contact = oracleContact(kind, &pair);
        int separation = oracleSeparation(kind, &pair, 0.0, 300);
        decided += separation != 0;
        assert_true(separation == 0 || contact == (separation < 0));
        assert_true(!contact || oracleSeparation(kind, &pair, 0x1p-6, 300) <= 0);
    }
    assert_true(decided > 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(KnowsPublicQueries),          cmocka_unit_test(KnowsContactsOfScenes),
        cmocka_unit_test(KnowsTrianglesOfScenes),      cmocka_unit_test(KnowsTwoTriangleCases),
        cmocka_unit_test(AlgebraAgreesWithClipping),   cmocka_unit_test(FirstContactIsInOneCell),
        cmocka_unit_test(ClippingIsSymmetric),         cmocka_unit_test(KnowsSeparation),
        cmocka_unit_test(SeparationAgreesWithContact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
