// The overlap kernels of every instruction set: what they cull is apart, slabs exactly as they are
// defined, and all of them alike.

#include "volumes.h"

#include "support/kernels.h"
#include "support/test.h"

#include <float.h>
#include <math.h>

enum { ROUNDS = 4000 };

typedef struct Node {
    _Alignas(64) float rows[SV_VOLUME_MAX_ROWS * SV_WIDTH];
} Node;

static void Fill(Random* random, svVolume volume, int size, int motion, Node* node) {
    for (int lane = 0; lane < SV_WIDTH; ++lane) {
        const double centre[3] = {GridNumber(random, 500), GridNumber(random, 500),
                                  GridNumber(random, 500)};
        const Volume v = Volume_Random(random, volume, centre, size, motion);
        Volume_Store(&v, volume, node->rows + lane);
    }
}

static uint32_t CheckRow(svVolume volume, bool instant, const float* column, const Node* node) {
    svOverlapFn* const plain = PlainKernels()->chooseOverlap(volume, instant);
    const uint32_t bits = plain(column, node->rows);
    assert_int_equal(bits >> SV_WIDTH, 0);
    for (int isa = FIRST_ISA; isa <= LAST_ISA; ++isa) {
        if (KernelsOf(isa) != NULL) {
            svOverlapFn* const wide = KernelsOf(isa)->chooseOverlap(volume, instant);
            assert_int_equal(wide(column, node->rows), bits);
        }
    }
    return bits;
}

typedef struct Tally {
    size_t met, overlap, culled;
} Tally;

static void CheckNode(svVolume volume, bool instant, const float* column, const Node* node,
                      Tally* tally) {
    const uint32_t bits = CheckRow(volume, instant, column, node);
    const Volume a = Volume_Load(volume, column);
    for (int lane = 0; lane < SV_WIDTH; ++lane) {
        const Volume b = Volume_Load(volume, node->rows + lane);
        const bool kept = (bits >> lane & 1) != 0, met = Volume_Overlap(&a, &b, volume, instant);
        assert_true(kept || !met);
        if (volume != SV_VOLUME_SPHERE) {
            assert_int_equal(kept, !Volume_SlabsApart(&a, &b, volume, instant));
        }
        tally->met += met;
        tally->overlap += kept;
        tally->culled += !kept;
    }
}

// From far apart to piled up, still and moving.
static void CheckVolume(svVolume volume) {
    Random random = {61};
    for (int instant = 0; instant < 2; ++instant) {
        Tally tally = {0};
        for (int round = 0; round < ROUNDS; ++round) {
            static const int sizes[] = {0, 20, 200, 600}, motions[] = {0, 3, 100, 2000};
            Node a, b;
            Fill(&random, volume, sizes[round % 4], motions[round / 4 % 4], &a);
            Fill(&random, volume, sizes[round % 4], motions[round / 4 % 4], &b);
            const int lane = Random_Below(&random, SV_WIDTH);
            CheckNode(volume, instant != 0, a.rows + lane, &b, &tally);
            CheckNode(volume, instant != 0, b.rows + lane, &b, &tally); // with itself
        }
        assert_true(tally.met > ROUNDS && tally.culled > ROUNDS);
        // Looser than the truth, but not by much.
        assert_true(tally.overlap - tally.met < tally.culled);
        print_message("%s: %zu meet, %zu overlap, %zu culled\n",
                      instant ? "at t0" : "over the step", tally.met, tally.overlap, tally.culled);
    }
}

static void TestAllVolumes(void** state) {
    (void)state;
    for (int volume = 0; volume < SV_VOLUME_ENUM_COUNT; ++volume) {
        CheckVolume((svVolume)volume);
    }
}

// A slab touches at one time and is apart at the other one: no gap in between is needed.
static void TestTouching(void** state) {
    (void)state;
    Node node = {{0}};
    Volume a = {{0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1}};
    Volume b = {{1, 0, 0, 2, 1, 1, 2, 0, 0, 3, 1, 1}};
    Volume_Store(&b, SV_VOLUME_BOX, node.rows + 5);
    float column[SV_VOLUME_MAX_ROWS * SV_WIDTH];
    Volume_Store(&a, SV_VOLUME_BOX, column);
    assert_int_equal(CheckRow(SV_VOLUME_BOX, false, column, &node) >> 5 & 1, 1);
    assert_int_equal(CheckRow(SV_VOLUME_BOX, true, column, &node) >> 5 & 1, 1);
    column[3 * SV_WIDTH] = 1 - FLT_EPSILON;
    assert_int_equal(CheckRow(SV_VOLUME_BOX, false, column, &node) >> 5 & 1, 0);
    column[9 * SV_WIDTH] = 2; // touches at t1 instead
    assert_int_equal(CheckRow(SV_VOLUME_BOX, false, column, &node) >> 5 & 1, 1);
    // They pass each other: apart at both times, on different sides.
    b = (Volume){{-3, 0, 0, -2, 1, 1, 2, 0, 0, 3, 1, 1}};
    Volume_Store(&b, SV_VOLUME_BOX, node.rows + 5);
    Volume_Store(&a, SV_VOLUME_BOX, column);
    assert_int_equal(CheckRow(SV_VOLUME_BOX, false, column, &node) >> 5 & 1, 1);
    assert_int_equal(CheckRow(SV_VOLUME_BOX, true, column, &node) >> 5 & 1, 0);
}

