// The order of contact lists of one mesh: by first feature, then by second.
#ifndef SELVAGE_PAPERS_METHODS_FEATURE_PAIRS_H
#define SELVAGE_PAPERS_METHODS_FEATURE_PAIRS_H

#include "selvage/scene.h"

// For qsort; as svScene_Detect sorts, meshes aside.
static inline int FeaturePair_Compare(const void* a, const void* b) {
    const svFeaturePair *x = a, *y = b;
    return x->a != y->a ? (x->a > y->a) - (x->a < y->a) : (x->b > y->b) - (x->b < y->b);
}

#endif
