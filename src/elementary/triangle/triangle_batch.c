// DCD of triangle pairs in batches, the narrow phase of an instant: blocks go through the SIMD
// filter, what it leaves undecided through the exact test. Out come how each pair intersects and
// how many vertices it shares.

#include "elementary/triangle/triangle_batch.h"

static void LoadTrianglePair(const svTriangleBatch* batch, uint32_t pair, svTrianglePair* out) {
    for (int i = 0; i < 3; ++i) {
        out->aIds[i] = batch->vertices[i][pair];
        out->bIds[i] = batch->vertices[3 + i][pair];
        svPositions_Get(&batch->x, out->aIds[i], out->a[i]);
        svPositions_Get(&batch->x, out->bIds[i], out->b[i]);
    }
}

// One pair; returns whether it took exact arithmetic.
static uint32_t MeetOne(const svTriangleBatch* batch, uint32_t pair) {
    svTrianglePair points;
    svTriangleOutcome outcome;
    LoadTrianglePair(batch, pair, &points);
    svTrianglePair_Meet(&points, &outcome);
    batch->meetings[pair] = (uint8_t)outcome.meeting;
    batch->shared[pair] = (uint8_t)outcome.shared;
    return outcome.exact;
}

static uint32_t MeetBlock(const svTriangleBatch* batch, uint32_t first) {
    const uint32_t rest = batch->count - first;
    uint32_t undecided[SV_TRIANGLE_BLOCK];
    svTriangleBlock block = {.x = &batch->x,
                             .count = rest < SV_TRIANGLE_BLOCK ? rest : SV_TRIANGLE_BLOCK,
                             .meetings = batch->meetings + first,
                             .undecided = undecided};
    for (int i = 0; i < 6; ++i) {
        block.vertices[i] = batch->vertices[i] + first;
    }
    batch->kernels->meetTriangles(&block);
    for (uint32_t i = 0; i < block.count; ++i) {
        batch->shared[first + i] = 0;
    }
    for (uint32_t i = 0; i < block.undecidedCount; ++i) {
        MeetOne(batch, first + undecided[i]);
    }
    return block.undecidedCount;
}

uint32_t svTriangleBatch_Meet(const svTriangleBatch* batch) {
    uint32_t exact = 0;
    if (batch->sharing) {
        for (uint32_t pair = 0; pair < batch->count; ++pair) {
            exact += MeetOne(batch, pair);
        }
        return exact;
    }
    for (uint32_t first = 0; first < batch->count; first += SV_TRIANGLE_BLOCK) {
        exact += MeetBlock(batch, first);
    }
    return exact;
}
