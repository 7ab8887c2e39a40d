// The library's patch test (selvage/patch.h) on the nodes of a SelfTree: the safe method beside the
// printed ones.
#ifndef SELVAGE_PAPERS_METHODS_SELF_PATCHES_H
#define SELVAGE_PAPERS_METHODS_SELF_PATCHES_H

#include "self_cull.h"

typedef struct SelfPatches SelfPatches;

// Finds the shapes of all nodes. SV_ERROR_MEMORY.
svStatus SelfPatches_Create(svContext* context, const SelfTree* tree, SelfPatches** patches);
void SelfPatches_Destroy(SelfPatches* patches); // null is allowed

// Whether the node, whose normal cone is not full, is certified free of self-contact.
bool SelfPatches_IsCollisionFree(SelfCull* cull, uint32_t node);

#endif
