// Small triangle meshes with positions: cloths and obstacles for the tests of the simulator.
#ifndef SELVAGE_TESTS_SUPPORT_SHAPES_H
#define SELVAGE_TESTS_SUPPORT_SHAPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/meshes.h"
#include "support/random.h"

typedef struct Shape {
    TestMesh list;
    double (*x)[3];         // from malloc
    uint32_t columns, rows; // of particles, for grids; else 0
} Shape;

void Shape_Free(Shape* shape);

// A square of columns x rows particles in the xy plane about the origin, `size` wide along x.
Shape Shape_Grid(uint32_t columns, uint32_t rows, double size);
// A ball about the origin: `cells` rings of 2 cells faces.
Shape Shape_Ball(double radius, uint32_t cells);
// A closed box about the origin.
Shape Shape_Box(double x, double y, double z);
// A pyramid with a very small base: its tip at the origin, pointing up.
Shape Shape_Spike(double width, double height);
// Two triangles in the xy plane about the origin.
Shape Shape_Floor(double size);
// Triangles that share no vertex, each about `size` wide, one above the other.
Shape Shape_Soup(Random* random, uint32_t triangles, double size);
// `pages` triangles on one edge, fanned out: a non-manifold edge.
Shape Shape_Book(uint32_t pages, double size);
// A fan of triangles with a needle, collapsed faces and a vertex of no face.
Shape Shape_Degenerate(double size);

void Shape_Move(Shape* shape, double x, double y, double z);
void Shape_Scale(Shape* shape, double factor);
// About the origin: `turn` is axis times radians.
void Shape_Turn(Shape* shape, const double turn[3]);

#endif
