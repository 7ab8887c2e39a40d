// selvage sim: a scene file in; simulated cloth as an animation, and a log, out. Runs can be
// resumed.

#include "sim_run.h"

#include "report/progress.h"
#include "report/terminal.h"
#include "tool/command.h"
#include "tool/scene_options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    OUTPUT,
    FRAMES,
    RESOLUTION,
    FORMAT,
    OBSTACLES,
    NO_OBSTACLES,
    SUBSTEPS_OUT,
    VERIFY,
    RESTART,
    CHECKPOINT,
    FRAME_SECONDS,
    THREADS,
    HTML,
    LAYERS,
    PNG,
    PNG_LAST = PNG + STILL_OPTION_COUNT - 1,
    LIST,
    PRINT,
    QUIET,
    OPTION_COUNT
};

static const Option simOptions[OPTION_COUNT] = {
    [OUTPUT] = {"output", OPTION_ONE, "DIR", "the folder to write into; created if needed"},
    [FRAMES] = {"frames", OPTION_ONE, "N",
                "frames to simulate after the initial one (default: as the scene says)"},
    [RESOLUTION] = {"resolution", OPTION_ONE, "F",
                    "F times as many cells along each side of generated cloths (default 1)"},
    [FORMAT] = {"format", OPTION_ONE, "pc2|ply|obj",
                "a cache for each mesh (default pc2), or a mesh file for each frame"},
    [OBSTACLES] = {"obstacles", OPTION_FLAG, NULL,
                   "write every frame of all obstacles, not just of those that ever move"},
    [NO_OBSTACLES] = {"no-obstacles", OPTION_FLAG, NULL,
                      "write the first frame alone of all obstacles"},
    [SUBSTEPS_OUT] = {"substeps-out", OPTION_FLAG, NULL,
                      "a frame in the caches for every accepted part of a step: substeps, and "
                      "the pieces of steps that were halved; log.json tells their times"},
    [VERIFY] = {"verify", OPTION_FLAG, NULL,
                "test every frame for triangles that intersect, exactly; exit code 1 if there are "
                "any"},
    [RESTART] = {"restart", OPTION_FLAG, NULL,
                 "discard the run in that folder, finished or not, and start over"},
    [CHECKPOINT] = {"checkpoint", OPTION_ONE, "S",
                    "a checkpoint every S seconds, the most that is lost if the run is killed "
                    "(default 5; 0: after every frame)"},
    [FRAME_SECONDS] = {"frame-seconds", OPTION_ONE, "S",
                       "give up (exit code 3) at a frame that takes longer than S seconds, shared "
                       "equally by its substeps (default 0: never)"},
    [THREADS] = {"threads", OPTION_ONE, "N", "threads to use (default 0: all)"},
    [HTML] = {"html", OPTION_ONE, "FILE.html",
              "write a page that shows the animation in any browser; beyond 25 MB frames are left "
              "out (selvage view --limit)"},
    [LAYERS] = {"layers", OPTION_MAYBE, "=FRAMES",
                "show in that page what the library does in the last step, or in the frames listed "
                "(3,7,10-12) or in 'all': bounding volumes, pairs of each stage, normals"},
    STILL_OPTIONS(PNG, "draw the last frame, without a browser"),
    [LIST] = {"list", OPTION_FLAG, NULL, "list the built-in scenes"},
    [PRINT] = {"print", OPTION_FLAG, NULL, "write the file of a built-in scene to stdout"},
    [QUIET] = {"quiet", OPTION_FLAG, NULL, "no text and no warnings, only errors"},
};

// Largest scene file: text, not meshes.
#define SCENE_BYTES_MAX ((size_t)64 << 20)

typedef struct SceneText {
    const char* text;
    size_t size;
    char* memory;       // of a file
    const char* folder; // that the scene's file names are relative to; null: the current one
    char* folderMemory;
} SceneText;

static int ListScenes(void) {
    const int columns = Terminal_Columns(stdout, 1000);
    const size_t count = svBuiltInScene_Count();
    for (size_t i = 0; i < count; ++i) {
        const svBuiltInScene scene = svBuiltInScene_Get(i);
        if (columns < 60) {
            printf("%s\n", scene.name);
            Terminal_Wrap(stdout, scene.about, 4, columns);
        } else {
            char line[256];
            snprintf(line, sizeof(line), "%-16s%s", scene.name, scene.about);
            Terminal_WrapHanging(stdout, line, 0, 16, columns);
        }
    }
    return EXIT_CLEAN;
}

static bool FindBuiltIn(const char* name, svBuiltInScene* scene) {
    const size_t count = svBuiltInScene_Count();
    for (size_t i = 0; i < count; ++i) {
        *scene = svBuiltInScene_Get(i);
        if (strcmp(name, scene->name) == 0) {
            return true;
        }
    }
    return false;
}

