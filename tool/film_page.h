// The page that shows the objects of a scene in motion: opened before the work begins, written at
// its end.
#ifndef SELVAGE_TOOL_FILM_PAGE_H
#define SELVAGE_TOOL_FILM_PAGE_H

#include "objects.h"
#include "report/output.h"
#include "viewer/page.h"

// Megabytes that a page may be allowed: texts of twice that are too long for browsers.
#define FILM_PAGE_MOST 250
#define FILM_PAGE_DEFAULT 25

typedef struct FilmPage {
    const Objects* objects;
    Film* film;
    uint8_t** marks;        // of each object, the film's
    svPositions *now, *end; // of each object in the frame taken last, and at the end of its step
    const char* path;
    const char* option; // that sets the limit, for messages
    size_t megabytes;
    Output output;
} FilmPage;

// For about so many frames. The objects must outlive the page. False after a complaint; then, too,
// FilmPage_Discard frees what there is.
bool FilmPage_Open(FilmPage* page, const Objects* objects, size_t frames);

// Takes a frame of this number, where the objects are at t0 (Objects_SetFrame); or where they were
// at the end of the step that was taken last.
void FilmPage_AddFrame(FilmPage* page, size_t number, const uint64_t counts[FILM_KIND_COUNT]);
void FilmPage_AddEnd(FilmPage* page, size_t number);

// Takes frames as they are, without pairs. SV_CANCELLED after Ctrl-C; a failure is in the last
// error.
svStatus FilmPage_AddFrames(FilmPage* page, svContext* context, Objects* objects, size_t first,
                            size_t last);

// Writes the page and renames it into place; tells its size on stderr unless `quiet`. False after a
// complaint.
bool FilmPage_Write(FilmPage* page, PageDescriber* describe, void* user, bool quiet);

// Frees all; an unfinished page is removed.
void FilmPage_Discard(FilmPage* page);

#endif
