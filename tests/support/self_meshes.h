// Meshes that meet themselves, for the self-collision methods of papers/methods/: given ones, and
// random ribbons and folds of the kind on which published rules lose contacts.
#ifndef SELVAGE_TESTS_SUPPORT_SELF_MESHES_H
#define SELVAGE_TESTS_SUPPORT_SELF_MESHES_H

#include "selvage/scene.h"
#include "support/random.h"

typedef struct SelfMesh {
    svContext* context;
    svMesh* mesh;
    svScene* scene;    // the mesh alone
    double (*x[2])[3]; // its motion
    uint32_t vertexCount;
} SelfMesh;

// Copies triangles and points; x1 null: the same as x0.
void SelfMesh_Open(SelfMesh* mesh, const uint32_t* triangles, uint32_t triangleCount,
                   const double (*x0)[3], const double (*x1)[3], uint32_t vertexCount);
void SelfMesh_Close(SelfMesh* mesh);

// A ribbon, one or two cells wide, that winds around in a plane, up to twice, rising and falling a
// little: its normals are nearly the same. Every other one has holes. At t1 it has risen and fallen
// elsewhere.
void SelfMesh_OpenRibbon(SelfMesh* mesh, Random* random);

// A sheet in folds: pleats of up to 170 degrees to either side, ruffled at random; at t1 in others.
void SelfMesh_OpenFold(SelfMesh* mesh, Random* random);

// What the library finds: triangles at t0, features over the step.
svIntersections SelfMesh_Intersect(const SelfMesh* mesh);
svContacts SelfMesh_Detect(const SelfMesh* mesh);

#define SELF_MESH_X(mesh, t) ((const double(*)[3])(mesh)->x[t])

#endif
