// Times of the elementary tests over lists of queries.
#ifndef SELVAGE_BENCH_MEASURE_H
#define SELVAGE_BENCH_MEASURE_H

#include "selvage/elementary.h"
#include "support/adversarial.h"
#include "support/candidates.h"

// How the candidates are handed over.
typedef enum Pass {
    PASS_WHOLE,  // one call, booleans
    PASS_BLOCKS, // calls of MEASURE_BLOCK queries, booleans
    PASS_TIMES,  // one call, brackets of the first contact too
    PASS_COUNT
} Pass;

#define MEASURE_BLOCK 1024

const char* Pass_Name(Pass pass);

typedef struct Measured {
    size_t count;
    svCcdStats stats; // of one pass, the same with every instruction set
    double seconds[SV_ISA_ENUM_COUNT][PASS_COUNT]; // the shortest pass; 0 where there is none
} Measured;

// Both kinds over a scene: `candidates` and `measured` are indexed by AdversarialKind. Rounds go
// through all instruction sets, passes and kinds in turn, so that a disturbance hits all alike.
// SV_ERROR_FORMAT, after a message: instruction sets disagree about an answer or about the stages.
svStatus Measure_Candidates(svContext* context, const Scene* scene, const Candidates candidates[2],
                            int rounds, Measured measured[2]);

// Only the stage counts, with one instruction set.
svStatus Measure_Counters(svContext* context, const Scene* scene, AdversarialKind kind,
                          const Candidates* candidates, svCcdStats* stats);

typedef struct MeasuredSingles {
    size_t hits;
    double mean;  // seconds per query
    double worst; // the slowest query, the shortest of several tries
    size_t worstQuery;
} MeasuredSingles;

// One call of svVertexFace_Test or svEdgeEdge_Test per query.
svStatus Measure_Singles(svContext* context, AdversarialKind kind, const svMovingPair* pairs,
                         size_t count, MeasuredSingles* measured);

#endif
