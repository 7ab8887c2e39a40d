// JSON, streamed: no document tree, no allocation. Two blanks of indent per level.
//
// Text may be any bytes, such as a file name: each invalid UTF-8 byte becomes U+FFFD. Numbers do
// not depend on the locale and read back as the same double; NaN and infinities become null.
#ifndef SELVAGE_REPORT_JSON_H
#define SELVAGE_REPORT_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define JSON_DEPTH 16

typedef struct Json {
    FILE* stream;
    int depth;
    bool filled[JSON_DEPTH]; // something was written at this depth
} Json;

Json Json_Make(FILE* stream);

// `key` is null inside an array and at the top level.
void Json_BeginObject(Json* json, const char* key);
void Json_EndObject(Json* json);
void Json_BeginArray(Json* json, const char* key);
void Json_EndArray(Json* json);
void Json_Text(Json* json, const char* key, const char* value);
void Json_Count(Json* json, const char* key, uint64_t value);
void Json_Number(Json* json, const char* key, double value);
void Json_Flag(Json* json, const char* key, bool value);
void Json_Null(Json* json, const char* key);

// An array of numbers on one line.
void Json_Numbers(Json* json, const char* key, const double* values, int count);

// Bytes of the UTF-8 character at `text`, 0 if there is none: too short, overlong, a surrogate or
// above U+10FFFF.
int Json_CharacterLength(const char* text);

#endif
