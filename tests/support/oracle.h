// The judges of the exact tests: what the definitions of docs/definitions.md say, decided in exact
// integer arithmetic (GMP) by methods that share nothing with the library. Slow, and only in tests.
//
// Every function takes any finite doubles, denormal, huge and degenerate ones included.
#ifndef SELVAGE_TESTS_ORACLE_H
#define SELVAGE_TESTS_ORACLE_H

#include "selvage/elementary.h"

typedef enum oracleKind { ORACLE_VERTEX_FACE, ORACLE_EDGE_EDGE, ORACLE_KIND_COUNT } oracleKind;

// "vertex-face" or "edge-edge".
const char* oracleKind_Name(oracleKind kind);

// The signs that svOrient2d and svOrient3d promise.
int oracleOrient2d(const double a[2], const double b[2], const double c[2]);
int oracleOrient3d(const double a[3], const double b[3], const double c[3], const double d[3]);

// Whether the pair is in contact for some t in [0,1].
bool oracleContact(oracleKind kind, const svMovingPair* pair);
bool oracleVertexFace(const svMovingPair* pair);
bool oracleEdgeEdge(const svMovingPair* pair);

// Whether a contact lies in [lo, hi] and none in [0, lo). 0 <= lo <= hi <= 1.
bool oracleFirstContactIn(oracleKind kind, const svMovingPair* pair, double lo, double hi);

// Whether the pair is in contact at t = numerator / 2^scale, by clipping the two features at that
// instant: a second opinion that shares no code with oracleContact.
bool oracleContactAt(oracleKind kind, const svMovingPair* pair, long numerator, unsigned scale);

// The number of different ids that the triangles share.
int oracleSharedCount(const svTrianglePair* pair);

// The common set of two triangles: its vertices, rounded. One point, two ends, or a polygon.
typedef struct oracleCommonSet {
    int count;
    double points[12][3];
} oracleCommonSet;

// How the triangles meet. `common` may be null; it is the common set of the two closed triangles,
// whatever they share, and is not set where they are apart.
svTriangleMeeting oracleTriangleTriangle(const svTrianglePair* pair, oracleCommonSet* common);

// The smallest distance of the pair over t in [0,1] against `distance`: -1 proven to be at most
// that, +1 proven to be greater, 0 too close to tell in `steps` exact evaluations.
int oracleSeparation(oracleKind kind, const svMovingPair* pair, double distance, int steps);

// The distance of the pair at t=0, off by at most 2^-50 of itself.
long double oracleDistance(oracleKind kind, const svMovingPair* pair);

// Print a pair as a C initialiser in hexadecimal floats, on standard output.
void oraclePrintPair(const svMovingPair* pair);
void oraclePrintTriangles(const svTrianglePair* pair);

#endif
