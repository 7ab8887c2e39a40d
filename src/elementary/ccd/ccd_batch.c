// CCD of batches of pairs, the narrow phase of a step: blocks of queries go through the SIMD filter
// (ccd_block.h), what it leaves undecided through the exact path. Out come hits, time brackets and
// counters per stage.

#include "elementary/ccd/ccd_batch.h"

#include "elementary/ccd/ccd_block.h"

#include <string.h>

svCcdBatchDef svDefaultCcdBatchDef(void) {
    svCcdBatchDef def = {0};
    def.structSize = sizeof(def);
    def.tolerance = SV_CCD_DEFAULT_TOLERANCE;
    return def;
}

static svStatus CheckCcdBatch(const svCcdBatchDef* def, const uint8_t* hits) {
    if (def == NULL || hits == NULL || def->structSize != sizeof(*def) ||
        def->x0.count != def->x1.count || !svIsa_Available(def->isa)) {
        return SV_ERROR_ARGUMENT;
    }
    if (!(def->tolerance >= SV_CCD_LEAST_TOLERANCE && def->tolerance <= 1) ||
        (def->allocator.allocate == NULL) != (def->allocator.release == NULL)) {
        return SV_ERROR_ARGUMENT;
    }
    if (!svPositions_IsValid(&def->x0) || !svPositions_IsValid(&def->x1)) {
        return SV_ERROR_ARGUMENT;
    }
    if (def->points == NULL && def->count > def->x0.count / 4) {
        return SV_ERROR_ARGUMENT;
    }
    // Packed points are numbered in 32 bits too.
    if (def->x0.count > UINT32_MAX) {
        return SV_ERROR_ARGUMENT;
    }
    return SV_OK;
}

static svStatus CheckCcdPositions(const svCcdBatchDef* def) {
    if (svPositions_FindNotFinite(&def->x0) < def->x0.count ||
        svPositions_FindNotFinite(&def->x1) < def->x1.count) {
        return SV_ERROR_NOT_FINITE;
    }
    for (size_t i = 0; def->points != NULL && i < 4 * def->count; ++i) {
        if (def->points[i] >= def->x0.count) {
            return SV_ERROR_ARGUMENT;
        }
    }
    return SV_OK;
}

static void LoadMovingPair(const svCcdBatchDef* def, size_t query, svMovingPair* pair) {
    for (size_t i = 0; i < 4; ++i) {
        const size_t id = def->points == NULL ? 4 * query + i : def->points[4 * query + i];
        svPositions_Get(&def->x0, id, pair->x0[i]);
        svPositions_Get(&def->x1, id, pair->x1[i]);
    }
}

// The queries that the filter left undecided.
static svStatus DecideRest(const svCcdBatchDef* def, svPairKind kind, const svCcdBlock* block,
                           svCcdStats* stats) {
    for (uint32_t i = 0; i < block->undecidedCount; ++i) {
        const uint32_t at = block->undecided[i];
        svMovingPair pair;
        LoadMovingPair(def, block->first + at, &pair);
        svCcdFound found;
        const double width = block->times == NULL ? 0 : block->width;
        const svStatus status = svCcdExact(&pair, kind, &def->allocator, width, &found);
        if (status != SV_OK) {
            return status;
        }
        block->hits[at] = found.hit;
        if (found.hit && block->times != NULL) {
            block->times[at] = found.times;
        }
        if (found.hit && block->sides != NULL) {
            block->sides[at] = found.side;
        }
        stats->exact += 1;
        stats->hits += found.hit;
    }
    return SV_OK;
}

svStatus svCcdBatch_Run(const svCcdBatchDef* def, svPairKind kind, const svCcdBatchOut* out,
                        svCcdStats* stats) {
    uint8_t* hits = out->hits;
    svStatus status = CheckCcdBatch(def, hits);
    if (status == SV_OK && !def->trusted) {
        status = CheckCcdPositions(def);
    }
    if (status != SV_OK) {
        return status;
    }
    const svKernels* kernels = svKernels_Of(def->isa);
    svCcdFn* const kernel = kind == SV_EDGE_EDGE ? kernels->ccdEdgeEdge : kernels->ccdVertexFace;
    const double width = svCcd_Width(def->tolerance);
    svCcdStats total = {0};
    for (size_t first = 0; first < def->count && status == SV_OK; first += SV_CCD_BLOCK) {
        const size_t left = def->count - first;
        uint32_t undecided[SV_CCD_BLOCK];
        svCcdBlock block = {.x0 = &def->x0,
                            .x1 = &def->x1,
                            .points = def->points,
                            .both = out->both,
                            .first = first,
                            .count = (uint32_t)(left < SV_CCD_BLOCK ? left : SV_CCD_BLOCK),
                            .width = width,
                            .times = out->times == NULL ? NULL : out->times + first,
                            .sides = out->sides == NULL ? NULL : out->sides + first,
                            .hits = hits + first,
                            .undecided = undecided};
        memset(block.hits, 0, block.count);
        kernel(&block);
        total.queries += block.count;
        total.separated += block.separated;
        total.aside += block.aside;
        total.outside += block.outside;
        total.inside += block.inside;
        total.filtered += block.missed + block.met;
        total.hits += block.inside + block.met;
        status = DecideRest(def, kind, &block, &total);
    }
    if (status == SV_OK && stats != NULL) {
        svCcdStats_Add(stats, &total);
    }
    return status;
}

void svCcdStats_Add(svCcdStats* sum, const svCcdStats* stats) {
    sum->queries += stats->queries;
    sum->separated += stats->separated;
    sum->aside += stats->aside;
    sum->outside += stats->outside;
    sum->inside += stats->inside;
    sum->filtered += stats->filtered;
    sum->exact += stats->exact;
    sum->hits += stats->hits;
}

svStatus svVertexFace_CcdBatch(const svCcdBatchDef* def, uint8_t* hits, svInterval* times,
                               svCcdStats* stats) {
    return svCcdBatch_Run(def, SV_VERTEX_FACE, &(svCcdBatchOut){hits, times, NULL, NULL}, stats);
}

svStatus svEdgeEdge_CcdBatch(const svCcdBatchDef* def, uint8_t* hits, svInterval* times,
                             svCcdStats* stats) {
    return svCcdBatch_Run(def, SV_EDGE_EDGE, &(svCcdBatchOut){hits, times, NULL, NULL}, stats);
}
