// So many of very many pairs, spread over all of them: those whose hashes are least. Which ones
// does not depend on the order in which they come.
#ifndef SELVAGE_VIEWER_SAMPLE_H
#define SELVAGE_VIEWER_SAMPLE_H

#include "selvage/scene.h"

typedef struct SampleItem {
    uint64_t hash;
    uint32_t kind; // svPairKind
    svFeaturePair pair;
    double time;          // of contacts
    svContactShape shape; // of contacts
} SampleItem;

typedef struct Sample {
    size_t most;
    uint64_t total; // that came
    SampleItem* items;
    size_t count;
    uint64_t below; // hashes from here on are too many
} Sample;

Sample Sample_Make(size_t most);
void Sample_Destroy(Sample* sample);

// `item->hash` is set here.
void Sample_Add(Sample* sample, const SampleItem* item);

// Sorts them by kind and pair.
void Sample_End(Sample* sample);

#endif
