// What the files that make a multigrid hierarchy share.
#ifndef SELVAGE_SIM_MULTIGRID_BUILD_H
#define SELVAGE_SIM_MULTIGRID_BUILD_H

#include "multigrid.h"

static inline void* AllocateArray(svContext* context, size_t count, size_t size) {
    return count > SIZE_MAX / size ? NULL : svContext_Allocate(context, count * size);
}

enum { PARENT_MAX = 4 }; // of a vertex

// Room for so many blocks, and a zero after them.
static inline svEdgeBlock* AllocateBlocks(svContext* context, size_t count) {
    svEdgeBlock* blocks = AllocateArray(context, count + 1, sizeof(*blocks));
    if (blocks != NULL) {
        blocks[count] = (svEdgeBlock){Float4_Zero(), Float4_Zero(), Float4_Zero()};
    }
    return blocks;
}

// When the parents and children of `fine` and the number of coarse vertices are there: the edges
// and blocks of `coarse`, and the shares that they and own blocks take from finer edges.
svStatus svLevel_MakeCoarseEdges(svContext* context, svLevel* fine, svLevel* coarse,
                                 const bool* held);

#endif
