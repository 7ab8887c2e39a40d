#include "support/measure.h"

#include "base/clock.h"

#include <string.h>

const char* Pass_Name(Pass pass) {
    switch (pass) {
    case PASS_WHOLE:
        return "booleans, one call";
    case PASS_BLOCKS:
        return "booleans, blocks of 1024";
    case PASS_TIMES:
        return "with times, one call";
    case PASS_COUNT:
        break;
    }
    return "?";
}

typedef struct Buffers {
    uint8_t* hits[2];      // of each kind
    uint8_t* reference[2]; // what the first instruction set found
    svInterval* times;     // for the longer of the lists
} Buffers;

static svStatus Detect(AdversarialKind kind, const svCcdBatchDef* def, uint8_t* hits,
                       svInterval* times, svCcdStats* stats) {
    return kind == ADVERSARIAL_VF ? svVertexFace_CcdBatch(def, hits, times, stats)
                                  : svEdgeEdge_CcdBatch(def, hits, times, stats);
}

static svCcdBatchDef MakeDef(const Scene* scene, const Candidates* candidates, svIsa isa) {
    svCcdBatchDef def = svDefaultCcdBatchDef();
    def.x0 = scene->x0;
    def.x1 = scene->x1;
    def.points = candidates->points;
    def.count = candidates->count;
    def.isa = isa;
    return def;
}

static svStatus DetectBlocks(AdversarialKind kind, svCcdBatchDef def, uint8_t* hits) {
    const size_t count = def.count;
    const uint32_t* points = def.points;
    for (size_t at = 0; at < count; at += MEASURE_BLOCK) {
        def.points = points + 4 * at;
        def.count = count - at < MEASURE_BLOCK ? count - at : MEASURE_BLOCK;
        const svStatus status = Detect(kind, &def, hits + at, NULL, NULL);
        if (status != SV_OK) {
            return status;
        }
    }
    return SV_OK;
}

static svStatus RunPass(AdversarialKind kind, const svCcdBatchDef* def, Pass pass,
                        const Buffers* buffers) {
    if (pass == PASS_BLOCKS) {
        return DetectBlocks(kind, *def, buffers->hits[kind]);
    }
    return Detect(kind, def, buffers->hits[kind], pass == PASS_TIMES ? buffers->times : NULL, NULL);
}

static svStatus AllocateBuffers(svContext* context, const Candidates candidates[2],
                                Buffers* buffers) {
    size_t most = 0;
    for (int k = 0; k < 2; ++k) {
        most = candidates[k].count > most ? candidates[k].count : most;
        buffers->hits[k] = svContext_Allocate(context, candidates[k].count);
        buffers->reference[k] = svContext_Allocate(context, candidates[k].count);
    }
    buffers->times = svContext_Allocate(context, most * sizeof(svInterval));
    return buffers->hits[0] == NULL || buffers->hits[1] == NULL || buffers->reference[0] == NULL ||
                   buffers->reference[1] == NULL || buffers->times == NULL
               ? SV_ERROR_MEMORY
               : SV_OK;
}

static void ReleaseBuffers(svContext* context, Buffers* buffers) {
    for (int k = 0; k < 2; ++k) {
        svContext_Release(context, buffers->hits[k]);
        svContext_Release(context, buffers->reference[k]);
    }
    svContext_Release(context, buffers->times);
}

// The first pass of an instruction set: checked input, and the same answers and stages as the set
// before.
static svStatus CheckIsa(svContext* context, const svCcdBatchDef* def, AdversarialKind kind,
                         const Buffers* buffers, Measured* measured) {
    svCcdStats stats = {0};
    const svStatus status = Detect(kind, def, buffers->hits[kind], NULL, &stats);
    if (status != SV_OK) {
        return status;
    }
    if (measured->stats.queries == 0) {
        measured->stats = stats;
        memcpy(buffers->reference[kind], buffers->hits[kind], def->count);
        return SV_OK;
    }
    if (memcmp(buffers->reference[kind], buffers->hits[kind], def->count) != 0 ||
        memcmp(&measured->stats, &stats, sizeof(stats)) != 0) {
        svContext_Message(context, SV_ERROR, "%s: other answers or stages than with scalar",
                          svIsa_Name(def->isa));
        return SV_ERROR_FORMAT;
    }
    return SV_OK;
}

static svStatus RunRound(const Scene* scene, const Candidates candidates[2], const Buffers* buffers,
                         Measured measured[2]) {
    for (int isa = SV_ISA_SCALAR; isa < SV_ISA_ENUM_COUNT; ++isa) {
        for (int step = 0; step < 2 * PASS_COUNT && svIsa_Available((svIsa)isa); ++step) {
            const int kind = step % 2, pass = step / 2;
            if (candidates[kind].count == 0) {
                continue;
            }
            svCcdBatchDef def = MakeDef(scene, &candidates[kind], (svIsa)isa);
            def.trusted = true;
            const double start = svClock_ThreadSeconds();
            const svStatus status = RunPass((AdversarialKind)kind, &def, (Pass)pass, buffers);
            const double seconds = svClock_ThreadSeconds() - start;
            if (status != SV_OK) {
                return status;
            }
            double* best = &measured[kind].seconds[isa][pass];
            *best = *best == 0 || seconds < *best ? seconds : *best;
        }
    }
    return SV_OK;
}

