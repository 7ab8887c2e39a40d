// Results of wang2018 in, JSON and CSV files out.

#include "wang2018.h"

#include "report/csv.h"
#include "report/json.h"

static const char* const kindKeys[WANG_KIND_COUNT] = {"instant", "step"};
static const char* const contactKeys[WANG_CONTACT_COUNT] = {"triangle_pairs", "vf", "ee"};
static const char* const methodKeys[WANG_METHOD_COUNT] = {
    "aabb",     "contour",        "dual_cone",     "dual_cone_internal", "criteria",
    "enhanced", "enhanced_tight", "enhanced_mean", "enhanced_literal",   "patch"};
static const char* const armKeys[WANG_ARM_COUNT] = {"off",         "auto",        "on",
                                                    "patches_off", "median_auto", "off_again"};

static double MillisecondsPerStep(double sum, uint32_t steps) {
    return steps > 0 ? 1e3 * sum / steps : 0;
}

// ---- JSON -------------------------------------------------------------------------------------

static void WriteWangPaper(Json* json, const WangPaper* paper) {
    Json_BeginObject(json, "paper");
    Json_Text(json, "name", paper->name);
    Json_Count(json, "triangles", paper->triangles);
    for (int c = 0; c < WANG_CONTACT_COUNT; ++c) {
        Json_BeginObject(json, contactKeys[c]);
        Json_Count(json, "contacts", paper->contacts[c]);
        Json_Count(json, "dual_cone_missed", paper->missed[c]);
        Json_EndObject(json);
    }
    for (int k = 0; k < WANG_KIND_COUNT; ++k) {
        Json_BeginObject(json, kindKeys[k]);
        Json_Number(json, "enhanced_over_contour", paper->speedups[k][WANG_OVER_CONTOUR]);
        Json_Number(json, "enhanced_over_aabb", paper->speedups[k][WANG_OVER_BOXES]);
        Json_EndObject(json);
    }
    Json_Count(json, "simple_scheme_more_self", (uint64_t)paper->moreTests[0]);
    Json_Count(json, "simple_scheme_more_inter", (uint64_t)paper->moreTests[1]);
    Json_Number(json, "scheme_speedup", paper->schemeSpeedup);
    Json_EndObject(json);
}

static void WriteWangMethods(Json* json, const WangScene* scene, WangKind kind) {
    Json_BeginObject(json, "lab");
    Json_Count(json, "contacts", Wang_LabContacts(scene, kind));
    for (int m = 0; m < WANG_METHOD_COUNT; ++m) {
        const WangWork* work = &scene->work[kind][m];
        Json_BeginObject(json, methodKeys[m]);
        Json_Flag(json, "safe", WangMethod_IsSafe(m));
        Json_Count(json, "missed", WangWork_Missed(work, kind));
        Json_Count(json, "self_tests", work->cull.selfTests);
        Json_Count(json, "inter_tests", work->cull.interTests);
        Json_Count(json, "contour_tests", work->cull.contourTests);
        Json_Count(json, "triangle_pairs", work->trianglePairs);
        Json_Number(json, "ms", MillisecondsPerStep(work->seconds, scene->labSteps));
        Json_Number(json, "cones_ms", MillisecondsPerStep(work->coneSeconds, scene->labSteps));
        Json_EndObject(json);
    }
    Json_EndObject(json);
}

static void WriteArms(Json* json, const WangScene* scene, WangKind kind) {
    Json_BeginObject(json, "selvage");
    Json_Count(json, "missed", WangScene_OwnMissed(scene, kind));
    Json_Count(json, "timed_steps", scene->timedSteps[kind]);
    Json_Count(json, "counted_steps", scene->countedSteps[kind]);
    for (int arm = 0; arm < WANG_ARM_COUNT; ++arm) {
        const WangSums* sums = &scene->sums[kind][arm];
        Json_BeginObject(json, armKeys[arm]);
        Json_Count(json, "different", sums->different);
        Json_Count(json, "node_pairs", sums->nodePairs);
        Json_Count(json, "leaf_pairs", sums->leafPairs);
        Json_Count(json, "parts_tested", sums->selfTested);
        Json_Count(json, "parts_apart", sums->selfApart);
        Json_Count(json, "leaves", sums->leaves);
        Json_Count(json, "leaves_apart", sums->leavesApart);
        Json_Count(json, "builds", sums->builds);
        Json_Number(json, "ms", MillisecondsPerStep(sums->seconds, scene->timedSteps[kind]));
        Json_Number(json, "all_ms", MillisecondsPerStep(sums->allSeconds, scene->stepCount));
        Json_Number(json, "over_off", WangScene_ArmSpeedup(scene, kind, WANG_OFF, (WangArm)arm));
        Json_EndObject(json);
    }
    Json_EndObject(json);
}

