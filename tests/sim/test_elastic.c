// Elasticity at rest: strips that hang, bend and are pulled, against the mechanics of bars and
// rods.
#include "support/sim_measure.h"
#include "support/sim_world.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
static const double GRAVITY = 9.81;

enum { MOST_PINS = 256 };

// Thick air and a small tolerance, so that cloth comes to rest soon and where the forces cancel;
// nothing touches anything.
static svSimDef CalmDef(double airDamping) {
    svSimDef def = svDefaultSimDef();
    def.airDamping = airDamping;
    def.windPressure = 0;
    def.collisions = false;
    def.solverTolerance = 1e-7;
    return def;
}

// Slower than this is at rest, in metres per second: some 1e-5 m of way are left to go.
static const double AT_REST = 1e-4;

static bool IsAtRest(const World* world, const char* what) {
    const double speed = Measure_TopSpeed(world->sim);
    if (!(speed < AT_REST)) {
        print_message("%s: not at rest, %.2e m/s\n", what, speed);
        return false;
    }
    return true;
}

// Cuts the cells of a grid along alternating diagonals, as svShape_Grid does.
static void AlternateDiagonals(Shape* grid) {
    const uint32_t cells = grid->columns - 1;
    for (uint32_t i = 0; i < grid->list.triangleCount / 2; ++i) {
        uint32_t* t = grid->list.triangles + (size_t)6 * i;
        if ((i % cells + i / cells) % 2 > 0) {
            const uint32_t a = i / cells * grid->columns + i % cells, c = a + grid->columns + 1;
            const uint32_t other[6] = {a, a + 1, c, a, c, c - 1};
            memcpy(t, other, sizeof(other));
        }
    }
}

// A strip whose length runs along the warp (columns) or the weft (rows), flat in the xy plane.
typedef struct Strip {
    bool weft;
    uint32_t along, across; // cells
    double length;
} Strip;

static Shape StripShape(const Strip* strip, bool alternating) {
    const double cell = strip->length / strip->along;
    Shape shape = strip->weft
                      ? Shape_Grid(strip->across + 1, strip->along + 1, cell * strip->across)
                      : Shape_Grid(strip->along + 1, strip->across + 1, strip->length);
    if (alternating) {
        AlternateDiagonals(&shape);
    }
    Shape_Round(&shape);
    return shape;
}

// The vertex `along` cells from the beginning of the strip and `across` cells from its side.
static uint32_t StripVertex(const Strip* strip, uint32_t along, uint32_t across) {
    return strip->weft ? along * (strip->across + 1) + across : across * (strip->along + 1) + along;
}

// Pins the first `count` lines of vertices across the strip.
static size_t PinStrip(const Strip* strip, uint32_t count, svPin pins[MOST_PINS]) {
    size_t pinCount = 0;
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t k = 0; k <= strip->across; ++k) {
            assert_true(pinCount < MOST_PINS);
            pins[pinCount++] = (svPin){StripVertex(strip, i, k), SV_NONE, 0};
        }
    }
    return pinCount;
}

// Turns the strip so that its length points down.
static void HangDown(const Strip* strip, Shape* shape) {
    const double turn[3] = {strip->weft ? -PI / 2 : 0, strip->weft ? 0 : PI / 2, 0};
    Shape_Turn(shape, turn);
}

// Mean position of the line of vertices `along` cells from the beginning.
static void LineMean(const svSim* sim, const Strip* strip, uint32_t along, double mean[3]) {
    const svSimMesh mesh = svSim_GetCloth(sim, 0);
    mean[0] = mean[1] = mean[2] = 0;
    for (uint32_t k = 0; k <= strip->across; ++k) {
        double p[3];
        svPositions_Get(&mesh.positions, StripVertex(strip, along, k), p);
        for (int j = 0; j < 3; ++j) {
            mean[j] += p[j] / (strip->across + 1);
        }
    }
}

// Largest strain of an edge along the strip.
static double WorstStrain(const svSim* sim, const Strip* strip) {
    const svSimMesh mesh = svSim_GetCloth(sim, 0);
    double worst = 0;
    for (uint32_t i = 0; i < strip->along; ++i) {
        for (uint32_t k = 0; k <= strip->across; ++k) {
            double a[3], b[3];
            svPositions_Get(&mesh.positions, StripVertex(strip, i, k), a);
            svPositions_Get(&mesh.positions, StripVertex(strip, i + 1, k), b);
            const double rest = strip->length / strip->along;
            worst = fmax(worst, Measure_Distance(a, b) / rest - 1);
        }
    }
    return worst;
}

