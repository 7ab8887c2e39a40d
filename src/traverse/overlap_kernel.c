// Overlap of bounding volumes (AABBs, 18-DOPs, spheres): one volume against the sixteen children of
// a node. In: columns of bounds (bound/volume.h). Out: a bit per child that is not separated. A
// kernel: compiled once per instruction set (math/target.h).
//
// Kinetic bounds over a step: for a fixed direction d, the ends of both volumes along d, and so the
// gap between them, are linear in time. A gap that is positive at t0 and at t1 is positive in
// between, so one direction that separates two volumes on the same side at both times separates
// them throughout. AABBs and DOPs use the directions of their slabs and only compare: nothing is
// rounded. Volumes that touch overlap.
//
// No fused multiply-add: every instruction set culls the same pairs, so work counters do not depend
// on it.

#include "dispatch/kernels.h"
#include "math/simd.h"

#define VECTORS (SV_WIDTH / SV_FLOAT_LANES)
#define ALL_LANES 0xffffu

static inline svFloats Row(const float* node, int row, int vector) {
    return svFloats_Load(node + row * SV_WIDTH + vector * SV_FLOAT_LANES);
}

static inline svFloats Broadcast(const float* column, int row) {
    return svFloats_Set(column[row * SV_WIDTH]);
}

// Lanes whose slab is below that of the column, or above it, at all times. The rows of a time are
// `axes` lower ends, then `axes` upper ends.
static inline svFloatsMask SlabsSeparated(const float* column, const float* node, int axes,
                                          int times, int axis, int vector) {
    svFloatsMask below = svFloats_Less(Row(node, axes + axis, vector), Broadcast(column, axis));
    svFloatsMask above = svFloats_Less(Broadcast(column, axes + axis), Row(node, axis, vector));
    if (times == 2) {
        const int lower = 2 * axes + axis, upper = 3 * axes + axis;
        below = svFloatsMask_And(below,
                                 svFloats_Less(Row(node, upper, vector), Broadcast(column, lower)));
        above = svFloatsMask_And(above,
                                 svFloats_Less(Broadcast(column, upper), Row(node, lower, vector)));
    }
    return svFloatsMask_Or(below, above);
}

static inline uint32_t OverlapSlabs(const float* column, const float* node, int axes, int times) {
    uint32_t separated = 0;
    for (int vector = 0; vector < VECTORS; ++vector) {
        svFloatsMask mask = SlabsSeparated(column, node, axes, times, 0, vector);
        for (int axis = 1; axis < 3; ++axis) {
            mask = svFloatsMask_Or(mask, SlabsSeparated(column, node, axes, times, axis, vector));
        }
        // The axes alone often separate all lanes: test the diagonals only where they do not.
        if (axes > 3 && svFloatsMask_Bits(mask) != ALL_LANES >> (SV_WIDTH - SV_FLOAT_LANES)) {
            for (int axis = 3; axis < axes; ++axis) {
                mask =
                    svFloatsMask_Or(mask, SlabsSeparated(column, node, axes, times, axis, vector));
            }
        }
        separated |= svFloatsMask_Bits(mask) << (vector * SV_FLOAT_LANES);
    }
    return ~separated & ALL_LANES;
}

static uint32_t OverlapBoxes(const float* column, const float* node) {
    return OverlapSlabs(column, node, 3, 2);
}

static uint32_t OverlapBoxesInstant(const float* column, const float* node) {
    return OverlapSlabs(column, node, 3, 1);
}

static uint32_t OverlapDops(const float* column, const float* node) {
    return OverlapSlabs(column, node, 9, 2);
}

static uint32_t OverlapDopsInstant(const float* column, const float* node) {
    return OverlapSlabs(column, node, 9, 1);
}

// Spheres. Let Q be the exact vector between two centres and q what is computed: q = Q (1 + e) in
// each coordinate, where |e| <= u = 2^-24 here and below. R is the exact sum of the radii and r the
// computed one. Coordinates are at most 2^8 (bound/volume.h: about 1). While r is at most 2^12,
// products that underflow are wrong by less than 2^-120 in all, which SPHERE_FLOOR covers. A large
// margin makes larger radii, and those separate nothing: |q| < 2^10, and where d.q is large enough
// for SPHERE_FLOOR, |d| > 2^-70, so that the square of d has not lost half its value to underflow.
// A radius that is infinite, or its square, makes the right side of every comparison infinite or
// NaN, and nothing is culled.
#define SPHERE_FLOOR 0x1p-120f
#define SPHERE_FACTOR (1.0f + 0x1p-20f) // 1 + 16 u
#define SPHERE_SLACK 0x1p-21f           // 8 u

