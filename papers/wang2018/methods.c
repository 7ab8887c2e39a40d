// A step and its exact contacts in; work and misses of the printed methods (the lab) out.

#include "wang2018.h"

#include "report/program.h"
#include "report/terminal.h"

#include <stdlib.h>

// One BVH per piece, each tested against itself, as in the paper.
struct WangMethods {
    svContext* context;
    SelfTree* trees;
    SelfDetect** detects;
    size_t pieceCount;
};

static const SelfMethod methods[WANG_METHOD_COUNT] = {
    [WANG_AABB] = SELF_AABB,
    [WANG_CONTOUR] = SELF_NORMAL_CONE,
    [WANG_DUAL] = SELF_DUAL_CONE,
    [WANG_INTERNAL] = SELF_DUAL_CONE_INTERNAL,
    [WANG_CRITERIA] = SELF_CRITERIA,
    [WANG_ENHANCED] = SELF_ENHANCED,
    [WANG_TIGHT] = SELF_ENHANCED,
    [WANG_MEAN] = SELF_ENHANCED,
    [WANG_LITERAL] = SELF_ENHANCED_LITERAL,
    [WANG_PATCH] = SELF_PATCH,
};

const char* WangMethod_Name(int method, bool step) {
    return method == WANG_TIGHT  ? "enhanced, tight merge"
           : method == WANG_MEAN ? "enhanced, mean cones"
                                 : SelfMethod_Name(methods[method], step);
}

bool WangMethod_IsSafe(int method) {
    return SelfMethod_IsSafe(methods[method]);
}

svStatus WangMethods_Create(svContext* context, const StepSource* source, svMesh* const* meshes,
                            WangMethods** lab) {
    WangMethods* made = Terminal_Allocate(1, sizeof(*made));
    *made = (WangMethods){.context = context};
    made->trees = Terminal_Allocate(source->pieceCount, sizeof(*made->trees));
    made->detects = Terminal_Allocate(source->pieceCount, sizeof(SelfDetect*));
    svStatus status = SV_OK;
    for (size_t p = 0; p < source->pieceCount && status == SV_OK; ++p) {
        // Split at the spatial middle, as in section 5.1 of the paper.
        const SelfTreeDef def = {.builder = SELF_BUILD_MIDDLE,
                                 .x = source->x0 + source->pieces[p].firstVertex};
        made->trees[p] = (SelfTree){0};
        made->detects[p] = NULL;
        made->pieceCount = p + 1;
        status = SelfTree_Create(context, meshes[p], &def, &made->trees[p]);
        if (status == SV_OK) {
            status = SelfDetect_Create(context, &made->trees[p], &made->detects[p]);
        }
    }
    *lab = made;
    return status;
}

void WangMethods_Destroy(WangMethods* lab) {
    if (lab == NULL) {
        return;
    }
    for (size_t p = 0; p < lab->pieceCount; ++p) {
        SelfDetect_Destroy(lab->detects[p]);
        SelfTree_Destroy(lab->context, &lab->trees[p]);
    }
    free(lab->trees);
    free(lab->detects);
    free(lab);
}

// The range of a sorted list that belongs to one mesh.
static const svFeaturePair* OfMesh(const svFeaturePair* pairs, size_t all, uint32_t mesh,
                                   size_t* count) {
    size_t first = 0, end;
    while (first < all && pairs[first].meshA < mesh) {
        ++first;
    }
    for (end = first; end < all && pairs[end].meshA == mesh; ++end) {
    }
    *count = end - first;
    return pairs + first;
}

static void CountMissedOfPiece(const SelfDetect* detect, size_t piece, int method, WangKind kind,
                               const WangContacts* exact, WangScene* scene) {
    WangWork* work = &scene->work[kind][method];
    for (int c = WangKind_First(kind); c < WangKind_End(kind); ++c) {
        const int list = c - WangKind_First(kind);
        size_t count, foundCount;
        const svFeaturePair* pairs =
            OfMesh(exact->pairs[list], exact->counts[list], (uint32_t)piece, &count);
        const svFeaturePair* found = SelfDetect_Contacts(detect, list, &foundCount);
        work->missed[c] += SelfDetect_CountMissing(pairs, count, found, foundCount);
        if (method == WANG_AABB) {
            scene->unknown[kind] += SelfDetect_CountMissing(found, foundCount, pairs, count);
        }
    }
}

static void AddSelfStats(const SelfDetectStats* stats, WangWork* work) {
    work->cull.selfTests += stats->cull.selfTests;
    work->cull.interTests += stats->cull.interTests;
    work->cull.coneTests += stats->cull.coneTests;
    work->cull.contourTests += stats->cull.contourTests;
    work->cull.contourPairs += stats->cull.contourPairs;
    work->cull.nodesCulled += stats->cull.nodesCulled;
    work->cull.trianglesCulled += stats->cull.trianglesCulled;
    work->cull.trianglePairs += stats->cull.trianglePairs;
    work->trianglePairs += stats->trianglePairs;
}

static svStatus RunMethodOnPiece(const WangMethods* lab, const StepSource* source, int method,
                                 size_t piece, WangKind kind, WangWork* work) {
    SelfDetectDef def = SelfDetectDef_Default(methods[method]);
    def.cull.merge = method == WANG_TIGHT || method == WANG_PATCH ? SV_CONE_TIGHT : SV_CONE_PROVOT;
    def.cull.meanBinormals = method == WANG_MEAN;
    SelfDetect* detect = lab->detects[piece];
    const size_t first = source->pieces[piece].firstVertex;
    const double begin = Program_ProcessorSeconds();
    const svStatus status =
        kind == WANG_DISCRETE
            ? SelfDetect_Instant(detect, &def, source->x1 + first)
            : SelfDetect_Step(detect, &def, source->x0 + first, source->x1 + first);
    const double seconds = Program_ProcessorSeconds() - begin;
    const SelfDetectStats* stats = SelfDetect_GetStats(detect);
    work->seconds += seconds;
    // Scaled by the share of the fit in the detector's own total.
    work->coneSeconds +=
        stats->totalSeconds > 0 ? seconds * stats->cull.coneSeconds / stats->totalSeconds : 0;
    AddSelfStats(stats, work);
    return status;
}

svStatus WangMethods_Run(WangMethods* lab, const StepSource* source, WangKind kind,
                         const WangContacts* exact, WangScene* scene) {
    svStatus status = SV_OK;
    for (int m = 0; m < WANG_METHOD_COUNT; ++m) {
        for (size_t p = 0; p < lab->pieceCount && status == SV_OK; ++p) {
            status = RunMethodOnPiece(lab, source, m, p, kind, &scene->work[kind][m]);
            if (status == SV_OK) {
                CountMissedOfPiece(lab->detects[p], p, m, kind, exact, scene);
            }
        }
    }
    for (int c = WangKind_First(kind); c < WangKind_End(kind); ++c) {
        scene->labContacts[c] += exact->counts[c - WangKind_First(kind)];
    }
    return status;
}
