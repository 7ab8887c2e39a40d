// Reading animation caches: the public functions, and numbered files.

#include "cache.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

svCacheDef svDefaultCacheDef(void) {
    svCacheDef def = {0};
    def.structSize = sizeof(def);
    def.format = SV_CACHE_AUTO;
    return def;
}

// FNV-1a over the indices: tells another triangulation, nothing more.
static uint64_t HashTriangles(const svMeshData* mesh) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < 3 * mesh->triangleCount; ++i) {
        hash = (hash ^ mesh->triangles[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static svStatus ReadMember(svCache* cache, size_t frame, svMeshData* mesh) {
    svReadMeshDef def = svDefaultReadMeshDef();
    def.weld = false;
    return svReadMesh(cache->context, svSequence_Path(&cache->sequence, frame), &def, mesh);
}

static svStatus OpenMembers(svCache* cache, const char* path) {
    svStatus status = svSequence_Find(cache->context, path, &cache->sequence);
    svMeshData mesh = {0};
    if (status == SV_OK) {
        status = ReadMember(cache, 0, &mesh);
    }
    if (status != SV_OK) {
        return status;
    }
    cache->frameCount = cache->sequence.count;
    cache->vertexCount = mesh.vertexCount;
    cache->scalar = mesh.scalar;
    cache->triangleHash = HashTriangles(&mesh);
    svMeshData_Destroy(cache->context, &mesh);
    return SV_OK;
}

// Reads the mesh of a frame and checks that it is one of this cache. Destroy it on success.
static svStatus ReadChecked(svCache* cache, size_t frame, svMeshData* mesh) {
    svMeshData read = {0};
    const svStatus status = ReadMember(cache, frame, &read);
    if (status != SV_OK) {
        return status;
    }
    const char* path = svShortName(svSequence_Path(&cache->sequence, frame));
    if (read.vertexCount != cache->vertexCount) {
        svContext_Message(cache->context, SV_ERROR,
                          "%s: expected %zu vertices as in the first file, found %zu", path,
                          cache->vertexCount, read.vertexCount);
        svMeshData_Destroy(cache->context, &read);
        return SV_ERROR_FORMAT;
    }
    if (HashTriangles(&read) != cache->triangleHash) {
        svContext_Message(cache->context, SV_WARNING,
                          "%s: the triangles differ from those of the first file", path);
    }
    *mesh = read;
    return SV_OK;
}

// A cache with its name, or null. Everything else is empty.
static svCache* CreateCache(svContext* context, const char* name, svCacheFormat format) {
    const size_t bytes = strlen(name) + 1;
    svCache* cache = svContext_Allocate(context, sizeof(*cache));
    char* copy = svContext_Allocate(context, bytes);
    if (cache == NULL || copy == NULL) {
        svContext_Release(context, cache);
        svContext_Release(context, copy);
        svContext_Message(context, SV_ERROR, "%s: out of memory while opening", svShortName(name));
        return NULL;
    }
    memset(cache, 0, sizeof(*cache));
    memcpy(copy, name, bytes);
    cache->context = context;
    cache->name = copy;
    cache->format = format;
    cache->file = -1;
    cache->source = svSource_Memory(context, copy, NULL, 0);
    return cache;
}

// Opens a packed file, if that is what the path and the format say. Leaves the format AUTO if not.
static svStatus OpenFile(svCache* cache) {
    struct stat info;
    const int error = stat(cache->name, &info) != 0 ? errno
                      : S_ISDIR(info.st_mode)       ? EISDIR
                      : S_ISREG(info.st_mode)       ? 0
                                                    : EINVAL;
    if (error != 0) {
        const bool packed = svPackedFormat_Info(cache->format) != NULL;
        // Else a folder, a pattern or the start of a name.
        return packed ? svFailFile(cache->context, cache->name, "cannot open", error) : SV_OK;
    }
    cache->file = open(cache->name, O_RDONLY | O_CLOEXEC);
    if (cache->file < 0 || fstat(cache->file, &info) != 0) {
        return svFailFile(cache->context, cache->name, "cannot open", errno);
    }
    cache->size = (uint64_t)info.st_size;
    svCache_RecognisePacked(cache);
    return SV_OK;
}

// The caller's options, or the defaults. False if they are not valid.
static bool TakeCacheDef(const svCacheDef* def, svCacheDef* taken) {
    if (def != NULL && def->structSize != sizeof(*def)) {
        return false;
    }
    *taken = def == NULL ? svDefaultCacheDef() : *def;
    return (unsigned)taken->format < SV_CACHE_FORMAT_ENUM_COUNT;
}

svStatus svCache_Open(svContext* context, const char* path, const svCacheDef* def,
                      svCache** cache) {
    svCacheDef taken;
    if (context == NULL || path == NULL || cache == NULL || !TakeCacheDef(def, &taken)) {
        return SV_ERROR_ARGUMENT;
    }
    svCache* opened = CreateCache(context, path, taken.format);
    if (opened == NULL) {
        return SV_ERROR_MEMORY;
    }
    svStatus status = taken.format == SV_CACHE_FILES ? SV_OK : OpenFile(opened);
    if (status == SV_OK && svPackedFormat_Info(opened->format) == NULL) {
        opened->format = SV_CACHE_FILES;
        status = OpenMembers(opened, path);
    } else if (status == SV_OK) {
        status = svCache_OpenPacked(opened);
    }
    if (status != SV_OK) {
        svCache_Close(opened);
        return status;
    }
    *cache = opened;
    return SV_OK;
}

svStatus svCache_OpenMemory(svContext* context, const char* name, const void* bytes, size_t size,
                            const svCacheDef* def, svCache** cache) {
    svCacheDef taken;
    if (context == NULL || (bytes == NULL && size > 0) || cache == NULL ||
        !TakeCacheDef(def, &taken) || taken.format == SV_CACHE_FILES) {
        return SV_ERROR_ARGUMENT;
    }
    svCache* opened = CreateCache(context, name == NULL ? "(memory)" : name, taken.format);
    if (opened == NULL) {
        return SV_ERROR_MEMORY;
    }
    opened->source.bytes = bytes;
    opened->source.size = size;
    opened->size = size;
    svCache_RecognisePacked(opened);
    svStatus status;
    if (opened->format == SV_CACHE_AUTO) {
        char names[SV_CACHE_LIST_ROOM];
        svPackedFormat_List(false, names);
        status = svSource_Fail(&opened->source, 0, "expected a %s cache, found neither", names);
    } else {
        status = svCache_OpenPacked(opened);
    }
    if (status != SV_OK) {
        svCache_Close(opened);
        return status;
    }
    *cache = opened;
    return SV_OK;
}

void svCache_Close(svCache* cache) {
    if (cache == NULL) {
        return;
    }
    if (cache->file >= 0) {
        close(cache->file);
    }
    svSequence_Destroy(&cache->sequence);
    svContext_Release(cache->context, cache->name);
    svContext_Release(cache->context, cache);
}

size_t svCache_FrameCount(const svCache* cache) {
    return cache->frameCount;
}

size_t svCache_VertexCount(const svCache* cache) {
    return cache->vertexCount;
}

svScalar svCache_Scalar(const svCache* cache) {
    return cache->scalar;
}

static svStatus CheckFrameNumber(const svCache* cache, size_t frame, const void* result) {
    if (cache == NULL || result == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    if (frame >= cache->frameCount) {
        svContext_Message(cache->context, SV_ERROR, "%s: frame %zu of %zu does not exist",
                          svShortName(cache->name), frame, cache->frameCount);
        return SV_ERROR_ARGUMENT;
    }
    return SV_OK;
}

svStatus svCache_FrameTime(const svCache* cache, size_t frame, double* time) {
    const svStatus status = CheckFrameNumber(cache, frame, time);
    if (status != SV_OK) {
        return status;
    }
    if (cache->format != SV_CACHE_FILES) {
        return svPackedFormat_Info(cache->format)->frameTime(cache, frame, time);
    }
    *time = svSequence_Number(&cache->sequence, frame);
    return SV_OK;
}

const char* svCache_FramePath(svCache* cache, size_t frame) {
    const bool exists = cache->format == SV_CACHE_FILES && frame < cache->frameCount;
    return exists ? svSequence_Path(&cache->sequence, frame) : NULL;
}

svStatus svCache_ReadFrame(svCache* cache, size_t frame, double* xyz) {
    svStatus status = CheckFrameNumber(cache, frame, xyz);
    if (status != SV_OK || cache->format != SV_CACHE_FILES) {
        return status != SV_OK ? status : svCache_ReadPacked(cache, frame, xyz);
    }
    svMeshData mesh;
    status = ReadChecked(cache, frame, &mesh);
    if (status == SV_OK) {
        if (mesh.vertexCount > 0) {
            memcpy(xyz, mesh.positions, 3 * mesh.vertexCount * sizeof(double));
        }
        svMeshData_Destroy(cache->context, &mesh);
    }
    return status;
}

svStatus svCache_ReadFrameFloat(svCache* cache, size_t frame, float* xyz) {
    svStatus status = CheckFrameNumber(cache, frame, xyz);
    if (status != SV_OK || cache->format != SV_CACHE_FILES) {
        return status != SV_OK ? status : svCache_ReadPackedFloat(cache, frame, xyz);
    }
    svMeshData mesh;
    status = ReadChecked(cache, frame, &mesh);
    if (status == SV_OK) {
        for (size_t i = 0; i < 3 * mesh.vertexCount; ++i) {
            xyz[i] = (float)mesh.positions[i];
        }
        svMeshData_Destroy(cache->context, &mesh);
    }
    return status;
}
