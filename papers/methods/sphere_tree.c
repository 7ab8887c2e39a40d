// A cloth grid and its motion in, a BVH of spheres out (ding2013). Where the paper leaves things
// open:
// - "extend its radius using the axis-aligned bounding sphere method": the sphere of the box takes
//   the place of the printed one, centre and radius;
// - a step: spheres around the particles at t0 and at t1, following the paper's section 2;
// - radii are rounded up, so that rounding cannot put a particle outside.

#include "sphere_tree.h"

#include "smallest_ball.h"
#include "sphere.h"
#include "vectors.h"

#include <string.h>

// The subdivision depends on the grid alone.
static uint32_t CountNodes(GridCells cells, uint32_t leafParticles) {
    GridCells parts[4];
    uint32_t count = 1;
    if (GridCells_ParticleCount(cells) > leafParticles) {
        const int partCount = GridCells_Divide(cells, parts);
        for (int i = 0; i < partCount && partCount > 1; ++i) {
            count += CountNodes(parts[i], leafParticles);
        }
    }
    return count;
}

svStatus SphereTree_Create(svContext* context, const ClothGrid* grid, uint32_t leafParticles,
                           SphereTree* tree) {
    const uint32_t count = CountNodes(ClothGrid_All(grid), leafParticles);
    SphereNode* nodes = svContext_Allocate(context, count * sizeof(SphereNode));
    double(*boxes)[2][3] = svContext_Allocate(context, count * sizeof(*boxes));
    const size_t particles = (size_t)grid->columns * grid->rows;
    double(*points)[3] = svContext_Allocate(context, 2 * particles * sizeof(*points));
    if (nodes == NULL || boxes == NULL || points == NULL) {
        svContext_Release(context, nodes);
        svContext_Release(context, boxes);
        svContext_Release(context, points);
        return SV_ERROR_MEMORY;
    }
    *tree = (SphereTree){.grid = grid, .leafParticles = leafParticles, .nodes = nodes};
    tree->boxes = boxes;
    tree->points = points;
    return SV_OK;
}

void SphereTree_Destroy(svContext* context, SphereTree* tree) {
    svContext_Release(context, tree->nodes);
    svContext_Release(context, tree->boxes);
    svContext_Release(context, tree->points);
    *tree = (SphereTree){0};
}

static void EmptyBox(double box[2][3]) {
    for (int d = 0; d < 3; ++d) {
        box[0][d] = (double)INFINITY;
        box[1][d] = -(double)INFINITY;
    }
}

static void BoxOfParticles(const ClothGrid* grid, GridCells cells, const double (*x0)[3],
                           const double (*x1)[3], double box[2][3]) {
    EmptyBox(box);
    for (uint32_t row = cells.row; row <= cells.row + cells.rows; ++row) {
        const uint32_t first = row * grid->columns + cells.column;
        for (uint32_t i = first; i <= first + cells.columns; ++i) {
            Lab_ExtendBox(box, x0[i]);
            Lab_ExtendBox(box, x1[i]);
        }
    }
}

// Circumscribed sphere of the box.
static void SphereOfBox(double box[2][3], SphereNode* node) {
    double reach[3];
    for (int d = 0; d < 3; ++d) {
        node->center[d] = 0.5 * box[0][d] + 0.5 * box[1][d];
        reach[d] = fmax(box[1][d] - node->center[d], node->center[d] - box[0][d]);
    }
    node->radius =
        Sphere_RoundUp(sqrt(reach[0] * reach[0] + reach[1] * reach[1] + reach[2] * reach[2]));
}

static double FarthestParticle(const ClothGrid* grid, const SphereNode* node, const double (*x0)[3],
                               const double (*x1)[3]) {
    double farthest = 0;
    const GridCells cells = node->cells;
    for (uint32_t row = cells.row; row <= cells.row + cells.rows; ++row) {
        const uint32_t first = row * grid->columns + cells.column;
        for (uint32_t i = first; i <= first + cells.columns; ++i) {
            farthest = fmax(farthest, Sphere_Distance(node->center, x0[i]));
            farthest = fmax(farthest, Sphere_Distance(node->center, x1[i]));
        }
    }
    return Sphere_RoundUp(farthest);
}

void SphereTree_Build(SphereTree* tree, const double (*x0)[3], const double (*x1)[3]) {
    const ClothGrid* grid = tree->grid;
    SphereNode* nodes = tree->nodes;
    double box[2][3];
    tree->extended = 0;
    tree->nodeCount = 1;
    nodes[0] = (SphereNode){.cells = ClothGrid_All(grid)};
    BoxOfParticles(grid, nodes[0].cells, x0, x1, box);
    SphereOfBox(box, &nodes[0]);
    for (uint32_t n = 0; n < tree->nodeCount; ++n) {
        GridCells parts[4];
        int partCount = 1;
        if (GridCells_ParticleCount(nodes[n].cells) > tree->leafParticles) {
            partCount = GridCells_Divide(nodes[n].cells, parts);
        }
        nodes[n].firstChild = tree->nodeCount;
        nodes[n].childCount = partCount > 1 ? (uint32_t)partCount : 0;
        for (uint32_t i = 0; i < nodes[n].childCount; ++i) {
            SphereNode* child = &nodes[tree->nodeCount++];
            *child = (SphereNode){.cells = parts[i], .radius = nodes[n].radius / 2};
            const uint32_t middle = (parts[i].row + parts[i].rows / 2) * grid->columns +
                                    parts[i].column + parts[i].columns / 2;
            for (int d = 0; d < 3; ++d) {
                child->center[d] = 0.5 * x0[middle][d] + 0.5 * x1[middle][d];
            }
            if (FarthestParticle(grid, child, x0, x1) > child->radius) {
                BoxOfParticles(grid, child->cells, x0, x1, box);
                SphereOfBox(box, child);
                ++tree->extended;
            }
        }
    }
}

