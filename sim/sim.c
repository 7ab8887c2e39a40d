// The defaults, and the names.

#include "selvage/sim.h"

svSimDef svDefaultSimDef(void) {
    return (svSimDef){
        .structSize = sizeof(svSimDef),
        .timeStep = 1.0 / 60,
        .gravity = {0, 0, -9.81},
        .integrator = SV_INTEGRATOR_IMPLICIT,
        .airDamping = 0.1,
        .windPressure = 0.5,
        .collisions = true,
        .thickness = 0.004,
        .friction = 0.3,
        .solverIterations = 60,
        .solverTolerance = 1e-3,
        .scene = svDefaultSceneDef(),
    };
}

svObstacleDef svDefaultObstacleDef(void) {
    return (svObstacleDef){.structSize = sizeof(svObstacleDef), .name = "obstacle"};
}

svClothDef svDefaultClothDef(void) {
    return (svClothDef){
        .structSize = sizeof(svClothDef),
        .name = "cloth",
        .density = 0.2,
        .stretchStiffness = 2000,
        .shearStiffness = 500,
        .bendStiffness = 1,
        .springDamping = 0.001,
        .strainLimit = 0.05,
        .self = true,
    };
}

const char* svIntegrator_Name(svIntegrator integrator) {
    switch (integrator) {
    case SV_INTEGRATOR_IMPLICIT:
        return "implicit";
    case SV_INTEGRATOR_EULER:
        return "euler";
    case SV_INTEGRATOR_VERLET:
        return "verlet";
    case SV_INTEGRATOR_COUNT:
        break;
    }
    return "unknown";
}
