// The parts of a page: well-formed whatever the texts are, marks told by more than colour, rows and
// tables of the kind that the style sheet knows; folders and the machine.

#include "report/folder.h"
#include "report/machine.h"
#include "report/page.h"

#include "support/files.h"
#include "support/markup.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

static const char nasty[] = "<a href=\"x\"> & 'y' \xFF\x01";

// The page that `fill` makes; free() it. It is well-formed and fetches nothing.
static char* PageOf(void (*fill)(Page*)) {
    const TestFolder folder = TestFolder_Make();
    const char* path = TestFolder_Path(&folder, "page.html");
    Page page;
    assert_true(Page_Open(&page, path, nasty, NULL));
    fill(&page);
    assert_true(Page_Close(&page, nasty));
    char* text = TestFile_Read(path, NULL);
    const char* fault = Markup_Fault(text);
    if (fault != NULL) {
        print_error("%s:\n%s", fault, text);
    }
    assert_null(fault);
    assert_null(strstr(text, "http"));
    assert_null(strstr(text, "<script"));
    assert_null(strstr(text, "<a href=\"x\">"));
    TestFolder_Remove(&folder);
    return text;
}

static void FillTexts(Page* page) {
    Page_Facts(page, (const PageFact[]){{"machine", nasty}, {nasty, ""}}, 2);
    Page_Alarm(page, nasty);
    Page_Key(page);
    Page_Section(page, nasty);
    Page_Paragraph(page, nasty);
}

static void WritesTexts(void** state) {
    (void)state;
    char* text = PageOf(FillTexts);
    assert_int_equal(Markup_Count(text, "<section>"), 2); // one without a heading
    assert_int_equal(Markup_Count(text, "<dt>"), 2);
    assert_int_equal(Markup_Count(text, "role=\"alert\""), 1);
    assert_int_equal(Markup_Count(text, "<nav>"), 0);
    free(text);
}

static void FillClaims(Page* page) {
    const PageClaim claims[4] = {
        {"one", "1", "2", PAGE_GOOD, "holds"},
        {nasty, nasty, nasty, PAGE_HALF, nasty},
        {"three", "", "", PAGE_BAD, "fails"},
        {"four", "", "", PAGE_OPEN, "open"},
    };
    const PageClaims groups[3] = {
        {NULL, NULL, claims, 4}, {"linked", "a.html", claims, 2}, {nasty, NULL, claims, 0}};
    Page_Claims(page, groups, 3);
}

static void WritesClaims(void** state) {
    (void)state;
    static const char* const signs[PAGE_MARKS] = {"good\"><span aria-hidden=\"true\">\xE2\x9C\x93",
                                                  "half\"><span aria-hidden=\"true\">\xE2\x89\x88",
                                                  "bad\"><span aria-hidden=\"true\">\xE2\x9C\x97",
                                                  "open\"><span aria-hidden=\"true\">?"};
    static const int counts[PAGE_MARKS] = {2, 2, 1, 1};
    char* text = PageOf(FillClaims);
    for (int m = 0; m < PAGE_MARKS; ++m) { // no two marks look alike without colours
        assert_int_equal(Markup_Count(text, signs[m]), counts[m]);
    }
    assert_int_equal(Markup_Count(text, "</span> fails</span>"), 1);
    assert_int_equal(Markup_Count(text, "<th scope=\"row\">"), 6);
    assert_int_equal(Markup_Count(text, "<tr class=\"group\">"), 2);
    assert_int_equal(Markup_Count(text, "<a href=\"a.html\">linked</a>"), 1);
    assert_int_equal(Markup_Count(text, "data-head=\"paper\""), 6); // for cards on phones
    free(text);
}

static void FillCards(Page* page) {
    Picture picture = Picture_Create(4, 3);
    const PageLink links[2] = {{"a.csv", "one/a.csv"}, {nasty, "b"}};
    const PageCard one = {.title = "one",
                          .address = "one.html",
                          .text = nasty,
                          .note = "3 s",
                          .picture = &picture,
                          .alt = nasty,
                          .marks = {2, 0, 1, 0},
                          .words = {"hold", NULL, nasty, NULL},
                          .links = links,
                          .linkCount = 2};
    const PageCard two = {.title = nasty, .text = "", .note = "no result"};
    Page_BeginCards(page);
    Page_Card(page, &one);
    Page_Card(page, &two);
    Page_EndCards(page);
    Picture_Destroy(&picture);
}

