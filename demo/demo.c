// The demo's life: creation, settings, steps.

#include "state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef struct SettingText {
    const char* name;
    double low, high, begin;
    bool whole;
} SettingText;

// What a scene says replaces `begin`.
static const SettingText settingTexts[DEMO_SETTING_COUNT] = {
    [DEMO_WIND] = {"wind", 0, 16, 0, false},
    [DEMO_GRAVITY] = {"gravity", 0, 20, 9.81, false},
    [DEMO_FRICTION] = {"friction", 0, 1, 0.3, false},
    [DEMO_THICKNESS] = {"thickness", 0.002, 0.016, 0.008, false},
    [DEMO_AHEAD] = {"ahead", 1, 12, 3, true},
    [DEMO_METHOD] = {"method", 0, DEMO_METHOD_COUNT - 1, 0, true},
    [DEMO_VOLUME] = {"volume", 0, SV_VOLUME_ENUM_COUNT - 1, SV_VOLUME_BOX, true},
    [DEMO_LEVEL] = {"level", -1, SV_BVH_MAX_LEVELS - 1, -1, true},
    [DEMO_PROOF] = {"proof", 0, 1, 1, true},
    [DEMO_BUDGET] = {"budget", 0, 600, 0, false},
};

#define LEAST_TRIANGLES 64
#define MOST_TRIANGLES 40000
#define MOST_WORKERS 64

const char* DemoSetting_Name(int setting) {
    return setting >= 0 && setting < DEMO_SETTING_COUNT ? settingTexts[setting].name : "";
}

double Demo_Range(int setting, int upper) {
    if (setting < 0 || setting >= DEMO_SETTING_COUNT) {
        return 0;
    }
    return upper != 0 ? settingTexts[setting].high : settingTexts[setting].low;
}

svStatus Demo_Status(const Demo* demo) {
    return demo->status;
}

const char* Demo_Message(const Demo* demo) {
    return demo->message;
}

svStatus Demo_Fail(Demo* demo, svStatus status, const char* text) {
    const char* why = text;
    if (status == SV_OK) {
        why = "";
    } else if (text == NULL) {
        const char* last = svContext_LastError(demo->context);
        why = last[0] != '\0' ? last : svStatus_Text(status);
    }
    demo->status = status;
    snprintf(demo->message, sizeof(demo->message), "%s", why);
    return status;
}

