// Sorting of numbers in place.
#ifndef SELVAGE_BASE_HEAP_SORT_H
#define SELVAGE_BASE_HEAP_SORT_H

#include <stddef.h>
#include <stdint.h>

// Ascending; needs no memory, and n log n steps for any order.
void svHeapSort(uint64_t* keys, size_t count);

#endif
