/// Selvage sim: a cloth simulator that never lets cloth through. A library of its own (selvage-sim)
/// on the public API of the core.
///
/// Cloth is particles and springs (Provot 1995): structural, shear and bending springs, strain
/// limiting, gravity, wind, pins, and obstacles that move as rigid bodies or deform. A step moves
/// the particles, pushes apart what is near, undoes every contact that svScene_Detect finds on the
/// way and is taken only when that query finds none. So, beginning from a state without
/// intersections, every state is without intersections, exactly: positions are floats (held in
/// doubles), the very numbers that a cache file stores.
///
/// Metres, kilograms, seconds; z is up. The same bytes come out for any number of workers.
#ifndef SELVAGE_SIM_H
#define SELVAGE_SIM_H

#include "selvage/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum svIntegrator {
    SV_INTEGRATOR_IMPLICIT, ///< backward Euler, linearised (Baraff and Witkin 1998)
    SV_INTEGRATOR_EULER,    ///< as in Provot 1995 and ding2013: v += h a, x += h v
    SV_INTEGRATOR_VERLET,   ///< as in bade2015: x += (x - xOld)(1 - damping) + h^2 a
    SV_INTEGRATOR_COUNT
} svIntegrator;

/// "implicit", "euler", "verlet"; "unknown" for other values.
SV_API const char* svIntegrator_Name(svIntegrator integrator);

typedef struct svSimDef {
    size_t structSize;
    double timeStep;   ///< of svSim_Step, in seconds; default 1/60
    double gravity[3]; ///< default (0, 0, -9.81)
    svIntegrator integrator;

    /// The share of its speed that a particle loses to the air in a second, from 0 up; default 0.1.
    /// Verlet takes the share that is lost in a step from it.
    double airDamping;

    /// Of the air, in metres per second; default none.
    double wind[3];
    double gusts;  ///< how much the wind swells and turns, relative to it; 0 (default) to 1
    uint64_t seed; ///< of the gusts
    /// Air, still air too, presses on faces in proportion to their area and to the speed at which
    /// they meet it, as if its drag were linear: newtons per square metre and metre per second;
    /// default 1, about that of air at 1.5 m/s.
    double windPressure;

    bool collisions;  ///< default true; false: neither found nor handled, states may intersect
    double thickness; ///< nearer than this, surfaces push each other apart; default 0.004
    double friction;  ///< Coulomb's, between all surfaces; default 0.3

    uint32_t solverIterations; ///< at most so many steps of conjugate gradients; default 40
    /// The residual at which they end, relative to the forces, or to gravity alone where that is
    /// more; default 1e-2.
    double solverTolerance;
    svSceneDef scene; ///< how collisions are searched
} svSimDef;

SV_API svSimDef svDefaultSimDef(void);

/// Where an obstacle is at a time: turned by the rotation vector `turn` (axis times radians) about
/// its pivot, then moved. Between two keys both are interpolated linearly; before the first and
/// after the last they stay.
typedef struct svMotionKey {
    double time;
    double move[3];
    double turn[3];
} svMotionKey;

/// A mesh that moves as it is told and is not moved by cloth: it rests, moves by keys, or deforms
/// from frame to frame (an animated body), or both.
typedef struct svObstacleDef {
    size_t structSize;
    const char* name;          ///< for messages; copied. Default "obstacle"
    const uint32_t* triangles; ///< three vertex indices each, copied
    size_t triangleCount;
    svPositions positions; ///< before any motion, copied, rounded to floats
    double pivot[3];
    const svMotionKey* keys; ///< times ascending, copied
    size_t keyCount;
    /// In place of `positions`: as many positions at each of some times, ascending; copied, rounded
    /// to floats. Between two frames vertices move on straight lines; before the first and after
    /// the last they stay.
    const svPositions* frames;
    const double* frameTimes;
    size_t frameCount;
} svObstacleDef;

SV_API svObstacleDef svDefaultObstacleDef(void);

/// A vertex that is not free: it stays where it began, or moves with an obstacle.
typedef struct svPin {
    uint32_t vertex;
    uint32_t obstacle; ///< index, or SV_NONE
} svPin;

