// Exact CCD of a vertex-face or edge-edge pair under linear motion, in closed form: the verdict,
// and the time of impact as a bracket of given width.
//
// With u = f1-f0, w = f2-f0, q = v-f0 (vertex-face) or u = a1-a0, w = b1-b0, q = b0-a0 (edge-edge),
// n = u x w, the four points are coplanar where f = n.q vanishes (Provot 1997). Where they are and
// a component n_k is not zero, the weights of the candidate point are ratios of quadratics over
// n_k:
//   vertex-face: A = (q x w)_k, B = (u x q)_k, n_k - A - B      (weights of f1, f2, f0)
//   edge-edge:   A = (q x w)_k, B = (q x u)_k, n_k - A, n_k - B (along a, along b, and their rests)
// so the pair is in contact iff each has the sign of n_k or vanishes. Where n = 0 the triangle is
// the union of its edges, and parallel segments intersect iff an endpoint of one lies on the other:
// what remains is points on segments, (e0-p) x (e1-p) = 0 and (e0-p).(e1-p) <= 0.
//
// If f is not identically zero, contacts happen at its roots only. If it is (planar or no motion),
// the first contact is at t=0 or is an endpoint coming onto a segment: were all conditions strict
// there, continuity would give an earlier contact.
//
// All of it is signs of integer polynomials at their roots (predicates/polynomial.h). Each axis is
// scaled by its own power of two to integers: the predicate does not change under positive scaling
// of an axis (the dot product is used on collinear vectors only).

#include "elementary/ccd/ccd_exact.h"

#include "base/context.h"
#include "predicates/polynomial.h"

// Scratch on the stack: enough for pairs whose coordinates span about 150 binades per axis.
#define STACK_BYTES 16384
// Beyond: enough for the full range of doubles.
#define HEAP_BYTES ((size_t)1 << 19)

// A vector that moves linearly: at t=0 and at t=1.
typedef struct Moving {
    svInteger at[2][3];
} Moving;

typedef struct ExactPair {
    svIntegerArena* arena;
    svPairKind kind;
    Moving u, w, q;
    svInteger n[3][3]; // n[k]: the quadratic n_k
} ExactPair;

static void LoadDifferences(ExactPair* e, const svMovingPair* pair) {
    // The points whose differences are u, w and q.
    const bool ee = e->kind == SV_EDGE_EDGE;
    const int uFrom = ee ? 0 : 1, uTo = ee ? 1 : 2;
    const int wFrom = ee ? 2 : 1, wTo = 3;
    const int qFrom = ee ? 0 : 1, qTo = ee ? 2 : 0;
    for (int axis = 0; axis < 3; ++axis) {
        double values[8];
        for (int i = 0; i < 4; ++i) {
            values[i] = pair->x0[i][axis];
            values[4 + i] = pair->x1[i][axis];
        }
        svInteger x[8];
        svInteger_FromDoubles(e->arena, values, 1, 8, x);
        for (int time = 0; time < 2; ++time) {
            const svInteger* at = x + 4 * time;
            e->u.at[time][axis] = svInteger_Subtract(e->arena, at[uTo], at[uFrom]);
            e->w.at[time][axis] = svInteger_Subtract(e->arena, at[wTo], at[wFrom]);
            e->q.at[time][axis] = svInteger_Subtract(e->arena, at[qTo], at[qFrom]);
        }
    }
}

// a*b - c*d.
static svInteger Det2(svIntegerArena* m, svInteger a, svInteger b, svInteger c, svInteger d) {
    return svInteger_Subtract(m, svInteger_Multiply(m, a, b), svInteger_Multiply(m, c, d));
}

