// Writing animation caches frame by frame.

#include "bytes.h"
#include "cache.h"
#include "write_mesh.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct svCacheWriter {
    svContext* context;
    svCacheWriterDef def;         // with its format decided
    const svPackedFormat* packed; // null: numbered files
    size_t frameCount;
    size_t rounded; // coordinates that a float could not hold
    svStatus status;
    svOutput output; // packed

    // Numbered files. All frames wait in a folder of the writer's own, under their final names,
    // until Finish moves them: whatever fails before that, older files are as they were.
    char* pattern;
    svNumberPlace place; // in the whole path
    char* path;          // of a frame
    char* waiting;       // the same frame in the folder
    size_t folderLength; // of `waiting`: the folder's own path; 0 while there is none
    size_t movedCount;   // frames that Finish has moved
};

svCacheWriterDef svDefaultCacheWriterDef(void) {
    svCacheWriterDef def = {0};
    def.structSize = sizeof(def);
    def.format = SV_CACHE_AUTO;
    def.timeStep = 1.0;
    def.mesh = svDefaultWriteMeshDef();
    return def;
}

static svCacheFormat FormatOf(const svCacheWriterDef* def, const char* path) {
    if (def->format != SV_CACHE_AUTO) {
        return def->format;
    }
    const svCacheFormat packed = svPackedFormat_OfName(path);
    return packed == SV_CACHE_AUTO ? SV_CACHE_FILES : packed;
}

// Leaves room for the header, which Finish fills in, and for the times of the expected frames.
static svStatus BeginPacked(svCacheWriter* writer, const char* path) {
    const svStatus status = svOutput_Open(writer->context, path, &writer->output);
    if (status != SV_OK) {
        return status;
    }
    static const uint8_t zeros[SV_PACKED_HEADER_MAX_BYTES] = {0};
    svOutput_Write(&writer->output, zeros, writer->packed->headerBytes);
    for (size_t i = 0; i < writer->def.expectedFrameCount && writer->packed->timeBytes > 0; ++i) {
        svOutput_Write(&writer->output, zeros, writer->packed->timeBytes);
    }
    return SV_OK;
}

// The folder that the frames wait in: the pattern, the process and a number that is free. Beside
// the final names, so that moving a frame is a rename.
static svStatus MakeScratchFolder(svCacheWriter* writer, size_t room) {
    for (int attempt = 0; attempt < 100; ++attempt) {
        snprintf(writer->waiting, room, "%s.%ld-%d.tmp", writer->pattern, (long)getpid(), attempt);
        if (mkdir(writer->waiting, 0777) == 0) {
            writer->folderLength = strlen(writer->waiting);
            return SV_OK;
        }
        if (errno != EEXIST) {
            break;
        }
    }
    return svFailFile(writer->context, writer->pattern, "cannot create a folder in this folder",
                      errno);
}

static svStatus BeginFiles(svCacheWriter* writer, const char* path) {
    const char* base = svBaseName(path);
    if (!svNumberPlace_OfPattern(base, &writer->place)) {
        char extensions[SV_CACHE_LIST_ROOM];
        char why[SV_CACHE_LIST_ROOM + 64];
        svPackedFormat_List(true, extensions);
        snprintf(why, sizeof(why), "expected a pattern such as frame_####.obj, or %s", extensions);
        return svFailArgument(writer->context, path, why);
    }
    const size_t before = (size_t)(base - path);
    writer->place.first += before;
    writer->place.after += before;
    const size_t bytes = strlen(path) + 1;
    const size_t pathBytes = bytes + writer->place.width + 20; // any number, with its zeros
    const size_t waitingBytes = bytes + 40 + pathBytes;        // folder/name
    writer->pattern = svContext_Allocate(writer->context, bytes);
    writer->path = svContext_Allocate(writer->context, pathBytes);
    writer->waiting = svContext_Allocate(writer->context, waitingBytes);
    if (writer->pattern == NULL || writer->path == NULL || writer->waiting == NULL) {
        svContext_Message(writer->context, SV_ERROR, "%s: out of memory while writing",
                          svShortName(path));
        return SV_ERROR_MEMORY;
    }
    memcpy(writer->pattern, path, bytes);
    return MakeScratchFolder(writer, waitingBytes);
}

svStatus svCacheWriter_Create(svContext* context, const char* path, const svCacheWriterDef* def,
                              svCacheWriter** writer) {
    if (context == NULL || path == NULL || def == NULL || writer == NULL ||
        def->structSize != sizeof(*def) || def->mesh.structSize != sizeof(def->mesh) ||
        def->vertexCount == 0 || def->vertexCount > INT32_MAX ||
        def->expectedFrameCount > INT32_MAX || (def->triangles == NULL && def->triangleCount > 0) ||
        (unsigned)def->format >= SV_CACHE_FORMAT_ENUM_COUNT) {
        return SV_ERROR_ARGUMENT;
    }
    svCacheWriter* created = svContext_Allocate(context, sizeof(*created));
    if (created == NULL) {
        svContext_Message(context, SV_ERROR, "%s: out of memory while writing", svShortName(path));
        return SV_ERROR_MEMORY;
    }
    memset(created, 0, sizeof(*created));
    created->context = context;
    created->def = *def;
    created->def.format = FormatOf(def, path);
    created->packed = svPackedFormat_Info(created->def.format);
    const svStatus status =
        created->packed != NULL ? BeginPacked(created, path) : BeginFiles(created, path);
    if (status != SV_OK) {
        svCacheWriter_Abort(created);
        return status;
    }
    *writer = created;
    return SV_OK;
}

