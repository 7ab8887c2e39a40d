// What can be read of a demo: meshes, arrays, numbers, and their names.

#include "state.h"

#include <string.h>

static const size_t elementSizes[DEMO_ARRAY_COUNT] = {
    [DEMO_CONTACT_POINTS] = sizeof(float), [DEMO_CONTACT_NORMALS] = sizeof(float),
    [DEMO_CONTACT_TIMES] = sizeof(float),  [DEMO_MISSED_POINTS] = sizeof(float),
    [DEMO_PINNED] = sizeof(uint32_t),      [DEMO_BOUNDS] = sizeof(float),
    [DEMO_STATES] = sizeof(uint8_t),
};

static const char* const arrayNames[DEMO_ARRAY_COUNT] = {
    [DEMO_CONTACT_POINTS] = "contactPoints",
    [DEMO_CONTACT_NORMALS] = "contactNormals",
    [DEMO_CONTACT_TIMES] = "contactTimes",
    [DEMO_MISSED_POINTS] = "missedPoints",
    [DEMO_PINNED] = "pinned",
    [DEMO_BOUNDS] = "bounds",
    [DEMO_STATES] = "states",
};

static const char* const numberNames[DEMO_NUMBER_COUNT] = {
    [DEMO_STEPS] = "steps",
    [DEMO_TIME] = "time",
    [DEMO_FAILED] = "failed",
    [DEMO_VF] = "vf",
    [DEMO_EE] = "ee",
    [DEMO_HASH_LOW] = "hashLow",
    [DEMO_HASH_HIGH] = "hashHigh",
    [DEMO_SHAPE_LOW] = "shapeLow",
    [DEMO_SHAPE_HIGH] = "shapeHigh",
    [DEMO_INTERSECTIONS] = "intersections",
    [DEMO_PASSED] = "passed",
    [DEMO_PARTS] = "parts",
    [DEMO_ROUNDS] = "rounds",
    [DEMO_NEWTON] = "newton",
    [DEMO_NEAR] = "near",
    [DEMO_STRETCH] = "stretch",
    [DEMO_BALL_X] = "ballX",
    [DEMO_BALL_Y] = "ballY",
    [DEMO_BALL_Z] = "ballZ",
    [DEMO_BALL_RADIUS] = "ballRadius",
    [DEMO_LEAVES] = "leaves",
    [DEMO_LEVELS] = "levels",
    [DEMO_NODE_PAIRS] = "nodePairs",
    [DEMO_LEAF_PAIRS] = "leafPairs",
    [DEMO_CANDIDATES] = "candidates",
    [DEMO_SELF_FREE] = "selfFree",
    [DEMO_METHOD_ALL] = "methodAll",
    [DEMO_METHOD_MISSED] = "methodMissed",
    [DEMO_SOLVE_MS] = "solveMs",
    [DEMO_NEAR_MS] = "nearMs",
    [DEMO_DETECT_MS] = "detectMs",
    [DEMO_SIM_MS] = "simMs",
    [DEMO_PROOF_MS] = "proofMs",
    [DEMO_REFIT_MS] = "refitMs",
    [DEMO_SEARCH_MS] = "searchMs",
    [DEMO_TEST_MS] = "testMs",
    [DEMO_QUERY_MS] = "queryMs",
    [DEMO_METHOD_MS] = "methodMs",
    [DEMO_TOTAL_MS] = "totalMs",
};

svStatus Demo_Extend(Demo* demo, DemoArray array, size_t count) {
    DemoBuffer* buffer = &demo->arrays[array];
    const svStatus status = svContext_Grow(demo->context, &buffer->data, &buffer->capacity,
                                           buffer->count + count, elementSizes[array]);
    buffer->count += status == SV_OK ? count : 0;
    return status;
}

svStatus Demo_AddPoint(Demo* demo, DemoArray array, svVec3 point) {
    const svStatus status = Demo_Extend(demo, array, 3);
    if (status == SV_OK) {
        float* x = (float*)demo->arrays[array].data + demo->arrays[array].count - 3;
        x[0] = (float)point.x;
        x[1] = (float)point.y;
        x[2] = (float)point.z;
    }
    return status;
}

const char* DemoArray_Name(int array) {
    return array >= 0 && array < DEMO_ARRAY_COUNT ? arrayNames[array] : "";
}

const char* DemoNumber_Name(int number) {
    return number >= 0 && number < DEMO_NUMBER_COUNT ? numberNames[number] : "";
}

const void* Demo_Array(const Demo* demo, int array, size_t* count) {
    *count = 0;
    if (demo->sim == NULL || array < 0 || array >= DEMO_ARRAY_COUNT) {
        return NULL;
    }
    if (array == DEMO_PINNED) {
        *count = demo->pinnedCount;
        return demo->pinned;
    }
    *count = demo->arrays[array].count;
    return demo->arrays[array].data;
}

static bool HasMesh(const Demo* demo, uint32_t mesh) {
    return demo->sim != NULL && mesh < demo->meshCount;
}

uint32_t Demo_MeshCount(const Demo* demo) {
    return demo->sim != NULL ? demo->meshCount : 0;
}

uint32_t Demo_BallMesh(const Demo* demo) {
    return demo->world.ball + 1;
}

const char* Demo_MeshName(const Demo* demo, uint32_t mesh) {
    return HasMesh(demo, mesh) ? svMesh_Name(demo->meshes[mesh]) : "";
}

int Demo_MeshIsStill(const Demo* demo, uint32_t mesh) {
    return HasMesh(demo, mesh) && mesh > 0 && mesh != Demo_BallMesh(demo);
}

const float* Demo_Positions(const Demo* demo, uint32_t mesh, size_t* count) {
    *count = HasMesh(demo, mesh) ? 3 * Demo_VertexCount(demo, mesh) : 0;
    return HasMesh(demo, mesh) ? demo->x[0] + 3 * demo->firstVertex[mesh] : NULL;
}

const uint32_t* Demo_Triangles(const Demo* demo, uint32_t mesh, size_t* count) {
    *count =
        HasMesh(demo, mesh) ? 3 * (size_t)svMesh_GetTopology(demo->meshes[mesh])->triangleCount : 0;
    return HasMesh(demo, mesh) ? svMesh_GetTopology(demo->meshes[mesh])->triangles : NULL;
}

static uint64_t ShapeHash(const Demo* demo) {
    uint64_t hash = DEMO_HASH_START;
    for (size_t i = 0; demo->sim != NULL && i < 3 * Demo_VertexCount(demo, 0); ++i) {
        uint32_t bits;
        memcpy(&bits, demo->x[0] + i, sizeof(bits));
        hash = (hash ^ bits) * DEMO_HASH_PRIME;
    }
    return hash;
}

double Demo_Number(const Demo* demo, int number) {
    switch (number) {
    case DEMO_HASH_LOW:
        return (double)(demo->hash & UINT32_MAX);
    case DEMO_HASH_HIGH:
        return (double)(demo->hash >> 32);
    case DEMO_SHAPE_LOW:
        return (double)(ShapeHash(demo) & UINT32_MAX);
    case DEMO_SHAPE_HIGH:
        return (double)(ShapeHash(demo) >> 32);
    case DEMO_BALL_X:
    case DEMO_BALL_Y:
    case DEMO_BALL_Z:
        return demo->ball[number - DEMO_BALL_X];
    case DEMO_BALL_RADIUS:
        return demo->world.radius;
    default:
        return number >= 0 && number < DEMO_NUMBER_COUNT ? demo->numbers[number] : 0;
    }
}
