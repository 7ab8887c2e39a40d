// The simulated cloth of a built-in scene, as the papers' methods need it: a grid, and the
// positions before and after each step.
#ifndef SELVAGE_PAPERS_SCENES_PAPER_CLOTH_H
#define SELVAGE_PAPERS_SCENES_PAPER_CLOTH_H

#include "papers/methods/cloth_grid.h"
#include "scene_variant.h"

typedef struct PaperCloth {
    svContext* context;
    svSimScene scene;
    svMesh* mesh; // the first cloth of the scene, with its motion over the last step
    svScene* own; // that mesh alone, for its self-collisions by svScene_Detect
    ClothGrid grid;
    double (*x[2])[3]; // before and after the last step
    svSimStats stats;  // of the last step
} PaperCloth;

// Opens a variant of a built-in scene whose first cloth is a grid. Failures are those of
// SceneVariant_Open and ClothGrid_Create. The cloth may be closed after a failure as well.
svStatus PaperCloth_Open(svContext* context, const char* name, const SceneVariant* variant,
                         PaperCloth* cloth);
void PaperCloth_Close(PaperCloth* cloth);

// Takes one step.
svStatus PaperCloth_Step(PaperCloth* cloth);

// The positions as the functions of papers/methods/ take them.
static inline const double (*PaperCloth_X(const PaperCloth* cloth, int time))[3] {
    return (const double(*)[3])cloth->x[time];
}

#endif
