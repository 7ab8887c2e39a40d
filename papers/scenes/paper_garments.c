// Scenes of garments on a moving body: the ensembles and dresses of han2021, the suit of wang2018.

#include "gen_body.h"
#include "paper_sim.h"
#include "report/terminal.h"

#include "selvage/shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Poses of the body per second, and steps of the simulation.
#define RATE 60

typedef struct Wardrobe {
    svContext* context;
    svSim* sim;
    svStatus status; // first failure
} Wardrobe;

static double Swing(double time, double period, double shift) {
    return sin(2 * GEN_PI * (time / period + shift));
}

// Walks on the spot, sways, turns, half sits down and rises. Starts at rest.
static GenPose Stroll(double time) {
    const double in = GenEase(0.2, 0.9, time);
    const double sit = GenEase(0.8, 1.5, time) * (1 - GenEase(1.7, 2.4, time));
    GenPose pose = {
        .move = {0.1 * in * Swing(time, 1.7, 0), 0.03 * in * Swing(time, 1.3, 0.2), -0.07 * sit},
        .yaw = 0.7 * in * Swing(time, 2.3, 0),
        .bend = 0.12 * in * Swing(time, 1.9, 0.3),
        .lean = 0.12 * in * Swing(time, 1.5, 0.1)};
    for (int side = 0; side < 2; ++side) {
        const double half = 0.5 * side;
        pose.raise[side] = in * (0.2 + 0.2 * Swing(time, 1.6, 0.15 + half / 2));
        pose.reach[side] = 0.25 * in * Swing(time, 1.2, half);
        pose.elbow[side] = 0.15 * in * (1 + Swing(time, 1.2, half));
        pose.step[side] = 0.35 * in * Swing(time, 1.2, half) * (1 - sit) + 0.5 * sit;
        pose.knee[side] = 0.3 * in * (1 + Swing(time, 1.2, half + 0.3)) * (1 - sit) + 0.7 * sit;
    }
    return pose;
}

// Alternating punches, each with a kick.
static GenPose Fight(double time) {
    const double in = GenEase(0.2, 0.8, time);
    GenPose pose = {.move = {0.08 * in * Swing(time, 1.2, 0), 0, -0.06 * in},
                    .yaw = 0.6 * in * Swing(time, 1.2, 0),
                    .bend = 0.1 * in,
                    .lean = 0.15 * in * Swing(time, 1.2, 0.25)};
    for (int side = 0; side < 2; ++side) {
        const double blow = GenEase(0, 1, Swing(time, 1.2, 0.5 * side));
        const double kick = GenEase(0.2, 1, Swing(time, 1.2, 0.5 * side + 0.35));
        pose.raise[side] = in * (0.3 * blow - 0.05);
        pose.reach[side] = in * (0.25 + 1.05 * blow);
        pose.elbow[side] = in * 1.3 * (1 - blow);
        pose.step[side] = in * (0.15 + 1.15 * kick);
        pose.knee[side] = in * (0.3 + 0.7 * GenEase(0, 0.6, kick) * (1 - kick));
    }
    return pose;
}

static void AddBody(Wardrobe* w, GenPose (*pose)(double time), uint32_t frameCount) {
    GenBody body;
    GenBody_Create(&body);
    const size_t count = body.mesh.vertexCount;
    double(*x)[3] = Terminal_Allocate(count * frameCount, sizeof(*x));
    svPositions* frames = Terminal_Allocate(frameCount, sizeof(*frames));
    double* times = Terminal_Allocate(frameCount, sizeof(*times));
    for (uint32_t f = 0; f < frameCount; ++f) {
        times[f] = (double)f / RATE;
        const GenPose now = pose(times[f]);
        GenBody_Pose(&body, &now, x + f * count);
        frames[f] = svPositions_Double(x[f * count], count);
    }
    svObstacleDef def = svDefaultObstacleDef();
    def.name = "body";
    def.triangles = body.mesh.triangles;
    def.triangleCount = body.mesh.triangleCount;
    def.positions = frames[0];
    def.frames = frames;
    def.frameTimes = times;
    def.frameCount = frameCount;
    w->status = svSim_AddObstacle(w->sim, &def, NULL);
    free(x);
    free(frames);
    free(times);
    GenBody_Destroy(&body);
}