static void ComplainNoSuchScene(const char* name) {
    const char* names[64];
    int count = 0;
    for (; (size_t)count < svBuiltInScene_Count() && count < 64; ++count) {
        names[count] = svBuiltInScene_Get((size_t)count).name;
    }
    const char* nearest = Command_Nearest(name, names, count);
    if (nearest != NULL) {
        Terminal_Complain("there is no scene and no file '%s' (did you mean %s?)", name, nearest);
    } else {
        Terminal_Complain("there is no scene and no file '%s' (try: selvage sim --list)", name);
    }
}

static int PrintScene(const char* name) {
    svBuiltInScene scene;
    if (FindBuiltIn(name, &scene)) {
        fputs(scene.text, stdout);
        return EXIT_CLEAN;
    }
    ComplainNoSuchScene(name);
    return EXIT_TROUBLE;
}

// Reads to the end in chunks: a pipe has no size. False: see errno.
static bool ReadStream(FILE* stream, SceneText* scene) {
    size_t capacity = 1 << 16;
    scene->memory = Terminal_Allocate(capacity, 1);
    for (;;) {
        scene->size += fread(scene->memory + scene->size, 1, capacity - scene->size, stream);
        if (ferror(stream) || scene->size > SCENE_BYTES_MAX) {
            errno = ferror(stream) ? errno : EFBIG;
            return false;
        }
        if (scene->size < capacity) {
            scene->text = scene->memory;
            return true;
        }
        char* larger = Terminal_Allocate(2 * capacity, 1);
        memcpy(larger, scene->memory, scene->size);
        free(scene->memory);
        scene->memory = larger;
        capacity *= 2;
    }
}

// The text of a built-in scene or of a file. Read once, here, so that the simulation and the
// checkpoint's hash see the same bytes.
static bool LoadSceneText(const char* name, SceneText* scene) {
    *scene = (SceneText){0};
    svBuiltInScene builtIn;
    if (FindBuiltIn(name, &builtIn)) {
        scene->text = builtIn.text;
        scene->size = strlen(builtIn.text);
        return true;
    }
    FILE* stream = fopen(name, "rb");
    if (stream == NULL && errno == ENOENT && strpbrk(name, "/.") == NULL) {
        ComplainNoSuchScene(name);
        return false;
    }
    const bool good = stream != NULL && ReadStream(stream, scene);
    if (!good) {
        Terminal_Complain("cannot read %s: %s", name, strerror(errno));
    }
    if (stream != NULL) {
        fclose(stream);
    }
    const char* slash = strrchr(name, '/');
    if (slash != NULL) {
        const size_t length = slash == name ? 1 : (size_t)(slash - name);
        scene->folderMemory = Terminal_Allocate(length + 1, 1);
        memcpy(scene->folderMemory, name, length);
        scene->folder = scene->folderMemory;
    }
    return good;
}

static void SceneText_Destroy(SceneText* scene) {
    free(scene->memory);
    free(scene->folderMemory);
}

// Says that an interrupted run can be resumed.
static void SayEnd(const SimRun* run, int code) {
    const uint64_t done = run->folder.checkpoint.frameCount;
    if (code == EXIT_BROKEN) {
        Terminal_Complain("ended by Ctrl-C after frame %llu of %lu; the same command resumes there",
                          done > 0 ? (unsigned long long)done - 1 : 0,
                          (unsigned long)run->scene.frameCount);
    } else if (code == EXIT_TROUBLE && SimFolder_HasCheckpoint(&run->folder)) {
        Terminal_Complain("%s keeps the frames so far; the same command resumes there",
                          run->folder.part);
    }
}

// No fabric stretches so far: pins or obstacles have torn at it.
static void WarnOfStretch(const SimSummary* summary) {
    if (summary->worstStretch > 0.5) {
        Terminal_Complain("warning: cloth is stretched by %.0f %% in frame %llu: what holds or "
                          "pushes it moves farther, or faster, than it can follow",
                          100 * summary->worstStretch,
                          (unsigned long long)summary->worstStretchFrame);
    }
}

static int ConcludeRun(SimRun* run) {
    SimSummary summary;
    if (!SimRun_Summarize(run, &summary)) {
        return EXIT_TROUBLE;
    }
    const int code = SimRun_Finish(run, &summary);
    Progress_End();
    if (code != EXIT_CLEAN) {
        return code;
    }
    if (!run->settings->quiet) {
        SimRun_Print(run, &summary, stdout);
        WarnOfStretch(&summary);
    }
    return summary.badFrames > 0 ? EXIT_FOUND : EXIT_CLEAN;
}

