// Meshes of any place and size in, a scene around the origin out.
//
// Halves are subtracted, never wholes, and lengths are taken of what was divided by the largest
// side: nothing overflows, and nothing that has an extent becomes a point.

#include "still_scene.h"

#include "report/terminal.h"

#include <math.h>
#include <stdlib.h>

// Coordinates beyond are brought here: what is so far off is not looked at.
#define FARTHEST 1e6
// Cosine of the angle between triangles beyond which there is an edge between them.
#define CREASE 0.35f
#define LARGE 0.05     // area of a face that is large
#define ORIENTED 20000 // triangles that are looked at to find which side is out
#define SIDED 0.25     // of what a sphere would have: then the outside is that away from the middle

typedef struct ExtentBox {
    double low[3], high[3];
} ExtentBox;

static ExtentBox NoExtent(void) {
    const double inf = (double)INFINITY;
    return (ExtentBox){{inf, inf, inf}, {-inf, -inf, -inf}};
}

static bool HasExtent(const ExtentBox* box) {
    return box->low[0] <= box->high[0];
}

static void WidenExtent(ExtentBox* box, const double low[3], const double high[3]) {
    for (int d = 0; d < 3; ++d) {
        box->low[d] = low[d] < box->low[d] ? low[d] : box->low[d];
        box->high[d] = high[d] > box->high[d] ? high[d] : box->high[d];
    }
}

// Half the diagonal; 0 if it is empty.
static double HalfDiagonal(const ExtentBox* box) {
    if (!HasExtent(box)) {
        return 0;
    }
    double half[3], largest = 0, sum = 0;
    for (int d = 0; d < 3; ++d) {
        half[d] = box->high[d] / 2 - box->low[d] / 2;
        largest = half[d] > largest ? half[d] : largest;
    }
    for (int d = 0; d < 3 && largest > 0; ++d) {
        sum += half[d] / largest * (half[d] / largest);
    }
    return largest * sqrt(sum);
}

static ExtentBox MeshExtent(const StillMesh* mesh) {
    ExtentBox box = NoExtent();
    for (size_t i = 0; i < mesh->positions.count; ++i) {
        double x[3];
        svPositions_Get(&mesh->positions, i, x);
        WidenExtent(&box, x, x);
    }
    return box;
}

// Meshes that say where to look: those that move, and resting ones that are not much larger. As
// Stage.#subjects in web/src/stage.js.
static ExtentBox ChooseSubjects(const StillDef* def, StillScene* scene) {
    ExtentBox* boxes = Terminal_Allocate(def->meshCount, sizeof(*boxes));
    ExtentBox moving = NoExtent(), subjects = NoExtent(), all = NoExtent();
    for (size_t i = 0; i < def->meshCount; ++i) {
        boxes[i] = MeshExtent(&def->meshes[i]);
        WidenExtent(&all, boxes[i].low, boxes[i].high);
        if (!def->meshes[i].still) {
            WidenExtent(&moving, boxes[i].low, boxes[i].high);
        }
    }
    const double size = HasExtent(&moving) ? HalfDiagonal(&moving) : (double)INFINITY;
    for (size_t i = 0; i < def->meshCount; ++i) {
        scene->subject[i] = !def->meshes[i].still || HalfDiagonal(&boxes[i]) / 2 < size;
        if (scene->subject[i]) {
            WidenExtent(&subjects, boxes[i].low, boxes[i].high);
        }
    }
    for (size_t i = 0; i < def->volumeCount && !HasExtent(&all); ++i) {
        const StillVolume* volume = &def->volumes[i];
        WidenExtent(&subjects, volume->low, volume->sphere ? volume->low : volume->high);
    }
    free(boxes);
    return subjects;
}

static double Clamped(double value) {
    return !(value > -FARTHEST) ? -FARTHEST : value > FARTHEST ? FARTHEST : value;
}

svVec3 StillScene_Direction(const StillScene* scene, const double direction[3]) {
    return scene->zUp ? svVec3_Make(direction[0], direction[2], -direction[1])
                      : svVec3_From(direction);
}

svVec3 StillScene_Point(const StillScene* scene, const double point[3]) {
    double x[3];
    for (int d = 0; d < 3; ++d) {
        x[d] = Clamped((point[d] - scene->centre[d]) / scene->radius);
    }
    return StillScene_Direction(scene, x);
}

static double StillFaceArea(const StillScene* scene, const uint32_t* v) {
    const svVec3 a = StillScene_Vertex(scene, v[0]);
    return svVec3_Length(svVec3_Cross(svVec3_Sub(StillScene_Vertex(scene, v[1]), a),
                                      svVec3_Sub(StillScene_Vertex(scene, v[2]), a))) /
           2;
}