svStatus Measure_Candidates(svContext* context, const Scene* scene, const Candidates candidates[2],
                            int rounds, Measured measured[2]) {
    Buffers buffers = {0};
    memset(measured, 0, 2 * sizeof(*measured));
    svStatus status = AllocateBuffers(context, candidates, &buffers);
    for (int step = 0; step < 2 * SV_ISA_ENUM_COUNT && status == SV_OK; ++step) {
        const int kind = step % 2, isa = step / 2;
        measured[kind].count = candidates[kind].count;
        if (isa != SV_ISA_BEST && svIsa_Available((svIsa)isa)) {
            const svCcdBatchDef def = MakeDef(scene, &candidates[kind], (svIsa)isa);
            status = CheckIsa(context, &def, (AdversarialKind)kind, &buffers, &measured[kind]);
        }
    }
    for (int round = 0; round < rounds && status == SV_OK; ++round) {
        status = RunRound(scene, candidates, &buffers, measured);
    }
    ReleaseBuffers(context, &buffers);
    return status;
}

svStatus Measure_Counters(svContext* context, const Scene* scene, AdversarialKind kind,
                          const Candidates* candidates, svCcdStats* stats) {
    memset(stats, 0, sizeof(*stats));
    uint8_t* hits = svContext_Allocate(context, candidates->count);
    if (hits == NULL) {
        return SV_ERROR_MEMORY;
    }
    const svCcdBatchDef def = MakeDef(scene, candidates, SV_ISA_BEST);
    const svStatus status = Detect(kind, &def, hits, NULL, stats);
    svContext_Release(context, hits);
    return status;
}

static svStatus Test(AdversarialKind kind, const svMovingPair* pair, bool* hit) {
    return kind == ADVERSARIAL_VF ? svVertexFace_Test(pair, hit) : svEdgeEdge_Test(pair, hit);
}

// One call per query; best[i] becomes the shortest time so far of query i. Returns the processor
// time of all, or a negative number if a query fails. (The thread's clock is too slow to be asked
// once per query.)
static double TimeRound(AdversarialKind kind, const svMovingPair* pairs, size_t count, double* best,
                        size_t* hits) {
    *hits = 0;
    const double start = svClock_ThreadSeconds();
    double before = svClock_Seconds();
    for (size_t i = 0; i < count; ++i) {
        bool hit = false;
        if (Test(kind, &pairs[i], &hit) != SV_OK) {
            return -1;
        }
        *hits += hit;
        const double now = svClock_Seconds();
        best[i] = now - before < best[i] ? now - before : best[i];
        before = now;
    }
    return svClock_ThreadSeconds() - start;
}

// The slowest query. A time is believed only after several tries: the scheduler makes outliers, and
// an outlier that is tried again falls behind the next.
static void FindWorst(AdversarialKind kind, const svMovingPair* pairs, size_t count, double* best,
                      MeasuredSingles* measured) {
    enum { TRIES = 8 };
    for (size_t believed = count; believed == count;) {
        size_t worst = 0, hits = 0;
        for (size_t i = 1; i < count; ++i) {
            worst = best[i] > best[worst] ? i : worst;
        }
        const double before = best[worst];
        for (int k = 0; k < TRIES; ++k) {
            TimeRound(kind, &pairs[worst], 1, &best[worst], &hits);
        }
        // Within a quarter of what it was: it is slow, and not only unlucky.
        if (best[worst] >= 0.75 * before) {
            believed = worst;
            measured->worst = best[worst];
            measured->worstQuery = worst;
        }
    }
}

svStatus Measure_Singles(svContext* context, AdversarialKind kind, const svMovingPair* pairs,
                         size_t count, MeasuredSingles* measured) {
    const double enough = 1.0; // seconds: sets that take longer get one round
    memset(measured, 0, sizeof(*measured));
    double* best = svContext_Allocate(context, count * sizeof(*best));
    if (best == NULL) {
        return SV_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; ++i) {
        best[i] = 1e30;
    }
    double sum = 0;
    for (int round = 0; round == 0 || (round < 5 && sum < enough); ++round) {
        const double seconds = TimeRound(kind, pairs, count, best, &measured->hits);
        if (seconds < 0) {
            svContext_Release(context, best);
            return SV_ERROR_NOT_FINITE;
        }
        const double mean = seconds / (double)count; // the clock included: some 20 ns
        measured->mean = round == 0 || mean < measured->mean ? mean : measured->mean;
        sum += seconds;
    }
    FindWorst(kind, pairs, count, best, measured);
    svContext_Release(context, best);
    return SV_OK;
}
