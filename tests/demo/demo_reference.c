// Runs the script natively and writes it, with what came out, for browser.mjs: the commands of each
// step, and the hashes of contacts and cloth now and then.
// usage: demo_reference TRIANGLES >reference.json

#include "script.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define SCENE DEMO_DRAPE
#define EVERY 60

static uint32_t Part(const Demo* demo, int number) {
    return (uint32_t)Demo_Number(demo, number);
}

static void PrintCommands(const ScriptCommand* commands, int count) {
    printf("[");
    for (int i = 0; i < count; ++i) {
        int numbers = 0;
        printf("%s[\"%s\"", i > 0 ? "," : "", Script_Verb(commands[i].verb, &numbers));
        for (int k = 0; k < numbers; ++k) {
            printf(",%.17g", commands[i].numbers[k]);
        }
        printf("]");
    }
    printf("]");
}

int main(int count, char** arguments) {
    const uint32_t triangles = count > 1 ? (uint32_t)strtoul(arguments[1], NULL, 10) : 5000;
    Demo* demo = Demo_Create(SCENE, triangles, 1);
    if (demo == NULL || Demo_Status(demo) != SV_OK) {
        fprintf(stderr, "demo_reference: %s\n", demo != NULL ? Demo_Message(demo) : "no memory");
        return 2;
    }
    size_t numbers = 0;
    Demo_Positions(demo, 0, &numbers);
    printf("{\"scene\":%d,\"triangles\":%" PRIu32 ",\"every\":%d,\"steps\":[", SCENE, triangles,
           EVERY);
    ScriptCommand commands[SCRIPT_MOST];
    for (int step = 0; step < SCRIPT_STEPS; ++step) {
        const int made = Script_Before(step, (uint32_t)(numbers / 3), commands);
        printf("%s", step > 0 ? ",\n" : "\n");
        PrintCommands(commands, made);
    }
    printf("],\n\"hashes\":[");
    double seconds = 0;
    for (int step = 0; step < SCRIPT_STEPS; ++step) {
        const int made = Script_Before(step, (uint32_t)(numbers / 3), commands);
        for (int i = 0; i < made; ++i) {
            Script_Do(demo, &commands[i]);
        }
        Demo_Step(demo);
        seconds += 1e-3 * Demo_Number(demo, DEMO_TOTAL_MS);
        if ((step + 1) % EVERY == 0) {
            printf("%s\n\"%08" PRIx32 "%08" PRIx32 " %08" PRIx32 "%08" PRIx32 "\"",
                   step < EVERY ? "" : ",", Part(demo, DEMO_HASH_HIGH), Part(demo, DEMO_HASH_LOW),
                   Part(demo, DEMO_SHAPE_HIGH), Part(demo, DEMO_SHAPE_LOW));
        }
    }
    printf("],\n\"failed\":%g,\"intersections\":%g,\"passed\":%g,\"rate\":%.1f}\n",
           Demo_Number(demo, DEMO_FAILED), Demo_Number(demo, DEMO_INTERSECTIONS),
           Demo_Number(demo, DEMO_PASSED), SCRIPT_STEPS / seconds);
    Demo_Destroy(demo);
    return 0;
}
