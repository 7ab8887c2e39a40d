// The elements of a cloth, made once from its shape at rest; elastic.c has what they do.

#include "elastic.h"
#include "rounding.h"

#include <string.h>

// Height over length of the thinnest triangles that count.
static const double THIN = 1e-3;
// Rest positions may be floats: how far a particle of a regular grid may be off, in cells.
static const double GRID_SLACK = 1e-4;

// The shape at rest; that of the beginning is rounded as the beginning is, or thin triangles would
// begin strained.
static svVec3 RestCorner(const svClothDef* def, size_t vertex) {
    double p[3];
    if (def->rest.data != NULL) {
        svPositions_Get(&def->rest, vertex, p);
        return svVec3_From(p);
    }
    svPositions_Get(&def->positions, vertex, p);
    return (svVec3){RoundToFloat(p[0]), RoundToFloat(p[1]), RoundToFloat(p[2])};
}

static svVec3 RestNormal(const svClothDef* def, const uint32_t corners[3]) {
    const svVec3 a = RestCorner(def, corners[0]);
    return svVec3_Cross(svVec3_Sub(RestCorner(def, corners[1]), a),
                        svVec3_Sub(RestCorner(def, corners[2]), a));
}

// The axis that lies most nearly in the surface: the warp is its projection. A flat sheet in the
// xy plane has its warp along x, a tube about z along z.
static svVec3 WarpAxis(const svClothDef* def) {
    svVec3 across = {0, 0, 0};
    for (size_t t = 0; t < def->triangleCount; ++t) {
        const svVec3 normal = RestNormal(def, def->triangles + 3 * t);
        across = svVec3_Add(across, (svVec3){fabs(normal.x), fabs(normal.y), fabs(normal.z)});
    }
    if (across.x <= across.y && across.x <= across.z) {
        return (svVec3){1, 0, 0};
    }
    return across.y <= across.z ? (svVec3){0, 1, 0} : (svVec3){0, 0, 1};
}

// The unit vectors of warp and weft in the plane of a triangle with this normal.
static void FindFibres(svVec3 normal, svVec3 axis, svVec3* warp, svVec3* weft) {
    const svVec3 n = svVec3_Normalize(normal);
    svVec3 u = svVec3_AddScaled(axis, -svVec3_Dot(axis, n), n);
    if (!(svVec3_Dot(u, u) > 1e-6)) { // the axis is perpendicular to it: any other will do
        const svVec3 other = {axis.y, axis.z, axis.x};
        u = svVec3_AddScaled(other, -svVec3_Dot(other, n), n);
    }
    *warp = svVec3_Normalize(u);
    *weft = svVec3_Cross(n, *warp);
}

static double LongestRestSide(const svClothDef* def, const uint32_t corners[3]) {
    double longest = 0;
    for (int k = 0; k < 3; ++k) {
        const svVec3 side =
            svVec3_Sub(RestCorner(def, corners[(k + 1) % 3]), RestCorner(def, corners[k]));
        longest = fmax(longest, svVec3_Length(side));
    }
    return longest;
}

// Whether a triangle is too thin for a membrane or a hinge: its stiffness grows with its length
// over its height.
static bool IsThin(const svClothDef* def, const uint32_t corners[3]) {
    const double longest = LongestRestSide(def, corners);
    return !(svVec3_Length(RestNormal(def, corners)) > THIN * longest * longest);
}

// False for a triangle without area, or nearly so, which has no membrane.
static bool MakeMembrane(const svClothDef* def, const uint32_t corners[3], svVec3 axis,
                         uint32_t first, svMembrane* membrane) {
    const svVec3 normal = RestNormal(def, corners);
    const double area = svVec3_Length(normal) / 2;
    if (IsThin(def, corners)) {
        return false;
    }
    svVec3 warp, weft;
    FindFibres(normal, axis, &warp, &weft);
    double u[3], v[3];
    for (int k = 0; k < 3; ++k) {
        const svVec3 p = RestCorner(def, corners[k]);
        membrane->corners[k] = first + corners[k];
        u[k] = svVec3_Dot(p, warp);
        v[k] = svVec3_Dot(p, weft);
    }
    for (int k = 0; k < 3; ++k) {
        const int a = (k + 1) % 3, b = (k + 2) % 3;
        membrane->du[k] = (v[a] - v[b]) / (2 * area);
        membrane->dv[k] = (u[b] - u[a]) / (2 * area);
    }
    membrane->area = area;
    membrane->stiffness[0] = area * def->stretchStiffness;
    membrane->stiffness[1] =
        area * (def->weftStiffness > 0 ? def->weftStiffness : def->stretchStiffness);
    membrane->stiffness[2] = area * def->shearStiffness;
    membrane->damping = def->damping;
    membrane->strainLimit = def->strainLimit > 0 ? def->strainLimit : (double)INFINITY;
    return true;
}

