// Kinetic bounding volumes of sixteen moving points, or of sixteen such volumes: AABBs, spheres and
// 18-DOPs, one at t0 and one at t1. Motion is linear, so what is inside at both times is, in
// between, inside the volume interpolated between the two: tighter than one volume around the whole
// sweep.
//
// Coordinates are those of the scene scaled by a power of two and moved to its centre, so that none
// exceeds 1 in magnitude by much. Every bound is rounded outwards.
//
// A volume is a column of svVolume_Rows(volume) floats; sixteen columns lie side by side, so that
// row r of column c is at [r * SV_WIDTH + c]. The rows of t0 come first, those of t1 after them:
//   box     lower x y z, upper x y z; twice
//   sphere  centre x y z, radius (at least SV_SPHERE_MIN_RADIUS); twice
//   dop18   nine lower ends, nine upper ends; twice. Directions: x, y, z, x+y, x+z, y+z, x-y, x-z,
//           y-z
#ifndef SELVAGE_BOUND_VOLUME_H
#define SELVAGE_BOUND_VOLUME_H

#include "selvage/hierarchy.h"

// Children of a node, and the most vertices, owned edges and faces of a leaf.
#define SV_WIDTH 16
#define SV_VOLUME_MAX_ROWS 36

// Keeps squared radii normal numbers; negligible beside coordinates around 1.
#define SV_SPHERE_MIN_RADIUS 0x1p-60

// The vertices of a leaf at t0 and t1, in doubles.
typedef struct svLeafPoints {
    double x[2][3][SV_WIDTH];
} svLeafPoints;

uint32_t svVolume_Rows(svVolume volume);

// The volume around points, all sixteen lanes, inflated by `margin` >= 0. Coordinates were moved to
// the centre of the scene, which rounded them: the points that they stand for, off by 2^-53 of each
// coordinate, are inside as well. The slabs of the axes, without a margin, are of the given
// coordinates alone: what they separate is separated, because rounding is monotone. Points are
// finite and of a few units at most; for a margin beyond the floats bounds become infinite, radii
// too, but never NaN. `column` has a stride of SV_WIDTH floats.
void svVolume_Fit(svVolume volume, const svLeafPoints* points, double margin, float* column);

// The same for an AABB, of points whose coordinates at t0 and at t1 (four doubles each, the last
// one unused) have these ends.
void svBox_Fit(const double lower[8], const double upper[8], double margin, float* column);

// The volume around the first `count` (1 to 16) columns of a node, which `column` is no part of.
void svVolume_Merge(svVolume volume, const float* node, uint32_t count, float* column);

// Estimates how often a traversal visits the volume: its surface area at t0 and t1 together, in any
// unit that is the same for all volumes of a kind. Finite also for infinite volumes.
double svVolume_Cost(svVolume volume, const float* column);

#endif
