// A sphere tree and its motion in, a normal mask per node out: as printed, from plain signs;
// corrected, from signs certified against rounding.

#include "normal_masks.h"

#include "vectors.h"

#include <float.h>
#include <math.h>

enum { HALF = MASK_DIRECTION_COUNT / 2 };

void Mask_Direction(int k, int direction[3]) {
    static const int table[HALF][3] = {
        {1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0},  {1, -1, 0}, {1, 0, 1},   {1, 0, -1},
        {0, 1, 1}, {0, 1, -1}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1},
    };
    for (int d = 0; d < 3; ++d) {
        direction[d] = k < HALF ? table[k][d] : -table[k - HALF][d];
    }
}

svStatus NormalMasks_Create(svContext* context, const SphereTree* tree, NormalMasks* masks) {
    // Room for any tree over the grid, built or not: at most twice as many nodes as cells.
    const GridCells all = ClothGrid_All(tree->grid);
    const size_t count = (size_t)2 * all.columns * all.rows;
    NormalMasks made = {.tree = tree};
    made.printed = svContext_Allocate(context, count * sizeof(*made.printed));
    made.certain = svContext_Allocate(context, count * sizeof(*made.certain));
    made.normals = svContext_Allocate(context, count * sizeof(*made.normals));
    if (made.printed == NULL || made.certain == NULL || made.normals == NULL) {
        NormalMasks_Destroy(context, &made);
        return SV_ERROR_MEMORY;
    }
    *masks = made;
    return SV_OK;
}

void NormalMasks_Destroy(svContext* context, NormalMasks* masks) {
    svContext_Release(context, masks->printed);
    svContext_Release(context, masks->certain);
    svContext_Release(context, masks->normals);
    *masks = (NormalMasks){0};
}

// The directions whose dot product with the normal exceeds `bound`.
static uint32_t MaskOfNormal(const double n[3], double bound) {
    const double sum = n[0] + n[1], difference = n[0] - n[1];
    const double products[HALF] = {
        n[0],
        n[1],
        n[2],
        sum,
        difference,
        n[0] + n[2],
        n[0] - n[2],
        n[1] + n[2],
        n[1] - n[2],
        sum + n[2],
        sum - n[2],
        difference + n[2],
        difference - n[2],
    };
    uint32_t mask = 0;
    for (int k = 0; k < HALF; ++k) {
        mask |= (uint32_t)(products[k] > bound) << k;
        mask |= (uint32_t)(-products[k] > bound) << (k + HALF);
    }
    return mask;
}

// Edge vectors of a moving triangle.
typedef struct TriangleEdges {
    double e[2][3], g[2][3]; // b - a and c - a at t0 and t1
} TriangleEdges;

static TriangleEdges EdgesOfTriangle(const uint32_t* triangle, const double (*x0)[3],
                                     const double (*x1)[3]) {
    TriangleEdges sides;
    const double(*x[2])[3] = {x0, x1};
    for (int t = 0; t < 2; ++t) {
        Lab_Subtract(x[t][triangle[1]], x[t][triangle[0]], sides.e[t]);
        Lab_Subtract(x[t][triangle[2]], x[t][triangle[0]], sides.g[t]);
    }
    return sides;
}

