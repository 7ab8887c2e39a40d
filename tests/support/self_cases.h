// Counterexamples to published rules of self-collision culling: small meshes with V = z in front of
// all normals that meet themselves nevertheless. Each lacks one condition of the safe test
// (selvage/patch.h).
#ifndef SELVAGE_TESTS_SUPPORT_SELF_CASES_H
#define SELVAGE_TESTS_SUPPORT_SELF_CASES_H

#include "support/self_meshes.h"

typedef enum SelfCaseKind {
    CASE_DISCONNECTED, // two triangles, one through the other
    CASE_PINCH,        // two triangles with a common vertex
    CASE_ANNULUS,      // connected, with a hole: simple loops, apart, two branch points
    CASE_WOUND_TWICE,  // a fan around a point, twice
    CASE_FLIPPED,      // two triangles that run along their edge in the same direction
    CASE_NON_MANIFOLD, // an edge with three triangles
    CASE_DISK,         // wang2018 on a disk: all ten tests pass with the division of SelfCase_Split
    CASE_COUNT
} SelfCaseKind;

const char* SelfCase_Name(SelfCaseKind kind);

// At t1 the mesh is turned upside down (z is -z): half-way it is flat.
void SelfMesh_OpenCase(SelfMesh* mesh, SelfCaseKind kind);

// SelfSplitFn of CASE_DISK: into its four parts, in halves beyond. `user` is not looked at.
uint32_t SelfCase_Split(uint32_t* triangles, uint32_t count, void* user);

#endif
