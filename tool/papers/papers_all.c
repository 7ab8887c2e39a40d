// selvage papers all: every paper in one run.

#include "papers_command.h"

#include "report/output.h"
#include "report/terminal.h"

enum {
    OPTION_HTML,
    OPTION_CSV,
    OPTION_JSON,
    OPTION_QUICK,
    OPTION_QUIET,
    OPTION_HOME,
    ALL_OPTIONS,
    PAPERS_ROOM = 32
};

static const Option allOptions[ALL_OPTIONS] = {
    {"html", OPTION_ONE, "DIR",
     "write index.html with the verdicts of all papers, a page for each and, without --csv, a "
     "folder of CSV files for each"},
    {"csv", OPTION_ONE, "DIR", "write a folder of CSV files for each paper there"},
    {"json", OPTION_MAYBE, "NAME.json",
     "all results as JSON: on stdout in place of the verdicts, or into that file (--json=FILE: "
     "any name)"},
    {"quick", OPTION_FLAG, NULL, "small scenes, few steps, no real scenes: for tests"},
    {"quiet", OPTION_FLAG, NULL, "no text, only errors"},
    {"home", OPTION_ONE, "ADDRESS", "where index.html leads back to: \"../index.html\""},
};

static int RunAllPapers(const Command* command, int argc, char** argv) {
    Arguments arguments;
    int code = EXIT_TROUBLE;
    if (!Arguments_Parse(&arguments, command, argc, argv, &code)) {
        return code;
    }
    const PaperSettings settings = {.command = command->name,
                                    .html = arguments.values[OPTION_HTML][0],
                                    .csv = arguments.values[OPTION_CSV][0],
                                    .json = arguments.values[OPTION_JSON][0],
                                    .quick = arguments.given[OPTION_QUICK],
                                    .quiet = arguments.given[OPTION_QUIET],
                                    .home = arguments.values[OPTION_HOME][0]};
    if (!Command_TakesNoFiles(&arguments)) {
        return EXIT_TROUBLE;
    }
    if (Output_IsStdout(settings.html) || Output_IsStdout(settings.csv)) {
        Terminal_Complain("option --%s of papers all takes a folder",
                          Output_IsStdout(settings.html) ? "html" : "csv");
        return EXIT_TROUBLE;
    }
    const Paper* papers[PAPERS_ROOM];
    int count = 0;
    for (; count < PAPERS_ROOM && Paper_At(count) != NULL; ++count) {
        papers[count] = Paper_At(count);
    }
    return Papers_RunAll(papers, count, &settings);
}

const Command papersAllCommand = {
    .name = "papers all",
    .summary = "run all papers: verdicts, pages and an index",
    .usage = "[options]",
    .about =
        "Runs all papers one after the other (about ten minutes; --quick: half a minute), each "
        "with its presets, and tells what every one claims and whether it came out. With --html "
        "the folder can be read in a browser from its index.html, and moved to any web server.\n"
        "\n"
        "Exit code 1: what must not be missed was missed. A paper that fails does not keep the "
        "others from running: the exit code is that of the failure, and the index says which "
        "one has no result. Ctrl-C ends the run; pages of papers that were done stay.",
    .examples = "selvage papers all --html papers\n"
                "selvage papers all --quick --html papers --json=papers.json\n",
    .options = allOptions,
    .optionCount = ALL_OPTIONS,
    .run = RunAllPapers,
};
