// The filter of triangle pairs never drops a pair that meets, and queues each pair once: against
// svTriangleTriangle on every pair of faces of two leaves, with every instruction set, and whether
// it is told what is spread or not. Nor may it leave much of what is plainly apart. With
// TEST_EMULATED_AVX512 (tests/emulation) AVX-512 alone, on any machine.

#include "filter/triangle_filter.h"

#include "support/generate.h"
#include "support/kernels.h"
#include "support/test.h"
#include "support/triangles.h"

#include <math.h>
#include <string.h>

enum { LEAVES = 2, CAPACITY = LEAVES * SV_WIDTH };

// Two leaves of one mesh, or one that holds everything.
typedef struct Setup {
    svLeaf leaves[LEAVES];
    svLeafMotion motions[LEAVES];
    svLeafDiagonals diagonals[LEAVES];
    svSpread spread[LEAVES];
    double points[CAPACITY][8];
    uint32_t faces[CAPACITY][3]; // vertices
    uint32_t vertexCount, faceCount;
    // By brute force.
    bool meet[CAPACITY][CAPACITY]; // faces
    bool spreadStars[CAPACITY];    // vertices
    uint32_t meetings;
} Setup;

static void Setup_Clear(Setup* setup) {
    memset(setup, 0, sizeof(*setup));
    for (int i = 0; i < LEAVES; ++i) {
        for (int lane = 0; lane < SV_WIDTH; ++lane) {
            setup->leaves[i].edges[lane] = setup->leaves[i].faces[lane] = SV_NONE;
        }
    }
}

static uint8_t LaneOf(svLeaf* leaf, uint32_t vertex) {
    for (uint8_t lane = 0; lane < leaf->vertexCount; ++lane) {
        if (leaf->vertices[lane] == vertex) {
            return lane;
        }
    }
    assert_true(leaf->vertexCount < SV_WIDTH);
    leaf->vertices[leaf->vertexCount] = vertex;
    return leaf->vertexCount++;
}

static void AddFace(Setup* setup, int leaf, const uint32_t vertices[3]) {
    svLeaf* to = &setup->leaves[leaf];
    const uint8_t lane = to->faceCount++;
    assert_true(lane < SV_WIDTH);
    memcpy(setup->faces[setup->faceCount], vertices, sizeof(setup->faces[0]));
    to->faces[lane] = setup->faceCount++;
    for (int corner = 0; corner < 3; ++corner) {
        to->faceVertices[corner][lane] = LaneOf(to, vertices[corner]);
    }
}

// Numbers the vertices in the order of the leaves that own them, as scenes do. The first leaf owns
// all of its own, the second what is left, in its first lanes. Without this, nobody owns any.
static void Own(Setup* setup) {
    double points[CAPACITY][8];
    uint32_t numbers[CAPACITY], count = 0;
    memcpy(points, setup->points, sizeof(points));
    memset(numbers, 0xff, sizeof(numbers)); // SV_NONE
    for (int i = 0; i < LEAVES; ++i) {
        svLeaf* leaf = &setup->leaves[i];
        const svLeaf before = *leaf;
        const uint32_t first = count;
        for (int lane = 0; lane < before.vertexCount; ++lane) {
            uint32_t* number = &numbers[before.vertices[lane]];
            *number = *number == SV_NONE ? count++ : *number;
        }
        leaf->ownedVertexCount = (uint8_t)(count - first);
        uint8_t lanes[SV_WIDTH] = {0}, foreign = leaf->ownedVertexCount;
        for (int lane = 0; lane < before.vertexCount; ++lane) {
            const uint32_t number = numbers[before.vertices[lane]];
            lanes[lane] = number >= first ? (uint8_t)(number - first) : foreign++;
            leaf->vertices[lanes[lane]] = number;
            memcpy(setup->points[number], points[before.vertices[lane]], sizeof(points[0]));
        }
        for (int corner = 0; corner < 3; ++corner) {
            for (int face = 0; face < leaf->faceCount; ++face) {
                const uint8_t lane = lanes[before.faceVertices[corner][face]];
                leaf->faceVertices[corner][face] = lane;
                setup->faces[leaf->faces[face]][corner] = leaf->vertices[lane];
            }
        }
    }
}

