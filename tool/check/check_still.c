// selvage check: results of a frame in; at the end a picture of the frame with the most pairs out.

#include "check.h"

#include "report/table.h"
#include "report/terminal.h"
#include "tool/still_file.h"

#include <stdlib.h>
#include <string.h>

// Places of each kind of pair, evenly from the list.
#define STILL_PLACES 250

// A frame as it may be drawn: the latest, and the worst so far.
typedef struct StillPose {
    uint8_t** marks; // per object and face
    double** x;      // per object, three coordinates a vertex
    double (*places)[3];
    size_t placeCount;
    double first; // time of the first contact in the step; 0: it is shown as it is at t0
    FrameResult frame;
} StillPose;

struct CheckStill {
    StillFile file;
    StillPose latest, worst;
    uint64_t worstCount;
    bool any; // a worst one
};

static StillPose MakePose(const Check* check) {
    const uint32_t count = check->objects.count;
    StillPose pose = {.marks = Terminal_Allocate(count, sizeof(*pose.marks)),
                      .x = Terminal_Allocate(count, sizeof(*pose.x)),
                      .places = Terminal_Allocate((size_t)2 * CHECK_QUERY_COUNT * STILL_PLACES,
                                                  sizeof(*pose.places)),
                      .first = 1};
    for (uint32_t i = 0; i < count; ++i) {
        const svTopology* topology = svMesh_GetTopology(check->objects.items[i].mesh);
        pose.marks[i] = Terminal_Allocate(topology->triangleCount, 1);
        pose.x[i] = Terminal_Allocate(topology->vertexCount, 3 * sizeof(double));
    }
    return pose;
}

static void FreePose(const Check* check, StillPose* pose) {
    for (uint32_t i = 0; i < check->objects.count && pose->marks != NULL; ++i) {
        free(pose->marks[i]);
        free(pose->x[i]);
    }
    free(pose->marks);
    free(pose->x);
    free(pose->places);
}

bool Check_OpenStill(Check* check) {
    if (check->settings->png.path == NULL) {
        return true;
    }
    CheckStill* still = Terminal_Allocate(1, sizeof(*still));
    check->still = still;
    still->file = check->settings->png;
    still->latest = MakePose(check);
    still->worst = MakePose(check);
    return StillFile_Open(&still->file);
}

void Check_DiscardStill(Check* check) {
    if (check->still != NULL) {
        StillFile_Discard(&check->still->file);
        FreePose(check, &check->still->latest);
        FreePose(check, &check->still->worst);
        free(check->still);
        check->still = NULL;
    }
}

static size_t PlacesOf(size_t count) {
    return count < STILL_PLACES ? count : STILL_PLACES;
}

// The i-th of so many places, evenly from the list.
static size_t PlaceInList(size_t i, size_t count) {
    return count <= STILL_PLACES ? i : (size_t)((double)i * (double)count / STILL_PLACES);
}

static void AddPlace(CheckStill* still, const double point[3]) {
    if (svPositions_FindNotFinite(&(svPositions){point, 1, 3 * sizeof(double), SV_DOUBLE}) == 1) {
        memcpy(still->latest.places[still->latest.placeCount++], point, 3 * sizeof(double));
    }
}

void Check_StillContacts(Check* check, svPairKind kind, const svContactList* list) {
    CheckStill* still = check->still;
    if (still == NULL) {
        return;
    }
    for (size_t i = 0; i < list->count; ++i) {
        still->latest.first =
            list->times[i].lo < still->latest.first ? list->times[i].lo : still->latest.first;
    }
    for (size_t i = 0; i < PlacesOf(list->count); ++i) {
        const size_t at = PlaceInList(i, list->count);
        ShownPair shown = {
            .query = CHECK_STEP, .kind = kind, .pair = list->pairs[at], .time = list->times[at]};
        Check_LocateContact(check, &shown);
        AddPlace(still, shown.point);
    }
    Check_MarkPairs(check, still->latest.marks, kind, list->pairs, list->count);
}

void Check_StillNear(Check* check, svPairKind kind, const svNearList* list) {
    if (check->still == NULL) {
        return;
    }
    for (size_t i = 0; i < PlacesOf(list->count); ++i) {
        const size_t at = PlaceInList(i, list->count);
        ShownPair shown = {.query = CHECK_NEAR, .kind = kind, .pair = list->pairs[at]};
        Check_LocateNear(check, &shown, list, at);
        AddPlace(check->still, shown.point);
    }
    Check_MarkPairs(check, check->still->latest.marks, kind, list->pairs, list->count);
}

void Check_StillIntersections(Check* check, const svIntersections* found) {
    if (check->still == NULL) {
        return;
    }
    for (size_t i = 0; i < PlacesOf(found->count); ++i) {
        ShownPair shown = {.query = CHECK_TRIANGLES,
                           .pair = found->pairs[PlaceInList(i, found->count)]};
        Check_LocateTriangles(check, &shown);
        AddPlace(check->still, shown.point);
    }
    Check_MarkTriangles(check->still->latest.marks, found);
}

// Shortly before the first contact: at that time what touches would be in one plane.
static void PoseBeforeContact(const Check* check, StillPose* pose) {
    const double t = 0.8 * pose->first;
    for (uint32_t i = 0; i < check->objects.count; ++i) {
        svPositions x0, x1;
        svMesh_GetMotion(check->objects.items[i].mesh, &x0, &x1);
        for (size_t v = 0; v < x0.count; ++v) {
            double a[3], b[3];
            svPositions_Get(&x0, v, a);
            svPositions_Get(&x1, v, b);
            for (size_t d = 0; d < 3; ++d) {
                pose->x[i][3 * v + d] = t > 0 ? (1 - t) * a[d] + t * b[d] : a[d];
            }
        }
    }
}

