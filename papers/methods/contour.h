// Contour test: does the boundary (rim) of a rectangle of cells, projected along a direction, touch
// itself over a step?
//
// Volino and Magnenat-Thalmann, "Efficient self-collision detection on smoothly discretized surface
// animations using geometrical shape regularity", 1994, for the contour test; over a step by fixed
// directions that separate two moving edges at both ends, on the same side (Zhang and Kim 2012).
#ifndef SELVAGE_PAPERS_METHODS_CONTOUR_H
#define SELVAGE_PAPERS_METHODS_CONTOUR_H

#include "cloth_grid.h"

typedef struct RimEdge {
    double lower, upper; // swept extent along the sort direction
    uint32_t index;
} RimEdge;

// Scratch for the longest rim of a grid.
typedef struct Contour {
    const ClothGrid* grid;
    double (*points[2])[2]; // at t0 and t1, in the plane perpendicular to the direction
    RimEdge* edges;
    uint32_t count;
    double slack;   // bound on the rounding of projected coordinates
    uint64_t tests; // pairs of edges tested so far
} Contour;

svStatus Contour_Create(svContext* context, const ClothGrid* grid, Contour* contour);
void Contour_Destroy(svContext* context, Contour* contour);

// Whether no two edges of the rim without a common vertex touch at any time, projected along
// `direction` (components -1, 0 or 1, not all 0). Conservative: true is certified, false may mean
// that no separating direction was found.
bool Contour_IsSimple(Contour* contour, GridCells cells, const int direction[3],
                      const double (*x0)[3], const double (*x1)[3]);

#endif
