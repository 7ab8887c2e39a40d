// A paper and its settings in; tables, JSON, CSV and an HTML page out. The same for all papers.

#include "driver.h"

#include "papers/scenes/data_scene.h"
#include "report/folder.h"
#include "report/machine.h"
#include "report/output.h"
#include "report/program.h"
#include "report/progress.h"
#include "report/terminal.h"

#include <stdlib.h>
#include <sys/stat.h>

// Longest caption, head or lead.
enum { TEXT = 1024 };

// ---- before the run ---------------------------------------------------------------------------

// Leaves nothing behind. Devices and pipes are not tried: opening them has side effects.
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

bool Paper_IsPossible(const Paper* paper, const PaperSettings* settings) {
    if (Output_IsStdout(settings->json) && Output_IsStdout(settings->html)) {
        Terminal_Complain("--json and --html cannot both go to stdout");
        return false;
    }
    return (settings->json == NULL || IsWritable(settings->json)) &&
           (settings->csv == NULL || Folder_IsWritable(settings->csv)) &&
           (settings->html == NULL || IsWritable(settings->html)) &&
           (!paper->real || settings->quick || DataScene_AreReadable());
}

// ---- tables -----------------------------------------------------------------------------------

static Table MakeTable(const PaperTable* paperTable, const void* result) {
    int columns = 0;
    while (columns < TABLE_COLUMNS && paperTable->heads[columns] != NULL) {
        ++columns;
    }
    Table table = Table_Make(paperTable->heads, columns);
    paperTable->fill(result, &table);
    return table;
}

static const char* CaptionOf(const PaperTable* table, const void* result, char text[TEXT]) {
    if (table->tellCaption == NULL) {
        return table->caption;
    }
    table->tellCaption(result, text, TEXT);
    return text;
}

static void PrintTables(const PaperRun* run, FILE* stream) {
    const Paper* paper = run->paper;
    const void* result = run->result;
    char text[TEXT];
    paper->tellHead(result, text, sizeof(text));
    Terminal_Wrap(stream, text, 0, Terminal_TextColumns(stream));
    Verdicts_Print(&run->verdicts, "What the paper claims", stream);
    for (int i = 0; i < paper->tableCount; ++i) {
        Terminal_Heading(stream, CaptionOf(&paper->tables[i], result, text));
        Table table = MakeTable(&paper->tables[i], result);
        Table_Finish(&table, stream);
    }
    paper->conclude(result, stream);
}

void PaperTable_AddToPage(const PaperTable* paperTable, const void* result, Page* page) {
    char text[TEXT];
    Table table = MakeTable(paperTable, result);
    Page_Table(page, CaptionOf(paperTable, result, text), &table, paperTable->paperColumns);
    Table_Destroy(&table);
}

// ---- files ------------------------------------------------------------------------------------

static bool WritePaperJson(const PaperRun* run) {
    Output output;
    if (!Output_Open(&output, run->settings.json)) {
        return false;
    }
    Json json = Json_Make(output.stream);
    Json_BeginObject(&json, NULL);
    Json_Text(&json, "version", svVersion());
    Json_Text(&json, "command", run->settings.command);
    Machine_WriteJson(&json);
    PaperRun_WriteJson(run, &json);
    Json_EndObject(&json);
    return Output_Close(&output);
}

void PaperRun_WriteJson(const PaperRun* run, Json* json) {
    Verdicts_WriteJson(&run->verdicts, json);
    run->paper->writeJson(run->result, json);
}

void Paper_AddFactsToPage(double seconds, bool quick, Page* page) {
    const Machine machine = Machine_Here();
    char processor[128], build[192], date[MACHINE_DATE], took[64];
    Machine_TellProcessor(&machine, processor, sizeof(processor));
    Machine_TellDate(date);
    snprintf(build, sizeof(build), "%s, %s, kernels %s", machine.compiler, machine.system,
             machine.isa);
    const char* what = DataScene_Available() ? "" : ", without the real scenes";
    snprintf(took, sizeof(took), "%.*f s%s", seconds < 10 ? 1 : 0, seconds,
             quick ? ", quick: small scenes, few steps, no real scenes" : what);
    Page_Facts(page,
               (const PageFact[]){{"machine", processor},
                                  {"build", build},
                                  {"Selvage", svVersion()},
                                  {"date", date},
                                  {"run", took}},
               5);
}