double Demo_Milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static svStatus AllocateState(Demo* demo) {
    const DemoWorld* world = &demo->world;
    demo->meshCount = 1 + world->obstacleCount;
    demo->firstVertex[1] = world->cloth.vertexCount;
    for (uint32_t i = 0; i < world->obstacleCount; ++i) {
        demo->firstVertex[i + 2] = demo->firstVertex[i + 1] + world->obstacles[i].vertexCount;
    }
    const size_t vertices = demo->firstVertex[demo->meshCount], cloth = world->cloth.vertexCount;
    demo->x[0] = svContext_Allocate(demo->context, 3 * vertices * sizeof(float));
    demo->x[1] = svContext_Allocate(demo->context, 3 * vertices * sizeof(float));
    demo->held = svContext_Allocate(demo->context, cloth);
    demo->pinned = svContext_Allocate(demo->context, cloth * sizeof(uint32_t));
    if (demo->x[0] == NULL || demo->x[1] == NULL || demo->held == NULL || demo->pinned == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(demo->held, 0, cloth);
    for (size_t i = 0; i < world->pinCount; ++i) {
        demo->held[world->pins[i]] = 1;
        demo->pinned[i] = world->pins[i];
    }
    demo->pinnedCount = world->pinCount;
    memcpy(demo->ball, world->ballAt, sizeof(demo->ball));
    memcpy(demo->ballTarget, world->ballAt, sizeof(demo->ballTarget));
    return SV_OK;
}

static svStatus BeginScene(Demo* demo, uint32_t triangles) {
    svStatus status = DemoWorld_Create(demo->context, demo->scene, triangles, &demo->world);
    if (status == SV_OK) {
        status = AllocateState(demo);
    }
    if (status == SV_OK) {
        status = Demo_MakeSim(demo, &demo->sim);
    }
    if (status == SV_OK) {
        Demo_ReadState(demo);
        status = Demo_CreateQueries(demo);
    }
    if (status == SV_OK) {
        status = Demo_LookAhead(demo);
    }
    return status;
}

Demo* Demo_Create(int scene, uint32_t triangles, uint32_t workers) {
    svContextDef def = svDefaultContextDef();
    def.workerCount = workers <= MOST_WORKERS ? workers : MOST_WORKERS;
    svContext* context = NULL;
    if (svContext_Create(&def, &context) != SV_OK) {
        return NULL;
    }
    Demo* demo = svContext_Allocate(context, sizeof(Demo));
    if (demo == NULL) {
        svContext_Destroy(context);
        return NULL;
    }
    memset(demo, 0, sizeof(*demo));
    demo->context = context;
    demo->pulled = SV_NONE;
    demo->hash = DEMO_HASH_START;
    if (scene < 0 || scene >= DEMO_SCENE_COUNT || triangles < LEAST_TRIANGLES ||
        triangles > MOST_TRIANGLES) {
        Demo_Fail(demo, SV_ERROR_ARGUMENT, "no such scene, or not so many triangles");
        return demo;
    }
    demo->scene = scene;
    for (int i = 0; i < DEMO_SETTING_COUNT; ++i) {
        demo->settings[i] = i < DEMO_AHEAD ? DemoScene_Setting(scene, i) : settingTexts[i].begin;
    }
    const svStatus status = BeginScene(demo, triangles);
    if (status != SV_OK) { // a demo without a simulation refuses everything
        svSim_Destroy(demo->sim);
        demo->sim = NULL;
    }
    Demo_Fail(demo, status, NULL);
    return demo;
}

void Demo_Destroy(Demo* demo) {
    if (demo == NULL) {
        return;
    }
    svContext* context = demo->context;
    DemoMethods_Destroy(demo);
    Demo_DestroyQueries(demo);
    svSim_Destroy(demo->sim);
    DemoWorld_Destroy(context, &demo->world);
    void* const memory[] = {demo->x[0], demo->x[1], demo->held, demo->pinned, demo->path.x};
    for (size_t i = 0; i < sizeof(memory) / sizeof(memory[0]); ++i) {
        svContext_Release(context, memory[i]);
    }
    for (int i = 0; i < DEMO_ARRAY_COUNT; ++i) {
        svContext_Release(context, demo->arrays[i].data);
    }
    svContext_Release(context, demo);
    svContext_Destroy(context);
}

// What a setting changes, other than the number.
static svStatus ApplySetting(Demo* demo, int setting) {
    const double* settings = demo->settings;
    switch (setting) {
    case DEMO_WIND: {
        double wind[3];
        for (int d = 0; d < 3; ++d) {
            wind[d] = settings[DEMO_WIND] * demo->world.wind[d];
        }
        return svSim_SetWind(demo->sim, wind, demo->world.gusts);
    }
    case DEMO_GRAVITY: {
        const double gravity[3] = {0, 0, -settings[DEMO_GRAVITY]};
        return svSim_SetGravity(demo->sim, gravity);
    }
    case DEMO_FRICTION:
    case DEMO_THICKNESS:
    case DEMO_BUDGET:
        return Demo_RemakeSim(demo);
    case DEMO_VOLUME:
        return Demo_CreateProbe(demo);
    default:
        return SV_OK;
    }
}

svStatus Demo_Set(Demo* demo, int setting, double value) {
    if (demo->sim == NULL || setting < 0 || setting >= DEMO_SETTING_COUNT) {
        return Demo_Fail(demo, SV_ERROR_ARGUMENT, "no such setting");
    }
    const SettingText* text = &settingTexts[setting];
    if (!(value >= text->low && value <= text->high) || (text->whole && value != floor(value))) {
        char why[DEMO_MESSAGE];
        snprintf(why, sizeof(why), "%s must be %s from %g to %g", text->name,
                 text->whole ? "a whole number" : "a number", text->low, text->high);
        return Demo_Fail(demo, SV_ERROR_ARGUMENT, why);
    }
    const double before = demo->settings[setting];
    if (value == before) {
        return Demo_Fail(demo, SV_OK, "");
    }
    demo->settings[setting] = value;
    const svStatus status = ApplySetting(demo, setting);
    if (status != SV_OK) {
        demo->settings[setting] = before;
    }
    return Demo_Fail(demo, status, NULL);
}

double Demo_Get(const Demo* demo, int setting) {
    return setting >= 0 && setting < DEMO_SETTING_COUNT ? demo->settings[setting] : 0;
}

static void NoteStep(Demo* demo, const svSimStats* stats) {
    double* n = demo->numbers;
    n[DEMO_STEPS] = (double)svSim_StepCount(demo->sim);
    n[DEMO_TIME] = svSim_Time(demo->sim);
    n[DEMO_PARTS] = stats->parts;
    n[DEMO_ROUNDS] = stats->rounds;
    n[DEMO_NEWTON] = stats->newtonIterations;
    n[DEMO_NEAR] = (double)stats->nearPairs;
    n[DEMO_STRETCH] = stats->worstStretch;
    n[DEMO_SOLVE_MS] = 1e3 * stats->solveSeconds;
    n[DEMO_NEAR_MS] = 1e3 * stats->proximitySeconds;
    n[DEMO_DETECT_MS] = 1e3 * (stats->detectSeconds + stats->failSafeSeconds);
    n[DEMO_SIM_MS] = 1e3 * stats->totalSeconds;
}

// Where cloth has no room for what the hand does, the hand lets go.
static svStatus StepSim(Demo* demo) {
    svSimStats stats;
    memset(&stats, 0, sizeof(stats));
    demo->path.states = 0;
    demo->path.status = SV_OK;
    Demo_KeepState(0, demo); // the beginning
    svStatus status = Demo_MoveByHand(demo);
    if (status == SV_OK) {
        status = svSim_Step(demo->sim, &stats);
    }
    if (status != SV_OK) {
        demo->numbers[DEMO_FAILED] += 1;
        char why[DEMO_MESSAGE];
        snprintf(why, sizeof(why), "%s", svContext_LastError(demo->context));
        Demo_DropAll(demo);
        return Demo_Fail(demo, status, why);
    }
    Demo_BallArrived(demo);
    Demo_ReadState(demo);
    NoteStep(demo, &stats);
    return SV_OK;
}

svStatus Demo_Step(Demo* demo) {
    if (demo->sim == NULL) {
        return Demo_Fail(demo, SV_ERROR_ARGUMENT, "the scene could not be made");
    }
    const double begin = Demo_Milliseconds();
    svStatus status = StepSim(demo);
    if (status != SV_OK) {
        return status;
    }
    status = Demo_Prove(demo);
    if (status == SV_OK) {
        status = Demo_LookAhead(demo);
    }
    demo->numbers[DEMO_TOTAL_MS] = Demo_Milliseconds() - begin;
    return Demo_Fail(demo, status, NULL);
}
