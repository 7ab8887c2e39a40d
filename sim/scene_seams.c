// Seams of a scene file: which vertices of which cloths are sewn.

#include "scene_spec.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Beyond this the file is a mistake.
#define MAX_SEAMS 10000

// A seam while it is read.
typedef struct SeamReader {
    const svSceneSpec* spec;
    svSim* sim;
    uint32_t node;
    svSeamSpec seam;
    const svPartSpec* cloths[2];
    uint32_t indices[2]; // of the cloths in the simulation
    svSeamPair* pairs;
    size_t count, capacity;
} SeamReader;

static svStatus AddSeamPair(SeamReader* reader, uint32_t a, uint32_t b) {
    const svJson* json = &reader->spec->json;
    void* data = reader->pairs;
    if (svContext_Grow(json->context, &data, &reader->capacity, reader->count + 1,
                       sizeof(svSeamPair)) != SV_OK) {
        return svJson_Fail(json, reader->node, SV_ERROR_MEMORY, "out of memory");
    }
    reader->pairs = data;
    reader->pairs[reader->count++] = (svSeamPair){a, b};
    return SV_OK;
}

// The two entries of a list of exactly two.
static svStatus GetTwo(const SeamReader* reader, uint32_t list, const char* what,
                       uint32_t nodes[2]) {
    const svJson* json = &reader->spec->json;
    if (json->nodes[list].kind != SV_JSON_ARRAY || json->nodes[list].count != 2) {
        return svJson_Fail(json, list, SV_ERROR_FORMAT, "must be a list of two %s", what);
    }
    nodes[0] = json->nodes[list].first;
    nodes[1] = json->nodes[nodes[0]].next;
    return SV_OK;
}

static svStatus FindCloths(SeamReader* reader) {
    const svSceneSpec* spec = reader->spec;
    uint32_t nodes[2] = {0, 0};
    svStatus status = GetTwo(reader, reader->seam.between, "names of cloths", nodes);
    for (int k = 0; k < 2 && status == SV_OK; ++k) {
        const svJsonNode* node = &spec->json.nodes[nodes[k]];
        const char* name = node->kind == SV_JSON_TEXT ? node->text : "";
        for (uint32_t i = spec->obstacleCount; i < spec->partCount; ++i) {
            if (strcmp(spec->parts[i].name, name) == 0) {
                reader->cloths[k] = &spec->parts[i];
                reader->indices[k] = i - spec->obstacleCount;
            }
        }
        if (reader->cloths[k] == NULL) {
            status = svJson_Fail(&spec->json, nodes[k], SV_ERROR_FORMAT,
                                 "there is no cloth \"%.40s\"", name);
        }
    }
    return status;
}

// Both sides of a seam must have as many vertices.
static svStatus FailCounts(const SeamReader* reader, uint32_t node, const char* const names[2],
                           const uint32_t counts[2]) {
    return svJson_Fail(&reader->spec->json, node, SV_ERROR_FORMAT,
                       "%s of %s has %u vertices, %s of %s has %u: they must have as many",
                       names[0], reader->cloths[0]->name, counts[0], names[1],
                       reader->cloths[1]->name, counts[1]);
}

// The part of two edges of `count` vertices that the range says.
static svStatus SewRange(SeamReader* reader, const int edges[2], uint32_t count) {
    const svSeamSpec* seam = &reader->seam;
    const uint32_t first = (uint32_t)floor(seam->range[0] * (count - 1.0) + 0.5);
    const uint32_t last = (uint32_t)floor(seam->range[1] * (count - 1.0) + 0.5);
    svStatus status = SV_OK;
    for (uint32_t k = first; k <= last && status == SV_OK; ++k) {
        const uint32_t other = seam->reversed ? count - 1 - k : k;
        status = AddSeamPair(reader, svSceneSpec_EdgeVertex(reader->cloths[0], edges[0], k),
                             svSceneSpec_EdgeVertex(reader->cloths[1], edges[1], other));
    }
    return status;
}

