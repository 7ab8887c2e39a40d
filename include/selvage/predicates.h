/// \file
/// Selvage: exact orientation predicates.
///
/// The sign of a determinant of coordinates, exact for any finite doubles: a floating-point filter
/// with a certified error bound, then integer arithmetic. Pure functions, callable from any thread.
/// They need round-to-nearest and denormal numbers enabled, the state in which a C program starts.
#ifndef SELVAGE_PREDICATES_H
#define SELVAGE_PREDICATES_H

#include "selvage/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Returns +1 if a, b, c turn counter-clockwise, -1 if clockwise, 0 if they are collinear. The
/// coordinates must be finite.
SV_API int svOrient2d(const double a[2], const double b[2], const double c[2]);

/// Returns the sign of ((b-a) x (c-a)) . (d-a): +1 if d lies on the side of the plane abc from
/// which a, b, c appear counter-clockwise, -1 on the other side, 0 if the four points are coplanar.
/// The coordinates must be finite.
SV_API int svOrient3d(const double a[3], const double b[3], const double c[3], const double d[3]);

#ifdef __cplusplus
}
#endif

#endif
