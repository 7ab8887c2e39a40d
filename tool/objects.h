// The objects of a scene, from files: meshes that stand still, that make one step, or that move
// through the frames of a cache.
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
    size_t frameCount; // 1: it stands still
    uint32_t* weld;    // STL frames: the vertex of each corner, as in the first frame; else null
    svMesh* mesh;
    Frame frames[2]; // at t0 and t1
} Object;

typedef struct Objects {
    Object* items;
    uint32_t count;
    size_t frameCount; // of the ones that move; 1 if none does
} Objects;

// Whether the path names a cache: PC2, MDD, a folder, a pattern with # or %.
bool Object_IsCache(const char* path);

// Makes room for so many objects.
Objects Objects_Make(uint32_t capacity);
void Objects_Destroy(svContext* context, Objects* objects);

// Adds an object: one mesh file, several mesh files of one topology, a mesh file and a cache, or a
// cache of numbered files. `files` must outlive the objects. Objects that move must have equally
// many frames. On failure the context's last error names the place.
svStatus Objects_Add(svContext* context, Objects* objects, const char* const* files, int fileCount);

// Frame `frame` (of what stands still: the only one) becomes t0, and, with `step`, the next one t1;
// else t1 is t0.
svStatus Objects_SetFrame(svContext* context, Objects* objects, size_t frame, bool step);

// The file a frame is from, for messages. Valid until the next call.
const char* Object_FramePath(Object* object, size_t frame);

size_t Objects_TriangleCount(const Objects* objects);

// A scene of all objects. The first one is tested with itself and with all others, which are tested
// with nothing else: obstacles.
svStatus Objects_CreateScene(svContext* context, const Objects* objects,
                             const SceneOptions* options, svScene** scene);

#endif
