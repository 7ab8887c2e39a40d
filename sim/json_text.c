// A reader of JSON, by recursive descent.

#include "json_text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NAME_CHARS 160

typedef struct Parser {
    svJson* json;
    const char* at;
    const char* end;
    const char* lineStart;
    uint32_t line;
    char* string; // where the next string goes
} Parser;

const char* svJson_ShortName(const char* name) {
    const size_t length = strlen(name);
    return length > MAX_NAME_CHARS ? name + (length - MAX_NAME_CHARS) : name;
}

const char* svJsonKind_Name(svJsonKind kind) {
    static const char* const names[] = {"null",   "true or false", "a number",
                                        "a text", "a list",        "an object"};
    return names[kind];
}

void svJson_Path(const svJson* json, uint32_t node, char path[SV_JSON_PATH_CHARS]) {
    // From the end; what does not fit is left out at the beginning.
    char text[SV_JSON_PATH_CHARS];
    size_t start = sizeof(text) - 1;
    text[start] = '\0';
    for (; node != 0 && node != SV_NONE; node = json->nodes[node].parent) {
        const svJsonNode* n = &json->nodes[node];
        char part[SV_JSON_PATH_CHARS];
        if (n->key != NULL) {
            snprintf(part, sizeof(part), "%s%.60s", n->parent == 0 ? "" : ".", n->key);
        } else {
            snprintf(part, sizeof(part), "[%u]", (unsigned)n->position);
        }
        const size_t length = strlen(part);
        if (length > start) {
            break;
        }
        start -= length;
        memcpy(text + start, part, length);
    }
    memcpy(path, text + start, sizeof(text) - start);
}

static void SendJsonMessage(const svJson* json, uint32_t node, svSeverity severity,
                            const char* text) {
    char path[SV_JSON_PATH_CHARS];
    svJson_Path(json, node, path);
    const uint32_t line = node < json->count ? json->nodes[node].line : 1;
    svContext_Message(json->context, severity, "%s:%u: %s%s%s", svJson_ShortName(json->name),
                      (unsigned)line, path, path[0] == '\0' ? "" : ": ", text);
}

svStatus svJson_Fail(const svJson* json, uint32_t node, svStatus status, const char* format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    SendJsonMessage(json, node, SV_ERROR, text);
    return status;
}

void svJson_Warn(const svJson* json, uint32_t node, const char* format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    SendJsonMessage(json, node, SV_WARNING, text);
}

// "NAME:LINE:COLUMN: PATH: ..." for the place `at`; `node` is what is being read.
static svStatus FailAt(const Parser* parser, const char* at, uint32_t node, const char* text) {
    const svJson* json = parser->json;
    char path[SV_JSON_PATH_CHARS];
    svJson_Path(json, node, path);
    svContext_Message(json->context, SV_ERROR, "%s:%u:%zu: %s%s%s", svJson_ShortName(json->name),
                      (unsigned)parser->line, (size_t)(at - parser->lineStart) + 1, path,
                      path[0] == '\0' ? "" : ": ", text);
    return SV_ERROR_FORMAT;
}

static svStatus FailJsonMemory(const svJson* json) {
    svContext_Message(json->context, SV_ERROR, "%s: out of memory", svJson_ShortName(json->name));
    return SV_ERROR_MEMORY;
}

// "expected WHAT, found ..." for what stands at the cursor.
static svStatus Expected(const Parser* parser, uint32_t node, const char* what) {
    char text[200];
    if (parser->at == parser->end) {
        snprintf(text, sizeof(text), "expected %s, found the end of the text", what);
        return FailAt(parser, parser->at, node, text);
    }
    // A word as it stands, as far as it is plain; else a character, or the number of a byte.
    int length = 0;
    while (length < 20 && parser->at + length < parser->end &&
           memchr(" \t\r\n,:[]{}\"", parser->at[length], 11) == NULL && parser->at[length] > ' ' &&
           parser->at[length] < 127) {
        ++length;
    }
    if (length == 0 && *parser->at > ' ' && *parser->at < 127) {
        length = 1;
    }
    if (length > 0) {
        snprintf(text, sizeof(text), "expected %s, found '%.*s'", what, length, parser->at);
    } else {
        snprintf(text, sizeof(text), "expected %s, found the byte %u", what,
                 (unsigned)(unsigned char)*parser->at);
    }
    return FailAt(parser, parser->at, node, text);
}

