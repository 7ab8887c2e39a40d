// The context: memory, accounted for byte by byte, and messages.
//
// Every block carries a header of one cache line in front of the caller's bytes. It holds the size,
// so that release needs no size argument and BytesInUse can be exact, and it keeps the block
// 64-byte aligned for the wide loads of the kernels.

#include "base/context.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_ALIGNMENT 64

typedef struct BlockHeader {
    size_t bytes; // as requested from the allocator, header included
} BlockHeader;

static void* DefaultAllocate(size_t bytes, size_t alignment, void* user) {
    (void)user;
    // aligned_alloc wants a multiple of the alignment.
    if (bytes > SIZE_MAX - alignment) {
        return NULL;
    }
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

static void DefaultRelease(void* memory, size_t bytes, void* user) {
    (void)bytes;
    (void)user;
    free(memory);
}

svAllocator svDefaultAllocator(void) {
    return (svAllocator){DefaultAllocate, DefaultRelease, NULL};
}

svContextDef svDefaultContextDef(void) {
    svContextDef def = {0};
    def.structSize = sizeof(def);
    def.workerCount = 1;
    return def;
}

svStatus svContext_Create(const svContextDef* def, svContext** context) {
    if (def == NULL || context == NULL || def->structSize != sizeof(*def)) {
        return SV_ERROR_ARGUMENT;
    }
    svAllocator allocator = def->allocator;
    if ((allocator.allocate == NULL) != (allocator.release == NULL)) {
        return SV_ERROR_ARGUMENT; // memory from one heap must not go back to another
    }
    if (def->workerCount > SV_MAX_WORKERS) {
        return SV_ERROR_ARGUMENT;
    }
    if (allocator.allocate == NULL) {
        allocator = svDefaultAllocator();
    }
    svContext* c = allocator.allocate(sizeof(*c), BLOCK_ALIGNMENT, allocator.user);
    if (c == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(c, 0, sizeof(*c));
    c->allocator = allocator;
    c->message = def->message;
    c->messageUser = def->messageUser;
    c->workerCount = def->workerCount;
    c->tasks = def->tasks;
    *context = c;
    return SV_OK;
}

void svContext_Destroy(svContext* context) {
    if (context != NULL) {
        if (context->workers != NULL) {
            context->destroyWorkers(context->workers);
        }
        svAllocator allocator = context->allocator;
        allocator.release(context, sizeof(*context), allocator.user);
    }
}

const char* svContext_LastError(const svContext* context) {
    return context->lastError;
}

size_t svContext_BytesInUse(const svContext* context) {
    return context->bytesInUse;
}

void* svContext_Allocate(svContext* context, size_t bytes) {
    if (bytes > SIZE_MAX - BLOCK_ALIGNMENT) {
        return NULL;
    }
    const size_t total = bytes + BLOCK_ALIGNMENT;
    char* block = context->allocator.allocate(total, BLOCK_ALIGNMENT, context->allocator.user);
    if (block == NULL) {
        return NULL;
    }
    ((BlockHeader*)(void*)block)->bytes = total;
    context->bytesInUse += total;
    return block + BLOCK_ALIGNMENT;
}

void* svContext_AllocateArray(svContext* context, size_t count, size_t elementSize) {
    if (elementSize != 0 && count > SIZE_MAX / elementSize) {
        return NULL;
    }
    return svContext_Allocate(context, count * elementSize);
}

void svContext_Release(svContext* context, void* memory) {
    if (memory == NULL) {
        return;
    }
    char* block = (char*)memory - BLOCK_ALIGNMENT;
    const size_t total = ((const BlockHeader*)(const void*)block)->bytes;
    context->bytesInUse -= total;
    context->allocator.release(block, total, context->allocator.user);
}

svStatus svContext_Grow(svContext* context, void** data, size_t* capacity, size_t count,
                        size_t elementSize) {
    if (count <= *capacity) {
        return SV_OK;
    }
    size_t wanted = *capacity < 16 ? 32 : *capacity;
    wanted = wanted > SIZE_MAX / 2 ? SIZE_MAX : wanted * 2;
    wanted = wanted < count ? count : wanted;
    char* grown = svContext_AllocateArray(context, wanted, elementSize);
    if (grown == NULL) {
        return SV_ERROR_MEMORY;
    }
    if (*capacity > 0) {
        memcpy(grown, *data, *capacity * elementSize);
    }
    svContext_Release(context, *data);
    *data = grown;
    *capacity = wanted;
    return SV_OK;
}

void svContext_Message(svContext* context, svSeverity severity, const char* format, ...) {
    char text[sizeof(context->lastError)];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    if (severity == SV_ERROR) {
        memcpy(context->lastError, text, sizeof(text));
    }
    if (context->message != NULL) {
        context->message(severity, text, context->messageUser);
    }
}

svStatus svContext_Fail(svContext* context, svStatus status, const char* text) {
    svContext_Message(context, SV_ERROR, "%s", text);
    return status;
}
