// Strided views of the caller's coordinates.

#include "selvage/base.h"

svPositions svPositions_Float(const float* xyz, size_t count) {
    return (svPositions){xyz, count, 3 * sizeof(float), SV_FLOAT};
}

svPositions svPositions_Double(const double* xyz, size_t count) {
    return (svPositions){xyz, count, 3 * sizeof(double), SV_DOUBLE};
}

bool svPositions_IsValid(const svPositions* positions) {
    if (positions->scalar != SV_FLOAT && positions->scalar != SV_DOUBLE) {
        return false;
    }
    const size_t size = positions->scalar == SV_FLOAT ? sizeof(float) : sizeof(double);
    return positions->count == 0 ||
           (positions->data != NULL && (uintptr_t)positions->data % size == 0 &&
            positions->stride >= 3 * size && positions->stride % size == 0);
}

void svPositions_Get(const svPositions* positions, size_t index, double point[3]) {
    const char* at = (const char*)positions->data + index * positions->stride;
    if (positions->scalar == SV_FLOAT) {
        const float* f = (const float*)(const void*)at;
        point[0] = (double)f[0];
        point[1] = (double)f[1];
        point[2] = (double)f[2];
    } else {
        const double* d = (const double*)(const void*)at;
        point[0] = d[0];
        point[1] = d[1];
        point[2] = d[2];
    }
}

size_t svPositions_FindNotFinite(const svPositions* positions) {
    for (size_t i = 0; i < positions->count; ++i) {
        double p[3];
        svPositions_Get(positions, i, p);
        // A NaN or an infinity anywhere makes the sum of the zero multiples NaN.
        if (!(0 * p[0] + 0 * p[1] + 0 * p[2] == 0)) {
            return i;
        }
    }
    return positions->count;
}
