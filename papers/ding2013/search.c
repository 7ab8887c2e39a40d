// A step of a cloth in; its contacts by the sphere trees of ding2013, with masks, and by segment
// and quadrilateral, and by svScene_Detect out.

#include "ding2013.h"

#include "report/program.h"

#include <string.h>

static void AddTreeStats(TreeDetectStats* sum, const TreeDetectStats* stats) {
    sum->nodePairs += stats->nodePairs;
    sum->skipped += stats->skipped;
    sum->leafPairs += stats->leafPairs;
    sum->tested[0] += stats->tested[0];
    sum->tested[1] += stats->tested[1];
    sum->contourTests += stats->contourTests;
}

static uint64_t CountFound(const DingBench* bench) {
    return bench->detect.counts[0] + bench->detect.counts[1];
}

static svStatus SearchWithMasks(DingBench* bench, uint64_t total) {
    DingRun* run = bench->run;
    svStatus status = SV_OK;
    for (int rule = 0; rule < MASK_RULE_COUNT && status == SV_OK; ++rule) {
        const double begin = Program_ProcessorSeconds();
        status = TreeDetect_Run(&bench->detect, (MaskRule)rule, PaperCloth_X(&bench->cloth, 0),
                                PaperCloth_X(&bench->cloth, 1));
        const double seconds = Program_ProcessorSeconds() - begin;
        run->detectSeconds[rule] += seconds;
        run->firstDetect = rule == MASK_PRINTED && run->searched == 0 ? seconds : run->firstDetect;
        const uint64_t found = CountFound(bench);
        run->found[rule] += found;
        run->losing += rule == MASK_PRINTED && found < total;
        AddTreeStats(&run->work[rule], &bench->detect.stats);
    }
    run->trees[DING_PRINTED].detectSeconds = run->detectSeconds[MASK_NONE];
    run->trees[DING_PRINTED].found = run->found[MASK_NONE];
    run->trees[DING_PRINTED].work = run->work[MASK_NONE];
    return status;
}

// Spheres alone, with other spheres than the printed ones.
static svStatus SearchWithSpheres(DingBench* bench, DingSpheres spheres) {
    DingTree* tree = &bench->run->trees[spheres];
    const double(*x0)[3] = PaperCloth_X(&bench->cloth, 0);
    const double(*x1)[3] = PaperCloth_X(&bench->cloth, 1);
    double begin = Program_ProcessorSeconds();
    if (spheres == DING_SMALLEST) {
        SphereTree_Shrink(&bench->tree, x0, x1);
        tree->buildSeconds += Program_ProcessorSeconds() - begin;
        ++tree->builds;
    } else {
        SphereTree_Refit(&bench->tree, x0, x1); // timed at every step
    }
    begin = Program_ProcessorSeconds();
    const svStatus status = TreeDetect_Run(&bench->detect, MASK_NONE, x0, x1);
    tree->detectSeconds += Program_ProcessorSeconds() - begin;
    tree->found += CountFound(bench);
    AddTreeStats(&tree->work, &bench->detect.stats);
    return status;
}

static svStatus QueryStep(DingBench* bench, uint64_t total) {
    DingRun* run = bench->run;
    const double(*x0)[3] = PaperCloth_X(&bench->cloth, 0);
    const double(*x1)[3] = PaperCloth_X(&bench->cloth, 1);
    svStatus status = SV_OK;
    for (int rule = 0; rule < QUERY_RULE_COUNT && status == SV_OK; ++rule) {
        DingQuery* query = &run->queries[rule];
        SphereTree_Build(&bench->tree, x0, rule == QUERY_PRINTED ? x0 : x1);
        const double begin = Program_ProcessorSeconds();
        status = TreeDetect_Query(&bench->detect, (QueryRule)rule, x0, x1);
        query->seconds += Program_ProcessorSeconds() - begin;
        query->found += CountFound(bench);
        AddTreeStats(&query->work, &bench->detect.stats);
    }
    ++run->queried;
    run->queriedContacts += total;
    return status;
}

// What the elementary tests make of contacts that there are.
static void JudgeContacts(DingBench* bench, const svContacts* contacts) {
    const svTopology* topology = bench->cloth.grid.topology;
    DingRun* run = bench->run;
    for (int kind = 0; kind < 2; ++kind) {
        const svFeaturePair* pairs =
            kind == SV_VERTEX_FACE ? contacts->vf.pairs : contacts->ee.pairs;
        const size_t count = kind == SV_VERTEX_FACE ? contacts->vf.count : contacts->ee.count;
        run->kinds[kind] += count;
        for (size_t i = 0; i < count; ++i) {
            uint32_t points[4] = {pairs[i].a};
            const uint32_t* edges = topology->edges;
            if (kind == SV_VERTEX_FACE) {
                memcpy(points + 1, topology->triangles + (size_t)3 * pairs[i].b,
                       3 * sizeof(uint32_t));
            } else {
                memcpy(points, edges + (size_t)2 * pairs[i].a, 2 * sizeof(uint32_t));
                memcpy(points + 2, edges + (size_t)2 * pairs[i].b, 2 * sizeof(uint32_t));
            }
            double x[2][4][3];
            for (int t = 0; t < 2; ++t) {
                for (int k = 0; k < 4; ++k) {
                    memcpy(x[t][k], bench->cloth.x[t][points[k]], sizeof(x[t][k]));
                }
            }
            const double(*x0)[3] = (const double(*)[3])x[0], (*x1)[3] = (const double(*)[3])x[1];
            bool found[ROOT_RULE_COUNT];
            for (int rule = 0; rule < ROOT_RULE_COUNT; ++rule) {
                found[rule] = kind == SV_VERTEX_FACE ? FirstRoot_VertexFace((RootRule)rule, x0, x1)
                                                     : FirstRoot_EdgeEdge((RootRule)rule, x0, x1);
            }
            run->rejected[kind][ROOT_ALL] += !found[ROOT_ALL];
            for (int rule = 0; rule < ROOT_ALL; ++rule) {
                run->rejected[kind][rule] += found[ROOT_ALL] && !found[rule];
            }
        }
    }
}

svStatus Ding_SearchStep(DingBench* bench, bool query) {
    DingRun* run = bench->run;
    svContacts contacts;
    svDetectDef def = svDefaultDetectDef();
    def.detail = SV_DETAIL_PAIRS;
    const double begin = Program_ProcessorSeconds();
    svStatus status = svScene_Detect(bench->cloth.own, &def, &contacts);
    run->sceneSeconds += Program_ProcessorSeconds() - begin;
    const uint64_t total = status == SV_OK ? contacts.vf.total + contacts.ee.total : 0;
    if (status == SV_OK) {
        JudgeContacts(bench, &contacts);
        status = SearchWithMasks(bench, total);
    }
    if (status == SV_OK && query) {
        status = QueryStep(bench, total);
    }
    for (int spheres = DING_MERGED; spheres < DING_SPHERES_COUNT && status == SV_OK; ++spheres) {
        status = SearchWithSpheres(bench, (DingSpheres)spheres);
    }
    run->contacts += total;
    run->colliding += total > 0;
    ++run->searched;
    return status;
}
