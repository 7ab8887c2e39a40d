// A command of the tool: name, options, help.
#ifndef SELVAGE_TOOL_COMMAND_H
#define SELVAGE_TOOL_COMMAND_H

#include "report/program.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// How an option takes its value.
typedef enum OptionKind {
    OPTION_FLAG,  // --opt
    OPTION_ONE,   // --opt VALUE or --opt=VALUE; of one with a letter also -o VALUE or -oVALUE
    OPTION_TWO,   // --opt FIRST SECOND
    OPTION_MANY,  // like OPTION_ONE, any number of times; see Arguments.repeats
    OPTION_PAIRS, // like OPTION_TWO, any number of times
    OPTION_MAYBE  // --opt, --opt=VALUE, --opt - or --opt NAME.json; any other word that follows is
                  // an input
} OptionKind;

typedef struct Option {
    const char* name; // without the dashes
    OptionKind kind;
    const char* value; // placeholder in the help: "FILE"
    const char* help;
} Option;

#define OPTION_MAX 32
// Total number of values of repeatable options.
#define REPEAT_MAX 64

typedef struct Command {
    const char* name;    // as typed: "verify queries"
    const char* summary; // one line of `selvage --help`
    const char* usage;   // what follows the name
    const char* about;   // paragraphs; line breaks are kept
    const char* examples;
    const Option* options;
    int optionCount;
    int sharedCount; // the first options, shared between commands: listed last in the help
    int (*run)(const struct Command* command, int argc, char** argv);
    const void* user; // for run
    bool alias;       // second name of a command: not listed by `selvage --help`
} Command;

// The commands, by file.
extern const Command infoCommand;
extern const Command checkCommand;
extern const Command viewCommand;
extern const Command simCommand;
extern const Command genCommand;
extern const Command verifyContactsCommand;
extern const Command verifyQueriesCommand;
extern const Command benchSceneCommand;
extern const Command papersAllCommand;
extern const Command papersCommand;

// A parsed command line. The index of an option is its place in command->options.
typedef struct Arguments {
    const Command* command;
    bool given[OPTION_MAX];
    const char* values[OPTION_MAX][2]; // of OPTION_MAYBE without a value: "-"
    struct {
        int option;
        const char* values[2];
    } repeats[REPEAT_MAX]; // of OPTION_MANY and OPTION_PAIRS, in order
    int repeatCount;
    char** files; // what is not an option, in order
    int fileCount;
} Arguments;

// Parses argv (what follows the command's name; it is reordered). True: continue. False: exit with
// *exitCode; help or a complaint has been printed.
bool Arguments_Parse(Arguments* arguments, const Command* command, int argc, char** argv,
                     int* exitCode);

// The value of an option as a number from `least` to `most`; false after a complaint. An option
// that was not given leaves *value alone.
bool Arguments_GetCount(const Arguments* arguments, int option, uint64_t least, uint64_t most,
                        uint64_t* value);

// The value of an option as a range A-B, or A for A-A; false after a complaint. An option that was
// not given leaves both alone.
bool Arguments_GetRange(const Arguments* arguments, int option, size_t* first, size_t* last);

// The value of an option as a finite number that is not negative; false after a complaint.
bool Arguments_GetNumber(const Arguments* arguments, int option, double* value);

// The value of an option as the index of one of `names`; false after a complaint.
bool Arguments_GetName(const Arguments* arguments, int option, const char* const* names, int count,
                       int* value);

// The value of an option as an instruction set that this machine has; false after a complaint.
bool Arguments_GetIsa(const Arguments* arguments, int option, svIsa* isa);

// Resolves SV_ISA_BEST.
svIsa Command_ResolveIsa(svIsa isa);

void Command_PrintHelp(const Command* command, FILE* stream);

// The nearest of `names` by edit distance if it could be a typo, else null.
const char* Command_Nearest(const char* word, const char* const* names, int count);

// Whether the output of an option (null: none) is one of the input files; complains.
bool Command_OutputIsInput(const char* output, const char* const* inputs, int count);

// Whether two of the outputs of options (null: none) are the same file; complains.
bool Command_OutputsAreSame(const char* const* outputs, int count);

// Whether only options were given; complains.
bool Command_TakesNoFiles(const Arguments* arguments);

#endif
