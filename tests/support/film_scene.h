// A small scene on film: a waving sheet that rests for a while, a ring that stands still, and a
// soup whose vertices jump, some of them in no triangle.
#ifndef SELVAGE_TESTS_SUPPORT_FILM_SCENE_H
#define SELVAGE_TESTS_SUPPORT_FILM_SCENE_H

#include "viewer/film.h"

#include "selvage/mesh.h"

enum { FILM_SCENE_OBJECTS = 3 };

typedef struct FilmScene {
    svContext* context;
    svMesh* meshes[FILM_SCENE_OBJECTS];
    double* x[FILM_SCENE_OBJECTS]; // of the frame posed last
} FilmScene;

FilmScene FilmScene_Make(void);
void FilmScene_Free(FilmScene* scene);

const svTopology* FilmScene_Topology(const FilmScene* scene, uint32_t object);

// Positions of a frame.
void FilmScene_Pose(FilmScene* scene, size_t frame);

// What frame f has: faces in red, and so many pairs of each kind, of which at most `listed` are
// listed. Pair i of a kind is the same from everyone who asks.
bool FilmScene_IsRed(size_t frame, uint32_t object, uint32_t face);
uint64_t FilmScene_PairCount(size_t frame, FilmKind kind);
FilmPair FilmScene_Pair(const FilmScene* scene, size_t frame, FilmKind kind, uint64_t index);

// All frames taken, not finished. Frames have the numbers 10, 11 and so on.
Film* FilmScene_Film(FilmScene* scene, size_t byteLimit, size_t frameCount);

#endif
