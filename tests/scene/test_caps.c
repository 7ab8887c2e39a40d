// Very many pairs: what is over the cap is thrown away on the way, but never what a result must
// hold.
#include "support/meshes.h"
#include "support/test.h"

#include "selvage/scene.h"

#include <stdlib.h>

// Particles that fall through a stack of triangles: PARTICLES * FACES contacts, more than a worker
// gathers before it throws the surplus of a cap away. The last particle starts on the last face.
enum { PARTICLES = 400, FACES = 300, CONTACTS = PARTICLES * FACES };

typedef struct Fall {
    svContext* context;
    svMesh* meshes[2];
    svScene* scene;
    double stack[3 * FACES][3];
    double from[PARTICLES][3], to[PARTICLES][3];
} Fall;

static void AddMesh(Fall* fall, int m, uint32_t vertexCount, bool collapsed) {
    uint32_t* triangles = malloc((size_t)3 * vertexCount * sizeof(*triangles));
    svMeshDef def = svDefaultMeshDef();
    assert_non_null(triangles);
    for (uint32_t i = 0; i < 3 * vertexCount; ++i) {
        triangles[i] = collapsed ? i / 3 : i;
    }
    def.triangles = triangles;
    def.triangleCount = collapsed ? vertexCount : vertexCount / 3;
    def.vertexCount = vertexCount;
    assert_int_equal(svMesh_Create(fall->context, &def, &fall->meshes[m]), SV_OK);
    free(triangles);
}

static void Open(Fall* fall, uint32_t workerCount) {
    svContextDef contextDef = svDefaultContextDef();
    const svSceneDef sceneDef = svDefaultSceneDef();
    contextDef.workerCount = workerCount;
    assert_int_equal(svContext_Create(&contextDef, &fall->context), SV_OK);
    assert_int_equal(svScene_Create(fall->context, &sceneDef, &fall->scene), SV_OK);
    for (int i = 0; i < 3 * FACES; ++i) {
        const double corners[3][2] = {{-1, -1}, {3, -1}, {-1, 3}};
        const int face = i / 3;
        fall->stack[i][0] = corners[i % 3][0];
        fall->stack[i][1] = corners[i % 3][1];
        fall->stack[i][2] = face;
    }
    for (int i = 0; i < PARTICLES; ++i) {
        const double x = (double)i / PARTICLES;
        const double start[3] = {x, 1 - x, i + 1 < PARTICLES ? FACES : FACES - 1};
        for (int k = 0; k < 3; ++k) {
            fall->from[i][k] = start[k];
            fall->to[i][k] = k == 2 ? -1 : start[k];
        }
    }
    AddMesh(fall, 0, 3 * FACES, false);
    AddMesh(fall, 1, PARTICLES, true);
    const svPositions stack = svPositions_Double(fall->stack[0], 3 * FACES);
    const svPositions from = svPositions_Double(fall->from[0], PARTICLES);
    const svPositions to = svPositions_Double(fall->to[0], PARTICLES);
    assert_int_equal(svMesh_SetMotion(fall->meshes[0], &stack, &stack), SV_OK);
    assert_int_equal(svMesh_SetMotion(fall->meshes[1], &from, &to), SV_OK);
    assert_int_equal(svScene_Add(fall->scene, fall->meshes[0], NULL, NULL), SV_OK);
    assert_int_equal(svScene_Add(fall->scene, fall->meshes[1], NULL, NULL), SV_OK);
}

static void Close(Fall* fall) {
    svScene_Destroy(fall->scene);
    svMesh_Destroy(fall->meshes[0]);
    svMesh_Destroy(fall->meshes[1]);
    svContext_Destroy(fall->context);
}

static void AssertOnlyOverlap(const svFeaturePair* pair) {
    assert_int_equal(pair->meshA, 1);
    assert_int_equal(pair->a, PARTICLES - 1);
    assert_int_equal(pair->meshB, 0);
    assert_int_equal(pair->b, FACES - 1);
}

static void CapsKeepTheFirst(void** state) {
    static Fall fall;
    (void)state;
    for (uint32_t workers = 1; workers <= 3; workers += 2) {
        Open(&fall, workers);
        svDetectDef def = svDefaultDetectDef();
        svContacts contacts;
        assert_int_equal(svScene_Detect(fall.scene, &def, &contacts), SV_OK);
        assert_int_equal(contacts.vf.count, CONTACTS);
        const uint64_t hash = contacts.hash;
        static const size_t caps[] = {0, 1, 1000, CONTACTS - 1};
        for (int i = 0; i < 4; ++i) {
            def.query.maxPairs = caps[i];
            assert_int_equal(svScene_Detect(fall.scene, &def, &contacts), SV_LIMIT);
            assert_int_equal(contacts.vf.count, caps[i]);
            assert_int_equal(contacts.vf.total, CONTACTS);
            assert_true(contacts.hash == hash);
            for (size_t p = 0; p < caps[i]; ++p) {
                assert_int_equal(contacts.vf.pairs[p].a, p / FACES);
                assert_int_equal(contacts.vf.pairs[p].b, p % FACES);
            }
        }
        Close(&fall);
    }
}

static void CountBlock(const svContactBlock* block, void* user) {
    *(size_t*)user += block->count;
    AssertOnlyOverlap(&block->pairs[0]);
}

// The one pair that overlaps comes last in the order of results.
static void CapsKeepOverlaps(void** state) {
    static Fall fall;
    (void)state;
    for (uint32_t workers = 1; workers <= 3; workers += 2) {
        Open(&fall, workers);
        svDetectDef def = svDefaultDetectDef();
        svContacts contacts;
        def.overlap = SV_OVERLAP_ERROR;
        assert_int_equal(svScene_Detect(fall.scene, &def, &contacts), SV_ERROR_OVERLAP);
        const uint64_t hash = contacts.hash;
        def.query.maxPairs = 1;
        assert_int_equal(svScene_Detect(fall.scene, &def, &contacts), SV_ERROR_OVERLAP);
        assert_int_equal(contacts.vf.count, 1);
        assert_int_equal(contacts.vf.total, 1);
        assert_int_equal(contacts.ee.total, 0);
        assert_int_equal(contacts.stats.overlaps, 1);
        assert_true(contacts.hash == hash);
        AssertOnlyOverlap(&contacts.vf.pairs[0]);
        // A stream has no cap.
        size_t streamed = 0;
        def.query.maxPairs = 0;
        def.query.stream = CountBlock;
        def.query.user = &streamed;
        assert_int_equal(svScene_Detect(fall.scene, &def, &contacts), SV_ERROR_OVERLAP);
        assert_int_equal(streamed, 1);
        assert_int_equal(contacts.vf.total, 1);
        Close(&fall);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(CapsKeepTheFirst),
        cmocka_unit_test(CapsKeepOverlaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