static void FindMeetings(Setup* setup) {
    for (uint32_t p = 0; p < setup->faceCount; ++p) {
        for (uint32_t q = p + 1; q < setup->faceCount; ++q) {
            const bool meet = TrianglesMeet(setup->points[0], setup->faces[p], setup->faces[q]);
            setup->meet[p][q] = setup->meet[q][p] = meet;
            setup->meetings += meet;
        }
    }
}

static bool HasVertex(const Setup* setup, uint32_t face, uint32_t vertex) {
    const uint32_t* v = setup->faces[face];
    return v[0] == vertex || v[1] == vertex || v[2] == vertex;
}

// No two of its triangles meet. The two leaves have all of them.
static bool IsStarSpread(const Setup* setup, uint32_t vertex) {
    for (uint32_t p = 0; p < setup->faceCount; ++p) {
        for (uint32_t q = p + 1; q < setup->faceCount; ++q) {
            if (setup->meet[p][q] && HasVertex(setup, p, vertex) && HasVertex(setup, q, vertex)) {
                return false;
            }
        }
    }
    return true;
}

static bool IsLeafSpread(const Setup* setup, const svLeaf* leaf) {
    for (uint32_t i = 0; i < leaf->faceCount; ++i) {
        for (uint32_t j = i + 1; j < leaf->faceCount; ++j) {
            if (setup->meet[leaf->faces[i]][leaf->faces[j]]) {
                return false;
            }
        }
    }
    return true;
}

// Whatever has no two triangles that meet: more than star.h and leaf_spread.h would find.
static void FindSpread(Setup* setup) {
    for (uint32_t v = 0; v < setup->vertexCount; ++v) {
        setup->spreadStars[v] = IsStarSpread(setup, v);
    }
    for (int i = 0; i < LEAVES; ++i) {
        const svLeaf* leaf = &setup->leaves[i];
        uint32_t lanes = 0;
        for (int lane = 0; lane < SV_WIDTH; ++lane) {
            lanes |= (uint32_t)setup->spreadStars[leaf->vertices[lane]] << lane;
        }
        setup->spread[i] = (svSpread){(uint16_t)lanes, IsLeafSpread(setup, leaf)};
    }
}

// After the last face: what depends on the positions.
static void Finish(Setup* setup) {
    double largest = 0;
    for (uint32_t v = 0; v < setup->vertexCount; ++v) {
        for (int k = 0; k < 3; ++k) {
            setup->points[v][4 + k] = setup->points[v][k];
            largest = fmax(largest, fabs(setup->points[v][k]));
        }
    }
    int exponent = 0;
    frexp(largest, &exponent);
    const double scale = ldexp(1, exponent > 1022 ? -1022 : exponent < -1022 ? 1022 : -exponent);
    for (int i = 0; i < LEAVES; ++i) {
        svLeaf* leaf = &setup->leaves[i];
        for (int lane = leaf->vertexCount; lane < SV_WIDTH; ++lane) {
            leaf->vertices[lane] = leaf->vertices[0];
        }
        svLeaf_SetRanges(leaf);
        const svLeafReading reading = {setup->points[0], scale, 0};
        svLeafExtent extent;
        svKernels_Of(SV_ISA_BEST)->readLeaf(&reading, leaf, &setup->motions[i], &extent);
        const double center[3] = {0.25, -0.25, 0}; // any will do
        PlainKernels()->setDiagonals(&setup->motions[i], center, 1, &setup->diagonals[i]);
    }
    FindMeetings(setup);
    FindSpread(setup);
}

// How often each pair of faces is queued.
typedef struct Queued {
    uint8_t times[CAPACITY][CAPACITY];
} Queued;

static void TakeQueue(const Setup* setup, const svTriangleQueue* queue, bool shares,
                      Queued* queued) {
    for (uint32_t i = 0; i < queue->count; ++i) {
        const uint32_t p = queue->faces[0][i], q = queue->faces[1][i];
        assert_true(p < q && q < setup->faceCount);
        ++queued->times[p][q];
        bool common = false;
        for (int k = 0; k < 9; ++k) {
            common |= queue->vertices[k / 3][i] == queue->vertices[3 + k % 3][i];
        }
        assert_int_equal(common, shares);
    }
}

static svTriangleFilter filter; // large

