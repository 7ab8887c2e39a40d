// Split functions for the nodes of a SelfTree.
#ifndef SELVAGE_PAPERS_METHODS_SELF_SPLIT_H
#define SELVAGE_PAPERS_METHODS_SELF_SPLIT_H

#include "self_tree.h"

// Scratch of the split functions, for all triangles of a mesh.
typedef struct SelfSplitter {
    const svTopology* topology;
    const double (*x)[3];
    struct SplitItem* items;
    uint32_t* marks; // per triangle: its part; marks are never reused
    uint32_t* queue; // triangles
    uint32_t lastMark;
} SelfSplitter;

// Allocates for splits of a mesh at a pose. SV_ERROR_MEMORY.
svStatus SelfSplitter_Create(svContext* context, const svTopology* topology, const double (*x)[3],
                             SelfSplitter* splitter);
void SelfSplitter_Destroy(svContext* context, SelfSplitter* splitter);

// SelfSplitFn; `user` is a SelfSplitter.
uint32_t SelfSplit_Median(uint32_t* triangles, uint32_t count, void* user);
uint32_t SelfSplit_Middle(uint32_t* triangles, uint32_t count, void* user);
uint32_t SelfSplit_Patches(uint32_t* triangles, uint32_t count, void* user);

#endif
