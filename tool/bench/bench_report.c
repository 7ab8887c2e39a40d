// Measurements of `selvage bench scene` in, table and JSON out.

#include "bench_scene.h"

#include "report/table.h"
#include "report/terminal.h"

static const char* const stageNames[STAGE_COUNT] = {"build", "update", "search",
                                                    "test",  "sort",   "total"};

static void PrintLabelled(FILE* stream, const char* name, const char* text) {
    fprintf(stream, "%-12s%s\n", name, text);
}

static void PrintOne(const BenchResult* result, FILE* stream) {
    char text[160], counts[2][TABLE_CELL];
    Terminal_PrintMasked(stream, result->files[0]);
    if (result->fileCount > 1) {
        fputs("\n  to ", stream);
        Terminal_PrintMasked(stream, result->files[1]);
    }
    fputc('\n', stream);
    Table table = Table_Make((const char* const[]){"stage", "min ms", "median"}, 3);
    for (int s = 0; s < STAGE_COUNT; ++s) {
        TableRow* row = Table_AddRow(&table, stageNames[s]);
        Cell_Number(row->cells[1], 1e3 * result->least[s], 3);
        Cell_Number(row->cells[2], 1e3 * result->median[s], 3);
    }
    Table_Finish(&table, stream);
    Cell_Count(counts[0], result->contacts[0]);
    Cell_Count(counts[1], result->contacts[1]);
    if (result->mode == BENCH_DCD) {
        PrintLabelled(stream, "triangles", counts[0]);
    } else {
        PrintLabelled(stream, "vertex-face", counts[0]);
        PrintLabelled(stream, "edge-edge", counts[1]);
    }
    snprintf(text, sizeof(text), "%zu", result->runs);
    PrintLabelled(stream, "runs", text);
    snprintf(text, sizeof(text), "%.3f ms", 1e3 * result->topologySeconds);
    PrintLabelled(stream, "topology", text);
    snprintf(text, sizeof(text), "%.3f ms", 1e3 * result->first.buildSeconds);
    PrintLabelled(stream, "build", text);
    snprintf(text, sizeof(text), "%.3f ms", 1e3 * result->firstSeconds);
    PrintLabelled(stream, "first query", text);
    Cell_Count(counts[0], result->triangles);
    PrintLabelled(stream, "mesh", counts[0]);
    if (result->triangles > 0) {
        const double each = (double)result->triangles;
        snprintf(text, sizeof(text), "%.1f ns a triangle", 1e9 * result->least[STAGE_TOTAL] / each);
        PrintLabelled(stream, "cost", text);
        snprintf(text, sizeof(text), "%.0f bytes a triangle", (double)result->peakBytes / each);
        PrintLabelled(stream, "memory", text);
    }
    snprintf(text, sizeof(text), "%.1f MiB peak", (double)result->peakResident / 1048576);
    PrintLabelled(stream, "process", text);
    Cell_Count(counts[0], result->allocations);
    PrintLabelled(stream, "allocations", counts[0]);
}

void Bench_PrintTable(const BenchSettings* settings, const BenchResult* results, int count,
                      FILE* stream) {
    fprintf(stream, "%s, %s, %s, %s, ", BenchMode_Name(results[0].mode),
            svVolume_Name(settings->scene.volume), svBuilder_Name(settings->scene.builder),
            svIsa_Name(Command_ResolveIsa(settings->scene.isa)));
    if (settings->scene.threads == 0) {
        fputs("all threads\n", stream);
    } else {
        fprintf(stream, "%lu %s\n", (unsigned long)settings->scene.threads,
                settings->scene.threads == 1 ? "thread" : "threads");
    }
    for (int i = 0; i < count; ++i) {
        PrintOne(&results[i], stream);
    }
}

static void WriteStageTimes(Json* json, const char* key, const BenchResult* result, int stage) {
    Json_BeginObject(json, key);
    Json_Number(json, "min", 1e3 * result->least[stage]);
    Json_Number(json, "median", 1e3 * result->median[stage]);
    Json_EndObject(json);
}

static void WriteContactCounts(Json* json, const BenchResult* result) {
    Json_BeginObject(json, "contacts");
    if (result->mode == BENCH_DCD) {
        Json_Count(json, "triangles", result->contacts[0]);
    } else {
        Json_Count(json, "vf", result->contacts[0]);
        Json_Count(json, "ee", result->contacts[1]);
    }
    Json_EndObject(json);
}

static void WriteOne(Json* json, const BenchResult* result) {
    char hash[HASH_TEXT];
    Json_BeginArray(json, "files");
    for (int i = 0; i < result->fileCount; ++i) {
        Json_Text(json, NULL, result->files[i]);
    }
    Json_EndArray(json);
    Json_Text(json, "mode", BenchMode_Name(result->mode));
    Json_Count(json, "vertices", result->vertices);
    Json_Count(json, "triangles", result->triangles);
    Json_Count(json, "runs", result->runs);
    WriteStageTimes(json, "total_ms", result, STAGE_TOTAL);
    Json_BeginObject(json, "stages");
    for (int s = 0; s < STAGE_TOTAL; ++s) {
        WriteStageTimes(json, stageNames[s], result, s);
    }
    Json_EndObject(json);
    Json_Number(json, "topology_ms", 1e3 * result->topologySeconds);
    Json_Number(json, "build_ms", 1e3 * result->first.buildSeconds);
    Json_Number(json, "first_ms", 1e3 * result->firstSeconds);
    WriteContactCounts(json, result);
    Hash_Text(result->hash, hash);
    Json_Text(json, "hash", hash);
    SceneStats_WriteCounters(&result->last, json);
    Json_Count(json, "allocations_last_run", result->allocations);
    Json_Count(json, "peak_bytes", result->peakBytes);
    Json_Count(json, "peak_rss_bytes", result->peakResident);
    const double each = result->triangles > 0 ? (double)result->triangles : 1;
    Json_Number(json, "bytes_per_triangle", (double)result->peakBytes / each);
    Json_Number(json, "rss_bytes_per_triangle", (double)result->peakResident / each);
}

void Bench_WriteJson(const BenchSettings* settings, const BenchResult* results, int count,
                     FILE* stream) {
    static const char* const details[SV_DETAIL_ENUM_COUNT] = {"pairs", "times", "shape"};
    Json json = Json_Make(stream);
    Json_BeginObject(&json, NULL);
    Json_Text(&json, "version", svVersion());
    Json_Text(&json, "command", "bench scene");
    SceneOptions_Write(&settings->scene, &json);
    Json_Text(&json, "rebuild", svRebuild_Name(settings->rebuild));
    Json_Text(&json, "detail", details[settings->detail]);
    const double tiles[2] = {(double)settings->tiles[0], (double)settings->tiles[1]};
    Json_Numbers(&json, "tile", tiles, 2);
    if (count == 1) {
        WriteOne(&json, &results[0]);
    } else {
        Json_BeginArray(&json, "scenes");
        for (int i = 0; i < count; ++i) {
            Json_BeginObject(&json, NULL);
            WriteOne(&json, &results[i]);
            Json_EndObject(&json);
        }
        Json_EndArray(&json);
    }
    Json_EndObject(&json);
}
