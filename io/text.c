// The text cursor.

#include "text.h"

#include "decimal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

svText svText_Make(const svSource* source, size_t offset) {
    svText text = {0};
    text.source = source;
    if (source->size > 0) {
        text.at = (const char*)source->bytes + offset;
        text.end = (const char*)source->bytes + source->size;
    }
    text.line = 1;
    const size_t size = svText_Left(&text);
    const bool classic =
        size > 0 && memchr(text.at, '\n', size) == NULL && memchr(text.at, '\r', size) != NULL;
    text.newline = classic ? '\r' : '\n';
    return text;
}

static bool IsBlank(const svText* text, char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f' || (c == '\r' && text->newline != '\r');
}

// The length of a backslash and the line end after it, or 0.
static size_t JoinLength(const svText* text) {
    if (!text->continuation || *text->at != '\\') {
        return 0;
    }
    const char* p = text->at + 1;
    if (p < text->end && *p == '\r' && text->newline != '\r') {
        ++p;
    }
    return p < text->end && *p == text->newline ? (size_t)(p + 1 - text->at) : 0;
}

void svText_SkipBlanksSlow(svText* text) {
    while (text->at < text->end) {
        if (IsBlank(text, *text->at)) {
            ++text->at;
            continue;
        }
        const size_t join = JoinLength(text);
        if (join == 0) {
            return;
        }
        text->at += join;
        ++text->line;
    }
}

void svText_NextLine(svText* text) {
    if (text->at == text->end) {
        return;
    }
    if (*text->at != text->newline) {
        const char* found = memchr(text->at, text->newline, svText_Left(text));
        if (found == NULL) {
            text->at = text->end;
            return;
        }
        text->at = found;
    }
    ++text->at;
    ++text->line;
}

bool svText_NextWordLine(svText* text) {
    for (;;) {
        svText_SkipBlanks(text);
        if (!svText_AtLineEnd(text)) {
            return true;
        }
        if (text->at == text->end) {
            return false;
        }
        svText_NextLine(text);
    }
}

static bool AtDelimiter(const svText* text) {
    return svText_AtLineEnd(text) || IsBlank(text, *text->at) || JoinLength(text) > 0;
}

svWord svText_Word(svText* text) {
    svWord word = {text->at, 0};
    while (!AtDelimiter(text)) {
        ++text->at;
    }
    word.size = (size_t)(text->at - word.at);
    return word;
}

bool svWord_Is(svWord word, const char* text) {
    return word.size == strlen(text) && memcmp(word.at, text, word.size) == 0;
}

bool svWord_IsAnyCase(svWord word, const char* lower) {
    if (word.size != strlen(lower)) {
        return false;
    }
    for (size_t i = 0; i < word.size; ++i) {
        const char c = word.at[i];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != lower[i]) {
            return false;
        }
    }
    return true;
}

// nan, inf and infinity, with a sign and in any case; also nan(...), as printf may write it.
static bool ReadSpecial(svText* text, double* value) {
    svText probe = *text;
    svWord word = svText_Word(&probe);
    bool negative = false;
    if (word.size > 0 && (*word.at == '-' || *word.at == '+')) {
        negative = *word.at == '-';
        ++word.at;
        --word.size;
    }
    if (word.size > 5 && word.at[3] == '(' && word.at[word.size - 1] == ')') {
        word.size = 3;
        if (!svWord_IsAnyCase(word, "nan")) {
            return false;
        }
    }
    if (svWord_IsAnyCase(word, "nan")) {
        *value = (double)NAN;
    } else if (svWord_IsAnyCase(word, "inf") || svWord_IsAnyCase(word, "infinity")) {
        *value = (double)(negative ? -INFINITY : INFINITY);
    } else {
        return false;
    }
    *text = probe;
    return true;
}

svStatus svText_Number(svText* text, const char* what, svScalar scalar, double* value) {
    svText_SkipBlanks(text);
    svDecimal decimal;
    const char* start = text->at;
    const char* after = svDecimal_Parse(start, text->end, &decimal);
    if (after == NULL) {
        return ReadSpecial(text, value) ? SV_OK : svText_Expected(text, what);
    }
    text->at = after;
    if (!AtDelimiter(text)) {
        text->at = start;
        return svText_Expected(text, what);
    }
    *value =
        scalar == SV_FLOAT ? (double)svDecimal_ToFloat(&decimal) : svDecimal_ToDouble(&decimal);
    if (isinf(*value)) {
        return svText_Fail(text, "%s is too large for a %s: %.*s", what,
                           scalar == SV_FLOAT ? "float" : "double",
                           after - start < 40 ? (int)(after - start) : 40, start);
    }
    return SV_OK;
}

svStatus svText_Integer(svText* text, const char* what, const char* after, int64_t* value) {
    svText_SkipBlanks(text);
    const char* p = text->at;
    const bool negative = p < text->end && *p == '-';
    if (p < text->end && (*p == '-' || *p == '+')) {
        ++p;
    }
    const char* first = p;
    int64_t magnitude = 0;
    bool tooLong = false;
    for (; p < text->end && (unsigned char)(*p - '0') < 10; ++p) {
        tooLong |= magnitude >= INT64_C(100000000000000000);
        magnitude = tooLong ? magnitude : magnitude * 10 + (*p - '0');
    }
    const char* start = text->at;
    text->at = p;
    const bool ended = AtDelimiter(text) || (*p != '\0' && strchr(after, *p) != NULL);
    if (p == first || tooLong || !ended) {
        text->at = start;
        return svText_Expected(text, what);
    }
    *value = negative ? -magnitude : magnitude;
    return SV_OK;
}

svStatus svText_Fail(const svText* text, const char* format, ...) {
    char message[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof(message), format, arguments);
    va_end(arguments);
    svContext_Message(text->source->context, SV_ERROR, "%s:%zu: %s",
                      svShortName(text->source->name), text->line, message);
    return SV_ERROR_FORMAT;
}

svStatus svText_Expected(const svText* text, const char* what) {
    if (text->at == text->end) {
        return svText_Fail(text, "expected %s, found the end of the file", what);
    }
    if (svText_AtLineEnd(text)) {
        return svText_Fail(text, "expected %s, found the end of the line", what);
    }
    // The word, shortened, with anything unprintable shown as a question mark.
    svText probe = *text;
    const svWord word = svText_Word(&probe);
    char found[32];
    size_t length = 0;
    for (; length < word.size && length < sizeof(found) - 4; ++length) {
        const char c = word.at[length];
        found[length] = c >= ' ' && c <= '~' ? c : '?';
    }
    memcpy(found + length, length < word.size ? "..." : "", length < word.size ? 4 : 1);
    return svText_Fail(text, "expected %s, found \"%s\"", what, found);
}
