// SELVAGE_DATA in, the two frames of a real scene out.

#include "data_scene.h"

#include "report/terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Files {
    const char* name;
    const char* frames[2];
} Files;

static const Files allFiles[DATA_SCENE_COUNT] = {
    [DATA_CLOTH_BALL] = {"cloth-ball", {"cloth_ball92.ply", "cloth_ball93.ply"}},
    [DATA_CLOTH_FUNNEL] = {"cloth-funnel", {"227.ply", "228.ply"}},
    [DATA_N_BODY] = {"n-body-simulation", {"balls16_18.ply", "balls16_19.ply"}},
};

static const char* Folder(void) {
    const char* folder = getenv("SELVAGE_DATA");
    return folder != NULL && folder[0] != '\0' ? folder : NULL;
}

bool DataScene_Available(void) {
    return Folder() != NULL;
}

static char* PathOf(const Files* files, int frame) {
    const size_t room = strlen(Folder()) + strlen(files->name) + strlen(files->frames[frame]) + 32;
    char* path = Terminal_Allocate(room, 1);
    snprintf(path, room, "%s/scenes/%s/frames/%s", Folder(), files->name, files->frames[frame]);
    return path;
}

bool DataScene_AreReadable(void) {
    bool readable = true;
    for (int i = 0; i < 2 * DATA_SCENE_COUNT && readable && DataScene_Available(); ++i) {
        char* path = PathOf(&allFiles[i / 2], i % 2);
        readable = access(path, R_OK) == 0;
        if (!readable) {
            Terminal_Complain("SELVAGE_DATA: cannot read %s: %s", path, strerror(errno));
        }
        free(path);
    }
    return readable;
}

static svStatus ReadFrame(svContext* context, const Files* files, int frame, svMeshData* mesh) {
    char* path = PathOf(files, frame);
    const svStatus status = svReadMesh(context, path, NULL, mesh);
    free(path);
    return status;
}

svStatus DataScene_Open(svContext* context, int index, DataScene* scene) {
    *scene = (DataScene){.name = allFiles[index].name};
    for (int f = 0; f < 2; ++f) {
        const svStatus status = ReadFrame(context, &allFiles[index], f, &scene->frames[f]);
        if (status != SV_OK) {
            return status;
        }
    }
    if (scene->frames[0].vertexCount != scene->frames[1].vertexCount) {
        svContext_Message(context, SV_ERROR, "%s: the frames are of different meshes", scene->name);
        return SV_ERROR_FILE;
    }
    scene->x0 = (const double(*)[3])scene->frames[0].positions;
    scene->x1 = (const double(*)[3])scene->frames[1].positions;
    return SV_OK;
}

void DataScene_Close(svContext* context, DataScene* scene) {
    svMeshData_Destroy(context, &scene->frames[0]);
    svMeshData_Destroy(context, &scene->frames[1]);
    *scene = (DataScene){0};
}
