// The recorded scene `ball` in; times, counts and misses of the BVHs of bade2015 on its frames out.
//
// All times are processor time of this thread. The BVHs take turns, in one order and then in the
// other, so that whatever disturbs the machine disturbs all alike.

#include "bade2015.h"

#include "report/program.h"
#include "report/progress.h"
#include "report/terminal.h"

#include <math.h>
#include <stdlib.h>

// A search takes less than the clock does: what a frame takes is found by repeating each part.
enum { PART_RUNS = 3, SEARCHES = 8, DRAW_RUNS = 3 };

// One execution: the volumes are divided and searched at each frame.
static void Execute(QuadTree* tree, const BadeRecording* recording, double reach, BadeTree* result,
                    double* seconds) {
    const uint64_t tests[2] = {tree->nodeTests, tree->particleTests};
    uint64_t hits = 0, nodes = 0;
    const double begin = Program_ProcessorSeconds();
    for (size_t f = 1; f < recording->frameCount; ++f) {
        const double(*x)[3] = BadeRecording_Frame(recording, f);
        if (result->division == BADE_WHERE_HIT) {
            QuadTree_SearchDividing(tree, x, recording->centers[f], reach);
        } else {
            QuadTree_Build(tree, x);
            QuadTree_Search(tree, x, recording->centers[f], reach);
        }
        result->frameNodes[f - 1] = tree->nodeCount;
        hits += tree->hitCount;
        nodes += tree->nodeCount;
    }
    *seconds = Program_ProcessorSeconds() - begin;
    result->hits = hits;
    result->nodes = nodes;
    result->nodeTests = tree->nodeTests - tests[0];
    result->particleTests = tree->particleTests - tests[1];
}

// What the parts of a frame take, each the least of its repetitions; `clock` is what reading the
// clock takes.
static void TimeParts(QuadTree* tree, const BadeRecording* recording, double reach, double clock,
                      BadeTree* result) {
    result->buildSeconds = result->searchSeconds = 0;
    for (size_t f = 1; f < recording->frameCount; ++f) {
        const double(*x)[3] = BadeRecording_Frame(recording, f);
        double build = (double)INFINITY, search = (double)INFINITY;
        for (int r = 0; r < PART_RUNS; ++r) {
            double begin = Program_ProcessorSeconds();
            if (result->division == BADE_EVERYWHERE) {
                QuadTree_Build(tree, x);
            }
            const double built = Program_ProcessorSeconds() - begin;
            begin = Program_ProcessorSeconds();
            for (int s = 0; s < SEARCHES; ++s) {
                if (result->division == BADE_WHERE_HIT) {
                    QuadTree_SearchDividing(tree, x, recording->centers[f], reach);
                } else {
                    QuadTree_Search(tree, x, recording->centers[f], reach);
                }
            }
            build = fmin(build, built);
            search = fmin(search, (Program_ProcessorSeconds() - begin - clock) / SEARCHES);
        }
        build = result->division == BADE_EVERYWHERE ? fmax(build - clock, 0) : 0;
        result->frameSeconds[f - 1] = build + search;
        result->buildSeconds += build;
        result->searchSeconds += search;
    }
}

static void TimeDrawing(QuadTree* tree, const BadeRecording* recording, double reach, double clock,
                        BadeTree* result) {
    BadeBuffers buffers = {0};
    for (int draw = 0; draw < BADE_DRAW_COUNT; ++draw) {
        result->drawSeconds[draw] = 0;
    }
    for (size_t f = 1; f < recording->frameCount; ++f) {
        const double(*x)[3] = BadeRecording_Frame(recording, f);
        if (result->division == BADE_WHERE_HIT) {
            QuadTree_SearchDividing(tree, x, recording->centers[f], reach);
        } else {
            QuadTree_Build(tree, x);
        }
        for (int draw = 0; draw < BADE_DRAW_COUNT; ++draw) {
            double least = (double)INFINITY;
            for (int r = 0; r < DRAW_RUNS; ++r) {
                const double begin = Program_ProcessorSeconds();
                (void)Bade_MakeDrawn(tree, (BadeDraw)draw, recording->centers[f], reach, &buffers);
                least = fmin(least, Program_ProcessorSeconds() - begin - clock);
            }
            result->drawSeconds[draw] += fmax(least, 0);
        }
    }
    free(buffers.floats);
}

