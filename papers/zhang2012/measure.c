// A set of triangle pairs in; times, misses and false positives of every method out, interleaved.

#include "zhang2012.h"

#include "papers/methods/advance.h"
#include "papers/methods/cubic_ccd.h"
#include "papers/methods/feature_distance.h"
#include "report/program.h"
#include "report/terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *key;
} methods[ZHANG_METHOD_COUNT] = {
    [ZHANG_CA] = {"CA, 15 features", "ca"},
    [ZHANG_TRIANGLE_CA] = {"CA, triangles", "triangle_ca"},
    [ZHANG_CUBIC] = {"cubic solver", "cubic"},
    [ZHANG_LITERAL_CA] = {"culling, literal + CA", "literal_ca"},
    [ZHANG_PRINTED_CA] = {"culling, printed + CA", "printed_ca"},
    [ZHANG_CORRECTED_CA] = {"culling, corrected + CA", "corrected_ca"},
    [ZHANG_CORRECTED_CUBIC] = {"culling, corrected + cubic", "corrected_cubic"},
    [ZHANG_FEATURES] = {"exact, 15 single features", "exact_features"},
    [ZHANG_SINGLE] = {"exact, single triangle pair", "exact_single"},
    [ZHANG_FEATURE_BATCH] = {"exact, blocks of features", "exact_feature_batch"},
    [ZHANG_BATCH] = {"exact, blocks of triangle pairs", "exact_batch"},
};

const char* ZhangMethod_Name(ZhangMethod method) {
    return methods[method].name;
}

const char* ZhangMethod_Key(ZhangMethod method) {
    return methods[method].key;
}

void ZhangPairs_Reserve(ZhangPairs* pairs, size_t capacity) {
    *pairs = (ZhangPairs){.capacity = capacity};
    pairs->lab = Terminal_Allocate(capacity, sizeof(*pairs->lab));
    pairs->moving = Terminal_Allocate(capacity, sizeof(*pairs->moving));
    for (int t = 0; t < 2; ++t) {
        pairs->x[t] = Terminal_Allocate(6 * capacity, sizeof(*pairs->x[t]));
    }
    pairs->vf = Terminal_Allocate(6 * capacity, sizeof(*pairs->vf));
    pairs->ee = Terminal_Allocate(9 * capacity, sizeof(*pairs->ee));
    pairs->truth = Terminal_Allocate(capacity, sizeof(*pairs->truth));
    pairs->times = Terminal_Allocate(9 * capacity, sizeof(*pairs->times));
    pairs->hits = Terminal_Allocate(9 * capacity, sizeof(*pairs->hits));
}

void ZhangPairs_Destroy(ZhangPairs* pairs) {
    free(pairs->lab);
    free(pairs->moving);
    free(pairs->x[0]);
    free(pairs->x[1]);
    free(pairs->vf);
    free(pairs->ee);
    free(pairs->truth);
    free(pairs->times);
    free(pairs->hits);
    *pairs = (ZhangPairs){0};
}

bool ZhangPairs_Add(ZhangPairs* pairs, const PairCorners* corners) {
    const size_t at = pairs->count++;
    svMovingTrianglePair* moving = &pairs->moving[at];
    pairs->lab[at] = TrianglePair_Make(corners, NULL);
    for (int t = 0; t < 2; ++t) {
        memcpy(pairs->x[t][6 * at], corners->x[t], sizeof(corners->x[t]));
        memcpy(t == 0 ? moving->a0 : moving->a1, corners->x[t][0], sizeof(moving->a0));
        memcpy(t == 0 ? moving->b0 : moving->b1, corners->x[t][3], sizeof(moving->b0));
    }
    for (uint32_t i = 0; i < 3; ++i) {
        moving->aIds[i] = i;
        moving->bIds[i] = 3 + i;
    }
    for (int f = 0; f < PAIR_FEATURES; ++f) {
        uint32_t* points =
            f < PAIR_VF ? pairs->vf[6 * at + (size_t)f] : pairs->ee[9 * at + (size_t)(f - PAIR_VF)];
        for (int i = 0; i < 4; ++i) {
            points[i] = (uint32_t)(6 * at) + pairFeatures[f][i];
        }
    }
    const svCcdDef def = svDefaultCcdDef();
    svTriangleCcdResult result = {0};
    (void)svTrianglePair_Ccd(moving, &def,
                             &result); // cannot fail: coordinates are finite and below 2^150
    pairs->truth[at] = result.contact.hit;
    return result.contact.hit;
}

