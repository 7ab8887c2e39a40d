// Builds svTopology (selvage/topology.h says what is in it): a chain of stages, each linear in
// triangles and vertices, each filling the arrays that the ones after it read.
#ifndef SELVAGE_TOPOLOGY_TOPOLOGY_H
#define SELVAGE_TOPOLOGY_TOPOLOGY_H

#include "base/arena.h"
#include "selvage/topology.h"

// `triangles` holds 3 * triangleCount indices below vertexCount and is kept by reference: it must
// outlive the topology. triangleCount is at most SV_MAX_TRIANGLES. SV_ERROR_MEMORY leaves
// *topology zeroed and nothing allocated.
svStatus svTopology_Build(svContext* context, const uint32_t* triangles, uint32_t triangleCount,
                          uint32_t vertexCount, svTopology* topology);

// Frees the arrays and zeroes the struct. A zeroed struct is allowed.
void svTopology_Destroy(svContext* context, svTopology* topology);

// The stages, in this order. Each returns SV_OK or SV_ERROR_MEMORY; what it allocated until then is
// in the topology and is freed with it. The arena is scratch.
svStatus svTopology_BuildEdges(svTopology* topology, svArena* arena);
svStatus svTopology_BuildVertices(svTopology* topology, svArena* arena);
svStatus svTopology_BuildFans(svTopology* topology, svArena* arena);
svStatus svTopology_BuildLoops(svTopology* topology, svArena* arena);
svStatus svTopology_BuildComponents(svTopology* topology, svArena* arena);

#endif
