/// \file
/// Selvage sim: a cloth simulator without tunnelling. A library of its own (selvage-sim) on the
/// public API of the core.
///
/// Cloth is an elastic sheet: a finite-element membrane with warp, weft and shear stiffness and a
/// strain limit, and bending with a flexural rigidity. Gravity, wind, pins, and obstacles that move
/// as rigid bodies or deform act on it. An implicit step minimises the energy of backward Euler by
/// Newton's method, with repulsion and friction of what is close in it. The explicit integrators,
/// which two papers need, move a mass-spring system (Provot 1995) instead.
///
/// Either way a step is accepted only when svScene_Detect (CCD) finds no contact on it. So,
/// starting from a state without intersections, every state is exactly without intersections:
/// positions are floats (held in doubles), the very numbers that a cache file stores.
///
/// Metres, kilograms, seconds; z is up. The same bytes come out for any number of workers.
#ifndef SELVAGE_SIM_H
#define SELVAGE_SIM_H

#include "selvage/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Time integration.
typedef enum svIntegrator {
    SV_INTEGRATOR_IMPLICIT,  ///< backward Euler, by Newton's method, of a finite-element sheet
    SV_INTEGRATOR_EULER,     ///< as in Provot 1995 and ding2013: v += h a, x += h v
    SV_INTEGRATOR_VERLET,    ///< as in bade2015: x += (x - xOld)(1 - damping) + h^2 a
    SV_INTEGRATOR_ENUM_COUNT ///< number of values, not an integrator
} svIntegrator;

/// Returns "implicit", "euler" or "verlet"; "unknown" for other values.
SV_API const char* svIntegrator_Name(svIntegrator integrator);

/// Called with the states that a step passes: svSim_Step takes a step whole, or halves it where an
/// obstacle is fast or where it has to get past a contact, and calls this after every part that is
/// accepted, the last one included, with the time of its end. Then svSim_GetCloth and
/// svSim_GetObstacle show the state at that time (svSim_Time and svSim_StepCount are still those
/// before the step). Between two such states everything moves on straight lines, without contact.
/// If the step fails after some of its parts, svSim_Step says so and they did not happen. Must not
/// change the simulation; svSim_Intersect is allowed.
typedef void (*svSimPathFn)(double time, void* user);

/// Options of a simulation. Start from svDefaultSimDef().
typedef struct svSimDef {
    size_t structSize;       ///< set by svDefaultSimDef(); do not change
    double timeStep;         ///< of svSim_Step, in seconds; default 1/60
    double gravity[3];       ///< metres per second squared; default (0, 0, -9.81)
    svIntegrator integrator; ///< default SV_INTEGRATOR_IMPLICIT

    /// Fraction of its speed that a particle loses to the air per second, from 0 up; default 0.1.
    /// Verlet derives its loss per step from it.
    double airDamping;

    double wind[3]; ///< velocity of the air, in metres per second; default none
    double gusts;   ///< how much the wind swells and turns, relative to it; 0 (default) to 1
    uint64_t seed;  ///< of the gusts
    /// Drag of the air, still air included: pressure on a face in proportion to the speed at which
    /// it meets the air, in newtons per square metre per metre per second. Linear drag; default 1,
    /// about that of air at 1.5 m/s.
    double windPressure;
    /// Share of the lift, from 0 to 1: of the part of that pressure, which acts along the normal of
    /// a face, that is across the air's motion relative to it. Default 1; 0: the air only drags.
    double windLift;

    bool collisions;  ///< default true; false: neither detected nor resolved, states may intersect
    double thickness; ///< surfaces closer than this repel each other, in metres; default 0.004
    /// Coulomb friction between all surfaces; default 0.3. svSim_SetClothFriction and
    /// svSim_SetObstacleFriction replace it for a pair of them.
    double friction;

    /// Limit of Newton iterations of a step, or of each part of one that is halved; default 8.
    /// Every round that meets new contacts may have three, and all of them twice the limit where
    /// the step would gain energy by ending there.
    uint32_t solverIterations;
    /// A step is solved when a Newton iteration moves cloth by no more than this, in metres, as a
    /// mean over the particles of each cloth by mass, or by the share solverAccuracy of what the
    /// step changes, and it gains no energy by ending there; default 1e-6.
    double solverTolerance;
    /// Share of the motion that a step brings by which patches of some 64 particles may still move
    /// in its last Newton iteration; single ones by 25 times as much. Default 0.02; at 1e-4, with
    /// solverIterations to match, steps are solved until nothing changes.
    double solverAccuracy;
    svSceneDef scene; ///< options of the collision queries

    /// Time budget of one svSim_Step, in seconds of the wall clock; 0 (default): none. A step that
    /// is not done by then is given up (SV_ERROR_STEP). When exactly depends on the machine: a step
    /// that was accepted has the same bytes as without a budget, whether it is accepted may differ.
    double stepSeconds;

    svSimPathFn path; ///< called after every accepted part of a step; null (default): not
    void* pathUser;   ///< handed to `path`
} svSimDef;

