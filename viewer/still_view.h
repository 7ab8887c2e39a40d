// Where the eye of a still is.
#ifndef SELVAGE_VIEWER_STILL_VIEW_H
#define SELVAGE_VIEWER_STILL_VIEW_H

#include "still_scene.h"

// The eye looks along -back; a point p is seen at
//     x = centreX + scale (p - eye).right / depth,   y = centreY - scale (p - eye).up / depth
// in pixels, y downwards, with the depth (eye - p).back.
typedef struct StillView {
    svVec3 eye, right, up, back;
    double scale, centreX, centreY;
    double distance; // from the eye to what it looks at
    double nearest;  // what has less depth is not seen
} StillView;

// The direction in which most area and most places are seen, in the coordinates of the scene.
svVec3 StillView_Choose(const StillScene* scene, const StillDef* def);

// Looks from a direction such that everything that matters fills the picture.
StillView StillView_Fit(const StillScene* scene, const StillDef* def, svVec3 direction, int width,
                        int height);

// Looks from a direction at a ball.
StillView StillView_Near(svVec3 direction, svVec3 centre, double radius, int width, int height);

// Whether nothing hides a place from `way` away in a direction; what is nearer to it than `margin`
// does not hide it.
bool StillView_IsClear(const StillScene* scene, svVec3 place, svVec3 direction, double margin,
                       double way);

// Where a point of this depth is seen.
void StillView_Project(const StillView* view, svVec3 point, double depth, double at[2]);

// The same, and the depth that it has; false: behind the eye, or too near.
bool StillView_See(const StillView* view, svVec3 point, double at[2], double* depth);

// The direction from the eye to a place in the picture; its component along -back is 1.
svVec3 StillView_Ray(const StillView* view, double x, double y);

#endif
