// The header of a PLY file: elements, each with its properties, in the order of the data.
#ifndef SELVAGE_IO_PLY_H
#define SELVAGE_IO_PLY_H

#include "mesh_format.h"
#include "text.h"

typedef enum PlyType {
    PLY_INT8,
    PLY_UINT8,
    PLY_INT16,
    PLY_UINT16,
    PLY_INT32,
    PLY_UINT32,
    PLY_FLOAT,
    PLY_DOUBLE,
    PLY_NONE
} PlyType;

// What a property means to a mesh.
typedef enum PlyRole { PLY_X, PLY_Y, PLY_Z, PLY_INDICES, PLY_IGNORED } PlyRole;

typedef struct PlyProperty {
    PlyType type;      // of the value, or of a list's items
    PlyType countType; // of a list's length; PLY_NONE where the property is no list
    PlyRole role;
    size_t offset; // in the row, if the element has no lists
} PlyProperty;

typedef struct PlyElement {
    svWord name;
    int nameChars; // how many of them to show in a message
    size_t count;
    size_t line; // of the header
    size_t firstProperty, propertyCount;
    bool isVertex, isFace;
    bool hasList;
    size_t rowBytes; // binary: of a row, lists taken as empty
} PlyElement;

typedef struct PlyHeader {
    const svSource* source;
    bool ascii, bigEndian;
    PlyElement* elements;
    size_t elementCount, elementCapacity;
    PlyProperty* properties;
    size_t propertyCount, propertyCapacity;
    const PlyElement* vertices;
    size_t dataOffset; // of the first byte after end_header
    size_t dataLine;   // of the first line after it
    svScalar scalar;
} PlyHeader;

size_t svPlyType_Bytes(PlyType type);

// Reads and checks the header: there is one vertex element with scalar x, y and z and at most one
// face element, which has one list of indices. Destroy it in any case.
svStatus svPlyHeader_Read(const svSource* source, PlyHeader* header);
void svPlyHeader_Destroy(PlyHeader* header);

svStatus svPly_ReadBinaryData(const PlyHeader* header, svMeshBuilder* builder);

// svMeshFormatInfo::write.
void svPly_Write(svOutput* output, const svMeshView* mesh, const svWriteMeshDef* def,
                 svScalar scalar);

#endif
