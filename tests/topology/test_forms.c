// Surfaces whose topology is known in closed form.
#include "topology/topology.h"

#include <string.h>

#include "support/allocator.h"
#include "support/meshes.h"
#include "support/test.h"
#include "support/topology_oracle.h"

typedef struct Fixture {
    TestAllocator allocator;
    svContext* context;
    TestMesh mesh;
    svTopology topology;
} Fixture;

// Takes the mesh, builds its topology and checks it against the oracle.
static void Open(Fixture* fixture, TestMesh mesh) {
    fixture->allocator = TestAllocator_Make();
    fixture->context = TestAllocator_NewContext(&fixture->allocator);
    fixture->mesh = mesh;
    assert_int_equal(svTopology_Build(fixture->context, mesh.triangles, mesh.triangleCount,
                                      mesh.vertexCount, &fixture->topology),
                     SV_OK);
    CheckTopology(&fixture->mesh, &fixture->topology);
}

static void OpenList(Fixture* fixture, const uint32_t* triangles, uint32_t triangleCount,
                     uint32_t vertexCount) {
    Open(fixture, TestMesh_Copy(triangles, triangleCount, vertexCount));
}

static void Close(Fixture* fixture) {
    svTopology_Destroy(fixture->context, &fixture->topology);
    assert_int_equal(svContext_BytesInUse(fixture->context), 0);
    svContext_Destroy(fixture->context);
    assert_int_equal(fixture->allocator.live, 0);
    TestMesh_Free(&fixture->mesh);
}

// What one connected surface without collapsed faces comes to.
typedef struct Expected {
    uint32_t edges, boundary, nonManifold, loops;
    int64_t euler;
    bool closed, consistent, orientable;
} Expected;

static void ExpectSurface(const Fixture* fixture, Expected expected) {
    const svTopology* const topology = &fixture->topology;
    assert_int_equal(topology->componentCount, 1);
    assert_int_equal(topology->islandCount, 1);
    const svComponent* const component = &topology->components[0];
    assert_int_equal(topology->edgeCount, expected.edges);
    assert_int_equal(topology->edgeKindCounts[SV_EDGE_BOUNDARY], expected.boundary);
    assert_int_equal(topology->edgeKindCounts[SV_EDGE_NON_MANIFOLD], expected.nonManifold);
    assert_int_equal(topology->loopCount, expected.loops);
    assert_int_equal(component->loopCount, expected.loops);
    assert_int_equal(component->euler, expected.euler);
    assert_int_equal(component->closed, expected.closed);
    assert_int_equal(component->consistent, expected.consistent);
    assert_int_equal(component->orientable, expected.orientable);
}

static void TestEmpty(void** state) {
    Fixture f;
    (void)state;
    OpenList(&f, (const uint32_t[]){0}, 0, 0);
    assert_int_equal(f.topology.edgeCount, 0);
    assert_int_equal(f.topology.componentCount, 0);
    Close(&f);
    OpenList(&f, (const uint32_t[]){0}, 0, 5);
    assert_int_equal(f.topology.isolatedVertexCount, 5);
    Close(&f);
}

static void TestTriangle(void** state) {
    Fixture f;
    (void)state;
    OpenList(&f, (const uint32_t[]){2, 0, 1}, 1, 3);
    ExpectSurface(&f, (Expected){3, 3, 0, 1, 1, false, true, true});
    const svTopology* const t = &f.topology;
    assert_memory_equal(t->edges, ((const uint32_t[]){0, 1, 0, 2, 1, 2}), 6 * sizeof(uint32_t));
    assert_memory_equal(t->sideEdges, ((const uint32_t[]){1, 0, 2}), 3 * sizeof(uint32_t));
    assert_memory_equal(t->loopSides, ((const uint32_t[]){0, 1, 2}), 3 * sizeof(uint32_t));
    assert_memory_equal(t->loopVertices, ((const uint32_t[]){2, 0, 1}), 3 * sizeof(uint32_t));
    assert_int_equal(t->triangleBits[0], 63);
    Close(&f);
}

static void TestClosedSurfaces(void** state) {
    Fixture f;
    (void)state;
    Open(&f, TestMesh_Tetrahedron());
    ExpectSurface(&f, (Expected){6, 0, 0, 0, 2, true, true, true});
    Close(&f);
    Open(&f, TestMesh_Cube());
    ExpectSurface(&f, (Expected){18, 0, 0, 0, 2, true, true, true});
    Close(&f);
    Open(&f, TestMesh_Torus(5, 4));
    ExpectSurface(&f, (Expected){60, 0, 0, 0, 0, true, true, true});
    Close(&f);
}

