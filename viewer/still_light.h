// What reaches a point of a scene of the sun's light and of the sky's.
//
// The sun: a map of depths with percentage-closer filtering (W. T. Reeves, D. H. Salesin, R. L.
// Cook, "Rendering antialiased shadows with depth maps", 1987). The sky: the same along many
// directions, each coarse; what remains of their light is smooth, and dark where surfaces are
// close.
#ifndef SELVAGE_VIEWER_STILL_LIGHT_H
#define SELVAGE_VIEWER_STILL_LIGHT_H

#include "still_scene.h"

enum { SKY_AXES = 48 };

// Heights of the scene along `axis`, seen from both its ends.
typedef struct LightMap {
    svVec3 u, v, axis, centre;
    double reach; // half its width
    int size;
    float *highest, *lowest; // size * size; the second may be null. Where nothing is: -+infinity
} LightMap;

typedef struct StillLight {
    LightMap sun, sky[SKY_AXES];
    int axes; // of the sky
    // Of the light of the sky and of the sun: so much comes even where something is in its way.
    float leastSky, leastSun;
    float* memory;
} StillLight;

// What is lit: all within `reach` of `centre`. Sky that is blocked from beyond `near` may not be
// noticed (0: all is).
typedef struct LitPart {
    svVec3 centre;
    double reach, near;
    int axes; // of the sky's light, at most SKY_AXES: the more, the smoother
} LitPart;

// `sun`: a unit vector towards it.
StillLight StillLight_Make(const StillScene* scene, svVec3 sun, const LitPart* part,
                           svContext* context);

void StillLight_Free(StillLight* light);

// The share of sunlight at a point whose surface faces `normal`.
float StillLight_Sun(const StillLight* light, svVec3 point, svVec3 normal);

// Shares of light from above and from below, by the cosine to the normal; together 1 where nothing
// is in the way.
typedef struct SkyLight {
    float above, below;
} SkyLight;
SkyLight StillLight_Sky(const StillLight* light, svVec3 point, svVec3 normal);

#endif
