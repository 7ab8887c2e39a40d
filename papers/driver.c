#include "paper.h"

#include "papers/scenes/data_scene.h"
#include "report/csv.h"
#include "report/output.h"
#include "report/terminal.h"

#include <sys/stat.h>

bool PaperReport_HasTables(const PaperReport* report) {
    return !Output_IsStdout(report->json) && !Output_IsStdout(report->html);
}

// Leaves nothing. A device or a pipe shows when it is written: opening it may do harm.
static bool IsWritable(const char* path) {
    Output output;
    struct stat info;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) {
        return true;
    }
    if (!Output_Open(&output, path)) {
        return false;
    }
    Output_Discard(&output);
    return true;
}

static bool IsPossible(const PaperReport* report) {
    if (Output_IsStdout(report->json) && Output_IsStdout(report->html)) {
        Terminal_Complain("--json and --html cannot both go to stdout");
        return false;
    }
    return (report->json == NULL || IsWritable(report->json)) &&
           (report->csv == NULL || Csv_IsWritable(report->csv)) &&
           (report->html == NULL || IsWritable(report->html)) &&
           (report->quick || DataScene_AreReadable());
}

bool PaperReport_Parse(PaperReport* report, const Command* command, int argc, char** argv,
                       int* code) {
    Arguments arguments;
    if (!Arguments_Parse(&arguments, command, argc, argv, code)) {
        return false;
    }
    *report = (PaperReport){.json = arguments.values[PAPER_JSON][0],
                            .csv = arguments.values[PAPER_CSV][0],
                            .html = arguments.values[PAPER_HTML][0],
                            .quick = arguments.given[PAPER_QUICK]};
    *code = EXIT_TROUBLE;
    return Command_TakesNoFiles(&arguments) && IsPossible(report);
}
