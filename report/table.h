// Tables for people: a name and short cells in each row, laid out to fit the terminal.
#ifndef SELVAGE_REPORT_TABLE_H
#define SELVAGE_REPORT_TABLE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

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

// One more column, to the right; there must be room. The head is not copied.
void Table_AddColumn(Table* table, const char* head);

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
