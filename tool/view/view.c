// selvage view: meshes and caches in; the page that shows them in motion, opened in the browser,
// out.

#include "report/terminal.h"
#include "tool/page_layers.h"
#include "tool/still_file.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    OUTPUT,
    WITH,
    WITH_MOVING,
    FRAMES,
    LIMIT,
    LAYERS,
    UP,
    PNG,
    OPTION_COUNT = PNG + STILL_OPTION_COUNT
};

static const Option viewOptions[OPTION_COUNT] = {
    [OUTPUT] =
        {"output", OPTION_ONE, "FILE.html",
         "write the page there and open nothing (default: into a folder of its own in TMPDIR)"},
    [WITH] = {"with", OPTION_MANY, "FILE", "another mesh, which stands still; may be repeated"},
    [WITH_MOVING] = {"with-moving", OPTION_PAIRS, "T0 T1",
                     "another mesh that moves: two mesh files, or a mesh and a cache; may be "
                     "repeated"},
    [FRAMES] = {"frames", OPTION_ONE, "A-B",
                "only the frames A to B of an animation, counted from 0"},
    [LIMIT] = {"limit", OPTION_ONE, "MB",
               "the most that the page may take (default 25): beyond, frames are left out"},
    [LAYERS] = {"layers", OPTION_MAYBE, "=FRAMES",
                "show what the library does in the last step, or in the frames listed (3,7,10-12) "
                "or in 'all': bounding volumes, pairs of each stage, normals"},
    [UP] = {"up", OPTION_ONE, "y|z", "the axis that points up (default z)"},
    STILL_OPTIONS(PNG, "draw the first of the frames, without a page and a browser"),
};

typedef struct View {
    svContext* context;
    Objects objects;
    size_t firstFrame, lastFrame;
    const char* up; // "y" or "z"; null: not told
    FilmPage page;
    StillFile png;
    char path[1024]; // of a page in a folder of its own
} View;

static void DescribeView(Json* json, void* user) {
    const View* view = user;
    Json_Text(json, "version", svVersion());
    Json_Flag(json, "sequence", view->lastFrame > view->firstFrame + 1);
    if (view->up != NULL) {
        Json_Text(json, "up", view->up);
    }
}

// TMPDIR/selvage-XXXXXX/NAME.html, after the first mesh.
static bool MakePath(View* view) {
    const char* folder = getenv("TMPDIR");
    const int length = snprintf(view->path, sizeof(view->path), "%s/selvage-XXXXXX",
                                folder != NULL && folder[0] != '\0' ? folder : "/tmp");
    if (length < 0 || (size_t)length >= sizeof(view->path) / 2 || mkdtemp(view->path) == NULL) {
        Terminal_Complain("cannot make the folder %s: %s", view->path, strerror(errno));
        view->path[0] = '\0';
        return false;
    }
    snprintf(view->path + length, sizeof(view->path) - (size_t)length, "/%.200s.html",
             view->objects.items[0].name);
    return true;
}

// Where there is a display. False: nothing was opened.
static bool OpenBrowser(const char* path) {
    extern char** environ;
#ifdef __APPLE__
    char program[] = "open";
    const bool display = true;
#else
    char program[] = "xdg-open";
    const bool display = getenv("DISPLAY") != NULL || getenv("WAYLAND_DISPLAY") != NULL;
#endif
    char* copy = strdup(path);
    char* const arguments[] = {program, copy, NULL};
    pid_t process = 0;
    int status = -1;
    const bool started = display && copy != NULL &&
                         posix_spawnp(&process, program, NULL, NULL, arguments, environ) == 0;
    const bool opened = started && waitpid(process, &status, 0) == process && status == 0;
    free(copy);
    return opened;
}

static svStatus AddViewObjects(View* view, const Arguments* arguments) {
    svStatus status = Objects_Add(view->context, &view->objects,
                                  (const char* const*)arguments->files, arguments->fileCount);
    for (int i = 0; i < arguments->repeatCount && status == SV_OK; ++i) {
        const int count = arguments->repeats[i].option == WITH_MOVING ? 2 : 1;
        status = Objects_Add(view->context, &view->objects, arguments->repeats[i].values, count);
    }
    return status;
}

// The first frame as a picture.
static int DrawView(View* view) {
    char text[60];
    const svStatus status =
        StillFile_Open(&view->png)
            ? Objects_SetFrame(view->context, &view->objects, view->firstFrame, false)
            : SV_ERROR_FILE;
    if (status != SV_OK) {
        return view->png.output.stream == NULL ? EXIT_TROUBLE
                                               : Program_ExitCode(view->context, status);
    }
    snprintf(text, sizeof(text), "frame %zu of %zu", view->firstFrame, view->objects.frameCount);
    return StillFile_WriteObjects(&view->png, view->context, &view->objects,
                                  view->objects.frameCount > 1 ? text : NULL)
               ? EXIT_CLEAN
               : EXIT_TROUBLE;
}

