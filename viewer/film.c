// Frames in, a packed film out.
//
// Bytes: the triangles of every object and the positions of those that stand still; then groups of
// frames, each readable without the others. A frame has a record per moving object (how its
// coordinates are predicted, then the residuals), the faces in red, and the pairs.
//
// Positions are rounded when a frame is taken, and packed beside what the caller does next.

#include "film.h"

#include "beside.h"
#include "film_layers.h"
#include "film_parts.h"
#include "pack.h"
#include "track.h"

#include "report/terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Frames of a group: a reader that jumps unpacks half of them on average; the first costs about
// three times as much as the others. A group that takes this share of the limit ends earlier.
#define GROUP_FRAMES 16
#define GROUP_SHARE 8

typedef struct FilmObject {
    const char* name;
    const svTopology* topology;
    bool still;
    Track track;
    uint8_t* marks; // of each face
    Pack packed;    // the red faces of the frame that waits
} FilmObject;

typedef struct FilmFrame {
    size_t number;
    uint64_t counts[FILM_KIND_COUNT];
} FilmFrame;

typedef struct FilmGroup {
    size_t first, count; // in frames
    Pack pack;           // empty if it was dropped
    uint64_t worst;      // the most pairs of a frame; 0: none is bad
    bool dropped;
} FilmGroup;

// Layers of a frame (film_layers.h).
typedef struct FilmLayers {
    size_t frame;
    Pack pack; // empty if they were dropped
} FilmLayers;

struct Film {
    size_t byteLimit, expected; // frames, about
    Grid grid;
    FilmObject* objects;
    uint32_t objectCount;
    Pack base; // triangles, still positions
    FilmFrame* frames;
    size_t frameCount, frameRoom;
    FilmGroup* groups;
    size_t groupCount, groupRoom;
    size_t groupBytes; // of all groups that are kept
    size_t leastGroup; // bytes of the smallest that was dropped
    FilmLayers* layers;
    size_t layerCount, layerRoom;
    FilmPair pairs[FILM_KIND_COUNT * FILM_PAIRS];
    int pairCount, kindCounts[FILM_KIND_COUNT];
    double box[2][3]; // of the first frame
    // The frame that waits to be packed, or is being packed.
    Beside* packer;
    size_t waiting;   // its place in its group, the last one; SIZE_MAX: none waits
    size_t sizeUntil; // of that group before it
    Pack packedPairs;
};

// Twice the room when `count` items fill it.
static void* GrowItems(void* items, size_t count, size_t* room, size_t size) {
    if (count < *room) {
        return items;
    }
    *room = 2 * count + 16;
    void* grown = Terminal_Allocate(*room, size);
    if (count > 0) {
        memcpy(grown, items, count * size);
    }
    free(items);
    return grown;
}

Film* Film_Create(size_t byteLimit, size_t frameCount) {
    Film* film = Terminal_Allocate(1, sizeof(*film));
    film->byteLimit = byteLimit;
    film->expected = frameCount;
    film->waiting = SIZE_MAX;
    for (int d = 0; d < 3; ++d) {
        film->box[0][d] = (double)INFINITY;
        film->box[1][d] = -(double)INFINITY;
    }
    return film;
}

void Film_Destroy(Film* film) {
    if (film == NULL) {
        return;
    }
    Beside_Destroy(film->packer);
    Pack_Destroy(&film->packedPairs);
    for (uint32_t i = 0; i < film->objectCount; ++i) {
        FilmObject* object = &film->objects[i];
        Track_Destroy(&object->track);
        Pack_Destroy(&object->packed);
        free(object->marks);
    }
    for (size_t g = 0; g < film->groupCount; ++g) {
        Pack_Destroy(&film->groups[g].pack);
    }
    for (size_t i = 0; i < film->layerCount; ++i) {
        Pack_Destroy(&film->layers[i].pack);
    }
    Pack_Destroy(&film->base);
    free(film->layers);
    free(film->objects);
    free(film->frames);
    free(film->groups);
    free(film);
}

