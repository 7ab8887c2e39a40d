// Membrane: per triangle the strains e_u = |f_u| - 1, e_v = |f_v| - 1 and the shear s = f_u . f_v
// of D. Baraff and A. Witkin, Large Steps in Cloth Simulation, SIGGRAPH 1998, but with the energy
//     A/2 (Y_u e_u^2 + Y_v e_v^2 + G s^2)
// in place of their conditions, so that stiffness is a material's, whatever the mesh. Beyond the
// strain limit L, LIMIT_STIFFNESS Y (e - L)^2 / 2 is added: it spreads, because it is part of the
// solve, where sweeps over edges leave columns of long and short ones.
//
// Bending of a regular grid that is flat at rest, with cells a x b: second differences,
//     B b / a^3 |x_(i+1) - 2 x_i + x_(i-1)|^2 / 2 along rows (half of it on the border),
//     2 B / (a b) |x_11 - x_10 - x_01 + x_00|^2 / 2 for the twist of a cell:
// the bending energy of an inextensible plate without Poisson's effect, B (k_uu^2 + 2 k_uv^2 +
// k_vv^2) / 2 per area, in the direction of rows, columns and diagonals alike.
//
// Bending of any other mesh: per inner edge, with the angle theta between its two triangles,
//     B |e|^2 / (A_1 + A_2) (2 sin(theta/2) - 2 sin(theta_rest/2))^2 / 2.
// E. Grinspun, A. Hirani, M. Desbrun and P. Schroeder, Discrete Shells, SCA 2003, have 3 |e|^2 /
// (A_1 + A_2) (theta - theta_rest)^2 without a unit; with the factor above it is B kappa^2 / 2 per
// area on average over the directions for equilateral triangles. Constant angles per edge know no
// more: on other triangles vertices relax, and a grid of right ones is 4/5 to 5/6 as stiff. The
// sine (R. Bridson, S. Marino and R. Fedkiw, Simulation of Clothing with Folds and Wrinkles, SCA
// 2003) has no jump where cloth is folded flat.
//
// Damping acts on the rates of strains and angles, (e - e_before) / h, which rigid motion does not
// change: a step adds damping / h * stiffness * (e - e_before)^2 / 2.
//
// Hessians are positive semidefinite: of the second derivatives of the strains, which come with the
// stress, only the part in tension is kept (compressed cloth buckles: K.-J. Choi and H.-S. Ko,
// Stable but Responsive Cloth, SIGGRAPH 2002), of those of hinges none (Gauss-Newton).

#include "elastic.h"

#include <string.h>

static const double LIMIT_STIFFNESS = 200;
// 2 sin(theta / 2) for the angle between two triangles with normals n0 and n1, and its derivative
// by the angle, cos(theta / 2).
static double BendOf(svVec3 n0, svVec3 n1, svVec3 edge, double* slope) {
    const double lengths = sqrt(svVec3_Dot(n0, n0) * svVec3_Dot(n1, n1));
    const double cosine = fmin(fmax(svVec3_Dot(n0, n1) / lengths, -1), 1);
    const double bend = sqrt(2 * (1 - cosine));
    *slope = sqrt((1 + cosine) / 2);
    return svVec3_Dot(svVec3_Cross(n1, n0), edge) < 0 ? -bend : bend;
}

double svHinge_Bend(const svVec3 x[4]) {
    const svVec3 edge = svVec3_Sub(x[1], x[0]);
    const svVec3 n0 = svVec3_Cross(svVec3_Sub(x[2], x[0]), svVec3_Sub(x[2], x[1]));
    const svVec3 n1 = svVec3_Cross(svVec3_Sub(x[3], x[1]), svVec3_Sub(x[3], x[0]));
    double slope;
    return svVec3_Dot(n0, n0) > 0 && svVec3_Dot(n1, n1) > 0 ? BendOf(n0, n1, edge, &slope) : 0;
}

// The derivatives f_u and f_v.
typedef struct Deformation {
    svVec3 u, v;
} Deformation;

static inline Deformation DeformationOf(const svMembrane* membrane, const double* x) {
    Deformation f = {{0, 0, 0}, {0, 0, 0}};
    for (int k = 0; k < 3; ++k) {
        const svVec3 p = svVec3_From(x + 3 * (size_t)membrane->corners[k]);
        f.u = svVec3_AddScaled(f.u, membrane->du[k], p);
        f.v = svVec3_AddScaled(f.v, membrane->dv[k], p);
    }
    return f;
}

// One strain: its energy without damping, the derivative, and the second derivative, the last two
// with it.
typedef struct Response {
    double energy, dissipation, stress, tangent;
} Response;

