#include "support/ground_truth.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

static void Fail(const char* what) {
    fprintf(stderr, "ground truth: %s\n", what);
    abort();
}

FILE* truthOpen(const char* name, const char* mode) {
    const char* folder = getenv("SELVAGE_DATA");
    char path[1024];
    if (folder == NULL) {
        return NULL;
    }
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return fopen(path, mode);
}

// The rational numerator/denominator, which must be a double.
static double ExactDouble(const char* numerator, const char* denominator) {
    mpq_t value, check;
    mpq_init(value);
    mpq_init(check);
    if (mpz_set_str(mpq_numref(value), numerator, 10) != 0 ||
        mpz_set_str(mpq_denref(value), denominator, 10) != 0) {
        Fail("not an integer");
    }
    mpq_canonicalize(value);
    double result = mpq_get_d(value);
    mpq_set_d(check, result);
    if (!mpq_equal(value, check)) {
        Fail("not a double");
    }
    mpq_clear(value);
    mpq_clear(check);
    return result;
}

static bool ReadRow(FILE* file, double point[3], int* answer) {
    char line[8192], *words[8];
    int count = 0;
    if (fgets(line, sizeof line, file) == NULL) {
        return false;
    }
    for (char* word = strtok(line, ", \r\n"); word != NULL; word = strtok(NULL, ", \r\n")) {
        if (count == 7) {
            Fail("more than seven numbers in a row");
        }
        words[count++] = word;
    }
    if (count < 6) {
        Fail("fewer than six numbers in a row");
    }
    for (int k = 0; k < 3; ++k) {
        point[k] = ExactDouble(words[2 * k], words[2 * k + 1]);
    }
    *answer = count == 7 ? atoi(words[6]) : -1;
    return true;
}

bool truthReadQuery(FILE* file, svMovingPair* pair, int* answer) {
    for (int i = 0; i < 8; ++i) {
        if (!ReadRow(file, i < 4 ? pair->x0[i] : pair->x1[i - 4], answer)) {
            return false;
        }
    }
    return true;
}

typedef struct PlyForm {
    bool big, isDouble;
    size_t extraBytes; // after the coordinates of a vertex
} PlyForm;

static void ReadHeader(FILE* file, PlyForm* form, TruthMesh* mesh) {
    char line[256];
    bool inFaces = false;
    *form = (PlyForm){0};
    while (fgets(line, sizeof line, file) != NULL && strcmp(line, "end_header\n") != 0) {
        size_t count;
        form->big |= strstr(line, "binary_big_endian") != NULL;
        form->isDouble |= strncmp(line, "property double x", 17) == 0;
        form->extraBytes += !inFaces && strncmp(line, "property uchar", 14) == 0;
        if (sscanf(line, "element vertex %zu", &count) == 1) {
            mesh->vertexCount = count;
        } else if (sscanf(line, "element face %zu", &count) == 1) {
            mesh->triangleCount = count;
            inFaces = true;
        }
    }
}

static void ReadBytes(FILE* file, void* target, size_t size, bool swap) {
    unsigned char* bytes = target;
    if (fread(bytes, 1, size, file) != size) {
        Fail("a PLY file ends early");
    }
    for (size_t i = 0; swap && i < size / 2; ++i) {
        unsigned char byte = bytes[i];
        bytes[i] = bytes[size - 1 - i];
        bytes[size - 1 - i] = byte;
    }
}

static double ReadScalar(FILE* file, const PlyForm* form) {
    float single;
    double value;
    if (form->isDouble) {
        ReadBytes(file, &value, sizeof value, form->big);
        return value;
    }
    ReadBytes(file, &single, sizeof single, form->big);
    return (double)single;
}

bool truthReadMesh(const char* name, TruthMesh* mesh) {
    FILE* file = truthOpen(name, "rb");
    PlyForm form;
    unsigned char corners, skipped[16];
    if (file == NULL) {
        return false;
    }
    ReadHeader(file, &form, mesh);
    mesh->positions = malloc(mesh->vertexCount * sizeof *mesh->positions);
    mesh->triangles = malloc(mesh->triangleCount * sizeof *mesh->triangles);
    if (mesh->positions == NULL || mesh->triangles == NULL || form.extraBytes > sizeof skipped) {
        Fail("a PLY file that is too large");
    }
    for (size_t i = 0; i < mesh->vertexCount; ++i) {
        for (int k = 0; k < 3; ++k) {
            mesh->positions[i][k] = ReadScalar(file, &form);
        }
        ReadBytes(file, skipped, form.extraBytes, false);
    }
    for (size_t i = 0; i < mesh->triangleCount; ++i) {
        ReadBytes(file, &corners, 1, false);
        if (corners != 3) {
            Fail("a face that is not a triangle");
        }
        for (int k = 0; k < 3; ++k) {
            ReadBytes(file, &mesh->triangles[i][k], sizeof(uint32_t), form.big);
        }
    }
    fclose(file);
    return true;
}

void truthFreeMesh(TruthMesh* mesh) {
    free(mesh->positions);
    free(mesh->triangles);
}
