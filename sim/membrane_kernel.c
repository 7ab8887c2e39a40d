// The membranes of elastic.c, evaluated eight at a time: compiled once per instruction set. Plain
// loops over the lanes of a tile, without branches, which compilers turn into wide instructions;
// every lane has the roundings of the scalar expression, in its order, so that the bytes are the
// same with all of them.

#include "kernels.h"
#include "length.h"

double SV_SIM_KERNEL(svMembranes)(const svMembraneWork* work, size_t first, size_t end);

// The rows of a state, in the order of its numbers.
enum { NU = 0, KU = 3, NV = 4, KV = 7, TENSION = 8, SHEAR = 11, SHEAR_U = 12, SHEAR_V = 13 };
enum { ROWS = 16 };

// What is known of the elements of a tile, number by number.
typedef struct Lanes {
    double x[3][3][TILE]; // by corner
    float state[ROWS][TILE];
    float forces[3][4][TILE];
} Lanes;

// One strain: its energy with damping, the derivative, and the second derivative.
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

// f / |f|, or any direction of something without a length, so that Hessians are not singular.
static inline svVec3 Direction(svVec3 f, double inverse) {
    return (svVec3){inverse > 0 ? inverse * f.x : 1, inverse > 0 ? inverse * f.y : 0,
                    inverse > 0 ? inverse * f.z : 0};
}

// The stress of an element as a 2 x 2 matrix (uu, vv, uv), without its compression: the nearest
// matrix that is positive semidefinite.
static inline void KeepTension(float stress[3]) {
    const float mean = (stress[0] + stress[1]) / 2, half = (stress[0] - stress[1]) / 2;
    const float radius = sqrtf(half * half + stress[2] * stress[2]);
    // Where one eigenvalue is negative: the other, times the square of its direction.
    const float part = (mean + radius) / (2 * radius);
    const float share = mean + radius > 0 ? part : 0;
    const bool tense = mean >= radius;
    stress[0] = tense ? stress[0] : share * (radius + half);
    stress[1] = tense ? stress[1] : share * (radius - half);
    stress[2] = tense ? stress[2] : share * stress[2];
}

static inline void StoreVector(svVec3 a, float numbers[][TILE], int lane) {
    numbers[0][lane] = (float)a.x;
    numbers[1][lane] = (float)a.y;
    numbers[2][lane] = (float)a.z;
}

// The gradient at corners 1 and 2 is du u + dv v; that at all three is 0.
static inline void StoreForces(const svMembraneTile* tile, svVec3 u, svVec3 v,
                               float forces[3][4][TILE], int l) {
    const float us[3] = {(float)u.x, (float)u.y, (float)u.z};
    const float vs[3] = {(float)v.x, (float)v.y, (float)v.z};
    for (int k = 0; k < 3; ++k) {
        forces[1][k][l] = tile->du[0][l] * us[k] + tile->dv[0][l] * vs[k];
        forces[2][k][l] = tile->du[1][l] * us[k] + tile->dv[1][l] * vs[k];
        forces[0][k][l] = -(forces[1][k][l] + forces[2][k][l]);
    }
}

// From corner 0 to another.
static inline svVec3 Side(const Lanes* lanes, int corner, int l) {
    return (svVec3){lanes->x[corner][0][l] - lanes->x[0][0][l],
                    lanes->x[corner][1][l] - lanes->x[0][1][l],
                    lanes->x[corner][2][l] - lanes->x[0][2][l]};
}

// f_u or f_v.
static inline svVec3 Derivative(const float factors[2][TILE], svVec3 a, svVec3 b, int l) {
    return svVec3_AddScaled(svVec3_Scale((double)factors[0][l], a), (double)factors[1][l], b);
}

static inline Response RespondLane(const svMembraneTile* tile, int k, double strain, double rate,
                                   int l) {
    return Respond(strain, (double)tile->before[k][l], (double)tile->stiffness[k][l],
                   (double)tile->damping[l] * rate,
                   k < 2 ? (double)tile->strainLimit[l] : (double)INFINITY);
}

