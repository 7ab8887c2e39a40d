// The BVH of the look-ahead, for pictures: the volumes of a level, and which of them overlap.
//
// An item of a level is red if a leaf below it overlaps one that shares no vertex with it (of
// neighbours on a surface all overlap); blue if self-collision culling proved all below it free of
// self-contact, and it is not red; else green. What never moves is
// not shown, nor is what has a part of the floor: it is larger than the picture.

#include "state.h"

#include <string.h>

enum { LEAF_MOVES, LEAF_STILL, LEAF_OF_FLOOR };
enum { STATE_FREE, STATE_OVERLAPS, STATE_SELF_FREE, STATE_STILL };

// Where the faces of a mesh begin among those of all.
static size_t FirstFace(const Demo* demo, uint32_t mesh) {
    size_t first = 0;
    for (uint32_t i = 0; i < mesh; ++i) {
        first += svMesh_GetTopology(demo->meshes[i])->triangleCount;
    }
    return first;
}

static svStatus GrowLeaves(Demo* demo, uint32_t count) {
    DemoLeaves* leaves = &demo->leaves;
    svContext* context = demo->context;
    svStatus status = svContext_Grow(context, (void**)&leaves->ofFace, &leaves->ofFaceCapacity,
                                     FirstFace(demo, demo->meshCount), sizeof(uint32_t));
    if (status == SV_OK) {
        status = svContext_Grow(context, (void**)&leaves->near, &leaves->nearCapacity, count,
                                sizeof(*leaves->near));
    }
    if (status == SV_OK) {
        status = svContext_Grow(context, (void**)&leaves->nearCount, &leaves->countCapacity, count,
                                sizeof(uint8_t));
    }
    if (status == SV_OK) {
        status = svContext_Grow(context, (void**)&leaves->states, &leaves->capacity, count,
                                sizeof(uint8_t));
    }
    if (status == SV_OK) {
        status = svContext_Grow(context, (void**)&leaves->still, &leaves->stillCapacity, count,
                                sizeof(uint8_t));
    }
    return status;
}

static bool AreNear(const DemoLeaves* leaves, uint32_t a, uint32_t b) {
    for (uint32_t i = 0; i < leaves->nearCount[a]; ++i) {
        if (leaves->near[a][i] == b) {
            return true;
        }
    }
    return a == b;
}

static void AddNear(DemoLeaves* leaves, uint32_t a, uint32_t b) {
    if (!AreNear(leaves, a, b) && leaves->nearCount[a] < DEMO_NEAR_LEAVES) {
        leaves->near[a][leaves->nearCount[a]++] = b;
    }
}

// Leaves are neighbours if a vertex has faces in both.
static void FindNearLeaves(Demo* demo) {
    DemoLeaves* leaves = &demo->leaves;
    for (uint32_t mesh = 0; mesh < demo->meshCount; ++mesh) {
        const svTopology* t = svMesh_GetTopology(demo->meshes[mesh]);
        const uint32_t* ofFace = leaves->ofFace + FirstFace(demo, mesh);
        for (uint32_t v = 0; v < t->vertexCount; ++v) {
            const uint32_t end = t->vertexTriangleStart[v + 1];
            for (uint32_t i = t->vertexTriangleStart[v]; i < end; ++i) {
                for (uint32_t j = t->vertexTriangleStart[v]; j < end; ++j) {
                    AddNear(leaves, ofFace[t->vertexTriangles[i]], ofFace[t->vertexTriangles[j]]);
                }
            }
        }
    }
}

// What is known of the leaves, after the BVH was built.
static svStatus ReadLeaves(Demo* demo) {
    DemoLeaves* leaves = &demo->leaves;
    svStatus status = svScene_GetBvh(demo->probe, &demo->shape);
    if (status == SV_OK) {
        status = GrowLeaves(demo, demo->shape.itemCount[0]);
    }
    for (uint32_t i = 0; status == SV_OK && i < demo->shape.itemCount[0]; ++i) {
        svBvhLeaf leaf;
        status = svScene_GetLeaf(demo->probe, i, &leaf);
        if (status == SV_OK) {
            leaves->still[i] = leaf.mesh == demo->world.floor + 1       ? LEAF_OF_FLOOR
                               : Demo_MeshIsStill(demo, leaf.mesh) != 0 ? LEAF_STILL
                                                                        : LEAF_MOVES;
        }
        for (uint32_t k = 0; status == SV_OK && k < leaf.faceCount; ++k) {
            leaves->ofFace[FirstFace(demo, leaf.mesh) + leaf.faces[k]] = i;
        }
    }
    if (status == SV_OK) {
        memset(leaves->nearCount, 0, demo->shape.itemCount[0]);
        FindNearLeaves(demo);
        leaves->built = true;
    }
    return status;
}

