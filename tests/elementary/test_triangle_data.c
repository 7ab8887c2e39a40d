// svTriangleTriangle on the files under $SELVAGE_DATA: 26 small cases, and all self-intersections
// of three meshes. Skipped where it is not there.

#include "selvage/elementary.h"

#include "support/ground_truth.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static TruthMesh ReadMesh(const char* name) {
    TruthMesh mesh;
    if (!truthReadMesh(name, &mesh)) {
        print_message("SELVAGE_DATA has no %s: skipped\n", name);
        skip();
    }
    return mesh;
}

static svTriangleMeeting MeetFaces(const TruthMesh* mesh, size_t i, size_t j) {
    svTrianglePair pair;
    for (int k = 0; k < 3; ++k) {
        pair.aIds[k] = mesh->triangles[i][k];
        pair.bIds[k] = mesh->triangles[j][k];
        memcpy(pair.a[k], mesh->positions[pair.aIds[k]], sizeof(pair.a[k]));
        memcpy(pair.b[k], mesh->positions[pair.bIds[k]], sizeof(pair.b[k]));
    }
    svTriangleResult result;
    assert_int_equal(svTriangleTriangle(&pair, &result), SV_OK);
    return result.meeting;
}

static void TestSmallCases(void** state) {
    (void)state;
    TruthMesh mesh = ReadMesh("cases/two_triangle_cases.ply");
    FILE* const file = truthOpen("cases/two_triangle_cases.txt", "r");
    assert_non_null(file);
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
    truthFreeMesh(&mesh);
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
static Box* SortedBoxes(const TruthMesh* mesh) {
    Box* const boxes = test_malloc(mesh->triangleCount * sizeof(Box));
    for (size_t i = 0; i < mesh->triangleCount; ++i) {
        boxes[i].triangle = i;
        for (int k = 0; k < 3; ++k) {
            for (int v = 0; v < 3; ++v) {
                const double x = mesh->positions[mesh->triangles[i][v]][k];
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
static size_t AllMeetings(const TruthMesh* mesh, uint64_t* keys, size_t capacity) {
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
    TruthMesh mesh = ReadMesh(frame);
    uint64_t* const keys = test_malloc(CAPACITY * sizeof(uint64_t));
    const size_t count = AllMeetings(&mesh, keys, CAPACITY);
    FILE* const file = truthOpen(contacts, "r");
    assert_non_null(file);
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
    truthFreeMesh(&mesh);
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
