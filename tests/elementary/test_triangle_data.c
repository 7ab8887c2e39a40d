// svTriangleTriangle on the files under $SELVAGE_DATA: 26 small cases, and all self-intersections
// of three meshes. Skipped where the variable is not set.

#include "selvage/elementary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct Mesh {
    double* positions;
    int32_t* triangles;
    size_t vertexCount, triangleCount;
} Mesh;

static FILE* OpenData(const char* name) {
    const char* const root = getenv("SELVAGE_DATA");
    char path[1024];
    if (root == NULL) {
        print_message("SELVAGE_DATA is not set: skipped\n");
        skip();
    }
    snprintf(path, sizeof(path), "%s/%s", root, name);
    FILE* const file = fopen(path, "rb");
    if (file == NULL) {
        print_message("%s cannot be opened\n", path);
        fail();
    }
    return file;
}

// The next `size` bytes (4 or 8) as a number of the machine.
static uint64_t ReadWord(FILE* file, size_t size, bool bigEndian) {
    unsigned char bytes[8];
    assert_int_equal(fread(bytes, 1, size, file), size);
    uint64_t word = 0;
    for (size_t i = 0; i < size; ++i) {
        word = word << 8 | bytes[bigEndian ? i : size - 1 - i];
    }
    return word;
}

static double ReadScalar(FILE* file, bool isDouble, bool bigEndian) {
    const uint64_t word = ReadWord(file, isDouble ? 8 : 4, bigEndian);
    if (isDouble) {
        double value;
        memcpy(&value, &word, sizeof(value));
        return value;
    }
    const uint32_t half = (uint32_t)word;
    float value;
    memcpy(&value, &half, sizeof(value));
    return (double)value;
}

// The binary PLY files of the data: x y z float or double, then only bytes; lists of three ints.
static Mesh ReadPly(const char* name) {
    FILE* const file = OpenData(name);
    Mesh mesh = {0};
    bool isDouble = false, bigEndian = false;
    long extra = 0;
    char line[256];
    do {
        assert_non_null(fgets(line, sizeof(line), file));
        bigEndian |= strstr(line, "big_endian") != NULL;
        isDouble |= strstr(line, "property double") != NULL;
        extra += strncmp(line, "property uchar", 14) == 0;
        if (strncmp(line, "element vertex", 14) == 0) {
            mesh.vertexCount = strtoul(line + 14, NULL, 10);
        } else if (strncmp(line, "element face", 12) == 0) {
            mesh.triangleCount = strtoul(line + 12, NULL, 10);
        }
    } while (strncmp(line, "end_header", 10) != 0);

    mesh.positions = test_malloc(3 * mesh.vertexCount * sizeof(double));
    mesh.triangles = test_malloc(3 * mesh.triangleCount * sizeof(int32_t));
    for (size_t i = 0; i < 3 * mesh.vertexCount; ++i) {
        mesh.positions[i] = ReadScalar(file, isDouble, bigEndian);
        if (i % 3 == 2) {
            assert_int_equal(fseek(file, extra, SEEK_CUR), 0);
        }
    }
    for (size_t i = 0; i < 3 * mesh.triangleCount; ++i) {
        if (i % 3 == 0) {
            assert_int_equal(fgetc(file), 3);
        }
        mesh.triangles[i] = (int32_t)ReadWord(file, 4, bigEndian);
    }
    fclose(file);
    return mesh;
}

static void FreeMesh(Mesh* mesh) {
    test_free(mesh->positions);
    test_free(mesh->triangles);
}

static svTriangleMeeting MeetFaces(const Mesh* mesh, size_t i, size_t j) {
    svTrianglePair pair;
    for (int k = 0; k < 3; ++k) {
        pair.aIds[k] = (uint32_t)mesh->triangles[3 * i + (size_t)k];
        pair.bIds[k] = (uint32_t)mesh->triangles[3 * j + (size_t)k];
        memcpy(pair.a[k], mesh->positions + 3 * pair.aIds[k], sizeof(pair.a[k]));
        memcpy(pair.b[k], mesh->positions + 3 * pair.bIds[k], sizeof(pair.b[k]));
    }
    svTriangleResult result;
    assert_int_equal(svTriangleTriangle(&pair, &result), SV_OK);
    return result.meeting;
}

static void TestSmallCases(void** state) {
    (void)state;
    Mesh mesh = ReadPly("cases/two_triangle_cases.ply");
    FILE* const file = OpenData("cases/two_triangle_cases.txt");
    char line[256];
    size_t count = 0;
    for (; fgets(line, sizeof(line), file) != NULL; ++count) {
        char* end;
        const size_t index = strtoul(line, &end, 10);
        const bool expected = strtol(end, NULL, 10) != 0;
        const bool meet = MeetFaces(&mesh, 2 * index, 2 * index + 1) != SV_TRIANGLES_APART;
        if (meet != expected) {
            print_message("wrong: %s", line);
            fail();
        }
    }
    assert_int_equal(count, 26);
    fclose(file);
    FreeMesh(&mesh);
}

