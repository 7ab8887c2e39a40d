// Cloth grids in random shapes that fold, roll up, wind around and crumple over a step, for the
// published methods of papers/methods/.
#ifndef SELVAGE_TESTS_SUPPORT_CLOTH_GRIDS_H
#define SELVAGE_TESTS_SUPPORT_CLOTH_GRIDS_H

#include "papers/methods/cloth_grid.h"
#include "selvage/scene.h"
#include "support/random.h"

typedef struct TestGrid {
    svContext* context;
    svMesh* mesh;
    svScene* scene; // the mesh alone
    ClothGrid grid;
    double (*x[2])[3]; // the motion of the mesh, at t0 and t1
    const char* family;
} TestGrid;

// A flat sheet in the plane z = 0 with cells of size 1; diagonals and the order of the triangles
// are random. The motion is set: none.
void TestGrid_Open(TestGrid* grid, Random* random, uint32_t columns, uint32_t rows);
void TestGrid_Close(TestGrid* grid);

// A random shape at t0 and another at t1, of a random family.
void TestGrid_Deform(TestGrid* grid, Random* random);

// A ribbon along a circle, winding around `turns` times without rising: every normal points up, and
// with more than one turn the ribbon lies on itself. Where it does, it sinks through itself.
void TestGrid_Wind(TestGrid* grid, double turns);

// The contacts by svScene_Detect.
svContacts TestGrid_Detect(TestGrid* grid);

// The positions as the functions of papers/methods/ take them.
#define TEST_GRID_X(grid, t) ((const double(*)[3])(grid)->x[t])

#endif
