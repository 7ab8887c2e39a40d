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
    double rows[MAX_HALF][3];
} DirectionTable;

// clang-format off
static const DirectionTable tables[SV_DIRECTION_SET_COUNT] = {
    [SV_DIRECTIONS_26] = {13, 1, 1.7321, {
        {1, 0, 0}, {0, 1, 0}, {0, 0, 1},
        {1, 1, 0}, {1, -1, 0}, {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1},
        {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1},
    }},
    [SV_DIRECTIONS_64] = {32, 128, 1, {
        {-1, -26, 124}, {34, 13, 122}, {-17, 40, 120}, {-51, 6, 116},
        {61, -46, 102}, {-64, -44, 100}, {27, -74, 99}, {40, 69, 99},
        {77, 19, 99}, {-31, -74, 98}, {-19, 89, 89}, {-75, 54, 86},
        {-104, 4, 73}, {104, -23, 69}, {-10, -112, 59}, {36, 107, 59},
        {-103, -47, 58}, {89, 69, 58}, {55, -100, 56}, {86, -76, 55},
        {-72, -91, 52}, {-65, 99, 45}, {116, 24, 45}, {-9, 119, 42},
        {-111, 51, 36}, {120, -37, 18}, {-126, -7, 17}, {77, 100, 14},
        {-35, -122, 6}, {30, -123, 6}, {-109, -65, 4}, {85, -95, 1},
    }},
};
// clang-format on

static bool IsSet(svDirectionSet set) {
    return (int)set >= 0 && (int)set < SV_DIRECTION_SET_COUNT;
}

int svDirections_Count(svDirectionSet set) {
    return IsSet(set) ? 2 * tables[set].half : 0;
}

void svDirections_Get(svDirectionSet set, int k, double direction[3]) {
    memset(direction, 0, 3 * sizeof(*direction));
    if (k < 0 || k >= svDirections_Count(set)) {
        return;
    }
    const DirectionTable* const table = &tables[set];
    const double sign = k < table->half ? 1 : -1;
    for (int i = 0; i < 3; ++i) {
        direction[i] = sign * table->rows[k % table->half][i] / table->unit;
    }
}

uint64_t svDirections_Mask(svDirectionSet set, const double normal[3]) {
    return svDirections_MaskUncertain(set, normal, 0);
}

// u = 2^-53. A product has an error of less than 4 u times the sum of |n_i d_i|, which the sum of
// |n_i| bounds in units; vectors that are off by `error` change it by error |d| at most. Another 4
// u pays for the roundings of the bound: where it is exceeded, error |d| is less than that sum,
// too. 2^-1060 pays for products that are no normal numbers. Past 2^1000 products might overflow.
uint64_t svDirections_MaskUncertain(svDirectionSet set, const double normal[3], double error) {
    const double size = fabs(normal[0]) + fabs(normal[1]) + fabs(normal[2]);
    if (!IsSet(set) || !(size <= 0x1p1000) || !(error <= 0x1p1000)) {
        return 0;
    }
    const DirectionTable* const table = &tables[set];
    const double bound = table->unit * (table->length * error + 0x1p-50 * size) + 0x1p-1060;
    uint64_t mask = 0;
    for (int k = 0; k < table->half; ++k) {
        const double* const d = table->rows[k];
        const double product = normal[0] * d[0] + normal[1] * d[1] + normal[2] * d[2];
        mask |= (uint64_t)(product > bound) << k;
        mask |= (uint64_t)(product < -bound) << (k + table->half);
    }
    return mask;
}

uint64_t svDirections_OfTriangle(svDirectionSet set, const svMovingTriangle* triangle,
                                 bool moving) {
    const svControlNormals normals = svControlNormals_Of(triangle, moving);
    uint64_t mask = UINT64_MAX;
    for (int i = 0; i < normals.count; ++i) {
        mask &= svDirections_MaskUncertain(set, normals.normal[i], normals.error[i]);
    }
    return mask;
}
