#include "support/topology_oracle.h"

#include <stdlib.h>
#include <string.h>

#include "support/test.h"

// The largest number of faces for which all ways of turning them over are tried.
#define MAX_TURNED_FACES 12

static uint32_t Corner(const TestMesh* mesh, uint32_t t, uint32_t k) {
    return mesh->triangles[3 * t + k % 3];
}

static bool Collapsed(const TestMesh* mesh, uint32_t t) {
    const uint32_t a = Corner(mesh, t, 0);
    const uint32_t b = Corner(mesh, t, 1);
    const uint32_t c = Corner(mesh, t, 2);
    return a == b || b == c || c == a;
}

static bool HasVertex(const TestMesh* mesh, uint32_t t, uint32_t v) {
    return Corner(mesh, t, 0) == v || Corner(mesh, t, 1) == v || Corner(mesh, t, 2) == v;
}

static bool HasEdge(const TestMesh* mesh, uint32_t t, uint32_t a, uint32_t b) {
    return a != b && HasVertex(mesh, t, a) && HasVertex(mesh, t, b);
}

// The lowest side of triangle t between a and b, which it has.
static uint32_t SideBetween(const TestMesh* mesh, uint32_t t, uint32_t a, uint32_t b) {
    for (uint32_t k = 0; k < 3; ++k) {
        const uint32_t c = Corner(mesh, t, k);
        const uint32_t d = Corner(mesh, t, k + 1);
        if ((c == a && d == b) || (c == b && d == a)) {
            return 3 * t + k;
        }
    }
    fail_msg("no such side");
    return SV_NONE;
}

static bool ShareEdge(const TestMesh* mesh, uint32_t t, uint32_t u) {
    for (uint32_t k = 0; k < 3; ++k) {
        if (HasEdge(mesh, u, Corner(mesh, t, k), Corner(mesh, t, k + 1))) {
            return true;
        }
    }
    return false;
}

static bool ShareVertex(const TestMesh* mesh, uint32_t t, uint32_t u) {
    return HasVertex(mesh, u, Corner(mesh, t, 0)) || HasVertex(mesh, u, Corner(mesh, t, 1)) ||
           HasVertex(mesh, u, Corner(mesh, t, 2));
}

// The sides on edge ab and the edge's kind, by looking at every triangle.
static void CheckEdge(const TestMesh* mesh, const svTopology* topology, uint32_t edge) {
    const uint32_t a = topology->edges[2 * edge];
    const uint32_t b = topology->edges[2 * edge + 1];
    uint32_t i = topology->edgeSideStart[edge];
    uint32_t forward = 0;
    uint32_t reversed = 0;
    uint32_t last = SV_NONE;
    bool owned = false;
    for (uint32_t t = 0; t < mesh->triangleCount; ++t) {
        for (uint32_t k = 0; k < 3; ++k) {
            const uint32_t s = 3 * t + k;
            const bool here = HasEdge(mesh, t, a, b) && SideBetween(mesh, t, a, b) == s;
            if (topology->sideEdges[s] == edge) {
                const bool owns = (topology->triangleBits[t] & SV_OWNS_EDGE(k)) != 0;
                assert_int_equal(owns, here && !owned);
                owned = owned || owns;
            }
            if (here) {
                assert_int_equal(topology->edgeSides[i], s);
                ++i;
                if (!Collapsed(mesh, t)) {
                    forward += Corner(mesh, t, k) == a;
                    reversed += Corner(mesh, t, k) == b;
                    last = s;
                }
            }
        }
    }
    assert_true(owned);
    assert_int_equal(i, topology->edgeSideStart[edge + 1]);
    const uint32_t count = forward + reversed;
    const svEdgeKind kind = count == 0     ? SV_EDGE_WIRE
                            : count == 1   ? SV_EDGE_BOUNDARY
                            : count > 2    ? SV_EDGE_NON_MANIFOLD
                            : forward == 1 ? SV_EDGE_INNER
                                           : SV_EDGE_MISWOUND;
    assert_int_equal(topology->edgeKinds[edge], kind);
    if (count == 2) {
        const uint32_t twin = topology->sideTwins[last];
        assert_true(twin != SV_NONE && twin != last);
        assert_int_equal(topology->sideTwins[twin], last);
        assert_int_equal(topology->sideEdges[twin], edge);
        assert_false(Collapsed(mesh, twin / 3));
    }
}

