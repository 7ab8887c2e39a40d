#include "support/cloth_grids.h"

#include "support/test.h"

#include <math.h>
#include <stdlib.h>

static void MakeTriangles(Random* random, uint32_t columns, uint32_t rows, uint32_t* triangles) {
    size_t count = 0;
    for (uint32_t r = 0; r + 1 < rows; ++r) {
        for (uint32_t c = 0; c + 1 < columns; ++c) {
            const uint32_t a = r * columns + c, b = a + 1, d = a + columns, e = d + 1;
            const uint32_t halves[2][6] = {{a, b, e, a, e, d}, {a, b, d, b, e, d}};
            const uint32_t* half = halves[Random_Below(random, 2)];
            for (int i = 0; i < 6; ++i) {
                triangles[count++] = half[i];
            }
        }
    }
    for (size_t t = count / 3; t > 1; --t) {
        const size_t other = (size_t)Random_Below(random, (int)t);
        for (size_t k = 0; k < 3; ++k) {
            const uint32_t kept = triangles[3 * (t - 1) + k];
            triangles[3 * (t - 1) + k] = triangles[3 * other + k];
            triangles[3 * other + k] = kept;
        }
    }
}

void TestGrid_Open(TestGrid* grid, Random* random, uint32_t columns, uint32_t rows) {
    assert_true(columns >= 2 && rows >= 2);
    const size_t vertexCount = (size_t)columns * rows;
    const size_t triangleCount = (size_t)2 * (columns - 1) * (rows - 1);
    uint32_t* triangles = malloc(3 * triangleCount * sizeof(uint32_t));
    const svContextDef contextDef = svDefaultContextDef();
    *grid = (TestGrid){.family = "flat"};
    assert_int_equal(svContext_Create(&contextDef, &grid->context), SV_OK);
    MakeTriangles(random, columns, rows, triangles);
    svMeshDef def = svDefaultMeshDef();
    def.triangles = triangles;
    def.triangleCount = triangleCount;
    def.vertexCount = vertexCount;
    assert_int_equal(svMesh_Create(grid->context, &def, &grid->mesh), SV_OK);
    free(triangles);
    for (int t = 0; t < 2; ++t) {
        grid->x[t] = malloc(vertexCount * sizeof(double[3]));
        for (uint32_t row = 0; row < rows; ++row) {
            for (uint32_t column = 0; column < columns; ++column) {
                double* x = grid->x[t][row * columns + column];
                x[0] = column;
                x[1] = row;
                x[2] = 0;
            }
        }
    }
    const svPositions x0 = svPositions_Double(grid->x[0][0], vertexCount);
    const svPositions x1 = svPositions_Double(grid->x[1][0], vertexCount);
    assert_int_equal(svMesh_SetMotion(grid->mesh, &x0, &x1), SV_OK);
    const svSceneDef sceneDef = svDefaultSceneDef();
    assert_int_equal(svScene_Create(grid->context, &sceneDef, &grid->scene), SV_OK);
    assert_int_equal(svScene_Add(grid->scene, grid->mesh, NULL, NULL), SV_OK);
    assert_int_equal(ClothGrid_Create(grid->context, grid->mesh, &grid->grid), SV_OK);
}

void TestGrid_Close(TestGrid* grid) {
    ClothGrid_Destroy(grid->context, &grid->grid);
    svScene_Destroy(grid->scene);
    svMesh_Destroy(grid->mesh);
    svContext_Destroy(grid->context);
    free(grid->x[0]);
    free(grid->x[1]);
}

// What a shape is made of; which numbers mean what is the family's business.
typedef struct Shape {
    double p[8];
} Shape;

static Shape RandomShape(Random* random) {
    Shape shape;
    for (int i = 0; i < 8; ++i) {
        shape.p[i] = Random_Signed(random);
    }
    return shape;
}

// Rolled up along a direction, in a spiral that may meet itself.
static void Roll(const Shape* s, double u, double v, double size, double x[3]) {
    const double angle = 6 * (1.2 + s->p[0]) * u / size;
    const double radius = size * (0.12 + 0.02 * s->p[1] + (0.03 + 0.04 * s->p[2]) * u / size);
    x[0] = radius * cos(angle);
    x[1] = v + 0.3 * s->p[3] * u;
    x[2] = radius * sin(angle);
}

