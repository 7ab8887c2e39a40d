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

// Work counters.
typedef struct TreeDetectStats {
    uint64_t nodePairs;    // pairs of nodes visited, nodes with themselves included
    uint64_t skipped;      // of those, culled by the masks
    uint64_t leafPairs;    // pairs of leaves whose features were tested
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

#endif
