// Convex sets of up to three points at an instant, cut by each other: exact, in homogeneous
// integers.
#ifndef SELVAGE_TESTS_ORACLE_CLIP_H
#define SELVAGE_TESTS_ORACLE_CLIP_H

#include "support/oracle_integer.h"

#include <stdbool.h>

enum { CLIP_MAX_POINTS = 12, CLIP_MAX_CONSTRAINTS = 5 };

// The convex hull of its points, which follow each other around it: a polygon, a segment (also as
// three collinear points), a point, or nothing.
typedef struct Polygon {
    oracleVector points[CLIP_MAX_POINTS]; // over their weights
    mpz_t weights[CLIP_MAX_POINTS];       // positive
    int count;
} Polygon;

void Polygon_Init(Polygon* polygon);
void Polygon_Clear(Polygon* polygon);
// The hull of points[indices[0..count-1]]; indices may repeat.
void Polygon_Set(Polygon* polygon, const oracleVector* points, const int* indices, int count);

// normal.x >= offset, or = offset.
typedef struct Constraint {
    oracleVector normal;
    mpz_t offset;
    bool equality;
} Constraint;

// The hull of three points (which may coincide) as an intersection of half-spaces and planes.
typedef struct Hull {
    Constraint constraints[CLIP_MAX_CONSTRAINTS];
    int count;
    int dimension; // 2, 1 or 0; with 2 the constraints are its plane, then one per edge
} Hull;

void Hull_Init(Hull* hull, const oracleVector* points, const int indices[3]);
void Hull_Clear(Hull* hull);

// Cuts the polygon down to its part inside the hull.
void Polygon_Clip(Polygon* polygon, const Hull* hull);

// Whether some point of the polygon, which lies in the hull, satisfies the constraint strictly.
bool Polygon_IsStrict(const Polygon* polygon, const Constraint* constraint);

// Whether conv(points[a[0..aCount-1]]) and the hull have a point in common.
bool oracleHullsMeet(const oracleVector* points, const int* a, int aCount, const Hull* b);

#endif
