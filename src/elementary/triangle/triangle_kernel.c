// DCD filter of triangle pairs in double precision: the generic case of triangle.c (Guigue and
// Devillers 2003), lane by lane. A block of pairs in; separated, properly intersecting and
// undecided ones out. A kernel: compiled once per instruction set (math/target.h).

#include "dispatch/kernels.h"
#include "elementary/triangle/triangle_batch.h"
#include "math/wide3.h"

#include "predicates/orient.h"

#define LANES ((uint32_t)SV_WIDE_LANES)

static inline svWide3 LoadPoint(const svPositions* view, const uint32_t* ids) {
    svWide x[3];
    svWide_LoadPoints(view, ids, x);
    return (svWide3){x[0], x[1], x[2]};
}

// svPlaneFilter, of predicates/orient.h: the same operations and bounds. Points are relative to one
// of the plane.
typedef struct Plane {
    svWide3 normal, weight;
} Plane;

static inline Plane PlaneOf(svWide3 u, svWide3 w) {
    const svWide least = svWide_Set(DBL_MIN);
    const svWide yz = u.y * w.z, zy = u.z * w.y;
    const svWide zx = u.z * w.x, xz = u.x * w.z;
    const svWide xy = u.x * w.y, yx = u.y * w.x;
    return (Plane){{yz - zy, zx - xz, xy - yx},
                   {svWide_Abs(yz) + svWide_Abs(zy) + least,
                    svWide_Abs(zx) + svWide_Abs(xz) + least,
                    svWide_Abs(xy) + svWide_Abs(yx) + least}};
}

// Lanes certainly above and certainly below.
typedef struct Sides {
    svWideMask above, below;
} Sides;

static inline Sides SideOfPlane(const Plane* plane, svWide3 d) {
    const svWide height = d.x * plane->normal.x + d.y * plane->normal.y + d.z * plane->normal.z;
    const svWide weight = svWide_Abs(d.x) * plane->weight.x + svWide_Abs(d.y) * plane->weight.y +
                          svWide_Abs(d.z) * plane->weight.z;
    const svWide bound = svWide_Set(SV_ORIENT3D_ERROR) * weight + svWide_Set(DBL_MIN);
    return (Sides){svWide_Less(bound, height), svWide_Less(height, svWide_Set(0) - bound)};
}

// The sides of a triangle's three vertices.
typedef struct Span {
    svWideMask separated;     // all are on one side
    svWideMask certain;       // all are known
    svWideMask first, second; // the vertex alone on its side; neither: the third
    svWideMask above;         // where that vertex is above
} Span;

static inline svWideMask And3(svWideMask a, svWideMask b, svWideMask c) {
    return svWideMask_And(svWideMask_And(a, b), c);
}

static inline svWideMask Or3(svWideMask a, svWideMask b, svWideMask c) {
    return svWideMask_Or(svWideMask_Or(a, b), c);
}

static inline svWideMask BothOnOneSide(Sides p, Sides q) {
    return svWideMask_Or(svWideMask_And(p.above, q.above), svWideMask_And(p.below, q.below));
}

static inline Span SpanOfSides(const Sides s[3]) {
    const svWideMask third = BothOnOneSide(s[0], s[1]);
    Span span;
    span.first = BothOnOneSide(s[1], s[2]);
    span.second = BothOnOneSide(s[0], s[2]);
    span.separated = And3(span.first, span.second, third);
    span.certain =
        And3(svWideMask_Or(s[0].above, s[0].below), svWideMask_Or(s[1].above, s[1].below),
             svWideMask_Or(s[2].above, s[2].below));
    span.above = Or3(svWideMask_And(span.first, s[0].above),
                     svWideMask_And(span.second, s[1].above), svWideMask_And(third, s[2].above));
    return span;
}

// The vertex alone on its side, the next and the previous one.
static inline void ApexFirst(const Span* span, const svWide3 p[3], svWide3 turned[3]) {
    for (int i = 0; i < 3; ++i) {
        turned[i] = svWide3_Select(span->first, p[i],
                                   svWide3_Select(span->second, p[(i + 1) % 3], p[(i + 2) % 3]));
    }
}

// Lanes, as bits, in which the intervals on the intersection line of the planes certainly overlap,
// and in which they are certainly disjoint.
typedef struct Overlap {
    unsigned proper, separated;
} Overlap;

