// The bending of grids: compiled once per instruction set. Plain loops over the particles of a
// block, without branches; every one has the roundings of the scalar expression, in its order, and
// energies are summed up place by place of the blocks, so that the bytes are the same with all
// instruction sets.

#include "kernels.h"
#include "length.h"

#include <string.h>

double SV_SIM_KERNEL(svBends)(const svBendWork* work, size_t first, size_t end);
void SV_SIM_KERNEL(svBendGradient)(const svBendGrid* grid, size_t first, size_t end, double* g);

// A window is a block, one particle before it and one behind it.
enum { WINDOW = BEND_BLOCK + 2 };

// Positions coordinate by coordinate: from a row above the block, of it, and from a row below.
typedef struct Windows {
    double up[3][WINDOW], here[3][WINDOW], down[3][WINDOW];
} Windows;

// The differences of a kind at the particles of a block.
typedef struct Differences {
    double at[3][BEND_BLOCK];
} Differences;

// Copies the grid's particles from `from` on; outside of the grid there are zeros.
static void LoadWindow(const svBendGrid* grid, const double* restrict x, ptrdiff_t from,
                       double window[restrict 3][WINDOW]) {
    const ptrdiff_t count = (ptrdiff_t)grid->count;
    if (from >= 0 && from + WINDOW <= count) {
        for (ptrdiff_t i = 0; i < WINDOW; ++i) {
            window[0][i] = x[3 * (from + i)];
            window[1][i] = x[3 * (from + i) + 1];
            window[2][i] = x[3 * (from + i) + 2];
        }
        return;
    }
    for (ptrdiff_t i = 0; i < WINDOW; ++i) {
        const bool inside = from + i >= 0 && from + i < count;
        for (int k = 0; k < 3; ++k) {
            window[k][i] = inside ? x[3 * (from + i) + k] : 0;
        }
    }
}

static inline void LoadWindows(const svBendWork* work, size_t first, Windows* windows) {
    const ptrdiff_t from = (ptrdiff_t)first - 1, columns = (ptrdiff_t)work->grid->columns;
    LoadWindow(work->grid, work->x, from - columns, windows->up);
    LoadWindow(work->grid, work->x, from, windows->here);
    LoadWindow(work->grid, work->x, from + columns, windows->down);
}

static void GetRows(const Windows* restrict w, Differences* restrict s) {
    for (int k = 0; k < 3; ++k) {
        const double* here = w->here[k] + 1;
        for (int i = 0; i < BEND_BLOCK; ++i) {
            s->at[k][i] = (here[i - 1] - here[i]) - (here[i] - here[i + 1]);
        }
    }
}

static void GetColumns(const Windows* restrict w, Differences* restrict s) {
    for (int k = 0; k < 3; ++k) {
        const double *up = w->up[k] + 1, *here = w->here[k] + 1, *down = w->down[k] + 1;
        for (int i = 0; i < BEND_BLOCK; ++i) {
            s->at[k][i] = (up[i] - here[i]) - (here[i] - down[i]);
        }
    }
}

static void GetTwists(const Windows* restrict w, Differences* restrict s) {
    for (int k = 0; k < 3; ++k) {
        const double *here = w->here[k] + 1, *down = w->down[k] + 1;
        for (int i = 0; i < BEND_BLOCK; ++i) {
            s->at[k][i] = (here[i] - here[i + 1]) - (down[i] - down[i + 1]);
        }
    }
}

// What is known of the differences of a kind at a block, and what they leave.
typedef struct Places {
    const float *stiffness, *before;
    float* forces[3];
} Places;

