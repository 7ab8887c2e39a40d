// One implicit step: backward Euler, linearised at its beginning.
//
// D. Baraff and A. Witkin, Large Steps in Cloth Simulation, SIGGRAPH 1998, Eq. 16:
//     (M - h df/dv - h^2 df/dx) dv = h (f + h df/dx v),
// solved by conjugate gradients preconditioned with the 3 x 3 blocks of the diagonal; what is held
// keeps its prescribed change of speed (their filtered gradients).
//
// For a spring of stiffness k, rest length l0 and damping c, with d = xb - xa, n = d / |d|,
//     df_a/dx_b = k (n n^T + s (I - n n^T)),   s = 1 - l0 / |d|,
// with s = 0 where it is negative: a compressed spring buckles, and dropping that term keeps the
// matrix positive definite (Choi and Ko, Stable but Responsive Cloth,
// SIGGRAPH 2002). The spring's block of the matrix is then alpha I + u u^T with alpha = h^2 k s and
// u = n sqrt(h^2 k (1 - s) + h c): four numbers, and little else to fetch.
//
// Single precision is plenty for residuals of a hundredth; four floats are one register.

#include "state.h"

#include <string.h>

// The vectors of the iteration.
enum { RESIDUAL, DIRECTION, PRODUCT, SCALED, SOLUTION };

static svFloat4 ToFloats(svVec3 a) {
    return (svFloat4){{(float)a.x, (float)a.y, (float)a.z, 0}};
}

// columns * d
static inline svFloat4 Times(const svFloat4 columns[3], svFloat4 d) {
    svFloat4 q;
    for (int k = 0; k < 4; ++k) {
        q.at[k] =
            columns[0].at[k] * d.at[0] + columns[1].at[k] * d.at[1] + columns[2].at[k] * d.at[2];
    }
    return q;
}

static void SetBand(const svSim* sim, const svSpring* spring, double h, svBand* band,
                    svVec3* change) {
    const size_t a = 3 * (size_t)spring->a, b = 3 * (size_t)spring->b;
    const svVec3 d = svVec3_Sub(svVec3_From(sim->x0 + b), svVec3_From(sim->x0 + a));
    const double length = svVec3_Length(d);
    *band = (svBand){.a = spring->a, .b = spring->b};
    *change = (svVec3){0, 0, 0};
    if (!(length > 0)) {
        return;
    }
    const svVec3 n = svVec3_Scale(1 / length, d);
    const double side = length > spring->rest ? 1 - spring->rest / length : 0;
    const double stiff = h * h * spring->stiffness;
    const double across = stiff * side, along = stiff - across;
    band->u = ToFloats(svVec3_Scale(sqrt(along + h * spring->damping), n));
    band->u.at[3] = (float)across;
    // h^2 df/dx v, without the damping.
    const svVec3 dv = svVec3_Sub(svVec3_From(sim->v + b), svVec3_From(sim->v + a));
    *change = svVec3_AddScaled(svVec3_Scale(across, dv), along * svVec3_Dot(n, dv), n);
}

static void AddBlock(svFloat4 block[3], const svFloat4* u) {
    for (int c = 0; c < 3; ++c) {
        for (int k = 0; k < 3; ++k) {
            block[c].at[k] += u->at[c] * u->at[k];
        }
        block[c].at[c] += u->at[3];
    }
}

