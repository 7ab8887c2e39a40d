// Candidate pairs on their way from the filters of leaf pairs to the elementary tests: plain arrays
// of a few hundred, so that no list of all candidates is ever stored.
#ifndef SELVAGE_FILTER_QUEUE_H
#define SELVAGE_FILTER_QUEUE_H

#include "bound/volume.h"

// ---- feature pairs ---------------------------------------------------------------------------

// A pair of leaves gives at most 16 * 16 pairs of edges, and twice as many of vertices and faces.
#define SV_QUEUE_FULL 512
#define SV_QUEUE_CAPACITY (SV_QUEUE_FULL + 2 * SV_WIDTH * SV_WIDTH)

// Feature pairs that wait for the elementary tests, in the order of svMovingPair. Which of two
// edges comes first depends on the leaves; svQueue_OrderEdges makes the order canonical.
typedef struct svQueue {
    uint32_t count;
    uint32_t points[SV_QUEUE_CAPACITY][4]; // as the leaves number them
    uint32_t features[SV_QUEUE_CAPACITY][2];
} svQueue;

// Puts the edge with the lower number first. Branch-free: it could not be predicted.
static inline void svQueue_OrderEdges(svQueue* queue, uint32_t i) {
    uint32_t *points = queue->points[i], *features = queue->features[i];
    const uint32_t p[4] = {points[0], points[1], points[2], points[3]};
    const uint32_t a = features[0], b = features[1];
    const uint32_t first = a < b ? 0 : 2;
    for (uint32_t k = 0; k < 4; ++k) {
        points[k] = p[first ^ k];
    }
    features[0] = a < b ? a : b;
    features[1] = a < b ? b : a;
}

// ---- triangle pairs --------------------------------------------------------------------------

// The most lanes of a kernel: that many entries of the lists of vertices, less one, are read beyond
// the last pair. They must name some vertex.
#define SV_TRIANGLE_PAD 8

// A pair of leaves gives at most 16 * 16 pairs of triangles.
#define SV_TRIANGLE_QUEUE_FULL 512
#define SV_TRIANGLE_QUEUE_CAPACITY (SV_TRIANGLE_QUEUE_FULL + SV_WIDTH * SV_WIDTH + SV_TRIANGLE_PAD)

// Triangle pairs that wait for the elementary test, in the numbering of the scene, with room for
// the padding of svTriangleBatch.
typedef struct svTriangleQueue {
    uint32_t count;
    uint32_t faces[2][SV_TRIANGLE_QUEUE_CAPACITY];    // ascending
    uint32_t vertices[6][SV_TRIANGLE_QUEUE_CAPACITY]; // corners of the first, then of the second
} svTriangleQueue;

#endif
