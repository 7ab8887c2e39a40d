// Saved states: what a step depends on, as bytes.
//
// The head, then positions, velocities, the share of gravity that each particle followed, the slips
// of pairs in contact, gravity and wind, how svSim_MoveObstacle moves each obstacle, which soft
// pins hold, and all particles that are held.

#include "state.h"

#include <string.h>

// The head of a state: what must agree for the rest to make sense.
typedef struct StateHead {
    char magic[8];
    uint64_t particles, slips, held, step;
    uint64_t changed; // whether gravity or wind count, else those of the def do
    double timeStep;
    uint64_t parts; // hash of what the simulation was made from
    uint64_t body;  // hash of the step and of all that follows
} StateHead;

static const char stateMagic[8] = "svSim 6";

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

static uint64_t HashTies(uint64_t hash, const svSim* sim) {
    for (size_t i = 0; i < sim->softPinCount; ++i) {
        const svSoftPin* pin = &sim->softPins[i];
        const double numbers[3] = {pin->particle, pin->anchor, pin->stiffness};
        hash = HashBytes(hash, numbers, sizeof(numbers));
    }
    for (size_t i = 0; i < sim->stitchCount; ++i) {
        const svStitch* stitch = &sim->stitches[i];
        const double numbers[5] = {stitch->particles[0], stitch->particles[1], stitch->stiffness,
                                   stitch->length, stitch->seconds};
        hash = HashBytes(hash, numbers, sizeof(numbers));
    }
    return hash;
}

// The elements of implicit steps: rest shapes and stiffnesses that springs do not show.
static uint64_t HashMembranes(const svSim* sim, uint64_t hash) {
    for (size_t i = 0; i < sim->elastic.membraneCount; ++i) {
        const svMembrane* membrane = &sim->elastic.membranes[i];
        hash = HashBytes(hash, membrane->du, sizeof(membrane->du));
        hash = HashBytes(hash, membrane->dv, sizeof(membrane->dv));
        hash = HashBytes(hash, membrane->stiffness, sizeof(membrane->stiffness));
    }
    return hash;
}

// Not the keys of obstacles: motions that repeat have as many as the run is long. Called before
// anything can be changed at run time: the anchors are those of the start.
uint64_t svSim_HashParts(const svSim* sim) {
    uint64_t hash =
        HashBytes(HashSprings(sim), sim->mass, sim->clothParticles * sizeof(*sim->mass));
    hash = HashMembranes(sim, hash);
    for (size_t i = 0; i < sim->clothCount; ++i) {
        hash = HashBytes(hash, &sim->cloths[i].pressure, sizeof(double));
    }
    for (uint32_t i = 0; i < sim->clothCount + sim->obstacleCount; ++i) {
        const svTopology* topology = svMesh_GetTopology(svSim_GetPart(sim, i)->mesh);
        hash = HashBytes(hash, topology->triangles, 3 * topology->triangleCount * sizeof(uint32_t));
    }
    hash = HashBytes(hash, sim->anchors, sim->clothParticles * sizeof(*sim->anchors));
    hash = HashTies(hash, sim);
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

// A slip as saved: no padding.
typedef struct SavedSlip {
    uint32_t key[6]; // the last is 0
    double thickness, depth, slip[3];
} SavedSlip;

// How svSim_MoveObstacle moves an obstacle; all zero: not at all.
typedef struct SavedDrive {
    uint64_t driven;
    svMotionKey keys[2];
} SavedDrive;

// A particle that is held.
typedef struct SavedHold {
    uint32_t particle;
    int32_t anchor;
    double target[3];
} SavedHold;

static size_t CountHeld(const svSim* sim) {
    size_t count = 0;
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        count += sim->anchors[i] != ANCHOR_NONE;
    }
    return count;
}

static size_t ControlBytes(const svSim* sim) {
    return sizeof(svConditions) + sim->obstacleCount * sizeof(SavedDrive) +
           sim->softPinCount * sizeof(uint64_t);
}

static size_t ParticleBytes(const svSim* sim) {
    return 7 * (size_t)sim->clothParticles * sizeof(double);
}

