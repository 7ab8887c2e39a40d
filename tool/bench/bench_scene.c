// selvage bench scene: one mesh or one step in; times of each stage of the query, counters, memory
// and allocations out. Queries are repeated on a warm scene; the least and the median are kept.

#include "bench_scene.h"

#include "report/output.h"
#include "report/program.h"
#include "report/progress.h"
#include "report/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { REBUILD = SCENE_OPTION_COUNT, MODE, DETAIL, RUNS, SECONDS, TILE, JSON, OPTION_COUNT };

static const Option benchOptions[OPTION_COUNT] = {
    SCENE_OPTIONS,
    [REBUILD] = {"rebuild", OPTION_ONE, "auto|always|never",
                 "when the BVH is rebuilt (default auto)"},
    [MODE] =
        {"mode", OPTION_ONE, "ccd|dcd|proximity",
         "the query: contacts over the step (default for two files), intersecting triangles at "
         "T0 (default for one file), features closer than --thickness at T0"},
    [DETAIL] = {"detail", OPTION_ONE, "pairs|times|shape",
                "what ccd reports of each contact (default pairs)"},
    [RUNS] = {"runs", OPTION_ONE, "N", "at least N runs (default 10)"},
    [SECONDS] = {"seconds", OPTION_ONE, "S", "and at least S seconds (default 2)"},
    [TILE] = {"tile", OPTION_ONE, "N|NxM",
              "N (by M) copies of the mesh side by side, in doubles, to see how the cost scales"},
    [JSON] = {"json", OPTION_MAYBE, "NAME.json",
              "the result as JSON: on stdout in place of the table, or into that file "
              "(--json=FILE: any name)"},
};

// A scene of one mesh, with its own copy of the positions.
typedef struct BenchScene {
    svContext* context;
    BenchMemory* memory;
    svMesh* mesh;
    svScene* scene;
    Frame frames[2];
} BenchScene;

static void* CountAllocation(size_t bytes, size_t alignment, void* user) {
    BenchMemory* memory = user;
    void* block = NULL;
    const size_t aligned = alignment < sizeof(void*) ? sizeof(void*) : alignment;
    if (posix_memalign(&block, aligned, bytes) != 0) {
        return NULL;
    }
    ++memory->allocations;
    memory->bytes += bytes;
    memory->peak = memory->bytes > memory->peak ? memory->bytes : memory->peak;
    return block;
}

static void CountRelease(void* block, size_t bytes, void* user) {
    BenchMemory* memory = user;
    memory->bytes -= bytes;
    free(block);
}

static svContext* CreateContext(const BenchSettings* settings, BenchMemory* memory) {
    svContextDef def = svDefaultContextDef();
    def.workerCount = settings->scene.threads;
    def.allocator = (svAllocator){CountAllocation, CountRelease, memory};
    svContext* context = NULL;
    const svStatus status = svContext_Create(&def, &context);
    if (status != SV_OK) {
        Terminal_Complain("%s", svStatus_Text(status));
    }
    return context;
}

static size_t PeakResident(void) {
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) != 0) {
        return 0;
    }
#ifdef __APPLE__
    return (size_t)usage.ru_maxrss;
#else
    return (size_t)usage.ru_maxrss * 1024;
#endif
}

// Spacing of the copies: 1.1 times the extent of both frames.
static void TileOffsets(const Frame frames[2], double offsets[2]) {
    for (int d = 0; d < 2; ++d) {
        double lower = 0, upper = 0;
        for (size_t i = 0; i < 2 * frames[0].positions.count; ++i) {
            double point[3];
            svPositions_Get(&frames[i % 2].positions, i / 2, point);
            lower = i == 0 || point[d] < lower ? point[d] : lower;
            upper = i == 0 || point[d] > upper ? point[d] : upper;
        }
        offsets[d] = 1.1 * (upper - lower);
    }
}

