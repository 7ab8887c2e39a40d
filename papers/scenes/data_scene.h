// The real scenes: one step of a simulation each, two frames of one mesh, in the folder given by
// the environment variable SELVAGE_DATA.
#ifndef SELVAGE_PAPERS_SCENES_DATA_SCENE_H
#define SELVAGE_PAPERS_SCENES_DATA_SCENE_H

#include "selvage/io.h"

typedef enum DataSceneIndex {
    DATA_CLOTH_BALL,
    DATA_CLOTH_FUNNEL,
    DATA_N_BODY,
    DATA_SCENE_COUNT
} DataSceneIndex;

typedef struct DataScene {
    const char* name; // "cloth-ball", "cloth-funnel", "n-body-simulation"
    svMeshData frames[2];
    const double (*x0)[3];
    const double (*x1)[3];
} DataScene;

// Whether SELVAGE_DATA is set.
bool DataScene_Available(void);

// Whether all scenes are readable; true without SELVAGE_DATA. False after a complaint. To be
// checked before long runs.
bool DataScene_AreReadable(void);

// Reads a scene. SV_ERROR_FILE, also if the frames are not of one mesh, or the reader's error. The
// scene may be closed after a failure as well.
svStatus DataScene_Open(svContext* context, int index, DataScene* scene);
void DataScene_Close(svContext* context, DataScene* scene);

#endif
