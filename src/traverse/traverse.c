// Broad phase: the BVH against itself, breadth first until there are enough tasks for all workers
// (svTraversal_Split), then depth first below each task (svWalk). In: a refitted tree, and the
// subtrees that self-collision culling has proven free of self-contact. Out: leaf pairs whose
// bounds overlap.
//
// All leaves are equally deep, so a pair of nodes of one level descends to pairs of one level: both
// sides at once, sixteen children against sixteen. Only children of the first node that overlap the
// second node as a whole are tested against its children.

#include "traverse/traverse.h"

#include "base/context.h"

// Enough tasks to balance any number of workers, few enough that splitting costs little.
#define MOST_TASKS 16384

static void InitWalk(const svTraversal* traversal, svWalk* walk) {
    walk->tree = traversal->tree;
    walk->overlap = traversal->kernels->chooseOverlap(traversal->tree->volume, traversal->instant);
    walk->apart = traversal->apart;
    walk->visitor = traversal->visitor;
    walk->nodePairs = 0;
}

static inline uint32_t ChildMask(const svTreeLevel* level, uint32_t node) {
    return (1u << svTree_ChildCount(level, node)) - 1;
}

static inline uint32_t LowestBit(uint32_t bits) {
    return (uint32_t)__builtin_ctz(bits);
}

// The bounds of a node as a whole: a column of its parent.
static inline const float* NodeColumn(const svTree* tree, uint32_t level, uint32_t node) {
    return svTree_Node(tree, level + 1, node / SV_WIDTH) + node % SV_WIDTH;
}

// Overlaps among the children of one node, each pair once.
static inline void SelfRows(const svWalk* walk, uint32_t level, uint32_t node,
                            svOverlapRows* rows) {
    const float* const bounds = svTree_Node(walk->tree, level, node);
    const uint32_t children = ChildMask(&walk->tree->levels[level], node);
    rows->used = children; // each overlaps itself
    for (uint32_t rest = children; rest != 0; rest &= rest - 1) {
        const uint32_t i = LowestBit(rest);
        const uint32_t later = rest & (rest - 1);
        const uint32_t overlapping = later == 0 ? 0 : walk->overlap(bounds + i, bounds);
        rows->bits[i] = (overlapping & later) | 1u << i;
    }
}

static inline bool IsNodeCulled(const svWalk* walk, uint32_t level, uint32_t node) {
    return walk->apart != NULL && walk->apart[2 * level + 1][node] != 0;
}

// Drops pairs of children within a quarter of the node that is culled.
static inline void DropCulledQuarters(const svWalk* walk, uint32_t level, uint32_t node,
                                      svOverlapRows* rows) {
    if (walk->apart == NULL) {
        return;
    }
    const uint8_t* apart = walk->apart[2 * level] + (size_t)node * SV_PART_FAN;
    for (uint32_t used = rows->used; used != 0; used &= used - 1) {
        const uint32_t i = LowestBit(used);
        if (apart[i / SV_PART_FAN] != 0) {
            rows->bits[i] &= ~(0xfu << i / SV_PART_FAN * SV_PART_FAN);
            rows->used &= ~((uint32_t)(rows->bits[i] == 0) << i);
        }
    }
}

// Overlaps between the children of two nodes.
static inline void MutualRows(const svWalk* walk, uint32_t level, svNodePair pair,
                              svOverlapRows* rows) {
    const svTree* const tree = walk->tree;
    const float* const a = svTree_Node(tree, level, pair.a);
    const float* const b = svTree_Node(tree, level, pair.b);
    const uint32_t children = ChildMask(&tree->levels[level], pair.b);
    rows->used = 0;
    for (uint32_t rest = walk->overlap(NodeColumn(tree, level, pair.b), a) &
                         ChildMask(&tree->levels[level], pair.a);
         rest != 0; rest &= rest - 1) {
        const uint32_t i = LowestBit(rest);
        const uint32_t overlapping = walk->overlap(a + i, b) & children;
        rows->bits[i] = overlapping;
        rows->used |= (uint32_t)(overlapping != 0) << i;
    }
}

static inline void CompareChildren(svWalk* walk, uint32_t level, svNodePair pair,
                                   svOverlapRows* rows) {
    if (pair.a == pair.b && IsNodeCulled(walk, level, pair.a)) {
        rows->used = 0;
        return;
    }
    ++walk->nodePairs;
    if (pair.a == pair.b) {
        SelfRows(walk, level, pair.a, rows);
        DropCulledQuarters(walk, level, pair.a, rows);
    } else {
        MutualRows(walk, level, pair, rows);
    }
}

// Appends the pairs of the level below to tasks->next; *count is their number so far.
static svStatus AppendChildren(svContext* context, const svOverlapRows* rows, svNodePair pair,
                               svTasks* tasks, size_t* count) {
    size_t wanted = *count;
    for (uint32_t used = rows->used; used != 0; used &= used - 1) {
        wanted += (size_t)__builtin_popcount(rows->bits[LowestBit(used)]);
    }
    if (wanted == *count) {
        return SV_OK;
    }
    void* next = tasks->next;
    if (svContext_Grow(context, &next, &tasks->nextCapacity, wanted, sizeof(svNodePair)) != SV_OK) {
        return svContext_Fail(context, SV_ERROR_MEMORY, "no memory for the tasks of a traversal");
    }
    tasks->next = next;
    svNodePair* to = tasks->next + *count;
    for (uint32_t used = rows->used; used != 0; used &= used - 1) {
        const uint32_t i = LowestBit(used);
        for (uint32_t bits = rows->bits[i]; bits != 0; bits &= bits - 1) {
            *to++ = (svNodePair){pair.a * SV_WIDTH + i, pair.b * SV_WIDTH + LowestBit(bits)};
        }
    }
    *count = wanted;
    return SV_OK;
}

