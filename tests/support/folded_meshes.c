#include "support/folded_meshes.h"

#include "support/generate_numbers.h"
#include "support/test.h"

#include <stdlib.h>

static const double turn = 6.283185307179586;

// What a shape is made of; which numbers mean what is the kind's business.
typedef struct Form {
    uint32_t columns, rows; // of cells, for grids
    double p[8];            // in [-1,1)
    double noise;
} Form;

const char* FoldedKind_Name(FoldedKind kind) {
    static const char* const names[FOLDED_KIND_COUNT] = {
        "sheet", "crumple", "pleats", "ribbon", "ring",      "moebius",   "cone",
        "star",  "part",    "tuck",   "soup",   "duplicate", "degenerate"};
    return names[kind];
}

const char* FoldedMotion_Name(FoldedMotion motion) {
    static const char* const names[FOLDED_MOTION_COUNT] = {"still",  "drift",   "turn", "collapse",
                                                           "mirror", "reshape", "shake"};
    return names[motion];
}

// ---- triangles -------------------------------------------------------------------------------

// Drops triangles: each with the same chance, or all that do not hang together with the first ones
// that were kept.
static void KeepPart(Random* random, TestMesh* list) {
    const bool connected = Coin(random);
    const int chance = Random_Between(random, 2, 9);
    bool* reached = calloc(list->vertexCount, sizeof(*reached));
    uint32_t kept = 0;
    for (uint32_t t = 0; t < list->triangleCount; ++t) {
        const uint32_t* v = list->triangles + (size_t)3 * t;
        const int known = reached[v[0]] + reached[v[1]] + reached[v[2]];
        if (Random_Below(random, 10) >= chance || (connected && kept > 0 && known < 2)) {
            continue;
        }
        for (size_t k = 0; k < 3; ++k) {
            reached[v[k]] = true;
            list->triangles[(size_t)3 * kept + k] = v[k];
        }
        ++kept;
    }
    free(reached);
    list->triangleCount = kept;
}

// Adds a few triangles on the vertices of those that are there.
static void AddFaults(Random* random, TestMesh* list) {
    const uint32_t more = (uint32_t)Random_Between(random, 0, 3);
    const size_t size = (size_t)3 * (list->triangleCount + more) * sizeof(uint32_t);
    list->triangles = realloc(list->triangles, size);
    assert_non_null(list->triangles);
    for (uint32_t i = 0; i < more; ++i) {
        const uint32_t* old =
            list->triangles + (size_t)3 * (size_t)Random_Below(random, (int)list->triangleCount);
        uint32_t* added = list->triangles + (size_t)3 * list->triangleCount++;
        const int way = Random_Below(random, 4);
        added[0] = old[0];
        added[1] = old[way == 1 ? 2 : 1];
        added[2] = way == 0   ? old[2]
                   : way == 1 ? old[1]
                   : way == 2 ? added[1]
                              : (uint32_t)Random_Below(random, (int)list->vertexCount);
    }
}

// Cuts a sheet open along a row, from the first column to the middle one: the upper side of the cut
// gets vertices of its own, numbered last.
static void Slit(TestMesh* list, uint32_t columns, uint32_t row) {
    const uint32_t first = row * (columns + 1), count = (columns + 1) / 2;
    for (uint32_t t = 0; t < list->triangleCount; ++t) {
        const bool upper = t / 2 / columns >= row;
        for (size_t k = 0; k < 3; ++k) {
            uint32_t* v = &list->triangles[(size_t)3 * t + k];
            if (upper && *v >= first && *v < first + count) {
                *v += list->vertexCount - first;
            }
        }
    }
    list->vertexCount += count;
}

