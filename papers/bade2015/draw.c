// The volumes of a BVH in, what is computed to draw them out: a row of floats for each, as a GPU of
// today takes them, or every vertex of its wire frame, as the paper's OpenGL did.

#include "bade2015.h"

#include "report/terminal.h"

#include <stdlib.h>

// A wire-frame sphere as in GLUT: meridians from pole to pole, rings between them. The paper does
// not tell its number; this is a coarse one.
enum { MERIDIANS = 12, RINGS = 7 };
enum { SPHERE_VERTICES = MERIDIANS * (RINGS + 2) + RINGS * MERIDIANS, BOX_VERTICES = 24 };
// Before and after each line, and the colour, the placement and its end of each volume.
enum { SPHERE_CALLS = SPHERE_VERTICES + 2 * (MERIDIANS + RINGS) + 5, BOX_CALLS = BOX_VERTICES + 3 };
enum { COLOR_FLOATS = 3 };

static bool IsSphere(QuadVolume volume) {
    return volume != QUAD_BOX;
}

size_t Bade_FloatsOf(QuadVolume volume, BadeDraw draw) {
    if (draw == BADE_DRAW_INSTANCES) {
        return (IsSphere(volume) ? 4 : 6) + COLOR_FLOATS;
    }
    return 3 * (size_t)(IsSphere(volume) ? SPHERE_VERTICES : BOX_VERTICES) + COLOR_FLOATS;
}

uint32_t Bade_CallsOf(QuadVolume volume) {
    return IsSphere(volume) ? SPHERE_CALLS : BOX_CALLS;
}

// Cosine and sine of equal parts of a circle: the same for all spheres, made once.
static const double circle[MERIDIANS][2] = {
    {1, 0},  {0.86602540378443865, 0.5},   {0.5, 0.86602540378443865},
    {0, 1},  {-0.5, 0.86602540378443865},  {-0.86602540378443865, 0.5},
    {-1, 0}, {-0.86602540378443865, -0.5}, {-0.5, -0.86602540378443865},
    {0, -1}, {0.5, -0.86602540378443865},  {0.86602540378443865, -0.5},
};
// Height and radius of the rings from pole to pole: cosine and sine of eighths of a half circle.
static const double ring[RINGS + 2][2] = {
    {1, 0},
    {0.92387953251128674, 0.38268343236508977},
    {0.70710678118654752, 0.70710678118654752},
    {0.38268343236508977, 0.92387953251128674},
    {0, 1},
    {-0.38268343236508977, 0.92387953251128674},
    {-0.70710678118654752, 0.70710678118654752},
    {-0.92387953251128674, 0.38268343236508977},
    {-1, 0},
};

static float* PutSphereVertex(float* out, const QuadNode* node, int meridian, int row) {
    const double across = node->b[0] * ring[row][1];
    out[0] = (float)(node->a[0] + across * circle[meridian][0]);
    out[1] = (float)(node->a[1] + across * circle[meridian][1]);
    out[2] = (float)(node->a[2] + node->b[0] * ring[row][0]);
    return out + 3;
}

static float* PutSphere(float* out, const QuadNode* node) {
    for (int m = 0; m < MERIDIANS; ++m) {
        for (int r = 0; r < RINGS + 2; ++r) {
            out = PutSphereVertex(out, node, m, r);
        }
    }
    for (int r = 1; r <= RINGS; ++r) {
        for (int m = 0; m < MERIDIANS; ++m) {
            out = PutSphereVertex(out, node, m, r);
        }
    }
    return out;
}

// Twelve edges: along each axis, at the four corners of the face across it.
static float* PutBox(float* out, const QuadNode* node) {
    for (int axis = 0; axis < 3; ++axis) {
        for (int corner = 0; corner < 4; ++corner) {
            for (int end = 0; end < 2; ++end) {
                const int j = (axis + 1) % 3, k = (axis + 2) % 3;
                out[axis] = (float)(end == 0 ? node->a : node->b)[axis];
                out[j] = (float)((corner & 1) == 0 ? node->a : node->b)[j];
                out[k] = (float)((corner & 2) == 0 ? node->a : node->b)[k];
                out += 3;
            }
        }
    }
    return out;
}

static float* PutInstance(float* out, const QuadNode* node, bool sphere) {
    const int count = sphere ? 1 : 3;
    for (int i = 0; i < 3; ++i) {
        out[i] = (float)node->a[i];
    }
    for (int i = 0; i < count; ++i) {
        out[3 + i] = (float)node->b[i];
    }
    return out + 3 + count;
}

static float* PutColor(float* out, bool red) {
    out[0] = red ? 1 : 0;
    out[1] = red ? 0 : 1;
    out[2] = 0;
    return out + COLOR_FLOATS;
}

size_t Bade_MakeDrawn(const QuadTree* tree, BadeDraw draw, const double ball[3], double reach,
                      BadeBuffers* buffers) {
    const bool sphere = IsSphere(tree->def.volume);
    const size_t count = tree->nodeCount * Bade_FloatsOf(tree->def.volume, draw);
    if (count > buffers->room) {
        free(buffers->floats);
        buffers->floats = Terminal_Allocate(count, sizeof(float));
        buffers->room = count;
    }
    float* out = buffers->floats;
    for (uint32_t n = 0; n < tree->nodeCount; ++n) {
        const QuadNode* node = &tree->nodes[n];
        out = PutColor(out, QuadTree_BallOverlaps(tree, node, ball, reach));
        out = draw == BADE_DRAW_INSTANCES ? PutInstance(out, node, sphere)
              : sphere                    ? PutSphere(out, node)
                                          : PutBox(out, node);
    }
    return (size_t)(out - buffers->floats);
}
