// Results of ding2013 in, JSON and CSV files out.

#include "ding2013.h"

#include "report/csv.h"
#include "report/json.h"

static const char* const ruleKeys[MASK_RULE_COUNT] = {"spheres", "printed", "corrected"};
static const char* const sphereKeys[DING_SPHERES_COUNT] = {"as_printed", "merged", "smallest"};
static const char* const queryKeys[QUERY_RULE_COUNT] = {"at_t0", "step", "certain"};
static const char* const rootKeys[ROOT_RULE_COUNT] = {"printed", "first", "all"};
static const char* const momentKeys[DING_MOMENT_COUNT] = {"flat", "draped", "through_itself",
                                                          "handled"};

// ---- JSON -------------------------------------------------------------------------------------

// Steps per second with the tree and the detection by `rule`.
static double DetectRate(const DingRun* run, MaskRule rule) {
    const double build = run->trees[DING_PRINTED].buildSeconds;
    const double each = Ding_Milliseconds(run->stepSeconds + build, run->steps) +
                        Ding_Milliseconds(run->detectSeconds[rule], run->searched);
    return each > 0 ? 1e3 / each : 0;
}

static void WriteTreeWork(Json* json, const DingRun* run, MaskRule rule) {
    const TreeDetectStats* work = &run->work[rule];
    Json_BeginObject(json, ruleKeys[rule]);
    Json_Number(json, "detect_ms", Ding_Milliseconds(run->detectSeconds[rule], run->searched));
    Json_Number(json, "steps_per_second", DetectRate(run, rule));
    Json_Count(json, "contacts", run->found[rule]);
    Json_Count(json, "missed", run->contacts - run->found[rule]);
    Json_Count(json, "node_pairs", work->nodePairs);
    Json_Count(json, "skipped", work->skipped);
    Json_Count(json, "leaf_pairs", work->leafPairs);
    Json_Count(json, "tested_vf", work->tested[0]);
    Json_Count(json, "tested_ee", work->tested[1]);
    Json_Count(json, "contour_tests", work->contourTests);
    Json_EndObject(json);
}

static void WriteSpheres(Json* json, const DingRun* run) {
    Json_BeginObject(json, "trees");
    for (int s = 0; s < DING_SPHERES_COUNT; ++s) {
        const DingTree* tree = &run->trees[s];
        Json_BeginObject(json, sphereKeys[s]);
        Json_Number(json, "make_ms", Ding_Milliseconds(tree->buildSeconds, tree->builds));
        Json_Number(json, "detect_ms", Ding_Milliseconds(tree->detectSeconds, run->searched));
        Json_Count(json, "node_pairs", tree->work.nodePairs);
        Json_Count(json, "leaf_pairs", tree->work.leafPairs);
        Json_Count(json, "not_found", run->contacts - tree->found);
        Json_EndObject(json);
    }
    Json_EndObject(json);
}

static void WriteQueries(Json* json, const DingRun* run) {
    Json_BeginObject(json, "segment_and_quad");
    Json_Count(json, "searched_steps", run->queried);
    Json_Count(json, "contacts", run->queriedContacts);
    for (int rule = 0; rule < QUERY_RULE_COUNT; ++rule) {
        const DingQuery* query = &run->queries[rule];
        Json_BeginObject(json, queryKeys[rule]);
        Json_Number(json, "detect_ms", Ding_Milliseconds(query->seconds, run->queried));
        Json_Count(json, "not_found", run->queriedContacts - query->found);
        Json_Count(json, "node_tests", query->work.nodePairs);
        Json_Count(json, "tested_vf", query->work.tested[0]);
        Json_Count(json, "tested_ee", query->work.tested[1]);
        Json_EndObject(json);
    }
    Json_EndObject(json);
    Json_BeginObject(json, "elementary");
    for (int kind = 0; kind < 2; ++kind) {
        Json_BeginObject(json, kind == SV_VERTEX_FACE ? "vertex_face" : "edge_edge");
        Json_Count(json, "contacts", run->kinds[kind]);
        for (int rule = 0; rule < ROOT_RULE_COUNT; ++rule) {
            Json_Count(json, rootKeys[rule], run->rejected[kind][rule]);
        }
        Json_EndObject(json);
    }
    Json_EndObject(json);
}

