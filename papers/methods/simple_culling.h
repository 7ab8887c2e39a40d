// Culling before the elementary tests: which of the fifteen feature pairs of two deforming
// triangles are left?
//
// X. Zhang, Y. J. Kim, "Simple culling methods for continuous collision detection of deforming
// triangles", 2012: Corollary 4.3, Lemmas 4.4, 5.1, 5.2, Corollaries 6.1 to 6.3, in the order of
// its Table 2, each with a switch. Names are the paper's: d_P and d_C the distances along the
// normal n_P and along n_C within the plane, f and g the relative motion.
//
// All but Lemmas 4.4 and 5.2 say that one fixed direction n separates two point sets at t=0 and at
// t=1; those two would, had they required d_C > r.
#ifndef SELVAGE_PAPERS_METHODS_SIMPLE_CULLING_H
#define SELVAGE_PAPERS_METHODS_SIMPLE_CULLING_H

#include "triangle_pair.h"

// The steps of Table 2.
enum {
    CULL_COR_4_3 = 1,    // a vertex stays on one side of the plane of a face
    CULL_COR_6_2 = 2,    // all three do: the triangles are separated
    CULL_COR_6_1 = 4,    // both ends of an edge do: it is separated from the face's edges
    CULL_LEMMA_5_1 = 8,  // edges, along the common perpendicular of their lines
    CULL_COR_6_3 = 16,   // and from the rest of the second triangle
    CULL_LEMMA_4_4 = 32, // a vertex stays outside a circle around the face, seen along its normal
    CULL_LEMMA_5_2 = 64, // the same for circles around two edges
    CULL_NECESSARY = 15,
    CULL_ALL = 127
};

typedef enum CullForm {
    // Every formula as it stands: <= in 6.1 to 6.3, f of x2 in the third line of 6.2, i and j in
    // {1,2} in Eqs. 15 and 16, no d_C > r. **Loses contacts.**
    CULL_LITERAL,
    // Misprints read as meant: < everywhere (as section 7 has it), x3, j in {3,4}, unit n_C.
    // Still no d_C > r, and rounding ignored. **Loses contacts.**
    CULL_PRINTED,
    // Safe for all finite coordinates below 2^200: see simple_culling.c.
    CULL_CORRECTED,
    CULL_FORM_COUNT
} CullForm;

const char* CullForm_Name(CullForm form);

// The feature pairs of pair->features that `steps` do not cull. A common vertex never satisfies the
// strict inequalities of 6.2.
uint32_t SimpleCull_Features(const TrianglePair* pair, CullForm form, uint32_t steps);

#endif