size_t svSim_StateSize(const svSim* sim) {
    return sizeof(StateHead) + ParticleBytes(sim) + sim->slipCount * sizeof(SavedSlip) +
           ControlBytes(sim) + CountHeld(sim) * sizeof(SavedHold);
}

// Gravity and wind, obstacles, particles that are held.
static void SaveControl(const svSim* sim, char* bytes) {
    const svConditions conditions =
        sim->conditionsChanged ? svSim_GetConditions(sim) : (svConditions){0};
    memcpy(bytes, &conditions, sizeof(conditions));
    bytes += sizeof(conditions);
    for (size_t i = 0; i < sim->obstacleCount; ++i) {
        const svSimPart* obstacle = &sim->obstacles[i];
        SavedDrive drive = {.driven = obstacle->driven};
        if (obstacle->driven) {
            memcpy(drive.keys, obstacle->driveKeys, sizeof(drive.keys));
        }
        memcpy(bytes, &drive, sizeof(drive));
        bytes += sizeof(drive);
    }
    for (size_t i = 0; i < sim->softPinCount; ++i) {
        const uint64_t on = sim->softPins[i].on;
        memcpy(bytes, &on, sizeof(on));
        bytes += sizeof(on);
    }
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        if (sim->anchors[i] != ANCHOR_NONE) {
            SavedHold hold = {.particle = i, .anchor = sim->anchors[i]};
            memcpy(hold.target, sim->dragTargets + 3 * (size_t)i, sizeof(hold.target));
            memcpy(bytes, &hold, sizeof(hold));
            bytes += sizeof(hold);
        }
    }
}

void svSim_SaveState(const svSim* sim, void* bytes) {
    const size_t n = sim->clothParticles, size = svSim_StateSize(sim) - sizeof(StateHead);
    char* body = (char*)bytes + sizeof(StateHead);
    StateHead head = {.particles = n,
                      .slips = sim->slipCount,
                      .held = CountHeld(sim),
                      .changed = sim->conditionsChanged,
                      .step = sim->step,
                      .timeStep = sim->def.timeStep,
                      .parts = sim->filled ? sim->partsHash : svSim_HashParts(sim)};
    if (n > 0) {
        memcpy(body, sim->x0, 3 * n * sizeof(double));
        memcpy(body + 3 * n * sizeof(double), sim->v, 3 * n * sizeof(double));
        memcpy(body + 6 * n * sizeof(double), sim->fall, n * sizeof(double));
    }
    for (size_t i = 0; i < sim->slipCount; ++i) {
        const svSlip* slip = &sim->slips[i];
        const svFeaturePair* pair = &slip->key.features;
        const SavedSlip saved = {{slip->key.kind, pair->meshA, pair->a, pair->meshB, pair->b, 0},
                                 slip->thickness,
                                 slip->depth,
                                 {slip->slip.x, slip->slip.y, slip->slip.z}};
        memcpy(body + ParticleBytes(sim) + i * sizeof(saved), &saved, sizeof(saved));
    }
    SaveControl(sim, body + ParticleBytes(sim) + sim->slipCount * sizeof(SavedSlip));
    head.body = HashBytes(head.step, body, size);
    memcpy(head.magic, stateMagic, sizeof(stateMagic));
    memcpy(bytes, &head, sizeof(head));
}

// As far as numbers of defs go, with room for speeds that add up.
static const double LARGEST = 1e30;

static svSlip ReadSlip(const char* bytes) {
    SavedSlip saved;
    memcpy(&saved, bytes, sizeof(saved));
    return (svSlip){.key = {.kind = saved.key[0],
                            .features = {.meshA = saved.key[1],
                                         .a = saved.key[2],
                                         .meshB = saved.key[3],
                                         .b = saved.key[4]}},
                    .thickness = saved.thickness,
                    .depth = saved.depth,
                    .slip = svVec3_From(saved.slip)};
}