static TestMesh MakeTriangles(FoldedKind kind, Random* random, Form* form) {
    form->columns = (uint32_t)Random_Between(random, 1, 9);
    form->rows = (uint32_t)Random_Between(random, 1, 4);
    TestMesh list;
    uint64_t state;
    switch (kind) {
    case FOLDED_RIBBON:
        form->columns = (uint32_t)Random_Between(random, 8, 24);
        form->rows = (uint32_t)Random_Between(random, 1, 2);
        return TestMesh_Grid(form->columns, form->rows);
    case FOLDED_RING:
        form->columns = (uint32_t)Random_Between(random, 6, 16);
        form->rows = (uint32_t)Random_Between(random, 1, 2);
        return TestMesh_Annulus(form->columns, form->rows);
    case FOLDED_MOEBIUS:
        form->columns += 2;
        return TestMesh_Moebius(form->columns, form->rows);
    case FOLDED_CONE:
        return TestMesh_Fan(form->columns + 3, false);
    case FOLDED_STAR:
        return TestMesh_Fan(form->columns + 5, true);
    case FOLDED_PART:
        form->columns += 2;
        list = TestMesh_Grid(form->columns, form->rows + 1);
        ++form->rows;
        KeepPart(random, &list);
        return list;
    case FOLDED_TUCK:
        form->columns += 3;
        form->rows += 1;
        list = TestMesh_Grid(form->columns, form->rows);
        Slit(&list, form->columns, form->rows / 2);
        return list;
    case FOLDED_SOUP:
        state = Random_Bits(random) | 1;
        return TestMesh_Random(&state, 10, 12);
    case FOLDED_DUPLICATE:
        list = TestMesh_Grid(form->columns, form->rows);
        AddFaults(random, &list);
        return list;
    default:
        return TestMesh_Grid(form->columns, form->rows);
    }
}

// ---- positions -------------------------------------------------------------------------------

static void PlaceSheet(const Form* s, double u, double v, double x[3]) {
    x[0] = u;
    x[1] = v * s->rows / s->columns;
    x[2] = 0.2 * s->p[0] * sin(5 * u + 3 * s->p[1]) * cos(4 * v + 3 * s->p[2]);
}

static void PlacePleats(const Form* s, double u, double v, double x[3]) {
    const double count = 1 + floor(2 * fabs(s->p[0]) + 1), along = u * count;
    const double layer = fmin(floor(along), count - 1), part = along - layer;
    x[0] = (fmod(layer, 2) == 1 ? 1 - part : part) + s->p[1] * along;
    x[1] = v * s->rows / s->columns + 0.3 * s->p[2] * u;
    x[2] = 0.2 * s->p[3] * (layer + part) + 0.3 * s->p[4] * part * (1 - part);
}

static void PlaceRibbon(const Form* s, double u, double v, double x[3]) {
    const double angle = turn * (0.3 + 0.8 * (s->p[0] + 1)) * u;
    const double radius = 1 + 0.5 * s->p[1] * (v - 0.5) + 0.4 * s->p[2] * u;
    x[0] = radius * cos(angle);
    x[1] = radius * sin(angle);
    x[2] = s->p[3] > 0 ? 0.5 * s->p[3] * u : 0.05 * s->p[4] * sin(3 * angle);
}

// p[0] decides whether it goes around twice. The height comes back after all turns.
static void PlaceRing(const Form* s, double u, double v, double x[3]) {
    const double winds = s->p[0] > 0.2 ? 2 : 1, angle = turn * winds * u;
    const double radius = 1 + 0.4 * (1 + 0.5 * s->p[1]) * (v - 0.5) + 0.1 * s->p[2] * sin(turn * u);
    x[0] = radius * cos(angle);
    x[1] = radius * sin(angle);
    x[2] = 0.3 * s->p[3] * sin(turn * u) + 0.1 * s->p[4] * cos(2 * turn * u);
}

static void PlaceMoebius(const Form* s, double u, double v, double x[3]) {
    const double angle = turn * u, width = 0.4 * (1 + 0.5 * s->p[0]) * (v - 0.5);
    const double radius = 1 + width * cos(angle / 2);
    x[0] = radius * cos(angle);
    x[1] = radius * sin(angle);
    x[2] = width * sin(angle / 2);
}

// The fans: vertex 0 in the middle, the others around.
static void PlaceFan(const Form* s, Random* random, const FoldedMesh* mesh, double (*x)[3]) {
    const bool closed = mesh->kind == FOLDED_STAR;
    const double steps = mesh->list.vertexCount - (closed ? 1 : 2);
    const double turns = closed ? (s->p[0] > 0.3 ? 2 : 1) : 0.2 + 0.9 * (s->p[0] + 1);
    const double jag = closed ? 0.7 : 0.3;
    for (uint32_t i = 1; i < mesh->list.vertexCount; ++i) {
        const double angle = turn * turns * (i - 1) / steps;
        const double radius = 1 + jag * Random_Signed(random);
        x[i][0] = radius * cos(angle);
        x[i][1] = radius * sin(angle);
        x[i][2] = s->p[1] + 0.2 * s->p[2] * Random_Signed(random);
    }
    x[0][0] = 0.1 * s->p[3];
    x[0][1] = 0.1 * s->p[4];
    x[0][2] = 0;
}

