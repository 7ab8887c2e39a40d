// The table of mesh formats: what each is called, how it is recognised, read and written, and what
// it can hold. One row per svMeshFormat; nothing else in io/ knows which formats there are.
#ifndef SELVAGE_IO_MESH_FORMAT_H
#define SELVAGE_IO_MESH_FORMAT_H

#include "mesh_builder.h"
#include "output.h"
#include "selvage/io.h"
#include "source.h"

// How much the contents of a file look like a format.
typedef enum svLikeness {
    SV_LIKENESS_NONE,
    SV_LIKENESS_WEAK,   // begins with a word that such files use
    SV_LIKENESS_FAIR,   // a count in the header agrees with the size of the file
    SV_LIKENESS_STRONG, // begins with the keywords of the format: outweighs most names
    SV_LIKENESS_CERTAIN // has its signature: outweighs any name
} svLikeness;

// One row of the table, defined in the file of its format.
typedef struct svMeshFormatInfo {
    const char* name;              // "OBJ", for messages
    const char* const* extensions; // {".obj", NULL}; messages name the first

    svLikeness (*likeness)(const svSource* source);

    // Fills the builder and says what type the coordinates of the file are. The caller discards the
    // builder on failure.
    svStatus (*read)(const svSource* source, const svReadMeshDef* def, svMeshBuilder* builder,
                     svScalar* scalar);

    // The arguments have been checked, `scalar` is the type of the coordinates in the file; errors
    // stay in the output.
    void (*write)(svOutput* output, const svMeshView* mesh, const svWriteMeshDef* def,
                  svScalar scalar);

    // What a file of this format can hold.
    svFileScalar scalar;   // of its coordinates; AS_GIVEN: either, as svWriteMeshDef::scalar says
    bool attributes;       // colours and contacts
    bool binaryOnly;       // svWriteMeshDef::ascii is refused
    uint64_t maxTriangles; // 0: no limit of its own

    // Files have no signature, so that the name outweighs contents that look like another format.
    bool trustsName;
} svMeshFormatInfo;

// The formats: enum value and row. To add one, write its file and add a line here.
#define SV_MESH_FORMATS(X)                                                                         \
    X(SV_MESH_OBJ, svObjFormat)                                                                    \
    X(SV_MESH_PLY, svPlyFormat)                                                                    \
    X(SV_MESH_STL, svStlFormat)                                                                    \
    X(SV_MESH_OFF, svOffFormat)

#define SV_DECLARE_MESH_FORMAT(format, row) extern const svMeshFormatInfo row;
SV_MESH_FORMATS(SV_DECLARE_MESH_FORMAT)
#undef SV_DECLARE_MESH_FORMAT

// The row of a format, or null for SV_MESH_AUTO and values that are no format.
const svMeshFormatInfo* svMeshFormat_Info(svMeshFormat format);

// The format by the extension of a name, or SV_MESH_AUTO.
svMeshFormat svMeshFormat_OfName(const char* name);

// The format by contents and name, or SV_MESH_AUTO.
svMeshFormat svMeshFormat_Recognise(const svSource* source);

// Whether the text is the extension of a format, dot included, and nothing else.
bool svIsMeshExtension(const char* text);

// "OBJ, PLY, STL or OFF", ".obj, .ply, .stl or .off" and "PLY", for messages.
typedef enum svFormatList {
    SV_LIST_NAMES,
    SV_LIST_EXTENSIONS,
    SV_LIST_WITH_ATTRIBUTES
} svFormatList;
#define SV_FORMAT_LIST_ROOM 128
void svMeshFormat_List(svFormatList list, char text[SV_FORMAT_LIST_ROOM]);

// Lines of text with the three coordinates of each vertex after `prefix`: for text formats.
void svWriteTextPoints(svOutput* output, const svPositions* positions, const char* prefix);

// Merges identical positions of a triangle soup: vertices keep the order of first appearance.
svStatus svWeld(svMeshBuilder* builder);

#endif