static void TestOpenSurfaces(void** state) {
    Fixture f;
    (void)state;
    Open(&f, TestMesh_Grid(4, 3));
    ExpectSurface(&f, (Expected){43, 14, 0, 1, 1, false, true, true});
    // The loop starts with the grid's first side and runs counter-clockwise.
    const uint32_t rim[14] = {0, 1, 2, 3, 4, 9, 14, 19, 18, 17, 16, 15, 10, 5};
    assert_memory_equal(f.topology.loopVertices, rim, sizeof(rim));
    Close(&f);
    Open(&f, TestMesh_Annulus(6, 2));
    ExpectSurface(&f, (Expected){42, 12, 0, 2, 0, false, true, true});
    Close(&f);
    Open(&f, TestMesh_Fan(7, true));
    ExpectSurface(&f, (Expected){14, 7, 0, 1, 1, false, true, true});
    Close(&f);
    Open(&f, TestMesh_Fan(7, false));
    ExpectSurface(&f, (Expected){15, 9, 0, 1, 1, false, true, true});
    Close(&f);
}

// The strip's seam cannot be wound consistently; its rim is one loop that goes round twice.
static void TestMoebius(void** state) {
    Fixture f;
    (void)state;
    Open(&f, TestMesh_Moebius(5, 1));
    ExpectSurface(&f, (Expected){20, 10, 0, 1, 0, false, false, false});
    assert_int_equal(f.topology.edgeKindCounts[SV_EDGE_MISWOUND], 1);
    uint32_t against = 0;
    for (uint32_t i = 0; i < 10; ++i) {
        against += f.topology.loopVertices[i] != f.mesh.triangles[f.topology.loopSides[i]];
    }
    assert_int_equal(against, 5);
    Close(&f);
}

// A cube with one face turned over: inconsistent, yet orientable.
static void TestTurnedFace(void** state) {
    Fixture f;
    (void)state;
    TestMesh cube = TestMesh_Cube();
    const uint32_t swap = cube.triangles[12];
    cube.triangles[12] = cube.triangles[13];
    cube.triangles[13] = swap;
    Open(&f, cube);
    ExpectSurface(&f, (Expected){18, 0, 0, 0, 2, true, false, true});
    assert_int_equal(f.topology.edgeKindCounts[SV_EDGE_MISWOUND], 3);
    Close(&f);
}

// Two triangles: apart, at a vertex, on an edge both ways, on the same face both ways.
static void TestPairs(void** state) {
    static const struct {
        uint32_t second[3];
        uint32_t components, islands, edges, loops, pinches;
        svEdgeKind shared;
    } cases[] = {
        {{3, 4, 5}, 2, 2, 6, 2, 0, SV_EDGE_BOUNDARY}, {{2, 3, 4}, 2, 1, 6, 2, 1, SV_EDGE_BOUNDARY},
        {{1, 0, 3}, 1, 1, 5, 1, 0, SV_EDGE_INNER},    {{0, 1, 3}, 1, 1, 5, 1, 0, SV_EDGE_MISWOUND},
        {{1, 0, 2}, 1, 1, 3, 0, 0, SV_EDGE_INNER},    {{1, 2, 0}, 1, 1, 3, 0, 0, SV_EDGE_MISWOUND},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        Fixture f;
        const uint32_t* const s = cases[i].second;
        OpenList(&f, (const uint32_t[]){0, 1, 2, s[0], s[1], s[2]}, 2, 6);
        assert_int_equal(f.topology.componentCount, cases[i].components);
        assert_int_equal(f.topology.islandCount, cases[i].islands);
        assert_int_equal(f.topology.edgeCount, cases[i].edges);
        assert_int_equal(f.topology.loopCount, cases[i].loops);
        assert_int_equal(f.topology.pinchVertexCount, cases[i].pinches);
        assert_int_equal(f.topology.edgeKinds[0], cases[i].shared);
        Close(&f);
    }
}

// Each page is a sheet of its own with a loop of three sides once the spine is cut.
static void TestBook(void** state) {
    (void)state;
    for (uint32_t pages = 3; pages < 9; ++pages) {
        Fixture f;
        Open(&f, TestMesh_Book(pages));
        ExpectSurface(&f, (Expected){2 * pages + 1, 2 * pages, 1, pages, 1, false, true, true});
        assert_int_equal(f.topology.edgeSideStart[1], pages);
        assert_int_equal(f.topology.edgeKinds[0], SV_EDGE_NON_MANIFOLD);
        assert_int_equal(f.topology.pinchVertexCount, 0);
        Close(&f);
    }
}

// A cone on edge 0-1, with a page through that edge: cut open, the cone's rim has two sides.
static void TestTwoSidedLoop(void** state) {
    Fixture f;
    (void)state;
    OpenList(&f, (const uint32_t[]){0, 1, 2, 1, 0, 2, 0, 1, 3}, 3, 4);
    assert_int_equal(f.topology.loopCount, 2);
    assert_memory_equal(f.topology.loopStart, ((const uint32_t[]){0, 2, 5}), 3 * sizeof(uint32_t));
    assert_memory_equal(f.topology.loopSides, ((const uint32_t[]){0, 3, 6, 7, 8}),
                        5 * sizeof(uint32_t));
    Close(&f);
    // Forty cones on the edge: as many loops as a rim of eighty sides can have.
    uint32_t cones[40 * 6];
    for (uint32_t i = 0; i < 40; ++i) {
        const uint32_t cone[6] = {0, 1, i + 2, 1, 0, i + 2};
        memcpy(cones + (size_t)6 * i, cone, sizeof(cone));
    }
    OpenList(&f, cones, 80, 42);
    assert_int_equal(f.topology.loopCount, 40);
    assert_true(f.topology.components[0].closed);
    Close(&f);
}