// The quadratic (x x y)_k.
static void CrossQuadratic(svIntegerArena* m, const Moving* x, const Moving* y, int k,
                           svInteger out[3]) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const svInteger *x0 = x->at[0], *x1 = x->at[1], *y0 = y->at[0], *y1 = y->at[1];
    out[0] = Det2(m, x0[i], y0[j], x0[j], y0[i]);
    out[1] =
        svInteger_Add(m, Det2(m, x0[i], y1[j], x0[j], y1[i]), Det2(m, x1[i], y0[j], x1[j], y0[i]));
    out[2] = Det2(m, x1[i], y1[j], x1[j], y1[i]);
}

// The quadratic x . y.
static void DotQuadratic(svIntegerArena* m, const Moving* x, const Moving* y, svInteger out[3]) {
    out[0] = out[1] = out[2] = svInteger_Zero();
    for (int a = 0; a < 2; ++a) {
        for (int b = 0; b < 2; ++b) {
            for (int k = 0; k < 3; ++k) {
                out[a + b] =
                    svInteger_Add(m, out[a + b], svInteger_Multiply(m, x->at[a][k], y->at[b][k]));
            }
        }
    }
}

// f = n . q, and n on the way.
static void CoplanarityCubic(ExactPair* e, svInteger f[4]) {
    f[0] = f[1] = f[2] = f[3] = svInteger_Zero();
    for (int k = 0; k < 3; ++k) {
        CrossQuadratic(e->arena, &e->u, &e->w, k, e->n[k]);
        for (int i = 0; i < 3; ++i) {
            for (int time = 0; time < 2; ++time) {
                const svInteger product =
                    svInteger_Multiply(e->arena, e->n[k][i], e->q.at[time][k]);
                f[i + time] = svInteger_Add(e->arena, f[i + time], product);
            }
        }
    }
}

static void SubtractQuadratic(svIntegerArena* m, const svInteger a[3], const svInteger b[3],
                              svInteger out[3]) {
    for (int i = 0; i < 3; ++i) {
        out[i] = svInteger_Subtract(m, a[i], b[i]);
    }
}

// Whether no numerator of the weights on axis k opposes n_k, whose sign at the root is `signN`.
static bool WeightsInside(const ExactPair* e, const svRoot* root, int k, int signN) {
    svIntegerArena* m = e->arena;
    const bool ee = e->kind == SV_EDGE_EDGE;
    svInteger weight[4][3];
    CrossQuadratic(m, &e->q, &e->w, k, weight[0]);
    if (svRoot_SignOf(m, root, weight[0]) * signN < 0) {
        return false;
    }
    CrossQuadratic(m, ee ? &e->q : &e->u, ee ? &e->u : &e->q, k, weight[1]);
    if (svRoot_SignOf(m, root, weight[1]) * signN < 0) {
        return false;
    }
    SubtractQuadratic(m, e->n[k], weight[0], weight[2]);
    if (!ee) {
        SubtractQuadratic(m, weight[2], weight[1], weight[2]);
        return svRoot_SignOf(m, root, weight[2]) * signN >= 0;
    }
    SubtractQuadratic(m, e->n[k], weight[1], weight[3]);
    return svRoot_SignOf(m, root, weight[2]) * signN >= 0 &&
           svRoot_SignOf(m, root, weight[3]) * signN >= 0;
}

// The endpoint-on-segment pairs: vertex-face the vertex on the three edges, edge-edge the four
// endpoints on the other edge. Row: the coefficients of u, w, q in e0-p and in e1-p.
static const int8_t vertexFaceSegments[3][6] = {
    {0, 0, -1, 1, 0, -1}, // v on f0 f1
    {0, 0, -1, 0, 1, -1}, // v on f0 f2
    {1, 0, -1, 0, 1, -1}, // v on f1 f2
};
static const int8_t edgeEdgeSegments[4][6] = {
    {0, 0, 1, 0, 1, 1},    // a0 on b0 b1
    {-1, 0, 1, -1, 1, 1},  // a1 on b0 b1
    {0, 0, -1, 1, 0, -1},  // b0 on a0 a1
    {0, -1, -1, 1, -1, -1} // b1 on a0 a1
};

