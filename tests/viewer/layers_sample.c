// Records layers of a rolled-up cloth and a sheet across it, a film for each bounding volume:
// FOLDER/box.html and so on; and FOLDER/layers.json, what the library says of the same query.
// usage: layers_sample FOLDER

#include "support/meshes.h"
#include "support/test.h"
#include "viewer/film_layers.h"
#include "viewer/page.h"

#include "selvage/cone.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 24, ACROSS = 9, MESHES = 2 };

typedef struct Roll {
    svContext* context;
    svMesh* meshes[MESHES];
    svScene* scene;
    double* x[MESHES][2];
    uint32_t vertexCounts[MESHES];
} Roll;

static void PlaceRoll(double* x, uint32_t count, int time) {
    for (uint32_t v = 0; v < count; ++v) {
        const uint32_t column = v % (CELLS + 1), row = v / (CELLS + 1);
        const double s = (double)column / CELLS, t = (double)row / CELLS;
        const double angle = 9 * s, radius = 1 + 0.05 * s - (time == 1 ? 0.08 * s : 0);
        x[3 * v] = 100 + radius * cos(angle);
        x[3 * v + 1] = -3 + radius * sin(angle);
        x[3 * v + 2] = 2 * t + 0.01 * sin(20 * t + 7 * s);
    }
}

static void PlaceSheet(double* x, uint32_t count) {
    for (uint32_t v = 0; v < count; ++v) {
        const uint32_t column = v % (ACROSS + 1), row = v / (ACROSS + 1);
        x[3 * v] = 99 + 2 * (double)column / ACROSS;
        x[3 * v + 1] = -3.3 + 0.5 * (double)row / ACROSS;
        x[3 * v + 2] = 1.02 + 0.1 * x[3 * v + 1];
    }
}

static Roll OpenRoll(svVolume volume) {
    Roll roll = {0};
    const svContextDef contextDef = svDefaultContextDef();
    assert_int_equal(svContext_Create(&contextDef, &roll.context), SV_OK);
    svSceneDef sceneDef = svDefaultSceneDef();
    sceneDef.volume = volume;
    sceneDef.selfCulling = SV_SELF_CULLING_ON;
    assert_int_equal(svScene_Create(roll.context, &sceneDef, &roll.scene), SV_OK);
    for (int m = 0; m < MESHES; ++m) {
        TestMesh list = m == 0 ? TestMesh_Grid(CELLS, CELLS) : TestMesh_Grid(ACROSS, ACROSS);
        svMeshDef def = svDefaultMeshDef();
        def.triangles = list.triangles;
        def.triangleCount = list.triangleCount;
        def.vertexCount = roll.vertexCounts[m] = list.vertexCount;
        assert_int_equal(svMesh_Create(roll.context, &def, &roll.meshes[m]), SV_OK);
        TestMesh_Free(&list);
        for (int time = 0; time < 2; ++time) {
            roll.x[m][time] = calloc(def.vertexCount, 3 * sizeof(double));
            assert_non_null(roll.x[m][time]);
            if (m == 0) {
                PlaceRoll(roll.x[m][time], roll.vertexCounts[m], time);
            } else {
                PlaceSheet(roll.x[m][time], roll.vertexCounts[m]);
            }
        }
        const svPositions x0 = svPositions_Double(roll.x[m][0], def.vertexCount);
        const svPositions x1 = svPositions_Double(roll.x[m][1], def.vertexCount);
        assert_int_equal(svMesh_SetMotion(roll.meshes[m], &x0, &x1), SV_OK);
        assert_int_equal(svScene_Add(roll.scene, roll.meshes[m], NULL, NULL), SV_OK);
    }
    return roll;
}

static void CloseRoll(Roll* roll) {
    svScene_Destroy(roll->scene);
    for (int m = 0; m < MESHES; ++m) {
        svMesh_Destroy(roll->meshes[m]);
        free(roll->x[m][0]);
        free(roll->x[m][1]);
    }
    svContext_Destroy(roll->context);
}

static void DescribeRoll(Json* json, void* user) {
    (void)user;
    Json_Text(json, "version", "sample");
    Json_Flag(json, "sequence", false);
}

