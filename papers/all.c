// All papers, one after the other: a page and CSV files for each, the verdicts of all.

#include "driver.h"
#include "overview.h"

#include "papers/scenes/data_scene.h"
#include "report/folder.h"
#include "report/machine.h"
#include "report/output.h"
#include "report/program.h"
#include "report/progress.h"
#include "report/terminal.h"

#include <assert.h>
#include <stdlib.h>

typedef struct PapersRun {
    const PaperSettings* settings;
    PaperEntry entries[PAPERS_MOST];
    int count;
    double started;
    int code; // of the first that failed
    Json* json;
    char now[96]; // the line of the progress
} PapersRun;

static bool IsSpoken(const PaperSettings* settings) {
    return !settings->quiet && !Output_IsStdout(settings->json);
}

static bool AreAllPossible(const PaperSettings* settings, bool real) {
    Output output;
    if (settings->json != NULL && !Output_IsStdout(settings->json)) {
        if (!Output_Open(&output, settings->json)) {
            return false;
        }
        Output_Discard(&output);
    }
    return (settings->html == NULL || Folder_IsWritable(settings->html)) &&
           (settings->csv == NULL || Folder_IsWritable(settings->csv)) &&
           (!real || settings->quick || DataScene_AreReadable());
}

// Which paper runs, and how long all the rest will take: by what the papers take as a rule, and how
// much slower this machine was so far.
static void TellProgress(PapersRun* all, int index) {
    double before = 0, after = 0;
    for (int i = 0; i < all->count; ++i) {
        *(i < index ? &before : &after) += all->entries[i].paper->seconds;
    }
    const double elapsed = Program_Seconds() - all->started;
    snprintf(all->now, sizeof(all->now), "%d of %d papers: %s", index + 1, all->count,
             all->entries[index].paper->name);
    Progress_Expect(all->now,
                    all->settings->quick ? 0 : after * (before > 0 ? elapsed / before : 1));
}

static void PrintEntry(const PaperEntry* entry, FILE* stream) {
    char heading[128];
    snprintf(heading, sizeof(heading), "%s (%.*f s)", entry->paper->name,
             entry->seconds < 10 ? 1 : 0, entry->seconds);
    if (entry->verdicts.count > 0) {
        Verdicts_Print(&entry->verdicts, heading, stream);
    } else {
        Terminal_Heading(stream, heading);
    }
    fflush(stream); // minutes may pass
}

static void WriteEntryJson(const PapersRun* all, const PaperRun* run, int code) {
    if (all->json == NULL) {
        return;
    }
    Json_BeginObject(all->json, NULL);
    Json_Text(all->json, "paper", run->paper->name);
    Json_Count(all->json, "exit_code", (uint64_t)code);
    if (run->result != NULL) {
        Json_Number(all->json, "seconds", run->seconds);
        PaperRun_WriteJson(run, all->json);
    }
    Json_EndObject(all->json);
}

// The settings of one paper; `csv` and `html` are to be freed.
static PaperSettings SettingsOf(const PapersRun* all, const Paper* paper, char** csv, char** html) {
    const PaperSettings* settings = all->settings;
    const char* tables = settings->csv != NULL ? settings->csv : settings->html;
    char page[64];
    snprintf(page, sizeof(page), "%s.html", paper->name);
    *csv = tables != NULL && paper->writeCsv != NULL ? Folder_Path(tables, paper->name) : NULL;
    *html = settings->html != NULL && paper->pageTitle != NULL ? Folder_Path(settings->html, page)
                                                               : NULL;
    return (PaperSettings){.command = settings->command,
                           .csv = *csv,
                           .html = *html,
                           .runs = settings->quick ? paper->runs.quick : paper->runs.preset,
                           .frames = settings->quick ? paper->frames.quick : paper->frames.preset,
                           .quick = settings->quick,
                           .home = "index.html"};
}

