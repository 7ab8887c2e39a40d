// Results of han2021 in, tables and a summary out.

#include "han2021.h"

#include "report/table.h"
#include "report/terminal.h"

#include <math.h>

static const double DEGREES = 180 / 3.14159265358979323846;

const char* HanTree_Name(HanTree tree) {
    return tree == HAN_PATCHES ? "patches" : "median";
}

// Per step, in milliseconds.
static double StepMilliseconds(const HanScene* scene, double seconds) {
    return scene->stepCount > 0 ? 1e3 * seconds / scene->stepCount : 0;
}

static double TotalSeconds(const HanWork* work) {
    return work->buildSeconds + work->detectSeconds;
}

double HanArm_TimeSaved(const HanArm* arm) {
    return Han_Saved(TotalSeconds(&arm->work[HAN_PROVOT]), TotalSeconds(&arm->work[HAN_TIGHT]));
}

double HanArm_TestsSaved(const HanArm* arm) {
    return Han_Saved((double)arm->work[HAN_PROVOT].pairs, (double)arm->work[HAN_TIGHT].pairs);
}

double HanArm_ApartSaved(const HanArm* arm) {
    const HanWork *provot = &arm->work[HAN_PROVOT], *tight = &arm->work[HAN_TIGHT];
    return Han_Saved((double)(provot->pairs - provot->adjacent),
                     (double)(tight->pairs - tight->adjacent));
}

double Han_MeanSaved(const HanResult* result, HanTree tree, double (*saved)(const HanArm*)) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < result->sceneCount; ++i) {
        if (result->scenes[i].paper != NULL) {
            sum += saved(&result->scenes[i].arms[tree]);
            ++count;
        }
    }
    return count > 0 ? sum / count : 0;
}

uint64_t Han_Violations(const void* data) {
    const HanResult* result = data;
    uint64_t count = 0;
    for (int i = 0; i < result->sceneCount; ++i) {
        for (int t = 0; t < HAN_TREE_COUNT; ++t) {
            const HanArm* arm = &result->scenes[i].arms[t];
            count += arm->instant.mergeWider + arm->step.mergeWider + arm->work[HAN_PATCH].missed +
                     arm->work[HAN_BOXES].missed;
        }
    }
    return count;
}

// Percent by which the mean tight angle exceeds the optimal.
static double AboveOptimal(const ConeStats* stats) {
    const double optimal = ConeStats_Mean(stats, CONE_OPTIMAL);
    return optimal > 0 ? 100 * (ConeStats_Mean(stats, CONE_TIGHT) / optimal - 1) : 0;
}

// ---- rows -------------------------------------------------------------------------------------

// A row for a scene and a tree.
static TableRow* AddArmRow(Table* table, const HanScene* scene, HanTree tree) {
    TableRow* row = Table_AddRow(table, tree == 0 ? scene->name : "");
    Cell_Text(row->cells[1], HanTree_Name(tree));
    return row;
}

// Per step, as in the paper's tables.
static void CellPerStep(char cell[TABLE_CELL], const HanScene* scene, uint64_t sum) {
    Cell_Count(cell, scene->stepCount > 0 ? sum / scene->stepCount : 0);
}

static void CellPercent(char cell[TABLE_CELL], uint64_t part, uint64_t whole) {
    Cell_Number(cell, whole > 0 ? 100 * (double)part / (double)whole : 0, 1);
}

static void AddTestRow(const HanScene* scene, HanTree tree, Table* table) {
    TableRow* row = AddArmRow(table, scene, tree);
    const HanArm* arm = &scene->arms[tree];
    const HanPaper* paper = scene->paper;
    if (paper != NULL && tree == 0) {
        Cell_Count(row->cells[2], paper->triangles);
        for (int m = 0; m < MERGE_COUNT; ++m) {
            Cell_Count(row->cells[3 + m], (uint64_t)(paper->tests[m] + 0.5));
        }
        Cell_Number(row->cells[5], Han_Saved(paper->tests[0], paper->tests[1]), 2);
    }
    Cell_Count(row->cells[6], scene->triangles);
    for (int m = 0; m < MERGE_COUNT; ++m) {
        CellPerStep(row->cells[7 + m], scene, arm->work[m].pairs);
    }
    Cell_Number(row->cells[9], HanArm_TestsSaved(arm), 2);
}

