// selvage sim: simulates frame by frame into records, with checkpoints in between.

#include "sim_run.h"

#include "report/program.h"
#include "report/progress.h"
#include "report/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

FrameLog* SimRun_Log(const SimRun* run) {
    return run->record;
}

float* SimRun_Values(const SimRun* run) {
    return (float*)((char*)run->record + sizeof(FrameLog));
}

svSimMesh SimPiece_Mesh(const SimRun* run, const SimPiece* piece) {
    return piece->obstacle ? svSim_GetObstacle(run->scene.sim, piece->index)
                           : svSim_GetCloth(run->scene.sim, piece->index);
}

static bool IsTaken(const SimRun* run, uint32_t before, const char* file) {
    for (uint32_t i = 0; i < before; ++i) {
        if (strcasecmp(run->pieces[i].file, file) == 0) { // file systems may ignore case
            return true;
        }
    }
    return false;
}

// A unique base name for files: the mesh's name with '_' for all but letters, digits, '-' and '.',
// and a number if it is taken.
static void NameFile(SimRun* run, uint32_t place, const char* name) {
    SimPiece* piece = &run->pieces[place];
    char base[40] = "";
    for (size_t i = 0; name != NULL && name[i] != '\0' && i + 1 < sizeof(base); ++i) {
        const char c = name[i];
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '-' || (c == '.' && i > 0);
        base[i] = plain ? c : '_';
    }
    if (base[0] == '\0') {
        snprintf(base, sizeof(base), "%s", piece->obstacle ? "obstacle" : "cloth");
    }
    snprintf(piece->file, sizeof(piece->file), "%s", base);
    for (unsigned n = 2; IsTaken(run, place, piece->file); ++n) {
        snprintf(piece->file, sizeof(piece->file), "%s_%u", base, n);
    }
}

// Positions are exact floats: no rounding here.
static void TakeFloats(const svPositions* positions, float* to) {
    for (size_t v = 0; v < positions->count; ++v) {
        double point[3];
        svPositions_Get(positions, v, point);
        for (int d = 0; d < 3; ++d) {
            *to++ = (float)point[d];
        }
    }
}

static bool IsCached(const SimRun* run, const SimPiece* piece) {
    const SimObstacles written = run->settings->obstacles;
    return !piece->obstacle || written == SIM_ALL ||
           (written == SIM_MOVING && svSim_ObstacleMoves(run->scene.sim, piece->index));
}

static void AddPieces(SimRun* run) {
    const uint32_t cloths = svSim_ClothCount(run->scene.sim);
    run->pieceCount = cloths + svSim_ObstacleCount(run->scene.sim);
    run->pieces = Terminal_Allocate(run->pieceCount, sizeof(SimPiece));
    size_t values = 0;
    for (uint32_t i = 0; i < run->pieceCount; ++i) {
        SimPiece* piece = &run->pieces[i];
        piece->obstacle = i >= cloths;
        piece->index = piece->obstacle ? i - cloths : i;
        piece->cached = IsCached(run, piece);
        const svSimMesh mesh = SimPiece_Mesh(run, piece);
        piece->vertexCount = mesh.positions.count;
        piece->firstValue = values;
        values += piece->cached ? 3 * piece->vertexCount : 0;
        if (!piece->cached) {
            piece->start = Terminal_Allocate(3 * piece->vertexCount, sizeof(float));
            TakeFloats(&mesh.positions, piece->start);
        }
        NameFile(run, i, mesh.name);
    }
    run->wanted.recordBytes = sizeof(FrameLog) + values * sizeof(float);
}

static uint64_t HashMesh(uint64_t hash, const svSimMesh* mesh) {
    hash = SimHash(hash, mesh->triangles, 3 * mesh->triangleCount * sizeof(uint32_t));
    for (size_t i = 0; i < mesh->positions.count; ++i) {
        double point[3];
        svPositions_Get(&mesh->positions, i, point);
        hash = SimHash(hash, point, sizeof(point));
    }
    return hash;
}

static void SaveState(SimRun* run) {
    SimState_Resize(&run->state, svSim_StateSize(run->scene.sim));
    svSim_SaveState(run->scene.sim, run->state.bytes);
}

void SimRun_Prepare(SimRun* run, const char* text, size_t size) {
    const SimSettings* settings = run->settings;
    AddPieces(run);
    SimIdentity* identity = &run->wanted.identity;
    snprintf(identity->version, sizeof(identity->version), "%s", svVersion());
    identity->sceneHash = SimHash(SIM_HASH_SEED, text, size);
    identity->startHash = SIM_HASH_SEED;
    for (uint32_t i = 0; i < run->pieceCount; ++i) {
        const svSimMesh mesh = SimPiece_Mesh(run, &run->pieces[i]);
        identity->startHash = HashMesh(identity->startHash, &mesh);
    }
    identity->resolution = settings->resolution;
    identity->format = settings->format;
    identity->obstacles = settings->obstacles;
    identity->verify = settings->verify;
    identity->substepsOut = settings->substepsOut;
    const uint64_t perFrame = settings->substepsOut ? run->scene.substeps : 1;
    run->cacheFrames = run->scene.frameCount * perFrame + 1;
    run->wanted.placing = (uint64_t)run->scene.frameCount + 1;
    // The state includes the obstacles' caches, so these count as well.
    SaveState(run);
    identity->startHash = SimHash(identity->startHash, run->state.bytes, run->state.size);
    run->record = Terminal_Allocate((size_t)run->wanted.recordBytes, 1);
}

