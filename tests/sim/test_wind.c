// The force of the air on a tilted plate: drag along its relative motion, lift across it.
//
// A plate of normal n that meets the air at the relative velocity w has the force P A (w . n) n:
// along w that is the drag P A (w . n)^2 / |w|, the rest is lift. Nothing holds the plate, so its
// momentum after a step is force times h; per mass, the velocity of each vertex.
#include "selvage/sim.h"

#include "support/sim_measure.h"
#include "support/sim_world.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

static const double PRESSURE = 2, DENSITY = 0.25;

static double Dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// The velocity that one step gives to a plate, tilted by `turn` about y, in a wind.
static void Blow(double lift, double turn, const double wind[3], const double velocity[3],
                 double gained[3]) {
    const double axis[3] = {0, turn, 0};
    svSimDef def = svDefaultSimDef();
    def.airDamping = 0;
    def.windPressure = PRESSURE;
    def.windLift = lift;
    memset(def.gravity, 0, sizeof(def.gravity));
    memcpy(def.wind, wind, sizeof(def.wind));
    World world;
    World_Open(&world, "plate", &def, 1);
    svClothDef cloth = svDefaultClothDef();
    cloth.density = DENSITY;
    memcpy(cloth.velocity, velocity, sizeof(cloth.velocity));
    Shape plate = Shape_Grid(5, 4, 0.5);
    Shape_Turn(&plate, axis);
    World_AddCloth(&world, plate, &cloth);
    World_Step(&world, 1);
    const svSimMesh mesh = svSim_GetCloth(world.sim, 0);
    const double far = (double)INFINITY;
    double least[3] = {far, far, far}, most[3] = {-far, -far, -far};
    for (size_t i = 0; i < mesh.velocities.count; ++i) {
        double v[3];
        svPositions_Get(&mesh.velocities, i, v);
        for (int k = 0; k < 3; ++k) {
            least[k] = fmin(least[k], v[k]);
            most[k] = fmax(most[k], v[k]);
        }
    }
    for (int k = 0; k < 3; ++k) {
        assert_true(most[k] - least[k] < 1e-4); // all vertices alike
        gained[k] = (least[k] + most[k]) / 2 - velocity[k];
    }
    World_Close(&world);
}

static void DragAndLift(void** state) {
    (void)state;
    static const double winds[][3] = {{3, 0, 0}, {2, 1, -1}, {0, 0, 0}};
    static const double velocities[][3] = {{0, 0, 0}, {0.5, -1, 0.25}, {1, 0.5, -2}};
    static const double lifts[] = {1, 0.5, 0}, turns[] = {0.3, 0.9, 1.4};
    const double h = svDefaultSimDef().timeStep;
    for (int i = 0; i < 27; ++i) {
        const double *wind = winds[i / 9], *velocity = velocities[i / 9];
        const double lift = lifts[i / 3 % 3], turn = turns[i % 3];
        const double n[3] = {sin(turn), 0, cos(turn)};
        const double w[3] = {wind[0] - velocity[0], wind[1] - velocity[1], wind[2] - velocity[2]};
        double gained[3];
        Blow(lift, turn, wind, velocity, gained);
        const double speed = sqrt(Dot(w, w)), meets = Dot(w, n), unit = PRESSURE * h / DENSITY;
        const double drag = unit * meets * meets / speed;
        const double across = lift * unit * fabs(meets) * sqrt(1 - meets * meets / (speed * speed));
        const double seenDrag = Dot(gained, w) / speed;
        double rest[3];
        for (int k = 0; k < 3; ++k) {
            rest[k] = gained[k] - seenDrag * w[k] / speed;
        }
        const double seenLift = sqrt(Dot(rest, rest));
        // Positions are floats: up to 1e-7 m of way in a step.
        if (!(fabs(seenDrag - drag) < 1e-3 * unit * speed) ||
            !(fabs(seenLift - across) < 1e-3 * unit * speed)) {
            fail_msg("lift %g, turned by %g, wind %d: drag %g, expected %g; lift %g, expected %g",
                     lift, turn, i / 9, seenDrag, drag, seenLift, across);
        }
        // Lift is to the side that the plate deflects the air from.
        assert_true(lift == 0 || meets * Dot(rest, n) > 0);
    }
}

static void RefusesOtherShares(void** state) {
    (void)state;
    static const double bad[] = {-0.1, 1.1, (double)NAN};
    svContextDef contextDef = svDefaultContextDef();
    svContext* context = NULL;
    assert_int_equal(svContext_Create(&contextDef, &context), SV_OK);
    for (int i = 0; i < 3; ++i) {
        svSimDef def = svDefaultSimDef();
        svSim* sim = NULL;
        assert_true(def.windLift == 1);
        def.windLift = bad[i];
        assert_int_equal(svSim_Create(context, &def, &sim), SV_ERROR_ARGUMENT);
        assert_non_null(strstr(svContext_LastError(context), "windLift is"));
    }
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(DragAndLift),
        cmocka_unit_test(RefusesOtherShares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
