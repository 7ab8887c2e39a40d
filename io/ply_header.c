// The header of a PLY file.

#include "ply.h"

#include <string.h>

size_t svPlyType_Bytes(PlyType type) {
    static const size_t bytes[] = {1, 1, 2, 2, 4, 4, 4, 8, 0};
    return bytes[type];
}

static PlyType TypeOf(svWord word) {
    static const struct {
        const char* name;
        PlyType type;
    } names[] = {
        {"char", PLY_INT8},      {"int8", PLY_INT8},     {"uchar", PLY_UINT8},
        {"uint8", PLY_UINT8},    {"short", PLY_INT16},   {"int16", PLY_INT16},
        {"ushort", PLY_UINT16},  {"uint16", PLY_UINT16}, {"int", PLY_INT32},
        {"int32", PLY_INT32},    {"uint", PLY_UINT32},   {"uint32", PLY_UINT32},
        {"float", PLY_FLOAT},    {"float32", PLY_FLOAT}, {"double", PLY_DOUBLE},
        {"float64", PLY_DOUBLE},
    };
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
        if (svWord_Is(word, names[i].name)) {
            return names[i].type;
        }
    }
    return PLY_NONE;
}

static svWord NextWord(svText* text) {
    svText_SkipBlanks(text);
    return svText_Word(text);
}

static svStatus ReadFormatLine(PlyHeader* header, svText* text) {
    svText_SkipBlanks(text);
    const svText start = *text;
    const svWord word = svText_Word(text);
    header->ascii = svWord_Is(word, "ascii");
    header->bigEndian = svWord_Is(word, "binary_big_endian");
    if (!header->ascii && !header->bigEndian && !svWord_Is(word, "binary_little_endian")) {
        return svText_Expected(&start, "ascii, binary_little_endian or binary_big_endian");
    }
    svText_SkipBlanks(text);
    const svText version = *text;
    return svWord_Is(svText_Word(text), "1.0") ? SV_OK : svText_Expected(&version, "version 1.0");
}

static svStatus ReadElementLine(PlyHeader* header, svText* text) {
    PlyElement element = {0};
    element.name = NextWord(text);
    element.nameChars = element.name.size < 40 ? (int)element.name.size : 40;
    element.line = text->line;
    element.firstProperty = header->propertyCount;
    element.isVertex = svWord_Is(element.name, "vertex");
    element.isFace = svWord_Is(element.name, "face");
    int64_t count;
    svStatus status = svText_Integer(text, "the number of elements", "", &count);
    if (status != SV_OK) {
        return status;
    }
    if (count < 0) {
        return svText_Fail(text, "expected the number of elements, found %lld", (long long)count);
    }
    element.count = (size_t)count;
    for (size_t i = 0; i < header->elementCount && (element.isVertex || element.isFace); ++i) {
        if ((element.isVertex && header->elements[i].isVertex) ||
            (element.isFace && header->elements[i].isFace)) {
            return svText_Fail(text, "a second element %s (the first is in line %zu)",
                               element.isVertex ? "vertex" : "face", header->elements[i].line);
        }
    }
    void* data = header->elements;
    if (svContext_Grow(header->source->context, &data, &header->elementCapacity,
                       header->elementCount + 1, sizeof(PlyElement)) != SV_OK) {
        return svSource_FailMemory(header->source);
    }
    header->elements = data;
    header->elements[header->elementCount++] = element;
    return SV_OK;
}

static PlyRole RoleOf(const PlyElement* element, svWord name, bool list) {
    if (element->isVertex && name.size == 1 && *name.at >= 'x' && *name.at <= 'z' && !list) {
        return (PlyRole)(PLY_X + (*name.at - 'x'));
    }
    if (element->isFace && list &&
        (svWord_Is(name, "vertex_indices") || svWord_Is(name, "vertex_index"))) {
        return PLY_INDICES;
    }
    return PLY_IGNORED;
}

static svStatus ReadType(svText* text, PlyType* type) {
    svText_SkipBlanks(text);
    const svText start = *text;
    *type = TypeOf(svText_Word(text));
    return *type != PLY_NONE ? SV_OK : svText_Expected(&start, "a type such as float or uchar");
}

