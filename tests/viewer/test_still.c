// Stills: what is red is red in the picture, also where something hides it; bounding volumes are
// seen through; the same bytes for any number of threads and any scale; nothing that is no mesh at
// all crashes.

#include "viewer/still.h"

#include "support/random.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 160, HEIGHT = 100 };

#define GOLDEN UINT64_C(0x8ce3e45fa2927c80)

// Seen from above: a square around the origin, over it a smaller one whose faces may be red, and
// over that, perhaps, a lid.
typedef struct Squares {
    double x[12][3];
    uint32_t triangles[6][3];
    uint8_t marks[6];
    StillMesh mesh;
} Squares;

static void MakeSquares(Squares* squares, bool marked, bool lid) {
    const double sides[3] = {2, 1, 1.5};
    *squares = (Squares){0};
    for (uint32_t k = 0; k < 3; ++k) {
        for (uint32_t i = 0; i < 4; ++i) {
            double* x = squares->x[4 * k + i];
            x[0] = (i & 1) != 0 ? sides[k] : -sides[k];
            x[1] = (i & 2) != 0 ? sides[k] : -sides[k];
            x[2] = 0.4 * k;
        }
        const uint32_t corners[6] = {0, 1, 3, 0, 3, 2};
        for (uint32_t i = 0; i < 6; ++i) {
            squares->triangles[2 * k + i / 3][i % 3] = 4 * k + corners[i];
        }
    }
    squares->marks[2] = squares->marks[3] = marked;
    squares->mesh = (StillMesh){.triangles = squares->triangles[0],
                                .triangleCount = lid ? 6 : 4,
                                .positions = svPositions_Double(squares->x[0], lid ? 12 : 8),
                                .marks = squares->marks};
}

static const double above[3] = {0, 0, 1};

static StillDef DefOf(const StillMesh* mesh) {
    StillDef def = Still_Default();
    def.width = WIDTH;
    def.height = HEIGHT;
    def.meshes = mesh;
    def.meshCount = 1;
    def.from = above;
    return def;
}

// How much redder than green the middle is.
static int RednessOf(const StillDef* def) {
    Picture picture = Still_Render(def);
    const uint8_t* rgb = Picture_At(&picture, WIDTH / 2, HEIGHT / 2);
    const int redness = rgb[0] - rgb[1];
    Picture_Destroy(&picture);
    return redness;
}

static void ContactsAreRed(void** state) {
    (void)state;
    for (int dark = 0; dark < 2; ++dark) {
        Squares squares;
        MakeSquares(&squares, false, false);
        StillDef def = DefOf(&squares.mesh);
        def.dark = dark != 0;
        assert_true(RednessOf(&def) < 0); // cloth is blue
        MakeSquares(&squares, true, false);
        assert_true(RednessOf(&def) > 120);
        MakeSquares(&squares, false, true);
        const int covered = RednessOf(&def);
        MakeSquares(&squares, true, true);
        assert_true(RednessOf(&def) > covered + 30); // shines through the lid
        assert_true(RednessOf(&def) < 120);
        // From below it is the first square that hides it.
        const double below[3] = {0, 0, -1};
        def.from = below;
        MakeSquares(&squares, false, false);
        const int plain = RednessOf(&def);
        MakeSquares(&squares, true, false);
        assert_true(RednessOf(&def) > plain + 30);
    }
}

static void PlacesAreDots(void** state) {
    (void)state;
    Squares squares;
    MakeSquares(&squares, false, false);
    StillDef def = DefOf(&squares.mesh);
    double places[STILL_DOTS + 1][3] = {{0, 0, 0.4}};
    def.places = (const double(*)[3])places;
    def.placeCount = 1;
    assert_true(RednessOf(&def) > 120);
    def.placeCount = STILL_DOTS + 1; // too many: none is drawn
    assert_true(RednessOf(&def) < 0);
}

