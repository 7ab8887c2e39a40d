// The rim of a rectangle of cells, seen along a direction, over a step: does it touch itself?
//
// Volino and Magnenat-Thalmann, "Efficient self-collision detection on smoothly discretized surface
// animations using geometrical shape regularity", 1994, for the contour test; over a step by fixed
// directions that separate two moving edges at both ends, on the same side (Zhang and Kim 2012).
#ifndef SELVAGE_PAPERS_METHODS_CONTOUR_H
#define SELVAGE_PAPERS_METHODS_CONTOUR_H

#include "cloth_grid.h"

typedef struct RimEdge {
    double lower, upper; // the reach along the sweep direction, over the step
    uint32_t index;
} RimEdge;

// Room for the largest rim of a grid.
typedef struct Contour {
    const ClothGrid* grid;
    double (*points[2])[2]; // at t0 and t1, in the plane perpendicular to the direction
    RimEdge* edges;
    uint32_t count;
    double slack;   // by how much a projected coordinate can be off, with both ends and to spare
    uint64_t tests; // pairs of edges looked at until now
} Contour;

svStatus Contour_Create(svContext* context, const ClothGrid* grid, Contour* contour);
void Contour_Destroy(svContext* context, Contour* contour);

// Whether no two edges of the rim that have no common vertex touch at any time, seen along
// `direction` (components -1, 0 or 1, not all 0). True is certain; false may be for want of a
// direction that shows it.
bool Contour_IsSimple(Contour* contour, GridCells cells, const int direction[3],
                      const double (*x0)[3], const double (*x1)[3]);

#endif