static void WriteWangScene(Json* json, const WangScene* scene) {
    Json_BeginObject(json, NULL);
    Json_Text(json, "scene", scene->name);
    if (scene->paper != NULL) {
        WriteWangPaper(json, scene->paper);
    }
    Json_Count(json, "triangles", scene->triangles);
    Json_Count(json, "pieces", scene->pieces);
    Json_Count(json, "steps", scene->stepCount);
    Json_Count(json, "lab_steps", scene->labSteps);
    for (int c = 0; c < WANG_CONTACT_COUNT; ++c) {
        Json_Count(json, contactKeys[c], scene->contacts[c]);
    }
    for (int k = 0; k < WANG_KIND_COUNT; ++k) {
        Json_BeginObject(json, kindKeys[k]);
        WriteWangMethods(json, scene, (WangKind)k);
        WriteArms(json, scene, (WangKind)k);
        Json_EndObject(json);
    }
    Json_EndObject(json);
}

void Wang_WriteJson(const void* data, Json* json) {
    const WangResult* result = data;
    Json_Flag(json, "quick", result->quick);
    Json_Count(json, "queries_per_step", (uint64_t)result->repeats);
    Json_Count(json, "violations", Wang_Violations(result));
    Json_BeginArray(json, "verdicts");
    WangVerdict verdicts[WANG_VERDICT_MAX];
    const int count = Wang_Judge(result, verdicts);
    for (int i = 0; i < count; ++i) {
        Json_BeginObject(json, NULL);
        Json_Flag(json, "holds", verdicts[i].holds);
        Json_Text(json, "verdict", verdicts[i].text);
        Json_EndObject(json);
    }
    Json_EndArray(json);
    Json_BeginArray(json, "scenes");
    for (int i = 0; i < result->sceneCount; ++i) {
        WriteWangScene(json, &result->scenes[i]);
    }
    Json_EndArray(json);
}

// ---- CSV --------------------------------------------------------------------------------------

static bool WriteMethodCsv(const WangResult* result, const char* folder) {
    Csv csv;
    if (!Csv_Open(
            &csv, folder, "methods.csv",
            "scene,of,method,safe,steps,contacts,missed,self_tests,inter_tests,cone_tests,"
            "contour_tests,contour_pairs,triangles_culled,triangle_pairs,seconds,cone_seconds")) {
        return false;
    }
    for (int i = 0; i < result->sceneCount * WANG_KIND_COUNT * WANG_METHOD_COUNT; ++i) {
        const WangScene* scene = &result->scenes[i / (WANG_KIND_COUNT * WANG_METHOD_COUNT)];
        const WangKind kind = (WangKind)(i / WANG_METHOD_COUNT % WANG_KIND_COUNT);
        const int method = i % WANG_METHOD_COUNT;
        const WangWork* work = &scene->work[kind][method];
        Csv_Text(&csv, scene->name);
        Csv_Text(&csv, kindKeys[kind]);
        Csv_Text(&csv, methodKeys[method]);
        Csv_Text(&csv, WangMethod_IsSafe(method) ? "yes" : "no");
        Csv_Count(&csv, scene->labSteps);
        Csv_Count(&csv, Wang_LabContacts(scene, kind));
        Csv_Count(&csv, WangWork_Missed(work, kind));
        Csv_Count(&csv, work->cull.selfTests);
        Csv_Count(&csv, work->cull.interTests);
        Csv_Count(&csv, work->cull.coneTests);
        Csv_Count(&csv, work->cull.contourTests);
        Csv_Count(&csv, work->cull.contourPairs);
        Csv_Count(&csv, work->cull.trianglesCulled);
        Csv_Count(&csv, work->trianglePairs);
        Csv_Number(&csv, work->seconds);
        Csv_Number(&csv, work->coneSeconds);
        Csv_EndRow(&csv);
    }
    return Csv_Close(&csv);
}