static void OpenHanging(World* world, const Strip* strip, const svClothDef* material) {
    const svSimDef simDef = CalmDef(4);
    svPin pins[MOST_PINS];
    World_Open(world, "hanging strip", &simDef, 1);
    svClothDef def = *material;
    def.pins = pins;
    def.pinCount = PinStrip(strip, 1, pins);
    Shape rest = StripShape(strip, true), shape = StripShape(strip, true);
    HangDown(strip, &shape);
    def.rest = svPositions_Double(rest.x[0], rest.list.vertexCount);
    World_AddCloth(world, shape, &def);
    Shape_Free(&rest);
}

// A hanging strip carries what is below: at s from the top the tension per width is
// T(s) = rho g (L - s), the strain T / Y as long as the law is linear. There is no Poisson effect,
// so nothing else happens, and the elongation is the integral of the strain, rho g L^2 / (2 Y).
// Linear elements with lumped masses have it exactly at their nodes.
static bool Elongates(bool weft, double own, double other) {
    World world;
    const Strip strip = {weft, 40, 8, 1};
    svClothDef def = svDefaultClothDef();
    def.stretchStiffness = weft ? other : own;
    def.weftStiffness = weft ? own : other;
    def.shearStiffness = 20;
    def.strainLimit = 0;
    def.damping = 0.01;
    OpenHanging(&world, &strip, &def);
    World_Step(&world, 300);
    double top[3], end[3];
    LineMean(world.sim, &strip, 0, top);
    LineMean(world.sim, &strip, strip.along, end);
    const double elongation = Measure_Distance(top, end) - strip.length;
    const double expected = def.density * GRAVITY * strip.length * strip.length / (2 * own);
    bool good = IsAtRest(&world, "hanging strip");
    if (!(fabs(elongation - expected) < 0.03 * expected)) {
        print_message("%s vertical, Y %g (across %g): elongation %.6f m, expected %.6f\n",
                      weft ? "weft" : "warp", own, other, elongation, expected);
        good = false;
    }
    World_Close(&world);
    return good;
}

static void HangingStripElongates(void** state) {
    (void)state;
    const double stiffness[][2] = {{50, 50}, {50, 400}, {120, 30}, {25, 2000}};
    int failures = 0;
    for (int i = 0; i < 8; ++i) {
        failures += !Elongates(i % 2 > 0, stiffness[i / 2][0], stiffness[i / 2][1]);
    }
    assert_int_equal(failures, 0);
}

// Heavy elastica. theta(s) is the angle below the horizontal, w = rho g the weight per area. The
// bending moment B theta' carries what lies farther out: B theta'' = -w (L - s) cos(theta), clamped
// at theta(0) = 0, free at theta'(L) = 0. Shooting: theta'(0) by bisection (theta'(L) grows with
// it), the equation by Runge and Kutta's fourth order, deflection = integral of sin(theta).
typedef struct Elastica {
    double length;
    double load; // w / B
} Elastica;

static double Bend(const Elastica* rod, double s, double theta) {
    return -rod->load * (rod->length - s) * cos(theta);
}

// Returns theta'(L).
static double Shoot(const Elastica* rod, double curvature, double* deflection) {
    enum { PIECES = 2000 };
    const double h = rod->length / PIECES;
    double theta = 0, k = curvature, y = 0;
    for (int i = 0; i < PIECES; ++i) {
        const double s = i * h;
        const double a1 = k, b1 = Bend(rod, s, theta);
        const double a2 = k + h / 2 * b1, b2 = Bend(rod, s + h / 2, theta + h / 2 * a1);
        const double a3 = k + h / 2 * b2, b3 = Bend(rod, s + h / 2, theta + h / 2 * a2);
        const double a4 = k + h * b3, b4 = Bend(rod, s + h, theta + h * a3);
        const double next = theta + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
        y += h / 6 * (sin(theta) + 4 * sin((theta + next) / 2) + sin(next));
        theta = next;
        k += h / 6 * (b1 + 2 * b2 + 2 * b3 + b4);
    }
    *deflection = y;
    return k;
}

static double Deflection(double length, double load) {
    const Elastica rod = {length, load};
    double low = 0, high = load * length * length, y = 0; // the latter is too much: cos < 1
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        *(Shoot(&rod, middle, &y) > 0 ? &high : &low) = middle;
    }
    return y;
}

// Small loads deflect by w L^4 / (8 B), Bernoulli's beam.
static void ElasticaIsABeam(void** state) {
    (void)state;
    const double load = 0.01, beam = load / 8;
    assert_true(fabs(Deflection(1, load) - beam) < 1e-4 * beam);
    // Scaled: the deflection over the length depends on w L^3 / B alone.
    assert_true(fabs(Deflection(0.1, 6e3) / 0.1 - Deflection(1, 6)) < 1e-9);
}

