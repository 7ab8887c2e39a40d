// Results of bade2015 in, JSON and CSV files out.

#include "bade2015.h"

#include "report/csv.h"
#include "report/json.h"

static const char* const volumeKeys[QUAD_VOLUME_COUNT] = {"sphere_printed", "sphere", "box"};
static const char* const divisionKeys[BADE_DIVISION_COUNT] = {"where_hit", "everywhere"};

// ---- JSON -------------------------------------------------------------------------------------

static void WriteBadeSpread(Json* json, const char* key, BadeSpread spread, double scale) {
    Json_BeginObject(json, key);
    Json_Number(json, "mean", scale * spread.mean);
    Json_Number(json, "median", scale * spread.median);
    Json_Number(json, "min", scale * spread.least);
    Json_Number(json, "max", scale * spread.most);
    Json_EndObject(json);
}

static void WriteTree(Json* json, const BadeResult* result, const BadeTree* tree) {
    Json_BeginObject(json, NULL);
    Json_Text(json, "volume", volumeKeys[tree->def.volume]);
    Json_Count(json, "levels", tree->def.levels);
    Json_Text(json, "divided", divisionKeys[tree->division]);
    WriteBadeSpread(json, "execution_ms", Bade_Spread(tree->seconds, result->runs), 1e3);
    Json_BeginArray(json, "executions_ms");
    for (uint64_t r = 0; r < result->runs; ++r) {
        Json_Number(json, NULL, 1e3 * tree->seconds[r]);
    }
    Json_EndArray(json);
    Json_Number(json, "build_us", 1e6 * Bade_PerFrame(result, tree->buildSeconds));
    Json_Number(json, "search_us", 1e6 * Bade_PerFrame(result, tree->searchSeconds));
    Json_Number(json, "volumes", Bade_PerFrame(result, (double)tree->nodes));
    Json_Count(json, "node_tests", tree->nodeTests);
    Json_Count(json, "particle_tests", tree->particleTests);
    Json_Count(json, "found", tree->hits);
    Json_Count(json, "missed", tree->missed);
    if (tree->division == BADE_EVERYWHERE) {
        Json_Count(json, "outside", tree->outside);
    }
    Json_Number(json, "rows_us",
                1e6 * Bade_PerFrame(result, tree->drawSeconds[BADE_DRAW_INSTANCES]));
    Json_Number(json, "vertices_us",
                1e6 * Bade_PerFrame(result, tree->drawSeconds[BADE_DRAW_VERTICES]));
    Json_Number(json, "frames_per_second", Bade_FrameRate(result, tree, false));
    Json_Number(json, "frames_per_second_drawn", Bade_FrameRate(result, tree, true));
    Json_EndObject(json);
}

static void WriteBadePaper(Json* json) {
    double times[BADE_PAPER_RUNS];
    Json_BeginObject(json, "paper");
    for (int c = 0; c < 2; ++c) {
        for (int i = 0; i < BADE_PAPER_RUNS; ++i) {
            times[i] = badePaperTimes[i][c];
        }
        Json_Numbers(json, c == 0 ? "sphere_ms" : "box_ms", times, BADE_PAPER_RUNS);
        WriteBadeSpread(json, c == 0 ? "sphere" : "box", Bade_Spread(times, BADE_PAPER_RUNS), 1);
    }
    Json_Number(json, "sphere_frames_per_second", badePaperRates[0]);
    Json_Number(json, "box_frames_per_second", badePaperRates[1]);
    Json_Count(json, "most_calls", BADE_PAPER_CALLS);
    Json_EndObject(json);
}

void Bade_WriteJson(const void* data, Json* json) {
    const BadeResult* result = data;
    Json_Flag(json, "quick", result->quick);
    Json_Count(json, "threads", 1);
    Json_Count(json, "runs", result->runs);
    Json_Count(json, "frames", result->frames);
    Json_Count(json, "columns", result->columns);
    Json_Count(json, "rows", result->rows);
    Json_Number(json, "ball_radius", result->ballRadius);
    Json_Number(json, "reach", result->reach);
    Json_Count(json, "inside", result->inside);
    WriteBadePaper(json);
    Json_BeginArray(json, "trees");
    for (int i = 0; i < BADE_TREE_COUNT; ++i) {
        WriteTree(json, result, &result->trees[i]);
    }
    Json_EndArray(json);
    Json_Number(json, "every_particle_us", 1e6 * Bade_PerFrame(result, result->bruteSeconds));
    Json_Number(json, "verlet_ms", 1e3 * result->verletSeconds);
    Json_BeginObject(json, "printed_test");
    Json_Count(json, "tests", result->printed.tests);
    Json_Count(json, "hits", result->printed.hits);
    Json_Count(json, "hits_printed", result->printed.hitsPrinted);
    Json_Count(json, "agreed", result->printed.agreed);
    Json_EndObject(json);
    Json_Count(json, "places_printed", result->places);
    Json_Count(json, "violations", Bade_Violations(result));
    Json_BeginObject(json, "selvage");
    Json_Number(json, "detect_ms", 1e3 * result->sceneSeconds);
    Json_Count(json, "contacts", result->sceneContacts);
    Json_Number(json, "frames_per_second", 1 / result->fullSeconds);
    Json_Count(json, "intersections", result->intersections);
    Json_EndObject(json);
}

