// A BVH and its motion in, candidate triangle pairs out: refit, the culling rules of the papers,
// and the self-traversal.

#include "self_state.h"

#include "self_patches.h"
#include "vectors.h"

#include <time.h>

double SelfState_Seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

const char* SelfMethod_Name(SelfMethod method, bool step) {
    static const char* const names[SELF_METHOD_COUNT] = {
        "AABB only",
        "cone only",
        "NCT",
        "dual cone",
        "dual cone (int)",
        "criteria",
        "enhanced dual cone",
        "enhanced, t=i+j+4",
        "masks",
        "patch",
    };
    return method == SELF_NORMAL_CONE && step ? "CBC" : names[method];
}

bool SelfMethod_IsSafe(SelfMethod method) {
    return method == SELF_AABB || method == SELF_PATCH;
}

SelfCullDef SelfCullDef_Default(SelfMethod method) {
    return (SelfCullDef){.method = method, .merge = SV_CONE_TIGHT};
}

svStatus SelfCull_Create(svContext* context, const SelfTree* tree, SelfCull** cull) {
    SelfCull* made = svContext_Allocate(context, sizeof(SelfCull));
    if (made == NULL) {
        return SV_ERROR_MEMORY;
    }
    const size_t count = tree->nodeCount;
    *made = (SelfCull){.context = context, .tree = tree};
    made->boxes = svContext_Allocate(context, count * sizeof(*made->boxes));
    made->normals = svContext_Allocate(context, count * sizeof(*made->normals));
    made->binormals = svContext_Allocate(context, count * sizeof(*made->binormals));
    made->masks = svContext_Allocate(context, count * sizeof(*made->masks));
    made->vectors =
        svContext_Allocate(context, 4 * SelfTree_LongestBoundary(tree) * sizeof(*made->vectors));
    made->pairs = svContext_Allocate(context, SELF_BLOCK * sizeof(*made->pairs));
    const bool room = made->boxes != NULL && made->normals != NULL && made->binormals != NULL &&
                      made->masks != NULL && made->vectors != NULL && made->pairs != NULL;
    svStatus status = room ? SelfContour_Create(context, tree, &made->contour) : SV_ERROR_MEMORY;
    if (status != SV_OK) {
        SelfCull_Destroy(made);
        return status;
    }
    *cull = made;
    return SV_OK;
}

void SelfCull_Destroy(SelfCull* cull) {
    if (cull == NULL) {
        return;
    }
    svContext* context = cull->context;
    svContext_Release(context, cull->boxes);
    svContext_Release(context, cull->normals);
    svContext_Release(context, cull->binormals);
    svContext_Release(context, cull->masks);
    svContext_Release(context, cull->vectors);
    svContext_Release(context, cull->pairs);
    SelfContour_Destroy(context, &cull->contour);
    SelfPatches_Destroy(cull->patches);
    svContext_Release(context, cull);
}

static void FitTriangleBox(SelfCull* cull, uint32_t triangle, double box[2][3]) {
    const uint32_t* corners = cull->tree->topology->triangles + (size_t)3 * triangle;
    for (int d = 0; d < 3; ++d) {
        box[0][d] = box[1][d] = cull->x[0][corners[0]][d];
    }
    for (int t = 0; t < 2 && cull->x[t] != NULL; ++t) {
        for (int k = 0; k < 3; ++k) {
            const double* x = cull->x[t][corners[k]];
            for (int d = 0; d < 3; ++d) {
                box[0][d] = x[d] < box[0][d] ? x[d] : box[0][d];
                box[1][d] = x[d] > box[1][d] ? x[d] : box[1][d];
            }
        }
    }
}

static void FitNodeBoxes(SelfCull* cull) {
    const SelfTree* tree = cull->tree;
    for (uint32_t n = tree->nodeCount; n-- > 0;) {
        const SelfNode* node = &tree->nodes[n];
        double(*box)[3] = cull->boxes[n];
        if (SelfNode_IsLeaf(node)) {
            FitTriangleBox(cull, tree->order[node->first], box);
            continue;
        }
        double(*a)[3] = cull->boxes[node->left], (*b)[3] = cull->boxes[node->right];
        for (int d = 0; d < 3; ++d) {
            box[0][d] = a[0][d] < b[0][d] ? a[0][d] : b[0][d];
            box[1][d] = a[1][d] > b[1][d] ? a[1][d] : b[1][d];
        }
    }
}