// Whether slips are finite and in order. Which pairs they name does no harm: one that does not
// exist is never asked for.
static bool AreSlips(const char* bytes, size_t count) {
    bool sound = true;
    for (size_t i = 0; i < count && sound; ++i) {
        const svSlip slip = ReadSlip(bytes + i * sizeof(SavedSlip));
        sound = isfinite(svVec3_Dot(slip.slip, slip.slip)) && slip.thickness >= 0 &&
                isfinite(slip.thickness) && slip.depth >= 0 && isfinite(slip.depth);
        if (i > 0 && sound) {
            const svSlip before = ReadSlip(bytes + (i - 1) * sizeof(SavedSlip));
            sound = svPairKey_Compare(&before.key, &slip.key) < 0;
        }
    }
    return sound;
}

// So many bytes of doubles.
static bool AreNumbers(const void* bytes, size_t size) {
    bool sound = true;
    for (size_t i = 0; i < size && sound; i += sizeof(double)) {
        double value;
        memcpy(&value, (const char*)bytes + i, sizeof(value));
        sound = isfinite(value) && fabs(value) <= LARGEST;
    }
    return sound;
}

// Obstacles are moved from one time to a later one, or not at all.
static bool AreDrives(const char* bytes, size_t count) {
    bool sound = true;
    for (size_t i = 0; i < count && sound; ++i) {
        SavedDrive drive;
        memcpy(&drive, bytes + i * sizeof(drive), sizeof(drive));
        sound =
            drive.driven == 0 || (drive.driven == 1 && drive.keys[0].time < drive.keys[1].time &&
                                  AreNumbers(drive.keys, sizeof(drive.keys)));
    }
    return sound;
}

// Soft pins hold or do not; none that is held hard does.
static bool AreSoftPins(const svSim* sim, const char* bytes, const char* holds, size_t holdCount) {
    bool sound = true;
    for (size_t i = 0; i < sim->softPinCount && sound; ++i) {
        uint64_t on;
        memcpy(&on, bytes + i * sizeof(on), sizeof(on));
        sound = on <= 1;
    }
    for (size_t i = 0; i < holdCount && sound; ++i) {
        SavedHold hold;
        memcpy(&hold, holds + i * sizeof(hold), sizeof(hold));
        const svSoftPin* pin = svSim_FindSoftPin(sim, hold.particle);
        uint64_t on = 0;
        if (pin != NULL) {
            memcpy(&on, bytes + (size_t)(pin - sim->softPins) * sizeof(on), sizeof(on));
        }
        sound = on == 0;
    }
    return sound;
}

// Particles are held in ascending order, in space or by the obstacle that they were pinned to.
static bool AreHolds(const svSim* sim, const char* bytes, size_t count) {
    bool sound = true;
    uint32_t next = 0;
    for (size_t i = 0; i < count && sound; ++i) {
        SavedHold hold;
        memcpy(&hold, bytes + i * sizeof(hold), sizeof(hold));
        sound = hold.particle >= next && hold.particle < sim->clothParticles &&
                (hold.anchor == ANCHOR_SPACE ||
                 (hold.anchor >= 0 && hold.anchor == sim->startAnchors[hold.particle])) &&
                AreNumbers(hold.target, sizeof(hold.target));
        for (int k = 0; k < 3 && sound; ++k) {
            sound = hold.target[k] == RoundToFloat(hold.target[k]);
        }
        next = hold.particle + 1;
    }
    return sound;
}

// Hashes are no proof: also refuse numbers that a simulation cannot have.
static bool IsState(const svSim* sim, const StateHead* head, const char* body, size_t size) {
    const size_t numbers = ParticleBytes(sim), rounded = numbers / 7 * 3;
    const size_t control = ControlBytes(sim), lists = size - numbers - control;
    bool sound = memcmp(head->magic, stateMagic, sizeof(stateMagic)) == 0 &&
                 head->particles == sim->clothParticles && head->timeStep == sim->def.timeStep &&
                 head->parts == sim->partsHash && head->held <= sim->clothParticles &&
                 head->slips <= lists / sizeof(SavedSlip) && head->changed <= 1 &&
                 lists == head->slips * sizeof(SavedSlip) + head->held * sizeof(SavedHold) &&
                 head->body == HashBytes(head->step, body, size);
    for (size_t i = 0; sound && i < numbers; i += sizeof(double)) {
        double value;
        memcpy(&value, body + i, sizeof(value));
        sound = isfinite(value) && (i >= rounded || value == RoundToFloat(value));
    }
    const char* after = sound ? body + numbers + (size_t)head->slips * sizeof(SavedSlip) : body;
    return sound && AreSlips(body + numbers, (size_t)head->slips) &&
           AreNumbers(after, sizeof(svConditions)) &&
           AreDrives(after + sizeof(svConditions), sim->obstacleCount) &&
           AreSoftPins(sim, after + control - sim->softPinCount * sizeof(uint64_t), after + control,
                       (size_t)head->held) &&
           AreHolds(sim, after + control, (size_t)head->held);
}

