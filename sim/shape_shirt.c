// A T-shirt: the cells of a T, twice, one above the other, sewn together along the seams.
//
// Cells are counted from the middle of the hem: column 0 is the middle, row 0 the hem. Sleeves are
// the cells beyond the body, from the armpit row up. Seams are the shoulders, the undersides of the
// sleeves and the sides of the body; their vertices belong to both layers. No other edge joins two
// of them as long as neck, hem and sleeves are at least two cells wide, so the layers share nothing
// but the seams.

#include "shapes.h"

#include <math.h>

#define MIN_CELLS 8

typedef struct Shirt {
    double width, height, gap;
    double step[2];        // of a cell
    int64_t half;          // columns of half the body
    int64_t reach;         // and with the sleeve
    int64_t neck;          // half the columns of the neck
    int64_t armpit;        // row
    int64_t top;           // row
    uint32_t* vertices[2]; // of the front and the back, by (reach + column) * (top + 1) + row
} Shirt;

static int64_t AtLeast(double x, int64_t least) {
    const int64_t rounded = (int64_t)floor(x + 0.5);
    return rounded < least ? least : rounded;
}

static Shirt Plan(double width, double height, double gap, uint32_t cells) {
    Shirt shirt = {.width = width, .height = height, .gap = gap};
    shirt.half = AtLeast(cells / 2.0, 2);
    const double across = (double)shirt.half;
    shirt.step[0] = width / (2 * across);
    shirt.top = AtLeast(height / shirt.step[0], 4);
    shirt.step[1] = height / (double)shirt.top;
    // A sleeve is 0.45 of the body's width long and 0.32 of its height wide.
    shirt.reach = shirt.half + AtLeast(0.9 * across, 1);
    shirt.armpit = shirt.top - AtLeast(0.32 * (double)shirt.top, 2);
    shirt.neck = AtLeast(0.4 * across, 1);
    return shirt;
}

static bool IsInsideShirt(const Shirt* shirt, int64_t column, int64_t row) {
    const int64_t side = column < 0 ? -column : column;
    return side <= shirt->half || row >= shirt->armpit;
}

static bool IsSeam(const Shirt* shirt, int64_t column, int64_t row) {
    const int64_t side = column < 0 ? -column : column;
    return (row == shirt->top && side >= shirt->neck) ||
           (row == shirt->armpit && side >= shirt->half) ||
           (row <= shirt->armpit && side == shirt->half);
}

static uint32_t* At(const Shirt* shirt, int layer, int64_t column, int64_t row) {
    return shirt->vertices[layer] + (shirt->reach + column) * (shirt->top + 1) + row;
}

static uint32_t AddVertex(svShapeBuilder* builder, const Shirt* shirt, int layer, int64_t column,
                          int64_t row) {
    const double side = fabs((double)column);
    double y = (double)row * shirt->step[1] - shirt->height / 2;
    const double neck = (double)shirt->neck, half = (double)shirt->half;
    const double above = (double)(row - shirt->armpit) / (double)(shirt->top - shirt->armpit);
    const double share = above < 0 ? 0 : above; // the lower part of the body stays straight
    // Shoulders slope down: the rows between armpit and shoulder (0.32 of the height) move closer.
    const double shoulder = side < neck ? 0 : ((side < half ? side : half) - neck) / (half - neck);
    y -= share * shoulder * 0.08 * shirt->height;
    // So do sleeves: their columns are shifted against each other.
    y -= side < half ? 0 : 0.4 * shirt->step[1] * (side - half);
    // The neckline is cut, deeper in front, in the same way.
    if (side < neck) {
        const double round = 1 - side * side / (neck * neck);
        y -= share * round * (layer == 0 ? 0.11 : 0.03) * shirt->height;
    }
    const double z = IsSeam(shirt, column, row) ? 0 : (layer == 0 ? 0.5 : -0.5) * shirt->gap;
    return svShapeBuilder_Vertex(builder, (double)column * shirt->step[0], y, z);
}