void SimRun_Destroy(SimRun* run) {
    free(run->record);
    SimState_Destroy(&run->state);
    for (uint32_t i = 0; i < run->pieceCount; ++i) {
        free(run->pieces[i].start);
    }
    free(run->pieces);
    svSim_Destroy(run->scene.sim);
}

// The substeps of a frame; the initial frame has none.
static svStatus StepFrame(SimRun* run) {
    svStatus status = SV_OK;
    for (uint32_t i = 0; run->log.frame > 0 && i < run->scene.substeps && status == SV_OK; ++i) {
        svSimStats step;
        status = svSim_Step(run->scene.sim, &step);
        if (status == SV_OK) {
            svSimStats_Add(&run->log.stats, &step);
        }
    }
    return status == SV_OK ? run->partStatus : status;
}

static svStatus Verify(SimRun* run) {
    svIntersections found;
    const svStatus status = svSim_Intersect(run->scene.sim, &found);
    if (status == SV_OK && found.total > 0) {
        if (run->log.intersections == 0) {
            run->log.pair = found.pairs[0];
        }
        run->log.intersections += found.total;
    }
    return status;
}

static void RecordPositions(SimRun* run) {
    for (uint32_t i = 0; i < run->pieceCount; ++i) {
        const SimPiece* piece = &run->pieces[i];
        if (piece->cached) {
            const svSimMesh mesh = SimPiece_Mesh(run, piece);
            TakeFloats(&mesh.positions, SimRun_Values(run) + piece->firstValue);
        }
    }
}

// A part is held until the next one comes: the last of a frame becomes the record that ends it.
void SimRun_TakePart(double time, void* user) {
    SimRun* run = user;
    if (run->held) {
        FrameLog* log = SimRun_Log(run);
        memset(log, 0, sizeof(*log));
        log->frame = run->log.frame;
        log->time = run->heldTime;
        run->partLost = run->partLost || !SimFolder_Append(&run->folder, run->record, false);
    }
    RecordPositions(run);
    run->held = true;
    run->heldTime = time;
    if (run->settings->verify && run->partStatus == SV_OK) {
        run->partStatus = Verify(run);
    }
}

// Explains why the run ends early, and what can be kept of it.
static int ExplainFailure(SimRun* run, svStatus status, uint64_t frame) {
    const char* text = svContext_LastError(run->context);
    Progress_End();
    Terminal_Complain("frame %llu of %lu: %s", (unsigned long long)frame,
                      (unsigned long)run->scene.frameCount,
                      text[0] != '\0' ? text : svStatus_Text(status));
    if (frame > 1) {
        Terminal_Complain("the frames before it are kept in %s: --frames %llu writes them",
                          run->folder.part, (unsigned long long)frame - 1);
    }
    return status == SV_ERROR_STEP ? EXIT_LIMIT : EXIT_TROUBLE;
}

// Simulates a frame: its last state into the record, those before it are appended on the way.
static svStatus SimulateFrame(SimRun* run, uint64_t frame) {
    memset(&run->log, 0, sizeof(run->log));
    run->log.frame = frame;
    run->log.ends = 1;
    run->held = run->partLost = false;
    run->partStatus = SV_OK;
    svStatus status = StepFrame(run);
    if (status == SV_OK && run->settings->verify && !run->held) {
        status = Verify(run);
    }
    if (status == SV_OK) {
        run->log.time = svSim_Time(run->scene.sim);
        RecordPositions(run);
        memcpy(SimRun_Log(run), &run->log, sizeof(run->log));
    }
    return status;
}

// Simulates the next frame into records. If it cannot be completed, none of its records count.
static int AddFrameRecords(SimRun* run) {
    SimFolder* folder = &run->folder;
    const SimCheckpoint before = folder->checkpoint;
    const svStatus status = SimulateFrame(run, before.frameCount);
    int code = EXIT_CLEAN;
    if (status != SV_OK && !run->partLost) {
        code = ExplainFailure(run, status, before.frameCount);
    } else if (run->partLost || !SimFolder_Append(folder, run->record, true)) {
        code = EXIT_TROUBLE;
    }
    if (code == EXIT_CLEAN) {
        SaveState(run);
    } else {
        folder->checkpoint = before;
    }
    return code;
}

int SimRun_Simulate(SimRun* run) {
    SimFolder* folder = &run->folder;
    const uint64_t* done = &folder->checkpoint.frameCount;
    uint64_t savedCount = *done;
    double saved = Program_Seconds();
    int code = EXIT_CLEAN;
    while (*done <= run->scene.frameCount && code == EXIT_CLEAN) {
        run->progress.step = (size_t)*done;
        if (!Progress_Tell(0, &run->progress)) {
            code = EXIT_BROKEN;
            break;
        }
        code = AddFrameRecords(run);
        const double now = Program_Seconds();
        if (code == EXIT_CLEAN && (savedCount == 0 || now - saved >= run->settings->checkpoint)) {
            code = SimFolder_Save(folder, &run->state) ? EXIT_CLEAN : EXIT_TROUBLE;
            saved = now;
            savedCount = *done;
        }
    }
    // However the run ended, the state is that of the last complete frame.
    if (*done > savedCount && !SimFolder_Save(folder, &run->state)) {
        return EXIT_TROUBLE;
    }
    return code;
}
