// Results of bade2015 in, tables and a summary out.

#include "bade2015.h"

#include "report/table.h"
#include "report/terminal.h"

#include <stdlib.h>
#include <string.h>

static int CompareSeconds(const void* a, const void* b) {
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

BadeSpread Bade_Spread(const double* values, uint64_t count) {
    double* sorted = Terminal_Allocate((size_t)count, sizeof(*sorted));
    memcpy(sorted, values, (size_t)count * sizeof(*sorted));
    qsort(sorted, (size_t)count, sizeof(*sorted), CompareSeconds);
    BadeSpread spread = {sorted[0], 0, 0, sorted[count - 1]};
    for (uint64_t i = 0; i < count; ++i) {
        spread.mean += sorted[i] / (double)count;
    }
    spread.median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
    free(sorted);
    return spread;
}

const char* BadeDivision_Name(BadeDivision division) {
    return division == BADE_WHERE_HIT ? "where hit" : "everywhere";
}

const char* BadeTree_Name(int tree) {
    static const char* const names[2 * QUAD_VOLUME_COUNT] = {
        "spheres as printed, 4 levels",  "spheres, 4 levels",  "boxes, 4 levels",
        "spheres as printed, particles", "spheres, particles", "boxes, particles",
    };
    return names[tree % (2 * QUAD_VOLUME_COUNT)];
}

double Bade_PerFrame(const BadeResult* result, double sum) {
    return sum / (double)result->frames;
}

double Bade_FrameRate(const BadeResult* result, const BadeTree* tree, bool drawn) {
    const double tree1 =
        BadeTree_Seconds(tree) + (drawn ? tree->drawSeconds[BADE_DRAW_VERTICES] : 0);
    const double each = Bade_PerFrame(result, tree1) + result->verletSeconds;
    return each > 0 ? 1 / each : 0;
}

double Bade_TimeRatio(const BadeResult* result, int a, int b) {
    const double first = Bade_Spread(result->trees[a].seconds, result->runs).median;
    const double second = Bade_Spread(result->trees[b].seconds, result->runs).median;
    return second > 0 ? first / second : 0;
}

// Microseconds of a frame.
static double FrameUs(const BadeResult* result, double seconds) {
    return 1e6 * Bade_PerFrame(result, seconds);
}

// ---- Table 1 ----------------------------------------------------------------------------------

static void TellExecutions(const void* result, char* text, size_t room) {
    const BadeResult* bade = result;
    snprintf(text, room,
             "Table 1: milliseconds of each execution. Ours: processor time of dividing, where the "
             "ball hits, and of searching at each of %zu frames, the hierarchies in turn; the "
             "paper does not say what its time includes.",
             bade->frames);
}

// The value of one of our columns of Table 1, milliseconds.
static const BadeTree* ColumnTree(const BadeResult* result, int column) {
    return &result->trees[Bade_TreeIndex(BADE_WHERE_HIT, column < QUAD_VOLUME_COUNT,
                                         (QuadVolume)(column % QUAD_VOLUME_COUNT))];
}

enum { OWN_COLUMNS = 2 * QUAD_VOLUME_COUNT };

static double SpreadValue(BadeSpread spread, int which) {
    const double values[4] = {spread.mean, spread.median, spread.least, spread.most};
    return values[which];
}

static void FillExecutions(const void* data, Table* table) {
    static const char* const names[4] = {"average", "median", "least", "most"};
    const BadeResult* result = data;
    const uint64_t rows = result->runs < BADE_PAPER_RUNS ? BADE_PAPER_RUNS : result->runs;
    for (int k = 0; k < 4; ++k) {
        TableRow* row = Table_AddRow(table, names[k]);
        for (int c = 0; c < 2; ++c) {
            double paper[BADE_PAPER_RUNS];
            for (int i = 0; i < BADE_PAPER_RUNS; ++i) {
                paper[i] = badePaperTimes[i][c];
            }
            Cell_Number(row->cells[1 + c], SpreadValue(Bade_Spread(paper, BADE_PAPER_RUNS), k), 2);
        }
        for (int c = 0; c < OWN_COLUMNS; ++c) {
            const BadeSpread s = Bade_Spread(ColumnTree(result, c)->seconds, result->runs);
            Cell_Number(row->cells[3 + c], 1e3 * SpreadValue(s, k), 3);
        }
    }
    for (uint64_t r = 0; r < rows; ++r) {
        char name[24];
        snprintf(name, sizeof(name), "%llu", (unsigned long long)r + 1);
        TableRow* row = Table_AddRow(table, name);
        for (int c = 0; c < 2 && r < BADE_PAPER_RUNS; ++c) {
            Cell_Number(row->cells[1 + c], badePaperTimes[r][c], 2);
        }
        for (int c = 0; c < OWN_COLUMNS && r < result->runs; ++c) {
            Cell_Number(row->cells[3 + c], 1e3 * ColumnTree(result, c)->seconds[r], 3);
        }
    }
}

// ---- hierarchies ------------------------------------------------------------------------------

static void FillTrees(const void* data, Table* table) {
    const BadeResult* result = data;
    for (int i = 0; i < BADE_TREE_COUNT; ++i) {
        const BadeTree* tree = &result->trees[i];
        const bool everywhere = tree->division == BADE_EVERYWHERE;
        TableRow* row = Table_AddRow(table, BadeTree_Name(i));
        Cell_Text(row->cells[1], BadeDivision_Name(tree->division));
        if (everywhere) {
            Cell_Number(row->cells[2], FrameUs(result, tree->buildSeconds), 2);
            Cell_Number(row->cells[3], FrameUs(result, tree->searchSeconds), 2);
        }
        Cell_Number(row->cells[4], FrameUs(result, BadeTree_Seconds(tree)), 2);
        Cell_Number(row->cells[5], Bade_PerFrame(result, (double)tree->nodes), 1);
        Cell_Number(row->cells[6], Bade_PerFrame(result, (double)tree->nodeTests), 1);
        Cell_Number(row->cells[7], Bade_PerFrame(result, (double)tree->particleTests), 1);
        Cell_Count(row->cells[8], tree->hits);
        Cell_Count(row->cells[9], tree->missed);
        if (everywhere) {
            Cell_Number(row->cells[10], Bade_PerFrame(result, (double)tree->outside), 1);
        }
    }
    TableRow* row = Table_AddRow(table, "every particle, no hierarchy");
    Cell_Number(row->cells[4], FrameUs(result, result->bruteSeconds), 2);
    Cell_Number(row->cells[7], (double)result->columns * result->rows, 1);
    Cell_Count(row->cells[8], result->inside);
}

// ---- drawing ----------------------------------------------------------------------------------

static void FillDrawing(const void* data, Table* table) {
    const BadeResult* result = data;
    for (int i = 0; i < BADE_TREE_COUNT; ++i) {
        const BadeTree* tree = &result->trees[i];
        const QuadVolume volume = tree->def.volume;
        const double nodes = Bade_PerFrame(result, (double)tree->nodes);
        uint32_t most = 0;
        for (size_t f = 0; f < result->frames; ++f) {
            most = tree->frameNodes[f] > most ? tree->frameNodes[f] : most;
        }
        TableRow* row = Table_AddRow(table, BadeTree_Name(i));
        Cell_Text(row->cells[1], BadeDivision_Name(tree->division));
        Cell_Number(row->cells[2], nodes, 1);
        Cell_Count(row->cells[3], most);
        Cell_Count(row->cells[4], (uint64_t)most * Bade_CallsOf(volume));
        for (int draw = 0; draw < BADE_DRAW_COUNT; ++draw) {
            const size_t floats = Bade_FloatsOf(volume, (BadeDraw)draw);
            Cell_Number(row->cells[5 + 2 * draw], nodes * (double)(4 * floats) / 1024, 1);
            Cell_Number(row->cells[6 + 2 * draw], FrameUs(result, tree->drawSeconds[draw]), 2);
        }
        Cell_Number(row->cells[9], Bade_FrameRate(result, tree, false), 0);
        Cell_Number(row->cells[10], Bade_FrameRate(result, tree, true), 0);
    }
}

const PaperTable badeTables[BADE_TABLE_COUNT] = {
    [BADE_TABLE_EXECUTIONS] = {.tellCaption = TellExecutions,
                               .heads = {"execution", "paper BSH", "paper AABB", "printed 4",
                                         "spheres 4", "boxes 4", "printed 1", "spheres 1",
                                         "boxes 1"},
                               .paperColumns = 1u << 1 | 1u << 2,
                               .fill = FillExecutions},
    [BADE_TABLE_TREES] = {.caption =
                              "A frame of each hierarchy, divided where the ball hits it, as the "
                              "paper says, or everywhere before the search: microseconds of "
                              "processor time (each frame the least of its repetitions), volumes "
                              "made, tests of volumes and of particles, particles found and missed "
                              "(all frames), particles outside of their volumes (mean).",
                          .heads = {"hierarchy", "divided", "build us", "search us", "both us",
                                    "volumes", "tests", "particles", "found", "missed", "outside"},
                          .fill = FillTrees},
    [BADE_TABLE_DRAWING] =
        {.caption =
             "Drawing the volumes of a frame. Measured: volumes, kilobytes and microseconds of "
             "processor time to write them, as one row for each (drawn at once, two draw calls) "
             "and as every vertex of its wire frame. Derived: OpenGL calls in immediate mode, a "
             "call for each vertex (spheres of 12 meridians and 7 rings; the paper does not tell "
             "its own), and frames per second with Verlet's step and the hierarchy, without and "
             "with the vertices.",
         .heads = {"hierarchy", "divided", "volumes", "most", "calls", "rows KB", "rows us",
                   "vertices KB", "vertices us", "frames/s", "drawn"},
         .fill = FillDrawing},
};

void Bade_TellHead(const void* data, char* text, size_t room) {
    const BadeResult* result = data;
    snprintf(text, room, "bade2015, scene ball, %ux%u particles, one thread; its processor time",
             result->columns, result->rows);
}

void Bade_Conclude(const void* data, FILE* stream) {
    const BadeResult* result = data;
    char text[400];
    snprintf(text, sizeof(text),
             "The paper reports 13.41 frames per second for spheres and 21.17 for boxes, and an "
             "average execution of 235.26 and 1244.72 ms: its spheres would execute 5.3 times "
             "faster and be drawn 1.6 times slower.");
    Terminal_Heading(stream, text);
    snprintf(text, sizeof(text),
             "Selvage on the same frames: svScene_Detect of cloth and ball %.3f ms a frame, %llu "
             "contacts; the scene with all collisions handled runs at %.1f frames per second with "
             "%llu intersections.",
             1e3 * result->sceneSeconds, (unsigned long long)result->sceneContacts,
             1 / result->fullSeconds, (unsigned long long)result->intersections);
    Terminal_Heading(stream, text);
}

uint64_t Bade_Violations(const void* data) {
    const BadeResult* result = data;
    uint64_t count = result->intersections;
    for (int i = 0; i < BADE_TREE_COUNT; ++i) {
        const BadeTree* tree = &result->trees[i];
        if (tree->def.volume != QUAD_SPHERE_PRINTED) {
            count += tree->missed + tree->outside;
        }
    }
    return count;
}
