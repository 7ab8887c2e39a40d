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

static inline svFloat4 ScaledFloats(double s, svVec3 a) {
    return Float4_Make((float)(s * a.x), (float)(s * a.y), (float)(s * a.z));
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

double svElastic_StencilStiffness(const svElastic* elastic, size_t stencil) {
    const svStencil* s = &elastic->stencils[stencil];
    return s->stiffness * (1 + s->damping / elastic->step);
}

typedef struct Evaluation {
    svElastic* elastic;
    const double* x;
    double h;
    double* sums;
    svBendWork bend;
} Evaluation;

static void EvaluateMembranes(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Evaluation* evaluation = work;
    const svElastic* elastic = evaluation->elastic;
    const svMembraneWork membranes = {.tiles = elastic->membraneTiles,
                                      .x = evaluation->x,
                                      .rate = 1 / evaluation->h,
                                      .states = elastic->membraneStates,
                                      .forces = elastic->membraneForces};
    evaluation->sums[first / RANGE] = elastic->kernels->membranes(&membranes, first, end);
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

static void EvaluateBends(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Evaluation* evaluation = work;
    evaluation->sums[first / RANGE] =
        evaluation->elastic->kernels->bends(&evaluation->bend, first, end);
}

static double EvaluateGrids(Evaluation* evaluation, double rate, bool begin) {
    svElastic* elastic = evaluation->elastic;
    double sum = 0;
    for (size_t i = 0; i < elastic->gridCount; ++i) {
        const svBendGrid* grid = &elastic->grids[i];
        evaluation->bend = (svBendWork){grid, evaluation->x + 3 * (size_t)grid->first, rate, begin};
        ForRanges(elastic->context, grid->count, EvaluateBends, evaluation);
        sum += SumRanges(elastic->sums, grid->count);
    }
    return sum;
}

// Runs a function of elements; returns the sum of their energies.
static double EvaluateElements(Evaluation* evaluation, size_t count, svRangeFn fn) {
    ForRanges(evaluation->elastic->context, count, fn, evaluation);
    return SumRanges(evaluation->elastic->sums, count);
}

double svElastic_Evaluate(svElastic* elastic, const double* x, double h) {
    elastic->step = h;
    Evaluation evaluation = {.elastic = elastic, .x = x, .h = h, .sums = elastic->sums};
    const double membranes =
        EvaluateElements(&evaluation, elastic->membraneCount, EvaluateMembranes);
    const double hinges = EvaluateElements(&evaluation, elastic->hingeCount, EvaluateHinges);
    return membranes + hinges + EvaluateGrids(&evaluation, 1 / h, false);
}

// The strains along warp and weft, and the shear.
static inline void GetStrains(const svMembrane* membrane, const double* x, double strains[3]) {
    const Deformation f = DeformationOf(membrane, x);
    strains[0] = svVec3_Length(f.u) - 1;
    strains[1] = svVec3_Length(f.v) - 1;
    strains[2] = svVec3_Dot(f.u, f.v);
}

static double StrainEnergy(double strain, double stiffness, double limit) {
    const double excess = strain > limit ? strain - limit : 0;
    return (stiffness * strain * strain + LIMIT_STIFFNESS * stiffness * excess * excess) / 2;
}

static double MembraneEnergy(const svMembrane* membrane, const double strains[3]) {
    double energy = 0;
    for (int k = 0; k < 3; ++k) {
        const double limit = k < 2 ? membrane->strainLimit : (double)INFINITY;
        energy += StrainEnergy(strains[k], membrane->stiffness[k], limit);
    }
    return energy;
}

static double HingeEnergy(const svHinge* hinge, double bend) {
    const double bent = bend - hinge->rest;
    return hinge->stiffness * bent * bent / 2;
}

static void BeginMembranes(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Evaluation* evaluation = work;
    double sum = 0;
    for (size_t i = first; i < end; ++i) {
        double strains[3];
        GetStrains(&evaluation->elastic->membranes[i], evaluation->x, strains);
        sum += MembraneEnergy(&evaluation->elastic->membranes[i], strains);
        for (int k = 0; k < 3; ++k) {
            evaluation->elastic->membraneTiles[i / TILE].before[k][i % TILE] = (float)strains[k];
        }
    }
    evaluation->sums[first / RANGE] = sum;
}

static void BeginHinges(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Evaluation* evaluation = work;
    double sum = 0;
    for (size_t i = first; i < end; ++i) {
        svVec3 p[4];
        GetHinge(&evaluation->elastic->hinges[i], evaluation->x, p);
        const double bend = svHinge_Bend(p);
        evaluation->elastic->hingeStates[i].before = bend;
        sum += HingeEnergy(&evaluation->elastic->hinges[i], bend);
    }
    evaluation->sums[first / RANGE] = sum;
}

double svElastic_Begin(svElastic* elastic, const double* x) {
    Evaluation evaluation = {.elastic = elastic, .x = x, .sums = elastic->sums};
    const double membranes = EvaluateElements(&evaluation, elastic->membraneCount, BeginMembranes);
    const double hinges = EvaluateElements(&evaluation, elastic->hingeCount, BeginHinges);
    return membranes + hinges + EvaluateGrids(&evaluation, 0, true);
}

double svElastic_Energy(const svElastic* elastic, const double* x) {
    double energy = 0;
    for (size_t i = 0; i < elastic->membraneCount; ++i) {
        double strains[3];
        GetStrains(&elastic->membranes[i], x, strains);
        energy += MembraneEnergy(&elastic->membranes[i], strains);
    }
    for (size_t i = 0; i < elastic->hingeCount; ++i) {
        svVec3 p[4];
        GetHinge(&elastic->hinges[i], x, p);
        energy += HingeEnergy(&elastic->hinges[i], svHinge_Bend(p));
    }
    for (size_t i = 0; i < elastic->stencilCount; ++i) {
        const svVec3 s = Difference(&elastic->stencils[i], x);
        energy += elastic->stencils[i].stiffness * svVec3_Dot(s, s) / 2;
    }
    return energy;
}

static svVec3 GradientAt(const svElastic* elastic, size_t particle) {
    svFloat4 membranes = Float4_Zero();
    for (uint32_t i = elastic->membraneStart[particle]; i < elastic->membraneStart[particle + 1];
         ++i) {
        membranes = Float4_Add(membranes, elastic->membraneForces[i]);
    }
    svVec3 sum = Float4_ToVec3(membranes);
    for (uint32_t i = elastic->hingeStart[particle]; i < elastic->hingeStart[particle + 1]; ++i) {
        sum = svVec3_Add(sum, elastic->hingeForces[elastic->hingeCorners[i]]);
    }
    return sum;
}

void svElastic_AddGradient(const svElastic* elastic, size_t first, size_t end, double* g) {
    for (size_t i = first; i < end; ++i) {
        svVec3_Store(svVec3_Add(svVec3_From(g + 3 * i), GradientAt(elastic, i)), g + 3 * i);
    }
    for (size_t i = 0; i < elastic->gridCount; ++i) {
        const svBendGrid* grid = &elastic->grids[i];
        const size_t gridEnd = (size_t)grid->first + grid->count;
        const size_t from = first > grid->first ? first : grid->first;
        const size_t to = end < gridEnd ? end : gridEnd;
        if (from < to) {
            elastic->kernels->bendGradient(grid, from - grid->first, to - grid->first,
                                           g + 3 * from);
        }
    }
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
