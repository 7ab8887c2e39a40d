// Vectors of long doubles: a judge with 11 bits more than what it judges.
#ifndef SELVAGE_TESTS_SUPPORT_LONG_VECTOR_H
#define SELVAGE_TESTS_SUPPORT_LONG_VECTOR_H

#include <math.h>

typedef struct LongVector {
    long double k[3];
} LongVector;

static inline LongVector LongVector_Of(const double v[3]) {
    return (LongVector){{(long double)v[0], (long double)v[1], (long double)v[2]}};
}

static inline LongVector LongVector_Add(LongVector a, long double s, LongVector b) {
    return (LongVector){{a.k[0] + s * b.k[0], a.k[1] + s * b.k[1], a.k[2] + s * b.k[2]}};
}

static inline LongVector LongVector_Cross(LongVector a, LongVector b) {
    return (LongVector){{a.k[1] * b.k[2] - a.k[2] * b.k[1], a.k[2] * b.k[0] - a.k[0] * b.k[2],
                         a.k[0] * b.k[1] - a.k[1] * b.k[0]}};
}

static inline long double LongVector_Dot(LongVector a, LongVector b) {
    return a.k[0] * b.k[0] + a.k[1] * b.k[1] + a.k[2] * b.k[2];
}

static inline long double LongVector_Length(LongVector a) {
    return sqrtl(LongVector_Dot(a, a));
}

static inline LongVector LongVector_Unit(LongVector a) {
    const long double length = LongVector_Length(a);
    return (LongVector){{a.k[0] / length, a.k[1] / length, a.k[2] / length}};
}

// The angle between two vectors of any length, off by some 2^-62.
static inline long double LongVector_Angle(LongVector a, LongVector b) {
    const LongVector p = LongVector_Unit(a), q = LongVector_Unit(b);
    return 2 * atan2l(LongVector_Length(LongVector_Add(p, -1, q)),
                      LongVector_Length(LongVector_Add(p, 1, q)));
}

#endif
