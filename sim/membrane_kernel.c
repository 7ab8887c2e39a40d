// The membranes of elastic.c, evaluated eight at a time: compiled once per instruction set. Plain
// loops over the lanes of a tile, without branches, which compilers turn into wide instructions;
// every lane has the roundings of the scalar expression, in its order, so that the bytes are the
// same with all of them.

#include "kernels.h"

double SV_SIM_KERNEL(svMembranes)(const svMembraneWork* work, size_t first, size_t end);

// Where a state has what; ROWS is all of it.
enum { U = 0, V = 6, C = 12, TWIST = 18, STATE = 21, ROWS = 24 };

// What is known of the elements of a tile, number by number.
typedef struct Lanes {
    double x[3][3][TILE]; // by corner
    double energy[TILE];
    double state[STATE][TILE];
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

// f / |f|, for the length |f| and its inverse.
static inline svVec3 Direction(svVec3 f, double length, double inverse) {
    return (svVec3){length > 0 ? inverse * f.x : 1, length > 0 ? inverse * f.y : 0,
                    length > 0 ? inverse * f.z : 0};
}

// The stress of an element as a 2 x 2 matrix (uu, uv, vv), without its compression: the nearest
// matrix that is positive semidefinite.
static inline void KeepTension(double stress[3]) {
    const double mean = (stress[0] + stress[2]) / 2, half = (stress[0] - stress[2]) / 2;
    const double radius = sqrt(half * half + stress[1] * stress[1]);
    // Where one eigenvalue is negative: the other, times the square of its direction.
    const double part = (mean + radius) / (2 * radius);
    const double share = mean + radius > 0 ? part : 0;
    const bool tense = mean >= radius;
    stress[0] = tense ? stress[0] : share * (radius + half);
    stress[2] = tense ? stress[2] : share * (radius - half);
    stress[1] = tense ? stress[1] : share * stress[1];
}

static inline void StoreVector(svVec3 a, double numbers[][TILE], int lane) {
    numbers[0][lane] = a.x;
    numbers[1][lane] = a.y;
    numbers[2][lane] = a.z;
}

// The diagonal and the sides of k a a^T + m b b^T + t I.
static inline void StoreSquares(double k, svVec3 a, double m, svVec3 b, double t,
                                double numbers[][TILE], int lane) {
    const svVec3 ka = svVec3_Scale(k, a), mb = svVec3_Scale(m, b);
    numbers[0][lane] = ka.x * a.x + mb.x * b.x + t;
    numbers[1][lane] = ka.y * a.y + mb.y * b.y + t;
    numbers[2][lane] = ka.z * a.z + mb.z * b.z + t;
    numbers[3][lane] = ka.x * a.y + mb.x * b.y;
    numbers[4][lane] = ka.x * a.z + mb.x * b.z;
    numbers[5][lane] = ka.y * a.z + mb.y * b.z;
}

// Those of k (a b^T + b a^T) / 2 + t I, and k a x b / 2.
static inline void StoreMixed(double k, svVec3 a, svVec3 b, double t, double numbers[][TILE],
                              double twist[][TILE], int lane) {
    const svVec3 ka = svVec3_Scale(k, a), half = svVec3_Scale(0.5, ka);
    numbers[0][lane] = ka.x * b.x + t;
    numbers[1][lane] = ka.y * b.y + t;
    numbers[2][lane] = ka.z * b.z + t;
    numbers[3][lane] = half.x * b.y + half.y * b.x;
    numbers[4][lane] = half.x * b.z + half.z * b.x;
    numbers[5][lane] = half.y * b.z + half.z * b.y;
    StoreVector(svVec3_Cross(half, b), twist, lane);
}

static inline void EvaluateLane(const svMembraneTile* tile, double rate, Lanes* lanes,
                                svMembraneStress* stress, int l) {
    svVec3 fu = {0, 0, 0}, fv = {0, 0, 0};
    for (int k = 0; k < 3; ++k) {
        const svVec3 p = {lanes->x[k][0][l], lanes->x[k][1][l], lanes->x[k][2][l]};
        fu = svVec3_AddScaled(fu, tile->du[k][l], p);
        fv = svVec3_AddScaled(fv, tile->dv[k][l], p);
    }
    const double lu = svVec3_Length(fu), lv = svVec3_Length(fv);
    const double inverseU = 1 / lu, inverseV = 1 / lv;
    const svVec3 nu = Direction(fu, lu, inverseU), nv = Direction(fv, lv, inverseV);
    const double damping = tile->damping[l] * rate, limit = tile->strainLimit[l];
    const Response warp =
        Respond(lu - 1, tile->before[0][l], tile->stiffness[0][l], damping, limit);
    const Response weft =
        Respond(lv - 1, tile->before[1][l], tile->stiffness[1][l], damping, limit);
    const Response shear = Respond(svVec3_Dot(fu, fv), tile->before[2][l], tile->stiffness[2][l],
                                   damping, (double)INFINITY);
    const double pullU = warp.stress * inverseU, pullV = weft.stress * inverseV;
    double tension[3] = {lu > 0 ? pullU : 0, shear.stress, lv > 0 ? pullV : 0};
    const double alongU = warp.tangent - (tension[0] > 0 ? tension[0] : 0);
    const double alongV = weft.tangent - (tension[2] > 0 ? tension[2] : 0);
    KeepTension(tension);
    StoreSquares(alongU > 0 ? alongU : 0, nu, shear.tangent, fv, tension[0], lanes->state + U, l);
    StoreSquares(alongV > 0 ? alongV : 0, nv, shear.tangent, fu, tension[2], lanes->state + V, l);
    StoreMixed(shear.tangent, fu, fv, tension[1], lanes->state + C, lanes->state + TWIST, l);
    StoreVector(svVec3_AddScaled(svVec3_Scale(warp.stress, nu), shear.stress, fv), stress->u, l);
    StoreVector(svVec3_AddScaled(svVec3_Scale(weft.stress, nv), shear.stress, fu), stress->v, l);
    lanes->energy[l] = warp.energy + warp.dissipation + weft.energy + weft.dissipation +
                       shear.energy + shear.dissipation;
}

static void EvaluateTile(const svMembraneTile* restrict tile, double rate, Lanes* restrict lanes,
                         svMembraneStress* restrict stress) {
    for (int l = 0; l < TILE; ++l) {
        EvaluateLane(tile, rate, lanes, stress, l);
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

// From rows of numbers to elements, one after the other.
static inline void StoreStates(float rows[ROWS][TILE], svMembraneState* states) {
    for (int lane = 0; lane < TILE; lane += 4) {
        for (int row = 0; row < ROWS; row += 4) {
            svFloat4 square[4];
            for (int i = 0; i < 4; ++i) {
                memcpy(&square[i], &rows[row + i][lane], sizeof(square[i]));
            }
            Float4_Transpose(square);
            for (int i = 0; i < 4; ++i) {
                memcpy(&states[lane + i].at[row], &square[i], sizeof(square[i]));
            }
        }
    }
}

// Rounds what the tile has, and stores it element by element.
static inline void StoreElements(Lanes* lanes, svMembraneState* states) {
    float rows[ROWS][TILE];
    memset(rows[STATE], 0, (ROWS - STATE) * sizeof(rows[0]));
    for (int k = 0; k < STATE; ++k) {
        for (int l = 0; l < TILE; ++l) {
            rows[k][l] = (float)lanes->state[k][l];
        }
    }
    StoreStates(rows, states);
}

double SV_SIM_KERNEL(svMembranes)(const svMembraneWork* work, size_t first, size_t end) {
    double sum = 0;
    for (size_t i = first; i < end; i += TILE) {
        Lanes lanes;
        GatherCorners(&work->tiles[i / TILE], work->x, &lanes);
        EvaluateTile(&work->tiles[i / TILE], work->rate, &lanes, &work->stresses[i / TILE]);
        StoreElements(&lanes, work->states + i);
        for (size_t l = 0; l < TILE && i + l < end; ++l) {
            sum += lanes.energy[l];
        }
    }
    return sum;
}
