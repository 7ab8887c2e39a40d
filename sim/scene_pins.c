// Which vertices of a cloth are pinned.

#include "scene_spec.h"

#include <stdio.h>
#include <string.h>

// The pins of a cloth while they are read.
typedef struct Pins {
    const svSceneSpec* spec;
    const svPartSpec* part;
    const svMeshData* mesh;
    svPin* pins; // by vertex, with vertex SV_NONE where there is none
    uint32_t obstacle;
    double stiffness;
    uint32_t found; // by the selection being read
} Pins;

// A later pin of the same vertex counts.
static void Pin(Pins* pins, uint32_t vertex) {
    pins->pins[vertex] = (svPin){vertex, pins->obstacle, pins->stiffness};
    ++pins->found;
}

// The word of a list that is one of `names`; they end with a null.
static svStatus ReadWord(const svJson* json, uint32_t node, const char* const* names, int* index) {
    const char* text = json->nodes[node].kind == SV_JSON_TEXT ? json->nodes[node].text : "";
    for (*index = 0; names[*index] != NULL; ++*index) {
        if (strcmp(names[*index], text) == 0) {
            return SV_OK;
        }
    }
    return svJson_Fail(json, node, SV_ERROR_FORMAT, "must be one of \"%s\", \"%s\", \"%s\", \"%s\"",
                       names[0], names[1], names[2], names[3]);
}

static svStatus PinCorners(Pins* pins, uint32_t list) {
    static const char* const names[] = {"-x-y", "+x-y", "-x+y", "+x+y", NULL};
    const svJson* json = &pins->spec->json;
    const uint32_t columns = pins->part->cloth.columns, rows = pins->part->cloth.rows;
    for (uint32_t i = json->nodes[list].first; i != SV_NONE; i = json->nodes[i].next) {
        int corner = 0;
        const svStatus status = ReadWord(json, i, names, &corner);
        if (status != SV_OK) {
            return status;
        }
        Pin(pins, (corner & 2 ? rows - 1 : 0) * columns + (corner & 1 ? columns - 1 : 0));
    }
    return SV_OK;
}

svStatus svSceneSpec_ReadEdge(const svJson* json, uint32_t node, int* edge) {
    static const char* const names[] = {"-x", "+x", "-y", "+y", NULL};
    return ReadWord(json, node, names, edge);
}

uint32_t svSceneSpec_EdgeLength(const svPartSpec* part, int edge) {
    return edge < 2 ? part->cloth.rows : part->cloth.columns;
}

uint32_t svSceneSpec_EdgeVertex(const svPartSpec* part, int edge, uint32_t k) {
    const uint32_t columns = part->cloth.columns, rows = part->cloth.rows;
    const bool upper = edge % 2 == 1;
    return edge < 2 ? k * columns + (upper ? columns - 1 : 0)
                    : (upper ? rows - 1 : 0) * columns + k;
}

static svStatus PinEdges(Pins* pins, uint32_t list) {
    const svJson* json = &pins->spec->json;
    for (uint32_t i = json->nodes[list].first; i != SV_NONE; i = json->nodes[i].next) {
        int edge = 0;
        const svStatus status = svSceneSpec_ReadEdge(json, i, &edge);
        if (status != SV_OK) {
            return status;
        }
        for (uint32_t k = 0; k < svSceneSpec_EdgeLength(pins->part, edge); ++k) {
            Pin(pins, svSceneSpec_EdgeVertex(pins->part, edge, k));
        }
    }
    return SV_OK;
}

svStatus svSceneSpec_ReadIndex(const svJson* json, uint32_t node, const char* what, size_t limit,
                               uint32_t* index) {
    const svJsonNode* n = &json->nodes[node];
    if (n->kind != SV_JSON_NUMBER || n->number < 0 || n->number >= (double)limit ||
        n->number != (double)(uint32_t)n->number) {
        return svJson_Fail(json, node, SV_ERROR_FORMAT, "must be a %s of the cloth, 0 to %lld",
                           what, (long long)limit - 1);
    }
    *index = (uint32_t)n->number;
    return SV_OK;
}

static svStatus PinVertices(Pins* pins, uint32_t list) {
    const svJson* json = &pins->spec->json;
    for (uint32_t i = json->nodes[list].first; i != SV_NONE; i = json->nodes[i].next) {
        uint32_t vertex = 0;
        const svStatus status =
            svSceneSpec_ReadIndex(json, i, "vertex", pins->mesh->vertexCount, &vertex);
        if (status != SV_OK) {
            return status;
        }
        Pin(pins, vertex);
    }
    return SV_OK;
}

