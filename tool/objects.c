#include "objects.h"

#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

bool Object_IsCache(const char* path) {
    const char* slash = strrchr(path, '/');
    const char* name = slash == NULL ? path : slash + 1;
    const char* dot = strrchr(name, '.');
    if (dot != NULL && (strcasecmp(dot, ".pc2") == 0 || strcasecmp(dot, ".mdd") == 0)) {
        return true;
    }
    struct stat info;
    if (stat(path, &info) == 0) { // a file may have # in its name
        return S_ISDIR(info.st_mode);
    }
    return strpbrk(name, "#%") != NULL;
}

Objects Objects_Make(uint32_t capacity) {
    return (Objects){Terminal_Allocate(capacity, sizeof(Object)), 0, 1};
}

static void Frame_Destroy(svContext* context, Frame* frame) {
    svContext_Release(context, frame->memory);
    *frame = (Frame){0};
}

static void Object_Destroy(svContext* context, Object* object) {
    svMesh_Destroy(object->mesh);
    svCache_Close(object->cache);
    Frame_Destroy(context, &object->frames[0]);
    Frame_Destroy(context, &object->frames[1]);
}

void Objects_Destroy(svContext* context, Objects* objects) {
    for (uint32_t i = 0; i < objects->count; ++i) {
        Object_Destroy(context, &objects->items[i]);
    }
    free(objects->items);
    *objects = (Objects){0};
}

static svStatus FailMemory(svContext* context) {
    svContext_Message(context, SV_ERROR, "out of memory");
    return SV_ERROR_MEMORY;
}

// Keeps the positions of a mesh, as floats if the file held floats: what a simulation works with.
static svStatus TakePositions(svContext* context, svMeshData* data, Frame* frame) {
    if (data->scalar == SV_DOUBLE) {
        frame->memory = data->positions;
        frame->positions = svPositions_Double(data->positions, data->vertexCount);
        data->positions = NULL;
        return SV_OK;
    }
    float* floats = svContext_Allocate(context, data->vertexCount * 3 * sizeof(float));
    if (floats == NULL) {
        return FailMemory(context);
    }
    for (size_t i = 0; i < 3 * data->vertexCount; ++i) {
        floats[i] = (float)data->positions[i];
    }
    frame->memory = floats;
    frame->positions = svPositions_Float(floats, data->vertexCount);
    return SV_OK;
}

// Names the first difference between the topology of the first file and that of another.
static svStatus CheckTopology(svContext* context, const Object* object, const char* path,
                              const svMeshData* data) {
    const svTopology* topology = svMesh_GetTopology(object->mesh);
    const char* first = object->files[0];
    if (data->vertexCount != topology->vertexCount ||
        data->triangleCount != topology->triangleCount) {
        svContext_Message(context, SV_ERROR,
                          "%s and %s are not frames of one mesh: %lu and %zu vertices, %lu and "
                          "%zu triangles",
                          first, path, (unsigned long)topology->vertexCount, data->vertexCount,
                          (unsigned long)topology->triangleCount, data->triangleCount);
        return SV_ERROR_MESH;
    }
    for (size_t i = 0; i < data->triangleCount; ++i) {
        const uint32_t *a = topology->triangles + 3 * i, *b = data->triangles + 3 * i;
        if (memcmp(a, b, 3 * sizeof(*a)) != 0) {
            svContext_Message(context, SV_ERROR,
                              "%s and %s are not frames of one mesh: face %zu has the vertices "
                              "%lu %lu %lu and %lu %lu %lu",
                              first, path, i, (unsigned long)a[0], (unsigned long)a[1],
                              (unsigned long)a[2], (unsigned long)b[0], (unsigned long)b[1],
                              (unsigned long)b[2]);
            return SV_ERROR_MESH;
        }
    }
    return SV_OK;
}

static svStatus ReadFile(svContext* context, Object* object, const char* path, svMeshData* data) {
    svReadMeshDef def = svDefaultReadMeshDef();
    // Welding goes by positions: a frame that brings two corners together would lose one.
    def.weld = object->frameCount == 1;
    return svReadMesh(context, path, &def, data);
}

