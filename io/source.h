// The bytes of a file in memory, and messages that name the place in it.
#ifndef SELVAGE_IO_SOURCE_H
#define SELVAGE_IO_SOURCE_H

#include "selvage/base.h"

typedef struct svSource {
    svContext* context;
    const char* name;
    const uint8_t* bytes;
    size_t size;
    void* owned; // what svSource_Unload frees
} svSource;

// Reads a whole file, or a pipe to its end. Directories and unreadable files are SV_ERROR_FILE.
svStatus svSource_Load(svContext* context, const char* path, svSource* source);

// A view of the caller's bytes. A null name stands for "(memory)".
svSource svSource_Memory(svContext* context, const char* name, const void* bytes, size_t size);

void svSource_Unload(svSource* source);

// Reads a result from a source; on failure there is nothing to destroy.
typedef svStatus svSourceReader(const svSource* source, void* result);

// The public function of a reader without options, for a path and for the caller's bytes: check the
// arguments, load, read, unload.
svStatus svSource_ReadFile(svContext* context, const char* path, svSourceReader* reader,
                           void* result);
svStatus svSource_ReadMemory(const svSource* source, svSourceReader* reader, void* result);

// "name: byte OFFSET: ..." and SV_ERROR_FORMAT.
svStatus svSource_Fail(const svSource* source, size_t offset, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

// "name: out of memory ..." and SV_ERROR_MEMORY.
svStatus svSource_FailMemory(const svSource* source);

// The end of a name that is too long for a message; a message is one line of some 500 characters.
const char* svShortName(const char* name);

// Whether the name ends in the extension (".obj"), in any case of letters.
bool svHasExtension(const char* name, const char* extension);

// "name: what: why" from errno, and SV_ERROR_FILE.
svStatus svFailFile(svContext* context, const char* name, const char* what, int error);

// "name: why", and SV_ERROR_ARGUMENT.
svStatus svFailArgument(svContext* context, const char* name, const char* why);

#endif
