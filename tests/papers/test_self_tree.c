// The binary tree of the papers: its order, its nodes, their boundaries and the four parts of
// these.

#include "papers/methods/self_tree.h"
#include "support/self_cases.h"
#include "support/test.h"

#ifdef TEST_SANITIZED
enum { MESH_COUNT = 10 };
#else
enum { MESH_COUNT = 60 };
#endif

static bool holds(const SelfTree* tree, const SelfNode* node, uint32_t triangle) {
    for (uint32_t i = 0; i < node->count; ++i) {
        if (tree->order[node->first + i] == triangle) {
            return true;
        }
    }
    return false;
}

// By the definition: the only one of its edge's sides that is in the node.
static bool isBoundary(const SelfTree* tree, const SelfNode* node, uint32_t side) {
    const svTopology* topology = tree->topology;
    uint32_t inside = 0;
    for (uint32_t s = 0; s < 3 * topology->triangleCount; ++s) {
        inside += topology->sideEdges[s] == topology->sideEdges[side] && holds(tree, node, s / 3);
    }
    return inside == 1;
}

static void checkRange(const SelfTree* tree, const SelfNode* node, const SelfNode* part,
                       uint32_t start, uint32_t end) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < part->count; ++i) {
        for (uint32_t k = 0; k < 3; ++k) {
            const uint32_t side = 3 * tree->order[part->first + i] + k;
            uint32_t listed = 0;
            for (uint32_t j = start; j < end; ++j) {
                listed += tree->sides[j] == side;
            }
            assert_int_equal(listed, isBoundary(tree, node, side));
            count += listed;
        }
    }
    assert_int_equal(count, end - start);
}

static void checkNode(const SelfTree* tree, uint32_t n) {
    const SelfNode* node = &tree->nodes[n];
    checkRange(tree, node, node, node->quarters[0], node->quarters[4]);
    if (SelfNode_IsLeaf(node)) {
        assert_int_equal(node->count, 1);
        assert_int_equal(tree->leaves[tree->order[node->first]], n);
        return;
    }
    const SelfNode *left = &tree->nodes[node->left], *right = &tree->nodes[node->right];
    assert_true(node->left > n && node->right > n);
    assert_int_equal(left->parent, n);
    assert_int_equal(right->parent, n);
    assert_int_equal(left->first, node->first);
    assert_int_equal(right->first, node->first + left->count);
    assert_int_equal(left->count + right->count, node->count);
    assert_int_equal(node->hasGrandchildren, left->count > 1 && right->count > 1);
    for (int q = 0; q < 4 && node->hasGrandchildren; ++q) {
        const SelfNode* child = q < 2 ? left : right;
        assert_int_equal(node->grandchildren[q], q % 2 == 0 ? child->left : child->right);
        checkRange(tree, node, &tree->nodes[node->grandchildren[q]], node->quarters[q],
                   node->quarters[q + 1]);
    }
}

static void checkTree(const SelfMesh* mesh, const SelfTreeDef* def) {
    SelfTree tree;
    assert_int_equal(SelfTree_Create(mesh->context, mesh->mesh, def, &tree), SV_OK);
    const uint32_t count = tree.topology->triangleCount;
    assert_int_equal(tree.nodeCount, 2 * count - 1);
    assert_int_equal(tree.nodes[0].count, count);
    for (uint32_t t = 0; t < count; ++t) {
        assert_true(holds(&tree, &tree.nodes[0], t));
    }
    for (uint32_t n = 0; n < tree.nodeCount; ++n) {
        checkNode(&tree, n);
    }
    SelfTree_Destroy(mesh->context, &tree);
}

static void nodesAndBoundaries(void** state) {
    (void)state;
    Random random = {7};
    for (int i = 0; i < MESH_COUNT; ++i) {
        SelfMesh mesh;
        SelfMesh_OpenRibbon(&mesh, &random);
        for (int b = 0; b < SELF_BUILD_GIVEN; ++b) {
            checkTree(&mesh, &(SelfTreeDef){.builder = (SelfBuilder)b, .x = SELF_MESH_X(&mesh, 0)});
        }
        SelfMesh_Close(&mesh);
    }
}

// Non-manifold edges and flipped triangles too; and a tree that the caller gives.
static void casesAndGivenSplit(void** state) {
    (void)state;
    for (int c = 0; c < CASE_COUNT; ++c) {
        SelfMesh mesh;
        SelfMesh_OpenCase(&mesh, (SelfCaseKind)c);
        for (int b = 0; b < SELF_BUILDER_COUNT; ++b) {
            checkTree(&mesh, &(SelfTreeDef){.builder = (SelfBuilder)b,
                                            .x = SELF_MESH_X(&mesh, 0),
                                            .split = SelfCase_Split});
        }
        SelfMesh_Close(&mesh);
    }
}

// How many triangles of the node can be reached from its first one over common edges.
static uint32_t reach(const SelfTree* tree, const SelfNode* node) {
    bool reached[1024] = {true};
    uint32_t count = 1;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < node->count; ++i) {
            for (uint32_t j = 0; j < node->count && !reached[i]; ++j) {
                for (int k = 0; k < 9 && reached[j] && !reached[i]; ++k) {
                    const size_t a = (size_t)3 * tree->order[node->first + i] + (size_t)(k / 3);
                    const size_t b = (size_t)3 * tree->order[node->first + j] + (size_t)(k % 3);
                    reached[i] = tree->topology->sideEdges[a] == tree->topology->sideEdges[b];
                }
                if (reached[i]) {
                    more = true;
                    ++count;
                }
            }
        }
    }
    return count;
}

static void patchesAreConnected(void** state) {
    (void)state;
    Random random = {8};
    int connected = 0;
    for (int i = 0; i < MESH_COUNT; ++i) {
        SelfMesh mesh;
        SelfTree tree;
        i % 2 == 0 ? SelfMesh_OpenRibbon(&mesh, &random) : SelfMesh_OpenFold(&mesh, &random);
        const SelfTreeDef def = {.builder = SELF_BUILD_PATCHES, .x = SELF_MESH_X(&mesh, 0)};
        assert_int_equal(SelfTree_Create(mesh.context, mesh.mesh, &def, &tree), SV_OK);
        for (uint32_t n = 1; n < tree.nodeCount; ++n) {
            // Components are taken apart first: below a connected node all are.
            const SelfNode *node = &tree.nodes[n], *parent = &tree.nodes[node->parent];
            if (reach(&tree, parent) == parent->count) {
                assert_int_equal(reach(&tree, node), node->count);
                ++connected;
            }
        }
        SelfTree_Destroy(mesh.context, &tree);
        SelfMesh_Close(&mesh);
    }
    assert_true(connected > 10 * MESH_COUNT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodesAndBoundaries),
        cmocka_unit_test(casesAndGivenSplit),
        cmocka_unit_test(patchesAreConnected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
