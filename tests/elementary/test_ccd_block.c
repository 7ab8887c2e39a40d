// The kernels of moving pairs, block by block, against the plain ones: hits, what is left
// undecided, the stage counts and the times, bit for bit, with every instruction set. With
// TEST_EMULATED_AVX512 (tests/emulation) AVX-512 alone, on any machine.
#include "elementary/ccd/ccd_block.h"

#include "support/kernels.h"
#include "support/random.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Three blocks, the last one partial and no multiple of eight lanes.
#define QUERY_COUNT (2 * SV_CCD_BLOCK + 301)
#define POINT_COUNT (4 * QUERY_COUNT)
#define WIDTH 0x1p-30

typedef struct Queries {
    double doubles[2][POINT_COUNT][3];
    float floats[2][POINT_COUNT][3];
    double both[POINT_COUNT][8];
    uint32_t points[POINT_COUNT];
} Queries;

typedef enum Family { UNIT, GRID, PLANE, NEAR, SPREAD, HUGE_RANGE, FAMILY_COUNT } Family;

static double Coordinate(Random* random, Family family) {
    switch (family) {
    case GRID:
    case PLANE:
        return Random_Between(random, -2, 2);
    case SPREAD:
        return ldexp(Random_Signed(random), Random_Between(random, -60, 0));
    case HUGE_RANGE: // past where the error bounds hold, and down to denormals when cast to float
        return ldexp(Random_Signed(random), Random_Between(random, -140, 126));
    default:
        return Random_Signed(random);
    }
}

static Queries Fill(Random* random, Family family) {
    static Queries q;
    for (uint32_t i = 0; i < POINT_COUNT; ++i) {
        for (int k = 0; k < 3; ++k) {
            const double x0 = Coordinate(random, family);
            const double step = family == NEAR ? 0x1p-10 * Random_Signed(random) : 0;
            q.doubles[0][i][k] = x0;
            q.doubles[1][i][k] = family == NEAR ? x0 + step : Coordinate(random, family);
        }
        for (int t = 0; t < 2 && family == PLANE; ++t) {
            q.doubles[t][i][2] = q.doubles[t][i][0];
        }
        for (int k = 0; k < 6; ++k) {
            q.floats[k / 3][i][k % 3] = (float)q.doubles[k / 3][i][k % 3];
            q.both[i][k / 3 * 4 + k % 3] = q.doubles[k / 3][i][k % 3];
        }
        q.points[i] = (uint32_t)Random_Below(random, POINT_COUNT);
    }
    return q;
}

typedef struct Output {
    uint8_t hits[SV_CCD_BLOCK];
    uint32_t undecided[SV_CCD_BLOCK];
    svInterval times[SV_CCD_BLOCK];
    svCcdBlock block;
} Output;

static int CompareOffsets(const void* a, const void* b) {
    const uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
    return (x > y) - (x < y);
}

static void Run(svCcdFn* kernel, const svCcdBlock* block, Output* output) {
    memset(output, 0, sizeof(*output));
    output->block = *block;
    output->block.hits = output->hits;
    output->block.undecided = output->undecided;
    output->block.times = block->times == NULL ? NULL : output->times;
    kernel(&output->block);
    qsort(output->undecided, output->block.undecidedCount, sizeof(uint32_t), CompareOffsets);
}

typedef struct Tally {
    uint32_t decided, undecided, hits;
} Tally;

