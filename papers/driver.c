// A paper and its settings in; tables, JSON, CSV and an HTML page out. The same for all papers.

#include "paper.h"
#include "verdicts.h"

#include "papers/scenes/data_scene.h"
#include "report/folder.h"
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

static bool IsPossible(const Paper* paper, const PaperSettings* settings) {
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

static void PrintTables(const Paper* paper, const void* result, FILE* stream) {
    char text[TEXT];
    paper->tellHead(result, text, sizeof(text));
    Terminal_Wrap(stream, text, 0, Terminal_TextColumns(stream));
    const Verdicts verdicts = Verdicts_Of(paper, result);
    Verdicts_Print(&verdicts, stream);
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

static bool WritePaperJson(const Paper* paper, const PaperSettings* settings, const void* result) {
    Output output;
    if (!Output_Open(&output, settings->json)) {
        return false;
    }
    Json json = Json_Make(output.stream);
    Json_BeginObject(&json, NULL);
    Json_Text(&json, "version", svVersion());
    Json_Text(&json, "command", settings->command);
    const Verdicts verdicts = Verdicts_Of(paper, result);
    Verdicts_WriteJson(&verdicts, &json);
    paper->writeJson(result, &json);
    Json_EndObject(&json);
    return Output_Close(&output);
}

static bool WritePage(const Paper* paper, const PaperSettings* settings, const void* result) {
    char text[TEXT];
    Page page;
    paper->tellLead(result, text, sizeof(text));
    if (!Page_Open(&page, settings->html, paper->pageTitle, text)) {
        return false;
    }
    const Verdicts verdicts = Verdicts_Of(paper, result);
    Verdicts_AddToPage(&verdicts, &page);
    paper->writePage(result, &page);
    snprintf(text, sizeof(text), "selvage %s%s --html FILE", settings->command,
             settings->quick ? " --quick" : "");
    return Page_Close(&page, text);
}

static int ReportPaper(const Paper* paper, const PaperSettings* settings, const void* result) {
    if (!Output_IsStdout(settings->json) && !Output_IsStdout(settings->html)) {
        PrintTables(paper, result, stdout);
    }
    if ((settings->json != NULL && !WritePaperJson(paper, settings, result)) ||
        (settings->csv != NULL && !paper->writeCsv(result, settings->csv)) ||
        (settings->html != NULL && !WritePage(paper, settings, result))) {
        return EXIT_TROUBLE;
    }
    const uint64_t violations = paper->violations != NULL ? paper->violations(result) : 0;
    return violations > 0 ? EXIT_FOUND : EXIT_CLEAN;
}

int Paper_Run(const Paper* paper, const PaperSettings* settings) {
    if (!IsPossible(paper, settings)) {
        return EXIT_TROUBLE;
    }
    svContext* context = Program_CreateContext();
    if (context == NULL) {
        return EXIT_TROUBLE;
    }
    void* result = Terminal_Allocate(1, paper->resultSize);
    (void)Progress_Begin(paper->unit, 1);
    const svStatus status = paper->measure(context, settings, result);
    Progress_End();
    int code = Program_ExitCode(context, status);
    svContext_Destroy(context);
    if (code == EXIT_CLEAN) {
        code = ReportPaper(paper, settings, result);
    }
    if (paper->destroy != NULL) {
        paper->destroy(result);
    }
    free(result);
    return code;
}
