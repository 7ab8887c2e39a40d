// The folder of a run: lock, frame records, checkpoint; what makes a run resumable after a kill.

#include "sim_folder.h"

#include "report/terminal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC "SVSIMCP2" // eight characters; the last is the version of the layout
#define LOG "log.json"

void SimState_Resize(SimState* state, size_t size) {
    if (size > state->capacity) {
        SimState_Destroy(state);
        state->bytes = Terminal_Allocate(size, 1);
        state->capacity = size;
    }
    state->size = size;
}

void SimState_Destroy(SimState* state) {
    free(state->bytes);
    *state = (SimState){0};
}

static char* JoinPath(const char* folder, const char* name) {
    const size_t room = strlen(folder) + strlen(name) + 2;
    char* path = Terminal_Allocate(room, 1);
    snprintf(path, room, "%s/%s", folder, name);
    return path;
}

char* SimFolder_Path(const SimFolder* folder, const char* name) {
    return JoinPath(folder->path, name);
}

char* SimFolder_PartPath(const SimFolder* folder, const char* name) {
    return JoinPath(folder->part, name);
}

static bool Complain(const char* what, const char* path, int error) {
    Terminal_Progress(NULL);
    Terminal_Complain("cannot %s %s: %s", what, path, strerror(error));
    return false;
}

static bool WriteAllAt(int file, const void* bytes, size_t size, uint64_t offset) {
    const char* from = bytes;
    while (size > 0) {
        const ssize_t written = pwrite(file, from, size, (off_t)offset);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        const size_t done = written > 0 ? (size_t)written : 0;
        from += done;
        size -= done;
        offset += done;
    }
    return true;
}

// A file that ends too early leaves errno at 0.
static bool ReadAllAt(int file, void* bytes, size_t size, uint64_t offset) {
    char* to = bytes;
    errno = 0;
    while (size > 0) {
        const ssize_t got = pread(file, to, size, (off_t)offset);
        if (got == 0 || (got < 0 && errno != EINTR)) {
            return false;
        }
        const size_t done = got > 0 ? (size_t)got : 0;
        to += done;
        size -= done;
        offset += done;
    }
    return true;
}

static bool RemoveFile(const char* path) {
    return unlink(path) == 0 || errno == ENOENT || Complain("remove", path, errno);
}

// Makes renames and removals in a folder durable. Not supported by all file systems; no reason to
// end a run.
static void SyncFolder(const char* path) {
    const int folder = open(path, O_RDONLY | O_CLOEXEC);
    if (folder >= 0) {
        (void)fsync(folder);
        close(folder);
    }
}

// Removes a folder with files and, to `depth`, folders; false if something is left.
static bool RemoveTree(const char* path, int depth) {
    DIR* folder = opendir(path);
    if (folder == NULL) {
        return errno == ENOENT;
    }
    for (const struct dirent* entry; (entry = readdir(folder)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
            continue;
        }
        char* inner = JoinPath(path, entry->d_name);
        if (unlink(inner) != 0 && depth > 0) {
            (void)RemoveTree(inner, depth - 1);
        }
        free(inner);
    }
    closedir(folder);
    return rmdir(path) == 0;
}

static bool Has(const SimFolder* folder, const char* name) {
    char* path = SimFolder_PartPath(folder, name);
    struct stat info;
    const bool there = lstat(path, &info) == 0;
    free(path);
    return there;
}

bool SimFolder_HasCheckpoint(const SimFolder* folder) {
    return Has(folder, "checkpoint");
}

static bool MakeFolderIfNew(const char* path, bool* made) {
    *made = mkdir(path, 0777) == 0;
    if (*made || errno == EEXIST) {
        return true;
    }
    return Complain("create the folder", path, errno);
}

