// The linear system of an implicit step, written down again and solved by elimination in doubles.
#include "state.h"

#include "support/sim_world.h"
#include "support/test.h"

#include <string.h>

#ifdef TEST_SANITIZED
enum { SYSTEMS = 20 };
#else
enum { SYSTEMS = 200 };
#endif

enum { MOST = 16, UNKNOWNS = 3 * MOST };

typedef struct System {
    int count; // of particles
    double a[UNKNOWNS][UNKNOWNS];
    double b[UNKNOWNS];
} System;

static svVec3 Pull(const svSpring* spring, svVec3 d) {
    const double length = svVec3_Length(d);
    return svVec3_Scale(spring->stiffness * (length - spring->rest) / length, d);
}

// The derivative of the force on `a` by the place of `b`: differences where the spring is
// stretched, the part along it alone where it is pressed together.
static void Stiffness(const svSpring* spring, svVec3 d, double k[3][3]) {
    const double length = svVec3_Length(d), e[3] = {d.x / length, d.y / length, d.z / length};
    for (int j = 0; j < 3; ++j) {
        const double step = 1e-5 * length;
        const svVec3 way = {j == 0 ? step : 0, j == 1 ? step : 0, j == 2 ? step : 0};
        const svVec3 change =
            svVec3_Scale(1 / (2 * step), svVec3_Sub(Pull(spring, svVec3_Add(d, way)),
                                                    Pull(spring, svVec3_Sub(d, way))));
        const double column[3] = {change.x, change.y, change.z};
        for (int i = 0; i < 3; ++i) {
            k[i][j] = length > spring->rest ? column[i] : spring->stiffness * e[i] * e[j];
        }
    }
}

static void AddSpring(System* system, const svSim* sim, const svSpring* spring, double h) {
    const int at[2] = {(int)spring->a, (int)spring->b};
    const svVec3 d = svVec3_Sub(svVec3_From(sim->x0 + 3 * (size_t)spring->b),
                                svVec3_From(sim->x0 + 3 * (size_t)spring->a));
    const svVec3 w = svVec3_Sub(svVec3_From(sim->v + 3 * (size_t)spring->b),
                                svVec3_From(sim->v + 3 * (size_t)spring->a));
    const double length = svVec3_Length(d), e[3] = {d.x / length, d.y / length, d.z / length};
    const double speed[3] = {w.x, w.y, w.z};
    const double stretching = e[0] * w.x + e[1] * w.y + e[2] * w.z;
    const svVec3 pull = Pull(spring, d);
    const double force[3] = {pull.x, pull.y, pull.z};
    double k[3][3];
    Stiffness(spring, d, k);
    for (int i = 0; i < 3; ++i) {
        double right = h * (force[i] + spring->damping * stretching * e[i]);
        for (int j = 0; j < 3; ++j) {
            const double block = h * h * k[i][j] + h * spring->damping * e[i] * e[j];
            right += h * h * k[i][j] * speed[j];
            system->a[3 * at[0] + i][3 * at[0] + j] += block;
            system->a[3 * at[1] + i][3 * at[1] + j] += block;
            system->a[3 * at[0] + i][3 * at[1] + j] -= block;
            system->a[3 * at[1] + i][3 * at[0] + j] -= block;
        }
        system->b[3 * at[0] + i] += right;
        system->b[3 * at[1] + i] -= right;
    }
}

static void MakeSystem(System* system, const svSim* sim, double h) {
    memset(system, 0, sizeof(*system));
    system->count = (int)sim->clothParticles;
    for (int i = 0; i < 3 * system->count; ++i) {
        system->a[i][i] = sim->mass[i / 3];
        system->b[i] = h * sim->mass[i / 3] * sim->def.gravity[i % 3];
    }
    for (size_t i = 0; i < sim->springCount; ++i) {
        AddSpring(system, sim, &sim->springs[i], h);
    }
}

// Symmetric, and all pivots of the elimination without exchanges are positive.
static void CheckDefinite(const System* system) {
    const int n = 3 * system->count;
    static double a[UNKNOWNS][UNKNOWNS];
    memcpy(a, system->a, sizeof(a));
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < i; ++j) {
            assert_true(fabs(a[i][j] - a[j][i]) <= 1e-6 * (fabs(a[i][i]) + fabs(a[j][j])));
        }
    }
    for (int k = 0; k < n; ++k) {
        assert_true(a[k][k] > 0);
        for (int i = k + 1; i < n; ++i) {
            const double share = a[i][k] / a[k][k];
            for (int j = k; j < n; ++j) {
                a[i][j] -= share * a[k][j];
            }
        }
    }
}

// Gauss, with the largest pivot of the column.
static void Solve(System* system, double* x) {
    const int n = 3 * system->count;
    for (int k = 0; k < n; ++k) {
        int best = k;
        for (int i = k + 1; i < n; ++i) {
            best = fabs(system->a[i][k]) > fabs(system->a[best][k]) ? i : best;
        }
        for (int j = 0; j < n; ++j) {
            const double kept = system->a[k][j];
            system->a[k][j] = system->a[best][j];
            system->a[best][j] = kept;
        }
        const double kept = system->b[k];
        system->b[k] = system->b[best];
        system->b[best] = kept;
        for (int i = k + 1; i < n; ++i) {
            const double share = system->a[i][k] / system->a[k][k];
            for (int j = k; j < n; ++j) {
                system->a[i][j] -= share * system->a[k][j];
            }
            system->b[i] -= share * system->b[k];
        }
    }
    for (int i = n - 1; i >= 0; --i) {
        x[i] = system->b[i];
        for (int j = i + 1; j < n; ++j) {
            x[i] -= system->a[i][j] * x[j];
        }
        x[i] /= system->a[i][i];
    }
}