// False where one of the two triangles has no area, or nearly none.
static bool MakeHinge(const svClothDef* def, const uint32_t corners[4], svVec3 axis, uint32_t first,
                      svHinge* hinge) {
    svVec3 x[4];
    for (int k = 0; k < 4; ++k) {
        x[k] = RestCorner(def, corners[k]);
        hinge->corners[k] = first + corners[k];
    }
    const svVec3 edge = svVec3_Sub(x[1], x[0]);
    const svVec3 n0 = svVec3_Cross(edge, svVec3_Sub(x[2], x[0]));
    const svVec3 n1 = svVec3_Cross(edge, svVec3_Sub(x[3], x[0]));
    const double areas[2] = {svVec3_Length(n0) / 2, svVec3_Length(n1) / 2};
    const uint32_t left[3] = {corners[0], corners[1], corners[2]};
    const uint32_t right[3] = {corners[0], corners[1], corners[3]};
    if (IsThin(def, left) || IsThin(def, right)) {
        return false;
    }
    svVec3 warp, weft;
    FindFibres(n0, axis, &warp, &weft);
    // Bending is across the edge: an edge along the weft bends the warp.
    const double square = svVec3_Dot(edge, edge), along = svVec3_Dot(edge, warp);
    const double weftShare = fmin(along * along / square, 1);
    const double other = def->weftBendStiffness > 0 ? def->weftBendStiffness : def->bendStiffness;
    const double rigidity = (1 - weftShare) * def->bendStiffness + weftShare * other;
    hinge->stiffness = rigidity * square / (areas[0] + areas[1]);
    hinge->rest = svHinge_Bend(x);
    hinge->damping = def->damping;
    return true;
}

static svStatus AddMembranes(svElastic* elastic, const svClothDef* def, svVec3 axis,
                             uint32_t first) {
    const svStatus status =
        svContext_Grow(elastic->context, (void**)&elastic->membranes, &elastic->membraneCapacity,
                       elastic->membraneCount + def->triangleCount + 1, sizeof(svMembrane));
    for (size_t t = 0; t < def->triangleCount && status == SV_OK; ++t) {
        elastic->membraneCount += MakeMembrane(def, def->triangles + 3 * t, axis, first,
                                               &elastic->membranes[elastic->membraneCount]);
    }
    return status;
}

static svStatus AddHinges(svElastic* elastic, const svClothDef* def, const svTopology* topology,
                          svVec3 axis, uint32_t first) {
    const svStatus status =
        svContext_Grow(elastic->context, (void**)&elastic->hinges, &elastic->hingeCapacity,
                       elastic->hingeCount + topology->edgeCount + 1, sizeof(svHinge));
    for (uint32_t e = 0; e < topology->edgeCount && status == SV_OK; ++e) {
        if (topology->edgeKinds[e] != SV_EDGE_INNER && topology->edgeKinds[e] != SV_EDGE_MISWOUND) {
            continue;
        }
        const uint32_t* sides = topology->edgeSides + topology->edgeSideStart[e];
        const uint32_t corners[4] = {topology->edges[2 * (size_t)e],
                                     topology->edges[2 * (size_t)e + 1],
                                     topology->triangles[svNextSide(svNextSide(sides[0]))],
                                     topology->triangles[svNextSide(svNextSide(sides[1]))]};
        if (corners[2] != corners[3]) {
            elastic->hingeCount +=
                MakeHinge(def, corners, axis, first, &elastic->hinges[elastic->hingeCount]);
        }
    }
    return status;
}

// A grid whose particles at rest stand at p + column a + row b.
typedef struct Grid {
    const svClothDef* def;
    uint32_t first;
    double lengths[2];    // of a and b
    double rigidities[2]; // of bending along a and b
} Grid;

