// Queues of candidate feature pairs, for contacts and proximity. In: leaf pairs. Out: the filter's
// queues of vertex-face and edge-edge pairs, less excluded ones.

#include "scene/features.h"

#include <float.h>
#include <math.h>
#include <string.h>

void svFeatureStates_Init(const svQuery* query, double distance) {
    const svScene* scene = query->scene;
    const double scaled = distance * scene->input.scale;
    const float reach =
        scaled > 0 ? (float)fmin(scaled * (1 + 0x1p-20) + 0x1p-140, (double)FLT_MAX) : 0;
    const svFilterInput input = svScene_FilterInput(scene);
    for (uint32_t i = 0; i < scene->workerCount; ++i) {
        svFeatureState* state = scene->workers[i]->state;
        svCcdFilter* filter = &state->filter;
        filter->input = input;
        filter->vertexOfPoint = scene->numbering.vertexOfPoint;
        filter->distance = reach;
        filter->leafPairs = filter->leafPairsNear = 0;
        for (int kind = 0; kind < 2; ++kind) {
            filter->boxPairs[kind] = filter->incident[kind] = filter->culled[kind] = 0;
            filter->queues[kind].count = 0;
        }
        memset(filter->tags, 0xff, sizeof(filter->tags)); // SV_NONE
        state->run =
            query->instant >= 0 ? scene->kernels->filterInstant : scene->kernels->filterStep;
    }
}

// Drops the pairs that rings and vertex exclusions exclude.
static void DropExcludedFeatures(svSceneWorker* worker, svQueue* queue, svPairKind kind) {
    const svExclusions* exclusions = &worker->query->scene->exclusions;
    const int split = kind == SV_EDGE_EDGE ? 2 : 1;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < queue->count; ++i) {
        uint32_t vertices[4];
        for (int k = 0; k < 4; ++k) {
            vertices[k] = worker->query->scene->numbering.vertexOfPoint[queue->points[i][k]];
        }
        if (!svExclusions_ExcludeVertices(exclusions, vertices, split, vertices + split,
                                          4 - split)) {
            memcpy(queue->points[kept], queue->points[i], sizeof(queue->points[0]));
            memcpy(queue->features[kept], queue->features[i], sizeof(queue->features[0]));
            ++kept;
        }
    }
    worker->stats.excluded[kind] += queue->count - kept;
    queue->count = kept;
}

svQueue* svFeatureState_Queue(svSceneWorker* worker, svPairKind kind) {
    svFeatureState* state = worker->state;
    svQueue* queue = &state->filter.queues[kind];
    if (worker->query->scene->exclusions.byVertex) {
        DropExcludedFeatures(worker, queue, kind);
    }
    return queue;
}

void svFeatureState_Count(svSceneWorker* worker) {
    const svFeatureState* state = worker->state;
    const svCcdFilter* filter = &state->filter;
    for (int kind = 0; kind < 2; ++kind) {
        worker->stats.boxPairs[kind] = filter->boxPairs[kind];
        worker->stats.incident[kind] = filter->incident[kind];
        worker->stats.culled[kind] = filter->culled[kind];
    }
    worker->stats.leafPairs = filter->leafPairs;
    worker->stats.leafPairsNear = filter->leafPairsNear;
}

void svScene_GetPair(const svScene* scene, const uint32_t points[4], svMovingPair* pair) {
    for (int i = 0; i < 4; ++i) {
        const double* point = scene->input.points + 8 * (size_t)points[i];
        memcpy(pair->x0[i], point, 3 * sizeof(double));
        memcpy(pair->x1[i], point + 4, 3 * sizeof(double));
    }
}

void svScene_PointsOfKey(const svScene* scene, svPairKind kind, uint64_t key, uint32_t points[4]) {
    const uint32_t a = (uint32_t)(key >> 32), b = (uint32_t)key;
    if (kind == SV_EDGE_EDGE) {
        const uint32_t features[2] = {a, b};
        for (int i = 0; i < 2; ++i) {
            const svSceneTopology* mesh =
                &scene->numbering
                     .topologies[svNumbering_MeshOfEdge(&scene->numbering, features[i])];
            const uint32_t* edge =
                mesh->topology->edges + 2 * (size_t)(features[i] - mesh->firstEdge);
            points[2 * i] = scene->numbering.pointOfVertex[mesh->firstVertex + edge[0]];
            points[2 * i + 1] = scene->numbering.pointOfVertex[mesh->firstVertex + edge[1]];
        }
        return;
    }
    const svSceneTopology* mesh =
        &scene->numbering.topologies[svNumbering_MeshOfFace(&scene->numbering, b)];
    const uint32_t* face = mesh->topology->triangles + 3 * (size_t)(b - mesh->firstFace);
    points[0] = scene->numbering.pointOfVertex[a];
    for (int i = 0; i < 3; ++i) {
        points[1 + i] = scene->numbering.pointOfVertex[mesh->firstVertex + face[i]];
    }
}

double svScene_PairThickness(const svScene* scene, svPairKind kind, const uint32_t points[4]) {
    if (!scene->input.thick) {
        return 0;
    }
    const int split = kind == SV_EDGE_EDGE ? 2 : 1;
    double thickness[2] = {0, 0};
    for (int i = 0; i < 4; ++i) {
        const int side = i < split ? 0 : 1;
        thickness[side] = fmax(thickness[side],
                               scene->input.thickness[scene->numbering.vertexOfPoint[points[i]]]);
    }
    return 0.5 * thickness[0] + 0.5 * thickness[1];
}