static bool WriteArmCsv(const WangResult* result, const char* folder) {
    Csv csv;
    if (!Csv_Open(
            &csv, folder, "scenes.csv",
            "scene,of,self_culling,triangles,steps,timed_steps,counted_steps,different,node_pairs,"
            "leaf_pairs,parts_tested,parts_apart,leaves,leaves_apart,builds,seconds,"
            "all_seconds")) {
        return false;
    }
    for (int i = 0; i < result->sceneCount * WANG_KIND_COUNT * WANG_ARM_COUNT; ++i) {
        const WangScene* scene = &result->scenes[i / (WANG_KIND_COUNT * WANG_ARM_COUNT)];
        const WangKind kind = (WangKind)(i / WANG_ARM_COUNT % WANG_KIND_COUNT);
        const WangSums* sums = &scene->sums[kind][i % WANG_ARM_COUNT];
        Csv_Text(&csv, scene->name);
        Csv_Text(&csv, kindKeys[kind]);
        Csv_Text(&csv, WangArm_Name((WangArm)(i % WANG_ARM_COUNT)));
        Csv_Count(&csv, scene->triangles);
        Csv_Count(&csv, scene->stepCount);
        Csv_Count(&csv, scene->timedSteps[kind]);
        Csv_Count(&csv, scene->countedSteps[kind]);
        Csv_Count(&csv, sums->different);
        Csv_Count(&csv, sums->nodePairs);
        Csv_Count(&csv, sums->leafPairs);
        Csv_Count(&csv, sums->selfTested);
        Csv_Count(&csv, sums->selfApart);
        Csv_Count(&csv, sums->leaves);
        Csv_Count(&csv, sums->leavesApart);
        Csv_Count(&csv, sums->builds);
        Csv_Number(&csv, sums->seconds);
        Csv_Number(&csv, sums->allSeconds);
        Csv_EndRow(&csv);
    }
    return Csv_Close(&csv);
}

static void WriteStepRow(Csv* csv, const WangScene* scene, uint32_t step, WangKind kind) {
    Csv_Text(csv, scene->name);
    Csv_Count(csv, step + 1);
    Csv_Text(csv, kindKeys[kind]);
    for (int arm = 0; arm < WANG_ARM_COUNT; ++arm) {
        Csv_Number(csv, scene->steps[step].seconds[kind][arm]);
    }
    for (int arm = 0; arm < WANG_ARM_COUNT; ++arm) {
        Csv_Number(csv, scene->steps[step].apart[kind][arm]);
    }
    Csv_EndRow(csv);
}

static bool WriteStepCsv(const WangResult* result, const char* folder) {
    Csv csv;
    if (!Csv_Open(&csv, folder, "steps.csv",
                  "scene,step,of,off_seconds,auto_seconds,on_seconds,patches_off_seconds,"
                  "median_auto_seconds,off_again_seconds,off_apart,auto_apart,"
                  "on_apart,"
                  "patches_off_apart,median_auto_apart,off_again_apart")) {
        return false;
    }
    for (int i = 0; i < result->sceneCount; ++i) {
        const WangScene* scene = &result->scenes[i];
        for (uint32_t s = 0; s < scene->stepCount * WANG_KIND_COUNT; ++s) {
            WriteStepRow(&csv, scene, s / WANG_KIND_COUNT, (WangKind)(s % WANG_KIND_COUNT));
        }
    }
    return Csv_Close(&csv);
}

bool Wang_WriteCsv(const void* result, const char* folder) {
    return WriteMethodCsv(result, folder) && WriteArmCsv(result, folder) &&
           WriteStepCsv(result, folder);
}
