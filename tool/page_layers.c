#include "page_layers.h"

#include "report/progress.h"
#include "report/terminal.h"
#include "viewer/film_layers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// ---- lists of frames ---------------------------------------------------------------------------

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

// One entry, A or A-B, and the comma behind it. False: it is none.
static bool ParseEntry(const char** text, size_t* low, size_t* high) {
    if (!ParseFrame(text, low)) {
        return false;
    }
    *high = *low;
    if (**text == '-') {
        ++*text;
        if (!ParseFrame(text, high)) {
            return false;
        }
    }
    const bool more = **text == ',';
    *text += more;
    return *low <= *high && (more ? **text != '\0' : **text == '\0');
}

static bool IsWord(const char* list) {
    return strcmp(list, "-") == 0 || strcmp(list, "all") == 0;
}

bool PageLayers_AreValid(const char* list, size_t first, size_t last) {
    if (list == NULL || IsWord(list)) {
        return true;
    }
    const char* at = list;
    bool good = true;
    do {
        size_t low, high;
        good = ParseEntry(&at, &low, &high) && low >= first && high <= last;
    } while (good && *at != '\0');
    if (!good) {
        Terminal_Complain("option --layers: '%s' is neither 'all' nor a list of frames such as "
                          "3,7,10-12; there are the frames %zu to %zu",
                          list, first, last);
    }
    return good;
}

bool PageLayers_Name(const char* list, size_t frame) {
    if (IsWord(list)) {
        return strcmp(list, "all") == 0;
    }
    for (const char* at = list; *at != '\0';) {
        size_t low, high;
        if (!ParseEntry(&at, &low, &high)) {
            return false;
        }
        if (frame >= low && frame <= high) {
            return true;
        }
    }
    return false;
}

// ---- recording ---------------------------------------------------------------------------------

// Cloths are tested with themselves and everything, what is left with cloths only.
static svStatus CreateLayerScene(const PageLayersDef* def, svContext* context,
                                 const Objects* objects, svScene** scene) {
    svSceneDef sceneDef = svDefaultSceneDef();
    sceneDef.selfCulling = SV_SELF_CULLING_ON; // from the first query on
    svStatus status = svScene_Create(context, &sceneDef, scene);
    for (uint32_t i = 0; i < objects->count && status == SV_OK; ++i) {
        svSceneMeshDef meshDef = svDefaultSceneMeshDef();
        meshDef.self = i < def->clothCount;
        meshDef.group = meshDef.self ? 1 : 2;
        meshDef.mask = meshDef.self ? UINT32_MAX : 1;
        status = svScene_Add(*scene, objects->items[i].mesh, &meshDef, NULL);
    }
    return status;
}

static bool IsRecorded(const PageLayersDef* def, size_t frame) {
    const size_t lastStep = def->last > def->first ? def->last - 1 : def->last;
    return strcmp(def->list, "-") == 0 ? frame == lastStep : PageLayers_Name(def->list, frame);
}

svStatus PageLayers_Record(const PageLayersDef* def, FilmPage* page, svContext* context,
                           Objects* objects) {
    if (def->list == NULL) {
        return SV_OK;
    }
    svScene* scene = NULL;
    svStatus status = CreateLayerScene(def, context, objects, &scene);
    Progress progress = Progress_Begin("layers of frame", def->last - def->first + 1);
    for (size_t f = def->first; f <= def->last && status == SV_OK; ++f) {
        progress.step = f - def->first;
        if (!IsRecorded(def, f)) {
            continue;
        }
        const bool step = f < def->last;
        const FilmLayersDef layers = {.scene = scene, .step = step, .frame = f - def->first};
        Objects_Rewind(context, objects);
        status = Progress_Tell(0, &progress) ? Objects_SetFrame(context, objects, f, step)
                                             : SV_CANCELLED;
        status = status == SV_OK ? Film_RecordLayers(page->film, &layers) : status;
    }
    Progress_End();
    svScene_Destroy(scene);
    return status;
}
