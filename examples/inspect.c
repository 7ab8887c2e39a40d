// A look inside a query: the levels of the BVH, how many of their boxes overlap another one, what
// self-collision culling proved, and how many pairs each stage passed on. The scene is a cloth that
// is rolled up, and whose layers sink into each other during the step.

#include "selvage/selvage.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 64, VERTICES = (CELLS + 1) * (CELLS + 1), FACES = 2 * CELLS * CELLS };

// One turn and a half; the outer layer sinks by `sink`.
static void RollUp(double sink, double x[VERTICES][3]) {
    for (int i = 0; i < VERTICES; ++i) {
        const int column = i % (CELLS + 1), row = i / (CELLS + 1);
        const double s = (double)column / CELLS, t = (double)row / CELLS;
        const double angle = 9.5 * s, radius = 1 + (0.04 - sink) * s;
        x[i][0] = radius * cos(angle);
        x[i][1] = radius * sin(angle);
        x[i][2] = 2 * t;
    }
}

static void Triangulate(uint32_t triangles[FACES][3]) {
    for (uint32_t i = 0, f = 0; i < CELLS; ++i) {
        for (uint32_t j = 0; j < CELLS; ++j, f += 2) {
            const uint32_t v = i * (CELLS + 1) + j, above = v + CELLS + 1;
            const uint32_t corners[2][3] = {{v, v + 1, above + 1}, {v, above + 1, above}};
            for (int k = 0; k < 6; ++k) {
                triangles[f + (uint32_t)k / 3][k % 3] = corners[k / 3][k % 3];
            }
        }
    }
}

// One line of words for any failure; the context knows the place.
static void Require(const svContext* context, svStatus status) {
    if (status != SV_OK) {
        fprintf(stderr, "%s: %s\n", svStatus_Text(status),
                context == NULL ? "" : svContext_LastError(context));
        exit(2);
    }
}

// Which items of each level overlap another one, and how many pairs there are.
typedef struct Seen {
    uint8_t overlaps[SV_BVH_MAX_LEVELS][FACES]; // never more items than faces
    size_t nodePairs, leafPairs, candidates[2];
} Seen;

static void TakeStage(const svStageBlock* block, void* user) {
    Seen* seen = user;
    if (block->stage == SV_STAGE_CANDIDATES) {
        seen->candidates[block->kind] += block->count;
        return;
    }
    *(block->stage == SV_STAGE_NODES ? &seen->nodePairs : &seen->leafPairs) += block->count;
    for (size_t i = 0; i < block->count; ++i) {
        const uint32_t a = block->items[i][0], b = block->items[i][1];
        if (a != b) { // every item is also paired with itself, unless it is known to be free
            seen->overlaps[block->level][a] = seen->overlaps[block->level][b] = 1;
        }
    }
}

// One line about the items of a level.
static void PrintLevel(svContext* context, const svScene* scene, const svBvhShape* shape,
                       uint32_t level, const uint8_t* overlaps) {
    static uint8_t isFree[FACES];
    static double bounds[FACES][6];
    const uint32_t count = shape->itemCount[level];
    Require(context, svScene_GetSelfFree(scene, level, 0, count, isFree));
    Require(context, svScene_GetBounds(scene, level, 0, count, 0, bounds[0]));
    uint32_t overlapping = 0, free = 0;
    double volume = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const double* box = bounds[i];
        overlapping += overlaps[i];
        free += isFree[i] != SV_SELF_OPEN;
        volume += (box[3] - box[0]) * (box[4] - box[1]) * (box[5] - box[2]);
    }
    printf("level %u: %u boxes, %u overlap another, %u free of self-collision, volume %.3f\n",
           level, count, overlapping, free, volume);
}

int main(void) {
    static double x0[VERTICES][3], x1[VERTICES][3];
    static uint32_t triangles[FACES][3];
    static Seen seen;
    RollUp(0, x0);
    RollUp(0.06, x1);
    Triangulate(triangles);

    const svContextDef contextDef = svDefaultContextDef();
    svContext* context = NULL;
    Require(NULL, svContext_Create(&contextDef, &context));
    svMeshDef meshDef = svDefaultMeshDef();
    meshDef.triangles = triangles[0];
    meshDef.triangleCount = FACES;
    meshDef.vertexCount = VERTICES;
    svMesh* mesh = NULL;
    Require(context, svMesh_Create(context, &meshDef, &mesh));
    svSceneDef sceneDef = svDefaultSceneDef(); // boxes
    sceneDef.selfCulling = SV_SELF_CULLING_ON; // from the first query on
    svScene* scene = NULL;
    Require(context, svScene_Create(context, &sceneDef, &scene));
    Require(context, svScene_Add(scene, mesh, NULL, NULL));
    const svPositions from = svPositions_Double(x0[0], VERTICES);
    const svPositions to = svPositions_Double(x1[0], VERTICES);
    Require(context, svMesh_SetMotion(mesh, &from, &to));

    const svWatch watch = {(1u << SV_STAGE_ENUM_COUNT) - 1, TakeStage, &seen}; // all stages
    svDetectDef detect = svDefaultDetectDef();
    detect.query.watch = &watch;
    svContacts contacts;
    Require(context, svScene_Detect(scene, &detect, &contacts));

    svBvhShape shape;
    Require(context, svScene_GetBvh(scene, &shape));
    for (uint32_t level = shape.levelCount; level-- > 0;) {
        PrintLevel(context, scene, &shape, level, seen.overlaps[level]);
    }
    printf("%zu pairs of nodes, %zu of leaves, %zu vertex-face and %zu edge-edge candidates,\n"
           "%zu vertex-face and %zu edge-edge contacts\n",
           seen.nodePairs, seen.leafPairs, seen.candidates[SV_VERTEX_FACE],
           seen.candidates[SV_EDGE_EDGE], contacts.vf.count, contacts.ee.count);

    svScene_Destroy(scene);
    svMesh_Destroy(mesh);
    svContext_Destroy(context);
    return 0;
}
