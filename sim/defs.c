// Defaults, names, and whether a def makes sense.

#include "defs.h"

#include <math.h>
#include <stdio.h>

svSimDef svDefaultSimDef(void) {
    return (svSimDef){
        .structSize = sizeof(svSimDef),
        .timeStep = 1.0 / 60,
        .gravity = {0, 0, -9.81},
        .integrator = SV_INTEGRATOR_IMPLICIT,
        .airDamping = 0.1,
        .windPressure = 1,
        .windLift = 1,
        .collisions = true,
        .thickness = 0.004,
        .friction = 0.3,
        .solverIterations = 8,
        .solverTolerance = 1e-6,
        .solverAccuracy = 0.02,
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
        .bendStiffness = 1e-5,
        .bendSpring = 1,
        .damping = 0.001,
        .strainLimit = 0.05,
        .self = true,
    };
}

svSeamDef svDefaultSeamDef(void) {
    return (svSeamDef){.structSize = sizeof(svSeamDef), .stiffness = 1e5, .closeSeconds = 1};
}

const char* svIntegrator_Name(svIntegrator integrator) {
    switch (integrator) {
    case SV_INTEGRATOR_IMPLICIT:
        return "implicit";
    case SV_INTEGRATOR_EULER:
        return "euler";
    case SV_INTEGRATOR_VERLET:
        return "verlet";
    case SV_INTEGRATOR_ENUM_COUNT:
        break;
    }
    return "unknown";
}

// A member with the range that it must be in.
typedef struct Range {
    const char* name;
    double value, least, most;
    bool open; // the least value itself is not allowed
} Range;

static svStatus CheckRanges(svContext* context, const char* what, const Range* ranges,
                            size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const Range* range = &ranges[i];
        const bool above = range->open ? range->value > range->least : range->value >= range->least;
        if (!(above && range->value <= range->most)) {
            svContext_Message(context, SV_ERROR, "%s: %s is %g; it must be %s %g and at most %g",
                              what, range->name, range->value, range->open ? "above" : "at least",
                              range->least, range->most);
            return SV_ERROR_ARGUMENT;
        }
    }
    return SV_OK;
}

static svStatus Refuse(svContext* context, const char* what, const char* why) {
    svContext_Message(context, SV_ERROR, "%s: %s", what, why);
    return SV_ERROR_ARGUMENT;
}

