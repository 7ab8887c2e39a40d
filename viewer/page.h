// The viewer's page: one HTML file with the film inside, which any browser opens without a network.
#ifndef SELVAGE_VIEWER_PAGE_H
#define SELVAGE_VIEWER_PAGE_H

#include "film.h"

#include <stdbool.h>
#include <stdio.h>

// Whether this build has the viewer (it needs node and npm); complains.
bool ViewerPage_IsBuilt(void);

// Bytes of a page without its film.
size_t ViewerPage_Size(void);

// Writes the page of a finished film. `describe` adds what else the page tells, as members of an
// object: title, verdict, notes.
typedef void PageDescriber(Json* json, void* user);
void ViewerPage_Write(FILE* stream, const Film* film, PageDescriber* describe, void* user);

#endif
