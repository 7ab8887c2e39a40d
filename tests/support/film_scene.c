#include "support/film_scene.h"

#include "support/meshes.h"
#include "support/random.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>

enum { SHEET, RING, SOUP };

#define REST_BEGINS 20 // frames in which the sheet does not move
#define REST_ENDS 23

static svMesh* CreateFilmMesh(svContext* context, TestMesh list) {
    svMeshDef def = svDefaultMeshDef();
    def.triangles = list.triangles;
    def.triangleCount = list.triangleCount;
    def.vertexCount = list.vertexCount;
    svMesh* mesh = NULL;
    assert_int_equal(svMesh_Create(context, &def, &mesh), SV_OK);
    TestMesh_Free(&list);
    return mesh;
}

FilmScene FilmScene_Make(void) {
    FilmScene scene = {0};
    const svContextDef def = svDefaultContextDef();
    assert_int_equal(svContext_Create(&def, &scene.context), SV_OK);
    TestMesh soup = TestMesh_Tetrahedron();
    soup.vertexCount += 70; // more than a block, in no triangle
    scene.meshes[SHEET] = CreateFilmMesh(scene.context, TestMesh_Grid(13, 11));
    scene.meshes[RING] = CreateFilmMesh(scene.context, TestMesh_Torus(9, 7));
    scene.meshes[SOUP] = CreateFilmMesh(scene.context, soup);
    for (uint32_t i = 0; i < FILM_SCENE_OBJECTS; ++i) {
        scene.x[i] = calloc(FilmScene_Topology(&scene, i)->vertexCount, 3 * sizeof(double));
        assert_non_null(scene.x[i]);
    }
    return scene;
}

void FilmScene_Free(FilmScene* scene) {
    for (int i = 0; i < FILM_SCENE_OBJECTS; ++i) {
        svMesh_Destroy(scene->meshes[i]);
        free(scene->x[i]);
    }
    svContext_Destroy(scene->context);
}

const svTopology* FilmScene_Topology(const FilmScene* scene, uint32_t object) {
    return svMesh_GetTopology(scene->meshes[object]);
}

static void PoseSheet(double* x, size_t count, double time) {
    for (size_t v = 0; v < count; ++v) {
        const size_t row = v / 14, column = v % 14;
        const double u = (double)column / 13, w = (double)row / 11;
        x[3 * v] = u + 0.02 * time;
        x[3 * v + 1] = w;
        x[3 * v + 2] = 0.2 * sin(5 * u + 0.3 * time) - 0.001 * time * time;
    }
}

static void PoseRing(double* x, size_t count) {
    for (size_t v = 0; v < count; ++v) {
        const size_t around = v % 9, along = v / 9;
        const double a = 0.7 * (double)around, b = 0.9 * (double)along;
        x[3 * v] = (0.5 + 0.1 * cos(b)) * cos(a);
        x[3 * v + 1] = (0.5 + 0.1 * cos(b)) * sin(a);
        x[3 * v + 2] = 0.1 * sin(b) - 0.4;
    }
}

void FilmScene_Pose(FilmScene* scene, size_t frame) {
    const size_t rested = frame < REST_BEGINS ? frame
                          : frame < REST_ENDS ? REST_BEGINS
                                              : frame - (REST_ENDS - REST_BEGINS);
    PoseSheet(scene->x[SHEET], FilmScene_Topology(scene, SHEET)->vertexCount, (double)rested);
    PoseRing(scene->x[RING], FilmScene_Topology(scene, RING)->vertexCount);
    Random random = {77 + frame / 2};
    for (size_t i = 0; i < 3 * (size_t)FilmScene_Topology(scene, SOUP)->vertexCount; ++i) {
        const double far = i % 17 == 0 ? 50 : 1;
        scene->x[SOUP][i] = far * Random_Signed(&random);
    }
}

// Frames 18 to 21 and 37 are bad.
static bool IsBadFrame(size_t frame) {
    return (frame >= 18 && frame <= 21) || frame == 37;
}

bool FilmScene_IsRed(size_t frame, uint32_t object, uint32_t face) {
    return IsBadFrame(frame) && (face * 7 + object + frame) % 5 == 0;
}

uint64_t FilmScene_PairCount(size_t frame, FilmKind kind) {
    if (!IsBadFrame(frame)) {
        return 0;
    }
    return kind == FILM_VF ? FILM_PAIRS + frame : (uint64_t)kind;
}

FilmPair FilmScene_Pair(const FilmScene* scene, size_t frame, FilmKind kind, uint64_t index) {
    const uint32_t some = (uint32_t)(frame + index);
    const uint32_t faces = FilmScene_Topology(scene, SHEET)->triangleCount;
    FilmPair pair = {.kind = kind,
                     .a = {SHEET, {some % faces, some % 5}},
                     .b = {some % FILM_SCENE_OBJECTS, {some % 4, 1}},
                     .value = (double)(index % 1000) / 1000};
    for (int d = 0; d < 3; ++d) {
        pair.point[d] = 0.1 * d + 0.01 * (double)(index % 100);
    }
    return pair;
}

static void TakeFrame(FilmScene* scene, Film* film, size_t frame) {
    FilmScene_Pose(scene, frame);
    svPositions positions[FILM_SCENE_OBJECTS];
    for (uint32_t i = 0; i < FILM_SCENE_OBJECTS; ++i) {
        const svTopology* topology = FilmScene_Topology(scene, i);
        positions[i] = svPositions_Double(scene->x[i], topology->vertexCount);
        for (uint32_t face = 0; face < topology->triangleCount; ++face) {
            Film_Marks(film, i)[face] = FilmScene_IsRed(frame, i, face);
        }
    }
    uint64_t counts[FILM_KIND_COUNT];
    for (int k = 0; k < FILM_KIND_COUNT; ++k) {
        counts[k] = FilmScene_PairCount(frame, (FilmKind)k);
        for (uint64_t i = 0; i < counts[k]; ++i) {
            const FilmPair pair = FilmScene_Pair(scene, frame, (FilmKind)k, i);
            Film_AddPair(film, &pair);
        }
    }
    Film_AddFrame(film, frame + 10, positions, counts);
}

Film* FilmScene_Film(FilmScene* scene, size_t byteLimit, size_t frameCount) {
    static const char* const names[FILM_SCENE_OBJECTS] = {"sheet", "</script>ring", "soup"};
    Film* film = Film_Create(byteLimit, frameCount);
    for (uint32_t i = 0; i < FILM_SCENE_OBJECTS; ++i) {
        Film_AddObject(film, names[i], FilmScene_Topology(scene, i), i == RING);
    }
    for (size_t f = 0; f < frameCount; ++f) {
        TakeFrame(scene, film, f);
    }
    return film;
}
