// MDD, big endian: int frames, int points, one float per frame (its time in seconds); then the
// frames.

#include "bytes.h"
#include "cache.h"

#define HEADER_BYTES 8
#define TIME_BYTES 4

static svStatus OpenMdd(svCache* cache, const uint8_t* header) {
    const svHeaderCount frames = {(int32_t)svLoad32(header, cache->swap), 0};
    const svHeaderCount points = {(int32_t)svLoad32(header + 4, cache->swap), 4};
    return svCache_SetCounts(cache, frames, points);
}

static svStatus MddFrameTime(const svCache* cache, size_t frame, double* time) {
    uint8_t bytes[TIME_BYTES];
    const svStatus status =
        svCache_ReadAt(cache, HEADER_BYTES + TIME_BYTES * (uint64_t)frame, bytes, sizeof(bytes));
    if (status == SV_OK) {
        *time = (double)svLoadFloat(bytes, cache->swap);
    }
    return status;
}

// The times stand in front of the frames: if there are more or fewer frames than room was left for,
// the frames move.
static void FinishMdd(const svCacheWriterDef* def, size_t frameCount, svOutput* output) {
    const bool swap = !svHostIsBigEndian();
    if (frameCount != def->expectedFrameCount) {
        svOutput_Move(output, HEADER_BYTES + TIME_BYTES * (uint64_t)def->expectedFrameCount,
                      HEADER_BYTES + TIME_BYTES * (uint64_t)frameCount);
    }
    uint8_t header[HEADER_BYTES];
    svStore32(header, (uint32_t)frameCount, swap);
    svStore32(header + 4, (uint32_t)def->vertexCount, swap);
    svOutput_Patch(output, 0, header, sizeof(header));
    enum { chunkFrames = 256 };
    uint8_t times[TIME_BYTES * chunkFrames];
    for (size_t first = 0; first < frameCount; first += chunkFrames) {
        const size_t left = frameCount - first;
        const size_t count = left < chunkFrames ? left : chunkFrames;
        for (size_t i = 0; i < count; ++i) {
            const double time = def->startTime + (double)(first + i) * def->timeStep;
            svStoreFloat(times + TIME_BYTES * i, (float)time, swap);
        }
        svOutput_Patch(output, HEADER_BYTES + TIME_BYTES * (uint64_t)first, times,
                       TIME_BYTES * count);
    }
}

const svPackedFormat svMddFormat = {
    .name = "MDD",
    .extension = ".mdd",
    .headerBytes = HEADER_BYTES,
    .timeBytes = TIME_BYTES,
    .bigEndian = true,
    .open = OpenMdd,
    .frameTime = MddFrameTime,
    .finish = FinishMdd,
};
