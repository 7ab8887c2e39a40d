// Validation of defs.
#ifndef SELVAGE_SIM_DEFS_H
#define SELVAGE_SIM_DEFS_H

#include "selvage/sim.h"

// SV_ERROR_ARGUMENT, SV_ERROR_NOT_FINITE or SV_ERROR_MESH after a message that names the member.
svStatus svCheckSimDef(svContext* context, const svSimDef* def);
svStatus svCheckObstacleDef(svContext* context, const svObstacleDef* def);
svStatus svCheckClothDef(svContext* context, const svClothDef* def, size_t obstacleCount);
// What can be told of a seam without its cloths.
svStatus svCheckSeamDef(svContext* context, const svSeamDef* def);
// A number, or the coordinates of a vector, that `what` was called with; as in defs: NaN and what
// is outside the range is refused by name.
svStatus svCheckNumber(svContext* context, const char* what, const char* name, double value,
                       double least, double most);
svStatus svCheckVector(svContext* context, const char* what, const char* name,
                       const double value[3]);

#endif
