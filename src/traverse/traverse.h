// Broad phase: the BVH against itself. Finds every pair of leaves whose bounds overlap at some time
// of the step, each once; a leaf is also paired with itself.
#ifndef SELVAGE_TRAVERSE_TRAVERSE_H
#define SELVAGE_TRAVERSE_TRAVERSE_H

#include "dispatch/kernels.h"
#include "hierarchy/tree.h"

// Two nodes of one level, a <= b.
typedef struct svNodePair {
    uint32_t a, b;
} svNodePair;

// A task is a pair of nodes of level `level`.
typedef struct svTasks {
    svNodePair* pairs;
    size_t count, capacity;
    svNodePair* next; // the list of the level below, while it is being made
    size_t nextCapacity;
    uint32_t level;
    uint64_t nodePairs; // node pairs whose children were tested to make the list
} svTasks;

// Is told the node pairs that a traversal visits: those that svTasks and svWalk count, each once.
typedef struct svVisitor {
    void (*visit)(uint32_t level, svNodePair pair, void* user);
    void* user;
} svVisitor;

// What a traversal tests, and how.
typedef struct svTraversal {
    const svTree* tree;
    const svKernels* kernels;
    bool instant; // only the bounds at t0 count
    // Self-collision culling: apart[h][i] is not 0 if the part of 4^(h + 1) leaves from i 4^(h + 1)
    // on is proven free of self-contact, and then so are all parts within it. Two levels h for each
    // of the tree. Null: nothing is culled.
    const uint8_t* const* apart;
    const svVisitor* visitor; // null: nobody watches
} svTraversal;

// Splits the traversal into tasks: pairs of nodes of one level, as deep as a bounded number of them
// allows. In a fixed order. SV_ERROR_MEMORY.
svStatus svTraversal_Split(svContext* context, const svTraversal* traversal, svTasks* tasks);
void svTasks_Destroy(svContext* context, svTasks* tasks);

// Leaf pairs whose bounds overlap, a <= b: those below one pair of lowest nodes.
typedef struct svLeafPairs {
    uint32_t count;
    svNodePair pairs[SV_WIDTH * SV_WIDTH]; // of leaves; pairs with one `a` follow each other
} svLeafPairs;

// For each child of a node, the children of the other node that it overlaps, as bits.
typedef struct svOverlapRows {
    uint32_t used; // children with a row that is not empty; the other rows are not set
    uint32_t bits[SV_WIDTH];
} svOverlapRows;

// The traversal below one task, depth first: a stack of node pairs, with the pairs of children that
// are still to be visited.
typedef struct svWalk {
    const svTree* tree;
    svOverlapFn* overlap;
    const uint8_t* const* apart; // as in svTraversal
    const svVisitor* visitor;
    // Node pairs whose children were tested. Summed with those of svTasks, it depends neither on
    // the number of tasks nor on the instruction set.
    uint64_t nodePairs;
    uint32_t level, top; // of the pair that is being visited, and of the task; above: at the end
    struct {
        svNodePair pair;
        svOverlapRows left;
    } stack[SV_TREE_MAX_LEVELS];
} svWalk;

// Begins the traversal below a task.
void svWalk_Start(const svTraversal* traversal, const svTasks* tasks, size_t task, svWalk* walk);

// The next leaf pairs, at least one; false at the end.
bool svWalk_Next(svWalk* walk, svLeafPairs* pairs);

#endif
