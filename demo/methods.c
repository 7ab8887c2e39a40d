// The methods of the five papers on the motion of the look-ahead, and the contacts that they miss.
//
// ding2013, wang2018 and han2021 cull self-collisions: they run whole, with exact elementary tests,
// and are compared with the exact contacts of the cloth with itself. zhang2012 culls feature pairs
// of two triangles, each pair by itself: it is asked about the triangles around each exact contact,
// which comes to the same as to run it on all. bade2015 asks which particles are inside the ball,
// at the end of the motion: it is compared with all particles.

#include "state.h"

#include "papers/methods/quad_tree.h"
#include "papers/methods/self_detect.h"
#include "papers/methods/simple_culling.h"
#include "papers/methods/tree_detect.h"

#include <string.h>

enum { LEAF_PARTICLES = 16 }; // of ding2013's tree

typedef struct MethodText {
    const char *name, *about;
} MethodText;

static const MethodText methodTexts[DEMO_METHOD_COUNT] = {
    [DEMO_METHOD_NONE] = {"none", "The exact contacts alone."},
    [DEMO_DING2013] = {"ding2013",
                       "Sphere tree with masks of normals: parts of cloth whose normals "
                       "have a common direction are not tested with each other."},
    [DEMO_BADE2015] = {"bade2015", "Quad-tree of spheres against the ball, with the radii as "
                                   "printed: half of the parent's, whatever the cloth does."},
    [DEMO_WANG2018] = {"wang2018", "Enhanced dual cones: cones of normals, and of binormals along "
                                   "the boundary, in place of the contour test."},
    [DEMO_HAN2021] = {"han2021", "Normal cones, merged tightly: a part whose cone is below 90 "
                                 "degrees is not tested with itself."},
    [DEMO_ZHANG2012] = {"zhang2012", "Feature pairs of two triangles are culled by planes and "
                                     "circles that separate them; misprints read as meant."},
};

const char* DemoMethod_Name(int method) {
    return method >= 0 && method < DEMO_METHOD_COUNT ? methodTexts[method].name : "";
}

const char* DemoMethod_About(int method) {
    return method >= 0 && method < DEMO_METHOD_COUNT ? methodTexts[method].about : "";
}

struct DemoMethods {
    double (*x[2])[3]; // the cloth
    bool hasGrid, hasSpheres, hasTreeDetect, hasTree, hasQuads;
    ClothGrid grid;
    SphereTree spheres;
    TreeDetect treeDetect;
    SelfTree tree;
    SelfDetect* selfDetect;
    QuadTree quads;
    uint8_t* hits; // of particles
};

void DemoMethods_Destroy(Demo* demo) {
    DemoMethods* m = demo->methods;
    svContext* context = demo->context;
    if (m == NULL) {
        return;
    }
    if (m->hasTreeDetect) {
        TreeDetect_Destroy(&m->treeDetect);
    }
    if (m->hasSpheres) {
        SphereTree_Destroy(context, &m->spheres);
    }
    if (m->hasGrid) {
        ClothGrid_Destroy(context, &m->grid);
    }
    SelfDetect_Destroy(m->selfDetect);
    if (m->hasTree) {
        SelfTree_Destroy(context, &m->tree);
    }
    if (m->hasQuads) {
        QuadTree_Destroy(context, &m->quads);
    }
    svContext_Release(context, m->x[0]);
    svContext_Release(context, m->x[1]);
    svContext_Release(context, m->hits);
    svContext_Release(context, m);
    demo->methods = NULL;
}

