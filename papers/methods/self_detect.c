// Candidate triangle pairs in, exact contacts out: the narrow phase on top of self_cull.h.

#include "self_detect.h"

#include "feature_pairs.h"
#include "self_state.h"
#include "vectors.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { QUEUE_SIZE = 1024 };

// Feature pairs queued for a batch of elementary tests.
typedef struct SelfQueue {
    uint32_t points[QUEUE_SIZE][4];
    uint32_t features[QUEUE_SIZE][2];
    size_t count;
} SelfQueue;

typedef struct SelfFound {
    svFeaturePair* pairs;
    size_t count, capacity;
} SelfFound;

struct SelfDetect {
    svContext* context;
    const SelfTree* tree;
    SelfCull* cull;
    SelfDetectDef def;
    const double (*x[2])[3];
    double (*vertexBoxes)[2][3], (*edgeBoxes)[2][3];
    SelfQueue* queues; // by svPairKind
    uint8_t* hits;
    SelfFound found[2];
    svStatus status; // of the run
    SelfDetectStats stats;
};

SelfDetectDef SelfDetectDef_Default(SelfMethod method) {
    return (SelfDetectDef){
        .cull = SelfCullDef_Default(method), .representative = true, .nonPenetration = true};
}

svStatus SelfDetect_Create(svContext* context, const SelfTree* tree, SelfDetect** detect) {
    SelfDetect* made = svContext_Allocate(context, sizeof(SelfDetect));
    if (made == NULL) {
        return SV_ERROR_MEMORY;
    }
    *made = (SelfDetect){.context = context, .tree = tree};
    made->vertexBoxes =
        svContext_Allocate(context, tree->topology->vertexCount * sizeof(*made->vertexBoxes));
    made->edgeBoxes =
        svContext_Allocate(context, tree->topology->edgeCount * sizeof(*made->edgeBoxes));
    made->queues = svContext_Allocate(context, 2 * sizeof(SelfQueue));
    made->hits = svContext_Allocate(context, QUEUE_SIZE);
    const bool room = made->vertexBoxes != NULL && made->edgeBoxes != NULL &&
                      made->queues != NULL && made->hits != NULL;
    const svStatus status = room ? SelfCull_Create(context, tree, &made->cull) : SV_ERROR_MEMORY;
    if (status != SV_OK) {
        SelfDetect_Destroy(made);
        return status;
    }
    made->queues[0].count = made->queues[1].count = 0;
    *detect = made;
    return SV_OK;
}

void SelfDetect_Destroy(SelfDetect* detect) {
    if (detect == NULL) {
        return;
    }
    svContext* context = detect->context;
    svContext_Release(context, detect->vertexBoxes);
    svContext_Release(context, detect->edgeBoxes);
    svContext_Release(context, detect->queues);
    svContext_Release(context, detect->hits);
    svContext_Release(context, detect->found[0].pairs);
    svContext_Release(context, detect->found[1].pairs);
    SelfCull_Destroy(detect->cull);
    svContext_Release(context, detect);
}

static void Note(SelfDetect* detect, svStatus status) {
    detect->status = detect->status == SV_OK ? status : detect->status;
}

static void ReportContact(SelfDetect* detect, int list, uint32_t a, uint32_t b) {
    SelfFound* found = &detect->found[list];
    const svStatus status = svContext_Grow(detect->context, (void**)&found->pairs, &found->capacity,
                                           found->count + 1, sizeof(svFeaturePair));
    if (status == SV_OK) {
        found->pairs[found->count++] = (svFeaturePair){0, a, 0, b};
    }
    Note(detect, status);
}

static bool FeaturesShareVertex(const uint32_t* a, int aCount, const uint32_t* b, int bCount) {
    for (int i = 0; i < aCount; ++i) {
        for (int j = 0; j < bCount; ++j) {
            if (a[i] == b[j]) {
                return true;
            }
        }
    }
    return false;
}

// ---- an instant -------------------------------------------------------------------------------

