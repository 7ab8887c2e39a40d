// Setting up a simulation: its cloths and obstacles, and the scene in which they are tested.

#include "defs.h"
#include "overlap.h"
#include "state.h"

#include <stdio.h>
#include <string.h>

// Explicit steps: contacts are usually resolved in a round or two; after so many, the fail-safe
// takes over.
enum { ROUND_MAX = 12 };
// The share of the shortest edge that neighbouring floats may be apart before it is worth a
// warning.
static const double COARSE = 0.01;
// How far a dragged vertex goes in a step: this share of the size of its cloth. A cloth of a metre
// at 60 steps a second follows a hand at 8 m/s; what is faster than that only stretches it.
// Explicit steps are far shorter, and a force reaches the next particle in one: that share of the
// shortest spring.
static const double DRAG_SHARE = 0.1;

svStatus svSim_Create(svContext* context, const svSimDef* def, svSim** sim) {
    if (context == NULL || def == NULL || sim == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    svStatus status = svCheckSimDef(context, def);
    svSim* made = status == SV_OK ? svContext_Allocate(context, sizeof(*made)) : NULL;
    if (made == NULL) {
        return status == SV_OK ? SV_ERROR_MEMORY : status;
    }
    memset(made, 0, sizeof(*made));
    made->context = context;
    made->def = *def;
    made->roundMax = ROUND_MAX;
    made->elastic.context = context;
    status = svScene_Create(context, &def->scene, &made->scene);
    if (status != SV_OK) {
        svSim_Destroy(made);
        return status;
    }
    *sim = made;
    return SV_OK;
}

static void DestroyPart(svContext* context, svSimPart* part) {
    svMesh_Destroy(part->mesh);
    svContext_Release(context, part->name);
    svContext_Release(context, part->model);
    svContext_Release(context, part->keys);
    svContext_Release(context, part->frameTimes);
}

void svSim_Destroy(svSim* sim) {
    if (sim == NULL) {
        return;
    }
    svContext* context = sim->context;
    svScene_Destroy(sim->scene);
    for (size_t i = 0; i < sim->clothCount; ++i) {
        DestroyPart(context, &sim->cloths[i]);
    }
    for (size_t i = 0; i < sim->obstacleCount; ++i) {
        DestroyPart(context, &sim->obstacles[i]);
    }
    void* const memory[] = {
        sim->cloths,       sim->obstacles,   sim->x0,           sim->x1,
        sim->rounded,      sim->before,      sim->inverseMass,  sim->v,
        sim->mass,         sim->anchors,     sim->force,        sim->springs,
        sim->barriers,     sim->active,      sim->leastLengths, sim->zones,
        sim->zoneStates,   sim->zoneAnchors, sim->zoneSums,     sim->carriers,
        sim->rest,         sim->target,      sim->gradient,     sim->fall,
        sim->shares,       sim->energySums,  sim->slips,        sim->slipsBefore,
        sim->pieces,       sim->pieceRoots,  sim->pieceFree,    sim->pieceSums,
        sim->startAnchors, sim->dragTargets, sim->softPins,     sim->stitches,
        sim->frictions,    sim->nearRoles,   sim->roles,        sim->hinges};
    for (size_t i = 0; i < sizeof(memory) / sizeof(memory[0]); ++i) {
        svContext_Release(context, memory[i]);
    }
    svSolver_Destroy(&sim->solver);
    svElastic_Destroy(&sim->elastic);
    svContext_Release(context, sim);
}

static void* Copy(svContext* context, const void* bytes, size_t size) {
    void* copy = svContext_Allocate(context, size);
    if (copy != NULL && size > 0) {
        memcpy(copy, bytes, size);
    }
    return copy;
}

// The mesh and the name of a part; what is made stays with the part, also on failure.
static svStatus MakePart(svSim* sim, const char* name, const uint32_t* triangles,
                         size_t triangleCount, size_t vertexCount, svSimPart* part) {
    svMeshDef def = svDefaultMeshDef();
    def.triangles = triangles;
    def.triangleCount = triangleCount;
    def.vertexCount = vertexCount;
    def.name = name;
    part->count = (uint32_t)vertexCount;
    part->name = Copy(sim->context, name, strlen(name) + 1);
    return part->name == NULL ? SV_ERROR_MEMORY : svMesh_Create(sim->context, &def, &part->mesh);
}

static void CopyRounded(const svPositions* positions, double* to) {
    for (size_t i = 0; i < positions->count; ++i) {
        double p[3];
        svPositions_Get(positions, i, p);
        for (size_t k = 0; k < 3; ++k) {
            to[3 * i + k] = RoundToFloat(p[k]);
        }
    }
}

// How an obstacle moves.
static svStatus CopyMotion(svContext* context, const svObstacleDef* def, svSimPart* part) {
    const size_t shapes = def->frameCount > 0 ? def->frameCount : 1;
    const size_t scalars = 3 * def->positions.count;
    if (scalars > 0 && shapes > SIZE_MAX / sizeof(float) / scalars) {
        return SV_ERROR_MEMORY;
    }
    part->model = svContext_Allocate(context, shapes * scalars * sizeof(float));
    part->keys = Copy(context, def->keys, def->keyCount * sizeof(svMotionKey));
    part->frameTimes = Copy(context, def->frameTimes, def->frameCount * sizeof(double));
    if (part->model == NULL || part->keys == NULL || part->frameTimes == NULL) {
        return SV_ERROR_MEMORY;
    }
    part->keyCount = def->keyCount;
    part->frameCount = def->frameCount;
    memcpy(part->pivot, def->pivot, sizeof(part->pivot));
    for (size_t i = 0; i < shapes; ++i) {
        const svPositions* positions = def->frameCount > 0 ? &def->frames[i] : &def->positions;
        for (size_t k = 0; k < positions->count; ++k) {
            double p[3];
            svPositions_Get(positions, k, p);
            for (size_t axis = 0; axis < 3; ++axis) {
                part->model[i * scalars + 3 * k + axis] = (float)p[axis];
            }
        }
    }
    return SV_OK;
}

static svStatus RefuseStarted(const svSim* sim) {
    svContext_Message(sim->context, SV_ERROR, "the simulation has been started already");
    return SV_ERROR_ARGUMENT;
}

svStatus svSim_AddObstacle(svSim* sim, const svObstacleDef* def, uint32_t* index) {
    if (sim == NULL || def == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    svContext* context = sim->context;
    svStatus status = sim->started ? RefuseStarted(sim) : svCheckObstacleDef(context, def);
    if (status == SV_OK) {
        status = svContext_Grow(context, (void**)&sim->obstacles, &sim->obstacleCapacity,
                                sim->obstacleCount + 1, sizeof(svSimPart));
    }
    if (status != SV_OK) {
        return status;
    }
    svSimPart part = {0};
    status =
        MakePart(sim, def->name, def->triangles, def->triangleCount, def->positions.count, &part);
    if (status == SV_OK) {
        status = CopyMotion(context, def, &part);
    }
    if (status != SV_OK) {
        DestroyPart(context, &part);
        return status;
    }
    if (index != NULL) {
        *index = (uint32_t)sim->obstacleCount;
    }
    sim->obstacles[sim->obstacleCount++] = part;
    sim->filled = false;
    return SV_OK;
}

// Room for so many particles in the arrays that are filled while cloths are added.
static svStatus GrowParticles(svSim* sim, size_t total) {
    const struct {
        void** data;
        size_t size;
    } arrays[] = {
        {(void**)&sim->x0, 3 * sizeof(double)},   {(void**)&sim->inverseMass, sizeof(double)},
        {(void**)&sim->v, 3 * sizeof(double)},    {(void**)&sim->rest, 3 * sizeof(double)},
        {(void**)&sim->fall, sizeof(double)},     {(void**)&sim->mass, sizeof(double)},
        {(void**)&sim->anchors, sizeof(int32_t)}, {(void**)&sim->dragTargets, 3 * sizeof(double)}};
    svStatus status = total <= UINT32_MAX ? SV_OK : SV_ERROR_MEMORY;
    for (size_t i = 0; i < sizeof(arrays) / sizeof(arrays[0]) && status == SV_OK; ++i) {
        status = svContext_Grow(sim->context, arrays[i].data, &sim->capacities[i], total,
                                arrays[i].size);
    }
    return status;
}

static void SetParticles(svSim* sim, const svClothDef* def, uint32_t first) {
    CopyRounded(&def->positions, sim->x0 + 3 * (size_t)first);
    for (size_t i = 0; i < def->positions.count; ++i) {
        svVec3_Store(svVec3_From(def->velocity), sim->v + 3 * (first + i));
        svPositions_Get(def->rest.data != NULL ? &def->rest : &def->positions, i,
                        sim->rest + 3 * (first + i));
        svVec3_Store(svVec3_From(sim->x0 + 3 * (first + i)), sim->dragTargets + 3 * (first + i));
        sim->anchors[first + i] = ANCHOR_NONE;
        sim->fall[first + i] = 1;
    }
    for (size_t i = 0; i < def->pinCount; ++i) {
        const svPin* pin = &def->pins[i];
        sim->anchors[first + pin->vertex] = pin->stiffness > 0         ? ANCHOR_NONE
                                            : pin->obstacle == SV_NONE ? ANCHOR_SPACE
                                                                       : (int32_t)pin->obstacle;
    }
}

svStatus svSim_AddCloth(svSim* sim, const svClothDef* def, uint32_t* index) {
    if (sim == NULL || def == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    svContext* context = sim->context;
    svStatus status =
        sim->started ? RefuseStarted(sim) : svCheckClothDef(context, def, sim->obstacleCount);
    if (status == SV_OK && def->restCorners.data != NULL &&
        sim->def.integrator != SV_INTEGRATOR_IMPLICIT) {
        svContext_Message(context, SV_ERROR, "%s: only implicit steps know restCorners", def->name);
        status = SV_ERROR_ARGUMENT;
    }
    if (status == SV_OK) {
        status = svElastic_CheckRest(context, def);
    }
    if (status == SV_OK) {
        status = svContext_Grow(context, (void**)&sim->cloths, &sim->clothCapacity,
                                sim->clothCount + 1, sizeof(svSimPart));
    }
    if (status == SV_OK) {
        status = GrowParticles(sim, (size_t)sim->clothParticles + def->positions.count);
    }
    if (status != SV_OK) {
        return status;
    }
    const uint32_t first = sim->clothParticles;
    const size_t softPins = sim->softPinCount;
    svSimPart part = {
        .first = first, .self = def->self, .density = def->density, .pressure = def->pressure};
    status =
        MakePart(sim, def->name, def->triangles, def->triangleCount, def->positions.count, &part);
    if (status == SV_OK) {
        SetParticles(sim, def, first);
        status = svSim_AddSoftPins(sim, def, first);
    }
    if (status == SV_OK) {
        status = svSim_BuildSprings(sim, def, &part);
    }
    if (status == SV_OK) {
        status = svElastic_AddCloth(&sim->elastic, def, part.mesh, first);
    }
    if (status != SV_OK) {
        sim->softPinCount = softPins;
        DestroyPart(context, &part);
        return status;
    }
    if (index != NULL) {
        *index = (uint32_t)sim->clothCount;
    }
    sim->clothParticles += part.count;
    sim->cloths[sim->clothCount++] = part;
    sim->filled = false;
    return SV_OK;
}

// Allocates all that a step needs, so that steps allocate only what collisions need.
static svStatus AllocateWork(svSim* sim) {
    const size_t n = sim->clothParticles, all = sim->totalParticles;
    const struct {
        void** data;
        size_t count, size;
    } arrays[] = {{(void**)&sim->x1, 3 * all, sizeof(double)},
                  {(void**)&sim->rounded, 3 * all, sizeof(double)},
                  {(void**)&sim->before, 7 * n, sizeof(double)},
                  {(void**)&sim->force, 3 * n, sizeof(double)},
                  {(void**)&sim->leastLengths, sim->springCount, sizeof(double)},
                  {(void**)&sim->target, 3 * n, sizeof(double)},
                  {(void**)&sim->gradient, 3 * n, sizeof(double)},
                  {(void**)&sim->shares, n, sizeof(double)},
                  {(void**)&sim->pieces, n, sizeof(uint32_t)},
                  {(void**)&sim->pieceRoots, n, sizeof(uint32_t)},
                  {(void**)&sim->pieceFree, n, sizeof(bool)},
                  {(void**)&sim->pieceSums, n, sizeof(double[4])},
                  {(void**)&sim->startAnchors, n, sizeof(int32_t)},
                  {(void**)&sim->carriers, n, sizeof(uint32_t)},
                  {(void**)&sim->zones, n, sizeof(uint32_t)},
                  {(void**)&sim->zoneStates, n, sizeof(uint8_t)},
                  {(void**)&sim->zoneAnchors, n, sizeof(int32_t)},
                  {(void**)&sim->zoneSums, n, sizeof(double[4])}};
    for (size_t i = 0; i < sizeof(arrays) / sizeof(arrays[0]); ++i) {
        svContext_Release(sim->context, *arrays[i].data); // of a start that failed
        *arrays[i].data = svContext_Allocate(sim->context, arrays[i].count * arrays[i].size);
        if (*arrays[i].data == NULL) {
            return SV_ERROR_MEMORY;
        }
    }
    return SV_OK;
}

// The particles of the obstacles come after those of the cloths, anchors of soft pins after them.
static svStatus NumberObstacles(svSim* sim) {
    size_t total = sim->clothParticles;
    for (size_t i = 0; i < sim->obstacleCount; ++i) {
        sim->obstacles[i].first = (uint32_t)total;
        total += sim->obstacles[i].count;
    }
    sim->firstAnchor = (uint32_t)total;
    total += sim->softPinCount;
    const svStatus status = GrowParticles(sim, total > 0 ? total : 1); // no null pointers
    if (status == SV_OK) {
        sim->totalParticles = (uint32_t)total;
        for (size_t i = sim->clothParticles; i < total; ++i) {
            sim->inverseMass[i] = 0;
        }
    }
    return status;
}

svStatus svSim_ShowMotion(svSim* sim, uint32_t mesh) {
    svSimPart* part = svSim_GetPart(sim, mesh);
    const size_t at = 3 * (size_t)part->first;
    part->shownResting = part->resting;
    const svPositions x0 = svPositions_Double(sim->x0 + at, part->count);
    const svPositions x1 = svPositions_Double(sim->rounded + at, part->count);
    return svMesh_SetMotion(part->mesh, &x0, part->resting ? &x0 : &x1);
}

// Cloths are of group 1 and collide with everything; obstacles, of group 2, with cloths only.
static svStatus FillScene(svSim* sim) {
    svScene_Clear(sim->scene);
    svStatus status = SV_OK;
    const uint32_t count = (uint32_t)(sim->clothCount + sim->obstacleCount);
    for (uint32_t i = 0; i < count && status == SV_OK; ++i) {
        const svSimPart* part = svSim_GetPart(sim, i);
        const bool cloth = i < sim->clothCount;
        svSceneMeshDef def = svDefaultSceneMeshDef();
        def.group = cloth ? 1 : 2;
        def.mask = cloth ? 3 : 1;
        def.self = part->self;
        status = svScene_Add(sim->scene, part->mesh, &def, NULL);
        if (status == SV_OK) {
            status = svSim_ShowMotion(sim, i);
        }
    }
    return status == SV_OK ? svSim_ExcludeSewn(sim) : status;
}

// The diagonal of the box around so many points.
static double Extent(const double* x, uint32_t count) {
    svVec3 low = {0, 0, 0}, high = {0, 0, 0};
    for (uint32_t i = 0; i < count; ++i) {
        const svVec3 p = svVec3_From(x + 3 * (size_t)i);
        low = i == 0 ? p : (svVec3){fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z)};
        high = i == 0 ? p : (svVec3){fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z)};
    }
    return svVec3_Length(svVec3_Sub(high, low));
}

static double MeanClothEdge(const svSim* sim, const svSimPart* cloth) {
    const svTopology* topology = svMesh_GetTopology(cloth->mesh);
    double sum = 0;
    for (uint32_t e = 0; e < topology->edgeCount; ++e) {
        const uint32_t a = cloth->first + topology->edges[2 * (size_t)e];
        const uint32_t b = cloth->first + topology->edges[2 * (size_t)e + 1];
        sum += svVec3_Length(svVec3_Sub(svVec3_From(sim->rest + 3 * (size_t)a),
                                        svVec3_From(sim->rest + 3 * (size_t)b)));
    }
    return topology->edgeCount > 0 ? sum / topology->edgeCount : (double)INFINITY;
}

static void LimitDrags(svSim* sim) {
    for (size_t i = 0; i < sim->clothCount; ++i) {
        svSimPart* cloth = &sim->cloths[i];
        const double size = sim->def.integrator == SV_INTEGRATOR_IMPLICIT
                                ? Extent(sim->rest + 3 * (size_t)cloth->first, cloth->count)
                                : fmin(sim->shortest, sim->extent);
        cloth->dragLimit = size > 0 ? DRAG_SHARE * size : (double)INFINITY;
    }
}

static double LargestSpeed(const svSim* sim) {
    const double wind = svVec3_Length(svVec3_From(sim->def.wind));
    double speed = wind + sim->def.gusts * wind;
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        speed = fmax(speed, svVec3_Length(svVec3_From(sim->v + 3 * (size_t)i)));
    }
    return speed;
}

