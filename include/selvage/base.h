/// \file
/// Selvage: exact collision detection for deforming triangle meshes.
///
/// base.h: status codes, the context (memory, threads, messages) and position views. Everything
/// else in the library builds on these.
#ifndef SELVAGE_BASE_H
#define SELVAGE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SV_VERSION_MAJOR 0 ///< Major version of these headers; svVersion() tells the library's.
#define SV_VERSION_MINOR 1 ///< Minor version. Before 1.0, a new minor version may break the API.
#define SV_VERSION_PATCH 0 ///< Patch version. A new patch version never breaks the API.

#if defined(_WIN32) && defined(SELVAGE_SHARED)
#if defined(SELVAGE_BUILDING)
#define SV_API __declspec(dllexport)
#else
#define SV_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
/// Marks a function that the (shared) library exports.
#define SV_API __attribute__((visibility("default")))
#else
#define SV_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// The outcome of a call. Unless a function says otherwise, everything but SV_OK leaves its outputs
/// untouched. The context's message (svContext_LastError) names the place: which vertex, which line
/// of which file.
typedef enum svStatus {
    SV_OK = 0,           ///< success
    SV_ERROR_ARGUMENT,   ///< a null pointer, a zero structSize, a number outside its range
    SV_ERROR_MEMORY,     ///< the allocator returned null, or a size would overflow
    SV_ERROR_NOT_FINITE, ///< a coordinate is NaN or infinite
    SV_ERROR_MESH,       ///< a mesh fault that leaves detection undefined (index out of range)
    SV_ERROR_FILE,       ///< a file cannot be opened, read, written or renamed
    SV_ERROR_FORMAT,     ///< the contents of a file are malformed
    SV_ERROR_OVERLAP,    ///< features are in contact at t0 and the query treats that as an error
    SV_LIMIT,            ///< more pairs than the limit: the result holds some and counts all
    SV_CANCELLED,        ///< the progress callback cancelled the query
    SV_ERROR_STEP,       ///< the simulator cannot take the step: unstable, or no room for the cloth
    SV_STATUS_ENUM_COUNT ///< number of values, not a status
} svStatus;

/// Returns a short English name of a status. Never null; "unknown status" for other values.
SV_API const char* svStatus_Text(svStatus status);

/// Returns the version of the linked library, for example "0.1.0". A static string.
SV_API const char* svVersion(void);

/// Memory hooks. The library calls them from the thread that called it and, during that call, from
/// the context's workers, but never from two threads at once: they need no lock.
typedef struct svAllocator {
    /// Returns `bytes` (never 0) of memory aligned to `alignment` (a power of two), or null.
    void* (*allocate)(size_t bytes, size_t alignment, void* user);
    /// Frees what `allocate` returned; `bytes` is the size that was requested.
    void (*release)(void* memory, size_t bytes, void* user);
    void* user; ///< passed to both functions
} svAllocator;

/// How serious a message is.
typedef enum svSeverity {
    SV_WARNING, ///< the result is valid; something about the input deserves a look
    SV_ERROR    ///< the call fails; sent just before it returns
} svSeverity;

/// Receives one line of text, without a newline. `text` is valid during the call only.
typedef void (*svMessageFn)(svSeverity severity, const char* text, void* user);

/// One unit of parallel work; `index` is below the count that was passed to svTaskHooks::run.
typedef void (*svTaskFn)(uint32_t index, void* work);

/// Lets the library run on the caller's own thread pool.
typedef struct svTaskHooks {
    /// Calls task(i, work) exactly once for every i below `count`, on any threads, and returns when
    /// all calls have returned. Running them one after another is fine: a task never waits for
    /// another task.
    void (*run)(svTaskFn task, uint32_t count, void* work, void* user);
    void* user; ///< passed to `run`
} svTaskHooks;

/// Options of a context. Start from svDefaultContextDef().
typedef struct svContextDef {
    size_t structSize;     ///< set by svDefaultContextDef(); do not change
    svAllocator allocator; ///< both functions null (default): malloc and free
    /// How many threads a query may use, the calling thread included. 1 (default) starts none, 0
    /// means one per processor; at most 256. Results are the same bytes for any number.
    uint32_t workerCount;
    svTaskHooks tasks;   ///< null (default): the context's own threads, started by the first query
    svMessageFn message; ///< null (default): messages are kept for svContext_LastError only
    void* messageUser;   ///< passed to `message`
} svContextDef;

/// Memory, threads and messages of a group of objects. A context and its objects belong to one
/// thread at a time; different contexts are independent of each other.
typedef struct svContext svContext;

/// Returns the default options: malloc and free, no message callback, one worker.
SV_API svContextDef svDefaultContextDef(void);

/// Creates a context; the caller destroys it. `*context` is set on success only.
/// SV_ERROR_ARGUMENT: a null pointer, a structSize of another version, one allocator function
/// without the other, or too many workers. SV_ERROR_MEMORY: the allocator returned null.
SV_API svStatus svContext_Create(const svContextDef* def, svContext** context);

