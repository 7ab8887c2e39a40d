// Films: what is kept below a limit. That their bytes are read as they were written is for
// read_film.mjs.

#include "support/film_scene.h"
#include "support/test.h"
#include "viewer/film_layers.h"
#include "viewer/film_parts.h"

#include <stdlib.h>
#include <string.h>

#define FRAMES 90

typedef struct Bytes {
    uint8_t* bytes;
    size_t count;
} Bytes;

static void Collect(const uint8_t* bytes, size_t count, void* user) {
    Bytes* all = user;
    all->bytes = realloc(all->bytes, all->count + count + 1);
    assert_non_null(all->bytes);
    if (count > 0) {
        memcpy(all->bytes + all->count, bytes, count);
    }
    all->count += count;
}

// The bytes of the scene below a limit; frames that were kept.
static Bytes FilmBytes(size_t limit, size_t* kept) {
    FilmScene scene = FilmScene_Make();
    Film* film = FilmScene_Film(&scene, limit, FRAMES);
    size_t needed = 0;
    assert_true(Film_Finish(film, &needed));
    assert_int_equal(Film_FrameCount(film), FRAMES);
    *kept = Film_KeptCount(film);
    Bytes all = {0};
    Film_WriteBytes(film, Collect, &all);
    Film_Destroy(film);
    FilmScene_Free(&scene);
    return all;
}

static void Whole(void** state) {
    (void)state;
    size_t kept = 0;
    Bytes first = FilmBytes(SIZE_MAX / 2, &kept), second = FilmBytes(SIZE_MAX / 2, &kept);
    assert_int_equal(kept, FRAMES);
    assert_int_equal(first.count, second.count);
    assert_memory_equal(first.bytes, second.bytes, first.count);
    free(first.bytes);
    free(second.bytes);
}

static void Limited(void** state) {
    (void)state;
    size_t all = 0, kept = 0;
    Bytes whole = FilmBytes(SIZE_MAX / 2, &all);
    size_t before = all;
    for (size_t limit = whole.count; limit > whole.count / 4; limit -= whole.count / 8) {
        Bytes some = FilmBytes(limit, &kept);
        assert_true(some.count <= limit);
        assert_true(kept > 0 && kept <= before);
        before = kept;
        free(some.bytes);
    }
    assert_true(kept < all);
    free(whole.bytes);
}

static void NoRoom(void** state) {
    (void)state;
    FilmScene scene = FilmScene_Make();
    Film* film = FilmScene_Film(&scene, 100, FRAMES);
    size_t needed = 0;
    assert_false(Film_Finish(film, &needed));
    assert_int_equal(Film_KeptCount(film), 0);
    assert_true(needed > 100);
    Film_Destroy(film);
    // With what it needs there is room.
    film = FilmScene_Film(&scene, needed, FRAMES);
    assert_true(Film_Finish(film, &needed));
    Film_Destroy(film);
    FilmScene_Free(&scene);
}

// The film below a limit that is just its size: the less room, the coarser it is.
static Bytes SnugFilm(void) {
    size_t limit = SIZE_MAX / 2, kept = 0;
    Bytes bytes = FilmBytes(limit, &kept);
    while (bytes.count != limit) {
        limit = bytes.count;
        free(bytes.bytes);
        bytes = FilmBytes(limit, &kept);
        assert_int_equal(kept, FRAMES);
    }
    return bytes;
}

static void AttachBytes(Film* film, size_t frame, size_t size) {
    Pack pack = {0};
    for (size_t i = 0; i < size; ++i) {
        Pack_Byte(&pack, (uint8_t)(i + frame));
    }
    Film_AttachLayers(film, frame, &pack);
    assert_null(pack.bytes); // it is the film's now
}

// Layers are kept in the order in which they came as far as there is room beside the frames, and
// never take the place of one.
static void LayersGoFirst(void** state) {
    (void)state;
    size_t needed = 0;
    Bytes whole = SnugFilm();
    const size_t rooms[] = {0, 999, 1000, 2500, 3499, 3500};
    const size_t lost[] = {3, 2, 2, 1, 1, 0}; // the third may fit where the second does not
    for (int i = 0; i < 6; ++i) {
        FilmScene scene = FilmScene_Make();
        Film* film = FilmScene_Film(&scene, whole.count + rooms[i], FRAMES);
        AttachBytes(film, 37, 1000);
        AttachBytes(film, 3, 2000);
        AttachBytes(film, 89, i == 3 ? 1500 : 500);
        assert_true(Film_Finish(film, &needed));
        assert_int_equal(Film_KeptCount(film), FRAMES);
        assert_int_equal(Film_LayerCount(film), 3);
        assert_int_equal(Film_LostLayerCount(film), lost[i]);
        Bytes bytes = {0};
        Film_WriteBytes(film, Collect, &bytes);
        assert_true(bytes.count <= whole.count + rooms[i]);
        assert_memory_equal(bytes.bytes, whole.bytes, whole.count);
        free(bytes.bytes);
        Film_Destroy(film);
        FilmScene_Free(&scene);
    }
    free(whole.bytes);
}

// Frames that are left out have no layers either.
static void LayersOfLostFrames(void** state) {
    (void)state;
    size_t all = 0, needed = 0;
    Bytes whole = FilmBytes(SIZE_MAX / 2, &all);
    FilmScene scene = FilmScene_Make();
    Film* film = FilmScene_Film(&scene, whole.count / 2, FRAMES);
    for (size_t frame = 0; frame < FRAMES; ++frame) {
        AttachBytes(film, frame, 1);
    }
    assert_true(Film_Finish(film, &needed));
    const size_t kept = Film_KeptCount(film);
    assert_true(kept < FRAMES);
    assert_true(FRAMES - Film_LostLayerCount(film) <= kept);
    assert_true(Film_LostLayerCount(film) < FRAMES);
    Film_Destroy(film);
    FilmScene_Free(&scene);
    free(whole.bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(Whole),
        cmocka_unit_test(Limited),
        cmocka_unit_test(NoRoom),
        cmocka_unit_test(LayersGoFirst),
        cmocka_unit_test(LayersOfLostFrames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
