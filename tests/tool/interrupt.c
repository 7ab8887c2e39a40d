// Runs a command, sends it Ctrl-C after a while, or once a file is there, three times at once, as
// what passes on signals does, and ends with its exit code: 128 and the signal's number if one
// killed it.
// usage: interrupt SECONDS|FILE COMMAND [ARGUMENT...]; a FILE has a slash in its name

#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void Sleep(double seconds) {
    const time_t whole = (time_t)seconds;
    const struct timespec time = {whole, (long)((seconds - (double)whole) * 1e9)};
    nanosleep(&time, NULL);
}

// Until the file is there, but no longer than a minute.
static void WaitForFile(const char* name) {
    for (int i = 0; i < 6000 && access(name, F_OK) != 0; ++i) {
        Sleep(0.01);
    }
}

int main(int argc, char** argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: interrupt SECONDS|FILE COMMAND [ARGUMENT...]\n");
        return 2;
    }
    const pid_t child = fork();
    if (child < 0) {
        perror("fork");
        return 2;
    }
    if (child == 0) {
        signal(SIGINT, SIG_DFL); // shells make jobs in the background ignore it
        execv(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    if (strchr(argv[1], '/') != NULL) {
        WaitForFile(argv[1]);
    } else {
        Sleep(atof(argv[1]));
    }
    for (int i = 0; i < 3; ++i) {
        kill(child, SIGINT);
        Sleep(0.001); // else the system makes one of them
    }
    int status;
    if (waitpid(child, &status, 0) != child) {
        perror("waitpid");
        return 2;
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
