// selvage gen: frames of a scene in; a mesh and a cache, or numbered meshes, out. All or nothing.

#include "gen.h"

#include "report/program.h"
#include "report/progress.h"
#include "report/table.h"
#include "report/terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_MAX_LENGTH = 64 };

typedef struct GenRun {
    const GenSettings* settings;
    svContext* context;
    PaperScene scene;
    bool madeFolder, wroteMesh;
    Progress progress;
} GenRun;

// A simulation that cannot continue has its own exit code.
static int ExitCode(const GenRun* run, svStatus status) {
    const int code = Program_ExitCode(run->context, status);
    return status == SV_ERROR_STEP ? EXIT_LIMIT : code;
}

static const char* FrameExtension(const GenSettings* settings) {
    return settings->format == GEN_PLY ? "ply" : "obj";
}

static char* PathTo(const GenSettings* settings, const char* name) {
    const size_t room = strlen(settings->output) + strlen(name) + 2;
    char* path = Terminal_Allocate(room, 1);
    const size_t length = strlen(settings->output);
    const bool slash = length > 0 && settings->output[length - 1] == '/';
    snprintf(path, room, "%s%s%s", settings->output, slash ? "" : "/", name);
    return path;
}

static char* MeshPath(const GenSettings* settings) {
    char name[NAME_MAX_LENGTH];
    snprintf(name, sizeof(name), "%s.obj", settings->name);
    return PathTo(settings, name);
}

static char* CachePath(const GenSettings* settings) {
    char name[NAME_MAX_LENGTH];
    if (settings->format == GEN_PC2) {
        snprintf(name, sizeof(name), "%s.pc2", settings->name);
    } else {
        snprintf(name, sizeof(name), "%s_####.%s", settings->name, FrameExtension(settings));
    }
    return PathTo(settings, name);
}

// Frees the path.
static bool IsPathFree(char* path) {
    struct stat info;
    const bool there = lstat(path, &info) == 0;
    if (there) {
        Terminal_Complain("%s exists already and is not overwritten; choose another folder", path);
    }
    free(path);
    return !there;
}

static bool AreTargetsFree(const GenSettings* settings, uint32_t frames) {
    if (settings->format == GEN_PC2) {
        return IsPathFree(MeshPath(settings)) && IsPathFree(CachePath(settings));
    }
    bool good = true;
    for (uint32_t f = 0; f <= frames && good; ++f) {
        char name[NAME_MAX_LENGTH];
        snprintf(name, sizeof(name), "%s_%04u.%s", settings->name, f, FrameExtension(settings));
        good = IsPathFree(PathTo(settings, name));
    }
    return good;
}

static bool MakeOutputFolder(GenRun* run) {
    const char* path = run->settings->output;
    run->madeFolder = mkdir(path, 0777) == 0;
    struct stat info;
    if (!run->madeFolder && (errno != EEXIST || stat(path, &info) != 0)) {
        Terminal_Complain("cannot create the folder %s: %s", path, strerror(errno));
        return false;
    }
    if (!run->madeFolder && !S_ISDIR(info.st_mode)) {
        Terminal_Complain("%s is a file: a scene needs a folder", path);
        return false;
    }
    return true;
}

static svStatus WriteSceneFrame(const GenRun* run, svCacheWriter* writer) {
    const svPositions x = svPositions_Double(run->scene.x1[0], run->scene.vertexCount);
    return svCacheWriter_WriteFrame(writer, &x);
}

// The first frame as the mesh that the cache animates. Written once the cache is complete but not
// yet renamed, so that neither exists without the other.
static svStatus WriteFirstFrame(GenRun* run, const double (*first)[3]) {
    if (run->settings->format != GEN_PC2) {
        return SV_OK;
    }
    char* path = MeshPath(run->settings);
    const svMeshView view = {svPositions_Double(first[0], run->scene.vertexCount),
                             run->scene.triangles, run->scene.triangleCount};
    const svStatus status = svWriteMesh(run->context, path, NULL, &view);
    run->wroteMesh = status == SV_OK;
    free(path);
    return status;
}

