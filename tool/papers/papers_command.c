// selvage papers: papers/paper.h's table in; their list, and a command for each, out.

#include "papers_command.h"

#include "report/table.h"
#include "report/terminal.h"

#include <string.h>

// ---- one paper --------------------------------------------------------------------------------

static int IndexOf(const Command* command, const char* option) {
    int index = 0;
    while (index < command->optionCount && strcmp(command->options[index].name, option) != 0) {
        ++index;
    }
    return index;
}

// The value as given, or null.
static const char* ValueOf(const Arguments* arguments, const char* option) {
    const int index = IndexOf(arguments->command, option);
    return index < arguments->command->optionCount ? arguments->values[index][0] : NULL;
}

// False after a complaint.
static bool GetCount(const Arguments* arguments, const char* option, const PaperCount* count,
                     bool quick, uint64_t* value) {
    *value = quick ? count->quick : count->preset;
    return count->help == NULL || Arguments_GetCount(arguments, IndexOf(arguments->command, option),
                                                     1, count->most, value);
}

static int RunPaper(const Command* command, int argc, char** argv) {
    const Paper* paper = command->user;
    Arguments arguments;
    int code = EXIT_TROUBLE;
    if (!Arguments_Parse(&arguments, command, argc, argv, &code)) {
        return code;
    }
    PaperSettings settings = {.command = command->name,
                              .json = ValueOf(&arguments, "json"),
                              .csv = ValueOf(&arguments, "csv"),
                              .html = ValueOf(&arguments, "html"),
                              .quick = paper->quickHelp != NULL &&
                                       arguments.given[IndexOf(command, "quick")]};
    if (!GetCount(&arguments, "runs", &paper->runs, settings.quick, &settings.runs) ||
        !GetCount(&arguments, "frames", &paper->frames, settings.quick, &settings.frames) ||
        !Command_TakesNoFiles(&arguments)) {
        return EXIT_TROUBLE;
    }
    return Paper_Run(paper, &settings);
}

// Skipped without help: the paper has no such option.
static void AddOption(PaperCommand* made, Option option) {
    if (option.help != NULL) {
        made->options[made->command.optionCount++] = option;
    }
}

// The paper lists only what follows the command's name, a line each.
static void WriteExamples(const Paper* paper, PaperCommand* made) {
    size_t used = 0;
    for (const char* line = paper->examples; *line != '\0' && used < sizeof(made->examples);) {
        const int length = (int)strcspn(line, "\n");
        const int wrote =
            snprintf(made->examples + used, sizeof(made->examples) - used, "selvage %s%s%.*s\n",
                     made->name, length > 0 ? " " : "", length, line);
        used += (size_t)wrote;
        line += length + (line[length] == '\n');
    }
}

void PaperCommand_Make(const Paper* paper, const char* word, PaperCommand* made) {
    *made = (PaperCommand){.command = {.name = made->name,
                                       .summary = paper->summary,
                                       .usage = "[options]",
                                       .about = paper->about,
                                       .examples = made->examples,
                                       .options = made->options,
                                       .run = RunPaper,
                                       .user = paper}};
    snprintf(made->name, sizeof(made->name), "%s %s", word, paper->name);
    AddOption(made, (Option){"runs", OPTION_ONE, "N", paper->runs.help});
    AddOption(made, (Option){"frames", OPTION_ONE, "N", paper->frames.help});
    AddOption(made, (Option){"json", OPTION_MAYBE, "NAME.json",
                             "the result as JSON: on stdout in place of the tables, or into that "
                             "file (--json=FILE: any name)"});
    AddOption(made, (Option){"csv", OPTION_ONE, "DIR", paper->csvHelp});
    AddOption(made, (Option){"html", OPTION_ONE, "FILE.html",
                             paper->pageTitle != NULL ? "write a page with the figures and tables"
                                                      : NULL});
    AddOption(made, (Option){"quick", OPTION_FLAG, NULL, paper->quickHelp});
    WriteExamples(paper, made);
}

// ---- the list ---------------------------------------------------------------------------------

enum { NAMES_MAX = 32 };

static int ComplainNoSuchPaper(const char* name) {
    const char* names[NAMES_MAX];
    int count = 0;
    for (; count < NAMES_MAX - 1 && Paper_At(count) != NULL; ++count) {
        names[count] = Paper_At(count)->name;
    }
    names[count++] = "all";
    const char* nearest = Command_Nearest(name, names, count);
    if (nearest != NULL) {
        Terminal_Complain("there is no paper '%s' (did you mean: selvage papers %s?)", name,
                          nearest);
    } else {
        Terminal_Complain("there is no paper '%s' (try: selvage papers)", name);
    }
    return EXIT_TROUBLE;
}

static int ListPapers(const Command* command, int argc, char** argv) {
    Arguments arguments;
    int code = EXIT_TROUBLE;
    if (argc > 0 && argv[0][0] != '-') { // before its options are parsed as ours
        return ComplainNoSuchPaper(argv[0]);
    }
    if (!Arguments_Parse(&arguments, command, argc, argv, &code)) {
        return code;
    }
    for (int i = 0; Paper_At(i) != NULL; ++i) {
        printf("  %-12s  %s\n", Paper_At(i)->name, Paper_At(i)->summary);
    }
    fputs("selvage papers NAME runs one, selvage help papers NAME explains it; selvage papers all "
          "runs all.\n",
          stderr);
    return EXIT_CLEAN;
}

const Command papersCommand = {
    .name = "papers",
    .summary = "list the papers",
    .usage = "[NAME [options]]",
    .about =
        "Lists the papers whose tables and figures can be reproduced here. selvage papers NAME "
        "runs one: the paper's numbers beside ours, its methods as printed, with the contacts "
        "that they miss, and corrected. papers/README.md has the results. (selvage bench NAME "
        "is the same.)",
    .examples = "selvage papers\n"
                "selvage help papers NAME\n",
    .run = ListPapers,
};