// Corner by corner: the first against that of the triangle before, the others against the first.
static void PackTriangles(Pack* pack, const svTopology* topology) {
    uint32_t block[PACK_BLOCK], before = 0;
    int count = 0;
    for (size_t i = 0; i < 3 * (size_t)topology->triangleCount; ++i) {
        const uint32_t first = topology->triangles[i / 3 * 3];
        block[count++] =
            Pack_Signed((int32_t)(topology->triangles[i] - (i % 3 == 0 ? before : first)));
        before = i % 3 == 0 ? first : before;
        if (count == PACK_BLOCK) {
            Pack_Block(pack, block, count);
            count = 0;
        }
    }
    Pack_Block(pack, block, count);
    Pack_Align(pack);
}

void Film_AddObject(Film* film, const char* name, const svTopology* topology, bool still) {
    size_t room = film->objectCount;
    film->objects = GrowItems(film->objects, film->objectCount, &room, sizeof(*film->objects));
    FilmObject* object = &film->objects[film->objectCount++];
    *object = (FilmObject){.name = name, .topology = topology, .still = still};
    object->track = Track_Make(topology);
    object->marks = Terminal_Allocate(topology->triangleCount, 1);
    PackTriangles(&film->base, topology);
}

static double MeanEdgeLength(const svTopology* topology, const svPositions* positions) {
    double sum = 0;
    for (size_t i = 0; i < topology->edgeCount; ++i) {
        double a[3], b[3];
        svPositions_Get(positions, topology->edges[2 * i], a);
        svPositions_Get(positions, topology->edges[2 * i + 1], b);
        sum += sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                    (a[2] - b[2]) * (a[2] - b[2]));
    }
    return topology->edgeCount > 0 ? sum / (double)topology->edgeCount : 0;
}

static void WidenBox(Film* film, const svPositions* positions, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        double x[3];
        svPositions_Get(positions, i, x);
        for (int d = 0; d < 3; ++d) {
            film->box[0][d] = x[d] < film->box[0][d] ? x[d] : film->box[0][d];
            film->box[1][d] = x[d] > film->box[1][d] ? x[d] : film->box[1][d];
        }
    }
}

// Quanta in an edge: as many as let the film fit by a rough guess. With 64, coordinates of
// simulated cloth take 2.5 to 4 bits; twice as many quanta take one bit more.
static double ChooseFineness(const Film* film) {
    double coordinates = 0;
    for (uint32_t i = 0; i < film->objectCount; ++i) {
        const double count = 3 * (double)film->objects[i].topology->vertexCount;
        coordinates += film->objects[i].still ? count : count * (double)film->expected;
    }
    double fineness = 64, bits = 4.5;
    while (fineness < 512 && coordinates * (bits + 1) / 8 < 0.7 * (double)film->byteLimit) {
        fineness *= 2;
        bits += 1;
    }
    return fineness;
}

// From the first frame: that share of the finest mean edge, but at least the extent by 2^21, so
// that coordinates keep to some 24 bits, which floats have.
static void ChooseQuantum(Film* film, const svPositions* positions) {
    double finest = (double)INFINITY, extent = 0;
    for (uint32_t i = 0; i < film->objectCount; ++i) {
        const double edge = MeanEdgeLength(film->objects[i].topology, &positions[i]);
        finest = edge > 0 && edge < finest ? edge : finest;
    }
    for (int d = 0; d < 3 && film->box[0][d] <= film->box[1][d]; ++d) {
        const double half = film->box[1][d] / 2 - film->box[0][d] / 2; // the whole may overflow
        extent = half > extent ? half : extent;
        film->grid.origin[d] = film->box[0][d] + half;
    }
    const double least = extent / (1 << 20);
    film->grid.quantum = finest < (double)INFINITY ? finest / ChooseFineness(film) : 0;
    film->grid.quantum = film->grid.quantum > least ? film->grid.quantum : least;
    film->grid.quantum =
        film->grid.quantum > 0 && isfinite(1 / film->grid.quantum) ? film->grid.quantum : 1;
}

uint8_t* Film_Marks(Film* film, uint32_t object) {
    return film->objects[object].marks;
}