// Locks the file: 1, or 0 if the run that held the lock has just removed it (try again), or -1
// after a complaint.
static int TryLock(SimFolder* folder, const char* path) {
    folder->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (folder->lock < 0) {
        if (errno == ENOENT) {
            return 0;
        }
        (void)Complain("write", path, errno);
        return -1;
    }
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct stat locked, named;
    int result = 0;
    if (fcntl(folder->lock, F_SETLK, &whole) != 0) {
        if (errno != EACCES && errno != EAGAIN) {
            (void)Complain("lock", path, errno);
        } else {
            Terminal_Complain("another selvage sim is running in %s", folder->path);
        }
        result = -1;
    } else if (fstat(folder->lock, &locked) == 0 && stat(path, &named) == 0 &&
               locked.st_ino == named.st_ino && locked.st_dev == named.st_dev) {
        return 1;
    }
    close(folder->lock);
    folder->lock = -1;
    return result;
}

bool SimFolder_Open(SimFolder* folder, const char* path) {
    *folder =
        (SimFolder){.path = path, .part = JoinPath(path, "sim.part"), .lock = -1, .frames = -1};
    char* lock = JoinPath(folder->part, "lock");
    int locked = MakeFolderIfNew(path, &folder->made) ? 0 : -1;
    for (int attempt = 0; attempt < 100 && locked == 0; ++attempt) {
        bool madePart = false;
        locked = MakeFolderIfNew(folder->part, &madePart) ? TryLock(folder, lock) : -1;
        folder->hadPart = !madePart;
    }
    free(lock);
    if (locked != 1) {
        SimFolder_Close(folder);
    }
    return locked == 1;
}

// Opens a log written by a run, past its first lines; null if it is none.
static FILE* OpenLog(const char* path) {
    FILE* file = fopen(path, "r");
    if (file == NULL) {
        return NULL;
    }
    char lines[3][64] = {"", "", ""};
    for (int i = 0; i < 3; ++i) {
        if (fgets(lines[i], sizeof(lines[i]), file) == NULL) {
            break;
        }
    }
    if (strcmp(lines[0], "{\n") == 0 && strncmp(lines[1], "  \"version\": ", 13) == 0 &&
        strcmp(lines[2], "  \"command\": \"sim\",\n") == 0) {
        return file;
    }
    fclose(file);
    return NULL;
}

// The number after `prefix` at the start of a line of the log; 0 if there is no such line.
static uint64_t FindInLog(const SimFolder* folder, const char* prefix, int base) {
    char* path = SimFolder_Path(folder, LOG);
    FILE* file = OpenLog(path);
    free(path);
    uint64_t value = 0;
    char line[256];
    while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
        if (strncmp(line, prefix, strlen(prefix)) == 0) {
            value = strtoull(line + strlen(prefix), NULL, base);
            break;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return value;
}

uint64_t SimFolder_BadFrames(const SimFolder* folder) {
    return FindInLog(folder, "    \"intersecting_frames\": ", 10);
}

// Removes the files that a log lists, then the log. Our file names have no '/' and no escapes. If
// one cannot be removed, the log stays: it alone says that the file is ours.
static bool RemoveListed(const SimFolder* folder, const char* log) {
    FILE* file = OpenLog(log);
    if (file == NULL) {
        return true;
    }
    char line[512], name[256];
    bool listed = false, good = true;
    while (fgets(line, sizeof(line), file) != NULL) {
        listed = listed || strcmp(line, "  \"files\": [\n") == 0;
        if (listed && sscanf(line, "    \"%255[^\"/\\]\"", name) == 1) {
            char* path = SimFolder_Path(folder, name);
            good = RemoveFile(path) && good;
            free(path);
        }
    }
    fclose(file);
    return good && RemoveFile(log);
}

static bool Damaged(const char* path, const char* why) {
    Terminal_Complain("%s is damaged (%s): the run cannot resume; --restart starts over", path,
                      why);
    return false;
}

// Reads the checkpoint and its state. The state has the size of its step, which only the file
// itself tells: header, size of the file and checksum must agree before it is used.
static bool ReadCheckpoint(const char* path, SimCheckpoint* checkpoint, SimState* state) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return Complain("read", path, errno);
    }
    struct stat info;
    bool good = fstat(file, &info) == 0;
    const uint64_t size = good ? (uint64_t)info.st_size : 0;
    const uint64_t least = sizeof(*checkpoint) + sizeof(uint64_t);
    uint64_t hash = 0;
    if (size < least || !ReadAllAt(file, checkpoint, sizeof(*checkpoint), 0)) {
        good = Damaged(path, "too short");
    } else if (memcmp(checkpoint->magic, MAGIC, sizeof(checkpoint->magic)) != 0) {
        good = Damaged(path, "not a checkpoint of this version");
    } else if (checkpoint->stateBytes != size - least) {
        good = Damaged(path, "its size is not that in its header");
    } else {
        SimState_Resize(state, (size_t)checkpoint->stateBytes);
        good = ReadAllAt(file, state->bytes, state->size, sizeof(*checkpoint)) &&
               ReadAllAt(file, &hash, sizeof(hash), sizeof(*checkpoint) + state->size);
        const uint64_t header = SimHash(SIM_HASH_SEED, checkpoint, sizeof(*checkpoint));
        if (!good || SimHash(header, state->bytes, state->size) != hash) {
            good = Damaged(path, "its checksum is wrong");
        }
    }
    close(file);
    return good;
}

