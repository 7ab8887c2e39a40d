// The topological half of self-collision culling (self_test.h), once per BVH build. In: leaves and
// topology. Out: the contour of every part, and whether conditions (a) and (c) hold.
//
// Level by level: the contour of a part consists of the sides of its children's contours that have
// no opposite side in the part. At the start, all sides of a leaf count.

#include "selfcull/self_test.h"

#include "base/context.h"

#include <string.h>

// More loops are hardly ever one outer loop and holes.
#define MOST_LOOPS 8

// The test of a contour is quadratic in its length, the traversal that it saves linear in the
// leaves: a ribbon is tested in pieces. Contours of round patches are far below that at any size.
#define MOST_SQUARED_SIDES_PER_LEAF 32768

typedef struct Builder {
    svArena* arena;
    const svSelfDef* def;
    svSelfTests* tests;
    uint32_t* leafOfFace;
    // The contours of the level that was done last, part by part: sides of the meshes.
    uint32_t* sides;
    uint32_t* sideStart; // of parts; one more than there are
    uint8_t* broken;     // of parts: (a) does not hold, or faces are of two meshes, or collapsed
    uint32_t* sideFrom;  // of points: the side that starts there, of the part in work; else SV_NONE
    size_t contourCount, loopCount;
} Builder;

typedef struct Part {
    uint32_t index;
    uint64_t leafCount; // of a full part of its level
    const svSceneTopology* mesh;
    bool broken;
} Part;

static bool HasSide(const Builder* builder, const Part* part, uint32_t side) {
    const uint32_t face = part->mesh->firstFace + side / 3;
    return builder->leafOfFace[face] / part->leafCount == part->index;
}

// A side of a non-manifold edge is on the contour if the part has no other side there.
static bool IsOnlySide(const Builder* builder, const Part* part, uint32_t side) {
    const svTopology* topology = part->mesh->topology;
    const uint32_t edge = topology->sideEdges[side];
    uint32_t count = 0;
    for (uint32_t i = topology->edgeSideStart[edge]; i < topology->edgeSideStart[edge + 1]; ++i) {
        count += HasSide(builder, part, topology->edgeSides[i]);
    }
    return count == 1;
}

// Whether a side of a part is on its contour. `side` is numbered in the mesh.
static bool IsOnContour(const Builder* builder, Part* part, uint32_t side) {
    const svTopology* topology = part->mesh->topology;
    const uint32_t twin = topology->sideTwins[side];
    if (twin == SV_NONE) {
        const uint8_t kind = topology->edgeKinds[topology->sideEdges[side]];
        part->broken |= kind != SV_EDGE_BOUNDARY && !IsOnlySide(builder, part, side);
        return true;
    }
    if (!HasSide(builder, part, twin)) {
        return true;
    }
    part->broken |= topology->edgeKinds[topology->sideEdges[side]] != SV_EDGE_INNER;
    return false;
}

static uint32_t PointOf(const Builder* builder, const Part* part, uint32_t side) {
    const svSceneTopology* mesh = part->mesh;
    return builder->def->pointOfVertex[mesh->firstVertex + mesh->topology->triangles[side]];
}

// Orders the sides of a contour as loops. False if they visit a point twice.
static bool FollowLoops(Builder* builder, const Part* part, const uint32_t* sides, uint32_t count,
                        svSelfShape* shape) {
    svSelfTests* tests = builder->tests;
    bool simple = true;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t* from = &builder->sideFrom[PointOf(builder, part, sides[i])];
        simple &= *from == SV_NONE;
        *from = sides[i];
    }
    *shape = (svSelfShape){(uint32_t)builder->contourCount, count, (uint32_t)builder->loopCount, 0,
                           false};
    uint32_t done = 0, shortest = count;
    for (uint32_t i = 0; simple && i < count; ++i) {
        uint32_t at = PointOf(builder, part, sides[i]);
        const uint32_t start = done;
        while (builder->sideFrom[at] != SV_NONE) {
            const uint32_t side = builder->sideFrom[at];
            tests->contour[builder->contourCount + done++] = at;
            builder->sideFrom[at] = SV_NONE;
            at = PointOf(builder, part, svNextSide(side));
        }
        if (done > start) {
            shortest = done - start < shortest ? done - start : shortest;
            simple = shape->loopCount < MOST_LOOPS;
            if (simple) {
                tests->loopEnds[builder->loopCount + shape->loopCount++] = done;
            }
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        builder->sideFrom[PointOf(builder, part, sides[i])] = SV_NONE;
    }
    for (uint32_t i = count; simple && count > 0 && i < svContour_Padded(count); ++i) {
        tests->contour[builder->contourCount + i] =
            tests->contour[builder->contourCount + count - 1];
    }
    // A triangular hole may turn over without contact of two sides that share no vertex.
    return simple && count > 0 && (shape->loopCount == 1 || shortest > 3);
}

