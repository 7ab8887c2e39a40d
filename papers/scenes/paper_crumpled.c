// Scenes of crumpled cloth: a shirt in a box, a cloth in a funnel, a cloth wound up by a ball.
// Variants of the simulator's scenes (sim/scenes), with self-intersections where the paper has
// them, and subdivided where the paper's mesh is finer.

#include "paper_sim.h"

#include "selvage/sim.h"

#include <string.h>

static svStatus OpenText(PaperScene* scene, const char* text, const PaperSimDef* def) {
    svSimSceneDef sceneDef = svDefaultSimSceneDef();
    sceneDef.resolution = scene->options.quick ? 0.4 : 1;
    svSimScene read;
    const svStatus status = svSimScene_ReadMemory(scene->context, scene->info.name, text,
                                                  strlen(text), &sceneDef, &read);
    if (status == SV_OK) {
        PaperSim_Open(scene, read.sim, def);
    }
    return status;
}

static svStatus OpenShirt(PaperScene* scene) {
    static const char text[] =
        "{\"name\": \"t-shirt\", \"frames\": 1000, \"thickness\": 0.003,\n"
        "\"cloths\": [{\"name\": \"shirt\", \"shape\": \"shirt\", \"width\": 0.5, \"height\": "
        "0.65,\n"
        "  \"gap\": 0.02, \"cells\": 39, \"move\": [0, 0.03, 0.3], \"turnDegrees\": [20, 10, 0],\n"
        "  \"bendStiffness\": 1e-5}],\n"
        "\"obstacles\": [\n"
        "  {\"shape\": \"box\", \"size\": [1.6, 1.6, 0.1], \"move\": [0, 0, -0.05]},\n"
        "  {\"shape\": \"box\", \"size\": [0.2, 1.6, 1], \"move\": [-0.65, 0, 0.4],\n"
        "   \"keys\": [{\"time\": 0.3}, {\"time\": 2, \"move\": [0.4, 0, 0]}]},\n"
        "  {\"shape\": \"box\", \"size\": [0.2, 1.6, 1], \"move\": [0.65, 0, 0.4],\n"
        "   \"keys\": [{\"time\": 0.3}, {\"time\": 2, \"move\": [-0.4, 0, 0]}]},\n"
        "  {\"shape\": \"box\", \"size\": [1.6, 0.2, 1], \"move\": [0, -0.6, 0.4],\n"
        "   \"keys\": [{\"time\": 0.3}, {\"time\": 2, \"move\": [0, 0.35, 0]}]},\n"
        "  {\"shape\": \"box\", \"size\": [1.6, 0.2, 1], \"move\": [0, 0.6, 0.4],\n"
        "   \"keys\": [{\"time\": 0.3}, {\"time\": 2, \"move\": [0, -0.35, 0]}]},\n"
        "  {\"shape\": \"box\", \"size\": [1.1, 0.9, 0.1], \"move\": [0, 0, 0.85],\n"
        "   \"keys\": [{\"time\": 0.8}, {\"time\": 2, \"move\": [0, 0, -0.5]}]}]}";
    const PaperSimDef def = {.settle = 30, .wrinkleDepth = 0.0032, .wrinkleLength = 0.02};
    return OpenText(scene, text, &def);
}

const PaperSource paperShirt = {
    .info = {.name = "t-shirt",
             .paper = "wang2018",
             .figure = "T-shirt, Figs. 9c to 13",
             .about = "a shirt is crumpled in a box whose walls close in; folds go through each "
                      "other",
             .paperTriangles = 10000,
             .steps = 30,
             .simulated = true},
    .stride = 3,
    .open = OpenShirt,
    .pose = PaperSim_Pose,
    .close = PaperSim_Close,
};

static svStatus OpenFunnel(PaperScene* scene) {
    static const char text[] =
        "{\"name\": \"funnel\", \"frames\": 1000, \"thickness\": 0.003, \"friction\": 0.05,\n"
        "\"cloths\": [{\"name\": \"cloth\", \"shape\": \"grid\", \"size\": [1.3, 1.3],\n"
        "  \"cells\": [45, 45], \"move\": [0, 0, 0.3], \"turnDegrees\": [0, 0, 20]}],\n"
        "\"obstacles\": [\n"
        "  {\"shape\": \"revolution\", \"closed\": true, \"segments\": 64,\n"
        "   \"profile\": [[0.2, -0.8], [0.28, -0.8], [0.28, -0.4], [0.85, 0.2], [0.8, 0.25],\n"
        "     [0.2, -0.35]]},\n"
        "  {\"shape\": \"ball\", \"radius\": 0.1, \"cells\": 6, \"move\": [0, 0, 0.42],\n"
        "   \"keys\": [{\"time\": 0.1}, {\"time\": 2.4, \"move\": [0, 0, -1.1]}]}]}";
    const PaperSimDef def = {.settle = 30,
                             .levels = scene->options.quick ? 1 : 2,
                             .wrinkleDepth = 0.0015,
                             .wrinkleLength = 0.02};
    return OpenText(scene, text, &def);
}

const PaperSource paperFunnel = {
    .info = {.name = "funnel",
             .paper = "wang2018",
             .figure = "Funnel, Figs. 9d to 13",
             .about = "a ball pushes a cloth into a funnel, where it folds",
             .paperTriangles = 64000,
             .steps = 30,
             .simulated = true},
    .stride = 3,
    .open = OpenFunnel,
    .pose = PaperSim_Pose,
    .close = PaperSim_Close,
};

static svStatus OpenTwist(PaperScene* scene) {
    static const char text[] =
        "{\"name\": \"cloth-ball\", \"frames\": 1000, \"thickness\": 0.008, \"friction\": 1.2,\n"
        "\"cloths\": [{\"name\": \"cloth\", \"shape\": \"grid\", \"size\": [1.5, 1.5],\n"
        "  \"cells\": [54, 54], \"move\": [0, 0, 0.67]}],\n"
        "\"obstacles\": [\n"
        "  {\"shape\": \"ball\", \"radius\": 0.3, \"cells\": 12, \"move\": [0, 0, 0.36],\n"
        "   \"keys\": [{\"time\": 0.6}, {\"time\": 4, \"turnDegrees\": [0, 0, 720]}]},\n"
        "  {\"shape\": \"floor\"}]}";
    const PaperSimDef def = {.settle = 0,
                             .levels = scene->options.quick ? 1 : 2,
                             .wrinkleDepth = 0.002,
                             .wrinkleLength = 0.02};
    return OpenText(scene, text, &def);
}

const PaperSource paperTwist = {
    .info = {.name = "cloth-ball",
             .paper = "zhang2012",
             .figure = "cloth simulation, Fig. 9",
             .about = "a cloth falls over a ball, which then winds it up",
             .paperTriangles = 92230,
             .steps = 40,
             .simulated = true},
    .stride = 6,
    .open = OpenTwist,
    .pose = PaperSim_Pose,
    .close = PaperSim_Close,
};
