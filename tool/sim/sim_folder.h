// The folder of a run of `selvage sim`: crash-safe storage that lets a killed run resume.
//
// An unfinished run is in DIR/sim.part:
//   lock        held by the running process
//   frames      records of fixed size: one per frame, or with --substeps-out one per accepted part
//               of a step, of which the last one ends its frame
//   checkpoint  identity of the run, number of complete frames and of their records, state after
//               the last of them
//   ready/      result files, until all are complete and can be renamed into place
// A checkpoint is written to a temporary file, synced and renamed, after the frames that it counts:
// there is always a complete one, or none at the very start. Frames written after it are dropped.
// log.json is renamed into place last: it marks the result as complete and lists its files, the
// only ones that another run may overwrite.
#ifndef SELVAGE_TOOL_SIM_SIM_FOLDER_H
#define SELVAGE_TOOL_SIM_SIM_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What must match for a run to resume. No padding: compared and hashed as bytes.
typedef struct SimIdentity {
    char version[16];   // of the library
    uint64_t sceneHash; // of the scene file
    uint64_t startHash; // of all initial meshes and caches: files that the scene refers to
    double resolution;
    uint32_t format;    // SimFormat
    uint32_t obstacles; // SimObstacles
    uint32_t verify;
    uint32_t substepsOut;
} SimIdentity;

typedef struct SimCheckpoint {
    char magic[8];
    SimIdentity identity;
    uint64_t recordBytes;
    uint64_t frameCount;  // complete frames
    uint64_t recordCount; // their records: as many as frames, or more with --substeps-out
    uint64_t framesHash;  // of these records
    uint64_t placing;     // 0, or the number of frames of a result that is being renamed into place
    uint64_t stateBytes;  // of the state that follows; then a hash of everything before
} SimCheckpoint;

// A saved state of the simulation. Its size may change with every step.
typedef struct SimState {
    void* bytes;
    size_t size, capacity;
} SimState;

// Makes room for `size` bytes; what was there is lost.
void SimState_Resize(SimState* state, size_t size);
void SimState_Destroy(SimState* state);

typedef struct SimFolder {
    const char* path; // as given
    char* part;       // DIR/sim.part
    bool made;        // the folder is new
    bool hadPart;     // the part folder existed
    int lock, frames; // files; -1: not open
    SimCheckpoint checkpoint;
} SimFolder;

// Creates the folder if needed, and locks it. False after a complaint: another run holds the lock,
// or the folder is not writable.
bool SimFolder_Open(SimFolder* folder, const char* path);

// Unlocks. Without a checkpoint, nothing of the run is left, nor a folder created for it.
void SimFolder_Close(SimFolder* folder);

// DIR/name or DIR/sim.part/name, for the caller to free.
char* SimFolder_Path(const SimFolder* folder, const char* name);
char* SimFolder_PartPath(const SimFolder* folder, const char* name);

typedef enum SimProgress {
    SIM_BEGINS,   // no frames yet
    SIM_GOES_ON,  // the checkpoint is in folder->checkpoint, its state in *state
    SIM_COMPLETE, // finished before; the cleanup has been completed
    SIM_REFUSED   // after a complaint
} SimProgress;

// Looks for a run to resume: one with this identity and this size of records; if it was
// killed while renaming its files into place, also with as many frames as wanted->placing.
// `restart`: discards any run, finished or not.
SimProgress SimFolder_Resume(SimFolder* folder, const SimCheckpoint* wanted, bool restart,
                             SimState* state);

// Starts with no frames. False after a complaint, as all below.
bool SimFolder_Begin(SimFolder* folder, const SimCheckpoint* wanted);
// `ends`: the record completes a frame. A caller that gives up a frame before takes back
// folder->checkpoint as it was.
bool SimFolder_Append(SimFolder* folder, const void* record, bool ends);
bool SimFolder_ReadRecord(const SimFolder* folder, uint64_t index, void* record);

// Writes a checkpoint: from here on a killed run resumes after the frames so far.
bool SimFolder_Save(SimFolder* folder, const SimState* state);

// Creates an empty DIR/sim.part/ready, or removes it.
bool SimFolder_MakeReady(const SimFolder* folder);
bool SimFolder_RemoveReady(const SimFolder* folder);
// Renames a file from there to its final place.
bool SimFolder_Place(const SimFolder* folder, const char* name);
// The result is complete: removes DIR/sim.part's files.
bool SimFolder_Conclude(SimFolder* folder);
// Whether there is a run to resume.
bool SimFolder_HasCheckpoint(const SimFolder* folder);

// Identity of a request, frames included; recorded in the log.
uint64_t SimCheckpoint_Hash(const SimCheckpoint* wanted);

// Whether a checkpoint in folder `path` is of the run that is requested; complains.
bool SimCheckpoint_IsSameRun(const SimCheckpoint* found, const SimCheckpoint* wanted,
                             const char* path);

// Frames with intersections of the finished run in this folder, by its log.
uint64_t SimFolder_BadFrames(const SimFolder* folder);

// A hash of bytes; begin with SIM_HASH_SEED.
#define SIM_HASH_SEED 0xcbf29ce484222325u
uint64_t SimHash(uint64_t hash, const void* bytes, size_t size);

#endif
