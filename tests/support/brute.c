#include "support/brute.h"

#include "support/by_kind.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What the query adds to a pair's largest coordinate before it may leave the pair out.
#define PROXIMITY_SLACK 0x1p-40L

// A vertex, an edge or a face of one or more different vertices, numbered through the scene.
typedef struct Feature {
    uint32_t mesh, index;
    uint32_t vertices[3];
    int corners;
    double thickness;
} Feature;

typedef struct Features {
    Feature* items;
    size_t count;
} Features;

typedef struct Brute {
    const TestScene* scene;
    const SceneQuery* query;
    uint32_t firstVertex[SCENE_MAX_MESHES + 1];
    uint32_t vertexCount;
    double (*x[2])[3];
    bool* linked; // vertexCount^2: features with such vertices are no pair
    bool active[SCENE_MAX_MESHES][SCENE_MAX_MESHES];
    Features vertices, edges, faces;
    BruteResult* result;
} Brute;

static void* Take(size_t bytes) {
    void* memory = calloc(bytes + 1, 1);
    if (memory == NULL) {
        fputs("brute: out of memory\n", stderr);
        abort();
    }
    return memory;
}

static void Must(bool condition, const char* what) {
    if (!condition) {
        fprintf(stderr, "brute: %s\n", what);
        abort();
    }
}

const char* SceneMode_Name(SceneMode mode) {
    static const char* const names[SCENE_MODE_COUNT] = {"detect", "intersect", "proximity"};
    return names[mode];
}

SceneQuery SceneQuery_Make(SceneMode mode) {
    return (SceneQuery){mode, svDefaultDetectDef(), svDefaultIntersectDef(),
                        svDefaultProximityDef()};
}

svQueryDef* SceneQuery_Common(SceneQuery* query) {
    return query->mode == SCENE_DETECT      ? &query->detect.query
           : query->mode == SCENE_INTERSECT ? &query->intersect.query
                                            : &query->proximity.query;
}

static double VertexThickness(const SceneMesh* mesh, uint32_t v) {
    return mesh->thickness != NULL ? mesh->thickness[v] : mesh->def.thickness;
}

static void AddFeature(Features* features, const Brute* brute, uint32_t m, uint32_t index,
                       const uint32_t* corners, int count) {
    Feature* f = &features->items[features->count++];
    *f = (Feature){.mesh = m, .index = index, .corners = count};
    for (int i = 0; i < count; ++i) {
        f->vertices[i] = brute->firstVertex[m] + corners[i];
        f->thickness = fmax(f->thickness, VertexThickness(&brute->scene->meshes[m], corners[i]));
    }
}

// Edges are numbered in the lexicographic order of their vertices, the lower one first.
static void AddVerticesAndEdges(Brute* brute, uint32_t m) {
    const TestMesh* list = &brute->scene->meshes[m].list;
    const uint32_t n = list->vertexCount;
    bool* joined = Take((size_t)n * n); // u == v: the vertex has a face
    for (uint32_t s = 0; s < 3 * list->triangleCount; ++s) {
        const uint32_t u = list->triangles[s], v = list->triangles[svNextSide(s)];
        joined[(size_t)u * n + u] = true;
        joined[(size_t)(u < v ? u : v) * n + (u < v ? v : u)] = true;
    }
    uint32_t edge = 0;
    for (uint32_t u = 0; u < n; ++u) {
        if (joined[(size_t)u * n + u]) {
            AddFeature(&brute->vertices, brute, m, u, &u, 1);
        }
        for (uint32_t v = u + 1; v < n; ++v) {
            if (joined[(size_t)u * n + v]) {
                const uint32_t ends[2] = {u, v};
                AddFeature(&brute->edges, brute, m, edge++, ends, 2);
            }
        }
    }
    free(joined);
}

static bool* Link(const Brute* brute, uint32_t u, uint32_t v) {
    return &brute->linked[(size_t)u * brute->vertexCount + v];
}

// Links all vertices that are at most `ring` edges apart: a breadth-first search from each.
static void LinkRings(Brute* brute, uint32_t m) {
    const SceneMesh* mesh = &brute->scene->meshes[m];
    const uint32_t n = mesh->list.vertexCount, first = brute->firstVertex[m];
    uint32_t* distance = Take(n * sizeof *distance);
    for (uint32_t start = 0; start < n && mesh->def.ring > 0; ++start) {
        for (uint32_t v = 0; v < n; ++v) {
            distance[v] = v == start ? 0 : UINT32_MAX;
        }
        for (uint32_t reach = 0; reach < mesh->def.ring; ++reach) {
            for (uint32_t i = 0; i < 9 * mesh->list.triangleCount; ++i) {
                const uint32_t* face = mesh->list.triangles + (size_t)3 * (i / 9);
                const uint32_t u = face[i / 3 % 3], v = face[i % 3];
                if (distance[u] == reach && distance[v] == UINT32_MAX) {
                    distance[v] = reach + 1;
                }
            }
        }
        for (uint32_t v = 0; v < n; ++v) {
            *Link(brute, first + start, first + v) |= distance[v] != UINT32_MAX;
        }
    }
    free(distance);
}

