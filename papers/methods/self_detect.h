// Self-collision of a mesh by the methods of self_cull.h, with the library's exact elementary tests
// as narrow phase: a safe method finds what svScene_Intersect and svScene_Detect find, pair by
// pair, and what another method misses was lost by its culling alone.
#ifndef SELVAGE_PAPERS_METHODS_SELF_DETECT_H
#define SELVAGE_PAPERS_METHODS_SELF_DETECT_H

#include "self_cull.h"

#include "selvage/scene.h"

typedef struct SelfDetectDef {
    SelfCullDef cull;

    // Representative triangles (Curtis, Tamstorf and Manocha 2008): a feature pair is tested once,
    // for the triangles that own its features. Off: for every triangle pair that has it.
    bool representative;

    // Non-penetration filter (Tang, Manocha and Tong 2010): culls feature pairs that are never
    // coplanar, since the Bernstein coefficients of the cubic have one sign.
    bool nonPenetration;

    // UNSAFE: skips triangle pairs that share a vertex.
    bool skipAdjacent;
} SelfDetectDef;

// Representative triangles and the non-penetration filter, as in han2021; no pair skipped.
SelfDetectDef SelfDetectDef_Default(SelfMethod method);

typedef struct SelfDetectStats {
    SelfCullStats cull;
    uint64_t trianglePairs;   // whose boxes overlap: triangle tests at an instant
    uint64_t boxPairs[2];     // pairs of features whose boxes overlap, by svPairKind
    uint64_t filtered[2];     // of those, culled by the non-penetration filter
    uint64_t featureTests[2]; // of those, tested
    uint64_t contacts;        // of all kinds
    double testSeconds;       // narrow phase: feature boxes, filter, elementary tests
    double totalSeconds;      // refit, traversal and tests
} SelfDetectStats;

typedef struct SelfDetect SelfDetect;

// Allocates for a tree, which must outlive it. SV_ERROR_MEMORY.
svStatus SelfDetect_Create(svContext* context, const SelfTree* tree, SelfDetect** detect);
void SelfDetect_Destroy(SelfDetect* detect);

// DCD: triangle pairs that intersect at an instant, as defined by svTriangleMeeting.
// SV_ERROR_MEMORY.
svStatus SelfDetect_Instant(SelfDetect* detect, const SelfDetectDef* def, const double (*x)[3]);

// CCD: vertex-face and edge-edge contacts over a step. SV_ERROR_MEMORY.
svStatus SelfDetect_Step(SelfDetect* detect, const SelfDetectDef* def, const double (*x0)[3],
                         const double (*x1)[3]);

// What the last search found, sorted, meshA and meshB 0: of an instant pairs of faces in list 0; of
// a step by svPairKind. Valid until the next search.
const svFeaturePair* SelfDetect_Contacts(const SelfDetect* detect, int list, size_t* count);

const SelfDetectStats* SelfDetect_GetStats(const SelfDetect* detect);

// The boxes and cones of the last search.
const SelfCull* SelfDetect_GetCull(const SelfDetect* detect);

// Number of pairs of one sorted list that are not in another; lists of one mesh.
size_t SelfDetect_CountMissing(const svFeaturePair* all, size_t allCount,
                               const svFeaturePair* found, size_t foundCount);

#endif
