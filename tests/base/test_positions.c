#include "selvage/base.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "support/test.h"

// A vertex as programs have them: other attributes before and after the position.
typedef struct FloatVertex {
    float uv[2];
    float xyz[3];
    uint32_t color;
} FloatVertex;

static void TestPacked(void** state) {
    const float floats[6] = {1, 2, 3, 0.1f, -FLT_MAX, FLT_TRUE_MIN};
    const double doubles[6] = {1, 2, 3, 0.1, -DBL_MAX, DBL_TRUE_MIN};
    const svPositions f = svPositions_Float(floats, 2);
    const svPositions d = svPositions_Double(doubles, 2);
    double point[3];
    (void)state;
    assert_int_equal(f.count, 2);
    assert_int_equal(d.count, 2);
    svPositions_Get(&f, 1, point);
    for (int axis = 0; axis < 3; ++axis) {
        assert_true(point[axis] == (double)floats[3 + axis]);
    }
    svPositions_Get(&d, 1, point);
    assert_memory_equal(point, doubles + 3, sizeof(point));
    svPositions_Get(&d, 0, point);
    assert_memory_equal(point, doubles, sizeof(point));
}

static void TestStrided(void** state) {
    FloatVertex vertices[5];
    (void)state;
    for (int i = 0; i < 5; ++i) {
        const float x = (float)i;
        vertices[i] = (FloatVertex){{NAN, NAN}, {x, x + 0.5f, -x}, 0xffffffffu};
    }
    svPositions view = {&vertices[0].xyz, 5, sizeof(FloatVertex), SV_FLOAT};
    double point[3];
    for (size_t i = 0; i < 5; ++i) {
        svPositions_Get(&view, i, point);
        assert_true(point[0] == (double)i && point[1] == (double)i + 0.5 && point[2] == -(double)i);
    }
    // The attributes between are not looked at.
    assert_int_equal(svPositions_FindNotFinite(&view), 5);
    vertices[3].xyz[2] = INFINITY;
    vertices[4].xyz[0] = NAN;
    assert_int_equal(svPositions_FindNotFinite(&view), 3);
}

// Every place, every kind of value that is not finite, both scalars.
static void TestNotFinite(void** state) {
    const double bad[3] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    (void)state;
    for (size_t i = 0; i < 12; ++i) {
        for (int kind = 0; kind < 3; ++kind) {
            double doubles[12] = {DBL_MAX, -DBL_MAX, DBL_MAX, -0.0};
            float floats[12] = {FLT_MAX, -FLT_MAX, FLT_MAX, -0.0f};
            svPositions d = svPositions_Double(doubles, 4);
            svPositions f = svPositions_Float(floats, 4);
            assert_int_equal(svPositions_FindNotFinite(&d), 4);
            assert_int_equal(svPositions_FindNotFinite(&f), 4);
            doubles[i] = bad[kind];
            floats[i] = (float)bad[kind];
            assert_int_equal(svPositions_FindNotFinite(&d), i / 3);
            assert_int_equal(svPositions_FindNotFinite(&f), i / 3);
        }
    }
    const svPositions empty = svPositions_Double(NULL, 0);
    assert_int_equal(svPositions_FindNotFinite(&empty), 0);
}

static bool IsValid(const void* data, size_t count, size_t stride, int scalar) {
    const svPositions view = {data, count, stride, (svScalar)scalar};
    return svPositions_IsValid(&view);
}

static void TestValid(void** state) {
    static const double points[12] = {0};
    const char* const data = (const char*)points;
    (void)state;
    for (size_t stride = 0; stride <= 64; ++stride) {
        assert_int_equal(IsValid(data, 2, stride, SV_FLOAT), stride >= 12 && stride % 4 == 0);
        assert_int_equal(IsValid(data, 2, stride, SV_DOUBLE), stride >= 24 && stride % 8 == 0);
    }
    for (size_t offset = 0; offset < 8; ++offset) {
        assert_int_equal(IsValid(data + offset, 2, 24, SV_FLOAT), offset % 4 == 0);
        assert_int_equal(IsValid(data + offset, 2, 24, SV_DOUBLE), offset == 0);
    }
    assert_false(IsValid(NULL, 1, 24, SV_DOUBLE));
    assert_false(IsValid(data, 1, 24, 7));
    assert_false(IsValid(data, 1, 24, -1));
    assert_true(IsValid(NULL, 0, 0, SV_DOUBLE));
    assert_false(IsValid(NULL, 0, 0, 7));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestPacked),
        cmocka_unit_test(TestStrided),
        cmocka_unit_test(TestNotFinite),
        cmocka_unit_test(TestValid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
