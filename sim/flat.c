// Which features the proximity query of pushes.c leaves out: those of smooth surfaces.
//
// Two edges push each other only if one of them is a crease or a border: on smooth surfaces
// vertices and faces say all, and the directions of edges that cross, which tilt, would be ramps
// for what slides. An edge of cloth, border or not, above a smooth obstacle has its vertices above
// it, too; and so the vertices of the obstacle say nothing that those of the cloth do not.
//
// The query is told beforehand: most of the near pairs of cloth in layers are of such edges. What
// is told is found once per edge and step, and of obstacles that stay where they are only once.

#include "state.h"

#include "parallel_loop.h"

#include <string.h>

// Squares of lengths decide without roots unless they are equal up to this: a dozen roundings of
// 2^-53 are far below it. Nor where numbers are so small that some may have underflowed: a product
// that did is off by 2^-1074, times the square of an edge, below 2^260.
static const double IN_DOUBT = 0x1p-40, LEAST_CERTAIN = 0x1p-700;

static size_t EdgeCount(const svSimPart* part) {
    return svMesh_GetTopology(part->mesh)->edgeCount;
}

static void SetHinges(const svSim* sim, const svSimPart* part) {
    const svTopology* topology = svMesh_GetTopology(part->mesh);
    for (size_t e = 0; e < topology->edgeCount; ++e) {
        svEdgeHinge* hinge = &sim->hinges[part->firstHinge + e];
        const uint32_t start = topology->edgeSideStart[e];
        const bool isInner = topology->edgeSideStart[e + 1] - start == 2;
        hinge->particles[0] = part->first + topology->edges[2 * e];
        hinge->particles[1] = part->first + topology->edges[2 * e + 1];
        hinge->particles[2] = hinge->particles[3] = SV_NONE;
        for (uint32_t k = 0; k < 2 && isInner; ++k) {
            const uint32_t side = topology->edgeSides[start + k];
            hinge->particles[2 + k] =
                part->first + topology->triangles[svNextSide(svNextSide(side))];
        }
    }
}