static void AddTimeRow(const HanScene* scene, HanTree tree, Table* table) {
    TableRow* row = AddArmRow(table, scene, tree);
    const HanArm* arm = &scene->arms[tree];
    const HanPaper* paper = scene->paper;
    for (int m = 0; m < MERGE_COUNT; ++m) {
        if (paper != NULL && tree == 0) {
            Cell_Number(row->cells[2 + m], paper->build[m], 2);
            Cell_Number(row->cells[4 + m], paper->detect[m], 2);
        }
        Cell_Number(row->cells[7 + m], StepMilliseconds(scene, arm->work[m].buildSeconds), 2);
        Cell_Number(row->cells[9 + m], StepMilliseconds(scene, arm->work[m].detectSeconds), 2);
    }
    if (paper != NULL && tree == 0) {
        Cell_Number(
            row->cells[6],
            Han_Saved(paper->build[0] + paper->detect[0], paper->build[1] + paper->detect[1]), 2);
    }
    Cell_Number(row->cells[11], HanArm_TimeSaved(arm), 2);
}

static void AddAngleRow(const HanScene* scene, HanTree tree, Table* table) {
    static const ConeForm forms[3] = {CONE_PROVOT, CONE_TIGHT, CONE_OPTIMAL};
    const ConeStats* both[2] = {&scene->arms[tree].instant, &scene->arms[tree].step};
    for (int i = 0; i < 2; ++i) {
        TableRow* row = Table_AddRow(table, tree == 0 && i == 0 ? scene->name : "");
        Cell_Text(row->cells[1], i == 0 ? HanTree_Name(tree) : "");
        Cell_Text(row->cells[2], i == 0 ? "instant" : "step");
        for (int f = 0; f < 3; ++f) {
            Cell_Number(row->cells[3 + f], ConeStats_Mean(both[i], forms[f]), 2);
            CellPercent(row->cells[7 + f], both[i]->below[forms[f]], both[i]->nodes);
        }
        Cell_Number(row->cells[6], AboveOptimal(both[i]), 1);
    }
}

static void AddNodeRow(const HanScene* scene, HanTree tree, Table* table) {
    TableRow* row = AddArmRow(table, scene, tree);
    const ConeStats *a = &scene->arms[tree].instant, *b = &scene->arms[tree].step;
    const double wider = a->greatestWider > b->greatestWider ? a->greatestWider : b->greatestWider;
    Cell_Count(row->cells[2], a->merges + b->merges);
    Cell_Count(row->cells[3], a->mergeWider + b->mergeWider);
    Cell_Count(row->cells[4], a->widerNodes + b->widerNodes);
    Cell_Number(row->cells[5], DEGREES * wider, 3);
    Cell_Number(row->cells[6], ConeStats_Mean(b, CONE_TIGHT), 4);
    Cell_Number(row->cells[7], ConeStats_Mean(b, CONE_NARROWER), 4);
}

static void AddPairRow(const HanScene* scene, HanTree tree, Table* table) {
    static const HanMethod methods[3] = {HAN_BOXES, HAN_PROVOT, HAN_TIGHT};
    TableRow* row = AddArmRow(table, scene, tree);
    const HanArm* arm = &scene->arms[tree];
    const double triangles = (double)scene->triangles * scene->stepCount;
    for (int i = 0; i < 3; ++i) {
        const HanWork* work = &arm->work[methods[i]];
        Cell_Number(row->cells[2 + i], triangles > 0 ? (double)work->pairs / triangles : 0, 2);
        CellPercent(row->cells[5 + i], work->adjacent, work->pairs);
    }
    CellPerStep(row->cells[8], scene, scene->contacts);
    Cell_Number(row->cells[9], HanArm_ApartSaved(arm), 2);
}

