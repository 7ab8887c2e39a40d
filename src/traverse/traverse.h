// Traversal of the tree against itself: every pair of leaves whose bounds overlap at some time of
// the step, each once, a leaf with itself too.
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
    uint64_t nodePairs; // pairs of nodes whose children were compared to make the list
} svTasks;

// How a traversal tests bounds.
typedef struct svTraversal {
    const svTree* tree;
    const svKernels* kernels;
    bool instant; // only the bounds at t0 count
    // Which parts of the leaves need not be looked at, each with itself: apart[h][i] is not 0 if
    // no two of the 4^(h + 1) leaves from i 4^(h + 1) on need be; then it is so for all parts of
    // that part, too. Two levels h for each of the tree. Null: none.
    const uint8_t* const* apart;
} svTraversal;

// Splits the traversal into tasks: pairs of nodes of one level, as deep as a bounded number of them
// allows. In a fixed order. SV_ERROR_MEMORY.
svStatus svTraversal_Split(svContext* context, const svTraversal* traversal, svTasks* tasks);
void svTasks_Destroy(svContext* context, svTasks* tasks);

// Receives a pair of leaves, a <= b. Pairs with one `a` often follow each other.
typedef void (*svLeafPairFn)(uint32_t a, uint32_t b, void* user);

// Calls fn for every pair of leaves below a task. Adds the pairs of nodes whose children were
// compared to *nodePairs: with those of the tasks their sum does not depend on the number of tasks,
// nor on the instruction set.
void svTraversal_Run(const svTraversal* traversal, const svTasks* tasks, size_t task,
                     svLeafPairFn fn, void* user, uint64_t* nodePairs);

#endif
