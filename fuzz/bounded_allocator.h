// An allocator that aborts when a reader asks for more than the size of its input justifies.
#ifndef SELVAGE_FUZZ_BOUNDED_ALLOCATOR_H
#define SELVAGE_FUZZ_BOUNDED_ALLOCATOR_H

#include "selvage/base.h"

#include <stdlib.h>

typedef struct BoundedAllocator {
    size_t live;
    size_t limit;
} BoundedAllocator;

static void* BoundedAllocate(size_t bytes, size_t alignment, void* user) {
    BoundedAllocator* allocator = user;
    allocator->live += bytes;
    if (bytes > allocator->limit || allocator->live > allocator->limit) {
        abort();
    }
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

static void BoundedRelease(void* memory, size_t bytes, void* user) {
    ((BoundedAllocator*)user)->live -= bytes;
    free(memory);
}

// A context for an input of `size` bytes. The shortest row that makes something is two characters
// for a corner (12 bytes of triangle) or twelve for an element of a PLY header (some 100 bytes);
// growing holds an array three times over.
static svContext* NewBoundedContext(BoundedAllocator* allocator, size_t size) {
    *allocator = (BoundedAllocator){0, 40 * size + 16384};
    svContextDef def = svDefaultContextDef();
    def.allocator = (svAllocator){BoundedAllocate, BoundedRelease, allocator};
    svContext* context = NULL;
    if (svContext_Create(&def, &context) != SV_OK) {
        abort();
    }
    return context;
}

static void DestroyBoundedContext(svContext* context) {
    if (svContext_BytesInUse(context) != 0) {
        abort();
    }
    svContext_Destroy(context);
}

#endif
