// The rest shape of a cloth from a file: its texture coordinates, or a second mesh.

#include "scene_spec.h"

#include <math.h>
#include <string.h>

// Cloth at rest of so many times its area at the beginning, or less than the inverse, is most often
// one whose restScale was forgotten.
static const double LIKELY_AREA = 4;

static uint32_t RestNode(const svSceneSpec* spec, const svPartSpec* part) {
    return svJson_Find(&spec->json, part->node, "rest");
}

bool svPartSpec_RestsInUv(const svPartSpec* part) {
    return part->shape.rest != NULL && strcmp(part->shape.rest, "uv") == 0;
}

static svStatus TakeUvs(const svSceneSpec* spec, const svPartSpec* part, const svMeshData* mesh,
                        double* corners) {
    if (mesh->uvs == NULL) {
        return svJson_Fail(&spec->json, RestNode(spec, part), SV_ERROR_FORMAT,
                           "%s has no texture coordinates (vt of an OBJ file)",
                           svJson_ShortName(part->shape.path));
    }
    for (size_t i = 0; i < 3 * mesh->triangleCount; ++i) {
        for (size_t k = 0; k < 2; ++k) {
            corners[3 * i + k] = mesh->uvs[2 * i + k] * part->shape.restScale;
            if (!isfinite(mesh->uvs[2 * i + k])) {
                return svJson_Fail(&spec->json, RestNode(spec, part), SV_ERROR_FORMAT,
                                   "face %zu of %s has a corner without texture coordinates", i / 3,
                                   svJson_ShortName(part->shape.path));
            }
        }
        corners[3 * i + 2] = 0;
    }
    return SV_OK;
}

static svStatus TakeRestMesh(const svSceneSpec* spec, const svPartSpec* part, const char* folder,
                             const svMeshData* mesh, double* corners) {
    const svJson* json = &spec->json;
    char* path = svSceneSpec_MakePath(spec, part, folder, part->shape.rest);
    if (path == NULL) {
        return SV_ERROR_MEMORY;
    }
    svMeshData rest = {0};
    svStatus status = svReadMesh(json->context, path, NULL, &rest);
    svContext_Release(json->context, path);
    if (status != SV_OK) {
        return svSceneSpec_Translate(spec, part, "rest", status);
    }
    if (rest.triangleCount != mesh->triangleCount) {
        status = svJson_Fail(json, RestNode(spec, part), SV_ERROR_FORMAT,
                             "%s has %zu triangles, %s has %zu: they must be the same",
                             svJson_ShortName(part->shape.rest), rest.triangleCount,
                             svJson_ShortName(part->shape.path), mesh->triangleCount);
    }
    for (size_t i = 0; i < 3 * mesh->triangleCount && status == SV_OK; ++i) {
        for (size_t k = 0; k < 3; ++k) {
            corners[3 * i + k] =
                rest.positions[3 * (size_t)rest.triangles[i] + k] * part->shape.restScale;
        }
    }
    svMeshData_Destroy(json->context, &rest);
    return status;
}

static double DoubleArea(const double* a, const double* b, const double* c) {
    const double u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const double v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    const double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                         u[0] * v[1] - u[1] * v[0]};
    return sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
}

static void WarnOfScale(const svSceneSpec* spec, const svPartSpec* part, const svMeshData* mesh,
                        const double* corners) {
    double rest = 0, placed = 0;
    for (size_t t = 0; t < mesh->triangleCount; ++t) {
        const uint32_t* at = mesh->triangles + 3 * t;
        rest += DoubleArea(corners + 9 * t, corners + 9 * t + 3, corners + 9 * t + 6);
        placed +=
            DoubleArea(mesh->positions + 3 * (size_t)at[0], mesh->positions + 3 * (size_t)at[1],
                       mesh->positions + 3 * (size_t)at[2]);
    }
    if (rest > LIKELY_AREA * placed || placed > LIKELY_AREA * rest) {
        svJson_Warn(&spec->json, RestNode(spec, part),
                    "at rest %s has %.3g m2, at the beginning %.3g m2: \"restScale\" of %.3g would "
                    "make them the same",
                    part->name, rest / 2, placed / 2, part->shape.restScale * sqrt(placed / rest));
    }
}

svStatus svSceneSpec_ReadRest(const svSceneSpec* spec, const svPartSpec* part, const char* folder,
                              const svMeshData* mesh, double** corners) {
    const svJson* json = &spec->json;
    *corners = NULL;
    if (part->shape.rest == NULL) {
        return SV_OK;
    }
    double* made = svContext_Allocate(json->context, 9 * mesh->triangleCount * sizeof(*made));
    if (made == NULL) {
        return svJson_Fail(json, part->node, SV_ERROR_MEMORY, "out of memory");
    }
    const svStatus status = svPartSpec_RestsInUv(part)
                                ? TakeUvs(spec, part, mesh, made)
                                : TakeRestMesh(spec, part, folder, mesh, made);
    if (status != SV_OK) {
        svContext_Release(json->context, made);
        return status;
    }
    WarnOfScale(spec, part, mesh, made);
    *corners = made;
    return SV_OK;
}
