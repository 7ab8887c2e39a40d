#include "support/oracle_clip.h"

#include <assert.h>

void Polygon_Init(Polygon* polygon) {
    oracleVectors_Init(polygon->points, CLIP_MAX_POINTS);
    for (int i = 0; i < CLIP_MAX_POINTS; ++i) {
        mpz_init(polygon->weights[i]);
    }
    polygon->count = 0;
}

void Polygon_Clear(Polygon* polygon) {
    oracleVectors_Clear(polygon->points, CLIP_MAX_POINTS);
    for (int i = 0; i < CLIP_MAX_POINTS; ++i) {
        mpz_clear(polygon->weights[i]);
    }
}

void Polygon_Set(Polygon* polygon, const oracleVector* points, const int* indices, int count) {
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k) {
            mpz_set(polygon->points[i].k[k], points[indices[i]].k[k]);
        }
        mpz_set_ui(polygon->weights[i], 1);
    }
    polygon->count = count;
}

static Constraint* AddConstraint(Hull* hull, bool equality) {
    assert(hull->count < CLIP_MAX_CONSTRAINTS);
    Constraint* constraint = &hull->constraints[hull->count++];
    constraint->equality = equality;
    return constraint;
}

// The plane through three points that are not collinear, then for each edge the half-space on the
// third point's side: normal x edge points there.
static void SetTriangle(Hull* hull, const oracleVector* points, const int indices[3],
                        const oracleVector* normal) {
    oracleVector edge;
    oracleVectors_Init(&edge, 1);
    Constraint* plane = AddConstraint(hull, true);
    for (int k = 0; k < 3; ++k) {
        mpz_set(plane->normal.k[k], normal->k[k]);
    }
    oracleVector_Dot(plane->offset, normal, &points[indices[0]]);
    for (int i = 0; i < 3; ++i) {
        const oracleVector* start = &points[indices[i]];
        Constraint* side = AddConstraint(hull, false);
        oracleVector_Subtract(&edge, &points[indices[(i + 1) % 3]], start);
        oracleVector_Cross(&side->normal, normal, &edge);
        oracleVector_Dot(side->offset, &side->normal, start);
    }
    hull->dimension = 2;
    oracleVectors_Clear(&edge, 1);
}

// The line through start and end (d x x is the same all along it), then the slab between the two.
static void SetSegment(Hull* hull, const oracleVector* start, const oracleVector* end) {
    oracleVector d;
    oracleVectors_Init(&d, 1);
    oracleVector_Subtract(&d, end, start);
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        Constraint* plane = AddConstraint(hull, true);
        mpz_set(plane->normal.k[j], d.k[i]);
        mpz_neg(plane->normal.k[i], d.k[j]);
        mpz_set_ui(plane->normal.k[k], 0);
        oracleVector_Dot(plane->offset, &plane->normal, start);
    }
    for (int side = 0; side < 2; ++side) {
        Constraint* half = AddConstraint(hull, false);
        for (int k = 0; k < 3; ++k) {
            mpz_mul_si(half->normal.k[k], d.k[k], side == 0 ? 1 : -1);
        }
        oracleVector_Dot(half->offset, &half->normal, side == 0 ? start : end);
    }
    hull->dimension = 1;
    oracleVectors_Clear(&d, 1);
}

static void SetPoint(Hull* hull, const oracleVector* point) {
    for (int k = 0; k < 3; ++k) {
        Constraint* plane = AddConstraint(hull, true);
        for (int i = 0; i < 3; ++i) {
            mpz_set_ui(plane->normal.k[i], i == k);
        }
        mpz_set(plane->offset, point->k[k]);
    }
    hull->dimension = 0;
}

// Collinear points: the two that are farthest apart are the segment.
static void SetCollinear(Hull* hull, const oracleVector* points, const int indices[3]) {
    oracleVector d;
    mpz_t length, longest;
    int best = -1;
    oracleVectors_Init(&d, 1);
    mpz_init(length);
    mpz_init(longest);
    for (int i = 0; i < 3; ++i) {
        oracleVector_Subtract(&d, &points[indices[(i + 1) % 3]], &points[indices[i]]);
        oracleVector_Dot(length, &d, &d);
        if (mpz_cmp(length, longest) > 0) {
            mpz_swap(length, longest);
            best = i;
        }
    }
    if (best < 0) {
        SetPoint(hull, &points[indices[0]]);
    } else {
        SetSegment(hull, &points[indices[best]], &points[indices[(best + 1) % 3]]);
    }
    oracleVectors_Clear(&d, 1);
    mpz_clear(length);
    mpz_clear(longest);
}

void Hull_Init(Hull* hull, const oracleVector* points, const int indices[3]) {
    oracleVector edges[2], normal;
    hull->count = 0;
    for (int i = 0; i < CLIP_MAX_CONSTRAINTS; ++i) {
        oracleVectors_Init(&hull->constraints[i].normal, 1);
        mpz_init(hull->constraints[i].offset);
    }
    oracleVectors_Init(edges, 2);
    oracleVectors_Init(&normal, 1);
    for (int i = 0; i < 2; ++i) {
        oracleVector_Subtract(&edges[i], &points[indices[i + 1]], &points[indices[0]]);
    }
    oracleVector_Cross(&normal, &edges[0], &edges[1]);
    if (!oracleVector_IsZero(&normal)) {
        SetTriangle(hull, points, indices, &normal);
    } else {
        SetCollinear(hull, points, indices);
    }
    oracleVectors_Clear(edges, 2);
    oracleVectors_Clear(&normal, 1);
}