// Spheres that all but touch, of any size: long doubles judge, in which the squares of these
// differences have no error that matters beside the last bit of a float radius.
static void TestSpheresNearTouch(void** state) {
    (void)state;
    Random random = {62};
    size_t culled = 0;
    for (int round = 0; round < 20000; ++round) {
        Node node = {{0}};
        const int exponent = Random_Between(&random, -40, 2);
        float c[3];
        long double squared = 0;
        for (int k = 0; k < 3; ++k) {
            c[k] = (float)ldexp(Random_Signed(&random), exponent - Random_Between(&random, 0, 3));
            squared += (long double)c[k] * (long double)c[k];
        }
        float column[SV_VOLUME_MAX_ROWS * SV_WIDTH] = {0};
        const float part = (float)Random_Unit(&random);
        for (int lane = 0; lane < SV_WIDTH; ++lane) {
            float r = (float)sqrtl(squared) * (1.0f - part);
            for (int step = lane - 8; step != 0; step += step < 0 ? 1 : -1) {
                r = nextafterf(r, step < 0 ? 0.0f : 100.0f);
            }
            const Volume b = {{c[0], c[1], c[2], r, c[0], c[1], c[2], r}};
            Volume_Store(&b, SV_VOLUME_SPHERE, node.rows + lane);
        }
        const float own = (float)sqrtl(squared) * part;
        column[3 * SV_WIDTH] = column[7 * SV_WIDTH] = own;
        const uint32_t kept = CheckRow(SV_VOLUME_SPHERE, false, column, &node) &
                              CheckRow(SV_VOLUME_SPHERE, true, column, &node);
        for (int lane = 0; lane < SV_WIDTH; ++lane) {
            const long double radii =
                (long double)node.rows[3 * SV_WIDTH + lane] + (long double)own;
            if ((kept >> lane & 1) == 0) {
                ++culled;
                assert_true(squared > radii * radii);
            }
        }
    }
    assert_true(culled > 0);
    // Apart by a hundredth of the radius: culled, unless very small.
    Node node = {{0}};
    float column[SV_VOLUME_MAX_ROWS * SV_WIDTH] = {0};
    for (int lane = 0; lane < SV_WIDTH; ++lane) {
        const float size = ldexpf(1.0f, -lane);
        const Volume b = {{size, 0, 0, 0.99f * size, 0, size, 0, 0.69f * size}};
        Volume_Store(&b, SV_VOLUME_SPHERE, node.rows + lane);
    }
    assert_int_equal(CheckRow(SV_VOLUME_SPHERE, true, column, &node), 0);
    assert_int_equal(CheckRow(SV_VOLUME_SPHERE, false, column, &node) & 1, 1); // 0.99 > 1 / sqrt 2
    for (int lane = 0; lane < SV_WIDTH; ++lane) {
        node.rows[3 * SV_WIDTH + lane] *= 0.7f;
    }
    assert_int_equal(CheckRow(SV_VOLUME_SPHERE, false, column, &node), 0);
}

// What is infinite is culled by nothing; what lies in lanes past the children does no harm.
static void TestUnbounded(void** state) {
    (void)state;
    static const float odd[] = {INFINITY, -INFINITY, NAN, FLT_MAX, -FLT_MAX, FLT_TRUE_MIN, 0.0f};
    Random random = {63};
    for (int round = 0; round < 2000; ++round) {
        Node node, other;
        Fill(&random, SV_VOLUME_SPHERE, 100, 100, &node);
        Fill(&random, SV_VOLUME_SPHERE, 100, 100, &other);
        node.rows[(round % 2 == 0 ? 3 : 7) * SV_WIDTH + 4] = INFINITY;
        const uint32_t kinetic = CheckRow(SV_VOLUME_SPHERE, false, other.rows, &node);
        assert_int_equal(kinetic >> 4 & 1, 1);
        assert_int_equal(CheckRow(SV_VOLUME_SPHERE, false, node.rows + 4, &other), 0xffff);
        for (int i = 0; i < SV_VOLUME_MAX_ROWS * SV_WIDTH; ++i) {
            other.rows[i] = odd[Random_Below(&random, 7)];
        }
        for (svVolume volume = SV_VOLUME_BOX; volume < SV_VOLUME_ENUM_COUNT; ++volume) {
            CheckRow(volume, false, other.rows + round % SV_WIDTH, &other);
            CheckRow(volume, true, other.rows + round % SV_WIDTH, &other);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestAllVolumes),
        cmocka_unit_test(TestTouching),
        cmocka_unit_test(TestUnbounded),
        cmocka_unit_test(TestSpheresNearTouch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
