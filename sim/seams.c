// Seams: which pairs of vertices are sewn, how stiff each pair is, and that its vertices count as
// one. How they pull: ties.c.

#include "defs.h"
#include "state.h"

#include <stdlib.h>
#include <string.h>

// Vertices that may be sewn to one point, directly or by way of others: each two of them are
// excluded from collision.
enum { SEWN_TO_ONE = 1000 };

// ---- adding one

// A seam while it is added.
typedef struct Seam {
    svSim* sim;
    const svSeamDef* def;
    const svSimPart* sides[2];
    uint32_t* uses[2];  // by vertex: pairs of the seam that it is in
    double* lengths[2]; // by vertex: of the seam at rest that it stands for
} Seam;

static uint32_t SewnVertex(const Seam* seam, size_t pair, int side) {
    return side == 0 ? seam->def->pairs[pair].a : seam->def->pairs[pair].b;
}

static svStatus CheckSeam(svSim* sim, const svSeamDef* def) {
    const bool implicit = sim->def.integrator == SV_INTEGRATOR_IMPLICIT;
    if (sim->started || !implicit) {
        svContext_Message(sim->context, SV_ERROR, "seam %u: %s", sim->seamCount,
                          implicit ? "the simulation has been started already"
                                   : "a seam needs the implicit integrator");
        return SV_ERROR_ARGUMENT;
    }
    const svStatus status = svCheckSeamDef(sim->context, def);
    if (status != SV_OK) {
        return status;
    }
    const uint32_t cloth = def->clothA < sim->clothCount ? def->clothB : def->clothA;
    if (cloth >= sim->clothCount) {
        svContext_Message(sim->context, SV_ERROR, "seam %u: there is no cloth %u (there are %zu)",
                          sim->seamCount, cloth, sim->clothCount);
        return SV_ERROR_ARGUMENT;
    }
    return SV_OK;
}

static svStatus CheckSeamPair(const Seam* seam, size_t pair) {
    const svSim* sim = seam->sim;
    uint32_t particles[2];
    for (int k = 0; k < 2; ++k) {
        const svSimPart* cloth = seam->sides[k];
        const uint32_t vertex = SewnVertex(seam, pair, k);
        particles[k] = cloth->first + vertex;
        if (vertex >= cloth->count) {
            svContext_Message(sim->context, SV_ERROR,
                              "seam %u: pair %zu: %s has no vertex %u (it has %u)", sim->seamCount,
                              pair, cloth->name, vertex, cloth->count);
            return SV_ERROR_ARGUMENT;
        }
    }
    const bool held =
        sim->anchors[particles[0]] != ANCHOR_NONE && sim->anchors[particles[1]] != ANCHOR_NONE;
    if (particles[0] != particles[1] && !held) {
        return SV_OK;
    }
    const char* why = held ? "are both held and cannot meet" : "are the same";
    svContext_Message(sim->context, SV_ERROR,
                      "seam %u: pair %zu: vertex %u of %s and vertex %u of %s %s", sim->seamCount,
                      pair, SewnVertex(seam, pair, 0), seam->sides[0]->name,
                      SewnVertex(seam, pair, 1), seam->sides[1]->name, why);
    return SV_ERROR_ARGUMENT;
}

static double RestLength(const Seam* seam, const svSimPart* cloth, uint32_t a, uint32_t b) {
    const double* rest = seam->sim->rest + 3 * (size_t)cloth->first;
    return svVec3_Length(
        svVec3_Sub(svVec3_From(rest + 3 * (size_t)a), svVec3_From(rest + 3 * (size_t)b)));
}

// Half of the edges between vertices of the seam, for both ends. Border edges first; inner ones
// count only at vertices that have none: a diagonal that cuts a corner is no part of the seam.
static void MeasureSide(const Seam* seam, int side) {
    const svSimPart* cloth = seam->sides[side];
    const svTopology* topology = svMesh_GetTopology(cloth->mesh);
    const uint32_t* start = topology->edgeSideStart;
    double* lengths = seam->lengths[side];
    const size_t count = topology->edgeCount;
    for (size_t e = 0; e < 2 * count; ++e) {
        const bool inner = e >= count;
        const size_t edge = inner ? e - count : e;
        const bool border = start[edge + 1] - start[edge] == 1;
        const uint32_t* ends = topology->edges + 2 * edge;
        if (inner == border || seam->uses[side][ends[0]] == 0 || seam->uses[side][ends[1]] == 0) {
            continue;
        }
        const double half = RestLength(seam, cloth, ends[0], ends[1]) / 2;
        for (int k = 0; k < 2; ++k) { // of inner edges the negative sum, to tell them apart
            double* length = &lengths[ends[k]];
            *length += border ? half : *length > 0 ? 0 : -half;
        }
    }
    for (uint32_t i = 0; i < cloth->count; ++i) {
        lengths[i] = fabs(lengths[i]);
    }
}

