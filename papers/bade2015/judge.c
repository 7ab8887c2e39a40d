// Results of bade2015 in; what it claims and what came out of it out.

#include "bade2015.h"

// Times within this factor count as equal.
static const double EQUAL = 1.05;

// Whether `ratio` is clearly above 1, for both kinds of tree: four levels, single particles.
static PaperVerdict Above(double four, double one) {
    const int count = (four > EQUAL) + (one > EQUAL);
    return count == 2 ? PAPER_HOLDS : count == 1 ? PAPER_PARTLY : PAPER_FAILS;
}

static const BadeTree* TreeOf(const BadeResult* result, BadeDivision division, bool four,
                              QuadVolume volume) {
    return &result->trees[Bade_TreeIndex(division, four, volume)];
}

// Boxes over spheres: above 1 if spheres take less.
static double Faster(const BadeResult* result, bool four, QuadVolume sphere) {
    return Bade_TimeRatio(result, Bade_TreeIndex(BADE_WHERE_HIT, four, QUAD_BOX),
                          Bade_TreeIndex(BADE_WHERE_HIT, four, sphere));
}

// Spheres over boxes, in trees that are divided everywhere: building, then searching.
static double Slower(const BadeResult* result, bool four, bool building) {
    const BadeTree* sphere = TreeOf(result, BADE_EVERYWHERE, four, QUAD_SPHERE);
    const BadeTree* box = TreeOf(result, BADE_EVERYWHERE, four, QUAD_BOX);
    const double above = building ? sphere->buildSeconds : sphere->searchSeconds;
    const double below = building ? box->buildSeconds : box->searchSeconds;
    return below > 0 ? above / below : 0;
}

// Boxes over spheres in frames per second.
static double Rate(const BadeResult* result, bool four, bool drawn) {
    return Bade_FrameRate(result, TreeOf(result, BADE_WHERE_HIT, four, QUAD_BOX), drawn) /
           Bade_FrameRate(result, TreeOf(result, BADE_WHERE_HIT, four, QUAD_SPHERE), drawn);
}

// OpenGL calls of all frames, spheres over boxes: each vertex is one.
static double Calls(const BadeResult* result, bool four) {
    const BadeTree* sphere = TreeOf(result, BADE_WHERE_HIT, four, QUAD_SPHERE);
    const BadeTree* box = TreeOf(result, BADE_WHERE_HIT, four, QUAD_BOX);
    return (double)sphere->nodes * Bade_CallsOf(QUAD_SPHERE) /
           ((double)box->nodes * Bade_CallsOf(QUAD_BOX));
}

static void JudgeSpheres(const BadeResult* result, PaperClaim* claims) {
    const double fitted[2] = {Faster(result, true, QUAD_SPHERE),
                              Faster(result, false, QUAD_SPHERE)};
    const double printed[2] = {Faster(result, true, QUAD_SPHERE_PRINTED),
                               Faster(result, false, QUAD_SPHERE_PRINTED)};
    claims[0] = (PaperClaim){
        .claim = "Spheres execute faster than boxes: radii as printed, which look at no particle",
        .paper = "5.3 times (235.26 to 1,244.72 ms)",
        .verdict = Above(printed[0], printed[1])};
    snprintf(claims[0].ours, sizeof(claims[0].ours),
             "%.2f times (4 levels), %.2f (particles), but they do not hold the cloth", printed[0],
             printed[1]);
    claims[1] = (PaperClaim){.claim = "Spheres execute faster than boxes: spheres that hold their "
                                      "particles",
                             .paper = "5.3 times",
                             .verdict = Above(fitted[0], fitted[1])};
    snprintf(claims[1].ours, sizeof(claims[1].ours), "%.2f times (4 levels), %.2f (particles)",
             fitted[0], fitted[1]);
    const double build[2] = {Slower(result, true, true), Slower(result, false, true)};
    claims[2] = (PaperClaim){.claim = "Boxes are formed faster than spheres",
                             .paper = "said, no figure",
                             .verdict = Above(build[0], build[1])};
    snprintf(claims[2].ours, sizeof(claims[2].ours), "%.2f times (4 levels), %.2f (particles)",
             build[0], build[1]);
    const double search[2] = {Slower(result, true, false), Slower(result, false, false)};
    claims[3] = (PaperClaim){.claim = "Spheres need more time in detecting the collisions",
                             .paper = "\"a little bit\"",
                             .verdict = Above(search[0], search[1])};
    snprintf(claims[3].ours, sizeof(claims[3].ours), "%.2f times (4 levels), %.2f (particles)",
             search[0], search[1]);
}

