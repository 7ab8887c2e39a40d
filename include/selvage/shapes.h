/// Selvage sim: meshes to begin with. Cloths, obstacles and test pieces, made from a few numbers.
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

/// A flat sheet of columns x rows vertices (at least 2 each) in the xy plane about the origin;
/// vertex row * columns + column, columns along x, from -x and -y on. `size` is its extent.
/// Diagonals alternate, so that no direction is preferred.
SV_API svStatus svShape_Grid(svContext* context, const double size[2], uint32_t columns,
                             uint32_t rows, svMeshData* mesh);

/// A ball about the origin: an icosahedron, each face cut into `cells` * `cells` (at most 5000),
/// with its vertices on the sphere. 10 cells^2 + 2 vertices, 20 cells^2 triangles.
SV_API svStatus svShape_Ball(svContext* context, double radius, uint32_t cells, svMeshData* mesh);

/// A box about the origin, closed, two triangles for each side.
SV_API svStatus svShape_Box(svContext* context, const double size[3], svMeshData* mesh);

/// A surface of revolution about z: the polyline of `count` points (radius, height), turned through
/// `segments` steps. A radius of 0 is a pole (one vertex); only the first and the last may be. The
/// profile runs upwards for an outside that looks away from the axis; it must not cross itself
/// (which is not checked).
typedef struct svRevolutionDef {
    size_t structSize;
    const double (*profile)[2]; ///< at least two points, no two in a row the same
    size_t count;
    uint32_t segments; ///< at least 3; default 32
    /// The pieces of the profile are cut evenly into at least so many rows in all; 0 (default): as
    /// given. The points of the profile stay.
    uint32_t rows;
    /// Joins the last point to the first: a solid ring, such as a funnel with a wall. At least
    /// three points, no pole; the outside is right of the profile's way from point to point.
    bool closed;
    /// Ruffles: the radius swells and shrinks `ruffles` times around, by the share `ruffleDepth` (0
    /// to below 1) of it at the end of the profile and by nothing at its beginning. Default 0. At
    /// least four segments for each; not with `closed`.
    uint32_t ruffles;
    double ruffleDepth;
} svRevolutionDef;

SV_API svRevolutionDef svDefaultRevolutionDef(void);
/// Rings from the first point of the profile on, each counter-clockwise seen from above, from +x.
SV_API svStatus svShape_Revolution(svContext* context, const svRevolutionDef* def,
                                   svMeshData* mesh);

/// A T-shirt lying flat, as two layers (front and back) joined at shoulders, sleeves and sides,
/// `gap` apart except at these seams: a body of width x height, two sleeves that slope down,
/// openings at neck, hem and sleeves. `cells` (at least 8; the next even number) cells across the
/// body. In the xy plane about the origin, the neck towards +y, the front above.
SV_API svStatus svShape_Shirt(svContext* context, double width, double height, double gap,
                              uint32_t cells, svMeshData* mesh);

#ifdef __cplusplus
}
#endif

#endif