// The mean of the sides of triangles at a vertex; 0 if it has none.
static double MeanEdgeAt(const Seam* seam, int side, uint32_t vertex) {
    const svSimPart* cloth = seam->sides[side];
    const svTopology* topology = svMesh_GetTopology(cloth->mesh);
    const uint32_t* start = topology->vertexTriangleStart + vertex;
    double sum = 0;
    for (uint32_t t = start[0]; t < start[1]; ++t) {
        const uint32_t* corners = topology->triangles + 3 * (size_t)topology->vertexTriangles[t];
        for (int k = 0; k < 3; ++k) {
            sum += RestLength(seam, cloth, vertex, corners[k]); // its own is 0
        }
    }
    return start[1] > start[0] ? sum / (2 * (start[1] - start[0])) : 0;
}

// The length of the seam that a pair stands for: the mean of what its sides say.
static double PairLength(const Seam* seam, size_t pair) {
    double sum = 0;
    int count = 0;
    for (int single = 0; single < 2 && count == 0; ++single) {
        for (int k = 0; k < 2; ++k) {
            const uint32_t vertex = SewnVertex(seam, pair, k);
            const double length = single == 1 ? MeanEdgeAt(seam, k, vertex)
                                              : seam->lengths[k][vertex] / seam->uses[k][vertex];
            sum += length;
            count += length > 0;
        }
    }
    return count > 0 ? sum / count : 0;
}

static void AddStitches(const Seam* seam) {
    svSim* sim = seam->sim;
    for (size_t i = 0; i < seam->def->pairCount; ++i) {
        svStitch stitch = {.seconds = seam->def->closeSeconds,
                           .stiffness = seam->def->stiffness * PairLength(seam, i)};
        for (int k = 0; k < 2; ++k) {
            stitch.particles[k] = seam->sides[k]->first + SewnVertex(seam, i, k);
        }
        stitch.length =
            svVec3_Length(svVec3_Sub(svVec3_From(sim->x0 + 3 * (size_t)stitch.particles[0]),
                                     svVec3_From(sim->x0 + 3 * (size_t)stitch.particles[1])));
        sim->stitches[sim->stitchCount++] = stitch;
    }
    ++sim->seamCount;
    sim->filled = false;
}

// The scratch of both sides.
static svStatus PrepareSeam(Seam* seam) {
    svContext* context = seam->sim->context;
    svStatus status = SV_OK;
    for (int k = 0; k < 2; ++k) {
        const size_t count = seam->sides[k]->count;
        seam->uses[k] = svContext_Allocate(context, count * sizeof(uint32_t));
        seam->lengths[k] = svContext_Allocate(context, count * sizeof(double));
        if (seam->uses[k] == NULL || seam->lengths[k] == NULL) {
            status = SV_ERROR_MEMORY;
        } else {
            memset(seam->uses[k], 0, count * sizeof(uint32_t));
            memset(seam->lengths[k], 0, count * sizeof(double));
        }
    }
    for (size_t i = 0; i < 2 * seam->def->pairCount && status == SV_OK; ++i) {
        ++seam->uses[i % 2][SewnVertex(seam, i / 2, (int)(i % 2))];
    }
    for (int k = 0; k < 2 && status == SV_OK; ++k) {
        MeasureSide(seam, k);
    }
    return status;
}

