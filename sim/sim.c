// The step, and the public functions around it.

#include "state.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

// Depth to which a step is halved: down to a thousandth of it.
enum { CUT_MAX = 10 };
// Work limit of a step, in springs and barriers swept: cloth that has no room could keep the solver
// busy for minutes. This is some ten seconds; an ordinary step of a large scene takes a hundredth
// of it.
static const uint64_t WORK_BUDGET = 2000000000;
// A particle that moves farther than so many scene extents in one step, or so many times as far as
// free fall since the start, has blown up.
static const double FAR = 10;

double svSim_Seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Resting obstacles are static meshes of the scene, which are cheaper to query.
static svStatus PlaceObstacles(svSim* sim, double t0, double t1) {
    svStatus status = SV_OK;
    svSim_MoveObstacles(sim, t0, t1);
    for (size_t i = 0; i < sim->obstacleCount && status == SV_OK; ++i) {
        if (sim->obstacles[i].resting != sim->obstacles[i].shownResting) {
            status = svSim_ShowMotion(sim, (uint32_t)(sim->clothCount + i));
        }
    }
    return status;
}

// The first particle of cloth that is not finite or has blown up; SV_NONE if there is none.
static uint32_t FindRunaway(const svSim* sim) {
    const double time = svSim_Time(sim) + sim->def.timeStep;
    const double speed = sim->speed + time * svVec3_Length(svVec3_From(sim->def.gravity));
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
    return anchor == ANCHOR_SPACE ? "what does not move"
                                  : svSim_PartOf(sim, sim->blocked[3 * k])->name;
}

static svStatus ComplainBlocked(const svSim* sim) {
    uint32_t particle = sim->blocked[0];
    for (int k = 0; k < 4; ++k) {
        if (sim->blocked[k] < sim->clothParticles) {
            particle = sim->blocked[k];
        }
    }
    const svSimPart* cloth = svSim_PartOf(sim, particle);
    svContext_Message(
        sim->context, SV_ERROR,
        "step %llu cannot be taken: there is no room for vertex %u of %s between %s and %s",
        (unsigned long long)sim->step + 1, particle - cloth->first, cloth->name, HolderName(sim, 0),
        HolderName(sim, 1));
    return SV_ERROR_STEP;
}

static void Accept(svSim* sim, double h) {
    for (size_t i = 0; i < 3 * (size_t)sim->clothParticles; ++i) {
        sim->v[i] = (sim->x1[i] - sim->x0[i]) / h;
    }
    memcpy(sim->x0, sim->rounded, 3 * (size_t)sim->totalParticles * sizeof(double));
}

// Takes the part of the step from `from` on, `length` of it; both are dyadic shares of the step.
static svOutcome AdvanceTime(svSim* sim, double from, double length, svSimStats* stats,
                             svStatus* status) {
    const double h = sim->def.timeStep;
    const double t0 = ((double)sim->step + from) * h, t1 = ((double)sim->step + from + length) * h;
    *status = PlaceObstacles(sim, t0, t1);
    if (*status != SV_OK) {
        return OUTCOME_FAILED;
    }
    svSim_Integrate(sim, t0, length * h, stats);
    uint32_t runaway = FindRunaway(sim);
    svOutcome outcome = OUTCOME_DONE;
    if (runaway != SV_NONE) {
        outcome = OUTCOME_FAILED;
    } else if (sim->def.collisions) {
        outcome = svSim_Collide(sim, stats, status);
    } else {
        const double begin = svSim_Seconds();
        sim->barrierCount = 0;
        svSim_Project(sim);
        svSim_Round(sim);
        stats->projectSeconds += svSim_Seconds() - begin;
    }
    if (outcome == OUTCOME_DONE) { // contacts may throw, too
        runaway = FindRunaway(sim);
    }
    if (runaway != SV_NONE) {
        *status = ComplainRunaway(sim, runaway);
        return OUTCOME_FAILED;
    }
    if (outcome == OUTCOME_DONE) {
        Accept(sim, length * h);
    }
    if (outcome != OUTCOME_BLOCKED) {
        return outcome;
    }
    if (length <= ldexp(1, -CUT_MAX) || sim->work > WORK_BUDGET) {
        *status = ComplainBlocked(sim);
        return OUTCOME_FAILED;
    }
    ++stats->cuts;
    outcome = AdvanceTime(sim, from, length / 2, stats, status);
    return outcome == OUTCOME_DONE ? AdvanceTime(sim, from + length / 2, length / 2, stats, status)
                                   : outcome;
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
    sum->solverIterations += before.solverIterations;
    sum->worstStretch =
        before.worstStretch > step->worstStretch ? before.worstStretch : step->worstStretch;
    sum->solveSeconds += before.solveSeconds;
    sum->proximitySeconds += before.proximitySeconds;
    sum->projectSeconds += before.projectSeconds;
    sum->detectSeconds += before.detectSeconds;
    sum->failSafeSeconds += before.failSafeSeconds;
    sum->totalSeconds += before.totalSeconds;
}

