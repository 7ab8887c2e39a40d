// selvage check: contacts in; CSV files of pairs, and a PLY mesh with the faces in contact marked,
// out.

#include "check.h"

#include "report/terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool Wanted(const CheckSettings* settings, int file) {
    const bool near = settings->instants && settings->scene.thickness > 0;
    switch (file) {
    case PAIRS_VF:
    case PAIRS_EE:
        return settings->steps;
    case PAIRS_TRIANGLES:
        return settings->instants;
    case PAIRS_NEAR_VF:
    case PAIRS_NEAR_EE:
        return near;
    default:
        return settings->steps && settings->times;
    }
}

bool Check_OpenFiles(Check* check) {
    static const char* const names[PAIRS_FILE_COUNT] = {
        "vf.csv",      "ee.csv",       "triangles.csv", "near_vf.csv",
        "near_ee.csv", "vf_times.csv", "ee_times.csv"};
    const char* folder = check->settings->pairs;
    if (folder == NULL) {
        return true;
    }
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        Terminal_Complain("cannot create the folder %s: %s", folder, strerror(errno));
        return false;
    }
    for (int i = 0; i < PAIRS_FILE_COUNT; ++i) {
        if (!Wanted(check->settings, i)) {
            continue;
        }
        const size_t room = strlen(folder) + 32;
        check->filePaths[i] = Terminal_Allocate(room, 1);
        snprintf(check->filePaths[i], room, "%s/%s", folder, names[i]);
        if (!Output_Open(&check->files[i], check->filePaths[i])) {
            return false;
        }
    }
    return true;
}

bool Check_CloseFiles(Check* check) {
    bool good = true;
    for (int i = 0; i < PAIRS_FILE_COUNT; ++i) {
        if (check->files[i].stream != NULL) {
            good = Output_Close(&check->files[i]) && good;
        }
    }
    return good;
}

void Check_DiscardFiles(Check* check) {
    for (int i = 0; i < PAIRS_FILE_COUNT; ++i) {
        Output_Discard(&check->files[i]);
        free(check->filePaths[i]);
        check->filePaths[i] = NULL;
    }
}

static const svTopology* TopologyOf(const Check* check, uint32_t object) {
    return svMesh_GetTopology(check->objects.items[object].mesh);
}

// Leading columns: the frame of an animation; before each feature its object if there are several.
static void WriteFrameColumn(const Check* check, size_t frame, FILE* stream) {
    if (check->settings->sequence) {
        fprintf(stream, "%zu,", frame);
    }
}

static void WriteObjectColumn(const Check* check, uint32_t object, FILE* stream) {
    if (check->objects.count > 1) {
        fprintf(stream, "%lu,", (unsigned long)object);
    }
}

static void WriteFeatures(const Check* check, svPairKind kind, const svFeaturePair* pair,
                          FILE* stream) {
    WriteObjectColumn(check, pair->meshA, stream);
    if (kind == SV_VERTEX_FACE) {
        fprintf(stream, "%lu,", (unsigned long)pair->a);
        WriteObjectColumn(check, pair->meshB, stream);
        fprintf(stream, "%lu", (unsigned long)pair->b);
        return;
    }
    const uint32_t* a = TopologyOf(check, pair->meshA)->edges + 2 * (size_t)pair->a;
    const uint32_t* b = TopologyOf(check, pair->meshB)->edges + 2 * (size_t)pair->b;
    fprintf(stream, "%lu,%lu,", (unsigned long)a[0], (unsigned long)a[1]);
    WriteObjectColumn(check, pair->meshB, stream);
    fprintf(stream, "%lu,%lu", (unsigned long)b[0], (unsigned long)b[1]);
}

