// The step, and the public functions around it.

#include "state.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

// Depth to which a step is halved: down to a thousandth of it.
enum { CUT_MAX = 10 };
// Steps are not halved below this share of them because obstacles are fast.
static const double LEAST_PACE = 1.0 / 16;
// Implicit parts of steps that are not free of contacts are halved down to this share of what they
// began with; only then are steps of single particles shortened, which strains the cloth.
static const double CUT_SHARE = 0.3;
// Work limit of an explicit step, in springs and barriers swept: cloth that has no room could keep
// the solver busy for minutes. This is some ten seconds; an ordinary step of a large scene takes a
// hundredth of it.
static const uint64_t WORK_BUDGET = 2000000000;
// A particle that moves farther than so many scene extents in one step, or so many times as far as
// free fall since the start, has blown up.
static const double FAR = 10;

double svSim_Seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool svSim_OverBudget(const svSim* sim) {
    return sim->def.stepSeconds > 0 && svSim_Seconds() > sim->deadline;
}

svStatus svSim_PlaceObstacles(svSim* sim, double t0, double t1) {
    svStatus status = SV_OK;
    svSim_MoveObstacles(sim, t0, t1);
    for (size_t i = 0; i < sim->obstacleCount && status == SV_OK; ++i) {
        if (sim->obstacles[i].resting != sim->obstacles[i].shownResting) {
            status = svSim_ShowMotion(sim, (uint32_t)(sim->clothCount + i));
        }
    }
    return status;
}

uint32_t svSim_FindRunaway(const svSim* sim) {
    const double time = svSim_Time(sim) + sim->def.timeStep - sim->speedTime;
    const double speed = sim->speed + time * svSim_LargestPull(sim);
    const double most = FAR * (sim->extent + sim->def.timeStep * speed);
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        const size_t at = 3 * (size_t)i;
        const svVec3 way = svVec3_Sub(svVec3_From(sim->x1 + at), svVec3_From(sim->x0 + at));
        if (!(svVec3_Dot(way, way) <= most * most)) {
            return i;
        }
    }
    return SV_NONE;
}

static svStatus ComplainRunaway(const svSim* sim, uint32_t particle) {
    const svSimPart* cloth = svSim_PartOf(sim, particle);
    char limit[64] = "";
    if (sim->def.integrator != SV_INTEGRATOR_IMPLICIT) {
        snprintf(limit, sizeof(limit), "; at most %g s is stable", sim->stableStep);
    }
    svContext_Message(
        sim->context, SV_ERROR,
        "step %llu blows up: vertex %u of %s is thrown out of the scene by a time step "
        "of %g s (%s)%s",
        (unsigned long long)sim->step + 1, particle - cloth->first, cloth->name, sim->def.timeStep,
        svIntegrator_Name(sim->def.integrator), limit);
    return SV_ERROR_STEP;
}

// What holds a particle that there is no room for.
static const char* HolderName(const svSim* sim, int k) {
    const int32_t anchor = sim->blockedAnchors[k];
    if (anchor >= 0) {
        return sim->obstacles[anchor].name;
    }
    return anchor <= ANCHOR_DRAGGED ? "a vertex that is dragged"
           : anchor == ANCHOR_SPACE ? "what does not move"
                                    : svSim_PartOf(sim, sim->blocked[3 * k])->name;
}

// The vertex that there is no room for, and what it is between.
static void DescribeBlocked(const svSim* sim, char* text, size_t size) {
    uint32_t particle = sim->blocked[0];
    for (int k = 0; k < 4; ++k) {
        if (sim->blocked[k] < sim->clothParticles) {
            particle = sim->blocked[k];
        }
    }
    const svSimPart* cloth = svSim_PartOf(sim, particle);
    snprintf(text, size, "vertex %u of %s between %s and %s", particle - cloth->first, cloth->name,
             HolderName(sim, 0), HolderName(sim, 1));
}

static svStatus ComplainBlocked(const svSim* sim) {
    char where[300];
    DescribeBlocked(sim, where, sizeof(where));
    svContext_Message(sim->context, SV_ERROR, "step %llu cannot be taken: there is no room for %s",
                      (unsigned long long)sim->step + 1, where);
    return SV_ERROR_STEP;
}

// Whether there is time for the part of the step from `from` on; complains.
static svStatus CheckBudget(const svSim* sim, double from) {
    if (!svSim_OverBudget(sim)) {
        return SV_OK;
    }
    char where[300] = "", text[340] = "";
    if (sim->blocked[0] != SV_NONE) {
        DescribeBlocked(sim, where, sizeof(where));
        snprintf(text, sizeof(text), "; last in its way was %s", where);
    }
    svContext_Message(sim->context, SV_ERROR,
                      "step %llu is not done within %g s and is given up at %g %% of it%s",
                      (unsigned long long)sim->step + 1, sim->def.stepSeconds, 100 * from, text);
    return SV_ERROR_STEP;
}

