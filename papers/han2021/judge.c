// Results of han2021 in; what the tight merge saves, and verdicts on the paper's claims, out.

#include "han2021.h"

#include "report/table.h"

#include <math.h>

static const double DEGREES = 180 / 3.14159265358979323846;

double HanArm_TimeSaved(const HanArm* arm) {
    return Han_Saved(HanWork_Seconds(&arm->work[HAN_PROVOT]),
                     HanWork_Seconds(&arm->work[HAN_TIGHT]));
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

double HanArm_FitMilliseconds(const HanArm* arm, ConeForm form) {
    return arm->coneSteps > 0 ? 1e3 * arm->coneSeconds[form] / arm->coneSteps : 0;
}

double ConeStats_AboveOptimal(const ConeStats* stats) {
    const double optimal = ConeStats_Mean(stats, CONE_OPTIMAL);
    return optimal > 0 ? 100 * (ConeStats_Mean(stats, CONE_TIGHT) / optimal - 1) : 0;
}

static void AddToTotals(const HanScene* scene, const HanArm* arm, HanTotals* totals) {
    const ConeStats* both[2] = {&arm->instant, &arm->step};
    for (int i = 0; i < 2; ++i) {
        totals->merges += both[i]->merges;
        totals->mergesWider += both[i]->mergeWider;
        totals->hierarchyWider += both[i]->widerNodes;
        totals->greatestWider = fmax(totals->greatestWider, DEGREES * both[i]->greatestWider);
        if (scene->paper != NULL) {
            totals->worstAbove = fmax(totals->worstAbove, ConeStats_AboveOptimal(both[i]));
        }
    }
    totals->contacts += scene->contacts;
    for (int m = 0; m < HAN_METHOD_COUNT; ++m) {
        totals->missed[m] += arm->work[m].missed;
    }
}

HanTotals Han_Total(const HanResult* result) {
    HanTotals totals = {0};
    for (int i = 0; i < result->sceneCount * HAN_TREE_COUNT; ++i) {
        const HanScene* scene = &result->scenes[i / HAN_TREE_COUNT];
        AddToTotals(scene, &scene->arms[i % HAN_TREE_COUNT], &totals);
    }
    return totals;
}

// ---- claims -----------------------------------------------------------------------------------

// At least four fifths of the paper's figure on both trees: holds; some on both: partly.
static PaperVerdict SavedVerdict(const double saved[HAN_TREE_COUNT], double paper) {
    const double least = fmin(saved[HAN_PATCHES], saved[HAN_MEDIAN]);
    return least >= 0.8 * paper ? PAPER_HOLDS : least > 0 ? PAPER_PARTLY : PAPER_FAILS;
}

static void JudgeSaved(const HanResult* result, PaperClaim* claims) {
    static double (*const of[2])(const HanArm*) = {HanArm_TestsSaved, HanArm_TimeSaved};
    const double paper[2] = {HAN_PAPER_TESTS_SAVED, HAN_PAPER_TIME_SAVED};
    for (int i = 0; i < 2; ++i) {
        const double saved[HAN_TREE_COUNT] = {Han_MeanSaved(result, HAN_PATCHES, of[i]),
                                              Han_MeanSaved(result, HAN_MEDIAN, of[i])};
        claims[i] = (PaperClaim){
            .claim = i == 0 ? "Fewer pairs of triangles are tested"
                            : "Collision detection takes less time",
            .verdict = i == 1 && result->quick ? PAPER_OPEN : SavedVerdict(saved, paper[i])};
        snprintf(claims[i].paper, sizeof(claims[i].paper), "%.2f %% less", paper[i]);
        snprintf(claims[i].ours, sizeof(claims[i].ours),
                 "%.1f %% less (trees of patches), %.1f %% (median)", saved[HAN_PATCHES],
                 saved[HAN_MEDIAN]);
    }
}

static void JudgeMerges(const HanTotals* totals, PaperClaim* claims) {
    char all[TABLE_CELL], wider[TABLE_CELL];
    Cell_Count(all, totals->merges);
    Cell_Count(wider, totals->mergesWider);
    claims[0] = (PaperClaim){.claim = "The tight merge of two cones is never wider than Provot's",
                             .paper = "Theorem 1",
                             .verdict = totals->mergesWider == 0 ? PAPER_HOLDS : PAPER_FAILS};
    snprintf(claims[0].ours, sizeof(claims[0].ours), "wider at %s of %s merges", wider, all);
    Cell_Count(wider, totals->hierarchyWider);
    claims[1] = (PaperClaim){.claim = "So cones are never wider up a whole hierarchy",
                             .paper = "\"always\" equal or tighter",
                             .verdict = totals->hierarchyWider == 0 ? PAPER_OPEN : PAPER_FAILS};
    snprintf(claims[1].ours, sizeof(claims[1].ours),
             totals->hierarchyWider == 0 ? "at no node here; seven normals make one"
                                         : "wider at %s nodes, by %.3f degrees at most",
             wider, totals->greatestWider);
    claims[2] = (PaperClaim){.claim = "The spread angle is near that of the optimal cone",
                             .paper = "Figure 5, no number",
                             .verdict = totals->worstAbove <= 15 ? PAPER_HOLDS : PAPER_FAILS};
    snprintf(claims[2].ours, sizeof(claims[2].ours),
             "the garments' means are %.1f %% above it at most", totals->worstAbove);
}

// The garments' sums, of trees of patches.
static double SumFits(const HanResult* result, ConeForm form) {
    double sum = 0;
    for (int i = 0; i < result->sceneCount; ++i) {
        const HanScene* scene = &result->scenes[i];
        sum += scene->paper != NULL ? HanArm_FitMilliseconds(&scene->arms[HAN_PATCHES], form) : 0;
    }
    return sum;
}

static double SumBuilds(const HanResult* result, HanMethod method) {
    double sum = 0;
    for (int i = 0; i < result->sceneCount; ++i) {
        const HanScene* scene = &result->scenes[i];
        sum += scene->paper != NULL ? scene->arms[HAN_PATCHES].work[method].buildSeconds : 0;
    }
    return sum;
}

static void JudgeFits(const HanResult* result, PaperClaim* claims) {
    const double more = -Han_Saved(SumBuilds(result, HAN_PROVOT), SumBuilds(result, HAN_TIGHT));
    claims[0] = (PaperClaim){.claim = "Fitting takes slightly longer than with Provot's merge",
                             .paper = "16 to 39 % longer",
                             .verdict = result->quick ? PAPER_OPEN
                                        : more <= 40  ? PAPER_HOLDS
                                                      : PAPER_FAILS};
    snprintf(claims[0].ours, sizeof(claims[0].ours), "%+.1f %%, boxes and cones", more);
    const double tight = SumFits(result, CONE_TIGHT), optimal = SumFits(result, CONE_OPTIMAL);
    const double times = tight > 0 ? optimal / tight : 0;
    claims[1] = (PaperClaim){.claim = "Optimal cones are too expensive to be built",
                             .paper = "about 4,000 ms",
                             .verdict = result->quick ? PAPER_OPEN
                                        : times >= 10 ? PAPER_HOLDS
                                                      : PAPER_FAILS};
    snprintf(claims[1].ours, sizeof(claims[1].ours),
             "%.0f ms in the mean, %.0f times the tight ones (%.1f ms)",
             optimal / HAN_GARMENT_COUNT, times, tight / HAN_GARMENT_COUNT);
}

static void JudgeMisses(const HanTotals* totals, PaperClaim* claims) {
    char lost[TABLE_CELL], all[TABLE_CELL], printed[TABLE_CELL];
    Cell_Count(lost, totals->missed[HAN_TIGHT]);
    Cell_Count(all, totals->contacts);
    Cell_Count(printed, totals->missed[HAN_PRINTED]);
    claims[0] = (PaperClaim){.claim = "Normals within a half-space: no self-collision",
                             .paper = "\"we can conclude\"",
                             .verdict = totals->missed[HAN_TIGHT] > 0 ? PAPER_FAILS : PAPER_OPEN};
    snprintf(claims[0].ours, sizeof(claims[0].ours), "tight cones lose %s of %s contacts", lost,
             all);
    // tests/papers/test_self_cull.c has the triangle.
    claims[1] = (PaperClaim){.claim = "Eq. 10, of unit normals, bounds the normals of a step",
                             .paper = "N(0) + N(1) - delta",
                             .verdict = PAPER_FAILS};
    snprintf(claims[1].ours, sizeof(claims[1].ours),
             "a triangle turns over in a cone of 0 degrees; lost %.10s, raw form %.10s", printed,
             lost);
}

int Han_Judge(const void* data, PaperClaim claims[PAPER_CLAIMS]) {
    const HanResult* result = data;
    const HanTotals totals = Han_Total(result);
    JudgeSaved(result, claims);
    JudgeMerges(&totals, claims + 2);
    JudgeFits(result, claims + 5);
    JudgeMisses(&totals, claims + 7);
    return 9;
}