// Opens the frame records of folder->checkpoint, and truncates those after it.
static bool OpenFrames(SimFolder* folder) {
    char* path = SimFolder_PartPath(folder, "frames");
    const SimCheckpoint* checkpoint = &folder->checkpoint;
    folder->frames = open(path, O_RDWR | O_CLOEXEC);
    if (folder->frames < 0) {
        const bool gone = errno == ENOENT;
        const bool good = gone ? Damaged(path, "missing") : Complain("open", path, errno);
        free(path);
        return good;
    }
    char* record = Terminal_Allocate((size_t)checkpoint->recordBytes, 1);
    uint64_t hash = SIM_HASH_SEED;
    bool good = true;
    for (uint64_t i = 0; i < checkpoint->recordCount && good; ++i) {
        good = ReadAllAt(folder->frames, record, (size_t)checkpoint->recordBytes,
                         i * checkpoint->recordBytes);
        hash = SimHash(hash, record, (size_t)checkpoint->recordBytes);
    }
    free(record);
    if (!good) {
        good = errno != 0 ? Complain("read", path, errno) : Damaged(path, "too short");
    } else if (hash != checkpoint->framesHash) {
        good = Damaged(path, "its checksum is wrong");
    } else if (ftruncate(folder->frames,
                         (off_t)(checkpoint->recordCount * checkpoint->recordBytes)) != 0) {
        good = Complain("write", path, errno);
    }
    free(path);
    return good;
}

static bool Remove(const SimFolder* folder, const char* name) {
    char* path = SimFolder_PartPath(folder, name);
    const bool good = RemoveFile(path);
    free(path);
    return good;
}

// Depth 1: a cache writer that was killed leaves a folder.
bool SimFolder_RemoveReady(const SimFolder* folder) {
    char* ready = SimFolder_PartPath(folder, "ready");
    const bool good = RemoveTree(ready, 1) || Complain("remove", ready, errno);
    free(ready);
    return good;
}

// Removes an unfinished run, the checkpoint first: without it there is no run.
static bool RemovePart(const SimFolder* folder) {
    if (!Remove(folder, "checkpoint")) {
        return false; // a checkpoint must not outlive its frames
    }
    SyncFolder(folder->part);
    bool good = Remove(folder, "checkpoint.new");
    good = Remove(folder, "frames") && good;
    good = Remove(folder, "old.json") && good;
    return SimFolder_RemoveReady(folder) && good;
}

