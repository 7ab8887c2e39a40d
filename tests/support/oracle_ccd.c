// The first contact of a moving pair, from the definition.
//
// With u, w the two edge vectors (of the face, or one of each edge), q the vector between their
// origins and n = u x w, all polynomials in t, the pair is in contact at t if
//   n != 0: f = n.q = 0 and the weights, fractions over n.n, are where they must be;
//   n == 0: a point lies on a segment: v on an edge of the face, or an end of one edge on the other
//           (a face with n = 0 is the union of its edges; parallel segments that meet contain an
//           end of one another). p lies on e0 e1 if (e0-p) x (e1-p) = 0 and (e0-p).(e1-p) <= 0.
// That is a function of the signs of finitely many polynomials, so it is constant between their
// roots; and the set of contact times is closed, so the first contact is t = 0 or a root of one of
// them. Where f is not identically zero, contacts are roots of f and those suffice.
#include "support/oracle.h"
#include "support/oracle_integer.h"
#include "support/oracle_poly.h"

enum { MAX_WEIGHTS = 4, MAX_SEGMENTS = 4 };

// The points of each kind: origins and ends of u, w, q; then point and segment ends.
typedef struct Layout {
    int vectors[3][2];
    int weightCount, segmentCount;
    int segments[MAX_SEGMENTS][3];
} Layout;

static const Layout layouts[ORACLE_KIND_COUNT] = {
    [ORACLE_VERTEX_FACE] = {{{1, 2}, {1, 3}, {1, 0}}, 3, 3, {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}}},
    [ORACLE_EDGE_EDGE] = {{{0, 1}, {2, 3}, {0, 2}},
                          4,
                          4,
                          {{0, 2, 3}, {1, 2, 3}, {2, 0, 1}, {3, 0, 1}}},
};

// The polynomials of a query, those after `f` made when they are first asked for.
typedef struct Query {
    oracleKind kind;
    const Layout* layout;
    oracleVector x0[4], x1[4];
    Poly u[3], w[3], q[3], n[3];
    Poly f;
    bool haveWeights, haveSegments;
    Poly nn;                   // n.n
    Poly weights[MAX_WEIGHTS]; // times nn; the conditions are that each is at least 0
    Poly crosses[MAX_SEGMENTS], dots[MAX_SEGMENTS];
} Query;

const char* oracleKind_Name(oracleKind kind) {
    return kind == ORACLE_VERTEX_FACE ? "vertex-face" : "edge-edge";
}

// The vector from point i to point j.
static void Between(const Query* query, int i, int j, Poly r[3]) {
    mpz_t start, end;
    mpz_init(start);
    mpz_init(end);
    for (int k = 0; k < 3; ++k) {
        mpz_sub(start, query->x0[j].k[k], query->x0[i].k[k]);
        mpz_sub(end, query->x1[j].k[k], query->x1[i].k[k]);
        Poly_SetLinear(&r[k], start, end);
    }
    mpz_clear(start);
    mpz_clear(end);
}

// A query's polynomials are one array in memory as far as making and clearing goes.
static void ForEachPoly(Query* query, void (*visit)(Poly*)) {
    for (int k = 0; k < 3; ++k) {
        visit(&query->u[k]);
        visit(&query->w[k]);
        visit(&query->q[k]);
        visit(&query->n[k]);
    }
    visit(&query->f);
    visit(&query->nn);
    for (int i = 0; i < MAX_WEIGHTS; ++i) {
        visit(&query->weights[i]);
    }
    for (int i = 0; i < MAX_SEGMENTS; ++i) {
        visit(&query->crosses[i]);
        visit(&query->dots[i]);
    }
}

static void InitQuery(Query* query, oracleKind kind, const svMovingPair* pair) {
    oracleVector points[8];
    double values[24];
    for (int i = 0; i < 12; ++i) {
        values[i] = pair->x0[i / 3][i % 3];
        values[12 + i] = pair->x1[i / 3][i % 3];
    }
    oracleVectors_Init(points, 8);
    oracleIntegers(values, 24, &points[0].k[0]);
    for (int i = 0; i < 4; ++i) {
        query->x0[i] = points[i];
        query->x1[i] = points[4 + i];
    }
    query->kind = kind;
    query->layout = &layouts[kind];
    query->haveWeights = query->haveSegments = false;
    ForEachPoly(query, Poly_Init);
    const int(*vectors)[2] = query->layout->vectors;
    Between(query, vectors[0][0], vectors[0][1], query->u);
    Between(query, vectors[1][0], vectors[1][1], query->w);
    Between(query, vectors[2][0], vectors[2][1], query->q);
    Poly_Cross(query->n, query->u, query->w);
    Poly_Dot(&query->f, query->n, query->q);
}

static void ClearQuery(Query* query) {
    oracleVectors_Clear(query->x0, 4);
    oracleVectors_Clear(query->x1, 4);
    ForEachPoly(query, Poly_Clear);
}