static void SkipBlanks(Parser* parser) {
    for (; parser->at < parser->end; ++parser->at) {
        const char c = *parser->at;
        if (c == '\n' || c == '\r') {
            // A lone return ends a line too.
            if (c == '\n' || parser->at + 1 == parser->end || parser->at[1] != '\n') {
                ++parser->line;
                parser->lineStart = parser->at + 1;
            }
        } else if (c != ' ' && c != '\t') {
            break;
        }
    }
}

static bool IsDigitAt(const char* at, const char* end) {
    return at < end && *at >= '0' && *at <= '9';
}

// The value of [-] digits [. digits] [e [+-] digits], which is `at` to `end`. strtod would look for
// the decimal point of the locale; so the point is left out and the exponent made up for it.
static bool DigitsToDouble(const char* at, const char* end, double* value) {
    char digits[320]; // 1e308 written out fits
    size_t count = 0;
    int64_t shift = 0;
    bool fraction = false;
    for (; at < end && *at != 'e' && *at != 'E'; ++at) {
        if (*at == '.') {
            fraction = true;
        } else if (count == sizeof(digits) - 32) {
            return false;
        } else {
            digits[count++] = *at;
            shift -= fraction ? 1 : 0;
        }
    }
    int64_t exponent = 0;
    if (at < end) {
        ++at;
        const bool negative = *at == '-';
        at += *at == '-' || *at == '+' ? 1 : 0;
        for (; at < end; ++at) { // far beyond the range of doubles it does not matter how far
            exponent = exponent > 100000 ? exponent : 10 * exponent + (*at - '0');
        }
        exponent = negative ? -exponent : exponent;
    }
    exponent += shift;
    snprintf(digits + count, sizeof(digits) - count, "e%lld", (long long)exponent);
    *value = strtod(digits, NULL);
    return true;
}

static svStatus ParseNumber(Parser* parser, uint32_t node) {
    const char* const start = parser->at;
    const char* at = start + (*start == '-' ? 1 : 0);
    if (!IsDigitAt(at, parser->end)) {
        return Expected(parser, node, "a number");
    }
    const bool zero = *at == '0';
    for (++at; IsDigitAt(at, parser->end); ++at) {
        if (zero) {
            return FailAt(parser, start, node, "a number must not begin with 0");
        }
    }
    if (at < parser->end && *at == '.') {
        if (!IsDigitAt(++at, parser->end)) {
            return FailAt(parser, start, node, "a digit must follow the decimal point");
        }
        while (IsDigitAt(at, parser->end)) {
            ++at;
        }
    }
    if (at < parser->end && (*at == 'e' || *at == 'E')) {
        ++at;
        at += at < parser->end && (*at == '+' || *at == '-') ? 1 : 0;
        if (!IsDigitAt(at, parser->end)) {
            return FailAt(parser, start, node, "a number is missing after the e");
        }
        while (IsDigitAt(at, parser->end)) {
            ++at;
        }
    }
    double value = 0;
    if (!DigitsToDouble(start, at, &value)) {
        return FailAt(parser, start, node, "the number has too many digits");
    }
    if (!isfinite(value)) {
        char text[80];
        snprintf(text, sizeof(text), "%.*s is too large: it must be finite",
                 (int)(at - start < 30 ? at - start : 30), start);
        return FailAt(parser, start, node, text);
    }
    parser->at = at;
    parser->json->nodes[node].kind = SV_JSON_NUMBER;
    parser->json->nodes[node].number = value;
    return SV_OK;
}

