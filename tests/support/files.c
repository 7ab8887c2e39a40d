#include "support/files.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/test.h"

// Paths that a test holds at the same time are few.
static char* NextBuffer(void) {
    static char buffers[8][TEST_PATH_CHARS];
    static unsigned turn = 0;
    return buffers[turn++ % 8];
}

TestFolder TestFolder_Make(void) {
    TestFolder folder;
    const char* root = getenv("TMPDIR");
    snprintf(folder.path, sizeof(folder.path), "%s/selvage-test-XXXXXX",
             root != NULL ? root : "/tmp");
    assert_non_null(mkdtemp(folder.path));
    return folder;
}

static size_t ForEachFile(const TestFolder* folder, bool removeThem) {
    DIR* dir = opendir(folder->path);
    assert_non_null(dir);
    size_t count = 0;
    for (const struct dirent* entry; (entry = readdir(dir)) != NULL;) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            ++count;
            if (removeThem) {
                remove(TestFolder_Path(folder, entry->d_name));
            }
        }
    }
    closedir(dir);
    return count;
}

void TestFolder_Remove(const TestFolder* folder) {
    ForEachFile(folder, true);
    rmdir(folder->path);
}

size_t TestFolder_Count(const TestFolder* folder) {
    return ForEachFile(folder, false);
}

const char* TestFolder_Path(const TestFolder* folder, const char* name) {
    char* buffer = NextBuffer();
    assert_true(snprintf(buffer, TEST_PATH_CHARS, "%s/%s", folder->path, name) < TEST_PATH_CHARS);
    return buffer;
}

void TestFile_Write(const char* path, const void* bytes, size_t size) {
    FILE* file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(size == 0 ? 0 : fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

void TestFile_WriteText(const char* path, const char* text) {
    TestFile_Write(path, text, strlen(text));
}

bool TestFile_Exists(const char* path) {
    struct stat info;
    return stat(path, &info) == 0;
}

char* TestFile_Read(const char* path, size_t* size) {
    FILE* file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    const long length = ftell(file);
    assert_true(length >= 0);
    rewind(file);
    char* bytes = malloc((size_t)length + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, (size_t)length, file), length);
    bytes[length] = '\0';
    fclose(file);
    if (size != NULL) {
        *size = (size_t)length;
    }
    return bytes;
}

static void Keep(svSeverity severity, const char* text, void* user) {
    TestMessages* messages = user;
    char* kept = severity == SV_ERROR ? messages->error : messages->warning;
    snprintf(kept, sizeof(messages->error), "%s", text);
    ++*(severity == SV_ERROR ? &messages->errors : &messages->warnings);
}

svContext* TestMessages_NewContext(TestMessages* messages) {
    memset(messages, 0, sizeof(*messages));
    svContextDef def = svDefaultContextDef();
    def.message = Keep;
    def.messageUser = messages;
    svContext* context = NULL;
    assert_int_equal(svContext_Create(&def, &context), SV_OK);
    return context;
}

const char* TestData_Path(const char* name) {
    const char* root = getenv("SELVAGE_DATA");
    if (root == NULL) {
        print_message("SELVAGE_DATA is not set: skipped\n");
        return NULL;
    }
    char* buffer = NextBuffer();
    snprintf(buffer, TEST_PATH_CHARS, "%s/%s", root, name);
    return buffer;
}

const char* TestCorpus_Path(const char* name) {
    char* buffer = NextBuffer();
    snprintf(buffer, TEST_PATH_CHARS, "%s/%s", TEST_DATA_DIR, name);
    return buffer;
}
