// An allocator for tests: counts, checks what is given back, and fails on demand.
#ifndef SELVAGE_TESTS_SUPPORT_ALLOCATOR_H
#define SELVAGE_TESTS_SUPPORT_ALLOCATOR_H

#include "selvage/base.h"

typedef struct TestAllocator {
    size_t attempts;    // calls of allocate so far
    size_t allocations; // successful ones
    size_t live;        // not yet given back
    size_t liveBytes;
    size_t failAt;   // the attempt with this number (from 0) fails, and all after it
    bool failOnce;   // only that attempt fails
    bool misaligned; // an alignment other than a power of two was asked for, or size 0
} TestAllocator;

// Never fails until failAt is lowered.
TestAllocator TestAllocator_Make(void);
svAllocator TestAllocator_Hooks(TestAllocator* allocator);

// Fails the n-th attempt from now on (from 0), and all after it or only that one.
void TestAllocator_FailNth(TestAllocator* allocator, size_t n, bool once);

// A context on this allocator. Fails the test if there is none.
svContext* TestAllocator_NewContext(TestAllocator* allocator);

#endif
