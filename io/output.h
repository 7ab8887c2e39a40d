// Atomic file output: a file appears under its name complete or not at all.
//
// It is written under a temporary name in the same folder, flushed, synced and renamed; on failure
// the temporary file is removed. A write error is sticky, so that callers may keep writing and
// check once at the end.
#ifndef SELVAGE_IO_OUTPUT_H
#define SELVAGE_IO_OUTPUT_H

#include "selvage/base.h"

typedef struct svOutput {
    svContext* context;
    char* path;      // the final name
    char* temporary; // the name until then
    int file;        // -1 once closed
    uint8_t* buffer;
    size_t used;      // bytes of the buffer
    uint64_t flushed; // bytes in the file
    svStatus status;  // the first error
} svOutput;

// Renaming would replace a device or a pipe: only regular files may be replaced. SV_ERROR_FILE,
// with a message, if the path names anything else.
svStatus svOutput_CheckTarget(svContext* context, const char* path);

// Zeroed outputs may be aborted. SV_ERROR_FILE if the folder cannot be written, or if the path
// names something that is not a regular file.
svStatus svOutput_Open(svContext* context, const char* path, svOutput* output);

void svOutput_Write(svOutput* output, const void* bytes, size_t size);
void svOutput_Text(svOutput* output, const char* text);
void svOutput_Integer(svOutput* output, uint64_t value);
void svOutput_Number(svOutput* output, double value, svScalar scalar);

// Room for `size` bytes (at most SV_OUTPUT_ROOM) that the caller fills at once.
#define SV_OUTPUT_ROOM 256
uint8_t* svOutput_Room(svOutput* output, size_t size);

// Overwrites bytes that were written before.
void svOutput_Patch(svOutput* output, uint64_t offset, const void* bytes, size_t size);

// Moves everything from offset `from` on to offset `to`, which becomes the rest of the file.
void svOutput_Move(svOutput* output, uint64_t from, uint64_t to);

// Renames the file to its final name. On failure nothing is left of it. The output is zeroed in any
// case.
svStatus svOutput_Commit(svOutput* output);

// Removes what was written and zeroes the output.
void svOutput_Abort(svOutput* output);

#endif
