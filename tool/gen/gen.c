// selvage gen: the name of a scene or a shape in, mesh and cache files out.

#include "gen.h"

#include "report/terminal.h"
#include "tool/command.h"
#include "tool/scene_options.h"

#include <string.h>

enum { OUTPUT, FRAMES, QUICK, FORMAT, SIZE, NOISE, SEED, LIST, QUIET, OPTION_COUNT };

static const Option genOptions[OPTION_COUNT] = {
    [OUTPUT] =
        {"output", OPTION_ONE, "PATH",
         "of a scene: the folder to write into, created if needed; of a shape: the file, OBJ, "
         "PLY, STL or OFF by its extension"},
    [FRAMES] = {"frames", OPTION_ONE, "N",
                "frames of a scene after the first (default: as long as the benchmarks run it)"},
    [QUICK] = {"quick", OPTION_FLAG, NULL,
               "a coarse scene: about a fifth of the cells along each side"},
    [FORMAT] = {"format", OPTION_ONE, "pc2|ply|obj",
                "of a scene: a mesh and a cache (default pc2), or a mesh file for each frame"},
    [SIZE] = {"size", OPTION_ONE, "N", "about N triangles of a shape (default 1000)"},
    [NOISE] = {"noise", OPTION_ONE, "F",
               "displace each vertex of a shape by up to F edge lengths (default 0)"},
    [SEED] = {"seed", OPTION_ONE, "N", "random seed of noise and soup (default 0)"},
    [LIST] = {"list", OPTION_FLAG, NULL, "list the scenes and shapes"},
    [QUIET] = {"quiet", OPTION_FLAG, NULL, "no text and no warnings, only errors"},
};

static void ListOne(const char* name, const char* about, int columns) {
    char line[256];
    if (columns < 60) {
        printf("%s\n", name);
        Terminal_Wrap(stdout, about, 4, columns);
    } else {
        snprintf(line, sizeof(line), "%-12s%s", name, about);
        Terminal_WrapHanging(stdout, line, 0, 12, columns);
    }
}

static int ListAll(void) {
    const int columns = Terminal_Columns(stdout, 1000);
    for (size_t i = 0; i < PaperScene_Count(); ++i) {
        const PaperSceneInfo info = PaperScene_Info(i);
        char about[224];
        snprintf(about, sizeof(about), "scene (%s): %s", info.paper, info.about);
        ListOne(info.name, about, columns);
    }
    for (size_t i = 0; GenShape_At(i).name != NULL; ++i) {
        char about[224];
        snprintf(about, sizeof(about), "shape: %s", GenShape_At(i).about);
        ListOne(GenShape_At(i).name, about, columns);
    }
    return EXIT_CLEAN;
}

