// Three doubles by value, for the elementary methods.
#ifndef SELVAGE_PAPERS_METHODS_LAB_VEC_H
#define SELVAGE_PAPERS_METHODS_LAB_VEC_H

typedef struct LabVec {
    double x, y, z;
} LabVec;

static inline LabVec LabVec_Add(LabVec a, LabVec b) {
    return (LabVec){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline LabVec LabVec_Sub(LabVec a, LabVec b) {
    return (LabVec){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline LabVec LabVec_Mul(double s, LabVec a) {
    return (LabVec){s * a.x, s * a.y, s * a.z};
}

// a + s b.
static inline LabVec LabVec_Along(LabVec a, double s, LabVec b) {
    return (LabVec){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static inline double LabVec_Dot(LabVec a, LabVec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline LabVec LabVec_Cross(LabVec a, LabVec b) {
    return (LabVec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double Lab_Least(double a, double b) {
    return a < b ? a : b;
}

static inline double Lab_Most(double a, double b) {
    return a > b ? a : b;
}

static inline double Lab_Clamp(double s) {
    return s < 0 ? 0 : s > 1 ? 1 : s;
}

#endif
