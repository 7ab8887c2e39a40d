// Reading positions: the caller's views in; out rows of doubles with their AABB (points.h) and,
// leaf by leaf, local floats with their AABB, normal, slab and diagonals (leaf_motion.h). Kernels:
// compiled once per instruction set (math/target.h).

#include "dispatch/kernels.h"
#include "input/leaf_motion.h"
#include "input/points.h"
#include "math/floats3.h"

#include <math.h>

// ---- points ----------------------------------------------------------------------------------

// Loads the row of a point; one function per scalar type.
typedef svRow RowOf(const svPointsReading* reading, size_t point);

static inline svRow RowOfAny(const svPointsReading* reading, size_t point) {
    double x0[4] = {0, 0, 0, 0}, x1[4] = {0, 0, 0, 0};
    svPositions_Get(&reading->x0, point, x0);
    svPositions_Get(&reading->x1, point, x1);
    return svRow_Load(x0, x1);
}

static inline const void* PositionOf(const svPositions* positions, size_t point) {
    return (const char*)positions->data + point * positions->stride;
}

static inline svRow RowOfDoubles(const svPointsReading* reading, size_t point) {
    return svRow_LoadThree(PositionOf(&reading->x0, point), PositionOf(&reading->x1, point));
}

static inline svRow RowOfFloats(const svPointsReading* reading, size_t point) {
    return svRow_LoadThreeFloats(PositionOf(&reading->x0, point), PositionOf(&reading->x1, point));
}

static inline size_t FirstNotFinite(const svPointsReading* reading, size_t first, size_t end) {
    while (first < end) {
        double x[8], sum = 0;
        svRow_Store(x, RowOfAny(reading, first));
        for (int i = 0; i < 8; ++i) {
            sum += 0 * x[i];
        }
        if (!(sum == 0)) {
            break;
        }
        ++first;
    }
    return first;
}

// x - x is NaN unless x is finite, and a NaN survives the sum: one check for all points.
static inline __attribute__((always_inline)) size_t ReadRows(svPointsReading* reading, size_t first,
                                                             size_t end, RowOf* rowOf) {
    svRow lower = svRow_Set(HUGE_VAL), upper = svRow_Set(-HUGE_VAL), zero = svRow_Set(0);
    for (size_t point = first; point < end; ++point) {
        const svRow row = rowOf(reading, point);
        svRow_Store(reading->rows + 8 * (size_t)reading->places[point], row);
        lower = svRow_Min(lower, row);
        upper = svRow_Max(upper, row);
        zero = svRow_Add(zero, svRow_Sub(row, row));
    }
    double least[8], most[8], zeros[8], sum = 0;
    svRow_Store(least, lower);
    svRow_Store(most, upper);
    svRow_Store(zeros, zero);
    for (int axis = 0; axis < 3; ++axis) {
        reading->lower[axis] = fmin(least[axis], least[axis + 4]);
        reading->upper[axis] = fmax(most[axis], most[axis + 4]);
        sum += zeros[axis] + zeros[axis + 4];
    }
    return sum == 0 ? end : FirstNotFinite(reading, first, end);
}

size_t SV_KERNEL(readPoints)(svPointsReading* reading, size_t first, size_t end) {
    const svScalar scalar = reading->x0.scalar;
    if (scalar != reading->x1.scalar) {
        return ReadRows(reading, first, end, RowOfAny);
    }
    return scalar == SV_DOUBLE ? ReadRows(reading, first, end, RowOfDoubles)
                               : ReadRows(reading, first, end, RowOfFloats);
}

// ---- leaves ----------------------------------------------------------------------------------

// A leaf that is being read. For an instant, columns and slabs of t1 are copies of those of t0.
typedef struct Reader {
    const svLeafReading* reading;
    const svLeaf* leaf;
    svLeafMotion* motion;
    int times; // that differ
} Reader;

static inline svRow ScaledRow(const Reader* reader, int v) {
    const int instant = reader->reading->instant;
    const double* point = reader->reading->points + 8 * (size_t)reader->leaf->vertices[v];
    const svRow row = svRow_Load(point + (instant == 1 ? 4 : 0), point + (instant == 0 ? 0 : 4));
    return svRow_Mul(row, svRow_Set(reader->reading->scale));
}