static void TakeControl(svSim* sim, const StateHead* head, const char* bytes) {
    svConditions conditions = sim->startConditions;
    sim->conditionsChanged = head->changed == 1;
    if (sim->conditionsChanged) {
        memcpy(&conditions, bytes, sizeof(conditions));
    }
    svSim_SetConditions(sim, &conditions);
    bytes += sizeof(conditions);
    for (size_t i = 0; i < sim->obstacleCount; ++i) {
        SavedDrive drive;
        memcpy(&drive, bytes, sizeof(drive));
        bytes += sizeof(drive);
        sim->obstacles[i].driven = drive.driven == 1;
        memcpy(sim->obstacles[i].driveKeys, drive.keys, sizeof(drive.keys));
    }
    const char* softPins = bytes;
    bytes += sim->softPinCount * sizeof(uint64_t);
    uint32_t particle = 0;
    for (size_t i = 0; i < (size_t)head->held; ++i) {
        SavedHold hold;
        memcpy(&hold, bytes, sizeof(hold));
        bytes += sizeof(hold);
        while (particle < hold.particle) {
            svSim_SetAnchor(sim, particle++, ANCHOR_NONE);
        }
        svSim_SetAnchor(sim, particle, hold.anchor);
        svVec3_Store(svVec3_From(hold.target), sim->dragTargets + 3 * (size_t)particle++);
    }
    while (particle < sim->clothParticles) {
        svSim_SetAnchor(sim, particle++, ANCHOR_NONE);
    }
    for (size_t i = 0; i < sim->softPinCount; ++i) { // SetAnchor has turned them off
        uint64_t on;
        memcpy(&on, softPins + i * sizeof(on), sizeof(on));
        sim->softPins[i].on = on == 1;
    }
}

static svStatus TakeState(svSim* sim, const StateHead* head, const char* body) {
    const size_t n = sim->clothParticles, count = (size_t)head->slips;
    const svStatus status = svContext_Grow(sim->context, (void**)&sim->slips, &sim->slipCapacity,
                                           count, sizeof(svSlip));
    if (status != SV_OK) {
        return status;
    }
    memcpy(sim->x0, body, 3 * n * sizeof(double));
    memcpy(sim->rounded, body, 3 * n * sizeof(double));
    memcpy(sim->v, body + 3 * n * sizeof(double), 3 * n * sizeof(double));
    memcpy(sim->fall, body + 6 * n * sizeof(double), n * sizeof(double));
    for (size_t i = 0; i < count; ++i) {
        sim->slips[i] = ReadSlip(body + ParticleBytes(sim) + i * sizeof(SavedSlip));
    }
    sim->slipCount = count;
    TakeControl(sim, head, body + ParticleBytes(sim) + count * sizeof(SavedSlip));
    sim->step = head->step;
    return svSim_PlaceObstacles(sim, svSim_Time(sim), svSim_Time(sim));
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
    const char* body = (const char*)bytes + sizeof(head);
    bool sound = size >= sizeof(head) + ParticleBytes(sim) + ControlBytes(sim);
    if (sound) {
        memcpy(&head, bytes, sizeof(head));
        sound = IsState(sim, &head, body, size - sizeof(head));
    }
    if (!sound) {
        svContext_Message(sim->context, SV_ERROR, "these bytes are not a state of this simulation");
        return SV_ERROR_FORMAT;
    }
    return TakeState(sim, &head, body);
}