static inline void CentersBetween(const float* column, const float* node, int time, int vector,
                                  svFloats q[3]) {
    for (int k = 0; k < 3; ++k) {
        q[k] = Row(node, 4 * time + k, vector) - Broadcast(column, 4 * time + k);
    }
}

static inline svFloats Squared(const svFloats q[3]) {
    return q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
}

static inline svFloats SquaredRadii(const float* column, const float* node, int time, int vector) {
    const svFloats r = Row(node, 4 * time + 3, vector) + Broadcast(column, 4 * time + 3);
    return r * r;
}

// |Q| > R follows from |q|^2 > r^2 (1 + 16 u): the left side as computed is at most |Q|^2 (1 +
// u)^5, the right side at least R^2 (1 + 16 u) (1 - u)^5.
static uint32_t OverlapSpheresInstant(const float* column, const float* node) {
    const svFloats factor = svFloats_Set(SPHERE_FACTOR), floor = svFloats_Set(SPHERE_FLOOR);
    uint32_t separated = 0;
    for (int vector = 0; vector < VECTORS; ++vector) {
        svFloats q[3];
        CentersBetween(column, node, 0, vector, q);
        const svFloats reach = SquaredRadii(column, node, 0, vector) * factor + floor;
        separated |= svFloatsMask_Bits(svFloats_Less(reach, Squared(q)))
                     << (vector * SV_FLOAT_LANES);
    }
    return ~separated & ALL_LANES;
}

// Whether the direction d separates the spheres at a time: d.Q > R |d|. Let W = sum |d_k Q_k|, w
// computed, w >= W (1 - u)^4. The computed s = d.q is wrong by at most 4.1 u W, so that
//   low = s - 8 u w <= (d.Q - 3.8 u w) (1 + u) < d.Q,
// since u d.Q <= 1.1 u w. So d.Q > R |d| follows from low > 0 and low^2 > r^2 |d|^2 (1 + 16 u): the
// left side as computed is at most low^2 (1 + u), the right side at least
// R^2 |d|^2 (1 + 16 u) (1 - u)^9. What underflows in low is below 2^-140 and low, where low^2
// exceeds SPHERE_FLOOR, above 2^-60: that is nothing beside 3.8 u w.
static inline svFloatsMask SpheresSeparated(const svFloats d[3], const svFloats q[3],
                                            svFloats squaredRadii) {
    const svFloats x = d[0] * q[0], y = d[1] * q[1], z = d[2] * q[2];
    const svFloats w = svFloats_Abs(x) + svFloats_Abs(y) + svFloats_Abs(z);
    const svFloats low = x + y + z - svFloats_Set(SPHERE_SLACK) * w;
    const svFloats reach =
        squaredRadii * Squared(d) * svFloats_Set(SPHERE_FACTOR) + svFloats_Set(SPHERE_FLOOR);
    return svFloatsMask_And(svFloats_Less(svFloats_Set(0.0f), low),
                            svFloats_Less(reach, low * low));
}

// Any direction is valid; the middle of the two vectors between the centres is a good one, however
// it is rounded.
static uint32_t OverlapSpheres(const float* column, const float* node) {
    uint32_t separated = 0;
    for (int vector = 0; vector < VECTORS; ++vector) {
        svFloats q0[3], q1[3];
        CentersBetween(column, node, 0, vector, q0);
        CentersBetween(column, node, 1, vector, q1);
        const svFloats d[3] = {q0[0] + q1[0], q0[1] + q1[1], q0[2] + q1[2]};
        const svFloatsMask mask =
            svFloatsMask_And(SpheresSeparated(d, q0, SquaredRadii(column, node, 0, vector)),
                             SpheresSeparated(d, q1, SquaredRadii(column, node, 1, vector)));
        separated |= svFloatsMask_Bits(mask) << (vector * SV_FLOAT_LANES);
    }
    return ~separated & ALL_LANES;
}

svOverlapFn* SV_KERNEL(chooseOverlap)(svVolume volume, bool instant) {
    switch (volume) { // without a default: the compiler names a volume that is forgotten here
    case SV_VOLUME_BOX:
        return instant ? OverlapBoxesInstant : OverlapBoxes;
    case SV_VOLUME_SPHERE:
        return instant ? OverlapSpheresInstant : OverlapSpheres;
    case SV_VOLUME_DOP18:
        return instant ? OverlapDopsInstant : OverlapDops;
    case SV_VOLUME_ENUM_COUNT:
        break;
    }
    return NULL;
}