// Two frames, with layers of the step between them and of the instant at its end.
static void WriteRoll(Roll* roll, const char* folder, const char* name) {
    static const char* const names[MESHES] = {"roll", "sheet"};
    static const uint64_t none[FILM_KIND_COUNT];
    Film* film = Film_Create(10000000, 2);
    for (uint32_t m = 0; m < MESHES; ++m) {
        Film_AddObject(film, names[m], svMesh_GetTopology(roll->meshes[m]), m == 1);
    }
    for (size_t f = 0; f < 2; ++f) {
        svPositions x[MESHES];
        for (int m = 0; m < MESHES; ++m) {
            x[m] = svPositions_Double(roll->x[m][f], roll->vertexCounts[m]);
        }
        Film_AddFrame(film, f, x, none);
    }
    FilmLayersDef def = {.scene = roll->scene, .step = true, .frame = 0};
    assert_int_equal(Film_RecordLayers(film, &def), SV_OK);
    for (int m = 0; m < MESHES; ++m) {
        const svPositions x1 = svPositions_Double(roll->x[m][1], roll->vertexCounts[m]);
        assert_int_equal(svMesh_SetMotion(roll->meshes[m], &x1, &x1), SV_OK);
    }
    def = (FilmLayersDef){.scene = roll->scene, .step = false, .frame = 1};
    assert_int_equal(Film_RecordLayers(film, &def), SV_OK);
    size_t needed;
    assert_true(Film_Finish(film, &needed));
    assert_int_equal(Film_LayerCount(film), 2);
    assert_int_equal(Film_LostLayerCount(film), 0);
    char path[1024];
    snprintf(path, sizeof(path), "%s/%s.html", folder, name);
    FILE* stream = fopen(path, "w");
    assert_non_null(stream);
    ViewerPage_Write(stream, film, DescribeRoll, NULL);
    fclose(stream);
    Film_Destroy(film);
}

// ---- what the library says ---------------------------------------------------------------------

static void WriteWatchedPairs(const svStageBlock* block, void* user) {
    Json* json = user;
    for (size_t i = 0; i < block->count && block->items != NULL; ++i) {
        const double row[3] = {block->level, block->items[i][0], block->items[i][1]};
        Json_Numbers(json, NULL, row, 3);
    }
}

static void CountCandidates(const svStageBlock* block, void* user) {
    ((double*)user)[block->kind] += (double)block->count;
}

static void WriteContactList(Json* json, const svContacts* contacts) {
    Json_BeginArray(json, "contacts");
    for (int kind = 0; kind < 2; ++kind) {
        const svContactList* list = kind == 0 ? &contacts->vf : &contacts->ee;
        for (size_t i = 0; i < list->count; ++i) {
            const double* n = list->shapes[i].normal;
            const double row[9] = {kind,
                                   list->times[i].lo,
                                   n[0],
                                   n[1],
                                   n[2],
                                   list->pairs[i].meshA,
                                   list->pairs[i].a,
                                   list->pairs[i].meshB,
                                   list->pairs[i].b};
            Json_Numbers(json, NULL, row, 9);
        }
    }
    Json_EndArray(json);
}

static svMovingTriangle FaceOf(const Roll* roll, uint32_t mesh, uint32_t face) {
    svMovingTriangle triangle;
    const uint32_t* corners = svMesh_GetTopology(roll->meshes[mesh])->triangles + 3 * (size_t)face;
    for (int k = 0; k < 3; ++k) {
        for (int d = 0; d < 3; ++d) {
            triangle.x0[k][d] = roll->x[mesh][0][3 * corners[k] + (uint32_t)d];
            triangle.x1[k][d] = roll->x[mesh][1][3 * corners[k] + (uint32_t)d];
        }
    }
    return triangle;
}

// With the control normals of its faces and the AND of their masks.
static void WriteLeaf(Json* json, const Roll* roll, uint32_t index) {
    svBvhLeaf leaf;
    assert_int_equal(svScene_GetLeaf(roll->scene, index, &leaf), SV_OK);
    Json_BeginObject(json, NULL);
    Json_Count(json, "mesh", leaf.mesh);
    Json_BeginArray(json, "faces");
    for (uint32_t f = 0; f < leaf.faceCount; ++f) {
        Json_Count(json, NULL, leaf.faces[f]);
    }
    Json_EndArray(json);
    uint64_t mask = UINT64_MAX;
    Json_BeginArray(json, "normals");
    for (uint32_t f = 0; f < leaf.faceCount; ++f) {
        const svMovingTriangle triangle = FaceOf(roll, leaf.mesh, leaf.faces[f]);
        const svControlNormals normals = svControlNormals_Of(&triangle, true);
        mask &= svDirectionSet_MaskOfTriangle(SV_DIRECTION_SET_26, &triangle, true);
        for (int k = 0; k < normals.count; ++k) {
            Json_Numbers(json, NULL, normals.normal[k], 3);
        }
    }
    Json_EndArray(json);
    Json_Count(json, "mask", mask);
    Json_EndObject(json);
}

