// The test of parts in single precision against the reference in selvage/patch.h, which looks along
// the same direction in double precision: what the first calls apart the second does, and on
// ordinary sheets it calls nearly as many so.

#include "support/test.h"
#include "selvage/patch.h"
#include "support/allocator.h"
#include "support/self_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A sheet that is more and more crumpled from 0 to 2, and moves as much as that.
typedef struct Crumple {
    double amount;
    double center; // of all coordinates: far away, their differences are rounded
} Crumple;

static void Place(TreeScene* scene, uint32_t columns, const Crumple* crumple, Random* random) {
    const double phase = 6 * Random_Unit(random), waves = 0.2 + 0.3 * Random_Unit(random);
    double largest = 0;
    TreeScene_Place(scene, TREE_SHEET, 1); // sets more than points
    for (uint32_t v = 0; v < scene->vertexCount; ++v) {
        double* at = scene->points + 8 * (size_t)v;
        const double x = v % (columns + 1), y = v / (columns + 1); // NOLINT: whole numbers
        for (int time = 0; time < 2; ++time) {
            const double angle = waves * (x + 0.4 * y) + phase + 0.4 * time * crumple->amount;
            const double point[3] = {x, y, 4 * crumple->amount * sin(angle)};
            for (int k = 0; k < 3; ++k) {
                const double ruffled = 0.5 * crumple->amount * Random_Signed(random);
                at[4 * time + k] = crumple->center + point[k] + ruffled;
                largest = fmax(largest, fabs(at[4 * time + k]));
            }
        }
    }
    int exponent = 0;
    frexp(largest, &exponent);
    scene->scale = ldexp(1, -exponent);
}

// The leaves as the scene reads them.
typedef struct Motions {
    svLeafMotion* all;
    float (*normals)[3];
} Motions;

static Motions ReadMotions(const SelfParts* parts, const svLeafReading* reading, svIsa isa) {
    const uint32_t count = parts->leaves.count;
    Motions motions = {aligned_alloc(64, count * sizeof(svLeafMotion)),
                       malloc(count * sizeof(*motions.normals))};
    assert_non_null(motions.all);
    assert_non_null(motions.normals);
    for (uint32_t i = 0; i < count; ++i) {
        svLeafExtent extent;
        svKernels_Of(isa)->readLeaf(reading, &parts->leaves.leaves[i], &motions.all[i], &extent);
        memcpy(motions.normals[i], motions.all[i].normal, sizeof(motions.normals[i]));
    }
    return motions;
}

static void FreeMotions(Motions* motions) {
    free(motions->all);
    free(motions->normals);
}

// The faces of a part: three vertices each, from malloc.
static uint32_t* FacesOf(const SelfParts* parts, uint32_t level, uint32_t part, size_t* count) {
    const SelfRange range = SelfParts_LeavesOf(parts, level, part);
    uint32_t* faces = malloc((size_t)(range.end - range.first) * SV_WIDTH * 3 * sizeof(uint32_t));
    assert_non_null(faces);
    *count = 0;
    for (uint32_t i = range.first; i < range.end; ++i) {
        const svLeaf* leaf = &parts->leaves.leaves[i];
        for (uint32_t f = 0; f < leaf->faceCount; ++f, ++*count) {
            for (uint32_t k = 0; k < 3; ++k) {
                faces[3 * *count + k] = leaf->vertices[leaf->faceVertices[k][f]];
            }
        }
    }
    return faces;
}

static bool ReferenceIsApart(const SelfParts* parts, uint32_t level, uint32_t part, int instant) {
    const TreeScene* scene = parts->scene;
    size_t count;
    uint32_t* faces = FacesOf(parts, level, part, &count);
    const svPositions x0 = {scene->points + (instant == 1 ? 4 : 0), scene->vertexCount,
                            8 * sizeof(double), SV_DOUBLE};
    const svPositions x1 = {scene->points + 4, scene->vertexCount, 8 * sizeof(double), SV_DOUBLE};
    svPatchDef def = svDefaultPatchDef();
    def.x0 = x0;
    def.x1 = instant >= 0 ? def.x1 : x1;
    def.direction = SV_PATCH_GIVEN;
    for (int k = 0; k < 3; ++k) {
        def.given[k] = (double)parts->tests.levels[level].normals[part][k];
    }
    svPatchResult result;
    assert_int_equal(svPatch_Test(scene->context, faces, count, &def, &result), SV_OK);
    free(faces);
    return result.apart;
}

