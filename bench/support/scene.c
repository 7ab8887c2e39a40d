#include "support/scene.h"

#include "report/output.h"
#include "selvage/io.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct SceneFiles {
    const char* name;
    const char* t0;
    const char* t1;
} SceneFiles;

static const SceneFiles sceneFiles[] = {
    {"cloth-ball", "cloth_ball92.ply", "cloth_ball93.ply"},
    {"n-body-simulation", "balls16_18.ply", "balls16_19.ply"},
    {"cloth-funnel", "227.ply", "228.ply"},
};
#define SCENE_COUNT ((int)(sizeof(sceneFiles) / sizeof(sceneFiles[0])))

const char* Scene_Name(int index) {
    return index >= 0 && index < SCENE_COUNT ? sceneFiles[index].name : NULL;
}

static int CompareEdges(const void* a, const void* b) {
    const uint32_t* p = a;
    const uint32_t* q = b;
    return p[0] != q[0] ? (p[0] > q[0]) - (p[0] < q[0]) : (p[1] > q[1]) - (p[1] < q[1]);
}

static svStatus BuildEdges(svContext* context, Scene* scene) {
    uint32_t* edges = svContext_Allocate(context, scene->triangleCount * 6 * sizeof(*edges));
    if (edges == NULL) {
        return SV_ERROR_MEMORY;
    }
    for (size_t i = 0; i < 3 * scene->triangleCount; ++i) {
        const uint32_t a = scene->triangles[i];
        const uint32_t b = scene->triangles[i % 3 == 2 ? i - 2 : i + 1];
        edges[2 * i] = a < b ? a : b;
        edges[2 * i + 1] = a < b ? b : a;
    }
    qsort(edges, 3 * scene->triangleCount, 2 * sizeof(*edges), CompareEdges);
    size_t count = 0;
    for (size_t i = 0; i < 3 * scene->triangleCount; ++i) {
        if (count == 0 || CompareEdges(edges + 2 * (count - 1), edges + 2 * i) != 0) {
            memmove(edges + 2 * count++, edges + 2 * i, 2 * sizeof(*edges));
        }
    }
    scene->edges = edges;
    scene->edgeCount = count;
    return SV_OK;
}

// Takes the positions of a mesh over into the scalar that its file held.
static svStatus KeepPositions(svContext* context, svMeshData* mesh, svPositions* view,
                              void** memory) {
    if (mesh->scalar == SV_DOUBLE) {
        *view = svPositions_Double(mesh->positions, mesh->vertexCount);
        *memory = mesh->positions;
        mesh->positions = NULL;
        return SV_OK;
    }
    float* xyz = svContext_Allocate(context, mesh->vertexCount * 3 * sizeof(*xyz));
    if (xyz == NULL) {
        return SV_ERROR_MEMORY;
    }
    for (size_t i = 0; i < 3 * mesh->vertexCount; ++i) {
        xyz[i] = (float)mesh->positions[i];
    }
    *view = svPositions_Float(xyz, mesh->vertexCount);
    *memory = xyz;
    return SV_OK;
}

static int64_t CountLines(const char* path) {
    FILE* file = fopen(path, "rb");
    if (file == NULL) {
        return -1;
    }
    int64_t lines = 0;
    int previous = '\n';
    for (int c = getc(file); c != EOF; c = getc(file)) {
        lines += previous == '\n';
        previous = c;
    }
    fclose(file);
    return lines;
}

static int64_t CountContacts(const char* folder, const char* scene, const char* file) {
    char path[1024];
    snprintf(path, sizeof(path), "%s/scenes/%s/contacts/%s", folder, scene, file);
    return CountLines(path);
}

void Scene_Path(const char* folder, int index, int frame, char* path, size_t room) {
    const SceneFiles* files = &sceneFiles[index];
    snprintf(path, room, "%s/scenes/%s/frames/%s", folder, files->name,
             frame == 0 ? files->t0 : files->t1);
}

bool Scene_CheckChoice(const char* program, const char* folder, const char* name,
                       const char* json) {
    bool known = name == NULL;
    for (int index = 0; folder != NULL && index < SCENE_COUNT; ++index) {
        known = known || strcmp(name, sceneFiles[index].name) == 0;
        for (int frame = 0; frame < 2; ++frame) {
            char path[1024];
            Scene_Path(folder, index, frame, path, sizeof(path));
            if (Output_IsSameFile(json, path)) {
                fprintf(stderr, "%s: --json: %s is one of the inputs\n", program, path);
                return false;
            }
        }
    }
    if (!known) {
        fprintf(stderr, "%s: there is no scene %s%s\n", program, name,
                folder == NULL ? " without SELVAGE_DATA" : "");
    }
    return known;
}

