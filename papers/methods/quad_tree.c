// Particles of a cloth in, a quad-tree BVH of spheres or boxes out (bade2015), searched with a
// ball.

#include "quad_tree.h"

#include "sphere.h"

// Up to four parts, each with half the particles in either direction.
static uint32_t DivideParticles(const QuadNode* node, QuadNode parts[4]) {
    const uint32_t half[2] = {node->columns / 2, node->rows / 2};
    uint32_t count = 0;
    for (int i = 0; i < 4; ++i) {
        const bool right = (i & 1) != 0, upper = (i & 2) != 0;
        const QuadNode part = {
            .column = node->column + (right ? half[0] : 0),
            .row = node->row + (upper ? half[1] : 0),
            .columns = right ? node->columns - half[0] : half[0],
            .rows = upper ? node->rows - half[1] : half[1],
        };
        if (part.columns > 0 && part.rows > 0) {
            parts[count++] = part;
        }
    }
    return count > 1 ? count : 0;
}

svStatus QuadTree_Create(svContext* context, const QuadTreeDef* def, QuadTree* tree) {
    // Inner nodes have at least two children: there are fewer of them than leaves.
    const size_t particles = (size_t)def->columns * def->rows;
    QuadTree made = {.def = *def};
    made.nodes = svContext_Allocate(context, 2 * particles * sizeof(QuadNode));
    made.hits = svContext_Allocate(context, particles * sizeof(uint32_t));
    if (made.nodes == NULL || made.hits == NULL) {
        QuadTree_Destroy(context, &made);
        return SV_ERROR_MEMORY;
    }
    *tree = made;
    return SV_OK;
}

void QuadTree_Destroy(svContext* context, QuadTree* tree) {
    svContext_Release(context, tree->nodes);
    svContext_Release(context, tree->hits);
    *tree = (QuadTree){0};
}

static void FitParticleBox(const QuadTree* tree, QuadNode* node, const double (*x)[3]) {
    for (int d = 0; d < 3; ++d) {
        node->a[d] = (double)INFINITY;
        node->b[d] = -(double)INFINITY;
    }
    for (uint32_t row = node->row; row < node->row + node->rows; ++row) {
        const uint32_t first = row * tree->def.columns + node->column;
        for (uint32_t i = first; i < first + node->columns; ++i) {
            for (int d = 0; d < 3; ++d) {
                node->a[d] = x[i][d] < node->a[d] ? x[i][d] : node->a[d];
                node->b[d] = x[i][d] > node->b[d] ? x[i][d] : node->b[d];
            }
        }
    }
}

static void FitSphere(const QuadTree* tree, QuadNode* node, const double (*x)[3]) {
    FitParticleBox(tree, node, x);
    double farthest = 0;
    for (int d = 0; d < 3; ++d) {
        node->a[d] = 0.5 * node->a[d] + 0.5 * node->b[d];
    }
    for (uint32_t row = node->row; row < node->row + node->rows; ++row) {
        const uint32_t first = row * tree->def.columns + node->column;
        for (uint32_t i = first; i < first + node->columns; ++i) {
            const double d[3] = {x[i][0] - node->a[0], x[i][1] - node->a[1], x[i][2] - node->a[2]};
            const double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
            farthest = square > farthest ? square : farthest;
        }
    }
    node->b[0] = Sphere_RoundUp(sqrt(farthest));
}

// Centred at the middle particle; the paper leaves the centre open.
static void PrintSphere(const QuadTree* tree, QuadNode* node, uint32_t level,
                        const double (*x)[3]) {
    const uint32_t middle =
        (node->row + node->rows / 2) * tree->def.columns + node->column + node->columns / 2;
    for (int d = 0; d < 3; ++d) {
        node->a[d] = x[middle][d];
    }
    node->b[0] = ldexp((tree->def.longest + tree->def.unit) / 2, -(int)(level - 1));
}

static void FitQuadNode(const QuadTree* tree, QuadNode* node, uint32_t level,
                        const double (*x)[3]) {
    if (tree->def.volume == QUAD_BOX) {
        FitParticleBox(tree, node, x);
    } else if (tree->def.volume == QUAD_SPHERE) {
        FitSphere(tree, node, x);
    } else {
        PrintSphere(tree, node, level, x);
    }
}

void QuadTree_Build(QuadTree* tree, const double (*x)[3]) {
    uint32_t levelEnd = 1;
    tree->nodes[0] = (QuadNode){.columns = tree->def.columns, .rows = tree->def.rows};
    tree->nodeCount = 1;
    for (uint32_t n = 0, level = 1; n < tree->nodeCount; ++n) {
        QuadNode* node = &tree->nodes[n];
        QuadNode parts[4];
        if (n == levelEnd) {
            levelEnd = tree->nodeCount;
            ++level;
        }
        FitQuadNode(tree, node, level, x);
        node->firstChild = tree->nodeCount;
        node->childCount =
            tree->def.levels == 0 || level < tree->def.levels ? DivideParticles(node, parts) : 0;
        for (uint32_t i = 0; i < node->childCount; ++i) {
            tree->nodes[tree->nodeCount++] = parts[i];
        }
    }
}

