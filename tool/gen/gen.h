// Settings of `selvage gen`, and the two things it writes: scenes and shapes.
#ifndef SELVAGE_TOOL_GEN_H
#define SELVAGE_TOOL_GEN_H

#include "papers/scenes/gen_mesh.h"

typedef enum GenFormat { GEN_PC2, GEN_PLY, GEN_OBJ, GEN_FORMAT_COUNT } GenFormat;

typedef struct GenSettings {
    const char* name;   // of a scene or a shape
    const char* output; // a folder or a file
    uint32_t frames;    // of a scene, after the first; 0: its default
    GenFormat format;   // of a scene
    uint32_t triangles; // of a shape, about
    double noise;       // of a shape, in mean edges
    uint64_t seed;      // of a shape
    bool quick, quiet;
} GenSettings;

// A mesh generated from a few parameters.
typedef struct GenShape {
    const char* name;
    const char* about;
    void (*make)(const GenSettings* settings, GenMesh* mesh);
} GenShape;

// Past the last: null members.
GenShape GenShape_At(size_t index);

// Generates the shape with its noise, coordinates rounded to floats, and writes the file. Returns
// an exit code; anything but EXIT_CLEAN after a complaint.
int GenShape_Write(svContext* context, const GenShape* shape, const GenSettings* settings);

// Writes every frame of a scene of paper_scene.h into the folder. Returns an exit code as above;
// after a failure nothing of this run is left.
int GenScene_Write(svContext* context, const GenSettings* settings);

#endif
