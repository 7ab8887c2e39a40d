// Results of wang2018 in, tables out.

#include "wang2018.h"

#include "report/table.h"
#include "report/terminal.h"

static const char* const kindNames[WANG_KIND_COUNT] = {"instant", "step"};
static const char* const contactNames[WANG_CONTACT_COUNT] = {"triangles", "vf", "ee"};

const char* WangArm_Name(WangArm arm) {
    static const char* const names[WANG_ARM_COUNT] = {"off",         "auto",        "on",
                                                      "patches off", "median auto", "off again"};
    return names[arm];
}

// ---- cells ------------------------------------------------------------------------------------

static TableRow* AddKindRow(Table* table, const WangScene* scene, WangKind kind) {
    TableRow* row = Table_AddRow(table, kind == WANG_DISCRETE ? scene->name : "");
    Cell_Text(row->cells[1], kindNames[kind]);
    return row;
}

// Milliseconds per step.
static void CellMilliseconds(char cell[TABLE_CELL], double seconds, uint32_t steps) {
    if (steps > 0) {
        Cell_Number(cell, 1e3 * seconds / steps, 2);
    }
}

static void CellTimes(char cell[TABLE_CELL], double speedup) {
    if (speedup > 0) {
        Cell_Number(cell, speedup, 2);
    }
}

// Signed mean difference per step.
static void CellDifference(char cell[TABLE_CELL], uint64_t a, uint64_t b, uint32_t steps) {
    if (steps == 0) {
        return;
    }
    char number[TABLE_CELL];
    Cell_Count(number, (a > b ? a - b : b - a) / steps);
    snprintf(cell, TABLE_CELL, "%s%.*s", a < b ? "-" : "", TABLE_CELL - 2, number);
}

// ---- rows -------------------------------------------------------------------------------------

static void AddContactRows(const WangScene* scene, Table* table) {
    static const int methods[5] = {WANG_CONTOUR, WANG_DUAL, WANG_INTERNAL, WANG_ENHANCED,
                                   WANG_TIGHT};
    for (int c = 0; c < WANG_CONTACT_COUNT; ++c) {
        const WangKind kind = c == WANG_FACES ? WANG_DISCRETE : WANG_CONTINUOUS;
        TableRow* row = Table_AddRow(table, c == 0 ? scene->name : "");
        Cell_Text(row->cells[1], contactNames[c]);
        if (scene->paper != NULL) {
            Cell_Count(row->cells[2], scene->paper->contacts[c]);
            Cell_Count(row->cells[3], scene->paper->missed[c]);
        }
        Cell_Count(row->cells[4], scene->contacts[c]);
        Cell_Count(row->cells[5], scene->labContacts[c]);
        for (int i = 0; i < 5; ++i) {
            Cell_Count(row->cells[7 + i], scene->work[kind][methods[i]].missed[c]);
        }
        if (c != WANG_EE) {
            Cell_Count(row->cells[6], WangScene_OwnMissed(scene, kind));
        }
    }
}

static void CellLoss(TableRow* row, int first, const WangLoss* loss) {
    Cell_Count(row->cells[first], loss->missed);
    Cell_Number(row->cells[first + 1],
                loss->contacts > 0 ? 100 * (double)loss->missed / (double)loss->contacts : 0, 3);
    Cell_Count(row->cells[first + 2], (uint64_t)loss->scenes);
    Cell_Number(row->cells[first + 3], 1e3 * loss->seconds, 1);
}

