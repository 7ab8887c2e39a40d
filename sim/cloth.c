// The particles and springs of a cloth.
//
// X. Provot, Deformation Constraints in a Mass-Spring Model to Describe Rigid Cloth Behavior,
// Graphics Interface 1995: on a grid, structural springs join neighbours along rows and columns,
// shear springs neighbours along both diagonals, and bending springs (Provot's flexion springs)
// every second particle of a row or column. Any other mesh has the same by its topology: edges, and
// the two corners opposite to an inner edge; its triangles resist shear by themselves.

#include "state.h"

#include <string.h>

enum { COLOUR_COUNT = 64 };

// The springs of one cloth while they are made.
typedef struct Weave {
    svSim* sim;
    const svClothDef* def;
    uint32_t first;     // particle
    size_t firstSpring; // of this cloth
    svStatus status;
    double lengths[SPRING_KIND_COUNT]; // sums
    size_t counts[SPRING_KIND_COUNT];
} Weave;

static svVec3 RestPoint(const svClothDef* def, size_t vertex) {
    double p[3];
    svPositions_Get(def->rest.data != NULL ? &def->rest : &def->positions, vertex, p);
    return svVec3_From(p);
}

static void JoinParticles(Weave* weave, svSpringKind kind, uint32_t a, uint32_t b) {
    svSim* sim = weave->sim;
    if (weave->status != SV_OK) {
        return;
    }
    weave->status = svContext_Grow(sim->context, (void**)&sim->springs, &sim->springCapacity,
                                   sim->springCount + 1, sizeof(svSpring));
    const double rest =
        svVec3_Length(svVec3_Sub(RestPoint(weave->def, a), RestPoint(weave->def, b)));
    if (weave->status != SV_OK || !(rest > 0)) {
        return; // particles at one place have no direction to pull in
    }
    sim->springs[sim->springCount++] =
        (svSpring){.a = weave->first + a, .b = weave->first + b, .kind = kind, .rest = rest};
    weave->lengths[kind] += rest;
    ++weave->counts[kind];
}

static void WeaveGrid(Weave* weave) {
    const uint32_t columns = weave->def->columns, rows = weave->def->rows;
    for (uint32_t row = 0; row < rows; ++row) {
        for (uint32_t column = 0; column < columns; ++column) {
            const uint32_t at = row * columns + column;
            const bool right = column + 1 < columns, up = row + 1 < rows;
            if (right) {
                JoinParticles(weave, SPRING_STRUCTURAL, at, at + 1);
            }
            if (up) {
                JoinParticles(weave, SPRING_STRUCTURAL, at, at + columns);
            }
            if (right && up) {
                JoinParticles(weave, SPRING_SHEAR, at, at + columns + 1);
                JoinParticles(weave, SPRING_SHEAR, at + 1, at + columns);
            }
            if (column + 2 < columns) {
                JoinParticles(weave, SPRING_BEND, at, at + 2);
            }
            if (row + 2 < rows) {
                JoinParticles(weave, SPRING_BEND, at, at + 2 * columns);
            }
        }
    }
}

static void WeaveMesh(Weave* weave, const svTopology* topology) {
    for (uint32_t e = 0; e < topology->edgeCount; ++e) {
        const uint32_t* edge = topology->edges + 2 * (size_t)e;
        JoinParticles(weave, SPRING_STRUCTURAL, edge[0], edge[1]);
        if (topology->edgeKinds[e] == SV_EDGE_INNER || topology->edgeKinds[e] == SV_EDGE_MISWOUND) {
            const uint32_t* sides = topology->edgeSides + topology->edgeSideStart[e];
            const uint32_t a = topology->triangles[svNextSide(svNextSide(sides[0]))];
            const uint32_t b = topology->triangles[svNextSide(svNextSide(sides[1]))];
            JoinParticles(weave, SPRING_BEND, a, b);
        }
    }
}

