// Internals of SelfCull, for the files that implement it.
#ifndef SELVAGE_PAPERS_METHODS_SELF_STATE_H
#define SELVAGE_PAPERS_METHODS_SELF_STATE_H

#include "self_contour.h"
#include "self_cull.h"

enum { SELF_BLOCK = 2048 };

// Which binormal cones a node has.
enum { BINORMAL_ORIGINAL, BINORMAL_INTERNAL }; // of the dual-cone methods; wang2018: by quarter

struct SelfCull {
    svContext* context;
    const SelfTree* tree;
    SelfCullDef def;
    const double (*x[2])[3]; // x[1] null: an instant

    // Per node. A binormal cone with a negative angle: no edges.
    double (*boxes)[2][3];
    svCone* normals;
    svCone (*binormals)[4];
    uint32_t (*masks)[2]; // at t0 and t1

    double (*vectors)[3]; // scratch: binormals of the longest boundary, four per edge
    SelfContour contour;
    struct SelfPatches* patches;

    uint32_t (*pairs)[2]; // a block
    size_t pairCount;
    SelfPairFn take;
    void* user;
    double takeSeconds;
    SelfCullStats stats;
};

// CPU time of this thread in seconds.
double SelfState_Seconds(void);

// self_cones.c: fits what the method of cull->def needs.
void SelfCull_FitNormals(SelfCull* cull);
void SelfCull_FitBinormals(SelfCull* cull);
void SelfCull_FitMasks(SelfCull* cull);

static inline bool SelfCull_HasBinormals(SelfMethod method) {
    return method >= SELF_DUAL_CONE && method <= SELF_ENHANCED_LITERAL;
}

#endif
