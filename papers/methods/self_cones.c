// A BVH and its motion in; normal cones, binormal cones and masks of its nodes out.
//
// The binormal of a boundary edge is N x e: N the normal of its triangle in the node, e along the
// edge as the triangle has it. Over a step B(t) = N(t) x e(t) is a cubic in the cone of its four
// Bernstein coefficients (those of N times those of e): wang2018 refers to Heo et al. for it, and
// they to Tang et al., who treat the normal in this way.

#include "self_state.h"
#include "vectors.h"

static svMovingTriangle TriangleOf(const SelfCull* cull, uint32_t triangle) {
    const uint32_t* corners = cull->tree->topology->triangles + (size_t)3 * triangle;
    svMovingTriangle moving;
    for (int k = 0; k < 3; ++k) {
        for (int d = 0; d < 3; ++d) {
            moving.x0[k][d] = cull->x[0][corners[k]][d];
            moving.x1[k][d] = cull->x[cull->x[1] != NULL][corners[k]][d];
        }
    }
    return moving;
}

// han2021 Eq. 10 to the letter: N(0), N(1) and their sum less delta, of unit normals, although
// delta has the size of the triangle. In the order of svControlNormals.
static void PrintedNormals(const svMovingTriangle* triangle, svControlNormals* normals) {
    double v[3][3], e[3], g[3], delta[3];
    for (int k = 0; k < 3; ++k) {
        Lab_Subtract(triangle->x1[k], triangle->x0[k], v[k]);
    }
    Lab_Subtract(v[1], v[0], e);
    Lab_Subtract(v[2], v[0], g);
    Lab_Cross(e, g, delta);
    const double length[2] = {Lab_Length(normals->normal[0]), Lab_Length(normals->normal[1])};
    for (int d = 0; d < 3; ++d) {
        normals->normal[0][d] /= length[0];
        normals->normal[1][d] /= length[1];
        normals->normal[2][d] = normals->normal[0][d] + normals->normal[1][d] - delta[d];
    }
}

static svControlNormals NormalsOf(const SelfCull* cull, uint32_t triangle) {
    const svMovingTriangle moving = TriangleOf(cull, triangle);
    svControlNormals normals = svControlNormals_Of(&moving, cull->x[1] != NULL);
    if (cull->def.printedNormals && normals.count == 3) {
        PrintedNormals(&moving, &normals);
    }
    return normals;
}

static svCone LeafCone(const SelfCull* cull, uint32_t triangle) {
    const svMovingTriangle moving = TriangleOf(cull, triangle);
    if (!cull->def.printedNormals) {
        return svCone_OfTriangle(&moving, cull->x[1] != NULL, cull->def.merge);
    }
    const svControlNormals normals = NormalsOf(cull, triangle);
    svCone cone = svCone_OfDirection(normals.normal[0]);
    for (int i = 1; i < normals.count; ++i) {
        const svCone next = svCone_OfDirection(normals.normal[i]);
        cone = svCone_Merge(&cone, &next, cull->def.merge);
    }
    return cone;
}

void SelfCull_FitNormals(SelfCull* cull) {
    const SelfTree* tree = cull->tree;
    for (uint32_t n = tree->nodeCount; n-- > 0;) {
        const SelfNode* node = &tree->nodes[n];
        cull->normals[n] = SelfNode_IsLeaf(node)
                               ? LeafCone(cull, tree->order[node->first])
                               : svCone_Merge(&cull->normals[node->left],
                                              &cull->normals[node->right], cull->def.merge);
    }
}

// Unit binormals of a side: 1 at an instant, 4 over a step. A zero stays zero.
static int BinormalsOf(const SelfCull* cull, uint32_t side, double (*binormals)[3]) {
    const svControlNormals n = NormalsOf(cull, side / 3);
    const uint32_t* triangles = cull->tree->topology->triangles;
    const uint32_t ends[2] = {triangles[side], triangles[svNextSide(side)]};
    double e[2][3];
    Lab_Subtract(cull->x[0][ends[1]], cull->x[0][ends[0]], e[0]);
    Lab_Cross(n.normal[0], e[0], binormals[0]);
    if (n.count == 3) {
        Lab_Subtract(cull->x[1][ends[1]], cull->x[1][ends[0]], e[1]);
        double parts[4][3];
        Lab_Cross(n.normal[0], e[1], parts[0]);
        Lab_Cross(n.normal[2], e[0], parts[1]);
        Lab_Cross(n.normal[2], e[1], parts[2]);
        Lab_Cross(n.normal[1], e[0], parts[3]);
        for (int d = 0; d < 3; ++d) {
            binormals[1][d] = parts[0][d] + parts[1][d];
            binormals[2][d] = parts[2][d] + parts[3][d];
        }
        Lab_Cross(n.normal[1], e[1], binormals[3]);
    }
    const int count = n.count == 3 ? 4 : 1;
    for (int i = 0; i < count; ++i) {
        const double length = Lab_Length(binormals[i]);
        for (int d = 0; d < 3 && length > 0; ++d) {
            binormals[i][d] /= length;
        }
    }
    return count;
}

// Selects sides of a range.
typedef enum SideFilter { SIDES_ALL, SIDES_ORIGINAL, SIDES_INTERNAL } SideFilter;

static bool Counts(const SelfTree* tree, uint32_t side, SideFilter sides) {
    return sides == SIDES_ALL || SelfTree_IsOriginal(tree, side) == (sides == SIDES_ORIGINAL);
}