static const double STRIP_LENGTH = 0.2;

// A stiff membrane that bends with the rigidity for which w L^3 / B is `load`.
static svClothDef BendingDef(bool weft, double load) {
    svClothDef def = svDefaultClothDef();
    const double w = def.density * GRAVITY;
    const double rigidity = w * STRIP_LENGTH * STRIP_LENGTH * STRIP_LENGTH / load;
    def.bendStiffness = weft ? 3 * rigidity : rigidity;
    def.weftBendStiffness = weft ? rigidity : 3 * rigidity;
    def.strainLimit = 0;
    return def;
}

// Two lines of vertices are clamped, so the first cell stays horizontal. Its angle is that of its
// middle: bending at the second line stands for the half cells on both sides of it, and the rod is
// clamped half a cell from the beginning. That is second order in the cell, as is the rest:
// 40 cells leave less than 0.1 %.
static double FreeLength(void) {
    return STRIP_LENGTH * (1 - 0.5 / 40);
}

static bool Sags(bool weft, bool alternating, double load) {
    World world;
    const svSimDef simDef = CalmDef(8);
    const Strip strip = {weft, 40, 4, STRIP_LENGTH};
    svPin pins[MOST_PINS];
    World_Open(&world, "cantilever", &simDef, 1);
    svClothDef def = BendingDef(weft, load);
    def.pins = pins;
    def.pinCount = PinStrip(&strip, 2, pins);
    World_AddCloth(&world, StripShape(&strip, alternating), &def);
    World_Step(&world, 300);
    double end[3];
    LineMean(world.sim, &strip, strip.along, end);
    const double rigidity = weft ? def.weftBendStiffness : def.bendStiffness;
    const double expected = Deflection(FreeLength(), def.density * GRAVITY / rigidity);
    bool good = IsAtRest(&world, "cantilever");
    if (!(fabs(-end[2] - expected) < 0.03 * expected)) {
        print_message(
            "along the %s, %s diagonals, load %g: sags %.5f m, expected %.5f (%+.1f %%)\n",
            weft ? "weft" : "warp", alternating ? "alternating" : "parallel", load, -end[2],
            expected, 100 * (-end[2] / expected - 1));
        good = false;
    }
    World_Close(&world);
    return good;
}

// Deflections of 10, 38 and 53 % of the length.
static const double LOADS[] = {0.82, 3.7, 6};

// A strip of woven cells has the rigidity that was asked for, whichever way its cells are cut.
//
// Hinges with weights B |e|^2 / (A1 + A2) do not, although they give B k^2 / 2 per area to a
// cylinder of curvature k: free vertices leave the cylinder. With alternating diagonals, those of
// eight edges rise by some z over those of four; with y = 2 z / cell^2 the angles of a unit cell
// are k + y, y and, weighing 2, sqrt(2) y, so the energy (k + y)^2 + y^2 + 4 y^2 is least at
// y = -k / 6: 5/6 of B k^2 / 2, and 4/5 if the strip is narrow enough to curl across. With parallel
// diagonals it twists by t: (k + t)^2 + 4 t^2, least 4/5. They sag by some 20 % too much at small
// deflections. Second differences along rows and columns with a twist for each cell are exact.
static void CantileverSags(void** state) {
    (void)state;
    int failures = 0;
    for (int i = 0; i < 12; ++i) {
        failures += !Sags(i % 2 > 0, i / 2 % 2 > 0, LOADS[i / 4]);
    }
    assert_int_equal(failures, 0);
}

