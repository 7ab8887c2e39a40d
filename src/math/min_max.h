// The smaller and the larger of two doubles. Unlike fmin and fmax they compile to one instruction:
// the second argument wins where one is NaN.
#ifndef SELVAGE_MATH_MIN_MAX_H
#define SELVAGE_MATH_MIN_MAX_H

static inline double svMin(double a, double b) {
    return a < b ? a : b;
}

static inline double svMax(double a, double b) {
    return a > b ? a : b;
}

// x clamped to [0,1]; NaN (0/0 on a degenerate edge) gives 0.
static inline double svClamp01(double x) {
    return x > 0 ? (x < 1 ? x : 1) : 0;
}

#endif
