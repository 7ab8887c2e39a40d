// selvage check: files in; collisions at an instant (DCD), over a step (CCD) or through an
// animation out, as text, JSON, lists of pairs, a mesh with its faces marked and a page that shows
// it.

#include "check.h"

#include "report/program.h"
#include "report/progress.h"
#include "report/terminal.h"
#include "tool/film_page.h"

#include <stdlib.h>
#include <string.h>

enum {
    WITH = SCENE_OPTION_COUNT,
    WITH_MOVING,
    FRAMES,
    DCD,
    CCD,
    FIRST,
    MAX_PAIRS,
    OVERLAP,
    PAIRS,
    TIMES,
    MARKED,
    SHOW,
    HTML,
    HTML_LIMIT,
    PNG,
    PNG_LAST = PNG + STILL_OPTION_COUNT - 1,
    UP,
    LAYERS,
    JSON,
    QUIET,
    OPTION_COUNT
};

static const Option checkOptions[OPTION_COUNT] = {
    SCENE_OPTIONS,
    [WITH] = {"with", OPTION_MANY, "FILE", "a static obstacle; may be repeated"},
    [WITH_MOVING] = {"with-moving", OPTION_PAIRS, "T0 T1",
                     "a moving obstacle: two mesh files, or a mesh and a cache; may be repeated"},
    [FRAMES] = {"frames", OPTION_ONE, "A-B",
                "only the frames A to B of an animation, counted from 0"},
    [DCD] = {"dcd", OPTION_FLAG, NULL, "discrete only: triangles that intersect in a frame"},
    [CCD] = {"ccd", OPTION_FLAG, NULL, "continuous only: contacts over the steps between frames"},
    [FIRST] = {"first", OPTION_FLAG, NULL,
               "only the first contact; an animation ends with its first bad frame"},
    [MAX_PAIRS] = {"max-pairs", OPTION_ONE, "N",
                   "keep at most N pairs of each kind; where there are more: exit code 3"},
    [OVERLAP] = {"overlap", OPTION_ONE, "report|error|ignore",
                 "what to do about pairs in contact at the start of a step (default report)"},
    [PAIRS] = {"pairs", OPTION_ONE, "DIR",
               "write vf.csv, ee.csv, triangles.csv (near_vf.csv, near_ee.csv) into that folder"},
    [TIMES] = {"times", OPTION_FLAG, NULL,
               "with --pairs: also vf_times.csv and ee_times.csv, with the times of contact"},
    [MARKED] = {"marked", OPTION_ONE, "FILE.ply",
                "write the mesh at t0 with a flag and a colour on the faces in contact"},
    [SHOW] = {"show", OPTION_ONE, "N", "pairs of each kind to list (default 3)"},
    [HTML] =
        {"html", OPTION_ONE, "FILE.html",
         "write a page that shows the meshes in motion, with a timeline and the faces in contact "
         "in red; any browser opens it, without a network"},
    [HTML_LIMIT] =
        {"html-limit", OPTION_ONE, "MB",
         "the most that page may take (default 25): beyond, frames far from collisions are "
         "left out"},
    STILL_OPTIONS(
        PNG,
        "draw the frame with the most pairs, with the faces in contact in red, for tickets and "
        "CI; a clean check draws the first frame"),
    [UP] = {"up", OPTION_ONE, "y|z",
            "the axis that points up in the picture and on the page (default z)"},
    [LAYERS] =
        {"layers", OPTION_MAYBE, "=FRAMES",
         "show in that page what the library did: bounding volumes, pairs of each stage, normals; "
         "of the first bad frame and the worst, or of the frames listed (3,7,10-12) or of 'all', "
         "as far as --html-limit has room; --volume chooses the volumes"},
    [JSON] = {"json", OPTION_MAYBE, "NAME.json",
              "the result as JSON: on stdout in place of the text, or into that file (--json=FILE: "
              "any name)"},
    [QUIET] = {"quiet", OPTION_FLAG, NULL, "no text and no warnings, only the exit code"},
};

