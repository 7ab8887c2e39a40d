// The state of a simulation, and the stages of a step, in the order in which they run.
//
// Particles are numbered across all meshes: those of the cloths first, then those of the obstacles
// and the anchors of soft pins, which are kinematic (inverse mass 0). Particle i has its
// coordinates at 3 i of the arrays.
#ifndef SELVAGE_SIM_STATE_H
#define SELVAGE_SIM_STATE_H

#include "selvage/sim.h"
#include "selvage/vec3.h"

#include "rounding.h"
#include "solver.h"

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
    size_t firstRole;      // of its edges; those of its vertices come after them
    size_t firstHinge;     // of its edges
    // Obstacles.
    float* model; // positions before any motion; with frames, those of one frame after the other
    double* frameTimes;
    size_t frameCount; // 0: rigid
    double pivot[3];
    svMotionKey* keys;
    size_t keyCount;
    bool driven;               // by svSim_MoveObstacle: as driveKeys say, and not as keys do
    svMotionKey driveKeys[2];  // beginning and end of the step after the call
    bool resting;              // during this step
    bool shownResting;         // what the scene was told, see svSim_ShowMotion
    bool rolesKnown;           // those of edges and vertices, at x0
    svPlacement before, after; // placements at the ends of this step
    // Cloths.
    bool self;
    double density;
    double pressure;
    double meanMass;  // of its particles
    double meanEdge;  // length at rest
    double dragLimit; // how far a dragged particle goes in a step at most
} svSimPart;

// An edge: its ends, and of its two faces the corners beyond it; SV_NONE where they are not two.
typedef struct svEdgeHinge {
    uint32_t particles[4];
} svEdgeHinge;

// What a particle is attached to; free particles of cloth have none.
enum { ANCHOR_NONE = -2, ANCHOR_SPACE = -1 }; // else the index of an obstacle
// What an impact zone is attached to may also be a particle that is dragged during this step:
// ANCHOR_DRAGGED minus its index.
enum { ANCHOR_DRAGGED = -3 };

// A point glued to a triangle of an obstacle that deforms, see carry.c.
typedef struct svGlue {
    uint32_t triangle; // SV_NONE: the obstacle has none, and `away` is the point, which stays
    double weights[3]; // of the point of the triangle that is closest
    svVec3 away;       // from there to the point
    double along[3];   // the same along axes that turn with the triangle
    bool turns;        // it had such axes
} svGlue;

// A vertex that is pulled to a place: its anchor, particle firstAnchor + the index of the pin.
typedef struct svSoftPin {
    uint32_t particle; // ascending
    int32_t anchor;    // ANCHOR_SPACE, or the index of an obstacle
    double stiffness;
    bool on;      // until svSim_Pin, svSim_Drag or svSim_Release
    svVec3 model; // the place, in the coordinates of the obstacle before it is moved
    svGlue glue;  // the same of an obstacle that deforms
} svSoftPin;

// Two particles that a seam pulls together.
typedef struct svStitch {
    uint32_t particles[2];
    double stiffness; // newtons per metre: that of the seam times the length that the pair is for
    double length;    // between them at the beginning
    double seconds;   // in which the length goes to 0
} svStitch;

// What svSim_SetGravity and svSim_SetWind change; doubles only, so that it is saved as it is.
typedef struct svConditions {
    double gravity[3], wind[3], gusts;
    double speed, speedTime; // see svSim
} svConditions;

// Friction of a pair of meshes; the key orders them, see friction.c.
typedef struct svPairFriction {
    uint64_t key;
    double friction;
} svPairFriction;