static void FindActive(Brute* brute) {
    const TestScene* scene = brute->scene;
    for (uint32_t a = 0; a < scene->meshCount; ++a) {
        for (uint32_t b = 0; b < scene->meshCount; ++b) {
            const svSceneMeshDef *p = &scene->meshes[a].def, *q = &scene->meshes[b].def;
            brute->active[a][b] =
                a == b ? p->self : (p->group & q->mask) != 0 && (q->group & p->mask) != 0;
        }
    }
    for (uint32_t i = 0; i < scene->excludedMeshCount; ++i) {
        const uint32_t a = scene->excludedMeshes[i][0], b = scene->excludedMeshes[i][1];
        brute->active[a][b] = brute->active[b][a] = false;
    }
    for (uint32_t i = 0; i < scene->excludedVertexCount; ++i) {
        const svVertexPair* pair = &scene->excludedVertices[i];
        const uint32_t u = brute->firstVertex[pair->meshA] + pair->a;
        const uint32_t v = brute->firstVertex[pair->meshB] + pair->b;
        *Link(brute, u, v) = *Link(brute, v, u) = true;
    }
}

static void Open(Brute* brute) {
    const TestScene* scene = brute->scene;
    uint32_t faceCount = 0;
    for (uint32_t m = 0; m < scene->meshCount; ++m) {
        brute->firstVertex[m] = brute->vertexCount;
        brute->vertexCount += scene->meshes[m].list.vertexCount;
        faceCount += scene->meshes[m].list.triangleCount;
    }
    brute->linked = Take((size_t)brute->vertexCount * brute->vertexCount);
    for (int time = 0; time < 2; ++time) {
        brute->x[time] = Take(brute->vertexCount * sizeof *brute->x[time]);
    }
    brute->vertices.items = Take(brute->vertexCount * sizeof(Feature));
    brute->edges.items = Take((size_t)3 * faceCount * sizeof(Feature));
    brute->faces.items = Take(faceCount * sizeof(Feature));
    for (uint32_t m = 0; m < scene->meshCount; ++m) {
        const SceneMesh* mesh = &scene->meshes[m];
        for (int time = 0; time < 2; ++time) {
            memcpy(brute->x[time] + brute->firstVertex[m], mesh->x[time],
                   mesh->list.vertexCount * sizeof *mesh->x[time]);
        }
        AddVerticesAndEdges(brute, m);
        for (uint32_t t = 0; t < mesh->list.triangleCount; ++t) {
            AddFeature(&brute->faces, brute, m, t, mesh->list.triangles + (size_t)3 * t, 3);
        }
        LinkRings(brute, m);
    }
    FindActive(brute);
}

static void Close(Brute* brute) {
    free(brute->linked);
    free(brute->x[0]);
    free(brute->x[1]);
    free(brute->vertices.items);
    free(brute->edges.items);
    free(brute->faces.items);
}

static int SharedCorners(const Feature* a, const Feature* b) {
    int shared = 0;
    for (int i = 0; i < a->corners; ++i) {
        bool seen = false, found = false;
        for (int j = 0; j < i; ++j) {
            seen |= a->vertices[j] == a->vertices[i];
        }
        for (int j = 0; j < b->corners; ++j) {
            found |= b->vertices[j] == a->vertices[i];
        }
        shared += found && !seen;
    }
    return shared;
}

static bool IsLinked(const Brute* brute, const Feature* a, const Feature* b) {
    for (int i = 0; i < a->corners; ++i) {
        for (int j = 0; j < b->corners; ++j) {
            if (*Link(brute, a->vertices[i], b->vertices[j])) {
                return true;
            }
        }
    }
    return false;
}

static BruteRow* AddRow(BruteList* list, const Feature* a, const Feature* b) {
    if (list->count == list->capacity) {
        list->capacity = 2 * list->capacity + 64;
        list->rows = realloc(list->rows, list->capacity * sizeof *list->rows);
        Must(list->rows != NULL, "out of memory");
    }
    BruteRow* row = memset(&list->rows[list->count++], 0, sizeof *row);
    row->row.pair = (svFeaturePair){a->mesh, a->index, b->mesh, b->index};
    row->must = true;
    return row;
}

static void GetPoints(const Brute* brute, const Feature* a, const Feature* b, int from, int to,
                      svMovingPair* points) {
    for (int i = 0; i < 4; ++i) {
        const uint32_t v = i < a->corners ? a->vertices[i] : b->vertices[i - a->corners];
        memcpy(points->x0[i], brute->x[from][v], sizeof points->x0[i]);
        memcpy(points->x1[i], brute->x[to][v], sizeof points->x1[i]);
    }
}

