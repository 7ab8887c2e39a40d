// A scene in, the layers of one frame out. The query runs under watch: its pairs set the flags of
// items as they come, and some of them are kept.

#include "film_layers.h"

#include "layer_run.h"

#include "report/terminal.h"

#include <stdlib.h>
#include <string.h>

static const svTopology* TopologyOfMesh(const LayerRun* run, uint32_t mesh) {
    return svMesh_GetTopology(svScene_GetMesh(run->def->scene, mesh));
}

// ---- the BVH -----------------------------------------------------------------------------------

static int CompareVertices(const void* a, const void* b) {
    const uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
    return x < y ? -1 : x > y;
}

static void ReadLeaf(LayerRun* run, uint32_t index) {
    const svBvhLeaf* leaf = &run->leaves[index];
    LeafVertices* out = &run->vertices[index];
    const uint32_t* triangles = TopologyOfMesh(run, leaf->mesh)->triangles;
    uint32_t all[48], count = 0;
    for (uint32_t f = 0; f < leaf->faceCount; ++f) {
        run->leafOfFace[run->firstFace[leaf->mesh] + leaf->faces[f]] = index;
        for (int k = 0; k < 3; ++k) {
            all[count++] = triangles[3 * (size_t)leaf->faces[f] + (size_t)k];
        }
    }
    qsort(all, count, sizeof(*all), CompareVertices);
    for (uint32_t i = 0; i < count; ++i) {
        if (i == 0 || all[i] != all[i - 1]) {
            out->vertices[out->count++] = all[i];
        }
    }
}

// Once the query has its BVH: at its first pair, or at its end.
static void OpenRun(LayerRun* run) {
    const svScene* scene = run->def->scene;
    run->opened = true;
    run->status = svScene_GetBvh(scene, &run->shape);
    if (run->status != SV_OK) {
        return;
    }
    const uint32_t meshes = svScene_MeshCount(scene), leaves = run->shape.itemCount[0];
    size_t faces = 0;
    run->firstFace = Terminal_Allocate(meshes, sizeof(*run->firstFace));
    for (uint32_t m = 0; m < meshes; ++m) {
        run->firstFace[m] = faces;
        faces += TopologyOfMesh(run, m)->triangleCount;
    }
    run->leafOfFace = Terminal_Allocate(faces, sizeof(*run->leafOfFace));
    run->leaves = Terminal_Allocate(leaves, sizeof(*run->leaves));
    run->vertices = Terminal_Allocate(leaves, sizeof(*run->vertices));
    for (uint32_t level = 0; level < run->shape.levelCount; ++level) {
        run->flags[level] = Terminal_Allocate(run->shape.itemCount[level], 1);
    }
    for (uint32_t i = 0; i < leaves && run->status == SV_OK; ++i) {
        run->status = svScene_GetLeaf(scene, i, &run->leaves[i]);
        if (run->status == SV_OK) {
            ReadLeaf(run, i);
        }
    }
}

static bool AreNeighbours(const LayerRun* run, uint32_t a, uint32_t b) {
    const LeafVertices *x = &run->vertices[a], *y = &run->vertices[b];
    if (run->leaves[a].mesh != run->leaves[b].mesh) {
        return false;
    }
    for (uint32_t i = 0, j = 0; i < x->count && j < y->count;) {
        if (x->vertices[i] == y->vertices[j]) {
            return true;
        }
        *(x->vertices[i] < y->vertices[j] ? &i : &j) += 1;
    }
    return false;
}

// ---- pairs as they come ------------------------------------------------------------------------

static void TakeItems(LayerRun* run, const svStageBlock* block) {
    for (size_t i = 0; i < block->count; ++i) {
        uint32_t a = block->items[i][0], b = block->items[i][1];
        if (a != b) {
            run->flags[block->level][a] |= LAYER_OVERLAPS;
            run->flags[block->level][b] |= LAYER_OVERLAPS;
        }
        if (block->stage == SV_STAGE_NODES) {
            ++run->nodePairs;
            continue;
        }
        Sample_Add(&run->leafPairs, &(SampleItem){.pair = {0, a, 0, b}});
        if (a != b && !AreNeighbours(run, a, b)) {
            for (uint32_t level = 0; a != b; ++level, a /= 16, b /= 16) {
                run->flags[level][a] |= LAYER_MEETS;
                run->flags[level][b] |= LAYER_MEETS;
            }
        }
    }
}

