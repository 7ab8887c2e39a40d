// The driver of the papers, on a paper of the test's own: claims and verdicts reach the JSON file
// and the page; what is refused leaves nothing behind.

#include "papers/paper.h"
#include "papers/verdicts.h"
#include "report/program.h"

#include "support/files.h"
#include "support/markup.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

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
    Verdicts_Print(&verdicts, stream);
    fclose(stream);
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

static void RefusesOutputs(void** state) {
    (void)state;
    const TestFolder folder = TestFolder_Make();
    const Paper paper = MakeSample();
    const PaperSettings settings = {.command = "papers sample2026",
                                    .json = TestFolder_Path(&folder, "sample.json"),
                                    .html = TestFolder_Path(&folder, "none/sample.html")};
    assert_int_equal(Paper_Run(&paper, &settings), EXIT_TROUBLE);
    assert_int_equal(TestFolder_Count(&folder), 0);
    TestFolder_Remove(&folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TellsVerdicts),
        cmocka_unit_test(PrintsVerdicts),
        cmocka_unit_test(WritesVerdicts),
        cmocka_unit_test(RefusesOutputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
