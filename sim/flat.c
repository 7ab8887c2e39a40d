// Which features the proximity query of pushes.c leaves out: those of smooth surfaces.
//
// Two edges push each other only if one of them is a crease or a border: on smooth surfaces
// vertices and faces say all, and the directions of edges that cross, which tilt, would be ramps
// for what slides. An edge of cloth, border or not, above a smooth obstacle has its vertices above
// it, too; and so the vertices of the obstacle say nothing that those of the cloth do not.
//
// The query is told beforehand: most of the near pairs of cloth in layers are of such edges.

#include "state.h"

#include "parallel_loop.h"

#include <string.h>

static size_t EdgeCount(const svSimPart* part) {
    return svMesh_GetTopology(part->mesh)->edgeCount;
}

svStatus svSim_MakeRoles(svSim* sim) {
    const uint32_t meshes = (uint32_t)(sim->clothCount + sim->obstacleCount);
    size_t count = 0;
    for (uint32_t i = 0; i < meshes; ++i) {
        svSimPart* part = svSim_GetPart(sim, i);
        part->firstRole = count;
        part->rolesKnown = false;
        count += EdgeCount(part) + part->count;
    }
    svContext_Release(sim->context, sim->nearRoles); // of a start that failed
    svContext_Release(sim->context, sim->roles);
    sim->nearRoles = svContext_Allocate(sim->context, meshes * sizeof(*sim->nearRoles));
    sim->roles = svContext_Allocate(sim->context, count);
    if (sim->nearRoles == NULL || sim->roles == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(sim->roles, SV_NEAR_FULL, count);
    for (uint32_t i = 0; i < meshes; ++i) {
        const svSimPart* part = svSim_GetPart(sim, i);
        const uint8_t* edges = sim->roles + part->firstRole;
        sim->nearRoles[i] = (svNearRoles){.vertices = edges + EdgeCount(part), .edges = edges};
    }
    return SV_OK;
}

static svVec3 PointOf(const svSim* sim, const svSimPart* part, uint32_t vertex) {
    return svVec3_From(sim->x0 + 3 * (size_t)(part->first + vertex));
}

// Whether an edge is no more than a fold of a surface that vertices and faces describe as well: it
// has two faces, and the ridge between them is low, about an eighth of the thickness.
static bool IsFlat(const svSim* sim, const svSimPart* part, uint32_t edge) {
    const svTopology* topology = svMesh_GetTopology(part->mesh);
    if (topology->edgeSideStart[edge + 1] - topology->edgeSideStart[edge] != 2) {
        return false;
    }
    const svVec3 a = PointOf(sim, part, topology->edges[2 * (size_t)edge]);
    const svVec3 b = PointOf(sim, part, topology->edges[2 * (size_t)edge + 1]);
    svVec3 normals[2];
    for (uint32_t k = 0; k < 2; ++k) {
        const uint32_t side = topology->edgeSides[topology->edgeSideStart[edge] + k];
        const uint32_t opposite = topology->triangles[svNextSide(svNextSide(side))];
        normals[k] = svVec3_Cross(svVec3_Sub(b, a), svVec3_Sub(PointOf(sim, part, opposite), a));
    }
    // The normals point to opposite sides: the faces are on opposite sides of the edge.
    const svVec3 cross = svVec3_Cross(normals[0], normals[1]);
    const double lengths = svVec3_Length(normals[0]) * svVec3_Length(normals[1]);
    return svVec3_Dot(normals[0], normals[1]) < 0 &&
           svVec3_Length(cross) * svVec3_Length(svVec3_Sub(b, a)) <= sim->def.thickness * lengths;
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
        roles[i] = IsFlat(loop->sim, loop->part, (uint32_t)i) ? loop->flat : SV_NEAR_FULL;
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
