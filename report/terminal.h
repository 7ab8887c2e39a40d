// Text for the terminal: messages, wrapped paragraphs.
#ifndef SELVAGE_REPORT_TERMINAL_H
#define SELVAGE_REPORT_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// Columns to write into: COLUMNS from the environment, else the terminal's, else `fallback` (0:
// unlimited).
int Terminal_Columns(FILE* stream, int fallback);

// Against escape sequences in text from outside, such as file names: control characters and invalid
// UTF-8 become question marks, in place.
void Terminal_Mask(char* text);
void Terminal_PrintMasked(FILE* stream, const char* text);

// One line on stderr: "selvage: ...", masked.
void Terminal_Complain(const char* format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 1, 2)))
#endif
    ;

// A transient line on stderr, masked, replaced by the next one; null erases it. Only if stderr is a
// terminal.
void Terminal_Progress(const char* format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 1, 2)))
#endif
    ;

// What every transient line begins with from here on; null: nothing. It is asked for each line.
void Terminal_HeadProgress(void (*tellHead)(char* text, size_t room));

// Zeroed memory for the tool's own bookkeeping: never null, exits when there is none.
void* Terminal_Allocate(size_t count, size_t size);

// Paragraphs broken at blanks to fit `columns`, each line indented. A line break in `text` is kept.
void Terminal_Wrap(FILE* stream, const char* text, int indent, int columns);
// The same, with another indent for the first line of each paragraph.
void Terminal_WrapHanging(FILE* stream, const char* text, int first, int others, int columns);

// Text width of a report: that of the terminal, at most 100 for readability.
int Terminal_TextColumns(FILE* stream);
// A blank line and a paragraph of that width.
void Terminal_Heading(FILE* stream, const char* text);

// Characters, not bytes, of UTF-8 text.
int Terminal_Width(const char* text);

#endif
