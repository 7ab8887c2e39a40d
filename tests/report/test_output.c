// Files appear complete or not at all, however the process ends.

#include "report/output.h"

#include "support/files.h"
#include "support/test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

// How a process ends while it writes.
typedef enum Ending { CLOSES, DISCARDS, EXITS, IS_BROKEN, IS_TERMINATED, ENDING_COUNT } Ending;

static _Noreturn void WriteAndEnd(const char* path, Ending ending) {
    Output output;
    if (!Output_Open(&output, path)) {
        _Exit(3);
    }
    fputs("new", output.stream);
    fflush(output.stream);
    if (ending == CLOSES) {
        (void)Output_Close(&output);
    } else if (ending == DISCARDS) {
        Output_Discard(&output);
    } else if (ending != EXITS) {
        raise(ending == IS_BROKEN ? SIGINT : SIGTERM);
    }
    exit(0);
}

static void CheckEnding(const TestFolder* folder, Ending ending, bool old) {
    const char* path = TestFolder_Path(folder, "x");
    if (old) {
        TestFile_WriteText(path, "old");
    }
    const pid_t child = fork();
    if (child == 0) {
        WriteAndEnd(path, ending);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    const int signal = ending == IS_BROKEN ? SIGINT : ending == IS_TERMINATED ? SIGTERM : 0;
    assert_int_equal(WIFSIGNALED(status) ? WTERMSIG(status) : 0, signal);
    const bool stays = old || ending == CLOSES;
    assert_int_equal(TestFolder_Count(folder), stays ? 1 : 0); // nothing beside it
    if (stays) {
        size_t size;
        char* text = TestFile_Read(path, &size);
        assert_string_equal(text, ending == CLOSES ? "new" : "old");
        free(text);
        assert_int_equal(remove(path), 0);
    }
}

static void TestEndings(void** state) {
    (void)state;
    const TestFolder folder = TestFolder_Make();
    for (Ending ending = CLOSES; ending < ENDING_COUNT; ++ending) {
        CheckEnding(&folder, ending, false);
        CheckEnding(&folder, ending, true);
    }
    TestFolder_Remove(&folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(TestEndings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
