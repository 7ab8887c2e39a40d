// sRGB (IEC 61966-2-1) to linear light and back, without pow: x^2.4 and x^(1/2.4) by roots that
// are found by Newton's method, the same on every machine.

#include "still_colour.h"

#include <math.h>

// Of the page: web/src/surface.js, lights.js, volumes.js, style.css.
static const uint32_t paints[PAINT_BACKDROP] = {0x7fa3d1, 0xd6c6a8, 0x9fbd9f, 0xbfa6cf,
                                                0xd9ae8c, 0x90bcc4, 0xcccc80, 0xaeb0b8};
static const uint32_t tones[STILL_TONE_COUNT] = {0xd8231f, 0x2a9d55, 0x2f74d0};

// The n-th root of x in [0, 1], n odd and at most 5: from above, each step is nearer.
static double OddRoot(double x, int n) {
    double y = 1;
    for (int i = 0; i < 60 && x > 0; ++i) {
        const double power = n == 3 ? y * y : y * y * (y * y);
        y -= (y * power - x) / (n * power);
    }
    return x > 0 ? y : 0;
}

static double LinearOf(double value) {
    if (value <= 0.04045) {
        return value / 12.92;
    }
    const double base = (value + 0.055) / 1.055, square = base * base;
    return square * OddRoot(square, 5);
}

static double EncodedOf(double light) {
    if (light <= 0.0031308) {
        return light * 12.92;
    }
    const double root = OddRoot(sqrt(sqrt(light)), 3),
                 square = root * root; // of the twelfth degree
    return 1.055 * square * square * root - 0.055;
}

Colour Colour_Of(uint32_t rgb) {
    return (Colour){(float)LinearOf((rgb >> 16 & 255) / 255.0),
                    (float)LinearOf((rgb >> 8 & 255) / 255.0),
                    (float)LinearOf((rgb & 255) / 255.0)};
}

// Lights as three.js counts them: a surface of colour 1 shows intensity / pi.
static Colour LightOf(uint32_t rgb, double intensity) {
    return Colour_Scale((float)(intensity / 3.141592653589793), Colour_Of(rgb));
}

StillColours StillColours_Make(bool dark) {
    StillColours colours;
    for (int i = 0; i < PAINT_BACKDROP; ++i) {
        colours.paints[i] = Colour_Of(paints[i]);
    }
    colours.paints[PAINT_BACKDROP] = Colour_Of(dark ? 0x555b64 : 0xd3d1cc);
    for (int i = 0; i < STILL_TONE_COUNT; ++i) {
        colours.tones[i] = Colour_Of(tones[i]);
    }
    colours.red = Colour_Of(0xd02a22);
    colours.darkRed = Colour_Of(0x6e0c0a);
    colours.dot = Colour_Of(0xc71212);
    colours.wire = Colour_Of(0x101418);
    const double sky = dark ? 1.4 : 1.7; // a little more than the page's
    colours.sun = LightOf(0xfff0dc, dark ? 2.0 : 2.2);
    colours.sky = LightOf(0xffffff, sky);
    colours.bounce = LightOf(0xb9b2a8, sky);
    colours.head = LightOf(0xeef3ff, dark ? 0.5 : 0.6);
    colours.back = Colour_Of(dark ? 0x3a424e : 0xfbfaf8);
    colours.edge = Colour_Of(dark ? 0x15181d : 0xdfe3e9);
    colours.groundShade = dark ? 0.8f : 0.5f;
    for (int i = 0; i <= COLOUR_STEPS; ++i) {
        colours.bytes[i] = (uint8_t)(EncodedOf((double)i / COLOUR_STEPS) * 255 + 0.5);
    }
    return colours;
}

static uint8_t EncodedByte(const StillColours* colours, float light) {
    const float inside = light > 0 ? (light < 1 ? light : 1) : 0;
    return colours->bytes[(int)(inside * COLOUR_STEPS + 0.5f)];
}

void Colour_Put(const StillColours* colours, Colour colour, uint8_t rgb[3]) {
    rgb[0] = EncodedByte(colours, colour.r);
    rgb[1] = EncodedByte(colours, colour.g);
    rgb[2] = EncodedByte(colours, colour.b);
}
