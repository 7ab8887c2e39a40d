// What the files of a page share.
#ifndef SELVAGE_REPORT_PAGE_PARTS_H
#define SELVAGE_REPORT_PAGE_PARTS_H

#include "page.h"

void Page_WriteStyle(FILE* stream);

// Begins a section without a heading where none is open; returns the stream of the page.
FILE* Page_Content(Page* page);

// `open`, the text, escaped, `close`.
void Page_WriteElement(FILE* stream, const char* open, const char* text, const char* close);

// A link, or the text alone if `address` is null.
void Page_WriteLink(FILE* stream, const char* text, const char* address);

// The picture as an <img>.
void Page_WriteImage(FILE* stream, const Picture* picture, const char* alt, const char* link);

// Sign and word in the colour of the mark.
void Page_WriteMark(FILE* stream, PageMark mark, const char* word);

#endif
