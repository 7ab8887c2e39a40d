// Heapsort (Williams 1964): n log n in the worst case, without memory.

#include "base/heap_sort.h"

static void SiftDownKeys(uint64_t* keys, size_t i, size_t count) {
    const uint64_t key = keys[i];
    for (size_t child = 2 * i + 1; child < count; child = 2 * i + 1) {
        child += child + 1 < count && keys[child] < keys[child + 1];
        if (keys[child] <= key) {
            break;
        }
        keys[i] = keys[child];
        i = child;
    }
    keys[i] = key;
}

void svHeapSort(uint64_t* keys, size_t count) {
    for (size_t i = count / 2; i-- > 0;) {
        SiftDownKeys(keys, i, count);
    }
    for (size_t end = count; end-- > 1;) {
        const uint64_t last = keys[end];
        keys[end] = keys[0];
        keys[0] = last;
        SiftDownKeys(keys, 0, end);
    }
}
