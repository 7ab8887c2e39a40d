// Whether stdin is one JSON value, by the grammar of RFC 8259. Exit code 0 or 1.
// usage: json_check [WORD...]: every word must occur in the text

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Text {
    const unsigned char* at;
    const unsigned char* end;
} Text;

static bool ParseValue(Text* text, int depth);

static void SkipBlanks(Text* text) {
    while (text->at < text->end && strchr(" \t\n\r", *text->at) != NULL) {
        ++text->at;
    }
}

static bool Take(Text* text, char c) {
    if (text->at < text->end && *text->at == (unsigned char)c) {
        ++text->at;
        return true;
    }
    return false;
}

static bool TakeWord(Text* text, const char* word) {
    const size_t length = strlen(word);
    if ((size_t)(text->end - text->at) < length || memcmp(text->at, word, length) != 0) {
        return false;
    }
    text->at += length;
    return true;
}

static bool IsDigit(const Text* text) {
    return text->at < text->end && *text->at >= '0' && *text->at <= '9';
}

static bool TakeDigits(Text* text) {
    const unsigned char* start = text->at;
    while (IsDigit(text)) {
        ++text->at;
    }
    return text->at > start;
}

static bool ParseNumber(Text* text) {
    Take(text, '-');
    if (!Take(text, '0') && !TakeDigits(text)) {
        return false;
    }
    if (Take(text, '.') && !TakeDigits(text)) {
        return false;
    }
    if (Take(text, 'e') || Take(text, 'E')) {
        if (!Take(text, '+')) {
            Take(text, '-');
        }
        return TakeDigits(text);
    }
    return true;
}

static bool TakeEscape(Text* text) {
    if (text->at == text->end) {
        return false;
    }
    const unsigned char c = *text->at++;
    if (c != 'u') {
        return c != 0 && strchr("\"\\/bfnrt", c) != NULL;
    }
    for (int i = 0; i < 4; ++i) {
        if (text->at == text->end || strchr("0123456789abcdefABCDEF", *text->at) == NULL ||
            *text->at == 0) {
            return false;
        }
        ++text->at;
    }
    return true;
}

// One character of UTF-8, by the table of RFC 3629.
static bool TakeCharacter(Text* text) {
    const unsigned char c = *text->at++;
    if (c < 0x80) {
        return true;
    }
    const int more = c >= 0xC2 && c <= 0xDF ? 1 : c >= 0xE0 && c <= 0xEF ? 2 : c <= 0xF4 ? 3 : 0;
    if (c < 0xC2 || more == 0 || text->end - text->at < more) {
        return false;
    }
    const unsigned char least = c == 0xE0 ? 0xA0 : c == 0xF0 ? 0x90 : 0x80;
    const unsigned char most = c == 0xED ? 0x9F : c == 0xF4 ? 0x8F : 0xBF;
    for (int i = 0; i < more; ++i, ++text->at) {
        if (*text->at < (i == 0 ? least : 0x80) || *text->at > (i == 0 ? most : 0xBF)) {
            return false;
        }
    }
    return true;
}

static bool ParseString(Text* text) {
    if (!Take(text, '"')) {
        return false;
    }
    while (text->at < text->end && *text->at != '"') {
        if (*text->at < 0x20) {
            return false;
        }
        const bool good = Take(text, '\\') ? TakeEscape(text) : TakeCharacter(text);
        if (!good) {
            return false;
        }
    }
    return Take(text, '"');
}

static bool ParseMembers(Text* text, int depth, bool object) {
    const char close = object ? '}' : ']';
    SkipBlanks(text);
    if (Take(text, close)) {
        return true;
    }
    do {
        SkipBlanks(text);
        if (object) {
            if (!ParseString(text)) {
                return false;
            }
            SkipBlanks(text);
            if (!Take(text, ':')) {
                return false;
            }
        }
        if (!ParseValue(text, depth + 1)) {
            return false;
        }
        SkipBlanks(text);
    } while (Take(text, ','));
    return Take(text, close);
}

static bool ParseValue(Text* text, int depth) {
    SkipBlanks(text);
    if (text->at == text->end || depth > 100) {
        return false;
    }
    switch (*text->at) {
    case '{':
    case '[': {
        const bool object = *text->at == '{';
        ++text->at;
        return ParseMembers(text, depth, object);
    }
    case '"':
        return ParseString(text);
    case 't':
        return TakeWord(text, "true");
    case 'f':
        return TakeWord(text, "false");
    case 'n':
        return TakeWord(text, "null");
    default:
        return ParseNumber(text);
    }
}

int main(int argc, char** argv) {
    enum { CAPACITY = 1 << 24 };
    unsigned char* bytes = malloc(CAPACITY);
    if (bytes == NULL) {
        return 2;
    }
    const size_t size = fread(bytes, 1, CAPACITY - 1, stdin);
    bytes[size] = 0;
    Text text = {bytes, bytes + size};
    bool good = ParseValue(&text, 0);
    SkipBlanks(&text);
    if (!good || text.at != text.end) {
        fprintf(stderr, "not JSON at byte %zu of %zu\n", (size_t)(text.at - bytes), size);
        good = false;
    }
    for (int i = 1; i < argc && good; ++i) {
        if (strstr((const char*)bytes, argv[i]) == NULL) {
            fprintf(stderr, "JSON without %s\n", argv[i]);
            good = false;
        }
    }
    free(bytes);
    return good ? 0 : 1;
}