static bool IsTooLong(const Builder* builder, const Part* part, uint32_t count) {
    const uint64_t rest = builder->def->leaves->count - part->index * part->leafCount;
    const uint64_t leafCount = rest < part->leafCount ? rest : part->leafCount;
    return (uint64_t)count * count > MOST_SQUARED_SIDES_PER_LEAF * leafCount ||
           builder->contourCount + svContour_Padded(count) > UINT32_MAX; // svSelfShape::first
}

static svStatus KeepShape(Builder* builder, const Part* part, const uint32_t* sides, uint32_t count,
                          svSelfShape* shape) {
    svSelfTests* tests = builder->tests;
    svContext* context = builder->arena->context;
    *shape = (svSelfShape){0};
    if (part->broken || IsTooLong(builder, part, count)) {
        return SV_OK;
    }
    svStatus status =
        svContext_Grow(context, (void**)&tests->contour, &tests->contourCapacity,
                       builder->contourCount + svContour_Padded(count), sizeof(uint32_t));
    if (status == SV_OK) {
        status = svContext_Grow(context, (void**)&tests->loopEnds, &tests->loopCapacity,
                                builder->loopCount + MOST_LOOPS, sizeof(uint32_t));
    }
    if (status != SV_OK) {
        return status;
    }
    shape->sound = FollowLoops(builder, part, sides, count, shape);
    if (shape->sound) {
        builder->contourCount += svContour_Padded(count);
        builder->loopCount += shape->loopCount;
        tests->mostSides = count > tests->mostSides ? count : tests->mostSides;
    }
    return SV_OK;
}

// Filters the sides of the children of a part, in place; `*end` is the end of the last part's.
static void GatherSides(Builder* builder, Part* part, uint32_t firstChild, uint32_t endChild,
                        uint32_t* end) {
    const svLeaf* leaves = builder->def->leaves->leaves;
    const uint64_t leavesPerChild = part->leafCount / SV_PART_FAN;
    const uint32_t mesh = leaves[firstChild * leavesPerChild].mesh;
    part->mesh = &builder->def->meshes[mesh];
    for (uint32_t child = firstChild; child < endChild; ++child) {
        part->broken |= builder->broken[child] != 0 || leaves[child * leavesPerChild].mesh != mesh;
    }
    const uint32_t from = builder->sideStart[firstChild], to = builder->sideStart[endChild];
    for (uint32_t i = from; i < to && !part->broken; ++i) {
        const uint32_t side = builder->sides[i];
        if (IsOnContour(builder, part, side)) {
            builder->sides[(*end)++] = side;
        }
    }
}

static svStatus BuildLevel(Builder* builder, uint32_t level) {
    svSelfLevel* at = &builder->tests->levels[level];
    const uint32_t childCount = level == 0 ? builder->def->leaves->count : at[-1].partCount;
    uint64_t leafCount = SV_PART_FAN;
    for (uint32_t l = 0; l < level; ++l) {
        leafCount *= SV_PART_FAN;
    }
    uint32_t end = 0;
    for (uint32_t i = 0; i < at->partCount; ++i) {
        Part part = {i, leafCount, NULL, false};
        const uint32_t firstChild = i * SV_PART_FAN;
        const uint32_t rest = childCount - firstChild;
        const uint32_t start = end;
        GatherSides(builder, &part, firstChild,
                    firstChild + (rest < SV_PART_FAN ? rest : SV_PART_FAN), &end);
        builder->sideStart[i] = start;
        builder->broken[i] = part.broken;
        const svStatus status =
            KeepShape(builder, &part, builder->sides + start, end - start, &at->shapes[i]);
        if (status != SV_OK) {
            return status;
        }
        // A part with a single child is tested once: as that child.
        at->shapes[i].sound &= level == 0 || rest > 1;
    }
    builder->sideStart[at->partCount] = end;
    return SV_OK;
}

