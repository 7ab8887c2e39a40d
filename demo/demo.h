// The live demo: a piece of cloth to play with, one small API for the tests and for the page.
//
// A demo holds a simulation (selvage/sim.h) of one cloth and a few obstacles, of which one is a
// ball that can be moved. After every step it looks ahead: where would everything be after a few
// more steps if nothing resisted? On that motion it runs svScene_Detect, so that contacts with
// their times and normals, the BVH and the stages can be seen; and, if asked, a method of one of
// the five papers, whose missing contacts it names. The same calls give the same bytes natively and
// in a browser.
//
// Bad values never crash: they are refused with SV_ERROR_ARGUMENT and a message. Metres and
// seconds; z is up.
#ifndef SELVAGE_DEMO_H
#define SELVAGE_DEMO_H

#include "selvage/base.h"

typedef enum DemoScene {
    DEMO_DRAPE,   // a cloth falls over a ball
    DEMO_CURTAIN, // it hangs, and a ball comes
    DEMO_FLAG,    // on a pole in gusts of wind
    DEMO_RIBBON,  // a ribbon falls into folds
    DEMO_SCENE_COUNT
} DemoScene;

// A word and a sentence about a scene; "" for other values.
const char* DemoScene_Name(int scene);
const char* DemoScene_About(int scene);

// What can be compared with the exact contacts.
typedef enum DemoMethod {
    DEMO_METHOD_NONE,
    DEMO_DING2013,  // sphere tree with its normal masks
    DEMO_BADE2015,  // quad-tree of spheres against the ball, with the printed radii
    DEMO_WANG2018,  // enhanced dual cones
    DEMO_HAN2021,   // normal cones, tight merge
    DEMO_ZHANG2012, // culling of feature pairs, misprints read as meant
    DEMO_METHOD_COUNT
} DemoMethod;

const char* DemoMethod_Name(int method);
const char* DemoMethod_About(int method);

// What can be set at any time. Each has a range (Demo_Range) and a value to begin with.
typedef enum DemoSetting {
    DEMO_WIND,      // metres per second, along the scene's direction
    DEMO_GRAVITY,   // metres per second squared, downwards
    DEMO_FRICTION,  // Coulomb's coefficient
    DEMO_THICKNESS, // metres
    DEMO_AHEAD,     // steps that the query looks ahead
    DEMO_METHOD,    // DemoMethod
    DEMO_VOLUME,    // svVolume of the BVH
    DEMO_LEVEL,     // of the BVH to show, 0: leaves; -1: none
    DEMO_PROOF,     // 1: every accepted step is tested once more, 0: not
    DEMO_BUDGET,    // seconds that a step may take, 0: as long as it needs
    DEMO_SETTING_COUNT
} DemoSetting;

// "wind", "gravity" and so on; "" for other values.
const char* DemoSetting_Name(int setting);

typedef struct Demo Demo;

// Makes a scene with about so many triangles of cloth (64 to 40000), simulated by `workers` threads
// (1 to 64; 0: one per processor). Returns null if there is no memory for it; else a demo, to be
// destroyed, whose Demo_Status tells whether the scene could be made.
Demo* Demo_Create(int scene, uint32_t triangles, uint32_t workers);
void Demo_Destroy(Demo* demo);

// The status of the last call that returns one, and what went wrong, "" if nothing.
svStatus Demo_Status(const Demo* demo);
const char* Demo_Message(const Demo* demo);

svStatus Demo_Set(Demo* demo, int setting, double value);
double Demo_Get(const Demo* demo, int setting);
double Demo_Range(int setting, int upper);

// From the next step on the ball moves towards this place of its centre, no faster than a hand and
// never into the floor. It stays where cloth leaves it no room.
svStatus Demo_MoveBall(Demo* demo, double x, double y, double z);

// Pulls a vertex of the cloth towards a place, as far as the cloth gives way; Demo_LetGo ends it (a
// vertex that was pinned is pinned where it is then).
svStatus Demo_Pull(Demo* demo, uint32_t vertex, double x, double y, double z);
svStatus Demo_LetGo(Demo* demo);

// Pins a vertex where it is, or frees it.
svStatus Demo_Pin(Demo* demo, uint32_t vertex, int pinned);

