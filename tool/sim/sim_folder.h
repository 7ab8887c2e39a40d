// The folder of a run of `selvage sim`, and what makes it go on after it was killed.
//
// Everything that is not finished is in DIR/sim.part:
//   lock        held by the run that is at work
//   frames      a record of fixed size per frame
//   checkpoint  what was asked, how many records are good, and the state after the last of them
//   ready/      the files of the result, until all of them are there and can be put in place
// A checkpoint is written beside, synced and renamed, after the frames that it counts: at every
// moment there is a whole one, or none because the run has hardly begun. What was written after it
// is forgotten. log.json is put in place last: it says that the result is whole, and lists its
// files, the only ones that another run may replace.
#ifndef SELVAGE_TOOL_SIM_SIM_FOLDER_H
#define SELVAGE_TOOL_SIM_SIM_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What must be the same for a run to go on. No padding: compared and hashed as bytes.
typedef struct SimIdentity {
    char version[16];   // of the library
    uint64_t sceneHash; // of the scene file
    uint64_t startHash; // of all meshes at the beginning and their caches: files the scene names
    double resolution;
    uint32_t format; // SimFormat
    uint32_t obstacles, verify;
    uint32_t unused;
} SimIdentity;

typedef struct SimCheckpoint {
    char magic[8];
    SimIdentity identity;
    uint64_t recordBytes;
    uint64_t frameCount; // records that are good
    uint64_t framesHash; // of them
    uint64_t placing;    // 0, or the number of frames of the result that is being put in place
    uint64_t stateBytes; // which follow; then a hash of all before it
} SimCheckpoint;

typedef struct SimFolder {
    const char* path; // as given
    char* part;       // the folder of what is not finished
    bool made;        // the folder was not there before
    bool hadPart;     // that of what is not finished was
    int lock, frames; // files; -1: not open
    SimCheckpoint checkpoint;
} SimFolder;

// Makes the folder, unless it is there, and locks it. False after a complaint: another run is at
// work there, or it cannot be written to.
bool SimFolder_Open(SimFolder* folder, const char* path);

// Unlocks. Without a checkpoint nothing of a run is left, and no folder that was made for it.
void SimFolder_Close(SimFolder* folder);

// DIR/name or DIR/sim.part/name, for the caller to free.
char* SimFolder_Path(const SimFolder* folder, const char* name);
char* SimFolder_PartPath(const SimFolder* folder, const char* name);

typedef enum SimProgress {
    SIM_BEGINS,   // no frames yet
    SIM_GOES_ON,  // the checkpoint is in folder->checkpoint, the state in *state
    SIM_COMPLETE, // only tidying up was left, and has been done
    SIM_REFUSED   // after a complaint
} SimProgress;

// Looks for a run that can go on: one with this identity and records and states of these sizes,
// and, if it ended while it was putting its files in place, with as many frames as wanted->placing.
// `restart`: forgets whatever run there is, finished or not.
SimProgress SimFolder_Resume(SimFolder* folder, const SimCheckpoint* wanted, bool restart,
                             void* state);

// Begins with no frames. False after a complaint, as all below.
bool SimFolder_Begin(SimFolder* folder, const SimCheckpoint* wanted);
bool SimFolder_Append(SimFolder* folder, const void* record);
bool SimFolder_ReadFrame(const SimFolder* folder, uint64_t frame, void* record);

// From here on the run goes on after the frames that there are.
bool SimFolder_Save(SimFolder* folder, const void* state);

// An empty DIR/sim.part/ready, or none.
bool SimFolder_MakeReady(const SimFolder* folder);
bool SimFolder_RemoveReady(const SimFolder* folder);
// Moves a file from there into its place.
bool SimFolder_Place(const SimFolder* folder, const char* name);
// The result is whole: removes everything that was not finished.
bool SimFolder_Conclude(SimFolder* folder);
// Whether a run would go on here.
bool SimFolder_HasCheckpoint(const SimFolder* folder);

// What was asked, frames included: a log tells it.
uint64_t SimCheckpoint_Hash(const SimCheckpoint* wanted);

// How many frames of the finished run in this folder intersect; its log says so.
uint64_t SimFolder_BadFrames(const SimFolder* folder);

// A hash of bytes; begin with SIM_HASH_SEED.
#define SIM_HASH_SEED 0xcbf29ce484222325u
uint64_t SimHash(uint64_t hash, const void* bytes, size_t size);

#endif
