// The strip under a still: a bar that tells the tone, a title, and smaller text.
#ifndef SELVAGE_VIEWER_STILL_TITLE_H
#define SELVAGE_VIEWER_STILL_TITLE_H

#include "still.h"

// How high it is in pixels; 0: there is none.
int StillTitle_Height(const StillDef* def);

// Draws it into the lowest rows.
void StillTitle_Draw(const StillDef* def, Picture* picture);

#endif