static void Accept(svSim* sim, double h) {
    for (size_t i = 0; i < 3 * (size_t)sim->clothParticles; ++i) {
        sim->v[i] = (sim->x1[i] - sim->x0[i]) / h;
    }
    memcpy(sim->x0, sim->rounded, 3 * (size_t)sim->totalParticles * sizeof(double));
}

static svOutcome AdvanceTime(svSim* sim, double from, double length, svSimStats* stats,
                             svStatus* status);

static svOutcome AdvanceByHalves(svSim* sim, double from, double length, svSimStats* stats,
                                 svStatus* status) {
    const double half = length / 2;
    const svOutcome outcome = AdvanceTime(sim, from, half, stats, status);
    return outcome == OUTCOME_DONE ? AdvanceTime(sim, from + half, half, stats, status) : outcome;
}

// Takes the part of the step from `from` on, `length` of it; both are dyadic shares of the step.
static svOutcome AdvanceTime(svSim* sim, double from, double length, svSimStats* stats,
                             svStatus* status) {
    const double h = sim->def.timeStep;
    const double t0 = ((double)sim->step + from) * h, t1 = ((double)sim->step + from + length) * h;
    sim->shareAtEnd = from + length;
    *status = CheckBudget(sim, from);
    if (*status == SV_OK) {
        *status = svSim_PlaceObstacles(sim, t0, t1);
    }
    if (*status != SV_OK) {
        return OUTCOME_FAILED;
    }
    if (length > LEAST_PACE && svSim_IsOutpaced(sim, length * h)) {
        const double least = sim->leastPart;
        sim->leastPart = fmin(least, CUT_SHARE * length * h / 2);
        const svOutcome halves = AdvanceByHalves(sim, from, length, stats, status);
        sim->leastPart = least;
        return halves;
    }
    const svOutcome outcome = sim->def.integrator == SV_INTEGRATOR_IMPLICIT
                                  ? svSim_StepImplicit(sim, t0, length * h, stats, status)
                                  : svSim_StepExplicit(sim, t0, length * h, stats, status);
    const uint32_t runaway = outcome == OUTCOME_DONE ? svSim_FindRunaway(sim) : SV_NONE;
    if (runaway != SV_NONE) {
        *status = ComplainRunaway(sim, runaway);
        return OUTCOME_FAILED;
    }
    if (outcome == OUTCOME_DONE) {
        *status = CheckBudget(sim, from); // done, but too late
        if (*status != SV_OK) {
            return OUTCOME_FAILED;
        }
        Accept(sim, length * h);
        ++stats->parts;
        if (sim->def.integrator == SV_INTEGRATOR_IMPLICIT) {
            svSim_KeepMomentum(sim, length * h);
        }
        if (sim->def.path != NULL) {
            sim->def.path(t1, sim->def.pathUser);
        }
    }
    if (outcome != OUTCOME_BLOCKED) {
        return outcome;
    }
    *status = CheckBudget(sim, from); // a stage may have given up for want of time, not of room
    if (*status != SV_OK) {
        return OUTCOME_FAILED;
    }
    if (length <= ldexp(1, -CUT_MAX) || sim->work > WORK_BUDGET) {
        *status = ComplainBlocked(sim);
        return OUTCOME_FAILED;
    }
    ++stats->cuts;
    return AdvanceByHalves(sim, from, length, stats, status);
}

void svSimStats_Add(svSimStats* sum, const svSimStats* step) {
    const svSimStats before = *sum;
    *sum = *step;
    sum->nearPairs += before.nearPairs;
    sum->contacts += before.contacts;
    sum->rounds += before.rounds;
    sum->zones += before.zones;
    sum->zoneParticles += before.zoneParticles;
    sum->cuts += before.cuts;
    sum->parts += before.parts;
    sum->solverIterations += before.solverIterations;
    sum->newtonIterations += before.newtonIterations;
    sum->halvings += before.halvings;
    sum->shortened += before.shortened;
    sum->unsolved += before.unsolved;
    sum->worstStretch =
        before.worstStretch > step->worstStretch ? before.worstStretch : step->worstStretch;
    sum->solveSeconds += before.solveSeconds;
    sum->proximitySeconds += before.proximitySeconds;
    sum->projectSeconds += before.projectSeconds;
    sum->detectSeconds += before.detectSeconds;
    sum->failSafeSeconds += before.failSafeSeconds;
    sum->totalSeconds += before.totalSeconds;
}

