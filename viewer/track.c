#include "track.h"

#include "report/terminal.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// How coordinates of a frame are predicted. All but FROM_SPACE need the frame before.
typedef enum Prediction {
    UNCHANGED,  // nothing follows
    FROM_SPACE, // by the vertex's anchor
    FROM_TIME,  // by the frame before
    FROM_BOTH,  // moved as the anchor moved
    FROM_TREND  // moved as before, changed as the anchor's movement changed
} Prediction;

// Ends of edges that stand in one triangle are near each other; the higher one is unpacked later.
static void FindAnchors(const svTopology* topology, uint32_t* anchors) {
    for (uint32_t v = 1; v < topology->vertexCount; ++v) {
        anchors[v] = UINT32_MAX;
    }
    for (size_t i = 0; i < 3 * (size_t)topology->triangleCount; ++i) {
        const uint32_t v = topology->triangles[i];
        for (size_t k = i / 3 * 3; k < i / 3 * 3 + 3; ++k) {
            const uint32_t other = topology->triangles[k];
            if (other < v && (anchors[v] == UINT32_MAX || anchors[v] < other)) {
                anchors[v] = other;
            }
        }
    }
    for (uint32_t v = 1; v < topology->vertexCount; ++v) {
        anchors[v] = anchors[v] == UINT32_MAX ? v - 1 : anchors[v];
    }
}

Track Track_Make(const svTopology* topology) {
    Track track = {.topology = topology,
                   .anchors = Terminal_Allocate(topology->vertexCount, sizeof(uint32_t))};
    FindAnchors(topology, track.anchors);
    for (int k = 0; k < 3; ++k) {
        track.x[k] = Terminal_Allocate(3 * (size_t)topology->vertexCount, sizeof(int32_t));
        track.low[k] = (double)INFINITY;
        track.high[k] = -(double)INFINITY;
    }
    return track;
}

void Track_Destroy(Track* track) {
    free(track->anchors);
    for (int k = 0; k < 3; ++k) {
        free(track->x[k]);
    }
    *track = (Track){0};
}

// To the nearest integer: adding 1.5 * 2^52 leaves it in the low bits.
static inline int32_t NearestQuantum(double x) {
    const double shifted = x + 6755399441055744.0;
    uint64_t bits;
    memcpy(&bits, &shifted, sizeof(bits));
    return (int32_t)(uint32_t)bits;
}

// One source for both kinds of scalars, inlined for each. The least and the most are kept as
// doubles, before they are rounded.
static inline void QuantiseAll(Track* track, const Grid* grid, const svPositions* positions,
                               bool isFloat) {
    const double scale = 1 / grid->quantum, limit = 1 << 30;
    const double origin[3] = {grid->origin[0], grid->origin[1], grid->origin[2]};
    const char* at = positions->data;
    int32_t* x = track->x[0];
    double low[3], high[3];
    for (int d = 0; d < 3; ++d) {
        low[d] = track->low[d];
        high[d] = track->high[d];
    }
    for (size_t i = 0; i < track->topology->vertexCount; ++i, at += positions->stride, x += 3) {
        const float* floats = (const float*)(const void*)at;
        const double* doubles = (const double*)(const void*)at;
        for (int d = 0; d < 3; ++d) {
            const double value = isFloat ? (double)floats[d] : doubles[d];
            const double quanta = (value - origin[d]) * scale;
            const double below = quanta < limit ? quanta : limit;
            const double inside = below > -limit ? below : -limit;
            low[d] = inside < low[d] ? inside : low[d];
            high[d] = inside > high[d] ? inside : high[d];
            x[d] = NearestQuantum(inside);
        }
    }
    for (int d = 0; d < 3; ++d) {
        track->low[d] = low[d];
        track->high[d] = high[d];
    }
}

void Track_Read(Track* track, const Grid* grid, const svPositions* positions) {
    int32_t* oldest = track->x[2];
    track->x[2] = track->x[1];
    track->x[1] = track->x[0];
    track->x[0] = oldest;
    if (positions->scalar == SV_FLOAT) {
        QuantiseAll(track, grid, positions, true);
    } else {
        QuantiseAll(track, grid, positions, false);
    }
}

// Coordinate i less what is expected of it without a look at the anchor. Modulo 2^32, as the reader
// adds it up.
static inline uint32_t ChangeAt(const Track* track, Prediction prediction, size_t i) {
    const uint32_t x = (uint32_t)track->x[0][i], before = (uint32_t)track->x[1][i];
    return prediction == FROM_SPACE   ? x
           : prediction == FROM_TREND ? x - 2 * before + (uint32_t)track->x[2][i]
                                      : x - before;
}

// What the prediction leaves of coordinate d of a vertex: the change, less that of the anchor.
static inline int32_t Residual(const Track* track, Prediction prediction, size_t vertex, size_t d) {
    const uint32_t change = ChangeAt(track, prediction, 3 * vertex + d);
    if (prediction == FROM_TIME || vertex == 0) {
        return (int32_t)change;
    }
    return (int32_t)(change - ChangeAt(track, prediction, 3 * (size_t)track->anchors[vertex] + d));
}

// The best of those that `known` frames before this one in its group allow, by every seventh
// vertex.
static Prediction ChoosePrediction(const Track* track, size_t known) {
    Prediction best = FROM_SPACE;
    uint64_t least = UINT64_MAX;
    const Prediction last = known >= 2 ? FROM_TREND : FROM_BOTH;
    for (int p = FROM_TIME; p <= (int)last && known > 0; ++p) {
        uint64_t sum = 0;
        for (size_t v = 0; v < track->topology->vertexCount; v += 7) {
            for (size_t d = 0; d < 3; ++d) {
                sum += Pack_Signed(Residual(track, (Prediction)p, v, d));
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
static inline void PackResiduals(Pack* pack, const Track* track, Prediction prediction) {
    const size_t count = track->topology->vertexCount;
    for (size_t begin = 0; begin < count; begin += PACK_BLOCK) {
        const size_t end = begin + PACK_BLOCK < count ? begin + PACK_BLOCK : count;
        uint32_t blocks[3][PACK_BLOCK];
        for (size_t v = begin; v < end; ++v) {
            for (size_t d = 0; d < 3; ++d) {
                blocks[d][v - begin] = Pack_Signed(Residual(track, prediction, v, d));
            }
        }
        for (int d = 0; d < 3; ++d) {
            Pack_Block(pack, blocks[d], (int)(end - begin));
        }
    }
    Pack_Align(pack);
}

static bool IsUnchanged(const Track* track) {
    const size_t bytes = 3 * (size_t)track->topology->vertexCount * sizeof(int32_t);
    return bytes == 0 || memcmp(track->x[0], track->x[1], bytes) == 0;
}

void Track_Pack(const Track* track, size_t known, Pack* pack) {
    const Prediction prediction =
        known > 0 && IsUnchanged(track) ? UNCHANGED : ChoosePrediction(track, known);
    Pack_Byte(pack, (uint8_t)prediction);
    switch (prediction) {
    case UNCHANGED:
        break;
    case FROM_SPACE:
        PackResiduals(pack, track, FROM_SPACE);
        break;
    case FROM_TIME:
        PackResiduals(pack, track, FROM_TIME);
        break;
    case FROM_BOTH:
        PackResiduals(pack, track, FROM_BOTH);
        break;
    default:
        PackResiduals(pack, track, FROM_TREND);
    }
}
