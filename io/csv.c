// Rows of integers separated by commas.

#include "csv.h"

bool svCsv_NextRow(svText* text) {
    return svText_NextWordLine(text);
}

static svStatus FailField(const svText* text, size_t column, const char* what) {
    const char c = text->at < text->end ? *text->at : text->newline;
    if (c == text->newline) {
        return svText_Fail(text, "column %zu: expected %s, found the end of the line", column,
                           what);
    }
    return svText_Fail(text, "column %zu: expected %s, found \"%c\"", column, what,
                       c >= ' ' && c <= '~' ? c : '?');
}

svStatus svCsv_Integer(svText* text, size_t column, svCsvInteger* value, bool* last) {
    svText_SkipBlanks(text);
    const char* p = text->at;
    value->negative = p < text->end && *p == '-';
    if (p < text->end && (*p == '-' || *p == '+')) {
        ++p;
    }
    const char* first = p;
    while (p < text->end && *p == '0') {
        ++p;
    }
    value->digits = p;
    uint64_t small = 0;
    for (; p < text->end && (unsigned char)(*p - '0') < 10; ++p) {
        small = small * 10 + (uint64_t)(*p - '0'); // wraps where it is not used
    }
    if (p == first) {
        text->at = p;
        return FailField(text, column, "an integer");
    }
    value->count = (size_t)(p - value->digits);
    value->small = small;
    text->at = p;
    svText_SkipBlanks(text);
    *last = svText_AtLineEnd(text);
    if (!*last) {
        if (*text->at != ',') {
            return FailField(text, column, "a comma after the integer");
        }
        ++text->at;
    }
    return SV_OK;
}
