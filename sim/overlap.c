// Where surfaces intersect at the beginning, in words.

#include "overlap.h"
#include "state.h"

#include <stdio.h>
#include <string.h>

enum { SHOWN_PAIRS = 8 };

svStatus svSim_FindOverlaps(svSim* sim, svIntersections* found) {
    svIntersectDef def = svDefaultIntersectDef();
    def.segments = true;
    const svStatus status = sim->filled ? SV_OK : svSim_Fill(sim);
    return status == SV_OK ? svScene_Intersect(sim->scene, &def, found) : status;
}

static bool AreFirstMeshes(const svIntersections* found, size_t i) {
    return found->pairs[i].meshA == found->pairs[0].meshA &&
           found->pairs[i].meshB == found->pairs[0].meshB;
}

// One pair, at the middle of the segment in which its faces meet.
static size_t WriteOverlap(const svIntersections* found, size_t i, char* text, size_t room) {
    const svSegment* segment = &found->segments[i];
    double middle[3];
    for (int k = 0; k < 3; ++k) {
        middle[k] = (segment->ends[0][k] + segment->ends[1][k]) / 2;
    }
    const int length =
        snprintf(text, room, "%s%u and %u at (%.3g, %.3g, %.3g)", i == 0 ? "faces " : ", ",
                 found->pairs[i].a, found->pairs[i].b, middle[0], middle[1], middle[2]);
    return length > 0 ? (size_t)length : 0;
}

void svSim_ListOverlaps(const svIntersections* found, char* text, size_t room) {
    size_t same = 0;
    for (size_t i = 0; i < found->count; ++i) {
        same += AreFirstMeshes(found, i);
    }
    char end[80] = "";
    snprintf(end, sizeof(end), " (%llu pair%s in all)", (unsigned long long)found->total,
             found->total == 1 ? "" : "s");
    if (same < found->count) {
        snprintf(end, sizeof(end), " (%llu pairs in all, %zu of these two)",
                 (unsigned long long)found->total, same);
    }
    const size_t step = (same + SHOWN_PAIRS - 1) / SHOWN_PAIRS;
    size_t at = 0, seen = 0;
    text[0] = '\0';
    for (size_t i = 0; i < found->count; ++i) {
        if (!AreFirstMeshes(found, i) || seen++ % step != 0) {
            continue;
        }
        const size_t length = WriteOverlap(found, i, text + at, room - at);
        if (length + strlen(end) >= room - at) { // whole pairs only
            text[at] = '\0';
            break;
        }
        at += length;
    }
    snprintf(text + at, room - at, "%s", end);
}