static void WriteContactFiles(const Check* check, size_t frame, svPairKind kind,
                              const svContactList* list) {
    FILE* plain = check->files[kind == SV_VERTEX_FACE ? PAIRS_VF : PAIRS_EE].stream;
    FILE* timed = check->files[kind == SV_VERTEX_FACE ? PAIRS_VF_TIMES : PAIRS_EE_TIMES].stream;
    for (size_t i = 0; i < list->count && plain != NULL; ++i) {
        WriteFrameColumn(check, frame, plain);
        WriteFeatures(check, kind, &list->pairs[i], plain);
        fputc('\n', plain);
    }
    for (size_t i = 0; i < list->count && timed != NULL; ++i) {
        WriteFrameColumn(check, frame, timed);
        WriteFeatures(check, kind, &list->pairs[i], timed);
        fprintf(timed, ",%.17g,%.17g\n", list->times[i].lo, list->times[i].hi);
    }
}

static void WriteNear(const Check* check, size_t frame, svPairKind kind, const svNearList* list) {
    FILE* stream = check->files[kind == SV_VERTEX_FACE ? PAIRS_NEAR_VF : PAIRS_NEAR_EE].stream;
    for (size_t i = 0; i < list->count && stream != NULL; ++i) {
        WriteFrameColumn(check, frame, stream);
        WriteFeatures(check, kind, &list->pairs[i], stream);
        fprintf(stream, ",%.17g\n", list->distances[i]);
    }
}

static void WriteTriangles(const Check* check, size_t frame, const svIntersections* found) {
    FILE* stream = check->files[PAIRS_TRIANGLES].stream;
    for (size_t i = 0; i < found->count && stream != NULL; ++i) {
        const svFeaturePair* pair = &found->pairs[i];
        WriteFrameColumn(check, frame, stream);
        WriteObjectColumn(check, pair->meshA, stream);
        fprintf(stream, "%lu,", (unsigned long)pair->a);
        WriteObjectColumn(check, pair->meshB, stream);
        fprintf(stream, "%lu,%u\n", (unsigned long)pair->b, (unsigned)found->shared[i]);
    }
}

static void MarkVertex(const svTopology* topology, uint32_t vertex, uint8_t* marks) {
    for (uint32_t i = topology->vertexTriangleStart[vertex];
         i < topology->vertexTriangleStart[vertex + 1]; ++i) {
        marks[topology->vertexTriangles[i]] = 1;
    }
}

static void MarkEdge(const svTopology* topology, uint32_t edge, uint8_t* marks) {
    for (uint32_t i = topology->edgeSideStart[edge]; i < topology->edgeSideStart[edge + 1]; ++i) {
        marks[topology->edgeSides[i] / 3] = 1;
    }
}

void Check_MarkPairs(const Check* check, uint8_t* const* marks, svPairKind kind,
                     const svFeaturePair* pairs, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const uint32_t a = pairs[i].meshA, b = pairs[i].meshB;
        if (kind == SV_EDGE_EDGE) {
            MarkEdge(TopologyOf(check, a), pairs[i].a, marks[a]);
            MarkEdge(TopologyOf(check, b), pairs[i].b, marks[b]);
        } else {
            MarkVertex(TopologyOf(check, a), pairs[i].a, marks[a]);
            marks[b][pairs[i].b] = 1;
        }
    }
}

void Check_MarkTriangles(uint8_t* const* marks, const svIntersections* found) {
    for (size_t i = 0; i < found->count; ++i) {
        marks[found->pairs[i].meshA][found->pairs[i].a] = 1;
        marks[found->pairs[i].meshB][found->pairs[i].b] = 1;
    }
}

// --marked shows the first bad frame.
static bool IsMarking(const Check* check) {
    return check->marks != NULL && check->firstBad == SIZE_MAX;
}

void Check_TakeContacts(Check* check, size_t frame, const svContacts* contacts) {
    for (int kind = 0; kind < 2; ++kind) {
        const svContactList* list = kind == SV_VERTEX_FACE ? &contacts->vf : &contacts->ee;
        WriteContactFiles(check, frame, (svPairKind)kind, list);
        if (IsMarking(check)) {
            Check_MarkPairs(check, check->marks, (svPairKind)kind, list->pairs, list->count);
        }
        Check_ShowContacts(check, (svPairKind)kind, list);
        Check_FilmContacts(check, (svPairKind)kind, list);
        Check_StillContacts(check, (svPairKind)kind, list);
    }
}

