// A scene name in, its mesh and steps out: the list of scenes, and stepping through their frames.

#include "paper_source.h"
#include "report/terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SOURCE_COUNT 14

static const PaperSource* SourceAt(size_t index) {
    const PaperSource* sources[SOURCE_COUNT] = {
        &paperEnsemble1, &paperEnsemble2, &paperDress,  &paperGown,     &paperPipe,
        &paperKarate,    &paperShirt,     &paperFunnel, &paperFlamenco, &paperWaves,
        &paperFolds,     &paperTwist,     &paperBurst,  &paperBalls};
    return sources[index];
}

size_t PaperScene_Count(void) {
    return SOURCE_COUNT;
}

PaperSceneInfo PaperScene_Info(size_t index) {
    return index < SOURCE_COUNT ? SourceAt(index)->info : (PaperSceneInfo){0};
}

static const PaperSource* FindSource(const char* name) {
    for (size_t i = 0; i < SOURCE_COUNT; ++i) {
        if (strcmp(SourceAt(i)->info.name, name) == 0) {
            return SourceAt(i);
        }
    }
    return NULL;
}

uint32_t PaperScene_FrameCount(const char* name) {
    const PaperSource* source = FindSource(name);
    return source != NULL ? source->info.steps * source->stride : 0;
}

double PaperScene_Phase(const PaperScene* scene, uint32_t frame) {
    const PaperSource* source = scene->state->source;
    return (double)frame / ((double)source->info.steps * source->stride);
}

uint32_t PaperScene_Cells(const PaperScene* scene, uint32_t cells) {
    return scene->options.quick ? (cells + 4) / 5 : cells;
}

// Poses a frame into x[1], rounded to floats.
static svStatus PoseFrame(PaperScene* scene, uint32_t frame) {
    PaperSceneState* state = scene->state;
    const svStatus status = state->source->pose(scene, frame, state->x[1]);
    GenMesh_RoundToFloats(state->x[1], scene->vertexCount);
    state->frame = frame;
    return status;
}

static void KeepLastPose(PaperScene* scene) {
    PaperSceneState* state = scene->state;
    memcpy(state->x[0], state->x[1], scene->vertexCount * sizeof(*state->x[0]));
}

static svStatus OpenPaperSource(PaperScene* scene) {
    PaperSceneState* state = scene->state;
    const svStatus status = state->source->open(scene);
    if (status != SV_OK) {
        return status;
    }
    scene->triangles = state->mesh.triangles;
    scene->triangleCount = state->mesh.triangleCount;
    scene->vertexCount = state->mesh.vertexCount;
    scene->pieces = state->mesh.pieces;
    scene->pieceCount = state->mesh.pieceCount;
    for (int t = 0; t < 2; ++t) {
        state->x[t] = Terminal_Allocate(scene->vertexCount, sizeof(*state->x[t]));
    }
    scene->x0 = (const double(*)[3])state->x[0];
    scene->x1 = (const double(*)[3])state->x[1];
    const svStatus posed = PoseFrame(scene, 0);
    KeepLastPose(scene);
    return posed;
}

svStatus PaperScene_Open(svContext* context, const char* name, const PaperSceneOptions* options,
                         PaperScene* scene) {
    *scene = (PaperScene){.context = context};
    const PaperSource* source = FindSource(name);
    if (source == NULL) {
        svContext_Message(context, SV_ERROR, "there is no scene %s", name);
        return SV_ERROR_ARGUMENT;
    }
    scene->info = source->info;
    scene->options = options != NULL ? *options : (PaperSceneOptions){0};
    if (scene->options.steps == 0) {
        scene->options.steps = source->info.steps;
    }
    if (scene->options.stride == 0) {
        scene->options.stride = source->stride;
    }
    scene->state = Terminal_Allocate(1, sizeof(*scene->state));
    scene->state->source = source;
    return OpenPaperSource(scene);
}

bool PaperScene_Step(PaperScene* scene, svStatus* status) {
    *status = SV_OK;
    if (scene->step >= scene->options.steps) {
        return false;
    }
    const uint32_t from = scene->step * scene->options.stride;
    if (scene->state->frame != from) {
        *status = PoseFrame(scene, from);
    }
    KeepLastPose(scene);
    *status = *status == SV_OK ? PoseFrame(scene, from + 1) : *status;
    scene->step += *status == SV_OK;
    return *status == SV_OK;
}

void PaperScene_Close(PaperScene* scene) {
    PaperSceneState* state = scene->state;
    if (state != NULL) {
        if (state->source->close != NULL) {
            state->source->close(scene);
        }
        free(state->x[0]);
        free(state->x[1]);
        GenMesh_Destroy(&state->mesh);
        free(state);
    }
    *scene = (PaperScene){0};
}
