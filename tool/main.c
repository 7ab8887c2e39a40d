// The program `selvage`: finds the command by its one or two words and runs it.

#include "command.h"
#include "report/terminal.h"
#include "tool/papers/papers_command.h"

#include <string.h>

enum { OWN_COUNT = 10, AFTER_PAPERS = 2 };

// Commands other than papers. The last two, "papers all" and "papers" alone, come after the papers
// in the help.
static const Command* OwnCommand(int index) {
    const Command* const commands[OWN_COUNT] = {
        &checkCommand,     &viewCommand,           &simCommand,           &genCommand,
        &infoCommand,      &verifyContactsCommand, &verifyQueriesCommand, &benchSceneCommand,
        &papersAllCommand, &papersCommand};
    return commands[index];
}

// Command by index, null past the last: the tool's, "papers NAME", their former names "bench NAME"
// as aliases, "papers all", "papers". A paper's command is built in `room`.
static const Command* CommandAt(int index, PaperCommand* room) {
    if (index < OWN_COUNT - AFTER_PAPERS) {
        return OwnCommand(index);
    }
    int papers = 0;
    while (Paper_At(papers) != NULL) {
        ++papers;
    }
    const int place = index - (OWN_COUNT - AFTER_PAPERS);
    if (place < 2 * papers) {
        PaperCommand_Make(Paper_At(place % papers), place < papers ? "papers" : "bench", room);
        room->command.alias = place >= papers;
        return &room->command;
    }
    const int after = place - 2 * papers;
    return after < AFTER_PAPERS ? OwnCommand(OWN_COUNT - AFTER_PAPERS + after) : NULL;
}

static void PrintHelp(FILE* stream) {
    const int columns = Terminal_Columns(stream, 80);
    const int width = columns > 80 ? 80 : columns;
    fputs("usage: selvage COMMAND [options] FILE...\n\n", stream);
    Terminal_Wrap(stream, "Finds the collisions of deforming triangle meshes, exactly.", 0, width);
    fputs("\nCommands:\n", stream);
    PaperCommand room;
    const Command* command;
    for (int i = 0; (command = CommandAt(i, &room)) != NULL; ++i) {
        if (command->alias) {
            continue;
        }
        if (width < 76) {
            fprintf(stream, "  %s\n", command->name);
            Terminal_Wrap(stream, command->summary, 6, width);
        } else {
            fprintf(stream, "  %-16s  %s\n", command->name, command->summary);
        }
    }
    fputc('\n', stream);
    Terminal_Wrap(
        stream,
        "selvage help COMMAND explains a command; selvage --version prints the version.\n\n"
        "Exit codes: 0 clean, 1 collisions or mismatches found, 2 wrong usage or a file "
        "that cannot be read, 3 a limit was hit or a simulation cannot continue, 130 "
        "Ctrl-C. Results go to stdout, messages to stderr.",
        0, width);
}

// Number of words of argv that spell the command's name; 0: another command.
static int Spelled(const Command* command, int argc, char** argv) {
    const char* blank = strchr(command->name, ' ');
    if (blank == NULL) {
        return strcmp(argv[0], command->name) == 0;
    }
    const size_t first = (size_t)(blank - command->name);
    const bool begins = strncmp(argv[0], command->name, first) == 0 && argv[0][first] == '\0';
    return begins && argc > 1 && strcmp(argv[1], blank + 1) == 0 ? 2 : 0;
}

// Usage of all commands that begin with this word ("verify"). False: there are none.
static bool ListKinds(const char* word, const char* second) {
    bool known = false;
    PaperCommand room;
    const Command* command;
    for (int i = 0; (command = CommandAt(i, &room)) != NULL; ++i) {
        const size_t length = strcspn(command->name, " ");
        if (command->name[length] == ' ' && strlen(word) == length &&
            strncmp(word, command->name, length) == 0) {
            if (!known && second != NULL) {
                Terminal_Complain("unknown command '%s %s'", word, second);
            } else if (!known) {
                Terminal_Complain("%s needs a second word", word);
            }
            fprintf(stderr, "usage: selvage %s %s\n", command->name, command->usage);
            known = true;
        }
    }
    return known;
}

static int ComplainUnknownCommand(int argc, char** argv) {
    if (argv[0][0] == '-') {
        Terminal_Complain("unknown option %s (try: selvage --help)", argv[0]);
        return EXIT_TROUBLE;
    }
    if (ListKinds(argv[0], argc > 1 ? argv[1] : NULL)) {
        return EXIT_TROUBLE;
    }
    // Suggest first words only; ListKinds has the second ones.
    char words[OWN_COUNT][16];
    const char* names[OWN_COUNT];
    for (int i = 0; i < OWN_COUNT; ++i) {
        const char* name = OwnCommand(i)->name;
        snprintf(words[i], sizeof(words[i]), "%.*s", (int)strcspn(name, " "), name);
        names[i] = words[i];
    }
    const char* nearest = Command_Nearest(argv[0], names, OWN_COUNT);
    if (nearest != NULL) {
        Terminal_Complain("unknown command '%s' (did you mean: selvage %s?)", argv[0], nearest);
    } else {
        Terminal_Complain("unknown command '%s' (try: selvage --help)", argv[0]);
    }
    return EXIT_TROUBLE;
}

static bool IsHelp(const char* word) {
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

// Help of the command, or of all commands that begin with a single word. False: no such command.
static bool HelpOn(int argc, char** argv) {
    bool known = false;
    PaperCommand room;
    const Command* command;
    for (int i = 0; (command = CommandAt(i, &room)) != NULL; ++i) {
        const size_t first = strcspn(command->name, " ");
        const bool half =
            argc == 1 && strlen(argv[0]) == first && strncmp(argv[0], command->name, first) == 0;
        if (half || Spelled(command, argc, argv) == argc) {
            fputs(known ? "\n" : "", stdout);
            Command_PrintHelp(command, stdout);
            known = true;
        }
    }
    return known;
}

static int RunCommand(int argc, char** argv) {
    if (strcmp(argv[0], "help") == 0 && argc > 1) {
        return HelpOn(argc - 1, argv + 1) ? EXIT_CLEAN : ComplainUnknownCommand(argc - 1, argv + 1);
    }
    if (IsHelp(argv[0]) || strcmp(argv[0], "help") == 0) {
        PrintHelp(stdout);
        return EXIT_CLEAN;
    }
    if (strcmp(argv[0], "--version") == 0) {
        printf("selvage %s\n", svVersion());
        return EXIT_CLEAN;
    }
    PaperCommand room;
    const Command* command;
    for (int i = 0; (command = CommandAt(i, &room)) != NULL; ++i) {
        const int words = Spelled(command, argc, argv);
        if (words > 0) {
            return command->run(command, argc - words, argv + words);
        }
    }
    // `selvage verify --help`: help of all verify commands.
    if (argc > 1 && IsHelp(argv[1]) && HelpOn(1, argv)) {
        return EXIT_CLEAN;
    }
    return ComplainUnknownCommand(argc, argv);
}

int main(int argc, char** argv) {
    if (argc < 2) {
        PrintHelp(stderr);
        return EXIT_TROUBLE;
    }
    const int code = RunCommand(argc - 1, argv + 1);
    return Program_FlushStdout() ? code : EXIT_TROUBLE;
}
