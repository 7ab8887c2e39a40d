// A command of the tool: its words, its options, its exit codes.
#ifndef SELVAGE_TOOL_COMMAND_H
#define SELVAGE_TOOL_COMMAND_H

#include "selvage/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// Exit codes of every command.
enum {
    EXIT_CLEAN = 0,   // nothing found
    EXIT_FOUND = 1,   // collisions, or answers that do not match
    EXIT_TROUBLE = 2, // wrong usage, or a file that cannot be read or written
    EXIT_LIMIT = 3    // a limit was hit; the result is incomplete
};

// How an option takes its value.
typedef enum OptionKind {
    OPTION_FLAG, // --opt
    OPTION_ONE,  // --opt VALUE or --opt=VALUE
    OPTION_TWO,  // --opt FIRST SECOND
    OPTION_MAYBE // --opt, --opt=VALUE, --opt - or --opt NAME.json: no other file that follows is
                 // taken
} OptionKind;

typedef struct Option {
    const char* name; // without the dashes
    OptionKind kind;
    const char* value; // what the help calls the value, for example "FILE"
    const char* help;
} Option;

#define OPTION_MAX 16

typedef struct Command {
    const char* name;    // as typed: "verify queries"
    const char* summary; // one line of `selvage --help`
    const char* usage;   // what follows the name
    const char* about;   // paragraphs; line breaks are kept
    const char* examples;
    const Option* options;
    int optionCount;
    int (*run)(const struct Command* command, int argc, char** argv);
} Command;

// The commands, by file.
extern const Command infoCommand;
extern const Command verifyQueriesCommand;

// A parsed command line. The index of an option is its place in command->options.
typedef struct Arguments {
    const Command* command;
    bool given[OPTION_MAX];
    const char* values[OPTION_MAX][2]; // of OPTION_MAYBE without a value: "-"
    char** files;                      // what is not an option, in order
    int fileCount;
} Arguments;

// Reads argv (what follows the command's name; it is reordered). True: go on. False: return
// *exitCode, the help or the complaint has been printed.
bool Arguments_Parse(Arguments* arguments, const Command* command, int argc, char** argv,
                     int* exitCode);

// The value of an option as a number from `least` to `most`; false after a complaint. An option
// that was not given leaves *value alone.
bool Arguments_GetCount(const Arguments* arguments, int option, uint64_t least, uint64_t most,
                        uint64_t* value);

void Command_PrintHelp(const Command* command, FILE* stream);

// The nearest of `names` if it is near enough to be a slip of the finger, else null.
const char* Command_Nearest(const char* word, const char* const* names, int count);

// A context whose warnings go to stderr; null after a complaint.
svContext* Command_CreateContext(void);

// Whether the target of --json (null: none) is one of the files to read; complains.
bool Command_OutputIsInput(const char* output, const char* const* inputs, int count);

// Notices a full disk or a closed pipe; complains.
bool Command_FlushStdout(void);

// Monotonic seconds.
double Command_Seconds(void);

#endif
