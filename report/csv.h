// Tables of numbers as CSV files in a folder, one each: a line of heads, a line per row.
#ifndef SELVAGE_REPORT_CSV_H
#define SELVAGE_REPORT_CSV_H

#include "output.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Csv {
    Output output;
    char* path;
    bool filled; // the row has a value: a comma is due
} Csv;

// Opens FOLDER/name and writes the header line `heads`; creates the folder if needed. False after a
// complaint.
bool Csv_Open(Csv* csv, const char* folder, const char* name, const char* heads);

// The values of a row, in order. NaN and infinities become empty fields.
void Csv_Text(Csv* csv, const char* value);
void Csv_Count(Csv* csv, uint64_t value);
void Csv_Number(Csv* csv, double value);
void Csv_EndRow(Csv* csv);

// Renames the file into place. False after a complaint.
bool Csv_Close(Csv* csv);

#endif