static svStatus CheckBeginning(svSim* sim) {
    svIntersections found;
    svStatus status = sim->def.collisions ? svSim_Intersect(sim, &found) : SV_OK;
    if (status != SV_OK || !sim->def.collisions || !found.found) {
        return status;
    }
    status = svSim_FindOverlaps(sim, &found);
    if (status != SV_OK) {
        return status;
    }
    const svSimPart *a = svSim_GetPart(sim, found.pairs[0].meshA),
                    *b = svSim_GetPart(sim, found.pairs[0].meshB);
    char head[SV_MESSAGE_ROOM / 2], list[SV_MESSAGE_ROOM + 1];
    if (a == b) {
        snprintf(head, sizeof(head), "%.80s intersects itself at the beginning: ", a->name);
    } else {
        snprintf(head, sizeof(head), "%.80s and %.80s intersect at the beginning: ", a->name,
                 b->name);
    }
    svSim_ListOverlaps(&found, list, SV_MESSAGE_ROOM + 1 - strlen(head));
    svContext_Message(sim->context, SV_ERROR, "%s%s", head, list);
    return SV_ERROR_OVERLAP;
}

svStatus svSim_CheckStep(const svSim* sim) {
    if (!(sim->def.timeStep > sim->stableStep)) {
        return SV_OK;
    }
    svContext_Message(
        sim->context, SV_ERROR,
        "a time step of %g s is too long for the integrator %s: at most %g s is stable",
        sim->def.timeStep, svIntegrator_Name(sim->def.integrator), sim->stableStep);
    return SV_ERROR_STEP;
}