// MeetTransversal of triangle.c, for sides that are all certain and differ. With X the orientation
// of pa, next of a, pb and, where both apexes are on the same side, next of b, else its previous
// vertex, and Y the same for the previous of a and the other of b: gap and room are X and Y, or the
// reverse, each times the sense; going through the four cases, they overlap if X < 0 < Y and the
// apex of b is above, or Y < 0 < X and it is below. They are disjoint if one of both is the
// reverse.
static inline Overlap CompareIntervals(const svWide3 a[3], const svWide3 b[3], const Span* ofA,
                                       const Span* ofB) {
    svWide3 ta[3], tb[3];
    ApexFirst(ofA, a, ta);
    ApexFirst(ofB, b, tb);
    const svWide3 next = svWide3_Sub(ta[1], ta[0]), previous = svWide3_Sub(ta[2], ta[0]),
                  apex = svWide3_Sub(tb[0], ta[0]);
    // Which of b's belongs to next: turned once more where the apexes are on different sides.
    const svWide3 swapped1 = svWide3_Select(ofA->above, tb[1], tb[2]);
    const svWide3 swapped2 = svWide3_Select(ofA->above, tb[2], tb[1]);
    const svWide3 withNext = svWide3_Select(ofB->above, swapped1, swapped2);
    const svWide3 withPrevious = svWide3_Select(ofB->above, swapped2, swapped1);
    const Plane planeX = PlaneOf(next, apex), planeY = PlaneOf(previous, apex);
    const Sides x = SideOfPlane(&planeX, svWide3_Sub(withNext, ta[0]));
    const Sides y = SideOfPlane(&planeY, svWide3_Sub(withPrevious, ta[0]));
    const unsigned up = svWideMask_Bits(svWideMask_And(x.above, y.below));
    const unsigned down = svWideMask_Bits(svWideMask_And(x.below, y.above));
    const unsigned anyUp = svWideMask_Bits(svWideMask_Or(x.above, y.below));
    const unsigned anyDown = svWideMask_Bits(svWideMask_Or(x.below, y.above));
    const unsigned above = svWideMask_Bits(ofB->above);
    return (Overlap){(above & down) | (~above & up), (above & anyUp) | (~above & anyDown)};
}

// The group of pairs from `start` on.
static inline Overlap MeetGroup(const svTriangleBlock* block, uint32_t start) {
    svWide3 a[3], b[3];
    for (int i = 0; i < 3; ++i) {
        a[i] = LoadPoint(block->x, block->vertices[i] + start);
        b[i] = LoadPoint(block->x, block->vertices[3 + i] + start);
    }
    const Plane planeA = PlaneOf(svWide3_Sub(a[1], a[0]), svWide3_Sub(a[2], a[0]));
    const Plane planeB = PlaneOf(svWide3_Sub(b[1], b[0]), svWide3_Sub(b[2], b[0]));
    Sides sidesA[3], sidesB[3];
    for (int i = 0; i < 3; ++i) {
        sidesB[i] = SideOfPlane(&planeA, svWide3_Sub(b[i], a[0]));
        sidesA[i] = SideOfPlane(&planeB, svWide3_Sub(a[i], b[0]));
    }
    const Span ofA = SpanOfSides(sidesA), ofB = SpanOfSides(sidesB);
    const unsigned separated = svWideMask_Bits(svWideMask_Or(ofA.separated, ofB.separated));
    const unsigned certain = svWideMask_Bits(svWideMask_And(ofA.certain, ofB.certain)) & ~separated;
    if (certain == 0) {
        return (Overlap){0, separated};
    }
    const Overlap overlap = CompareIntervals(a, b, &ofA, &ofB);
    return (Overlap){overlap.proper & certain, separated | (overlap.separated & certain)};
}

void SV_KERNEL(meetTriangles)(svTriangleBlock* block) {
    block->undecidedCount = 0;
    for (uint32_t start = 0; start < block->count; start += LANES) {
        const uint32_t used = block->count - start < LANES ? block->count - start : LANES;
        const Overlap found = MeetGroup(block, start);
        for (uint32_t lane = 0; lane < used; ++lane) {
            block->meetings[start + lane] =
                (uint8_t)((found.proper >> lane & 1) != 0 ? SV_TRIANGLES_PROPER
                                                          : SV_TRIANGLES_APART);
        }
        unsigned left = ~(found.proper | found.separated) & ((1u << used) - 1);
        for (; left != 0; left &= left - 1) {
            block->undecided[block->undecidedCount++] = start + (uint32_t)__builtin_ctz(left);
        }
    }
}
