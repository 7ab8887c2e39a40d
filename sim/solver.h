// The linear system of a Newton iteration: inertia, elasticity, pushes.
#ifndef SELVAGE_SIM_SOLVER_H
#define SELVAGE_SIM_SOLVER_H

#include "assembly.h"
#include "contact.h"
#include "elastic.h"
#include "multigrid.h"

// A hinge at an edge: which corners of the hinge the ends of the edge are.
typedef struct svHingeShare {
    uint32_t hinge;
    uint16_t i, j;
} svHingeShare;

// What a stencil adds to the weight of an edge, times its stiffness.
typedef struct svStencilShare {
    uint32_t stencil;
    float share;
} svStencilShare;

// Sums over the particles of a patch, by mass.
typedef struct svPatchMotion {
    double mass;
    svVec3 correction, change; // what Newton's method corrects, what the step changes
} svPatchMotion;

// Patches of some 64 particles each (svMultigrid_GetPatches): CSR, in the order of the cloths.
enum { PATCH_GRAIN = 16 }; // of loops
typedef struct svPatches {
    uint32_t count;
    uint32_t* start;     // count + 2
    uint32_t* particles; // those of each, ascending
    svPatchMotion* motions;
} svPatches;

typedef struct svSolver {
    svContext* context;
    uint32_t count; // particles
    svElastic* elastic;
    svMultigrid multigrid;
    size_t edgeCount; // of the graph; the last weakCount have stencils alone
    size_t weakCount;
    uint32_t* membraneShareStart; // by edge
    svMembraneShare* membraneShares;
    uint32_t* hingeShareStart;
    svHingeShare* hingeShares;
    uint32_t* stencilShareStart;
    svStencilShare* stencilShares;
    float* bends;    // of each edge: its weight, for a step of `bendStep`; a zero after the last
    double bendStep; // 0: not known yet
    bool* held;
    svPatches patches;
    double* inertia;  // mass over h^2, with the drag of still air
    svFloat4 *p, *q;  // the last direction of conjugate gradients, and the matrix times it
    double curvature; // p . q
    svFloat4* dx;     // the correction
    double* sums;     // of ranges: room for three of each
    double* maxima;   // of ranges
    svPush* pushes;   // all of the step
    size_t pushCount, pushCapacity;
    uint32_t* active; // those with a Hessian
    size_t activeCount, activeCapacity;
    svFloat4* pulls; // of each active push: its block times the vector of p
    size_t pullCapacity;
    uint32_t* pushStart; // by particle: corners of active pushes, active * 4 + corner
    uint32_t* pushCorners;
    size_t cornerCapacity;
    svCoupling* couplings;
    size_t couplingCapacity;
} svSolver;

// When all elements are there. `positions` are those at rest.
svStatus svSolver_Create(svSolver* solver, svElastic* elastic, uint32_t count,
                         const double* positions, const bool* held);
void svSolver_Destroy(svSolver* solver);
// Makes room for another push, and returns it; null without memory.
svPush* svSolver_AddPush(svSolver* solver);

// The matrix at the last evaluation of elements and pushes.
svStatus svSolver_Assemble(svSolver* solver);
// Forgets the last direction: before the first solve, and before one whose right hand side has
// little to do with it.
void svSolver_Restart(svSolver* solver);
// Solves for the correction dx, with the right hand side in multigrid.levels[0].b, which is used
// up, until no particle is off by more than `goal` metres, or than a share of the first estimate,
// or the energy of the error is a small share of the first, or the iterations are too many.
// False: rounding left no way to go at all.
bool svSolver_Solve(svSolver* solver, double goal, uint32_t* iterations);

#endif