typedef struct Box {
    double lo[3], hi[3];
    size_t triangle;
} Box;

static int CompareBoxes(const void* p, const void* q) {
    const double a = ((const Box*)p)->lo[0], b = ((const Box*)q)->lo[0];
    return (a > b) - (a < b);
}

static int CompareKeys(const void* p, const void* q) {
    const uint64_t a = *(const uint64_t*)p, b = *(const uint64_t*)q;
    return (a > b) - (a < b);
}

// The boxes of all triangles, ordered by their lower ends in x.
static Box* SortedBoxes(const Mesh* mesh) {
    Box* const boxes = test_malloc(mesh->triangleCount * sizeof(Box));
    for (size_t i = 0; i < mesh->triangleCount; ++i) {
        boxes[i].triangle = i;
        for (int k = 0; k < 3; ++k) {
            for (int v = 0; v < 3; ++v) {
                const double x = mesh->positions[3 * mesh->triangles[3 * i + (size_t)v] + k];
                boxes[i].lo[k] = v == 0 || x < boxes[i].lo[k] ? x : boxes[i].lo[k];
                boxes[i].hi[k] = v == 0 || x > boxes[i].hi[k] ? x : boxes[i].hi[k];
            }
        }
    }
    qsort(boxes, mesh->triangleCount, sizeof(Box), CompareBoxes);
    return boxes;
}

static bool BoxesMeet(const Box* a, const Box* b) {
    return a->lo[1] <= b->hi[1] && b->lo[1] <= a->hi[1] && a->lo[2] <= b->hi[2] &&
           b->lo[2] <= a->hi[2];
}

// Every pair of triangles that meets, as i << 32 | j with i < j, sorted: brute force by a sweep.
static size_t AllMeetings(const Mesh* mesh, uint64_t* keys, size_t capacity) {
    Box* const boxes = SortedBoxes(mesh);
    size_t count = 0;
    for (size_t i = 0; i < mesh->triangleCount; ++i) {
        for (size_t j = i + 1; j < mesh->triangleCount && boxes[j].lo[0] <= boxes[i].hi[0]; ++j) {
            if (!BoxesMeet(&boxes[i], &boxes[j])) {
                continue;
            }
            const size_t p = boxes[i].triangle, q = boxes[j].triangle;
            if (MeetFaces(mesh, p, q) != SV_TRIANGLES_APART) {
                assert_true(count < capacity);
                keys[count++] = p < q ? (uint64_t)p << 32 | q : (uint64_t)q << 32 | p;
            }
        }
    }
    test_free(boxes);
    qsort(keys, count, sizeof(*keys), CompareKeys);
    return count;
}

static void CheckScene(const char* frame, const char* contacts) {
    enum { CAPACITY = 100000 };
    Mesh mesh = ReadPly(frame);
    uint64_t* const keys = test_malloc(CAPACITY * sizeof(uint64_t));
    const size_t count = AllMeetings(&mesh, keys, CAPACITY);
    FILE* const file = OpenData(contacts);
    char line[256];
    size_t row = 0;
    for (; fgets(line, sizeof(line), file) != NULL; ++row) {
        char* end;
        const uint64_t i = strtoul(line, &end, 10);
        const uint64_t j = strtoul(end + 1, NULL, 10);
        if (row >= count || keys[row] != (i << 32 | j)) {
            print_message("%s: %s", contacts, line);
            assert_true(row < count);
            assert_int_equal(keys[row], i << 32 | j);
        }
    }
    assert_int_equal(row, count);
    fclose(file);
    test_free(keys);
    FreeMesh(&mesh);
}

static void TestFunnel(void** state) {
    (void)state;
    CheckScene("scenes/cloth-funnel/frames/227.ply",
               "scenes/cloth-funnel/contacts/triangles_t0.csv");
}

static void TestBall(void** state) {
    (void)state;
    CheckScene("scenes/cloth-ball/frames/cloth_ball92.ply",
               "scenes/cloth-ball/contacts/triangles_t0.csv");
}

static void TestBodies(void** state) {
    (void)state;
    CheckScene("scenes/n-body-simulation/frames/balls16_18.ply",
               "scenes/n-body-simulation/contacts/triangles_t0.csv");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestSmallCases),
        cmocka_unit_test(TestFunnel),
        cmocka_unit_test(TestBall),
        cmocka_unit_test(TestBodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