// Brute force: all particles within reach.
static void GoThroughAll(const BadeRecording* recording, BadeResult* result) {
    uint64_t inside = 0;
    const double begin = Program_ProcessorSeconds();
    for (size_t f = 1; f < recording->frameCount; ++f) {
        const double(*x)[3] = BadeRecording_Frame(recording, f);
        for (size_t i = 0; i < recording->particleCount; ++i) {
            inside += Quad_IsInside(x[i], recording->centers[f], result->reach);
        }
    }
    result->bruteSeconds = fmin(result->bruteSeconds, Program_ProcessorSeconds() - begin);
    result->inside = inside;
}

static void CountOutside(QuadTree* tree, const BadeRecording* recording, BadeTree* result) {
    for (size_t f = 1; f < recording->frameCount; ++f) {
        QuadTree_Build(tree, BadeRecording_Frame(recording, f));
        result->outside += QuadTree_CountOutside(tree, BadeRecording_Frame(recording, f));
    }
}

static void CountPrintedTests(QuadTree* tree, const BadeRecording* recording, BadeResult* result) {
    BadePrintedTest* printed = &result->printed;
    for (size_t f = 1; f < recording->frameCount; ++f) {
        const double* ball = recording->centers[f];
        QuadTree_Build(tree, BadeRecording_Frame(recording, f));
        for (uint32_t n = 0; n < tree->nodeCount; ++n) {
            const QuadNode* node = &tree->nodes[n];
            const bool hit = QuadTree_BallOverlaps(tree, node, ball, result->reach);
            const bool said = Quad_CollidesAsPrinted(node->b[0], ball, result->reach);
            ++printed->tests;
            printed->hits += hit;
            printed->hitsPrinted += said;
            printed->agreed += hit == said;
        }
    }
}

// The least of what two readings of the clock, one after the other, are apart.
static double ClockSeconds(void) {
    double least = (double)INFINITY;
    for (int i = 0; i < 1000; ++i) {
        const double begin = Program_ProcessorSeconds();
        least = fmin(least, Program_ProcessorSeconds() - begin);
    }
    return least;
}

static svStatus ExecuteTrees(QuadTree trees[BADE_TREE_COUNT], const BadeRecording* recording,
                             BadeResult* result) {
    for (uint64_t r = 0; r < result->runs; ++r) {
        Terminal_Progress("execution %llu of %llu", (unsigned long long)r + 1,
                          (unsigned long long)result->runs);
        for (int k = 0; k < BADE_TREE_COUNT; ++k) {
            const int i = r % 2 == 0 ? k : BADE_TREE_COUNT - 1 - k;
            BadeTree* tree = &result->trees[i];
            Execute(&trees[i], recording, result->reach, tree, &tree->seconds[r]);
        }
        GoThroughAll(recording, result);
        if (Progress_IsBroken()) {
            return SV_CANCELLED;
        }
    }
    const double clock = ClockSeconds();
    for (int i = 0; i < BADE_TREE_COUNT; ++i) {
        BadeTree* tree = &result->trees[i];
        TimeParts(&trees[i], recording, result->reach, clock, tree);
        TimeDrawing(&trees[i], recording, result->reach, clock, tree);
        tree->missed = result->inside - tree->hits;
        if (tree->division == BADE_EVERYWHERE) {
            CountOutside(&trees[i], recording, tree);
        }
    }
    CountPrintedTests(&trees[Bade_TreeIndex(BADE_EVERYWHERE, true, QUAD_SPHERE)], recording,
                      result);
    return SV_OK;
}

static svStatus ExecuteAll(const PaperCloth* cloth, uint32_t ball, const BadeRecording* recording,
                           BadeResult* result) {
    svContext* context = cloth->context;
    QuadTree trees[BADE_TREE_COUNT] = {0};
    svStatus status = SV_OK;
    for (int i = 0; i < BADE_TREE_COUNT && status == SV_OK; ++i) {
        status = QuadTree_Create(context, &result->trees[i].def, &trees[i]);
    }
    if (status == SV_OK) {
        status = ExecuteTrees(trees, recording, result);
    }
    if (status == SV_OK) {
        Bade_TakeShot(cloth, ball, recording, trees, result);
    }
    for (int i = 0; i < BADE_TREE_COUNT; ++i) {
        QuadTree_Destroy(context, &trees[i]);
    }
    return status;
}