static void CheckEdges(const TestMesh* mesh, const svTopology* topology) {
    uint32_t edge = 0;
    uint32_t kindCounts[SV_EDGE_KIND_ENUM_COUNT] = {0};
    for (uint32_t a = 0; a < mesh->vertexCount; ++a) {
        for (uint32_t b = a + 1; b < mesh->vertexCount; ++b) {
            bool exists = false;
            for (uint32_t t = 0; t < mesh->triangleCount; ++t) {
                exists = exists || HasEdge(mesh, t, a, b);
            }
            if (exists) {
                assert_true(edge < topology->edgeCount);
                assert_int_equal(topology->edges[2 * edge], a);
                assert_int_equal(topology->edges[2 * edge + 1], b);
                CheckEdge(mesh, topology, edge);
                ++kindCounts[topology->edgeKinds[edge]];
                ++edge;
            }
        }
    }
    assert_int_equal(topology->edgeCount, edge);
    assert_memory_equal(topology->edgeKindCounts, kindCounts, sizeof(kindCounts));
}

static void CheckSides(const TestMesh* mesh, const svTopology* topology) {
    uint32_t collapsed = 0;
    for (uint32_t t = 0; t < mesh->triangleCount; ++t) {
        collapsed += Collapsed(mesh, t);
        assert_int_equal((topology->triangleBits[t] & SV_COLLAPSED) != 0, Collapsed(mesh, t));
        for (uint32_t k = 0; k < 3; ++k) {
            const uint32_t s = 3 * t + k;
            const uint32_t a = Corner(mesh, t, k);
            const uint32_t b = Corner(mesh, t, k + 1);
            const uint32_t edge = topology->sideEdges[s];
            if (a == b) {
                assert_int_equal(edge, SV_NONE);
                assert_int_equal(topology->triangleBits[t] & SV_OWNS_EDGE(k), 0);
                assert_int_equal(topology->sideTwins[s], SV_NONE);
                continue;
            }
            assert_true(edge < topology->edgeCount);
            assert_int_equal(topology->edges[2 * edge], a < b ? a : b);
            assert_int_equal(topology->edges[2 * edge + 1], a < b ? b : a);
            const svEdgeKind kind = topology->edgeKinds[edge];
            const bool twins = kind == SV_EDGE_INNER || kind == SV_EDGE_MISWOUND;
            assert_int_equal(topology->sideTwins[s] != SV_NONE, twins && !Collapsed(mesh, t));
        }
    }
    assert_int_equal(topology->collapsedCount, collapsed);
}

// Marks in `reached` the faces at v that are connected with face t through edges at v; only through
// edges with exactly two faces if `cut`.
static void SpreadFan(const TestMesh* mesh, const svTopology* topology, uint32_t v, bool cut,
                      bool* reached) {
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t t = 0; t < mesh->triangleCount; ++t) {
            for (uint32_t k = 0; reached[t] && k < 3; ++k) {
                const uint32_t w = Corner(mesh, t, k);
                if (w == v) {
                    continue;
                }
                const uint32_t edge = topology->sideEdges[SideBetween(mesh, t, v, w)];
                if (cut && topology->edgeKinds[edge] == SV_EDGE_NON_MANIFOLD) {
                    continue;
                }
                for (uint32_t u = 0; u < mesh->triangleCount; ++u) {
                    if (!reached[u] && !Collapsed(mesh, u) && HasEdge(mesh, u, v, w)) {
                        reached[u] = true;
                        changed = true;
                    }
                }
            }
        }
    }
}