void Film_AddPair(Film* film, const FilmPair* pair) {
    if (film->kindCounts[pair->kind] < FILM_PAIRS) {
        ++film->kindCounts[pair->kind];
        film->pairs[film->pairCount++] = *pair;
    }
}

// Numbers of the red faces, as steps from one to the next; the marks are cleared.
static void PackMarks(Pack* pack, FilmObject* object) {
    const size_t faces = object->topology->triangleCount;
    size_t count = 0, before = 0;
    for (size_t i = 0; i < faces; ++i) {
        count += object->marks[i];
    }
    Pack_Count(pack, count);
    for (size_t i = 0; i < faces && count > 0; ++i) {
        if (object->marks[i] != 0) {
            Pack_Count(pack, i - before);
            before = i;
            object->marks[i] = 0;
            --count;
        }
    }
}

static void PackPairs(const Film* film, Pack* pack) {
    Pack_Count(pack, (uint64_t)film->pairCount);
    for (int i = 0; i < film->pairCount; ++i) {
        const FilmPair* pair = &film->pairs[i];
        Pack_Byte(pack, (uint8_t)pair->kind);
        for (int side = 0; side < 2; ++side) {
            const FilmFeature* feature = side == 0 ? &pair->a : &pair->b;
            Pack_Count(pack, feature->object);
            Pack_Count(pack, feature->ids[0]);
            Pack_Count(pack, feature->ids[1]);
        }
        Pack_Float(pack, (float)pair->value);
        for (int d = 0; d < 3; ++d) {
            Pack_Float(pack, (float)((pair->point[d] - film->grid.origin[d]) / film->grid.quantum));
        }
    }
}

// Packs the frame that waits.
static void PackWaiting(void* user) {
    Film* film = user;
    Pack* pack = &film->groups[film->groupCount - 1].pack;
    for (uint32_t i = 0; i < film->objectCount; ++i) {
        const FilmObject* object = &film->objects[i];
        if (!object->still) {
            Track_Pack(&object->track, film->waiting, pack);
        }
        Pack_Bytes(pack, object->packed.bytes, object->packed.size);
    }
    Pack_Bytes(pack, film->packedPairs.bytes, film->packedPairs.size);
}

// Waits for it, and counts its bytes.
static void EndPacking(Film* film) {
    if (film->waiting != SIZE_MAX) {
        Beside_Wait(film->packer);
        film->groupBytes += film->groups[film->groupCount - 1].pack.size - film->sizeUntil;
        film->waiting = SIZE_MAX;
    }
}

// The first frame: what does not change goes into the base.
static void BeginFilm(Film* film, const svPositions* positions) {
    for (uint32_t i = 0; i < film->objectCount; ++i) {
        WidenBox(film, &positions[i], film->objects[i].topology->vertexCount);
    }
    ChooseQuantum(film, positions);
    film->packer = Beside_Create(PackWaiting, film);
    for (uint32_t i = 0; i < film->objectCount; ++i) {
        FilmObject* object = &film->objects[i];
        if (object->still) {
            Track_Read(&object->track, &film->grid, &positions[i]);
            Track_Pack(&object->track, 0, &film->base);
        }
    }
}

static bool GroupIsBad(const Film* film, size_t group) {
    return group < film->groupCount && film->groups[group].worst > 0;
}

// How much a group is worth: 0 far from collisions, 1 beside a group that has some (the last may
// become that), 2 with collisions, 3 with the first or the most of them.
static int WorthOfGroup(const Film* film, size_t index, size_t first, size_t worst) {
    if (GroupIsBad(film, index)) {
        return index == first || index == worst ? 3 : 2;
    }
    const bool beside = GroupIsBad(film, index + 1) || (index > 0 && GroupIsBad(film, index - 1));
    return beside || index + 1 == film->groupCount ? 1 : 0;
}

// The group to drop: of the least worth; the earliest of those without collisions, else the latest.
static size_t FindVictim(const Film* film) {
    size_t first = SIZE_MAX, worst = 0, victim = SIZE_MAX;
    for (size_t g = 0; g < film->groupCount; ++g) {
        worst = film->groups[g].worst > film->groups[worst].worst ? g : worst;
        first = first == SIZE_MAX && film->groups[g].worst > 0 ? g : first;
    }
    int least = 4;
    for (size_t g = 0; g < film->groupCount; ++g) {
        const int worth = WorthOfGroup(film, g, first, worst);
        if (!film->groups[g].dropped && (worth < least || (worth == least && worth >= 2))) {
            least = worth;
            victim = g;
        }
    }
    return victim;
}

