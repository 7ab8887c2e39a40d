// Elementary queries: points as rationals that are exactly doubles.

#include "big.h"
#include "csv.h"
#include "selvage/io.h"

#include <math.h>
#include <string.h>

#define ROWS_PER_QUERY 8

typedef struct QueryReader {
    svText text;
    svQueryData* data;
    size_t pairCapacity, answerCapacity;
    size_t columns; // of every row: 6 or 7, 0 before the first
} QueryReader;

// odd * 2^exponent as a double, if there is one.
static bool ComposeDouble(uint64_t odd, int64_t exponent, double* value) {
    if (odd >= UINT64_C(1) << 53 || exponent < -1074 || exponent > 1023) {
        return false;
    }
    *value = ldexp((double)odd, (int)exponent);
    return isfinite(*value);
}

// numerator / denominator, both below 2^63 and the denominator a power of two.
static bool DivideSmall(uint64_t numerator, uint64_t denominator, double* value) {
    const int down = __builtin_ctzll(denominator);
    const int up = numerator == 0 ? 0 : __builtin_ctzll(numerator);
    return ComposeDouble(numerator >> up, up - down, value);
}

// Any lengths. Without their powers of two, numerator and denominator are odd: the quotient is
// exactly a double if it is an integer below 2^53.
static bool DivideLong(const svCsvInteger* numerator, const svCsvInteger* denominator,
                       double* value) {
    svBig n;
    svBig d;
    svBig_Set(&n, 0);
    svBig_Set(&d, 0);
    svBig_AppendDigits(&n, numerator->digits, numerator->count);
    svBig_AppendDigits(&d, denominator->digits, denominator->count);
    if (n.size == 0) {
        *value = 0.0;
        return true;
    }
    const size_t up = svBig_TrailingZeros(&n);
    const size_t down = svBig_TrailingZeros(&d);
    svBig_ShiftRight(&n, up);
    svBig_ShiftRight(&d, down);
    if (svBig_BitLength(&n) > svBig_BitLength(&d) + 53) {
        return false;
    }
    const uint64_t quotient = svBig_Divide(&n, &d);
    return n.size == 0 && ComposeDouble(quotient, (int64_t)up - (int64_t)down, value);
}

static svStatus FailRational(const svText* text, size_t column, const svCsvInteger* numerator,
                             const svCsvInteger* denominator) {
    const int most = 40;
    return svText_Fail(
        text, "column %zu: expected a rational that is exactly a double, found %s%.*s%s/%.*s%s",
        column, numerator->negative ? "-" : "",
        numerator->count > 40 ? most : (int)numerator->count, numerator->digits,
        numerator->count > 40 ? "..." : "",
        denominator->count > 40 ? most : (int)denominator->count, denominator->digits,
        denominator->count > 40 ? "..." : "");
}

static svStatus RationalToDouble(const svText* text, size_t column, const svCsvInteger* numerator,
                                 const svCsvInteger* denominator, double* value) {
    if (denominator->count == 0) {
        return svText_Fail(text, "column %zu: the denominator is zero", column + 1);
    }
    if (numerator->count > SV_BIG_MAX_DIGITS || denominator->count > SV_BIG_MAX_DIGITS) {
        return svText_Fail(
            text, "column %zu: expected an integer of at most %d digits, found %zu",
            numerator->count > SV_BIG_MAX_DIGITS ? column : column + 1, SV_BIG_MAX_DIGITS,
            numerator->count > SV_BIG_MAX_DIGITS ? numerator->count : denominator->count);
    }
    const bool small = numerator->count <= 18 && denominator->count <= 18 &&
                       (denominator->small & (denominator->small - 1)) == 0;
    const bool exact = small ? DivideSmall(numerator->small, denominator->small, value)
                             : DivideLong(numerator, denominator, value);
    if (!exact) {
        return FailRational(text, column, numerator, denominator);
    }
    *value = numerator->negative != denominator->negative && *value != 0.0 ? -*value : *value;
    return SV_OK;
}

