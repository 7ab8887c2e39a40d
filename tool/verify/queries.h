// Elementary queries from files, run in batches.
#ifndef SELVAGE_TOOL_VERIFY_QUERIES_H
#define SELVAGE_TOOL_VERIFY_QUERIES_H

#include "selvage/elementary.h"
#include "selvage/io.h"

typedef enum QueryKind { QUERY_UNKNOWN, QUERY_VERTEX_FACE, QUERY_EDGE_EDGE } QueryKind;

const char* QueryKind_Name(QueryKind kind); // "vf", "ee"

// The kind by path: a folder "vertex-face" or "edge-edge", or a file name that ends in "vf" or "ee"
// before "_miss" and the extension.
QueryKind QueryKind_FromPath(const char* path);

// Two frames of one mesh, for queries given as pairs of features. Zeroed: none.
typedef struct Frames {
    svMeshData mesh[2];
    svPositions x0, x1; // floats if the files have floats
    float* floats[2];
} Frames;

svStatus Frames_Read(svContext* context, const char* path0, const char* path1, Frames* frames);
void Frames_Destroy(svContext* context, Frames* frames);

// Queries as the batch functions take them.
typedef struct QuerySet {
    QueryKind kind;
    size_t count;
    svPositions x0, x1;
    uint32_t* points;
    const int8_t* answers; // 1, 0, -1 where unknown; null: all unknown
    svQueryData data;      // owns the positions and answers of a query file
} QuerySet;

// Reads a query file, or, if `frames` is not null, a pair file over them.
svStatus QuerySet_Read(svContext* context, const char* path, QueryKind kind, const Frames* frames,
                       QuerySet* set);
void QuerySet_Destroy(svContext* context, QuerySet* set);

// The points of query `index`.
svMovingPair QuerySet_Pair(const QuerySet* set, size_t index);

// hits[i] of every query. The stats are set, not added to.
svStatus QuerySet_Run(svContext* context, const QuerySet* set, svIsa isa, uint8_t* hits,
                      svCcdStats* stats);

// The least time of one pass, in seconds, over `repeats` passes, or (0) as many as fit into a fixed
// time. Only after QuerySet_Run returned SV_OK.
double QuerySet_Time(const QuerySet* set, svIsa isa, uint64_t repeats, uint8_t* hits);

#endif