static bool CheckTargets(const Arguments* arguments, const CheckSettings* settings) {
    const char* targets[4] = {settings->json, settings->marked, settings->html, settings->png.path};
    for (int i = 0; i < 4; ++i) {
        if (Command_OutputIsInput(targets[i], (const char* const*)arguments->files,
                                  arguments->fileCount)) {
            return false;
        }
        for (int k = 0; k < arguments->repeatCount; ++k) {
            if (Command_OutputIsInput(targets[i], arguments->repeats[k].values, 2)) {
                return false;
            }
        }
    }
    if (Command_OutputsAreSame(targets, 4)) {
        return false;
    }
    if (Output_IsStdout(settings->html) + Output_IsStdout(settings->json) +
            Output_IsStdout(settings->png.path) >
        1) {
        Terminal_Complain("options --html, --json and --png: only one of them can go to stdout");
        return false;
    }
    if (arguments->given[HTML_LIMIT] && settings->html == NULL) {
        Terminal_Complain("option --html-limit needs --html FILE.html");
        return false;
    }
    if (arguments->given[LAYERS] && settings->html == NULL) {
        Terminal_Complain("option --layers needs --html FILE.html");
        return false;
    }
    if (settings->times && settings->pairs == NULL) {
        Terminal_Complain("option --times needs --pairs DIR");
        return false;
    }
    return true;
}

static bool ParseCheck(const Arguments* arguments, CheckSettings* settings) {
    *settings = (CheckSettings){.lastFrame = SIZE_MAX - 1};
    if (arguments->fileCount == 0) {
        Terminal_Complain("no files given (try: selvage check --help)");
        return false;
    }
    if (arguments->given[DCD] && arguments->given[CCD]) {
        Terminal_Complain("--dcd and --ccd: give only one of them (without either, both are run)");
        return false;
    }
    static const char* const axes[] = {"y", "z"};
    static const char* const overlaps[SV_OVERLAP_ENUM_COUNT] = {"report", "error", "ignore"};
    uint64_t maxPairs = SIZE_MAX, show = 3, htmlLimit = FILM_PAGE_DEFAULT;
    int overlap = SV_OVERLAP_REPORT, up = 1;
    if (!SceneOptions_Parse(arguments, &settings->scene) ||
        !Arguments_GetCount(arguments, MAX_PAIRS, 0, SIZE_MAX, &maxPairs) ||
        !Arguments_GetCount(arguments, SHOW, 0, 1000, &show) ||
        !Arguments_GetCount(arguments, HTML_LIMIT, 1, FILM_PAGE_MOST, &htmlLimit) ||
        !Arguments_GetName(arguments, OVERLAP, overlaps, SV_OVERLAP_ENUM_COUNT, &overlap) ||
        !Arguments_GetRange(arguments, FRAMES, &settings->firstFrame, &settings->lastFrame) ||
        !Arguments_GetName(arguments, UP, axes, 2, &up) ||
        !StillFile_Parse(arguments, PNG, axes[up], &settings->png)) {
        return false;
    }
    settings->overlap = (svOverlap)overlap;
    settings->maxPairs = (size_t)maxPairs;
    settings->show = (size_t)show;
    settings->first = arguments->given[FIRST];
    settings->times = arguments->given[TIMES];
    settings->quiet = arguments->given[QUIET];
    settings->instants = !arguments->given[CCD];
    settings->steps = !arguments->given[DCD];
    settings->pairs = arguments->values[PAIRS][0];
    settings->marked = arguments->values[MARKED][0];
    settings->json = arguments->values[JSON][0];
    settings->html = arguments->values[HTML][0];
    settings->htmlLimit = (size_t)htmlLimit;
    settings->up = arguments->values[UP][0];
    settings->layers = arguments->values[LAYERS][0];
    if (settings->quiet && settings->json == NULL) {
        settings->show = 0;
    }
    return CheckTargets(arguments, settings) && (settings->html == NULL || ViewerPage_IsBuilt());
}

static svStatus AddObjects(Check* check, const Arguments* arguments) {
    svStatus status = Objects_Add(check->context, &check->objects,
                                  (const char* const*)arguments->files, arguments->fileCount);
    for (int i = 0; i < arguments->repeatCount && status == SV_OK; ++i) {
        const int count = arguments->repeats[i].option == WITH_MOVING ? 2 : 1;
        status = Objects_Add(check->context, &check->objects, arguments->repeats[i].values, count);
    }
    return status;
}

