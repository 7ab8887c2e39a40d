// What was recorded of a frame in, bytes out. Numbers are in quanta of the film, bounds rounded
// outwards; lists are what one number differs from another that is alike.
//
// In this order: a head; the leaves; then for each level flags, bounds at
// t0 and, over a step, at t1, cones and masks; pairs of leaves, candidates, contacts.

#include "layer_run.h"

#include "report/terminal.h"

#include <math.h>
#include <stdlib.h>

// Components of a cone's axis are multiples of 1/AXIS_STEPS, angles of 1/ANGLE_STEPS radians.
enum { AXIS_STEPS = 4096, ANGLE_STEPS = 4096 };

// Quanta beyond which nothing is seen.
#define MOST_QUANTA 0x1p30

// ---- lists of numbers --------------------------------------------------------------------------

typedef struct NumberList {
    Pack* pack;
    uint32_t block[PACK_BLOCK];
    int count;
} NumberList;

static void PutInList(NumberList* list, int32_t value) {
    list->block[list->count++] = Pack_Signed(value);
    if (list->count == PACK_BLOCK) {
        Pack_Block(list->pack, list->block, list->count);
        list->count = 0;
    }
}

// A last block that is empty is not written.
static void EndNumbers(NumberList* list) {
    if (list->count > 0) {
        Pack_Block(list->pack, list->block, list->count);
        list->count = 0;
    }
    Pack_Align(list->pack);
}

// ---- the BVH -----------------------------------------------------------------------------------

static void PackHead(const LayerRun* run, Pack* pack) {
    Pack_Byte(pack, (uint8_t)run->shape.volume);
    Pack_Byte(pack, run->def->step ? 1 : 0);
    Pack_Byte(pack, (uint8_t)run->shape.levelCount);
    for (uint32_t level = 0; level < run->shape.levelCount; ++level) {
        Pack_Count(pack, run->shape.itemCount[level]);
    }
    Pack_Count(pack, run->nodePairs);
    Pack_Count(pack, run->leafPairs.total);
    for (int what = 0; what < 2; ++what) {
        Pack_Count(pack, run->counts[what][SV_VERTEX_FACE]);
        Pack_Count(pack, run->counts[what][SV_EDGE_EDGE]);
    }
}

// Mesh and number of faces of each, then the faces of all.
static void PackLeaves(const LayerRun* run, Pack* pack) {
    NumberList list = {.pack = pack};
    uint32_t mesh = 0, first = 0;
    for (uint32_t i = 0; i < run->shape.itemCount[0]; ++i) {
        PutInList(&list, (int32_t)(run->leaves[i].mesh - mesh));
        PutInList(&list, (int32_t)run->leaves[i].faceCount);
        mesh = run->leaves[i].mesh;
    }
    EndNumbers(&list);
    for (uint32_t i = 0; i < run->shape.itemCount[0]; ++i) {
        const svBvhLeaf* leaf = &run->leaves[i];
        for (uint32_t f = 0, before = first; f < leaf->faceCount; ++f) {
            PutInList(&list, (int32_t)(leaf->faces[f] - before));
            before = leaf->faces[f];
        }
        first = leaf->faces[0];
    }
    EndNumbers(&list);
}

static void PackFlags(const LayerRun* run, uint32_t level, Pack* pack) {
    NumberList list = {.pack = pack};
    for (uint32_t i = 0; i < run->shape.itemCount[level]; ++i) {
        PutInList(&list, run->flags[level][i]);
    }
    EndNumbers(&list);
}

static int32_t ToQuanta(double quanta) {
    return (int32_t)fmax(-MOST_QUANTA, fmin(MOST_QUANTA, quanta));
}

