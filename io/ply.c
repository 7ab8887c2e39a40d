// PLY: vertices and faces; other elements and properties are passed over. This file has the text
// form: one row of an element per line.

#include "ply.h"

#include <math.h>
#include <string.h>

// A number of the declared type that must be a whole one.
static svStatus ReadWhole(svText* text, PlyType type, const char* what, int64_t* value) {
    if (type != PLY_FLOAT && type != PLY_DOUBLE) {
        return svText_Integer(text, what, "", value);
    }
    svText_SkipBlanks(text);
    const svText start = *text;
    double number;
    const svStatus status = svText_Number(text, what, SV_DOUBLE, &number);
    if (status == SV_OK && !(fabs(number) < 1e15 && number == floor(number))) {
        return svText_Expected(&start, what);
    }
    *value = status == SV_OK ? (int64_t)number : 0;
    return status;
}

static svStatus SkipList(svText* text, const PlyProperty* property) {
    int64_t count = 0;
    svStatus status = ReadWhole(text, property->countType, "the length of a list", &count);
    if (status == SV_OK && count < 0) {
        return svText_Fail(text, "the length of a list is %lld", (long long)count);
    }
    for (int64_t i = 0; status == SV_OK && i < count; ++i) {
        double ignored;
        status = svText_Number(text, "an item of a list", SV_DOUBLE, &ignored);
    }
    return status;
}

static svStatus ReadTextFace(svText* text, const PlyProperty* property, size_t face,
                             svMeshBuilder* builder, size_t vertexCount) {
    int64_t corners = 0;
    svStatus status = ReadWhole(text, property->countType, "the number of corners", &corners);
    if (status == SV_OK && corners < 3) {
        return svText_Fail(text, "face %zu: expected at least 3 vertices, found %lld", face,
                           (long long)corners);
    }
    svMeshBuilder_BeginPolygon(builder);
    for (int64_t i = 0; status == SV_OK && i < corners; ++i) {
        int64_t index = 0;
        status = ReadWhole(text, property->type, "a vertex index", &index);
        if (status == SV_OK && (index < 0 || (uint64_t)index >= vertexCount)) {
            return svText_Fail(text,
                               "face %zu: vertex index %lld is out of range (the file has %zu "
                               "vertices)",
                               face, (long long)index, vertexCount);
        }
        if (status == SV_OK) {
            status = svMeshBuilder_AddCorner(builder, (uint32_t)index);
        }
    }
    return status;
}

// One row of any element, which has at least one property.
static svStatus ReadTextRow(const PlyHeader* header, const PlyElement* element, size_t row,
                            svText* text, svMeshBuilder* builder) {
    static const char* const what[3] = {"the x coordinate", "the y coordinate", "the z coordinate"};
    const PlyProperty* properties = header->properties + element->firstProperty;
    double point[3] = {0, 0, 0};
    svStatus status = SV_OK;
    svText_NextWordLine(text);
    for (size_t i = 0; status == SV_OK && i < element->propertyCount; ++i) {
        const PlyProperty* property = &properties[i];
        if (property->role <= PLY_Z) {
            const svScalar scalar = property->type == PLY_FLOAT ? SV_FLOAT : SV_DOUBLE;
            status = svText_Number(text, what[property->role], scalar, &point[property->role]);
        } else if (property->role == PLY_INDICES) {
            status = ReadTextFace(text, property, row, builder, header->vertices->count);
        } else if (property->countType != PLY_NONE) {
            status = SkipList(text, property);
        } else {
            double ignored;
            status = svText_Number(text, "a number", SV_DOUBLE, &ignored);
        }
    }
    if (status != SV_OK) {
        return status;
    }
    svText_SkipBlanks(text);
    if (!svText_AtLineEnd(text)) {
        return svText_Expected(text, "the end of the line");
    }
    return element->isVertex ? svMeshBuilder_AddVertex(builder, point) : SV_OK;
}

// A row takes two characters per property (a digit and a separator), a face three more numbers.
static svStatus ReserveTextRows(const PlyElement* element, const svText* text,
                                svMeshBuilder* builder) {
    const size_t bytes = 2 * element->propertyCount + (element->isFace ? 6 : 0);
    const size_t most = (svText_Left(text) + 1) / bytes;
    if (element->count > most) {
        return svText_Fail(text, "expected %zu rows of element %.*s, found room for %zu at most",
                           element->count, element->nameChars, element->name.at, most);
    }
    if (element->isVertex) {
        return svMeshBuilder_ReserveVertices(builder, element->count);
    }
    return element->isFace ? svMeshBuilder_ReserveTriangles(builder, element->count) : SV_OK;
}

static svStatus ReadAsciiData(const PlyHeader* header, svMeshBuilder* builder) {
    svText text = svText_Make(header->source, header->dataOffset);
    text.line = header->dataLine;
    for (size_t i = 0; i < header->elementCount; ++i) {
        const PlyElement* element = &header->elements[i];
        if (element->propertyCount == 0) {
            continue; // its rows have nothing in them
        }
        svStatus status = ReserveTextRows(element, &text, builder);
        for (size_t row = 0; status == SV_OK && row < element->count; ++row) {
            status = ReadTextRow(header, element, row, &text, builder);
        }
        if (status != SV_OK) {
            return status;
        }
    }
    if (svText_NextWordLine(&text)) {
        svContext_Message(header->source->context, SV_WARNING,
                          "%s:%zu: more lines than the header says",
                          svShortName(header->source->name), text.line);
    }
    return SV_OK;
}

static svStatus ReadPly(const svSource* source, const svReadMeshDef* def, svMeshBuilder* builder,
                        svScalar* scalar) {
    (void)def;
    PlyHeader header;
    svStatus status = svPlyHeader_Read(source, &header);
    if (status == SV_OK) {
        *scalar = header.scalar;
        status =
            header.ascii ? ReadAsciiData(&header, builder) : svPly_ReadBinaryData(&header, builder);
    }
    svPlyHeader_Destroy(&header);
    return status;
}

static svLikeness PlyLikeness(const svSource* source) {
    const bool signature = source->size >= 4 && memcmp(source->bytes, "ply", 3) == 0 &&
                           (source->bytes[3] == '\n' || source->bytes[3] == '\r');
    return signature ? SV_LIKENESS_CERTAIN : SV_LIKENESS_NONE;
}

static const char* const extensions[] = {".ply", NULL};

const svMeshFormatInfo svPlyFormat = {
    .name = "PLY",
    .extensions = extensions,
    .likeness = PlyLikeness,
    .read = ReadPly,
    .write = svPly_Write,
    .scalar = SV_FILE_SCALAR_AS_GIVEN,
    .attributes = true,
};