static uint64_t CountPairs(const FrameResult* frame) {
    uint64_t count = 0;
    for (int q = 0; q < CHECK_QUERY_COUNT; ++q) {
        count += frame->queries[q].counts[0] + frame->queries[q].counts[1];
    }
    return count;
}

void Check_StillFrame(Check* check, const FrameResult* frame) {
    CheckStill* still = check->still;
    if (still == NULL) {
        return;
    }
    StillPose* pose = &still->latest;
    const uint64_t count = CountPairs(frame);
    const bool now = QueryResult_Found(&frame->queries[CHECK_TRIANGLES]) ||
                     QueryResult_Found(&frame->queries[CHECK_NEAR]) || count == 0;
    // Else nothing collides yet at t0. Of contacts that were not kept no time is known.
    pose->first = now || pose->first >= 1 ? 0 : pose->first;
    if (!still->any || count > still->worstCount) {
        pose->frame = *frame;
        PoseBeforeContact(check, pose);
        const StillPose before = still->worst;
        still->worst = *pose;
        *pose = before;
        still->worstCount = count;
        still->any = true;
    }
    for (uint32_t i = 0; i < check->objects.count && (count > 0 || pose->placeCount > 0); ++i) {
        memset(pose->marks[i], 0, svMesh_GetTopology(check->objects.items[i].mesh)->triangleCount);
    }
    pose->placeCount = 0;
    pose->first = 1;
}

// "12 pairs of triangles, 3 vertex-face, 5 edge-edge"
static void TellPairs(const FrameResult* frame, char* text, size_t room) {
    static const char* const names[CHECK_QUERY_COUNT][2] = {
        [CHECK_TRIANGLES] = {"pairs of triangles", NULL},
        [CHECK_NEAR] = {"near vertex-face", "near edge-edge"},
        [CHECK_STEP] = {"vertex-face", "edge-edge"},
    };
    size_t length = 0;
    for (int q = 0; q < CHECK_QUERY_COUNT; ++q) {
        for (int kind = 0; kind < 2 && length < room; ++kind) {
            const uint64_t count = frame->queries[q].counts[kind];
            if (names[q][kind] == NULL || count == 0) {
                continue;
            }
            char cell[TABLE_CELL];
            Cell_Count(cell, count);
            const int added = snprintf(text + length, room - length, "%s%s %s",
                                       length > 0 ? ", " : "", cell, names[q][kind]);
            length += added > 0 ? (size_t)added : 0;
        }
    }
}

// Where it is, of an animation; then what is there.
static void TellStill(const Check* check, const StillPose* pose, char* text, size_t room) {
    char counts[2][TABLE_CELL], pairs[200] = "", when[80] = "";
    TellPairs(&pose->frame, pairs, sizeof(pairs));
    Cell_Count(counts[0], check->badCount);
    Cell_Count(counts[1], check->frameCount);
    if (pose->first > 0) {
        snprintf(when, sizeof(when), ", the first at t = %.3g of the step", pose->first);
    }
    if (!check->settings->sequence) {
        snprintf(text, room, "%s%s", check->badCount > 0 ? pairs : "no collisions", when);
    } else if (check->frameCount == 1) {
        snprintf(text, room, "frame %zu: %s%s", pose->frame.frame,
                 check->badCount > 0 ? pairs : "no collisions", when);
    } else if (check->badCount == 0) {
        snprintf(text, room, "%s frames, no collisions; frame %zu", counts[1], pose->frame.frame);
    } else {
        snprintf(text, room, "frame %zu: %s%s; %s of %s frames are bad, this is the worst",
                 pose->frame.frame, pairs, when, counts[0], counts[1]);
    }
}

bool Check_WriteStill(Check* check, svStatus status) {
    CheckStill* still = check->still;
    if (still == NULL) {
        return true;
    }
    const StillPose* pose = &still->worst;
    const uint32_t count = check->objects.count;
    StillMesh* meshes = Terminal_Allocate(count, sizeof(*meshes));
    for (uint32_t i = 0; i < count; ++i) {
        const Object* object = &check->objects.items[i];
        const svTopology* topology = svMesh_GetTopology(object->mesh);
        meshes[i] = (StillMesh){.triangles = topology->triangles,
                                .triangleCount = topology->triangleCount,
                                .positions = svPositions_Double(pose->x[i], topology->vertexCount),
                                .marks = pose->marks[i],
                                .still = check->objects.frameCount > 1 && object->frameCount == 1};
    }
    char text[400], *names = StillFile_Names(&check->objects);
    const char* verdict = Check_Verdict(check, status);
    const size_t room = strlen(names) + strlen(verdict) + 3;
    char* title = Terminal_Allocate(room, 1);
    snprintf(title, room, "%s: %s", names, verdict);
    TellStill(check, pose, text, sizeof(text));
    StillDef def = Still_Default();
    def.meshes = meshes;
    def.meshCount = count;
    def.places = (const double(*)[3])pose->places;
    def.placeCount = pose->placeCount;
    def.inset = true;
    def.title = title;
    def.text = text;
    def.tone = check->badCount > 0 ? STILL_RED : STILL_GREEN;
    def.context = check->context;
    const bool good = StillFile_Write(&still->file, &def);
    free(title);
    free(names);
    free(meshes);
    return good;
}
