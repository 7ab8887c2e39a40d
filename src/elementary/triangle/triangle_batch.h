// DCD of triangle pairs in batches: which intersect, and how; without intersection segments.
#ifndef SELVAGE_ELEMENTARY_TRIANGLE_TRIANGLE_BATCH_H
#define SELVAGE_ELEMENTARY_TRIANGLE_TRIANGLE_BATCH_H

#include "dispatch/kernels.h"
#include "elementary/triangle/triangle.h"
#include "filter/queue.h"

typedef struct svTriangleBatch {
    svPositions x;               // finite
    const uint32_t* vertices[6]; // of each pair the corners of the first triangle and of the second
    uint32_t count;
    bool sharing; // pairs may share vertices, or list one twice
    const svKernels* kernels;
    uint8_t* meetings; // out: svTriangleMeeting of each pair
    uint8_t* shared;   // out: how many vertices the two share
} svTriangleBatch;

// Returns how many pairs the filter left to exact arithmetic; the same for any instruction set.
uint32_t svTriangleBatch_Meet(const svTriangleBatch* batch);

// What the kernel works on.
#define SV_TRIANGLE_BLOCK 256

struct svTriangleBlock {
    const svPositions* x;
    const uint32_t* vertices[6];
    uint32_t count;      // at most SV_TRIANGLE_BLOCK
    uint8_t* meetings;   // out: of decided pairs
    uint32_t* undecided; // out: the others, room for SV_TRIANGLE_BLOCK
    uint32_t undecidedCount;
};

#endif
