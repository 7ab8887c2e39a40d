// From edges to components, whether each can be wound consistently, and islands.
//
// A union-find forest over the triangles, with parity: every link also says whether the two
// triangles are wound against each other. Edges with two sides require a relation: same if inner,
// flipped if miswound. Where both sides are in one tree already and its parity contradicts, the
// component is not orientable. Non-manifold edges and collapsed faces connect but require nothing:
// they are joined last, so that they close no cycle before the real relations are checked.

#include "base/context.h"
#include "topology/topology.h"

#include <string.h>

// A link: twice the parent, plus one if the triangle is flipped against it. A root links to itself
// and is the lowest-numbered triangle of its tree.
//
// Returns the root of t, doubled, plus one if t is flipped against it.
static uint32_t FindRelation(uint32_t* links, uint32_t t) {
    uint32_t turned = 0;
    while (links[t] >> 1 != t) {
        const uint32_t parent = links[t] >> 1;
        links[t] = links[parent] ^ (links[t] & 1);
        turned ^= links[t] & 1;
        t = links[t] >> 1;
    }
    return 2 * t + turned;
}

static uint32_t FindComponentRoot(uint32_t* links, uint32_t t) {
    return FindRelation(links, t) >> 1;
}

// Requires a and b to be flipped against each other (turned = 1) or not (0). False if their tree
// says otherwise already.
static bool Relate(uint32_t* links, uint32_t a, uint32_t b, uint32_t turned) {
    const uint32_t relationA = FindRelation(links, a);
    const uint32_t relationB = FindRelation(links, b);
    const uint32_t rootA = relationA >> 1;
    const uint32_t rootB = relationB >> 1;
    const uint32_t between = (relationA ^ relationB ^ turned) & 1;
    if (rootA == rootB) {
        return between == 0;
    }
    if (rootA < rootB) {
        links[rootB] = 2 * rootA + between;
    } else {
        links[rootA] = 2 * rootB + between;
    }
    return true;
}

// Joins all triangles at edges; marks in `twisted` one triangle at each edge whose relation
// contradicts the others.
static void JoinTriangles(const svTopology* topology, uint32_t* links, bool* twisted) {
    const uint32_t sideCount = 3 * topology->triangleCount;
    for (uint32_t s = 0; s < sideCount; ++s) {
        const uint32_t twin = topology->sideTwins[s];
        if (twin != SV_NONE && s < twin) {
            const bool sameWay = topology->triangles[s] == topology->triangles[twin];
            if (!Relate(links, s / 3, twin / 3, sameWay)) {
                twisted[s / 3] = true;
            }
        }
    }
    if (topology->collapsedCount == 0 && topology->edgeKindCounts[SV_EDGE_NON_MANIFOLD] == 0) {
        return;
    }
    for (uint32_t edge = 0; edge < topology->edgeCount; ++edge) {
        const uint32_t begin = topology->edgeSideStart[edge];
        for (uint32_t i = begin + 1; i < topology->edgeSideStart[edge + 1]; ++i) {
            Relate(links, topology->edgeSides[begin] / 3, topology->edgeSides[i] / 3, 0);
        }
    }
}

// Numbers the trees by their roots and gives each triangle the number of its tree.
static svStatus NumberComponents(svTopology* topology, svContext* context, uint32_t* links,
                                 svComponent** components) {
    const uint32_t triangleCount = topology->triangleCount;
    uint32_t count = 0;
    for (uint32_t t = 0; t < triangleCount; ++t) {
        count += links[t] >> 1 == t;
    }
    uint32_t* ids = svContext_AllocateArray(context, triangleCount, sizeof(*ids));
    topology->triangleComponents = ids;
    svComponent* list = svContext_AllocateArray(context, count, sizeof(*list));
    topology->components = list;
    if (ids == NULL || list == NULL) {
        return SV_ERROR_MEMORY;
    }
    for (uint32_t t = 0; t < triangleCount; ++t) {
        const uint32_t root = FindComponentRoot(links, t);
        if (root == t) {
            ids[t] = topology->componentCount;
            list[topology->componentCount++] =
                (svComponent){.firstTriangle = t, .consistent = true, .orientable = true};
        } else {
            ids[t] = ids[root]; // the root is lower and has its number
        }
    }
    *components = list;
    return SV_OK;
}

