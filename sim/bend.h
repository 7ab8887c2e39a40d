// Bending of regular grids that are flat at rest, without lists of who is where: at a particle i of
// a grid with c columns the second differences
//     row  x_(i-1) - 2 x_i + x_(i+1),   column  x_(i-c) - 2 x_i + x_(i+c),
//     twist  x_i - x_(i+1) - x_(i+c) + x_(i+c+1)
// are runs through the same array, one place or one row apart. Where a difference would leave the
// grid its stiffness is 0, so that loops need not know of borders. Kernels are compiled once per
// instruction set, with the same bytes from each.
#ifndef SELVAGE_SIM_BEND_H
#define SELVAGE_SIM_BEND_H

#include "parallel_loop.h"

enum { BEND_ROW, BEND_COLUMN, BEND_TWIST, BEND_KINDS };
// Particles that a kernel takes at a time; divides RANGE.
enum { BEND_BLOCK = 64 };

// Particles first to first + count - 1 are a grid.
typedef struct svBendGrid {
    uint32_t first, columns, count;
    double stiffness[BEND_KINDS]; // of differences inside; on the border half of it or none
    double damping;               // seconds
    // By kind and particle, in the grid's own memory: whole blocks, with zeros at their end.
    float* stiffnesses[BEND_KINDS];
    float* before[BEND_KINDS]; // lengths at the beginning of the step
    // The forces of differences, by coordinate. Zeros on both sides, so that gradients may reach
    // over the border: columns + 1 of them before, columns + BEND_BLOCK behind.
    float* forces[BEND_KINDS][3];
    float* memory;
} svBendGrid;

static inline size_t BendGrid_Blocks(const svBendGrid* grid) {
    return (grid->count + (size_t)BEND_BLOCK - 1) / BEND_BLOCK;
}

typedef struct svBendWork {
    const svBendGrid* grid;
    const double* x; // of the grid's first particle on
    double rate;     // 1 / h; 0 for the energy without damping
    bool begin;      // the lengths are those at the beginning of the step
} svBendWork;

// The stiffness of a difference at a particle; 0 where there is none.
double svBendGrid_Stiffness(const svBendGrid* grid, int kind, uint32_t particle);
// Makes room for what kernels fill.
svStatus svBendGrid_Create(svBendGrid* grid, svContext* context);
void svBendGrid_Destroy(svBendGrid* grid, svContext* context);

// Evaluates the differences at particles from `first`, of which a block begins, to `end`, of the
// grid: fills their forces and returns the sum of their energies, damping included.
typedef double (*svBendFn)(const svBendWork* work, size_t first, size_t end);
// Adds the gradient at the grid's particles `first` to `end` to g, which has that of `first` first.
typedef void (*svBendGradientFn)(const svBendGrid* grid, size_t first, size_t end, double* g);

#endif
