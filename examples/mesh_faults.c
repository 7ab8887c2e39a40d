// What is wrong with a mesh? Reads a file, or takes a small broken mesh of its own.
// usage: mesh_faults [FILE]

#include "selvage/io.h"
#include "selvage/mesh.h"

#include <stdio.h>

// Two triangles that share an edge and are wound against each other, a third that repeats a vertex,
// and a vertex that no triangle uses.
static const double builtInPositions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 5, 5, 5};
static const uint32_t builtInTriangles[] = {0, 1, 2, 1, 2, 3, 3, 3, 1};

static svStatus PrintFaults(svContext* context, const svValidateDef* def) {
    svMeshReport report;
    const svStatus status = svValidateMesh(context, def, &report);
    if (status != SV_OK) {
        return status;
    }
    printf("%zu errors, %zu warnings\n", report.errorCount, report.warningCount);
    for (size_t i = 0; i < report.faultCount; ++i) {
        char text[256];
        svMeshFault_Text(&report.faults[i], text, sizeof(text));
        printf("%s\n", text);
    }
    svMeshReport_Destroy(context, &report);
    return SV_OK;
}

int main(int argc, char** argv) {
    const svContextDef contextDef = svDefaultContextDef();
    svContext* context = NULL;
    if (svContext_Create(&contextDef, &context) != SV_OK) {
        return 2;
    }
    svMeshData mesh = {0};
    svPositions positions = svPositions_Double(builtInPositions, 5);
    svValidateDef def = svDefaultValidateDef();
    def.triangles = builtInTriangles;
    def.triangleCount = 3;
    svStatus status = SV_OK;
    if (argc > 1) {
        status = svReadMesh(context, argv[1], NULL, &mesh);
        positions = svPositions_Double(mesh.positions, mesh.vertexCount);
        def.triangles = mesh.triangles;
        def.triangleCount = mesh.triangleCount;
    }
    def.vertexCount = positions.count;
    def.x0 = &positions;
    if (status == SV_OK) {
        status = PrintFaults(context, &def);
    }
    if (status != SV_OK) {
        fprintf(stderr, "%s: %s\n", svStatus_Text(status), svContext_LastError(context));
    }
    svMeshData_Destroy(context, &mesh);
    svContext_Destroy(context);
    return status == SV_OK ? 0 : 2;
}