static svStatus ReadProperty(PlyHeader* header, svText* text) {
    if (header->elementCount == 0) {
        return svText_Fail(text, "expected an element before its properties");
    }
    PlyElement* element = &header->elements[header->elementCount - 1];
    PlyProperty property = {PLY_NONE, PLY_NONE, PLY_IGNORED, element->rowBytes};
    svText_SkipBlanks(text);
    const svText start = *text;
    const bool list = svWord_Is(svText_Word(text), "list");
    svStatus status = SV_OK;
    if (list) {
        status = ReadType(text, &property.countType);
    } else {
        *text = start;
    }
    if (status == SV_OK) {
        status = ReadType(text, &property.type);
    }
    if (status != SV_OK) {
        return status;
    }
    const svWord name = NextWord(text);
    property.role = RoleOf(element, name, list);
    const size_t first = element->firstProperty;
    for (size_t i = first; property.role != PLY_IGNORED && i < header->propertyCount; ++i) {
        if (header->properties[i].role == property.role) {
            return svText_Fail(text, "a second property %.*s", (int)name.size, name.at);
        }
    }
    element->hasList |= list;
    element->rowBytes += svPlyType_Bytes(list ? property.countType : property.type);
    ++element->propertyCount;
    void* data = header->properties;
    if (svContext_Grow(header->source->context, &data, &header->propertyCapacity,
                       header->propertyCount + 1, sizeof(PlyProperty)) != SV_OK) {
        return svSource_FailMemory(header->source);
    }
    header->properties = data;
    header->properties[header->propertyCount++] = property;
    return SV_OK;
}

static const PlyProperty* FindRole(const PlyHeader* header, const PlyElement* element,
                                   PlyRole role) {
    for (size_t i = 0; i < element->propertyCount; ++i) {
        const PlyProperty* property = &header->properties[element->firstProperty + i];
        if (property->role == role) {
            return property;
        }
    }
    return NULL;
}

// What a mesh needs is there.
static svStatus CheckHeader(PlyHeader* header, const svText* text) {
    bool faces = false;
    bool strips = false;
    for (size_t i = 0; i < header->elementCount; ++i) {
        const PlyElement* element = &header->elements[i];
        header->vertices = element->isVertex ? element : header->vertices;
        strips |= svWord_Is(element->name, "tristrips");
        faces |= element->isFace;
        if (element->isFace && FindRole(header, element, PLY_INDICES) == NULL) {
            return svText_Fail(text, "expected a list vertex_indices in element face");
        }
    }
    if (header->vertices == NULL) {
        return svText_Fail(text, "expected an element vertex before end_header");
    }
    if (strips && !faces) {
        return svText_Fail(text, "expected an element face (triangle strips are not read)");
    }
    if (header->vertices->count > SV_MAX_VERTICES) {
        return svText_Fail(text, "%zu vertices are more than a 32-bit index can name",
                           header->vertices->count);
    }
    header->scalar = SV_FLOAT;
    for (PlyRole role = PLY_X; role <= PLY_Z; ++role) {
        const PlyProperty* axis = FindRole(header, header->vertices, role);
        if (axis == NULL) {
            return svText_Fail(text, "expected a property %c in element vertex",
                               "xyz"[role - PLY_X]);
        }
        if (axis->type == PLY_INT32 || axis->type == PLY_UINT32 || axis->type == PLY_DOUBLE) {
            header->scalar = SV_DOUBLE;
        }
    }
    return SV_OK;
}

// One line of the header; `done` after end_header.
static svStatus ReadLine(PlyHeader* header, svText* text, bool* hasFormat, bool* done) {
    svText_SkipBlanks(text);
    if (text->at == text->end) {
        return svText_Expected(text, "end_header");
    }
    const svText start = *text;
    const svWord word = svText_Word(text);
    if (word.size == 0 || svWord_Is(word, "comment") || svWord_Is(word, "obj_info")) {
        return SV_OK;
    }
    if (svWord_Is(word, "format") && !*hasFormat) {
        *hasFormat = true;
        return ReadFormatLine(header, text);
    }
    if (!*hasFormat) {
        return svText_Expected(&start, "format");
    }
    if (svWord_Is(word, "element")) {
        return ReadElementLine(header, text);
    }
    if (svWord_Is(word, "property")) {
        return ReadProperty(header, text);
    }
    *done = svWord_Is(word, "end_header");
    return *done ? SV_OK : svText_Expected(&start, "element, property, comment or end_header");
}

svStatus svPlyHeader_Read(const svSource* source, PlyHeader* header) {
    memset(header, 0, sizeof(*header));
    header->source = source;
    svText text = svText_Make(source, 0);
    // The first line shows how lines end; binary data may hold either character.
    const bool classic = source->size > 4 && source->bytes[3] == '\r' && source->bytes[4] != '\n';
    text.newline = classic ? '\r' : '\n';
    const svText start = text;
    if (!svWord_Is(svText_Word(&text), "ply")) {
        return svText_Expected(&start, "ply");
    }
    bool hasFormat = false;
    bool done = false;
    while (!done) {
        svText_NextLine(&text);
        const svStatus status = ReadLine(header, &text, &hasFormat, &done);
        if (status != SV_OK) {
            return status;
        }
    }
    const svStatus status = CheckHeader(header, &text);
    svText_NextLine(&text);
    header->dataOffset = (size_t)(text.at - (const char*)source->bytes);
    header->dataLine = text.line;
    return status;
}

void svPlyHeader_Destroy(PlyHeader* header) {
    svContext_Release(header->source->context, header->elements);
    svContext_Release(header->source->context, header->properties);
    memset(header, 0, sizeof(*header));
}