typedef struct svClothDef {
    size_t structSize;
    const char* name;          ///< for messages; copied. Default "cloth"
    const uint32_t* triangles; ///< three vertex indices each, copied
    size_t triangleCount;
    svPositions positions; ///< at the beginning, copied, rounded to floats
    svPositions rest;      ///< the shape without strain; data null (default): the beginning

    /// A grid of columns x rows particles, vertex row * columns + column, has its springs along
    /// rows and columns, along both diagonals, and to the second next particle, as in Provot 1995.
    /// 0 (default), any other mesh: structural springs are its edges, bending springs join the
    /// corners opposite to an inner edge, and there are no shear springs.
    uint32_t columns, rows;

    double density; ///< kilograms per square metre; default 0.2

    /// Newtons per metre of a spring as long as the mean spring of its kind; shorter ones are
    /// stiffer. Defaults 2000, 500, 1.
    double stretchStiffness, shearStiffness, bendStiffness;
    double springDamping; ///< of the relative speed along a spring, in seconds; default 0.001

    /// The share of its length by which a structural spring may be stretched (Provot's deformation
    /// constraints); default 0.05, 0: no limit. It is kept nearly: longer springs are shortened in
    /// sweeps that end when none is beyond 1.6 times this share, or after 200 of them.
    double strainLimit;

    const svPin* pins; ///< copied
    size_t pinCount;
    double velocity[3]; ///< of all particles at the beginning
    bool self;          ///< whether it is tested with itself; default true
} svClothDef;

SV_API svClothDef svDefaultClothDef(void);

/// Belongs to its context, and to one thread at a time with it.
typedef struct svSim svSim;

/// `*sim` is set on success only. SV_ERROR_ARGUMENT: a null pointer, a def that is not from
/// svDefaultSimDef, a value outside its range (the message names the member). SV_ERROR_MEMORY.
SV_API svStatus svSim_Create(svContext* context, const svSimDef* def, svSim** sim);
SV_API void svSim_Destroy(svSim* sim);

/// Adds an obstacle or a cloth; `*index` (may be null) counts each from 0. Everything is copied.
/// Only before svSim_Start. Obstacles that cloth is pinned to come before it.
/// SV_ERROR_ARGUMENT: as above, or a pin that does not exist; SV_ERROR_MESH: an index out of range;
/// SV_ERROR_NOT_FINITE: a coordinate that is not finite, or not so as a float.
SV_API svStatus svSim_AddObstacle(svSim* sim, const svObstacleDef* def, uint32_t* index);
SV_API svStatus svSim_AddCloth(svSim* sim, const svClothDef* def, uint32_t* index);

/// Makes the springs and looks at the beginning. The first svSim_Step does it where it was not
/// called. SV_ERROR_OVERLAP: surfaces intersect at the beginning; the message names the two meshes
/// and a pair of faces. SV_ERROR_STEP: the time step is longer than svSim_StableStep.
SV_API svStatus svSim_Start(svSim* sim);

/// The longest step with which an explicit integrator is stable; infinite for the implicit one.
/// After svSim_Start (also one that failed with SV_ERROR_STEP).
SV_API double svSim_StableStep(const svSim* sim);

/// How a step went.
typedef struct svSimStats {
    uint64_t step; ///< steps taken until now, this one included
    double time;   ///< of the state after the step

    uint64_t nearPairs; ///< pairs within one and a quarter thicknesses before the step
    uint64_t contacts;  ///< contacts on the way, in all rounds of detection
    uint32_t rounds;    ///< of detection
    uint32_t zones;     ///< groups of particles that the fail-safe moved as one
    uint32_t zoneParticles;
    uint32_t cuts; ///< how often the step was cut in two to get past a contact
    uint32_t solverIterations;

    double kineticEnergy, gravityEnergy, elasticEnergy; ///< joules, after the step
    double worstStretch; ///< of a structural spring, relative to its length: 0.05 is 5 percent

    double solveSeconds;     ///< forces and integration
    double proximitySeconds; ///< what is near
    double projectSeconds;   ///< strain limiting, repulsion, contacts
    double detectSeconds;    ///< contacts on the way
    double failSafeSeconds;
    double totalSeconds;
} svSimStats;

/// Adds a step to a sum of steps before it: counts and seconds are added, the worst stretch is the
/// worst of both, time and energies are those of the step.
SV_API void svSimStats_Add(svSimStats* sum, const svSimStats* step);

/// Takes one step of def.timeStep. `stats` may be null. SV_ERROR_STEP: the step cannot be taken;
/// the state is the one before it. Either it would blow up (the message tells the longest stable
/// step), or obstacles leave cloth no room (the message names them and a vertex), or the thickness
/// is so many edges that nearly all is near all (more than a million pairs, and than 500 for each
/// vertex). Other failures are those of svSim_Start and svScene_Detect.
SV_API svStatus svSim_Step(svSim* sim, svSimStats* stats);