// Resumes at the checkpoint of the folder. False after a complaint.
static bool GoOn(SimRun* run) {
    const svStatus status = svSim_LoadState(run->scene.sim, run->state.bytes, run->state.size);
    if (status != SV_OK) {
        Terminal_Complain("%s: %s; --restart starts over", run->folder.part,
                          svContext_LastError(run->context));
        return false;
    }
    const unsigned long last = run->scene.frameCount;
    const unsigned long long next = run->folder.checkpoint.frameCount;
    if (run->settings->quiet) {
        return true;
    }
    if (next <= last) {
        Terminal_Complain("%s resumes at frame %llu of %lu", run->settings->output, next, last);
    } else {
        Terminal_Complain("%s has all its frames: writing the files", run->settings->output);
    }
    return true;
}

static int RunInFolder(SimRun* run) {
    SimFolder* folder = &run->folder;
    const SimProgress found =
        SimFolder_Resume(folder, &run->wanted, run->settings->restart, &run->state);
    if (found == SIM_COMPLETE) {
        Terminal_Complain("%s: the run was finished already; its temporary files are removed now",
                          folder->path);
        return SimFolder_BadFrames(folder) > 0 ? EXIT_FOUND : EXIT_CLEAN;
    }
    const bool ready = found == SIM_BEGINS
                           ? SimRun_CheckTargets(run) && SimFolder_Begin(folder, &run->wanted)
                       : found == SIM_GOES_ON ? GoOn(run)
                                              : false;
    if (!ready) {
        return EXIT_TROUBLE;
    }
    run->progress = Progress_Begin("frame", run->scene.frameCount);
    run->progress.tellRate = true;
    run->progress.firstStep = (size_t)folder->checkpoint.frameCount;
    int code = SimRun_Simulate(run);
    code = code == EXIT_CLEAN ? ConcludeRun(run) : code;
    Progress_End();
    SayEnd(run, code);
    return code;
}

static int RunSimScene(const SimSettings* settings, const SceneText* text, svContext* context) {
    SimRun run = {.settings = settings, .context = context};
    svSimSceneDef def = svDefaultSimSceneDef();
    def.resolution = settings->resolution;
    def.frameCount = settings->frames;
    def.folder = text->folder;
    def.frameSeconds = settings->frameSeconds;
    def.path = settings->substepsOut ? SimRun_TakePart : NULL;
    def.pathUser = &run;
    const svStatus status =
        svSimScene_ReadMemory(context, settings->scene, text->text, text->size, &def, &run.scene);
    if (status != SV_OK) {
        const char* why = svContext_LastError(context);
        Terminal_Complain("%s", why[0] != '\0' ? why : svStatus_Text(status));
        return EXIT_TROUBLE;
    }
    SimRun_Prepare(&run, text->text, text->size);
    int code = EXIT_TROUBLE;
    if (SimRun_CheckPage(&run) && SimFolder_Open(&run.folder, settings->output)) {
        code = RunInFolder(&run);
        if ((settings->html != NULL || settings->png.path != NULL) &&
            (code == EXIT_CLEAN || code == EXIT_FOUND)) {
            const int written = SimRun_WritePage(&run);
            code = written == EXIT_CLEAN ? code : written;
        }
        SimFolder_Close(&run.folder);
    }
    SimRun_Destroy(&run);
    return code;
}

