// CCD of a single vertex-face or edge-edge pair: the public functions. A pair comes in, hit and
// time of impact come out: the certified filter first, exact arithmetic where it is undecided, or
// conservative advancement for a minimum separation.

#include "elementary/ccd/ccd_block.h"
#include "elementary/ccd/ccd_contact.h"
#include "elementary/ccd/separation.h"

#include <float.h>

#define DEFAULT_SEPARATION_TOLERANCE 1e-3
#define LEAST_SEPARATION_TOLERANCE 1e-6

// The scalar kernel on a block of one query: the same verdict and times as in a batch. False:
// undecided.
static bool FilterMovingPair(const svMovingPair* pair, svPairKind kind, double width,
                             svCcdFound* found) {
    const svPositions x0 = svPositions_Double(pair->x0[0], 4);
    const svPositions x1 = svPositions_Double(pair->x1[0], 4);
    uint8_t hit = 0;
    int side = 0;
    uint32_t undecided[1];
    svCcdBlock block = {.x0 = &x0,
                        .x1 = &x1,
                        .count = 1,
                        .width = width,
                        .times = width > 0 ? &found->times : NULL,
                        .sides = &side,
                        .hits = &hit,
                        .undecided = undecided};
    const svKernels* kernels = svKernels_Of(SV_ISA_SCALAR);
    (kind == SV_EDGE_EDGE ? kernels->ccdEdgeEdge : kernels->ccdVertexFace)(&block);
    found->hit = hit != 0;
    found->side = side;
    return block.undecidedCount == 0;
}

// The filter, then exact arithmetic where it is undecided. `width` as for svCcdExact.
static svStatus DecideMovingPair(const svMovingPair* pair, svPairKind kind,
                                 const svAllocator* allocator, double width, svCcdFound* found,
                                 bool* exact) {
    *found = (svCcdFound){0};
    *exact = !FilterMovingPair(pair, kind, width, found);
    return *exact ? svCcdExact(pair, kind, allocator, width, found) : SV_OK;
}

svCcdDef svDefaultCcdDef(void) {
    svCcdDef def = {0};
    def.structSize = sizeof(def);
    def.tolerance = SV_CCD_DEFAULT_TOLERANCE;
    def.separationTolerance = DEFAULT_SEPARATION_TOLERANCE;
    return def;
}

static bool IsMovingPairFinite(const svMovingPair* pair) {
    const svPositions x0 = svPositions_Double(pair->x0[0], 4);
    const svPositions x1 = svPositions_Double(pair->x1[0], 4);
    return svPositions_FindNotFinite(&x0) == 4 && svPositions_FindNotFinite(&x1) == 4;
}

static svStatus TestMovingPair(const svMovingPair* pair, svPairKind kind, bool* hit) {
    if (pair == NULL || hit == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    if (!IsMovingPairFinite(pair)) {
        return SV_ERROR_NOT_FINITE;
    }
    svCcdFound found;
    bool exact;
    const svStatus status = DecideMovingPair(pair, kind, NULL, 0, &found, &exact);
    if (status == SV_OK) {
        *hit = found.hit;
    }
    return status;
}

bool svCcdDef_IsValid(const svCcdDef* def) {
    const bool separation = def->minSeparation >= 0 && def->minSeparation <= DBL_MAX;
    return def->structSize == sizeof(*def) && def->tolerance >= SV_CCD_LEAST_TOLERANCE &&
           def->tolerance <= 1 && separation &&
           def->separationTolerance >= LEAST_SEPARATION_TOLERANCE &&
           def->separationTolerance <= 1 &&
           (def->allocator.allocate == NULL) == (def->allocator.release == NULL);
}

static svStatus MovingPairCcd(const svMovingPair* pair, svPairKind kind, const svCcdDef* def,
                              svCcdResult* result) {
    if (pair == NULL || def == NULL || result == NULL || !svCcdDef_IsValid(def)) {
        return SV_ERROR_ARGUMENT;
    }
    if (!IsMovingPairFinite(pair)) {
        return SV_ERROR_NOT_FINITE;
    }
    svCcdResult filled = {0};
    if (def->minSeparation > 0) {
        svSeparation_Ccd(pair, kind, def, &filled);
        *result = filled;
        return SV_OK;
    }
    svCcdFound found;
    const double width = svCcd_Width(def->tolerance);
    const svStatus status =
        DecideMovingPair(pair, kind, &def->allocator, width, &found, &filled.exact);
    if (status != SV_OK) {
        return status;
    }
    filled.hit = found.hit;
    if (found.hit) {
        filled.tLo = found.times.lo;
        filled.tHi = found.times.hi;
        svCcdContact_Describe(pair, kind, found.side, &filled);
    }
    *result = filled;
    return SV_OK;
}

svStatus svVertexFace_Test(const svMovingPair* pair, bool* hit) {
    return TestMovingPair(pair, SV_VERTEX_FACE, hit);
}

svStatus svEdgeEdge_Test(const svMovingPair* pair, bool* hit) {
    return TestMovingPair(pair, SV_EDGE_EDGE, hit);
}

svStatus svVertexFace_Ccd(const svMovingPair* pair, const svCcdDef* def, svCcdResult* result) {
    return MovingPairCcd(pair, SV_VERTEX_FACE, def, result);
}

svStatus svEdgeEdge_Ccd(const svMovingPair* pair, const svCcdDef* def, svCcdResult* result) {
    return MovingPairCcd(pair, SV_EDGE_EDGE, def, result);
}
