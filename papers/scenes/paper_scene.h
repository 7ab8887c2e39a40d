// Scenes of the kind and size of the papers' experiments, made here: garments on a moving body,
// cloth that is crumpled, pipes, ruffles, bodies that burst or collide. Some are posed by formulas,
// others are simulated; both are stepped in the same way and come out the same on every run.
#ifndef SELVAGE_PAPERS_SCENES_PAPER_SCENE_H
#define SELVAGE_PAPERS_SCENES_PAPER_SCENE_H

#include "selvage/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct PaperSceneInfo {
    const char* name;        // as `selvage gen NAME` takes it
    const char* paper;       // "han2021"; several: "wang2018 zhang2012"
    const char* figure;      // which of its scenes and figures it stands for
    const char* about;       // one line
    uint32_t paperTriangles; // of the paper's scene, by the paper or by who made it; 0: not known
    uint32_t steps;          // by default
    bool simulated;          // else posed by formulas
} PaperSceneInfo;

// The scenes, in the order of the papers. Past the last: null members.
size_t PaperScene_Count(void);
PaperSceneInfo PaperScene_Info(size_t index);

// How many frames the default steps and stride take; 0: there is no such scene.
uint32_t PaperScene_FrameCount(const char* name);

typedef struct PaperSceneOptions {
    uint32_t steps;  // to measure; 0: as many as the scene's info says
    uint32_t stride; // frames from the beginning of a step to that of the next; 0: the scene's own.
                     // A step is one frame long whatever the stride
    bool quick;      // a fifth of the edges along each side, or fewer: for tests
} PaperSceneOptions;

// A part of the mesh that is connected to nothing else: a garment, or many bodies. Its triangles
// only use its vertices.
typedef struct PaperPiece {
    const char* name;
    size_t firstTriangle, triangleCount;
    size_t firstVertex, vertexCount;
} PaperPiece;

typedef struct PaperScene {
    svContext* context;
    PaperSceneInfo info;
    PaperSceneOptions options; // zeros replaced by what was taken

    const uint32_t* triangles; // three vertex indices each
    size_t triangleCount, vertexCount;
    const PaperPiece* pieces; // in order; at least one, all of the mesh together
    size_t pieceCount;

    // The current step: vertices move on straight lines from x0 to x1. Valid until the next
    // PaperScene_Step. All coordinates are floats, so that a cache file holds the very numbers.
    const double (*x0)[3];
    const double (*x1)[3];
    uint32_t step; // steps taken until now: 1 after the first PaperScene_Step

    struct PaperSceneState* state;
} PaperScene;

// Opens the scene `name`; null options: all defaults. x0 and x1 are both the beginning. A scene
// whose cloth first has to come to rest is simulated until then here, which takes seconds.
// SV_ERROR_ARGUMENT: there is no such scene; SV_ERROR_MEMORY; failures of svSim. The scene may be
// closed after a failure as well.
svStatus PaperScene_Open(svContext* context, const char* name, const PaperSceneOptions* options,
                         PaperScene* scene);

// The next step. False at the end, or after a failure, which *status then tells (SV_OK at the end).
bool PaperScene_Step(PaperScene* scene, svStatus* status);

void PaperScene_Close(PaperScene* scene);

#endif
