// Triangles of a mesh against each other, by svTriangleTriangle.
#ifndef SELVAGE_TESTS_SUPPORT_TRIANGLES_H
#define SELVAGE_TESTS_SUPPORT_TRIANGLES_H

#include <stdbool.h>
#include <stdint.h>

// Whether two triangles meet beyond what they share. `points` are eight doubles per vertex, of
// which the first three count.
bool TrianglesMeet(const double* points, const uint32_t a[3], const uint32_t b[3]);

#endif
