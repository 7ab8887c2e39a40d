// What may be changed between two steps: gravity and wind, which vertices are held and where, and
// where obstacles go.

#include "defs.h"
#include "state.h"

// ---- gravity and wind

svConditions svSim_GetConditions(const svSim* sim) {
    svConditions conditions = {
        .gusts = sim->def.gusts, .speed = sim->speed, .speedTime = sim->speedTime};
    for (int k = 0; k < 3; ++k) {
        conditions.gravity[k] = sim->def.gravity[k];
        conditions.wind[k] = sim->def.wind[k];
    }
    return conditions;
}

void svSim_SetConditions(svSim* sim, const svConditions* conditions) {
    sim->def.gusts = conditions->gusts;
    sim->speed = conditions->speed;
    sim->speedTime = conditions->speedTime;
    for (int k = 0; k < 3; ++k) {
        sim->def.gravity[k] = conditions->gravity[k];
        sim->def.wind[k] = conditions->wind[k];
    }
}

static svStatus RefuseControl(const svSim* sim, const char* what, const char* why) {
    svContext_Message(sim->context, SV_ERROR, "%s: %s", what, why);
    return SV_ERROR_ARGUMENT;
}

static svStatus CheckStarted(const svSim* sim, const char* what) {
    return sim->started ? SV_OK
                        : RefuseControl(sim, what, "the simulation has not been started yet");
}

