// Results of han2021 in, JSON and CSV files out.

#include "han2021.h"

#include "report/csv.h"
#include "report/json.h"

static const char* const formKeys[CONE_FORM_COUNT] = {"provot", "tight", "narrower", "optimal"};
static const char* const methodKeys[HAN_METHOD_COUNT] = {"provot",  "tight", "tight_eq10_printed",
                                                         "contour", "patch", "boxes"};

// ---- JSON -------------------------------------------------------------------------------------

static void WriteAngles(Json* json, const char* key, const ConeStats* stats) {
    Json_BeginObject(json, key);
    Json_Count(json, "merges", stats->merges);
    Json_Count(json, "merges_wider", stats->mergeWider);
    Json_Count(json, "hierarchy_wider", stats->widerNodes);
    Json_Number(json, "hierarchy_wider_at_most_radians", stats->greatestWider);
    Json_Count(json, "nodes", stats->nodes);
    for (int f = 0; f < CONE_FORM_COUNT; ++f) {
        Json_BeginObject(json, formKeys[f]);
        Json_Number(json, "mean_degrees", ConeStats_Mean(stats, (ConeForm)f));
        Json_Count(json, "below_90", stats->below[f]);
        Json_EndObject(json);
    }
    Json_EndObject(json);
}

static void WriteHanWork(Json* json, const HanScene* scene, const HanArm* arm) {
    const double steps = scene->stepCount > 0 ? scene->stepCount : 1;
    for (int m = 0; m < HAN_METHOD_COUNT; ++m) {
        const HanWork* work = &arm->work[m];
        Json_BeginObject(json, methodKeys[m]);
        Json_Count(json, "triangle_pairs", work->pairs);
        if (HanMethod_CountsAdjacent((HanMethod)m)) {
            Json_Count(json, "sharing_a_vertex", work->adjacent);
        }
        Json_Count(json, "feature_tests", work->tests);
        Json_Count(json, "missed", work->missed);
        Json_Number(json, "fit_ms", 1e3 * work->buildSeconds / steps);
        Json_Number(json, "rest_ms", 1e3 * work->detectSeconds / steps);
        Json_EndObject(json);
    }
}

// Milliseconds to fit all cones over a step, by form; the optimal ones one by one.
static void WriteFits(Json* json, const HanArm* arm) {
    Json_BeginObject(json, "cones_ms");
    for (int f = 0; f < CONE_FORM_COUNT; ++f) {
        if (f != CONE_NARROWER) {
            Json_Number(json, formKeys[f], HanArm_FitMilliseconds(arm, (ConeForm)f));
        }
    }
    Json_EndObject(json);
}

static void WriteHanPaper(Json* json, const HanPaper* paper) {
    Json_BeginObject(json, "paper");
    Json_Text(json, "name", paper->name);
    Json_Count(json, "triangles", paper->triangles);
    Json_Numbers(json, "triangle_pairs", paper->tests, MERGE_COUNT);
    Json_Numbers(json, "fit_ms", paper->build, MERGE_COUNT);
    Json_Numbers(json, "rest_ms", paper->detect, MERGE_COUNT);
    Json_EndObject(json);
}

static void WriteHanScene(Json* json, const HanScene* scene) {
    Json_BeginObject(json, NULL);
    Json_Text(json, "scene", scene->name);
    if (scene->paper != NULL) {
        WriteHanPaper(json, scene->paper);
    }
    Json_Count(json, "triangles", scene->triangles);
    Json_Count(json, "steps", scene->stepCount);
    Json_Count(json, "contacts", scene->contacts);
    Json_Number(json, "selvage_ms",
                scene->stepCount > 0 ? 1e3 * scene->sceneSeconds / scene->stepCount : 0);
    for (int t = 0; t < HAN_TREE_COUNT; ++t) {
        Json_BeginObject(json, HanTree_Name((HanTree)t));
        WriteHanWork(json, scene, &scene->arms[t]);
        WriteFits(json, &scene->arms[t]);
        WriteAngles(json, "angles_instant", &scene->arms[t].instant);
        WriteAngles(json, "angles_step", &scene->arms[t].step);
        Json_EndObject(json);
    }
    Json_EndObject(json);
}

void Han_WriteJson(const void* data, Json* json) {
    const HanResult* result = data;
    Json_Flag(json, "quick", result->quick);
    Json_Count(json, "runs", (uint64_t)result->repeats);
    Json_Number(json, "paper_pairs_saved_percent", HAN_PAPER_TESTS_SAVED);
    Json_Number(json, "paper_time_saved_percent", HAN_PAPER_TIME_SAVED);
    for (int t = 0; t < HAN_TREE_COUNT; ++t) {
        Json_BeginObject(json, HanTree_Name((HanTree)t));
        Json_Number(json, "pairs_saved_percent",
                    Han_MeanSaved(result, (HanTree)t, HanArm_TestsSaved));
        Json_Number(json, "pairs_without_common_vertex_saved_percent",
                    Han_MeanSaved(result, (HanTree)t, HanArm_ApartSaved));
        Json_Number(json, "time_saved_percent",
                    Han_MeanSaved(result, (HanTree)t, HanArm_TimeSaved));
        Json_EndObject(json);
    }
    Json_Count(json, "violations", Han_Violations(result));
    Json_BeginArray(json, "scenes");
    for (int i = 0; i < result->sceneCount; ++i) {
        WriteHanScene(json, &result->scenes[i]);
    }
    Json_EndArray(json);
}

