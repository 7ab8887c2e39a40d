// A step in; its contacts, with the faces that are in one and where some of them are, out.

#include "scene_contacts.h"

#include "report/terminal.h"

#include <stdlib.h>

// The mesh as its pieces, with vertices counted from 0 in each.
static svStatus MakeStepPart(svContext* context, const SceneStep* step, const PaperPiece* piece,
                             StepPart* part) {
    part->name = piece->name != NULL ? piece->name : step->name;
    part->triangles = Terminal_Allocate(piece->triangleCount, 3 * sizeof(uint32_t));
    part->marks = Terminal_Allocate(piece->triangleCount, 1);
    for (size_t i = 0; i < 3 * piece->triangleCount; ++i) {
        part->triangles[i] =
            step->triangles[3 * piece->firstTriangle + i] - (uint32_t)piece->firstVertex;
    }
    part->x[0] = svPositions_Double(step->x0[piece->firstVertex], piece->vertexCount);
    part->x[1] = svPositions_Double(step->x1[piece->firstVertex], piece->vertexCount);
    svMeshDef def = svDefaultMeshDef();
    def.triangles = part->triangles;
    def.triangleCount = piece->triangleCount;
    def.vertexCount = piece->vertexCount;
    const svStatus status = svMesh_Create(context, &def, &part->mesh);
    return status == SV_OK ? svMesh_SetMotion(part->mesh, &part->x[0], &part->x[1]) : status;
}

static svStatus MakeStepParts(const SceneStep* step, StepContacts* contacts) {
    const PaperPiece whole = {step->name, 0, step->triangleCount, 0, step->vertexCount};
    const bool apart =
        step->pieces != NULL && step->pieceCount > 1 && step->pieceCount <= STEP_PARTS;
    const PaperPiece* pieces = apart ? step->pieces : &whole;
    const svSceneDef def = svDefaultSceneDef();
    svStatus status = svScene_Create(contacts->context, &def, &contacts->scene);
    const size_t count = apart ? step->pieceCount : 1;
    for (size_t i = 0; i < count && status == SV_OK; ++i) {
        StepPart* part = &contacts->parts[contacts->partCount++];
        status = MakeStepPart(contacts->context, step, &pieces[i], part);
        if (status == SV_OK) {
            status = svScene_Add(contacts->scene, part->mesh, NULL, NULL);
        }
    }
    return status;
}

static void MarkPartVertex(StepPart* part, uint32_t vertex) {
    const svTopology* topology = svMesh_GetTopology(part->mesh);
    for (uint32_t i = topology->vertexTriangleStart[vertex];
         i < topology->vertexTriangleStart[vertex + 1]; ++i) {
        part->marks[topology->vertexTriangles[i]] = 1;
    }
}

static void MarkPartEdge(StepPart* part, uint32_t edge) {
    const svTopology* topology = svMesh_GetTopology(part->mesh);
    for (uint32_t i = topology->edgeSideStart[edge]; i < topology->edgeSideStart[edge + 1]; ++i) {
        part->marks[topology->edgeSides[i] / 3] = 1;
    }
}

static FilmFeature FeatureIn(const StepContacts* contacts, bool edge, uint32_t object,
                             uint32_t id) {
    if (!edge) {
        return (FilmFeature){object, {id, 0}};
    }
    const uint32_t* ends = svMesh_GetTopology(contacts->parts[object].mesh)->edges + 2 * (size_t)id;
    return (FilmFeature){object, {ends[0], ends[1]}};
}

// Where a vertex of a part is at time t.
static void PointInPart(const StepPart* part, uint32_t vertex, double t, double point[3]) {
    double x[2][3];
    svPositions_Get(&part->x[0], vertex, x[0]);
    svPositions_Get(&part->x[1], vertex, x[1]);
    for (int d = 0; d < 3; ++d) {
        point[d] = (1 - t) * x[0][d] + t * x[1][d];
    }
}

static void AddFilmPair(StepContacts* contacts, FilmKind kind, const svFeaturePair* pair,
                        double value, const double point[3]) {
    const bool edges = kind == FILM_EE;
    contacts->pairs[contacts->pairCount++] =
        (FilmPair){.kind = kind,
                   .a = FeatureIn(contacts, edges, pair->meshA, pair->a),
                   .b = FeatureIn(contacts, edges, pair->meshB, pair->b),
                   .value = value,
                   .point = {point[0], point[1], point[2]}};
}

