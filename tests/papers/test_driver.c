// The driver of the papers, on a paper of the test's own: claims and verdicts reach the JSON file
// and the page; what is refused leaves nothing behind.

#include "papers/paper.h"
#include "papers/verdicts.h"
#include "report/csv.h"
#include "report/program.h"
#include "report/progress.h"

#include "support/files.h"
#include "support/markup.h"
#include "support/test.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Sample {
    int contacts;
} Sample;

static svStatus MeasureSample(svContext* context, const PaperSettings* settings, void* result) {
    (void)context;
    ((Sample*)result)->contacts = settings->quick ? 3 : 30;
    return SV_OK;
}

static void TellSample(const void* result, char* text, size_t room) {
    snprintf(text, room, "%d contacts", ((const Sample*)result)->contacts);
}

static void ConcludeSample(const void* result, FILE* stream) {
    (void)result;
    (void)stream;
}

static int JudgeSample(const void* result, PaperClaim claims[PAPER_CLAIMS]) {
    claims[0] = (PaperClaim){"Nothing is missed & <all> is found.", "0 %", "", PAPER_HOLDS};
    snprintf(claims[0].ours, sizeof(claims[0].ours), "%d contacts",
             ((const Sample*)result)->contacts);
    claims[1] = (PaperClaim){"Faster.", "5.3 times", "0.4 times", PAPER_FAILS};
    claims[2] = (PaperClaim){"Faster on large scenes.", "7 times", "", PAPER_OPEN};
    claims[3] = (PaperClaim){"Cheap.", "20 %", "8 to 34 %", PAPER_PARTLY};
    claims[4] = (PaperClaim){"Simple.", "", "", PAPER_HOLDS};
    return 5;
}

static void WriteSampleJson(const void* result, Json* json) {
    Json_Count(json, "contacts", (uint64_t)((const Sample*)result)->contacts);
}

static void WriteSamplePage(const void* result, Page* page) {
    (void)result;
    Page_Section(page, "What else");
}

static Paper MakeSample(void) {
    return (Paper){.name = "sample2026",
                   .summary = "a sample",
                   .about = "a sample",
                   .examples = "\n",
                   .quickHelp = "quick",
                   .unit = "frame",
                   .resultSize = sizeof(Sample),
                   .measure = MeasureSample,
                   .tellHead = TellSample,
                   .conclude = ConcludeSample,
                   .judge = JudgeSample,
                   .writeJson = WriteSampleJson,
                   .pageTitle = "sample2026: a sample",
                   .tellLead = TellSample,
                   .writePage = WriteSamplePage};
}

static void TellsVerdicts(void** state) {
    (void)state;
    const Paper paper = MakeSample();
    const Verdicts verdicts = Verdicts_Of(&paper, &(Sample){7});
    char text[128];
    assert_int_equal(verdicts.count, 5);
    assert_int_equal(verdicts.of[PAPER_HOLDS], 2);
    Verdicts_Tell(&verdicts, text, sizeof(text));
    assert_string_equal(text, "2 hold, 1 holds in part, 1 fails, 1 open");
    Verdicts_Tell(&verdicts, text, 10);
    assert_string_equal(text, "2 hold, 1");
    Paper silent = paper;
    silent.judge = NULL;
    assert_int_equal(Verdicts_Of(&silent, &(Sample){7}).count, 0);
}

static void PrintsVerdicts(void** state) {
    (void)state;
    const Paper paper = MakeSample();
    const Verdicts verdicts = Verdicts_Of(&paper, &(Sample){7});
    char text[2048] = "";
    FILE* stream = fmemopen(text, sizeof(text), "w");
    assert_non_null(stream);
    Verdicts_Print(&verdicts, "Claims", stream);
    fclose(stream);
    assert_non_null(strstr(text, "Claims: 2 hold, 1 holds in part"));
    assert_non_null(strstr(text, "\nholds   Nothing is missed & <all> is found.\n"
                                 "        paper: 0 %; here: 7 contacts\n"));
    assert_non_null(strstr(text, "\nopen    Faster on large scenes.\n        paper: 7 times\n"));
    assert_non_null(strstr(text, "\nholds   Simple.\n"));
    assert_non_null(strstr(text, "Open: not measured in this run."));
}