/// Destroys a context and joins its threads. Every object created with it must have been destroyed
/// before. Null is allowed.
SV_API void svContext_Destroy(svContext* context);

/// Returns the text of the context's last error, "" if there was none. Valid until the next error.
SV_API const char* svContext_LastError(const svContext* context);

/// Returns how many bytes are allocated through this context, the context itself and its workers
/// not counted: 0 once every object is destroyed, which makes it a leak check.
SV_API size_t svContext_BytesInUse(const svContext* context);

/// Allocates memory from the context's allocator, aligned to 64 bytes; null if it has none left.
/// `bytes` may be 0. Free it with svContext_Release.
SV_API void* svContext_Allocate(svContext* context, size_t bytes);

/// Grows an array to hold at least `count` elements, keeping its contents and at least doubling its
/// capacity. `*data` (null at first) and `*capacity` (in elements) change only on success.
/// SV_ERROR_MEMORY: the allocator returned null, or the size would overflow.
SV_API svStatus svContext_Grow(svContext* context, void** data, size_t* capacity, size_t count,
                               size_t elementSize);

/// Frees memory of svContext_Allocate or svContext_Grow. Null is allowed.
SV_API void svContext_Release(svContext* context, void* memory);

/// Work on items [first, end) by one worker: `worker` is below the context's worker count, and no
/// two calls with the same number run at a time.
typedef void (*svRangeFn)(uint32_t worker, size_t first, size_t end, void* work);

/// Calls fn for consecutive ranges of `grain` items (> 0; the last may be shorter) that cover
/// [0, count), on the context's workers, and returns when all are done. A short loop, and one
/// without memory for workers, runs on the calling thread, in order. Not from inside a range. For
/// code that builds on the library.
SV_API void svContext_For(svContext* context, size_t count, size_t grain, svRangeFn fn, void* work);

/// Formats a message (as printf does), passes it to the message callback and, for SV_ERROR, keeps
/// it for svContext_LastError. For code that builds on the library.
SV_API void svContext_Message(svContext* context, svSeverity severity, const char* format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/// The two kinds of feature pairs that every query reports. Also an index: 0 and 1.
typedef enum svPairKind {
    SV_VERTEX_FACE, ///< a vertex and a face (VF)
    SV_EDGE_EDGE    ///< two edges (EE)
} svPairKind;

/// Instruction sets of the SIMD kernels, dispatched at run time. Results are the same bytes with
/// each of them.
typedef enum svIsa {
    SV_ISA_BEST,      ///< the widest that the library was built with and this machine has
    SV_ISA_SCALAR,    ///< plain C, no intrinsics
    SV_ISA_AVX2,      ///< x86-64 AVX2
    SV_ISA_AVX512,    ///< x86-64 AVX-512 (F, DQ, BW, VL)
    SV_ISA_NEON,      ///< AArch64 NEON
    SV_ISA_WASM,      ///< WebAssembly SIMD128
    SV_ISA_ENUM_COUNT ///< number of values, not an instruction set
} svIsa;

/// Returns "best", "scalar", "avx2", "avx512", "neon" or "wasm"; "unknown" for other values.
SV_API const char* svIsa_Name(svIsa isa);

/// Returns whether the library was built with this instruction set and the machine has it.
SV_API bool svIsa_Available(svIsa isa);

/// Scalar type of coordinates.
typedef enum svScalar {
    SV_FLOAT, ///< 32-bit IEEE 754
    SV_DOUBLE ///< 64-bit IEEE 754
} svScalar;

/// A read-only, strided view of the caller's positions: point i is three consecutive scalars, x y
/// z, at `(const char*)data + i * stride`. Nothing is copied: the data must outlive the use of the
/// view and be aligned for its scalar type.
typedef struct svPositions {
    const void* data; ///< the first point; may be null if count is 0
    size_t count;     ///< points
    size_t stride;    ///< bytes from one point to the next
    svScalar scalar;  ///< type of each coordinate
} svPositions;

/// Returns a view of tightly packed float coordinates, three per point. Copies nothing.
SV_API svPositions svPositions_Float(const float* xyz, size_t count);

/// Returns a view of tightly packed double coordinates, three per point. Copies nothing.
SV_API svPositions svPositions_Double(const double* xyz, size_t count);

/// Returns whether the view is well-formed: a known scalar type and, unless it is empty, data that
/// is not null and aligned for the scalar, and a stride of at least three scalars that is a
/// multiple of the scalar's size. Every function that takes positions refuses other views with
/// SV_ERROR_ARGUMENT. Does not read the data.
SV_API bool svPositions_IsValid(const svPositions* positions);

/// Reads point `index` as doubles, exactly for floats too. Does not check bounds.
SV_API void svPositions_Get(const svPositions* positions, size_t index, double point[3]);

/// Returns the index of the first point with a NaN or infinite coordinate, or `positions->count` if
/// all are finite. Reads all points.
SV_API size_t svPositions_FindNotFinite(const svPositions* positions);

#ifdef __cplusplus
}
#endif

#endif
