// A sphere tree and its motion in, exact contacts out: the tree traversed against itself. Every
// vertex and edge is owned by one triangle (svTopology) and so by one leaf: each feature pair is
// tested once.

#include "tree_detect.h"

#include "feature_pairs.h"
#include "sphere_query.h"
#include "vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VERTICES, EDGES, FACES, FEATURE_KINDS };
enum { QUEUE_SIZE = 1024 };

// Features of one kind: those of each leaf, and their swept AABBs.
typedef struct TreeFeatures {
    uint32_t* list;
    uint32_t* start; // of each node in the list, one more than nodes
    double (*boxes)[2][3];
} TreeFeatures;

// Feature pairs queued for a batch of elementary tests.
typedef struct TreeQueue {
    uint32_t points[QUEUE_SIZE][4];
    uint32_t features[QUEUE_SIZE][2];
    size_t count;
} TreeQueue;

static uint32_t FeatureCount(const svTopology* topology, int kind) {
    return kind == VERTICES ? topology->vertexCount
           : kind == EDGES  ? topology->edgeCount
                            : topology->triangleCount;
}

// The features of a kind that a triangle owns.
static int OwnedFeatures(const svTopology* topology, int kind, uint32_t triangle,
                         uint32_t owned[3]) {
    int count = 0;
    if (kind == FACES) {
        owned[count++] = triangle;
    }
    for (uint32_t k = 0; k < 3 && kind != FACES; ++k) {
        const uint32_t bit = kind == VERTICES ? SV_OWNS_VERTEX(k) : SV_OWNS_EDGE(k);
        if ((topology->triangleBits[triangle] & bit) != 0) {
            const uint32_t side = 3 * triangle + k;
            owned[count++] =
                kind == VERTICES ? topology->triangles[side] : topology->sideEdges[side];
        }
    }
    return count;
}

static void ListFeatures(const SphereTree* tree, int kind, TreeFeatures* features) {
    const svTopology* topology = tree->grid->topology;
    uint32_t count = 0;
    for (uint32_t n = 0; n < tree->nodeCount; ++n) {
        features->start[n] = count;
        GridTriangles all = GridTriangles_Of(tree->grid, tree->nodes[n].cells);
        for (uint32_t t; tree->nodes[n].childCount == 0 && GridTriangles_Next(&all, &t);) {
            uint32_t owned[3];
            const int ownedCount = OwnedFeatures(topology, kind, t, owned);
            for (int i = 0; i < ownedCount; ++i) {
                features->list[count++] = owned[i];
            }
        }
    }
    features->start[tree->nodeCount] = count;
}

static svStatus CreateFeatures(TreeDetect* detect, int kind) {
    const size_t count = FeatureCount(detect->tree->grid->topology, kind);
    const size_t nodes = (size_t)detect->tree->nodeCount + 1;
    TreeFeatures* made = &detect->features[kind];
    made->list = svContext_Allocate(detect->context, count * sizeof(uint32_t));
    made->start = svContext_Allocate(detect->context, nodes * sizeof(uint32_t));
    made->boxes = svContext_Allocate(detect->context, count * sizeof(*made->boxes));
    if (made->list == NULL || made->start == NULL || made->boxes == NULL) {
        return SV_ERROR_MEMORY;
    }
    ListFeatures(detect->tree, kind, made);
    return SV_OK;
}

svStatus TreeDetect_Create(svContext* context, const SphereTree* tree, TreeDetect* detect) {
    TreeDetect made = {.context = context, .tree = tree};
    made.features = svContext_Allocate(context, FEATURE_KINDS * sizeof(TreeFeatures));
    made.queues = svContext_Allocate(context, 2 * sizeof(TreeQueue));
    made.hits = svContext_Allocate(context, QUEUE_SIZE);
    const bool room = made.features != NULL && made.queues != NULL && made.hits != NULL;
    svStatus status = room ? SV_OK : SV_ERROR_MEMORY;
    if (made.features != NULL) {
        memset(made.features, 0, FEATURE_KINDS * sizeof(TreeFeatures));
    }
    for (int k = 0; k < FEATURE_KINDS && status == SV_OK; ++k) {
        status = CreateFeatures(&made, k);
    }
    if (status == SV_OK) {
        status = NormalMasks_Create(context, tree, &made.masks);
    }
    if (status == SV_OK) {
        status = Contour_Create(context, tree->grid, &made.contour);
    }
    if (status != SV_OK) {
        TreeDetect_Destroy(&made);
        return status;
    }
    made.queues[0].count = made.queues[1].count = 0;
    *detect = made;
    return SV_OK;
}

