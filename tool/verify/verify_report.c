// Results of `selvage verify queries` in; a table, mismatches to replay, and JSON out.

#include "verify.h"

#include "report/json.h"
#include "report/table.h"
#include "report/terminal.h"

enum { NAME, KIND, QUERIES, HITS, MISSED, FALSE_HITS, EXACT, TIME, COLUMN_COUNT };

static void AddFileRow(Table* table, const FileResult* file, const char* kind) {
    TableRow* row = Table_AddRow(table, file->path);
    Cell_Text(row->cells[KIND], kind);
    if (file->failed) {
        Cell_Text(row->cells[QUERIES], "failed");
        return;
    }
    Cell_Count(row->cells[QUERIES], file->stats.queries);
    Cell_Count(row->cells[HITS], file->stats.hits);
    if (file->compared > 0) {
        Cell_Count(row->cells[MISSED], file->falseNegatives);
        Cell_Count(row->cells[FALSE_HITS], file->falsePositives);
    } else {
        Cell_Text(row->cells[MISSED], "-");
        Cell_Text(row->cells[FALSE_HITS], "-");
    }
    if (file->stats.queries > 0) {
        const double queries = (double)file->stats.queries;
        Cell_Number(row->cells[EXACT], 100 * (double)file->stats.exact / queries, 1);
        Cell_Number(row->cells[TIME], 1e9 * file->seconds / queries, 0);
    }
}

void Verify_PrintTable(const VerifyResult* result, FILE* stream) {
    const char* heads[COLUMN_COUNT] = {"file", "kind", "queries", "collisions",
                                       "FN",   "FP",   "exact %", "ns each"};
    Table table = Table_Make(heads, COLUMN_COUNT);
    for (int i = 0; i < result->fileCount; ++i) {
        AddFileRow(&table, &result->files[i], QueryKind_Name(result->files[i].kind));
    }
    if (result->fileCount > 1) {
        AddFileRow(&table, &result->total, "");
    }
    Table_Print(&table, stream, Terminal_Columns(stream, 0));
    Table_Destroy(&table);
}

// %a uses the locale's decimal point; the tool stays in the "C" locale.
static void PrintPoints(FILE* stream, const char* name, const double points[4][3]) {
    fprintf(stream, "    .%s = {", name);
    for (int k = 0; k < 4; ++k) {
        fprintf(stream, "%s{%a, %a, %a}%s", k == 0 ? "" : "           ", points[k][0], points[k][1],
                points[k][2], k < 3 ? ",\n" : "},\n");
    }
}

void Verify_PrintMismatches(const VerifyResult* result, FILE* stream) {
    for (int i = 0; i < result->fileCount; ++i) {
        const FileResult* file = &result->files[i];
        for (size_t m = 0; m < file->shownCount; ++m) {
            const Mismatch* mismatch = &file->shown[m];
            Terminal_PrintMasked(stream, file->path);
            fprintf(stream, ": query %zu (%s) must %s, but the result is %s\n  {\n",
                    mismatch->query, QueryKind_Name(file->kind),
                    mismatch->expected ? "hit" : "miss", mismatch->expected ? "miss" : "hit");
            PrintPoints(stream, "x0", mismatch->pair.x0);
            PrintPoints(stream, "x1", mismatch->pair.x1);
            fputs("  }\n", stream);
        }
        const uint64_t all = file->falseNegatives + file->falsePositives;
        if (all > file->shownCount) {
            Terminal_PrintMasked(stream, file->path);
            fprintf(stream, ": %llu more mismatches (--show N lists them)\n",
                    (unsigned long long)(all - file->shownCount));
        }
    }
}

static void WritePoints(Json* json, const char* key, const double points[4][3]) {
    Json_BeginArray(json, key);
    for (int k = 0; k < 4; ++k) {
        Json_Numbers(json, NULL, points[k], 3); // round-trips
    }
    Json_EndArray(json);
}

static void WriteQueryCounts(Json* json, const FileResult* file) {
    Json_Count(json, "queries", file->stats.queries);
    Json_Count(json, "collisions", file->stats.hits);
    Json_Count(json, "compared", file->compared);
    Json_Count(json, "false_negatives", file->falseNegatives);
    Json_Count(json, "false_positives", file->falsePositives);
    Json_BeginObject(json, "stages");
    Json_Count(json, "separated", file->stats.separated);
    Json_Count(json, "aside", file->stats.aside);
    Json_Count(json, "outside", file->stats.outside);
    Json_Count(json, "inside", file->stats.inside);
    Json_Count(json, "filtered", file->stats.filtered);
    Json_Count(json, "exact", file->stats.exact);
    Json_EndObject(json);
    if (file->stats.queries > 0) {
        Json_Number(json, "ns_per_query", 1e9 * file->seconds / (double)file->stats.queries);
    } else {
        Json_Null(json, "ns_per_query");
    }
}

static void WriteFileResult(Json* json, const FileResult* file) {
    Json_BeginObject(json, NULL);
    Json_Text(json, "path", file->path);
    if (file->kind != QUERY_UNKNOWN) {
        Json_Text(json, "kind", QueryKind_Name(file->kind));
    }
    if (file->failed) {
        Json_Text(json, "error", file->error);
        Json_EndObject(json);
        return;
    }
    WriteQueryCounts(json, file);
    Json_BeginArray(json, "mismatches");
    for (size_t m = 0; m < file->shownCount; ++m) {
        const Mismatch* mismatch = &file->shown[m];
        Json_BeginObject(json, NULL);
        Json_Count(json, "query", mismatch->query);
        Json_Flag(json, "expected", mismatch->expected);
        WritePoints(json, "x0", mismatch->pair.x0);
        WritePoints(json, "x1", mismatch->pair.x1);
        Json_EndObject(json);
    }
    Json_EndArray(json);
    Json_EndObject(json);
}

void Verify_WriteJson(const VerifyResult* result, FILE* stream) {
    Json json = Json_Make(stream);
    Json_BeginObject(&json, NULL);
    Json_Text(&json, "version", svVersion());
    Json_Text(&json, "command", "verify queries");
    Json_Text(&json, "isa", svIsa_Name(result->isa));
    Json_BeginArray(&json, "files");
    for (int i = 0; i < result->fileCount; ++i) {
        WriteFileResult(&json, &result->files[i]);
    }
    Json_EndArray(&json);
    Json_BeginObject(&json, "total");
    WriteQueryCounts(&json, &result->total);
    Json_EndObject(&json);
    Json_EndObject(&json);
}