static int SegmentCount(const ExactPair* e) {
    return e->kind == SV_EDGE_EDGE ? 4 : 3;
}

static svInteger AddSigned(svIntegerArena* m, svInteger sum, int sign, svInteger x) {
    return sign == 0 ? sum : svInteger_Add(m, sum, sign < 0 ? svInteger_Negate(x) : x);
}

static Moving Combine(const ExactPair* e, const int8_t c[3]) {
    Moving result;
    for (int time = 0; time < 2; ++time) {
        for (int k = 0; k < 3; ++k) {
            svInteger sum = AddSigned(e->arena, svInteger_Zero(), c[0], e->u.at[time][k]);
            sum = AddSigned(e->arena, sum, c[1], e->w.at[time][k]);
            result.at[time][k] = AddSigned(e->arena, sum, c[2], e->q.at[time][k]);
        }
    }
    return result;
}

// Point-on-segment pair i: the cross product of e0-p and e1-p by component, and their dot product.
typedef struct Segment {
    svInteger cross[3][3];
    svInteger dot[3];
} Segment;

static Segment MakeSegment(const ExactPair* e, int i) {
    const int8_t* c = e->kind == SV_EDGE_EDGE ? edgeEdgeSegments[i] : vertexFaceSegments[i];
    const Moving a = Combine(e, c), b = Combine(e, c + 3);
    Segment s;
    for (int k = 0; k < 3; ++k) {
        CrossQuadratic(e->arena, &a, &b, k, s.cross[k]);
    }
    DotQuadratic(e->arena, &a, &b, s.dot);
    return s;
}

// Whether the point lies on the segment at the root; components before `from` are known to vanish.
static bool IsOnSegment(svIntegerArena* m, const Segment* s, const svRoot* root, int from) {
    for (int k = from; k < 3; ++k) {
        if (svRoot_SignOf(m, root, s->cross[k]) != 0) {
            return false;
        }
    }
    return svRoot_SignOf(m, root, s->dot) <= 0;
}

// Whether the pair, coplanar at the root, is in contact there.
static bool InContactAt(const ExactPair* e, const svRoot* root) {
    svLimb* const mark = e->arena->next;
    int signN = 0;
    bool contact = false;
    for (int k = 0; k < 3 && signN == 0; ++k) {
        signN = svRoot_SignOf(e->arena, root, e->n[k]);
        contact = signN != 0 && WeightsInside(e, root, k, signN);
    }
    for (int i = 0; i < SegmentCount(e) && signN == 0 && !contact; ++i) {
        e->arena->next = mark;
        const Segment s = MakeSegment(e, i);
        contact = IsOnSegment(e->arena, &s, root, 0);
    }
    e->arena->next = mark;
    return contact;
}

// The bracket of a root by bisection with exact comparisons, ends j/2^k.
static svInterval BracketRoot(svIntegerArena* m, const svRoot* root, double width) {
    if (root->kind == SV_ROOT_AT_ZERO || root->kind == SV_ROOT_AT_INFINITY) {
        const double t = root->kind == SV_ROOT_AT_ZERO ? 0 : 1;
        return (svInterval){t, t};
    }
    int64_t j = 0;
    double step = 1;
    for (int k = 1; step > width; ++k) {
        step *= 0.5;
        j *= 2;
        const int order = svRoot_CompareTime(m, root, j + 1, k);
        if (order == 0) {
            const double t = (double)(j + 1) * step;
            return (svInterval){t, t};
        }
        j += order > 0;
    }
    return (svInterval){(double)j * step, (double)(j + 1) * step};
}