static void JudgeFrames(const BadeResult* result, PaperClaim* claims) {
    const double bare[2] = {Rate(result, true, false), Rate(result, false, false)};
    const double drawn[2] = {Rate(result, true, true), Rate(result, false, true)};
    claims[0] = (PaperClaim){.claim = "The frame rate is higher with boxes",
                             .paper = "21.17 to 13.41: 1.6 times",
                             .verdict = Above(drawn[0], drawn[1])};
    snprintf(claims[0].ours, sizeof(claims[0].ours),
             "with vertices %.2f times (4 levels), %.2f (particles); without %.2f, %.2f", drawn[0],
             drawn[1], bare[0], bare[1]);
    const double calls[2] = {Calls(result, true), Calls(result, false)};
    claims[1] = (PaperClaim){.claim = "OpenGL calls lower the frame rate, those of spheres more",
                             .paper = "up to 27,000 calls a frame",
                             .verdict = Above(drawn[0] / bare[0], drawn[1] / bare[1])};
    snprintf(claims[1].ours, sizeof(claims[1].ours),
             "derived: %.1f times the calls of boxes; one row each needs 2 calls in all", calls[0]);
    const BadeTree* sphere = TreeOf(result, BADE_WHERE_HIT, false, QUAD_SPHERE);
    const BadeTree* box = TreeOf(result, BADE_WHERE_HIT, false, QUAD_BOX);
    const double used = Bade_FrameRate(result, box, true) / Bade_FrameRate(result, sphere, true);
    claims[2] = (PaperClaim){.claim = "Spheres use the processor more",
                             .paper = "by about 15 %",
                             .verdict = used > EQUAL       ? PAPER_HOLDS
                                        : used * EQUAL < 1 ? PAPER_FAILS
                                                           : PAPER_PARTLY};
    snprintf(claims[2].ours, sizeof(claims[2].ours),
             "a frame with its vertices takes %.0f %% more (particles)", 100 * (used - 1));
    claims[3] = (PaperClaim){.claim = "Close to real time", .paper = "22 frames per second"};
    const double rate = Bade_FrameRate(result, sphere, true);
    claims[3].verdict = rate > 22 ? PAPER_HOLDS : PAPER_FAILS;
    snprintf(claims[3].ours, sizeof(claims[3].ours), "%.0f frames per second, nothing rasterised",
             rate);
}

static void JudgeMethod(const BadeResult* result, PaperClaim* claims) {
    const BadeTree* lazy = TreeOf(result, BADE_WHERE_HIT, false, QUAD_SPHERE);
    const BadeTree* full = TreeOf(result, BADE_EVERYWHERE, false, QUAD_SPHERE);
    claims[0] = (PaperClaim){.claim = "Volumes are divided only where the ball hits them",
                             .paper = "said, no figure"};
    const double saved = 1 - BadeTree_Seconds(lazy) / BadeTree_Seconds(full);
    claims[0].verdict = saved > 0 ? PAPER_HOLDS : PAPER_FAILS;
    snprintf(claims[0].ours, sizeof(claims[0].ours),
             "saves %.0f %% of the time of spheres down to particles", 100 * saved);
    double best = (double)result->frames;
    for (int i = 0; i < BADE_TREE_COUNT; ++i) {
        const double seconds = BadeTree_Seconds(&result->trees[i]);
        if (result->trees[i].def.volume != QUAD_SPHERE_PRINTED && seconds < best) {
            best = seconds;
        }
    }
    claims[1] =
        (PaperClaim){.claim = "A hierarchy makes detection efficient",
                     .paper = "\"one of the most efficient data structures\"",
                     .verdict = best * EQUAL < result->bruteSeconds ? PAPER_HOLDS : PAPER_FAILS};
    snprintf(claims[1].ours, sizeof(claims[1].ours),
             "the best takes %.1f times as long as going through all particles",
             best / result->bruteSeconds);
    const BadeTree* printed = TreeOf(result, BADE_EVERYWHERE, false, QUAD_SPHERE_PRINTED);
    claims[2] = (PaperClaim){.claim = "Spheres with halved radii (Figure 4) surround the particles",
                             .paper = "(longest side + 1) / 2, halved",
                             .verdict = printed->outside == 0 ? PAPER_HOLDS : PAPER_FAILS};
    snprintf(claims[2].ours, sizeof(claims[2].ours), "%.0f of %u particles outside, %llu missed",
             Bade_PerFrame(result, (double)printed->outside), result->columns * result->rows,
             (unsigned long long)printed->missed);
    const BadePrintedTest* test = &result->printed;
    claims[3] = (PaperClaim){.claim = "Equations 3 and 4 find the spheres that the ball hits",
                             .paper = "|R_sphere + Pos_ball + radius| < radius",
                             .verdict = test->agreed == test->tests ? PAPER_HOLDS : PAPER_FAILS};
    snprintf(claims[3].ours, sizeof(claims[3].ours), "%llu of %llu hits found",
             (unsigned long long)(test->hitsPrinted + test->hits + test->agreed - test->tests) / 2,
             (unsigned long long)test->hits);
}

int Bade_Judge(const void* data, PaperClaim claims[PAPER_CLAIMS]) {
    const BadeResult* result = data;
    JudgeSpheres(result, claims);
    JudgeFrames(result, claims + 4);
    JudgeMethod(result, claims + 8);
    return 12;
}