static void TestPinches(void** state) {
    Fixture f;
    (void)state;
    // Three triangles at vertex 3.
    OpenList(&f, (const uint32_t[]){0, 1, 3, 3, 2, 4, 5, 3, 6}, 3, 7);
    assert_int_equal(f.topology.pinchVertexCount, 1);
    assert_int_equal(f.topology.pinchVertices[0], 3);
    assert_int_equal(f.topology.pinchFanCounts[0], 3);
    assert_int_equal(f.topology.loopCount, 3);
    Close(&f);
    // Two closed tetrahedra that touch in vertex 0: no boundary, yet a pinch.
    OpenList(&f, (const uint32_t[]){0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3,
                                    0, 5, 4, 0, 4, 6, 4, 5, 6, 5, 0, 6},
             8, 7);
    assert_int_equal(f.topology.pinchVertexCount, 1);
    assert_int_equal(f.topology.componentCount, 2);
    assert_int_equal(f.topology.islandCount, 1);
    assert_int_equal(f.topology.components[0].vertexCount, 4);
    assert_int_equal(f.topology.components[1].vertexCount, 4);
    assert_true(f.topology.components[0].closed && f.topology.components[1].closed);
    Close(&f);
    // A strip bent round until its first and last triangle touch in vertex 0: one component, one
    // loop that passes the vertex twice, on the inside and on the outside.
    OpenList(&f, (const uint32_t[]){0, 2, 1, 1, 2, 3, 3, 2, 4, 3, 4, 0}, 4, 5);
    assert_int_equal(f.topology.componentCount, 1);
    assert_int_equal(f.topology.pinchVertexCount, 1);
    assert_int_equal(f.topology.loopCount, 1);
    Close(&f);
}

// What collapsed faces contribute, as the header promises.
static void TestCollapsed(void** state) {
    Fixture f;
    (void)state;
    OpenList(&f, (const uint32_t[]){1, 1, 0}, 1, 2);
    assert_int_equal(f.topology.edgeCount, 1);
    assert_int_equal(f.topology.edgeKinds[0], SV_EDGE_WIRE);
    assert_memory_equal(f.topology.sideEdges, ((const uint32_t[]){SV_NONE, 0, 0}),
                        3 * sizeof(uint32_t));
    assert_int_equal(f.topology.triangleBits[0],
                     SV_COLLAPSED | SV_OWNS_VERTEX(0) | SV_OWNS_VERTEX(2) | SV_OWNS_EDGE(1));
    assert_int_equal(f.topology.components[0].euler, 1);
    assert_false(f.topology.components[0].closed);
    Close(&f);
    OpenList(&f, (const uint32_t[]){1, 1, 1}, 1, 2);
    assert_int_equal(f.topology.edgeCount, 0);
    assert_int_equal(f.topology.triangleBits[0], SV_COLLAPSED | SV_OWNS_VERTEX(0));
    assert_int_equal(f.topology.componentCount, 1);
    assert_int_equal(f.topology.isolatedVertexCount, 1);
    Close(&f);
    // A collapsed face on the edge between two triangles changes nothing there.
    OpenList(&f, (const uint32_t[]){0, 0, 1, 0, 1, 2, 1, 0, 3}, 3, 4);
    assert_int_equal(f.topology.edgeKinds[0], SV_EDGE_INNER);
    assert_int_equal(f.topology.sideTwins[3], 6);
    assert_int_equal(f.topology.edgeSideStart[1], 3);
    assert_int_equal(f.topology.loopCount, 1);
    assert_true(f.topology.triangleBits[0] & SV_OWNS_EDGE(1));
    assert_int_equal(f.topology.components[0].faceCount, 2);
    assert_int_equal(f.topology.components[0].euler, 1);
    Close(&f);
}

// The projective plane on six vertices: closed and not orientable.
static void TestProjectivePlane(void** state) {
    static const uint32_t list[30] = {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0, 5, 1,
                                      1, 2, 4, 2, 3, 5, 3, 4, 1, 4, 5, 2, 5, 1, 3};
    Fixture f;
    (void)state;
    OpenList(&f, list, 10, 6);
    const svComponent* const component = &f.topology.components[0];
    assert_int_equal(component->euler, 1);
    assert_true(component->closed);
    assert_false(component->orientable);
    Close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestEmpty),          cmocka_unit_test(TestTriangle),
        cmocka_unit_test(TestClosedSurfaces), cmocka_unit_test(TestOpenSurfaces),
        cmocka_unit_test(TestMoebius),        cmocka_unit_test(TestTurnedFace),
        cmocka_unit_test(TestPairs),          cmocka_unit_test(TestBook),
        cmocka_unit_test(TestTwoSidedLoop),   cmocka_unit_test(TestPinches),
        cmocka_unit_test(TestCollapsed),      cmocka_unit_test(TestProjectivePlane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