/// Returns the default options, as given for each member.
SV_API svSimDef svDefaultSimDef(void);

/// Placement of an obstacle at a time: rotated by the rotation vector `turn` about its pivot, then
/// translated by `move`. Between two keys both are interpolated linearly; before the first and
/// after the last they stay.
typedef struct svMotionKey {
    double time;    ///< in seconds
    double move[3]; ///< translation, in metres
    double turn[3]; ///< axis of rotation times angle in radians
} svMotionKey;

/// A kinematic mesh, which cloth does not move: it rests, follows keys, deforms from frame to frame
/// (an animated body), or both. Start from svDefaultObstacleDef(). Everything is copied.
typedef struct svObstacleDef {
    size_t structSize;         ///< set by svDefaultObstacleDef(); do not change
    const char* name;          ///< for messages; default "obstacle"
    const uint32_t* triangles; ///< three vertex indices each
    size_t triangleCount;      ///< triangles
    svPositions positions;     ///< before any motion; rounded to floats
    double pivot[3];           ///< point about which keys rotate
    const svMotionKey* keys;   ///< rigid motion, times ascending
    size_t keyCount;           ///< keys; 0 (default): at rest
    /// Instead of `positions`: the deforming mesh at each of frameTimes; rounded to floats. Between
    /// two frames vertices move linearly; before the first and after the last they stay.
    const svPositions* frames;
    const double* frameTimes; ///< ascending, in seconds
    size_t frameCount;        ///< frames; 0 (default): `positions`
} svObstacleDef;

/// Returns the default options: an empty mesh at rest. The caller sets the rest.
SV_API svObstacleDef svDefaultObstacleDef(void);

/// A vertex of cloth that is not free: it stays where it began, or moves with an obstacle. A soft
/// pin lets it move, and pulls it back to that place. Of two pins of a vertex the later one counts.
typedef struct svPin {
    uint32_t vertex;   ///< of the cloth
    uint32_t obstacle; ///< index of the obstacle, or SV_NONE
    /// 0: held hard, exactly in its place. Above 0 a soft pin, of the implicit integrator only: a
    /// spring of rest length 0, in newtons per metre. It pulls with stiffness times the distance.
    double stiffness;
} svPin;

