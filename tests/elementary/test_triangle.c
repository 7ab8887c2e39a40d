// Triangle pairs against the oracle; what must not change the answer; what is refused.
#include "support/compare.h"
#include "support/generate_numbers.h"
#include "support/test.h"

// Every segment is checked where `every` is 1, none where it is 0.
static void CompareFamilies(int count, int every) {
    for (int f = 0; f < triangleFamilyCount; ++f) {
        Random random = {(uint64_t)f + 300};
        Comparison comparison = {0};
        int some = triangleFamilies[f].share < 10 ? count / 20 : count;
        compareTriangles(&triangleFamilies[f], &random, some, every, &comparison);
        assert_int_equal(comparison.mismatches, 0);
        assert_true(comparison.contacts > 0);
    }
}

static void MeetingsAgreeWithOracle(void** state) {
    (void)state;
    CompareFamilies(3000, 0);
}

static void SegmentsAgreeWithOracle(void** state) {
    (void)state;
    CompareFamilies(1000, 1);
}

static svTriangleMeeting MeetingOf(const svTrianglePair* pair) {
    svTriangleResult result;
    assert_int_equal(svTriangleTriangle(pair, &result), SV_OK);
    return result.meeting;
}

static svTrianglePair Swapped(const svTrianglePair* pair) {
    svTrianglePair other;
    memcpy(other.a, pair->b, sizeof pair->b);
    memcpy(other.b, pair->a, sizeof pair->a);
    memcpy(other.aIds, pair->bIds, sizeof pair->bIds);
    memcpy(other.bIds, pair->aIds, sizeof pair->aIds);
    return other;
}

// The corners of a in another order: turned by one, or mirrored.
static svTrianglePair Reordered(const svTrianglePair* pair, bool mirror) {
    svTrianglePair other = *pair;
    for (int i = 0; i < 3; ++i) {
        int from = mirror ? 2 - i : (i + 1) % 3;
        memcpy(other.a[i], pair->a[from], sizeof pair->a[i]);
        other.aIds[i] = pair->aIds[from];
    }
    return other;
}

// False: not exact.
static bool Scale(svTrianglePair* pair, int exponent) {
    for (int i = 0; i < 18; ++i) {
        double* x = i < 9 ? &pair->a[i / 3][i % 3] : &pair->b[(i - 9) / 3][i % 3];
        double scaled = ldexp(*x, exponent);
        if (!isfinite(scaled) || ldexp(scaled, -exponent) != *x) {
            return false;
        }
        *x = scaled;
    }
    return true;
}

static void AnswersDoNotChange(void** state) {
    (void)state;
    for (int f = 0; f < triangleFamilyCount; ++f) {
        Random random = {(uint64_t)f + 400};
        for (int n = 0; n < 300; ++n) {
            svTrianglePair pair, other;
            triangleFamilies[f].make(&random, &pair);
            svTriangleMeeting meeting = MeetingOf(&pair);
            other = Swapped(&pair);
            assert_int_equal(MeetingOf(&other), meeting);
            other = Reordered(&pair, n % 2 == 0);
            assert_int_equal(MeetingOf(&other), meeting);
            if (Scale(&other, Random_Between(&random, -300, 300))) {
                assert_int_equal(MeetingOf(&other), meeting);
            }
        }
    }
}

static void RefusesBadInput(void** state) {
    const double bad[3] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    svTrianglePair good = {.a = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                           .b = {{0, 0, -1}, {0, 0, 1}, {1, 1, 0}},
                           .aIds = {0, 1, 2},
                           .bIds = {3, 4, 5}};
    svTriangleResult result = {.meeting = SV_TRIANGLES_PROPER};
    (void)state;
    for (int i = 0; i < 54; ++i) {
        svTrianglePair pair = good;
        int k = i / 3 % 9;
        *(i < 27 ? &pair.a[k / 3][k % 3] : &pair.b[k / 3][k % 3]) = bad[i % 3];
        assert_int_equal(svTriangleTriangle(&pair, &result), SV_ERROR_NOT_FINITE);
        assert_int_equal(result.meeting, SV_TRIANGLES_PROPER);
    }
    svTrianglePair twoPlaces = good;
    twoPlaces.bIds[2] = twoPlaces.aIds[0];
    assert_int_equal(svTriangleTriangle(&twoPlaces, &result), SV_ERROR_ARGUMENT);
    twoPlaces = good;
    twoPlaces.aIds[2] = twoPlaces.aIds[0];
    assert_int_equal(svTriangleTriangle(&twoPlaces, &result), SV_ERROR_ARGUMENT);
    assert_int_equal(svTriangleTriangle(NULL, &result), SV_ERROR_ARGUMENT);
    assert_int_equal(svTriangleTriangle(&good, NULL), SV_ERROR_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(MeetingsAgreeWithOracle),
        cmocka_unit_test(SegmentsAgreeWithOracle),
        cmocka_unit_test(AnswersDoNotChange),
        cmocka_unit_test(RefusesBadInput),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