// In doubles: floats would round the farther copies to other shapes.
static svStatus TilePositions(svContext* context, const uint64_t tiles[2], const double offsets[2],
                              Frame* frame) {
    const size_t count = frame->positions.count;
    double* copies =
        svContext_Allocate(context, (size_t)(tiles[0] * tiles[1]) * count * 3 * sizeof(double));
    if (copies == NULL) {
        return SV_ERROR_MEMORY;
    }
    for (size_t t = 0; t < tiles[0] * tiles[1]; ++t) {
        const size_t column = t % tiles[0], row = t / tiles[0];
        for (size_t i = 0; i < count; ++i) {
            double* point = copies + 3 * (t * count + i);
            svPositions_Get(&frame->positions, i, point);
            point[0] += offsets[0] * (double)column;
            point[1] += offsets[1] * (double)row;
        }
    }
    svContext_Release(context, frame->memory);
    *frame = (Frame){copies, svPositions_Double(copies, (size_t)(tiles[0] * tiles[1]) * count)};
    return SV_OK;
}

static svStatus TileTriangles(svContext* context, size_t copies, uint32_t vertexCount,
                              uint32_t** triangles, size_t* triangleCount) {
    const size_t corners = 3 * *triangleCount;
    uint32_t* all = svContext_Allocate(context, copies * corners * sizeof(uint32_t));
    if (all == NULL) {
        return SV_ERROR_MEMORY;
    }
    for (size_t t = 0; t < copies; ++t) {
        for (size_t i = 0; i < corners; ++i) {
            all[t * corners + i] = (*triangles)[i] + (uint32_t)t * vertexCount;
        }
    }
    svContext_Release(context, *triangles);
    *triangles = all;
    *triangleCount *= copies;
    return SV_OK;
}

static svStatus CreateBenchMesh(BenchScene* bench, const uint32_t* triangles, size_t triangleCount,
                                BenchResult* result) {
    svMeshDef def = svDefaultMeshDef();
    def.triangles = triangles;
    def.triangleCount = triangleCount;
    def.vertexCount = bench->frames[0].positions.count;
    const double started = Program_Seconds();
    const svStatus status = svMesh_Create(bench->context, &def, &bench->mesh);
    result->topologySeconds = Program_Seconds() - started;
    result->vertices = def.vertexCount;
    result->triangles = triangleCount;
    return status;
}

// Reads the files and takes over their positions; what reading needed is freed before the mesh is
// created, so that the reported memory is the scene's own.
static svStatus LoadBenchMesh(BenchScene* bench, const BenchSettings* settings,
                              BenchResult* result) {
    svContext* context = bench->context;
    Objects objects = Objects_Make(1);
    const bool step = result->fileCount > 1;
    uint32_t* triangles = NULL;
    size_t triangleCount = 0;
    uint32_t vertexCount = 0;
    svStatus status = Objects_Add(context, &objects, result->files, result->fileCount);
    if (status == SV_OK) {
        status = Objects_SetFrame(context, &objects, 0, step);
    }
    if (status == SV_OK) {
        Object* object = &objects.items[0];
        const svTopology* topology = svMesh_GetTopology(object->mesh);
        vertexCount = topology->vertexCount;
        triangleCount = topology->triangleCount;
        triangles = svContext_Allocate(context, 3 * triangleCount * sizeof(uint32_t));
        status = triangles == NULL ? SV_ERROR_MEMORY : SV_OK;
        if (status == SV_OK && triangleCount > 0) {
            memcpy(triangles, topology->triangles, 3 * triangleCount * sizeof(uint32_t));
        }
        memcpy(bench->frames, object->frames, sizeof(bench->frames));
        memset(object->frames, 0, sizeof(object->frames));
    }
    Objects_Destroy(context, &objects);
    const size_t copies = (size_t)(settings->tiles[0] * settings->tiles[1]);
    if (status == SV_OK && copies > 1 &&
        (copies * vertexCount > UINT32_MAX || copies * triangleCount > SV_MAX_TRIANGLES)) {
        svContext_Message(context, SV_ERROR, "option --tile: more triangles than a mesh can have");
        status = SV_ERROR_ARGUMENT;
    }
    if (status == SV_OK && copies > 1) {
        double offsets[2];
        TileOffsets((const Frame[2]){bench->frames[0], bench->frames[step]}, offsets);
        status = TileTriangles(context, copies, vertexCount, &triangles, &triangleCount);
        for (int k = 0; k <= step && status == SV_OK; ++k) {
            status = TilePositions(context, settings->tiles, offsets, &bench->frames[k]);
        }
    }
    if (status == SV_OK) {
        status = CreateBenchMesh(bench, triangles, triangleCount, result);
    }
    svContext_Release(context, triangles);
    return status;
}

