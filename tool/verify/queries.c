// Files of elementary queries, or of pairs over two frames, in; batches and their answers out.

#include "queries.h"

#include "report/program.h"

#include <string.h>

const char* QueryKind_Name(QueryKind kind) {
    return kind == QUERY_VERTEX_FACE ? "vf" : kind == QUERY_EDGE_EDGE ? "ee" : "?";
}

QueryKind QueryKind_FromPath(const char* path) {
    const char* slash = strrchr(path, '/');
    const char* name = slash == NULL ? path : slash + 1;
    const char* dot = strrchr(name, '.');
    size_t length = dot == NULL ? strlen(name) : (size_t)(dot - name);
    const char miss[] = "_miss";
    const size_t missLength = sizeof(miss) - 1;
    if (length > missLength && strncmp(name + length - missLength, miss, missLength) == 0) {
        length -= missLength;
    }
    if (length >= 2 && strncmp(name + length - 2, "vf", 2) == 0) {
        return QUERY_VERTEX_FACE;
    }
    if (length >= 2 && strncmp(name + length - 2, "ee", 2) == 0) {
        return QUERY_EDGE_EDGE;
    }
    const char* vf = strstr(path, "vertex-face");
    const char* ee = strstr(path, "edge-edge");
    if ((vf != NULL) == (ee != NULL)) {
        return QUERY_UNKNOWN;
    }
    return vf != NULL ? QUERY_VERTEX_FACE : QUERY_EDGE_EDGE;
}

// Tests a float file as floats, as a simulation would.
static svStatus KeepScalar(svContext* context, const svMeshData* mesh, svPositions* view,
                           float** floats) {
    *view = svPositions_Double(mesh->positions, mesh->vertexCount);
    if (mesh->scalar != SV_FLOAT) {
        return SV_OK;
    }
    *floats = svContext_Allocate(context, mesh->vertexCount * 3 * sizeof(float));
    if (*floats == NULL) {
        svContext_Message(context, SV_ERROR, "out of memory");
        return SV_ERROR_MEMORY;
    }
    for (size_t i = 0; i < 3 * mesh->vertexCount; ++i) {
        (*floats)[i] = (float)mesh->positions[i];
    }
    *view = svPositions_Float(*floats, mesh->vertexCount);
    return SV_OK;
}

static svStatus CheckSameTopology(svContext* context, const char* path0, const char* path1,
                                  const Frames* frames) {
    const svMeshData *a = &frames->mesh[0], *b = &frames->mesh[1];
    if (a->vertexCount != b->vertexCount || a->triangleCount != b->triangleCount) {
        svContext_Message(context, SV_ERROR,
                          "%s and %s are not frames of one mesh: %zu and %zu vertices, %zu and %zu "
                          "triangles",
                          path0, path1, a->vertexCount, b->vertexCount, a->triangleCount,
                          b->triangleCount);
        return SV_ERROR_MESH;
    }
    for (size_t i = 0; i < 3 * a->triangleCount; ++i) {
        if (a->triangles[i] != b->triangles[i]) {
            svContext_Message(context, SV_ERROR,
                              "%s and %s are not frames of one mesh: face %zu differs", path0,
                              path1, i / 3);
            return SV_ERROR_MESH;
        }
    }
    return SV_OK;
}

svStatus Frames_Read(svContext* context, const char* path0, const char* path1, Frames* frames) {
    memset(frames, 0, sizeof(*frames));
    svReadMeshDef def = svDefaultReadMeshDef();
    def.weld = false; // by position: vertices that touch in one frame would merge
    svStatus status = svReadMesh(context, path0, &def, &frames->mesh[0]);
    if (status == SV_OK) {
        status = svReadMesh(context, path1, &def, &frames->mesh[1]);
    }
    if (status == SV_OK) {
        status = CheckSameTopology(context, path0, path1, frames);
    }
    if (status == SV_OK) {
        status = KeepScalar(context, &frames->mesh[0], &frames->x0, &frames->floats[0]);
    }
    if (status == SV_OK) {
        status = KeepScalar(context, &frames->mesh[1], &frames->x1, &frames->floats[1]);
    }
    if (status != SV_OK) {
        Frames_Destroy(context, frames);
    }
    return status;
}

void Frames_Destroy(svContext* context, Frames* frames) {
    for (int k = 0; k < 2; ++k) {
        svMeshData_Destroy(context, &frames->mesh[k]);
        svContext_Release(context, frames->floats[k]);
    }
    memset(frames, 0, sizeof(*frames));
}

// A query file interleaves x0 and x1, four points each: two views of the same memory, the second
// offset by four points, with indices that skip the other time's points.
static svStatus ReadQueryFile(svContext* context, const char* path, QuerySet* set) {
    svStatus status = svReadQueries(context, path, &set->data);
    if (status != SV_OK || set->data.count == 0) {
        return status;
    }
    set->count = set->data.count;
    set->answers = set->data.answers;
    if (set->count > UINT32_MAX / 8) {
        svContext_Message(context, SV_ERROR, "%s: more than %u queries", path, UINT32_MAX / 8);
        return SV_ERROR_FORMAT;
    }
    set->x0 = svPositions_Double(&set->data.pairs[0].x0[0][0], 8 * set->count - 4);
    set->x1 = svPositions_Double(&set->data.pairs[0].x1[0][0], 8 * set->count - 4);
    set->points = svContext_Allocate(context, 4 * set->count * sizeof(uint32_t));
    if (set->points == NULL) {
        return SV_ERROR_MEMORY;
    }
    for (size_t i = 0; i < 4 * set->count; ++i) {
        set->points[i] = (uint32_t)(8 * (i / 4) + i % 4);
    }
    return SV_OK;
}

