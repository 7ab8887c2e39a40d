#include "support/volumes.h"

#include <math.h>

TestVolume TestVolume_At(svVolume volume, const float* column, long double t) {
    const uint32_t half = svVolume_Rows(volume) / 2;
    TestVolume at = {{0}};
    for (uint32_t r = 0; r < half; ++r) {
        const long double start = (long double)column[r * SV_WIDTH];
        const long double end = (long double)column[(r + half) * SV_WIDTH];
        at.rows[r] = t == 0 ? start : t == 1 ? end : start * (1 - t) + end * t;
    }
    return at;
}

static void Project(const long double point[3], long double along[9]) {
    static const int first[3] = {0, 0, 1};
    static const int second[3] = {1, 2, 2};
    for (int k = 0; k < 3; ++k) {
        along[k] = point[k];
        along[3 + k] = point[first[k]] + point[second[k]];
        along[6 + k] = point[first[k]] - point[second[k]];
    }
}

static long double Distance(const long double* a, const long double* b) {
    const long double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return sqrtl(x * x + y * y + z * z);
}

bool TestVolume_HasPoint(svVolume volume, const TestVolume* around, const long double point[3]) {
    if (volume == SV_VOLUME_SPHERE) {
        return Distance(around->rows, point) <= around->rows[3];
    }
    const int slabs = volume == SV_VOLUME_BOX ? 3 : 9;
    long double along[9];
    Project(point, along);
    for (int k = 0; k < slabs; ++k) {
        if (!(around->rows[k] <= along[k] && along[k] <= around->rows[slabs + k])) {
            return false;
        }
    }
    return true;
}

bool TestVolume_HasVolume(svVolume volume, const TestVolume* around, const TestVolume* inside) {
    if (volume == SV_VOLUME_SPHERE) {
        return Distance(around->rows, inside->rows) + inside->rows[3] <= around->rows[3];
    }
    const int slabs = volume == SV_VOLUME_BOX ? 3 : 9;
    for (int k = 0; k < slabs; ++k) {
        if (!(around->rows[k] <= inside->rows[k] &&
              inside->rows[slabs + k] <= around->rows[slabs + k])) {
            return false;
        }
    }
    return true;
}

bool TestVolume_IsBroken(svVolume volume, const float* column) {
    for (uint32_t r = 0; r < svVolume_Rows(volume); ++r) {
        if (isnan(column[r * SV_WIDTH])) {
            return true;
        }
    }
    return false;
}
