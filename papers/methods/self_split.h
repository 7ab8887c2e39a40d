// How the triangles of a node of a SelfTree are divided.
#ifndef SELVAGE_PAPERS_METHODS_SELF_SPLIT_H
#define SELVAGE_PAPERS_METHODS_SELF_SPLIT_H

#include "self_tree.h"

// What the split functions work with, room for all triangles of a mesh.
typedef struct SelfSplitter {
    const svTopology* topology;
    const double (*x)[3];
    struct SplitItem* items;
    uint32_t* marks; // per triangle: which part, counted on from split to split
    uint32_t* queue; // triangles
    uint32_t lastMark;
} SelfSplitter;

// Room for splits of a mesh at a pose. SV_ERROR_MEMORY.
svStatus SelfSplitter_Create(svContext* context, const svTopology* topology, const double (*x)[3],
                             SelfSplitter* splitter);
void SelfSplitter_Destroy(svContext* context, SelfSplitter* splitter);

// SelfSplitFn; `user` is a SelfSplitter.
uint32_t SelfSplit_Median(uint32_t* triangles, uint32_t count, void* user);
uint32_t SelfSplit_Middle(uint32_t* triangles, uint32_t count, void* user);
uint32_t SelfSplit_Patches(uint32_t* triangles, uint32_t count, void* user);

#endif
