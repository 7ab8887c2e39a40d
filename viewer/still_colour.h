// Colours of stills: linear light, as lights add up in it; sRGB in and out.
#ifndef SELVAGE_VIEWER_STILL_COLOUR_H
#define SELVAGE_VIEWER_STILL_COLOUR_H

#include "still_scene.h"

typedef struct Colour {
    float r, g, b;
} Colour;

static inline Colour Colour_Scale(float s, Colour a) {
    return (Colour){s * a.r, s * a.g, s * a.b};
}

static inline Colour Colour_Add(Colour a, Colour b) {
    return (Colour){a.r + b.r, a.g + b.g, a.b + b.b};
}

static inline Colour Colour_Times(Colour a, Colour b) {
    return (Colour){a.r * b.r, a.g * b.g, a.b * b.b};
}

// `share` of b over a.
static inline Colour Colour_Mix(Colour a, Colour b, float share) {
    return Colour_Add(Colour_Scale(1 - share, a), Colour_Scale(share, b));
}

// Of 0xRRGGBB.
Colour Colour_Of(uint32_t rgb);

enum { COLOUR_STEPS = 8192 };

// What a still is painted with.
typedef struct StillColours {
    Colour paints[PAINT_BACKDROP + 1];
    Colour red, darkRed, wire, dot, tones[STILL_TONE_COUNT];
    Colour sun, sky, bounce, head; // lights, as a white surface that faces them shows them
    Colour back, edge;             // of the backdrop: where it is lightest and at its borders
    float groundShade;             // how dark a shadow on it is
    uint8_t bytes[COLOUR_STEPS + 1];
} StillColours;

StillColours StillColours_Make(bool dark);

void Colour_Put(const StillColours* colours, Colour colour, uint8_t rgb[3]);

#endif