static inline Response Respond(double strain, double before, double stiffness, double damping,
                               double limit) {
    const double excess = strain > limit ? strain - limit : 0, rate = strain - before;
    const double more = strain > limit ? LIMIT_STIFFNESS * stiffness : 0;
    return (Response){.energy = (stiffness * strain * strain + more * excess * excess) / 2,
                      .dissipation = damping * stiffness * rate * rate / 2,
                      .stress = stiffness * (strain + damping * rate) + more * excess,
                      .tangent = stiffness * (1 + damping) + more};
}

static inline svFloat4 ScaledFloats(double s, svVec3 a) {
    return Float4_Make((float)(s * a.x), (float)(s * a.y), (float)(s * a.z));
}

// f / |f| and the strain |f| - 1.
static inline svVec3 Stretch(svVec3 f, double* length) {
    *length = svVec3_Length(f);
    return *length > 0 ? svVec3_Scale(1 / *length, f) : (svVec3){1, 0, 0};
}

// The stress of an element as a 2 x 2 matrix (uu, uv, vv), without its compression: the nearest
// matrix that is positive semidefinite.
static void KeepTension(double stress[3]) {
    const double mean = (stress[0] + stress[2]) / 2, half = (stress[0] - stress[2]) / 2;
    const double radius = sqrt(half * half + stress[1] * stress[1]);
    if (mean >= radius) {
        return;
    }
    // One eigenvalue is negative: the other, times the square of its direction.
    const double share = mean + radius > 0 ? (mean + radius) / (2 * radius) : 0;
    stress[0] = share * (radius + half);
    stress[2] = share * (radius - half);
    stress[1] = share * stress[1];
}

// Returns the energy.
static double EvaluateMembrane(const svMembrane* membrane, const double before[3],
                               svMembraneState* state, svVec3* forces, const double* x, double h) {
    const Deformation f = DeformationOf(membrane, x);
    const svVec3 fu = f.u, fv = f.v;
    double lu, lv;
    const svVec3 nu = Stretch(fu, &lu), nv = Stretch(fv, &lv);
    const double damping = membrane->damping / h;
    const Response warp =
        Respond(lu - 1, before[0], membrane->stiffness[0], damping, membrane->strainLimit);
    const Response weft =
        Respond(lv - 1, before[1], membrane->stiffness[1], damping, membrane->strainLimit);
    const Response shear =
        Respond(svVec3_Dot(fu, fv), before[2], membrane->stiffness[2], damping, (double)INFINITY);
    double tension[3] = {lu > 0 ? warp.stress / lu : 0, shear.stress,
                         lv > 0 ? weft.stress / lv : 0};
    const double along[2] = {warp.tangent - (tension[0] > 0 ? tension[0] : 0),
                             weft.tangent - (tension[2] > 0 ? tension[2] : 0)};
    KeepTension(tension);
    state->nu = ScaledFloats(1, nu);
    state->nv = ScaledFloats(1, nv);
    state->fu = ScaledFloats(1, fu);
    state->fv = ScaledFloats(1, fv);
    state->tension = Float4_Make((float)tension[0], (float)tension[1], (float)tension[2]);
    state->stiffness = Float4_Make((float)(along[0] > 0 ? along[0] : 0), (float)shear.tangent,
                                   (float)(along[1] > 0 ? along[1] : 0));
    // The stress along u and along v: forces are their sums by the derivatives of the corners.
    const svVec3 su = svVec3_AddScaled(svVec3_Scale(warp.stress, nu), shear.stress, fv);
    const svVec3 sv = svVec3_AddScaled(svVec3_Scale(weft.stress, nv), shear.stress, fu);
    for (int k = 0; k < 3; ++k) {
        forces[k] = svVec3_AddScaled(svVec3_Scale(membrane->du[k], su), membrane->dv[k], sv);
    }
    return warp.energy + warp.dissipation + weft.energy + weft.dissipation + shear.energy +
           shear.dissipation;
}

static inline void GetHinge(const svHinge* hinge, const double* x, svVec3 p[4]) {
    for (int k = 0; k < 4; ++k) {
        p[k] = svVec3_From(x + 3 * (size_t)hinge->corners[k]);
    }
}

