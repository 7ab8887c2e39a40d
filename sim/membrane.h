// Membranes in tiles of eight, for the loop that implicit steps spend most of their elastic time
// in: compiled once per instruction set, with the same bytes from each.
#ifndef SELVAGE_SIM_MEMBRANE_H
#define SELVAGE_SIM_MEMBRANE_H

#include "matrix.h"

#include <string.h>

// Beyond the strain limit so many times the stiffness is added.
static const double LIMIT_STIFFNESS = 200;

enum { TILE = 8 }; // divides RANGE

// Eight elements side by side, in floats: these loops wait for memory. Those beyond the last are
// all zero, and have no energy and no force.
typedef struct svMembraneTile {
    float du[2][TILE], dv[2][TILE]; // of corners 1 and 2; with corner 0 their sums are 0
    float stiffness[3][TILE];       // warp, weft, shear
    float damping[TILE], strainLimit[TILE];
    float before[3][TILE]; // strains at the beginning of the step: warp, weft, shear
    uint32_t corners[3][TILE];
    uint32_t places[3][TILE]; // of the corners in svMembraneWork::forces
} svMembraneTile;

// A membrane element at some positions. Its Hessian is
//     du_i du_j (k_u n_u n_u^T + t_u I) + dv_i dv_j (k_v n_v n_v^T + t_v I)
//     + (du_i dv_j + dv_i du_j) t_c I + k_c s_i s_j^T,   s_i = du_i f_v + dv_i f_u,
// with f_u = l_u n_u and f_v = l_v n_v. In full it would be four matrices; this is a cache line.
typedef struct svMembraneState {
    svFloat4 u, v;    // n_u and k_u, n_v and k_v
    svFloat4 tension; // t_u, t_v, t_c, and k_c l_u l_v / 2
    svFloat4 shear;   // k_c l_u^2, k_c l_v^2, 0, 0
} svMembraneState;

// An element's part of the block of an edge: the factors of the matrices of its state.
typedef struct svMembraneShare {
    uint32_t membrane;
    float u, v, c, twist;
} svMembraneShare;

// Adds the part of an element at some positions: in terms of n_u and n_v it is n_u a^T + n_v b^T +
// w I, where a and b are sums of them, and a twist along their cross product. The fourth numbers of
// vectors are any.
static inline void MembraneShare_AddTo(svEdgeBlock* m, const svMembraneShare* share,
                                       const svMembraneState* state) {
    const svFloat4 nu = state->u, nv = state->v, tension = state->tension;
    const float mixed = Float4_At(tension, 3);
    const float p = share->u * Float4_At(nu, 3) + share->v * Float4_At(state->shear, 0);
    const float q = share->v * Float4_At(nv, 3) + share->u * Float4_At(state->shear, 1);
    const float r = share->c * mixed;
    const float w = share->u * Float4_At(tension, 0) + share->v * Float4_At(tension, 1) +
                    share->c * Float4_At(tension, 2);
    const svFloat4 a = Float4_AddScaled(Float4_Scale(p, nu), r, nv);
    const svFloat4 b = Float4_AddScaled(Float4_Scale(q, nv), r, nu);
    m->diagonal =
        Float4_Add(m->diagonal, Float4_Add(Float4_Multiply(nu, a), Float4_Multiply(nv, b)));
    m->diagonal = Float4_Add(m->diagonal, Float4_Make(w, w, w));
    m->sides = Float4_Add(m->sides, Float4_Add(Float4_Multiply(Float4_XXY(nu), Float4_YZZ(a)),
                                               Float4_Multiply(Float4_XXY(nv), Float4_YZZ(b))));
    const svFloat4 cross = Float4_Sub(Float4_Multiply(Float4_YZX(nu), Float4_ZXY(nv)),
                                      Float4_Multiply(Float4_ZXY(nu), Float4_YZX(nv)));
    m->twist = Float4_AddScaled(m->twist, share->twist * mixed, cross);
}

// What a kernel takes and what it fills. There is room in states for whole tiles.
typedef struct svMembraneWork {
    const svMembraneTile* tiles;
    const double* x;
    double rate; // 1 / h
    svMembraneState* states;
    svFloat4* forces; // the gradient of each element's energy at its corners; the fourth is 0
} svMembraneWork;

// Evaluates the elements from `first`, of which a tile begins, to `end`. Returns the sum of their
// energies, damping included, in their order.
typedef double (*svMembraneFn)(const svMembraneWork* work, size_t first, size_t end);

#endif