void SimFolder_Close(SimFolder* folder) {
    if (folder->frames >= 0) {
        close(folder->frames);
    }
    if (folder->lock >= 0) {
        // Unlink while locked: a process that has opened the file sees that its name is gone.
        char* lock = SimFolder_PartPath(folder, "lock");
        // Keep the part folder while old.json lists files that are still to be removed.
        if (!SimFolder_HasCheckpoint(folder) && !Has(folder, "old.json")) {
            (void)RemovePart(folder);
            unlink(lock);
            rmdir(folder->part);
        }
        free(lock);
        close(folder->lock);
    }
    if (folder->made) {
        rmdir(folder->path); // only if it is empty
    }
    free(folder->part);
    *folder = (SimFolder){.lock = -1, .frames = -1};
}

// Whether some result files of the run were renamed into place, but not yet its log.
static bool IsPlacing(const SimFolder* folder) {
    char* path = SimFolder_PartPath(folder, "checkpoint");
    SimCheckpoint found;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const bool placing = file >= 0 && ReadAllAt(file, &found, sizeof(found), 0) &&
                         memcmp(found.magic, MAGIC, sizeof(found.magic)) == 0 && found.placing != 0;
    if (file >= 0) {
        close(file);
    }
    free(path);
    return placing;
}

static bool HasLog(const char* path) {
    FILE* file = OpenLog(path);
    if (file != NULL) {
        fclose(file);
    }
    return file != NULL;
}

// Completes the removal of a discarded run.
static bool FinishForgetting(const SimFolder* folder) {
    char* old = SimFolder_PartPath(folder, "old.json");
    const bool good = RemoveListed(folder, old);
    free(old);
    return good && RemovePart(folder);
}

// Discards the run of the folder, finished or not. Its files are those that its log lists, in place
// or in ready/; the log is renamed first, so that the removal itself can be resumed.
static bool Forget(const SimFolder* folder) {
    char* waiting = SimFolder_PartPath(folder, "ready/" LOG);
    char* log = SimFolder_Path(folder, LOG);
    char* old = SimFolder_PartPath(folder, "old.json");
    bool good = true;
    if (HasLog(log)) {
        good = rename(log, old) == 0 || Complain("remove", log, errno);
    } else if (IsPlacing(folder) && HasLog(waiting)) {
        good = rename(waiting, old) == 0 || Complain("remove", waiting, errno);
    }
    free(old);
    free(log);
    free(waiting);
    return good && Remove(folder, "checkpoint") && FinishForgetting(folder);
}

static SimProgress ResumeAt(SimFolder* folder, const SimCheckpoint* wanted, SimState* state) {
    char* path = SimFolder_PartPath(folder, "checkpoint");
    const bool good = ReadCheckpoint(path, &folder->checkpoint, state) &&
                      SimCheckpoint_IsSameRun(&folder->checkpoint, wanted, folder->path) &&
                      OpenFrames(folder);
    free(path);
    return good ? SIM_GOES_ON : SIM_REFUSED;
}

SimProgress SimFolder_Resume(SimFolder* folder, const SimCheckpoint* wanted, bool restart,
                             SimState* state) {
    if (restart) {
        return Forget(folder) ? SIM_BEGINS : SIM_REFUSED;
    }
    if (SimFolder_HasCheckpoint(folder)) {
        return ResumeAt(folder, wanted, state);
    }
    char* log = SimFolder_Path(folder, LOG);
    const bool finished = HasLog(log);
    free(log);
    if (!finished) {
        return FinishForgetting(folder) ? SIM_BEGINS : SIM_REFUSED;
    }
    if (folder->hadPart &&
        FindInLog(folder, "  \"identity\": \"", 16) == SimCheckpoint_Hash(wanted)) {
        return RemovePart(folder) ? SIM_COMPLETE : SIM_REFUSED;
    }
    Terminal_Complain("%s holds a finished run: choose another folder, or --restart to replace it",
                      folder->path);
    return SIM_REFUSED;
}

