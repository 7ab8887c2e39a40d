#include "support/self_cases.h"

#include "support/test.h"

#include <string.h>

enum { MAX_VERTICES = 14, MAX_TRIANGLES = 16 };

typedef struct SelfCase {
    const char* name;
    uint32_t vertexCount, triangleCount;
    double points[MAX_VERTICES][3];
    uint32_t triangles[MAX_TRIANGLES][3];
} SelfCase;

static const SelfCase cases[CASE_COUNT] = {
    {"disconnected",
     6,
     2,
     {{0, 0, 0}, {100, 0, 0}, {0, 100, 0}, {20, 20, -5}, {40, 20, 5}, {20, 40, 5}},
     {{0, 1, 2}, {3, 4, 5}}},
    {"pinch",
     5,
     2,
     {{0, 0, 0}, {100, 0, 0}, {0, 100, 0}, {40, 10, 5}, {10, 40, -5}},
     {{0, 1, 2}, {0, 3, 4}}},
    {"annulus",
     12,
     16,
     {{-20, 0, 0},
      {20, 0, 0},
      {3, 0, 10},
      {0, 0, -10},
      {-40, 0, 10},
      {0, 40, 10},
      {40, 0, 10},
      {0, -40, 10},
      {-100, 0, 0},
      {0, 100, 0},
      {100, 0, 0},
      {0, -100, 0}},
     {{5, 4, 0},
      {5, 0, 3},
      {5, 3, 1},
      {5, 1, 6},
      {9, 8, 0},
      {9, 0, 2},
      {9, 2, 1},
      {9, 1, 10},
      {7, 6, 1},
      {7, 1, 2},
      {7, 2, 0},
      {7, 0, 4},
      {11, 10, 1},
      {11, 1, 3},
      {11, 3, 0},
      {11, 0, 8}}},
    {"wound twice",
     9,
     8,
     {{10, 0, -3},
      {0, 10, -3},
      {-10, 0, -3},
      {0, -10, -3},
      {20, 0, 3},
      {0, 20, 3},
      {-20, 0, 3},
      {0, -20, 3},
      {0, 0, 0}},
     {{8, 0, 1}, {8, 1, 2}, {8, 2, 3}, {8, 3, 4}, {8, 4, 5}, {8, 5, 6}, {8, 6, 7}, {8, 7, 0}}},
    {"flipped",
     5,
     3,
     {{0, 0, 0}, {100, 0, 0}, {0, 100, 0}, {30, 30, 20}, {20, 50, -10}},
     {{0, 1, 2}, {1, 2, 3}, {3, 2, 4}}},
    {"non-manifold",
     7,
     5,
     {{0, -100, 0},
      {0, 100, 0},
      {-100, 0, 0},
      {100, -80, 0},
      {100, 80, 0},
      {40, 0, 10},
      {80, 0, -10}},
     {{0, 1, 2}, {0, 3, 1}, {1, 3, 4}, {0, 5, 1}, {5, 6, 1}}},
    // Points a0-a3, b0-b3, i1, i2, o1-o4; triangles of the four parts one after another.
    {"disk",
     14,
     14,
     {{10, 0, 0},
      {-10, 20, 0},
      {-10, -20, 0},
      {-10, 0, 0},
      {-5, 0, 4},
      {15, 20, -4},
      {15, -20, -4},
      {15, 0, -4},
      {-20, -60, 0},
      {25, -60, 0},
      {-80, 20, 0},
      {-80, -120, 0},
      {85, -120, 0},
      {85, 20, 0}},
     {{3, 0, 1},
      {7, 5, 4},
      {3, 2, 0},
      {7, 4, 6},
      {1, 10, 3},
      {3, 10, 2},
      {10, 11, 8},
      {9, 13, 6},
      {7, 13, 5},
      {6, 13, 7},
      {8, 12, 9},
      {10, 8, 2},
      {11, 12, 8},
      {9, 12, 13}}},
};

const char* SelfCase_Name(SelfCaseKind kind) {
    return cases[kind].name;
}

void SelfMesh_OpenCase(SelfMesh* mesh, SelfCaseKind kind) {
    const SelfCase* made = &cases[kind];
    double flipped[MAX_VERTICES][3];
    memcpy(flipped, made->points, sizeof(flipped));
    for (uint32_t v = 0; v < made->vertexCount; ++v) {
        flipped[v][2] = -flipped[v][2];
    }
    SelfMesh_Open(mesh, made->triangles[0], made->triangleCount, made->points,
                  (const double(*)[3])flipped, made->vertexCount);
}

// NOLINTNEXTLINE(readability-non-const-parameter): a SelfSplitFn
uint32_t SelfCase_Split(uint32_t* triangles, uint32_t count, void* user) {
    (void)user;
    (void)triangles;
    // Triangles 0-1, 2-3, 4-10, 11-13 in order: first two parts against two, then one against one.
    return count == 14 ? 4 : count == 10 ? 7 : count / 2;
}
