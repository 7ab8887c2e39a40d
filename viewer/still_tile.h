// A small square of a still while it is drawn.
#ifndef SELVAGE_VIEWER_STILL_TILE_H
#define SELVAGE_VIEWER_STILL_TILE_H

#include "still_draw.h"

enum {
    TILE = 32, // pixels along its side
    FINE = 3,  // samples along the side of a pixel
    SIDE = TILE * FINE,
    CELLS = FINE * FINE,
    BLOCK = 2, // pixels along the side of a block, which share some light
    BLOCKS = TILE / BLOCK
};

typedef struct Tile {
    int left, top, width, height; // in pixels
    float inverse[SIDE * SIDE];   // of the depth; 0: nothing
    uint32_t sources[SIDE * SIDE];
    bool hidden[SIDE * SIDE]; // whether a red face is behind what is seen
    Colour colours[TILE * TILE];
} Tile;

#endif
