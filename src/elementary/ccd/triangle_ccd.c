// CCD of pairs of moving triangles, single or in batches: separating directions cull most pairs,
// the fifteen feature pairs of the survivors go through the exact tests. Out come hits and the
// earliest time of impact.

#include "elementary/ccd/ccd_block.h"
#include "elementary/ccd/ccd_contact.h"
#include "elementary/ccd/directions.h"
#include "elementary/ccd/separation.h"
#include "elementary/ccd/triangle_features.h"

#include <string.h>

const uint8_t svTriangleFeatures[SV_TRIANGLE_FEATURES][4] = {
    {0, 3, 4, 5}, {1, 3, 4, 5}, {2, 3, 4, 5}, {3, 0, 1, 2}, {4, 0, 1, 2},
    {5, 0, 1, 2}, {0, 1, 3, 4}, {0, 1, 4, 5}, {0, 1, 5, 3}, {1, 2, 3, 4},
    {1, 2, 4, 5}, {1, 2, 5, 3}, {2, 0, 3, 4}, {2, 0, 4, 5}, {2, 0, 5, 3},
};

bool svTriangleFeature_Shares(int feature, const uint32_t ids[6]) {
    const uint8_t* points = svTriangleFeatures[feature];
    const int split = feature < SV_TRIANGLE_VF ? 1 : 2;
    bool shares = false;
    for (int i = 0; i < split; ++i) {
        for (int j = split; j < 4; ++j) {
            shares |= ids[points[i]] == ids[points[j]];
        }
    }
    return shares;
}

static bool AnyShared(const uint32_t ids[6]) {
    bool shared = false;
    for (int i = 0; i < 3; ++i) {
        shared |= ids[i] == ids[3] || ids[i] == ids[4] || ids[i] == ids[5];
    }
    return shared;
}

svTriangleCcdBatchDef svDefaultTriangleCcdBatchDef(void) {
    svTriangleCcdBatchDef def = {0};
    def.structSize = sizeof(def);
    def.tolerance = SV_CCD_DEFAULT_TOLERANCE;
    def.directions = SV_DIRECTIONS_ALL;
    return def;
}

// Triangle pairs whose features fill a block.
enum { QUEUE_PAIRS = SV_CCD_BLOCK / SV_TRIANGLE_EE };

// Candidate feature pairs of one kind, to be tested as a block.
typedef struct FeatureQueue {
    uint32_t points[SV_CCD_BLOCK][4]; // among the six of each queued triangle pair
    uint32_t count;
} FeatureQueue;

typedef struct TriangleBatch {
    const svTriangleCcdBatchDef* def;
    uint8_t* hits;
    svInterval* times;
    svTriangleCcdStats stats;
    // Queued triangle pairs: their queries, their points in the layout of svCcdBlock::both, which
    // enables the single-precision pass, and their feature pairs.
    uint32_t owners[QUEUE_PAIRS];
    double both[6 * QUEUE_PAIRS][8];
    uint32_t waiting;
    FeatureQueue queues[2];
} TriangleBatch;

// The batch of feature pairs with the settings of a batch of triangle pairs.
static svCcdBatchDef FeatureDef(const svTriangleCcdBatchDef* def) {
    svCcdBatchDef features = svDefaultCcdBatchDef();
    features.x0 = def->x0;
    features.x1 = def->x1;
    features.tolerance = def->tolerance;
    features.trusted = def->trusted;
    features.isa = def->isa;
    features.allocator = def->allocator;
    return features;
}

// The time of impact of a query is the least of those of its feature pairs: it lies between the
// least lower and the least upper end, a bracket no wider than that of one pair.
static void AddHit(TriangleBatch* batch, uint32_t query, const svInterval* time) {
    if (batch->times != NULL) {
        svInterval* first = &batch->times[query];
        const bool had = batch->hits[query] != 0;
        first->lo = had && first->lo < time->lo ? first->lo : time->lo;
        first->hi = had && first->hi < time->hi ? first->hi : time->hi;
    }
    batch->hits[query] = 1;
}

