// Charts, pages and CSV files: well-formed whatever the numbers and names are, nothing outside of
// the drawing, nothing left of a page that could not be written.

#include "report/chart.h"
#include "report/chart_axis.h"
#include "report/csv.h"
#include "report/markup.h"
#include "report/page.h"

#include "support/files.h"
#include "support/markup.h"
#include "support/random.h"
#include "support/test.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// All that was written into the stream, which is closed. free() it.
static char* Taken(FILE* stream) {
    const long size = ftell(stream);
    assert_true(size >= 0);
    char* text = calloc((size_t)size + 1, 1);
    assert_non_null(text);
    rewind(stream);
    assert_int_equal(fread(text, 1, (size_t)size, stream), size);
    fclose(stream);
    return text;
}

static char* Drawn(const Chart* chart, ChartSize size) {
    FILE* stream = tmpfile();
    assert_non_null(stream);
    Chart_Write(chart, size, stream);
    return Taken(stream);
}

typedef struct Box {
    double width, height;
} Box;

static void CheckPlace(Box box, double x, double y) {
    assert_true(x >= 0 && x <= box.width && y >= 0 && y <= box.height);
}

// The corners of the line that `at`, the value of its attribute d, describes.
static void CheckLine(Box box, const char* at) {
    for (; *at == 'M' || *at == 'L'; at += strcspn(at, "ML\"")) {
        double x = 0, y = 0;
        assert_int_equal(sscanf(at + 1, "%lf %lf", &x, &y), 2);
        CheckPlace(box, x, y);
        ++at;
    }
}

// Every place that is drawn at is inside of the drawing.
static void CheckPlaces(const char* text) {
    static const char* const forms[4] = {"<path transform=\"translate(%lf %lf)",
                                         "<rect x=\"%lf\" y=\"%lf\"", "<text x=\"%lf\" y=\"%lf\"",
                                         "<circle class=\"hint\" cx=\"%lf\" cy=\"%lf\""};
    Box box = {0, 0};
    assert_int_equal(
        sscanf(strstr(text, "viewBox"), "viewBox=\"0 0 %lf %lf", &box.width, &box.height), 2);
    for (const char* at = strchr(text, '<'); at != NULL; at = strchr(at + 1, '<')) {
        for (int f = 0; f < 4; ++f) {
            double x = 0, y = 0;
            if (sscanf(at, forms[f], &x, &y) == 2) {
                CheckPlace(box, x, y);
            }
        }
        if (strncmp(at, "<path fill=\"none\"", 17) == 0) {
            CheckLine(box, strstr(at, " d=\"") + 4);
        }
    }
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
}

static void CheckChart(const Chart* chart, ChartSize size) {
    char* text = Drawn(chart, size);
    const char* fault = Markup_Fault(text);
    if (fault != NULL) {
        print_error("%s:\n%s", fault, text);
    }
    assert_null(fault);
    CheckPlaces(text);
    free(text);
}

// All kinds, with linear and logarithmic axes.
static void CheckAll(const ChartSeries* series, int seriesCount, const char* const* groups) {
    for (int form = 0; form < 24; ++form) {
        const Chart chart = {.kind = (ChartKind)(form % 3),
                             .title = "title",
                             .about = "about",
                             .xLabel = "x",
                             .yLabel = "y",
                             .logX = form / 3 % 2 != 0,
                             .logY = form / 6 % 2 != 0,
                             .fromZero = form % 4 == 1,
                             .reference = form % 2,
                             .series = series,
                             .seriesCount = seriesCount,
                             .groups = groups};
        CheckChart(&chart, form < 12 ? CHART_WIDE : CHART_NARROW);
    }
}

static const double oddValues[] = {0,
                                   -0.0,
                                   1,
                                   -1,
                                   1e-300,
                                   1e300,
                                   -1e300,
                                   1e301,
                                   DBL_MAX,
                                   -DBL_MAX,
                                   DBL_MIN,
                                   1e-9,
                                   1 + 1e-15,
                                   0x1p-1074,
                                   123456.789,
                                   (double)INFINITY,
                                   -(double)INFINITY,
                                   (double)NAN,
                                   9.999999999,
                                   1e7,
                                   2e7 + 1,
                                   5,
                                   50,
                                   0.02};