// Of more than FILM_PAIRS those that lie evenly in the list.
static size_t EvenPlace(size_t i, size_t count) {
    return count <= FILM_PAIRS ? i : (size_t)((double)i * (double)count / FILM_PAIRS);
}

static void TakeList(StepContacts* contacts, svPairKind kind, const svContactList* list) {
    const FilmKind filmKind = kind == SV_EDGE_EDGE ? FILM_EE : FILM_VF;
    contacts->counts[filmKind] = list->total;
    for (size_t i = 0; i < list->count; ++i) {
        const svFeaturePair* pair = &list->pairs[i];
        StepPart *a = &contacts->parts[pair->meshA], *b = &contacts->parts[pair->meshB];
        if (kind == SV_EDGE_EDGE) {
            MarkPartEdge(a, pair->a);
            MarkPartEdge(b, pair->b);
        } else {
            MarkPartVertex(a, pair->a);
            b->marks[pair->b] = 1;
        }
        contacts->first = list->times[i].lo < contacts->first ? list->times[i].lo : contacts->first;
    }
    for (size_t i = 0; i < list->count && i < FILM_PAIRS; ++i) {
        const size_t at = EvenPlace(i, list->count);
        const svFeaturePair* pair = &list->pairs[at];
        const StepPart* part = &contacts->parts[pair->meshA];
        const double t = list->times[at].lo, *weights = list->shapes[at].weights;
        double point[3], other[3];
        if (kind == SV_EDGE_EDGE) {
            const uint32_t* ends = svMesh_GetTopology(part->mesh)->edges + 2 * (size_t)pair->a;
            PointInPart(part, ends[0], t, point);
            PointInPart(part, ends[1], t, other);
            for (int d = 0; d < 3; ++d) {
                point[d] = weights[0] * point[d] + weights[1] * other[d];
            }
        } else {
            PointInPart(part, pair->a, t, point);
        }
        AddFilmPair(contacts, filmKind, pair, t, point);
    }
}

static void TakeCrossing(StepContacts* contacts, const svIntersections* found) {
    contacts->counts[FILM_TRIANGLES] = found->total;
    for (size_t i = 0; i < found->count; ++i) {
        contacts->parts[found->pairs[i].meshA].marks[found->pairs[i].a] = 1;
        contacts->parts[found->pairs[i].meshB].marks[found->pairs[i].b] = 1;
    }
    for (size_t i = 0; i < found->count && i < FILM_PAIRS; ++i) {
        const size_t at = EvenPlace(i, found->count);
        const double(*ends)[3] = found->segments[at].ends;
        double point[3];
        for (int d = 0; d < 3; ++d) {
            point[d] = (ends[0][d] + ends[1][d]) / 2;
        }
        AddFilmPair(contacts, FILM_TRIANGLES, &found->pairs[at], 0, point);
    }
}

svStatus StepContacts_Find(svContext* context, const SceneStep* step, StepContacts* contacts) {
    *contacts = (StepContacts){.context = context, .first = 1};
    contacts->pairs = Terminal_Allocate(3 * FILM_PAIRS, sizeof(*contacts->pairs));
    svStatus status = MakeStepParts(step, contacts);
    if (status == SV_OK) {
        svIntersectDef def = svDefaultIntersectDef();
        svIntersections found;
        def.segments = true;
        status = svScene_Intersect(contacts->scene, &def, &found);
        if (status == SV_OK) {
            TakeCrossing(contacts, &found);
        }
    }
    if (status == SV_OK) {
        svDetectDef def = svDefaultDetectDef();
        svContacts found;
        def.detail = SV_DETAIL_SHAPE;
        status = svScene_Detect(contacts->scene, &def, &found);
        if (status == SV_OK) {
            TakeList(contacts, SV_VERTEX_FACE, &found.vf);
            TakeList(contacts, SV_EDGE_EDGE, &found.ee);
        }
    }
    return status;
}

void StepContacts_Free(StepContacts* contacts) {
    svScene_Destroy(contacts->scene);
    for (uint32_t i = 0; i < contacts->partCount; ++i) {
        svMesh_Destroy(contacts->parts[i].mesh);
        free(contacts->parts[i].triangles);
        free(contacts->parts[i].marks);
    }
    free(contacts->pairs);
    *contacts = (StepContacts){0};
}
