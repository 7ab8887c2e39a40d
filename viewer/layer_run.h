// What film_layers.c records of a frame and layer_pack.c packs.
#ifndef SELVAGE_VIEWER_LAYER_RUN_H
#define SELVAGE_VIEWER_LAYER_RUN_H

#include "film_layers.h"
#include "film_parts.h"
#include "sample.h"

#include "selvage/cone.h"

// What is known of an item of the BVH; web/src/layer_reader.js has the same bits.
enum {
    LAYER_OVERLAPS = 1, // its volume overlaps that of another item of its level
    // Below it a leaf overlaps a leaf of another item that has no vertex in common with it.
    LAYER_MEETS = 2,
    LAYER_TOUCHES = 4,        // below it is a face of a feature in contact
    LAYER_SELF_FREE = 8,      // SV_SELF_FREE
    LAYER_SELF_FREE_FOUR = 16 // SV_SELF_FREE_GROUP
};

// The normals below an item, over the step.
typedef struct LayerNormals {
    svCone cone;
    uint32_t mask; // of the set of 26 directions
} LayerNormals;

// The vertices of a leaf, ascending.
typedef struct LeafVertices {
    uint32_t count, vertices[48];
} LeafVertices;

typedef struct LayerRun {
    Film* film;
    const FilmLayersDef* def;
    svStatus status; // of reading the BVH
    bool opened;
    svBvhShape shape;
    svBvhLeaf* leaves;
    LeafVertices* vertices;
    uint32_t* leafOfFace; // of all meshes, one after the other
    size_t* firstFace;    // of each mesh
    uint8_t* flags[SV_BVH_MAX_LEVELS];
    LayerNormals* normals[SV_BVH_MAX_LEVELS];
    uint64_t nodePairs, counts[2][2]; // candidates, contacts, by svPairKind
    Sample leafPairs, candidates, contacts;
} LayerRun;

// Packs what was recorded.
svStatus LayerRun_Pack(const LayerRun* run, Pack* pack);

#endif
