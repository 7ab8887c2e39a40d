// Self-collision culling of single leaves at an instant: leaves whose triangles, projected along
// the leaf's normal, do not overlap. No two of them intersect beyond what they share, and the leaf
// is not tested against itself.
//
// Like the stars of star.h. Seen along the leaf's normal n, let every triangle have a positive
// area. Then a point is covered by as many triangles as the rim winds around it: around each
// triangle winds its outline, and sides that run against each other cancel. The rim is what is left
// of the sides: one closed curve or several. Let it turn the same way all along as seen from some
// point c, and wind around c exactly once. Then it is one curve, no ray from c leaves it twice, and
// it winds around no point more than once. So no two triangles cover the same point. All this is
// strict, and holds for any vertex moved a little, too. Hence triangles do not even touch, seen
// along n: one could be moved so that they overlap; nor do those with a common vertex or edge have
// anything else in common. Triangles that are collapsed, or there twice, cover nothing or too much.
// No condition on topology: it may be any set of triangles.
#ifndef SELVAGE_SELFCULL_LEAF_SPREAD_H
#define SELVAGE_SELFCULL_LEAF_SPREAD_H

#include "input/leaf_motion.h"

// The sides of a leaf's triangles that no other side runs against, as lanes of its vertices. Lanes
// past the count are 0.
struct svLeafRim {
    uint8_t from[SV_WIDTH], to[SV_WIDTH];
    uint8_t count; // 0: there are none, or more than sixteen; the leaf is never spread then
};

void svLeafRim_Find(const svLeaf* leaf, svLeafRim* rim);

#endif
