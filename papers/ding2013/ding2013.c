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
                "--html ding2013.html --csv ding2013 --json=ding2013.json\n"
                "--quick\n",
    .frames = {"frames of each scene (default 300)", 300, 1000000, 16},
    .csvHelp = "write runs.csv, levels.csv and frames.csv there",
    .quickHelp = "few frames: for tests",
    .unit = "frame",
    .seconds = 80,
    .resultSize = sizeof(DingResult),
    .measure = Ding_Measure,
    .destroy = Ding_Destroy,
    .tellHead = Ding_TellHead,
    .tables = dingTables,
    .tableCount = DING_TABLE_COUNT,
    .conclude = Ding_Conclude,
    .judge = Ding_Judge,
    .writeJson = Ding_WriteJson,
    .writeCsv = Ding_WriteCsv,
    .pageTitle = "Bounding sphere trees of cloth: the figures of ding2013",
    .tellLead = Ding_TellLead,
    .writePage = Ding_WritePage,
    .draw = Ding_Draw,
    .pictureAlt = "A cloth that passes through itself under the spheres of its tree, red where it "
                  "is in contact and green where not",
    .violations = Ding_Violations,
};