static int WriteSceneFrames(GenRun* run, svCacheWriter* writer) {
    svStatus status = WriteSceneFrame(run, writer);
    while (status == SV_OK && PaperScene_Step(&run->scene, &status)) {
        status = WriteSceneFrame(run, writer);
        run->progress.step = run->scene.step;
        if (status == SV_OK && !Progress_Tell(0, &run->progress)) {
            status = SV_CANCELLED;
        }
    }
    Progress_End();
    return ExitCode(run, status);
}

static int WriteSceneCache(GenRun* run) {
    char* path = CachePath(run->settings);
    svCacheWriterDef def = svDefaultCacheWriterDef();
    def.vertexCount = run->scene.vertexCount;
    def.triangles = run->scene.triangles;
    def.triangleCount = run->scene.triangleCount;
    def.mesh.scalar = run->settings->format == GEN_PLY ? SV_FILE_SCALAR_FLOAT : def.mesh.scalar;
    svCacheWriter* writer = NULL;
    svStatus status = svCacheWriter_Create(run->context, path, &def, &writer);
    free(path);
    if (status != SV_OK) {
        return ExitCode(run, status);
    }
    const size_t bytes = run->scene.vertexCount * sizeof(double[3]);
    double(*first)[3] = Terminal_Allocate(run->scene.vertexCount, sizeof(*first));
    memcpy(first, run->scene.x1, bytes);
    int code = WriteSceneFrames(run, writer);
    if (code == EXIT_CLEAN) {
        code = ExitCode(run, WriteFirstFrame(run, (const double(*)[3])first));
    }
    free(first);
    if (code != EXIT_CLEAN) {
        svCacheWriter_Abort(writer);
        return code;
    }
    return ExitCode(run, svCacheWriter_Finish(writer));
}

static void Tell(const GenRun* run) {
    char triangles[TABLE_CELL], vertices[TABLE_CELL];
    Cell_Count(triangles, run->scene.triangleCount);
    Cell_Count(vertices, run->scene.vertexCount);
    char* path = CachePath(run->settings);
    printf("%s: %s triangles, %s vertices, %lu frames in ", run->settings->name, triangles,
           vertices, (unsigned long)run->scene.step + 1);
    Terminal_PrintMasked(stdout, path);
    printf("\n");
    free(path);
}

static void TakeBack(const GenRun* run) {
    if (run->wroteMesh) {
        char* path = MeshPath(run->settings);
        unlink(path);
        free(path);
    }
    if (run->madeFolder) {
        rmdir(run->settings->output);
    }
}

static int OpenAndWrite(GenRun* run, const PaperSceneOptions* options) {
    run->progress = Progress_Begin("frame", options->steps);
    run->progress.tellRate = true;
    const svStatus status =
        PaperScene_Open(run->context, run->settings->name, options, &run->scene);
    int code = ExitCode(run, status);
    code = code == EXIT_CLEAN ? WriteSceneCache(run) : code;
    Progress_End();
    if (code == EXIT_CLEAN && !run->settings->quiet) {
        Tell(run);
    }
    PaperScene_Close(&run->scene);
    return code;
}

int GenScene_Write(svContext* context, const GenSettings* settings) {
    GenRun run = {.settings = settings, .context = context};
    const uint32_t frames =
        settings->frames > 0 ? settings->frames : PaperScene_FrameCount(settings->name);
    // Stride 1: consecutive frames for the cache.
    const PaperSceneOptions options = {.steps = frames, .stride = 1, .quick = settings->quick};
    int code = EXIT_TROUBLE;
    if (MakeOutputFolder(&run) && AreTargetsFree(settings, frames)) {
        code = OpenAndWrite(&run, &options);
    }
    if (code != EXIT_CLEAN) {
        TakeBack(&run);
    }
    return code;
}
