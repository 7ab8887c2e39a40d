/// Selvage I/O: mesh files, animation caches, query files. A library of its own (selvage-io) on the
/// public API of the core. docs/formats.md says what of each format is read and written.
///
/// Readers trust nothing: no header makes them allocate more than the file's own size justifies.
/// On failure the context's last error names the file, the line (text) or byte offset (binary),
/// what was expected there and what was found, and nothing stays allocated. SV_ERROR_FILE: the file
/// cannot be read; SV_ERROR_FORMAT: its contents are malformed. Numbers are read and written the
/// same in every locale and need round-to-nearest, the state in which a C program starts.
#ifndef SELVAGE_IO_H
#define SELVAGE_IO_H

#include "selvage/base.h"
#include "selvage/elementary.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum svMeshFormat {
    SV_MESH_AUTO, ///< reading: by contents first, then by name; writing: by name
    SV_MESH_OBJ,
    SV_MESH_PLY,
    SV_MESH_STL,
    SV_MESH_OFF,
    SV_MESH_FORMAT_ENUM_COUNT
} svMeshFormat;

/// A triangle mesh as read from a file, owned by the context it was read with.
typedef struct svMeshData {
    double* positions; ///< x y z per vertex; floats of the file are kept exactly
    size_t vertexCount;
    uint32_t* triangles; ///< three vertex indices each, all in range; polygons are cut into fans
    size_t triangleCount;
    svScalar scalar; ///< what the file held: SV_FLOAT if every coordinate was declared to fit one
} svMeshData;

/// Frees the arrays and zeroes the struct. A zeroed struct is allowed.
SV_API void svMeshData_Destroy(svContext* context, svMeshData* mesh);

typedef struct svReadMeshDef {
    size_t structSize;
    svMeshFormat format; ///< default SV_MESH_AUTO

    /// STL only (default true): corners at identical positions become one vertex, in order of first
    /// appearance. -0 and 0 are identical. False: three vertices of its own for each triangle.
    bool weld;
} svReadMeshDef;

/// The format by contents and name, STL welded.
SV_API svReadMeshDef svDefaultReadMeshDef(void);

/// Reads an OBJ, PLY, STL or OFF file. `def` may be null: the defaults. NaN and infinity are
/// accepted where the file says them (mesh validation reports them); a decimal number too large for
/// a double is an error. On success the caller destroys `mesh`; on failure (SV_ERROR_FILE,
/// SV_ERROR_FORMAT, SV_ERROR_MEMORY, SV_ERROR_ARGUMENT) it is untouched.
SV_API svStatus svReadMesh(svContext* context, const char* path, const svReadMeshDef* def,
                           svMeshData* mesh);

/// The same from memory. `name` stands in for the path in messages and for its extension. `bytes`
/// is not kept.
SV_API svStatus svReadMeshMemory(svContext* context, const char* name, const void* bytes,
                                 size_t size, const svReadMeshDef* def, svMeshData* mesh);

/// A read-only view of a triangle mesh; nothing is copied.
typedef struct svMeshView {
    svPositions positions;
    const uint32_t* triangles; ///< three vertex indices each
    size_t triangleCount;
} svMeshView;

/// A view of what a reader returned; valid as long as `mesh` is.
SV_API svMeshView svMeshData_View(const svMeshData* mesh);

typedef enum svFileScalar {
    SV_FILE_SCALAR_AS_GIVEN, ///< that of the positions
    SV_FILE_SCALAR_FLOAT,
    SV_FILE_SCALAR_DOUBLE
} svFileScalar;

typedef struct svWriteMeshDef {
    size_t structSize;
    svMeshFormat format; ///< default SV_MESH_AUTO: by the extension of the path
    bool ascii;          ///< PLY only (default false: binary little endian)
    svFileScalar scalar; ///< PLY only; OBJ and OFF keep every bit, STL holds floats

    const uint8_t* vertexColors; ///< PLY only: r g b per vertex, or null (default)
    const uint8_t* faceColors;   ///< PLY only: r g b per triangle, or null (default)
    const uint8_t* faceContacts; ///< PLY only: `uchar contact` per triangle, or null (default)
} svWriteMeshDef;

/// The format by the extension, the scalar type of the positions, no colours.
SV_API svWriteMeshDef svDefaultWriteMeshDef(void);