static svStatus LoadFile(svContext* context, Object* object, size_t index, Frame* frame) {
    svMeshData data = {0};
    const char* path = object->files[index];
    svStatus status = ReadFile(context, object, path, &data);
    if (status == SV_OK) {
        status = CheckTopology(context, object, path, &data);
    }
    if (status == SV_OK) {
        status = TakePositions(context, &data, frame);
    }
    svMeshData_Destroy(context, &data);
    return status;
}

static svStatus LoadCached(svContext* context, Object* object, size_t index, Frame* frame) {
    const size_t count = svCache_VertexCount(object->cache);
    const bool floats = svCache_Scalar(object->cache) == SV_FLOAT;
    void* memory =
        svContext_Allocate(context, count * 3 * (floats ? sizeof(float) : sizeof(double)));
    if (memory == NULL) {
        return FailMemory(context);
    }
    const svStatus status = floats ? svCache_ReadFrameFloat(object->cache, index, memory)
                                   : svCache_ReadFrame(object->cache, index, memory);
    if (status != SV_OK) {
        svContext_Release(context, memory);
        return status;
    }
    *frame = (Frame){memory,
                     floats ? svPositions_Float(memory, count) : svPositions_Double(memory, count)};
    return SV_OK;
}

static svStatus CreateMesh(svContext* context, Object* object, const svMeshData* data) {
    svMeshDef def = svDefaultMeshDef();
    def.triangles = data->triangles;
    def.triangleCount = data->triangleCount;
    def.vertexCount = data->vertexCount;
    def.name = object->name;
    return svMesh_Create(context, &def, &object->mesh);
}

// The mesh of the first file; its positions, unless a cache has them.
static svStatus OpenMesh(svContext* context, Object* object) {
    svMeshData data = {0};
    const bool fromCache = Object_IsCache(object->files[0]);
    const char* path = fromCache ? svCache_FramePath(object->cache, 0) : object->files[0];
    if (path == NULL) {
        svContext_Message(context, SV_ERROR,
                          "%s: a cache holds positions only; give the mesh before it",
                          object->files[0]);
        return SV_ERROR_ARGUMENT;
    }
    svStatus status = ReadFile(context, object, path, &data);
    if (status == SV_OK && object->cache != NULL &&
        svCache_VertexCount(object->cache) != data.vertexCount) {
        svContext_Message(context, SV_ERROR, "%s has %zu vertices, but %s has %zu",
                          object->files[object->fileCount - 1], svCache_VertexCount(object->cache),
                          object->files[0], data.vertexCount);
        status = SV_ERROR_MESH;
    }
    if (status == SV_OK) {
        status = CreateMesh(context, object, &data);
    }
    if (status == SV_OK && object->cache == NULL) {
        status = TakePositions(context, &data, &object->frames[0]);
    }
    svMeshData_Destroy(context, &data);
    return status;
}

static svStatus OpenCache(svContext* context, Object* object) {
    const char* path = object->files[object->fileCount - 1];
    if (object->fileCount > 2 || (object->fileCount == 2 && Object_IsCache(object->files[0]))) {
        svContext_Message(context, SV_ERROR, "%s: a cache goes with one mesh file before it", path);
        return SV_ERROR_ARGUMENT;
    }
    svStatus status = svCache_Open(context, path, NULL, &object->cache);
    object->frameCount = status == SV_OK ? svCache_FrameCount(object->cache) : 0;
    if (status == SV_OK && object->frameCount == 0) {
        svContext_Message(context, SV_ERROR, "%s: no frames", path);
        status = SV_ERROR_FORMAT;
    }
    return status;
}

static svStatus CheckFrameCount(svContext* context, Objects* objects, const Object* object) {
    if (object->frameCount == 1 || objects->frameCount == object->frameCount) {
        return SV_OK;
    }
    for (uint32_t i = 0; i + 1 < objects->count; ++i) {
        if (objects->items[i].frameCount > 1) {
            svContext_Message(context, SV_ERROR, "%s has %zu frames, but %s has %zu",
                              object->files[object->fileCount - 1], object->frameCount,
                              objects->items[i].files[objects->items[i].fileCount - 1],
                              objects->frameCount);
            return SV_ERROR_ARGUMENT;
        }
    }
    objects->frameCount = object->frameCount;
    return SV_OK;
}