static void AddMissedRow(const HanScene* scene, HanTree tree, Table* table) {
    TableRow* row = AddArmRow(table, scene, tree);
    const HanArm* arm = &scene->arms[tree];
    Cell_Count(row->cells[2], scene->contacts);
    for (int m = 0; m < HAN_BOXES; ++m) {
        Cell_Count(row->cells[3 + m], arm->work[m].missed);
    }
    static const HanMethod timed[4] = {HAN_BOXES, HAN_TIGHT, HAN_CONTOUR, HAN_PATCH};
    for (int i = 0; i < 4; ++i) {
        Cell_Number(row->cells[7 + i], StepMilliseconds(scene, TotalSeconds(&arm->work[timed[i]])),
                    1);
    }
    Cell_Number(row->cells[11], StepMilliseconds(scene, scene->sceneSeconds), 1);
}

// ---- tables -----------------------------------------------------------------------------------

typedef void AddRows(const HanScene* scene, HanTree tree, Table* table);

static void ForEachArm(const HanResult* result, AddRows* add, Table* table) {
    for (int i = 0; i < result->sceneCount; ++i) {
        for (int t = 0; t < HAN_TREE_COUNT; ++t) {
            add(&result->scenes[i], (HanTree)t, table);
        }
    }
}

static void FillTests(const void* result, Table* table) {
    ForEachArm(result, AddTestRow, table);
}

static void FillMergeTimes(const void* result, Table* table) {
    ForEachArm(result, AddTimeRow, table);
}

static void FillAngles(const void* result, Table* table) {
    ForEachArm(result, AddAngleRow, table);
}

static void FillNodes(const void* result, Table* table) {
    ForEachArm(result, AddNodeRow, table);
}

static void FillPairs(const void* result, Table* table) {
    ForEachArm(result, AddPairRow, table);
}

static void FillMissed(const void* result, Table* table) {
    ForEachArm(result, AddMissedRow, table);
}

const PaperTable hanTables[HAN_TABLE_COUNT] = {
    [HAN_TABLE_TESTS] =
        {.caption = "Table 1: pairs of triangles tested per step, cones merged as Provot does "
                    "and tightly; saved in percent. Two trees: the paper does not say how its "
                    "own is built.",
         .heads = {"scene", "tree", "paper: triangles", "Provot", "tight", "saved %",
                   "ours: triangles", "Provot", "tight", "saved %"},
         .paperColumns = 0x3Cu,
         .fill = FillTests},
    [HAN_TABLE_TIMES] =
        {.caption = "Table 2: milliseconds per step to fit boxes and cones, and for the rest "
                    "of the detection; saved in percent of both.",
         .heads = {"scene", "tree", "paper: fit Provot", "tight", "rest Provot", "tight", "saved %",
                   "ours: fit Provot", "tight", "rest Provot", "tight", "saved %"},
         .paperColumns = 0x7Cu,
         .fill = FillMergeTimes},
    [HAN_TABLE_ANGLES] =
        {.caption = "Spread angles: means in degrees, at every fifth step, over all nodes of "
                    "four triangles or "
                    "more whose normals have a half-space (a full cone counts as 90), by how "
                    "many percent the tight ones are above the optimal, and the percentage "
                    "of nodes below 90 degrees.",
         .heads = {"scene", "tree", "of", "Provot", "tight", "optimal", "above %", "<90: Provot",
                   "tight", "optimal"},
         .fill = FillAngles},
    [HAN_TABLE_NODES] =
        {.caption = "Every inner node of every step: where the tight merge of the same two "
                    "cones is wider than Provot's (Theorem 1: nowhere), where the tight "
                    "hierarchy is wider than Provot's hierarchy, by how many degrees at most, "
                    "and the mean angle of the tight hierarchy and of the narrower of both.",
         .heads = {"scene", "tree", "merges", "wider", "hierarchy wider", "at most", "tight",
                   "narrower"},
         .fill = FillNodes},
    [HAN_TABLE_PAIRS] =
        {.caption = "What the pairs are: how many per triangle, the percentage that have a "
                    "vertex in common, contacts per step, and what the tight merge saves of "
                    "the pairs that have none in common.",
         .heads = {"scene", "tree", "boxes", "Provot", "tight", "sharing: boxes", "Provot", "tight",
                   "contacts", "saved %"},
         .fill = FillPairs},
    [HAN_TABLE_MISSED] =
        {.caption = "Contacts missed, of those that svScene_Detect finds, and milliseconds "
                    "per step. Cones alone are unsafe, cones and contour are unsafe on surfaces "
                    "that are no disk; patch is the corrected test.",
         .heads = {"scene", "tree", "contacts", "missed: Provot", "tight", "contour", "patch",
                   "ms: boxes", "tight", "contour", "patch", "Selvage"},
         .fill = FillMissed},
};

