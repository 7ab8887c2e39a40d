// Results of bade2015 in; tables, conclusions and JSON out.

#include "bade2015.h"

#include "report/json.h"
#include "report/table.h"
#include "report/terminal.h"

#include <math.h>

// Times within this factor count as equal.
static const double EQUAL = 1.05;

BadeSpread Bade_Spread(const double* values, uint64_t count) {
    BadeSpread spread = {values[0], 0, values[0]};
    for (uint64_t i = 0; i < count; ++i) {
        spread.least = values[i] < spread.least ? values[i] : spread.least;
        spread.most = values[i] > spread.most ? values[i] : spread.most;
        spread.mean += values[i] / (double)count;
    }
    return spread;
}

const char* BadeTree_Name(int tree) {
    static const char* const names[BADE_TREE_COUNT] = {
        "spheres as printed, 4 levels",  "spheres, 4 levels",  "boxes, 4 levels",
        "spheres as printed, particles", "spheres, particles", "boxes, particles",
    };
    return names[tree];
}

// Milliseconds per frame.
static double FrameMs(const BadeResult* result, double seconds) {
    return 1e3 * seconds / (double)result->frames;
}

// Frame rate of the simulation as in the paper, with this BVH.
static double TreeFrameRate(const BadeResult* result, const BadeTree* tree) {
    const double each =
        (tree->buildSeconds + tree->searchSeconds) / (double)result->frames + result->verletSeconds;
    return each > 0 ? 1 / each : 0;
}

static double PerFrame(const BadeResult* result, uint64_t count) {
    return (double)count / (double)result->frames;
}

static void PaperColumn(int column, double times[BADE_PAPER_RUNS]) {
    for (int i = 0; i < BADE_PAPER_RUNS; ++i) {
        times[i] = badePaperTimes[i][column];
    }
}

// Our columns in Table 1: fitted spheres and boxes.
static const QuadVolume compared[2] = {QUAD_SPHERE, QUAD_BOX};

static void TellExecutions(const void* result, char* text, size_t room) {
    snprintf(text, room,
             "Table 1: milliseconds of each execution. Ours: building and searching the hierarchy "
             "at each of %zu frames; the paper does not say what its time includes.",
             ((const BadeResult*)result)->frames);
}

static void FillExecutions(const void* data, Table* table) {
    const BadeResult* result = data;
    const uint64_t rows = result->runs < BADE_PAPER_RUNS ? BADE_PAPER_RUNS : result->runs;
    for (uint64_t r = 0; r < rows; ++r) {
        char name[24];
        snprintf(name, sizeof(name), "%llu", (unsigned long long)r + 1);
        TableRow* row = Table_AddRow(table, name);
        for (int c = 0; c < 2 && r < BADE_PAPER_RUNS; ++c) {
            Cell_Number(row->cells[1 + c], badePaperTimes[r][c], 2);
        }
        for (int c = 0; c < 4 && r < result->runs; ++c) {
            const BadeTree* tree = &result->trees[Bade_TreeIndex(c < 2, compared[c % 2])];
            Cell_Number(row->cells[3 + c], 1e3 * tree->seconds[r], 3);
        }
    }
    static const char* const names[3] = {"average", "least", "most"};
    for (int k = 0; k < 3; ++k) {
        TableRow* row = Table_AddRow(table, names[k]);
        for (int c = 0; c < 6; ++c) {
            double paper[BADE_PAPER_RUNS];
            PaperColumn(c % 2, paper);
            const BadeTree* tree = &result->trees[Bade_TreeIndex(c < 4, compared[c % 2])];
            const BadeSpread s = c < 2 ? Bade_Spread(paper, BADE_PAPER_RUNS)
                                       : Bade_Spread(tree->seconds, result->runs);
            const double value = k == 0 ? s.mean : k == 1 ? s.least : s.most;
            Cell_Number(row->cells[1 + c], c < 2 ? value : 1e3 * value, c < 2 ? 2 : 3);
        }
    }
}

static void FillTrees(const void* data, Table* table) {
    const BadeResult* result = data;
    for (int i = 0; i < BADE_TREE_COUNT; ++i) {
        const BadeTree* tree = &result->trees[i];
        TableRow* row = Table_AddRow(table, BadeTree_Name(i));
        Cell_Number(row->cells[1], 1e3 * FrameMs(result, tree->buildSeconds), 2);
        Cell_Number(row->cells[2], 1e3 * FrameMs(result, tree->searchSeconds), 2);
        Cell_Count(row->cells[3], tree->nodeCount);
        Cell_Number(row->cells[4], PerFrame(result, tree->nodeTests), 1);
        Cell_Number(row->cells[5], PerFrame(result, tree->particleTests), 1);
        Cell_Count(row->cells[6], tree->hits);
        Cell_Count(row->cells[7], tree->missed);
        Cell_Number(row->cells[8], PerFrame(result, tree->outside), 1);
        Cell_Number(row->cells[9], TreeFrameRate(result, tree), 1);
    }
    TableRow* row = Table_AddRow(table, "every particle, no hierarchy");
    Cell_Number(row->cells[2], 1e6 * result->bruteSeconds / (double)result->frames, 2);
    Cell_Number(row->cells[5], (double)result->columns * result->rows, 1);
    Cell_Count(row->cells[6], result->inside);
}

