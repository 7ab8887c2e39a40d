// A picture of pixels.
#ifndef SELVAGE_REPORT_PICTURE_H
#define SELVAGE_REPORT_PICTURE_H

#include <stddef.h>
#include <stdint.h>

typedef struct Picture {
    int width, height;
    uint8_t* rgb; // three bytes a pixel, in sRGB, row by row from the top
} Picture;

enum { PICTURE_LARGEST = 8192 }; // pixels of a side

// A black one. Both sides are from 1 to PICTURE_LARGEST.
Picture Picture_Create(int width, int height);
void Picture_Destroy(Picture* picture);

static inline uint8_t* Picture_At(const Picture* picture, int x, int y) {
    return picture->rgb + 3 * ((size_t)y * (size_t)picture->width + (size_t)x);
}

#endif
