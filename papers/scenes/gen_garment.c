// Pattern parameters in, the mesh of a garment out: two panels sewn at the seams and inflated like
// a cushion, the distance of front and back growing with the distance from the seam.

#include "gen_body.h"

#include "report/terminal.h"

#include "selvage/shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Half the distance between the panels at `distance` from the seam.
static double Blow(double distance, double depth, double reach) {
    const double rest = distance < reach ? 1 - distance / reach : 0;
    return depth * sqrt(1 - rest * rest);
}

static double SeamDistance(const double (*seam)[2], size_t count, const double p[3]) {
    double least = 1e30;
    for (size_t i = 0; i < count; ++i) {
        const double dx = p[0] - seam[i][0], dy = p[1] - seam[i][1];
        least = fmin(least, dx * dx + dy * dy);
    }
    return sqrt(least);
}

// Seam vertices of the flat pattern: those midway between the panels.
static size_t CollectSeam(const GenMesh* mesh, double (*seam)[2]) {
    size_t count = 0;
    for (size_t v = 0; v < mesh->vertexCount; ++v) {
        if (mesh->x[v][2] == 0) {
            seam[count][0] = mesh->x[v][0];
            seam[count++][1] = mesh->x[v][1];
        }
    }
    return count;
}

// ---- Tops

// The pattern: 0.65 high, armpits 0.18 of that above the middle, sleeves with slope 0.4. Its middle
// is placed at height TOP_MIDDLE.
#define TOP_HEIGHT 0.65
#define ARMPIT (0.18 * TOP_HEIGHT)
#define SLEEVE_SLOPE 0.4
#define TOP_MIDDLE 1.12

// Position of a point of the top: 0 at the waist and above, 1 at the hem.
static double Down(const GenTop* def, double y) {
    const double from = ARMPIT - 0.2, to = ARMPIT - 0.44 * def->length;
    return y >= from || to >= from ? 0 : (from - y) / (from - to);
}

// Scales the pattern to the proportions of `def`.
static void CutPattern(const GenTop* def, double p[3]) {
    // Tolerance: a vertex between body and sleeve belongs to the body, however x was rounded.
    const double half = def->width / 2, beyond = fabs(p[0]) - half;
    if (beyond > 0.01 * def->width / def->cells) {
        p[0] += (p[0] > 0 ? 1 : -1) * (def->sleeve - 1) * beyond;
        p[1] -= SLEEVE_SLOPE * (def->sleeve - 1) * beyond;
    } else if (p[1] < ARMPIT) {
        p[1] = ARMPIT - def->length * (ARMPIT - p[1]);
        p[0] *= 1 + (def->flare - 1) * Down(def, p[1]);
    }
}

static void BlowUp(const GenTop* def, const double (*seam)[2], size_t seamCount, double p[3]) {
    const double down = Down(def, p[1]), wider = 1 + (def->flare - 1) * down;
    const double side = p[2] > 0 ? 1 : p[2] < 0 ? -1 : 0;
    const double distance = SeamDistance(seam, seamCount, p);
    // Along a sleeve the seam is close everywhere, so its tube is as round as it is wide.
    const double depth = Blow(distance, def->roundness * wider, 1.1 * def->roundness * wider);
    const double ease = GenEase(0, 0.3 * wider * def->roundness, distance);
    const double pleat =
        def->pleatDepth * down * ease * cos(GEN_PI * def->pleats * p[0] / (def->width * wider));
    p[2] = side * depth + pleat * (side < 0 ? 0.8 : 1);
}

svStatus GenTop_Make(svContext* context, const GenTop* def, GenMesh* mesh) {
    svMeshData pattern = {0};
    const svStatus status =
        svShape_Shirt(context, def->width, TOP_HEIGHT, 0.02, def->cells, &pattern);
    if (status != SV_OK) {
        return status;
    }
    const svMeshView view = svMeshData_View(&pattern);
    GenMesh_Append(mesh, view.triangles, view.triangleCount, &view.positions);
    svMeshData_Destroy(context, &pattern);
    for (size_t v = 0; v < mesh->vertexCount; ++v) {
        CutPattern(def, mesh->x[v]);
    }
    double(*seam)[2] = Terminal_Allocate(mesh->vertexCount, sizeof(*seam));
    const size_t seamCount = CollectSeam(mesh, seam);
    for (size_t v = 0; v < mesh->vertexCount; ++v) {
        double* p = mesh->x[v];
        BlowUp(def, (const double(*)[2])seam, seamCount, p);
        const double up = p[1];
        p[1] = -p[2];
        p[2] = up + TOP_MIDDLE;
    }
    free(seam);
    return SV_OK;
}

