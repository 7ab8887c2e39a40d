// A scene file as written: every value read and checked, nothing built yet.
#ifndef SELVAGE_SIM_SCENE_SPEC_H
#define SELVAGE_SIM_SCENE_SPEC_H

#include "scene_fields.h"
#include "selvage/shapes.h"
#include "selvage/sim.h"

// Of cloths, and of obstacles.
#define SV_MAX_PARTS 1000

typedef enum svShapeKind {
    SV_SHAPE_GRID,
    SV_SHAPE_REVOLUTION,
    SV_SHAPE_SHIRT,
    SV_SHAPE_BALL,
    SV_SHAPE_BOX,
    SV_SHAPE_FLOOR,
    SV_SHAPE_CYLINDER,
    SV_SHAPE_FILE,
    SV_SHAPE_ENUM_COUNT
} svShapeKind;

// What the shapes have in their tables. Members that a shape has not are 0.
typedef struct svShapeSpec {
    svShapeKind kind;
    double size[3];
    uint32_t cells[2]; // of shapes with one number: the first
    uint32_t profile;  // node
    uint32_t segments, ruffles;
    double ruffleDepth;
    bool closed;
    double width, height, gap, radius, taper;
    const char* path;
    const char* cache; // null: none
    double cacheRate;
    double scale;
    const char* rest; // "uv", or a path; null: none
    double restScale;
} svShapeSpec;

// A cloth or an obstacle.
typedef struct svPartSpec {
    uint32_t node;
    bool isCloth;
    const char* name;
    char nameRoom[24]; // where a name is made up
    const char* about;
    const char* shapeName;
    svShapeSpec shape;
    double move[3], turnDegrees[3];
    // Cloths.
    svClothDef cloth;     // stiffness and so on; no mesh
    const char* material; // null: the defaults
    uint32_t pins;        // node
    // Obstacles.
    uint32_t keys, swing; // nodes
    double pivot[3], velocity[3], spinDegrees[3], ease;
} svPartSpec;

typedef struct svSceneSpec {
    svJson json;
    svSimDef sim;
    const char* name;
    const char* about;
    const char* integrator;
    uint32_t frames, substeps;
    double frameRate;
    uint32_t cloths, obstacles, seams, frictions; // nodes
    svPartSpec* parts;                            // obstacles first, then cloths
    uint32_t obstacleCount, partCount;
} svSceneSpec;

// Reads a scene and names what is wrong with it. On failure there is nothing to destroy.
svStatus svSceneSpec_Read(svContext* context, const char* name, const char* text, size_t size,
                          svSceneSpec* spec);
void svSceneSpec_Destroy(svSceneSpec* spec);

// Tables of the objects within parts.
typedef struct svPinSpec {
    uint32_t corners, edges, loops, vertices, box; // nodes
    bool centre;
    const char* group;
    const char* obstacle;
    double stiffness;
} svPinSpec;
extern const svFieldTable svPinTable;
typedef struct svSeamSpec {
    uint32_t between, pairs, edges, loops; // nodes
    double range[2];
    bool reversed;
    double stiffness, closeSeconds;
} svSeamSpec;
extern const svFieldTable svSeamTable;
extern const svFieldTable svKeyTable; // of svMotionKey, with degrees
typedef struct svSwingSpec {
    double period, delay, move[3], turnDegrees[3];
} svSwingSpec;
extern const svFieldTable svSwingTable;
typedef struct svFrictionSpec {
    uint32_t between; // node
    double friction;
} svFrictionSpec;
extern const svFieldTable svFrictionTable;

// All tables, for a test of the documentation.
#define SV_TABLE_COUNT (8 + SV_SHAPE_ENUM_COUNT)
const svFieldTable* svSceneTable(size_t index);

// scene_shape.c: the mesh of a part, placed. `triangles`: how many all parts have so far; adds its
// own, and fails where that is more than `limit`.
typedef struct svShapeLimits {
    double resolution;
    const char* folder; // null: as the paths are
    uint64_t triangles, limit;
    uint64_t cacheBytes, cacheLimit; // the same for the frames of caches
} svShapeLimits;
svStatus svSceneSpec_MakeShape(const svSceneSpec* spec, svPartSpec* part, svShapeLimits* limits,
                               svMeshData* mesh);

// Scales, turns and moves points, x y z each, as the part says.
void svSceneSpec_Place(const svPartSpec* part, double* xyz, size_t count);
// Reports the context's last error, from another library, with the place of the key.
svStatus svSceneSpec_Translate(const svSceneSpec* spec, const svPartSpec* part, const char* key,
                               svStatus status);
// A path of the scene from where it counts; the caller releases it. Null: no memory, told.
char* svSceneSpec_MakePath(const svSceneSpec* spec, const svPartSpec* part, const char* folder,
                           const char* path);

// scene_cache.c: the frames of an obstacle whose mesh has so many vertices, placed; none where it
// has no cache. The caller releases them.
typedef struct svSceneFrames {
    float* xyz;
    svPositions* frames;
    double* times;
    size_t count;
} svSceneFrames;
svStatus svSceneSpec_ReadFrames(const svSceneSpec* spec, const svPartSpec* part,
                                svShapeLimits* limits, size_t vertexCount, svSceneFrames* frames);
void svSceneFrames_Release(svContext* context, svSceneFrames* frames);

// scene_rest.c: the rest shape of a cloth by corners of triangles, x y z each; null where it has
// none. The caller releases it.
svStatus svSceneSpec_ReadRest(const svSceneSpec* spec, const svPartSpec* part, const char* folder,
                              const svMeshData* mesh, double** corners);
// Whether texture coordinates are the rest shape.
bool svPartSpec_RestsInUv(const svPartSpec* part);

// scene_pins.c: the pinned vertices of a cloth; the caller releases them.
svStatus svSceneSpec_MakePins(const svSceneSpec* spec, const svPartSpec* part,
                              const svMeshData* mesh, svPin** pins, size_t* count);

// scene_seams.c: adds all seams to the simulation, which has all cloths.
svStatus svSceneSpec_AddSeams(const svSceneSpec* spec, svSim* sim);

// The words for the edges of a grid, and the numbers of so many vertices along one of them. A word
// that is none, a number out of range: fails.
svStatus svSceneSpec_ReadEdge(const svJson* json, uint32_t node, int* edge);
uint32_t svSceneSpec_EdgeLength(const svPartSpec* part, int edge);
uint32_t svSceneSpec_EdgeVertex(const svPartSpec* part, int edge, uint32_t k);
// A whole number below `limit`.
svStatus svSceneSpec_ReadIndex(const svJson* json, uint32_t node, const char* what, size_t limit,
                               uint32_t* index);

// scene_friction.c: tells the simulation, which has all parts, the friction of pairs.
svStatus svSceneSpec_SetFrictions(const svSceneSpec* spec, svSim* sim);

// scene_motion.c: how an obstacle moves over `seconds`; the caller releases the keys.
svStatus svSceneSpec_MakeMotion(const svSceneSpec* spec, const svPartSpec* part, double seconds,
                                svMotionKey** keys, size_t* count);

// scene_file.c: the part of reading that a scene in memory and a file share.
typedef struct svSceneOptions {
    svSimSceneDef def;
    uint64_t maxTriangles;
    uint64_t maxCacheBytes;
} svSceneOptions;
svStatus svSceneSpec_Build(svSceneSpec* spec, const svSceneOptions* options, svSimScene* scene);

#endif
