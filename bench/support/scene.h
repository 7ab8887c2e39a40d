// One step of a simulation: a mesh at t0 and at t1.
#ifndef SELVAGE_BENCH_SCENE_H
#define SELVAGE_BENCH_SCENE_H

#include "selvage/base.h"

typedef struct Scene {
    const char* name;
    svPositions x0, x1; // in the scalar of the files
    uint32_t* triangles;
    size_t triangleCount;
    uint32_t* edges; // two vertices each, the smaller first, sorted, once each
    size_t edgeCount;
    int64_t vfContacts, eeContacts; // the exact counts, -1 where they are not known
    int64_t triangleContacts;       // pairs of triangles that meet at t0, likewise
    void* memory[2];                // of the positions
} Scene;

// The scenes of the data folder, by index; null past the last.
const char* Scene_Name(int index);

// Where frame 0 or 1 of scene `index` lies in `folder`.
void Scene_Path(const char* folder, int index, int frame, char* path, size_t room);

// Nothing is measured for a slip of the finger: the scene `name` (null: all) must be one of
// `folder` (null: the generated one, which has no name to choose by), and the result, at `json`
// (may be null), may not replace what is read. False after a complaint in the name of `program`.
bool Scene_CheckChoice(const char* program, const char* folder, const char* name, const char* json);

// Reads scene `index` from `folder` (the data folder that docs/benchmarks.md describes).
svStatus Scene_Read(svContext* context, const char* folder, int index, Scene* scene);

// A sheet of 200 x 200 quads, rolled up loosely and then tightly and unevenly: needs no data.
svStatus Scene_Generate(svContext* context, Scene* scene);

void Scene_Destroy(svContext* context, Scene* scene);

#endif