// A repulsion constraint of two features: normal . sum(weights * positions) >= gap. The second
// feature has negative weights.
typedef struct svBarrier {
    uint32_t particles[4];
    double weights[4];
    double normal[3];
    double gap;
    double friction;
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

    svPairFriction* frictions; // sorted: of pairs that do not have that of the def
    size_t frictionCount, frictionCapacity;

    uint32_t clothParticles; // of all cloths
    uint32_t totalParticles; // and of all obstacles, and anchors
    uint32_t firstAnchor;    // of soft pins: the last particles
    // Of all particles.
    double* x0;          // at the beginning of the step: floats
    double* x1;          // at its end
    double* rounded;     // x1 as floats: what is tested and becomes the next x0
    double* inverseMass; // 0 for what is held
    // Of the cloths alone.
    double* v;
    double* mass;
    int32_t* anchors;      // of pinned particles; ANCHOR_NONE for free ones
    int32_t* startAnchors; // as the cloths were added
    double* dragTargets;   // where those held in space are, or go
    uint32_t* carriers;    // of particles pinned to what deforms: a triangle of it
    double* force;
    double* before;       // x0, v and fall before the step, to go back to
    size_t capacities[8]; // of what grows with every cloth, see GrowParticles

    svSoftPin* softPins;
    size_t softPinCount, softPinCapacity;
    svStitch* stitches;
    size_t stitchCount, stitchCapacity;
    uint32_t seamCount; // for messages

    svSpring* springs;
    size_t springCount, springCapacity;
    size_t structuralCount; // the first ones
    size_t stiffCount;      // the first ones: structural and shear springs
    double* leastLengths;   // of the stiff ones, see project.c
    double stableStep;
    double shortest;  // of the structural springs; infinite without any
    double extent;    // of the scene at the beginning
    double speed;     // of the fastest particle at speedTime, or of the wind: a bound
    double speedTime; // the beginning, or when gravity was last changed
    svConditions startConditions;
    bool conditionsChanged; // by svSim_SetGravity or svSim_SetWind
    bool heldStale;         // what is held has changed: see svSim_FollowHeld
    double leastPart;   // of this step, in seconds: parts that are blocked are halved down to it
    double shareAtEnd;  // of the whole step, at the end of the part being taken
    uint64_t partsHash; // of what the simulation was made from, once it is filled

    // Implicit steps.
    svElastic elastic;
    svSolver solver;
    double* rest;         // positions at rest, of the cloths: those of the def's rest shape
    double* target;       // where inertia and outer forces take each particle
    double* gradient;     // of the energy of a step
    double elasticBefore; // energy at its beginning
    double* fall;         // the share of gravity that each particle followed in the step before
    double* shares;       // of its step that a particle may take
    double* energySums;
    size_t energySumCapacity;
    svNearRoles* nearRoles; // of each mesh, see flat.c
    svEdgeHinge* hinges;    // of each edge
    uint8_t* roles;         // that these point to
    svSlip* slips;          // friction remembers: sorted by pair
    size_t slipCount, slipCapacity;
    svSlip* slipsBefore; // the step
    size_t slipBeforeCount, slipBeforeCapacity;
    uint32_t* pieces; // the connected piece of cloth of each particle
    uint32_t pieceCount;
    uint32_t* pieceRoots;
    bool* pieceFree;
    double (*pieceSums)[4];

    svScene* scene;
    int roundMax;    // rounds of detection before the fail-safe
    uint64_t work;   // springs and barriers swept over in this step
    double deadline; // of this step, see svSim_OverBudget
    svBarrier* barriers;
    size_t barrierCount, barrierCapacity;
    uint32_t* active; // barriers that are broken, or nearly
    size_t activeCount, activeCapacity;
    uint32_t* zones;     // union-find over the particles of the cloths
    uint8_t* zoneStates; // of each root, see zone.c
    int32_t* zoneAnchors;
    double (*zoneSums)[4];
    uint32_t blocked[4];       // particles of a contact that no zone could undo; SV_NONE: none yet
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
// Of explicit integrators; infinite for the implicit one. Again when what is held changes.
void svSim_FindStableStep(svSim* sim);
double svSim_WorstStretch(const svSim* sim);

// parts.c: everything that a step needs, and the parts in the scene. Once all of them are there.
svStatus svSim_Fill(svSim* sim);
// What implicit steps need, for what is held now. After a failure it must be called again.
svStatus svSim_MakeSolver(svSim* sim);
// Whether the time step is stable; complains.
svStatus svSim_CheckStep(const svSim* sim);
// Where the scene sees a mesh; again when an obstacle starts or stops moving.
svStatus svSim_ShowMotion(svSim* sim, uint32_t mesh);

// obstacle.c: where obstacles and pinned particles are at both ends of a step.
void svSim_MoveObstacles(svSim* sim, double t0, double t1);
// pace.c: whether an obstacle, between the ends of this part of a step of h seconds, moves too far
// for a cloth that it may meet.
bool svSim_IsOutpaced(const svSim* sim, double h);
// The triangles that carry what is pinned to obstacles that deform. Once, at the beginning.
void svSim_FindCarriers(svSim* sim);
// The place to which `anchor` carries a particle from where it is at the beginning of the step.
svVec3 svSim_Carry(const svSim* sim, int32_t anchor, uint32_t particle);
bool svSim_AnchorRests(const svSim* sim, int32_t anchor);
// What a particle is attached to in this step, for impact zones.
int32_t svSim_ZoneAnchor(const svSim* sim, uint32_t particle);
// A point that moves with a rigid obstacle: from its place to that before any motion, and back.
svVec3 svSim_ModelPoint(const svPlacement* placement, svVec3 p);
svVec3 svSim_PlacePoint(const svPlacement* placement, svVec3 p);
// Where the keys of an obstacle, or svSim_MoveObstacle, have it at a time.
svMotionKey svSim_PoseAt(const svSimPart* obstacle, double time);

// carry.c: the triangle of an obstacle that carries a point of the beginning of the step, SV_NONE
// if the obstacle has none, and where to.
uint32_t svSim_FindCarrier(const svSim* sim, const svSimPart* obstacle, svVec3 point);
svVec3 svSim_CarryBy(const svSim* sim, const svSimPart* obstacle, uint32_t triangle, svVec3 point);
// Glues a point to a triangle as it is at the beginning of the step; where that is at x.
svGlue svSim_GlueTo(const svSim* sim, const svSimPart* obstacle, uint32_t triangle, svVec3 point);
svVec3 svSim_GluedPlace(const svSimPart* obstacle, const svGlue* glue, const double* x);

// ties.c: the soft ones among the pins of a cloth whose first particle is `first`.
svStatus svSim_AddSoftPins(svSim* sim, const svClothDef* def, uint32_t first);
// Where the anchors of soft pins are on what carries them. Once, at the beginning.
void svSim_GlueAnchors(svSim* sim);
// Where they are at both ends of the step, as the obstacles are.
void svSim_MoveAnchors(svSim* sim);
// Turns the soft pin of a particle off, if it has one.
void svSim_LetGo(svSim* sim, uint32_t particle);
// The soft pin of a particle; null: it has none.
svSoftPin* svSim_FindSoftPin(const svSim* sim, uint32_t particle);
// Adds all ties to the pushes of a step that ends at a time.
svStatus svSim_AddTies(svSim* sim, double time);
// What the ties of the last step hold in the state after it.
double svSim_TieEnergy(const svSim* sim);

// seams.c: sewn vertices count as one in the scene. Once all parts are in it.
svStatus svSim_ExcludeSewn(svSim* sim);

// control.c: what is changed between steps. Makes what a step derives from what is held anew, if
// that has changed; on failure the next call tries again.
svStatus svSim_FollowHeld(svSim* sim);
// Attaches a particle to something else, ANCHOR_NONE included.
void svSim_SetAnchor(svSim* sim, uint32_t particle, int32_t anchor);
// Where a particle that is held in space is at the end of the whole step, and of its current part.
svVec3 svSim_DragEnd(const svSim* sim, uint32_t particle);
svVec3 svSim_DragPlace(const svSim* sim, uint32_t particle);
svConditions svSim_GetConditions(const svSim* sim);
void svSim_SetConditions(svSim* sim, const svConditions* conditions);

// force.c: forces on the particles at x0 and v, for a step of h: gravity and wind; springs.
void svSim_AddOuterForces(svSim* sim, double time, double h);
void svSim_AddSpringForces(svSim* sim);
// x1, where an implicit step begins to solve, for cloth under pressure: without it. Light cloth
// alone would be blown metres away in a step, far from where its tension holds it.
void svSim_BeginUnderPressure(svSim* sim, double h);
// The most that outer forces accelerate a particle by; wind only up to its own speed.
double svSim_LargestPull(const svSim* sim);
void svSim_MeasureEnergy(const svSim* sim, svSimStats* stats);

// explicit.c: a step of an explicit integrator: x1 from x0, v and the forces, then collisions.
svOutcome svSim_StepExplicit(svSim* sim, double time, double h, svSimStats* stats,
                             svStatus* status);

// implicit.c: an implicit step, contacts included.
svOutcome svSim_StepImplicit(svSim* sim, double time, double h, svSimStats* stats,
                             svStatus* status);

// A correction: how far it goes, in what is allowed, and by how much the energy would fall along it
// if it were linear.
typedef struct svCorrection {
    double way, gain;
} svCorrection;

// progress.c: the correction dx. How far it goes is the largest of the cloths, of two measures. The
// motion of patches as wholes, which nothing corrects later: it is where cloth falls,
// swings and slides. And the motion that would have the energy that Newton's step expects to gain,
// dx . gradient, inertia and stiffness alike, so that stiff directions are met more closely than
// soft ones; most of it is in single vertices of sharp folds, which the next step corrects.
svCorrection svSim_MeasureCorrection(const svSim* sim, double h);
// Whether a step that ends at x1, with that elastic energy, loses energy as backward Euler should:
// because what is left of the forces is small, or else because the energy of the whole did fall.
// (Only the former tells where friction or damping lose much more; the latter is met earlier in
// cloth that crumples.)
bool svSim_GainsNoEnergy(svSim* sim, double h, double elastic);

// momentum.c: finds the pieces of cloth that nothing outside touches in this step.
void svSim_FindFreePieces(svSim* sim);
// Moves each of them as a whole, so that x1 has the momentum that outer forces give it.
void svSim_SetMomentum(svSim* sim);
// After the step was accepted: gives them the speed that shortened steps or the fail-safe took.
void svSim_KeepMomentum(svSim* sim, double h);

// flat.c: memory for the roles of all features. Once all parts are there.
svStatus svSim_MakeRoles(svSim* sim);
// Sets the roles that the features of all meshes have in a proximity query at x0.
void svSim_SetRoles(svSim* sim);

// pushes.c: the pairs that push each other: those that are near at the beginning of the step, and
// those in contact on the way.
svStatus svSim_FindPushes(svSim* sim, svSimStats* stats);
svStatus svSim_AddContactPushes(svSim* sim, const svContacts* contacts, int round);
// Remembers the slips of all pairs at the end of the step.
svStatus svSim_KeepSlips(svSim* sim);
// What the pushes of the last step hold in the state after it.
double svSim_ContactEnergy(const svSim* sim);

// project.c: projects x1 onto strain limits and barriers (Gauss-Seidel sweeps), until they hold or
// the sweeps are used up.
void svSim_Project(svSim* sim);
// Records the current lengths of springs in x1 as the least that contacts may compress them to.
void svSim_KeepLengths(svSim* sim);

// collide.c: changes x1 until CCD finds no contact between x0 and `rounded`.
svStatus svSim_FindNear(svSim* sim, svSimStats* stats);
// All pairs that are nearer than so many thicknesses at the beginning of the step and whose roles
// (null: any) allow it.
svStatus svSim_QueryNear(svSim* sim, double reach, const svNearRoles* roles, svProximity* near,
                         svSimStats* stats);
svStatus svSim_Detect(svSim* sim, svContacts* contacts, svSimStats* stats);
svOutcome svSim_Collide(svSim* sim, svSimStats* stats, svStatus* status);
void svSim_Round(svSim* sim);
// The particles of a pair of features: those of its first one before those of the second.
void svSim_GetPair(const svSim* sim, bool edges, const svFeaturePair* pair, uint32_t particles[4]);
svSimPart* svSim_GetPart(const svSim* sim, uint32_t mesh);
const svSimPart* svSim_PartOf(const svSim* sim, uint32_t particle);

// friction.c: between the meshes of a pair of features.
double svSim_PairFriction(const svSim* sim, const svFeaturePair* pair);

// zone.c: the fail-safe, rigid impact zones.
svOutcome svSim_FailSafe(svSim* sim, const svContacts* contacts, svSimStats* stats,
                         svStatus* status);

// sim.c: the first particle of cloth that is not finite or has blown up; SV_NONE if there is none.
uint32_t svSim_FindRunaway(const svSim* sim);
// Where obstacles are at both ends of a step; tells the scene which of them rest: static meshes are
// cheaper to query.
svStatus svSim_PlaceObstacles(svSim* sim, double t0, double t1);

// saved_state.c: hash of what must agree for a saved state to fit this simulation.
uint64_t svSim_HashParts(const svSim* sim);

// Monotonic seconds.
double svSim_Seconds(void);
// Whether the step has used up its time (svSimDef::stepSeconds). A stage that may take long asks in
// its loops, gives up and returns OUTCOME_BLOCKED: AdvanceTime then ends the step and says why.
bool svSim_OverBudget(const svSim* sim);

#endif
