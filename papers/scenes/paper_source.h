// Implementation side of paper_scene.h: a source per scene, which makes the mesh and poses it.
#ifndef SELVAGE_PAPERS_SCENES_PAPER_SOURCE_H
#define SELVAGE_PAPERS_SCENES_PAPER_SOURCE_H

#include "gen_mesh.h"

typedef struct PaperSource {
    PaperSceneInfo info;
    uint32_t stride; // by default

    // Makes scene->state->mesh, without positions, and scene->state->own.
    svStatus (*open)(PaperScene* scene);
    // Positions at a frame. Frames come in ascending order, with gaps.
    svStatus (*pose)(PaperScene* scene, uint32_t frame, double (*x)[3]);
    void (*close)(PaperScene* scene); // frees `own`; null: nothing to free
} PaperSource;

typedef struct PaperSceneState {
    const PaperSource* source;
    GenMesh mesh;
    double (*x[2])[3];
    uint32_t frame; // of x[1]
    void* own;
} PaperSceneState;

// Time of a frame: 0 at the start, 1 after info.steps strides.
double PaperScene_Phase(const PaperScene* scene, uint32_t frame);

// Resolution along a side: `cells`, or a fifth of it for a quick scene.
uint32_t PaperScene_Cells(const PaperScene* scene, uint32_t cells);

// Posed by formulas: paper_posed.c, paper_ruffles.c, paper_bodies.c, paper_burst.c.
extern const PaperSource paperPipe, paperWaves, paperFolds;
extern const PaperSource paperFlamenco;
extern const PaperSource paperBalls;
extern const PaperSource paperBurst;
// Simulated: paper_garments.c, paper_crumpled.c.
extern const PaperSource paperEnsemble1, paperEnsemble2, paperDress, paperGown, paperKarate;
extern const PaperSource paperShirt, paperFunnel, paperTwist;

#endif
