// Sparse symmetric matrices of 3 x 3 blocks in the form of a graph, in single precision:
//     (A p)_i = E_i p_i + sum_j B_ij (p_i - p_j),   B_ji = B_ij^T.
// Differences first: the stiffness of cloth is 1e4 times its inertia and more, and rows that were
// added up would lose the inertia to rounding.
#ifndef SELVAGE_SIM_MATRIX_H
#define SELVAGE_SIM_MATRIX_H

#include "parallel_loop.h"
#include "selvage/topology.h"
#include "selvage/vec3.h"

#include <math.h>

// Three floats and a zero: one register. Compilers without vectors have a struct; the operations
// are the same, one rounding each.
#if defined(__GNUC__) || defined(__clang__)
typedef float svFloat4 __attribute__((vector_size(16)));

static inline svFloat4 Float4_MakeFour(float x, float y, float z, float w) {
    return (svFloat4){x, y, z, w};
}
static inline float Float4_At(svFloat4 a, int k) {
    return a[k];
}
static inline svFloat4 Float4_Add(svFloat4 a, svFloat4 b) {
    return a + b;
}
static inline svFloat4 Float4_Sub(svFloat4 a, svFloat4 b) {
    return a - b;
}
static inline svFloat4 Float4_Scale(float s, svFloat4 a) {
    return (svFloat4){s, s, s, s} * a;
}
static inline svFloat4 Float4_Multiply(svFloat4 a, svFloat4 b) {
    return a * b;
}

#if defined(__clang__)
#define SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
typedef int32_t svInt4 __attribute__((vector_size(16)));
#define SHUFFLE(a, b, i, j, k, l) __builtin_shuffle(a, b, (svInt4){i, j, k, l})
#endif

// Rows become columns.
static inline void Float4_Transpose(svFloat4 m[4]) {
    const svFloat4 a = SHUFFLE(m[0], m[1], 0, 4, 1, 5), b = SHUFFLE(m[2], m[3], 0, 4, 1, 5);
    const svFloat4 c = SHUFFLE(m[0], m[1], 2, 6, 3, 7), d = SHUFFLE(m[2], m[3], 2, 6, 3, 7);
    m[0] = SHUFFLE(a, b, 0, 1, 4, 5);
    m[1] = SHUFFLE(a, b, 2, 3, 6, 7);
    m[2] = SHUFFLE(c, d, 0, 1, 4, 5);
    m[3] = SHUFFLE(c, d, 2, 3, 6, 7);
}

// The numbers that these letters name.
static inline svFloat4 Float4_XXY(svFloat4 a) {
    return SHUFFLE(a, a, 0, 0, 1, 3);
}
static inline svFloat4 Float4_YZZ(svFloat4 a) {
    return SHUFFLE(a, a, 1, 2, 2, 3);
}
static inline svFloat4 Float4_YZX(svFloat4 a) {
    return SHUFFLE(a, a, 1, 2, 0, 3);
}
static inline svFloat4 Float4_ZXY(svFloat4 a) {
    return SHUFFLE(a, a, 2, 0, 1, 3);
}
#undef SHUFFLE
#else
typedef struct svFloat4 {
    float at[4];
} svFloat4;

static inline svFloat4 Float4_MakeFour(float x, float y, float z, float w) {
    const svFloat4 made = {{x, y, z, w}};
    return made;
}
static inline float Float4_At(svFloat4 a, int k) {
    return a.at[k];
}
static inline svFloat4 Float4_Add(svFloat4 a, svFloat4 b) {
    for (int k = 0; k < 4; ++k) {
        a.at[k] += b.at[k];
    }
    return a;
}
static inline svFloat4 Float4_Sub(svFloat4 a, svFloat4 b) {
    for (int k = 0; k < 4; ++k) {
        a.at[k] -= b.at[k];
    }
    return a;
}
static inline svFloat4 Float4_Scale(float s, svFloat4 a) {
    for (int k = 0; k < 4; ++k) {
        a.at[k] = s * a.at[k];
    }
    return a;
}
static inline svFloat4 Float4_Multiply(svFloat4 a, svFloat4 b) {
    for (int k = 0; k < 4; ++k) {
        a.at[k] = a.at[k] * b.at[k];
    }
    return a;
}
static inline void Float4_Transpose(svFloat4 m[4]) {
    for (int r = 0; r < 4; ++r) {
        for (int c = 0; c < r; ++c) {
            const float kept = m[r].at[c];
            m[r].at[c] = m[c].at[r];
            m[c].at[r] = kept;
        }
    }
}
static inline svFloat4 Float4_XXY(svFloat4 a) {
    return (svFloat4){{a.at[0], a.at[0], a.at[1], a.at[3]}};
}
static inline svFloat4 Float4_YZZ(svFloat4 a) {
    return (svFloat4){{a.at[1], a.at[2], a.at[2], a.at[3]}};
}
static inline svFloat4 Float4_YZX(svFloat4 a) {
    return (svFloat4){{a.at[1], a.at[2], a.at[0], a.at[3]}};
}
static inline svFloat4 Float4_ZXY(svFloat4 a) {
    return (svFloat4){{a.at[2], a.at[0], a.at[1], a.at[3]}};
}
#endif

