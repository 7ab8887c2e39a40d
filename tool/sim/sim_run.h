// What `selvage sim` was asked, what it simulates and what it writes.
#ifndef SELVAGE_TOOL_SIM_SIM_RUN_H
#define SELVAGE_TOOL_SIM_SIM_RUN_H

#include "report/progress.h"
#include "sim_folder.h"

#include "selvage/io.h"
#include "selvage/sim.h"

#include <stdio.h>

typedef enum SimFormat { SIM_PC2, SIM_PLY, SIM_OBJ, SIM_FORMAT_COUNT } SimFormat;

typedef struct SimSettings {
    const char* scene;  // a name or a path, as given
    const char* output; // the folder
    uint32_t frames;    // 0: as the scene says
    uint32_t threads;   // 0: all
    double resolution;
    double checkpoint; // seconds between two; 0: after every frame
    SimFormat format;
    bool obstacles, verify, restart, quiet;
} SimSettings;

// How a frame went. Counts and times of all its steps together, the largest stretch of them, and
// what else the last one says.
typedef struct FrameLog {
    svSimStats stats;
    uint64_t intersections; // pairs of triangles, with --verify
    svFeaturePair pair;     // the first of them; cloths come first, then obstacles
} FrameLog;

// A cloth or an obstacle. Its positions are in the records of the frames if it has a cache; else
// only its first frame is written.
typedef struct SimPiece {
    bool obstacle, cached;
    uint32_t index;
    size_t vertexCount;
    size_t firstValue; // of its floats in a record
    float* start;      // without a cache: its floats at the beginning
    char file[64];     // name of its files, up to the dot or the number
} SimPiece;

typedef struct SimRun {
    const SimSettings* settings;
    svContext* context;
    svSimScene scene;
    SimPiece* pieces; // cloths, then obstacles
    uint32_t pieceCount;
    SimCheckpoint wanted;
    SimFolder folder;
    Progress progress;

    // Of a frame: how it went, then the floats of all pieces that have a cache.
    void* record;
    void* state; // for a checkpoint
} SimRun;

// The two parts of the record.
FrameLog* SimRun_Log(const SimRun* run);
float* SimRun_Values(const SimRun* run);

// A piece as it is now.
svSimMesh SimPiece_Mesh(const SimRun* run, const SimPiece* piece);

// The pieces, the sizes of records and states, and what must be the same for a run to go on.
void SimRun_Prepare(SimRun* run, const char* text, size_t size);
void SimRun_Destroy(SimRun* run);

// Simulates the frames that are missing. EXIT_CLEAN, or why it ended after a complaint; what there
// is by then is kept.
int SimRun_Simulate(SimRun* run);

// Complains if one of the files that will be written is there already.
bool SimRun_CheckTargets(const SimRun* run);

// A file of a piece, counted from 0; false if there are no more.
#define SIM_FILE_NAME 96
bool SimPiece_File(const SimRun* run, const SimPiece* piece, uint64_t number,
                   char name[SIM_FILE_NAME]);
// Its cache: a file, or a pattern.
void SimPiece_Cache(const SimRun* run, const SimPiece* piece, char name[SIM_FILE_NAME]);

typedef enum SimStage {
    SIM_SOLVE,
    SIM_PROXIMITY,
    SIM_PROJECT,
    SIM_DETECT,
    SIM_FAIL_SAFE,
    SIM_TOTAL,
    SIM_STAGE_COUNT
} SimStage;

// The frames together. The first one, the beginning, counts only where intersections do.
typedef struct SimSummary {
    uint64_t frames;
    double sum[SIM_STAGE_COUNT], worst[SIM_STAGE_COUNT]; // seconds
    uint64_t nearPairs, contacts, rounds, zones, zoneParticles, cuts, solverIterations;
    uint64_t mostContacts; // in a frame
    double worstStretch;
    uint64_t worstStretchFrame;
    double largestEnergy; // kinetic, gravity and elastic energy together

    uint64_t badFrames, firstBad;
    FrameLog bad; // of the first
} SimSummary;

// These read the frames; false after a complaint.
bool SimRun_Summarize(const SimRun* run, SimSummary* summary);
bool SimRun_WriteLog(const SimRun* run, const SimSummary* summary, FILE* stream);
void SimRun_Print(const SimRun* run, const SimSummary* summary, FILE* stream);

// Writes the result from the frames and puts it in its place. EXIT_CLEAN, EXIT_TROUBLE after a
// complaint, or EXIT_BROKEN.
int SimRun_Finish(SimRun* run, const SimSummary* summary);

#endif
