// The stars of a scene. In: leaves and topology. Out, once per BVH build: the vertices whose star
// could be spread, in groups for the kernel; at every query at an instant: which are.

#include "selfcull/star.h"

#include "base/context.h"

#include <string.h>

// ---- one star --------------------------------------------------------------------------------

typedef struct Ring {
    uint32_t count; // 0: no star that could be spread
    bool open;
    uint32_t vertices[SV_STAR_RING]; // of the mesh
} Ring;

// The side of a triangle that starts at a vertex of it.
static uint32_t SideFrom(const svTopology* mesh, uint32_t triangle, uint32_t vertex) {
    uint32_t side = 3 * triangle;
    while (mesh->triangles[side] != vertex) {
        ++side;
    }
    return side;
}

// The first side from the vertex in the fan of `side`, which is from it too: itself where the fan
// is closed. SV_NONE if triangles are wound against each other.
static uint32_t FirstSide(const svTopology* mesh, uint32_t side, uint32_t triangleCount) {
    const uint32_t vertex = mesh->triangles[side];
    uint32_t at = side;
    for (uint32_t i = 0; i < triangleCount; ++i) {
        const uint32_t twin = mesh->sideTwins[at];
        if (twin == SV_NONE) {
            return at;
        }
        at = svNextSide(twin);
        if (mesh->triangles[at] != vertex) {
            return SV_NONE;
        }
    }
    return side;
}

// The one-ring of a vertex. All its triangles must be in one fan: then none is collapsed, for these
// have no twins, and no edge at the vertex is non-manifold. A closed fan of two triangles is the
// same triangle from both sides, an open fan of one has no pair.
static Ring FindRing(const svTopology* mesh, uint32_t vertex) {
    Ring ring = {0, false, {0}};
    const uint32_t start = mesh->vertexTriangleStart[vertex];
    const uint32_t triangleCount = mesh->vertexTriangleStart[vertex + 1] - start;
    if (triangleCount < 2 || triangleCount > SV_STAR_RING) {
        return ring;
    }
    const uint32_t triangle = mesh->vertexTriangles[start];
    const uint32_t first = FirstSide(mesh, SideFrom(mesh, triangle, vertex), triangleCount);
    uint32_t side = first, count = 0;
    while (side != SV_NONE && count < triangleCount) {
        const uint32_t last = svPreviousSide(side);
        ring.vertices[count++] = mesh->triangles[svNextSide(side)];
        side = mesh->sideTwins[last];
        if (side == SV_NONE && count < SV_STAR_RING) {
            ring.open = true;
            ring.vertices[count] = mesh->triangles[last];
        } else if (side == first || (side != SV_NONE && mesh->triangles[side] != vertex)) {
            break;
        }
    }
    const bool closes = side == first && count >= 3;
    ring.count = count < triangleCount ? 0 : ring.open ? count + 1 : closes ? count : 0;
    return ring;
}

// ---- groups ----------------------------------------------------------------------------------

enum { KINDS = 2 * (SV_STAR_RING + 1) }; // by count, closed and open

// A group in progress for each kind of star.
typedef struct Groups {
    uint32_t lanes[KINDS]; // filled
    uint32_t points[KINDS][SV_STAR_RING + 1][SV_WIDTH];
} Groups;

// Pads the group with its last star, and writes it.
static void EndGroup(Groups* groups, uint32_t kind, size_t* end, svStars* stars) {
    const uint32_t rows = kind / 2 + 1;
    for (uint32_t row = 0; row < rows; ++row) {
        uint32_t* points = groups->points[kind][row];
        for (uint32_t lane = groups->lanes[kind]; lane < SV_WIDTH; ++lane) {
            points[lane] = points[lane - 1];
        }
        memcpy(stars->points + *end + (size_t)SV_WIDTH * row, points, sizeof(groups->points[0][0]));
    }
    stars->groups[stars->groupCount++] = (svStarGroup){kind / 2, kind % 2 == 1, *end};
    *end += (size_t)SV_WIDTH * rows;
    groups->lanes[kind] = 0;
}

