// The table of mesh formats, and lookups in it.

#include "mesh_format.h"

#include "word_list.h"

#include <string.h>

#define ROW(format, row) [format] = &(row),
static const svMeshFormatInfo* const table[SV_MESH_FORMAT_ENUM_COUNT] = {SV_MESH_FORMATS(ROW)};
#undef ROW

const svMeshFormatInfo* svMeshFormat_Info(svMeshFormat format) {
    return (unsigned)format < SV_MESH_FORMAT_ENUM_COUNT ? table[format] : NULL;
}

static bool HasName(svMeshFormat format, const char* name) {
    const char* const* extension = table[format]->extensions;
    while (*extension != NULL && !svHasExtension(name, *extension)) {
        ++extension;
    }
    return *extension != NULL;
}

svMeshFormat svMeshFormat_OfName(const char* name) {
    for (svMeshFormat i = SV_MESH_AUTO + 1; i < SV_MESH_FORMAT_ENUM_COUNT; ++i) {
        if (HasName(i, name)) {
            return i;
        }
    }
    return SV_MESH_AUTO;
}

bool svIsMeshExtension(const char* text) {
    return *text == '.' && strchr(text + 1, '.') == NULL &&
           svMeshFormat_OfName(text) != SV_MESH_AUTO;
}

// A signature first; then a name that is to be trusted; then keywords; then any name; then whatever
// the contents resemble most.
svMeshFormat svMeshFormat_Recognise(const svSource* source) {
    const svMeshFormat named = svMeshFormat_OfName(source->name);
    svMeshFormat best = SV_MESH_AUTO;
    svLikeness likeness = SV_LIKENESS_NONE;
    for (svMeshFormat i = SV_MESH_AUTO + 1; i < SV_MESH_FORMAT_ENUM_COUNT; ++i) {
        const svLikeness own = table[i]->likeness(source);
        if (own > likeness) {
            likeness = own;
            best = i;
        }
    }
    const svLikeness needed = named == SV_MESH_AUTO      ? SV_LIKENESS_NONE
                              : table[named]->trustsName ? SV_LIKENESS_CERTAIN
                                                         : SV_LIKENESS_STRONG;
    return likeness >= needed ? best : named;
}

static const char* ListedWord(const svMeshFormatInfo* row, svFormatList list) {
    switch (list) {
    case SV_LIST_EXTENSIONS:
        return row->extensions[0];
    case SV_LIST_WITH_ATTRIBUTES:
        return row->attributes ? row->name : NULL;
    default:
        return row->name;
    }
}

void svMeshFormat_List(svFormatList list, char text[SV_FORMAT_LIST_ROOM]) {
    const char* words[SV_MESH_FORMAT_ENUM_COUNT];
    size_t count = 0;
    for (svMeshFormat i = SV_MESH_AUTO + 1; i < SV_MESH_FORMAT_ENUM_COUNT; ++i) {
        const char* word = ListedWord(table[i], list);
        if (word != NULL) {
            words[count++] = word;
        }
    }
    svListWords(words, count, text, SV_FORMAT_LIST_ROOM);
}