static void FillMethods(const void* data, Table* table) {
    const WangResult* result = data;
    for (int m = 0; m < WANG_METHOD_COUNT; ++m) {
        char name[64];
        const char* instant = WangMethod_Name(m, false);
        const char* step = WangMethod_Name(m, true);
        snprintf(name, sizeof(name), m == WANG_CONTOUR ? "%s, %s" : "%s", instant, step);
        TableRow* row = Table_AddRow(table, name);
        Cell_Text(row->cells[1], WangMethod_IsSafe(m) ? "yes" : "no");
        for (int k = 0; k < WANG_KIND_COUNT; ++k) {
            const WangLoss loss = Wang_MethodLoss(result, (WangKind)k, m);
            CellLoss(row, 2 + 4 * k, &loss);
        }
    }
    TableRow* row = Table_AddRow(table, "Selvage, self-culling");
    Cell_Text(row->cells[1], "yes");
    for (int k = 0; k < WANG_KIND_COUNT; ++k) {
        const WangLoss loss = Wang_OwnLoss(result, (WangKind)k);
        CellLoss(row, 2 + 4 * k, &loss);
    }
}

static void AddSpeedupRows(const WangScene* scene, Table* table) {
    static const WangArm arms[4] = {WANG_AUTO, WANG_ON, WANG_MEDIAN_AUTO, WANG_AGAIN};
    for (int k = 0; k < WANG_KIND_COUNT; ++k) {
        const WangKind kind = (WangKind)k;
        TableRow* row = AddKindRow(table, scene, kind);
        for (int i = 0; i < WANG_OVER_COUNT && scene->paper != NULL; ++i) {
            Cell_Number(row->cells[2 + i], scene->paper->speedups[k][i], 2);
        }
        CellTimes(row->cells[4], WangScene_LabSpeedup(scene, kind, WANG_CONTOUR, WANG_ENHANCED));
        CellTimes(row->cells[5], WangScene_LabSpeedup(scene, kind, WANG_AABB, WANG_ENHANCED));
        CellTimes(row->cells[6], WangScene_LabSpeedup(scene, kind, WANG_AABB, WANG_PATCH));
        for (int i = 0; i < 4; ++i) {
            CellTimes(row->cells[7 + i], WangScene_ArmSpeedup(scene, kind, WANG_OFF, arms[i]));
        }
    }
}

static void AddOwnRows(const WangScene* scene, Table* table) {
    for (int k = 0; k < WANG_KIND_COUNT; ++k) {
        TableRow* row = AddKindRow(table, scene, (WangKind)k);
        const WangSums* sums = scene->sums[k];
        Cell_Count(row->cells[2], scene->timedSteps[k]);
        for (int arm = 0; arm < WANG_ARM_COUNT; ++arm) {
            CellMilliseconds(row->cells[3 + arm], sums[arm].seconds, scene->timedSteps[k]);
        }
        Cell_Number(row->cells[9], WangSums_Apart(&sums[WANG_AUTO]), 1);
        Cell_Number(row->cells[10], WangSums_Apart(&sums[WANG_ON]), 1);
        Cell_Number(row->cells[11], WangSums_Apart(&sums[WANG_MEDIAN_AUTO]), 1);
    }
}

// Counts per step.
static void AddCountRows(const WangScene* scene, Table* table) {
    for (int k = 0; k < WANG_KIND_COUNT; ++k) {
        TableRow* row = AddKindRow(table, scene, (WangKind)k);
        const uint32_t steps = scene->countedSteps[k] > 0 ? scene->countedSteps[k] : 1;
        const WangSums* sums = scene->sums[k];
        for (int arm = 0; arm <= WANG_ON; ++arm) {
            Cell_Count(row->cells[2 + arm], sums[arm].nodePairs / steps);
            Cell_Count(row->cells[5 + arm], sums[arm].leafPairs / steps);
        }
        for (int i = 0; i < 2; ++i) {
            Cell_Count(row->cells[8 + 2 * i], sums[WANG_AUTO + i].selfTested / steps);
            Cell_Count(row->cells[9 + 2 * i], sums[WANG_AUTO + i].selfApart / steps);
        }
    }
}

