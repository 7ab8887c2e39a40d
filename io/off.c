// OFF: one vertex and one face per line. What follows the coordinates (COFF, NOFF, STOFF) or the
// indices (colours) in a line is passed over; binary, homogeneous and n-dimensional files are
// refused.

#include "mesh_format.h"
#include "text.h"

#include <string.h>

// The letters before OFF, in the order that the format prescribes: ST C N 4 n.
static bool SplitKeyword(svWord word, bool* flat) {
    const char* p = word.at;
    size_t size = word.size;
    *flat = true;
    if (size >= 2 && p[0] == 'S' && p[1] == 'T') {
        p += 2;
        size -= 2;
    }
    for (const char* letter = "CN4n"; *letter != '\0'; ++letter) {
        if (size > 0 && *p == *letter) {
            *flat = *flat && *letter != '4' && *letter != 'n';
            ++p;
            --size;
        }
    }
    return size == 3 && memcmp(p, "OFF", 3) == 0;
}

// Certain if the first word is OFF, COFF, NOFF and so on.
static svLikeness OffLikeness(const svSource* source) {
    svText text = svText_Make(source, 0);
    text.comments = true;
    bool flat;
    const bool keyword = svText_NextWordLine(&text) && SplitKeyword(svText_Word(&text), &flat);
    return keyword ? SV_LIKENESS_CERTAIN : SV_LIKENESS_NONE;
}

// The keyword, if there is one: a file may start with its counts.
static svStatus ReadKeyword(svText* text) {
    svText_NextWordLine(text);
    const svText start = *text;
    const svWord word = svText_Word(text);
    bool flat;
    if (!SplitKeyword(word, &flat)) {
        *text = start;
        return SV_OK;
    }
    if (!flat) {
        *text = start;
        return svText_Expected(text, "three coordinates per vertex (4OFF and nOFF are not read)");
    }
    svText_SkipBlanks(text);
    const svText afterKeyword = *text;
    if (svWord_IsAnyCase(svText_Word(text), "binary")) {
        *text = afterKeyword;
        return svText_Expected(text, "a text OFF file (binary OFF is not read)");
    }
    *text = afterKeyword;
    return SV_OK;
}

static svStatus ReadCount(svText* text, const char* what, size_t bytesEach, size_t* count) {
    const svText start = *text;
    int64_t value;
    svStatus status = svText_Integer(text, what, "", &value);
    if (status != SV_OK) {
        return status;
    }
    // Each takes a line of its own; only the last line may lack its end.
    const size_t most = (svText_Left(text) + 1) / bytesEach;
    if (value < 0 || (uint64_t)value > most) {
        return svText_Fail(&start, "%s is %lld, and the rest of the file has room for %zu at most",
                           what, (long long)value, most);
    }
    *count = (size_t)value;
    return SV_OK;
}

static svStatus ReadVertices(svText* text, svMeshBuilder* mesh, size_t count) {
    static const char* const what[3] = {"the x coordinate", "the y coordinate", "the z coordinate"};
    for (size_t i = 0; i < count; ++i) {
        double point[3];
        svText_NextWordLine(text);
        for (int axis = 0; axis < 3; ++axis) {
            const svStatus status = svText_Number(text, what[axis], SV_DOUBLE, &point[axis]);
            if (status != SV_OK) {
                return status;
            }
        }
        const svStatus status = svMeshBuilder_AddVertex(mesh, point);
        if (status != SV_OK) {
            return status;
        }
        svText_NextLine(text);
    }
    return SV_OK;
}

static svStatus ReadOffFace(svText* text, svMeshBuilder* mesh, size_t face) {
    int64_t corners;
    svText_NextWordLine(text);
    svStatus status = svText_Integer(text, "the number of corners of a face", "", &corners);
    if (status == SV_OK && corners < 3) {
        return svText_Fail(text, "face %zu: expected at least 3 vertices, found %lld", face,
                           (long long)corners);
    }
    svMeshBuilder_BeginPolygon(mesh);
    for (int64_t i = 0; status == SV_OK && i < corners; ++i) {
        int64_t index;
        status = svText_Integer(text, "a vertex index", "", &index);
        if (status == SV_OK && (index < 0 || (uint64_t)index >= mesh->vertexCount)) {
            return svText_Fail(text,
                               "face %zu: vertex index %lld is out of range (the file has %zu "
                               "vertices)",
                               face, (long long)index, mesh->vertexCount);
        }
        if (status == SV_OK) {
            status = svMeshBuilder_AddCorner(mesh, (uint32_t)index);
        }
    }
    return status;
}

static svStatus ReadOff(const svSource* source, const svReadMeshDef* def, svMeshBuilder* builder,
                        svScalar* scalar) {
    (void)def;
    svText text = svText_Make(source, 0);
    text.comments = true;
    size_t vertexCount = 0;
    size_t faceCount = 0;
    svStatus status = ReadKeyword(&text);
    if (status == SV_OK) {
        svText_NextWordLine(&text);
        status = ReadCount(&text, "the number of vertices", strlen("0 0 0\n"), &vertexCount);
    }
    if (status == SV_OK) {
        status = ReadCount(&text, "the number of faces", strlen("3 0 0 0\n"), &faceCount);
    }
    if (status == SV_OK) {
        svText_NextLine(&text); // past the number of edges, which says nothing
        status = svMeshBuilder_ReserveVertices(builder, vertexCount);
    }
    if (status == SV_OK) {
        status = svMeshBuilder_ReserveTriangles(builder, faceCount);
    }
    if (status == SV_OK) {
        status = ReadVertices(&text, builder, vertexCount);
    }
    for (size_t face = 0; status == SV_OK && face < faceCount; ++face) {
        status = ReadOffFace(&text, builder, face);
        svText_NextLine(&text);
    }
    if (status == SV_OK && svText_NextWordLine(&text)) {
        svContext_Message(source->context, SV_WARNING,
                          "%s:%zu: more lines than the counts at the top say",
                          svShortName(source->name), text.line);
    }
    *scalar = SV_DOUBLE;
    return status;
}

static void WriteOff(svOutput* output, const svMeshView* mesh, const svWriteMeshDef* def,
                     svScalar scalar) {
    (void)def;
    (void)scalar;
    svOutput_Text(output, "OFF\n");
    svOutput_Integer(output, mesh->positions.count);
    svOutput_Text(output, " ");
    svOutput_Integer(output, mesh->triangleCount);
    svOutput_Text(output, " 0\n");
    svWriteTextPoints(output, &mesh->positions, "");
    for (size_t i = 0; i < mesh->triangleCount; ++i) {
        svOutput_Text(output, "3");
        for (int k = 0; k < 3; ++k) {
            svOutput_Text(output, " ");
            svOutput_Integer(output, mesh->triangles[3 * i + (size_t)k]);
        }
        svOutput_Text(output, "\n");
    }
}

static const char* const extensions[] = {".off", NULL};

const svMeshFormatInfo svOffFormat = {
    .name = "OFF",
    .extensions = extensions,
    .likeness = OffLikeness,
    .read = ReadOff,
    .write = WriteOff,
    .scalar = SV_FILE_SCALAR_DOUBLE,
};
