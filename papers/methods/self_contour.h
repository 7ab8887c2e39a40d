// The contour test of the papers: does the projected boundary of a node intersect itself, or do
// parts of it intersect each other, at an instant or over a step?
//
// Volino and Magnenat-Thalmann 1994 for an instant, Tang et al. 2009 for a step (pairs of edges
// that move in one plane). Edges with a common vertex are no pair. In plain floating point, as
// printed: nothing here is certified.
#ifndef SELVAGE_PAPERS_METHODS_SELF_CONTOUR_H
#define SELVAGE_PAPERS_METHODS_SELF_CONTOUR_H

#include "self_tree.h"

typedef struct SelfContour {
    struct ContourEdge* edges; // room for the longest boundary of a tree
    uint32_t quarters[5];      // ranges of edges, each sorted
    bool step;
    uint64_t tests, pairs; // so far: calls, and pairs of edges whose boxes overlap
} SelfContour;

// SV_ERROR_MEMORY.
svStatus SelfContour_Create(svContext* context, const SelfTree* tree, SelfContour* contour);
void SelfContour_Destroy(svContext* context, SelfContour* contour);

// Projects the boundary of a node along `axis`, in its quarters; whole: all in quarter 0. x[1]
// null: at the instant x[0].
void SelfContour_Load(SelfContour* contour, const SelfTree* tree, uint32_t node, bool whole,
                      const double axis[3], const double (*const x[2])[3]);

// Whether no two edges of a quarter intersect.
bool SelfContour_IsSimple(SelfContour* contour, int quarter);

// Whether no edge of one quarter intersects one of the other.
bool SelfContour_AreDisjoint(SelfContour* contour, int a, int b);

#endif
