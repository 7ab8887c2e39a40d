// Table 1 of the paper, and the collision detection that it does not measure.
//
// F. Ding, "Rapid Cloth Collision Detection using Bounding Sphere Trees", 2013.

#include "ding2013.h"

const DingPaper dingPaper[DING_SCENE_COUNT] = {
    {"singularity", 15, 45.33, 37.17},
    {"drape", 20, 27.91, 19.62},
    {"bigsingularity", 100, 1.26, 0.95},
};

const Paper ding2013Paper = {
    .name = "ding2013",
    .summary = "a paper's tables: sphere tree and normal masks",
    .citation = "F. Ding, \"Rapid Cloth Collision Detection using Bounding Sphere Trees\", 2013",
    .about =
        "Runs the three scenes of F. Ding, \"Rapid Cloth Collision Detection using Bounding Sphere "
        "Trees\" (2013), on one thread: without collisions, with its sphere tree built at each "
        "step, with its detection (which the paper never got to work) by the tree and the normal "
        "masks, and with the collision handling of Selvage. Table 1 of the paper stands beside "
        "it.\n"
        "\n"
        "The mask rule as printed loses contacts; the table counts them. papers/README.md says "
        "more.",
    .examples = "\n"
                "--frames 300 --json ding2013.json\n",
    .frames = {"frames of each scene (default 300)", 300, 1000000, 5},
    .quickHelp = "few frames: for tests",
    .unit = "frame",
    .seconds = 135,
    .resultSize = sizeof(DingResult),
    .measure = Ding_Measure,
    .tellHead = Ding_TellHead,
    .tables = dingTables,
    .tableCount = DING_TABLE_COUNT,
    .conclude = Ding_Conclude,
    .writeJson = Ding_WriteJson,
};