/// A piece of cloth. Start from svDefaultClothDef(). Everything is copied.
typedef struct svClothDef {
    size_t structSize;         ///< set by svDefaultClothDef(); do not change
    const char* name;          ///< for messages; default "cloth"
    const uint32_t* triangles; ///< three vertex indices each
    size_t triangleCount;      ///< triangles
    svPositions positions;     ///< initial positions; rounded to floats
    svPositions rest;          ///< rest shape; data null (default): the initial positions
    /// Rest shape of each triangle by itself, such as the panels of a pattern, or texture
    /// coordinates with z = 0: the places of its three corners, triangle after triangle, in metres.
    /// Data null (default): those of its vertices at rest. Lengths, areas and masses follow it, and
    /// the warp runs along it (along x where it lies in the xy plane); triangles that meet are flat
    /// at rest, unless `rest` is given, too, which then says the angles. A triangle that has area,
    /// but none here, is SV_ERROR_MESH. Implicit steps only.
    svPositions restCorners;

    /// Columns of a regular grid of particles, vertex row * columns + column; 0 (default): any
    /// other mesh. On a grid that is flat at rest, bending is by second differences, the same in
    /// all directions; elsewhere by the angles at edges. Explicit integrators: on a grid, springs
    /// run along rows and columns, along both diagonals, and to the second next particle, as in
    /// Provot 1995; elsewhere structural springs are the edges, bending springs join the corners
    /// opposite to an inner edge, and there are no shear springs.
    uint32_t columns;
    uint32_t rows; ///< rows of a regular grid; 0 (default): any other mesh

    double density; ///< kilograms per square metre; default 0.2

    /// Membrane stiffness along the warp: newtons per metre of width for a strain of 1. Default
    /// 2000. Explicit integrators: of a structural spring as long as the mean one; shorter ones are
    /// stiffer.
    double stretchStiffness;
    double weftStiffness;  ///< the same along the weft; 0 (default): as along the warp
    double shearStiffness; ///< membrane shear stiffness, in newtons per metre; default 500
    /// Flexural rigidity about the weft, in newton metres (of cloth: 1e-6 to 1e-3); default 1e-5.
    double bendStiffness;
    double weftBendStiffness; ///< the same about the warp; 0 (default): as about the weft
    /// Stiffness of bending springs, explicit integrators only, in newtons per metre; default 1.
    double bendSpring;
    /// Damping of strain and of bending, not of rigid motion: stiffness times so many seconds;
    /// default 0.001.
    double damping;

    /// Strain limit, as a fraction of length; default 0.05, 0: no limit. Beyond it the membrane is
    /// two hundred times as stiff. Explicit integrators: Provot's deformation constraints,
    /// structural springs are shortened in sweeps that end when none exceeds 1.6 times this limit,
    /// or after 200 of them.
    double strainLimit;

    /// Pressure on the inside of its faces, in pascals, from -1e12 to 1e12; default 0. It pushes
    /// along their normals: outwards where triangles are counter-clockwise seen from outside. The
    /// force is that of the shape at the beginning of a step. On a closed mesh it adds up to
    /// nothing.
    double pressure;

    const svPin* pins;  ///< vertices that are not free
    size_t pinCount;    ///< pins; default 0
    double velocity[3]; ///< initial velocity of all particles, in metres per second
    bool self;          ///< whether it is tested for self-collision; default true
} svClothDef;

/// Returns the default options, as given for each member: an empty cloth. The caller sets the rest.
SV_API svClothDef svDefaultClothDef(void);

/// Two vertices that a seam joins.
typedef struct svSeamPair {
    uint32_t a; ///< vertex of svSeamDef::clothA
    uint32_t b; ///< vertex of svSeamDef::clothB
} svSeamPair;

/// A seam: springs that pull pairs of vertices together and then hold them there. Start from
/// svDefaultSeamDef(). Everything is copied.
///
/// The distance that each pair may have shrinks from what it is at the beginning to 0, smoothly,
/// within closeSeconds; a pair that is farther apart is pulled by `stiffness` times what is too
/// much, one that is nearer is not pushed apart. Nothing breaks a seam. Sewn vertices count as one
/// for all collision queries, as if they were a common vertex, from the beginning on: edges can
/// meet exactly. So do vertices that are sewn to the same one. Nothing bends across a seam: it is a
/// hinge.
typedef struct svSeamDef {
    size_t structSize;       ///< set by svDefaultSeamDef(); do not change
    uint32_t clothA;         ///< index of a cloth
    uint32_t clothB;         ///< index of a cloth, maybe the same one
    const svSeamPair* pairs; ///< in any order; a vertex may be in several
    size_t pairCount;        ///< pairs; at least 1
    /// Newtons per metre of opening, per metre of seam; default 100,000. A pair has the share of
    /// the length that it stands for at rest: half of the edges, on the border where it has one,
    /// that join its vertices to others of the seam, the mean of both sides (of one, if the other
    /// has none; a pair by itself has the mean edge there). Refining a mesh makes no seam stiffer.
    double stiffness;
    double closeSeconds; ///< time in which it closes, from time 0 on; default 1; 0: at once
} svSeamDef;

/// Returns the default options, as given for each member: no pairs. The caller sets the rest.
SV_API svSeamDef svDefaultSeamDef(void);

