// Texture coordinates and names of an OBJ file, kept for those who ask for them.

#include "obj_extras.h"

#include <math.h>
#include <string.h>

static svStatus GrowExtra(svObjExtras* extras, void** data, size_t* capacity, size_t count,
                          size_t size) {
    const svSource* source = extras->mesh->source;
    return svContext_Grow(source->context, data, capacity, count, size) == SV_OK
               ? SV_OK
               : svSource_FailMemory(source);
}

svStatus svObjExtras_ReadUv(svObjExtras* extras, svText* text) {
    double uv[2] = {0, 0};
    svStatus status = svText_Number(text, "the u coordinate", SV_DOUBLE, &uv[0]);
    svText_SkipBlanks(text);
    if (status == SV_OK && !svText_AtLineEnd(text)) { // a texture may be a line: v is 0
        status = svText_Number(text, "the v coordinate", SV_DOUBLE, &uv[1]);
    }
    if (status == SV_OK) {
        status = GrowExtra(extras, (void**)&extras->points, &extras->pointCapacity,
                           extras->pointCount + 1, sizeof(uv));
    }
    if (status == SV_OK) {
        memcpy(extras->points + 2 * extras->pointCount++, uv, sizeof(uv));
    }
    return status;
}

svStatus svObjExtras_AddCorner(svObjExtras* extras, const svText* text, int64_t index,
                               size_t face) {
    const int64_t count = (int64_t)extras->pointCount;
    const int64_t zeroBased = index > 0 ? index - 1 : count + index;
    if (index != 0 && (zeroBased < 0 || zeroBased >= (int64_t)UINT32_MAX)) {
        return svText_Fail(text, "face %zu: texture index %lld is out of range (%lld vt so far)",
                           face, (long long)index, (long long)count);
    }
    if (index != 0 && (uint64_t)zeroBased + 1 > extras->greatestIndex) {
        extras->greatestIndex = (uint64_t)zeroBased + 1;
        extras->greatestLine = text->line;
        extras->greatestFace = face;
    }
    const uint32_t point = index == 0 ? UINT32_MAX : (uint32_t)zeroBased;
    const size_t corners = extras->mesh->corners; // this one included
    if (corners >= 3) {
        const svStatus status = GrowExtra(extras, (void**)&extras->corners, &extras->cornerCapacity,
                                          extras->cornerCount + 3, sizeof(*extras->corners));
        if (status != SV_OK) {
            return status;
        }
        uint32_t* to = extras->corners + extras->cornerCount;
        to[0] = extras->fan[0];
        to[1] = extras->fan[1];
        to[2] = point;
        extras->cornerCount += 3;
    }
    extras->fan[corners == 1 ? 0 : 1] = point;
    return SV_OK;
}

static void CloseRuns(svObjExtras* extras, bool object) {
    for (size_t i = extras->openFirst[object]; i < extras->openEnd[object]; ++i) {
        extras->runs[i].end = extras->mesh->triangleCount;
    }
    extras->openFirst[object] = extras->openEnd[object] = extras->runCount;
}

svStatus svObjExtras_ReadNames(svObjExtras* extras, svText* text, bool object) {
    CloseRuns(extras, object);
    for (svText_SkipBlanks(text); !svText_AtLineEnd(text); svText_SkipBlanks(text)) {
        const svWord word = svText_Word(text);
        svStatus status = GrowExtra(extras, (void**)&extras->names, &extras->nameCapacity,
                                    extras->nameBytes + word.size + 1, 1);
        if (status == SV_OK) {
            status = GrowExtra(extras, (void**)&extras->runs, &extras->runCapacity,
                               extras->runCount + 1, sizeof(*extras->runs));
        }
        if (status != SV_OK) {
            return status;
        }
        const size_t first = extras->mesh->triangleCount;
        extras->runs[extras->runCount++] = (svObjRun){extras->nameBytes, first, first};
        memcpy(extras->names + extras->nameBytes, word.at, word.size);
        extras->names[extras->nameBytes + word.size] = '\0';
        extras->nameBytes += word.size + 1;
    }
    extras->openEnd[object] = extras->runCount;
    return SV_OK;
}

static svStatus FinishUvs(svObjExtras* extras, svText* text) {
    if (extras->greatestIndex > extras->pointCount) {
        text->line = extras->greatestLine;
        return svText_Fail(
            text, "face %zu: texture index %llu is out of range (the file has %zu vt)",
            extras->greatestFace, (unsigned long long)extras->greatestIndex, extras->pointCount);
    }
    if (extras->greatestIndex == 0) {
        return SV_OK; // no corner has any
    }
    const svSource* source = extras->mesh->source;
    const size_t size = 2 * sizeof(double);
    double* uvs = extras->cornerCount <= SIZE_MAX / size
                      ? svContext_Allocate(source->context, extras->cornerCount * size)
                      : NULL;
    if (uvs == NULL) {
        return svSource_FailMemory(source);
    }
    for (size_t i = 0; i < extras->cornerCount; ++i) {
        const uint32_t point = extras->corners[i];
        for (size_t k = 0; k < 2; ++k) {
            uvs[2 * i + k] =
                point == UINT32_MAX ? (double)NAN : extras->points[2 * (size_t)point + k];
        }
    }
    extras->mesh->uvs = uvs;
    return SV_OK;
}

// One block: the groups, then their names.
static svStatus FinishGroups(svObjExtras* extras) {
    CloseRuns(extras, false);
    CloseRuns(extras, true);
    size_t count = 0;
    for (size_t i = 0; i < extras->runCount; ++i) {
        count += extras->runs[i].end > extras->runs[i].first;
    }
    if (count == 0) {
        return SV_OK;
    }
    const svSource* source = extras->mesh->source;
    svMeshGroup* groups =
        svContext_Allocate(source->context, count * sizeof(*groups) + extras->nameBytes);
    if (groups == NULL) {
        return svSource_FailMemory(source);
    }
    char* names = (char*)(groups + count);
    memcpy(names, extras->names, extras->nameBytes);
    size_t at = 0;
    for (size_t i = 0; i < extras->runCount; ++i) {
        const svObjRun* run = &extras->runs[i];
        if (run->end > run->first) {
            groups[at++] = (svMeshGroup){names + run->name, run->first, run->end - run->first};
        }
    }
    extras->mesh->groups = groups;
    extras->mesh->groupCount = count;
    return SV_OK;
}

svStatus svObjExtras_Finish(svObjExtras* extras, svText* text) {
    const svStatus status = extras->wantsUvs ? FinishUvs(extras, text) : SV_OK;
    return status == SV_OK && extras->wantsGroups ? FinishGroups(extras) : status;
}

void svObjExtras_Release(svObjExtras* extras) {
    svContext* context = extras->mesh->source->context;
    svContext_Release(context, extras->points);
    svContext_Release(context, extras->corners);
    svContext_Release(context, extras->names);
    svContext_Release(context, extras->runs);
}