void Hull_Clear(Hull* hull) {
    for (int i = 0; i < CLIP_MAX_CONSTRAINTS; ++i) {
        oracleVectors_Clear(&hull->constraints[i].normal, 1);
        mpz_clear(hull->constraints[i].offset);
    }
}

// value = weight (normal.x - offset) for polygon point x.
static void Evaluate(mpz_t value, const Polygon* polygon, int i, const Constraint* constraint) {
    oracleVector_Dot(value, &constraint->normal, &polygon->points[i]);
    mpz_submul(value, constraint->offset, polygon->weights[i]);
}

static void Cancel(Polygon* polygon, int i) {
    mpz_t factor;
    mpz_init_set(factor, polygon->weights[i]);
    for (int k = 0; k < 3; ++k) {
        mpz_gcd(factor, factor, polygon->points[i].k[k]);
    }
    if (mpz_cmp_ui(factor, 1) != 0) {
        for (int k = 0; k < 3; ++k) {
            mpz_divexact(polygon->points[i].k[k], polygon->points[i].k[k], factor);
        }
        mpz_divexact(polygon->weights[i], polygon->weights[i], factor);
    }
    mpz_clear(factor);
}

static bool SamePoint(const Polygon* polygon, int i, int j) {
    for (int k = 0; k < 3; ++k) {
        if (mpz_cmp(polygon->points[i].k[k], polygon->points[j].k[k]) != 0) {
            return false;
        }
    }
    return mpz_cmp(polygon->weights[i], polygon->weights[j]) == 0;
}

// Appends from's point i, or where j >= 0 the point between i and j at which the constraint, with
// the values vi and vj of opposite signs, is 0. Repetitions of the previous point are left out.
static void Append(Polygon* to, const Polygon* from, const int ij[2], const mpz_t vi,
                   const mpz_t vj) {
    int n = to->count, i = ij[0], j = ij[1];
    assert(n < CLIP_MAX_POINTS);
    for (int k = 0; k <= 3; ++k) {
        mpz_ptr target = k < 3 ? to->points[n].k[k] : to->weights[n];
        mpz_srcptr a = k < 3 ? from->points[i].k[k] : from->weights[i];
        if (j < 0) {
            mpz_set(target, a);
            continue;
        }
        mpz_srcptr b = k < 3 ? from->points[j].k[k] : from->weights[j];
        mpz_mul(target, a, vj);
        mpz_submul(target, b, vi);
        if (mpz_sgn(vj) < 0) {
            mpz_neg(target, target);
        }
    }
    if (j >= 0) {
        Cancel(to, n);
    }
    to->count += n == 0 || !SamePoint(to, n - 1, n);
}

static void ClipByConstraint(Polygon* to, const Polygon* from, const Constraint* constraint) {
    mpz_t values[CLIP_MAX_POINTS];
    to->count = 0;
    for (int i = 0; i < from->count; ++i) {
        mpz_init(values[i]);
        Evaluate(values[i], from, i, constraint);
    }
    for (int i = 0; i < from->count; ++i) {
        int j = (i + 1) % from->count;
        int si = mpz_sgn(values[i]), sj = mpz_sgn(values[j]);
        if (si == 0 || (si > 0 && !constraint->equality)) {
            Append(to, from, (int[2]){i, -1}, values[i], values[j]);
        }
        if (si * sj < 0) {
            Append(to, from, (int[2]){i, j}, values[i], values[j]);
        }
    }
    if (to->count > 1 && SamePoint(to, 0, to->count - 1)) {
        --to->count;
    }
    for (int i = 0; i < from->count; ++i) {
        mpz_clear(values[i]);
    }
}

void Polygon_Clip(Polygon* polygon, const Hull* hull) {
    Polygon other;
    Polygon_Init(&other);
    for (int i = 0; i < hull->count && polygon->count > 0; ++i) {
        ClipByConstraint(&other, polygon, &hull->constraints[i]);
        Polygon swap = *polygon;
        *polygon = other;
        other = swap;
    }
    Polygon_Clear(&other);
}

bool Polygon_IsStrict(const Polygon* polygon, const Constraint* constraint) {
    mpz_t value;
    bool strict = false;
    mpz_init(value);
    for (int i = 0; i < polygon->count && !strict; ++i) {
        Evaluate(value, polygon, i, constraint);
        strict = mpz_sgn(value) > 0;
    }
    mpz_clear(value);
    return strict;
}

bool oracleHullsMeet(const oracleVector* points, const int* a, int aCount, const Hull* b) {
    Polygon polygon;
    Polygon_Init(&polygon);
    Polygon_Set(&polygon, points, a, aCount);
    Polygon_Clip(&polygon, b);
    bool meet = polygon.count > 0;
    Polygon_Clear(&polygon);
    return meet;
}
