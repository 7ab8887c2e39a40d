// A simulation in, subdivided and wrinkled cloth per frame out.

#include "paper_sim.h"

#include "report/terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEVELS_MAX 3

typedef struct SimCloth {
    GenRefine refines[LEVELS_MAX];
    GenMesh meshes[LEVELS_MAX + 1]; // from the simulated one to the finest
    double (*beginning)[3]; // initial positions of the finest: coordinates of the wrinkle noise
    double (*normals)[3];
} SimCloth;

typedef struct PaperSim {
    svSim* sim;
    PaperSimDef def;
    SimCloth* cloths;
    uint32_t clothCount;
} PaperSim;

static const double (*Fixed(double (*x)[3]))[3] {
    return (const double(*)[3])x;
}

// Subdivides the simulated positions to the finest mesh.
static void RefineCloth(const PaperSim* own, uint32_t index) {
    const SimCloth* cloth = &own->cloths[index];
    const svPositions positions = svSim_GetCloth(own->sim, index).positions;
    for (size_t v = 0; v < positions.count; ++v) {
        svPositions_Get(&positions, v, cloth->meshes[0].x[v]);
    }
    for (uint32_t level = 0; level < own->def.levels; ++level) {
        GenRefine_Apply(&cloth->refines[level], Fixed(cloth->meshes[level].x),
                        cloth->meshes[level + 1].x);
    }
}

static void OpenCloth(const PaperSim* own, uint32_t index, GenMesh* shown) {
    SimCloth* cloth = &own->cloths[index];
    const svSimMesh mesh = svSim_GetCloth(own->sim, index);
    const uint32_t levels = own->def.levels;
    GenMesh_Append(&cloth->meshes[0], mesh.triangles, mesh.triangleCount, &mesh.positions);
    for (uint32_t level = 0; level < levels; ++level) {
        const GenMesh* coarse = &cloth->meshes[level];
        GenRefine_Create(coarse->triangles, coarse->triangleCount, coarse->vertexCount,
                         &cloth->refines[level], &cloth->meshes[level + 1]);
    }
    RefineCloth(own, index);
    const GenMesh* finest = &cloth->meshes[levels];
    cloth->beginning = Terminal_Allocate(finest->vertexCount, sizeof(*cloth->beginning));
    cloth->normals = Terminal_Allocate(finest->vertexCount, sizeof(*cloth->normals));
    memcpy(cloth->beginning, finest->x, finest->vertexCount * sizeof(*finest->x));
    const svMeshView view = GenMesh_View(finest);
    GenMesh_Begin(shown, mesh.name);
    GenMesh_Append(shown, view.triangles, view.triangleCount, &view.positions);
}

void PaperSim_Open(PaperScene* scene, svSim* sim, const PaperSimDef* def) {
    PaperSim* own = Terminal_Allocate(1, sizeof(*own));
    scene->state->own = own;
    own->sim = sim;
    own->def = *def;
    own->clothCount = svSim_ClothCount(sim);
    own->cloths = Terminal_Allocate(own->clothCount, sizeof(*own->cloths));
    for (uint32_t i = 0; i < own->clothCount; ++i) {
        OpenCloth(own, i, &scene->state->mesh);
    }
}

static void FindNormals(const GenMesh* mesh, double (*normals)[3]) {
    memset(normals, 0, mesh->vertexCount * sizeof(*normals));
    for (size_t t = 0; t < mesh->triangleCount; ++t) {
        const uint32_t* corners = mesh->triangles + 3 * t;
        double a[3], b[3];
        for (int i = 0; i < 3; ++i) {
            a[i] = mesh->x[corners[1]][i] - mesh->x[corners[0]][i];
            b[i] = mesh->x[corners[2]][i] - mesh->x[corners[0]][i];
        }
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            const double part = a[j] * b[k] - a[k] * b[j];
            for (int c = 0; c < 3; ++c) {
                normals[corners[c]][i] += part;
            }
        }
    }
}

// Displaces the finest mesh along its normals by noise that is fixed to the cloth.
static void Wrinkle(const PaperSim* own, const SimCloth* cloth) {
    const GenMesh* mesh = &cloth->meshes[own->def.levels];
    FindNormals(mesh, cloth->normals);
    for (size_t v = 0; v < mesh->vertexCount; ++v) {
        const double* n = cloth->normals[v];
        const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        double at[3];
        for (int a = 0; a < 3; ++a) {
            at[a] = cloth->beginning[v][a] / own->def.wrinkleLength;
        }
        const double depth = length > 0 ? own->def.wrinkleDepth * GenNoise(at) / length : 0;
        for (int a = 0; a < 3; ++a) {
            mesh->x[v][a] += depth * n[a];
        }
    }
}

svStatus PaperSim_Pose(PaperScene* scene, uint32_t frame, double (*x)[3]) {
    const PaperSim* own = scene->state->own;
    svStatus status = SV_OK;
    while (status == SV_OK && svSim_StepCount(own->sim) < (uint64_t)own->def.settle + frame) {
        status = svSim_Step(own->sim, NULL);
    }
    for (uint32_t i = 0; i < own->clothCount; ++i) {
        const SimCloth* cloth = &own->cloths[i];
        const GenMesh* finest = &cloth->meshes[own->def.levels];
        RefineCloth(own, i);
        if (own->def.wrinkleDepth > 0) {
            Wrinkle(own, cloth);
        }
        memcpy(x, finest->x, finest->vertexCount * sizeof(*x));
        x += finest->vertexCount;
    }
    return status;
}

void PaperSim_Close(PaperScene* scene) {
    PaperSim* own = scene->state->own;
    if (own == NULL) {
        return;
    }
    for (uint32_t i = 0; i < own->clothCount; ++i) {
        SimCloth* cloth = &own->cloths[i];
        for (uint32_t level = 0; level <= own->def.levels; ++level) {
            GenMesh_Destroy(&cloth->meshes[level]);
        }
        for (uint32_t level = 0; level < own->def.levels; ++level) {
            GenRefine_Destroy(&cloth->refines[level]);
        }
        free(cloth->beginning);
        free(cloth->normals);
    }
    free(own->cloths);
    svSim_Destroy(own->sim);
    free(own);
}
