// What `selvage bench scene` measures and reports.
#ifndef SELVAGE_TOOL_BENCH_BENCH_SCENE_H
#define SELVAGE_TOOL_BENCH_BENCH_SCENE_H

#include "report/progress.h"
#include "tool/objects.h"

typedef enum BenchMode { BENCH_CCD, BENCH_DCD, BENCH_PROXIMITY, BENCH_MODE_COUNT } BenchMode;

enum { STAGE_BUILD, STAGE_UPDATE, STAGE_SEARCH, STAGE_TEST, STAGE_SORT, STAGE_TOTAL, STAGE_COUNT };

typedef struct BenchSettings {
    SceneOptions scene;
    svRebuild rebuild;
    svDetail detail;
    int mode; // BenchMode; -1: by the number of files
    uint64_t runs;
    double seconds;
    uint64_t tiles[2];
    const char* json;
} BenchSettings;

// Allocations of the library, counted by the context's allocator.
typedef struct BenchMemory {
    uint64_t allocations; // so far
    size_t bytes, peak;
} BenchMemory;

typedef struct BenchResult {
    const char* const* files;
    int fileCount;
    BenchMode mode;
    size_t vertices, triangles;

    double topologySeconds;   // svMesh_Create
    double firstSeconds;      // the first query, which builds the BVH
    svSceneStats first, last; // of the first query and the last
    size_t runs;
    double least[STAGE_COUNT], median[STAGE_COUNT]; // seconds

    uint64_t contacts[2]; // by svPairKind; triangles: [0]
    uint64_t hash;
    uint64_t allocations; // in the last run
    size_t peakBytes;     // of the library during the queries
    size_t peakResident;  // of the process so far
} BenchResult;

const char* BenchMode_Name(BenchMode mode);

void Bench_PrintTable(const BenchSettings* settings, const BenchResult* results, int count,
                      FILE* stream);
void Bench_WriteJson(const BenchSettings* settings, const BenchResult* results, int count,
                     FILE* stream);

#endif