static svStatus SewEdges(SeamReader* reader) {
    const svJson* json = &reader->spec->json;
    const svSeamSpec* seam = &reader->seam;
    uint32_t nodes[2] = {0, 0}, counts[2] = {0, 0};
    const char* names[2] = {NULL, NULL};
    int edges[2] = {0, 0};
    svStatus status = GetTwo(reader, seam->edges, "edges", nodes);
    for (int k = 0; k < 2 && status == SV_OK; ++k) {
        status = svSceneSpec_ReadEdge(json, nodes[k], &edges[k]);
        if (status == SV_OK && reader->cloths[k]->shape.kind != SV_SHAPE_GRID) {
            status = svJson_Fail(json, nodes[k], SV_ERROR_FORMAT,
                                 "only the shape \"grid\" has edges, and %s is none",
                                 reader->cloths[k]->name);
        }
        counts[k] = svSceneSpec_EdgeLength(reader->cloths[k], edges[k]);
        names[k] = json->nodes[nodes[k]].text;
    }
    if (status == SV_OK && counts[0] != counts[1]) {
        status = FailCounts(reader, seam->edges, names, counts);
    }
    if (status == SV_OK && !(seam->range[0] < seam->range[1])) {
        status = svJson_Fail(json, svJson_Find(json, reader->node, "range"), SV_ERROR_FORMAT,
                             "must ascend");
    }
    return status == SV_OK ? SewRange(reader, edges, counts[0]) : status;
}

// A boundary loop of a cloth, and where its vertices are.
typedef struct SeamLoop {
    svMesh* mesh;
    const uint32_t* vertices;
    uint32_t count;
    svPositions positions;
} SeamLoop;

static svStatus ReadLoop(const SeamReader* reader, uint32_t node, int side, SeamLoop* loop) {
    const svJson* json = &reader->spec->json;
    const svSimMesh cloth = svSim_GetCloth(reader->sim, reader->indices[side]);
    svMeshDef def = svDefaultMeshDef();
    def.triangles = cloth.triangles;
    def.triangleCount = cloth.triangleCount;
    def.vertexCount = cloth.positions.count;
    uint32_t index = 0;
    svStatus status = svMesh_Create(json->context, &def, &loop->mesh);
    if (status == SV_OK) {
        const svTopology* topology = svMesh_GetTopology(loop->mesh);
        status = svSceneSpec_ReadIndex(json, node, "boundary loop", topology->loopCount, &index);
        if (status == SV_OK) {
            loop->vertices = topology->loopVertices + topology->loopStart[index];
            loop->count = topology->loopStart[index + 1] - topology->loopStart[index];
            loop->positions = cloth.positions;
        }
    }
    return status;
}

// The square of the distance between vertex i of a loop and vertex j of another.
static double LoopDistance(const SeamLoop loops[2], uint32_t i, uint32_t j) {
    double a[3], b[3];
    svPositions_Get(&loops[0].positions, loops[0].vertices[i], a);
    svPositions_Get(&loops[1].positions, loops[1].vertices[j], b);
    const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
}

// The first vertex goes to the nearest of the other loop, and the rest around in the direction in
// which they are nearer.
static svStatus SewLoop(SeamReader* reader, const SeamLoop loops[2]) {
    const uint32_t count = loops[0].count;
    uint32_t start = 0;
    for (uint32_t j = 1; j < count; ++j) {
        start = LoopDistance(loops, 0, j) < LoopDistance(loops, 0, start) ? j : start;
    }
    double sums[2] = {0, 0};
    for (uint32_t i = 0; i < count; ++i) {
        sums[0] += LoopDistance(loops, i, (start + i) % count);
        sums[1] += LoopDistance(loops, i, (start + count - i) % count);
    }
    svStatus status = SV_OK;
    for (uint32_t i = 0; i < count && status == SV_OK; ++i) {
        const uint32_t j = sums[1] < sums[0] ? start + count - i : start + i;
        status = AddSeamPair(reader, loops[0].vertices[i], loops[1].vertices[j % count]);
    }
    return status;
}

static svStatus SewLoops(SeamReader* reader) {
    uint32_t nodes[2] = {0, 0};
    SeamLoop loops[2] = {{0}, {0}};
    svStatus status = GetTwo(reader, reader->seam.loops, "boundary loops", nodes);
    for (int k = 0; k < 2 && status == SV_OK; ++k) {
        status = ReadLoop(reader, nodes[k], k, &loops[k]);
    }
    if (status == SV_OK && loops[0].count != loops[1].count) {
        const char* const names[2] = {"the loop", "that"};
        const uint32_t counts[2] = {loops[0].count, loops[1].count};
        status = FailCounts(reader, reader->seam.loops, names, counts);
    }
    if (status == SV_OK) {
        status = SewLoop(reader, loops);
    }
    for (int k = 0; k < 2; ++k) {
        svMesh_Destroy(loops[k].mesh);
    }
    return status;
}