// Equilateral triangles in `rows` rows along x, ends straight by halves of them.
static Shape Equilateral(uint32_t along, uint32_t rows, double length) {
    const uint32_t even = along + 1, pair = 2 * even + 1; // vertices of a row, and of two
    const double a = length / along, height = a * sqrt(3) / 2;
    const uint32_t vertexCount = rows / 2 * pair + even, triangleCount = rows * (2 * along + 1);
    uint32_t* list = malloc((size_t)3 * triangleCount * sizeof(*list));
    Shape shape = {0};
    shape.x = calloc(vertexCount, sizeof(*shape.x));
    assert_true(list != NULL && shape.x != NULL && rows % 2 == 0);
    uint32_t* out = list;
    for (uint32_t row = 0; row <= rows; ++row) {
        const uint32_t first = row / 2 * pair + (row % 2 > 0 ? even : 0);
        const uint32_t count = row % 2 > 0 ? even + 1 : even;
        for (uint32_t i = 0; i < count; ++i) {
            const double inner = row % 2 > 0 ? fmin(fmax(i - 0.5, 0), along) : i;
            shape.x[first + i][0] = a * inner;
            shape.x[first + i][1] = height * row;
        }
    }
    for (uint32_t row = 0; row < rows; ++row) {
        // Row e has along + 1 vertices, row o one more, half a cell farther back.
        const bool up = row % 2 == 0;
        const uint32_t e = (row + 1) / 2 * pair, o = row / 2 * pair + even;
        for (uint32_t i = 0; i <= along; ++i) {
            const uint32_t end[3] = {e + i, up ? o + i + 1 : o + i, up ? o + i : o + i + 1};
            memcpy(out, end, sizeof(end));
            out += 3;
            if (i < along) {
                const uint32_t side[3] = {e + i, up ? e + i + 1 : o + i + 1,
                                          up ? o + i + 1 : e + i + 1};
                memcpy(out, side, sizeof(side));
                out += 3;
            }
        }
    }
    shape.list = TestMesh_Copy(list, triangleCount, vertexCount);
    free(list);
    Shape_Round(&shape);
    return shape;
}

// Not a grid. Hinges on equilateral triangles of edge a and height t = a sqrt(3) / 2: over a
// quadratic surface of principal curvatures k and l the angle across an edge is t kn - a^2 / (4 t)
// kt, kn and kt the curvatures across and along it. Summed over the three directions of edges, with
// weights B a^2 / (A1 + A2), the energy per area is B / 2 (k^2 + l^2 - 2/3 k l): on a cylinder
// exactly B k^2 / 2, but like a plate with Poisson's ratio -1/3. A wide strip stays a cylinder and
// has the rigidity B, a narrow one curls across and has (1 - 1/9) B. What sags lies between the
// two, 3 % apart from either for the discretisation.
static bool EquilateralSags(double load) {
    World world;
    const svSimDef simDef = CalmDef(8);
    svPin pins[MOST_PINS];
    World_Open(&world, "equilateral cantilever", &simDef, 1);
    svClothDef def = BendingDef(false, load);
    def.weftBendStiffness = 0; // edges lie askew: the same in all directions
    Shape shape = Equilateral(40, 10, STRIP_LENGTH);
    const double cell = STRIP_LENGTH / 40;
    def.pins = pins;
    for (uint32_t i = 0; i < shape.list.vertexCount; ++i) {
        if (shape.x[i][0] < 1.01 * cell) {
            assert_true(def.pinCount < MOST_PINS);
            pins[def.pinCount++] = (svPin){i, SV_NONE, 0};
        }
    }
    World_AddCloth(&world, shape, &def);
    World_Step(&world, 300);
    const svSimMesh mesh = svSim_GetCloth(world.sim, 0);
    double sag = 0;
    for (uint32_t row = 0; row <= 10; row += 2) { // the last vertex of each even row
        double p[3];
        svPositions_Get(&mesh.positions, (size_t)row / 2 * 83 + 40, p);
        sag -= p[2] / 6;
    }
    const double w = def.density * GRAVITY / def.bendStiffness;
    const double least = Deflection(FreeLength(), w), most = Deflection(FreeLength(), w * 9 / 8);
    bool good = IsAtRest(&world, "equilateral cantilever");
    if (!(sag > 0.97 * least && sag < 1.03 * most)) {
        print_message("equilateral, load %g: sags %.5f m, expected %.5f to %.5f\n", load, sag,
                      least, most);
        good = false;
    }
    World_Close(&world);
    return good;
}

static void EquilateralCantileverSags(void** state) {
    (void)state;
    int failures = 0;
    for (int i = 0; i < 3; ++i) {
        failures += !EquilateralSags(LOADS[i]);
    }
    assert_int_equal(failures, 0);
}

