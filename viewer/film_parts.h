// What goes into a film beside its frames (film_layers.h).
#ifndef SELVAGE_VIEWER_FILM_PARTS_H
#define SELVAGE_VIEWER_FILM_PARTS_H

#include "film.h"
#include "track.h"

// The grid of all coordinates, once a frame was taken.
Grid Film_GetGrid(const Film* film);

// Adds bytes that belong to a frame, counted from 0: kept if there is room beside the frames. The
// film takes the pack over.
void Film_AttachLayers(Film* film, size_t frame, Pack* pack);

#endif