/// A material: members of svClothDef under their names, typical of a fabric. All strings are
/// static.
typedef struct svMaterial {
    const char* name;         ///< a short name, such as "cotton"
    const char* about;        ///< one line about it
    double density;           ///< svClothDef::density
    double stretchStiffness;  ///< svClothDef::stretchStiffness
    double weftStiffness;     ///< svClothDef::weftStiffness
    double shearStiffness;    ///< svClothDef::shearStiffness
    double bendStiffness;     ///< svClothDef::bendStiffness
    double weftBendStiffness; ///< svClothDef::weftBendStiffness
    double damping;           ///< svClothDef::damping
    double strainLimit;       ///< svClothDef::strainLimit
} svMaterial;

/// Returns how many preset materials there are.
SV_API size_t svMaterial_Count(void);

/// Returns preset material `index`, below svMaterial_Count(); null and 0 members for others.
SV_API svMaterial svMaterial_Get(size_t index);

/// Sets the members of `def` that a material has; the others, svClothDef::bendSpring among them,
/// stay. Checks nothing: svSim_AddCloth does.
SV_API void svClothDef_SetMaterial(svClothDef* def, const svMaterial* material);

/// A simulation. Belongs to its context, and with it to one thread at a time.
typedef struct svSim svSim;

/// Creates an empty simulation; destroy it before its context. `*sim` is set on success only.
/// SV_ERROR_ARGUMENT: a null pointer, a def that is not from svDefaultSimDef, a value outside its
/// range (the message names the member). SV_ERROR_MEMORY.
SV_API svStatus svSim_Create(svContext* context, const svSimDef* def, svSim** sim);

/// Frees a simulation with its meshes and results. Null is allowed.
SV_API void svSim_Destroy(svSim* sim);

/// Adds an obstacle, only before svSim_Start; `*index` (may be null) counts obstacles from 0.
/// SV_ERROR_ARGUMENT: a null pointer, a def that is not from svDefaultObstacleDef, a value outside
/// its range, or too late. SV_ERROR_MESH: a vertex index out of range. SV_ERROR_NOT_FINITE: a
/// coordinate that is not finite, or not as a float. SV_ERROR_MEMORY.
SV_API svStatus svSim_AddObstacle(svSim* sim, const svObstacleDef* def, uint32_t* index);

/// Adds a cloth, only before svSim_Start and after the obstacles that it is pinned to; `*index`
/// (may be null) counts cloths from 0. Fails like svSim_AddObstacle, and with SV_ERROR_ARGUMENT for
/// a pin that does not exist, or a soft one with an explicit integrator.
SV_API svStatus svSim_AddCloth(svSim* sim, const svClothDef* def, uint32_t* index);

/// Sews two cloths together, or a cloth with itself; only before svSim_Start and after its cloths,
/// with the implicit integrator. `*index` (may be null) counts seams from 0. SV_ERROR_ARGUMENT: a
/// null pointer, a def that is not from svDefaultSeamDef, a value outside its range, no such cloth
/// or vertex, a vertex that would be sewn to itself, two that pins hold, both hard, too late, or an
/// explicit integrator. The message names the pair. SV_ERROR_MEMORY. More than 1000 vertices at one
/// point are refused by svSim_Start.
SV_API svStatus svSim_AddSeam(svSim* sim, const svSeamDef* def, uint32_t* index);

/// Sets the friction between two cloths, or of a cloth with itself if both are the same, in place
/// of svSimDef::friction. Only before svSim_Start and after both were added; the last call for a
/// pair counts. SV_ERROR_ARGUMENT: a null pointer, no such cloth, a value that svSimDef::friction
/// could not have, or too late. SV_ERROR_MEMORY.
SV_API svStatus svSim_SetClothFriction(svSim* sim, uint32_t clothA, uint32_t clothB,
                                       double friction);

/// Sets the friction between a cloth and an obstacle, like svSim_SetClothFriction.
SV_API svStatus svSim_SetObstacleFriction(svSim* sim, uint32_t cloth, uint32_t obstacle,
                                          double friction);

