// Rows of integers separated by commas.
#ifndef SELVAGE_IO_CSV_H
#define SELVAGE_IO_CSV_H

#include "text.h"

// An integer as it stands in the text.
typedef struct svCsvInteger {
    const char* digits; // without leading zeros, unless it is zero
    size_t count;
    bool negative;
    uint64_t small; // the magnitude, if it has at most 19 digits
} svCsvInteger;

// Moves to the next line that has something in it. False at the end of the file.
bool svCsv_NextRow(svText* text);

// Reads the field at the cursor, with the number `column` (from 1), and the comma after it. `last`:
// it was the last of its row.
svStatus svCsv_Integer(svText* text, size_t column, svCsvInteger* value, bool* last);

#endif