// Waves in two directions, steep enough to overlap.
static void Crumple(const Shape* s, double u, double v, double size, double x[3]) {
    const double a = 8 * u / size + 3 * s->p[0], b = 8 * v / size + 3 * s->p[1];
    x[0] = u + 0.15 * size * s->p[2] * sin(b + 2 * a);
    x[1] = v + 0.15 * size * s->p[3] * sin(a - b);
    x[2] = 0.25 * size * (s->p[4] * sin(2 * a) + s->p[5] * sin(a + 2 * b) + s->p[6] * cos(b));
}

// Folded over along a line.
static void Fold(const Shape* s, double u, double v, double size, double x[3]) {
    const double crease = 0.5 * size * (1 + 0.5 * s->p[0]) + 0.3 * s->p[1] * v;
    const double over = u > crease ? u - crease : 0, angle = 3.2 + 0.4 * s->p[2];
    x[0] = (u > crease ? crease : u) + over * cos(angle);
    x[1] = v + 0.1 * s->p[3] * over;
    x[2] = over * sin(angle) + 0.05 * size * s->p[4] * sin(9 * u / size + s->p[5]);
}

// In a ring in one plane, up to two times around, rising or sinking a little.
static void Ring(const Shape* s, double u, double v, double size, double x[3]) {
    const double angle = 6.2832 * (1.1 + 0.9 * s->p[0]) * u / size;
    const double radius = size * (0.4 + 0.1 * s->p[1]) + 0.5 * v;
    x[0] = radius * cos(angle);
    x[1] = radius * sin(angle);
    x[2] = 0.05 * size * (s->p[2] * sin(angle) + s->p[3] * u / size + 0.3 * s->p[4] * cos(3 * v));
}

static void Flat(const Shape* s, double u, double v, double size, double x[3]) {
    x[0] = u + 0.05 * s->p[0] * v;
    x[1] = v;
    x[2] = 0.05 * size * s->p[1] * sin(u) * cos(v + s->p[2]);
}

void TestGrid_Deform(TestGrid* grid, Random* random) {
    static const struct {
        const char* name;
        void (*place)(const Shape* s, double u, double v, double size, double x[3]);
    } families[5] = {
        {"roll", Roll}, {"crumple", Crumple}, {"fold", Fold}, {"ring", Ring}, {"flat", Flat}};
    const int family = Random_Below(random, 5);
    grid->family = families[family].name;
    const double size = fmax(grid->grid.columns, grid->grid.rows) - 1;
    Shape shape = RandomShape(random);
    const Shape change = RandomShape(random);
    const double noise = Random_Below(random, 3) == 0 ? 0.3 * Random_Unit(random) : 0;
    const double speed = 0.5 * Random_Unit(random) * Random_Unit(random);
    const bool snap = Random_Below(random, 4) == 0;
    for (int t = 0; t < 2; ++t) {
        for (uint32_t i = 0; i < grid->grid.columns * grid->grid.rows; ++i) {
            double* x = grid->x[t][i];
            const uint32_t row = i / grid->grid.columns;
            families[family].place(&shape, i % grid->grid.columns, row, size, x);
            for (int d = 0; d < 3; ++d) {
                x[d] += noise * Random_Signed(random);
                x[d] = snap ? floor(4 * x[d]) / 4 : x[d];
            }
        }
        for (int k = 0; k < 8; ++k) {
            shape.p[k] += speed * change.p[k];
        }
    }
}

void TestGrid_Wind(TestGrid* grid, double turns) {
    const double length = grid->grid.columns - 1;
    grid->family = "wind";
    for (uint32_t i = 0; i < grid->grid.columns * grid->grid.rows; ++i) {
        const double along = (i % grid->grid.columns) / length;
        const double angle = 6.283185307179586 * turns * along;
        const uint32_t row = i / grid->grid.columns;
        const double radius = 4 + row;
        for (int t = 0; t < 2; ++t) {
            grid->x[t][i][0] = radius * cos(angle);
            grid->x[t][i][1] = radius * sin(angle);
            grid->x[t][i][2] = (t == 0 ? 1 : -1) * along;
        }
    }
}

svContacts TestGrid_Detect(TestGrid* grid) {
    svContacts contacts;
    svDetectDef def = svDefaultDetectDef();
    def.detail = SV_DETAIL_PAIRS;
    assert_int_equal(svScene_Detect(grid->scene, &def, &contacts), SV_OK);
    return contacts;
}