void TreeDetect_Destroy(TreeDetect* detect) {
    svContext* context = detect->context;
    if (context == NULL) {
        return;
    }
    for (int k = 0; k < FEATURE_KINDS && detect->features != NULL; ++k) {
        svContext_Release(context, detect->features[k].list);
        svContext_Release(context, detect->features[k].start);
        svContext_Release(context, detect->features[k].boxes);
    }
    svContext_Release(context, detect->features);
    svContext_Release(context, detect->queues);
    svContext_Release(context, detect->hits);
    svContext_Release(context, detect->contacts[0]);
    svContext_Release(context, detect->contacts[1]);
    NormalMasks_Destroy(context, &detect->masks);
    Contour_Destroy(context, &detect->contour);
    *detect = (TreeDetect){0};
}

// The one to three points of a feature.
static const uint32_t* PointsOf(const svTopology* topology, int kind, const uint32_t* feature) {
    return kind == VERTICES ? feature
           : kind == EDGES  ? topology->edges + (size_t)2 * *feature
                            : topology->triangles + (size_t)3 * *feature;
}

static void FitFeatureBoxes(TreeDetect* detect, int kind) {
    const svTopology* topology = detect->tree->grid->topology;
    const uint32_t count = FeatureCount(topology, kind);
    for (uint32_t f = 0; f < count; ++f) {
        double(*box)[3] = detect->features[kind].boxes[f];
        const uint32_t* points = PointsOf(topology, kind, &f);
        for (int d = 0; d < 3; ++d) {
            double lower = (double)INFINITY, upper = -(double)INFINITY;
            for (int i = 0; i <= kind; ++i) {
                const double a = detect->x[0][points[i]][d], b = detect->x[1][points[i]][d];
                const double least = a < b ? a : b, most = a < b ? b : a;
                lower = least < lower ? least : lower;
                upper = most > upper ? most : upper;
            }
            box[0][d] = lower;
            box[1][d] = upper;
        }
    }
}

static void FlushTreeQueue(TreeDetect* detect, svPairKind kind) {
    TreeQueue* queue = &detect->queues[kind];
    svCcdBatchDef def = svDefaultCcdBatchDef();
    const uint32_t vertexCount = detect->tree->grid->topology->vertexCount;
    def.x0 = svPositions_Double(detect->x[0][0], vertexCount);
    def.x1 = svPositions_Double(detect->x[1][0], vertexCount);
    def.points = queue->points[0];
    def.count = queue->count;
    def.trusted = true;
    svStatus status = kind == SV_VERTEX_FACE ? svVertexFace_CcdBatch(&def, detect->hits, NULL, NULL)
                                             : svEdgeEdge_CcdBatch(&def, detect->hits, NULL, NULL);
    if (status == SV_OK) {
        status = svContext_Grow(detect->context, (void**)&detect->contacts[kind],
                                &detect->capacities[kind], detect->counts[kind] + queue->count,
                                sizeof(svFeaturePair));
    }
    for (size_t i = 0; i < queue->count && status == SV_OK; ++i) {
        if (detect->hits[i] != 0) {
            detect->contacts[kind][detect->counts[kind]++] =
                (svFeaturePair){0, queue->features[i][0], 0, queue->features[i][1]};
        }
    }
    detect->stats.tested[kind] += queue->count;
    detect->status = detect->status == SV_OK ? status : detect->status;
    queue->count = 0;
}

// Queues a feature pair unless its features share a vertex.
static void PushFeaturePair(TreeDetect* detect, svPairKind kind, uint32_t a, uint32_t b) {
    const svTopology* topology = detect->tree->grid->topology;
    TreeQueue* queue = &detect->queues[kind];
    uint32_t* points = queue->points[queue->count];
    const int first = kind == SV_VERTEX_FACE ? 1 : 2;
    memcpy(points, PointsOf(topology, kind == SV_VERTEX_FACE ? VERTICES : EDGES, &a),
           (size_t)first * sizeof(uint32_t));
    memcpy(points + first, PointsOf(topology, kind == SV_VERTEX_FACE ? FACES : EDGES, &b),
           (size_t)(4 - first) * sizeof(uint32_t));
    for (int i = 0; i < first; ++i) {
        for (int j = first; j < 4; ++j) {
            if (points[i] == points[j]) {
                return;
            }
        }
    }
    queue->features[queue->count][0] = a;
    queue->features[queue->count][1] = b;
    if (++queue->count == QUEUE_SIZE) {
        FlushTreeQueue(detect, kind);
    }
}

