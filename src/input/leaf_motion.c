// Reading leaves: the parts that need no wide registers.

#include "input/leaf_motion.h"

void svLeafPoints_Read(const svLeafReading* reading, const svLeaf* leaf, const double center[3],
                       svLeafPoints* out) {
    const size_t at0 = reading->instant == 1 ? 4 : 0, at1 = reading->instant == 0 ? 0 : 4;
    for (int v = 0; v < SV_WIDTH; ++v) {
        const double* point = reading->points + 8 * (size_t)leaf->vertices[v];
        for (size_t axis = 0; axis < 3; ++axis) {
            out->x[0][axis][v] = point[at0 + axis] * reading->scale - center[axis];
            out->x[1][axis][v] = point[at1 + axis] * reading->scale - center[axis];
        }
    }
}