static uint32_t CountFans(const TestMesh* mesh, const svTopology* topology, uint32_t v) {
    bool* reached = calloc(mesh->triangleCount + 1, sizeof(*reached));
    uint32_t count = 0;
    for (uint32_t t = 0; t < mesh->triangleCount; ++t) {
        if (HasVertex(mesh, t, v) && !Collapsed(mesh, t) && !reached[t]) {
            reached[t] = true;
            ++count;
            SpreadFan(mesh, topology, v, false, reached);
        }
    }
    free(reached);
    return count;
}

static void CheckVertices(const TestMesh* mesh, const svTopology* topology) {
    uint32_t isolated = 0;
    uint32_t pinches = 0;
    for (uint32_t v = 0; v < mesh->vertexCount; ++v) {
        uint32_t i = topology->vertexTriangleStart[v];
        uint32_t owners = 0;
        for (uint32_t t = 0; t < mesh->triangleCount; ++t) {
            if (!HasVertex(mesh, t, v)) {
                continue;
            }
            assert_int_equal(topology->vertexTriangles[i], t);
            for (uint32_t k = 0; k < 3; ++k) {
                if (Corner(mesh, t, k) == v && (topology->triangleBits[t] & SV_OWNS_VERTEX(k))) {
                    assert_int_equal(i, topology->vertexTriangleStart[v]);
                    ++owners;
                }
            }
            ++i;
        }
        assert_int_equal(i, topology->vertexTriangleStart[v + 1]);
        const bool used = i > topology->vertexTriangleStart[v];
        assert_int_equal(owners, used);
        isolated += !used;
        const uint32_t fans = CountFans(mesh, topology, v);
        if (fans > 1) {
            assert_true(pinches < topology->pinchVertexCount);
            assert_int_equal(topology->pinchVertices[pinches], v);
            assert_int_equal(topology->pinchFanCounts[pinches], fans);
            ++pinches;
        }
    }
    assert_int_equal(topology->vertexTriangleStart[0], 0);
    assert_int_equal(topology->isolatedVertexCount, isolated);
    assert_int_equal(topology->pinchVertexCount, pinches);
}

// Whether faces t and u are in one fan at v after cutting along non-manifold edges.
static bool SameFan(const TestMesh* mesh, const svTopology* topology, uint32_t v, uint32_t t,
                    uint32_t u) {
    bool* reached = calloc(mesh->triangleCount + 1, sizeof(*reached));
    reached[t] = true;
    SpreadFan(mesh, topology, v, true, reached);
    const bool result = reached[u];
    free(reached);
    return result;
}

static void CheckLoop(const TestMesh* mesh, const svTopology* topology, uint32_t loop, bool* seen) {
    const uint32_t begin = topology->loopStart[loop];
    const uint32_t end = topology->loopStart[loop + 1];
    assert_true(end >= begin + 2);
    assert_int_equal(topology->loopVertices[begin], mesh->triangles[topology->loopSides[begin]]);
    for (uint32_t i = begin; i < end; ++i) {
        const uint32_t s = topology->loopSides[i];
        const uint32_t next = i + 1 < end ? i + 1 : begin;
        const uint32_t nextSide = topology->loopSides[next];
        assert_true(s < 3 * mesh->triangleCount);
        assert_false(seen[s]);
        seen[s] = true;
        assert_true(s >= topology->loopSides[begin]);
        // The step covers the side, from either end, and the next one starts where it ends.
        const uint32_t from = topology->loopVertices[i];
        const uint32_t to = topology->loopVertices[next];
        const uint32_t a = Corner(mesh, s / 3, s % 3);
        const uint32_t b = Corner(mesh, s / 3, s % 3 + 1);
        assert_true((from == a && to == b) || (from == b && to == a));
        assert_true(nextSide != s);
        assert_true(SameFan(mesh, topology, to, s / 3, nextSide / 3));
        if (topology->edgeKindCounts[SV_EDGE_MISWOUND] == 0) {
            assert_int_equal(from, a);
        }
    }
}

