/// \file
/// Selvage I/O: mesh files, animation caches, query files. A library of its own (selvage-io) on the
/// public API of the core. docs/formats.md says what of each format is read and written.
///
/// Readers trust nothing: no header makes them allocate more than the size of the file justifies,
/// and no input crashes them. On failure the context's last error names the file, the line (text)
/// or byte offset (binary), what was expected there and what was found, and nothing stays
/// allocated. SV_ERROR_FILE: the file cannot be read; SV_ERROR_FORMAT: its contents are malformed.
/// Numbers are read and written the same in every locale; they need round-to-nearest, the state in
/// which a C program starts.
#ifndef SELVAGE_IO_H
#define SELVAGE_IO_H

#include "selvage/base.h"
#include "selvage/elementary.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Mesh file formats.
typedef enum svMeshFormat {
    SV_MESH_AUTO,             ///< reading: by contents first, then by name; writing: by name
    SV_MESH_OBJ,              ///< Wavefront OBJ
    SV_MESH_PLY,              ///< PLY, text and binary
    SV_MESH_STL,              ///< STL, text and binary; written in binary
    SV_MESH_OFF,              ///< OFF, text
    SV_MESH_FORMAT_ENUM_COUNT ///< number of values, not a format
} svMeshFormat;

/// Triangles in a row that a file has under a name. A name may have several such runs, and a
/// triangle several names.
typedef struct svMeshGroup {
    const char* name;     ///< as in the file; ends with a zero
    size_t firstTriangle; ///< of the mesh
    size_t triangleCount; ///< at least 1
} svMeshGroup;

/// A triangle mesh as read from a file. Its memory belongs to the context it was read with, until
/// svMeshData_Destroy.
typedef struct svMeshData {
    double* positions;    ///< x y z per vertex; floats of the file are kept exactly
    size_t vertexCount;   ///< vertices
    uint32_t* triangles;  ///< three vertex indices each, all in range; polygons become fans
    size_t triangleCount; ///< triangles
    svScalar scalar;      ///< SV_FLOAT if the file declares every coordinate to fit one
    /// u v of the three corners of each triangle, NaN where one has none; null: not asked for
    /// (svReadMeshDef::uvs), or the file has none at all.
    double* uvs;
    svMeshGroup* groups; ///< in the order of the file; null: not asked for, or none
    size_t groupCount;   ///< runs of triangles with a name
} svMeshData;

/// Frees the arrays and zeroes the struct. A zeroed struct is allowed.
SV_API void svMeshData_Destroy(svContext* context, svMeshData* mesh);

/// Options of svReadMesh. Start from svDefaultReadMeshDef().
typedef struct svReadMeshDef {
    size_t structSize;   ///< set by svDefaultReadMeshDef(); do not change
    svMeshFormat format; ///< default SV_MESH_AUTO

    /// STL only. True (default): corners at identical positions are welded into one vertex, in
    /// order of first appearance; -0 and 0 are identical. False: each triangle has three vertices
    /// of its own.
    bool weld;
    bool uvs; ///< OBJ only: whether to keep texture coordinates (vt); default false
    bool
        groups; ///< OBJ only: whether to keep the names of groups and objects (g, o); default false
} svReadMeshDef;

/// Returns the default options: the format by contents and name, STL welded.
SV_API svReadMeshDef svDefaultReadMeshDef(void);

/// Reads an OBJ, PLY, STL or OFF file. `def` may be null for the defaults. NaN and infinity are
/// accepted if the file spells them out (mesh validation reports them); a decimal number too large
/// for a double is an error. On success the caller destroys `mesh`; on failure (SV_ERROR_FILE,
/// SV_ERROR_FORMAT, SV_ERROR_MEMORY, SV_ERROR_ARGUMENT) it is untouched.
SV_API svStatus svReadMesh(svContext* context, const char* path, const svReadMeshDef* def,
                           svMeshData* mesh);

/// Reads a mesh file from memory, like svReadMesh. `name` replaces the path in messages, and its
/// extension counts; it may be null. `bytes` is not kept.
SV_API svStatus svReadMeshMemory(svContext* context, const char* name, const void* bytes,
                                 size_t size, const svReadMeshDef* def, svMeshData* mesh);

/// A read-only view of a triangle mesh; nothing is copied.
typedef struct svMeshView {
    svPositions positions;     ///< of the vertices
    const uint32_t* triangles; ///< three vertex indices each
    size_t triangleCount;      ///< triangles
} svMeshView;

/// Returns a view of what a reader returned, valid as long as `mesh` is. Copies nothing.
SV_API svMeshView svMeshData_View(const svMeshData* mesh);

/// Scalar type of the coordinates in a file.
typedef enum svFileScalar {
    SV_FILE_SCALAR_AS_GIVEN, ///< that of the positions
    SV_FILE_SCALAR_FLOAT,    ///< float: doubles are rounded, with a warning
    SV_FILE_SCALAR_DOUBLE    ///< double
} svFileScalar;

