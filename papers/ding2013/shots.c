// A cloth at an instant in; its sphere tree down to single cells, level by level, and what of it is
// in contact out.

#include "ding2013.h"

#include "report/terminal.h"

#include "selvage/vec3.h"

#include <stdlib.h>
#include <string.h>

const char* DingMoment_Name(DingMoment moment) {
    static const char* const names[DING_MOMENT_COUNT] = {"flat", "draped", "through itself",
                                                         "handled"};
    return names[moment];
}

const char* DingSpheres_Name(DingSpheres spheres) {
    static const char* const names[DING_SPHERES_COUNT] = {"as printed", "merged", "smallest"};
    return names[spheres];
}

static double ClothArea(const svTopology* topology, const double (*x)[3]) {
    double area = 0;
    for (uint32_t t = 0; t < topology->triangleCount; ++t) {
        const uint32_t* v = topology->triangles + (size_t)3 * t;
        const svVec3 a = svVec3_From(x[v[0]]);
        const svVec3 u = svVec3_Sub(svVec3_From(x[v[1]]), a);
        const svVec3 w = svVec3_Sub(svVec3_From(x[v[2]]), a);
        area += svVec3_Length(svVec3_Cross(u, w)) / 2;
    }
    return area;
}

// Marks the features of the contacts, then the triangles that have one.
static void MarkTriangles(const svTopology* topology, const svContacts* contacts, uint8_t* red) {
    uint8_t* vertices = Terminal_Allocate(topology->vertexCount, 1);
    uint8_t* edges = Terminal_Allocate(topology->edgeCount, 1);
    for (size_t i = 0; i < contacts->vf.count; ++i) {
        vertices[contacts->vf.pairs[i].a] = 1;
        red[contacts->vf.pairs[i].b] = 1;
    }
    for (size_t i = 0; i < contacts->ee.count; ++i) {
        edges[contacts->ee.pairs[i].a] = 1;
        edges[contacts->ee.pairs[i].b] = 1;
    }
    for (uint32_t side = 0; side < 3 * topology->triangleCount; ++side) {
        red[side / 3] |= vertices[topology->triangles[side]] | edges[topology->sideEdges[side]];
    }
    free(vertices);
    free(edges);
}

static void MarkNodes(const DingBench* bench, DingShot* shot) {
    for (uint32_t n = 0; n < shot->nodeCount; ++n) {
        GridTriangles all = GridTriangles_Of(&bench->cloth.grid, shot->nodes[n].cells);
        for (uint32_t t; GridTriangles_Next(&all, &t);) {
            shot->nodeRed[n] |= shot->red[t];
        }
    }
}

static void MeasureLevels(DingBench* bench, DingShot* shot) {
    const double(*x)[3] = PaperCloth_X(&bench->cloth, 1);
    SphereTree* tree = &bench->fine;
    SphereTree_Build(tree, x, x);
    shot->nodeCount = tree->nodeCount;
    shot->nodes = Terminal_Allocate(tree->nodeCount, sizeof(*shot->nodes));
    shot->nodeRed = Terminal_Allocate(tree->nodeCount, 1);
    memcpy(shot->nodes, tree->nodes, tree->nodeCount * sizeof(*shot->nodes));
    SphereTree_CountSmaller(tree, &shot->smaller, &shot->parents);
    shot->levelCount = SphereTree_Levels(tree, x, shot->levels[DING_PRINTED]);
    SphereTree_Refit(tree, x, x);
    (void)SphereTree_Levels(tree, x, shot->levels[DING_MERGED]);
    SphereTree_Shrink(tree, x, x);
    (void)SphereTree_Levels(tree, x, shot->levels[DING_SMALLEST]);
}

svStatus Ding_TakeShot(DingBench* bench, DingShot* shot) {
    const svTopology* topology = bench->cloth.grid.topology;
    const size_t size = topology->vertexCount * sizeof(*shot->x);
    svContacts contacts;
    svDetectDef def = svDefaultDetectDef();
    def.detail = SV_DETAIL_PAIRS;
    DingShot_Free(shot);
    const svStatus status = svScene_Detect(bench->cloth.own, &def, &contacts);
    if (status != SV_OK) {
        return status;
    }
    shot->columns = bench->cloth.grid.columns;
    shot->rows = bench->cloth.grid.rows;
    shot->triangleCount = topology->triangleCount;
    shot->x = Terminal_Allocate(topology->vertexCount, sizeof(*shot->x));
    shot->triangles = Terminal_Allocate(shot->triangleCount, 3 * sizeof(*shot->triangles));
    shot->red = Terminal_Allocate(shot->triangleCount, 1);
    memcpy(shot->x, bench->cloth.x[1], size);
    memcpy(shot->triangles, topology->triangles,
           shot->triangleCount * 3 * sizeof(*shot->triangles));
    shot->area = ClothArea(topology, PaperCloth_X(&bench->cloth, 1));
    MarkTriangles(topology, &contacts, shot->red);
    MeasureLevels(bench, shot);
    MarkNodes(bench, shot);
    return SV_OK;
}

void DingShot_Free(DingShot* shot) {
    free(shot->x);
    free(shot->triangles);
    free(shot->red);
    free(shot->nodes);
    free(shot->nodeRed);
    *shot = (DingShot){0};
}