static Shape SmallCloth(Random* random) {
    switch (Random_Below(random, 4)) {
    case 0:
        return Shape_Grid(4, 4, 1);
    case 1:
        return Shape_Book(5, 1);
    case 2:
        return Shape_Box(1, 1, 1);
    default:
        return Shape_Soup(random, 4, 1);
    }
}

// A small cloth, crumpled and shaken, one or two particles of it held by something that moves.
static void OpenSystem(World* world, Random* random, bool rigid) {
    svSimDef simDef = svDefaultSimDef();
    simDef.airDamping = simDef.windPressure = 0;
    simDef.collisions = false;
    simDef.solverTolerance = 1e-6;
    simDef.solverIterations = 10000;
    simDef.timeStep = pow(10, -1 - 2 * Random_Unit(random));
    if (rigid) {
        memset(simDef.gravity, 0, sizeof(simDef.gravity));
    }
    World_Open(world, "implicit", &simDef, 1);
    svClothDef def = svDefaultClothDef();
    def.strainLimit = 0;
    def.stretchStiffness = pow(10, 4 * Random_Unit(random));
    def.springDamping = 0.01 * Random_Unit(random);
    const double speed[3] = {1, -2, 0.5}, spin[3] = {0.4, 1, 2};
    Shape spike = Shape_Spike(0.1, 0.1);
    Shape_Move(&spike, 0, 0, -8);
    World_AddMoving(world, spike, speed, spin);
    const svPin pins[2] = {{0, SV_NONE}, {2, 0}};
    def.pins = pins;
    def.pinCount = rigid ? 2 : (size_t)Random_Below(random, 3);
    World_AddCloth(world, SmallCloth(random), &def);
    assert_int_equal(svSim_Start(world->sim), SV_OK);
    svSim* sim = world->sim;
    for (size_t i = 0; i < 3 * (size_t)sim->clothParticles && !rigid; ++i) {
        sim->x0[i] = (double)(float)(sim->x0[i] + 0.2 * Random_Signed(random));
        sim->v[i] = Random_Signed(random);
    }
}

// How far A dv is from b, relative to the terms of its rows: what single precision can promise.
static double Backward(const System* system, const double* dv) {
    const int n = 3 * system->count;
    double worst = 0, size = 0;
    for (int i = 0; i < n; ++i) {
        double residual = system->b[i], terms = fabs(system->b[i]);
        for (int j = 0; j < n; ++j) {
            residual -= system->a[i][j] * dv[j];
            terms += fabs(system->a[i][j] * dv[j]);
        }
        worst = fmax(worst, fabs(residual));
        size = fmax(size, terms);
    }
    return worst / size;
}

static void CheckStep(World* world, System* system, double stiffness) {
    svSim* sim = world->sim;
    const double h = sim->def.timeStep;
    const int n = 3 * system->count;
    double before[UNKNOWNS], speed[UNKNOWNS], found[UNKNOWNS], dv[UNKNOWNS];
    memcpy(before, sim->x0, (size_t)n * sizeof(double));
    memcpy(speed, sim->v, (size_t)n * sizeof(double));
    World_Step(world, 1);
    for (int i = 0; i < n; ++i) {
        found[i] = sim->v[i] - speed[i];
        assert_true(fabs(sim->x0[i] - before[i] - h * sim->v[i]) < 1e-6);
        if (sim->anchors[i / 3] != ANCHOR_NONE) { // what is held goes where it went
            memset(system->a[i], 0, sizeof(system->a[i]));
            system->a[i][i] = 1;
            system->b[i] = found[i];
        }
    }
    const double backward = Backward(system, found);
    Solve(system, dv);
    double largest = 0, error = 0;
    for (int i = 0; i < n; ++i) {
        largest = fmax(largest, fabs(dv[i]));
        error = fmax(error, fabs(found[i] - dv[i]));
    }
    // A stiff system is as badly conditioned as it is stiff.
    if (!(backward < 1e-5 && error < (stiffness < 100 ? 1e-4 : 0.05) * largest)) {
        fail_msg("seed %llu: A dv - b is %g, and dv differs by %g of %g",
                 (unsigned long long)world->seed, backward, error, largest);
    }
}

static void ImplicitStepSolvesItsSystem(void** state) {
    (void)state;
    static System system;
    for (uint64_t seed = 1; seed <= SYSTEMS; ++seed) {
        Random random = {seed};
        World world;
        OpenSystem(&world, &random, false);
        world.seed = seed;
        const double h = world.sim->def.timeStep;
        MakeSystem(&system, world.sim, h);
        CheckDefinite(&system);
        double stiffness = 0;
        for (int i = 0; i < 3 * system.count; ++i) {
            stiffness = fmax(stiffness, system.a[i][i] / world.sim->mass[i / 3]);
        }
        CheckStep(&world, &system, stiffness);
        World_Close(&world);
    }
}

// Nothing pulls but what moves: the right hand side without it is 0, and the solver must still end
// without dividing by 0.
static void OnlyPinsMove(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= SYSTEMS; ++seed) {
        Random random = {seed};
        World world;
        OpenSystem(&world, &random, true);
        world.seed = seed;
        World_Step(&world, 3);
        World_Close(&world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(ImplicitStepSolvesItsSystem),
                                       cmocka_unit_test(OnlyPinsMove)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
