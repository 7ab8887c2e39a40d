// The readers and writers of the formats, one file each.
#ifndef SELVAGE_IO_FORMATS_H
#define SELVAGE_IO_FORMATS_H

#include "mesh_builder.h"
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

// Merges identical positions of a triangle soup: vertices keep the order of first appearance.
svStatus svWeld(svMeshBuilder* builder);

#endif
