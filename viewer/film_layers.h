// Layers of the method in a film: what the library did in one frame of it. The BVH with its bounds
// and what overlaps, the pairs of each stage, contacts with normals, cones and masks of normals.
// The query of that frame is run once more under watch (selvage/inspect.h); web/src/layer_reader.js
// reads what is packed here.
#ifndef SELVAGE_VIEWER_FILM_LAYERS_H
#define SELVAGE_VIEWER_FILM_LAYERS_H

#include "film.h"

#include "selvage/inspect.h"

// Of pairs of leaves, of candidates and of contacts that many are recorded, spread over all; the
// page tells how many there were.
#define FILM_LAYER_PAIRS 8000

typedef struct FilmLayersDef {
    // Its meshes are the objects of the film, in their order, and stand where they did in the
    // frame.
    svScene* scene;
    bool step;    // contacts over the step to the next frame; false: triangles that intersect
    size_t frame; // of those that were taken, counted from 0
} FilmLayersDef;

// After the frames were taken, before Film_Finish, which drops layers before frames where there is
// no room. A failure is that of the query.
svStatus Film_RecordLayers(Film* film, const FilmLayersDef* def);

// After Film_Finish: how many frames have layers, and how many of these were dropped.
size_t Film_LayerCount(const Film* film);
size_t Film_LostLayerCount(const Film* film);

#endif