static svStatus CreateScene(BenchScene* bench, const BenchSettings* settings, bool step) {
    svStatus status =
        svMesh_SetMotion(bench->mesh, &bench->frames[0].positions, &bench->frames[step].positions);
    svSceneDef def = svDefaultSceneDef();
    def.volume = settings->scene.volume;
    def.builder = settings->scene.builder;
    def.selfCulling = settings->scene.selfCulling;
    def.isa = settings->scene.isa;
    def.rebuild = settings->rebuild;
    if (status == SV_OK) {
        status = svScene_Create(bench->context, &def, &bench->scene);
    }
    svSceneMeshDef mesh = svDefaultSceneMeshDef();
    mesh.thickness = settings->scene.thickness;
    mesh.ring = settings->scene.ring;
    return status == SV_OK ? svScene_Add(bench->scene, bench->mesh, &mesh, NULL) : status;
}

// Runs one query; stats and counts go into the result.
static svStatus Query(BenchScene* bench, const BenchSettings* settings, BenchResult* result) {
    svStatus status;
    if (result->mode == BENCH_CCD) {
        svDetectDef def = svDefaultDetectDef();
        def.detail = settings->detail;
        svContacts found;
        status = svScene_Detect(bench->scene, &def, &found);
        if (status == SV_OK) {
            result->contacts[0] = found.vf.total;
            result->contacts[1] = found.ee.total;
            result->hash = found.hash;
            result->last = found.stats;
        }
    } else if (result->mode == BENCH_DCD) {
        svIntersections found;
        status = svScene_Intersect(bench->scene, NULL, &found);
        if (status == SV_OK) {
            result->contacts[0] = found.total;
            result->hash = found.hash;
            result->last = found.stats;
        }
    } else {
        svProximity found;
        status = svScene_Proximity(bench->scene, NULL, &found);
        if (status == SV_OK) {
            result->contacts[0] = found.vf.total;
            result->contacts[1] = found.ee.total;
            result->hash = found.hash;
            result->last = found.stats;
        }
    }
    return status;
}