static void WriteDingRun(Json* json, const DingRun* run, DingWay way) {
    const DingTree* trees = run->trees;
    Json_BeginObject(json, DingWay_Name(way));
    Json_Count(json, "frames", run->frames);
    Json_Count(json, "steps", run->steps);
    Json_Count(json, "substeps", run->substeps);
    Json_Number(json, "time_step", run->timeStep);
    Json_Flag(json, "blew_up", run->blewUp);
    Json_Number(json, "sag", run->sag);
    Json_Number(json, "mean_strain", run->meanStrain);
    Json_Number(json, "frames_per_second", Ding_FrameRate(run));
    Json_Number(json, "steps_per_second", Ding_PerSecond(run->stepSeconds, run->steps));
    Json_Number(json, "steps_per_second_with_tree", Ding_TreeRate(run));
    Json_Number(json, "tree_overhead_percent", Ding_Overhead(run));
    Json_Number(json, "build_ms", Ding_Milliseconds(trees[DING_PRINTED].buildSeconds, run->steps));
    Json_Number(json, "refit_ms", Ding_Milliseconds(trees[DING_MERGED].buildSeconds, run->steps));
    Json_Count(json, "nodes", run->nodeCount);
    Json_Number(json, "extended_nodes_per_build",
                run->steps > 0 ? (double)run->extended / (double)run->steps : 0);
    Json_Count(json, "searched_steps", run->searched);
    Json_Count(json, "steps_with_contacts", run->colliding);
    Json_Count(json, "steps_printed_loses", run->losing);
    Json_Count(json, "contacts", run->contacts);
    Json_Number(json, "selvage_detect_ms", Ding_Milliseconds(run->sceneSeconds, run->searched));
    for (int rule = 0; rule < MASK_RULE_COUNT; ++rule) {
        WriteTreeWork(json, run, (MaskRule)rule);
    }
    WriteSpheres(json, run);
    WriteQueries(json, run);
    Json_Count(json, "intersections", run->intersections);
    Json_Count(json, "intersecting_frames", run->intersecting);
    Json_Number(json, "worst_stretch", run->sums.worstStretch);
    DingStage stages[DING_STAGE_COUNT];
    Ding_GetStages(run, stages);
    Json_BeginObject(json, "profile");
    for (int s = 0; s < DING_STAGE_COUNT; ++s) {
        Json_Number(json, stages[s].key, Ding_Milliseconds(stages[s].seconds, run->steps));
    }
    Json_EndObject(json);
    Json_EndObject(json);
}

static void WriteShot(Json* json, const DingShot* shot, DingMoment moment) {
    Json_BeginObject(json, momentKeys[moment]);
    Json_Number(json, "area", shot->area);
    Json_Count(json, "larger_than_children", shot->smaller);
    Json_Count(json, "parents", shot->parents);
    for (int s = 0; s < DING_SPHERES_COUNT; ++s) {
        double volumes[SPHERE_LEVELS];
        for (int d = 0; d < shot->levelCount; ++d) {
            volumes[d] = shot->levels[s][d].volume;
        }
        Json_Numbers(json, sphereKeys[s], volumes, shot->levelCount);
    }
    Json_EndObject(json);
}

void Ding_WriteJson(const void* data, Json* json) {
    const DingResult* result = data;
    Json_Flag(json, "quick", result->quick);
    Json_Count(json, "threads", 1);
    Json_Count(json, "frames", result->frames);
    Json_Count(json, "violations", Ding_Violations(data));
    Json_BeginArray(json, "scenes");
    for (int i = 0; i < DING_SCENE_COUNT; ++i) {
        const DingScene* scene = &result->scenes[i];
        Json_BeginObject(json, NULL);
        Json_Text(json, "scene", dingPaper[i].scene);
        Json_Count(json, "columns", scene->columns);
        Json_Count(json, "rows", scene->rows);
        Json_Number(json, "stiff_time_step", scene->stiffStep);
        Json_BeginObject(json, "paper");
        Json_Number(json, "frames_per_second", dingPaper[i].bare);
        Json_Number(json, "frames_per_second_with_tree", dingPaper[i].tree);
        Json_EndObject(json);
        for (int w = 0; w < DING_WAY_COUNT; ++w) {
            WriteDingRun(json, &scene->runs[w], (DingWay)w);
        }
        Json_BeginObject(json, "volumes");
        for (int m = 0; m < DING_MOMENT_COUNT; ++m) {
            WriteShot(json, &scene->shots[m], (DingMoment)m);
        }
        Json_EndObject(json);
        Json_EndObject(json);
    }
    Json_EndArray(json);
}

// ---- CSV --------------------------------------------------------------------------------------

