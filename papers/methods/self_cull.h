// Self-collision culling of the papers, method beside method, on one BVH: which triangle pairs are
// left as candidates. MOST OF THESE METHODS LOSE CONTACTS; README.md says which and why, and how
// each was read where its paper is silent.
//
// - Volino and Magnenat-Thalmann, "Efficient self-collision detection on smoothly discretized
//   surface animations using geometrical shape regularity", 1994; Provot, "Collision and
//   self-collision handling in cloth model dedicated to design garments", 1997: SELF_NORMAL_CONE at
//   an instant (NCT).
// - Tang, Curtis, Yoon and Manocha, "ICCD: interactive continuous collision detection between
//   deformable models using connectivity-based culling", 2009: the same over a step (CBC).
// - Heo et al., "FASTCD: fracturing-aware stable collision detection", 2010: SELF_DUAL_CONE, and
//   SELF_DUAL_CONE_INTERNAL, its extension.
// - Wang, Tang, Wang and Tong, "Accurate self-collision detection using enhanced dual-cone method",
//   2018: SELF_CRITERIA, SELF_ENHANCED, SELF_ENHANCED_LITERAL.
// - Han, Lee, Lee and Ko, "Tight normal cone merging for efficient collision detection of thin
//   deformable objects", 2021: the merges, with SELF_CONE.
// - Ding, "Rapid cloth collision detection using bounding sphere trees", 2013: SELF_MASKS.
#ifndef SELVAGE_PAPERS_METHODS_SELF_CULL_H
#define SELVAGE_PAPERS_METHODS_SELF_CULL_H

#include "self_tree.h"

#include "selvage/cone.h"

typedef enum SelfMethod {
    SELF_AABB,               // safe: AABBs alone
    SELF_CONE,               // UNSAFE: culls nodes with a normal cone below 90 degrees
    SELF_NORMAL_CONE,        // UNSAFE on surfaces that are no disk: cone and contour; NCT, CBC
    SELF_DUAL_CONE,          // UNSAFE: binormal cone of original boundary edges
    SELF_DUAL_CONE_INTERNAL, // UNSAFE: another binormal cone, of internal ones
    SELF_CRITERIA,           // UNSAFE: Algorithm 1 on whole nodes, simple traversal
    SELF_ENHANCED,           // UNSAFE: Algorithms 3 and 4, the index of the ten tests corrected
    SELF_ENHANCED_LITERAL,   // UNSAFE: and as printed, t = i + j + 4
    SELF_MASKS,              // UNSAFE: 26 directions, nodes and pairs of nodes
    SELF_PATCH,              // safe: the library's corrected test of whole nodes
    SELF_METHOD_COUNT
} SelfMethod;

// For tables: "AABB only", "cone only", "NCT", or "CBC" over a step.
const char* SelfMethod_Name(SelfMethod method, bool step);

// Whether the method never loses a contact.
bool SelfMethod_IsSafe(SelfMethod method);

typedef struct SelfCullDef {
    SelfMethod method;
    svConeMerge merge; // of cones up the tree: Provot 1997, or tight, han2021 Eqs. 7 and 8
    // Over a step, the middle control normal: as printed in han2021 Eq. 10, N0 + N1 - delta with
    // unit N0 and N1 (UNSAFE), in place of the raw form.
    bool printedNormals;
    // Binormal cones around the mean instead of the narrowest: faster to fit, cull less. (wang2018
    // does not say which.)
    bool meanBinormals;
} SelfCullDef;

// The tight merge, raw control normals, narrowest binormal cones.
SelfCullDef SelfCullDef_Default(SelfMethod method);

typedef struct SelfCullStats {
    uint64_t selfTests;       // nodes tested for self-collision culling
    uint64_t interTests;      // pairs of nodes whose AABBs were tested
    uint64_t coneTests;       // cones or masks tested
    uint64_t contourTests;    // tests of two contours, or of one with itself
    uint64_t contourPairs;    // pairs of contour edges with overlapping boxes
    uint64_t nodesCulled;     // nodes culled whole
    uint64_t trianglesCulled; // triangles in them
    uint64_t pairsSkipped;    // pairs of nodes culled by masks or by one of wang2018's ten tests
    uint64_t trianglePairs;   // candidates left
    double boxSeconds;        // refit of boxes
    double coneSeconds;       // refit of cones or masks
    double traverseSeconds;   // without the callback's time
} SelfCullStats;

// A block of pairs of triangles.
typedef void (*SelfPairFn)(const uint32_t (*pairs)[2], size_t count, void* user);

// AABBs and cones of a BVH at an instant or over a step.
typedef struct SelfCull SelfCull;

// Allocates everything up front, except for SELF_PATCH, whose tester may grow. The tree must
// outlive it. SV_ERROR_MEMORY.
svStatus SelfCull_Create(svContext* context, const SelfTree* tree, SelfCull** cull);
void SelfCull_Destroy(SelfCull* cull);

// Refits AABBs, and what the method needs, to the positions; x1 null: to the instant x0. The
// positions must stay until the next call. Resets the stats. SV_ERROR_MEMORY: SELF_PATCH only.
svStatus SelfCull_Update(SelfCull* cull, const SelfCullDef* def, const double (*x0)[3],
                         const double (*x1)[3]);

// Passes every candidate pair of triangles, once each, to `take`, in blocks; pairs that share
// vertices included. Deterministic order.
void SelfCull_Traverse(SelfCull* cull, SelfPairFn take, void* user);

const SelfCullStats* SelfCull_GetStats(const SelfCull* cull);

// The surface normal cone of a node, of the last update, which must have been of a method with
// cones (not SELF_AABB, SELF_MASKS).
const svCone* SelfCull_Cone(const SelfCull* cull, uint32_t node);

// The narrowest cone around all (control) normals of the node's triangles: what han2021's Figure 5
// calls optimal. Computed anew at each call. SV_ERROR_MEMORY.
svStatus SelfCull_OptimalCone(const SelfCull* cull, uint32_t node, svCone* cone);

#endif
