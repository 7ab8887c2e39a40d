// A generated or real scene in, its steps out, behind one interface.

#include "step_source.h"

svStatus StepSource_OpenPaper(svContext* context, const char* name,
                              const PaperSceneOptions* options, StepSource* source) {
    *source = (StepSource){.name = name};
    PaperScene* paper = &source->paper;
    const svStatus status = PaperScene_Open(context, name, options, paper);
    source->triangles = paper->triangles;
    source->triangleCount = paper->triangleCount;
    source->vertexCount = paper->vertexCount;
    source->pieces = paper->pieces;
    source->pieceCount = paper->pieceCount;
    source->x0 = paper->x0;
    source->x1 = paper->x1;
    source->stepCount = paper->options.steps;
    return status;
}

svStatus StepSource_OpenData(svContext* context, int index, uint32_t steps, StepSource* source) {
    *source = (StepSource){.real = true};
    DataScene* data = &source->data;
    const svStatus status = DataScene_Open(context, index, data);
    source->name = data->name;
    source->triangles = data->frames[0].triangles;
    source->triangleCount = data->frames[0].triangleCount;
    source->vertexCount = data->frames[0].vertexCount;
    source->whole = (PaperPiece){.name = data->name,
                                 .triangleCount = source->triangleCount,
                                 .vertexCount = source->vertexCount};
    source->pieces = &source->whole;
    source->pieceCount = 1;
    source->x0 = data->x0;
    source->x1 = data->x1;
    source->stepCount = steps;
    return status;
}

bool StepSource_Next(StepSource* source, svStatus* status) {
    *status = SV_OK;
    if (source->step >= source->stepCount) {
        return false;
    }
    if (source->real) {
        const bool back = source->step % 2 != 0;
        source->x0 = back ? source->data.x1 : source->data.x0;
        source->x1 = back ? source->data.x0 : source->data.x1;
    } else if (PaperScene_Step(&source->paper, status)) {
        source->x0 = source->paper.x0;
        source->x1 = source->paper.x1;
    } else {
        return false;
    }
    ++source->step;
    return true;
}

void StepSource_Close(svContext* context, StepSource* source) {
    if (source->real) {
        DataScene_Close(context, &source->data);
    } else {
        PaperScene_Close(&source->paper);
    }
    *source = (StepSource){0};
}
