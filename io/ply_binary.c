// The binary forms of PLY, in either byte order.

#include "bytes.h"
#include "ply.h"

#include <math.h>

typedef struct BinaryReader {
    const PlyHeader* header;
    const uint8_t* at;
    const uint8_t* end;
    bool swap;
    svMeshBuilder* builder;
} BinaryReader;

static size_t Offset(const BinaryReader* reader) {
    return (size_t)(reader->at - reader->header->source->bytes);
}

static size_t Left(const BinaryReader* reader) {
    return (size_t)(reader->end - reader->at);
}

static double LoadPlyValue(const uint8_t* from, PlyType type, bool swap) {
    switch (type) {
    case PLY_INT8:
        return (int8_t)*from;
    case PLY_UINT8:
        return *from;
    case PLY_INT16:
        return (int16_t)svLoad16(from, swap);
    case PLY_UINT16:
        return svLoad16(from, swap);
    case PLY_INT32:
        return (int32_t)svLoad32(from, swap);
    case PLY_UINT32:
        return svLoad32(from, swap);
    case PLY_FLOAT:
        return (double)svLoadFloat(from, swap);
    default:
        return svLoadDouble(from, swap);
    }
}

// One coordinate of all vertices. The usual types have loops of their own.
static void LoadColumn(const BinaryReader* reader, const PlyElement* element,
                       const PlyProperty* property) {
    const uint8_t* from = reader->at + property->offset;
    const size_t stride = element->rowBytes;
    double* to = reader->builder->positions + property->role;
    const bool swap = reader->swap;
    if (property->type == PLY_FLOAT) {
        for (size_t i = 0; i < element->count; ++i) {
            to[3 * i] = (double)svLoadFloat(from + i * stride, swap);
        }
    } else if (property->type == PLY_DOUBLE) {
        for (size_t i = 0; i < element->count; ++i) {
            to[3 * i] = svLoadDouble(from + i * stride, swap);
        }
    } else {
        for (size_t i = 0; i < element->count; ++i) {
            to[3 * i] = LoadPlyValue(from + i * stride, property->type, swap);
        }
    }
}

// Rows without lists: their size is known, and the columns are read one by one. Blocks keep the
// three passes over the rows in the cache.
static void ReadFixedRows(BinaryReader* reader, const PlyElement* element) {
    enum { blockRows = 1024 };
    BinaryReader block = *reader;
    svMeshBuilder target = *reader->builder;
    block.builder = &target;
    const PlyProperty* properties = reader->header->properties + element->firstProperty;
    for (size_t first = 0; element->isVertex && first < element->count; first += blockRows) {
        PlyElement rows = *element;
        rows.count = element->count - first < blockRows ? element->count - first : blockRows;
        block.at = reader->at + first * element->rowBytes;
        target.positions = reader->builder->positions + 3 * first;
        for (size_t i = 0; i < element->propertyCount; ++i) {
            if (properties[i].role <= PLY_Z) {
                LoadColumn(&block, &rows, &properties[i]);
            }
        }
    }
    reader->builder->vertexCount += element->isVertex ? element->count : 0;
    reader->at += element->count * element->rowBytes;
}

static svStatus FailTruncated(const BinaryReader* reader, const PlyElement* element, size_t row) {
    return svSource_Fail(reader->header->source, Offset(reader),
                         "expected row %zu of %zu of element %.*s, found the end of the file", row,
                         element->count, element->nameChars, element->name.at);
}

// Reads the length of a list and checks that the rest of the file has room for its items.
static svStatus ReadListLength(BinaryReader* reader, const PlyElement* element, size_t row,
                               const PlyProperty* property, size_t* length) {
    const size_t countBytes = svPlyType_Bytes(property->countType);
    if (Left(reader) < countBytes) {
        return FailTruncated(reader, element, row);
    }
    const double count = LoadPlyValue(reader->at, property->countType, reader->swap);
    const size_t most = (Left(reader) - countBytes) / svPlyType_Bytes(property->type);
    if (!(count >= 0 && count <= (double)most && count == floor(count)) || (size_t)count > most) {
        return svSource_Fail(reader->header->source, Offset(reader),
                             "expected the length of a list in row %zu of element %.*s, found %g "
                             "with room for %zu at most",
                             row, element->nameChars, element->name.at, count, most);
    }
    reader->at += countBytes;
    *length = (size_t)count;
    return SV_OK;
}

static svStatus ReadBinaryFace(BinaryReader* reader, const PlyProperty* property, size_t face,
                               size_t corners) {
    const size_t vertexCount = reader->header->vertices->count;
    const size_t bytes = svPlyType_Bytes(property->type);
    if (corners < 3) {
        return svSource_Fail(reader->header->source, Offset(reader),
                             "face %zu: expected at least 3 vertices, found %zu", face, corners);
    }
    svMeshBuilder_BeginPolygon(reader->builder);
    for (size_t i = 0; i < corners; ++i) {
        const double index = LoadPlyValue(reader->at, property->type, reader->swap);
        if (!(index >= 0 && index < (double)vertexCount && index == floor(index))) {
            return svSource_Fail(
                reader->header->source, Offset(reader),
                "face %zu: vertex index %.17g is out of range (the file has %zu vertices)", face,
                index, vertexCount);
        }
        const svStatus status = svMeshBuilder_AddCorner(reader->builder, (uint32_t)index);
        if (status != SV_OK) {
            return status;
        }
        reader->at += bytes;
    }
    return SV_OK;
}

