// Where surfaces intersect at the beginning, in words.
#ifndef SELVAGE_SIM_OVERLAP_H
#define SELVAGE_SIM_OVERLAP_H

#include "selvage/sim.h"

// A message of the context has 511 characters.
#define SV_MESSAGE_ROOM 511

// svSim_Intersect, with the segments in which the faces meet.
svStatus svSim_FindOverlaps(svSim* sim, svIntersections* found);

// "faces 3 and 5 at (0.1, 0.2, 0.3), 4 and 7 at (...) (9 pairs in all)": up to eight pairs of the
// two meshes of the first one, spread over all that there are, as many as `room` has room for, the
// zero at the end included. There is one pair at least.
void svSim_ListOverlaps(const svIntersections* found, char* text, size_t room);

#endif