svStatus svSim_SetGravity(svSim* sim, const double gravity[3]) {
    if (sim == NULL || gravity == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    svStatus status = CheckStarted(sim, "svSim_SetGravity");
    if (status == SV_OK) {
        status = svCheckVector(sim->context, "svSim_SetGravity", "gravity", gravity);
    }
    if (status == SV_OK) {
        svConditions conditions = svSim_GetConditions(sim);
        // Until now everything could fall under the gravity before; see svSim_FindRunaway.
        const double time = svSim_Time(sim);
        conditions.speed += (time - conditions.speedTime) * svSim_LargestPull(sim);
        conditions.speedTime = time;
        svVec3_Store(svVec3_From(gravity), conditions.gravity);
        svSim_SetConditions(sim, &conditions);
        sim->conditionsChanged = true;
    }
    return status;
}

svStatus svSim_SetWind(svSim* sim, const double wind[3], double gusts) {
    if (sim == NULL || wind == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    svStatus status = CheckStarted(sim, "svSim_SetWind");
    if (status == SV_OK) {
        status = svCheckVector(sim->context, "svSim_SetWind", "wind", wind);
    }
    if (status == SV_OK) {
        status = svCheckNumber(sim->context, "svSim_SetWind", "gusts", gusts, 0, 1);
    }
    if (status == SV_OK) {
        svConditions conditions = svSim_GetConditions(sim);
        conditions.gusts = gusts;
        conditions.speed = fmax(conditions.speed, (1 + gusts) * svVec3_Length(svVec3_From(wind)));
        svVec3_Store(svVec3_From(wind), conditions.wind);
        svSim_SetConditions(sim, &conditions);
        sim->conditionsChanged = true;
    }
    return status;
}

// ---- vertices that are held

void svSim_SetAnchor(svSim* sim, uint32_t particle, int32_t anchor) {
    const bool held = anchor != ANCHOR_NONE;
    sim->heldStale |= held != (sim->anchors[particle] != ANCHOR_NONE);
    sim->anchors[particle] = anchor;
    svSim_LetGo(sim, particle);
    sim->inverseMass[particle] = held ? 0 : 1 / sim->mass[particle];
}

svStatus svSim_FollowHeld(svSim* sim) {
    if (!sim->heldStale) {
        return SV_OK;
    }
    svStatus status;
    if (sim->def.integrator == SV_INTEGRATOR_IMPLICIT) {
        status = svSim_MakeSolver(sim);
    } else {
        svSim_FindStableStep(sim);
        status = svSim_CheckStep(sim);
    }
    sim->heldStale = status != SV_OK;
    return status;
}

svVec3 svSim_DragEnd(const svSim* sim, uint32_t particle) {
    const size_t at = 3 * (size_t)particle;
    const svVec3 target = svVec3_From(sim->dragTargets + at), from = svVec3_From(sim->before + at);
    const svVec3 way = svVec3_Sub(target, from);
    const double length = svVec3_Length(way);
    const double most = length > 0 ? svSim_PartOf(sim, particle)->dragLimit : 0;
    if (!(length > most)) {
        return target;
    }
    const svVec3 end = svVec3_AddScaled(from, most / length, way);
    return (svVec3){RoundToFloat(end.x), RoundToFloat(end.y), RoundToFloat(end.z)};
}

svVec3 svSim_DragPlace(const svSim* sim, uint32_t particle) {
    const svVec3 end = svSim_DragEnd(sim, particle);
    const svVec3 from = svVec3_From(sim->before + 3 * (size_t)particle);
    return sim->shareAtEnd < 1 ? svVec3_AddScaled(from, sim->shareAtEnd, svVec3_Sub(end, from))
                               : end;
}

// The particle of a vertex; `what` was called with it.
static svStatus FindParticle(const svSim* sim, const char* what, uint32_t cloth, uint32_t vertex,
                             uint32_t* particle) {
    const svStatus status = CheckStarted(sim, what);
    if (status != SV_OK) {
        return status;
    }
    if (cloth >= sim->clothCount) {
        svContext_Message(sim->context, SV_ERROR, "%s: there is no cloth %u (there are %zu)", what,
                          cloth, sim->clothCount);
        return SV_ERROR_ARGUMENT;
    }
    const svSimPart* part = &sim->cloths[cloth];
    if (vertex >= part->count) {
        svContext_Message(sim->context, SV_ERROR, "%s: %s has no vertex %u (it has %u)", what,
                          part->name, vertex, part->count);
        return SV_ERROR_ARGUMENT;
    }
    *particle = part->first + vertex;
    return SV_OK;
}

svStatus svSim_Pin(svSim* sim, uint32_t cloth, uint32_t vertex) {
    uint32_t particle = 0;
    const svStatus status =
        sim == NULL ? SV_ERROR_ARGUMENT : FindParticle(sim, "svSim_Pin", cloth, vertex, &particle);
    if (status == SV_OK) {
        const size_t at = 3 * (size_t)particle;
        svVec3_Store(svVec3_From(sim->x0 + at), sim->dragTargets + at);
        svSim_SetAnchor(sim, particle, ANCHOR_SPACE);
    }
    return status;
}

svStatus svSim_Drag(svSim* sim, uint32_t cloth, uint32_t vertex, const double target[3]) {
    if (sim == NULL || target == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    uint32_t particle = 0;
    svStatus status = FindParticle(sim, "svSim_Drag", cloth, vertex, &particle);
    if (status == SV_OK) {
        status = svCheckVector(sim->context, "svSim_Drag", "target", target);
    }
    if (status == SV_OK) {
        for (size_t k = 0; k < 3; ++k) {
            sim->dragTargets[3 * (size_t)particle + k] = RoundToFloat(target[k]);
        }
        svSim_SetAnchor(sim, particle, ANCHOR_SPACE);
    }
    return status;
}

svStatus svSim_Release(svSim* sim, uint32_t cloth, uint32_t vertex) {
    uint32_t particle = 0;
    const svStatus status = sim == NULL
                                ? SV_ERROR_ARGUMENT
                                : FindParticle(sim, "svSim_Release", cloth, vertex, &particle);
    if (status == SV_OK) {
        svSim_SetAnchor(sim, particle, ANCHOR_NONE);
    }
    return status;
}

// ---- obstacles

svStatus svSim_MoveObstacle(svSim* sim, uint32_t obstacle, const double move[3],
                            const double turn[3]) {
    if (sim == NULL || move == NULL || turn == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    svStatus status = CheckStarted(sim, "svSim_MoveObstacle");
    if (status == SV_OK && obstacle >= sim->obstacleCount) {
        svContext_Message(sim->context, SV_ERROR,
                          "svSim_MoveObstacle: there is no obstacle %u (there are %zu)", obstacle,
                          sim->obstacleCount);
        status = SV_ERROR_ARGUMENT;
    }
    if (status == SV_OK) {
        status = svCheckVector(sim->context, "svSim_MoveObstacle", "move", move);
    }
    if (status == SV_OK) {
        status = svCheckVector(sim->context, "svSim_MoveObstacle", "turn", turn);
    }
    if (status == SV_OK) {
        svSimPart* part = &sim->obstacles[obstacle];
        part->driveKeys[0] = svSim_PoseAt(part, svSim_Time(sim));
        part->driveKeys[1].time = (double)(sim->step + 1) * sim->def.timeStep;
        svVec3_Store(svVec3_From(move), part->driveKeys[1].move);
        svVec3_Store(svVec3_From(turn), part->driveKeys[1].turn);
        part->driven = true;
    }
    return status;
}
