// selvage check: lists of contacts in; the few pairs to list, with contact points, out.

#include "check.h"

#include <math.h>
#include <string.h>

static bool Showing(const Check* check) {
    return check->firstBad == SIZE_MAX && check->settings->show > 0;
}

static void PointAt(const Object* object, uint32_t vertex, double t, double point[3]) {
    double x1[3];
    svPositions x[2];
    svMesh_GetMotion(object->mesh, &x[0], &x[1]);
    svPositions_Get(&x[0], vertex, point);
    svPositions_Get(&x[1], vertex, x1);
    for (int d = 0; d < 3; ++d) {
        point[d] = (1 - t) * point[d] + t * x1[d];
    }
}

// The point of the first feature at these barycentric weights.
static void WeighedPoint(const Check* check, const ShownPair* shown, const double* weights,
                         double t, double point[3]) {
    const Object* object = &check->objects.items[shown->pair.meshA];
    if (shown->kind == SV_VERTEX_FACE) {
        PointAt(object, shown->pair.a, t, point);
        return;
    }
    const uint32_t* edge = svMesh_GetTopology(object->mesh)->edges + 2 * (size_t)shown->pair.a;
    double ends[2][3];
    PointAt(object, edge[0], t, ends[0]);
    PointAt(object, edge[1], t, ends[1]);
    for (int d = 0; d < 3; ++d) {
        point[d] = weights[0] * ends[0][d] + weights[1] * ends[1][d];
    }
}

static void EdgePoints(const Object* object, uint32_t edge, svMovingPair* pair, int at) {
    const uint32_t* ends = svMesh_GetTopology(object->mesh)->edges + 2 * (size_t)edge;
    for (int k = 0; k < 2; ++k) {
        PointAt(object, ends[k], 0, pair->x0[at + k]);
        PointAt(object, ends[k], 1, pair->x1[at + k]);
    }
}

// Weights are computed here, for these few pairs, not by the query for all.
void Check_LocateContact(const Check* check, ShownPair* shown) {
    svCcdResult result = {.weights = {0.5, 0.5, 0.5, 0.5}};
    if (shown->kind == SV_EDGE_EDGE) {
        svMovingPair pair;
        svCcdDef def = svDefaultCcdDef();
        def.minSeparation = check->settings->scene.thickness;
        EdgePoints(&check->objects.items[shown->pair.meshA], shown->pair.a, &pair, 0);
        EdgePoints(&check->objects.items[shown->pair.meshB], shown->pair.b, &pair, 2);
        (void)svEdgeEdge_Ccd(&pair, &def, &result);
    }
    WeighedPoint(check, shown, result.weights, shown->time.lo, shown->point);
}

// Insertion into the list, sorted by query, kind and time of impact; `show` of each kind at most.
static void KeepEarliest(Check* check, const ShownPair* shown) {
    size_t begin = check->shownCount;
    while (begin > 0 && check->shown[begin - 1].query == shown->query &&
           check->shown[begin - 1].kind == shown->kind) {
        --begin;
    }
    size_t at = check->shownCount;
    while (at > begin && check->shown[at - 1].time.lo > shown->time.lo) {
        --at;
    }
    const bool full = check->shownCount - begin == check->settings->show;
    if (full && at == check->shownCount) {
        return;
    }
    const size_t moved = check->shownCount - at - full;
    memmove(&check->shown[at + 1], &check->shown[at], moved * sizeof(*shown));
    check->shown[at] = *shown;
    check->shownCount += !full;
}

void Check_ShowContacts(Check* check, svPairKind kind, const svContactList* list) {
    const size_t begin = check->shownCount;
    for (size_t i = 0; i < list->count && list->times != NULL && Showing(check); ++i) {
        const ShownPair shown = {
            .query = CHECK_STEP, .kind = kind, .pair = list->pairs[i], .time = list->times[i]};
        KeepEarliest(check, &shown);
    }
    for (size_t i = begin; i < check->shownCount; ++i) {
        Check_LocateContact(check, &check->shown[i]);
    }
}

void Check_LocateNear(const Check* check, ShownPair* shown, const svNearList* list, size_t index) {
    shown->distance = list->distances[index];
    WeighedPoint(check, shown, list->shapes[index].weights, 0, shown->point);
}

void Check_ShowNear(Check* check, svPairKind kind, const svNearList* list) {
    const size_t count = list->count < check->settings->show ? list->count : check->settings->show;
    for (size_t i = 0; i < count && Showing(check); ++i) {
        ShownPair shown = {.query = CHECK_NEAR, .kind = kind, .pair = list->pairs[i]};
        Check_LocateNear(check, &shown, list, i);
        KeepEarliest(check, &shown);
    }
}

void Check_LocateTriangles(const Check* check, ShownPair* shown) {
    const Object *a = &check->objects.items[shown->pair.meshA],
                 *b = &check->objects.items[shown->pair.meshB];
    const uint32_t* aIds = svMesh_GetTopology(a->mesh)->triangles + 3 * (size_t)shown->pair.a;
    const uint32_t* bIds = svMesh_GetTopology(b->mesh)->triangles + 3 * (size_t)shown->pair.b;
    // A face that repeats a vertex still needs equal ids for equal vertices; another object's
    // vertices must not share them.
    const uint32_t apart = a == b ? 0 : svMesh_GetTopology(a->mesh)->vertexCount;
    svTrianglePair pair;
    for (int k = 0; k < 3; ++k) {
        pair.aIds[k] = aIds[k];
        pair.bIds[k] = bIds[k] + apart;
        PointAt(a, aIds[k], 0, pair.a[k]);
        PointAt(b, bIds[k], 0, pair.b[k]);
    }
    svTriangleResult result;
    const bool known =
        svTriangleTriangle(&pair, &result) == SV_OK && result.meeting != SV_TRIANGLES_APART;
    for (int d = 0; d < 3; ++d) {
        shown->point[d] = known ? (result.segment[0][d] + result.segment[1][d]) / 2 : (double)NAN;
    }
}

void Check_ShowIntersections(Check* check, const svIntersections* found) {
    const size_t count =
        found->count < check->settings->show ? found->count : check->settings->show;
    for (size_t i = 0; i < count && Showing(check); ++i) {
        ShownPair shown = {.query = CHECK_TRIANGLES, .pair = found->pairs[i]};
        shown.meeting = found->meetings[i];
        Check_LocateTriangles(check, &shown);
        KeepEarliest(check, &shown);
    }
}
