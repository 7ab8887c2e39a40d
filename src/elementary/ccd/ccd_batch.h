// CCD batches of either pair kind, with the sides that contact normals need.
#ifndef SELVAGE_ELEMENTARY_CCD_CCD_BATCH_H
#define SELVAGE_ELEMENTARY_CCD_CCD_BATCH_H

#include "selvage/elementary.h"

// One entry per query. Times and sides may be null; those of misses are not written.
typedef struct svCcdBatchOut {
    uint8_t* hits;
    svInterval* times;
    int* sides; // svCcdFound's side; only with times
    // Not an output: svCcdBlock's `both`, or null.
    const double* both;
} svCcdBatchOut;

// The public batches (see svVertexFace_CcdBatch), for either kind.
svStatus svCcdBatch_Run(const svCcdBatchDef* def, svPairKind kind, const svCcdBatchOut* out,
                        svCcdStats* stats);

#endif