// Of a pattern or a folder, too.
static bool ReplacesInput(const Objects* objects, const CheckSettings* settings) {
    return Objects_OutputIsInput(objects, settings->json) ||
           Objects_OutputIsInput(objects, settings->marked) ||
           Objects_OutputIsInput(objects, settings->html) ||
           Objects_OutputIsInput(objects, settings->png.path);
}

// Completes the settings from the files: an instant, a step or an animation. False after a
// complaint.
static bool Settle(const Arguments* arguments, const Objects* objects, CheckSettings* settings) {
    const size_t count = objects->frameCount;
    settings->sequence =
        count > 2 || (count == 2 && objects->items[0].cache != NULL) || arguments->given[FRAMES];
    if (arguments->given[FRAMES] && settings->lastFrame >= count) {
        Terminal_Complain("option --frames: there are %zu frames, 0 to %zu", count, count - 1);
        return false;
    }
    settings->lastFrame = arguments->given[FRAMES] ? settings->lastFrame : count - 1;
    if (settings->firstFrame == settings->lastFrame && arguments->given[CCD]) {
        Terminal_Complain("option --ccd: a step needs two frames: give two mesh files, or a cache");
        return false;
    }
    settings->steps = settings->steps && settings->firstFrame < settings->lastFrame;
    return Check_LayersAreValid(settings);
}

static int FailCheck(const Check* check, svStatus status) {
    const char* text = svContext_LastError(check->context);
    Terminal_Progress(NULL);
    Terminal_Complain("%s", text[0] != '\0' ? text : svStatus_Text(status));
    return EXIT_TROUBLE;
}

// Reports the totals of the first frame that exceeded --max-pairs.
static void ComplainLimit(const Check* check) {
    for (size_t i = 0; i < check->frameCount; ++i) {
        const FrameResult* frame = &check->frames[i];
        const QueryResult *triangles = &frame->queries[CHECK_TRIANGLES],
                          *near = &frame->queries[CHECK_NEAR], *step = &frame->queries[CHECK_STEP];
        if (!triangles->limited && !near->limited && !step->limited) {
            continue;
        }
        Terminal_Complain("--max-pairs %zu: frame %zu has more: %llu vertex-face, %llu edge-edge, "
                          "%llu triangle pairs, %llu near",
                          check->settings->maxPairs, frame->frame,
                          (unsigned long long)step->counts[0], (unsigned long long)step->counts[1],
                          (unsigned long long)triangles->counts[0],
                          (unsigned long long)near->counts[0] + near->counts[1]);
        return;
    }
}

static int ReportCheck(Check* check, svStatus status) {
    const CheckSettings* settings = check->settings;
    const bool toStdout = Output_IsStdout(settings->json) || Output_IsStdout(settings->html) ||
                          Output_IsStdout(settings->png.path);
    bool good = Check_CloseFiles(check);
    if (!settings->quiet && !toStdout) {
        Check_Print(check, stdout);
    }
    if (settings->json != NULL) {
        Output output;
        const bool opened = Output_Open(&output, settings->json);
        if (opened) {
            Check_WriteJson(check, status, output.stream);
        }
        good = opened && Output_Close(&output) && good;
    }
    good = Check_WriteFilm(check) && good;
    good = (check->broken || Check_WriteStill(check, status)) && good;
    const char* verdict = Check_Verdict(check, status);
    const bool limited = strcmp(verdict, "limit") == 0;
    if (limited) {
        ComplainLimit(check);
    }
    return check->broken         ? EXIT_BROKEN
           : !good               ? EXIT_TROUBLE
           : limited             ? EXIT_LIMIT
           : check->badCount > 0 ? EXIT_FOUND
                                 : EXIT_CLEAN;
}