static void CopyMesh(StillScene* scene, const StillDef* def, size_t index) {
    const StillMesh* mesh = &def->meshes[index];
    const uint32_t first = (uint32_t)scene->vertexCount;
    for (size_t i = 0; i < mesh->positions.count; ++i) {
        double x[3];
        svPositions_Get(&mesh->positions, i, x);
        const svVec3 at = StillScene_Point(scene, x);
        float* to = scene->x[scene->vertexCount++];
        to[0] = (float)at.x;
        to[1] = (float)at.y;
        to[2] = (float)at.z;
        scene->low = at.y < scene->low ? at.y : scene->low;
        scene->high = at.y > scene->high ? at.y : scene->high;
    }
    const int paint = (scene->subject[index] ? (int)(index % PAINT_COLOURS) : PAINT_BACKDROP) |
                      (mesh->wire ? PAINT_WIRE : 0);
    for (size_t i = 0; i < mesh->triangleCount; ++i) {
        const bool marked = mesh->marks != NULL && mesh->marks[i] != 0;
        scene->paints[scene->triangleCount] = (uint8_t)(paint | (marked ? PAINT_MARKED : 0));
        for (size_t k = 0; k < 3; ++k) {
            scene->triangles[scene->triangleCount][k] = first + mesh->triangles[3 * i + k];
        }
        if (StillFaceArea(scene, scene->triangles[scene->triangleCount]) > LARGE) {
            scene->paints[scene->triangleCount] |= PAINT_LARGE;
        }
        ++scene->triangleCount;
    }
}

// A triangle's direction of length 1 (0: it has no area), and its area doubled.
typedef struct FaceNormal {
    float n[3], area;
} FaceNormal;

static FaceNormal FaceNormalOf(const StillScene* scene, const uint32_t* v) {
    const svVec3 a = StillScene_Vertex(scene, v[0]);
    const svVec3 n = svVec3_Cross(svVec3_Sub(StillScene_Vertex(scene, v[1]), a),
                                  svVec3_Sub(StillScene_Vertex(scene, v[2]), a));
    const double area = svVec3_Length(n);
    if (!(area > 0)) {
        return (FaceNormal){0};
    }
    return (FaceNormal){{(float)(n.x / area), (float)(n.y / area), (float)(n.z / area)},
                        (float)area};
}

// The triangles of each vertex, one after another: those of v begin at the returned [v].
static size_t* FindFans(const StillScene* scene, uint32_t* fans) {
    size_t* begins = Terminal_Allocate(scene->vertexCount + 2, sizeof(*begins));
    for (size_t i = 0; i < 3 * scene->triangleCount; ++i) {
        ++begins[scene->triangles[i / 3][i % 3] + 2];
    }
    for (size_t v = 2; v < scene->vertexCount + 2; ++v) {
        begins[v] += begins[v - 1];
    }
    for (size_t i = 0; i < 3 * scene->triangleCount; ++i) {
        fans[begins[scene->triangles[i / 3][i % 3] + 1]++] = (uint32_t)(i / 3);
    }
    return begins;
}

// At a corner of a triangle: the mean of those around the vertex that face nearly as it does, by
// their areas. A surface that turns more than that between two triangles has an edge there.
static void SmoothCorner(const FaceNormal* faces, const uint32_t* fan, size_t count,
                         const FaceNormal* own, float normal[3]) {
    float sum[3] = {0, 0, 0};
    for (size_t i = 0; i < count; ++i) {
        const FaceNormal* face = &faces[fan[i]];
        const float cosine =
            face->n[0] * own->n[0] + face->n[1] * own->n[1] + face->n[2] * own->n[2];
        const float weight = cosine > CREASE ? face->area : cosine < -CREASE ? -face->area : 0;
        for (int d = 0; d < 3; ++d) { // wound the other way, it faces the other way
            sum[d] += weight * face->n[d];
        }
    }
    const svVec3 all = svVec3_Make((double)sum[0], (double)sum[1], (double)sum[2]);
    const double length = svVec3_Length(all);
    for (int d = 0; d < 3; ++d) {
        normal[d] = length > 0 ? (float)((double)sum[d] / length) : own->n[d];
    }
}

