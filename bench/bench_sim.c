// The simulator: how fast it is with one and with two threads, and how far its steps are from the
// same steps solved until nothing changes. The table of docs/simulator.md.

#include "report/program.h"
#include "report/table.h"
#include "report/terminal.h"
#include "selvage/sim.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAM "bench_sim"

// A scene; without a text it is the built-in one of its name.
typedef struct Entry {
    const char* name;
    const char* about;
    int frames;
    const char* text; // JSON, behind the first brace
} Entry;

static const Entry entries[] = {
    {"drape", "20x20 particles", 300, NULL},
    {"bigsingularity", "100x100 particles", 300, NULL},
    {"swing", "100x100 particles from two corners, no collisions", 80,
     "\"name\": \"swing\", \"frames\": 80, \"collisions\": false, \"cloths\": ["
     "{\"name\": \"sheet\", \"shape\": \"grid\", \"size\": [1, 1], \"cells\": [99, 99],"
     " \"pins\": [{\"corners\": [\"-x-y\", \"+x-y\"]}]}]}"},
    {"cover", "51,200 triangles fall on a ball and a floor", 60,
     "\"name\": \"cover\", \"frames\": 60, \"cloths\": ["
     "{\"name\": \"sheet\", \"shape\": \"grid\", \"size\": [2, 2], \"cells\": [160, 160],"
     " \"move\": [0, 0, 0.55]}], \"obstacles\": ["
     "{\"name\": \"ball\", \"shape\": \"ball\", \"radius\": 0.5, \"cells\": 16},"
     "{\"name\": \"floor\", \"shape\": \"floor\", \"height\": -0.5}]}"},
};
enum { ENTRY_COUNT = sizeof(entries) / sizeof(entries[0]) };

// Every so many frames a step is compared with the reference: solved two hundred times as strictly.
enum { COMPARE_EVERY = 10 };
static const char strictly[] = "\"solverAccuracy\": 1e-4, \"solverIterations\": 400,";

static const char usage[] =
    "usage: bench_sim [SCENE...]\n"
    "Simulates drape, bigsingularity, swing and cover, or those named: with one thread, with\n"
    "two, and once more to compare every tenth step with the same step solved until nothing\n"
    "changes.\n";

// What a run tells.
typedef struct Run {
    svSimStats sum;
    double seconds;
} Run;

// The distance of steps from their references: root mean squares over all particles, in metres, and
// of what the references change.
typedef struct Distance {
    double error, change;
} Distance;

static const char* BuiltInText(const char* name) {
    for (size_t i = 0; i < svBuiltInScene_Count(); ++i) {
        const svBuiltInScene scene = svBuiltInScene_Get(i);
        if (strcmp(scene.name, name) == 0) {
            return strchr(scene.text, '{') + 1;
        }
    }
    return NULL;
}

// The scene with these keys in front of its own.
static svStatus OpenScene(svContext* context, const Entry* entry, const char* keys,
                          svSimScene* scene) {
    const char* rest = entry->text != NULL ? entry->text : BuiltInText(entry->name);
    const size_t room = strlen(keys) + strlen(rest) + 2;
    char* text = malloc(room);
    if (text == NULL) {
        return SV_ERROR_MEMORY;
    }
    snprintf(text, room, "{%s%s", keys, rest);
    const svStatus status =
        svSimScene_ReadMemory(context, entry->name, text, strlen(text), NULL, scene);
    free(text);
    return status;
}

static svContext* CreateContext(uint32_t workers) {
    svContextDef def = svDefaultContextDef();
    def.workerCount = workers;
    svContext* context = NULL;
    return svContext_Create(&def, &context) == SV_OK ? context : NULL;
}

static svStatus Simulate(const Entry* entry, uint32_t workers, Run* run) {
    svContext* context = CreateContext(workers);
    if (context == NULL) {
        return SV_ERROR_MEMORY;
    }
    svSimScene scene = {0};
    *run = (Run){0};
    svStatus status = OpenScene(context, entry, "", &scene);
    for (int frame = 1; status == SV_OK && frame <= entry->frames; ++frame) {
        svSimStats stats;
        Terminal_Progress("%s, %u %s, frame %d of %d", entry->name, workers,
                          workers == 1 ? "thread" : "threads", frame, entry->frames);
        status = svSim_Step(scene.sim, &stats);
        if (status == SV_OK) {
            svSimStats_Add(&run->sum, &stats);
            run->seconds += stats.totalSeconds;
        }
    }
    Terminal_Progress(NULL);
    if (status != SV_OK) {
        fprintf(stderr, PROGRAM ": %s: %s\n", entry->name, svContext_LastError(context));
    }
    svSim_Destroy(scene.sim);
    svContext_Destroy(context);
    return status;
}

// Steps `sim` once from a state of `size` bytes.
static svStatus StepFrom(svSim* sim, const void* state, size_t size) {
    const svStatus status = svSim_LoadState(sim, state, size);
    return status == SV_OK ? svSim_Step(sim, NULL) : status;
}

// Sums of squares over the particles of a cloth, after the step of `sim` and of `exact`; `before`
// is in the state before it.
static void AddDistance(const svSimMesh* before, const svSimMesh* after, const svSimMesh* exact,
                        Distance* sum, double* particles) {
    const double h = svDefaultSimDef().timeStep;
    for (size_t i = 0; i < before->positions.count; ++i) {
        double x0[3], v0[3], x[3], reference[3];
        svPositions_Get(&before->positions, i, x0);
        svPositions_Get(&before->velocities, i, v0);
        svPositions_Get(&after->positions, i, x);
        svPositions_Get(&exact->positions, i, reference);
        for (int k = 0; k < 3; ++k) {
            const double error = x[k] - reference[k];
            const double change = reference[k] - x0[k] - h * v0[k];
            sum->error += error * error;
            sum->change += change * change;
        }
    }
    *particles += (double)before->positions.count;
}