void ZhangPairs_Copy(ZhangPairs* pairs, const ZhangPairs* from, size_t index) {
    PairCorners corners;
    for (int t = 0; t < 2; ++t) {
        memcpy(corners.x[t], from->x[t][6 * index], sizeof(corners.x[t]));
    }
    (void)ZhangPairs_Add(pairs, &corners);
}

static PairContact RunLab(const TrianglePair* pair, ZhangMethod method) {
    switch (method) {
    case ZHANG_CA:
        return Advance_Features(pair, PAIR_ALL_FEATURES);
    case ZHANG_TRIANGLE_CA:
        return Advance_Triangles(pair);
    case ZHANG_CUBIC:
        return CubicCcd_Features(pair, PAIR_ALL_FEATURES);
    case ZHANG_LITERAL_CA:
        return Advance_Features(pair, SimpleCull_Features(pair, CULL_LITERAL, CULL_ALL));
    case ZHANG_PRINTED_CA:
        return Advance_Features(pair, SimpleCull_Features(pair, CULL_PRINTED, CULL_ALL));
    case ZHANG_CORRECTED_CA:
        return Advance_Features(pair, SimpleCull_Features(pair, CULL_CORRECTED, CULL_ALL));
    default:
        return CubicCcd_Features(pair, SimpleCull_Features(pair, CULL_CORRECTED, CULL_ALL));
    }
}

// The fifteen feature pairs of a triangle pair, one by one.
static bool RunFeatures(const svMovingTrianglePair* pair) {
    const double(*x0[2])[3] = {(const double(*)[3])pair->a0, (const double(*)[3])pair->b0};
    const double(*x1[2])[3] = {(const double(*)[3])pair->a1, (const double(*)[3])pair->b1};
    const svCcdDef def = svDefaultCcdDef();
    bool hit = false;
    for (int f = 0; f < PAIR_FEATURES; ++f) {
        svMovingPair feature;
        svCcdResult result = {0};
        for (int i = 0; i < 4; ++i) {
            const uint8_t point = pairFeatures[f][i];
            memcpy(feature.x0[i], x0[point / 3][point % 3], sizeof(feature.x0[i]));
            memcpy(feature.x1[i], x1[point / 3][point % 3], sizeof(feature.x1[i]));
        }
        (void)(f < PAIR_VF ? svVertexFace_Ccd(&feature, &def, &result)
                           : svEdgeEdge_Ccd(&feature, &def, &result));
        hit |= result.hit;
    }
    return hit;
}

static void RunFeatureBatch(ZhangPairs* pairs) {
    svCcdBatchDef def = svDefaultCcdBatchDef();
    def.x0 = svPositions_Double(pairs->x[0][0], 6 * pairs->count);
    def.x1 = svPositions_Double(pairs->x[1][0], 6 * pairs->count);
    def.points = pairs->vf[0];
    def.count = 6 * pairs->count;
    def.trusted = true;
    (void)svVertexFace_CcdBatch(&def, pairs->hits, pairs->times, NULL);
    bool* any = Terminal_Allocate(pairs->count, sizeof(*any));
    for (size_t i = 0; i < def.count; ++i) {
        any[i / 6] |= pairs->hits[i] != 0;
    }
    def.points = pairs->ee[0];
    def.count = 9 * pairs->count;
    (void)svEdgeEdge_CcdBatch(&def, pairs->hits, pairs->times, NULL);
    for (size_t i = 0; i < def.count; ++i) {
        any[i / 9] |= pairs->hits[i] != 0;
    }
    for (size_t i = 0; i < pairs->count; ++i) {
        pairs->hits[i] = any[i];
    }
    free(any);
}

