#include "support/by_kind.h"
#include "support/compare.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 256 };

// One block of queries, as pairs and as the positions of a batch.
typedef struct Block {
    const MovingFamily* family;
    oracleKind kind;
    int count, every;
    double tolerance;
    svMovingPair pairs[BLOCK];
    double x0[4 * BLOCK][3], x1[4 * BLOCK][3];
    bool truth[BLOCK];
    svInterval times[BLOCK]; // of the first instruction set
    Comparison* comparison;
} Block;

static void Report(Block* block, int i, const char* what) {
    if (block->comparison->mismatches++ > 0) {
        return;
    }
    printf("MISMATCH: %s, family %s, tolerance %a, truth %s: %s\n", oracleKind_Name(block->kind),
           block->family->name, block->tolerance, block->truth[i] ? "contact" : "none", what);
    oraclePrintPair(&block->pairs[i]);
    fflush(stdout);
}

static void MakeBlock(Block* block, Random* random, int count) {
    block->count = count;
    block->tolerance = ldexp(1.0 - 0.5 * Random_Unit(random), -Random_Below(random, 50));
    for (int i = 0; i < count; ++i) {
        svMovingPair* pair = &block->pairs[i];
        block->family->make(random, block->kind, pair);
        memcpy(block->x0[4 * i], pair->x0, sizeof pair->x0);
        memcpy(block->x1[4 * i], pair->x1, sizeof pair->x1);
        block->truth[i] = oracleContact(block->kind, pair);
        ++block->comparison->queries;
        block->comparison->contacts += block->truth[i];
    }
}

static void CheckSingles(Block* block) {
    for (int i = 0; i < block->count; ++i) {
        bool hit = !block->truth[i];
        svStatus status = TestPair(block->kind, &block->pairs[i], &hit);
        if (status != SV_OK || hit != block->truth[i]) {
            Report(block, i, "single test");
        }
    }
}

static svStatus RunBatch(Block* block, svIsa isa, uint8_t* hits, svInterval* times,
                         svCcdStats* stats) {
    svCcdBatchDef def = svDefaultCcdBatchDef();
    def.x0 = svPositions_Double(block->x0[0], 4 * (size_t)block->count);
    def.x1 = svPositions_Double(block->x1[0], 4 * (size_t)block->count);
    def.count = (size_t)block->count;
    def.tolerance = block->tolerance;
    def.isa = isa;
    return CcdBatch(block->kind, &def, hits, times, stats);
}

static bool SameTime(svInterval a, svInterval b) {
    return a.lo == b.lo && a.hi == b.hi && signbit(a.lo) == signbit(b.lo) &&
           signbit(a.hi) == signbit(b.hi);
}

static void CheckBatches(Block* block) {
    bool first = true;
    for (int isa = SV_ISA_BEST; isa < SV_ISA_ENUM_COUNT; ++isa) {
        uint8_t hits[BLOCK];
        svInterval times[BLOCK];
        svCcdStats stats = {0};
        char what[64];
        if (isa != SV_ISA_BEST && !svIsa_Available((svIsa)isa)) {
            continue;
        }
        snprintf(what, sizeof what, "batch with %s", svIsa_Name((svIsa)isa));
        memset(hits, 7, sizeof hits);
        if (RunBatch(block, (svIsa)isa, hits, times, &stats) != SV_OK) {
            Report(block, 0, what);
            continue;
        }
        uint64_t hitCount = 0;
        for (int i = 0; i < block->count; ++i) {
            hitCount += hits[i] != 0;
            if (hits[i] != block->truth[i]) {
                Report(block, i, what);
            } else if (hits[i] && !first && !SameTime(times[i], block->times[i])) {
                Report(block, i, "times of the instruction sets differ");
            }
        }
        uint64_t sum = stats.separated + stats.aside + stats.outside + stats.inside +
                       stats.filtered + stats.exact;
        if (stats.queries != (uint64_t)block->count || sum != stats.queries ||
            stats.hits != hitCount) {
            Report(block, 0, "statistics do not add up");
        }
        if (first) {
            memcpy(block->times, times, sizeof times);
            block->comparison->exact += stats.exact;
            first = false;
        }
    }
}

static bool WeightsAreSound(oracleKind kind, const double weights[4]) {
    bool vf = kind == ORACLE_VERTEX_FACE;
    double first = vf ? weights[0] : weights[0] + weights[1];
    double second = weights[2] + weights[3] + (vf ? weights[1] : 0.0);
    for (int i = 0; i < 4; ++i) {
        if (!(weights[i] >= 0.0 && weights[i] <= 1.0)) {
            return false;
        }
    }
    return fabs(first - 1.0) <= 4.0 * DBL_EPSILON && fabs(second - 1.0) <= 4.0 * DBL_EPSILON;
}

static bool IsUnit(const double n[3]) {
    double square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    return fabs(square - 1.0) <= 16.0 * DBL_EPSILON;
}

static void CheckFirstContact(Block* block, int i) {
    svCcdDef def = svDefaultCcdDef();
    svCcdResult result = {0};
    def.tolerance = block->tolerance;
    svStatus status = CcdPair(block->kind, &block->pairs[i], &def, &result);
    svInterval time = {result.tLo, result.tHi};
    ++block->comparison->brackets;
    if (status != SV_OK || result.hit != block->truth[i]) {
        Report(block, i, "first contact");
        return;
    }
    if (!result.hit) {
        return;
    }
    if (!(time.lo >= 0.0 && time.lo <= time.hi && time.hi <= 1.0 &&
          time.hi - time.lo <= block->tolerance)) {
        Report(block, i, "bracket is out of range or too wide");
    } else if (!oracleFirstContactIn(block->kind, &block->pairs[i], time.lo, time.hi)) {
        Report(block, i, "first contact is outside its bracket");
    } else if (!SameTime(time, block->times[i])) {
        Report(block, i, "single and batch times differ");
    } else if (!WeightsAreSound(block->kind, result.weights)) {
        Report(block, i, "weights are outside [0,1] or do not sum to 1");
    } else if (!IsUnit(result.normal)) {
        Report(block, i, "normal is not a unit vector");
    }
}

void compareMoving(const MovingFamily* family, oracleKind kind, Random* random, int count,
                   int every, Comparison* comparison) {
    static _Thread_local Block block;
    block.family = family;
    block.kind = kind;
    block.every = every;
    block.comparison = comparison;
    for (int done = 0; done < count; done += block.count) {
        MakeBlock(&block, random, count - done < BLOCK ? count - done : BLOCK);
        CheckSingles(&block);
        CheckBatches(&block);
        for (int i = 0; i < block.count; ++i) {
            if (block.truth[i] ? Random_Below(random, every) == 0 : i % 64 == 0) {
                CheckFirstContact(&block, i);
            }
        }
    }
}
