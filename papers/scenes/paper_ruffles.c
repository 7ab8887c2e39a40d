// Scene "flamenco": a wide swinging skirt with tiers of ruffles. The tiers are separate components
// of one mesh, attached by position only.

#include "paper_source.h"

#include <math.h>

enum { SKIRT_AROUND = 240, SKIRT_ROWS = 41, TIER_AROUND = 540, TIER_ROWS = 10, TIERS = 3 };

// Phase of the dance.
typedef struct Dance {
    double time; // in periods
} Dance;

static svStatus OpenFlamenco(PaperScene* scene) {
    GenMesh* mesh = &scene->state->mesh;
    GenMesh_Begin(mesh, "dress");
    GenMesh_Grid(mesh, PaperScene_Cells(scene, SKIRT_AROUND), PaperScene_Cells(scene, SKIRT_ROWS),
                 true, false);
    for (int tier = 0; tier < TIERS; ++tier) {
        GenMesh_Grid(mesh, PaperScene_Cells(scene, TIER_AROUND),
                     PaperScene_Cells(scene, TIER_ROWS) + 1, true, false);
    }
    return SV_OK;
}

// A point of the skirt: `turn` around, `down` from the waist (0) to the hem (1), `out` metres off
// its surface.
static void SkirtPoint(const Dance* dance, double turn, double down, double out, double p[3]) {
    const double lag = 2 * GEN_PI * (dance->time - 0.18 * down);
    const double spin = turn + 0.9 * sin(lag);
    const double flare = 0.13 + 0.42 * down * down + 0.1 * down;
    const double sway = 0.12 * down * (1 + 0.5 * cos(lag));
    // Folds that hang down, deeper towards the hem.
    const double folds = 0.07 * down * down * cos(9 * turn + 1.5 * sin(2 * turn + lag));
    // One hand lifts the skirt in front, now and then.
    const double lift = GenEase(-0.4, 1, sin(lag / 2 + 0.6)) * GenEase(0.1, 1, cos(turn / 2 - 0.6));
    const double radius = flare + folds + out;
    p[0] = radius * cos(spin) + sway * cos(lag);
    p[1] = radius * sin(spin) + sway * sin(lag);
    p[2] = 1.0 - 0.85 * down + 0.45 * lift * down * down + 0.25 * out;
}

static uint32_t PoseSkirt(const PaperScene* scene, const Dance* dance, double (*x)[3]) {
    const uint32_t around = PaperScene_Cells(scene, SKIRT_AROUND);
    const uint32_t rows = PaperScene_Cells(scene, SKIRT_ROWS);
    for (uint32_t i = 0; i < around * rows; ++i) {
        // Rows run upwards, so that normals point outwards.
        const uint32_t column = i % around, row = i / around;
        const double down = 1 - (double)row / (rows - 1);
        SkirtPoint(dance, 2 * GEN_PI * column / around, down, 0, x[i]);
    }
    return around * rows;
}

// A ruffle is longer than the seam it is attached to: it oscillates around, so that its waves bulge
// and press into each other.
static uint32_t PoseTier(const PaperScene* scene, const Dance* dance, int tier, double (*x)[3]) {
    const uint32_t around = PaperScene_Cells(scene, TIER_AROUND);
    const uint32_t rows = PaperScene_Cells(scene, TIER_ROWS) + 1;
    const double top = 0.42 + 0.24 * tier, width = 0.2;
    const double waves = 18 + 6 * tier;
    for (uint32_t i = 0; i < around * rows; ++i) {
        const uint32_t column = i % around, row = i / around;
        const double turn = 2 * GEN_PI * column / around;
        const double across = 1 - (double)row / (rows - 1);
        const double ripple = waves * turn + 0.7 * sin(3 * turn + 2 * GEN_PI * dance->time + tier);
        const double place = turn + 0.62 * across * sin(2 * ripple) / waves;
        const double out = 0.012 + across * (0.06 + 0.035 * sin(ripple));
        SkirtPoint(dance, place, top + width * across, out, x[i]);
    }
    return around * rows;
}

static svStatus PoseFlamenco(PaperScene* scene, uint32_t frame, double (*x)[3]) {
    const Dance dance = {PaperScene_Phase(scene, frame)};
    x += PoseSkirt(scene, &dance, x);
    for (int tier = 0; tier < TIERS; ++tier) {
        x += PoseTier(scene, &dance, tier, x);
    }
    return SV_OK;
}

const PaperSource paperFlamenco = {
    .info = {.name = "flamenco",
             .paper = "wang2018",
             .figure = "Flamenco, Figs. 9e to 13",
             .about = "a skirt with three tiers of ruffles swings round; the ruffles press into "
                      "each other",
             .paperTriangles = 49000,
             .steps = 30},
    .stride = 1,
    .open = OpenFlamenco,
    .pose = PoseFlamenco,
};