// Reads one row: a point, and its answer (-1 where the row has none).
static svStatus ReadQueryRow(QueryReader* reader, double point[3], int8_t* answer) {
    svCsvInteger field[7];
    bool last = false;
    size_t columns = 0;
    while (!last) {
        if (columns == 7 || (columns > 0 && columns == reader->columns)) {
            return svText_Fail(&reader->text, "expected %s integers in a row, found more",
                               reader->columns == 6   ? "6"
                               : reader->columns == 7 ? "7"
                                                      : "6 or 7");
        }
        const svStatus status = svCsv_Integer(&reader->text, columns + 1, &field[columns], &last);
        if (status != SV_OK) {
            return status;
        }
        ++columns;
    }
    if (columns < 6 || (reader->columns != 0 && columns != reader->columns)) {
        return svText_Fail(&reader->text, "expected %s integers in a row, found %zu",
                           reader->columns == 7   ? "7"
                           : reader->columns == 6 ? "6"
                                                  : "6 or 7",
                           columns);
    }
    reader->columns = columns;
    for (size_t axis = 0; axis < 3; ++axis) {
        const svStatus status = RationalToDouble(&reader->text, 2 * axis + 1, &field[2 * axis],
                                                 &field[2 * axis + 1], &point[axis]);
        if (status != SV_OK) {
            return status;
        }
    }
    *answer = -1;
    if (columns == 7) {
        if (field[6].negative || field[6].count > 1 || field[6].small > 1) {
            return svText_Fail(&reader->text, "column 7: expected the answer 0 or 1, found %s%.*s",
                               field[6].negative ? "-" : "",
                               field[6].count < 40 ? (int)field[6].count : 40, field[6].digits);
        }
        *answer = (int8_t)field[6].small;
    }
    return SV_OK;
}

static svStatus ReadQuery(QueryReader* reader, svMovingPair* pair, int8_t* answer) {
    for (size_t row = 0; row < ROWS_PER_QUERY; ++row) {
        if (!svCsv_NextRow(&reader->text)) {
            return svText_Fail(&reader->text, "expected %d rows for query %zu, found %zu",
                               ROWS_PER_QUERY, reader->data->count, row);
        }
        double* point = row < 4 ? pair->x0[row] : pair->x1[row - 4];
        int8_t rowAnswer = -1;
        const svStatus status = ReadQueryRow(reader, point, &rowAnswer);
        if (status != SV_OK) {
            return status;
        }
        if (row > 0 && rowAnswer != *answer) {
            return svText_Fail(&reader->text,
                               "column 7: expected the answer %d of the rows above, found %d",
                               *answer, rowAnswer);
        }
        *answer = rowAnswer;
    }
    return SV_OK;
}

static svStatus AppendQuery(QueryReader* reader, const svMovingPair* pair, int8_t answer) {
    svContext* context = reader->text.source->context;
    svQueryData* data = reader->data;
    void* pairs = data->pairs;
    void* answers = data->answers;
    svStatus status = svContext_Grow(context, &pairs, &reader->pairCapacity, data->count + 1,
                                     sizeof(svMovingPair));
    data->pairs = pairs;
    if (status == SV_OK) {
        status = svContext_Grow(context, &answers, &reader->answerCapacity, data->count + 1, 1);
        data->answers = answers;
    }
    if (status != SV_OK) {
        return svSource_FailMemory(reader->text.source);
    }
    data->pairs[data->count] = *pair;
    data->answers[data->count++] = answer;
    return SV_OK;
}

static svStatus ReadQuerySource(const svSource* source, void* result) {
    svQueryData* const queries = result;
    svQueryData data = {0};
    QueryReader reader = {.text = svText_Make(source, 0), .data = &data};
    svStatus status = SV_OK;
    while (status == SV_OK && svCsv_NextRow(&reader.text)) {
        svMovingPair pair;
        int8_t answer = -1;
        status = ReadQuery(&reader, &pair, &answer);
        if (status == SV_OK) {
            status = AppendQuery(&reader, &pair, answer);
        }
    }
    if (status == SV_OK && data.count == 0) {
        status = svText_Expected(&reader.text, "rows of 6 or 7 integers");
    }
    if (status != SV_OK) {
        svQueryData_Destroy(source->context, &data);
        return status;
    }
    *queries = data;
    return SV_OK;
}

svStatus svReadQueries(svContext* context, const char* path, svQueryData* queries) {
    return svSource_ReadFile(context, path, ReadQuerySource, queries);
}

svStatus svReadQueriesMemory(svContext* context, const char* name, const void* bytes, size_t size,
                             svQueryData* queries) {
    const svSource source = svSource_Memory(context, name, bytes, size);
    return svSource_ReadMemory(&source, ReadQuerySource, queries);
}