static void WritesCards(void** state) {
    (void)state;
    char* text = PageOf(FillCards);
    assert_int_equal(Markup_Count(text, "<article"), 2);
    assert_int_equal(Markup_Count(text, "<a href=\"one.html\">"), 2); // picture and title
    assert_int_equal(Markup_Count(text, "<a href=\"one/a.csv\">a.csv</a>"), 1);
    assert_int_equal(Markup_Count(text, "<img "), 1);
    assert_int_equal(Markup_Count(text, "class=\"mark "), 2);
    assert_int_equal(Markup_Count(text, "</span> 2 hold</span>"), 1);
    free(text);
}

// Tables of three, six and nine columns; the second row of each has no name of its own.
static void FillTables(Page* page) {
    static const char* const heads[9] = {"name", "b", "c", "d", "e", "f", "g", "h", nasty};
    for (int columns = 3; columns <= 9; columns += 3) {
        Table table = Table_Make(heads, columns);
        Cell_Text(Table_AddRow(&table, "first")->cells[1], nasty);
        Table_AddRow(&table, "");
        Table_AddRow(&table, nasty);
        Page_Table(page, nasty, &table, 1u << 2);
        Table_Destroy(&table);
    }
}

static void WritesTables(void** state) {
    (void)state;
    char* text = PageOf(FillTables);
    assert_int_equal(Markup_Count(text, "<figure class=\"table slim\">"), 1);
    assert_int_equal(Markup_Count(text, "<figure class=\"table many\">"), 2);
    assert_int_equal(Markup_Count(text, "<tr class=\"more\">"), 3);
    assert_int_equal(Markup_Count(text, "<td class=\"paper\">"), 9);
    assert_int_equal(Markup_Count(text, "<th scope=\"col\" class=\"paper\">"), 3);
    free(text);
}

static void UsesFolders(void** state) {
    (void)state;
    const TestFolder folder = TestFolder_Make();
    const char* inner = TestFolder_Path(&folder, "inner");
    assert_true(Folder_IsWritable(inner)); // and leaves nothing
    assert_int_equal(TestFolder_Count(&folder), 0);
    assert_true(Folder_Create(inner) && Folder_Create(inner));
    assert_true(Folder_IsWritable(inner) && TestFolder_Count(&folder) == 1);
    assert_false(Folder_Create(TestFolder_Path(&folder, "no/inner")));
    static const char* const files[4] = {"b.csv", "a.csv", "c.txt", ".csv"};
    for (int i = 0; i < 4; ++i) {
        TestFile_WriteText(TestFolder_Path(&folder, files[i]), "x");
    }
    assert_false(Folder_Create(TestFolder_Path(&folder, "b.csv")));
    assert_false(Folder_IsWritable(TestFolder_Path(&folder, "b.csv")));
    char* names[4];
    assert_int_equal(Folder_List(folder.path, ".csv", names, 4), 2); // sorted, and one has no name
    assert_string_equal(names[0], "a.csv");
    assert_string_equal(names[1], "b.csv");
    free(names[0]);
    free(names[1]);
    assert_int_equal(Folder_List(TestFolder_Path(&folder, "no"), ".csv", names, 4), 0);
    remove(inner);
    TestFolder_Remove(&folder);
}

static void TellsMachine(void** state) {
    (void)state;
    const Machine machine = Machine_Here();
    char date[MACHINE_DATE], text[128];
    assert_in_range(machine.cores, 1, 1 << 20);
    assert_true(machine.processor[0] != '\0' && strchr(machine.processor, '\n') == NULL);
    bool known = false;
    for (int isa = SV_ISA_SCALAR; isa < SV_ISA_ENUM_COUNT; ++isa) {
        known = known ||
                (strcmp(machine.isa, svIsa_Name((svIsa)isa)) == 0 && svIsa_Available((svIsa)isa));
    }
    assert_true(known);
    Machine_TellProcessor(&machine, text, sizeof(text));
    assert_non_null(strstr(text, machine.cores == 1 ? ", 1 core" : " cores"));
    Machine_TellDate(date);
    int year = 0, month = 0, day = 0, hour = 0, minute = 0;
    assert_int_equal(sscanf(date, "%d-%d-%d %d:%d UTC", &year, &month, &day, &hour, &minute), 5);
    assert_true(year >= 2024 && month >= 1 && month <= 12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(WritesTexts), cmocka_unit_test(WritesClaims),
        cmocka_unit_test(WritesCards), cmocka_unit_test(WritesTables),
        cmocka_unit_test(UsesFolders), cmocka_unit_test(TellsMachine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
