// From what the workers found to the arrays of a result.
#ifndef SELVAGE_SCENE_RESULTS_H
#define SELVAGE_SCENE_RESULTS_H

#include "scene/query.h"

// The lists of a result; part of the hash.
typedef enum svListKind { SV_LIST_VERTEX_FACE, SV_LIST_EDGE_EDGE, SV_LIST_FACES } svListKind;

// A merged list, in the memory of the scene.
typedef struct svCollected {
    size_t count;
    uint64_t total, hash;
    const svFeaturePair* pairs;
    const uint64_t* keys;     // sorted; in the numbering of the scene
    void* data[SV_SORT_DATA]; // of each pair, in the order of the pairs; null where not used
} svCollected;

// Merges found[list] (found[0] for faces) of all workers, sorted, and keeps as many as the query
// wants.
svStatus svScene_Collect(svQuery* query, svListKind kind, svCollected* out);

// Sets `places` to the indices of the marks that are not 0, and returns their number. `places` has
// room for all. Branch-free: hits cannot be predicted.
static inline uint32_t svFindMarks(const uint8_t* marks, uint32_t count, uint16_t* places) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; ++i) {
        places[found] = (uint16_t)i;
        found += marks[i] != 0;
    }
    return found;
}

// Names pairs of features by mesh and feature.
void svScene_NamePairs(const svScene* scene, svListKind kind, const uint64_t* keys, size_t count,
                       svFeaturePair* pairs);

// Counts and hashes a pair, and returns it by mesh and feature.
svFeaturePair svFound_Count(const svSceneWorker* worker, svFound* found, svListKind kind,
                            uint64_t key);

// Adds the `count` pairs behind those of `found`, for which there was room, to them and to what is
// counted.
void svFound_Keep(const svSceneWorker* worker, svFound* found, svListKind kind, size_t count);

#endif
