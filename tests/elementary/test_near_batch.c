// Batches of proximity: of every pair the bytes of svNear_Test, whatever the instruction set and
// wherever the pair stands in the batch; with each the same order.

#include "elementary/proximity/near_batch.h"

#include "support/generate.h"
#include "support/generate_near.h"
#include "support/kernels.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

enum { PAIRS = 2 * SV_NEAR_BLOCK + 61, MOST_POINTS = 4 * PAIRS };

typedef struct Batch {
    double points[MOST_POINTS][8]; // as in a scene: five of them are not looked at
    uint32_t ids[PAIRS][4];
    double distances[PAIRS + SV_NEAR_PAD];
    uint32_t count;
    svPairKind kind;
} Batch;

typedef struct Found {
    uint32_t count;
    uint32_t which[PAIRS];
    svNear near[PAIRS];
} Found;

static void LoadPair(const Batch* batch, uint32_t pair, svVec3 x[4]) {
    for (int i = 0; i < 4; ++i) {
        x[i] = svVec3_From(batch->points[batch->ids[pair][i]]);
    }
}

// Appends a pair with points of its own. Of its distance, none, some or more is asked for: often
// the very distance or the number next to it.
static void AddPair(Batch* batch, Random* random, const svMovingPair* pair) {
    const uint32_t at = batch->count++;
    for (uint32_t i = 0; i < 4; ++i) {
        batch->ids[at][i] = 4 * at + i;
        memcpy(batch->points[4 * at + i], pair->x0[i], sizeof(pair->x0[i]));
    }
    svVec3 x[4];
    svNear near;
    LoadPair(batch, at, x);
    assert_true(svNear_Test(x, batch->kind, HUGE_VAL, &near));
    const double d = near.distance;
    const double choices[] = {d,         nextafter(d, 0), nextafter(d, HUGE_VAL),
                              d * 0.999, d * 1.001,       d / 2,
                              2 * d,     HUGE_VAL,        0};
    batch->distances[at] = choices[Random_Below(random, sizeof(choices) / sizeof(*choices))];
}

static void Run(const Batch* batch, const svKernels* kernels, bool described, Found* found) {
    memset(found, 0xee, sizeof(*found));
    const svNearBatch def = {.x = {batch->points, MOST_POINTS, sizeof(batch->points[0]), SV_DOUBLE},
                             .points = batch->ids,
                             .distances = batch->distances,
                             .count = batch->count,
                             .kernels = kernels,
                             .which = found->which,
                             .near = described ? found->near : NULL};
    found->count = svNearBatch_Test(&def, batch->kind);
}

// What is found, by the pairs' places, is what svNear_Test finds.
static void CheckFound(const Batch* batch, const Found* found) {
    static svNear near[PAIRS];
    static bool isNear[PAIRS];
    memset(isNear, 0, sizeof(isNear));
    for (uint32_t i = 0; i < found->count; ++i) {
        assert_true(found->which[i] < batch->count && !isNear[found->which[i]]);
        isNear[found->which[i]] = true;
        near[found->which[i]] = found->near[i];
    }
    for (uint32_t i = 0; i < batch->count; ++i) {
        svVec3 x[4];
        svNear expected;
        LoadPair(batch, i, x);
        const bool truly = svNear_Test(x, batch->kind, batch->distances[i], &expected);
        if (isNear[i] != truly || (truly && memcmp(&near[i], &expected, sizeof(expected)) != 0)) {
            print_message("kind %d, %d instead of %d, distance %a\n", (int)batch->kind, isNear[i],
                          truly, batch->distances[i]);
            for (int k = 0; k < 4; ++k) {
                print_message("%a %a %a\n", x[k].x, x[k].y, x[k].z);
            }
            fail_msg("not as svNear_Test says");
        }
    }
}

static void CheckBatch(Batch* batch) {
    static Found first, again;
    memset(batch->distances + batch->count, 0, SV_NEAR_PAD * sizeof(double));
    Run(batch, svKernels_Of(SV_ISA_SCALAR), true, &first);
    CheckFound(batch, &first);
    for (int isa = FIRST_ISA; isa <= LAST_ISA; ++isa) {
        if (KernelsOf(isa) != NULL) {
            Run(batch, KernelsOf(isa), true, &again);
            assert_memory_equal(&first, &again, sizeof(first));
            Run(batch, KernelsOf(isa), false, &again);
            assert_int_equal(first.count, again.count);
            assert_memory_equal(first.which, again.which, first.count * sizeof(uint32_t));
        }
    }
}

typedef void (*MakeFn)(Random* random, oracleKind kind, svMovingPair* pair);

static void Fill(Batch* batch, Random* random, MakeFn make, uint32_t count) {
    batch->count = 0;
    while (batch->count < count) {
        svMovingPair pair;
        make(random, batch->kind == SV_EDGE_EDGE ? ORACLE_EDGE_EDGE : ORACLE_VERTEX_FACE, &pair);
        AddPair(batch, random, &pair);
    }
}

static void FamiliesAgreeWithSinglePairs(void** state) {
    (void)state;
    static Batch batch;
    for (int f = 0; f < 2 * movingFamilyCount; ++f) {
        Random random = {(uint64_t)f + 700};
        batch.kind = f % 2 == 0 ? SV_VERTEX_FACE : SV_EDGE_EDGE;
        Fill(&batch, &random, movingFamilies[f / 2].make, PAIRS);
        CheckBatch(&batch);
    }
}

// Cloth: neighbouring points in a slab, far from thin; one pair in many lies in a plane.
static void MakeCloth(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    const bool flat = Random_Below(random, 20) == 0;
    for (int i = 0; i < 4; ++i) {
        pair->x0[i][0] = (double)(float)(3 + Random_Signed(random));
        pair->x0[i][1] = (double)(float)(Random_Below(random, 3) - 0.25 * Random_Unit(random));
        pair->x0[i][2] = flat ? 0.5 : (double)(float)(0.125 * Random_Signed(random));
    }
}

