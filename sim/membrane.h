// Membranes in tiles of eight, for the loop that implicit steps spend most of their elastic time
// in: compiled once per instruction set, with the same bytes from each.
#ifndef SELVAGE_SIM_MEMBRANE_H
#define SELVAGE_SIM_MEMBRANE_H

#include "matrix.h"

#include <string.h>

// Beyond the strain limit so many times the stiffness is added.
static const double LIMIT_STIFFNESS = 200;

enum { TILE = 8 }; // divides RANGE

// Eight elements side by side. Those beyond the last are all zero: they have no energy and no
// stress, and particle 0 for corners.
typedef struct svMembraneTile {
    double du[3][TILE], dv[3][TILE];
    double stiffness[3][TILE]; // warp, weft, shear
    double damping[TILE], strainLimit[TILE];
    double before[3][TILE]; // strains at the beginning of the step: warp, weft, shear
    uint32_t corners[3][TILE];
} svMembraneTile;

// A membrane element at some positions. Its Hessian is
//     du_i du_j (k_u n_u n_u^T + t_u I) + dv_i dv_j (k_v n_v n_v^T + t_v I)
//     + (du_i dv_j + dv_i du_j) t_c I + k_c s_i s_j^T,   s_i = du_i f_v + dv_i f_u,
// which is du_i du_j U + dv_i dv_j V + (du_i dv_j + dv_i du_j) C + (du_i dv_j - dv_i du_j) [t]x
// with symmetric matrices
//     U = k_u n_u n_u^T + t_u I + k_c f_v f_v^T,   V = k_v n_v n_v^T + t_v I + k_c f_u f_u^T,
//     C = t_c I + k_c (f_u f_v^T + f_v f_u^T) / 2
// and a vector t = k_c f_u x f_v / 2. Diagonals and sides, as of svEdgeBlock, of U, V and C, then
// t; the last three are 0.
typedef struct svMembraneState {
    float at[24];
} svMembraneState;

// The three numbers from 3 k on; the fourth is any.
static inline svFloat4 MembraneState_Get(const svMembraneState* state, int k) {
    svFloat4 got;
    memcpy(&got, state->at + (size_t)3 * (size_t)k, sizeof(got));
    return got;
}

// The stresses of a tile: the gradient of the energy of an element at a corner is du u + dv v.
typedef struct svMembraneStress {
    double u[3][TILE], v[3][TILE];
} svMembraneStress;

// What a kernel takes and what it fills. There is room in states for whole tiles.
typedef struct svMembraneWork {
    const svMembraneTile* tiles;
    const double* x;
    double rate; // 1 / h
    svMembraneState* states;
    svMembraneStress* stresses; // by tile
} svMembraneWork;

// Evaluates the elements from `first`, of which a tile begins, to `end`. Returns the sum of their
// energies, damping included, in their order.
typedef double (*svMembraneFn)(const svMembraneWork* work, size_t first, size_t end);

#endif
