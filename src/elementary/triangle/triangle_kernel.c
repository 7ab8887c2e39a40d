// The filter of triangle pairs in double precision: the generic case of triangle.c, lane by lane. A
// kernel: compiled once per instruction set (math/target.h).

#include "dispatch/kernels.h"
#include "elementary/triangle/triangle_batch.h"
#include "math/wide.h"

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

// svPlaneFilter, of predicates/orient.h: the same operations and bounds. Points are relative to one
// of the plane.
typedef struct Plane {
    Wide3 normal, weight;
} Plane;

static inline Plane PlaneOf(Wide3 u, Wide3 w) {
    const svWide least = svWide_Set(DBL_MIN);
    const svWide yz = u.y * w.z, zy = u.z * w.y;
    const svWide zx = u.z * w.x, xz = u.x * w.z;
    const svWide xy = u.x * w.y, yx = u.y * w.x;
    return (Plane){{yz - zy, zx - xz, xy - yx},
                   {svWide_Abs(yz) + svWide_Abs(zy) + least,
                    svWide_Abs(zx) + svWide_Abs(xz) + least,
                    svWide_Abs(xy) + svWide_Abs(yx) + least}};
}

// Lanes that are certainly above and below.
typedef struct Sides {
    svWideMask above, below;
} Sides;

static inline Sides SidesOf(const Plane* plane, Wide3 d) {
    const svWide height = d.x * plane->normal.x + d.y * plane->normal.y + d.z * plane->normal.z;
    const svWide weight = svWide_Abs(d.x) * plane->weight.x + svWide_Abs(d.y) * plane->weight.y +
                          svWide_Abs(d.z) * plane->weight.z;
    const svWide bound = svWide_Set(SV_ORIENT3D_ERROR) * weight + svWide_Set(DBL_MIN);
    return (Sides){svWide_Less(bound, height), svWide_Less(height, svWide_Set(0) - bound)};
}

// The three sides of a triangle's vertices.
typedef struct Span {
    svWideMask apart;         // all are on one side
    svWideMask certain;       // all are known
    svWideMask first, second; // this vertex, if none it is the third, is alone on its side
    svWideMask above;         // where that vertex is above
} Span;

static inline svWideMask And3(svWideMask a, svWideMask b, svWideMask c) {
    return svWideMask_And(svWideMask_And(a, b), c);
}

static inline svWideMask Or3(svWideMask a, svWideMask b, svWideMask c) {
    return svWideMask_Or(svWideMask_Or(a, b), c);
}

static inline svWideMask SameSide(Sides p, Sides q) {
    return svWideMask_Or(svWideMask_And(p.above, q.above), svWideMask_And(p.below, q.below));
}

static inline Span SpanOf(const Sides s[3]) {
    const svWideMask third = SameSide(s[0], s[1]);
    Span span;
    span.first = SameSide(s[1], s[2]);
    span.second = SameSide(s[0], s[2]);
    span.apart = And3(span.first, span.second, third);
    span.certain =
        And3(svWideMask_Or(s[0].above, s[0].below), svWideMask_Or(s[1].above, s[1].below),
             svWideMask_Or(s[2].above, s[2].below));
    span.above = Or3(svWideMask_And(span.first, s[0].above),
                     svWideMask_And(span.second, s[1].above), svWideMask_And(third, s[2].above));
    return span;
}

static inline Wide3 Select(svWideMask mask, Wide3 p, Wide3 q) {
    return (Wide3){svWide_Select(mask, p.x, q.x), svWide_Select(mask, p.y, q.y),
                   svWide_Select(mask, p.z, q.z)};
}

// The vertex that is alone on its side, the next and the previous one.
static inline void Turn(const Span* span, const Wide3 p[3], Wide3 turned[3]) {
    for (int i = 0; i < 3; ++i) {
        turned[i] = Select(span->first, p[i], Select(span->second, p[(i + 1) % 3], p[(i + 2) % 3]));
    }
}

