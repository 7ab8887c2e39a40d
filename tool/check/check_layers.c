// selvage check --layers: after all frames were tested, the chosen ones are set again and their
// layers recorded for the page.

#include "check.h"

#include "report/progress.h"
#include "report/terminal.h"
#include "tool/page_layers.h"
#include "viewer/film_layers.h"

#include <string.h>

bool Check_LayersAreValid(const CheckSettings* settings) {
    const size_t last = settings->sequence ? settings->lastFrame : settings->firstFrame;
    return PageLayers_AreValid(settings->layers, settings->firstFrame, last);
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
    return strcmp(settings->layers, "-") == 0
               ? index == worst || index == check->firstBad
               : PageLayers_Name(settings->layers, check->frames[index].frame);
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
    check->broken = status == SV_CANCELLED;
    if (status == SV_OK && Film_LayerCount(film) == 0 && !check->settings->quiet) {
        Terminal_Complain("warning: option --layers: none of these frames was checked");
    }
    if (status != SV_OK) {
        const char* text = svContext_LastError(check->context);
        Terminal_Complain("--layers: %s",
                          status == SV_CANCELLED
                              ? "ended by Ctrl-C; no page and no picture were written"
                          : text[0] != '\0' ? text
                                            : svStatus_Text(status));
    }
    return status == SV_OK;
}
