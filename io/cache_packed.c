// PC2 and MDD: all frames in one file, floats, at offsets that follow from the header.
//
// PC2, little endian: "POINTCACHE2" and a zero, int version (1), int points, float start, float
// rate, int frames; then the frames. MDD, big endian: int frames, int points, one float per frame
// (its time in seconds); then the frames.

#include "bytes.h"
#include "cache.h"

#include <errno.h>
#include <math.h>
#include <unistd.h>

// Reads bytes that the size of the file says are there.
static svStatus ReadAt(const svCache* cache, uint64_t offset, void* to, size_t size) {
    if (cache->file < 0) {
        memcpy(to, cache->source.bytes + offset, size);
        return SV_OK;
    }
    char* p = to;
    while (size > 0) {
        const size_t most = (size_t)1 << 30; // some systems refuse more in one call
        const ssize_t got = pread(cache->file, p, size < most ? size : most, (off_t)offset);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            // Zero: someone has cut the file short since it was opened.
            return svFailFile(cache->context, cache->name, "cannot read", got < 0 ? errno : EIO);
        }
        p += got;
        size -= (size_t)got;
        offset += (uint64_t)got;
    }
    return SV_OK;
}

void svCache_RecognisePacked(svCache* cache) {
    char magic[sizeof(SV_PC2_MAGIC)];
    if (cache->format != SV_CACHE_AUTO) {
        return;
    }
    if (svHasExtension(cache->name, ".mdd")) {
        cache->format = SV_CACHE_MDD;
    }
    if (svHasExtension(cache->name, ".pc2") ||
        (cache->size >= sizeof(magic) && ReadAt(cache, 0, magic, sizeof(magic)) == SV_OK &&
         memcmp(magic, SV_PC2_MAGIC, sizeof(magic)) == 0)) {
        cache->format = SV_CACHE_PC2;
    }
}

// Counts from the header, checked against the size of the file.
static svStatus SetCounts(svCache* cache, int32_t frames, int32_t points, size_t framesAt,
                          size_t pointsAt) {
    if (points <= 0) {
        return svSource_Fail(&cache->source, pointsAt,
                             "expected a positive number of vertices, found %ld", (long)points);
    }
    if (frames < 0) {
        return svSource_Fail(&cache->source, framesAt, "expected a number of frames, found %ld",
                             (long)frames);
    }
    const uint64_t times = cache->format == SV_CACHE_MDD ? 4 : 0; // bytes per frame
    const uint64_t frameBytes = (uint64_t)points * SV_POINT_BYTES;
    const uint64_t most = (cache->size - cache->dataOffset) / (frameBytes + times);
    if ((uint64_t)frames > most) {
        return svSource_Fail(&cache->source, framesAt,
                             "expected %ld frames of %ld vertices, found room for %llu",
                             (long)frames, (long)points, (unsigned long long)most);
    }
    cache->frameCount = (size_t)frames;
    cache->vertexCount = (size_t)points;
    cache->scalar = SV_FLOAT;
    cache->dataOffset += times * (uint64_t)frames;
    const uint64_t end = cache->dataOffset + (uint64_t)frames * frameBytes;
    if (end != cache->size) {
        svContext_Message(cache->context, SV_WARNING, "%s: byte %llu: bytes after the last frame",
                          svShortName(cache->name), (unsigned long long)end);
    }
    return SV_OK;
}

static svStatus OpenPc2(svCache* cache, const uint8_t* header) {
    if (memcmp(header, SV_PC2_MAGIC, sizeof(SV_PC2_MAGIC)) != 0) {
        return svSource_Fail(&cache->source, 0, "expected \"%s\", found something else",
                             SV_PC2_MAGIC);
    }
    const int32_t version = (int32_t)svLoad32(header + 12, cache->swap);
    if (version != 1) {
        return svSource_Fail(&cache->source, 12, "expected version 1, found %ld", (long)version);
    }
    cache->startTime = (double)svLoadFloat(header + 20, cache->swap);
    cache->timeStep = (double)svLoadFloat(header + 24, cache->swap);
    if (!isfinite(cache->startTime) || !isfinite(cache->timeStep)) {
        svContext_Message(cache->context, SV_WARNING,
                          "%s: byte 20: the start or the rate is not finite",
                          svShortName(cache->name));
    }
    const int32_t points = (int32_t)svLoad32(header + 16, cache->swap);
    const int32_t frames = (int32_t)svLoad32(header + 28, cache->swap);
    return SetCounts(cache, frames, points, 28, 16);
}

svStatus svCache_OpenPacked(svCache* cache) {
    const bool mdd = cache->format == SV_CACHE_MDD;
    const size_t bytes = mdd ? SV_MDD_HEADER_BYTES : SV_PC2_HEADER_BYTES;
    if (cache->size < bytes) {
        return svSource_Fail(&cache->source, (size_t)cache->size,
                             "expected the %zu bytes of the header, found %llu", bytes,
                             (unsigned long long)cache->size);
    }
    uint8_t header[SV_PC2_HEADER_BYTES];
    const svStatus status = ReadAt(cache, 0, header, bytes);
    if (status != SV_OK) {
        return status;
    }
    cache->swap = mdd != svHostIsBigEndian();
    cache->dataOffset = bytes;
    if (!mdd) {
        return OpenPc2(cache, header);
    }
    const int32_t frames = (int32_t)svLoad32(header, cache->swap);
    const int32_t points = (int32_t)svLoad32(header + 4, cache->swap);
    return SetCounts(cache, frames, points, 0, 4);
}

static uint64_t FrameOffset(const svCache* cache, size_t frame) {
    return cache->dataOffset + (uint64_t)frame * cache->vertexCount * SV_POINT_BYTES;
}

svStatus svCache_ReadPacked(svCache* cache, size_t frame, double* xyz) {
    enum { chunkScalars = 4096 };
    uint8_t chunk[4 * chunkScalars];
    uint64_t offset = FrameOffset(cache, frame);
    size_t left = 3 * cache->vertexCount;
    while (left > 0) {
        const size_t count = left < chunkScalars ? left : chunkScalars;
        const svStatus status = ReadAt(cache, offset, chunk, 4 * count);
        if (status != SV_OK) {
            return status;
        }
        for (size_t i = 0; i < count; ++i) {
            *xyz++ = (double)svLoadFloat(chunk + 4 * i, cache->swap);
        }
        offset += 4 * count;
        left -= count;
    }
    return SV_OK;
}

svStatus svCache_ReadPackedFloat(svCache* cache, size_t frame, float* xyz) {
    const size_t count = 3 * cache->vertexCount;
    const svStatus status = ReadAt(cache, FrameOffset(cache, frame), xyz, 4 * count);
    if (status == SV_OK && cache->swap) {
        for (size_t i = 0; i < count; ++i) {
            xyz[i] = svLoadFloat((const uint8_t*)(xyz + i), true);
        }
    }
    return status;
}

svStatus svCache_PackedTime(const svCache* cache, size_t frame, double* time) {
    if (cache->format == SV_CACHE_PC2) {
        *time = cache->startTime + (double)frame * cache->timeStep;
        return SV_OK;
    }
    uint8_t bytes[4];
    const svStatus status =
        ReadAt(cache, SV_MDD_HEADER_BYTES + 4 * (uint64_t)frame, bytes, sizeof(bytes));
    if (status == SV_OK) {
        *time = (double)svLoadFloat(bytes, cache->swap);
    }
    return status;
}