/// Options of svWriteMesh. Start from svDefaultWriteMeshDef(). The arrays are not copied.
typedef struct svWriteMeshDef {
    size_t structSize;   ///< set by svDefaultWriteMeshDef(); do not change
    svMeshFormat format; ///< default SV_MESH_AUTO: by the extension of the path
    bool ascii;          ///< PLY only (default false: binary little endian)
    svFileScalar scalar; ///< PLY only; OBJ and OFF keep every bit, STL holds floats

    const uint8_t* vertexColors; ///< PLY only: r g b per vertex, or null (default)
    const uint8_t* faceColors;   ///< PLY only: r g b per triangle, or null (default)
    const uint8_t* faceContacts; ///< PLY only: `uchar contact` per triangle, or null (default)
} svWriteMeshDef;

/// Returns the default options: the format by the extension, the scalar type of the positions, no
/// colours.
SV_API svWriteMeshDef svDefaultWriteMeshDef(void);

/// Writes OBJ, PLY, binary STL or OFF. `def` may be null for the defaults. Text has the fewest
/// digits that read back as the same bits. The file is complete or absent, never partial: it is
/// written under a temporary name, synced and renamed. Rounding coordinates to float (STL, or on
/// request) gives a warning; a finite one beyond the range of float is SV_ERROR_NOT_FINITE, a
/// vertex index out of range SV_ERROR_MESH. SV_ERROR_ARGUMENT: a malformed view
/// (svPositions_IsValid), an unknown extension, or an option that the format does not have.
/// SV_ERROR_FILE: the file cannot be written, or the path names something other than a regular
/// file.
SV_API svStatus svWriteMesh(svContext* context, const char* path, const svWriteMeshDef* def,
                            const svMeshView* mesh);

/// Animation cache formats.
typedef enum svCacheFormat {
    SV_CACHE_AUTO,             ///< by contents and by name
    SV_CACHE_PC2,              ///< Point Cache 2: floats, little endian, all frames in one file
    SV_CACHE_MDD,              ///< MDD: floats, big endian, all frames in one file
    SV_CACHE_FILES,            ///< one mesh file per frame, with numbers in their names
    SV_CACHE_FORMAT_ENUM_COUNT ///< number of values, not a format
} svCacheFormat;

/// The frames of an animation: the same vertices at different positions. Frames are read one at a
/// time, so a cache in one file may be larger than memory. Belongs to its context, and with it to
/// one thread at a time.
typedef struct svCache svCache;

/// Options of svCache_Open. Start from svDefaultCacheDef().
typedef struct svCacheDef {
    size_t structSize;    ///< set by svDefaultCacheDef(); do not change
    svCacheFormat format; ///< default SV_CACHE_AUTO
} svCacheDef;

/// Returns the default options: the format by contents and name.
SV_API svCacheDef svDefaultCacheDef(void);

/// Opens a PC2 or MDD file, or numbered mesh files: `path` is one of them (`frame_0007.obj`: all
/// files that differ in the last number of the name), a pattern (`frame_####.obj`,
/// `frame_%04d.obj`: the number may have any length), a folder, or a folder and the start of the
/// names. Numbers need not be consecutive; frame2 comes before frame10. `def` may be null for the
/// defaults. STL files are not welded: a frame that brings two vertices together would lose one.
/// `*cache` is set on success only; close it before destroying its context. Fails like svReadMesh.
SV_API svStatus svCache_Open(svContext* context, const char* path, const svCacheDef* def,
                             svCache** cache);

/// Opens the bytes of a PC2 or MDD file in memory, like svCache_Open. They are not copied and must
/// outlive the cache. `name` replaces the path; it may be null.
SV_API svStatus svCache_OpenMemory(svContext* context, const char* name, const void* bytes,
                                   size_t size, const svCacheDef* def, svCache** cache);

/// Closes the files and frees the cache; paths that it returned are no longer valid. Null is
/// allowed.
SV_API void svCache_Close(svCache* cache);

/// Returns the number of frames: what the file says, or how many files were found.
SV_API size_t svCache_FrameCount(const svCache* cache);

/// Returns the number of vertices of every frame.
SV_API size_t svCache_VertexCount(const svCache* cache);

/// Returns the scalar type of the frames; for numbered files, that of the first of them.
SV_API svScalar svCache_Scalar(const svCache* cache);

/// Reads the time of a frame. PC2: in frames, from the start and rate of its header; MDD: in
/// seconds; numbered files: the number in the name. SV_ERROR_ARGUMENT: a null pointer, or no such
/// frame. SV_ERROR_FILE: the file cannot be read.
SV_API svStatus svCache_FrameTime(const svCache* cache, size_t frame, double* time);

/// Returns the path of a frame's file, or null for a cache in one file or if there is no such
/// frame. The first one has the triangles. Valid until the next call for this cache.
SV_API const char* svCache_FramePath(svCache* cache, size_t frame);

/// Reads one frame into `xyz`, which has room for three doubles per vertex. SV_ERROR_ARGUMENT: a
/// null pointer, or no such frame. A numbered file with another number of vertices than the first
/// is SV_ERROR_FORMAT; one with other triangles gives a warning. On failure the contents of `xyz`
/// are unspecified.
SV_API svStatus svCache_ReadFrame(svCache* cache, size_t frame, double* xyz);