static void TestTriangles(SelfDetect* detect, uint32_t a, uint32_t b) {
    const uint32_t* triangles = detect->tree->topology->triangles;
    svTrianglePair pair;
    for (size_t k = 0; k < 3; ++k) {
        pair.aIds[k] = triangles[(size_t)3 * a + k];
        pair.bIds[k] = triangles[(size_t)3 * b + k];
        memcpy(pair.a[k], detect->x[0][pair.aIds[k]], sizeof(pair.a[k]));
        memcpy(pair.b[k], detect->x[0][pair.bIds[k]], sizeof(pair.b[k]));
    }
    svTriangleResult result;
    const svStatus status = svTriangleTriangle(&pair, &result);
    if (status == SV_OK && result.meeting != SV_TRIANGLES_APART) {
        ReportContact(detect, 0, a, b);
    }
    Note(detect, status);
}

// ---- a step -----------------------------------------------------------------------------------

static void FlushSelfQueue(SelfDetect* detect, svPairKind kind) {
    SelfQueue* queue = &detect->queues[kind];
    svCcdBatchDef def = svDefaultCcdBatchDef();
    const uint32_t vertexCount = detect->tree->topology->vertexCount;
    def.x0 = svPositions_Double(detect->x[0][0], vertexCount);
    def.x1 = svPositions_Double(detect->x[1][0], vertexCount);
    def.points = queue->points[0];
    def.count = queue->count;
    def.trusted = true;
    const svStatus status = kind == SV_VERTEX_FACE
                                ? svVertexFace_CcdBatch(&def, detect->hits, NULL, NULL)
                                : svEdgeEdge_CcdBatch(&def, detect->hits, NULL, NULL);
    for (size_t i = 0; i < queue->count && status == SV_OK; ++i) {
        if (detect->hits[i] != 0) {
            ReportContact(detect, (int)kind, queue->features[i][0], queue->features[i][1]);
        }
    }
    Note(detect, status);
    detect->stats.featureTests[kind] += queue->count;
    queue->count = 0;
}

// The non-penetration filter: whether det(A, B, C), zero where the four points are coplanar, with
// A, B, C their differences, has no zero in the step. Its Bernstein coefficients are, up
// to a factor, N0.C0, N0.C1 + M.C0, M.C1 + N1.C0 and N1.C1, with N and M as the control normals of
// A and B. Each is a sum of at most three determinants; one has six products with seven roundings
// at most on the way to the sum, so that 2^-47 |A||B||C|, greatest values of either time, is more
// than the error; DBL_MIN pays for products too small to be normal numbers.
static bool NeverCoplanar(const SelfDetect* detect, svPairKind kind, const uint32_t points[4]) {
    static const int ends[2][3][2] = {{{2, 1}, {3, 1}, {0, 1}}, {{1, 0}, {3, 2}, {2, 0}}};
    double v[2][3][3], size = 1;
    for (int i = 0; i < 3; ++i) {
        for (int t = 0; t < 2; ++t) {
            Lab_Subtract(detect->x[t][points[ends[kind][i][0]]],
                         detect->x[t][points[ends[kind][i][1]]], v[t][i]);
        }
        size *= fmax(Lab_Norm1(v[0][i]), Lab_Norm1(v[1][i]));
    }
    double n0[3], n1[3], m[3], half[3];
    Lab_Cross(v[0][0], v[0][1], n0);
    Lab_Cross(v[1][0], v[1][1], n1);
    Lab_Cross(v[0][0], v[1][1], m);
    Lab_Cross(v[1][0], v[0][1], half);
    for (int d = 0; d < 3; ++d) {
        m[d] += half[d];
    }
    const double *c0 = v[0][2], *c1 = v[1][2];
    const double b[4] = {Lab_Dot(n0, c0), Lab_Dot(n0, c1) + Lab_Dot(m, c0),
                         Lab_Dot(m, c1) + Lab_Dot(n1, c0), Lab_Dot(n1, c1)};
    const double bound = 0x1p-47 * size + DBL_MIN;
    return (b[0] > bound && b[1] > bound && b[2] > bound && b[3] > bound) ||
           (b[0] < -bound && b[1] < -bound && b[2] < -bound && b[3] < -bound);
}