// Lanes, as bits, in which the intervals on the common line of the planes overlap, and in which
// they are apart; the others are uncertain.
typedef struct Overlap {
    unsigned proper, apart;
} Overlap;

// MeetTransversal of triangle.c, for sides that are all certain and differ. With X the orientation
// of pa, next of a, pb and, where both apexes are on the same side, next of b, else its previous
// vertex, and Y the same for the previous of a and the other of b: gap and room are X and Y, or the
// reverse, each times the sense; going through the four cases, they overlap if X < 0 < Y and the
// apex of b is above, or Y < 0 < X and it is below. They are apart if one of both is the reverse.
static inline Overlap Compare(const Wide3 a[3], const Wide3 b[3], const Span* ofA,
                              const Span* ofB) {
    Wide3 ta[3], tb[3];
    Turn(ofA, a, ta);
    Turn(ofB, b, tb);
    const Wide3 next = Sub(ta[1], ta[0]), previous = Sub(ta[2], ta[0]), apex = Sub(tb[0], ta[0]);
    // Which of b's belongs to next: turned once more where the apexes are on different sides.
    const Wide3 swapped1 = Select(ofA->above, tb[1], tb[2]);
    const Wide3 swapped2 = Select(ofA->above, tb[2], tb[1]);
    const Wide3 withNext = Select(ofB->above, swapped1, swapped2);
    const Wide3 withPrevious = Select(ofB->above, swapped2, swapped1);
    const Plane planeX = PlaneOf(next, apex), planeY = PlaneOf(previous, apex);
    const Sides x = SidesOf(&planeX, Sub(withNext, ta[0]));
    const Sides y = SidesOf(&planeY, Sub(withPrevious, ta[0]));
    const unsigned up = svWideMask_Bits(svWideMask_And(x.above, y.below));
    const unsigned down = svWideMask_Bits(svWideMask_And(x.below, y.above));
    const unsigned anyUp = svWideMask_Bits(svWideMask_Or(x.above, y.below));
    const unsigned anyDown = svWideMask_Bits(svWideMask_Or(x.below, y.above));
    const unsigned above = svWideMask_Bits(ofB->above);
    return (Overlap){(above & down) | (~above & up), (above & anyUp) | (~above & anyDown)};
}

// The group of pairs from `start` on.
static inline Overlap MeetGroup(const svTriangleBlock* block, uint32_t start) {
    Wide3 a[3], b[3];
    for (int i = 0; i < 3; ++i) {
        a[i] = LoadPoint(block->x, block->vertices[i] + start);
        b[i] = LoadPoint(block->x, block->vertices[3 + i] + start);
    }
    const Plane planeA = PlaneOf(Sub(a[1], a[0]), Sub(a[2], a[0]));
    const Plane planeB = PlaneOf(Sub(b[1], b[0]), Sub(b[2], b[0]));
    Sides sidesA[3], sidesB[3];
    for (int i = 0; i < 3; ++i) {
        sidesB[i] = SidesOf(&planeA, Sub(b[i], a[0]));
        sidesA[i] = SidesOf(&planeB, Sub(a[i], b[0]));
    }
    const Span ofA = SpanOf(sidesA), ofB = SpanOf(sidesB);
    const unsigned apart = svWideMask_Bits(svWideMask_Or(ofA.apart, ofB.apart));
    const unsigned certain = svWideMask_Bits(svWideMask_And(ofA.certain, ofB.certain)) & ~apart;
    if (certain == 0) {
        return (Overlap){0, apart};
    }
    const Overlap overlap = Compare(a, b, &ofA, &ofB);
    return (Overlap){overlap.proper & certain, apart | (overlap.apart & certain)};
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
        unsigned left = ~(found.proper | found.apart) & ((1u << used) - 1);
        for (; left != 0; left &= left - 1) {
            block->undecided[block->undecidedCount++] = start + (uint32_t)__builtin_ctz(left);
        }
    }
}
