// The command line in, options and files out; help, and checks that all commands share.

#include "command.h"

#include "report/output.h"
#include "report/terminal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

// Restricted edit distance: insert, delete, replace, each 1. Words are short.
static int WordDistance(const char* a, const char* b) {
    enum { LIMIT = 32 };
    const size_t n = strlen(a), m = strlen(b);
    if (n >= LIMIT || m >= LIMIT) {
        return LIMIT;
    }
    int row[LIMIT];
    for (size_t j = 0; j <= m; ++j) {
        row[j] = (int)j;
    }
    for (size_t i = 1; i <= n; ++i) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= m; ++j) {
            int best = diagonal + (a[i - 1] != b[j - 1]);
            best = row[j] + 1 < best ? row[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[m];
}

const char* Command_Nearest(const char* word, const char* const* names, int count) {
    const char* nearest = NULL;
    int least = 3; // beyond two edits it is another word
    for (int i = 0; i < count; ++i) {
        const int distance = WordDistance(word, names[i]);
        if (distance < least && (size_t)distance < strlen(names[i])) {
            least = distance;
            nearest = names[i];
        }
    }
    return nearest;
}

static void ComplainUnknownOption(const Command* command, const char* argument) {
    const char* names[OPTION_MAX + 1];
    int count = 0;
    for (; count < command->optionCount; ++count) {
        names[count] = command->options[count].name;
    }
    names[count++] = "help";
    char word[40];
    const char* begin = argument + strspn(argument, "-");
    snprintf(word, sizeof(word), "%.*s", (int)strcspn(begin, "="), begin);
    const char* nearest = Command_Nearest(word, names, count);
    if (nearest != NULL) {
        Terminal_Complain("unknown option %s (did you mean --%s?)", argument, nearest);
    } else {
        Terminal_Complain("unknown option %s (try: selvage %s --help)", argument, command->name);
    }
}

// One-letter options, the same in every command.
static const struct {
    char letter;
    const char* name;
} shortNames[] = {{'o', "output"}, {'q', "quiet"}};

static char LetterOf(const Option* option) {
    for (size_t i = 0; i < sizeof(shortNames) / sizeof(shortNames[0]); ++i) {
        if (strcmp(shortNames[i].name, option->name) == 0) {
            return shortNames[i].letter;
        }
    }
    return '\0';
}

// Index of the option that `argument` names, or -1; *value: what follows '=' or the letter, or
// null.
static int FindOption(const Command* command, const char* argument, const char** value) {
    const bool isShort = argument[1] != '-';
    const char* name = argument + 2;
    const size_t length = isShort ? 0 : strcspn(name, "=");
    *value = name[length] == '=' ? name + length + 1 : isShort && name[0] != '\0' ? name : NULL;
    for (int i = 0; i < command->optionCount; ++i) {
        const Option* option = &command->options[i];
        if (isShort ? LetterOf(option) == argument[1]
                    : strncmp(option->name, name, length) == 0 && option->name[length] == '\0') {
            return i;
        }
    }
    return -1;
}

// Whether the word after an OPTION_MAYBE is its value: only names that cannot be an input.
static bool NamesOutput(const char* word) {
    const size_t length = strlen(word);
    return strcmp(word, "-") == 0 || (length > 5 && strcmp(word + length - 5, ".json") == 0);
}

// FILE.html takes only names that end in .html, "-" and devices: a name without an ending, or that
// of a mesh that is then overwritten, is a mistake.
static bool HasEnding(const Option* option, const char* value) {
    const char* ending = option->kind == OPTION_ONE ? strchr(option->value, '.') : NULL;
    const size_t length = strlen(value), tail = ending == NULL ? 0 : strlen(ending);
    if (tail == 0 || strcmp(value, "-") == 0 || strncmp(value, "/dev/", 5) == 0 ||
        (length > tail && strcasecmp(value + length - tail, ending) == 0)) {
        return true;
    }
    Terminal_Complain("option --%s: '%s' does not end in %s", option->name, value, ending);
    return false;
}

// Takes the option at argv[at]; returns how many arguments it used, 0 after a complaint.
static int TakeOption(Arguments* arguments, int argc, char** argv, int at) {
    const char* value = NULL;
    const int index = FindOption(arguments->command, argv[at], &value);
    if (index < 0) {
        ComplainUnknownOption(arguments->command, argv[at]);
        return 0;
    }
    const Option* option = &arguments->command->options[index];
    const bool many = option->kind == OPTION_MANY || option->kind == OPTION_PAIRS;
    const int wanted = option->kind == OPTION_ONE || option->kind == OPTION_MANY    ? 1
                       : option->kind == OPTION_TWO || option->kind == OPTION_PAIRS ? 2
                                                                                    : 0;
    if (option->kind == OPTION_FLAG && value != NULL) {
        Terminal_Complain("option --%s takes no value", option->name);
        return 0;
    }
    int used = 1, have = 0;
    if (value != NULL) {
        arguments->values[index][have++] = value;
    } else if (option->kind == OPTION_MAYBE) {
        const bool follows = at + 1 < argc && NamesOutput(argv[at + 1]);
        arguments->values[index][have++] = follows ? argv[at + 1] : "-";
        used += follows;
    }
    while (have < wanted && at + used < argc) {
        arguments->values[index][have++] = argv[at + used++];
    }
    if (have < wanted) {
        Terminal_Complain("option --%s needs %s (try: selvage %s --help)", option->name,
                          option->value, arguments->command->name);
        return 0;
    }
    if (have > 0 && !HasEnding(option, arguments->values[index][0])) {
        return 0;
    }
    arguments->given[index] = true;
    if (many && arguments->repeatCount == REPEAT_MAX) {
        Terminal_Complain("option --%s: given more than %d times", option->name, REPEAT_MAX);
        return 0;
    }
    if (many) {
        const int place = arguments->repeatCount++;
        arguments->repeats[place].option = index;
        memcpy(arguments->repeats[place].values, arguments->values[index],
               sizeof(arguments->values[index]));
    }
    return used;
}

bool Arguments_Parse(Arguments* arguments, const Command* command, int argc, char** argv,
                     int* exitCode) {
    memset(arguments, 0, sizeof(*arguments));
    arguments->command = command;
    arguments->files = argv;
    for (int at = 0; at < argc;) {
        if (strcmp(argv[at], "--") == 0) {
            while (++at < argc) {
                arguments->files[arguments->fileCount++] = argv[at];
            }
        } else if (strcmp(argv[at], "--help") == 0 || strcmp(argv[at], "-h") == 0) {
            Command_PrintHelp(command, stdout);
            *exitCode = EXIT_CLEAN;
            return false;
        } else if (argv[at][0] == '-' && argv[at][1] != '\0') {
            const int used = TakeOption(arguments, argc, argv, at);
            if (used == 0) {
                *exitCode = EXIT_TROUBLE;
                return false;
            }
            at += used;
        } else {
            arguments->files[arguments->fileCount++] = argv[at++];
        }
    }
    return true;
}

bool Arguments_GetCount(const Arguments* arguments, int option, uint64_t least, uint64_t most,
                        uint64_t* value) {
    if (!arguments->given[option]) {
        return true;
    }
    const char* text = arguments->values[option][0];
    char* end = NULL;
    errno = 0;
    const unsigned long long number = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || number < least ||
        number > most) {
        Terminal_Complain("option --%s: '%s' is not a number from %llu to %llu",
                          arguments->command->options[option].name, text, (unsigned long long)least,
                          (unsigned long long)most);
        return false;
    }
    *value = number;
    return true;
}