void DemoLeaves_Take(const svStageBlock* block, void* user) {
    const Demo* demo = user;
    const DemoLeaves* leaves = &demo->leaves;
    for (size_t i = 0; i < block->count; ++i) {
        const uint32_t a = block->items[i][0], b = block->items[i][1];
        if (!AreNear(leaves, a, b)) {
            leaves->states[a] = leaves->states[b] = STATE_OVERLAPS;
        }
    }
}

// The leaves are known by their numbers as long as the query does not build the BVH anew.
void Demo_BeginLeaves(Demo* demo) {
    if (demo->leaves.built) {
        memset(demo->leaves.states, STATE_FREE, demo->shape.itemCount[0]);
    }
}

// The states of a level: red if anything below is.
static svStatus ReadStates(Demo* demo, uint32_t level, uint32_t count) {
    svStatus status = Demo_Extend(demo, DEMO_STATES, count);
    if (status != SV_OK) {
        return status;
    }
    uint8_t* states = demo->arrays[DEMO_STATES].data;
    status = svScene_GetSelfFree(demo->probe, level, 0, count, states);
    for (uint32_t i = 0; i < count; ++i) {
        states[i] = states[i] != 0 ? STATE_SELF_FREE : STATE_FREE;
    }
    const uint32_t below = 4 * level; // sixteen children each
    for (uint32_t first = 0; first < demo->shape.itemCount[0]; first += 1u << below) {
        bool still = true, overlaps = false, floor = false;
        for (uint32_t i = first; i < demo->shape.itemCount[0] && i >> below == first >> below;
             ++i) {
            still = still && demo->leaves.still[i] != LEAF_MOVES;
            floor = floor || demo->leaves.still[i] == LEAF_OF_FLOOR;
            overlaps = overlaps || demo->leaves.states[i] == STATE_OVERLAPS;
        }
        uint8_t* state = &states[first >> below];
        *state = still || floor ? STATE_STILL : overlaps ? STATE_OVERLAPS : *state;
    }
    return status;
}

static svStatus ReadBounds(Demo* demo, uint32_t level, uint32_t count) {
    const uint32_t numbers = svVolume_Numbers(demo->shape.volume);
    double* bounds = svContext_Allocate(demo->context, count * numbers * sizeof(double));
    svStatus status =
        bounds == NULL ? SV_ERROR_MEMORY : Demo_Extend(demo, DEMO_BOUNDS, (size_t)count * numbers);
    if (status == SV_OK) {
        status = svScene_GetBounds(demo->probe, level, 0, count, 0, bounds);
        float* shown = demo->arrays[DEMO_BOUNDS].data;
        for (size_t i = 0; i < (size_t)count * numbers; ++i) {
            shown[i] = (float)bounds[i];
        }
    }
    svContext_Release(demo->context, bounds);
    return status;
}

svStatus Demo_ReadVolumes(Demo* demo) {
    if (!demo->leaves.built || demo->contacts.stats.built) {
        // Of this query the leaves that overlap are not known; of the next they are.
        const svStatus status = ReadLeaves(demo);
        if (status != SV_OK) {
            return status;
        }
        Demo_BeginLeaves(demo);
    }
    demo->numbers[DEMO_LEVELS] = demo->shape.levelCount;
    const double wanted = demo->settings[DEMO_LEVEL];
    if (wanted < 0 || demo->shape.levelCount == 0) {
        return SV_OK;
    }
    const uint32_t last = demo->shape.levelCount - 1;
    const uint32_t level = wanted < last ? (uint32_t)wanted : last;
    const uint32_t count = demo->shape.itemCount[level];
    const svStatus status = ReadBounds(demo, level, count);
    return status == SV_OK ? ReadStates(demo, level, count) : status;
}