svStatus svSim_AddSeam(svSim* sim, const svSeamDef* def, uint32_t* index) {
    if (sim == NULL || def == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    svStatus status = CheckSeam(sim, def);
    if (status != SV_OK) {
        return status;
    }
    Seam seam = {
        .sim = sim, .def = def, .sides = {&sim->cloths[def->clothA], &sim->cloths[def->clothB]}};
    for (size_t i = 0; i < def->pairCount && status == SV_OK; ++i) {
        status = CheckSeamPair(&seam, i);
    }
    if (status == SV_OK) {
        status = svContext_Grow(sim->context, (void**)&sim->stitches, &sim->stitchCapacity,
                                sim->stitchCount + def->pairCount, sizeof(svStitch));
    }
    if (status == SV_OK) {
        status = PrepareSeam(&seam);
    }
    if (status == SV_OK) {
        if (index != NULL) {
            *index = sim->seamCount;
        }
        AddStitches(&seam);
    }
    for (int k = 0; k < 2; ++k) {
        svContext_Release(sim->context, seam.uses[k]);
        svContext_Release(sim->context, seam.lengths[k]);
    }
    return status;
}

// ---- collision

// A sewn particle and the first one of all that are sewn together with it.
typedef struct Sewn {
    uint32_t root, particle;
} Sewn;

static int CompareSewn(const void* left, const void* right) {
    const Sewn *a = left, *b = right;
    if (a->root != b->root) {
        return a->root < b->root ? -1 : 1;
    }
    return a->particle < b->particle ? -1 : a->particle > b->particle;
}

static uint32_t SewnRoot(uint32_t* roots, uint32_t i) {
    while (roots[i] != i) {
        i = roots[i] = roots[roots[i]];
    }
    return i;
}

// All sewn particles, each once, those that are sewn together side by side. Returns their number.
static size_t ListSewn(svSim* sim, Sewn* sewn) {
    uint32_t* roots = sim->pieceRoots; // each step makes it anew
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        roots[i] = i;
    }
    for (size_t i = 0; i < sim->stitchCount; ++i) {
        const uint32_t a = SewnRoot(roots, sim->stitches[i].particles[0]);
        const uint32_t b = SewnRoot(roots, sim->stitches[i].particles[1]);
        roots[a > b ? a : b] = a > b ? b : a;
    }
    for (size_t i = 0; i < 2 * sim->stitchCount; ++i) {
        const uint32_t particle = sim->stitches[i / 2].particles[i % 2];
        sewn[i] = (Sewn){SewnRoot(roots, particle), particle};
    }
    qsort(sewn, 2 * sim->stitchCount, sizeof(*sewn), CompareSewn);
    size_t count = 0;
    for (size_t i = 0; i < 2 * sim->stitchCount; ++i) {
        if (count == 0 || sewn[count - 1].particle != sewn[i].particle) {
            sewn[count++] = sewn[i];
        }
    }
    return count;
}

static svStatus RefuseGroup(const svSim* sim, uint32_t particle, size_t count) {
    const svSimPart* cloth = svSim_PartOf(sim, particle);
    svContext_Message(sim->context, SV_ERROR,
                      "%zu vertices are sewn together with vertex %u of %s; at most %d may be",
                      count, particle - cloth->first, cloth->name, SEWN_TO_ONE);
    return SV_ERROR_ARGUMENT;
}

// Each two of `count` that are sewn together; returns how many pairs. Null: counts them only.
static size_t ListGroupPairs(const svSim* sim, const Sewn* sewn, size_t count,
                             svVertexPair* pairs) {
    size_t found = 0;
    for (size_t i = 0; i < count && pairs != NULL; ++i) {
        const svSimPart* a = svSim_PartOf(sim, sewn[i].particle);
        for (size_t j = i + 1; j < count; ++j) {
            const svSimPart* b = svSim_PartOf(sim, sewn[j].particle);
            pairs[found++] =
                (svVertexPair){(uint32_t)(a - sim->cloths), sewn[i].particle - a->first,
                               (uint32_t)(b - sim->cloths), sewn[j].particle - b->first};
        }
    }
    return pairs != NULL ? found : count * (count - 1) / 2;
}

// The same of all groups.
static svStatus ListAllPairs(const svSim* sim, const Sewn* sewn, size_t count, svVertexPair* pairs,
                             size_t* found) {
    *found = 0;
    for (size_t i = 0, end = 0; i < count; i = end) {
        while (end < count && sewn[end].root == sewn[i].root) {
            ++end;
        }
        if (end - i > SEWN_TO_ONE) {
            return RefuseGroup(sim, sewn[i].particle, end - i);
        }
        *found += ListGroupPairs(sim, sewn + i, end - i, pairs != NULL ? pairs + *found : NULL);
    }
    return SV_OK;
}

svStatus svSim_ExcludeSewn(svSim* sim) {
    if (sim->stitchCount == 0) {
        return SV_OK;
    }
    Sewn* sewn = svContext_Allocate(sim->context, 2 * sim->stitchCount * sizeof(*sewn));
    if (sewn == NULL) {
        return SV_ERROR_MEMORY;
    }
    const size_t count = ListSewn(sim, sewn);
    size_t pairCount = 0;
    svStatus status = ListAllPairs(sim, sewn, count, NULL, &pairCount);
    svVertexPair* pairs = NULL;
    if (status == SV_OK) {
        pairs = svContext_Allocate(sim->context, pairCount * sizeof(*pairs));
        status =
            pairs == NULL ? SV_ERROR_MEMORY : ListAllPairs(sim, sewn, count, pairs, &pairCount);
    }
    if (status == SV_OK) {
        status = svScene_ExcludeVertices(sim->scene, pairs, pairCount);
    }
    svContext_Release(sim->context, pairs);
    svContext_Release(sim->context, sewn);
    return status;
}