// Numbers beyond this are slips of the keyboard; products of a few of them stay finite.
#define LARGE 1e12
#define RANGE(def, member, least, open)                                                            \
    { #member, (def)->member, least, LARGE, open }
#define VECTOR(def, member)                                                                        \
    {#member ".x", (def)->member[0], -LARGE, LARGE, false},                                        \
        {#member ".y", (def)->member[1], -LARGE, LARGE, false}, {                                  \
#member ".z", (def)->member[2], -LARGE, LARGE, false                                       \
    }

svStatus svCheckSimDef(svContext* context, const svSimDef* def) {
    const Range ranges[] = {
        RANGE(def, timeStep, 0, true),
        VECTOR(def, gravity),
        RANGE(def, airDamping, 0, false),
        VECTOR(def, wind),
        {"gusts", def->gusts, 0, 1, false},
        RANGE(def, windPressure, 0, false),
        {"windLift", def->windLift, 0, 1, false},
        RANGE(def, thickness, 0, false),
        RANGE(def, friction, 0, false),
        {"solverTolerance", def->solverTolerance, 0, 1, true},
        {"solverAccuracy", def->solverAccuracy, 0, 1, true},
        {"solverIterations", def->solverIterations, 1, 1e6, false},
        RANGE(def, stepSeconds, 0, false),
    };
    if (def->structSize != sizeof(*def)) {
        return Refuse(context, "svSim_Create", "the def is not from svDefaultSimDef");
    }
    if ((int)def->integrator < 0 || def->integrator >= SV_INTEGRATOR_ENUM_COUNT) {
        return Refuse(context, "svSim_Create", "there is no such integrator");
    }
    return CheckRanges(context, "svSim_Create", ranges, sizeof(ranges) / sizeof(ranges[0]));
}

svStatus svCheckNumber(svContext* context, const char* what, const char* name, double value,
                       double least, double most) {
    const Range range = {name, value, least, most, false};
    return CheckRanges(context, what, &range, 1);
}

svStatus svCheckVector(svContext* context, const char* what, const char* name,
                       const double value[3]) {
    svStatus status = SV_OK;
    for (int k = 0; k < 3 && status == SV_OK; ++k) {
        char member[32];
        snprintf(member, sizeof(member), "%s.%c", name, "xyz"[k]);
        status = svCheckNumber(context, what, member, value[k], -LARGE, LARGE);
    }
    return status;
}

// Positions that are finite as floats.
static svStatus CheckPositions(svContext* context, const char* name, const svPositions* positions) {
    if (!svPositions_IsValid(positions)) {
        return Refuse(context, name, "the positions make no sense");
    }
    for (size_t i = 0; i < positions->count; ++i) {
        double p[3];
        svPositions_Get(positions, i, p);
        for (int k = 0; k < 3; ++k) {
            if (!isfinite((float)p[k])) {
                svContext_Message(context, SV_ERROR,
                                  "%s: vertex %zu: %c is %g, which is no finite float", name, i,
                                  "xyz"[k], p[k]);
                return SV_ERROR_NOT_FINITE;
            }
        }
    }
    return SV_OK;
}

static svStatus CheckPartTriangles(svContext* context, const char* name, const uint32_t* triangles,
                                   size_t count, size_t vertexCount) {
    if (count > 0 && triangles == NULL) {
        return Refuse(context, name, "triangles is null");
    }
    for (size_t i = 0; i < 3 * count; ++i) {
        if (triangles[i] >= vertexCount) {
            svContext_Message(
                context, SV_ERROR,
                "%s: face %zu: vertex index %u is out of range (mesh has %zu vertices)", name,
                i / 3, triangles[i], vertexCount);
            return SV_ERROR_MESH;
        }
    }
    return SV_OK;
}

static svStatus CheckObstacleFrames(svContext* context, const svObstacleDef* def) {
    if (def->frameCount > 0 && (def->frames == NULL || def->frameTimes == NULL)) {
        return Refuse(context, def->name, "frames or frameTimes is null");
    }
    svStatus status = SV_OK;
    for (size_t i = 0; i < def->frameCount && status == SV_OK; ++i) {
        const Range range = {"the time of a frame", def->frameTimes[i], -LARGE, LARGE, false};
        status = CheckRanges(context, def->name, &range, 1);
        if (status == SV_OK && i > 0 && !(def->frameTimes[i] > def->frameTimes[i - 1])) {
            status = Refuse(context, def->name, "the times of its frames do not ascend");
        }
        if (status == SV_OK) {
            status = CheckPositions(context, def->name, &def->frames[i]);
        }
        if (status == SV_OK && def->frames[i].count != def->positions.count) {
            status = Refuse(context, def->name, "a frame has another number of vertices");
        }
    }
    return status;
}

svStatus svCheckObstacleDef(svContext* context, const svObstacleDef* def) {
    if (def->structSize != sizeof(*def) || def->name == NULL) {
        return Refuse(context, "svSim_AddObstacle",
                      def->structSize != sizeof(*def) ? "the def is not from svDefaultObstacleDef"
                                                      : "name is null");
    }
    const Range ranges[] = {VECTOR(def, pivot)};
    svStatus status = CheckRanges(context, def->name, ranges, sizeof(ranges) / sizeof(ranges[0]));
    if (status == SV_OK && def->keyCount > 0 && def->keys == NULL) {
        status = Refuse(context, def->name, "keys is null");
    }
    for (size_t i = 0; i < def->keyCount && status == SV_OK; ++i) {
        const svMotionKey* key = &def->keys[i];
        const Range members[] = {{"the time of a key", key->time, -LARGE, LARGE, false},
                                 VECTOR(key, move),
                                 VECTOR(key, turn)};
        status = CheckRanges(context, def->name, members, sizeof(members) / sizeof(members[0]));
        if (status == SV_OK && i > 0 && !(key->time > def->keys[i - 1].time)) {
            status = Refuse(context, def->name, "the times of its keys do not ascend");
        }
    }
    if (status == SV_OK) {
        status = CheckPositions(context, def->name, &def->positions);
    }
    if (status == SV_OK) {
        status = CheckObstacleFrames(context, def);
    }
    return status != SV_OK ? status
                           : CheckPartTriangles(context, def->name, def->triangles,
                                                def->triangleCount, def->positions.count);
}

static svStatus CheckPins(svContext* context, const svClothDef* def, size_t obstacleCount) {
    if (def->pinCount > 0 && def->pins == NULL) {
        return Refuse(context, def->name, "pins is null");
    }
    for (size_t i = 0; i < def->pinCount; ++i) {
        const svPin* pin = &def->pins[i];
        if (pin->vertex >= def->positions.count ||
            (pin->obstacle != SV_NONE && pin->obstacle >= obstacleCount)) {
            svContext_Message(context, SV_ERROR, "%s: pin %zu: there is no such %s", def->name, i,
                              pin->vertex >= def->positions.count ? "vertex" : "obstacle");
            return SV_ERROR_ARGUMENT;
        }
        const Range range = {"the stiffness of a pin", pin->stiffness, 0, LARGE, false};
        const svStatus status = CheckRanges(context, def->name, &range, 1);
        if (status != SV_OK) {
            return status;
        }
    }
    return SV_OK;
}

svStatus svCheckSeamDef(svContext* context, const svSeamDef* def) {
    if (def->structSize != sizeof(*def)) {
        return Refuse(context, "svSim_AddSeam", "the def is not from svDefaultSeamDef");
    }
    if (def->pairs == NULL || def->pairCount == 0) {
        return Refuse(context, "svSim_AddSeam", "there are no pairs");
    }
    const Range ranges[] = {RANGE(def, stiffness, 0, true), RANGE(def, closeSeconds, 0, false)};
    return CheckRanges(context, "svSim_AddSeam", ranges, sizeof(ranges) / sizeof(ranges[0]));
}

svStatus svCheckClothDef(svContext* context, const svClothDef* def, size_t obstacleCount) {
    if (def->structSize != sizeof(*def) || def->name == NULL) {
        return Refuse(context, "svSim_AddCloth",
                      def->structSize != sizeof(*def) ? "the def is not from svDefaultClothDef"
                                                      : "name is null");
    }
    const Range ranges[] = {
        RANGE(def, density, 0, true),        RANGE(def, stretchStiffness, 0, false),
        RANGE(def, weftStiffness, 0, false), RANGE(def, shearStiffness, 0, false),
        RANGE(def, bendStiffness, 0, false), RANGE(def, weftBendStiffness, 0, false),
        RANGE(def, bendSpring, 0, false),    RANGE(def, damping, 0, false),
        RANGE(def, strainLimit, 0, false),   VECTOR(def, velocity),
        RANGE(def, pressure, -LARGE, false),
    };
    svStatus status = CheckRanges(context, def->name, ranges, sizeof(ranges) / sizeof(ranges[0]));
    if (status == SV_OK && (def->columns > 0 || def->rows > 0) &&
        (size_t)def->columns * def->rows != def->positions.count) {
        status = Refuse(context, def->name, "columns * rows is not the number of vertices");
    }
    if (status == SV_OK && def->positions.count == 0) {
        status = Refuse(context, def->name, "there are no vertices");
    }
    if (status == SV_OK) {
        status = CheckPositions(context, def->name, &def->positions);
    }
    if (status == SV_OK && def->rest.data != NULL) {
        status = def->rest.count == def->positions.count
                     ? CheckPositions(context, def->name, &def->rest)
                     : Refuse(context, def->name, "rest has another number of vertices");
    }
    if (status == SV_OK) {
        status = CheckPartTriangles(context, def->name, def->triangles, def->triangleCount,
                                    def->positions.count);
    }
    if (status == SV_OK && def->restCorners.data != NULL) {
        status = def->restCorners.count == 3 * def->triangleCount
                     ? CheckPositions(context, def->name, &def->restCorners)
                     : Refuse(context, def->name, "restCorners are not three for each triangle");
    }
    return status != SV_OK ? status : CheckPins(context, def, obstacleCount);
}
