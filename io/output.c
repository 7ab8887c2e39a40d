// A file that appears under its name complete or not at all.

#include "output.h"

#include "decimal.h"
#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BUFFER_BYTES ((size_t)1 << 17)

static void FailOutput(svOutput* output, const char* what, int error) {
    if (output->status == SV_OK) {
        output->status = svFailFile(output->context, output->path, what, error);
    }
}

// Creates the temporary: the final name, the process and a number that is free.
static void CreateTemporary(svOutput* output, size_t room) {
    for (int attempt = 0; attempt < 100; ++attempt) {
        snprintf(output->temporary, room, "%s.%ld-%d.tmp", output->path, (long)getpid(), attempt);
        output->file = open(output->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (output->file >= 0 || errno != EEXIST) {
            break;
        }
    }
    if (output->file < 0) {
        FailOutput(output, "cannot create a file in this folder", errno);
        output->temporary[0] = '\0'; // not ours to remove
    }
}

svStatus svOutput_CheckTarget(svContext* context, const char* path) {
    struct stat info;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) {
        return svFailFile(context, path, "cannot write: not a regular file",
                          S_ISDIR(info.st_mode) ? EISDIR : EINVAL);
    }
    return SV_OK;
}

svStatus svOutput_Open(svContext* context, const char* path, svOutput* output) {
    memset(output, 0, sizeof(*output));
    output->context = context;
    output->file = -1;
    const size_t length = strlen(path);
    const size_t room = length + 40;
    output->path = svContext_Allocate(context, length + 1);
    output->temporary = svContext_Allocate(context, room);
    if (output->temporary != NULL) {
        output->temporary[0] = '\0';
    }
    output->buffer = svContext_Allocate(context, BUFFER_BYTES);
    if (output->path == NULL || output->temporary == NULL || output->buffer == NULL) {
        svContext_Message(context, SV_ERROR, "%s: out of memory while writing", svShortName(path));
        output->status = SV_ERROR_MEMORY;
    } else {
        memcpy(output->path, path, length + 1);
        output->status = svOutput_CheckTarget(context, path);
        if (output->status == SV_OK) {
            CreateTemporary(output, room);
        }
    }
    const svStatus status = output->status;
    if (status != SV_OK) {
        svOutput_Abort(output);
    }
    return status;
}

static void WriteBytesAt(svOutput* output, const uint8_t* bytes, size_t size, uint64_t offset) {
    while (size > 0 && output->status == SV_OK) {
        const ssize_t written = pwrite(output->file, bytes, size, (off_t)offset);
        if (written < 0 && errno != EINTR) {
            FailOutput(output, "cannot write", errno);
        } else if (written > 0) {
            bytes += written;
            size -= (size_t)written;
            offset += (uint64_t)written;
        }
    }
}

static void FlushBuffer(svOutput* output) {
    WriteBytesAt(output, output->buffer, output->used, output->flushed);
    output->flushed += output->used;
    output->used = 0;
}

void svOutput_Write(svOutput* output, const void* bytes, size_t size) {
    const uint8_t* from = bytes;
    while (size > 0) {
        if (output->used == BUFFER_BYTES) {
            FlushBuffer(output);
        }
        const size_t room = BUFFER_BYTES - output->used;
        const size_t part = size < room ? size : room;
        memcpy(output->buffer + output->used, from, part);
        output->used += part;
        from += part;
        size -= part;
    }
}

uint8_t* svOutput_Room(svOutput* output, size_t size) {
    if (BUFFER_BYTES - output->used < size) {
        FlushBuffer(output);
    }
    uint8_t* room = output->buffer + output->used;
    output->used += size;
    return room;
}

void svOutput_Text(svOutput* output, const char* text) {
    svOutput_Write(output, text, strlen(text));
}

void svOutput_Integer(svOutput* output, uint64_t value) {
    char text[20];
    size_t first = sizeof(text);
    do {
        text[--first] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    svOutput_Write(output, text + first, sizeof(text) - first);
}

void svOutput_Number(svOutput* output, double value, svScalar scalar) {
    char text[SV_NUMBER_CHARS];
    const size_t length =
        scalar == SV_FLOAT ? svFormatFloat((float)value, text) : svFormatDouble(value, text);
    svOutput_Write(output, text, length);
}

void svOutput_Patch(svOutput* output, uint64_t offset, const void* bytes, size_t size) {
    FlushBuffer(output);
    WriteBytesAt(output, bytes, size, offset);
}

static void CopyBlock(svOutput* output, uint64_t from, uint64_t to, size_t size) {
    size_t done = 0;
    while (done < size && output->status == SV_OK) {
        const ssize_t got =
            pread(output->file, output->buffer + done, size - done, (off_t)(from + done));
        if (got == 0 || (got < 0 && errno != EINTR)) {
            FailOutput(output, "cannot read back", got == 0 ? EIO : errno);
        }
        done += got > 0 ? (size_t)got : 0;
    }
    WriteBytesAt(output, output->buffer, size, to);
}

void svOutput_Move(svOutput* output, uint64_t from, uint64_t to) {
    FlushBuffer(output);
    const uint64_t size = output->flushed - from;
    // Towards the end, the last block goes first: no block overwrites one that is still to move.
    for (uint64_t done = 0; done < size && output->status == SV_OK;) {
        const size_t block = size - done < BUFFER_BYTES ? (size_t)(size - done) : BUFFER_BYTES;
        const uint64_t start = to > from ? size - done - block : done;
        CopyBlock(output, from + start, to + start, block);
        done += block;
    }
    output->flushed = to + size;
    if (output->status == SV_OK && ftruncate(output->file, (off_t)output->flushed) != 0) {
        FailOutput(output, "cannot write", errno);
    }
}

svStatus svOutput_Commit(svOutput* output) {
    FlushBuffer(output);
    if (output->status == SV_OK && fsync(output->file) != 0) {
        FailOutput(output, "cannot write", errno);
    }
    const int file = output->file;
    output->file = -1;
    if (close(file) != 0) {
        FailOutput(output, "cannot write", errno);
    }
    if (output->status == SV_OK && rename(output->temporary, output->path) != 0) {
        FailOutput(output, "cannot rename the finished file", errno);
    }
    if (output->status == SV_OK) {
        output->temporary[0] = '\0'; // it has its name now; nothing is left to remove
    }
    const svStatus status = output->status;
    svOutput_Abort(output);
    return status;
}

void svOutput_Abort(svOutput* output) {
    if (output->context == NULL) {
        return;
    }
    if (output->file >= 0) {
        close(output->file);
    }
    if (output->temporary != NULL && output->temporary[0] != '\0') {
        unlink(output->temporary);
    }
    svContext_Release(output->context, output->path);
    svContext_Release(output->context, output->temporary);
    svContext_Release(output->context, output->buffer);
    memset(output, 0, sizeof(*output));
}