static svStatus PinLoops(Pins* pins, uint32_t list) {
    const svJson* json = &pins->spec->json;
    svMeshDef def = svDefaultMeshDef();
    def.triangles = pins->mesh->triangles;
    def.triangleCount = pins->mesh->triangleCount;
    def.vertexCount = pins->mesh->vertexCount;
    svMesh* mesh = NULL;
    svStatus status = svMesh_Create(json->context, &def, &mesh);
    if (status != SV_OK) {
        return status;
    }
    const svTopology* topology = svMesh_GetTopology(mesh);
    for (uint32_t i = json->nodes[list].first; i != SV_NONE && status == SV_OK;
         i = json->nodes[i].next) {
        uint32_t loop = 0;
        status = svSceneSpec_ReadIndex(json, i, "boundary loop", topology->loopCount, &loop);
        for (uint32_t k = status == SV_OK ? topology->loopStart[loop] : 0;
             status == SV_OK && k < topology->loopStart[loop + 1]; ++k) {
            Pin(pins, topology->loopVertices[k]);
        }
    }
    svMesh_Destroy(mesh);
    return status;
}

static svStatus PinBox(Pins* pins, uint32_t list) {
    const svJson* json = &pins->spec->json;
    if (json->nodes[list].count != 2) {
        return svJson_Fail(json, list, SV_ERROR_FORMAT, "must be two corners, [min, max]");
    }
    const uint32_t first = json->nodes[list].first;
    double low[3], high[3];
    svStatus status = svFields_ReadNumbers(json, first, low, 3);
    if (status == SV_OK) {
        status = svFields_ReadNumbers(json, json->nodes[first].next, high, 3);
    }
    for (size_t i = 0; i < pins->mesh->vertexCount && status == SV_OK; ++i) {
        const double* p = pins->mesh->positions + 3 * i;
        bool inside = true;
        for (int k = 0; k < 3; ++k) {
            inside = inside && p[k] >= low[k] && p[k] <= high[k];
        }
        if (inside) {
            Pin(pins, (uint32_t)i);
        }
    }
    return status;
}

// Names the groups that there are, a few of them.
static svStatus FailGroup(const Pins* pins, uint32_t node, const char* group) {
    enum { SHOWN = 8 };
    const svMeshData* mesh = pins->mesh;
    const char* names[SHOWN + 1];
    size_t count = 0;
    bool more = false;
    for (size_t i = 0; i < mesh->groupCount && !more; ++i) {
        bool known = false;
        for (size_t k = 0; k < count; ++k) {
            known = known || strcmp(names[k], mesh->groups[i].name) == 0;
        }
        more = !known && count == SHOWN;
        if (!known && !more) {
            names[count++] = mesh->groups[i].name;
        }
    }
    names[count] = NULL;
    char list[SHOWN * 28 + 8] = "";
    for (size_t k = 0; k < count; ++k) {
        snprintf(list + strlen(list), sizeof(list) - strlen(list), "%s\"%.20s\"", k > 0 ? ", " : "",
                 names[k]);
    }
    return svJson_Fail(&pins->spec->json, node, SV_ERROR_FORMAT,
                       "%s has no group or object \"%.40s\"%s%s%s",
                       svJson_ShortName(pins->part->shape.path), group,
                       count > 0 ? "; there are " : ", and no others", list, more ? ", ..." : "");
}

// The vertices of all faces that a file has under a name.
static svStatus PinGroup(Pins* pins, uint32_t entry, const char* group) {
    const svJson* json = &pins->spec->json;
    const uint32_t node = svJson_Find(json, entry, "group");
    const svMeshData* mesh = pins->mesh;
    if (pins->part->shape.kind != SV_SHAPE_FILE) {
        return svJson_Fail(json, node, SV_ERROR_FORMAT, "only the shape \"file\" has groups");
    }
    for (size_t i = 0; i < mesh->groupCount; ++i) {
        const svMeshGroup* run = &mesh->groups[i];
        const size_t end = run->firstTriangle + run->triangleCount;
        for (size_t t = run->firstTriangle; t < end && strcmp(run->name, group) == 0; ++t) {
            for (size_t k = 0; k < 3; ++k) {
                Pin(pins, mesh->triangles[3 * t + k]);
            }
        }
    }
    return pins->found > 0 ? SV_OK : FailGroup(pins, node, group);
}

