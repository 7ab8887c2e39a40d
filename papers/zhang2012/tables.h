// The tables of `selvage bench zhang2012`, for the terminal and for the page.
#ifndef SELVAGE_PAPERS_ZHANG2012_TABLES_H
#define SELVAGE_PAPERS_ZHANG2012_TABLES_H

#include "report/table.h"
#include "zhang2012.h"

enum { ZHANG_TABLE_COUNT = 8 };

typedef struct ZhangTable {
    const char* title;
    Table (*make)(const ZhangResult* result);
    uint32_t paperColumns; // bit c: column c is the paper's
} ZhangTable;

extern const ZhangTable zhangTables[ZHANG_TABLE_COUNT];

// In a few sentences what came out.
void Zhang_Summarize(const ZhangResult* result, char* text, size_t room);

#endif