// With what is spread, or null.
static void RunFilter(const Setup* setup, int isa, const svSpread* spread, uint32_t a, uint32_t b,
                      Queued* queued) {
    filter.input.leaves = setup->leaves;
    filter.input.motions = setup->motions;
    filter.input.leafDiagonals = setup->diagonals;
    filter.spread = spread;
    filter.input.slabs = filter.input.diagonals = true;
    filter.input.cells = svCellsOfLeaves(setup->motions, LEAVES);
    filter.leafPairs = filter.boxPairs = filter.culled = filter.incident = 0;
    memset(filter.tags, 0xff, sizeof(filter.tags));
    filter.apart.count = filter.sharing.count = 0;
    KernelsOf(isa)->filterTriangles(&filter, a, b);
    memset(queued, 0, sizeof(*queued));
    TakeQueue(setup, &filter.apart, false, queued);
    TakeQueue(setup, &filter.sharing, true, queued);
    assert_int_equal(filter.leafPairs, 1);
    assert_int_equal(filter.boxPairs - filter.culled, filter.apart.count + filter.sharing.count);
}

// Whether two faces have a common vertex whose star is spread, or are of one leaf that is.
static bool AreBeside(const Setup* setup, uint32_t a, uint32_t p, uint32_t b, uint32_t q) {
    bool beside = a == b && setup->spread[a].whole;
    for (int k = 0; k < 9; ++k) {
        const uint32_t v = setup->faces[p][k / 3];
        beside |= v == setup->faces[q][k % 3] && setup->spreadStars[v];
    }
    return beside;
}

// Every pair of the two leaves: queued once at most, and if it meets.
static void CheckLeaves(const Setup* setup, uint32_t a, uint32_t b, const Queued* queued) {
    const svLeaf *leafA = &setup->leaves[a], *leafB = &setup->leaves[b];
    for (uint32_t i = 0; i < leafA->faceCount; ++i) {
        for (uint32_t j = a == b ? i + 1 : 0; j < leafB->faceCount; ++j) {
            const uint32_t p = leafA->faces[i], q = leafB->faces[j];
            const uint8_t times = p < q ? queued->times[p][q] : queued->times[q][p];
            assert_true(times <= 1);
            assert_true(times == 1 || !setup->meet[p][q]);
            if (filter.spread != NULL && AreBeside(setup, a, p, b, q)) {
                assert_int_equal(times, 0);
            }
        }
    }
}

// Without and with what is spread.
static void CheckAll(const Setup* setup) {
    for (int isa = FIRST_ISA; isa <= LAST_ISA; ++isa) {
        for (uint32_t pair = 0; KernelsOf(isa) != NULL && pair < 6; ++pair) {
            const uint32_t a = pair % 3 / 2, b = (pair % 3 + 1) / 2;
            Queued queued;
            RunFilter(setup, isa, pair < 3 ? NULL : setup->spread, a, b, &queued);
            CheckLeaves(setup, a, b, &queued);
        }
    }
}

// ---- pairs of the hard families ---------------------------------------------------------------

// A vertex of the setup for each different id of the pair.
static void AddPair(Setup* setup, const svTrianglePair* pair, const int leaves[2]) {
    uint32_t vertices[6];
    for (int i = 0; i < 6; ++i) {
        const uint32_t id = i < 3 ? pair->aIds[i] : pair->bIds[i - 3];
        const double* x = i < 3 ? pair->a[i] : pair->b[i - 3];
        int same = 0;
        while (same < i && (same < 3 ? pair->aIds[same] : pair->bIds[same - 3]) != id) {
            ++same;
        }
        if (same < i) {
            vertices[i] = vertices[same];
            continue;
        }
        vertices[i] = setup->vertexCount++;
        memcpy(setup->points[vertices[i]], x, 3 * sizeof(double));
    }
    AddFace(setup, leaves[0], vertices);
    AddFace(setup, leaves[1], vertices + 3);
}

// The triangles of each pair in different leaves, in the same, or whichever way.
static void MakeSetup(Random* random, const TriangleFamily* family, Setup* setup) {
    Setup_Clear(setup);
    for (int n = 0; n < 4; ++n) {
        svTrianglePair pair;
        family->make(random, &pair);
        const int form = Random_Below(random, 4);
        const int leaves[2] = {form & 1, n < 2 ? 1 - (form & 1) : form >> 1};
        if (setup->leaves[0].vertexCount > SV_WIDTH - 6 ||
            setup->leaves[1].vertexCount > SV_WIDTH - 6) {
            break;
        }
        AddPair(setup, &pair, leaves);
    }
    if (Random_Below(random, 2) == 0) {
        Own(setup);
    }
    Finish(setup);
}