// The numbers of one volume in quanta around the origin of the film.
static void RoundBounds(const Grid* grid, svVolume volume, const double* bounds, int32_t* out) {
    static const int first[9] = {0, 1, 2, 0, 0, 1, 0, 0, 1};
    static const int second[9] = {-1, -1, -1, 1, 2, 2, 1, 2, 2};
    if (volume == SV_VOLUME_SPHERE) {
        for (int d = 0; d < 3; ++d) {
            out[d] = ToQuanta(round((bounds[d] - grid->origin[d]) / grid->quantum));
        }
        out[3] =
            ToQuanta(ceil(bounds[3] / grid->quantum + 0.9)); // sqrt(3)/2: the centre is rounded
        return;
    }
    const int slabs = (int)svVolume_Numbers(volume) / 2;
    for (int slab = 0; slab < slabs; ++slab) {
        const double other = second[slab] < 0 ? 0 : grid->origin[second[slab]];
        const double origin = grid->origin[first[slab]] + (slab < 6 ? other : -other);
        out[slab] = ToQuanta(floor((bounds[slab] - origin) / grid->quantum));
        out[slabs + slab] = ToQuanta(ceil((bounds[slabs + slab] - origin) / grid->quantum));
    }
}

// Number by number; those at t0 against the item before, those at t1 against those at t0.
static void PackLevelBounds(const int32_t* now, const int32_t* end, uint32_t count,
                            uint32_t numbers, Pack* pack) {
    NumberList list = {.pack = pack};
    for (uint32_t k = 0; k < numbers; ++k) {
        for (uint32_t i = 0; i < count; ++i) {
            const size_t at = (size_t)i * numbers + k;
            PutInList(&list, now[at] - (i > 0 ? now[at - numbers] : 0));
        }
        for (uint32_t i = 0; i < count && end != NULL; ++i) {
            const size_t at = (size_t)i * numbers + k;
            PutInList(&list, end[at] - now[at]);
        }
    }
    EndNumbers(&list);
}

static svStatus PackBounds(const LayerRun* run, uint32_t level, Pack* pack) {
    const uint32_t count = run->shape.itemCount[level];
    const uint32_t numbers = svVolume_Numbers(run->shape.volume);
    const Grid grid = Film_GetGrid(run->film);
    double* bounds = Terminal_Allocate((size_t)count * numbers, sizeof(*bounds));
    int32_t* rounded[2] = {NULL, NULL};
    svStatus status = SV_OK;
    for (int time = 0; time <= (run->def->step ? 1 : 0) && status == SV_OK; ++time) {
        rounded[time] = Terminal_Allocate((size_t)count * numbers, sizeof(*rounded[time]));
        status = svScene_GetBounds(run->def->scene, level, 0, count, time, bounds);
        for (uint32_t i = 0; i < count; ++i) {
            const size_t at = (size_t)i * numbers;
            RoundBounds(&grid, run->shape.volume, bounds + at, rounded[time] + at);
        }
    }
    PackLevelBounds(rounded[0], rounded[1], count, numbers, pack);
    free(bounds);
    free(rounded[0]);
    free(rounded[1]);
    return status;
}

// A cone that has no half-space is packed with an axis of zero.
static void PackNormals(const LayerRun* run, uint32_t level, Pack* pack) {
    NumberList list = {.pack = pack};
    for (uint32_t i = 0; i < run->shape.itemCount[level]; ++i) {
        const svCone* cone = &run->normals[level][i].cone;
        const bool full = !svCone_HasHalfSpace(cone);
        for (int d = 0; d < 3; ++d) {
            PutInList(&list, full ? 0 : (int32_t)lround(cone->axis[d] * AXIS_STEPS));
        }
        PutInList(&list, full ? 0 : (int32_t)ceil(cone->angle * ANGLE_STEPS));
    }
    EndNumbers(&list);
    for (uint32_t i = 0; i < run->shape.itemCount[level]; ++i) {
        Pack_Count(pack, run->normals[level][i].mask);
    }
}

// ---- pairs -------------------------------------------------------------------------------------

