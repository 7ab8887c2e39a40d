// Internals of a cache: a packed file (PC2, MDD), or a sequence of mesh files.
#ifndef SELVAGE_IO_CACHE_H
#define SELVAGE_IO_CACHE_H

#include "output.h"
#include "selvage/io.h"
#include "sequence.h"
#include "source.h"

#define SV_POINT_BYTES 12             // three floats
#define SV_PACKED_HEADER_MAX_BYTES 32 // of any packed format, without the times of the frames
#define SV_CACHE_LIST_ROOM 64

// One row of the table of packed formats, defined in the file of its format. A packed file is a
// header, then, if timeBytes is not 0, so many bytes for each frame, then the frames in floats.
typedef struct svPackedFormat {
    const char* name;      // "PC2", for messages
    const char* extension; // ".pc2"
    const char* signature; // null: none
    size_t signatureBytes;
    size_t headerBytes;
    size_t timeBytes; // per frame
    bool bigEndian;

    // Reads the header into the cache, whose `swap` and `dataOffset` are set.
    svStatus (*open)(svCache* cache, const uint8_t* header);
    svStatus (*frameTime)(const svCache* cache, size_t frame, double* time);

    // Fills in the header of a file whose frames have all been written.
    void (*finish)(const svCacheWriterDef* def, size_t frameCount, svOutput* output);
} svPackedFormat;

// The packed formats: enum value and row. To add one, write its file and add a line here.
#define SV_PACKED_FORMATS(X)                                                                       \
    X(SV_CACHE_PC2, svPc2Format)                                                                   \
    X(SV_CACHE_MDD, svMddFormat)

#define SV_DECLARE_PACKED_FORMAT(format, row) extern const svPackedFormat row;
SV_PACKED_FORMATS(SV_DECLARE_PACKED_FORMAT)
#undef SV_DECLARE_PACKED_FORMAT

// The row of a packed format, or null for SV_CACHE_AUTO, SV_CACHE_FILES and values that are none.
const svPackedFormat* svPackedFormat_Info(svCacheFormat format);

// The packed format by the extension of a name, or SV_CACHE_AUTO.
svCacheFormat svPackedFormat_OfName(const char* name);

// "PC2 or MDD", or ".pc2 or .mdd", for messages.
void svPackedFormat_List(bool extensions, char text[SV_CACHE_LIST_ROOM]);

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

// For the formats: reads bytes that the size of the file says are there.
svStatus svCache_ReadAt(const svCache* cache, uint64_t offset, void* to, size_t size);

// For the formats: a count as the header has it, and the byte where it stands.
typedef struct svHeaderCount {
    int32_t value;
    size_t offset;
} svHeaderCount;

// For the formats: takes the counts of a header, checked against the size of the file.
svStatus svCache_SetCounts(svCache* cache, svHeaderCount frames, svHeaderCount points);

#endif
