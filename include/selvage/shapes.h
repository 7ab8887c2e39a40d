/// Selvage sim: meshes to begin with. Cloths, obstacles and test pieces, made from a few numbers.
///
/// Every shape is a plain triangle mesh (svMeshData of the I/O library, freed by
/// svMeshData_Destroy), wound counter-clockwise seen from outside, or from above for what is flat.
/// Z is up. SV_ERROR_ARGUMENT: a number outside its range; SV_ERROR_MEMORY. On failure the mesh is
/// untouched.
#ifndef SELVAGE_SHAPES_H
#define SELVAGE_SHAPES_H

#include "selvage/io.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A flat sheet of columns x rows vertices (at least 2 each) in the xy plane about the origin;
/// vertex row * columns + column, columns along x. `size` is its extent. Diagonals alternate, so
/// that no direction is preferred.
SV_API svStatus svShape_Grid(svContext* context, const double size[2], uint32_t columns,
                             uint32_t rows, svMeshData* mesh);

/// A ball about the origin: an icosahedron, each face cut into `cells` * `cells`, on the sphere.
SV_API svStatus svShape_Ball(svContext* context, double radius, uint32_t cells, svMeshData* mesh);

/// A box about the origin, closed, two triangles for each side.
SV_API svStatus svShape_Box(svContext* context, const double size[3], svMeshData* mesh);

/// A surface of revolution about z: the polyline (radius, height) of `count` points, turned through
/// `segments` steps. A radius of 0 is a pole (one vertex); only the first and the last may be. The
/// profile runs upwards for an outside that looks away from the axis. `closed` joins the last point
/// to the first: a solid ring, such as a funnel with a wall.
typedef struct svRevolutionDef {
    size_t structSize;
    const double (*profile)[2];
    size_t count;
    uint32_t segments;
    bool closed;
    /// Ruffles: the radius swells and shrinks `ruffles` times around, by this share of it at the
    /// end of the profile and by nothing at its beginning. Default 0.
    uint32_t ruffles;
    double ruffleDepth;
} svRevolutionDef;

SV_API svRevolutionDef svDefaultRevolutionDef(void);
SV_API svStatus svShape_Revolution(svContext* context, const svRevolutionDef* def,
                                   svMeshData* mesh);

/// A T-shirt lying flat, as two layers (front and back) joined at the seams, `gap` apart in the
/// middle: a body of width x height, two sleeves, openings at neck, hem and sleeves. About `cells`
/// cells across the body. In the xy plane, about the origin, the neck towards +y.
SV_API svStatus svShape_Shirt(svContext* context, double width, double height, double gap,
                              uint32_t cells, svMeshData* mesh);

#ifdef __cplusplus
}
#endif

#endif
