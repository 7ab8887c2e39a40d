// Objects into structs, by tables of keys.

#include "scene_fields.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAX_NAME 63
#define MAX_KEYS 64 // of two tables

static char Lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// How many letters must be put in, left out or changed to get from a to b (Levenshtein).
static size_t EditDistance(const char* a, const char* b) {
    size_t row[32];
    const size_t lengthA = strlen(a), lengthB = strlen(b);
    if (lengthA >= 32 || lengthB >= 32) {
        return SIZE_MAX;
    }
    for (size_t j = 0; j <= lengthB; ++j) {
        row[j] = j;
    }
    for (size_t i = 1; i <= lengthA; ++i) {
        size_t corner = row[0]; // of the row before
        row[0] = i;
        for (size_t j = 1; j <= lengthB; ++j) {
            const size_t changed = corner + (Lower(a[i - 1]) != Lower(b[j - 1]) ? 1 : 0);
            const size_t other = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            corner = row[j];
            row[j] = changed < other ? changed : other;
        }
    }
    return row[lengthB];
}

const char* svFields_Nearest(const char* word, const char* const* names) {
    const char* best = NULL;
    size_t least = strlen(word) / 3 + 2; // a letter in three may be wrong, and one more
    for (; *names != NULL; ++names) {
        const size_t difference = EditDistance(word, *names);
        // The beginning or the end of a name counts too: "stretch", "degrees".
        const bool part = strlen(word) > 3 && strstr(*names, word) != NULL;
        if (difference < least || (part && best == NULL)) {
            least = difference < least ? difference : least;
            best = *names;
        }
    }
    return best;
}

bool svFields_Has(const svFieldTable* table, const char* key) {
    for (size_t i = 0; i < table->count; ++i) {
        if (strcmp(table->fields[i].key, key) == 0) {
            return true;
        }
    }
    return false;
}

static svStatus FailKind(const svJson* json, uint32_t node, const char* expected) {
    return svJson_Fail(json, node, SV_ERROR_FORMAT, "must be %s, not %s", expected,
                       svJsonKind_Name(json->nodes[node].kind));
}

static svStatus FailRange(const svJson* json, uint32_t node, const svField* field, double value) {
    const char* whole = field->kind == SV_FIELD_UINT || field->kind == SV_FIELD_UINT_PAIR ||
                                field->kind == SV_FIELD_SEED
                            ? "a whole number "
                            : "";
    const bool high = value > field->high;
    const char* relation = high ? "of at most" : field->above ? "greater than" : "of at least";
    if (whole[0] == '\0') {
        relation = high ? "at most" : field->above ? "greater than" : "at least";
    } else if (value >= field->low && !high) {
        return svJson_Fail(json, node, SV_ERROR_FORMAT, "must be a whole number, not %.12g", value);
    }
    return svJson_Fail(json, node, SV_ERROR_FORMAT, "must be %s%s %.12g, not %.12g", whole,
                       relation, high ? field->high : field->low, value);
}

static svStatus ReadNumberField(const svJson* json, uint32_t node, const svField* field,
                                double* number) {
    if (json->nodes[node].kind != SV_JSON_NUMBER) {
        return FailKind(json, node, "a number");
    }
    const double value = json->nodes[node].number;
    const bool whole = field->kind == SV_FIELD_UINT || field->kind == SV_FIELD_UINT_PAIR ||
                       field->kind == SV_FIELD_SEED;
    const bool inside = field->above ? value > field->low : value >= field->low;
    if (!inside || value > field->high || (whole && value != floor(value))) {
        return FailRange(json, node, field, value);
    }
    *number = value;
    return SV_OK;
}

// `count` numbers in the range of a field.
static svStatus ReadSeveral(const svJson* json, uint32_t list, const svField* field, uint32_t count,
                            double* numbers) {
    const svJsonNode* node = &json->nodes[list];
    char expected[40];
    snprintf(expected, sizeof(expected), "a list of %u numbers", (unsigned)count);
    if (node->kind != SV_JSON_ARRAY) {
        return FailKind(json, list, expected);
    }
    if (node->count != count) {
        return svJson_Fail(json, list, SV_ERROR_FORMAT, "must be %s, not of %u", expected,
                           (unsigned)node->count);
    }
    svStatus status = SV_OK;
    for (uint32_t i = node->first; i != SV_NONE && status == SV_OK; i = json->nodes[i].next) {
        status = ReadNumberField(json, i, field, numbers++);
    }
    return status;
}

svStatus svFields_ReadNumbers(const svJson* json, uint32_t list, double* numbers, uint32_t count) {
    const svField field = {.kind = SV_FIELD_NUMBER, .low = -1e6, .high = 1e6};
    return ReadSeveral(json, list, &field, count, numbers);
}

