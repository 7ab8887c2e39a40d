// What is saved of a running simulation that is controlled: the same bytes for any number of
// threads, from any saved state on, and states that are forged are refused.
#include "state.h"

#include "support/sim_world.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 9, CORNER = 0, LAST = SIDE * SIDE - 1 };

static const double NOWHERE[3] = {0, 0, 0};

// A cloth pinned in space and to a ball that moves, over another ball, with wind.
static void OpenControlled(World* world, uint32_t workerCount) {
    svSimDef def = svDefaultSimDef();
    def.wind[0] = 1;
    World_Open(world, "controlled", &def, workerCount);
    const double speed[3] = {0.1, 0, 0.1};
    World_AddObstacle(world, Shape_Ball(0.15, 5), NULL, 0);
    Shape carrier = Shape_Ball(0.05, 3);
    Shape_Move(&carrier, 1, 1, 0.3);
    World_AddMoving(world, carrier, speed, NULL);
    svClothDef cloth = svDefaultClothDef();
    const svPin pins[2] = {{CORNER, SV_NONE, 0}, {LAST, 1, 0}};
    cloth.pins = pins;
    cloth.pinCount = 2;
    Shape sheet = Shape_Grid(SIDE, SIDE, 0.6);
    const double turn[3] = {0.1, 0.2, 0.3};
    Shape_Turn(&sheet, turn);
    Shape_Move(&sheet, 0, 0, 0.3);
    World_AddCloth(world, sheet, &cloth);
    World_Expect(world, svSim_Start(world->sim));
}

// What happens before a step; one that does everything there is.
static void Control(World* world, int step) {
    svSim* sim = world->sim;
    const double up[3] = {-0.3, -0.3, 0.6}, far[3] = {-0.4, -0.4, 0.2};
    const double gravity[3] = {1, 0, -8}, wind[3] = {0, 3, 0};
    const double move[3] = {0, 0, 0.004 * step}, turn[3] = {0, 0, 0.05 * step};
    if (step == 4) {
        World_Expect(world, svSim_Drag(sim, 0, CORNER, up)); // several steps away
        World_Expect(world, svSim_SetGravity(sim, gravity));
    }
    if (step == 9) {
        World_Expect(world, svSim_Pin(sim, 0, 5 * SIDE));
        World_Expect(world, svSim_SetWind(sim, wind, 0.4));
    }
    if (step == 14) {
        World_Expect(world, svSim_Release(sim, 0, LAST));
        World_Expect(world, svSim_Drag(sim, 0, CORNER, far));
    }
    if (step == 20) {
        World_Expect(world, svSim_Release(sim, 0, CORNER));
        World_Expect(world, svSim_MoveObstacle(sim, 1, move, NOWHERE));
    }
    if (step > 5 && step % 2 == 0) {
        World_Expect(world, svSim_MoveObstacle(sim, 0, move, turn));
    }
}

enum { CONTROL_STEPS = 28 };

static void RunControlled(World* world, int from, int end) {
    for (int i = from; i < end; ++i) {
        Control(world, i);
        World_Step(world, 1);
    }
}

static void ThreadsGiveTheSameBytes(void** state) {
    (void)state;
    World one, two;
    OpenControlled(&one, 1);
    OpenControlled(&two, 2);
    RunControlled(&one, 0, CONTROL_STEPS);
    RunControlled(&two, 0, CONTROL_STEPS);
    size_t size;
    void* bytes = World_Save(&one, &size);
    World_ExpectState(&two, bytes, size);
    assert_true(one.contacts > 0);
    free(bytes);
    World_Close(&one);
    World_Close(&two);
}

