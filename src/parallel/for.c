// The parallel loop for code outside the library.

#include "parallel/workers.h"

void svContext_For(svContext* context, size_t count, size_t grain, svRangeFn fn, void* work) {
    svWorkers* workers = NULL;
    if (count > grain && svWorkers_Get(context, &workers) == SV_OK) {
        svWorkers_For(workers, count, grain, fn, work);
        return;
    }
    for (size_t first = 0; first < count; first += grain) {
        fn(0, first, count - first < grain ? count : first + grain, work);
    }
}