// The path of a frame in writer->path, and where it waits in writer->waiting.
static void SetPaths(svCacheWriter* writer, size_t frame) {
    char digits[20];
    size_t first = sizeof(digits);
    size_t number = writer->def.firstNumber + frame;
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    const size_t count = sizeof(digits) - first;
    char* p = writer->path;
    memcpy(p, writer->pattern, writer->place.first);
    p += writer->place.first;
    for (size_t i = count; i < writer->place.width; ++i) {
        *p++ = '0';
    }
    memcpy(p, digits + first, count);
    p += count;
    const char* rest = writer->pattern + writer->place.after;
    memcpy(p, rest, strlen(rest) + 1);
    const char* name = svBaseName(writer->path);
    writer->waiting[writer->folderLength] = '/';
    memcpy(writer->waiting + writer->folderLength + 1, name, strlen(name) + 1);
}

static svStatus WritePacked(svCacheWriter* writer, const svPositions* positions) {
    svStatus status =
        svCheckRounding(writer->context, writer->output.path, positions, &writer->rounded);
    if (status != SV_OK) {
        return status;
    }
    const bool swap = writer->packed->bigEndian != svHostIsBigEndian();
    for (size_t i = 0; i < positions->count; ++i) {
        double point[3];
        svPositions_Get(positions, i, point);
        uint8_t* to = svOutput_Room(&writer->output, SV_POINT_BYTES);
        for (size_t k = 0; k < 3; ++k) {
            svStoreFloat(to + 4 * k, (float)point[k], swap);
        }
    }
    return writer->output.status;
}

static svStatus WriteFrameFile(svCacheWriter* writer, const svPositions* positions) {
    SetPaths(writer, writer->frameCount);
    // Fail now rather than after the last frame.
    const svStatus status = svOutput_CheckTarget(writer->context, writer->path);
    if (status != SV_OK) {
        return status;
    }
    svMeshView mesh = {*positions, writer->def.triangles, writer->def.triangleCount};
    const svMeshTarget target = {writer->waiting, writer->path};
    return svWriteMeshAs(writer->context, &target, &writer->def.mesh, &mesh);
}

svStatus svCacheWriter_WriteFrame(svCacheWriter* writer, const svPositions* positions) {
    if (writer == NULL || positions == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    if (writer->status != SV_OK) {
        return writer->status;
    }
    const char* name = writer->packed != NULL ? writer->output.path : writer->pattern;
    if (positions->count != writer->def.vertexCount) {
        svContext_Message(writer->context, SV_ERROR,
                          "%s: frame %zu: expected %zu vertices, got %zu", svShortName(name),
                          writer->frameCount, writer->def.vertexCount, positions->count);
        return SV_ERROR_ARGUMENT;
    }
    if (!svPositions_IsValid(positions)) {
        return svFailArgument(writer->context, name, SV_NO_VIEW);
    }
    if (writer->frameCount == INT32_MAX) {
        return svFailArgument(writer->context, name, "more frames than the format can count");
    }
    writer->status =
        writer->packed != NULL ? WritePacked(writer, positions) : WriteFrameFile(writer, positions);
    writer->frameCount += writer->status == SV_OK ? 1 : 0;
    return writer->status;
}

static svStatus FinishPacked(svCacheWriter* writer) {
    writer->packed->finish(&writer->def, writer->frameCount, &writer->output);
    if (writer->rounded > 0) {
        svContext_Message(writer->context, SV_WARNING, "%s: %zu coordinates were rounded to float",
                          svShortName(writer->output.path), writer->rounded);
    }
    return svOutput_Commit(&writer->output);
}

// All final names are checked before the first frame is renamed.
static svStatus FinishFiles(svCacheWriter* writer) {
    svStatus status = SV_OK;
    for (size_t i = 0; i < writer->frameCount && status == SV_OK; ++i) {
        SetPaths(writer, i);
        status = svOutput_CheckTarget(writer->context, writer->path);
    }
    while (status == SV_OK && writer->movedCount < writer->frameCount) {
        SetPaths(writer, writer->movedCount);
        if (rename(writer->waiting, writer->path) == 0) {
            ++writer->movedCount;
        } else {
            status =
                svFailFile(writer->context, writer->path, "cannot rename the finished file", errno);
        }
    }
    return status;
}

svStatus svCacheWriter_Finish(svCacheWriter* writer) {
    if (writer == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    svStatus status = writer->status;
    if (status == SV_OK) {
        status = writer->packed != NULL ? FinishPacked(writer) : FinishFiles(writer);
    }
    svCacheWriter_Abort(writer); // frees the writer; what has its final name stays
    return status;
}

void svCacheWriter_Abort(svCacheWriter* writer) {
    if (writer == NULL) {
        return;
    }
    svOutput_Abort(&writer->output);
    if (writer->folderLength > 0) {
        for (size_t i = writer->movedCount; i < writer->frameCount; ++i) {
            SetPaths(writer, i);
            unlink(writer->waiting);
        }
        writer->waiting[writer->folderLength] = '\0';
        rmdir(writer->waiting);
    }
    svContext_Release(writer->context, writer->pattern);
    svContext_Release(writer->context, writer->path);
    svContext_Release(writer->context, writer->waiting);
    svContext_Release(writer->context, writer);
}
