// STL, text and binary.
//
// A binary file is 80 bytes of anything, a count n and n records of 50 bytes: its size gives it
// away. A header that begins with "solid" therefore does not fool the reader. Only where the size
// does not fit is a file with "solid" and a following "facet" or "endsolid" read as text.

#include "bytes.h"
#include "mesh_format.h"
#include "text.h"

#include <math.h>

#define HEADER_BYTES 84
#define RECORD_BYTES 50

// Whether the file has exactly the size that its count of triangles gives.
static bool IsBinaryStl(const svSource* source) {
    if (source->size < HEADER_BYTES) {
        return false;
    }
    const uint32_t count = svLoad32(source->bytes + 80, svHostIsBigEndian());
    return (source->size - HEADER_BYTES) % RECORD_BYTES == 0 &&
           (source->size - HEADER_BYTES) / RECORD_BYTES == count;
}

static bool IsTextStl(const svSource* source) {
    svText text = svText_Make(source, 0);
    if (!svText_NextWordLine(&text) || !svWord_IsAnyCase(svText_Word(&text), "solid")) {
        return false;
    }
    svText_NextLine(&text);
    if (!svText_NextWordLine(&text)) {
        return false;
    }
    const svWord word = svText_Word(&text);
    return svWord_IsAnyCase(word, "facet") || svWord_IsAnyCase(word, "endsolid");
}

static svStatus ReadBinary(const svSource* source, svMeshBuilder* builder) {
    if (source->size < HEADER_BYTES) {
        return svSource_Fail(source, source->size,
                             "expected the %d bytes of a binary STL header, found %zu",
                             HEADER_BYTES, source->size);
    }
    const bool swap = svHostIsBigEndian();
    const size_t count = svLoad32(source->bytes + 80, swap);
    const size_t room = (source->size - HEADER_BYTES) / RECORD_BYTES;
    if (count > room) {
        return svSource_Fail(source, 80, "expected %zu triangles, found room for %zu", count, room);
    }
    if (source->size != HEADER_BYTES + count * RECORD_BYTES) {
        svContext_Message(source->context, SV_WARNING,
                          "%s: byte %zu: bytes after the last triangle", svShortName(source->name),
                          HEADER_BYTES + count * RECORD_BYTES);
    }
    svStatus status = svMeshBuilder_ReserveVertices(builder, 3 * count);
    if (status == SV_OK) {
        status = svMeshBuilder_ReserveTriangles(builder, count);
    }
    for (size_t i = 0; status == SV_OK && i < count; ++i) {
        const uint8_t* corners = source->bytes + HEADER_BYTES + i * RECORD_BYTES + 12;
        const uint32_t first = (uint32_t)(3 * i);
        for (int k = 0; k < 9; ++k) {
            builder->positions[9 * i + (size_t)k] = (double)svLoadFloat(corners + 4 * k, swap);
        }
        builder->vertexCount += 3;
        status = svMeshBuilder_AddTriangle(builder, first, first + 1, first + 2);
    }
    return status;
}

static svStatus ExpectWord(svText* text, const char* word) {
    svText_NextWordLine(text);
    const svText start = *text;
    return svWord_IsAnyCase(svText_Word(text), word) ? SV_OK : svText_Expected(&start, word);
}

static svStatus ReadStlCorner(svText* text, svMeshBuilder* builder) {
    static const char* const what[3] = {"the x coordinate", "the y coordinate", "the z coordinate"};
    double point[3];
    for (int axis = 0; axis < 3; ++axis) {
        const svStatus status = svText_Number(text, what[axis], SV_DOUBLE, &point[axis]);
        if (status != SV_OK) {
            return status;
        }
    }
    const svStatus status = svMeshBuilder_AddVertex(builder, point);
    return status == SV_OK ? svMeshBuilder_AddCorner(builder, (uint32_t)(builder->vertexCount - 1))
                           : status;
}

