// Sheets, balls and boxes.

#include "shapes.h"

#include "selvage/topology.h"

#include <math.h>

svStatus svShape_Refuse(svContext* context, const char* what) {
    svContext_Message(context, SV_ERROR, "shape: %s", what);
    return SV_ERROR_ARGUMENT;
}

bool svShape_IsLength(double x) {
    return isfinite(x) && x > 0;
}

svStatus svShapeBuilder_Make(svContext* context, uint64_t vertexCount, uint64_t triangleCount,
                             svShapeBuilder* builder) {
    if (vertexCount > UINT32_MAX || triangleCount > SV_MAX_TRIANGLES) {
        return svShape_Refuse(context, "more vertices or triangles than a mesh may have");
    }
    *builder = (svShapeBuilder){0};
    svMeshData* mesh = &builder->mesh;
    // 32 bits times 24 fit into size_t, or, where that has 32 bits itself, must be looked at.
    if (vertexCount <= SIZE_MAX / (3 * sizeof(double)) &&
        triangleCount <= SIZE_MAX / (3 * sizeof(uint32_t))) {
        mesh->positions = svContext_Allocate(context, (size_t)vertexCount * 3 * sizeof(double));
        mesh->triangles = svContext_Allocate(context, (size_t)triangleCount * 3 * sizeof(uint32_t));
    }
    if (mesh->positions == NULL || mesh->triangles == NULL) {
        svMeshData_Destroy(context, mesh);
        svContext_Message(context, SV_ERROR, "shape: out of memory");
        return SV_ERROR_MEMORY;
    }
    mesh->vertexCount = (size_t)vertexCount;
    mesh->triangleCount = (size_t)triangleCount;
    mesh->scalar = SV_DOUBLE;
    return SV_OK;
}

uint32_t svShapeBuilder_Vertex(svShapeBuilder* builder, double x, double y, double z) {
    double* at = builder->mesh.positions + 3 * builder->vertices;
    at[0] = x;
    at[1] = y;
    at[2] = z;
    return (uint32_t)builder->vertices++;
}

void svShapeBuilder_Triangle(svShapeBuilder* builder, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t* at = builder->mesh.triangles + 3 * builder->triangles++;
    at[0] = a;
    at[1] = b;
    at[2] = c;
}

void svShapeBuilder_Quad(svShapeBuilder* builder, const uint32_t corners[4], bool other) {
    const uint32_t a = corners[0], b = corners[1], c = corners[2], d = corners[3];
    svShapeBuilder_Triangle(builder, a, b, other ? d : c);
    svShapeBuilder_Triangle(builder, other ? b : a, c, d);
}

