#include "support/inspection.h"

#include "support/test.h"

#include <stdlib.h>
#include <string.h>

static void* Grow(void* data, size_t* capacity, size_t count, size_t size) {
    if (count > *capacity) {
        *capacity = 2 * count;
        data = realloc(data, *capacity * size);
        if (data == NULL) {
            abort();
        }
    }
    return data;
}

void Watched_Take(const svStageBlock* block, void* user) {
    Watched* watched = user;
    if (block->count == 0 || (block->items == NULL) == (block->features == NULL) ||
        (block->stage == SV_STAGE_CANDIDATES) != (block->features != NULL) ||
        (block->stage == SV_STAGE_NODES) != (block->level > 0)) {
        abort();
    }
    if (block->stage == SV_STAGE_CANDIDATES) {
        const size_t at = watched->candidateCount;
        watched->candidateCount += block->count;
        watched->candidates = Grow(watched->candidates, &watched->candidateCapacity,
                                   watched->candidateCount, sizeof(WatchedCandidate));
        for (size_t i = 0; i < block->count; ++i) {
            watched->candidates[at + i] = (WatchedCandidate){block->kind, block->features[i]};
        }
        return;
    }
    const size_t at = watched->itemCount;
    watched->itemCount += block->count;
    watched->items =
        Grow(watched->items, &watched->itemCapacity, watched->itemCount, sizeof(WatchedItems));
    for (size_t i = 0; i < block->count; ++i) {
        watched->items[at + i] =
            (WatchedItems){block->level, block->items[i][0], block->items[i][1]};
    }
}

static int CompareWords(const void* a, const void* b, size_t count) {
    const uint32_t *x = a, *y = b;
    for (size_t i = 0; i < count; ++i) {
        if (x[i] != y[i]) {
            return x[i] < y[i] ? -1 : 1;
        }
    }
    return 0;
}

static int CompareItems(const void* a, const void* b) {
    return CompareWords(a, b, sizeof(WatchedItems) / sizeof(uint32_t));
}

static int CompareCandidates(const void* a, const void* b) {
    return CompareWords(a, b, sizeof(WatchedCandidate) / sizeof(uint32_t));
}

bool Watched_HasItems(const Watched* watched, uint32_t level, uint32_t a, uint32_t b) {
    const WatchedItems wanted = {level, a < b ? a : b, a < b ? b : a};
    return watched->itemCount > 0 && bsearch(&wanted, watched->items, watched->itemCount,
                                             sizeof(WatchedItems), CompareItems) != NULL;
}

bool Watched_HasCandidate(const Watched* watched, uint32_t kind, const svFeaturePair* pair) {
    const WatchedCandidate wanted = {kind, *pair};
    return watched->candidateCount > 0 &&
           bsearch(&wanted, watched->candidates, watched->candidateCount, sizeof(WatchedCandidate),
                   CompareCandidates) != NULL;
}

void Watched_Sort(Watched* watched) {
    if (watched->itemCount > 0) {
        qsort(watched->items, watched->itemCount, sizeof(WatchedItems), CompareItems);
    }
    for (size_t i = 1; i < watched->itemCount; ++i) {
        assert_true(CompareItems(&watched->items[i - 1], &watched->items[i]) < 0);
    }
    if (watched->candidateCount > 0) {
        qsort(watched->candidates, watched->candidateCount, sizeof(WatchedCandidate),
              CompareCandidates);
    }
    for (size_t i = 1; i < watched->candidateCount; ++i) {
        assert_true(CompareCandidates(&watched->candidates[i - 1], &watched->candidates[i]) < 0);
    }
}

void Watched_Free(Watched* watched) {
    free(watched->items);
    free(watched->candidates);
}

static void ReadLeaves(const LiveScene* live, SceneBvh* bvh) {
    const uint32_t count = bvh->shape.itemCount[0];
    bvh->leaves = calloc((size_t)count + 1, sizeof(svBvhLeaf));
    for (uint32_t m = 0; m < live->meshCount; ++m) {
        const uint32_t faces = live->source->meshes[m].list.triangleCount;
        bvh->leafOfFace[m] = malloc((faces + (size_t)1) * sizeof(uint32_t));
        memset(bvh->leafOfFace[m], 0xff, (faces + (size_t)1) * sizeof(uint32_t));
    }
    for (uint32_t i = 0; i < count; ++i) {
        svBvhLeaf* leaf = &bvh->leaves[i];
        assert_int_equal(svScene_GetLeaf(live->scene, i, leaf), SV_OK);
        assert_true(leaf->faceCount >= 1 && leaf->faceCount <= 16);
        assert_true(leaf->mesh < live->meshCount);
        for (uint32_t f = 0; f < leaf->faceCount; ++f) { // every triangle in one leaf
            assert_true(leaf->faces[f] < live->source->meshes[leaf->mesh].list.triangleCount);
            uint32_t* owner = &bvh->leafOfFace[leaf->mesh][leaf->faces[f]];
            assert_int_equal(*owner, UINT32_MAX);
            *owner = i;
        }
    }
    for (uint32_t m = 0; m < live->meshCount; ++m) {
        for (uint32_t f = 0; f < live->source->meshes[m].list.triangleCount; ++f) {
            assert_true(bvh->leafOfFace[m][f] < count);
        }
    }
}

void SceneBvh_Read(const LiveScene* live, SceneBvh* bvh) {
    *bvh = (SceneBvh){0};
    assert_int_equal(svScene_GetBvh(live->scene, &bvh->shape), SV_OK);
    const svBvhShape* shape = &bvh->shape;
    assert_int_equal(shape->volume, live->choice.volume);
    bvh->numbers = svVolume_Numbers(shape->volume);
    ReadLeaves(live, bvh);
    for (uint32_t l = 0; l < shape->levelCount; ++l) {
        const uint32_t count = shape->itemCount[l];
        assert_true(l == 0 || count == (shape->itemCount[l - 1] + 15) / 16);
        bvh->isFree[l] = calloc(count, 1);
        assert_int_equal(svScene_GetSelfFree(live->scene, l, 0, count, bvh->isFree[l]), SV_OK);
        for (int time = 0; time < 2; ++time) {
            double* bounds = calloc((size_t)count * bvh->numbers, sizeof(double));
            assert_int_equal(svScene_GetBounds(live->scene, l, 0, count, time, bounds), SV_OK);
            bvh->bounds[time][l] = bounds;
            double last[18]; // one alone is the same
            assert_int_equal(svScene_GetBounds(live->scene, l, count - 1, 1, time, last), SV_OK);
            assert_memory_equal(last, bounds + (size_t)(count - 1) * bvh->numbers,
                                bvh->numbers * sizeof(double));
        }
    }
    assert_true(shape->levelCount == 0 || shape->itemCount[shape->levelCount - 1] == 1);
    for (uint32_t l = shape->levelCount; l < SV_BVH_MAX_LEVELS; ++l) {
        assert_int_equal(shape->itemCount[l], 0);
    }
}

void SceneBvh_Free(SceneBvh* bvh) {
    free(bvh->leaves);
    for (uint32_t l = 0; l < SV_BVH_MAX_LEVELS; ++l) {
        free(bvh->bounds[0][l]);
        free(bvh->bounds[1][l]);
        free(bvh->isFree[l]);
    }
    for (uint32_t m = 0; m < SCENE_MAX_MESHES; ++m) {
        free(bvh->leafOfFace[m]);
    }
}
