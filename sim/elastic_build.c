// The elements of a cloth, made once from its shape at rest; elastic.c has what they do.

#include "elastic.h"
#include "kernels.h"
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

// The corners of a triangle at rest: its own where it has them.
static void RestFace(const svClothDef* def, size_t triangle, svVec3 x[3]) {
    for (size_t k = 0; k < 3; ++k) {
        double p[3];
        if (def->restCorners.data != NULL) {
            svPositions_Get(&def->restCorners, 3 * triangle + k, p);
            x[k] = svVec3_From(p);
        } else {
            x[k] = RestCorner(def, def->triangles[3 * triangle + k]);
        }
    }
}

static svVec3 FaceNormal(const svVec3 x[3]) {
    return svVec3_Cross(svVec3_Sub(x[1], x[0]), svVec3_Sub(x[2], x[0]));
}

// The axis that lies most nearly in the surface: the warp is its projection. A flat sheet in the
// xy plane has its warp along x, a tube about z along z.
static svVec3 WarpAxis(const svClothDef* def) {
    svVec3 across = {0, 0, 0};
    for (size_t t = 0; t < def->triangleCount; ++t) {
        svVec3 x[3];
        RestFace(def, t, x);
        const svVec3 normal = FaceNormal(x);
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

// Whether a triangle is too thin for a membrane or a hinge: its stiffness grows with its length
// over its height.
static bool IsThin(const svVec3 x[3]) {
    double longest = 0;
    for (int k = 0; k < 3; ++k) {
        longest = fmax(longest, svVec3_Length(svVec3_Sub(x[(k + 1) % 3], x[k])));
    }
    return !(svVec3_Length(FaceNormal(x)) > THIN * longest * longest);
}

svStatus svElastic_CheckRest(svContext* context, const svClothDef* def) {
    for (size_t t = 0; t < def->triangleCount && def->restCorners.data != NULL; ++t) {
        svVec3 rest[3], placed[3];
        RestFace(def, t, rest);
        for (size_t k = 0; k < 3; ++k) {
            placed[k] = RestCorner(def, def->triangles[3 * t + k]);
        }
        if (IsThin(rest) && !IsThin(placed)) {
            svContext_Message(context, SV_ERROR,
                              "%s: face %zu: its restCorners span no area, or hardly any",
                              def->name, t);
            return SV_ERROR_MESH;
        }
    }
    return SV_OK;
}

// False for a triangle without area, or nearly so, which has no membrane.
static bool MakeMembrane(const svClothDef* def, size_t triangle, svVec3 axis, uint32_t first,
                         svMembrane* membrane) {
    svVec3 x[3];
    RestFace(def, triangle, x);
    const svVec3 normal = FaceNormal(x);
    const double area = svVec3_Length(normal) / 2;
    if (IsThin(x)) {
        return false;
    }
    svVec3 alongWarp, alongWeft;
    FindFibres(normal, axis, &alongWarp, &alongWeft);
    double u[3], v[3];
    for (int k = 0; k < 3; ++k) {
        membrane->corners[k] = first + def->triangles[3 * triangle + (size_t)k];
        u[k] = svVec3_Dot(x[k], alongWarp);
        v[k] = svVec3_Dot(x[k], alongWeft);
    }
    // Floats, as tiles have them: all energies are those of the same element.
    for (int k = 1; k < 3; ++k) {
        const int a = (k + 1) % 3, b = (k + 2) % 3;
        membrane->du[k] = RoundToFloat((v[a] - v[b]) / (2 * area));
        membrane->dv[k] = RoundToFloat((u[b] - u[a]) / (2 * area));
    }
    membrane->du[0] = -(membrane->du[1] + membrane->du[2]);
    membrane->dv[0] = -(membrane->dv[1] + membrane->dv[2]);
    membrane->area = area;
    const double weft = def->weftStiffness > 0 ? def->weftStiffness : def->stretchStiffness;
    membrane->stiffness[0] = RoundToFloat(area * def->stretchStiffness);
    membrane->stiffness[1] = RoundToFloat(area * weft);
    membrane->stiffness[2] = RoundToFloat(area * def->shearStiffness);
    membrane->damping = def->damping;
    membrane->strainLimit =
        def->strainLimit > 0 ? RoundToFloat(def->strainLimit) : (double)INFINITY;
    return true;
}

// A triangle at rest from an edge of it: the ends of the edge, in its order, and the third corner.
// `side` is the edge in the triangle.
static void RestAtEdge(const svClothDef* def, uint32_t side, uint32_t firstEnd, svVec3 x[3]) {
    svVec3 face[3];
    RestFace(def, side / 3, face);
    const uint32_t k = side % 3;
    const bool forward = def->triangles[side] == firstEnd;
    x[0] = face[forward ? k : (k + 1) % 3];
    x[1] = face[forward ? (k + 1) % 3 : k];
    x[2] = face[(k + 2) % 3];
}

// Two triangles at rest that meet in an edge: the sum of their areas, the square of its length and
// the share of it along the warp (squared cosine). Where the triangles have rest shapes of their
// own, at a seam, they need not agree: then it is their mean. False where one has no area, or
// nearly none.
typedef struct RestHinge {
    double area, square, weftShare;
} RestHinge;

static bool FindRestHinge(const svClothDef* def, const uint32_t sides[2], uint32_t firstEnd,
                          svVec3 axis, RestHinge* hinge) {
    *hinge = (RestHinge){0};
    for (int s = 0; s < 2; ++s) {
        svVec3 x[3], warp, weft;
        RestAtEdge(def, sides[s], firstEnd, x);
        if (IsThin(x)) {
            return false;
        }
        const svVec3 edge = svVec3_Sub(x[1], x[0]), normal = FaceNormal(x);
        FindFibres(normal, axis, &warp, &weft);
        const double square = svVec3_Dot(edge, edge), along = svVec3_Dot(edge, warp);
        hinge->area += svVec3_Length(normal) / 2;
        hinge->square += square / 2;
        hinge->weftShare += fmin(along * along / square, 1) / 2;
    }
    return true;
}

// Triangles with rest shapes of their own are flat where they meet, unless there is a rest shape of
// the whole, too.
static double RestBend(const svClothDef* def, const uint32_t corners[4]) {
    if (def->restCorners.data != NULL && def->rest.data == NULL) {
        return 0;
    }
    svVec3 x[4];
    for (int k = 0; k < 4; ++k) {
        x[k] = RestCorner(def, corners[k]);
    }
    return svHinge_Bend(x);
}

static bool MakeHinge(const svClothDef* def, const uint32_t corners[4], const uint32_t sides[2],
                      svVec3 axis, svHinge* hinge) {
    RestHinge rest;
    if (!FindRestHinge(def, sides, corners[0], axis, &rest)) {
        return false;
    }
    // Bending is across the edge: an edge along the weft bends the warp.
    const double other = def->weftBendStiffness > 0 ? def->weftBendStiffness : def->bendStiffness;
    const double rigidity = (1 - rest.weftShare) * def->bendStiffness + rest.weftShare * other;
    hinge->stiffness = rigidity * rest.square / rest.area;
    hinge->rest = RestBend(def, corners);
    hinge->damping = def->damping;
    return true;
}

static svStatus AddMembranes(svElastic* elastic, const svClothDef* def, svVec3 axis,
                             uint32_t first) {
    const svStatus status =
        svContext_Grow(elastic->context, (void**)&elastic->membranes, &elastic->membraneCapacity,
                       elastic->membraneCount + def->triangleCount + 1, sizeof(svMembrane));
    for (size_t t = 0; t < def->triangleCount && status == SV_OK; ++t) {
        elastic->membraneCount +=
            MakeMembrane(def, t, axis, first, &elastic->membranes[elastic->membraneCount]);
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
        svHinge* hinge = &elastic->hinges[elastic->hingeCount];
        if (corners[2] != corners[3] && MakeHinge(def, corners, sides, axis, hinge)) {
            for (int k = 0; k < 4; ++k) {
                hinge->corners[k] = first + corners[k];
            }
            ++elastic->hingeCount;
        }
    }
    return status;
}

// Whether the particles at rest stand at p + column a + row b, with a right angle between a and b.
static bool FindGrid(const svClothDef* def, svVec3 axis, uint32_t first, svBendGrid* grid) {
    if (def->columns < 2 || def->rows < 2 || def->restCorners.data != NULL) {
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
    const double alongA = share * def->bendStiffness + (1 - share) * other;
    const double alongB = (1 - share) * def->bendStiffness + share * other;
    *grid = (svBendGrid){.first = first,
                         .columns = def->columns,
                         .count = def->columns * def->rows,
                         .stiffness = {RoundToFloat(alongA * lb / (la * la * la)),
                                       RoundToFloat(alongB * la / (lb * lb * lb)),
                                       RoundToFloat(2 * sqrt(alongA * alongB) / (la * lb))},
                         .damping = def->damping};
    return regular;
}

// The differences of a grid as single elements: which particles, with which factors.
static void AddStencil(svElastic* elastic, const svBendGrid* grid, int kind, uint32_t i) {
    static const double factors[BEND_KINDS][4] = {{1, -2, 1, 0}, {1, -2, 1, 0}, {1, -1, -1, 1}};
    const uint32_t columns = grid->columns;
    const uint32_t corners[BEND_KINDS][4] = {{i - 1, i, i + 1, i},
                                             {i - columns, i, i + columns, i},
                                             {i, i + 1, i + columns, i + columns + 1}};
    svStencil* stencil = &elastic->stencils[elastic->stencilCount++];
    *stencil =
        (svStencil){.stiffness = svBendGrid_Stiffness(grid, kind, i), .damping = grid->damping};
    for (int k = 0; k < 4; ++k) {
        stencil->corners[k] = grid->first + corners[kind][k];
        stencil->factors[k] = factors[kind][k];
    }
}

static svStatus AddGrid(svElastic* elastic, const svBendGrid* grid) {
    svStatus status =
        svContext_Grow(elastic->context, (void**)&elastic->stencils, &elastic->stencilCapacity,
                       elastic->stencilCount + BEND_KINDS * (size_t)grid->count, sizeof(svStencil));
    if (status == SV_OK) {
        status = svContext_Grow(elastic->context, (void**)&elastic->grids, &elastic->gridCapacity,
                                elastic->gridCount + 1, sizeof(svBendGrid));
    }
    if (status != SV_OK) {
        return status;
    }
    elastic->grids[elastic->gridCount++] = *grid;
    for (uint32_t i = 0; i < grid->count; ++i) {
        for (int kind = 0; kind < BEND_KINDS; ++kind) {
            if (svBendGrid_Stiffness(grid, kind, i) > 0) {
                AddStencil(elastic, grid, kind, i);
            }
        }
    }
    return SV_OK;
}

svStatus svElastic_AddCloth(svElastic* elastic, const svClothDef* def, const svMesh* mesh,
                            uint32_t first) {
    const size_t membranes = elastic->membraneCount, hinges = elastic->hingeCount;
    const size_t stencils = elastic->stencilCount, grids = elastic->gridCount;
    const svVec3 axis = WarpAxis(def);
    svBendGrid grid;
    svStatus status = AddMembranes(elastic, def, axis, first);
    if (status == SV_OK && def->bendStiffness > 0) {
        status = FindGrid(def, axis, first, &grid)
                     ? AddGrid(elastic, &grid)
                     : AddHinges(elastic, def, svMesh_GetTopology(mesh), axis, first);
    }
    if (status != SV_OK) {
        elastic->membraneCount = membranes;
        elastic->hingeCount = hinges;
        elastic->stencilCount = stencils;
        elastic->gridCount = grids;
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

static size_t TileCount(const svElastic* elastic) {
    return (elastic->membraneCount + TILE - 1) / TILE;
}

// The forces at a particle are one after the other, in the order of elements; behind them all is a
// place for corners of no element. `list` is scratch.
static void PlaceForces(const svElastic* elastic, uint32_t particleCount, uint32_t* list) {
    const size_t count = 3 * elastic->membraneCount;
    ListCorners((const char*)elastic->membranes, sizeof(svMembrane), 3, elastic->membraneCount,
                particleCount, elastic->membraneStart, list);
    for (size_t i = 0; i < 3 * TILE * TileCount(elastic); ++i) {
        elastic->membraneTiles[i / 3 / TILE].places[i % 3][i / 3 % TILE] = (uint32_t)count;
    }
    for (size_t i = 0; i < count; ++i) {
        const size_t m = list[i] / 3, k = list[i] % 3;
        elastic->membraneTiles[m / TILE].places[k][m % TILE] = (uint32_t)i;
    }
}

static void FillTiles(const svElastic* elastic) {
    memset(elastic->membraneTiles, 0, TileCount(elastic) * sizeof(*elastic->membraneTiles));
    for (size_t i = 0; i < elastic->membraneCount; ++i) {
        const svMembrane* membrane = &elastic->membranes[i];
        svMembraneTile* tile = &elastic->membraneTiles[i / TILE];
        const size_t lane = i % TILE;
        for (int k = 0; k < 3; ++k) {
            tile->stiffness[k][lane] = (float)membrane->stiffness[k];
            tile->corners[k][lane] = membrane->corners[k];
        }
        for (int k = 0; k < 2; ++k) {
            tile->du[k][lane] = (float)membrane->du[k + 1];
            tile->dv[k][lane] = (float)membrane->dv[k + 1];
        }
        tile->damping[lane] = (float)membrane->damping;
        tile->strainLimit[lane] = (float)membrane->strainLimit;
    }
}

static void ReleaseLists(svElastic* elastic) {
    void** const memory[] = {(void**)&elastic->membraneStart, (void**)&elastic->hingeStart,
                             (void**)&elastic->hingeCorners,  (void**)&elastic->membraneStates,
                             (void**)&elastic->hingeStates,   (void**)&elastic->membraneForces,
                             (void**)&elastic->hingeForces,   (void**)&elastic->membraneTiles,
                             (void**)&elastic->sums};
    for (size_t i = 0; i < sizeof(memory) / sizeof(memory[0]); ++i) {
        svContext_Release(elastic->context, *memory[i]);
        *memory[i] = NULL;
    }
    for (size_t i = 0; i < elastic->gridCount; ++i) {
        svBendGrid_Destroy(&elastic->grids[i], elastic->context);
    }
}

svStatus svElastic_Finish(svElastic* elastic, uint32_t particleCount) {
    svContext* context = elastic->context;
    ReleaseLists(elastic);
    const size_t starts = ((size_t)particleCount + 2) * sizeof(uint32_t);
    const size_t membranes = elastic->membraneCount, hinges = elastic->hingeCount;
    const size_t tiles = TileCount(elastic);
    elastic->membraneTiles = svContext_Allocate(context, tiles * sizeof(svMembraneTile));
    elastic->membraneStart = svContext_Allocate(context, starts);
    elastic->hingeStart = svContext_Allocate(context, starts);
    elastic->hingeCorners = svContext_Allocate(context, 4 * hinges * sizeof(uint32_t));
    elastic->membraneStates = svContext_Allocate(context, tiles * TILE * sizeof(svMembraneState));
    elastic->hingeStates = svContext_Allocate(context, hinges * sizeof(svHingeState));
    elastic->membraneForces =
        svContext_Allocate(context, (3 * membranes + 1) * sizeof(*elastic->membraneForces));
    elastic->hingeForces = svContext_Allocate(context, 4 * hinges * sizeof(svVec3));
    const size_t elements = membranes > hinges ? membranes : hinges;
    const size_t most = elements > particleCount ? elements : particleCount; // grids have these
    elastic->sums = svContext_Allocate(context, RangeCount(most) * sizeof(*elastic->sums));
    uint32_t* list = svContext_Allocate(context, 3 * membranes * sizeof(*list));
    bool good = list != NULL && elastic->membraneStart != NULL && elastic->hingeStart != NULL &&
                elastic->hingeCorners != NULL && elastic->membraneStates != NULL &&
                elastic->hingeStates != NULL && elastic->membraneForces != NULL &&
                elastic->hingeForces != NULL && elastic->sums != NULL &&
                elastic->membraneTiles != NULL;
    for (size_t i = 0; i < elastic->gridCount && good; ++i) {
        good = svBendGrid_Create(&elastic->grids[i], context) == SV_OK;
    }
    if (!good) {
        svContext_Release(context, list);
        return SV_ERROR_MEMORY;
    }
    elastic->kernels = svSimKernels_Of(SV_ISA_BEST);
    FillTiles(elastic);
    PlaceForces(elastic, particleCount, list);
    ListCorners((const char*)elastic->hinges, sizeof(svHinge), 4, hinges, particleCount,
                elastic->hingeStart, elastic->hingeCorners);
    svContext_Release(context, list);
    return SV_OK;
}

void svElastic_Destroy(svElastic* elastic) {
    ReleaseLists(elastic);
    svContext_Release(elastic->context, elastic->membranes);
    svContext_Release(elastic->context, elastic->hinges);
    svContext_Release(elastic->context, elastic->stencils);
    svContext_Release(elastic->context, elastic->grids);
}
