// The functions of elementary.h that come once per kind of pair, chosen by the kind.
#ifndef SELVAGE_TESTS_BY_KIND_H
#define SELVAGE_TESTS_BY_KIND_H

#include "support/oracle.h"

static inline svStatus TestPair(oracleKind kind, const svMovingPair* pair, bool* hit) {
    return kind == ORACLE_VERTEX_FACE ? svVertexFace_Test(pair, hit) : svEdgeEdge_Test(pair, hit);
}

static inline svStatus CcdPair(oracleKind kind, const svMovingPair* pair, const svCcdDef* def,
                               svCcdResult* result) {
    return kind == ORACLE_VERTEX_FACE ? svVertexFace_Ccd(pair, def, result)
                                      : svEdgeEdge_Ccd(pair, def, result);
}

static inline svStatus CcdBatch(oracleKind kind, const svCcdBatchDef* def, uint8_t* hits,
                                svInterval* times, svCcdStats* stats) {
    return kind == ORACLE_VERTEX_FACE ? svVertexFace_CcdBatch(def, hits, times, stats)
                                      : svEdgeEdge_CcdBatch(def, hits, times, stats);
}

#endif
