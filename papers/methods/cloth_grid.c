// A list of triangles in, the columns and rows of its grid out.

#include "cloth_grid.h"

// Vertex 0 is a corner: its edges on the rim lead to vertex 1 and to vertex `columns`.
static uint32_t FindColumns(const svTopology* topology) {
    uint32_t columns = 0;
    for (uint32_t e = 0; e < topology->edgeCount && topology->edges[2 * e] == 0; ++e) {
        columns = topology->edgeKinds[e] == SV_EDGE_BOUNDARY ? topology->edges[2 * e + 1] : columns;
    }
    return columns;
}

// The cell that has all three vertices as corners; SV_NONE if there is none.
static uint32_t CellOf(const uint32_t* triangle, uint32_t columns) {
    uint32_t lower[2] = {UINT32_MAX, UINT32_MAX}, upper[2] = {0, 0};
    for (int k = 0; k < 3; ++k) {
        const uint32_t at[2] = {triangle[k] % columns, triangle[k] / columns};
        for (int d = 0; d < 2; ++d) {
            lower[d] = at[d] < lower[d] ? at[d] : lower[d];
            upper[d] = at[d] > upper[d] ? at[d] : upper[d];
        }
    }
    const bool one = upper[0] - lower[0] == 1 && upper[1] - lower[1] == 1;
    return one ? lower[1] * (columns - 1) + lower[0] : SV_NONE;
}

// Two triangles per cell; since all edges are wound consistently, they are its halves.
static bool FillCells(const svTopology* topology, uint32_t columns, uint32_t* cellTriangles) {
    const uint32_t cellCount = topology->triangleCount / 2;
    for (uint32_t i = 0; i < 2 * cellCount; ++i) {
        cellTriangles[i] = SV_NONE;
    }
    for (uint32_t t = 0; t < topology->triangleCount; ++t) {
        const uint32_t cell = CellOf(topology->triangles + (size_t)3 * t, columns);
        if (cell == SV_NONE) {
            return false;
        }
        uint32_t* pair = cellTriangles + (size_t)2 * cell;
        if (pair[1] != SV_NONE) {
            return false;
        }
        pair[pair[0] != SV_NONE] = t;
    }
    return true;
}

svStatus ClothGrid_Create(svContext* context, const svMesh* mesh, ClothGrid* grid) {
    const svTopology* topology = svMesh_GetTopology(mesh);
    const uint32_t columns = topology->vertexCount >= 4 ? FindColumns(topology) : 0;
    const uint32_t rows = columns >= 2 ? topology->vertexCount / columns : 0;
    const uint32_t* kinds = topology->edgeKindCounts;
    const bool plain = kinds[SV_EDGE_BOUNDARY] + kinds[SV_EDGE_INNER] == topology->edgeCount;
    uint32_t* cells = NULL;
    bool good = plain && rows >= 2 && columns * rows == topology->vertexCount &&
                (columns - 1) * (rows - 1) * 2 == topology->triangleCount;
    if (good) {
        cells = svContext_Allocate(context, topology->triangleCount * sizeof(uint32_t));
        if (cells == NULL) {
            return SV_ERROR_MEMORY;
        }
        good = FillCells(topology, columns, cells);
    }
    if (!good) {
        svContext_Release(context, cells);
        svContext_Message(context, SV_ERROR, "%s: not a grid of cells with two triangles each",
                          svMesh_Name(mesh));
        return SV_ERROR_MESH;
    }
    *grid = (ClothGrid){topology, columns, rows, cells};
    return SV_OK;
}

void ClothGrid_Destroy(svContext* context, ClothGrid* grid) {
    svContext_Release(context, grid->cellTriangles);
    *grid = (ClothGrid){0};
}

int GridCells_Divide(GridCells cells, GridCells parts[4]) {
    const uint32_t half[2] = {cells.columns / 2, cells.rows / 2};
    int count = 0;
    for (int i = 0; i < 4; ++i) {
        const bool right = (i & 1) != 0, upper = (i & 2) != 0;
        const GridCells part = {
            cells.column + (right ? half[0] : 0),
            cells.row + (upper ? half[1] : 0),
            right ? cells.columns - half[0] : half[0],
            upper ? cells.rows - half[1] : half[1],
        };
        if (part.columns > 0 && part.rows > 0) {
            parts[count++] = part;
        }
    }
    return count;
}
