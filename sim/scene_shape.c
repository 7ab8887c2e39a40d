// From the description of a shape to its mesh, where it shall be.

#include "scene_spec.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

svStatus svSceneSpec_Translate(const svSceneSpec* spec, const svPartSpec* part, const char* key,
                               svStatus status) {
    if (status == SV_OK || status == SV_ERROR_MEMORY) {
        return status;
    }
    const svJson* json = &spec->json;
    const uint32_t node = svJson_Find(json, part->node, key);
    char text[256]; // LastError is about to be replaced
    snprintf(text, sizeof(text), "%s", svContext_LastError(json->context));
    return svJson_Fail(json, node == SV_NONE ? part->node : node,
                       status == SV_ERROR_FILE ? SV_ERROR_FILE : SV_ERROR_FORMAT, "%s", text);
}

// So many cells at this resolution, and never fewer than `least`.
static uint32_t RefineCells(const svPartSpec* part, const svShapeLimits* limits, uint32_t cells,
                            uint32_t least) {
    const double wanted = part->isCloth ? floor(cells * limits->resolution + 0.5) : cells;
    return wanted < least ? least : wanted > 1e9 ? 1000000000u : (uint32_t)wanted;
}

static svStatus CheckLimit(const svSceneSpec* spec, const svPartSpec* part, svShapeLimits* limits,
                           double triangles) {
    // In doubles: the product of two numbers of cells may be beyond 64 bits.
    if ((double)limits->triangles + triangles > (double)limits->limit) {
        return svJson_Fail(&spec->json, part->node, SV_ERROR_FORMAT,
                           "too large: %.4g triangles; all together may have %.4g", triangles,
                           (double)limits->limit);
    }
    limits->triangles += (uint64_t)triangles;
    return SV_OK;
}

static svStatus MakeGrid(const svSceneSpec* spec, svPartSpec* part, svShapeLimits* limits,
                         svMeshData* mesh) {
    const uint32_t cells[2] = {RefineCells(part, limits, part->shape.cells[0], 1),
                               RefineCells(part, limits, part->shape.cells[1], 1)};
    const svStatus status = CheckLimit(spec, part, limits, 2.0 * cells[0] * cells[1]);
    if (status != SV_OK) {
        return status;
    }
    part->cloth.columns = cells[0] + 1;
    part->cloth.rows = cells[1] + 1;
    const svShapeSpec* shape = &part->shape;
    const svStatus made =
        svShape_Grid(spec->json.context, shape->size, cells[0] + 1, cells[1] + 1, mesh);
    for (size_t i = 0; made == SV_OK && shape->taper != 1 && i < mesh->vertexCount; ++i) {
        double* p = mesh->positions + 3 * i;
        p[0] *= 1 + (shape->taper - 1) * (p[1] / shape->size[1] + 0.5);
    }
    return svSceneSpec_Translate(spec, part, "size", made);
}

static svStatus MakeShirt(const svSceneSpec* spec, const svPartSpec* part, svShapeLimits* limits,
                          svMeshData* mesh) {
    const svShapeSpec* shape = &part->shape;
    const uint32_t cells = RefineCells(part, limits, shape->cells[0], 8);
    // Two layers, body and sleeves: about three quarters of the box around it.
    const double rows = cells * (shape->height / shape->width) + 4;
    const svStatus status = CheckLimit(spec, part, limits, 6.0 * cells * rows);
    return status != SV_OK
               ? status
               : svSceneSpec_Translate(spec, part, "height",
                                       svShape_Shirt(spec->json.context, shape->width,
                                                     shape->height, shape->gap, cells, mesh));
}

static svStatus MakeBall(const svSceneSpec* spec, const svPartSpec* part, svShapeLimits* limits,
                         svMeshData* mesh) {
    const double cells = part->shape.cells[0];
    const svStatus status = CheckLimit(spec, part, limits, 20 * cells * cells);
    return status != SV_OK
               ? status
               : svSceneSpec_Translate(spec, part, "radius",
                                       svShape_Ball(spec->json.context, part->shape.radius,
                                                    part->shape.cells[0], mesh));
}

// A revolution of these points.
static svStatus Revolve(const svSceneSpec* spec, const svPartSpec* part, svShapeLimits* limits,
                        const double (*profile)[2], size_t count, svMeshData* mesh) {
    const svShapeSpec* shape = &part->shape;
    svRevolutionDef def = svDefaultRevolutionDef();
    def.profile = profile;
    def.count = count;
    def.closed = shape->closed;
    def.ruffles = shape->ruffles;
    def.ruffleDepth = shape->ruffleDepth;
    def.segments = shape->segments;
    def.rows = shape->cells[0];
    if (part->isCloth) {
        def.segments = RefineCells(part, limits, shape->segments, 3);
        def.segments = def.segments < 4 * def.ruffles ? 4 * def.ruffles : def.segments;
        def.rows = RefineCells(part, limits, shape->cells[0], 0);
    }
    const double rows = (double)def.rows + (double)count;
    const svStatus status = CheckLimit(spec, part, limits, 2 * rows * def.segments);
    return status != SV_OK
               ? status
               : svSceneSpec_Translate(spec, part, "profile",
                                       svShape_Revolution(spec->json.context, &def, mesh));
}

static svStatus MakeRevolution(const svSceneSpec* spec, const svPartSpec* part,
                               svShapeLimits* limits, svMeshData* mesh) {
    const svJson* json = &spec->json;
    const uint32_t list = part->shape.profile;
    const uint32_t count = json->nodes[list].count;
    double(*profile)[2] = svContext_Allocate(json->context, count * sizeof(*profile));
    if (profile == NULL) {
        return svJson_Fail(json, list, SV_ERROR_MEMORY, "out of memory");
    }
    svStatus status = SV_OK;
    uint32_t read = 0;
    for (uint32_t i = json->nodes[list].first; i != SV_NONE && status == SV_OK;
         i = json->nodes[i].next) {
        status = svFields_ReadNumbers(json, i, profile[read++], 2);
    }
    if (status == SV_OK) {
        status = Revolve(spec, part, limits, (const double(*)[2])profile, count, mesh);
    }
    svContext_Release(json->context, profile);
    return status;
}