const PaperTable badeTables[BADE_TABLE_COUNT] = {
    {.tellCaption = TellExecutions,
     .heads = {"execution", "paper BSH", "paper AABB", "spheres 4", "boxes 4", "spheres 1",
               "boxes 1"},
     .fill = FillExecutions},
    {.caption = "A frame of each hierarchy, in the execution that took least: microseconds to "
                "build and to search, nodes, tests of nodes and of particles, particles found and "
                "missed (all frames), particles outside of their spheres (mean), and frames per "
                "second with the simulation as in the paper (Verlet, no handling).",
     .heads = {"hierarchy", "build us", "search us", "nodes", "node tests", "particles", "found",
               "missed", "outside", "frames/s"},
     .fill = FillTrees},
};

// The claim that `a` takes less time than `b`.
typedef struct Conclusion {
    const char *key, *claim;
    double ratio; // b / a as measured: above 1 if it holds
} Conclusion;

// The last is ours, not the paper's.
enum { PAPER_CONCLUSIONS = 6, CONCLUSION_COUNT };

static const char* Verdict(double ratio) {
    return ratio > EQUAL ? "holds" : ratio * EQUAL < 1 ? "does not hold" : "no difference";
}

static double TreeSeconds(const BadeTree* tree) {
    return tree->buildSeconds + tree->searchSeconds;
}

static void JudgeConclusions(const BadeResult* result, Conclusion list[CONCLUSION_COUNT]) {
    const BadeTree* s4 = &result->trees[Bade_TreeIndex(true, QUAD_SPHERE)];
    const BadeTree* b4 = &result->trees[Bade_TreeIndex(true, QUAD_BOX)];
    const BadeTree* s1 = &result->trees[Bade_TreeIndex(false, QUAD_SPHERE)];
    const BadeTree* b1 = &result->trees[Bade_TreeIndex(false, QUAD_BOX)];
    const Conclusion all[CONCLUSION_COUNT] = {
        {"executes_faster_four_levels",
         "the execution time for spheres is shorter than for boxes (paper: 5.3 times), four levels",
         TreeSeconds(b4) / TreeSeconds(s4)},
        {"executes_faster_particles", "the same, down to single particles",
         TreeSeconds(b1) / TreeSeconds(s1)},
        {"boxes_form_faster", "building spheres costs more, boxes are formed faster, four levels",
         s4->buildSeconds / b4->buildSeconds},
        {"boxes_form_faster_particles", "the same, down to single particles",
         s1->buildSeconds / b1->buildSeconds},
        {"spheres_detect_slower", "spheres need more time in detecting the collisions, particles",
         s1->searchSeconds / b1->searchSeconds},
        {"boxes_higher_frame_rate", "the frame rate is higher with boxes (paper: 21.17 to 13.41)",
         TreeFrameRate(result, b1) / TreeFrameRate(result, s1)},
        {"hierarchy_pays",
         "a hierarchy, the best of these, is faster than going through all particles",
         result->bruteSeconds / fmin(TreeSeconds(b4), TreeSeconds(s4))},
    };
    for (int i = 0; i < CONCLUSION_COUNT; ++i) {
        list[i] = all[i];
    }
}

static void PrintConclusion(const Conclusion* conclusion, FILE* stream) {
    char text[240];
    snprintf(text, sizeof(text), "- %s: %s, %.2f times.", conclusion->claim,
             Verdict(conclusion->ratio), conclusion->ratio);
    Terminal_WrapHanging(stream, text, 0, 2, Terminal_TextColumns(stream));
}

