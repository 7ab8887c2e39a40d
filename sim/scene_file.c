// Scene files: from the description to a simulation that has started.

#include "overlap.h"
#include "scene_spec.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// A slip of the keyboard must not take all memory: a scene at this size needs some 10 GB.
#define MAX_TRIANGLES 20000000
// Of the frames of all caches, which the simulation copies.
#define MAX_CACHE_BYTES ((uint64_t)2 << 30)
// Of a scene file.
#define MAX_BYTES ((size_t)64 << 20)

svSimSceneDef svDefaultSimSceneDef(void) {
    return (svSimSceneDef){.structSize = sizeof(svSimSceneDef), .resolution = 1};
}

// A scene while it is built.
typedef struct Builder {
    svSceneSpec* spec;
    svSim* sim;
    svShapeLimits limits;
    double seconds;           // that will be simulated
    double shortest;          // edge of a cloth
    const svPartSpec* finest; // whose it is
} Builder;

// What the simulation says of a part, told with its place.
static svStatus Translate(const svSceneSpec* spec, uint32_t node, svStatus status) {
    if (status == SV_OK || status == SV_ERROR_MEMORY) {
        return status;
    }
    char text[300]; // LastError is about to be replaced
    snprintf(text, sizeof(text), "%s", svContext_LastError(spec->json.context));
    const bool known = status == SV_ERROR_OVERLAP || status == SV_ERROR_STEP;
    return svJson_Fail(&spec->json, node, known ? status : SV_ERROR_FORMAT, "%s", text);
}

static svStatus AddObstacle(Builder* builder, const svPartSpec* part, const svMeshData* mesh) {
    svContext* context = builder->spec->json.context;
    svObstacleDef def = svDefaultObstacleDef();
    svMotionKey* keys = NULL;
    svSceneFrames frames = {0};
    svStatus status =
        svSceneSpec_ReadFrames(builder->spec, part, &builder->limits, mesh->vertexCount, &frames);
    if (status == SV_OK) {
        status =
            svSceneSpec_MakeMotion(builder->spec, part, builder->seconds, &keys, &def.keyCount);
    }
    if (status != SV_OK) {
        svSceneFrames_Release(context, &frames);
        return status;
    }
    def.name = part->name;
    def.triangles = mesh->triangles;
    def.triangleCount = mesh->triangleCount;
    def.positions = svPositions_Double(mesh->positions, mesh->vertexCount);
    memcpy(def.pivot, part->pivot, sizeof(def.pivot));
    def.keys = keys;
    def.frames = frames.frames;
    def.frameTimes = frames.times;
    def.frameCount = frames.count;
    status = Translate(builder->spec, part->node, svSim_AddObstacle(builder->sim, &def, NULL));
    svContext_Release(context, keys);
    svSceneFrames_Release(context, &frames);
    return status;
}

static void FindShortest(Builder* builder, const svPartSpec* part, const svMeshData* mesh) {
    for (size_t side = 0; side < 3 * mesh->triangleCount; ++side) {
        const double* a = mesh->positions + 3 * (size_t)mesh->triangles[side];
        const double* b = mesh->positions + 3 * (size_t)mesh->triangles[svNextSide((uint32_t)side)];
        const double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        const double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        if (length < builder->shortest) {
            builder->shortest = length;
            builder->finest = part;
        }
    }
}

static svStatus AddCloth(Builder* builder, const svPartSpec* part, const svMeshData* mesh) {
    svClothDef def = part->cloth;
    svContext* context = builder->spec->json.context;
    svPin* pins = NULL;
    double* corners = NULL;
    svStatus status = svSceneSpec_MakePins(builder->spec, part, mesh, &pins, &def.pinCount);
    if (status == SV_OK) {
        status = svSceneSpec_ReadRest(builder->spec, part, builder->limits.folder, mesh, &corners);
    }
    if (status != SV_OK) {
        svContext_Release(context, pins);
        return status;
    }
    if (corners != NULL) {
        def.restCorners = svPositions_Double(corners, 3 * mesh->triangleCount);
    }
    def.name = part->name;
    def.triangles = mesh->triangles;
    def.triangleCount = mesh->triangleCount;
    def.positions = svPositions_Double(mesh->positions, mesh->vertexCount);
    def.pins = pins;
    FindShortest(builder, part, mesh);
    status = Translate(builder->spec, part->node, svSim_AddCloth(builder->sim, &def, NULL));
    svContext_Release(context, pins);
    svContext_Release(context, corners);
    return status;
}

// Features that are nearer than the thickness push each other apart: of one cloth, too, where they
// share no vertex. With edges of three thicknesses, none that is not folded is.
static void CheckThickness(const Builder* builder) {
    const svSceneSpec* spec = builder->spec;
    const double thickness = spec->sim.thickness;
    if (spec->sim.collisions && 3 * thickness > builder->shortest) {
        const uint32_t node = svJson_Find(&spec->json, 0, "thickness");
        svJson_Warn(&spec->json, node == SV_NONE ? builder->finest->node : node,
                    "the thickness %g is more than a third of the shortest edge of %s (%.4g): its "
                    "parts push each other apart",
                    thickness, builder->finest->name, builder->shortest);
    }
}

