// selvage check: results of a frame in, a frame of the film out; and at the end the page that shows
// it.

#include "check.h"

#include "report/terminal.h"
#include "tool/film_page.h"

#include <stdlib.h>

struct CheckFilm {
    FilmPage page;
    // Pairs of the first object with itself and with each obstacle, over all frames.
    uint64_t (*byObject)[FILM_KIND_COUNT];
};

bool Check_OpenFilm(Check* check) {
    const CheckSettings* settings = check->settings;
    if (settings->html == NULL) {
        return true;
    }
    CheckFilm* film = Terminal_Allocate(1, sizeof(*film));
    check->film = film;
    film->page.path = settings->html;
    film->page.option = "--html-limit";
    film->page.megabytes = settings->htmlLimit;
    film->byObject = Terminal_Allocate(check->objects.count, sizeof(*film->byObject));
    const size_t frames = settings->lastFrame - settings->firstFrame + 1;
    return FilmPage_Open(&film->page, &check->objects, frames);
}

void Check_DiscardFilm(Check* check) {
    if (check->film != NULL) {
        FilmPage_Discard(&check->film->page);
        free(check->film->byObject);
        free(check->film);
        check->film = NULL;
    }
}

static FilmFeature FeatureOf(const Check* check, const ShownPair* shown, bool second) {
    const uint32_t mesh = second ? shown->pair.meshB : shown->pair.meshA;
    const uint32_t id = second ? shown->pair.b : shown->pair.a;
    if (shown->query == CHECK_TRIANGLES || shown->kind == SV_VERTEX_FACE) {
        return (FilmFeature){mesh, {id, 0}};
    }
    const uint32_t* edge =
        svMesh_GetTopology(check->objects.items[mesh].mesh)->edges + 2 * (size_t)id;
    return (FilmFeature){mesh, {edge[0], edge[1]}};
}

static FilmKind KindOf(const ShownPair* shown) {
    const bool edges = shown->kind == SV_EDGE_EDGE;
    return shown->query == CHECK_TRIANGLES ? FILM_TRIANGLES
           : shown->query == CHECK_NEAR    ? (edges ? FILM_NEAR_EE : FILM_NEAR_VF)
                                           : (edges ? FILM_EE : FILM_VF);
}

static void ListPair(Check* check, const ShownPair* shown) {
    FilmPair pair = {.kind = KindOf(shown),
                     .a = FeatureOf(check, shown, false),
                     .b = FeatureOf(check, shown, true)};
    pair.value = shown->query == CHECK_STEP ? shown->time.lo : shown->distance;
    for (int d = 0; d < 3; ++d) {
        pair.point[d] = shown->point[d];
    }
    Film_AddPair(check->film->page.film, &pair);
}

static void CountByObject(Check* check, FilmKind kind, const svFeaturePair* pairs, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const uint32_t other = pairs[i].meshA != 0 ? pairs[i].meshA : pairs[i].meshB;
        ++check->film->byObject[other][kind];
    }
}

// The places in the list of the earliest contacts, by time.
static size_t ChooseEarliest(const svContactList* list, size_t chosen[FILM_PAIRS]) {
    size_t count = 0;
    for (size_t i = 0; i < list->count; ++i) {
        size_t at = count;
        while (at > 0 && list->times[chosen[at - 1]].lo > list->times[i].lo) {
            --at;
        }
        if (at == FILM_PAIRS) {
            continue;
        }
        count += count < FILM_PAIRS;
        for (size_t k = count - 1; k > at; --k) {
            chosen[k] = chosen[k - 1];
        }
        chosen[at] = i;
    }
    return count;
}

void Check_FilmContacts(Check* check, svPairKind kind, const svContactList* list) {
    if (check->film == NULL) {
        return;
    }
    size_t chosen[FILM_PAIRS];
    const size_t count = ChooseEarliest(list, chosen);
    for (size_t i = 0; i < count; ++i) {
        ShownPair shown = {.query = CHECK_STEP,
                           .kind = kind,
                           .pair = list->pairs[chosen[i]],
                           .time = list->times[chosen[i]]};
        Check_LocateContact(check, &shown);
        ListPair(check, &shown);
    }
    Check_MarkPairs(check, check->film->page.marks, kind, list->pairs, list->count);
    CountByObject(check, kind == SV_VERTEX_FACE ? FILM_VF : FILM_EE, list->pairs, list->count);
}

// Of more than are listed those that lie evenly in the list, which is sorted by number: places all
// over the mesh.
static size_t SpreadOut(size_t i, size_t count) {
    return count <= FILM_PAIRS ? i : (size_t)((double)i * (double)count / FILM_PAIRS);
}

void Check_FilmNear(Check* check, svPairKind kind, const svNearList* list) {
    if (check->film == NULL) {
        return;
    }
    for (size_t i = 0; i < list->count && i < FILM_PAIRS; ++i) {
        const size_t at = SpreadOut(i, list->count);
        ShownPair shown = {.query = CHECK_NEAR, .kind = kind, .pair = list->pairs[at]};
        Check_LocateNear(check, &shown, list, at);
        ListPair(check, &shown);
    }
    Check_MarkPairs(check, check->film->page.marks, kind, list->pairs, list->count);
    CountByObject(check, kind == SV_VERTEX_FACE ? FILM_NEAR_VF : FILM_NEAR_EE, list->pairs,
                  list->count);
}