static void VolumesAreSeenThrough(void** state) {
    (void)state;
    Squares squares;
    MakeSquares(&squares, false, false);
    StillDef def = DefOf(&squares.mesh);
    StillVolume volume = {.tone = STILL_RED, .low = {-1, -1, 0.5}, .high = {1, 1, 2}};
    const int plain = RednessOf(&def);
    def.volumes = &volume;
    def.volumeCount = 1;
    const int red = RednessOf(&def);
    assert_true(red > plain + 15 && red < 120);
    volume.tone = STILL_GREEN;
    assert_true(RednessOf(&def) < plain - 5);
    volume = (StillVolume){.tone = STILL_RED, .sphere = true, .low = {0, 0, 0.5}, .radius = 1};
    assert_true(RednessOf(&def) > plain + 8);
    def.meshCount = 0; // volumes alone
    assert_true(RednessOf(&def) > 0);
}

static void TitlesStandBelow(void** state) {
    (void)state;
    Squares squares;
    MakeSquares(&squares, false, false);
    StillDef def = DefOf(&squares.mesh);
    def.tone = STILL_GREEN;
    Picture plain = Still_Render(&def);
    def.title =
        "a title, much longer than there is room for, with a letter that is not there: \xC3\xA4";
    def.text = "and a text";
    Picture titled = Still_Render(&def);
    const uint8_t* bar = Picture_At(&titled, 1, HEIGHT - 2);
    assert_true(bar[1] > bar[0] + 50); // green
    int dark = 0;
    for (int x = 8; x < WIDTH; ++x) {
        for (int y = HEIGHT - 30; y < HEIGHT; ++y) {
            dark += Picture_At(&titled, x, y)[1] < 100;
        }
    }
    assert_true(dark > 100); // letters
    assert_true(memcmp(plain.rgb, titled.rgb, (size_t)WIDTH * HEIGHT * 3) != 0);
    Picture_Destroy(&plain);
    Picture_Destroy(&titled);
}

// A cloth in waves, some of it red, with volumes, places, an obstacle and a title.
typedef struct Waves {
    float x[41 * 41][3];
    uint32_t triangles[2 * 40 * 40][3];
    uint8_t marks[2 * 40 * 40];
    Squares floor;
    StillMesh meshes[2];
    StillVolume volumes[2];
    double places[2][3];
} Waves;

static StillDef MakeWaves(Waves* waves) {
    memset(waves, 0, sizeof(*waves));
    for (uint32_t i = 0; i < 41 * 41; ++i) {
        const uint32_t row = i / 41;
        const double x = i % 41 / 20.0 - 1, y = row / 20.0 - 1;
        waves->x[i][0] = (float)x;
        waves->x[i][1] = (float)y;
        waves->x[i][2] = (float)(1 + (x * x - y * y) * (0.6 - x * x) + 0.3 * x * y);
    }
    for (uint32_t i = 0; i < 40 * 40; ++i) {
        const uint32_t v = i / 40 * 41 + i % 40;
        const uint32_t corners[6] = {v, v + 1, v + 42, v, v + 42, v + 41};
        memcpy(waves->triangles[2 * i], corners, sizeof(corners));
        waves->marks[2 * i] = i % 13 == 0;
    }
    MakeSquares(&waves->floor, false, false);
    for (int i = 0; i < 8; ++i) {
        waves->floor.x[i][0] *= 20;
        waves->floor.x[i][1] *= 20;
    }
    waves->meshes[0] = (StillMesh){.triangles = waves->triangles[0],
                                   .triangleCount = 2 * 40 * 40,
                                   .positions = svPositions_Float(waves->x[0], 41 * 41),
                                   .marks = waves->marks,
                                   .wire = true};
    waves->meshes[1] = waves->floor.mesh;
    waves->meshes[1].still = true;
    waves->volumes[0] =
        (StillVolume){.tone = STILL_GREEN, .low = {-1, -1, 0.5}, .high = {0, 0, 1.6}};
    waves->volumes[1] =
        (StillVolume){.tone = STILL_RED, .sphere = true, .low = {0.5, 0.5, 1}, .radius = 0.4};
    waves->places[1][2] = 1;
    StillDef def = DefOf(waves->meshes);
    def.from = NULL;
    def.meshCount = 2;
    def.volumes = waves->volumes;
    def.volumeCount = 2;
    def.places = (const double(*)[3])waves->places;
    def.placeCount = 2;
    def.inset = true;
    def.title = "waves";
    def.text = "0123456789 frames";
    def.tone = STILL_RED;
    return def;
}

