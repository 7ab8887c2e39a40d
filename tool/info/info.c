// selvage info: mesh and cache files in; counts, bounds, connectivity and faults out.

#include "report/json.h"
#include "report/output.h"
#include "report/table.h"
#include "report/terminal.h"
#include "tool/command.h"

#include "selvage/io.h"
#include "selvage/mesh.h"

#include <math.h>
#include <string.h>
#include <strings.h>

enum { FAULTS, JSON, OPTION_COUNT };

static const Option infoOptions[OPTION_COUNT] = {
    [FAULTS] = {"faults", OPTION_ONE, "N", "faults of each kind to list (default 3)"},
    [JSON] = {"json", OPTION_MAYBE, "NAME.json",
              "the result as JSON: on stdout in place of the text, or into that file (--json=FILE: "
              "any name)"},
};

// One file; `error` is not empty if it could not be read.
typedef struct FileInfo {
    const char* path;
    char error[512];
    svScalar scalar;
    bool isCache; // then only:
    size_t frameCount, vertexCount;
    double times[2]; // of the first frame and of the last
    svMeshInfo mesh; // else:
    svMeshReport report;
} FileInfo;

// PC2 and MDD, by extension: positions only.
static bool IsCachePath(const char* path) {
    const char* dot = strrchr(path, '.');
    return dot != NULL && (strcasecmp(dot, ".pc2") == 0 || strcasecmp(dot, ".mdd") == 0);
}

static svStatus ReadCache(svContext* context, const char* path, FileInfo* file) {
    svCache* cache = NULL;
    svStatus status = svCache_Open(context, path, NULL, &cache);
    if (status != SV_OK) {
        return status;
    }
    file->isCache = true;
    file->scalar = svCache_Scalar(cache);
    file->frameCount = svCache_FrameCount(cache);
    file->vertexCount = svCache_VertexCount(cache);
    for (int k = 0; k < 2 && file->frameCount > 0 && status == SV_OK; ++k) {
        status = svCache_FrameTime(cache, k == 0 ? 0 : file->frameCount - 1, &file->times[k]);
    }
    svCache_Close(cache);
    return status;
}

static svStatus Examine(svContext* context, const svMeshData* data, size_t faults, FileInfo* file) {
    const svPositions positions = svPositions_Double(data->positions, data->vertexCount);
    svValidateDef validate = svDefaultValidateDef();
    validate.triangles = data->triangles;
    validate.triangleCount = data->triangleCount;
    validate.vertexCount = data->vertexCount;
    validate.x0 = &positions;
    validate.maxFaultsPerKind = faults;
    svStatus status = svValidateMesh(context, &validate, &file->report);
    if (status != SV_OK) {
        return status;
    }
    svMeshDef def = svDefaultMeshDef();
    def.triangles = data->triangles;
    def.triangleCount = data->triangleCount;
    def.vertexCount = data->vertexCount;
    svMesh* mesh = NULL;
    status = svMesh_Create(context, &def, &mesh);
    if (status != SV_OK) {
        return status;
    }
    // SetMotion refuses coordinates that are not finite; the report has them, and there are no
    // bounds.
    if (file->report.counts[SV_FAULT_NOT_FINITE] == 0) {
        status = svMesh_SetMotion(mesh, &positions, &positions);
    }
    if (status == SV_OK) {
        status = svMesh_GetInfo(mesh, &file->mesh);
    }
    svMesh_Destroy(mesh);
    return status;
}

// `reading` prints warnings; `quiet` does not, since the report lists the faults of the mesh.
static bool ReadFileInfo(svContext* reading, svContext* quiet, const char* path, size_t faults,
                         FileInfo* file) {
    memset(file, 0, sizeof(*file));
    file->path = path;
    svMeshData data = {0};
    const bool isCache = IsCachePath(path);
    svStatus status =
        isCache ? ReadCache(reading, path, file) : svReadMesh(reading, path, NULL, &data);
    if (status != SV_OK) {
        snprintf(file->error, sizeof(file->error), "%s", svContext_LastError(reading));
    } else if (!isCache) {
        file->scalar = data.scalar;
        status = Examine(quiet, &data, faults, file);
        if (status != SV_OK) {
            snprintf(file->error, sizeof(file->error), "%s: %s", path, svStatus_Text(status));
        }
    }
    svMeshData_Destroy(reading, &data);
    return status == SV_OK;
}

static void PrintCount(const char* name, size_t value) {
    char text[TABLE_CELL];
    Cell_Count(text, value);
    printf("  %-12s%s\n", name, text);
}

