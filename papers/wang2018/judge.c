// Results of wang2018 in; misses, speed-ups and verdicts on what Selvage is to do out. (On what the
// paper claims: claims.c.)

#include "wang2018.h"

#include "report/table.h"
#include "report/terminal.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// Requirements on automatic self-culling: at most 3 percent slower than without, and at least four
// times as fast on the flat sheet.
static const double AUTO_LEAST = 0.97, SHEET_LEAST = 4;
static const char* const FLAT_SHEET = "waves";

static const char* const kindNames[WANG_KIND_COUNT] = {"at an instant", "over a step"};

uint64_t WangWork_Missed(const WangWork* work, WangKind kind) {
    uint64_t missed = 0;
    for (int c = WangKind_First(kind); c < WangKind_End(kind); ++c) {
        missed += work->missed[c];
    }
    return missed;
}

uint64_t Wang_LabContacts(const WangScene* scene, WangKind kind) {
    uint64_t contacts = 0;
    for (int c = WangKind_First(kind); c < WangKind_End(kind); ++c) {
        contacts += scene->labContacts[c];
    }
    return contacts;
}

uint64_t WangScene_OwnMissed(const WangScene* scene, WangKind kind) {
    uint64_t missed = scene->unknown[kind];
    for (int arm = 0; arm < WANG_ARM_COUNT; ++arm) {
        missed += scene->sums[kind][arm].different;
    }
    return missed;
}

double Wang_Speedup(double first, double second) {
    return second > 0 ? first / second : 0;
}

double WangScene_LabSpeedup(const WangScene* scene, WangKind kind, int slow, int fast) {
    return Wang_Speedup(scene->work[kind][slow].seconds, scene->work[kind][fast].seconds);
}

typedef struct TimedStep {
    double slow, fast;
} TimedStep;

static int CompareSpeedups(const void* a, const void* b) {
    const TimedStep *x = a, *y = b;
    const double first = x->slow * y->fast, second = y->slow * x->fast;
    return (first > second) - (first < second);
}

double WangScene_ArmSpeedup(const WangScene* scene, WangKind kind, WangArm slow, WangArm fast) {
    TimedStep* timed = Terminal_Allocate((size_t)scene->stepCount + 1, sizeof(*timed));
    size_t count = 0;
    for (uint32_t s = 0; s < scene->stepCount; ++s) {
        const double* seconds = scene->steps[s].seconds[kind];
        if (!isnan(seconds[slow])) {
            timed[count++] = (TimedStep){seconds[slow], seconds[fast]};
        }
    }
    qsort(timed, count, sizeof(*timed), CompareSpeedups);
    const size_t cut = count < 3 ? 0 : count < 5 ? 1 : count / 5;
    TimedStep sum = {0, 0};
    for (size_t i = cut; i + cut < count; ++i) {
        sum.slow += timed[i].slow;
        sum.fast += timed[i].fast;
    }
    free(timed);
    return Wang_Speedup(sum.slow, sum.fast);
}

double WangSums_Apart(const WangSums* sums) {
    return sums->leaves > 0 ? 100 * (double)sums->leavesApart / (double)sums->leaves : 0;
}

WangLoss Wang_MethodLoss(const WangResult* result, WangKind kind, int method) {
    WangLoss loss = {0};
    uint32_t steps = 0;
    for (int i = 0; i < result->sceneCount; ++i) {
        const WangScene* scene = &result->scenes[i];
        const uint64_t missed = WangWork_Missed(&scene->work[kind][method], kind);
        loss.missed += missed;
        loss.contacts += Wang_LabContacts(scene, kind);
        loss.scenes += missed > 0;
        loss.seconds += scene->work[kind][method].seconds;
        steps += scene->labSteps;
    }
    loss.seconds /= steps > 0 ? steps : 1;
    return loss;
}

WangLoss Wang_OwnLoss(const WangResult* result, WangKind kind) {
    WangLoss loss = {0};
    uint32_t steps = 0;
    for (int i = 0; i < result->sceneCount; ++i) {
        const WangScene* scene = &result->scenes[i];
        const uint64_t missed = WangScene_OwnMissed(scene, kind);
        loss.missed += missed;
        loss.scenes += missed > 0;
        for (int c = WangKind_First(kind); c < WangKind_End(kind); ++c) {
            loss.contacts += scene->contacts[c];
        }
        loss.seconds += scene->sums[kind][WANG_AUTO].seconds;
        steps += scene->timedSteps[kind];
    }
    loss.seconds /= steps > 0 ? steps : 1;
    return loss;
}

uint64_t Wang_Violations(const void* data) {
    const WangResult* result = data;
    uint64_t missed = 0;
    for (int k = 0; k < WANG_KIND_COUNT; ++k) {
        missed += Wang_OwnLoss(result, (WangKind)k).missed;
        for (int m = 0; m < WANG_METHOD_COUNT; ++m) {
            missed += WangMethod_IsSafe(m) ? Wang_MethodLoss(result, (WangKind)k, m).missed : 0;
        }
    }
    return missed;
}

// ---- verdicts ---------------------------------------------------------------------------------

typedef struct Judge {
    const WangResult* result;
    WangVerdict* verdicts;
    int count;
} Judge;

#ifdef __GNUC__
__attribute__((format(printf, 3, 4)))
#endif
static void
Say(Judge* judge, bool holds, const char* format, ...) {
    WangVerdict* verdict = &judge->verdicts[judge->count++];
    verdict->holds = holds;
    va_list list;
    va_start(list, format);
    vsnprintf(verdict->text, sizeof(verdict->text), format, list);
    va_end(list);
}

