// The contacts of a folded mesh by looking at all pairs.
#include "selvage/elementary.h"
#include "selvage/topology.h"
#include "support/folded_meshes.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

// Features are lists of points; four points are a query.
typedef struct Queries {
    uint32_t (*points)[4];
    size_t count, capacity;
} Queries;

static void Add(Queries* queries, const uint32_t* a, uint32_t aCount, const uint32_t* b) {
    uint32_t points[4];
    for (uint32_t i = 0; i < 4; ++i) {
        points[i] = i < aCount ? a[i] : b[i - aCount];
        for (uint32_t j = 0; j < aCount && i >= aCount; ++j) {
            if (points[i] == points[j]) {
                return; // a common vertex: no pair
            }
        }
    }
    if (queries->count == queries->capacity) {
        queries->capacity = 2 * queries->capacity + 1024;
        queries->points = realloc(queries->points, queries->capacity * sizeof *queries->points);
        assert_non_null(queries->points);
    }
    memcpy(queries->points[queries->count++], points, sizeof points);
}

static Queries VertexFacePairs(const TestMesh* list, const bool* joined) {
    Queries queries = {0};
    for (uint32_t v = 0; v < list->vertexCount; ++v) {
        for (uint32_t t = 0; t < list->triangleCount && joined[v * (list->vertexCount + 1)]; ++t) {
            Add(&queries, &v, 1, list->triangles + (size_t)3 * t);
        }
    }
    return queries;
}

static Queries EdgeEdgePairs(const TestMesh* list, const bool* joined) {
    const uint32_t n = list->vertexCount;
    uint32_t(*edges)[2] = calloc((size_t)3 * list->triangleCount + 1, sizeof *edges);
    uint32_t count = 0;
    assert_non_null(edges);
    for (uint32_t i = 0; i < n * n; ++i) {
        if (joined[i] && i / n < i % n) {
            edges[count][0] = i / n;
            edges[count++][1] = i % n;
        }
    }
    Queries queries = {0};
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t j = i + 1; j < count; ++j) {
            Add(&queries, edges[i], 2, edges[j]);
        }
    }
    free(edges);
    return queries;
}

typedef svStatus (*BatchFn)(const svCcdBatchDef* def, uint8_t* hits, svInterval* times,
                            svCcdStats* stats);

static size_t CountHits(const FoldedMesh* mesh, Queries queries, BatchFn batch) {
    svCcdBatchDef def = svDefaultCcdBatchDef();
    svCcdStats stats = {0};
    uint8_t* hits = calloc(queries.count + 1, 1);
    assert_non_null(hits);
    def.x0 = svPositions_Double(mesh->x[0][0], mesh->list.vertexCount);
    def.x1 = svPositions_Double(mesh->x[1][0], mesh->list.vertexCount);
    def.count = queries.count;
    if (queries.count > 0) {
        def.points = queries.points[0];
        assert_int_equal(batch(&def, hits, NULL, &stats), SV_OK);
    }
    free(hits);
    free(queries.points);
    return (size_t)stats.hits;
}

size_t FoldedMesh_CountContacts(const FoldedMesh* mesh) {
    const TestMesh* list = &mesh->list;
    const size_t n = list->vertexCount;
    bool* joined = calloc(n * n + 1, sizeof *joined); // u, v: an edge; u, u: of some face
    assert_non_null(joined);
    for (uint32_t s = 0; s < 3 * list->triangleCount; ++s) {
        const uint32_t u = list->triangles[s], v = list->triangles[svNextSide(s)];
        joined[u * n + u] = joined[v * n + v] = true;
        joined[u < v ? u * n + v : v * n + u] = true;
    }
    const size_t count = CountHits(mesh, VertexFacePairs(list, joined), svVertexFace_CcdBatch) +
                         CountHits(mesh, EdgeEdgePairs(list, joined), svEdgeEdge_CcdBatch);
    free(joined);
    return count;
}

size_t FoldedMesh_CountMeetings(const FoldedMesh* mesh) {
    size_t count = 0;
    for (size_t a = 0; a < mesh->list.triangleCount; ++a) {
        for (size_t b = a + 1; b < mesh->list.triangleCount; ++b) {
            const uint32_t* p = mesh->list.triangles + 3 * a;
            const uint32_t* q = mesh->list.triangles + 3 * b;
            svTrianglePair pair;
            svTriangleResult result;
            for (int k = 0; k < 3; ++k) {
                pair.aIds[k] = p[k];
                pair.bIds[k] = q[k];
                memcpy(pair.a[k], mesh->x[0][p[k]], sizeof pair.a[k]);
                memcpy(pair.b[k], mesh->x[0][q[k]], sizeof pair.b[k]);
            }
            assert_int_equal(svTriangleTriangle(&pair, &result), SV_OK);
            count += result.meeting != SV_TRIANGLES_APART;
        }
    }
    return count;
}
