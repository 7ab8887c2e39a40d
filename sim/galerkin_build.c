// What coarse levels take from finer ones, made once: a coarse matrix is P^T A P for the membrane.
// In the form of matrix.h, an edge (i, j) of the finer level adds to the edge (I, J)
//     -(P_iI - P_jI) (P_iJ - P_jJ) S + (P_iI P_jJ - P_jI P_iJ) T
// for the symmetric part S of B_ij and the rest T (which adds nothing to the diagonal, because the
// diagonal of the whole is symmetric).

#include "multigrid_build.h"

#include <stdlib.h>
#include <string.h>

static uint32_t ParentCount(const svShares* parents, uint32_t i) {
    return parents->start[i + 1] - parents->start[i];
}

// The end of an edge to what is held that is not; SV_NONE where both are, or none.
static uint32_t FreeEnd(const svLevel* fine, const bool* held, size_t edge) {
    const uint32_t a = fine->edges[edge][0], b = fine->edges[edge][1];
    return held[a] == held[b] ? SV_NONE : held[a] ? b : a;
}

// What is held has no parents: coarse vertices take edges to it from their children.
static svStatus MakeHeldShares(svContext* context, svLevel* fine, size_t n, const bool* held) {
    const svShares* parents = &fine->parents;
    svShares* shares = &fine->heldShares;
    shares->start = AllocateArray(context, n + 2, sizeof(uint32_t));
    if (shares->start == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(shares->start, 0, (n + 2) * sizeof(uint32_t));
    for (size_t e = 0; e < fine->edgeCount; ++e) {
        const uint32_t i = FreeEnd(fine, held, e);
        for (uint32_t k = 0; i != SV_NONE && k < ParentCount(parents, i); ++k) {
            ++shares->start[parents->list[parents->start[i] + k].source + 2];
        }
    }
    for (size_t i = 0; i < n; ++i) {
        shares->start[i + 2] += shares->start[i + 1];
    }
    shares->list = AllocateArray(context, shares->start[n + 1], sizeof(svShare));
    if (shares->list == NULL) {
        return SV_ERROR_MEMORY;
    }
    for (size_t e = 0; e < fine->edgeCount; ++e) {
        const uint32_t i = FreeEnd(fine, held, e);
        for (uint32_t k = 0; i != SV_NONE && k < ParentCount(parents, i); ++k) {
            const svShare parent = parents->list[parents->start[i] + k];
            shares->list[shares->start[parent.source + 1]++] = (svShare){(uint32_t)e, parent.share};
        }
    }
    return SV_OK;
}

// A fine edge's part of a coarse one.
typedef struct Term {
    uint32_t a, b; // coarse, a < b
    svEdgeShare share;
} Term;

typedef struct Terms {
    svContext* context;
    Term* list;
    size_t count, capacity;
} Terms;

// A parent of an edge, with the weights that it has for the two ends.
typedef struct EdgeParent {
    uint32_t parent;
    float weights[2];
} EdgeParent;

// Returns how many.
static uint32_t MergeParents(const svShares* parents, const uint32_t edge[2],
                             EdgeParent merged[2 * PARENT_MAX]) {
    uint32_t count = 0;
    for (int end = 0; end < 2; ++end) {
        for (uint32_t k = parents->start[edge[end]]; k < parents->start[edge[end] + 1]; ++k) {
            const svShare parent = parents->list[k];
            uint32_t at = 0;
            while (at < count && merged[at].parent != parent.source) {
                ++at;
            }
            if (at == count) {
                merged[count++] = (EdgeParent){parent.source, {0, 0}};
            }
            merged[at].weights[end] = parent.share;
        }
    }
    return count;
}

static svStatus AddTerms(const svLevel* fine, Terms* terms, uint32_t edge) {
    EdgeParent merged[2 * PARENT_MAX] = {{0}};
    const uint32_t count = MergeParents(&fine->parents, fine->edges[edge], merged);
    const svStatus status =
        svContext_Grow(terms->context, (void**)&terms->list, &terms->capacity,
                       terms->count + (size_t)count * (count + 1) / 2 + 1, sizeof(Term));
    for (uint32_t i = 0; i < count && status == SV_OK; ++i) {
        for (uint32_t j = 0; j < i; ++j) {
            const bool swapped = merged[i].parent > merged[j].parent;
            const EdgeParent *p = &merged[swapped ? j : i], *q = &merged[swapped ? i : j];
            const float share = -(p->weights[0] - p->weights[1]) * (q->weights[0] - q->weights[1]);
            const float twist = p->weights[0] * q->weights[1] - p->weights[1] * q->weights[0];
            if (share != 0 || twist != 0) {
                terms->list[terms->count++] = (Term){p->parent, q->parent, {edge, share, twist}};
            }
        }
    }
    return status;
}

static int CompareTerms(const void* left, const void* right) {
    const Term *a = left, *b = right;
    const uint64_t keyA = (uint64_t)a->a << 32 | a->b, keyB = (uint64_t)b->a << 32 | b->b;
    if (keyA != keyB) {
        return keyA < keyB ? -1 : 1;
    }
    return a->share.source < b->share.source ? -1 : a->share.source > b->share.source;
}

svStatus svLevel_MakeCoarseEdges(svContext* context, svLevel* fine, svLevel* coarse,
                                 const bool* held) {
    Terms terms = {.context = context};
    svStatus status = held == NULL ? SV_OK : MakeHeldShares(context, fine, coarse->count, held);
    for (size_t e = 0; e < fine->edgeCount && status == SV_OK; ++e) {
        status = AddTerms(fine, &terms, (uint32_t)e);
    }
    size_t count = 0;
    if (status == SV_OK && terms.count > 0) {
        qsort(terms.list, terms.count, sizeof(Term), CompareTerms);
    }
    for (size_t i = 0; i < terms.count; ++i) {
        count += i == 0 || terms.list[i].a != terms.list[i - 1].a ||
                 terms.list[i].b != terms.list[i - 1].b;
    }
    svEdgeShares* shares = &fine->edgeShares;
    shares->start = AllocateArray(context, count + 1, sizeof(uint32_t));
    shares->list = AllocateArray(context, terms.count, sizeof(svEdgeShare));
    coarse->edges = AllocateArray(context, count, sizeof(*coarse->edges));
    coarse->edgeBlocks = coarse->rowBlocks = AllocateBlocks(context, count);
    if (shares->start == NULL || shares->list == NULL || coarse->edges == NULL ||
        coarse->edgeBlocks == NULL) {
        status = SV_ERROR_MEMORY;
    }
    coarse->edgeCount = 0;
    for (size_t i = 0; i < terms.count && status == SV_OK; ++i) {
        const Term* term = &terms.list[i];
        if (i == 0 || term->a != terms.list[i - 1].a || term->b != terms.list[i - 1].b) {
            shares->start[coarse->edgeCount] = (uint32_t)i;
            coarse->edges[coarse->edgeCount][0] = term->a;
            coarse->edges[coarse->edgeCount++][1] = term->b;
        }
        shares->list[i] = term->share;
    }
    if (status == SV_OK) {
        shares->start[count] = (uint32_t)terms.count;
    }
    svContext_Release(context, terms.list);
    return status;
}
