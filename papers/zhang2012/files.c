// Results of zhang2012 in, JSON and CSV files out.

#include "zhang2012.h"

#include "report/csv.h"
#include "report/json.h"

static void WriteZhangRun(Json* json, const ZhangRun* run) {
    Json_Count(json, "pairs", run->pairs);
    Json_Count(json, "colliding", run->colliding);
    Json_BeginObject(json, "methods");
    for (int m = 0; m < ZHANG_METHOD_COUNT; ++m) {
        Json_BeginObject(json, ZhangMethod_Key((ZhangMethod)m));
        Json_Number(json, "ns", run->ns[m]);
        Json_Count(json, "missed", run->missed[m]);
        Json_Count(json, "invented", run->invented[m]);
        Json_EndObject(json);
    }
    Json_EndObject(json);
    double wholes[ZHANG_STEPS], left[ZHANG_STEPS], separated[SV_DIRECTION_KINDS];
    for (int s = 0; s < ZHANG_STEPS; ++s) {
        wholes[s] = (double)run->wholes[s];
        left[s] = (double)run->left[s];
    }
    for (int kind = 0; kind < SV_DIRECTION_KINDS; ++kind) {
        separated[kind] = (double)run->separated[kind];
    }
    Json_Numbers(json, "ended_after_step", wholes, ZHANG_STEPS);
    Json_Numbers(json, "features_left_after_step", left, ZHANG_STEPS);
    Json_Numbers(json, "separated_by_direction", separated, SV_DIRECTION_KINDS);
}

static void WriteZhangScene(Json* json, const ZhangScene* scene) {
    Json_BeginObject(json, NULL);
    Json_Text(json, "scene", scene->name);
    Json_Count(json, "figure", (uint64_t)scene->figure);
    Json_Flag(json, "real", scene->real);
    Json_Count(json, "triangles", scene->triangles);
    Json_Numbers(json, "paper_speedups", scene->paper, 3);
    WriteZhangRun(json, &scene->all);
    Json_BeginArray(json, "steps");
    for (int i = 0; i < scene->stepCount; ++i) {
        Json_BeginObject(json, NULL);
        Json_Count(json, "step", scene->numbers[i]);
        WriteZhangRun(json, &scene->steps[i]);
        Json_EndObject(json);
    }
    Json_EndArray(json);
    Json_EndObject(json);
}

void Zhang_WriteJson(const void* data, Json* json) {
    const ZhangResult* result = data;
    static const char* const distances[ZHANG_DISTANCE_COUNT] = {"plane_given", "plane", "face",
                                                                "line", "edge"};
    Json_Count(json, "threads", 1);
    Json_Flag(json, "quick", result->quick);
    Json_BeginObject(json, "distance_ns");
    for (int d = 0; d < ZHANG_DISTANCE_COUNT; ++d) {
        Json_Numbers(json, distances[d], result->distances.ns[d], ZHANG_DRAWS);
    }
    Json_EndObject(json);
    Json_BeginArray(json, "random");
    for (int place = 0; place < RANDOM_PLACE_COUNT; ++place) {
        for (int i = 0; i < ZHANG_RATES; ++i) {
            Json_BeginObject(json, NULL);
            Json_Text(json, "place", ZhangPlace_Name((RandomPlace)place));
            Json_Number(json, "false_positives", ZhangRun_FalsePositives(&result->rates[place][i]));
            WriteZhangRun(json, &result->rates[place][i]);
            Json_EndObject(json);
        }
    }
    Json_EndArray(json);
    Json_BeginArray(json, "scenes");
    for (int i = 0; i < result->sceneCount; ++i) {
        WriteZhangScene(json, &result->scenes[i]);
    }
    Json_EndArray(json);
}

static void WriteRunRow(Csv* csv, const ZhangRun* run) {
    Csv_Count(csv, run->pairs);
    Csv_Count(csv, run->colliding);
    for (int m = 0; m < ZHANG_METHOD_COUNT; ++m) {
        Csv_Number(csv, run->ns[m]);
    }
    Csv_EndRow(csv);
}

#define METHOD_HEADS                                                                               \
    "pairs,colliding,ca,triangle_ca,cubic,literal_ca,printed_ca,corrected_ca,corrected_cubic,"     \
    "exact_features,exact_single,exact_feature_batch,exact_batch"

static bool WriteDistanceCsv(const ZhangResult* result, const char* folder) {
    Csv csv;
    if (!Csv_Open(&csv, folder, "figures5and6.csv", "draw,plane_given,plane,face,line,edge")) {
        return false;
    }
    for (int draw = 0; draw < ZHANG_DRAWS; ++draw) {
        Csv_Count(&csv, (uint64_t)draw + 1);
        for (int d = 0; d < ZHANG_DISTANCE_COUNT; ++d) {
            Csv_Number(&csv, result->distances.ns[d][draw]);
        }
        Csv_EndRow(&csv);
    }
    return Csv_Close(&csv);
}

static bool WriteRateCsv(const ZhangResult* result, const char* folder) {
    Csv csv;
    if (!Csv_Open(&csv, folder, "figures7and8.csv", "place,false_positives," METHOD_HEADS)) {
        return false;
    }
    for (int place = 0; place < RANDOM_PLACE_COUNT; ++place) {
        for (int i = 0; i < ZHANG_RATES; ++i) {
            Csv_Text(&csv, ZhangPlace_Name((RandomPlace)place));
            Csv_Number(&csv, ZhangRun_FalsePositives(&result->rates[place][i]));
            WriteRunRow(&csv, &result->rates[place][i]);
        }
    }
    return Csv_Close(&csv);
}

static bool WriteSceneCsv(const ZhangResult* result, const char* folder) {
    Csv csv;
    if (!Csv_Open(&csv, folder, "figures9to11.csv", "scene,real,step," METHOD_HEADS)) {
        return false;
    }
    for (int i = 0; i < result->sceneCount; ++i) {
        const ZhangScene* scene = &result->scenes[i];
        for (int s = 0; s < scene->stepCount; ++s) {
            Csv_Text(&csv, scene->name);
            Csv_Count(&csv, scene->real);
            Csv_Count(&csv, scene->numbers[s]);
            WriteRunRow(&csv, &scene->steps[s]);
        }
    }
    return Csv_Close(&csv);
}

bool Zhang_WriteCsv(const void* result, const char* folder) {
    return WriteDistanceCsv(result, folder) && WriteRateCsv(result, folder) &&
           WriteSceneCsv(result, folder);
}
