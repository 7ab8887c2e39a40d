// Other people's libraries on the same step: asked for what Selvage does, or for a part of it.
//
// A library that was not there at build time is absent: its functions exist (absent.c), IsHere says
// no and Create fails. Times are processor seconds of the calling thread, on which everything runs.
#ifndef SELVAGE_BENCH_PEERS_H
#define SELVAGE_BENCH_PEERS_H

#include "support/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct PeerSample {
    double build;      // seconds to make the trees; 0 where it cannot be told apart
    double search;     // seconds to find the pairs
    uint64_t pairs[2]; // vertex-face and edge-edge; pairs of triangles: [0]
} PeerSample;

// Embree: trees over boxes in single precision, rounded outwards, and rtcCollide. The boxes are
// made by Embree_Create and not timed. Each call builds its trees anew, in memory that is kept.
typedef enum EmbreeQuality {
    EMBREE_LOW,
    EMBREE_MEDIUM,
    EMBREE_HIGH,
    EMBREE_REFIT, // built by the first call, later ones only fit the boxes
    EMBREE_QUALITY_COUNT
} EmbreeQuality;
const char* EmbreeQuality_Name(EmbreeQuality quality);

typedef struct EmbreePeer EmbreePeer;

bool Embree_IsHere(void);
// The scene must outlive the peer.
svStatus Embree_Create(svContext* context, const Scene* scene, EmbreeQuality quality,
                       EmbreePeer** peer);
void Embree_Destroy(EmbreePeer* peer); // null is allowed

// The broad phase of a step: vertex-face and edge-edge pairs whose swept boxes overlap and that
// share no vertex, counted, not stored.
svStatus Embree_Features(EmbreePeer* peer, PeerSample* sample);
// Pairs of triangles whose swept boxes overlap, counted once each; those that share a vertex too.
svStatus Embree_Triangles(EmbreePeer* peer, PeerSample* sample);
// Pairs of triangles that share no vertex and meet at t0, by an inexact test (triangle_test.h).
svStatus Embree_Intersect(EmbreePeer* peer, PeerSample* sample);

// CGAL: pairs of triangles that meet at t0 in more than the vertices they share, exactly.
typedef struct CgalPeer CgalPeer;

bool Cgal_IsHere(void);
// Null: absent, out of memory, or a mesh that is no oriented manifold, which CGAL cannot hold.
CgalPeer* Cgal_Create(const Scene* scene);
void Cgal_Destroy(CgalPeer* peer); // null is allowed
svStatus Cgal_Intersect(CgalPeer* peer, PeerSample* sample);

#ifdef __cplusplus
}
#endif

#endif