// The energy of a difference s is k (|s|^2 + d (|s| - before)^2) / 2 with d = damping / h: adds it,
// twice, to `energies`, and stores force and length.
static void MeasureDifferences(const Differences* restrict s, const Places* places, double damping,
                               double* restrict energies, float* restrict lengths) {
    const float* restrict stiffness = places->stiffness, * restrict before = places->before;
    float *restrict fx = places->forces[0], *restrict fy = places->forces[1],
                    *restrict fz = places->forces[2];
    for (int i = 0; i < BEND_BLOCK; ++i) {
        const double x = s->at[0][i], y = s->at[1][i], z = s->at[2][i];
        const double square = x * x + y * y + z * z, inverse = InverseRoot(square);
        const double length = square * inverse, rate = length - (double)before[i];
        const double k = (double)stiffness[i], along = k + k * (damping * (rate * inverse));
        fx[i] = (float)(along * x);
        fy[i] = (float)(along * y);
        fz[i] = (float)(along * z);
        energies[i] += k * (square + damping * rate * rate);
        lengths[i] = (float)length;
    }
}

static void EvaluateBlock(const svBendWork* work, int kind, const Windows* windows, size_t first,
                          double* energies) {
    const svBendGrid* grid = work->grid;
    Differences s;
    kind == BEND_ROW      ? GetRows(windows, &s)
    : kind == BEND_COLUMN ? GetColumns(windows, &s)
                          : GetTwists(windows, &s);
    float* const* forces = grid->forces[kind];
    const Places places = {.stiffness = grid->stiffnesses[kind] + first,
                           .before = grid->before[kind] + first,
                           .forces = {forces[0] + first, forces[1] + first, forces[2] + first}};
    float lengths[BEND_BLOCK];
    MeasureDifferences(&s, &places, grid->damping * work->rate, energies, lengths);
    if (work->begin) {
        memcpy(grid->before[kind] + first, lengths, sizeof(lengths));
    }
}

double SV_SIM_KERNEL(svBends)(const svBendWork* work, size_t first, size_t end) {
    double energies[BEND_BLOCK] = {0}, sum = 0;
    for (size_t i = first; i < end; i += BEND_BLOCK) {
        Windows windows;
        LoadWindows(work, i, &windows);
        for (int kind = 0; kind < BEND_KINDS; ++kind) {
            EvaluateBlock(work, kind, &windows, i, energies);
        }
    }
    for (int i = 0; i < BEND_BLOCK; ++i) {
        sum += energies[i];
    }
    return sum / 2;
}

// One coordinate of the gradient, from `at` on: what each of the differences at a particle and
// around it has of the particle, times the force of the difference.
static void SumForces(const svBendGrid* grid, int k, size_t at, float* restrict sums) {
    const size_t columns = grid->columns;
    const float* row = grid->forces[BEND_ROW][k] + at;
    const float *column = grid->forces[BEND_COLUMN][k] + at, *up = column - columns,
                *down = column + columns;
    const float *twist = grid->forces[BEND_TWIST][k] + at, *above = twist - columns;
    for (int i = 0; i < BEND_BLOCK; ++i) {
        const float rows = (row[i - 1] - row[i]) - (row[i] - row[i + 1]);
        const float both = (up[i] - column[i]) - (column[i] - down[i]);
        const float twists = (twist[i] - twist[i - 1]) - (above[i] - above[i - 1]);
        sums[i] = rows + both + twists;
    }
}

static void AddSums(const float sums[restrict 3][BEND_BLOCK], size_t count, double* restrict g) {
    for (size_t i = 0; i < count; ++i) {
        g[3 * i] += (double)sums[0][i];
        g[3 * i + 1] += (double)sums[1][i];
        g[3 * i + 2] += (double)sums[2][i];
    }
}

void SV_SIM_KERNEL(svBendGradient)(const svBendGrid* grid, size_t first, size_t end, double* g) {
    for (size_t i = first; i < end; i += BEND_BLOCK) {
        float sums[3][BEND_BLOCK];
        for (int k = 0; k < 3; ++k) {
            SumForces(grid, k, i, sums[k]);
        }
        AddSums((const float(*)[BEND_BLOCK])sums, end - i < BEND_BLOCK ? end - i : BEND_BLOCK,
                g + 3 * (i - first));
    }
}
