// Simulated scenes: the simulator's cloths, subdivided where the mesh is to be finer than what can
// be simulated in seconds.
#ifndef SELVAGE_PAPERS_SCENES_PAPER_SIM_H
#define SELVAGE_PAPERS_SCENES_PAPER_SIM_H

#include "paper_source.h"

#include "selvage/sim.h"

typedef struct PaperSimDef {
    uint32_t settle; // frames before the first visible one
    uint32_t levels; // of refinement: each makes four triangles of one
    // Fine wrinkles: amplitude and wavelength of the displacement, metres.
    double wrinkleDepth, wrinkleLength;
} PaperSimDef;

// Makes the cloths of a simulation the pieces of the scene, which takes ownership.
void PaperSim_Open(PaperScene* scene, svSim* sim, const PaperSimDef* def);
// The pose and close functions of such a scene. A frame is a step of the simulation.
svStatus PaperSim_Pose(PaperScene* scene, uint32_t frame, double (*x)[3]);
void PaperSim_Close(PaperScene* scene);

#endif