// Connected pieces of cloth, by its triangles; and the mean mass of each cloth.
static void FindPieces(svSim* sim) {
    uint32_t* roots = sim->pieceRoots;
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        roots[i] = i;
    }
    for (size_t c = 0; c < sim->clothCount; ++c) {
        svSimPart* cloth = &sim->cloths[c];
        const svTopology* topology = svMesh_GetTopology(cloth->mesh);
        for (size_t s = 0; s < 3 * (size_t)topology->triangleCount; ++s) {
            uint32_t a = cloth->first + topology->triangles[s];
            uint32_t b = cloth->first + topology->triangles[s / 3 * 3];
            while (roots[a] != a) {
                a = roots[a] = roots[roots[a]];
            }
            while (roots[b] != b) {
                b = roots[b] = roots[roots[b]];
            }
            roots[a > b ? a : b] = a > b ? b : a;
        }
        double sum = 0;
        for (uint32_t i = 0; i < cloth->count; ++i) {
            sum += sim->mass[cloth->first + i];
        }
        cloth->meanMass = sum / cloth->count;
    }
    sim->pieceCount = 0;
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        uint32_t root = i; // at most i
        while (roots[root] != root) {
            root = roots[root];
        }
        sim->pieces[i] = root == i ? sim->pieceCount++ : sim->pieces[root];
    }
}