static bool ParseSim(const Arguments* arguments, SimSettings* settings) {
    static const char* const formats[SIM_FORMAT_COUNT] = {"pc2", "ply", "obj"};
    *settings = (SimSettings){.resolution = 1, .checkpoint = 5};
    uint64_t frames = 0, threads = 0;
    int format = SIM_PC2;
    if (!Arguments_GetCount(arguments, FRAMES, 1, 1000000, &frames) ||
        !Arguments_GetCount(arguments, THREADS, 0, 256, &threads) ||
        !Arguments_GetNumber(arguments, RESOLUTION, &settings->resolution) ||
        !Arguments_GetNumber(arguments, CHECKPOINT, &settings->checkpoint) ||
        !Arguments_GetNumber(arguments, FRAME_SECONDS, &settings->frameSeconds) ||
        !Arguments_GetName(arguments, FORMAT, formats, SIM_FORMAT_COUNT, &format)) {
        return false;
    }
    if (!(settings->resolution > 0)) {
        Terminal_Complain("option --resolution: '%s' is not above 0",
                          arguments->values[RESOLUTION][0]);
        return false;
    }
    if (arguments->given[OBSTACLES] && arguments->given[NO_OBSTACLES]) {
        Terminal_Complain("--obstacles and --no-obstacles contradict each other");
        return false;
    }
    if (arguments->values[OUTPUT][0] == NULL || arguments->values[OUTPUT][0][0] == '\0') {
        Terminal_Complain("-o DIR is missing: the folder to write into");
        return false;
    }
    settings->scene = arguments->files[0];
    settings->output = arguments->values[OUTPUT][0];
    settings->html = arguments->values[HTML][0];
    settings->layers = arguments->values[LAYERS][0];
    if (settings->layers != NULL && settings->html == NULL) {
        Terminal_Complain("option --layers needs --html FILE.html");
        return false;
    }
    if (!StillFile_Parse(arguments, PNG, NULL, &settings->png)) {
        return false;
    }
    if (Output_IsStdout(settings->html) && Output_IsStdout(settings->png.path)) {
        Terminal_Complain("options --html and --png: only one of them can go to stdout");
        return false;
    }
    settings->frames = (uint32_t)frames;
    settings->threads = (uint32_t)threads;
    settings->format = (SimFormat)format;
    settings->obstacles = arguments->given[OBSTACLES]      ? SIM_ALL
                          : arguments->given[NO_OBSTACLES] ? SIM_NONE
                                                           : SIM_MOVING;
    settings->substepsOut = arguments->given[SUBSTEPS_OUT];
    settings->verify = arguments->given[VERIFY];
    settings->restart = arguments->given[RESTART];
    settings->quiet = arguments->given[QUIET];
    return true;
}

static int SimulateScene(const Arguments* arguments) {
    SimSettings settings;
    SceneText text;
    if (!ParseSim(arguments, &settings)) {
        return EXIT_TROUBLE;
    }
    int code = EXIT_TROUBLE;
    const bool read = LoadSceneText(settings.scene, &text);
    const SceneOptions options = {.threads = settings.threads};
    svContext* context = read ? SceneOptions_CreateContext(&options, !settings.quiet) : NULL;
    if (context != NULL) {
        code = RunSimScene(&settings, &text, context);
        svContext_Destroy(context);
    }
    SceneText_Destroy(&text);
    return code;
}

static int Simulate(const Command* command, int argc, char** argv) {
    Arguments arguments;
    int code = EXIT_TROUBLE;
    if (!Arguments_Parse(&arguments, command, argc, argv, &code)) {
        return code;
    }
    if (arguments.given[LIST]) {
        return ListScenes();
    }
    if (arguments.fileCount != 1) {
        Terminal_Complain(arguments.fileCount == 0 ? "no scene given (try: selvage sim --list)"
                                                   : "one scene at a time");
        return EXIT_TROUBLE;
    }
    return arguments.given[PRINT] ? PrintScene(arguments.files[0]) : SimulateScene(&arguments);
}

const Command simCommand = {
    .name = "sim",
    .summary = "simulate cloth that never passes through anything",
    .usage = "SCENE -o DIR [options]",
    .about =
        "Simulates a scene of cloth and obstacles and writes it as an animation. SCENE is a "
        "built-in scene (--list names them) or a JSON file (--print writes one to start from). No "
        "frame has triangles that intersect.\n"
        "\n"
        "For each cloth, and each obstacle that ever moves, the folder gets its first frame and a "
        "cache of all frames, cloth.obj and cloth.pc2, which Blender and others play together, or "
        "with --format ply|obj a mesh for each frame; for each obstacle that rests, one mesh; and "
        "log.json, with counts and times of each frame.\n"
        "\n"
        "Where a frame has several substeps, or a step was halved, because an obstacle is fast or "
        "to get past a contact, the way from frame to frame is not a straight line: only "
        "--substeps-out writes all of it, for selvage check to test.\n"
        "\n"
        "A run that was killed resumes when the same command is given again, and the files come "
        "out the same, byte for byte. Until then all of it is in DIR/sim.part; the files appear "
        "when they are complete. It may resume with another --frames, --frame-seconds, --threads "
        "or --checkpoint. "
        "Files of a finished run are overwritten only with --restart, other files never.\n"
        "\n"
        "Exit code 0: done; 1: --verify found triangles that intersect; 2: wrong usage, a scene "
        "with a mistake (file, line and key are named), or a file that cannot be read or written; "
        "3: the simulation cannot continue: a step is unstable, cloth has no room left, or a frame "
        "takes longer than --frame-seconds; the frames before it are kept; "
        "130: ended by Ctrl-C.",
    .examples = "selvage sim drape -o drape\n"
                "selvage sim flag -o flag --frames 600 --resolution 2 --verify\n"
                "selvage sim twist --print > mine.json\n"
                "selvage sim mine.json -o mine --format ply\n",
    .options = simOptions,
    .optionCount = OPTION_COUNT,
    .run = Simulate,
};
