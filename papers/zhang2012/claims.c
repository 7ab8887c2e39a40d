// Results of zhang2012 in; what the paper claims and what came out of it out.

#include "zhang2012.h"

#include "report/table.h"

#include <math.h>
#include <string.h>

// A quick run has too few pairs to time.
static PaperVerdict Timed(const ZhangResult* result, PaperVerdict verdict) {
    return result->quick ? PAPER_OPEN : verdict;
}

// Both within a quarter of the paper's range: holds; one: partly.
static PaperVerdict WithinPaper(double a, double b, double least, double most) {
    const int count =
        (a >= 0.75 * least && a <= 1.25 * most) + (b >= 0.75 * least && b <= 1.25 * most);
    return count == 2 ? PAPER_HOLDS : count == 1 ? PAPER_PARTLY : PAPER_FAILS;
}

static void JudgeDistances(const ZhangResult* result, PaperClaim* claims) {
    const double* mean = result->distances.mean;
    const double given =
        mean[ZHANG_PLANE_GIVEN] > 0 ? mean[ZHANG_FACE] / mean[ZHANG_PLANE_GIVEN] : 0;
    const double line = mean[ZHANG_LINE] > 0 ? mean[ZHANG_EDGE] / mean[ZHANG_LINE] : 0;
    claims[0] = (PaperClaim){.claim = "Face-vertex distances cost far more than plane-vertex",
                             .paper = "9.6 times",
                             .verdict = Timed(result, given >= 7.2   ? PAPER_HOLDS
                                                      : given >= 1.5 ? PAPER_PARTLY
                                                                     : PAPER_FAILS)};
    snprintf(claims[0].ours, sizeof(claims[0].ours), "%.1f times, the normal at hand", given);
    claims[1] = (PaperClaim){.claim = "Edge-edge distances cost more than line-line",
                             .paper = "1.7 to 3.0 times",
                             .verdict = Timed(result, WithinPaper(line, line, 1.7, 3))};
    snprintf(claims[1].ours, sizeof(claims[1].ours), "%.1f times", line);
}

// The printed sequence over CA, triangle CA and cubics.
static void TellTimes(const ZhangRun* run, char* text, size_t room) {
    snprintf(text, room, "%.1f, %.1f, %.1f", ZhangRun_Times(run, ZHANG_CA, ZHANG_PRINTED_CA),
             ZhangRun_Times(run, ZHANG_TRIANGLE_CA, ZHANG_PRINTED_CA),
             ZhangRun_Times(run, ZHANG_CUBIC, ZHANG_PRINTED_CA));
}

static void JudgeRandom(const ZhangResult* result, PaperClaim* claims) {
    static const struct {
        const char *claim, *paper;
        int rate;
        double over; // CA
    } rows[2] = {
        {"Random pairs apart: faster than CA, triangle CA, cubics", "30, 5 to 6, 20 times",
         ZHANG_RATE_100, 30},
        {"The same at 95 % false positives", "7, 2, 6 times", ZHANG_RATE_95, 7},
    };
    for (int i = 0; i < 2; ++i) {
        const ZhangRun* anywhere = &result->rates[RANDOM_ANYWHERE][rows[i].rate];
        const ZhangRun* boxes = &result->rates[RANDOM_BOXES][rows[i].rate];
        char texts[2][32];
        TellTimes(anywhere, texts[0], sizeof(texts[0]));
        TellTimes(boxes, texts[1], sizeof(texts[1]));
        const PaperVerdict verdict = WithinPaper(
            ZhangRun_Times(anywhere, ZHANG_CA, ZHANG_PRINTED_CA),
            ZhangRun_Times(boxes, ZHANG_CA, ZHANG_PRINTED_CA), rows[i].over, rows[i].over);
        // Ours bracket the paper's.
        const bool between = ZhangRun_Times(anywhere, ZHANG_CA, ZHANG_PRINTED_CA) > rows[i].over &&
                             ZhangRun_Times(boxes, ZHANG_CA, ZHANG_PRINTED_CA) < rows[i].over;
        claims[i] = (PaperClaim){
            .claim = rows[i].claim,
            .verdict = Timed(result, verdict == PAPER_FAILS && between ? PAPER_PARTLY : verdict)};
        snprintf(claims[i].paper, sizeof(claims[i].paper), "%s", rows[i].paper);
        snprintf(claims[i].ours, sizeof(claims[i].ours), "%s anywhere; %s where boxes overlap",
                 texts[0], texts[1]);
    }
}

// The scene of a figure, real or made; null: there is none.
static const ZhangScene* FindScene(const ZhangResult* result, int figure, bool real) {
    for (int i = 0; i < result->sceneCount; ++i) {
        const ZhangScene* scene = &result->scenes[i];
        if (scene->figure == figure && scene->real == real) {
            return scene;
        }
    }
    return NULL;
}