static svStatus SewPairs(SeamReader* reader) {
    const svJson* json = &reader->spec->json;
    svStatus status = SV_OK;
    for (uint32_t i = json->nodes[reader->seam.pairs].first; i != SV_NONE && status == SV_OK;
         i = json->nodes[i].next) {
        uint32_t nodes[2] = {0, 0}, vertices[2] = {0, 0};
        status = GetTwo(reader, i, "vertices", nodes);
        for (int k = 0; k < 2 && status == SV_OK; ++k) {
            const svSimMesh cloth = svSim_GetCloth(reader->sim, reader->indices[k]);
            status = svSceneSpec_ReadIndex(json, nodes[k], "vertex", cloth.positions.count,
                                           &vertices[k]);
        }
        if (status == SV_OK) {
            status = AddSeamPair(reader, vertices[0], vertices[1]);
        }
    }
    return status;
}

static svStatus CheckWays(const SeamReader* reader) {
    const svJson* json = &reader->spec->json;
    const svSeamSpec* seam = &reader->seam;
    const int ways = (seam->edges != SV_NONE) + (seam->loops != SV_NONE) + (seam->pairs != SV_NONE);
    if (ways != 1) {
        return svJson_Fail(json, reader->node, SV_ERROR_FORMAT,
                           "must have one of the keys edges, loops, pairs");
    }
    static const char* const ofEdges[] = {"range", "reversed"};
    for (int i = 0; i < 2; ++i) {
        const uint32_t node = svJson_Find(json, reader->node, ofEdges[i]);
        if (node != SV_NONE && seam->edges == SV_NONE) {
            return svJson_Fail(json, node, SV_ERROR_FORMAT, "must not be there without \"edges\"");
        }
    }
    return SV_OK;
}

static svStatus ReadSeam(SeamReader* reader) {
    const svJson* json = &reader->spec->json;
    const svSeamDef defaults = svDefaultSeamDef();
    svSeamSpec* seam = &reader->seam;
    *seam = (svSeamSpec){.between = SV_NONE,
                         .pairs = SV_NONE,
                         .edges = SV_NONE,
                         .loops = SV_NONE,
                         .range = {0, 1},
                         .stiffness = defaults.stiffness,
                         .closeSeconds = defaults.closeSeconds};
    svStatus status = svFields_Read(json, reader->node, &svSeamTable, NULL, seam);
    if (status == SV_OK) {
        status = FindCloths(reader);
    }
    if (status == SV_OK) {
        status = CheckWays(reader);
    }
    if (status == SV_OK) {
        status = seam->edges != SV_NONE   ? SewEdges(reader)
                 : seam->loops != SV_NONE ? SewLoops(reader)
                                          : SewPairs(reader);
    }
    return status;
}

// The seam that was read, told with its place where the simulation refuses it.
static svStatus AddSeam(SeamReader* reader) {
    const svJson* json = &reader->spec->json;
    svSeamDef def = svDefaultSeamDef();
    def.clothA = reader->indices[0];
    def.clothB = reader->indices[1];
    def.pairs = reader->pairs;
    def.pairCount = reader->count;
    def.stiffness = reader->seam.stiffness;
    def.closeSeconds = reader->seam.closeSeconds;
    const svStatus status = svSim_AddSeam(reader->sim, &def, NULL);
    if (status == SV_OK || status == SV_ERROR_MEMORY) {
        return status;
    }
    char text[300]; // LastError is about to be replaced
    snprintf(text, sizeof(text), "%s", svContext_LastError(json->context));
    return svJson_Fail(json, reader->node, SV_ERROR_FORMAT, "%s", text);
}

svStatus svSceneSpec_AddSeams(const svSceneSpec* spec, svSim* sim) {
    const svJson* json = &spec->json;
    if (spec->seams == SV_NONE) {
        return SV_OK;
    }
    if (json->nodes[spec->seams].count > MAX_SEAMS) {
        return svJson_Fail(json, spec->seams, SV_ERROR_FORMAT, "must be a list of at most %d",
                           MAX_SEAMS);
    }
    svStatus status = SV_OK;
    for (uint32_t i = json->nodes[spec->seams].first; i != SV_NONE && status == SV_OK;
         i = json->nodes[i].next) {
        SeamReader reader = {.spec = spec, .sim = sim, .node = i};
        status = ReadSeam(&reader);
        if (status == SV_OK) {
            status = AddSeam(&reader);
        }
        svContext_Release(json->context, reader.pairs);
    }
    return status;
}