static size_t CountRed(const StillDef* def) {
    Picture picture = Still_Render(def);
    size_t count = 0;
    for (size_t i = 0; i < (size_t)picture.width * (size_t)picture.height; ++i) {
        const uint8_t* rgb = picture.rgb + 3 * i;
        count += rgb[0] > 90 && rgb[0] > 2 * rgb[1] && rgb[0] > 2 * rgb[2];
    }
    Picture_Destroy(&picture);
    return count;
}

// One red triangle of a fine sheet, in the middle or under a lid: the inset shows it large.
static void InsetsShowPlaces(void** state) {
    (void)state;
    enum { N = 120 };
    float(*x)[3] = calloc((N + 1) * (N + 1), sizeof(*x));
    uint32_t(*triangles)[3] = calloc(2 * N * N, sizeof(*triangles));
    uint8_t* marks = calloc(2 * N * N, 1);
    assert_true(x != NULL && triangles != NULL && marks != NULL);
    for (uint32_t i = 0; i < (N + 1) * (N + 1); ++i) {
        const uint32_t row = i / (N + 1);
        x[i][0] = (float)(i % (N + 1)) / N;
        x[i][1] = (float)row / N;
    }
    for (uint32_t i = 0; i < N * N; ++i) {
        const uint32_t v = i / N * (N + 1) + i % N;
        const uint32_t corners[6] = {v, v + 1, v + N + 2, v, v + N + 2, v + N + 1};
        memcpy(triangles[2 * i], corners, sizeof(corners));
    }
    marks[N * N + N] = 1;
    const double place[1][3] = {{0.5, 0.5, 0}};
    Squares lid;
    MakeSquares(&lid, false, false);
    StillMesh meshes[2] = {{.triangles = triangles[0],
                            .triangleCount = 2 * N * N,
                            .positions = svPositions_Float(x[0], (N + 1) * (N + 1)),
                            .marks = marks},
                           lid.mesh};
    for (int i = 0; i < 8; ++i) { // close above the sheet, and wider
        lid.x[i][2] = 0.05;
    }
    StillDef def = DefOf(meshes);
    def.width = 640;
    def.height = 400;
    def.places = place;
    def.placeCount = 1;
    for (def.meshCount = 1; def.meshCount <= 2; ++def.meshCount) {
        def.inset = false;
        const size_t without = CountRed(&def);
        def.inset = true;
        assert_true(CountRed(&def) > without + 25);
    }
    def.meshCount = 1;
    def.placeCount = 0; // no place, no inset
    const size_t none = CountRed(&def);
    def.inset = false;
    assert_int_equal(CountRed(&def), none);
    free(x);
    free(triangles);
    free(marks);
}

// FNV-1a.
static uint64_t HashOf(const StillDef* def) {
    Picture picture = Still_Render(def);
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < 3 * (size_t)picture.width * (size_t)picture.height; ++i) {
        hash = (hash ^ picture.rgb[i]) * 1099511628211u;
    }
    Picture_Destroy(&picture);
    return hash;
}

static void SameBytes(void** state) {
    (void)state;
    Waves* waves = calloc(1, sizeof(*waves));
    assert_non_null(waves);
    StillDef def = MakeWaves(waves);
    def.width = 320;
    def.height = 200;
    const uint64_t hash = HashOf(&def);
    for (uint32_t threads = 1; threads <= 3; ++threads) {
        svContextDef contextDef = svDefaultContextDef();
        contextDef.workerCount = threads;
        svContext* context;
        assert_int_equal(svContext_Create(&contextDef, &context), SV_OK);
        def.context = context;
        assert_true(HashOf(&def) == hash);
        def.context = NULL;
        svContext_Destroy(context);
    }
    // On every machine; a change of what stills look like changes it.
    if (hash != GOLDEN) {
        print_error("the hash of the still is 0x%016llx\n", (unsigned long long)hash);
    }
    assert_true(hash == GOLDEN);
    free(waves);
}

static void ScaledBy(Waves* waves, double (*x)[3], StillDef* def, int exponent) {
    for (size_t i = 0; i < 41 * 41; ++i) {
        for (int d = 0; d < 3; ++d) {
            x[i][d] = ldexp((double)waves->x[i][d], exponent);
        }
    }
    waves->meshes[0].positions = svPositions_Double(x[0], 41 * 41);
    def->meshCount = 1;
    def->volumeCount = 0;
    def->placeCount = 0;
}