static void PackLeafPairs(const Sample* sample, Pack* pack) {
    Pack_Count(pack, sample->count);
    NumberList list = {.pack = pack};
    uint32_t before = 0;
    for (size_t i = 0; i < sample->count; ++i) {
        const svFeaturePair* pair = &sample->items[i].pair;
        PutInList(&list, (int32_t)(pair->a - before));
        PutInList(&list, (int32_t)(pair->b - pair->a));
        before = pair->a;
    }
    EndNumbers(&list);
}

static void PackFeature(const LayerRun* run, uint32_t mesh, uint32_t id, bool edge, Pack* pack) {
    Pack_Count(pack, mesh);
    if (edge) {
        const svMesh* of = svScene_GetMesh(run->def->scene, mesh);
        const uint32_t* ends = svMesh_GetTopology(of)->edges + 2 * (size_t)id;
        Pack_Count(pack, ends[0]);
        Pack_Count(pack, ends[1]);
    } else {
        Pack_Count(pack, id);
    }
}

static void PackCandidates(const LayerRun* run, Pack* pack) {
    const Sample* sample = &run->candidates;
    Pack_Count(pack, sample->count);
    for (size_t i = 0; i < sample->count; ++i) {
        const SampleItem* item = &sample->items[i];
        const bool edges = item->kind == SV_EDGE_EDGE;
        Pack_Byte(pack, (uint8_t)item->kind);
        PackFeature(run, item->pair.meshA, item->pair.a, edges, pack);
        PackFeature(run, item->pair.meshB, item->pair.b, edges, pack);
    }
}

// Where the first feature of a contact is touched, at the time of impact.
static void LocateContact(const LayerRun* run, const SampleItem* item, double point[3]) {
    const svMesh* mesh = svScene_GetMesh(run->def->scene, item->pair.meshA);
    const uint32_t alone[2] = {item->pair.a, item->pair.a};
    const bool edges = item->kind == SV_EDGE_EDGE;
    const uint32_t* ends =
        edges ? svMesh_GetTopology(mesh)->edges + 2 * (size_t)item->pair.a : alone;
    svPositions x0, x1;
    svMesh_GetMotion(mesh, &x0, &x1);
    point[0] = point[1] = point[2] = 0;
    for (int k = 0; k < (edges ? 2 : 1); ++k) {
        double a[3], b[3];
        svPositions_Get(&x0, ends[k], a);
        svPositions_Get(&x1, ends[k], b);
        for (int d = 0; d < 3; ++d) {
            point[d] += item->shape.weights[k] * (a[d] + item->time * (b[d] - a[d]));
        }
    }
}

static void PackContacts(const LayerRun* run, Pack* pack) {
    const Sample* sample = &run->contacts;
    const Grid grid = Film_GetGrid(run->film);
    Pack_Count(pack, sample->count);
    for (size_t i = 0; i < sample->count; ++i) {
        double point[3];
        LocateContact(run, &sample->items[i], point);
        Pack_Byte(pack, (uint8_t)sample->items[i].kind);
        Pack_Float(pack, (float)sample->items[i].time);
        for (int d = 0; d < 3; ++d) {
            Pack_Float(pack, (float)((point[d] - grid.origin[d]) / grid.quantum));
        }
        for (int d = 0; d < 3; ++d) {
            Pack_Float(pack, (float)sample->items[i].shape.normal[d]);
        }
    }
}

svStatus LayerRun_Pack(const LayerRun* run, Pack* pack) {
    svStatus status = SV_OK;
    PackHead(run, pack);
    PackLeaves(run, pack);
    for (uint32_t level = 0; level < run->shape.levelCount && status == SV_OK; ++level) {
        PackFlags(run, level, pack);
        status = PackBounds(run, level, pack);
        PackNormals(run, level, pack);
    }
    PackLeafPairs(&run->leafPairs, pack);
    PackCandidates(run, pack);
    PackContacts(run, pack);
    return status;
}
