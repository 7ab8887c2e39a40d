// Steps of a mesh to measure: of a generated scene or of a real one.
#ifndef SELVAGE_PAPERS_SCENES_STEP_SOURCE_H
#define SELVAGE_PAPERS_SCENES_STEP_SOURCE_H

#include "data_scene.h"
#include "paper_scene.h"

typedef struct StepSource {
    const char* name;
    const uint32_t* triangles; // three vertex indices each
    size_t triangleCount, vertexCount;
    const PaperPiece* pieces; // of a real scene: one, the whole mesh
    size_t pieceCount;

    // The current step; valid until the next one.
    const double (*x0)[3];
    const double (*x1)[3];
    uint32_t step;      // steps taken
    uint32_t stepCount; // in total

    bool real;
    PaperScene paper;
    DataScene data;
    PaperPiece whole;
} StepSource;

// Opens a scene by the name that `selvage gen` takes; fails like PaperScene_Open. A source may be
// closed after a failure as well.
svStatus StepSource_OpenPaper(svContext* context, const char* name,
                              const PaperSceneOptions* options, StepSource* source);

// Opens a real scene; fails like DataScene_Open. It has one step; more steps alternate forwards and
// backwards.
svStatus StepSource_OpenData(svContext* context, int index, uint32_t steps, StepSource* source);

// The next step. False at the end (*status SV_OK), or after a failure (*status).
bool StepSource_Next(StepSource* source, svStatus* status);

void StepSource_Close(svContext* context, StepSource* source);

#endif