static void PlaceSoup(Random* random, uint32_t count, double (*x)[3]) {
    const double height = Coin(random) ? 1 : 0.1;
    for (uint32_t i = 0; i < count; ++i) {
        x[i][0] = Random_Signed(random);
        x[i][1] = Random_Signed(random);
        x[i][2] = height * Random_Signed(random);
    }
}

// Column and row of a grid's vertex; those past the grid are the upper side of a slit.
static void PlaceGrid(const Form* s, const FoldedMesh* mesh, double (*x)[3]) {
    const bool glued = mesh->kind == FOLDED_RING || mesh->kind == FOLDED_MOEBIUS;
    const uint32_t across = glued ? s->columns : s->columns + 1;
    void (*place)(const Form*, double, double, double[3]) =
        mesh->kind == FOLDED_PLEATS    ? PlacePleats
        : mesh->kind == FOLDED_RIBBON  ? PlaceRibbon
        : mesh->kind == FOLDED_RING    ? PlaceRing
        : mesh->kind == FOLDED_MOEBIUS ? PlaceMoebius
                                       : PlaceSheet;
    for (uint32_t i = 0; i < mesh->list.vertexCount; ++i) {
        const bool upper = i >= across * (s->rows + 1);
        const uint32_t column = upper ? i - across * (s->rows + 1) : i % across;
        const uint32_t row = upper ? s->rows / 2 : i / across;
        place(s, (double)column / s->columns, (double)row / s->rows, x[i]);
        if (upper) { // over the other side of the slit, or away from it; above it or not
            const double far = 0.5 - (double)column / s->columns;
            x[i][1] -= 0.4 * s->p[3] * far;
            x[i][2] += 0.2 * s->p[4] * far;
        }
    }
}

static void Place(const Form* form, Random* random, const FoldedMesh* mesh, double (*x)[3]) {
    if (mesh->kind == FOLDED_CONE || mesh->kind == FOLDED_STAR) {
        PlaceFan(form, random, mesh, x);
    } else if (mesh->kind == FOLDED_SOUP) {
        PlaceSoup(random, mesh->list.vertexCount, x);
    } else {
        PlaceGrid(form, mesh, x);
    }
    for (uint32_t i = 0; i < 3 * mesh->list.vertexCount; ++i) {
        double* value = &x[i / 3][i % 3];
        *value += form->noise * Random_Signed(random);
        if (mesh->kind == FOLDED_DEGENERATE) {
            *value = floor(form->columns * *value) / 2;
        }
    }
}

// ---- motion ----------------------------------------------------------------------------------

// Turns a point about an axis through the origin (Rodrigues), `axis` of unit length.
static void Turn(const double axis[3], double angle, double x[3]) {
    const double c = cos(angle), s = sin(angle);
    const double along = (1 - c) * (axis[0] * x[0] + axis[1] * x[1] + axis[2] * x[2]);
    const double side[3] = {axis[1] * x[2] - axis[2] * x[1], axis[2] * x[0] - axis[0] * x[2],
                            axis[0] * x[1] - axis[1] * x[0]};
    for (int k = 0; k < 3; ++k) {
        x[k] = c * x[k] + s * side[k] + along * axis[k];
    }
}

static void RandomAxis(Random* random, double axis[3]) {
    double length = 0;
    for (int k = 0; k < 3; ++k) {
        axis[k] = Random_Signed(random);
        length += axis[k] * axis[k];
    }
    for (int k = 0; k < 3; ++k) {
        axis[k] /= sqrt(length + 1e-9);
    }
}