static svStatus CreateMethods(Demo* demo) {
    const size_t count = Demo_VertexCount(demo, 0);
    DemoMethods* m = svContext_Allocate(demo->context, sizeof(*m));
    if (m == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(m, 0, sizeof(*m));
    demo->methods = m;
    m->x[0] = svContext_Allocate(demo->context, count * sizeof(double[3]));
    m->x[1] = svContext_Allocate(demo->context, count * sizeof(double[3]));
    m->hits = svContext_Allocate(demo->context, count);
    const bool all = m->x[0] != NULL && m->x[1] != NULL && m->hits != NULL;
    return all ? SV_OK : SV_ERROR_MEMORY;
}

static void ReadCloth(Demo* demo) {
    for (int end = 0; end < 2; ++end) {
        for (size_t v = 0; v < Demo_VertexCount(demo, 0); ++v) {
            for (size_t d = 0; d < 3; ++d) {
                demo->methods->x[end][v][d] = (double)demo->x[end][3 * v + d];
            }
        }
    }
}

static const double (*At(const Demo* demo, int end))[3] {
    return (const double(*)[3])demo->methods->x[end];
}

// ---- self-collision ----------------------------------------------------------------------------

static bool IsListed(const svFeaturePair* pairs, size_t count, uint32_t a, uint32_t b) {
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const svFeaturePair* at = &pairs[middle];
        if (at->a < a || (at->a == a && at->b < b)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < count && pairs[low].a == a && pairs[low].b == b;
}

// The exact contacts of the cloth with itself that are not in a sorted list.
static svStatus CompareSelf(Demo* demo, svPairKind kind, const svFeaturePair* found, size_t count) {
    const svContactList* list = kind == SV_VERTEX_FACE ? &demo->contacts.vf : &demo->contacts.ee;
    svStatus status = SV_OK;
    for (size_t i = 0; i < list->count && status == SV_OK; ++i) {
        const svFeaturePair* pair = &list->pairs[i];
        if (pair->meshA != 0 || pair->meshB != 0) {
            continue;
        }
        demo->numbers[DEMO_METHOD_ALL] += 1;
        if (!IsListed(found, count, pair->a, pair->b)) {
            demo->numbers[DEMO_METHOD_MISSED] += 1;
            status = Demo_AddPoint(demo, DEMO_MISSED_POINTS,
                                   Demo_ContactPoint(demo, kind, pair, list->shapes[i].weights));
        }
    }
    return status;
}

static svStatus MakeSphereTree(Demo* demo) {
    DemoMethods* m = demo->methods;
    svStatus status = ClothGrid_Create(demo->context, demo->meshes[0], &m->grid);
    m->hasGrid = status == SV_OK;
    if (status == SV_OK) {
        status = SphereTree_Create(demo->context, &m->grid, LEAF_PARTICLES, &m->spheres);
        m->hasSpheres = status == SV_OK;
    }
    if (status == SV_OK) {
        SphereTree_Build(&m->spheres, At(demo, 0), At(demo, 1));
        status = TreeDetect_Create(demo->context, &m->spheres, &m->treeDetect);
        m->hasTreeDetect = status == SV_OK;
    }
    return status;
}

static svStatus RunDing(Demo* demo) {
    DemoMethods* m = demo->methods;
    svStatus status = m->hasTreeDetect ? SV_OK : MakeSphereTree(demo);
    const double begin = Demo_Milliseconds();
    if (status == SV_OK) {
        SphereTree_Build(&m->spheres, At(demo, 0), At(demo, 1));
        status = TreeDetect_Run(&m->treeDetect, MASK_PRINTED, At(demo, 0), At(demo, 1));
    }
    demo->numbers[DEMO_METHOD_MS] = Demo_Milliseconds() - begin;
    for (int kind = 0; kind < 2 && status == SV_OK; ++kind) {
        status = CompareSelf(demo, (svPairKind)kind, m->treeDetect.contacts[kind],
                             m->treeDetect.counts[kind]);
    }
    return status;
}

static svStatus RunSelf(Demo* demo, SelfMethod method, svConeMerge merge) {
    DemoMethods* m = demo->methods;
    svStatus status = SV_OK;
    if (!m->hasTree) {
        const SelfTreeDef def = {.builder = SELF_BUILD_MIDDLE, .x = At(demo, 0)};
        status = SelfTree_Create(demo->context, demo->meshes[0], &def, &m->tree);
        m->hasTree = status == SV_OK;
    }
    if (status == SV_OK && m->selfDetect == NULL) {
        status = SelfDetect_Create(demo->context, &m->tree, &m->selfDetect);
    }
    const double begin = Demo_Milliseconds();
    if (status == SV_OK) {
        SelfDetectDef def = SelfDetectDef_Default(method);
        def.cull.merge = merge;
        status = SelfDetect_Step(m->selfDetect, &def, At(demo, 0), At(demo, 1));
    }
    demo->numbers[DEMO_METHOD_MS] = Demo_Milliseconds() - begin;
    for (int kind = 0; kind < 2 && status == SV_OK; ++kind) {
        size_t count = 0;
        const svFeaturePair* found = SelfDetect_Contacts(m->selfDetect, kind, &count);
        status = CompareSelf(demo, (svPairKind)kind, found, count);
    }
    return status;
}

// ---- bade2015 ----------------------------------------------------------------------------------

static svStatus RunBade(Demo* demo) {
    DemoMethods* m = demo->methods;
    const DemoWorld* world = &demo->world;
    const size_t count = Demo_VertexCount(demo, 0);
    if (!m->hasQuads) {
        const double* x = world->cloth.positions;
        const svVec3 first = svVec3_From(x), last = svVec3_From(x + 3 * (count - 1));
        const svVec3 corner = svVec3_From(x + 3 * ((size_t)world->columns - 1));
        const double wide = svVec3_Length(svVec3_Sub(corner, first));
        const double tall = svVec3_Length(svVec3_Sub(last, corner));
        const QuadTreeDef def = {.columns = world->columns,
                                 .rows = world->rows,
                                 .levels = 4,
                                 .volume = QUAD_SPHERE_PRINTED,
                                 .longest = wide > tall ? wide : tall,
                                 .unit = world->radius};
        const svStatus status = QuadTree_Create(demo->context, &def, &m->quads);
        if (status != SV_OK) {
            return status;
        }
        m->hasQuads = true;
    }
    double ball[3];
    for (int d = 0; d < 3; ++d) {
        ball[d] = demo->ball[d] + demo->settings[DEMO_AHEAD] * demo->ballStep[d];
    }
    const double begin = Demo_Milliseconds();
    QuadTree_Build(&m->quads, At(demo, 1));
    QuadTree_Search(&m->quads, At(demo, 1), ball, world->radius);
    demo->numbers[DEMO_METHOD_MS] = Demo_Milliseconds() - begin;
    memset(m->hits, 0, count);
    for (uint32_t i = 0; i < m->quads.hitCount; ++i) {
        m->hits[m->quads.hits[i]] = 1;
    }
    svStatus status = SV_OK;
    for (uint32_t v = 0; v < count && status == SV_OK; ++v) {
        if (!Quad_IsInside(m->x[1][v], ball, world->radius)) {
            continue;
        }
        demo->numbers[DEMO_METHOD_ALL] += 1;
        if (m->hits[v] == 0) {
            demo->numbers[DEMO_METHOD_MISSED] += 1;
            status = Demo_AddPoint(demo, DEMO_MISSED_POINTS, Demo_Vertex(demo, 0, v));
        }
    }
    return status;
}

// ---- zhang2012 ---------------------------------------------------------------------------------

// The triangles that have a feature of a contact, or the face itself.
static uint32_t TrianglesOf(const svTopology* t, bool isEdge, bool isFace, uint32_t feature,
                            uint32_t* triangles, uint32_t most) {
    uint32_t count = 0;
    if (isFace) {
        triangles[count++] = feature;
    } else if (isEdge) {
        for (uint32_t i = t->edgeSideStart[feature]; i < t->edgeSideStart[feature + 1]; ++i) {
            triangles[count] = t->edgeSides[i] / 3;
            count += count < most - 1;
        }
    } else {
        for (uint32_t i = t->vertexTriangleStart[feature]; i < t->vertexTriangleStart[feature + 1];
             ++i) {
            triangles[count] = t->vertexTriangles[i];
            count += count < most - 1;
        }
    }
    return count;
}

// Which of the fifteen feature pairs of two triangles a contact is.
static uint32_t FeatureBit(const Demo* demo, svPairKind kind, const svFeaturePair* pair,
                           const uint32_t triangles[2]) {
    const svTopology* a = svMesh_GetTopology(demo->meshes[pair->meshA]);
    const svTopology* b = svMesh_GetTopology(demo->meshes[pair->meshB]);
    for (uint32_t i = 0; i < 3; ++i) {
        if (kind == SV_VERTEX_FACE) {
            if (a->triangles[3 * (size_t)triangles[0] + i] == pair->a) {
                return 1u << i;
            }
            continue;
        }
        for (uint32_t j = 0; j < 3; ++j) {
            if (a->sideEdges[3 * (size_t)triangles[0] + i] == pair->a &&
                b->sideEdges[3 * (size_t)triangles[1] + j] == pair->b) {
                return 1u << (PAIR_VF + 3 * i + j);
            }
        }
    }
    return 0;
}

static TrianglePair MakePair(const Demo* demo, const svFeaturePair* pair,
                             const uint32_t triangles[2]) {
    PairCorners corners;
    uint32_t ids[6];
    const uint32_t meshes[2] = {pair->meshA, pair->meshB};
    for (uint32_t side = 0; side < 2; ++side) {
        const uint32_t* vertices =
            svMesh_GetTopology(demo->meshes[meshes[side]])->triangles + 3 * (size_t)triangles[side];
        for (uint32_t k = 0; k < 3; ++k) {
            const size_t at = demo->firstVertex[meshes[side]] + vertices[k];
            ids[3 * side + k] = (uint32_t)at;
            for (size_t d = 0; d < 3; ++d) {
                corners.x[0][3 * side + k][d] = (double)demo->x[0][3 * at + d];
                corners.x[1][3 * side + k][d] = (double)demo->x[1][3 * at + d];
            }
        }
    }
    return TrianglePair_Make(&corners, ids);
}

// Whether any pair of triangles that has the contact's features is left with them.
static bool IsKept(const Demo* demo, svPairKind kind, const svFeaturePair* pair) {
    enum { MOST = 16 };
    uint32_t first[MOST], second[MOST];
    const bool edges = kind == SV_EDGE_EDGE;
    const uint32_t firstCount = TrianglesOf(svMesh_GetTopology(demo->meshes[pair->meshA]), edges,
                                            false, pair->a, first, MOST);
    const uint32_t secondCount = TrianglesOf(svMesh_GetTopology(demo->meshes[pair->meshB]), edges,
                                             !edges, pair->b, second, MOST);
    for (uint32_t i = 0; i < firstCount; ++i) {
        for (uint32_t j = 0; j < secondCount; ++j) {
            const uint32_t triangles[2] = {first[i], second[j]};
            const TrianglePair moving = MakePair(demo, pair, triangles);
            const uint32_t left = SimpleCull_Features(&moving, CULL_PRINTED, CULL_ALL);
            if ((left & FeatureBit(demo, kind, pair, triangles)) != 0) {
                return true;
            }
        }
    }
    return false;
}

static svStatus RunZhang(Demo* demo) {
    const double begin = Demo_Milliseconds();
    svStatus status = SV_OK;
    for (int kind = 0; kind < 2; ++kind) {
        const svContactList* list =
            kind == SV_VERTEX_FACE ? &demo->contacts.vf : &demo->contacts.ee;
        for (size_t i = 0; i < list->count && status == SV_OK; ++i) {
            demo->numbers[DEMO_METHOD_ALL] += 1;
            if (!IsKept(demo, (svPairKind)kind, &list->pairs[i])) {
                demo->numbers[DEMO_METHOD_MISSED] += 1;
                status = Demo_AddPoint(demo, DEMO_MISSED_POINTS,
                                       Demo_ContactPoint(demo, (svPairKind)kind, &list->pairs[i],
                                                         list->shapes[i].weights));
            }
        }
    }
    demo->numbers[DEMO_METHOD_MS] = Demo_Milliseconds() - begin;
    return status;
}

svStatus Demo_RunMethod(Demo* demo) {
    demo->numbers[DEMO_METHOD_ALL] = demo->numbers[DEMO_METHOD_MISSED] = 0;
    demo->numbers[DEMO_METHOD_MS] = 0;
    const int method = (int)demo->settings[DEMO_METHOD];
    if (method == DEMO_METHOD_NONE) {
        return SV_OK;
    }
    if (demo->methods == NULL) {
        const svStatus status = CreateMethods(demo);
        if (status != SV_OK) {
            DemoMethods_Destroy(demo);
            return status;
        }
    }
    ReadCloth(demo);
    switch (method) {
    case DEMO_DING2013:
        return RunDing(demo);
    case DEMO_BADE2015:
        return RunBade(demo);
    case DEMO_WANG2018:
        return RunSelf(demo, SELF_ENHANCED, SV_CONE_PROVOT); // that of its time
    case DEMO_HAN2021:
        return RunSelf(demo, SELF_CONE, SV_CONE_TIGHT);
    default:
        return RunZhang(demo);
    }
}