static void RunEntry(PapersRun* all, PaperEntry* entry, svContext* context) {
    char *csv, *html;
    PaperRun run = {.paper = entry->paper};
    run.settings = SettingsOf(all, entry->paper, &csv, &html);
    entry->started = true;
    int code = PaperRun_Measure(&run, context);
    Terminal_Progress(NULL);
    if (code == EXIT_CLEAN) {
        entry->measured = true;
        entry->seconds = run.seconds;
        entry->verdicts = run.verdicts;
        entry->written = PaperRun_WriteFiles(&run);
        code = entry->written ? PaperRun_Check(&run) : EXIT_TROUBLE;
        entry->picture = run.picture; // kept for the index
        run.picture = (Picture){0};
        if (IsSpoken(all->settings)) {
            PrintEntry(entry, stdout);
        }
    }
    WriteEntryJson(all, &run, code);
    // Of several failures the first, but any of them rather than violations.
    if (all->code == EXIT_CLEAN || (all->code == EXIT_FOUND && code != EXIT_CLEAN) ||
        code == EXIT_BROKEN) {
        all->code = code;
    }
    PaperRun_Destroy(&run);
    free(csv);
    free(html);
}

static void RunEntries(PapersRun* all, svContext* context) {
    (void)Progress_Begin("paper", (size_t)all->count);
    for (int i = 0; i < all->count && !Progress_IsBroken(); ++i) {
        TellProgress(all, i);
        RunEntry(all, &all->entries[i], context);
    }
    if (Progress_IsBroken() && all->code != EXIT_BROKEN) { // while files were written
        Terminal_Complain("ended by Ctrl-C");
        all->code = EXIT_BROKEN;
    }
    Progress_End();
}

static bool HasAnyPage(const PapersRun* all) {
    bool any = false;
    for (int i = 0; i < all->count; ++i) {
        any = any || all->entries[i].written;
    }
    return any;
}

// The index last, so that its pages are there; not at all if there are none.
static bool FinishRun(PapersRun* all) {
    char text[256];
    const Overview overview = {.settings = all->settings,
                               .entries = all->entries,
                               .count = all->count,
                               .seconds = Program_Seconds() - all->started,
                               .broken = all->code == EXIT_BROKEN};
    if (IsSpoken(all->settings)) {
        Overview_Tell(&overview, text, sizeof(text));
        Terminal_Heading(stdout, text);
    }
    return all->settings->html == NULL || !HasAnyPage(all) || Overview_Write(&overview);
}

static bool RunWithJson(PapersRun* all, svContext* context) {
    Output output;
    if (!Output_Open(&output, all->settings->json)) {
        return false;
    }
    Json json = Json_Make(output.stream);
    all->json = &json;
    Json_BeginObject(&json, NULL);
    Json_Text(&json, "version", svVersion());
    Json_Text(&json, "command", all->settings->command);
    Json_Flag(&json, "quick", all->settings->quick);
    Machine_WriteJson(&json);
    Json_BeginArray(&json, "papers");
    RunEntries(all, context);
    Json_EndArray(&json);
    Json_Number(&json, "seconds", Program_Seconds() - all->started);
    Json_Flag(&json, "complete", all->code == EXIT_CLEAN || all->code == EXIT_FOUND);
    Json_EndObject(&json);
    all->json = NULL;
    return Output_Close(&output);
}

int Papers_RunAll(const Paper* const* papers, int count, const PaperSettings* settings) {
    PapersRun all = {.settings = settings, .count = count};
    bool real = false;
    assert(count <= PAPERS_MOST);
    for (int i = 0; i < count; ++i) {
        all.entries[i].paper = papers[i];
        real = real || papers[i]->real;
    }
    if (!AreAllPossible(settings, real) ||
        (settings->html != NULL && !Folder_Create(settings->html)) ||
        (settings->csv != NULL && !Folder_Create(settings->csv))) {
        return EXIT_TROUBLE;
    }
    svContext* context = Program_CreateContext();
    if (context == NULL) {
        return EXIT_TROUBLE;
    }
    all.started = Program_Seconds();
    bool good = true;
    if (settings->json != NULL) {
        good = RunWithJson(&all, context);
    } else {
        RunEntries(&all, context);
    }
    good = FinishRun(&all) && good;
    for (int i = 0; i < count; ++i) {
        if (all.entries[i].picture.rgb != NULL) {
            Picture_Destroy(&all.entries[i].picture);
        }
    }
    svContext_Destroy(context);
    return good || all.code != EXIT_CLEAN ? all.code : EXIT_TROUBLE;
}