// ---- CSV --------------------------------------------------------------------------------------

static bool WriteStepsCsv(const HanResult* result, const char* folder) {
    Csv csv;
    if (!Csv_Open(&csv, folder, "steps.csv",
                  "scene,tree,step,provot_degrees,tight_degrees,narrower_degrees,optimal_degrees,"
                  "provot_pairs,tight_pairs")) {
        return false;
    }
    for (int i = 0; i < result->sceneCount * HAN_TREE_COUNT; ++i) {
        const HanScene* scene = &result->scenes[i / HAN_TREE_COUNT];
        const HanTree tree = (HanTree)(i % HAN_TREE_COUNT);
        for (uint32_t s = 0; s < scene->stepCount; ++s) {
            const HanStep* step = &scene->arms[tree].steps[s];
            Csv_Text(&csv, scene->name);
            Csv_Text(&csv, HanTree_Name(tree));
            Csv_Count(&csv, s + 1);
            for (int f = 0; f < CONE_FORM_COUNT; ++f) {
                Csv_Number(&csv, step->angles[f]);
            }
            Csv_Count(&csv, step->pairs[MERGE_PROVOT]);
            Csv_Count(&csv, step->pairs[MERGE_TIGHT]);
            Csv_EndRow(&csv);
        }
    }
    return Csv_Close(&csv);
}

static bool WriteMethodsCsv(const HanResult* result, const char* folder) {
    Csv csv;
    if (!Csv_Open(&csv, folder, "methods.csv",
                  "scene,tree,method,triangles,steps,triangle_pairs,sharing_a_vertex,"
                  "feature_tests,contacts,missed,fit_seconds,rest_seconds")) {
        return false;
    }
    for (int i = 0; i < result->sceneCount * HAN_TREE_COUNT * HAN_METHOD_COUNT; ++i) {
        const HanScene* scene = &result->scenes[i / (HAN_TREE_COUNT * HAN_METHOD_COUNT)];
        const HanTree tree = (HanTree)(i / HAN_METHOD_COUNT % HAN_TREE_COUNT);
        const HanMethod method = (HanMethod)(i % HAN_METHOD_COUNT);
        const HanWork* work = &scene->arms[tree].work[method];
        Csv_Text(&csv, scene->name);
        Csv_Text(&csv, HanTree_Name(tree));
        Csv_Text(&csv, methodKeys[method]);
        Csv_Count(&csv, scene->triangles);
        Csv_Count(&csv, scene->stepCount);
        Csv_Count(&csv, work->pairs);
        if (HanMethod_CountsAdjacent(method)) {
            Csv_Count(&csv, work->adjacent);
        } else {
            Csv_Text(&csv, "");
        }
        Csv_Count(&csv, work->tests);
        Csv_Count(&csv, scene->contacts);
        Csv_Count(&csv, work->missed);
        Csv_Number(&csv, work->buildSeconds);
        Csv_Number(&csv, work->detectSeconds);
        Csv_EndRow(&csv);
    }
    return Csv_Close(&csv);
}

static bool WriteAnglesCsv(const HanResult* result, const char* folder) {
    Csv csv;
    if (!Csv_Open(&csv, folder, "angles.csv",
                  "scene,tree,of,form,mean_degrees,below_90,nodes,merges,merges_wider,"
                  "hierarchy_wider,fit_ms")) {
        return false;
    }
    for (int i = 0; i < result->sceneCount * HAN_TREE_COUNT * 2 * CONE_FORM_COUNT; ++i) {
        const HanScene* scene = &result->scenes[i / (HAN_TREE_COUNT * 2 * CONE_FORM_COUNT)];
        const HanTree tree = (HanTree)(i / (2 * CONE_FORM_COUNT) % HAN_TREE_COUNT);
        const bool step = i / CONE_FORM_COUNT % 2 != 0;
        const ConeForm form = (ConeForm)(i % CONE_FORM_COUNT);
        const ConeStats* stats = step ? &scene->arms[tree].step : &scene->arms[tree].instant;
        Csv_Text(&csv, scene->name);
        Csv_Text(&csv, HanTree_Name(tree));
        Csv_Text(&csv, step ? "step" : "instant");
        Csv_Text(&csv, formKeys[form]);
        Csv_Number(&csv, ConeStats_Mean(stats, form));
        Csv_Count(&csv, stats->below[form]);
        Csv_Count(&csv, stats->nodes);
        Csv_Count(&csv, stats->merges);
        Csv_Count(&csv, stats->mergeWider);
        Csv_Count(&csv, stats->widerNodes);
        if (step && form != CONE_NARROWER) {
            Csv_Number(&csv, HanArm_FitMilliseconds(&scene->arms[tree], form));
        } else {
            Csv_Text(&csv, "");
        }
        Csv_EndRow(&csv);
    }
    return Csv_Close(&csv);
}

bool Han_WriteCsv(const void* result, const char* folder) {
    return WriteStepsCsv(result, folder) && WriteMethodsCsv(result, folder) &&
           WriteAnglesCsv(result, folder);
}