// Whenever it is saved, also between a call and its step, the run goes on with the same bytes: in a
// fresh simulation, in one that went elsewhere, and in itself.
static void SavedControlGoesOnWithTheSameBytes(void** state) {
    (void)state;
    World whole;
    OpenControlled(&whole, 1);
    RunControlled(&whole, 0, CONTROL_STEPS);
    size_t endSize;
    void* end = World_Save(&whole, &endSize);
    for (int at = 0; at < CONTROL_STEPS; at += 3) {
        World first, other;
        OpenControlled(&first, 1);
        RunControlled(&first, 0, at);
        Control(&first, at);
        size_t size;
        void* bytes = World_Save(&first, &size);
        OpenControlled(&other, 1);
        RunControlled(&other, at % 2 > 0 ? 8 : 0, at % 2 > 0 ? 22 : 0); // elsewhere, or fresh
        World* const worlds[3] = {&first, &other, &whole};
        for (int i = 0; i < 3; ++i) {
            World_Expect(worlds[i], svSim_LoadState(worlds[i]->sim, bytes, size));
            World_ExpectState(worlds[i], bytes, size);
            World_Step(worlds[i], 1);
            RunControlled(worlds[i], at + 1, CONTROL_STEPS);
            World_ExpectState(worlds[i], end, endSize);
        }
        free(bytes);
        World_Close(&first);
        World_Close(&other);
    }
    free(end);
    World_Close(&whole);
}

// The hash of saved_state.c, so that only what is wrong is wrong.
static uint64_t HashWords(uint64_t hash, const char* bytes, size_t size) {
    for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, bytes + at, sizeof(word));
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    return hash;
}

// A state with a right hash in which one word is another.
static svStatus LoadForged(World* world, const char* good, size_t size, size_t at, const void* word,
                           size_t wordSize) {
    enum { STEP_AT = 32, BODY_HASH_AT = 64, HEAD = 72 };
    char* bytes = malloc(size);
    assert_non_null(bytes);
    memcpy(bytes, good, size);
    memcpy(bytes + at, word, wordSize);
    uint64_t step;
    memcpy(&step, bytes + STEP_AT, sizeof(step));
    const uint64_t hash = HashWords(step, bytes + HEAD, size - HEAD);
    memcpy(bytes + BODY_HASH_AT, &hash, sizeof(hash));
    const svStatus status = svSim_LoadState(world->sim, bytes, size);
    free(bytes);
    return status;
}

static void ForgedStatesAreRefused(void** state) {
    (void)state;
    World world;
    OpenControlled(&world, 1);
    RunControlled(&world, 0, 10); // three vertices are held: the last is pinned to an obstacle
    size_t size;
    char* good = World_Save(&world, &size);
    const size_t hold = size - 32, first = size - 3 * 32, drive = first - 2 * 120;
    const uint32_t particles[] = {SIDE * SIDE, SV_NONE, 0};
    const int32_t anchors[] = {0, 2, ANCHOR_NONE, ANCHOR_DRAGGED, INT32_MAX, INT32_MIN};
    const double numbers[] = {(double)NAN, (double)INFINITY, 1e31, 0.1};
    const uint64_t driven = 2, same = 0;
    assert_int_equal(LoadForged(&world, good, size, hold, good + hold, 8), SV_OK);
    for (size_t i = 0; i < 3; ++i) {
        assert_int_equal(LoadForged(&world, good, size, hold, &particles[i], 4), SV_ERROR_FORMAT);
    }
    for (size_t i = 0; i < 6; ++i) {
        assert_int_equal(LoadForged(&world, good, size, hold + 4, &anchors[i], 4), SV_ERROR_FORMAT);
    }
    for (size_t i = 0; i < 4; ++i) {
        const svStatus numberStatus = i < 3 ? SV_ERROR_FORMAT : SV_OK; // a key is no float
        assert_int_equal(LoadForged(&world, good, size, hold + 8, &numbers[i], 8), SV_ERROR_FORMAT);
        assert_int_equal(LoadForged(&world, good, size, drive + 16, &numbers[i], 8), numberStatus);
        assert_int_equal(LoadForged(&world, good, size, drive - 72, &numbers[i], 8), numberStatus);
    }
    assert_int_equal(LoadForged(&world, good, size, drive, &driven, 8), SV_ERROR_FORMAT);
    assert_int_equal(LoadForged(&world, good, size, drive + 64, &same, 8), SV_ERROR_FORMAT);
    assert_int_equal(svSim_LoadState(world.sim, good, size), SV_OK);
    World_Step(&world, 3);
    free(good);
    World_Close(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ThreadsGiveTheSameBytes),
        cmocka_unit_test(SavedControlGoesOnWithTheSameBytes),
        cmocka_unit_test(ForgedStatesAreRefused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