static bool IsScene(const char* name) {
    for (size_t i = 0; i < PaperScene_Count(); ++i) {
        if (strcmp(PaperScene_Info(i).name, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool FindGenShape(const char* name, GenShape* shape) {
    for (size_t i = 0; GenShape_At(i).name != NULL; ++i) {
        *shape = GenShape_At(i);
        if (strcmp(shape->name, name) == 0) {
            return true;
        }
    }
    return false;
}

static int ComplainNoSuchShape(const char* name) {
    const char* names[64];
    int count = 0;
    for (size_t i = 0; i < PaperScene_Count() && count < 64; ++i) {
        names[count++] = PaperScene_Info(i).name;
    }
    for (size_t i = 0; GenShape_At(i).name != NULL && count < 64; ++i) {
        names[count++] = GenShape_At(i).name;
    }
    const char* nearest = Command_Nearest(name, names, count);
    if (nearest != NULL) {
        Terminal_Complain("there is no scene and no shape '%s' (did you mean %s?)", name, nearest);
    } else {
        Terminal_Complain("there is no scene and no shape '%s' (try: selvage gen --list)", name);
    }
    return EXIT_TROUBLE;
}

// Refuses options of the other kind: they would be ignored silently.
static bool OptionsFit(const Arguments* arguments, bool scene) {
    static const int ofScenes[] = {FRAMES, QUICK, FORMAT}, ofShapes[] = {SIZE, NOISE, SEED};
    for (int i = 0; i < 3; ++i) {
        const int wrong = scene ? ofShapes[i] : ofScenes[i];
        if (arguments->given[wrong]) {
            Terminal_Complain("--%s is for %s, and %s is a %s", genOptions[wrong].name,
                              scene ? "shapes" : "scenes", arguments->files[0],
                              scene ? "scene" : "shape");
            return false;
        }
    }
    return true;
}

static bool ParseGen(const Arguments* arguments, GenSettings* settings) {
    static const char* const formats[GEN_FORMAT_COUNT] = {"pc2", "ply", "obj"};
    *settings = (GenSettings){.name = arguments->files[0]};
    uint64_t frames = 0, size = 1000;
    int format = GEN_PC2;
    if (!Arguments_GetCount(arguments, FRAMES, 1, 100000, &frames) ||
        !Arguments_GetCount(arguments, SIZE, 1, 20000000, &size) ||
        !Arguments_GetCount(arguments, SEED, 0, UINT64_MAX, &settings->seed) ||
        !Arguments_GetNumber(arguments, NOISE, &settings->noise) ||
        !Arguments_GetName(arguments, FORMAT, formats, GEN_FORMAT_COUNT, &format)) {
        return false;
    }
    if (arguments->values[OUTPUT][0] == NULL || arguments->values[OUTPUT][0][0] == '\0') {
        Terminal_Complain("-o PATH is missing: the folder of a scene, or the file of a shape");
        return false;
    }
    if (strcmp(arguments->values[OUTPUT][0], "-") == 0) {
        Terminal_Complain("-o PATH: gen writes files, not to stdout");
        return false;
    }
    settings->output = arguments->values[OUTPUT][0];
    settings->frames = (uint32_t)frames;
    settings->triangles = (uint32_t)size;
    settings->format = (GenFormat)format;
    settings->quick = arguments->given[QUICK];
    settings->quiet = arguments->given[QUIET];
    return true;
}

static int Generate(const Command* command, int argc, char** argv) {
    Arguments arguments;
    int code = EXIT_TROUBLE;
    if (!Arguments_Parse(&arguments, command, argc, argv, &code)) {
        return code;
    }
    if (arguments.given[LIST]) {
        return ListAll();
    }
    if (arguments.fileCount != 1) {
        Terminal_Complain(arguments.fileCount == 0
                              ? "no scene and no shape given (try: selvage gen --list)"
                              : "one scene or shape at a time");
        return EXIT_TROUBLE;
    }
    GenSettings settings;
    GenShape shape;
    const bool scene = IsScene(arguments.files[0]);
    if (!scene && !FindGenShape(arguments.files[0], &shape)) {
        return ComplainNoSuchShape(arguments.files[0]);
    }
    if (!OptionsFit(&arguments, scene) || !ParseGen(&arguments, &settings)) {
        return EXIT_TROUBLE;
    }
    const SceneOptions options = {0};
    svContext* context = SceneOptions_CreateContext(&options, !settings.quiet);
    if (context == NULL) {
        return EXIT_TROUBLE;
    }
    code = scene ? GenScene_Write(context, &settings) : GenShape_Write(context, &shape, &settings);
    svContext_Destroy(context);
    return code;
}

const Command genCommand = {
    .name = "gen",
    .summary = "generate the scenes of the papers, and simple shapes",
    .usage = "NAME -o PATH [options]",
    .about =
        "Generates a scene or a shape (--list names them) and writes it. Every run writes the same "
        "files.\n"
        "\n"
        "Scenes are animations of the kind and size of those in papers on collision detection: "
        "garments on a moving body, cloth that is crumpled, a pipe that runs into itself, bodies "
        "that burst or collide; the benchmarks of the papers run on them. Some are simulated, "
        "others follow formulas. The folder gets the first frame and a cache of all frames, "
        "pipe.obj and pipe.pc2, or with --format ply|obj a mesh for each frame. Existing files are "
        "not overwritten.\n"
        "\n"
        "Shapes are single meshes, about a metre large, of any number of triangles, smooth or with "
        "noise. An existing file is overwritten.\n"
        "\n"
        "Exit code 0: done; 2: wrong usage, or a file that cannot be written; 3: the simulation of "
        "a scene cannot continue; 130: ended by Ctrl-C. Unless it is 0, no file is left behind.",
    .examples = "selvage gen --list\n"
                "selvage gen pipe -o pipe && selvage check pipe/pipe.obj pipe/pipe.pc2\n"
                "selvage gen karate -o karate --format ply --frames 40\n"
                "selvage gen sheet -o sheet.obj --size 90000 --noise 0.3 --seed 7\n",
    .options = genOptions,
    .optionCount = OPTION_COUNT,
    .run = Generate,
};