static void QueueFeaturePair(SelfDetect* detect, svPairKind kind, const uint32_t points[4],
                             uint32_t a, uint32_t b) {
    SelfQueue* queue = &detect->queues[kind];
    ++detect->stats.boxPairs[kind];
    if (detect->def.nonPenetration && NeverCoplanar(detect, kind, points)) {
        ++detect->stats.filtered[kind];
        return;
    }
    memcpy(queue->points[queue->count], points, sizeof(queue->points[0]));
    queue->features[queue->count][0] = a;
    queue->features[queue->count][1] = b;
    if (++queue->count == QUEUE_SIZE) {
        FlushSelfQueue(detect, kind);
    }
}

// Whether the triangle represents (owns) the feature.
static bool StandsFor(const SelfDetect* detect, uint32_t triangle, uint32_t bit) {
    return !detect->def.representative ||
           (detect->tree->topology->triangleBits[triangle] & bit) != 0;
}

// The vertices of one triangle against the face of another.
static void TestVertices(SelfDetect* detect, uint32_t of, uint32_t face) {
    const uint32_t* triangles = detect->tree->topology->triangles;
    const uint32_t* corners = triangles + (size_t)3 * face;
    double(*box)[3] = detect->cull->boxes[detect->tree->leaves[face]];
    for (uint32_t k = 0; k < 3; ++k) {
        const uint32_t vertex = triangles[3 * of + k];
        if (StandsFor(detect, of, SV_OWNS_VERTEX(k)) &&
            Lab_BoxesOverlap(detect->vertexBoxes[vertex], box) &&
            !FeaturesShareVertex(&vertex, 1, corners, 3)) {
            const uint32_t points[4] = {vertex, corners[0], corners[1], corners[2]};
            QueueFeaturePair(detect, SV_VERTEX_FACE, points, vertex, face);
        }
    }
}

static void TestEdges(SelfDetect* detect, uint32_t a, uint32_t b) {
    const svTopology* topology = detect->tree->topology;
    double(*box)[3] = detect->cull->boxes[detect->tree->leaves[b]];
    for (uint32_t i = 0; i < 3; ++i) {
        const uint32_t e = topology->sideEdges[3 * a + i];
        if (e == SV_NONE || !StandsFor(detect, a, SV_OWNS_EDGE(i)) ||
            !Lab_BoxesOverlap(detect->edgeBoxes[e], box)) {
            continue;
        }
        for (uint32_t j = 0; j < 3; ++j) {
            const uint32_t f = topology->sideEdges[3 * b + j];
            if (f == SV_NONE || !StandsFor(detect, b, SV_OWNS_EDGE(j)) ||
                !Lab_BoxesOverlap(detect->edgeBoxes[e], detect->edgeBoxes[f])) {
                continue;
            }
            const uint32_t* lower = topology->edges + (size_t)2 * (e < f ? e : f);
            const uint32_t* upper = topology->edges + (size_t)2 * (e < f ? f : e);
            if (!FeaturesShareVertex(lower, 2, upper, 2)) {
                const uint32_t points[4] = {lower[0], lower[1], upper[0], upper[1]};
                QueueFeaturePair(detect, SV_EDGE_EDGE, points, e < f ? e : f, e < f ? f : e);
            }
        }
    }
}

static void FitVertexEdgeBoxes(SelfDetect* detect) {
    const svTopology* topology = detect->tree->topology;
    for (uint32_t v = 0; v < topology->vertexCount; ++v) {
        for (int d = 0; d < 3; ++d) {
            const double a = detect->x[0][v][d], b = detect->x[1][v][d];
            detect->vertexBoxes[v][0][d] = a < b ? a : b;
            detect->vertexBoxes[v][1][d] = a < b ? b : a;
        }
    }
    for (uint32_t e = 0; e < topology->edgeCount; ++e) {
        double(*a)[3] = detect->vertexBoxes[topology->edges[2 * e]];
        double(*b)[3] = detect->vertexBoxes[topology->edges[2 * e + 1]];
        for (int d = 0; d < 3; ++d) {
            detect->edgeBoxes[e][0][d] = a[0][d] < b[0][d] ? a[0][d] : b[0][d];
            detect->edgeBoxes[e][1][d] = a[1][d] > b[1][d] ? a[1][d] : b[1][d];
        }
    }
}

