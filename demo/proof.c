// The proof: that no accepted part of a step has a contact, and that its end has no intersection,
// by queries of their own.

#include "state.h"

svStatus Demo_Prove(Demo* demo) {
    demo->numbers[DEMO_PROOF_MS] = 0;
    const DemoPath* path = &demo->path;
    if (demo->settings[DEMO_PROOF] == 0 || path->status != SV_OK) {
        return path->status;
    }
    const double begin = Demo_Milliseconds();
    const size_t size = 3 * demo->firstVertex[demo->meshCount];
    svDetectDef def = svDefaultDetectDef();
    def.query.want = SV_WANT_ANY;
    def.detail = SV_DETAIL_PAIRS;
    svStatus status = SV_OK;
    for (size_t i = 0; i + 1 < path->states && status == SV_OK; ++i) {
        svContacts contacts;
        status = Demo_SetMotion(demo, path->x + i * size, path->x + (i + 1) * size);
        if (status == SV_OK) {
            status = svScene_Detect(demo->proof, &def, &contacts);
        }
        if (status == SV_OK) {
            demo->numbers[DEMO_PASSED] += contacts.found ? 1 : 0;
        }
    }
    if (status == SV_OK) {
        svIntersections intersections;
        status = Demo_SetMotion(demo, demo->x[0], demo->x[0]);
        if (status == SV_OK) {
            status = svScene_Intersect(demo->proof, NULL, &intersections);
        }
        if (status == SV_OK) {
            demo->numbers[DEMO_INTERSECTIONS] += (double)intersections.total;
        }
    }
    demo->numbers[DEMO_PROOF_MS] = Demo_Milliseconds() - begin;
    return status;
}