static void TakeStageBlock(const svStageBlock* block, void* user) {
    LayerRun* run = user;
    if (!run->opened) {
        OpenRun(run);
    }
    if (run->status != SV_OK) {
        return;
    }
    if (block->stage != SV_STAGE_CANDIDATES) {
        TakeItems(run, block);
        return;
    }
    run->counts[0][block->kind] += block->count;
    for (size_t i = 0; i < block->count; ++i) {
        Sample_Add(&run->candidates,
                   &(SampleItem){.kind = block->kind, .pair = block->features[i]});
    }
}

static void TouchFace(LayerRun* run, uint32_t mesh, uint32_t face) {
    uint32_t item = run->leafOfFace[run->firstFace[mesh] + face];
    for (uint32_t level = 0; level < run->shape.levelCount; ++level, item /= 16) {
        run->flags[level][item] |= LAYER_TOUCHES;
    }
}

static void TouchVertex(LayerRun* run, uint32_t mesh, uint32_t vertex) {
    const svTopology* topology = TopologyOfMesh(run, mesh);
    for (uint32_t i = topology->vertexTriangleStart[vertex];
         i < topology->vertexTriangleStart[vertex + 1]; ++i) {
        TouchFace(run, mesh, topology->vertexTriangles[i]);
    }
}

static void TouchEdge(LayerRun* run, uint32_t mesh, uint32_t edge) {
    const svTopology* topology = TopologyOfMesh(run, mesh);
    for (uint32_t i = topology->edgeSideStart[edge]; i < topology->edgeSideStart[edge + 1]; ++i) {
        TouchFace(run, mesh, topology->edgeSides[i] / 3);
    }
}

static void TakeContactBlock(const svContactBlock* block, void* user) {
    LayerRun* run = user;
    run->counts[1][block->kind] += block->count;
    for (size_t i = 0; i < block->count && run->status == SV_OK; ++i) {
        const svFeaturePair* pair = &block->pairs[i];
        if (!run->def->step) {
            TouchFace(run, pair->meshA, pair->a);
            TouchFace(run, pair->meshB, pair->b);
            continue;
        }
        if (block->kind == SV_EDGE_EDGE) {
            TouchEdge(run, pair->meshA, pair->a);
            TouchEdge(run, pair->meshB, pair->b);
        } else {
            TouchVertex(run, pair->meshA, pair->a);
            TouchFace(run, pair->meshB, pair->b);
        }
        Sample_Add(&run->contacts, &(SampleItem){.kind = block->kind,
                                                 .pair = *pair,
                                                 .time = block->times[i].lo,
                                                 .shape = block->shapes[i]});
    }
}

// ---- normals -----------------------------------------------------------------------------------

static LayerNormals NormalsOfFace(const LayerRun* run, uint32_t mesh, uint32_t face) {
    svPositions x0, x1;
    svMesh_GetMotion(svScene_GetMesh(run->def->scene, mesh), &x0, &x1);
    const uint32_t* corners = TopologyOfMesh(run, mesh)->triangles + 3 * (size_t)face;
    svMovingTriangle triangle;
    for (int k = 0; k < 3; ++k) {
        svPositions_Get(&x0, corners[k], triangle.x0[k]);
        svPositions_Get(&x1, corners[k], triangle.x1[k]);
    }
    const bool moving = run->def->step;
    return (LayerNormals){
        svCone_OfTriangle(&triangle, moving, SV_CONE_TIGHT),
        (uint32_t)svDirectionSet_MaskOfTriangle(SV_DIRECTION_SET_26, &triangle, moving)};
}

static LayerNormals MergeNormals(const LayerNormals* a, const LayerNormals* b) {
    return (LayerNormals){svCone_Merge(&a->cone, &b->cone, SV_CONE_TIGHT), a->mask & b->mask};
}