enum { ODD_COUNT = sizeof(oddValues) / sizeof(oddValues[0]) };

static void DrawsNothing(void** state) {
    (void)state;
    CheckAll(NULL, 0, NULL);
    CheckAll(&(ChartSeries){.name = "empty"}, 1, NULL);
    char* text = Drawn(&(Chart){.title = "t"}, CHART_WIDE);
    assert_int_equal(Markup_Count(text, ">no values in this run</text>"), 1);
    free(text);
    const double nothing[3] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    CheckAll(&(ChartSeries){.name = "none", .y = nothing, .count = 3, .marked = true}, 1, NULL);
}

static void DrawsOddValues(void** state) {
    (void)state;
    for (int i = 0; i < ODD_COUNT; ++i) {
        for (int k = i; k < ODD_COUNT; ++k) {
            const double x[2] = {oddValues[i], oddValues[k]}, y[2] = {oddValues[k], oddValues[i]};
            const ChartSeries one = {.name = "one", .x = x, .y = y, .count = 1, .paper = true};
            const ChartSeries two = {.name = "two", .x = x, .y = y, .count = 2, .marked = true};
            CheckAll(&one, 1, NULL);
            CheckAll(&two, 1, NULL);
        }
    }
}

static void DrawsRandom(void** state) {
    (void)state;
    static const char* const groups[6] = {"a",   "a long name of a group", "<&\">", "\xFF", "",
                                          "\x01"};
    Random random = {7};
    for (int n = 0; n < 100; ++n) {
        double values[2][6];
        ChartSeries series[9];
        const double size = pow(10, 600 * Random_Unit(&random) - 300);
        for (int i = 0; i < 12; ++i) {
            values[i / 6][i % 6] = Random_Below(&random, 5) == 0
                                       ? oddValues[Random_Below(&random, ODD_COUNT)]
                                       : size * Random_Signed(&random);
        }
        const int seriesCount = Random_Between(&random, 1, 9);
        for (int s = 0; s < seriesCount; ++s) {
            series[s] = (ChartSeries){.name = groups[Random_Below(&random, 6)],
                                      .x = Random_Below(&random, 2) == 0 ? NULL : values[0],
                                      .y = values[1],
                                      .count = Random_Between(&random, 0, 6),
                                      .color = Random_Between(&random, -1, CHART_COLORS + 1),
                                      .paper = Random_Below(&random, 2) == 0,
                                      .marked = Random_Below(&random, 2) == 0};
        }
        CheckAll(series, seriesCount, groups);
    }
}

// Shapes are counted: each value once, and once in the legend; a gap begins a new line.
static void DrawsEveryValue(void** state) {
    (void)state;
    const double y[6] = {3, 1, (double)NAN, 2, 5, -1};
    const ChartSeries series[2] = {
        {.name = "ours", .y = y, .count = 6, .marked = true},
        {.name = "paper", .y = y, .count = 2, .color = 1, .paper = true}};
    Chart chart = {.title = "t", .series = series, .seriesCount = 2};
    char* text = Drawn(&chart, CHART_WIDE);
    assert_int_equal(Markup_Count(text, "no values"), 0);
    assert_int_equal(Markup_Count(text, "translate("), 5 + 2 + 2);
    assert_int_equal(Markup_Count(text, "h0"), 2 + 1);
    assert_int_equal(Markup_Count(text, "L"), 1 + 2 + 1);
    assert_int_equal(Markup_Count(text, "var(--series-2"), 0);
    assert_non_null(strstr(text, "<title>ours (4): 5</title>"));
    free(text);

    chart.kind = CHART_BARS;
    chart.groups = (const char* const[]){"a", "b", "c", "d", "e", "f"};
    text = Drawn(&chart, CHART_WIDE);
    assert_int_equal(Markup_Count(text, "<rect"), 5 + 2 + 2);
    assert_non_null(strstr(text, "<title>paper, b: 1</title>"));
    free(text);

    chart.logY = true; // -1 has no place
    text = Drawn(&chart, CHART_WIDE);
    assert_int_equal(Markup_Count(text, "<rect"), 4 + 2 + 2);
    free(text);
}