static void CompareBlock(const svKernels* kernels, const svCcdBlock* block, svPairKind kind,
                         Tally* tally) {
    const svKernels* plainKernels = PlainKernels();
    static Output plain, wide;
    const bool vf = kind == SV_VERTEX_FACE;
    Run(vf ? plainKernels->ccdVertexFace : plainKernels->ccdEdgeEdge, block, &plain);
    Run(vf ? kernels->ccdVertexFace : kernels->ccdEdgeEdge, block, &wide);
    assert_memory_equal(plain.hits, wide.hits, sizeof(plain.hits));
    assert_memory_equal(plain.undecided, wide.undecided, sizeof(plain.undecided));
    assert_memory_equal(plain.times, wide.times, sizeof(plain.times));
    assert_int_equal(plain.block.undecidedCount, wide.block.undecidedCount);
    assert_int_equal(plain.block.separated, wide.block.separated);
    assert_int_equal(plain.block.aside, wide.block.aside);
    assert_int_equal(plain.block.outside, wide.block.outside);
    assert_int_equal(plain.block.inside, wide.block.inside);
    assert_int_equal(plain.block.missed, wide.block.missed);
    assert_int_equal(plain.block.met, wide.block.met);
    tally->undecided += plain.block.undecidedCount;
    tally->decided += block->count - plain.block.undecidedCount;
    for (uint32_t i = 0; i < block->count; ++i) {
        tally->hits += plain.hits[i];
    }
}

// The ways in which a batch can be given.
enum { WAY_FLOATS = 1, WAY_INDEXED = 2, WAY_TIMED = 4, WAY_BOTH = 8, WAY_COUNT = 16 };

static void CompareQueries(const svKernels* kernels, const Queries* q, int way, Tally* tally) {
    const bool floats = (way & WAY_FLOATS) != 0;
    svPositions view[2];
    for (int t = 0; t < 2; ++t) {
        view[t] = floats ? svPositions_Float(&q->floats[t][0][0], POINT_COUNT)
                         : svPositions_Double(&q->doubles[t][0][0], POINT_COUNT);
    }
    svInterval wanted;
    svCcdBlock block = {.x0 = &view[0],
                        .x1 = &view[1],
                        .points = (way & WAY_INDEXED) != 0 ? q->points : NULL,
                        .both = (way & WAY_BOTH) != 0 ? q->both[0] : NULL,
                        .width = WIDTH,
                        .times = (way & WAY_TIMED) != 0 ? &wanted : NULL}; // replaced by Run
    for (int kind = 0; kind < 2; ++kind) {
        const svPairKind pairs = kind == 0 ? SV_VERTEX_FACE : SV_EDGE_EDGE;
        for (block.first = 0; block.first < QUERY_COUNT; block.first += SV_CCD_BLOCK) {
            const size_t left = QUERY_COUNT - block.first;
            block.count = (uint32_t)(left < SV_CCD_BLOCK ? left : SV_CCD_BLOCK);
            CompareBlock(kernels, &block, pairs, tally);
        }
        // Every number of lanes in use, from an odd place.
        block.first = 7;
        for (block.count = 1; block.count <= 17; ++block.count) {
            CompareBlock(kernels, &block, pairs, tally);
        }
    }
}

static void CheckKernels(const svKernels* kernels) {
    static Queries q;
    Random random = {21};
    Tally tally = {0};
    for (int family = 0; family < FAMILY_COUNT; ++family) {
        for (int round = 0; round < 3; ++round) {
            q = Fill(&random, (Family)family);
            for (int way = 0; way < WAY_COUNT; ++way) {
                // Both views in one are doubles, and their points are listed.
                if ((way & WAY_BOTH) == 0 || (way & (WAY_FLOATS | WAY_INDEXED)) == WAY_INDEXED) {
                    CompareQueries(kernels, &q, way, &tally);
                }
            }
        }
    }
    print_message("%u decided, %u undecided, %u hits\n", tally.decided, tally.undecided,
                  tally.hits);
    assert_true(tally.decided > 10000 && tally.undecided > 10000 && tally.hits > 10000);
}

static void KernelsAgree(void** state) {
    (void)state;
    for (int isa = FIRST_ISA; isa <= LAST_ISA; ++isa) {
        if (KernelsOf(isa) != NULL) {
            CheckKernels(KernelsOf(isa));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(KernelsAgree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