// Material and pins of a garment.
typedef struct Fabric {
    const char* name;
    bool self;
    double density, bend; // kg/m^2, N m
    double pinnedFrom;    // vertices above this height move with the body
} Fabric;

static void AddGarment(Wardrobe* w, const GenMesh* mesh, const Fabric* fabric) {
    if (w->status != SV_OK) {
        return;
    }
    svClothDef def = svDefaultClothDef();
    svPin* pins = Terminal_Allocate(mesh->vertexCount, sizeof(*pins));
    for (size_t v = 0; v < mesh->vertexCount; ++v) {
        if (mesh->x[v][2] > fabric->pinnedFrom) {
            pins[def.pinCount++] = (svPin){(uint32_t)v, 0, 0};
        }
    }
    def.name = fabric->name;
    def.triangles = mesh->triangles;
    def.triangleCount = mesh->triangleCount;
    def.positions = svPositions_Double(mesh->x[0], mesh->vertexCount);
    def.density = fabric->density;
    def.bendStiffness = fabric->bend;
    def.pins = pins;
    def.self = fabric->self;
    w->status = svSim_AddCloth(w->sim, &def, NULL);
    free(pins);
}

static void AddTop(Wardrobe* w, const GenTop* top, const Fabric* fabric) {
    GenMesh mesh = {0};
    if (w->status == SV_OK) {
        w->status = GenTop_Make(w->context, top, &mesh);
        AddGarment(w, &mesh, fabric);
        GenMesh_Destroy(&mesh);
    }
}

// A skirt or a vest: a surface of revolution, made oval to fit the body.
static void AddSkirt(Wardrobe* w, const svRevolutionDef* shape, const Fabric* fabric) {
    svMeshData data = {0};
    w->status = w->status == SV_OK ? svShape_Revolution(w->context, shape, &data) : w->status;
    if (w->status != SV_OK) {
        return;
    }
    for (size_t v = 0; v < data.vertexCount; ++v) {
        const double oval = 0.72 + 0.2 * GenEase(0, 0.5, 1 - data.positions[3 * v + 2]);
        data.positions[3 * v + 1] *= oval;
    }
    GenMesh mesh = {0};
    const svMeshView view = svMeshData_View(&data);
    GenMesh_Append(&mesh, view.triangles, view.triangleCount, &view.positions);
    svMeshData_Destroy(w->context, &data);
    AddGarment(w, &mesh, fabric);
    GenMesh_Destroy(&mesh);
}

static svStatus BeginWardrobe(PaperScene* scene, double thickness, Wardrobe* w) {
    svSimDef def = svDefaultSimDef();
    def.timeStep = 1.0 / RATE;
    def.thickness = thickness * (scene->options.quick ? 3 : 1);
    def.airDamping = 0.5;
    *w = (Wardrobe){.context = scene->context};
    w->status = svSim_Create(scene->context, &def, &w->sim);
    return w->status;
}

static uint32_t FrameCount(const PaperScene* scene, const PaperSimDef* def) {
    return def->settle + scene->options.steps * scene->options.stride + 2;
}

// Passes the simulation to the scene, or destroys it after a failure.
static svStatus FinishWardrobe(PaperScene* scene, Wardrobe* w, const PaperSimDef* def) {
    w->status = w->status == SV_OK ? svSim_Start(w->sim) : w->status;
    if (w->status == SV_OK) {
        PaperSim_Open(scene, w->sim, def);
    } else {
        svSim_Destroy(w->sim);
    }
    return w->status;
}

#define NOWHERE 1e9 // of Fabric.pinnedFrom: nothing is pinned

