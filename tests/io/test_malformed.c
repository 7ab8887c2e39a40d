// Every file of tests/data/malformed is refused with SV_ERROR_FORMAT and a message that names the
// file and the place. expected.txt holds a line per file: its name, a blank, and how the message
// goes on after the name.
#include "selvage/io.h"

#include <dirent.h>
#include <string.h>

#include "support/files.h"
#include "support/test.h"

static svStatus ReadCache(svContext* context, const char* path) {
    svCache* cache = NULL;
    const svStatus status = svCache_Open(context, path, NULL, &cache);
    svCache_Close(cache);
    return status;
}

static svStatus ReadAny(svContext* context, const char* path) {
    const char* extension = strrchr(path, '.');
    if (strcmp(extension, ".queries") == 0) {
        svQueryData queries = {0};
        const svStatus status = svReadQueries(context, path, &queries);
        assert_null(queries.pairs);
        return status;
    }
    if (strcmp(extension, ".pairs") == 0) {
        svIndexRows rows = {0};
        const svStatus status = svReadPairs(context, path, &rows);
        assert_null(rows.values);
        return status;
    }
    if (strcmp(extension, ".pc2") == 0 || strcmp(extension, ".mdd") == 0) {
        return ReadCache(context, path);
    }
    svMeshData mesh = {0};
    const svStatus status = svReadMesh(context, path, NULL, &mesh);
    assert_null(mesh.positions);
    return status;
}

// Returns false, after saying so, if the file is not refused as expected.
static bool Check(const char* name, const char* expected) {
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    char relative[300];
    snprintf(relative, sizeof(relative), "malformed/%s", name);
    const svStatus status = ReadAny(context, TestCorpus_Path(relative));
    char wanted[600];
    snprintf(wanted, sizeof(wanted), "%s%s", name, expected);
    const bool good = status == SV_ERROR_FORMAT && messages.errors == 1 &&
                      strstr(messages.error, wanted) != NULL &&
                      strcmp(svContext_LastError(context), messages.error) == 0 &&
                      svContext_BytesInUse(context) == 0;
    if (!good) {
        print_message("%s: %s, \"%s\", expected \"%s\", %zu bytes in use\n", name,
                      svStatus_Text(status), messages.error, wanted, svContext_BytesInUse(context));
    }
    svContext_Destroy(context);
    return good;
}

static void TestEveryFileIsRefused(void** state) {
    (void)state;
    FILE* list = fopen(TestCorpus_Path("malformed/expected.txt"), "r");
    assert_non_null(list);
    char line[600];
    size_t listed = 0;
    size_t bad = 0;
    while (fgets(line, sizeof(line), list) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char* blank = strchr(line, ' ');
        assert_non_null(blank);
        *blank = '\0';
        bad += Check(line, blank + 1) ? 0 : 1;
        ++listed;
    }
    fclose(list);
    assert_int_equal(bad, 0);

    // No file is forgotten: all but the list itself, "." and "..".
    DIR* folder = opendir(TestCorpus_Path("malformed"));
    assert_non_null(folder);
    size_t present = 0;
    while (readdir(folder) != NULL) {
        ++present;
    }
    closedir(folder);
    assert_int_equal(present, listed + 3);
    assert_true(listed > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(TestEveryFileIsRefused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
