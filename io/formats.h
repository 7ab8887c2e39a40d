// The readers and writers of the formats, one file each.
#ifndef SELVAGE_IO_FORMATS_H
#define SELVAGE_IO_FORMATS_H

#include "mesh_builder.h"
#include "output.h"
#include "selvage/io.h"
#include "source.h"

// A reader fills the builder and says what the file held; whoever called it discards the builder on
// failure.
svStatus svReadObj(const svSource* source, svMeshBuilder* builder, svScalar* scalar);
svStatus svReadPly(const svSource* source, svMeshBuilder* builder, svScalar* scalar);
svStatus svReadStl(const svSource* source, bool weld, svMeshBuilder* builder, svScalar* scalar);
svStatus svReadOff(const svSource* source, svMeshBuilder* builder, svScalar* scalar);

// Whether the first word is OFF, COFF, NOFF and so on.
bool svIsOff(const svSource* source);

// Whether the bytes are a text STL, or have exactly the size that a binary STL says it has.
bool svIsTextStl(const svSource* source);
bool svIsBinaryStl(const svSource* source);

// Writers: arguments are checked, `scalar` is what the file will hold, errors stay in the output.
void svWriteObj(svOutput* output, const svMeshView* mesh);
void svWriteOff(svOutput* output, const svMeshView* mesh);
void svWriteStl(svOutput* output, const svMeshView* mesh);
void svWritePly(svOutput* output, const svMeshView* mesh, const svWriteMeshDef* def,
                svScalar scalar);

// What to say where svPositions_IsValid is false.
#define SV_NO_VIEW "the positions are null, or their stride, address or scalar type makes no sense"

// svWriteMesh to a path that is not the file's last one: `name` gives the format and stands in
// messages about the mesh. The pointers were checked, `def` may be null.
svStatus svWriteMeshAs(svContext* context, const char* path, const char* name,
                       const svWriteMeshDef* def, const svMeshView* mesh);

// Lines of text with the three coordinates of each vertex after `prefix`.
void svWriteTextPoints(svOutput* output, const svPositions* positions, const char* prefix);

// Counts the coordinates that a float cannot hold; SV_ERROR_NOT_FINITE where one would become
// infinite.
svStatus svCheckRounding(svContext* context, const char* path, const svPositions* positions,
                         size_t* rounded);

// Merges identical positions of a triangle soup: vertices keep the order of first appearance.
svStatus svWeld(svMeshBuilder* builder);

#endif