static void TestVertexFacePairs(TreeDetect* detect, uint32_t a, uint32_t b) {
    const TreeFeatures *vertices = &detect->features[VERTICES], *faces = &detect->features[FACES];
    for (uint32_t i = vertices->start[a]; i < vertices->start[a + 1]; ++i) {
        const uint32_t v = vertices->list[i];
        for (uint32_t j = faces->start[b]; j < faces->start[b + 1]; ++j) {
            const uint32_t f = faces->list[j];
            if (Lab_BoxesOverlap(vertices->boxes[v], faces->boxes[f])) {
                PushFeaturePair(detect, SV_VERTEX_FACE, v, f);
            }
        }
    }
}

static void TestEdgePairs(TreeDetect* detect, uint32_t a, uint32_t b) {
    const TreeFeatures* edges = &detect->features[EDGES];
    for (uint32_t i = edges->start[a]; i < edges->start[a + 1]; ++i) {
        const uint32_t e = edges->list[i];
        for (uint32_t j = a == b ? i + 1 : edges->start[b]; j < edges->start[b + 1]; ++j) {
            const uint32_t f = edges->list[j];
            if (Lab_BoxesOverlap(edges->boxes[e], edges->boxes[f])) {
                PushFeaturePair(detect, SV_EDGE_EDGE, e < f ? e : f, e < f ? f : e);
            }
        }
    }
}

static void TestLeafPair(TreeDetect* detect, uint32_t a, uint32_t b) {
    ++detect->stats.leafPairs;
    TestVertexFacePairs(detect, a, b);
    if (a != b) {
        TestVertexFacePairs(detect, b, a);
    }
    TestEdgePairs(detect, a, b);
}

static void SearchNodePair(TreeDetect* detect, uint32_t a, uint32_t b) {
    const SphereNode *first = &detect->tree->nodes[a], *second = &detect->tree->nodes[b];
    ++detect->stats.nodePairs;
    if (!SphereNode_Overlap(first, second)) {
        return;
    }
    if (detect->rule == MASK_PRINTED && NormalMasks_SkipPrinted(&detect->masks, a, b)) {
        ++detect->stats.skipped; // unsafe
        return;
    }
    if (first->childCount == 0 && second->childCount == 0) {
        TestLeafPair(detect, a, b);
        return;
    }
    if (first->childCount == 0 || (second->childCount > 0 && second->radius > first->radius)) {
        for (uint32_t i = 0; i < second->childCount; ++i) {
            SearchNodePair(detect, a, second->firstChild + i);
        }
        return;
    }
    for (uint32_t i = 0; i < first->childCount; ++i) {
        SearchNodePair(detect, first->firstChild + i, b);
    }
}

static bool IsCertainlyClear(TreeDetect* detect, uint32_t n) {
    const int k = NormalMasks_Choose(&detect->masks, n);
    if (k < 0) {
        return false;
    }
    int direction[3];
    Mask_Direction(k, direction);
    return Contour_IsSimple(&detect->contour, detect->tree->nodes[n].cells, direction, detect->x[0],
                            detect->x[1]);
}

static void SearchWithinNode(TreeDetect* detect, uint32_t n) {
    const SphereNode* node = &detect->tree->nodes[n];
    ++detect->stats.nodePairs;
    if ((detect->rule == MASK_PRINTED && NormalMasks_SkipPrinted(&detect->masks, n, n)) ||
        (detect->rule == MASK_CORRECTED && IsCertainlyClear(detect, n))) {
        ++detect->stats.skipped;
        return;
    }
    if (node->childCount == 0) {
        TestLeafPair(detect, n, n);
        return;
    }
    for (uint32_t i = 0; i < node->childCount; ++i) {
        SearchWithinNode(detect, node->firstChild + i);
        for (uint32_t j = i + 1; j < node->childCount; ++j) {
            SearchNodePair(detect, node->firstChild + i, node->firstChild + j);
        }
    }
}

static void BeginRun(TreeDetect* detect, const double (*x0)[3], const double (*x1)[3]) {
    detect->x[0] = x0;
    detect->x[1] = x1;
    detect->status = SV_OK;
    detect->stats = (TreeDetectStats){0};
    detect->contour.tests = 0;
    detect->counts[0] = detect->counts[1] = 0;
    for (int k = 0; k < FEATURE_KINDS; ++k) {
        FitFeatureBoxes(detect, k);
    }
}