// Whether the rest shape is a regular grid, of right angles.
static bool FindGrid(const svClothDef* def, svVec3 axis, uint32_t first, Grid* grid) {
    if (def->columns < 2 || def->rows < 2) {
        return false;
    }
    const svVec3 p = RestCorner(def, 0), a = svVec3_Sub(RestCorner(def, 1), p),
                 b = svVec3_Sub(RestCorner(def, def->columns), p);
    const double la = svVec3_Length(a), lb = svVec3_Length(b);
    bool regular = la > 0 && lb > 0 && fabs(svVec3_Dot(a, b)) <= GRID_SLACK * la * lb;
    for (size_t i = 0; i < def->positions.count && regular; ++i) {
        const size_t column = i % def->columns, row = i / def->columns;
        const svVec3 q = svVec3_AddScaled(svVec3_AddScaled(p, (double)column, a), (double)row, b);
        regular = svVec3_NormInf(svVec3_Sub(q, RestCorner(def, i))) <= GRID_SLACK * (la + lb);
    }
    const double other = def->weftBendStiffness > 0 ? def->weftBendStiffness : def->bendStiffness;
    const double along = svVec3_Dot(a, axis) / la, share = fmin(along * along, 1);
    *grid = (Grid){.def = def,
                   .first = first,
                   .lengths = {la, lb},
                   .rigidities = {share * def->bendStiffness + (1 - share) * other,
                                  (1 - share) * def->bendStiffness + share * other}};
    return regular;
}

static void AddStencil(svElastic* elastic, const Grid* grid, const uint32_t at[4],
                       const double factors[4], double stiffness) {
    svStencil* stencil = &elastic->stencils[elastic->stencilCount++];
    *stencil = (svStencil){.stiffness = stiffness, .damping = grid->def->damping};
    for (int k = 0; k < 4; ++k) {
        stencil->corners[k] = grid->first + at[k];
        stencil->factors[k] = factors[k];
    }
}

// The stencils whose middle, or first corner, is at a row and a column.
static void AddStencilsAt(svElastic* elastic, const Grid* grid, uint32_t row, uint32_t column) {
    static const double line[4] = {1, -2, 1, 0}, cell[4] = {1, -1, -1, 1};
    const uint32_t columns = grid->def->columns, rows = grid->def->rows, i = row * columns + column;
    const double a = grid->lengths[0], b = grid->lengths[1];
    const double* rigidities = grid->rigidities;
    const double rowShare = row == 0 || row + 1 == rows ? 0.5 : 1;
    const double columnShare = column == 0 || column + 1 == columns ? 0.5 : 1;
    if (column > 0 && column + 1 < columns) {
        const uint32_t at[4] = {i - 1, i, i + 1, i};
        AddStencil(elastic, grid, at, line, rowShare * rigidities[0] * b / (a * a * a));
    }
    if (row > 0 && row + 1 < rows) {
        const uint32_t at[4] = {i - columns, i, i + columns, i};
        AddStencil(elastic, grid, at, line, columnShare * rigidities[1] * a / (b * b * b));
    }
    if (column + 1 < columns && row + 1 < rows) {
        const uint32_t at[4] = {i, i + 1, i + columns, i + columns + 1};
        AddStencil(elastic, grid, at, cell, 2 * sqrt(rigidities[0] * rigidities[1]) / (a * b));
    }
}

static svStatus AddStencils(svElastic* elastic, const Grid* grid) {
    const uint32_t columns = grid->def->columns, rows = grid->def->rows;
    const svStatus status =
        svContext_Grow(elastic->context, (void**)&elastic->stencils, &elastic->stencilCapacity,
                       elastic->stencilCount + 3 * (size_t)columns * rows, sizeof(svStencil));
    for (uint32_t row = 0; row < rows && status == SV_OK; ++row) {
        for (uint32_t column = 0; column < columns; ++column) {
            AddStencilsAt(elastic, grid, row, column);
        }
    }
    return status;
}

svStatus svElastic_AddCloth(svElastic* elastic, const svClothDef* def, const svMesh* mesh,
                            uint32_t first) {
    const size_t membranes = elastic->membraneCount, hinges = elastic->hingeCount;
    const size_t stencils = elastic->stencilCount;
    const svVec3 axis = WarpAxis(def);
    Grid grid;
    svStatus status = AddMembranes(elastic, def, axis, first);
    if (status == SV_OK && def->bendStiffness > 0) {
        status = FindGrid(def, axis, first, &grid)
                     ? AddStencils(elastic, &grid)
                     : AddHinges(elastic, def, svMesh_GetTopology(mesh), axis, first);
    }
    if (status != SV_OK) {
        elastic->membraneCount = membranes;
        elastic->hingeCount = hinges;
        elastic->stencilCount = stencils;
    }
    return status;
}