void Bade_Conclude(const void* data, FILE* stream) {
    const BadeResult* result = data;
    Conclusion list[CONCLUSION_COUNT];
    const int width = Terminal_TextColumns(stream);
    JudgeConclusions(result, list);
    Terminal_Heading(
        stream,
        "The paper's conclusions, with spheres that fit, by the executions that took least:");
    for (int i = 0; i < PAPER_CONCLUSIONS; ++i) {
        PrintConclusion(&list[i], stream);
    }
    Terminal_WrapHanging(stream,
                         "- the frame rate was limited by OpenGL calls: not measured here, nothing "
                         "is drawn.",
                         0, 2, width);
    Terminal_Heading(stream, "Not in the paper:");
    PrintConclusion(&list[PAPER_CONCLUSIONS], stream);
    const BadeTree* printed = &result->trees[Bade_TreeIndex(false, QUAD_SPHERE_PRINTED)];
    char text[320];
    snprintf(text, sizeof(text),
             "- the radii as printed hold the cloth: %s, %.1f of %u particles are outside in the "
             "mean, and %llu of %llu collisions are missed.",
             printed->outside == 0 ? "holds" : "does not hold", PerFrame(result, printed->outside),
             result->columns * result->rows, (unsigned long long)printed->missed,
             (unsigned long long)result->inside);
    Terminal_WrapHanging(stream, text, 0, 2, width);
    snprintf(text, sizeof(text),
             "Selvage on the same frames: svScene_Detect of cloth and ball %.3f ms a frame, %llu "
             "contacts; the scene with all collisions handled runs at %.1f frames per second with "
             "%llu intersections.",
             1e3 * result->sceneSeconds, (unsigned long long)result->sceneContacts,
             1 / result->fullSeconds, (unsigned long long)result->intersections);
    Terminal_Heading(stream, text);
}

void Bade_TellHead(const void* data, char* text, size_t room) {
    const BadeResult* result = data;
    snprintf(text, room, "bade2015, scene ball, %ux%u particles, one thread", result->columns,
             result->rows);
}

static void WriteBadeSpread(Json* json, const char* key, BadeSpread spread, double scale) {
    Json_BeginObject(json, key);
    Json_Number(json, "mean", scale * spread.mean);
    Json_Number(json, "min", scale * spread.least);
    Json_Number(json, "max", scale * spread.most);
    Json_EndObject(json);
}

static void WriteTree(Json* json, const BadeResult* result, int index) {
    static const char* const volumes[QUAD_VOLUME_COUNT] = {"sphere_printed", "sphere", "box"};
    const BadeTree* tree = &result->trees[index];
    Json_BeginObject(json, NULL);
    Json_Text(json, "volume", volumes[tree->def.volume]);
    Json_Count(json, "levels", tree->def.levels);
    WriteBadeSpread(json, "execution_ms", Bade_Spread(tree->seconds, result->runs), 1e3);
    Json_BeginArray(json, "executions_ms");
    for (uint64_t r = 0; r < result->runs; ++r) {
        Json_Number(json, NULL, 1e3 * tree->seconds[r]);
    }
    Json_EndArray(json);
    Json_Number(json, "build_us", 1e3 * FrameMs(result, tree->buildSeconds));
    Json_Number(json, "search_us", 1e3 * FrameMs(result, tree->searchSeconds));
    Json_Count(json, "nodes", tree->nodeCount);
    Json_Count(json, "node_tests", tree->nodeTests);
    Json_Count(json, "particle_tests", tree->particleTests);
    Json_Count(json, "found", tree->hits);
    Json_Count(json, "missed", tree->missed);
    Json_Count(json, "outside", tree->outside);
    Json_Number(json, "frames_per_second", TreeFrameRate(result, tree));
    Json_EndObject(json);
}

static void WriteBadePaper(Json* json) {
    double times[BADE_PAPER_RUNS];
    Json_BeginObject(json, "paper");
    for (int c = 0; c < 2; ++c) {
        PaperColumn(c, times);
        Json_Numbers(json, c == 0 ? "sphere_ms" : "box_ms", times, BADE_PAPER_RUNS);
        WriteBadeSpread(json, c == 0 ? "sphere" : "box", Bade_Spread(times, BADE_PAPER_RUNS), 1);
    }
    Json_Number(json, "sphere_frames_per_second", badePaperRates[0]);
    Json_Number(json, "box_frames_per_second", badePaperRates[1]);
    Json_EndObject(json);
}

void Bade_WriteJson(const void* data, Json* json) {
    const BadeResult* result = data;
    Conclusion list[CONCLUSION_COUNT];
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
        WriteTree(json, result, i);
    }
    Json_EndArray(json);
    Json_Number(json, "every_particle_us", 1e6 * result->bruteSeconds / (double)result->frames);
    Json_Number(json, "verlet_ms", 1e3 * result->verletSeconds);
    JudgeConclusions(result, list);
    Json_BeginObject(json, "conclusions");
    for (int i = 0; i < CONCLUSION_COUNT; ++i) {
        Json_BeginObject(json, list[i].key);
        Json_Text(json, "claim", list[i].claim);
        Json_Text(json, "verdict", Verdict(list[i].ratio));
        Json_Number(json, "times", list[i].ratio);
        Json_EndObject(json);
    }
    Json_EndObject(json);
    Json_BeginObject(json, "selvage");
    Json_Number(json, "detect_ms", 1e3 * result->sceneSeconds);
    Json_Count(json, "contacts", result->sceneContacts);
    Json_Number(json, "frames_per_second", 1 / result->fullSeconds);
    Json_Count(json, "intersections", result->intersections);
    Json_EndObject(json);
}
