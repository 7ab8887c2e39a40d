// Keys of JSON objects as tables: what each one holds, its range, and where the value goes.
#ifndef SELVAGE_SIM_SCENE_FIELDS_H
#define SELVAGE_SIM_SCENE_FIELDS_H

#include "json_text.h"

typedef enum svFieldKind {
    SV_FIELD_NUMBER,    // double
    SV_FIELD_PAIR,      // double[2]
    SV_FIELD_VECTOR,    // double[3]
    SV_FIELD_UINT,      // uint32_t
    SV_FIELD_UINT_PAIR, // uint32_t[2]
    SV_FIELD_SEED,      // uint64_t
    SV_FIELD_FLAG,      // bool
    SV_FIELD_TEXT,      // const char*, of the tree
    SV_FIELD_NAME,      // the same, fit for the name of a file: letters, digits, _ and -
    SV_FIELD_LIST,      // uint32_t: the node
    SV_FIELD_OBJECT     // uint32_t: the node
} svFieldKind;

typedef struct svField {
    const char* key;
    svFieldKind kind;
    size_t offset;    // of the value in the struct that is filled
    double low, high; // of numbers, each one of several
    bool above;       // `low` itself is not allowed
    bool required;
} svField;

typedef struct svFieldTable {
    const char* name; // of the heading in docs/simulator.md
    const svField* fields;
    size_t count;
} svFieldTable;

// Fills `target` from an object whose keys are those of up to two tables (`more` may be null).
// Missing keys leave their members as they are. SV_ERROR_FORMAT: no object, a key that is unknown
// or missing, a value of the wrong kind or outside its range.
svStatus svFields_Read(const svJson* json, uint32_t object, const svFieldTable* table,
                       const svFieldTable* more, void* target);

// The numbers of a list, exactly `count` of them.
svStatus svFields_ReadNumbers(const svJson* json, uint32_t list, double* numbers, uint32_t count);

// Whether the table has the key.
bool svFields_Has(const svFieldTable* table, const char* key);

// The name that the author may have meant (smallest edit distance); null if none is close. Names
// end with a null.
const char* svFields_Nearest(const char* word, const char* const* names);

#endif