static void CheckLoops(const TestMesh* mesh, const svTopology* topology) {
    bool* seen = calloc((size_t)3 * mesh->triangleCount + 1, sizeof(*seen));
    assert_int_equal(topology->loopStart[0], 0);
    for (uint32_t loop = 0; loop < topology->loopCount; ++loop) {
        CheckLoop(mesh, topology, loop, seen);
        if (loop > 0) {
            assert_true(topology->loopSides[topology->loopStart[loop - 1]] <
                        topology->loopSides[topology->loopStart[loop]]);
        }
    }
    for (uint32_t s = 0; s < 3 * mesh->triangleCount; ++s) {
        const uint32_t edge = topology->sideEdges[s];
        const bool rim = edge != SV_NONE && !Collapsed(mesh, s / 3) &&
                         (topology->edgeKinds[edge] == SV_EDGE_BOUNDARY ||
                          topology->edgeKinds[edge] == SV_EDGE_NON_MANIFOLD);
        assert_int_equal(seen[s], rim);
    }
    free(seen);
}

// Labels triangles by connection, lowest-numbered first, by spreading until nothing changes.
static uint32_t Label(const TestMesh* mesh, bool (*connected)(const TestMesh*, uint32_t, uint32_t),
                      uint32_t* labels) {
    uint32_t count = 0;
    memset(labels, 0xff, mesh->triangleCount * sizeof(*labels));
    for (uint32_t first = 0; first < mesh->triangleCount; ++first) {
        if (labels[first] != SV_NONE) {
            continue;
        }
        labels[first] = count;
        for (bool changed = true; changed;) {
            changed = false;
            for (uint32_t t = 0; t < mesh->triangleCount; ++t) {
                for (uint32_t u = 0; u < mesh->triangleCount && labels[t] == count; ++u) {
                    if (labels[u] == SV_NONE && connected(mesh, t, u)) {
                        labels[u] = count;
                        changed = true;
                    }
                }
            }
        }
        ++count;
    }
    return count;
}

// Whether turning over the faces of `turned` (bit i: the i-th face of the component) winds every
// edge of two faces consistently.
static bool ConsistentWith(const svTopology* topology, const uint32_t* faceNumbers, uint32_t id,
                           uint32_t turned) {
    for (uint32_t edge = 0; edge < topology->edgeCount; ++edge) {
        const svEdgeKind kind = topology->edgeKinds[edge];
        if (kind != SV_EDGE_INNER && kind != SV_EDGE_MISWOUND) {
            continue;
        }
        uint32_t pair[2] = {0, 0};
        uint32_t count = 0;
        for (uint32_t i = topology->edgeSideStart[edge]; i < topology->edgeSideStart[edge + 1];
             ++i) {
            const uint32_t t = topology->edgeSides[i] / 3;
            if ((topology->triangleBits[t] & SV_COLLAPSED) == 0) {
                assert_true(count < 2);
                pair[count++] = t;
            }
        }
        assert_int_equal(count, 2);
        if (topology->triangleComponents[pair[0]] != id) {
            continue;
        }
        const uint32_t relative = (turned >> faceNumbers[pair[0]] ^ turned >> faceNumbers[pair[1]]);
        if ((relative & 1) != (kind == SV_EDGE_MISWOUND)) {
            return false;
        }
    }
    return true;
}

static void CheckOrientable(const TestMesh* mesh, const svTopology* topology, uint32_t id) {
    uint32_t* faceNumbers = calloc(mesh->triangleCount + 1, sizeof(*faceNumbers));
    uint32_t faceCount = 0;
    for (uint32_t t = 0; t < mesh->triangleCount; ++t) {
        if (topology->triangleComponents[t] == id && !Collapsed(mesh, t)) {
            faceNumbers[t] = faceCount++;
        }
    }
    if (faceCount <= MAX_TURNED_FACES) {
        bool orientable = false;
        for (uint32_t turned = 0; turned < 1u << faceCount && !orientable; ++turned) {
            orientable = ConsistentWith(topology, faceNumbers, id, turned);
        }
        assert_int_equal(topology->components[id].orientable, orientable);
        assert_int_equal(topology->components[id].consistent,
                         ConsistentWith(topology, faceNumbers, id, 0));
    }
    free(faceNumbers);
}

