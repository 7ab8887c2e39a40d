// Scratch folders, whole files and captured messages, for the tests of io/.
#ifndef SELVAGE_TESTS_SUPPORT_FILES_H
#define SELVAGE_TESTS_SUPPORT_FILES_H

#include "selvage/base.h"

#include <stdio.h>

#define TEST_PATH_CHARS 512

// A folder of this test's own, in TMPDIR or /tmp.
typedef struct TestFolder {
    char path[TEST_PATH_CHARS];
} TestFolder;

TestFolder TestFolder_Make(void);

// Removes the folder and the files in it.
void TestFolder_Remove(const TestFolder* folder);

// The number of files in it, hidden ones included.
size_t TestFolder_Count(const TestFolder* folder);

// folder/name, in one of a few buffers that take turns.
const char* TestFolder_Path(const TestFolder* folder, const char* name);

void TestFile_Write(const char* path, const void* bytes, size_t size);
void TestFile_WriteText(const char* path, const char* text);
bool TestFile_Exists(const char* path);

// The contents, with a zero after them; free() it.
char* TestFile_Read(const char* path, size_t* size);

// A context that keeps its messages.
typedef struct TestMessages {
    int errors, warnings;
    char error[512], warning[512];
} TestMessages;

svContext* TestMessages_NewContext(TestMessages* messages);

// $SELVAGE_DATA/name, or null after saying that the test is skipped.
const char* TestData_Path(const char* name);

// tests/data/name.
const char* TestCorpus_Path(const char* name);

#endif
