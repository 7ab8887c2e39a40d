// The coordinates of one mesh, frame after frame: rounded to quanta, predicted, and packed as what
// the prediction leaves. web/src/frames.js reads them.
#ifndef SELVAGE_VIEWER_TRACK_H
#define SELVAGE_VIEWER_TRACK_H

#include "pack.h"

#include "selvage/topology.h"

// A grid of points: `origin` and steps of `quantum`.
typedef struct Grid {
    double origin[3], quantum;
} Grid;

typedef struct Track {
    const svTopology* topology;
    uint32_t* anchors;      // of each vertex: the neighbour with the highest number below its own
    int32_t* x[3];          // coordinates of this frame and the two before it, in quanta
    double low[3], high[3]; // of all frames, in quanta
} Track;

// The topology must outlive the track.
Track Track_Make(const svTopology* topology);
void Track_Destroy(Track* track);

// Takes the next frame.
void Track_Read(Track* track, const Grid* grid, const svPositions* positions);

// Packs the frame taken last; `known`: how many of those before it a reader knows.
void Track_Pack(const Track* track, size_t known, Pack* pack);

#endif
