// Checks a topology against its definition by brute force, for meshes of some dozens of triangles.
#ifndef SELVAGE_TESTS_SUPPORT_TOPOLOGY_ORACLE_H
#define SELVAGE_TESTS_SUPPORT_TOPOLOGY_ORACLE_H

#include "selvage/topology.h"
#include "support/meshes.h"

// Every array and every count; fails the test at the first difference.
void CheckTopology(const TestMesh* mesh, const svTopology* topology);

#endif
