// How often symbols occur in, lengths of their codes out.

#include "huffman.h"

#include <stdbool.h>
#include <string.h>

// Nodes of the tree: first the symbols that occur, by count, then pairs of nodes in the order in
// which they are made, which is by count too. So the two smallest stand at the front of two queues
// (J. van Leeuwen, "On the construction of Huffman trees", 1976).
typedef struct HuffmanTree {
    int symbols[HUFFMAN_MOST_SYMBOLS];
    uint64_t counts[2 * HUFFMAN_MOST_SYMBOLS];
    int parents[2 * HUFFMAN_MOST_SYMBOLS];
    int leafCount, nodeCount;
} HuffmanTree;

// Sorted by count, equal ones by symbol: the same codes everywhere.
static void TakeSymbols(HuffmanTree* tree, const uint32_t* counts, int symbols) {
    tree->leafCount = 0;
    for (int s = 0; s < symbols; ++s) {
        if (counts[s] == 0) {
            continue;
        }
        int at = tree->leafCount++;
        for (; at > 0 && tree->counts[at - 1] > counts[s]; --at) {
            tree->counts[at] = tree->counts[at - 1];
            tree->symbols[at] = tree->symbols[at - 1];
        }
        tree->counts[at] = counts[s];
        tree->symbols[at] = s;
    }
    tree->nodeCount = tree->leafCount;
}

// The front of the queue with the smaller one, which is left by it.
static int TakeSmallest(const HuffmanTree* tree, int* leaf, int* pair) {
    const bool isLeaf = *pair == tree->nodeCount ||
                        (*leaf < tree->leafCount && tree->counts[*leaf] <= tree->counts[*pair]);
    return isLeaf ? (*leaf)++ : (*pair)++;
}

static void JoinPairs(HuffmanTree* tree) {
    int leaf = 0, pair = tree->leafCount;
    while (tree->nodeCount < 2 * tree->leafCount - 1) {
        const int a = TakeSmallest(tree, &leaf, &pair);
        const int b = TakeSmallest(tree, &leaf, &pair);
        tree->counts[tree->nodeCount] = tree->counts[a] + tree->counts[b];
        tree->parents[a] = tree->parents[b] = tree->nodeCount++;
    }
}

// Depths of the leaves; the largest.
static int Measure(const HuffmanTree* tree, uint8_t* lengths) {
    int depths[2 * HUFFMAN_MOST_SYMBOLS] = {0}, deepest = 0;
    for (int i = tree->nodeCount - 2; i >= 0; --i) {
        depths[i] = depths[tree->parents[i]] + 1;
        if (i < tree->leafCount) {
            lengths[tree->symbols[i]] = (uint8_t)depths[i];
            deepest = depths[i] > deepest ? depths[i] : deepest;
        }
    }
    return deepest;
}

void Huffman_Lengths(const uint32_t* counts, int symbols, int limit, uint8_t* lengths) {
    uint32_t flatter[HUFFMAN_MOST_SYMBOLS];
    memcpy(flatter, counts, (size_t)symbols * sizeof(*counts));
    memset(lengths, 0, (size_t)symbols);
    HuffmanTree tree;
    TakeSymbols(&tree, flatter, symbols);
    if (tree.leafCount == 1) {
        lengths[tree.symbols[0]] = 1;
        return;
    }
    JoinPairs(&tree);
    // Where a code is too long, rare symbols are made less rare; with all counts 1 none is.
    while (Measure(&tree, lengths) > limit) {
        for (int s = 0; s < symbols; ++s) {
            flatter[s] = flatter[s] / 2 + (flatter[s] & 1);
        }
        TakeSymbols(&tree, flatter, symbols);
        JoinPairs(&tree);
    }
}

void Huffman_Codes(const uint8_t* lengths, int symbols, uint16_t* codes) {
    unsigned next = 0;
    for (int length = 1; length < 16; ++length, next <<= 1) {
        for (int s = 0; s < symbols; ++s) {
            if (lengths[s] != length) {
                continue;
            }
            unsigned reversed = 0;
            for (int bit = 0; bit < length; ++bit) {
                reversed |= (next >> bit & 1) << (length - 1 - bit);
            }
            codes[s] = (uint16_t)reversed;
            ++next;
        }
    }
}