// Fills the bands, the blocks of the diagonal, and the right hand side h (f + h df/dx v).
static void Assemble(svSim* sim, double h, svFloat4* right) {
    for (size_t i = 0; i < sim->clothParticles; ++i) {
        const float m = (float)sim->mass[i];
        sim->blocks[3 * i] = (svFloat4){{m, 0, 0, 0}};
        sim->blocks[3 * i + 1] = (svFloat4){{0, m, 0, 0}};
        sim->blocks[3 * i + 2] = (svFloat4){{0, 0, m, 0}};
        right[i] = ToFloats(svVec3_Scale(h, svVec3_From(sim->force + 3 * i)));
    }
    for (size_t i = 0; i < sim->springCount; ++i) {
        svBand* band = &sim->bands[i];
        svVec3 change;
        SetBand(sim, &sim->springs[i], h, band, &change);
        const svFloat4 moved = ToFloats(change);
        for (int k = 0; k < 4; ++k) {
            right[band->a].at[k] += moved.at[k];
            right[band->b].at[k] -= moved.at[k];
        }
        AddBlock(&sim->blocks[3 * (size_t)band->a], &band->u);
        AddBlock(&sim->blocks[3 * (size_t)band->b], &band->u);
    }
}

// Inverts the blocks of the diagonal; 0 for pinned particles, which filters them.
static void InvertBlocks(svSim* sim) {
    for (size_t i = 0; i < sim->clothParticles; ++i) {
        svFloat4* b = &sim->blocks[3 * i];
        const double m[6] = {(double)b[0].at[0], (double)b[0].at[1], (double)b[0].at[2],
                             (double)b[1].at[1], (double)b[1].at[2], (double)b[2].at[2]};
        const double xx = m[3] * m[5] - m[4] * m[4], xy = m[2] * m[4] - m[1] * m[5];
        const double xz = m[1] * m[4] - m[2] * m[3], yy = m[0] * m[5] - m[2] * m[2];
        const double yz = m[1] * m[2] - m[0] * m[4], zz = m[0] * m[3] - m[1] * m[1];
        const double determinant = m[0] * xx + m[1] * xy + m[2] * xz;
        const double scale = sim->inverseMass[i] > 0 && determinant > 0 ? 1 / determinant : 0;
        b[0] = ToFloats(svVec3_Scale(scale, (svVec3){xx, xy, xz}));
        b[1] = ToFloats(svVec3_Scale(scale, (svVec3){xy, yy, yz}));
        b[2] = ToFloats(svVec3_Scale(scale, (svVec3){xz, yz, zz}));
    }
}

// q = M p, what springs are added to.
static inline svFloat4 TimesMass(const svSim* sim, size_t i, svFloat4 p) {
    const float m = (float)sim->mass[i];
    for (int k = 0; k < 4; ++k) {
        p.at[k] *= m;
    }
    return p;
}

// q += the springs' part of A p. (The fourth place of p is always 0, that of q means nothing.)
static void AddSpringProducts(const svSim* sim, const svFloat4* p, svFloat4* q) {
    for (size_t i = 0; i < sim->springCount; ++i) {
        const svBand* band = &sim->bands[i];
        const svFloat4 u = band->u;
        svFloat4 d, f;
        for (int k = 0; k < 4; ++k) {
            d.at[k] = p[band->a].at[k] - p[band->b].at[k];
        }
        const float along = u.at[0] * d.at[0] + u.at[1] * d.at[1] + u.at[2] * d.at[2];
        for (int k = 0; k < 4; ++k) {
            f.at[k] = u.at[3] * d.at[k] + along * u.at[k];
        }
        for (int k = 0; k < 4; ++k) {
            q[band->a].at[k] += f.at[k];
        }
        for (int k = 0; k < 4; ++k) {
            q[band->b].at[k] -= f.at[k];
        }
    }
}

// Sums in doubles, one for each of the four places: their order does not depend on the machine.
static inline void AddProduct(double sums[4], svFloat4 a, svFloat4 b) {
    for (int k = 0; k < 4; ++k) {
        sums[k] += (double)(a.at[k] * b.at[k]);
    }
}

static double DotAll(const svSim* sim, const svFloat4* a, const svFloat4* b) {
    double sums[4] = {0};
    for (size_t i = 0; i < sim->clothParticles; ++i) {
        AddProduct(sums, a[i], b[i]);
    }
    return sums[0] + sums[1] + sums[2];
}

