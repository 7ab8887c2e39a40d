// What a demo holds.
#ifndef SELVAGE_DEMO_STATE_H
#define SELVAGE_DEMO_STATE_H

#include "demo.h"

#include "selvage/inspect.h"
#include "selvage/shapes.h"
#include "selvage/sim.h"
#include "selvage/vec3.h"

#define DEMO_MAX_OBSTACLES 3
#define DEMO_MAX_MESHES (1 + DEMO_MAX_OBSTACLES)
#define DEMO_MESSAGE 400
#define DEMO_NEAR_LEAVES 30 // of a leaf; there are hardly ever more

static const double DEMO_STEP = 1.0 / 60;

// Numbers that describe a scene, and its meshes where they begin.
typedef struct DemoWorld {
    svMeshData cloth;
    uint32_t columns, rows;
    double density, bend; // of the cloth
    double wind[3];       // at a setting of 1
    double gusts;
    uint32_t* pins; // of the cloth
    size_t pinCount;
    svMeshData obstacles[DEMO_MAX_OBSTACLES]; // the ball about the origin
    const char* names[DEMO_MAX_OBSTACLES];
    uint32_t obstacleCount;
    uint32_t ball, floor;     // of the obstacles
    double ballAt[3], radius; // where it begins
} DemoWorld;

svStatus DemoWorld_Create(svContext* context, int scene, uint32_t triangles, DemoWorld* world);
void DemoWorld_Destroy(svContext* context, DemoWorld* world);
// The value that a setting begins with in a scene.
double DemoScene_Setting(int scene, int setting);

// The states that a step passed, its beginning first.
typedef struct DemoPath {
    float* x; // of all meshes, state after state
    size_t states, capacity;
    svStatus status;
} DemoPath;

// What there is to know about the leaves of the BVH.
typedef struct DemoLeaves {
    uint32_t* ofFace; // of the faces of all meshes, those of one after those of another
    size_t ofFaceCapacity;
    uint32_t (*near)[DEMO_NEAR_LEAVES]; // leaves that share a vertex with it
    uint8_t* nearCount;
    uint8_t* states; // of each leaf
    uint8_t* still;  // of a mesh that never moves, of the floor: see volumes.c
    size_t capacity, nearCapacity, countCapacity, stillCapacity;
    bool built;
} DemoLeaves;

// An array that grows.
typedef struct DemoBuffer {
    void* data;
    size_t count, capacity;
} DemoBuffer;

typedef struct DemoMethods DemoMethods;

struct Demo {
    svContext* context;
    int scene;
    DemoWorld world;
    svSim* sim;
    double settings[DEMO_SETTING_COUNT];
    svStatus status;
    char message[DEMO_MESSAGE];
    double numbers[DEMO_NUMBER_COUNT];
    uint64_t hash; // of all contacts so far

    // By hand.
    double ball[3], ballTarget[3], ballStep[3]; // its centre, and its last step
    uint32_t pulled;                            // SV_NONE: none
    double pullTarget[3];
    uint8_t* held;    // of the cloth's vertices: 1 where it is pinned
    uint32_t* pinned; // the same as a list
    size_t pinnedCount;

    // Meshes as the queries see them, all vertices of one after those of another; x[0] now, x[1] at
    // the end of the look-ahead.
    uint32_t meshCount;
    svMesh* meshes[DEMO_MAX_MESHES];
    size_t firstVertex[DEMO_MAX_MESHES + 1];
    float* x[2];
    DemoPath path;

    // The query.
    svScene *probe, *proof;
    svContacts contacts;
    svBvhShape shape;
    DemoLeaves leaves;

    // What is read, by DemoArray.
    DemoBuffer arrays[DEMO_ARRAY_COUNT];

    DemoMethods* methods;
};

#define DEMO_HASH_START 14695981039346656037u
#define DEMO_HASH_PRIME 1099511628211u

static inline size_t Demo_VertexCount(const Demo* demo, uint32_t mesh) {
    return demo->firstVertex[mesh + 1] - demo->firstVertex[mesh];
}

double Demo_Milliseconds(void);

// A vertex of a mesh as it is now.
static inline svVec3 Demo_Vertex(const Demo* demo, uint32_t mesh, uint32_t vertex) {
    const float* x = demo->x[0] + 3 * (demo->firstVertex[mesh] + vertex);
    return (svVec3){(double)x[0], (double)x[1], (double)x[2]};
}

// Records what went wrong: the context's last error unless there is a text.
svStatus Demo_Fail(Demo* demo, svStatus status, const char* text);

// demo_sim.c: the simulation of the world with the present settings, as it is at its beginning.
svStatus Demo_MakeSim(Demo* demo, svSim** sim);
// Another one with the present settings, in the present state.
svStatus Demo_RemakeSim(Demo* demo);
// The present state of the simulation into x[0].
void Demo_ReadState(Demo* demo);

// hand.c: what is moved by hand, before a step; and if it could not be taken.
svStatus Demo_MoveByHand(Demo* demo);
void Demo_BallArrived(Demo* demo);
void Demo_DropAll(Demo* demo);

// probe.c: the look-ahead.
svStatus Demo_CreateQueries(Demo* demo);
void Demo_DestroyQueries(Demo* demo);
svStatus Demo_CreateProbe(Demo* demo); // anew, with the present volume
svStatus Demo_LookAhead(Demo* demo);
// Sets the motion of all meshes: from positions to positions.
svStatus Demo_SetMotion(Demo* demo, const float* x0, const float* x1);
// The place of a contact on its first feature, with the cloth as it is now.
svVec3 Demo_ContactPoint(const Demo* demo, svPairKind kind, const svFeaturePair* pair,
                         const double weights[4]);
// proof.c: whether any accepted part of the step has a contact, or its end an intersection.
void Demo_KeepState(double time, void* demo);
svStatus Demo_Prove(Demo* demo);

// volumes.c
void DemoLeaves_Take(const svStageBlock* block, void* demo);
void Demo_BeginLeaves(Demo* demo);
svStatus Demo_ReadVolumes(Demo* demo);

// methods.c
svStatus Demo_RunMethod(Demo* demo);
void DemoMethods_Destroy(Demo* demo);

// `count` more elements at the end of an array. SV_ERROR_MEMORY.
svStatus Demo_Extend(Demo* demo, DemoArray array, size_t count);
// The same for a point of three floats.
svStatus Demo_AddPoint(Demo* demo, DemoArray array, svVec3 point);

#endif