static void AddTimeRows(const WangScene* scene, Table* table) {
    static const int methods[6] = {WANG_AABB,     WANG_CONTOUR,  WANG_DUAL,
                                   WANG_INTERNAL, WANG_ENHANCED, WANG_PATCH};
    for (int k = 0; k < WANG_KIND_COUNT; ++k) {
        TableRow* row = AddKindRow(table, scene, (WangKind)k);
        Cell_Count(row->cells[2], scene->labSteps);
        for (int i = 0; i < 6; ++i) {
            CellMilliseconds(row->cells[3 + i], scene->work[k][methods[i]].seconds,
                             scene->labSteps);
        }
        CellMilliseconds(row->cells[9], scene->sums[k][WANG_AUTO].seconds, scene->timedSteps[k]);
        CellMilliseconds(row->cells[10], scene->work[k][WANG_ENHANCED].coneSeconds,
                         scene->labSteps);
        CellMilliseconds(row->cells[11], scene->work[k][WANG_MEAN].seconds, scene->labSteps);
    }
}

static void AddSchemeRows(const WangScene* scene, Table* table) {
    for (int k = 0; k < WANG_KIND_COUNT; ++k) {
        TableRow* row = AddKindRow(table, scene, (WangKind)k);
        const WangWork *simple = &scene->work[k][WANG_CRITERIA],
                       *ten = &scene->work[k][WANG_ENHANCED];
        if (scene->paper != NULL && k == WANG_CONTINUOUS) {
            Cell_Count(row->cells[2], (uint64_t)scene->paper->moreTests[0]);
            Cell_Count(row->cells[3], (uint64_t)scene->paper->moreTests[1]);
            Cell_Number(row->cells[4], scene->paper->schemeSpeedup, 2);
        }
        CellDifference(row->cells[5], simple->cull.selfTests, ten->cull.selfTests, scene->labSteps);
        CellDifference(row->cells[6], simple->cull.interTests, ten->cull.interTests,
                       scene->labSteps);
        CellTimes(row->cells[7], Wang_Speedup(simple->seconds, ten->seconds));
        Cell_Count(row->cells[8], WangWork_Missed(simple, (WangKind)k));
        Cell_Count(row->cells[9], WangWork_Missed(ten, (WangKind)k));
    }
}

// ---- tables -----------------------------------------------------------------------------------

typedef void AddRows(const WangScene* scene, Table* table);

static void ForEachScene(const WangResult* result, AddRows* add, Table* table) {
    for (int i = 0; i < result->sceneCount; ++i) {
        add(&result->scenes[i], table);
    }
}

static void FillContacts(const void* result, Table* table) {
    ForEachScene(result, AddContactRows, table);
}

static void FillSpeedups(const void* result, Table* table) {
    ForEachScene(result, AddSpeedupRows, table);
}

static void FillOwn(const void* result, Table* table) {
    ForEachScene(result, AddOwnRows, table);
}

static void FillCounts(const void* result, Table* table) {
    ForEachScene(result, AddCountRows, table);
}

static void FillMethodTimes(const void* result, Table* table) {
    ForEachScene(result, AddTimeRows, table);
}

static void FillSchemes(const void* result, Table* table) {
    ForEachScene(result, AddSchemeRows, table);
}

