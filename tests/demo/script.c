#include "script.h"

const char* Script_Verb(ScriptVerb verb, int* count) {
    static const char* const names[] = {"ball", "pull", "letGo", "pin", "set"};
    static const int counts[] = {3, 4, 0, 2, 2};
    *count = counts[verb];
    return names[verb];
}

typedef struct Entry {
    int step;
    ScriptCommand command;
} Entry;

// The vertices are given as shares of 1000.
static const Entry entries[] = {
    {70, {SCRIPT_PULL, {0, 0.75, 0.7, 1.2}}},
    {110, {SCRIPT_PULL, {0, 0.2, 0.6, 1.3}}},
    {150, {SCRIPT_LET_GO, {0}}},
    {200, {SCRIPT_PIN, {520, 1}}},
    {260, {SCRIPT_SET, {DEMO_WIND, 5}}},
    {320, {SCRIPT_SET, {DEMO_FRICTION, 0.6}}},
    {330, {SCRIPT_SET, {DEMO_WIND, 0}}},
    {360, {SCRIPT_SET, {DEMO_METHOD, DEMO_HAN2021}}},
    {380, {SCRIPT_SET, {DEMO_THICKNESS, 0.01}}},
    {400, {SCRIPT_PIN, {520, 0}}},
    {420, {SCRIPT_SET, {DEMO_LEVEL, 1}}},
    {440, {SCRIPT_SET, {DEMO_METHOD, DEMO_DING2013}}},
    {450, {SCRIPT_SET, {DEMO_GRAVITY, 5}}},
    {470, {SCRIPT_SET, {DEMO_VOLUME, 2}}},
    {490, {SCRIPT_SET, {DEMO_METHOD, DEMO_ZHANG2012}}},
    {510, {SCRIPT_PULL, {999, -0.5, -0.3, 0.9}}},
    {530, {SCRIPT_SET, {DEMO_METHOD, DEMO_BADE2015}}},
    {560, {SCRIPT_LET_GO, {0}}},
    {570, {SCRIPT_SET, {DEMO_METHOD, DEMO_WANG2018}}},
};

// The ball's way: a place every forty steps, straight lines between them.
static const double places[][3] = {
    {0.04, -0.03, 0.55}, {0.04, -0.03, 0.55}, {0.3, 0.1, 0.6},  {-0.3, 0.2, 0.8},
    {-0.4, -0.3, 0.5},   {0.2, -0.5, 0.4},    {0.6, 0, 0.7},    {0, 0.5, 1.1},
    {0, 0, 0.4},         {-0.6, 0.3, 0.35},   {0.5, 0.5, 0.35}, {0.1, -0.2, 0.9},
    {0, 0, 0.5},         {0.4, -0.4, 0.45},   {-0.2, 0, 1.3},   {0, 0, 0.5},
};

int Script_Before(int step, uint32_t vertices, ScriptCommand commands[SCRIPT_MOST]) {
    int count = 0;
    if (step % 4 == 0) {
        const double* from = places[step / 40];
        const double* to = places[step / 40 + (step < SCRIPT_STEPS - 40 ? 1 : 0)];
        const double share = (step % 40) / 40.0;
        ScriptCommand* command = &commands[count++];
        command->verb = SCRIPT_BALL;
        for (int d = 0; d < 3; ++d) {
            command->numbers[d] = from[d] + share * (to[d] - from[d]);
        }
    }
    for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]) && count < SCRIPT_MOST; ++i) {
        if (entries[i].step == step) {
            ScriptCommand* command = &commands[count++];
            *command = entries[i].command;
            if (command->verb == SCRIPT_PULL || command->verb == SCRIPT_PIN) {
                const uint32_t share = (uint32_t)command->numbers[0];
                const uint32_t vertex = share * (vertices - 1) / 999;
                command->numbers[0] = vertex;
            }
        }
    }
    return count;
}

svStatus Script_Do(Demo* demo, const ScriptCommand* command) {
    const double* n = command->numbers;
    switch (command->verb) {
    case SCRIPT_BALL:
        return Demo_MoveBall(demo, n[0], n[1], n[2]);
    case SCRIPT_PULL:
        return Demo_Pull(demo, (uint32_t)n[0], n[1], n[2], n[3]);
    case SCRIPT_LET_GO:
        return Demo_LetGo(demo);
    case SCRIPT_PIN:
        return Demo_Pin(demo, (uint32_t)n[0], (int)n[1]);
    default:
        return Demo_Set(demo, (int)n[0], n[1]);
    }
}
