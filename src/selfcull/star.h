// Self-collision culling around a vertex at an instant: vertices whose triangles, projected, do not
// overlap. No two of them intersect beyond the vertex or edge that they share, and such pairs are
// not tested.
//
// The star of a vertex v: its triangles (v, p0, p1), (v, p1, p2), ..., wound alike, as a closed fan
// or an open one. Seen along a direction n, let every triangle have a positive area, and let the
// ring p0 p1 ... wind around v exactly once. Then the sectors that the triangles span at v lie side
// by side around v, each less than a half turn. So seen along n, two triangles have nothing in
// common but v or, if they are neighbours in the fan, their edge; each triangle is seen one to one,
// so that they have nothing else in common in space either. We call such a star *spread*.
// An open fan is spread if it is with one further point in its gap, wherever that lies.
//
// (Volino and Magnenat-Thalmann, "Efficient self-collision detection on smoothly discretized
// surface animations using geometrical shape regularity", 1994, have the two conditions, normals
// and contour, for patches at large. A star needs no test of its contour for crossings: seen from
// its middle, that it winds once is enough.)
//
// Which vertices have a star that could be spread follows from topology alone and is found once.
#ifndef SELVAGE_SELFCULL_STAR_H
#define SELVAGE_SELFCULL_STAR_H

#include "selfcull/leaf_spread.h"

// The most vertices around a vertex; those that have more are never spread.
#define SV_STAR_RING 12

// Sixteen stars with equally many vertices around, all closed or all open.
struct svStarGroup {
    uint32_t count; // vertices around
    bool open;      // from the last one to the first there is no triangle
    size_t first;   // of svStars::points: sixteen in the middle, then as many of each around
};

// ---- the stars of a scene --------------------------------------------------------------------

// What is spread of a leaf.
typedef struct svSpread {
    uint16_t stars; // of its sixteen vertices those whose stars are, as bits
    bool whole;     // the leaf itself is
} svSpread;

// All stars that could be spread. Groups are ordered by their last star.
typedef struct svStars {
    svStarGroup* groups;
    size_t groupCapacity;
    uint32_t groupCount;
    uint32_t* points; // of all groups, one after another
    size_t pointCapacity;
    uint8_t* spread; // of each point: whether its star is; 0 where it cannot be
    size_t spreadCapacity;
    svSpread* leaves; // the same by leaf
    size_t leafCapacity;
    svLeafRim* rims; // of each leaf
    size_t rimCapacity;
} svStars;

// The meshes of a scene, its leaves, and how their points are numbered.
typedef struct svStarsDef {
    const svSceneTopology* meshes;
    const svLeaves* leaves;        // their vertices are points
    const uint32_t* pointOfVertex; // from the numbering of the scene
    const uint32_t* vertexOfPoint; // and back
    uint32_t meshCount, vertexCount;
} svStarsDef;

// Finds the stars; again whenever leaves or points have changed. SV_ERROR_MEMORY.
svStatus svStars_Build(svContext* context, const svStarsDef* def, svStars* stars);

void svStars_Destroy(svContext* context, svStars* stars);

// Sets `spread` for the stars of the groups from `first` to `end`: each star is of one group.
void svStars_Spread(svStars* stars, const svLeafReading* reading, svSpreadStarsFn* spread,
                    size_t first, size_t end);

// Sets `leaves` from `first` to `end`, once `spread` is set.
void svStars_SpreadLeaves(svStars* stars, const svLeaves* leaves, const svLeafMotion* motions,
                          svIsLeafSpreadFn* spread, size_t first, size_t end);

#endif