static inline void EvaluateLane(const svMembraneTile* tile, double rate, Lanes* lanes,
                                double* energies, int l) {
    const svVec3 a = Side(lanes, 1, l), b = Side(lanes, 2, l);
    const svVec3 fu = Derivative(tile->du, a, b, l), fv = Derivative(tile->dv, a, b, l);
    const double squareU = svVec3_Dot(fu, fu), squareV = svVec3_Dot(fv, fv);
    const double inverseU = InverseRoot(squareU), inverseV = InverseRoot(squareV);
    const double lu = squareU * inverseU, lv = squareV * inverseV;
    const svVec3 nu = Direction(fu, inverseU), nv = Direction(fv, inverseV);
    const Response warp = RespondLane(tile, 0, lu - 1, rate, l);
    const Response weft = RespondLane(tile, 1, lv - 1, rate, l);
    const Response shear = RespondLane(tile, 2, svVec3_Dot(fu, fv), rate, l);
    energies[l] += warp.energy + warp.dissipation + weft.energy + weft.dissipation + shear.energy +
                   shear.dissipation;
    StoreForces(tile, svVec3_AddScaled(svVec3_Scale(warp.stress, nu), shear.stress, fv),
                svVec3_AddScaled(svVec3_Scale(weft.stress, nv), shear.stress, fu), lanes->forces,
                l);
    float tension[3] = {(float)(warp.stress * inverseU), (float)(weft.stress * inverseV),
                        (float)shear.stress};
    const float alongU = (float)warp.tangent - (tension[0] > 0 ? tension[0] : 0);
    const float alongV = (float)weft.tangent - (tension[1] > 0 ? tension[1] : 0);
    KeepTension(tension);
    const float kc = (float)shear.tangent, floatU = (float)lu, floatV = (float)lv;
    StoreVector(nu, lanes->state + NU, l);
    StoreVector(nv, lanes->state + NV, l);
    lanes->state[KU][l] = alongU > 0 ? alongU : 0;
    lanes->state[KV][l] = alongV > 0 ? alongV : 0;
    for (int k = 0; k < 3; ++k) {
        lanes->state[TENSION + k][l] = tension[k];
    }
    lanes->state[SHEAR][l] = kc * floatU * floatV / 2;
    lanes->state[SHEAR_U][l] = kc * floatU * floatU;
    lanes->state[SHEAR_V][l] = kc * floatV * floatV;
}

static void EvaluateTile(const svMembraneTile* restrict tile, double rate, Lanes* restrict lanes,
                         double* restrict energies) {
    for (int l = 0; l < TILE; ++l) {
        EvaluateLane(tile, rate, lanes, energies, l);
    }
}

static inline void GatherCorners(const svMembraneTile* tile, const double* x, Lanes* lanes) {
    for (int k = 0; k < 3; ++k) {
        for (int l = 0; l < TILE; ++l) {
            const double* p = x + 3 * (size_t)tile->corners[k][l];
            lanes->x[k][0][l] = p[0];
            lanes->x[k][1][l] = p[1];
            lanes->x[k][2][l] = p[2];
        }
    }
}

// From rows of numbers to vectors: those of four elements from `lane` on.
static inline void Transpose(float rows[4][TILE], int lane, svFloat4 vectors[4]) {
    for (int k = 0; k < 4; ++k) {
        memcpy(&vectors[k], &rows[k][lane], sizeof(vectors[k]));
    }
    Float4_Transpose(vectors);
}

static inline void StoreStates(Lanes* lanes, svMembraneState* states) {
    for (int lane = 0; lane < TILE; lane += 4) {
        svFloat4 u[4], v[4], tension[4], shear[4];
        Transpose(lanes->state + NU, lane, u);
        Transpose(lanes->state + NV, lane, v);
        Transpose(lanes->state + TENSION, lane, tension);
        Transpose(lanes->state + SHEAR_U, lane, shear);
        for (int l = 0; l < 4; ++l) {
            states[lane + l].u = u[l];
            states[lane + l].v = v[l];
            states[lane + l].tension = tension[l];
            states[lane + l].shear = shear[l];
        }
    }
}

static inline void ScatterForces(Lanes* lanes, const svMembraneTile* tile, svFloat4* forces) {
    for (int corner = 0; corner < 3; ++corner) {
        for (int lane = 0; lane < TILE; lane += 4) {
            svFloat4 vectors[4];
            Transpose(lanes->forces[corner], lane, vectors);
            for (int l = 0; l < 4; ++l) {
                forces[tile->places[corner][lane + l]] = vectors[l];
            }
        }
    }
}

double SV_SIM_KERNEL(svMembranes)(const svMembraneWork* work, size_t first, size_t end) {
    double energies[TILE] = {0}, sum = 0;
    Lanes lanes;
    memset(&lanes, 0, sizeof(lanes)); // what tiles leave as it is
    for (size_t i = first; i < end; i += TILE) {
        const svMembraneTile* tile = &work->tiles[i / TILE];
        GatherCorners(tile, work->x, &lanes);
        EvaluateTile(tile, work->rate, &lanes, energies);
        StoreStates(&lanes, work->states + i);
        ScatterForces(&lanes, tile, work->forces);
    }
    for (int l = 0; l < TILE; ++l) {
        sum += energies[l];
    }
    return sum;
}