// VF: v = f0 + a u + b w with a = (q x w).n / n.n, b = (u x q).n / n.n; a, b, 1 - a - b >= 0.
// EE: a0 + a u = b0 + b w with a = (q x w).n / n.n, b = (q x u).n / n.n; both in [0,1].
static void MakeWeights(Query* query) {
    Poly cross[3];
    for (int k = 0; k < 3; ++k) {
        Poly_Init(&cross[k]);
    }
    Poly* weights = query->weights;
    Poly_Dot(&query->nn, query->n, query->n);
    Poly_Cross(cross, query->q, query->w);
    Poly_Dot(&weights[0], cross, query->n);
    if (query->kind == ORACLE_VERTEX_FACE) {
        Poly_Cross(cross, query->u, query->q);
        Poly_Dot(&weights[1], cross, query->n);
        Poly_Subtract(&weights[2], &query->nn, &weights[0]);
        Poly_Subtract(&weights[2], &weights[2], &weights[1]);
    } else {
        Poly_Cross(cross, query->q, query->u);
        Poly_Dot(&weights[1], cross, query->n);
        Poly_Subtract(&weights[2], &query->nn, &weights[0]);
        Poly_Subtract(&weights[3], &query->nn, &weights[1]);
    }
    query->haveWeights = true;
    for (int k = 0; k < 3; ++k) {
        Poly_Clear(&cross[k]);
    }
}

static void MakeSegments(Query* query) {
    Poly v[3][3];
    for (int i = 0; i < 9; ++i) {
        Poly_Init(&v[i / 3][i % 3]);
    }
    for (int i = 0; i < query->layout->segmentCount; ++i) {
        const int* points = query->layout->segments[i];
        Between(query, points[0], points[1], v[0]);
        Between(query, points[0], points[2], v[1]);
        Poly_Dot(&query->dots[i], v[0], v[1]);
        Poly_Cross(v[2], v[0], v[1]);
        Poly_Dot(&query->crosses[i], v[2], v[2]);
    }
    query->haveSegments = true;
    for (int i = 0; i < 9; ++i) {
        Poly_Clear(&v[i / 3][i % 3]);
    }
}

// Whether the pair is in contact at the root, where f is known to vanish.
static bool InContact(Query* query, Root* root) {
    if (!query->haveWeights) {
        MakeWeights(query);
    }
    if (Root_SignOf(root, &query->nn) != 0) {
        for (int i = 0; i < query->layout->weightCount; ++i) {
            if (Root_SignOf(root, &query->weights[i]) < 0) {
                return false;
            }
        }
        return true;
    }
    if (!query->haveSegments) {
        MakeSegments(query);
    }
    for (int i = 0; i < query->layout->segmentCount; ++i) {
        if (Root_SignOf(root, &query->crosses[i]) == 0 && Root_SignOf(root, &query->dots[i]) <= 0) {
            return true;
        }
    }
    return false;
}

// What is known of the first contact while the candidates are looked at, in any order.
typedef struct Finding {
    double lo, hi;
    bool before; // a contact lies before lo
    bool within; // a contact lies in [lo, hi]
} Finding;

static void LookAtRoots(Query* query, const Poly* p, Finding* finding) {
    if (p->degree < 0) {
        return;
    }
    RootSet set;
    RootSet_Init(&set, p);
    for (int i = 0; i < set.count && !finding->before; ++i) {
        Root* root = &set.roots[i];
        bool before = Root_Compare(root, finding->lo) < 0;
        bool within = !before && Root_Compare(root, finding->hi) <= 0;
        if ((before || (within && !finding->within)) && InContact(query, root)) {
            finding->before |= before;
            finding->within |= within;
        }
    }
    RootSet_Clear(&set);
}

// f vanishes identically: the candidates are t = 0 and the roots of all polynomials.
static void LookAtAllRoots(Query* query, Finding* finding) {
    Poly t;
    Poly_Init(&t);
    mpz_set_ui(t.c[1], 1);
    t.degree = 1;
    LookAtRoots(query, &t, finding);
    Poly_Clear(&t);
    MakeSegments(query);
    LookAtRoots(query, &query->nn, finding);
    for (int i = 0; i < query->layout->weightCount; ++i) {
        LookAtRoots(query, &query->weights[i], finding);
    }
    for (int i = 0; i < query->layout->segmentCount; ++i) {
        LookAtRoots(query, &query->crosses[i], finding);
        LookAtRoots(query, &query->dots[i], finding);
    }
}

// A plane across an axis keeps the features apart at both ends, on the same sides: then always.
static bool Separated(const Layout* layout, const svMovingPair* pair) {
    // The first feature is point 0 alone (three weights) or points 0 and 1.
    int split = layout->weightCount == 3 ? 1 : 2;
    for (int k = 0; k < 3; ++k) {
        bool below = true, above = true;
        for (int i = 0; i < split; ++i) {
            for (int j = split; j < 4; ++j) {
                below &= pair->x0[i][k] < pair->x0[j][k] && pair->x1[i][k] < pair->x1[j][k];
                above &= pair->x0[i][k] > pair->x0[j][k] && pair->x1[i][k] > pair->x1[j][k];
            }
        }
        if (below || above) {
            return true;
        }
    }
    return false;
}

bool oracleFirstContactIn(oracleKind kind, const svMovingPair* pair, double lo, double hi) {
    if (Separated(&layouts[kind], pair)) {
        return false;
    }
    Query query;
    Finding finding = {lo, hi, false, false};
    InitQuery(&query, kind, pair);
    if (query.f.degree >= 0) {
        LookAtRoots(&query, &query.f, &finding);
    } else {
        LookAtAllRoots(&query, &finding);
    }
    ClearQuery(&query);
    return finding.within && !finding.before;
}

bool oracleContact(oracleKind kind, const svMovingPair* pair) {
    return oracleFirstContactIn(kind, pair, 0.0, 1.0);
}

bool oracleVertexFace(const svMovingPair* pair) {
    return oracleContact(ORACLE_VERTEX_FACE, pair);
}

bool oracleEdgeEdge(const svMovingPair* pair) {
    return oracleContact(ORACLE_EDGE_EDGE, pair);
}
