// In-place sort of 64-bit keys.
#ifndef SELVAGE_BASE_HEAP_SORT_H
#define SELVAGE_BASE_HEAP_SORT_H

#include <stddef.h>
#include <stdint.h>

// Ascending; needs no memory, and n log n steps in the worst case.
void svHeapSort(uint64_t* keys, size_t count);

#endif
