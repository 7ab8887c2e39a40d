// The rim of a leaf, once per BVH build: the sides of its triangles that have no opposite side.

#include "selfcull/leaf_spread.h"

#include <string.h>

void svLeafRim_Find(const svLeaf* leaf, svLeafRim* rim) {
    // How many more sides run one way between two vertices than the other way.
    int8_t sides[SV_WIDTH][SV_WIDTH];
    memset(sides, 0, sizeof(sides));
    memset(rim, 0, sizeof(*rim));
    for (int face = 0; face < leaf->faceCount; ++face) {
        for (int corner = 0; corner < 3; ++corner) {
            const uint8_t from = leaf->faceVertices[corner][face];
            const uint8_t to = leaf->faceVertices[(corner + 1) % 3][face];
            ++sides[from][to];
            --sides[to][from];
        }
    }
    uint32_t count = 0;
    for (uint32_t from = 0; from < SV_WIDTH; ++from) {
        for (uint32_t to = 0; to < SV_WIDTH; ++to) {
            for (int side = 0; side < sides[from][to]; ++side, ++count) {
                rim->from[count % SV_WIDTH] = (uint8_t)from;
                rim->to[count % SV_WIDTH] = (uint8_t)to;
            }
        }
    }
    rim->count = count <= SV_WIDTH ? (uint8_t)count : 0;
}
