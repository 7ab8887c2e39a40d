// Caches with all frames in one file: the table of their formats, and what they share. Frames are
// floats at offsets that follow from the header.

#include "bytes.h"
#include "cache.h"
#include "word_list.h"

#include <errno.h>
#include <unistd.h>

svStatus svCache_ReadAt(const svCache* cache, uint64_t offset, void* to, size_t size) {
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

#define ROW(format, row) [format] = &(row),
static const svPackedFormat* const table[SV_CACHE_FORMAT_ENUM_COUNT] = {SV_PACKED_FORMATS(ROW)};
#undef ROW

const svPackedFormat* svPackedFormat_Info(svCacheFormat format) {
    return (unsigned)format < SV_CACHE_FORMAT_ENUM_COUNT ? table[format] : NULL;
}

svCacheFormat svPackedFormat_OfName(const char* name) {
    for (svCacheFormat i = SV_CACHE_AUTO; i < SV_CACHE_FORMAT_ENUM_COUNT; ++i) {
        if (table[i] != NULL && svHasExtension(name, table[i]->extension)) {
            return i;
        }
    }
    return SV_CACHE_AUTO;
}

void svPackedFormat_List(bool extensions, char text[SV_CACHE_LIST_ROOM]) {
    const char* words[SV_CACHE_FORMAT_ENUM_COUNT];
    size_t count = 0;
    for (svCacheFormat i = SV_CACHE_AUTO; i < SV_CACHE_FORMAT_ENUM_COUNT; ++i) {
        if (table[i] != NULL) {
            words[count++] = extensions ? table[i]->extension : table[i]->name;
        }
    }
    svListWords(words, count, text, SV_CACHE_LIST_ROOM);
}

static bool HasSignature(const svCache* cache, const svPackedFormat* info) {
    char found[SV_PACKED_HEADER_MAX_BYTES];
    return info->signature != NULL && cache->size >= info->signatureBytes &&
           svCache_ReadAt(cache, 0, found, info->signatureBytes) == SV_OK &&
           memcmp(found, info->signature, info->signatureBytes) == 0;
}

void svCache_RecognisePacked(svCache* cache) {
    if (cache->format != SV_CACHE_AUTO) {
        return;
    }
    cache->format = svPackedFormat_OfName(cache->name);
    for (svCacheFormat i = SV_CACHE_AUTO; i < SV_CACHE_FORMAT_ENUM_COUNT; ++i) {
        if (table[i] != NULL && i != cache->format && HasSignature(cache, table[i])) {
            cache->format = i;
            return;
        }
    }
}

svStatus svCache_SetCounts(svCache* cache, svHeaderCount frames, svHeaderCount points) {
    if (points.value <= 0) {
        return svSource_Fail(&cache->source, points.offset,
                             "expected a positive number of vertices, found %ld",
                             (long)points.value);
    }
    if (frames.value < 0) {
        return svSource_Fail(&cache->source, frames.offset,
                             "expected a number of frames, found %ld", (long)frames.value);
    }
    const uint64_t times = svPackedFormat_Info(cache->format)->timeBytes;
    const uint64_t frameBytes = (uint64_t)points.value * SV_POINT_BYTES;
    const uint64_t most = (cache->size - cache->dataOffset) / (frameBytes + times);
    if ((uint64_t)frames.value > most) {
        return svSource_Fail(&cache->source, frames.offset,
                             "expected %ld frames of %ld vertices, found room for %llu",
                             (long)frames.value, (long)points.value, (unsigned long long)most);
    }
    cache->frameCount = (size_t)frames.value;
    cache->vertexCount = (size_t)points.value;
    cache->scalar = SV_FLOAT;
    cache->dataOffset += times * (uint64_t)frames.value;
    const uint64_t end = cache->dataOffset + (uint64_t)frames.value * frameBytes;
    if (end != cache->size) {
        svContext_Message(cache->context, SV_WARNING, "%s: byte %llu: bytes after the last frame",
                          svShortName(cache->name), (unsigned long long)end);
    }
    return SV_OK;
}

svStatus svCache_OpenPacked(svCache* cache) {
    const svPackedFormat* info = svPackedFormat_Info(cache->format);
    if (cache->size < info->headerBytes) {
        return svSource_Fail(&cache->source, (size_t)cache->size,
                             "expected the %zu bytes of the header, found %llu", info->headerBytes,
                             (unsigned long long)cache->size);
    }
    uint8_t header[SV_PACKED_HEADER_MAX_BYTES];
    const svStatus status = svCache_ReadAt(cache, 0, header, info->headerBytes);
    if (status != SV_OK) {
        return status;
    }
    cache->swap = info->bigEndian != svHostIsBigEndian();
    cache->dataOffset = info->headerBytes;
    return info->open(cache, header);
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
        const svStatus status = svCache_ReadAt(cache, offset, chunk, 4 * count);
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
    const svStatus status = svCache_ReadAt(cache, FrameOffset(cache, frame), xyz, 4 * count);
    if (status == SV_OK && cache->swap) {
        for (size_t i = 0; i < count; ++i) {
            xyz[i] = svLoadFloat((const uint8_t*)(xyz + i), true);
        }
    }
    return status;
}
