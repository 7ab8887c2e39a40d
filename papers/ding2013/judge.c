// Results of ding2013 in; what it claims and what came out of it out.

#include "ding2013.h"

#include "report/table.h"

#include <math.h>

// A run this short, in simulated seconds, says nothing about draped cloth.
static const double SHORT = 1;

// Sums over all runs.
typedef struct DingSums {
    double least, most; // what the tree adds to explicit steps, percent
    double implicit[2]; // and to implicit ones
    double slowest;     // frames per second with collisions handled
    uint64_t contacts, masks, corrected;
    uint64_t kinds, none, signs, first; // of the elementary tests
    uint64_t queried, query, certain;
    uint64_t outside; // particles, all levels of all moments
    uint64_t smaller, parents;
    bool drapes; // every explicit run came to its end and hangs as low as the implicit one
    bool shortRun;
} DingSums;

static void AddRun(DingSums* sums, const DingRun* run, DingWay way) {
    const double overhead = Ding_Overhead(run);
    if (way == DING_EULER) {
        sums->least = fmin(sums->least, overhead);
        sums->most = fmax(sums->most, overhead);
    } else if (way == DING_IMPLICIT) {
        sums->implicit[0] = fmin(sums->implicit[0], overhead);
        sums->implicit[1] = fmax(sums->implicit[1], overhead);
    } else {
        sums->slowest = fmin(sums->slowest, Ding_FrameRate(run));
    }
    sums->contacts += run->contacts;
    sums->masks += run->contacts - run->found[MASK_PRINTED];
    sums->corrected += run->contacts - run->found[MASK_CORRECTED];
    for (int kind = 0; kind < 2; ++kind) {
        sums->kinds += run->kinds[kind];
        sums->none += run->rejected[kind][ROOT_ALL];
        sums->signs += run->rejected[kind][ROOT_PRINTED];
        sums->first += run->rejected[kind][ROOT_FIRST];
    }
    sums->queried += run->queriedContacts;
    sums->query += run->queriedContacts - run->queries[QUERY_PRINTED].found;
    sums->certain += run->queriedContacts - run->queries[QUERY_CERTAIN].found;
}

static void AddShot(DingSums* sums, const DingShot* shot) {
    for (int d = 0; d < shot->levelCount; ++d) {
        sums->outside += shot->levels[DING_PRINTED][d].outside;
    }
    sums->smaller += shot->smaller;
    sums->parents += shot->parents;
}

static DingSums SumUp(const DingResult* result) {
    // Of the sag of the implicit run, at least.
    static const double HANGS = 0.75;
    DingSums sums = {.least = (double)INFINITY, .slowest = (double)INFINITY, .drapes = true};
    sums.implicit[0] = (double)INFINITY;
    for (int i = 0; i < DING_SCENE_COUNT; ++i) {
        const DingScene* scene = &result->scenes[i];
        const DingRun *euler = &scene->runs[DING_EULER], *implicit = &scene->runs[DING_IMPLICIT];
        for (int w = 0; w < DING_WAY_COUNT; ++w) {
            AddRun(&sums, &scene->runs[w], (DingWay)w);
        }
        for (int m = 0; m < DING_MOMENT_COUNT; ++m) {
            AddShot(&sums, &scene->shots[m]);
        }
        sums.drapes = sums.drapes && !euler->blewUp && euler->sag > HANGS * implicit->sag;
        sums.shortRun = (double)euler->steps * euler->timeStep < SHORT;
    }
    return sums;
}

// The largest scene, draped.
static const DingShot* LargestDraped(const DingResult* result) {
    return &result->scenes[DING_SCENE_COUNT - 1].shots[DING_DRAPED];
}

static PaperVerdict OfLost(uint64_t lost, uint64_t contacts) {
    return contacts == 0 ? PAPER_OPEN : lost > 0 ? PAPER_FAILS : PAPER_HOLDS;
}

