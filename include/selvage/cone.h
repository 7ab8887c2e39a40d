/// Selvage: normal cones and direction masks.
///
/// Both answer, for the normals of many triangles, at an instant or over a time step: is there one
/// direction V with N . V > 0 for every normal N? A cone is a bound of the normals; a mask tells
/// which of a fixed set of directions serve. Every answer is certain, whatever was rounded on the
/// way: cones are wider, and masks have fewer bits, than exact arithmetic would give. Pure
/// functions without a call to libm but square roots: the same bytes on every machine. They need
/// round-to-nearest and denormal numbers enabled, the state in which a C program starts.
///
/// Normals alone do not tell that a surface does not meet itself: patch.h has the whole test.
#ifndef SELVAGE_CONE_H
#define SELVAGE_CONE_H

#include "selvage/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- the normals of a moving triangle ---------------------------------------------------------

/// The corners a, b, c of a triangle, each moving on a straight line.
typedef struct svMovingTriangle {
    double x0[3][3]; ///< at t0
    double x1[3][3]; ///< at t1; not looked at where only an instant, t0, is asked for
} svMovingTriangle;

/// The normal over a step, n(t) = (1-t)^2 N0 + t(1-t) M + t^2 N1, is a sum of these three with
/// weights that are not negative: what holds for all three and is kept by such sums (N . V > 0; to
/// lie in a cone narrower than a half-space) holds at every time. With E = b - a, G = c - a they
/// are N0 = E0 x G0, M = E0 x G1 + E1 x G0, N1 = E1 x G1, of their natural length: M computed from
/// unit normals, as printed in han2021 Eq. 10, is another vector.
typedef struct svControlNormals {
    int count;           ///< 1 at an instant (N0), 3 over a step (N0, N1, M)
    double normal[3][3]; ///< rounded; scaled by one power of two if very large or small
    /// The true control normal (scaled likewise) is nearer to normal[i] than this. Infinite where
    /// coordinates are not finite or too far apart to be subtracted.
    double error[3];
} svControlNormals;

/// The control normals over the step, or of t0 alone.
SV_API svControlNormals svControlNormals_Of(const svMovingTriangle* triangle, bool moving);

/// Whether N . V > 0 for the normal N at every time, for certain. V of any length.
SV_API bool svControlNormals_InFront(const svControlNormals* normals, const double v[3]);

// ---- cones ------------------------------------------------------------------------------------

/// The greatest double below pi/2.
#define SV_CONE_FULL_ANGLE 0x1.921fb54442d18p0

/// All directions that are at most `angle` away from the axis. The axis is of unit length up to
/// 2^-50, its direction is taken as it is. A cone with an angle of SV_CONE_FULL_ANGLE or more is
/// *full*: nothing is known, whatever its axis. All functions here make it
/// {{0, 0, 1}, SV_CONE_FULL_ANGLE}.
typedef struct svCone {
    double axis[3];
    double angle; ///< in radians, from 0
} svCone;

/// How two cones are made one.
typedef enum svConeMerge {
    SV_CONE_PROVOT, ///< around the middle of the axes (Provot 1997; han2021 Eqs. 1-3)
    SV_CONE_TIGHT,  ///< the narrowest cone around both (han2021 Eqs. 7-8): never wider
    SV_CONE_MERGE_COUNT
} svConeMerge;

/// "provot", "tight"; "unknown" for other values.
SV_API const char* svConeMerge_Name(svConeMerge merge);

/// Whether N . axis > 0 for all directions N of the cone: it is not full.
static inline bool svCone_HasHalfSpace(const svCone* cone) {
    return cone->angle < SV_CONE_FULL_ANGLE;
}

/// The cone that knows nothing.
SV_API svCone svCone_Full(void);

/// The cone of one direction, of any length: 2^-52 wide, for the rounding of its axis. Full if the
/// direction is zero or not finite.
SV_API svCone svCone_OfDirection(const double direction[3]);

/// The cone of all vectors that are at most `error` away from `direction`. Full where that is more
/// than half of its length.
SV_API svCone svCone_OfUncertain(const double direction[3], double error);

/// A cone that contains both cones; full if either is, or if it would be. Wider than in exact
/// arithmetic by less than 2^-45 (1 + tan of half the angle between the axes).
SV_API svCone svCone_Merge(const svCone* a, const svCone* b, svConeMerge merge);

/// A cone that contains the normal of the triangle at every time: of its control normals, merged.
/// Full if one of them may be zero.
SV_API svCone svCone_OfTriangle(const svMovingTriangle* triangle, bool moving, svConeMerge merge);

/// The narrowest cone of all the directions (of any length): full if none is narrower than a
/// half-space, or one of them is zero, or there are none. It always contains them; that it is the
/// narrowest up to some 2^-46 and a millionth of its angle is tested, not proven. The reference of
/// the merges: it looks at all directions some ten times.
SV_API svCone svCone_Optimal(const double (*directions)[3], size_t count);

/// Whether the direction lies in the cone, as far as doubles tell: right unless it is within 2^-47
/// of the rim. A full cone contains everything.
SV_API bool svCone_Contains(const svCone* cone, const double direction[3]);

// ---- direction masks --------------------------------------------------------------------------

/// Sets of fixed directions. Components are multiples of 1/128 from -1 to 1; of n directions, k and
/// k + n/2 are opposite.
typedef enum svDirectionSet {
    SV_DIRECTION_SET_26, ///< from the middle of a cube to its faces, edges and corners (ding2013)
    SV_DIRECTION_SET_64, ///< spread evenly, of about unit length
    SV_DIRECTION_SET_COUNT
} svDirectionSet;

/// 26 or 64; 0 for other values.
SV_API int svDirectionSet_Count(svDirectionSet set);

/// Direction k of the set, not of unit length. Zero if there is none.
SV_API void svDirectionSet_Get(svDirectionSet set, int k, double direction[3]);

/// Bit k tells that normal . direction k > 0, for certain; the mask of many normals is the AND of
/// theirs. No bit for a zero normal, for one that is not finite and for lengths past 2^1000.
SV_API uint64_t svDirectionSet_Mask(svDirectionSet set, const double normal[3]);

/// The same for all vectors that are at most `error` away from `normal`.
SV_API uint64_t svDirectionSet_MaskUncertain(svDirectionSet set, const double normal[3],
                                             double error);

/// Bit k tells that direction k is in front of the triangle at every time, for certain.
SV_API uint64_t svDirectionSet_MaskOfTriangle(svDirectionSet set, const svMovingTriangle* triangle,
                                              bool moving);

#ifdef __cplusplus
}
#endif

#endif
