// The inside of a cache: a packed file (PC2, MDD), or a sequence of mesh files.
#ifndef SELVAGE_IO_CACHE_H
#define SELVAGE_IO_CACHE_H

#include "selvage/io.h"
#include "sequence.h"
#include "source.h"

#define SV_PC2_MAGIC "POINTCACHE2" // and a zero byte
#define SV_PC2_HEADER_BYTES 32
#define SV_MDD_HEADER_BYTES 8 // and four per frame
#define SV_POINT_BYTES 12     // three floats

struct svCache {
    svContext* context;
    char* name;
    svCacheFormat format;
    size_t frameCount, vertexCount;
    svScalar scalar;

    // A packed file, on disk (file >= 0) or in memory. `source` names it in messages.
    svSource source;
    int file;
    uint64_t size;
    uint64_t dataOffset;
    bool swap;
    double startTime, timeStep; // PC2

    // Numbered files.
    svSequence sequence;
    uint64_t triangleHash; // of the first
};

// Packed files: `file` or `source` is set. Recognises AUTO by its contents or its name, else leaves
// the format as it is.
void svCache_RecognisePacked(svCache* cache);
svStatus svCache_OpenPacked(svCache* cache);
svStatus svCache_ReadPacked(svCache* cache, size_t frame, double* xyz);
svStatus svCache_ReadPackedFloat(svCache* cache, size_t frame, float* xyz);
svStatus svCache_PackedTime(const svCache* cache, size_t frame, double* time);

#endif