// The state before the step, to go back to.
static svStatus KeepState(svSim* sim) {
    const svStatus status =
        svContext_Grow(sim->context, (void**)&sim->slipsBefore, &sim->slipBeforeCapacity,
                       sim->slipCount, sizeof(svSlip));
    if (status != SV_OK) {
        return status;
    }
    const size_t n = sim->clothParticles;
    memcpy(sim->before, sim->x0, 3 * n * sizeof(double));
    memcpy(sim->before + 3 * n, sim->v, 3 * n * sizeof(double));
    memcpy(sim->before + 6 * n, sim->fall, n * sizeof(double));
    sim->slipBeforeCount = sim->slipCount;
    if (sim->slipCount > 0) {
        memcpy(sim->slipsBefore, sim->slips, sim->slipCount * sizeof(svSlip));
    }
    return SV_OK;
}

static void RestoreState(svSim* sim) {
    const size_t n = sim->clothParticles;
    memcpy(sim->x0, sim->before, 3 * n * sizeof(double));
    memcpy(sim->v, sim->before + 3 * n, 3 * n * sizeof(double));
    memcpy(sim->fall, sim->before + 6 * n, n * sizeof(double));
    sim->slipCount = sim->slipBeforeCount;
    if (sim->slipCount > 0) { // there was room for them before the step
        memcpy(sim->slips, sim->slipsBefore, sim->slipCount * sizeof(svSlip));
    }
}

svStatus svSim_Step(svSim* sim, svSimStats* stats) {
    svStatus status = svSim_Start(sim);
    const double begin = svSim_Seconds();
    if (status == SV_OK) {
        status = svSim_FollowHeld(sim);
    }
    if (status != SV_OK) {
        return status;
    }
    svSimStats local = {0};
    sim->work = 0;
    sim->deadline = begin + sim->def.stepSeconds;
    sim->blocked[0] = SV_NONE;
    sim->leastPart = CUT_SHARE * sim->def.timeStep;
    status = KeepState(sim);
    if (status != SV_OK) {
        return status;
    }
    if (AdvanceTime(sim, 0, 1, &local, &status) != OUTCOME_DONE) {
        RestoreState(sim);
        svSim_MoveObstacles(sim, svSim_Time(sim), svSim_Time(sim));
        return status;
    }
    ++sim->step;
    local.step = sim->step;
    local.time = svSim_Time(sim);
    if (stats != NULL) {
        svSim_MeasureEnergy(sim, &local);
        local.worstStretch = sim->def.integrator == SV_INTEGRATOR_IMPLICIT
                                 ? svElastic_WorstStretch(&sim->elastic, sim->x0)
                                 : svSim_WorstStretch(sim);
        local.totalSeconds = svSim_Seconds() - begin;
        *stats = local;
    }
    return SV_OK;
}

double svSim_Time(const svSim* sim) {
    return (double)sim->step * sim->def.timeStep;
}

uint64_t svSim_StepCount(const svSim* sim) {
    return sim->step;
}

double svSim_StableStep(const svSim* sim) {
    return sim->stableStep;
}

uint32_t svSim_ClothCount(const svSim* sim) {
    return (uint32_t)sim->clothCount;
}

uint32_t svSim_ObstacleCount(const svSim* sim) {
    return (uint32_t)sim->obstacleCount;
}

static svSimMesh View(const svSim* sim, const svSimPart* part) {
    const svTopology* topology = svMesh_GetTopology(part->mesh);
    return (svSimMesh){.name = part->name,
                       .triangles = topology->triangles,
                       .triangleCount = topology->triangleCount,
                       .positions =
                           svPositions_Double(sim->x0 + 3 * (size_t)part->first, part->count)};
}

svSimMesh svSim_GetCloth(const svSim* sim, uint32_t index) {
    if (index >= sim->clothCount) {
        return (svSimMesh){0};
    }
    const svSimPart* cloth = &sim->cloths[index];
    svSimMesh view = View(sim, cloth);
    view.velocities = svPositions_Double(sim->v + 3 * (size_t)cloth->first, cloth->count);
    return view;
}

svSimMesh svSim_GetObstacle(const svSim* sim, uint32_t index) {
    return index < sim->obstacleCount && sim->filled ? View(sim, &sim->obstacles[index])
                                                     : (svSimMesh){0};
}

svStatus svSim_Intersect(svSim* sim, svIntersections* intersections) {
    if (sim == NULL || intersections == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    const svStatus status = sim->filled ? SV_OK : svSim_Fill(sim);
    return status == SV_OK ? svScene_Intersect(sim->scene, NULL, intersections) : status;
}
