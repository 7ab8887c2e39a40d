// selvage sim: result files in, the page that shows them out.

#include "sim_run.h"

#include "report/terminal.h"
#include "tool/page_layers.h"
#include "tool/still_file.h"

#include <stdlib.h>

// Leaves nothing behind. Null is no file.
static bool CanWrite(const char* path) {
    Output probe;
    if (path == NULL || Output_IsStdout(path)) {
        return true;
    }
    if (!Output_Open(&probe, path)) {
        return false;
    }
    Output_Discard(&probe);
    return true;
}

bool SimRun_CheckPage(const SimRun* run) {
    const SimSettings* settings = run->settings;
    return PageLayers_AreValid(settings->layers, 0, run->scene.frameCount) &&
           (settings->html == NULL || ViewerPage_IsBuilt()) && CanWrite(settings->html) &&
           CanWrite(settings->png.path);
}

static void DescribeSim(Json* json, void* user) {
    const SimRun* run = user;
    char statement[160];
    snprintf(statement, sizeof(statement), "%u frames, simulated", run->scene.frameCount + 1);
    Json_Text(json, "version", svVersion());
    Json_Text(json, "title", run->scene.name);
    Json_Text(json, "statement", statement);
    Json_Flag(json, "sequence", true);
    Json_Text(json, "up", "z"); // gravity's axis in scenes
    Json_Number(json, "rate", run->scene.frameRate);
}

// Names of the result files, as the arguments of Objects_Add; the caller frees them.
static int PieceFiles(const SimRun* run, const SimPiece* piece, char* files[2]) {
    char name[SIM_FILE_NAME];
    int count = 0;
    const bool own = run->settings->format == SIM_PC2 || !piece->cached;
    if (own && SimPiece_File(run, piece, 0, name)) {
        files[count++] = SimFolder_Path(&run->folder, name);
    }
    if (piece->cached) {
        SimPiece_Cache(run, piece, name);
        files[count++] = SimFolder_Path(&run->folder, name);
    }
    return count;
}

static uint32_t CountCloths(const SimRun* run) {
    uint32_t count = 0;
    while (count < run->pieceCount && !run->pieces[count].obstacle) {
        ++count;
    }
    return count;
}

static int FilmResults(SimRun* run, Objects* objects) {
    FilmPage page = {
        .path = run->settings->html, .option = "--html", .megabytes = FILM_PAGE_DEFAULT};
    int code = EXIT_TROUBLE;
    const PageLayersDef layers = {run->settings->layers, 0, objects->frameCount - 1,
                                  CountCloths(run)};
    if (FilmPage_Open(&page, objects, objects->frameCount)) {
        svStatus status =
            FilmPage_AddFrames(&page, run->context, objects, 0, objects->frameCount - 1);
        if (status == SV_OK) {
            status = PageLayers_Record(&layers, &page, run->context, objects);
        }
        code = status == SV_CANCELLED ? EXIT_BROKEN : Program_ExitCode(run->context, status);
    }
    if (code == EXIT_CLEAN && !FilmPage_Write(&page, DescribeSim, run, run->settings->quiet)) {
        code = EXIT_TROUBLE;
    }
    FilmPage_Discard(&page);
    return code;
}

// The last frame as a picture.
static int DrawResults(SimRun* run, Objects* objects) {
    StillFile png = run->settings->png;
    const size_t last = objects->frameCount - 1;
    char text[160];
    int code = EXIT_TROUBLE;
    if (StillFile_Open(&png)) {
        code = Program_ExitCode(run->context, Objects_SetFrame(run->context, objects, last, false));
    }
    snprintf(text, sizeof(text), "%.60s: frame %zu, the last", run->scene.name, last);
    if (code == EXIT_CLEAN && !StillFile_WriteObjects(&png, run->context, objects, text)) {
        code = EXIT_TROUBLE;
    }
    StillFile_Discard(&png);
    return code;
}

int SimRun_WritePage(SimRun* run) {
    Objects objects = Objects_Make(run->pieceCount);
    char*(*files)[2] = Terminal_Allocate(run->pieceCount, sizeof(*files));
    svStatus status = SV_OK;
    for (uint32_t i = 0; i < run->pieceCount && status == SV_OK; ++i) {
        const int count = PieceFiles(run, &run->pieces[i], files[i]);
        status = Objects_Add(run->context, &objects, (const char* const*)files[i], count);
    }
    int code = Program_ExitCode(run->context, status);
    if (code == EXIT_CLEAN && run->settings->html != NULL) {
        code = FilmResults(run, &objects);
    }
    if (code == EXIT_CLEAN && run->settings->png.path != NULL) {
        code = DrawResults(run, &objects);
    }
    Objects_Destroy(run->context, &objects);
    for (uint32_t i = 0; i < run->pieceCount; ++i) {
        free(files[i][0]);
        free(files[i][1]);
    }
    free(files);
    return code;
}