// Rows of the commonest kind: one list of three 32-bit indices with an 8-bit length. Returns how
// many it read; the careful reader goes on, and reports, from there.
static size_t ReadPlainTriangles(BinaryReader* reader, const PlyElement* element) {
    enum { triangleBytes = 1 + 3 * 4 };
    const size_t vertexCount = reader->header->vertices->count;
    svMeshBuilder* builder = reader->builder;
    size_t row = 0;
    for (; row < element->count && Left(reader) >= triangleBytes && reader->at[0] == 3; ++row) {
        const uint32_t a = svLoad32(reader->at + 1, reader->swap);
        const uint32_t b = svLoad32(reader->at + 5, reader->swap);
        const uint32_t c = svLoad32(reader->at + 9, reader->swap);
        if (a >= vertexCount || b >= vertexCount || c >= vertexCount ||
            builder->triangleCount == builder->triangleCapacity) {
            break;
        }
        uint32_t* to = builder->triangles + 3 * builder->triangleCount++;
        to[0] = a;
        to[1] = b;
        to[2] = c;
        reader->at += triangleBytes;
    }
    return row;
}

static svStatus ReadBinaryRow(BinaryReader* reader, const PlyElement* element, size_t row) {
    const PlyProperty* properties = reader->header->properties + element->firstProperty;
    double point[3] = {0, 0, 0};
    for (size_t i = 0; i < element->propertyCount; ++i) {
        const PlyProperty* property = &properties[i];
        const size_t bytes = svPlyType_Bytes(property->type);
        if (property->countType == PLY_NONE) {
            if (Left(reader) < bytes) {
                return FailTruncated(reader, element, row);
            }
            if (property->role <= PLY_Z) {
                point[property->role] = LoadPlyValue(reader->at, property->type, reader->swap);
            }
            reader->at += bytes;
            continue;
        }
        size_t length = 0;
        svStatus status = ReadListLength(reader, element, row, property, &length);
        if (status == SV_OK && property->role == PLY_INDICES) {
            status = ReadBinaryFace(reader, property, row, length);
        } else {
            reader->at += length * bytes;
        }
        if (status != SV_OK) {
            return status;
        }
    }
    return element->isVertex ? svMeshBuilder_AddVertex(reader->builder, point) : SV_OK;
}

// Refuses a count that the rest of the file cannot hold, before anything is allocated for it.
static svStatus ReserveBinaryRows(BinaryReader* reader, const PlyElement* element) {
    size_t rowBytes = element->rowBytes;
    const PlyProperty* properties = reader->header->properties + element->firstProperty;
    for (size_t i = 0; i < element->propertyCount; ++i) {
        if (properties[i].role == PLY_INDICES) {
            rowBytes += 3 * svPlyType_Bytes(properties[i].type);
        }
    }
    const size_t most = Left(reader) / rowBytes;
    if (element->count > most) {
        return svSource_Fail(reader->header->source, Offset(reader),
                             "expected %zu rows of element %.*s, found room for %zu at most",
                             element->count, element->nameChars, element->name.at, most);
    }
    if (element->isVertex) {
        return svMeshBuilder_ReserveVertices(reader->builder, element->count);
    }
    return element->isFace ? svMeshBuilder_ReserveTriangles(reader->builder, element->count)
                           : SV_OK;
}

static svStatus ReadBinaryElement(BinaryReader* reader, const PlyElement* element) {
    svStatus status = ReserveBinaryRows(reader, element);
    if (status != SV_OK) {
        return status;
    }
    if (!element->hasList) {
        ReadFixedRows(reader, element);
        return SV_OK;
    }
    const PlyProperty* first = &reader->header->properties[element->firstProperty];
    size_t row = 0;
    if (element->propertyCount == 1 && first->role == PLY_INDICES &&
        svPlyType_Bytes(first->countType) == 1 &&
        (first->type == PLY_INT32 || first->type == PLY_UINT32)) {
        row = ReadPlainTriangles(reader, element);
    }
    for (; status == SV_OK && row < element->count; ++row) {
        status = ReadBinaryRow(reader, element, row);
    }
    return status;
}

svStatus svPly_ReadBinaryData(const PlyHeader* header, svMeshBuilder* builder) {
    const svSource* source = header->source;
    BinaryReader reader = {header, source->bytes + header->dataOffset, source->bytes + source->size,
                           header->bigEndian != svHostIsBigEndian(), builder};
    for (size_t i = 0; i < header->elementCount; ++i) {
        if (header->elements[i].propertyCount == 0) {
            continue; // its rows have nothing in them
        }
        const svStatus status = ReadBinaryElement(&reader, &header->elements[i]);
        if (status != SV_OK) {
            return status;
        }
    }
    if (Left(&reader) > 0) {
        svContext_Message(source->context, SV_WARNING, "%s: byte %zu: bytes after the last element",
                          svShortName(source->name), Offset(&reader));
    }
    return SV_OK;
}
