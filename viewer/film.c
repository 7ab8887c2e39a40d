// Frames in, a packed film out.
//
// Bytes: the triangles of every object and the positions of those that stand still; then groups of
// frames, each readable without the others. A frame has a record per moving object (how its
// coordinates are predicted, then the residuals), the faces in red, and the pairs.

#include "film.h"
#include "pack.h"

#include "report/terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Frames of a group: a reader that jumps unpacks half of them on average; the first costs about
// three times as much as the others. A group that takes this share of the limit ends earlier.
#define GROUP_FRAMES 16
#define GROUP_SHARE 8

// How coordinates of a frame are predicted. All but FROM_SPACE need the frame before.
typedef enum Prediction {
    UNCHANGED,  // nothing follows
    FROM_SPACE, // by the vertex's anchor
    FROM_TIME,  // by the frame before
    FROM_BOTH,  // moved as the anchor moved
    FROM_TREND  // moved as before, changed as the anchor's movement changed
} Prediction;

typedef struct FilmObject {
    const char* name;
    const svTopology* topology;
    bool still;
    uint32_t* anchors; // of each vertex: the neighbour with the highest number below its own
    int32_t* x[3];     // coordinates of this frame and the two before it, in quanta
    uint8_t* marks;    // of each face
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

struct Film {
    size_t byteLimit, expected; // frames, about
    double quantum, origin[3];
    FilmObject* objects;
    uint32_t objectCount;
    Pack base; // triangles, still positions
    FilmFrame* frames;
    size_t frameCount, frameRoom;
    FilmGroup* groups;
    size_t groupCount, groupRoom;
    size_t groupBytes; // of all groups that are kept
    size_t leastGroup; // bytes of the smallest that was dropped
    FilmPair pairs[FILM_KIND_COUNT * FILM_PAIRS];
    int pairCount, kindCounts[FILM_KIND_COUNT];
    double box[2][3];     // of the first frame
    int32_t quanta[2][3]; // of all frames
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
    for (int d = 0; d < 3; ++d) {
        film->box[0][d] = (double)INFINITY;
        film->box[1][d] = -(double)INFINITY;
        film->quanta[0][d] = INT32_MAX;
        film->quanta[1][d] = INT32_MIN;
    }
    return film;
}

void Film_Destroy(Film* film) {
    if (film == NULL) {
        return;
    }
    for (uint32_t i = 0; i < film->objectCount; ++i) {
        FilmObject* object = &film->objects[i];
        free(object->anchors);
        free(object->marks);
        for (int k = 0; k < 3; ++k) {
            free(object->x[k]);
        }
    }
    for (size_t g = 0; g < film->groupCount; ++g) {
        Pack_Destroy(&film->groups[g].pack);
    }
    Pack_Destroy(&film->base);
    free(film->objects);
    free(film->frames);
    free(film->groups);
    free(film);
}

// Ends of edges that stand in one triangle are near each other; the higher one is unpacked later.
static void FindAnchors(FilmObject* object) {
    const svTopology* topology = object->topology;
    object->anchors = Terminal_Allocate(topology->vertexCount, sizeof(*object->anchors));
    for (uint32_t v = 1; v < topology->vertexCount; ++v) {
        object->anchors[v] = UINT32_MAX;
    }
    for (size_t i = 0; i < 3 * (size_t)topology->triangleCount; ++i) {
        const uint32_t v = topology->triangles[i];
        for (size_t k = i / 3 * 3; k < i / 3 * 3 + 3; ++k) {
            const uint32_t other = topology->triangles[k];
            if (other < v && (object->anchors[v] == UINT32_MAX || object->anchors[v] < other)) {
                object->anchors[v] = other;
            }
        }
    }
    for (uint32_t v = 1; v < topology->vertexCount; ++v) {
        object->anchors[v] = object->anchors[v] == UINT32_MAX ? v - 1 : object->anchors[v];
    }
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
    FindAnchors(object);
    for (int k = 0; k < 3; ++k) {
        object->x[k] = Terminal_Allocate(3 * (size_t)topology->vertexCount, sizeof(int32_t));
    }
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
        const double side = film->box[1][d] - film->box[0][d];
        extent = side > extent ? side : extent;
        film->origin[d] = film->box[0][d] + side / 2;
    }
    const double least = extent / (1 << 21);
    film->quantum = finest < (double)INFINITY ? finest / ChooseFineness(film) : 0;
    film->quantum = film->quantum > least ? film->quantum : least;
    film->quantum = film->quantum > 0 && isfinite(1 / film->quantum) ? film->quantum : 1;
}

