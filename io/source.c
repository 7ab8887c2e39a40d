// Files into memory, and the messages of binary readers.

#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_NAME_CHARS 200

const char* svShortName(const char* name) {
    const size_t length = strlen(name);
    return length > MAX_NAME_CHARS ? name + (length - MAX_NAME_CHARS) : name;
}

bool svHasExtension(const char* name, const char* extension) {
    const size_t length = strlen(name);
    const size_t tail = strlen(extension);
    if (length < tail) {
        return false;
    }
    for (size_t i = 0; i < tail; ++i) {
        const char c = name[length - tail + i];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != extension[i]) {
            return false;
        }
    }
    return true;
}

svStatus svFailFile(svContext* context, const char* name, const char* what, int error) {
    char why[128];
    if (strerror_r(error, why, sizeof(why)) != 0) {
        snprintf(why, sizeof(why), "error %d", error);
    }
    svContext_Message(context, SV_ERROR, "%s: %s: %s", svShortName(name), what, why);
    return SV_ERROR_FILE;
}

svStatus svFailArgument(svContext* context, const char* name, const char* why) {
    svContext_Message(context, SV_ERROR, "%s: %s", svShortName(name), why);
    return SV_ERROR_ARGUMENT;
}

svStatus svSource_FailMemory(const svSource* source) {
    svContext_Message(source->context, SV_ERROR, "%s: out of memory while reading",
                      svShortName(source->name));
    return SV_ERROR_MEMORY;
}

svStatus svSource_Fail(const svSource* source, size_t offset, const char* format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    svContext_Message(source->context, SV_ERROR, "%s: byte %zu: %s", svShortName(source->name),
                      offset, text);
    return SV_ERROR_FORMAT;
}

svSource svSource_Memory(svContext* context, const char* name, const void* bytes, size_t size) {
    return (svSource){context, name == NULL ? "(memory)" : name, bytes, size, NULL};
}

void svSource_Unload(svSource* source) {
    svContext_Release(source->context, source->owned);
    memset(source, 0, sizeof(*source));
}

// Reads to the end of the file. `expected` is its size where that is known: room for one byte more
// lets the read that finds the end do so without growing.
static svStatus ReadToEnd(int file, size_t expected, svSource* source) {
    void* data = NULL;
    size_t capacity = 0;
    size_t size = 0;
    size_t room = expected < SIZE_MAX ? expected + 1 : expected;
    for (;;) {
        svStatus status = svContext_Grow(source->context, &data, &capacity, room, 1);
        ssize_t got = 0;
        if (status == SV_OK) {
            do {
                const size_t left = capacity - size;
                const size_t most = (size_t)1 << 30; // some systems refuse more in one call
                got = read(file, (char*)data + size, left < most ? left : most);
            } while (got < 0 && errno == EINTR);
            if (got < 0) {
                status = svFailFile(source->context, source->name, "cannot read", errno);
            }
        } else {
            status = svSource_FailMemory(source);
        }
        if (status != SV_OK) {
            svContext_Release(source->context, data);
            return status;
        }
        if (got == 0) {
            source->bytes = source->owned = data;
            source->size = size;
            return SV_OK;
        }
        size += (size_t)got;
        room = size + 1;
    }
}

svStatus svSource_Load(svContext* context, const char* path, svSource* source) {
    *source = svSource_Memory(context, path, NULL, 0);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return svFailFile(context, path, "cannot open", errno);
    }
    struct stat info;
    svStatus status;
    if (fstat(file, &info) != 0) {
        status = svFailFile(context, path, "cannot read", errno);
    } else if (S_ISDIR(info.st_mode)) {
        status = svFailFile(context, path, "cannot read", EISDIR);
    } else {
        status = ReadToEnd(file, info.st_size > 0 ? (size_t)info.st_size : 0, source);
    }
    close(file);
    return status;
}

svStatus svSource_ReadFile(svContext* context, const char* path, svSourceReader* reader,
                           void* result) {
    if (context == NULL || path == NULL || result == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    svSource source;
    svStatus status = svSource_Load(context, path, &source);
    if (status == SV_OK) {
        status = reader(&source, result);
        svSource_Unload(&source);
    }
    return status;
}

svStatus svSource_ReadMemory(const svSource* source, svSourceReader* reader, void* result) {
    if (source->context == NULL || (source->bytes == NULL && source->size > 0) || result == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    return reader(source, result);
}