static uint64_t SumOverArms(const HanResult* result, uint64_t (*of)(const HanArm*)) {
    uint64_t sum = 0;
    for (int i = 0; i < result->sceneCount; ++i) {
        for (int t = 0; t < HAN_TREE_COUNT; ++t) {
            sum += of(&result->scenes[i].arms[t]);
        }
    }
    return sum;
}

static uint64_t Merges(const HanArm* arm) {
    return arm->instant.merges + arm->step.merges;
}

static uint64_t MergesWider(const HanArm* arm) {
    return arm->instant.mergeWider + arm->step.mergeWider;
}

static uint64_t HierarchyWider(const HanArm* arm) {
    return arm->instant.widerNodes + arm->step.widerNodes;
}

static double WorstAboveOptimal(const HanResult* result) {
    double worst = 0;
    for (int i = 0; i < result->sceneCount * HAN_TREE_COUNT; ++i) {
        const HanScene* scene = &result->scenes[i / HAN_TREE_COUNT];
        const HanArm* arm = &scene->arms[i % HAN_TREE_COUNT];
        if (scene->paper != NULL) {
            worst = fmax(worst, fmax(AboveOptimal(&arm->instant), AboveOptimal(&arm->step)));
        }
    }
    return worst;
}

void Han_TellLead(const void* data, char* text, size_t room) {
    const HanResult* result = data;
    char cells[3][TABLE_CELL];
    double saved[3][HAN_TREE_COUNT];
    for (int t = 0; t < HAN_TREE_COUNT; ++t) {
        saved[0][t] = Han_MeanSaved(result, (HanTree)t, HanArm_TestsSaved);
        saved[1][t] = Han_MeanSaved(result, (HanTree)t, HanArm_ApartSaved);
        saved[2][t] = Han_MeanSaved(result, (HanTree)t, HanArm_TimeSaved);
    }
    Cell_Count(cells[0], SumOverArms(result, Merges));
    Cell_Count(cells[1], SumOverArms(result, MergesWider));
    Cell_Count(cells[2], SumOverArms(result, HierarchyWider));
    snprintf(text, room,
             "As means of the four garments, tight merging saves %.2f percent of the pairs of "
             "triangles on trees of patches and %.2f percent on median trees (paper: %.2f; of the "
             "pairs without a common vertex %.2f and %.2f), and %.2f and %.2f percent of the time "
             "(paper: %.2f). Its mean angle there is at most %.1f percent above the optimal. Of %s "
             "merges checked, the tight one of the same two cones is wider than Provot's at %s; "
             "the tight hierarchy is wider than Provot's at %s nodes, the narrower of both by "
             "definition at none.",
             saved[0][HAN_PATCHES], saved[0][HAN_MEDIAN], HAN_PAPER_TESTS_SAVED,
             saved[1][HAN_PATCHES], saved[1][HAN_MEDIAN], saved[2][HAN_PATCHES],
             saved[2][HAN_MEDIAN], HAN_PAPER_TIME_SAVED, WorstAboveOptimal(result), cells[0],
             cells[1], cells[2]);
}

void Han_TellHead(const void* data, char* text, size_t room) {
    const HanResult* result = data;
    snprintf(text, room,
             "han2021, one thread; times are its processor time, the least of %d runs per step, of "
             "single steps more",
             result->repeats);
}

void Han_Conclude(const void* result, FILE* stream) {
    char text[1024];
    Han_TellLead(result, text, sizeof(text));
    Terminal_Heading(stream, text);
}
