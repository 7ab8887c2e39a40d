// Pictures of scenes: the step with the most contacts is the one that is drawn, its contacts are
// counted and red, and the viewer's page lies beside the paper's.

#include "papers/scene_picture.h"

#include "support/test.h"
#include "viewer/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Two squares, the upper one `height` above the lower one, which falls by `drop`.
typedef struct Fall {
    double x[2][8][3];
    uint32_t triangles[4][3];
    PaperPiece pieces[2];
} Fall;

static SceneStep MakeFall(Fall* fall, double height, double drop) {
    *fall = (Fall){.pieces = {{"floor", 0, 2, 0, 4}, {"cloth", 2, 2, 4, 4}}};
    for (uint32_t v = 0; v < 8; ++v) {
        const double side = v < 4 ? 2 : 1;
        for (int t = 0; t < 2; ++t) {
            fall->x[t][v][0] = (v & 1) != 0 ? side : -side;
            fall->x[t][v][1] = (v & 2) != 0 ? side : -side;
            fall->x[t][v][2] = v < 4 ? 0 : height - t * drop;
        }
    }
    const uint32_t corners[6] = {0, 1, 3, 0, 3, 2};
    for (uint32_t i = 0; i < 12; ++i) {
        fall->triangles[i / 3][i % 3] = corners[i % 6] + (i < 6 ? 0 : 4);
    }
    return (SceneStep){.name = "fall",
                       .triangles = fall->triangles[0],
                       .triangleCount = 4,
                       .vertexCount = 8,
                       .x0 = (const double(*)[3])fall->x[0],
                       .x1 = (const double(*)[3])fall->x[1],
                       .pieces = fall->pieces,
                       .pieceCount = 2,
                       .up = 'z'};
}

static size_t RedPixels(const Picture* picture) {
    size_t count = 0;
    for (size_t i = 0; i < (size_t)picture->width * (size_t)picture->height; ++i) {
        count += picture->rgb[3 * i] > 2 * picture->rgb[3 * i + 1] && picture->rgb[3 * i] > 90;
    }
    return count;
}

static svContext* MakeContext(void) {
    const svContextDef def = svDefaultContextDef();
    svContext* context = NULL;
    assert_int_equal(svContext_Create(&def, &context), SV_OK);
    return context;
}

static void DrawsTheWorstStep(void** state) {
    (void)state;
    svContext* context = MakeContext();
    Fall falls[3];
    SceneStep steps[3] = {MakeFall(&falls[0], 3, 1), MakeFall(&falls[1], 2, 4),
                          MakeFall(&falls[2], 3, 2)};
    const uint64_t contacts[3] = {0, 12, 0};
    const PaperSettings settings = {.html = "x.html", .home = "index.html"};
    ScenePictures pictures;
    ScenePictures_Begin(&pictures, "test", &settings);
    for (uint32_t i = 0; i < 3; ++i) {
        steps[i].number = i + 1;
        ScenePictures_Offer(&pictures, &steps[i], contacts[i]);
        falls[i].x[0][0][0] = 99; // a copy is kept
    }
    assert_int_equal(ScenePictures_Draw(&pictures, context), SV_OK);
    assert_int_equal(pictures.count, 1);
    const ScenePicture* picture = &pictures.items[0];
    assert_int_equal(picture->number, 2);
    assert_string_equal(picture->name, "fall");
    // Two corners hit the floor on its diagonal.
    assert_int_equal(picture->contacts[SV_VERTEX_FACE], 6);
    assert_true(picture->contacts[SV_EDGE_EDGE] > 0);
    assert_int_equal(picture->crossing, 0);
    assert_true(RedPixels(&picture->picture) > 5000);
    assert_true((picture->page != NULL) == (ViewerPage_Size() > 0));

    Picture copy = ScenePictures_Copy(&pictures, "no such scene");
    assert_memory_equal(copy.rgb, picture->picture.rgb, 3 * (size_t)copy.width);
    Picture_Destroy(&copy);

    // Another scene that does not collide.
    steps[2] = MakeFall(&falls[2], 3, 2);
    ScenePictures_Offer(&pictures, &steps[2], 0);
    assert_int_equal(ScenePictures_Draw(&pictures, context), SV_OK);
    assert_int_equal(pictures.count, 2);
    assert_int_equal(pictures.items[1].contacts[0] + pictures.items[1].contacts[1], 0);
    assert_int_equal(RedPixels(&pictures.items[1].picture), 0);
    ScenePictures_Destroy(&pictures);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

static void PagesLieBeside(void** state) {
    (void)state;
    svContext* context = MakeContext();
    char folder[] = "/tmp/selvage-test-XXXXXX", path[64], beside[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof(path), "%s/test.html", folder);
    snprintf(beside, sizeof(beside), "%s/test-fall.html", folder);
    Fall fall;
    const SceneStep step = MakeFall(&fall, 2, 4);
    for (int home = 0; home < 2; ++home) {
        const PaperSettings settings = {.html = path, .home = home == 1 ? "index.html" : NULL};
        ScenePictures pictures;
        ScenePictures_Begin(&pictures, "test", &settings);
        ScenePictures_Offer(&pictures, &step, 1);
        assert_int_equal(ScenePictures_Draw(&pictures, context), SV_OK);
        Page page;
        assert_true(Page_Open(&page, path, "a test", settings.home));
        ScenePictures_AddToPage(&pictures, &page, "A lead.");
        assert_true(Page_Close(&page, "test"));
        ScenePictures_Destroy(&pictures);
        FILE* stream = fopen(beside, "r");
        assert_true((stream != NULL) == (home == 1 && ViewerPage_Size() > 0));
        if (stream != NULL) {
            fclose(stream);
        }
    }
    remove(beside);
    remove(path);
    assert_int_equal(remove(folder), 0);
    svContext_Destroy(context);
}

static void NothingWithoutPage(void** state) {
    (void)state;
    svContext* context = MakeContext();
    const PaperSettings settings = {.json = "x.json"};
    Fall fall;
    const SceneStep step = MakeFall(&fall, 2, 4);
    ScenePictures pictures;
    ScenePictures_Begin(&pictures, "test", &settings);
    ScenePictures_Offer(&pictures, &step, 1);
    assert_int_equal(ScenePictures_Draw(&pictures, context), SV_OK);
    assert_int_equal(pictures.count, 0);
    assert_null(ScenePictures_Copy(&pictures, "fall").rgb);
    ScenePictures_Destroy(&pictures);
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(DrawsTheWorstStep),
        cmocka_unit_test(PagesLieBeside),
        cmocka_unit_test(NothingWithoutPage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
