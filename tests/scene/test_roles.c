// Roles of features in proximity queries, and crossing edges alone: what is found with them is what
// is found without them, less the pairs that they leave out, however it is found. (That the answer
// without them is right is the matter of test_random_proximity.c.)
#include "support/live_scene.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

enum { SEEDS = 6 };

// The roles of all meshes of a scene, with room for those that are still hidden.
typedef struct Roles {
    svNearRoles of[SCENE_MAX_MESHES];
    uint8_t* bytes[SCENE_MAX_MESHES];
    uint32_t meshCount;
} Roles;

// Mostly one role, so that leaves are found in which all features have it; null now and then. Some
// bytes are of no role.
static const uint8_t* RandomRoles(Random* random, uint8_t* roles, uint32_t count) {
    const int usual = Random_Below(random, 4), mixed = Random_Below(random, 3);
    for (uint32_t i = 0; i < count; ++i) {
        const bool other = mixed > 0 && Random_Below(random, mixed == 1 ? 8 : 2) == 0;
        const int role = other ? Random_Below(random, 4) : usual;
        roles[i] = (uint8_t)(role == 3 ? 255 : role);
    }
    return Random_Below(random, 4) == 0 ? NULL : roles;
}

static void MakeRoles(const LiveScene* live, Random* random, Roles* roles) {
    roles->meshCount = live->meshCount;
    for (uint32_t m = 0; m < live->meshCount; ++m) {
        const svTopology* topology = svMesh_GetTopology(live->meshes[m]);
        uint8_t* bytes = malloc((size_t)topology->vertexCount + topology->edgeCount + 1);
        assert_non_null(bytes);
        roles->bytes[m] = bytes;
        roles->of[m].vertices = RandomRoles(random, bytes, topology->vertexCount);
        roles->of[m].edges =
            RandomRoles(random, bytes + topology->vertexCount, topology->edgeCount);
    }
}

static void FreeRoles(Roles* roles) {
    for (uint32_t m = 0; m < roles->meshCount; ++m) {
        free(roles->bytes[m]);
    }
}

static int RoleIn(const uint8_t* roles, uint32_t feature) {
    return roles == NULL ? SV_NEAR_FULL : roles[feature];
}

static bool IsAllowed(const Roles* roles, int kind, const svFeaturePair* pair) {
    if (kind == SV_VERTEX_FACE) {
        return RoleIn(roles->of[pair->meshA].vertices, pair->a) <= SV_NEAR_MINOR;
    }
    const int a = RoleIn(roles->of[pair->meshA].edges, pair->a);
    const int b = RoleIn(roles->of[pair->meshB].edges, pair->b);
    return a <= SV_NEAR_MINOR && b <= SV_NEAR_MINOR && a + b < 2 * SV_NEAR_MINOR;
}

static bool IsCrossing(const SceneRow* row) {
    bool crossing = true;
    for (int i = 0; i < 4; ++i) {
        crossing = crossing && row->shape.weights[i] > 0;
    }
    return crossing;
}

// Keeps what the roles allow, and of edges that cross if only those are wanted; returns how many
// pairs that leaves out.
static size_t Reduce(LiveResult* result, const Roles* roles, bool crossing) {
    size_t dropped = 0;
    result->found = false;
    for (int kind = 0; kind < 2; ++kind) {
        size_t kept = 0;
        for (size_t i = 0; i < result->counts[kind]; ++i) {
            const SceneRow* row = &result->rows[kind][i];
            const bool wanted = kind == SV_VERTEX_FACE || !crossing || IsCrossing(row);
            if (wanted && IsAllowed(roles, kind, &row->pair)) {
                result->rows[kind][kept++] = *row;
            }
        }
        dropped += result->counts[kind] - kept;
        result->counts[kind] = kept;
        result->found = result->found || kept > 0;
    }
    return dropped;
}

static void ExpectSame(const LiveResult* found, const LiveResult* expected) {
    assert_int_equal(found->status, SV_OK);
    assert_true(found->complete);
    assert_true(found->found == expected->found);
    for (int kind = 0; kind < 2; ++kind) {
        const size_t count = expected->counts[kind];
        assert_int_equal(found->counts[kind], count);
        assert_int_equal(found->totals[kind], count);
        assert_true(count == 0 ||
                    memcmp(found->rows[kind], expected->rows[kind], count * sizeof(SceneRow)) == 0);
    }
    assert_int_equal(found->hash, LiveResult_Hash(SCENE_PROXIMITY, expected));
}

// Asks the same of two scenes, with roles and without; returns how many pairs the roles left out.
static size_t CompareRoles(LiveScene live[2], Random* random) {
    SceneQuery query = SceneQuery_Make(SCENE_PROXIMITY);
    query.proximity.distance = live[0].source->unit * Random_Below(random, 4);
    query.proximity.time = Random_Below(random, 2);
    Roles roles;
    MakeRoles(&live[0], random, &roles);
    LiveResult expected, found;
    LiveScene_Run(&live[0], &query, &expected);
    assert_int_equal(expected.status, SV_OK);
    query.proximity.crossing = Random_Below(random, 2) == 0;
    const size_t dropped = Reduce(&expected, &roles, query.proximity.crossing);
    query.proximity.roles = roles.of;
    for (int i = 0; i < 2; ++i) {
        LiveScene_Run(&live[i], &query, &found);
        ExpectSame(&found, &expected);
        LiveResult_Free(&found);
        LiveScene_Stream(&live[i], &query, &found);
        ExpectSame(&found, &expected);
        LiveResult_Free(&found);
    }
    LiveResult_Free(&expected);
    FreeRoles(&roles);
    return dropped;
}

static void RolesLeavePairsOut(void** state) {
    (void)state;
    LiveContexts contexts;
    assert_true(LiveContexts_Open(&contexts));
    size_t dropped = 0;
    for (int family = 0; family < sceneFamilyCount; ++family) {
        for (uint64_t seed = 1; seed <= SEEDS; ++seed) {
            TestScene* scene = TestScene_New(family, seed);
            assert_non_null(scene);
            Random random = {1000 * seed + (uint64_t)family};
            LiveScene live[2];
            for (int i = 0; i < 2; ++i) {
                assert_int_equal(
                    LiveScene_Open(&live[i], &contexts, scene, LiveChoice_Random(&random)), SV_OK);
            }
            dropped += CompareRoles(live, &random);
            dropped += CompareRoles(live, &random);
            for (int i = 0; i < 2; ++i) {
                LiveScene_Close(&live[i]);
            }
            TestScene_Free(scene);
        }
    }
    assert_true(dropped > 1000);
    LiveContexts_Close(&contexts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(RolesLeavePairsOut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
