// Embree's rtcCollide over user geometries that are nothing but boxes.
//
// Low quality: of low, medium and high it is the quickest for building and colliding together (the
// better trees take five times as long to build and collide little faster). Scenes are dynamic and
// kept, each round commits them anew, which is quicker than to make new ones. Refitted trees make
// rtcCollide report pairs of boxes that do not overlap, as many again, so there the callback looks.
//
// The callbacks count without locks: the device has one thread, which is the calling one.

#include "peers/peers.h"
#include "peers/triangle_test.h"

#include "base/clock.h"

#if SELVAGE_EMBREE >= 4
#include <embree4/rtcore.h>
#else
#include <embree3/rtcore.h>
#endif

#include <math.h>
#include <string.h>

typedef struct Box {
    float lo[3], hi[3];
} Box;

typedef struct Tree {
    Box* boxes;
    size_t count;
    RTCGeometry geometry;
    RTCScene scene;
} Tree;

typedef enum TreeKind {
    TREE_VERTICES, // over the step
    TREE_EDGES,
    TREE_FACES,
    TREE_FACES_T0, // at t0
    TREE_KIND_COUNT
} TreeKind;

struct EmbreePeer {
    svContext* context;
    const Scene* scene;
    double* points; // at t0
    bool refit;
    RTCDevice device;
    Tree trees[TREE_KIND_COUNT];
};

// What the callbacks work on.
typedef struct Count {
    const Scene* scene;
    const double* points;
    const Box *boxesA, *boxesB; // to be compared; null: they overlap
    uint64_t pairs;
} Count;

bool Embree_IsHere(void) {
    return true;
}

static void GetBounds(const struct RTCBoundsFunctionArguments* arguments) {
    const Box* box = (const Box*)arguments->geometryUserPtr + arguments->primID;
    struct RTCBounds* bounds = arguments->bounds_o;
    bounds->lower_x = box->lo[0];
    bounds->lower_y = box->lo[1];
    bounds->lower_z = box->lo[2];
    bounds->upper_x = box->hi[0];
    bounds->upper_y = box->hi[1];
    bounds->upper_z = box->hi[2];
}

static void Enclose(Box* box, const double p[3]) {
    for (int d = 0; d < 3; ++d) {
        const float x = (float)p[d];
        const float lo = (double)x > p[d] ? nextafterf(x, -INFINITY) : x;
        const float hi = (double)x < p[d] ? nextafterf(x, INFINITY) : x;
        box->lo[d] = lo < box->lo[d] ? lo : box->lo[d];
        box->hi[d] = hi > box->hi[d] ? hi : box->hi[d];
    }
}

// Of `size` vertices each; null: feature i is vertex i.
static svStatus MakeBoxes(EmbreePeer* peer, TreeKind kind, const uint32_t* vertices, int size) {
    Tree* tree = &peer->trees[kind];
    tree->boxes = svContext_Allocate(peer->context, tree->count * sizeof(Box));
    if (tree->boxes == NULL) {
        return SV_ERROR_MEMORY;
    }
    for (size_t i = 0; i < tree->count; ++i) {
        Box box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
        for (int k = 0; k < size; ++k) {
            const size_t vertex = vertices == NULL ? i : vertices[(size_t)size * i + (size_t)k];
            double p[3];
            svPositions_Get(&peer->scene->x0, vertex, p);
            Enclose(&box, p);
            if (kind != TREE_FACES_T0) {
                svPositions_Get(&peer->scene->x1, vertex, p);
                Enclose(&box, p);
            }
        }
        tree->boxes[i] = box;
    }
    return SV_OK;
}

static svStatus MakePoints(EmbreePeer* peer) {
    const svPositions* x0 = &peer->scene->x0;
    peer->points = svContext_Allocate(peer->context, x0->count * 3 * sizeof(double));
    if (peer->points == NULL) {
        return SV_ERROR_MEMORY;
    }
    for (size_t i = 0; i < x0->count; ++i) {
        svPositions_Get(x0, i, peer->points + 3 * i);
    }
    return SV_OK;
}

static svStatus CheckDevice(EmbreePeer* peer) {
    const enum RTCError error = rtcGetDeviceError(peer->device);
    if (error == RTC_ERROR_NONE) {
        return SV_OK;
    }
    svContext_Message(peer->context, SV_ERROR, "Embree: error %d", (int)error);
    return error == RTC_ERROR_OUT_OF_MEMORY ? SV_ERROR_MEMORY : SV_ERROR_ARGUMENT;
}