// Three copies of a scene: the course, the step that is compared, its reference.
static svStatus CompareSteps(svContext* context, const Entry* entry, svSimScene copies[3],
                             Distance* distance) {
    svStatus status = OpenScene(context, entry, "", &copies[0]);
    status = status == SV_OK ? OpenScene(context, entry, "", &copies[1]) : status;
    status = status == SV_OK ? OpenScene(context, entry, strictly, &copies[2]) : status;
    double particles = 0;
    for (int frame = 1; status == SV_OK && frame <= entry->frames; ++frame) {
        Terminal_Progress("%s, reference, frame %d of %d", entry->name, frame, entry->frames);
        if (frame % COMPARE_EVERY == 0) {
            const size_t size = svSim_StateSize(copies[0].sim);
            void* state = malloc(size);
            if (state == NULL) {
                return SV_ERROR_MEMORY;
            }
            svSim_SaveState(copies[0].sim, state);
            status = StepFrom(copies[1].sim, state, size);
            status = status == SV_OK ? StepFrom(copies[2].sim, state, size) : status;
            free(state);
            for (uint32_t c = 0; status == SV_OK && c < svSim_ClothCount(copies[0].sim); ++c) {
                const svSimMesh before = svSim_GetCloth(copies[0].sim, c);
                const svSimMesh after = svSim_GetCloth(copies[1].sim, c);
                const svSimMesh exact = svSim_GetCloth(copies[2].sim, c);
                AddDistance(&before, &after, &exact, distance, &particles);
            }
        }
        status = status == SV_OK ? svSim_Step(copies[0].sim, NULL) : status;
    }
    distance->error = sqrt(distance->error / particles);
    distance->change = sqrt(distance->change / particles);
    return status;
}

static svStatus MeasureDistance(const Entry* entry, Distance* distance) {
    svContext* context = CreateContext(1);
    if (context == NULL) {
        return SV_ERROR_MEMORY;
    }
    svSimScene copies[3] = {0};
    *distance = (Distance){0, 0};
    const svStatus status = CompareSteps(context, entry, copies, distance);
    Terminal_Progress(NULL);
    if (status != SV_OK) {
        fprintf(stderr, PROGRAM ": %s: %s\n", entry->name, svContext_LastError(context));
    }
    for (int i = 0; i < 3; ++i) {
        svSim_Destroy(copies[i].sim);
    }
    svContext_Destroy(context);
    return status;
}

static svStatus MeasureEntry(const Entry* entry, Table* table) {
    Run runs[2];
    Distance distance;
    svStatus status = Simulate(entry, 1, &runs[0]);
    status = status == SV_OK ? Simulate(entry, 2, &runs[1]) : status;
    status = status == SV_OK ? MeasureDistance(entry, &distance) : status;
    if (status != SV_OK) {
        return status;
    }
    const svSimStats* sum = &runs[0].sum;
    const double frames = entry->frames, ms = 1e3 / frames;
    TableRow* row = Table_AddRow(table, entry->name);
    Cell_Number(row->cells[1], frames / runs[0].seconds, 1);
    Cell_Number(row->cells[2], runs[0].seconds / runs[1].seconds, 2);
    Cell_Number(row->cells[3], sum->newtonIterations / frames, 1);
    Cell_Number(row->cells[4], sum->solverIterations / frames, 1);
    Cell_Number(row->cells[5], ms * sum->solveSeconds, 2);
    Cell_Number(row->cells[6], ms * sum->proximitySeconds, 2);
    Cell_Number(row->cells[7], ms * sum->detectSeconds, 2);
    Cell_Number(row->cells[8], 1e3 * distance.error, 3);
    Cell_Number(row->cells[9], 1e3 * distance.change, 3);
    return SV_OK;
}

static bool IsNamed(const Entry* entry, int argc, char** argv) {
    bool named = argc == 1;
    for (int i = 1; i < argc; ++i) {
        named |= strcmp(argv[i], entry->name) == 0;
    }
    return named;
}

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        bool known = false;
        for (int e = 0; e < ENTRY_COUNT; ++e) {
            known |= strcmp(argv[i], entries[e].name) == 0;
        }
        if (!known) {
            const bool help = strcmp(argv[i], "--help") == 0;
            fputs(usage, help ? stdout : stderr);
            return help ? EXIT_CLEAN : EXIT_TROUBLE;
        }
    }
    const char* heads[] = {"scene",    "frames/s", "2 threads", "Newton",    "CG",
                           "ms solve", "near",     "CCD",       "off by mm", "of mm"};
    Table table = Table_Make(heads, 10);
    for (int e = 0; e < ENTRY_COUNT; ++e) {
        if (IsNamed(&entries[e], argc, argv) && MeasureEntry(&entries[e], &table) != SV_OK) {
            Table_Destroy(&table);
            return EXIT_TROUBLE;
        }
    }
    Table_Finish(&table, stdout);
    puts("Newton, CG: iterations a frame. off by: root mean square, over every tenth step, of the\n"
         "distance from the same step solved until nothing changes; of: what that step changes.");
    return Program_FlushStdout() ? EXIT_CLEAN : EXIT_TROUBLE;
}