static int CompareDoubles(const void* a, const void* b) {
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

// Least and median time of each stage.
static void Summarize(const double* times, BenchResult* result) {
    const size_t n = result->runs;
    double* column = Terminal_Allocate(n, sizeof(double));
    for (int s = 0; s < STAGE_COUNT; ++s) {
        for (size_t i = 0; i < n; ++i) {
            column[i] = times[STAGE_COUNT * i + (size_t)s];
        }
        qsort(column, n, sizeof(double), CompareDoubles);
        result->least[s] = column[0];
        result->median[s] = n % 2 == 1 ? column[n / 2] : (column[n / 2 - 1] + column[n / 2]) / 2;
    }
    free(column);
}

static svStatus Repeat(BenchScene* bench, const BenchSettings* settings, BenchResult* result) {
    size_t capacity = 1024;
    double* times = Terminal_Allocate(capacity, STAGE_COUNT * sizeof(double));
    const double started = Program_Seconds();
    svStatus status = SV_OK;
    while (status == SV_OK &&
           (result->runs < settings->runs || Program_Seconds() - started < settings->seconds)) {
        Terminal_Progress("%s: run %zu", result->files[0], result->runs + 1);
        const uint64_t before = bench->memory->allocations;
        const double begin = Program_Seconds();
        status = Query(bench, settings, result);
        const double total = Program_Seconds() - begin;
        result->allocations = bench->memory->allocations - before;
        if (result->runs == capacity) {
            double* more = Terminal_Allocate(2 * capacity, STAGE_COUNT * sizeof(double));
            memcpy(more, times, capacity * STAGE_COUNT * sizeof(double));
            free(times);
            times = more;
            capacity *= 2;
        }
        double* row = times + STAGE_COUNT * result->runs++;
        row[STAGE_BUILD] = result->last.buildSeconds;
        row[STAGE_UPDATE] = result->last.updateSeconds;
        row[STAGE_SEARCH] = result->last.searchSeconds;
        row[STAGE_TEST] = result->last.testSeconds;
        row[STAGE_SORT] = result->last.sortSeconds;
        row[STAGE_TOTAL] = total;
        if (Progress_IsBroken()) {
            status = SV_CANCELLED;
        }
    }
    if (status == SV_OK) {
        Summarize(times, result);
    }
    free(times);
    return status;
}

static svStatus MeasureQueries(BenchScene* bench, const BenchSettings* settings,
                               BenchResult* result) {
    const bool step = result->fileCount > 1;
    svStatus status = LoadBenchMesh(bench, settings, result);
    if (status == SV_OK) {
        status = CreateScene(bench, settings, step);
    }
    if (status == SV_OK) {
        bench->memory->peak = bench->memory->bytes;
        const double started = Program_Seconds();
        status = Query(bench, settings, result);
        result->firstSeconds = Program_Seconds() - started;
        result->first = result->last;
    }
    if (status == SV_OK) {
        status = Repeat(bench, settings, result);
    }
    result->peakBytes = bench->memory->peak;
    result->peakResident = PeakResident();
    return status;
}

static int MeasureFiles(const BenchSettings* settings, BenchResult* result) {
    BenchMemory memory = {0};
    BenchScene bench = {.context = CreateContext(settings, &memory), .memory = &memory};
    if (bench.context == NULL) {
        return EXIT_TROUBLE;
    }
    const svStatus status = MeasureQueries(&bench, settings, result);
    Terminal_Progress(NULL);
    if (status == SV_CANCELLED) {
        Terminal_Complain("ended by Ctrl-C");
    } else if (status != SV_OK) {
        const char* text = svContext_LastError(bench.context);
        Terminal_Complain("%s", text[0] != '\0' ? text : svStatus_Text(status));
    }
    svScene_Destroy(bench.scene);
    svMesh_Destroy(bench.mesh);
    svContext_Release(bench.context, bench.frames[0].memory);
    svContext_Release(bench.context, bench.frames[1].memory);
    svContext_Destroy(bench.context);
    return status == SV_OK ? EXIT_CLEAN : status == SV_CANCELLED ? EXIT_BROKEN : EXIT_TROUBLE;
}

const char* BenchMode_Name(BenchMode mode) {
    return mode == BENCH_CCD ? "ccd" : mode == BENCH_DCD ? "dcd" : "proximity";
}

static bool ParseTiles(const char* text, uint64_t tiles[2]) {
    char* end = NULL;
    const unsigned long n = strtoul(text, &end, 10);
    unsigned long m = 1;
    bool good = text[0] >= '0' && text[0] <= '9';
    if (good && *end == 'x') {
        const char* second = end + 1;
        good = *second >= '0' && *second <= '9';
        m = strtoul(second, &end, 10);
    }
    if (!good || *end != '\0' || n < 1 || m < 1 || n > 100000 || m > 100000) {
        Terminal_Complain("option --tile: '%s' is not N or NxM, from 1 to 100000", text);
        return false;
    }
    tiles[0] = n;
    tiles[1] = m;
    return true;
}

static bool ParseBench(const Arguments* arguments, BenchSettings* settings) {
    static const char* const modes[BENCH_MODE_COUNT] = {"ccd", "dcd", "proximity"};
    static const char* const details[SV_DETAIL_ENUM_COUNT] = {"pairs", "times", "shape"};
    static const char* const rebuilds[SV_REBUILD_ENUM_COUNT] = {"auto", "always", "never"};
    int detail = SV_DETAIL_PAIRS, rebuild = SV_REBUILD_AUTO;
    *settings = (BenchSettings){.mode = -1, .runs = 10, .seconds = 2, .tiles = {1, 1}};
    if (!SceneOptions_Parse(arguments, &settings->scene) ||
        !Arguments_GetName(arguments, REBUILD, rebuilds, SV_REBUILD_ENUM_COUNT, &rebuild) ||
        !Arguments_GetName(arguments, MODE, modes, BENCH_MODE_COUNT, &settings->mode) ||
        !Arguments_GetName(arguments, DETAIL, details, SV_DETAIL_ENUM_COUNT, &detail) ||
        !Arguments_GetCount(arguments, RUNS, 1, 1000000, &settings->runs) ||
        !Arguments_GetNumber(arguments, SECONDS, &settings->seconds) ||
        (arguments->given[TILE] && !ParseTiles(arguments->values[TILE][0], settings->tiles))) {
        return false;
    }
    settings->rebuild = (svRebuild)rebuild;
    settings->detail = (svDetail)detail;
    settings->json = arguments->values[JSON][0];
    // --runs alone replaces the default of --seconds.
    settings->seconds =
        arguments->given[RUNS] && !arguments->given[SECONDS] ? 0 : settings->seconds;
    if (arguments->fileCount == 0) {
        Terminal_Complain("no files given (try: selvage bench scene --help)");
        return false;
    }
    if (arguments->fileCount > 1 && arguments->fileCount % 2 != 0) {
        Terminal_Complain("give one file, or pairs of files T0 T1: %s has no partner",
                          arguments->files[arguments->fileCount - 1]);
        return false;
    }
    if (settings->mode == BENCH_CCD && arguments->fileCount == 1) {
        Terminal_Complain("option --mode: ccd needs two files, T0 and T1");
        return false;
    }
    if (settings->mode == BENCH_PROXIMITY && !(settings->scene.thickness > 0)) {
        Terminal_Complain("option --mode: proximity needs --thickness D");
        return false;
    }
    for (int i = 0; i < arguments->fileCount; ++i) {
        if (Object_IsCache(arguments->files[i])) {
            Terminal_Complain("%s: give mesh files, not a cache", arguments->files[i]);
            return false;
        }
    }
    return !Command_OutputIsInput(settings->json, (const char* const*)arguments->files,
                                  arguments->fileCount);
}

static int ReportBench(const BenchSettings* settings, const BenchResult* results, int count) {
    if (settings->json == NULL || strcmp(settings->json, "-") != 0) {
        Bench_PrintTable(settings, results, count, stdout);
    }
    if (settings->json == NULL) {
        return EXIT_CLEAN;
    }
    Output output;
    if (!Output_Open(&output, settings->json)) {
        return EXIT_TROUBLE;
    }
    Bench_WriteJson(settings, results, count, output.stream);
    return Output_Close(&output) ? EXIT_CLEAN : EXIT_TROUBLE;
}

static int BenchScenes(const Command* command, int argc, char** argv) {
    Arguments arguments;
    int code = EXIT_TROUBLE;
    BenchSettings settings;
    if (!Arguments_Parse(&arguments, command, argc, argv, &code)) {
        return code;
    }
    if (!ParseBench(&arguments, &settings)) {
        return EXIT_TROUBLE;
    }
    const int each = arguments.fileCount > 1 ? 2 : 1;
    const int count = arguments.fileCount / each;
    BenchResult* results = Terminal_Allocate((size_t)count, sizeof(BenchResult));
    (void)Progress_Begin("run", 1);
    code = EXIT_CLEAN;
    for (int i = 0; i < count && code == EXIT_CLEAN; ++i) {
        results[i].files = (const char* const*)arguments.files + each * i;
        results[i].fileCount = each;
        results[i].mode = settings.mode >= 0 ? (BenchMode)settings.mode
                          : each == 1        ? BENCH_DCD
                                             : BENCH_CCD;
        code = MeasureFiles(&settings, &results[i]);
    }
    Progress_End();
    if (code == EXIT_CLEAN) {
        code = ReportBench(&settings, results, count);
    }
    free(results);
    return code;
}

const Command benchSceneCommand = {
    .name = "bench scene",
    .summary = "time a collision query, stage by stage",
    .usage = "[options] T0 [T1] [T0 T1]...",
    .about =
        "Repeats the query of a scene and reports the least and the median time of each stage. "
        "Two files: the contacts from T0 to T1; more files: pairs, one scene each; one file: the "
        "triangles that intersect.\n"
        "\n"
        "Every run reads the motion again, refits the BVH to it (or rebuilds it), searches (broad "
        "phase), tests (narrow phase) and sorts. The topology of the mesh and the first query, "
        "which builds the BVH, are timed separately. Search and test are means over the threads.",
    .examples = "selvage bench scene t0.ply t1.ply --threads 1\n"
                "selvage bench scene t0.ply t1.ply --threads 1 --json -\n"
                "selvage bench scene t0.ply t1.ply --tile 4x4 --runs 3\n",
    .options = benchOptions,
    .optionCount = OPTION_COUNT,
    .sharedCount = SCENE_OPTION_COUNT,
    .run = BenchScenes,
};