/// Reads one frame as floats, like svCache_ReadFrame. Rounds without a warning if the file holds
/// doubles.
SV_API svStatus svCache_ReadFrameFloat(svCache* cache, size_t frame, float* xyz);

/// Writes an animation frame by frame. Belongs to its context, and with it to one thread at a time.
typedef struct svCacheWriter svCacheWriter;

/// Options of svCacheWriter_Create. Start from svDefaultCacheWriterDef().
typedef struct svCacheWriterDef {
    size_t structSize;    ///< set by svDefaultCacheWriterDef(); do not change
    svCacheFormat format; ///< default SV_CACHE_AUTO: .pc2, .mdd, else numbered files
    size_t vertexCount;   ///< of every frame; must be set
    double startTime;     ///< of the first frame, default 0
    double timeStep;      ///< between frames, default 1

    /// MDD only: how many frames there will be, if known (default 0). The times of all frames come
    /// before the data; a wrong number costs one more pass over the file, nothing else.
    size_t expectedFrameCount;

    const uint32_t* triangles; ///< numbered files only; not copied: must outlive the writer
    size_t triangleCount;      ///< numbered files only
    size_t firstNumber;        ///< numbered files only: of the first file, default 0
    svWriteMeshDef mesh;       ///< numbered files only: how each is written
} svCacheWriterDef;

/// Returns the default options: times 0, 1, 2 and so on, numbers from 0. The caller sets
/// vertexCount.
SV_API svCacheWriterDef svDefaultCacheWriterDef(void);

/// Starts a cache. Numbered files need a pattern: `frame_####.obj` or `frame_%04d.obj` gives
/// frame_0000.obj, frame_0001.obj and so on. PC2 and MDD hold floats: doubles are rounded, with a
/// warning at the end. `*writer` is set on success only; end it with svCacheWriter_Finish or
/// svCacheWriter_Abort before destroying its context. SV_ERROR_ARGUMENT: a null pointer or a value
/// outside its range. SV_ERROR_FILE: the folder cannot be written, or the path names something
/// other than a regular file. SV_ERROR_MEMORY.
SV_API svStatus svCacheWriter_Create(svContext* context, const char* path,
                                     const svCacheWriterDef* def, svCacheWriter** writer);

/// Appends a frame of exactly vertexCount positions, which are not kept. A wrong count or a
/// malformed view (svPositions_IsValid) is SV_ERROR_ARGUMENT and leaves the writer as it was. After
/// any other failure every further frame, and svCacheWriter_Finish, fails with the same status.
SV_API svStatus svCacheWriter_WriteFrame(svCacheWriter* writer, const svPositions* positions);

/// Completes the cache, gives it its final name, replacing older files of that name, and frees the
/// writer in any case. Numbered files wait in a temporary folder until here; they are renamed one
/// after the other, after checking that no name belongs to something other than a regular file. On
/// failure, or after a frame that failed, nothing of the cache is left and older files are as they
/// were; only if a rename fails half-way (SV_ERROR_FILE) do the numbered files before it stay,
/// complete.
SV_API svStatus svCacheWriter_Finish(svCacheWriter* writer);

/// Removes what the writer wrote and frees it. Files that existed before are as they were. Null is
/// allowed.
SV_API void svCacheWriter_Abort(svCacheWriter* writer);

/// CCD queries of a CSV file: eight rows each (the points of svMovingPair at t=0, then at t=1) of
/// six integers (numerator and denominator of x, y, z), or seven (the ground truth, 0 or 1). Memory
/// belongs to the context until svQueryData_Destroy.
typedef struct svQueryData {
    svMovingPair* pairs; ///< the queries
    int8_t* answers;     ///< ground truth: 1, 0, or -1 if the file has none
    size_t count;        ///< queries
} svQueryData;

/// Frees the arrays and zeroes the struct. A zeroed struct is allowed.
SV_API void svQueryData_Destroy(svContext* context, svQueryData* queries);

/// Reads CCD queries. Integers may have hundreds of digits; a rational that is not exactly a double
/// is an error that names line and column (the number of the field, from 1). The answers of the
/// eight rows must agree. A file without rows is SV_ERROR_FORMAT. On success the caller destroys
/// `queries`; on failure it is untouched.
SV_API svStatus svReadQueries(svContext* context, const char* path, svQueryData* queries);

/// Reads CCD queries from memory, like svReadQueries. `name` replaces the path in messages; it may
/// be null. `bytes` is not kept.
SV_API svStatus svReadQueriesMemory(svContext* context, const char* name, const void* bytes,
                                    size_t size, svQueryData* queries);

/// Rows of a CSV file of vertex, edge or triangle indices, such as `vertex,face`, `i,j,shared` or
/// `a0,a1,b0,b1`. Memory belongs to the context until svIndexRows_Destroy.
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

/// Reads index rows from memory, like svReadPairs. `name` replaces the path in messages; it may be
/// null. `bytes` is not kept.
SV_API svStatus svReadPairsMemory(svContext* context, const char* name, const void* bytes,
                                  size_t size, svIndexRows* rows);

#ifdef __cplusplus
}
#endif

#endif