// Names the two that intersect, with their lines. svSim_Intersect numbers cloths first.
static svStatus ExplainOverlap(const Builder* builder) {
    const svSceneSpec* spec = builder->spec;
    svIntersections found;
    if (svSim_FindOverlaps(builder->sim, &found) != SV_OK || found.count == 0) {
        return Translate(spec, spec->cloths, SV_ERROR_OVERLAP);
    }
    const svFeaturePair* pair = &found.pairs[0];
    const uint32_t clothCount = spec->partCount - spec->obstacleCount;
    const svPartSpec* a = &spec->parts[spec->obstacleCount + pair->meshA]; // always a cloth
    const svPartSpec* b = &spec->parts[pair->meshB < clothCount ? spec->obstacleCount + pair->meshB
                                                                : pair->meshB - clothCount];
    char head[200], list[SV_MESSAGE_ROOM + 1], path[SV_JSON_PATH_CHARS];
    if (a == b) {
        snprintf(head, sizeof(head), "%s intersects itself at the beginning", a->name);
    } else {
        snprintf(head, sizeof(head), "%s and %s (line %u) intersect at the beginning", a->name,
                 b->name, (unsigned)spec->json.nodes[b->node].line);
    }
    // svJson_Fail puts file, line and path in front of it.
    svJson_Path(&spec->json, a->node, path);
    const size_t used = strlen(svJson_ShortName(spec->json.name)) + strlen(path) + strlen(head) +
                        sizeof(":4294967295: : : ");
    svSim_ListOverlaps(&found, list, used < SV_MESSAGE_ROOM ? SV_MESSAGE_ROOM + 1 - used : 1);
    return svJson_Fail(&spec->json, a->node, SV_ERROR_OVERLAP, "%s: %s", head, list);
}

static svStatus Start(const Builder* builder) {
    const svSceneSpec* spec = builder->spec;
    const svStatus status = svSim_Start(builder->sim);
    if (status == SV_ERROR_OVERLAP) {
        return ExplainOverlap(builder);
    }
    const uint32_t substeps = svJson_Find(&spec->json, 0, "substeps");
    const uint32_t node =
        substeps != SV_NONE ? substeps : svJson_Find(&spec->json, 0, "integrator");
    return Translate(spec, node == SV_NONE ? 0 : node, status);
}

static svStatus BuildParts(Builder* builder) {
    svSceneSpec* spec = builder->spec;
    svContext* context = spec->json.context;
    for (uint32_t i = 0; i < spec->partCount; ++i) {
        svPartSpec* part = &spec->parts[i];
        svMeshData mesh = {0};
        svStatus status = svSceneSpec_MakeShape(spec, part, &builder->limits, &mesh);
        if (status == SV_OK) {
            status =
                part->isCloth ? AddCloth(builder, part, &mesh) : AddObstacle(builder, part, &mesh);
            svMeshData_Destroy(context, &mesh);
        }
        if (status != SV_OK) {
            return status;
        }
    }
    CheckThickness(builder);
    svStatus status = svSceneSpec_AddSeams(spec, builder->sim);
    if (status == SV_OK) {
        status = svSceneSpec_SetFrictions(spec, builder->sim);
    }
    return status == SV_OK ? Start(builder) : status;
}

svStatus svSceneSpec_Build(svSceneSpec* spec, const svSceneOptions* options, svSimScene* scene) {
    const svSimSceneDef* def = &options->def;
    svSimScene made = {
        .frameCount = def->frameCount > 0 ? def->frameCount : spec->frames,
        .substeps = spec->substeps,
        .frameRate = spec->frameRate,
    };
    snprintf(made.name, sizeof(made.name), "%s", spec->name);
    spec->sim.timeStep = 1 / (spec->frameRate * spec->substeps);
    spec->sim.stepSeconds = def->frameSeconds / spec->substeps;
    spec->sim.path = def->path;
    spec->sim.pathUser = def->pathUser;
    // Finer cloth is thinner, so that its thickness stays well below the length of its edges.
    spec->sim.thickness /= def->resolution > 1 ? def->resolution : 1;
    Builder builder = {
        .spec = spec,
        .limits = {.resolution = def->resolution,
                   .folder = def->folder,
                   .limit = options->maxTriangles,
                   .cacheLimit = options->maxCacheBytes},
        .seconds = made.frameCount / spec->frameRate,
        .shortest = HUGE_VAL,
    };
    svStatus status =
        Translate(spec, 0, svSim_Create(spec->json.context, &spec->sim, &builder.sim));
    if (status == SV_OK) {
        status = BuildParts(&builder);
        if (status != SV_OK) {
            svSim_Destroy(builder.sim);
        }
    }
    if (status == SV_OK) {
        made.sim = builder.sim;
        *scene = made;
    }
    return status;
}

