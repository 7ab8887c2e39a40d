// The source of the wide filter of triangle pairs: the generic case of triangle.c, lane by lane. A
// file per instruction set chooses a wide header, defines KERNEL(name) and includes this one.

#include "elementary/triangle_batch.h"

#include "predicates/orient.h"

#define LANES ((uint32_t)SV_WIDE_LANES)

typedef struct Wide3 {
    svWide x, y, z;
} Wide3;

static inline Wide3 LoadPoint(const svPositions* view, const uint32_t* ids) {
    svWide x[3];
    svWide_LoadPoints(view, ids, x);
    return (Wide3){x[0], x[1], x[2]};
}

static inline Wide3 Sub(Wide3 a, Wide3 b) {
    return (Wide3){a.x - b.x, a.y - b.y, a.z - b.z};
}

// svPlaneFilter, of predicates/orient.h: the same operations and bounds.
typedef struct Plane {
    Wide3 base, normal, weight;
} Plane;

static inline Plane PlaneOf(Wide3 base, Wide3 u, Wide3 w) {
    const svWide least = svWide_Set(DBL_MIN);
    const svWide yz = u.y * w.z, zy = u.z * w.y;
    const svWide zx = u.z * w.x, xz = u.x * w.z;
    const svWide xy = u.x * w.y, yx = u.y * w.x;
    return (Plane){base,
                   {yz - zy, zx - xz, xy - yx},
                   {svWide_Abs(yz) + svWide_Abs(zy) + least,
                    svWide_Abs(zx) + svWide_Abs(xz) + least,
                    svWide_Abs(xy) + svWide_Abs(yx) + least}};
}

// Lanes, as bits, that are certainly above and below.
typedef struct Sides {
    unsigned above, below;
} Sides;

static inline Sides SidesOf(const Plane* plane, Wide3 d) {
    const svWide height = d.x * plane->normal.x + d.y * plane->normal.y + d.z * plane->normal.z;
    const svWide weight = svWide_Abs(d.x) * plane->weight.x + svWide_Abs(d.y) * plane->weight.y +
                          svWide_Abs(d.z) * plane->weight.z;
    const svWide bound = svWide_Set(SV_ORIENT3D_ERROR) * weight + svWide_Set(DBL_MIN);
    return (Sides){svWideMask_Bits(svWide_Less(bound, height)),
                   svWideMask_Bits(svWide_Less(height, svWide_Set(0) - bound))};
}

// Pairs whose six sides are certain and which each reach through the other's plane. The points are
// in the order that the comparison of the intervals wants: apex, lo and hi of svTriangleSpan.
typedef struct Crossing {
    uint32_t count;
    uint32_t pair[SV_TRIANGLE_BLOCK];
    uint32_t a[3][SV_TRIANGLE_BLOCK + SV_TRIANGLE_PAD];
    uint32_t b[3][SV_TRIANGLE_BLOCK + SV_TRIANGLE_PAD];
    uint8_t opposed[SV_TRIANGLE_BLOCK + SV_TRIANGLE_PAD]; // one apex is above, the other below
} Crossing;