// The cone around the mean of unit vectors.
static svCone ConeAroundMean(const double (*vectors)[3], size_t count) {
    double sum[3] = {0, 0, 0}, least = 1;
    for (size_t i = 0; i < count; ++i) {
        for (int d = 0; d < 3; ++d) {
            sum[d] += vectors[i][d];
        }
    }
    const double length = Lab_Length(sum);
    if (!(length > 0)) {
        return svCone_Full();
    }
    const svCone mean = {{sum[0] / length, sum[1] / length, sum[2] / length}, 0};
    for (size_t i = 0; i < count; ++i) {
        least = fmin(least, Lab_Dot(vectors[i], mean.axis));
    }
    svCone cone = mean;
    cone.angle = acos(least);
    return least > 0 ? cone : svCone_Full();
}

// One cone around the binormals of an edge set; the paper does not say how it is fitted.
static svCone ConeOfSides(SelfCull* cull, uint32_t start, uint32_t end, SideFilter sides) {
    const SelfTree* tree = cull->tree;
    size_t count = 0;
    for (uint32_t i = start; i < end; ++i) {
        if (Counts(tree, tree->sides[i], sides)) {
            count += (size_t)BinormalsOf(cull, tree->sides[i], cull->vectors + count);
        }
    }
    const double(*vectors)[3] = (const double(*)[3])cull->vectors;
    if (count == 0) {
        return (svCone){.angle = -1};
    }
    return cull->def.meanBinormals ? ConeAroundMean(vectors, count)
                                   : svCone_Optimal(vectors, count);
}

static svCone MergeIfAny(const SelfCull* cull, const svCone* a, const svCone* b) {
    return a->angle < 0 ? *b : b->angle < 0 ? *a : svCone_Merge(a, b, cull->def.merge);
}

// Heo et al.: the cone of original boundary edges is merged bottom-up; that of internal ones, which
// differ from node to node, is fitted per node.
static void FitDualCones(SelfCull* cull) {
    const SelfTree* tree = cull->tree;
    for (uint32_t n = tree->nodeCount; n-- > 0;) {
        const SelfNode* node = &tree->nodes[n];
        const uint32_t start = node->quarters[0], end = node->quarters[4];
        cull->binormals[n][BINORMAL_ORIGINAL] =
            SelfNode_IsLeaf(node)
                ? ConeOfSides(cull, start, end, SIDES_ORIGINAL)
                : MergeIfAny(cull, &cull->binormals[node->left][BINORMAL_ORIGINAL],
                             &cull->binormals[node->right][BINORMAL_ORIGINAL]);
        if (cull->def.method == SELF_DUAL_CONE_INTERNAL && !SelfNode_IsLeaf(node)) {
            cull->binormals[n][BINORMAL_INTERNAL] = ConeOfSides(cull, start, end, SIDES_INTERNAL);
        }
    }
}

void SelfCull_FitBinormals(SelfCull* cull) {
    if (cull->def.method == SELF_DUAL_CONE || cull->def.method == SELF_DUAL_CONE_INTERNAL) {
        FitDualCones(cull);
        return;
    }
    // wang2018, section 5.2.3: four for each node that has grandchildren.
    for (uint32_t n = 0; n < cull->tree->nodeCount; ++n) {
        const SelfNode* node = &cull->tree->nodes[n];
        for (int q = 0; q < 4 && node->hasGrandchildren; ++q) {
            cull->binormals[n][q] =
                ConeOfSides(cull, node->quarters[q], node->quarters[q + 1], SIDES_ALL);
        }
    }
}

void SelfCull_FitMasks(SelfCull* cull) {
    const SelfTree* tree = cull->tree;
    for (uint32_t n = tree->nodeCount; n-- > 0;) {
        const SelfNode* node = &tree->nodes[n];
        if (!SelfNode_IsLeaf(node)) {
            for (int t = 0; t < 2; ++t) {
                cull->masks[n][t] = cull->masks[node->left][t] & cull->masks[node->right][t];
            }
            continue;
        }
        const svControlNormals normals = NormalsOf(cull, tree->order[node->first]);
        for (int t = 0; t < 2; ++t) {
            const double* normal = normals.normal[normals.count == 3 ? t : 0];
            cull->masks[n][t] = (uint32_t)svDirectionSet_Mask(SV_DIRECTION_SET_26, normal);
        }
    }
}

const svCone* SelfCull_Cone(const SelfCull* cull, uint32_t node) {
    return &cull->normals[node];
}

svStatus SelfCull_OptimalCone(const SelfCull* cull, uint32_t node, svCone* cone) {
    const SelfNode* of = &cull->tree->nodes[node];
    const size_t most = (size_t)3 * of->count;
    double(*all)[3] = svContext_Allocate(cull->context, most * sizeof(*all));
    if (all == NULL) {
        return SV_ERROR_MEMORY;
    }
    size_t count = 0;
    for (uint32_t i = 0; i < of->count; ++i) {
        const svControlNormals normals = NormalsOf(cull, cull->tree->order[of->first + i]);
        for (int k = 0; k < normals.count; ++k, ++count) {
            for (int d = 0; d < 3; ++d) {
                all[count][d] = normals.normal[k][d];
            }
        }
    }
    *cone = svCone_Optimal((const double(*)[3])all, count);
    svContext_Release(cull->context, all);
    return SV_OK;
}
