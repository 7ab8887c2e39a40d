// The library's test of whole nodes (selvage/patch.h) on a SelfTree: what is safe, beside what the
// papers print.
#ifndef SELVAGE_PAPERS_METHODS_SELF_PATCHES_H
#define SELVAGE_PAPERS_METHODS_SELF_PATCHES_H

#include "self_cull.h"

typedef struct SelfPatches SelfPatches;

// The shapes of all nodes, found once. SV_ERROR_MEMORY.
svStatus SelfPatches_Create(svContext* context, const SelfTree* tree, SelfPatches** patches);
void SelfPatches_Destroy(SelfPatches* patches); // null is allowed

// Whether the node, whose normal cone is not full, certainly does not meet itself.
bool SelfPatches_IsCollisionFree(SelfCull* cull, uint32_t node);

#endif
