// A binary BVH over the triangles of one mesh, one triangle per leaf, as in the papers on
// self-collision culling. Built once; AABBs and cones of a step are in self_cull.h.
//
// The triangles of a node are consecutive in `order`, and so are the sides of its boundary in
// `sides`, in the order of their triangles: those of a child or grandchild are a sub-range. That is
// the preprocessing of wang2018, section 5.2.2, which divides the boundary of a node into the four
// parts that belong to its grandchildren.
#ifndef SELVAGE_PAPERS_METHODS_SELF_TREE_H
#define SELVAGE_PAPERS_METHODS_SELF_TREE_H

#include "selvage/mesh.h"

typedef struct SelfNode {
    uint32_t first, count; // triangles order[first] to order[first + count - 1]
    uint32_t left, right;  // children; SV_NONE: a leaf
    uint32_t parent;       // SV_NONE: the root
    uint32_t depth;        // 0: the root
    uint32_t quarters[5]; // quarter q of the boundary: sides[quarters[q]] to sides[quarters[q+1]-1]
    bool hasGrandchildren;     // both children have children; if not, all sides are in quarter 0
    uint32_t grandchildren[4]; // ll lr rl rr; SV_NONE unless hasGrandchildren
} SelfNode;

typedef struct SelfTree {
    const svTopology* topology; // of the mesh, which must outlive the tree
    SelfNode* nodes;            // parents before children; the root is node 0
    uint32_t nodeCount;         // 2 * triangles - 1; 0 for an empty mesh
    uint32_t* order;            // triangles
    uint32_t* leaves;           // the leaf of each triangle

    // Sides (3 * triangle + corner) on the boundary of nodes. An edge is on the boundary of a node
    // if exactly one of its sides is in the node. It is an original boundary edge if it is on the
    // boundary of the mesh, else an internal one, due to the division into nodes.
    uint32_t* sides;
    size_t sideCount;
} SelfTree;

// Splits at least two triangles: reorders them and returns the size of the first part, from 1 to
// count - 1.
typedef uint32_t (*SelfSplitFn)(uint32_t* triangles, uint32_t count, void* user);

typedef enum SelfBuilder {
    SELF_BUILD_MEDIAN,  // half of the centroids to each side, along the longest axis of their box
    SELF_BUILD_MIDDLE,  // at the middle of the longest axis of the box, as in wang2018, section 5.1
    SELF_BUILD_PATCHES, // connected parts first; these in two along the dual graph (Voronoi)
    SELF_BUILD_GIVEN,   // the caller's split function
    SELF_BUILDER_COUNT
} SelfBuilder;

// "median", "middle", "patches", "given".
const char* SelfBuilder_Name(SelfBuilder builder);

typedef struct SelfTreeDef {
    SelfBuilder builder;
    const double (*x)[3]; // the pose to build on; SELF_BUILD_GIVEN does not need it
    SelfSplitFn split;    // SELF_BUILD_GIVEN
    void* user;
} SelfTreeDef;

// SV_ERROR_MEMORY. On success the caller destroys the tree; on failure it is untouched.
svStatus SelfTree_Create(svContext* context, const svMesh* mesh, const SelfTreeDef* def,
                         SelfTree* tree);
void SelfTree_Destroy(svContext* context, SelfTree* tree);

// Number of sides of the longest boundary of a node.
size_t SelfTree_LongestBoundary(const SelfTree* tree);

static inline bool SelfNode_IsLeaf(const SelfNode* node) {
    return node->left == SV_NONE;
}

// Whether the edge of a side is an original boundary edge.
static inline bool SelfTree_IsOriginal(const SelfTree* tree, uint32_t side) {
    return tree->topology->edgeKinds[tree->topology->sideEdges[side]] == SV_EDGE_BOUNDARY;
}

#endif