static void WritesVerdicts(void** state) {
    (void)state;
    const TestFolder folder = TestFolder_Make();
    const Paper paper = MakeSample();
    const char* json = TestFolder_Path(&folder, "sample.json");
    const char* html = TestFolder_Path(&folder, "sample.html");
    const PaperSettings settings = {
        .command = "papers sample2026", .json = json, .html = html, .quick = true};
    assert_int_equal(Paper_Run(&paper, &settings), EXIT_CLEAN);
    assert_int_equal(TestFolder_Count(&folder), 2);
    char* text = TestFile_Read(json, NULL);
    assert_int_equal(Markup_Count(text, "\"claim\": "), 5);
    assert_int_equal(Markup_Count(text, "\"verdict\": \"holds\""), 2);
    assert_non_null(strstr(text, "\"ours\": \"3 contacts\",\n      \"verdict\": \"holds\""));
    free(text);
    text = TestFile_Read(html, NULL);
    assert_null(Markup_Fault(text));
    assert_non_null(strstr(text, "Nothing is missed &amp; &lt;all&gt; is found."));
    assert_int_equal(Markup_Count(text, "class=\"mark good\""), 2);
    assert_int_equal(Markup_Count(text, "class=\"mark open\""), 1);
    assert_int_equal(Markup_Count(text, "</span> fails</span>"), 1); // not by colour alone
    free(text);
    TestFolder_Remove(&folder);
}

// ---- all papers -------------------------------------------------------------------------------

static svStatus FailToMeasure(svContext* context, const PaperSettings* settings, void* result) {
    (void)context;
    (void)settings;
    (void)result;
    return SV_ERROR_MEMORY;
}

static svStatus MeasureUntilBroken(svContext* context, const PaperSettings* settings,
                                   void* result) {
    (void)context;
    (void)settings;
    (void)result;
    (void)raise(SIGINT); // Ctrl-C
    return Progress_IsBroken() ? SV_CANCELLED : SV_OK;
}

static uint64_t OneViolation(const void* result) {
    (void)result;
    return 1;
}

static bool WriteSampleCsv(const void* result, const char* folder) {
    Csv csv;
    if (!Csv_Open(&csv, folder, "contacts.csv", "contacts")) {
        return false;
    }
    Csv_Count(&csv, (uint64_t)((const Sample*)result)->contacts);
    Csv_EndRow(&csv);
    return Csv_Close(&csv);
}

static Picture DrawSample(svContext* context, const void* result) {
    (void)context;
    (void)result;
    return Picture_Create(20, 10);
}

typedef struct AllCase {
    Paper papers[3];
    const Paper* list[3];
    TestFolder folder;
    char *index, *json; // their texts after the run; null: not there
} AllCase;

// Three papers: two samples and one between them that the test changes.
static void MakeAll(AllCase* all) {
    static const char* const names[3] = {"first2001", "second2002", "third2003"};
    *all = (AllCase){.folder = TestFolder_Make()};
    for (int i = 0; i < 3; ++i) {
        all->papers[i] = MakeSample();
        all->papers[i].name = names[i];
        all->papers[i].citation = names[i];
        all->papers[i].writeCsv = WriteSampleCsv;
        all->papers[i].draw = DrawSample;
        all->papers[i].pictureAlt = "a picture";
        all->list[i] = &all->papers[i];
    }
}

static char* ReadIfThere(const char* path) {
    return TestFile_Exists(path) ? TestFile_Read(path, NULL) : NULL;
}

static int RunAll(AllCase* all) {
    const char* json = TestFolder_Path(&all->folder, "all.json");
    const PaperSettings settings = {
        .command = "papers all", .json = json, .html = all->folder.path, .quick = true};
    free(all->index);
    free(all->json);
    const int code = Papers_RunAll(all->list, 3, &settings);
    all->index = ReadIfThere(TestFolder_Path(&all->folder, "index.html"));
    all->json = ReadIfThere(json);
    return code;
}

static bool HasPage(const AllCase* all, int paper) {
    char name[64];
    snprintf(name, sizeof(name), "%s.html", all->papers[paper].name);
    return TestFile_Exists(TestFolder_Path(&all->folder, name));
}

// Files of every paper's folder, then all others.
static void EndAll(AllCase* all) {
    for (int i = 0; i < 3; ++i) {
        char name[64];
        snprintf(name, sizeof(name), "%s/contacts.csv", all->papers[i].name);
        remove(TestFolder_Path(&all->folder, name));
        rmdir(TestFolder_Path(&all->folder, all->papers[i].name));
    }
    TestFolder_Remove(&all->folder);
    free(all->index);
    free(all->json);
}