static void DropGroups(Film* film) {
    while (film->base.size + film->groupBytes > film->byteLimit && film->groupBytes > 0) {
        FilmGroup* group = &film->groups[FindVictim(film)];
        const size_t size = group->pack.size;
        film->leastGroup =
            film->leastGroup == 0 || size < film->leastGroup ? size : film->leastGroup;
        film->groupBytes -= size;
        Pack_Destroy(&group->pack);
        group->dropped = true;
    }
}

static FilmGroup* GroupOfNextFrame(Film* film) {
    FilmGroup* last = film->groupCount > 0 ? &film->groups[film->groupCount - 1] : NULL;
    if (last == NULL || last->count == GROUP_FRAMES ||
        last->pack.size > film->byteLimit / GROUP_SHARE) {
        DropGroups(film);
        film->groups = GrowItems(film->groups, film->groupCount, &film->groupRoom, sizeof(*last));
        last = &film->groups[film->groupCount++];
        *last = (FilmGroup){.first = film->frameCount};
    }
    return last;
}

void Film_AddFrame(Film* film, size_t number, const svPositions* positions,
                   const uint64_t counts[FILM_KIND_COUNT]) {
    if (film->frameCount == 0) {
        BeginFilm(film, positions);
    }
    EndPacking(film);
    FilmGroup* group = GroupOfNextFrame(film);
    film->frames =
        GrowItems(film->frames, film->frameCount, &film->frameRoom, sizeof(*film->frames));
    FilmFrame* frame = &film->frames[film->frameCount++];
    *frame = (FilmFrame){.number = number};
    uint64_t total = 0;
    for (int k = 0; k < FILM_KIND_COUNT; ++k) {
        frame->counts[k] = counts[k];
        total += counts[k];
        film->kindCounts[k] = 0;
    }
    for (uint32_t i = 0; i < film->objectCount; ++i) {
        FilmObject* object = &film->objects[i];
        if (!object->still) {
            Track_Read(&object->track, &film->grid, &positions[i]);
        }
        object->packed.size = 0;
        PackMarks(&object->packed, object);
    }
    film->packedPairs.size = 0;
    PackPairs(film, &film->packedPairs);
    film->pairCount = 0;
    group->worst = total > group->worst ? total : group->worst;
    film->waiting = group->count++;
    film->sizeUntil = group->pack.size;
    Beside_Begin(film->packer);
}

Grid Film_GetGrid(const Film* film) {
    return film->grid;
}

void Film_AttachLayers(Film* film, size_t frame, Pack* pack) {
    film->layers = GrowItems(film->layers, film->layerCount, &film->layerRoom, sizeof(FilmLayers));
    film->layers[film->layerCount++] = (FilmLayers){frame, *pack};
    *pack = (Pack){0};
}

static bool HasFrame(const Film* film, size_t frame) {
    size_t g = 0;
    while (g + 1 < film->groupCount && film->groups[g + 1].first <= frame) {
        ++g;
    }
    return film->groupCount > 0 && !film->groups[g].dropped;
}

// Layers of frames that are left out, and the last of those for which there is no room.
static void DropLayers(Film* film) {
    size_t size = film->base.size + film->groupBytes;
    for (size_t i = 0; i < film->layerCount; ++i) {
        FilmLayers* layers = &film->layers[i];
        if (HasFrame(film, layers->frame) && layers->pack.size <= film->byteLimit &&
            size <= film->byteLimit - layers->pack.size) {
            size += layers->pack.size;
        } else {
            Pack_Destroy(&layers->pack);
        }
    }
}

bool Film_Finish(Film* film, size_t* needed) {
    EndPacking(film);
    DropGroups(film);
    DropLayers(film);
    // A group ends once it takes its share; so much is a group of one frame more.
    *needed = (film->base.size + film->leastGroup) / (GROUP_SHARE - 1) * GROUP_SHARE + GROUP_SHARE;
    return film->groupBytes > 0;
}