// Lists for each particle which corners of elements it is. `corners` has `stride` of each element's
// bytes; `size` corners each.
static void ListCorners(const char* corners, size_t stride, uint32_t size, size_t count,
                        uint32_t particleCount, uint32_t* start, uint32_t* list) {
    memset(start, 0, ((size_t)particleCount + 2) * sizeof(*start));
    for (size_t i = 0; i < count * size; ++i) {
        ++start[((const uint32_t*)(corners + i / size * stride))[i % size] + 2];
    }
    for (uint32_t p = 0; p < particleCount; ++p) {
        start[p + 2] += start[p + 1];
    }
    for (size_t i = 0; i < count * size; ++i) {
        const uint32_t particle = ((const uint32_t*)(corners + i / size * stride))[i % size];
        list[start[particle + 1]++] = (uint32_t)i;
    }
}

static void ReleaseLists(svElastic* elastic) {
    void** const memory[] = {(void**)&elastic->membraneStart,  (void**)&elastic->membraneCorners,
                             (void**)&elastic->hingeStart,     (void**)&elastic->hingeCorners,
                             (void**)&elastic->membraneStates, (void**)&elastic->hingeStates,
                             (void**)&elastic->membraneForces, (void**)&elastic->hingeForces,
                             (void**)&elastic->stencilStart,   (void**)&elastic->stencilCorners,
                             (void**)&elastic->stencilBefore,  (void**)&elastic->membraneBefore,
                             (void**)&elastic->stencilForces,  (void**)&elastic->sums};
    for (size_t i = 0; i < sizeof(memory) / sizeof(memory[0]); ++i) {
        svContext_Release(elastic->context, *memory[i]);
        *memory[i] = NULL;
    }
}

svStatus svElastic_Finish(svElastic* elastic, uint32_t particleCount) {
    svContext* context = elastic->context;
    ReleaseLists(elastic);
    const size_t starts = ((size_t)particleCount + 2) * sizeof(uint32_t);
    const size_t membranes = elastic->membraneCount, hinges = elastic->hingeCount;
    const size_t stencils = elastic->stencilCount;
    elastic->stencilStart = svContext_Allocate(context, starts);
    elastic->stencilCorners = svContext_Allocate(context, 4 * stencils * sizeof(uint32_t));
    elastic->stencilBefore = svContext_Allocate(context, stencils * sizeof(double));
    elastic->membraneBefore =
        svContext_Allocate(context, membranes * sizeof(*elastic->membraneBefore));
    elastic->stencilForces = svContext_Allocate(context, stencils * sizeof(svVec3));
    elastic->membraneStart = svContext_Allocate(context, starts);
    elastic->membraneCorners = svContext_Allocate(context, 3 * membranes * sizeof(uint32_t));
    elastic->hingeStart = svContext_Allocate(context, starts);
    elastic->hingeCorners = svContext_Allocate(context, 4 * hinges * sizeof(uint32_t));
    elastic->membraneStates = svContext_Allocate(context, membranes * sizeof(svMembraneState));
    elastic->hingeStates = svContext_Allocate(context, hinges * sizeof(svHingeState));
    elastic->membraneForces = svContext_Allocate(context, 3 * membranes * sizeof(svVec3));
    elastic->hingeForces = svContext_Allocate(context, 4 * hinges * sizeof(svVec3));
    elastic->sums = svContext_Allocate(
        context, (RangeCount(membranes) + RangeCount(hinges) + RangeCount(stencils)) *
                     sizeof(*elastic->sums));
    if (elastic->membraneStart == NULL || elastic->membraneCorners == NULL ||
        elastic->hingeStart == NULL || elastic->hingeCorners == NULL ||
        elastic->membraneStates == NULL || elastic->hingeStates == NULL ||
        elastic->membraneForces == NULL || elastic->hingeForces == NULL || elastic->sums == NULL ||
        elastic->stencilStart == NULL || elastic->stencilCorners == NULL ||
        elastic->stencilBefore == NULL || elastic->membraneBefore == NULL ||
        elastic->stencilForces == NULL) {
        return SV_ERROR_MEMORY;
    }
    ListCorners((const char*)elastic->membranes, sizeof(svMembrane), 3, membranes, particleCount,
                elastic->membraneStart, elastic->membraneCorners);
    ListCorners((const char*)elastic->hinges, sizeof(svHinge), 4, hinges, particleCount,
                elastic->hingeStart, elastic->hingeCorners);
    ListCorners((const char*)elastic->stencils, sizeof(svStencil), 4, stencils, particleCount,
                elastic->stencilStart, elastic->stencilCorners);
    return SV_OK;
}

void svElastic_Destroy(svElastic* elastic) {
    ReleaseLists(elastic);
    svContext_Release(elastic->context, elastic->membranes);
    svContext_Release(elastic->context, elastic->hinges);
    svContext_Release(elastic->context, elastic->stencils);
}
