/// Selvage: collisions of deforming triangle meshes, exactly.
///
/// base.h: status codes, the context (memory and messages) and position views. Everything else in
/// the library builds on these.
#ifndef SELVAGE_BASE_H
#define SELVAGE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SV_VERSION_MAJOR 0
#define SV_VERSION_MINOR 1
#define SV_VERSION_PATCH 0

#if defined(_WIN32) && defined(SELVAGE_SHARED)
#if defined(SELVAGE_BUILDING)
#define SV_API __declspec(dllexport)
#else
#define SV_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define SV_API __attribute__((visibility("default")))
#else
#define SV_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// What a call came to. Everything but SV_OK leaves the outputs untouched unless a function says
/// otherwise; the words that name the place (which vertex, which line) are in the context's
/// message.
typedef enum svStatus {
    SV_OK = 0,
    SV_ERROR_ARGUMENT,   ///< a null pointer, a zero structSize, a number outside its range
    SV_ERROR_MEMORY,     ///< the allocator returned null, or a size would overflow
    SV_ERROR_NOT_FINITE, ///< a coordinate is NaN or infinite
    SV_ERROR_MESH,       ///< a mesh fault that leaves detection undefined (index out of range)
    SV_ERROR_FILE,       ///< a file cannot be opened, read, written or renamed
    SV_ERROR_FORMAT,     ///< a file's contents are malformed
    SV_ERROR_OVERLAP,    ///< features are in contact at t0 and that was said to be an error
    SV_LIMIT,            ///< there are more pairs than were to be stored; the result says how many
    SV_CANCELLED,        ///< the progress function ended the query
    SV_ERROR_STEP,       ///< a simulation cannot take the step: unstable, or no room for cloth
    SV_STATUS_COUNT
} svStatus;

/// A short English name of a status, never null; unknown values give "unknown status".
SV_API const char* svStatus_Text(svStatus status);

/// The version of the library that is linked, for example "0.1.0".
SV_API const char* svVersion(void);

/// Memory hooks. Called by the thread that calls into the library and, during its call, by the
/// workers of the context, never by two of them at a time.
typedef struct svAllocator {
    /// Returns `bytes` (never 0) of memory aligned to `alignment` (a power of two), or null.
    void* (*allocate)(size_t bytes, size_t alignment, void* user);
    /// Takes back what `allocate` returned; `bytes` is the size that was asked for.
    void (*release)(void* memory, size_t bytes, void* user);
    void* user;
} svAllocator;

typedef enum svSeverity {
    SV_WARNING, ///< the result stands; something about the input deserves a look
    SV_ERROR    ///< the call failed; sent just before it returns
} svSeverity;

/// Receives one line of text, without a newline. `text` is valid during the call only.
typedef void (*svMessageFn)(svSeverity severity, const char* text, void* user);

/// One piece of parallel work; `index` is below the count that was given to `run`.
typedef void (*svTaskFn)(uint32_t index, void* work);

/// A hook for the caller's own threads. `run` calls task(i, work) exactly once for every i below
/// `count`, on any threads, and returns when all calls have returned. It may run them one after
/// another; the library never waits inside a task for another task.
typedef struct svTaskHooks {
    void (*run)(svTaskFn task, uint32_t count, void* work, void* user);
    void* user;
} svTaskHooks;

typedef struct svContextDef {
    size_t structSize;
    svAllocator allocator; ///< both functions null: malloc and free
    /// How many threads a query may use, the calling one included; 1 (default) starts none, 0 means
    /// one for each processor. Results are the same bytes for any number. At most 256.
    uint32_t workerCount;
    svTaskHooks tasks;   ///< null: the context's own threads, started at the first query
    svMessageFn message; ///< null: messages are kept for svContext_LastError only
    void* messageUser;
} svContextDef;

/// Memory and messages of a group of objects. A context and its objects belong to one thread at a
/// time; different contexts are independent.
typedef struct svContext svContext;

/// malloc and free, no callback, one worker.
SV_API svContextDef svDefaultContextDef(void);

/// SV_ERROR_ARGUMENT: a null pointer, a structSize of another version, one allocator function
/// without the other, or too many workers. SV_ERROR_MEMORY: the allocator returned null.
SV_API svStatus svContext_Create(const svContextDef* def, svContext** context);

/// Everything made with the context must have been destroyed before. Null is allowed.
SV_API void svContext_Destroy(svContext* context);

/// The text of the last error of this context; "" if there was none. Valid until the next error.
SV_API const char* svContext_LastError(const svContext* context);

/// Bytes held through this context now: what a leak check wants to see at zero. The context itself
/// and its workers do not count.
SV_API size_t svContext_BytesInUse(const svContext* context);

/// Memory from the context's allocator, 64-byte aligned; null if there is none. `bytes` may be 0.
SV_API void* svContext_Allocate(svContext* context, size_t bytes);

/// Makes room for at least `count` elements in a growing array, at least doubling its capacity.
/// `*data` (null at first) and `*capacity` (in elements) change only on success. Contents are kept.
SV_API svStatus svContext_Grow(svContext* context, void** data, size_t* capacity, size_t count,
                               size_t elementSize);

/// Gives back memory of this context. Null is allowed.
SV_API void svContext_Release(svContext* context, void* memory);

/// Formats a message, hands it to the callback and, for SV_ERROR, keeps it for LastError.
SV_API void svContext_Message(svContext* context, svSeverity severity, const char* format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/// The two kinds of feature pairs that every query reports: a vertex with a face, two edges.
typedef enum svPairKind { SV_VERTEX_FACE, SV_EDGE_EDGE } svPairKind;

/// Instruction sets of the wide kernels. Results are the same bytes with each.
typedef enum svIsa {
    SV_ISA_BEST, ///< the widest that this machine has
    SV_ISA_SCALAR,
    SV_ISA_AVX2,
    SV_ISA_AVX512,
    SV_ISA_NEON,
    SV_ISA_WASM, ///< WebAssembly SIMD128
    SV_ISA_COUNT
} svIsa;

/// "best", "scalar", "avx2", "avx512", "neon" or "wasm"; "unknown" for other values.
SV_API const char* svIsa_Name(svIsa isa);
/// Whether the library was built with this instruction set and the machine has it.
SV_API bool svIsa_Available(svIsa isa);

typedef enum svScalar { SV_FLOAT, SV_DOUBLE } svScalar;

/// A read-only view of the caller's positions: point i is three consecutive scalars, x y z, at
/// `(const char*)data + i * stride`. Nothing is copied; the data must outlive the view's use and be
/// aligned for its scalar type.
typedef struct svPositions {
    const void* data;
    size_t count;
    size_t stride; ///< in bytes
    svScalar scalar;
} svPositions;

/// Views of tightly packed coordinates.
SV_API svPositions svPositions_Float(const float* xyz, size_t count);
SV_API svPositions svPositions_Double(const double* xyz, size_t count);

/// Whether the view makes sense: a known scalar type and, unless it is empty, data that is not null
/// and aligned for the scalar, and a stride of at least three scalars that is a multiple of the
/// scalar's size. Every function that takes positions refuses other views with SV_ERROR_ARGUMENT.
SV_API bool svPositions_IsValid(const svPositions* positions);

/// Point `index` as doubles (exact for floats). No bounds check.
SV_API void svPositions_Get(const svPositions* positions, size_t index, double point[3]);

/// The first point with a NaN or infinite coordinate, or `positions->count` if all are finite.
SV_API size_t svPositions_FindNotFinite(const svPositions* positions);

#ifdef __cplusplus
}
#endif

#endif
