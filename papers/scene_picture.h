// Pictures of the scenes of a paper, for its page: of each the step with the most contacts, which
// are red; and where the page goes into a folder, the viewer's page of that step beside it.
//
//     ScenePictures_Begin(&pictures, "wang2018", settings);
//     for each scene:
//         for each step: ScenePictures_Offer(&pictures, &step, contacts);
//         status = ScenePictures_Draw(&pictures, context); // while the scene is open
//     ScenePictures_AddToPage(&pictures, page, "The scenes ...");
//     ScenePictures_Destroy(&pictures);
#ifndef SELVAGE_PAPERS_SCENE_PICTURE_H
#define SELVAGE_PAPERS_SCENE_PICTURE_H

#include "paper.h"
#include "papers/scenes/step_source.h"

enum { SCENE_PICTURE_MOST = 16, SCENE_PICTURE_WIDTH = 800, SCENE_PICTURE_HEIGHT = 500 };

// A step of a scene.
typedef struct SceneStep {
    const char* name;
    const uint32_t* triangles;
    size_t triangleCount, vertexCount;
    const double (*x0)[3];
    const double (*x1)[3];
    const PaperPiece* pieces; // null: all of it is one
    size_t pieceCount;
    uint32_t number; // of the step, from 1
    char up;         // the axis that points up
} SceneStep;

// The current step of a source.
SceneStep SceneStep_Of(const StepSource* source);

typedef struct ScenePicture {
    char name[48];
    size_t triangleCount;
    uint32_t number;      // of the step
    uint64_t contacts[2]; // over the step, by svPairKind
    uint64_t crossing;    // pairs of triangles that intersect at its beginning
    Picture picture;
    char* page; // of the viewer; null: none
    size_t pageSize;
} ScenePicture;

typedef struct ScenePictures {
    const char* paper;
    bool wanted, beside; // pictures; and the viewer's pages
    ScenePicture items[SCENE_PICTURE_MOST];
    int count;
    // The step kept of the scene that is being measured.
    SceneStep kept;
    uint64_t most;
    double (*x[2])[3]; // null: none yet
} ScenePictures;

// Without a page in `settings` all that follows does nothing.
void ScenePictures_Begin(ScenePictures* pictures, const char* paper, const PaperSettings* settings);
void ScenePictures_Destroy(ScenePictures* pictures);

// Keeps a copy of the positions of the step if none before has as many contacts (of a scene without
// any, of every step); triangles and pieces must last until ScenePictures_Draw.
void ScenePictures_Offer(ScenePictures* pictures, const SceneStep* step, uint64_t contacts);

// Draws the step that was kept and ends the scene. A failure is in the context's last error.
svStatus ScenePictures_Draw(ScenePictures* pictures, svContext* context);

// A paragraph and all pictures side by side; the viewer's pages are written beside the page,
// PAPER-SCENE.html. Without a picture nothing.
void ScenePictures_AddToPage(const ScenePictures* pictures, Page* page, const char* lead);

// A copy of the picture of a scene, or of the first if there is none of that name; without any,
// nothing. The caller destroys it.
Picture ScenePictures_Copy(const ScenePictures* pictures, const char* name);

#endif
