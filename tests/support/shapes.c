#include "support/shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/test.h"

static const double PI = 3.14159265358979323846;

void Shape_Free(Shape* shape) {
    TestMesh_Free(&shape->list);
    free(shape->x);
    *shape = (Shape){0};
}

static Shape Make(TestMesh list) {
    Shape shape = {.list = list};
    shape.x = calloc((size_t)list.vertexCount + 1, sizeof(*shape.x));
    assert_non_null(shape.x);
    return shape;
}

static void Put(Shape* shape, uint32_t vertex, double x, double y, double z) {
    shape->x[vertex][0] = x;
    shape->x[vertex][1] = y;
    shape->x[vertex][2] = z;
}

Shape Shape_Grid(uint32_t columns, uint32_t rows, double size) {
    Shape shape = Make(TestMesh_Grid(columns - 1, rows - 1));
    const double cell = size / (columns - 1);
    shape.columns = columns;
    shape.rows = rows;
    for (uint32_t i = 0; i < columns * rows; ++i) {
        const uint32_t column = i % columns, row = i / columns;
        Put(&shape, i, cell * (column - (columns - 1) / 2.0), cell * (row - (rows - 1) / 2.0), 0);
    }
    return shape;
}

// Rings of vertices between two poles, which are the last two.
Shape Shape_Ball(double radius, uint32_t cells) {
    const uint32_t around = 2 * cells, rings = cells - 1, vertexCount = around * rings + 2;
    const uint32_t triangleCount = 2 * around * (rings - 1) + 2 * around;
    uint32_t* list = malloc((size_t)3 * triangleCount * sizeof(*list));
    assert_non_null(list);
    uint32_t* out = list;
    for (uint32_t ring = 0; ring < rings; ++ring) {
        for (uint32_t k = 0; k < around; ++k) {
            const uint32_t a = ring * around + k, b = ring * around + (k + 1) % around;
            if (ring == 0) {
                const uint32_t cap[3] = {b, a, vertexCount - 2};
                memcpy(out, cap, sizeof(cap));
                out += 3;
            }
            if (ring + 1 == rings) {
                const uint32_t cap[3] = {a, b, vertexCount - 1};
                memcpy(out, cap, sizeof(cap));
                out += 3;
            } else {
                const uint32_t quad[6] = {a, b, a + around, b, b + around, a + around};
                memcpy(out, quad, sizeof(quad));
                out += 6;
            }
        }
    }
    Shape shape = Make(TestMesh_Copy(list, triangleCount, vertexCount));
    free(list);
    for (uint32_t ring = 0; ring < rings; ++ring) {
        for (uint32_t k = 0; k < around; ++k) {
            const double polar = PI * (ring + 1) / cells, turn = PI * k / cells;
            Put(&shape, ring * around + k, radius * sin(polar) * cos(turn),
                radius * sin(polar) * sin(turn), -radius * cos(polar));
        }
    }
    Put(&shape, vertexCount - 2, 0, 0, -radius);
    Put(&shape, vertexCount - 1, 0, 0, radius);
    return shape;
}

Shape Shape_Box(double x, double y, double z) {
    static const uint32_t list[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                      2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    Shape shape = Make(TestMesh_Copy(list, 12, 8));
    for (uint32_t i = 0; i < 8; ++i) {
        Put(&shape, i, (i & 1 ? x : -x) / 2, (i & 2 ? y : -y) / 2, (i & 4 ? z : -z) / 2);
    }
    return shape;
}

Shape Shape_Spike(double width, double height) {
    static const uint32_t list[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    Shape shape = Make(TestMesh_Copy(list, 4, 4));
    for (uint32_t i = 0; i < 3; ++i) {
        Put(&shape, i, width * cos(2 * PI * i / 3), width * sin(2 * PI * i / 3), -height);
    }
    return shape;
}

Shape Shape_Floor(double size) {
    Shape shape = Shape_Grid(2, 2, size);
    shape.columns = shape.rows = 0;
    return shape;
}

Shape Shape_Soup(Random* random, uint32_t triangles, double size) {
    uint32_t* list = malloc((size_t)3 * triangles * sizeof(*list));
    assert_non_null(list);
    for (uint32_t i = 0; i < 3 * triangles; ++i) {
        list[i] = i;
    }
    Shape shape = Make(TestMesh_Copy(list, triangles, 3 * triangles));
    free(list);
    for (uint32_t i = 0; i < 3 * triangles; ++i) {
        const uint32_t layer = i / 3;
        Put(&shape, i, size * Random_Unit(random), size * Random_Unit(random),
            size * (0.2 * layer + 0.15 * Random_Unit(random)));
    }
    return shape;
}

Shape Shape_Book(uint32_t pages, double size) {
    Shape shape = Make(TestMesh_Book(pages));
    Put(&shape, 1, size, 0, 0);
    for (uint32_t i = 0; i < pages; ++i) {
        const double turn = 2 * PI * i / pages + 0.3;
        Put(&shape, i + 2, size / 2, size * cos(turn), size * sin(turn));
    }
    return shape;
}

Shape Shape_Degenerate(double size) {
    // A fan about 0; vertex 6 lies on the edge 1-2 nearly; 7 is of no face.
    static const uint32_t list[] = {0, 1, 2, 0, 2, 3, 0, 3, 4, 1, 6, 2, 4, 4, 5, 0, 0, 5, 5, 5, 5};
    Shape shape = Make(TestMesh_Copy(list, 7, 8));
    for (uint32_t i = 1; i < 6; ++i) {
        Put(&shape, i, size * cos(i), size * sin(i), 0.1 * size * (i % 2));
    }
    for (int k = 0; k < 3; ++k) {
        shape.x[6][k] = (shape.x[1][k] + shape.x[2][k]) / 2 * (1 + 1e-5);
    }
    Put(&shape, 7, -size, size, 0);
    return shape;
}

void Shape_Move(Shape* shape, double x, double y, double z) {
    for (uint32_t i = 0; i < shape->list.vertexCount; ++i) {
        Put(shape, i, shape->x[i][0] + x, shape->x[i][1] + y, shape->x[i][2] + z);
    }
}

void Shape_Scale(Shape* shape, double factor) {
    for (uint32_t i = 0; i < shape->list.vertexCount; ++i) {
        Put(shape, i, shape->x[i][0] * factor, shape->x[i][1] * factor, shape->x[i][2] * factor);
    }
}

void Shape_Turn(Shape* shape, const double turn[3]) {
    const double angle = sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
    const double s = sin(angle), c = cos(angle);
    for (uint32_t i = 0; i < shape->list.vertexCount && angle > 0; ++i) {
        double u[3], *p = shape->x[i];
        for (int k = 0; k < 3; ++k) {
            u[k] = turn[k] / angle;
        }
        const double along = u[0] * p[0] + u[1] * p[1] + u[2] * p[2];
        const double across[3] = {u[1] * p[2] - u[2] * p[1], u[2] * p[0] - u[0] * p[2],
                                  u[0] * p[1] - u[1] * p[0]};
        for (int k = 0; k < 3; ++k) {
            p[k] = c * p[k] + s * across[k] + (1 - c) * along * u[k];
        }
    }
}