static void KeepsHardPairs(void** state) {
    (void)state;
    for (int f = 0; f < triangleFamilyCount; ++f) {
        Random random = {(uint64_t)f + 7000};
        uint32_t meetings = 0;
        for (int n = 0; n < 400; ++n) {
            Setup setup;
            MakeSetup(&random, &triangleFamilies[f], &setup);
            CheckAll(&setup);
            meetings += setup.meetings;
        }
        assert_true(meetings > 0);
    }
}

// ---- patches of a surface ---------------------------------------------------------------------

enum { SIDE = 5, PATCH = SIDE * SIDE };

// A grid of 5 x 5 vertices as two leaves of sixteen triangles: its left and its right half.
static void MakePatch(double (*height)(double, double, Random*), Random* random, double size,
                      Setup* setup) {
    Setup_Clear(setup);
    const double turn = 6 * Random_Unit(random), tilt = 6 * Random_Unit(random);
    const double center[3] = {Random_Signed(random), Random_Signed(random), Random_Signed(random)};
    for (int v = 0; v < PATCH; ++v) {
        const int column = v % SIDE, row = v / SIDE;
        const double x = column - 2, y = row - 2, z = height(x, y, random);
        const double p = x * cos(turn) - y * sin(turn), q = x * sin(turn) + y * cos(turn);
        setup->points[v][0] = center[0] + size * p;
        setup->points[v][1] = center[1] + size * (q * cos(tilt) - z * sin(tilt));
        setup->points[v][2] = center[2] + size * (q * sin(tilt) + z * cos(tilt));
    }
    setup->vertexCount = PATCH;
    for (uint32_t i = 0; i < SIDE - 1; ++i) {
        for (uint32_t j = 0; j < SIDE - 1; ++j) {
            const uint32_t v = i * SIDE + j;
            AddFace(setup, (int)j / 2, (const uint32_t[3]){v, v + 1, v + SIDE + 1});
            AddFace(setup, (int)j / 2, (const uint32_t[3]){v, v + SIDE + 1, v + SIDE});
        }
    }
    if (Random_Below(random, 2) == 0) {
        Own(setup);
    }
    Finish(setup);
}

static double Flat(double x, double y, Random* random) {
    (void)x, (void)y, (void)random;
    return 0;
}

static double Bowl(double x, double y, Random* random) {
    (void)random;
    return 0.05 * (x * x + y * y);
}

static double Saddle(double x, double y, Random* random) {
    (void)random;
    return 0.2 * x * y;
}

static double Crumpled(double x, double y, Random* random) {
    (void)x, (void)y;
    return 0.5 * Random_Signed(random);
}

static double Torn(double x, double y, Random* random) {
    (void)x, (void)y;
    return 4 * Random_Signed(random);
}

// The share of pairs, of all of a patch, that the filter leaves; the worst instruction set.
static double LeftOf(const Setup* setup) {
    double worst = 0;
    for (int isa = FIRST_ISA; isa <= LAST_ISA; ++isa) {
        if (KernelsOf(isa) == NULL) {
            continue;
        }
        uint32_t left = 0;
        for (uint32_t pair = 0; pair < 3; ++pair) {
            Queued queued;
            RunFilter(setup, isa, NULL, pair / 2, (pair + 1) / 2, &queued);
            left += filter.apart.count + filter.sharing.count;
        }
        worst = fmax(worst, left / 496.0);
    }
    return worst;
}

static void DropsSmoothPatches(void** state) {
    (void)state;
    double (*const heights[])(double, double, Random*) = {Flat, Bowl, Saddle, Crumpled, Torn};
    const double allowed[] = {0, 0, 0, 0, 1};
    for (int form = 0; form < 5; ++form) {
        Random random = {(uint64_t)form + 8000};
        for (int n = 0; n < 200; ++n) {
            Setup setup;
            MakePatch(heights[form], &random, ldexp(1, -Random_Below(&random, 10)), &setup);
            CheckAll(&setup);
            const double left = LeftOf(&setup);
            if (left > allowed[form]) {
                fail_msg("form %d, patch %d: %g of the pairs are left", form, n, left);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(KeepsHardPairs),
        cmocka_unit_test(DropsSmoothPatches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
