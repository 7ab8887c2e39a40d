// Finding faults: the parts of svValidateMesh.
#ifndef SELVAGE_MESH_FAULTS_H
#define SELVAGE_MESH_FAULTS_H

#include "base/arena.h"
#include "selvage/mesh.h"

// A fault of this kind with all places unset.
svMeshFault svMeshFault_Make(svFaultKind kind);

// SV_FAULT_INDEX for triangles[i].
svMeshFault svMeshFault_OfIndex(const uint32_t* triangles, size_t i, size_t vertexCount);

// svValidateMesh where the topology of def->triangles is known already; null if not.
svStatus svValidateTopology(svContext* context, const svValidateDef* def,
                            const svTopology* topology, svMeshReport* report);

// earlier[t] becomes the first triangle with the same set of vertices as t, SV_NONE if t is the
// first.
svStatus svFindDuplicateFaces(const svTopology* topology, svArena* arena, uint32_t* earlier);

// Whether three points lie on one line, exactly; coinciding points do. All must be finite.
bool svCollinear(const double a[3], const double b[3], const double c[3]);

#endif
