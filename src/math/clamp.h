// A parameter of a segment, kept on it.
#ifndef SELVAGE_MATH_CLAMP_H
#define SELVAGE_MATH_CLAMP_H

// x clamped to [0,1]; NaN (0/0 on a degenerate edge) gives 0.
static inline double svClamp01(double x) {
    return x > 0 ? (x < 1 ? x : 1) : 0;
}

#endif