// By the bits of the vertices that are above, of which some are and some are not: apex, next,
// previous vertex. The apex is alone on its side: above where one bit is set.
static const uint8_t apexOrder[8][3] = {{0, 1, 2}, {0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                        {2, 0, 1}, {1, 2, 0}, {0, 1, 2}, {0, 1, 2}};

static inline void AppendCrossing(const svTriangleBlock* block, uint32_t pair, unsigned aboveA,
                                  unsigned aboveB, Crossing* list) {
    const uint32_t at = list->count++;
    const uint8_t *orderA = apexOrder[aboveA], *orderB = apexOrder[aboveB];
    const unsigned isAboveA = 0x16u >> aboveA & 1, isAboveB = 0x16u >> aboveB & 1;
    const unsigned swapA = isAboveA, swapB = 1 - isAboveB; // svTriangleSpan_OfA and OfB
    list->pair[at] = pair;
    list->a[0][at] = block->vertices[orderA[0]][pair];
    list->a[1 + swapA][at] = block->vertices[orderA[1]][pair];
    list->a[2 - swapA][at] = block->vertices[orderA[2]][pair];
    list->b[0][at] = block->vertices[3 + orderB[0]][pair];
    list->b[1 + swapB][at] = block->vertices[3 + orderB[1]][pair];
    list->b[2 - swapB][at] = block->vertices[3 + orderB[2]][pair];
    list->opposed[at] = (uint8_t)(isAboveA ^ isAboveB);
}

static inline unsigned Bit(unsigned lanes, uint32_t lane) {
    return lanes >> lane & 1;
}

// The sides of every vertex of one triangle, and the reverse.
static inline void Stage1(svTriangleBlock* block, Crossing* list) {
    for (uint32_t start = 0; start < block->count; start += LANES) {
        Wide3 a[3], b[3];
        for (int i = 0; i < 3; ++i) {
            a[i] = LoadPoint(block->x, block->vertices[i] + start);
            b[i] = LoadPoint(block->x, block->vertices[3 + i] + start);
        }
        const uint32_t used = block->count - start < LANES ? block->count - start : LANES;
        const Plane planeA = PlaneOf(a[0], Sub(a[1], a[0]), Sub(a[2], a[0]));
        const Plane planeB = PlaneOf(b[0], Sub(b[1], b[0]), Sub(b[2], b[0]));
        Sides ofA[3], ofB[3];
        for (int i = 0; i < 3; ++i) {
            ofB[i] = SidesOf(&planeA, Sub(b[i], a[0]));
            ofA[i] = SidesOf(&planeB, Sub(a[i], b[0]));
        }
        const unsigned apart = (ofA[0].above & ofA[1].above & ofA[2].above) |
                               (ofA[0].below & ofA[1].below & ofA[2].below) |
                               (ofB[0].above & ofB[1].above & ofB[2].above) |
                               (ofB[0].below & ofB[1].below & ofB[2].below);
        unsigned certain = ~0u;
        for (int i = 0; i < 3; ++i) {
            certain &= (ofA[i].above | ofA[i].below) & (ofB[i].above | ofB[i].below);
        }
        for (uint32_t lane = 0; lane < used; ++lane) {
            const uint32_t pair = start + lane;
            if (Bit(apart, lane)) {
                block->meetings[pair] = SV_TRIANGLES_APART;
            } else if (Bit(certain, lane)) {
                AppendCrossing(block, pair,
                               Bit(ofA[0].above, lane) | Bit(ofA[1].above, lane) << 1 |
                                   Bit(ofA[2].above, lane) << 2,
                               Bit(ofB[0].above, lane) | Bit(ofB[1].above, lane) << 1 |
                                   Bit(ofB[2].above, lane) << 2,
                               list);
            } else {
                block->undecided[block->undecidedCount++] = pair;
            }
        }
    }
}

static inline void PadCrossing(Crossing* list) {
    for (uint32_t i = list->count; i < list->count + SV_TRIANGLE_PAD; ++i) {
        for (int k = 0; k < 3; ++k) {
            list->a[k][i] = list->a[k][0];
            list->b[k][i] = list->b[k][0];
        }
        list->opposed[i] = 0;
    }
}

// MeetTransversal of triangle.c.
static inline void Stage2(svTriangleBlock* block, const Crossing* list) {
    for (uint32_t start = 0; start < list->count; start += LANES) {
        const Wide3 base = LoadPoint(block->x, list->a[0] + start);
        const Wide3 aLo = Sub(LoadPoint(block->x, list->a[1] + start), base);
        const Wide3 aHi = Sub(LoadPoint(block->x, list->a[2] + start), base);
        const Wide3 apex = Sub(LoadPoint(block->x, list->b[0] + start), base);
        const Wide3 bLo = Sub(LoadPoint(block->x, list->b[1] + start), base);
        const Wide3 bHi = Sub(LoadPoint(block->x, list->b[2] + start), base);
        unsigned opposed = 0;
        for (uint32_t lane = 0; lane < LANES; ++lane) {
            opposed |= (unsigned)list->opposed[start + lane] << lane;
        }
        const Plane planeHi = PlaneOf(base, aHi, apex), planeLo = PlaneOf(base, aLo, apex);
        const Sides gap = SidesOf(&planeHi, bLo), room = SidesOf(&planeLo, bHi);
        const unsigned gapUp = (gap.above & ~opposed) | (gap.below & opposed);
        const unsigned gapDown = (gap.below & ~opposed) | (gap.above & opposed);
        const unsigned roomUp = (room.above & ~opposed) | (room.below & opposed);
        const unsigned roomDown = (room.below & ~opposed) | (room.above & opposed);
        const unsigned apart = gapUp | roomDown, proper = gapDown & roomUp;
        const uint32_t used = list->count - start < LANES ? list->count - start : LANES;
        for (uint32_t lane = 0; lane < used; ++lane) {
            const uint32_t pair = list->pair[start + lane];
            block->meetings[pair] =
                (uint8_t)(Bit(proper, lane) ? SV_TRIANGLES_PROPER : SV_TRIANGLES_APART);
            block->undecided[block->undecidedCount] = pair;
            block->undecidedCount += 1 - Bit(apart | proper, lane);
        }
    }
}

void KERNEL(svTriangleKernel_Meet)(svTriangleBlock* block) {
    Crossing list;
    list.count = 0;
    block->undecidedCount = 0;
    Stage1(block, &list);
    if (list.count > 0) {
        PadCrossing(&list);
        Stage2(block, &list);
    }
}
