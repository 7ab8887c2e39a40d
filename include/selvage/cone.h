/// \file
/// Selvage: normal cones and direction masks.
///
/// Both answer one question about the normals of many triangles, at an instant or over a time step:
/// is there a direction V with N . V > 0 for every normal N? A cone bounds the normals; a mask says
/// which directions of a fixed set qualify. Every yes is certain in spite of rounding: cones are
/// wider, and masks have fewer bits, than exact arithmetic would give. Pure functions, callable
/// from any thread; they call nothing of libm but square roots, so results are the same bytes on
/// every machine. They need round-to-nearest and denormal numbers enabled, the state in which a C
/// program starts.
///
/// Normals alone do not prove that a surface is free of self-contact: patch.h has the whole test.
#ifndef SELVAGE_CONE_H
#define SELVAGE_CONE_H

#include "selvage/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- the normals of a moving triangle ---------------------------------------------------------

/// The corners a, b, c of a triangle, each in linear motion.
typedef struct svMovingTriangle {
    double x0[3][3]; ///< at t0
    double x1[3][3]; ///< at t1; not read where the question is about the instant t0
} svMovingTriangle;

/// The control normals of a moving triangle. Its normal over the step is the quadratic Bezier-like
/// n(t) = (1-t)^2 N0 + t(1-t) M + t^2 N1: a combination of three vectors with weights that are not
/// negative. So what holds for all three and survives such sums (N . V > 0; lying in a cone
/// narrower than a half-space) holds at every time. With E = b - a and G = c - a, N0 = E0 x G0, M =
/// E0 x G1 + E1 x G0 and N1 = E1 x G1, at their natural lengths: computing M from unit normals, as
/// printed in han2021 Eq. 10, gives another vector.
typedef struct svControlNormals {
    int count;           ///< 1 at an instant (N0), 3 over a step (N0, N1, M)
    double normal[3][3]; ///< rounded; scaled by one power of two if very large or small
    /// The true control normal (scaled likewise) is closer to normal[i] than this. Infinite where
    /// coordinates are not finite or too far apart to be subtracted.
    double error[3];
} svControlNormals;

/// Returns the control normals over the step, or at t0 alone if not `moving`.
SV_API svControlNormals svControlNormals_Of(const svMovingTriangle* triangle, bool moving);

/// Returns true only if N . V > 0 certainly holds for the normal N at every time. V may have any
/// length.
SV_API bool svControlNormals_InFront(const svControlNormals* normals, const double v[3]);

// ---- cones ------------------------------------------------------------------------------------

/// The greatest double below pi/2: the angle of a full cone.
#define SV_CONE_FULL_ANGLE 0x1.921fb54442d18p0

/// All directions at most `angle` away from the axis. A cone with an angle of SV_CONE_FULL_ANGLE or
/// more is *full*: it bounds nothing, whatever its axis; the functions here return it as
/// {{0, 0, 1}, SV_CONE_FULL_ANGLE}.
typedef struct svCone {
    double axis[3]; ///< of unit length up to 2^-50; its direction is taken as it is
    double angle;   ///< half the opening angle, in radians, from 0
} svCone;

/// How two cones are merged into one.
typedef enum svConeMerge {
    SV_CONE_PROVOT,          ///< around the middle of the axes (Provot 1997; han2021 Eqs. 1-3)
    SV_CONE_TIGHT,           ///< the narrowest cone around both (han2021 Eqs. 7-8): never wider
    SV_CONE_MERGE_ENUM_COUNT ///< number of values, not a way to merge
} svConeMerge;

/// Returns "provot" or "tight"; "unknown" for other values.
SV_API const char* svConeMerge_Name(svConeMerge merge);

/// Returns whether N . axis > 0 for all directions N of the cone, that is, whether it is not full.
static inline bool svCone_HasHalfSpace(const svCone* cone) {
    return cone->angle < SV_CONE_FULL_ANGLE;
}

/// Returns the full cone, which bounds nothing.
SV_API svCone svCone_Full(void);

/// Returns the cone of one direction of any length: 2^-52 wide, for the rounding of its axis. Full
/// if the direction is zero or not finite.
SV_API svCone svCone_OfDirection(const double direction[3]);

/// Returns the cone of all vectors at most `error` away from `direction`. Full if `error` is more
/// than half the length of `direction`.
SV_API svCone svCone_OfUncertain(const double direction[3], double error);

/// Returns a cone that contains both cones; full if either is, or if the result would be. Wider
/// than in exact arithmetic by less than 2^-45 (1 + tan of half the angle between the axes).
SV_API svCone svCone_Merge(const svCone* a, const svCone* b, svConeMerge merge);

/// Returns a cone that contains the normal of the triangle at every time (at t0 if not `moving`):
/// its control normals, merged. Full if one of them may be zero.
SV_API svCone svCone_OfTriangle(const svMovingTriangle* triangle, bool moving, svConeMerge merge);

/// Returns the narrowest cone around all `count` directions, of any length; full if none is
/// narrower than a half-space, if one of them is zero, or if there are none. It certainly contains
/// them; that it is the narrowest, up to some 2^-46 and a millionth of its angle, is tested but not
/// proven. A reference for the merges, not for speed: it reads all directions some ten times.
SV_API svCone svCone_Optimal(const double (*directions)[3], size_t count);

/// Returns whether the direction lies in the cone, as far as doubles can tell: correct unless it is
/// within 2^-47 of the cone's boundary. A full cone contains everything.
SV_API bool svCone_Contains(const svCone* cone, const double direction[3]);

// ---- direction masks --------------------------------------------------------------------------

/// Sets of fixed directions. Components are multiples of 1/128 from -1 to 1; of n directions, k and
/// k + n/2 are opposite.
typedef enum svDirectionSet {
    SV_DIRECTION_SET_26, ///< from the centre of a cube to its faces, edges and corners (ding2013)
    SV_DIRECTION_SET_64, ///< evenly spread, of about unit length
    SV_DIRECTION_SET_ENUM_COUNT ///< number of values, not a set
} svDirectionSet;

/// Returns how many directions the set has, 26 or 64; 0 for other values.
SV_API int svDirectionSet_Count(svDirectionSet set);

/// Writes direction k of the set, which is not of unit length; zero if there is no such direction.
SV_API void svDirectionSet_Get(svDirectionSet set, int k, double direction[3]);

/// Returns a mask whose bit k is set only if normal . direction k > 0 for certain. The mask of many
/// normals is the AND of theirs. A normal that is zero, not finite or longer than 2^1000 has no
/// bits.
SV_API uint64_t svDirectionSet_Mask(svDirectionSet set, const double normal[3]);

/// Returns the mask of all vectors at most `error` away from `normal`: the AND of theirs.
SV_API uint64_t svDirectionSet_MaskUncertain(svDirectionSet set, const double normal[3],
                                             double error);

/// Returns a mask whose bit k is set only if direction k is certainly in front of the triangle at
/// every time (at t0 if not `moving`).
SV_API uint64_t svDirectionSet_MaskOfTriangle(svDirectionSet set, const svMovingTriangle* triangle,
                                              bool moving);

#ifdef __cplusplus
}
#endif

#endif
