// The parts of a tree that may be tested for meeting themselves, without the scene room.
#ifndef SELVAGE_TESTS_SUPPORT_SELF_PARTS_H
#define SELVAGE_TESTS_SUPPORT_SELF_PARTS_H

#include "selfcull/self_test.h"
#include "support/tree_scenes.h"

typedef struct SelfParts {
    TreeScene* scene;
    svLeaves leaves;
    svTree tree;
    svSelfTests tests;
    uint32_t* points; // of vertices: as they are
} SelfParts;

// The leaves and the tree of a scene whose points are placed.
void SelfParts_Open(TreeScene* scene, svBuilder builder, SelfParts* parts);
void SelfParts_Close(SelfParts* parts);

svStatus SelfParts_BuildTests(SelfParts* parts);

// The leaves of a part: from `first` up to `end`.
typedef struct SelfRange {
    uint32_t first, end;
} SelfRange;

SelfRange SelfParts_LeavesOf(const SelfParts* parts, uint32_t level, uint32_t part);

#endif