/// Writes OBJ, PLY, binary STL or OFF. `def` may be null: the defaults. Text has the fewest digits
/// that read back as the same bits. The file appears under its name complete or not at all: it is
/// written beside it, synced and renamed. Coordinates rounded to float (STL, or asked for) give a
/// warning; a finite one beyond the range of float is SV_ERROR_NOT_FINITE, a vertex index out of
/// range SV_ERROR_MESH. SV_ERROR_ARGUMENT: a view that makes no sense (svPositions_IsValid), an
/// extension without a format, or an option that the format does not have. SV_ERROR_FILE: the file
/// cannot be written, or the path names something else than a regular file.
SV_API svStatus svWriteMesh(svContext* context, const char* path, const svWriteMeshDef* def,
                            const svMeshView* mesh);

typedef enum svCacheFormat {
    SV_CACHE_AUTO, ///< by contents and by name
    SV_CACHE_PC2,
    SV_CACHE_MDD,
    SV_CACHE_FILES, ///< one mesh file per frame, with numbers in their names
    SV_CACHE_FORMAT_ENUM_COUNT
} svCacheFormat;

/// The frames of an animation: the same vertices at different positions. Frames are read one at a
/// time; a cache in one file may be larger than memory. Like every object it belongs to its
/// context's thread.
typedef struct svCache svCache;

typedef struct svCacheDef {
    size_t structSize;
    svCacheFormat format; ///< default SV_CACHE_AUTO
} svCacheDef;

/// The format by contents and name.
SV_API svCacheDef svDefaultCacheDef(void);

/// Opens a PC2 or MDD file, or numbered mesh files: `path` is one of them (frame_0007.obj: all
/// files that differ in the last number of the name), a pattern (frame_####.obj, frame_%04d.obj:
/// the number may have any length), a folder, or a folder and the start of the names. Numbers need
/// not be consecutive; frame2 comes before frame10. `def` may be null: the defaults. STL files are
/// not welded, since a frame that brings two vertices together would lose one. `*cache` is set on
/// success only; close it before its context goes.
SV_API svStatus svCache_Open(svContext* context, const char* path, const svCacheDef* def,
                             svCache** cache);

/// The same for the bytes of a PC2 or MDD file in memory, which must outlive the cache. `name`
/// stands in for the path.
SV_API svStatus svCache_OpenMemory(svContext* context, const char* name, const void* bytes,
                                   size_t size, const svCacheDef* def, svCache** cache);

/// Closes the files and frees the cache; paths that it gave out are no longer valid. Null is
/// allowed.
SV_API void svCache_Close(svCache* cache);

/// How many frames there are: as the file says, or as many as files were found.
SV_API size_t svCache_FrameCount(const svCache* cache);

/// How many vertices every frame has.
SV_API size_t svCache_VertexCount(const svCache* cache);

/// What the frames hold; for numbered files, what the first of them holds.
SV_API svScalar svCache_Scalar(const svCache* cache);

/// When a frame is shown. PC2: in frames, from the start and rate of its header; MDD: in seconds;
/// numbered files: the number in the name. SV_ERROR_ARGUMENT: there is no such frame.
SV_API svStatus svCache_FrameTime(const svCache* cache, size_t frame, double* time);

/// The file of a frame, or null for a cache in one file or where there is no such frame. Read the
/// first one for the triangles. Valid until the next call for this cache.
SV_API const char* svCache_FramePath(svCache* cache, size_t frame);

/// Reads one frame into `xyz`, room for three scalars per vertex. The second form rounds where the
/// file holds doubles. SV_ERROR_ARGUMENT: there is no such frame. On failure the contents of `xyz`
/// are not specified. A numbered file with another number of vertices than the first is
/// SV_ERROR_FORMAT; one with other triangles gives a warning.
SV_API svStatus svCache_ReadFrame(svCache* cache, size_t frame, double* xyz);
SV_API svStatus svCache_ReadFrameFloat(svCache* cache, size_t frame, float* xyz);

/// Writes an animation frame by frame.
typedef struct svCacheWriter svCacheWriter;

typedef struct svCacheWriterDef {
    size_t structSize;
    svCacheFormat format; ///< default SV_CACHE_AUTO: .pc2, .mdd, else numbered files
    size_t vertexCount;   ///< of every frame; must be set
    double startTime;     ///< of the first frame, default 0
    double timeStep;      ///< between frames, default 1

    /// MDD only: how many frames there will be, if known (default 0). The times of all frames stand
    /// in front of the data; a wrong number costs one more pass over the file, nothing else.
    size_t expectedFrameCount;

    /// Numbered files only.
    const uint32_t* triangles; ///< not copied: must outlive the writer
    size_t triangleCount;
    size_t firstNumber; ///< of the first file, default 0
    svWriteMeshDef mesh;
} svCacheWriterDef;