void Check_TakeProximity(Check* check, size_t frame, const svProximity* found) {
    for (int kind = 0; kind < 2; ++kind) {
        const svNearList* list = kind == SV_VERTEX_FACE ? &found->vf : &found->ee;
        WriteNear(check, frame, (svPairKind)kind, list);
        if (IsMarking(check)) {
            Check_MarkPairs(check, check->marks, (svPairKind)kind, list->pairs, list->count);
        }
        Check_ShowNear(check, (svPairKind)kind, list);
        Check_FilmNear(check, (svPairKind)kind, list);
        Check_StillNear(check, (svPairKind)kind, list);
    }
}

void Check_TakeIntersections(Check* check, size_t frame, const svIntersections* found) {
    WriteTriangles(check, frame, found);
    if (IsMarking(check)) {
        Check_MarkTriangles(check->marks, found);
    }
    Check_ShowIntersections(check, found);
    Check_FilmIntersections(check, found);
    Check_StillIntersections(check, found);
}

// All objects concatenated into one mesh.
typedef struct Marked {
    double* positions;
    uint32_t* triangles;
    uint8_t *contacts, *colors;
    size_t vertexCount, triangleCount;
    bool floats; // all positions are floats
} Marked;

static void AddMarked(Check* check, uint32_t object, Marked* marked) {
    static const uint8_t plain[3] = {200, 200, 200}, red[3] = {220, 30, 30};
    const svTopology* topology = TopologyOf(check, object);
    const svPositions* x0 = &check->objects.items[object].frames[0].positions;
    for (size_t i = 0; i < 3 * (size_t)topology->triangleCount; ++i) {
        marked->triangles[3 * marked->triangleCount + i] =
            topology->triangles[i] + (uint32_t)marked->vertexCount;
    }
    for (size_t i = 0; i < topology->triangleCount; ++i) {
        const size_t at = marked->triangleCount + i;
        marked->contacts[at] = check->marks[object][i];
        memcpy(marked->colors + 3 * at, marked->contacts[at] ? red : plain, 3);
    }
    for (size_t i = 0; i < topology->vertexCount; ++i) {
        svPositions_Get(x0, i, marked->positions + 3 * (marked->vertexCount + i));
    }
    marked->vertexCount += topology->vertexCount;
    marked->triangleCount += topology->triangleCount;
    marked->floats = marked->floats && x0->scalar == SV_FLOAT;
}

svStatus Check_WriteMarked(Check* check) {
    size_t vertices = 0;
    const size_t triangles = Objects_TriangleCount(&check->objects);
    for (uint32_t i = 0; i < check->objects.count; ++i) {
        vertices += TopologyOf(check, i)->vertexCount;
    }
    Marked marked = {.floats = true};
    marked.positions = Terminal_Allocate(vertices, 3 * sizeof(double));
    marked.triangles = Terminal_Allocate(triangles, 3 * sizeof(uint32_t));
    marked.contacts = Terminal_Allocate(triangles, 1);
    marked.colors = Terminal_Allocate(triangles, 3);
    for (uint32_t i = 0; i < check->objects.count; ++i) {
        AddMarked(check, i, &marked);
    }
    svWriteMeshDef def = svDefaultWriteMeshDef();
    def.format = SV_MESH_PLY;
    def.scalar = marked.floats ? SV_FILE_SCALAR_FLOAT : SV_FILE_SCALAR_DOUBLE;
    def.faceColors = marked.colors;
    def.faceContacts = marked.contacts;
    const svMeshView view = {svPositions_Double(marked.positions, vertices), marked.triangles,
                             triangles};
    const svStatus status = svWriteMesh(check->context, check->settings->marked, &def, &view);
    free(marked.positions);
    free(marked.triangles);
    free(marked.contacts);
    free(marked.colors);
    return status;
}
