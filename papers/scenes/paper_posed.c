// Scenes posed by formulas: a pipe that bends until one end enters the other, a waving sheet, and a
// folding one.

#include "paper_source.h"

#include <math.h>

// ---- The pipe: a tube that is open at both ends.

enum { PIPE_AROUND = 104, PIPE_ROWS = 374 };

static svStatus OpenPipe(PaperScene* scene) {
    GenMesh* mesh = &scene->state->mesh;
    GenMesh_Begin(mesh, "pipe");
    GenMesh_Grid(mesh, PaperScene_Cells(scene, PIPE_AROUND), PaperScene_Cells(scene, PIPE_ROWS) + 1,
                 true, false);
    return SV_OK;
}

// The axis is an arc of constant length that has closed: its ends run side by side, less than a
// radius apart, further and nearer, and the walls cross at a slant. They do so from the first frame
// on, so that a hierarchy built there has both ends in one node, with normals that agree and no rim
// of the pipe in it: what the dual cone takes for one smooth sheet (wang2018, Figs. 1 and 3).
static svStatus PosePipe(PaperScene* scene, uint32_t frame, double (*x)[3]) {
    const double length = 3.2, radius = 0.12;
    const double phase = PaperScene_Phase(scene, frame);
    const double bend = 2 * GEN_PI * (1.04 + 0.06 * phase), round = length / bend;
    const double apart = radius * (0.5 - 0.2 * phase);
    const uint32_t around = PaperScene_Cells(scene, PIPE_AROUND);
    const uint32_t rows = PaperScene_Cells(scene, PIPE_ROWS);
    for (uint32_t row = 0; row <= rows; ++row) {
        const double s = (double)row / rows;
        const double sway = 0.03 * sin(2 * GEN_PI * (2 * s + phase)) * (1 - s) * s * 4;
        const double angle = bend * (s - 0.5);
        for (uint32_t column = 0; column < around; ++column) {
            const double turn = 2 * GEN_PI * column / around;
            const double out = round + radius * cos(turn) + sway;
            double* p = x[row * around + column];
            p[0] = out * cos(angle) - round;
            p[1] = out * sin(angle);
            p[2] = radius + apart * s + radius * sin(turn);
        }
    }
    return SV_OK;
}

const PaperSource paperPipe = {
    .info = {.name = "pipe",
             .paper = "wang2018",
             .figure = "Pipe, Figs. 9a to 13",
             .about = "a hollow pipe bends round until its ends are inside each other",
             .paperTriangles = 78000,
             .steps = 30},
    .stride = 1,
    .open = OpenPipe,
    .pose = PosePipe,
};

// ---- Sheets of 90,000 triangles.

enum { SHEET_CELLS = 212 };

static svStatus OpenSheet(PaperScene* scene) {
    const uint32_t side = PaperScene_Cells(scene, SHEET_CELLS) + 1;
    GenMesh_Begin(&scene->state->mesh, "sheet");
    GenMesh_Grid(&scene->state->mesh, side, side, false, false);
    return SV_OK;
}

// Shallow waves travelling in two directions.
static svStatus PoseWaves(PaperScene* scene, uint32_t frame, double (*x)[3]) {
    const uint32_t cells = PaperScene_Cells(scene, SHEET_CELLS);
    const double time = 2 * GEN_PI * PaperScene_Phase(scene, frame);
    for (uint32_t i = 0; i < (cells + 1) * (cells + 1); ++i) {
        const uint32_t column = i % (cells + 1), row = i / (cells + 1);
        const double u = 2.0 * column / cells - 1, v = 2.0 * row / cells - 1;
        x[i][0] = u + 0.01 * sin(3 * v + time);
        x[i][1] = v + 0.01 * sin(3 * u - time);
        x[i][2] = 0.05 * sin(5 * u + 2 * v + 2 * time) + 0.03 * sin(2 * u - 7 * v - 3 * time) +
                  0.01 * sin(16 * u + 11 * v + 5 * time);
    }
    return SV_OK;
}

const PaperSource paperWaves = {
    .info = {.name = "waves",
             .paper = "wang2018",
             .figure = "none of its scenes: a surface that culling is best at",
             .about = "a flat sheet waves; nothing touches",
             .steps = 20},
    .stride = 1,
    .open = OpenSheet,
    .pose = PoseWaves,
};

// Along u the sheet is a sine-generated curve (Langbein and Leopold 1966), the shape of meanders:
// its direction swings by `swing`, and neighbouring folds touch when that nears 2.2.
static svStatus PoseFolds(PaperScene* scene, uint32_t frame, double (*x)[3]) {
    const uint32_t cells = PaperScene_Cells(scene, SHEET_CELLS);
    const double phase = PaperScene_Phase(scene, frame);
    const double swing = 0.9 + 1.17 * phase, folds = 6, step = 2.0 / cells;
    double along = 0, height = 0;
    for (uint32_t column = 0; column <= cells; ++column) {
        for (uint32_t row = 0; row <= cells; ++row) {
            const double v = 2.0 * row / cells - 1;
            double* p = x[row * (cells + 1) + column];
            const double at[3] = {5 * along, 5 * v, 2 * phase};
            p[0] = along + 0.1 * v * v * height;
            p[1] = v + 0.05 * height * v;
            p[2] = height * (1 + 0.15 * v) + 0.004 * GenNoise(at);
        }
        const double direction = swing * sin(2 * GEN_PI * folds * (column + 0.5) / cells);
        along += step * cos(direction);
        height += step * sin(direction);
    }
    return SV_OK;
}

const PaperSource paperFolds = {
    .info = {.name = "folds",
             .paper = "wang2018",
             .figure = "none of its scenes: many layers, near each other and hardly touching",
             .about = "a sheet is pushed together into folds that lean on each other",
             .steps = 20},
    .stride = 1,
    .open = OpenSheet,
    .pose = PoseFolds,
};
