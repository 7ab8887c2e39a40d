// selvage check: runs DCD, proximity and CCD queries frame by frame; hands on what they find.

#include "check.h"

#include "report/progress.h"

#include <string.h>

bool QueryResult_Found(const QueryResult* result) {
    return result->counts[0] + result->counts[1] > 0;
}

bool FrameResult_IsBad(const FrameResult* frame) {
    for (int q = 0; q < CHECK_QUERY_COUNT; ++q) {
        if (QueryResult_Found(&frame->queries[q])) {
            return true;
        }
    }
    return false;
}

static svQueryDef QueryOf(Check* check) {
    svQueryDef query = svDefaultDetectDef().query;
    query.want = check->settings->first ? SV_WANT_FIRST : SV_WANT_ALL;
    query.maxPairs = check->settings->maxPairs;
    query.progress = Progress_Tell;
    query.user = &check->progress;
    return query;
}

// SV_LIMIT and SV_ERROR_OVERLAP come with results: flags, not failures.
static svStatus TakeStatus(svStatus status, QueryResult* result) {
    result->ran = true;
    result->limited = status == SV_LIMIT;
    result->overlapping = status == SV_ERROR_OVERLAP;
    return result->limited || result->overlapping ? SV_OK : status;
}

static svStatus RunTriangleQuery(Check* check, FrameResult* frame) {
    QueryResult* result = &frame->queries[CHECK_TRIANGLES];
    svIntersectDef def = svDefaultIntersectDef();
    def.query = QueryOf(check);
    svIntersections found;
    const svStatus status = TakeStatus(svScene_Intersect(check->scene, &def, &found), result);
    if (status == SV_OK) {
        result->counts[0] = found.total;
        result->hash = found.hash;
        result->stats = found.stats;
        Check_TakeIntersections(check, frame->frame, &found);
    }
    return status;
}

static svStatus RunNearQuery(Check* check, FrameResult* frame) {
    QueryResult* result = &frame->queries[CHECK_NEAR];
    svProximityDef def = svDefaultProximityDef();
    def.query = QueryOf(check);
    svProximity found;
    const svStatus status = TakeStatus(svScene_Proximity(check->scene, &def, &found), result);
    if (status == SV_OK) {
        result->counts[SV_VERTEX_FACE] = found.vf.total;
        result->counts[SV_EDGE_EDGE] = found.ee.total;
        result->hash = found.hash;
        result->stats = found.stats;
        Check_TakeProximity(check, frame->frame, &found);
    }
    return status;
}

static svStatus RunStepQuery(Check* check, FrameResult* frame) {
    QueryResult* result = &frame->queries[CHECK_STEP];
    const CheckSettings* settings = check->settings;
    svDetectDef def = svDefaultDetectDef();
    def.query = QueryOf(check);
    def.overlap = settings->overlap;
    // Times of impact cost extra: not for an exit code alone.
    const bool times = settings->times || settings->json != NULL || check->film != NULL ||
                       check->still != NULL || !settings->quiet;
    def.detail = times ? SV_DETAIL_TIMES : SV_DETAIL_PAIRS;
    svContacts found;
    const svStatus status = TakeStatus(svScene_Detect(check->scene, &def, &found), result);
    if (status == SV_OK) {
        result->counts[SV_VERTEX_FACE] = found.vf.total;
        result->counts[SV_EDGE_EDGE] = found.ee.total;
        result->hash = found.hash;
        result->stats = found.stats;
        Check_TakeContacts(check, frame->frame, &found);
    }
    return status;
}

static svStatus RunFrameQueries(Check* check, FrameResult* frame, bool step) {
    const CheckSettings* settings = check->settings;
    svStatus status = SV_OK;
    if (settings->instants) {
        status = RunTriangleQuery(check, frame);
    }
    if (status == SV_OK && settings->instants && settings->scene.thickness > 0) {
        status = RunNearQuery(check, frame);
    }
    if (status == SV_OK && step) {
        status = RunStepQuery(check, frame);
    }
    return status;
}

// Counts and films the frame; writes the marked mesh of the first bad one (or of the first frame).
static svStatus ConcludeFrame(Check* check) {
    const size_t index = check->frameCount++;
    const bool bad = FrameResult_IsBad(&check->frames[index]);
    Check_FilmFrame(check, &check->frames[index]);
    Check_StillFrame(check, &check->frames[index]);
    check->badCount += bad;
    check->progress.found = check->badCount;
    if (bad && check->firstBad == SIZE_MAX) {
        check->firstBad = index;
    } else if (index > 0) {
        return SV_OK;
    }
    return check->marks == NULL ? SV_OK : Check_WriteMarked(check);
}

svStatus Check_Run(Check* check) {
    const CheckSettings* settings = check->settings;
    for (size_t f = settings->firstFrame; f <= settings->lastFrame; ++f) {
        check->progress.step = f - settings->firstFrame;
        if (!Progress_Tell(0, &check->progress)) {
            return SV_CANCELLED;
        }
        const bool step = settings->steps && f < settings->lastFrame;
        // Two files are one step: the second is t1, not another frame.
        if (!settings->instants && !step) {
            break;
        }
        svStatus status = Objects_SetFrame(check->context, &check->objects, f, step);
        FrameResult* frame = &check->frames[check->frameCount];
        *frame = (FrameResult){.frame = f};
        if (status == SV_OK) {
            status = RunFrameQueries(check, frame, step);
        }
        if (status == SV_OK) {
            status = ConcludeFrame(check);
        }
        const bool enough = settings->first && check->badCount > 0;
        if (status != SV_OK || enough || (!settings->sequence && f == settings->firstFrame)) {
            return status;
        }
    }
    return SV_OK;
}