/// Creates elements or springs and checks the initial state. The first svSim_Step calls it if it
/// was not called. SV_ERROR_OVERLAP: surfaces intersect initially; the message names two meshes and
/// up to eight pairs of their faces, with the places where they meet. SV_ERROR_STEP: the time step
/// is longer than svSim_StableStep. SV_ERROR_ARGUMENT: more than 1000 vertices are sewn to one
/// point. SV_ERROR_MEMORY.
SV_API svStatus svSim_Start(svSim* sim);

/// Returns the longest stable step of an explicit integrator, in seconds; infinite for the implicit
/// one. Call it after svSim_Start (also one that failed with SV_ERROR_STEP).
SV_API double svSim_StableStep(const svSim* sim);

/// Work counters, energies and times of a step.
typedef struct svSimStats {
    uint64_t step; ///< steps taken until now, this one included
    double time;   ///< of the state after the step, in seconds

    uint64_t nearPairs;     ///< pairs near before the step: 1.5 thicknesses (explicit: 1.25);
                            ///< edges that cross only, and none of smooth surfaces
    uint64_t contacts;      ///< contacts on the way, in all rounds of detection
    uint32_t rounds;        ///< rounds of detection
    uint32_t zones;         ///< impact zones: groups of particles that the fail-safe moved as one
    uint32_t zoneParticles; ///< particles in impact zones
    uint32_t cuts;          ///< how often the step was halved to get past a contact
    uint32_t parts;         ///< parts that the step was taken in: 1, or more where it was halved
    uint32_t newtonIterations; ///< Newton iterations of implicit steps, in all rounds
    uint32_t solverIterations; ///< conjugate gradient iterations in them
    uint32_t halvings;         ///< how often a Newton step was shortened, because energy would rise
    uint32_t shortened; ///< rounds in which only particles in contact had their steps shortened
    uint32_t unsolved;  ///< implicit parts that ended at solverIterations, or shortened

    double kineticEnergy; ///< after the step, in joules
    double gravityEnergy; ///< after the step, in joules
    double elasticEnergy; ///< after the step, seams and soft pins included, in joules
    double contactEnergy; ///< of implicit steps: in pushes and elastic slips, in joules
    /// Largest strain along warp or weft, 0.05 is 5 percent; explicit: of a structural spring.
    double worstStretch;

    double solveSeconds;     ///< forces and integration
    double proximitySeconds; ///< proximity queries
    double projectSeconds;   ///< explicit steps: strain limiting, repulsion, contact response
    double detectSeconds;    ///< CCD queries
    double failSafeSeconds;  ///< impact zones
    double totalSeconds;     ///< the whole step
} svSimStats;

/// Adds the stats of a step to those of the steps before it: counts and seconds are summed, the
/// worst stretch is the worst of both, time and energies are those of the step.
SV_API void svSimStats_Add(svSimStats* sum, const svSimStats* step);

/// Takes one step of svSimDef::timeStep. `stats` may be null. SV_ERROR_STEP: the step cannot be
/// taken and the state stays the one before it. Either it would blow up (for explicit integrators
/// the message gives the longest stable step), or obstacles leave the cloth no room (the message
/// names them and a vertex), or the thickness spans so many edges that nearly everything is close
/// to everything (more than a million pairs, and more than 500 per vertex), or it is not done
/// within svSimDef::stepSeconds (the message says where it was). Other failures are those of
/// svSim_Start and svScene_Detect.
SV_API svStatus svSim_Step(svSim* sim, svSimStats* stats);

/// Returns the time of the current state, in seconds.
SV_API double svSim_Time(const svSim* sim);

/// Returns how many steps have been taken.
SV_API uint64_t svSim_StepCount(const svSim* sim);

/// Returns how many cloths there are.
SV_API uint32_t svSim_ClothCount(const svSim* sim);

/// Returns how many obstacles there are.
SV_API uint32_t svSim_ObstacleCount(const svSim* sim);

/// Changes gravity, in metres per second squared, from the next step on. Like all functions that
/// control a running simulation it is called after svSim_Start and between steps, never from
/// svSimDef::path, and what it changes is part of the saved state. SV_ERROR_ARGUMENT: a null
/// pointer, not started yet, or a value that svSimDef::gravity could not have.
SV_API svStatus svSim_SetGravity(svSim* sim, const double gravity[3]);