static void MakeTree(EmbreePeer* peer, Tree* tree, enum RTCBuildQuality quality) {
    tree->scene = rtcNewScene(peer->device);
    // A scene cannot be refitted, only its geometries.
    rtcSetSceneBuildQuality(tree->scene,
                            quality == RTC_BUILD_QUALITY_REFIT ? RTC_BUILD_QUALITY_LOW : quality);
    rtcSetSceneFlags(tree->scene, RTC_SCENE_FLAG_DYNAMIC);
    tree->geometry = rtcNewGeometry(peer->device, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryUserPrimitiveCount(tree->geometry, (unsigned)tree->count);
    rtcSetGeometryUserData(tree->geometry, tree->boxes);
    rtcSetGeometryBoundsFunction(tree->geometry, GetBounds, NULL);
    rtcSetGeometryBuildQuality(tree->geometry, quality);
    rtcCommitGeometry(tree->geometry);
    rtcAttachGeometry(tree->scene, tree->geometry);
}

static svStatus MakeTrees(EmbreePeer* peer, EmbreeQuality quality) {
    static const enum RTCBuildQuality qualities[EMBREE_QUALITY_COUNT] = {
        RTC_BUILD_QUALITY_LOW, RTC_BUILD_QUALITY_MEDIUM, RTC_BUILD_QUALITY_HIGH,
        RTC_BUILD_QUALITY_REFIT};
    peer->device = rtcNewDevice("threads=1");
    if (peer->device == NULL) {
        svContext_Message(peer->context, SV_ERROR, "Embree: no device");
        return SV_ERROR_ARGUMENT;
    }
    for (int kind = 0; kind < TREE_KIND_COUNT; ++kind) {
        MakeTree(peer, &peer->trees[kind], qualities[quality]);
    }
    return CheckDevice(peer);
}

svStatus Embree_Create(svContext* context, const Scene* scene, EmbreeQuality quality,
                       EmbreePeer** result) {
    EmbreePeer* peer = *result = svContext_Allocate(context, sizeof(*peer));
    if (peer == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(peer, 0, sizeof(*peer));
    peer->context = context;
    peer->scene = scene;
    peer->refit = quality == EMBREE_REFIT;
    peer->trees[TREE_VERTICES].count = scene->x0.count;
    peer->trees[TREE_EDGES].count = scene->edgeCount;
    peer->trees[TREE_FACES].count = peer->trees[TREE_FACES_T0].count = scene->triangleCount;
    svStatus status = MakePoints(peer);
    if (status == SV_OK) {
        status = MakeBoxes(peer, TREE_VERTICES, NULL, 1);
    }
    if (status == SV_OK) {
        status = MakeBoxes(peer, TREE_EDGES, scene->edges, 2);
    }
    for (int kind = TREE_FACES; kind <= TREE_FACES_T0 && status == SV_OK; ++kind) {
        status = MakeBoxes(peer, (TreeKind)kind, scene->triangles, 3);
    }
    if (status == SV_OK) {
        status = MakeTrees(peer, quality);
    }
    if (status != SV_OK) {
        Embree_Destroy(peer);
        *result = NULL;
    }
    return status;
}

void Embree_Destroy(EmbreePeer* peer) {
    if (peer == NULL) {
        return;
    }
    for (int kind = 0; kind < TREE_KIND_COUNT; ++kind) {
        Tree* tree = &peer->trees[kind];
        if (tree->scene != NULL) {
            rtcReleaseScene(tree->scene);
        }
        if (tree->geometry != NULL) {
            rtcReleaseGeometry(tree->geometry);
        }
        svContext_Release(peer->context, tree->boxes);
    }
    if (peer->device != NULL) {
        rtcReleaseDevice(peer->device);
    }
    svContext_Release(peer->context, peer->points);
    svContext_Release(peer->context, peer);
}

static void Build(EmbreePeer* peer, TreeKind kind) {
    Tree* tree = &peer->trees[kind];
    rtcCommitGeometry(tree->geometry); // says that the boxes are new
    rtcCommitScene(tree->scene);
}

static bool AreApart(const Count* count, const struct RTCCollision* pair) {
    if (count->boxesA == NULL) {
        return false;
    }
    const Box *a = &count->boxesA[pair->primID0], *b = &count->boxesB[pair->primID1];
    return a->lo[0] > b->hi[0] || b->lo[0] > a->hi[0] || a->lo[1] > b->hi[1] ||
           b->lo[1] > a->hi[1] || a->lo[2] > b->hi[2] || b->lo[2] > a->hi[2];
}

static void CountVertexFace(void* user, struct RTCCollision* found, unsigned count) {
    Count* to = user;
    for (unsigned i = 0; i < count; ++i) {
        const uint32_t v = found[i].primID0;
        const uint32_t* f = to->scene->triangles + 3 * (size_t)found[i].primID1;
        to->pairs += v != f[0] && v != f[1] && v != f[2] && !AreApart(to, &found[i]);
    }
}

// Whether this is no pair of a scene with itself, of which rtcCollide reports both orders.
static bool IsNone(const Count* count, const struct RTCCollision* pair) {
    return pair->primID0 >= pair->primID1 || AreApart(count, pair);
}

static void CountEdgeEdge(void* user, struct RTCCollision* found, unsigned count) {
    Count* to = user;
    for (unsigned i = 0; i < count; ++i) {
        if (!IsNone(to, &found[i])) {
            const uint32_t* a = to->scene->edges + 2 * (size_t)found[i].primID0;
            const uint32_t* b = to->scene->edges + 2 * (size_t)found[i].primID1;
            to->pairs += a[0] != b[0] && a[0] != b[1] && a[1] != b[0] && a[1] != b[1];
        }
    }
}

static void CountTriangles(void* user, struct RTCCollision* found, unsigned count) {
    Count* to = user;
    for (unsigned i = 0; i < count; ++i) {
        to->pairs += !IsNone(to, &found[i]);
    }
}

static bool ShareVertex(const uint32_t a[3], const uint32_t b[3]) {
    for (int k = 0; k < 3; ++k) {
        if (a[k] == b[0] || a[k] == b[1] || a[k] == b[2]) {
            return true;
        }
    }
    return false;
}

static void TestTriangles(void* user, struct RTCCollision* found, unsigned count) {
    Count* to = user;
    for (unsigned i = 0; i < count; ++i) {
        if (IsNone(to, &found[i])) {
            continue;
        }
        const uint32_t* a = to->scene->triangles + 3 * (size_t)found[i].primID0;
        const uint32_t* b = to->scene->triangles + 3 * (size_t)found[i].primID1;
        if (!ShareVertex(a, b)) {
            const double* p = to->points;
            const double* const pa[3] = {p + 3 * (size_t)a[0], p + 3 * (size_t)a[1],
                                         p + 3 * (size_t)a[2]};
            const double* const pb[3] = {p + 3 * (size_t)b[0], p + 3 * (size_t)b[1],
                                         p + 3 * (size_t)b[2]};
            to->pairs += TriangleTest_Meet(pa, pb);
        }
    }
}

static uint64_t Collide(const EmbreePeer* peer, TreeKind kindA, TreeKind kindB,
                        RTCCollideFunc callback) {
    const Tree *a = &peer->trees[kindA], *b = &peer->trees[kindB];
    Count count = {.scene = peer->scene, .points = peer->points};
    if (peer->refit) {
        count.boxesA = a->boxes;
        count.boxesB = b->boxes;
    }
    rtcCollide(a->scene, b->scene, callback, &count);
    return count.pairs;
}

svStatus Embree_Features(EmbreePeer* peer, PeerSample* sample) {
    const double start = svClock_ThreadSeconds();
    Build(peer, TREE_VERTICES);
    Build(peer, TREE_EDGES);
    Build(peer, TREE_FACES);
    const double built = svClock_ThreadSeconds();
    sample->pairs[0] = Collide(peer, TREE_VERTICES, TREE_FACES, CountVertexFace);
    sample->pairs[1] = Collide(peer, TREE_EDGES, TREE_EDGES, CountEdgeEdge);
    sample->build = built - start;
    sample->search = svClock_ThreadSeconds() - built;
    return CheckDevice(peer);
}

static svStatus CollideSelf(EmbreePeer* peer, TreeKind kind, RTCCollideFunc callback,
                            PeerSample* sample) {
    const double start = svClock_ThreadSeconds();
    Build(peer, kind);
    const double built = svClock_ThreadSeconds();
    sample->pairs[0] = Collide(peer, kind, kind, callback);
    sample->pairs[1] = 0;
    sample->build = built - start;
    sample->search = svClock_ThreadSeconds() - built;
    return CheckDevice(peer);
}

svStatus Embree_Triangles(EmbreePeer* peer, PeerSample* sample) {
    return CollideSelf(peer, TREE_FACES, CountTriangles, sample);
}

svStatus Embree_Intersect(EmbreePeer* peer, PeerSample* sample) {
    return CollideSelf(peer, TREE_FACES_T0, TestTriangles, sample);
}
