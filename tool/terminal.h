// Text for people: messages, wrapped paragraphs, aligned tables.
#ifndef SELVAGE_TOOL_TERMINAL_H
#define SELVAGE_TOOL_TERMINAL_H

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

#define TABLE_COLUMNS 12
#define TABLE_CELL 32

// A table whose first column is a name of any length and whose others are short cells, aligned to
// the right. Rows are kept and printed at the end, in the widest layout that fits: rows, rows with
// the beginnings of the names cut off, each name above its numbers, or one number per line.
typedef struct Table {
    const char* heads[TABLE_COLUMNS]; // heads[0] is over the names
    int columnCount;
    size_t rowCount, rowCapacity;
    struct TableRow* rows;
} Table;

typedef struct TableRow {
    char* name;
    char cells[TABLE_COLUMNS][TABLE_CELL]; // cells[0] unused
} TableRow;

Table Table_Make(const char* const* heads, int columnCount);
void Table_Destroy(Table* table);

// Starts a row with empty cells. The name is copied and masked. Valid until the next call; never
// null.
TableRow* Table_AddRow(Table* table, const char* name);

void Table_Print(const Table* table, FILE* stream, int columns);
// Prints it as wide as the stream is, and destroys it.
void Table_Finish(Table* table, FILE* stream);

// Cell texts.
void Cell_Count(char cell[TABLE_CELL], uint64_t value); // 1,655,541
void Cell_Number(char cell[TABLE_CELL], double value, int decimals);
void Cell_Text(char cell[TABLE_CELL], const char* text);

#endif
