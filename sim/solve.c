// One implicit step: backward Euler, linearised at its beginning.
//
// D. Baraff and A. Witkin, Large Steps in Cloth Simulation, SIGGRAPH 1998, Eq. 16:
//     (M - h df/dv - h^2 df/dx) dv = h (f + h df/dx v),
// solved by conjugate gradients preconditioned with the 3 x 3 blocks of the diagonal; what is held
// keeps its prescribed change of speed (their filtered gradients).
//
// For a spring of stiffness k, rest length l0 and damping c, with d = xb - xa, n = d / |d|,
//     df_a/dx_b = k (n n^T + s (I - n n^T)),   s = 1 - l0 / |d|,
// with s = 0 where it is negative: a spring that is pressed together gives way to the side, and
// leaving that out keeps the matrix positive definite (Choi and Ko, Stable but Responsive Cloth,
// SIGGRAPH 2002). So the spring's block of the matrix is alpha I + u u^T with alpha = h^2 k s and
// u = n sqrt(h^2 k (1 - s) + h c): four numbers.

#include "state.h"

#include <string.h>

enum { ALPHA, UX, UY, UZ };
// The vectors of the iteration.
enum { RESIDUAL, DIRECTION, PRODUCT, SCALED, RIGHT };

// Fills the bands and the right hand side h (f + h df/dx v), leaves the diagonal in `blocks` (xx xy
// xz yy yz zz).
static void Assemble(svSim* sim, double h, double* right) {
    const size_t n = sim->clothParticles;
    for (size_t i = 0; i < n; ++i) {
        const double m = sim->mass[i];
        const double block[6] = {m, 0, 0, m, 0, m};
        memcpy(sim->blocks[i], block, sizeof(block));
        Store(right + 3 * i, Scale(h, Load(sim->force + 3 * i)));
    }
    for (size_t i = 0; i < sim->springCount; ++i) {
        const svSpring* spring = &sim->springs[i];
        const size_t a = 3 * (size_t)spring->a, b = 3 * (size_t)spring->b;
        const Vec3 d = Sub(Load(sim->x0 + b), Load(sim->x0 + a));
        const double length = Length(d);
        double* band = sim->bands[i];
        if (!(length > 0)) {
            memset(band, 0, sizeof(sim->bands[i]));
            continue;
        }
        const Vec3 along = Scale(1 / length, d);
        const double side = length > spring->rest ? 1 - spring->rest / length : 0;
        const double stiff = h * h * spring->stiffness;
        band[ALPHA] = stiff * side;
        const Vec3 u = Scale(sqrt(stiff * (1 - side) + h * spring->damping), along);
        Store(band + UX, u);
        // h^2 df/dx v, without the damping that is part of u.
        const Vec3 dv = Sub(Load(sim->v + b), Load(sim->v + a));
        const Vec3 change =
            AddScaled(Scale(band[ALPHA], dv), stiff * (1 - side) * Dot(along, dv), along);
        Store(right + a, Add(Load(right + a), change));
        Store(right + b, Sub(Load(right + b), change));
        const double block[6] = {band[ALPHA] + u.x * u.x, u.x * u.y, u.x * u.z,
                                 band[ALPHA] + u.y * u.y, u.y * u.z, band[ALPHA] + u.z * u.z};
        for (int k = 0; k < 6; ++k) {
            sim->blocks[spring->a][k] += block[k];
            sim->blocks[spring->b][k] += block[k];
        }
    }
}

// Inverts the blocks of the diagonal; 0 for what is held, which filters it.
static void InvertBlocks(svSim* sim) {
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        double* b = sim->blocks[i];
        const double xx = b[3] * b[5] - b[4] * b[4], xy = b[2] * b[4] - b[1] * b[5];
        const double xz = b[1] * b[4] - b[2] * b[3], yy = b[0] * b[5] - b[2] * b[2];
        const double yz = b[1] * b[2] - b[0] * b[4], zz = b[0] * b[3] - b[1] * b[1];
        const double determinant = b[0] * xx + b[1] * xy + b[2] * xz;
        const double scale = sim->inverseMass[i] > 0 && determinant > 0 ? 1 / determinant : 0;
        const double inverse[6] = {xx * scale, xy * scale, xz * scale,
                                   yy * scale, yz * scale, zz * scale};
        memcpy(b, inverse, sizeof(inverse));
    }
}

// out = A in
static void Multiply(const svSim* sim, const double* in, double* out) {
    for (size_t i = 0; i < sim->clothParticles; ++i) {
        Store(out + 3 * i, Scale(sim->mass[i], Load(in + 3 * i)));
    }
    for (size_t i = 0; i < sim->springCount; ++i) {
        const size_t a = 3 * (size_t)sim->springs[i].a, b = 3 * (size_t)sim->springs[i].b;
        const double* band = sim->bands[i];
        const Vec3 d = Sub(Load(in + a), Load(in + b)), u = Load(band + UX);
        const Vec3 q = AddScaled(Scale(band[ALPHA], d), Dot(u, d), u);
        Store(out + a, Add(Load(out + a), q));
        Store(out + b, Sub(Load(out + b), q));
    }
}

static void Precondition(const svSim* sim, const double* in, double* out) {
    for (size_t i = 0; i < sim->clothParticles; ++i) {
        const double* b = sim->blocks[i];
        const Vec3 p = Load(in + 3 * i);
        Store(out + 3 * i,
              (Vec3){b[0] * p.x + b[1] * p.y + b[2] * p.z, b[1] * p.x + b[3] * p.y + b[4] * p.z,
                     b[2] * p.x + b[4] * p.y + b[5] * p.z});
    }
}

static double DotAll(const svSim* sim, const double* a, const double* b) {
    double sum = 0;
    for (size_t i = 0; i < 3 * (size_t)sim->clothParticles; ++i) {
        sum += a[i] * b[i];
    }
    return sum;
}

uint32_t svSim_SolveImplicit(svSim* sim, double h, const double* held, double* dv) {
    const size_t count = 3 * (size_t)sim->clothParticles;
    double *r = sim->cg[RESIDUAL], *p = sim->cg[DIRECTION], *q = sim->cg[PRODUCT],
           *s = sim->cg[SCALED], *right = sim->cg[RIGHT];
    Assemble(sim, h, right);
    InvertBlocks(sim);
    memcpy(dv, held, count * sizeof(*dv));
    Multiply(sim, dv, q);
    for (size_t i = 0; i < count; ++i) {
        r[i] = right[i] - q[i];
    }
    Precondition(sim, right, s);
    const double goal = sim->def.solverTolerance * sim->def.solverTolerance * DotAll(sim, right, s);
    Precondition(sim, r, s);
    memcpy(p, s, count * sizeof(*p));
    double rho = DotAll(sim, r, s);
    uint32_t iteration = 0;
    while (iteration < sim->def.solverIterations && rho > goal) {
        ++iteration;
        Multiply(sim, p, q);
        const double alpha = rho / DotAll(sim, p, q);
        for (size_t i = 0; i < count; ++i) {
            dv[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        Precondition(sim, r, s);
        const double next = DotAll(sim, r, s), beta = next / rho;
        rho = next;
        for (size_t i = 0; i < count; ++i) {
            p[i] = s[i] + beta * p[i];
        }
    }
    return iteration;
}
