// A report as one self-contained HTML page: no scripts, no external fonts; pictures are inside.
// Follows the reader's light or dark mode; fills wide screens, works on narrow ones and in print.
//
//     Page page;
//     if (!Page_Open(&page, path, "han2021: tight normal cones", NULL)) return EXIT_TROUBLE;
//     Page_Section(&page, "Spread angles");
//     Page_Paragraph(&page, "...");
//     Page_Chart(&page, &chart, "Figure 5 of the paper, redrawn: ...");
//     Page_Table(&page, "Table 1: ...", &table, 1u << 2 | 1u << 3);
//     return Page_Close(&page, "selvage papers han2021 --html han2021.html") ? ... : EXIT_TROUBLE;
#ifndef SELVAGE_REPORT_PAGE_H
#define SELVAGE_REPORT_PAGE_H

#include "chart.h"
#include "output.h"
#include "picture.h"
#include "table.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Page {
    Output output;
    bool inSection;
} Page;

// Begins the page that Page_Close renames to `path` ("-": stdout). `home`: relative address of the
// page that it belongs to (null: none). False after a complaint.
bool Page_Open(Page* page, const char* path, const char* title, const char* home);

// Ends the page with version and command line, and renames it into place. False after a complaint;
// then no file is left.
bool Page_Close(Page* page, const char* commandLine);

// All text is escaped. Charts and pictures that follow each other stand side by side where there is
// room.
void Page_Section(Page* page, const char* title);
void Page_Paragraph(Page* page, const char* text);
void Page_Alarm(Page* page, const char* text); // what must not be overlooked
void Page_Chart(Page* page, const Chart* chart, const char* caption);

// The table that the terminal shows. Bit c of `paperColumns`: column c has figures of the paper.
void Page_Table(Page* page, const char* caption, const Table* table, uint32_t paperColumns);

// A line of names and values: the machine, the date.
typedef struct PageFact {
    const char *name, *value;
} PageFact;
void Page_Facts(Page* page, const PageFact* facts, int count);

// How figures of a paper are told from ours, in tables and charts.
void Page_Key(Page* page);

// How a claim came out: colour and sign.
typedef enum PageMark { PAGE_GOOD, PAGE_HALF, PAGE_BAD, PAGE_OPEN } PageMark;
enum { PAGE_MARKS = PAGE_OPEN + 1 };

// A row of the table of verdicts; texts of any length, they wrap.
typedef struct PageClaim {
    const char *claim, *theirs, *ours;
    PageMark mark;
    const char* word; // beside the sign: "holds"
} PageClaim;

// Claims under a title that links to `address`; both may be null.
typedef struct PageClaims {
    const char *title, *address;
    const PageClaim* claims;
    int count;
} PageClaims;
void Page_Claims(Page* page, const PageClaims* groups, int count);

typedef struct PageLink {
    const char *text, *address; // relative
} PageLink;

// A card of an overview.
typedef struct PageCard {
    const char *title, *address; // its page; null: there is none
    const char *text, *note;
    const Picture* picture; // null: none
    const char* alt;
    int marks[PAGE_MARKS];         // how many of each
    const char* words[PAGE_MARKS]; // "hold"
    const PageLink* links;
    int linkCount;
} PageCard;
void Page_BeginCards(Page* page);
void Page_Card(Page* page, const PageCard* card);
void Page_EndCards(Page* page);

// A picture; `link` (null: none) is the relative address that a click on it opens. The caption,
// too, may be null.
typedef struct PagePicture {
    const Picture* picture;
    const char *alt, *caption, *link;
} PagePicture;
void Page_Picture(Page* page, const Picture* picture, const char* alt, const char* caption,
                  const char* link);

// Several side by side, in rows as wide as the page, with a caption for all (null: none).
void Page_Pictures(Page* page, const PagePicture* items, int count, const char* caption);

#endif
