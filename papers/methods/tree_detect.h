// Self-collision of a cloth over a step by the sphere tree of ding2013, with or without its normal
// masks. The paper never got this to work; here it runs, with the exact contacts of svScene_Detect,
// less those that the printed mask rule loses.
#ifndef SELVAGE_PAPERS_METHODS_TREE_DETECT_H
#define SELVAGE_PAPERS_METHODS_TREE_DETECT_H

#include "contour.h"
#include "normal_masks.h"

#include "selvage/scene.h"

typedef enum MaskRule {
    MASK_NONE,      // spheres alone
    MASK_PRINTED,   // UNSAFE: loses contacts, see normal_masks.h
    MASK_CORRECTED, // whole nodes only, with the contour test
    MASK_RULE_COUNT
} MaskRule;

// The search of section 3: of every vertex the segment, of every edge the quadrilateral that it
// sweeps over the step goes down the tree to the leaves whose spheres it meets; masks do not occur.
typedef enum QueryRule {
    // UNSAFE: the spheres are those of the cloth at t0, as the tree is made "at each iteration",
    // while the faces and edges in them move, too.
    QUERY_PRINTED,
    // UNSAFE: spheres around the particles at t0 and t1; but the four corners that an edge sweeps
    // are in no plane, and two triangles do not hold the surface between them.
    QUERY_STEP,
    QUERY_CERTAIN, // the same, as far away as that surface may bulge
    QUERY_RULE_COUNT
} QueryRule;

// Work counters.
typedef struct TreeDetectStats {
    uint64_t nodePairs;    // pairs of nodes visited, nodes with themselves included; of a segment
                           // or quadrilateral and a node in TreeDetect_Query
    uint64_t skipped;      // of those, culled by the masks
    uint64_t leafPairs;    // pairs of leaves whose features were tested; or of a feature and a leaf
    uint64_t tested[2];    // elementary tests, by svPairKind
    uint64_t contourTests; // pairs of rim edges
} TreeDetectStats;

typedef struct TreeDetect {
    svContext* context;
    const SphereTree* tree;
    NormalMasks masks;
    Contour contour;
    struct TreeFeatures* features; // of vertices, edges and faces
    struct TreeQueue* queues;      // by svPairKind
    uint8_t* hits;
    svStatus status; // of the run
    const double (*x[2])[3];
    MaskRule rule;
    QueryRule query;

    // The contacts of the last run, sorted as svScene_Detect sorts them; meshA and meshB are 0.
    svFeaturePair* contacts[2];
    size_t counts[2], capacities[2];
    TreeDetectStats stats;
} TreeDetect;

// Allocates for a tree, which has been built once and must outlive it. SV_ERROR_MEMORY.
svStatus TreeDetect_Create(svContext* context, const SphereTree* tree, TreeDetect* detect);
void TreeDetect_Destroy(TreeDetect* detect);

// Finds the contacts; the tree must have been built or refitted for the same positions, which must
// be finite. SV_ERROR_MEMORY.
svStatus TreeDetect_Run(TreeDetect* detect, MaskRule rule, const double (*x0)[3],
                        const double (*x1)[3]);

// The same contacts by the search of section 3, less those that its rule loses. For QUERY_PRINTED
// the tree must have been built for x0 alone: x0 at both ends.
svStatus TreeDetect_Query(TreeDetect* detect, QueryRule rule, const double (*x0)[3],
                          const double (*x1)[3]);

#endif
