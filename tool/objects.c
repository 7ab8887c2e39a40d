// Mesh and cache files of a command line in; the objects of a scene, frame by frame, out. Frames
// that are files must agree in topology; STL, which has none, keeps the welding of its first frame.

#include "objects.h"

#include "report/output.h"
#include "report/terminal.h"

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
    if (stat(path, &info) == 0) { // an existing file may have # in its name
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
    svContext_Release(context, object->weld);
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

static svStatus ReportOutOfMemory(svContext* context) {
    svContext_Message(context, SV_ERROR, "out of memory");
    return SV_ERROR_MEMORY;
}

// Takes the positions of a mesh, as floats if the file has floats, so that queries see its numbers.
static svStatus KeepPositions(svContext* context, svMeshData* data, Frame* frame) {
    if (data->scalar == SV_DOUBLE) {
        frame->memory = data->positions;
        frame->positions = svPositions_Double(data->positions, data->vertexCount);
        data->positions = NULL;
        return SV_OK;
    }
    float* floats = svContext_Allocate(context, data->vertexCount * 3 * sizeof(float));
    if (floats == NULL) {
        return ReportOutOfMemory(context);
    }
    for (size_t i = 0; i < 3 * data->vertexCount; ++i) {
        floats[i] = (float)data->positions[i];
    }
    frame->memory = floats;
    frame->positions = svPositions_Float(floats, data->vertexCount);
    return SV_OK;
}

// Reports the first difference in topology between the first file and another.
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

static bool IsStl(const char* path) {
    const char* dot = strrchr(path, '.');
    return dot != NULL && strcasecmp(dot, ".stl") == 0;
}

// Welding is by equal positions, so a later frame in which two vertices touch would merge them.
// Only the first frame is welded by position; WeldCorners applies its map to the others.
static svStatus ReadMeshFile(svContext* context, const char* path, bool weld, svMeshData* data) {
    svReadMeshDef def = svDefaultReadMeshDef();
    def.weld = weld;
    return svReadMesh(context, path, &def, data);
}

static void GetScalars(const void* xyz, bool floats, size_t point, double to[3]) {
    for (size_t d = 0; d < 3; ++d) {
        to[d] = floats ? (double)((const float*)xyz)[3 * point + d]
                       : ((const double*)xyz)[3 * point + d];
    }
}

// Maps corners to the vertices of the first frame, in place: vertices are numbered by first corner,
// so none moves up.
static svStatus WeldCorners(svContext* context, const Object* object, const char* path, void* xyz,
                            bool floats) {
    const size_t count = 3 * (size_t)svMesh_GetTopology(object->mesh)->triangleCount;
    const size_t bytes = 3 * (floats ? sizeof(float) : sizeof(double));
    char* points = xyz;
    uint32_t next = 0;
    for (size_t i = 0; i < count; ++i) {
        const uint32_t vertex = object->weld[i];
        if (vertex == next) {
            memmove(points + bytes * vertex, points + bytes * i, bytes);
            ++next;
            continue;
        }
        double a[3], b[3];
        GetScalars(xyz, floats, vertex, a);
        GetScalars(xyz, floats, i, b);
        if (a[0] != b[0] || a[1] != b[1] || a[2] != b[2]) {
            svContext_Message(
                context, SV_ERROR,
                "%s: face %zu is detached at corner %zu, a vertex it shares in %s; STL "
                "has no vertex indices to keep them together",
                path, i / 3, i % 3, object->files[0]);
            return SV_ERROR_MESH;
        }
    }
    return SV_OK;
}

static svStatus KeepWeld(svContext* context, Object* object, const svMeshData* data) {
    const size_t bytes = 3 * data->triangleCount * sizeof(uint32_t);
    object->weld = svContext_Allocate(context, bytes);
    if (object->weld == NULL) {
        return ReportOutOfMemory(context);
    }
    if (bytes > 0) {
        memcpy(object->weld, data->triangles, bytes);
    }
    return SV_OK;
}

// Welds a later STL frame like the first.
static svStatus WeldFile(svContext* context, const Object* object, const char* path,
                         svMeshData* data) {
    const svTopology* topology = svMesh_GetTopology(object->mesh);
    if (data->triangleCount != topology->triangleCount ||
        data->vertexCount != 3 * data->triangleCount) {
        return SV_OK; // CheckTopology reports the difference
    }
    const svStatus status = WeldCorners(context, object, path, data->positions, false);
    if (status == SV_OK) {
        data->vertexCount = topology->vertexCount;
        memcpy(data->triangles, object->weld, 3 * data->triangleCount * sizeof(uint32_t));
    }
    return status;
}

static svStatus LoadFile(svContext* context, Object* object, size_t index, Frame* frame) {
    svMeshData data = {0};
    const char* path = object->files[index];
    svStatus status = ReadMeshFile(context, path, false, &data);
    if (status == SV_OK && object->weld != NULL) {
        status = WeldFile(context, object, path, &data);
    }
    if (status == SV_OK) {
        status = CheckTopology(context, object, path, &data);
    }
    if (status == SV_OK) {
        status = KeepPositions(context, &data, frame);
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
        return ReportOutOfMemory(context);
    }
    svStatus status = floats ? svCache_ReadFrameFloat(object->cache, index, memory)
                             : svCache_ReadFrame(object->cache, index, memory);
    if (status == SV_OK && object->weld != NULL) {
        status = WeldCorners(context, object, Object_FramePath(object, index), memory, floats);
    }
    if (status != SV_OK) {
        svContext_Release(context, memory);
        return status;
    }
    const size_t used = svMesh_GetTopology(object->mesh)->vertexCount;
    *frame = (Frame){memory,
                     floats ? svPositions_Float(memory, used) : svPositions_Double(memory, used)};
    return SV_OK;
}

static svStatus CreateObjectMesh(svContext* context, Object* object, const svMeshData* data) {
    svMeshDef def = svDefaultMeshDef();
    def.triangles = data->triangles;
    def.triangleCount = data->triangleCount;
    def.vertexCount = data->vertexCount;
    def.name = object->name;
    return svMesh_Create(context, &def, &object->mesh);
}

// Creates the mesh from the first file; takes its positions unless there is a cache.
static svStatus OpenMesh(svContext* context, Object* object) {
    svMeshData data = {0};
    const bool fromCache = Object_IsCache(object->files[0]);
    const char* path = fromCache ? svCache_FramePath(object->cache, 0) : object->files[0];
    if (path == NULL) {
        svContext_Message(context, SV_ERROR,
                          "%s: a cache holds positions only; give the mesh file before it",
                          object->files[0]);
        return SV_ERROR_ARGUMENT;
    }
    svStatus status = ReadMeshFile(context, path, true, &data);
    const bool corners = IsStl(path) && (fromCache || object->cache == NULL);
    const size_t count = corners ? 3 * data.triangleCount : data.vertexCount;
    if (status == SV_OK && corners && object->frameCount > 1) {
        status = KeepWeld(context, object, &data);
    }
    if (status == SV_OK && object->cache != NULL && svCache_VertexCount(object->cache) != count) {
        svContext_Message(context, SV_ERROR, "%s has %zu vertices, but %s has %zu",
                          object->files[object->fileCount - 1], svCache_VertexCount(object->cache),
                          object->files[0], count);
        status = SV_ERROR_MESH;
    }
    if (status == SV_OK) {
        status = CreateObjectMesh(context, object, &data);
    }
    if (status == SV_OK && object->cache == NULL) {
        status = KeepPositions(context, &data, &object->frames[0]);
    }
    svMeshData_Destroy(context, &data);
    return status;
}

static svStatus OpenCache(svContext* context, Object* object) {
    const char* path = object->files[object->fileCount - 1];
    if (object->fileCount > 2 || (object->fileCount == 2 && Object_IsCache(object->files[0]))) {
        svContext_Message(context, SV_ERROR, "%s: a cache follows exactly one mesh file", path);
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
                                  "%s: a cache holds all frames and comes last, after its mesh; %s "
                                  "cannot follow it",
                                  files[i], files[i + 1]);
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

// Adds the frame to the error: svMesh_SetMotion names only mesh and vertex.
static svStatus SetObjectMotion(svContext* context, Object* object, const Frame* end,
                                size_t frame) {
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

void Objects_Rewind(svContext* context, Objects* objects) {
    for (uint32_t i = 0; i < objects->count; ++i) {
        Object* object = &objects->items[i];
        for (int end = 0; end < 2 && object->frameCount > 1; ++end) {
            Frame_Destroy(context, &object->frames[end]);
        }
    }
}

svStatus Objects_SetFrame(svContext* context, Objects* objects, size_t frame, bool step) {
    for (uint32_t i = 0; i < objects->count; ++i) {
        Object* object = &objects->items[i];
        Frame* ends = object->frames;
        const bool moves = object->frameCount > 1;
        svStatus status = SV_OK;
        if (moves && ends[1].memory != NULL) { // t1 of the last step becomes t0
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
            status = SetObjectMotion(context, object, moves && step ? &ends[1] : &ends[0], frame);
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

static bool ObjectIsReadFrom(const Object* object, const char* path) {
    for (int i = 0; i < object->fileCount; ++i) {
        if (Output_IsSameFile(path, object->files[i])) {
            return true;
        }
    }
    const size_t frames = object->cache != NULL ? svCache_FrameCount(object->cache) : 0;
    for (size_t i = 0; i < frames; ++i) {
        const char* name = svCache_FramePath(object->cache, i);
        if (name == NULL) { // one file for all frames
            return false;
        }
        if (Output_IsSameFile(path, name)) {
            return true;
        }
    }
    return false;
}

bool Objects_OutputIsInput(const Objects* objects, const char* output) {
    for (uint32_t i = 0; i < objects->count && !Output_IsStdout(output); ++i) {
        if (output != NULL && ObjectIsReadFrom(&objects->items[i], output)) {
            Terminal_Complain("%s is one of the inputs: it is not overwritten", output);
            return true;
        }
    }
    return false;
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
    def.selfCulling = options->selfCulling;
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