typedef enum Overlap { OVERLAP_NO, OVERLAP_YES, OVERLAP_OPEN } Overlap;

// Whether a pair is in contact at t0. At a distance it is nearer than that distance, as exactly as
// svScene_Proximity tells it; the slack of svCcdDef plays no part.
static Overlap FindOverlap(oracleKind kind, const svMovingPair* points, const svCcdDef* def) {
    if (def->minSeparation > 0.0) {
        const double beyond = def->minSeparation + 0x1p-40 * bruteLargest(points);
        return bruteWithin(kind, points, def->minSeparation) ? OVERLAP_YES
               : bruteWithin(kind, points, beyond)           ? OVERLAP_OPEN
                                                             : OVERLAP_NO;
    }
    svMovingPair still = *points;
    svCcdResult result;
    memcpy(still.x1, still.x0, sizeof still.x1);
    Must(CcdPair(kind, &still, def, &result) == SV_OK, "a pair at rest is refused");
    return result.hit ? OVERLAP_YES : OVERLAP_NO;
}

// Every contact over the step, with svCcdDef's overlap in `meeting` for the policy to look at.
static void DetectPair(Brute* brute, oracleKind kind, const Feature* a, const Feature* b) {
    const svDetectDef* detect = &brute->query->detect;
    svCcdDef def = svDefaultCcdDef();
    svMovingPair points;
    svCcdResult result;
    def.tolerance = detect->tolerance;
    def.separationTolerance = detect->separationTolerance;
    def.minSeparation = 0.5 * (a->thickness + b->thickness);
    Must(2.0 * def.minSeparation - a->thickness == b->thickness, "a separation is rounded");
    GetPoints(brute, a, b, 0, 1, &points);
    Must(CcdPair(kind, &points, &def, &result) == SV_OK, "a pair is refused");
    if (!result.hit) {
        return;
    }
    BruteRow* row = AddRow(&brute->result->lists[kind], a, b);
    row->kind = kind;
    row->points = points;
    row->separation = def.minSeparation;
    row->row.time = (svInterval){result.tLo, result.tHi};
    memcpy(row->row.shape.weights, result.weights, sizeof result.weights);
    memcpy(row->row.shape.normal, result.normal, sizeof result.normal);
    if (detect->overlap != SV_OVERLAP_REPORT) {
        row->row.meeting = (uint8_t)FindOverlap(kind, &points, &def);
    }
}

// Keeps the rows that the policy keeps; those with open overlap need not be reported.
static void KeepRows(BruteList* list, Overlap kept) {
    size_t count = 0;
    for (size_t i = 0; i < list->count; ++i) {
        BruteRow* row = &list->rows[i];
        const Overlap overlap = (Overlap)row->row.meeting;
        if (overlap == kept || overlap == OVERLAP_OPEN) {
            row->row.meeting = 0;
            row->must = overlap == kept;
            list->rows[count++] = *row;
        }
    }
    list->count = count;
}

static void ApplyPolicy(Brute* brute) {
    BruteResult* result = brute->result;
    uint64_t counts[3] = {0};
    for (int kind = 0; kind < 2; ++kind) {
        for (size_t i = 0; i < result->lists[kind].count; ++i) {
            ++counts[result->lists[kind].rows[i].row.meeting];
        }
    }
    if (brute->query->detect.overlap == SV_OVERLAP_IGNORE) {
        result->overlaps = counts[OVERLAP_YES];
        result->overlapsOpen = counts[OVERLAP_OPEN] > 0;
        KeepRows(&result->lists[0], OVERLAP_NO);
        KeepRows(&result->lists[1], OVERLAP_NO);
    } else if (brute->query->detect.overlap == SV_OVERLAP_ERROR && counts[OVERLAP_YES] > 0) {
        result->status = SV_ERROR_OVERLAP;
        KeepRows(&result->lists[0], OVERLAP_YES);
        KeepRows(&result->lists[1], OVERLAP_YES);
    } else {
        result->open = counts[OVERLAP_OPEN] > 0;
    }
}

// Whether one axis alone keeps the features farther apart than that: most pairs, quickly.
static bool IsFar(const svMovingPair* points, int split, long double distance) {
    for (int k = 0; k < 3; ++k) {
        double lower[2] = {HUGE_VAL, HUGE_VAL}, upper[2] = {-HUGE_VAL, -HUGE_VAL};
        for (int i = 0; i < 4; ++i) {
            const int side = i < split ? 0 : 1;
            lower[side] = fmin(lower[side], points->x0[i][k]);
            upper[side] = fmax(upper[side], points->x0[i][k]);
        }
        if ((long double)lower[0] - (long double)upper[1] > distance ||
            (long double)lower[1] - (long double)upper[0] > distance) {
            return true;
        }
    }
    return false;
}

