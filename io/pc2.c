// PC2, little endian: "POINTCACHE2" and a zero, int version (1), int points, float start, float
// rate, int frames; then the frames. Times are in frames.

#include "bytes.h"
#include "cache.h"

#include <math.h>

#define SIGNATURE "POINTCACHE2" // and a zero byte
#define HEADER_BYTES 32

static svStatus OpenPc2(svCache* cache, const uint8_t* header) {
    if (memcmp(header, SIGNATURE, sizeof(SIGNATURE)) != 0) {
        return svSource_Fail(&cache->source, 0, "expected \"%s\", found something else", SIGNATURE);
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
    const svHeaderCount points = {(int32_t)svLoad32(header + 16, cache->swap), 16};
    const svHeaderCount frames = {(int32_t)svLoad32(header + 28, cache->swap), 28};
    return svCache_SetCounts(cache, frames, points);
}

static svStatus Pc2FrameTime(const svCache* cache, size_t frame, double* time) {
    *time = cache->startTime + (double)frame * cache->timeStep;
    return SV_OK;
}

static void FinishPc2(const svCacheWriterDef* def, size_t frameCount, svOutput* output) {
    const bool swap = svHostIsBigEndian();
    uint8_t header[HEADER_BYTES] = SIGNATURE;
    svStore32(header + 12, 1, swap);
    svStore32(header + 16, (uint32_t)def->vertexCount, swap);
    svStoreFloat(header + 20, (float)def->startTime, swap);
    svStoreFloat(header + 24, (float)def->timeStep, swap);
    svStore32(header + 28, (uint32_t)frameCount, swap);
    svOutput_Patch(output, 0, header, sizeof(header));
}

const svPackedFormat svPc2Format = {
    .name = "PC2",
    .extension = ".pc2",
    .signature = SIGNATURE,
    .signatureBytes = sizeof(SIGNATURE),
    .headerBytes = HEADER_BYTES,
    .open = OpenPc2,
    .frameTime = Pc2FrameTime,
    .finish = FinishPc2,
};