// Of the faces of leaves, then level by level.
static void FindLayerNormals(LayerRun* run) {
    for (uint32_t level = 0; level < run->shape.levelCount; ++level) {
        const uint32_t count = run->shape.itemCount[level];
        LayerNormals* out = run->normals[level] = Terminal_Allocate(count, sizeof(*out));
        for (uint32_t i = 0; i < count; ++i) {
            const uint32_t parts = level == 0 ? run->leaves[i].faceCount
                                   : run->shape.itemCount[level - 1] - 16 * i < 16
                                       ? run->shape.itemCount[level - 1] - 16 * i
                                       : 16;
            for (uint32_t k = 0; k < parts; ++k) {
                const LayerNormals part =
                    level == 0 ? NormalsOfFace(run, run->leaves[i].mesh, run->leaves[i].faces[k])
                               : run->normals[level - 1][16 * i + k];
                out[i] = k == 0 ? part : MergeNormals(&out[i], &part);
            }
        }
    }
}

// ---- the run -----------------------------------------------------------------------------------

static svStatus RunWatchedQuery(LayerRun* run) {
    const svWatch watch = {(1u << SV_STAGE_ENUM_COUNT) - 1, TakeStageBlock, run};
    svQueryDef query = svDefaultDetectDef().query;
    query.watch = &watch;
    query.stream = TakeContactBlock;
    query.user = run;
    if (!run->def->step) {
        svIntersectDef def = svDefaultIntersectDef();
        def.query = query;
        svIntersections found;
        return svScene_Intersect(run->def->scene, &def, &found);
    }
    svDetectDef def = svDefaultDetectDef();
    def.query = query;
    def.detail = SV_DETAIL_SHAPE;
    svContacts found;
    return svScene_Detect(run->def->scene, &def, &found);
}

// What culling proved, by item.
static svStatus ReadFreedom(LayerRun* run) {
    svStatus status = SV_OK;
    for (uint32_t level = 0; level < run->shape.levelCount && status == SV_OK; ++level) {
        const uint32_t count = run->shape.itemCount[level];
        uint8_t* isFree = Terminal_Allocate(count, 1);
        status = svScene_GetSelfFree(run->def->scene, level, 0, count, isFree);
        for (uint32_t i = 0; i < count; ++i) {
            run->flags[level][i] |= isFree[i] == SV_SELF_FREE_GROUP ? LAYER_SELF_FREE_FOUR
                                    : isFree[i] == SV_SELF_FREE     ? LAYER_SELF_FREE
                                                                    : 0;
        }
        free(isFree);
    }
    return status;
}

static void CloseRun(LayerRun* run) {
    for (uint32_t level = 0; level < SV_BVH_MAX_LEVELS; ++level) {
        free(run->flags[level]);
        free(run->normals[level]);
    }
    free(run->leaves);
    free(run->vertices);
    free(run->leafOfFace);
    free(run->firstFace);
    Sample_Destroy(&run->leafPairs);
    Sample_Destroy(&run->candidates);
    Sample_Destroy(&run->contacts);
}

svStatus Film_RecordLayers(Film* film, const FilmLayersDef* def) {
    LayerRun run = {.film = film, .def = def};
    run.leafPairs = Sample_Make(FILM_LAYER_PAIRS);
    run.candidates = Sample_Make(FILM_LAYER_PAIRS);
    run.contacts = Sample_Make(FILM_LAYER_PAIRS);
    svStatus status = RunWatchedQuery(&run);
    if (status == SV_OK && !run.opened) {
        OpenRun(&run);
    }
    status = status == SV_OK ? run.status : status;
    status = status == SV_OK ? ReadFreedom(&run) : status;
    if (status == SV_OK) {
        FindLayerNormals(&run);
        Sample_End(&run.leafPairs);
        Sample_End(&run.candidates);
        Sample_End(&run.contacts);
        Pack pack = {0};
        status = LayerRun_Pack(&run, &pack);
        if (status == SV_OK) {
            Film_AttachLayers(film, def->frame, &pack);
        }
        Pack_Destroy(&pack);
    }
    CloseRun(&run);
    return status;
}
