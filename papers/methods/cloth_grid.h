// A cloth as in the papers: a grid of particles, two triangles per cell.
#ifndef SELVAGE_PAPERS_METHODS_CLOTH_GRID_H
#define SELVAGE_PAPERS_METHODS_CLOTH_GRID_H

#include "selvage/mesh.h"

typedef struct ClothGrid {
    const svTopology* topology; // of the mesh, which must outlive the grid
    uint32_t columns, rows;     // particles: vertex row * columns + column
    uint32_t* cellTriangles;    // two for each cell, cell row * (columns - 1) + column
} ClothGrid;

// Finds the columns and rows of a mesh: any diagonals, triangles in any order. SV_ERROR_MESH: it is
// no such grid, or its triangles are not all wound the same way; the message says so.
// SV_ERROR_MEMORY. On success the caller destroys `grid`; on failure it is untouched.
svStatus ClothGrid_Create(svContext* context, const svMesh* mesh, ClothGrid* grid);
void ClothGrid_Destroy(svContext* context, ClothGrid* grid);

// A rectangle of cells, at least one: particles column..column+columns, row..row+rows.
typedef struct GridCells {
    uint32_t column, row, columns, rows;
} GridCells;

static inline GridCells ClothGrid_All(const ClothGrid* grid) {
    return (GridCells){0, 0, grid->columns - 1, grid->rows - 1};
}

static inline uint32_t GridCells_ParticleCount(GridCells cells) {
    return (cells.columns + 1) * (cells.rows + 1);
}

// Quad subdivision in texture space: up to four parts, each with half the cells in either
// direction; a single cell is not divided. Returns their number; 1: a single cell.
int GridCells_Divide(GridCells cells, GridCells parts[4]);

// Iterates over the triangles of a rectangle of cells.
typedef struct GridTriangles {
    const ClothGrid* grid;
    GridCells cells;
    uint32_t next;
} GridTriangles;

static inline GridTriangles GridTriangles_Of(const ClothGrid* grid, GridCells cells) {
    return (GridTriangles){grid, cells, 0};
}

static inline bool GridTriangles_Next(GridTriangles* all, uint32_t* triangle) {
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