static void SetLost(PaperClaim* claim, const char* before, uint64_t lost, uint64_t contacts) {
    char cells[2][TABLE_CELL];
    Cell_Count(cells[0], lost);
    Cell_Count(cells[1], contacts);
    snprintf(claim->ours, sizeof(claim->ours), "%s%s of %s contacts", before, cells[0], cells[1]);
    claim->verdict = OfLost(lost, contacts);
}

static int JudgeTree(const DingResult* result, const DingSums* sums, PaperClaim* claims) {
    claims[0] = (PaperClaim){.claim = "Building the tree adds 20-40 % to the running time",
                             .paper = "22, 42 and 33 % (Table 1)",
                             .verdict = sums->most < 45    ? PAPER_HOLDS
                                        : sums->least < 45 ? PAPER_PARTLY
                                                           : PAPER_FAILS};
    snprintf(claims[0].ours, sizeof(claims[0].ours),
             "%.0f to %.0f %% of an explicit step, %.1f to %.1f %% of an implicit one", sums->least,
             sums->most, sums->implicit[0], sums->implicit[1]);
    claims[1] = (PaperClaim){.claim = "Practical for producing real-time cloth simulations",
                             .paper = "37, 20 and 0.95 frames/s, no detection",
                             .verdict = sums->slowest >= 25 ? PAPER_HOLDS : PAPER_PARTLY};
    snprintf(claims[1].ours, sizeof(claims[1].ours),
             "at least %.0f frames/s with all collisions handled", sums->slowest);
    claims[2] = (PaperClaim){.claim = "The spheres bound the cloth fully at any depth",
                             .paper = "guaranteed",
                             .verdict = sums->outside == 0 ? PAPER_HOLDS : PAPER_FAILS};
    snprintf(claims[2].ours, sizeof(claims[2].ours), "%llu particles outside, at any level",
             (unsigned long long)sums->outside);
    const double share = sums->parents > 0 ? (double)sums->smaller / (double)sums->parents : 0;
    claims[3] = (PaperClaim){.claim = "Four children together are usually much smaller than their "
                                      "parent",
                             .paper = "usually",
                             .verdict = share > 0.9   ? PAPER_HOLDS
                                        : share > 0.5 ? PAPER_PARTLY
                                                      : PAPER_FAILS};
    snprintf(claims[3].ours, sizeof(claims[3].ours), "smaller in %.1f %% of the nodes",
             100 * share);
    const DingShot* draped = LargestDraped(result);
    const SphereLevel* levels = draped->levels[DING_PRINTED];
    const int last = draped->levelCount - 1;
    const double first = levels[1].volume / levels[0].volume;
    const double ratio = pow(levels[last].volume / levels[1].volume, 1.0 / (last - 1));
    claims[4] = (PaperClaim){.claim = "With depth the volume converges to that of the surface",
                             .paper = "Figures 1 and 2",
                             .verdict = sums->shortRun ? PAPER_OPEN
                                        : ratio > 0.75 ? PAPER_FAILS
                                        : first > 1    ? PAPER_PARTLY
                                                       : PAPER_HOLDS};
    snprintf(claims[4].ours, sizeof(claims[4].ours),
             "draped: %.1f times from level 0 to 1, then %.2f times a level, to %.0f mm", first,
             ratio, 1e3 * levels[last].volume / draped->area);
    return 5;
}

