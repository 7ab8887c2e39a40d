// Writing PLY: binary little endian, or text.

#include "bytes.h"
#include "ply.h"

static void WriteHeader(svOutput* output, const svMeshView* mesh, const svWriteMeshDef* def,
                        svScalar scalar) {
    const char* colors = "property uchar red\nproperty uchar green\nproperty uchar blue\n";
    svOutput_Text(output, "ply\nformat ");
    svOutput_Text(output, def->ascii ? "ascii" : "binary_little_endian");
    svOutput_Text(output, " 1.0\ncomment Selvage\nelement vertex ");
    svOutput_Integer(output, mesh->positions.count);
    svOutput_Text(output, scalar == SV_FLOAT
                              ? "\nproperty float x\nproperty float y\nproperty float z\n"
                              : "\nproperty double x\nproperty double y\nproperty double z\n");
    svOutput_Text(output, def->vertexColors != NULL ? colors : "");
    svOutput_Text(output, "element face ");
    svOutput_Integer(output, mesh->triangleCount);
    // int is what every reader takes; uint only where int cannot name the vertices.
    svOutput_Text(output, mesh->positions.count <= INT32_MAX
                              ? "\nproperty list uchar int vertex_indices\n"
                              : "\nproperty list uchar uint vertex_indices\n");
    svOutput_Text(output, def->faceColors != NULL ? colors : "");
    svOutput_Text(output, def->faceContacts != NULL ? "property uchar contact\n" : "");
    svOutput_Text(output, "end_header\n");
}

static void WriteTextColor(svOutput* output, const uint8_t* colors, size_t index) {
    for (size_t k = 0; colors != NULL && k < 3; ++k) {
        svOutput_Text(output, " ");
        svOutput_Integer(output, colors[3 * index + k]);
    }
}

static void WriteText(svOutput* output, const svMeshView* mesh, const svWriteMeshDef* def,
                      svScalar scalar) {
    for (size_t i = 0; i < mesh->positions.count; ++i) {
        double point[3];
        svPositions_Get(&mesh->positions, i, point);
        for (int k = 0; k < 3; ++k) {
            svOutput_Text(output, k > 0 ? " " : "");
            svOutput_Number(output, point[k], scalar);
        }
        WriteTextColor(output, def->vertexColors, i);
        svOutput_Text(output, "\n");
    }
    for (size_t i = 0; i < mesh->triangleCount; ++i) {
        svOutput_Text(output, "3");
        for (size_t k = 0; k < 3; ++k) {
            svOutput_Text(output, " ");
            svOutput_Integer(output, mesh->triangles[3 * i + k]);
        }
        WriteTextColor(output, def->faceColors, i);
        if (def->faceContacts != NULL) {
            svOutput_Text(output, " ");
            svOutput_Integer(output, def->faceContacts[i]);
        }
        svOutput_Text(output, "\n");
    }
}

static void WriteBinary(svOutput* output, const svMeshView* mesh, const svWriteMeshDef* def,
                        svScalar scalar) {
    const bool swap = svHostIsBigEndian();
    const size_t bytes = scalar == SV_FLOAT ? 4 : 8;
    for (size_t i = 0; i < mesh->positions.count; ++i) {
        double point[3];
        svPositions_Get(&mesh->positions, i, point);
        uint8_t* to = svOutput_Room(output, 3 * bytes);
        for (size_t k = 0; k < 3; ++k) {
            if (scalar == SV_FLOAT) {
                svStoreFloat(to + k * bytes, (float)point[k], swap);
            } else {
                svStoreDouble(to + k * bytes, point[k], swap);
            }
        }
        if (def->vertexColors != NULL) {
            svOutput_Write(output, def->vertexColors + 3 * i, 3);
        }
    }
    for (size_t i = 0; i < mesh->triangleCount; ++i) {
        uint8_t* to = svOutput_Room(output, 13);
        to[0] = 3;
        for (size_t k = 0; k < 3; ++k) {
            svStore32(to + 1 + 4 * k, mesh->triangles[3 * i + k], swap);
        }
        if (def->faceColors != NULL) {
            svOutput_Write(output, def->faceColors + 3 * i, 3);
        }
        if (def->faceContacts != NULL) {
            svOutput_Write(output, def->faceContacts + i, 1);
        }
    }
}

void svPly_Write(svOutput* output, const svMeshView* mesh, const svWriteMeshDef* def,
                 svScalar scalar) {
    WriteHeader(output, mesh, def, scalar);
    if (def->ascii) {
        WriteText(output, mesh, def, scalar);
    } else {
        WriteBinary(output, mesh, def, scalar);
    }
}