// Lattices have parallel, touching and degenerate features in plenty.
static void MakeLattice(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    for (int i = 0; i < 12; ++i) {
        pair->x0[i / 3][i % 3] = Random_Between(random, -2, 2);
    }
}

// Lengths from the smallest to the largest in one pair: frames that are barely there.
static void MakeSpread(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    const int least = -Random_Below(random, 1000);
    for (int i = 0; i < 12; ++i) {
        pair->x0[i / 3][i % 3] = ldexp(Random_Signed(random), Random_Between(random, least, 0));
    }
}

// A small feature far from the other one: |height| below what products bear.
static void MakeTiny(Random* random, oracleKind kind, svMovingPair* pair) {
    const int small = -Random_Between(random, 180, 460), size = -Random_Between(random, 0, 199);
    const int first = kind == ORACLE_EDGE_EDGE ? 2 : 1;
    for (int i = 0; i < 12; ++i) {
        const int exponent = i / 3 < first ? size : size + small;
        pair->x0[i / 3][i % 3] = ldexp(Random_Signed(random), exponent);
    }
    if (kind == ORACLE_EDGE_EDGE && Random_Below(random, 2) == 0) {
        for (int k = 0; k < 3; ++k) { // the first edge is as short
            pair->x0[1][k] = pair->x0[0][k] * (1 + ldexp(Random_Signed(random), small / 8));
        }
    }
}

static void MadePairsAgreeWithSinglePairs(void** state) {
    (void)state;
    static Batch batch;
    const MakeFn makes[] = {ThinPair_Make, MakeCloth, MakeLattice, MakeSpread, MakeTiny};
    for (size_t m = 0; m < 2 * sizeof(makes) / sizeof(*makes); ++m) {
        Random random = {900 + (uint64_t)m};
        batch.kind = m % 2 == 0 ? SV_VERTEX_FACE : SV_EDGE_EDGE;
        for (int round = 0; round < 12; ++round) {
            Fill(&batch, &random, makes[m / 2], PAIRS);
            CheckBatch(&batch);
        }
    }
}

// Every number of lanes in use, and of blocks; points that pairs share.
static void AnyCountWillDo(void** state) {
    (void)state;
    static Batch batch;
    Random random = {31};
    for (uint32_t count = 0; count < 2 * SV_NEAR_PAD + 3; ++count) {
        for (int extra = 0; extra < 3; ++extra) {
            batch.kind = Random_Below(&random, 2) == 0 ? SV_VERTEX_FACE : SV_EDGE_EDGE;
            Fill(&batch, &random, MakeCloth, count + (uint32_t)extra * SV_NEAR_BLOCK / 2);
            for (uint32_t i = 1; i < batch.count; ++i) {
                memcpy(batch.ids[i], batch.ids[i - 1], sizeof(uint32_t));
            }
            CheckBatch(&batch);
        }
    }
}

static void RunKernel(const Batch* batch, svNearFn* kernel, svNearBlock* block, Found* found) {
    const svPositions x = {batch->points, MOST_POINTS, sizeof(batch->points[0]), SV_DOUBLE};
    memset(found, 0xee, sizeof(*found));
    memset(block, 0, sizeof(*block));
    block->x = &x;
    block->points = batch->ids;
    block->distances = batch->distances;
    block->first = 3;
    block->count = SV_NEAR_BLOCK - 3;
    block->which = found->which;
    block->near = found->near;
    kernel(block);
    found->count = block->nearCount;
}

// Every kernel finds and leaves what the scalar one does.
static void CheckKernel(const svKernels* kernels) {
    const svKernels* plain = PlainKernels();
    static Batch batch;
    static Found found[2];
    static svNearBlock blocks[2];
    const MakeFn makes[] = {ThinPair_Make, MakeCloth, MakeLattice, MakeSpread, MakeTiny};
    uint32_t left = 0, near = 0;
    for (int m = 0; m < 2 * (int)(sizeof(makes) / sizeof(*makes)); ++m) {
        Random random = {950 + (uint64_t)m};
        const bool ee = m % 2 != 0;
        batch.kind = ee ? SV_EDGE_EDGE : SV_VERTEX_FACE;
        for (int round = 0; round < 12; ++round) {
            Fill(&batch, &random, makes[m / 2], SV_NEAR_BLOCK);
            RunKernel(&batch, ee ? plain->nearEdgeEdge : plain->nearVertexFace, &blocks[0],
                      &found[0]);
            RunKernel(&batch, ee ? kernels->nearEdgeEdge : kernels->nearVertexFace, &blocks[1],
                      &found[1]);
            assert_memory_equal(&found[0], &found[1], sizeof(found[0]));
            assert_int_equal(blocks[0].leftCount, blocks[1].leftCount);
            assert_memory_equal(blocks[0].left, blocks[1].left, sizeof(blocks[0].left));
            left += blocks[0].leftCount;
            near += found[0].count;
        }
    }
    print_message("%u near, %u left\n", near, left);
    assert_true(near > 1000 && left > 1000);
}

static void KernelsAgree(void** state) {
    (void)state;
    for (int isa = FIRST_ISA; isa <= LAST_ISA; ++isa) {
        if (KernelsOf(isa) != NULL) {
            CheckKernel(KernelsOf(isa));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(KernelsAgree),
        cmocka_unit_test(AnyCountWillDo),
        cmocka_unit_test(MadePairsAgreeWithSinglePairs),
        cmocka_unit_test(FamiliesAgreeWithSinglePairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
