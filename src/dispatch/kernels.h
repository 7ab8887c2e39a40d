// Every wide kernel of the library on one page, and the table of them that each instruction set
// has.
//
// A kernel is a function of a *_kernel.c file, compiled once for each line of math/targets.def, so
// that there is one table svKernels per instruction set; svKernels_Of dispatches at run time. Every
// table gives the same bytes. The structs that kernels work on belong to later rooms.
#ifndef SELVAGE_DISPATCH_KERNELS_H
#define SELVAGE_DISPATCH_KERNELS_H

#include "hierarchy/leaf.h"
#include "math/target.h"

// ---- input -----------------------------------------------------------------------------------

typedef struct svPointsReading svPointsReading; // input/points.h
typedef struct svLeafReading svLeafReading;     // input/leaf_motion.h
typedef struct svLeafMotion svLeafMotion;
typedef struct svLeafExtent svLeafExtent;
typedef struct svLeafDiagonals svLeafDiagonals;

// Reads points from `first` up to `end`; returns the first one that is not finite, or `end`. If
// there is one, the extent is meaningless.
typedef size_t svReadPointsFn(svPointsReading* reading, size_t first, size_t end);

// Sets everything of the motion but the margin. The centre is that of the extent.
typedef void svReadLeafFn(const svLeafReading* reading, const svLeaf* leaf, svLeafMotion* motion,
                          svLeafExtent* extent);

// The diagonals of a leaf that has been read; `times` is 1 for an instant: there are none of t1. 0:
// unbounded, they separate nothing.
typedef void svSetDiagonalsFn(const svLeafMotion* motion, const double center[3], int times,
                              svLeafDiagonals* diagonals);

// ---- self-collision culling ------------------------------------------------------------------

typedef struct svStarGroup svStarGroup; // selfcull/star.h
typedef struct svLeafRim svLeafRim;     // selfcull/leaf_spread.h
typedef struct svSelfView svSelfView;   // selfcull/self_kernel.h
typedef struct svContour svContour;

// Mask of the stars that are certified spread, at the time of the reading. `points` are those of
// the group.
typedef uint32_t svSpreadStarsFn(const svLeafReading* reading, const svStarGroup* group,
                                 const uint32_t* points);

// Whether the leaf is certified spread, with its positions at t0 of the motion.
typedef bool svIsLeafSpreadFn(const svLeaf* leaf, const svLeafMotion* motion, const svLeafRim* rim);

// Whether all faces of a leaf are certified to have a positive projected area at all times; if it
// is not moving, at t0.
typedef bool svFacesArePositiveFn(const svLeaf* leaf, const svLeafMotion* motion,
                                  const svSelfView* view, bool moving);

// Sets SV_SIDE_FROM of all sides, and of the room behind them, and `reach`. Sides start at the
// points, `stride` of them, of which those past `count` are repetitions.
typedef void svProjectContourFn(const svLeafReading* reading, const uint32_t* points,
                                const svSelfView* view, svContour* contour);

// Whether a contour is certified free of self-contact: no two sides without a common vertex touch
// at any time.
typedef bool svContourIsApartFn(const svContour* contour);

// ---- broad phase -----------------------------------------------------------------------------

// Mask of the children of a node whose bounds overlap a column; bits past the node's children are
// unspecified. `column` has a stride of SV_WIDTH floats.
typedef uint32_t svOverlapFn(const float* column, const float* node);

// The overlap test of a bounding volume: over a step (CCD), or at an instant (DCD).
typedef svOverlapFn* svChooseOverlapFn(svVolume volume, bool instant);

// ---- filters: leaf pairs to candidate pairs --------------------------------------------------

typedef struct svCcdFilter svCcdFilter;           // filter/ccd_filter.h
typedef struct svTriangleFilter svTriangleFilter; // filter/triangle_filter.h

// Filters the feature or triangle pairs of two leaves (a <= b, maybe the same) and queues the
// candidate pairs that are left.
typedef void svFilterFeaturesFn(svCcdFilter* filter, uint32_t a, uint32_t b);
typedef void svFilterTrianglesFn(svTriangleFilter* filter, uint32_t a, uint32_t b);

// ---- narrow phase: elementary tests ----------------------------------------------------------

typedef struct svCcdBlock svCcdBlock; // elementary/ccd/ccd_block.h
typedef struct svCcdZeros svCcdZeros;
typedef struct svDirectionBlock svDirectionBlock; // elementary/ccd/directions.h
typedef struct svNearBlock svNearBlock;           // elementary/proximity/near_batch.h
typedef struct svTriangleBlock svTriangleBlock;   // elementary/triangle/triangle_batch.h

// The certified CCD filter of moving pairs. Blocks with `both` go through single precision first.
typedef void svCcdFn(svCcdBlock* block);

// The single-precision pass: fills in what it decides and lists the queries that it leaves. Of
// those lists only `sure` is certified.
typedef void svCcdSingleFn(svCcdBlock* block, svCcdZeros* zeros);

// Culls pairs of moving triangles that a fixed direction separates.
typedef void svSeparateTrianglesFn(svDirectionBlock* block);

// Finds the pairs of a block within the proximity distance at an instant.
typedef void svNearFn(svNearBlock* block);

// Certifies that triangles without common vertices are disjoint or cross properly.
typedef void svMeetTrianglesFn(svTriangleBlock* block);

// ---- the table -------------------------------------------------------------------------------

// Every kernel once. A new one: its type above, its line here, its file in src/CMakeLists.txt.
#define SV_KERNELS(KERNEL)                                                                         \
    KERNEL(readPoints, svReadPointsFn)                                                             \
    KERNEL(readLeaf, svReadLeafFn)                                                                 \
    KERNEL(setDiagonals, svSetDiagonalsFn)                                                         \
    KERNEL(spreadStars, svSpreadStarsFn)                                                           \
    KERNEL(isLeafSpread, svIsLeafSpreadFn)                                                         \
    KERNEL(facesArePositive, svFacesArePositiveFn)                                                 \
    KERNEL(projectContour, svProjectContourFn)                                                     \
    KERNEL(contourIsApart, svContourIsApartFn)                                                     \
    KERNEL(chooseOverlap, svChooseOverlapFn)                                                       \
    KERNEL(filterStep, svFilterFeaturesFn)                                                         \
    KERNEL(filterInstant, svFilterFeaturesFn)                                                      \
    KERNEL(filterTriangles, svFilterTrianglesFn)                                                   \
    KERNEL(ccdVertexFace, svCcdFn)                                                                 \
    KERNEL(ccdEdgeEdge, svCcdFn)                                                                   \
    KERNEL(ccdSingleVertexFace, svCcdSingleFn)                                                     \
    KERNEL(ccdSingleEdgeEdge, svCcdSingleFn)                                                       \
    KERNEL(separateTriangles, svSeparateTrianglesFn)                                               \
    KERNEL(nearVertexFace, svNearFn)                                                               \
    KERNEL(nearEdgeEdge, svNearFn)                                                                 \
    KERNEL(meetTriangles, svMeetTrianglesFn)

typedef struct svKernels {
#define SV_KERNEL_MEMBER(name, type) type* name;
    SV_KERNELS(SV_KERNEL_MEMBER)
} svKernels;

// The kernels of the target that this is compiled for.
#define SV_KERNEL_PROTOTYPE(name, type) SV_DEVICE type SV_KERNEL(name);
SV_KERNELS(SV_KERNEL_PROTOTYPE)
extern const svKernels SV_KERNEL_TABLE;

// The table of an available instruction set; of the widest one for SV_ISA_BEST.
const svKernels* svKernels_Of(svIsa isa);

#endif
