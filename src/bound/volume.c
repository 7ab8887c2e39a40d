// Kinetic AABBs and k-DOPs, fitted to points and merged bottom-up. Both are lists of slabs:
// directions with a lower and an upper end each. Klosowski et al., "Efficient collision detection
// using bounding volume hierarchies of k-DOPs", 1998.

#include "bound/volume.h"

#include <float.h>
#include <math.h>

#include "bound/rounding.h"
#include "bound/sphere.h"
#include "math/min_max.h"

#define BOX_SLABS 3
#define DOP_SLABS 9

// The square root of 2, rounded up: 0x1.6a09e667f3bcc908...p+0.
#define SQRT2 0x1.6a09e667f3bcdp+0

static inline float MinFloat(float a, float b) {
    return a < b ? a : b;
}

static inline float MaxFloat(float a, float b) {
    return a > b ? a : b;
}

// Pairwise halving lets the compiler vectorise without reordering anything.
static inline void LaneExtent(const double values[SV_WIDTH], double* lower, double* upper) {
    double lo[8], hi[8];
    for (int i = 0; i < 8; ++i) {
        lo[i] = svMin(values[i], values[i + 8]);
        hi[i] = svMax(values[i], values[i + 8]);
    }
    for (int i = 0; i < 4; ++i) {
        lo[i] = svMin(lo[i], lo[i + 4]);
        hi[i] = svMax(hi[i], hi[i + 4]);
    }
    for (int i = 0; i < 2; ++i) {
        lo[i] = svMin(lo[i], lo[i + 2]);
        hi[i] = svMax(hi[i], hi[i + 2]);
    }
    *lower = svMin(lo[0], lo[1]);
    *upper = svMax(hi[0], hi[1]);
}

// Writes the ends of a slab. `reach` is 0 where nothing was rounded: then the ends are taken as
// they are, and without a margin. Else it is `margin` and the largest magnitudes of the coordinates
// that the ends are sums of, together.
//
// With u = 2^-53: the coordinates are rounded themselves, off by u (reach - margin) together, their
// sum as much again, the margin by u margin, the sum of both by u reach, the last subtraction below
// by u reach (1 + 8u): together less than 5 u reach, and 8 u reach are taken off. (The coordinates'
// own rounding is relative to them, not to their sum, which may be small beside it.) Sums below the
// normal doubles are exact.
static inline void WriteSlab(double lower, double upper, double margin, double reach, float* column,
                             uint32_t slabCount) {
    const double slack = 0x1p-50 * reach;
    column[0] = svFloatBelow(reach > 0 ? (lower - margin) - slack : lower);
    column[(size_t)slabCount * SV_WIDTH] =
        svFloatAbove(reach > 0 ? (upper + margin) + slack : upper);
}

static inline double Magnitude(double lower, double upper) {
    return svMax(fabs(lower), fabs(upper));
}

void svBox_Fit(const double lower[8], const double upper[8], double margin, float* column) {
    for (int time = 0; time < 2; ++time) {
        float* const out = column + time * 2 * BOX_SLABS * SV_WIDTH;
        for (int k = 0; k < 3; ++k) {
            const double lo = lower[4 * time + k], hi = upper[4 * time + k];
            const double reach = margin > 0 ? Magnitude(lo, hi) + margin : 0;
            WriteSlab(lo, hi, margin, reach, out + k * SV_WIDTH, BOX_SLABS);
        }
    }
}

static void FitBoxOfPoints(const svLeafPoints* points, double margin, float* column) {
    double lower[8], upper[8];
    for (int time = 0; time < 2; ++time) {
        for (int k = 0; k < 3; ++k) {
            LaneExtent(points->x[time][k], lower + 4 * time + k, upper + 4 * time + k);
        }
    }
    svBox_Fit(lower, upper, margin, column);
}

// Rounding is monotone: the extent of rounded sums is the rounded extent of the sums.
static void FitDop(const svLeafPoints* points, double margin, float* column) {
    static const int first[3] = {0, 0, 1};
    static const int second[3] = {1, 2, 2};
    // The sum covers a product that underflows.
    const double diagonal = margin > 0 ? margin * SQRT2 + 0x1p-1000 : 0;
    for (int time = 0; time < 2; ++time) {
        float* const out = column + time * 2 * DOP_SLABS * SV_WIDTH;
        double magnitude[3];
        for (int k = 0; k < 3; ++k) {
            double lower, upper;
            LaneExtent(points->x[time][k], &lower, &upper);
            magnitude[k] = Magnitude(lower, upper);
            WriteSlab(lower, upper, margin, margin > 0 ? magnitude[k] + margin : 0,
                      out + k * SV_WIDTH, DOP_SLABS);
        }
        for (int k = 0; k < 3; ++k) {
            const double* const a = points->x[time][first[k]];
            const double* const b = points->x[time][second[k]];
            const double reach = magnitude[first[k]] + magnitude[second[k]] + diagonal;
            double sums[SV_WIDTH], differences[SV_WIDTH], lower, upper;
            for (int i = 0; i < SV_WIDTH; ++i) {
                sums[i] = a[i] + b[i];
                differences[i] = a[i] - b[i];
            }
            LaneExtent(sums, &lower, &upper);
            WriteSlab(lower, upper, diagonal, reach, out + (3 + k) * SV_WIDTH, DOP_SLABS);
            LaneExtent(differences, &lower, &upper);
            WriteSlab(lower, upper, diagonal, reach, out + (6 + k) * SV_WIDTH, DOP_SLABS);
        }
    }
}

