// A cloth as the papers have it: particles in columns and rows, two triangles in each cell.
#ifndef SELVAGE_LAB_GRID_H
#define SELVAGE_LAB_GRID_H

#include "selvage/mesh.h"

typedef struct LabGrid {
    const svTopology* topology; // of the mesh, which must outlive the grid
    uint32_t columns, rows;     // particles: vertex row * columns + column
    uint32_t* cellTriangles;    // two for each cell, cell row * (columns - 1) + column
} LabGrid;

// Finds the columns and rows of a mesh: any diagonals, triangles in any order. SV_ERROR_MESH: it is
// no such grid, or its triangles are not all wound the same way; the message says so.
// SV_ERROR_MEMORY. On success the caller destroys `grid`; on failure it is untouched.
svStatus LabGrid_Create(svContext* context, const svMesh* mesh, LabGrid* grid);
void LabGrid_Destroy(svContext* context, LabGrid* grid);

// A rectangle of cells, at least one: particles column..column+columns, row..row+rows.
typedef struct LabCells {
    uint32_t column, row, columns, rows;
} LabCells;

static inline LabCells LabGrid_All(const LabGrid* grid) {
    return (LabCells){0, 0, grid->columns - 1, grid->rows - 1};
}

static inline uint32_t LabCells_ParticleCount(LabCells cells) {
    return (cells.columns + 1) * (cells.rows + 1);
}

// The quad subdivision in texture space: up to four parts, each with half the cells of either
// direction; the one cell of a direction is not divided. Returns how many; 1: a single cell.
int LabCells_Divide(LabCells cells, LabCells parts[4]);

// Goes through the triangles of a rectangle of cells.
typedef struct LabTriangles {
    const LabGrid* grid;
    LabCells cells;
    uint32_t next;
} LabTriangles;

static inline LabTriangles LabTriangles_Of(const LabGrid* grid, LabCells cells) {
    return (LabTriangles){grid, cells, 0};
}

static inline bool LabTriangles_Next(LabTriangles* all, uint32_t* triangle) {
    const uint32_t cell = all->next / 2;
    if (cell == all->cells.columns * all->cells.rows) {
        return false;
    }
    const uint32_t column = all->cells.column + cell % all->cells.columns;
    const uint32_t row = all->cells.row + cell / all->cells.columns;
    const size_t place = (size_t)2 * (row * (all->grid->columns - 1) + column);
    *triangle = all->grid->cellTriangles[place + all->next++ % 2];
    return true;
}

#endif