static int RunCheckScene(Check* check) {
    const CheckSettings* settings = check->settings;
    svStatus status =
        Objects_CreateScene(check->context, &check->objects, &settings->scene, &check->scene);
    if (status != SV_OK) {
        return FailCheck(check, status);
    }
    if (!Check_OpenFiles(check) || !Check_OpenFilm(check) || !Check_OpenStill(check)) {
        return EXIT_TROUBLE;
    }
    const size_t frames = settings->lastFrame - settings->firstFrame + 1;
    check->frames = Terminal_Allocate(frames, sizeof(*check->frames));
    check->shown = Terminal_Allocate(5 * settings->show, sizeof(*check->shown));
    if (settings->marked != NULL) {
        check->marks = Terminal_Allocate(check->objects.count, sizeof(*check->marks));
        for (uint32_t i = 0; i < check->objects.count; ++i) {
            const svTopology* topology = svMesh_GetTopology(check->objects.items[i].mesh);
            check->marks[i] = Terminal_Allocate(topology->triangleCount, 1);
        }
    }
    check->progress = Progress_Begin("frame", settings->sequence ? frames : 1);
    status = Check_Run(check);
    check->seconds = Program_Seconds() - check->progress.started;
    Progress_End();
    if (status == SV_CANCELLED) {
        Terminal_Complain("ended by Ctrl-C at frame %zu of %zu, %zu bad so far; no pair files, no "
                          "page and no picture were written",
                          check->progress.step, frames, check->badCount);
        return EXIT_BROKEN;
    }
    return status == SV_OK ? ReportCheck(check, status) : FailCheck(check, status);
}

static int RunCheck(const Arguments* arguments, CheckSettings* settings, svContext* context) {
    Check check = {.settings = settings, .context = context, .firstBad = SIZE_MAX};
    check.objects = Objects_Make((uint32_t)arguments->repeatCount + 1);
    int code = EXIT_TROUBLE;
    const svStatus status = AddObjects(&check, arguments);
    if (status != SV_OK) {
        code = FailCheck(&check, status);
    } else if (!ReplacesInput(&check.objects, settings) &&
               Settle(arguments, &check.objects, settings)) {
        code = RunCheckScene(&check);
    }
    Check_DiscardFiles(&check);
    Check_DiscardFilm(&check);
    Check_DiscardStill(&check);
    for (uint32_t i = 0; i < check.objects.count && check.marks != NULL; ++i) {
        free(check.marks[i]);
    }
    free(check.marks);
    free(check.shown);
    free(check.frames);
    svScene_Destroy(check.scene);
    Objects_Destroy(context, &check.objects);
    return code;
}

static int CheckMeshes(const Command* command, int argc, char** argv) {
    Arguments arguments;
    int code = EXIT_TROUBLE;
    CheckSettings settings;
    if (!Arguments_Parse(&arguments, command, argc, argv, &code)) {
        return code;
    }
    if (!ParseCheck(&arguments, &settings)) {
        return EXIT_TROUBLE;
    }
    svContext* context = SceneOptions_CreateContext(&settings.scene, !settings.quiet);
    if (context == NULL) {
        return EXIT_TROUBLE;
    }
    code = RunCheck(&arguments, &settings, context);
    svContext_Destroy(context);
    return code;
}

const Command checkCommand = {
    .name = "check",
    .summary = "find the collisions of a mesh, a step, a whole animation",
    .usage = "[options] T0 [T1]",
    .about =
        "One mesh file: which of its triangles intersect. Two files of one mesh: every contact "
        "(vertex-face and edge-edge) while the vertices move on straight lines from T0 to T1, and "
        "the triangles that intersect at T0. A mesh and a cache (PC2, MDD), numbered files (a "
        "folder, or a pattern such as frame_####.obj) or three files and more: every frame and "
        "every step between two frames.\n"
        "\n"
        "All answers are exact: no false negatives, no false positives. With --thickness also "
        "features that are closer than that. Obstacles (--with) are tested against the mesh, not "
        "against themselves.\n"
        "\n"
        "Exit code 0: clean; 1: collisions; 2: wrong usage or a file that cannot be read; 3: more "
        "pairs than --max-pairs; 130: ended by Ctrl-C.",
    .examples = "selvage check shirt.obj\n"
                "selvage check step_0.ply step_1.ply --pairs contacts\n"
                "selvage check shirt.obj shirt.pc2 --with body.obj --json result.json\n"
                "selvage check shirt.obj shirt.pc2 --with body.obj --html report.html\n"
                "selvage check shirt.obj shirt.pc2 --png worst.png\n"
                "selvage check 'frame_####.obj' --frames 10-20 --first --marked bad.ply\n",
    .options = checkOptions,
    .optionCount = OPTION_COUNT,
    .sharedCount = SCENE_OPTION_COUNT,
    .run = CheckMeshes,
};
