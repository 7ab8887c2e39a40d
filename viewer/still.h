// Stills: meshes, what is red on them, and bounding volumes, drawn without a browser or a GPU. The
// first view, the colours and the lights are those of the page (web/src), so that both show a scene
// alike; light from the sky is blocked by what stands in its way, which the page leaves out.
//
// The same bytes for any number of threads and on every machine: no sin, cos or pow, one rounding
// per written operation, and pixels that do not depend on each other.
#ifndef SELVAGE_VIEWER_STILL_H
#define SELVAGE_VIEWER_STILL_H

#include "report/picture.h"

#include "selvage/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct StillMesh {
    const uint32_t* triangles; // three vertex indices each
    size_t triangleCount;
    svPositions positions; // finite
    const uint8_t* marks;  // of each face, set where it is red; null: none is
    bool still;            // an obstacle that rests: in a neutral grey if it is large
    bool wire;             // draw its edges
} StillMesh;

typedef enum StillTone { STILL_RED, STILL_GREEN, STILL_BLUE, STILL_TONE_COUNT } StillTone;

// A bounding volume, see-through: red where it overlaps another, say, and green where not.
typedef struct StillVolume {
    StillTone tone;
    bool sphere;                    // false: a box
    double low[3], high[3], radius; // of a sphere: `low` is its centre
} StillVolume;

// What to draw. Begin with Still_Default(). Everything is the caller's and is not changed.
typedef struct StillDef {
    int width, height; // pixels; from STILL_LEAST to PICTURE_LARGEST
    bool dark;         // the backdrop
    char up;           // the axis that points up: 'y' or 'z'
    const StillMesh* meshes;
    size_t meshCount;
    // Where pairs are: the view is chosen by them, and up to STILL_DOTS of them are dots, also
    // where something hides them.
    const double (*places)[3];
    size_t placeCount;
    const StillVolume* volumes;
    size_t volumeCount;
    const double* from; // direction towards the eye in the world (null: chosen)
    // A second, smaller view of where places crowd, if the scene is much larger than that.
    bool inset;
    // A strip at the lower edge, if not null: a title, and smaller text beside or below it. A
    // letter that the font does not have becomes a question mark.
    const char *title, *text;
    StillTone tone;     // of the bar before the title; STILL_TONE_COUNT: none
    svContext* context; // on whose threads to draw; null: on the calling one
} StillDef;

enum { STILL_DOTS = 60, STILL_LEAST = 16, STILL_WIDTH = 1600, STILL_HEIGHT = 1000 };

StillDef Still_Default(void);

// Draws it; the caller destroys the picture. Triangles without area and scenes without triangles
// are fine, and so are coordinates of any size.
Picture Still_Render(const StillDef* def);

// The direction towards the eye that Still_Render chooses: for `from` of another still of the same
// scene.
void Still_ChooseDirection(const StillDef* def, double from[3]);

#endif