static inline void SetColumns(const Reader* reader, svRow center) {
    _Alignas(64) float rows[SV_WIDTH][8];
    for (int v = 0; v < SV_WIDTH; ++v) {
        svRow_Round(svRow_Sub(ScaledRow(reader, v), center), rows[v]);
    }
    for (int c = 0; c < SV_WIDTH; c += LANES) {
        svFloats columns[6];
        svRows_Load(rows[c], columns);
        for (int k = 0; k < 6; ++k) {
            svFloats_Store(reader->motion->x[k] + c, columns[k]);
        }
    }
}

// Rounding is monotone, so the ends of the extent become those of the local positions.
static inline void SetBounds(svLeafMotion* motion, svRow lower, svRow upper, svRow center) {
    _Alignas(32) float lowerRow[8], upperRow[8];
    svRow_Round(svRow_Sub(lower, center), lowerRow);
    svRow_Round(svRow_Sub(upper, center), upperRow);
    svRow_Store(motion->center, center);
    float size = 0;
    for (int k = 0; k < 6; ++k) {
        const int at = k < 3 ? k : k + 1;
        motion->lower[k] = lowerRow[at];
        motion->upper[k] = upperRow[at];
        size = -lowerRow[at] > size ? -lowerRow[at] : size;
        size = upperRow[at] > size ? upperRow[at] : size;
    }
    motion->size = size;
}

static inline svFloats MaxSideComponent(svFloats most, svFloats3 v) {
    most = svFloats_Max(most, svFloats_Abs(v.x));
    return svFloats_Max(svFloats_Max(most, svFloats_Abs(v.y)), svFloats_Abs(v.z));
}

// The sum of the faces' normals, and the largest component of a side. Lanes past the faces have
// vertex 0 three times, and add nothing.
static inline void SumFaces(const Reader* reader, float normal[3]) {
    svFloats most = svFloats_Set(0);
    svFloats3 sum = {most, most, most};
    for (int c = 0; c < SV_WIDTH; c += LANES) {
        const svLanes corner0 = svLanes_Load(reader->leaf->faceVertices[0] + c);
        const svLanes corner1 = svLanes_Load(reader->leaf->faceVertices[1] + c);
        const svLanes corner2 = svLanes_Load(reader->leaf->faceVertices[2] + c);
        for (int time = 0; time < reader->times; ++time) {
            const svTable3 x = (svTable3)(reader->motion->x + 3 * time);
            const svFloats3 start = svFloats3_Lookup(x, corner0);
            const svFloats3 u = svFloats3_Sub(svFloats3_Lookup(x, corner1), start);
            const svFloats3 w = svFloats3_Sub(svFloats3_Lookup(x, corner2), start);
            sum = svFloats3_CrossAdd(u, w, sum);
            most = MaxSideComponent(MaxSideComponent(MaxSideComponent(most, u), w),
                                    svFloats3_Sub(w, u));
        }
    }
    normal[0] = svFloats_SumLanes(sum.x);
    normal[1] = svFloats_SumLanes(sum.y);
    normal[2] = svFloats_SumLanes(sum.z);
    reader->motion->side = svFloats_MaxLane(most);
}

static inline void SetLeafNormal(const Reader* reader) {
    float sum[3];
    SumFaces(reader, sum);
    const double x = (double)sum[0], y = (double)sum[1], z = (double)sum[2];
    const double length = sqrt(x * x + y * y + z * z);
    for (int axis = 0; axis < 3; ++axis) {
        reader->motion->normal[axis] = length > 0 ? (float)((double)sum[axis] / length) : 0;
    }
}

static inline void SetSlab(const Reader* reader) {
    svLeafMotion* motion = reader->motion;
    const svFloats3 normal = {svFloats_Set(motion->normal[0]), svFloats_Set(motion->normal[1]),
                              svFloats_Set(motion->normal[2])};
    for (int time = 0; time < reader->times; ++time) {
        float(*x)[SV_WIDTH] = motion->x + 3 * time;
        svFloats lower = svFloats_Set(HUGE_VALF), upper = svFloats_Set(-HUGE_VALF);
        for (int c = 0; c < SV_WIDTH; c += LANES) {
            const svFloats3 at = {svFloats_Load(x[0] + c), svFloats_Load(x[1] + c),
                                  svFloats_Load(x[2] + c)};
            const svFloats height = svFloats3_Dot(normal, at);
            lower = svFloats_Min(lower, height);
            upper = svFloats_Max(upper, height);
        }
        motion->slabLower[time] = svFloats_MinLane(lower);
        motion->slabUpper[time] = svFloats_MaxLane(upper);
    }
    if (reader->times == 1) {
        motion->slabLower[1] = motion->slabLower[0];
        motion->slabUpper[1] = motion->slabUpper[0];
    }
}

