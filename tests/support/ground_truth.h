// Readers of the data with exact answers that the tests use where SELVAGE_DATA names its folder.
// They know just the few forms of file found there, and stop the test at anything else.
#ifndef SELVAGE_TESTS_GROUND_TRUTH_H
#define SELVAGE_TESTS_GROUND_TRUTH_H

#include "selvage/elementary.h"

#include <stdio.h>

// Opens folder/name of the data, or null where it is not there.
FILE* truthOpen(const char* name, const char* mode);

// The next query: eight rows of six integers, or seven (the answer; -1 where there is none).
// False at the end of the file.
bool truthReadQuery(FILE* file, svMovingPair* pair, int* answer);

typedef struct TruthMesh {
    double (*positions)[3];
    uint32_t (*triangles)[3];
    size_t vertexCount, triangleCount;
} TruthMesh;

// Binary PLY, floats or doubles, either byte order. False where the file is not there.
bool truthReadMesh(const char* name, TruthMesh* mesh);
void truthFreeMesh(TruthMesh* mesh);

#endif