static void FindStillNormals(StillScene* scene) {
    FaceNormal* faces = Terminal_Allocate(scene->triangleCount, sizeof(*faces));
    uint32_t* fans = Terminal_Allocate(scene->triangleCount, 3 * sizeof(*fans));
    for (size_t i = 0; i < scene->triangleCount; ++i) {
        faces[i] = FaceNormalOf(scene, scene->triangles[i]);
    }
    size_t* begins = FindFans(scene, fans);
    for (size_t i = 0; i < scene->triangleCount; ++i) {
        for (int k = 0; k < 3; ++k) {
            const size_t v = scene->triangles[i][k];
            SmoothCorner(faces, fans + begins[v], begins[v + 1] - begins[v], &faces[i],
                         scene->normals[i][k]);
        }
    }
    free(faces);
    free(fans);
    free(begins);
}

// Whether the surface is wound such that its inside faces out, or the eye: as Surface.orient in
// web/src/surface.js.
static bool IsInsideOut(const StillScene* scene, size_t first, size_t end, svVec3 from) {
    svVec3 middle = {0};
    const size_t every = (end - first) / ORIENTED + 1;
    for (size_t i = first; i < end; i += every) {
        const svVec3 a = StillScene_Vertex(scene, scene->triangles[i][0]);
        middle = svVec3_AddScaled(middle, (double)every / (double)(end - first), a);
    }
    double outwards = 0, towards = 0, sizes = 0;
    for (size_t i = first; i < end; i += every) {
        const uint32_t* v = scene->triangles[i];
        const FaceNormal face = FaceNormalOf(scene, v);
        const svVec3 away = svVec3_Sub(StillScene_Vertex(scene, v[0]), middle);
        const svVec3 n =
            svVec3_Scale((double)face.area,
                         svVec3_Make((double)face.n[0], (double)face.n[1], (double)face.n[2]));
        outwards += svVec3_Dot(n, away);
        towards += svVec3_Dot(n, from);
        sizes += (double)face.area * svVec3_Length(away);
    }
    return (fabs(outwards) > SIDED * sizes ? outwards : towards) < 0;
}

void StillScene_Orient(StillScene* scene, const StillDef* def, svVec3 from) {
    size_t first = 0;
    for (size_t m = 0; m < def->meshCount; ++m) {
        const size_t end = first + def->meshes[m].triangleCount;
        const bool turned = IsInsideOut(scene, first, end, from);
        for (size_t i = first; i < end && turned; ++i) {
            const uint32_t second = scene->triangles[i][1];
            scene->triangles[i][1] = scene->triangles[i][2];
            scene->triangles[i][2] = second;
        }
        first = end;
    }
    FindStillNormals(scene);
}

// Large faces are painted red only slightly; but where no other face is, they are what collides.
static void KeepSomeRed(StillScene* scene) {
    for (size_t i = 0; i < scene->triangleCount; ++i) {
        if ((scene->paints[i] & (PAINT_MARKED | PAINT_LARGE)) == PAINT_MARKED) {
            return;
        }
    }
    for (size_t i = 0; i < scene->triangleCount; ++i) {
        scene->paints[i] = (uint8_t)(scene->paints[i] & ~PAINT_LARGE);
    }
}

StillScene StillScene_Make(const StillDef* def) {
    StillScene scene = {.radius = 1, .zUp = def->up == 'z'};
    size_t vertices = 0, triangles = 0;
    for (size_t i = 0; i < def->meshCount; ++i) {
        vertices += def->meshes[i].positions.count;
        triangles += def->meshes[i].triangleCount;
    }
    scene.x = Terminal_Allocate(vertices, sizeof(*scene.x));
    scene.normals = Terminal_Allocate(triangles, sizeof(*scene.normals));
    scene.triangles = Terminal_Allocate(triangles, sizeof(*scene.triangles));
    scene.paints = Terminal_Allocate(triangles, sizeof(*scene.paints));
    scene.subject = Terminal_Allocate(def->meshCount, sizeof(*scene.subject));
    scene.places = Terminal_Allocate(def->placeCount, sizeof(*scene.places));
    const ExtentBox box = ChooseSubjects(def, &scene);
    const double half = HalfDiagonal(&box);
    scene.radius = half > 0 ? half : 1;
    for (int d = 0; d < 3 && HasExtent(&box); ++d) {
        scene.centre[d] = box.low[d] / 2 + box.high[d] / 2;
    }
    for (size_t i = 0; i < def->meshCount; ++i) {
        CopyMesh(&scene, def, i);
    }
    KeepSomeRed(&scene);
    for (size_t i = 0; i < def->placeCount; ++i) {
        scene.places[scene.placeCount++] = StillScene_Point(&scene, def->places[i]);
    }
    return scene;
}

void StillScene_Free(StillScene* scene) {
    free(scene->x);
    free(scene->normals);
    free(scene->triangles);
    free(scene->paints);
    free(scene->subject);
    free(scene->places);
    *scene = (StillScene){0};
}