svStatus SelfCull_Update(SelfCull* cull, const SelfCullDef* def, const double (*x0)[3],
                         const double (*x1)[3]) {
    cull->def = *def;
    cull->def.printedNormals = def->printedNormals && def->method != SELF_PATCH;
    cull->x[0] = x0;
    cull->x[1] = x1;
    cull->stats = (SelfCullStats){0};
    cull->contour.tests = cull->contour.pairs = 0;
    const double start = SelfState_Seconds();
    FitNodeBoxes(cull);
    const double fitted = SelfState_Seconds();
    svStatus status = SV_OK;
    if (def->method == SELF_MASKS) {
        SelfCull_FitMasks(cull);
    } else if (def->method != SELF_AABB) {
        SelfCull_FitNormals(cull);
    }
    if (SelfCull_HasBinormals(def->method)) {
        SelfCull_FitBinormals(cull);
    }
    cull->stats.boxSeconds = fitted - start;
    cull->stats.coneSeconds = SelfState_Seconds() - fitted;
    if (def->method == SELF_PATCH && cull->patches == NULL) {
        status = SelfPatches_Create(cull->context, cull->tree, &cull->patches);
    }
    return status;
}

const SelfCullStats* SelfCull_GetStats(const SelfCull* cull) {
    return &cull->stats;
}

// ---- rules ------------------------------------------------------------------------------------

// The Dual-Cone Theorem: |A_n . A_b| < cos theta_b. Trivially true without edges.
static bool DualConeTest(SelfCull* cull, const svCone* normals, const svCone* binormals) {
    ++cull->stats.coneTests;
    return binormals->angle < 0 ||
           (svCone_HasHalfSpace(binormals) &&
            fabs(Lab_Dot(normals->axis, binormals->axis)) < cos(binormals->angle));
}

static bool HasHalfSpace(SelfCull* cull, uint32_t node) {
    ++cull->stats.coneTests;
    return svCone_HasHalfSpace(&cull->normals[node]);
}

// wang2018, the ten tests of a node with grandchildren in the order of Algorithm 3: four of single
// quarters, six of pairs of quarters. Stops at the first failure unless `all`.
enum { TEN_TESTS = 10 };