static svStatus ReadSceneText(svContext* context, const char* name, const char* text, size_t size,
                              const svSceneOptions* options, svSimScene* scene) {
    svSceneSpec spec;
    svStatus status = svSceneSpec_Read(context, name, text, size, &spec);
    if (status == SV_OK) {
        status = svSceneSpec_Build(&spec, options, scene);
        svSceneSpec_Destroy(&spec);
    }
    return status;
}

static svStatus CheckOptions(svContext* context, const svSimSceneDef* def,
                             svSceneOptions* options) {
    *options = (svSceneOptions){def == NULL ? svDefaultSimSceneDef() : *def, MAX_TRIANGLES,
                                MAX_CACHE_BYTES};
    if (options->def.structSize != sizeof(svSimSceneDef)) {
        return SV_ERROR_ARGUMENT;
    }
    if (!(options->def.resolution > 0) || options->def.resolution > 1000) {
        svContext_Message(context, SV_ERROR, "the resolution must be above 0 and at most 1000");
        return SV_ERROR_ARGUMENT;
    }
    if (!(options->def.frameSeconds >= 0) || options->def.frameSeconds > 1e9) {
        svContext_Message(context, SV_ERROR, "frameSeconds must be from 0 to 1e9");
        return SV_ERROR_ARGUMENT;
    }
    return SV_OK;
}

svStatus svSimScene_ReadMemory(svContext* context, const char* name, const char* text, size_t size,
                               const svSimSceneDef* def, svSimScene* scene) {
    if (context == NULL || text == NULL || scene == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    svSceneOptions options;
    const svStatus status = CheckOptions(context, def, &options);
    return status != SV_OK ? status
                           : ReadSceneText(context, name == NULL ? "(memory)" : name, text, size,
                                           &options, scene);
}

static svStatus FailFile(svContext* context, const char* path, const char* what) {
    char why[128];
    if (strerror_r(errno, why, sizeof(why)) != 0) {
        snprintf(why, sizeof(why), "error %d", errno);
    }
    svContext_Message(context, SV_ERROR, "%s: %s: %s", svJson_ShortName(path), what, why);
    return SV_ERROR_FILE;
}

static svStatus ReadBytes(svContext* context, const char* path, FILE* file, void** text,
                          size_t* size) {
    size_t capacity = 0;
    *text = NULL;
    *size = 0;
    for (;;) {
        if (*size > MAX_BYTES) {
            svContext_Message(context, SV_ERROR, "%s: too large for a scene file",
                              svJson_ShortName(path));
            return SV_ERROR_FORMAT;
        }
        if (svContext_Grow(context, text, &capacity, *size + 4096, 1) != SV_OK) {
            svContext_Message(context, SV_ERROR, "%s: out of memory", svJson_ShortName(path));
            return SV_ERROR_MEMORY;
        }
        const size_t got = fread((char*)*text + *size, 1, capacity - *size, file);
        *size += got;
        if (got == 0) {
            return ferror(file) ? FailFile(context, path, "cannot read") : SV_OK;
        }
    }
}

// The part of a path before the last slash; "." if there is none. The caller releases it.
static char* FolderOf(svContext* context, const char* path) {
    const char* slash = strrchr(path, '/');
    const size_t length = slash == NULL ? 1 : (size_t)(slash - path);
    char* folder = svContext_Allocate(context, length + 1);
    if (folder != NULL) {
        memcpy(folder, slash == NULL ? "." : path, length);
        folder[length] = '\0'; // "/scene.json" gives "", to which "/name" is appended
    }
    return folder;
}

svStatus svSimScene_Read(svContext* context, const char* path, const svSimSceneDef* def,
                         svSimScene* scene) {
    if (context == NULL || path == NULL || scene == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    svSceneOptions options;
    svStatus status = CheckOptions(context, def, &options);
    if (status != SV_OK) {
        return status;
    }
    FILE* file = fopen(path, "rb");
    if (file == NULL) {
        return FailFile(context, path, "cannot open");
    }
    void* text = NULL;
    size_t size = 0;
    char* folder = NULL;
    status = ReadBytes(context, path, file, &text, &size);
    fclose(file);
    if (status == SV_OK && options.def.folder == NULL) {
        folder = FolderOf(context, path);
        options.def.folder = folder;
        if (folder == NULL) {
            svContext_Message(context, SV_ERROR, "%s: out of memory", svJson_ShortName(path));
            status = SV_ERROR_MEMORY;
        }
    }
    if (status == SV_OK) {
        status = ReadSceneText(context, path, text, size, &options, scene);
    }
    svContext_Release(context, folder);
    svContext_Release(context, text);
    return status;
}
