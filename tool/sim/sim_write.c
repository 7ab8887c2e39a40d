// selvage sim: frame records in; meshes, caches and log out, first in ready/, then renamed into
// place.

#include "sim_run.h"

#include "report/program.h"
#include "report/progress.h"
#include "report/terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char* MeshExtension(const SimRun* run) {
    return run->settings->format == SIM_PLY ? "ply" : "obj";
}

// PC2: the initial mesh, and a cache if the piece is cached. Else numbered meshes; without a cache
// only the first.
bool SimPiece_File(const SimRun* run, const SimPiece* piece, uint64_t number,
                   char name[SIM_FILE_NAME]) {
    if (run->settings->format == SIM_PC2) {
        snprintf(name, SIM_FILE_NAME, "%s.%s", piece->file, number == 0 ? "obj" : "pc2");
        return number < (piece->cached ? 2 : 1);
    }
    snprintf(name, SIM_FILE_NAME, "%s_%04llu.%s", piece->file, (unsigned long long)number,
             MeshExtension(run));
    return number < (piece->cached ? run->cacheFrames : 1);
}

void SimPiece_Cache(const SimRun* run, const SimPiece* piece, char name[SIM_FILE_NAME]) {
    if (run->settings->format == SIM_PC2) {
        snprintf(name, SIM_FILE_NAME, "%s.pc2", piece->file);
    } else {
        snprintf(name, SIM_FILE_NAME, "%s_####.%s", piece->file, MeshExtension(run));
    }
}

static bool IsTargetFree(const SimRun* run, const char* name) {
    char* path = SimFolder_Path(&run->folder, name);
    struct stat info;
    const bool there = lstat(path, &info) == 0;
    if (there) {
        Terminal_Complain(
            "%s exists already, not from a finished run, and is not overwritten; choose "
            "another folder",
            path);
    }
    free(path);
    return !there;
}

bool SimRun_CheckTargets(const SimRun* run) {
    bool good = true;
    for (uint32_t i = 0; i < run->pieceCount && good; ++i) {
        char name[SIM_FILE_NAME];
        for (uint64_t n = 0; good && SimPiece_File(run, &run->pieces[i], n, name); ++n) {
            good = IsTargetFree(run, name);
        }
    }
    return good && IsTargetFree(run, "log.json");
}

static char* ReadyPath(const SimRun* run, const char* name) {
    char inner[SIM_FILE_NAME + 8];
    snprintf(inner, sizeof(inner), "ready/%s", name);
    return SimFolder_PartPath(&run->folder, inner);
}

static int FailResult(const SimRun* run, svStatus status) {
    const char* text = svContext_LastError(run->context);
    Progress_End();
    Terminal_Complain("%s", text[0] != '\0' ? text : svStatus_Text(status));
    return EXIT_TROUBLE;
}

// Positions of a piece: from the record, or the initial ones.
static svPositions Positions(const SimRun* run, const SimPiece* piece) {
    const float* values = piece->cached ? SimRun_Values(run) + piece->firstValue : piece->start;
    return svPositions_Float(values, piece->vertexCount);
}

static int WritePieceMesh(const SimRun* run, const SimPiece* piece) {
    if (!SimFolder_ReadRecord(&run->folder, 0, run->record)) {
        return EXIT_TROUBLE;
    }
    char name[SIM_FILE_NAME];
    (void)SimPiece_File(run, piece, 0, name);
    char* path = ReadyPath(run, name);
    const svSimMesh mesh = SimPiece_Mesh(run, piece);
    const svMeshView view = {Positions(run, piece), mesh.triangles, mesh.triangleCount};
    const svStatus status = svWriteMesh(run->context, path, NULL, &view);
    free(path);
    return status == SV_OK ? EXIT_CLEAN : FailResult(run, status);
}