static void FillPage(const PaperRun* run, Page* page) {
    const Paper* paper = run->paper;
    char text[TEXT];
    Paper_AddFactsToPage(run->seconds, run->settings.quick, page);
    Verdicts_AddToPage(&run->verdicts, page);
    paper->tellLead(run->result, text, sizeof(text));
    Page_Paragraph(page, text);
    Page_Key(page);
    paper->writePage(run->result, page);
}

static bool WritePage(const PaperRun* run) {
    const PaperSettings* settings = &run->settings;
    char text[TEXT];
    Page page;
    if (!Page_Open(&page, settings->html, run->paper->pageTitle, settings->home)) {
        return false;
    }
    FillPage(run, &page);
    snprintf(text, sizeof(text), "selvage %s%s --html %s", settings->command,
             settings->quick ? " --quick" : "", settings->home != NULL ? "DIR" : "FILE");
    return Page_Close(&page, text);
}

bool PaperRun_WriteFiles(const PaperRun* run) {
    const PaperSettings* settings = &run->settings;
    return (settings->csv == NULL || run->paper->writeCsv(run->result, settings->csv)) &&
           (settings->html == NULL || WritePage(run));
}

// ---- the run ----------------------------------------------------------------------------------

int PaperRun_Measure(PaperRun* run, svContext* context) {
    const Paper* paper = run->paper;
    const double start = Program_Seconds();
    run->result = Terminal_Allocate(1, paper->resultSize);
    const svStatus status = paper->measure(context, &run->settings, run->result);
    run->seconds = Program_Seconds() - start;
    if (status != SV_OK) {
        const int code = Program_ExitCode(context, status);
        PaperRun_Destroy(run);
        return code;
    }
    run->verdicts = Verdicts_Of(paper, run->result);
    if (paper->draw != NULL && run->settings.home != NULL) {
        run->picture = paper->draw(context, run->result);
    }
    return EXIT_CLEAN;
}

void PaperRun_Destroy(PaperRun* run) {
    if (run->result != NULL && run->paper->destroy != NULL) {
        run->paper->destroy(run->result);
    }
    free(run->result);
    run->result = NULL;
    if (run->picture.rgb != NULL) {
        Picture_Destroy(&run->picture);
    }
    run->picture = (Picture){0};
}

int PaperRun_Check(const PaperRun* run) {
    const Paper* paper = run->paper;
    return paper->violations != NULL && paper->violations(run->result) > 0 ? EXIT_FOUND
                                                                           : EXIT_CLEAN;
}

static int ReportPaper(const PaperRun* run) {
    const PaperSettings* settings = &run->settings;
    if (!Output_IsStdout(settings->json) && !Output_IsStdout(settings->html)) {
        PrintTables(run, stdout);
    }
    if ((settings->json != NULL && !WritePaperJson(run)) || !PaperRun_WriteFiles(run)) {
        return EXIT_TROUBLE;
    }
    return PaperRun_Check(run);
}

int Paper_Run(const Paper* paper, const PaperSettings* settings) {
    if (!Paper_IsPossible(paper, settings)) {
        return EXIT_TROUBLE;
    }
    svContext* context = Program_CreateContext();
    if (context == NULL) {
        return EXIT_TROUBLE;
    }
    PaperRun run = {.paper = paper, .settings = *settings};
    (void)Progress_Begin(paper->unit, 1);
    Progress_Expect(paper->name, settings->quick ? 0 : paper->seconds);
    int code = PaperRun_Measure(&run, context);
    Progress_End();
    if (code == EXIT_CLEAN) {
        code = ReportPaper(&run);
    }
    PaperRun_Destroy(&run);
    svContext_Destroy(context);
    return code;
}
