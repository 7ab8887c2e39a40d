// The state of a simulation, and the stages of a step, in the order in which they run.
//
// Particles are numbered across all meshes: those of the cloths first, then those of the obstacles,
// which are kinematic (inverse mass 0). Particle i has its coordinates at 3 i of the arrays.
#ifndef SELVAGE_SIM_STATE_H
#define SELVAGE_SIM_STATE_H

#include "selvage/sim.h"
#include "selvage/vec3.h"

#include "rounding.h"

typedef enum svSpringKind {
    SPRING_STRUCTURAL,
    SPRING_SHEAR,
    SPRING_BEND,
    SPRING_KIND_COUNT
} svSpringKind;

// A spring pulls its ends together with stiffness * (length - rest).
typedef struct svSpring {
    uint32_t a, b;
    svSpringKind kind;
    double rest, stiffness;
    double damping;   // newtons per metre per second of stretching
    double maxLength; // strain limit; infinite where there is none
} svSpring;

// Three floats and one for alignment: compilers keep it in one register.
typedef struct svFloat4 {
    float at[4];
} svFloat4;

// A spring in the matrix of an implicit step: u u^T + alpha I, with alpha in the fourth place of u.
typedef struct svBand {
    svFloat4 u;
    uint32_t a, b;
} svBand;

// A rigid placement: x -> turn x + move.
typedef struct svPlacement {
    double turn[3][3];
    double move[3];
} svPlacement;

// A cloth or an obstacle.
typedef struct svSimPart {
    char* name;
    svMesh* mesh;
    uint32_t first, count; // particles
    // Obstacles.
    float* model; // positions before any motion; with frames, those of one frame after the other
    double* frameTimes;
    size_t frameCount; // 0: rigid
    double pivot[3];
    svMotionKey* keys;
    size_t keyCount;
    bool resting;              // during this step
    bool shownResting;         // what the scene was told, see svSim_ShowMotion
    svPlacement before, after; // placements at the ends of this step
    // Cloths.
    bool self;
    double density;
} svSimPart;

// What a particle is attached to; free particles of cloth have none.
enum { ANCHOR_NONE = -2, ANCHOR_SPACE = -1 }; // else the index of an obstacle

// A repulsion constraint of two features: normal . sum(weights * positions) >= gap. The second
// feature has negative weights.
typedef struct svBarrier {
    uint32_t particles[4];
    double weights[4];
    double normal[3];
    double gap;
} svBarrier;

struct svSim {
    svContext* context;
    svSimDef def;
    bool filled; // the scene has all parts
    bool started;
    uint64_t step; // taken until now

    svSimPart* cloths;
    size_t clothCount, clothCapacity;
    svSimPart* obstacles;
    size_t obstacleCount, obstacleCapacity;

    uint32_t clothParticles; // of all cloths
    uint32_t totalParticles; // and of all obstacles
    // Of all particles.
    double* x0;          // at the beginning of the step: floats
    double* x1;          // at its end
    double* rounded;     // x1 as floats: what is tested and becomes the next x0
    double* inverseMass; // 0 for what is held
    // Of the cloths alone.
    double* v;
    double* mass;
    int32_t* anchors;   // of pinned particles; ANCHOR_NONE for free ones
    uint32_t* carriers; // of particles pinned to what deforms: a triangle of it
    double* force;
    double* before;       // x0 and v before the step, to go back to
    size_t capacities[5]; // of x0, inverseMass, v, mass and anchors, which grow with every cloth

    svSpring* springs;
    size_t springCount, springCapacity;
    size_t structuralCount; // the first ones
    size_t stiffCount;      // the first ones: structural and shear springs
    double* leastLengths;   // of the stiff ones, see project.c
    double stableStep;
    double shortest; // of the structural springs; infinite without any
    double extent;   // of the scene at the beginning
    double speed;    // of the fastest particle at the beginning, or of the wind
    uint64_t parts;  // hash of what the simulation was made from, once it is filled

    // Conjugate gradients, see solve.c.
    svBand* bands; // of each spring
    svFloat4* blocks;
    svFloat4* cg[5];

