// Scratch memory: a chain of blocks that is filled front to back and rewound, never freed piece by
// piece. After the first step of a repeated job it allocates nothing.
#ifndef SELVAGE_BASE_ARENA_H
#define SELVAGE_BASE_ARENA_H

#include "selvage/base.h"

typedef struct svArenaBlock svArenaBlock;

typedef struct svArena {
    svContext* context;
    svArenaBlock* first;
    svArenaBlock* current;
    size_t used; // bytes of the current block
} svArena;

// A position to rewind to.
typedef struct svArenaMark {
    svArenaBlock* block;
    size_t used;
} svArenaMark;

void svArena_Init(svArena* arena, svContext* context);
void svArena_Destroy(svArena* arena);

// `count * elementSize` bytes, 64-byte aligned, uninitialised; null if memory is exhausted or the
// product overflows. Valid until the arena is rewound past it.
void* svArena_Allocate(svArena* arena, size_t count, size_t elementSize);

svArenaMark svArena_GetMark(const svArena* arena);
void svArena_Rewind(svArena* arena, svArenaMark mark);

#endif
