#include "pair/leaf_motion.h"

#include <math.h>

void svLeafPoints_Read(const svLeaf* leaf, const double* points, double scale, int instant,
                       svLeafPoints* out) {
    const size_t at0 = instant == 1 ? 4 : 0, at1 = instant == 0 ? 0 : 4;
    for (int v = 0; v < SV_WIDTH; ++v) {
        const double* point = points + 8 * (size_t)leaf->vertices[v];
        for (int axis = 0; axis < 3; ++axis) {
            out->x[0][axis][v] = point[at0 + (size_t)axis] * scale;
            out->x[1][axis][v] = point[at1 + (size_t)axis] * scale;
        }
    }
}

static float MaxOf(const float x[SV_WIDTH]) {
    float most = x[0];
    for (int i = 1; i < SV_WIDTH; ++i) {
        most = x[i] > most ? x[i] : most;
    }
    return most;
}

static float MinOf(const float x[SV_WIDTH]) {
    float least = x[0];
    for (int i = 1; i < SV_WIDTH; ++i) {
        least = x[i] < least ? x[i] : least;
    }
    return least;
}

static float Larger(float x, float y) {
    return x > y ? x : y;
}

// Local positions and their bounds.
static void Localise(const svLeafPoints* points, svLeafMotion* motion) {
    motion->size = 0;
    for (int k = 0; k < 6; ++k) {
        const double* from = points->x[k / 3][k % 3];
        float* x = motion->x[k];
        const double center = 0.5 * (from[0] + from[SV_WIDTH / 2]);
        motion->center[k] = center;
        for (int v = 0; v < SV_WIDTH; ++v) {
            x[v] = (float)(from[v] - center);
        }
        motion->lower[k] = MinOf(x);
        motion->upper[k] = MaxOf(x);
        motion->size = Larger(motion->size, Larger(-motion->lower[k], motion->upper[k]));
    }
}

// Adds the faces' normals at one time to `sum`. Also the largest component of a side.
static void AddNormals(const svLeaf* leaf, int time, svLeafMotion* motion, float sum[3]) {
    float(*x)[SV_WIDTH] = motion->x + 3 * time;
    for (int f = 0; f < leaf->faceCount; ++f) {
        const int i = leaf->faceVertices[0][f], j = leaf->faceVertices[1][f];
        const int k = leaf->faceVertices[2][f];
        float u[3], w[3];
        for (int axis = 0; axis < 3; ++axis) {
            u[axis] = x[axis][j] - x[axis][i];
            w[axis] = x[axis][k] - x[axis][i];
            motion->side = Larger(motion->side, Larger(fabsf(u[axis]), fabsf(w[axis])));
            motion->side = Larger(motion->side, fabsf(x[axis][k] - x[axis][j]));
        }
        sum[0] += u[1] * w[2] - u[2] * w[1];
        sum[1] += u[2] * w[0] - u[0] * w[2];
        sum[2] += u[0] * w[1] - u[1] * w[0];
    }
}

static void SetNormal(const svLeaf* leaf, svLeafMotion* motion) {
    float sum[3] = {0, 0, 0};
    motion->side = 0;
    AddNormals(leaf, 0, motion, sum);
    AddNormals(leaf, 1, motion, sum);
    const double length = sqrt((double)sum[0] * (double)sum[0] + (double)sum[1] * (double)sum[1] +
                               (double)sum[2] * (double)sum[2]);
    for (int axis = 0; axis < 3; ++axis) {
        motion->normal[axis] = length > 0 ? (float)((double)sum[axis] / length) : 0;
    }
}

static void SetSlab(svLeafMotion* motion) {
    const float* n = motion->normal;
    for (int time = 0; time < 2; ++time) {
        float(*x)[SV_WIDTH] = motion->x + 3 * time;
        float height[SV_WIDTH];
        for (int v = 0; v < SV_WIDTH; ++v) {
            height[v] = n[0] * x[0][v] + n[1] * x[1][v] + n[2] * x[2][v];
        }
        motion->slabLower[time] = MinOf(height);
        motion->slabUpper[time] = MaxOf(height);
    }
}

void svLeafMotion_Set(const svLeaf* leaf, const svLeafPoints* points, svLeafMotion* motion) {
    Localise(points, motion);
    SetNormal(leaf, motion);
    SetSlab(motion);
}