static int WriteView(View* view, const Arguments* arguments) {
    const size_t count = view->objects.frameCount;
    if (arguments->given[FRAMES] && view->lastFrame >= count) {
        Terminal_Complain("option --frames: there are %zu frames, 0 to %zu", count, count - 1);
        return EXIT_TROUBLE;
    }
    view->lastFrame = arguments->given[FRAMES] ? view->lastFrame : count - 1;
    const PageLayersDef layers = {arguments->values[LAYERS][0], view->firstFrame, view->lastFrame,
                                  1};
    if (!PageLayers_AreValid(layers.list, layers.first, layers.last)) {
        return EXIT_TROUBLE;
    }
    if (view->png.path != NULL) {
        return DrawView(view);
    }
    const bool named = arguments->given[OUTPUT];
    if (!named && !MakePath(view)) {
        return EXIT_TROUBLE;
    }
    view->page.path = named ? arguments->values[OUTPUT][0] : view->path;
    if (!FilmPage_Open(&view->page, &view->objects, view->lastFrame - view->firstFrame + 1)) {
        return EXIT_TROUBLE;
    }
    svStatus status = FilmPage_AddFrames(&view->page, view->context, &view->objects,
                                         view->firstFrame, view->lastFrame);
    if (status == SV_OK) {
        status = PageLayers_Record(&layers, &view->page, view->context, &view->objects);
    }
    if (status == SV_CANCELLED) {
        Terminal_Complain("ended by Ctrl-C; no page was written");
        return EXIT_BROKEN;
    }
    if (status != SV_OK) {
        return Program_ExitCode(view->context, status);
    }
    if (!FilmPage_Write(&view->page, DescribeView, view, false)) {
        return EXIT_TROUBLE;
    }
    if (!Output_IsStdout(view->page.path) && (named || !OpenBrowser(view->page.path))) {
        printf("%s\n", view->page.path);
    }
    return EXIT_CLEAN;
}

static bool ParseView(const Arguments* arguments, View* view) {
    static const char* const axes[] = {"y", "z"};
    uint64_t limit = FILM_PAGE_DEFAULT;
    int up = 1;
    if (arguments->fileCount == 0) {
        Terminal_Complain("no files given (try: selvage view --help)");
        return false;
    }
    if (!Arguments_GetCount(arguments, LIMIT, 1, FILM_PAGE_MOST, &limit) ||
        !Arguments_GetName(arguments, UP, axes, 2, &up) ||
        !Arguments_GetRange(arguments, FRAMES, &view->firstFrame, &view->lastFrame) ||
        Command_OutputIsInput(arguments->values[OUTPUT][0], (const char* const*)arguments->files,
                              arguments->fileCount) ||
        !StillFile_Parse(arguments, PNG, axes[up], &view->png) ||
        Command_OutputIsInput(view->png.path, (const char* const*)arguments->files,
                              arguments->fileCount)) {
        return false;
    }
    static const int ofPages[] = {OUTPUT, LIMIT, LAYERS};
    for (size_t i = 0; i < sizeof(ofPages) / sizeof(ofPages[0]) && view->png.path != NULL; ++i) {
        if (arguments->given[ofPages[i]]) {
            Terminal_Complain("--png and --%s: give only one of them",
                              viewOptions[ofPages[i]].name);
            return false;
        }
    }
    view->up = arguments->values[UP][0];
    view->page.option = "--limit";
    view->page.megabytes = (size_t)limit;
    return view->png.path != NULL || ViewerPage_IsBuilt();
}

static int ViewMeshes(const Command* command, int argc, char** argv) {
    Arguments arguments;
    int code = EXIT_TROUBLE;
    if (!Arguments_Parse(&arguments, command, argc, argv, &code)) {
        return code;
    }
    View view = {0};
    if (!ParseView(&arguments, &view)) {
        return EXIT_TROUBLE;
    }
    view.context = Program_CreateContext();
    if (view.context == NULL) {
        return EXIT_TROUBLE;
    }
    view.objects = Objects_Make((uint32_t)arguments.repeatCount + 1);
    const svStatus status = AddViewObjects(&view, &arguments);
    code = status == SV_OK ? WriteView(&view, &arguments) : Program_ExitCode(view.context, status);
    FilmPage_Discard(&view.page);
    StillFile_Discard(&view.png);
    if (code != EXIT_CLEAN && view.path[0] != '\0') { // the folder is ours, and empty
        *strrchr(view.path, '/') = '\0';
        rmdir(view.path);
    }
    Objects_Destroy(view.context, &view.objects);
    svContext_Destroy(view.context);
    return code;
}

const Command viewCommand = {
    .name = "view",
    .summary = "show a mesh or an animation in the browser",
    .usage = "[options] T0 [T1]",
    .about =
        "Writes a page that shows meshes in motion and opens it in the browser; without a display "
        "it prints where the page is. Nothing is checked: selvage check --html writes the same "
        "page with the collisions in it. Files are given as to check: a mesh, two frames of one, "
        "a mesh and a cache (PC2, MDD), numbered files.",
    .examples = "selvage view shirt.obj shirt.pc2 --with body.obj\n"
                "selvage view 'frame_####.obj' --frames 10-20 -o shirt.html\n"
                "selvage view shirt.obj --png shirt.png --up y\n",
    .options = viewOptions,
    .optionCount = OPTION_COUNT,
    .run = ViewMeshes,
};