// Simulated at a quarter of the triangles, contacts handled, then refined once. Wrinkles as deep as
// two layers are apart let folds that lie on each other touch and pass through each other here and
// there: the contacts that a simulator meets before it has resolved them.
#define HAN_THICKNESS 0.0015

static PaperSimDef HanSim(const PaperScene* scene) {
    return (PaperSimDef){.settle = 30,
                         .levels = scene->options.quick ? 0 : 1,
                         .wrinkleDepth = 0.003,
                         .wrinkleLength = 0.03};
}

// Cells of the simulated mesh.
static uint32_t CoarseCells(const PaperScene* scene, uint32_t cells) {
    return scene->options.quick ? PaperScene_Cells(scene, 2 * cells) : cells;
}

static svStatus OpenEnsemble(PaperScene* scene, uint32_t topCells, uint32_t around, uint32_t rows,
                             uint32_t ruffles, double hem) {
    Wardrobe w;
    const PaperSimDef hanSim = HanSim(scene);
    if (BeginWardrobe(scene, HAN_THICKNESS, &w) == SV_OK) {
        AddBody(&w, Stroll, FrameCount(scene, &hanSim));
        const GenTop top = {.width = 0.5,
                            .cells = CoarseCells(scene, topCells),
                            .length = 0.7,
                            .flare = 1,
                            .sleeve = 1.2,
                            .roundness = 0.18};
        const Fabric cotton = {"blouse", true, 0.15, 8e-6, NOWHERE};
        AddTop(&w, &top, &cotton);
        const double profile[][2] = {{0.15, 0.97}, {0.19, 0.9}, {0.26, 0.8}, {hem, 0.45}};
        svRevolutionDef shape = svDefaultRevolutionDef();
        shape.profile = profile;
        shape.count = 4;
        shape.segments = CoarseCells(scene, around);
        shape.rows = CoarseCells(scene, rows);
        shape.ruffles = scene->options.quick ? ruffles / 3 : ruffles;
        shape.ruffleDepth = 0.15;
        const Fabric silk = {"skirt", true, 0.15, 4e-6, 0.965};
        AddSkirt(&w, &shape, &silk);
    }
    return FinishWardrobe(scene, &w, &hanSim);
}

static svStatus OpenEnsemble1(PaperScene* scene) {
    return OpenEnsemble(scene, 18, 69, 17, 14, 0.42);
}

static svStatus OpenEnsemble2(PaperScene* scene) {
    return OpenEnsemble(scene, 24, 104, 21, 22, 0.5);
}

static svStatus OpenOnePiece(PaperScene* scene, const GenTop* top) {
    Wardrobe w;
    const PaperSimDef hanSim = HanSim(scene);
    if (BeginWardrobe(scene, HAN_THICKNESS, &w) == SV_OK) {
        AddBody(&w, Stroll, FrameCount(scene, &hanSim));
        GenTop scaled = *top;
        scaled.cells = CoarseCells(scene, top->cells);
        const Fabric silk = {"dress", true, 0.15, 4e-6, NOWHERE};
        AddTop(&w, &scaled, &silk);
    }
    return FinishWardrobe(scene, &w, &hanSim);
}

static svStatus OpenDress(PaperScene* scene) {
    const GenTop top = {.width = 0.48,
                        .cells = 27,
                        .length = 1.75,
                        .flare = 1.5,
                        .sleeve = 1,
                        .roundness = 0.14,
                        .pleats = 14,
                        .pleatDepth = 0.07};
    return OpenOnePiece(scene, &top);
}

static svStatus OpenGown(PaperScene* scene) {
    const GenTop top = {.width = 0.5,
                        .cells = 48,
                        .length = 2.3,
                        .flare = 1.9,
                        .sleeve = 1.5,
                        .roundness = 0.14,
                        .pleats = 20,
                        .pleatDepth = 0.07};
    return OpenOnePiece(scene, &top);
}

