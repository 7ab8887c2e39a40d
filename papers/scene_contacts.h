// A step of a scene with its contacts, found by the library: what a picture and a page of it show.
#ifndef SELVAGE_PAPERS_SCENE_CONTACTS_H
#define SELVAGE_PAPERS_SCENE_CONTACTS_H

#include "scene_picture.h"

#include "selvage/scene.h"
#include "viewer/film.h"

// Pieces of a mesh have a colour each, unless they are more than this.
enum { STEP_PARTS = 8 };

typedef struct StepPart {
    const char* name;
    uint32_t* triangles;
    svMesh* mesh;
    svPositions x[2];
    uint8_t* marks; // of each face: whether it is in contact
} StepPart;

typedef struct StepContacts {
    svContext* context;
    StepPart parts[STEP_PARTS];
    uint32_t partCount;
    svScene* scene;
    FilmPair* pairs; // some, of all kinds
    size_t pairCount;
    uint64_t counts[FILM_KIND_COUNT];
    double first; // time of the first contact; 1: there is none
} StepContacts;

// Finds them. May be freed after a failure as well, which is in the context's last error.
svStatus StepContacts_Find(svContext* context, const SceneStep* step, StepContacts* contacts);
void StepContacts_Free(StepContacts* contacts);

#endif
