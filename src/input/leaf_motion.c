#include "input/leaf_motion.h"

#include "math/cpu.h"

#include <math.h>

svLeafMotionFn svLeafMotion_Choose(svIsa isa) {
    switch (svIsa_Resolve(isa)) {
#if defined(__x86_64__)
    case SV_ISA_AVX2:
        return svLeafMotion_ReadAvx2;
    case SV_ISA_AVX512:
        return svLeafMotion_ReadAvx512;
#elif defined(__aarch64__)
    case SV_ISA_NEON:
        return svLeafMotion_ReadNeon;
#endif
    default:
        return svLeafMotion_ReadScalar;
    }
}

svLeafDiagonalsFn svLeafDiagonals_Choose(svIsa isa) {
    switch (svIsa_Resolve(isa)) {
#if defined(__x86_64__)
    case SV_ISA_AVX2:
        return svLeafDiagonals_SetAvx2;
    case SV_ISA_AVX512:
        return svLeafDiagonals_SetAvx512;
#elif defined(__aarch64__)
    case SV_ISA_NEON:
        return svLeafDiagonals_SetNeon;
#endif
    default:
        return svLeafDiagonals_SetScalar;
    }
}

void svLeafDiagonals_SetWide(svLeafDiagonals* diagonals) {
    for (int lane = 0; lane < 16; ++lane) {
        diagonals->lower[lane] = -HUGE_VALF;
        diagonals->upper[lane] = HUGE_VALF;
    }
}

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
