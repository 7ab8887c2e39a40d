// Scenes of papers that the simulator moves: its cloths, refined where the mesh shall be finer than
// what can be simulated in a few seconds.
#ifndef SELVAGE_PAPERS_SCENES_PAPER_SIM_H
#define SELVAGE_PAPERS_SCENES_PAPER_SIM_H

#include "paper_source.h"

#include "selvage/sim.h"

typedef struct PaperSimDef {
    uint32_t settle; // frames before the first one that is shown
    uint32_t levels; // of refinement: each makes four triangles of one
    // Fine wrinkles: displacements of so many metres, over lengths of so many.
    double wrinkleDepth, wrinkleLength;
} PaperSimDef;

// Shows the cloths of a simulation, which belongs to the scene from here on, as its pieces.
void PaperSim_Open(PaperScene* scene, svSim* sim, const PaperSimDef* def);
// The pose and close functions of such a scene. A frame is a step of the simulation.
svStatus PaperSim_Pose(PaperScene* scene, uint32_t frame, double (*x)[3]);
void PaperSim_Close(PaperScene* scene);

#endif
