// The module of the page: demo.h as it is. Functions that return through a pointer write to memory
// of Demo_Memory.
#include "demo.h"

#include <stdlib.h>

void* Demo_Memory(size_t bytes);

void* Demo_Memory(size_t bytes) {
    return malloc(bytes);
}
