// What the rooms see of a context beyond the public functions.
#ifndef SELVAGE_BASE_CONTEXT_H
#define SELVAGE_BASE_CONTEXT_H

#include "selvage/base.h"

#define SV_MAX_WORKERS 256

struct svContext {
    svAllocator allocator;
    svMessageFn message;
    void* messageUser;
    uint32_t workerCount; // as in the def: 0 is one for each processor
    svTaskHooks tasks;
    // The thread pool of parallel/, a later room, hence the callback; made at its first use. Like
    // the context itself, not counted in bytesInUse.
    struct svWorkers* workers;
    void (*destroyWorkers)(struct svWorkers* workers);
    size_t bytesInUse;
    char lastError[512];
};

// malloc and free behind the allocator interface.
svAllocator svDefaultAllocator(void);

// Like svContext_Allocate, null when the product overflows.
void* svContext_AllocateArray(svContext* context, size_t count, size_t elementSize);

// Sends an error message and returns the status: `return svContext_Fail(...)`.
svStatus svContext_Fail(svContext* context, svStatus status, const char* text);

#endif
