// Which pixels have their centres in a triangle: row by row, from the left edge to the right one.
// Every edge is walked from its upper end, so that triangles that share it neither overlap nor
// leave a gap. Doubles: corners may be far outside the picture.
#ifndef SELVAGE_VIEWER_RASTER_H
#define SELVAGE_VIEWER_RASTER_H

#include <stdbool.h>

typedef struct RasterSpans {
    double x[3], y[3];          // corners, the uppermost first
    double whole, upper, lower; // change of x by row along the edges 0-2, 0-1, 1-2
    int rowBegin, rowEnd;
} RasterSpans;

// A value that changes evenly over a triangle: at + x alongX + y alongY, within its corners'
// values.
typedef struct RasterPlane {
    double at, alongX, alongY;
    float least, most;
} RasterPlane;

// The first of `limit` cells whose centre is not before `value`.
static inline int Raster_Cell(double value, int limit) {
    const double from = value - 0.5;
    if (!(from > 0)) {
        return 0;
    }
    if (from >= limit) {
        return limit;
    }
    const int cell = (int)from;
    return cell + (cell < from);
}

// False: it covers no centre.
static inline bool Raster_Begin(const double corners[3][2], int width, int height,
                                RasterSpans* spans) {
    const double *a = corners[0], *b = corners[1], *c = corners[2], *swap;
    if (b[1] < a[1]) {
        swap = a, a = b, b = swap;
    }
    if (c[1] < b[1]) {
        swap = b, b = c, c = swap;
        if (b[1] < a[1]) {
            swap = a, a = b, b = swap;
        }
    }
    spans->rowBegin = Raster_Cell(a[1], height);
    spans->rowEnd = Raster_Cell(c[1], height);
    if (spans->rowBegin >= spans->rowEnd) {
        return false;
    }
    const double low = a[0] < b[0] ? a[0] : b[0], high = a[0] < b[0] ? b[0] : a[0];
    if (Raster_Cell(low < c[0] ? low : c[0], width) >=
        Raster_Cell(high < c[0] ? c[0] : high, width)) {
        return false;
    }
    const double* sorted[3] = {a, b, c};
    for (int k = 0; k < 3; ++k) {
        spans->x[k] = sorted[k][0];
        spans->y[k] = sorted[k][1];
    }
    spans->whole = (c[0] - a[0]) / (c[1] - a[1]);
    spans->upper = b[1] > a[1] ? (b[0] - a[0]) / (b[1] - a[1]) : 0;
    spans->lower = c[1] > b[1] ? (c[0] - b[0]) / (c[1] - b[1]) : 0;
    return true;
}

// The cells [*begin, *end) of a row.
static inline void Raster_Row(const RasterSpans* spans, int row, int width, int* begin, int* end) {
    const double y = row + 0.5;
    const double one = spans->x[0] + (y - spans->y[0]) * spans->whole;
    const double two = y <= spans->y[1] ? spans->x[0] + (y - spans->y[0]) * spans->upper
                                        : spans->x[1] + (y - spans->y[1]) * spans->lower;
    *begin = Raster_Cell(one < two ? one : two, width);
    *end = Raster_Cell(one < two ? two : one, width);
}

// A triangle seen on edge has no slope: the value of a corner.
static inline RasterPlane Raster_Plane(const double corners[3][2], const float values[3]) {
    const double ux = corners[1][0] - corners[0][0], uy = corners[1][1] - corners[0][1];
    const double vx = corners[2][0] - corners[0][0], vy = corners[2][1] - corners[0][1];
    const double area = ux * vy - uy * vx;
    const double du = (double)values[1] - (double)values[0];
    const double dv = (double)values[2] - (double)values[0];
    RasterPlane plane = {(double)values[0], 0, 0, values[0], values[0]};
    for (int k = 1; k < 3; ++k) {
        plane.least = values[k] < plane.least ? values[k] : plane.least;
        plane.most = values[k] > plane.most ? values[k] : plane.most;
    }
    if (area != 0) {
        plane.alongX = (du * vy - dv * uy) / area;
        plane.alongY = (dv * ux - du * vx) / area;
        plane.at -= corners[0][0] * plane.alongX + corners[0][1] * plane.alongY;
    }
    return plane;
}

// At the centre of a cell.
static inline float Raster_Value(const RasterPlane* plane, int x, int y) {
    return (float)(plane->at + (x + 0.5) * plane->alongX + (y + 0.5) * plane->alongY);
}

static inline float Raster_Clamp(const RasterPlane* plane, float value) {
    const float above = value > plane->least ? value : plane->least;
    return above < plane->most ? above : plane->most;
}

#endif
