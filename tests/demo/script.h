// What a visitor does in 600 steps: the ball goes through the cloth and around, a corner is pulled,
// a vertex pinned, settings change. The same in the native test and, through the page, in a
// browser.
#ifndef SELVAGE_TESTS_DEMO_SCRIPT_H
#define SELVAGE_TESTS_DEMO_SCRIPT_H

#include "demo/demo.h"

#define SCRIPT_STEPS 600
#define SCRIPT_MOST 8 // commands before one step

typedef enum ScriptVerb {
    SCRIPT_BALL,
    SCRIPT_PULL,
    SCRIPT_LET_GO,
    SCRIPT_PIN,
    SCRIPT_SET
} ScriptVerb;

// BALL x y z; PULL vertex x y z; PIN vertex on; SET setting value.
typedef struct ScriptCommand {
    ScriptVerb verb;
    double numbers[4];
} ScriptCommand;

// The name of a verb and how many numbers it has.
const char* Script_Verb(ScriptVerb verb, int* count);

// Writes the commands before step `step` to `commands`, returns how many. `vertices`: of the cloth.
int Script_Before(int step, uint32_t vertices, ScriptCommand commands[SCRIPT_MOST]);

// Does it.
svStatus Script_Do(Demo* demo, const ScriptCommand* command);

#endif