// ---- CSV --------------------------------------------------------------------------------------

static void PutTree(Csv* csv, const BadeTree* tree) {
    Csv_Text(csv, volumeKeys[tree->def.volume]);
    Csv_Count(csv, tree->def.levels);
    Csv_Text(csv, divisionKeys[tree->division]);
}

static bool WriteExecutionsCsv(const BadeResult* result, const char* folder) {
    Csv csv;
    if (!Csv_Open(&csv, folder, "executions.csv", "of,volume,levels,divided,execution,ms")) {
        return false;
    }
    for (int i = 0; i < 2 * BADE_PAPER_RUNS; ++i) {
        Csv_Text(&csv, "paper");
        Csv_Text(&csv, i % 2 == 0 ? "sphere" : "box");
        Csv_Text(&csv, "");
        Csv_Text(&csv, "");
        Csv_Count(&csv, (uint64_t)i / 2 + 1);
        Csv_Number(&csv, badePaperTimes[i / 2][i % 2]);
        Csv_EndRow(&csv);
    }
    for (int i = 0; i < BADE_TREE_COUNT; ++i) {
        for (uint64_t r = 0; r < result->runs; ++r) {
            Csv_Text(&csv, "here");
            PutTree(&csv, &result->trees[i]);
            Csv_Count(&csv, r + 1);
            Csv_Number(&csv, 1e3 * result->trees[i].seconds[r]);
            Csv_EndRow(&csv);
        }
    }
    return Csv_Close(&csv);
}

static bool WriteTreesCsv(const BadeResult* result, const char* folder) {
    Csv csv;
    if (!Csv_Open(&csv, folder, "trees.csv",
                  "volume,levels,divided,frames,build_seconds,search_seconds,volumes,node_tests,"
                  "particle_tests,found,missed,outside,rows_seconds,vertices_seconds,"
                  "calls_derived,frames_per_second,frames_per_second_drawn")) {
        return false;
    }
    for (int i = 0; i < BADE_TREE_COUNT; ++i) {
        const BadeTree* tree = &result->trees[i];
        PutTree(&csv, tree);
        Csv_Count(&csv, result->frames);
        Csv_Number(&csv, tree->buildSeconds);
        Csv_Number(&csv, tree->searchSeconds);
        Csv_Count(&csv, tree->nodes);
        Csv_Count(&csv, tree->nodeTests);
        Csv_Count(&csv, tree->particleTests);
        Csv_Count(&csv, tree->hits);
        Csv_Count(&csv, tree->missed);
        if (tree->division == BADE_EVERYWHERE) {
            Csv_Count(&csv, tree->outside);
        } else {
            Csv_Text(&csv, "");
        }
        Csv_Number(&csv, tree->drawSeconds[BADE_DRAW_INSTANCES]);
        Csv_Number(&csv, tree->drawSeconds[BADE_DRAW_VERTICES]);
        Csv_Count(&csv, tree->nodes * Bade_CallsOf(tree->def.volume));
        Csv_Number(&csv, Bade_FrameRate(result, tree, false));
        Csv_Number(&csv, Bade_FrameRate(result, tree, true));
        Csv_EndRow(&csv);
    }
    return Csv_Close(&csv);
}

static bool WriteFramesCsv(const BadeResult* result, const char* folder) {
    Csv csv;
    if (!Csv_Open(&csv, folder, "frames.csv", "volume,levels,divided,frame,seconds,volumes")) {
        return false;
    }
    for (int i = 0; i < BADE_TREE_COUNT; ++i) {
        for (size_t f = 0; f < result->frames; ++f) {
            PutTree(&csv, &result->trees[i]);
            Csv_Count(&csv, f + 1);
            Csv_Number(&csv, result->trees[i].frameSeconds[f]);
            Csv_Count(&csv, result->trees[i].frameNodes[f]);
            Csv_EndRow(&csv);
        }
    }
    return Csv_Close(&csv);
}

bool Bade_WriteCsv(const void* result, const char* folder) {
    return WriteExecutionsCsv(result, folder) && WriteTreesCsv(result, folder) &&
           WriteFramesCsv(result, folder);
}