// A long line has some markers only, tooltips all along, and every value in its path.
static void ThinsMarkers(void** state) {
    (void)state;
    double y[200];
    for (int i = 0; i < 200; ++i) {
        y[i] = i % 7;
    }
    const ChartSeries series = {.y = y, .count = 200, .paper = true};
    Chart chart = {.title = "t", .series = &series, .seriesCount = 1};
    char* text = Drawn(&chart, CHART_WIDE);
    assert_in_range(Markup_Count(text, "translate("), 10, 20);
    assert_in_range(Markup_Count(text, "<circle class=\"hint\""), 40, 60);
    assert_int_equal(Markup_Count(text, "L"), 199);
    free(text);
    chart.kind = CHART_POINTS; // all of them
    text = Drawn(&chart, CHART_NARROW);
    assert_int_equal(Markup_Count(text, "translate("), 200);
    free(text);
}

// Ticks rise, lie inside, have labels of their own, and there are some.
static void CheckAxis(const ChartAxis* axis) {
    char last[AXIS_LABEL] = "", label[AXIS_LABEL];
    assert_in_range(axis->tickCount, 2, AXIS_TICKS - 1);
    for (int i = 0; i < axis->tickCount; ++i) {
        const double place = ChartAxis_Place(axis, axis->ticks[i]);
        assert_true(place >= -1e-9 && place <= 1 + 1e-9);
        assert_true(i == 0 || axis->ticks[i] > axis->ticks[i - 1]);
        ChartAxis_Label(axis, axis->ticks[i], label);
        assert_string_not_equal(label, last);
        memcpy(last, label, sizeof(last));
    }
}

static void MakesAxes(void** state) {
    (void)state;
    Random random = {3};
    for (int n = 0; n < 20000; ++n) {
        const bool logarithmic = n % 2 != 0;
        double a = pow(10, 40 * Random_Signed(&random)), b = a * (1 + Random_Unit(&random));
        if (n % 4 >= 2) {
            b = pow(10, 40 * Random_Signed(&random));
        }
        a = n % 3 == 0 && !logarithmic ? -a : a;
        b = n % 5 == 0 && !logarithmic ? -b : b;
        const double least = fmin(a, b), most = fmax(a, b);
        const ChartAxis axis = ChartAxis_Make(logarithmic, least, most, (ChartEnds)(n % 7 % 3));
        CheckAxis(&axis);
        const double low = ChartAxis_Place(&axis, least), high = ChartAxis_Place(&axis, most);
        assert_true(low >= -1e-9 && low <= high && high <= 1 + 1e-9);
    }
}

static void LabelsAxes(void** state) {
    (void)state;
    char label[AXIS_LABEL];
    ChartAxis axis = ChartAxis_Make(false, 0, 61949, CHART_ENDS_ROUND);
    assert_int_equal(axis.tickCount, 5);
    ChartAxis_Label(&axis, axis.ticks[2], label);
    assert_string_equal(label, "40,000");
    axis = ChartAxis_Make(false, 0.92, 1.82, CHART_ENDS_ROUND); // begins where the data is
    assert_true(fabs(axis.ticks[0] - 0.8) < 1e-9 &&
                fabs(axis.ticks[axis.tickCount - 1] - 2) < 1e-9);
    axis = ChartAxis_Make(false, 0.92, 1.82, CHART_ENDS_ZERO);
    assert_true(axis.ticks[0] == 0);
    ChartAxis_Label(&axis, axis.ticks[1], label);
    assert_string_equal(label, "0.5");
    axis = ChartAxis_Make(false, 1, 149, CHART_ENDS_DATA);
    assert_true(axis.least == 1 && axis.most == 149);
    assert_true(axis.ticks[0] == 50 && axis.ticks[axis.tickCount - 1] == 100);
    axis = ChartAxis_Make(false, 88, 92, CHART_ENDS_ROUND);
    assert_true(axis.ticks[0] == 88 && axis.ticks[axis.tickCount - 1] == 92);
    axis = ChartAxis_Make(false, 0, 4e9, CHART_ENDS_ROUND);
    ChartAxis_Label(&axis, axis.ticks[1], label);
    assert_string_equal(label, "10\xE2\x81\xB9");
}

