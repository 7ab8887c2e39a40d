// Films: what is kept below a limit. That their bytes are read as they were written is for
// read_film.mjs.

#include "support/film_scene.h"
#include "support/test.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(Whole),
        cmocka_unit_test(Limited),
        cmocka_unit_test(NoRoom),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