static void CountParts(const Shirt* shirt, uint64_t* vertices, uint64_t* triangles) {
    const uint64_t body = (uint64_t)(2 * shirt->half),
                   sleeve = (uint64_t)(shirt->reach - shirt->half);
    const uint64_t rows = (uint64_t)shirt->top, sleeveRows = (uint64_t)(shirt->top - shirt->armpit);
    const uint64_t layer = (body + 1) * (rows + 1) + 2 * sleeve * (sleeveRows + 1);
    const uint64_t shoulders = 2 * (uint64_t)(shirt->reach - shirt->neck + 1);
    const uint64_t sides = 2 * (sleeve + (uint64_t)shirt->armpit + 1);
    *vertices = 2 * layer - shoulders - sides;
    *triangles = 4 * (body * rows + 2 * sleeve * sleeveRows);
}

static void Fill(svShapeBuilder* builder, const Shirt* shirt) {
    for (int64_t column = -shirt->reach; column <= shirt->reach; ++column) {
        for (int64_t row = 0; row <= shirt->top; ++row) {
            if (!IsInsideShirt(shirt, column, row)) {
                continue;
            }
            const uint32_t front = AddVertex(builder, shirt, 0, column, row);
            *At(shirt, 0, column, row) = front;
            const bool seam = IsSeam(shirt, column, row);
            *At(shirt, 1, column, row) = seam ? front : AddVertex(builder, shirt, 1, column, row);
        }
    }
    for (int64_t column = -shirt->reach; column < shirt->reach; ++column) {
        for (int64_t row = 0; row < shirt->top; ++row) {
            const bool beyond = column < -shirt->half || column >= shirt->half;
            if (beyond && row < shirt->armpit) {
                continue;
            }
            const bool other = (column + row) % 2 != 0;
            const uint32_t front[4] = {*At(shirt, 0, column, row), *At(shirt, 0, column + 1, row),
                                       *At(shirt, 0, column + 1, row + 1),
                                       *At(shirt, 0, column, row + 1)};
            const uint32_t back[4] = {*At(shirt, 1, column, row), *At(shirt, 1, column, row + 1),
                                      *At(shirt, 1, column + 1, row + 1),
                                      *At(shirt, 1, column + 1, row)};
            svShapeBuilder_Quad(builder, front, other);
            svShapeBuilder_Quad(builder, back, other);
        }
    }
}

svStatus svShape_Shirt(svContext* context, double width, double height, double gap, uint32_t cells,
                       svMeshData* mesh) {
    if (context == NULL || mesh == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    if (!svShape_IsLength(width) || !svShape_IsLength(height) || !svShape_IsLength(gap)) {
        return svShape_Refuse(context, "width, height and gap of a shirt must be greater than 0");
    }
    if (cells < MIN_CELLS || !(cells * (height / width) < 1e6)) {
        return svShape_Refuse(context, "a shirt needs at least 8 cells across, and less than a "
                                       "million along");
    }
    Shirt shirt = Plan(width, height, gap, cells);
    uint64_t vertices, triangles;
    CountParts(&shirt, &vertices, &triangles);
    svShapeBuilder builder;
    svStatus status = svShapeBuilder_Make(context, vertices, triangles, &builder);
    if (status != SV_OK) {
        return status;
    }
    // Fewer than twice as many places as vertices of a layer.
    const size_t places = (size_t)((2 * shirt.reach + 1) * (shirt.top + 1));
    uint32_t* indices = svContext_Allocate(context, 2 * places * sizeof(*indices));
    if (indices == NULL) {
        svMeshData_Destroy(context, &builder.mesh);
        svContext_Message(context, SV_ERROR, "shape: out of memory");
        return SV_ERROR_MEMORY;
    }
    shirt.vertices[0] = indices;
    shirt.vertices[1] = indices + places;
    Fill(&builder, &shirt);
    svContext_Release(context, indices);
    *mesh = builder.mesh;
    return SV_OK;
}
