/// \file
/// Selvage sim: procedural meshes. Cloths, obstacles and test pieces from a few numbers.
///
/// Every shape is a plain triangle mesh (svMeshData of the I/O library, freed by
/// svMeshData_Destroy): manifold, wound counter-clockwise seen from outside, or from above for what
/// is flat, and free of intersections. Z is up. SV_ERROR_ARGUMENT: a null pointer, or a number
/// outside its range (the message names it); SV_ERROR_MEMORY. On failure the mesh is untouched.
#ifndef SELVAGE_SHAPES_H
#define SELVAGE_SHAPES_H

#include "selvage/io.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Makes a flat sheet of columns x rows vertices (at least 2 each) in the xy plane about the
/// origin; vertex row * columns + column, columns along x, from -x and -y on. `size` is its extent.
/// Diagonals alternate, so that no direction is preferred.
SV_API svStatus svShape_Grid(svContext* context, const double size[2], uint32_t columns,
                             uint32_t rows, svMeshData* mesh);

/// Makes a ball about the origin: an icosahedron, each face cut into `cells` * `cells` (at most
/// 5000), with its vertices on the sphere. 10 cells^2 + 2 vertices, 20 cells^2 triangles.
SV_API svStatus svShape_Ball(svContext* context, double radius, uint32_t cells, svMeshData* mesh);

/// Makes a closed box about the origin, two triangles for each side. `size` is its extent.
SV_API svStatus svShape_Box(svContext* context, const double size[3], svMeshData* mesh);

/// A surface of revolution about z: the polyline of `count` points (radius, height), turned through
/// `segments` steps. A radius of 0 is a pole (one vertex); only the first and the last point may be
/// one. The profile runs upwards for an outside that faces away from the axis; it must not cross
/// itself (which is not checked). Start from svDefaultRevolutionDef().
typedef struct svRevolutionDef {
    size_t structSize;          ///< set by svDefaultRevolutionDef(); do not change
    const double (*profile)[2]; ///< at least two points, no two in a row the same; not kept
    size_t count;               ///< points of the profile
    uint32_t segments;          ///< at least 3; default 32
    /// Subdivides the pieces of the profile evenly into at least so many rows in all; 0 (default):
    /// as given. The points of the profile stay.
    uint32_t rows;
    /// Joins the last point to the first: a solid ring, such as a funnel with a wall. At least
    /// three points, no pole; the outside is right of the profile's way from point to point.
    bool closed;
    /// Ruffles: the radius swells and shrinks so many times around. Default 0. At least four
    /// segments for each; not with `closed`.
    uint32_t ruffles;
    /// By how much, as a fraction of the radius (0 to below 1), at the end of the profile; by
    /// nothing at its beginning.
    double ruffleDepth;
} svRevolutionDef;

/// Returns the default options, without a profile: 32 segments, no subdivision, open, no ruffles.
SV_API svRevolutionDef svDefaultRevolutionDef(void);

/// Makes a surface of revolution. Vertices are numbered in rings from the first point of the
/// profile on, each counter-clockwise seen from above, from +x.
SV_API svStatus svShape_Revolution(svContext* context, const svRevolutionDef* def,
                                   svMeshData* mesh);

/// Makes a T-shirt lying flat, as two layers (front and back) joined at shoulders, sleeves and
/// sides, `gap` apart except at these seams: a body of width x height, two sleeves that slope down,
/// openings at neck, hem and sleeves. `cells` (at least 8; the next even number) cells across the
/// body. In the xy plane about the origin, the neck towards +y, the front above.
SV_API svStatus svShape_Shirt(svContext* context, double width, double height, double gap,
                              uint32_t cells, svMeshData* mesh);

#ifdef __cplusplus
}
#endif

#endif
