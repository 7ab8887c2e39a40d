// Self-collision of a mesh by the methods of self_cull.h with the exact elementary tests of the
// library on top: what a safe method finds is what svScene_Intersect and svScene_Detect find, pair
// by pair, and what others find less was lost by their culling alone.
#ifndef SELVAGE_PAPERS_METHODS_SELF_DETECT_H
#define SELVAGE_PAPERS_METHODS_SELF_DETECT_H

#include "self_cull.h"

#include "selvage/scene.h"

typedef struct SelfDetectDef {
    SelfCullDef cull;

    // Representative triangles (Curtis, Tamstorf and Manocha 2008): a pair of features is tested
    // for the pair of triangles that own them, once. Off: for every pair of triangles that has it.
    bool representative;

    // Non-penetration filter (Tang, Manocha and Tong 2010): the features are coplanar at no time of
    // the step, because the Bernstein coefficients of the cubic have one sign.
    bool nonPenetration;

    // UNSAFE: pairs of triangles that share a vertex are left out.
    bool skipAdjacent;
} SelfDetectDef;

// Representative triangles and the non-penetration filter, as han2021 had it; nothing left out.
SelfDetectDef SelfDetectDef_Default(SelfMethod method);

typedef struct SelfDetectStats {
    SelfCullStats cull;
    uint64_t trianglePairs;   // whose boxes overlap: triangle tests at an instant
    uint64_t boxPairs[2];     // pairs of features whose boxes overlap, by svPairKind
    uint64_t filtered[2];     // of those, by the non-penetration filter
    uint64_t featureTests[2]; // of those, that were tested
    uint64_t contacts;        // of all kinds
    double testSeconds;       // elementary tests, with boxes of features and filter
    double totalSeconds;      // refit, traversal and tests
} SelfDetectStats;

typedef struct SelfDetect SelfDetect;

// Room for searches in a tree, which must outlive it. SV_ERROR_MEMORY.
svStatus SelfDetect_Create(svContext* context, const SelfTree* tree, SelfDetect** detect);
void SelfDetect_Destroy(SelfDetect* detect);

// Pairs of triangles that meet at an instant, in the sense of svTriangleMeeting. SV_ERROR_MEMORY.
svStatus SelfDetect_Instant(SelfDetect* detect, const SelfDetectDef* def, const double (*x)[3]);

// Vertex-face and edge-edge contacts over a step. SV_ERROR_MEMORY.
svStatus SelfDetect_Step(SelfDetect* detect, const SelfDetectDef* def, const double (*x0)[3],
                         const double (*x1)[3]);

// What the last search found, sorted, meshA and meshB 0: of an instant pairs of faces in list 0; of
// a step by svPairKind. Valid until the next search.
const svFeaturePair* SelfDetect_Contacts(const SelfDetect* detect, int list, size_t* count);

const SelfDetectStats* SelfDetect_GetStats(const SelfDetect* detect);

// The boxes and cones of the last search.
const SelfCull* SelfDetect_GetCull(const SelfDetect* detect);

// How many pairs of a sorted list are not in another one; of lists of one mesh (a and b count).
size_t SelfDetect_CountMissing(const svFeaturePair* all, size_t allCount,
                               const svFeaturePair* found, size_t foundCount);

#endif