static void NearPair(Brute* brute, oracleKind kind, const Feature* a, const Feature* b) {
    const svProximityDef* def = &brute->query->proximity;
    const double threshold = def->distance + 0.5 * (a->thickness + b->thickness);
    svMovingPair points;
    Must(2.0 * (threshold - def->distance) == a->thickness + b->thickness, "a distance is rounded");
    GetPoints(brute, a, b, def->time, def->time, &points);
    const long double largest = (long double)bruteLargest(&points);
    // One part in 2^50 beyond the promise: the sum itself is rounded.
    const long double far = ((long double)threshold + PROXIMITY_SLACK * largest) * (1 + 0x1p-50L);
    if (IsFar(&points, a->corners, far)) {
        return;
    }
    const BruteDistance distance = bruteDistance(kind, &points);
    if (distance.lower > far) {
        return;
    }
    BruteRow* row = AddRow(&brute->result->lists[kind], a, b);
    row->kind = kind;
    row->points = points;
    row->row.distance = (double)(0.5L * (distance.lower + distance.upper));
    row->must = distance.upper <= (long double)threshold ||
                (distance.lower <= (long double)threshold && bruteWithin(kind, &points, threshold));
}

static void MeetPair(Brute* brute, const Feature* a, const Feature* b) {
    const svIntersectDef* def = &brute->query->intersect;
    svTrianglePair pair;
    svTriangleResult result;
    for (int i = 0; i < 3; ++i) {
        pair.aIds[i] = a->vertices[i];
        pair.bIds[i] = b->vertices[i];
        memcpy(pair.a[i], brute->x[def->time][pair.aIds[i]], sizeof pair.a[i]);
        memcpy(pair.b[i], brute->x[def->time][pair.bIds[i]], sizeof pair.b[i]);
    }
    Must(svTriangleTriangle(&pair, &result) == SV_OK, "a pair of triangles is refused");
    if (result.meeting != SV_TRIANGLES_APART) {
        BruteRow* row = AddRow(&brute->result->lists[0], a, b);
        row->row.meeting = (uint8_t)result.meeting;
        row->row.shared = (uint8_t)SharedCorners(a, b);
        if (def->segments) {
            memcpy(row->row.segment.ends, result.segment, sizeof result.segment);
        }
    }
}

static bool IsPair(const Brute* brute, const Feature* a, const Feature* b) {
    return brute->active[a->mesh][b->mesh] && !IsLinked(brute, a, b);
}

static void RunFeatures(Brute* brute, oracleKind kind) {
    const Features* first = kind == ORACLE_VERTEX_FACE ? &brute->vertices : &brute->edges;
    const Features* second = kind == ORACLE_VERTEX_FACE ? &brute->faces : &brute->edges;
    for (size_t i = 0; i < first->count; ++i) {
        for (size_t j = kind == ORACLE_EDGE_EDGE ? i + 1 : 0; j < second->count; ++j) {
            const Feature *a = &first->items[i], *b = &second->items[j];
            if (!IsPair(brute, a, b) || SharedCorners(a, b) > 0) {
                continue;
            }
            if (brute->query->mode == SCENE_DETECT) {
                DetectPair(brute, kind, a, b);
            } else {
                NearPair(brute, kind, a, b);
            }
        }
    }
}

void bruteRun(const TestScene* scene, const SceneQuery* query, BruteResult* result) {
    Brute brute = {.scene = scene, .query = query, .result = result};
    *result = (BruteResult){0};
    Open(&brute);
    if (query->mode == SCENE_INTERSECT) {
        for (size_t i = 0; i < brute.faces.count; ++i) {
            for (size_t j = i + 1; j < brute.faces.count; ++j) {
                if (IsPair(&brute, &brute.faces.items[i], &brute.faces.items[j])) {
                    MeetPair(&brute, &brute.faces.items[i], &brute.faces.items[j]);
                }
            }
        }
    } else {
        RunFeatures(&brute, ORACLE_VERTEX_FACE);
        RunFeatures(&brute, ORACLE_EDGE_EDGE);
    }
    if (query->mode == SCENE_DETECT && query->detect.overlap != SV_OVERLAP_REPORT) {
        ApplyPolicy(&brute);
    }
    Close(&brute);
}

void bruteFree(BruteResult* result) {
    free(result->lists[0].rows);
    free(result->lists[1].rows);
    *result = (BruteResult){0};
}

bool bruteIsNear(const BruteRow* row) {
    enum { STEPS = 300 };
    return row->separation == 0.0 ||
           oracleSeparation(row->kind, &row->points, row->separation, STEPS) < 0;
}