static const int tenPairs[TEN_TESTS - 4][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

static bool TenTests(SelfCull* cull, uint32_t n, bool all, bool results[TEN_TESTS]) {
    const SelfNode* node = &cull->tree->nodes[n];
    bool passed = true;
    for (int q = 0; q < 4 && (passed || all); ++q) {
        results[q] =
            DualConeTest(cull, &cull->normals[node->grandchildren[q]], &cull->binormals[n][q]);
        passed = passed && results[q];
    }
    if (!passed && !all) {
        return false;
    }
    SelfContour_Load(&cull->contour, cull->tree, n, false, cull->normals[n].axis, cull->x);
    for (int i = 0; i < TEN_TESTS - 4 && (passed || all); ++i) {
        results[4 + i] = SelfContour_AreDisjoint(&cull->contour, tenPairs[i][0], tenPairs[i][1]);
        passed = passed && results[4 + i];
    }
    return passed;
}

static bool IsCulled(SelfCull* cull, uint32_t n) {
    bool results[TEN_TESTS];
    svCone* binormals = cull->binormals[n];
    ++cull->stats.selfTests;
    switch (cull->def.method) {
    case SELF_CONE:
        return HasHalfSpace(cull, n);
    case SELF_NORMAL_CONE:
        if (!HasHalfSpace(cull, n)) {
            return false;
        }
        SelfContour_Load(&cull->contour, cull->tree, n, true, cull->normals[n].axis, cull->x);
        return SelfContour_IsSimple(&cull->contour, 0);
    case SELF_DUAL_CONE:
    case SELF_DUAL_CONE_INTERNAL:
        return HasHalfSpace(cull, n) &&
               DualConeTest(cull, &cull->normals[n], &binormals[BINORMAL_ORIGINAL]) &&
               (cull->def.method == SELF_DUAL_CONE ||
                DualConeTest(cull, &cull->normals[n], &binormals[BINORMAL_INTERNAL]));
    case SELF_CRITERIA:
        return cull->tree->nodes[n].hasGrandchildren && HasHalfSpace(cull, n) &&
               TenTests(cull, n, false, results);
    case SELF_MASKS:
        ++cull->stats.coneTests;
        return (cull->masks[n][0] & cull->masks[n][1]) != 0;
    case SELF_PATCH:
        return HasHalfSpace(cull, n) && SelfPatches_IsCollisionFree(cull, n);
    default:
        return false;
    }
}

// ---- traversal --------------------------------------------------------------------------------

static void FlushPairBlock(SelfCull* cull) {
    if (cull->pairCount > 0) {
        const double start = SelfState_Seconds();
        cull->take((const uint32_t(*)[2])cull->pairs, cull->pairCount, cull->user);
        cull->takeSeconds += SelfState_Seconds() - start;
    }
    cull->stats.trianglePairs += cull->pairCount;
    cull->pairCount = 0;
}

// Broad phase of two nodes without common triangles.
static void Collide(SelfCull* cull, uint32_t a, uint32_t b) {
    const SelfNode *first = &cull->tree->nodes[a], *second = &cull->tree->nodes[b];
    ++cull->stats.interTests;
    if (!Lab_BoxesOverlap(cull->boxes[a], cull->boxes[b])) {
        return;
    }
    if (cull->def.method == SELF_MASKS) {
        ++cull->stats.coneTests;
        if ((cull->masks[a][0] & cull->masks[b][0] & cull->masks[a][1] & cull->masks[b][1]) != 0) {
            ++cull->stats.pairsSkipped;
            return;
        }
    }
    if (SelfNode_IsLeaf(first) && SelfNode_IsLeaf(second)) {
        const uint32_t i = cull->tree->order[first->first], j = cull->tree->order[second->first];
        uint32_t* pair = cull->pairs[cull->pairCount];
        pair[0] = i < j ? i : j;
        pair[1] = i < j ? j : i;
        if (++cull->pairCount == SELF_BLOCK) {
            FlushPairBlock(cull);
        }
    } else if (first->count >= second->count) {
        Collide(cull, first->left, b);
        Collide(cull, first->right, b);
    } else {
        Collide(cull, a, second->left);
        Collide(cull, a, second->right);
    }
}

static void NoteCulled(SelfCull* cull, const SelfNode* node) {
    ++cull->stats.nodesCulled;
    cull->stats.trianglesCulled += node->count;
}

// Top-down: a node that is not culled recurses into its children, each with itself and with the
// other.
static void SelfCollide(SelfCull* cull, uint32_t n) {
    const SelfNode* node = &cull->tree->nodes[n];
    if (SelfNode_IsLeaf(node)) {
        return;
    }
    if (cull->def.method != SELF_AABB && IsCulled(cull, n)) {
        NoteCulled(cull, node);
        return;
    }
    SelfCollide(cull, node->left);
    SelfCollide(cull, node->right);
    Collide(cull, node->left, node->right);
}

// wang2018, Algorithms 3 and 4, loops read as i < 4. Where the printed index t = i + j + 4 is used,
// pairs ll|rr and lr|rl have one place, which holds the second of them, and place 4 stays false.
static void SelfCollideEnhanced(SelfCull* cull, uint32_t n) {
    const SelfNode* node = &cull->tree->nodes[n];
    if (SelfNode_IsLeaf(node)) {
        return;
    }
    if (!node->hasGrandchildren) {
        SelfCollideEnhanced(cull, node->left);
        SelfCollideEnhanced(cull, node->right);
        Collide(cull, node->left, node->right);
        return;
    }
    bool results[TEN_TESTS] = {false};
    ++cull->stats.selfTests;
    if (HasHalfSpace(cull, n) && TenTests(cull, n, true, results)) {
        NoteCulled(cull, node);
        return; // as printed, place 4 forbids it; but then nothing is left below, either
    }
    if (cull->def.method == SELF_ENHANCED_LITERAL) {
        results[4 + 2] = results[4 + 3];
    }
    for (int q = 0; q < 4; ++q) {
        if (!results[q]) {
            SelfCollideEnhanced(cull, node->grandchildren[q]);
        }
    }
    for (int i = 0; i < TEN_TESTS - 4; ++i) {
        if (!results[4 + i]) {
            Collide(cull, node->grandchildren[tenPairs[i][0]], node->grandchildren[tenPairs[i][1]]);
        } else {
            ++cull->stats.pairsSkipped;
        }
    }
}

void SelfCull_Traverse(SelfCull* cull, SelfPairFn take, void* user) {
    const double start = SelfState_Seconds();
    cull->take = take;
    cull->user = user;
    cull->pairCount = 0;
    cull->takeSeconds = 0;
    if (cull->tree->nodeCount > 0) {
        const bool enhanced =
            cull->def.method == SELF_ENHANCED || cull->def.method == SELF_ENHANCED_LITERAL;
        enhanced ? SelfCollideEnhanced(cull, 0) : SelfCollide(cull, 0);
    }
    FlushPairBlock(cull);
    cull->stats.contourTests += cull->contour.tests;
    cull->stats.contourPairs += cull->contour.pairs;
    cull->contour.tests = cull->contour.pairs = 0;
    cull->stats.traverseSeconds += SelfState_Seconds() - start - cull->takeSeconds;
}
