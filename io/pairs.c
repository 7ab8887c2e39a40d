// Rows of vertex, edge or triangle indices: the contact sets that a result is compared with.

#include "csv.h"
#include "selvage/io.h"

#define MAX_COLUMNS 4

typedef struct RowReader {
    svText text;
    svIndexRows rows;
    size_t capacity; // in values
} RowReader;

static svStatus ReadIndexRow(RowReader* reader, uint32_t values[MAX_COLUMNS], size_t* columns) {
    bool last = false;
    for (*columns = 0; !last; ++*columns) {
        svCsvInteger field;
        if (*columns == MAX_COLUMNS) {
            return svText_Fail(&reader->text, "expected 2 to 4 integers in a row, found more");
        }
        const svStatus status = svCsv_Integer(&reader->text, *columns + 1, &field, &last);
        if (status != SV_OK) {
            return status;
        }
        if (field.negative || field.count > 10 || field.small > UINT32_MAX) {
            return svText_Fail(&reader->text,
                               "column %zu: expected an integer from 0 to 4294967295, found %s%.*s",
                               *columns + 1, field.negative ? "-" : "",
                               field.count < 40 ? (int)field.count : 40, field.digits);
        }
        values[*columns] = (uint32_t)field.small;
    }
    const size_t wanted = reader->rows.columns;
    if (*columns < 2) {
        return svText_Fail(&reader->text, "expected 2 to 4 integers in a row, found %zu", *columns);
    }
    if (wanted != 0 && *columns != wanted) {
        return svText_Fail(&reader->text, "expected %zu integers as in the rows above, found %zu",
                           wanted, *columns);
    }
    return SV_OK;
}

static svStatus AppendIndexRow(RowReader* reader, const uint32_t* values, size_t columns) {
    svIndexRows* rows = &reader->rows;
    rows->columns = columns;
    void* data = rows->values;
    if (svContext_Grow(reader->text.source->context, &data, &reader->capacity,
                       (rows->count + 1) * columns, sizeof(uint32_t)) != SV_OK) {
        return svSource_FailMemory(reader->text.source);
    }
    rows->values = data;
    for (size_t i = 0; i < columns; ++i) {
        rows->values[rows->count * columns + i] = values[i];
    }
    ++rows->count;
    return SV_OK;
}

static svStatus ReadIndexRows(const svSource* source, void* result) {
    svIndexRows* const rows = result;
    RowReader reader = {.text = svText_Make(source, 0)};
    svStatus status = SV_OK;
    while (status == SV_OK && svCsv_NextRow(&reader.text)) {
        uint32_t values[MAX_COLUMNS];
        size_t columns;
        status = ReadIndexRow(&reader, values, &columns);
        if (status == SV_OK) {
            status = AppendIndexRow(&reader, values, columns);
        }
    }
    if (status != SV_OK) {
        svIndexRows_Destroy(source->context, &reader.rows);
        return status;
    }
    *rows = reader.rows;
    return SV_OK;
}

svStatus svReadPairs(svContext* context, const char* path, svIndexRows* rows) {
    return svSource_ReadFile(context, path, ReadIndexRows, rows);
}

svStatus svReadPairsMemory(svContext* context, const char* name, const void* bytes, size_t size,
                           svIndexRows* rows) {
    const svSource source = svSource_Memory(context, name, bytes, size);
    return svSource_ReadMemory(&source, ReadIndexRows, rows);
}
