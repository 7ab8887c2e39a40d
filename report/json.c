// Calls in, indented JSON out: escapes, and numbers that read back as the same double.

#include "json.h"

#include <assert.h>
#include <math.h>
#include <string.h>

Json Json_Make(FILE* stream) {
    Json json = {0};
    json.stream = stream;
    return json;
}

int Json_CharacterLength(const char* text) {
    const unsigned char* s = (const unsigned char*)text;
    if (s[0] < 0x80) {
        return 1;
    }
    const int length = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
    if (s[0] < 0xC2 || s[0] > 0xF4) {
        return 0;
    }
    for (int i = 1; i < length; ++i) {
        if ((s[i] & 0xC0) != 0x80) {
            return 0; // also ends at the final zero
        }
    }
    const bool overlong = (s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xF0 && s[1] < 0x90);
    const bool outside = (s[0] == 0xED && s[1] >= 0xA0) || (s[0] == 0xF4 && s[1] >= 0x90);
    return overlong || outside ? 0 : length;
}

static void WriteQuoted(FILE* stream, const char* text) {
    const unsigned char* s = (const unsigned char*)text;
    fputc('"', stream);
    while (*s != '\0') {
        const int length = Json_CharacterLength((const char*)s);
        if (length == 0) {
            fputs("\\ufffd", stream);
            ++s;
        } else if (*s == '"' || *s == '\\') {
            fprintf(stream, "\\%c", *s++);
        } else if (*s == '\n') {
            fputs("\\n", stream);
            ++s;
        } else if (*s == '\t') {
            fputs("\\t", stream);
            ++s;
        } else if (*s < 0x20 || *s == 0x7F) {
            fprintf(stream, "\\u%04x", (unsigned)*s++);
        } else {
            fwrite(s, 1, (size_t)length, stream);
            s += length;
        }
    }
    fputc('"', stream);
}

static void WriteNumber(FILE* stream, double value) {
    if (!isfinite(value)) {
        fputs("null", stream);
        return;
    }
    // Shortest precision that round-trips.
    char text[40];
    for (int digits = 15; digits <= 17; ++digits) {
        double back = 0;
        snprintf(text, sizeof(text), "%.*g", digits, value);
        if (sscanf(text, "%lf", &back) == 1 && back == value) {
            break;
        }
    }
    char* comma = strchr(text, ','); // the decimal point of some locales
    if (comma != NULL) {
        *comma = '.';
    }
    fputs(text, stream);
}

// Before every value: comma, line break and indent, key.
static void BeginJsonValue(Json* json, const char* key) {
    if (json->depth > 0) {
        fputs(json->filled[json->depth] ? ",\n" : "\n", json->stream);
        fprintf(json->stream, "%*s", 2 * json->depth, "");
    }
    json->filled[json->depth] = true;
    if (key != NULL) {
        WriteQuoted(json->stream, key);
        fputs(": ", json->stream);
    }
}

static void BeginContainer(Json* json, const char* key, char bracket) {
    assert(json->depth + 1 < JSON_DEPTH);
    BeginJsonValue(json, key);
    fputc(bracket, json->stream);
    json->filled[++json->depth] = false;
}

static void EndContainer(Json* json, char bracket) {
    assert(json->depth > 0);
    const bool filled = json->filled[json->depth--];
    if (filled) {
        fprintf(json->stream, "\n%*s", 2 * json->depth, "");
    }
    fputc(bracket, json->stream);
    if (json->depth == 0) {
        fputc('\n', json->stream);
    }
}

void Json_BeginObject(Json* json, const char* key) {
    BeginContainer(json, key, '{');
}

void Json_EndObject(Json* json) {
    EndContainer(json, '}');
}

void Json_BeginArray(Json* json, const char* key) {
    BeginContainer(json, key, '[');
}

void Json_EndArray(Json* json) {
    EndContainer(json, ']');
}

void Json_Text(Json* json, const char* key, const char* value) {
    BeginJsonValue(json, key);
    WriteQuoted(json->stream, value);
}

void Json_Count(Json* json, const char* key, uint64_t value) {
    BeginJsonValue(json, key);
    fprintf(json->stream, "%llu", (unsigned long long)value);
}

void Json_Number(Json* json, const char* key, double value) {
    BeginJsonValue(json, key);
    WriteNumber(json->stream, value);
}

void Json_Flag(Json* json, const char* key, bool value) {
    BeginJsonValue(json, key);
    fputs(value ? "true" : "false", json->stream);
}

void Json_Null(Json* json, const char* key) {
    BeginJsonValue(json, key);
    fputs("null", json->stream);
}

void Json_Numbers(Json* json, const char* key, const double* values, int count) {
    BeginJsonValue(json, key);
    fputc('[', json->stream);
    for (int i = 0; i < count; ++i) {
        fputs(i > 0 ? ", " : "", json->stream);
        WriteNumber(json->stream, values[i]);
    }
    fputc(']', json->stream);
}
