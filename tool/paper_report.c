#include "paper_report.h"

#include "csv.h"
#include "data_scene.h"
#include "output.h"
#include "terminal.h"

bool PaperReport_HasTables(const PaperReport* report) {
    return !Output_IsStdout(report->json) && !Output_IsStdout(report->html);
}

bool PaperReport_IsPossible(const PaperReport* report) {
    if (Output_IsStdout(report->json) && Output_IsStdout(report->html)) {
        Terminal_Complain("--json and --html cannot both go to stdout");
        return false;
    }
    return (report->json == NULL || Output_IsWritable(report->json)) &&
           (report->csv == NULL || Csv_IsWritable(report->csv)) &&
           (report->html == NULL || Output_IsWritable(report->html)) &&
           (report->quick || DataScene_AreReadable());
}