    svScene* scene;
    int roundMax;  // rounds of detection before the fail-safe
    uint64_t work; // springs and barriers swept over in this step
    svBarrier* barriers;
    size_t barrierCount, barrierCapacity;
    uint32_t* active; // barriers that are broken, or nearly
    size_t activeCount, activeCapacity;
    uint32_t* zones;     // union-find over the particles of the cloths
    uint8_t* zoneStates; // of each root, see zone.c
    int32_t* zoneAnchors;
    double (*zoneSums)[4];
    uint32_t blocked[4];       // particles of a contact that no zone could undo
    int32_t blockedAnchors[2]; // what holds them and moves differently; else none
};

// The outcome of a step, or of a part of it.
typedef enum svOutcome {
    OUTCOME_DONE,
    OUTCOME_BLOCKED, // contacts are left: try a shorter step
    OUTCOME_FAILED   // *status says why
} svOutcome;

// cloth.c: particles and springs of a cloth.
svStatus svSim_BuildSprings(svSim* sim, const svClothDef* def, const svSimPart* cloth);
// Puts the springs in order and knows their stable step. Once, when all cloths are there.
svStatus svSim_FinishSprings(svSim* sim);
double svSim_WorstStretch(const svSim* sim);

// parts.c: everything that a step needs, and the parts in the scene. Once all of them are there.
svStatus svSim_Fill(svSim* sim);
// Where the scene sees a mesh; again when an obstacle starts or stops moving.
svStatus svSim_ShowMotion(svSim* sim, uint32_t mesh);

// obstacle.c: where obstacles and pinned particles are at both ends of a step.
void svSim_MoveObstacles(svSim* sim, double t0, double t1);
// The triangles that carry what is pinned to obstacles that deform. Once, at the beginning.
void svSim_FindCarriers(svSim* sim);
// The place to which `anchor` carries a particle from where it is at the beginning of the step.
svVec3 svSim_Carry(const svSim* sim, int32_t anchor, uint32_t particle);
bool svSim_AnchorRests(const svSim* sim, int32_t anchor);

// carry.c: the triangle of an obstacle that carries a point of the beginning of the step, SV_NONE
// if the obstacle has none, and where to.
uint32_t svSim_FindCarrier(const svSim* sim, const svSimPart* obstacle, svVec3 point);
svVec3 svSim_CarryBy(const svSim* sim, const svSimPart* obstacle, uint32_t triangle, svVec3 point);

// force.c: forces on the particles at x0 and v, for a step of h.
void svSim_AddForces(svSim* sim, double time, double h);
void svSim_MeasureEnergy(const svSim* sim, svSimStats* stats);

// integrate.c: x1 from x0, v and the forces, without collisions.
void svSim_Integrate(svSim* sim, double time, double h, svSimStats* stats);

// solve.c: the change of speed of an implicit step, into `dv`. Returns the iterations.
uint32_t svSim_SolveImplicit(svSim* sim, double h, const double* held, double* dv);

// project.c: projects x1 onto strain limits and barriers (Gauss-Seidel sweeps), until they hold or
// the sweeps are used up.
void svSim_Project(svSim* sim);
// Records the current lengths of springs in x1 as the least that contacts may compress them to.
void svSim_KeepLengths(svSim* sim);

// collide.c: changes x1 until CCD finds no contact between x0 and `rounded`.
svStatus svSim_FindNear(svSim* sim, svSimStats* stats);
svStatus svSim_Detect(svSim* sim, svContacts* contacts, svSimStats* stats);
svOutcome svSim_Collide(svSim* sim, svSimStats* stats, svStatus* status);
void svSim_Round(svSim* sim);
// The particles of a pair of features: those of its first one before those of the second.
void svSim_GetPair(const svSim* sim, bool edges, const svFeaturePair* pair, uint32_t particles[4]);
svSimPart* svSim_GetPart(const svSim* sim, uint32_t mesh);
const svSimPart* svSim_PartOf(const svSim* sim, uint32_t particle);

// zone.c: the fail-safe, rigid impact zones.
svOutcome svSim_FailSafe(svSim* sim, const svContacts* contacts, svSimStats* stats,
                         svStatus* status);

// sim.c: hash of what must agree for a saved state to fit this simulation.
uint64_t svSim_HashParts(const svSim* sim);

// Monotonic seconds.
double svSim_Seconds(void);

#endif