svStatus svSim_MakeRoles(svSim* sim) {
    const uint32_t meshes = (uint32_t)(sim->clothCount + sim->obstacleCount);
    size_t count = 0, edges = 0;
    for (uint32_t i = 0; i < meshes; ++i) {
        svSimPart* part = svSim_GetPart(sim, i);
        part->firstRole = count;
        part->rolesKnown = false;
        part->firstHinge = edges;
        count += EdgeCount(part) + part->count;
        edges += EdgeCount(part);
    }
    svContext_Release(sim->context, sim->nearRoles); // of a start that failed
    svContext_Release(sim->context, sim->roles);
    svContext_Release(sim->context, sim->hinges);
    sim->nearRoles = svContext_Allocate(sim->context, meshes * sizeof(*sim->nearRoles));
    sim->roles = svContext_Allocate(sim->context, count);
    sim->hinges = svContext_Allocate(sim->context, edges * sizeof(*sim->hinges));
    if (sim->nearRoles == NULL || sim->roles == NULL || sim->hinges == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(sim->roles, SV_NEAR_FULL, count);
    for (uint32_t i = 0; i < meshes; ++i) {
        const svSimPart* part = svSim_GetPart(sim, i);
        const uint8_t* roles = sim->roles + part->firstRole;
        sim->nearRoles[i] = (svNearRoles){.vertices = roles + EdgeCount(part), .edges = roles};
        SetHinges(sim, part);
    }
    return SV_OK;
}

// Whether an edge is no more than a fold of a surface that vertices and faces describe as well: it
// has two faces, and the ridge between them is low, about an eighth of the thickness.
static bool IsFlat(const svSim* sim, const svEdgeHinge* hinge) {
    if (hinge->particles[3] == SV_NONE) {
        return false;
    }
    svVec3 x[4];
    for (int k = 0; k < 4; ++k) {
        x[k] = svVec3_From(sim->x0 + 3 * (size_t)hinge->particles[k]);
    }
    const svVec3 along = svVec3_Sub(x[1], x[0]);
    const svVec3 first = svVec3_Cross(along, svVec3_Sub(x[2], x[0]));
    const svVec3 second = svVec3_Cross(along, svVec3_Sub(x[3], x[0]));
    // The normals point to opposite sides: the faces are on opposite sides of the edge.
    const double thickness = sim->def.thickness;
    const svVec3 cross = svVec3_Cross(first, second);
    const double ridge = svVec3_Dot(cross, cross) * svVec3_Dot(along, along);
    const double most =
        thickness * thickness * (svVec3_Dot(first, first) * svVec3_Dot(second, second));
    const bool below = ridge < most * (1 - IN_DOUBT);
    const bool above = ridge > most * (1 + IN_DOUBT);
    if (most > LEAST_CERTAIN && (below | above)) {
        // Both at once: in cloth with folds, neither can be predicted.
        return below & (svVec3_Dot(first, second) < 0);
    }
    return svVec3_Dot(first, second) < 0 &&
           svVec3_Length(cross) * svVec3_Length(along) <=
               thickness * (svVec3_Length(first) * svVec3_Length(second));
}

// Whether all edges at a vertex are flat, for edges whose roles are known.
static bool IsFlatVertex(const svTopology* topology, const uint8_t* edgeRoles, uint32_t vertex) {
    for (uint32_t t = topology->vertexTriangleStart[vertex];
         t < topology->vertexTriangleStart[vertex + 1]; ++t) {
        const uint32_t first = 3 * topology->vertexTriangles[t];
        for (uint32_t side = first; side < first + 3; ++side) {
            const uint32_t edge = topology->sideEdges[side];
            const bool here = topology->triangles[side] == vertex ||
                              topology->triangles[svNextSide(side)] == vertex;
            if (here && (edge == SV_NONE || edgeRoles[edge] == SV_NEAR_FULL)) {
                return false;
            }
        }
    }
    return true;
}

// The features of a part: edges of cloth that are flat are minor, what is flat of an obstacle is
// left out.
typedef struct RolesLoop {
    const svSim* sim;
    const svSimPart* part;
    uint8_t flat; // the role of flat features
} RolesLoop;

static void SetEdgeRoles(uint32_t thread, size_t first, size_t end, void* work) {
    (void)thread;
    const RolesLoop* loop = work;
    uint8_t* roles = loop->sim->roles + loop->part->firstRole;
    for (size_t i = first; i < end; ++i) {
        roles[i] = IsFlat(loop->sim, &loop->sim->hinges[loop->part->firstHinge + i]) ? loop->flat
                                                                                     : SV_NEAR_FULL;
    }
}

static void SetVertexRoles(uint32_t thread, size_t first, size_t end, void* work) {
    (void)thread;
    const RolesLoop* loop = work;
    const svTopology* topology = svMesh_GetTopology(loop->part->mesh);
    const uint8_t* edges = loop->sim->roles + loop->part->firstRole;
    uint8_t* roles = loop->sim->roles + loop->part->firstRole + topology->edgeCount;
    for (size_t i = first; i < end; ++i) {
        roles[i] = IsFlatVertex(topology, edges, (uint32_t)i) ? loop->flat : SV_NEAR_FULL;
    }
}

void svSim_SetRoles(svSim* sim) {
    for (size_t i = 0; i < sim->clothCount; ++i) {
        RolesLoop loop = {sim, &sim->cloths[i], SV_NEAR_MINOR};
        ForRanges(sim->context, EdgeCount(loop.part), SetEdgeRoles, &loop);
    }
    for (size_t i = 0; i < sim->obstacleCount; ++i) {
        svSimPart* obstacle = &sim->obstacles[i];
        RolesLoop loop = {sim, obstacle, SV_NEAR_NONE};
        if (!obstacle->rolesKnown) {
            ForRanges(sim->context, EdgeCount(obstacle), SetEdgeRoles, &loop);
            ForRanges(sim->context, obstacle->count, SetVertexRoles, &loop);
            obstacle->rolesKnown = true;
        }
    }
}