static svStatus TestFeatures(TriangleBatch* batch, svPairKind kind) {
    FeatureQueue* queue = &batch->queues[kind];
    uint8_t hits[SV_CCD_BLOCK];
    svInterval times[SV_CCD_BLOCK] = {{0, 0}};
    svCcdBatchDef def = FeatureDef(batch->def);
    const svPositions x0 = {batch->both[0], 6 * (size_t)batch->waiting, sizeof(batch->both[0]),
                            SV_DOUBLE};
    def.x0 = def.x1 = x0;
    def.x1.data = &batch->both[0][4];
    def.points = queue->points[0];
    def.count = queue->count;
    const svCcdBatchOut out = {hits, batch->times == NULL ? NULL : times, NULL, batch->both[0]};
    const svStatus status = svCcdBatch_Run(
        &def, kind, &out, kind == SV_VERTEX_FACE ? &batch->stats.vf : &batch->stats.ee);
    for (uint32_t i = 0; i < queue->count && status == SV_OK; ++i) {
        if (hits[i] != 0) {
            AddHit(batch, batch->owners[queue->points[i][0] / 6], &times[i]);
        }
    }
    queue->count = 0;
    return status;
}

static svStatus FlushFeatures(TriangleBatch* batch) {
    svStatus status = SV_OK;
    for (int kind = 0; kind < 2 && batch->waiting > 0 && status == SV_OK; ++kind) {
        status = TestFeatures(batch, (svPairKind)kind);
    }
    batch->waiting = 0;
    return status;
}

static void LoadIds(const svTriangleCcdBatchDef* def, size_t query, uint32_t ids[6]) {
    for (size_t i = 0; i < 6; ++i) {
        ids[i] = def->points == NULL ? (uint32_t)(6 * query + i) : def->points[6 * query + i];
    }
}

static svStatus AddFeatures(TriangleBatch* batch, uint32_t query) {
    uint32_t ids[6];
    LoadIds(batch->def, query, ids);
    const svStatus status = batch->waiting == QUEUE_PAIRS ? FlushFeatures(batch) : SV_OK;
    const uint32_t first = 6 * batch->waiting;
    batch->owners[batch->waiting++] = query;
    for (uint32_t c = 0; c < 6; ++c) {
        double* point = batch->both[first + c];
        svPositions_Get(&batch->def->x0, ids[c], point);
        svPositions_Get(&batch->def->x1, ids[c], point + 4);
        point[3] = point[7] = 0;
    }
    const bool sharing = AnyShared(ids);
    for (int f = 0; f < SV_TRIANGLE_FEATURES; ++f) {
        if (sharing && svTriangleFeature_Shares(f, ids)) {
            continue;
        }
        FeatureQueue* queue = &batch->queues[svTriangleFeature_Kind(f)];
        for (int i = 0; i < 4; ++i) {
            queue->points[queue->count][i] = first + svTriangleFeatures[f][i];
        }
        ++queue->count;
    }
    return status;
}

static svStatus CullBlock(TriangleBatch* batch, const svKernels* kernels, size_t first) {
    const svTriangleCcdBatchDef* def = batch->def;
    const size_t rest = def->count - first;
    const uint32_t count = (uint32_t)(rest < SV_DIRECTION_BLOCK ? rest : SV_DIRECTION_BLOCK);
    uint32_t list[SV_DIRECTION_BLOCK];
    svDirectionBlock block = {.x0 = &def->x0,
                              .x1 = &def->x1,
                              .points = def->points,
                              .first = first,
                              .directions = def->directions,
                              .list = list};
    svStatus status = SV_OK;
    for (uint32_t i = 0; i < count && status == SV_OK; ++i) {
        if (def->points != NULL && AnyShared(def->points + 6 * (first + i))) {
            ++batch->stats.sharing;
            status = AddFeatures(batch, (uint32_t)first + i);
        } else {
            list[block.count++] = i;
        }
    }
    kernels->separateTriangles(&block);
    for (int kind = 0; kind < SV_DIRECTION_KINDS; ++kind) {
        batch->stats.separated[kind] += block.separated[kind];
    }
    for (uint32_t i = 0; i < block.count && status == SV_OK; ++i) {
        status = AddFeatures(batch, (uint32_t)first + list[i]);
    }
    return status;
}

// The checks of CCD batches, on all points of all queries.
static svStatus CheckTriangleBatch(const svTriangleCcdBatchDef* def, const uint8_t* hits) {
    if (def == NULL || hits == NULL || def->structSize != sizeof(*def) ||
        def->directions > SV_DIRECTIONS_ALL || def->count > UINT32_MAX) {
        return SV_ERROR_ARGUMENT;
    }
    if (def->points == NULL && def->count > def->x0.count / 6) {
        return SV_ERROR_ARGUMENT;
    }
    const svCcdBatchDef features = FeatureDef(def);
    uint8_t none;
    const svStatus status =
        svCcdBatch_Run(&features, SV_VERTEX_FACE, &(svCcdBatchOut){&none, NULL, NULL, NULL}, NULL);
    for (size_t i = 0;
         status == SV_OK && !def->trusted && def->points != NULL && i < 6 * def->count; ++i) {
        if (def->points[i] >= def->x0.count) {
            return SV_ERROR_ARGUMENT;
        }
    }
    return status;
}