static svStatus EndRun(TreeDetect* detect) {
    for (int k = 0; k < 2; ++k) {
        FlushTreeQueue(detect, (svPairKind)k);
        if (detect->counts[k] > 1) {
            qsort(detect->contacts[k], detect->counts[k], sizeof(svFeaturePair),
                  FeaturePair_Compare);
        }
    }
    detect->stats.contourTests = detect->contour.tests;
    return detect->status;
}

svStatus TreeDetect_Run(TreeDetect* detect, MaskRule rule, const double (*x0)[3],
                        const double (*x1)[3]) {
    BeginRun(detect, x0, x1);
    detect->rule = rule;
    if (rule == MASK_PRINTED) {
        NormalMasks_UpdatePrinted(&detect->masks, x0, x1);
    } else if (rule == MASK_CORRECTED) {
        NormalMasks_UpdateCertain(&detect->masks, x0, x1);
    }
    SearchWithinNode(detect, 0);
    return EndRun(detect);
}

// ---- segments and quadrilaterals --------------------------------------------------------------

static void TestVertexWithLeaf(TreeDetect* detect, uint32_t v, uint32_t leaf) {
    const TreeFeatures *vertices = &detect->features[VERTICES], *faces = &detect->features[FACES];
    for (uint32_t j = faces->start[leaf]; j < faces->start[leaf + 1]; ++j) {
        const uint32_t f = faces->list[j];
        if (Lab_BoxesOverlap(vertices->boxes[v], faces->boxes[f])) {
            PushFeaturePair(detect, SV_VERTEX_FACE, v, f);
        }
    }
}

// Each pair once; with the printed spheres, where one edge may find what the other does not, from
// both sides, in favour of the method.
static void TestEdgeWithLeaf(TreeDetect* detect, uint32_t e, uint32_t leaf) {
    const TreeFeatures* edges = &detect->features[EDGES];
    for (uint32_t j = edges->start[leaf]; j < edges->start[leaf + 1]; ++j) {
        const uint32_t f = edges->list[j];
        if ((e < f || (e > f && detect->query == QUERY_PRINTED)) &&
            Lab_BoxesOverlap(edges->boxes[e], edges->boxes[f])) {
            PushFeaturePair(detect, SV_EDGE_EDGE, e < f ? e : f, e < f ? f : e);
        }
    }
}

static void QueryNode(TreeDetect* detect, uint32_t n, int kind, uint32_t feature,
                      const SweptFeature* swept) {
    const SphereNode* node = &detect->tree->nodes[n];
    ++detect->stats.nodePairs;
    if (!SweptFeature_Meets(swept, node)) {
        return;
    }
    for (uint32_t i = 0; i < node->childCount; ++i) {
        QueryNode(detect, node->firstChild + i, kind, feature, swept);
    }
    if (node->childCount == 0) {
        ++detect->stats.leafPairs;
        if (kind == VERTICES) {
            TestVertexWithLeaf(detect, feature, n);
        } else {
            TestEdgeWithLeaf(detect, feature, n);
        }
    }
}

static void RemoveTwins(TreeDetect* detect, svPairKind kind) {
    size_t kept = 0;
    svFeaturePair* pairs = detect->contacts[kind];
    for (size_t i = 0; i < detect->counts[kind]; ++i) {
        if (kept == 0 || FeaturePair_Compare(&pairs[kept - 1], &pairs[i]) != 0) {
            pairs[kept++] = pairs[i];
        }
    }
    detect->counts[kind] = kept;
}

svStatus TreeDetect_Query(TreeDetect* detect, QueryRule rule, const double (*x0)[3],
                          const double (*x1)[3]) {
    const svTopology* topology = detect->tree->grid->topology;
    BeginRun(detect, x0, x1);
    detect->query = rule;
    for (uint32_t v = 0; v < topology->vertexCount; ++v) {
        const SweptFeature segment = SweptFeature_OfPoint(x0[v], x1[v]);
        QueryNode(detect, 0, VERTICES, v, &segment);
    }
    for (uint32_t e = 0; e < topology->edgeCount; ++e) {
        const uint32_t *ends = topology->edges + (size_t)2 * e, a = ends[0], b = ends[1];
        const SweptFeature quad =
            SweptFeature_OfEdge(x0[a], x0[b], x1[a], x1[b], rule == QUERY_CERTAIN);
        QueryNode(detect, 0, EDGES, e, &quad);
    }
    const svStatus status = EndRun(detect);
    RemoveTwins(detect, SV_EDGE_EDGE);
    return status;
}
