// Rows of values in, CSV files in a folder out; each is renamed into place once complete.

#include "csv.h"

#include "terminal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool Csv_IsWritable(const char* folder) {
    struct stat info;
    const bool isNew = stat(folder, &info) != 0;
    Csv csv;
    const bool writable = Csv_Open(&csv, folder, "rows.csv", ""); // any name does
    if (writable) {
        Output_Discard(&csv.output);
        free(csv.path);
    }
    if (isNew) {
        (void)rmdir(folder);
    }
    return writable;
}

bool Csv_Open(Csv* csv, const char* folder, const char* name, const char* heads) {
    *csv = (Csv){0};
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        Terminal_Complain("cannot create the folder %s: %s", folder, strerror(errno));
        return false;
    }
    const size_t room = strlen(folder) + strlen(name) + 2;
    csv->path = Terminal_Allocate(room, 1);
    snprintf(csv->path, room, "%s/%s", folder, name);
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