svStatus svTrianglePair_CcdBatch(const svTriangleCcdBatchDef* def, uint8_t* hits, svInterval* times,
                                 svTriangleCcdStats* stats) {
    svStatus status = CheckTriangleBatch(def, hits);
    if (status != SV_OK) {
        return status;
    }
    svTriangleCcdBatchDef checked = *def;
    checked.trusted = true;
    TriangleBatch batch; // the queues are not cleared: they are large
    batch.def = &checked;
    batch.hits = hits;
    batch.times = times;
    batch.stats = (svTriangleCcdStats){0};
    batch.waiting = batch.queues[0].count = batch.queues[1].count = 0;
    memset(hits, 0, def->count);
    const svKernels* kernels = svKernels_Of(def->isa);
    for (size_t first = 0; first < def->count && status == SV_OK; first += SV_DIRECTION_BLOCK) {
        status = CullBlock(&batch, kernels, first);
    }
    if (status == SV_OK) {
        status = FlushFeatures(&batch);
    }
    if (status == SV_OK && stats != NULL) {
        stats->queries += def->count;
        stats->sharing += batch.stats.sharing;
        for (size_t i = 0; i < def->count; ++i) {
            stats->hits += hits[i];
        }
        for (int kind = 0; kind < SV_DIRECTION_KINDS; ++kind) {
            stats->separated[kind] += batch.stats.separated[kind];
        }
        svCcdStats_Add(&stats->vf, &batch.stats.vf);
        svCcdStats_Add(&stats->ee, &batch.stats.ee);
    }
    return status;
}

// One pair: six points, of which b may repeat some of a.
typedef struct Single {
    double x[2][6][3];
    uint32_t ids[6];
} Single;

static bool IsSamePoint(const Single* single, int i, int j) {
    bool same = true;
    for (int k = 0; k < 3; ++k) {
        same = same && single->x[0][i][k] == single->x[0][j][k] &&
               single->x[1][i][k] == single->x[1][j][k];
    }
    return same;
}

static svStatus LoadSingle(const svMovingTrianglePair* pair, Single* single) {
    memcpy(single->x[0][0], pair->a0, sizeof(pair->a0));
    memcpy(single->x[0][3], pair->b0, sizeof(pair->b0));
    memcpy(single->x[1][0], pair->a1, sizeof(pair->a1));
    memcpy(single->x[1][3], pair->b1, sizeof(pair->b1));
    memcpy(single->ids, pair->aIds, sizeof(pair->aIds));
    memcpy(single->ids + 3, pair->bIds, sizeof(pair->bIds));
    // x - x is zero for numbers and NaN for all else. Independent sums, so that their latencies
    // overlap.
    double sums[6];
    for (int i = 0; i < 6; ++i) {
        const double *p = single->x[0][i], *q = single->x[1][i];
        sums[i] = (p[0] - p[0]) + (p[1] - p[1]) + (p[2] - p[2]) + (q[0] - q[0]) + (q[1] - q[1]) +
                  (q[2] - q[2]);
    }
    if (sums[0] + sums[1] + sums[2] + sums[3] + sums[4] + sums[5] != 0) {
        return SV_ERROR_NOT_FINITE;
    }
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < i; ++j) {
            if (single->ids[i] == single->ids[j] && !IsSamePoint(single, i, j)) {
                return SV_ERROR_ARGUMENT;
            }
        }
    }
    return SV_OK;
}

static bool IsSeparated(const Single* single) {
    const svPositions x0 = svPositions_Double(single->x[0][0], 6);
    const svPositions x1 = svPositions_Double(single->x[1][0], 6);
    uint32_t list[1] = {0};
    svDirectionBlock block = {
        .x0 = &x0, .x1 = &x1, .directions = SV_DIRECTIONS_ALL, .list = list, .count = 1};
    svKernels_Of(SV_ISA_SCALAR)->separateTriangles(&block);
    return block.count == 0;
}