/// Changes the wind, in metres per second, and its gusts from the next step on. Fails like
/// svSim_SetGravity, with the ranges of svSimDef::wind and svSimDef::gusts.
SV_API svStatus svSim_SetWind(svSim* sim, const double wind[3], double gusts);

/// Holds a vertex of a cloth where it is, whatever it was attached to; a soft pin that it has lets
/// go of it for good. Holding another vertex, or
/// one fewer, makes the next step set up its solver again; holding one in another place does not.
/// SV_ERROR_ARGUMENT: a null pointer, not started yet, no such cloth or vertex.
SV_API svStatus svSim_Pin(svSim* sim, uint32_t cloth, uint32_t vertex);

/// Holds a vertex of a cloth and moves it to `target`, rounded to floats, during the next step, on
/// a straight line; a soft pin that it has lets go of it for good. There it stays until the next
/// svSim_Drag or svSim_Release. A step moves it no farther than a tenth of the diagonal of the box
/// around its cloth at rest (explicit integrators: a tenth of the shortest structural spring); if
/// the target is farther away, further steps move it on until it is there. A step in which it would
/// have to pass something that cannot give way fails with SV_ERROR_STEP and leaves everything where
/// it was: drag it elsewhere, or pin or release it. SV_ERROR_ARGUMENT: like svSim_Pin, or a
/// coordinate that is not finite or beyond 1e12.
SV_API svStatus svSim_Drag(svSim* sim, uint32_t cloth, uint32_t vertex, const double target[3]);

/// Frees a vertex of a cloth, also one that svClothDef::pins hold, hard or softly; it keeps the
/// velocity that it had in the last step. Seams stay. A vertex that is free stays free. With an
/// explicit integrator the next step fails with SV_ERROR_STEP if it is too long for what is free
/// now. Fails like svSim_Pin.
SV_API svStatus svSim_Release(svSim* sim, uint32_t cloth, uint32_t vertex);

/// Moves an obstacle during the next step to where a key with this `move` and `turn` would place
/// it; both change linearly during the step. There it rests until the next call: its keys no longer
/// count, its frames still do, and what is pinned to it goes with it. In one step it should turn by
/// less than half a turn. SV_ERROR_ARGUMENT: a null pointer, not started yet, no such obstacle, or
/// a number that a key could not have.
SV_API svStatus svSim_MoveObstacle(svSim* sim, uint32_t obstacle, const double move[3],
                                   const double turn[3]);

/// A cloth or an obstacle in its current state. A view, valid until the next call that changes the
/// simulation. Positions are doubles that are exactly floats. All members are null or 0 if there is
/// no such mesh, and for obstacles before svSim_Start (or svSim_Intersect), which places them.
typedef struct svSimMesh {
    const char* name;          ///< as it was added
    const uint32_t* triangles; ///< three vertex indices each
    size_t triangleCount;      ///< triangles
    svPositions positions;     ///< of the vertices
    svPositions velocities;    ///< of the vertices of cloth; data null for an obstacle
} svSimMesh;

/// Returns a view of cloth `index`.
SV_API svSimMesh svSim_GetCloth(const svSim* sim, uint32_t index);

/// Returns a view of obstacle `index`.
SV_API svSimMesh svSim_GetObstacle(const svSim* sim, uint32_t index);

/// Returns whether the keys or the frames of obstacle `index` ever move it, at whatever time, or
/// svSim_MoveObstacle has been called for it: false for one that rests from beginning to end, and
/// if there is no such obstacle.
SV_API bool svSim_ObstacleMoves(const svSim* sim, uint32_t index);

/// Runs the exact discrete test on the current state: svScene_Intersect over all meshes, numbered
/// cloths first, then obstacles, without pairs of obstacles and without self-collision of cloths
/// whose `self` is false. Also works before svSim_Start, and after one that failed. The pairs
/// belong to the simulation until its next step or svSim_Intersect. Fails like svScene_Intersect.
SV_API svStatus svSim_Intersect(svSim* sim, svIntersections* intersections);

/// Returns the size in bytes of the state as it is now. It may change with every step, and when
/// cloth is added, a vertex is held or released or a state is loaded.
SV_API size_t svSim_StateSize(const svSim* sim);

