// Coulomb friction: a sheet on an inclined plane stays or slides as the formula says.
//
// Along the slope gravity pulls with m g sin(a); the plane presses back with m g cos(a). Friction
// holds up to mu m g cos(a): the sheet stays if tan(a) < mu. Otherwise it slides with constant
// acceleration g (sin(a) - mu cos(a)), and backward Euler from rest moves it by h^2 n (n + 1) / 2
// times that in n steps. The sheet is flat and every vertex carries its own weight, so nothing
// strains it and each vertex moves like the mean.
#include "support/sim_measure.h"
#include "support/sim_world.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
static const double GRAVITY = 9.81;
static const double THICKNESS = 0.004;

// Cases nearer than this to the threshold, relative to mu, are left out.
static const double NEAR_THRESHOLD = 0.03;
static const double SLIDE_ERROR = 0.03; // allowed, relative to the way
static const double STAY_ERROR = 1e-3;  // allowed slide of what stays, in metres
// Contacts give way by microns, and floats of up to 2 m are 1e-7 m apart: farther than this from
// the thickness the sheet was kicked up or pressed in, in metres.
static const double GAP_ERROR = 1e-4;
// Vertices of a rigid motion, in metres, apart from the mean.
static const double SHAPE_ERROR = 1e-3;

enum { SLIDE_STEPS = 30, SETTLE_STEPS = 15, STAY_STEPS = 60 };

typedef struct Incline {
    double angle; // in degrees
    double friction;
    bool tiltGravity;     // instead of the plane
    uint32_t planeCells;  // along each side of the plane
    double down[3], n[3]; // directions down the slope and off the plane
    double pull;          // acceleration expected along `down`; 0: stays
} Incline;

static Incline MakeIncline(double angle, double friction, bool tiltGravity, uint32_t planeCells) {
    Incline incline = {angle, friction, tiltGravity, planeCells, {1, 0, 0}, {0, 0, 1}, 0};
    const double a = angle * PI / 180;
    if (!tiltGravity) { // turned about y by the angle
        incline.down[0] = cos(a);
        incline.down[2] = -sin(a);
        incline.n[0] = sin(a);
        incline.n[2] = cos(a);
    }
    incline.pull = fmax(0, GRAVITY * (sin(a) - friction * cos(a)));
    return incline;
}

static double Dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double Way(const Incline* incline, double h, double n) {
    return incline->pull * h * h * n * (n + 1) / 2;
}

// A plane of 4 m, and on it, one thickness off, askew, a sheet of 0.3 m. It starts up the slope so
// that its way is about the middle, where floats are densest.
static void Open(World* world, const Incline* incline) {
    svSimDef simDef = svDefaultSimDef();
    const double a = incline->angle * PI / 180;
    simDef.airDamping = simDef.windPressure = 0;
    simDef.friction = incline->friction;
    simDef.thickness = THICKNESS;
    if (incline->tiltGravity) {
        simDef.gravity[0] = GRAVITY * sin(a);
        simDef.gravity[2] = -GRAVITY * cos(a);
    }
    World_Open(world, "incline", &simDef, 1);
    const double turn[3] = {0, incline->tiltGravity ? 0 : a, 0}, askew[3] = {0, 0, 0.1};
    Shape plane = Shape_Grid(incline->planeCells + 1, incline->planeCells + 1, 4);
    plane.columns = plane.rows = 0;
    Shape_Turn(&plane, turn);
    World_AddObstacle(world, plane, NULL, 0);
    Shape sheet = Shape_Grid(11, 11, 0.3);
    Shape_Turn(&sheet, askew);
    Shape_Move(&sheet, -Way(incline, simDef.timeStep, SLIDE_STEPS) / 2, 0.01, THICKNESS);
    Shape_Turn(&sheet, turn);
    World_AddCloth(world, sheet, NULL);
}

// What was measured; ways are of the mean, in metres.
typedef struct Slide {
    double way, sideways;
    double gapLow, gapHigh; // least and greatest distance of a vertex from the plane, of all steps
    double shape;           // largest distance of a vertex from where a rigid motion takes it
} Slide;

static void MeasureGaps(const svSim* sim, const Incline* incline, Slide* slide) {
    const svSimMesh mesh = svSim_GetCloth(sim, 0);
    for (size_t i = 0; i < mesh.positions.count; ++i) {
        double p[3];
        svPositions_Get(&mesh.positions, i, p);
        slide->gapLow = fmin(slide->gapLow, Dot(p, incline->n));
        slide->gapHigh = fmax(slide->gapHigh, Dot(p, incline->n));
    }
}