// Conservative: never false for a volume with a particle inside the ball. Box: rounding is
// monotonic, so no particle in it is computed closer than the box. Sphere: the factor covers eight
// roundings.
bool QuadTree_BallOverlaps(const QuadTree* tree, const QuadNode* node, const double ball[3],
                           double radius) {
    double square = 0, reach = radius;
    if (tree->def.volume == QUAD_BOX) {
        for (int d = 0; d < 3; ++d) {
            const double below = node->a[d] - ball[d], above = ball[d] - node->b[d];
            const double outside = below > 0 ? below : above > 0 ? above : 0;
            square += outside * outside;
        }
        return square < reach * reach;
    }
    for (int d = 0; d < 3; ++d) {
        square += (node->a[d] - ball[d]) * (node->a[d] - ball[d]);
    }
    reach += node->b[0];
    return square < reach * reach * (1 + 0x1p-49);
}

static void TestParticles(QuadTree* tree, const QuadNode* node, const double (*x)[3],
                          const double ball[3], double radius) {
    for (uint32_t row = node->row; row < node->row + node->rows; ++row) {
        const uint32_t first = row * tree->def.columns + node->column;
        tree->particleTests += node->columns;
        for (uint32_t i = first; i < first + node->columns; ++i) {
            tree->hits[tree->hitCount] = i;
            tree->hitCount += Quad_IsInside(x[i], ball, radius);
        }
    }
}

static void SearchQuadNode(QuadTree* tree, uint32_t n, const double (*x)[3], const double ball[3],
                           double radius) {
    const QuadNode* node = &tree->nodes[n];
    ++tree->nodeTests;
    if (!QuadTree_BallOverlaps(tree, node, ball, radius)) {
        return;
    }
    for (uint32_t i = 0; i < node->childCount; ++i) {
        SearchQuadNode(tree, node->firstChild + i, x, ball, radius);
    }
    if (node->childCount == 0) {
        TestParticles(tree, node, x, ball, radius);
    }
}

void QuadTree_Search(QuadTree* tree, const double (*x)[3], const double ball[3], double radius) {
    tree->hitCount = 0;
    SearchQuadNode(tree, 0, x, ball, radius);
}

void QuadTree_SearchDividing(QuadTree* tree, const double (*x)[3], const double ball[3],
                             double radius) {
    uint32_t levelEnd = 1;
    tree->nodes[0] = (QuadNode){.columns = tree->def.columns, .rows = tree->def.rows};
    tree->nodeCount = 1;
    tree->hitCount = 0;
    for (uint32_t n = 0, level = 1; n < tree->nodeCount; ++n) {
        QuadNode* node = &tree->nodes[n];
        QuadNode parts[4];
        if (n == levelEnd) {
            levelEnd = tree->nodeCount;
            ++level;
        }
        FitQuadNode(tree, node, level, x);
        ++tree->nodeTests;
        if (!QuadTree_BallOverlaps(tree, node, ball, radius)) {
            continue;
        }
        node->firstChild = tree->nodeCount;
        node->childCount =
            tree->def.levels == 0 || level < tree->def.levels ? DivideParticles(node, parts) : 0;
        for (uint32_t i = 0; i < node->childCount; ++i) {
            tree->nodes[tree->nodeCount++] = parts[i];
        }
        if (node->childCount == 0) {
            TestParticles(tree, node, x, ball, radius);
        }
    }
}

static bool VolumeHolds(const QuadTree* tree, const QuadNode* node, const double x[3]) {
    if (tree->def.volume != QUAD_BOX) {
        return Sphere_Distance(x, node->a) <= node->b[0];
    }
    return x[0] >= node->a[0] && x[0] <= node->b[0] && x[1] >= node->a[1] && x[1] <= node->b[1] &&
           x[2] >= node->a[2] && x[2] <= node->b[2];
}

// Walks from the root to the leaf of each particle.
uint32_t QuadTree_CountOutside(const QuadTree* tree, const double (*x)[3]) {
    uint32_t count = 0;
    for (uint32_t p = 0; p < tree->def.columns * tree->def.rows; ++p) {
        const uint32_t column = p % tree->def.columns, row = p / tree->def.columns;
        const QuadNode* node = &tree->nodes[0];
        bool held = VolumeHolds(tree, node, x[p]);
        while (held && node->childCount > 0) {
            const QuadNode* child = &tree->nodes[node->firstChild];
            while (column < child->column || column >= child->column + child->columns ||
                   row < child->row || row >= child->row + child->rows) {
                ++child;
            }
            node = child;
            held = VolumeHolds(tree, node, x[p]);
        }
        count += !held;
    }
    return count;
}
