// Text for people: messages, wrapped paragraphs.
#ifndef SELVAGE_REPORT_TERMINAL_H
#define SELVAGE_REPORT_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// Columns to write into: COLUMNS from the environment, else what the terminal says, else `fallback`
// (0 means: as wide as it gets).
int Terminal_Columns(FILE* stream, int fallback);

// Text that comes from outside, a file name above all, may hold what drives a terminal: control
// characters, and bytes that are no UTF-8, become question marks, in place.
void Terminal_Mask(char* text);
void Terminal_PrintMasked(FILE* stream, const char* text);

// One line on stderr: "selvage: ...", masked.
void Terminal_Complain(const char* format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 1, 2)))
#endif
    ;

// A line on stderr, masked, that the next one replaces; null takes it away. Nothing unless stderr
// is a terminal.
void Terminal_Progress(const char* format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 1, 2)))
#endif
    ;

// Memory of the tool's own bookkeeping: never null, ends the program when there is none.
void* Terminal_Allocate(size_t count, size_t size);

// Paragraphs broken at blanks to fit `columns`, each line indented. A line break in `text` is kept.
void Terminal_Wrap(FILE* stream, const char* text, int indent, int columns);
// The same, with an indent of its own for the first line of each paragraph.
void Terminal_WrapHanging(FILE* stream, const char* text, int first, int others, int columns);

// The columns of text in a report: those of the terminal, but at most 100, which is enough to read.
int Terminal_TextColumns(FILE* stream);
// A blank line and a paragraph as wide as that.
void Terminal_Heading(FILE* stream, const char* text);

// Characters, not bytes, of UTF-8 text.
int Terminal_Width(const char* text);

#endif