static svStatus ReadTextField(const svJson* json, uint32_t node, const svField* field,
                              const char** text) {
    const svJsonNode* n = &json->nodes[node];
    if (n->kind != SV_JSON_TEXT) {
        return FailKind(json, node, "a text");
    }
    if (field->kind == SV_FIELD_NAME) {
        const size_t length = strlen(n->text);
        bool fit = length > 0 && length <= MAX_NAME && n->text[0] != '-';
        for (size_t i = 0; i < length; ++i) {
            const char c = Lower(n->text[i]);
            fit = fit && ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-');
        }
        if (!fit) {
            return svJson_Fail(json, node, SV_ERROR_FORMAT,
                               "must be a name: 1 to %d letters, digits, _ and -", MAX_NAME);
        }
    }
    *text = n->text;
    return SV_OK;
}

static svStatus ReadFieldValue(const svJson* json, uint32_t node, const svField* field,
                               void* value) {
    const svJsonKind kind = json->nodes[node].kind;
    double numbers[3] = {0};
    svStatus status = SV_OK;
    switch (field->kind) {
    case SV_FIELD_NUMBER:
        return ReadNumberField(json, node, field, value);
    case SV_FIELD_PAIR:
        return ReadSeveral(json, node, field, 2, value);
    case SV_FIELD_VECTOR:
        return ReadSeveral(json, node, field, 3, value);
    case SV_FIELD_UINT:
        status = ReadNumberField(json, node, field, numbers);
        *(uint32_t*)value = status == SV_OK ? (uint32_t)numbers[0] : 0;
        return status;
    case SV_FIELD_UINT_PAIR:
        status = ReadSeveral(json, node, field, 2, numbers);
        for (int i = 0; i < 2 && status == SV_OK; ++i) {
            ((uint32_t*)value)[i] = (uint32_t)numbers[i];
        }
        return status;
    case SV_FIELD_SEED:
        status = ReadNumberField(json, node, field, numbers);
        *(uint64_t*)value = status == SV_OK ? (uint64_t)numbers[0] : 0;
        return status;
    case SV_FIELD_FLAG:
        *(bool*)value = json->nodes[node].flag;
        return kind == SV_JSON_FLAG ? SV_OK : FailKind(json, node, "true or false");
    case SV_FIELD_TEXT:
    case SV_FIELD_NAME:
        return ReadTextField(json, node, field, value);
    case SV_FIELD_LIST:
        *(uint32_t*)value = node;
        return kind == SV_JSON_ARRAY ? SV_OK : FailKind(json, node, "a list");
    case SV_FIELD_OBJECT:
        *(uint32_t*)value = node;
        return kind == SV_JSON_OBJECT ? SV_OK : FailKind(json, node, "an object");
    }
    return SV_ERROR_ARGUMENT;
}

static svStatus FailUnknown(const svJson* json, uint32_t node, const svFieldTable* table,
                            const svFieldTable* more) {
    const char* names[MAX_KEYS + 1];
    size_t count = 0;
    for (int t = 0; t < 2; ++t) {
        const svFieldTable* from = t == 0 ? table : more;
        for (size_t i = 0; from != NULL && i < from->count && count < MAX_KEYS; ++i) {
            names[count++] = from->fields[i].key;
        }
    }
    names[count] = NULL;
    const char* nearest = svFields_Nearest(json->nodes[node].key, names);
    if (nearest == NULL) {
        return svJson_Fail(json, node, SV_ERROR_FORMAT, "unknown key");
    }
    return svJson_Fail(json, node, SV_ERROR_FORMAT, "unknown key; did you mean \"%s\"?", nearest);
}

svStatus svFields_Read(const svJson* json, uint32_t object, const svFieldTable* table,
                       const svFieldTable* more, void* target) {
    const svJsonNode* nodes = json->nodes;
    if (nodes[object].kind != SV_JSON_OBJECT) {
        return FailKind(json, object, "an object");
    }
    for (uint32_t i = nodes[object].first; i != SV_NONE; i = nodes[i].next) {
        if (!svFields_Has(table, nodes[i].key) &&
            (more == NULL || !svFields_Has(more, nodes[i].key))) {
            return FailUnknown(json, i, table, more);
        }
    }
    for (int t = 0; t < 2; ++t) {
        const svFieldTable* from = t == 0 ? table : more;
        for (size_t i = 0; from != NULL && i < from->count; ++i) {
            const svField* field = &from->fields[i];
            const uint32_t node = svJson_Find(json, object, field->key);
            svStatus status = SV_OK;
            if (node != SV_NONE) {
                status = ReadFieldValue(json, node, field, (char*)target + field->offset);
            } else if (field->required) {
                status = svJson_Fail(json, object, SV_ERROR_FORMAT, "the key \"%s\" is missing",
                                     field->key);
            }
            if (status != SV_OK) {
                return status;
            }
        }
    }
    return SV_OK;
}
