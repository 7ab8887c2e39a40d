// One view of a scene, drawn into a rectangle of a picture.
#ifndef SELVAGE_VIEWER_STILL_DRAW_H
#define SELVAGE_VIEWER_STILL_DRAW_H

#include "still_colour.h"
#include "still_light.h"
#include "still_view.h"

typedef struct StillStage {
    const StillDef* def;
    const StillScene* scene;
    const StillLight* light;
    const StillColours* colours;
    StillView view;
    int left, top, width, height; // of the rectangle
} StillStage;

void StillStage_Draw(const StillStage* stage, Picture* picture);

#endif
