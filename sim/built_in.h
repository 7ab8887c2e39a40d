// The scenes of sim/scenes as text; built_in.cmake writes the file that has them.
#ifndef SELVAGE_SIM_BUILT_IN_H
#define SELVAGE_SIM_BUILT_IN_H

#include "selvage/sim.h"

extern const svBuiltInScene svBuiltInScenes[];
extern const size_t svBuiltInSceneCount;

#endif
