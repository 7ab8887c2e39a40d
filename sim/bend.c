// What the bending kernels of grids work on, made once.

#include "bend.h"

#include <string.h>

double svBendGrid_Stiffness(const svBendGrid* grid, int kind, uint32_t particle) {
    const uint32_t columns = grid->columns, rows = grid->count / columns;
    const uint32_t column = particle % columns, row = particle / columns;
    const bool innerColumn = column > 0 && column + 1 < columns;
    const bool innerRow = row > 0 && row + 1 < rows;
    const double all = grid->stiffness[kind];
    if (kind == BEND_TWIST) {
        return column + 1 < columns && row + 1 < rows ? all : 0;
    }
    if (!(kind == BEND_ROW ? innerColumn : innerRow)) {
        return 0;
    }
    // A border is the middle of half as wide a strip as other lines.
    return (kind == BEND_ROW ? innerRow : innerColumn) ? all : all / 2;
}

svStatus svBendGrid_Create(svBendGrid* grid, svContext* context) {
    const size_t whole = BendGrid_Blocks(grid) * BEND_BLOCK;
    const size_t front = (size_t)grid->columns + 1;
    const size_t stride = front + whole + grid->columns + BEND_BLOCK;
    const size_t bytes = BEND_KINDS * (2 * whole + 3 * stride) * sizeof(float);
    float* next = svContext_Allocate(context, bytes);
    grid->memory = next;
    if (next == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(next, 0, bytes);
    for (int kind = 0; kind < BEND_KINDS; ++kind) {
        grid->stiffnesses[kind] = next;
        grid->before[kind] = next + whole;
        next += 2 * whole;
        for (int k = 0; k < 3; ++k, next += stride) {
            grid->forces[kind][k] = next + front;
        }
        for (uint32_t i = 0; i < grid->count; ++i) {
            grid->stiffnesses[kind][i] = (float)svBendGrid_Stiffness(grid, kind, i);
        }
    }
    return SV_OK;
}

void svBendGrid_Destroy(svBendGrid* grid, svContext* context) {
    svContext_Release(context, grid->memory);
    grid->memory = NULL;
}