/// Times 0, 1, 2 and so on, numbers from 0. vertexCount must still be set.
SV_API svCacheWriterDef svDefaultCacheWriterDef(void);

/// Starts a cache. Numbered files need a pattern: frame_####.obj or frame_%04d.obj gives
/// frame_0000.obj, frame_0001.obj and so on. PC2 and MDD hold floats: doubles are rounded, with a
/// warning at the end. `*writer` is set on success only; Finish or Abort ends it, before its
/// context goes. SV_ERROR_FILE: the folder cannot be written, or the path names something else than
/// a regular file.
SV_API svStatus svCacheWriter_Create(svContext* context, const char* path,
                                     const svCacheWriterDef* def, svCacheWriter** writer);

/// Appends a frame of exactly vertexCount positions, which are not kept. A wrong count or a view
/// that makes no sense (svPositions_IsValid) is SV_ERROR_ARGUMENT and leaves the writer as it was.
/// After any other failure every frame, and Finish, fails with the same status.
SV_API svStatus svCacheWriter_WriteFrame(svCacheWriter* writer, const svPositions* positions);

/// Completes what was written and gives it its name, replacing older files of that name. Numbered
/// files wait in a folder beside their final names until here and are then renamed one after the
/// other, once it is clear that no name belongs to something else than a regular file. The writer
/// is gone afterwards. On failure, or after a frame that failed, so is all that it wrote, and older
/// files are as they were; only where renaming itself fails half-way (SV_ERROR_FILE) do the
/// numbered files before that one stay, complete.
SV_API svStatus svCacheWriter_Finish(svCacheWriter* writer);

/// Removes what this writer wrote, and the writer. Files that existed before it are as they were.
/// Null is allowed.
SV_API void svCacheWriter_Abort(svCacheWriter* writer);

/// Elementary queries of a CSV file: eight rows each (the points of svMovingPair at t=0, then at
/// t=1) of six integers (numerator and denominator of x, y, z), or seven (the answer, 0 or 1).
typedef struct svQueryData {
    svMovingPair* pairs;
    int8_t* answers; ///< 1, 0, or -1 where the file has none
    size_t count;
} svQueryData;

/// Frees the arrays and zeroes the struct. A zeroed struct is allowed.
SV_API void svQueryData_Destroy(svContext* context, svQueryData* queries);

/// Reads queries. Integers may have hundreds of digits; a rational that is not exactly a double is
/// an error that names line and column (the number of the field, from 1). The answers of the eight
/// rows must agree. A file without rows is SV_ERROR_FORMAT. On success the caller destroys
/// `queries`; on failure it is untouched.
SV_API svStatus svReadQueries(svContext* context, const char* path, svQueryData* queries);

/// The same from memory; `name` stands in for the path in messages. `bytes` is not kept.
SV_API svStatus svReadQueriesMemory(svContext* context, const char* name, const void* bytes,
                                    size_t size, svQueryData* queries);

/// Rows of a CSV file of vertex, edge or triangle indices, such as `vertex,face`, `i,j,shared` or
/// `a0,a1,b0,b1`.
typedef struct svIndexRows {
    uint32_t* values; ///< row after row
    size_t count;     ///< rows
    size_t columns;   ///< values per row, 2 to 4; 0 if there are no rows
} svIndexRows;

/// Frees the values and zeroes the struct. A zeroed struct is allowed.
SV_API void svIndexRows_Destroy(svContext* context, svIndexRows* rows);

/// Reads rows of two, three or four unsigned integers, as many in each row as in the first. A file
/// without rows is valid: no contacts. On success the caller destroys `rows`; on failure it is
/// untouched.
SV_API svStatus svReadPairs(svContext* context, const char* path, svIndexRows* rows);

/// The same from memory; `name` stands in for the path in messages. `bytes` is not kept.
SV_API svStatus svReadPairsMemory(svContext* context, const char* name, const void* bytes,
                                  size_t size, svIndexRows* rows);

#ifdef __cplusplus
}
#endif

#endif