// Takes one step of 1/60 s and looks ahead. SV_ERROR_STEP: it could not be taken, nothing moved;
// what was moving by hand was let go.
svStatus Demo_Step(Demo* demo);

// Meshes: 0 is the cloth, then the obstacles; Demo_BallMesh is that of the ball.
uint32_t Demo_MeshCount(const Demo* demo);
uint32_t Demo_BallMesh(const Demo* demo);
const char* Demo_MeshName(const Demo* demo, uint32_t mesh);
int Demo_MeshIsStill(const Demo* demo, uint32_t mesh);
// Three floats per vertex and three indices per triangle; null and 0 if there is no such mesh.
const float* Demo_Positions(const Demo* demo, uint32_t mesh, size_t* count);
const uint32_t* Demo_Triangles(const Demo* demo, uint32_t mesh, size_t* count);

// What the last step left behind, as arrays. Valid until the next call that changes the demo.
typedef enum DemoArray {
    DEMO_CONTACT_POINTS,  // 3 floats each, on the cloth as it is now; vertex-face, then edge-edge
    DEMO_CONTACT_NORMALS, // 3 floats each
    DEMO_CONTACT_TIMES,   // 1 float each: share of the look-ahead
    DEMO_MISSED_POINTS,   // 3 floats each: contacts that the method misses
    DEMO_PINNED,          // uint32: vertices that are held
    DEMO_BOUNDS,          // floats: volumes of the level that is shown, now
    DEMO_STATES,          // uint8 each: 0 free, 1 overlaps, 2 proven free of self-collision, 3 with
                          // what never moves
    DEMO_ARRAY_COUNT
} DemoArray;

const char* DemoArray_Name(int array);
// Returns the first element; `*count`: how many elements (floats, say) there are.
const void* Demo_Array(const Demo* demo, int array, size_t* count);

// Numbers about the last step.
typedef enum DemoNumber {
    DEMO_STEPS,         // taken
    DEMO_TIME,          // simulated seconds
    DEMO_FAILED,        // steps that could not be taken
    DEMO_VF,            // contacts of the look-ahead
    DEMO_EE,            //
    DEMO_HASH_LOW,      // of the contacts of all steps so far, lower 32 bits
    DEMO_HASH_HIGH,     // and upper
    DEMO_SHAPE_LOW,     // of the positions of the cloth now
    DEMO_SHAPE_HIGH,    //
    DEMO_INTERSECTIONS, // pairs of triangles that intersected after any step so far: proof
    DEMO_PASSED,        // accepted parts of steps with a contact so far: proof
    DEMO_PARTS,         // that the step was taken in
    DEMO_ROUNDS,        // of detection in the simulator
    DEMO_NEWTON,        // Newton iterations
    DEMO_NEAR,          // pairs near each other
    DEMO_STRETCH,       // worst
    DEMO_BALL_X,        // centre of the ball
    DEMO_BALL_Y,        //
    DEMO_BALL_Z,        //
    DEMO_BALL_RADIUS,   //
    DEMO_LEAVES,        // of the BVH
    DEMO_LEVELS,        // of the BVH
    DEMO_NODE_PAIRS,    // broad phase
    DEMO_LEAF_PAIRS,    //
    DEMO_CANDIDATES,    // left to the narrow phase
    DEMO_SELF_FREE,     // leaves in parts that are free of self-collision
    DEMO_METHOD_ALL,    // contacts that the method should find
    DEMO_METHOD_MISSED, // of those, missed
    DEMO_SOLVE_MS,      // milliseconds: forces and integration
    DEMO_NEAR_MS,       // proximity
    DEMO_DETECT_MS,     // CCD of the simulator, and what it does about contacts
    DEMO_SIM_MS,        // the whole step of the simulator
    DEMO_PROOF_MS,      //
    DEMO_REFIT_MS,      // the look-ahead's query: BVH
    DEMO_SEARCH_MS,     // broad phase and filters
    DEMO_TEST_MS,       // narrow phase
    DEMO_QUERY_MS,      // the whole query
    DEMO_METHOD_MS,     // the paper's method
    DEMO_TOTAL_MS,      // all of Demo_Step
    DEMO_NUMBER_COUNT
} DemoNumber;

const char* DemoNumber_Name(int number);
double Demo_Number(const Demo* demo, int number);

#endif
