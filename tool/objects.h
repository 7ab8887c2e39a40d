// The objects of a scene, from files: static meshes, a mesh with two frames, or a mesh animated by
// a cache.
#ifndef SELVAGE_TOOL_OBJECTS_H
#define SELVAGE_TOOL_OBJECTS_H

#include "scene_options.h"

#include "selvage/io.h"

// The positions of one frame, in floats if its file holds floats.
typedef struct Frame {
    void* memory;
    svPositions positions;
} Frame;

typedef struct Object {
    const char* const* files; // the frames, unless there is a cache
    int fileCount;
    const char* name; // of the first file, without folders
    svCache* cache;
    size_t frameCount; // 1: static
    uint32_t* weld;    // STL frames: vertex of each corner in the first frame; else null
    svMesh* mesh;
    Frame frames[2]; // at t0 and t1
} Object;

typedef struct Objects {
    Object* items;
    uint32_t count;
    size_t frameCount; // of the moving ones; 1 if all are static
} Objects;

// Whether the path names a cache: PC2, MDD, a folder, a pattern with # or %.
bool Object_IsCache(const char* path);

// Room for `capacity` objects.
Objects Objects_Make(uint32_t capacity);
void Objects_Destroy(svContext* context, Objects* objects);

// Adds an object: one mesh file, several mesh files of one topology, a mesh file and a cache, or a
// cache of numbered files. `files` must outlive the objects. Objects that move must have equally
// many frames. On failure the context's last error says where.
svStatus Objects_Add(svContext* context, Objects* objects, const char* const* files, int fileCount);

// Sets t0 to frame `frame` (static objects: their only one) and t1 to the next one, or without
// `step` to the same. Frames come in their order; after Objects_Rewind any may be the first.
void Objects_Rewind(svContext* context, Objects* objects);
svStatus Objects_SetFrame(svContext* context, Objects* objects, size_t frame, bool step);

// The file a frame is from, for messages. Valid until the next call.
const char* Object_FramePath(Object* object, size_t frame);

// Whether the output of an option (null: none) is one of the files that the objects are read from,
// those of a pattern or a folder too; complains.
bool Objects_OutputIsInput(const Objects* objects, const char* output);

size_t Objects_TriangleCount(const Objects* objects);

// A scene of all objects. The first is tested against itself and all others; the others are
// obstacles, tested against the first only.
svStatus Objects_CreateScene(svContext* context, const Objects* objects,
                             const SceneOptions* options, svScene** scene);

#endif