static svStatus FindObstacle(Pins* pins, uint32_t node, const char* name) {
    const svSceneSpec* spec = pins->spec;
    pins->obstacle = SV_NONE;
    for (uint32_t i = 0; name != NULL && i < spec->obstacleCount; ++i) {
        if (strcmp(spec->parts[i].name, name) == 0) {
            pins->obstacle = i;
        }
    }
    if (name == NULL || pins->obstacle != SV_NONE) {
        return SV_OK;
    }
    return svJson_Fail(&spec->json, svJson_Find(&spec->json, node, "obstacle"), SV_ERROR_FORMAT,
                       "there is no obstacle \"%s\"", name);
}

static svStatus ReadPin(Pins* pins, uint32_t node) {
    const svJson* json = &pins->spec->json;
    svPinSpec pin = {.corners = SV_NONE,
                     .edges = SV_NONE,
                     .loops = SV_NONE,
                     .vertices = SV_NONE,
                     .box = SV_NONE};
    svStatus status = svFields_Read(json, node, &svPinTable, NULL, &pin);
    if (status == SV_OK) {
        status = FindObstacle(pins, node, pin.obstacle);
    }
    if (status != SV_OK) {
        return status;
    }
    const int ways = (pin.corners != SV_NONE) + (pin.edges != SV_NONE) + (pin.loops != SV_NONE) +
                     (pin.vertices != SV_NONE) + (pin.box != SV_NONE) + (pin.group != NULL) +
                     pin.centre;
    if (ways != 1) {
        return svJson_Fail(
            json, node, SV_ERROR_FORMAT,
            "must have one of the keys corners, edges, centre, loops, box, vertices, group");
    }
    const bool needsGrid = pin.corners != SV_NONE || pin.edges != SV_NONE || pin.centre;
    const uint32_t columns = pins->part->cloth.columns, rows = pins->part->cloth.rows;
    if (needsGrid && pins->part->shape.kind != SV_SHAPE_GRID) {
        return svJson_Fail(json, node, SV_ERROR_FORMAT,
                           "only the shape \"grid\" has corners, edges and a centre");
    }
    pins->found = 0;
    pins->stiffness = pin.stiffness;
    if (pin.corners != SV_NONE) {
        status = PinCorners(pins, pin.corners);
    } else if (pin.edges != SV_NONE) {
        status = PinEdges(pins, pin.edges);
    } else if (pin.loops != SV_NONE) {
        status = PinLoops(pins, pin.loops);
    } else if (pin.vertices != SV_NONE) {
        status = PinVertices(pins, pin.vertices);
    } else if (pin.box != SV_NONE) {
        status = PinBox(pins, pin.box);
    } else if (pin.group != NULL) {
        status = PinGroup(pins, node, pin.group);
    } else {
        Pin(pins, rows / 2 * columns + columns / 2);
    }
    if (status == SV_OK && pins->found == 0) {
        status = svJson_Fail(json, node, SV_ERROR_FORMAT, "matches no vertex");
    }
    return status;
}

svStatus svSceneSpec_MakePins(const svSceneSpec* spec, const svPartSpec* part,
                              const svMeshData* mesh, svPin** pins, size_t* count) {
    const svJson* json = &spec->json;
    *pins = NULL;
    *count = 0;
    if (part->pins == SV_NONE) {
        return SV_OK;
    }
    Pins all = {.spec = spec, .part = part, .mesh = mesh};
    all.pins = svContext_Allocate(json->context, mesh->vertexCount * sizeof(*all.pins));
    if (all.pins == NULL) {
        return svJson_Fail(json, part->pins, SV_ERROR_MEMORY, "out of memory");
    }
    for (size_t i = 0; i < mesh->vertexCount; ++i) {
        all.pins[i] = (svPin){SV_NONE, SV_NONE, 0};
    }
    svStatus status = SV_OK;
    for (uint32_t i = json->nodes[part->pins].first; i != SV_NONE && status == SV_OK;
         i = json->nodes[i].next) {
        status = ReadPin(&all, i);
    }
    if (status != SV_OK) {
        svContext_Release(json->context, all.pins);
        return status;
    }
    for (size_t i = 0; i < mesh->vertexCount; ++i) {
        if (all.pins[i].vertex != SV_NONE) {
            all.pins[(*count)++] = all.pins[i];
        }
    }
    *pins = all.pins;
    return SV_OK;
}