// The derivatives of 2 sin(theta/2) by the corners (that of theta: Bridson et al. 2003); 0 where a
// triangle has no area. Returns 2 sin(theta/2).
static double BendGradient(const svVec3 x[4], svVec3 gradient[4]) {
    const svVec3 edge = svVec3_Sub(x[1], x[0]);
    const svVec3 n0 = svVec3_Cross(svVec3_Sub(x[2], x[0]), svVec3_Sub(x[2], x[1]));
    const svVec3 n1 = svVec3_Cross(svVec3_Sub(x[3], x[1]), svVec3_Sub(x[3], x[0]));
    const double length = svVec3_Length(edge), s0 = svVec3_Dot(n0, n0), s1 = svVec3_Dot(n1, n1);
    if (!(length > 0 && s0 > 0 && s1 > 0)) {
        memset(gradient, 0, 4 * sizeof(*gradient));
        return 0;
    }
    double slope;
    const double bend = BendOf(n0, n1, edge, &slope), inverse = 1 / length;
    const svVec3 m0 = svVec3_Scale(slope / s0, n0), m1 = svVec3_Scale(slope / s1, n1);
    const double a0 = svVec3_Dot(svVec3_Sub(x[2], x[1]), edge) * inverse;
    const double a1 = svVec3_Dot(svVec3_Sub(x[3], x[1]), edge) * inverse;
    const double b0 = svVec3_Dot(svVec3_Sub(x[2], x[0]), edge) * inverse;
    const double b1 = svVec3_Dot(svVec3_Sub(x[3], x[0]), edge) * inverse;
    gradient[0] = svVec3_AddScaled(svVec3_Scale(a0, m0), a1, m1);
    gradient[1] = svVec3_AddScaled(svVec3_Scale(-b0, m0), -b1, m1);
    gradient[2] = svVec3_Scale(length, m0);
    gradient[3] = svVec3_Scale(length, m1);
    return bend;
}

static double EvaluateHinge(const svHinge* hinge, svHingeState* state, svVec3* forces,
                            const double* x, double h) {
    svVec3 p[4], gradient[4];
    GetHinge(hinge, x, p);
    const double bend = BendGradient(p, gradient), damping = hinge->damping / h;
    const double bent = bend - hinge->rest, rate = bend - state->before;
    const double moment = hinge->stiffness * (bent + damping * rate);
    const double root = sqrt(hinge->stiffness * (1 + damping));
    for (int k = 0; k < 4; ++k) {
        forces[k] = svVec3_Scale(moment, gradient[k]);
        state->pull[k] = ScaledFloats(root, gradient[k]);
    }
    return hinge->stiffness * (bent * bent + damping * rate * rate) / 2;
}

static inline svVec3 Difference(const svStencil* stencil, const double* x) {
    svVec3 sum = {0, 0, 0};
    for (int k = 0; k < 4; ++k) {
        sum = svVec3_AddScaled(sum, stencil->factors[k],
                               svVec3_From(x + 3 * (size_t)stencil->corners[k]));
    }
    return sum;
}

static double EvaluateStencil(const svStencil* stencil, double before, svVec3* force,
                              const double* x, double h) {
    const svVec3 s = Difference(stencil, x);
    const double length = svVec3_Length(s), damping = stencil->damping / h, rate = length - before;
    const double along = length > 0 ? damping * rate / length : 0;
    *force = svVec3_Scale(stencil->stiffness * (1 + along), s);
    return stencil->stiffness * (length * length + damping * rate * rate) / 2;
}

double svElastic_StencilStiffness(const svElastic* elastic, size_t stencil) {
    const svStencil* s = &elastic->stencils[stencil];
    return s->stiffness * (1 + s->damping / elastic->step);
}

typedef struct Evaluation {
    svElastic* elastic;
    const double* x;
    double h;
    double* sums;
} Evaluation;

static void EvaluateMembranes(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Evaluation* evaluation = work;
    svElastic* elastic = evaluation->elastic;
    double sum = 0;
    for (size_t i = first; i < end; ++i) {
        const svMembrane* membrane = &elastic->membranes[i];
        sum += EvaluateMembrane(membrane, elastic->membraneBefore[i], &elastic->membraneStates[i],
                                elastic->membraneForces + 3 * i, evaluation->x, evaluation->h);
    }
    evaluation->sums[first / RANGE] = sum;
}

static void EvaluateHinges(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Evaluation* evaluation = work;
    svElastic* elastic = evaluation->elastic;
    double sum = 0;
    for (size_t i = first; i < end; ++i) {
        sum += EvaluateHinge(&elastic->hinges[i], &elastic->hingeStates[i],
                             elastic->hingeForces + 4 * i, evaluation->x, evaluation->h);
    }
    evaluation->sums[first / RANGE] = sum;
}

static void EvaluateStencils(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Evaluation* evaluation = work;
    svElastic* elastic = evaluation->elastic;
    double sum = 0;
    for (size_t i = first; i < end; ++i) {
        sum += EvaluateStencil(&elastic->stencils[i], elastic->stencilBefore[i],
                               &elastic->stencilForces[i], evaluation->x, evaluation->h);
    }
    evaluation->sums[first / RANGE] = sum;
}

