// The fifteen feature pairs of two triangles: six vertex-face, nine edge-edge.
#ifndef SELVAGE_ELEMENTARY_CCD_TRIANGLE_FEATURES_H
#define SELVAGE_ELEMENTARY_CCD_TRIANGLE_FEATURES_H

#include "elementary/ccd/ccd_batch.h"

enum { SV_TRIANGLE_VF = 6, SV_TRIANGLE_EE = 9, SV_TRIANGLE_FEATURES = 15 };

// The points of each pair, vertex-face first: 0 1 2 are the corners of a, 3 4 5 those of b.
extern const uint8_t svTriangleFeatures[SV_TRIANGLE_FEATURES][4];

// Whether the two features of a pair share a vertex: then they are incident, and not tested; `ids`
// are those of the six corners.
bool svTriangleFeature_Shares(int feature, const uint32_t ids[6]);

static inline svPairKind svTriangleFeature_Kind(int feature) {
    return feature < SV_TRIANGLE_VF ? SV_VERTEX_FACE : SV_EDGE_EDGE;
}

#endif