void SV_KERNEL(readLeaf)(const svLeafReading* reading, const svLeaf* leaf, svLeafMotion* motion,
                         svLeafExtent* extent) {
    const Reader reader = {reading, leaf, motion, reading->instant < 0 ? 2 : 1};
    svRow lower = ScaledRow(&reader, 0), upper = lower;
    for (int v = 1; v < SV_WIDTH; ++v) {
        const svRow row = ScaledRow(&reader, v);
        lower = svRow_Min(lower, row);
        upper = svRow_Max(upper, row);
    }
    svRow_Store(extent->lower, lower);
    svRow_Store(extent->upper, upper);
    const svRow center = svRow_Mul(svRow_Add(lower, upper), svRow_Set(0.5));
    SetColumns(&reader, center);
    SetBounds(motion, lower, upper, center);
    SetLeafNormal(&reader);
    SetSlab(&reader);
}

// ---- diagonals -------------------------------------------------------------------------------

// Rounding, u = 2^-24. Local coordinates are off by u size (1 + 2^-28), their sum or difference by
// twice that and its rounding, 2 u size: 4.1 u size. Then it is moved, in double, and rounded. The
// outward step covers that, and as much again for the rounding of a distance that is added later.
static inline double Outward(double end, const svLeafMotion* motion) {
    return 0x1p-21 * (double)motion->size + 0x1p-22 * fabs(end) + (double)TINY;
}

static inline void SetUnbounded(svLeafDiagonals* diagonals) {
    for (int lane = 0; lane < 16; ++lane) {
        diagonals->lower[lane] = -HUGE_VALF;
        diagonals->upper[lane] = HUGE_VALF;
    }
}

void SV_KERNEL(setDiagonals)(const svLeafMotion* motion, const double center[3], int times,
                             svLeafDiagonals* diagonals) {
    static const uint8_t axes[3][2] = {{0, 1}, {0, 2}, {1, 2}};
    SetUnbounded(diagonals);
    for (int time = 0; time < times; ++time) {
        for (int i = 0; i < 3; ++i) {
            const int k = axes[i][0], l = axes[i][1];
            const float *x = motion->x[3 * time + k], *y = motion->x[3 * time + l];
            svFloats sumLower = svFloats_Load(x) + svFloats_Load(y), sumUpper = sumLower;
            svFloats wayLower = svFloats_Load(x) - svFloats_Load(y), wayUpper = wayLower;
            for (int c = LANES; c < SV_WIDTH; c += LANES) {
                const svFloats sum = svFloats_Load(x + c) + svFloats_Load(y + c);
                const svFloats way = svFloats_Load(x + c) - svFloats_Load(y + c);
                sumLower = svFloats_Min(sumLower, sum);
                sumUpper = svFloats_Max(sumUpper, sum);
                wayLower = svFloats_Min(wayLower, way);
                wayUpper = svFloats_Max(wayUpper, way);
            }
            const double atX = motion->center[4 * time + k] - center[k];
            const double atY = motion->center[4 * time + l] - center[l];
            const double ends[4] = {atX + atY + (double)svFloats_MinLane(sumLower),
                                    atX + atY + (double)svFloats_MaxLane(sumUpper),
                                    atX - atY + (double)svFloats_MinLane(wayLower),
                                    atX - atY + (double)svFloats_MaxLane(wayUpper)};
            diagonals->lower[8 * time + i] = (float)(ends[0] - Outward(ends[0], motion));
            diagonals->upper[8 * time + i] = (float)(ends[1] + Outward(ends[1], motion));
            diagonals->lower[8 * time + 3 + i] = (float)(ends[2] - Outward(ends[2], motion));
            diagonals->upper[8 * time + 3 + i] = (float)(ends[3] + Outward(ends[3], motion));
        }
    }
}