SV_API double svSim_Time(const svSim* sim);
SV_API uint64_t svSim_StepCount(const svSim* sim);
SV_API uint32_t svSim_ClothCount(const svSim* sim);
SV_API uint32_t svSim_ObstacleCount(const svSim* sim);

/// A cloth or an obstacle as it is now. Valid until the simulation's next call that changes it;
/// positions are doubles that are exactly floats. All members are null or 0 where there is no such
/// mesh, and for obstacles before svSim_Start (or svSim_Intersect), which places them.
typedef struct svSimMesh {
    const char* name;
    const uint32_t* triangles;
    size_t triangleCount;
    svPositions positions;
    svPositions velocities; ///< of cloth; data null for an obstacle
} svSimMesh;

SV_API svSimMesh svSim_GetCloth(const svSim* sim, uint32_t index);
SV_API svSimMesh svSim_GetObstacle(const svSim* sim, uint32_t index);

/// The exact discrete test of the state as it is now: what svScene_Intersect says of all meshes,
/// numbered cloths first, then obstacles; pairs of obstacles are left out, and so is a cloth with
/// itself where its `self` is false. Also before svSim_Start, and after one that failed. The pairs
/// belong to the simulation until its next step or svSim_Intersect.
SV_API svStatus svSim_Intersect(svSim* sim, svIntersections* intersections);

/// The state as bytes: time, positions and velocities of the cloths, for machines of one byte
/// order. A simulation made in the same way that loads them goes on with the same bytes as the one
/// that saved them. `bytes` has room for svSim_StateSize, which changes only when cloth is added.
SV_API size_t svSim_StateSize(const svSim* sim);
SV_API void svSim_SaveState(const svSim* sim, void* bytes);
/// Starts the simulation where that was not done, with the failures of svSim_Start.
/// SV_ERROR_FORMAT: damaged, or not the state of a simulation with these meshes, springs, pins and
/// shapes of obstacles and this time step (keys, gravity and the like are not compared); the state
/// is as before.
SV_API svStatus svSim_LoadState(svSim* sim, const void* bytes, size_t size);

/// A scene file: JSON that describes cloths, obstacles and how they move (docs/simulator.md).
typedef struct svSimScene {
    svSim* sim; ///< started
    char name[64];
    uint32_t frameCount; ///< how many frames to simulate after the first, which is the beginning
    uint32_t substeps;   ///< steps of the simulation per frame
    double frameRate;    ///< frames per second: substeps * timeStep * frameRate = 1
} svSimScene;

typedef struct svSimSceneDef {
    size_t structSize;
    double resolution; ///< multiplies the number of cells of generated cloths; default 1
    /// In place of what the file says; 0 (default): as it says.
    uint32_t frameCount;
    /// What file names in the scene are relative to; null (default): the folder of the scene file,
    /// or the current one for a scene in memory.
    const char* folder;
} svSimSceneDef;

SV_API svSimSceneDef svDefaultSimSceneDef(void);

/// Reads a scene. `def` may be null for the defaults. On success the caller destroys `scene->sim`;
/// on failure `scene` is untouched. Failures name file, line and key: SV_ERROR_FILE,
/// SV_ERROR_FORMAT (not JSON, a key that is unknown or missing, a value of the wrong kind or
/// outside its range), SV_ERROR_OVERLAP (cloth intersects at the beginning: scenes are started
/// here), SV_ERROR_STEP, SV_ERROR_MEMORY. SV_ERROR_ARGUMENT: a null pointer, a def that is not from
/// svDefaultSimSceneDef, a resolution that is not above 0 and at most 1000.
SV_API svStatus svSimScene_Read(svContext* context, const char* path, const svSimSceneDef* def,
                                svSimScene* scene);
SV_API svStatus svSimScene_ReadMemory(svContext* context, const char* name, const char* text,
                                      size_t size, const svSimSceneDef* def, svSimScene* scene);

/// A scene that is part of the library.
typedef struct svBuiltInScene {
    const char* name;
    const char* about; ///< one line
    const char* text;  ///< the scene file
} svBuiltInScene;

SV_API size_t svBuiltInScene_Count(void);
/// In the order of svBuiltInScene_Count; null members where there is none.
SV_API svBuiltInScene svBuiltInScene_Get(size_t index);

#ifdef __cplusplus
}
#endif

#endif