void Check_FilmIntersections(Check* check, const svIntersections* found) {
    if (check->film == NULL) {
        return;
    }
    for (size_t i = 0; i < found->count && i < FILM_PAIRS; ++i) {
        ShownPair shown = {.query = CHECK_TRIANGLES,
                           .pair = found->pairs[SpreadOut(i, found->count)]};
        Check_LocateTriangles(check, &shown);
        ListPair(check, &shown);
    }
    Check_MarkTriangles(check->film->page.marks, found);
    CountByObject(check, FILM_TRIANGLES, found->pairs, found->count);
}

void Check_FilmFrame(Check* check, const FrameResult* frame) {
    CheckFilm* film = check->film;
    if (film == NULL) {
        return;
    }
    const uint64_t *near = frame->queries[CHECK_NEAR].counts,
                   *step = frame->queries[CHECK_STEP].counts;
    const uint64_t counts[FILM_KIND_COUNT] = {
        [FILM_TRIANGLES] = frame->queries[CHECK_TRIANGLES].counts[0],
        [FILM_NEAR_VF] = near[SV_VERTEX_FACE],
        [FILM_NEAR_EE] = near[SV_EDGE_EDGE],
        [FILM_VF] = step[SV_VERTEX_FACE],
        [FILM_EE] = step[SV_EDGE_EDGE],
    };
    FilmPage_AddFrame(&film->page, frame->frame, counts);
}

// The end of the last step, where no frame was tested.
static void AddEndOfStep(Check* check) {
    const FrameResult* last = check->frameCount > 0 ? &check->frames[check->frameCount - 1] : NULL;
    if (last != NULL && last->queries[CHECK_STEP].ran) {
        FilmPage_AddEnd(&check->film->page, last->frame + 1);
    }
}

static bool KindRan(const Check* check, FilmKind kind) {
    const CheckQuery query = kind == FILM_TRIANGLES                         ? CHECK_TRIANGLES
                             : kind == FILM_NEAR_VF || kind == FILM_NEAR_EE ? CHECK_NEAR
                                                                            : CHECK_STEP;
    return check->frameCount > 0 && check->frames[0].queries[query].ran;
}

static void DescribeByObject(const Check* check, Json* json) {
    Json_BeginArray(json, "byObject");
    for (uint32_t i = 0; i < check->objects.count; ++i) {
        double row[FILM_KIND_COUNT];
        for (int k = 0; k < FILM_KIND_COUNT; ++k) {
            row[k] = (double)check->film->byObject[i][k];
        }
        Json_Numbers(json, NULL, row, FILM_KIND_COUNT);
    }
    Json_EndArray(json);
}

// Whether a query kept fewer pairs than it found.
static bool FilmIsLimited(const Check* check) {
    for (size_t i = 0; i < check->frameCount; ++i) {
        for (int q = 0; q < CHECK_QUERY_COUNT; ++q) {
            if (check->frames[i].queries[q].limited) {
                return true;
            }
        }
    }
    return false;
}

static void DescribeNotes(const Check* check, Json* json) {
    const CheckSettings* settings = check->settings;
    char text[200];
    Json_BeginArray(json, "notes");
    if (settings->first) {
        Json_Text(json, NULL, "Only the first contact was looked for (--first).");
    }
    bool overlapping = false;
    for (size_t i = 0; i < check->frameCount; ++i) {
        for (int q = 0; q < CHECK_QUERY_COUNT; ++q) {
            overlapping = overlapping || check->frames[i].queries[q].overlapping;
        }
    }
    if (FilmIsLimited(check)) {
        snprintf(
            text, sizeof(text),
            "Some frames have more than %zu pairs of a kind (--max-pairs): all are counted, but "
            "not all are marked or told by object.",
            settings->maxPairs);
        Json_Text(json, NULL, text);
    }
    if (overlapping) {
        Json_Text(json, NULL,
                  "Steps that begin in contact tell only the pairs in contact at their start "
                  "(--overlap error).");
    }
    Json_EndArray(json);
}

static void DescribeCheck(Json* json, void* user) {
    const Check* check = user;
    const CheckSettings* settings = check->settings;
    Json_Text(json, "version", svVersion());
    Json_Text(json, "verdict", Check_Verdict(check, SV_OK));
    Json_Flag(json, "sequence", settings->sequence);
    Json_Number(json, "seconds", check->seconds);
    Json_Number(json, "thickness", settings->scene.thickness);
    Json_BeginArray(json, "looked");
    for (int k = 0; k < FILM_KIND_COUNT; ++k) {
        Json_Flag(json, NULL, KindRan(check, (FilmKind)k));
    }
    Json_EndArray(json);
    DescribeByObject(check, json);
    Json_Flag(json, "byObjectLimited", FilmIsLimited(check));
    if (settings->up != NULL) {
        Json_Text(json, "up", settings->up);
    }
    DescribeNotes(check, json);
}

bool Check_WriteFilm(Check* check) {
    if (check->film == NULL) {
        return true;
    }
    AddEndOfStep(check);
    if (!Check_RecordLayers(check, check->film->page.film)) {
        return false;
    }
    return FilmPage_Write(&check->film->page, DescribeCheck, check, check->settings->quiet);
}