typedef struct Tally {
    uint32_t sound, apart, reference;
} Tally;

// Tests every level on its own, the lowest last: apart[] of a part is its own then.
static void CompareParts(SelfParts* parts, svIsa isa, int instant, Tally* tally) {
    const svLeafReading reading = {parts->scene->points, parts->scene->scale, instant};
    Motions motions = ReadMotions(parts, &reading, isa);
    const svSelfRun run = {.tests = &parts->tests,
                           .leaves = &parts->leaves,
                           .motions = motions.all,
                           .leafNormals = (const float(*)[3])motions.normals,
                           .reading = &reading,
                           .kernels = svKernels_Of(isa)};
    svSelfCounts counts = {0, 0};
    svSelfRun_BeginNodes(&run, 0, parts->tests.levels[1].partCount, false, 1, &counts);
    svSelfRun_SumParts(&run);
    const uint32_t levelCount = parts->tests.levelCount;
    for (uint32_t level = 0; level < levelCount; ++level) {
        const svSelfLevel* at = &parts->tests.levels[level];
        parts->tests.levelCount = level + 1; // nothing above
        svSelfRun_TestParts(&run, level, 0, at->partCount, 1, &counts);
        for (uint32_t part = 0; part < at->partCount; ++part) {
            if (!at->shapes[part].sound) {
                assert_false(at->apart[part]);
                continue;
            }
            const bool reference = ReferenceIsApart(parts, level, part, instant);
            assert_true(reference || !at->apart[part]);
            ++tally->sound;
            tally->apart += at->apart[part] != 0;
            tally->reference += reference;
        }
    }
    parts->tests.levelCount = levelCount;
    FreeMotions(&motions);
}

static void VerdictsAgree(void** state) {
    (void)state;
    enum { COLUMNS = 40, ROWS = 30, ROUNDS = 60 };
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    Random random = {7};
    Tally near = {0}, far = {0};
    for (int round = 0; round < ROUNDS; ++round) {
        const Crumple crumple = {round % 12 / 6.0, round % 2 == 0 ? 0 : 3000};
        TreeScene scene = TreeScene_Make(context);
        TreeScene_Add(&scene, round % 3 == 0 ? TestMesh_Annulus(COLUMNS + 1, ROWS)
                                             : TestMesh_Grid(COLUMNS, ROWS));
        Place(&scene, COLUMNS, &crumple, &random);
        SelfParts parts;
        SelfParts_Open(&scene, round % 5 == 0 ? SV_BUILDER_MEDIAN : SV_BUILDER_PATCHES, &parts);
        assert_int_equal(SelfParts_BuildTests(&parts), SV_OK);
        const svIsa isa = round % 4 == 0 ? SV_ISA_SCALAR : SV_ISA_BEST;
        CompareParts(&parts, isa, round / 3 % 3 - 1, round % 2 == 0 ? &near : &far);
        SelfParts_Close(&parts);
        TreeScene_Free(&scene);
    }
    svContext_Destroy(context);
    print_message(
        "near the origin: %u parts, apart %u, by the reference %u; far away: %u, %u, %u\n",
        near.sound, near.apart, near.reference, far.sound, far.apart, far.reference);
    assert_true(near.apart > 500 && far.apart > 500);
    assert_true(near.sound - near.apart > 500 && far.sound - far.apart > 500);
    assert_true(100 * near.apart > 99 * near.reference);
    assert_true(100 * far.apart > 98 * far.reference);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(VerdictsAgree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
