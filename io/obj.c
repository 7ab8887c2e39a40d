// Wavefront OBJ: v and f, and where they are asked for vt, g and o; every other statement is passed
// over.

#include "mesh_format.h"
#include "obj_extras.h"
#include "text.h"

#include <string.h>

typedef struct ObjReader {
    svText text;
    svMeshBuilder* mesh;
    svObjExtras extras;
    size_t faceCount;

    // A face may name vertices that come later. The greatest index so far, and where it stood.
    uint64_t greatestIndex;
    size_t greatestLine;
    size_t greatestFace;

    size_t unknownCount; // statements that OBJ does not have
    size_t unknownLine;  // the first of them
} ObjReader;

static svStatus ReadVertex(ObjReader* reader) {
    double point[3];
    svStatus status = svText_Number(&reader->text, "the x coordinate", SV_DOUBLE, &point[0]);
    if (status == SV_OK) {
        status = svText_Number(&reader->text, "the y coordinate", SV_DOUBLE, &point[1]);
    }
    if (status == SV_OK) {
        status = svText_Number(&reader->text, "the z coordinate", SV_DOUBLE, &point[2]);
    }
    return status == SV_OK ? svMeshBuilder_AddVertex(reader->mesh, point) : status;
}

// One corner: vertex, vertex/texture, vertex//normal or vertex/texture/normal. `texture` is 0 where
// there is none.
static svStatus ReadObjCorner(ObjReader* reader, uint32_t* vertex, int64_t* texture) {
    svText* text = &reader->text;
    int64_t index;
    svStatus status = svText_Integer(text, "a vertex index", "/", &index);
    if (status != SV_OK) {
        return status;
    }
    for (int part = 0; part < 2 && text->at < text->end && *text->at == '/'; ++part) {
        int64_t read;
        ++text->at;
        if (part == 0 && text->at < text->end && *text->at == '/') {
            continue;
        }
        // "1/" alone is written by some exporters for a missing texture coordinate.
        if (part == 0 && (svText_AtLineEnd(text) || (unsigned char)*text->at <= ' ')) {
            break;
        }
        const char* after = part == 0 ? "/" : "";
        status =
            svText_Integer(text, part == 0 ? "a texture index" : "a normal index", after, &read);
        if (status != SV_OK) {
            return status;
        }
        *texture = part == 0 ? read : *texture;
    }
    const int64_t count = (int64_t)reader->mesh->vertexCount;
    const int64_t zeroBased = index > 0 ? index - 1 : count + index;
    if (index == 0 || zeroBased < 0 || zeroBased >= (int64_t)UINT32_MAX) {
        return svText_Fail(text,
                           "face %zu: vertex index %lld is out of range (%lld vertices so far)",
                           reader->faceCount, (long long)index, (long long)count);
    }
    if ((uint64_t)zeroBased + 1 > reader->greatestIndex) {
        reader->greatestIndex = (uint64_t)zeroBased + 1;
        reader->greatestLine = text->line;
        reader->greatestFace = reader->faceCount;
    }
    *vertex = (uint32_t)zeroBased;
    return SV_OK;
}

static svStatus ReadObjFace(ObjReader* reader) {
    svText* text = &reader->text;
    svMeshBuilder_BeginPolygon(reader->mesh);
    for (svText_SkipBlanks(text); !svText_AtLineEnd(text); svText_SkipBlanks(text)) {
        uint32_t vertex = 0;
        int64_t texture = 0;
        svStatus status = ReadObjCorner(reader, &vertex, &texture);
        if (status == SV_OK) {
            status = svMeshBuilder_AddCorner(reader->mesh, vertex);
        }
        if (status == SV_OK && reader->extras.wantsUvs) {
            status = svObjExtras_AddCorner(&reader->extras, text, texture, reader->faceCount);
        }
        if (status != SV_OK) {
            return status;
        }
    }
    if (reader->mesh->corners < 3) {
        return svText_Fail(text, "face %zu: expected at least 3 vertices, found %zu",
                           reader->faceCount, reader->mesh->corners);
    }
    ++reader->faceCount;
    return SV_OK;
}

static bool IsKnownStatement(svWord word) {
    static const char* const known[] = {
        "vn",       "vt",       "vp",     "o",          "g",         "s",     "mg",
        "usemtl",   "mtllib",   "usemap", "maplib",     "l",         "p",     "cstype",
        "deg",      "bmat",     "step",   "curv",       "curv2",     "surf",  "parm",
        "trim",     "hole",     "scrv",   "sp",         "end",       "con",   "bevel",
        "c_interp", "d_interp", "lod",    "shadow_obj", "trace_obj", "ctech", "stech",
        "bsp",      "bzp",      "cdc",    "cdp",        "res",       "call",  "csh",
    };
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); ++i) {
        if (svWord_Is(word, known[i])) {
            return true;
        }
    }
    return false;
}