// Strain limit e0 = 5 %, beyond which two hundred times the stiffness is added: the strain under a
// tension T is T / Y up to e0, and e0 + (T / Y - e0) / 201 beyond. Without the limit this strip
// would become 12 % longer and be strained by m = rho g L / Y = 24 % at its top. With it: e0 + 19 %
// / 201 = 5.09 % at the top. At t = T / Y, which grows linearly from 0 at the bottom to m at the
// top, the elongation over L is the mean of the strain, (e0^2 / 2 + (m - e0) (e0 + (m - e0) / 402))
// / m.
static bool IsLimited(bool weft) {
    World world;
    const Strip strip = {weft, 40, 8, 1};
    const double limit = 0.05, most = 0.24;
    svClothDef def = svDefaultClothDef();
    def.density = 2;
    def.stretchStiffness = def.density * GRAVITY * strip.length / most;
    def.strainLimit = limit;
    def.damping = 0.01;
    OpenHanging(&world, &strip, &def);
    World_Step(&world, 300);
    double top[3], end[3];
    LineMean(world.sim, &strip, 0, top);
    LineMean(world.sim, &strip, strip.along, end);
    const double beyond = most - limit;
    const double expected = (limit * limit / 2 + beyond * (limit + beyond / 402)) / most;
    const double found = Measure_Distance(top, end) / strip.length - 1;
    const double worst = WorstStrain(world.sim, &strip);
    bool good = IsAtRest(&world, "limited strip");
    if (!(worst < limit + 0.01 && fabs(found - expected) < 0.03 * expected)) {
        print_message("%s vertical, limit %g: worst strain %.4f, mean %.5f, expected %.5f\n",
                      weft ? "weft" : "warp", limit, worst, found, expected);
        good = false;
    }
    World_Close(&world);
    return good;
}

static void LimitedStripHolds(void** state) {
    (void)state;
    const bool warp = IsLimited(false), weft = IsLimited(true);
    assert_true(warp && weft);
}

// Largest distance of any edge's strain along the strip from `expected`, and largest difference
// between neighbours.
static void StrainSpread(const svSim* sim, const Strip* strip, double expected, double spread[2]) {
    const svSimMesh mesh = svSim_GetCloth(sim, 0);
    const double rest = strip->length / strip->along;
    for (uint32_t k = 0; k <= strip->across; ++k) {
        double before = 0;
        for (uint32_t i = 0; i < strip->along; ++i) {
            double a[3], b[3];
            svPositions_Get(&mesh.positions, StripVertex(strip, i, k), a);
            svPositions_Get(&mesh.positions, StripVertex(strip, i + 1, k), b);
            const double strain = Measure_Distance(a, b) / rest - 1;
            spread[0] = fmax(spread[0], fabs(strain - expected));
            spread[1] = fmax(spread[1], i > 0 ? fabs(strain - before) : 0);
            before = strain;
        }
    }
}

// Two obstacles draw the ends of a sheet apart by 12 %, beyond its limit of 5 %. Forces balance if
// the tension is the same everywhere, and with it the strain, the limit passed or not: at every
// time that by which the ends are apart. Waves (100 m/s, beyond the limit 700) have no part in it:
// the ends move at 0.06 m/s, which strains by 0.06 %. Neighbours that shared the strain unevenly
// would alternate.
static bool StretchesEvenly(bool weft) {
    World world;
    const svSimDef simDef = svDefaultSimDef();
    const Strip strip = {weft, 20, 20, 1};
    svPin pins[MOST_PINS];
    svClothDef def = svDefaultClothDef();
    World_Open(&world, "stretched", &simDef, 1);
    for (uint32_t end = 0; end < 2; ++end) {
        svMotionKey keys[2] = {{0}, {.time = 1}};
        const int axis = weft ? 1 : 0;
        keys[1].move[axis] = end == 0 ? -0.06 : 0.06;
        Shape holder = Shape_Box(0.1, 0.1, 0.1);
        const double away = end == 0 ? -0.8 : 0.8; // it only leads the way
        Shape_Move(&holder, weft ? 0 : away, weft ? away : 0, 0);
        const uint32_t obstacle = World_AddObstacle(&world, holder, keys, 2);
        for (uint32_t k = 0; k <= strip.across; ++k) {
            pins[def.pinCount++] = (svPin){StripVertex(&strip, end * strip.along, k), obstacle, 0};
        }
    }
    def.pins = pins;
    World_AddCloth(&world, StripShape(&strip, true), &def);
    double spread[2] = {0};
    for (int step = 0; step < 90; ++step) {
        World_Step(&world, 1);
        StrainSpread(world.sim, &strip, 0.12 * fmin(svSim_Time(world.sim), 1), spread);
    }
    const bool good = spread[0] < 0.01 && spread[1] < 0.002;
    if (!good) {
        print_message("along the %s: strains up to %.4f from 12 %%, neighbours differ by %.4f\n",
                      weft ? "weft" : "warp", spread[0], spread[1]);
    }
    World_Close(&world);
    return good;
}

static void StretchIsEven(void** state) {
    (void)state;
    const bool warp = StretchesEvenly(false), weft = StretchesEvenly(true);
    assert_true(warp && weft);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(HangingStripElongates), cmocka_unit_test(ElasticaIsABeam),
        cmocka_unit_test(CantileverSags),        cmocka_unit_test(EquilateralCantileverSags),
        cmocka_unit_test(LimitedStripHolds),     cmocka_unit_test(StretchIsEven),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
