// The frames of an obstacle that deforms: an animation cache, read whole.

#include "scene_spec.h"

#include <math.h>

void svSceneFrames_Release(svContext* context, svSceneFrames* frames) {
    svContext_Release(context, frames->xyz);
    svContext_Release(context, frames->frames);
    svContext_Release(context, frames->times);
    *frames = (svSceneFrames){0};
}

static svStatus CheckCounts(const svSceneSpec* spec, const svPartSpec* part, svShapeLimits* limits,
                            const svCache* cache, size_t vertexCount) {
    const svJson* json = &spec->json;
    const uint32_t node = svJson_Find(json, part->node, "cache");
    const size_t count = svCache_FrameCount(cache);
    if (svCache_VertexCount(cache) != vertexCount) {
        return svJson_Fail(json, node, SV_ERROR_FORMAT,
                           "the cache has %zu vertices, the mesh has %zu",
                           svCache_VertexCount(cache), vertexCount);
    }
    if (count == 0) {
        return svJson_Fail(json, node, SV_ERROR_FORMAT, "the cache has no frames");
    }
    // In doubles: the product may be beyond 64 bits.
    const double each =
        (double)vertexCount * sizeof(float[3]) + sizeof(svPositions) + sizeof(double);
    const double bytes = (double)count * each;
    if ((double)limits->cacheBytes + bytes > (double)limits->cacheLimit) {
        return svJson_Fail(json, node, SV_ERROR_FORMAT,
                           "too large: %zu frames of %zu vertices are %.4g bytes; all caches "
                           "together may have %.4g",
                           count, vertexCount, bytes, (double)limits->cacheLimit);
    }
    limits->cacheBytes += (uint64_t)bytes;
    return SV_OK;
}

static svStatus Allocate(const svSceneSpec* spec, const svPartSpec* part, size_t vertexCount,
                         svSceneFrames* frames) {
    svContext* context = spec->json.context;
    frames->xyz = svContext_Allocate(context, frames->count * vertexCount * sizeof(float[3]));
    frames->frames = svContext_Allocate(context, frames->count * sizeof(*frames->frames));
    frames->times = svContext_Allocate(context, frames->count * sizeof(*frames->times));
    return frames->xyz != NULL && frames->frames != NULL && frames->times != NULL
               ? SV_OK
               : svJson_Fail(&spec->json, part->node, SV_ERROR_MEMORY, "out of memory");
}

// Puts a frame where its mesh is; the simulation holds floats.
static svStatus TakeFrame(const svSceneSpec* spec, const svPartSpec* part, size_t frame,
                          double* xyz, size_t count, float* rounded) {
    svSceneSpec_Place(part, xyz, count);
    for (size_t i = 0; i < 3 * count; ++i) {
        rounded[i] = (float)xyz[i];
        if (!isfinite(rounded[i])) {
            return svJson_Fail(&spec->json, svJson_Find(&spec->json, part->node, "cache"),
                               SV_ERROR_FORMAT,
                               "frame %zu, vertex %zu: %c is %g, which is no finite float", frame,
                               i / 3, "xyz"[i % 3], xyz[i]);
        }
    }
    return SV_OK;
}

static svStatus ReadCacheFrames(const svSceneSpec* spec, const svPartSpec* part, svCache* cache,
                                svSceneFrames* frames) {
    svContext* context = spec->json.context;
    const size_t vertexCount = svCache_VertexCount(cache);
    const double rate = part->shape.cacheRate > 0 ? part->shape.cacheRate : spec->frameRate;
    frames->count = svCache_FrameCount(cache);
    double* xyz = svContext_Allocate(context, vertexCount * sizeof(double[3]));
    if (xyz == NULL) {
        return svJson_Fail(&spec->json, part->node, SV_ERROR_MEMORY, "out of memory");
    }
    svStatus status = Allocate(spec, part, vertexCount, frames);
    for (size_t i = 0; i < frames->count && status == SV_OK; ++i) {
        float* rounded = frames->xyz + 3 * i * vertexCount;
        frames->times[i] = (double)i / rate;
        frames->frames[i] = svPositions_Float(rounded, vertexCount);
        status = svSceneSpec_Translate(spec, part, "cache", svCache_ReadFrame(cache, i, xyz));
        if (status == SV_OK) {
            status = TakeFrame(spec, part, i, xyz, vertexCount, rounded);
        }
    }
    svContext_Release(context, xyz);
    return status;
}

svStatus svSceneSpec_ReadFrames(const svSceneSpec* spec, const svPartSpec* part,
                                svShapeLimits* limits, size_t vertexCount, svSceneFrames* frames) {
    *frames = (svSceneFrames){0};
    if (part->shape.cache == NULL) {
        return SV_OK;
    }
    svContext* context = spec->json.context;
    char* path = svSceneSpec_MakePath(spec, part, limits->folder, part->shape.cache);
    if (path == NULL) {
        return SV_ERROR_MEMORY;
    }
    svCache* cache = NULL;
    svStatus status =
        svSceneSpec_Translate(spec, part, "cache", svCache_Open(context, path, NULL, &cache));
    svContext_Release(context, path);
    if (status != SV_OK) {
        return status;
    }
    status = CheckCounts(spec, part, limits, cache, vertexCount);
    if (status == SV_OK) {
        status = ReadCacheFrames(spec, part, cache, frames);
    }
    svCache_Close(cache);
    if (status != SV_OK) {
        svSceneFrames_Release(context, frames);
    }
    return status;
}
