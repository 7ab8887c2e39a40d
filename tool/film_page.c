#include "film_page.h"

#include "report/progress.h"
#include "report/terminal.h"
#include "viewer/film_layers.h"

#include <stdlib.h>
#include <sys/stat.h>

// Bytes of the page that are neither the viewer nor the film: a row for each frame, and the rest.
#define ROW_BYTES 64
#define REST_BYTES 20000
#define MEGABYTE 1000000

bool FilmPage_Open(FilmPage* page, const Objects* objects, size_t frames) {
    page->objects = objects;
    if (!Output_Open(&page->output, page->path)) {
        return false;
    }
    const size_t limit = page->megabytes * MEGABYTE;
    const size_t other = ViewerPage_Size() + REST_BYTES + ROW_BYTES * frames;
    const size_t room = limit > other ? limit - other : 0;
    const uint32_t count = objects->count;
    page->film = Film_Create(room / 4 * 3, frames); // three bytes are four characters
    page->marks = Terminal_Allocate(count, sizeof(*page->marks));
    page->now = Terminal_Allocate(count, sizeof(*page->now));
    page->end = Terminal_Allocate(count, sizeof(*page->end));
    for (uint32_t i = 0; i < count; ++i) {
        const Object* object = &objects->items[i];
        Film_AddObject(page->film, object->name, svMesh_GetTopology(object->mesh),
                       object->frameCount == 1);
    }
    for (uint32_t i = 0; i < count; ++i) {
        page->marks[i] = Film_Marks(page->film, i);
    }
    return true;
}

void FilmPage_Discard(FilmPage* page) {
    Output_Discard(&page->output);
    Film_Destroy(page->film);
    free(page->marks);
    free(page->now);
    free(page->end);
    *page = (FilmPage){0};
}

void FilmPage_AddFrame(FilmPage* page, size_t number, const uint64_t counts[FILM_KIND_COUNT]) {
    for (uint32_t i = 0; i < page->objects->count; ++i) {
        svMesh_GetMotion(page->objects->items[i].mesh, &page->now[i], &page->end[i]);
    }
    Film_AddFrame(page->film, number, page->now, counts);
}

void FilmPage_AddEnd(FilmPage* page, size_t number) {
    static const uint64_t none[FILM_KIND_COUNT];
    Film_AddFrame(page->film, number, page->end, none);
}

svStatus FilmPage_AddFrames(FilmPage* page, svContext* context, Objects* objects, size_t first,
                            size_t last) {
    static const uint64_t none[FILM_KIND_COUNT];
    Progress progress = Progress_Begin("frame", last - first + 1);
    svStatus status = SV_OK;
    for (size_t f = first; f <= last && status == SV_OK; ++f) {
        progress.step = f - first;
        status = Progress_Tell(0, &progress) ? Objects_SetFrame(context, objects, f, false)
                                             : SV_CANCELLED;
        if (status == SV_OK) {
            FilmPage_AddFrame(page, f, none);
        }
    }
    Progress_End();
    return status;
}

// Where the page is a file.
static void TellPageSize(const FilmPage* page) {
    struct stat info;
    if (stat(page->path, &info) != 0 || !S_ISREG(info.st_mode)) {
        return;
    }
    const size_t frames = Film_FrameCount(page->film), kept = Film_KeptCount(page->film);
    const double size = (double)info.st_size / MEGABYTE;
    const size_t layers = Film_LayerCount(page->film), lost = Film_LostLayerCount(page->film);
    if (lost > 0) {
        Terminal_Complain("%s: layers of %zu of %zu frames (%s)", page->path, layers - lost, layers,
                          page->option);
    }
    if (kept < frames) {
        Terminal_Complain("%s: %.1f MB, %zu of %zu frames (%s)", page->path, size, kept, frames,
                          page->option);
    } else {
        Terminal_Complain("%s: %.1f MB", page->path, size);
    }
}

bool FilmPage_Write(FilmPage* page, PageDescriber* describe, void* user, bool quiet) {
    size_t needed = 0;
    if (!Film_Finish(page->film, &needed)) {
        const size_t bytes = page->megabytes * MEGABYTE + needed / 3 * 4;
        Terminal_Complain("%s: %s %zu has no room for one frame; try %s %zu", page->path,
                          page->option, page->megabytes, page->option, bytes / MEGABYTE + 1);
        return false;
    }
    ViewerPage_Write(page->output.stream, page->film, describe, user);
    if (!Output_Close(&page->output)) {
        return false;
    }
    if (!quiet) {
        TellPageSize(page);
    }
    return true;
}