static void Move(Random* random, FoldedMesh* mesh) {
    const double up[3] = {0, 0, 1};
    const double small = 0.3 * Random_Signed(random), large = 0.5 * turn * Random_Signed(random);
    const double shrink = 1.5 * Random_Unit(random) - 1, shake = 0.3 * Random_Unit(random);
    const int axis = Random_Below(random, 3);
    double around[3], shift[3];
    RandomAxis(random, around);
    RandomAxis(random, shift);
    for (uint32_t i = 0; i < mesh->list.vertexCount; ++i) {
        double* x = mesh->x[1][i];
        if (mesh->motion == FOLDED_DRIFT) {
            Turn(around, small, x);
        } else if (mesh->motion == FOLDED_TURN) {
            Turn(axis == 0 ? up : around, large, x);
        }
        for (int k = 0; k < 3; ++k) {
            x[k] = mesh->motion == FOLDED_COLLAPSE              ? shrink * x[k]
                   : mesh->motion == FOLDED_MIRROR && k == axis ? -x[k]
                   : mesh->motion == FOLDED_SHAKE ? x[k] + shake * Random_Signed(random)
                   : mesh->motion == FOLDED_DRIFT ? x[k] + shift[k]
                                                  : x[k];
        }
    }
}

// Turned anyhow, snapped to a grid, then nudged or not, far away, huge or tiny: the same for both
// times.
static void Finish(Random* random, FoldedMesh* mesh) {
    const bool snap = Random_Below(random, 6) == 0, nudge = Coin(random), turned = Coin(random);
    const double far = Random_Below(random, 8) == 0 ? ldexp(1, Random_Between(random, 10, 45)) : 0;
    const int extreme = Random_Below(random, 16);
    const int exponent = extreme == 0   ? Random_Between(random, 900, 1021)
                         : extreme == 1 ? Random_Between(random, -1070, -400)
                                        : Random_Between(random, -3, 3);
    const double angle = turn * Random_Unit(random);
    double axis[3];
    RandomAxis(random, axis);
    for (uint32_t i = 0; i < 2 * mesh->list.vertexCount; ++i) {
        double* x = mesh->x[i % 2][i / 2];
        if (turned) {
            Turn(axis, angle, x);
        }
        for (int k = 0; k < 3; ++k) {
            const double snapped = snap ? floor(16 * x[k]) / 16 : x[k];
            const double nudged = snap && nudge ? Nudged(random, snapped) : snapped;
            x[k] = ldexp(nudged + far, exponent);
        }
    }
}

FoldedMesh FoldedMesh_Make(FoldedKind kind, uint64_t seed) {
    static const double noises[4] = {0, 0, 0.003, 0.03};
    Random random = {seed * FOLDED_KIND_COUNT + (uint64_t)kind};
    FoldedMesh mesh = {.kind = kind, .seed = seed};
    Form form;
    mesh.list = MakeTriangles(kind, &random, &form);
    mesh.motion = (FoldedMotion)Random_Below(&random, FOLDED_MOTION_COUNT);
    form.noise = kind == FOLDED_CRUMPLE ? 0.6 * Random_Unit(&random) * Random_Unit(&random)
                                        : noises[Random_Below(&random, 4)];
    for (int k = 0; k < 8; ++k) {
        form.p[k] = Random_Signed(&random);
    }
    if (kind == FOLDED_TUCK && Random_Below(&random, 3) == 0) {
        const int bits = Random_Between(&random, 30, 56); // the slit is closed but for rounding
        form.p[3] = ldexp(form.p[3], -bits);
        form.p[4] = ldexp(form.p[4], -bits);
    }
    for (int t = 0; t < 2; ++t) {
        mesh.x[t] = calloc((size_t)mesh.list.vertexCount + 1, sizeof *mesh.x[t]);
        assert_non_null(mesh.x[t]);
    }
    Place(&form, &random, &mesh, mesh.x[0]);
    memcpy(mesh.x[1], mesh.x[0], mesh.list.vertexCount * sizeof *mesh.x[1]);
    if (mesh.motion == FOLDED_RESHAPE) {
        for (int k = 0; k < 8; ++k) {
            form.p[k] += 0.5 * Random_Unit(&random) * Random_Signed(&random);
        }
        Place(&form, &random, &mesh, mesh.x[1]);
    }
    Move(&random, &mesh);
    Finish(&random, &mesh);
    return mesh;
}

void FoldedMesh_Free(FoldedMesh* mesh) {
    TestMesh_Free(&mesh->list);
    free(mesh->x[0]);
    free(mesh->x[1]);
}
