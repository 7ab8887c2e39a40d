// Query files and contact lists on any bytes. The first byte chooses ('0': queries).
#include "selvage/io.h"

#include <math.h>

#include "bounded_allocator.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static svStatus ReadQueries(svContext* context, const uint8_t* data, size_t size) {
    svQueryData queries = {0};
    const svStatus status = svReadQueriesMemory(context, "fuzz", data, size, &queries);
    for (size_t i = 0; i < queries.count; ++i) {
        const double* x = queries.pairs[i].x0[0];
        for (int k = 0; k < 24; ++k) {
            if (!isfinite(x[k])) {
                abort();
            }
        }
        if (queries.answers[i] < -1 || queries.answers[i] > 1) {
            abort();
        }
    }
    svQueryData_Destroy(context, &queries);
    return status;
}

static svStatus ReadPairs(svContext* context, const uint8_t* data, size_t size) {
    svIndexRows rows = {0};
    const svStatus status = svReadPairsMemory(context, "fuzz", data, size, &rows);
    if (status == SV_OK && rows.count > 0 && (rows.columns < 2 || rows.columns > 4)) {
        abort();
    }
    svIndexRows_Destroy(context, &rows);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size == 0) {
        return 0;
    }
    BoundedAllocator allocator;
    svContext* context = NewBoundedContext(&allocator, size);
    const svStatus status = data[0] == '0' ? ReadQueries(context, data + 1, size - 1)
                                           : ReadPairs(context, data + 1, size - 1);
    if (status != SV_OK && status != SV_ERROR_FORMAT) {
        abort();
    }
    DestroyBoundedContext(context);
    return 0;
}
