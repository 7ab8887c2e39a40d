// Batches of triangle pairs: the meeting of every pair as svTriangleTriangle finds it, whatever the
// instruction set and wherever the pair stands in the batch; as many exact decisions with each.

#include "elementary/triangle/triangle_batch.h"

#include "support/generate.h"
#include "support/kernels.h"
#include "support/test.h"

#include <string.h>

enum { PAIRS = 300, ROOM = PAIRS + SV_TRIANGLE_PAD };

typedef struct Batch {
    double points[6 * PAIRS][3];
    uint32_t vertices[6][ROOM];
    uint8_t expected[PAIRS], expectedShared[PAIRS];
    uint32_t count;
} Batch;

// Appends a pair with a vertex of its own for each id.
static void AddPair(Batch* batch, const svTrianglePair* pair) {
    const uint32_t at = batch->count++;
    uint32_t shared = 0;
    for (uint32_t i = 0; i < 6; ++i) {
        const uint32_t id = i < 3 ? pair->aIds[i] : pair->bIds[i - 3];
        const double* x = i < 3 ? pair->a[i] : pair->b[i - 3];
        uint32_t same = 0;
        while (same < i && (same < 3 ? pair->aIds[same] : pair->bIds[same - 3]) != id) {
            ++same;
        }
        batch->vertices[i][at] = same < i ? batch->vertices[same][at] : 6 * at + i;
        memcpy(batch->points[6 * at + i], x, sizeof(batch->points[0]));
        // The first of b with an id of a.
        shared += i >= 3 && same < 3;
        for (uint32_t k = 3; k < i; ++k) {
            shared -= same < 3 && pair->bIds[k - 3] == id;
        }
    }
    svTriangleResult result;
    assert_int_equal(svTriangleTriangle(pair, &result), SV_OK);
    batch->expected[at] = (uint8_t)result.meeting;
    batch->expectedShared[at] = (uint8_t)shared;
}

static bool SharesOrRepeats(const svTrianglePair* pair) {
    bool any = false;
    for (int i = 0; i < 9; ++i) {
        any |= pair->aIds[i / 3] == pair->bIds[i % 3];
    }
    for (int i = 0; i < 3; ++i) {
        any |= pair->aIds[i] == pair->aIds[(i + 1) % 3] || pair->bIds[i] == pair->bIds[(i + 1) % 3];
    }
    return any;
}

static void CheckBatch(Batch* batch, bool sharing) {
    uint32_t exact = UINT32_MAX;
    for (int k = 0; k < 6; ++k) {
        memset(batch->vertices[k] + batch->count, 0, SV_TRIANGLE_PAD * sizeof(uint32_t));
    }
    for (int isa = FIRST_ISA; isa <= LAST_ISA; ++isa) {
        if (KernelsOf(isa) == NULL) {
            continue;
        }
        uint8_t meetings[PAIRS], shared[PAIRS];
        memset(meetings, 0xff, sizeof(meetings));
        memset(shared, 0xff, sizeof(shared));
        svTriangleBatch def = {
            .x = {batch->points, (size_t)6 * PAIRS, 3 * sizeof(double), SV_DOUBLE},
            .count = batch->count,
            .sharing = sharing,
            .kernels = KernelsOf(isa),
            .meetings = meetings,
            .shared = shared};
        for (int k = 0; k < 6; ++k) {
            def.vertices[k] = batch->vertices[k];
        }
        const uint32_t decided = svTriangleBatch_Meet(&def);
        assert_memory_equal(meetings, batch->expected, batch->count);
        assert_memory_equal(shared, batch->expectedShared, batch->count);
        assert_true(exact == UINT32_MAX || exact == decided);
        exact = decided;
    }
}

// Pairs of all families; those without a common vertex go through the wide filter too.
static void AgreesWithSinglePairs(void** state) {
    (void)state;
    static Batch all, apart;
    for (int f = 0; f < triangleFamilyCount; ++f) {
        Random random = {(uint64_t)f + 500};
        for (uint32_t count = PAIRS - 8; count <= PAIRS; ++count) {
            all.count = apart.count = 0;
            while (all.count < count) {
                svTrianglePair pair;
                triangleFamilies[f].make(&random, &pair);
                AddPair(&all, &pair);
                if (!SharesOrRepeats(&pair)) {
                    AddPair(&apart, &pair);
                }
            }
            CheckBatch(&all, true);
            CheckBatch(&apart, false);
        }
    }
}

// Every kernel decides what the scalar one decides.
static void CheckKernel(const svKernels* kernels) {
    static Batch batch;
    for (int f = 0; f < triangleFamilyCount; ++f) {
        Random random = {(uint64_t)f + 600};
        memset(&batch, 0, sizeof(batch));
        while (batch.count < SV_TRIANGLE_BLOCK - 3) {
            svTrianglePair pair;
            triangleFamilies[f].make(&random, &pair);
            if (!SharesOrRepeats(&pair) || batch.count % 8 == 0) {
                AddPair(&batch, &pair);
            }
        }
        const svPositions x = {batch.points, (size_t)6 * PAIRS, 3 * sizeof(double), SV_DOUBLE};
        uint8_t meetings[2][SV_TRIANGLE_BLOCK];
        uint32_t undecided[2][SV_TRIANGLE_BLOCK], counts[2];
        for (int which = 0; which < 2; ++which) {
            svTriangleBlock block = {.x = &x,
                                     .count = batch.count,
                                     .meetings = meetings[which],
                                     .undecided = undecided[which]};
            for (int k = 0; k < 6; ++k) {
                block.vertices[k] = batch.vertices[k];
            }
            (which == 0 ? PlainKernels() : kernels)->meetTriangles(&block);
            counts[which] = block.undecidedCount;
        }
        assert_int_equal(counts[0], counts[1]);
        assert_memory_equal(undecided[0], undecided[1], counts[0] * sizeof(uint32_t));
        assert_memory_equal(meetings[0], meetings[1], batch.count);
    }
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
        cmocka_unit_test(AgreesWithSinglePairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
