// Normal cones of all nodes of a BVH by both merges, compared node by node.
//
// D.-H. Han, C.-J. Lee, S. Lee and H.-S. Ko, "Tight Normal Cone Merging for Efficient Collision
// Detection of Thin Deformable Objects", 2021: Theorem 1 says that the tight merge of two cones is
// never wider than Provot's *of the same two*. But two hierarchies merge different cones higher up:
// the tight one may lie further from its neighbour. So there are a few nodes at which the tight
// hierarchy is wider than Provot's (seven normals in tests/papers/test_cone_hierarchy.c show it).
// The narrower of the two, node by node, is never wider than either; it costs both.
#ifndef SELVAGE_PAPERS_METHODS_CONE_HIERARCHY_H
#define SELVAGE_PAPERS_METHODS_CONE_HIERARCHY_H

#include "self_cull.h"

typedef enum ConeForm {
    CONE_PROVOT,   // Eqs. 1-3 from the leaves up
    CONE_TIGHT,    // Eqs. 7-8
    CONE_NARROWER, // the narrower of these two
    CONE_OPTIMAL,  // the narrowest around all normals below the node
    CONE_FORM_COUNT
} ConeForm;

// "Provot", "tight", "narrower", "optimal".
const char* ConeForm_Name(ConeForm form);

typedef struct ConeHierarchy {
    const SelfTree* tree;
    SelfCull* culls[2]; // CONE_PROVOT, CONE_TIGHT: the cones that SELF_CONE culls by
} ConeHierarchy;

// Room for a tree, which must outlive it. SV_ERROR_MEMORY.
svStatus ConeHierarchy_Create(svContext* context, const SelfTree* tree, ConeHierarchy* hierarchy);
void ConeHierarchy_Destroy(ConeHierarchy* hierarchy);

// Fits the cones to the step, or with x1 null to the instant x0. Control normals are not
// normalised. The positions must stay until the next call.
svStatus ConeHierarchy_Fit(ConeHierarchy* hierarchy, const double (*x0)[3], const double (*x1)[3]);

// Half opening angles of the node's cones in radians, at most SV_CONE_FULL_ANGLE. SV_ERROR_MEMORY.
svStatus ConeHierarchy_Angles(const ConeHierarchy* hierarchy, uint32_t node,
                              double angles[CONE_FORM_COUNT]);

// Smaller nodes are not in the means: all forms are nearly the same there.
enum { CONE_LEAST_TRIANGLES = 4 };

// Statistics over all nodes of one or more trees.
typedef struct ConeStats {
    // ConeHierarchy_Check
    uint64_t merges;      // inner nodes
    uint64_t mergeWider;  // where the tight merge of the same two cones is wider than Provot's
    uint64_t widerNodes;  // where the tight hierarchy is wider than Provot's
    double greatestWider; // by so much, in radians

    // ConeHierarchy_AddAngles. Sums are in radians and over the nodes whose normals have a
    // half-space (the optimal cone is not full); full is 90 degrees.
    uint64_t nodes;                  // of four triangles or more
    uint64_t below[CONE_FORM_COUNT]; // of those, that are not full
    double sums[CONE_FORM_COUNT];
} ConeStats;

// Compares the merges at all nodes.
void ConeHierarchy_Check(const ConeHierarchy* hierarchy, ConeStats* stats);

// Adds the angles of the nodes, the optimal ones too: takes far longer. SV_ERROR_MEMORY.
svStatus ConeHierarchy_AddAngles(const ConeHierarchy* hierarchy, ConeStats* stats);

// The mean angle in degrees; 0 without nodes.
double ConeStats_Mean(const ConeStats* stats, ConeForm form);

#endif
