// A JSON (RFC 8259) parser whose tree keeps the line of every value, so that errors can name the
// place.
//
// Strict: no comments, no trailing commas, no NaN, no number too large for a double, no key twice
// in an object, no byte that is not UTF-8, nothing after the value. Memory is linear in the text.
#ifndef SELVAGE_SIM_JSON_TEXT_H
#define SELVAGE_SIM_JSON_TEXT_H

#include "selvage/base.h"
#include "selvage/topology.h"

#define SV_JSON_DEPTH 32 // of values within values
#define SV_JSON_KEYS 256 // of one object

typedef enum svJsonKind {
    SV_JSON_NULL,
    SV_JSON_FLAG,
    SV_JSON_NUMBER,
    SV_JSON_TEXT,
    SV_JSON_ARRAY,
    SV_JSON_OBJECT
} svJsonKind;

// A value. Nodes are named by their index; node 0 is the whole. SV_NONE: no node.
typedef struct svJsonNode {
    svJsonKind kind;
    bool flag;
    uint32_t line, column; // from 1; of the key, if there is one
    uint32_t parent;
    uint32_t position; // in the parent, from 0
    uint32_t first;    // of the values in it
    uint32_t next;     // in the parent
    uint32_t count;    // of the values in it
    double number;
    const char* key;  // in an object
    const char* text; // ends with a zero, and has no other
} svJsonNode;

typedef struct svJson {
    svContext* context;
    const char* name; // in messages; not copied
    svJsonNode* nodes;
    size_t count;
    size_t capacity;
    char* strings;
} svJson;

// `text` and its end are not needed afterwards. On failure, SV_ERROR_FORMAT or SV_ERROR_MEMORY,
// there is nothing to destroy, and the message names line, column and, inside an object, the key.
svStatus svJson_Read(svContext* context, const char* name, const char* text, size_t size,
                     svJson* json);
void svJson_Destroy(svJson* json);

// The value of a key, or SV_NONE.
uint32_t svJson_Find(const svJson* json, uint32_t object, const char* key);

// "a number", "an object" and so on.
const char* svJsonKind_Name(svJsonKind kind);

// Where the node is: "cloths[0].density"; "" for the whole.
#define SV_JSON_PATH_CHARS 128
void svJson_Path(const svJson* json, uint32_t node, char path[SV_JSON_PATH_CHARS]);

// "NAME:LINE: PATH: ..." and returns `status`.
svStatus svJson_Fail(const svJson* json, uint32_t node, svStatus status, const char* format, ...)
    __attribute__((format(printf, 4, 5)));
// The same as a warning.
void svJson_Warn(const svJson* json, uint32_t node, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

// The end of a name that is too long for a message.
const char* svJson_ShortName(const char* name);

#endif