// Trousers, a jacket and a vest under it, simulated coarsely, without self-collision.
static svStatus OpenKarate(PaperScene* scene) {
    const PaperSimDef def = {.settle = 50,
                             .levels = scene->options.quick ? 1 : 2,
                             .wrinkleDepth = 0.002,
                             .wrinkleLength = 0.012};
    Wardrobe w;
    if (BeginWardrobe(scene, 0.004, &w) == SV_OK) {
        AddBody(&w, Fight, FrameCount(scene, &def));
        const Fabric linen = {"trousers", false, 0.2, 1e-5, 0.99};
        GenMesh trousers = {0};
        GenTrousers_Make(scene->options.quick ? 5 : 10, &trousers);
        AddGarment(&w, &trousers, &linen);
        GenMesh_Destroy(&trousers);
        const GenTop top = {.width = 0.52,
                            .cells = scene->options.quick ? 12 : 22,
                            .length = 1.15,
                            .flare = 1.15,
                            .sleeve = 1.6,
                            .roundness = 0.16};
        const Fabric cotton = {"jacket", false, 0.25, 1e-5, NOWHERE};
        AddTop(&w, &top, &cotton);
        const double profile[][2] = {{0.18, 1.2}, {0.19, 1.01}};
        svRevolutionDef vest = svDefaultRevolutionDef();
        vest.profile = profile;
        vest.count = 2;
        vest.segments = scene->options.quick ? 24 : 64;
        vest.rows = scene->options.quick ? 4 : 9;
        const Fabric knit = {"vest", false, 0.2, 1e-5, 1.19};
        AddSkirt(&w, &vest, &knit);
    }
    return FinishWardrobe(scene, &w, &def);
}

const PaperSource paperEnsemble1 = {
    .info = {.name = "ensemble1",
             .paper = "han2021",
             .figure = "Ensemble 1, Figs. 4 to 6, Tables 1 and 2",
             .about = "a blouse and a skirt on a body that walks, turns and sits",
             .paperTriangles = 18920,
             .steps = 50,
             .simulated = true},
    .stride = 2,
    .open = OpenEnsemble1,
    .pose = PaperSim_Pose,
    .close = PaperSim_Close,
};

const PaperSource paperEnsemble2 = {
    .info = {.name = "ensemble2",
             .paper = "han2021",
             .figure = "Ensemble 2, Figs. 4 to 6, Tables 1 and 2",
             .about = "a blouse and a wide skirt in folds on a body that walks, turns and sits",
             .paperTriangles = 34877,
             .steps = 50,
             .simulated = true},
    .stride = 1,
    .open = OpenEnsemble2,
    .pose = PaperSim_Pose,
    .close = PaperSim_Close,
};

const PaperSource paperDress = {
    .info = {.name = "onepiece1",
             .paper = "han2021",
             .figure = "Onepiece 1, Figs. 4 to 6, Tables 1 and 2",
             .about = "a dress on a body that walks, turns and sits",
             .paperTriangles = 20849,
             .steps = 50,
             .simulated = true},
    .stride = 2,
    .open = OpenDress,
    .pose = PaperSim_Pose,
    .close = PaperSim_Close,
};

const PaperSource paperGown = {
    .info = {.name = "onepiece2",
             .paper = "han2021",
             .figure = "Onepiece 2, Figs. 4 to 6, Tables 1 and 2",
             .about = "a long gown with sleeves on a body that walks, turns and sits",
             .paperTriangles = 61949,
             .steps = 40,
             .simulated = true},
    .stride = 1,
    .open = OpenGown,
    .pose = PaperSim_Pose,
    .close = PaperSim_Close,
};

const PaperSource paperKarate = {
    .info = {.name = "karate",
             .paper = "wang2018",
             .figure = "Karate, Figs. 9b to 13",
             .about =
                 "three garments on a body that punches and kicks; folds go through each other",
             .paperTriangles = 127000,
             .steps = 30,
             .simulated = true},
    .stride = 3,
    .open = OpenKarate,
    .pose = PaperSim_Pose,
    .close = PaperSim_Close,
};