const PaperTable wangTables[WANG_TABLE_COUNT] = {
    [WANG_TABLE_CONTACTS] =
        {.caption =
             "Figure 10: contacts, and how many each method misses. The paper has the dual cone's "
             "misses and says that all others miss none. Ours: contacts of all steps by Selvage, "
             "and what it misses of them with self-culling (vf: vf and ee); contacts of the steps "
             "on which our implementations of the methods ran (the lab), and what these miss, with "
             "Provot's merge of cones; last, the enhanced dual cone with the tight merge of "
             "han2021. AABB only, which misses none, is among the methods below.",
         .heads = {"scene", "of", "paper: contacts", "missed", "ours: contacts", "in the lab",
                   "Selvage missed", "NCT/CBC", "dual cone", "internal", "enhanced", "tight"},
         .paperColumns = 0xCu,
         .fill = FillContacts},
    [WANG_TABLE_METHODS] =
        {.caption = "Which methods are safe: contacts missed on all scenes together, in percent, "
                    "on how many "
                    "scenes, and mean milliseconds per step; at an instant and over a step.",
         .heads = {"method", "safe", "instant: missed", "%", "scenes", "ms", "step: missed", "%",
                   "scenes", "ms"},
         .fill = FillMethods},
    [WANG_TABLE_SPEEDUPS] =
        {.caption =
             "Figure 11: how many times as fast. The enhanced dual cone over NCT or CBC and over "
             "AABB only, as the paper says and in our implementation (the lab), with the "
             "corrected patch test beside it; and Selvage with self-culling over Selvage without "
             "(built by median): automatic, always, automatic on median trees; last, without once "
             "more: the measurement noise.",
         .heads = {"scene", "of", "paper: NCT/CBC", "AABB", "lab: NCT/CBC", "AABB", "patch/AABB",
                   "Selvage: auto", "on", "median auto", "off again"},
         .paperColumns = 0xCu,
         .fill = FillSpeedups},
    [WANG_TABLE_OWN] =
        {.caption =
             "Selvage on a running scene, some steps timed: milliseconds, the least of the "
             "queries at a step, queries with a new BVH left out; and the percentage of leaves "
             "in subtrees proven free of self-collision.",
         .heads = {"scene", "of", "steps", "off", "auto", "on", "patches off", "median auto",
                   "off again", "apart %: auto", "on", "median auto"},
         .fill = FillOwn},
    [WANG_TABLE_COUNTS] = {.caption =
                               "What Selvage does per step, the same on every machine: pairs of "
                               "nodes and of leaves visited, parts tested for self-collision "
                               "culling, and parts culled. Queries with a new BVH are left out.",
                           .heads = {"scene", "of", "nodes: off", "auto", "on", "leaves: off",
                                     "auto", "on", "auto: tested", "apart", "on: tested", "apart"},
                           .fill = FillCounts},
    [WANG_TABLE_TIMES] = {.caption = "Figure 12: mean milliseconds per step. The paper draws bars "
                                     "and prints no numbers: the "
                                     "dual cone is the fastest, then the enhanced one, then the "
                                     "one with internal edges. Last, "
                                     "what the enhanced one takes to fit its cones, and all of it "
                                     "with cones that are quicker "
                                     "to fit.",
                          .heads = {"scene", "of", "steps", "AABB", "NCT/CBC", "dual cone",
                                    "internal", "enhanced", "patch", "Selvage", "cones",
                                    "mean cones"},
                          .fill = FillMethodTimes},
    [WANG_TABLE_SCHEMES] =
        {.caption =
             "Figure 13: what the simple traversal (criteria of whole nodes) does more than the "
             "paper's, per step: tests of nodes with themselves, tests of two nodes, how many "
             "times as "
             "fast the paper's is; and what both miss on the way.",
         .heads = {"scene", "of", "paper: self", "inter", "speed-up", "ours: self", "inter",
                   "speed-up", "missed: simple", "paper's"},
         .paperColumns = 0x1Cu,
         .fill = FillSchemes},
};

void Wang_TellHead(const void* data, char* text, size_t room) {
    const WangResult* result = data;
    snprintf(text, room,
             "wang2018, one thread; processor time, of Selvage the least of %d queries per step",
             result->repeats);
}

void Wang_Conclude(const void* result, FILE* stream) {
    char text[500];
    WangVerdict verdicts[WANG_VERDICT_MAX];
    const int count = Wang_Judge(result, verdicts);
    Terminal_Heading(stream, "What holds of Selvage, and what does not:");
    for (int i = 0; i < count; ++i) {
        snprintf(text, sizeof(text), "%s: %s", verdicts[i].holds ? "holds" : "does not hold",
                 verdicts[i].text);
        Terminal_WrapHanging(stream, text, 2, 4, Terminal_TextColumns(stream));
    }
}