// To the nearest quantum: adding 1.5 * 2^52 leaves the integer in the low bits. Clamped to +-2^30.
static int32_t Quantised(double quanta) {
    const double limit = 1 << 30;
    const double inside = quanta > limit ? limit : quanta < -limit ? -limit : quanta;
    const double shifted = inside + 6755399441055744.0;
    uint64_t bits;
    memcpy(&bits, &shifted, sizeof(bits));
    return (int32_t)(uint32_t)bits;
}

static void QuantisePoints(const Film* film, const svPositions* positions, size_t count,
                           int32_t* x) {
    const double scale = 1 / film->quantum;
    const char* at = positions->data;
    for (size_t i = 0; i < count; ++i, at += positions->stride) {
        const float* floats = (const float*)(const void*)at;
        const double* doubles = (const double*)(const void*)at;
        for (size_t d = 0; d < 3; ++d) {
            const double value = positions->scalar == SV_FLOAT ? (double)floats[d] : doubles[d];
            x[3 * i + d] = Quantised((value - film->origin[d]) * scale);
        }
    }
}

static void WidenQuanta(Film* film, const int32_t* x, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        for (int d = 0; d < 3; ++d) {
            const int32_t value = x[3 * i + (size_t)d];
            film->quanta[0][d] = value < film->quanta[0][d] ? value : film->quanta[0][d];
            film->quanta[1][d] = value > film->quanta[1][d] ? value : film->quanta[1][d];
        }
    }
}

// Shifts the two frames before back by one, reads this one. False: it is as the one before.
static bool ReadQuanta(Film* film, FilmObject* object, const svPositions* positions) {
    int32_t* oldest = object->x[2];
    object->x[2] = object->x[1];
    object->x[1] = object->x[0];
    object->x[0] = oldest;
    const size_t count = object->topology->vertexCount;
    QuantisePoints(film, positions, count, object->x[0]);
    WidenQuanta(film, object->x[0], count);
    return memcmp(object->x[0], object->x[1], 3 * count * sizeof(int32_t)) != 0;
}

// Coordinate i less what is expected of it without a look at the anchor. Modulo 2^32, as the reader
// adds it up.
static inline uint32_t ChangeAt(const FilmObject* object, Prediction prediction, size_t i) {
    const uint32_t x = (uint32_t)object->x[0][i], before = (uint32_t)object->x[1][i];
    return prediction == FROM_SPACE   ? x
           : prediction == FROM_TREND ? x - 2 * before + (uint32_t)object->x[2][i]
                                      : x - before;
}

// What the prediction leaves of coordinate d of a vertex: the change, less that of the anchor.
static inline int32_t Residual(const FilmObject* object, Prediction prediction, size_t vertex,
                               size_t d) {
    const uint32_t change = ChangeAt(object, prediction, 3 * vertex + d);
    if (prediction == FROM_TIME || vertex == 0) {
        return (int32_t)change;
    }
    return (int32_t)(change -
                     ChangeAt(object, prediction, 3 * (size_t)object->anchors[vertex] + d));
}

// The best of those that `known` frames before this one in its group allow, by every seventh
// vertex.
static Prediction ChoosePrediction(const FilmObject* object, size_t known) {
    Prediction best = FROM_SPACE;
    double least = (double)INFINITY;
    const Prediction last = known >= 2 ? FROM_TREND : FROM_BOTH;
    for (int p = FROM_TIME; p <= (int)last && known > 0; ++p) {
        double sum = 0;
        for (size_t v = 0; v < object->topology->vertexCount; v += 7) {
            for (size_t d = 0; d < 3; ++d) {
                sum += fabs((double)Residual(object, (Prediction)p, v, d));
            }
        }
        if (sum < least) {
            least = sum;
            best = (Prediction)p;
        }
    }
    return best;
}