double svElastic_Evaluate(svElastic* elastic, const double* x, double h) {
    elastic->step = h;
    Evaluation evaluation = {elastic, x, h, elastic->sums};
    ForRanges(elastic->context, elastic->membraneCount, EvaluateMembranes, &evaluation);
    evaluation.sums += RangeCount(elastic->membraneCount);
    ForRanges(elastic->context, elastic->hingeCount, EvaluateHinges, &evaluation);
    double sum = SumRanges(elastic->sums, elastic->membraneCount) +
                 SumRanges(evaluation.sums, elastic->hingeCount);
    evaluation.sums += RangeCount(elastic->hingeCount);
    ForRanges(elastic->context, elastic->stencilCount, EvaluateStencils, &evaluation);
    return sum + SumRanges(evaluation.sums, elastic->stencilCount);
}

static void BeginMembranes(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Evaluation* evaluation = work;
    for (size_t i = first; i < end; ++i) {
        const svMembrane* membrane = &evaluation->elastic->membranes[i];
        const Deformation f = DeformationOf(membrane, evaluation->x);
        double* before = evaluation->elastic->membraneBefore[i];
        before[0] = svVec3_Length(f.u) - 1;
        before[1] = svVec3_Length(f.v) - 1;
        before[2] = svVec3_Dot(f.u, f.v);
    }
}

static void BeginHinges(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Evaluation* evaluation = work;
    for (size_t i = first; i < end; ++i) {
        svVec3 p[4];
        GetHinge(&evaluation->elastic->hinges[i], evaluation->x, p);
        evaluation->elastic->hingeStates[i].before = svHinge_Bend(p);
    }
}

static void BeginStencils(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Evaluation* evaluation = work;
    svElastic* elastic = evaluation->elastic;
    for (size_t i = first; i < end; ++i) {
        elastic->stencilBefore[i] = svVec3_Length(Difference(&elastic->stencils[i], evaluation->x));
    }
}

void svElastic_Begin(svElastic* elastic, const double* x) {
    Evaluation evaluation = {.elastic = elastic, .x = x};
    ForRanges(elastic->context, elastic->membraneCount, BeginMembranes, &evaluation);
    ForRanges(elastic->context, elastic->hingeCount, BeginHinges, &evaluation);
    ForRanges(elastic->context, elastic->stencilCount, BeginStencils, &evaluation);
}

svVec3 svElastic_Gradient(const svElastic* elastic, uint32_t particle) {
    svVec3 sum = {0, 0, 0};
    for (uint32_t i = elastic->membraneStart[particle]; i < elastic->membraneStart[particle + 1];
         ++i) {
        sum = svVec3_Add(sum, elastic->membraneForces[elastic->membraneCorners[i]]);
    }
    for (uint32_t i = elastic->hingeStart[particle]; i < elastic->hingeStart[particle + 1]; ++i) {
        sum = svVec3_Add(sum, elastic->hingeForces[elastic->hingeCorners[i]]);
    }
    for (uint32_t i = elastic->stencilStart[particle]; i < elastic->stencilStart[particle + 1];
         ++i) {
        const uint32_t corner = elastic->stencilCorners[i];
        sum = svVec3_AddScaled(sum, elastic->stencils[corner / 4].factors[corner % 4],
                               elastic->stencilForces[corner / 4]);
    }
    return sum;
}

double svElastic_Energy(const svElastic* elastic, const double* x) {
    double energy = 0;
    for (size_t i = 0; i < elastic->membraneCount; ++i) {
        const svMembrane* membrane = &elastic->membranes[i];
        const Deformation f = DeformationOf(membrane, x);
        const double strains[3] = {svVec3_Length(f.u) - 1, svVec3_Length(f.v) - 1,
                                   svVec3_Dot(f.u, f.v)};
        for (int k = 0; k < 3; ++k) {
            const double limit = k < 2 ? membrane->strainLimit : (double)INFINITY;
            energy += Respond(strains[k], 0, membrane->stiffness[k], 0, limit).energy;
        }
    }
    for (size_t i = 0; i < elastic->hingeCount; ++i) {
        svVec3 p[4];
        GetHinge(&elastic->hinges[i], x, p);
        const double bent = svHinge_Bend(p) - elastic->hinges[i].rest;
        energy += elastic->hinges[i].stiffness * bent * bent / 2;
    }
    for (size_t i = 0; i < elastic->stencilCount; ++i) {
        const svVec3 s = Difference(&elastic->stencils[i], x);
        energy += elastic->stencils[i].stiffness * svVec3_Dot(s, s) / 2;
    }
    return energy;
}

double svElastic_WorstStretch(const svElastic* elastic, const double* x) {
    double worst = 0;
    for (size_t i = 0; i < elastic->membraneCount; ++i) {
        const svMembrane* membrane = &elastic->membranes[i];
        const Deformation f = DeformationOf(membrane, x);
        worst = fmax(worst, fmax(svVec3_Length(f.u), svVec3_Length(f.v)) - 1);
    }
    return worst;
}
