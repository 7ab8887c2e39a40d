// What is drawn over the meshes of a still: bounding volumes that one sees through, and dots where
// pairs are.
#ifndef SELVAGE_VIEWER_STILL_OVERLAY_H
#define SELVAGE_VIEWER_STILL_OVERLAY_H

#include "still_tile.h"

// A volume in the coordinates of the scene.
typedef struct OverlayVolume {
    svVec3 low, high; // a box's corners; of a sphere its centre, twice
    double radius;    // of a sphere; 0: a box
    StillTone tone;
} OverlayVolume;

typedef struct OverlayDot {
    double at[2];
    float inverse; // of its depth
} OverlayDot;

typedef struct StillOverlay {
    const StillStage* stage;
    OverlayVolume* volumes; // as they are to be drawn
    size_t volumeCount;
    OverlayDot* dots;
    size_t dotCount;
    double dotRadius;
    float fill;      // how much of what is behind a side of a volume it covers
    size_t* begins;  // of each tile in `dealt`, and of the end
    uint32_t* dealt; // volumes
} StillOverlay;

StillOverlay StillOverlay_Make(const StillStage* stage, int columns, int rows);
void StillOverlay_Draw(const StillOverlay* overlay, size_t number, Tile* tile);
void StillOverlay_Free(StillOverlay* overlay);

#endif
