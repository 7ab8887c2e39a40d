// A film: meshes in motion and the places where they collide, taken frame by frame and packed for
// the page that shows it (page.h). It stays below a limit: where all frames do not fit, those far
// from any collision go first, in groups, and the page tells which are left out.
//
// Coordinates are rounded, to a 512th of the mean edge of the finest object where that fits and a
// 64th at worst; what is red, listed and counted comes from the exact queries, not from them.
#ifndef SELVAGE_VIEWER_FILM_H
#define SELVAGE_VIEWER_FILM_H

#include "report/json.h"

#include "selvage/topology.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Film Film;

// What was looked for, and with it the kind of a pair.
typedef enum FilmKind {
    FILM_TRIANGLES, // triangles that intersect in a frame
    FILM_NEAR_VF,   // nearer than the thickness in a frame
    FILM_NEAR_EE,
    FILM_VF, // contact during the step to the next frame
    FILM_EE,
    FILM_KIND_COUNT
} FilmKind;

// A vertex, a face (one id) or an edge (its two vertices) of an object.
typedef struct FilmFeature {
    uint32_t object, ids[2];
} FilmFeature;

// A pair to list and to fly to.
typedef struct FilmPair {
    FilmKind kind;
    FilmFeature a, b;
    double value; // FILM_VF, FILM_EE: time of impact; FILM_NEAR_*: distance; else 0
    double point[3];
} FilmPair;

// Pairs of each kind and frame that are listed; callers choose which.
#define FILM_PAIRS 250

// `byteLimit`: of the film, packed. `frameCount`: about how many frames will come.
Film* Film_Create(size_t byteLimit, size_t frameCount);
void Film_Destroy(Film* film); // null is allowed

// Adds an object before the first frame; topology and name must outlive the film. `still`: where it
// is in the first frame it stays.
void Film_AddObject(Film* film, const char* name, const svTopology* topology, bool still);

// Of the frame that Film_AddFrame ends: an object's faces, to be set where they are red; a pair,
// which is ignored where there are FILM_PAIRS of its kind.
uint8_t* Film_Marks(Film* film, uint32_t object);
void Film_AddPair(Film* film, const FilmPair* pair);

// Takes the frame of this number: the positions of every object, and how many pairs of each kind
// there are (more than were added, perhaps).
void Film_AddFrame(Film* film, size_t number, const svPositions* positions,
                   const uint64_t counts[FILM_KIND_COUNT]);

// Ends the film: what does not fit is dropped. False: not even one group of frames fits, for which
// *needed bytes would do.
bool Film_Finish(Film* film, size_t* needed);

// After Film_Finish: frames that were taken and those that are kept; what is in it, as members of
// an object; its bytes, in order.
size_t Film_FrameCount(const Film* film);
size_t Film_KeptCount(const Film* film);
void Film_Describe(const Film* film, Json* json);
typedef void FilmWriter(const uint8_t* bytes, size_t count, void* user);
void Film_WriteBytes(const Film* film, FilmWriter* write, void* user);

#endif
