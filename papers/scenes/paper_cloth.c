// A built-in scene in; its first cloth step by step, as a grid and as a scene of its own, out.

#include "paper_cloth.h"

#include <string.h>

static void CopyPositions(const svPositions* positions, double (*x)[3]) {
    for (size_t i = 0; i < positions->count; ++i) {
        svPositions_Get(positions, i, x[i]);
    }
}

static svStatus CreateClothMesh(PaperCloth* cloth) {
    const svSimMesh first = svSim_GetCloth(cloth->scene.sim, 0);
    const size_t count = first.positions.count;
    svMeshDef def = svDefaultMeshDef();
    def.triangles = first.triangles;
    def.triangleCount = first.triangleCount;
    def.vertexCount = count;
    def.name = first.name;
    svStatus status = svMesh_Create(cloth->context, &def, &cloth->mesh);
    for (int t = 0; t < 2 && status == SV_OK; ++t) {
        cloth->x[t] = svContext_Allocate(cloth->context, count * sizeof(double[3]));
        status = cloth->x[t] == NULL ? SV_ERROR_MEMORY : SV_OK;
        if (status == SV_OK) {
            CopyPositions(&first.positions, cloth->x[t]);
        }
    }
    if (status == SV_OK) {
        const svPositions x0 = svPositions_Double(cloth->x[0][0], count);
        const svPositions x1 = svPositions_Double(cloth->x[1][0], count);
        status = svMesh_SetMotion(cloth->mesh, &x0, &x1);
    }
    return status;
}

svStatus PaperCloth_Open(svContext* context, const char* name, const SceneVariant* variant,
                         PaperCloth* cloth) {
    *cloth = (PaperCloth){.context = context};
    svStatus status = SceneVariant_Open(context, name, variant, &cloth->scene);
    if (status == SV_OK) {
        status = CreateClothMesh(cloth);
    }
    if (status == SV_OK) {
        status = ClothGrid_Create(context, cloth->mesh, &cloth->grid);
    }
    const svSceneDef def = svDefaultSceneDef();
    if (status == SV_OK) {
        status = svScene_Create(context, &def, &cloth->own);
    }
    return status == SV_OK ? svScene_Add(cloth->own, cloth->mesh, NULL, NULL) : status;
}

void PaperCloth_Close(PaperCloth* cloth) {
    if (cloth->context == NULL) {
        return;
    }
    svScene_Destroy(cloth->own);
    ClothGrid_Destroy(cloth->context, &cloth->grid);
    svMesh_Destroy(cloth->mesh);
    svContext_Release(cloth->context, cloth->x[0]);
    svContext_Release(cloth->context, cloth->x[1]);
    svSim_Destroy(cloth->scene.sim);
    *cloth = (PaperCloth){0};
}

svStatus PaperCloth_Step(PaperCloth* cloth) {
    const svStatus status = svSim_Step(cloth->scene.sim, &cloth->stats);
    if (status == SV_OK) {
        const svSimMesh mesh = svSim_GetCloth(cloth->scene.sim, 0);
        memcpy(cloth->x[0], cloth->x[1], mesh.positions.count * sizeof(double[3]));
        CopyPositions(&mesh.positions, cloth->x[1]);
    }
    return status;
}