static int WritePieceFrames(const SimRun* run, const SimPiece* piece, svCacheWriter* writer) {
    for (uint64_t f = 0; f < run->cacheFrames; ++f) {
        if (Progress_IsBroken()) {
            return EXIT_BROKEN;
        }
        if (!SimFolder_ReadRecord(&run->folder, f, run->record)) {
            return EXIT_TROUBLE;
        }
        const svPositions positions = Positions(run, piece);
        const svStatus status = svCacheWriter_WriteFrame(writer, &positions);
        if (status != SV_OK) {
            return FailResult(run, status);
        }
    }
    return EXIT_CLEAN;
}

static int WritePieceCache(const SimRun* run, const SimPiece* piece) {
    char name[SIM_FILE_NAME];
    SimPiece_Cache(run, piece, name);
    char* path = ReadyPath(run, name);
    svCacheWriterDef def = svDefaultCacheWriterDef();
    const svSimMesh mesh = SimPiece_Mesh(run, piece);
    def.vertexCount = piece->vertexCount;
    def.triangles = mesh.triangles;
    def.triangleCount = mesh.triangleCount;
    svCacheWriter* writer = NULL;
    svStatus status = svCacheWriter_Create(run->context, path, &def, &writer);
    free(path);
    if (status != SV_OK) {
        return FailResult(run, status);
    }
    const int code = WritePieceFrames(run, piece, writer);
    if (code != EXIT_CLEAN) {
        svCacheWriter_Abort(writer);
        return code;
    }
    status = svCacheWriter_Finish(writer);
    return status == SV_OK ? EXIT_CLEAN : FailResult(run, status);
}

static int WritePiece(const SimRun* run, const SimPiece* piece) {
    int code = EXIT_CLEAN;
    if (run->settings->format == SIM_PC2 || !piece->cached) {
        code = WritePieceMesh(run, piece);
    }
    return code == EXIT_CLEAN && piece->cached ? WritePieceCache(run, piece) : code;
}

static bool WriteLog(const SimRun* run, const SimSummary* summary) {
    char* path = ReadyPath(run, "log.json");
    errno = 0;
    FILE* stream = fopen(path, "w");
    bool good = stream != NULL && SimRun_WriteLog(run, summary, stream);
    good = good && fflush(stream) == 0 && ferror(stream) == 0 && fsync(fileno(stream)) == 0;
    if (stream != NULL) {
        good = fclose(stream) == 0 && good;
    }
    if (!good) {
        Terminal_Complain("cannot write %s: %s", path, strerror(errno != 0 ? errno : EIO));
    }
    free(path);
    return good;
}

// The log goes last: it marks the result as complete.
static bool PlaceResult(const SimRun* run) {
    bool good = true;
    for (uint32_t i = 0; i < run->pieceCount && good; ++i) {
        char name[SIM_FILE_NAME];
        for (uint64_t n = 0; good && SimPiece_File(run, &run->pieces[i], n, name); ++n) {
            good = SimFolder_Place(&run->folder, name);
        }
    }
    return good && SimFolder_Place(&run->folder, "log.json");
}

// Writes all result files to ready/.
static int WriteReady(const SimRun* run, const SimSummary* summary) {
    int code = SimFolder_MakeReady(&run->folder) ? EXIT_CLEAN : EXIT_TROUBLE;
    for (uint32_t i = 0; i < run->pieceCount && code == EXIT_CLEAN; ++i) {
        code = WritePiece(run, &run->pieces[i]);
    }
    return code == EXIT_CLEAN && !WriteLog(run, summary) ? EXIT_TROUBLE : code;
}

int SimRun_Finish(SimRun* run, const SimSummary* summary) {
    SimFolder* folder = &run->folder;
    const int code = WriteReady(run, summary);
    if (code != EXIT_CLEAN) {
        (void)SimFolder_RemoveReady(folder); // frees the space of a full disk
        return code;
    }
    bool good = true;
    if (folder->checkpoint.placing == 0) { // from here on result files may be in place
        folder->checkpoint.placing = run->wanted.placing;
        good = SimRun_CheckTargets(run) && SimFolder_Save(folder, &run->state);
    }
    return good && PlaceResult(run) && SimFolder_Conclude(folder) ? EXIT_CLEAN : EXIT_TROUBLE;
}