void SphereTree_Refit(SphereTree* tree, const double (*x0)[3], const double (*x1)[3]) {
    for (uint32_t n = tree->nodeCount; n-- > 0;) {
        SphereNode* node = &tree->nodes[n];
        double(*box)[3] = tree->boxes[n];
        if (node->childCount == 0) {
            BoxOfParticles(tree->grid, node->cells, x0, x1, box);
            SphereOfBox(box, node);
            node->radius = fmin(node->radius, FarthestParticle(tree->grid, node, x0, x1));
            continue;
        }
        EmptyBox(box);
        for (uint32_t i = 0; i < node->childCount; ++i) {
            Lab_ExtendBox(box, tree->boxes[node->firstChild + i][0]);
            Lab_ExtendBox(box, tree->boxes[node->firstChild + i][1]);
        }
        SphereOfBox(box, node);
        double reach = 0;
        for (uint32_t i = 0; i < node->childCount; ++i) {
            const SphereNode* child = &tree->nodes[node->firstChild + i];
            reach = fmax(reach, Sphere_RoundUp(Sphere_Distance(node->center, child->center)) +
                                    child->radius);
        }
        node->radius = fmin(node->radius, reach * (1 + 0x1p-52));
    }
}

void SphereTree_Shrink(SphereTree* tree, const double (*x0)[3], const double (*x1)[3]) {
    for (uint32_t n = 0; n < tree->nodeCount; ++n) {
        SphereNode* node = &tree->nodes[n];
        const GridCells cells = node->cells;
        uint32_t count = 0;
        for (uint32_t row = cells.row; row <= cells.row + cells.rows; ++row) {
            const uint32_t first = row * tree->grid->columns + cells.column;
            const size_t size = (cells.columns + 1) * sizeof(*tree->points);
            memcpy(tree->points + count, x0 + first, size);
            memcpy(tree->points + count + cells.columns + 1, x1 + first, size);
            count += 2 * (cells.columns + 1);
        }
        const SmallestBall ball = SmallestBall_Of(tree->points, count);
        memcpy(node->center, ball.center, sizeof(node->center));
        node->radius = ball.radius;
    }
}

static double SphereVolume(double radius) {
    return 4 * 3.14159265358979323846 / 3 * radius * radius * radius;
}

static void AddToLevel(const SphereTree* tree, const SphereNode* node, const double (*x)[3],
                       SphereLevel* level) {
    const GridCells cells = node->cells;
    ++level->nodes;
    level->volume += SphereVolume(node->radius);
    level->meanRadius += node->radius;
    for (uint32_t row = cells.row; row <= cells.row + cells.rows; ++row) {
        const uint32_t first = row * tree->grid->columns + cells.column;
        for (uint32_t i = first; i <= first + cells.columns; ++i) {
            level->outside += Sphere_Distance(node->center, x[i]) > node->radius;
        }
    }
}

static void AddLevels(const SphereTree* tree, uint32_t n, int depth, const double (*x)[3],
                      SphereLevel levels[SPHERE_LEVELS], int* count) {
    const SphereNode* node = &tree->nodes[n];
    *count = depth + 1 > *count ? depth + 1 : *count;
    AddToLevel(tree, node, x, &levels[depth]);
    for (uint32_t i = 0; i < node->childCount && depth + 1 < SPHERE_LEVELS; ++i) {
        AddLevels(tree, node->firstChild + i, depth + 1, x, levels, count);
    }
}

// Leaves above the lowest level, again in each level below them.
static void RepeatLeaves(const SphereTree* tree, uint32_t n, int depth, const double (*x)[3],
                         SphereLevel levels[SPHERE_LEVELS], int count) {
    const SphereNode* node = &tree->nodes[n];
    for (int d = depth + 1; node->childCount == 0 && d < count; ++d) {
        AddToLevel(tree, node, x, &levels[d]);
    }
    for (uint32_t i = 0; i < node->childCount && depth + 1 < count; ++i) {
        RepeatLeaves(tree, node->firstChild + i, depth + 1, x, levels, count);
    }
}

int SphereTree_Levels(const SphereTree* tree, const double (*x)[3],
                      SphereLevel levels[SPHERE_LEVELS]) {
    int count = 0;
    memset(levels, 0, SPHERE_LEVELS * sizeof(*levels));
    AddLevels(tree, 0, 0, x, levels, &count);
    RepeatLeaves(tree, 0, 0, x, levels, count);
    for (int d = 0; d < count; ++d) {
        levels[d].meanRadius /= levels[d].nodes;
    }
    return count;
}

void SphereTree_CountSmaller(const SphereTree* tree, uint32_t* smaller, uint32_t* parents) {
    *smaller = *parents = 0;
    for (uint32_t n = 0; n < tree->nodeCount; ++n) {
        const SphereNode* node = &tree->nodes[n];
        double sum = 0;
        for (uint32_t i = 0; i < node->childCount; ++i) {
            sum += SphereVolume(tree->nodes[node->firstChild + i].radius);
        }
        *parents += node->childCount > 0;
        *smaller += node->childCount > 0 && sum < SphereVolume(node->radius);
    }
}