// "1,234 of 5,678 at an instant, 0 of 9,012 over a step".
static void TellLosses(const WangLoss losses[WANG_KIND_COUNT], char* text, size_t capacity) {
    char cells[4][TABLE_CELL];
    for (int k = 0; k < WANG_KIND_COUNT; ++k) {
        Cell_Count(cells[2 * k], losses[k].missed);
        Cell_Count(cells[2 * k + 1], losses[k].contacts);
    }
    snprintf(text, capacity, "%s of %s %s, %s of %s %s", cells[0], cells[1], kindNames[0], cells[2],
             cells[3], kindNames[1]);
}

static void JudgeOwnLosses(Judge* judge) {
    WangLoss losses[WANG_KIND_COUNT];
    char text[200];
    for (int k = 0; k < WANG_KIND_COUNT; ++k) {
        losses[k] = Wang_OwnLoss(judge->result, (WangKind)k);
    }
    TellLosses(losses, text, sizeof(text));
    Say(judge, losses[0].missed + losses[1].missed == 0,
        "Selvage with self-culling (automatic, always, two builders) finds what it finds without, "
        "and what AABB only finds. Missed: %s.",
        text);
}

static void JudgeLosses(Judge* judge, int method, const char* claim) {
    WangLoss losses[WANG_KIND_COUNT];
    char text[200];
    for (int k = 0; k < WANG_KIND_COUNT; ++k) {
        losses[k] = Wang_MethodLoss(judge->result, (WangKind)k, method);
    }
    TellLosses(losses, text, sizeof(text));
    Say(judge, losses[0].missed + losses[1].missed == 0, "%s Missed: %s, on %d and %d scenes.",
        claim, text, losses[0].scenes, losses[1].scenes);
}

// Measurement noise of a scene: speed of the slower of two equal measurements over the faster.
static double Noise(const WangScene* scene, WangKind kind) {
    const double again = WangScene_ArmSpeedup(scene, kind, WANG_OFF, WANG_AGAIN);
    return again > 1 ? 1 / again : again;
}

// The worst comparison of two arms, relative to the noise.
typedef struct Worst {
    double speedup, noise;
    const char* scene;
    WangKind kind;
    int below, count; // comparisons below the limit, and in total
} Worst;

static Worst FindWorst(const WangResult* result, WangArm slow, WangArm fast, bool winning) {
    Worst worst = {.speedup = (double)INFINITY, .noise = 1, .scene = "no scene"};
    for (int i = 0; i < result->sceneCount * WANG_KIND_COUNT; ++i) {
        const WangScene* scene = &result->scenes[i / WANG_KIND_COUNT];
        const WangKind kind = (WangKind)(i % WANG_KIND_COUNT);
        const double speedup = WangScene_ArmSpeedup(scene, kind, slow, fast);
        const double noise = Noise(scene, kind);
        if (!(speedup > 0) ||
            (winning && WangScene_ArmSpeedup(scene, kind, WANG_OFF, WANG_ON) < 1)) {
            continue;
        }
        ++worst.count;
        worst.below += speedup < AUTO_LEAST * noise;
        if (speedup / noise < worst.speedup / worst.noise) {
            worst.speedup = speedup;
            worst.noise = noise;
            worst.scene = scene->name;
            worst.kind = kind;
        }
    }
    return worst;
}

static void SayWorst(Judge* judge, const char* claim, const Worst* worst) {
    if (worst->count == 0) {
        Say(judge, true, "%s No scene qualifies.", claim);
        return;
    }
    Say(judge, worst->below == 0,
        "%s It is in %d of %d comparisons, beyond the measurement noise; at worst it is %.3f times "
        "as fast, on %s %s, where the slower of two measurements of the same is %.3f times as "
        "fast.",
        claim, worst->below, worst->count, worst->speedup, worst->scene, kindNames[worst->kind],
        worst->noise);
}

static void JudgeAuto(Judge* judge) {
    const Worst off = FindWorst(judge->result, WANG_OFF, WANG_AUTO, false);
    SayWorst(judge, "Automatic self-culling is nowhere more than 3 percent slower than none.",
             &off);
    const Worst on = FindWorst(judge->result, WANG_ON, WANG_AUTO, true);
    SayWorst(judge,
             "Where self-culling at every query wins, automatic is nowhere more than 3 percent "
             "behind it.",
             &on);
}

static void JudgeSheet(Judge* judge) {
    for (int i = 0; i < judge->result->sceneCount; ++i) {
        const WangScene* scene = &judge->result->scenes[i];
        if (strcmp(scene->name, FLAT_SHEET) != 0) {
            continue;
        }
        char triangles[TABLE_CELL];
        Cell_Count(triangles, scene->triangles);
        for (int k = 0; k < WANG_KIND_COUNT; ++k) {
            const double speedup = WangScene_ArmSpeedup(scene, (WangKind)k, WANG_OFF, WANG_AUTO);
            Say(judge, speedup >= SHEET_LEAST,
                "On the flat sheet of %s triangles automatic self-culling is, %s, at least %.0f "
                "times as fast as none: %.2f times.",
                triangles, kindNames[k], SHEET_LEAST, speedup);
        }
    }
}

int Wang_Judge(const WangResult* result, WangVerdict verdicts[WANG_VERDICT_MAX]) {
    Judge judge = {.result = result, .verdicts = verdicts};
    JudgeOwnLosses(&judge);
    JudgeLosses(&judge, WANG_PATCH, "The corrected patch test misses nothing.");
    JudgeAuto(&judge);
    JudgeSheet(&judge);
    return judge.count;
}