// Bytes of the UTF-8 character at the cursor, 0 if there is none: too short, overlong, a surrogate
// or above U+10FFFF.
static size_t CharacterLength(const char* text, const char* end) {
    const unsigned char* c = (const unsigned char*)text;
    const size_t left = (size_t)(end - text);
    if (c[0] < 0x80) {
        return 1;
    }
    const size_t length = c[0] >= 0xf0 ? 4 : c[0] >= 0xe0 ? 3 : 2;
    if (c[0] < 0xc2 || c[0] > 0xf4 || left < length) {
        return 0;
    }
    for (size_t i = 1; i < length; ++i) {
        if ((c[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    const bool overlong = (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xf0 && c[1] < 0x90);
    const bool surrogate = c[0] == 0xed && c[1] > 0x9f;
    const bool tooHigh = c[0] == 0xf4 && c[1] > 0x8f;
    return overlong || surrogate || tooHigh ? 0 : length;
}

static bool ReadHex(const char* at, const char* end, uint32_t* value) {
    *value = 0;
    for (int i = 0; i < 4; ++i) {
        const char c = at + i < end ? at[i] : '\0';
        const char lower = c >= 'A' && c <= 'F' ? (char)(c - 'A' + 'a') : c;
        const bool letter = lower >= 'a' && lower <= 'f';
        if (!letter && !(c >= '0' && c <= '9')) {
            return false;
        }
        *value = 16 * *value + (uint32_t)(letter ? lower - 'a' + 10 : c - '0');
    }
    return true;
}

static void PutCharacter(Parser* parser, uint32_t code) {
    char* to = parser->string;
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xc0 | code >> 6);
        *to++ = (char)(0x80 | (code & 63));
    } else if (code < 0x10000) {
        *to++ = (char)(0xe0 | code >> 12);
        *to++ = (char)(0x80 | (code >> 6 & 63));
        *to++ = (char)(0x80 | (code & 63));
    } else {
        *to++ = (char)(0xf0 | code >> 18);
        *to++ = (char)(0x80 | (code >> 12 & 63));
        *to++ = (char)(0x80 | (code >> 6 & 63));
        *to++ = (char)(0x80 | (code & 63));
    }
    parser->string = to;
}

// \uXXXX, or two of them for a character beyond 16 bits; the cursor is at the u.
static svStatus ReadUnicode(Parser* parser, uint32_t node) {
    uint32_t code = 0;
    if (!ReadHex(parser->at + 1, parser->end, &code)) {
        return FailAt(parser, parser->at, node, "four hexadecimal digits must follow \\u");
    }
    parser->at += 5;
    if (code >= 0xd800 && code < 0xdc00) {
        uint32_t low = 0;
        const bool more = parser->end - parser->at >= 6 && parser->at[0] == '\\' &&
                          parser->at[1] == 'u' && ReadHex(parser->at + 2, parser->end, &low);
        if (!more || low < 0xdc00 || low > 0xdfff) {
            return FailAt(parser, parser->at, node, "half a character: a surrogate alone");
        }
        parser->at += 6;
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    } else if (code >= 0xdc00 && code < 0xe000) {
        return FailAt(parser, parser->at, node, "half a character: a surrogate alone");
    }
    if (code == 0) {
        return FailAt(parser, parser->at, node, "a text must not hold the character 0");
    }
    PutCharacter(parser, code);
    return SV_OK;
}

static svStatus ReadEscape(Parser* parser, uint32_t node) {
    static const char letters[] = "\"\\/bfnrt";
    static const char meanings[] = "\"\\/\b\f\n\r\t";
    ++parser->at;
    if (parser->at < parser->end && *parser->at == 'u') {
        return ReadUnicode(parser, node);
    }
    const char* found =
        parser->at < parser->end ? memchr(letters, *parser->at, sizeof(letters) - 1) : NULL;
    if (found == NULL) {
        return FailAt(parser, parser->at, node, "no such escape after a backslash");
    }
    *parser->string++ = meanings[found - letters];
    ++parser->at;
    return SV_OK;
}

// The cursor is at the opening quote. What is read is never longer than its source with the quotes,
// so the strings of all fit into as many bytes as the whole text has.
static svStatus ReadString(Parser* parser, uint32_t node, const char** text) {
    *text = parser->string;
    for (++parser->at; parser->at < parser->end && *parser->at != '"';) {
        if (*parser->at == '\\') {
            const svStatus status = ReadEscape(parser, node);
            if (status != SV_OK) {
                return status;
            }
            continue;
        }
        const size_t length = CharacterLength(parser->at, parser->end);
        if (length == 0) {
            return FailAt(parser, parser->at, node, "not UTF-8");
        }
        if ((unsigned char)*parser->at < ' ') {
            return FailAt(parser, parser->at, node, "a text must end in its line");
        }
        memcpy(parser->string, parser->at, length);
        parser->string += length;
        parser->at += length;
    }
    if (parser->at == parser->end) {
        return FailAt(parser, parser->at, node, "the closing quote is missing");
    }
    ++parser->at;
    *parser->string++ = '\0';
    return SV_OK;
}

// A new node at the cursor, the last in its parent, whose last one until now is `previous`.
static svStatus AddNode(Parser* parser, uint32_t parent, uint32_t previous, uint32_t* node) {
    svJson* json = parser->json;
    void* nodes = json->nodes;
    if (json->count == SV_NONE || svContext_Grow(json->context, &nodes, &json->capacity,
                                                 json->count + 1, sizeof(svJsonNode)) != SV_OK) {
        return FailJsonMemory(json);
    }
    json->nodes = nodes;
    *node = (uint32_t)json->count++;
    json->nodes[*node] = (svJsonNode){
        .line = parser->line,
        .column = (uint32_t)(parser->at - parser->lineStart) + 1,
        .parent = parent,
        .first = SV_NONE,
        .next = SV_NONE,
    };
    if (parent != SV_NONE) {
        json->nodes[*node].position = json->nodes[parent].count++;
        *(previous == SV_NONE ? &json->nodes[parent].first : &json->nodes[previous].next) = *node;
    }
    return SV_OK;
}

static svStatus ParseValue(Parser* parser, uint32_t node, int depth);

// The key of a new node and its colon; the cursor is where a key should be.
static svStatus ReadKey(Parser* parser, uint32_t object, uint32_t node) {
    svJson* json = parser->json;
    if (parser->at == parser->end || *parser->at != '"') {
        return Expected(parser, object, "a key in quotes");
    }
    const char* const start = parser->at;
    const char* key = NULL;
    svStatus status = ReadString(parser, object, &key);
    if (status != SV_OK) {
        return status;
    }
    const uint32_t before = svJson_Find(json, object, key);
    json->nodes[node].key = key;
    if (before != SV_NONE) {
        char text[80];
        snprintf(text, sizeof(text), "the key is there already, in line %u",
                 (unsigned)json->nodes[before].line);
        return FailAt(parser, start, node, text);
    }
    if (json->nodes[object].count > SV_JSON_KEYS) {
        return FailAt(parser, start, object, "more keys than an object may have");
    }
    SkipBlanks(parser);
    if (parser->at == parser->end || *parser->at != ':') {
        return Expected(parser, node, "':' after the key");
    }
    ++parser->at;
    SkipBlanks(parser);
    return SV_OK;
}

// The values of an array or an object, from the opening bracket to the closing one.
static svStatus ReadValues(Parser* parser, uint32_t node, int depth) {
    const bool object = *parser->at == '{';
    const char close = object ? '}' : ']';
    parser->json->nodes[node].kind = object ? SV_JSON_OBJECT : SV_JSON_ARRAY;
    if (depth == SV_JSON_DEPTH) {
        return FailAt(parser, parser->at, node, "too many values within values");
    }
    ++parser->at;
    SkipBlanks(parser);
    if (parser->at < parser->end && *parser->at == close) {
        ++parser->at;
        return SV_OK;
    }
    for (uint32_t previous = SV_NONE;;) {
        uint32_t child = SV_NONE;
        svStatus status = AddNode(parser, node, previous, &child);
        if (status == SV_OK && object) {
            status = ReadKey(parser, node, child);
        }
        if (status == SV_OK) {
            status = ParseValue(parser, child, depth + 1);
        }
        if (status != SV_OK) {
            return status;
        }
        previous = child;
        SkipBlanks(parser);
        if (parser->at < parser->end && *parser->at == close) {
            ++parser->at;
            return SV_OK;
        }
        if (parser->at == parser->end || *parser->at != ',') {
            return Expected(parser, node, object ? "',' or '}'" : "',' or ']'");
        }
        ++parser->at;
        SkipBlanks(parser);
    }
}

static bool TakeWord(Parser* parser, const char* word) {
    const size_t length = strlen(word);
    if ((size_t)(parser->end - parser->at) < length || memcmp(parser->at, word, length) != 0) {
        return false;
    }
    parser->at += length;
    return true;
}

static svStatus ParseValue(Parser* parser, uint32_t node, int depth) {
    const char c = parser->at < parser->end ? *parser->at : '\0';
    svJsonNode* n = &parser->json->nodes[node];
    if (c == '{' || c == '[') {
        return ReadValues(parser, node, depth);
    }
    if (c == '"') {
        n->kind = SV_JSON_TEXT;
        return ReadString(parser, node, &n->text); // adds no node, so n stays
    }
    if (c == '-' || (c >= '0' && c <= '9')) {
        return ParseNumber(parser, node);
    }
    if (TakeWord(parser, "true") || TakeWord(parser, "false")) {
        n->kind = SV_JSON_FLAG;
        n->flag = c == 't';
        return SV_OK;
    }
    if (TakeWord(parser, "null")) {
        return SV_OK;
    }
    return Expected(parser, node, "a value");
}

svStatus svJson_Read(svContext* context, const char* name, const char* text, size_t size,
                     svJson* json) {
    *json = (svJson){.context = context, .name = name};
    json->strings = svContext_Allocate(context, size);
    if (json->strings == NULL) {
        return FailJsonMemory(json);
    }
    Parser parser = {json, text, text + size, text, 1, json->strings};
    TakeWord(&parser, "\xef\xbb\xbf"); // a byte order mark
    parser.lineStart = parser.at;
    SkipBlanks(&parser);
    uint32_t root = SV_NONE;
    svStatus status = AddNode(&parser, SV_NONE, SV_NONE, &root);
    if (status == SV_OK) {
        status = ParseValue(&parser, root, 0);
    }
    if (status == SV_OK) {
        SkipBlanks(&parser);
        if (parser.at < parser.end) {
            status = Expected(&parser, root, "nothing more");
        }
    }
    if (status != SV_OK) {
        svJson_Destroy(json);
    }
    return status;
}

void svJson_Destroy(svJson* json) {
    svContext_Release(json->context, json->nodes);
    svContext_Release(json->context, json->strings);
    *json = (svJson){0};
}

uint32_t svJson_Find(const svJson* json, uint32_t object, const char* key) {
    const svJsonNode* nodes = json->nodes;
    if (nodes[object].kind != SV_JSON_OBJECT) {
        return SV_NONE;
    }
    for (uint32_t i = nodes[object].first; i != SV_NONE; i = nodes[i].next) {
        if (nodes[i].key != NULL && strcmp(nodes[i].key, key) == 0) {
            return i;
        }
    }
    return SV_NONE;
}