static void RunsAll(void** state) {
    (void)state;
    AllCase all;
    MakeAll(&all);
    assert_int_equal(RunAll(&all), EXIT_CLEAN);
    assert_true(HasPage(&all, 0) && HasPage(&all, 1) && HasPage(&all, 2));
    assert_int_equal(TestFolder_Count(&all.folder), 3 + 3 + 2); // pages, folders, index, JSON
    assert_non_null(all.index);
    assert_null(Markup_Fault(all.index));
    assert_int_equal(Markup_Count(all.index, "<a href=\"second2002.html\">"), 3);
    assert_int_equal(Markup_Count(all.index, "<a href=\"second2002/contacts.csv\">"), 1);
    assert_int_equal(Markup_Count(all.index, "<img "), 3);
    assert_int_equal(Markup_Count(all.index, "</span> holds</span>"), 6);
    assert_int_equal(Markup_Count(all.index, "</span> 2 hold</span>"), 3);
    assert_non_null(
        strstr(all.index, "3 papers, 15 claims: 6 hold, 3 hold in part, 3 fail, 3 open"));
    assert_null(strstr(all.index, "class=\"alarm\""));
    assert_int_equal(Markup_Count(all.json, "\"exit_code\": 0"), 3);
    assert_int_equal(Markup_Count(all.json, "\"complete\": true"), 1);
    char* page = TestFile_Read(TestFolder_Path(&all.folder, "second2002.html"), NULL);
    assert_int_equal(Markup_Count(page, "<a href=\"index.html\">"), 1);
    free(page);
    EndAll(&all);
}

// The others are there, and the index says what is not.
static void OutlivesFailures(void** state) {
    (void)state;
    AllCase all;
    MakeAll(&all);
    all.papers[0].violations = OneViolation;
    assert_int_equal(RunAll(&all), EXIT_FOUND);
    assert_null(strstr(all.index, "class=\"alarm\""));
    all.papers[1].measure = FailToMeasure;
    remove(TestFolder_Path(&all.folder, "second2002.html"));
    assert_int_equal(RunAll(&all), EXIT_TROUBLE);
    assert_true(HasPage(&all, 0) && !HasPage(&all, 1) && HasPage(&all, 2));
    assert_null(Markup_Fault(all.index));
    assert_non_null(strstr(all.index, "1 of 3 papers gave no result"));
    assert_non_null(strstr(all.index, "no result: failed"));
    assert_null(strstr(all.index, "second2002.html"));
    assert_int_equal(Markup_Count(all.json, "\"exit_code\": 2"), 1);
    assert_int_equal(Markup_Count(all.json, "\"complete\": false"), 1);
    EndAll(&all);
}

static void EndsAtInterrupt(void** state) {
    (void)state;
    AllCase all;
    MakeAll(&all);
    all.papers[1].measure = MeasureUntilBroken;
    assert_int_equal(RunAll(&all), EXIT_BROKEN);
    assert_true(HasPage(&all, 0) && !HasPage(&all, 1) && !HasPage(&all, 2));
    assert_non_null(strstr(all.index, "2 of 3 papers gave no result; it was ended by Ctrl-C"));
    assert_int_equal(Markup_Count(all.index, "no result: not run"), 1);
    assert_int_equal(Markup_Count(all.json, "\"exit_code\""), 2);
    assert_int_equal(Markup_Count(all.json, "\"complete\": false"), 1);
    all.papers[0].measure = MeasureUntilBroken; // nothing new: the index that is there stays
    remove(TestFolder_Path(&all.folder, "index.html"));
    assert_int_equal(RunAll(&all), EXIT_BROKEN);
    assert_null(all.index);
    EndAll(&all);
}

// ---- what is refused --------------------------------------------------------------------------

static void RefusesOutputs(void** state) {
    (void)state;
    const TestFolder folder = TestFolder_Make();
    const Paper paper = MakeSample();
    const PaperSettings settings = {.command = "papers sample2026",
                                    .json = TestFolder_Path(&folder, "sample.json"),
                                    .html = TestFolder_Path(&folder, "none/sample.html")};
    assert_int_equal(Paper_Run(&paper, &settings), EXIT_TROUBLE);
    assert_int_equal(TestFolder_Count(&folder), 0);
    const Paper* list[1] = {&paper};
    const PaperSettings all = {.command = "papers all",
                               .html = TestFolder_Path(&folder, "new"),
                               .csv = TestFolder_Path(&folder, "none/csv")};
    assert_int_equal(Papers_RunAll(list, 1, &all), EXIT_TROUBLE);
    assert_int_equal(TestFolder_Count(&folder), 0);
    TestFolder_Remove(&folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TellsVerdicts),    cmocka_unit_test(PrintsVerdicts),
        cmocka_unit_test(WritesVerdicts),   cmocka_unit_test(RunsAll),
        cmocka_unit_test(OutlivesFailures), cmocka_unit_test(EndsAtInterrupt),
        cmocka_unit_test(RefusesOutputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