svStatus Objects_Add(svContext* context, Objects* objects, const char* const* files,
                     int fileCount) {
    Object* object = &objects->items[objects->count++];
    const char* slash = strrchr(files[0], '/');
    *object = (Object){.files = files, .fileCount = fileCount};
    object->name = slash == NULL || slash[1] == '\0' ? files[0] : slash + 1;
    object->frameCount = (size_t)fileCount;
    svStatus status = SV_OK;
    for (int i = 0; i < fileCount && object->cache == NULL && status == SV_OK; ++i) {
        if (Object_IsCache(files[i])) {
            status = i == fileCount - 1 ? OpenCache(context, object) : SV_OK;
            if (i < fileCount - 1) {
                svContext_Message(context, SV_ERROR,
                                  "%s: a cache holds all frames; nothing goes "
                                  "after it",
                                  files[i]);
                status = SV_ERROR_ARGUMENT;
            }
        }
    }
    if (status == SV_OK) {
        status = OpenMesh(context, object);
    }
    if (status == SV_OK) {
        status = CheckFrameCount(context, objects, object);
    }
    return status;
}

static svStatus LoadFrame(svContext* context, Object* object, size_t index, Frame* frame) {
    Frame_Destroy(context, frame);
    return object->cache != NULL ? LoadCached(context, object, index, frame)
                                 : LoadFile(context, object, index, frame);
}

// A coordinate that is not finite is named by the mesh, not by the frame it stands in.
static svStatus SetMotion(svContext* context, Object* object, const Frame* end, size_t frame) {
    const svStatus status =
        svMesh_SetMotion(object->mesh, &object->frames[0].positions, &end->positions);
    if (status != SV_OK && object->frameCount > 1) {
        char text[512];
        snprintf(text, sizeof(text), "%s", svContext_LastError(context));
        svContext_Message(context, SV_ERROR, "%s (t0 is frame %zu of %s)", text, frame,
                          object->files[object->fileCount - 1]);
    }
    return status;
}

svStatus Objects_SetFrame(svContext* context, Objects* objects, size_t frame, bool step) {
    for (uint32_t i = 0; i < objects->count; ++i) {
        Object* object = &objects->items[i];
        Frame* ends = object->frames;
        const bool moves = object->frameCount > 1;
        svStatus status = SV_OK;
        if (moves && ends[1].memory != NULL) { // the end of the last step
            Frame_Destroy(context, &ends[0]);
            ends[0] = ends[1];
            ends[1] = (Frame){0};
        } else if (ends[0].memory == NULL || (moves && frame > 0)) {
            status = LoadFrame(context, object, moves ? frame : 0, &ends[0]);
        }
        if (status == SV_OK && moves && step) {
            status = LoadFrame(context, object, frame + 1, &ends[1]);
        }
        if (status == SV_OK) {
            status = SetMotion(context, object, moves && step ? &ends[1] : &ends[0], frame);
        }
        if (status != SV_OK) {
            return status;
        }
    }
    return SV_OK;
}

const char* Object_FramePath(Object* object, size_t frame) {
    if (object->cache != NULL) {
        const char* path = svCache_FramePath(object->cache, frame);
        return path != NULL ? path : object->files[object->fileCount - 1];
    }
    return object->files[object->frameCount > 1 ? frame : 0];
}

size_t Objects_TriangleCount(const Objects* objects) {
    size_t count = 0;
    for (uint32_t i = 0; i < objects->count; ++i) {
        count += svMesh_GetTopology(objects->items[i].mesh)->triangleCount;
    }
    return count;
}

svStatus Objects_CreateScene(svContext* context, const Objects* objects,
                             const SceneOptions* options, svScene** scene) {
    svSceneDef def = svDefaultSceneDef();
    def.volume = options->volume;
    def.builder = options->builder;
    def.isa = options->isa;
    svStatus status = svScene_Create(context, &def, scene);
    for (uint32_t i = 0; i < objects->count && status == SV_OK; ++i) {
        svSceneMeshDef meshDef = svDefaultSceneMeshDef();
        meshDef.thickness = options->thickness;
        meshDef.ring = options->ring;
        meshDef.self = i == 0;
        meshDef.group = i == 0 ? 1 : 2;
        meshDef.mask = i == 0 ? UINT32_MAX : 1;
        status = svScene_Add(*scene, objects->items[i].mesh, &meshDef, NULL);
        if (status != SV_OK) {
            svScene_Destroy(*scene);
            *scene = NULL;
        }
    }
    return status;
}
