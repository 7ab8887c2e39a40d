// Table 1 of the paper: BVHs of spheres against BVHs of boxes, cloth and a moving ball.
//
// A. Bade, C. S. Ping, S. H. Tanalol, "Collision detection for cloth simulation using bounding
// sphere hierarchy", 2015.

#include "bade2015.h"

const double badePaperTimes[BADE_PAPER_RUNS][2] = {
    {215.877, 1233.01}, {188.131, 1259.05}, {220.172, 1267.02}, {216.726, 1203.98},
    {236.049, 1263.00}, {223.576, 1256.01}, {215.311, 1177.10}, {233.671, 1211.98},
    {253.518, 1260.03}, {259.710, 1242.00}, {249.192, 1259.02}, {245.186, 1240.99},
    {253.523, 1259.00}, {232.061, 1241.01}, {229.389, 1243.03}, {274.904, 1249.02},
    {237.714, 1272.03}, {226.821, 1262.04}, {235.760, 1271.02}, {257.875, 1224.01},
};
const double badePaperRates[2] = {13.41, 21.17};

const Paper bade2015Paper = {
    .name = "bade2015",
    .summary = "a paper's tables: spheres against boxes",
    .citation = "A. Bade, C. S. Ping, S. H. Tanalol, \"Collision detection for cloth simulation "
                "using bounding sphere hierarchy\", 2015",
    .about =
        "Records a cloth and a moving ball (the built-in scene `ball`) and lets the hierarchies of "
        "A. Bade, C. S. Ping and S. H. Tanalol, \"Collision detection for cloth simulation using "
        "bounding sphere hierarchy\" (2015), find the particles at the ball: spheres as printed, "
        "spheres that fit, and axis-aligned boxes, in quad-trees of four levels and down to single "
        "particles. Table 1 of the paper stands beside it, then which of its conclusions hold.\n"
        "\n"
        "The radii as printed miss particles; the table counts them. papers/README.md says more.",
    .examples = "\n"
                "--html bade2015.html --csv bade2015 --json=bade2015.json\n"
                "--quick\n",
    .runs = {"number of executions (default 20, as in the paper)", BADE_PAPER_RUNS, 100000, 5},
    .frames = {"frames in each execution (default 300)", 300, 10000, 90},
    .csvHelp = "write executions.csv, trees.csv and frames.csv there",
    .quickHelp = "few executions and frames: for tests",
    .unit = "frame",
    .seconds = 4,
    .resultSize = sizeof(BadeResult),
    .measure = Bade_Measure,
    .destroy = Bade_Destroy,
    .tellHead = Bade_TellHead,
    .tables = badeTables,
    .tableCount = BADE_TABLE_COUNT,
    .conclude = Bade_Conclude,
    .judge = Bade_Judge,
    .writeJson = Bade_WriteJson,
    .writeCsv = Bade_WriteCsv,
    .pageTitle = "Spheres against boxes: the figures of bade2015",
    .tellLead = Bade_TellLead,
    .writePage = Bade_WritePage,
    .draw = Bade_Draw,
    .pictureAlt = "A ball pushes into a hanging cloth; the spheres of its tree are red where the "
                  "ball hits them and green where not",
    .violations = Bade_Violations,
};