// Three decades and fewer have ticks at 1, 2 and 5, more only at powers of ten, told as such; what
// lies between is marked without labels.
static void MarksLogarithms(void** state) {
    (void)state;
    char label[AXIS_LABEL];
    ChartAxis axis = ChartAxis_Make(true, 1.2, 90, CHART_ENDS_ROUND);
    assert_int_equal(axis.tickCount, 7);   // 1 2 5 10 20 50 100
    assert_int_equal(axis.minorCount, 12); // 3 4 6 7 8 9 30 40 60 70 80 90
    assert_true(axis.minors[0] == 3 && axis.minors[11] == 90);
    ChartAxis_Label(&axis, axis.ticks[6], label);
    assert_string_equal(label, "100");
    axis = ChartAxis_Make(true, 1e-3, 1e6, CHART_ENDS_ROUND);
    ChartAxis_Label(&axis, axis.ticks[0], label);
    assert_string_equal(label, "10\xE2\x81\xBB\xC2\xB3");
    assert_int_equal(axis.minorCount, 0); // every second decade has a tick
    axis = ChartAxis_Make(true, 1, 1e4, CHART_ENDS_ROUND);
    assert_int_equal(axis.tickCount, 5);
    assert_int_equal(axis.minorCount, 4 * 8);
    axis = ChartAxis_Make(true, 1.2, 1.9, CHART_ENDS_DATA); // no tick inside: wider
    assert_true(axis.tickCount == 2 && axis.ticks[0] == 1 && axis.ticks[1] == 2);
    const double y[2] = {1, 5000};
    const Chart chart = {.title = "t",
                         .yLabel = "contacts",
                         .logX = true,
                         .logY = true,
                         .series = &(ChartSeries){.x = y, .y = y, .count = 2},
                         .seriesCount = 1};
    char* text = Drawn(&chart, CHART_WIDE);
    assert_non_null(strstr(text, ">contacts (log scale)</text>"));
    assert_non_null(strstr(text, ">log scale</text>"));
    free(text);
}

// A long title is broken between words, and none is lost.
static void BreaksTitles(void** state) {
    (void)state;
    const Chart chart = {.title =
                             "Spread angle of a node of 1234 triangles, a garment of two words, "
                             "tree of patches"};
    char* wide = Drawn(&chart, CHART_WIDE);
    char* narrow = Drawn(&chart, CHART_NARROW);
    assert_int_equal(Markup_Count(wide, "font-weight=\"600\""), 1);
    assert_int_equal(Markup_Count(narrow, "font-weight=\"600\""), 2);
    assert_non_null(strstr(narrow, ">Spread angle of a node of 1234 triangles, a</text>"));
    assert_non_null(strstr(narrow, ">garment of two words, tree of patches</text>"));
    free(wide);
    free(narrow);
}

static void EscapesText(void** state) {
    (void)state;
    FILE* stream = tmpfile();
    assert_non_null(stream);
    Markup_Text(stream, "a<b> & \"c\"\n\x01\xFF\xC3\xA9");
    Markup_Text(stream, NULL);
    char* text = Taken(stream);
    assert_string_equal(text, "a&lt;b&gt; &amp; &quot;c&quot;\n\xEF\xBF\xBD\xEF\xBF\xBD\xC3\xA9");
    free(text);
    // The checker can tell.
    assert_non_null(Markup_Fault("<a>&</a>"));
    assert_non_null(Markup_Fault("<a><b></a></b>"));
    assert_non_null(Markup_Fault("<a x=\"1\" x=\"2\"/>"));
    assert_non_null(Markup_Fault("<a>"));
    assert_null(Markup_Fault("<a x=\"&lt;\">b<c/></a>\n"));
}