static void CheckComponent(const TestMesh* mesh, const svTopology* topology, uint32_t id) {
    const svComponent* const component = &topology->components[id];
    svComponent expected = {.firstTriangle = SV_NONE};
    for (uint32_t t = mesh->triangleCount; t-- > 0;) {
        if (topology->triangleComponents[t] == id) {
            expected.firstTriangle = t;
            ++expected.triangleCount;
            expected.faceCount += !Collapsed(mesh, t);
        }
    }
    for (uint32_t v = 0; v < mesh->vertexCount; ++v) {
        bool here = false;
        for (uint32_t t = 0; t < mesh->triangleCount; ++t) {
            here = here || (topology->triangleComponents[t] == id && HasVertex(mesh, t, v));
        }
        expected.vertexCount += here;
    }
    uint32_t edgeCount = 0;
    for (uint32_t edge = 0; edge < topology->edgeCount; ++edge) {
        const uint32_t t = topology->edgeSides[topology->edgeSideStart[edge]] / 3;
        if (topology->triangleComponents[t] == id) {
            ++expected.edgeCounts[topology->edgeKinds[edge]];
            ++edgeCount;
        }
    }
    for (uint32_t loop = 0; loop < topology->loopCount; ++loop) {
        const uint32_t t = topology->loopSides[topology->loopStart[loop]] / 3;
        expected.loopCount += topology->triangleComponents[t] == id;
    }
    assert_int_equal(component->firstTriangle, expected.firstTriangle);
    assert_int_equal(component->triangleCount, expected.triangleCount);
    assert_int_equal(component->faceCount, expected.faceCount);
    assert_int_equal(component->vertexCount, expected.vertexCount);
    assert_memory_equal(component->edgeCounts, expected.edgeCounts, sizeof(expected.edgeCounts));
    assert_int_equal(component->loopCount, expected.loopCount);
    assert_int_equal(component->euler, (int64_t)expected.vertexCount - (int64_t)edgeCount +
                                           (int64_t)expected.faceCount);
    assert_int_equal(component->closed, expected.faceCount > 0 &&
                                            expected.edgeCounts[SV_EDGE_WIRE] == 0 &&
                                            expected.edgeCounts[SV_EDGE_BOUNDARY] == 0);
    CheckOrientable(mesh, topology, id);
}

static void CheckComponents(const TestMesh* mesh, const svTopology* topology) {
    uint32_t* labels = malloc((mesh->triangleCount + 1) * sizeof(*labels));
    assert_int_equal(Label(mesh, ShareEdge, labels), topology->componentCount);
    for (uint32_t t = 0; t < mesh->triangleCount; ++t) {
        assert_int_equal(topology->triangleComponents[t], labels[t]);
    }
    assert_int_equal(Label(mesh, ShareVertex, labels), topology->islandCount);
    for (uint32_t t = 0; t < mesh->triangleCount; ++t) {
        const uint32_t id = topology->triangleComponents[t];
        assert_int_equal(topology->components[id].island, labels[t]);
    }
    free(labels);
    for (uint32_t id = 0; id < topology->componentCount; ++id) {
        CheckComponent(mesh, topology, id);
    }
}

void CheckTopology(const TestMesh* mesh, const svTopology* topology) {
    assert_int_equal(topology->vertexCount, mesh->vertexCount);
    assert_int_equal(topology->triangleCount, mesh->triangleCount);
    CheckSides(mesh, topology);
    CheckEdges(mesh, topology);
    CheckVertices(mesh, topology);
    CheckLoops(mesh, topology);
    CheckComponents(mesh, topology);
}