static void WriteStars(const svStarsDef* def, svStars* stars) {
    Groups groups;
    memset(groups.lanes, 0, sizeof(groups.lanes));
    size_t end = 0;
    stars->groupCount = 0;
    for (uint32_t i = 0; i < def->leaves->count; ++i) {
        const svLeaf* leaf = &def->leaves->leaves[i];
        const svSceneTopology* mesh = &def->meshes[leaf->mesh];
        const uint32_t* pointOf = def->pointOfVertex + mesh->firstVertex;
        for (uint32_t v = 0; v < leaf->ownedVertexCount; ++v) {
            const uint32_t point = leaf->vertices[v];
            const Ring ring =
                FindRing(mesh->topology, def->vertexOfPoint[point] - mesh->firstVertex);
            if (ring.count == 0) {
                continue;
            }
            const uint32_t kind = 2 * ring.count + ring.open;
            const uint32_t lane = groups.lanes[kind]++;
            groups.points[kind][0][lane] = point;
            for (uint32_t k = 0; k < ring.count; ++k) {
                groups.points[kind][k + 1][lane] = pointOf[ring.vertices[k]];
            }
            if (lane + 1 == SV_WIDTH) {
                EndGroup(&groups, kind, &end, stars);
            }
        }
    }
    for (uint32_t kind = 0; kind < KINDS; ++kind) {
        if (groups.lanes[kind] > 0) {
            EndGroup(&groups, kind, &end, stars);
        }
    }
}

// A star has as many vertices around as triangles, or one more; each triangle is in three.
svStatus svStars_Build(svContext* context, const svStarsDef* def, svStars* stars) {
    size_t points = (size_t)KINDS * SV_WIDTH * (SV_STAR_RING + 1) + 2 * (size_t)def->vertexCount;
    for (uint32_t i = 0; i < def->meshCount; ++i) {
        points += 3 * (size_t)def->meshes[i].topology->triangleCount;
    }
    if (svContext_Grow(context, (void**)&stars->points, &stars->pointCapacity, points,
                       sizeof(uint32_t)) != SV_OK ||
        svContext_Grow(context, (void**)&stars->groups, &stars->groupCapacity,
                       def->vertexCount / SV_WIDTH + KINDS, sizeof(svStarGroup)) != SV_OK ||
        svContext_Grow(context, (void**)&stars->spread, &stars->spreadCapacity,
                       (size_t)def->vertexCount + 1, sizeof(uint8_t)) != SV_OK ||
        svContext_Grow(context, (void**)&stars->leaves, &stars->leafCapacity, def->leaves->count,
                       sizeof(svSpread)) != SV_OK ||
        svContext_Grow(context, (void**)&stars->rims, &stars->rimCapacity, def->leaves->count,
                       sizeof(svLeafRim)) != SV_OK) {
        return SV_ERROR_MEMORY;
    }
    memset(stars->spread, 0, def->vertexCount);
    WriteStars(def, stars);
    for (uint32_t i = 0; i < def->leaves->count; ++i) {
        svLeafRim_Find(&def->leaves->leaves[i], &stars->rims[i]);
    }
    return SV_OK;
}

void svStars_Destroy(svContext* context, svStars* stars) {
    svContext_Release(context, stars->groups);
    svContext_Release(context, stars->points);
    svContext_Release(context, stars->spread);
    svContext_Release(context, stars->leaves);
    svContext_Release(context, stars->rims);
    *stars = (svStars){0};
}

// ---- every step ------------------------------------------------------------------------------

void svStars_Spread(svStars* stars, const svLeafReading* reading, svSpreadStarsFn* spread,
                    size_t first, size_t end) {
    for (size_t i = first; i < end; ++i) {
        const uint32_t* points = stars->points + stars->groups[i].first;
        const uint32_t lanes = spread(reading, &stars->groups[i], points);
        for (uint32_t lane = 0; lane < SV_WIDTH; ++lane) {
            stars->spread[points[lane]] = lanes >> lane & 1u;
        }
    }
}

void svStars_SpreadLeaves(svStars* stars, const svLeaves* leaves, const svLeafMotion* motions,
                          svIsLeafSpreadFn* spread, size_t first, size_t end) {
    for (size_t i = first; i < end; ++i) {
        const svLeaf* leaf = &leaves->leaves[i];
        uint32_t lanes = 0;
        for (uint32_t lane = 0; lane < SV_WIDTH; ++lane) {
            lanes |= (uint32_t)stars->spread[leaf->vertices[lane]] << lane;
        }
        stars->leaves[i].stars = (uint16_t)lanes;
        stars->leaves[i].whole = spread(leaf, &motions[i], &stars->rims[i]);
    }
}
