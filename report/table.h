// Tables for the terminal: a name and short cells in each row.
#ifndef SELVAGE_REPORT_TABLE_H
#define SELVAGE_REPORT_TABLE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define TABLE_COLUMNS 12
#define TABLE_CELL 32

// First column: names of any length; others: short cells, right-aligned. Rows are collected and
// printed at the end in the widest layout that fits: rows, rows with names truncated at the front,
// names above their cells, or one cell per line.
typedef struct Table {
    const char* heads[TABLE_COLUMNS]; // heads[0]: the names
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

// Appends a column; at most TABLE_COLUMNS. The head is not copied.
void Table_AddColumn(Table* table, const char* head);

// Starts a row with empty cells. The name is copied and masked. Valid until the next call; never
// null.
TableRow* Table_AddRow(Table* table, const char* name);

void Table_Print(const Table* table, FILE* stream, int columns);
// Prints to the width of the stream, and destroys the table.
void Table_Finish(Table* table, FILE* stream);

// Cell texts.
void Cell_Count(char cell[TABLE_CELL], uint64_t value); // 1,655,541
void Cell_Number(char cell[TABLE_CELL], double value, int decimals);
void Cell_Text(char cell[TABLE_CELL], const char* text);

#endif