// After "facet": normal, loop, corners, ends. The normal follows from the corners and is not kept.
static svStatus ReadFacet(svText* text, svMeshBuilder* builder, size_t facet) {
    svStatus status = ExpectWord(text, "normal");
    for (int axis = 0; axis < 3; ++axis) {
        svText_SkipBlanks(text);
        svText_Word(text);
    }
    if (status == SV_OK) {
        status = ExpectWord(text, "outer");
    }
    if (status == SV_OK) {
        status = ExpectWord(text, "loop");
    }
    svMeshBuilder_BeginPolygon(builder);
    while (status == SV_OK) {
        svText_NextWordLine(text);
        const svText start = *text;
        const svWord word = svText_Word(text);
        if (svWord_IsAnyCase(word, "vertex")) {
            status = ReadStlCorner(text, builder);
        } else if (svWord_IsAnyCase(word, "endloop")) {
            break;
        } else {
            status = svText_Expected(&start, "vertex or endloop");
        }
    }
    if (status == SV_OK && builder->corners < 3) {
        return svText_Fail(text, "face %zu: expected at least 3 vertices, found %zu", facet,
                           builder->corners);
    }
    return status == SV_OK ? ExpectWord(text, "endfacet") : status;
}

// One solid after the other; the names after solid and endsolid are passed over.
static svStatus ReadStlText(const svSource* source, svMeshBuilder* builder) {
    svText text = svText_Make(source, 0);
    bool inside = false;
    size_t facet = 0;
    while (svText_NextWordLine(&text)) {
        const svText start = text;
        const svWord word = svText_Word(&text);
        if (svWord_IsAnyCase(word, inside ? "endsolid" : "solid")) {
            inside = !inside;
            svText_NextLine(&text);
        } else if (inside && svWord_IsAnyCase(word, "facet")) {
            const svStatus status = ReadFacet(&text, builder, facet++);
            if (status != SV_OK) {
                return status;
            }
        } else {
            return svText_Expected(&start, inside ? "facet or endsolid" : "solid");
        }
    }
    return inside ? svText_Expected(&text, "facet or endsolid") : SV_OK;
}

static svLikeness StlLikeness(const svSource* source) {
    return IsTextStl(source)     ? SV_LIKENESS_STRONG
           : IsBinaryStl(source) ? SV_LIKENESS_FAIR
                                 : SV_LIKENESS_NONE;
}

static svStatus ReadStl(const svSource* source, const svReadMeshDef* def, svMeshBuilder* builder,
                        svScalar* scalar) {
    const bool text = !IsBinaryStl(source) && IsTextStl(source);
    *scalar = text ? SV_DOUBLE : SV_FLOAT;
    const svStatus status = text ? ReadStlText(source, builder) : ReadBinary(source, builder);
    return status == SV_OK && def->weld ? svWeld(builder) : status;
}

// The unit normal that the format asks for; zero for a degenerate triangle.
static void FacetNormal(double corner[3][3], float normal[3]) {
    double u[3];
    double v[3];
    for (int k = 0; k < 3; ++k) {
        u[k] = corner[1][k] - corner[0][k];
        v[k] = corner[2][k] - corner[0][k];
    }
    const double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                         u[0] * v[1] - u[1] * v[0]};
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int k = 0; k < 3; ++k) {
        normal[k] = length > 0 && isfinite(length) ? (float)(n[k] / length) : 0.0f;
    }
}

static void WriteStl(svOutput* output, const svMeshView* mesh, const svWriteMeshDef* def,
                     svScalar scalar) {
    (void)def;
    (void)scalar;
    const bool swap = svHostIsBigEndian();
    uint8_t header[HEADER_BYTES] = "Selvage binary STL"; // must not begin with "solid"
    svStore32(header + 80, (uint32_t)mesh->triangleCount, swap);
    svOutput_Write(output, header, sizeof(header));
    for (size_t i = 0; i < mesh->triangleCount; ++i) {
        double corner[3][3];
        float normal[3];
        for (size_t k = 0; k < 3; ++k) {
            svPositions_Get(&mesh->positions, mesh->triangles[3 * i + k], corner[k]);
        }
        FacetNormal(corner, normal);
        uint8_t* to = svOutput_Room(output, RECORD_BYTES);
        for (size_t k = 0; k < 3; ++k) {
            svStoreFloat(to + 4 * k, normal[k], swap);
        }
        for (size_t k = 0; k < 9; ++k) {
            svStoreFloat(to + 12 + 4 * k, (float)corner[k / 3][k % 3], swap);
        }
        to[48] = to[49] = 0;
    }
}

static const char* const extensions[] = {".stl", NULL};

const svMeshFormatInfo svStlFormat = {
    .name = "STL",
    .extensions = extensions,
    .likeness = StlLikeness,
    .read = ReadStl,
    .write = WriteStl,
    .scalar = SV_FILE_SCALAR_FLOAT,
    .binaryOnly = true,
    .maxTriangles = UINT32_MAX,
};
