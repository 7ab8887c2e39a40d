// The kinetic AABB of one or more leaves, for the heuristics of the builders: not rounded outwards.
#ifndef SELVAGE_HIERARCHY_LEAF_BOX_H
#define SELVAGE_HIERARCHY_LEAF_BOX_H

#include <float.h>

// x y z at t0, then at t1.
typedef struct svLeafBox {
    float lower[6], upper[6];
} svLeafBox;

static inline svLeafBox svLeafBox_Empty(void) {
    svLeafBox box;
    for (int k = 0; k < 6; ++k) {
        box.lower[k] = FLT_MAX;
        box.upper[k] = -FLT_MAX;
    }
    return box;
}

static inline void svLeafBox_Enclose(svLeafBox* box, const svLeafBox* other) {
    for (int k = 0; k < 6; ++k) {
        box->lower[k] = other->lower[k] < box->lower[k] ? other->lower[k] : box->lower[k];
        box->upper[k] = other->upper[k] > box->upper[k] ? other->upper[k] : box->upper[k];
    }
}

// Half the surface area, at t0 and at t1 together.
static inline double svLeafBox_Area(const svLeafBox* box) {
    double area = 0;
    for (int k = 0; k < 6; k += 3) {
        const double x = (double)box->upper[k] - (double)box->lower[k];
        const double y = (double)box->upper[k + 1] - (double)box->lower[k + 1];
        const double z = (double)box->upper[k + 2] - (double)box->lower[k + 2];
        area += x * y + y * z + z * x;
    }
    return area;
}

#endif
