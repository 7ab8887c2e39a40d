// Triangles of a mesh in, the papers' binary BVH out: nodes in pre-order, so that indices follow
// from triangle counts, and the boundary edges of every node, bottom-up.

#include "self_tree.h"

#include "self_split.h"

const char* SelfBuilder_Name(SelfBuilder builder) {
    static const char* const names[SELF_BUILDER_COUNT] = {"median", "middle", "patches", "given"};
    return names[builder];
}

// Position of each triangle in the order.
typedef struct Places {
    const SelfTree* tree;
    uint32_t* of;
} Places;

static bool IsSideInNode(const Places* places, const SelfNode* node, uint32_t side) {
    return places->of[side / 3] - node->first < node->count;
}

// Whether `side` is the only side of its edge in the node. Collapsed faces do not count.
static bool IsBoundary(const Places* places, const SelfNode* node, uint32_t side) {
    const svTopology* topology = places->tree->topology;
    const uint32_t edge = topology->sideEdges[side];
    uint32_t inside = 0;
    for (uint32_t i = topology->edgeSideStart[edge]; i < topology->edgeSideStart[edge + 1]; ++i) {
        const uint32_t other = topology->edgeSides[i];
        inside += (topology->triangleBits[other / 3] & SV_COLLAPSED) == 0 &&
                  IsSideInNode(places, node, other);
    }
    return inside == 1;
}

static void MarkQuarters(const Places* places, SelfNode* node) {
    const SelfTree* tree = places->tree;
    const uint32_t start = node->quarters[0], end = (uint32_t)tree->sideCount;
    for (int q = 1; q < 5; ++q) {
        node->quarters[q] = end;
    }
    const SelfNode *left = &tree->nodes[node->left], *right = &tree->nodes[node->right];
    node->hasGrandchildren = !SelfNode_IsLeaf(left) && !SelfNode_IsLeaf(right);
    if (!node->hasGrandchildren) {
        return;
    }
    const uint32_t grandchildren[4] = {left->left, left->right, right->left, right->right};
    uint32_t next = start;
    for (int q = 0; q < 4; ++q) {
        const SelfNode* grandchild = &tree->nodes[grandchildren[q]];
        node->grandchildren[q] = grandchildren[q];
        while (next < end && IsSideInNode(places, grandchild, tree->sides[next])) {
            ++next;
        }
        node->quarters[q + 1] = next;
    }
}

// The boundary of a node: sides of its children's boundaries that do not cancel.
static void JoinBoundaries(const Places* places, SelfTree* tree, SelfNode* node) {
    const uint32_t children[2] = {node->left, node->right};
    for (int c = 0; c < 2; ++c) {
        const SelfNode* child = &tree->nodes[children[c]];
        for (uint32_t i = child->quarters[0]; i < child->quarters[4]; ++i) {
            if (IsBoundary(places, node, tree->sides[i])) {
                tree->sides[tree->sideCount++] = tree->sides[i];
            }
        }
    }
    MarkQuarters(places, node);
}

static void ListLeafSides(const Places* places, SelfTree* tree, SelfNode* leaf) {
    const uint32_t triangle = tree->order[leaf->first];
    const bool isSurface = (tree->topology->triangleBits[triangle] & SV_COLLAPSED) == 0;
    for (uint32_t k = 0; k < 3 && isSurface; ++k) {
        if (IsBoundary(places, leaf, 3 * triangle + k)) {
            tree->sides[tree->sideCount++] = 3 * triangle + k;
        }
    }
    for (int q = 1; q < 5; ++q) {
        leaf->quarters[q] = (uint32_t)tree->sideCount;
    }
}

static svStatus ListBoundaries(svContext* context, SelfTree* tree) {
    const size_t count = tree->topology->triangleCount;
    Places places = {tree, svContext_Allocate(context, count * sizeof(uint32_t))};
    if (places.of == NULL) {
        return SV_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < count; ++i) {
        places.of[tree->order[i]] = i;
    }
    svStatus status = SV_OK;
    size_t capacity = 0;
    for (uint32_t n = tree->nodeCount; n-- > 0 && status == SV_OK;) {
        SelfNode* node = &tree->nodes[n];
        const bool isLeaf = SelfNode_IsLeaf(node);
        size_t most = 3;
        if (!isLeaf) {
            const SelfNode *left = &tree->nodes[node->left], *right = &tree->nodes[node->right];
            most = (size_t)(left->quarters[4] - left->quarters[0]) +
                   (right->quarters[4] - right->quarters[0]);
        }
        status = svContext_Grow(context, (void**)&tree->sides, &capacity, tree->sideCount + most,
                                sizeof(uint32_t));
        if (status == SV_OK) {
            node->quarters[0] = (uint32_t)tree->sideCount;
            isLeaf ? ListLeafSides(&places, tree, node) : JoinBoundaries(&places, tree, node);
        }
    }
    svContext_Release(context, places.of);
    return status;
}