// Tests the feature pairs of one kind: the earliest contact, if there is one before *first.
static svStatus TestKind(const Single* single, svPairKind kind, const svCcdDef* def,
                         svTriangleCcdResult* first, int* side) {
    const int begin = kind == SV_VERTEX_FACE ? 0 : SV_TRIANGLE_VF;
    const int end = kind == SV_VERTEX_FACE ? SV_TRIANGLE_VF : SV_TRIANGLE_FEATURES;
    uint32_t points[SV_TRIANGLE_EE][4];
    int features[SV_TRIANGLE_EE], sides[SV_TRIANGLE_EE];
    uint8_t hits[SV_TRIANGLE_EE];
    svInterval times[SV_TRIANGLE_EE] = {{0, 0}};
    svCcdBatchDef batch = svDefaultCcdBatchDef();
    for (int f = begin; f < end; ++f) {
        if (!svTriangleFeature_Shares(f, single->ids)) {
            for (int i = 0; i < 4; ++i) {
                points[batch.count][i] = svTriangleFeatures[f][i];
            }
            features[batch.count++] = f;
        }
    }
    svCcdStats stats = {0};
    batch.x0 = svPositions_Double(single->x[0][0], 6);
    batch.x1 = svPositions_Double(single->x[1][0], 6);
    batch.points = points[0];
    batch.tolerance = def->tolerance;
    batch.trusted = true;
    batch.allocator = def->allocator;
    const svStatus status =
        svCcdBatch_Run(&batch, kind, &(svCcdBatchOut){hits, times, sides, NULL}, &stats);
    first->contact.exact |= stats.exact > 0;
    for (size_t i = 0; i < batch.count && status == SV_OK; ++i) {
        svCcdResult* contact = &first->contact;
        // Of brackets with the same start the one that ends there is certainly the first.
        const bool earlier = times[i].lo < contact->tLo ||
                             (times[i].lo == contact->tLo && times[i].hi < contact->tHi);
        if (hits[i] != 0 && (!contact->hit || earlier)) {
            contact->hit = true;
            contact->tLo = times[i].lo;
            contact->tHi = times[i].hi;
            first->kind = kind;
            memcpy(first->points, svTriangleFeatures[features[i]], sizeof(first->points));
            *side = sides[i];
        }
    }
    return status;
}

static void LoadFeature(const Single* single, const uint8_t points[4], svMovingPair* pair) {
    for (int i = 0; i < 4; ++i) {
        memcpy(pair->x0[i], single->x[0][points[i]], sizeof(pair->x0[i]));
        memcpy(pair->x1[i], single->x[1][points[i]], sizeof(pair->x1[i]));
    }
}

static svStatus TestContact(const Single* single, const svCcdDef* def, svTriangleCcdResult* first) {
    int side = 0;
    svStatus status = TestKind(single, SV_VERTEX_FACE, def, first, &side);
    if (status == SV_OK) {
        status = TestKind(single, SV_EDGE_EDGE, def, first, &side);
    }
    if (status == SV_OK && first->contact.hit) {
        svMovingPair feature;
        LoadFeature(single, first->points, &feature);
        svCcdContact_Describe(&feature, first->kind, side, &first->contact);
    }
    return status;
}

// CCD with minimum separation, one feature pair after the other.
static void TestSeparation(const Single* single, const svCcdDef* def, svTriangleCcdResult* first) {
    for (int f = 0; f < SV_TRIANGLE_FEATURES; ++f) {
        if (svTriangleFeature_Shares(f, single->ids)) {
            continue;
        }
        svMovingPair feature;
        svCcdResult contact = {0};
        LoadFeature(single, svTriangleFeatures[f], &feature);
        svSeparation_Ccd(&feature, svTriangleFeature_Kind(f), def, &contact);
        if (contact.hit && (!first->contact.hit || contact.tLo < first->contact.tLo)) {
            first->contact = contact;
            first->kind = svTriangleFeature_Kind(f);
            memcpy(first->points, svTriangleFeatures[f], sizeof(first->points));
        }
    }
}

svStatus svTrianglePair_Ccd(const svMovingTrianglePair* pair, const svCcdDef* def,
                            svTriangleCcdResult* result) {
    if (pair == NULL || def == NULL || result == NULL || !svCcdDef_IsValid(def)) {
        return SV_ERROR_ARGUMENT;
    }
    Single single;
    svTriangleCcdResult first = {0};
    svStatus status = LoadSingle(pair, &single);
    if (status != SV_OK) {
        return status;
    }
    if (def->minSeparation > 0) {
        TestSeparation(&single, def, &first);
    } else if (AnyShared(single.ids) || !IsSeparated(&single)) {
        status = TestContact(&single, def, &first);
    }
    if (status == SV_OK) {
        *result = first;
    }
    return status;
}
