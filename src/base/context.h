// What the rooms see of a context beyond the public functions.
#ifndef SELVAGE_BASE_CONTEXT_H
#define SELVAGE_BASE_CONTEXT_H

#include "selvage/base.h"

struct svContext {
    svAllocator allocator;
    svMessageFn message;
    void* messageUser;
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
