// A cloth that is folded over and sags through itself during a step: which of its vertices, edges
// and faces collide, when and where; and which triangles intersect in the end.

#include "selvage/selvage.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 12, WIDTH = 4, VERTICES = (LENGTH + 1) * (WIDTH + 1), FACES = 2 * LENGTH * WIDTH };

// A strip that runs right, turns over and comes back 0.2 above itself. Its end hangs by `sag`.
static void Fold(double sag, double x[VERTICES][3]) {
    const double radius = 0.1, pi = 3.14159265358979323846;
    for (int i = 0; i <= LENGTH; ++i) {
        const double s = 2.3 * i / LENGTH; // along the strip
        const double turn = s < 1 ? 0 : s > 1.3 ? pi : (s - 1) / 0.3 * pi;
        const double back = s > 1.3 ? s - 1.3 : 0;
        for (int j = 0; j <= WIDTH; ++j) {
            double* point = x[i * (WIDTH + 1) + j];
            point[0] = (s < 1 ? s : 1) + radius * sin(turn) - back;
            point[1] = 0.2 * j + 0.05 * back; // a little askew, so that nothing lies just so
            point[2] = radius * (1 - cos(turn)) - sag * back * back;
        }
    }
}

static void Triangulate(uint32_t triangles[FACES][3]) {
    for (uint32_t i = 0, f = 0; i < LENGTH; ++i) {
        for (uint32_t j = 0; j < WIDTH; ++j, f += 2) {
            const uint32_t v = i * (WIDTH + 1) + j, right = v + WIDTH + 1;
            triangles[f][0] = triangles[f + 1][0] = v;
            triangles[f][1] = right;
            triangles[f][2] = triangles[f + 1][1] = right + 1;
            triangles[f + 1][2] = v + 1;
        }
    }
}

// One line of words for any failure; the context knows the place.
static void Require(const svContext* context, svStatus status) {
    if (status != SV_OK) {
        fprintf(stderr, "%s: %s\n", svStatus_Text(status),
                context == NULL ? "" : svContext_LastError(context));
        exit(2);
    }
}

static void PrintContacts(const svContacts* contacts, const svTopology* topology) {
    printf("%zu vertex-face and %zu edge-edge contacts, hash %016llx\n", contacts->vf.count,
           contacts->ee.count, (unsigned long long)contacts->hash);
    for (size_t i = 0; i < contacts->vf.count && i < 3; ++i) {
        const svFeaturePair pair = contacts->vf.pairs[i];
        const svContactShape* shape = &contacts->vf.shapes[i];
        printf("vertex %u - face %u: t = %.6f, weights %.3f %.3f %.3f, normal %.3f %.3f %.3f\n",
               pair.a, pair.b, contacts->vf.times[i].lo, shape->weights[1], shape->weights[2],
               shape->weights[3], shape->normal[0], shape->normal[1], shape->normal[2]);
    }
    for (size_t i = 0; i < contacts->ee.count && i < 3; ++i) {
        const svFeaturePair pair = contacts->ee.pairs[i];
        const uint32_t *a = topology->edges + 2 * (size_t)pair.a,
                       *b = topology->edges + 2 * (size_t)pair.b;
        const double* weights = contacts->ee.shapes[i].weights;
        printf("edge (%u, %u) - edge (%u, %u): t = %.6f, weights %.3f %.3f and %.3f %.3f\n", a[0],
               a[1], b[0], b[1], contacts->ee.times[i].lo, weights[0], weights[1], weights[2],
               weights[3]);
    }
}

static void PrintIntersections(const svIntersections* found) {
    static const char* const words[] = {"apart", "touching", "crossing", "coplanar"};
    printf("%zu pairs of triangles intersect in the end\n", found->count);
    for (size_t i = 0; i < found->count && i < 3; ++i) {
        const svSegment* s = &found->segments[i];
        printf("face %u - face %u: %s from (%.3f, %.3f, %.3f) to (%.3f, %.3f, %.3f)\n",
               found->pairs[i].a, found->pairs[i].b, words[found->meetings[i]], s->ends[0][0],
               s->ends[0][1], s->ends[0][2], s->ends[1][0], s->ends[1][1], s->ends[1][2]);
    }
}

int main(void) {
    static double x0[VERTICES][3], x1[VERTICES][3];
    static uint32_t triangles[FACES][3];
    Fold(0, x0);
    Fold(0.4, x1);
    Triangulate(triangles);

    const svContextDef contextDef = svDefaultContextDef();
    svContext* context = NULL;
    Require(NULL, svContext_Create(&contextDef, &context));

    svMeshDef meshDef = svDefaultMeshDef();
    meshDef.triangles = triangles[0];
    meshDef.triangleCount = FACES;
    meshDef.vertexCount = VERTICES;
    meshDef.name = "cloth";
    svMesh* mesh = NULL;
    Require(context, svMesh_Create(context, &meshDef, &mesh));

    const svSceneDef sceneDef = svDefaultSceneDef();
    svScene* scene = NULL;
    Require(context, svScene_Create(context, &sceneDef, &scene));
    Require(context, svScene_Add(scene, mesh, NULL, NULL));

    // Where the vertices are at both ends of the step. In a simulation these lines repeat.
    const svPositions from = svPositions_Double(x0[0], VERTICES);
    const svPositions to = svPositions_Double(x1[0], VERTICES);
    Require(context, svMesh_SetMotion(mesh, &from, &to));

    svDetectDef detect = svDefaultDetectDef();
    detect.detail = SV_DETAIL_SHAPE; // times, weights and normals
    svContacts contacts;
    Require(context, svScene_Detect(scene, &detect, &contacts));
    PrintContacts(&contacts, svMesh_GetTopology(mesh));

    svIntersectDef intersect = svDefaultIntersectDef();
    intersect.time = 1; // at the end of the step
    intersect.segments = true;
    svIntersections intersections;
    Require(context, svScene_Intersect(scene, &intersect, &intersections));
    PrintIntersections(&intersections);

    svScene_Destroy(scene);
    svMesh_Destroy(mesh);
    svContext_Destroy(context);
    return 0;
}
