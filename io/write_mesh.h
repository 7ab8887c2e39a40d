// What writing a mesh and writing a cache share.
#ifndef SELVAGE_IO_WRITE_MESH_H
#define SELVAGE_IO_WRITE_MESH_H

#include "selvage/io.h"

// Message for views that svPositions_IsValid refuses.
#define SV_NO_VIEW "the positions are null, or their stride, address or scalar type makes no sense"

// Where a mesh is written to: `path` is the file, `name` its final name, which decides the format
// and is used in messages.
typedef struct svMeshTarget {
    const char* path;
    const char* name;
} svMeshTarget;

// svWriteMesh for any target. The pointers were checked, `def` may be null.
svStatus svWriteMeshAs(svContext* context, const svMeshTarget* target, const svWriteMeshDef* def,
                       const svMeshView* mesh);

// Counts the coordinates that a float cannot hold; SV_ERROR_NOT_FINITE where one would become
// infinite.
svStatus svCheckRounding(svContext* context, const char* path, const svPositions* positions,
                         size_t* rounded);

#endif
