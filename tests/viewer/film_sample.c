// Writes the film of support/film_scene.h twice, for read_film.mjs: FOLDER/all.html, and
// FOLDER/few.html below a limit that leaves frames out; and FOLDER/expected.json, what was filmed.
// usage: film_sample FOLDER

#include "support/film_scene.h"
#include "support/test.h"
#include "viewer/page.h"

#include <stdio.h>
#include <stdlib.h>

#define FRAMES 90

static FILE* OpenIn(const char* folder, const char* name) {
    char path[1024];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE* stream = fopen(path, "w");
    assert_non_null(stream);
    return stream;
}

static void DescribeSample(Json* json, void* user) {
    (void)user;
    Json_Text(json, "version", "<sample>");
    Json_Flag(json, "sequence", true);
}

// Returns the size of the film.
static size_t WriteSample(const char* folder, const char* name, size_t limit) {
    FilmScene scene = FilmScene_Make();
    Film* film = FilmScene_Film(&scene, limit, FRAMES);
    size_t needed = 0;
    assert_true(Film_Finish(film, &needed));
    FILE* stream = OpenIn(folder, name);
    ViewerPage_Write(stream, film, DescribeSample, NULL);
    const long size = ftell(stream);
    fclose(stream);
    Film_Destroy(film);
    FilmScene_Free(&scene);
    return ((size_t)size - ViewerPage_Size()) / 4 * 3;
}

static void WriteObject(Json* json, const FilmScene* scene, size_t frame, uint32_t object) {
    const svTopology* topology = FilmScene_Topology(scene, object);
    Json_BeginObject(json, NULL);
    Json_BeginArray(json, "x");
    for (size_t v = 0; v < topology->vertexCount; ++v) {
        Json_Numbers(json, NULL, scene->x[object] + 3 * v, 3);
    }
    Json_EndArray(json);
    Json_BeginArray(json, "red");
    for (uint32_t face = 0; face < topology->triangleCount; ++face) {
        if (FilmScene_IsRed(frame, object, face)) {
            Json_Count(json, NULL, face);
        }
    }
    Json_EndArray(json);
    Json_EndObject(json);
}

static void WritePairs(Json* json, const FilmScene* scene, size_t frame) {
    Json_BeginArray(json, "pairs");
    for (int k = 0; k < FILM_KIND_COUNT; ++k) {
        const uint64_t count = FilmScene_PairCount(frame, (FilmKind)k);
        for (uint64_t i = 0; i < count && i < FILM_PAIRS; ++i) {
            const FilmPair p = FilmScene_Pair(scene, frame, (FilmKind)k, i);
            const double row[] = {k,          p.a.object, p.a.ids[0], p.a.ids[1],
                                  p.b.object, p.b.ids[0], p.b.ids[1], p.value,
                                  p.point[0], p.point[1], p.point[2]};
            Json_Numbers(json, NULL, row, 11);
        }
    }
    Json_EndArray(json);
}

static void WriteExpected(const char* folder) {
    FilmScene scene = FilmScene_Make();
    FILE* stream = OpenIn(folder, "expected.json");
    Json json = Json_Make(stream);
    Json_BeginObject(&json, NULL);
    Json_BeginArray(&json, "triangles");
    for (uint32_t i = 0; i < FILM_SCENE_OBJECTS; ++i) {
        const svTopology* topology = FilmScene_Topology(&scene, i);
        Json_BeginArray(&json, NULL);
        for (size_t k = 0; k < 3 * (size_t)topology->triangleCount; ++k) {
            Json_Count(&json, NULL, topology->triangles[k]);
        }
        Json_EndArray(&json);
    }
    Json_EndArray(&json);
    Json_BeginArray(&json, "frames");
    for (size_t f = 0; f < FRAMES; ++f) {
        FilmScene_Pose(&scene, f);
        Json_BeginObject(&json, NULL);
        Json_BeginArray(&json, "objects");
        for (uint32_t i = 0; i < FILM_SCENE_OBJECTS; ++i) {
            WriteObject(&json, &scene, f, i);
        }
        Json_EndArray(&json);
        WritePairs(&json, &scene, f);
        Json_EndObject(&json);
    }
    Json_EndArray(&json);
    Json_EndObject(&json);
    fclose(stream);
    FilmScene_Free(&scene);
}

int main(int argc, char** argv) {
    if (argc != 2) {
        fputs("usage: film_sample FOLDER\n", stderr);
        return 2;
    }
    const size_t size = WriteSample(argv[1], "all.html", SIZE_MAX / 2);
    WriteSample(argv[1], "few.html", size / 4 * 3);
    WriteExpected(argv[1]);
    return 0;
}