// ---- Trousers

// Each leg is a grid: columns from the inner seam (0) to the outer one, rows from the ankle up;
// above the crotch, column 0 is the middle, where both legs are sewn together.
typedef struct Trousers {
    GenMesh* mesh;
    uint32_t cells, rows, crotch;
    uint32_t* places; // by ((layer * 2 + side) * (cells + 1) + column) * (rows + 1) + row, plus 1
} Trousers;

static void TrouserPoint(const Trousers* t, int layer, int side, uint32_t column, uint32_t row,
                         double p[3]) {
    const double z = 0.14 + 0.86 * row / t->rows;
    const double crotch = 0.14 + 0.86 * t->crotch / t->rows;
    const double below = GenEase(0, 0.3, crotch - z);
    const double inner = row < t->crotch ? 0.004 + 0.01 * below : 0;
    const double outer = 0.2 - 0.02 * GenEase(0, 0.2, z - crotch) + 0.012 * below;
    const double x = inner + (outer - inner) * column / t->cells;
    const bool seam = column == t->cells || (column == 0 && row <= t->crotch);
    p[0] = side == 0 ? -x : x;
    p[1] = z;
    p[2] = seam ? 0 : layer == 0 ? 1 : -1;
}

static uint32_t* TrouserSlot(const Trousers* t, int layer, int side, uint32_t column,
                             uint32_t row) {
    const bool seam = column == t->cells || (column == 0 && row <= t->crotch);
    const bool middle = column == 0 && row >= t->crotch;
    const uint32_t panel = (seam ? 0 : (uint32_t)layer * 2) + (middle ? 0 : (uint32_t)side);
    return t->places + (panel * (t->cells + 1) + column) * (t->rows + 1) + row;
}

static uint32_t TrouserVertex(const Trousers* t, int layer, int side, uint32_t column,
                              uint32_t row) {
    uint32_t* place = TrouserSlot(t, layer, side, column, row);
    if (*place == 0) {
        double p[3];
        TrouserPoint(t, layer, side, column, row, p);
        *place = GenMesh_Vertex(t->mesh, p[0], p[1], p[2]) + 1;
    }
    return *place - 1;
}

static void AddLeg(const Trousers* t, int layer, int side) {
    // Winding flips between left and right, and between front and back.
    const bool flipped = (layer == 0) == (side == 0);
    for (uint32_t column = 0; column < t->cells; ++column) {
        for (uint32_t row = 0; row < t->rows; ++row) {
            const uint32_t a = TrouserVertex(t, layer, side, column, row);
            const uint32_t b = TrouserVertex(t, layer, side, column + 1, row);
            const uint32_t c = TrouserVertex(t, layer, side, column + 1, row + 1);
            const uint32_t d = TrouserVertex(t, layer, side, column, row + 1);
            const uint32_t corners[4] = {a, flipped ? d : b, c, flipped ? b : d};
            GenMesh_Quad(t->mesh, corners, (column + row) % 2 != 0);
        }
    }
}

void GenTrousers_Make(uint32_t cells, GenMesh* mesh) {
    Trousers t = {.mesh = mesh, .cells = cells, .rows = cells * 86 / 20};
    t.crotch = t.rows * 66 / 86;
    t.places = Terminal_Allocate((size_t)4 * (cells + 1) * (t.rows + 1), sizeof(*t.places));
    for (int i = 0; i < 4; ++i) {
        AddLeg(&t, i / 2, i % 2);
    }
    free(t.places);
    double(*seam)[2] = Terminal_Allocate(mesh->vertexCount, sizeof(*seam));
    const size_t seamCount = CollectSeam(mesh, seam);
    for (size_t v = 0; v < mesh->vertexCount; ++v) {
        double* p = mesh->x[v];
        const double depth = 0.1 + 0.025 * GenEase(0.75, 0.9, p[1]);
        const double distance = SeamDistance((const double(*)[2])seam, seamCount, p);
        const double side = p[2] > 0 ? 1 : p[2] < 0 ? -1 : 0;
        const double up = p[1];
        p[1] = -side * Blow(distance, depth, 0.1);
        p[2] = up;
    }
    free(seam);
}
