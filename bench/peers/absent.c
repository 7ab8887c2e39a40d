// In the place of the libraries that were not found; and what needs none.

#include "peers/peers.h"

const char* EmbreeQuality_Name(EmbreeQuality quality) {
    switch (quality) {
    case EMBREE_LOW:
        return "low";
    case EMBREE_MEDIUM:
        return "medium";
    case EMBREE_HIGH:
        return "high";
    case EMBREE_REFIT:
        return "refit";
    case EMBREE_QUALITY_COUNT:
        break;
    }
    return "?";
}

#ifndef SELVAGE_EMBREE
bool Embree_IsHere(void) {
    return false;
}

svStatus Embree_Create(svContext* context, const Scene* scene, EmbreeQuality quality,
                       EmbreePeer** peer) {
    (void)context, (void)scene, (void)quality;
    *peer = NULL;
    return SV_ERROR_ARGUMENT;
}

void Embree_Destroy(EmbreePeer* peer) {
    (void)peer;
}

svStatus Embree_Features(EmbreePeer* peer, PeerSample* sample) {
    (void)peer, (void)sample;
    return SV_ERROR_ARGUMENT;
}

svStatus Embree_Triangles(EmbreePeer* peer, PeerSample* sample) {
    (void)peer, (void)sample;
    return SV_ERROR_ARGUMENT;
}

svStatus Embree_Intersect(EmbreePeer* peer, PeerSample* sample) {
    (void)peer, (void)sample;
    return SV_ERROR_ARGUMENT;
}
#endif

#ifndef SELVAGE_CGAL
bool Cgal_IsHere(void) {
    return false;
}

CgalPeer* Cgal_Create(const Scene* scene) {
    (void)scene;
    return NULL;
}

void Cgal_Destroy(CgalPeer* peer) {
    (void)peer;
}

svStatus Cgal_Intersect(CgalPeer* peer, PeerSample* sample) {
    (void)peer, (void)sample;
    return SV_ERROR_ARGUMENT;
}
#endif