static void RunBatch(ZhangPairs* pairs, svTriangleCcdStats* stats) {
    svTriangleCcdBatchDef def = svDefaultTriangleCcdBatchDef();
    def.x0 = svPositions_Double(pairs->x[0][0], 6 * pairs->count);
    def.x1 = svPositions_Double(pairs->x[1][0], 6 * pairs->count);
    def.count = pairs->count;
    def.trusted = true;
    (void)svTrianglePair_CcdBatch(&def, pairs->hits, pairs->times, stats);
}

// Runs the method on all pairs; answers in pairs->hits.
static void RunZhangMethod(ZhangPairs* pairs, ZhangMethod method) {
    const svCcdDef def = svDefaultCcdDef();
    if (method == ZHANG_FEATURE_BATCH) {
        RunFeatureBatch(pairs);
    } else if (method == ZHANG_BATCH) {
        RunBatch(pairs, NULL);
    } else {
        for (size_t i = 0; i < pairs->count; ++i) {
            if (method == ZHANG_FEATURES) {
                pairs->hits[i] = RunFeatures(&pairs->moving[i]);
            } else if (method == ZHANG_SINGLE) {
                svTriangleCcdResult result = {0};
                (void)svTrianglePair_Ccd(&pairs->moving[i], &def, &result);
                pairs->hits[i] = result.contact.hit;
            } else {
                pairs->hits[i] = RunLab(&pairs->lab[i], method).hit;
            }
        }
    }
}

static void CountAnswers(ZhangPairs* pairs, ZhangRun* run) {
    for (int m = 0; m < ZHANG_METHOD_COUNT; ++m) {
        RunZhangMethod(pairs, (ZhangMethod)m);
        for (size_t i = 0; i < pairs->count; ++i) {
            run->missed[m] += pairs->truth[i] && pairs->hits[i] == 0;
            run->invented[m] += !pairs->truth[i] && pairs->hits[i] != 0;
        }
    }
}

// Pairs left after each step of Table 2, and pairs culled by each direction of the batch.
static void CountWork(ZhangPairs* pairs, ZhangRun* run) {
    for (size_t i = 0; i < pairs->count; ++i) {
        for (int s = 0; s < ZHANG_STEPS; ++s) {
            const uint32_t left =
                SimpleCull_Features(&pairs->lab[i], CULL_CORRECTED, (2u << s) - 1);
            run->wholes[s] += left == 0;
            run->left[s] += (uint64_t)__builtin_popcount(left);
        }
    }
    svTriangleCcdStats stats = {0};
    RunBatch(pairs, &stats);
    memcpy(run->separated, stats.separated, sizeof(run->separated));
}

void ZhangRun_Measure(ZhangPairs* pairs, int repeats, ZhangRun* run) {
    // The clock costs up to a microsecond: small sets run several times per reading.
    const size_t rounds = pairs->count < 5000 ? 5 : 1;
    *run = (ZhangRun){.pairs = pairs->count};
    if (pairs->count == 0) {
        return;
    }
    for (size_t i = 0; i < pairs->count; ++i) {
        run->colliding += pairs->truth[i];
    }
    CountAnswers(pairs, run);
    CountWork(pairs, run);
    for (int m = 0; m < ZHANG_METHOD_COUNT; ++m) {
        run->ns[m] = HUGE_VAL;
    }
    for (int r = 0; r < repeats; ++r) {
        for (int m = 0; m < ZHANG_METHOD_COUNT; ++m) {
            const double begin = Program_ProcessorSeconds();
            for (size_t k = 0; k < rounds; ++k) {
                RunZhangMethod(pairs, (ZhangMethod)m);
            }
            const double seconds = Program_ProcessorSeconds() - begin;
            run->ns[m] = fmin(run->ns[m], 1e9 * seconds / (double)(rounds * pairs->count));
        }
    }
}

