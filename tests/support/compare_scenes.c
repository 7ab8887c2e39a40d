#include "support/compare_scenes.h"

#include "support/generate_numbers.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Prints which scene, found how, and what; false.
static bool Differs(const LiveScene* live, const SceneQuery* query, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

static bool Differs(const LiveScene* live, const SceneQuery* query, const char* format, ...) {
    const LiveChoice* choice = &live->choice;
    va_list arguments;
    printf("%s, family %s, seed %llu (%s, %s, %s, self-culling %s, filters -%x, %s, %u workers): ",
           SceneMode_Name(query->mode), live->source->family,
           (unsigned long long)live->source->seed, svVolume_Name(choice->volume),
           svBuilder_Name(choice->builder), svRebuild_Name(choice->rebuild),
           svSelfCulling_Name(choice->selfCulling), (unsigned)choice->filtersOff,
           svIsa_Name(choice->isa), (unsigned)liveWorkerCounts[choice->workers]);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    fflush(stdout);
    return false;
}

static const char* ListName(SceneMode mode, int list) {
    return mode == SCENE_INTERSECT ? "faces" : list == 0 ? "vertex-face" : "edge-edge";
}

static bool PairDiffers(const LiveScene* live, const SceneQuery* query, int list,
                        const svFeaturePair* pair, const char* what) {
    return Differs(live, query, "%s (%u:%u, %u:%u) %s", ListName(query->mode, list),
                   (unsigned)pair->meshA, (unsigned)pair->a, (unsigned)pair->meshB,
                   (unsigned)pair->b, what);
}

static int ComparePairs(const svFeaturePair* p, const svFeaturePair* q) {
    const uint32_t a[4] = {p->meshA, p->a, p->meshB, p->b};
    const uint32_t b[4] = {q->meshA, q->a, q->meshB, q->b};
    for (int i = 0; i < 4; ++i) {
        if (a[i] != b[i]) {
            return a[i] < b[i] ? -1 : 1;
        }
    }
    return 0;
}

// The points of both features that the weights name, and their difference.
static void Gap(const BruteRow* row, const double weights[4], long double gap[3]) {
    const int split = row->kind == ORACLE_VERTEX_FACE ? 1 : 2;
    for (int k = 0; k < 3; ++k) {
        gap[k] = 0;
        for (int i = 0; i < 4; ++i) {
            const long double part = (long double)weights[i] * (long double)row->points.x0[i][k];
            gap[k] += i < split ? part : -part;
        }
    }
}

static bool WeightsSumToOne(const BruteRow* row, const double w[4]) {
    const double first = row->kind == ORACLE_VERTEX_FACE ? w[0] : w[0] + w[1];
    const double second = row->kind == ORACLE_VERTEX_FACE ? w[1] + w[2] + w[3] : w[2] + w[3];
    bool inside = true;
    for (int i = 0; i < 4; ++i) {
        inside &= w[i] >= 0.0 && w[i] <= 1.0;
    }
    return inside && fabs(first - 1.0) <= 0x1p-50 && fabs(second - 1.0) <= 0x1p-50;
}

static long double Dot(const long double a[3], const long double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Whether n is perpendicular to the face, or to both edges, as far as they span a plane. An angle
// of 2^-10 between the sides makes an error of 2^-40 one of 2^-30: 2^-20 leaves room. What is
// shorter than 2^-250 of the extent is nothing (elementary/proximity/proximity.h); 2^10 of room
// here too.
static bool IsNormal(const BruteRow* row, const double n[3]) {
    const bool vf = row->kind == ORACLE_VERTEX_FACE;
    const double(*x)[3] = row->points.x0;
    long double u[3], w[3], normal[3];
    for (int k = 0; k < 3; ++k) {
        u[k] = (long double)x[vf ? 2 : 1][k] - (long double)x[vf ? 1 : 0][k];
        w[k] = (long double)x[3][k] - (long double)x[vf ? 1 : 2][k];
        normal[k] = (long double)n[k];
    }
    const long double uu = Dot(u, u), ww = Dot(w, w), uw = Dot(u, w);
    if (uu * ww - uw * uw <= 0x1p-20L * uu * ww || ww <= 0x1p-480L * uu || uu <= 0x1p-480L * ww) {
        return true;
    }
    return fabsl(Dot(normal, u)) <= 0x1p-20L * sqrtl(uu) &&
           fabsl(Dot(normal, w)) <= 0x1p-20L * sqrtl(ww);
}

// Distances, closest points and directions are rounded: all to 2^-40 of the largest coordinate, the
// error that the query itself is allowed (weights off by an ulp move a point by 2^-52 of that).
// Returns what is wrong, or null.
static const char* CheckNear(const BruteRow* row, const SceneRow* found) {
    const long double largest = (long double)bruteLargest(&row->points);
    // Below the smallest normal number rounding is absolute.
    const long double error = 0x1p-40L * largest + 0x1p-1072L;
    const double* n = found->shape.normal;
    long double gap[3], square = 0, length = 0;
    if (!(fabsl((long double)found->distance - (long double)row->row.distance) <= error)) {
        return "has another distance";
    }
    if (!WeightsSumToOne(row, found->shape.weights)) {
        return "has weights that do not sum to one";
    }
    Gap(row, found->shape.weights, gap);
    for (int k = 0; k < 3; ++k) {
        const long double along = (long double)n[k] * (long double)found->distance;
        square += gap[k] * gap[k];
        length += (long double)n[k] * (long double)n[k];
        if (!(fabsl(along - gap[k]) <= 2 * error)) {
            return "has a direction that does not lead from one closest point to the other";
        }
    }
    if (!(fabsl(sqrtl(square) - (long double)row->row.distance) <= error)) {
        return "has weights that are not those of the closest points";
    }
    if (!(fabsl(length - 1) <= 0x1p-40L)) {
        return "has a direction that is not of unit length";
    }
    const bool touches = (long double)row->row.distance <= 0x1p-50L * largest &&
                         bruteWithin(row->kind, &row->points, 0.0);
    return !touches || IsNormal(row, n) ? NULL : "touches, and its direction is no normal";
}

static const char* CheckRow(SceneMode mode, const BruteRow* row, const SceneRow* found) {
    if (mode == SCENE_PROXIMITY) {
        return CheckNear(row, found);
    }
    if (memcmp(&row->row.time, &found->time, sizeof found->time) != 0) {
        return "has other times";
    }
    if (row->row.meeting != found->meeting || row->row.shared != found->shared) {
        return "meets in another way";
    }
    return memcmp(&row->row, found, sizeof *found) == 0 ? NULL : "has another shape or segment";
}

static bool CompareList(const LiveScene* live, const SceneQuery* query, int list,
                        const BruteList* brute, const LiveResult* result,
                        SceneComparison* comparison) {
    const size_t count = result->counts[list];
    const SceneRow* found = result->rows[list];
    size_t j = 0;
    for (size_t i = 0; i < brute->count; ++i) {
        const BruteRow* row = &brute->rows[i];
        const int order = j < count ? ComparePairs(&row->row.pair, &found[j].pair) : -1;
        if (order > 0) {
            break;
        }
        if (order < 0) {
            if (row->must && bruteIsNear(row)) {
                return PairDiffers(live, query, list, &row->row.pair, "is missing");
            }
            ++comparison->optional;
            continue;
        }
        const char* wrong = CheckRow(query->mode, row, &found[j++]);
        if (wrong != NULL) {
            return PairDiffers(live, query, list, &row->row.pair, wrong);
        }
    }
    return j == count || PairDiffers(live, query, list, &found[j].pair,
                                     "is no such pair, is out of order or is there twice");
}

bool compareWithBrute(const LiveScene* live, const SceneQuery* query, const LiveResult* result,
                      SceneComparison* comparison) {
    BruteResult brute;
    bool good = true;
    bruteRun(live->source, query, &brute);
    comparison->pairs += brute.lists[0].count + brute.lists[1].count;
    ++comparison->scenes;
    if (brute.open) {
        bruteFree(&brute);
        return true;
    }
    if (result->status != brute.status) {
        good = Differs(live, query, "status \"%s\", not \"%s\" (%s)", svStatus_Text(result->status),
                       svStatus_Text(brute.status), svContext_LastError(live->context));
    } else if (!result->complete) {
        good = Differs(live, query, "arrays are missing, or there without being asked for");
    }
    for (int list = 0; list < 2 && good; ++list) {
        good = CompareList(live, query, list, &brute.lists[list], result, comparison);
    }
    const size_t count = result->counts[0] + result->counts[1];
    if (good && (result->totals[0] != result->counts[0] || result->totals[1] != result->counts[1] ||
                 result->found != (count > 0))) {
        good = Differs(live, query, "totals or found are wrong");
    }
    if (good && result->hash != LiveResult_Hash(query->mode, result)) {
        good = Differs(live, query, "the hash is wrong");
    }
    if (good && query->mode == SCENE_DETECT && query->detect.overlap == SV_OVERLAP_IGNORE &&
        !brute.overlapsOpen && result->stats.overlaps != brute.overlaps) {
        good =
            Differs(live, query, "%llu overlaps were left out, not %llu",
                    (unsigned long long)result->stats.overlaps, (unsigned long long)brute.overlaps);
    }
    bruteFree(&brute);
    return good;
}

// Whether two answers are the same bytes in the first `limit` pairs of each list, and in all
// totals.
static bool SameBytes(const LiveResult* a, const LiveResult* b, size_t limit) {
    bool same = a->hash == b->hash && a->found == b->found;
    for (int list = 0; list < 2 && same; ++list) {
        const size_t count = a->counts[list] < limit ? a->counts[list] : limit;
        same = a->totals[list] == b->totals[list] && b->counts[list] == count &&
               (count == 0 || memcmp(a->rows[list], b->rows[list], count * sizeof(SceneRow)) == 0);
    }
    return same;
}

// One way to ask again; compares with the whole answer.
typedef bool (*CheckFn)(LiveScene* live, const SceneQuery* query, const LiveResult* all,
                        Random* random);

static bool CheckCap(LiveScene* live, const SceneQuery* query, const LiveResult* all,
                     Random* random) {
    SceneQuery capped = *query;
    LiveResult result;
    const size_t most = all->counts[0] > all->counts[1] ? all->counts[0] : all->counts[1];
    const size_t limit = (size_t)Random_Below(random, (int)most + 2);
    SceneQuery_Common(&capped)->maxPairs = limit;
    LiveScene_Run(live, &capped, &result);
    const svStatus status = all->status == SV_OK && most > limit ? SV_LIMIT : all->status;
    const bool good = result.status == status && SameBytes(all, &result, limit);
    LiveResult_Free(&result);
    return good || Differs(live, query, "a cap of %zu gives something else", limit);
}

// The first by time, then in the order of the result: vertex-face before edge-edge.
static const SceneRow* First(const LiveResult* all) {
    const SceneRow* first = NULL;
    for (int list = 0; list < 2; ++list) {
        for (size_t i = 0; i < all->counts[list]; ++i) {
            const SceneRow* row = &all->rows[list][i];
            if (first == NULL || row->time.lo < first->time.lo) {
                first = row;
            }
        }
    }
    return first;
}

static bool CheckFirst(LiveScene* live, const SceneQuery* query, const LiveResult* all,
                       Random* random) {
    SceneQuery wanted = *query;
    LiveResult result;
    const SceneRow* first = First(all);
    (void)random;
    SceneQuery_Common(&wanted)->want = SV_WANT_FIRST;
    LiveScene_Run(live, &wanted, &result);
    bool good = result.status == all->status && result.found == all->found && result.complete &&
                result.counts[0] + result.counts[1] == (first != NULL ? 1 : 0);
    if (good && first != NULL) {
        const int list = result.counts[0] == 1 ? 0 : 1;
        const bool isThere = all->counts[list] > 0 && first >= all->rows[list] &&
                             first < all->rows[list] + all->counts[list];
        good = isThere && memcmp(result.rows[list], first, sizeof *first) == 0;
    }
    LiveResult_Free(&result);
    return good || Differs(live, query, "the first pair is another");
}

static bool CheckAny(LiveScene* live, const SceneQuery* query, const LiveResult* all,
                     Random* random) {
    SceneQuery wanted = *query;
    LiveResult result;
    (void)random;
    SceneQuery_Common(&wanted)->want = SV_WANT_ANY;
    LiveScene_Run(live, &wanted, &result);
    // A search that ends at the first pair need not see whether another one overlaps.
    const bool known =
        result.status == all->status || (all->status == SV_ERROR_OVERLAP && result.status == SV_OK);
    const bool good =
        known && result.found == all->found && result.counts[0] == 0 && result.counts[1] == 0;
    LiveResult_Free(&result);
    return good || Differs(live, query, "whether there is any pair is another answer");
}

// Streams do not tell everything; what they tell is the same.
static bool CheckStream(LiveScene* live, const SceneQuery* query, const LiveResult* all,
                        Random* random) {
    LiveResult result;
    (void)random;
    LiveScene_Stream(live, query, &result);
    bool good = result.status == all->status && result.complete && result.hash == all->hash &&
                result.found == all->found;
    for (int list = 0; list < 2 && good; ++list) {
        good = result.totals[list] == all->totals[list] && result.counts[list] == all->counts[list];
        for (size_t i = 0; i < result.counts[list] && good; ++i) {
            SceneRow expected = all->rows[list][i];
            if (query->mode == SCENE_INTERSECT) {
                expected.shared = 0;
                memset(&expected.segment, 0, sizeof expected.segment);
            }
            good = memcmp(&expected, &result.rows[list][i], sizeof expected) == 0;
        }
    }
    LiveResult_Free(&result);
    return good || Differs(live, query, "the stream gives something else");
}

static bool CheckDetail(LiveScene* live, const SceneQuery* query, const LiveResult* all,
                        Random* random) {
    SceneQuery less = *query;
    LiveResult result;
    less.intersect.segments = false;
    less.detect.detail = Coin(random) ? SV_DETAIL_PAIRS : SV_DETAIL_TIMES;
    LiveScene_Run(live, &less, &result);
    bool good = result.status == all->status && result.complete && result.hash == all->hash;
    for (int list = 0; list < 2 && good; ++list) {
        good = result.counts[list] == all->counts[list];
        for (size_t i = 0; i < result.counts[list] && good; ++i) {
            const SceneRow *a = &result.rows[list][i], *b = &all->rows[list][i];
            good = ComparePairs(&a->pair, &b->pair) == 0 && a->meeting == b->meeting &&
                   (query->mode != SCENE_DETECT || less.detect.detail == SV_DETAIL_PAIRS ||
                    memcmp(&a->time, &b->time, sizeof a->time) == 0);
        }
    }
    LiveResult_Free(&result);
    return good || Differs(live, query, "less detail gives something else");
}

typedef struct Cancel {
    int calls, until;
    bool inRange;
} Cancel;

static bool GoOn(double done, void* user) {
    Cancel* cancel = user;
    cancel->inRange &= done >= 0.0 && done <= 1.0;
    return ++cancel->calls < cancel->until;
}

static bool CheckCancel(LiveScene* live, const SceneQuery* query, const LiveResult* all,
                        Random* random) {
    SceneQuery wanted = *query;
    LiveResult result;
    Cancel cancel = {0, Random_Between(random, 1, 3), true};
    SceneQuery_Common(&wanted)->progress = GoOn;
    SceneQuery_Common(&wanted)->user = &cancel;
    LiveScene_Run(live, &wanted, &result);
    bool good = cancel.inRange && cancel.calls <= cancel.until;
    if (cancel.calls == cancel.until) {
        good &= result.status == SV_CANCELLED && result.counts[0] == 0 && result.counts[1] == 0;
        // Where overlaps are an error, other contacts count until the first one is found.
        good &= all->status == SV_ERROR_OVERLAP ||
                (result.totals[0] <= all->totals[0] && result.totals[1] <= all->totals[1]);
    } else {
        good &= result.status == all->status && SameBytes(all, &result, SIZE_MAX);
    }
    LiveResult_Free(&result);
    return good || Differs(live, query, "a cancelled query gives something else");
}

static bool CheckSafeStep(LiveScene* live, const SceneQuery* query, const LiveResult* all,
                          Random* random) {
    (void)random;
    if (query->mode != SCENE_DETECT) {
        return true;
    }
    const SceneRow* first = First(all);
    double t = -1.0;
    const svStatus status = svScene_SafeStep(live->scene, &query->detect, &t);
    if (all->status == SV_ERROR_OVERLAP) {
        return status == SV_ERROR_OVERLAP ||
               Differs(live, query, "a safe step in spite of overlap");
    }
    const double expected = first != NULL ? first->time.lo : 1.0;
    return (status == SV_OK && t == expected) ||
           Differs(live, query, "the safe step is %a, not %a", t, expected);
}

static bool CheckAgain(LiveScene* live, const SceneQuery* query, const LiveResult* all,
                       Random* random) {
    LiveResult result;
    (void)random;
    LiveScene_Run(live, query, &result);
    const bool good = result.status == all->status && result.complete == all->complete &&
                      SameBytes(all, &result, SIZE_MAX);
    LiveResult_Free(&result);
    return good || Differs(live, query, "the same query again gives something else");
}

static const CheckFn checks[] = {CheckCap,    CheckFirst,  CheckAny,      CheckStream,
                                 CheckDetail, CheckCancel, CheckSafeStep, CheckAgain};

static SceneQuery RandomQuery(const TestScene* scene, SceneMode mode, Random* random) {
    static const double tolerances[4] = {0x1p-30, 0x1p-30, 0x1p-8, 0x1p-50};
    static const int sixteenths[5] = {0, 1, 4, 16, 32};
    SceneQuery query = SceneQuery_Make(mode);
    query.detect.detail = SV_DETAIL_SHAPE;
    query.detect.tolerance = tolerances[Random_Below(random, 4)];
    query.detect.overlap = (svOverlap)Random_Below(random, SV_OVERLAP_ENUM_COUNT);
    query.intersect.segments = Coin(random);
    query.intersect.time = Random_Below(random, 2);
    query.proximity.distance = scene->unit / 16.0 * sixteenths[Random_Below(random, 5)];
    query.proximity.time = Random_Below(random, 2);
    return query;
}

// The answer of the first live scene against brute force and against itself, asked in two of the
// other ways; and against the answer of the second.
static bool CompareOnce(LiveScene live[2], SceneMode mode, Random* random,
                        SceneComparison* comparison) {
    const SceneQuery query = RandomQuery(live[0].source, mode, random);
    LiveResult all, other;
    LiveScene_Run(&live[0], &query, &all);
    bool good = compareWithBrute(&live[0], &query, &all, comparison);
    for (int i = 0; i < 2 && good; ++i) {
        good = checks[Random_Below(random, (int)(sizeof checks / sizeof checks[0]))](
            &live[i], &query, &all, random);
    }
    if (good) {
        LiveScene_Run(&live[1], &query, &other);
        good = (other.status == all.status && SameBytes(&all, &other, SIZE_MAX)) ||
               Differs(&live[1], &query, "another way of finding the pairs gives something else");
        LiveResult_Free(&other);
    }
    LiveResult_Free(&all);
    return good;
}

// A next step: the motion always, sometimes a mesh more, another filter, everything anew.
static svStatus Advance(TestScene* scene, LiveScene live[2], Random* random) {
    bool wasStatic[SCENE_MAX_MESHES] = {false}, sameViews = true;
    const uint32_t changed = (uint32_t)Random_Below(random, (int)scene->meshCount);
    const bool changeDef = Random_Below(random, 3) == 0, refill = Random_Below(random, 6) == 0;
    svStatus status = SV_OK;
    for (uint32_t m = 0; m < scene->meshCount; ++m) {
        wasStatic[m] = scene->meshes[m].isStatic;
    }
    TestScene_Step(scene);
    for (uint32_t m = 0; m < scene->meshCount; ++m) {
        sameViews &= wasStatic[m] == scene->meshes[m].isStatic;
    }
    if (Coin(random)) {
        TestScene_Reveal(scene);
    }
    if (changeDef) {
        TestScene_ChangeDef(scene, changed);
    }
    for (int i = 0; i < 2 && status == SV_OK; ++i) {
        status = LiveScene_AddNew(&live[i]);
        // Where the buffers are the same, new numbers in them are enough.
        if (status == SV_OK && (!sameViews || Coin(random))) {
            status = LiveScene_SetMotion(&live[i]);
        }
        if (status == SV_OK && changeDef) {
            status = LiveScene_SetDef(&live[i], changed);
        }
        if (status == SV_OK && refill) {
            status = LiveScene_Refill(&live[i]);
        }
    }
    return status;
}

// For the queries, so that the scene is the same in all modes.
static Random OwnNumbers(SceneMode mode, int family, uint64_t seed) {
    Random random = {seed};
    random.state = Random_Bits(&random) + (uint64_t)(1000 * (int)mode + family + 1);
    random.state = Random_Bits(&random);
    return random;
}

void compareScene(const LiveContexts* contexts, SceneMode mode, int family, uint64_t seed,
                  SceneComparison* comparison) {
    TestScene* scene = TestScene_New(family, seed);
    Random random = OwnNumbers(mode, family, seed);
    LiveScene live[2] = {{0}, {0}};
    svStatus status = SV_OK;
    bool good = true;
    for (int i = 0; i < 2 && status == SV_OK; ++i) {
        status = LiveScene_Open(&live[i], contexts, scene, LiveChoice_Random(&random));
    }
    const int steps = Random_Below(&random, 4) == 0 ? 4 : 1;
    for (int step = 0; step < steps && good && status == SV_OK; ++step) {
        good = CompareOnce(live, mode, &random, comparison);
        if (good && step + 1 < steps) {
            status = Advance(scene, live, &random);
        }
    }
    if (status != SV_OK) {
        const SceneQuery query = SceneQuery_Make(mode);
        good = Differs(&live[0], &query, "a call is refused: %s", svStatus_Text(status));
    }
    comparison->mismatches += !good;
    LiveScene_Close(&live[0]);
    LiveScene_Close(&live[1]);
    TestScene_Free(scene);
}

void compareFamily(const LiveContexts* contexts, SceneMode mode, int family, uint64_t maxScenes,
                   uint64_t maxPairs, SceneComparison* comparison) {
#ifdef TEST_SANITIZED
    maxScenes /= 16;
    maxPairs /= 16;
#endif
    for (uint64_t seed = 1; comparison->scenes < maxScenes &&
                            (comparison->scenes < maxScenes / 16 || comparison->pairs < maxPairs);
         ++seed) {
        compareScene(contexts, mode, family, seed, comparison);
    }
}

// Counts do not depend on the number of workers.
static bool SameCounts(const svSceneStats* a, const svSceneStats* b) {
    return a->nodePairs == b->nodePairs && a->leafPairs == b->leafPairs &&
           a->leafPairsNear == b->leafPairsNear && a->selfTested == b->selfTested &&
           a->selfApart == b->selfApart && a->leavesApart == b->leavesApart &&
           memcmp(a->boxPairs, b->boxPairs, sizeof a->boxPairs) == 0 &&
           memcmp(a->incident, b->incident, sizeof a->incident) == 0 &&
           memcmp(a->culled, b->culled, sizeof a->culled) == 0 &&
           memcmp(a->excluded, b->excluded, sizeof a->excluded) == 0 &&
           memcmp(a->ccd, b->ccd, sizeof a->ccd) == 0 && a->tested == b->tested &&
           a->exact == b->exact && a->overlaps == b->overlaps && a->leafCount == b->leafCount;
}

// The first scene from this seed on with a few pairs and not many, and a query about it.
static TestScene* FindSmall(SceneMode mode, int family, uint64_t seed, SceneQuery* query) {
    enum { LEAST = 5, MOST = 150, TRIES = 200 };
    for (uint64_t end = seed + TRIES;; ++seed) {
        TestScene* scene = TestScene_New(family, seed);
        Random random = OwnNumbers(mode, family, seed);
        BruteResult brute;
        *query = RandomQuery(scene, mode, &random);
        SceneQuery all = *query;
        all.detect.overlap = SV_OVERLAP_REPORT;
        bruteRun(scene, &all, &brute);
        const size_t count = brute.lists[0].count + brute.lists[1].count;
        bruteFree(&brute);
        if ((count >= LEAST && count <= MOST) || seed == end) {
            return scene;
        }
        TestScene_Free(scene);
    }
}

void compareAllChoices(const LiveContexts* contexts, SceneMode mode, int family, uint64_t seed,
                       SceneComparison* comparison) {
    SceneQuery query;
    TestScene* scene = FindSmall(mode, family, seed, &query);
    LiveChoice choice = {0};
    LiveResult first = {0}, result;
    svSceneStats oneWorker = {0};
    bool good = true, isFirst = true;
    do {
        LiveScene live;
        if (LiveScene_Open(&live, contexts, scene, choice) != SV_OK) {
            good = Differs(&live, &query, "a call is refused");
        } else {
            LiveScene_Run(&live, &query, &result);
            if (isFirst) {
                good = compareWithBrute(&live, &query, &result, comparison);
                first = result;
            } else if (result.status != first.status || !SameBytes(&first, &result, SIZE_MAX)) {
                good = Differs(&live, &query, "not the bytes of the first way");
            }
            if (choice.workers == 0) {
                oneWorker = result.stats;
            } else if (good && !SameCounts(&oneWorker, &result.stats)) {
                good = Differs(&live, &query, "not the counts of one worker");
            }
            if (!isFirst) {
                LiveResult_Free(&result);
            }
            isFirst = false;
        }
        LiveScene_Close(&live);
    } while (good && LiveChoice_Next(&choice));
    comparison->mismatches += !good;
    LiveResult_Free(&first);
    TestScene_Free(scene);
}