static svStatus ComplainIndex(svContext* context, const char* path, size_t row, const char* what,
                              size_t index) {
    svContext_Message(context, SV_ERROR, "%s: row %zu: the mesh has no %s %zu", path, row + 1, what,
                      index);
    return SV_ERROR_FORMAT;
}

static svStatus FillPoints(svContext* context, const char* path, const Frames* frames,
                           const svIndexRows* rows, QuerySet* set) {
    const svMeshData* mesh = &frames->mesh[0];
    for (size_t i = 0; i < rows->count; ++i) {
        const uint32_t* row = rows->values + rows->columns * i;
        uint32_t* points = set->points + 4 * i;
        if (set->kind == QUERY_VERTEX_FACE) {
            if (row[1] >= mesh->triangleCount) {
                return ComplainIndex(context, path, i, "face", row[1]);
            }
            points[0] = row[0];
            memcpy(points + 1, mesh->triangles + 3 * (size_t)row[1], 3 * sizeof(uint32_t));
        } else {
            memcpy(points, row, 4 * sizeof(uint32_t));
        }
        for (int k = 0; k < 4; ++k) {
            if (points[k] >= mesh->vertexCount) {
                return ComplainIndex(context, path, i, "vertex", points[k]);
            }
        }
    }
    return SV_OK;
}

static svStatus ReadPairFile(svContext* context, const char* path, const Frames* frames,
                             QuerySet* set) {
    svIndexRows rows = {0};
    svStatus status = svReadPairs(context, path, &rows);
    if (status != SV_OK) {
        return status;
    }
    const size_t columns = set->kind == QUERY_VERTEX_FACE ? 2 : 4;
    if (rows.count > 0 && rows.columns != columns) {
        svContext_Message(context, SV_ERROR, "%s: %s pairs have %zu columns, this file has %zu",
                          path, QueryKind_Name(set->kind), columns, rows.columns);
        status = SV_ERROR_FORMAT;
    } else {
        set->points = svContext_Allocate(context, 4 * rows.count * sizeof(uint32_t));
        status =
            set->points == NULL ? SV_ERROR_MEMORY : FillPoints(context, path, frames, &rows, set);
    }
    set->count = rows.count;
    set->x0 = frames->x0;
    set->x1 = frames->x1;
    svIndexRows_Destroy(context, &rows);
    return status;
}

svStatus QuerySet_Read(svContext* context, const char* path, QueryKind kind, const Frames* frames,
                       QuerySet* set) {
    memset(set, 0, sizeof(*set));
    set->kind = kind;
    const svStatus status = frames == NULL ? ReadQueryFile(context, path, set)
                                           : ReadPairFile(context, path, frames, set);
    if (status == SV_ERROR_MEMORY) {
        svContext_Message(context, SV_ERROR, "%s: out of memory", path);
    }
    if (status != SV_OK) {
        QuerySet_Destroy(context, set);
    }
    return status;
}

void QuerySet_Destroy(svContext* context, QuerySet* set) {
    svQueryData_Destroy(context, &set->data);
    svContext_Release(context, set->points);
    memset(set, 0, sizeof(*set));
}

svMovingPair QuerySet_Pair(const QuerySet* set, size_t index) {
    svMovingPair pair;
    for (size_t k = 0; k < 4; ++k) {
        svPositions_Get(&set->x0, set->points[4 * index + k], pair.x0[k]);
        svPositions_Get(&set->x1, set->points[4 * index + k], pair.x1[k]);
    }
    return pair;
}

static svStatus RunBatchOnce(const QuerySet* set, svIsa isa, bool trusted, uint8_t* hits,
                             svCcdStats* stats) {
    svCcdBatchDef def = svDefaultCcdBatchDef();
    def.x0 = set->x0;
    def.x1 = set->x1;
    def.points = set->points;
    def.count = set->count;
    def.trusted = trusted;
    def.isa = isa;
    return set->kind == QUERY_VERTEX_FACE ? svVertexFace_CcdBatch(&def, hits, NULL, stats)
                                          : svEdgeEdge_CcdBatch(&def, hits, NULL, stats);
}

svStatus QuerySet_Run(svContext* context, const QuerySet* set, svIsa isa, uint8_t* hits,
                      svCcdStats* stats) {
    memset(stats, 0, sizeof(*stats));
    if (set->count == 0) {
        return SV_OK;
    }
    const svStatus status = RunBatchOnce(set, isa, false, hits, stats);
    if (status == SV_ERROR_NOT_FINITE) {
        const size_t at0 = svPositions_FindNotFinite(&set->x0);
        const size_t at1 = svPositions_FindNotFinite(&set->x1);
        svContext_Message(context, SV_ERROR, "point %zu at t%d is not finite",
                          at0 < set->x0.count ? at0 : at1, at0 < set->x0.count ? 0 : 1);
    } else if (status != SV_OK) {
        svContext_Message(context, SV_ERROR, "%s", svStatus_Text(status));
    }
    return status;
}

double QuerySet_Time(const QuerySet* set, svIsa isa, uint64_t repeats, uint8_t* hits) {
    const double enough = 0.03; // seconds per file
    double best = 0, sum = 0;
    for (uint64_t pass = 0; repeats > 0 ? pass < repeats : pass == 0 || sum < enough; ++pass) {
        const double start = Program_Seconds();
        RunBatchOnce(set, isa, true, hits, NULL);
        const double seconds = Program_Seconds() - start;
        best = pass == 0 || seconds < best ? seconds : best;
        sum += seconds;
    }
    return best;
}
