// A coarse mesh in, a mesh of four times the triangles out: Loop subdivision ("Smooth subdivision
// surfaces based on triangles", 1987) with Warren's weights for inner vertices, 3/16 at valence 3,
// else 3/8 over the valence.

#include "gen_mesh.h"

#include "report/terminal.h"

#include <stdlib.h>
#include <string.h>

static int CompareSides(const void* a, const void* b) {
    const GenSide *first = a, *second = b;
    for (int i = 0; i < 2; ++i) {
        if (first->ends[i] != second->ends[i]) {
            return first->ends[i] < second->ends[i] ? -1 : 1;
        }
    }
    return first->place < second->place ? -1 : 1;
}

GenSide* GenSide_Sorted(const uint32_t* triangles, size_t triangleCount) {
    GenSide* sides = Terminal_Allocate(3 * triangleCount, sizeof(*sides));
    for (size_t i = 0; i < 3 * triangleCount; ++i) {
        const uint32_t* corners = triangles + i / 3 * 3;
        const uint32_t a = corners[i % 3], b = corners[(i + 1) % 3];
        sides[i] = (GenSide){{a < b ? a : b, a < b ? b : a}, corners[(i + 2) % 3], i};
    }
    qsort(sides, 3 * triangleCount, sizeof(*sides), CompareSides);
    return sides;
}

bool GenSide_IsSameEdge(const GenSide* a, const GenSide* b) {
    return a->ends[0] == b->ends[0] && a->ends[1] == b->ends[1];
}

static void AddRim(GenRefine* refine, uint32_t vertex, uint32_t neighbour) {
    uint32_t* rim = refine->rims[vertex];
    rim[rim[0] == SV_NONE ? 0 : 1] = neighbour;
}

// Edges from sorted sides; numbers[place] is the edge of each side.
static void CollectEdges(const GenSide* sides, size_t sideCount, GenRefine* refine,
                         uint32_t* numbers) {
    for (size_t i = 0; i < sideCount; ++i) {
        const GenSide* side = &sides[i];
        const bool again = i > 0 && GenSide_IsSameEdge(side, side - 1);
        if (!again) {
            uint32_t* edge = refine->edges[refine->edgeCount++];
            edge[0] = side->ends[0];
            edge[1] = side->ends[1];
            edge[2] = side->opposite;
            edge[3] = SV_NONE;
        } else if (refine->edges[refine->edgeCount - 1][3] == SV_NONE) {
            refine->edges[refine->edgeCount - 1][3] = side->opposite;
        }
        numbers[side->place] = (uint32_t)refine->edgeCount - 1;
    }
    for (size_t e = 0; e < refine->edgeCount; ++e) {
        const uint32_t* edge = refine->edges[e];
        for (int end = 0; end < 2; ++end) {
            ++refine->valences[edge[end]];
            if (edge[3] == SV_NONE) {
                AddRim(refine, edge[end], edge[1 - end]);
            }
        }
    }
}

void GenRefine_Create(const uint32_t* triangles, size_t triangleCount, size_t vertexCount,
                      GenRefine* refine, GenMesh* fine) {
    const size_t sideCount = 3 * triangleCount;
    *refine = (GenRefine){.coarseVertices = vertexCount};
    refine->edges = Terminal_Allocate(sideCount, sizeof(*refine->edges));
    refine->rims = Terminal_Allocate(vertexCount, sizeof(*refine->rims));
    refine->valences = Terminal_Allocate(vertexCount, sizeof(*refine->valences));
    memset(refine->rims, 0xff, vertexCount * sizeof(*refine->rims)); // SV_NONE
    GenSide* sides = GenSide_Sorted(triangles, triangleCount);
    uint32_t* numbers = Terminal_Allocate(sideCount, sizeof(*numbers));
    CollectEdges(sides, sideCount, refine, numbers);
    for (size_t i = 0; i < vertexCount + refine->edgeCount; ++i) {
        (void)GenMesh_Vertex(fine, 0, 0, 0);
    }
    for (size_t t = 0; t < triangleCount; ++t) {
        const uint32_t* corners = triangles + 3 * t;
        uint32_t middles[3];
        for (int i = 0; i < 3; ++i) {
            middles[i] = (uint32_t)vertexCount + numbers[3 * t + (size_t)i];
        }
        GenMesh_Triangle(fine, corners[0], middles[0], middles[2]);
        GenMesh_Triangle(fine, corners[1], middles[1], middles[0]);
        GenMesh_Triangle(fine, corners[2], middles[2], middles[1]);
        GenMesh_Triangle(fine, middles[0], middles[1], middles[2]);
    }
    free(sides);
    free(numbers);
}

static double Weight(uint32_t valence) {
    return valence == 3 ? 3.0 / 16 : 3.0 / 8 / valence;
}

void GenRefine_Apply(const GenRefine* refine, const double (*coarse)[3], double (*fine)[3]) {
    for (size_t v = 0; v < refine->coarseVertices; ++v) {
        const uint32_t* rim = refine->rims[v];
        const bool boundary = rim[1] != SV_NONE;
        const double own = boundary ? 0.75 : 1 - refine->valences[v] * Weight(refine->valences[v]);
        for (int a = 0; a < 3; ++a) {
            fine[v][a] = refine->valences[v] == 0 ? coarse[v][a] : own * coarse[v][a];
            fine[v][a] += boundary ? (coarse[rim[0]][a] + coarse[rim[1]][a]) / 8 : 0;
        }
    }
    for (size_t e = 0; e < refine->edgeCount; ++e) {
        const uint32_t* edge = refine->edges[e];
        double* middle = fine[refine->coarseVertices + e];
        for (int a = 0; a < 3; ++a) {
            const double ends = coarse[edge[0]][a] + coarse[edge[1]][a];
            middle[a] = edge[3] == SV_NONE
                            ? ends / 2
                            : 3.0 / 8 * ends + (coarse[edge[2]][a] + coarse[edge[3]][a]) / 8;
        }
        for (int end = 0; end < 2; ++end) {
            const uint32_t v = edge[end];
            if (refine->rims[v][1] == SV_NONE) {
                for (int a = 0; a < 3; ++a) {
                    fine[v][a] += Weight(refine->valences[v]) * coarse[edge[1 - end]][a];
                }
            }
        }
    }
}

void GenRefine_Destroy(GenRefine* refine) {
    free(refine->edges);
    free(refine->rims);
    free(refine->valences);
    *refine = (GenRefine){0};
}