bool Arguments_GetRange(const Arguments* arguments, int option, size_t* first, size_t* last) {
    if (!arguments->given[option]) {
        return true;
    }
    const char* text = arguments->values[option][0];
    char* end = NULL;
    errno = 0;
    const unsigned long long low = strtoull(text, &end, 10);
    unsigned long long high = low;
    bool good = text[0] >= '0' && text[0] <= '9';
    if (good && *end == '-') {
        const char* second = end + 1;
        good = *second >= '0' && *second <= '9';
        high = strtoull(second, &end, 10);
    }
    if (!good || *end != '\0' || errno != 0 || high < low || high >= SIZE_MAX) {
        Terminal_Complain("option --%s: '%s' is not A-B with A <= B",
                          arguments->command->options[option].name, text);
        return false;
    }
    *first = (size_t)low;
    *last = (size_t)high;
    return true;
}

bool Arguments_GetNumber(const Arguments* arguments, int option, double* value) {
    if (!arguments->given[option]) {
        return true;
    }
    const char* text = arguments->values[option][0];
    char* end = NULL;
    const double number = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(number) || number < 0) {
        Terminal_Complain("option --%s: '%s' is not a non-negative number",
                          arguments->command->options[option].name, text);
        return false;
    }
    *value = number;
    return true;
}

bool Arguments_GetName(const Arguments* arguments, int option, const char* const* names, int count,
                       int* value) {
    if (!arguments->given[option]) {
        return true;
    }
    const char* text = arguments->values[option][0];
    for (int i = 0; i < count; ++i) {
        if (strcmp(text, names[i]) == 0) {
            *value = i;
            return true;
        }
    }
    const Option* taken = &arguments->command->options[option];
    Terminal_Complain("option --%s: '%s' is not one of %s", taken->name, text, taken->value);
    return false;
}

bool Arguments_GetIsa(const Arguments* arguments, int option, svIsa* isa) {
    if (!arguments->given[option]) {
        return true;
    }
    const char* name = arguments->values[option][0];
    for (int i = 0; i < SV_ISA_ENUM_COUNT; ++i) {
        if (strcmp(name, svIsa_Name((svIsa)i)) == 0) {
            *isa = (svIsa)i;
            if (!svIsa_Available(*isa)) {
                Terminal_Complain("option --isa: this machine or this build has no %s", name);
                return false;
            }
            return true;
        }
    }
    Terminal_Complain("option --isa: there is no instruction set '%s' (try: selvage %s --help)",
                      name, arguments->command->name);
    return false;
}