svStatus svSim_MakeSolver(svSim* sim) {
    bool* held = svContext_Allocate(sim->context, sim->clothParticles * sizeof(*held));
    svStatus status = held == NULL ? SV_ERROR_MEMORY : SV_OK;
    for (uint32_t i = 0; i < sim->clothParticles && status == SV_OK; ++i) {
        held[i] = sim->anchors[i] != ANCHOR_NONE;
    }
    svSolver_Destroy(&sim->solver);
    if (status == SV_OK) {
        status = svSolver_Create(&sim->solver, &sim->elastic, sim->clothParticles, sim->rest, held);
    }
    svContext_Release(sim->context, held);
    return status;
}

svStatus svSim_Fill(svSim* sim) {
    svStatus status = NumberObstacles(sim);
    if (status == SV_OK) {
        status = AllocateWork(sim);
    }
    if (status == SV_OK) {
        status = svSim_MakeRoles(sim);
    }
    if (status == SV_OK) {
        status = svSim_FinishSprings(sim);
    }
    if (status == SV_OK) {
        FindPieces(sim);
        if (sim->def.integrator == SV_INTEGRATOR_IMPLICIT) {
            status = svElastic_Finish(&sim->elastic, sim->clothParticles);
            status = status == SV_OK ? svSim_MakeSolver(sim) : status;
        }
    }
    if (status != SV_OK) {
        return status;
    }
    memcpy(sim->rounded, sim->x0, 3 * (size_t)sim->clothParticles * sizeof(double));
    svSim_MoveObstacles(sim, 0, 0);
    svSim_FindCarriers(sim);
    svSim_GlueAnchors(sim);
    sim->extent = Extent(sim->x0, sim->totalParticles);
    sim->speed = LargestSpeed(sim);
    sim->startConditions = svSim_GetConditions(sim);
    LimitDrags(sim);
    for (size_t i = 0; i < sim->clothCount; ++i) {
        sim->cloths[i].meanEdge = MeanClothEdge(sim, &sim->cloths[i]);
    }
    memcpy(sim->startAnchors, sim->anchors, sim->clothParticles * sizeof(*sim->anchors));
    sim->partsHash = svSim_HashParts(sim); // once: frames may be many
    status = FillScene(sim);
    sim->filled = status == SV_OK;
    return status;
}

// Positions are floats: far from the origin they are too coarse for small edges.
static void WarnOfCoarseFloats(const svSim* sim) {
    double largest = 0;
    for (size_t i = 0; i < 3 * (size_t)sim->clothParticles; ++i) {
        largest = fmax(largest, fabs(sim->x0[i]));
    }
    const double grain = 0x1p-23 * largest;
    if (grain > COARSE * sim->shortest) {
        svContext_Message(sim->context, SV_WARNING,
                          "coordinates of %g are too far from the origin: as floats they are %.3g "
                          "apart, and the shortest edge is %.3g",
                          largest, grain, sim->shortest);
    }
}

svStatus svSim_Start(svSim* sim) {
    if (sim == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    if (sim->started) {
        return SV_OK;
    }
    svStatus status = sim->filled ? SV_OK : svSim_Fill(sim);
    if (status == SV_OK) {
        status = CheckBeginning(sim);
    }
    if (status == SV_OK) {
        status = svSim_CheckStep(sim);
    }
    sim->started = status == SV_OK;
    if (sim->started) {
        WarnOfCoarseFloats(sim);
    }
    return status;
}