static void CountInComponents(const svTopology* topology, const bool* twisted,
                              svComponent* components) {
    const uint32_t* const ids = topology->triangleComponents;
    for (uint32_t t = 0; t < topology->triangleCount; ++t) {
        svComponent* const component = &components[ids[t]];
        ++component->triangleCount;
        component->faceCount += (topology->triangleBits[t] & SV_COLLAPSED) == 0;
        component->orientable = component->orientable && !twisted[t];
    }
    for (uint32_t edge = 0; edge < topology->edgeCount; ++edge) {
        const uint32_t side = topology->edgeSides[topology->edgeSideStart[edge]];
        ++components[ids[side / 3]].edgeCounts[topology->edgeKinds[edge]];
    }
    for (uint32_t loop = 0; loop < topology->loopCount; ++loop) {
        ++components[ids[topology->loopSides[topology->loopStart[loop]] / 3]].loopCount;
    }
}

// Counts the vertices of each component, a shared one in each, and joins components that share one
// (islands[] is a forest over components, links as above).
static void VisitVertices(const svTopology* topology, svComponent* components, uint32_t* islands,
                          uint32_t* lastVertices) {
    for (uint32_t v = 0; v < topology->vertexCount; ++v) {
        const uint32_t begin = topology->vertexTriangleStart[v];
        for (uint32_t i = begin; i < topology->vertexTriangleStart[v + 1]; ++i) {
            const uint32_t id = topology->triangleComponents[topology->vertexTriangles[i]];
            if (lastVertices[id] == v) {
                continue;
            }
            lastVertices[id] = v;
            ++components[id].vertexCount;
            Relate(islands, id, topology->triangleComponents[topology->vertexTriangles[begin]], 0);
        }
    }
}

static void FinishComponents(svTopology* topology, svComponent* components, uint32_t* islands) {
    for (uint32_t i = 0; i < topology->componentCount; ++i) {
        svComponent* const component = &components[i];
        int64_t edgeCount = 0;
        for (int kind = 0; kind < SV_EDGE_KIND_ENUM_COUNT; ++kind) {
            edgeCount += component->edgeCounts[kind];
        }
        component->euler = (int64_t)component->vertexCount - edgeCount + component->faceCount;
        // Wire edges need no test: a component has them only if it has no face.
        component->closed =
            component->faceCount > 0 && component->edgeCounts[SV_EDGE_BOUNDARY] == 0;
        component->consistent = component->edgeCounts[SV_EDGE_MISWOUND] == 0;
        const uint32_t root = FindComponentRoot(islands, i);
        component->island = root == i ? topology->islandCount++ : components[root].island;
    }
}

static uint32_t* NewForest(svArena* arena, uint32_t count) {
    uint32_t* links = svArena_Allocate(arena, count, sizeof(*links));
    for (uint32_t i = 0; links != NULL && i < count; ++i) {
        links[i] = 2 * i;
    }
    return links;
}

svStatus svTopology_BuildComponents(svTopology* topology, svArena* arena) {
    const uint32_t triangleCount = topology->triangleCount;
    uint32_t* links = NewForest(arena, triangleCount);
    bool* twisted = svArena_Allocate(arena, triangleCount, sizeof(*twisted));
    if (links == NULL || twisted == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(twisted, 0, triangleCount * sizeof(*twisted));
    JoinTriangles(topology, links, twisted);
    svComponent* components;
    const svStatus status = NumberComponents(topology, arena->context, links, &components);
    if (status != SV_OK) {
        return status;
    }
    uint32_t* islands = NewForest(arena, topology->componentCount);
    uint32_t* lastVertices =
        svArena_Allocate(arena, topology->componentCount, sizeof(*lastVertices));
    if (islands == NULL || lastVertices == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(lastVertices, 0xff, topology->componentCount * sizeof(*lastVertices)); // SV_NONE
    CountInComponents(topology, twisted, components);
    VisitVertices(topology, components, islands, lastVertices);
    FinishComponents(topology, components, islands);
    return SV_OK;
}