// Inlined for each prediction, so that no loop asks for it.
static inline void PackResiduals(Pack* pack, const FilmObject* object, Prediction prediction) {
    const size_t count = object->topology->vertexCount;
    for (size_t begin = 0; begin < count; begin += PACK_BLOCK) {
        const size_t end = begin + PACK_BLOCK < count ? begin + PACK_BLOCK : count;
        uint32_t blocks[3][PACK_BLOCK];
        for (size_t v = begin; v < end; ++v) {
            for (size_t d = 0; d < 3; ++d) {
                blocks[d][v - begin] = Pack_Signed(Residual(object, prediction, v, d));
            }
        }
        for (int d = 0; d < 3; ++d) {
            Pack_Block(pack, blocks[d], (int)(end - begin));
        }
    }
    Pack_Align(pack);
}

static void PackPositions(Pack* pack, const FilmObject* object, Prediction prediction) {
    Pack_Byte(pack, (uint8_t)prediction);
    switch (prediction) {
    case UNCHANGED:
        break;
    case FROM_SPACE:
        PackResiduals(pack, object, FROM_SPACE);
        break;
    case FROM_TIME:
        PackResiduals(pack, object, FROM_TIME);
        break;
    case FROM_BOTH:
        PackResiduals(pack, object, FROM_BOTH);
        break;
    default:
        PackResiduals(pack, object, FROM_TREND);
    }
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
            Pack_Float(pack, (float)((pair->point[d] - film->origin[d]) / film->quantum));
        }
    }
}

// The first frame: what does not change goes into the base.
static void BeginFilm(Film* film, const svPositions* positions) {
    for (uint32_t i = 0; i < film->objectCount; ++i) {
        WidenBox(film, &positions[i], film->objects[i].topology->vertexCount);
    }
    ChooseQuantum(film, positions);
    for (uint32_t i = 0; i < film->objectCount; ++i) {
        FilmObject* object = &film->objects[i];
        if (object->still) {
            ReadQuanta(film, object, &positions[i]);
            PackPositions(&film->base, object, FROM_SPACE);
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
    const size_t before = group->pack.size;
    for (uint32_t i = 0; i < film->objectCount; ++i) {
        FilmObject* object = &film->objects[i];
        if (!object->still) {
            const bool changed = ReadQuanta(film, object, &positions[i]);
            const bool alone = group->count == 0;
            PackPositions(&group->pack, object,
                          !changed && !alone ? UNCHANGED : ChoosePrediction(object, group->count));
        }
        PackMarks(&group->pack, object);
    }
    PackPairs(film, &group->pack);
    film->pairCount = 0;
    ++group->count;
    group->worst = total > group->worst ? total : group->worst;
    film->groupBytes += group->pack.size - before;
}

bool Film_Finish(Film* film, size_t* needed) {
    DropGroups(film);
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

void Film_Describe(const Film* film, Json* json) {
    double low[3], high[3];
    for (int d = 0; d < 3; ++d) {
        low[d] = film->origin[d] + film->quantum * film->quanta[0][d];
        high[d] = film->origin[d] + film->quantum * film->quanta[1][d];
    }
    Json_Number(json, "quantum", film->quantum);
    Json_Numbers(json, "origin", film->origin, 3);
    Json_Numbers(json, "low", low, 3);
    Json_Numbers(json, "high", high, 3);
    Json_Count(json, "baseBytes", film->base.size);
    DescribeObjects(film, json);
    DescribeFrames(film, json);
}

void Film_WriteBytes(const Film* film, FilmWriter* write, void* user) {
    write(film->base.bytes, film->base.size, user);
    for (size_t g = 0; g < film->groupCount; ++g) {
        write(film->groups[g].pack.bytes, film->groups[g].pack.size, user);
    }
}