static svStatus MakeCylinder(const svSceneSpec* spec, const svPartSpec* part, svShapeLimits* limits,
                             svMeshData* mesh) {
    const double r = part->shape.radius, h = part->shape.height / 2;
    const double profile[4][2] = {{0, -h}, {r, -h}, {r, h}, {0, h}};
    return Revolve(spec, part, limits, profile, 4, mesh);
}

static svStatus MakeFloor(const svSceneSpec* spec, const svPartSpec* part, svMeshData* mesh) {
    const svStatus status = svShape_Grid(spec->json.context, part->shape.size, 2, 2, mesh);
    for (size_t i = 0; i < 4 && status == SV_OK; ++i) {
        mesh->positions[3 * i + 2] = part->shape.height;
    }
    return svSceneSpec_Translate(spec, part, "size", status);
}

char* svSceneSpec_MakePath(const svSceneSpec* spec, const svPartSpec* part, const char* folder,
                           const char* path) {
    const char* before = path[0] == '/' || folder == NULL ? "" : folder;
    const char* slash = path[0] == '/' || folder == NULL ? "" : "/";
    const size_t room = strlen(path) + strlen(before) + 2;
    char* made = svContext_Allocate(spec->json.context, room);
    if (made == NULL) {
        svJson_Fail(&spec->json, part->node, SV_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    snprintf(made, room, "%s%s%s", before, slash, path);
    return made;
}

static svStatus ReadShapeFile(const svSceneSpec* spec, const svPartSpec* part,
                              svShapeLimits* limits, svMeshData* mesh) {
    const svJson* json = &spec->json;
    char* path = svSceneSpec_MakePath(spec, part, limits->folder, part->shape.path);
    if (path == NULL) {
        return SV_ERROR_MEMORY;
    }
    svReadMeshDef def = svDefaultReadMeshDef();
    def.uvs = svPartSpec_RestsInUv(part);
    def.groups = part->isCloth && part->pins != SV_NONE;
    svStatus status = svReadMesh(json->context, path, &def, mesh);
    svContext_Release(json->context, path);
    if (status != SV_OK) {
        return svSceneSpec_Translate(spec, part, "path", status);
    }
    if (mesh->triangleCount == 0) {
        status = svJson_Fail(json, svJson_Find(json, part->node, "path"), SV_ERROR_FORMAT,
                             "the mesh has no triangles");
    } else {
        status = CheckLimit(spec, part, limits, (double)mesh->triangleCount);
    }
    if (status != SV_OK) {
        svMeshData_Destroy(json->context, mesh);
    }
    return status;
}

static svStatus Make(const svSceneSpec* spec, svPartSpec* part, svShapeLimits* limits,
                     svMeshData* mesh) {
    switch (part->shape.kind) {
    case SV_SHAPE_GRID:
        return MakeGrid(spec, part, limits, mesh);
    case SV_SHAPE_REVOLUTION:
        return MakeRevolution(spec, part, limits, mesh);
    case SV_SHAPE_SHIRT:
        return MakeShirt(spec, part, limits, mesh);
    case SV_SHAPE_BALL:
        return MakeBall(spec, part, limits, mesh);
    case SV_SHAPE_BOX:
        return svSceneSpec_Translate(spec, part, "size",
                                     svShape_Box(spec->json.context, part->shape.size, mesh));
    case SV_SHAPE_FLOOR:
        return MakeFloor(spec, part, mesh);
    case SV_SHAPE_CYLINDER:
        return MakeCylinder(spec, part, limits, mesh);
    case SV_SHAPE_FILE:
        return ReadShapeFile(spec, part, limits, mesh);
    case SV_SHAPE_ENUM_COUNT:
        break;
    }
    return SV_ERROR_ARGUMENT;
}

// Turns by a rotation vector in degrees (Rodrigues).
void svSceneSpec_Place(const svPartSpec* part, double* xyz, size_t count) {
    const double degree = atan(1.0) / 45;
    const double* r = part->turnDegrees;
    const double length = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
    const double s = sin(length * degree), c = cos(length * degree);
    double u[3] = {0};
    for (int k = 0; k < 3 && length > 0; ++k) {
        u[k] = r[k] / length;
    }
    for (size_t i = 0; i < count; ++i) {
        double* p = xyz + 3 * i;
        for (int k = 0; k < 3; ++k) {
            p[k] *= part->shape.scale; // 1 where the shape has none
        }
        const double along = (u[0] * p[0] + u[1] * p[1] + u[2] * p[2]) * (1 - c);
        const double across[3] = {u[1] * p[2] - u[2] * p[1], u[2] * p[0] - u[0] * p[2],
                                  u[0] * p[1] - u[1] * p[0]};
        for (int k = 0; k < 3; ++k) {
            p[k] = c * p[k] + s * across[k] + along * u[k];
        }
        for (int k = 0; k < 3; ++k) {
            p[k] += part->move[k];
        }
    }
}

svStatus svSceneSpec_MakeShape(const svSceneSpec* spec, svPartSpec* part, svShapeLimits* limits,
                               svMeshData* mesh) {
    const svStatus status = Make(spec, part, limits, mesh);
    if (status == SV_OK) {
        svSceneSpec_Place(part, mesh->positions, mesh->vertexCount);
    }
    return status;
}