// Splits top-down. A subtree of m triangles has 2m - 1 consecutive nodes.
static void DivideNodes(SelfTree* tree, SelfSplitFn split, void* user) {
    for (uint32_t n = 0; n < tree->nodeCount; ++n) {
        SelfNode* node = &tree->nodes[n];
        if (node->count == 1) {
            tree->leaves[tree->order[node->first]] = n;
            continue;
        }
        const uint32_t lower = split(tree->order + node->first, node->count, user);
        node->left = n + 1;
        node->right = n + 2 * lower;
        SelfNode child = {.first = node->first,
                          .count = lower,
                          .left = SV_NONE,
                          .right = SV_NONE,
                          .parent = n,
                          .depth = node->depth + 1,
                          .grandchildren = {SV_NONE, SV_NONE, SV_NONE, SV_NONE}};
        tree->nodes[node->left] = child;
        child.first += lower;
        child.count = node->count - lower;
        tree->nodes[node->right] = child;
    }
}

static svStatus BuildSelfTree(svContext* context, const SelfTreeDef* def, SelfTree* tree) {
    static const SelfSplitFn splits[] = {SelfSplit_Median, SelfSplit_Middle, SelfSplit_Patches};
    const uint32_t count = tree->topology->triangleCount;
    for (uint32_t i = 0; i < count; ++i) {
        tree->order[i] = i;
    }
    if (count > 0) {
        tree->nodeCount = 2 * count - 1;
        tree->nodes[0] = (SelfNode){.count = count,
                                    .left = SV_NONE,
                                    .right = SV_NONE,
                                    .parent = SV_NONE,
                                    .grandchildren = {SV_NONE, SV_NONE, SV_NONE, SV_NONE}};
    }
    if (def->builder == SELF_BUILD_GIVEN) {
        DivideNodes(tree, def->split, def->user);
        return SV_OK;
    }
    SelfSplitter splitter;
    const svStatus status = SelfSplitter_Create(context, tree->topology, def->x, &splitter);
    if (status == SV_OK) {
        DivideNodes(tree, splits[def->builder], &splitter);
        SelfSplitter_Destroy(context, &splitter);
    }
    return status;
}

svStatus SelfTree_Create(svContext* context, const svMesh* mesh, const SelfTreeDef* def,
                         SelfTree* tree) {
    SelfTree made = {.topology = svMesh_GetTopology(mesh)};
    const size_t count = made.topology->triangleCount;
    made.nodes = svContext_Allocate(context, 2 * count * sizeof(SelfNode));
    made.order = svContext_Allocate(context, count * sizeof(uint32_t));
    made.leaves = svContext_Allocate(context, count * sizeof(uint32_t));
    const bool room = made.nodes != NULL && made.order != NULL && made.leaves != NULL;
    svStatus status = room ? BuildSelfTree(context, def, &made) : SV_ERROR_MEMORY;
    if (status == SV_OK) {
        status = ListBoundaries(context, &made);
    }
    if (status != SV_OK) {
        SelfTree_Destroy(context, &made);
        return status;
    }
    *tree = made;
    return SV_OK;
}

void SelfTree_Destroy(svContext* context, SelfTree* tree) {
    svContext_Release(context, tree->nodes);
    svContext_Release(context, tree->order);
    svContext_Release(context, tree->leaves);
    svContext_Release(context, tree->sides);
    *tree = (SelfTree){0};
}

size_t SelfTree_LongestBoundary(const SelfTree* tree) {
    size_t longest = 0;
    for (uint32_t n = 0; n < tree->nodeCount; ++n) {
        const size_t length = tree->nodes[n].quarters[4] - tree->nodes[n].quarters[0];
        longest = length > longest ? length : longest;
    }
    return longest;
}