static bool WriteRunsCsv(const DingResult* result, const char* folder) {
    Csv csv;
    if (!Csv_Open(&csv, folder, "runs.csv",
                  "scene,motion,steps,time_step,step_seconds,build_seconds,merge_seconds,"
                  "searched_steps,contacts,selvage_seconds,spheres_seconds,printed_seconds,"
                  "corrected_seconds,printed_missed,corrected_missed,sag,mean_strain,"
                  "worst_strain,intersections")) {
        return false;
    }
    for (int i = 0; i < DING_SCENE_COUNT * DING_WAY_COUNT; ++i) {
        const DingRun* run = &result->scenes[i / DING_WAY_COUNT].runs[i % DING_WAY_COUNT];
        Csv_Text(&csv, dingPaper[i / DING_WAY_COUNT].scene);
        Csv_Text(&csv, DingWay_Name((DingWay)(i % DING_WAY_COUNT)));
        Csv_Count(&csv, run->steps);
        Csv_Number(&csv, run->timeStep);
        Csv_Number(&csv, run->stepSeconds);
        Csv_Number(&csv, run->trees[DING_PRINTED].buildSeconds);
        Csv_Number(&csv, run->trees[DING_MERGED].buildSeconds);
        Csv_Count(&csv, run->searched);
        Csv_Count(&csv, run->contacts);
        Csv_Number(&csv, run->sceneSeconds);
        for (int rule = 0; rule < MASK_RULE_COUNT; ++rule) {
            Csv_Number(&csv, run->detectSeconds[rule]);
        }
        Csv_Count(&csv, run->contacts - run->found[MASK_PRINTED]);
        Csv_Count(&csv, run->contacts - run->found[MASK_CORRECTED]);
        Csv_Number(&csv, run->sag);
        Csv_Number(&csv, run->meanStrain);
        Csv_Number(&csv, run->sums.worstStretch);
        Csv_Count(&csv, run->intersections);
        Csv_EndRow(&csv);
    }
    return Csv_Close(&csv);
}

static bool WriteLevelsCsv(const DingResult* result, const char* folder) {
    Csv csv;
    if (!Csv_Open(&csv, folder, "levels.csv",
                  "scene,moment,spheres,level,nodes,volume,mean_radius,area,outside")) {
        return false;
    }
    for (int i = 0; i < DING_SCENE_COUNT * DING_MOMENT_COUNT * DING_SPHERES_COUNT; ++i) {
        const int scene = i / (DING_MOMENT_COUNT * DING_SPHERES_COUNT);
        const int moment = i / DING_SPHERES_COUNT % DING_MOMENT_COUNT;
        const DingShot* shot = &result->scenes[scene].shots[moment];
        for (int d = 0; d < shot->levelCount; ++d) {
            const SphereLevel* level = &shot->levels[i % DING_SPHERES_COUNT][d];
            Csv_Text(&csv, dingPaper[scene].scene);
            Csv_Text(&csv, momentKeys[moment]);
            Csv_Text(&csv, sphereKeys[i % DING_SPHERES_COUNT]);
            Csv_Count(&csv, (uint64_t)d);
            Csv_Count(&csv, level->nodes);
            Csv_Number(&csv, level->volume);
            Csv_Number(&csv, level->meanRadius);
            Csv_Number(&csv, shot->area);
            Csv_Count(&csv, level->outside);
            Csv_EndRow(&csv);
        }
    }
    return Csv_Close(&csv);
}

static bool WriteFrameTimesCsv(const DingResult* result, const char* folder) {
    Csv csv;
    if (!Csv_Open(&csv, folder, "frames.csv",
                  "scene,motion,frame,steps,step_seconds,tree_seconds")) {
        return false;
    }
    for (int i = 0; i < DING_SCENE_COUNT * DING_WAY_COUNT; ++i) {
        const DingRun* run = &result->scenes[i / DING_WAY_COUNT].runs[i % DING_WAY_COUNT];
        for (size_t f = 0; f < run->frameCount; ++f) {
            Csv_Text(&csv, dingPaper[i / DING_WAY_COUNT].scene);
            Csv_Text(&csv, DingWay_Name((DingWay)(i % DING_WAY_COUNT)));
            Csv_Count(&csv, f + 1);
            Csv_Count(&csv, run->substeps);
            Csv_Number(&csv, run->frameStep[f]);
            Csv_Number(&csv, run->frameTree[f]);
            Csv_EndRow(&csv);
        }
    }
    return Csv_Close(&csv);
}

bool Ding_WriteCsv(const void* result, const char* folder) {
    return WriteRunsCsv(result, folder) && WriteLevelsCsv(result, folder) &&
           WriteFrameTimesCsv(result, folder);
}