// Makes the list of the level below. *count exceeds MOST_TASKS if that is too long.
static svStatus MakeNext(svContext* context, svWalk* walk, svTasks* tasks, size_t* count) {
    *count = 0;
    svStatus status = SV_OK;
    for (size_t i = 0; i < tasks->count && *count <= MOST_TASKS && status == SV_OK; ++i) {
        svOverlapRows rows;
        CompareChildren(walk, tasks->level, tasks->pairs[i], &rows);
        status = AppendChildren(context, &rows, tasks->pairs[i], tasks, count);
    }
    return status;
}

// Tells the pairs of a level whose children were compared for good.
static void ShowLevel(const svWalk* walk, const svTasks* tasks) {
    for (size_t i = 0; walk->visitor != NULL && i < tasks->count; ++i) {
        const svNodePair pair = tasks->pairs[i];
        if (pair.a != pair.b || !IsNodeCulled(walk, tasks->level, pair.a)) {
            walk->visitor->visit(tasks->level, pair, walk->visitor->user);
        }
    }
}

static void TakeNext(svTasks* tasks, size_t count) {
    svNodePair* const pairs = tasks->pairs;
    const size_t capacity = tasks->capacity;
    tasks->pairs = tasks->next;
    tasks->capacity = tasks->nextCapacity;
    tasks->next = pairs;
    tasks->nextCapacity = capacity;
    tasks->count = count;
    --tasks->level;
}

svStatus svTraversal_Split(svContext* context, const svTraversal* traversal, svTasks* tasks) {
    const svTree* const tree = traversal->tree;
    tasks->count = 0;
    tasks->level = 0;
    tasks->nodePairs = 0;
    if (tree->levelCount == 0) {
        return SV_OK;
    }
    void* pairs = tasks->pairs;
    if (svContext_Grow(context, &pairs, &tasks->capacity, 1, sizeof(svNodePair)) != SV_OK) {
        return svContext_Fail(context, SV_ERROR_MEMORY, "no memory for the tasks of a traversal");
    }
    tasks->pairs = pairs;
    tasks->pairs[0] = (svNodePair){0, 0};
    tasks->count = 1;
    tasks->level = tree->levelCount - 1;
    while (tasks->level > 0) {
        svWalk walk;
        size_t count;
        InitWalk(traversal, &walk);
        const svStatus status = MakeNext(context, &walk, tasks, &count);
        if (status != SV_OK) {
            return status;
        }
        if (count > MOST_TASKS) {
            break; // the pairs are compared again by svWalk_Next, and counted there
        }
        tasks->nodePairs += walk.nodePairs;
        ShowLevel(&walk, tasks);
        TakeNext(tasks, count);
    }
    return SV_OK;
}

void svTasks_Destroy(svContext* context, svTasks* tasks) {
    svContext_Release(context, tasks->pairs);
    svContext_Release(context, tasks->next);
    *tasks = (svTasks){0};
}

// ---- depth first -----------------------------------------------------------------------------

static void VisitPair(svWalk* walk, uint32_t level, svNodePair pair) {
    walk->level = level;
    walk->stack[level].pair = pair;
    CompareChildren(walk, level, pair, &walk->stack[level].left);
    if (walk->visitor != NULL && (pair.a != pair.b || !IsNodeCulled(walk, level, pair.a))) {
        walk->visitor->visit(level, pair, walk->visitor->user);
    }
}

void svWalk_Start(const svTraversal* traversal, const svTasks* tasks, size_t task, svWalk* walk) {
    InitWalk(traversal, walk);
    walk->top = tasks->level;
    VisitPair(walk, tasks->level, tasks->pairs[task]);
}

// All pairs of children of lowest nodes.
static void ListLeafPairs(const svOverlapRows* rows, svNodePair pair, svLeafPairs* out) {
    svNodePair* to = out->pairs;
    for (uint32_t used = rows->used; used != 0; used &= used - 1) {
        const uint32_t i = LowestBit(used);
        for (uint32_t bits = rows->bits[i]; bits != 0; bits &= bits - 1) {
            *to++ = (svNodePair){pair.a * SV_WIDTH + i, pair.b * SV_WIDTH + LowestBit(bits)};
        }
    }
    out->count = (uint32_t)(to - out->pairs);
}

// Pops the next pair of children.
static svNodePair TakeChildren(svOverlapRows* rows, svNodePair pair) {
    const uint32_t i = LowestBit(rows->used), j = LowestBit(rows->bits[i]);
    rows->bits[i] &= rows->bits[i] - 1;
    rows->used &= ~((uint32_t)(rows->bits[i] == 0) << i);
    return (svNodePair){pair.a * SV_WIDTH + i, pair.b * SV_WIDTH + j};
}

bool svWalk_Next(svWalk* walk, svLeafPairs* pairs) {
    while (walk->level <= walk->top) {
        const svNodePair pair = walk->stack[walk->level].pair;
        svOverlapRows* left = &walk->stack[walk->level].left;
        if (left->used == 0) {
            ++walk->level;
        } else if (walk->level > 0) {
            VisitPair(walk, walk->level - 1, TakeChildren(left, pair));
        } else {
            ListLeafPairs(left, pair, pairs);
            left->used = 0;
            return true;
        }
    }
    return false;
}