static inline float RowMin(const float row[SV_WIDTH]) {
    float m[8];
    for (int i = 0; i < 8; ++i) {
        m[i] = MinFloat(row[i], row[i + 8]);
    }
    for (int i = 0; i < 4; ++i) {
        m[i] = MinFloat(m[i], m[i + 4]);
    }
    return MinFloat(MinFloat(m[0], m[1]), MinFloat(m[2], m[3]));
}

static inline float RowMax(const float row[SV_WIDTH]) {
    float m[8];
    for (int i = 0; i < 8; ++i) {
        m[i] = MaxFloat(row[i], row[i + 8]);
    }
    for (int i = 0; i < 4; ++i) {
        m[i] = MaxFloat(m[i], m[i + 4]);
    }
    return MaxFloat(MaxFloat(m[0], m[1]), MaxFloat(m[2], m[3]));
}

static void MergeSlabs(uint32_t slabCount, const float* node, uint32_t count, float* column) {
    for (uint32_t time = 0; time < 2; ++time) {
        for (uint32_t k = 0; k < slabCount; ++k) {
            const size_t at = (size_t)(time * 2 * slabCount + k) * SV_WIDTH;
            const float* const lower = node + at;
            const float* const upper = lower + (size_t)slabCount * SV_WIDTH;
            float lo, hi;
            if (count == SV_WIDTH) {
                lo = RowMin(lower);
                hi = RowMax(upper);
            } else {
                lo = lower[0];
                hi = upper[0];
                for (uint32_t c = 1; c < count; ++c) {
                    lo = MinFloat(lo, lower[c]);
                    hi = MaxFloat(hi, upper[c]);
                }
            }
            column[at] = lo;
            column[at + (size_t)slabCount * SV_WIDTH] = hi;
        }
    }
}

static void MergeBoxes(const float* node, uint32_t count, float* column) {
    MergeSlabs(BOX_SLABS, node, count, column);
}

static void MergeDops(const float* node, uint32_t count, float* column) {
    MergeSlabs(DOP_SLABS, node, count, column);
}

// Clamped, so that no product or sum of widths is infinite.
static double Width(const float* column, uint32_t slab, uint32_t slabCount) {
    const double lower = (double)column[(size_t)slab * SV_WIDTH];
    const double upper = (double)column[(size_t)(slab + slabCount) * SV_WIDTH];
    return svMin(upper - lower, (double)FLT_MAX);
}

static double BoxArea(double x, double y, double z) {
    return x * y + y * z + z * x;
}

static double AreaOfBox(const float* column) {
    return BoxArea(Width(column, 0, BOX_SLABS), Width(column, 1, BOX_SLABS),
                   Width(column, 2, BOX_SLABS));
}

// The polytope lies in four boxes: the AABB, and one turned by 45 degrees around each axis. The
// smallest of their areas.
static double DopArea(const float* column) {
    double w[DOP_SLABS];
    for (uint32_t i = 0; i < DOP_SLABS; ++i) {
        w[i] = Width(column, i, DOP_SLABS) * (i < 3 ? 1.0 : 1.0 / SQRT2);
    }
    double area = BoxArea(w[0], w[1], w[2]);
    for (uint32_t k = 0; k < 3; ++k) {
        area = svMin(area, BoxArea(w[2 - k], w[3 + k], w[6 + k]));
    }
    return area;
}

// ---- the table of volumes --------------------------------------------------------------------

typedef struct VolumeKind {
    const char* name;
    uint32_t rows; // of a column, at one time
    void (*fit)(const svLeafPoints* points, double margin, float* column);
    void (*merge)(const float* node, uint32_t count, float* column);
    double (*area)(const float* column); // at one time, in any unit
} VolumeKind;

// A new one: its row here, and its overlap test in traverse/overlap_kernel.c.
static const VolumeKind kinds[SV_VOLUME_ENUM_COUNT] = {
    [SV_VOLUME_BOX] = {"box", 2 * BOX_SLABS, FitBoxOfPoints, MergeBoxes, AreaOfBox},
    [SV_VOLUME_SPHERE] = {"sphere", SV_SPHERE_ROWS, svSphere_Fit, svSphere_Merge, svSphere_Area},
    [SV_VOLUME_DOP18] = {"dop18", 2 * DOP_SLABS, FitDop, MergeDops, DopArea},
};

const char* svVolume_Name(svVolume volume) {
    return (unsigned)volume < SV_VOLUME_ENUM_COUNT ? kinds[volume].name : "unknown";
}

uint32_t svVolume_Rows(svVolume volume) {
    return 2 * kinds[volume].rows;
}

void svVolume_Fit(svVolume volume, const svLeafPoints* points, double margin, float* column) {
    kinds[volume].fit(points, margin, column);
}

void svVolume_Merge(svVolume volume, const float* node, uint32_t count, float* column) {
    kinds[volume].merge(node, count, column);
}

double svVolume_Cost(svVolume volume, const float* column) {
    const VolumeKind* kind = &kinds[volume];
    return kind->area(column) + kind->area(column + (size_t)kind->rows * SV_WIDTH);
}
