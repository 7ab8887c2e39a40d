#include "elementary/triangle/triangle_batch.h"

#include "math/cpu.h"

static svTriangleKernelFn ChooseKernel(svIsa isa) {
    switch (svIsa_Resolve(isa)) {
#if defined(__x86_64__)
    case SV_ISA_AVX2:
        return svTriangleKernel_MeetAvx2;
    case SV_ISA_AVX512:
        return svTriangleKernel_MeetAvx512;
#elif defined(__aarch64__)
    case SV_ISA_NEON:
        return svTriangleKernel_MeetNeon;
#endif
    default:
        return svTriangleKernel_MeetScalar;
    }
}

static void LoadPair(const svTriangleBatch* batch, uint32_t pair, svTrianglePair* out) {
    for (int i = 0; i < 3; ++i) {
        out->aIds[i] = batch->vertices[i][pair];
        out->bIds[i] = batch->vertices[3 + i][pair];
        svPositions_Get(&batch->x, out->aIds[i], out->a[i]);
        svPositions_Get(&batch->x, out->bIds[i], out->b[i]);
    }
}

// One pair; returns whether the filter left it.
static uint32_t MeetOne(const svTriangleBatch* batch, uint32_t pair) {
    svTrianglePair points;
    svTriangleOutcome outcome;
    LoadPair(batch, pair, &points);
    svTrianglePair_Meet(&points, &outcome);
    batch->meetings[pair] = (uint8_t)outcome.meeting;
    batch->shared[pair] = (uint8_t)outcome.shared;
    return outcome.exact;
}

static uint32_t MeetBlock(const svTriangleBatch* batch, svTriangleKernelFn kernel, uint32_t first) {
    const uint32_t rest = batch->count - first;
    uint32_t undecided[SV_TRIANGLE_BLOCK];
    svTriangleBlock block = {.x = &batch->x,
                             .count = rest < SV_TRIANGLE_BLOCK ? rest : SV_TRIANGLE_BLOCK,
                             .meetings = batch->meetings + first,
                             .undecided = undecided};
    for (int i = 0; i < 6; ++i) {
        block.vertices[i] = batch->vertices[i] + first;
    }
    kernel(&block);
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
    const svTriangleKernelFn kernel = ChooseKernel(batch->isa);
    for (uint32_t first = 0; first < batch->count; first += SV_TRIANGLE_BLOCK) {
        exact += MeetBlock(batch, kernel, first);
    }
    return exact;
}