// Passes over a statement that says nothing about triangles, with the lines joined to it.
static svStatus SkipStatement(ObjReader* reader, svWord word) {
    svText* text = &reader->text;
    if (!IsKnownStatement(word)) {
        for (size_t i = 0; i < word.size; ++i) {
            if ((unsigned char)word.at[i] < ' ') {
                text->at = word.at;
                return svText_Expected(text, "an OBJ statement");
            }
        }
        reader->unknownLine = reader->unknownCount++ == 0 ? text->line : reader->unknownLine;
    }
    for (svText_SkipBlanks(text); !svText_AtLineEnd(text); svText_SkipBlanks(text)) {
        svText_Word(text);
    }
    return SV_OK;
}

static svStatus CheckEnd(ObjReader* reader) {
    const svSource* source = reader->text.source;
    if (reader->greatestIndex > reader->mesh->vertexCount) {
        reader->text.line = reader->greatestLine;
        return svText_Fail(
            &reader->text,
            "face %zu: vertex index %llu is out of range (the file has %zu vertices)",
            reader->greatestFace, (unsigned long long)reader->greatestIndex,
            reader->mesh->vertexCount);
    }
    if (reader->unknownCount > 0) {
        if (reader->mesh->vertexCount == 0) {
            reader->text.line = reader->unknownLine;
            return svText_Fail(&reader->text, "expected OBJ statements, found no vertex at all");
        }
        svContext_Message(source->context, SV_WARNING, "%s:%zu: unknown OBJ statement (%zu in all)",
                          svShortName(source->name), reader->unknownLine, reader->unknownCount);
    }
    return SV_OK;
}

static svStatus ReadStatements(ObjReader* reader) {
    svText* text = &reader->text;
    svObjExtras* extras = &reader->extras;
    while (svText_NextWordLine(text)) {
        const svWord word = svText_Word(text);
        svStatus status;
        if (word.size == 1 && *word.at == 'v') {
            status = ReadVertex(reader);
        } else if (word.size == 1 && *word.at == 'f') {
            status = ReadObjFace(reader);
        } else if (extras->wantsUvs && svWord_Is(word, "vt")) {
            status = svObjExtras_ReadUv(extras, text);
        } else if (extras->wantsGroups && word.size == 1 && (*word.at == 'g' || *word.at == 'o')) {
            status = svObjExtras_ReadNames(extras, text, *word.at == 'o');
        } else {
            status = SkipStatement(reader, word);
        }
        if (status != SV_OK) {
            return status;
        }
        // What follows a vertex (weight, colour) may be joined over lines, too.
        for (svText_SkipBlanks(text); !svText_AtLineEnd(text); svText_SkipBlanks(text)) {
            svText_Word(text);
        }
        svText_NextLine(text);
    }
    const svStatus status = CheckEnd(reader);
    return status == SV_OK ? svObjExtras_Finish(extras, text) : status;
}

static svStatus ReadObj(const svSource* source, const svReadMeshDef* def, svMeshBuilder* builder,
                        svScalar* scalar) {
    ObjReader reader = {
        .text = svText_Make(source, 0),
        .mesh = builder,
        .extras = {.mesh = builder, .wantsUvs = def->uvs, .wantsGroups = def->groups}};
    reader.text.comments = true;
    reader.text.continuation = true;
    *scalar = SV_DOUBLE;
    const svStatus status = ReadStatements(&reader);
    svObjExtras_Release(&reader.extras);
    return status;
}

static void WriteObj(svOutput* output, const svMeshView* mesh, const svWriteMeshDef* def,
                     svScalar scalar) {
    (void)def;
    (void)scalar;
    svOutput_Text(output, "# Selvage\n");
    svWriteTextPoints(output, &mesh->positions, "v ");
    for (size_t i = 0; i < mesh->triangleCount; ++i) {
        svOutput_Text(output, "f");
        for (int k = 0; k < 3; ++k) {
            svOutput_Text(output, " ");
            svOutput_Integer(output, (uint64_t)mesh->triangles[3 * i + (size_t)k] + 1);
        }
        svOutput_Text(output, "\n");
    }
}

// Weak if the first word is one that OBJ files begin with.
static svLikeness ObjLikeness(const svSource* source) {
    static const char* const first[] = {"v", "vn", "vt", "f", "o", "g", "s", "mtllib", "usemtl"};
    svText text = svText_Make(source, 0);
    text.comments = true;
    svText_NextWordLine(&text);
    const svWord word = svText_Word(&text);
    for (size_t i = 0; i < sizeof(first) / sizeof(first[0]); ++i) {
        if (svWord_Is(word, first[i])) {
            return SV_LIKENESS_WEAK;
        }
    }
    return SV_LIKENESS_NONE;
}

static const char* const extensions[] = {".obj", NULL};

const svMeshFormatInfo svObjFormat = {
    .name = "OBJ",
    .extensions = extensions,
    .likeness = ObjLikeness,
    .read = ReadObj,
    .write = WriteObj,
    .scalar = SV_FILE_SCALAR_DOUBLE,
    .trustsName = true,
};
