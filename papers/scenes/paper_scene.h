// Generated scenes of the kind and size of the papers' experiments: garments on a moving body,
// crumpled cloth, pipes, ruffles, bursting and colliding bodies. Posed by formulas or simulated;
// stepped the same way, and deterministic.
#ifndef SELVAGE_PAPERS_SCENES_PAPER_SCENE_H
#define SELVAGE_PAPERS_SCENES_PAPER_SCENE_H

#include "selvage/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct PaperSceneInfo {
    const char* name;        // as `selvage gen NAME` takes it
    const char* paper;       // "han2021"; several: "wang2018 zhang2012"
    const char* figure;      // the scene and figures that it reproduces
    const char* about;       // one line
    uint32_t paperTriangles; // of the paper's scene, by the paper or its source; 0: unknown
    uint32_t steps;          // by default
    bool simulated;          // false: posed by formulas
} PaperSceneInfo;

// The scenes, in the order of the papers. Past the last: null members.
size_t PaperScene_Count(void);
PaperSceneInfo PaperScene_Info(size_t index);

// Number of frames of the default steps and stride; 0: no such scene.
uint32_t PaperScene_FrameCount(const char* name);

typedef struct PaperSceneOptions {
    uint32_t steps;  // to measure; 0: as many as the scene's info says
    uint32_t stride; // frames from the beginning of a step to that of the next; 0: the scene's own.
                     // A step is one frame long whatever the stride
    bool quick;      // a fifth of the edges along each side, or fewer: for tests
} PaperSceneOptions;

// A part of the mesh with vertices of its own: a garment, or many bodies.
typedef struct PaperPiece {
    const char* name;
    size_t firstTriangle, triangleCount;
    size_t firstVertex, vertexCount;
} PaperPiece;

typedef struct PaperScene {
    svContext* context;
    PaperSceneInfo info;
    PaperSceneOptions options; // zeros replaced by defaults

    const uint32_t* triangles; // three vertex indices each
    size_t triangleCount, vertexCount;
    const PaperPiece* pieces; // in order; at least one, all of the mesh together
    size_t pieceCount;

    // The current step: vertices move on straight lines from x0 to x1. Valid until the next
    // PaperScene_Step. All coordinates are floats, so that a cache file holds the very numbers.
    const double (*x0)[3];
    const double (*x1)[3];
    uint32_t step; // steps so far: 1 after the first PaperScene_Step

    struct PaperSceneState* state;
} PaperScene;

// Opens the scene `name`; null options: all defaults. x0 and x1 are both the first frame. Scenes
// whose cloth must settle first are simulated until then here, which takes seconds.
// SV_ERROR_ARGUMENT: no such scene; SV_ERROR_MEMORY; failures of svSim. The scene may be
// closed after a failure as well.
svStatus PaperScene_Open(svContext* context, const char* name, const PaperSceneOptions* options,
                         PaperScene* scene);

// The next step. False at the end (*status SV_OK), or after a failure (*status).
bool PaperScene_Step(PaperScene* scene, svStatus* status);

void PaperScene_Close(PaperScene* scene);

#endif