// Longer side of the initial cloth: first row or first column.
static double LongestSide(const PaperCloth* cloth, const BadeRecording* recording) {
    double longest = 0;
    const double(*x)[3] = BadeRecording_Frame(recording, 0);
    for (int side = 0; side < 2; ++side) {
        const uint32_t step = side == 0 ? 1 : cloth->grid.columns;
        const uint32_t count = side == 0 ? cloth->grid.columns : cloth->grid.rows;
        double length = 0;
        for (uint32_t i = 1; i < count; ++i) {
            const double *a = x[(i - 1) * step], *b = x[i * step];
            const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
            length += sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        }
        longest = length > longest ? length : longest;
    }
    return longest;
}

static void SetTrees(double longest, BadeResult* result) {
    for (int i = 0; i < BADE_TREE_COUNT; ++i) {
        BadeTree* tree = &result->trees[i];
        tree->division = (BadeDivision)(i / (2 * QUAD_VOLUME_COUNT));
        tree->def = (QuadTreeDef){
            .columns = result->columns,
            .rows = result->rows,
            .levels = i / QUAD_VOLUME_COUNT % 2 == 0 ? 4 : 0,
            .volume = (QuadVolume)(i % QUAD_VOLUME_COUNT),
            .longest = longest,
            .unit = result->ballRadius, // which is 1 in the paper
        };
    }
}

// Particles that have a place of their own by Eq. 1 as printed, and places that several share.
static uint32_t CountPlaces(uint32_t columns, uint32_t rows) {
    const size_t room = (size_t)columns * columns * rows;
    bool* taken = Terminal_Allocate(room, sizeof(*taken));
    uint32_t count = 0;
    for (uint32_t row = 0; row < rows; ++row) {
        for (uint32_t column = 0; column < columns; ++column) {
            const uint32_t place = Quad_PlaceAsPrinted(column, row, columns);
            count += !taken[place];
            taken[place] = true;
        }
    }
    free(taken);
    return count;
}

static svStatus MeasureCloth(svContext* context, PaperCloth* cloth, BadeRecording* recording,
                             BadeResult* result) {
    uint32_t ball = SV_NONE;
    svStatus status = Bade_Record(context, cloth, &ball, recording, result);
    if (status == SV_OK) {
        SetTrees(LongestSide(cloth, recording), result);
        result->places = CountPlaces(result->columns, result->rows);
        result->bruteSeconds = (double)INFINITY;
        status = ExecuteAll(cloth, ball, recording, result);
    }
    if (status == SV_OK) {
        status = Bade_MeasureScene(cloth, ball, recording, result);
    }
    return status == SV_OK ? Bade_MeasureVerlet(context, result) : status;
}

svStatus Bade_Measure(svContext* context, const PaperSettings* settings, void* data) {
    BadeResult* result = data;
    result->quick = settings->quick;
    result->runs = settings->runs;
    result->frames = (size_t)settings->frames;
    for (int i = 0; i < BADE_TREE_COUNT; ++i) {
        BadeTree* tree = &result->trees[i];
        tree->seconds = Terminal_Allocate((size_t)result->runs, sizeof(double));
        tree->frameSeconds = Terminal_Allocate(result->frames, sizeof(double));
        tree->frameNodes = Terminal_Allocate(result->frames, sizeof(uint32_t));
    }
    const SceneVariant asItIs = {.integrator = SV_INTEGRATOR_ENUM_COUNT, .collisions = true};
    PaperCloth cloth;
    BadeRecording recording = {0};
    svStatus status = PaperCloth_Open(context, "ball", &asItIs, &cloth);
    if (status == SV_OK) {
        status = MeasureCloth(context, &cloth, &recording, result);
    }
    BadeRecording_Free(&recording);
    PaperCloth_Close(&cloth);
    Terminal_Progress(NULL);
    return status;
}

void Bade_Destroy(void* data) {
    BadeResult* result = data;
    BadeShot_Free(&result->shot);
    for (int i = 0; i < BADE_TREE_COUNT; ++i) {
        free(result->trees[i].seconds);
        free(result->trees[i].frameSeconds);
        free(result->trees[i].frameNodes);
    }
}