svStatus svSim_Step(svSim* sim, svSimStats* stats) {
    svStatus status = svSim_Start(sim);
    if (status != SV_OK) {
        return status;
    }
    const double begin = svSim_Seconds();
    svSimStats local = {0};
    sim->work = 0;
    const size_t bytes = 3 * (size_t)sim->clothParticles * sizeof(double);
    memcpy(sim->before, sim->x0, bytes);
    memcpy((char*)sim->before + bytes, sim->v, bytes);
    if (AdvanceTime(sim, 0, 1, &local, &status) != OUTCOME_DONE) {
        memcpy(sim->x0, sim->before, bytes);
        memcpy(sim->v, (const char*)sim->before + bytes, bytes);
        svSim_MoveObstacles(sim, svSim_Time(sim), svSim_Time(sim));
        return status;
    }
    ++sim->step;
    local.step = sim->step;
    local.time = svSim_Time(sim);
    if (stats != NULL) {
        svSim_MeasureEnergy(sim, &local);
        local.worstStretch = svSim_WorstStretch(sim);
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

// The head of a state: what must agree for the rest to make sense.
typedef struct StateHead {
    char magic[8];
    uint64_t particles, step;
    double timeStep;
    uint64_t parts; // hash of what the simulation was made from
    uint64_t body;  // hash of the step, the positions and the velocities
} StateHead;

static const char stateMagic[8] = "svSim 2";

// A bijection for each word, so that any single word that differs changes the hash.
static uint64_t HashBytes(uint64_t hash, const void* bytes, size_t size) {
    for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, (const char*)bytes + at, size - at < sizeof(word) ? size - at : sizeof(word));
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    return hash;
}

// The start puts springs in another order: their hashes are summed.
static uint64_t HashSprings(const svSim* sim) {
    uint64_t sum = 0;
    for (size_t i = 0; i < sim->springCount; ++i) {
        const svSpring* spring = &sim->springs[i];
        const double numbers[6] = {spring->a,         spring->b,       spring->rest,
                                   spring->stiffness, spring->damping, spring->maxLength};
        sum += HashBytes(1, numbers, sizeof(numbers));
    }
    return sum;
}

// Not the keys of obstacles: motions that repeat have as many as the run is long.
uint64_t svSim_HashParts(const svSim* sim) {
    uint64_t hash =
        HashBytes(HashSprings(sim), sim->mass, sim->clothParticles * sizeof(*sim->mass));
    for (uint32_t i = 0; i < sim->clothCount + sim->obstacleCount; ++i) {
        const svTopology* topology = svMesh_GetTopology(svSim_GetPart(sim, i)->mesh);
        hash = HashBytes(hash, topology->triangles, 3 * topology->triangleCount * sizeof(uint32_t));
    }
    hash = HashBytes(hash, sim->anchors, sim->clothParticles * sizeof(*sim->anchors));
    for (size_t i = 0; i < sim->obstacleCount; ++i) {
        const svSimPart* obstacle = &sim->obstacles[i];
        const size_t shapes = obstacle->frameCount > 0 ? obstacle->frameCount : 1;
        hash =
            HashBytes(hash, obstacle->model, shapes * 3 * (size_t)obstacle->count * sizeof(float));
        hash = HashBytes(hash, obstacle->frameTimes, obstacle->frameCount * sizeof(double));
        hash = HashBytes(hash, obstacle->pivot, sizeof(obstacle->pivot));
    }
    return hash;
}

size_t svSim_StateSize(const svSim* sim) {
    return sizeof(StateHead) + 6 * (size_t)sim->clothParticles * sizeof(double);
}

void svSim_SaveState(const svSim* sim, void* bytes) {
    const size_t size = 3 * (size_t)sim->clothParticles * sizeof(double);
    char* body = (char*)bytes + sizeof(StateHead);
    StateHead head = {.particles = sim->clothParticles,
                      .step = sim->step,
                      .timeStep = sim->def.timeStep,
                      .parts = sim->filled ? sim->parts : svSim_HashParts(sim)};
    if (size > 0) {
        memcpy(body, sim->x0, size);
        memcpy(body + size, sim->v, size);
    }
    head.body = HashBytes(head.step, body, 2 * size);
    memcpy(head.magic, stateMagic, sizeof(stateMagic));
    memcpy(bytes, &head, sizeof(head));
}

// Hashes are no proof: also refuse numbers that a simulation cannot have.
static bool IsState(const svSim* sim, const StateHead* head, const char* body) {
    const size_t half = 3 * (size_t)sim->clothParticles * sizeof(double);
    bool sound = memcmp(head->magic, stateMagic, sizeof(stateMagic)) == 0 &&
                 head->particles == sim->clothParticles && head->timeStep == sim->def.timeStep &&
                 head->parts == sim->parts && head->body == HashBytes(head->step, body, 2 * half);
    for (size_t i = 0; sound && i < 2 * half; i += sizeof(double)) {
        double value;
        memcpy(&value, body + i, sizeof(value));
        sound = isfinite(value) && (i >= half || value == RoundToFloat(value));
    }
    return sound;
}

svStatus svSim_LoadState(svSim* sim, const void* bytes, size_t size) {
    if (sim == NULL || bytes == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    svStatus status = svSim_Start(sim);
    if (status != SV_OK) {
        return status;
    }
    StateHead head;
    const size_t half = 3 * (size_t)sim->clothParticles * sizeof(double);
    const char* body = (const char*)bytes + sizeof(head);
    bool sound = size == svSim_StateSize(sim);
    if (sound) {
        memcpy(&head, bytes, sizeof(head));
        sound = IsState(sim, &head, body);
    }
    if (!sound) {
        svContext_Message(sim->context, SV_ERROR, "these bytes are not a state of this simulation");
        return SV_ERROR_FORMAT;
    }
    memcpy(sim->x0, body, half);
    memcpy(sim->rounded, body, half);
    memcpy(sim->v, body + half, half);
    sim->step = head.step;
    return PlaceObstacles(sim, svSim_Time(sim), svSim_Time(sim));
}
