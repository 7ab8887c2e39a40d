// Shapes for tests and trials: number of triangles and noise in, a mesh file out.

#include "gen.h"

#include "report/program.h"
#include "report/table.h"
#include "report/terminal.h"

#include <math.h>

// Columns and rows of a grid with two triangles per cell, with rows = share * columns.
static uint32_t Columns(const GenSettings* settings, double share) {
    const double columns = floor(sqrt(settings->triangles / (2 * share)) + 0.5);
    return columns < 3 ? 3 : (uint32_t)columns;
}

static uint32_t Rows(const GenSettings* settings, uint32_t columns) {
    const double rows = floor(settings->triangles / (2.0 * columns) + 0.5);
    return rows < 1 ? 1 : (uint32_t)rows;
}

static void MakeSheet(const GenSettings* settings, GenMesh* mesh) {
    const uint32_t columns = Columns(settings, 1), rows = Rows(settings, columns);
    GenMesh_Grid(mesh, columns + 1, rows + 1, false, false);
    for (uint32_t i = 0; i < (columns + 1) * (rows + 1); ++i) {
        const uint32_t column = i % (columns + 1), row = i / (columns + 1);
        mesh->x[i][0] = (double)column / columns - 0.5;
        mesh->x[i][1] = (double)row / rows - 0.5;
    }
}

// Rolled up: three turns of a spiral, 0.1 apart, ten times as long as wide.
static void MakeRibbon(const GenSettings* settings, GenMesh* mesh) {
    const uint32_t columns = Columns(settings, 0.1), rows = Rows(settings, columns);
    GenMesh_Grid(mesh, columns + 1, rows + 1, false, false);
    for (uint32_t i = 0; i < (columns + 1) * (rows + 1); ++i) {
        const uint32_t column = i % (columns + 1), row = i / (columns + 1);
        const double along = (double)column / columns;
        // The square root keeps the steps along the spiral nearly even.
        const double turn = 6 * GEN_PI * (sqrt(0.0625 + 0.9375 * along) - 0.25) / 0.75;
        const double radius = 0.1 + 0.1 * turn / (2 * GEN_PI);
        mesh->x[i][0] = radius * cos(turn);
        mesh->x[i][1] = (double)row / rows * 0.4 - 0.2;
        mesh->x[i][2] = radius * sin(turn);
    }
}

// Open at both ends, along z, twice as high as wide.
static void MakeTube(const GenSettings* settings, GenMesh* mesh) {
    const uint32_t columns = Columns(settings, 2 / GEN_PI), rows = Rows(settings, columns);
    GenMesh_Grid(mesh, columns, rows + 1, true, false);
    for (uint32_t i = 0; i < columns * (rows + 1); ++i) {
        const uint32_t column = i % columns, row = i / columns;
        const double turn = 2 * GEN_PI * column / columns;
        mesh->x[i][0] = 0.25 * cos(turn);
        mesh->x[i][1] = 0.25 * sin(turn);
        mesh->x[i][2] = (double)row / rows - 0.5;
    }
}

// Closed: rings, and a pole at each end.
static void MakeSphere(const GenSettings* settings, GenMesh* mesh) {
    const uint32_t columns = Columns(settings, 0.5), rings = Rows(settings, columns) + 1;
    GenMesh_Grid(mesh, columns, rings, true, false);
    for (uint32_t i = 0; i < columns * rings; ++i) {
        const uint32_t column = i % columns, ring = i / columns;
        const double turn = 2 * GEN_PI * column / columns;
        const double rise = GEN_PI * ((ring + 1.0) / (rings + 1) - 0.5);
        mesh->x[i][0] = 0.5 * cos(rise) * cos(turn);
        mesh->x[i][1] = 0.5 * cos(rise) * sin(turn);
        mesh->x[i][2] = 0.5 * sin(rise);
    }
    const uint32_t south = GenMesh_Vertex(mesh, 0, 0, -0.5),
                   north = GenMesh_Vertex(mesh, 0, 0, 0.5);
    for (uint32_t i = 0; i < columns; ++i) {
        const uint32_t next = (i + 1) % columns, top = columns * (rings - 1);
        GenMesh_Triangle(mesh, south, next, i);
        GenMesh_Triangle(mesh, north, top + i, top + next);
    }
}

// Unconnected triangles in a cube; the more there are, the smaller, so that each intersects a few
// others.
static void MakeSoup(const GenSettings* settings, GenMesh* mesh) {
    GenRandom random = {settings->seed};
    const double size = cbrt(1.0 / settings->triangles);
    for (uint32_t t = 0; t < settings->triangles; ++t) {
        double centre[3], corner[3];
        for (int a = 0; a < 3; ++a) {
            centre[a] = GenRandom_Next(&random) - 0.5;
        }
        for (int c = 0; c < 3; ++c) {
            GenRandom_Direction(&random, corner);
            (void)GenMesh_Vertex(mesh, centre[0] + size * corner[0], centre[1] + size * corner[1],
                                 centre[2] + size * corner[2]);
        }
        GenMesh_Triangle(mesh, 3 * t, 3 * t + 1, 3 * t + 2);
    }
}

GenShape GenShape_At(size_t index) {
    static const GenShape shapes[] = {
        {"sheet", "a flat square", MakeSheet},
        {"ribbon", "a long strip, rolled up", MakeRibbon},
        {"tube", "a cylinder, open at both ends", MakeTube},
        {"sphere", "a ball, closed", MakeSphere},
        {"soup", "unconnected triangles, scattered over a cube", MakeSoup},
    };
    return index < sizeof(shapes) / sizeof(*shapes) ? shapes[index] : (GenShape){0};
}

static double MeanEdge(const GenMesh* mesh) {
    double sum = 0;
    for (size_t i = 0; i < 3 * mesh->triangleCount; ++i) {
        const double* a = mesh->x[mesh->triangles[i]];
        const double* b = mesh->x[mesh->triangles[i / 3 * 3 + (i + 1) % 3]];
        sum += sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]) +
                    (b[2] - a[2]) * (b[2] - a[2]));
    }
    return sum / (3 * (double)mesh->triangleCount);
}

// Displaces each vertex by up to `noise` mean edge lengths, then rounds to floats.
static void AddNoiseAndRound(const GenSettings* settings, GenMesh* mesh) {
    GenRandom random = {settings->seed ^ 0x5eed};
    const double most = settings->noise * MeanEdge(mesh);
    for (size_t v = 0; v < mesh->vertexCount; ++v) {
        double direction[3];
        GenRandom_Direction(&random, direction);
        const double way = most * GenRandom_Next(&random);
        for (int a = 0; a < 3; ++a) {
            mesh->x[v][a] += way * direction[a];
        }
    }
    GenMesh_RoundToFloats(mesh->x, mesh->vertexCount);
}

int GenShape_Write(svContext* context, const GenShape* shape, const GenSettings* settings) {
    GenMesh mesh = {0};
    shape->make(settings, &mesh);
    AddNoiseAndRound(settings, &mesh);
    const svMeshView view = GenMesh_View(&mesh);
    const svStatus status = svWriteMesh(context, settings->output, NULL, &view);
    if (status == SV_OK && !settings->quiet) {
        char triangles[TABLE_CELL], vertices[TABLE_CELL];
        Cell_Count(triangles, mesh.triangleCount);
        Cell_Count(vertices, mesh.vertexCount);
        Terminal_PrintMasked(stdout, settings->output);
        printf(": %s triangles, %s vertices\n", triangles, vertices);
    }
    GenMesh_Destroy(&mesh);
    return Program_ExitCode(context, status);
}
