// What an OBJ file has beside triangles: texture coordinates, and names of groups and objects.
#ifndef SELVAGE_IO_OBJ_EXTRAS_H
#define SELVAGE_IO_OBJ_EXTRAS_H

#include "mesh_builder.h"
#include "text.h"

// Triangles from `first` to `end` under a name.
typedef struct svObjRun {
    size_t name; // offset
    size_t first, end;
} svObjRun;

typedef struct svObjExtras {
    svMeshBuilder* mesh;
    bool wantsUvs, wantsGroups;

    double* points; // u v of each vt
    size_t pointCount, pointCapacity;
    uint32_t* corners; // the vt of each corner of each triangle, from 0; UINT32_MAX: none
    size_t cornerCount, cornerCapacity;
    uint32_t fan[2]; // of the polygon, as in svMeshBuilder
    // A face may name a vt that comes later. The greatest index so far, and where it stood.
    uint64_t greatestIndex;
    size_t greatestLine, greatestFace;

    char* names; // each with a zero at its end
    size_t nameBytes, nameCapacity;
    svObjRun* runs;
    size_t runCount, runCapacity;
    size_t openFirst[2], openEnd[2]; // runs of the last g and of the last o
} svObjExtras;

// The statement vt, after its word.
svStatus svObjExtras_ReadUv(svObjExtras* extras, svText* text);
// The texture index of a corner that the builder has just been given; 0: it has none.
svStatus svObjExtras_AddCorner(svObjExtras* extras, const svText* text, int64_t index, size_t face);
// The statement g, or o, after its word.
svStatus svObjExtras_ReadNames(svObjExtras* extras, svText* text, bool object);
// When all statements are there: gives the builder what was found.
svStatus svObjExtras_Finish(svObjExtras* extras, svText* text);
void svObjExtras_Release(svObjExtras* extras);

#endif
