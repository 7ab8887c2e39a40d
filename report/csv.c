// Rows of values in, CSV files in a folder out; each is renamed into place once complete.

#include "csv.h"

#include "folder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool Csv_Open(Csv* csv, const char* folder, const char* name, const char* heads) {
    *csv = (Csv){0};
    if (!Folder_Create(folder)) {
        return false;
    }
    csv->path = Folder_Path(folder, name);
    if (!Output_Open(&csv->output, csv->path)) {
        free(csv->path);
        csv->path = NULL;
        return false;
    }
    fprintf(csv->output.stream, "%s\n", heads);
    return true;
}

static FILE* BeginCsvValue(Csv* csv) {
    if (csv->filled) {
        fputc(',', csv->output.stream);
    }
    csv->filled = true;
    return csv->output.stream;
}

void Csv_Text(Csv* csv, const char* value) {
    FILE* stream = BeginCsvValue(csv);
    if (strpbrk(value, ",\"\r\n") == NULL) {
        fputs(value, stream);
        return;
    }
    fputc('"', stream);
    for (; *value != '\0'; ++value) {
        fputs(*value == '"' ? "\"" : "", stream);
        fputc(*value, stream);
    }
    fputc('"', stream);
}

void Csv_Count(Csv* csv, uint64_t value) {
    fprintf(BeginCsvValue(csv), "%llu", (unsigned long long)value);
}

void Csv_Number(Csv* csv, double value) {
    FILE* stream = BeginCsvValue(csv);
    if (isfinite(value)) {
        fprintf(stream, "%.9g", value);
    }
}

void Csv_EndRow(Csv* csv) {
    fputc('\n', csv->output.stream);
    csv->filled = false;
}

bool Csv_Close(Csv* csv) {
    const bool good = Output_Close(&csv->output);
    free(csv->path);
    csv->path = NULL;
    return good;
}
