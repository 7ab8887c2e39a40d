// CGAL's exact self-intersections of a surface mesh: a kernel with filtered exact predicates, one
// thread. The mesh is made beforehand; the call makes its boxes and sorts them, so building and
// searching cannot be told apart.

#include "peers/peers.h"

extern "C" {
#include "base/clock.h"
}

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Surface_mesh.h>

#include <cstddef>
#include <exception>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Mesh = CGAL::Surface_mesh<Kernel::Point_3>;

struct CgalPeer {
    Mesh mesh;
    std::vector<std::pair<Mesh::Face_index, Mesh::Face_index>> pairs;
};

bool Cgal_IsHere(void) {
    return true;
}

CgalPeer* Cgal_Create(const Scene* scene) {
    try {
        auto peer = std::make_unique<CgalPeer>();
        for (std::size_t i = 0; i < scene->x0.count; ++i) {
            double p[3];
            svPositions_Get(&scene->x0, i, p);
            peer->mesh.add_vertex(Kernel::Point_3(p[0], p[1], p[2]));
        }
        for (std::size_t i = 0; i < scene->triangleCount; ++i) {
            const uint32_t* t = scene->triangles + 3 * i;
            if (peer->mesh.add_face(Mesh::Vertex_index(t[0]), Mesh::Vertex_index(t[1]),
                                    Mesh::Vertex_index(t[2])) == Mesh::null_face()) {
                return nullptr;
            }
        }
        return peer.release();
    } catch (const std::exception&) {
        return nullptr;
    }
}

void Cgal_Destroy(CgalPeer* peer) {
    delete peer;
}

svStatus Cgal_Intersect(CgalPeer* peer, PeerSample* sample) {
    try {
        const double start = svClock_ThreadSeconds();
        peer->pairs.clear();
        CGAL::Polygon_mesh_processing::self_intersections<CGAL::Sequential_tag>(
            peer->mesh, std::back_inserter(peer->pairs));
        *sample = {0, svClock_ThreadSeconds() - start, {peer->pairs.size(), 0}};
        return SV_OK;
    } catch (const std::exception&) {
        return SV_ERROR_ARGUMENT;
    }
}
