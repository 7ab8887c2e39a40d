// selvage check --layers: after all frames were tested, the chosen ones are set again and their
// layers recorded for the page.

#include "check.h"

#include "report/progress.h"
#include "report/terminal.h"
#include "viewer/film_layers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool ParseFrame(const char** text, size_t* frame) {
    char* end = NULL;
    errno = 0;
    const unsigned long long value = strtoull(*text, &end, 10);
    if (**text < '0' || **text > '9' || errno != 0 || value >= SIZE_MAX) {
        return false;
    }
    *frame = (size_t)value;
    *text = end;
    return true;
}

// Whether the list, such as 3,7,10-12, names a frame. `*good`: whether it is one at all, of frames
// from `first` to `last`.
static bool ListNames(const char* list, size_t frame, size_t first, size_t last, bool* good) {
    bool named = false;
    *good = true;
    for (const char* at = list; *good; ++at) {
        size_t low = 0, high = 0;
        *good = ParseFrame(&at, &low);
        high = low;
        if (*good && *at == '-') {
            ++at;
            *good = ParseFrame(&at, &high);
        }
        *good = *good && low >= first && low <= high && high <= last && (*at == '\0' || *at == ',');
        named = named || (*good && frame >= low && frame <= high);
        if (*at == '\0') {
            break;
        }
    }
    return named && *good;
}

bool Check_LayersAreValid(const CheckSettings* settings) {
    const char* list = settings->layers;
    if (list == NULL || strcmp(list, "-") == 0 || strcmp(list, "all") == 0) {
        return true;
    }
    bool good;
    const size_t last = settings->sequence ? settings->lastFrame : settings->firstFrame;
    (void)ListNames(list, settings->firstFrame, settings->firstFrame, last, &good);
    if (!good) {
        Terminal_Complain("option --layers: '%s' is neither 'all' nor a list of frames such as "
                          "3,7,10-12; there are the frames %zu to %zu",
                          list, settings->firstFrame, last);
    }
    return good;
}

static uint64_t PairsOfFrame(const FrameResult* frame) {
    uint64_t total = 0;
    for (int q = 0; q < CHECK_QUERY_COUNT; ++q) {
        total += frame->queries[q].counts[0] + frame->queries[q].counts[1];
    }
    return total;
}

static size_t FindWorstFrame(const Check* check) {
    size_t worst = 0;
    for (size_t i = 1; i < check->frameCount; ++i) {
        worst = PairsOfFrame(&check->frames[i]) > PairsOfFrame(&check->frames[worst]) ? i : worst;
    }
    return worst;
}

// By default the first bad frame and the worst, or else the first of all.
static bool IsChosen(const Check* check, size_t index, size_t worst) {
    const CheckSettings* settings = check->settings;
    if (strcmp(settings->layers, "all") == 0) {
        return true;
    }
    if (strcmp(settings->layers, "-") == 0) {
        return index == worst || index == check->firstBad;
    }
    bool good;
    return ListNames(settings->layers, check->frames[index].frame, settings->firstFrame,
                     settings->lastFrame, &good);
}

static svStatus RecordLayersOf(Check* check, Film* film, size_t index) {
    const CheckSettings* settings = check->settings;
    const size_t frame = check->frames[index].frame;
    const bool step = settings->steps && frame < settings->lastFrame;
    Objects_Rewind(check->context, &check->objects);
    const svStatus status = Objects_SetFrame(check->context, &check->objects, frame, step);
    const FilmLayersDef def = {.scene = check->scene, .step = step, .frame = index};
    return status == SV_OK ? Film_RecordLayers(film, &def) : status;
}

bool Check_RecordLayers(Check* check, Film* film) {
    if (check->settings->layers == NULL || check->frameCount == 0) {
        return true;
    }
    const size_t worst = FindWorstFrame(check);
    Progress progress = Progress_Begin("layers of frame", check->frameCount);
    svStatus status = SV_OK;
    for (size_t i = 0; i < check->frameCount && status == SV_OK; ++i) {
        progress.step = i;
        if (IsChosen(check, i, worst)) {
            status = Progress_Tell(0, &progress) ? RecordLayersOf(check, film, i) : SV_CANCELLED;
        }
    }
    Progress_End();
    if (status != SV_OK) {
        const char* text = svContext_LastError(check->context);
        Terminal_Complain("--layers: %s", status == SV_CANCELLED ? "ended by Ctrl-C"
                                          : text[0] != '\0'      ? text
                                                                 : svStatus_Text(status));
    }
    return status == SV_OK;
}