static inline svFloat4 Float4_Make(float x, float y, float z) {
    return Float4_MakeFour(x, y, z, 0);
}

// Without the fourth number.
static inline svFloat4 Float4_FirstThree(svFloat4 a) {
    return Float4_Make(Float4_At(a, 0), Float4_At(a, 1), Float4_At(a, 2));
}

static inline svVec3 Float4_ToVec3(svFloat4 a) {
    return (svVec3){(double)Float4_At(a, 0), (double)Float4_At(a, 1), (double)Float4_At(a, 2)};
}

static inline svFloat4 Float4_Zero(void) {
    return Float4_Make(0, 0, 0);
}

// a + s b
static inline svFloat4 Float4_AddScaled(svFloat4 a, float s, svFloat4 b) {
    return Float4_Add(a, Float4_Scale(s, b));
}

// Three columns; the fourth row is 0.
typedef struct svBlock {
    svFloat4 columns[3];
} svBlock;

// A symmetric block: xx xy xz yy yz zz.
typedef struct svSymmetric {
    float at[6];
} svSymmetric;

// The block of an edge: its symmetric part, and the vector t of the rest, a x -> t x x. The finest
// level has a multiple of the identity on top, which coarser ones do not see.
typedef struct svEdgeBlock {
    svFloat4 diagonal; // xx yy zz, and that multiple
    svFloat4 sides;    // xy xz yz
    svFloat4 twist;
} svEdgeBlock;

// q + B d
static inline svFloat4 Block_AddProduct(svFloat4 q, const svBlock* block, svFloat4 d) {
    const svFloat4 x = Float4_Scale(Float4_At(d, 0), block->columns[0]);
    const svFloat4 y = Float4_Scale(Float4_At(d, 1), block->columns[1]);
    const svFloat4 z = Float4_Scale(Float4_At(d, 2), block->columns[2]);
    return Float4_Add(q, Float4_Add(Float4_Add(x, y), z));
}

static inline svBlock Block_FromSymmetric(const svSymmetric* s) {
    return (svBlock){{Float4_Make(s->at[0], s->at[1], s->at[2]),
                      Float4_Make(s->at[1], s->at[3], s->at[4]),
                      Float4_Make(s->at[2], s->at[4], s->at[5])}};
}

// The element in a row and a column.
static inline float Block_At(const svBlock* block, int row, int column) {
    return Float4_At(block->columns[column], row);
}

static inline svBlock Block_Transpose(const svBlock* m) {
    return (svBlock){{Float4_Make(Block_At(m, 0, 0), Block_At(m, 0, 1), Block_At(m, 0, 2)),
                      Float4_Make(Block_At(m, 1, 0), Block_At(m, 1, 1), Block_At(m, 1, 2)),
                      Float4_Make(Block_At(m, 2, 0), Block_At(m, 2, 1), Block_At(m, 2, 2))}};
}

static inline svEdgeBlock EdgeBlock_From(const svBlock* m) {
    const float xy = Block_At(m, 0, 1), yx = Block_At(m, 1, 0), xz = Block_At(m, 0, 2),
                zx = Block_At(m, 2, 0), yz = Block_At(m, 1, 2), zy = Block_At(m, 2, 1);
    return (svEdgeBlock){Float4_Make(Block_At(m, 0, 0), Block_At(m, 1, 1), Block_At(m, 2, 2)),
                         Float4_Make((xy + yx) / 2, (xz + zx) / 2, (yz + zy) / 2),
                         Float4_Make((zy - yz) / 2, (xz - zx) / 2, (yx - xy) / 2)};
}

// The block, or its transpose (sign -1).
static inline svBlock EdgeBlock_ToBlock(const svEdgeBlock* e, float sign) {
    const svFloat4 d = e->diagonal, s = e->sides, t = Float4_Scale(sign, e->twist);
    return (svBlock){{Float4_Make(Float4_At(d, 0), Float4_At(s, 0) + Float4_At(t, 2),
                                  Float4_At(s, 1) - Float4_At(t, 1)),
                      Float4_Make(Float4_At(s, 0) - Float4_At(t, 2), Float4_At(d, 1),
                                  Float4_At(s, 2) + Float4_At(t, 0)),
                      Float4_Make(Float4_At(s, 1) + Float4_At(t, 1),
                                  Float4_At(s, 2) - Float4_At(t, 0), Float4_At(d, 2))}};
}

static inline svEdgeBlock EdgeBlock_FromSymmetric(const svSymmetric* s) {
    return (svEdgeBlock){Float4_Make(s->at[0], s->at[3], s->at[5]),
                         Float4_Make(s->at[1], s->at[2], s->at[4]), Float4_Zero()};
}

// The symmetric part.
static inline svSymmetric EdgeBlock_Symmetric(const svEdgeBlock* e) {
    return (svSymmetric){{Float4_At(e->diagonal, 0), Float4_At(e->sides, 0), Float4_At(e->sides, 1),
                          Float4_At(e->diagonal, 1), Float4_At(e->sides, 2),
                          Float4_At(e->diagonal, 2)}};
}

// s += f t
static inline void Symmetric_AddScaled(svSymmetric* s, float f, const svSymmetric* t) {
    for (int k = 0; k < 6; ++k) {
        s->at[k] += f * t->at[k];
    }
}

#endif