static svStatus BeginWithLeaves(Builder* builder) {
    const svSelfDef* def = builder->def;
    const size_t leafCount = def->leaves->count;
    builder->leafOfFace = svArena_Allocate(builder->arena, def->faceCount, sizeof(uint32_t));
    builder->sides = svArena_Allocate(builder->arena, 3 * (size_t)def->faceCount, sizeof(uint32_t));
    builder->sideStart = svArena_Allocate(builder->arena, leafCount + 1, sizeof(uint32_t));
    builder->broken = svArena_Allocate(builder->arena, leafCount, 1);
    builder->sideFrom = svArena_Allocate(builder->arena, def->vertexCount, sizeof(uint32_t));
    if (builder->leafOfFace == NULL || builder->sides == NULL || builder->sideStart == NULL ||
        builder->broken == NULL || builder->sideFrom == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(builder->sideFrom, 0xff, def->vertexCount * sizeof(uint32_t));
    uint32_t end = 0;
    for (uint32_t i = 0; i < leafCount; ++i) {
        const svLeaf* leaf = &def->leaves->leaves[i];
        const svSceneTopology* mesh = &def->meshes[leaf->mesh];
        builder->sideStart[i] = end;
        builder->broken[i] = false;
        for (uint32_t f = 0; f < leaf->faceCount; ++f) {
            const uint32_t face = leaf->faces[f] - mesh->firstFace;
            builder->leafOfFace[leaf->faces[f]] = i;
            builder->broken[i] |= (mesh->topology->triangleBits[face] & SV_COLLAPSED) != 0;
            for (uint32_t k = 0; k < 3; ++k) {
                builder->sides[end++] = 3 * face + k;
            }
        }
    }
    builder->sideStart[leafCount] = end;
    return SV_OK;
}

// ---- memory ----------------------------------------------------------------------------------

// Two levels of parts for each of the tree; everything of known size in one allocation.
static svStatus ReserveLevels(svContext* context, const svSelfDef* def, svSelfTests* tests) {
    size_t total = 0;
    uint32_t count = def->leaves->count;
    tests->levelCount = 2 * def->tree->levelCount;
    for (uint32_t level = 0; level < tests->levelCount; ++level) {
        count = (count - 1) / SV_PART_FAN + 1;
        tests->levels[level].partCount = count;
        total += count;
    }
    if (total == 0) {
        return SV_OK; // no leaves
    }
    const size_t perPart = sizeof(svSelfShape) + sizeof(float[3]) + sizeof(svSelfView) +
                           sizeof(svSelfMemory) + sizeof(uint8_t);
    const uint32_t nodes = tests->levels[1].partCount;
    if (svContext_Grow(context, &tests->memory, &tests->capacity, total * perPart + nodes, 1) !=
        SV_OK) {
        return SV_ERROR_MEMORY;
    }
    svSelfShape* shapes = tests->memory;
    float(*normals)[3] = (float(*)[3])(shapes + total);
    svSelfView* views = (svSelfView*)(normals + total);
    svSelfMemory* memories = (svSelfMemory*)(views + total);
    uint8_t* apart = (uint8_t*)(memories + total);
    memset(memories, 0, total * sizeof(*memories));
    memset(apart, 0, total);
    for (uint32_t level = 0; level < tests->levelCount; ++level) {
        svSelfLevel* at = &tests->levels[level];
        *at = (svSelfLevel){at->partCount, shapes, memories, normals, views, apart};
        shapes += at->partCount;
        normals += at->partCount;
        views += at->partCount;
        memories += at->partCount;
        apart += at->partCount;
    }
    tests->nodeKnown = apart;
    return SV_OK;
}

size_t svSelfTests_RowsOfWorker(const svSelfTests* tests) {
    const size_t sides = svContour_Padded(tests->mostSides);
    return SV_SIDE_ROWS * sides + 8 * (size_t)svContour_Padded((uint32_t)(sides / SV_WIDTH));
}

svStatus svSelfTests_Build(svArena* scratch, const svSelfDef* def, svSelfTests* tests) {
    const svArenaMark mark = svArena_GetMark(scratch);
    Builder builder = {.arena = scratch, .def = def, .tests = tests};
    svContext* context = scratch->context;
    tests->mostSides = 0;
    svStatus status = ReserveLevels(context, def, tests);
    if (status == SV_OK) {
        status = BeginWithLeaves(&builder);
    }
    for (uint32_t level = 0; level < tests->levelCount && status == SV_OK; ++level) {
        status = BuildLevel(&builder, level);
    }
    if (status == SV_OK) {
        status = svContext_Grow(context, (void**)&tests->rows, &tests->rowCapacity,
                                def->workerCount * svSelfTests_RowsOfWorker(tests), sizeof(float));
    }
    svArena_Rewind(scratch, mark);
    return status;
}

void svSelfTests_Destroy(svContext* context, svSelfTests* tests) {
    svContext_Release(context, tests->memory);
    svContext_Release(context, tests->contour);
    svContext_Release(context, tests->loopEnds);
    svContext_Release(context, tests->rows);
    *tests = (svSelfTests){0};
}