static void WriteLevel(Json* json, const Roll* roll, const svBvhShape* shape, uint32_t level) {
    const uint32_t numbers = svVolume_Numbers(shape->volume);
    Json_BeginArray(json, NULL);
    for (uint32_t i = 0; i < shape->itemCount[level]; ++i) {
        double row[37];
        uint8_t isFree;
        assert_int_equal(svScene_GetSelfFree(roll->scene, level, i, 1, &isFree), SV_OK);
        for (int time = 0; time < 2; ++time) {
            assert_int_equal(
                svScene_GetBounds(roll->scene, level, i, 1, time, row + (size_t)time * numbers),
                SV_OK);
        }
        row[2 * numbers] = isFree;
        Json_Numbers(json, NULL, row, (int)(2 * numbers + 1));
    }
    Json_EndArray(json);
}

static void WriteLibrary(Json* json, const Roll* roll) {
    double candidates[2] = {0, 0};
    svDetectDef def = svDefaultDetectDef();
    def.detail = SV_DETAIL_SHAPE;
    svContacts contacts;
    Json_BeginArray(json, "items");
    svWatch watch = {1u << SV_STAGE_NODES | 1u << SV_STAGE_LEAVES, WriteWatchedPairs, json};
    def.query.watch = &watch;
    assert_int_equal(svScene_Detect(roll->scene, &def, &contacts), SV_OK);
    Json_EndArray(json);
    watch = (svWatch){1u << SV_STAGE_CANDIDATES, CountCandidates, candidates};
    assert_int_equal(svScene_Detect(roll->scene, &def, &contacts), SV_OK);
    Json_Numbers(json, "candidates", candidates, 2);
    WriteContactList(json, &contacts);
    svBvhShape shape;
    assert_int_equal(svScene_GetBvh(roll->scene, &shape), SV_OK);
    Json_BeginArray(json, "leaves");
    for (uint32_t i = 0; i < shape.itemCount[0]; ++i) {
        WriteLeaf(json, roll, i);
    }
    Json_EndArray(json);
    Json_BeginArray(json, "levels");
    for (uint32_t level = 0; level < shape.levelCount; ++level) {
        WriteLevel(json, roll, &shape, level);
    }
    Json_EndArray(json);
    svIntersections found; // at the end of the step
    svIntersectDef end = svDefaultIntersectDef();
    end.time = 1;
    assert_int_equal(svScene_Intersect(roll->scene, &end, &found), SV_OK);
    Json_Count(json, "tested", found.stats.tested);
    Json_Count(json, "intersecting", found.total);
}

static void WriteDirections(Json* json) {
    Json_BeginArray(json, "directions");
    for (int k = 0; k < svDirectionSet_Count(SV_DIRECTION_SET_26); ++k) {
        double direction[3];
        svDirectionSet_Get(SV_DIRECTION_SET_26, k, direction);
        Json_Numbers(json, NULL, direction, 3);
    }
    Json_EndArray(json);
}

int main(int argc, char** argv) {
    if (argc != 2) {
        fputs("usage: layers_sample FOLDER\n", stderr);
        return 2;
    }
    char path[1024];
    snprintf(path, sizeof(path), "%s/layers.json", argv[1]);
    FILE* stream = fopen(path, "w");
    assert_non_null(stream);
    Json json = Json_Make(stream);
    Json_BeginObject(&json, NULL);
    WriteDirections(&json);
    for (int volume = 0; volume < SV_VOLUME_ENUM_COUNT; ++volume) {
        const char* name = svVolume_Name((svVolume)volume);
        Roll roll = OpenRoll((svVolume)volume);
        Json_BeginObject(&json, name);
        WriteLibrary(&json, &roll);
        Json_EndObject(&json);
        WriteRoll(&roll, argv[1], name);
        CloseRoll(&roll);
    }
    Json_EndObject(&json);
    fclose(stream);
    return 0;
}