void ZhangRun_Add(ZhangRun* sum, const ZhangRun* run) {
    const double all = (double)(sum->pairs + run->pairs);
    for (int m = 0; m < ZHANG_METHOD_COUNT; ++m) {
        const double ns = (double)sum->pairs * sum->ns[m] + (double)run->pairs * run->ns[m];
        sum->ns[m] = all > 0 ? ns / all : 0;
        sum->missed[m] += run->missed[m];
        sum->invented[m] += run->invented[m];
    }
    for (int s = 0; s < ZHANG_STEPS; ++s) {
        sum->wholes[s] += run->wholes[s];
        sum->left[s] += run->left[s];
    }
    for (int kind = 0; kind < SV_DIRECTION_KINDS; ++kind) {
        sum->separated[kind] += run->separated[kind];
    }
    sum->pairs += run->pairs;
    sum->colliding += run->colliding;
}

const char* ZhangDistance_Name(ZhangDistance distance) {
    static const char* const names[ZHANG_DISTANCE_COUNT] = {
        "plane-vertex, normal given", "plane-vertex", "face-vertex", "line-line", "edge-edge"};
    return names[distance];
}

// Sums the distances, so that the compiler cannot drop any.
static double SumDistances(const svVec3 (*x)[4], const svVec3* normals, int count,
                           ZhangDistance distance) {
    double sum = 0;
    for (int i = 0; i < count; ++i) {
        const svVec3* p = x[i];
        switch (distance) {
        case ZHANG_PLANE_GIVEN:
            sum += Distance_HeightOver(p[0], normals[i], p[3]);
            break;
        case ZHANG_PLANE:
            sum += Distance_PlaneToVertex(p[0], p[1], p[2], p[3]);
            break;
        case ZHANG_FACE:
            sum += Distance_FaceToVertex(p[0], p[1], p[2], p[3]).x;
            break;
        case ZHANG_LINE:
            sum += Distance_LineToLine(p[0], p[1], p[2], p[3]);
            break;
        default:
            sum += Distance_EdgeToEdge(p[0], p[1], p[2], p[3]).x;
            break;
        }
    }
    return sum;
}

void ZhangDistances_Measure(int configurations, int repeats, ZhangDistances* distances) {
    svVec3(*x)[4] = Terminal_Allocate((size_t)configurations, sizeof(*x));
    svVec3* normals = Terminal_Allocate((size_t)configurations, sizeof(*normals));
    uint64_t state = 5;
    *distances = (ZhangDistances){0};
    for (int draw = 0; draw < ZHANG_DRAWS; ++draw) {
        for (int i = 0; i < configurations; ++i) {
            PairCorners corners;
            RandomTriangles_Make(&state, 0, RANDOM_BOXES, &corners);
            for (int c = 0; c < 4; ++c) {
                const double* p = corners.x[0][c];
                x[i][c] = (svVec3){p[0], p[1], p[2]};
            }
            const svVec3 n =
                svVec3_Cross(svVec3_Sub(x[i][1], x[i][0]), svVec3_Sub(x[i][2], x[i][0]));
            normals[i] = svVec3_Scale(1 / sqrt(svVec3_Dot(n, n)), n);
        }
        for (int d = 0; d < ZHANG_DISTANCE_COUNT; ++d) {
            distances->ns[d][draw] = HUGE_VAL;
        }
        for (int r = 0; r < repeats; ++r) {
            for (int d = 0; d < ZHANG_DISTANCE_COUNT; ++d) {
                const double begin = Program_ProcessorSeconds();
                for (int k = 0; k < 10; ++k) {
                    distances->sum += SumDistances((const svVec3(*)[4])x, normals, configurations,
                                                   (ZhangDistance)d);
                }
                const double ns =
                    1e9 * (Program_ProcessorSeconds() - begin) / (10.0 * configurations);
                distances->ns[d][draw] = fmin(distances->ns[d][draw], ns);
            }
        }
        for (int d = 0; d < ZHANG_DISTANCE_COUNT; ++d) {
            distances->mean[d] += distances->ns[d][draw] / ZHANG_DRAWS;
        }
    }
    free(x);
    free(normals);
}