// Nothing overflows, and nothing vanishes.
static void AnyScale(void** state) {
    (void)state;
    Waves* waves = calloc(1, sizeof(*waves));
    double(*x)[3] = calloc(41 * 41, sizeof(*x));
    assert_non_null(waves);
    assert_non_null(x);
    StillDef def = MakeWaves(waves);
    ScaledBy(waves, x, &def, 0);
    const uint64_t hash = HashOf(&def);
    const int exponents[] = {-1040, -990, -300, 40, 300, 1022};
    for (size_t i = 0; i < sizeof(exponents) / sizeof(*exponents); ++i) {
        ScaledBy(waves, x, &def, exponents[i]);
        if (exponents[i] > -1000) { // below, coordinates are rounded
            assert_true(HashOf(&def) == hash);
        } else {
            HashOf(&def);
        }
    }
    free(x);
    free(waves);
}

static double AnyNumber(Random* random) {
    const double sizes[] = {0, 1, 1e-300, 1e300, 1.7e308, 5e-324, 1e9, 1e-9};
    return sizes[Random_Below(random, 8)] * (Random_Below(random, 21) - 10) / 10.0;
}

// Meshes of random triangles in random places, some of them far from all others.
static void AnythingIsDrawn(void** state) {
    (void)state;
    Random random = {5};
    for (int round = 0; round < 60; ++round) {
        enum { VERTICES = 12, TRIANGLES = 20 };
        double x[2][VERTICES][3], places[3][3];
        uint32_t triangles[2][TRIANGLES][3];
        uint8_t marks[TRIANGLES];
        StillMesh meshes[2];
        StillVolume volumes[3];
        for (int m = 0; m < 2; ++m) {
            for (int i = 0; i < 3 * VERTICES; ++i) {
                x[m][i / 3][i % 3] =
                    round % 2 == 0 ? AnyNumber(&random) : Random_Below(&random, 9) - 4.0;
            }
            for (int i = 0; i < 3 * TRIANGLES; ++i) {
                triangles[m][i / 3][i % 3] = (uint32_t)Random_Below(&random, VERTICES);
            }
            meshes[m] = (StillMesh){.triangles = triangles[m][0],
                                    .triangleCount = (size_t)Random_Below(&random, TRIANGLES + 1),
                                    .positions = svPositions_Double(x[m][0], VERTICES),
                                    .marks = marks,
                                    .still = Random_Below(&random, 2) == 0,
                                    .wire = Random_Below(&random, 2) == 0};
        }
        for (int i = 0; i < TRIANGLES; ++i) {
            marks[i] = (uint8_t)Random_Below(&random, 2);
        }
        for (int i = 0; i < 3; ++i) {
            volumes[i] = (StillVolume){(StillTone)i, i == 1, {0}, {0}, fabs(AnyNumber(&random))};
            for (int d = 0; d < 3; ++d) {
                volumes[i].low[d] = AnyNumber(&random);
                volumes[i].high[d] = AnyNumber(&random);
                places[i][d] = AnyNumber(&random);
            }
        }
        StillDef def = DefOf(meshes);
        def.width = 16 + Random_Below(&random, 60);
        def.height = 16 + Random_Below(&random, 60);
        def.meshCount = (size_t)Random_Below(&random, 3);
        def.volumes = volumes;
        def.volumeCount = (size_t)Random_Below(&random, 4);
        def.places = (const double(*)[3])places;
        def.placeCount = (size_t)Random_Below(&random, 4);
        def.from = Random_Below(&random, 2) == 0 ? places[0] : NULL;
        def.inset = true;
        def.title = def.text = round % 3 == 0 ? NULL : "text";
        HashOf(&def);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ContactsAreRed),
        cmocka_unit_test(PlacesAreDots),
        cmocka_unit_test(VolumesAreSeenThrough),
        cmocka_unit_test(TitlesStandBelow),
        cmocka_unit_test(InsetsShowPlaces),
        cmocka_unit_test(SameBytes),
        cmocka_unit_test(AnyScale),
        cmocka_unit_test(AnythingIsDrawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
