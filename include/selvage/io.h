/// Selvage I/O: mesh files, animation caches, query files. A library of its own (selvage-io) on the
/// public API of the core.
#ifndef SELVAGE_IO_H
#define SELVAGE_IO_H

#include "selvage/base.h"
#include "selvage/elementary.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A triangle mesh as read from a file, owned by the context it was read with.
typedef struct svMeshData {
    double* positions; ///< x y z per vertex; floats of the file are kept exactly
    size_t vertexCount;
    uint32_t* triangles; ///< three vertex indices each; polygons are cut into fans
    size_t triangleCount;
    svScalar scalar; ///< what the file held
} svMeshData;

/// Frees the arrays and zeroes the struct. A zeroed struct is allowed.
SV_API void svMeshData_Destroy(svContext* context, svMeshData* mesh);

/// Reads OBJ, PLY, STL or OFF, recognised by contents first, then by the file's name.
/// On failure the context's last error names the file, the line or byte offset and what was
/// expected there.
SV_API svStatus svReadMesh(svContext* context, const char* path, svMeshData* mesh);

/// Elementary queries of a CSV file: eight rows each (the points of svMovingPair at t=0, then at
/// t=1) of six integers (numerator and denominator of x, y, z), or seven (the answer, 0 or 1).
typedef struct svQueryData {
    svMovingPair* pairs;
    int8_t* answers; ///< 1, 0, or -1 where the file has none
    size_t count;
} svQueryData;

SV_API void svQueryData_Destroy(svContext* context, svQueryData* queries);

/// A rational that is not exactly a double is an error.
SV_API svStatus svReadQueries(svContext* context, const char* path, svQueryData* queries);

#ifdef __cplusplus
}
#endif

#endif