// ---- both -------------------------------------------------------------------------------------

static void TestLeafTriangles(const uint32_t (*pairs)[2], size_t count, void* user) {
    SelfDetect* detect = user;
    const double start = SelfState_Seconds();
    const uint32_t* triangles = detect->tree->topology->triangles;
    for (size_t i = 0; i < count; ++i) {
        const uint32_t a = pairs[i][0], b = pairs[i][1];
        if (detect->def.skipAdjacent &&
            FeaturesShareVertex(triangles + (size_t)3 * a, 3, triangles + (size_t)3 * b, 3)) {
            continue;
        }
        ++detect->stats.trianglePairs;
        if (detect->x[1] == NULL) {
            TestTriangles(detect, a, b);
            continue;
        }
        TestVertices(detect, a, b);
        TestVertices(detect, b, a);
        TestEdges(detect, a, b);
    }
    detect->stats.testSeconds += SelfState_Seconds() - start;
}

// Removes duplicates: without representative triangles, several triangle pairs find the same pair.
static void SortFound(SelfFound* found) {
    if (found->count == 0) {
        return;
    }
    qsort(found->pairs, found->count, sizeof(svFeaturePair), FeaturePair_Compare);
    size_t kept = 1;
    for (size_t i = 1; i < found->count; ++i) {
        if (FeaturePair_Compare(&found->pairs[i], &found->pairs[kept - 1]) != 0) {
            found->pairs[kept++] = found->pairs[i];
        }
    }
    found->count = kept;
}

static svStatus RunSelfDetect(SelfDetect* detect, const SelfDetectDef* def, const double (*x0)[3],
                              const double (*x1)[3]) {
    const double start = SelfState_Seconds();
    detect->def = *def;
    detect->x[0] = x0;
    detect->x[1] = x1;
    detect->stats = (SelfDetectStats){0};
    detect->found[0].count = detect->found[1].count = 0;
    detect->status = SelfCull_Update(detect->cull, &def->cull, x0, x1);
    if (detect->status != SV_OK) {
        return detect->status;
    }
    const double fitted = SelfState_Seconds();
    if (x1 != NULL) {
        FitVertexEdgeBoxes(detect);
    }
    detect->stats.testSeconds += SelfState_Seconds() - fitted;
    SelfCull_Traverse(detect->cull, TestLeafTriangles, detect);
    const double traversed = SelfState_Seconds();
    for (int k = 0; k < 2; ++k) {
        if (x1 != NULL) {
            FlushSelfQueue(detect, (svPairKind)k);
        }
        SortFound(&detect->found[k]);
        detect->stats.contacts += detect->found[k].count;
    }
    const double end = SelfState_Seconds();
    detect->stats.testSeconds += end - traversed;
    detect->stats.totalSeconds = end - start;
    detect->stats.cull = *SelfCull_GetStats(detect->cull);
    return detect->status;
}

svStatus SelfDetect_Instant(SelfDetect* detect, const SelfDetectDef* def, const double (*x)[3]) {
    return RunSelfDetect(detect, def, x, NULL);
}

svStatus SelfDetect_Step(SelfDetect* detect, const SelfDetectDef* def, const double (*x0)[3],
                         const double (*x1)[3]) {
    return RunSelfDetect(detect, def, x0, x1);
}

const svFeaturePair* SelfDetect_Contacts(const SelfDetect* detect, int list, size_t* count) {
    *count = detect->found[list].count;
    return detect->found[list].pairs;
}

const SelfDetectStats* SelfDetect_GetStats(const SelfDetect* detect) {
    return &detect->stats;
}

const SelfCull* SelfDetect_GetCull(const SelfDetect* detect) {
    return detect->cull;
}

size_t SelfDetect_CountMissing(const svFeaturePair* all, size_t allCount,
                               const svFeaturePair* found, size_t foundCount) {
    size_t missing = 0, j = 0;
    for (size_t i = 0; i < allCount; ++i) {
        while (j < foundCount && FeaturePair_Compare(&found[j], &all[i]) < 0) {
            ++j;
        }
        missing += j == foundCount || FeaturePair_Compare(&found[j], &all[i]) != 0;
    }
    return missing;
}