bool SimFolder_Begin(SimFolder* folder, const SimCheckpoint* wanted) {
    folder->checkpoint = *wanted;
    memcpy(folder->checkpoint.magic, MAGIC, sizeof(folder->checkpoint.magic));
    folder->checkpoint.placing = 0;
    folder->checkpoint.frameCount = folder->checkpoint.recordCount = 0;
    folder->checkpoint.framesHash = SIM_HASH_SEED;
    char* path = SimFolder_PartPath(folder, "frames");
    folder->frames = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    const bool good = folder->frames >= 0 || Complain("write", path, errno);
    free(path);
    return good;
}

static bool ComplainFrames(const SimFolder* folder, const char* what) {
    char* path = SimFolder_PartPath(folder, "frames");
    (void)Complain(what, path, errno != 0 ? errno : EIO);
    free(path);
    return false;
}

bool SimFolder_Append(SimFolder* folder, const void* record, bool ends) {
    SimCheckpoint* checkpoint = &folder->checkpoint;
    const size_t size = (size_t)checkpoint->recordBytes;
    if (!WriteAllAt(folder->frames, record, size, checkpoint->recordCount * size)) {
        return ComplainFrames(folder, "write");
    }
    ++checkpoint->recordCount;
    checkpoint->frameCount += ends;
    checkpoint->framesHash = SimHash(checkpoint->framesHash, record, size);
    return true;
}

bool SimFolder_ReadRecord(const SimFolder* folder, uint64_t index, void* record) {
    const size_t size = (size_t)folder->checkpoint.recordBytes;
    return ReadAllAt(folder->frames, record, size, index * size) || ComplainFrames(folder, "read");
}

static bool WriteCheckpoint(int file, const SimCheckpoint* checkpoint, const SimState* state) {
    const size_t header = sizeof(*checkpoint), size = state->size;
    const uint64_t hash = SimHash(SimHash(SIM_HASH_SEED, checkpoint, header), state->bytes, size);
    return WriteAllAt(file, checkpoint, header, 0) &&
           WriteAllAt(file, state->bytes, size, header) &&
           WriteAllAt(file, &hash, sizeof(hash), header + size) && fsync(file) == 0;
}

bool SimFolder_Save(SimFolder* folder, const SimState* state) {
    folder->checkpoint.stateBytes = state->size;
    if (fsync(folder->frames) != 0) {
        return ComplainFrames(folder, "write");
    }
    char* path = SimFolder_PartPath(folder, "checkpoint");
    char* fresh = SimFolder_PartPath(folder, "checkpoint.new");
    const int file = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool good = file >= 0 && WriteCheckpoint(file, &folder->checkpoint, state);
    if (file >= 0) {
        good = close(file) == 0 && good;
    }
    good = good && rename(fresh, path) == 0;
    if (!good) {
        (void)Complain("write", path, errno);
    }
    SyncFolder(folder->part);
    free(fresh);
    free(path);
    return good;
}

bool SimFolder_MakeReady(const SimFolder* folder) {
    char* ready = SimFolder_PartPath(folder, "ready");
    const bool good = SimFolder_RemoveReady(folder) &&
                      (mkdir(ready, 0777) == 0 || Complain("create the folder", ready, errno));
    free(ready);
    return good;
}

bool SimFolder_Place(const SimFolder* folder, const char* name) {
    char* ready = SimFolder_PartPath(folder, "ready");
    char* from = JoinPath(ready, name);
    char* to = SimFolder_Path(folder, name);
    const bool good = rename(from, to) == 0 || Complain("write", to, errno);
    free(to);
    free(from);
    free(ready);
    return good;
}

bool SimFolder_Conclude(SimFolder* folder) {
    SyncFolder(folder->path);
    return RemovePart(folder);
}
