// A second, smaller view of a still, of where places crowd.
#ifndef SELVAGE_VIEWER_STILL_INSET_H
#define SELVAGE_VIEWER_STILL_INSET_H

#include "still_draw.h"

// Draws it into the emptiest corner of the picture that `stage` drew, with a ring around what it
// shows. Nothing where there is no place, or where the whole scene is hardly larger.
void StillInset_Draw(const StillStage* stage, Picture* picture);

#endif