// The first time at which point-on-segment pair s holds, in planar motion; false if there is none.
static bool FirstOnSegment(svIntegerArena* m, const Segment* s, svRoot* first) {
    svRoot roots[SV_MAX_ROOTS];
    for (int k = 0; k < 3; ++k) {
        const int count = svPolynomial_Roots(m, s->cross[k], 2, roots);
        if (count == SV_IDENTICALLY_ZERO) {
            continue;
        }
        for (int i = 0; i < count; ++i) {
            if (IsOnSegment(m, s, &roots[i], k + 1)) {
                *first = roots[i];
                return true;
            }
        }
        return false;
    }
    // Collinear throughout: the first time with dot <= 0.
    *first = (svRoot){.kind = SV_ROOT_AT_ZERO};
    if (svInteger_Sign(s->dot[0]) <= 0) {
        return true;
    }
    const int count = svPolynomial_Roots(m, s->dot, 2, roots);
    if (count > 0) {
        *first = roots[0];
    }
    return count > 0;
}

// f vanishes identically: contact at t=0, or an endpoint comes onto a segment.
static void DecidePlanar(const ExactPair* e, double width, svCcdFound* found) {
    const svRoot start = {.kind = SV_ROOT_AT_ZERO};
    if (InContactAt(e, &start)) {
        found->hit = true;
        return;
    }
    svInterval first = {1, 1};
    svLimb* const mark = e->arena->next;
    for (int i = 0; i < SegmentCount(e) && !(found->hit && width == 0); ++i) {
        e->arena->next = mark;
        const Segment s = MakeSegment(e, i);
        svRoot root;
        if (!FirstOnSegment(e->arena, &s, &root)) {
            continue;
        }
        found->hit = true;
        if (width > 0) {
            // The earliest of the events lies between the least lower and the least upper end.
            const svInterval b = BracketRoot(e->arena, &root, width);
            first.lo = b.lo < first.lo ? b.lo : first.lo;
            first.hi = b.hi < first.hi ? b.hi : first.hi;
        }
    }
    found->times = first;
}

static void DecideExactly(ExactPair* e, const svMovingPair* pair, double width, svCcdFound* found) {
    LoadDifferences(e, pair);
    svInteger f[4];
    CoplanarityCubic(e, f);
    svRoot roots[SV_MAX_ROOTS];
    const int count = svPolynomial_Roots(e->arena, f, 3, roots);
    if (count == SV_IDENTICALLY_ZERO) {
        DecidePlanar(e, width, found);
        return;
    }
    for (int i = 0; i < count && !found->hit; ++i) {
        if (InContactAt(e, &roots[i])) {
            found->hit = true;
            found->side = roots[i].before;
            if (width > 0) {
                found->times = BracketRoot(e->arena, &roots[i], width);
            }
        }
    }
}

// One attempt with the given scratch; false if it was too small.
static bool TryScratch(const svMovingPair* pair, svPairKind kind, svIntegerArena arena,
                       double width, svCcdFound* found) {
    ExactPair e = {.arena = &arena, .kind = kind};
    svCcdFound attempt = {0};
    DecideExactly(&e, pair, width, &attempt);
    if (arena.exhausted) {
        return false;
    }
    *found = attempt;
    return true;
}

svStatus svCcdExact(const svMovingPair* pair, svPairKind kind, const svAllocator* allocator,
                    double width, svCcdFound* found) {
    svLimb stack[STACK_BYTES / sizeof(svLimb)];
    const svIntegerArena small = svIntegerArena_Make(stack, STACK_BYTES / sizeof(svLimb));
    if (TryScratch(pair, kind, small, width, found)) {
        return SV_OK;
    }
    const svAllocator heap =
        allocator == NULL || allocator->allocate == NULL ? svDefaultAllocator() : *allocator;
    for (size_t bytes = HEAP_BYTES;; bytes *= 4) {
        svLimb* memory = heap.allocate(bytes, 64, heap.user);
        if (memory == NULL) {
            return SV_ERROR_MEMORY;
        }
        const svIntegerArena large = svIntegerArena_Make(memory, bytes / sizeof(svLimb));
        const bool done = TryScratch(pair, kind, large, width, found);
        heap.release(memory, bytes, heap.user);
        if (done) {
            return SV_OK;
        }
    }
}