// Shorter springs are stiffer, as pieces of one band are.
static void Stiffen(Weave* weave) {
    const svClothDef* def = weave->def;
    const double stiffness[SPRING_KIND_COUNT] = {def->stretchStiffness, def->shearStiffness,
                                                 def->bendSpring};
    for (size_t i = weave->firstSpring; i < weave->sim->springCount; ++i) {
        svSpring* spring = &weave->sim->springs[i];
        const svSpringKind kind = spring->kind;
        const double mean = weave->lengths[kind] / (double)weave->counts[kind];
        const bool limited = kind == SPRING_STRUCTURAL && def->strainLimit > 0;
        spring->stiffness = stiffness[kind] * mean / spring->rest;
        spring->damping = def->damping * spring->stiffness;
        spring->maxLength = limited ? (1 + def->strainLimit) * spring->rest : (double)INFINITY;
    }
}

// Corner k of a triangle at rest.
static svVec3 RestCornerOf(const svClothDef* def, size_t triangle, size_t k) {
    if (def->restCorners.data == NULL) {
        return RestPoint(def, def->triangles[3 * triangle + k]);
    }
    double p[3];
    svPositions_Get(&def->restCorners, 3 * triangle + k, p);
    return svVec3_From(p);
}

// A third of the mass of each triangle at rest for each of its corners.
static void Weigh(svSim* sim, const svClothDef* def, uint32_t first) {
    double* mass = sim->mass + first;
    memset(mass, 0, def->positions.count * sizeof(*mass));
    double whole = 0;
    for (size_t t = 0; t < def->triangleCount; ++t) {
        const uint32_t* corner = def->triangles + 3 * t;
        const svVec3 a = RestCornerOf(def, t, 0);
        const svVec3 normal = svVec3_Cross(svVec3_Sub(RestCornerOf(def, t, 1), a),
                                           svVec3_Sub(RestCornerOf(def, t, 2), a));
        const double third = def->density * svVec3_Length(normal) / 6;
        for (int k = 0; k < 3; ++k) {
            mass[corner[k]] += third;
        }
        whole += 3 * third;
    }
    // A particle of no face, or of faces without area, still has to move: a thousandth of the mean.
    const double least = 1e-3 * (whole > 0 ? whole : 1) / (double)def->positions.count;
    for (size_t i = 0; i < def->positions.count; ++i) {
        mass[i] = mass[i] > least ? mass[i] : least;
        sim->inverseMass[first + i] = sim->anchors[first + i] == ANCHOR_NONE ? 1 / mass[i] : 0;
    }
}

svStatus svSim_BuildSprings(svSim* sim, const svClothDef* def, const svSimPart* cloth) {
    Weave weave = {.sim = sim, .def = def, .first = cloth->first, .firstSpring = sim->springCount};
    if (def->columns > 0) {
        WeaveGrid(&weave);
    } else {
        WeaveMesh(&weave, svMesh_GetTopology(cloth->mesh));
    }
    if (weave.status != SV_OK) {
        sim->springCount = weave.firstSpring;
        return weave.status;
    }
    Stiffen(&weave);
    Weigh(sim, def, cloth->first);
    return SV_OK;
}

// The largest frequency w of the springs obeys w^2 <= max over the particles of 2 sum(k) / m
// (Gershgorin's circles of K / m); explicit integration is stable below 2 / w. Damping c along the
// springs shortens that to (sqrt(z^2 + 1) - z) 2 / w with z = c w / (2 k). Verlet damps before the
// force: air that takes the share D of the speed in a second adds D / (2 w) to z. So does the drag
// of faces, for both.
static double StableStep(const svSim* sim, double* sums) {
    memset(sums, 0, sim->clothParticles * sizeof(*sums));
    double delay = 0;
    for (size_t i = 0; i < sim->springCount; ++i) {
        const svSpring* spring = &sim->springs[i];
        sums[spring->a] += spring->stiffness;
        sums[spring->b] += spring->stiffness;
        const double ratio = spring->stiffness > 0 ? spring->damping / spring->stiffness : 0;
        delay = ratio > delay ? ratio : delay;
    }
    double worst = 0;
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        const double square = 2 * sums[i] * sim->inverseMass[i];
        worst = square > worst ? square : worst;
    }
    if (!(worst > 0)) {
        return (double)INFINITY;
    }
    const double w = sqrt(worst);
    double drag = 0;
    for (size_t i = 0; i < sim->clothCount; ++i) {
        drag = fmax(drag, sim->def.windPressure / sim->cloths[i].density);
    }
    const double air =
        drag + (sim->def.integrator == SV_INTEGRATOR_VERLET ? sim->def.airDamping : 0);
    const double z = delay * w / 2 + air / (2 * w);
    return 2 / (w * (sqrt(z * z + 1) + z)); // the same, without a difference
}

