// Direction masks: which of a fixed set of directions have a positive product with a normal.
//
// F. Ding, "Rapid Cloth Collision Detection using Bounding Sphere Trees", 2013, takes the 26
// neighbours of a cell; we add a set of 64. A set finds a common direction of normals whenever they
// lie in a cone narrower than a right angle less its covering radius, the greatest angle between
// any vector and the nearest direction: 27.6 degrees for 26, 17.2 for 64.
//
// The 64 were found by search: 32 lines that repel each other, then each moved, over and over, to
// the middle of the vectors that are nearest to it; the best of 400 random starts, rounded to
// integers, so that the set is the same everywhere. Opposite directions share a product.

#include <math.h>
#include <string.h>

#include "selvage/cone.h"

enum { MAX_HALF = 32 };

typedef struct DirectionTable {
    int half;      // of the directions; the others are their opposites
    double unit;   // what stands for a component of 1
    double length; // no direction is longer
    double d[3][MAX_HALF];
} DirectionTable;

// clang-format off
static const DirectionTable tables[SV_DIRECTION_SET_ENUM_COUNT] = {
    [SV_DIRECTION_SET_26] = {13, 1, 1.7321, {
        {1, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1},
        {0, 1, 0, 1, -1, 0, 0, 1, 1, 1, 1, -1, -1},
        {0, 0, 1, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1},
    }},
    [SV_DIRECTION_SET_64] = {32, 128, 1, {
        {-1, 34, -17, -51, 61, -64, 27, 40, 77, -31, -19, -75, -104, 104, -10, 36,
         -103, 89, 55, 86, -72, -65, 116, -9, -111, 120, -126, 77, -35, 30, -109, 85},
        {-26, 13, 40, 6, -46, -44, -74, 69, 19, -74, 89, 54, 4, -23, -112, 107,
         -47, 69, -100, -76, -91, 99, 24, 119, 51, -37, -7, 100, -122, -123, -65, -95},
        {124, 122, 120, 116, 102, 100, 99, 99, 99, 98, 89, 86, 73, 69, 59, 59,
         58, 58, 56, 55, 52, 45, 45, 42, 36, 18, 17, 14, 6, 6, 4, 1},
    }},
};
// clang-format on

// Bit k, from a table: compilers vectorise the load, but not the shift.
static const uint64_t bits[MAX_HALF] = {
    1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
    1u << 8,  1u << 9,  1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
    1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
    1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31,
};

static bool IsSet(svDirectionSet set) {
    return (int)set >= 0 && (int)set < SV_DIRECTION_SET_ENUM_COUNT;
}

int svDirectionSet_Count(svDirectionSet set) {
    return IsSet(set) ? 2 * tables[set].half : 0;
}

void svDirectionSet_Get(svDirectionSet set, int k, double direction[3]) {
    memset(direction, 0, 3 * sizeof(*direction));
    if (k < 0 || k >= svDirectionSet_Count(set)) {
        return;
    }
    const DirectionTable* const table = &tables[set];
    const double sign = k < table->half ? 1 : -1;
    for (int i = 0; i < 3; ++i) {
        direction[i] = sign * table->d[i][k % table->half] / table->unit;
    }
}

// The directions whose products with the normal are greater than the bound, which is positive. The
// table is filled up with zeros to `count`.
static inline uint64_t MaskInFront(const DirectionTable* table, int count, const double n[3],
                                   double bound) {
    uint64_t front = 0, back = 0;
    for (int k = 0; k < count; ++k) {
        const double p = n[0] * table->d[0][k] + n[1] * table->d[1][k] + n[2] * table->d[2][k];
        front |= p > bound ? bits[k] : 0;
        back |= p < -bound ? bits[k] : 0;
    }
    return front | back << table->half;
}

uint64_t svDirectionSet_Mask(svDirectionSet set, const double normal[3]) {
    return svDirectionSet_MaskUncertain(set, normal, 0);
}

// u = 2^-53. A product has an error of less than 4 u times the sum of |n_i d_i|, which the sum of
// |n_i| bounds in units; vectors that are off by `error` change it by error |d| at most. Another 4
// u covers the roundings of the bound: where it is exceeded, error |d| is less than that sum,
// too. 2^-1060 covers products that underflow. Past 2^1000 products might overflow.
uint64_t svDirectionSet_MaskUncertain(svDirectionSet set, const double normal[3], double error) {
    const double size = fabs(normal[0]) + fabs(normal[1]) + fabs(normal[2]);
    if (!IsSet(set) || !(size <= 0x1p1000) || !(error <= 0x1p1000)) {
        return 0;
    }
    const DirectionTable* const table = &tables[set];
    const double bound = table->unit * (table->length * error + 0x1p-50 * size) + 0x1p-1060;
    return set == SV_DIRECTION_SET_26 ? MaskInFront(table, 16, normal, bound)
                                      : MaskInFront(table, MAX_HALF, normal, bound);
}

uint64_t svDirectionSet_MaskOfTriangle(svDirectionSet set, const svMovingTriangle* triangle,
                                       bool moving) {
    const svControlNormals normals = svControlNormals_Of(triangle, moving);
    uint64_t mask = UINT64_MAX;
    for (int i = 0; i < normals.count; ++i) {
        mask &= svDirectionSet_MaskUncertain(set, normals.normal[i], normals.error[i]);
    }
    return mask;
}