static void WritesPages(void** state) {
    (void)state;
    const TestFolder folder = TestFolder_Make();
    const char* path = TestFolder_Path(&folder, "page.html");
    Page page;
    assert_true(Page_Open(&page, path, "<script>", "index.html?a&b"));
    Page_Paragraph(&page, "before any section");
    Page_Section(&page, "One");
    Table table = Table_Make((const char* const[]){"name", "paper", "ours"}, 3);
    Cell_Text(Table_AddRow(&table, "a<b")->cells[1], "1.5");
    Page_Table(&page, "caption", &table, 1u << 1);
    Table_Destroy(&table);
    Page_Section(&page, "Two");
    const double y[2] = {1, 2};
    const Chart chart = {
        .title = "t", .series = &(ChartSeries){.name = "s", .y = y, .count = 2}, .seriesCount = 1};
    Page_Chart(&page, &chart, "figure");
    assert_false(TestFile_Exists(path));
    assert_true(Page_Close(&page, "selvage --html \"x\""));
    assert_int_equal(TestFolder_Count(&folder), 1);
    char* text = TestFile_Read(path, NULL);
    const char* fault = Markup_Fault(text);
    if (fault != NULL) {
        print_error("%s:\n%s", fault, text);
    }
    assert_null(fault);
    assert_int_equal(Markup_Count(text, "<script"), 0);
    assert_int_equal(Markup_Count(text, "<section>"), 3);
    assert_int_equal(Markup_Count(text, "<a href=\"index.html?a&amp;b\">"), 1);
    assert_int_equal(Markup_Count(text, "class=\"paper\""), 2);
    assert_int_equal(Markup_Count(text, "<svg"), 2); // for half a page and for a phone
    assert_int_equal(Markup_Count(text, "http"), 2); // the namespace: nothing is fetched
    assert_non_null(strstr(text, svVersion()));
    free(text);
    assert_false(Page_Open(&page, TestFolder_Path(&folder, "none/page.html"), "t", NULL));
    assert_int_equal(TestFolder_Count(&folder), 1);
    TestFolder_Remove(&folder);
}

static void WritesCsv(void** state) {
    (void)state;
    const TestFolder folder = TestFolder_Make();
    Csv csv;
    assert_true(Csv_Open(&csv, folder.path, "a.csv", "name,count,value"));
    Csv_Text(&csv, "a \"b\", c");
    Csv_Count(&csv, UINT64_MAX);
    Csv_Number(&csv, 0.1);
    Csv_EndRow(&csv);
    Csv_Text(&csv, "d");
    Csv_Count(&csv, 0);
    Csv_Number(&csv, (double)NAN);
    Csv_EndRow(&csv);
    assert_true(Csv_Close(&csv));
    char* text = TestFile_Read(TestFolder_Path(&folder, "a.csv"), NULL);
    assert_string_equal(text,
                        "name,count,value\n\"a \"\"b\"\", c\",18446744073709551615,0.1\nd,0,\n");
    free(text);
    assert_false(Csv_Open(&csv, TestFolder_Path(&folder, "a.csv"), "b.csv", "x"));
    TestFolder_Remove(&folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(DrawsNothing), cmocka_unit_test(DrawsOddValues),
        cmocka_unit_test(DrawsRandom),  cmocka_unit_test(DrawsEveryValue),
        cmocka_unit_test(ThinsMarkers), cmocka_unit_test(MakesAxes),
        cmocka_unit_test(LabelsAxes),   cmocka_unit_test(MarksLogarithms),
        cmocka_unit_test(BreaksTitles), cmocka_unit_test(EscapesText),
        cmocka_unit_test(WritesPages),  cmocka_unit_test(WritesCsv),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