void svSim_FindStableStep(svSim* sim) {
    sim->stableStep = sim->def.integrator == SV_INTEGRATOR_IMPLICIT ? (double)INFINITY
                                                                    : StableStep(sim, sim->force);
}

// Graph colouring: consecutive springs should share no particle, so that loops over them are not a
// chain of dependent sums and sweeps spread in all directions alike. Springs are sorted by kind,
// then by colour; each colour has every particle at most once.
static uint32_t Colour(const svSpring* spring, uint64_t* used) {
    const uint64_t taken = used[spring->a] | used[spring->b];
    uint32_t colour = 0;
    while (colour < COLOUR_COUNT - 1 && (taken >> colour & 1) != 0) {
        ++colour; // those beyond the last colour share it
    }
    used[spring->a] |= (uint64_t)1 << colour;
    used[spring->b] |= (uint64_t)1 << colour;
    return colour + (uint32_t)spring->kind * COLOUR_COUNT;
}

static void SortByColour(svSim* sim, svSpring* sorted, uint8_t* colours, uint64_t* used) {
    size_t starts[SPRING_KIND_COUNT * COLOUR_COUNT + 1] = {0};
    for (int kind = 0; kind < SPRING_KIND_COUNT; ++kind) {
        memset(used, 0, sim->clothParticles * sizeof(*used));
        for (size_t i = 0; i < sim->springCount; ++i) {
            if ((int)sim->springs[i].kind == kind) {
                colours[i] = (uint8_t)Colour(&sim->springs[i], used);
                ++starts[colours[i] + 1];
            }
        }
    }
    for (int c = 0; c < SPRING_KIND_COUNT * COLOUR_COUNT; ++c) {
        starts[c + 1] += starts[c];
    }
    sim->structuralCount = starts[SPRING_SHEAR * COLOUR_COUNT];
    sim->stiffCount = starts[SPRING_BEND * COLOUR_COUNT];
    for (size_t i = 0; i < sim->springCount; ++i) {
        sorted[starts[colours[i]]++] = sim->springs[i];
    }
    memcpy(sim->springs, sorted, sim->springCount * sizeof(*sorted));
}

svStatus svSim_FinishSprings(svSim* sim) {
    svContext* context = sim->context;
    svSpring* sorted = svContext_Allocate(context, sim->springCount * sizeof(*sorted));
    uint8_t* colours = svContext_Allocate(context, sim->springCount);
    uint64_t* used = svContext_Allocate(context, sim->clothParticles * sizeof(*used));
    const bool good = sorted != NULL && colours != NULL && used != NULL;
    if (good && sim->springCount > 0) {
        SortByColour(sim, sorted, colours, used);
    }
    svContext_Release(context, sorted);
    svContext_Release(context, colours);
    svContext_Release(context, used);
    sim->shortest = (double)INFINITY;
    for (size_t i = 0; i < sim->structuralCount; ++i) {
        sim->shortest = fmin(sim->shortest, sim->springs[i].rest);
    }
    svSim_FindStableStep(sim);
    return good ? SV_OK : SV_ERROR_MEMORY;
}

double svSim_WorstStretch(const svSim* sim) {
    double worst = 0;
    for (size_t i = 0; i < sim->structuralCount; ++i) {
        const svSpring* spring = &sim->springs[i];
        const double length =
            svVec3_Length(svVec3_Sub(svVec3_From(sim->x0 + 3 * (size_t)spring->b),
                                     svVec3_From(sim->x0 + 3 * (size_t)spring->a)));
        const double stretch = length / spring->rest - 1;
        worst = stretch > worst ? stretch : worst;
    }
    return worst;
}
