// The public functions for one moving pair.

#include "elementary/ccd_contact.h"
#include "elementary/ccd_kernel.h"
#include "elementary/separation.h"

typedef struct Answer {
    bool hit;
    bool exact;       // exact arithmetic was needed
    svInterval times; // of the first contact, if asked for
} Answer;

// The scalar kernel on a block of one query: the same decision, and the same times, as in a batch.
// False if it leaves the query open.
static bool Filter(const svMovingPair* pair, svPairKind kind, double tolerance, Answer* answer) {
    const svPositions x0 = svPositions_Double(pair->x0[0], 4);
    const svPositions x1 = svPositions_Double(pair->x1[0], 4);
    uint8_t hit = 0;
    uint32_t undecided[1];
    svCcdBlock block = {.x0 = &x0,
                        .x1 = &x1,
                        .count = 1,
                        .tolerance = tolerance,
                        .times = tolerance > 0 ? &answer->times : NULL,
                        .hits = &hit,
                        .undecided = undecided};
    if (kind == SV_EDGE_EDGE) {
        svCcdKernel_EdgeEdgeScalar(&block);
    } else {
        svCcdKernel_VertexFaceScalar(&block);
    }
    answer->hit = hit != 0;
    return block.undecidedCount == 0;
}

// The filter, then exact arithmetic where it is unsure. `tolerance` > 0 asks for the times with
// that width, 0 for the boolean alone.
static svStatus Decide(const svMovingPair* pair, svPairKind kind, const svAllocator* allocator,
                       double tolerance, Answer* answer) {
    answer->exact = !Filter(pair, kind, tolerance, answer);
    if (!answer->exact) {
        return SV_OK;
    }
    return svCcdExact(pair, kind, allocator, tolerance, &answer->hit,
                      tolerance > 0 ? &answer->times : NULL);
}

svCcdDef svDefaultCcdDef(void) {
    svCcdDef def = {0};
    def.structSize = sizeof(def);
    def.tolerance = SV_CCD_DEFAULT_TOLERANCE;
    def.separationTolerance = 1e-3;
    return def;
}

static bool AllFinite(const svMovingPair* pair) {
    const svPositions x0 = svPositions_Double(pair->x0[0], 4);
    const svPositions x1 = svPositions_Double(pair->x1[0], 4);
    return svPositions_FindNotFinite(&x0) == 4 && svPositions_FindNotFinite(&x1) == 4;
}

static svStatus Test(const svMovingPair* pair, svPairKind kind, bool* hit) {
    if (pair == NULL || hit == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    if (!AllFinite(pair)) {
        return SV_ERROR_NOT_FINITE;
    }
    Answer answer;
    const svStatus status = Decide(pair, kind, NULL, 0, &answer);
    if (status == SV_OK) {
        *hit = answer.hit;
    }
    return status;
}

static bool IsValid(const svCcdDef* def) {
    const bool separation = def->minSeparation >= 0 && def->minSeparation <= 1.7976931348623157e308;
    return def->structSize == sizeof(*def) && def->tolerance >= SV_CCD_LEAST_TOLERANCE &&
           def->tolerance <= 1 && separation && def->separationTolerance >= 1e-6 &&
           def->separationTolerance <= 1 &&
           (def->allocator.allocate == NULL) == (def->allocator.release == NULL);
}

static svStatus Ccd(const svMovingPair* pair, svPairKind kind, const svCcdDef* def,
                    svCcdResult* result) {
    if (pair == NULL || def == NULL || result == NULL || !IsValid(def)) {
        return SV_ERROR_ARGUMENT;
    }
    if (!AllFinite(pair)) {
        return SV_ERROR_NOT_FINITE;
    }
    svCcdResult found = {0};
    if (def->minSeparation > 0) {
        svSeparation_Ccd(pair, kind, def, &found);
    } else {
        Answer answer;
        const svStatus status = Decide(pair, kind, &def->allocator, def->tolerance, &answer);
        if (status != SV_OK) {
            return status;
        }
        found.hit = answer.hit;
        found.exact = answer.exact;
        found.tLo = answer.times.lo;
        found.tHi = answer.times.hi;
    }
    if (found.hit) {
        svCcdContact_Describe(pair, kind, &found);
    }
    *result = found;
    return SV_OK;
}

svStatus svVertexFace_Test(const svMovingPair* pair, bool* hit) {
    return Test(pair, SV_VERTEX_FACE, hit);
}

svStatus svEdgeEdge_Test(const svMovingPair* pair, bool* hit) {
    return Test(pair, SV_EDGE_EDGE, hit);
}

svStatus svVertexFace_Ccd(const svMovingPair* pair, const svCcdDef* def, svCcdResult* result) {
    return Ccd(pair, SV_VERTEX_FACE, def, result);
}

svStatus svEdgeEdge_Ccd(const svMovingPair* pair, const svCcdDef* def, svCcdResult* result) {
    return Ccd(pair, SV_EDGE_EDGE, def, result);
}