static void PrintFaults(const svMeshReport* report) {
    const size_t total = report->errorCount + report->warningCount;
    if (total == 0) {
        printf("  %-12snone\n", "faults");
        return;
    }
    PrintCount("faults", total);
    size_t at = 0;
    for (int kind = 0; kind < SV_FAULT_KIND_ENUM_COUNT; ++kind) {
        if (report->counts[kind] == 0) {
            continue;
        }
        char count[TABLE_CELL];
        Cell_Count(count, report->counts[kind]);
        printf("    %s: %s%s\n", svFaultKind_Text((svFaultKind)kind), count,
               svFaultKind_Severity((svFaultKind)kind) == SV_ERROR ? " (an error)" : "");
        size_t shown = 0;
        for (; at < report->faultCount && (int)report->faults[at].kind == kind; ++at, ++shown) {
            char text[256];
            svMeshFault_Text(&report->faults[at], text, sizeof(text));
            Terminal_Wrap(stdout, text, 6, Terminal_Columns(stdout, 1000));
        }
        if (shown > 0 && shown < report->counts[kind]) {
            Cell_Count(count, report->counts[kind] - shown);
            printf("      and %s more\n", count);
        }
    }
}

static void PrintScalar(const FileInfo* file) {
    printf("  %-12s%s\n", "scalars", file->scalar == SV_FLOAT ? "float" : "double");
}

static void PrintCache(const FileInfo* file) {
    PrintCount("frames", file->frameCount);
    PrintCount("vertices", file->vertexCount);
    if (file->frameCount > 0 && isfinite(file->times[0]) && isfinite(file->times[1])) {
        printf("  %-12s%.9g to %.9g\n", "times", file->times[0], file->times[1]);
    } else {
        printf("  %-12s%s\n", "times", file->frameCount > 0 ? "not finite" : "none");
    }
    PrintScalar(file);
}

// Loops run along the boundary and along non-manifold edges, where the surface is cut.
static void PrintBoundary(const FileInfo* file) {
    const svMeshInfo* mesh = &file->mesh;
    char edges[TABLE_CELL], loops[TABLE_CELL];
    Cell_Count(edges, mesh->boundaryEdgeCount);
    Cell_Count(loops, mesh->loopCount);
    printf("  %-12s%s %s%s%s %s\n", "boundary", edges,
           mesh->boundaryEdgeCount == 1 ? "edge" : "edges",
           file->report.counts[SV_FAULT_NON_MANIFOLD_EDGE] > 0 ? "; rim " : " in ", loops,
           mesh->loopCount == 1 ? "loop" : "loops");
}

static void PrintSurface(const svMeshInfo* mesh) {
    if (mesh->triangleCount == 0) {
        printf("  %-12snone\n", "surface");
        return;
    }
    printf("  %-12s%s, %s\n", "surface", mesh->closed ? "closed" : "open",
           mesh->manifold ? "manifold" : "not manifold");
    printf("  %-12s%s\n", "",
           !mesh->orientable  ? "not orientable"
           : mesh->consistent ? "orientable, wound consistently"
                              : "orientable, but not wound consistently");
}

static void PrintMesh(const FileInfo* file) {
    const svMeshInfo* mesh = &file->mesh;
    PrintCount("vertices", mesh->vertexCount);
    PrintCount("triangles", mesh->triangleCount);
    PrintCount("edges", mesh->edgeCount);
    PrintCount("components", mesh->componentCount);
    PrintBoundary(file);
    printf("  %-12s%lld\n", "Euler", (long long)mesh->euler);
    PrintSurface(mesh);
    PrintScalar(file);
    if (mesh->hasBounds) {
        const char axes[] = "xyz";
        for (int d = 0; d < 3; ++d) {
            printf("  %-12s%c %.9g to %.9g\n", d == 0 ? "bounds" : "", axes[d], mesh->lower0[d],
                   mesh->upper0[d]);
        }
    } else {
        printf("  %-12s%s\n", "bounds",
               file->report.counts[SV_FAULT_NOT_FINITE] > 0 ? "not finite" : "none");
    }
    PrintFaults(&file->report);
}

static void WriteFaults(Json* json, const svMeshReport* report) {
    Json_BeginObject(json, "faults");
    Json_Count(json, "errors", report->errorCount);
    Json_Count(json, "warnings", report->warningCount);
    Json_BeginArray(json, "kinds");
    size_t at = 0;
    for (int kind = 0; kind < SV_FAULT_KIND_ENUM_COUNT; ++kind) {
        if (report->counts[kind] == 0) {
            continue;
        }
        Json_BeginObject(json, NULL);
        Json_Text(json, "kind", svFaultKind_Text((svFaultKind)kind));
        Json_Text(json, "severity",
                  svFaultKind_Severity((svFaultKind)kind) == SV_ERROR ? "error" : "warning");
        Json_Count(json, "count", report->counts[kind]);
        Json_BeginArray(json, "named");
        for (; at < report->faultCount && (int)report->faults[at].kind == kind; ++at) {
            char text[256];
            svMeshFault_Text(&report->faults[at], text, sizeof(text));
            Json_Text(json, NULL, text);
        }
        Json_EndArray(json);
        Json_EndObject(json);
    }
    Json_EndArray(json);
    Json_EndObject(json);
}

static void WriteCacheInfo(Json* json, const FileInfo* file) {
    Json_Count(json, "frames", file->frameCount);
    Json_Count(json, "vertices", file->vertexCount);
    Json_Numbers(json, "times", file->times, file->frameCount > 0 ? 2 : 0);
}