static double OverCa(const ZhangScene* scene) {
    return scene != NULL ? ZhangRun_Times(&scene->all, ZHANG_CA, ZHANG_PRINTED_CA) : 0;
}

// Clearly faster than all three on every scene of a figure: holds.
static void JudgeFigure(const ZhangResult* result, int figure, const char* claim,
                        PaperClaim* made) {
    const ZhangScene* scenes[2] = {FindScene(result, figure, false),
                                   FindScene(result, figure, true)};
    char texts[2][48] = {"", ""};
    int faster = 0, count = 0;
    *made = (PaperClaim){.claim = claim};
    for (int i = 0; i < 2; ++i) {
        if (scenes[i] == NULL) {
            continue;
        }
        const ZhangRun* run = &scenes[i]->all;
        TellTimes(run, texts[i], sizeof(texts[i]) - 1);
        for (int m = 0; m <= ZHANG_CUBIC; ++m) {
            faster += ZhangRun_Times(run, (ZhangMethod)m, ZHANG_PRINTED_CA) > 1;
            ++count;
        }
        snprintf(made->paper, sizeof(made->paper), "%.1f, %.1f, %.1f times", scenes[i]->paper[0],
                 scenes[i]->paper[1], scenes[i]->paper[2]);
    }
    made->verdict = Timed(result, count == 0           ? PAPER_OPEN
                                  : faster == count    ? PAPER_HOLDS
                                  : 2 * faster > count ? PAPER_PARTLY
                                                       : PAPER_FAILS);
    snprintf(made->ours, sizeof(made->ours), "%.40s made%s%.40s%s", texts[0],
             scenes[1] != NULL ? "; " : "", texts[1], scenes[1] != NULL ? " real" : "");
}

// Motion that is coherent gains most, deep penetration least: N bodies, cloth, the burst.
static void JudgeOrder(const ZhangResult* result, PaperClaim* claim) {
    const double made[3] = {OverCa(FindScene(result, 11, false)),
                            OverCa(FindScene(result, 9, false)),
                            OverCa(FindScene(result, 10, false))};
    const double real[2] = {OverCa(FindScene(result, 11, true)),
                            OverCa(FindScene(result, 9, true))};
    const bool worst = made[2] < made[0] && made[2] < made[1];
    const bool order = worst && made[1] < made[0];
    const bool realOrder = real[1] < real[0] || real[1] == 0;
    *claim = (PaperClaim){.claim = "Over CA, N bodies gain most, then cloth, the burst least",
                          .paper = "8.8, 5.4, 1.8 times",
                          .verdict = Timed(result, order && realOrder   ? PAPER_HOLDS
                                                   : worst || realOrder ? PAPER_PARTLY
                                                                        : PAPER_FAILS)};
    snprintf(claim->ours, sizeof(claim->ours), "%.1f, %.1f, %.1f times made", made[0], made[1],
             made[2]);
    if (real[0] > 0) {
        const size_t length = strlen(claim->ours);
        snprintf(claim->ours + length, sizeof(claim->ours) - length, "; %.1f, %.1f real", real[0],
                 real[1]);
    }
}

static void JudgeCulledPairs(const ZhangResult* result, PaperClaim* claim) {
    uint64_t literal = 0, meant = 0, colliding = 0;
    for (int i = 0; i < result->sceneCount; ++i) {
        const ZhangRun* run = &result->scenes[i].all;
        literal += run->missed[ZHANG_LITERAL_CA];
        meant += run->missed[ZHANG_PRINTED_CA];
        colliding += run->colliding;
    }
    char cells[3][TABLE_CELL];
    Cell_Count(cells[0], literal);
    Cell_Count(cells[1], meant);
    Cell_Count(cells[2], colliding);
    // The lemmas have counterexamples, whatever a scene shows.
    *claim = (PaperClaim){.claim = "What a culling condition drops does not collide",
                          .paper = "proved",
                          .verdict = PAPER_FAILS};
    snprintf(claim->ours, sizeof(claim->ours),
             "letter by letter %.14s, as meant %.14s of %.14s pairs", cells[0], cells[1], cells[2]);
}

int Zhang_Judge(const void* data, PaperClaim claims[PAPER_CLAIMS]) {
    const ZhangResult* result = data;
    JudgeDistances(result, claims);
    JudgeRandom(result, claims + 2);
    JudgeFigure(result, 9, "Cloth: faster than CA, triangle CA, cubics", &claims[4]);
    JudgeFigure(result, 10, "Exploding dragon (ours a bursting body): the same", &claims[5]);
    JudgeFigure(result, 11, "N bodies: the same", &claims[6]);
    JudgeOrder(result, &claims[7]);
    JudgeCulledPairs(result, &claims[8]);
    return 9;
}
