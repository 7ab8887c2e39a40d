// Numbers are read and written the same where the locale's decimal point is a comma.
#include "selvage/io.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "support/files.h"
#include "support/mesh_data.h"
#include "support/test.h"

static bool SetCommaLocale(void) {
    static const char* const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE",       "fr_FR.UTF-8",
                                        "fr_FR.utf8",  "fr_FR",      "it_IT.UTF-8", "nl_NL.UTF-8"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
        if (setlocale(LC_ALL, names[i]) != NULL && localeconv()->decimal_point[0] == ',') {
            return true;
        }
    }
    return false;
}

static void TestComma(void** state) {
    (void)state;
    if (!SetCommaLocale()) {
        print_message("no locale with a decimal comma is installed: skipped\n");
        skip();
    }
    char text[32];
    snprintf(text, sizeof(text), "%.1f", 1.5);
    assert_string_equal(text, "1,5"); // the locale is in force
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    static const double expected[3] = {1.5, -2.25e-3, 1234567.890625};
    svMeshData mesh = TestMesh_ReadText(context, "a.obj", "v 1.5 -2.25e-3 1234567.890625\n");
    TestMesh_Expect(&mesh, expected, 1, NULL, 0);
    const TestFolder folder = TestFolder_Make();
    const char* path = TestFolder_Path(&folder, "a.off");
    const svMeshView view = svMeshData_View(&mesh);
    assert_int_equal(svWriteMesh(context, path, NULL, &view), SV_OK);
    char* written = TestFile_Read(path, NULL);
    assert_string_equal(written, "OFF\n1 0 0\n1.5 -0.00225 1234567.890625\n");
    free(written);
    svMeshData_Destroy(context, &mesh);
    assert_int_equal(svReadMeshMemory(context, "a.obj", "v 1,5 0 0\n", 10, NULL, &mesh),
                     SV_ERROR_FORMAT);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
    setlocale(LC_ALL, "C");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(TestComma)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