svStatus Scene_Read(svContext* context, const char* folder, int index, Scene* scene) {
    const SceneFiles* files = &sceneFiles[index];
    memset(scene, 0, sizeof(*scene));
    scene->name = files->name;
    svMeshData mesh[2] = {{0}};
    svStatus status = SV_OK;
    for (int k = 0; k < 2 && status == SV_OK; ++k) {
        char path[1024];
        Scene_Path(folder, index, k, path, sizeof(path));
        status = svReadMesh(context, path, NULL, &mesh[k]);
    }
    if (status == SV_OK && mesh[0].vertexCount != mesh[1].vertexCount) {
        svContext_Message(context, SV_ERROR, "%s: the frames differ in vertices", files->name);
        status = SV_ERROR_MESH;
    }
    if (status == SV_OK) {
        scene->triangles = mesh[0].triangles;
        scene->triangleCount = mesh[0].triangleCount;
        mesh[0].triangles = NULL;
        status = KeepPositions(context, &mesh[0], &scene->x0, &scene->memory[0]);
    }
    if (status == SV_OK) {
        status = KeepPositions(context, &mesh[1], &scene->x1, &scene->memory[1]);
    }
    if (status == SV_OK) {
        status = BuildEdges(context, scene);
    }
    svMeshData_Destroy(context, &mesh[0]);
    svMeshData_Destroy(context, &mesh[1]);
    scene->vfContacts = CountContacts(folder, files->name, "vf.csv");
    scene->eeContacts = CountContacts(folder, files->name, "ee.csv");
    scene->triangleContacts = CountContacts(folder, files->name, "triangles_t0.csv");
    if (status != SV_OK) {
        Scene_Destroy(context, scene);
    }
    return status;
}

// An Archimedean spiral of about four turns with waves along it. `gap` is the distance of the turns
// and `wave` the height of the waves, in units of the sheet's quads.
static void RollSheet(float* xyz, int side, double gap, double wave) {
    for (int j = 0; j <= side; ++j) {
        for (int i = 0; i <= side; ++i) {
            const double s = (double)i, y = (double)j;
            const double turn = sqrt(2 * s / gap + 400); // arc length s at angle turn, nearly
            const double r =
                gap * turn + wave * sin(0.37 * s + 0.21 * y) * cos(0.11 * y - 0.05 * s);
            float* p = xyz + 3 * (j * (side + 1) + i);
            p[0] = (float)(r * cos(turn));
            p[1] = (float)(y + wave * sin(0.23 * s));
            p[2] = (float)(r * sin(turn));
        }
    }
}

svStatus Scene_Generate(svContext* context, Scene* scene) {
    enum { SIDE = 200 };
    const size_t vertexCount = (size_t)(SIDE + 1) * (SIDE + 1);
    memset(scene, 0, sizeof(*scene));
    scene->name = "rolled sheet (generated)";
    scene->vfContacts = scene->eeContacts = scene->triangleContacts = -1;
    scene->triangleCount = 2 * (size_t)SIDE * SIDE;
    scene->triangles = svContext_Allocate(context, scene->triangleCount * 3 * sizeof(uint32_t));
    for (int k = 0; k < 2; ++k) {
        scene->memory[k] = svContext_Allocate(context, vertexCount * 3 * sizeof(float));
    }
    if (scene->triangles == NULL || scene->memory[0] == NULL || scene->memory[1] == NULL) {
        Scene_Destroy(context, scene);
        return SV_ERROR_MEMORY;
    }
    RollSheet(scene->memory[0], SIDE, 0.16, 0.5);
    RollSheet(scene->memory[1], SIDE, 0.159, 0.75);
    scene->x0 = svPositions_Float(scene->memory[0], vertexCount);
    scene->x1 = svPositions_Float(scene->memory[1], vertexCount);
    uint32_t* t = scene->triangles;
    for (uint32_t j = 0; j < SIDE; ++j) {
        for (uint32_t i = 0; i < SIDE; ++i) {
            const uint32_t a = j * (SIDE + 1) + i, b = a + 1, c = a + SIDE + 1, d = c + 1;
            const uint32_t two[6] = {a, b, d, a, d, c};
            memcpy(t, two, sizeof(two));
            t += 6;
        }
    }
    const svStatus status = BuildEdges(context, scene);
    if (status != SV_OK) {
        Scene_Destroy(context, scene);
    }
    return status;
}

void Scene_Destroy(svContext* context, Scene* scene) {
    svContext_Release(context, scene->memory[0]);
    svContext_Release(context, scene->memory[1]);
    svContext_Release(context, scene->triangles);
    svContext_Release(context, scene->edges);
    memset(scene, 0, sizeof(*scene));
}
