#include "support/allocator.h"

#include <stdlib.h>

#include "support/test.h"

static void* Allocate(size_t bytes, size_t alignment, void* user) {
    TestAllocator* const allocator = user;
    if (bytes == 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) {
        allocator->misaligned = true;
        return NULL;
    }
    const size_t attempt = allocator->attempts++;
    if (attempt == allocator->failAt || (attempt > allocator->failAt && !allocator->failOnce) ||
        bytes > SIZE_MAX / 2) {
        return NULL;
    }
    void* memory = aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    if (memory != NULL) {
        ++allocator->allocations;
        ++allocator->live;
        allocator->liveBytes += bytes;
    }
    return memory;
}

static void Release(void* memory, size_t bytes, void* user) {
    TestAllocator* const allocator = user;
    --allocator->live;
    allocator->liveBytes -= bytes;
    free(memory);
}

TestAllocator TestAllocator_Make(void) {
    return (TestAllocator){.failAt = SIZE_MAX};
}

void TestAllocator_FailNth(TestAllocator* allocator, size_t n, bool once) {
    allocator->failAt = allocator->attempts + n;
    allocator->failOnce = once;
}

svAllocator TestAllocator_Hooks(TestAllocator* allocator) {
    return (svAllocator){Allocate, Release, allocator};
}

svContext* TestAllocator_NewContext(TestAllocator* allocator) {
    svContextDef def = svDefaultContextDef();
    def.allocator = TestAllocator_Hooks(allocator);
    svContext* context = NULL;
    assert_int_equal(svContext_Create(&def, &context), SV_OK);
    return context;
}