static Slide Run(const Incline* incline) {
    World world;
    Slide slide = {.gapLow = (double)INFINITY, .gapHigh = -(double)INFINITY};
    double from[3], to[3], moved[3];
    Open(&world, incline);
    const bool stays = incline->pull == 0;
    for (int i = 0; stays && i < SETTLE_STEPS; ++i) {
        World_Step(&world, 1);
        MeasureGaps(world.sim, incline, &slide);
    }
    double(*start)[3] = Measure_Positions(world.sim, 0);
    Measure_Mean(world.sim, 0, from);
    for (int i = 0; i < (stays ? STAY_STEPS : SLIDE_STEPS); ++i) {
        World_Step(&world, 1);
        MeasureGaps(world.sim, incline, &slide);
    }
    Measure_Mean(world.sim, 0, to);
    for (int k = 0; k < 3; ++k) {
        moved[k] = to[k] - from[k];
    }
    slide.way = Dot(moved, incline->down);
    slide.sideways = fabs(moved[1]);
    const svSimMesh mesh = svSim_GetCloth(world.sim, 0);
    for (size_t i = 0; i < mesh.positions.count; ++i) {
        double p[3];
        svPositions_Get(&mesh.positions, i, p);
        const double rigid[3] = {start[i][0] + moved[0], start[i][1] + moved[1],
                                 start[i][2] + moved[2]};
        slide.shape = fmax(slide.shape, Measure_Distance(p, rigid));
    }
    free(start);
    World_Close(&world);
    return slide;
}

static bool Judge(const Incline* incline) {
    const Slide slide = Run(incline);
    const double expected = Way(incline, svDefaultSimDef().timeStep, SLIDE_STEPS);
    const double allowed = incline->pull > 0 ? SLIDE_ERROR * expected : STAY_ERROR;
    const bool good = fabs(slide.way - expected) < allowed && slide.sideways < STAY_ERROR &&
                      slide.gapLow > THICKNESS - GAP_ERROR &&
                      slide.gapHigh < THICKNESS + GAP_ERROR && slide.shape < SHAPE_ERROR;
    if (!good) {
        print_message("%g degrees, mu %g, %s tilted, plane of %u cells: slides %.5f m, expected "
                      "%.5f +- %.5f, sideways %.1e, gap %.5f to %.5f, deformed by %.1e m\n",
                      incline->angle, incline->friction, incline->tiltGravity ? "gravity" : "plane",
                      incline->planeCells, slide.way, expected, allowed, slide.sideways,
                      slide.gapLow, slide.gapHigh, slide.shape);
    }
    return good;
}

// Every angle with every friction; gravity is tilted for every other case, on many triangles for
// those cases for which it is not on two.
static void JudgeAll(uint32_t planeCells, int every) {
    const double angles[] = {10, 20, 30, 45, 60}, frictions[] = {0, 0.1, 0.3, 0.5, 0.8, 1};
    int failures = 0, cases = 0;
    for (int i = 0; i < 30; i += every) {
        const double angle = angles[i / 6], friction = frictions[i % 6];
        if (fabs(tan(angle * PI / 180) - friction) <= NEAR_THRESHOLD * friction) {
            continue;
        }
        const bool tiltGravity = (i / 6 + i % 6 + (planeCells > 1 ? 1 : 0)) % 2 > 0;
        const Incline incline = MakeIncline(angle, friction, tiltGravity, planeCells);
        failures += !Judge(&incline);
        ++cases;
    }
    if (failures > 0) {
        fail_msg("%d of %d cases fail", failures, cases);
    }
}

// One cell: two triangles whose common edge lies across the way.
static void SlidesOrStaysOnTwoTriangles(void** state) {
    (void)state;
    JudgeAll(1, 1);
}

// Triangles of 4 cm under cloth cells of 3 cm: contacts pass from one to the next all the time, and
// edges inside the plane must neither stop nor kick the sheet.
static void SlidesOrStaysOnManyTriangles(void** state) {
    (void)state;
#ifdef TEST_SANITIZED
    JudgeAll(100, 5);
#else
    JudgeAll(100, 1);
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(SlidesOrStaysOnTwoTriangles),
        cmocka_unit_test(SlidesOrStaysOnManyTriangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
