// Start and end of a program: context, exit code, clocks.

#include "program.h"

#include "output.h"
#include "terminal.h"

#include <time.h>

static void PrintWarning(svSeverity severity, const char* text, void* user) {
    (void)user;
    if (severity == SV_WARNING) { // errors are printed once, by the command
        Terminal_Complain("warning: %s", text);
    }
}

svContext* Program_CreateContext(void) {
    svContextDef def = svDefaultContextDef();
    def.message = PrintWarning;
    svContext* context = NULL;
    const svStatus status = svContext_Create(&def, &context);
    if (status != SV_OK) {
        Terminal_Complain("%s", svStatus_Text(status));
        return NULL;
    }
    return context;
}

int Program_ExitCode(const svContext* context, svStatus status) {
    if (status == SV_OK) {
        return EXIT_CLEAN;
    }
    if (status == SV_CANCELLED) {
        Terminal_Complain("ended by Ctrl-C");
        return EXIT_BROKEN;
    }
    const char* text = svContext_LastError(context);
    Terminal_Complain("%s", text[0] != '\0' ? text : svStatus_Text(status));
    return EXIT_TROUBLE;
}

bool Program_FlushStdout(void) {
    Output output = {stdout, "-", NULL, NULL};
    return Output_Close(&output);
}

double Program_Seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double Program_ProcessorSeconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
