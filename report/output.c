// Files that appear complete or not at all: written beside the target, then renamed.

#define _XOPEN_SOURCE 700 // realpath
#include "output.h"

#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- unfinished files, which a signal or an exit removes --------------------------------------

enum { MOST_UNFINISHED = 64 }; // at once; a signal would leave further ones

static _Atomic(const char*) unfinished[MOST_UNFINISHED];

// Calls async-signal-safe functions only.
static void RemoveUnfinished(void) {
    for (int i = 0; i < MOST_UNFINISHED; ++i) {
        const char* path = unfinished[i];
        if (path != NULL) {
            unlink(path);
        }
    }
}

void Output_Die(int number) {
    RemoveUnfinished();
    signal(number, SIG_DFL);
    raise(number);
}

// Leaves alone what the process ignores (nohup) or what somebody else handles.
static void DieOfSignal(int number) {
    struct sigaction old, action = {0};
    action.sa_handler = Output_Die;
    sigemptyset(&action.sa_mask);
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler == SIG_DFL) {
        sigaction(number, &action, NULL);
    }
}

static void AddUnfinished(const char* path) {
    static atomic_flag atExit = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&atExit)) {
        (void)atexit(RemoveUnfinished); // where memory ends
    }
    DieOfSignal(SIGINT);
    DieOfSignal(SIGTERM);
    DieOfSignal(SIGHUP);
    for (int i = 0; i < MOST_UNFINISHED; ++i) {
        if (unfinished[i] == NULL) {
            unfinished[i] = path;
            return;
        }
    }
}

static void FreePaths(Output* output) {
    for (int i = 0; i < MOST_UNFINISHED && output->temporary != NULL; ++i) {
        if (unfinished[i] == output->temporary) {
            unfinished[i] = NULL;
        }
    }
    free(output->temporary);
    free(output->target);
    *output = (Output){0};
}

// ---- opening and closing -----------------------------------------------------------------------

static bool ComplainOfOutput(Output* output, int error) {
    Terminal_Complain("cannot write %s: %s",
                      strcmp(output->path, "-") == 0 ? "the output" : output->path,
                      strerror(error));
    if (output->temporary != NULL) {
        unlink(output->temporary);
    }
    FreePaths(output);
    return false;
}

// A new file beside the target: target name, process id, first free number.
static int CreateBeside(const char* target, char** temporary) {
    const size_t room = strlen(target) + 40;
    *temporary = Terminal_Allocate(room, 1);
    int file = -1;
    for (int attempt = 0; attempt < 100 && file < 0; ++attempt) {
        snprintf(*temporary, room, "%s.%ld-%d.tmp", target, (long)getpid(), attempt);
        file = open(*temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file < 0 && errno != EEXIST) {
            break;
        }
    }
    if (file < 0) {
        const int error = errno;
        free(*temporary); // the file is not ours to remove
        *temporary = NULL;
        errno = error;
    }
    return file;
}

bool Output_Open(Output* output, const char* path) {
    *output = (Output){stdout, path, NULL, NULL};
    if (strcmp(path, "-") == 0) {
        return true;
    }
    struct stat info;
    const bool exists = stat(path, &info) == 0;
    if (exists && !S_ISREG(info.st_mode)) { // a device must not be replaced by a file
        output->stream = fopen(path, "w");
        return output->stream != NULL || ComplainOfOutput(output, errno);
    }
    if (exists && access(path, W_OK) != 0) { // rename would bypass a write protection
        return ComplainOfOutput(output, errno);
    }
    output->target = exists ? realpath(path, NULL) : strdup(path);
    if (output->target == NULL) {
        return ComplainOfOutput(output, errno);
    }
    const int file = CreateBeside(output->target, &output->temporary);
    if (file < 0) {
        return ComplainOfOutput(output, errno);
    }
    AddUnfinished(output->temporary);
    if (exists) {
        (void)fchmod(file, info.st_mode & 0777); // keep the permissions of the old file
    }
    output->stream = fdopen(file, "w");
    if (output->stream == NULL) {
        const int error = errno;
        close(file);
        return ComplainOfOutput(output, error);
    }
    return true;
}

// Sets errno to why a write has failed since the file was opened: the next one fails so, too.
static void RepeatError(FILE* stream) {
    errno = 0;
    (void)fputc(0, stream);
    (void)fflush(stream);
}

bool Output_Close(Output* output) {
    errno = 0;
    bool good = fflush(output->stream) == 0 && ferror(output->stream) == 0;
    if (!good && errno == 0 && output->stream != stdout) {
        RepeatError(output->stream);
    }
    if (output->stream != stdout) {
        good = fclose(output->stream) == 0 && good;
    }
    if (good && output->temporary != NULL) {
        good = rename(output->temporary, output->target) == 0;
    }
    if (!good) {
        return ComplainOfOutput(output, errno != 0 ? errno : EIO);
    }
    FreePaths(output);
    return true;
}

void Output_Discard(Output* output) {
    if (output->stream != NULL && output->stream != stdout) {
        fclose(output->stream);
    }
    if (output->temporary != NULL) {
        unlink(output->temporary);
    }
    FreePaths(output);
}

bool Output_IsStdout(const char* path) {
    return path != NULL && strcmp(path, "-") == 0;
}

bool Output_IsSameFile(const char* a, const char* b) {
    struct stat first, second;
    return a != NULL && b != NULL && stat(a, &first) == 0 && stat(b, &second) == 0 &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}