/// Saves the state, time and positions and velocities of the cloths and what was changed since the
/// start (gravity, wind, what is held and which soft pins let go, obstacles moved by
/// svSim_MoveObstacle), to `bytes`, which has room for what svSim_StateSize returns now. A
/// simulation that was set up in the same way and loads it continues with the same bytes as this
/// one, on machines of the same byte order.
SV_API void svSim_SaveState(const svSim* sim, void* bytes);

/// Loads a saved state of `size` bytes, as many as svSim_StateSize returned when it was saved;
/// calls svSim_Start if that was not done, and fails like it. SV_ERROR_FORMAT: damaged, truncated,
/// or not the state of a simulation with these meshes, elements, initial pins, seams, obstacle
/// shapes and time step (keys, gravity and the like of the defs are not compared, and count again
/// unless they had been changed when the state was saved); the state stays what it was.
SV_API svStatus svSim_LoadState(svSim* sim, const void* bytes, size_t size);

/// What svSimScene_Read returns: the simulation that a JSON scene file describes, and how to run it
/// (docs/simulator.md).
typedef struct svSimScene {
    svSim* sim;          ///< started; the caller destroys it
    char name[64];       ///< of the scene
    uint32_t frameCount; ///< frames to simulate after the first, which is the initial state
    uint32_t substeps;   ///< steps of the simulation per frame
    double frameRate;    ///< frames per second: substeps * timeStep * frameRate = 1
} svSimScene;

/// Options of svSimScene_Read. Start from svDefaultSimSceneDef().
typedef struct svSimSceneDef {
    size_t structSize;   ///< set by svDefaultSimSceneDef(); do not change
    double resolution;   ///< multiplies the number of cells of generated cloths; default 1
    uint32_t frameCount; ///< overrides that of the file; 0 (default): as the file says
    /// What file names in the scene are relative to; null (default): the folder of the scene file,
    /// or the current folder for a scene in memory.
    const char* folder;
    /// Time budget of a frame, in seconds; 0 (default): none. Each of its substeps has an equal
    /// share of it as svSimDef::stepSeconds.
    double frameSeconds;
    svSimPathFn path; ///< svSimDef::path of the simulation; null (default): none
    void* pathUser;   ///< handed to `path`
} svSimSceneDef;

/// Returns the default options: resolution 1, frames and folder of the file, no time budget.
SV_API svSimSceneDef svDefaultSimSceneDef(void);

/// Reads and starts a scene. `def` may be null for the defaults. On success the caller destroys
/// `scene->sim`; on failure `scene` is untouched. Failures name file, line and key: SV_ERROR_FILE,
/// SV_ERROR_FORMAT (not JSON, an unknown or missing key, a value of the wrong kind or outside its
/// range), SV_ERROR_OVERLAP (cloth intersects initially), SV_ERROR_STEP, SV_ERROR_MEMORY.
/// SV_ERROR_ARGUMENT: a null pointer, a def that is not from svDefaultSimSceneDef, a resolution
/// that is not above 0 and at most 1000, a time budget that is not from 0 to 1e9.
SV_API svStatus svSimScene_Read(svContext* context, const char* path, const svSimSceneDef* def,
                                svSimScene* scene);

/// Reads and starts a scene from `size` bytes of JSON in memory, like svSimScene_Read. `name`
/// replaces the path in messages. `text` is not kept.
SV_API svStatus svSimScene_ReadMemory(svContext* context, const char* name, const char* text,
                                      size_t size, const svSimSceneDef* def, svSimScene* scene);

/// A scene that is part of the library. All strings are static.
typedef struct svBuiltInScene {
    const char* name;  ///< a short name, such as "drape"
    const char* about; ///< one line about it
    const char* text;  ///< the scene file, JSON
} svBuiltInScene;

/// Returns how many built-in scenes there are.
SV_API size_t svBuiltInScene_Count(void);

/// Returns built-in scene `index`, below svBuiltInScene_Count(); null members for others.
SV_API svBuiltInScene svBuiltInScene_Get(size_t index);

#ifdef __cplusplus
}
#endif

#endif
