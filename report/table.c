// Rows of cells in, the widest layout that fits the terminal out.

#include "table.h"
#include "terminal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define GAP 2
// Least width of a name whose beginning is cut off.
#define NAME_MIN 24

Table Table_Make(const char* const* heads, int columnCount) {
    Table table = {0};
    table.columnCount = columnCount;
    for (int c = 0; c < columnCount; ++c) {
        table.heads[c] = heads[c];
    }
    return table;
}

void Table_AddColumn(Table* table, const char* head) {
    assert(table->columnCount < TABLE_COLUMNS);
    table->heads[table->columnCount++] = head;
}

void Table_Destroy(Table* table) {
    for (size_t r = 0; r < table->rowCount; ++r) {
        free(table->rows[r].name);
    }
    free(table->rows);
    memset(table, 0, sizeof(*table));
}

TableRow* Table_AddRow(Table* table, const char* name) {
    if (table->rowCount == table->rowCapacity) {
        const size_t capacity = table->rowCapacity == 0 ? 32 : 2 * table->rowCapacity;
        TableRow* rows = Terminal_Allocate(capacity, sizeof(*rows));
        if (table->rowCount > 0) {
            memcpy(rows, table->rows, table->rowCount * sizeof(*rows));
        }
        free(table->rows);
        table->rows = rows;
        table->rowCapacity = capacity;
    }
    TableRow* row = &table->rows[table->rowCount++];
    const size_t length = strlen(name) + 1;
    row->name = Terminal_Allocate(length, 1);
    memcpy(row->name, name, length);
    Terminal_Mask(row->name);
    return row;
}

// Widest cell of a column, head excluded.
static int CellWidth(const Table* table, int column) {
    int width = 0;
    for (size_t r = 0; r < table->rowCount; ++r) {
        const int w = Terminal_Width(table->rows[r].cells[column]);
        width = w > width ? w : width;
    }
    return width;
}

static int NameWidth(const Table* table) {
    int width = Terminal_Width(table->heads[0]);
    for (size_t r = 0; r < table->rowCount; ++r) {
        const int w = Terminal_Width(table->rows[r].name);
        width = w > width ? w : width;
    }
    return width;
}

// In characters: printf's field widths count bytes.
static void PrintLeft(FILE* stream, const char* text, int width) {
    const int length = Terminal_Width(text);
    if (length <= width) {
        fprintf(stream, "%s%*s", text, width - length, "");
        return;
    }
    for (int skip = length - width + 3; skip > 0 || ((unsigned char)*text & 0xC0) == 0x80; ++text) {
        skip -= ((unsigned char)*text & 0xC0) != 0x80;
    }
    fprintf(stream, "...%s", text);
}

static void PrintRight(FILE* stream, const char* text, int width) {
    fprintf(stream, "%*s%s", width - Terminal_Width(text), "", text);
}

// The cells of a row, without trailing blanks.
static void PrintCells(FILE* stream, const TableRow* row, int columnCount, const int* widths) {
    int last = columnCount - 1;
    while (last > 0 && row->cells[last][0] == '\0') {
        --last;
    }
    for (int c = 1; c <= last; ++c) {
        fprintf(stream, "%*s", GAP, "");
        PrintRight(stream, row->cells[c], widths[c]);
    }
    fputc('\n', stream);
}

static void PrintRows(const Table* table, FILE* stream, int nameWidth, const int* widths) {
    PrintLeft(stream, table->heads[0], nameWidth);
    for (int c = 1; c < table->columnCount; ++c) {
        fprintf(stream, "%*s", GAP, "");
        PrintRight(stream, table->heads[c], widths[c]);
    }
    fputc('\n', stream);
    for (size_t r = 0; r < table->rowCount; ++r) {
        PrintLeft(stream, table->rows[r].name, nameWidth);
        PrintCells(stream, &table->rows[r], table->columnCount, widths);
    }
}

static void PrintStacked(const Table* table, FILE* stream, const int* widths) {
    for (int c = 1; c < table->columnCount; ++c) {
        fprintf(stream, "%*s", GAP, "");
        PrintRight(stream, table->heads[c], widths[c]);
    }
    fputc('\n', stream);
    for (size_t r = 0; r < table->rowCount; ++r) {
        fprintf(stream, "%s\n", table->rows[r].name);
        PrintCells(stream, &table->rows[r], table->columnCount, widths);
    }
}

static void PrintLines(const Table* table, FILE* stream) {
    int headWidth = 0, cellWidth = 0;
    for (int c = 1; c < table->columnCount; ++c) {
        const int head = Terminal_Width(table->heads[c]), cell = CellWidth(table, c);
        headWidth = head > headWidth ? head : headWidth;
        cellWidth = cell > cellWidth ? cell : cellWidth;
    }
    for (size_t r = 0; r < table->rowCount; ++r) {
        fprintf(stream, "%s\n", table->rows[r].name);
        for (int c = 1; c < table->columnCount; ++c) {
            if (table->rows[r].cells[c][0] == '\0') {
                continue;
            }
            fprintf(stream, "%*s", GAP, "");
            PrintLeft(stream, table->heads[c], headWidth + GAP);
            PrintRight(stream, table->rows[r].cells[c], cellWidth);
            fputc('\n', stream);
        }
    }
}

void Table_Print(const Table* table, FILE* stream, int columns) {
    int widths[TABLE_COLUMNS] = {0};
    int cells = 0;
    for (int c = 1; c < table->columnCount; ++c) {
        const int head = Terminal_Width(table->heads[c]), cell = CellWidth(table, c);
        widths[c] = head > cell ? head : cell;
        cells += GAP + widths[c];
    }
    const int names = NameWidth(table);
    if (columns == 0 || names + cells <= columns) {
        PrintRows(table, stream, names, widths);
    } else if (NAME_MIN + cells <= columns) {
        PrintRows(table, stream, columns - cells, widths);
    } else if (cells <= columns) {
        PrintStacked(table, stream, widths);
    } else {
        PrintLines(table, stream);
    }
}

void Table_Finish(Table* table, FILE* stream) {
    Table_Print(table, stream, Terminal_Columns(stream, 0));
    Table_Destroy(table);
}

void Cell_Count(char cell[TABLE_CELL], uint64_t value) {
    char digits[24];
    const int length = snprintf(digits, sizeof(digits), "%llu", (unsigned long long)value);
    char* out = cell;
    for (int i = 0; i < length; ++i) {
        *out++ = digits[i];
        if (i + 1 < length && (length - 1 - i) % 3 == 0) {
            *out++ = ',';
        }
    }
    *out = '\0';
}

void Cell_Number(char cell[TABLE_CELL], double value, int decimals) {
    snprintf(cell, TABLE_CELL, "%.*f", decimals, value);
}

void Cell_Text(char cell[TABLE_CELL], const char* text) {
    snprintf(cell, TABLE_CELL, "%s", text);
}
