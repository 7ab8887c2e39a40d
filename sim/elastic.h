// The elastic energy of cloth: a membrane of finite elements, and bending, by second differences on
// regular grids and by the angle at edges on all other meshes.
#ifndef SELVAGE_SIM_ELASTIC_H
#define SELVAGE_SIM_ELASTIC_H

#include "kernels.h"
#include "selvage/sim.h"
#include "selvage/vec3.h"

// A triangle of the membrane, flat at rest, with the warp along u and the weft along v: the
// derivatives of its deformation are f_u = sum(du x), f_v = sum(dv x) over its corners.
typedef struct svMembrane {
    uint32_t corners[3]; // particles
    double area;         // at rest
    double du[3], dv[3];
    double stiffness[3]; // warp, weft, shear, times the area
    double damping;      // seconds
    double strainLimit;  // infinite where there is none
} svMembrane;

// Two triangles at an edge: corners 0 and 1 are on the edge, 2 and 3 opposite to it.
typedef struct svHinge {
    uint32_t corners[4]; // particles
    double stiffness;    // newton metres per radian squared
    double rest;         // 2 sin(angle / 2)
    double damping;      // seconds
} svHinge;

// A second difference of a regular grid that is flat at rest: three particles in a row, or the four
// of a cell (twist). Its place in the matrix is made from it; it is evaluated as part of its grid.
typedef struct svStencil {
    uint32_t corners[4];
    double factors[4]; // their sum is 0; the last is 0 for three particles
    double stiffness;  // of the length of sum(factors x), newtons per metre
    double damping;    // seconds
} svStencil;

// A hinge at some positions. Its Hessian is pull_i pull_j^T.
typedef struct svHingeState {
    svFloat4 pull[4];
    double before; // 2 sin(angle / 2) at the beginning of the step
} svHingeState;

typedef struct svElastic {
    svContext* context;
    const svSimKernels* kernels;
    svMembrane* membranes;
    svMembraneTile* membraneTiles; // what the kernel needs of them
    svMembraneState* membraneStates;
    svFloat4* membraneForces; // of all corners, by particle; one more at the end
    size_t membraneCount, membraneCapacity;
    svHinge* hinges;
    svHingeState* hingeStates;
    svVec3* hingeForces; // four per element
    size_t hingeCount, hingeCapacity;
    svStencil* stencils;
    size_t stencilCount, stencilCapacity;
    svBendGrid* grids; // the same as runs
    size_t gridCount, gridCapacity;
    // The elements at each particle: CSR, of membraneForces; of hinges element * 4 + corner.
    uint32_t* membraneStart;
    uint32_t* hingeStart;
    uint32_t* hingeCorners;
    double* sums; // of the energies of ranges of elements
    double step;  // h of the last evaluation
} svElastic;

// SV_ERROR_MESH after a message if a triangle has area, but none by svClothDef::restCorners.
svStatus svElastic_CheckRest(svContext* context, const svClothDef* def);
// Adds the elements of a cloth whose first particle is `first`.
svStatus svElastic_AddCloth(svElastic* elastic, const svClothDef* def, const svMesh* mesh,
                            uint32_t first);
// 2 sin(theta / 2) for the angle between the two triangles of a hinge with these corners.
double svHinge_Bend(const svVec3 x[4]);

// When all cloths are there: who is where. Call again after another cloth was added.
svStatus svElastic_Finish(svElastic* elastic, uint32_t particleCount);
void svElastic_Destroy(svElastic* elastic);

// Remembers strains and bends at x, the beginning of a step, for damping; returns the energy there.
double svElastic_Begin(svElastic* elastic, const double* x);
// Evaluates all elements at x for a step of h, and returns their energy, damping included.
double svElastic_Evaluate(svElastic* elastic, const double* x, double h);
// What stands for the Hessian of a stencil, factors_i factors_j times this times the identity:
// damping acts along its vector alone, and is taken for one in all directions.
double svElastic_StencilStiffness(const svElastic* elastic, size_t stencil);
// Adds the gradient at the particles from `first` to `end` to theirs in g.
void svElastic_AddGradient(const svElastic* elastic, size_t first, size_t end, double* g);
// The energy without damping.
double svElastic_Energy(const svElastic* elastic, const double* x);
// The largest strain along warp or weft.
double svElastic_WorstStretch(const svElastic* elastic, const double* x);

#endif