// The bound: a product e_i g_j of rounded differences has three roundings, the difference of two
// one more, adding up three components two more, the middle control normal one more: at most seven.
// So the error is at most 7u/(1-7u) times the sum of all |e_i||g_j|, i != j, which |e|_1 |g|_1
// bounds; the computed norms lack at most ten roundings, and 8u pays for them. DBL_MIN pays for
// products that are too small to be normal numbers.
static uint32_t CertainMask(const TriangleEdges* s, double normal[3]) {
    double n0[3], n1[3], m0[3], m1[3];
    Lab_Cross(s->e[0], s->g[0], n0);
    Lab_Cross(s->e[1], s->g[1], n1);
    Lab_Cross(s->e[0], s->g[1], m0);
    Lab_Cross(s->e[1], s->g[0], m1);
    const double e[2] = {Lab_Norm1(s->e[0]), Lab_Norm1(s->e[1])},
                 g[2] = {Lab_Norm1(s->g[0]), Lab_Norm1(s->g[1])};
    for (int d = 0; d < 3; ++d) {
        m0[d] += m1[d];
        normal[d] = n0[d] + n1[d];
    }
    return MaskOfNormal(n0, 0x1p-50 * (e[0] * g[0]) + DBL_MIN) &
           MaskOfNormal(n1, 0x1p-50 * (e[1] * g[1]) + DBL_MIN) &
           MaskOfNormal(m0, 0x1p-50 * (e[0] * g[1] + e[1] * g[0]) + DBL_MIN);
}

void NormalMasks_UpdatePrinted(NormalMasks* masks, const double (*x0)[3], const double (*x1)[3]) {
    const SphereTree* tree = masks->tree;
    const ClothGrid* grid = tree->grid;
    for (uint32_t n = tree->nodeCount; n-- > 0;) {
        const SphereNode* node = &tree->nodes[n];
        uint32_t mask[2] = {UINT32_MAX, UINT32_MAX};
        for (uint32_t i = 0; i < node->childCount; ++i) {
            mask[0] &= masks->printed[node->firstChild + i][0];
            mask[1] &= masks->printed[node->firstChild + i][1];
        }
        GridTriangles all = GridTriangles_Of(grid, node->cells);
        for (uint32_t t; node->childCount == 0 && GridTriangles_Next(&all, &t);) {
            const TriangleEdges s =
                EdgesOfTriangle(grid->topology->triangles + (size_t)3 * t, x0, x1);
            for (int k = 0; k < 2; ++k) {
                double normal[3];
                Lab_Cross(s.e[k], s.g[k], normal);
                mask[k] &= MaskOfNormal(normal, 0);
            }
        }
        masks->printed[n][0] = mask[0];
        masks->printed[n][1] = mask[1];
    }
}

void NormalMasks_UpdateCertain(NormalMasks* masks, const double (*x0)[3], const double (*x1)[3]) {
    const SphereTree* tree = masks->tree;
    const ClothGrid* grid = tree->grid;
    for (uint32_t n = tree->nodeCount; n-- > 0;) {
        const SphereNode* node = &tree->nodes[n];
        uint32_t mask = UINT32_MAX;
        double sum[3] = {0, 0, 0};
        for (uint32_t i = 0; i < node->childCount; ++i) {
            mask &= masks->certain[node->firstChild + i];
            for (int d = 0; d < 3; ++d) {
                sum[d] += masks->normals[node->firstChild + i][d];
            }
        }
        GridTriangles all = GridTriangles_Of(grid, node->cells);
        for (uint32_t t; node->childCount == 0 && GridTriangles_Next(&all, &t);) {
            double normal[3];
            const TriangleEdges s =
                EdgesOfTriangle(grid->topology->triangles + (size_t)3 * t, x0, x1);
            mask &= CertainMask(&s, normal);
            for (int d = 0; d < 3; ++d) {
                sum[d] += normal[d];
            }
        }
        masks->certain[n] = mask;
        for (int d = 0; d < 3; ++d) {
            masks->normals[n][d] = sum[d];
        }
    }
}

int NormalMasks_Choose(const NormalMasks* masks, uint32_t node) {
    int best = -1;
    double most = -(double)INFINITY;
    for (int k = 0; k < MASK_DIRECTION_COUNT; ++k) {
        if ((masks->certain[node] >> k & 1) == 0) {
            continue;
        }
        int v[3];
        Mask_Direction(k, v);
        const double* n = masks->normals[node];
        const double along = (n[0] * v[0] + n[1] * v[1] + n[2] * v[2]) /
                             sqrt((double)(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
        if (along > most || best < 0) {
            most = along;
            best = k;
        }
    }
    return best;
}