// x += alpha p, r -= alpha q, s = r scaled by the inverse blocks; returns r . s.
static double AdvanceSolution(svSim* sim, float alpha) {
    svFloat4 *x = sim->cg[SOLUTION], *r = sim->cg[RESIDUAL], *s = sim->cg[SCALED];
    const svFloat4 *p = sim->cg[DIRECTION], *q = sim->cg[PRODUCT];
    double sums[4] = {0};
    for (size_t i = 0; i < sim->clothParticles; ++i) {
        for (int k = 0; k < 4; ++k) {
            x[i].at[k] += alpha * p[i].at[k];
        }
        for (int k = 0; k < 4; ++k) {
            r[i].at[k] -= alpha * q[i].at[k];
        }
        s[i] = Times(&sim->blocks[3 * i], r[i]);
        AddProduct(sums, r[i], s[i]);
    }
    return sums[0] + sums[1] + sums[2];
}

// p = s + beta p, q = M p
static void TurnDirection(svSim* sim, float beta) {
    svFloat4 *p = sim->cg[DIRECTION], *q = sim->cg[PRODUCT];
    const svFloat4* s = sim->cg[SCALED];
    for (size_t i = 0; i < sim->clothParticles; ++i) {
        for (int k = 0; k < 4; ++k) {
            p[i].at[k] = s[i].at[k] + beta * p[i].at[k];
        }
        q[i] = TimesMass(sim, i, p[i]);
    }
}

// The scale of residuals: the right hand side, or the impulse of gravity if that is more. (For
// cloth at rest forces cancel out, and a fraction of nothing would never be reached.)
static double MeasureScale(const svSim* sim, double h) {
    const svFloat4 *r = sim->cg[RESIDUAL],
                   gravity = ToFloats(svVec3_Scale(h, svVec3_From(sim->def.gravity)));
    double right[4] = {0}, fall[4] = {0};
    for (size_t i = 0; i < sim->clothParticles; ++i) {
        const svFloat4 g = TimesMass(sim, i, gravity);
        AddProduct(right, r[i], Times(&sim->blocks[3 * i], r[i]));
        AddProduct(fall, g, Times(&sim->blocks[3 * i], g));
    }
    return fmax(right[0] + right[1] + right[2], fall[0] + fall[1] + fall[2]);
}

uint32_t svSim_SolveImplicit(svSim* sim, double h, const double* held, double* dv) {
    const size_t n = sim->clothParticles;
    svFloat4 *x = sim->cg[SOLUTION], *p = sim->cg[DIRECTION], *q = sim->cg[PRODUCT];
    Assemble(sim, h, sim->cg[RESIDUAL]);
    InvertBlocks(sim);
    const double measure = MeasureScale(sim, h), tolerance = sim->def.solverTolerance;
    // To begin with x = held is one step along p = held with alpha = 1.
    for (size_t i = 0; i < n; ++i) {
        x[i] = (svFloat4){{0, 0, 0, 0}};
        p[i] = ToFloats(svVec3_From(held + 3 * i));
        q[i] = TimesMass(sim, i, p[i]);
    }
    AddSpringProducts(sim, p, q);
    double rho = AdvanceSolution(sim, 1);
    TurnDirection(sim, 0);
    const double goal = tolerance * tolerance * fmax(measure, rho); // rho: where only pins move
    uint32_t iteration = 0;
    while (iteration < sim->def.solverIterations && rho > goal) {
        ++iteration;
        AddSpringProducts(sim, p, q);
        const double bend = DotAll(sim, p, q);
        if (!(bend > 0)) {
            break; // too small for floats
        }
        const double next = AdvanceSolution(sim, (float)(rho / bend));
        TurnDirection(sim, (float)(next / rho));
        rho = next;
    }
    for (size_t i = 0; i < n; ++i) {
        svVec3_Store((svVec3){(double)x[i].at[0], (double)x[i].at[1], (double)x[i].at[2]},
                     dv + 3 * i);
    }
    return iteration;
}
