// Results of wang2018 in; what the paper claims and what came out of it out.

#include "wang2018.h"

#include "report/table.h"

// Contacts of the paper's benchmarks, and those that its dual cone misses.
static uint64_t PaperSum(WangKind kind, bool missed) {
    uint64_t sum = 0;
    for (int i = 0; i < WANG_PAPER_COUNT; ++i) {
        for (int c = WangKind_First(kind); c < WangKind_End(kind); ++c) {
            sum += missed ? wangPaper[i].missed[c] : wangPaper[i].contacts[c];
        }
    }
    return sum;
}

// "49 of 115,842 at an instant; 80 of 172,588 over a step".
static void TellMissed(const WangLoss losses[WANG_KIND_COUNT], char* text, size_t room) {
    char cells[4][15];
    for (int i = 0; i < 4; ++i) {
        char cell[TABLE_CELL];
        Cell_Count(cell, i % 2 == 0 ? losses[i / 2].missed : losses[i / 2].contacts);
        snprintf(cells[i], sizeof(cells[i]), "%.14s", cell);
    }
    snprintf(text, room, "%s of %s at an instant; %s of %s over a step", cells[0], cells[1],
             cells[2], cells[3]);
}

static PaperClaim ClaimMissed(const WangResult* result, int method, const char* claim,
                              bool expected) {
    WangLoss losses[WANG_KIND_COUNT];
    for (int k = 0; k < WANG_KIND_COUNT; ++k) {
        losses[k] = Wang_MethodLoss(result, (WangKind)k, method);
    }
    const int kinds = (losses[0].missed > 0) + (losses[1].missed > 0);
    PaperClaim made = {.claim = claim, .paper = "0 missed"};
    TellMissed(losses, made.ours, sizeof(made.ours));
    if (expected) {
        made.verdict = kinds == WANG_KIND_COUNT ? PAPER_HOLDS
                       : kinds > 0              ? PAPER_PARTLY
                                                : PAPER_FAILS;
    } else {
        made.verdict = kinds == 0 ? PAPER_HOLDS : PAPER_FAILS;
    }
    return made;
}

static void JudgeWangContacts(const WangResult* result, PaperClaim* claims) {
    claims[0] = ClaimMissed(result, WANG_ENHANCED, "The enhanced dual cone misses nothing", false);
    claims[1] = ClaimMissed(result, WANG_DUAL, "The dual cone misses contacts", true);
    const WangLoss paper[WANG_KIND_COUNT] = {
        {.missed = PaperSum(WANG_DISCRETE, true), .contacts = PaperSum(WANG_DISCRETE, false)},
        {.missed = PaperSum(WANG_CONTINUOUS, true), .contacts = PaperSum(WANG_CONTINUOUS, false)}};
    char text[128];
    TellMissed(paper, text, sizeof(text));
    snprintf(claims[1].paper, sizeof(claims[1].paper), "%.63s", text);
    claims[2] = ClaimMissed(result, WANG_CONTOUR, "NCT and CBC miss nothing", false);
    claims[3] = ClaimMissed(result, WANG_INTERNAL,
                            "The dual cone with internal edges misses nothing", false);
}

// The paper's benchmarks, DCD and CCD, on which `fast` takes no longer than `slow`.
typedef struct Faster {
    int count, all;
    double least, most; // speed-ups
} Faster;

static Faster FindFaster(const WangResult* result, int slow, int fast) {
    Faster found = {0};
    for (int i = 0; i < result->sceneCount * WANG_KIND_COUNT; ++i) {
        const WangScene* scene = &result->scenes[i / WANG_KIND_COUNT];
        if (scene->paper == NULL) {
            continue;
        }
        const double speedup =
            WangScene_LabSpeedup(scene, (WangKind)(i % WANG_KIND_COUNT), slow, fast);
        found.least = found.all == 0 || speedup < found.least ? speedup : found.least;
        found.most = speedup > found.most ? speedup : found.most;
        found.count += speedup >= 1;
        ++found.all;
    }
    return found;
}

// All comparisons, but for `spared` of them: holds; more than half: partly.
static PaperVerdict FasterVerdict(const WangResult* result, const Faster* found, int spared) {
    return result->quick                         ? PAPER_OPEN
           : found->count + spared >= found->all ? PAPER_HOLDS
           : 2 * found->count > found->all       ? PAPER_PARTLY
                                                 : PAPER_FAILS;
}

static void JudgeSpeed(const WangResult* result, PaperClaim* claims) {
    static const struct {
        const char *claim, *paper;
        int slow, fast, spared;
    } rows[] = {
        {"The enhanced dual cone is faster than NCT and CBC", "1.04 to 1.45 times, on all ten",
         WANG_CONTOUR, WANG_ENHANCED, 0},
        {"It is faster than AABB only", "1.06 to 1.82 times, on nine of ten", WANG_AABB,
         WANG_ENHANCED, 1},
        {"It is slightly slower than the dual cone", "Figure 12, bars", WANG_ENHANCED, WANG_DUAL,
         0},
        {"It is faster than the dual cone with internal edges", "Figure 12, bars", WANG_INTERNAL,
         WANG_ENHANCED, 0},
        {"Its traversal is faster than the simple one", "1.03 to 1.13 times", WANG_CRITERIA,
         WANG_ENHANCED, 0},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); ++i) {
        const Faster found = FindFaster(result, rows[i].slow, rows[i].fast);
        claims[i] = (PaperClaim){.claim = rows[i].claim,
                                 .verdict = FasterVerdict(result, &found, rows[i].spared)};
        snprintf(claims[i].paper, sizeof(claims[i].paper), "%s", rows[i].paper);
        snprintf(claims[i].ours, sizeof(claims[i].ours), "%.2f to %.2f times; so in %d of %d",
                 found.least, found.most, found.count, found.all);
    }
}

int Wang_JudgeClaims(const void* data, PaperClaim claims[PAPER_CLAIMS]) {
    const WangResult* result = data;
    JudgeWangContacts(result, claims);
    JudgeSpeed(result, claims + 4);
    return 9;
}
