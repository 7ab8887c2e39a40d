// What came of all papers in, index.html out.

#include "overview.h"

#include "driver.h"

#include "report/folder.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT = 256, FILES_MOST = 16, LINKS_MOST = FILES_MOST + 1 };

static int CountWritten(const Overview* overview) {
    int count = 0;
    for (int i = 0; i < overview->count; ++i) {
        count += overview->entries[i].written;
    }
    return count;
}

void Overview_Tell(const Overview* overview, char* text, size_t room) {
    Verdicts sum = {.count = 0};
    char counts[TEXT], of[32] = "";
    const int written = CountWritten(overview);
    for (int i = 0; i < overview->count; ++i) {
        sum.count += overview->entries[i].verdicts.count;
        for (int v = 0; v < PAPER_VERDICTS; ++v) {
            sum.of[v] += overview->entries[i].verdicts.of[v];
        }
    }
    Verdicts_Tell(&sum, counts, sizeof(counts));
    if (written < overview->count) {
        snprintf(of, sizeof(of), "%d of ", written);
    }
    snprintf(text, room, "%s%d papers, %d claims%s%s", of, overview->count, sum.count,
             sum.count > 0 ? ": " : "", counts);
}

// The address of the paper's page; null: it has none, or not of this run.
static const char* AddressOf(const PaperEntry* entry, char text[TEXT]) {
    if (!entry->written || entry->paper->pageTitle == NULL) {
        return NULL;
    }
    snprintf(text, TEXT, "%s.html", entry->paper->name);
    return text;
}

static void TellNote(const Overview* overview, const PaperEntry* entry, char text[TEXT]) {
    if (entry->measured && !entry->written) {
        snprintf(text, TEXT, "measured, but its files could not be written");
    } else if (entry->measured) {
        snprintf(text, TEXT, "%.*f s", entry->seconds < 10 ? 1 : 0, entry->seconds);
    } else {
        snprintf(text, TEXT, "no result: %s",
                 !entry->started ? "not run" : (overview->broken ? "ended by Ctrl-C" : "failed"));
    }
}

// Addresses of the CSV files, with the texts of their links. Returns how many.
static int ListFiles(const Overview* overview, const PaperEntry* entry, PageLink links[FILES_MOST],
                     char* names[FILES_MOST], char addresses[FILES_MOST][TEXT]) {
    if (overview->settings->csv != NULL || entry->paper->writeCsv == NULL || !entry->written) {
        return 0; // elsewhere, or none
    }
    char* folder = Folder_Path(overview->settings->html, entry->paper->name);
    const int count = (int)Folder_List(folder, ".csv", names, FILES_MOST);
    free(folder);
    for (int i = 0; i < count; ++i) {
        snprintf(addresses[i], TEXT, "%s/%s", entry->paper->name, names[i]);
        links[i] = (PageLink){.text = names[i], .address = addresses[i]};
    }
    return count;
}

static void AddCard(const Overview* overview, const PaperEntry* entry, Page* page) {
    static const char* const words[PAGE_MARKS][2] = {
        {"holds", "hold"}, {"in part", "in part"}, {"fails", "fail"}, {"open", "open"}};
    char address[TEXT], note[TEXT], addresses[FILES_MOST][TEXT];
    char* names[FILES_MOST];
    PageLink links[FILES_MOST];
    TellNote(overview, entry, note);
    const int files = ListFiles(overview, entry, links, names, addresses);
    PageCard card = {.title = entry->paper->name,
                     .address = AddressOf(entry, address),
                     .text = entry->paper->citation,
                     .note = note,
                     .picture = entry->picture.rgb != NULL ? &entry->picture : NULL,
                     .alt = entry->paper->pictureAlt,
                     .links = links,
                     .linkCount = files};
    for (int v = 0; v < PAPER_VERDICTS; ++v) {
        const PageMark mark = PaperVerdict_Mark((PaperVerdict)v);
        card.marks[mark] = entry->verdicts.of[v];
        card.words[mark] = words[mark][entry->verdicts.of[v] > 1];
    }
    Page_Card(page, &card);
    for (int i = 0; i < files; ++i) {
        free(names[i]);
    }
}

static void AddClaims(const Overview* overview, Page* page) {
    PageClaim claims[PAPERS_MOST][PAPER_CLAIMS];
    PageClaims groups[PAPERS_MOST];
    char addresses[PAPERS_MOST][TEXT];
    int count = 0;
    for (int i = 0; i < overview->count; ++i) {
        const PaperEntry* entry = &overview->entries[i];
        if (entry->verdicts.count > 0) {
            Verdicts_GetPageClaims(&entry->verdicts, claims[i]);
            groups[count++] = (PageClaims){.title = entry->paper->name,
                                           .address = AddressOf(entry, addresses[i]),
                                           .claims = claims[i],
                                           .count = entry->verdicts.count};
        }
    }
    if (count > 0) {
        Page_Section(page, "What the papers claim, and what came out");
        Page_Claims(page, groups, count);
    }
}

static int CountOpen(const Overview* overview) {
    int count = 0;
    for (int i = 0; i < overview->count; ++i) {
        count += overview->entries[i].verdicts.of[PAPER_OPEN];
    }
    return count;
}

static void FillOverview(const Overview* overview, Page* page) {
    char text[2 * TEXT];
    const int missing = overview->count - CountWritten(overview);
    Paper_AddFactsToPage(overview->seconds, overview->settings->quick, page);
    if (missing > 0) {
        snprintf(text, sizeof(text), "This run is not complete: %d of %d papers gave no result%s.",
                 missing, overview->count, overview->broken ? "; it was ended by Ctrl-C" : "");
        Page_Alarm(page, text);
    }
    Overview_Tell(overview, text, sizeof(text));
    Page_Paragraph(page, text);
    if (CountOpen(overview) > 0) {
        Page_Paragraph(page,
                       overview->settings->quick
                           ? "Open: this quick run, on small scenes, does not decide it; the whole "
                             "run (without --quick) measures it."
                           : "Open: not measured in this run.");
    }
    Page_BeginCards(page);
    for (int i = 0; i < overview->count; ++i) {
        AddCard(overview, &overview->entries[i], page);
    }
    Page_EndCards(page);
    AddClaims(overview, page);
}

bool Overview_Write(const Overview* overview) {
    char* path = Folder_Path(overview->settings->html, "index.html");
    Page page;
    bool good = Page_Open(&page, path, "The papers, made to run", overview->settings->home);
    if (good) {
        FillOverview(overview, &page);
        good = Page_Close(&page, overview->settings->quick ? "selvage papers all --quick --html DIR"
                                                           : "selvage papers all --html DIR");
    }
    free(path);
    return good;
}