static void WriteMeshInfo(Json* json, const FileInfo* file) {
    const svMeshInfo* mesh = &file->mesh;
    Json_Count(json, "vertices", mesh->vertexCount);
    Json_Count(json, "triangles", mesh->triangleCount);
    Json_Count(json, "edges", mesh->edgeCount);
    Json_Count(json, "components", mesh->componentCount);
    Json_Count(json, "islands", mesh->islandCount);
    Json_Count(json, "boundary_edges", mesh->boundaryEdgeCount);
    Json_Count(json, "boundary_loops", mesh->loopCount);
    Json_Number(json, "euler", (double)mesh->euler);
    Json_Flag(json, "closed", mesh->closed);
    Json_Flag(json, "manifold", mesh->manifold);
    Json_Flag(json, "orientable", mesh->orientable);
    Json_Flag(json, "consistent", mesh->consistent);
    if (mesh->hasBounds) {
        Json_BeginObject(json, "bounds");
        Json_Numbers(json, "lower", mesh->lower0, 3);
        Json_Numbers(json, "upper", mesh->upper0, 3);
        Json_EndObject(json);
    } else {
        Json_Null(json, "bounds");
    }
    WriteFaults(json, &file->report);
}

static void WriteFileInfo(Json* json, const FileInfo* file) {
    Json_BeginObject(json, NULL);
    Json_Text(json, "path", file->path);
    if (file->error[0] != '\0') {
        Json_Text(json, "error", file->error);
    } else {
        Json_Text(json, "type", file->isCache ? "cache" : "mesh");
        Json_Text(json, "scalar", file->scalar == SV_FLOAT ? "float" : "double");
        (file->isCache ? WriteCacheInfo : WriteMeshInfo)(json, file);
    }
    Json_EndObject(json);
}

// Reads and reports all files; json may be null. False: one could not be read.
static bool ReportFiles(svContext* contexts[2], const Arguments* arguments, size_t faults,
                        Json* json, bool text) {
    bool allRead = true;
    for (int i = 0; i < arguments->fileCount; ++i) {
        FileInfo file;
        if (!ReadFileInfo(contexts[0], contexts[1], arguments->files[i], faults, &file)) {
            Terminal_Complain("%s", file.error);
            allRead = false;
        } else if (text) {
            Terminal_PrintMasked(stdout, file.path);
            putchar('\n');
            (file.isCache ? PrintCache : PrintMesh)(&file);
        }
        if (json != NULL) {
            WriteFileInfo(json, &file);
        }
        svMeshReport_Destroy(contexts[1], &file.report);
    }
    return allRead;
}

static int RunInfo(svContext* contexts[2], const Arguments* arguments, size_t faults) {
    const char* path = arguments->given[JSON] ? arguments->values[JSON][0] : NULL;
    if (path == NULL) {
        return ReportFiles(contexts, arguments, faults, NULL, true) ? EXIT_CLEAN : EXIT_TROUBLE;
    }
    Output output;
    if (Command_OutputIsInput(path, (const char* const*)arguments->files, arguments->fileCount) ||
        !Output_Open(&output, path)) {
        return EXIT_TROUBLE;
    }
    Json json = Json_Make(output.stream);
    Json_BeginObject(&json, NULL);
    Json_Text(&json, "version", svVersion());
    Json_Text(&json, "command", "info");
    Json_BeginArray(&json, "files");
    const bool allRead = ReportFiles(contexts, arguments, faults, &json, output.stream != stdout);
    Json_EndArray(&json);
    Json_EndObject(&json);
    return Output_Close(&output) && allRead ? EXIT_CLEAN : EXIT_TROUBLE;
}

static int Info(const Command* command, int argc, char** argv) {
    Arguments arguments;
    int code = EXIT_TROUBLE;
    uint64_t faults = 3;
    if (!Arguments_Parse(&arguments, command, argc, argv, &code)) {
        return code;
    }
    if (!Arguments_GetCount(&arguments, FAULTS, 0, 1000000000, &faults)) {
        return EXIT_TROUBLE;
    }
    if (arguments.fileCount == 0) {
        Terminal_Complain("no files given (try: selvage info --help)");
        return EXIT_TROUBLE;
    }
    const svContextDef def = svDefaultContextDef();
    svContext* contexts[2] = {Program_CreateContext(), NULL};
    if (contexts[0] != NULL && svContext_Create(&def, &contexts[1]) == SV_OK) {
        code = RunInfo(contexts, &arguments, (size_t)faults);
    }
    svContext_Destroy(contexts[1]);
    svContext_Destroy(contexts[0]);
    return code;
}

const Command infoCommand = {
    .name = "info",
    .summary = "what is in a mesh file, and what is wrong with it",
    .usage = "[options] FILE...",
    .about = "Counts, bounds and connectivity of meshes (OBJ, PLY, STL, OFF), and their faults by "
             "kind, the first few of each listed; frames and vertices of caches (PC2, MDD). Exit "
             "code 0 even where there are faults; 2 if a file cannot be read (the others are still "
             "reported).",
    .examples = "selvage info cloth.obj\n"
                "selvage info --faults 100 scan.ply\n"
                "selvage info --json *.obj > meshes.json\n",
    .options = infoOptions,
    .optionCount = OPTION_COUNT,
    .run = Info,
};
