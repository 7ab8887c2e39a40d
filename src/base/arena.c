// The scratch arena: a chain of blocks, each twice as large as the one before.

#include "base/arena.h"

#include "base/context.h"

#define ARENA_ALIGNMENT ((size_t)64)
#define ARENA_FIRST_BLOCK ((size_t)1 << 16)

struct svArenaBlock {
    svArenaBlock* next;
    size_t capacity; // bytes after the header
};

// The header occupies one cache line, so the bytes behind it stay 64-byte aligned.
static char* BlockBytes(svArenaBlock* block) {
    return (char*)block + ARENA_ALIGNMENT;
}

void svArena_Init(svArena* arena, svContext* context) {
    *arena = (svArena){.context = context};
}

void svArena_Destroy(svArena* arena) {
    svArenaBlock* block = arena->first;
    while (block != NULL) {
        svArenaBlock* next = block->next;
        svContext_Release(arena->context, block);
        block = next;
    }
    svArena_Init(arena, arena->context);
}

// Moves to a block with room for `bytes`: the next one of the chain if it is large enough, else a
// new one put in front of it.
static bool NextBlock(svArena* arena, size_t bytes) {
    svArenaBlock** link = arena->current == NULL ? &arena->first : &arena->current->next;
    if (*link == NULL || (*link)->capacity < bytes) {
        size_t capacity = arena->current == NULL ? ARENA_FIRST_BLOCK : arena->current->capacity * 2;
        capacity = capacity < bytes ? bytes : capacity;
        if (capacity > SIZE_MAX - ARENA_ALIGNMENT) {
            return false;
        }
        svArenaBlock* block = svContext_Allocate(arena->context, capacity + ARENA_ALIGNMENT);
        if (block == NULL) {
            return false;
        }
        block->next = *link;
        block->capacity = capacity;
        *link = block;
    }
    arena->current = *link;
    arena->used = 0;
    return true;
}

void* svArena_Allocate(svArena* arena, size_t count, size_t elementSize) {
    if (elementSize != 0 && count > (SIZE_MAX - ARENA_ALIGNMENT) / elementSize) {
        return NULL;
    }
    const size_t bytes =
        (count * elementSize + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT;
    if (arena->current == NULL || bytes > arena->current->capacity - arena->used) {
        if (!NextBlock(arena, bytes)) {
            return NULL;
        }
    }
    char* memory = BlockBytes(arena->current) + arena->used;
    arena->used += bytes;
    return memory;
}

svArenaMark svArena_GetMark(const svArena* arena) {
    return (svArenaMark){arena->current, arena->used};
}

void svArena_Rewind(svArena* arena, svArenaMark mark) {
    arena->current = mark.block == NULL ? arena->first : mark.block;
    arena->used = mark.used;
}