svStatus svShape_Grid(svContext* context, const double size[2], uint32_t columns, uint32_t rows,
                      svMeshData* mesh) {
    if (context == NULL || size == NULL || mesh == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    if (!svShape_IsLength(size[0]) || !svShape_IsLength(size[1])) {
        return svShape_Refuse(context, "the size of a grid must be greater than 0");
    }
    if (columns < 2 || rows < 2) {
        return svShape_Refuse(context, "a grid needs at least 2 columns and 2 rows");
    }
    svShapeBuilder builder;
    const uint64_t cells = (uint64_t)(columns - 1) * (rows - 1);
    const svStatus status =
        svShapeBuilder_Make(context, (uint64_t)columns * rows, 2 * cells, &builder);
    if (status != SV_OK) {
        return status;
    }
    for (uint32_t row = 0; row < rows; ++row) {
        for (uint32_t column = 0; column < columns; ++column) {
            const double x = size[0] * ((double)column / (columns - 1) - 0.5);
            const double y = size[1] * ((double)row / (rows - 1) - 0.5);
            svShapeBuilder_Vertex(&builder, x, y, 0);
        }
    }
    for (uint32_t row = 0; row + 1 < rows; ++row) {
        for (uint32_t column = 0; column + 1 < columns; ++column) {
            const uint32_t v = row * columns + column;
            const uint32_t corners[4] = {v, v + 1, v + columns + 1, v + columns};
            svShapeBuilder_Quad(&builder, corners, (row + column) % 2 != 0);
        }
    }
    *mesh = builder.mesh;
    return SV_OK;
}

svStatus svShape_Box(svContext* context, const double size[3], svMeshData* mesh) {
    if (context == NULL || size == NULL || mesh == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    if (!svShape_IsLength(size[0]) || !svShape_IsLength(size[1]) || !svShape_IsLength(size[2])) {
        return svShape_Refuse(context, "the size of a box must be greater than 0");
    }
    svShapeBuilder builder;
    const svStatus status = svShapeBuilder_Make(context, 8, 12, &builder);
    if (status != SV_OK) {
        return status;
    }
    for (uint32_t i = 0; i < 8; ++i) { // bit k of the index: the upper side of axis k
        svShapeBuilder_Vertex(&builder, (i & 1 ? 0.5 : -0.5) * size[0],
                              (i & 2 ? 0.5 : -0.5) * size[1], (i & 4 ? 0.5 : -0.5) * size[2]);
    }
    static const uint32_t sides[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (int i = 0; i < 6; ++i) {
        svShapeBuilder_Quad(&builder, sides[i], false);
    }
    *mesh = builder.mesh;
    return SV_OK;
}

// The icosahedron.
static const uint32_t icosahedronFaces[20][3] = {
    {0, 4, 1}, {0, 9, 4},  {9, 5, 4},  {4, 5, 8},  {4, 8, 1},  {8, 10, 1}, {8, 3, 10},
    {5, 3, 8}, {5, 2, 3},  {2, 7, 3},  {7, 10, 3}, {7, 6, 10}, {7, 11, 6}, {11, 0, 6},
    {0, 1, 6}, {6, 1, 10}, {9, 0, 11}, {9, 11, 2}, {9, 2, 5},  {7, 2, 11}};

// Its edges in the order of first appearance, and which one joins two corners.
typedef struct Edges {
    uint32_t ends[30][2];
    uint32_t between[12][12];
} Edges;

static Edges IcosahedronEdges(void) {
    Edges edges;
    uint32_t count = 0;
    for (int f = 0; f < 20; ++f) {
        for (int k = 0; k < 3; ++k) {
            const uint32_t a = icosahedronFaces[f][k], b = icosahedronFaces[f][(k + 1) % 3];
            if (a < b) { // every edge has one side that runs upwards
                edges.ends[count][0] = a;
                edges.ends[count][1] = b;
                edges.between[a][b] = edges.between[b][a] = count++;
            }
        }
    }
    return edges;
}

typedef struct BallBuilder {
    svShapeBuilder shape;
    Edges edges;
    double radius;
    uint32_t cells;
    uint32_t face;       // the one being cut
    uint32_t faceInside; // the first vertex inside it
} BallBuilder;

// (0, +-1, +-g) and its cyclic permutations.
#define GOLDEN 1.6180339887498949
static const double icosahedronCorners[12][3] = {
    {-1, GOLDEN, 0}, {1, GOLDEN, 0},  {-1, -GOLDEN, 0}, {1, -GOLDEN, 0},
    {0, 1, GOLDEN},  {0, -1, GOLDEN}, {0, 1, -GOLDEN},  {0, -1, -GOLDEN},
    {GOLDEN, 0, 1},  {-GOLDEN, 0, 1}, {GOLDEN, 0, -1},  {-GOLDEN, 0, -1}};

// The point i a + j b + (cells - i - j) c of three corners, moved onto the sphere.
static void AddSpherePoint(BallBuilder* ball, const uint32_t corners[3], uint32_t i, uint32_t j) {
    double p[3], square = 0;
    for (int axis = 0; axis < 3; ++axis) {
        p[axis] = i * icosahedronCorners[corners[0]][axis] +
                  j * icosahedronCorners[corners[1]][axis] +
                  (double)(ball->cells - i - j) * icosahedronCorners[corners[2]][axis];
        square += p[axis] * p[axis];
    }
    const double scale = ball->radius / sqrt(square);
    svShapeBuilder_Vertex(&ball->shape, scale * p[0], scale * p[1], scale * p[2]);
}

static void AddBallVertices(BallBuilder* ball) {
    const uint32_t n = ball->cells;
    for (uint32_t corner = 0; corner < 12; ++corner) {
        AddSpherePoint(ball, (uint32_t[]){corner, corner, corner}, n, 0);
    }
    for (int e = 0; e < 30; ++e) {
        const uint32_t a = ball->edges.ends[e][0], b = ball->edges.ends[e][1];
        for (uint32_t j = 1; j < n; ++j) {
            AddSpherePoint(ball, (uint32_t[]){a, b, b}, n - j, j);
        }
    }
    for (int f = 0; f < 20; ++f) {
        for (uint32_t i = 1; i + 1 < n; ++i) {
            for (uint32_t j = 1; i + j < n; ++j) {
                AddSpherePoint(ball, icosahedronFaces[f], i, j);
            }
        }
    }
}

// The vertex `step` steps from corner a towards b of the face being cut.
static uint32_t EdgeVertex(const BallBuilder* ball, int a, int b, uint32_t step) {
    const uint32_t from = icosahedronFaces[ball->face][a], to = icosahedronFaces[ball->face][b];
    const uint32_t along = from < to ? step : ball->cells - step;
    return 12 + ball->edges.between[from][to] * (ball->cells - 1) + along - 1;
}

// The vertex with weights i, j and n - i - j of the face being cut.
static uint32_t FaceVertex(const BallBuilder* ball, uint32_t i, uint32_t j) {
    const uint32_t n = ball->cells, k = n - i - j;
    const uint32_t* corners = icosahedronFaces[ball->face];
    if (i == n || j == n || k == n) {
        return i == n ? corners[0] : j == n ? corners[1] : corners[2];
    }
    if (k == 0) {
        return EdgeVertex(ball, 0, 1, j);
    }
    if (i == 0) {
        return EdgeVertex(ball, 1, 2, k);
    }
    if (j == 0) {
        return EdgeVertex(ball, 2, 0, i);
    }
    // Rows i = 1, 2, ... of n - 2, n - 3, ... vertices.
    return ball->faceInside + (i - 1) * (n - 2) - (i - 1) * (i - 2) / 2 + (j - 1);
}

svStatus svShape_Ball(svContext* context, double radius, uint32_t cells, svMeshData* mesh) {
    if (context == NULL || mesh == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    if (!svShape_IsLength(radius)) {
        return svShape_Refuse(context, "the radius of a ball must be greater than 0");
    }
    if (cells < 1 || cells > 5000) {
        return svShape_Refuse(context, "the cells of a ball must be 1 to 5000");
    }
    BallBuilder ball = {.edges = IcosahedronEdges(), .radius = radius, .cells = cells};
    const uint64_t square = (uint64_t)cells * cells;
    const svStatus status = svShapeBuilder_Make(context, 10 * square + 2, 20 * square, &ball.shape);
    if (status != SV_OK) {
        return status;
    }
    AddBallVertices(&ball);
    const uint32_t insideCount = cells < 3 ? 0 : (cells - 1) * (cells - 2) / 2;
    for (ball.face = 0; ball.face < 20; ++ball.face) {
        ball.faceInside = 12 + 30 * (cells - 1) + ball.face * insideCount;
        for (uint32_t i = 0; i < cells; ++i) {
            for (uint32_t j = 0; i + j < cells; ++j) {
                const uint32_t a = FaceVertex(&ball, i + 1, j), b = FaceVertex(&ball, i, j + 1);
                svShapeBuilder_Triangle(&ball.shape, a, b, FaceVertex(&ball, i, j));
                if (i + j + 2 <= cells) {
                    svShapeBuilder_Triangle(&ball.shape, a, FaceVertex(&ball, i + 1, j + 1), b);
                }
            }
        }
    }
    *mesh = ball.shape.mesh;
    return SV_OK;
}