// Instruction sets are listed from narrow to wide: the last available is the best.
svIsa Command_ResolveIsa(svIsa isa) {
    for (int i = SV_ISA_ENUM_COUNT - 1; isa == SV_ISA_BEST && i > SV_ISA_BEST; --i) {
        isa = svIsa_Available((svIsa)i) ? (svIsa)i : isa;
    }
    return isa;
}

static void PrintOption(FILE* stream, const Option* option, int columns) {
    char left[64], letter[8] = "";
    if (LetterOf(option) != '\0') {
        snprintf(letter, sizeof(letter), "-%c, ", LetterOf(option));
    }
    const char* format = option->kind == OPTION_FLAG    ? "%s--%s"
                         : option->kind == OPTION_MAYBE ? "%s--%s [%s]"
                                                        : "%s--%s %s";
    snprintf(left, sizeof(left), format, letter, option->name, option->value);
    const int indent = 22;
    if (columns < 60 || Terminal_Width(left) + 4 > indent) {
        fprintf(stream, "  %s\n", left);
        Terminal_Wrap(stream, option->help, columns < 60 ? 6 : indent, columns);
        return;
    }
    // First line of the help beside the option, the others below.
    fprintf(stream, "  %-*s", indent - 2, left);
    const size_t room = (size_t)(columns - indent);
    size_t length = strlen(option->help);
    if (length > room) {
        length = room;
        while (length > 0 && option->help[length] != ' ') {
            --length;
        }
    }
    fprintf(stream, "%.*s\n", (int)length, option->help);
    const char* rest = option->help + length;
    Terminal_Wrap(stream, rest + strspn(rest, " "), indent, columns);
}

// One line, wrapped at blanks: continuation lines are indented more, and all but the last end in
// `tail`.
static void PrintBroken(FILE* stream, const char* text, size_t length, int indent,
                        const char* tail) {
    const int columns = Terminal_Columns(stream, 80);
    const char* end = text + length;
    for (int in = indent; text < end; in = indent + 4) {
        size_t take = (size_t)(end - text);
        const size_t room = (size_t)(columns - in);
        if (take > room) {
            take = room - strlen(tail);
            while (take > 0 && text[take] != ' ') {
                --take;
            }
            take = take == 0 ? strcspn(text, " \n") : take;
        }
        const char* rest = text + take + strspn(text + take, " ");
        fprintf(stream, "%*s%.*s%s\n", in, "", (int)take, text, rest < end ? tail : "");
        text = rest;
    }
}

// Wrapped with backslashes, so that examples can be pasted into a shell.
static void PrintExamples(FILE* stream, const char* examples) {
    while (*examples != '\0') {
        const size_t length = strcspn(examples, "\n");
        PrintBroken(stream, examples, length, 2, " \\");
        examples += length + (examples[length] == '\n');
    }
}

void Command_PrintHelp(const Command* command, FILE* stream) {
    const int columns = Terminal_Columns(stream, 80);
    const int width = columns > 80 ? 80 : columns;
    char usage[160];
    snprintf(usage, sizeof(usage), "usage: selvage %s %s", command->name, command->usage);
    PrintBroken(stream, usage, strlen(usage), 0, "");
    fputc('\n', stream);
    Terminal_Wrap(stream, command->about, 0, width);
    fputs("\nOptions:\n", stream);
    for (int i = 0; i < command->optionCount; ++i) {
        const int place = (i + command->sharedCount) % command->optionCount;
        PrintOption(stream, &command->options[place], width);
    }
    PrintOption(stream, &(Option){"help", OPTION_FLAG, NULL, "print this help"}, width);
    fputs("\nExamples:\n", stream);
    PrintExamples(stream, command->examples);
}

bool Command_OutputIsInput(const char* output, const char* const* inputs, int count) {
    for (int i = 0; i < count && output != NULL && strcmp(output, "-") != 0; ++i) {
        if (Output_IsSameFile(output, inputs[i])) {
            Terminal_Complain("%s is one of the inputs: it is not overwritten", output);
            return true;
        }
    }
    return false;
}

// Of a device, everything may go there.
static bool IsDevice(const char* path) {
    struct stat info;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

bool Command_OutputsAreSame(const char* const* outputs, int count) {
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < i && outputs[i] != NULL; ++k) {
            const bool same = outputs[k] != NULL && (strcmp(outputs[i], outputs[k]) == 0 ||
                                                     Output_IsSameFile(outputs[i], outputs[k]));
            if (same && !Output_IsStdout(outputs[i]) && !IsDevice(outputs[i])) {
                Terminal_Complain("%s is named by two options: one would replace the other",
                                  outputs[i]);
                return true;
            }
        }
    }
    return false;
}

bool Command_TakesNoFiles(const Arguments* arguments) {
    if (arguments->fileCount > 0) {
        Terminal_Complain("%s takes no files: %s", arguments->command->name, arguments->files[0]);
        return false;
    }
    return true;
}