static int JudgeDetection(const DingResult* result, const DingSums* sums, PaperClaim* claims) {
    const DingScene* largest = &result->scenes[DING_SCENE_COUNT - 1];
    claims[0] = (PaperClaim){.claim = "A common direction of all normals rules out self-collision",
                             .paper = "safely assumed (masks)"};
    SetLost(&claims[0], "loses ", sums->masks, sums->contacts);
    claims[1] = (PaperClaim){.claim = "Segments and quadrilaterals against the tree find what "
                                      "moves over the step",
                             .paper = "accurate"};
    SetLost(&claims[1], "spheres of t0 lose ", sums->query, sums->queried);
    claims[2] =
        (PaperClaim){.claim = "The cubics have a time t_c for every collision; the smallest "
                              "counts",
                     .paper = "Eqs. 1 and 2",
                     .verdict = OfLost(sums->none + sums->first, sums->kinds)};
    char all[TABLE_CELL];
    Cell_Count(all, sums->kinds);
    snprintf(claims[2].ours, sizeof(claims[2].ours),
             "%llu of %.12s have none (motion in a plane), %llu are lost with the smallest",
             (unsigned long long)sums->none, all, (unsigned long long)sums->first);
    claims[3] =
        (PaperClaim){.claim = "P - A moves by t V_P + t V_A (section 2.1)", .paper = "as printed"};
    SetLost(&claims[3], "rejects ", sums->signs, sums->kinds);
    const DingRun* folded = &largest->runs[DING_IMPLICIT];
    const DingTree* trees = folded->trees;
    double times[DING_SPHERES_COUNT];
    for (int k = 0; k < DING_SPHERES_COUNT; ++k) {
        times[k] = Ding_Milliseconds(trees[k].buildSeconds, trees[k].builds) +
                   Ding_Milliseconds(trees[k].detectSeconds, folded->searched);
    }
    const double faster = times[DING_SMALLEST] / times[DING_PRINTED];
    claims[4] =
        (PaperClaim){.claim = "Welzl's smallest spheres would be better than those of boxes",
                     .paper = "left out for want of time",
                     .verdict = sums->shortRun  ? PAPER_OPEN
                                : faster < 0.95 ? PAPER_HOLDS
                                : faster < 1.05 ? PAPER_PARTLY
                                                : PAPER_FAILS};
    snprintf(claims[4].ours, sizeof(claims[4].ours),
             "%.0f %% of the leaf pairs, %.2f times the time with making them; merged ones %.2f",
             100 * (double)trees[DING_SMALLEST].work.leafPairs /
                 fmax((double)trees[DING_PRINTED].work.leafPairs, 1),
             faster, times[DING_MERGED] / times[DING_PRINTED]);
    return 5;
}

static int JudgeSteps(const DingResult* result, const DingSums* sums, PaperClaim* claims) {
    const DingScene* largest = &result->scenes[DING_SCENE_COUNT - 1];
    const DingRun* euler = &largest->runs[DING_EULER];
    claims[0] = (PaperClaim){.claim = "Explicit Euler drapes cloth, but limits steps severely",
                             .paper = "unstable when the step is large",
                             .verdict = sums->shortRun ? PAPER_OPEN
                                        : sums->drapes ? PAPER_HOLDS
                                                       : PAPER_FAILS};
    snprintf(claims[0].ours, sizeof(claims[0].ours),
             "hangs %.2f m (implicit %.2f); steps of %.2f ms, of %.0f us if as stiff as cloth",
             euler->sag, largest->runs[DING_IMPLICIT].sag, 1e3 * euler->timeStep,
             1e6 * largest->stiffStep);
    const DingRun* folded = &largest->runs[DING_IMPLICIT];
    const double first = folded->searched > 0 ? folded->firstDetect : 0;
    const double mean = folded->detectSeconds[MASK_PRINTED] / fmax((double)folded->searched, 1);
    claims[1] = (PaperClaim){.claim = "The more the cloth is deformed, the slower the search",
                             .paper = "said, no figure",
                             .verdict = sums->shortRun        ? PAPER_OPEN
                                        : mean > 1.05 * first ? PAPER_HOLDS
                                                              : PAPER_FAILS};
    snprintf(claims[1].ours, sizeof(claims[1].ours),
             "with printed masks %.1f ms flat, %.1f ms in the mean", 1e3 * first, 1e3 * mean);
    return 2;
}

int Ding_Judge(const void* data, PaperClaim claims[PAPER_CLAIMS]) {
    const DingResult* result = data;
    const DingSums sums = SumUp(result);
    int count = JudgeTree(result, &sums, claims);
    count += JudgeDetection(result, &sums, claims + count);
    return count + JudgeSteps(result, &sums, claims + count);
}