size_t Film_FrameCount(const Film* film) {
    return film->frameCount;
}

size_t Film_KeptCount(const Film* film) {
    size_t count = 0;
    for (size_t g = 0; g < film->groupCount; ++g) {
        count += film->groups[g].dropped ? 0 : film->groups[g].count;
    }
    return count;
}

size_t Film_LayerCount(const Film* film) {
    return film->layerCount;
}

size_t Film_LostLayerCount(const Film* film) {
    size_t count = 0;
    for (size_t i = 0; i < film->layerCount; ++i) {
        count += film->layers[i].pack.size == 0;
    }
    return count;
}

static void DescribeObjects(const Film* film, Json* json) {
    Json_BeginArray(json, "objects");
    for (uint32_t i = 0; i < film->objectCount; ++i) {
        const FilmObject* object = &film->objects[i];
        Json_BeginObject(json, NULL);
        Json_Text(json, "name", object->name);
        Json_Count(json, "vertices", object->topology->vertexCount);
        Json_Count(json, "triangles", object->topology->triangleCount);
        Json_Flag(json, "still", object->still);
        Json_EndObject(json);
    }
    Json_EndArray(json);
}

// Frames as rows of number and counts: an animation has many.
static void DescribeFrames(const Film* film, Json* json) {
    Json_BeginArray(json, "frames");
    for (size_t i = 0; i < film->frameCount; ++i) {
        double row[1 + FILM_KIND_COUNT] = {(double)film->frames[i].number};
        for (int k = 0; k < FILM_KIND_COUNT; ++k) {
            row[1 + k] = (double)film->frames[i].counts[k];
        }
        Json_Numbers(json, NULL, row, 1 + FILM_KIND_COUNT);
    }
    Json_EndArray(json);
    Json_BeginArray(json, "groups");
    for (size_t g = 0; g < film->groupCount; ++g) {
        const FilmGroup* group = &film->groups[g];
        const double row[3] = {(double)group->first, (double)group->count,
                               (double)group->pack.size};
        Json_Numbers(json, NULL, row, 3);
    }
    Json_EndArray(json);
}

// Rows of frame and bytes; 0: there was no room.
static void DescribeLayers(const Film* film, Json* json) {
    Json_BeginArray(json, "layers");
    for (size_t i = 0; i < film->layerCount; ++i) {
        const double row[2] = {(double)film->layers[i].frame, (double)film->layers[i].pack.size};
        Json_Numbers(json, NULL, row, 2);
    }
    Json_EndArray(json);
}

void Film_Describe(const Film* film, Json* json) {
    double low[3], high[3];
    for (int d = 0; d < 3; ++d) {
        low[d] = (double)INFINITY;
        high[d] = -(double)INFINITY;
        for (uint32_t i = 0; i < film->objectCount; ++i) {
            low[d] = fmin(low[d], film->objects[i].track.low[d]);
            high[d] = fmax(high[d], film->objects[i].track.high[d]);
        }
        low[d] = film->grid.origin[d] + film->grid.quantum * low[d];
        high[d] = film->grid.origin[d] + film->grid.quantum * high[d];
    }
    Json_Number(json, "quantum", film->grid.quantum);
    Json_Numbers(json, "origin", film->grid.origin, 3);
    Json_Numbers(json, "low", low, 3);
    Json_Numbers(json, "high", high, 3);
    Json_Count(json, "baseBytes", film->base.size);
    DescribeObjects(film, json);
    DescribeFrames(film, json);
    DescribeLayers(film, json);
}

void Film_WriteBytes(const Film* film, FilmWriter* write, void* user) {
    write(film->base.bytes, film->base.size, user);
    for (size_t g = 0; g < film->groupCount; ++g) {
        write(film->groups[g].pack.bytes, film->groups[g].pack.size, user);
    }
    for (size_t i = 0; i < film->layerCount; ++i) {
        write(film->layers[i].pack.bytes, film->layers[i].pack.size, user);
    }
}
